"""One scan with labels and columns of one's own has the same rows on every executor."""

import functools
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = """
import json, sys
from fractions import Fraction
from nimsweep import scan

FACTOR = 3

def games():
    for q in range(1, 6):
        for p in range(q + 1, 2 * q + 1):
            yield {{"lengths": [1, Fraction(p, q)], "p": p, "q": q, "x": Fraction(p, q)}}

def columns(game):
    table = game.grundy(game.known)
    return {{"zeros": FACTOR * int((table["value"] == 0).sum()), "last": game.lengths[-1], "half": float(table.upto) / 2}}

{imports}

if __name__ == "__main__":
    {make}
    found = scan(games(), "found", executor, upto=100, range=(5, 50), columns=columns, progress=False)
    rows = [row.to_dict() | {{"seconds": 0}} for row in found]
    with open("rows.json", "w") as file:
        json.dump(rows, file, default=str)
    {end}
"""

RAY = """
import ray

class RayExecutor:
    def submit(self, function, *arguments):
        return ray.remote(function).remote(*arguments).future()
"""

# the package, the lines before the scan, that which makes the executor, and that which ends it
EXECUTORS = {
    "threads": ("threading", "from concurrent.futures import ThreadPoolExecutor", "executor = ThreadPoolExecutor(2)", ""),
    "loky": ("loky", "from loky import get_reusable_executor", "executor = get_reusable_executor(2)", ""),
    "dask": (
        "distributed",
        "from distributed import Client",
        "client = Client(n_workers=2, threads_per_worker=1, dashboard_address=None); executor = client.get_executor()",
        "client.shutdown()",
    ),
    "ray": ("ray", RAY, "ray.init(num_cpus=2, include_dashboard=False); executor = RayExecutor()", ""),
    "mpi": ("mpi4py", "from mpi4py.futures import MPIPoolExecutor", "executor = MPIPoolExecutor()", "executor.shutdown()"),
}


def rows_of_a_script(folder: Path, imports: str, make: str, end: str, *launcher: str) -> Any:
    (folder / "script.py").write_text(SCRIPT.format(imports=imports, make=make, end=end))
    command = [*launcher, "script.py"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return json.loads((folder / "rows.json").read_text())


@functools.cache
def rows_of_own_processes(folder: Path) -> Any:
    folder.mkdir()
    return rows_of_a_script(folder, "", "executor = None", "", sys.executable)


@pytest.mark.parametrize("name", EXECUTORS)
def test_rows_are_the_same_on_every_executor(tmp_path: Path, name: str) -> None:
    package, *lines = EXECUTORS[name]
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    launcher = [sys.executable]
    if name == "mpi":
        mpiexec = shutil.which("mpiexec", path=str(Path(sys.executable).parent)) or shutil.which("mpiexec")
        if mpiexec is None:
            pytest.skip("mpiexec is not installed")
        launcher = [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures"]
    rows = rows_of_a_script(tmp_path, *lines, *launcher)
    assert len(rows) == 10 and all(row["error"] is None and row["zeros"] % 3 == 0 for row in rows)
    assert rows == rows_of_own_processes(tmp_path / "own")
