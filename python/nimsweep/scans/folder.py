"""The folder of a scan: its manifest, its locks, and the parts of all shards.

    scan.json                         what is scanned
    folder.lock                       held for a moment while a scan begins
    shard-1-of-2.lock                 held while this shard runs
    part-1-of-2-000000.parquet        finished rows of this shard

A lock is of the operating system (flock) and ends with its process, however that ends. A process
that is forked from it closes the lock's file, so that it cannot hold the lock any longer.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from nimsweep.scans.definition import Definition, compare
from nimsweep.scans.errors import (
    AnotherScanError,
    CorruptFileError,
    FolderInUseError,
    ScanError,
    WriteError,
)
from nimsweep.scans.job import Row
from nimsweep.scans.parts import TEMPORARY, read_part, write_part, write_text

MANIFEST = "scan.json"
PART = re.compile(r"part-(\d+)-of-(\d+)-(\d+)\.parquet")
LOCK = re.compile(r"shard-(\d+)-of-(\d+)\.lock")


_held: set[int] = set()  # the descriptors of this process's locks


def _open_lock(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    _held.add(descriptor)
    return descriptor


def _close_lock(descriptor: int) -> None:
    if descriptor in _held:  # not in a forked process, which has closed it
        _held.remove(descriptor)
        os.close(descriptor)


def _close_inherited() -> None:
    """Closes the locks in a forked process. To unlock them here would unlock the parent's, too."""
    while _held:
        os.close(_held.pop())


os.register_at_fork(after_in_child=_close_inherited)


class Folder:
    """An opened folder, locked for one shard of one scan. Use it in a `with` statement.

    Raises:
        AnotherScanError: if the folder has another scan.
        FolderInUseError: if this shard, or a shard of another division, is running in it.
        CorruptFileError: if the manifest or a part is damaged.
        WriteError: if the folder cannot be written.
    """

    def __init__(
        self, path: str | os.PathLike[str], definition: Definition, shard: tuple[int, int]
    ) -> None:
        self.path = Path(path)
        self.definition = definition
        self.shard = shard
        self._name = f"{shard[0]}-of-{shard[1]}"
        self._lock: int | None = None
        self._next = 0

    def __enter__(self) -> Folder:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with self._beginning():
                self._acquire()
        except OSError as error:
            if isinstance(error, WriteError):
                raise
            reason = error.strerror or error
            raise WriteError(f"cannot use the folder {self.path}: {reason}") from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._lock is not None:
            _close_lock(self._lock)
            self._lock = None

    @contextmanager
    def _beginning(self) -> Iterator[None]:
        """Only one scan begins at a time, so that two see each other's locks and manifest."""
        descriptor = _open_lock(self.path / "folder.lock")
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            _close_lock(descriptor)

    def _acquire(self) -> None:
        check_manifest(self.path, self.definition.manifest())
        lock = _open_lock(self.path / f"shard-{self._name}.lock")
        try:
            if not _try_lock(lock):
                raise FolderInUseError(f"a scan is running in {self.path}, shard {self._name}")
            for other in sorted(self.path.iterdir()):
                self._look_at(other)
            if not (self.path / MANIFEST).exists():
                text = json.dumps(self.definition.manifest(), indent=2, ensure_ascii=False)
                write_text(self.path / MANIFEST, text + "\n")
        except BaseException:
            _close_lock(lock)
            raise
        self._lock = lock

    def _look_at(self, file: Path) -> None:
        """Refuses shards of another division that run; counts own parts; removes leftovers."""
        if match := LOCK.fullmatch(file.name):
            if match[2] != str(self.shard[1]) and _is_locked(file):
                raise FolderInUseError(
                    f"shard {match[1]} of {match[2]} is running in {self.path}; "
                    f"shard {self._name} would do some of its work again"
                )
        elif match := PART.fullmatch(file.name):
            if f"{match[1]}-of-{match[2]}" == self._name:
                self._next = max(self._next, int(match[3]) + 1)
        elif file.name.startswith(f"part-{self._name}-") and file.name.endswith(TEMPORARY):
            file.unlink(missing_ok=True)  # of a process that was ended while it wrote

    def rows(self) -> dict[int, Row]:
        """The finished rows of all shards, by their place in the family."""
        return read_rows(self.path, self.definition)

    def write(self, rows: Iterable[Row]) -> Path:
        """Writes rows as a new part.

        Raises:
            WriteError: if it cannot be written; then no part is added.
        """
        path = self.path / f"part-{self._name}-{self._next:06}.parquet"
        write_part(path, rows)
        self._next += 1
        return path


def part_files(path: Path) -> list[Path]:
    """The parts in a folder, in the order of their names."""
    return sorted(file for file in path.iterdir() if PART.fullmatch(file.name))


def read_manifest(path: Path) -> dict[str, object] | None:
    """The manifest of a folder; None if it has no scan.

    Raises:
        CorruptFileError: if it is damaged.
        AnotherScanError: if there are parts, but no manifest.
        WriteError: if it cannot be opened.
    """
    file = path / MANIFEST
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if path.is_dir() and part_files(path):
            raise AnotherScanError(
                f"{path} has parts of a scan, but no {MANIFEST}; restore that file, or choose "
                "another folder"
            ) from None
        return None
    except (ValueError, RecursionError) as error:
        reason = f"damaged ({error}); restore it, or use another folder"
        raise CorruptFileError(file, reason) from error
    except OSError as error:
        raise WriteError(f"cannot read {file}: {error.strerror or error}") from error
    if not isinstance(found, dict):
        reason = "it is not a manifest of a scan; restore it, or use another folder"
        raise CorruptFileError(file, reason)
    return found


def check_manifest(path: Path, wanted: dict[str, object]) -> None:
    """Compares the manifest of a folder, if it has one.

    Raises:
        AnotherScanError: if it is of another scan.
    """
    found = read_manifest(path)
    if found is not None:
        compare(found, wanted, str(path), "choose another folder")


def read_rows(path: Path, definition: Definition | None = None) -> dict[int, Row]:
    """The rows of all parts by their place in the family; of two, the one without an error.

    Raises:
        CorruptFileError: if a part is damaged, or has a row that is not of this family.
    """
    rows: dict[int, Row] = {}
    for file in part_files(path):
        for row in read_part(file):
            if definition is not None:
                _check_row(file, row, definition)
            keep(rows, row)
    return rows


def keep(rows: dict[int, Row], row: Row) -> None:
    """Adds a row; of two with one place in the family, the one without an error stays."""
    if row.index not in rows or rows[row.index].error is not None:
        rows[row.index] = row


def _check_row(file: Path, row: Row, definition: Definition) -> None:
    sets = definition.family.sets
    own = sets[row.index] if 0 <= row.index < len(sets) else None
    if own is None or (own.canonical, own.rule) != (row.canonical, row.rule):
        reason = f"its row {row.index}, {row.canonical}, is not of this family"
        raise CorruptFileError(file, reason)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_locked(file: Path) -> bool:
    descriptor = os.open(file, os.O_RDWR)
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def shard_of(text: str) -> tuple[int, int]:
    """A shard from its text, `1/4` to `4/4`.

    Raises:
        ScanError: if it is none.

    >>> shard_of("2/4")
    (2, 4)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*", text)
    if match is None:
        raise ScanError(f"shard: '{text}' should be like 1/4, the first of four")
    return check_shard((int(match[1]), int(match[2])))


def check_shard(shard: tuple[int, int]) -> tuple[int, int]:
    """The shard, if it is one.

    Raises:
        ScanError: if it is none.
    """
    if not isinstance(shard, tuple) or [type(part) for part in shard] != [int, int]:
        raise ScanError(f"shard: {shard!r} should be a text such as '1/4', or two whole numbers")
    number, count = shard
    if not 1 <= number <= count:
        raise ScanError(f"shard: {number}/{count} should be from 1/{count} to {count}/{count}")
    return shard
