"""The exceptions of this package."""

import importlib.util


class NimsweepError(Exception):
    """The base class of all exceptions of this package."""


class InexactError(NimsweepError, TypeError):
    """A float, or another number that is not exact, where an exact one is needed."""


class ParseError(NimsweepError, ValueError):
    """A text that is not a number, not a list of lengths, or not an octal code."""


class DomainError(NimsweepError, ValueError):
    """A number for which the question is not defined."""


class TooLargeError(NimsweepError, ValueError):
    """An answer that needs more memory or larger keys than exist, or would take too long."""


class CertificateError(NimsweepError, ValueError):
    """A certificate that proves nothing, by the first line that is refused."""


class InternalError(NimsweepError, RuntimeError):
    """A fault of this package; please report it, with the call that led to it."""


class IllegalMoveError(NimsweepError, ValueError):
    """A move that the rules do not allow."""


class MissingPackageError(NimsweepError, ImportError):
    """A package that is not installed, with the command that installs it."""


def need(what: str, *packages: str) -> None:
    """Says at once which packages something needs, such as a table of pandas.

    Raises:
        MissingPackageError: if one is not installed.
    """
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if missing:
        names, command = " and ".join(missing), f"pip install {' '.join(missing)}"
        raise MissingPackageError(f"{what} needs {names}: {command}", name=missing[0])
