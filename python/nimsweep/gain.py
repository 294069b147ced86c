"""The gain of a random first piece: at one length, at its maxima, and as pieces with exact forms."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, total_ordering
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, final, overload

import numpy

from nimsweep._engine import Pieces, Surd, form_is_convex, form_value
from nimsweep.errors import DomainError
from nimsweep.number import Number, Numbers, each, several
from nimsweep.rows import Columns, card, counted, html

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nimsweep.game import Game


def _number(object: Any) -> Any:
    """The value of what has one; anything else as it is."""
    return object.value if isinstance(object, _Valued) else object


@total_ordering
class _Valued:
    """What is shown by its value, and rounded, compared and hashed as that."""

    __slots__ = ()

    # an Algebraic has the same methods, but no arithmetic
    value: Surd | Any

    def exact(self) -> Surd:
        """The value in closed form.

        Raises:
            DomainError: if it has none: then `value` is an Algebraic.
        """
        return Surd(self.value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == _number(other))

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: Any) -> bool:
        return bool(self.value < _number(other))

    @overload
    def __round__(self, places: None = ...) -> int: ...
    @overload
    def __round__(self, places: int) -> Surd: ...
    def __round__(self, places: int | None = None) -> Surd | int:
        return round(self.value, places)

    def decimal(self, digits: int = 8) -> str:
        """The value with proven digits after the point, rounded to the nearest."""
        return str(self.value.decimal(digits))

    def __float__(self) -> float:
        return float(self.value)

    def __format__(self, format: str, /) -> str:
        """The value in a format of floats, as that of Surd; without a type of floats the text."""
        is_of_numbers = format[-1:] in tuple("eEfFgG%")
        return self.value.__format__(format) if is_of_numbers else str(self).__format__(format)

    def _sympy_(self) -> Any:
        return self.value._sympy_()

    def _mpmath_(self, precision: int, rounding: str) -> Any:
        return self.value._mpmath_(precision, rounding)

    def _shown(self) -> str:
        """Eight digits, and the closed form if there is one."""
        closed = f" = {self.value}" if isinstance(self.value, Surd) else ""
        return self.decimal() + closed


@final
@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Maximum(_Valued):
    """A maximum of the gain on a range: its value, its place L, and the kind of that place.

    >>> from nimsweep import Game
    >>> maximum = Game().maximum(2, 10)
    >>> maximum
    <Maximum 2.61969775 = (200+29*sqrt(2))/92 at L = 5+2*sqrt(2), a breakpoint>
    >>> maximum.kind, maximum.decimal(30)
    ('breakpoint', '2.619697753356736482774445358718')
    >>> print(maximum.exact() * 92, round(maximum, 3), max(Game().maxima(2, 30)).at)
    200+29*sqrt(2) 131/50 19+4*sqrt(2)

    Attributes:
        value: the gain e(L) there, exact: a Surd if it has a closed form, else an Algebraic.
        at: the place L, exact, in the same way.
        kind: "endpoint" of the range, "breakpoint" of e, or "interior" of a piece of e, where its
            derivative is 0.
        others: the same value at all other places that have it, ascending: mostly none.
    """

    value: Surd | Any
    at: Surd | Any
    kind: Literal["endpoint", "breakpoint", "interior"]
    others: tuple[Maximum, ...] = ()

    def __repr__(self) -> str:
        article = "a" if self.kind == "breakpoint" else "an"
        place = self.at if isinstance(self.at, Surd) else self.at.decimal(8)
        return f"<Maximum {self._shown()} at L = {place}, {article} {self.kind}>"

    def _repr_html_(self) -> str:
        return card(self, ("value", "at", "kind"))


class Chance(NamedTuple):
    """What one length of the first piece contributes to the gain: the measure of its winning
    places, and the probability that a random place wins."""

    length: Surd
    measure: Surd
    probability: Surd


@final
@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Gain(_Valued):
    """The gain e(L) of a random first piece: L times the probability that it wins.

    >>> from nimsweep import Game
    >>> gain = Game().gain(4)
    >>> gain
    <Gain 1.11974851 = (32-6*sqrt(2))/21 at L = 4>
    >>> for chance in gain.chances:
    ...     print(chance.length, chance.probability)
    1 1/3
    sqrt(2) (3-sqrt(2))/7

    Attributes:
        at: the length L of the segment.
        value: e(L), exact.
        chances: what each length of a piece contributes, ascending.
    """

    at: Surd
    value: Surd
    chances: tuple[Chance, ...]

    def __repr__(self) -> str:
        return f"<Gain {self._shown()} at L = {self.at}>"


class Term(NamedTuple):
    """What one length s contributes to a piece of the gain: W(L - s) = slope*(L - s) + offset."""

    length: Surd
    slope: int
    offset: Surd


@final
@dataclass(frozen=True, slots=True, repr=False)
class GainPiece:
    """One piece of the gain: its exact ends, and the form of e between them.

    With one term (length s, slope m, offset c) for each of the n lengths,
    e(L) = (L/n)·Σ (m + c/(L − s)).

    Attributes:
        start, end: where the piece begins and ends.
        terms: a Term for each length s, ascending: the measure of the winning places is
            slope·(L − s) + offset.
    """

    start: Surd
    end: Surd
    terms: tuple[Term, ...]

    @property
    def is_convex(self) -> bool:
        """Whether e is certainly convex on the piece, so that its maximum is at an end."""
        return form_is_convex(self.terms)

    def __call__(self, length: Number) -> Surd:
        """e(L) for an L on the piece, exact."""
        place = Surd(length)
        if not self.start <= place <= self.end:
            raise DomainError(f"{place} is not on the piece from {self.start} to {self.end}")
        return form_value(self.terms, place)

    def __repr__(self) -> str:
        return f"<GainPiece from {self.start} to {self.end}>"


@final
@dataclass(frozen=True, repr=False)
class GainPieces(Columns[GainPiece]):
    """The gain e on a range of lengths, as pieces that each have one exact form.

    It is a sequence of pieces, and a function: called at an L of the range it is e(L), exactly; at
    an array of lengths it is an array. The columns start, end, at_start and at_end are numpy arrays
    of the nearest floats, which can only be read.

    >>> from nimsweep import Game
    >>> pieces = Game().gain_pieces(2, 10)
    >>> len(pieces)
    20
    >>> print(pieces("4+sqrt2"))
    (-12+11*sqrt(2))/14
    >>> piece = pieces[0]
    >>> print(piece.start, piece.end, piece(2))
    2 1+sqrt(2) 2

    Attributes:
        game: the game.
        range: the ends of the range.
    """

    game: Game
    range: tuple[Surd, Surd]
    _pieces: Pieces = field(compare=False)

    @property
    def _names(self) -> tuple[str, ...]:
        return ("start", "end", "at_start", "at_end")

    @cached_property
    def start(self) -> NDArray[numpy.float64]:
        """Where the pieces begin."""
        return self._pieces.start()

    @cached_property
    def end(self) -> NDArray[numpy.float64]:
        """Where the pieces end."""
        return self._pieces.end()

    @cached_property
    def at_start(self) -> NDArray[numpy.float64]:
        """e at the starts."""
        return self._pieces.at_start()

    @cached_property
    def at_end(self) -> NDArray[numpy.float64]:
        """e at the ends."""
        return self._pieces.at_end()

    @overload
    def __call__(self, length: Numbers) -> NDArray[Any]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, length: Number) -> Surd: ...
    def __call__(self, length: Any) -> Any:
        """e(L) for an L on the range, exact; for several an array of exact numbers."""
        lengths = several(length)
        return self._pieces.at(length) if lengths is None else each(self._pieces.at, lengths)

    def __len__(self) -> int:
        return len(self._pieces)

    def _row(self, place: int) -> GainPiece:
        start, end, terms = self._pieces.row(place)
        return GainPiece(start, end, tuple(Term(*term) for term in terms))

    def _about(self) -> dict[str, str]:
        return self.game._about()

    def _picture(self, look: tuple[str | None, str | None, bool]) -> str:
        return self._pieces.picture(look)

    def _repr_html_(self) -> str:
        shown = islice(self, 8)
        rows = ((piece.start, piece.end, piece(piece.start).decimal(8)) for piece in shown)
        return html(self._head(), self._svg_or_none(), ("start", "end", "e(start)"), rows, len(self))

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        # the question is pickled, and answered again when it is loaded
        return type(self.game).gain_pieces, (self.game, *self.range)

    def _head(self) -> str:
        start, end = self.range
        lengths = self.game._about()["lengths"]
        return f"e from {start} to {end} for the lengths {lengths}: {counted(len(self), 'piece')}"

    def __repr__(self) -> str:
        return f"<GainPieces: {self._head()}>"
