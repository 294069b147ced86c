"""Certificates of all kinds are accepted by both checkers, and changed ones by neither."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nimsweep import CertificateError, DomainError, Game, OctalGame, Surd, TooLargeError, verify

SECOND_CHECKER = Path(__file__).parents[2] / "data" / "check_certificate.py"


def period_of(game: Game) -> str:
    period = game.period()
    assert period is not None
    return period.certificate()


KINDS: dict[str, tuple[Callable[[], str], str, str]] = {
    "table": (lambda: Game().grundy(30).certificate(), "grundy", "on [0, 30]"),
    "rule": (lambda: Game(rule="3,7").grundy(9).certificate(), "grundy", "by the rule 3,7"),
    "range": (lambda: Game().certificate(2, 10), "range", "at L = 5+2√2"),
    "gain": (lambda: Game().certificate(4), "range", "the gain at L = 4 is 32/21-2√2/7"),
    "moves": (lambda: Game().moves(2, 3).certificate(), "moves", "2 + 3 has the value 1"),
    "period": (lambda: period_of(Game("1")), "period", "g(L + 12) = g(L) for all L >= 71"),
    "subtraction": (lambda: period_of(Game("1,2,4", rule=3)), "period", "g(L + 3) = g(L)"),
    "octal": (lambda: OctalGame("0.77").certificate(), "period", "G(n + 12) = G(n)"),
    "regions": ((SECOND_CHECKER.parent / "regions.cert").read_text, "periods", "make up the share 1 of it"),
    "values": (lambda: OctalGame("0.007").certificate(500), "grundy", "from G(0) to G(500)"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_certificates_of_all_kinds_are_accepted_by_both_checkers(kind: str, tmp_path: Path) -> None:
    make, claim, words = KINDS[kind]
    file = tmp_path / "answer.cert"
    file.write_text(make())
    for given in (file.read_text(), file.read_bytes(), file):
        proven = verify(given)
        assert proven.claim == claim and words in proven.text == str(proven)
    command = [sys.executable, str(SECOND_CHECKER), str(file)]
    second = subprocess.run(command, capture_output=True, text=True, check=False)
    assert second.returncode == 0 and "proven" in second.stdout, second.stderr


def test_what_is_proven_are_the_numbers_that_were_asked_for() -> None:
    game = Game()
    facts = verify(game.certificate(2, 10)).facts
    maximum = game.maximum(2, 10)
    assert (facts["at_exact"], facts["value_exact"]) == (maximum.at, maximum.value)
    assert facts["value"] == maximum.decimal(20) and facts["range"] == (2, 10)
    assert facts["lengths"] == game.lengths and facts["rule"] is None and facts["limit"] == 10
    moves = game.moves("4+sqrt2", 3)
    facts = verify(moves.certificate()).facts
    assert facts["segments"] == (Surd("4+sqrt2"), 3) and facts["grundy"] == moves.value
    assert facts["values"] == moves.values and facts["places"] == len(moves)
    period = Game("1,3").period()
    assert period is not None
    facts = verify(period.certificate()).facts
    assert (facts["period"], facts["from"]) == (period.length, period.start)


def test_a_theorem_takes_the_place_of_steps() -> None:
    for lengths, theorem, length in [("1,5/2", "two lengths", "7/2"), ("2,5,7", "additive", 22)]:
        game = Game(lengths, rule=3)
        period = game.period(1)
        assert period is not None and not game.aperiodic
        assert (period.theorem, period.length, period.start) == (theorem, Surd(length), 0)
        proven = verify(period.certificate())
        assert (proven.claim, proven.facts["theorem"]) == ("period", theorem)
        assert proven.facts["period"] == period.length and proven.facts["lengths"] == game.lengths
    game = Game("1,sqrt5,1+sqrt5", rule=3)
    assert game.aperiodic and game.period() is None and game.g(10**60) in range(4)
    kayles = Game("1")
    period = kayles.period()
    assert period is not None and period.theorem == "period" and not kayles.aperiodic


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_certificate_is_refused(kind: str) -> None:
    lines = KINDS[kind][0]().splitlines()
    stated = ("g ", "from ")
    at = next(at for at, line in enumerate(lines) if line.startswith(stated) and line != "g 0 0 0")
    words = lines[at].split()
    changed = [*lines[:at], " ".join([*words[:-1], str(int(words[-1]) + 1)]), *lines[at + 1 :]]
    with pytest.raises(CertificateError, match=r"line \d+: "):
        verify("\n".join(changed) + "\n")
    with pytest.raises(CertificateError, match=r"line \d+: "):
        verify("\n".join(lines[:-1]) + "\n")


def test_what_has_no_certificate() -> None:
    with pytest.raises(DomainError, match="without `within`"):
        Game("1").moves(10**30, within=(0, 5)).certificate()
    with pytest.raises(CertificateError, match=r"the name of a file is written Path\(name\)"):
        verify("f.cert")
    with pytest.raises(CertificateError, match="line 1: "):
        verify(b"")
    with pytest.raises(TypeError, match="not NoneType"):
        verify(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        verify(7)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        verify(Path("no/such/file"))
    with pytest.raises(TooLargeError):
        Game().certificate("1" * 500 + "/7", "1" * 500)


def test_what_else_is_known_makes_no_difference(tmp_path: Path) -> None:
    for lengths in ("1,sqrt2", "1"):
        game = Game(lengths)
        game.grundy(300)
        assert game.moves(2, 3).certificate() == Game(lengths).moves(2, 3).certificate()
    # line ends of other systems
    file = tmp_path / "answer.cert"
    file.write_bytes(Game().certificate(2, 10).replace("\n", "\r\n").encode())
    assert verify(file) == verify(Game().certificate(2, 10)) and len({verify(file)}) == 1
    assert subprocess.run([sys.executable, str(SECOND_CHECKER), str(file)], check=False).returncode == 0
