"""The command `python -m nimsweep.scans`, seen from outside."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

FAMILY = "1,sqrt(d) for squarefree d < 12"  # 7 sets


def run(*words: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "nimsweep.scans", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_scan_in_shards_is_merged(tmp_path: Path) -> None:
    folder = tmp_path / "scan"
    limits = ("--upto", 60, "--range", 5, 50, "--workers", 1)
    first = run(FAMILY, folder, *limits, "--shard", "1/2")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == f"{folder}: 4 rows of 7 games\n"
    assert run("merge", folder, "-o", tmp_path / "early.csv").returncode == 1  # rows are missing
    second = run(FAMILY, folder, *limits, "--shard", "2/2", "--json")
    numbers = json.loads(second.stdout)
    assert numbers.pop("seconds") > 0
    assert numbers == {"sets": 7, "rows": 7, "errors": 0, "computed": 3}

    for output in tmp_path / "all.csv", tmp_path / "all.parquet":
        merged = run("merge", folder, "-o", output)
        assert (merged.returncode, merged.stdout) == (0, f"{output}: 7 rows of 7 games\n")
    table = pyarrow.parquet.read_table(tmp_path / "all.parquet")
    with open(tmp_path / "all.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["canonical"] for row in rows] == table.column("canonical").to_pylist()
    assert rows[0]["canonical"] == "1,sqrt(2)"
    assert (rows[0]["period"], rows[0]["error"]) == ("", "")


def test_a_rule_is_an_option(tmp_path: Path) -> None:
    ended = run("1,n for n < 5", tmp_path / "scan", "--upto", 50, "--rule", "3,7", "--workers", 1)
    assert (ended.returncode, ended.stdout) == (0, f"{tmp_path / 'scan'}: 3 rows of 3 games\n")
    run("merge", tmp_path / "scan", "-o", tmp_path / "all.csv")
    with open(tmp_path / "all.csv", newline="") as file:
        assert [row["rule"] for row in csv.DictReader(file)] == ["3,7"] * 3


def test_rows_with_errors_are_exit_code_1(tmp_path: Path) -> None:
    ended = run("1,2;1,10", tmp_path / "scan", "--upto", 50, "--range", 5, 40, "--workers", 1)
    assert ended.returncode == 1
    assert ended.stdout == f"{tmp_path / 'scan'}: 2 rows of 2 games, 1 with an error\n"
    limits = ("--upto", "200000", "--memory-limit", "8M", "--workers", 1)
    ended = run("1,sqrt2", tmp_path / "memory", *limits)
    assert ended.returncode == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "the following arguments are required: FAMILY, FOLDER, --upto"),
        (("1,sqrt2", "scan"), "required: --upto"),
        (("1,sqrt2", "scan", "--upto", "60", "--limit", "5"), "unrecognized arguments: --limit 5"),
        (("1,sqrt2", "scan", "--upto", "60", "--range", "5"), "--range: expected 2 arguments"),
        (("1,sqrt(d)", "scan", "--upto", "60"), "d has no bound"),
        (("1,sqrt(d) for d > 5", "scan", "--upto", "60"), "no upper bound"),
        (("1,sqrt2", "scan", "--upto", "far"), "far"),
        (("1,sqrt2", "scan", "--upto", "60", "--shard", "2"), "should be like '1/4'"),
        (("1,sqrt2", "scan", "--upto", "60", "--memory-limit", "much"), "should be like 500M"),
        (("1,2", "scan", "--upto", "60", "--memory-limit", "9" * 5000), "should be like 500M"),
        (("1,sqrt2", "scan", "--upto", "60", "--time-limit", "0"), "positive"),
        (("1,sqrt2", "scan", "--upto", "60", "--rule", "3,5"), "'5' is not a digit of a rule"),
        (("1,sqrt2", "scan", "--upto", "60", "--rule", "3,7,7"), "3 digits are given for 2 lengths"),
        (("1,sqrt2", "/proc/scan", "--upto", "60"), "cannot use the folder /proc/scan"),
        (("merge",), "required: FOLDER"),
        (("merge", "nowhere", "-o", "x.csv"), "is not a folder of a scan"),
        (("merge", "nowhere", "-o", "x.txt"), "ends in .parquet or .csv"),
    ],
)
def test_bad_calls_are_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert reason in ended.stderr.splitlines()[-1]
    assert not list(tmp_path.iterdir())


def test_a_summary_that_cannot_be_written(tmp_path: Path) -> None:
    assert run("1,2", tmp_path / "scan", "--upto", 20, "--workers", 1).returncode == 0
    ended = run("merge", tmp_path / "scan", "-o", tmp_path / "no" / "x.csv")
    assert ended.returncode == 2
    assert ended.stderr.startswith("nimsweep.scans: cannot write") and ended.stderr.count("\n") == 1


def test_help_has_an_example() -> None:
    for words in ("--help",), ("merge", "--help"):
        ended = run(*words)
        assert ended.returncode == 0 and "\n  python -m nimsweep.scans " in ended.stdout
