"""What a scan has found: its rows, read from its folders."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy

from nimsweep.errors import need
from nimsweep.rows import Rows, html
from nimsweep.scans.columns import about, column_of, rows_in, rows_of, schema_of
from nimsweep.scans.definition import Manifest, compare
from nimsweep.scans.errors import AnotherScanError, CorruptFileError, FolderError, ScanError
from nimsweep.scans.family import MOST_SETS, Family
from nimsweep.scans.folder import (
    FAILED,
    MANIFEST,
    MISSING,
    local_path,
    part_files,
    read_manifest,
    read_states,
)
from nimsweep.scans.parts import blocks, write_tables
from nimsweep.scans.row import OctalRow, Row
from nimsweep.scans.texts import number_of

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    from numpy.typing import NDArray


@dataclass(frozen=True, repr=False)
class ScanResult(Rows[Row | OctalRow]):
    """The finished rows of a scan, in the order of its family: a `Row` or an `OctalRow` for each.

    It is a sequence of rows, `found[0]`, `found[:3]` or `found[mask]`, and a table: `found["steps"]`
    is a column, and polars, DuckDB and others take it as an Arrow stream.

    A result is what there was at the end of the call, also if another shard has run since. The rows
    are read from the folder when they are asked for: an iteration, a stream and `write` hold a part of
    them at a time, and all else keeps them. If rows have gone since, or a row with an error has been
    computed again without one, that is a `FolderError`.

    Attributes:
        folders: where the rows are, as absolute paths.
        sets: the number of games of the family.
        finished: how many of them have a row.
        errors: how many rows have an error.
        computed: how many rows the call has computed; the others existed before.
        seconds: how long the call took.
    """

    folders: tuple[Path, ...]
    sets: int
    finished: int
    errors: int
    computed: int
    seconds: float
    _manifest: Manifest = field(repr=False, compare=False)
    _states: NDArray[numpy.uint8] = field(repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        # they are read again
        return {name: value for name, value in vars(self).items() if name not in ("rows", "_table")}

    @functools.cached_property
    def rows(self) -> tuple[Row | OctalRow, ...]:
        """All rows."""
        return tuple(self)

    @functools.cached_property
    def _table(self) -> pyarrow.Table:
        import pyarrow as pa

        return pa.concat_tables([self.schema.empty_table(), *self._tables()])

    @property
    def missing(self) -> int:
        """The number of games without a row yet."""
        return self.sets - self.finished

    def __iter__(self) -> Iterator[Row | OctalRow]:
        for table in self._tables():
            yield from rows_of(table, rows_in(self._manifest))

    def _row(self, place: int) -> Row | OctalRow:
        return self._picked((place,))[0]

    def _picked(self, places: Sequence[int]) -> list[Row | OctalRow]:
        return list(rows_of(self._table.take(numpy.array(places, int)), rows_in(self._manifest)))

    def _named(self, name: str) -> NDArray[Any]:
        return column_of(self._with(name), name)

    def _with(self, name: str) -> pyarrow.Table:
        """The table, which has this column."""
        names = self._table.schema.names
        if name not in names:
            raise KeyError(f"there is no column {name!r}; the columns are {', '.join(names)}")
        return self._table

    def exact(self, name: str) -> NDArray[Any]:
        """The exact numbers of a column, such as "maximum": each a Surd, an Algebraic, or
        None if it is missing.

        >>> import tempfile
        >>> from nimsweep import scan
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     print(scan("1,sqrt2;1,3", folder, upto=20, range=(3, 10), workers=1).exact("maximum"))
        [Surd('(200+29*sqrt(2))/92') Surd('8/3')]
        """
        numbers = [None if one is None else number_of(one) for one in self._with(name)[name].to_pylist()]
        return numpy.array(numbers, dtype=object)

    def __len__(self) -> int:
        return self.finished

    @property
    def schema(self) -> pyarrow.Schema:
        """The columns with their types."""
        return schema_of(self._manifest)

    def _tables(self) -> Iterator[pyarrow.Table]:
        """The rows, a block at a time."""

        def parts() -> Iterator[Path]:
            return itertools.chain.from_iterable(map(part_files, self.folders))

        changed = FolderError(
            f"{', '.join(map(str, self.folders))}: rows of this result are gone or were computed "
            "again; scan or merge once more to have what is there now"
        )
        then = numpy.pad(self._states, (0, MOST_SETS + 1 - len(self._states)))
        rows = 0
        for table in blocks(parts, self.schema):
            states = then[table["index"].to_numpy().clip(-1, MOST_SETS)]
            known = states != MISSING  # the others came later
            table = table.filter(known)
            failed = table["error"].is_valid().to_numpy()
            if ((states[known] == FAILED) != failed).any():
                raise changed
            rows += table.num_rows
            yield table
        if rows != self.finished:
            raise changed

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a table of pyarrow."""
        return self._table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as an Arrow stream, by the PyCapsule interface."""
        import pyarrow as pa

        batches = itertools.chain.from_iterable(map(pa.Table.to_batches, self._tables()))
        reader: Any = pa.RecordBatchReader.from_batches(self.schema, batches)
        stream: object = reader.__arrow_c_stream__(requested_schema)
        return stream

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame of pandas, whose `attrs` say what the scan is.

        Its integers are of the type Int64, with or without missing ones.

        Raises:
            MissingPackageError: if pandas is not installed.
        """
        need("a data frame of pandas", "pandas")
        frame = self.to_arrow().to_pandas()
        frame.attrs.update(about(self._manifest))
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The rows as a data frame of polars.

        Raises:
            MissingPackageError: if polars is not installed.
        """
        need("a data frame of polars", "polars")
        import polars

        return polars.DataFrame(self.to_arrow())

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the rows as `.parquet` or `.csv`, completely or not at all.

        Raises:
            ScanError: if the name ends otherwise, or if the file would be in the folder of a scan.
            FolderError: if rows of the result are gone.
            WriteError: if the file cannot be written.
        """
        output = check_summary(path)
        write_tables(output, self.schema, self._tables())

    def _repr_html_(self) -> str:
        few = itertools.islice(self, 10)
        less_told = "seconds", "version"
        ends = "_float", "_digits"
        names = self.schema.names
        shown = [one for one in names if one not in less_told and not one.endswith(ends)]
        cells = ([getattr(row, name) for name in shown] for row in few)
        return html(repr(self), "", shown, cells, len(self))

    def __repr__(self) -> str:
        return (
            f"ScanResult({self.finished} rows of {self.sets} games, {self.errors} with an error; "
            f"{self.computed} computed in {self.seconds:.3g} s)"
        )


def counted(states: NDArray[numpy.uint8]) -> tuple[int, int]:
    """How many rows there are, and how many of them have an error."""
    return int((states != MISSING).sum()), int((states == FAILED).sum())


def check_summary(path: str | os.PathLike[str]) -> Path:
    """The path of a summary, if its name says how it is written.

    Raises:
        ScanError: if it does not, or if the file would be in the folder of a scan, where some readers
            would take its rows for more rows of the scan.
    """
    output = local_path(path)
    for folder in output.parents:
        if (folder / MANIFEST).exists():
            raise ScanError(f"{output}: {folder} is the folder of a scan; choose another folder")
    if output.suffix not in (".parquet", ".csv"):
        raise ScanError(f"{output}: the name of a summary ends in .parquet or .csv")
    return output


def merge(folders: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> ScanResult:
    """The rows of one scan, in a folder, or in several if its shards have run apart.

    Raises:
        ScanError: if a folder has no scan, or there is no folder.
        AnotherScanError: if two folders have different scans.
        CorruptFileError: if a part is damaged.
    """
    need("a scan", "pyarrow", "filelock")
    if isinstance(folders, (str, os.PathLike)):
        folders = (folders,)
    places = tuple(map(local_path, folders))
    states = None
    first: Manifest | None = None
    sets = None
    for folder in places:
        manifest = read_manifest(folder)
        if manifest is None:
            raise ScanError(f"{folder} is not a folder of a scan")
        first = first or manifest
        compare(manifest, first, str(folder), f"{places[0]} has the other; merge one scan")
        sets = sets or manifest["sets"]
        states = read_states(folder, schema_of(first), states)
    if first is None or states is None:
        raise ScanError("merge: name at least one folder of a scan")
    if sets is None:  # no call has come to the end of the family
        rule = first["rule"]
        family = Family.of(str(first["family"]), None if rule is None else str(rule))
        if family.digest() != first["digest"]:
            reason = "damaged (its family is not the one that was scanned); restore it"
            raise CorruptFileError(places[0] / MANIFEST, reason)
        sets = len(family)
    if len(states) > sets:
        raise AnotherScanError(f"{places[0]}: its manifest does not fit its parts")
    return ScanResult(places, sets, *counted(states), 0, 0.0, first, states)
