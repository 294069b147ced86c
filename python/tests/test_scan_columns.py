"""Labels of games, and columns of one's own."""

import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pytest

from nimsweep import Game, OctalGame, Surd, scan
from nimsweep.scans import AnotherScanError, Family, FamilyError, ScanError, merge


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


# Labels.


def ratios() -> Iterator[dict[str, Any]]:
    for q in range(1, 5):
        for p in range(q + 1, 3 * q + 1):
            yield {"lengths": [1, Fraction(p, q)], "p": p, "q": q, "x": Fraction(p, q)}


def test_other_keys_of_a_dict_are_columns(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    found = scan(ratios(), tmp_path / "scan", executor, upto=30)
    frame = found.to_pandas()[["p", "q"]]
    # of two games that are one, the first has its labels: 4/2 is 2/1
    firsts = {Fraction(one["p"], one["q"]): one for one in reversed(list(ratios()))}
    expected = [(one["p"], one["q"]) for one in ratios() if firsts[Fraction(one["p"], one["q"])] == one]
    assert list(frame.itertuples(index=False, name=None)) == expected
    assert [str(one) for one in found.to_pandas().dtypes[-4:]] == ["Int64", "Int64", "str", "float64"]
    for row in found:
        assert Surd(row.x) == Fraction(row.p, row.q) and row.x_float == row.p / row.q
        assert row.canonical == f"1,{row.x}"
    assert list(found.exact("x")) == [Fraction(row.p, row.q) for row in found]
    names = [*pandas.DataFrame(found).columns], polars.read_parquet(tmp_path / "scan").columns
    assert names[0] == names[1] == found.schema.names
    # other labels are another scan; the same ones are this one
    assert scan(list(ratios()), tmp_path / "scan", executor, upto=30).computed == 0
    with pytest.raises(AnotherScanError, match="its family is"):
        scan([{"lengths": [1, 2], "p": 1}], tmp_path / "scan", executor, upto=30)
    relabelled = ({**one, "p": one["p"] + 1} for one in ratios())
    with pytest.raises(AnotherScanError, match="its family is"):
        scan(relabelled, tmp_path / "scan", executor, upto=30)


def test_variables_of_a_text_are_columns(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    text = "1,p/q for q < 4, q < p < 9, coprime(p,q); 1,sqrt(d) for squarefree d < 7; 1,at for 90 < at < 93"
    found = scan(text, tmp_path / "scan", executor, upto=30)
    for row in found:
        if row.p is not None:
            assert Surd(row.canonical.split(",")[1]) == Fraction(row.p, row.q) and row.d is None
        elif row.d is not None:
            assert row.canonical == f"1,sqrt({row.d})" and row.at_ is row.q is None
        else:
            assert row.canonical == f"1,{row.at_}" and row.at is None
    frame = found.to_pandas()
    assert list(frame.columns)[-4:] == ["q", "p", "d", "at_"]
    assert frame["at_"].notna().sum() == 2 and str(frame["at_"].dtype) == "Int64"
    octal = scan("octal 0.ab for a < b", tmp_path / "octal", executor, upto=30)
    for row in octal:
        assert f"0.{row.a}{row.b}".rstrip("0") == row.code
    huge = scan("1,n-10^30 for 10^30+1 < n < 10^30+4", tmp_path / "huge", executor, upto=9)
    assert [(row.canonical, row.n) for row in huge] == [("1,2", None), ("1,3", None)]


def test_games_are_items_with_their_rules(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    games = [Game("1,2"), Game("sqrt2,1", rule="3,7"), Game("1,3", rule=3), "1,5"]
    labelled = [{"lengths": game, "name": f"game {number}"} for number, game in enumerate(games)]
    found = scan(labelled, tmp_path / "scan", executor, upto=30)
    assert [(row.canonical, row.rule, row.name) for row in found] == [
        ("1,2", None, "game 0"),
        ("1,sqrt(2)", "7,3", "game 1"),
        ("1,3", "3", "game 2"),
        ("1,5", None, "game 3"),
    ]
    for row in found:
        assert row.steps == len(Game(row.canonical, rule=row.rule).grundy(30))
    with pytest.raises(FamilyError, match="a Game has its rule"):
        Family.of([Game("1,2")], rule=3)
    with pytest.raises(ScanError, match="range: the gain is defined for pieces that lie anywhere"):
        scan(games, tmp_path / "range", executor, upto=30, range=(9, 20))  # type: ignore[arg-type]
    octal = [{"lengths": OctalGame("0.77"), "name": "Kayles"}, {"lengths": "octal 0.7a for a<2", "name": "b"}]
    rows = scan(octal, tmp_path / "octal", executor, upto=300).rows
    assert [(row.code, row.name, row.a) for row in rows] == [("0.77", "Kayles", None), ("0.7", "b", 0), ("0.71", "b", 1)]


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        ({"p": None}, "p is None; give a number, a text, True or False"),
        ({"p": float("nan")}, "p is nan; give a number"),
        ({"p": 2**64}, "p is 18446744073709551616, more than 64 bits"),
        ({"p": [1]}, "p is of the type list; give a number"),
        ({"p": "text"}, "p is 'text', of the type str, but int for earlier games; give one type"),
        ({"index": 1}, "index is a column already; choose another name"),
        ({"to_dict": 1}, "to_dict is a column already"),
        ({"x": Fraction(1, 2), "x_float": 1}, "x_float is a column already"),
        ({"two words": 1}, "'two words' should be a name such as 'share'"),
        ({"class": 1}, "'class' should be a name"),
        ({5: 1}, "'5' should be a name|5 should be a name"),
    ],
)
def test_labels_that_make_no_column(labels: dict[Any, Any], reason: str) -> None:
    with pytest.raises(FamilyError, match=rf"set 2 of the family, .*: ({reason})"):
        Family.of([{"lengths": "1,2", "p": 1}, {"lengths": "1,3", **labels}])
    assert len(Family.of([{"lengths": "1,2", "p": 1.5}, {"lengths": "1,3", "p": 2}, "1,4"])) == 3


# Columns of one's own.


def share(game: Game) -> dict[str, object]:
    """The share of lengths that are P-positions, and more of each kind."""
    table = game.grundy(game.known)
    zero = (table.end - table.start)[table["value"] == 0].sum() / float(table.upto)
    return {"share": zero, "zeros": (table.value == 0).sum(), "x": game.lengths[-1], "many": len(table) > 9}


def test_columns_of_ones_own(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    family = "1,1+k/20 for k <= 20"
    found = scan(family, tmp_path / "scan", executor, upto=100, rule=3, columns=share)
    assert found.errors == 0 and len(found) == 20
    names = ["k", "share", "zeros", "x", "x_float", "many"]
    assert found.schema.names[-6:] == names
    for row in found:
        game = Game(row.canonical, rule=3)
        game.grundy(100)
        table = share(game)
        assert row.share == table["share"] and row.zeros == table["zeros"]
        assert Surd(row.x) == table["x"] == 1 + Fraction(row.k, 20) and row.many is table["many"]
    kinds = [str(kind) for kind in found.to_pandas()[names].dtypes]
    assert kinds == ["Int64", "float64", "Int64", "str", "float64", "boolean"]
    own = scan(family, tmp_path / "pool", workers=2, upto=100, rule=3, columns=share)
    for one, other in zip(own, found):
        assert one.to_dict() | {"seconds": 0} == other.to_dict() | {"seconds": 0}
    assert merge(tmp_path / "pool").rows == own.rows
    octal = scan("octal 0.ab", tmp_path / "o", executor, upto=99, columns=lambda game: {"nine": game.g(9)})
    assert [row.nine for row in octal] == [OctalGame(row.code).g(9) for row in octal]


@pytest.mark.parametrize(
    ("of_first", "of_second", "reason"),
    [
        (1, None, "share is None; give a number, a text, True or False"),
        (1.5, float("nan"), "share is nan"),
        (1, 2**64, "share is 18446744073709551616, more than 64 bits; give a float or a text"),
        (1, 1.5, "share is 1.5, of the type float, but int for earlier games; give one type"),
        (1, "1", "share is '1', of the type str, but int"),
        (True, 1, "share is 1, of the type int, but bool"),
        ("1", object(), "share is of the type object"),
        (1, ZeroDivisionError("at last"), "raised ZeroDivisionError: at last"),
        (1, {}, "share is missing; return the same names for each game"),
        (1, {"share": 1, "more": 2}, "more does not occur in the first game; return the same names"),
        (1, {"index": 1}, "index is a column already"),
        (1, [1], "they are a dict of names and values, not list"),
    ],
)
def test_what_makes_no_column_is_said_of_its_game(
    tmp_path: Path, executor: ThreadPoolExecutor, of_first: object, of_second: object, reason: str
) -> None:
    def columns(game: Game) -> Any:
        value = of_second if game.lengths[-1] == 3 else of_first
        if isinstance(value, Exception):
            raise value
        return value if isinstance(value, dict | list) else {"share": value}

    found = scan("1,n for 1 < n < 5", tmp_path, executor, upto=20, columns=columns, columns_version="1")
    assert [row.error is None for row in found] == [True, False, True]
    assert "columns of the game 1,3: " in (found[1].error or "") and reason in (found[1].error or "")
    assert [row.share for row in found] == [of_first, None, of_first] and found[1].steps


@pytest.mark.parametrize("given", [[1], None, {"p": None}, {"p": 2**63}, {"index": 1}, {"": 1}])
def test_what_the_first_game_cannot_have_ends_the_scan(
    tmp_path: Path, executor: ThreadPoolExecutor, given: Any
) -> None:
    with pytest.raises(ScanError, match="columns of the game 1,3: "):
        scan("1,3", tmp_path / "a", executor, upto=20, columns=lambda game: given, columns_version="1")
    assert not (tmp_path / "a").exists()


def test_whole_numbers_fit_a_column_of_floats(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    def half(game: Game) -> dict[str, object]:
        return {"half": float(game.lengths[-1]) / 2 if game.lengths[-1] == 3 else numpy.int64(7)}

    found = scan("1,3;1,4", tmp_path, executor, upto=20, columns=half)
    assert found["half"].tolist() == [1.5, 7.0]


FACTOR = 2


def scaled(game: Game) -> dict[str, object]:
    return {"scaled": FACTOR * game.g(9)}


def test_an_edited_function_is_another_scan(
    tmp_path: Path, executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: dict[str, Any] = {"upto": 20}
    assert scan("1,2", tmp_path, executor, columns=scaled, **calls).computed == 1
    assert scan("1,2", tmp_path, executor, columns=scaled, **calls).computed == 0
    others: list[Callable[[Game], Any] | None] = [share, lambda game: {"scaled": 1}, None]
    for other in others:
        with pytest.raises(AnotherScanError, match="its function is"):
            scan("1,2", tmp_path, executor, columns=other, **calls)
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 3)  # a value that it uses
    with pytest.raises(AnotherScanError, match="its function is .*scaled"):
        scan("1,2", tmp_path, executor, columns=scaled, **calls)
    before = merge(tmp_path).rows
    assert [row.scaled for row in before] == [2 * Game("1,2").g(9)]
    # a version that is given counts, whatever the source is
    versioned = tmp_path / "versioned"
    scan("1,2", versioned, executor, columns=scaled, columns_version="a", **calls)
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 4)
    assert scan("1,2", versioned, executor, columns=scaled, columns_version="a", **calls).computed == 0
    with pytest.raises(ScanError, match="the source of the function is not known; give columns_version"):
        scan("1,2", tmp_path / "no", executor, columns=eval("lambda game: {'a': 1}"), **calls)
    with pytest.raises(ScanError, match="columns: give a function of the game, not dict"):
        scan("1,2", tmp_path / "no", executor, columns={}, **calls)  # type: ignore[arg-type]
    with pytest.raises(ScanError, match="columns: k is a label of the games already"):
        scan("1,k for k=2", tmp_path / "no", executor, columns=lambda game: {"k": 1}, **calls)
    with pytest.raises(ScanError, match="the function returns no column for the first game"):
        scan("1,2", tmp_path / "no", executor, columns=lambda game: {}, **calls)


def test_a_script_that_is_killed_resumes_with_labels_and_columns(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(
            """
            import os, signal, sys
            from fractions import Fraction
            from nimsweep import scan

            def games():
                for q in range(1, 9):
                    for p in range(q + 1, 2 * q + 1):
                        yield {"lengths": [1, Fraction(p, q)], "p": p, "q": q}

            def largest(game):
                return {"largest_of_ours": game.grundy(game.known).largest}

            def kill(progress):
                if sys.argv[1:] and progress.done >= 8:
                    os.kill(os.getpid(), signal.SIGKILL)

            if __name__ == "__main__":
                found = scan(games(), "found", upto=2000, workers=2, columns=largest, save_every=0.01, progress=kill)
                frame = found.to_pandas()
                assert (frame["largest"] == frame["largest_of_ours"]).all()
                assert all(row.canonical == "1," + str(Fraction(row.p, row.q)) for row in found)
                print(len(found), found.computed)
            """
        )
    )
    command = [sys.executable, str(script)]
    killed = subprocess.run([*command, "kill"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert killed.returncode == -9, killed.stderr
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
    rows, computed = map(int, ended.stdout.split())
    assert rows == 22 and 0 < computed < rows
