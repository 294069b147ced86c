"""Octal games, compared with their definition, with published periods and with the second checker."""

from __future__ import annotations

import copy
import csv
import pickle
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
import pytest

from nimsweep import DomainError, InexactError, OctalGame, ParseError, TooLargeError

DATA = Path(__file__).parents[2] / "data"


def moves_by_definition(code: str, n: int) -> list[tuple[int, tuple[int, ...]]]:
    """All moves on n: how many tokens they take, and what they leave."""
    digits = [int(digit) for digit in code.replace(".", "")]
    moves: list[tuple[int, tuple[int, ...]]] = []
    for taken, digit in enumerate(digits[: n + 1]):
        rest = n - taken
        if rest == 0 and digit & 1:
            moves.append((taken, ()))
        if rest > 0 and digit & 2:
            moves.append((taken, (rest,)))
        if digit & 4:
            moves += [(taken, (part, rest - part)) for part in range(1, rest // 2 + 1)]
    return moves


def nim_sum(values: list[int], heaps: tuple[int, ...]) -> int:
    total = 0
    for heap in heaps:
        total ^= values[heap]
    return total


def values_by_definition(code: str, last: int) -> list[int]:
    values: list[int] = []
    for n in range(last + 1):
        options = {nim_sum(values, left) for _, left in moves_by_definition(code, n)}
        values.append(next(value for value in range(len(options) + 1) if value not in options))
    return values


def random_codes(count: int) -> list[str]:
    choice = random.Random(24)
    digits = ["".join(choice.choices("01234567", k=choice.randint(1, 8))) for _ in range(count)]
    return [f"{choice.choice('04')}.{of_game}" for of_game in digits]


@pytest.mark.parametrize("code", ["0.77", "4.0", "0.4", "0.0", *random_codes(40)])
def test_values_and_moves_agree_with_the_definition(code: str) -> None:
    expected = values_by_definition(code, 150)
    game = OctalGame(code)
    assert game.g(20) == expected[20]
    assert game.values(150).tolist() == expected
    assert [game.g(n) for n in range(151)] == expected
    for n in (0, 1, 7, 60, 151):
        winning = [(0, *move) for move in moves_by_definition(code, n) if nim_sum(expected, move[1]) == 0]
        assert OctalGame(code).moves(n) == winning
    for heaps in [(3, 5, 7), (1, 11), (20, 20), (0, 13, 0, 1)]:
        value = nim_sum(expected, heaps)
        assert game.value(*heaps) == game.g(*heaps) == value
        winning = [
            (index, taken, left)
            for index, n in enumerate(heaps)
            for taken, left in moves_by_definition(code, n)
            if nim_sum(expected, left) == value ^ expected[n]
        ]
        assert OctalGame(code).moves(*heaps) == winning
    largest, n = game.largest(150)
    if game.period(150) is None:
        assert (largest, n) == (max(expected), expected.index(max(expected)))
    period = OctalGame(code).period(150)
    assert period == game.period(150)
    if period is not None:
        start, length = period.start, period.length
        assert all(expected[n] == expected[n + length] for n in range(start, 151 - length))
        assert start == 0 or expected[start - 1] != expected[start - 1 + length]
        pattern = expected[start : start + length]
        exceptions = [n for n in range(start) if expected[n] != pattern[(n - start) % length]]
        assert game.exceptions(150) == exceptions


def test_published_periods() -> None:
    with (DATA / "octal_periods.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    assert len(rows) > 15
    for row in rows:
        period = OctalGame(row["code"]).period()
        assert period is not None
        assert (period.start, period.length) == (int(row["from"]), int(row["period"])), row["code"]


def test_a_period_answers_for_every_n() -> None:
    game = OctalGame("0.07")
    period = game.period()
    assert period is not None
    values = game.values(1000)
    for n in (10**8, 10**8 + 1, 2**64, 10**100 + 17, 3**5000):
        same = period.start + (n - period.start) % period.length
        assert OctalGame("0.07").g(n) == game.g(n) == values[same]


def test_the_values_up_to_the_limit_alone_count() -> None:
    fresh, known = OctalGame("0.77"), OctalGame("0.77")
    known.values(50_000)
    # 2*71 + 2*12 + 2 values prove the period
    assert OctalGame("0.77").period(167) == fresh.period(167) == known.period(167) is not None
    for game in (OctalGame("0.77"), fresh, known):
        assert game.period(166) is None and game.exceptions(166) is None
        assert game.largest(14) == (6, 11) and game.largest(26) == (7, 15)
        assert len(game.values(20)) == 21
        assert game.certificate(20) == OctalGame("0.77").certificate(20)
        assert game.rare_values(100) == OctalGame("0.77").rare_values(100)


@pytest.mark.parametrize("code", ["0.77", "0.106", "0.16", "0.777", "0.45"])
def test_rare_values_have_an_even_number_of_bits_in_common_with_the_mask(code: str) -> None:
    rare = OctalGame(code).rare_values(3000)
    values = OctalGame(code).values(3000).tolist()
    even = [
        sum((value & mask).bit_count() % 2 == 0 for value in values)
        for mask in range(2 ** max(values).bit_length())
    ]
    assert rare.parity == (code == "0.106")
    if rare.parity:
        # the parity of n is added, and that of the tokens taken, which is the same for all moves
        odd = sum(((value & rare.mask).bit_count() + n) % 2 for n, value in enumerate(values))
        assert rare.rare in (odd, 3001 - odd) and rare.rare < min(even)
    else:
        assert rare.rare == min(even) and rare.mask == even.index(rare.rare)


def test_arrays_cannot_be_changed() -> None:
    values = OctalGame("0.77").values(10)
    assert values.dtype == numpy.int64
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 1


def test_the_second_checker_proves_the_certificate(tmp_path: Path) -> None:
    file = tmp_path / "certificate"
    for code in ("0.77", "4.304", "0.16"):
        file.write_text(OctalGame(code).certificate(2000), encoding="utf-8")
        checker = [sys.executable, str(DATA / "check_certificate.py"), str(file)]
        assert subprocess.run(checker, check=False).returncode == 0
    text = OctalGame("0.77").certificate()
    assert "\nperiod 12 71\n" in text
    file.write_text(text.replace("period 12 71", "period 12 70"), encoding="utf-8")
    assert subprocess.run(checker, check=False, capture_output=True).returncode == 1


def test_games_are_values() -> None:
    game = OctalGame(" .770 ")
    game.values(1000)
    for other in (OctalGame("0.77"), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert other == game and hash(other) == hash(game) and not other != game
        assert repr(other) == "OctalGame('0.77')" and other.code == "0.77"
        assert type(other) is OctalGame
    assert game == OctalGame("Kayles") == OctalGame("0·77")
    assert game != OctalGame("4.77") and game != "0.77" and len({game, OctalGame("0.77")}) == 1
    period = game.period()
    assert pickle.loads(pickle.dumps(period)) == period
    long = OctalGame("0." + "7" * 1000)
    assert pickle.loads(pickle.dumps(long)) == long and long.g(5) == 5


@pytest.mark.parametrize(
    ("code", "exception", "says"),
    [
        ("0.78", ParseError, "'8' at place 2"),
        ("77", ParseError, "'77' is not an octal code"),
        ("", ParseError, "is not an octal code"),
        ("1.7", ParseError, "'1' is before the point"),
        ("nim", ParseError, "its code 0.333... is endless"),
        ("0.\ud800", ParseError, "surrogate"),
        ("0." + "7" * 1001, TooLargeError, "1001 digits"),
        (0.77, TypeError, "not float"),
        (b"0.77", TypeError, "not bytes"),
        (None, TypeError, "not NoneType"),
    ],
)
def test_codes_that_make_no_game(code: str, exception: type[Exception], says: str) -> None:
    with pytest.raises(exception, match=re.escape(says)):
        OctalGame(code)


def test_boards_have_three_squares_or_more() -> None:
    game, code = OctalGame("treblecross"), OctalGame("0.007")
    assert [game.g(n) for n in range(3, 40)] == [code.g(n + 2) for n in range(3, 40)]
    assert game.g(3, 8) == game.value(3, 8) == code.value(5, 10)
    asked: list[Callable[[], object]] = [
        lambda: game.g(2),
        lambda: game.g([8, 2]),
        lambda: game.value(0, 8),
        lambda: game.moves(2),
        lambda: game.moves(8, 1),
    ]
    for question in asked:
        with pytest.raises(DomainError, match="three in a row needs a board of at least 3 squares"):
            question()


@pytest.mark.parametrize(
    ("question", "exception", "says"),
    [
        (lambda game: game.g(-1), DomainError, "-1 is not a whole number"),
        (lambda game: game.g(0.5), InexactError, "0.5"),
        (lambda game: game.g("1/2"), DomainError, "1/2"),
        (lambda game: game.g(None), TypeError, "NoneType"),
        (lambda game: game.values(10**8 + 1), TooLargeError, "upto is too large"),
        (lambda game: game.period(10**100), TooLargeError, "computed up to 100000000"),
        (lambda game: game.moves(2**70), TooLargeError, "n is too large"),
        (lambda game: game.values(-5), DomainError, "-5"),
        (lambda game: game.value(3, -5), DomainError, "-5"),
        (lambda game: game.value(), TypeError, "give at least one heap"),
        (lambda game: game.moves(), TypeError, "give at least one heap"),
    ],
)
def test_questions_without_an_answer(
    question: Callable[[OctalGame], object], exception: type[Exception], says: str
) -> None:
    game = OctalGame("0.77")
    with pytest.raises(exception, match=says):
        question(game)
    assert game.g(9) == 4


def test_without_a_period_a_large_n_has_no_answer() -> None:
    game = OctalGame("0.106")
    with pytest.raises(TooLargeError, match="up to 1000000 prove no period"):
        game.g(10**9)
    assert game.g(1_100_000) == game.values(1_100_000)[-1]


def test_several_threads_ask_one_game_at_once() -> None:
    expected = OctalGame("0.777").values(20_000)
    game = OctalGame("0.777")

    def ask(number: int) -> bool:
        upto = 800 * number
        return bool((game.values(upto) == expected[: upto + 1]).all()) and game.g(upto) == expected[upto]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(24)))


def test_work_that_was_stopped_continues_where_it_was() -> None:
    game = OctalGame("0.777")
    reached: list[float] = []

    class Enough(Exception):
        pass

    def until_the_share_grows(share: float | None) -> None:
        if share is not None:
            reached.append(share)
            if share > reached[0]:
                raise Enough

    for _ in range(2):
        with pytest.raises(Enough):
            game.values(10**7, progress=until_the_share_grows)
    stopped = len(reached)
    with pytest.raises(Enough):
        game.period(10**7, progress=until_the_share_grows)
    assert reached[stopped] >= reached[stopped - 1]
    assert (game.values(2000) == OctalGame("0.777").values(2000)).all()


def test_progress_is_reported_in_the_callers_thread() -> None:
    shares: list[float | None] = []
    threads: set[int] = set()

    def note(share: float | None) -> None:
        shares.append(share)
        threads.add(threading.get_ident())

    game = OctalGame("0.777")
    for ask in (game.values, game.period, game.exceptions, game.largest, game.rare_values, game.certificate):
        ask(300_000, progress=note)
        assert shares[-1] == 1.0
    known = [share for share in shares if share is not None]
    assert known and all(0 <= share <= 1 for share in known) and threads == {threading.get_ident()}


def test_values_of_several_heaps() -> None:
    game = OctalGame("0.77")
    assert game.g(range(30)).tolist() == game.values(29).tolist()
    assert game.g(numpy.array([[10**9, 5], [7, 8]])).shape == (2, 2)


def test_a_checker_of_others_accepts_our_values_and_refuses_others() -> None:
    ogdoad = pytest.importorskip("ogdoad", reason="ogdoad is not installed")
    kayles = OctalGame("Kayles")
    period = kayles.period()
    assert period is not None
    values = [int(value) for value in kayles.values(period.seen_to + period.length - 1)]

    def accepted(values: list[int], start: int, length: int) -> bool:
        try:
            ogdoad.GuySmithWitness(start, length, values).verify(ogdoad.OctalCode([7, 7]), 10**7)
        except ValueError:
            return False
        return True

    assert accepted(values, period.start, period.length)
    assert not accepted(values, period.start, period.length - 1)
    assert not accepted(values, period.start - 1, period.length)
    for n in (1, 50, len(values) - 1):
        assert not accepted([*values[:n], values[n] ^ 1, *values[n + 1 :]], period.start, period.length)
