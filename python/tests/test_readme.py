"""The Python example of the main README prints what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


def test_the_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    [promised] = re.findall(r"print\(.*\)\s*# (.*)", example)
    exec(compile(example, str(README), "exec"), {})
    assert capsys.readouterr().out == promised + "\n"
