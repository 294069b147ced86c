"""Families of games: from a text or any iterable to sets of lengths or octal games, each game once.

A set and its multiples are one game: `{1, √2}` and `{√2, 2}` differ by the factor √2 only. So each
set is divided by its shortest length, which gives the game's canonical form, and a family has each
form once. Conjugates are different games: `{1, 3+√2}` and `{1, 3-√2}` are both kept.

>>> family = Family.of("1, sqrt(d) for squarefree d < 8")
>>> [game.canonical for game in family]
['1,sqrt(2)', '1,sqrt(3)', '1,sqrt(5)', '1,sqrt(6)', '1,sqrt(7)']
>>> len(Family.of("1, p/q for q <= 4, q < p <= 2q"))
6
>>> list(Family.of("octal 0.ab for a + b = 1"))
[OctalGame('0.01'), OctalGame('0.1')]
"""

from __future__ import annotations

import hashlib
import itertools
import keyword
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nimsweep import Game, Number, OctalGame, Surd
from nimsweep._engine import rule_digits
from nimsweep.errors import InexactError, NimsweepError
from nimsweep.scans.cells import LARGEST, Cell, cells, fitted, is_taken, kind_of, same_name
from nimsweep.scans.errors import FamilyError, ScanError
from nimsweep.scans.expression import shown
from nimsweep.scans.groups import MOST_TRIED, Group, read_groups
from nimsweep.scans.row import Kinds

MOST_SETS = 1_000_000  # of one family
MOST_LENGTHS = 1000  # of one set
CHECKED = 1000  # games of a text that are made when it is read, so that most errors are found then

NO_SET = (bytes, bytearray, memoryview, Mapping)  # iterables whose items are not lengths

Lengths: TypeAlias = str | Iterable[Number]
Labels: TypeAlias = dict[str, Cell]
Rule: TypeAlias = int | str | Iterable[int | str]
Choices: TypeAlias = tuple[tuple[int, ...], ...]  # for each length, or for all, its digits


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
    rule: str | None = None

    @staticmethod
    def of(lengths: Iterable[Number], digits: Sequence[int] = (7,)) -> LengthSet:
        """The set of these lengths, which are positive and different.

        `digits` has a digit for each length, or one for all.

        Raises:
            FamilyError: if a length is not positive or occurs twice, if there is none or no end, or
                if there are more or fewer digits.
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
        if len(set(exact)) < len(exact):
            raise FamilyError(f"{text}: give each length once")
        if len(digits) not in (1, len(exact)):
            reason = f"{len(digits)} digits are given for {len(exact)} lengths"
            raise FamilyError(f"{text}: {reason}; give a digit for each length, or one for all")
        # most sets of a family have the form that the game has: its text is made and held once
        same = ordered == exact and ordered[0] == 1
        canonical = text if same else ",".join(str(length / ordered[0]) for length in ordered)
        if len(digits) > 1:
            of_length = dict(zip(exact, digits))
            digits = [of_length[length] for length in ordered]
        return LengthSet(text, canonical, _written(digits))

    def __str__(self) -> str:
        return f"{self.canonical} with the rule {self.rule}" if self.rule else self.canonical


Member: TypeAlias = LengthSet | OctalGame
Found: TypeAlias = tuple[Member, Labels]
Item: TypeAlias = Lengths | Game | OctalGame | Mapping[str, object]


@dataclass(eq=False, repr=False)
class Family:
    """Games in a fixed order, each once: sets of lengths, or octal games.

    A text is only read; its games are made each time that they are asked for, and `len` counts
    them. The games of an iterable are held, with some 200 bytes each.

    Attributes:
        text: the text that describes the family, or None.
        rule: the digits of the lengths in the order in which the family gives them, or one for
            all; `*` is either digit. None if all are 7.
        octal: whether the games are octal games.
        kinds: the columns of labels: of variables of a text, or of the dicts of an iterable.
        anywhere: whether all pieces may lie anywhere.
        known: the number of games, if they have been counted.
    """

    text: str | None
    rule: str | None
    octal: bool
    kinds: Kinds
    anywhere: bool
    _source: Iterable[Found]
    known: int | None = None

    @staticmethod
    def of(family: str | Iterable[Item] | Family, rule: Rule | None = None) -> Family:
        """A family by its text, or by games that are each a text, exact numbers, a Game, an OctalGame,
        or a dict with one of these as `lengths`, whose other keys are labels of the game.

        A text has the lengths with variables, and what the variables run through:
        `1, (p+q*sqrt(d))/r for p < 4, q <= 2, squarefree d < 20, r <= 2, coprime(p, q, r)`.
        An octal code has a letter for each digit that varies: `octal 0.abc for a < b`.
        Several such texts are joined by semicolons.

        `rule` has a digit for each length, in the order of the lengths in every set, or one for
        all: 7, a piece may lie anywhere; 3, only at an end of its segment; `*`, both in turn.

        Raises:
            FamilyError: if the text cannot be read; if the family has no game; if a game cannot be
                made, as for a repeated length, or too few digits; if an iterable has no end.
                Of a text, the first 1,000 games are tried here, and others when they are made.
            InexactError: if a length is a float.
            ParseError: if a digit is not 3, 7 or `*`.
        """
        if isinstance(family, Family):
            if rule is not None:
                raise FamilyError("the sets of a Family have their rule; give it to Family.of")
            return family
        choices: Choices = ((7,),) if rule is None else _choices(rule)
        written = _written(["*" if digits[1:] else digits[0] for digits in choices])
        if isinstance(family, str):
            groups = read_groups(family)
            octal = groups[0].code is not None
            kinds = tuple((name, "int64") for name in _columns_of(groups).values())
            source = _OfText(groups, choices)
            made = Family(family, written, octal, kinds, written is None, source)
            head = list(itertools.islice(made, CHECKED + 1))
            if len(head) <= CHECKED:
                made.known = len(head)
        else:
            types: dict[str, str] = {}
            held = list(Games(_of_items(family, choices, types)))
            head = [game for game, _ in held]
            sorts = {isinstance(game, OctalGame) for game in head}
            if len(sorts) == 2:
                raise FamilyError(
                    "a family has sets of lengths or octal games, not both; scan each alone"
                )
            octal = True in sorts
            anywhere = all(isinstance(game, OctalGame) or game.rule is None for game in head)
            made = Family(None, written, octal, tuple(types.items()), anywhere, held, len(head))
        if not head:
            raise FamilyError("the family is empty: it has no set of lengths")
        if octal and rule is not None:
            raise FamilyError("rule: an octal game has its rule in its code; give none")
        return made

    def __len__(self) -> int:
        if self.known is None:
            self.known = sum(1 for _ in self)
        return self.known

    def __iter__(self) -> Iterator[Member]:
        return (game for game, _ in self.games())

    def games(self) -> Games:
        """The games for several iterators at once, which find duplicates once."""
        return Games(self._source)

    def digest(self) -> str:
        """The SHA-256 of the text without its blanks, or of all games with their labels, in order, if
        there is no text.

        Families with the same one are one scan.
        """
        if isinstance(self._source, _OfText):
            words = "; ".join(group.words for group in self._source.groups)
            text = f"{words} with the rule {self.rule}"
        else:
            text = "\n".join(f"{_key(game)}{sorted(labels.items()) or ''}" for game, labels in self._source)
        return hashlib.sha256(text.encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Family) and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())

    def __repr__(self) -> str:
        rule = "" if self.rule is None else f", rule={self.rule!r}"
        return f"Family.of({self.text!r}{rule})" if self.text else f"<Family of {len(self)} games>"


class Games:
    """The distinct games of a source. Iterators share what any of them finds.

    A duplicate is found by a key of each game, some 100 bytes, until all games are known. From then
    on, one byte for each game of the source says whether it is new. Two different texts of a million
    have the same key, 16 bytes of a hash, with a probability of 10^-27.

    Attributes:
        count: how many there are, once an iterator has come to the end.
    """

    def __init__(self, source: Iterable[Found]) -> None:
        self._source = source
        self._is_new = bytearray()
        self._keys: set[bytes] = set()
        self.count: int | None = None

    def __iter__(self) -> Iterator[Found]:
        count = 0
        try:
            for place, (game, labels) in enumerate(self._source):
                if place == len(self._is_new):
                    key = hashlib.blake2b(_key(game).encode(), digest_size=16).digest()
                    self._is_new.append(key not in self._keys)
                    self._keys.add(key)
                if self._is_new[place]:
                    count += 1
                    if count > MOST_SETS:
                        most = f"{MOST_SETS:,}"
                        raise FamilyError(f"the family has more than {most} games, or no end")
                    yield game, labels
        except (InexactError, ScanError):
            raise
        except NimsweepError as error:  # of the arithmetic: numbers that are too large
            raise FamilyError(f"the family: {error}") from error
        self.count = count
        self._keys.clear()


def _key(game: Member) -> str:
    return game.code if isinstance(game, OctalGame) else str(game)


def _choices(rule: Rule) -> Choices:
    """The digits that each length may have; the engine names one that is none."""
    if isinstance(rule, int) or (isinstance(rule, str) and "*" not in rule):
        return tuple((digit,) for digit in rule_digits(rule))
    words = rule.split(",") if isinstance(rule, str) else list(rule)
    stars = [str(word).strip() == "*" for word in words]
    digits = rule_digits(["7" if star else word for word, star in zip(words, stars)])
    return tuple((7, 3) if star else (digit,) for digit, star in zip(digits, stars))


def _written(digits: Sequence[int | str]) -> str | None:
    """Digits as a Game writes them: one if all are 3, and none if all are 7."""
    if set(digits) == {7}:
        return None
    return "3" if set(digits) == {3} else ",".join(map(str, digits))


@dataclass(frozen=True)
class _OfText:
    """The games of a text, made each time that they are asked for."""

    groups: Sequence[Group]
    choices: Choices

    def __iter__(self) -> Iterator[Found]:
        tried = itertools.count(1)
        columns = _columns_of(self.groups)

        def labels(values: dict[str, int]) -> Labels:
            """The values of variables, without those that fit no column."""
            return {columns[name]: value for name, value in values.items() if abs(value) <= LARGEST}

        for group in self.groups:
            if group.code is not None:
                for code, values in group.codes(tried):
                    yield OctalGame(code), labels(values)
            else:
                for lengths, values in group.lengths(tried):
                    of_each = labels(values)
                    for game in _with_rules(lengths, self.choices):
                        yield game, of_each


def _columns_of(groups: Sequence[Group]) -> dict[str, str]:
    """The columns of the variables: their names, with `_` at the end of one that is taken."""
    octal = groups[0].code is not None
    columns: dict[str, str] = {}
    for variable in dict.fromkeys(name for group in groups for name in group.variables):
        name = variable
        while is_taken(name, octal) or keyword.iskeyword(name) or same_name(name, columns.values()):
            name += "_"
        columns[variable] = name
    return columns


def _with_rules(lengths: Iterable[Number], choices: Choices) -> Iterator[LengthSet]:
    """The set with each rule that the choices allow."""
    exact = list(itertools.islice(lengths, MOST_LENGTHS + 1))
    of_each = choices * len(exact) if len(choices) == 1 else choices
    for digits in itertools.product(*of_each):
        yield LengthSet.of(exact, digits)


def _of_items(items: Iterable[Item], choices: Choices, types: dict[str, str]) -> Iterator[Found]:
    """The games of an iterable; `types` gets the types of their labels."""
    if not isinstance(items, Iterable) or isinstance(items, NO_SET):
        kind = type(items).__name__
        raise FamilyError(f"a family is a text or an iterable of sets, not {kind}")
    for index, item in enumerate(items):
        if index >= MOST_TRIED:
            raise FamilyError(f"the family has more than {MOST_TRIED:,} games, or no end")
        try:
            for game, labels in _of_item(item, choices):
                for name, cell in labels.items():
                    if same_name(name, types) not in (name, None):
                        raise FamilyError(f"{name} is a label with other letters already; choose one")
                    labels[name] = fitted(name, cell, types.setdefault(name, kind_of(cell)))
                yield game, labels
        except InexactError as error:
            raise InexactError(f"set {index + 1} of the family: {error}") from error
        except (NimsweepError, TypeError) as error:
            raise FamilyError(f"set {index + 1} of the family, {_named(item)}: {error}") from error


def _of_item(item: object, choices: Choices) -> Iterator[Found]:
    if isinstance(item, Mapping):
        if "lengths" not in item:
            raise FamilyError("a dict has the lengths of its game, or the game, as 'lengths'")
        others = (pair for pair in item.items() if pair[0] != "lengths" and pair[1] is not None)
        given = dict(others)
        for game, labels in _of_item(item["lengths"], choices):
            own = cells(given, isinstance(game, OctalGame))
            for name in filter(lambda name: same_name(name, labels), own):
                raise FamilyError(f"{name} is a variable of the text already; choose another name")
            yield game, labels | own
    elif isinstance(item, str):
        yield from _OfText(read_groups(item), choices)
    elif isinstance(item, OctalGame):
        yield item, {}
    elif isinstance(item, Game):
        if choices != ((7,),):
            raise FamilyError("a Game has its rule; give none to the scan")
        rule = rule_digits(7 if item.rule is None else item.rule)
        yield LengthSet.of(item.lengths, rule), {}
    elif isinstance(item, Iterable) and not isinstance(item, NO_SET):
        for made in _with_rules(item, choices):
            yield made, {}
    else:
        raise FamilyError("it is not a set of lengths; write '1,sqrt2' or [1, 'sqrt2']")


def _named(item: object) -> str:
    try:
        return shown(repr(item))
    except Exception:
        return type(item).__name__
