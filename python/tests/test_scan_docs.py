"""The page on scans: its families can be read, and its programs run if their packages are installed."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nimsweep.scans import Family
from nimsweep.scans.columns import schema_of
from nimsweep.scans.definition import Definition

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "scans.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_its_families_can_be_read() -> None:
    table = PAGE[PAGE.index("| family |") : PAGE.index("- A length is")]
    families = re.findall(r"^\| `(.*?)` \|", table, re.MULTILINE)
    assert len(families) == 7
    for family in families:
        assert len(Family.of(family)) > 1


@pytest.mark.parametrize(("family", "place"), [("1,2", 0), ("octal 0.7", 1)])
def test_its_tables_have_all_columns_with_their_types(family: str, place: int) -> None:
    table = PAGE.split("| column | type | meaning |\n")[1 + place].split("\n\n")[0]
    written = [
        (name, type_name)
        for names, type_name in re.findall(r"^\| (`.*?`) \| (\w+) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", names)
    ]
    columns = schema_of(Definition.of(family, 50, None, 12).manifest())
    types = [str(field.type).replace("double", "float64") for field in columns]
    assert written == list(zip(columns.names, (name.partition("(")[0] for name in types)))


@pytest.mark.parametrize("program", PROGRAMS, ids=["pool", "own", "dask", "mpi", "ray"])
def test_its_programs_run(tmp_path: Path, program: str) -> None:
    needed = set(re.findall(r"^(?:from|import) (\w+)", program, re.MULTILINE))
    missing = sorted(name for name in needed if importlib.util.find_spec(name) is None)
    if missing:
        pytest.skip(f"{', '.join(missing)} is not installed")
    command = [sys.executable, "script.py"]
    if "mpi4py" in needed:
        beside = str(Path(sys.executable).parent)
        mpiexec = shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")
        if mpiexec is None:
            pytest.skip("mpiexec is not installed")
        command = [mpiexec, "-n", "2", sys.executable, "-m", "mpi4py.futures", "script.py"]
    (tmp_path / "script.py").write_text(program)
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    assert len(list((tmp_path / "roots").glob("part-*.parquet"))) >= 1
    merged = subprocess.run(
        [sys.executable, "-m", "nimsweep.scans", "merge", "roots", "-o", "roots.csv"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (merged.returncode, merged.stdout) == (0, "roots.csv: 15 rows of 15 games\n")


def test_the_scan_of_the_tutorial_prints_what_it_says(tmp_path: Path) -> None:
    tutorial = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    found = re.findall(r"```python\n(.*?)```\s*```text\n(.*?)```", tutorial, re.DOTALL)
    [(program, promised)] = found
    (tmp_path / "script.py").write_text(program)
    command = [sys.executable, "script.py"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (ended.stderr, ended.stdout) == ("", promised)
