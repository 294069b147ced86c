"""Finished rows that wait for their part."""

from __future__ import annotations

import time

from nimsweep.scans.folder import Folder
from nimsweep.scans.row import AnyRow
from nimsweep.scans.signals import held_back

ROWS_OF_A_PART = 1000


class Unsaved:
    """Finished rows that are not in a part yet. A part is due by its rows or by the time."""

    def __init__(self, folder: Folder, save_every: float) -> None:
        self._folder = folder
        self._save_every = save_every
        self._rows: dict[int, AnyRow] = {}
        self._saved = time.monotonic()

    def add(self, row: AnyRow) -> None:
        """Keeps a row for the next part."""
        self._rows[row.index] = row

    @property
    def due(self) -> bool:
        """Whether there are rows for a part, or it was long ago that one was written."""
        late = time.monotonic() - self._saved >= self._save_every
        return late or len(self._rows) >= ROWS_OF_A_PART

    def save(self) -> None:
        """Writes the rows as a part. Ctrl-C and SIGTERM wait until it is complete.

        Raises:
            WriteError: if it cannot be written; then the rows are still here.
        """
        with held_back():
            if self._rows:
                self._folder.write(self._rows.values())
                self._rows.clear()
                self._folder.join(everything=False)
            self._saved = time.monotonic()
