"""Exact answers about combinatorial games."""

from nimsweep._engine import __version__
from nimsweep.errors import (
    DomainError,
    FieldError,
    IllegalMoveError,
    InexactError,
    NimsweepError,
    ParseError,
    TooLargeError,
)
from nimsweep.scan import scan

__all__ = [
    "DomainError",
    "FieldError",
    "IllegalMoveError",
    "InexactError",
    "NimsweepError",
    "ParseError",
    "TooLargeError",
    "__version__",
    "scan",
]
