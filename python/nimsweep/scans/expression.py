"""Arithmetic as text: `(p+q*sqrt(d))/r`, exact, with integer variables.

>>> read("(p + q√d)/r").value({"p": 1, "q": 1, "d": 5, "r": 2})
Surd('(1+sqrt(5))/2')
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from nimsweep import Surd
from nimsweep.errors import DomainError, ParseError
from nimsweep.scans.errors import FamilyError

Value: TypeAlias = int | Fraction | Surd
Values: TypeAlias = Mapping[str, int]

# a number may end with a sign such as ½, or be one; `Surd` reads it
TOKEN = re.compile(
    r"\s*(sqrt|√|[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9_]*(?:\.[0-9]+)?[^\W0-9A-Za-z_]?|<=|>=|\*\*|[^\s])"
)
KEYWORDS = ("for", "sqrt", "squarefree", "coprime")
LARGEST_POWER = 1000  # exponents
MOST_BITS = 100_000  # of a power
MOST_WORDS = 400  # of a text
MOST_DIGITS = 4000  # of a number; from 4,301 on, Python refuses to read it
DEEPEST = 50  # parentheses, signs and roots


@dataclass(frozen=True)
class Expression:
    """An expression: the names of its variables, and its value if these have values."""

    text: str
    names: frozenset[str]
    value: Callable[[Values], Value]

    @property
    def variable(self) -> str | None:
        """The name, if the expression is a variable and nothing else."""
        return self.text if self.text in self.names else None


class Tokens:
    """The words and signs of a text, read from left to right."""

    def __init__(self, text: str) -> None:
        for wide, plain in ("≤", "<="), ("≥", ">="), ("·", "*"), ("−", "-"):
            text = text.replace(wide, plain)
        self.words = TOKEN.findall(text)
        self.place = 0
        if len(self.words) > MOST_WORDS:
            raise FamilyError(f"a family has at most {MOST_WORDS} words; pass an iterable instead")

    def peek(self) -> str:
        """The next word, or an empty text at the end."""
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self) -> str:
        """The next word, which is read."""
        word = self.peek()
        self.place += 1
        return word

    def skip(self, word: str) -> bool:
        """Reads the next word if it is this one."""
        found = self.peek() == word
        self.place += found
        return found

    def expect(self, word: str) -> None:
        """Reads the next word, which has to be this one."""
        if not self.skip(word):
            raise FamilyError(f"there should be '{word}' before {self.rest()}")

    def rest(self) -> str:
        """What is left to read, for messages."""
        return f"'{' '.join(self.words[self.place:])}'" if self.peek() else "the end"


def is_name(word: str) -> bool:
    return word.isidentifier() and word.isascii() and word not in KEYWORDS


def read(text: str) -> Expression:
    """Reads an expression that is the whole text."""
    tokens = Tokens(text)
    expression = read_sum(tokens)
    if tokens.peek():
        raise FamilyError(f"an expression should end before {tokens.rest()}")
    return expression


def read_sum(tokens: Tokens, depth: int = 0) -> Expression:
    """Reads terms with + and - between them."""
    total = _product(tokens, depth)
    while tokens.peek() in ("+", "-"):
        sign = tokens.take()
        total = _joined(total, sign, _product(tokens, depth))
    return total


def _product(tokens: Tokens, depth: int) -> Expression:
    product = _signed(tokens, depth)
    while True:
        if tokens.peek() in ("*", "/"):
            sign = tokens.take()
            product = _joined(product, sign, _signed(tokens, depth))
        elif tokens.peek() in ("sqrt", "√") or (product.text.isdigit() and is_name(tokens.peek())):
            product = _joined(product, "*", _power(tokens, depth))  # q√d, 2q
        else:
            return product


def _signed(tokens: Tokens, depth: int) -> Expression:
    _not_deeper(depth)
    if tokens.skip("-"):
        return _joined(_constant("0", 0), "-", _signed(tokens, depth + 1))
    return _power(tokens, depth)


def _power(tokens: Tokens, depth: int) -> Expression:
    base = _atom(tokens, depth)
    if tokens.peek() in ("^", "**"):
        tokens.take()
        return _joined(base, "^", _signed(tokens, depth + 1))
    return base


def _atom(tokens: Tokens, depth: int) -> Expression:
    _not_deeper(depth)
    before = tokens.rest()
    word = tokens.take()
    if word == "(":
        inner = read_sum(tokens, depth + 1)
        tokens.expect(")")
        return Expression(f"({inner.text})", inner.names, inner.value)
    if word in ("sqrt", "√"):
        inner = _atom(tokens, depth + 1)
        text = f"sqrt{inner.text}"
        return Expression(text, inner.names, lambda values: root(inner.value(values)))
    if word[:1].isnumeric():
        if len(word) > MOST_DIGITS:
            raise FamilyError(f"a number has at most {MOST_DIGITS:,} digits, not {len(word):,}")
        try:
            number = Surd(word)
        except ParseError as error:
            raise FamilyError(str(error)) from None
        whole = number.is_integer()
        return _constant(word, number if number.roots else int(number) if whole else number.rational_part)
    if is_name(word):
        return Expression(word, frozenset([word]), lambda values: values[word])
    raise FamilyError(f"there should be a number, a variable, a root or '(' before {before}")


def _not_deeper(depth: int) -> None:
    if depth > DEEPEST:
        raise FamilyError(f"the expression is nested more than {DEEPEST} deep")


def _constant(text: str, number: Value) -> Expression:
    return Expression(text, frozenset(), lambda values: number)


def _joined(left: Expression, sign: str, right: Expression) -> Expression:
    def value(values: Values) -> Value:
        return combine(left.value(values), sign, right.value(values))

    return Expression(f"{left.text} {sign} {right.text}", left.names | right.names, value)


def combine(left: Value, sign: str, right: Value) -> Value:
    """The sum, difference, product, quotient or power of two numbers, exactly."""
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    if sign == "/":
        if right == 0:
            raise FamilyError("a family divides by zero")
        return Fraction(left) / right if isinstance(left, int) else left / right
    power = math.floor(right)
    if power != right or abs(power) > LARGEST_POWER:
        most = f"{LARGEST_POWER:,}"
        raise FamilyError(f"an exponent is a whole number of at most {most}, not {shown(right)}")
    if left == 0 and power < 0:
        raise FamilyError("a family divides by zero")
    if _bits(left) * abs(power) > MOST_BITS:
        raise FamilyError(f"a power of more than {MOST_BITS:,} bits is too large for a length")
    return left**power if isinstance(left, Surd) else Fraction(left) ** power


def _bits(number: Value) -> int:
    parts = (number.rational_part, *number.roots.values()) if isinstance(number, Surd) else (Fraction(number),)
    return sum(part.numerator.bit_length() + part.denominator.bit_length() for part in parts)


def shown(number: object) -> str:
    """A number in a message; one that would fill pages is cut."""
    try:
        text = str(number)
    except ValueError:  # an int of more digits than Python writes
        return "a number of thousands of digits"
    return text if len(text) <= 100 else f"{text[:100]}…"


def root(number: Value) -> Value:
    """The square root of a number of at least 0, if it is p + q√d."""
    if number < 0:
        raise FamilyError(f"{shown(number)} has no real square root")
    if isinstance(number, Surd):
        try:
            return number.sqrt()
        except DomainError:
            reason = f"sqrt({shown(number)}) is not p + q√d with rational p and q"
            raise FamilyError(reason) from None
    ratio = Fraction(number)
    below = ratio.denominator
    whole = ratio.numerator * below
    exact = math.isqrt(whole)
    return Fraction(exact, below) if exact * exact == whole else Surd(0, Fraction(1, below), whole)
