"""Parts: files of finished rows, each complete or absent."""

from __future__ import annotations

import contextlib
import importlib.util
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nimsweep.scans.errors import CorruptFileError, ScanError, WriteError
from nimsweep.scans.job import Row

if TYPE_CHECKING:
    import pyarrow

TEMPORARY = ".tmp"


def need_pyarrow() -> None:
    """Parts are Parquet files, so a scan needs pyarrow.

    Raises:
        ScanError: if it is not installed.
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise ScanError("a scan writes Parquet files with pyarrow: pip install 'nimsweep[scan]'")


def schema(with_rule: bool) -> pyarrow.Schema:
    """The columns of a row, in their order, with their types; that of the rule only if wanted."""
    import pyarrow as pa

    text, count = pa.string(), pa.int64()
    fields: list[pa.Field[Any]] = [
        pa.field("index", count, nullable=False),
        pa.field("lengths", text, nullable=False),
        pa.field("canonical", text, nullable=False),
        pa.field("steps", count),
        pa.field("largest", count),
        pa.field("corners", count),
        pa.field("period", text),
        pa.field("period_from", text),
        pa.field("maximum", text),
        pa.field("maximum_decimal", text),
        pa.field("at", text),
        pa.field("at_decimal", text),
        pa.field("kind", text),
        pa.field("seconds", pa.float64(), nullable=False),
        pa.field("attempts", pa.int32(), nullable=False),
        pa.field("error", text),
        pa.field("version", text, nullable=False),
    ]
    if with_rule:
        fields.append(pa.field("rule", text))
    return pa.schema(fields)


def table_of(rows: Iterable[Row]) -> pyarrow.Table:
    """The rows as a table, in the order of the family."""
    import pyarrow as pa

    ordered = sorted(rows, key=lambda row: row.index)
    columns = schema(any(row.rule is not None for row in ordered))
    return pa.Table.from_pylist([row.to_dict() for row in ordered], schema=columns)


def write_part(path: Path, rows: Iterable[Row]) -> None:
    """Writes rows to a new file: beside it first, then under its name.

    Raises:
        WriteError: if the file cannot be written; then it does not exist.
    """
    write_table(path, table_of(rows))


def write_table(path: Path, table: pyarrow.Table) -> None:
    """Writes a table as Parquet, or as CSV if the name ends so, completely or not at all.

    Raises:
        WriteError: if the file cannot be written.
    """
    import pyarrow.csv
    import pyarrow.parquet

    def write(beside: str) -> None:
        if path.suffix == ".csv":
            pyarrow.csv.write_csv(table, beside)
        else:
            pyarrow.parquet.write_table(table, beside, write_page_checksum=True)

    _complete(path, write)


def write_text(path: Path, text: str) -> None:
    """Writes a text, completely or not at all.

    Raises:
        WriteError: if the file cannot be written.
    """
    _complete(path, lambda beside: Path(beside).write_text(text, encoding="utf-8"))


def _complete(path: Path, write: Callable[[str], object]) -> None:
    beside = path.with_name(path.name + TEMPORARY)
    try:
        write(str(beside))
        _to_disk(beside)
        os.replace(beside, path)
        _to_disk(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        # pyarrow names its own function and adds "Detail: …"; the system's words say enough.
        reason = os.strerror(error.errno) if error.errno else str(error).splitlines()[0]
        raise WriteError(f"cannot write {path}: {reason}") from error


def _to_disk(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_part(path: Path) -> list[Row]:
    """The rows of a part.

    Raises:
        CorruptFileError: if the file is damaged, or is not a part.
        WriteError: if it cannot be opened.
    """
    import pyarrow as pa
    import pyarrow.parquet

    try:
        # Not `read_table`: its threads may still be ending when the interpreter does, which aborts.
        with pyarrow.parquet.ParquetFile(
            path, pre_buffer=False, page_checksum_verification=True
        ) as file:
            table = file.read(use_threads=False)
    except (pa.ArrowException, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise WriteError(f"cannot read {path}: {error.strerror}") from error
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        advice = "delete it to compute its rows again"
        raise CorruptFileError(path, f"damaged ({first}); {advice}") from error
    if not any(table.schema.equals(schema(with_rule)) for with_rule in (False, True)):
        raise CorruptFileError(path, "its columns are not those of a part; move it elsewhere")
    return [Row(**row) for row in table.to_pylist()]
