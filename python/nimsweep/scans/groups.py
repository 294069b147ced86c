"""The text of a family: lengths or an octal code with variables, and the clauses that bound them.

>>> (group,) = read_groups("1, p/q for q <= 3, q < p < 5, coprime(p, q)")
>>> [str(lengths[1]) for lengths, _ in group.lengths(itertools.count())]
['2', '3', '4', '3/2', '4/3']
>>> (group,) = read_groups("octal 4.a7 for a < 3")
>>> list(group.codes(itertools.count()))
[('4.07', {'a': 0}), ('4.17', {'a': 1}), ('4.27', {'a': 2})]
"""

from __future__ import annotations

import itertools
import math
import operator
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nimsweep import Surd
from nimsweep.scans.errors import FamilyError
from nimsweep.scans.expression import Expression, Tokens, Value, Values, read_sum, shown

SIGNS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}
MOST_TRIED = 10_000_000  # values of all variables that are tried
LARGEST_SQUAREFREE = 10**12
OCTAL = re.compile(r"\s*octal\s+([0-9A-Za-z]*\.[0-9A-Za-z]*)(.*)", re.DOTALL)


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

    @property
    def names(self) -> frozenset[str]:
        """The variables that occur in it."""
        return frozenset[str]().union(*(term.names for term in self.terms))


@dataclass(frozen=True)
class Group:
    """One family of a text that joins several by semicolons.

    Attributes:
        words: its text, with one blank between two words.
        terms: the lengths; none in a family of octal games.
        code: the octal code, in which letters are digits that vary; None for lengths.
        clauses: what the variables run through.
    """

    words: str
    terms: tuple[Expression, ...]
    code: str | None
    clauses: tuple[Clause, ...]

    @property
    def variables(self) -> list[str]:
        """The names of the variables."""
        return [one.terms[one.loop].text for one in self.clauses if one.loop is not None]

    def lengths(self, tried: Iterator[int]) -> Iterator[tuple[list[Surd], dict[str, int]]]:
        """The lengths for all values of the variables, with these, without those that make no game.

        `tried` counts the combinations of values, of all groups of a text.
        """
        for values in _values(self.clauses, {}, tried):
            exact = [Surd(length.value(values)) for length in self.terms]
            # a variable may make a set of no game
            if not self.clauses or (min(exact) > 0 and len(set(exact)) == len(exact)):
                yield exact, values

    def codes(self, tried: Iterator[int]) -> Iterator[tuple[str, dict[str, int]]]:
        """The codes for all values of the digits that vary, with these."""
        assert self.code is not None
        for values in _values(self.clauses, {}, tried):
            yield "".join(str(values.get(digit, digit)) for digit in self.code), values


def read_groups(text: str) -> list[Group]:
    """Reads the families of a text.

    Raises:
        FamilyError: if one cannot be read, if there is none, or if some are of octal games and
            others are not.
    """
    groups = [_read_group(group) for group in text.split(";") if group.strip()]
    if not groups:
        raise FamilyError("the family is empty: its text has no lengths")
    if len({group.code is None for group in groups}) == 2:
        raise FamilyError("a family has sets of lengths or octal games, not both; scan each alone")
    return groups


def _read_group(text: str) -> Group:
    octal = OCTAL.fullmatch(text)
    if octal:
        return _read_codes(octal[1], Tokens(octal[2]))
    tokens = Tokens(text)
    braces = tokens.skip("{")
    lengths = [read_sum(tokens)]
    while tokens.skip(","):
        lengths.append(read_sum(tokens))
    if braces:
        tokens.expect("}")
    bound: set[str] = set()
    clauses = _read_clauses(tokens, bound)
    for name in sorted(frozenset().union(*(length.names for length in lengths)) - bound):
        raise FamilyError(f"{name} has no bound; add 'for {name} < 100'")
    return Group(" ".join(tokens.words), tuple(lengths), None, tuple(clauses))


def _read_codes(code: str, tokens: Tokens) -> Group:
    """A group of octal games. Each letter of the code runs from 0 to 7, the first one slowest."""
    letters = list(dict.fromkeys(filter(str.isalpha, code)))
    waiting = _read_clauses(tokens, set(letters))
    clauses: list[Clause] = []
    for place, letter in enumerate(letters):
        clauses.append(_read_clause(Tokens(f"0 <= {letter} < 8"), set()))
        known = set(letters[: place + 1])
        clauses += [clause for clause in waiting if clause.names <= known]
        waiting = [clause for clause in waiting if not clause.names <= known]
    words = " ".join(["octal", code, *tokens.words])
    return Group(words, (), code, (*clauses, *waiting))


def _read_clauses(tokens: Tokens, bound: set[str]) -> list[Clause]:
    clauses: list[Clause] = []
    if tokens.skip("for"):
        clauses.append(_read_clause(tokens, bound))
        while tokens.skip(","):
            clauses.append(_read_clause(tokens, bound))
    if tokens.peek():
        raise FamilyError(f"the family should end before {tokens.rest()}")
    return clauses


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
        if tokens.peek() not in SIGNS:
            break
        signs.append(tokens.take())
    if not signs and not squarefree:
        raise FamilyError(f"there should be a bound, such as 'd < 200', in {before}")
    return _bind(Clause(tuple(terms), tuple(signs), frozenset(squarefree)), bound)


def _bind(clause: Clause, bound: set[str]) -> Clause:
    """The clause with the variable that runs in it, which is bound from here on."""
    new = clause.names - bound
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
    clauses: Sequence[Clause], values: dict[str, int], tried: Iterator[int]
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
    return all(SIGNS[sign](*pair) for sign, pair in zip(clause.signs, itertools.pairwise(numbers)))


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
