"""A moment in which Ctrl-C waits, so that a part is written once and completely."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

HELD = (signal.SIGINT, signal.SIGTERM)


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
