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
from nimsweep.scans.own import Own, _digest


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


# Labels.


def ratios() -> Iterator[dict[str, Any]]:
    for q in range(1, 5):
        for p in range(q + 1, 3 * q + 1):
            yield {"lengths": [1, Fraction(p, q)], "p": p, "q": q, "x": Fraction(p, q)}


def kinds_of(frame: pandas.DataFrame) -> list[str]:
    """The types of the columns; before pandas 3 texts were objects."""
    return [str(kind).replace("object", "str") for kind in frame.dtypes]


def test_other_keys_of_a_dict_are_columns(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    found = scan(ratios(), tmp_path / "scan", executor, upto=30)
    frame = found.to_pandas()[["p", "q"]]
    # of two games that are one, the first has its labels: 4/2 is 2/1
    firsts = {Fraction(one["p"], one["q"]): one for one in reversed(list(ratios()))}
    expected = [(one["p"], one["q"]) for one in ratios() if firsts[Fraction(one["p"], one["q"])] == one]
    assert list(frame.itertuples(index=False, name=None)) == expected
    assert kinds_of(found.to_pandas())[-4:] == ["Int64", "Int64", "str", "float64"]
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
        ({"p": float("nan")}, "p is nan; give a number"),
        ({"p": 2**64}, "p is 18446744073709551616, more than 64 bits"),
        ({"p": [1]}, "p is of the type list; give a number"),
        ({"p": "text"}, "p is 'text', of the type str, but int for earlier games; give one type"),
        ({"index": 1}, "index is a column already; choose another name"),
        ({"to_dict": 1}, "to_dict is a column already"),
        ({"x": Fraction(1, 2), "x_float": 1}, "x_float is a column already"),
        ({"x": Fraction(10**400)}, "x is too large for the float beside it; give a text"),
        ({"Steps": 1}, "Steps is a column already"),
        ({"P": 1}, "P is a label with other letters already; choose one"),
        ({"q": 1, "Q": 2}, "Q is a column already"),
        ({"maximum_decimal_digits": 1}, "maximum_decimal_digits is a column already"),
        ({"__setattr": 1}, "'__setattr' should be a name"),
        ({"two words": 1}, "'two words' should be a name such as 'share'"),
        ({"class": 1}, "'class' should be a name"),
        ({5: 1}, "5 should be a name"),
    ],
)
def test_labels_that_make_no_column(labels: dict[Any, Any], reason: str) -> None:
    with pytest.raises(FamilyError, match=rf"set 2 of the family, .*: ({reason})"):
        Family.of([{"lengths": "1,2", "p": 1}, {"lengths": "1,3", **labels}])
    assert Family.of([{"lengths": "1,2", "p": None}]).kinds == ()  # as if it were not there
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
    assert kinds_of(found.to_pandas()[names]) == ["Int64", "float64", "Int64", "str", "float64", "boolean"]
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


class Stateful:
    def __call__(self, game: Game) -> dict[str, object]:
        return {"one": 1}


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
    with pytest.raises(ScanError, match="whether the function, of the type Stateful, changes is not known"):
        scan("1,2", tmp_path / "no", executor, columns=Stateful(), **calls)
    assert scan("1,2", tmp_path / "own", executor, columns=Stateful(), columns_version="1", **calls)[0].one == 1
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


# In each text, 1 stands for what is edited; an edit is another scan, and a comment is none.
EDITED = {
    "constant": "def f(game): return {'v': 1}",
    "global": "K = 1\ndef f(game): return {'v': K}",
    "in a generator": "K = 1\ndef f(game): return {'v': sum(K for _ in (0,))}",
    "in a list": "K = 1\ndef f(game): return {'v': [K for _ in (0,)][0]}",
    "helper": "def h(): return 1\ndef f(game): return {'v': h()}",
    "helper in a generator": "def h(x): return 1\ndef f(game): return {'v': sum(h(x) for x in (0,))}",
    "helper of a helper": "def g(): return 1\ndef h(): return g()\ndef f(game): return {'v': h()}",
    "inner function": "K = 1\ndef f(game):\n    def inner(): return K\n    return {'v': inner()}",
    "second lambda": "a = lambda: 0\nb = lambda: 1\ndef f(game): return {'v': a() + b()}",
    "lambda": "f = lambda game: {'v': 1}",
    "default": "K = 1\ndef f(game, k=K): return {'v': k}",
    "keyword": "def f(game, *, k=1): return {'v': k}",
    "closure": "def make(k):\n    def f(game): return {'v': k}\n    return f\nf = make(1)",
    "tuple": "K = (0, [1], {'a': 2})\ndef f(game): return {'v': K[1][0]}",
    "cached helper": "import functools\n@functools.cache\ndef h(): return 1\ndef f(game): return {'v': h()}",
    "partial": "import functools\ndef g(k, game): return {'v': k}\nf = functools.partial(g, 1)",
    "function of a partial": "import functools\ndef g(k, game): return {'v': 1}\nf = functools.partial(g, 0)",
    "property": "class C:\n    @property\n    def k(self): return 1\ndef f(game): return {'v': C().k}",
    "method": "class C:\n    @classmethod\n    def k(cls, game): return {'v': 1}\nf = C.k",
    "names of others": (
        "import math\nfrom numpy import diff, sqrt\nfrom fractions import Fraction\n"
        "def f(game): return {'v': diff([0, sqrt(4), math.sqrt(9)]), 'w': Fraction(1)}"
    ),
    "wrapper": (
        "import functools\ndef w(g):\n    @functools.wraps(g)\n    def h(game): return {'v': g(game) + 1}\n"
        "    return h\n@w\ndef f(game): return 0"
    ),
    "class": "class C:\n    K = 1\n    def k(self): return self.K\ndef f(game): return {'v': C().k()}",
    "set": "def f(game): return {'v': int('a' in {'a', 'b', 'c'}) + 1}",
    "decimal": "from decimal import Decimal\nK = Decimal(1)\ndef f(game): return {'v': int(K)}",
}


def function_of(text: str) -> Any:
    scope: dict[str, Any] = {"__name__": "edited"}
    exec(compile(text, "edited.py", "exec"), scope)
    return scope["f"]


@pytest.mark.parametrize("name", EDITED)
def test_each_edit_of_what_a_function_does_is_seen(name: str) -> None:
    text = EDITED[name]
    assert text.count("1") >= 1
    version = _digest(function_of(text))
    last = text.rindex("1")
    edited = text[:last] + "7" + text[last + 1 :]
    assert _digest(function_of(edited)) != version
    assert _digest(function_of(f"# a comment\n\n{text}  # another")) == version
    # and it is the same in another process, with other hashes of texts
    program = f"import sys; sys.path[:0] = {sys.path!r}\nfrom test_scan_columns import _digest, function_of\nprint(_digest(function_of({text!r})))"
    if name in ("set", "class", "wrapper", "lambda"):
        command = [sys.executable, "-c", program]
        ended = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent)
        assert ended.stdout.strip() == version, ended.stderr


def test_what_may_change_unseen_needs_a_version() -> None:
    for text in ("import numpy\nK = numpy.zeros(3)\ndef f(game): return {'v': K[0]}", "K = object()\ndef f(game): return {'v': K}"):
        with pytest.raises(ScanError, match="columns: whether K, of the type .*, changes is not known; give columns_version"):
            _digest(function_of(text))
        assert Own.of(function_of(text), "1").version == "1"


def test_a_worker_of_before_an_edit_runs_the_function_of_now(tmp_path: Path) -> None:
    script = """
import importlib, sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from nimsweep import scan

sys.dont_write_bytecode = True
if __name__ == "__main__":
    sys.path.insert(0, ".")
    seen = []
    with ProcessPoolExecutor(1) as executor:
        for value in 1, 77:
            Path("helper.py").write_text(f"def f(game): return {{'v': {value}}}")
            importlib.invalidate_caches()
            import helper
            importlib.reload(helper)
            seen.append(scan("1,2", f"scan-{value}", executor, upto=9, columns=helper.f)[0].v)
    assert seen == [1, 77], seen
"""
    (tmp_path / "script.py").write_text(script)
    ended = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr


def test_the_limits_hold_for_the_first_game_too(tmp_path: Path) -> None:
    with pytest.raises(ScanError, match="columns: the first game, 1,sqrt.2., has none: time limit: stopped"):
        scan("1,sqrt2;1,2", tmp_path / "a", workers=1, upto=60_000, time_limit=0.2, columns=share)


def test_variables_of_all_names_are_columns(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    text = "1,lambda+in+n_digits for 1 < lambda < 4, 1 <= in < 2, 1 < n_digits < 3; 1,P/p for 1 < P < 3, p = 1, P > p"
    found = scan(text, tmp_path / "a", executor, upto=9)
    assert found.schema.names[-5:] == ["lambda_", "in_", "n_digits", "P", "p_"]
    assert [(row.lambda_, row.in_, row.n_digits, row.P, row.p_) for row in found][0] == (2, 1, 2, None, None)
    twice = scan("1,steps,steps_ for 1<steps<4, steps<steps_<5", tmp_path / "b", executor, upto=9)
    assert [(row.steps_, row.steps__) for row in twice] == [(2, 3), (2, 4), (3, 4)]
    label = scan([{"lengths": [1, 2], "kind_digits": "a", "n_digits": 4}], tmp_path / "c", executor, upto=9)
    assert (label[0].kind_digits, label[0].n_digits) == ("a", 4)
