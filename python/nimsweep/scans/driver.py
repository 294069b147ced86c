"""The loop of a scan: keeps an executor busy, tries again what failed, and saves what is finished.

Jobs go out in batches, each of about half a moment. A worker that has had a moment returns what it
has, and the other jobs of its batch go out again.

Which job is to blame? One that raises an exception is. If the executor breaks, any job in flight
may be, so none is charged; they run once more, each alone, and one that breaks the executor when
it is alone is charged. After `ATTEMPTS` failures the row has the error.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass
from typing import Any

from nimsweep import __version__
from nimsweep.scans.errors import ScanError
from nimsweep.scans.folder import Folder
from nimsweep.scans.job import MOMENT, Failed, Job, checked, compute, compute_all, misfit, reason_of
from nimsweep.scans.pools import Pool, is_lost
from nimsweep.scans.progress import Reporter
from nimsweep.scans.row import AnyRow
from nimsweep.scans.signals import held_back
from nimsweep.scans.texts import whole_text

ATTEMPTS = 3
ROWS_OF_A_PART = 1000
POLL = 0.2  # seconds
IDLE = 0.02  # seconds without a result, after which there is time for other things
MOST_IN_A_BATCH = 200
GRACE = 60.0  # seconds that a job may exceed twice its limit before its process is ended


@dataclass
class Flight:
    """Jobs that are with the executor.

    Attributes:
        jobs: the jobs.
        alone: whether it is one job, and nothing else is in flight.
        generation: the executor that has it.
        begun: when a worker had them for sure; None before.
    """

    jobs: tuple[Job, ...]
    alone: bool
    generation: int
    begun: float | None = None


class Driver:
    """Runs jobs on a pool and writes their rows to a folder.

    Args:
        pool: where the jobs run.
        folder: where the rows go.
        reporter: what counts them.
        save_every: seconds between two parts.
        function: what a worker does with a job.
        ahead: what there is to do while no result comes, in small steps.
    """

    def __init__(
        self,
        pool: Pool,
        folder: Folder,
        reporter: Reporter,
        save_every: float,
        function: Callable[[Job], AnyRow | Failed] = compute,
        ahead: Iterator[object] = iter(()),
    ) -> None:
        self.pool = pool
        self.reporter = reporter
        self.function = function
        self._ahead = ahead
        self._folder = folder
        self._save_every = save_every
        self._unsaved: dict[int, AnyRow] = {}  # finished rows that are not in a part yet
        self._saved = time.monotonic()
        self._flights: dict[Future[Any], Flight] = {}
        self._done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self._again: deque[Job] = deque()
        self._alone: deque[Job] = deque()
        self._failures: dict[int, int] = {}
        self._submissions = 0
        self._size = 1  # jobs of the next batch
        self._more = True  # whether there may be jobs that were not submitted
        self._refused = 0  # jobs in succession that the executor did not take
        self._ended: set[int] = set()  # generations whose processes we ended

    def run(self, jobs: Iterator[Job | None]) -> None:
        """Runs all jobs, of which None is a pause. Finished rows are written even if this ends early.

        Raises:
            ScanError: if the executor is broken and cannot be made again.
            WriteError: if a part cannot be written.
        """
        try:
            with held_back():
                busy = self._fill(jobs)
            while busy:
                self._take()
                busy = self._go_on(jobs)
        except BaseException:
            try:
                with held_back():
                    self._collect()
                    self._save()
            finally:
                self.pool.close(at_once=True)
            raise
        self._save()
        self.pool.close()
        self.reporter.report(last=True)

    def _go_on(self, jobs: Iterator[Job | None]) -> bool:
        """All that is done between two waits; false at the end.

        Signals are held back: Ctrl-C inside of a future's lock would leave it locked forever.
        """
        with held_back():
            self._end_overdue()
            self._look_at_cluster()
            self.reporter.report()
            late = time.monotonic() - self._saved >= self._save_every
            if late or len(self._unsaved) >= ROWS_OF_A_PART:
                self._save()
            return self._fill(jobs)

    # Jobs go out.

    def _fill(self, jobs: Iterator[Job | None]) -> bool:
        """Submits jobs while there is place; false if nothing is left to do."""
        while not self._is_one_alone():
            if self._alone:
                if self._flights:
                    break  # until these have come back
                self._submit((self._alone.popleft(),), alone=True)
            elif self._flights and len(self._flights) >= self.pool.window:
                break
            else:
                batch, more = self._batch(jobs)
                if batch:
                    self._submit(batch, alone=False)
                if not more:
                    break
        return bool(self._flights or self._again or self._alone) or self._more

    def _batch(self, jobs: Iterator[Job | None]) -> tuple[tuple[Job, ...], bool]:
        """The next jobs, and whether there are more now: not at a pause, nor at the end."""
        self._more = True
        batch: list[Job] = []
        while len(batch) < self._size:
            try:
                job = self._again.popleft() if self._again else next(jobs)
            except StopIteration:
                self._more = False
                job = None
            if job is None:
                return tuple(batch), False
            batch.append(job)
        return tuple(batch), True

    def _is_one_alone(self) -> bool:
        return len(self._flights) == 1 and next(iter(self._flights.values())).alone

    def _submit(self, jobs: tuple[Job, ...], alone: bool) -> None:
        try:
            self._submissions += 1
            future = self.pool.submit(compute_all, self.function, jobs, self._submissions)
        except BrokenExecutor as error:
            # What broke it is in flight, if anything is, and comes back as lost.
            self._refused += 1
            if self._refused > ATTEMPTS:
                raise ScanError(f"the executor takes no jobs ({_first_line(error)})") from error
            self._replace_pool(error)
            (self._alone if alone else self._again).extendleft(reversed(jobs))
            return
        self._refused = 0
        self._flights[future] = Flight(jobs, alone, self.pool.generation)
        future.add_done_callback(self._done.put)

    def _look_at_cluster(self) -> None:
        """Futures of a Dask cluster that has closed may never be done; so none is waited for."""
        if not self._flights or not self.pool.closed:
            return
        error = BrokenExecutor("its cluster has closed")
        self._replace_pool(error)
        for future, flight in list(self._flights.items()):
            if not future.done():
                del self._flights[future]
                self._lost(flight, error)

    def _replace_pool(self, error: BaseException) -> None:
        if not self.pool.remakes:
            raise ScanError(
                f"the executor is broken ({error}); call again with a new one, or give a function "
                "that makes executors"
            ) from error
        self.pool.close(at_once=True)

    # Results come in.

    def _take(self) -> None:
        """Waits a moment for results and handles all that have come."""
        with contextlib.suppress(queue.Empty):
            # a signal ends the scan here: a result that it drops is collected later
            future = self._next_result()
            with held_back():
                while True:
                    self._land(future)
                    future = self._done.get_nowait()

    def _next_result(self) -> Future[Any]:
        """Waits for a result, at most for `POLL` seconds.

        Raises:
            queue.Empty: if none has come.
        """
        until = time.monotonic() + (POLL if self._flights else 0.0)
        if self._flights:
            with contextlib.suppress(queue.Empty):
                return self._done.get(timeout=IDLE)
        while self._done.empty() and time.monotonic() < until:
            if next(self._ahead, self) is self:
                break
        return self._done.get(timeout=min(max(until - time.monotonic(), 0.0), POLL))

    def _land(self, future: Future[Any]) -> None:
        flight = self._flights.pop(future, None)
        if flight is None:
            return
        error = None if future.cancelled() else future.exception()
        if isinstance(error, BrokenExecutor) and flight.generation == self.pool.generation:
            self._replace_pool(error)
        if future.cancelled() or is_lost(error):
            self._lost(flight, error)
        elif error is not None:
            self._unlanded(flight, reason_of(error), is_to_blame=True)
        else:
            self._finished(flight, future.result())

    def _lost(self, flight: Flight, error: BaseException | None) -> None:
        if flight.generation in self._ended:
            self._again.extend(flight.jobs)
        else:
            reason = f"its worker ended ({_first_line(error)})"
            self._unlanded(flight, reason, is_to_blame=flight.alone)

    def _unlanded(self, flight: Flight, reason: str, is_to_blame: bool) -> None:
        """One job is to blame, if it can only be that; else each of the jobs runs alone."""
        if is_to_blame and len(flight.jobs) == 1:
            self._failed(flight.jobs[0], reason, flight.alone)
        else:
            self._alone.extend(flight.jobs)

    def _failed(self, job: Job, reason: str, alone: bool) -> None:
        failures = self._failures[job.index] = self._failures.get(job.index, 0) + 1
        if failures >= ATTEMPTS:
            self._error_row(job, reason)
        else:
            (self._alone if alone else self._again).append(job)

    def _error_row(self, job: Job, reason: str, seconds: float = 0.0) -> None:
        row = job.row()
        row.seconds, row.error = seconds, whole_text(reason)
        self._keep(row)

    def _finished(self, flight: Flight, returned: object) -> None:
        if not isinstance(returned, list) or not 0 < len(returned) <= len(flight.jobs):
            self._unlanded(flight, misfit(returned), is_to_blame=True)
            return
        seconds = 0.0
        for job, one in zip(flight.jobs, returned):
            result = checked(one, job)
            if isinstance(result, Failed):
                self._failed(job, result.reason, alone=flight.alone)
            elif result.version != __version__:
                raise ScanError(f"a worker has nimsweep {result.version}, the driver {__version__}")
            else:
                self._failures.pop(job.index, None)
                self._keep(result)
                seconds += result.seconds
        self._again.extendleft(reversed(flight.jobs[len(returned) :]))
        fitting = int(MOMENT / 2 / max(seconds / len(returned), 1e-6))
        self._size = max(1, min(fitting, 2 * self._size, MOST_IN_A_BATCH))

    def _keep(self, row: AnyRow) -> None:
        self._unsaved[row.index] = row
        self.reporter.count(row.error is not None)

    def _save(self) -> None:
        """Writes the rows as a part."""
        with held_back():
            if self._unsaved:
                self._folder.write(self._unsaved.values())
                self._unsaved.clear()
                self._folder.join(everything=False)
            self._saved = time.monotonic()

    def _collect(self) -> None:
        """Takes the rows of all futures that are finished now, and cancels the others.

        Those of a pool of our own end with its processes: a pool whose processes end marks each
        of its futures as failed, and marking one that is cancelled is an error in its thread.
        """
        for future, flight in list(self._flights.items()):
            cancelled = not self.pool.own and future.cancel()
            if cancelled or not future.done() or future.cancelled() or future.exception() is not None:
                continue
            returned = future.result()
            for job, one in zip(flight.jobs, returned if isinstance(returned, list) else []):
                result = checked(one, job)
                if not isinstance(result, Failed) and result.version == __version__:
                    self._unsaved[result.index] = result

    # Jobs that do not stop.

    def _end_overdue(self) -> None:
        """Ends the processes of our own pool if a job is far beyond its time limit.

        A pool begins jobs in the order in which they were submitted. So the first unfinished ones,
        as many as there are workers, have begun for sure.
        """
        if not self.pool.own:
            return
        now = time.monotonic()
        overdue = []
        unfinished = [future for future in self._flights if not future.done()]
        for future in unfinished[: self.pool.workers]:
            flight = self._flights[future]
            flight.begun = now if flight.begun is None else flight.begun
            limit, _ = flight.jobs[0].limits
            if limit is not None and now - flight.begun > 2 * limit + GRACE:
                overdue.append((future, now - flight.begun))
        if not overdue or self.pool.generation in self._ended:
            return
        self._ended.add(self.pool.generation)
        for future, seconds in overdue:
            first, *others = self._flights.pop(future).jobs  # they do not land any more
            if others:
                self._alone.extend((first, *others))
                continue
            reason = f"time limit: its process did not stop and was ended after {seconds:.0f} s"
            self._error_row(first, reason, seconds)
        self.pool.kill()


def _first_line(error: BaseException | None) -> str:
    text = str(error).strip() if error is not None else "cancelled"
    return text.splitlines()[0] if text else type(error).__name__
