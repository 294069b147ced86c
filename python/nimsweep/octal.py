"""Octal games on heaps of tokens, given by their codes."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, NamedTuple, final, overload

import numpy

from nimsweep._engine import Octal
from nimsweep.game import Progress
from nimsweep.number import Numbers, each, several

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SEARCHED = 1_000_000  # how far a period is looked for, unless a question says otherwise


class OctalPeriod(NamedTuple):
    """A proven period of an octal game: G(n + length) = G(n) for all n >= ``start``, both the least.

    That G(n + length) = G(n) was seen for all n from ``start`` up to below ``seen_to``, which takes
    values up to ``seen_to + length - 1``; by the theorem of Guy and Smith it then holds forever.
    """

    length: int
    start: int
    seen_to: int


class RareValues(NamedTuple):
    """How many values of an octal game are rare by a mask, and whether the parity of n counts."""

    rare: int
    mask: int
    parity: bool


class OctalMove(NamedTuple):
    """A winning move of an octal game: the heap on which it is made, as an index from 0, how many
    tokens it takes, and the heaps that it leaves of that one."""

    heap: int
    taken: int
    left: tuple[int, ...]


@final
class OctalGame:
    """An octal game on heaps of tokens, given by its code, such as "0.77" or "4.007": 0, or 4 if a
    heap may be split without taking; a point; and a digit for each number of tokens. A name such as
    "Kayles" may stand for the code.

    The name "Treblecross" is a part of the game: `g`, `value` and `moves` count the squares of its
    boards, and a board of n squares is the heap n + 2 of the code 0.007, of which everything else is.
    A board has at least 3 squares.

    The digit says what a move that takes as many tokens may leave of its heap: it is the sum of 1
    for nothing, 2 for one heap, and 4 for two heaps, none of them empty. The player who makes the
    last move wins.

    The values G(n) are kept in the object and computed on demand. The answers of methods with the
    argument `upto` follow from G(0), ..., G(upto), no matter which values are known already.
    Threads may share a game. Ctrl-C ends any call; what is computed by then is kept. `progress` is
    called as by a Game. Games are equal if their codes are, and the names with boards of their own.

    >>> from nimsweep import OctalGame
    >>> kayles = OctalGame("0.77")
    >>> [kayles.g(n) for n in range(10)]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    >>> kayles.period()
    OctalPeriod(length=12, start=71, seen_to=156)
    """

    __slots__ = ("__weakref__", "_octal")

    _octal: Octal

    def __init__(self, code: str) -> None:
        self._octal = Octal(code)

    @property
    def code(self) -> str:
        """The code, without zeros at the end.

        >>> from nimsweep import OctalGame
        >>> OctalGame(".770").code
        '0.77'
        """
        return self._octal.code

    @property
    def name(self) -> str | None:
        """The name of a game whose boards are not heaps of the same size, else None.

        >>> from nimsweep import OctalGame
        >>> game = OctalGame("treblecross")
        >>> game.name, game.code, game.g(8) == OctalGame("0.007").g(10)
        ('Treblecross', '0.007', True)
        """
        return self._octal.name

    @overload
    def g(self, n: Numbers, /) -> NDArray[numpy.int64]: ...
    @overload
    def g(self, n: int, /, *more: int) -> int: ...
    def g(self, n: Any, /, *more: int) -> Any:
        """The value G(n) of a heap of n tokens; for a list or an array of heaps the array of their
        values, and for several heaps the value of their sum.

        Values are computed up to n, or until a period is proven, which answers for every n. Beyond
        10^8 the answer needs a period; it is looked for up to 10^6, unless `period` has already
        found it.

        >>> from nimsweep import OctalGame
        >>> OctalGame("0.77").g(10**100)
        1
        >>> OctalGame("Kayles").g([3, 5])
        array([3, 4])
        """
        if more:
            return self.value(n, *more)
        numbers = several(n)
        if numbers is None:
            return self._octal.g(n)
        return each(self._octal.g, numbers).astype(numpy.int64)

    def value(self, *heaps: int) -> int:
        """The value of a sum of heaps: the xor of their values. The player to move wins if and only if it
        is not 0.

        >>> from nimsweep import OctalGame
        >>> OctalGame("0.77").value(3, 5, 7)
        5
        """
        return reduce(xor, map(self._octal.g, _given(heaps)))

    def values(self, upto: int, *, progress: Progress | None = None) -> NDArray[numpy.int64]:
        """G(0), G(1), ..., G(upto), as an array that can only be read.

        >>> from nimsweep import OctalGame
        >>> OctalGame("0.137").values(9)  # Dawson's chess
        array([0, 1, 1, 2, 0, 3, 1, 1, 0, 3])
        """
        return self._octal.values(upto, progress)

    def period(
        self, upto: int = _SEARCHED, *, progress: Progress | None = None
    ) -> OctalPeriod | None:
        """The least period, if the values up to `upto` prove one; else None: G(n + length) = G(n) for
        all n >= start, both the least. The result has the attributes length, start and seen_to.

        >>> from nimsweep import OctalGame
        >>> period = OctalGame("0.07").period()
        >>> period.length, period.start
        (34, 53)
        >>> OctalGame("0.07").period(upto=100) is None
        True
        """
        found = self._octal.period(upto, progress)
        return None if found is None else OctalPeriod(*found)

    def exceptions(
        self, upto: int = _SEARCHED, *, progress: Progress | None = None
    ) -> list[int] | None:
        """The exceptions, ascending: the n whose value is not the one that the period, continued down
        to 0, has there; None if the values up to `upto` prove no period.

        >>> from nimsweep import OctalGame
        >>> OctalGame("0.77").exceptions()
        [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
        """
        return self._octal.exceptions(upto, progress)

    def largest(
        self, upto: int = _SEARCHED, *, progress: Progress | None = None
    ) -> tuple[int, int]:
        """The largest value up to `upto`, and the smallest heap that has it; of all heaps, if the
        values up to there prove a period.

        >>> from nimsweep import OctalGame
        >>> OctalGame("0.77").largest()
        (8, 27)
        """
        return self._octal.largest(upto, progress)

    def rare_values(
        self, upto: int = _SEARCHED, *, progress: Progress | None = None
    ) -> RareValues:
        """How many of G(0), ..., G(upto) are rare, and the mask that makes the fewest rare. The result
        has the attributes rare, mask and parity.

        A value is rare if it has an even number of bits in common with the mask. If fewer values
        are rare when n counts, too, `parity` is True: then rare values have an even number of such
        bits for the n of one parity, and an odd number for the others.

        >>> from nimsweep import OctalGame
        >>> OctalGame("0.106").rare_values(10_000)
        RareValues(rare=15, mask=13, parity=True)
        """
        return RareValues(*self._octal.rare_values(upto, progress))

    def moves(self, *heaps: int) -> list[OctalMove]:
        """The winning moves from a heap, or in a sum of heaps. No move wins if the value is 0.

        >>> from nimsweep import OctalGame
        >>> OctalGame("0.77").moves(9)
        [OctalMove(heap=0, taken=1, left=(4, 4))]
        >>> OctalGame("0.77").moves(1, 11)
        [OctalMove(heap=1, taken=1, left=(3, 7))]
        >>> OctalGame("Treblecross").moves(8)  # square 4, or 5: a square leaves the heap before it
        [OctalMove(heap=0, taken=3, left=(3, 4))]
        """
        return [OctalMove(*move) for move in self._octal.moves(_given(heaps))]

    def certificate(self, upto: int = _SEARCHED, *, progress: Progress | None = None) -> str:
        """The certificate of the least period: the values that prove it, as text, which
        `nimsweep verify` and other programs check. If the values up to `upto` prove no period, it
        is one of these values.

        >>> from nimsweep import OctalGame
        >>> OctalGame("0.77").certificate().splitlines()[-2]
        'period 12 71'
        """
        return self._octal.certificate(upto, progress)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, OctalGame) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __copy__(self) -> OctalGame:
        return self

    def __deepcopy__(self, memo: object) -> OctalGame:
        return self

    def __reduce__(self) -> tuple[type[OctalGame], tuple[str]]:
        # a game is sent to other processes without its values
        return OctalGame, (self._key,)

    def __repr__(self) -> str:
        return f"OctalGame('{self._key}')"

    @property
    def _key(self) -> str:
        return self.name or self.code


def _given(heaps: tuple[int, ...]) -> tuple[int, ...]:
    if not heaps:
        raise TypeError("give at least one heap")
    return heaps
