"""Families of games: from a text or any iterable to sets of lengths, each game once.

A set and its multiples are one game: `{1, √2}` and `{√2, 2}` differ by the factor √2 only. So each
set is divided by its shortest length, which gives the game's canonical form, and a family has each
form once. Conjugates are different games: `{1, 3+√2}` and `{1, 3-√2}` are both kept.

>>> family = Family.of("1, sqrt(d) for squarefree d < 8")
>>> [game.canonical for game in family]
['1,sqrt(2)', '1,sqrt(3)', '1,sqrt(5)', '1,sqrt(6)', '1,sqrt(7)']
>>> len(Family.of("1, p/q for q <= 4, q < p <= 2q"))
6
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from nimsweep._engine import Surd, rule_digits
from nimsweep.errors import InexactError, NimsweepError
from nimsweep.number import Number
from nimsweep.scans.errors import FamilyError, ScanError
from nimsweep.scans.expression import Expression, Tokens, Value, Values, read_sum, shown

MOST_SETS = 1_000_000  # of one family
MOST_LENGTHS = 1000  # of one set
MOST_TRIED = 10_000_000  # values of all variables that are tried
LARGEST_SQUAREFREE = 10**12

NO_SET = (bytes, bytearray, memoryview, Mapping)  # iterables whose items are not lengths

Lengths: TypeAlias = str | Iterable[Number]
Rule: TypeAlias = int | str | Iterable[int | str]


@dataclass(frozen=True, slots=True)
class LengthSet:
    """One game of a family.

    Attributes:
        lengths: the lengths as the family gives them.
        canonical: the same in units of the shortest length, in increasing order.
        rule: their digits in that order, such as "3,7", or one for all; None if all are 7.
    """

    lengths: str
    canonical: str
    rule: str | None = field(default=None, repr=False)

    @staticmethod
    def of(lengths: Iterable[Number], digits: Sequence[int] = (7,)) -> LengthSet:
        """The set of these lengths, which are positive and different, and have at most one root.

        `digits` has a digit for each length, or one for all.

        Raises:
            FamilyError: if a length is not positive or occurs twice, if there is none or no end,
                if they have two different roots, or if there are more or fewer digits.
            InexactError: if a length is a float.
        """
        exact = [Surd(length) for length in itertools.islice(lengths, MOST_LENGTHS + 1)]
        if len(exact) > MOST_LENGTHS:
            raise FamilyError(f"a set has at most {MOST_LENGTHS:,} lengths, and has an end")
        text = ",".join(map(str, exact))
        if not exact:
            raise FamilyError("a set of lengths has at least one length")
        ordered = sorted(exact)
        if ordered[0] <= 0:
            raise FamilyError(f"{text}: a length is positive")
        if any(left == right for left, right in itertools.pairwise(ordered)):
            raise FamilyError(f"{text}: give each length once")
        if len({length.d for length in exact} - {None}) > 1:
            raise FamilyError(f"{text}: these lengths have two different roots; a game has one")
        if len(digits) not in (1, len(exact)):
            reason = f"{len(digits)} digits are given for {len(exact)} lengths"
            raise FamilyError(f"{text}: {reason}; give a digit for each length, or one for all")
        of_length = dict(zip(exact, itertools.cycle(digits)))
        canonical = ",".join(str(length / ordered[0]) for length in ordered)
        return LengthSet(text, canonical, _written([of_length[length] for length in ordered]))


@dataclass(frozen=True)
class Family:
    """Sets of lengths in a fixed order, each game once.

    Attributes:
        text: the text that describes the family, or None.
        sets: its games.
        rule: the digits of the lengths in the order in which the family gives them, or one for
            all; None if all are 7.
    """

    text: str | None
    sets: tuple[LengthSet, ...]
    rule: str | None = field(default=None, repr=False)

    @staticmethod
    def of(family: str | Iterable[Lengths] | Family, rule: Rule | None = None) -> Family:
        """A family by its text, or by sets that are each a text or an iterable of exact numbers.

        A text has the lengths with variables, and what the variables run through:
        `1, (p+q*sqrt(d))/r for p < 4, q <= 2, squarefree d < 20, r <= 2, coprime(p, q, r)`.
        Several such texts are joined by semicolons.

        `rule` has a digit for each length, in the order of the lengths in every set, or one for
        all: 7, a piece may lie anywhere; 3, only at an end of its segment.

        Raises:
            FamilyError: if the text cannot be read, the family has no set, or has no end; if a set
                has more or fewer lengths than there are digits.
            InexactError: if a length is a float.
            ParseError: if a digit is not 3 or 7.
        """
        if isinstance(family, Family):
            if rule is not None:
                raise FamilyError("the sets of a Family have their rule; give it to Family.of")
            return family
        digits = (7,) if rule is None else rule_digits(rule)
        sets = (
            _sets_of_text(family, digits)
            if isinstance(family, str)
            else _sets_of_items(family, digits)
        )
        distinct: dict[tuple[str, str | None], LengthSet] = {}
        try:
            for game in sets:
                distinct.setdefault((game.canonical, game.rule), game)
                if len(distinct) > MOST_SETS:
                    raise FamilyError(f"the family has more than {MOST_SETS:,} sets, or no end")
        except (InexactError, ScanError):
            raise
        except NimsweepError as error:  # of the arithmetic: two roots, numbers that are too large
            raise FamilyError(f"the family: {error}") from error
        if not distinct:
            raise FamilyError("the family is empty: it has no set of lengths")
        text = family if isinstance(family, str) else None
        return Family(text, tuple(distinct.values()), _written(digits))

    def __len__(self) -> int:
        return len(self.sets)

    def __iter__(self) -> Iterator[LengthSet]:
        return iter(self.sets)

    def digest(self) -> str:
        """The SHA-256 of all games in order: families with the same one are one scan."""
        rules = (f" with the rule {game.rule}" if game.rule else "" for game in self.sets)
        text = "\n".join(game.canonical + rule for game, rule in zip(self.sets, rules))
        return hashlib.sha256(text.encode()).hexdigest()


def _written(digits: Sequence[int]) -> str | None:
    """Digits as a Game writes them: one if all are 3, and none if all are 7."""
    if set(digits) == {7}:
        return None
    return "3" if set(digits) == {3} else ",".join(map(str, digits))


def _sets_of_items(items: Iterable[Lengths], digits: Sequence[int]) -> Iterator[LengthSet]:
    if not isinstance(items, Iterable) or isinstance(items, NO_SET):
        kind = type(items).__name__
        raise FamilyError(f"a family is a text or an iterable of sets, not {kind}")
    for index, item in enumerate(items):
        if index >= MOST_TRIED:
            raise FamilyError(f"the family has more than {MOST_TRIED:,} sets, or no end")
        try:
            if isinstance(item, str):
                yield from _sets_of_text(item, digits)
            elif isinstance(item, Iterable) and not isinstance(item, NO_SET):
                yield LengthSet.of(item, digits)
            else:
                raise FamilyError("it is not a set of lengths; write '1,sqrt2' or [1, 'sqrt2']")
        except InexactError as error:
            raise InexactError(f"set {index + 1} of the family: {error}") from error
        except (NimsweepError, TypeError) as error:
            raise FamilyError(f"set {index + 1} of the family, {_named(item)}: {error}") from error


def _named(item: object) -> str:
    try:
        return shown(repr(item))
    except Exception:
        return type(item).__name__


# From a text.


@dataclass(frozen=True)
class Clause:
    """What one clause demands of the variables.

    Attributes:
        terms: the expressions that are compared, or coprime.
        signs: the signs between the expressions; none if they are coprime or there is only one.
        squarefree: the places of the expressions that are square-free.
        loop: the place of the variable that runs here in `terms`, if one does.
    """

    terms: tuple[Expression, ...]
    signs: tuple[str, ...] = ()
    squarefree: frozenset[int] = frozenset()
    loop: int | None = None


def _sets_of_text(text: str, digits: Sequence[int]) -> Iterator[LengthSet]:
    groups = [group for group in text.split(";") if group.strip()]
    if not groups:
        raise FamilyError("the family is empty: its text has no lengths")
    tried = itertools.count(1)
    for group in groups:
        lengths, clauses = _read_group(Tokens(group))
        for values in _values(clauses, {}, tried):
            game = _game(lengths, digits, values, varied=bool(clauses))
            if game is not None:
                yield game


def _game(
    lengths: list[Expression], digits: Sequence[int], values: Values, varied: bool
) -> LengthSet | None:
    """The set for these values; None if a variable makes it a set of no game."""
    exact = [length.value(values) for length in lengths]
    if varied and (min(map(Surd, exact)) <= 0 or len(set(map(Surd, exact))) < len(exact)):
        return None
    return LengthSet.of(exact, digits)


def _read_group(tokens: Tokens) -> tuple[list[Expression], list[Clause]]:
    braces = tokens.skip("{")
    lengths = [read_sum(tokens)]
    while tokens.skip(","):
        lengths.append(read_sum(tokens))
    if braces:
        tokens.expect("}")
    clauses: list[Clause] = []
    bound: set[str] = set()
    if tokens.skip("for"):
        clauses.append(_read_clause(tokens, bound))
        while tokens.skip(","):
            clauses.append(_read_clause(tokens, bound))
    if tokens.peek():
        raise FamilyError(f"the family should end before {tokens.rest()}")
    for name in sorted(frozenset().union(*(length.names for length in lengths)) - bound):
        raise FamilyError(f"{name} has no bound; add 'for {name} < 100'")
    return lengths, clauses


def _read_clause(tokens: Tokens, bound: set[str]) -> Clause:
    before = tokens.rest()
    if tokens.skip("coprime"):
        tokens.expect("(")
        terms = [read_sum(tokens)]
        while tokens.skip(","):
            terms.append(read_sum(tokens))
        tokens.expect(")")
        return _bind(Clause(tuple(terms)), bound)
    terms, signs, squarefree = [], [], set()
    while True:
        if tokens.skip("squarefree"):
            squarefree.add(len(terms))
        terms.append(read_sum(tokens))
        if tokens.peek() not in ("<", "<=", ">", ">=", "="):
            break
        signs.append(tokens.take())
    if not signs and not squarefree:
        raise FamilyError(f"there should be a bound, such as 'd < 200', in {before}")
    return _bind(Clause(tuple(terms), tuple(signs), frozenset(squarefree)), bound)


def _bind(clause: Clause, bound: set[str]) -> Clause:
    """The clause with the variable that runs in it, which is bound from here on."""
    new = frozenset[str]().union(*(term.names for term in clause.terms)) - bound
    if not new:
        return clause
    names = " and ".join(sorted(new))
    runs = [place for place, term in enumerate(clause.terms) if term.variable in new]
    if len(new) > 1 or len(runs) != 1:
        raise FamilyError(f"{names}: a clause begins with one variable alone, as in 'd < 200'")
    place = runs[0]
    if any(term.names & new for other, term in enumerate(clause.terms) if other != place):
        raise FamilyError(f"{names}: the bounds of a variable cannot depend on it")
    if not any(upper for upper, _, _ in _sides(clause, place)):
        advice = f"write '{names} < 100'"
        raise FamilyError(f"{names} has no upper bound, so the family has no end; {advice}")
    bound |= new
    return replace(clause, loop=place)


def _sides(clause: Clause, place: int) -> Iterator[tuple[bool, bool, Expression]]:
    """The bounds beside the variable at `place`: whether upper, whether closed, and the term."""
    for sign_at, term_at, up in (place, place + 1, "<"), (place - 1, place - 1, ">"):
        if 0 <= sign_at < len(clause.signs):
            sign = clause.signs[sign_at]
            closed = "=" in sign
            if sign == "=" or sign[0] == up:
                yield True, closed, clause.terms[term_at]
            if sign == "=" or sign[0] != up:
                yield False, closed, clause.terms[term_at]


def _values(
    clauses: list[Clause], values: dict[str, int], tried: Iterator[int]
) -> Iterator[dict[str, int]]:
    """All values of the variables that the clauses allow, in the order of the clauses."""
    if not clauses:
        yield values
        return
    clause, *others = clauses
    if clause.loop is None:
        if _holds(clause, values):
            yield from _values(others, values, tried)
        return
    name = clause.terms[clause.loop].text
    run = _run(clause, clause.loop, values)
    if run.stop - run.start > MOST_TRIED:
        raise FamilyError(f"{name} runs through more than {MOST_TRIED:,} numbers")
    for number in run:
        if next(tried) > MOST_TRIED:
            raise FamilyError(f"the family has more than {MOST_TRIED:,} combinations to try")
        extended = {**values, name: number}
        if _holds(clause, extended):
            yield from _values(others, extended, tried)


def _run(clause: Clause, place: int, values: Values) -> range:
    """The whole numbers between the bounds; from 1 if there is no lower one."""
    lower: list[int] = []
    upper: list[int] = []
    for above, closed, term in _sides(clause, place):
        end = term.value(values)
        if above:
            upper.append(math.floor(end) if closed else math.ceil(end) - 1)
        else:
            lower.append(math.ceil(end) if closed else math.floor(end) + 1)
    first = max(lower) if lower else 1
    if place in clause.squarefree:
        first = max(first, 2)
    return range(first, min(upper) + 1)


def _holds(clause: Clause, values: Values) -> bool:
    numbers = [term.value(values) for term in clause.terms]
    if not all(is_squarefree(_whole(numbers[place])) for place in clause.squarefree):
        return False
    if not clause.signs:
        return len(numbers) == 1 or math.gcd(*map(_whole, numbers)) == 1
    return all(map(_compare, numbers, clause.signs, numbers[1:]))


def _compare(left: Value, sign: str, right: Value) -> bool:
    if "=" in sign and left == right:
        return True
    return (sign[0] == "<" and left < right) or (sign[0] == ">" and left > right)


def _whole(number: Value) -> int:
    if number != math.floor(number):
        raise FamilyError(f"{shown(number)} should be a whole number")
    return math.floor(number)


def is_squarefree(number: int) -> bool:
    """Whether no square but 1 divides the number, which is at most 10^12; 0 is divided by all.

    >>> [number for number in range(1, 13) if is_squarefree(number)]
    [1, 2, 3, 5, 6, 7, 10, 11]
    """
    if number > LARGEST_SQUAREFREE:
        large = shown(number)
        raise FamilyError(f"{large} is too large; square-free numbers are known up to 10^12")
    if number < 1:
        return False
    # Without its factors up to the cube root a number has at most two: it is a square or is not.
    factor = 2
    while factor**3 <= number:
        if number % factor == 0:
            number //= factor
            if number % factor == 0:
                return False
        factor += 1
    return number == 1 or math.isqrt(number) ** 2 != number
