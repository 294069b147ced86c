"""Squares on the line: players place pieces of given lengths on a segment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, final, overload

import numpy

from nimsweep._engine import Squares, Surd
from nimsweep.gain import Chance, Gain, GainPieces, Maximum
from nimsweep.moves import Interval, Move, MoveOption, Moves, Turn, Winning, move_of
from nimsweep.number import Number, Numbers, each, several
from nimsweep.table import GrundyTable, Period

if TYPE_CHECKING:
    from numpy.typing import NDArray

Progress: TypeAlias = Callable[[float | None], object]
"""A function that is called about every 50 ms with the share of the time that is over, about, from 0
to 1, or None if no share is known, and at last with 1."""


@final
class Game:
    """Squares on the line: players place pieces of the given lengths on a segment, and the player
    who places the last one wins.

    What is computed is kept in the object and extended on demand, so that asking again is free.
    Threads may share a game. Ctrl-C ends any call and leaves the game as it is, with what it has
    computed so far; so does an exception from `progress`, which is called about every 50 ms with
    the share of the time that is over, about, from 0 to 1, or None if no share is known, and at
    last with 1. Games are equal if their lengths and rules are.

    >>> from nimsweep import Game
    >>> game = Game("1,sqrt2")
    >>> game.g("5+2*sqrt2")
    2
    >>> print(game.maximum(2, 10).value)
    (200+29*sqrt(2))/92
    >>> Game("1,sqrt2,1+sqrt2", rule=3).period()  # a subtraction game
    <Period 2+sqrt(2) from 0 on>
    """

    __slots__ = ("__weakref__", "_pickle_table", "_squares")

    _squares: Squares
    _pickle_table: bool

    def __init__(
        self,
        lengths: str | Iterable[Number] = "1,sqrt2",
        *more: NoReturn,
        rule: int | str | Iterable[int | str] | None = None,
        threads: int | None = None,
        for_days: bool = False,
        pickle_table: bool = False,
    ) -> None:
        """A game of pieces of these lengths.

        Args:
            lengths: a text such as "1,sqrt2", or several numbers.
            rule: a digit for each length, in the order in which the lengths are given, or one for
                all: with 7 a piece may lie anywhere, which is so without a rule; with 3 only at an
                end of its segment. It is a text such as "3,7", a digit, or several digits.
            threads: how many threads compute; one for each core if it is not given.
            for_days: whether a computation that would take days is begun. Else it is refused before
                the work, with an estimate of the time on two cores.
            pickle_table: whether the game is pickled, and so sent to other processes, with what it
                has computed.

        Raises:
            ParseError, DomainError, TooLargeError: if the lengths or the rule make no
                game.
        """
        if more:
            raise TypeError("give all lengths as one text such as '1,sqrt2', or as one list")
        self._squares = Squares(lengths, rule, threads, for_days)
        self._pickle_table = bool(pickle_table)

    @property
    def lengths(self) -> tuple[Surd, ...]:
        """The lengths of the pieces, ascending."""
        return self._squares.lengths

    @property
    def rule(self) -> str | None:
        """The digits of the lengths, by ascending length, such as "3,7", or one for all; None if
        all are 7.

        >>> from nimsweep import Game
        >>> Game("sqrt2,1", rule="3,7").rule
        '7,3'
        """
        return self._squares.rule

    @property
    def aperiodic(self) -> bool:
        """Whether a theorem proves that g has no period, no matter where it would begin; where it is false,
        `period` may still find none.

        >>> from nimsweep import Game
        >>> Game("1,1+sqrt2,2+sqrt2", rule=3).aperiodic
        True
        """
        return self._squares.aperiodic

    @property
    def threads(self) -> int | None:
        """How many threads compute, if that was given."""
        return self._squares.threads

    @property
    def known(self) -> Surd:
        """The greatest length up to which g is known. A computation that was stopped is kept beside
        it, for the next one."""
        return self._squares.known

    @overload
    def g(  # type: ignore[overload-overlap]
        self, length: Numbers, *, progress: Progress | None = None
    ) -> NDArray[numpy.int64]: ...
    @overload
    def g(self, length: Number, *, progress: Progress | None = None) -> int: ...
    def g(self, length: Any, *, progress: Progress | None = None) -> Any:
        """The Grundy value g(L) of a segment of any length; for several lengths an array.

        The table is extended to L; for lengths with a common measure, and for subtraction games, a
        period is looked for first.

        >>> from nimsweep import Game
        >>> Game().g("4+sqrt2")
        5
        >>> Game().g(["1/2", 1, "sqrt2"])
        array([0, 1, 1])
        >>> Game("1").g(10**100)  # Kayles has a period
        1
        """
        lengths = several(length)
        if lengths is None:
            return self._squares.value([length], progress)
        return self._squares.values(lengths.ravel().tolist(), progress).reshape(lengths.shape)

    def grundy(self, upto: Number, *, progress: Progress | None = None) -> GrundyTable:
        """The table of g on [0, upto].

        >>> from nimsweep import Game
        >>> table = Game().grundy(500)
        >>> len(table), table.largest, table.corners
        (1829, 211, 485252)
        """
        steps = self._squares.grundy(upto, progress)
        return GrundyTable(self, steps.upto, steps)

    def maximum(self, a: Number, b: Number, *, progress: Progress | None = None) -> Maximum:
        """f(a, b): the certified maximum of the gain e(L) for a ≤ L ≤ b, if pieces may
        lie anywhere (all digits are 7).

        >>> from nimsweep import Game
        >>> Game().maximum(2, 10).decimal(8)
        '2.61969775'
        """
        first, *others = self._squares.maxima(a, b, None, progress)
        return Maximum(*first, tuple(Maximum(*other) for other in others))

    def maxima(
        self, a: Number, b: Number, *, top: int = 10, progress: Progress | None = None
    ) -> list[Maximum]:
        """The greatest local maxima of the gain on [a, b], at most `top` of them, by falling value.

        >>> from nimsweep import Game
        >>> [maximum.decimal(4) for maximum in Game().maxima(2, 10, top=3)]
        ['2.6197', '2.0000', '1.1197']
        """
        return [Maximum(*parts) for parts in self._squares.maxima(a, b, top, progress)]

    @overload
    def gain(  # type: ignore[overload-overlap]
        self, length: Numbers, *, progress: Progress | None = None
    ) -> NDArray[Any]: ...
    @overload
    def gain(self, length: Number, *, progress: Progress | None = None) -> Gain: ...
    def gain(self, length: Any, *, progress: Progress | None = None) -> Any:
        """The gain e(L) of a random first piece: L times the probability that it wins; for several
        lengths an array. It is defined from the longest length on, if pieces may
        lie anywhere (all digits are 7).

        >>> from nimsweep import Game
        >>> print(Game().gain(4).value)
        (32-6*sqrt(2))/21
        >>> Game().gain([2, 4]).astype(float)
        array([2.        , 1.11974851])
        """
        lengths = several(length)
        if lengths is None:
            value, chances = self._squares.gain(length, progress)
            return Gain(Surd(length), value, tuple(Chance(*chance) for chance in chances))
        if lengths.size:
            # g is computed once, as far as the longest needs it
            self.gain(max(map(Surd, lengths.flat)), progress=progress)
        return each(self.gain, lengths)

    def gain_pieces(self, a: Number, b: Number, *, progress: Progress | None = None) -> GainPieces:
        """The gain on [a, b] as pieces with exact forms.

        >>> from nimsweep import Game
        >>> Game().gain_pieces(2, 10)
        <GainPieces: e from 2 to 10 for the lengths 1, sqrt(2): 20 pieces>
        """
        return GainPieces(self, (Surd(a), Surd(b)), self._squares.pieces(a, b, progress))

    def moves(
        self,
        *segments: Number,
        within: tuple[Number, Number] | None = None,
        progress: Progress | None = None,
    ) -> Moves:
        """The winning moves on a segment, or in a sum of segments: for each length of a piece the
        exact intervals of places where it wins.

        `within` is a part (from, to) of each segment to which the places are limited; by a period,
        the segment may then be of any length. The segments must lie in the field of the lengths.

        >>> from nimsweep import Game
        >>> for winning in Game().moves(2, 4):
        ...     print(*winning)
        1 1 (0, 1)
        1 1 (2, 3)
        1 sqrt(2) [0, 2-sqrt(2)]
        1 sqrt(2) [2, 4-sqrt(2)]
        """
        value, values, rows = self._squares.moves(_given(segments), within, progress)
        winning = (Winning(segment, length, Interval(*ends)) for segment, length, ends in rows)
        part = None if within is None else (Surd(within[0]), Surd(within[1]))
        return Moves(self, tuple(map(Surd, segments)), part, value, tuple(values), tuple(winning))

    def explain(
        self,
        *segments: Number,
        within: tuple[Number, Number] | None = None,
        progress: Progress | None = None,
    ) -> list[MoveOption]:
        """What each move leaves on a segment, or in a sum of segments; the least value that none
        leaves is the value. Moves beyond the middle of a segment, which leave the same parts the
        other way round, are not listed.

        `within` is a part (from, to) of each segment, of which all places are listed.

        >>> from nimsweep import Game
        >>> for option in Game().explain(3):
        ...     print(option.length, option.places, option.right, option.values, option.xor)
        1 {0} {2} (0, 2) 2
        1 (0, 1) (1, 2) (0, 1) 1
        1 {1} {1} (1, 1) 0
        sqrt(2) [0, 2-sqrt(2)] [1, 3-sqrt(2)] (0, 1) 1
        sqrt(2) (2-sqrt(2), (3-sqrt(2))/2] [(3-sqrt(2))/2, 1) (0, 0) 0
        """
        rows = self._squares.explain(_given(segments), within, progress)
        return [
            MoveOption(segment, length, Interval(*places), Interval(*right), values, xor)
            for segment, length, places, right, values, xor in rows
        ]

    def value(self, *segments: Number, progress: Progress | None = None) -> int:
        """The value of a sum of segments: the player to move wins if and only if it is not 0. Two equal
        segments cancel, however long they are.

        >>> from nimsweep import Game
        >>> Game().value(2, 3)
        1
        >>> Game().value(5, 10**6, 10**6)
        1
        """
        return self._squares.value(_given(segments), progress)

    def best_reply(self, *segments: Number, progress: Progress | None = None) -> Move | None:
        """A winning move in a sum of segments, or None if no move wins.

        >>> from nimsweep import Game
        >>> Game().best_reply(2, 3)
        Move(segment=1, length=1, place=0)
        >>> Game().best_reply(10**12 + 1)  # the middle: then each move can be copied
        Move(segment=0, length=1, place=500000000000)
        """
        reply = self._squares.best_reply(_given(segments), progress)
        return None if reply is None else Move(*reply)

    def play(
        self,
        *segments: Number,
        move: Move | tuple[int, Number, Number] | None = None,
        progress: Progress | None = None,
    ) -> Turn:
        """One turn of a game: `move`, a Move or a tuple (segment, length, place), is made in the
        segments if it is given, and answered perfectly.

        >>> from nimsweep import Game
        >>> turn = Game().play(2, 3, move=(1, 1, 0))
        >>> print(*turn.segments)
        2 0 2
        >>> turn.wins
        False
        """
        step = None if move is None else move_of(move)
        left, value, reply, after = self._squares.turn(_given(segments), step, progress)
        return Turn(self, left, value, None if reply is None else Move(*reply), after)

    def period(
        self, upto: Number | None = None, *, progress: Progress | None = None
    ) -> Period | None:
        """The least period of g, if the steps up to `upto` prove one; else None. Steps of g beyond
        `upto` make no difference. They prove a period if `upto` is at least `seen_to + length`. Where a
        theorem gives g, it proves the period for any `upto`, or that the game is `aperiodic`.

        Without `upto` the search goes as far as it gets in about a second.

        >>> from nimsweep import Game
        >>> Game("1").period()
        <Period 12 from 71 on>
        >>> Game().period(upto=50) is None
        True
        """
        found = self._squares.period(upto, progress)
        return None if found is None else Period(self, *found)

    def certificate(
        self, a: Number, b: Number | None = None, *, progress: Progress | None = None
    ) -> str:
        """The certificate of f(a, b), or of the gain at one length a: the answer with all that
        proves it, as text, which `verify` and other programs check.

        Tables, periods and winning moves have certificates of their own.

        >>> from nimsweep import Game
        >>> Game().certificate(2, 10).splitlines()[0]
        'nimsweep certificate 1'
        """
        return self._squares.certificate_of_gain(a, a if b is None else b, progress)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.lengths, self.rule) == (other.lengths, other.rule)

    def __hash__(self) -> int:
        return hash((self.lengths, self.rule))

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        table = self.grundy(self.known) if self._pickle_table else None
        columns = None if table is None else (table.upto, [*table.coordinates.values()], table.value)
        return _restored, (self.lengths, self.rule, self.threads, columns, self._squares.for_days)

    def _about(self) -> dict[str, str]:
        """What data frames do not say."""
        about = {"lengths": ", ".join(map(str, self.lengths))}
        return about if self.rule is None else {**about, "rule": self.rule}

    def _named(self) -> str:
        """The lengths, and their rule unless all digits are 7."""
        return " with the rule ".join(self._about().values())

    def __repr__(self) -> str:
        rule = "" if self.rule is None else f", rule='{self.rule}'"
        return f"Game('{self._about()['lengths']}'{rule})"


def _given(segments: tuple[Number, ...]) -> tuple[Number, ...]:
    if not segments:
        raise TypeError("give the length of at least one segment")
    if several(segments[0]) is not None:
        raise TypeError("give segments one by one, as in best_reply(2, 3), or with a star: best_reply(*list)")
    return segments


def _restored(
    lengths: tuple[Surd, ...],
    rule: str | None,
    threads: int | None,
    columns: tuple[Surd, list[NDArray[Any]], NDArray[Any]] | None,
    for_days: bool = False,
) -> Game:
    """A game that was pickled, perhaps with its table."""
    keeps = columns is not None
    game = Game(lengths, rule=rule, threads=threads, for_days=for_days, pickle_table=keeps)
    if columns is not None:
        upto, coordinates, values = columns
        starts = numpy.stack(coordinates, axis=1).tolist()
        game._squares.restore(upto, list(zip(starts, values.tolist())))
    return game
