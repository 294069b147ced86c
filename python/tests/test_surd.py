"""Numbers p + q√d: made, calculated with, ordered, rounded, written, and handed to others."""

import copy
import decimal
import itertools
import math
import numbers
import operator
import pickle
import random
import signal
import statistics
import sys
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import numpy
import pytest
import sympy
from flint import fmpq, fmpz

from nimsweep import (
    Algebraic,
    DomainError,
    Game,
    InexactError,
    ParseError,
    Surd,
    TooLargeError,
)

ROOT = Surd("sqrt2")


def surds(count: int, seed: int, d: int = 2) -> list[Surd]:
    """Random numbers of one field, small and large, some of them rational."""
    source = random.Random(seed)

    def fraction() -> Fraction:
        size = 10 ** source.choice([1, 1, 3, 40])
        return Fraction(source.randint(-size, size), source.randint(1, size))

    return [Surd(fraction(), source.choice([fraction(), 0]), d) for _ in range(count)]


class TestMaking:
    @pytest.mark.parametrize(
        ("made", "text"),
        [
            (Surd(), "0"),
            (Surd(10**40), "1" + "0" * 40),
            (Surd(True), "1"),
            (Surd(Fraction(-3, 6)), "-1/2"),
            (Surd("(1+√5)/2"), "(1+sqrt(5))/2"),
            (Surd(Surd("sqrt2")), "sqrt(2)"),
            (Surd(1, 2, 2), "1+2*sqrt(2)"),
            (Surd("1/2", Fraction(-1, 2), 5), "(1-sqrt(5))/2"),
            (Surd(1, 1, 72), "1+6*sqrt(2)"),
            (Surd(1, 3, 4), "7"),
            (Surd(1, 0, 2), "1"),
            (Surd(0, 1, 2 * 10**40), "100000000000000000000*sqrt(2)"),
            (Surd(numpy.int64(-7)), "-7"),
            (Surd(sympy.Rational(2, 3)), "2/3"),
        ],
    )
    def test_everything_exact_is_taken(self, made: Surd, text: str) -> None:
        assert str(made) == text
        assert repr(made) == f"Surd('{text}')"
        assert eval(repr(made)) == made

    @pytest.mark.parametrize("inexact", [0.1, numpy.float32(0.5), numpy.float64(2), mpmath.mpf(1)])
    def test_floats_are_refused(self, inexact: Any) -> None:
        with pytest.raises(InexactError):
            Surd(inexact)

    def test_the_refusal_says_what_to_write(self) -> None:
        with pytest.raises(
            InexactError, match=r"0.1 is not exact: write '1/10' or Fraction\(1, 10\)"
        ):
            Surd(0.1)
        with pytest.raises(InexactError, match=r"2.0 is not exact: write 2$"):
            Surd(2.0)
        with pytest.raises(InexactError, match="nan is not an exact number"):
            Surd(math.nan)

    @pytest.mark.parametrize("foreign", [1j, None, [1], b"1", object()])
    def test_other_objects_are_refused(self, foreign: Any) -> None:
        with pytest.raises(TypeError, match="an exact number is needed") as caught:
            Surd(foreign)
        assert not isinstance(caught.value, InexactError)
        if isinstance(foreign, decimal.Decimal):
            assert "if it is finite" in str(caught.value)

    def test_decimals_and_numbers_of_sympy_are_read(self) -> None:
        assert Surd(decimal.Decimal("0.1")) == Fraction(1, 10)
        assert Surd(decimal.Decimal("-2.50")) == Fraction(-5, 2)
        x = sympy.sqrt(2)
        assert Surd(x) == ROOT and Surd((1 + sympy.sqrt(5)) / 2) == Surd("(1+sqrt5)/2")
        assert Surd(x / 3 - sympy.Rational(7, 4)) == Surd("sqrt2/3-7/4")
        assert Game([1, x]).g("4+sqrt2") == Game().g(4 + x) == 5
        for inexact in (sympy.Float("0.5"), x + 0.5):
            with pytest.raises(InexactError, match="has a float, and is not exact"):
                Surd(inexact)
        for other in (sympy.pi, sympy.Symbol("x"), sympy.root(2, 3)):
            with pytest.raises(DomainError, match="is not read as a number"):
                Surd(other)

    def test_whatever_has_a_numerator_and_a_denominator_is_a_fraction(self) -> None:
        class Ratio:
            def __init__(self, numerator: object, denominator: object) -> None:
                self.numerator, self.denominator = numerator, denominator

        for half in (Ratio(2, 4), fmpq(1, 2), sympy.Rational(1, 2), Ratio(fmpz(1), numpy.int8(2))):
            assert Surd("1/2") == half and Surd(half) == Fraction(1, 2)  # type: ignore[arg-type]
            assert ROOT + half == Surd("1/2+sqrt2") and ROOT * half == Surd("sqrt2/2")
            assert ROOT > half
        assert ROOT * fmpz(3) == fmpz(3) * ROOT == Surd("3sqrt2") and Surd(7) == fmpz(7)
        large = fmpq(10**40, 3)
        assert Surd(large) == Fraction(10**40, 3) and hash(Surd(large)) == hash(Fraction(10**40, 3))
        with pytest.raises(ZeroDivisionError):
            ROOT + Ratio(1, 0)
        for senseless in (Ratio("1", 2), Ratio(1, None), Ratio([1], [2])):
            assert ROOT != senseless
            with pytest.raises(TypeError):
                ROOT + senseless

    def test_what_has_an_index_is_an_integer(self) -> None:
        class Seven:
            def __index__(self) -> int:
                return 7

        assert Surd(Seven()) == Surd(numpy.int32(7)) == Surd(numpy.uint64(7)) == 7
        assert Game().g(numpy.int64(5)) == Game().g(5)

    def test_texts_are_unicode(self) -> None:
        with pytest.raises(ParseError, match="surrogate"):
            Surd("\ud800")
        for picture in (Game().grundy(5), Game().moves(5), Game().gain_pieces(2, 5)):
            for options in ({"title": "\ud800"}, {"size": "\ud800"}):
                with pytest.raises(ParseError, match="surrogate"):
                    picture.svg(**options)

    @pytest.mark.parametrize(
        "text", ["", "1+", "x", "sqrt(-2)", "1/0", "10^9999999"]
    )
    def test_texts_that_are_no_numbers(self, text: str) -> None:
        with pytest.raises(ParseError, match="cannot read"):
            Surd(text)
        with pytest.raises(ValueError):
            Surd(text)

    def test_the_number_under_the_root(self) -> None:
        for d in (0, -2, Fraction(1, 2), ROOT):
            with pytest.raises(DomainError, match="integer of at least 1"):
                Surd(1, 1, d)
        with pytest.raises(TooLargeError):
            Surd(1, 1, 10**40 + 1)
        with pytest.raises(TypeError, match="needs d"):
            Surd(1, 2)
        assert Surd("sqrt3", 1, 2) == Surd("sqrt2+sqrt3")

    def test_numbers_do_not_change(self) -> None:
        with pytest.raises(AttributeError):
            ROOT.roots = {}
        with pytest.raises(AttributeError):
            ROOT.c = 1


class TestParts:
    def test_parts_put_the_number_together(self) -> None:
        for x in surds(100, seed=1):
            for number in (x, x * Surd("1+sqrt2") + Surd("sqrt3")):
                roots = number.roots
                assert sum((Surd(0, q, d) for d, q in roots.items()), number.rational_part) == number
                assert isinstance(number.rational_part, Fraction) and 0 not in roots.values()
                assert list(roots) == sorted(roots)
                assert copy.copy(number) == pickle.loads(pickle.dumps(number)) == number

    def test_conjugates(self) -> None:
        for x in surds(100, seed=2, d=7):
            assert x.conjugate() == x == x.conjugates()[0]
            assert (sum(x.conjugates()), math.prod(x.conjugates())) == (x.trace(), x.norm())
        x = Surd("1+sqrt2-sqrt3")
        assert len(x.conjugates()) == 4 and (x.norm(), x.trace()) == (-8, 4)

    def test_square_roots(self) -> None:
        for x in surds(100, seed=3, d=5):
            assert (x * x).sqrt() == abs(x)
        with pytest.raises(DomainError, match="of a negative number is not real"):
            Surd(-1).sqrt()
        with pytest.raises(DomainError, match=r"the root of √2 is not found"):
            ROOT.sqrt()
        squares = numpy.array([Surd(4), Surd("3+2sqrt2")])
        assert list(numpy.sqrt(squares)) == [2, 1 + ROOT]
        with pytest.raises(DomainError):
            numpy.sqrt(numpy.array([ROOT]))

    def test_copies_are_the_number_itself(self) -> None:
        for x in (ROOT, Algebraic("sqrt2")):
            assert copy.copy(x) is x and copy.deepcopy([x])[0] is x

    def test_fractions_have_the_hash_of_python(self) -> None:
        prime = sys.hash_info.modulus
        for n in (-1, 1, -2, 7, prime, -prime, prime + 1, 10**50, -(10**50)):
            for m in (1, 2, 3, prime - 1, prime, 2 * prime, prime + 1, 10**40 + 1):
                assert hash(Surd(Fraction(n, m))) == hash(Fraction(n, m))

    def test_numbers_are_pickled(self) -> None:
        for x in [*surds(100, seed=4, d=5), Surd(0), Surd("-7/3"), Surd(0, 1, 2**63 - 25)]:
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                same = pickle.loads(pickle.dumps(x, protocol))
                assert same == x and (same.rational_part, same.roots) == (x.rational_part, x.roots)


OPERATORS: list[Callable[[Any, Any], Any]] = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    divmod,
]


class TestArithmetic:
    @pytest.mark.parametrize("operation", OPERATORS)
    def test_rational_numbers_behave_as_fractions(
        self, operation: Callable[[Any, Any], Any]
    ) -> None:
        source = random.Random(4)
        for _ in range(200):
            x = Fraction(source.randint(-99, 99), source.randint(1, 9))
            y = Fraction(source.randint(1, 99) * source.choice([-1, 1]), source.randint(1, 9))
            expected = operation(x, y)
            assert operation(Surd(x), Surd(y)) == expected
            assert operation(Surd(x), y) == expected
            assert operation(x, Surd(y)) == expected
            assert operation(Surd(x), int(y) or 1) == operation(x, int(y) or 1)
            assert operation(int(x), Surd(y)) == operation(int(x), y)

    def test_the_laws_of_a_field(self) -> None:
        numbers = surds(40, seed=5)
        for x, y, z in zip(numbers, numbers[1:], numbers[2:]):
            assert (x + y) * z == x * z + y * z
            assert x - y == -(y - x)
            assert +x == x
            if y:
                assert x / y * y == x
                assert 1 / y == y**-1

    def test_division_with_remainder(self) -> None:
        numbers = [x for x in surds(40, seed=6) if x]
        for x, y in itertools.pairwise(numbers):
            quotient, rest = divmod(x, y)
            assert isinstance(quotient, int) and quotient == x // y and rest == x % y
            assert quotient * y + rest == x
            assert 0 <= rest < y if y > 0 else y < rest <= 0

    def test_powers(self) -> None:
        x = Surd("1+sqrt2")
        assert x**10 == Surd("3363+2378*sqrt2")
        assert x**-1 == x - 2
        assert x**0 == Surd(0) ** 0 == 1
        assert 2 ** Surd(10) == 1024
        assert Surd(2) ** Fraction(1, 2) == 2 ** Surd("1/2") == ROOT
        assert Surd("3+2sqrt2") ** Fraction(-3, 2) == x**-3
        assert [Surd(-1) ** n for n in (10**30, 10**30 + 1, -(10**30) - 1)] == [1, -1, -1]
        assert Surd(0) ** 10**30 == 0
        with pytest.raises(ZeroDivisionError):
            Surd(0) ** -(10**30)
        for base, exponent in [
            (x, Fraction(1, 2)),
            (x, Fraction(1, 3)),
            (x, ROOT),
            (-x, Surd("1/2")),
        ]:
            with pytest.raises(DomainError):
                base**exponent
        for huge in (2**31, 10**30, -(10**30), 2**30):
            with pytest.raises(TooLargeError):
                x**huge
        with pytest.raises(TypeError):
            pow(x, 2, 3)

    @pytest.mark.parametrize("operation", [*OPERATORS, operator.pow])
    def test_floats_have_no_part_in_it(self, operation: Callable[[Any, Any], Any]) -> None:
        for x, y in [(ROOT, 0.5), (0.5, ROOT), (ROOT, numpy.float64(2)), (math.inf, ROOT)]:
            with pytest.raises(InexactError):
                operation(x, y)

    @pytest.mark.parametrize("operation", OPERATORS)
    def test_operands_that_make_no_sense(self, operation: Callable[[Any, Any], Any]) -> None:
        for other in ("1", None, [1]):
            with pytest.raises(
                TypeError, match="unsupported operand|can only concatenate|can't multiply"
            ):
                operation(ROOT, other)
        large = Surd("sqrt18446744073709551557")
        if operation in (operator.mul, operator.truediv):
            with pytest.raises(TooLargeError, match="at most 64 binary digits"):
                operation(large, ROOT)
        elif operation in (operator.add, operator.sub):
            assert set(operation(ROOT, large).roots) == {2, 18446744073709551557}

    def test_whole_quotients_exist_where_quotients_do_not(self) -> None:
        large = Surd("sqrt18446744073709551557")
        quotient, rest = divmod(large, ROOT)
        assert quotient == large // ROOT == -large // -ROOT and rest == large % ROOT
        assert quotient * ROOT + rest == large and 0 <= rest < ROOT
        # floor(sqrt(18446744073709551557/2)), and the ceiling with a sign
        assert quotient == math.isqrt(18446744073709551557 // 2) and -large // ROOT == -quotient - 1

    @pytest.mark.parametrize("operation", OPERATORS)
    def test_decimals_are_operands(self, operation: Callable[[Any, Any], Any]) -> None:
        x, y, same = Surd("1+sqrt2"), decimal.Decimal("-2.5e-1"), Fraction(-1, 4)
        assert operation(x, y) == operation(x, same) and operation(y, x) == operation(same, x)
        for infinite in ("inf", "nan", "1e9999999"):
            with pytest.raises(DomainError, match="a finite number with an exponent of up to 1000000"):
                operation(x, decimal.Decimal(infinite))

    def test_division_by_zero(self) -> None:
        for operation in OPERATORS[3:]:
            for zero in (0, Fraction(0), Surd(0), ROOT - ROOT):
                with pytest.raises(ZeroDivisionError):
                    operation(ROOT, zero)

    def test_sums_of_lists_and_arrays(self) -> None:
        assert sum([ROOT, Fraction(1, 2), 1]) == Surd("3/2+sqrt2")
        assert math.prod([ROOT, ROOT, 3]) == 6
        column = numpy.array([1, Fraction(1, 2), ROOT], dtype=object)
        assert list(column * ROOT) == list(ROOT * column) == [ROOT, ROOT / 2, 2]
        assert (numpy.array([3, 4]) * ROOT).tolist() == [3 * ROOT, 4 * ROOT]
        assert numpy.int64(3) * ROOT == ROOT * numpy.int64(3) == 3 * ROOT
        assert numpy.asarray([ROOT, ROOT], dtype=float).tolist() == [math.sqrt(2)] * 2

    def test_signs(self) -> None:
        tiny = Surd("665857-470832*sqrt2")
        assert tiny > 0 and abs(-tiny) == tiny and bool(tiny) and not Surd(0)


class TestOrder:
    def test_near_ties(self) -> None:
        # convergents p/q of √2: 1/(2√2·q²) away from it, on either side in turn
        p, q = 1, 1
        for index in range(300):
            convergent = Fraction(p, q)
            assert (convergent < ROOT) == (ROOT > convergent) == (index % 2 == 0)
            assert (ROOT < convergent) == (convergent >= ROOT) == (index % 2 == 1)
            p, q = p + 2 * q, p + q

    def test_floats_are_compared_exactly(self) -> None:
        nearest = math.sqrt(2)
        assert math.nextafter(nearest, 0) < ROOT < math.nextafter(nearest, 2)
        assert (nearest < ROOT) == (Fraction(nearest) ** 2 < 2)
        assert Surd("1/2") == 0.5 and Surd("1/10") != 0.1 and Surd("1/10") < 0.1
        assert -math.inf < ROOT < math.inf and ROOT != math.inf
        assert not any((ROOT < math.nan, ROOT > math.nan, ROOT == math.nan, math.nan <= ROOT))
        assert ROOT != math.nan
        assert Surd("10^400") < math.inf and Surd("10^400") > 1.7e308

    def test_numbers_of_all_kinds_are_sorted(self) -> None:
        row = [
            Surd("1-sqrt3"),
            Fraction(-1, 2),
            0,
            Surd("sqrt2-1"),
            0.5,
            Surd(1),
            Surd("sqrt7"),
            math.inf,
        ]
        for seed in range(20):
            mixed = row.copy()
            random.Random(seed).shuffle(mixed)
            assert sorted(mixed) == row

    def test_other_objects(self) -> None:
        assert ROOT != "sqrt(2)" and ROOT is not None and ROOT != 1j
        for other in ("sqrt2", None, 1j):
            with pytest.raises(TypeError, match="not supported"):
                ROOT < other

    def test_decimals_and_complex_numbers_are_compared_exactly(self) -> None:
        cube_root = Algebraic.roots([-2, 0, 0, 1])[0]
        half, tenth = Surd("1/2"), decimal.Decimal("0.1")
        assert half == decimal.Decimal("0.5") and decimal.Decimal("0.5") == half
        assert Surd("1/10") == tenth != Surd(Fraction(0.1)) and hash(Surd("1/10")) == hash(tenth)
        near = decimal.Context(prec=60).sqrt(decimal.Decimal(2))
        assert ROOT != near and (ROOT < near) == (ROOT < Fraction(near)) == (near > ROOT)
        assert cube_root < decimal.Decimal("1.26") and cube_root > decimal.Decimal("1.25")
        for infinite in ("inf", "-inf", "nan", "sNaN", "1e9999999"):
            assert ROOT != decimal.Decimal(infinite)
        assert decimal.Decimal("-inf") < ROOT < decimal.Decimal("inf")
        assert Surd(2) == 2 + 0j == Surd(2) and hash(Surd(2)) == hash(2 + 0j)
        assert Surd(2) != 2 + 1j and cube_root != 1j and half == complex(0.5, -0.0)
        assert ROOT != complex(math.nan, 0) and ROOT != complex(math.inf, 0)
        with pytest.raises(TypeError, match="not supported"):
            ROOT < 2 + 0j  # type: ignore[operator]

    def test_equal_numbers_have_equal_hashes(self) -> None:
        source = random.Random(7)
        for _ in range(300):
            size = 10 ** source.choice([1, 5, 18, 40])
            x = Fraction(source.randint(-size, size), source.choice([1, source.randint(1, size)]))
            assert hash(Surd(x)) == hash(x)
        assert hash(Surd(-1)) == hash(-1)
        assert hash(Surd(1, 2, 2)) == hash(Surd("1+sqrt8"))
        assert len({Surd(2), 2, Fraction(2), 2.0, ROOT, Surd(0, 1, 2)}) == 2
        assert {Fraction(1, 2): "half"}[Surd("0.5")] == "half"
        different = set(surds(500, seed=8))
        # -1 and -2 have one hash in Python
        assert len({hash(x) for x in different}) >= len(different) - 1


class TestRounding:
    def test_integers_near_a_number(self) -> None:
        for x in surds(200, seed=9):
            floor = math.floor(x)
            assert isinstance(floor, int) and floor <= x < floor + 1
            assert x.floor() == floor
            assert math.ceil(x) == -math.floor(-x)
            assert math.trunc(x) == int(x) == (floor if x >= 0 else math.ceil(x))
            assert abs(round(x) - x) <= Fraction(1, 2)

    def test_rounding_is_that_of_fractions(self) -> None:
        source = random.Random(10)
        for _ in range(200):
            x = Fraction(source.randint(-(10**4), 10**4), source.choice([1, 2, 4, 20, 200, 7]))
            assert round(Surd(x)) == round(x)
            for places in (-2, 0, 1, 2):
                rounded = round(Surd(x), places)
                assert rounded == round(x, places) and isinstance(rounded, Surd)
        with pytest.raises(TooLargeError):
            round(ROOT, 10**9)

    def test_floats_are_the_nearest(self) -> None:
        for x in surds(200, seed=11):
            nearest = float(x)
            distance = abs(x - Fraction(nearest))
            for other in (math.nextafter(nearest, math.inf), math.nextafter(nearest, -math.inf)):
                assert distance <= abs(x - Fraction(other))
        with pytest.raises(OverflowError):
            float(Surd("10^400"))

    def test_fractions(self) -> None:
        assert Surd("2.5").as_fraction() == Fraction(5, 2)
        assert isinstance(Surd(3).as_fraction(), Fraction)
        with pytest.raises(ValueError, match="√2 is irrational"):
            ROOT.as_fraction()

    def test_decimals(self) -> None:
        context = decimal.Context(prec=200, rounding=decimal.ROUND_HALF_UP)
        root = context.sqrt(decimal.Decimal(2))
        for digits in (0, 1, 2, 10, 100, 150):
            unit = decimal.Decimal(1).scaleb(-digits)
            assert ROOT.decimal(digits) == str(root.quantize(unit, context=context))
        assert [Surd(text).decimal(0) for text in ("1/2", "-1/2", "5/2", "-1/3")] == [
            "1",
            "-1",
            "3",
            "0",
        ]
        for digits in (-1, -(10**30)):
            with pytest.raises(DomainError):
                ROOT.decimal(digits)
        with pytest.raises(TooLargeError):
            ROOT.decimal(10**30)
        with pytest.raises(TypeError):
            ROOT.decimal(1.5)


def test_formats_are_those_of_floats() -> None:
    source = random.Random(12)
    starts = ["", "+", " ", "#", "012", "*<25", ">25", "-^21", "=+30"]
    for _ in range(3000):
        # no ties, which floats round to even: integers, or more than 13 binary places
        power = 2.0 ** source.choice([source.randint(-60, -14), source.randint(0, 20)])
        x = (source.getrandbits(52) | 1) * power * source.choice([-1, 1])
        precision, kind = source.randint(0, 12), source.choice("eEfFgG")
        if kind in "fF" and round(x, precision) == 0:
            continue  # floats write -0
        form = source.choice(starts) + source.choice(["", "", ",", "_"]) + f".{precision}{kind}"
        assert format(Surd(Fraction(x)), form) == format(x, form), (x, form)


class TestTexts:
    @pytest.mark.parametrize(
        ("form", "text"),
        [
            ("", "1000+1000*sqrt(2)"),
            ("f", "2414.213562"),
            (">20", "   1000+1000*sqrt(2)"),
            ("*^21", "**1000+1000*sqrt(2)**"),
            (".20f", "2414.21356237309504880169"),
            (".30e", "2.414213562373095048801688724210e+03"),
            ("+,.2f", "+2,414.21"),
            ("012.1f", "0000002414.2"),
            (".1%", "241421.4%"),
            (".3g", "2.41e+03"),
        ],
    )
    def test_formats(self, form: str, text: str) -> None:
        assert format(Surd("1000+1000sqrt2"), form) == text

    def test_formats_of_zero_and_ties(self) -> None:
        assert [f"{Surd(0):{form}}" for form in (".2f", ".1e", "g", ".0%")] == [
            "0.00",
            "0.0e+00",
            "0",
            "0%",
        ]
        assert [f"{Surd('0.125'):.2f}", f"{Surd('-2.5'):.0f}", f"{Surd('9.95'):.1e}"] == [
            "0.13",
            "-3",
            "1.0e+01",
        ]

    @pytest.mark.parametrize(
        "form", ["d", ".20", "+", ",", "010", "x", ".f", "..2f", "99999999999999999999f"]
    )
    def test_formats_that_make_no_sense(self, form: str) -> None:
        with pytest.raises(ValueError, match="format"):
            format(ROOT, form)

    @pytest.mark.parametrize(
        ("number", "latex"),
        [
            ("-3", "$-3$"),
            ("-1/2", r"$-\frac{1}{2}$"),
            ("sqrt2", r"$\sqrt{2}$"),
            ("-3*sqrt2/2", r"$-\frac{3\sqrt{2}}{2}$"),
            ("1-2*sqrt2", r"$1-2\sqrt{2}$"),
            ("(1+sqrt5)/2", r"$\frac{1+\sqrt{5}}{2}$"),
        ],
    )
    def test_latex(self, number: str, latex: str) -> None:
        assert Surd(number)._repr_latex_() == latex


class TestOthers:
    def test_pickles_and_copies(self) -> None:
        large = Surd(Fraction(7**6_000, 3**6_000), 1, 18_446_744_073_709_551_557)
        for x in [*surds(50, seed=13), large]:
            # before protocol 2 integers are texts, whose length Python limits
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                assert pickle.loads(pickle.dumps(x, protocol)) == x
            assert copy.copy(x) == copy.deepcopy(x) == x

    def test_it_is_a_real_number(self) -> None:
        assert isinstance(ROOT, numbers.Real) and not isinstance(ROOT, numbers.Rational)
        assert (ROOT.real, ROOT.imag) == (ROOT, 0)
        assert complex(ROOT) == complex(float(ROOT))

    def test_sympy(self) -> None:
        assert sympy.sympify(Surd("(1-3*sqrt5)/2")) == (1 - 3 * sympy.sqrt(5)) / 2
        assert sympy.sympify(Surd("2/3")) == sympy.Rational(2, 3)
        assert sympy.sqrt(3) + ROOT == ROOT + sympy.sqrt(3) == sympy.sqrt(2) + sympy.sqrt(3)

    @pytest.mark.parametrize("rounding", ["n", "f", "c", "d", "u"])
    def test_mpmath(self, rounding: str) -> None:
        library = mpmath.libmp
        for precision in (1, 2, 24, 53, 200):
            for sign, text in itertools.product(
                (1, -1), ("sqrt2", "10^-30*sqrt2", "99/70-sqrt2", "1/3", "0")
            ):
                exact = sign * Surd(text)
                number = exact._mpmath_(precision, rounding)
                a = exact.rational_part
                many = library.from_rational(a.numerator, a.denominator, 900)
                if exact.roots:
                    [(d, b)] = exact.roots.items()
                    fraction = library.from_rational(b.numerator, b.denominator, 900)
                    root = library.mpf_sqrt(library.from_int(d), 900)
                    many = library.mpf_add(many, library.mpf_mul(fraction, root), 800)
                    expected = library.mpf_pos(many, precision, rounding)
                else:
                    expected = library.from_rational(
                        a.numerator, a.denominator, precision, rounding
                    )
                assert number._mpf_ == expected, (precision, exact)
        with mpmath.workprec(300):
            assert mpmath.mpf(ROOT) == mpmath.sqrt(2)
            assert ROOT + mpmath.mpf(1) == 1 + mpmath.sqrt(2)

    def test_threads_calculate_at_once(self) -> None:
        expected = Surd("1+sqrt2") ** 100_000
        results: list[Surd] = []

        def calculate() -> None:
            results.append(Surd("1+sqrt2") ** 100_000)

        threads = [threading.Thread(target=calculate) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert results == [expected] * 4

    def test_interrupts_are_heard_in_long_calculations(self) -> None:
        threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,)).start()
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            Surd("1/3+sqrt2/7") ** 2_000_000
        assert time.perf_counter() - start < 2


def test_conventions_of_numpy_and_statistics() -> None:
    numbers = [Surd("5/2"), Surd("-7/2"), Surd("sqrt2"), Surd(3)]
    assert numpy.rint(numpy.array(numbers)).tolist() == [2, -4, 1, 3]
    assert [number.is_integer() for number in numbers] == [False, False, False, True]
    assert numbers[0].as_integer_ratio() == (5, 2)
    with pytest.raises(DomainError, match="irrational"):
        numbers[2].as_integer_ratio()
    assert statistics.mean([Surd("1/2"), 1]) == Fraction(3, 4)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e2000000"])
def test_decimals_that_are_no_numbers(text: str) -> None:
    with pytest.raises(DomainError, match="a finite number with an exponent of up to 1000000"):
        Surd(decimal.Decimal(text))
