"""The code of pages and notebooks, and of users, as type checkers see it."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "docs/scans.md", "docs/tutorial.md", "docs/recipes.md", "docs/exactness.md"]

STRICT = """\
# pyright: strict
from decimal import Decimal
from fractions import Fraction

from nimsweep import Game, Move, Surd, scan

best = Game("1,sqrt2").maximum(2, 10)
product: Surd = best.exact() * 92
print(best.value * 92 - 200, best.exact() + Fraction(1, 2), best.exact() + Decimal("0.5"), round(best, 3))
print(best < 3, sorted([best, best]), max(Game().maxima(2, 30)).at)
move = Game().best_reply(2, 3)
if move is not None:
    segment, length, place = move
    print(segment + 1, length * 2, place, move == Move(1, 1, 0))


def columns(game: Game) -> dict[str, object]:
    return {"last": game.lengths[-1], "known": float(game.known)}


if __name__ == "__main__":
    games = ({"lengths": [1, Fraction(p, 7)], "p": p} for p in range(8, 12))
    found = scan(games, "found", upto=20, range=(2, 10), columns=columns)
    maximum: str | None = found.rows[0].maximum
    decimal: Decimal | None = found.rows[0].maximum_decimal
    print(found[0].steps, found[:3][0].p, found["steps"].mean(), found[[True, False]], found.exact("maximum"))
    scan([Game("1,2"), "1,3", [1, Surd("sqrt2")]], "more", upto=9)
    table = Game().grundy(20)
    print(table["value"].sum(), table[0].start, table[:2][1].end, table[[0, 2]][1].value)
"""


def code_of(page: str, text: str) -> list[str]:
    """The programs of a page or a notebook; the cells of a notebook, and all examples, are one each."""
    if page.endswith(".ipynb"):
        cells = ("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code")
        return ["\n".join(cells)]
    programs = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    examples = [example.source for example in doctest.DocTestParser().get_examples(text)]
    return [*(program for program in programs if ">>>" not in program), "".join(examples)]


def test_the_code_of_pages_and_notebooks_passes_mypy(tmp_path: Path) -> None:
    pages = [*PAGES, "python/README.md", *(f"python/examples/{name}.ipynb" for name in ("squares", "scan"))]
    count = 0
    for page in pages:
        for number, program in enumerate(code_of(page, (ROOT / page).read_text(encoding="utf-8"))):
            name = re.sub(r"\W", "_", f"{page}_{number}")
            (tmp_path / f"{name}.py").write_text(program, encoding="utf-8")
            count += "nimsweep" in program
    assert count >= 9
    for file in sorted(tmp_path.glob("*.py")):
        checked(tmp_path, "--check-untyped-defs", "--ignore-missing-imports", file.name)


def checked(folder: Path, *words: str) -> None:
    # of the package that is installed, as a user has it
    command = [sys.executable, "-m", "mypy", "--cache-dir", "cache", "--no-error-summary", *words]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_answers_have_types_that_strict_checkers_accept(tmp_path: Path) -> None:
    (tmp_path / "strict.py").write_text(STRICT)
    checked(tmp_path, "--strict", "strict.py")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "strict.py"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    """The checkers see the package, and not only names of no type."""
    (tmp_path / "wrong.py").write_text('from nimsweep import Game\nGame().grundy(5).upto + "1"\n')
    try:
        checked(tmp_path, "wrong.py")
    except AssertionError as error:
        assert "Unsupported operand types" in str(error)
    else:
        raise AssertionError("mypy accepts a wrong sum")
