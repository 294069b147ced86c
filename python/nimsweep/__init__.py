"""Exact answers about combinatorial games."""

import importlib
from typing import TYPE_CHECKING

from nimsweep import coins, halving, stones
from nimsweep._engine import Algebraic, Surd, __version__
from nimsweep.certificates import Proven, verify
from nimsweep.errors import (
    CertificateError,
    DomainError,
    IllegalMoveError,
    InexactError,
    InternalError,
    MissingPackageError,
    NimsweepError,
    ParseError,
    TooLargeError,
)
from nimsweep.gain import Chance, Gain, GainPiece, GainPieces, Maximum, Term
from nimsweep.game import Game
from nimsweep.moves import Interval, Move, MoveOption, Moves, Turn, Winning
from nimsweep.number import Number
from nimsweep.octal import OctalGame, OctalMove, OctalPeriod, RareValues
from nimsweep.puzzles import Puzzle, puzzle
from nimsweep.table import GrundyTable, Period, Step

if TYPE_CHECKING:
    from nimsweep import scans
    from nimsweep.scans import scan

__all__ = [
    "Algebraic",
    "CertificateError",
    "Chance",
    "DomainError",
    "Gain",
    "GainPiece",
    "GainPieces",
    "Game",
    "GrundyTable",
    "IllegalMoveError",
    "InexactError",
    "InternalError",
    "Interval",
    "Maximum",
    "MissingPackageError",
    "Move",
    "MoveOption",
    "Moves",
    "NimsweepError",
    "Number",
    "OctalGame",
    "OctalMove",
    "OctalPeriod",
    "ParseError",
    "Period",
    "Proven",
    "Puzzle",
    "RareValues",
    "Step",
    "Surd",
    "Term",
    "TooLargeError",
    "Turn",
    "Winning",
    "__version__",
    "coins",
    "halving",
    "puzzle",
    "scan",
    "scans",
    "stones",
    "verify",
]


def __getattr__(name: str) -> object:
    # scans need files, locks and processes, which nothing else here does
    if name in ("scan", "scans"):
        scans = importlib.import_module("nimsweep.scans")
        return scans if name == "scans" else scans.scan
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
