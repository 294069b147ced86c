"""One job of a scan: one game computed, and its results as a row."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from nimsweep import Game, OctalGame, Surd
from nimsweep.errors import InternalError, NimsweepError
from nimsweep.scans.cells import kind_of, same_name
from nimsweep.scans.definition import Definition
from nimsweep.scans.errors import ScanError
from nimsweep.scans.family import Labels, Member
from nimsweep.scans.limits import LimitExceeded, Limits
from nimsweep.scans.own import Own
from nimsweep.scans.row import AnyRow, Kinds, OctalRow, Row, columns_of, row_type
from nimsweep.scans.texts import text_of, whole_text

MOMENT = 0.1  # seconds after which a worker begins no other job of those that it was given


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker has to know of a game; small, since it is sent to other processes.

    Attributes:
        index: the place of the game in its family, from 0.
        game: the game.
        upto, range, digits: as in the definition of the scan.
        limits: of the time in seconds and the memory in bytes, or None.
        labels: the labels of the game.
        kinds: the columns of labels, of this game and others.
        own: columns of one's own, or None.
    """

    index: int
    game: Member
    upto: str
    range: tuple[str, str] | None
    digits: int
    limits: tuple[float | None, int | None]
    labels: Labels = field(default_factory=dict)
    kinds: Kinds = ()
    own: Own | None = None

    def row(self) -> AnyRow:
        """The row of this job, without results yet."""
        own = self.own.kinds if self.own is not None else ()
        kind: Any = row_type(isinstance(self.game, OctalGame), (*self.kinds, *own))
        if isinstance(self.game, OctalGame):
            row: AnyRow = kind(self.index, self.game.code, **self.labels)
        else:
            game = self.game
            row = kind(self.index, game.lengths, game.canonical, rule=game.rule, **self.labels)
        return row


def made(game: Member) -> Game | OctalGame:
    """A game of a family as one that keeps what it computes."""
    if isinstance(game, OctalGame):
        return OctalGame(game.code)
    # a scan has limits of its own, and keeps its rows
    return Game(game.canonical, rule=game.rule, threads=1, for_days=True)


@dataclass(frozen=True, slots=True)
class Failed:
    """A job with an unexpected error: it may be tried again."""

    reason: str


def checked(result: object, job: Job) -> AnyRow | Failed:
    """What an executor returned for a job, if it can be right; otherwise the job has failed."""
    if isinstance(result, Failed) and isinstance(result.reason, str):
        return result
    empty = job.row()
    if isinstance(result, Row | OctalRow) and type(result) is type(empty):
        columns = columns_of(type(empty)).items()
        fit = all(_fits(getattr(result, name, ...), kind) for name, kind in columns)
        if isinstance(result, Row):
            fit = fit and all(
                number is None or _is_decimal(number, job.digits)
                for number in (result.maximum_decimal, result.at_decimal)
            )
        known = (*result.KEY, *(name for name, _ in job.kinds))
        if fit and all(getattr(result, name) == getattr(empty, name) for name in known):
            return result
    return Failed(misfit(result))


def misfit(result: object) -> str:
    """What was wrong with something that is not what a job returns."""
    try:
        shown = repr(result)[:200]
    except Exception:
        shown = f"an object of {type(result).__name__}"
    return f"the executor returned no row of this job, but {shown}"


def _fits(value: object, kind: str) -> bool:
    """Whether a value fits a column, by the annotation of the column."""
    if value is None:
        return kind.endswith(" | None")
    if type(value) is int:
        # a column of 64 bits; one of ours has no negative numbers
        return kind.startswith("int") and -(2**63 if kind.startswith("int64") else 0) <= value < 2**63
    if isinstance(value, float):
        # a time, or the float beside an exact number, which may be missing
        return math.isfinite(value) and (kind == "float | None" or (kind == "float" and value >= 0))
    if isinstance(value, str) and value != whole_text(value):
        return False
    return kind.startswith(type(value).__name__)


def _is_decimal(number: Decimal, digits: int) -> bool:
    """Whether a number has so many decimals, and at most ten digits before them."""
    return number.as_tuple().exponent == -digits and number.adjusted() < 10


def reason_of(error: BaseException | None) -> str:
    """What an error is and says, as far as it can say it."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def compute_all(
    function: Callable[[Job], AnyRow | Failed], jobs: Sequence[Job], submission: int
) -> list[AnyRow | Failed]:
    """What a worker does with jobs: the results of as many as take a moment, at least of one.

    `submission` differs from call to call: Dask takes two equal calls for one, and would repeat the
    error of the first.
    """
    until = time.monotonic() + MOMENT
    results: list[AnyRow | Failed] = []
    for job in jobs:
        try:
            results.append(function(job))
        except Exception as error:
            results.append(Failed(reason_of(error)))
        if time.monotonic() > until:
            break
    return results


def compute(job: Job) -> AnyRow | Failed:
    """Computes a row. Every failure comes back as a value, which any executor can carry.

    An error that a second attempt would repeat is in the row: a limit that was exceeded, a gain
    that is not defined on the range, keys that would be too large. Others are `Failed`.
    """
    row = job.row()
    limits = Limits(*job.limits)
    try:
        game = made(job.game)
        if isinstance(row, Row) and isinstance(game, Game):
            _fill(row, game, job, limits)
        elif isinstance(row, OctalRow) and isinstance(game, OctalGame):
            _fill_octal(row, game, job, limits)
        if job.own is not None:
            limits()
            for name, cell in job.own.cells(game, str(job.game)).items():
                setattr(row, name, cell)
            limits()
    except InternalError as error:
        return Failed(reason_of(error))
    except (LimitExceeded, NimsweepError) as error:
        row.error = str(error)
    except Exception as error:
        return Failed(reason_of(error))
    row.seconds = limits.elapsed()
    return row


def kinds_of_first(definition: Definition, limits: tuple[float | None, int | None]) -> Kinds:
    """The names and types of the columns of one's own, by the first game of the family.

    Raises:
        ScanError: if the function does not return columns.
    """
    assert definition.own is not None
    game = next(iter(definition.family))
    first = made(game)
    progress = Limits(*limits)
    try:
        if isinstance(first, OctalGame):
            first.values(int(definition.upto), progress=progress)
        else:
            first.grundy(definition.upto, progress=progress)
    except LimitExceeded as error:
        raise ScanError(f"columns: the first game, {game}, has none: {error}") from None
    found = definition.own.cells(first, str(game))
    for name in filter(lambda name: same_name(name, dict(definition.family.kinds)), found):
        raise ScanError(f"columns: {name} is a label of the games already; choose another name")
    if not found:
        raise ScanError("columns: the function returns no column for the first game")
    return tuple((name, kind_of(cell)) for name, cell in found.items())


def _fill(row: Row, game: Game, job: Job, limits: Limits) -> None:
    table = game.grundy(Surd(job.upto), progress=limits)
    row.steps, row.largest, row.corners = len(table), table.largest, table.corners
    limits()
    period = game.period(Surd(job.upto), progress=limits)
    if period is not None:
        row.period, row.period_from = str(period.length), str(period.start)
        row.period_float, row.period_from_float = float(period.length), float(period.start)
    limits()
    if job.range is not None:
        first, last = map(Surd, job.range)
        maximum = game.maximum(first, last, progress=limits)
        row.maximum, row.at = text_of(maximum.value), text_of(maximum.at)
        row.maximum_decimal = Decimal(maximum.value.decimal(job.digits))
        row.at_decimal = Decimal(maximum.at.decimal(job.digits))
        row.maximum_float, row.at_float = float(maximum.value), float(maximum.at)
        row.kind = maximum.kind


def _fill_octal(row: OctalRow, game: OctalGame, job: Job, limits: Limits) -> None:
    import numpy

    upto = int(job.upto)
    row.values = int(numpy.count_nonzero(numpy.bincount(game.values(upto, progress=limits))))
    row.largest, row.at = game.largest(upto, progress=limits)
    period = game.period(upto, progress=limits)
    exceptions = game.exceptions(upto, progress=limits)
    if period is not None and exceptions is not None:
        row.period, row.period_from = period.length, period.start
        row.exceptions = len(exceptions)
    limits()
    row.rare, row.mask, row.parity = game.rare_values(upto, progress=limits)
