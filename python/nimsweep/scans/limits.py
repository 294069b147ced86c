"""Limits of time and memory for one job, checked by the progress callback of a game."""

from __future__ import annotations

import ctypes
import functools
import mmap
import time
from collections.abc import Callable
from pathlib import Path

from nimsweep.scans.errors import ScanError

STATM = Path("/proc/self/statm")


class LimitExceeded(BaseException):
    """A job that stops itself. It never leaves the module `job`, which makes a row of it."""


def resident_bytes() -> int:
    """The memory that this process holds now: of Linux itself, elsewhere of psutil.

    Raises:
        ScanError: if neither knows it.
    """
    try:
        return int(STATM.read_text().split()[1]) * mmap.PAGESIZE
    except (OSError, IndexError, ValueError):
        pass
    try:
        import psutil  # type: ignore[import-untyped]
    except ImportError:
        needed = "a memory limit needs psutil on this system: pip install psutil"
        raise ScanError(f"memory_limit: {needed}") from None
    held: int = psutil.Process().memory_info().rss
    return held


@functools.cache
def _malloc_trim() -> Callable[[int], object]:
    """Gives the memory of earlier jobs back to the system, as far as the C library can do it."""
    try:
        return ctypes.CDLL(None).malloc_trim  # glibc only
    except (OSError, AttributeError, TypeError):  # Windows has no library without a name
        return lambda pad: None


class Limits:
    """The limits of one job, which begins now. An instance is a progress callback.

    Memory counts for the whole process, less what it held when the job began. An allocator keeps
    what earlier jobs have freed; that is returned first, or this job would use it uncounted.
    """

    def __init__(self, seconds: float | None, memory: int | None) -> None:
        self.seconds = seconds
        self.memory = memory
        self.begun = time.monotonic()
        self.before = 0
        if memory is not None:
            _malloc_trim()(0)
            self.before = resident_bytes()

    def elapsed(self) -> float:
        """Seconds since the job began."""
        return max(time.monotonic() - self.begun, 0.0)

    def __call__(self, share: float | None = None) -> None:
        """Looks at both limits.

        Raises:
            LimitExceeded: if one is exceeded.
        """
        if self.seconds is not None and self.elapsed() > self.seconds:
            raise LimitExceeded(f"time limit: stopped after {self.seconds:g} s")
        if self.memory is not None and resident_bytes() - self.before > self.memory:
            raise LimitExceeded(f"memory limit: stopped at {self.memory:,} bytes")
