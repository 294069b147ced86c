"""One job of a scan: one game computed, and its results as a row."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from typing import Any, ClassVar, TypeAlias

from nimsweep import Game, OctalGame, Surd, __version__
from nimsweep.errors import InternalError, NimsweepError
from nimsweep.scans.family import Member
from nimsweep.scans.limits import LimitExceeded, Limits


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker has to know of a game; small, since it is sent to other processes.

    Attributes:
        index: the place of the game in its family, from 0.
        lengths: the lengths as the family gives them; None for an octal game.
        canonical: the lengths in units of the shortest, or the octal code.
        upto, range, digits: as in the definition of the scan.
        time_limit: seconds, or None.
        memory_limit: bytes, or None.
        rule: the digits of the canonical lengths, or None if all are 7.
        submission: differs each time that the job is given to an executor. Dask takes two equal
            calls for one, and would repeat the error of the first.
    """

    index: int
    lengths: str | None
    canonical: str
    upto: str
    range: tuple[str, str] | None
    digits: int
    time_limit: float | None
    memory_limit: int | None
    rule: str | None = None
    submission: int = 0

    @staticmethod
    def of(
        index: int,
        game: Member,
        upto: str,
        range: tuple[str, str] | None,
        digits: int,
        limits: tuple[float | None, int | None],
    ) -> Job:
        """The job of a game of a family."""
        if isinstance(game, OctalGame):
            return Job(index, None, game.code, upto, None, digits, *limits)
        return Job(index, game.lengths, game.canonical, upto, range, digits, *limits, game.rule)

    def row(self) -> AnyRow:
        """The row of this job, without results yet."""
        if self.lengths is None:
            return OctalRow(self.index, self.canonical)
        return Row(self.index, self.lengths, self.canonical, rule=self.rule)


@dataclass(slots=True)
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
        maximum_decimal: the same with its decimals, as a `Decimal`.
        at: the first place where the gain has this maximum, exactly.
        at_decimal: the same with its decimals.
        kind: the kind of that place, such as "breakpoint".
        seconds: how long the job took.
        error: why something is missing, or None.
        version: the version of nimsweep that computed the row.
        rule: the digits of the canonical lengths, such as "3,7", or one for all; None if all are 7.
        period_float, period_from_float, maximum_float, at_float: the nearest floats. Rounding keeps
            the order, so rows sorted by them are in the order of the exact numbers, but for ties.
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
    maximum_decimal: Decimal | None = None
    at: str | None = None
    at_decimal: Decimal | None = None
    kind: str | None = None
    seconds: float = 0.0
    error: str | None = None
    version: str = __version__
    rule: str | None = None
    period_float: float | None = None
    period_from_float: float | None = None
    maximum_float: float | None = None
    at_float: float | None = None

    KEY: ClassVar = ("index", "lengths", "canonical", "rule")

    def to_dict(self) -> dict[str, Any]:
        """The columns of the row by their names."""
        return asdict(self)


@dataclass(slots=True)
class OctalRow:
    """What a scan knows of one octal game, from the values G(0), ..., G(upto).

    Attributes:
        index: the place of the game in its family, from 0.
        code: the octal code, without zeros at its end.
        values: how many different values there are up to `upto`.
        largest: the largest value up to there; of all heaps, if a period is proven.
        at: the smallest heap that has it.
        period: the least period, if the values up to `upto` prove one.
        period_from: where the period begins.
        exceptions: how many n have another value than the period, continued down to 0, has there.
        rare: how many of the values up to `upto` are rare, as `OctalGame.rare_values` defines it.
        mask: the mask that makes the fewest rare.
        parity: whether n counts, too.
        seconds: how long the job took.
        error: why something is missing, or None.
        version: the version of nimsweep that computed the row.
    """

    index: int
    code: str
    values: int | None = None
    largest: int | None = None
    at: int | None = None
    period: int | None = None
    period_from: int | None = None
    exceptions: int | None = None
    rare: int | None = None
    mask: int | None = None
    parity: bool | None = None
    seconds: float = 0.0
    error: str | None = None
    version: str = __version__

    KEY: ClassVar = ("index", "code")

    def to_dict(self) -> dict[str, Any]:
        """The columns of the row by their names."""
        return asdict(self)


AnyRow: TypeAlias = Row | OctalRow


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
        columns = {field.name: str(field.type) for field in fields(empty)}
        fit = all(_fits(getattr(result, name, ...), kind) for name, kind in columns.items())
        if isinstance(result, Row):
            fit = fit and all(
                number is None or _is_decimal(number, job.digits)
                for number in (result.maximum_decimal, result.at_decimal)
            )
        if fit and all(getattr(result, name) == getattr(empty, name) for name in result.KEY):
            return result
    return Failed(f"the executor returned no row of this job, but {_shown(result)}")


def _fits(value: object, kind: str) -> bool:
    """Whether a value fits a column, by the annotation of the column."""
    if value is None:
        return kind.endswith(" | None")
    if type(value) is int:
        return kind.startswith("int") and 0 <= value < 2**63  # a column of 64 bits
    if isinstance(value, float):
        # a time, or the float beside an exact number, which may be missing
        return math.isfinite(value) and (kind == "float | None" or (kind == "float" and value >= 0))
    if isinstance(value, str) and value != whole_text(value):
        return False
    return kind.startswith(type(value).__name__)


def _is_decimal(number: Decimal, digits: int) -> bool:
    """Whether a number has so many decimals, and at most ten digits before them."""
    return number.as_tuple().exponent == -digits and number.adjusted() < 10


def _shown(value: object) -> str:
    """A value of any kind in a few words."""
    try:
        return repr(value)[:200]
    except Exception:
        return f"an object of {type(value).__name__}"


def whole_text(text: str) -> str:
    """The text as a column can hold it: without halves of characters, as in names of files."""
    return text.encode(errors="backslashreplace").decode()


def reason_of(error: BaseException | None) -> str:
    """What an error is and says, as far as it can say it."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def compute(job: Job) -> AnyRow | Failed:
    """Computes a row. Every failure comes back as a value, which any executor can carry.

    An error that a second attempt would repeat is in the row: a limit that was exceeded, a gain
    that is not defined on the range, keys that would be too large. Others are `Failed`.
    """
    row = job.row()
    limits = Limits(job.time_limit, job.memory_limit)
    try:
        if isinstance(row, OctalRow):
            _fill_octal(row, job, limits)
        else:
            _fill(row, job, limits)
    except InternalError as error:
        return Failed(reason_of(error))
    except (LimitExceeded, NimsweepError) as error:
        row.error = str(error)
    except Exception as error:
        return Failed(reason_of(error))
    row.seconds = limits.elapsed()
    return row


def _fill(row: Row, job: Job, limits: Limits) -> None:
    # a scan has limits of its own, and keeps its rows
    game = Game(job.canonical, rule=job.rule, threads=1, for_days=True)
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
        row.maximum, row.at = str(maximum.value), str(maximum.at)
        row.maximum_decimal = Decimal(maximum.value.decimal(job.digits))
        row.at_decimal = Decimal(maximum.at.decimal(job.digits))
        row.maximum_float, row.at_float = float(maximum.value), float(maximum.at)
        row.kind = maximum.kind


def _fill_octal(row: OctalRow, job: Job, limits: Limits) -> None:
    import numpy

    game, upto = OctalGame(job.canonical), int(job.upto)
    row.values = int(numpy.count_nonzero(numpy.bincount(game.values(upto, progress=limits))))
    row.largest, row.at = game.largest(upto, progress=limits)
    period = game.period(upto, progress=limits)
    exceptions = game.exceptions(upto, progress=limits)
    if period is not None and exceptions is not None:
        row.period, row.period_from = period.length, period.start
        row.exceptions = len(exceptions)
    limits()
    row.rare, row.mask, row.parity = game.rare_values(upto, progress=limits)
