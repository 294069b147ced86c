"""A user's script: a scan, and then pandas, polars and DuckDB are asked for the greatest gain.

    python roots_script.py FOLDER

It needs no package for tests, so that it also runs where only the oldest packages are installed
that a scan allows.
"""

import sys
from pathlib import Path

import duckdb
import matplotlib
import pandas
import polars

from nimsweep import Surd, scan

matplotlib.use("Agg")

GREATEST, SECOND = "1,sqrt(23)", "1,sqrt(2)"  # 25.95…, 23.92…; the last as a text is √53, 8.63…


def own(game):
    return {"zeros": (game.grundy(game.known)["value"] == 0).sum(), "root": game.lengths[-1]}


def main(folder: Path, digits: int) -> None:
    family = "1,sqrt(d) for squarefree d < 60"
    found = scan(family, folder, upto=200, range=(20, 200), digits=digits, columns=own, workers=2)
    exact = list(found.exact("maximum"))
    assert exact == [Surd(row.maximum) for row in found]
    assert all(row.root == f"sqrt({row.d})" and row.zeros == 1 for row in found)
    assert found[int(found["maximum_float"].argmax())] in found[found["maximum_float"] > 20]
    mean = float(sum(map(float, exact)) / len(exact))
    assert found.rows[exact.index(max(exact))].canonical == GREATEST
    assert max(found, key=lambda row: row.maximum_decimal).canonical == GREATEST

    tables = found.to_pandas(), pandas.read_parquet(folder)
    for frame in *tables, pandas.DataFrame(found), pandas.DataFrame(found.rows):
        by_size = frame.sort_values("maximum_float", ascending=False)
        assert list(by_size["canonical"][:2]) == [GREATEST, SECOND]
        by_decimals = frame.sort_values("maximum_decimal", ascending=False)
        assert list(by_decimals["canonical"][:2]) == [GREATEST, SECOND]
        assert frame.nlargest(1, "maximum_float")["canonical"].item() == GREATEST
        assert frame["canonical"][frame["maximum_float"].idxmax()] == GREATEST
        assert abs(frame["maximum_float"].mean() - mean) < 1e-9
        (line,) = frame.plot(x="at_float", y="maximum_float").get_lines()
        assert max(line.get_ydata()) == frame["maximum_float"].max()
    for frame in tables:
        assert str(frame["steps"].dtype) == str(frame["corners"].dtype) == "Int64"

    parts = str(folder / "*.parquet")
    for table in polars.read_parquet(folder), found.to_polars(), polars.DataFrame(found):
        for column in "maximum_float", "maximum_decimal":
            assert table.sort(column, descending=True)["canonical"][0] == GREATEST
        assert abs(table["maximum_float"].mean() - mean) < 1e-9
        assert table["steps"].dtype == polars.Int64 and len(table) == len(exact)

    for column in "maximum_float", "maximum_decimal":
        for source in f"'{parts}'", "found":
            query = f"select canonical from {source} order by {column} desc limit 1"
            assert duckdb.sql(query).fetchall() == [(GREATEST,)]
    query = f"select arg_max(canonical, maximum_float), avg(maximum_float) from '{parts}'"
    ((greatest, average),) = duckdb.sql(query).fetchall()
    assert greatest == GREATEST and abs(average - mean) < 1e-9
    versions = (f"{module.__name__} {module.__version__}" for module in (pandas, polars, duckdb))
    print(", ".join(versions), "name", GREATEST)


if __name__ == "__main__":
    for digits in 12, 40:
        main(Path(sys.argv[1]) / str(digits), digits)
