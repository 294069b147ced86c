"""How far a scan is: for a terminal, or for a function of the caller."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

EVERY = 0.2  # seconds between two reports


@dataclass(frozen=True)
class Progress:
    """The state of a scan.

    Attributes:
        done: rows that are finished, those of earlier calls included.
        total: games of the family, or of this shard; None until its games are counted.
        errors: finished rows with an error.
    """

    done: int
    total: int | None
    errors: int


class Reporter:
    """Counts rows, and reports a few times a second."""

    def __init__(
        self, done: int, total: int | None, errors: int, show: Callable[[Progress], object] | None
    ) -> None:
        self.done, self.total, self.errors = done, total, errors
        self._show = show
        self._shown = 0.0

    def count(self, failed: bool) -> None:
        """One more row is finished."""
        self.done += 1
        self.errors += failed

    def report(self, last: bool = False) -> None:
        """Reports, unless that was done a moment ago."""
        now = time.monotonic()
        if self._show is not None and (last or now - self._shown >= EVERY):
            self._shown = now
            self._show(Progress(self.done, self.total, self.errors))


class Bar:
    """One bar of tqdm, on a terminal or in a notebook."""

    def __init__(self) -> None:
        self._bar: Any = None

    def __call__(self, progress: Progress) -> None:
        if self._bar is None:
            # a widget would not show its end in a notebook that is kept
            from tqdm import tqdm  # type: ignore[import-untyped]

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
