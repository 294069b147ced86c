"""Certificates: answers with all that proves them, checked by the definition of the game."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, final

from nimsweep._engine import verify_certificate


@final
@dataclass(frozen=True, slots=True, repr=False)
class Proven:
    """What a certificate proves.

    Attributes:
        claim: what is proven beyond the values: "grundy" for nothing, or "range", "moves", "period".
        facts: the numbers that are proven, by the names that `nimsweep verify --json` gives them.
        text: the same in words.
    """

    claim: Literal["grundy", "range", "moves", "period"]
    facts: dict[str, Any]
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Proven: {self.claim}>"


def verify(certificate: str | bytes | os.PathLike[str]) -> Proven:
    """Proves what a certificate claims, from the definition of the game; nothing of the sweep that
    found the answer is used.

    Args:
        certificate: its text, such as `Game.certificate` returns, or the path of its file. A name
            of a file that is a text is written `Path("f.cert")`.

    Raises:
        CertificateError: if a line is refused, or the text is no certificate.
        TooLargeError: if its numbers are larger than this verifier calculates with.

    >>> from nimsweep import Game, verify
    >>> print(verify(Game().certificate(2, 10)))
    proven: with pieces of the lengths 1, sqrt(2), g has the values that are stated, in 12 steps on [0, 10]
    proven: on [2, 10] the gain is greatest at L = 5+2*sqrt(2), where it is (200+29*sqrt(2))/92 = 2.61969775335673648277
    >>> verify(Game().certificate(2, 10)).facts["value_exact"]
    Surd('(200+29*sqrt(2))/92')
    """
    if isinstance(certificate, os.PathLike):
        certificate = Path(certificate).read_bytes()
    text = certificate.encode() if isinstance(certificate, str) else certificate
    proven, facts = verify_certificate(text)
    return Proven(facts.pop("claim"), facts, proven)
