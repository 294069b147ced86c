"""The rows of a scan: what it knows of one game, with the labels of the game and columns of one's own."""

from __future__ import annotations

import functools
from dataclasses import dataclass, fields, make_dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from nimsweep import __version__
from nimsweep.rows import card

Kinds: TypeAlias = tuple[tuple[str, str], ...]  # names of columns, each with its annotation


class _Columns:
    """What has columns, which are attributes."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A label, or a column of one's own."""

    def to_dict(self) -> dict[str, Any]:
        """The columns of the row by their names."""
        return {name: getattr(self, name) for name in columns_of(type(self))}

    def _repr_html_(self) -> str:
        return card(self, (name for name, value in self.to_dict().items() if value is not None))


@dataclass(slots=True)
class Row(_Columns):
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


@dataclass(slots=True)
class OctalRow(_Columns):
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


AnyRow: TypeAlias = Row | OctalRow


def columns_of(kind: Any) -> dict[str, str]:
    """The columns of a class of rows, with their annotations."""
    return _columns_of(kind)


@functools.cache
def _columns_of(kind: Any) -> dict[str, str]:
    return {one.name: str(one.type) for one in fields(kind)}


@functools.cache
def row_type(octal: bool, more: Kinds) -> type[AnyRow]:
    """The class of rows with more columns."""
    kind = OctalRow if octal else Row
    if not more:
        return kind
    columns: Any = [(name, f"{annotation} | None", None) for name, annotation in more]
    made = make_dataclass(kind.__name__, columns, bases=(kind,), slots=True)
    made.__reduce__ = lambda row: (_restored, (octal, more, row.to_dict()))  # type: ignore
    return made


def _restored(octal: bool, more: Kinds, columns: dict[str, Any]) -> AnyRow:
    return row_type(octal, more)(**columns)
