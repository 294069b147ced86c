"""Two pictures of `data/families.csv` for the page `docs/families.md`.

    python python/scans/pictures.py data/families.csv docs/families

Needs matplotlib: pip install './python[docs]'.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "nimsweep", "svg.fonttype": "none", "font.size": 10})

from matplotlib import pyplot  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402

from nimsweep import Surd  # noqa: E402

Row: TypeAlias = dict[str, str]
Rows: TypeAlias = list[Row]
ROOTS, OTHERS = "#1f6feb", "#d9822b"


def read(path: Path) -> Rows:
    """The rows of the summary that have no error."""
    with path.open(newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if not row["error"]]


def limits(row: Row) -> list[int]:
    """The limits to which g was computed."""
    return sorted(int(name.split("_")[1]) for name in row if name.startswith("steps_"))


def ratio(row: Row) -> float:
    """The longest length in units of the shortest."""
    return float(Surd(row["lengths"].split(",")[1]))


def is_root(row: Row) -> bool:
    """Whether the set is {1, √d}."""
    return row["lengths"].startswith("1,sqrt(") and row["lengths"].endswith(")")


def exponent(row: Row, name: str, first: int, last: int) -> float:
    """The power of L with which a count grows between two limits."""
    growth = int(row[f"{name}_{last}"]) / int(row[f"{name}_{first}"])
    return math.log(growth) / math.log(last / first)


def scatter(axes: Axes, rows: Rows, height: Callable[[Row], float]) -> None:
    """One point for each game, above the ratio of its lengths."""
    for wanted, colour, label in (True, ROOTS, "{1, √d}"), (False, OTHERS, "{1, (p+q√d)/r}"):
        some = [row for row in rows if is_root(row) == wanted]
        points = [(ratio(row), height(row)) for row in some]
        axes.plot(*zip(*points), ".", color=colour, label=label, markersize=4)


def growth(rows: Rows, path: Path) -> None:
    """How steps and nimbers grow with the limit, for every game."""
    *_, before, last = limits(rows[0])
    figure, (steps, largest) = pyplot.subplots(1, 2, figsize=(9, 4), layout="constrained")
    scatter(steps, rows, lambda row: exponent(row, "steps", before, last))
    steps.set(title=f"growth of the steps of g, from {before} to {last}", ylabel="power of L")
    scatter(largest, rows, lambda row: int(row[f"largest_{last}"]) / last)
    largest.set(title=f"largest nimber up to {last}", ylabel="divided by L")
    finish(figure, (steps, largest), path)


def maxima(rows: Rows, path: Path) -> None:
    """The greatest gain of every game, and where it is."""
    last = limits(rows[0])[-1]
    figure, (value, place) = pyplot.subplots(1, 2, figsize=(9, 4), layout="constrained")
    scatter(value, rows, lambda row: float(row["maximum_decimal"]))
    value.set(title=f"greatest gain from 20 to {last}", ylabel="f", yscale="log")
    scatter(place, rows, lambda row: float(row["at_decimal"]))
    place.set(title="the length L that has it", ylabel="L", yscale="log")
    finish(figure, (value, place), path)


def finish(figure: Figure, all_axes: tuple[Axes, ...], path: Path) -> None:
    """Labels the axes and writes the picture, the same bytes each time."""
    for axes in all_axes:
        axes.set_xlabel("longest length / shortest length")
        axes.grid(alpha=0.3)
    all_axes[0].legend()
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    found = read(Path(sys.argv[1]))
    folder = Path(sys.argv[2])
    growth(found, folder / "growth.svg")
    maxima(found, folder / "maxima.svg")
