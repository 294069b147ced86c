"""Results as data frames, as Arrow streams, and as HTML with pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from typing import Any

import numpy
import pandas
import polars
import pyarrow
import pytest

from nimsweep import DomainError, Game, GainPieces, GrundyTable, Moves


@pytest.mark.parametrize(
    ("make", "names"),
    [
        (lambda: Game().grundy(50), ["start", "end", "c1", "c2", "value"]),
        (lambda: Game().gain_pieces(2, 50), ["start", "end", "at_start", "at_end"]),
    ],
)
def test_columns_become_data_frames(
    make: Callable[[], GrundyTable | GainPieces], names: list[str]
) -> None:
    result = make()
    columns = result.columns()
    assert list(columns) == names
    frames: list[Any] = [result.to_pandas(), result.to_polars(), result.to_arrow().to_pandas()]
    for frame in frames:
        assert list(frame.columns) == names and len(frame) == len(result)
        for name in names:
            assert (numpy.asarray(frame[name]) == columns[name]).all()
            assert columns[name] is result[name]
    # by the PyCapsule interface
    assert pyarrow.table(result).to_pandas().equals(result.to_pandas())
    assert polars.DataFrame(result).equals(result.to_polars())
    assert isinstance(frames[0], pandas.DataFrame)


def test_tables_say_where_steps_end_and_arrow_what_they_are_of() -> None:
    table = Game("1,(1+sqrt5)/2", rule="3,7").grundy(30)
    assert (table.end[:-1] == table.start[1:]).all() and table.end[-1] == 30
    about = {key.decode(): text.decode() for key, text in table.to_arrow().schema.metadata.items()}
    expected = {"lengths": "1, (1+sqrt(5))/2", "rule": "3,7", "upto": "30"}
    assert about == {**expected, "denominator": str(table.denominator)} == table.to_pandas().attrs
    pieces = Game("1,2").gain_pieces(2, 10)
    assert pieces.to_arrow().schema.metadata == {b"lengths": b"1, 2"}


@pytest.mark.parametrize(
    "result", [Game().grundy(20), Game().gain_pieces(2, 10), Game().moves("4+sqrt2")]
)
def test_results_with_rows_are_sequences(result: Any) -> None:
    assert isinstance(result, Sequence) == isinstance(result, Moves)
    rows = list(result)
    assert rows == [result[place] for place in range(len(result))]
    assert list(reversed(result)) == rows[::-1] and rows[-1] in result
    assert result.index(rows[1]) == 1 and result.count(rows[0]) == 1
    with pytest.raises(ValueError, match="is none of these rows" if result.index(rows[0]) == 0 else ""):
        result.index(rows[0], 1)
    assert result.index(rows[1], -len(rows), 2) == 1
    assert result[:2] == rows[:2]


def test_numpy_and_pandas_take_the_exact_rows() -> None:
    table, pieces = Game().grundy(20), Game().gain_pieces(2, 10)
    assert numpy.asarray(table).tolist() == [list(row) for row in table]
    assert numpy.asarray(pieces).tolist() == list(pieces)
    frame = pandas.DataFrame(table)
    assert list(frame.columns) == ["start", "end", "value"]
    assert [tuple(row) for row in frame.itertuples(index=False)] == list(table)
    frame = pandas.DataFrame(pieces)
    assert list(frame["end"]) == [piece.end for piece in pieces]


def test_pieces_are_a_function() -> None:
    game = Game()
    pieces = game.gain_pieces(2, 10)
    for length in (2, "1+sqrt2", "4+sqrt2", "17/3", 10, "sqrt5"):
        assert pieces(length) == game.gain(length).value
    for length in ("3/2", "10+1/10^30"):
        with pytest.raises(DomainError, match="is not on the range from 2 to 10"):
            pieces(length)
    place = game.gain_pieces(5, 5)
    assert len(place) == 0 or place(5) == game.gain(5).value


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (lambda: Game().grundy(50), ["3+sqrt(2)", "the largest value"]),
        (lambda: Game().grundy(2000), ["14861 steps", "… 14861 rows"]),
        (lambda: Game().gain_pieces(2, 50), ["e(start)", "2.00000000"]),
        (lambda: Game().moves("20+3sqrt2"), ["an N-position"]),
        (lambda: Game().moves(2, 2), ["a P-position"]),
        (lambda: Game("1").moves(30), ["(8, 9)", "15 rows"]),
    ],
)
def test_notebooks_show_a_picture_and_the_first_rows(
    result: Callable[[], GrundyTable | GainPieces | Moves], words: list[str]
) -> None:
    html = result()._repr_html_()
    assert "<svg " in html and len(html) < 200_000
    root = ElementTree.fromstring(html)
    text = " ".join(root.itertext())
    for word in words:
        assert word in text


@pytest.mark.parametrize(
    "result",
    [
        lambda: Game().grundy(0),
        lambda: Game().gain_pieces(5, 5),
        lambda: Game("1").moves(10**100, within=(0, 5)),
        lambda: Game().moves(0),
    ],
)
def test_what_cannot_be_drawn_is_shown_without_a_picture(result: Callable[[], GrundyTable]) -> None:
    html = result()._repr_html_()
    assert "<svg " not in html and "<table>" in html
    ElementTree.fromstring(html)


def test_pictures_have_a_size_a_title_and_two_themes() -> None:
    results: list[GrundyTable | GainPieces | Moves] = [
        Game().grundy(50),
        Game().gain_pieces(2, 50),
        Game().moves(20),
    ]
    for result in results:
        light, dark = result.svg(), result.svg(dark=True)
        assert ElementTree.fromstring(light).tag.endswith("svg") and light != dark
        small = ElementTree.fromstring(result.svg(size="640x300", title="*g* of a line"))
        assert (small.get("width"), small.get("height")) == ("640", "300")
        assert "of a line" in " ".join(small.itertext())
        for size in ("640", "1x1", "axb", "100000x100000"):
            with pytest.raises(DomainError):
                result.svg(size=size)


def test_results_show_what_they_are() -> None:
    game = Game()
    turns = [game.play(2, 3), game.play(1), game.play(2, 2)]
    for result in (game.grundy(5), game.gain_pieces(2, 10), game.moves(2, 3), *turns):
        assert repr(result).startswith(f"<{type(result).__name__}") and len(repr(result)) < 200
    assert repr(game.play(1, move=(0, 1, 0))) == "<Turn: no piece fits in 0 + 0>"


def test_winning_moves_become_a_data_frame() -> None:
    moves = Game().moves("4+sqrt2", 3)
    frame = moves.to_pandas()
    assert len(frame) == len(moves) and frame["start"].dtype == object
    for (segment, length, interval), row in zip(moves, frame.itertuples(index=False)):
        ends = (interval.start, interval.end, interval.start_included, interval.end_included)
        assert tuple(row) == (segment, length, *ends)
    none = Game().moves(2, 2).to_pandas()
    assert len(none) == 0 and list(none.columns) == list(frame.columns)
