"""The first results: scans of two families to four limits, and their summary `data/families.csv`.

    python python/scans/families.py FOLDER -o data/families.csv

The scans are kept in FOLDER, and the same command resumes them.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from nimsweep import scan
from nimsweep.scans import ScanResult

FAMILY = (
    "1,sqrt(d) for squarefree d < 200;"
    " 1,(p+q*sqrt(d))/r for p < 4, q < 4, squarefree d < 24, r < 4, coprime(p, q, r)"
)
FROM = 20  # above the longest length of all, 3+3√23 = 17.4
LIMITS = (625, 1250, 2500, 5000)


def summary(results: dict[int, ScanResult]) -> list[dict[str, object]]:
    """One row for each game: counts at every limit, and the maximum up to the last one."""
    rows: list[dict[str, object]] = []
    for at_limits in zip(*(result.rows for result in results.values()), strict=True):
        last = at_limits[-1]
        row: dict[str, object] = {"lengths": last.canonical}
        for name in "steps", "largest", "corners":
            for limit, one in zip(results, at_limits):
                row[f"{name}_{limit}"] = getattr(one, name)
        for name in "maximum_decimal", "at_decimal", "kind", "maximum", "at", "error":
            row[name] = getattr(last, name)
        rows.append(row)
    return rows


def main() -> None:
    """Runs the scans and writes the summary."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, help="where the scans are kept")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the summary, as CSV")
    parser.add_argument("--limits", type=int, nargs="+", default=LIMITS, help="limits of g")
    parser.add_argument("--workers", type=int, help="processes (one for each core)")
    given = parser.parse_args()
    results = {
        limit: scan(
            FAMILY,
            given.folder / str(limit),
            upto=limit,
            range=(FROM, limit),
            digits=8,
            workers=given.workers,
        )
        for limit in sorted(given.limits)
    }
    for limit, result in results.items():
        busy = sum(row.seconds for row in result.rows)
        print(f"upto {limit}: {result!r}, {busy:.0f} s of work")
    rows = summary(results)
    with given.output.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
