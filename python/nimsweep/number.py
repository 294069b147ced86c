"""What functions of this package take as an exact number."""

from fractions import Fraction
from typing import SupportsIndex, TypeAlias

from nimsweep._engine import Algebraic, Surd

Number: TypeAlias = SupportsIndex | Fraction | str | Surd | Algebraic
"""An exact number: an int or anything else with ``__index__``, such as numpy.int64; a Fraction; a
text such as '1+sqrt2'; a Surd; and an Algebraic that has a closed form."""
