"""The command `python -m nimsweep.scans`.

Exit codes: 0 if all rows are complete, 1 if some are missing or have an error, 2 if the call is refused
or a file cannot be written, 130 after Ctrl-C, SIGTERM or SIGHUP. The same command resumes.

Examples:
  python -m nimsweep.scans '1,sqrt(d) for squarefree d < 200' roots --upto 500 --range 20 500
  python -m nimsweep.scans '1,p/q for q < 9, q < p < 40' ratios --upto 300 --shard 1/4
  python -m nimsweep.scans 'octal 0.abc' octal --upto 100000
  python -m nimsweep.scans merge roots -o roots.csv

'merge' has its own help: python -m nimsweep.scans merge --help
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections.abc import Sequence

from nimsweep.errors import NimsweepError
from nimsweep.scans import ScanResult, merge, scan
from nimsweep.scans.errors import ScanError
from nimsweep.scans.result import check_summary
from nimsweep.scans.signals import Terminated, raise_when_ended

COMPLETE, ERRORS, REFUSED, INTERRUPTED = 0, 1, 2, 130

def main(words: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    words = sys.argv[1:] if words is None else list(words)
    raise_when_ended()
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn  # type: ignore[assignment]
            return _merge(words[1:]) if words[:1] == ["merge"] else _scan(words)
    except KeyboardInterrupt:
        print("\nnimsweep.scans: interrupted; the same command resumes", file=sys.stderr)
        return INTERRUPTED
    except Terminated:
        print("\nnimsweep.scans: terminated; the same command resumes", file=sys.stderr)
        return INTERRUPTED
    except (NimsweepError, OSError) as error:
        print(f"nimsweep.scans: {error}", file=sys.stderr)
        return REFUSED


def _warn(message: Warning | str, *_: object) -> None:
    print(f"nimsweep.scans: {message}", file=sys.stderr)


def _parser(program: str, purpose: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        prog=program,
        description=purpose,
        epilog=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _scan(words: list[str]) -> int:
    purpose = "Compute a row for each game of a family, as Parquet files in a folder."
    parser = _parser("python -m nimsweep.scans", purpose)
    add = parser.add_argument
    example = "such as '1,sqrt(d) for squarefree d < 200' or 'octal 0.abc'"
    add("family", metavar="FAMILY", help=example)
    add("folder", metavar="FOLDER", help="where finished rows are kept")
    add("--upto", metavar="L", required=True, help="compute g on [0, L], in shortest lengths or tokens")
    add("--range", metavar=("A", "B"), nargs=2, help="find the greatest gain between A and B")
    add("--rule", metavar="DIGITS", help="for each length, or for all: 7, 3, or * for both (7)")
    add("--digits", metavar="N", type=int, default=12, help="decimals of the maximum (12)")
    add("--workers", metavar="N", type=int, help="processes (one for each core)")
    add("--shard", metavar="I/N", default="1/1", help="only every N-th game, from the I-th")
    add("--time-limit", metavar="S", type=float, help="seconds for one game")
    add("--memory-limit", metavar="BYTES", type=_bytes, help="memory for one game, such as 500M or 2G")
    add("--retry-errors", action="store_true", help="recompute rows with an error")
    add("--save-every", metavar="S", type=float, default=10.0, help="seconds between parts (10)")
    add("--json", action="store_true", help="print one JSON object")
    given = vars(parser.parse_args(words))
    as_json = given.pop("json")
    result = scan(**given)
    _print(result, as_json, given["folder"])
    return ERRORS if result.errors else COMPLETE


def _merge(words: list[str]) -> int:
    purpose = "Write the rows of a scan, which may be in several folders, as one file."
    parser = _parser("python -m nimsweep.scans merge", purpose)
    add = parser.add_argument
    add("folders", metavar="FOLDER", nargs="+", help="a folder of the scan")
    add("-o", "--output", metavar="FILE", required=True, help="a .parquet or .csv file")
    add("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(words)
    check_summary(given.output)
    result = merge(given.folders)
    result.write(given.output)
    _print(result, given.json, given.output)
    return ERRORS if result.errors or result.missing else COMPLETE


def _print(result: ScanResult, as_json: bool, place: str) -> None:
    numbers = {
        "sets": result.sets,
        "rows": len(result),
        "errors": result.errors,
        "computed": result.computed,
        "seconds": round(result.seconds, 3),
    }
    if as_json:
        print(json.dumps(numbers))
        return
    errors = f", {result.errors:,} with an error" if result.errors else ""
    print(f"{place}: {len(result):,} rows of {result.sets:,} games{errors}")


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d{1,18})\s*([kKmMgG]?)(?:i?[bB])?", text.strip())
    if match is None:
        raise ScanError(f"memory-limit: '{text}' should be like 500M or 2G")
    factor: int = 1024 ** " KMG".index(match[2].upper() or " ")
    return int(match[1]) * factor


if __name__ == "__main__":
    sys.exit(main())
