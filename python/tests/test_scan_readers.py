"""What other programs read in a scan: numbers are numbers, and the greatest is the greatest."""

import csv
import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow
import pytest
from scan_support import same, serial_rows

from nimsweep import __version__, scan
from nimsweep.scans import Row
from nimsweep.scans.columns import rows_of, schema_of, table_of
from nimsweep.scans.definition import Definition
from nimsweep.scans.parts import write_tables

SCRIPT = Path(__file__).with_name("roots_script.py")


def test_every_reader_names_the_greatest_gain(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), str(tmp_path / "roots")]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith("name 1,sqrt(23)\n")


def test_floats_are_the_nearest_ones(tmp_path: Path) -> None:
    """Python rounds their decimals to the nearest; the last maximum is of no form p + q√d."""
    roots = "1,sqrt(d) for squarefree d < 24; 1,(1+√2)/2,2"
    calls: list[tuple[str, tuple[int, int]]] = [(roots, (10, 230)), ("1,100", (236, 237))]
    rows: list[Row] = []
    with ThreadPoolExecutor(2) as executor:
        for family, limits in calls:
            folder = tmp_path / str(limits[0])
            rows += scan(family, folder, executor, upto=240, range=limits, digits=40)
    assert rows[-1].kind == "interior" and "root of" in str(rows[-1].maximum)
    for row in rows:
        assert row.maximum_decimal and row.maximum_float == float(row.maximum_decimal)
        assert row.at_decimal and row.at_float == float(row.at_decimal)


def test_a_period_and_its_beginning_are_numbers_too(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        kayles, none = scan("1;1,sqrt2", tmp_path / "7", executor, upto=300)
        halves, root = scan("1,3/2;1,sqrt2", tmp_path / "3", executor, upto=300, rule=3)
    assert (kayles.period_float, kayles.period_from_float) == (12.0, 71.0)
    assert none.period_float is none.period_from_float is none.maximum_float is None
    assert (halves.period, halves.period_float) == ("5/2", 2.5)
    assert (root.period, root.period_float) == ("1+sqrt(2)", 1 + math.sqrt(2))


@pytest.mark.parametrize("digits", [0, 1, 12, 28, 29, 400])
def test_decimals_are_the_texts_of_the_rows(tmp_path: Path, digits: int) -> None:
    with ThreadPoolExecutor(2) as executor:
        calls: dict[str, Any] = {"upto": 60, "range": (5, 50), "digits": digits}
        found = scan("1,sqrt2;1,10;1,3/2", tmp_path / "scan", executor, **calls)
    rows = same(found.rows)
    assert rows == serial_rows("1,sqrt2;1,10;1,3/2", 60, (5, 50), digits)
    assert rows[1].maximum_decimal is None and len(str(rows[0].maximum_decimal)) >= digits
    columns = found.to_arrow().schema
    kinds = {column.type for column in columns if column.name.endswith("_decimal")}
    assert kinds == {pyarrow.decimal128(38, min(digits, 28))}
    assert ("at_decimal_digits" in columns.names) == (digits > 28)
    found.write(tmp_path / "all.csv")
    with open(tmp_path / "all.csv", newline="") as file:
        lines = list(csv.DictReader(file))
    for name in "maximum_decimal", "at_decimal", "maximum", "at":
        values = [getattr(row, name) for row in rows]
        texts = [format(one, "f") if isinstance(one, Decimal) else one or "" for one in values]
        assert [line[name] for line in lines] == texts
        assert list(lines[0]) == [one for one in columns.names if not one.endswith("_digits")]


def test_a_decimal_is_written_with_all_its_digits(tmp_path: Path) -> None:
    """Also 0, and what Arrow would write with an exponent."""
    columns = schema_of(Definition.of("1,2", 50, (2, 50), 12).manifest())
    texts = "0.000000000000", "0.000000000001", "9999999999.999999999999", "-3.500000000000", None
    numbers = [None if text is None else Decimal(text) for text in texts]
    rows = [Row(place, "1", "1", maximum_decimal=one) for place, one in enumerate(numbers)]
    table = table_of(columns, rows)
    assert list(rows_of(table, Row)) == rows
    write_tables(tmp_path / "all.csv", columns, [table])
    with open(tmp_path / "all.csv", newline="") as file:
        assert [line["maximum_decimal"] or None for line in csv.DictReader(file)] == [*texts]


def test_integers_stay_integers_where_some_are_missing(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        squares = scan("1,2;1,10", tmp_path / "squares", executor, upto=50, range=(5, 40), digits=3)
        octal = scan("octal 0.0a", tmp_path / "octal", executor, upto=90)
        failed = scan("1,2;1,3", tmp_path / "failed", executor, upto=900, time_limit=1e-9)
    assert (squares.errors, failed.errors) == (1, 2)
    scans = ("squares", squares), ("octal", octal), ("failed", failed)
    for name, found in scans:
        read = pandas.read_parquet(tmp_path / name)
        frame = found.to_pandas()
        pandas.testing.assert_frame_equal(read.sort_values("index", ignore_index=True), frame)
        assert frame.attrs["upto"] == str({"squares": 50, "octal": 90, "failed": 900}[name])
        columns = [column for column in ("steps", "largest", "mask") if column in frame]
        assert [str(frame[column].dtype) for column in columns] == ["Int64"] * len(columns)
        # the three have one type each, whatever is missing, so that they can be put together
        assert pandas.concat([frame, frame]).dtypes.equals(frame.dtypes)
        assert polars.read_parquet(tmp_path / name).sort("index").equals(found.to_polars())
    assert squares.to_pandas().attrs == {
        "family": "1,2;1,10",
        "rule": None,
        "upto": "50",
        "range": ["5", "40"],
        "digits": 3,
        "version": __version__,
    }
    assert octal.to_pandas()["parity"].dtype == "boolean"
    assert failed.to_pandas()["steps"].isna().all()
