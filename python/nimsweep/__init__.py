"""Exact answers about combinatorial games."""

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
from nimsweep.scan import scan

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
