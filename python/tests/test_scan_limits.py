"""Limits of time and memory for one set, and sets that have no answer."""

import re
import subprocess
import sys
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from nimsweep import scan
from nimsweep.scans import Progress
from nimsweep.scans.__main__ import main

MONSTER = "1,sqrt2;1,2"  # the first set takes minutes up to this limit, the second a moment
UPTO = 60_000


def test_a_time_limit_makes_a_row_with_an_error(tmp_path: Path) -> None:
    begun = time.monotonic()
    with ThreadPoolExecutor(1) as executor:
        slow, quick = scan(MONSTER, tmp_path, executor, upto=UPTO, time_limit=1.0).rows
    assert time.monotonic() - begun < 20
    assert slow.error == "time limit: stopped after 1 s"
    assert slow.steps is None
    assert 1 <= slow.seconds < 5
    assert quick.error is None and quick.steps is not None


def test_a_scan_without_one_good_row_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.warns(UserWarning, match="each row has an error; that of the first is: the gain") as seen:
        found = scan("1,20;1,30", tmp_path, ThreadPoolExecutor(1), upto=9, range=(5, 9))
    assert found.errors == 2 and [one.filename for one in seen] == [__file__]
    words = ["1,20;1,30", str(tmp_path), "--upto", "9", "--range", "5", "9"]
    assert main(words) == 1
    assert capsys.readouterr().err.startswith("nimsweep.scans: each row has an error; that of")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scan("1,2;1,30", tmp_path / "good", ThreadPoolExecutor(1), upto=9, range=(5, 9))


def test_a_memory_limit_makes_a_row_with_an_error(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"memory_limit": 8 * 2**20, "time_limit": 60}
    found = scan("1,sqrt2", tmp_path, workers=1, upto=200_000, **limits)
    assert found.rows[0].error == "memory limit: stopped at 8,388,608 bytes"


TWO_JOBS = """
import ctypes
from nimsweep.scans.limits import LimitExceeded, Limits

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]

def job():
    limits = Limits(None, 16 * 2**20)
    blocks = []
    try:
        for _ in range(64):  # 64 MiB, in blocks that the allocator keeps when they are free
            blocks += [libc.malloc(1000) for _ in range(1000)]
            for block in blocks[-1000:]:
                ctypes.memset(block, 1, 1000)
            limits()
    except LimitExceeded:
        print("exceeded at", len(blocks) // 1000)
    for block in blocks[:-1]:  # the last one keeps the end of the heap where it is
        libc.free(block)
    Limits(None, 16 * 2**20)()

job()
job()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="malloc_trim is a function of glibc")
def test_memory_of_one_job_is_not_counted_for_the_next(tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", TWO_JOBS], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    first, second = (int(line.split()[-1]) for line in ended.stdout.splitlines())
    assert 12 <= first <= 20 and 12 <= second <= 20


def test_errors_are_kept_or_computed_again(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        assert scan(MONSTER, tmp_path, executor, upto=3000, time_limit=1e-9).errors == 2
        kept = scan(MONSTER, tmp_path, executor, upto=3000)
        assert (kept.errors, kept.computed) == (2, 0)
        again = scan(MONSTER, tmp_path, executor, upto=3000, retry_errors=True)
        assert (again.errors, again.computed, len(again.rows)) == (0, 2, 2)
        assert scan(MONSTER, tmp_path, executor, upto=3000, retry_errors=True).computed == 0


def test_a_gain_that_is_not_defined_is_an_error_of_its_row(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        near, far = scan("1,2;1,10", tmp_path, executor, upto=50, range=(5, 40)).rows
    assert near.error is None
    assert "only for L >= 10" in (far.error or "")
    assert far.steps is not None and far.maximum is None  # the rest is computed


def test_keys_that_would_be_too_large_are_an_error_of_their_row(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        (row,) = scan("1,sqrt2", tmp_path, executor, upto=10**40).rows
    assert row.error


def test_progress_counts_to_the_end(tmp_path: Path) -> None:
    seen: list[Progress] = []
    family = "1,n for 2 <= n < 32"
    with ThreadPoolExecutor(1) as executor:
        scan(family, tmp_path, executor, upto=20, shard="1/2", progress=seen.append)
        assert (seen[-1].done, seen[-1].total, seen[-1].errors) == (15, 15, 0)
        assert [state.done for state in seen] == sorted(state.done for state in seen)
        scan(family, tmp_path, executor, upto=20, progress=seen.append)
    assert (seen[-1].done, seen[-1].total) == (30, 30)



def test_an_exception_of_the_progress_function_ends_the_scan(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        raise RuntimeError("enough")

    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(RuntimeError, match="enough"):
            scan("1,n for 2 <= n < 32", tmp_path, executor, upto=20, progress=stop)
        found = scan("1,n for 2 <= n < 32", tmp_path, executor, upto=20)
    assert 0 < found.computed < 30 and found.missing == 0


def test_progress_is_shown_on_a_terminal_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadPoolExecutor(1) as executor:
        scan("1,2", tmp_path / "a", executor, upto=20)
        assert capsys.readouterr().err == ""
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        scan("1,2", tmp_path / "b", executor, upto=20)
        assert re.search(r"100%.*1/1 .* games/s", capsys.readouterr().err)
        scan("1,20;1,30", tmp_path / "d", executor, upto=9, range=(5, 9))
        assert re.search(r"2/2 .*errors=2", capsys.readouterr().err)
        scan("1,2", tmp_path / "c", executor, upto=20, progress=False)
        assert capsys.readouterr().err == ""
