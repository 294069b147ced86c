"""Results compared with FLINT and SymPy, which share no code with this package."""

import functools
import random
from fractions import Fraction

import pytest
import sympy
from flint import arb, ctx, fmpq, fmpz_poly
from foreign import Foreign, Quadratic

from nimsweep import Algebraic, DomainError, Game, Surd

# 2,000 results in all
ORDERS, SYMPY_ORDERS, DIGITS, ROOTS, POLYNOMIALS, GAINS, MAXIMA = 600, 50, 500, 150, 50, 400, 250
assert ORDERS + SYMPY_ORDERS + DIGITS + ROOTS + POLYNOMIALS + GAINS + MAXIMA == 2000

RADICANDS = [2, 3, 5, 94, 999_983, 18_446_744_073_709_551_557]
# lengths, a field that holds them, and a limit; the last two have maxima inside a piece
GAMES = [
    ("1,sqrt2", 2, 14),
    ("1,sqrt3/2,2", 3, 12),
    ("5/3,(1+sqrt5)/2,1", 5, 8),
    ("1,17", 2, 22),
    ("1,10sqrt2", 2, 18),
]


def ball(number: Surd | Fraction, bits: int) -> arb:
    """The number by FLINT, to this many bits."""
    number = Surd(number)
    with ctx.workprec(bits):
        terms = {1: number.rational_part, **number.roots}.items()
        return sum(arb(fmpq(q.numerator, q.denominator)) * arb(d).sqrt() for d, q in terms)


def sign(x: Surd, y: Surd) -> int:
    """The sign of x - y by FLINT, at growing precision; 0 for numbers with the same parts."""
    if (x.rational_part, x.roots) == (y.rational_part, y.roots):
        return 0
    bits = 64
    while True:
        with ctx.workprec(bits):
            difference = ball(x, bits) - ball(y, bits)
            if difference > 0 or difference < 0:
                return 1 if difference > 0 else -1
        bits *= 2


def random_surd(source: random.Random) -> Surd:
    def fraction() -> Fraction:
        size = 10 ** source.choice([1, 2, 9, 60])
        return Fraction(source.randint(-size, size), source.randint(1, size))

    return Surd(fraction(), source.choice([fraction(), fraction(), 0]), source.choice(RADICANDS))


def convergent(x: Surd, source: random.Random) -> Fraction:
    """A fraction next to x, from its continued fraction."""
    before, last, rest = (0, 1), (1, 0), x
    for _ in range(source.randint(1, 25)):
        term = rest.floor()
        before, last = last, (term * last[0] + before[0], term * last[1] + before[1])
        if rest == term:
            break
        rest = 1 / (rest - term)
    return Fraction(*last)


def near(x: Surd, source: random.Random) -> Surd:
    """A number next to x: a convergent, or one of some field."""
    aside = Fraction(source.randint(0, 1), 10 ** source.randint(10, 40))
    return Surd(convergent(x, source), aside, source.choice(RADICANDS))


def pairs(count: int, seed: int) -> list[tuple[Surd, Surd]]:
    source = random.Random(seed)
    found = []
    for index in range(count):
        x = random_surd(source)
        y = [random_surd, lambda source: near(x, source), lambda _: x + 0][index % 3](source)
        found.append((x, y))
    return found


def test_the_order_is_that_of_flint() -> None:
    seen = set()
    for x, y in pairs(ORDERS, seed=1):
        expected = sign(x, y)
        assert (x > y) - (x < y) == expected, (x, y)
        assert (x == y, x >= y, x <= y) == (expected == 0, expected >= 0, expected <= 0)
        assert (Algebraic(x) > y) - (x < Algebraic(y)) == expected
        seen.add(expected)
    assert seen == {-1, 0, 1}


def test_the_order_is_that_of_sympy() -> None:
    for x, y in pairs(SYMPY_ORDERS, seed=2):
        assert (x > y) - (x < y) == sympy.sign(sympy.sympify(x) - sympy.sympify(y))


def is_rounded(decimal: str, digits: int, exact: arb) -> bool:
    """Whether a decimal is certainly no further than half a unit of its last place away."""
    assert len(decimal.partition(".")[2]) == digits
    fraction = Fraction(decimal)
    error = abs(exact - arb(fmpq(fraction.numerator, fraction.denominator)))
    return bool(error <= arb(fmpq(1, 2 * 10**digits)))


def test_digits_are_those_of_flint() -> None:
    source = random.Random(3)
    for index in range(DIGITS):
        x, digits = random_surd(source), source.choice([0, 1, 8, 30, 100])
        if index % 4 == 0:
            # next to a tie, or at one: half units of the last place, and a small distance
            half_units = Fraction(source.randint(-9, 9), 2 * 10**digits)
            x = convergent(x, source) - x + half_units
        with ctx.workprec(2000):
            exact = ball(x, 2000)
            if not x.roots:
                # a tie is exactly half a unit away, which no ball shows
                fraction = abs(x.as_fraction()) * 10**digits
                assert abs(Fraction(x.decimal(digits))) * 10**digits == (2 * fraction + 1) // 2
            else:
                assert is_rounded(x.decimal(digits), digits, exact), (x, digits)
            nearest = float(x)
            assert abs(exact - nearest) <= abs(exact).max(arb(2) ** -1022) * arb(2) ** -53


def test_roots_are_those_of_flint() -> None:
    source = random.Random(4)
    found = 0
    while found < ROOTS:
        size = source.choice([9, 1000, 10**12])
        coefficients = [source.randint(-size, size) for _ in range(source.randint(2, 8))]
        if coefficients[-1] == 0:
            continue
        own = Algebraic.roots(coefficients)
        with ctx.workprec(1000):
            foreign = [
                root.real for root, _ in fmpz_poly(coefficients).complex_roots() if root.imag == 0
            ]
            foreign.sort(key=functools.cmp_to_key(lambda x, y: -1 if x < y else 1))
            assert len(own) == len(foreign)
            for x, exact in zip(own, foreign):
                digits = source.choice([0, 8, 50])
                if x.as_surd() is None or x.as_surd().roots:
                    assert is_rounded(x.decimal(digits), digits, exact)
                low, high = (arb(fmpq(end.numerator, end.denominator)) for end in x.interval)
                assert low < exact < high
                with ctx.workprec(1100):
                    assert fmpz_poly(list(x.polynomial))(exact).contains(0)
        found += len(own)


def test_minimal_polynomials_are_those_of_sympy() -> None:
    source = random.Random(5)
    variable = sympy.Symbol("x")
    for _ in range(POLYNOMIALS):
        square = Surd(source.randint(1, 9), source.randint(1, 9), source.choice([2, 3, 5]))
        root = Algebraic.roots([-square, 0, 1])[1]
        polynomial = sympy.minimal_polynomial(sympy.sqrt(sympy.sympify(square)), variable)
        assert list(root.polynomial) == sympy.Poly(polynomial, variable).all_coeffs()[::-1]


@functools.cache
def foreign(lengths: str, d: int, limit: int) -> Foreign:
    return Foreign(Game(lengths).lengths, d, limit)


def random_place(source: random.Random, game: Game, d: int, limit: int) -> Surd:
    """A place between the longest length and the limit, now and then a breakpoint."""
    while True:
        if source.random() < 0.2:
            place = sum(
                (source.choice(game.lengths) for _ in range(source.randint(1, 12))), Surd(0)
            )
        else:
            a = Fraction(source.randint(-limit * 5, limit * 5), source.randint(1, 9))
            b = Fraction(source.randint(-limit * 2, limit * 2), source.randint(1, 9))
            place = Surd(a, b, source.choice([d, 1]))
        if max(game.lengths) <= place <= limit:
            return place


@pytest.mark.parametrize(("lengths", "d", "limit"), GAMES)
def test_gains_are_those_of_the_definition(lengths: str, d: int, limit: int) -> None:
    source = random.Random(6)
    game = Game(lengths)
    other = foreign(lengths, d, limit)
    for _ in range(GAINS // len(GAMES)):
        place = random_place(source, game, d, limit)
        gain = game.gain(place)
        assert Quadratic.of(gain.value, d) == other.gain(Quadratic.of(place, d)), place
        for length, measure, _ in gain.chances:
            assert Quadratic.of(measure, d) == other.measure(Quadratic.of(place - length, d)), place


def random_range(source: random.Random, game: Game, d: int, limit: int) -> tuple[Surd, Surd]:
    """Any range, or a short one around a maximum inside a piece, if there is one."""
    interior = [
        peak for peak in game.maxima(max(game.lengths), limit, top=99) if peak.kind == "interior"
    ]
    if interior and source.random() < 0.5:
        place = round(interior[0].at, source.randint(1, 9))
        widths = (Fraction(source.randint(1, 9), 10 ** source.randint(3, 9)) for _ in range(2))
        return place - next(widths), place + next(widths)
    a = random_place(source, game, d, limit)
    return a, min(a + Fraction(source.randint(0, 100), source.choice([10, 100, 1000])), Surd(limit))


@pytest.mark.parametrize(("lengths", "d", "limit"), GAMES)
def test_maxima_are_greatest_among_critical_places(lengths: str, d: int, limit: int) -> None:
    source = random.Random(7)
    game = Game(lengths)
    kinds = set()
    for _ in range(MAXIMA // len(GAMES)):
        a, b = random_range(source, game, d, limit)
        maximum = game.maximum(a, b)
        kinds.add(maximum.kind)
        greatest = foreign(lengths, d, limit).greatest(Quadratic.of(a, d), Quadratic.of(b, d))
        fraction = Fraction(maximum.decimal(60))
        value = arb(fmpq(fraction.numerator, fraction.denominator))
        assert abs(value - greatest) < arb(10) ** -60, (a, b)
        assert a <= maximum.at <= b
    assert kinds > {"endpoint"}
    assert ("interior" in kinds) == (lengths in ("1,17", "1,10sqrt2"))


def test_roots_of_sympy_are_taken() -> None:
    x = sympy.Symbol("x")
    numbers = [sympy.cbrt(2), -sympy.sqrt(2) - sympy.sqrt(3), sympy.CRootOf(x**3 - 3 * x + 1, 1)]
    numbers += [sympy.real_root(7, 5) * 10**20, sympy.cos(sympy.pi / 7), sympy.cbrt(2) / 10**25]
    for number in numbers:
        root = Algebraic(number)
        assert root.decimal(40) == Algebraic(root).decimal(40)
        difference = sympy.Rational(root.decimal(60)) - number
        assert abs(difference.evalf(90)) < sympy.Rational(1, 10**60)
        assert Algebraic(sympy.sympify(root)) == root
    assert Surd(sympy.GoldenRatio) == Surd("(1+sqrt5)/2")
    for wrong in (sympy.pi, sympy.cbrt(2) * sympy.I, x, sympy.E):
        with pytest.raises(DomainError):
            Algebraic(wrong)
    with pytest.raises(DomainError, match="no closed form|not read"):
        Surd(sympy.cbrt(2))


def test_results_are_exact_numbers_of_sympy() -> None:
    maximum = Game().maximum(2, 10)
    assert sympy.sympify(maximum) == sympy.sympify(maximum.value)
    assert sympy.latex(Surd("(3-sqrt2)/7")) == r"\frac{3-\sqrt{2}}{7}"
