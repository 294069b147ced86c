"""A scan of 300 sets on Dask, in which a worker and the driver are killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import scan_support as support
from scan_support import FAMILY_OF_300, RANGE, UPTO

from nimsweep import scan
from nimsweep.scans import Progress, ScanError
from nimsweep.scans.folder import part_files

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

DRIVER = f"""
import sys
from distributed import Client
from nimsweep import scan
executor = Client(sys.argv[1]).get_executor()
scan({FAMILY_OF_300!r}, sys.argv[2], executor, upto={UPTO}, range={RANGE}, save_every=0.1)
"""


def local_cluster() -> Any:
    return distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with local_cluster() as cluster, distributed.Client(cluster) as client:
        yield client


def test_a_worker_and_the_driver_are_killed(tmp_path: Path, client: Any) -> None:
    arguments = [sys.executable, "-c", DRIVER, client.scheduler.address, str(tmp_path)]
    with subprocess.Popen(arguments) as process:
        deadline = time.monotonic() + 30
        while not (tmp_path.exists() and len(part_files(tmp_path)) >= 2):
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.01)
        process.kill()
    before = support.all_rows(tmp_path)
    assert 0 < len(before) < 300

    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.done >= 100 and not killed:
            assert progress.done < 300
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    executor = client.get_executor()
    found = scan(FAMILY_OF_300, tmp_path, executor, upto=UPTO, range=RANGE, progress=kill_one)
    assert killed and found.errors == 0
    rows = support.all_rows(tmp_path)
    assert len(rows) == len({row.index for row in rows}) == 300
    assert support.same(found.rows) == support.serial_rows(FAMILY_OF_300, UPTO, RANGE, 12)


def test_a_job_that_kills_its_workers_is_a_row_with_its_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    monkeypatch.setenv(support.MARKS, str(marks))
    # Dask gives a call up when it has cost this many workers, and one more.
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        with local_cluster() as cluster, distributed.Client(cluster) as client:
            rows = support.drive(tmp_path / "scan", support.dies, client.get_executor())
    assert [row.index for row in rows] == list(range(8))
    assert [row.index for row in rows if row.error] == [support.BAD]
    assert "its worker ended" in (rows[support.BAD].error or "")


def test_a_cluster_that_closes_ends_the_scan(tmp_path: Path) -> None:
    def close(progress: Progress) -> None:
        if progress.done >= 20 and client.status == "running":
            cluster.close()

    with local_cluster() as cluster, distributed.Client(cluster) as client:
        with pytest.raises(ScanError, match="call again with a new one"):
            scan(FAMILY_OF_300, tmp_path, client.get_executor(), upto=UPTO, progress=close)
    assert 20 <= len(support.all_rows(tmp_path)) < 300


def test_a_job_that_fails_is_really_repeated(tmp_path: Path, client: Any) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    client.run(support.mark_in, str(marks))
    rows = support.drive(tmp_path / "scan", support.raises, client.get_executor())
    assert [row.index for row in rows if row.error] == [support.BAD]
    assert support.marks(marks, support.BAD) == 3
