"""Limits of time and memory for one job, checked by the progress callback of a game."""

from __future__ import annotations

import ctypes
import functools
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

STATM = Path("/proc/self/statm")


class LimitExceeded(BaseException):
    """A job that stops itself. It never leaves the module `job`, which makes a row of it."""


def resident_bytes() -> int:
    """The memory that this process holds now; where only its peak is known, that."""
    try:
        return int(STATM.read_text().split()[1]) * resource.getpagesize()
    except (OSError, IndexError, ValueError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def return_free_memory() -> None:
    """Gives the memory of earlier jobs back to the system, as far as the C library can do it."""
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@functools.cache
def _malloc_trim() -> Callable[[int], int] | None:
    try:
        function: Callable[[int], int] = ctypes.CDLL(None).malloc_trim  # glibc only
    except (OSError, AttributeError):
        return None
    return function


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
            return_free_memory()
            self.before = resident_bytes()

    def elapsed(self) -> float:
        """Seconds since the job began."""
        return time.monotonic() - self.begun

    def __call__(self, share: float | None = None) -> None:
        """Looks at both limits.

        Raises:
            LimitExceeded: if one is exceeded.
        """
        if self.seconds is not None and self.elapsed() > self.seconds:
            raise LimitExceeded(f"time limit: stopped after {self.seconds:g} s")
        if self.memory is not None and resident_bytes() - self.before > self.memory:
            raise LimitExceeded(f"memory limit: stopped at {self.memory:,} bytes")
