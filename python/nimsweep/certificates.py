"""Certificates: answers with all that proves them, checked by the definition of the game."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, final

from nimsweep._engine import verify_certificate
from nimsweep.errors import CertificateError


@final
@dataclass(frozen=True, slots=True, repr=False)
class Proven:
    """What a certificate proves.

    Attributes:
        claim: what is proven beyond the values: "grundy" for nothing, or "range", "moves", "period",
            "periods" of a region, "aperiodic".
        facts: the numbers that are proven, by the names that `nimsweep verify --json` gives them: of
            the squares `lengths`, `rule`, `limit` and `steps`, or `theorem` in place of the last two
            if a theorem gives g; of an octal game `octal` and `limit`;
            with a range also `range`, `at` and `value` as decimals, `at_exact` and `value_exact` if
            they are proven; with moves `segments`, `values`, `grundy` and `places`, the number of
            intervals; with a period `period` and `from`; with periods `cells`, how many there are,
            and their `share` of the region in decimals, where `lengths` are forms in x and y.
        text: the same in words.
    """

    claim: Literal["grundy", "range", "moves", "period", "periods", "aperiodic"]
    facts: dict[str, Any] = field(hash=False)
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
        CertificateError: if a line is refused, or the text is not a certificate.
        TooLargeError: if its numbers are larger than this verifier calculates with.

    >>> from nimsweep import Game, verify
    >>> print(verify(Game().certificate(2, 10)))
    proven: with pieces of the lengths 1, √2, g has the stated values, in 12 steps on [0, 10]
    proven: on [2, 10] the gain is greatest at L = 5+2√2, where it is 50/23+29√2/92 ≈ 2.61969775335673648277
    >>> verify(Game().certificate(2, 10)).facts["value_exact"]
    Surd('(200+29*sqrt(2))/92')
    """
    if isinstance(certificate, os.PathLike):
        certificate = Path(certificate).read_bytes()
    if isinstance(certificate, str):
        if "\n" not in certificate:
            raise CertificateError(
                f"{certificate[:80]!r} is not a certificate, which has several lines; the name of a "
                "file is written Path(name)"
            )
        certificate = certificate.encode(errors="replace")
    if not isinstance(certificate, bytes):
        kind = type(certificate).__name__
        raise TypeError(f"a certificate is a text, bytes or a path, not {kind}")
    proven, facts = verify_certificate(certificate)
    return Proven(facts.pop("claim"), facts, proven)
