"""What a scan has found: its rows, read from its folders."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nimsweep.scans.definition import compare, identity
from nimsweep.scans.errors import AnotherScanError, CorruptFileError, ScanError
from nimsweep.scans.family import Family
from nimsweep.scans.folder import (
    FAILED,
    MANIFEST,
    MISSING,
    kind_of,
    local_path,
    part_files,
    read_manifest,
    read_states,
    sets_of,
)
from nimsweep.scans.job import AnyRow
from nimsweep.scans.parts import blocks, need_packages, schema, write_tables

if TYPE_CHECKING:
    import numpy
    import pandas
    import pyarrow
    from numpy.typing import NDArray


@dataclass(frozen=True)
class ScanResult:
    """The finished rows of a scan, in the order of its family: a `Row` or an `OctalRow` for each.

    The numbers are those at the end of the call. The rows are read from the folder when they are
    asked for: `rows` and the tables have them all, and an iteration holds a part of them at a time.

    Attributes:
        folders: where the rows are.
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
    computed: int = 0
    seconds: float = 0.0

    @functools.cached_property
    def rows(self) -> tuple[Any, ...]:
        """All rows."""
        return tuple(self)

    @property
    def missing(self) -> int:
        """The number of games without a row yet."""
        return self.sets - self.finished

    def __iter__(self) -> Iterator[Any]:
        kind, tables = self._tables()
        for table in tables:
            for batch in table.to_batches(max_chunksize=1000):
                for columns in batch.to_pylist():
                    yield kind(**columns)

    def __len__(self) -> int:
        return self.finished

    def _tables(self) -> tuple[type[AnyRow], Iterator[pyarrow.Table]]:
        manifest = read_manifest(self.folders[0])
        if manifest is None:
            raise ScanError(f"{self.folders[0]} is not a folder of a scan")
        kind = kind_of(manifest)

        def parts() -> Iterator[Path]:
            return itertools.chain.from_iterable(map(part_files, self.folders))

        return kind, blocks(parts, kind, identity(manifest))

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a table of pyarrow."""
        import pyarrow as pa

        kind, tables = self._tables()
        return pa.concat_tables([schema(kind).empty_table(), *tables])

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame of pandas."""
        return self.to_arrow().to_pandas()

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the rows as `.parquet` or `.csv`, completely or not at all.

        Raises:
            ScanError: if the name ends otherwise, or if the file would be in the folder of a scan.
            WriteError: if the file cannot be written.
        """
        output = check_summary(path)
        kind, tables = self._tables()
        write_tables(output, schema(kind), tables)

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
        ScanError: if it does not, or if the file would count as a part of the scan in its folder.
    """
    output = local_path(path)
    if (output.parent / MANIFEST).exists() and output.name[0] not in "_.":
        reason = "all files in the folder of a scan are its parts; choose another folder"
        raise ScanError(f"{output}: {reason}")
    if output.suffix not in (".parquet", ".csv"):
        raise ScanError(f"{output}: the name of a summary ends in .parquet or .csv")
    return output


def merge(folders: Iterable[str | os.PathLike[str]]) -> ScanResult:
    """The rows of one scan, whose shards may have run in several folders.

    Raises:
        ScanError: if a folder has no scan, or there is no folder.
        AnotherScanError: if two folders have different scans.
        CorruptFileError: if a part is damaged.
    """
    need_packages()
    places = tuple(map(local_path, folders))
    states = None
    first: dict[str, object] | None = None
    sets = None
    for folder in places:
        manifest = read_manifest(folder)
        if manifest is None:
            raise ScanError(f"{folder} is not a folder of a scan")
        first = first or manifest
        compare(manifest, first, str(folder), f"{places[0]} has the other; merge one scan")
        sets = sets or sets_of(manifest)
        states = read_states(folder, kind_of(first), identity(first), states)
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
    return ScanResult(places, sets, *counted(states))
