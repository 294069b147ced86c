"""What functions of this package take as an exact number."""

from decimal import Decimal
from fractions import Fraction
from typing import SupportsIndex, TypeAlias

from nimsweep._engine import Algebraic, Surd

Number: TypeAlias = SupportsIndex | Fraction | Decimal | str | Surd | Algebraic
"""An exact number: an int or anything else with ``__index__``, such as numpy.int64; a Fraction, or
anything else with a numerator and a denominator; a finite Decimal; a text such as '1+sqrt2'; a Surd;
an Algebraic that has a closed form, and a number of SymPy that has one."""
