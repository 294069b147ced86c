"""Moves: all that win in a position, an interval of places, one move, and a turn of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, final

from nimsweep._engine import Surd, simplest_place
from nimsweep.errors import DomainError, need
from nimsweep.number import Number
from nimsweep.rows import Drawn, Rows, card, html

if TYPE_CHECKING:
    import pandas

    from nimsweep.game import Game


@final
@dataclass(frozen=True, slots=True, repr=False)
class Interval:
    """A set of places from `start` to `end`, each end belonging to it or not; or a single place.

    >>> from nimsweep import Game
    >>> interval = Game().moves(4)[0].interval
    >>> print(interval, interval.simplest(), "4/3" in interval, 1 in interval)
    (1, 2) 3/2 True False

    Attributes:
        start, end: the ends.
        start_included, end_included: whether they belong to the interval.
    """

    start: Surd
    end: Surd
    start_included: bool
    end_included: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", Surd(self.start))
        object.__setattr__(self, "end", Surd(self.end))

    def simplest(self) -> Surd:
        """The place of the interval with the fewest digits."""
        return simplest_place(self.start, self.end, self.start_included, self.end_included)

    def __contains__(self, place: Number, /) -> bool:
        exact = Surd(place)
        if exact == self.start:
            return self.start_included
        return self.start < exact < self.end or (exact == self.end and self.end_included)

    def __str__(self) -> str:
        if self.start == self.end:
            return f"{{{self.start}}}"
        left, right = "[" if self.start_included else "(", "]" if self.end_included else ")"
        return f"{left}{self.start}, {self.end}{right}"

    def __repr__(self) -> str:
        return f"<Interval {self}>"


class _Placed(NamedTuple):
    segment: int
    length: Surd
    place: Surd


@final
class Move(_Placed):
    """A piece of the given length that is placed in a segment, counted from 0, with its left end at
    a place, counted from the left end of the segment. It is a tuple, too.

    >>> from nimsweep import Move
    >>> Move(0, "sqrt2", 1)
    Move(segment=0, length='sqrt(2)', place=1)
    >>> segment, length, place = Move(0, 2, "1/2")
    >>> Move(0, 2, "1/2") == (segment, length, place) == (0, 2, place)
    True

    Attributes:
        segment: the segment, counted from 0.
        length: the length of the piece.
        place: the place of its left end.
    """

    __slots__ = ()

    def __new__(cls, segment: int, length: Number, place: Number) -> Move:
        number = Surd(segment)
        if number < 0 or number != number.floor():
            raise DomainError(f"{segment} is not a whole number of at least 0")
        if number >= 2**64:
            raise DomainError("the number of the segment is too large")
        return super().__new__(cls, int(number), Surd(length), Surd(place))

    def __repr__(self) -> str:
        length, place = (int(number) if number.is_integer() else str(number) for number in self[1:])
        return f"Move(segment={self.segment}, length={length!r}, place={place!r})"

    def _repr_html_(self) -> str:
        return card(self, self._fields)


def move_of(move: object) -> Move:
    """A move that is handed over: a Move, or a tuple (segment, length, place)."""
    if isinstance(move, tuple) and len(move) == 3:
        return Move(*move)
    raise TypeError("a move is a Move or a tuple (segment, length, place)")


class MoveOption(NamedTuple):
    """What moves leave with a piece of one length, at a range of places at which neither part
    changes its value.

    Attributes:
        segment: the segment, counted from 0.
        length: the length of the piece.
        places: the places of its left end, which are also the lengths of the part on its left.
        right: the lengths of the part on its right.
        values: the Grundy values of the two parts.
        xor: the value of all that is left, with the other segments.
    """

    segment: int
    length: Surd
    places: Interval
    right: Interval
    values: tuple[int, int]
    xor: int


class Winning(NamedTuple):
    """Where a piece wins: its length, and an interval of places in a segment, counted from 0."""

    segment: int
    length: Surd
    interval: Interval


@final
@dataclass(frozen=True, slots=True, repr=False)
class Moves(Rows[Winning], Drawn):
    """The winning moves in a position: a segment, or a sum of segments.

    It is a sequence of tuples (segment, length, interval): a piece of that length wins in that
    segment, counted from 0, if and only if its left end lies in one of the intervals.

    >>> from nimsweep import Game, Move
    >>> moves = Game().moves("4+sqrt2")
    >>> moves.value, moves.is_p_position
    (5, False)
    >>> for segment, length, interval in moves:
    ...     print(segment, length, interval)
    0 1 [2, 1+sqrt(2)]
    0 sqrt(2) {2}
    >>> Move(0, 1, "9/4") in moves
    True

    Attributes:
        game: the game.
        segments: the lengths of the segments.
        within: the part (from, to) of each segment to which the places are limited, or None.
        value: the value of the position: the player to move wins if and only if it is not 0.
        values: the Grundy value of each segment.
    """

    game: Game
    segments: tuple[Surd, ...]
    within: tuple[Surd, Surd] | None
    value: int = field(compare=False)
    values: tuple[int, ...] = field(compare=False)
    _rows: tuple[Winning, ...] = field(compare=False)

    @property
    def is_p_position(self) -> bool:
        """Whether the player to move loses."""
        return self.value == 0

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each interval: segment, length, start, end, start_included, end_included, with
        exact numbers as objects.

        >>> from nimsweep import Game
        >>> Game().moves("4+sqrt2").to_pandas()[["length", "start", "end"]].astype(float).round(3)
           length  start    end
        0   1.000    2.0  2.414
        1   1.414    2.0  2.000

        Raises:
            MissingPackageError: if pandas is not installed.
        """
        need("a data frame of pandas", "pandas")
        import pandas

        places = ("start", "end", "start_included", "end_included")
        rows = [(s, length, *(getattr(at, name) for name in places)) for s, length, at in self]
        return pandas.DataFrame(rows, columns=["segment", "length", *places])

    def certificate(self) -> str:
        """The certificate of all winning moves in the position, as text, which `verify` and other
        programs check.

        Raises:
            DomainError: if the moves are those of a part.

        >>> from nimsweep import Game, verify
        >>> verify(Game().moves(2, 3).certificate()).facts["grundy"]
        1
        """
        if self.within is not None:
            raise DomainError("a certificate has all winning moves; ask for them without `within`")
        return self.game._squares.certificate_of_moves(self.segments)

    def __contains__(self, item: object) -> bool:
        """Whether a move wins, which is a Move or a tuple (segment, length, place); or whether a
        tuple (segment, length, interval) is one of the rows."""
        if isinstance(item, tuple) and len(item) == 3 and isinstance(item[2], Interval):
            return item in self._rows
        step = move_of(item)
        own = (row for row in self if (row.segment, row.length) == (step.segment, step.length))
        return any(step.place in row.interval for row in own)

    def __len__(self) -> int:
        return len(self._rows)

    def _row(self, place: int) -> Winning:
        return self._rows[place]

    def _picture(self, look: tuple[str | None, str | None, bool]) -> str:
        if self.within is not None:
            raise DomainError("winning places are drawn of whole segments; ask without `within`")
        return self.game._squares.picture(self.segments, look)

    def _repr_html_(self) -> str:
        svg = self._svg_or_none(None)
        return html(self._head(), svg, ("segment", "length", "place"), islice(self, 12), len(self))

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        # the question is pickled, and answered again when it is loaded
        return _again, (self.game, self.segments, self.within)

    def _head(self) -> str:
        outcome = (
            "an N-position: the player to move wins"
            if self.value
            else "a P-position: the player to move loses"
        )
        within = self.within
        part = f"; places from {within[0]} to {within[1]}" if within is not None else ""
        return f"{_sum(self.segments)} with the value {self.value}, {outcome}{part}"

    def __repr__(self) -> str:
        return f"<Moves in {self._head()}>"


Sequence.register(Moves)  # pyright: ignore[reportAttributeAccessIssue]


def _again(game: Game, segments: tuple[Surd, ...], within: tuple[Surd, Surd] | None) -> Moves:
    return game.moves(*segments, within=within)


def _sum(segments: tuple[Surd, ...]) -> str:
    return " + ".join(map(str, segments))


@final
@dataclass(frozen=True, slots=True, repr=False)
class Turn:
    """A turn of the game: a position, perhaps after a move, and a perfect reply.

    >>> from nimsweep import Game
    >>> turn = Game().play(5, move=(0, 1, 2))
    >>> [str(segment) for segment in turn.segments], turn.value
    (['2', '2'], 0)
    >>> turn.wins  # the player to move loses; the reply is the move that resists most
    False

    Attributes:
        game: the game.
        segments: the segments, after the move if there was one.
        value: the value of the position; None if the reply wins without it, and computing it would
            take more than a few seconds.
        reply: a move of the player to move: one that wins if there is one, else the one after
            which the winning places have the least total length; None if the game is over.
        after: the segments after the reply, or None if the game is over.
    """

    game: Game
    segments: tuple[Surd, ...]
    value: int | None
    reply: Move | None
    after: tuple[Surd, ...] | None

    @property
    def wins(self) -> bool:
        """Whether the player to move wins."""
        return self.value != 0

    @property
    def is_over(self) -> bool:
        """Whether no piece fits any more: the player to move has lost."""
        return self.reply is None

    def __repr__(self) -> str:
        if self.reply is None:
            return f"<Turn: no piece fits in {_sum(self.segments)}>"
        wins = "a winning move" if self.wins else "no move wins"
        segment, length, place = self.reply
        return (
            f"<Turn in {_sum(self.segments)}: {wins}, length {length} at {place} "
            f"in segment {segment}>"
        )
