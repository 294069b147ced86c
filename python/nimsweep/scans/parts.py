"""Parts: files of finished rows, each complete or absent, and their columns."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from nimsweep.scans.definition import identity
from nimsweep.scans.errors import CorruptFileError, FolderError, WriteError
from nimsweep.scans.job import AnyRow, OctalRow, Row

if TYPE_CHECKING:
    import pyarrow
    import pyarrow.parquet
    from numpy.typing import NDArray

TEMPORARY = ".tmp"
MARK = b"nimsweep.scan"  # the key of the metadata that says to which scan a part belongs
ROWS_OF_A_GROUP = 10_000  # rows that are read at once
BLOCK = 20_000  # places in the family that are read at once
MOST_DECIMALS = 28  # of a number that is a decimal of 128 bits, with 38 digits


Result = TypeVar("Result")


class GoneError(WriteError):
    """A part that is gone, since a running scan has joined it with others."""


def schema_of(manifest: dict[str, object]) -> pyarrow.Schema:
    """The columns of the rows of a scan, in their order, with their types.

    Its metadata say to which scan a part belongs, and to pandas, that a column of integers is one
    (Int64) even if some are missing, and what the scan is (`attrs`).
    """
    import pyarrow as pa

    types: dict[str, pa.DataType] = {
        "int": pa.int64(),
        "float": pa.float64(),
        "bool": pa.bool_(),
        "str": pa.string(),
    }
    columns: list[pa.Field[Any]] = []
    digits = manifest["digits"]
    for field in fields(OctalRow if manifest["games"] == "octal" else Row):
        name, _, or_none = str(field.type).partition(" | ")
        kind = types[name]
        if field.name.endswith("_decimal") and isinstance(digits, int) and digits <= MOST_DECIMALS:
            # Ten digits are left before the point, and that is enough: a gain is at most its place,
            # and no table of g reaches the place 10^10, since it has a step in each shortest length.
            kind = pa.decimal128(38, digits)
        columns.append(pa.field(field.name, kind, nullable=bool(or_none)))
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


def about(manifest: dict[str, object]) -> dict[str, object]:
    """What a scan is, for those who read its rows."""
    return {name: manifest[name] for name in ("family", "rule", "upto", "range", "digits", "version")}


def table_of(columns: pyarrow.Schema, rows: Iterable[AnyRow]) -> pyarrow.Table:
    """The rows as a table, in the order of the family."""
    import pyarrow as pa

    ordered = sorted(rows, key=lambda row: row.index)
    in_texts = _in_texts(columns)
    return pa.Table.from_pylist([row.to_dict() for row in ordered], schema=in_texts).cast(columns)


def rows_of(table: pyarrow.Table) -> Iterator[AnyRow]:
    """The rows of a table."""
    kind = OctalRow if "code" in table.schema.names else Row
    for batch in with_texts(table).to_batches(max_chunksize=1000):
        for columns in batch.to_pylist():
            yield kind(**columns)


def with_texts(table: pyarrow.Table) -> pyarrow.Table:
    """The table with texts for decimals, as a `Row` has them, with all their digits."""
    import pyarrow as pa

    for place, (old, new) in enumerate(zip(table.schema, _in_texts(table.schema))):
        if old.type != new.type:
            # Arrow would write 0 as 0E-12
            texts = [None if one is None else format(one, "f") for one in table[place].to_pylist()]
            table = table.set_column(place, new, pa.array(texts, new.type))
    return table


def _in_texts(columns: pyarrow.Schema) -> pyarrow.Schema:
    """The columns with texts for decimals."""
    import pyarrow as pa

    for place, column in enumerate(columns):
        if pa.types.is_decimal(column.type):
            columns = columns.set(place, column.with_type(pa.string()))
    return columns


# Files are written.


def write_tables(path: Path, columns: pyarrow.Schema, tables: Iterable[pyarrow.Table]) -> None:
    """Writes tables as Parquet, or as CSV if the name ends so, completely or not at all: to a file
    beside it first, then under its name.

    Raises:
        WriteError: if the file cannot be written; then it does not exist.
    """
    import pyarrow.csv
    import pyarrow.parquet

    beside = path.with_name(f".{path.name}{TEMPORARY}")
    try:
        if path.suffix == ".csv":
            with pyarrow.csv.CSVWriter(str(beside), _in_texts(columns)) as lines:
                for table in tables:
                    lines.write_table(with_texts(table))
        else:
            with pyarrow.parquet.ParquetWriter(
                str(beside), columns, write_page_checksum=True
            ) as file:
                for table in tables:
                    file.write_table(table, row_group_size=ROWS_OF_A_GROUP)
        _to_disk(beside, os.O_RDWR)
        os.replace(beside, path)
        if os.name != "nt":  # Windows opens no folder, and writes names to the disk by itself
            _to_disk(path.parent, os.O_RDONLY)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        # pyarrow names its own function and adds "Detail: …"; the system's words say enough.
        reason = os.strerror(error.errno) if error.errno else str(error).splitlines()[0]
        raise WriteError(f"cannot write {path}: {reason}") from error


def _to_disk(path: Path, how: int) -> None:
    """Waits until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, how)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# Files are read.


@contextmanager
def _opened(path: Path, columns: pyarrow.Schema) -> Iterator[pyarrow.parquet.ParquetFile]:
    """A part, whose scan and whose columns are right.

    Raises:
        CorruptFileError: if it is damaged, is not a part, or belongs to another scan.
        WriteError: if it cannot be opened.
    """
    import pyarrow.parquet

    with (
        reading(path, "delete it to compute its rows again"),
        pyarrow.parquet.ParquetFile(path, pre_buffer=False, page_checksum_verification=True) as file,
    ):
        if mark_of(file.schema_arrow) != mark_of(columns):
            raise CorruptFileError(path, "it is a part of another scan; move it elsewhere")
        if not file.schema_arrow.equals(columns):
            raise CorruptFileError(path, "its columns are not those of a part; move it elsewhere")
        yield file


@contextmanager
def reading(path: Path, advice: str) -> Iterator[None]:
    """What goes wrong inside is a fault of this file.

    Raises:
        CorruptFileError: with the advice, if what it has is not what it should have.
        GoneError: if there is no such file.
        WriteError: if it cannot be opened.
    """
    import pyarrow as pa

    try:
        yield
    except FolderError:
        raise
    except FileNotFoundError as error:
        raise GoneError(f"cannot read {path}: it is gone") from error
    except (pa.ArrowException, OSError, ValueError, TypeError, LookupError, RecursionError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise WriteError(f"cannot read {path}: {error.strerror}") from error
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CorruptFileError(path, f"damaged ({first}); {advice}") from error


def mark_of(columns: pyarrow.Schema) -> bytes | None:
    """To which scan a file with these columns belongs."""
    return (columns.metadata or {}).get(MARK)


def read_part(path: Path, columns: pyarrow.Schema) -> pyarrow.Table:
    """The rows of a part."""
    with _opened(path, columns) as file:
        # no threads: they may still be ending when the interpreter does, which aborts
        return file.read(use_threads=False)


def read_keys(path: Path, columns: pyarrow.Schema) -> tuple[NDArray[Any], NDArray[Any]]:
    """The places of a part's rows in the family, and which of them have an error."""
    with _opened(path, columns) as file:
        table = file.read(columns=["index", "error"], use_threads=False)
        return table["index"].to_numpy(), table["error"].is_valid().to_numpy()


def steadily(read: Callable[[], Result]) -> Result:
    """What a function reads. It is called again if a part is gone, since a scan has joined it."""
    for _ in range(9):
        with contextlib.suppress(GoneError):
            return read()
    return read()


def blocks(
    parts: Callable[[], Iterable[Path]], columns: pyarrow.Schema
) -> Iterator[pyarrow.Table]:
    """The rows of all parts in the order of the family, each once, a block at a time."""
    import pyarrow as pa

    def find() -> list[tuple[int, int, Path, int]]:
        """The first and the last place of each group of rows, its file and its number."""
        groups = []
        for path in parts():
            with _opened(path, columns) as file:
                for group in range(file.num_row_groups):
                    # the statistics of a group would say it, too, but no checksum covers them
                    table = file.read_row_group(group, columns=["index"], use_threads=False)
                    index = table["index"].to_numpy()
                    if len(index):
                        groups.append((int(index.min()), int(index.max()), path, group))
        return groups

    def block(low: int) -> pyarrow.Table:
        tables = [columns.empty_table()]
        for first, last, path, group in groups:
            if first < low + BLOCK and last >= low:
                with _opened(path, columns) as file:
                    table = file.read_row_group(group, use_threads=False)
                index = table["index"].to_numpy()
                inside = (low <= index) & (index < low + BLOCK)
                tables.append(table.filter(inside))
        return one_of_each(pa.concat_tables(tables))

    groups = steadily(find)
    for low in range(0, max((last + 1 for _, last, _, _ in groups), default=0), BLOCK):
        try:
            table = block(low)
        except GoneError:
            groups = steadily(find)
            table = block(low)
        yield table


def one_of_each(table: pyarrow.Table) -> pyarrow.Table:
    """The rows in the order of the family; of two with one place, the one without an error."""
    import numpy

    index = table["index"].to_numpy()
    failed = table["error"].is_valid().to_numpy()
    order = numpy.lexsort((failed, index))
    new = numpy.ones(len(order), bool)
    new[1:] = numpy.diff(index[order]) > 0
    return table.take(order[new])
