"""Stones, coins and halving, compared with their rules and with published figures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from conftest import digest

from nimsweep import DomainError, InexactError, ParseError, TooLargeError, coins, halving, stones


@cache
def wins_stones(n: int, bound: int, ratio: int) -> bool:
    """Whether the player to move wins who may take 1 to ``bound`` of n stones."""
    taken = range(1, min(n, bound) + 1)
    return any(not wins_stones(n - take, ratio * take, ratio) for take in taken)


@pytest.mark.parametrize("ratio", [1, 2, 3])
def test_stones_agree_with_the_rule(ratio: int) -> None:
    total = 0
    for n in range(1, 60):
        winning = [take for take in range(1, n) if not wins_stones(n - take, ratio * take, ratio)]
        assert stones.winning_moves(n, ratio) == winning
        assert stones.largest_winning_move(n, ratio) == max(winning, default=0)
        assert stones.is_p_position(n, ratio) == (not winning)
        won = [bound for bound in range(1, n + 1) if wins_stones(n, bound, ratio)]
        assert stones.threshold(n, ratio) == won[0]
        assert sum(stones.representation(n, ratio)) == n
        total += max(winning, default=0)
        assert stones.sum(n, ratio=ratio) == total


def test_stones_of_any_size() -> None:
    # Project Euler 366 asks not to show its answer
    assert digest(stones.sum(10**18, mod=10**8)) == "47495a92574a6d7b"
    assert stones.sum("10^18", mod=10**8) == stones.sum(10**18, mod=10**8)  # type: ignore[arg-type]
    large = 10**2000
    moves = stones.winning_moves(large)
    assert moves[-1] == stones.largest_winning_move(large) and moves[0] == stones.threshold(large)


@cache
def value_by_options(stack: str) -> Fraction:
    """The simplest number between the best options of Gary and of Sally."""
    left = [value_by_options(stack[top + 1 :]) for top, coin in enumerate(stack) if coin == "G"]
    right = [value_by_options(stack[top + 1 :]) for top, coin in enumerate(stack) if coin == "S"]
    below, above = max(left, default=None), min(right, default=None)
    for denominator in (2**power for power in range(20)):
        candidates = (Fraction(n, denominator) for n in range(-20 * denominator, 20 * denominator))
        fitting = [
            number
            for number in candidates
            if (below is None or number > below) and (above is None or number < above)
        ]
        if fitting:
            return min(fitting, key=abs)
    raise AssertionError(stack)


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_values_of_stacks_agree_with_their_options(height: int) -> None:
    stacks = ["".join(coins_of_stack) for coins_of_stack in product("GS", repeat=height)]
    values = [coins.value(stack) for stack in stacks]
    assert values == [value_by_options(stack) for stack in stacks]
    assert [coins.stalk(value) for value in values] == stacks
    assert coins.value("".join("R" if coin == "S" else "B" for coin in stacks[1][::-1])) == values[1]
    table = coins.table(height)
    assert list(table) == sorted(set(values))
    assert all(table[value] == values.count(value) for value in table)


def test_rows_of_coins() -> None:
    for row in (["SG", "SG", "SS"], ["GG", "GS"], ["SG", "GS"], []):
        total = sum((coins.value(stack) for stack in row), Fraction(0))
        assert coins.row_value(row) == total
        expected = "Gary" if total > 0 else "Sally" if total < 0 else "second player"
        assert coins.winner(row) == expected
    for stack, coin in coins.winning_moves(["SG", "SG", "GGS"], "Gary"):
        left = ["SG", "SG", "GGS"]
        assert left[stack][coin] == "G"
        left[stack] = left[stack][coin + 1 :]
        assert coins.winner([part for part in left if part]) in ("Gary", "second player")
    rows = list(product(["GG", "GS", "SG", "SS"], repeat=4))
    assert coins.count(4) == sum(coins.winner(row) == "second player" for row in rows)


def test_counts_of_fair_rows() -> None:
    assert (coins.count(2), coins.count(10)) == (4, 63594)
    # Project Euler 860
    assert digest(coins.count(9898, mod=989898989)) == "2876674e459fa5e9"
    assert coins.count(30, height=3) % 10**9 == coins.count(30, height=3, mod=10**9)
    assert coins.count(7, mod=1) == 0


@cache
def halving_by_definition(n: int) -> int:
    """The Grundy value of n stones by its definition."""
    options = {halving_by_definition(left) for left in halves(n)}
    return next(value for value in range(n + 1) if value not in options)


def halves(n: int) -> list[int]:
    """What one move can leave of n stones."""
    return [n - take for take in range(1, max(1, n // 2) + 1) if take <= n]


def test_halving_agrees_with_the_rule() -> None:
    for n in range(150):
        value = halving_by_definition(n)
        assert halving.grundy(n) == value
        assert halving.is_p_position(n) == (value == 0)
        options = {halving_by_definition(left): left for left in halves(n)}
        assert halving.winning_move(n) == (n - options[0] if 0 in options else None)
        for other in range(80):
            assert halving.option_of_value(n, other) == options.get(other)


def test_halving_of_any_size() -> None:
    assert halving.is_p_position(3 * 2**5000 - 1)
    taken = halving.winning_move(10**3000)
    assert taken is not None and halving.is_p_position(10**3000 - taken) and 2 * taken <= 10**3000


@pytest.mark.parametrize(
    ("question", "exception"),
    [
        (lambda: stones.winning_moves(0), DomainError),
        (lambda: stones.winning_moves(-5), DomainError),
        (lambda: stones.winning_moves(17.0), InexactError),  # type: ignore
        (lambda: stones.winning_moves(17, ratio=0), DomainError),
        (lambda: stones.winning_moves(17, ratio=2**64), DomainError),
        (lambda: stones.sum(10**20, ratio=10**9), TooLargeError),
        (lambda: stones.sum(100, mod=0), DomainError),
        (lambda: stones.sum(100, mod=-7), DomainError),
        (lambda: stones.sum(100, mod=1e8), InexactError),  # type: ignore
        (lambda: stones.sum(100, mod=float("nan")), InexactError),  # type: ignore
        (lambda: stones.sum(100, mod=Fraction(7, 2)), DomainError),  # type: ignore
        (lambda: stones.sum(100, mod="seven"), ParseError),  # type: ignore
        (lambda: stones.sum("x"), ParseError),  # type: ignore
        (lambda: coins.value("GX"), ParseError),
        (lambda: coins.value("G" * 10_001), TooLargeError),
        (lambda: coins.value("BRG"), ParseError),
        (lambda: coins.stalk(Fraction(1, 3)), DomainError),
        (lambda: coins.stalk("sqrt2"), DomainError),  # type: ignore
        (lambda: coins.stalk(10_001), DomainError),
        (lambda: stones.winning_moves(17, atmost=-1), DomainError),
        (lambda: coins.row_value("GG"), TypeError),
        (lambda: coins.row_value([1]), TypeError),  # type: ignore
        (lambda: coins.winning_moves(["GG"], "Bob"), DomainError),  # type: ignore
        (lambda: coins.count(-1), DomainError),
        (lambda: coins.count(2**64), DomainError),
        (lambda: coins.count(2**60), TooLargeError),
        (lambda: coins.count(5, height=1000), TooLargeError),
        (lambda: coins.count(5, mod=0), DomainError),
        (lambda: coins.table(100), TooLargeError),
        (lambda: halving.grundy(-1), DomainError),
        (lambda: halving.grundy(0.5), InexactError),  # type: ignore
        (lambda: halving.winning_move("1/2"), DomainError),  # type: ignore
        (lambda: halving.winning_move(None), TypeError),  # type: ignore
    ],
)
def test_bad_input(question: Callable[[], object], exception: type[Exception]) -> None:
    with pytest.raises(exception):
        question()
