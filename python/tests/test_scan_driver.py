"""Jobs that raise, jobs that end their process, jobs that do not stop; and executors that break."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import scan_support as support
from scan_support import BAD, drive, marks

from nimsweep import scan
from nimsweep.errors import InternalError
from nimsweep.scans import LengthSet, ScanError
from nimsweep.scans.driver import Driver
from nimsweep.scans.job import Failed, Job, compute, compute_all
from nimsweep.scans.pools import Pool

driver_module = sys.modules["nimsweep.scans.driver"]


@pytest.fixture
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "marks"
    folder.mkdir()
    monkeypatch.setenv(support.MARKS, str(folder))
    return folder


def test_all_jobs_run_once(tmp_path: Path) -> None:
    rows = drive(tmp_path / "scan", support.good, ThreadPoolExecutor(3), sets=50)
    assert [row.steps for row in rows] == list(range(50))
    assert len(support.all_rows(tmp_path / "scan")) == 50


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (support.raises, "RuntimeError: this job always raises"),
        (support.fails, "OSError: this job always fails"),
    ],
)
def test_a_job_that_fails_three_times_is_a_row_with_its_error(
    tmp_path: Path, marked: Path, function: Any, reason: str
) -> None:
    rows = drive(tmp_path / "scan", function, ThreadPoolExecutor(2))
    assert [row.index for row in rows if row.error] == [BAD]
    assert (rows[BAD].error, rows[BAD].steps) == (reason, None)
    assert marks(marked, BAD) == 3


def test_a_job_that_fails_twice_is_a_row(tmp_path: Path, marked: Path) -> None:
    rows = drive(tmp_path / "scan", support.fails_twice, ThreadPoolExecutor(2))
    assert not any(row.error for row in rows)
    assert marks(marked, BAD) == 3


def test_a_job_that_ends_its_process_is_charged_and_no_other(tmp_path: Path, marked: Path) -> None:
    rows = drive(tmp_path / "scan", support.dies)
    assert [row.index for row in rows] == list(range(8))
    assert [row.index for row in rows if row.error] == [BAD]
    assert "its worker ended" in (rows[BAD].error or "")
    assert marks(marked, BAD) == 4  # once with others, which is not charged, and three times alone


def test_a_broken_pool_is_remade_and_charged_to_nobody(tmp_path: Path, marked: Path) -> None:
    rows = drive(tmp_path / "scan", support.dies_once)
    assert not any(row.error for row in rows)
    assert marks(marked, BAD) == 2
    assert len(support.all_rows(tmp_path / "scan")) == 8


class Leaving:
    """An executor that does not take its fourth call, the last one, while nothing is in flight."""

    made = 0
    _max_workers = 1

    def __init__(self) -> None:
        type(self).made += 1
        self.calls, self.leaves = 0, type(self).made == 1

    def submit(self, function: Any, /, *arguments: Any) -> "Future[Any]":
        self.calls += 1
        if self.leaves and self.calls == 4:
            raise RuntimeError("shut down")
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future


def test_the_last_batch_that_is_refused_goes_out_again(tmp_path: Path) -> None:
    found = scan([[1, n] for n in range(2, 7)], tmp_path, Leaving, upto=9)
    assert (found.missing, len(found), Leaving.made) == (0, 5, 2)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (support.dies_among_many, "its worker ended"),
        (support.exits_among_many, "SystemExit: enough"),
        (support.deaf_among_many, "its process did not stop"),
    ],
)
def test_one_job_of_a_batch_is_to_blame_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: Any, reason: str
) -> None:
    sizes: list[int] = []
    submit = Driver._submit
    monkeypatch.setattr(
        Driver, "_submit", lambda self, jobs, alone: (sizes.append(len(jobs)), submit(self, jobs, alone))
    )
    monkeypatch.setattr(sys.modules["nimsweep.scans.driver"], "GRACE", 0.2)
    limit = 0.4 if "deaf" in function.__name__ else None
    rows = drive(tmp_path / "scan", function, sets=400, time_limit=limit)
    assert max(sizes) > 20  # there are batches
    assert [row.index for row in rows] == list(range(400))  # none is lost, none is there twice
    assert [row.index for row in rows if row.error] == [support.DEADLY]
    assert reason in (rows[support.DEADLY].error or "")
    assert all(row.steps == row.index for row in rows if not row.error)


def test_a_worker_hands_back_what_would_take_long() -> None:
    jobs = [Job(place, LengthSet("1,2", "1,2"), "50", None, 8, (None, None)) for place in range(9)]
    assert len(compute_all(support.quick, jobs, 1)) == 9
    assert len(compute_all(support.slow, jobs, 1)) == 1


def test_a_function_remakes_a_broken_executor(tmp_path: Path, marked: Path) -> None:
    made = []

    def executor() -> ProcessPoolExecutor:
        made.append(ProcessPoolExecutor(2, multiprocessing.get_context("spawn")))
        return made[-1]

    rows = drive(tmp_path / "scan", support.dies_once, executor)
    assert not any(row.error for row in rows)
    assert len(made) >= 2


def test_a_broken_executor_that_was_given_ends_the_scan_but_keeps_rows(
    tmp_path: Path, marked: Path
) -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        with pytest.raises(ScanError, match="give a function that makes executors"):
            drive(tmp_path / "scan", support.dies_once, executor)
    before = support.all_rows(tmp_path / "scan")
    assert 0 < len(before) < 8
    rows = drive(tmp_path / "scan", support.good, ThreadPoolExecutor(1))
    assert [row.index for row in rows] == list(range(8))
    assert len(support.all_rows(tmp_path / "scan")) == 8


def test_a_job_that_does_not_stop_is_ended(
    tmp_path: Path, marked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver_module, "GRACE", 0.5)
    rows = drive(tmp_path / "scan", support.deaf, sets=12, time_limit=0.5)
    assert [row.index for row in rows if row.error] == [BAD]
    assert "did not stop and was ended" in (rows[BAD].error or "")
    assert marks(marked, BAD) == 1
    assert len(support.all_rows(tmp_path / "scan")) == 12


class Counting:
    """An executor of one thread that counts the jobs in flight."""

    _max_workers = 1

    def __init__(self) -> None:
        self.inside = ThreadPoolExecutor(1)
        self.most = self.now = 0
        self.lock = threading.Lock()

    def submit(self, function: Any, /, *arguments: Any) -> "Future[Any]":
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        future = self.inside.submit(function, *arguments)
        future.add_done_callback(self._landed)
        return future

    def _landed(self, future: "Future[Any]") -> None:
        with self.lock:
            self.now -= 1


def test_an_interrupted_pool_marks_no_call_that_was_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its thread, which marks all calls as failed when the processes end, would raise at such a one.
    cancelled: list[Any] = []
    said: list[Any] = []
    monkeypatch.setattr(Future, "cancel", cancelled.append)
    monkeypatch.setattr(threading, "excepthook", said.append)
    monkeypatch.setattr(Pool, "window", 20)
    before = set(threading.enumerate())

    def interrupt(self: Any) -> None:
        for _ in range(3):
            self._done.get()  # now the queue of the worker is full, and other calls wait
        raise KeyboardInterrupt

    monkeypatch.setattr(driver_module.Driver, "_take", interrupt)
    with pytest.raises(KeyboardInterrupt):
        drive(tmp_path / "scan", support.slow, sets=20, workers=1)
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=30)
        assert not thread.is_alive()
    assert cancelled == said == []


def test_ctrl_c_is_not_raised_inside_of_a_future(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It would leave the future's lock locked, and the thread of the pool would wait forever.
    whole: list[bool] = []
    asked, submitted = Future.done, ProcessPoolExecutor.submit

    def done(self: "Future[Any]") -> bool:
        signal.raise_signal(signal.SIGINT)
        whole.append(asked(self))
        return whole[-1]

    def submit(self: Any, *arguments: Any) -> "Future[Any]":
        monkeypatch.setattr(Future, "done", done)
        return submitted(self, *arguments)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    with pytest.raises(KeyboardInterrupt):
        drive(tmp_path / "scan", support.slow, sets=20, workers=1)
    assert whole


def test_jobs_in_flight_are_bounded(tmp_path: Path) -> None:
    executor = Counting()
    assert len(drive(tmp_path / "scan", support.good, executor, sets=200)) == 200
    assert 1 <= executor.most <= 2


class Cancelling(Counting):
    """An executor that loses every third call, and says so as Dask does."""

    class KilledWorker(Exception):
        pass

    def submit(self, function: Any, /, *arguments: Any) -> "Future[Any]":
        self.most += 1
        if self.most % 3:
            return self.inside.submit(function, *arguments)
        future: Future[Any] = Future()
        if self.most % 2:
            future.cancel()
        else:
            future.set_exception(self.KilledWorker("a worker of this call died"))
        return future


def test_lost_calls_are_repeated(tmp_path: Path) -> None:
    rows = drive(tmp_path / "scan", support.good, Cancelling(), sets=30)
    assert [row.index for row in rows] == list(range(30))
    assert not any(row.error for row in rows)


class Broken:
    """An executor that takes nothing."""

    def submit(self, function: Any, /, *arguments: Any) -> "Future[Any]":
        raise multiprocessing.ProcessError("no workers")


class Silent:
    """An executor that returns no future."""

    def submit(self, function: Any, /, *arguments: Any) -> None:
        return None


def test_an_executor_that_raises_ends_the_scan(tmp_path: Path) -> None:
    with pytest.raises(ScanError, match="ProcessError: no workers"):
        drive(tmp_path / "scan", support.good, Broken())
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(ScanError, match="after shutdown"):
        drive(tmp_path / "scan", support.good, executor)
    with pytest.raises(ScanError, match="its submit returned no future, but an object of NoneType"):
        drive(tmp_path / "scan", support.good, Silent())
    with pytest.raises(ScanError, match="no method submit"):
        drive(tmp_path / "scan", support.good, 5)


def test_functions_that_make_no_executor(tmp_path: Path) -> None:
    def raising() -> Any:
        raise RuntimeError("no cluster")

    with pytest.raises(ScanError, match=r"made none that works \(AttributeError: .* no attribute 'submit'"):
        drive(tmp_path / "scan", support.good, lambda: None)
    with pytest.raises(ScanError, match=r"made none that works \(RuntimeError: no cluster"):
        drive(tmp_path / "scan", support.good, raising)
    with pytest.raises(ScanError, match="made none that works .*no workers"):
        drive(tmp_path / "scan", support.good, Broken)
    assert len(drive(tmp_path / "scan", support.good, ThreadPoolExecutor)) == 8  # a class


def test_a_worker_that_is_killed_as_it_starts(tmp_path: Path) -> None:
    made: list[ProcessPoolExecutor] = []

    def executor() -> ProcessPoolExecutor:
        initializer = os.abort if len(made) < 2 else None
        context = multiprocessing.get_context("spawn")
        made.append(ProcessPoolExecutor(1, context, initializer=initializer))
        return made[-1]

    assert len(drive(tmp_path / "scan", support.good, executor)) == 8
    assert len(made) == 3


def test_what_is_not_the_row_of_its_job_is_a_failure(tmp_path: Path) -> None:
    rows = drive(tmp_path / "scan", support.wrong, ThreadPoolExecutor(1))
    assert [row.index for row in rows] == list(range(8))
    assert [row.error is None for row in rows] == [True] + 7 * [False]
    assert "no row of this job, but None" in (rows[BAD].error or "")


def test_a_panic_of_the_engine_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(0, LengthSet("1,2", "1,2"), "50", None, 8, (None, None))

    def raising(error: BaseException) -> Any:
        def game(*_: Any, **__: Any) -> None:
            raise error

        return game

    module = sys.modules["nimsweep.scans.job"]
    monkeypatch.setattr(module, "Game", raising(InternalError("index out of bounds")))
    assert compute(job) == Failed("InternalError: index out of bounds")
    monkeypatch.setattr(module, "Game", raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        compute(job)


class Closing(Counting):
    """An executor whose cluster closes, after which nothing returns."""

    status = "running"

    def __init__(self, returns: int) -> None:
        super().__init__()
        self._client, self.returns = self, returns

    def submit(self, function: Any, /, *arguments: Any) -> "Future[Any]":
        self.returns -= 1
        if self.returns >= 0:
            return super().submit(function, *arguments)
        self.status = "closed"
        return Future()


def test_a_cluster_that_closes_ends_the_scan_but_keeps_rows(tmp_path: Path) -> None:
    with pytest.raises(ScanError, match="its cluster has closed"):
        drive(tmp_path / "scan", support.good, Closing(5))
    assert len(support.all_rows(tmp_path / "scan")) == 5
    left = [4, 100]
    rows = drive(tmp_path / "scan", support.good, lambda: Closing(left.pop(0)))
    assert len(rows) == len(support.all_rows(tmp_path / "scan")) == 8


def test_workers_of_another_version_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ScanError, match="a worker has nimsweep 0.0.0"):
        drive(tmp_path / "scan", support.other_version, ThreadPoolExecutor(1))


def test_a_script_without_a_guard_says_what_is_missing(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from nimsweep import scan\n"
        f"scan('1,sqrt(d) for squarefree d < 6', {str(tmp_path / 'scan')!r}, upto=20, workers=1)\n"
    )
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert "no worker process can start" in ended.stderr.splitlines()[-1]
    assert "__main__" in ended.stderr.splitlines()[-1]


def scans_in_a_pool(folder: str) -> str:
    try:
        return str(scan("1,2", folder, workers=1, upto=20).computed)
    except ScanError as error:
        return str(error)


def test_a_worker_that_may_start_no_process_is_told_what_helps(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (answer,) = pool.map(scans_in_a_pool, [str(tmp_path)])
    assert "a worker of multiprocessing.Pool, which may start none; give an executor" in answer
