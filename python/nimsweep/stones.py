"""Stones: from a pile, each move takes at most ``ratio`` times as many as the move before it.

From n stones the first move takes 1 to n - 1. The player who takes the last stone wins. With the
ratio 2 this is Fibonacci nim (Project Euler, problem 366). All numbers may be of any size.

>>> from nimsweep import stones
>>> stones.winning_moves(17)
[1, 4]
>>> stones.sum(10**12, mod=10**8)
73114890
"""

from __future__ import annotations

from nimsweep import _engine

__all__ = [
    "is_p_position",
    "largest_winning_move",
    "representation",
    "sum",
    "threshold",
    "winning_moves",
]


def winning_moves(n: int, ratio: int = 2, atmost: int | None = None) -> list[int]:
    """All winning first moves from n stones, ascending; none if the first player loses. With
    `atmost` the winning moves later in a game, where so many stones may be taken.

    >>> winning_moves(22, ratio=1)
    [2, 6]
    >>> winning_moves(31), winning_moves(31, atmost=6)
    ([2, 10], [2])
    """
    return _engine.stones_winning_moves(n, ratio, atmost)


def largest_winning_move(n: int, ratio: int = 2) -> int:
    """M(n): the largest winning first move from n stones, 0 if there is none.

    >>> [largest_winning_move(n) for n in range(1, 13)]
    [0, 0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 1]
    """
    return _engine.stones_opening(n, ratio)[1] or 0


def is_p_position(n: int, ratio: int = 2) -> bool:
    """Whether the first player loses from n stones.

    >>> [n for n in range(1, 60) if is_p_position(n)]
    [1, 2, 3, 5, 8, 13, 21, 34, 55]
    """
    return _engine.stones_opening(n, ratio)[1] is None


def threshold(n: int, ratio: int = 2) -> int:
    """T(n): n stones are won under every bound from this one on.

    >>> threshold(12)
    1
    """
    return _engine.stones_opening(n, ratio)[0]


def representation(n: int, ratio: int = 2) -> list[int]:
    """The terms of the sequence of P-positions that n is the sum of, each more than ``ratio`` times
    the next one. For the ratio 2 it is Zeckendorf's representation.

    >>> representation(100)
    [89, 8, 3]
    """
    return _engine.stones_representation(n, ratio)


def sum(n: int, mod: int | None = None, ratio: int = 2) -> int:
    """M(1) + ... + M(n), the sum of the largest winning first moves, perhaps modulo a number.

    >>> sum(100)
    728
    """
    return _engine.stones_sum(n, ratio, mod)
