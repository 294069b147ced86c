"""Parts: files of finished rows, each complete or absent."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from nimsweep.scans.columns import mark_of, one_of_each, with_texts
from nimsweep.scans.errors import CorruptFileError, FolderError, WriteError

if TYPE_CHECKING:
    import pyarrow
    import pyarrow.parquet
    from numpy.typing import NDArray

TEMPORARY = ".tmp"
ROWS_OF_A_GROUP = 10_000  # rows that are read at once
BLOCK = 20_000  # places in the family that are read at once


Result = TypeVar("Result")


class GoneError(WriteError):
    """A part that is gone, since a running scan has joined it with others."""


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
            with pyarrow.csv.CSVWriter(str(beside), with_texts(columns.empty_table()).schema) as lines:
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
