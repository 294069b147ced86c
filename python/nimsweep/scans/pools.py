"""Where jobs run: processes of our own, or any executor that is given."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import Any, Protocol

from nimsweep.scans.errors import ScanError

WINDOW = 1000  # jobs in flight, if it is not known how many workers an executor has
MOST_WORKERS = 61 if sys.platform == "win32" else 10_000  # processes that Windows can wait for
STARTS = 3  # executors that are made in succession before the first one works


class Executor(Protocol):
    """Any object with `submit`, as in `concurrent.futures`."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Begins a call, and returns its future."""
        ...


class Pool:
    """The executor of a scan: made, broken, remade.

    Attributes:
        own: whether the processes are ours, so that one that does not stop can be ended.
        remakes: whether a broken executor can be made again.
        generation: how many executors there were.
    """

    def __init__(
        self, executor: Executor | Callable[[], Executor] | None, workers: int | None
    ) -> None:
        if executor is not None and workers is not None:
            raise ScanError("workers: an executor brings its own; give one of the two")
        if executor is not None and not (hasattr(executor, "submit") or callable(executor)):
            raise ScanError(f"executor: {executor!r} has no method submit")
        self.own = executor is None
        self.workers = min(workers or os.cpu_count() or 1, MOST_WORKERS)
        # a class makes executors, though it has `submit` itself
        self.remakes = isinstance(executor, type) or not hasattr(executor, "submit")
        self._make: Any = self._processes if self.own else executor
        self._executor: Any = None if self.remakes else executor
        self.generation = 0

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
            BrokenExecutor: if the executor is broken, was shut down, or raises something.
            ScanError: if no worker of a new executor can start, or it is not an executor.
        """
        if self._executor is None:
            self._begin()
        return self._submit(function, *arguments)

    def _submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        try:
            with _interrupts_blocked() if self.own else contextlib.nullcontext():
                future = self._executor.submit(function, *arguments)
        except BrokenExecutor:
            raise
        except Exception as error:
            raise BrokenExecutor(f"{type(error).__name__}: {error}") from error
        if not hasattr(future, "add_done_callback"):
            kind = type(future).__name__
            raise ScanError(f"executor: its submit returned no future, but an object of {kind}")
        return future  # type: ignore[no-any-return]

    def _begin(self) -> None:
        """Makes an executor whose workers start. If they do not, no job is to blame."""
        failed: Exception | None = None
        for _ in range(STARTS):
            try:
                self._executor = self._make()
                self.generation += 1
                self._submit(os.getpid).result()
                return
            except Exception as error:
                self.close(at_once=True)
                failed = error
        if not self.own:
            name = "" if isinstance(failed, BrokenExecutor) else f"{type(failed).__name__}: "
            reason = f"executor: the function made none that works ({name}{failed})"
        elif multiprocessing.current_process().daemon:
            reason = (
                "no worker process can start: this process is a worker of multiprocessing.Pool, "
                "which may start none; give an executor, such as ThreadPoolExecutor(1)"
            )
        else:
            reason = (
                "no worker process can start; a script that scans is a file with its calls "
                "below 'if __name__ == \"__main__\":'"
            )
        raise ScanError(reason) from failed

    @property
    def closed(self) -> bool:
        """Whether the executor can no longer return results: its Dask cluster has closed."""
        client = getattr(self._executor, "_client", None)
        return getattr(client, "status", None) == "closed"

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


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """A process that starts inside begins with Ctrl-C blocked, until it is a worker."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker() -> None:
    """Makes a process a worker: Ctrl-C is for the driver, and without a driver there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def is_lost(error: BaseException | None) -> bool:
    """Whether a job was lost with its worker, so that it may not be to blame.

    Examples are a broken pool, a call that an executor cancelled, and Dask's `KilledWorker`.
    """
    names = {kind.__name__ for kind in type(error).__mro__}
    lost = {"KilledWorker", "FutureCancelledError"}
    return isinstance(error, (BrokenExecutor, CancelledError)) or bool(names & lost)
