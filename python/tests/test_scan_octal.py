"""Scans of octal games, and of all rules of a set."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
import pandas
import pytest
import scan_support as support

from nimsweep import Game, OctalGame, scan
from nimsweep.scans import AnotherScanError, LengthSet, OctalRow, ScanError, merge
from nimsweep.scans.job import Job, checked


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


def test_rows_are_what_an_octal_game_says(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    found = scan("octal 0.ab; octal 4.a for a < 4; octal 0.77", tmp_path, executor, upto=300)
    assert (found.sets, found.errors, found.missing) == (64 + 4, 0, 0)
    for row in found.rows:
        game = OctalGame(row.code)
        assert row.values == len(numpy.unique(game.values(300)))
        assert (row.largest, row.at) == game.largest(300)
        rare = game.rare_values(300)
        assert (row.rare, row.mask, row.parity) == (rare.rare, rare.mask, rare.parity)
        period, exceptions = game.period(300), game.exceptions(300)
        if period is None or exceptions is None:
            assert row.period is row.period_from is row.exceptions is None
        else:
            expected = (period.length, period.start, len(exceptions))
            assert (row.period, row.period_from, row.exceptions) == expected
    kayles = next(row for row in found if row.code == "0.77")
    assert (kayles.period, kayles.period_from, kayles.exceptions, kayles.largest) == (12, 71, 14, 8)
    assert any(row.period is None for row in found)
    # it resumes, is merged, and is a data set
    assert scan("octal 0.ab;octal 4.a for a<4;octal 0.77", tmp_path, executor, upto=300).computed == 0
    assert merge([tmp_path]).rows == found.rows
    frame = pandas.read_parquet(tmp_path)
    assert list(frame.columns)[:2] == ["index", "code"] and len(frame) == 68
    assert support.manifest(tmp_path)["games"] == "octal"
    with pytest.raises(AnotherScanError, match='its games is "octal", not "squares"'):
        scan("1,2", tmp_path, executor, upto=300)


def test_octal_games_of_an_iterable(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    games = [OctalGame("0.77"), "octal 0.7a for a < 2", OctalGame("0.770")]
    found = scan(games, tmp_path, executor, upto=100)
    assert [row.code for row in found] == ["0.77", "0.7", "0.71"]


def test_an_error_of_an_octal_game_is_in_its_row(
    tmp_path: Path, executor: ThreadPoolExecutor
) -> None:
    far = 10**30
    with pytest.raises(Exception) as caught:
        OctalGame("0.106").values(far)
    (row,) = scan("octal 0.106", tmp_path, executor, upto=far)
    assert row == OctalRow(0, "0.106", seconds=row.seconds, error=str(caught.value))


def test_a_limit_holds_for_octal_games(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    (row,) = scan("octal 0.106", tmp_path, executor, upto=10**7, time_limit=0.2)
    assert row.error == "time limit: stopped after 0.2 s"


def test_what_an_octal_game_has_no_use_for(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    with pytest.raises(ScanError, match="upto: 5/2 should be a whole number"):
        scan("octal 0.7", tmp_path, executor, upto="5/2")
    with pytest.raises(ScanError, match="an octal game has no gain; give no range"):
        scan("octal 0.7", tmp_path, executor, upto=50, range=(5, 40))
    with pytest.raises(ScanError, match="an octal game has its rule in its code"):
        scan("octal 0.7", tmp_path, executor, upto=50, rule=7)
    assert not list(tmp_path.iterdir())


def test_a_row_of_another_kind_is_no_row_of_a_job() -> None:
    octal = Job(0, OctalGame("0.7"), "9", None, 8, (None, None))
    squares = Job(0, LengthSet("1", "1"), "9", None, 8, (None, None))
    assert checked(octal.row(), octal) == octal.row()
    assert checked(squares.row(), octal) != squares.row()
    assert checked(octal.row(), squares) != octal.row()
    assert checked(OctalRow(0, "0.7", parity=1), octal) != octal.row()  # type: ignore[arg-type]


def test_all_rules_of_a_set(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    found = scan("1,sqrt2", tmp_path, executor, upto=40, rule="*")
    assert [row.rule for row in found] == [None, "7,3", "3,7", "3"]
    for row in found:
        table = Game(row.canonical, rule=row.rule).grundy(40)
        assert (row.steps, row.largest) == (len(table), table.largest)
    assert scan("1,sqrt2", tmp_path, executor, upto=40, rule=["*"]).computed == 0
    with pytest.raises(AnotherScanError, match='its rule is "\\*", not "\\*,7"'):
        scan("1,sqrt2", tmp_path, executor, upto=40, rule="*,7")
    with pytest.raises(ScanError, match="give no range with the rule \\*"):
        scan("1,sqrt2", tmp_path, executor, upto=40, rule="*", range=(5, 40))


def test_the_command_scans_octal_games(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nimsweep.scans"]
    words = ["octal 0.0a", str(tmp_path / "scan"), "--upto", "500", "--workers", "1"]
    ended = subprocess.run([*command, *words], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    merged = [*command, "merge", str(tmp_path / "scan"), "-o", str(tmp_path / "all.csv")]
    assert subprocess.run(merged, capture_output=True).returncode == 0
    frame = pandas.read_csv(tmp_path / "all.csv", dtype={"code": str})
    assert list(frame["code"]) == ["0.0"] + [f"0.0{digit}" for digit in range(1, 8)]
    assert frame.loc[7, ["period", "period_from"]].tolist() == [34, 53]
