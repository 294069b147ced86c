"""How far a scan is: for a terminal, or for a function of the caller."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

WINDOW = 60.0  # seconds over which the rate is taken
EVERY = 0.2  # seconds between two reports


@dataclass(frozen=True)
class Progress:
    """The state of a scan.

    Attributes:
        done: rows that are finished, those of earlier calls included.
        total: games of the family, or of this shard; None until its games are counted.
        errors: finished rows with an error.
        rate: rows per second in the last minute.
        seconds_left: the time for what is left at this rate; None if it is not known.
    """

    done: int
    total: int | None
    errors: int
    rate: float
    seconds_left: float | None

    def __str__(self) -> str:
        of = "" if self.total is None else f" of {self.total:,}"
        text = f"{self.done:,}{of} games"
        if self.rate:
            text += f", {self.rate:.3g} per second"
        if self.seconds_left is not None and self.done != self.total:
            text += f", {duration(self.seconds_left)} left"
        if self.errors:
            text += f", {self.errors:,} with an error"
        return text


def duration(seconds: float) -> str:
    """A time in words that fit a line.

    >>> duration(42), duration(4000), duration(200_000)
    ('42 s', '1 h 6 min', '2 d 7 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    if whole < 86400:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 86400} d {whole % 86400 // 3600} h"


class Reporter:
    """Counts rows, and reports a few times a second."""

    def __init__(
        self, done: int, total: int | None, errors: int, show: Callable[[Progress], object] | None
    ) -> None:
        self.done, self.total, self.errors = done, total, errors
        self._show = show
        self._times = deque([(time.monotonic(), done)])
        self._shown = 0.0

    def count(self, failed: bool) -> None:
        """One more row is finished."""
        self.done += 1
        self.errors += failed
        self.report()

    def report(self, last: bool = False) -> None:
        """Reports, unless that was done a moment ago."""
        now = time.monotonic()
        if self._show is None or (not last and now - self._shown < EVERY):
            return
        self._shown = now
        self._show(self.state(now))
        self._times.append((now, self.done))
        while len(self._times) > 2 and now - self._times[1][0] > WINDOW:
            self._times.popleft()

    def state(self, now: float) -> Progress:
        """The state at a time."""
        begun, before = self._times[0]
        rate = (self.done - before) / (now - begun) if now > begun else 0.0
        left = None
        if self.total is not None and rate > 0:
            left = (self.total - self.done) / rate
        return Progress(self.done, self.total, self.errors, rate, left)


class Terminal:
    """A line on a terminal that is written again and again."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __call__(self, progress: Progress) -> None:
        end = "\n" if progress.done == progress.total else ""
        self._stream.write(f"\r\x1b[K{progress}{end}")
        self._stream.flush()


def shown_on(stream: TextIO | None = None) -> Terminal | None:
    """Progress for the standard error, or another stream, if that is a terminal."""
    stream = stream if stream is not None else sys.stderr
    return Terminal(stream) if stream is not None and stream.isatty() else None
