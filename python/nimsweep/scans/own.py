"""Columns of one's own: a function of the game, computed by the workers, whose first game fixes the
names and types of the columns."""

from __future__ import annotations

import dis
import functools
import hashlib
import inspect
import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import CodeType, FunctionType, MethodType
from typing import Any, TypeAlias

import numpy

from nimsweep import Game, OctalGame, Surd
from nimsweep.errors import NimsweepError, need
from nimsweep.scans.cells import Cell, cells, fitted
from nimsweep.scans.errors import ScanError
from nimsweep.scans.row import Kinds

Function: TypeAlias = Callable[[Any], Mapping[str, object]]

# values that are the same wherever they are written
PLAIN = bool, int, float, complex, str, bytes, Decimal, Fraction, Surd, Game, OctalGame, numpy.generic


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
            ScanError: if it is none, has no version and no code, or cannot be sent to workers.
            MissingPackageError: if cloudpickle is not installed.
        """
        need("a scan with columns of one's own", "cloudpickle")
        import cloudpickle  # type: ignore[import-untyped]

        if not callable(function):
            raise ScanError(f"columns: give a function of the game, not {type(function).__name__}")
        module = sys.modules.get(function.__module__) if isinstance(function, FunctionType) else None
        try:
            if module is not None:  # by value: a worker that is older than an edit has it as it was
                cloudpickle.register_pickle_by_value(module)
            pickled = cloudpickle.dumps(function)
        except Exception as error:
            raise ScanError(f"columns: the function cannot be sent to a worker: {error}") from error
        finally:
            if module is not None:
                cloudpickle.unregister_pickle_by_value(module)
        name = str(getattr(function, "__qualname__", type(function).__name__))
        return Own(name, _digest(function) if version is None else str(version), pickled)

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


def _digest(function: Any) -> str:
    """What a function does: its code, with all that it uses of its own module, and plain values; other
    modules by their names.

    Raises:
        ScanError: if it uses something else, which may change unseen.
    """
    seen: set[object] = set()

    def told(value: Any, name: str) -> object:
        if value is None or isinstance(value, PLAIN):
            return repr(value)
        if isinstance(value, tuple | list):
            return [told(one, name) for one in value]
        if isinstance(value, set | frozenset):
            return sorted(str(told(one, name)) for one in value)
        if isinstance(value, dict):
            return [told(pair, name) for pair in value.items()]
        if isinstance(value, CodeType):
            return value.co_code.hex(), value.co_names, told(value.co_consts, name)
        if isinstance(value, functools.partial):
            return told((value.func, value.args, value.keywords), name)
        if isinstance(value, classmethod | staticmethod | MethodType):
            return told((value.__func__, getattr(value, "__self__", None)), name)
        if isinstance(value, property):
            return told((value.fget, value.fset), name)
        path = [getattr(value, part, None) for part in ("__module__", "__qualname__", "__name__")]
        if any(path[1:]) and (path[0] != home or value in seen):
            return path
        if isinstance(value, FunctionType):
            seen.add(value)
            scope = {**value.__globals__, **inspect.getclosurevars(value).nonlocals}
            used = [(one, told(scope[one], one)) for one in sorted(_used(value.__code__)) if one in scope]
            return told((value.__code__, value.__defaults__, value.__kwdefaults__), name), used
        if isinstance(value, type):
            seen.add(value)
            own = sorted(vars(value).items())
            return [(one, told(held, one)) for one, held in own if not one.startswith("__")]
        if hasattr(value, "__wrapped__"):
            return told(value.__wrapped__, name)  # a cache
        kind = type(value).__name__
        raise ScanError(
            f"columns: whether {name}, of the type {kind}, changes is not known; give columns_version, a "
            "text that changes when the function does"
        )

    inner = function
    while isinstance(inner, functools.partial):
        inner = inner.func
    home = getattr(inner, "__module__", None)
    found = told(function, "the function")
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]


def _used(code: CodeType) -> set[str]:
    """The names of what code uses from outside."""
    loads = (one for one in dis.get_instructions(code) if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    inner = (_used(one) for one in code.co_consts if isinstance(one, CodeType))
    return {str(one.argval) for one in loads}.union(code.co_freevars, *inner)
