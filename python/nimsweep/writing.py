"""Numbers in the formats of floats, with proven digits; and as numbers of SymPy and mpmath."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from typing import Any

from nimsweep._engine import Algebraic, Surd

_FORMAT = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<alternate>#)?(?P<zero>0)?(?P<width>\d+)?"
    r"(?P<grouping>[,_])?(?:\.(?P<precision>\d+))?(?P<kind>[eEfFgG%])?",
    re.DOTALL | re.ASCII,
)
_MOST = 1_000_000_000  # more digits need gigabytes


def formatted(number: Surd | Algebraic, format: str) -> str:
    """The number in a format of Python's mini-language; its closed form, aligned, if the format has
    no type.

    Raises:
        ValueError: says what is wrong with the format.
    """
    found = _FORMAT.fullmatch(format)
    width, precision = (int(found[part] or 0) if found else 0 for part in ("width", "precision"))
    if found is None or max(width, precision) > _MOST:
        raise ValueError(
            f"invalid format '{format}'; write one such as '.20f', '12.3e', ',.2f' or '.6g'"
        )
    fill = found["fill"] or ("0" if found["zero"] else " ")
    align = found["align"] or ("=" if found["zero"] else None)
    if found["kind"] is None:
        arranges = any(found[part] for part in ("sign", "alternate", "grouping", "precision"))
        if arranges or align == "=":
            raise ValueError(
                "a format of digits needs a type: write 'f', 'e', 'g' or '%' at its end"
            )
        return _padded(str(number), fill, align, width)
    if found["precision"] is None:
        precision = 6
    negative, whole, rest = _parts(number, found["kind"].lower(), precision, found["alternate"])
    if found["alternate"] and not rest.startswith("."):
        rest = "." + rest  # a point even if no digit follows
    if found["kind"].isupper():
        rest = rest.upper()
    sign = "-" if negative else (found["sign"] or "").replace("-", "")
    if align == "=" and fill == "0":
        # zeros take part in the grouping
        while len(_grouped(whole, found["grouping"])) + len(sign + rest) < width:
            whole = "0" + whole
    digits = _grouped(whole, found["grouping"]) + rest
    if align == "=":
        return sign + digits.rjust(width - len(sign), fill)
    return _padded(sign + digits, fill, align, width)


def _parts(
    number: Surd | Algebraic, kind: str, precision: int, alternate: str | None
) -> tuple[bool, str, str]:
    """Whether the number is negative, the digits before the point, and what follows them."""
    if kind in "f%":
        decimal = number.decimal(precision + (2 if kind == "%" else 0))
        whole, _, decimals = decimal.removeprefix("-").partition(".")
        if kind == "%":
            whole, decimals = (whole + decimals[:2]).lstrip("0") or "0", decimals[2:]
        end = "%" if kind == "%" else ""
        return decimal.startswith("-"), whole, ("." + decimals if decimals else "") + end
    count = precision + 1 if kind == "e" else max(precision, 1)
    negative, digits, exponent = number._significant(count)
    if kind == "g" and not alternate:
        digits = digits.rstrip("0") or "0"
    if kind == "e" or not -4 <= exponent < count:
        point = "." if digits[1:] else ""
        return negative, digits[0], f"{point}{digits[1:]}e{exponent:+03d}"
    if exponent < 0:
        return negative, "0", "." + "0" * (-exponent - 1) + digits
    # zeros that were cut off before the point come back
    whole, decimals = digits[: exponent + 1].ljust(exponent + 1, "0"), digits[exponent + 1 :]
    return negative, whole, "." + decimals if decimals else ""


def _grouped(whole: str, separator: str | None) -> str:
    """An integer in groups of three digits."""
    if separator is None:
        return whole
    first = len(whole) % 3
    groups = [whole[:first]] if first else []
    return separator.join(groups + [whole[i : i + 3] for i in range(first, len(whole), 3)])


def _padded(text: str, fill: str, align: str | None, width: int) -> str:
    left = {"<": 0, "^": max(0, width - len(text)) // 2}.get(align or ">", width)
    return text.rjust(min(width, len(text) + left), fill).ljust(width, fill)


def sympy_number(number: Surd | Algebraic) -> Any:
    """The number as one of SymPy: a sum of roots, or a root of a polynomial."""
    import sympy

    closed = number if isinstance(number, Surd) else number.as_surd()
    if closed is not None:
        terms = {1: closed.rational_part, **closed.roots}.items()
        return sum(sympy.Rational(q.numerator, q.denominator) * sympy.sqrt(d) for d, q in terms)
    assert isinstance(number, Algebraic)
    polynomial = sympy.Poly(list(reversed(number.polynomial)), sympy.Symbol("x"))
    # real roots are counted from the least one, and none is at an end
    return sympy.CRootOf(polynomial, polynomial.count_roots(sup=number.interval[0]))


def root_of_sympy(number: Any) -> Algebraic | None:
    """A real algebraic number of SymPy; None for anything else."""
    if "sympy" not in sys.modules:
        return None
    import sympy

    if not (isinstance(number, sympy.Expr) and number.is_algebraic and number.is_real):
        return None
    polynomial = sympy.minimal_polynomial(number, sympy.Symbol("x"), polys=True)
    coefficients = [int(coefficient) for coefficient in reversed(polynomial.all_coeffs())]
    digits = 16
    while True:
        middle = Fraction(str(number.evalf(digits)))
        margin = max(Fraction(1), abs(middle)) / 10 ** (digits - 3)
        low, high = middle - margin, middle + margin
        if polynomial.count_roots(low, high) == 1:
            return Algebraic.root(coefficients, low, high)
        digits *= 2


def mpmath_number(number: Surd | Algebraic, precision: int, rounding: str) -> Any:
    """The number of mpmath with ``precision`` bits next to a number, in the direction that mpmath
    calls ``rounding``."""
    from mpmath import mp
    from mpmath.libmp import from_rational

    digits = precision // 3 + 8
    while True:
        low, high = (
            from_rational(end.numerator, end.denominator, precision, rounding)
            for end in _enclosure(number, digits)
        )
        # it changes at rational numbers only, so that this comes to an end for every other number
        if low == high:
            return mp.make_mpf(low)
        digits *= 2


def _enclosure(number: Surd | Algebraic, digits: int) -> tuple[Fraction, Fraction]:
    """A rational number twice; of any other, two that enclose it, 10**-digits apart."""
    closed = number if isinstance(number, Surd) else number.as_surd()
    if closed is not None and not closed.roots:
        return closed.rational_part, closed.rational_part
    middle, half = Surd(number.decimal(digits)), Surd(Fraction(1, 2 * 10**digits))
    return (middle - half).rational_part, (middle + half).rational_part
