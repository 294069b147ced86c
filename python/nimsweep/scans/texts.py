"""Texts of columns; those of exact numbers can be read again.

>>> from nimsweep import Algebraic, Surd
>>> text_of(Surd("1+sqrt2")), text_of(Algebraic.roots([2, 0, 0, -1])[0])
('1+sqrt(2)', 'root of 1*x^3-2 in (5/4, 3/2)')
>>> number_of(text_of(Algebraic.roots([2, 0, 0, -1])[0]))
Algebraic.root([-2, 0, 0, 1], '5/4', '3/2')
"""

from __future__ import annotations

import re

from nimsweep import Algebraic, Surd, TooLargeError

ROOT = re.compile(r"root of (.*) in \((.*), (.*)\)")
TERM = re.compile(r"([+-]?\d+)(?:\*x\^(\d+))?")


def text_of(number: Surd | Algebraic) -> str:
    """The closed form; or a polynomial with whole coefficients, and an interval with this root alone.
    The text of a root of a polynomial of a degree above 200 is not exact.
    """
    if isinstance(number, Surd):
        return str(number)
    try:
        low, high = number.interval
        terms = [(factor, degree) for degree, factor in enumerate(number.polynomial) if factor]
    except TooLargeError:
        return str(number)
    words = (f"{factor:+}*x^{degree}" if degree else f"{factor:+}" for factor, degree in terms[::-1])
    return f"root of {''.join(words).removeprefix('+')} in ({low}, {high})"


def number_of(text: str | int) -> Surd | Algebraic:
    """The number of a text; or a whole number.

    Raises:
        ParseError: if it is none.
    """
    found = ROOT.fullmatch(text) if isinstance(text, str) else None
    if found is None or isinstance(text, int):
        return Surd(text)
    terms = {int(degree or 0): int(factor) for factor, degree in TERM.findall(found[1])}
    coefficients = [terms.get(degree, 0) for degree in range(max(terms) + 1)]
    return Algebraic.root(coefficients, found[2], found[3])


def whole_text(text: str) -> str:
    """The text as a column can hold it: without halves of characters, as in names of files."""
    return text.encode(errors="backslashreplace").decode()
