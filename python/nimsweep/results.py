"""The rows of results, and their columns as data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

from nimsweep._engine import Moves

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    from numpy.typing import NDArray

    from nimsweep._engine import Algebraic, Interval, Surd


class Step(NamedTuple):
    """A step of g: from ``start`` on and below ``end`` g has the same value."""

    start: Surd
    end: Surd
    value: int


class Winning(NamedTuple):
    """Where a piece wins: its length, and an interval of places in a segment, counted from 0."""

    segment: int
    length: Surd
    interval: Interval


class Chance(NamedTuple):
    """What one length of the first piece contributes to the gain."""

    length: Surd
    measure: Surd | Algebraic
    probability: Surd | Algebraic


class Term(NamedTuple):
    """What one length s contributes to a piece of the gain: W(L - s) = slope*(L - s) + offset."""

    length: Surd
    slope: int
    offset: Surd


class OctalPeriod(NamedTuple):
    """A proven period of an octal game: G(n + length) = G(n) for all n >= ``start``, both the least.

    That G(n + length) = G(n) was seen for all n from ``start`` up to below ``seen_to``; by the
    theorem of Guy and Smith it then holds for ever.
    """

    length: int
    start: int
    seen_to: int


class RareValues(NamedTuple):
    """How many values of an octal game are rare by a mask, and whether the parity of n counts."""

    rare: int
    mask: int
    parity: bool


def to_pandas(columns: dict[str, Any]) -> pandas.DataFrame:
    """Columns as a pandas.DataFrame."""
    import pandas

    return pandas.DataFrame(columns)


def to_polars(columns: dict[str, Any]) -> polars.DataFrame:
    """Columns as a polars.DataFrame."""
    import polars

    return polars.DataFrame(columns)


def to_arrow(columns: dict[str, Any], about: dict[str, str]) -> pyarrow.Table:
    """Columns as a pyarrow.Table with metadata."""
    import pyarrow

    return pyarrow.table(columns, metadata=about)


def to_array(columns: dict[str, Any], dtype: Any, copy: bool | None) -> NDArray[Any]:
    """Columns as a numpy array with a field for each."""
    if copy is False:
        raise ValueError("the fields of one array are a copy of the columns")
    fields = [(name, column.dtype) for name, column in columns.items()]
    array = numpy.empty(len(next(iter(columns.values()))), fields)
    for name, column in columns.items():
        array[name] = column
    return array if dtype is None else array.astype(dtype)


# Tables and pieces are no less sequences, but polars is to take their columns, and takes the rows of
# whatever says that it is one.
Sequence.register(Moves)
