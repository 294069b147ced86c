"""Families of scans from random texts, and a second way to make their games.

A few hundred texts, always the same ones. With NIMSWEEP_FUZZ_SECONDS, a number of seconds for each
test, the texts are random, and one that takes longer than ten seconds fails.
"""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nimsweep import Game, OctalGame, Surd
from nimsweep.errors import InternalError, NimsweepError, TooLargeError
from nimsweep.scans import Family, FamilyError, LengthSet, groups

SECONDS = float(os.environ.get("NIMSWEEP_FUZZ_SECONDS", "0"))
GAMES = 12  # of each family that are looked at

Test = Callable[[], None]


def fuzzed(examples: int) -> Callable[[Any], Test]:
    """A test of this many fixed examples, or of random ones for `SECONDS`."""

    def decorated(test: Any) -> Test:
        fixed = {"derandomize": True, "deadline": None, "max_examples": examples}
        chance = {"database": None, "deadline": 10_000, "max_examples": 100}
        ignored = list(HealthCheck)
        once: Test = settings(suppress_health_check=ignored, **(chance if SECONDS else fixed))(test)

        def run() -> None:
            end, rounds = time.monotonic() + SECONDS, 0
            while time.monotonic() < end:
                once()
                rounds += 1
            print(f"{test.__name__}: {100 * rounds} texts")

        run.__name__ = test.__name__
        return run if SECONDS else once

    return decorated


@pytest.fixture(autouse=True)
def few_combinations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten million combinations of variables would take a minute; a thousand show the same."""
    monkeypatch.setattr(groups, "MOST_TRIED", 1000)


# Any text.

WORDS = (
    "1 2 3 7 10 12 0 0.5 1.25 999999999999 1000000000000000000000 1e3 007 .5 5. a b d p q n x_1 for"
    " squarefree coprime sqrt √ sqrt2 sqrt(2) √5 φ phi pi + - * / ^ ** · − ( ) , ; { } < <= > >="
    " = ≤ ≥ == octal 0.77 0.abc 4.a7 0.0a0b 4. .7 0. 8.1 0.8 ² ٣ Ⅷ é \ud800 \0 \n \t \xa0 ' \" % _"
).split(" ")
SEEDS = (
    "1,sqrt(d) for squarefree d < 200",
    "1,(p+q√d)/r for p < 4, q <= 3, squarefree d < 24, r <= 3",
    "1,p/q for q < 10, q < p <= 30",
    "1,a,b for 1 < a < 20, a < b < 20",
    "1,sqrt2; 1,sqrt3; 1,n for 2 <= n < 9",
    "octal 0.abc",
    "octal 4.a7 for a < 3; octal 0.0a0b for a < b",
    "{1, 3/2, 2^n} for n < 6, coprime(n, 6)",
    "1, sqrt(sqrt(n)) for n <= 16, n > 2",
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A text of the documentation in which some pieces are exchanged, left out or put in."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        first = draw(st.integers(0, len(text)))
        last = min(len(text), first + draw(st.integers(0, 4)))
        text = text[:first] + draw(st.sampled_from(["", *WORDS])) + text[last:]
    return text


sentences = st.builds(
    lambda words, between: between.join(words),
    st.lists(st.sampled_from(WORDS), max_size=14),
    st.sampled_from(["", " "]),
)
deep = st.builds(
    lambda piece, times, inside: piece * times + inside,
    st.sampled_from(["(", "-", "sqrt", "√(", "2^", "1+", "9", "7*", "{", ",", "1,", "1;", "a<"]),
    st.sampled_from([2, 49, 51, 399, 5000]),
    st.sampled_from(["", "2", "a for a < 3"]),
)
texts = mutated() | sentences | deep | st.text(max_size=30)
rules = st.none() | st.text("37*, x5", max_size=7) | st.sampled_from([3, 7, 5, "*", "3,7", "*,7"])


@fuzzed(600)
@given(text=texts, rule=rules)
@example(text="1,²", rule=None)
@example(text="1,٣", rule=None)
@example(text="1,2^1000^1000", rule=None)
def test_any_text_is_a_family_or_refused(text: str, rule: Any) -> None:
    try:
        family = Family.of(text, rule)
        games = list(itertools.islice(family, GAMES))
    except InternalError:
        raise
    except NimsweepError as error:
        assert str(error) and len(str(error)) < 5000 + 2 * len(text)
        return
    assert games and games == list(itertools.islice(family, GAMES))
    assert len(set(games)) == len(games)
    assert family == Family.of(text, rule)
    for game in games:
        if isinstance(game, OctalGame):
            assert family.octal and OctalGame(game.code) == game
        else:
            assert not family.octal
            check_set(game)


def check_set(game: LengthSet) -> None:
    canonical = [Surd(length) for length in game.canonical.split(",")]
    assert canonical[0] == 1
    assert all(one < other for one, other in itertools.pairwise(canonical))
    lengths = sorted(Surd(length) for length in game.lengths.split(","))
    assert [length / lengths[0] for length in lengths] == canonical
    try:
        assert list(Game(game.canonical, rule=game.rule).lengths) == canonical
    except TooLargeError:  # its row has this error
        pass
    if game.rule is not None:
        digits = game.rule.split(",")
        assert set(digits) <= {"3", "7"} and len(digits) in (1, len(canonical))


# A small grammar, and a second way.


class Undefined(Exception):
    """A number that there is not: divided by zero."""


class SeveralRoots(Exception):
    """A number on the way that the second way has not: not p + q√d."""


@dataclass(frozen=True)
class Root:
    """a + b√d, with d square-free, and d = 1 only if b = 0."""

    a: Fraction
    b: Fraction = Fraction(0)
    d: int = 1

    def with_root(self, other: Root) -> int:
        if 1 not in (self.d, other.d) and self.d != other.d:
            raise SeveralRoots
        return max(self.d, other.d)

    def __add__(self, other: Root) -> Root:
        return made(self.a + other.a, self.b + other.b, self.with_root(other))

    def __neg__(self) -> Root:
        return Root(-self.a, -self.b, self.d)

    def __mul__(self, other: Root) -> Root:
        d = self.with_root(other)
        return made(
            self.a * other.a + self.b * other.b * d, self.a * other.b + self.b * other.a, d
        )

    def inverse(self) -> Root:
        norm = self.a**2 - self.b**2 * self.d
        if norm == 0:
            raise Undefined
        return made(self.a / norm, -self.b / norm, self.d)

    def root(self) -> Root:
        """By trial of all squares; of whole numbers only, which is all that the grammar has."""
        number = int(self.a)
        if self.b or number != self.a or number < 0:
            raise Undefined
        square = max((k for k in range(1, number + 1) if number % (k * k) == 0), default=0)
        d = number // square**2 if square else 1
        return Root(Fraction(square)) if d == 1 else Root(Fraction(0), Fraction(square), d)

    def near(self) -> Decimal:
        """The value to sixty digits, which decides all signs and orders of numbers so small."""
        with localcontext() as context:
            context.prec = 60
            a, b = (Decimal(part.numerator) / part.denominator for part in (self.a, self.b))
            return a + b * Decimal(self.d).sqrt()


def made(a: Fraction, b: Fraction, d: int) -> Root:
    return Root(a, b, d) if b else Root(a)


@dataclass(frozen=True)
class Term:
    """An expression: its text, and its value by the second way."""

    text: str
    value: Callable[[dict[str, int]], Root]


def whole(number: int) -> Root:
    return Root(Fraction(number))


def constant(text: str) -> Term:
    return Term(text, lambda values: Root(Fraction(text)))


def variable(name: str) -> Term:
    return Term(name, lambda values: whole(values[name]))


def joined(left: Term, sign: str, right: Term) -> Term:
    one, two = left.value, right.value
    return {
        "+": Term(f"({left.text} + {right.text})", lambda v: one(v) + two(v)),
        "-": Term(f"({left.text}-{right.text})", lambda v: one(v) + -two(v)),
        "*": Term(f"{left.text}*({right.text})", lambda v: one(v) * two(v)),
        "/": Term(f"{left.text}/({right.text})", lambda v: one(v) * two(v).inverse()),
    }[sign]


def terms(names: tuple[str, ...]) -> st.SearchStrategy[Term]:
    variables = st.sampled_from(names).map(variable)
    numbers = st.sampled_from(["1", "2", "3", "0.5", "7/4"]).map(
        lambda text: Term(f"({text})", lambda values: Root(Fraction(text)))
    )
    simple = variables | numbers
    roots = variables.map(lambda name: Term(f"√{name.text}", lambda v: name.value(v).root()))
    square = variables.map(
        lambda name: Term(f"{name.text}^2", lambda v: name.value(v) * name.value(v))
    )
    doubled = variables.map(
        lambda name: Term(f"(2{name.text})", lambda v: whole(2) * name.value(v))
    )
    negative = variables.map(lambda name: Term(f"(-{name.text})", lambda v: -name.value(v)))
    two = variables.map(
        lambda name: Term(f"(3sqrt({name.text}))", lambda v: whole(3) * name.value(v).root())
    )
    leaves = simple | roots | square | doubled | negative | two
    signs = st.sampled_from("+-*/")
    pairs = st.builds(joined, leaves, signs, leaves)
    return leaves | pairs | st.builds(joined, pairs, signs, leaves | pairs)


SQUAREFREE = {2, 3, 5, 6, 7, 10, 11}
Holds = Callable[[dict[str, int]], bool]


@st.composite
def families(draw: st.DrawFn) -> tuple[str, tuple[str, ...], list[Holds], list[Term]]:
    """A text of a family, its variables in order, what holds for them, and its terms."""
    names = tuple(draw(st.permutations("abd"))[: draw(st.integers(1, 3))])
    lengths = [constant("1"), *draw(st.lists(terms(names), min_size=1, max_size=2))]
    lengths = list(draw(st.permutations(lengths)))
    clauses: list[tuple[str, Holds]] = []
    for place, name in enumerate(names):
        top, low = draw(st.integers(1, 8)), draw(st.integers(-2, 3))
        kinds: list[tuple[str, Holds]] = [
            (f"{name} < {top}", lambda v, n=name, t=top: 1 <= v[n] < t),
            (f"{top} ≥ {name}", lambda v, n=name, t=top: 1 <= v[n] <= t),
            (f"{low} <= {name} <= {top}", lambda v, n=name, t=top, u=low: u <= v[n] <= t),
            (f"{low} < {name} < {top}", lambda v, n=name, t=top, u=low: u < v[n] < t),
            (
                f"squarefree {name} < {top}",
                lambda v, n=name, t=top: v[n] in SQUAREFREE and v[n] < t,
            ),
            (f"{name} = {low}", lambda v, n=name, u=low: v[n] == u),
            (
                f"{name} <= {top}/2",
                lambda v, n=name, t=top: 1 <= v[n] and 2 * v[n] <= t,
            ),
            (
                f"{name} < sqrt({top})",
                lambda v, n=name, t=top: 1 <= v[n] and v[n] ** 2 < t,
            ),
        ]
        if place:
            other = names[place - 1]
            kinds += [
                (f"{other} < {name} < {top}", lambda v, n=name, o=other, t=top: v[o] < v[n] < t),
                (f"{name} <= 2{other}", lambda v, n=name, o=other: 1 <= v[n] <= 2 * v[o]),
            ]
        clauses.append(draw(st.sampled_from(kinds)))
    if len(names) > 1 and draw(st.booleans()):
        one, two = names[:2]
        conditions: list[tuple[str, Holds]] = [
            (f"coprime({one}, {two})", lambda v: math.gcd(v[one], v[two]) == 1),
            (f"{one} + {two} < 6", lambda v: v[one] + v[two] < 6),
            (f"{one}*{two} >= {two}", lambda v: v[one] * v[two] >= v[two]),
            (f"squarefree {one}*{two}", lambda v: v[one] * v[two] in squarefree_products()),
            (f"{one} > {two} > 0", lambda v: v[one] > v[two] > 0),
        ]
        clauses.append(draw(st.sampled_from(conditions)))
    text = ", ".join(length.text for length in lengths)
    text += " for " + ", ".join(words for words, _ in clauses)
    if draw(st.booleans()):
        text = text.replace(" ", "")
        text = text.replace("for", " for ").replace("squarefree", " squarefree ")
    return text, names, [holds for _, holds in clauses], lengths


def squarefree_products() -> set[int]:
    """A condition accepts 1; a variable that runs through square-free numbers skips it."""
    return {n for n in range(1, 300) if all(n % (k * k) for k in range(2, 18))}


def second_way(
    names: tuple[str, ...], clauses: list[Holds], lengths: list[Term]
) -> list[tuple[Root, ...]]:
    """All games: every value of every variable is tried, and every clause asked."""
    found: dict[tuple[Root, ...], None] = {}
    for numbers in itertools.product(range(-3, 20), repeat=len(names)):
        values = dict(zip(names, numbers))
        if not all(holds(values) for holds in clauses):
            continue
        exact = [length.value(values) for length in lengths]
        ordered = sorted(exact, key=Root.near)
        if ordered[0].near() <= 0 or len(set(exact)) < len(exact):
            continue
        if len({number.d for number in exact} - {1}) > 1:
            raise Undefined
        found[tuple(number * ordered[0].inverse() for number in ordered)] = None
    return list(found)


def as_root(number: Surd) -> Root:
    [(d, b)] = number.roots.items() or [(1, Fraction(0))]
    return made(number.rational_part, b, d)


@fuzzed(300)
@given(families())
def test_families_agree_with_a_second_way(
    drawn: tuple[str, tuple[str, ...], list[Holds], list[Term]],
) -> None:
    text, names, clauses, lengths = drawn
    try:
        expected = second_way(names, clauses, lengths)
    except Undefined:
        expected = []
    except SeveralRoots:
        return
    if not expected:
        with pytest.raises(FamilyError):
            Family.of(text)
        return
    games = [
        tuple(as_root(Surd(length)) for length in game.canonical.split(","))
        for game in Family.of(text)
        if isinstance(game, LengthSet)
    ]
    assert games == expected


@fuzzed(100)
@given(
    digits=st.lists(st.sampled_from("01234567abc"), min_size=1, max_size=4).filter(
        lambda digits: sum(map(str.isalpha, set(digits))) <= 2
    ),
    first=st.sampled_from("04"),
    clause=st.sampled_from(["", "a < b", "a + b = 7", "a <= 2", "coprime(b, c)", "b > 2a > 1"]),
)
def test_octal_codes_agree_with_a_second_way(digits: list[str], first: str, clause: str) -> None:
    code = f"{first}.{''.join(digits)}"
    letters = [letter for letter in dict.fromkeys(digits) if letter.isalpha()]
    needed = set(filter(str.isalpha, clause.removeprefix("coprime")))
    if not needed <= set(letters):
        clause = ""
    holds: Callable[..., bool] = {
        "": lambda **v: True,
        "a < b": lambda a, b, **v: a < b,
        "a + b = 7": lambda a, b, **v: a + b == 7,
        "a <= 2": lambda a, **v: a <= 2,
        "coprime(b, c)": lambda b, c, **v: math.gcd(b, c) == 1,
        "b > 2a > 1": lambda a, b, **v: b > 2 * a > 1,
    }[clause]
    expected = []
    for numbers in itertools.product(range(8), repeat=len(letters)):
        values = dict(zip(letters, numbers))
        if holds(**values):
            expected.append("".join(str(values.get(sign, sign)) for sign in code))
    games = list(Family.of(f"octal {code} for {clause}" if clause else f"octal {code}"))
    assert games == list(dict.fromkeys(map(OctalGame, expected)))
