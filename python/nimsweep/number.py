"""What functions of this package take as an exact number."""

from fractions import Fraction
from typing import TypeAlias

from nimsweep._engine import Algebraic, Surd

Number: TypeAlias = int | Fraction | str | Surd | Algebraic
"""An exact number: also a text such as '1+sqrt2', and an Algebraic that has a closed form."""
