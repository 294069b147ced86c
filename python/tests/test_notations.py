"""Numbers as people type them: random expressions whose values another program has found."""

import runpy
import time
from itertools import islice
from pathlib import Path

from nimsweep import Surd

DATA = Path(__file__).parents[2] / "data"


def test_every_notation_is_its_number() -> None:
    lines = (DATA / "notations.csv").read_text(encoding="utf-8").splitlines()[2:]
    assert len(lines) == 5000
    for line in lines:
        text, number = line.split(",")
        assert str(Surd(text)) == number, text


def test_new_ones_are_read_each_day() -> None:
    seed = int(time.time()) // 86_400
    for text, number in islice(runpy.run_path(str(DATA / "notations.py"))["cases"](seed), 2000):
        assert str(Surd(text)) == number, (seed, text)
