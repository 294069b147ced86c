"""Scans under faults: full disks, folders that are removed, clocks that jump, garbage of workers.

Each fault is made at every point at which a small scan can meet it. After each, the rows that the
folder has are those of a scan without faults, and the same call completes the scan.
"""

from __future__ import annotations

import errno
import functools
import itertools
import os
import random
import resource
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
import scan_support as support

import nimsweep.scans
from nimsweep import scan
from nimsweep.scans import CorruptFileError, FolderError, Row, ScanError, ScanResult, merge
from nimsweep.scans import driver, family, limits, progress
from nimsweep.scans import folder as folders
from nimsweep.scans.folder import MANIFEST, part_files

FAMILY = "1,sqrt(d) for squarefree d < 6"  # 3 sets
UPTO = 6
RANGE = (3, 5)


class AtOnce:
    """An executor that computes in `submit`, so that a scan takes the same steps each time."""

    _max_workers = 1

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future


class StopsAfterTwo(AtOnce):
    """Its third future is none, which ends the scan."""

    taken = 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        self.taken += 1
        return super().submit(function, *arguments) if self.taken < 3 else arguments  # type: ignore


def scanned(folder: Path, **options: Any) -> ScanResult:
    return scan(FAMILY, folder, AtOnce(), upto=UPTO, range=RANGE, digits=6, **options)


@functools.cache
def right() -> tuple[Row, ...]:
    """The rows of a scan without faults, and without a folder."""
    return tuple(support.serial_rows(FAMILY, UPTO, RANGE, 6))


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part for each one or two rows, which are joined at once: many files for five rows."""
    monkeypatch.setattr(driver, "ROWS_OF_A_PART", 1)
    monkeypatch.setattr(folders, "JOINED_AT", 2)


def check_rows(rows: Iterable[Row]) -> None:
    for row in rows:
        assert support.same([row]) == [right()[row.index]]
        assert row.seconds >= 0


def check_completed(folder: Path, **options: Any) -> None:
    """The same call completes the scan, and then there is nothing left to compute."""
    found = scanned(folder, **options)
    assert (found.missing, found.errors) == (0, 0)
    check_rows(found)
    assert [row.index for row in found] == list(range(len(right())))
    assert scanned(folder).computed == 0
    merged = merge([folder])
    assert merged.rows == found.rows and merged.missing == 0
    assert not [file for file in folder.iterdir() if file.name.endswith(".tmp")]


def check_message(error: BaseException, folder: Path) -> None:
    """One line that names the folder or a file in it."""
    assert len(str(error).splitlines()) == 1 and str(folder) in str(error)


# What touches the disk: by Python, and by pyarrow.
CALLS: tuple[tuple[Any, str], ...] = (
    (os, "open"),
    (os, "fsync"),
    (os, "replace"),
    (Path, "mkdir"),
    (Path, "iterdir"),
    (Path, "unlink"),
    (pyarrow.parquet, "read_schema"),
    (pyarrow.parquet.ParquetWriter, "__init__"),
    (pyarrow.parquet.ParquetWriter, "write_table"),
    (pyarrow.parquet.ParquetFile, "__init__"),
    (pyarrow.parquet.ParquetFile, "read"),
)


@contextmanager
def at_call(number: int | None, fault: Callable[[], None], lasting: bool) -> Iterator[list[str]]:
    """Makes a fault before one call to the disk, or before it and all later ones."""
    made: list[str] = []

    def before(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def called(*arguments: Any, **options: Any) -> Any:
            made.append(name)
            if number is not None and (
                len(made) == number + 1 or (lasting and len(made) > number)
            ):
                fault()
            return call(*arguments, **options)

        return called

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in CALLS:
            patch.setattr(owner, name, before(name, getattr(owner, name)))
        yield made


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@functools.cache
def calls_of_a_scan(folder: Path) -> int:
    with at_call(None, full, lasting=False) as made:
        scanned(folder)
    assert len(made) > 40 and set(made) == {name for _, name in CALLS}
    return len(made)


@pytest.mark.parametrize("lasting", [False, True])
def test_a_disk_that_is_full_at_any_call(tmp_path: Path, lasting: bool) -> None:
    ended = 0
    for number in range(calls_of_a_scan(tmp_path / "counted")):
        folder = tmp_path / str(number)
        with at_call(number, full, lasting) as made:
            try:
                scanned(folder)
            except ScanError as error:
                check_message(error, folder)
                assert "No space left on device" in str(error), (number, made)
                ended += 1
        # the last call may be one that not every scan makes
        assert len(made) > number or number > 40
        if folder.exists():
            check_rows(support.all_rows(folder))
        check_completed(folder)
    assert ended > 30


def test_files_that_end_at_any_length(tmp_path: Path) -> None:
    """As on a disk that is full in the middle of a file: pyarrow's own writes fail, too."""
    scanned(tmp_path / "whole")
    largest = max(file.stat().st_size for file in (tmp_path / "whole").iterdir())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for limit in range(0, largest, largest // 50):
        folder = tmp_path / str(limit)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
        try:
            with pytest.raises(FolderError, match="File too large") as caught:
                scanned(folder)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        check_message(caught.value, folder)
        check_rows(support.all_rows(folder))
        check_completed(folder)


def removed(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def moved(folder: Path) -> None:
    if folder.exists():
        folder.rename(folder.with_name("moved"))


def emptied(folder: Path) -> None:
    removed(folder)
    folder.mkdir()


def without_manifest(folder: Path) -> None:
    (folder / MANIFEST).unlink(missing_ok=True)


def without_parts(folder: Path) -> None:
    for part in folder.glob("part-*"):
        part.unlink()


def a_file(folder: Path) -> None:
    removed(folder)
    folder.write_text("not a folder")


GOES = [removed, moved, emptied, without_manifest, without_parts, a_file]


@pytest.mark.parametrize("goes", GOES)
def test_a_folder_that_goes_at_any_call(tmp_path: Path, goes: Callable[[Path], None]) -> None:
    gone = 0
    for number in range(calls_of_a_scan(tmp_path / "counted")):
        folder = tmp_path / "scan"
        error = None
        done = [False]

        def fault() -> None:
            if not done[0]:  # it makes calls itself
                done[0] = True
                goes(folder)

        with at_call(number, fault, lasting=False):
            try:
                found = scanned(folder)
                if not found.missing:
                    check_rows(found)
            except ScanError as caught:
                error = caught
        assert done[0]
        if error is not None:
            check_message(error, folder)
            gone += 1
        for place in folder, tmp_path / "moved":
            if place.is_dir():
                check_rows(support.all_rows(place))
        if folder.is_file():
            folder.unlink()
        if folder.is_dir() and part_files(folder) and not (folder / MANIFEST).exists():
            # it went after the last part was written: the next call says what to do
            with pytest.raises(FolderError, match="restore that file"):
                scanned(folder)
            assert goes is without_manifest
            calls_of_a_scan(tmp_path / "counted")
            shutil.copy(tmp_path / "counted" / MANIFEST, folder)
        check_completed(folder)
        for place in folder, tmp_path / "moved":
            removed(place)
    assert gone > 0 or goes is without_manifest  # the next part brings it back


# Files that are damaged between two calls.


def damages(content: bytes) -> Iterator[tuple[str, bytes]]:
    yield "empty", b""
    yield "zeros", bytes(len(content))
    yield "text", b"this is something else\n"
    yield "longer", content + b"\0" * 7
    yield "twice", content + content
    random_bytes = random.Random(28)
    yield "garbage", random_bytes.randbytes(len(content))
    for end in range(1, len(content), max(1, len(content) // 15)):
        yield f"ends at {end}", content[:end]
        tail = random_bytes.randbytes(len(content) - end)
        yield f"garbage from {end}", content[:end] + tail
        yield f"zeros from {end}", content[:end] + bytes(len(tail))
    for place in range(0, len(content), max(1, len(content) // 200)):
        bit = 1 << random_bytes.randrange(8)
        flipped = content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]
        yield f"bit {bit} of byte {place}", flipped


def check_damaged(folder: Path, file: Path, damage: str, healed: Callable[[], None]) -> bool:
    """After one file is damaged: an error that names it, or nothing but right rows."""
    try:
        found = scanned(folder)
        assert (found.missing, found.errors) == (0, 0), damage
        rows = found.rows
    except FolderError as error:
        check_message(error, file if isinstance(error, CorruptFileError) else folder)
        healed()
        check_completed(folder)
        return True
    assert tuple(support.same(rows)) == right(), damage
    check_completed(folder)
    return False


def test_a_part_that_is_damaged_in_any_way(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    scanned(whole)
    (part,) = part_files(whole)
    refused = 0
    for damage, content in damages(part.read_bytes()):
        folder = tmp_path / "damaged"
        shutil.copytree(whole, folder)
        file = folder / part.name
        file.write_bytes(content)
        refused += check_damaged(folder, file, damage, file.unlink)
        removed(folder)
    assert refused > 60


def test_a_manifest_that_is_damaged_in_any_way(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    scanned(whole)
    manifest = (whole / MANIFEST).read_bytes()
    refused = 0
    for damage, content in damages(manifest):
        folder = tmp_path / "damaged"
        shutil.copytree(whole, folder)
        file = folder / MANIFEST
        file.write_bytes(content)
        refused += check_damaged(folder, file, damage, lambda: restored(file, manifest))
        removed(folder)
    assert refused > 100


def restored(file: Path, content: bytes) -> None:
    file.write_bytes(content)


@pytest.mark.parametrize("sets", [2, 4, -1, 10**30, True, "5", None])
def test_a_wrong_number_of_games_in_the_manifest(tmp_path: Path, sets: object) -> None:
    with pytest.raises(ScanError, match="submit returned no future"):
        scan(FAMILY, tmp_path, StopsAfterTwo(), upto=UPTO, range=RANGE, digits=6)
    assert len(support.all_rows(tmp_path)) == 2  # as many as the first wrong number
    file = tmp_path / MANIFEST
    before = file.read_bytes()
    support.change_manifest(tmp_path, sets=sets)
    check_damaged(tmp_path, file, f"{sets} sets", lambda: restored(file, before))


def test_a_wrong_number_of_games_that_nobody_has_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large family the number is known at the end only; then it is written again."""
    monkeypatch.setattr(family, "CHECKED", 1)
    scanned(tmp_path)
    support.change_manifest(tmp_path, sets=4)
    assert merge([tmp_path]).missing == 1
    check_completed(tmp_path)


def test_a_damaged_family_is_not_counted(tmp_path: Path) -> None:
    """If no call has counted the games, `merge` counts them, but only of the right family."""
    scanned(tmp_path)
    support.change_manifest(tmp_path, sets=None)
    assert merge([tmp_path]).sets == len(right())
    support.change_manifest(tmp_path, family=FAMILY.replace("6", "60"))
    with pytest.raises(CorruptFileError, match="its family is not the one that was scanned"):
        merge([tmp_path])


@pytest.mark.parametrize("name", [MANIFEST, "part", ".shard-1-of-1.lock", ".folder.lock"])
def test_a_folder_in_place_of_a_file(tmp_path: Path, name: str) -> None:
    scanned(tmp_path)
    manifest = (tmp_path / MANIFEST).read_bytes()
    file = part_files(tmp_path)[0] if name == "part" else tmp_path / name
    file.unlink()
    file.mkdir()

    def healed() -> None:
        file.rmdir()
        (tmp_path / MANIFEST).write_bytes(manifest)

    assert check_damaged(tmp_path, file, name, healed)


# Clocks.


def jumps(kind: str) -> Iterator[float]:
    """What a clock shows, each time that it is looked at."""
    noise = random.Random(kind)
    now = 1e6
    for step in itertools.count():
        now += {
            "stands": 0.0,
            "runs backwards": -1.0,
            "leaps": 1e5,
            "leaps back once": -1e12 if step == 9 else 1e-3,
            "back and forth": (1e12, -1e12)[step % 2],
            "anywhere": noise.uniform(-1e9, 1e9),
        }[kind]
        yield now


KINDS = ["stands", "runs backwards", "leaps", "leaps back once", "back and forth", "anywhere"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("limit", [None, 10.0])
@pytest.mark.parametrize("executor", ["at once", "processes"])
def test_clocks_that_jump(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    limit: float | None,
    executor: str,
) -> None:
    clock = jumps(kind)
    looks = [0]

    def look() -> float:
        looks[0] += 1
        return next(clock)

    def call() -> ScanResult:
        if executor == "at once":
            return scanned(tmp_path, time_limit=limit, progress=str)
        options: Any = {"upto": UPTO, "range": RANGE, "digits": 6, "time_limit": limit}
        return scan(FAMILY, tmp_path, workers=1, progress=str, **options)

    with monkeypatch.context() as patch:
        for module in driver, limits, progress, nimsweep.scans:
            patch.setattr(module, "time", SimpleNamespace(monotonic=look))
        found = call()
    assert looks[0] > 9 and found.missing == 0
    for row in found:
        assert row.seconds >= 0
        if row.error is not None:  # a clock that jumps may use up a limit; nothing else is wrong
            assert limit is not None and row.error.startswith("time limit: ")
        else:
            check_rows([row])
    check_completed(tmp_path, retry_errors=True)


# Workers.


def test_workers_that_print_and_send_garbage_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    monkeypatch.setenv(support.MARKS, str(marks))
    count = support.GARBAGE
    rows = support.drive(tmp_path / "scan", support.garbage_once, sets=count)
    assert [(row.index, row.steps, row.error) for row in rows] == [
        (index, index, None) for index in range(count)
    ]
    printed = capfd.readouterr()
    assert "part-1-of-1" in printed.out and "Traceback" in printed.err


def test_workers_that_send_nothing_but_garbage(tmp_path: Path) -> None:
    count = support.GARBAGE
    rows = support.drive(tmp_path / "scan", support.garbage, sets=count)
    assert [row.index for row in rows] == list(range(count))
    for row in rows[2:]:
        assert row.error is not None, row
        empty = replace(row, error=None, seconds=0.0)
        assert (empty.steps, empty.period, empty.kind) == (None, None, None)
    assert [row.error for row in rows[:2]] == [None, None]
    assert [row.steps for row in rows[:2]] == [0, 1]
