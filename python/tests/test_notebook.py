"""The notebooks of the examples run, and their outputs are those that they show."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parents[1] / "examples"


def outputs(cell: Any) -> list[dict[str, str]]:
    """What a cell shows, each output as text by kind; of plots only that they are there."""
    return [
        {kind: "plot" if kind == "image/png" else text for kind, text in output.data.items()}
        if "data" in output
        else {output.name: output.text}
        for output in cell.get("outputs", [])
    ]


def executed(notebook: Any, folder: Path) -> Any:
    client = NotebookClient(notebook, timeout=120, record_timing=False)
    client.execute(env={**os.environ, "TMPDIR": str(folder)})
    return notebook


@pytest.mark.parametrize(("name", "pictures"), [("squares", 3), ("scan", 2)])
def test_the_notebook_shows_what_it_computes(tmp_path: Path, name: str, pictures: int) -> None:
    file = EXAMPLES / f"{name}.ipynb"
    shown = nbformat.read(file, as_version=4)
    now = executed(nbformat.read(file, as_version=4), tmp_path)
    if os.environ.get("NIMSWEEP_MAKE_NOTEBOOK"):
        now.metadata = shown.metadata
        nbformat.write(now, file)
        pytest.skip("the outputs were rewritten")
    pairs = list(zip(shown.cells, now.cells, strict=True))
    assert sum("image" in str(outputs(cell)) or "<svg" in str(outputs(cell)) for cell, _ in pairs) >= pictures
    for before, now in pairs:
        assert outputs(before) == outputs(now), before.source


def test_a_kernel_shows_one_bar_and_sends_functions_of_cells(tmp_path: Path) -> None:
    source = """
import tempfile
from nimsweep import scan
factor = 3
def scaled(game):
    return {"scaled": factor * game.g(5)}
found = scan("1,n for 2 <= n < 30", tempfile.mkdtemp(), upto=30, columns=scaled, workers=2)
assert all(row.scaled % 3 == 0 for row in found) and len(found) == 28
"""
    cell = nbformat.v4.new_code_cell(source)
    executed(nbformat.v4.new_notebook(cells=[cell]), tmp_path)
    bar = "".join(output.text for output in cell.outputs)
    assert bar.count("\n") == 1 and "100%" in bar and "28/28" in bar
