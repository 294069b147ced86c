"""Scans: one row for each game of a family, computed on any executor, and resumed where it ended.

>>> import tempfile
>>> from nimsweep import scan
>>> with tempfile.TemporaryDirectory() as folder:
...     found = scan("1,sqrt(d) for squarefree d < 6", folder, upto=50, range=(3, 40), workers=1)
...     [(row.canonical, row.steps, row.maximum) for row in found.rows]
[...('1,sqrt(2)', ...), ('1,sqrt(3)', ...), ('1,sqrt(5)', ...)]

The page `docs/scans.md` says more: families, folders, executors, limits, shards.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from nimsweep import Number
from nimsweep.errors import need
from nimsweep.scans.definition import Definition
from nimsweep.scans.driver import Driver
from nimsweep.scans.errors import (
    AnotherScanError,
    CorruptFileError,
    FamilyError,
    FolderError,
    FolderInUseError,
    ScanError,
    WriteError,
)
from nimsweep.scans.family import Family, Found, Item, LengthSet, Rule
from nimsweep.scans.folder import MISSING, Folder, local_path, read_manifest, shard_of
from nimsweep.scans.job import Job, kinds_of_first
from nimsweep.scans.limits import resident_bytes
from nimsweep.scans.own import Own
from nimsweep.scans.pools import Executor, Pool
from nimsweep.scans.progress import Progress, Reporter, usual
from nimsweep.scans.result import ScanResult, counted, merge
from nimsweep.scans.row import OctalRow, Row
from nimsweep.scans.signals import saved_when_ended

__all__ = [
    "AnotherScanError",
    "CorruptFileError",
    "Family",
    "FamilyError",
    "FolderError",
    "FolderInUseError",
    "LengthSet",
    "OctalRow",
    "Progress",
    "Row",
    "ScanError",
    "ScanResult",
    "WriteError",
    "merge",
    "scan",
]

PAUSE = 1000  # games of other calls that are passed before the driver looks at what has come


def scan(
    family: str | Iterable[Item] | Family,
    folder: str | os.PathLike[str],
    executor: Executor | Callable[[], Executor] | None = None,
    *,
    upto: Number,
    range: tuple[Number, Number] | None = None,
    rule: Rule | None = None,
    columns: Callable[[Any], Mapping[str, object]] | None = None,
    columns_version: str | None = None,
    digits: int = 12,
    workers: int | None = None,
    shard: str = "1/1",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    retry_errors: bool = False,
    save_every: float = 10.0,
    progress: Callable[[Progress], object] | Literal[False] | None = None,
) -> ScanResult:
    """Computes a row for each game of a family. The same call again resumes where it ended.

    Each set of lengths is divided by its shortest length, and `upto`, `range` and all places in
    the rows are in units of that length. The games of a text are made as they are needed.

    Args:
        family: a text such as `1,sqrt(d) for squarefree d < 200` or `octal 0.abc`, or an iterable
            of sets, of games or of dicts, each with a set or a game as `lengths`, whose other keys are
            labels: columns of the rows. The variables of a text are labels, too.
        folder: where finished rows are kept, as Parquet files. It belongs to this scan alone.
        executor: any object with `submit`, or a function that makes one; None for processes of this
            computer.
        upto: g is computed on [0, upto]; of octal games, the values of at most so many tokens.
        range: (A, B), between which the greatest gain is sought; None for no maximum.
        rule: a digit for each length, in the order of the lengths in every set, or one for all: 7,
            a piece may lie anywhere; 3, only at an end of its segment; `*`, a game with each of
            the two. None for 7.
        columns: a function of the game, known up to `upto`, that returns a dict of columns of your
            own: numbers, texts, True and False. The first game fixes their names and types. Workers
            call it.
        columns_version: a text that changes when the function does; None for a digest of its code, with
            what it uses of its module, and plain values.
        digits: decimals of the maximum and its place, all proven.
        workers: processes, if no executor is given; None for one for each core.
        shard: `i/n`: only every n-th game, from the i-th, for n calls in one folder.
        time_limit: seconds for one game.
        memory_limit: bytes for one game.
        retry_errors: whether rows with an error are removed first, and computed again.
        save_every: seconds after which finished rows are written.
        progress: a function that gets a `Progress` a few times a second; None for a bar of tqdm,
            on a terminal or in a notebook; False for none.

    Raises:
        FamilyError: if the family cannot be read, is empty or has no end, or if a set is none, as
            for a negative length; finished rows are written if this is found later.
        AnotherScanError: if the folder has another scan.
        FolderInUseError: if this scan is running in the folder already.
        CorruptFileError: if a file of the folder is damaged.
        WriteError: if a file cannot be written.
        ScanError: for other faults of the arguments, and if the executor does not work.
        InexactError: if a number is a float.
        ParseError: if a digit of the rule is not 3, 7 or `*`.
        MissingPackageError: if pyarrow, filelock, or for columns cloudpickle is not installed.

    Warns:
        UserWarning: if each row has an error, with the first reason.
    """
    begun = time.monotonic()
    number, count = shard_of(shard)
    _check_limits(
        workers=workers, time_limit=time_limit, memory_limit=memory_limit, save_every=save_every
    )
    need("a scan", "pyarrow", "filelock")
    if not os.fspath(folder):
        raise ScanError("folder: the name is empty; '.' is the current directory")
    path = local_path(folder)
    if memory_limit is not None:
        resident_bytes()  # an error now rather than in each row
    limits = time_limit, memory_limit
    own = None if columns is None else Own.of(columns, columns_version)
    definition = Definition.of(family, upto, range, digits, rule, own)
    if own is not None:
        known = read_manifest(path)
        kinds = kinds_of_first(definition, limits) if known is None else (known["columns"] or {}).items()
        definition = replace(definition, own=replace(own, kinds=tuple(kinds)))
    pool = Pool(executor, workers)
    games = definition.family.games()
    with saved_when_ended(), Folder(path, definition, (number, count)) as opened:
        if retry_errors:
            opened.forget_errors()
        states = opened.states()
        done, errors = counted(states[number - 1 :: count])
        show = usual() if progress is None else (progress or None)
        sets = opened.sets
        total = None if sets is None else _of_shard(sets, number, count)
        reporter = Reporter(done, total, errors, show)

        def walk() -> Iterator[tuple[int, Found]]:
            """All games with their places in the family; then their number is known."""
            yield from enumerate(games)
            assert games.count is not None
            reporter.total = _of_shard(games.count, number, count)

        def jobs() -> Iterator[Job | None]:
            for index, (game, labels) in walk():
                missing = index >= len(states) or states[index] == MISSING
                if missing and index % count == number - 1:
                    more = limits, labels, definition.family.kinds, definition.own
                    yield Job(index, game, definition.upto, definition.range, digits, *more)
                elif index % PAUSE == 0:
                    yield None

        if done != total:
            ahead = walk() if total is None else iter(())
            Driver(pool, opened, reporter, save_every, ahead=ahead).run(jobs())
            sets = games.count
        assert sets is not None
        opened.note_sets(sets)
        opened.join()
        states = opened.states()
    computed = reporter.done - done
    seconds = time.monotonic() - begun
    result = ScanResult((path,), sets, *counted(states), computed, seconds, opened.manifest, states)
    if 0 < result.finished == result.errors:
        reason = next(iter(result)).error
        warnings.warn(f"each row has an error; that of the first is: {reason}", stacklevel=2)
    return result


def _of_shard(sets: int, number: int, count: int) -> int:
    """How many of the sets belong to a shard."""
    return (sets - number) // count + 1


def _check_limits(**limits: float | None) -> None:
    for name, limit in limits.items():
        whole = name in ("workers", "memory_limit")
        right = isinstance(limit, int if whole else (int, float)) and not isinstance(limit, bool)
        if limit is not None and not (right and limit > 0):
            kind = "whole " if whole else ""
            raise ScanError(f"{name}: {limit!r} should be a positive {kind}number")
