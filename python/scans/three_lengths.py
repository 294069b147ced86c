"""Subtraction games of three lengths 1, √p, √q: their periods, for `data/three_lengths.csv`.

    python python/scans/three_lengths.py -o data/three_lengths.csv

Takes half a minute, and writes a row for each square-free p < q < 40.
"""

from __future__ import annotations

import argparse
import csv
from itertools import combinations
from pathlib import Path

from nimsweep import Game

END = 40
# further than the default limit for the games that need it
FURTHER = {(10, 38): 11_000, (14, 30): 16_000}


def main() -> None:
    """Looks for the period of each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("-o", "--output", type=Path, required=True, help="the table, as CSV")
    given = parser.parse_args()
    square_free = [d for d in range(2, END) if all(d % (p * p) for p in range(2, d))]
    with given.output.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["p", "q", "period", "from"])
        for p, q in combinations(square_free, 2):
            period = Game(["1", f"sqrt({p})", f"sqrt({q})"], rule=3).period(FURTHER.get((p, q)))
            table.writerow([p, q, *((period.length, period.start) if period else ("", ""))])


if __name__ == "__main__":
    main()
