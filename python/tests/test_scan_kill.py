"""Scans of 300 sets in which a worker or the driver is killed: no row is lost or doubled."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest
import scan_support as support
from scan_support import FAMILY_OF_300, RANGE, UPTO

from nimsweep import scan
from nimsweep.scans import Progress, Row
from nimsweep.scans.folder import part_files

ARGUMENTS = ["--upto", str(UPTO), "--range", str(RANGE[0]), str(RANGE[1]), "--workers", "2"]


@pytest.fixture(scope="module")
def serial() -> list[Row]:
    return support.serial_rows(FAMILY_OF_300, UPTO, RANGE, 12)


def command(folder: Path, *more: str) -> list[str]:
    scan_of_300 = [sys.executable, "-m", "nimsweep.scans", FAMILY_OF_300, str(folder), *ARGUMENTS]
    return [*scan_of_300, *more]


def wait_for_parts(folder: Path, process: "subprocess.Popen[str]") -> None:
    """Waits until some rows are in parts and the scan is still running."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        assert process.poll() is None, "the scan ended before it could be killed"
        if folder.exists() and len(part_files(folder)) >= 2:
            return
        time.sleep(0.01)
    raise AssertionError("no part was written in 30 s")


def worked(process: psutil.Process) -> float:
    """The seconds for which a process has used a core."""
    try:
        return float(process.cpu_times().user)
    except psutil.Error:
        return 0.0


def check_complete(folder: Path, serial: list[Row]) -> None:
    rows = support.all_rows(folder)
    assert len(rows) == len({row.index for row in rows}) == 300
    assert support.same(sorted(rows, key=lambda row: row.index)) == serial


def test_a_worker_that_is_killed_is_replaced(tmp_path: Path, serial: list[Row]) -> None:
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.done >= 50 and not killed:
            assert progress.done < 300
            worker = multiprocessing.active_children()[0]
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            killed.append(worker.pid)

    found = scan(FAMILY_OF_300, tmp_path, upto=UPTO, range=RANGE, workers=2, progress=kill_one)
    assert killed and found.errors == 0
    check_complete(tmp_path, serial)


def test_a_driver_that_is_killed_is_resumed(tmp_path: Path, serial: list[Row]) -> None:
    with subprocess.Popen(command(tmp_path, "--save-every", "0.1"), text=True) as process:
        wait_for_parts(tmp_path, process)
        workers = psutil.Process(process.pid).children(recursive=True)
        process.kill()
    before = support.all_rows(tmp_path)
    assert 0 < len(before) < 300
    _, alive = psutil.wait_procs(workers, timeout=10)
    assert not alive  # workers end with their driver
    ended = subprocess.run(command(tmp_path), capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"{tmp_path}: 300 rows of 300 games\n"
    check_complete(tmp_path, serial)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_driver_that_is_interrupted_writes_what_is_finished(
    tmp_path: Path, serial: list[Row], number: signal.Signals
) -> None:
    # Parts are written at the end only: rows that exist after the signal were written because of it.
    with subprocess.Popen(
        command(tmp_path, "--save-every", "600"),
        text=True,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        while sum(map(worked, psutil.Process(process.pid).children(recursive=True))) < 1.5:
            assert process.poll() is None, "the scan ended before it could be interrupted"
            time.sleep(0.01)
        workers = psutil.Process(process.pid).children(recursive=True)
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does at Ctrl-C: to the workers, too
        else:
            process.send_signal(number)
        _, message = process.communicate(timeout=30)
    assert process.returncode == 130
    assert message.strip().startswith("nimsweep.scans: ")
    assert message.strip().endswith("the same command resumes")
    assert len(message.strip().splitlines()) == 1
    _, alive = psutil.wait_procs(workers, timeout=10)
    assert not alive
    before = support.all_rows(tmp_path)
    assert 0 < len(before) < 300
    assert len(part_files(tmp_path)) == 1
    assert subprocess.run(command(tmp_path), capture_output=True).returncode == 0
    check_complete(tmp_path, serial)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_a_script_writes_what_is_finished(
    tmp_path: Path, number: signal.Signals
) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from nimsweep import scan\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        f"scan({FAMILY_OF_300!r}, 'scan', ThreadPoolExecutor(1), upto={UPTO}, range={RANGE},\n"
        "    save_every=600, progress=lambda state: print(state.done, flush=True))\n"
    )
    with subprocess.Popen(
        [sys.executable, script], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        while not int(process.stdout.readline()) > 0:
            pass
        process.send_signal(number)
        process.communicate(timeout=30)
    assert process.returncode == -number
    assert 0 < len(support.all_rows(tmp_path / "scan")) < 300


FORKED = """
import os, signal, time
from nimsweep.scans.signals import saved_when_ended
ready, running = os.pipe()
with saved_when_ended():
    child = os.fork()
    if child == 0:
        try:
            os.write(running, b"1")
            time.sleep(60)
        finally:
            os._exit(7)
    os.read(ready, 1)  # Python forgets a signal that arrives inside fork
    os.kill(child, signal.SIGTERM)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_sigterm_ends_a_forked_worker_at_once() -> None:
    ended = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True)
    assert (ended.stdout, ended.stderr) == ("-15\n", "")


@pytest.mark.parametrize("delay", [0.02, 0.05, 0.1, 0.2])
def test_ctrl_c_while_workers_start_prints_nothing_of_theirs(tmp_path: Path, delay: float) -> None:
    with subprocess.Popen(
        command(tmp_path), text=True, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        # The first child is multiprocessing's resource tracker, the second a worker.
        while len(psutil.Process(process.pid).children()) < 2:
            assert process.poll() is None
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        _, message = process.communicate(timeout=30)
    assert message == "\nnimsweep.scans: interrupted; the same command resumes\n"
    assert process.returncode == 130


@pytest.fixture
def shards(tmp_path: Path) -> Iterator[list["subprocess.Popen[str]"]]:
    processes = [
        subprocess.Popen(command(tmp_path, "--shard", f"{number}/3"), text=True)
        for number in (1, 2, 3)
    ]
    yield processes
    for process in processes:
        process.kill()
        process.wait()


def test_shards_that_run_at_once(
    tmp_path: Path, serial: list[Row], shards: list["subprocess.Popen[str]"]
) -> None:
    assert [process.wait(timeout=60) for process in shards] == [0, 0, 0]
    check_complete(tmp_path, serial)
