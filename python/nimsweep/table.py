"""The Grundy values g on [0, L] as columns, as rows, and as a function; and a proven period."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, final, overload

import numpy

from nimsweep._engine import Steps, Surd
from nimsweep.number import Number, Numbers, several
from nimsweep.rows import Columns, card, counted, html

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nimsweep.game import Game


class Step(NamedTuple):
    """A step of g: from ``start`` on and below ``end`` g has the same value."""

    start: Surd
    end: Surd
    value: int


@final
@dataclass(frozen=True, repr=False)
class GrundyTable(Columns[Step]):
    """The Grundy values g(L) for 0 ≤ L ≤ `upto`: steps, on each of which g is constant.

    Step i begins at (Σ `coordinates[d][i]`·√d)/`denominator`, where √1 = 1, and has the value
    `value[i]`; it ends just before the next one begins, and the last one at `upto`. The columns
    start, end, value, and one named after d, as c1 and c2, for each coordinate, are numpy arrays,
    which can only be read. It is a sequence of rows (start, end, value) with exact ends, and a
    function: called at an L it is g(L), at an array of lengths an array.

    >>> from nimsweep import Game
    >>> table = Game().grundy(5)
    >>> len(table), table.largest
    (6, 4)
    >>> table.value
    array([0, 1, 2, 3, 4, 1])
    >>> table.to_pandas().tail(2)
          start       end  c1  c2  value
    4  4.000000  4.414214   4   0      4
    5  4.414214  5.000000   3   1      1
    >>> print(*table[4])
    4 3+sqrt(2) 4
    >>> table("1+sqrt2")  # g(1 + √2)
    2
    >>> table([1, 2, "sqrt2"])
    array([1, 2, 1])

    Attributes:
        game: the game.
        upto: where the table ends.
    """

    game: Game
    upto: Surd
    _steps: Steps = field(compare=False)

    @property
    def _names(self) -> tuple[str, ...]:
        return ("start", "end", *(f"c{d}" for d in self.coordinates), "value")

    def _column(self, name: str) -> NDArray[Any]:
        return self.coordinates[int(name[1:])] if name.startswith("c") else super()._column(name)

    @cached_property
    def start(self) -> NDArray[numpy.float64]:
        """The starts as the nearest floats."""
        return self._steps.start()

    @cached_property
    def end(self) -> NDArray[numpy.float64]:
        """The ends as the nearest floats."""
        return self._steps.end()

    @cached_property
    def coordinates(self) -> dict[int, NDArray[numpy.int64]]:
        """The whole parts of the starts, times the denominator, for 1, and the factors of √d for
        each d under a root.

        >>> from nimsweep import Game
        >>> Game("1,sqrt2,sqrt3").grundy(4).coordinates
        {1: array([0, 1, 2, 3, 4]), 2: array([0, 0, 0, 0, 0]), 3: array([0, 0, 0, 0, 0])}
        """
        return {d: self._steps.coordinate(place) for place, d in enumerate((1, *self._steps.roots))}

    @cached_property
    def value(self) -> NDArray[numpy.int64]:
        """The values of g."""
        return self._steps.value()

    @property
    def denominator(self) -> int:
        """The common denominator of all starts."""
        return self._steps.denominator

    @property
    def corners(self) -> int:
        """The number of corners p_i + p_j, i ≤ j, of starts below `upto`: the events of the sweep."""
        return self._steps.corners

    @property
    def largest(self) -> int:
        """The largest value."""
        return self._steps.largest

    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, length: Numbers
    ) -> NDArray[numpy.int64]: ...
    @overload
    def __call__(self, length: Number) -> int: ...
    def __call__(self, length: Any) -> Any:
        """g(L); for several lengths an array."""
        lengths = several(length)
        if lengths is None:
            return self._steps.at(length)
        return self._steps.values(lengths.ravel().tolist()).reshape(lengths.shape)

    def certificate(self) -> str:
        """The certificate of the table, as text, which `verify` and other programs check.

        >>> from nimsweep import Game, verify
        >>> verify(Game().grundy(10).certificate()).facts["steps"]
        12
        """
        return self._steps.certificate()

    def __len__(self) -> int:
        return len(self._steps)

    def _row(self, place: int) -> Step:
        return Step(*self._steps.row(place))

    def _about(self) -> dict[str, str]:
        return {**self.game._about(), "upto": str(self.upto), "denominator": str(self.denominator)}

    def _picture(self, look: tuple[str | None, str | None, bool]) -> str:
        return self._steps.picture(look)

    def _repr_html_(self) -> str:
        head = (
            f"g up to {self.upto} for the lengths {self.game._named()}: {counted(len(self), 'step')}, "
            f"the largest value {self.largest}"
        )
        rows = islice(self, 12)
        return html(head, self._svg_or_none(), ("start", "end", "value"), rows, len(self))

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        # the question is pickled, and answered again when it is loaded
        return type(self.game).grundy, (self.game, self.upto)

    def __repr__(self) -> str:
        lengths = self.game._named()
        return f"<GrundyTable of the lengths {lengths} up to {self.upto}: {counted(len(self), 'step')}>"


@final
@dataclass(frozen=True, slots=True, repr=False)
class Period:
    """A proven period: g(L + length) = g(L) for all L ≥ start, and for no smaller length.

    >>> from nimsweep import Game
    >>> period = Game("1").period()  # Kayles
    >>> print(period.length, period.start)
    12 71

    Attributes:
        game: the game.
        length: the length p of the period.
        start: the least N from which on g has the period.
        seen_to: 2N + p + M, with the longest length M, or N + M in a subtraction game: that g
            repeats was seen up to here, and the period theorem gives the rest.
        theorem: what proves it: "period" for that; or, for all L at once, "two lengths" or
            "additive", the theorems on the subtraction games {a, b} and {a, b, a + b}.
    """

    game: Game
    length: Surd
    start: Surd
    seen_to: Surd
    theorem: Literal["period", "two lengths", "additive"]

    def certificate(self) -> str:
        """The certificate of the period, as text, which `verify` and other programs check.

        >>> from nimsweep import Game, verify
        >>> print(verify(Game("1").period().certificate()))
        proven: with pieces of the lengths 1, g has the stated values, in 168 steps on [0, 167]
        proven: g(L + 12) = g(L) for all L >= 71
        """
        text = self.game._squares.certificate_of_period(self.seen_to + self.length)
        assert text is not None, "the steps up to there proved it"
        return text

    def _repr_html_(self) -> str:
        return card(self, ("length", "start", "seen_to", "theorem"))

    def __repr__(self) -> str:
        return f"<Period {self.length} from {self.start} on>"
