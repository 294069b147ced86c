"""Results are values: equal if they say the same, with equal hashes, and copied and pickled exactly."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from itertools import combinations

import pytest

from nimsweep import Algebraic, DomainError, Game, IllegalMoveError, Move, OctalGame

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


def test_a_maximum_is_its_value_among_numbers() -> None:
    game = Game()
    maxima = game.maxima(2, 30)
    best, second = maxima[0], maxima[1]
    assert sorted(maxima) == maxima[::-1] and best == max(maxima) == game.maximum(2, 30)
    assert best == best.value and best.value == best and hash(best) == hash(best.value)
    assert second < best and second < best.value and second.value < best
    assert best >= second and best > 6 and 6 < best and best <= best and best != second
    assert round(best) == round(best.value) and round(best, 3) == round(best.value, 3)
    assert type(round(best)) is int and best.exact() is not None and best.exact() == best
    with pytest.raises(TypeError, match="not supported between instances"):
        assert best < "9"
    interior = Game("1,100").maximum(236, 237)
    assert isinstance(interior.value, Algebraic) and interior > best and interior == interior.value
    with pytest.raises(DomainError, match="has no closed form"):
        interior.exact()
    gain = game.gain(best.at)
    assert gain == best and {gain, best} == {best.value} and gain.exact() == best.exact()


def test_a_move_is_its_tuple() -> None:
    move = Game().best_reply(2, 3)
    assert move is not None and repr(move) == "Move(segment=1, length=1, place=0)"
    segment, length, place = move
    assert move == (1, 1, 0) == (segment, length, place) and hash(move) == hash((1, 1, 0))
    shown = "Move(segment=0, length='sqrt(2)', place='-1/2')"
    assert repr(Move(0, "sqrt2", "-1/2")) == shown and eval(shown) == Move(0, "sqrt2", "-1/2")
    for number in (-1, "1/2", 2**64):
        with pytest.raises(DomainError):
            Move(number, 1, 0)  # type: ignore[arg-type]


def test_segments_are_counted_from_0_in_tables_pictures_and_messages() -> None:
    moves = Game().moves(2, 4)
    assert {row.segment for row in moves} == set(moves.to_pandas()["segment"]) == {1}
    [description] = re.findall(r"<desc>(.*?)</desc>", moves.svg())
    assert re.findall(r"Segment (\d)", description) == ["0", "0", "1", "1"]
    with pytest.raises(IllegalMoveError, match="no segment 2; segments are counted from 0"):
        Game().play(2, 4, move=(2, 1, 0))


def test_segments_are_given_one_by_one() -> None:
    game, both = Game(), [2, 3]
    for question in (game.best_reply, game.value, game.moves, game.play):
        with pytest.raises(TypeError, match="give segments one by one"):
            question(both)  # type: ignore[arg-type, operator]
        assert question(*both) is not None  # type: ignore[operator]


def test_one_step_is_one_step() -> None:
    assert repr(Game("1,2").grundy(0)) == "<GrundyTable of the lengths 1, 2 up to 0: 1 step>"
    assert repr(Game("1,2").grundy(1)).endswith("2 steps>")
    assert repr(Game().gain_pieces(2, 2)).endswith(": 1 piece>")
