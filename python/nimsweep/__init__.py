"""Exact answers about combinatorial games."""

from typing import TYPE_CHECKING

from nimsweep import coins, halving, stones
from nimsweep._engine import (
    Algebraic,
    Gain,
    GainPiece,
    GainPieces,
    Game,
    GrundyTable,
    Interval,
    Maximum,
    Move,
    Moves,
    OctalGame,
    Period,
    Surd,
    Turn,
    __version__,
)
from nimsweep.errors import (
    DomainError,
    FieldError,
    IllegalMoveError,
    InexactError,
    InternalError,
    NimsweepError,
    ParseError,
    TooLargeError,
)
from nimsweep.number import Number

if TYPE_CHECKING:
    from nimsweep.scans import scan

__all__ = [
    "Algebraic",
    "DomainError",
    "FieldError",
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
    "Move",
    "Moves",
    "NimsweepError",
    "Number",
    "OctalGame",
    "ParseError",
    "Period",
    "Surd",
    "TooLargeError",
    "Turn",
    "__version__",
    "coins",
    "halving",
    "scan",
    "stones",
]


def __getattr__(name: str) -> object:
    # scans need files, locks and processes, which nothing else here does
    if name == "scan":
        from nimsweep.scans import scan

        return scan
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
