"""What a scan has found: its rows as a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nimsweep.scans.definition import compare
from nimsweep.scans.errors import AnotherScanError, ScanError
from nimsweep.scans.folder import MANIFEST, PART, keep, read_manifest, read_rows
from nimsweep.scans.job import Row
from nimsweep.scans.parts import need_pyarrow, table_of, write_table

if TYPE_CHECKING:
    import pandas
    import pyarrow


@dataclass(frozen=True)
class ScanResult:
    """The finished rows of a scan, in the order of its family.

    Attributes:
        rows: one for each set that is finished.
        sets: the number of sets of the family.
        computed: how many rows the call has computed; the others existed before.
        seconds: how long the call took.
    """

    rows: tuple[Row, ...]
    sets: int
    computed: int = 0
    seconds: float = 0.0

    @property
    def errors(self) -> int:
        """The number of rows with an error."""
        return sum(row.error is not None for row in self.rows)

    @property
    def missing(self) -> int:
        """The number of sets without a row yet."""
        return self.sets - len(self.rows)

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a table of pyarrow."""
        return table_of(self.rows)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame of pandas."""
        return self.to_arrow().to_pandas()

    def write(self, path: str | Path) -> None:
        """Writes the rows as `.parquet` or `.csv`, completely or not at all.

        Raises:
            ScanError: if the name ends otherwise.
            WriteError: if the file cannot be written.
        """
        write_table(check_summary(path), self.to_arrow())

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return (
            f"ScanResult({len(self.rows)} rows of {self.sets} sets, {self.errors} with an error; "
            f"{self.computed} computed in {self.seconds:.3g} s)"
        )


def check_summary(path: str | Path) -> Path:
    """The path of a summary, if its name says how it is written.

    Raises:
        ScanError: if it does not, or if the name is that of a part in the folder of a scan.
    """
    output = Path(path)
    if PART.fullmatch(output.name) and (output.parent / MANIFEST).exists():
        raise ScanError(f"{output}: this is the name of a part of the scan; choose another name")
    if output.suffix not in (".parquet", ".csv"):
        raise ScanError(f"{output}: the name of a summary ends in .parquet or .csv")
    return output


def merge(folders: Iterable[str | Path]) -> ScanResult:
    """The rows of one scan, whose shards may have run in several folders.

    Raises:
        ScanError: if a folder has no scan, or there is no folder.
        AnotherScanError: if two folders have different scans.
        CorruptFileError: if a part is damaged.
    """
    need_pyarrow()
    rows: dict[int, Row] = {}
    first: tuple[Path, dict[str, object]] | None = None
    for folder in map(Path, folders):
        manifest = read_manifest(folder)
        if manifest is None:
            raise ScanError(f"{folder} is not a folder of a scan")
        if first is None:
            first = (folder, manifest)
        compare(manifest, first[1], str(folder), f"{first[0]} has the other; merge one scan")
        for row in read_rows(folder).values():
            keep(rows, row)
    if first is None:
        raise ScanError("merge: name at least one folder of a scan")
    sets = first[1].get("sets")
    if not isinstance(sets, int) or any(not 0 <= index < sets for index in rows):
        raise AnotherScanError(f"{first[0]}: its manifest does not fit its parts")
    return ScanResult(tuple(rows[index] for index in sorted(rows)), sets)
