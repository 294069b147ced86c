"""Ctrl-C, SIGTERM and SIGHUP: held back while a part is written, and how they end a scan."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Terminated(BaseException):
    """A signal other than Ctrl-C ends a scan."""


def raise_when_ended() -> list[signal.Signals]:
    """Lets the signals that would end this process raise `Terminated` with their number.

    In processes forked from it they stay deadly, and where they are ignored, ignored.
    """
    process = os.getpid()

    def terminate(number: int, frame: FrameType | None) -> None:
        if os.getpid() != process:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        raise Terminated(number)

    deadly = [number for number in ENDING if signal.getsignal(number) == signal.SIG_DFL]
    for number in deadly:
        signal.signal(number, terminate)
    return deadly


@contextmanager
def saved_when_ended() -> Iterator[None]:
    """A signal that ends the process first unwinds the block.

    A program that handles such a signal itself, or ignores it, is left as it is.
    """
    is_main = threading.current_thread() is threading.main_thread()
    deadly = raise_when_ended() if is_main else []
    received: list[int] = []
    try:
        yield
    except Terminated as terminated:
        received.extend(terminated.args)
        raise
    finally:
        for number in deadly:
            signal.signal(number, signal.SIG_DFL)
        for ending in received:
            signal.raise_signal(ending)


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
        for number in (signal.SIGINT, *ENDING):
            if callable(signal.getsignal(number)):
                before[number] = signal.signal(number, remember)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for arrival in arrived:
            signal.raise_signal(arrival)
