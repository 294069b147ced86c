"""Halving: a move takes at least one stone and at most half of them, rounded down, or the only one.

A player who faces no stones loses. All numbers may be of any size.

>>> from nimsweep import halving
>>> halving.winning_move(100)
5
>>> halving.winning_move(95) is None  # 95 = 3*2**5 - 1
True
"""

from __future__ import annotations

from nimsweep import _engine

__all__ = ["grundy", "is_p_position", "option_of_value", "winning_move"]


def is_p_position(n: int) -> bool:
    """Whether the player to move loses: n is 0 or 3*2**k - 1.

    >>> [n for n in range(50) if is_p_position(n)]
    [0, 2, 5, 11, 23, 47]
    """
    return _engine.halving_is_p_position(n)


def winning_move(n: int) -> int | None:
    """How many stones to take from n to win, or None if no move wins. No second move does.

    >>> winning_move(18)
    7
    """
    return _engine.halving_winning_move(n)


def grundy(n: int) -> int:
    """The Grundy value of n stones.

    >>> [grundy(n) for n in range(12)]
    [0, 1, 0, 1, 2, 0, 3, 1, 4, 2, 5, 0]
    """
    return _engine.halving_grundy(n)


def option_of_value(n: int, value: int) -> int | None:
    """The number of stones that one move from n leaves so that it has this Grundy value, or None.

    In a sum of piles with the nim-sum x, a move on n wins if it leaves the value grundy(n) ^ x.

    >>> option_of_value(100, 7)
    59
    """
    return _engine.halving_option_of_value(n, value)
