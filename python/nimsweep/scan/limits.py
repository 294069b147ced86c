"""Limits of time and memory for one job, heard through the progress callback of a game."""

from __future__ import annotations

import resource
import sys
import time
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


class Limits:
    """The limits of one job, which begins now. An instance is a progress callback.

    Memory counts for the whole process, less what it held before its first job.
    """

    before: int | None = None  # resident bytes of this process before its first job

    def __init__(self, seconds: float | None, memory: int | None) -> None:
        self.seconds = seconds
        self.memory = memory
        self.begun = time.monotonic()
        if Limits.before is None:
            Limits.before = resident_bytes()

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
        if self.memory is not None and resident_bytes() - (Limits.before or 0) > self.memory:
            raise LimitExceeded(f"memory limit: stopped at {self.memory:,} bytes")
