"""The game: each answer is compared with another way to it, or with a published figure."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import numpy
import pandas
import pytest
from conftest import digest

from nimsweep import (
    DomainError,
    Game,
    IllegalMoveError,
    InexactError,
    Move,
    NimsweepError,
    ParseError,
    Surd,
    TooLargeError,
)


def mex(values: set[int]) -> int:
    """The smallest of 0, 1, 2, ... that is not among the values."""
    return next(value for value in range(len(values) + 1) if value not in values)


def by_definition(quotients: list[int], last: int, digits: list[int] | None = None) -> list[int]:
    """g at 0, 1, ..., last for whole lengths, by the definition of the game; all digits are 7 if
    none are given.

    g is constant between whole numbers, so that the places 0, 1/2, 1, ... show all that is left:
    they leave the whole parts x and y - x, or x and y - x - 1.
    """
    values: list[int] = []
    for length in range(last + 1):
        options: set[int] = set()
        for quotient, digit in zip(quotients, digits or [7] * len(quotients)):
            rest = length - quotient
            if digit == 3:
                options |= {values[rest]} if rest >= 0 else set()
                continue
            for left in range(rest + 1):
                options.add(values[left] ^ values[rest - left])
            for left in range(rest):
                options.add(values[left] ^ values[rest - left - 1])
        values.append(mex(options))
    return values


@pytest.mark.parametrize("quotients", [[1], [1, 2], [2, 3], [1, 4, 7]])
def test_grundy_values_agree_with_the_definition(quotients: list[int]) -> None:
    expected = by_definition(quotients, 60)
    game = Game(quotients)
    assert [game.g(length) for length in range(61)] == expected
    table = game.grundy(60)
    assert [table(length) for length in range(61)] == expected
    # scaled lengths are the same game
    halves = Game([Fraction(quotient, 2) for quotient in quotients])
    assert [halves.g(Fraction(length, 2)) for length in range(61)] == expected


@pytest.mark.parametrize(
    ("quotients", "digits", "rule"),
    [
        ([1, 2], [3, 7], "3,7"),
        ([2, 1], [3, 7], " 3 , 7 "),
        ([2, 3], [7, 3], (7, "3")),
        ([5, 1, 3], [3, 7, 3], iter([3, 7, 3])),
        ([1, 3, 4], [3, 3, 3], 3),
        ([2, 5], [3, 3], numpy.int64(3)),
        ([2, 5], [7, 7], "7"),
    ],
)
def test_each_length_has_its_digit(quotients: list[int], digits: list[int], rule: Any) -> None:
    expected = by_definition(quotients, 60, digits)
    game = Game(quotients, rule=rule)
    table = game.grundy(60)
    assert [table(length) for length in range(61)] == expected
    assert [table(length + Fraction(1, 2)) for length in range(60)] == expected[:60]
    assert [game.g(length) for length in range(61)] == expected
    # the same game, its lengths in ascending order
    assert Game(sorted(quotients), rule=game.rule).grundy(60) == table
    assert table.game == game


def test_a_rule_is_part_of_what_a_game_and_its_results_are() -> None:
    game = Game("sqrt2,1", rule="3,7", threads=1)
    assert repr(game) == "Game('1, sqrt(2)', rule='7,3')" and game.rule == "7,3"
    plain = Game("1,sqrt2", rule=[7, 7])
    assert repr(plain) == "Game('1, sqrt(2)')" and plain.rule is None
    assert repr(game.grundy(5)).startswith("<GrundyTable of the lengths 1, sqrt(2) with the rule 7,3 up")
    assert "for the lengths 1, sqrt(2) with the rule 7,3:" in game.grundy(5)._repr_html_()
    for make in (
        lambda game: game.grundy(20),
        lambda game: game.moves(5, "3+sqrt2"),
        lambda game: game.play(5, "3+sqrt2"),
    ):
        result, other = make(game), make(plain)
        assert result != other and hash(result) != hash(other)
        for copied in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
            assert copied == result and hash(copied) == hash(result)
        assert pickle.loads(pickle.dumps(other)) == other
    for copied in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert repr(copied) == repr(game) and copied.g(5) == game.g(5)


def test_a_piece_of_the_digit_3_lies_at_an_end() -> None:
    game = Game("1,sqrt2", rule="3,7")
    places = [(str(length), str(interval)) for _, length, interval in game.moves(4)]
    ends = [place for length, place in places if length == "1"]
    assert ends in ([], ["{0}", "{3}"]) and len(places) > len(ends)
    assert game.play(4, move=(0, 1, 3)).segments == (3, 0)
    assert game.play(4, move=(0, "sqrt2", 1)).segments[0] == 1
    with pytest.raises(IllegalMoveError, match="its left end must be 0 or 3"):
        game.play(4, move=(0, 1, 1))


def test_subtraction_games_have_periods() -> None:
    game = Game("1,sqrt2,1+sqrt2", rule=3)
    # a period is looked for before g is computed that far
    length = game.period()
    assert length is not None and [length.length, length.start] == [Surd("2+sqrt2"), 0]
    assert length.seen_to == Surd("1+sqrt2")
    far = Game("1,sqrt2,1+sqrt2", rule=3)
    assert far.g(Surd(10**30) * Surd("2+sqrt2") + 2) == far.g(2) == 2
    assert far.known < 10**6
    assert "<svg " in game.moves(20)._repr_html_() and "<svg " in game.grundy(20).svg()


def test_the_gain_needs_pieces_that_lie_anywhere() -> None:
    game = Game("1,sqrt2", rule="7,3")
    for question in (
        lambda: game.gain(4),
        lambda: game.maximum(2, 10),
        lambda: game.maxima(2, 10),
        lambda: game.gain_pieces(2, 10),
        lambda: game.certificate(2, 10),
    ):
        with pytest.raises(DomainError, match=r"pieces of length √2 may lie only at an end"):
            question()
    assert game.known == 0


@pytest.mark.parametrize(
    ("rule", "exception", "says"),
    [
        ("3,5", ParseError, "'5' is not a digit of a rule; give 3"),
        (5, ParseError, "'5' is not a digit"),
        (-3, ParseError, "'-3' is not a digit"),
        (True, ParseError, "not a digit"),
        ([3, 10**30], ParseError, "not a digit"),
        (["3,7"], ParseError, "'3,7' is not a digit"),
        ("", ParseError, "'' is not a digit"),
        ("3,", ParseError, "'' is not a digit"),
        ("3,7,7", DomainError, "3 digits are given for 2 lengths"),
        ([], DomainError, "0 digits are given for 2 lengths"),
        (3.0, TypeError, "not float"),
        ([3, 7.0], TypeError, "not float"),
        (b"3", TypeError, "not bytes"),
        ({3: 7}, TypeError, "not dict"),
    ],
)
def test_rules_that_are_refused(rule: Any, exception: type[Exception], says: str) -> None:
    with pytest.raises(exception, match=says):
        Game("1,sqrt2", rule=rule)


def test_published_figures() -> None:
    game = Game()
    assert game.gain(2).value == 2
    gain = game.gain(4)
    assert gain.decimal(8) == "1.11974851"
    assert [str(chance.probability) for chance in gain.chances] == ["1/3", "(3-sqrt(2))/7"]
    maxima = [game.maximum(2, 10), game.maximum(10, 20)]
    assert [maximum.decimal() for maximum in maxima] == ["2.61969775", "5.99374121"]
    assert game.maximum(2, 10).at == Surd("5+2*sqrt2")
    # Project Euler 644
    assert digest(game.maximum(200, 500).decimal(8)) == "7a8c9f1db1b1bce9"


def test_a_table_is_columns_rows_and_a_function() -> None:
    game = Game("1,sqrt2")
    table = game.grundy(60)
    assert (len(table), list(table.coordinates), table.denominator) == (len(list(table)), [1, 2], 1)
    assert table.upto == 60 and table.game.lengths == game.lengths == (Surd(1), Surd("sqrt2"))
    for column in (*table.coordinates.values(), table.value):
        assert column.dtype == numpy.int64 and len(column) == len(table)
        with pytest.raises(ValueError):
            column[0] = 7
    for index, (start, end, value) in enumerate(table):
        assert start == table["c1"][index] + table["c2"][index] * Surd("sqrt2")
        assert table.start[index] == float(start)
        assert table(start) == table((start + end) / 2) == value == table.value[index]
        assert end == (table[index + 1].start if index + 1 < len(table) else 60)
    assert table[-1] == table[len(table) - 1]
    assert table[1:4] == [table[1], table[2], table[3]]
    assert table[::-1][0] == table[-1]
    assert table.largest == max(table.value)
    with pytest.raises(IndexError):
        table[len(table)]
    with pytest.raises(DomainError):
        table(61)


def test_a_shorter_table_is_the_beginning_of_a_longer_one() -> None:
    game = Game(threads=1)
    long = game.grundy(200)
    for upto in ("0", "1/2", "1", "99+sqrt2", "200"):
        short, alone = game.grundy(upto), Game().grundy(upto)
        assert (short.value == long.value[: len(short)]).all()
        assert list(short) == list(alone)
        assert (short.corners, short.largest) == (alone.corners, alone.largest)
    assert game.known == 200


def test_a_table_grows_to_what_it_would_have_been() -> None:
    for lengths in ("1,sqrt2", "1,3/2", "3,1+sqrt2"):
        growing = Game(lengths)
        for upto in (10, 11, 60, 300):
            assert list(growing.grundy(upto)) == list(Game(lengths).grundy(upto))


def test_threads_change_nothing_but_the_time() -> None:
    tables = [Game(threads=threads).grundy(1500) for threads in (1, 2, None)]
    assert all((table.value == tables[0].value).all() for table in tables)
    assert len({table.corners for table in tables}) == 1


def test_the_pieces_of_the_gain_join_and_reach_its_maximum() -> None:
    game = Game()
    pieces = game.gain_pieces(2, 40)
    assert pieces[0].start == 2 and pieces[-1].end == 40
    for left, right in zip(pieces, pieces[1:]):
        assert left.end == right.start
        assert left(left.end) == right(right.start)
    for piece in pieces[::7]:
        middle = (piece.start + piece.end) / 2
        assert piece(middle) == game.gain(middle).value
        # by its terms
        gains = [slope + offset / (middle - length) for length, slope, offset in piece.terms]
        assert piece(middle) == sum(gains[1:], gains[0]) * middle / len(gains)
    maximum = game.maximum(2, 40)
    assert float(maximum) == max(pieces.at_start.max(), pieces.at_end.max())
    assert maximum.value == max(piece(piece.start) for piece in pieces)
    with pytest.raises(DomainError):
        pieces[0](39)


def test_maxima_have_places_and_kinds() -> None:
    tie = Game("1").maximum("(5+sqrt73)/6", 4)
    assert (str(tie.value), str(tie.at), tie.kind) == ("4/3", "(5+sqrt(73))/6", "endpoint")
    assert [str(other.at) for other in tie.others] == ["4"]
    inside = Game("1,100").maximum(236, 237)
    assert (inside.kind, inside.decimal(8)) == ("interior", "14.56180163")
    assert "an interior" in repr(inside)
    falling = Game().maxima(2, 100, top=25)
    values = [maximum.value for maximum in falling]
    assert len(falling) == 25 and values == sorted(values, reverse=True)
    assert falling[0] == Game().maximum(2, 100)
    assert Game().maxima(2, 10, top=0) == []


@pytest.mark.parametrize("segments", [("4+sqrt2",), (2, 3), ("7/2", "1+2*sqrt2", 5)])
def test_options_are_what_moves_leave(segments: tuple[int | str, ...]) -> None:
    game = Game()
    options = game.explain(*segments)
    for segment, length, places, right, values, xor in options:
        place = places.simplest()
        left = game.play(*segments, move=(segment, length, place)).segments
        assert left[segment] == place and left[segment + 1] in right
        assert (tuple(map(game.g, left[segment : segment + 2])), game.value(*left)) == (values, xor)
    left_values = {option.xor for option in options}
    assert next(n for n in itertools.count() if n not in left_values) == game.value(*segments)
    with pytest.raises(TooLargeError):
        Game("1").explain(10**30)
    assert Game("1").explain(10**30, within=(1, 1))[0].places.start == 1


@pytest.mark.parametrize("segments", [("4+sqrt2",), (2, 3), ("7/2", "1+2*sqrt2", 5)])
def test_winning_moves_leave_the_value_0_and_others_do_not(segments: tuple[int | str, ...]) -> None:
    game = Game()
    moves = game.moves(*segments)
    assert moves.value == game.value(*segments) and moves.is_p_position == (moves.value == 0)
    assert moves.values == tuple(game.g(segment) for segment in segments)
    checked = 0
    for index, length in itertools.product(range(len(segments)), game.lengths):
        last = Surd(segments[index]) - length
        for count in range(30):
            step = Move(index, length, last * Fraction(count, 29))
            turn = game.play(*segments, move=step)
            assert (step in moves) == (turn.value == 0)
            checked += 1
    assert checked > 50
    for segment, length, interval in moves:
        assert interval.simplest() in interval
        assert Move(segment, length, interval.simplest()) in moves
        assert (interval.start in interval, interval.end in interval) == (
            interval.start_included,
            interval.end_included,
        )


def test_perfect_play_wins() -> None:
    game = Game()
    turn = game.play(5, "7.5")
    assert turn.wins
    while turn.after is not None:
        turn = game.play(*turn.after)
        assert not turn.wins and turn.value == 0
        if turn.is_over:
            break
        assert turn.after is not None
        turn = game.play(*turn.after)
        assert turn.wins
    assert turn.is_over and turn.reply is None
    assert game.best_reply(2, 2) is None
    reply = game.best_reply(2, 3)
    assert reply is not None and game.play(2, 3, move=reply).value == 0


def simplest_between(low: Surd, high: Surd) -> Surd:
    """The fraction with the least denominator, then numerator, between two lengths."""
    for denominator in itertools.count(1):
        numerator = math.floor(low * denominator) + 1
        if Surd(numerator) < high * denominator:
            return Surd(Fraction(numerator, denominator))
    raise AssertionError


def candidates(game: Game, segments: list[Surd], digits: str) -> list[Move]:
    """All candidates of a reply in a lost position, by their definition."""
    moves = []
    for number, segment in enumerate(segments):
        starts = [row.start for row in game.grundy(segment)]
        for length, digit in zip(game.lengths, digits, strict=True):
            last = segment - length
            if last < 0:
                continue
            places = {Surd(0), last}
            if digit == "7":
                cuts = [start for start in starts if start <= last]
                cuts = sorted({*cuts, *(last - start for start in cuts)})
                probes = sorted([*cuts, *((a + b) / 2 for a, b in itertools.pairwise(cuts))])
                nimbers = [game.g(probe) ^ game.g(last - probe) for probe in probes]
                inside = range(2, len(probes) - 2, 2)
                changes = [probes[i] for i in inside if len({*nimbers[i - 1 : i + 2]}) > 1]
                marks = sorted({*places, *changes, last / 2})
                places = {*marks, *(simplest_between(a, b) for a, b in itertools.pairwise(marks))}
            moves += [Move(number, length, place) for place in sorted(places)]
    return moves[:500]


@pytest.mark.parametrize(
    ("lengths", "digits"), [("1,sqrt2", "77"), ("1,3/2", "77"), ("1,sqrt2", "37"), ("1,5/2", "33")]
)
def test_the_reply_of_a_lost_position_resists_by_the_definition(lengths: str, digits: str) -> None:
    game = Game(lengths, rule=",".join(digits))
    tried = 0
    for halves in itertools.product(range(2, 9), repeat=2):
        others = [Surd(Fraction(half, 2)) for half in halves]
        value = game.value(*others)
        equal = [row.start for row in game.grundy(6) if row.value == value]
        if not equal:
            continue
        segments = [others[0], equal[-1], others[1]]
        turn = game.play(*segments)
        assert turn.value == 0
        if turn.reply is None:
            continue
        ranked = []
        for rank, move in enumerate(candidates(game, segments, digits)):
            winning = game.moves(*game.play(*segments, move=move).segments)
            widths = [row.interval.end - row.interval.start for row in winning]
            ranked.append((sum(widths, Surd(0)), widths.count(Surd(0)), rank, move))
        assert turn.reply == min(ranked)[-1]
        tried += 1
    assert tried > 30


def test_equal_segments_cancel_and_a_pairing_move_needs_no_table() -> None:
    game = Game()
    assert game.value(5, 10**6, 10**6) == game.g(5)
    assert game.value("70000.5", 3, "70000.5") == game.g(3)
    middle = game.best_reply(10**6)
    assert middle == Move(0, 1, Fraction(10**6 - 1, 2))
    turn = game.play(10**6)
    assert turn.value is None and turn.wins and turn.reply == middle
    assert turn.after is not None and turn.after[0] == turn.after[1]
    # the other player has no winning move, and each of them can be copied
    lost = game.play(*turn.after)
    assert lost.value == 0 and not lost.wins and lost.after is not None
    assert game.play(*lost.after).wins
    # no pairing move: the pair cancels
    turn = game.play(5, 7, 8, 9, 10**6, 10**6)
    assert turn.value == game.value(5, 7, 8, 9) and turn.reply == game.best_reply(5, 7, 8, 9)
    # g was needed for a moment, which may show a period, and what is known besides makes no difference
    assert game._squares.known == 4800
    game.grundy(6000)
    assert game.play(4999).value == game.g(4999)
    turn = game.play(5, 7, 8, 9, 5500, 5500)
    assert turn.reply == Game().play(5, 7, 8, 9, 5500, 5500).reply
    assert game.play(5500).value is None


def test_a_period_answers_for_every_length() -> None:
    game = Game("1")
    period = game.period()
    assert period is not None
    assert [period.length, period.start, period.seen_to] == [12, 71, 2 * 71 + 12 + 1]
    assert game.g(10**100) == game.g(10**100 + 12)
    far = 100 + 12 * 10**30
    assert [game.g(far + step) for step in range(12)] == [game.g(100 + step) for step in range(12)]
    inside = game.moves(10**100, within=(2, 10))
    assert [str(interval) for _, _, interval in inside] == ["(7, 8)", "(9, 10)"]
    assert Game().period(upto=50) is None
    again = Game("1,3").period()
    assert again is not None and [again.length, again.start] == [24, 142]
    assert Game("1").period() == period and hash(Game("1").period()) == hash(period)


def test_a_period_is_proven_by_the_steps_up_to_the_limit_no_matter_what_is_known() -> None:
    known = Game("1")
    period = known.period()
    assert period is not None
    for upto in range(50, 220, 3):
        assert known.period(upto) == Game("1").period(upto)
    last = period.seen_to + period.length
    assert known.period(last) == Game("1").period(last) == period
    assert known.period(last - 1) is None is Game("1").period(last - 1)
    assert known.period(10**30) == period


def test_segments_are_counted_from_0_in_messages_too() -> None:
    with pytest.raises(IllegalMoveError, match="no segment 1; segments are counted from 0, and there are 1"):
        Game().play(5, move=(1, 1, 0))
    with pytest.raises(TypeError, match="one text such as '1,sqrt2', or as one list"):
        Game("1", "sqrt2")  # type: ignore[call-arg, arg-type]
    with pytest.raises(TypeError, match=r"a tuple \(from, to\)"):
        Game().moves(4, within=5)  # type: ignore[arg-type]
    with pytest.raises(IndexError, match="only integers, slices"):
        Game().grundy(5)[1.5]  # type: ignore[call-overload]


def test_what_is_among_the_winning_moves() -> None:
    moves = Game().moves(4)
    row = moves[0]
    inside = row.interval.simplest()
    assert row in moves and all(row in moves for row in moves)
    assert Move(0, row.length, inside) in moves and (0, row.length, inside) in moves
    assert (0, 1, 0) not in moves and (5, row.length, inside) not in moves
    assert row._replace(segment=1) not in moves
    assert row._replace(interval=Game().moves("4+sqrt2")[1].interval) not in moves
    for other in (7, "x", None, (0, 1), (0, 1, 0.5), (0, 1, 2, 3), row.interval):
        with pytest.raises(TypeError):
            other in moves  # type: ignore[operator]


def test_results_are_written_in_formats_of_numbers() -> None:
    maximum, gain = Game().maximum(100, 200), Game().gain(4)
    assert f"{maximum:.3f} {gain:+.3e}" == "23.920 +1.120e+00"
    assert f"{maximum:.30f}" == maximum.decimal(30)
    assert f"{maximum}" == str(maximum) and f"{gain}" == repr(gain)
    with pytest.raises(ValueError):
        f"{gain:x}"


def test_a_certificate_is_text_with_the_claim() -> None:
    text = Game().certificate(2, 10)
    assert text.startswith("nimsweep certificate 1\nradicand 2\n") and text.endswith("\nend\n")
    assert Game().certificate(2, "3*sqrt3").startswith("nimsweep certificate 1\nradicand 2 3\n")
    # what else is known makes no difference
    game = Game()
    game.grundy(100)
    assert game.certificate(2, 10) == text


def test_games_and_moves_are_copied_and_pickled() -> None:
    game = Game("1,(1+sqrt5)/2", threads=2)
    game.grundy(20)
    assert copy.copy(game) is game and copy.deepcopy(game) is game
    assert game == Game("(1+sqrt5)/2,1") and hash(game) == hash(Game("(1+sqrt5)/2,1"))
    assert game != Game("1,(1+sqrt5)/2", rule=3) and game != Game() and game != "1,(1+sqrt(5))/2"
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert other == game and repr(other) == repr(game) == "Game('1, (1+sqrt(5))/2')"
        assert list(other.grundy(20)) == list(game.grundy(20))
    move = Move(1, "sqrt2", "1/2")
    assert pickle.loads(pickle.dumps(move)) == move and hash(copy.copy(move)) == hash(move)
    assert move != Move(0, "sqrt2", "1/2") and [move.segment, move.place] == [1, Fraction(1, 2)]


def test_a_game_is_pickled_with_its_table_if_that_is_asked_for() -> None:
    for options in (
        {"lengths": "1,(1+sqrt5)/2", "threads": 2},
        {"lengths": "1,sqrt2", "rule": "3,7"},
        {"lengths": "1,3/2"},
        {"lengths": "1,sqrt2,sqrt3"},
    ):
        game = Game(**options, pickle_table=True)  # type: ignore[arg-type]
        game.grundy("250/3")
        for other in [pickle.loads(pickle.dumps(game, protocol)) for protocol in (2, 5)]:
            assert other == game and other.known == Fraction(250, 3)
            assert other.threads == game.threads and other.rule == game.rule
            assert list(other.grundy(90)) == list(game.grundy(90))
            # and once more
            assert pickle.loads(pickle.dumps(other)).known == 90
        assert pickle.loads(pickle.dumps(Game(**options))).known == 0  # type: ignore[arg-type]
    fresh = pickle.loads(pickle.dumps(Game(pickle_table=True)))
    assert fresh.known == 0 and fresh.g(7) == Game().g(7)
    # steps that are not those of g are refused
    function, (lengths, rule, threads, columns, _) = game.__reduce__()
    upto, coordinates, value = columns
    with pytest.raises(NimsweepError, match="not those of g"):
        function(lengths, rule, threads, (upto, coordinates, value + (value > 1)))


def test_days_are_computed_only_if_that_is_asked_for() -> None:
    """By the work and not by the clock: a refusal comes in a moment."""
    says = "g up to 1000000 would take about 16 weeks on two cores; give a shorter length, or make the game with for_days=True"
    asks = (
        lambda game, tell: game.g(10**6, progress=tell),
        lambda game, tell: game.g([3, 10**6], progress=tell),
        lambda game, tell: game.grundy(10**6, progress=tell),
        lambda game, tell: game.gain(10**6, progress=tell),
        lambda game, tell: game.maximum(2, 10**6, progress=tell),
        lambda game, tell: game.moves(10**6, progress=tell),
        lambda game, tell: game.value(10**6, progress=tell),
        lambda game, tell: game.period(10**6, progress=tell),
    )

    def stop(share: float | None) -> None:
        if share is not None and share > 0:
            raise StopIteration

    known, patient = Game(), Game(for_days=True)
    known.grundy(400)
    for ask in asks:
        for game in (Game(), known):
            with pytest.raises(TooLargeError) as refused:
                ask(game, None)
            assert str(refused.value) == says
        for game in (patient, pickle.loads(pickle.dumps(patient))):
            with pytest.raises(StopIteration):
                ask(game, stop)


def test_whether_there_is_an_answer_depends_on_the_question_alone() -> None:
    """Also where a period shows only beyond what a question looks through."""
    known = Game("1,9")
    assert known.period(60000) is not None
    for game in (Game("1,9"), known):
        for ask in (game.g, game.value, lambda length: game.moves(length, within=(0, 3))):
            with pytest.raises(TooLargeError, match="where no period was found"):
                ask(10**9)
    # and where none is likely, one is looked for all the same
    known = Game(rule="7,3")
    known.g(500)
    for game in (Game(rule="7,3"), known):
        assert game.g(10**9) == game.value(10**9) == game.moves(10**9, within=(0, 3)).value


def test_only_true_and_false_say_whether_days_are_meant() -> None:
    for wrong in ("false", "", 1, None):
        with pytest.raises(TypeError):
            Game(for_days=wrong)  # type: ignore[arg-type]


def test_equal_segments_cancel_however_long_they_are() -> None:
    """The same whatever was asked for before."""
    known = Game()
    known.grundy(700)
    for game in (Game(), known):
        turn = game.play(5, 7, 6000, 6000)
        assert turn.value == game.value(5, 7, 6000, 6000) == game.g(5) ^ game.g(7) == 2
        assert turn.reply == game.best_reply(5, 7, 6000, 6000)
        assert game.play(600, 6000, 6000).value == game.g(600)
        # the middle wins, and no value is needed
        assert game.play(6000).value is None


def test_g_and_the_gain_of_arrays() -> None:
    game = Game()
    lengths = numpy.array([[2, Surd("sqrt5")], ["7/2", Fraction(9, 4)]], dtype=object)
    for function in (game.g, game.grundy(9), game.gain_pieces(2, 9), lambda x: game.gain(x)):
        answers = function(lengths)  # type: ignore[operator]
        assert answers.shape == (2, 2)
        for place in numpy.ndindex(2, 2):
            assert answers[place] == function(lengths[place])  # type: ignore[operator]
        assert function([]).shape == (0,)  # type: ignore[operator]
    assert game.g(lengths).dtype == game.grundy(5)((2, 3)).dtype == numpy.int64
    assert Game().g(numpy.arange(30)).tolist() == [Game().g(length) for length in range(30)]
    assert game.g(pandas.Series([1, 2])).tolist() == [game.g(1), game.g(2)]
    assert game.gain([2, 4]).astype(float).tolist() == [float(game.gain(2)), float(game.gain(4))]
    assert game.g(range(9)).tolist() == [game.g(length) for length in range(9)]
    # numbers of numpy, and an array of one number, are numbers
    assert type(game.g(numpy.int64(5))) is type(game.g(numpy.array(5))) is int
    for wrong in (numpy.linspace(2, 3, 5), [2, 2.5]):
        for refusing in (game.g, game.gain, game.grundy(9), game.gain_pieces(2, 9)):
            with pytest.raises(InexactError):
                refusing(wrong)  # type: ignore[operator]
    with pytest.raises(DomainError):
        game.g([3, -1])


def test_lengths_are_given_in_many_ways() -> None:
    texts = [Game("1,sqrt2"), Game("sqrt2, 1"), Game(), Game(["1", "sqrt2"])]
    numbers = [Game([Surd("sqrt2"), 1]), Game(iter((1, Surd(0, 1, 2))))]
    assert len({game.lengths for game in texts + numbers}) == 1
    assert Game([Fraction(1, 2)]).lengths[0] == Fraction(1, 2)


def test_every_question_reports_its_progress() -> None:
    for ask in (
        lambda game, tell: game.g(300, progress=tell),
        lambda game, tell: game.g([3, 300], progress=tell),
        lambda game, tell: game.moves(300, progress=tell),
        lambda game, tell: game.value(300, 2, progress=tell),
        lambda game, tell: game.best_reply(300, progress=tell),
        lambda game, tell: game.play(300, progress=tell),
    ):
        shares: list[float | None] = []
        ask(Game(), shares.append)
        assert shares[-1] == 1


def test_the_text_of_a_maximum_is_aligned() -> None:
    maximum = Game().maximum(2, 10)
    assert f"{maximum:>90}" == str(maximum).rjust(90) and f"{maximum:>9.2f}" == "     2.62"


def test_several_threads_ask_one_game_at_once() -> None:
    expected = Game()
    game = Game()

    def ask(number: int) -> bool:
        upto = 50 + 37 * number
        return (
            list(game.grundy(upto))[-1] == list(expected.grundy(upto))[-1]
            and game.g(upto) == expected.g(upto)
            and game.maximum(2, 40 + number).value == expected.maximum(2, 40 + number).value
            and game.moves(number % 40 + 5).value == expected.g(number % 40 + 5)
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(24)))


@pytest.mark.parametrize(
    ("lengths", "exception", "says"),
    [
        ([1, 1.5], InexactError, "1.5"),
        ("1,zwei", ParseError, "zwei"),
        ("", ParseError, "number"),
        ([], DomainError, "at least one"),
        ("1,-2", DomainError, "not positive"),
        ("0", DomainError, "not positive"),
        ("1,2/2", DomainError, "twice"),
        ("1,10^19", TooLargeError, "do not fit"),
        ("1,", ParseError, "missing beside a comma in '1,'"),
        (",1", ParseError, "missing"),
        ("1,\ud800", ParseError, "surrogate"),
        (7, TypeError, "not int"),
        (None, TypeError, "not NoneType"),
        (b"1", TypeError, "not bytes"),
        (bytearray(b"1"), TypeError, "not bytearray"),
        ({1: 2}, TypeError, "not dict"),
        (["1", None], TypeError, "NoneType"),
    ],
)
def test_lengths_that_make_no_game(lengths: object, exception: type[Exception], says: str) -> None:
    with pytest.raises(exception, match=says):
        Game(lengths)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [0, -1, 1025, 10**30])
def test_numbers_of_threads_that_are_refused(threads: int) -> None:
    with pytest.raises(DomainError):
        Game(threads=threads)


def test_questions_without_an_answer_leave_the_game_as_it_is() -> None:
    game = Game()
    game.grundy(20)
    for question, exception in [
        (lambda: game.g(-1), DomainError),
        (lambda: game.g(0.5), InexactError),  # type: ignore[arg-type]
        (lambda: game.grundy(-1), DomainError),
        (lambda: game.grundy("10^30"), TooLargeError),
        (lambda: game.period(-3), DomainError),
        (lambda: game.gain(1), DomainError),
        (lambda: game.maximum(5, 3), DomainError),
        (lambda: game.maximum(1, 3), DomainError),
        (lambda: game.gain_pieces(5, 3), DomainError),
        (lambda: game.maxima(2, 10, top=-1), DomainError),
        (lambda: game.maximum(2, 10).decimal(-1), DomainError),
        (lambda: game.gain(4).decimal(-1), DomainError),
        (lambda: game.gain(4).decimal(10**30), TooLargeError),
        (lambda: Move(-1, 1, 1), DomainError),
        (lambda: game.play(5, move=(-1, 1, 0)), DomainError),
        (lambda: game.play(5, move=(10**30, 1, 0)), DomainError),
        (lambda: Move(10**30, 1, 0), DomainError),
        (lambda: game.play(5, move=(2**64 - 1, 1, 0)), IllegalMoveError),
        (lambda: game.grundy(5)["none"], KeyError),
        (lambda: game.grundy(5)[10**30], IndexError),
        (lambda: game.moves(4, within=5), TypeError),  # type: ignore[arg-type]
        (lambda: game.moves(4, within=(1, 2, 3)), TypeError),  # type: ignore[arg-type]
        (lambda: game.moves(), TypeError),
        (lambda: game.moves(4, within=(3, 2)), DomainError),
        (lambda: game.value(2, "x"), ParseError),
        (lambda: game.play(5, move=(0, 1, 5)), IllegalMoveError),
        (lambda: game.play(5, move=(1, 1, 0)), IllegalMoveError),
        (lambda: game.play(5, move=(0, 2, 0)), IllegalMoveError),
        (lambda: game.play(5, move=(0, 1)), TypeError),  # type: ignore[arg-type]
    ]:
        with pytest.raises(exception):
            question()  # type: ignore[no-untyped-call]
        assert game.known == 20 and game.g(20) == Game().g(20)
