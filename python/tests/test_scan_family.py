"""Families of lengths: from a text or an iterable, each game once, in a fixed order."""

import hashlib
import itertools
import sys
from fractions import Fraction

import pytest

from nimsweep import OctalGame, Surd
from nimsweep.errors import InexactError, ParseError
from nimsweep.scans import Family, FamilyError
from nimsweep.scans.expression import read
from nimsweep.scans.family import LengthSet
from nimsweep.scans.groups import is_squarefree


def canonical(family: object) -> list[str]:
    return [game.canonical for game in Family.of(family)]  # type: ignore[arg-type]


def test_square_roots_of_squarefree_numbers() -> None:
    expected = [d for d in range(2, 200) if all(d % (p * p) for p in range(2, 15))]
    assert canonical("1,sqrt(d) for squarefree d < 200") == [f"1,sqrt({d})" for d in expected]
    some = [f"1,sqrt({d})" for d in (10, 11, 13, 14)]
    assert canonical("1,√d for 10 <= squarefree d <= 14") == some
    assert canonical("{1, sqrt d} for 14 >= squarefree d > 9") == canonical(
        "1, sqrt(d) for 10 <= squarefree d < 15"
    )


def test_numbers_with_parameters() -> None:
    family = Family.of("1,(p+q√d)/r for p < 3, q <= 2, squarefree d < 6, r <= 2, coprime(p, q, r)")
    expected = []
    for p, q, d, r in itertools.product((1, 2), (1, 2), (2, 3, 5), (1, 2)):
        if r == 1 or p % 2 or q % 2:
            length = Surd(Fraction(p, r), Fraction(q, r), d)
            ordered = (Surd(1), length) if length > 1 else (length, Surd(1))
            expected.append(f"1,{ordered[1] / ordered[0]}")
    assert [game.canonical for game in family] == list(dict.fromkeys(expected))


def test_all_sets_of_two_rationals() -> None:
    ratios = {Fraction(p, q) for q in range(1, 8) for p in range(q + 1, 21)}
    assert set(canonical("1,p/q for q < 8, q < p <= 20")) == {f"1,{ratio}" for ratio in ratios}
    assert set(canonical("a,b for a < 21, b < 21")) == {
        f"1,{Fraction(b, a)}" for a in range(1, 21) for b in range(a + 1, 21)
    }


def test_multiples_of_a_set_are_one_game() -> None:
    half = [Fraction(1, 2), Surd(0, Fraction(1, 2), 2)]
    assert canonical(["1,sqrt2", "sqrt2,2", "3*sqrt(2),3", half]) == ["1,sqrt(2)"]
    (game,) = Family.of(["sqrt2,2", "1,sqrt2"])
    assert (game.lengths, game.canonical) == ("sqrt(2),2", "1,sqrt(2)")


def test_conjugates_are_two_games() -> None:
    assert len(canonical(["1,1+sqrt2", "1,2-sqrt(2)", "1,sqrt(2)-1"])) == 2  # 1/(√2−1) = 1+√2
    assert canonical(["1,3+sqrt2", "1,3-sqrt2"]) == ["1,3+sqrt(2)", "1,3-sqrt(2)"]


def test_joined_families_keep_their_order() -> None:
    assert canonical("1,sqrt3; 1,n for 2 <= n < 4; 1,sqrt(3); 2,n for n = 6") == [
        "1,sqrt(3)",
        "1,2",
        "1,3",
    ]


def test_bounds_may_use_earlier_variables_and_conditions_may_use_roots() -> None:
    assert canonical("1,p/q for q = 3, q < p <= 2q+1") == ["1,4/3", "1,5/3", "1,2", "1,7/3"]
    assert canonical("1,q√2 for q < 10, 2 < q*sqrt(2) < 5") == ["1,2*sqrt(2)", "1,3*sqrt(2)"]
    assert canonical("1,2^k for 0 <= k < 4") == ["1,2", "1,4", "1,8"]
    assert canonical("1,n for n < √50, squarefree n+1") == ["1,2", "1,4", "1,5", "1,6"]


def test_values_that_make_no_game_are_no_sets() -> None:
    # p = 1 repeats the length 1; −1 and 0 are not lengths
    assert canonical("1,p for -1 <= p <= 2") == ["1,2"]


def test_expressions_are_exact() -> None:
    assert read("1/3+1/3+1/3").value({}) == 1
    assert read("0.1+0.2").value({}) == Fraction(3, 10)
    assert read("(1+√5)^2/4 - (1+√5)/2").value({}) == 1
    assert read("2^-2").value({}) == Fraction(1, 4)
    assert read("-√(9/4)").value({}) == Fraction(-3, 2)
    assert read("2-3-4").value({}) == -5
    assert read("-2^2").value({}) == -4
    assert read("2^2^2").value({}) == read("2^(4/2)^2").value({}) == 16
    assert read("2^√2^2").value({}) == 4
    assert read("x*y√2").value({"x": 2, "y": 3}) == Surd(0, 6, 2)


def test_squarefree_numbers() -> None:
    for number in range(1, 2000):
        assert is_squarefree(number) == all(number % (p * p) for p in range(2, 45))
    assert not is_squarefree(999_983**2)
    assert not is_squarefree(0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" ; ", "empty"),
        ("1,sqrt(d) for d < 2, d > 5", "empty"),
        ("1,sqrt(d) for squarefree 5 < d", "no upper bound"),
        ("1,sqrt(d) for squarefree d", "no upper bound"),
        ("1,sqrt(d)", "d has no bound"),
        ("1,p for p < q", "begins with one variable"),
        ("1,p for p < p+1", "cannot depend on it"),
        ("1,p for coprime(p, 2)", "no upper bound"),
        ("1,p for p < 10^30", "runs through more than"),
        ("1,for", "before 'for'"),
        ("1,", "before the end"),
        ("1,2 for", "before the end"),
        ("1,√2 or 3", "should end before 'or 3'"),
        ("1,(2", "'\\)' before the end"),
        ("1,2$", "end before '\\$'"),
        ("1,1", "give each length once"),
        ("1,-2", "positive"),
        ("1,sqrt(-2)", "no real square root"),
        ("1,1/(p-1) for p < 3", "divides by zero"),
        ("1,sqrt(1+sqrt(3))", "not p"),
        ("1,2^(1/2)", "exponent"),
        ("1,2^5000", "exponent"),
        ("1,2^(2^1000)^20", "exponent"),
        ("1," + "9" * 5000, "at most 4,000 digits"),
        ("1,2^" + "9" * 5000, "at most 4,000 digits"),
        ("1,sqrt(-(2^1000)^20)", "no real square root"),
        ("1,n for n < 9, squarefree (2^1000)^20+n", "too large"),
        ("1,((2^900)^900)^900", "too large"),
        ("1," + "(" * 60 + "2" + ")" * 60, "nested"),
        ("1," + "-" * 300 + "2", "nested"),
        ("1," + "+".join("1" * 300), "at most 400 words"),
        ("1,p for p < 9, coprime(p, p/2)", "whole number"),
    ],
)
def test_text_that_is_no_family(text: str, reason: str) -> None:
    with pytest.raises(FamilyError, match=reason):
        Family.of(text)


def test_sets_may_have_several_roots() -> None:
    (only,) = Family.of("1,sqrt2,sqrt3")
    assert only.lengths == "1,sqrt(2),sqrt(3)"
    (scaled,) = Family.of("sqrt2,sqrt3")
    assert scaled.canonical == "1,sqrt(6)/2"


def test_floats_are_refused() -> None:
    with pytest.raises(InexactError, match="set 2 of the family"):
        Family.of([[1, 2], [1, 1.5]])  # type: ignore[list-item]


def test_iterables_that_are_no_family() -> None:
    with pytest.raises(FamilyError, match="empty"):
        Family.of([])
    with pytest.raises(FamilyError, match="set 1 of the family"):
        Family.of([[]])
    with pytest.raises(FamilyError, match="set 1 of the family, 5"):
        Family.of([5])  # type: ignore[list-item]
    with pytest.raises(FamilyError, match="set 2 of the family"):
        Family.of(["1,2", "1,nonsense"])
    for family in 5, b"1,2", {"1,2": "1,3"}:
        with pytest.raises(FamilyError, match="a family is a text or an iterable"):
            Family.of(family)  # type: ignore[arg-type]
    for item, reason in (b"12", "it is not a set"), ({1: 2}, "a dict has the lengths of its game"):
        with pytest.raises(FamilyError, match=reason):
            Family.of([item])  # type: ignore[list-item]
    with pytest.raises(FamilyError, match="at most 1,000 lengths"):
        Family.of([itertools.count(1)])
    with pytest.raises(FamilyError, match="a length is positive"):
        Family.of([[1, -(10**5000)]])


def test_an_endless_iterable(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["nimsweep.scans.family"]
    monkeypatch.setattr(module, "MOST_SETS", 500)
    with pytest.raises(FamilyError, match="more than 500 games, or no end"):
        len(Family.of("1,p/q for q < 10^5, q < p <= q+5"))
    with pytest.raises(FamilyError, match="more than 500 games, or no end"):
        Family.of([1, number] for number in itertools.count(2))
    monkeypatch.setattr(module, "MOST_TRIED", 500)
    monkeypatch.setattr(sys.modules["nimsweep.scans.groups"], "MOST_TRIED", 500)
    with pytest.raises(FamilyError, match="more than 500 games, or no end"):
        Family.of("1,2" for _ in itertools.count())
    with pytest.raises(FamilyError, match="more than 500 combinations"):
        Family.of("1,p for p < 30, q < 30, p > 30")


def test_a_rule_follows_the_lengths_of_each_set() -> None:
    family = Family.of(["1,sqrt2", "sqrt2,1", "sqrt2,2", [1, Fraction(1, 2)]], rule="3,7")
    games = [(game.lengths, game.canonical, game.rule) for game in family]
    assert games == [
        ("1,sqrt(2)", "1,sqrt(2)", "3,7"),
        ("sqrt(2),1", "1,sqrt(2)", "7,3"),
        ("1,1/2", "1,2", "7,3"),
    ]
    assert family.rule == "3,7"
    assert Family.of("1,2;2,1", rule=3) == Family.of("1,2;2,1", rule=["3", 3])
    assert [game.rule for game in Family.of("1,2;1,2,3", rule=3)] == ["3", "3"]
    # without a rule all is as it was
    assert Family.of("1,2", rule="7,7") == Family.of("1,2") and Family.of("1,2").rule is None
    assert repr(Family.of("1,2")) == "Family.of('1,2')"
    assert list(Family.of("1,2", rule=3)) == [LengthSet("1,2", "1,2", "3")]
    assert Family.of([[1, 2]]).digest() == hashlib.sha256(b"1,2").hexdigest()
    digests = {Family.of("1,2", rule=rule).digest() for rule in (None, 3, "3,7", "7,3")}
    assert len(digests) == 4


def test_rules_that_do_not_fit_a_family() -> None:
    with pytest.raises(FamilyError, match="2 digits are given for 3 lengths"):
        Family.of("1,2;1,2,3", rule="3,7")
    with pytest.raises(ParseError, match="'4' is not a digit"):
        Family.of("1,2", rule=4)
    with pytest.raises(FamilyError, match="give it to Family.of"):
        Family.of(Family.of("1,2", rule=3), rule=3)


def test_the_digest_is_of_the_words_of_a_text_and_of_the_games_of_an_iterable() -> None:
    assert Family.of("1,sqrt(d) for d<9").digest() == Family.of(" 1, sqrt(d)  for d < 9").digest()
    assert Family.of("1,sqrt2;1,2").digest() != Family.of("1,sqrt2;1,3").digest()
    assert Family.of(["1,sqrt2"]).digest() == Family.of([["sqrt(2)", 2]]).digest()
    assert Family.of(["1,2", "1,3"]).digest() != Family.of(["1,3", "1,2"]).digest()


def test_a_star_stands_for_both_digits() -> None:
    family = Family.of("1,n for 2 <= n < 4", rule="*")
    rules = [None, "7,3", "3,7", "3"]
    games = [(game.canonical, game.rule) for game in family]  # type: ignore[union-attr]
    assert games == [(lengths, rule) for lengths in ("1,2", "1,3") for rule in rules]
    assert (len(family), family.rule) == (8, "*")
    # 2,1 with the rule *,7 has other games than 1,2: the star is for the length that comes first
    both = [game.rule for game in Family.of(["1,2", "2,1"], rule=["*", 7])]  # type: ignore[union-attr]
    assert both == [None, "3,7", "7,3"]
    with pytest.raises(FamilyError, match="2 digits are given for 3 lengths"):
        Family.of("1,2,3", rule="*,7")
    with pytest.raises(ParseError, match="'5' is not a digit"):
        Family.of("1,2", rule="*,5")


def codes(family: object) -> list[str]:
    games = list(Family.of(family))  # type: ignore[arg-type]
    assert all(isinstance(game, OctalGame) for game in games)
    return [game.code for game in games]  # type: ignore[union-attr]


def test_octal_codes() -> None:
    every = [f"0.{a}{b}{c}" for a in range(8) for b in range(8) for c in range(8)]
    assert codes("octal 0.abc") == [OctalGame(code).code for code in every]
    assert codes("octal 4.a7 for a < 3; octal .70; octal 0.7") == ["4.07", "4.17", "4.27", "0.7"]
    assert codes("octal 0.aab for a + b = 3, squarefree a") == ["0.112", "0.221", "0.33"]
    assert codes([OctalGame("0.77"), "octal 0.770", "octal 0.0x for x > 5"]) == ["0.77", "0.06", "0.07"]
    assert Family.of("octal 0.ab").octal and not Family.of("1,2").octal


@pytest.mark.parametrize(
    ("family", "reason"),
    [
        ("octal 0.78", "'8' at place 2 after the point is not an octal digit"),
        ("octal 2.7", "begins with 0, or with 4"),
        ("octal 0.", "is not an octal code"),
        ("octal 0.ab for a > 8", "empty"),
        ("octal 0.ab for a < c", "c has no upper bound"),
        ("octal 0.ab with a < 4", "should end before 'with a < 4'"),
        ("octal 0.ab; 1,2", "not both"),
        (["octal 0.7", "1,2"], "not both"),
    ],
)
def test_octal_families_that_are_refused(family: object, reason: str) -> None:
    with pytest.raises(FamilyError, match=reason):
        Family.of(family)  # type: ignore[arg-type]
    with pytest.raises(FamilyError, match="an octal game has its rule in its code"):
        Family.of("octal 0.7", rule=3)


def test_a_text_is_read_as_far_as_its_games_are_asked_for() -> None:
    family = Family.of("1,sqrt(d) for squarefree d < 10^7; 1,1/(n-1) for n < 2")
    assert len(list(itertools.islice(family, 3))) == 3  # a million games would take long
    with pytest.raises(FamilyError, match="divides by zero"):
        list(Family.of("1,2; 1,1/(n-1) for n < 2"))


def test_iterators_of_one_scan_share_the_search_for_duplicates() -> None:
    games = Family.of("a,b for a < 12, b < 12").games()
    one, other = iter(games), iter(games)
    taken: list[list[object]] = [[], []]
    for step in range(200):  # now the one is ahead, now the other
        for place, iterator in enumerate((one, other)):
            if step % 7 < 3 + place:
                taken[place] += itertools.islice(iterator, 1)
    expected = list(Family.of("a,b for a < 12, b < 12").games())
    for place, iterator in enumerate((one, other)):
        assert taken[place] + list(iterator) == expected
    assert games.count == len(expected)
