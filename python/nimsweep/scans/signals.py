"""Ctrl-C and SIGTERM: held back while a part is written, and what SIGTERM does to a scan."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

HELD = (signal.SIGINT, signal.SIGTERM)


class Terminated(BaseException):
    """SIGTERM, which ends a scan as Ctrl-C does."""


def raise_at_sigterm() -> None:
    """Lets SIGTERM raise `Terminated` in this process; in those forked from it, it stays deadly."""
    process = os.getpid()

    def terminate(number: int, frame: FrameType | None) -> None:
        if os.getpid() != process:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.raise_signal(signal.SIGTERM)
        raise Terminated

    signal.signal(signal.SIGTERM, terminate)


@contextmanager
def saved_at_sigterm() -> Iterator[None]:
    """SIGTERM inside unwinds the block, and only then ends the process, as it would have.

    A program that handles SIGTERM itself, or ignores it, is left as it is.
    """
    default = signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    if threading.current_thread() is not threading.main_thread() or not default:
        yield
        return
    raise_at_sigterm()
    terminated = False
    try:
        yield
    except Terminated:
        terminated = True
        raise
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if terminated:
            signal.raise_signal(signal.SIGTERM)


@contextmanager
def held_back() -> Iterator[None]:
    """Signals that arrive inside are handled afterwards. In other threads there are none."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        arrived.append(number)

    before: dict[signal.Signals, Any] = {}
    try:
        for number in HELD:
            if callable(signal.getsignal(number)):
                before[number] = signal.signal(number, remember)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for arrival in arrived:
            signal.raise_signal(arrival)
