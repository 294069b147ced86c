"""Columns of one's own: a function of the game, computed by the workers, whose first game fixes the
names and types of the columns."""

from __future__ import annotations

import functools
import hashlib
import inspect
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import FunctionType
from typing import Any, TypeAlias

from nimsweep import Game, OctalGame, Surd
from nimsweep.errors import NimsweepError, need
from nimsweep.scans.cells import Cell, cells, fitted
from nimsweep.scans.errors import ScanError
from nimsweep.scans.row import Kinds

Function: TypeAlias = Callable[[Any], Mapping[str, object]]

PLAIN = bool, int, float, str, Fraction, Surd  # values that are the same wherever they are written


@dataclass(frozen=True)
class Own:
    """A function of the game, and what is known of its columns.

    Attributes:
        name: the name of the function.
        version: what tells it from an older one.
        pickled: the function, for other processes.
        kinds: its columns; none until the first game is computed.
    """

    name: str
    version: str
    pickled: bytes
    kinds: Kinds = ()

    @staticmethod
    def of(function: Function, version: str | None) -> Own:
        """A function with its version.

        Raises:
            ScanError: if it is none, has no version and no source, or cannot be sent to workers.
            MissingPackageError: if cloudpickle is not installed.
        """
        need("a scan with columns of one's own", "cloudpickle")
        import cloudpickle

        if not callable(function):
            raise ScanError(f"columns: give a function of the game, not {type(function).__name__}")
        try:
            pickled = cloudpickle.dumps(function)
        except Exception as error:
            raise ScanError(f"columns: the function cannot be sent to a worker: {error}") from error
        name = str(getattr(function, "__qualname__", type(function).__name__))
        return Own(name, _digest(function) if version is None else version, pickled)

    def cells(self, game: Game | OctalGame, shown: str) -> dict[str, Cell]:
        """The cells of a game.

        Raises:
            ScanError: says which name or value is wrong, and of which game.
        """
        octal = isinstance(game, OctalGame)
        try:
            found = cells(_function(self.pickled)(game), octal)
            if not self.kinds:
                return found
            known = dict(self.kinds)
            for name in known.keys() ^ found.keys():
                what = "is missing" if name in known else "does not occur in the first game"
                raise ScanError(f"{name} {what}; return the same names for each game")
            return {name: fitted(name, found[name], kind) for name, kind in known.items()}
        except NimsweepError as error:
            raise ScanError(f"columns of the game {shown}: {error}") from error
        except Exception as error:
            reason = f"{self.name} raised {type(error).__name__}: {error}"
            raise ScanError(f"columns of the game {shown}: {reason}") from error


@functools.lru_cache(16)
def _function(pickled: bytes) -> Any:
    return pickle.loads(pickled)


def _digest(function: Function) -> str:
    """What a function does: its source, with plain values and functions of the same module that it
    uses. Other values and modules that it uses are not seen."""
    texts: dict[str, str] = {}

    def note(one: Any) -> None:
        try:
            texts[one.__qualname__] = inspect.getsource(one)
            used = inspect.getclosurevars(one)
        except (AttributeError, OSError, TypeError, ValueError):
            raise ScanError(
                "columns: the source of the function is not known; give columns_version, a text that "
                "changes when the function does"
            ) from None
        for name, value in {**used.globals, **used.nonlocals}.items():
            if isinstance(value, PLAIN):
                texts[name] = repr(value)
            elif isinstance(value, FunctionType) and value.__module__ == one.__module__:
                if value.__qualname__ not in texts:
                    note(value)

    note(function)
    return hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()[:16]
