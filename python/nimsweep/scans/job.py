"""One job of a scan: one game computed, and its results as a row."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from nimsweep._engine import Surd, __version__
from nimsweep.errors import NimsweepError
from nimsweep.game import Game
from nimsweep.scans.limits import LimitExceeded, Limits


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker has to know of a set of lengths; small, since it is sent to other processes.

    Attributes:
        index: the place of the set in its family, from 0.
        lengths: the lengths as the family gives them.
        canonical: the lengths in units of the shortest.
        upto, range, digits: as in the definition of the scan.
        time_limit: seconds, or None.
        memory_limit: bytes, or None.
        rule: the digits of the canonical lengths, or None if all are 7.
        submission: differs each time that the job is given to an executor. Dask takes two equal
            calls for one, and would repeat the error of the first.
    """

    index: int
    lengths: str
    canonical: str
    upto: str
    range: tuple[str, str] | None
    digits: int
    time_limit: float | None
    memory_limit: int | None
    rule: str | None = None
    submission: int = 0


@dataclass(slots=True, repr=False)
class Row:
    """What a scan knows of one set. Lengths and places are in units of the shortest length.

    Attributes:
        index: the place of the set in its family, from 0.
        lengths: the lengths as the family gives them.
        canonical: the lengths in units of the shortest.
        steps: intervals on which g is constant, on [0, upto].
        largest: the largest nimber.
        corners: corner events of the sweep.
        period: the least period of g, if the steps up to the limit prove it.
        period_from: where the period begins.
        maximum: f(A, B), exactly; for a number that is not p + q√d, the polynomial and an interval.
        maximum_decimal: its decimals.
        at: the first place where the gain has this maximum, exactly.
        at_decimal: its decimals.
        kind: the kind of that place, such as "breakpoint".
        seconds: how long the job took.
        attempts: how often it was tried.
        error: why something is missing, or None.
        version: the version of nimsweep that computed the row.
        rule: the digits of the canonical lengths, such as "3,7", or one for all; None if all are 7.
    """

    index: int
    lengths: str
    canonical: str
    steps: int | None = None
    largest: int | None = None
    corners: int | None = None
    period: str | None = None
    period_from: str | None = None
    maximum: str | None = None
    maximum_decimal: str | None = None
    at: str | None = None
    at_decimal: str | None = None
    kind: str | None = None
    seconds: float = 0.0
    attempts: int = 1
    error: str | None = None
    version: str = __version__
    rule: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The columns of the row by their names; `rule` only if there is one."""
        columns = asdict(self)
        if self.rule is None:
            del columns["rule"]
        return columns

    def __repr__(self) -> str:
        columns = (f"{name}={value!r}" for name, value in self.to_dict().items())
        return f"Row({', '.join(columns)})"


@dataclass(frozen=True, slots=True)
class Failed:
    """A job with an unexpected error: it may be tried again."""

    reason: str


COUNTS = ("steps", "largest", "corners")
PLACES = ("period", "period_from", "maximum", "maximum_decimal", "at", "at_decimal")
TEXTS = (*PLACES, "kind", "error")


def checked(result: object, job: Job) -> Row | Failed:
    """What an executor returned for a job, if it can be right; otherwise the job has failed."""
    if isinstance(result, Failed):
        return result
    wrong = f"the executor returned no row of this job, but {_shown(result)}"
    if not isinstance(result, Row):
        return Failed(wrong)
    value = {name: getattr(result, name, ...) for name in Row.__dataclass_fields__}
    names = ("index", "lengths", "canonical", "rule")
    right = (
        all(type(value[name]) is type(getattr(job, name)) for name in names)
        and all(value[name] == getattr(job, name) for name in names)
        and all(value[name] is None or _is_count(value[name]) for name in COUNTS)
        and all(value[name] is None or isinstance(value[name], str) for name in TEXTS)
        and isinstance(value["seconds"], float)
        and math.isfinite(value["seconds"])
        and isinstance(value["version"], str)
    )
    return result if right else Failed(wrong)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**63  # a column of 64 bits


def _shown(value: object) -> str:
    """A value of any kind in a few words."""
    try:
        return repr(value)[:200]
    except Exception:
        return f"an object of {type(value).__name__}"


def compute(job: Job) -> Row | Failed:
    """Computes a row. Every failure comes back as a value, which any executor can carry.

    An error that a second attempt would repeat is in the row: a limit that was exceeded, a gain
    that is not defined on the range, keys that would be too large. Others are `Failed`.
    """
    limits = Limits(job.time_limit, job.memory_limit)
    row = Row(job.index, job.lengths, job.canonical, rule=job.rule)
    try:
        _fill(row, job, limits)
    except (LimitExceeded, NimsweepError) as error:
        row.error = str(error)
    except BaseException as error:
        # A panic of the engine is no Exception, but no request to stop either.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        return Failed(f"{type(error).__name__}: {error}")
    row.seconds = limits.elapsed()
    return row


def _fill(row: Row, job: Job, limits: Limits) -> None:
    game = Game(job.canonical, rule=job.rule, threads=1)
    table = game.grundy(Surd(job.upto), progress=limits)
    row.steps, row.largest, row.corners = len(table), table.largest, table.corners
    limits()
    period = game.period(Surd(job.upto), progress=limits)
    if period is not None:
        row.period, row.period_from = str(period.length), str(period.start)
    limits()
    if job.range is not None:
        first, last = map(Surd, job.range)
        maximum = game.maximum(first, last, progress=limits)
        row.maximum, row.at = str(maximum.value), str(maximum.at)
        row.maximum_decimal = maximum.value.decimal(job.digits)
        row.at_decimal = maximum.at.decimal(job.digits)
        row.kind = maximum.kind
