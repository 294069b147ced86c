"""Where jobs run: processes of our own, or any executor that is given."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import Any, Protocol

from nimsweep.scan.errors import ScanError

WINDOW = 1000  # jobs in flight, if it is not known how many workers an executor has


class Executor(Protocol):
    """Whatever has `submit`, as in `concurrent.futures`."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Begins a call, and returns its future."""
        ...


class Pool:
    """The executor of a scan: made, broken, made again.

    Attributes:
        own: whether the processes are ours, so that one that does not stop can be ended.
        remakes: whether a broken executor can be made again.
        generation: how many executors there were.
    """

    def __init__(
        self, executor: Executor | Callable[[], Executor] | None, workers: int | None
    ) -> None:
        self.own = executor is None
        self._executor: Any = None
        self._make: Callable[[], Any] | None = None
        self.generation = 0
        if executor is None:
            self.workers = workers or os.cpu_count() or 1
            self._make = self._processes
        elif workers is not None:
            raise ScanError("workers: an executor brings its own; give one of the two")
        elif hasattr(executor, "submit"):
            self._executor = executor
        elif callable(executor):
            self._make = executor
        else:
            raise ScanError(f"executor: {executor!r} has no method submit")
        self.remakes = self._make is not None

    def _processes(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.workers, multiprocessing.get_context("spawn"), initializer=begin_worker
        )

    @property
    def window(self) -> int:
        """How many jobs are in flight at most: enough that no worker waits, and no more."""
        workers = self.workers if self.own else getattr(self._executor, "_max_workers", None)
        return 2 * workers if isinstance(workers, int) and workers > 0 else WINDOW

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Begins a call, on a new executor if there is none.

        Raises:
            BrokenExecutor: if the executor is broken.
            ScanError: if no worker of a new executor can start.
        """
        if self._executor is None:
            assert self._make is not None
            self._executor = self._make()
            self.generation += 1
            self._check()
        return self._executor.submit(function, *arguments)  # type: ignore[no-any-return]

    def _check(self) -> None:
        """Workers that cannot even start are no fault of a job."""
        try:
            self._executor.submit(os.getpid).result()
        except BrokenExecutor as error:
            self.close(at_once=True)
            raise ScanError(
                "no worker process can start; a script that scans needs its calls below "
                "'if __name__ == \"__main__\":'"
            ) from error

    def discard(self) -> None:
        """Gives up a broken executor; the next `submit` makes another."""
        if self.remakes:
            self.close(at_once=True)

    def kill(self) -> None:
        """Ends the processes of our own pool, whose calls are then broken."""
        # ProcessPoolExecutor has a public method for this only since Python 3.14.
        for process in list((getattr(self._executor, "_processes", None) or {}).values()):
            with contextlib.suppress(OSError, ValueError):
                process.kill()

    def close(self, at_once: bool = False) -> None:
        """Ends what this pool has made. An executor that was given stays open."""
        if self._executor is None or not self.remakes:
            return
        if self.own and at_once:
            self.kill()
        executor, self._executor = self._executor, None
        if hasattr(executor, "shutdown"):
            executor.shutdown(wait=not at_once)


def begin_worker() -> None:
    """Makes a process a worker: Ctrl-C is for the driver, and without a driver there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def is_lost(error: BaseException) -> bool:
    """Whether a job was lost with its worker, so that it may be without fault.

    Such are a broken pool, a call that an executor cancelled, and Dask's `KilledWorker`.
    """
    names = {kind.__name__ for kind in type(error).__mro__}
    lost = {"KilledWorker", "FutureCancelledError"}
    return isinstance(error, (BrokenExecutor, CancelledError)) or bool(names & lost)
