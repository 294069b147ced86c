"""What the tests of scans share: jobs that misbehave, and rows to compare with."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow.parquet

from nimsweep.scans.columns import rows_of
from nimsweep.scans.definition import Definition
from nimsweep.scans.driver import Driver
from nimsweep.scans.family import Family
from nimsweep.scans.folder import DEFINITION, MANIFEST, Folder, part_files, read_manifest
from nimsweep.scans.job import MOMENT, Failed, Job, compute
from nimsweep.scans.pools import Pool
from nimsweep.scans.progress import Reporter
from nimsweep.scans.row import Row, row_type

BAD = 3  # the index of the job that misbehaves
MARKS = "NIMSWEEP_TEST_MARKS"  # a folder in which jobs note that they ran

FAMILY_OF_300 = "1,sqrt(d) for squarefree d < 98; 1,(p+q√d)/2 for p < 6, q < 5, squarefree d < 20"
UPTO = 900
RANGE = (12, 800)


def drive(
    folder: Path,
    function: Callable[[Job], Row | Failed],
    executor: Any = None,
    sets: int = 8,
    workers: int | None = 2,
    time_limit: float | None = None,
    save_every: float = 0.05,
) -> list[Row]:
    """Runs a function of a job, instead of the real one, over a small family."""
    definition = Definition.of(f"1,p for 2 <= p < {sets + 2}", 50, None, 8)
    family = definition.family
    jobs = [
        Job(index, game, "50", None, 8, (time_limit, None), labels, family.kinds)
        for index, (game, labels) in enumerate(family.games())
    ]
    pool = Pool(executor, workers if executor is None else None)
    with Folder(folder, definition, (1, 1)) as opened:
        reporter = Reporter(0, sets, 0, None)
        done = [row.index for row in all_rows(folder)]
        driver = Driver(pool, opened, reporter, save_every, function)
        driver.run(job for job in jobs if job.index not in done)
        return sorted(all_rows(folder), key=lambda row: row.index)


def all_rows(folder: Path) -> list[Row]:
    """All rows of all parts, repeated ones too."""
    rows: list[Any] = []
    for part in part_files(folder):
        table = pyarrow.parquet.read_table(part)
        octal = "code" in table.schema.names
        usual = {one.name for one in fields(row_type(octal, ()))}
        labels = tuple((name, "int64") for name in table.schema.names if name not in usual)
        rows += rows_of(table, row_type(octal, labels))
    return rows


def manifest(folder: Path) -> dict[str, object]:
    """What is scanned in a folder."""
    found = read_manifest(folder)
    assert found is not None
    return found


def write_definition(folder: Path, text: str) -> None:
    """Writes a manifest in which something else stands for what is scanned."""
    columns = pyarrow.parquet.read_schema(folder / MANIFEST)
    columns = columns.with_metadata({**(columns.metadata or {}), DEFINITION: text.encode()})
    pyarrow.parquet.write_table(columns.empty_table(), folder / MANIFEST)


def change_manifest(folder: Path, **changes: object) -> None:
    """Changes what a folder says of its scan."""
    write_definition(folder, json.dumps(manifest(folder) | changes))


def serial_rows(family: str, upto: int, limits: tuple[int, int] | None, digits: int) -> list[Row]:
    """The rows of a family, computed one after the other in this process, as `same` leaves them."""
    ends = (str(limits[0]), str(limits[1])) if limits else None
    rows = []
    made = Family.of(family)
    for index, (game, labels) in enumerate(made.games()):
        row = compute(Job(index, game, str(upto), ends, digits, (None, None), labels, made.kinds))
        assert isinstance(row, Row)
        rows.append(row)
    return same(rows)


def same(rows: Iterable[Row]) -> list[Row]:
    """The rows without what differs between two runs."""
    return [replace(row, seconds=0.0) for row in rows]


def mark_in(folder: str) -> None:
    """Names the folder of the notes, in a process that did not inherit it."""
    os.environ[MARKS] = folder


def mark(job: Job) -> int:
    """Notes that a job ran, and returns how often it did."""
    folder = Path(os.environ[MARKS])
    name = f"{job.index}-{os.getpid()}-{time.monotonic_ns()}"
    (folder / name).touch()
    return sum(file.name.startswith(f"{job.index}-") for file in folder.iterdir())


def marks(folder: Path, index: int) -> int:
    """How often a job ran."""
    return sum(file.name.startswith(f"{index}-") for file in folder.iterdir())


def row_of(job: Job) -> Row:
    """The row of a job of lengths, without results."""
    row = job.row()
    assert isinstance(row, Row)
    return row


# What workers do.


def good(job: Job) -> Row | Failed:
    return replace(row_of(job), steps=job.index, seconds=MOMENT)  # so each is a batch of its own


def raises(job: Job) -> Row | Failed:
    if job.index == BAD:
        mark(job)
        raise RuntimeError("this job always raises")
    return good(job)


def fails(job: Job) -> Row | Failed:
    if job.index == BAD:
        mark(job)
        return Failed("OSError: this job always fails")
    return good(job)


def fails_twice(job: Job) -> Row | Failed:
    return Failed("not yet") if job.index == BAD and mark(job) < 3 else good(job)


def dies(job: Job) -> Row | Failed:
    mark(job)
    if job.index == BAD:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05)
    return good(job)


def dies_once(job: Job) -> Row | Failed:
    if mark(job) == 1 and job.index == BAD:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05)
    return good(job)


DEADLY = 150  # the index of the job that ends its worker among many quick ones


def quick(job: Job) -> Row | Failed:
    return replace(good(job), seconds=1e-4)  # so that many are a batch


def dies_among_many(job: Job) -> Row | Failed:
    if job.index == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return quick(job)


def exits_among_many(job: Job) -> Row | Failed:
    if job.index == DEADLY:
        raise SystemExit("enough")
    return quick(job)


def deaf_among_many(job: Job) -> Row | Failed:
    if job.index == DEADLY:
        time.sleep(3600)
    return quick(job)


def deaf(job: Job) -> Row | Failed:
    mark(job)
    if job.index == BAD:
        time.sleep(3600)
    return good(job)


def slow(job: Job) -> Row | Failed:
    time.sleep(0.3)
    return good(job)


def wrong(job: Job) -> Any:
    """Returns, for each job but the good ones, something that is not its row."""
    row = row_of(job)
    return {
        1: replace(row, index=2),
        2: replace(row, canonical="1,7"),
        BAD: None,
        4: replace(row, steps="many"),  # type: ignore[arg-type]
        5: replace(row, corners=10**30),
        6: {},
        7: replace(row, error=5),  # type: ignore[arg-type]
    }.get(job.index, row)


def other_version(job: Job) -> Row | Failed:
    return replace(row_of(job), version="0.0.0")


class Unreadable(Exception):
    """An error that cannot be shown."""

    def __str__(self) -> str:
        raise ValueError("this error has no text")

    __repr__ = __str__


class Unloadable:
    """An object that a worker can send and nobody can receive."""

    def __reduce__(self) -> Any:
        return int, ("garbage",)


def _raised(error: BaseException) -> Any:
    raise error


SURROGATE = "\udc80"  # as in the name of a file that is not UTF-8; no file can hold it as text
GARBAGE = 21


def garbage(job: Job) -> Any:
    """Prints garbage to both streams; from the third job on, that is also what it returns."""
    for stream in sys.stdout, sys.stderr:
        os.write(stream.fileno(), b"\x80\x04\x95PAR1\n\0part-1-of-1-000000.parquet\n")
        print("Traceback (most recent call last):", Row, file=stream, flush=True)
    row: Any = good(job)
    kinds: dict[int, Callable[[], Any]] = {
        2: lambda: Failed(SURROGATE),
        3: lambda: Failed(5),  # type: ignore[arg-type]
        4: lambda: Failed(Unreadable()),  # type: ignore[arg-type]
        5: lambda: _raised(OSError(f"a name such as {SURROGATE}")),
        6: lambda: _raised(Unreadable()),
        7: lambda: _raised(SystemExit(0)),
        8: lambda: _raised(KeyboardInterrupt()),
        9: Unloadable,
        10: lambda: lambda: row,
        11: Unreadable,
        12: lambda: replace(row, period=SURROGATE),
        13: lambda: replace(row, error=SURROGATE),
        14: lambda: replace(row, seconds=-1.0),
        15: lambda: replace(row, lengths=Unreadable()),
        16: lambda: b"\x80\x04\x95PAR1" * 1000,
        17: lambda: replace(row, maximum_decimal=Decimal("8.63e9")),
        18: lambda: replace(row, maximum_decimal=Decimal("12345678901.00000000")),
        19: lambda: replace(row, at_decimal=Decimal("8.633770009")),
        20: lambda: replace(row, at_float=float("nan")),
    }
    return kinds.get(job.index, lambda: row)()


def garbage_once(job: Job) -> Any:
    """Garbage, and the right row when it is called again."""
    return good(job) if mark(job) > 1 else garbage(job)
