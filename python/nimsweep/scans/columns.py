"""The columns of a scan: their types, with what pandas and the folder have to know, and rows as
tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from decimal import ROUND_DOWN, Context, Decimal
from typing import TYPE_CHECKING, Any

from nimsweep.scans.definition import Manifest, identity
from nimsweep.scans.row import AnyRow, columns_of, row_type

if TYPE_CHECKING:
    import pyarrow
    from numpy.typing import NDArray

MARK = b"nimsweep.scan"  # the key of the metadata that says to which scan a part belongs
DIGITS = "_digits"  # at the end of a column with all digits, where the number has the first 28
MOST_DECIMALS = 28  # of a number that is a decimal of 128 bits, with 38 digits
CUT = Context(prec=38, rounding=ROUND_DOWN)


def schema_of(manifest: Manifest) -> pyarrow.Schema:
    """The columns of the rows of a scan, in their order, with their types.

    Its metadata say to which scan a part belongs, and to pandas, that a column of integers is one
    (Int64) even if some are missing, and what the scan is (`attrs`).
    """
    import pyarrow as pa

    digits = manifest["digits"]
    types: dict[str, pa.DataType] = {
        "int": pa.int64(),
        "int64": pa.int64(),
        "float": pa.float64(),
        "bool": pa.bool_(),
        "str": pa.string(),
        # Ten digits are left before the point, and that is enough: a gain is at most its place, and
        # no table of g reaches the place 10^10, since it has a step in each shortest length.
        "Decimal": pa.decimal128(38, min(digits, MOST_DECIMALS)),
    }
    columns: list[pa.Field[Any]] = []
    for name, annotation in columns_of(rows_in(manifest)).items():
        kind, _, or_none = annotation.partition(" | ")
        columns.append(pa.field(name, types[kind], nullable=bool(or_none)))
        if kind == "Decimal" and digits > MOST_DECIMALS:
            columns.append(pa.field(name + DIGITS, pa.string()))
    nullable = {pa.int64(): ("int64", "Int64"), pa.bool_(): ("bool", "boolean")}
    frame = {
        "index_columns": [],
        "column_indexes": [],
        "columns": [
            {"name": one.name, "field_name": one.name, "metadata": None}
            | dict(zip(("pandas_type", "numpy_type"), nullable[one.type]))
            for one in columns
            if one.type in nullable
        ],
        "attributes": about(manifest),
    }
    return pa.schema(columns, metadata={MARK: identity(manifest), "pandas": json.dumps(frame)})


def rows_in(manifest: Manifest) -> type[AnyRow]:
    """The class of the rows of a scan."""
    more = (*manifest["labels"].items(), *(manifest["columns"] or {}).items())
    return row_type(manifest["games"] == "octal", more)


def about(manifest: Manifest) -> dict[str, object]:
    """What a scan is, for those who read its rows."""
    return {name: manifest[name] for name in ("family", "rule", "upto", "range", "digits", "version")}


def mark_of(columns: pyarrow.Schema) -> bytes | None:
    """To which scan a file with these columns belongs."""
    return (columns.metadata or {}).get(MARK)


def table_of(columns: pyarrow.Schema, rows: Iterable[AnyRow]) -> pyarrow.Table:
    """The rows as a table, in the order of the family."""
    import pyarrow as pa

    ordered = sorted(rows, key=lambda row: row.index)
    listed: dict[str, list[Any]] = {
        name: [getattr(row, name, None) for row in ordered] for name in columns.names
    }
    least = Decimal(1).scaleb(-MOST_DECIMALS)
    for name in _cut(columns):
        numbers = listed[name]
        listed[name + DIGITS] = [None if one is None else format(one, "f") for one in numbers]
        listed[name] = [one and one.quantize(least, context=CUT) for one in numbers]
    return pa.Table.from_pydict(listed, schema=columns)


def rows_of(table: pyarrow.Table, kind: type[AnyRow]) -> Iterator[AnyRow]:
    """The rows of a table."""
    cut = _cut(table.schema)
    for batch in table.to_batches(max_chunksize=1000):
        for columns in batch.to_pylist():
            for name in cut:
                digits = columns.pop(name + DIGITS)
                columns[name] = None if digits is None else Decimal(digits)
            yield kind(**columns)


def _cut(columns: pyarrow.Schema) -> list[str]:
    """The columns of decimals that have fewer digits than the numbers."""
    return [name for name in ("maximum_decimal", "at_decimal") if name + DIGITS in columns.names]


def column_of(table: pyarrow.Table, name: str) -> NDArray[Any]:
    """A column as an array, with nan for a number that is missing, and None for anything else; of objects,
    if floats would not hold its whole numbers."""
    import numpy
    import pyarrow as pa

    if name in _cut(table.schema):
        digits = table[name + DIGITS].to_pylist()
        return numpy.array([None if one is None else Decimal(one) for one in digits], dtype=object)
    column = table[name]
    if column.null_count and pa.types.is_integer(column.type):
        numbers = column.to_pylist()
        if any(abs(one or 0) > 2**53 for one in numbers):
            return numpy.array(numbers, dtype=object)
    return column.to_numpy()


def with_texts(table: pyarrow.Table) -> pyarrow.Table:
    """The table with texts for decimals, with all their digits."""
    import pyarrow as pa

    for name in _cut(table.schema):
        place = table.schema.get_field_index(name)
        table = table.set_column(place, name, table[name + DIGITS]).drop_columns(name + DIGITS)
    for place, column in enumerate(table.schema):
        if pa.types.is_decimal(column.type):
            # Arrow would write 0 as 0E-12
            texts = [None if one is None else format(one, "f") for one in table[place].to_pylist()]
            table = table.set_column(place, column.name, pa.array(texts, pa.string()))
    return table


def one_of_each(table: pyarrow.Table) -> pyarrow.Table:
    """The rows in the order of the family; of two with one place, the one without an error."""
    import numpy

    index = table["index"].to_numpy()
    failed = table["error"].is_valid().to_numpy()
    order = numpy.lexsort((failed, index))
    new = numpy.ones(len(order), bool)
    new[1:] = numpy.diff(index[order]) > 0
    return table.take(order[new])
