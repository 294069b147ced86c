"""What functions of this package take as an exact number, or as several."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy

from nimsweep._engine import Algebraic, Surd

if TYPE_CHECKING:
    from numpy.typing import NDArray

Number: TypeAlias = SupportsIndex | Fraction | Decimal | str | Surd | Algebraic
"""An exact number: an int or anything else with ``__index__``, such as numpy.int64; a Fraction, or
anything else with a numerator and a denominator; a finite Decimal; a text such as '1+sqrt2'; a Surd;
an Algebraic that has a closed form, and a number of SymPy that has one."""

Numbers: TypeAlias = "list[Any] | tuple[Any, ...] | range | NDArray[Any]"
"""Several exact numbers: a list, a tuple, a range, or an array of any shape."""


def several(numbers: object) -> NDArray[Any] | None:
    """The array of several numbers; None for a single one."""
    if isinstance(numbers, (list, tuple, range)) or getattr(numbers, "shape", None):
        return numpy.asarray(numbers, dtype=object)
    return None


def each(answer: Callable[[Any], object], numbers: NDArray[Any]) -> NDArray[Any]:
    """The answers for the numbers of an array, as an array of objects."""
    answers = numpy.empty(numbers.size, dtype=object)
    answers[:] = [answer(number) for number in numbers.flat]
    return answers.reshape(numbers.shape)
