"""What a scan is: its family, how far g is computed, and where the maximum is sought."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from nimsweep import Number, Surd, __version__
from nimsweep.errors import InexactError, NimsweepError
from nimsweep.scans.errors import AnotherScanError, ScanError
from nimsweep.scans.family import Family, Item, Rule
from nimsweep.scans.own import Own

FORMAT = 4  # of the folder's files

Manifest: TypeAlias = dict[str, Any]  # what is scanned, as JSON has it


@dataclass(frozen=True)
class Definition:
    """A scan without its results. All lengths are in units of the shortest length of each set.

    Attributes:
        family: the games.
        upto: g is computed on [0, upto], or the values of heaps of at most so many tokens.
        range: the maximum of the gain is sought on [A, B]; None for no maximum.
        digits: decimals of numbers that are not whole.
        own: columns of one's own, or None.
    """

    family: Family
    upto: str
    range: tuple[str, str] | None
    digits: int
    own: Own | None = None

    @staticmethod
    def of(
        family: str | Iterable[Item] | Family,
        upto: Number,
        range: tuple[Number, Number] | None,
        digits: int,
        rule: Rule | None = None,
        own: Own | None = None,
    ) -> Definition:
        """Reads the parts of a definition.

        Raises:
            FamilyError: if the family cannot be read, is empty or has no end.
            ScanError: if the limits are not numbers, or not in order; if a range is given and a
                piece may not lie anywhere (a digit of the rule is not 7), or for octal games.
            InexactError: if one of them is a float.
            ParseError: if a digit of the rule is not 3, 7 or `*`.
        """
        end = _number("upto", upto)
        if end <= 0:
            raise ScanError(f"upto: {end} should be positive")
        ends = None
        if range is not None:
            if not isinstance(range, Sequence) or isinstance(range, str) or len(range) != 2:
                raise ScanError("range: give two numbers, such as (20, 200)")
            first, last = _number("range", range[0]), _number("range", range[1])
            if first > last:
                raise ScanError(f"range: {first} is above {last}; the lower end comes first")
            if first < 1:
                raise ScanError(f"range: {first} is below the shortest length, which is 1 here")
            if last > end:
                raise ScanError(f"range: {last} is above upto, {end}")
            ends = (str(first), str(last))
        if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= 10_000:
            raise ScanError(f"digits: {digits!r} should be a whole number from 0 to 10,000")
        games = Family.of(family, rule)
        if games.octal and not end.is_integer():
            raise ScanError(f"upto: {end} should be a whole number, the tokens of a heap")
        if games.octal and ends is not None:
            raise ScanError("range: an octal game has no gain; give no range")
        if ends is not None and not games.anywhere:
            raise ScanError(
                "range: the gain is defined for pieces that lie anywhere, at a random place; give no "
                f"range with the rule {games.rule or 'of a game'}"
            )
        return Definition(games, str(end), ends, digits, own)

    def manifest(self) -> Manifest:
        """The definition as it stands in a folder; `sets` is None until the games are counted."""
        return {
            "format": FORMAT,
            "games": "octal" if self.family.octal else "squares",
            "family": self.family.text,
            "rule": self.family.rule,
            "sets": self.family.known,
            "digest": self.family.digest(),
            "upto": self.upto,
            "range": list(self.range) if self.range else None,
            "digits": self.digits,
            "labels": dict(self.family.kinds),
            "function": self.own and [self.own.name, self.own.version],
            "columns": self.own and dict(self.own.kinds),
            "version": __version__,
        }


def identity(manifest: Manifest) -> str:
    """What each part of a scan is marked with: the SHA-256 of its manifest.

    The text of the family is for readers, and the number of its games may be found later; the
    digest stands for both.
    """
    of_scan = {key: value for key, value in manifest.items() if key not in ("family", "sets")}
    return hashlib.sha256(json.dumps(of_scan, sort_keys=True).encode()).hexdigest()


def _number(name: str, number: Number) -> Surd:
    try:
        return Surd(number)
    except InexactError:
        raise
    except (NimsweepError, TypeError) as error:
        raise ScanError(f"{name}: {error}") from error


def compare(found: Manifest, wanted: Manifest, where: str, advice: str) -> None:
    """Compares two manifests.

    Raises:
        AnotherScanError: if they are not of one scan, with the first difference.
    """
    # what follows from others says least, so it comes last
    for key in sorted({**wanted, **found}, key=lambda key: key in ("sets", "labels", "columns")):
        both: tuple[object, object] = found.get(key, "missing"), wanted.get(key, "missing")
        if key == "family" or (key == "sets" and None in both):
            continue
        if both[0] != both[1]:
            if key == "digest":
                key, both = "family", (_family_of(found), _family_of(wanted))
                if both[0] == both[1]:
                    both = both[0], f"{both[1]} that differ, or have other labels"
            shown, asked = (json.dumps(one, ensure_ascii=False) for one in both)
            raise AnotherScanError(
                f"{where} has another scan: its {key} is {shown}, not {asked}; {advice}"
            )


def _family_of(manifest: Manifest) -> object:
    return manifest.get("family") or f"an iterable of {manifest.get('sets')} games"
