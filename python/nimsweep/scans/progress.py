"""How far a scan is: for a terminal, or for a function of the caller."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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


class Bar:
    """One bar of tqdm, on a terminal or in a notebook."""

    def __init__(self) -> None:
        self._bar: Any = None

    def __call__(self, progress: Progress) -> None:
        if self._bar is None:
            widgets = not sys.stderr.isatty() and importlib.util.find_spec("ipywidgets")
            tqdm = importlib.import_module("tqdm.auto" if widgets else "tqdm.std").tqdm
            self._bar = tqdm(initial=progress.done, total=progress.total, unit=" games")
        self._bar.total = progress.total
        self._bar.update(progress.done - self._bar.n)
        if progress.errors:
            self._bar.set_postfix(errors=progress.errors)
        if progress.done == progress.total:
            self._bar.close()


def usual() -> Bar | None:
    """A bar if somebody may see one: on a terminal, or in the kernel of a notebook; and if there is
    tqdm."""
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    seen = getattr(shell, "kernel", None) is not None or (sys.stderr and sys.stderr.isatty())
    return Bar() if seen and importlib.util.find_spec("tqdm") else None
