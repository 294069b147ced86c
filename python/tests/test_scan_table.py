"""A result of a scan as a sequence of rows, as a table, and as exact numbers."""

import os
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

from nimsweep import Algebraic, Game, Surd, scan
from nimsweep.scans import ScanResult
from nimsweep.scans.texts import number_of, text_of

ROOTS = "1,sqrt(d) for squarefree d < 60"


@pytest.fixture(scope="module", params=[12, 40])
def found(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> ScanResult:
    folder = tmp_path_factory.mktemp("table") / "roots"
    with ThreadPoolExecutor(2) as executor:
        return scan(ROOTS, folder, executor, upto=200, range=(20, 200), digits=request.param)


def test_rows_are_picked_as_numpy_picks_them(found: ScanResult) -> None:
    rows = list(found)
    assert tuple(rows) == found.rows and len(rows) == len(found) == 36
    assert found[0] == rows[0] and found[-1] == rows[-1] and found[:3] == rows[:3]
    assert found[::-7] == rows[::-7] and found[40:] == []
    large = found["maximum_float"] > 20
    assert found[large] == [row for row in rows if (row.maximum_float or 0) > 20] and sum(large) > 2
    assert found[[3, -1, 3]] == [rows[3], rows[-1], rows[3]] == found[numpy.array([3, -1, 3])]
    assert found[pandas.Series(large)] == found[large] == found[list(large)]
    assert found[numpy.int64(2)] == rows[2] and found[[]] == []
    assert found.index(rows[5]) == 5 and rows[5] in found and list(reversed(found)) == rows[::-1]
    for wrong, error in [(36, IndexError), (large[:3], IndexError), (1.5, IndexError), ("no", KeyError)]:
        with pytest.raises(error):
            found[wrong]  # type: ignore[call-overload]
    table = Game().grundy(50)
    assert table[table["value"] == 0] == [row for row in table if row.value == 0]
    with pytest.raises(KeyError, match="the columns are start, end, c1, c2, value"):
        table["values"]
    with pytest.raises(KeyError, match="there are rows only"):
        Game().moves(2, 3)["length"]


def test_columns_are_arrays(found: ScanResult) -> None:
    for name in found.schema.names:
        if not name.endswith("_digits"):
            values = [getattr(row, name) for row in found]
            column = found[name]
            assert isinstance(column, numpy.ndarray) and len(column) == 36
            missing = [value is None for value in values]
            assert all(value == one for value, one, no in zip(values, column, missing) if not no), name
    assert found["steps"].dtype == numpy.int64 and found["maximum_float"].dtype == numpy.float64
    assert isinstance(found["maximum_decimal"][0], Decimal)
    maxima = found.exact("maximum")
    assert list(maxima) == [Surd(row.maximum) for row in found] and maxima.max() == max(maxima)
    assert found[int(maxima.argmax())].canonical == "1,sqrt(23)"
    assert list(found.exact("period")) == [None] * 36


def test_every_reader_takes_the_result_itself(found: ScanResult) -> None:
    frame = found.to_pandas()
    assert polars.DataFrame(found).equals(found.to_polars())
    assert pyarrow.table(found).equals(found.to_arrow())  # type: ignore[call-overload]
    named = duckdb.sql("select canonical from found order by maximum_decimal desc limit 1")
    assert named.fetchall() == [("1,sqrt(23)",)]
    for rows in (found, found.rows):
        plain = pandas.DataFrame(rows)
        by_decimals = plain.sort_values("maximum_decimal", ascending=False)
        assert by_decimals["canonical"].iloc[0] == "1,sqrt(23)"
        assert list(plain["steps"]) == list(frame["steps"])
        assert list(plain.columns) == [one for one in frame.columns if not one.endswith("_digits")]
    assert max(found, key=lambda row: row.maximum_decimal).canonical == "1,sqrt(23)"
    assert polars.from_pandas(frame)["d"].to_list() == [row.d for row in found]
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.rows == found.rows and len(pickle.dumps(again)) < 3000


def test_notebooks_show_results_rows_and_answers(found: ScanResult) -> None:
    shown = found._repr_html_()
    assert shown.count("<tr>") == 11 and "… 36 rows" in shown and "<th>maximum_decimal</th>" in shown
    game = Game("1,sqrt2")
    results: list[Any] = [found[0], game.maximum(2, 10), game.best_reply(2, 3), Game("1").period()]
    for result in results:
        cells = re.findall(r"<td>(.*?)</td><td>(.*?)</td>", result._repr_html_())
        assert len(cells) >= 3
        for name, value in cells:
            assert str(getattr(result, name)) == value
    assert "<td>period</td>" not in found[0]._repr_html_()


def test_texts_of_exact_numbers_are_read_again() -> None:
    numbers: list[Surd | Algebraic] = [Surd("-7/2"), Surd("(1-sqrt5)/2"), Surd(0)]
    for coefficients in ([2, 0, 0, -1], [-1, -1, 0, 1], [5, -3, 0, 0, 7, -1], [Fraction(1, 3), 0, 1, -9]):
        numbers += Algebraic.roots(coefficients)
    numbers += [Game("1,100").maximum(236, 237).value, Game().gain("4+sqrt3").value]
    numbers += Algebraic.roots([-3, *[0] * 28, 1])  # of degree 29
    for number in numbers:
        text = text_of(number)
        assert number_of(text) == number, text
    assert any(isinstance(number, Algebraic) and number.degree_bound > 16 for number in numbers)


def test_interior_maxima_come_back_exactly(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        found = scan("1,100", tmp_path / "scan", executor, upto=240, range=(236, 237))
    best = Game("1,100").maximum(236, 237)
    assert found.exact("maximum")[0] == best.value and found.exact("at")[0] == best.at
    assert isinstance(found.exact("maximum")[0], Algebraic)


def test_columns_can_be_compared_where_something_is_missing(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        found = scan("1,2;1,30;1,3", tmp_path / "a", executor, upto=40, range=(5, 20))
        octal = scan("octal 0.77;octal 0.106", tmp_path / "b", executor, upto=300)
        large = scan([{"lengths": [1, n], "n": 2**60 + n} for n in (2, 3)] + ["1,4"], tmp_path / "c", executor, upto=9)
    assert [row.maximum is None for row in found] == [False, True, False]
    assert found[found["maximum_float"] > 0] == [found[0], found[2]]
    best = int(numpy.nanargmax(found["maximum_float"]))
    assert found.exact("maximum")[best] == max(found.exact("maximum")[[0, 2]])
    assert numpy.isnan(octal["period"][1]) and octal[octal["period"] == 12] == [octal[0]]
    assert list(octal.exact("period")) == [12, None]
    assert list(large["n"]) == [2**60 + 2, 2**60 + 3, None]  # floats would not hold them
    with pytest.raises(KeyError, match="there is no column 'periods'"):
        octal.exact("periods")


def test_a_result_is_a_snapshot_that_says_when_its_rows_are_gone(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        found = scan("1,2;1,3", tmp_path / "scan", executor, upto=20)
    before = found["steps"].tolist()
    for part in (tmp_path / "scan").glob("part-*"):
        os.remove(part)
    assert found["steps"].tolist() == before  # it was read
    with pytest.raises(Exception, match="gone"):
        list(found)
