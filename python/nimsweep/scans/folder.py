"""The folder of a scan: its manifest, its locks, and the parts of all shards.

    _scan.parquet                          what is scanned, and the columns; no rows
    .folder.lock                           held for a moment while a scan begins
    .shard-1-of-2.lock                     held while this shard runs
    part-1-of-2-000000.parquet             finished rows of this shard
    part-1-of-2-000000-000031.parquet      rows of the parts 0 to 31, which it replaces

Readers of data sets skip names that begin with `_` or `.`, or take all that are not empty: so the
folder is a data set for all of them. A lock is an empty file. It is of the operating system and ends
with its process, however that ends; a forked process does not hold it.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nimsweep.scans.columns import one_of_each, schema_of, table_of
from nimsweep.scans.definition import FORMAT, Definition, Manifest, compare
from nimsweep.scans.errors import (
    AnotherScanError,
    CorruptFileError,
    FolderInUseError,
    ScanError,
    WriteError,
)
from nimsweep.scans.family import MOST_SETS
from nimsweep.scans.parts import (
    TEMPORARY,
    GoneError,
    read_keys,
    read_part,
    reading,
    steadily,
    write_tables,
)
from nimsweep.scans.row import AnyRow

if TYPE_CHECKING:
    import filelock
    import numpy
    import pyarrow
    from numpy.typing import NDArray

MANIFEST = "_scan.parquet"  # without rows; its schema is that of the parts
DEFINITION = b"nimsweep.definition"  # the key of its metadata with what is scanned, as JSON
PART = re.compile(r"part-(\d+)-of-(\d+)-(\d+)(?:-(\d+))?\.parquet")
LOCK = re.compile(r"\.shard-(\d+)-of-(\d+)\.lock")
ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")  # also of one that has become a Path
JOINED_AT = 32  # parts that are joined
ROWS_OF_A_FILE = 100_000  # at most, in a file that joins parts

MISSING, DONE, FAILED = 0, 1, 2  # the states of a row


def local_path(path: str | os.PathLike[str]) -> Path:
    """The absolute path on this computer, also from the form `file:///…`.

    Raises:
        ScanError: if it is the address of something else.
        WriteError: if it is relative, and the current directory is gone.
    """
    text = os.fspath(path)
    if not ADDRESS.match(text):
        with _usable(Path(text)):
            return Path(text).absolute()
    if text.startswith("file:///"):
        import urllib.request  # slow to import, also in each worker

        return Path(urllib.request.url2pathname(text.removeprefix("file://")))
    raise ScanError(f"{text} is a remote address; a scan needs a local folder, which can be copied")


class Folder:
    """An opened folder, locked for one shard of one scan. Use it in a `with` statement.

    Raises:
        AnotherScanError: if the folder has another scan.
        FolderInUseError: if this shard, or a shard of another division, is running in it.
        CorruptFileError: if the manifest or a part is damaged.
        WriteError: if the folder cannot be written.
    """

    def __init__(self, path: Path, definition: Definition, shard: tuple[int, int]) -> None:
        self.path = path
        self.shard = shard
        self._manifest = definition.manifest()
        self._name = f"{shard[0]}-of-{shard[1]}"
        self._lock: filelock.BaseFileLock | None = None
        self._own: list[tuple[Path, int]] = []  # the parts of this shard, and their rows

    def __enter__(self) -> Folder:
        with _usable(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
        with self._beginning():
            self._acquire()
        return self

    def __exit__(self, *_: object) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @contextmanager
    def _beginning(self) -> Iterator[None]:
        """Only one scan begins at a time, so that two see each other's locks and manifest."""
        import filelock

        with _usable(self.path), filelock.FileLock(self.path / ".folder.lock"):
            yield

    def _acquire(self) -> None:
        found = read_manifest(self.path)
        if found is not None:
            compare(found, self._manifest, str(self.path), "choose another folder")
            self._manifest = found
        lock = _try_lock(self.path / f".shard-{self._name}.lock")
        if lock is None:
            raise FolderInUseError(f"a scan is running in {self.path}, shard {self._name}")
        try:
            for other in sorted(self.path.iterdir()):
                self._look_at(other)
            own = [path for path in part_files(self.path) if _place(path)[0] == self._name]
            for part in self.path.glob(f"part-{self._name}-*.parquet"):
                if part not in own and PART.fullmatch(part.name):
                    part.unlink()  # its rows are in another: a process was ended as it joined them
            self._own = [(path, len(self._keys(path)[0])) for path in sorted(own, key=_place)]
            if found is None:
                self._write_manifest()
        except BaseException:
            lock.release()
            raise
        self._lock = lock

    def _write_manifest(self) -> None:
        metadata = {**self.columns.metadata, DEFINITION: json.dumps(self._manifest).encode()}
        write_tables(self.path / MANIFEST, self.columns.with_metadata(metadata), [])

    @functools.cached_property
    def columns(self) -> pyarrow.Schema:
        """The columns of the parts."""
        return schema_of(self._manifest)

    @property
    def manifest(self) -> Manifest:
        """What is scanned."""
        return dict(self._manifest)

    @property
    def sets(self) -> int | None:
        """The number of games, if a scan has counted them."""
        sets: int | None = self._manifest["sets"]
        return sets

    def note_sets(self, sets: int) -> None:
        """Writes the number of games to the manifest, unless it has it."""
        if self.sets != sets:
            self._manifest["sets"] = sets
            with self._beginning():  # another shard may write the same
                self._write_manifest()

    def _look_at(self, file: Path) -> None:
        """Refuses shards of another division that run; removes leftovers."""
        if match := LOCK.fullmatch(file.name):
            if match[2] != str(self.shard[1]):
                other = _try_lock(file)
                if other is None:
                    raise FolderInUseError(
                        f"shard {match[1]} of {match[2]} is running in {self.path}; "
                        f"shard {self._name} would do some of its work again"
                    )
                other.release()
        elif file.name.startswith(f".part-{self._name}-") and file.name.endswith(TEMPORARY):
            file.unlink(missing_ok=True)  # of a process that was ended while it wrote

    def _keys(self, path: Path) -> tuple[NDArray[Any], NDArray[Any]]:
        return read_keys(path, self.columns)

    def states(self) -> NDArray[numpy.uint8]:
        """MISSING, DONE or FAILED for each place in the family, as far as there are rows."""
        return read_states(self.path, self.columns)

    def forget_errors(self) -> None:
        """Removes the rows of this shard that have an error from all parts."""
        number, count = self.shard
        with self._beginning():
            for path in part_files(self.path):
                index, failed = self._keys(path)
                forgotten = failed & (index % count == number - 1)
                if forgotten.all():
                    path.unlink()
                elif forgotten.any():
                    table = read_part(path, self.columns)
                    self._write_part(path, table.filter(~forgotten))
            self._own = [
                (path, len(self._keys(path)[0])) for path, _ in self._own if path.exists()
            ]

    def write(self, rows: Iterable[AnyRow]) -> Path:
        """Writes rows as a new part.

        Raises:
            WriteError: if it cannot be written; then no part is added.
        """
        table = table_of(self.columns, rows)
        last = _place(self._own[-1][0])[2] if self._own else -1
        path = self.path / f"part-{self._name}-{last + 1:06}.parquet"
        self._write_part(path, table)
        self._own.append((path, table.num_rows))
        return path

    def _write_part(self, path: Path, table: pyarrow.Table) -> None:
        write_tables(path, self.columns, [table])
        if not (self.path / MANIFEST).exists():  # somebody has removed it, or all files
            self._write_manifest()

    def join(self, everything: bool = True) -> None:
        """Joins the last parts, as far as one file takes them; if not all, then only many.

        Then an older file is only joined again if it has no more rows than all that follow it, so
        that a row is seldom rewritten.
        """
        rows = taken = 0
        for _, more in reversed(self._own):
            enough = not everything and taken >= JOINED_AT and more > rows
            if enough or rows + more > ROWS_OF_A_FILE:
                break
            rows, taken = rows + more, taken + 1
        if taken < (2 if everything else JOINED_AT):
            return
        import pyarrow as pa

        joined = [path for path, _ in self._own[-taken:]]
        tables = [read_part(path, self.columns) for path in joined]
        table = one_of_each(pa.concat_tables(tables))
        first, last = _place(joined[0])[1], _place(joined[-1])[2]
        path = self.path / f"part-{self._name}-{first:06}-{last:06}.parquet"
        self._write_part(path, table)
        for one in joined:
            with contextlib.suppress(OSError):  # Windows keeps a file that is being read
                one.unlink()
        self._own[-taken:] = [(path, table.num_rows)]


@contextmanager
def _usable(path: Path) -> Iterator[None]:
    """Errors of the system inside are errors of the folder."""
    try:
        yield
    except WriteError:
        raise
    except OSError as error:
        reason = error.strerror or error
        raise WriteError(f"cannot use the folder {path}: {reason}") from error


def _place(path: Path) -> tuple[str, int, int]:
    """The shard of a part, and the first and the last part that it has."""
    match = PART.fullmatch(path.name)
    assert match is not None
    return f"{match[1]}-of-{match[2]}", int(match[3]), int(match[4] or match[3])


def part_files(path: Path) -> list[Path]:
    """The parts in a folder, without those whose rows are in another, which joins them."""
    with _usable(path):
        found = [file for file in path.iterdir() if PART.fullmatch(file.name)]
    parts: list[Path] = []
    last: dict[str, int] = {}  # of each shard, the last part that the files so far have
    for file in sorted(found, key=lambda file: (_place(file)[1], -_place(file)[2])):
        shard, _, end = _place(file)
        if end > last.get(shard, -1):
            last[shard] = end
            parts.append(file)
    return sorted(parts)


def read_manifest(path: Path) -> Manifest | None:
    """The manifest of a folder; None if it has no scan.

    Raises:
        CorruptFileError: if it is damaged.
        AnotherScanError: if there are parts, but no manifest, or if another version wrote it.
        WriteError: if it cannot be opened.
    """
    import pyarrow.parquet

    file = path / MANIFEST
    try:
        with reading(file, "restore it, or use another folder"):
            columns = pyarrow.parquet.read_schema(file)
            found = json.loads((columns.metadata or {}).get(DEFINITION, b"null"))
            if not isinstance(found, dict):
                raise ValueError("it is not a manifest of a scan")
            if found["format"] == FORMAT and not columns.equals(schema_of(found)):
                raise ValueError("its columns are not those of its scan")
    except GoneError:
        if path.is_dir() and part_files(path):
            raise AnotherScanError(
                f"{path} has parts of a scan, but no {MANIFEST}; restore that file, or choose "
                "another folder"
            ) from None
        return None
    if found["format"] != FORMAT:
        raise AnotherScanError(
            f"{path} has a scan of another version, with format {found['format']}; read its rows as "
            "Parquet files, and choose another folder for a new scan"
        )
    return found


def read_states(
    path: Path, columns: pyarrow.Schema, known: NDArray[numpy.uint8] | None = None
) -> NDArray[numpy.uint8]:
    """The states of the rows of a folder, added to those that are known.

    Raises:
        CorruptFileError: if a part is damaged, or is not of this scan.
    """
    import numpy

    def read() -> NDArray[numpy.uint8]:
        states = numpy.zeros(0, numpy.uint8) if known is None else known.copy()
        for file in part_files(path):
            index, failed = read_keys(file, columns)
            if len(index) == 0:
                continue
            if not 0 <= index.min() <= index.max() < MOST_SETS:
                raise CorruptFileError(file, "it has a row of no family; move it elsewhere")
            states = numpy.pad(states, (0, max(0, int(index.max()) + 1 - len(states))))
            errors = index[failed]
            states[errors[states[errors] == MISSING]] = FAILED
            states[index[~failed]] = DONE
        return states

    return steadily(read)


def _try_lock(path: Path) -> filelock.BaseFileLock | None:
    import filelock

    lock = filelock.FileLock(path)
    # where a lock is only a file, that of a dead process is removed by the first try
    with contextlib.suppress(filelock.Timeout):
        lock.acquire(timeout=0.1)
        return lock
    return None


def shard_of(text: str) -> tuple[int, int]:
    """A shard from its text, `1/4` to `4/4`.

    Raises:
        ScanError: if it is none.

    >>> shard_of("2/4")
    (2, 4)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*", text) if isinstance(text, str) else None
    if match is None:
        raise ScanError(f"shard: {text!r} should be like '1/4', the first of four")
    number, count = int(match[1]), int(match[2])
    if not 1 <= number <= count:
        raise ScanError(f"shard: {number}/{count} should be from 1/{count} to {count}/{count}")
    return number, count
