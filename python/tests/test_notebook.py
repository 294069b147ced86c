"""The notebook of the examples runs, and its outputs are those that it shows."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[1] / "examples" / "squares.ipynb"

def outputs(cell: Any) -> list[dict[str, str]]:
    """What a cell shows, each output as text by kind."""
    return [
        dict(output.data) if "data" in output else {output.name: output.text}
        for output in cell.get("outputs", [])
    ]


def test_the_notebook_shows_what_it_computes(tmp_path: Path) -> None:
    shown = nbformat.read(NOTEBOOK, as_version=4)
    executed = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(executed, timeout=120, record_timing=False)
    client.execute(env={**os.environ, "TMPDIR": str(tmp_path)})
    if os.environ.get("NIMSWEEP_MAKE_NOTEBOOK"):
        executed.metadata = shown.metadata
        nbformat.write(executed, NOTEBOOK)
        pytest.skip("the outputs were rewritten")
    pairs = list(zip(shown.cells, executed.cells, strict=True))
    assert sum("image" in str(outputs(cell)) or "<svg" in str(outputs(cell)) for cell, _ in pairs) >= 3
    for before, now in pairs:
        assert outputs(before) == outputs(now), before.source
