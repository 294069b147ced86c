"""The exceptions of this package."""


class NimsweepError(Exception):
    """What every exception of this package is."""


class InexactError(NimsweepError, TypeError):
    """A float, or another number that is not exact, where an exact one is needed."""


class ParseError(NimsweepError, ValueError):
    """A text that is no number or no list of lengths."""


class DomainError(NimsweepError, ValueError):
    """A number outside of what the question is defined for."""


class FieldError(DomainError):
    """Numbers with two different roots, whose sum or product is no p + q√d."""


class TooLargeError(NimsweepError, ValueError):
    """An answer that needs more memory or larger keys than there are, or would take too long."""


class IllegalMoveError(NimsweepError, ValueError):
    """A move that the rules do not allow."""
