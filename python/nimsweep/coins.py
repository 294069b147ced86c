"""Coins: Gary removes a gold coin with everything above it, Sally a silver one.

A stack is a text of G (gold) and S (silver) from top to bottom; or of B (blue) and R (red) from the
ground up, as a stalk of red-blue Hackenbush, whose players are Left (Gary) and Right (Sally). A row is several stacks. A player who cannot move loses. A row is *fair* if
the player who moves first loses (Project Euler, problem 860).

>>> from nimsweep import coins
>>> coins.value("SG")
Fraction(1, 2)
>>> coins.count(1000, mod=10**9 + 7)
158875236
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from nimsweep import _engine
from nimsweep.errors import DomainError

__all__ = ["count", "row_value", "stalk", "table", "value", "winner", "winning_moves"]

Player = Literal["Gary", "Sally"]


def value(stack: str) -> Fraction:
    """The value of a stack: positive if Gary wins it, negative if Sally does.

    >>> value("GG"), value("GS"), value("BBRB")
    (Fraction(2, 1), Fraction(-1, 2), Fraction(7, 4))
    """
    return _engine.coins_value([stack])


def stalk(value: Fraction | int) -> str:
    """The stack that has a value, from the top: a fraction whose denominator is a power of 2.

    >>> stalk(Fraction(7, 4)), stalk(-2)
    ('GSGG', 'SS')
    """
    return _engine.coins_stalk(value)


def row_value(stacks: Iterable[str]) -> Fraction:
    """The value of a row: the sum of the values of its stacks.

    >>> row_value(["SG", "SG", "SS"])
    Fraction(-1, 1)
    """
    return _engine.coins_value(_listed(stacks))


def winner(stacks: Iterable[str]) -> Literal["Gary", "Sally", "second player"]:
    """Who wins a row, no matter who begins; in a fair row it is the second player.

    >>> winner(["GG", "GS"]), winner(["SG", "GS"])
    ('Gary', 'second player')
    """
    total = row_value(stacks)
    if total == 0:
        return "second player"
    return "Gary" if total > 0 else "Sally"


def winning_moves(stacks: Iterable[str], player: Player) -> list[tuple[int, int]]:
    """The coins that a player who moves first can remove to win: tuples (stack, coin), the stacks
    counted from the left and the coins as they stand in the text, both from 0.

    >>> winning_moves(["GG", "GS"], "Gary")
    [(0, 0), (1, 0)]
    """
    if player not in ("Gary", "Sally"):
        raise DomainError(f"{player!r} is not a player; give 'Gary' or 'Sally'")
    return _engine.coins_winning_moves(_listed(stacks), player == "Gary")


def count(n: int, height: int = 2, mod: int | None = None) -> int:
    """The number of fair rows of n stacks of ``height`` coins, perhaps modulo a number.

    >>> count(2), count(10)
    (4, 63594)
    """
    return _engine.coins_count(n, height, mod)


def table(height: int) -> dict[Fraction, int]:
    """The values of all stacks of a height, ascending, and how many stacks have each.

    >>> table(1)
    {Fraction(-1, 1): 1, Fraction(1, 1): 1}
    """
    return dict(_engine.coins_table(height))


def _listed(stacks: Iterable[str]) -> list[str]:
    if isinstance(stacks, str):
        raise TypeError("a row is several stacks; give a list such as ['GG', 'GS']")
    return list(stacks)
