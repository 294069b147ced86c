"""Results are values: equal if they say the same, with equal hashes, and copied and pickled exactly."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import combinations

import pytest

from nimsweep import Game, Move, OctalGame

MAKERS: list[Callable[[], object]] = [
    lambda: Game().maximum(2, 10),
    lambda: Game().maximum(10, 20),
    lambda: Game("1").maximum("(5+sqrt73)/6", 4),  # at two places
    lambda: Game("1,100").maximum(236, 237),  # no closed form
    lambda: Game().gain(4),
    lambda: Game().gain("4+sqrt3"),  # no closed form
    lambda: Game().gain_pieces(2, 10),
    lambda: Game().gain_pieces(2, 11),
    lambda: Game().gain_pieces(2, 10)[0],
    lambda: Game().gain_pieces(2, 10)[1],
    lambda: Game().grundy(20),
    lambda: Game().grundy("20+sqrt2"),
    lambda: Game("1,sqrt3").grundy(20),
    lambda: Game().moves(2, 3),
    lambda: Game().moves(3, 2),
    lambda: Game("1").moves(10**100, within=(2, 10)),
    lambda: Game().moves("4+sqrt2")[0],
    lambda: Game().moves("4+sqrt2")[0].interval,
    lambda: Game().moves("4+sqrt2")[1].interval,
    lambda: Game("1").period(),
    lambda: Game("1,3").period(),
    lambda: Game().play(2, 3),
    lambda: Game().play(5, move=(0, 1, 2)),
    lambda: Game().play(1, move=(0, 1, 0)),  # the game is over
    lambda: Move(1, "sqrt2", "1/2"),
    lambda: Move(1, "sqrt2", "1/3"),
    lambda: OctalGame("0.77"),
    lambda: OctalGame("4.77"),
    lambda: OctalGame("0.77").period(),
    lambda: OctalGame("0.106").rare_values(1000),
]


@pytest.mark.parametrize("make", MAKERS)
def test_a_result_is_a_value(make: Callable[[], object]) -> None:
    result = make()
    pickled = pickle.loads(pickle.dumps(result))
    for other in (make(), pickled, copy.copy(result), copy.deepcopy(result)):
        assert type(other) is type(result) and repr(other) == repr(result)
        assert other == result and not other != result and hash(other) == hash(result)
    if hasattr(result, "__iter__"):
        assert list(pickled) == list(result)


def test_different_results_differ() -> None:
    results = [make() for make in MAKERS]
    assert len(set(results)) == len(results)
    for one, other in combinations(results, 2):
        assert one != other and not one == other
    assert all(result != 1 for result in results)


def test_parts_are_kept_by_pickle() -> None:
    inside = Game("1,100").maximum(236, 237)
    again = pickle.loads(pickle.dumps(inside))
    assert (again.value, again.at, again.kind) == (inside.value, inside.at, inside.kind)
    tie = pickle.loads(pickle.dumps(Game("1").maximum("(5+sqrt73)/6", 4)))
    assert [str(other.at) for other in tie.others] == ["4"]
    gain = Game().gain("4+sqrt3")
    assert pickle.loads(pickle.dumps(gain)).chances == gain.chances
    turn = pickle.loads(pickle.dumps(Game().play(2, 3)))
    assert turn.after == Game().play(2, 3).after and turn.reply == Game().best_reply(2, 3)
