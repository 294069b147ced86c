"""Real roots of polynomials: found, ordered, rounded, written, and handed to others."""

import copy
import itertools
import math
import pickle
import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy

from nimsweep import Algebraic, DomainError, InexactError, Surd, TooLargeError

CUBE_ROOT = Algebraic.roots([-2, 0, 0, 1])[0]
X = sympy.Symbol("x")


def polynomials() -> list[list[int]]:
    """Random coefficients of degrees 1 to 6."""
    source = random.Random(1)
    rows = [
        [source.randint(-9, 9) for _ in range(degree)] + [source.randint(1, 4)]
        for degree in range(1, 7)
    ]
    return rows + [[source.randint(-99, 99) for _ in range(4)] + [1] for _ in range(6)]


class TestMaking:
    @pytest.mark.parametrize("coefficients", polynomials())
    def test_roots_are_those_that_sympy_finds(self, coefficients: list[int]) -> None:
        own = Algebraic.roots(coefficients)
        foreign = sympy.Poly(coefficients[::-1], X).real_roots(multiple=False)
        assert len(own) == len(foreign)
        assert own == sorted(own)
        for root, (other, _) in zip(own, foreign):
            # digits of SymPy are good but for the last ones
            assert abs(Fraction(root.decimal(40)) - Fraction(str(other.evalf(45)))) < Fraction(
                2, 10**40
            )

    def test_closed_forms(self) -> None:
        assert [x.as_surd() for x in Algebraic.roots([-1, -1, 1])] == [
            Surd("(1-sqrt5)/2"),
            Surd("(1+sqrt5)/2"),
        ]
        # (x² − 2)(x³ − 2)
        forms = [root.as_surd() for root in Algebraic.roots([4, 0, -2, -2, 0, 1])]
        assert forms == [-Surd("sqrt2"), None, Surd("sqrt2")]
        assert Algebraic.roots([6, -5, 1]) == [2, 3]
        assert Algebraic("1+sqrt2").as_surd() == Surd("1+sqrt2")

    def test_coefficients_of_a_field(self) -> None:
        assert Algebraic.roots(["-sqrt2", 0, 1])[1].polynomial == (-2, 0, 0, 0, 1)
        assert Algebraic.roots([Surd("2-3sqrt2"), Fraction(1, 2)]) == [Surd("6sqrt2-4")]

    def test_a_root_between_two_numbers(self) -> None:
        assert (
            Algebraic.root([-2, 0, 0, 1], 1, 2)
            == Algebraic.root([-2, 0, 0, 1], "1.2", 5)
            == CUBE_ROOT
        )
        assert Algebraic.root(["-1/2", 0, 1], 0, 1) == Surd("sqrt2/2")
        assert Algebraic.root([-1, 2], 0, 1) == Fraction(1, 2)
        for low, high in [(2, 3), (-2, 2), (2, 1), (1, 1)]:
            with pytest.raises(DomainError, match="not exactly one root"):
                Algebraic.root([-2, 0, 1], low, high)
        with pytest.raises(DomainError, match="rational"):
            Algebraic.root([-2, 0, 1], 0, Surd("sqrt3"))

    def test_no_roots(self) -> None:
        assert Algebraic.roots([1, 0, 1]) == [] == Algebraic.roots([5])
        for zero in ([], [0], [0, 0]):
            with pytest.raises(DomainError, match="polynomial 0"):
                Algebraic.roots(zero)

    def test_bad_coefficients(self) -> None:
        with pytest.raises(InexactError):
            Algebraic.roots([0.5, 1])
        with pytest.raises(TooLargeError, match="too large together"):
            Algebraic.roots(["sqrt2", "sqrt18446744073709551557"])
        with pytest.raises(TypeError):
            Algebraic.roots(5)
        with pytest.raises(InexactError):
            Algebraic(0.5)
        with pytest.raises(DomainError, match="has no closed form"):
            Surd(CUBE_ROOT)

    def test_there_is_no_arithmetic(self) -> None:
        for operation in (lambda: CUBE_ROOT + 1, lambda: Surd(1) + CUBE_ROOT, lambda: -CUBE_ROOT):
            with pytest.raises(TypeError):
                operation()


class TestParts:
    @pytest.mark.parametrize("coefficients", polynomials())
    def test_the_polynomial_has_one_root_in_the_interval(self, coefficients: list[int]) -> None:
        for root in Algebraic.roots(coefficients):
            polynomial = sympy.Poly(root.polynomial[::-1], X)
            low, high = root.interval
            assert low < root < high
            assert polynomial.count_roots(low, high) == 1
            assert polynomial.degree() <= root.degree_bound
            assert polynomial.is_sqf and polynomial.LC() > 0 and polynomial.content() == 1
            assert sympy.rem(sympy.Poly(coefficients[::-1], X), polynomial, domain="QQ").is_zero

    def test_closed_forms_have_their_minimal_polynomial(self) -> None:
        for text, polynomial in [
            ("3/2", (-3, 2)),
            ("(1+sqrt5)/2", (-1, -1, 1)),
            ("sqrt2/3", (-2, 0, 9)),
            ("sqrt2+sqrt3", (1, 0, -10, 0, 1)),
            ("1-sqrt2/2-sqrt3/3", (-23, -24, 156, -144, 36)),
        ]:
            number = Algebraic(text)
            assert number.polynomial == polynomial and number.degree_bound == len(polynomial) - 1
            low, high = number.interval
            assert low < number < high
            assert not any(low <= conjugate <= high for conjugate in Surd(text).conjugates()[1:])


def test_only_zero_is_false() -> None:
    assert not Algebraic(0) and not Algebraic("sqrt2-sqrt2")
    assert Algebraic(1) and Algebraic("sqrt2") and CUBE_ROOT


class TestOrder:
    def test_numbers_of_all_kinds_are_sorted(self) -> None:
        row: list[Any] = [
            -math.inf,
            Algebraic(-1),
            0,
            Fraction(5, 4),
            CUBE_ROOT,
            1.26,
            Surd("sqrt2"),
            math.inf,
        ]
        for seed in range(20):
            mixed = row.copy()
            random.Random(seed).shuffle(mixed)
            assert sorted(mixed) == row

    def test_near_ties(self) -> None:
        # continued fraction of ∛2, https://oeis.org/A002945
        terms = [
            1,
            3,
            1,
            5,
            1,
            1,
            4,
            1,
            1,
            8,
            1,
            14,
            1,
            10,
            2,
            1,
            4,
            12,
            2,
            3,
            2,
            1,
            3,
            4,
            1,
            1,
            2,
            14,
        ]
        (p, q), (before, below) = (1, 0), (0, 1)
        for index, term in enumerate(terms):
            (p, q), (before, below) = (term * p + before, term * q + below), (p, q)
            convergent = Fraction(p, q)
            assert (convergent < CUBE_ROOT) == (index % 2 == 0) == (CUBE_ROOT > Surd(convergent))
            assert CUBE_ROOT != convergent

    def test_one_number_of_many_polynomials(self) -> None:
        same = [
            CUBE_ROOT,
            Algebraic.roots([-4, 0, 0, 0, 0, 0, 1])[1],
            Algebraic.roots([4, 0, -2, -2, 0, 1])[1],
        ]
        for x, y in itertools.product(same, same):
            assert x == y and not x < y and hash(x) == hash(y)

    def test_hashes_of_closed_forms(self) -> None:
        root = Algebraic.roots([-2, 0, 1])[1]
        assert root == Surd("sqrt2") and hash(root) == hash(Surd("sqrt2"))
        assert hash(Algebraic("1/2")) == hash(0.5)
        # √(10⁴⁰ + 1) is no Surd, as d has 133 bits
        assert Algebraic.roots([-(10**40) - 1, 0, 1])[1].as_surd() is None
        assert (
            len(
                {
                    CUBE_ROOT,
                    Algebraic.root([-4, 0, 0, 0, 0, 0, 1], 1, 2),
                    root,
                    Surd("sqrt2"),
                    Surd(2),
                    2,
                }
            )
            == 3
        )

    def test_other_objects(self) -> None:
        assert CUBE_ROOT != "x" and CUBE_ROOT != math.nan and not CUBE_ROOT < math.nan
        with pytest.raises(TypeError):
            CUBE_ROOT < "x"


class TestTexts:
    def test_texts(self) -> None:
        assert repr(CUBE_ROOT) == "Algebraic.root([-2, 0, 0, 1], '5/4', '3/2')"
        assert str(CUBE_ROOT) == "root of x^3-2 in (5/4, 3/2)"
        assert repr(Algebraic("sqrt8")) == "Algebraic('2*sqrt(2)')"
        assert CUBE_ROOT._repr_latex_() == r"$\approx 1.25992104989487316477$"
        assert Algebraic("1/2")._repr_latex_() == r"$\frac{1}{2}$"
        for root in Algebraic.roots([1, -5, 0, 1]):
            assert eval(repr(root)) == root

    def test_formats(self) -> None:
        assert f"{CUBE_ROOT:.30f}" == CUBE_ROOT.decimal(30) == "1.259921049894873164767210607278"
        assert f"{CUBE_ROOT:+.3e}|{CUBE_ROOT:.4g}|{CUBE_ROOT:8.2%}" == "+1.260e+00|1.26| 125.99%"
        with pytest.raises(ValueError, match="format"):
            format(CUBE_ROOT, "d")

    def test_large_degrees_are_written_without_their_polynomial(self) -> None:
        root = Algebraic.roots([-7] + [0] * 18 + [3, 1])[1]
        assert (
            repr(root)
            == "<Algebraic 1.02949337824292050377, a root of a polynomial of degree 20 or less>"
        )


class TestRounding:
    def test_integers_and_floats(self) -> None:
        low = Algebraic.roots([2, 0, 0, 1])[0]
        assert (math.floor(low), math.ceil(low), math.trunc(low), int(low), round(low)) == (
            -2,
            -1,
            -1,
            -1,
            -1,
        )
        assert (CUBE_ROOT.floor(), math.ceil(CUBE_ROOT), round(CUBE_ROOT, 2)) == (
            1,
            2,
            Fraction(126, 100),
        )
        assert float(CUBE_ROOT) == 2 ** (1 / 3)
        assert Algebraic("5/2").as_fraction() == Fraction(5, 2) and round(Algebraic("5/2")) == 2
        with pytest.raises(ValueError, match="is irrational"):
            CUBE_ROOT.as_fraction()
        with pytest.raises(DomainError):
            CUBE_ROOT.decimal(-1)
        with pytest.raises(TooLargeError):
            CUBE_ROOT.decimal(10**20)


class TestOthers:
    @pytest.mark.parametrize("coefficients", polynomials())
    def test_pickles_and_copies(self, coefficients: list[int]) -> None:
        for root in Algebraic.roots(coefficients):
            same = pickle.loads(pickle.dumps(root))
            assert same == root == copy.deepcopy(root) == Algebraic(root)
            assert (same.polynomial, same.interval, hash(same)) == (
                root.polynomial,
                root.interval,
                hash(root),
            )

    def test_pickles_of_large_degrees(self) -> None:
        roots = Algebraic.roots([-7] + [0] * 18 + [3, 1])
        assert pickle.loads(pickle.dumps(roots)) == roots

    def test_sympy(self) -> None:
        assert sympy.sympify(CUBE_ROOT) == sympy.CRootOf(X**3 - 2, 0)
        assert sympy.sympify(Algebraic("(1+sqrt5)/2")) == (1 + sympy.sqrt(5)) / 2
        roots = Algebraic.roots([1, -5, 0, 1])
        assert [sympy.sympify(root) for root in roots] == [
            sympy.CRootOf(X**3 - 5 * X + 1, k) for k in range(3)
        ]

    def test_mpmath(self) -> None:
        for precision in (10, 53, 500):
            with mpmath.workprec(precision):
                assert mpmath.mpf(CUBE_ROOT) == mpmath.cbrt(2)
        below, above = (
            Fraction(*mpmath.libmp.to_rational(CUBE_ROOT._mpmath_(40, way)._mpf_)) for way in "fc"
        )
        assert below < CUBE_ROOT < above and above - below == Fraction(1, 2**39)
