"""A second computation of the gain and its maxima, with the arithmetic of FLINT.

It starts from the definition: W(y) is the measure of the places x in [0, y] with g(x) = g(y - x),
and e(L) = (L/n)·Σ W(L - s)/(L - s) over the n lengths s. Of this package it takes the steps of g.
"""

import bisect
import functools
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import acb_poly, arb, arb_poly, ctx, fmpq

from nimsweep import Game, Surd

ctx.prec = 300


@dataclass(frozen=True)
class Quadratic:
    """The number p + q√d as two rational numbers of FLINT; its order is that of its ball."""

    p: fmpq
    q: fmpq
    d: int

    @classmethod
    def of(cls, number: Surd | Fraction | int, d: int) -> "Quadratic":
        number = Surd(number)
        assert set(number.roots) <= {d}
        parts = (number.rational_part, number.roots.get(d, Fraction(0)))
        return cls(*(fmpq(x.numerator, x.denominator) for x in parts), d)

    def __add__(self, other: "Quadratic") -> "Quadratic":
        return Quadratic(self.p + other.p, self.q + other.q, self.d)

    def __sub__(self, other: "Quadratic") -> "Quadratic":
        return Quadratic(self.p - other.p, self.q - other.q, self.d)

    def __mul__(self, other: "Quadratic") -> "Quadratic":
        p = self.p * other.p + self.q * other.q * self.d
        return Quadratic(p, self.p * other.q + self.q * other.p, self.d)

    def __truediv__(self, other: "Quadratic") -> "Quadratic":
        norm = other.p * other.p - other.q * other.q * self.d
        return self * Quadratic(other.p / norm, -other.q / norm, self.d)

    @functools.cached_property
    def ball(self) -> arb:
        return arb(self.p) + arb(self.q) * arb(self.d).sqrt()

    def __lt__(self, other: "Quadratic") -> bool:
        # numbers with so small parts are equal or much more than 2^-300 apart
        assert self == other or self.ball < other.ball or self.ball > other.ball
        return bool(self.ball < other.ball)


def product(polynomials: list[arb_poly]) -> arb_poly:
    return functools.reduce(lambda x, y: x * y, polynomials, arb_poly([1]))


@dataclass(frozen=True)
class Piece:
    """On [start, end] is W(L - s) = slope·(L - s) + offset, for each length s."""

    start: Quadratic
    end: Quadratic
    lengths: list[Quadratic]
    slopes: list[Quadratic]
    offsets: list[Quadratic]

    def gain(self, at: arb) -> arb:
        """e at a place of the piece that is not a length."""
        terms = zip(self.lengths, self.slopes, self.offsets)
        return at / len(self.lengths) * sum(m.ball + c.ball / (at - s.ball) for s, m, c in terms)

    def stationary(self) -> Iterator[arb]:
        """Places that include all with e' = 0 on the piece, unless e is convex there.

        n·e' = Σ m - c·s/(L - s)²; times the (L - s)² with c other than 0 it is a polynomial.
        """
        if all(bool(c.ball >= 0) for c in self.offsets):
            return
        poles = [
            (c * s, arb_poly([-s.ball, 1]) ** 2)
            for s, c in zip(self.lengths, self.offsets)
            if c.p or c.q
        ]
        squares = [square for _, square in poles]
        polynomial = product(squares) * sum(m.ball for m in self.slopes)
        for index, (residue, _) in enumerate(poles):
            polynomial -= product(squares[:index] + squares[index + 1 :]) * residue.ball
        for root in acb_poly(polynomial).roots(tol=2.0**-250):
            if root.imag.contains(0) and self.start.ball < root.real < self.end.ball:
                yield root.real


class Foreign:
    """The gain of a game up to a limit."""

    def __init__(self, lengths: Iterable[Surd], d: int, limit: int) -> None:
        self.d = d
        self.lengths = [Quadratic.of(length, d) for length in lengths]
        self.limit = Quadratic.of(limit, d)
        steps = list(Game(lengths).grundy(limit))
        self.starts = [Quadratic.of(step.start, d) for step in steps]
        self.values = [step.value for step in steps]

    def g(self, place: Quadratic) -> int:
        return self.values[bisect.bisect_right(self.starts, place) - 1]

    def measure(self, y: Quadratic) -> Quadratic:
        """W(y): between two places where g(x) or g(y - x) changes, both are constant."""
        zero = Quadratic.of(0, self.d)
        cuts = {zero, y, *(p for p in self.starts if p < y), *(y - p for p in self.starts if p < y)}
        two = Quadratic.of(2, self.d)
        measure = zero
        for left, right in itertools.pairwise(sorted(cuts)):
            middle = (left + right) / two
            if self.g(middle) == self.g(y - middle):
                measure += right - left
        return measure

    def gain(self, at: Quadratic) -> Quadratic:
        zero = Quadratic.of(0, self.d)
        total = zero
        for s in self.lengths:
            y = at - s
            total += Quadratic.of(1, self.d) if y == zero else self.measure(y) / y
        return at * total / Quadratic.of(len(self.lengths), self.d)

    @functools.cached_property
    def pieces(self) -> list[Piece]:
        """Between two sums of ends of steps W is linear."""
        corners = {x + y for x in self.starts for y in self.starts}
        cuts = {corner + s for corner in corners for s in self.lengths} | {self.limit}
        longest = max(self.lengths)
        places = [cut for cut in sorted(cuts) if not cut < longest and not self.limit < cut]
        measure = functools.cache(self.measure)
        pieces = []
        for start, end in itertools.pairwise(places):
            slopes, offsets = [], []
            for s in self.lengths:
                left, right = start - s, end - s
                slope = (measure(right) - measure(left)) / (right - left)
                slopes.append(slope)
                offsets.append(measure(right) - slope * right)
            pieces.append(Piece(start, end, self.lengths, slopes, offsets))
        return pieces

    def greatest(self, a: Quadratic, b: Quadratic) -> arb:
        """The greatest e on [a, b], by e at a, at b, and at all critical places between them."""
        gains = [self.gain(end).ball for end in (a, b)]
        for piece in self.pieces:
            if piece.end < a or b < piece.start:
                continue
            if a < piece.end and piece.end < b:
                gains.append(piece.gain(piece.end.ball))
            gains += [piece.gain(at) for at in piece.stationary() if a.ball < at < b.ball]
        return functools.reduce(lambda x, y: x.max(y), gains)
