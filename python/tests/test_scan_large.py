"""Families of a million games: made as they are needed, in few files, and read on demand."""

import os
import sys
import tracemalloc
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas
import pyarrow.dataset
import pytest
import scan_support as support

from nimsweep import scan
from nimsweep.scans import CorruptFileError, FamilyError, FolderError, Progress, merge
from nimsweep.scans.family import LengthSet
from nimsweep.scans.folder import part_files

MILLION = "1,sqrt(d) for squarefree d < 1600000"
folder_module = sys.modules["nimsweep.scans.folder"]
family_module = sys.modules["nimsweep.scans.family"]


class Stub:
    """An executor that computes nothing, and ends the program's scan at a job."""

    def __init__(self, last: int | None = None, workers: int = 100) -> None:
        self.last = last
        self._max_workers = workers
        self.jobs: list[int] = []

    def submit(self, function: Any, /, real: Any, jobs: Any, number: int) -> "Future[Any]":
        if self.last in [job.index for job in jobs]:
            raise KeyboardInterrupt
        self.jobs += [job.index for job in jobs]
        future: Future[Any] = Future()
        future.set_result([support.good(job) for job in jobs])
        return future


class Slow(Stub):
    """An executor whose jobs take 0.3 s."""

    inside = ThreadPoolExecutor(1)

    def submit(self, function: Any, /, real: Any, jobs: Any, number: int) -> "Future[Any]":
        return self.inside.submit(function, support.slow, jobs, number)


def test_the_first_row_does_not_wait_for_the_family(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [0]
    real = LengthSet.of

    def counting(*arguments: Any) -> LengthSet:
        made[0] += 1
        return real(*arguments)

    monkeypatch.setattr(LengthSet, "of", counting)
    with pytest.raises(KeyboardInterrupt):
        scan(MILLION, tmp_path, Stub(last=0), upto=50)
    assert made[0] <= 1100  # those that are checked, and the first one again
    with pytest.raises(KeyboardInterrupt):
        scan(MILLION, tmp_path, Stub(last=5000), upto=50)
    assert made[0] <= 8000
    assert [row.index for row in support.all_rows(tmp_path)] == list(range(5000))


def peak_of_a_scan(folder: Path, sets: int) -> int:
    tracemalloc.start()
    try:
        found = scan(f"1,n for 2 <= n < {sets + 2}", folder, Stub(), upto=50, shard="1/1")
        assert (found.sets, len(found), found.computed) == (sets, sets, sets)
        for count, row in enumerate(found):
            assert row.index == count
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_the_memory_of_the_driver_hardly_grows_with_the_family(tmp_path: Path) -> None:
    few = peak_of_a_scan(tmp_path / "few", 4000)
    many = peak_of_a_scan(tmp_path / "many", 16_000)
    # a key has some 100 bytes
    assert many - few < 12_000 * 200


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["nimsweep.scans.driver"], "ROWS_OF_A_PART", 5)
    monkeypatch.setattr(folder_module, "JOINED_AT", 4)
    monkeypatch.setattr(folder_module, "ROWS_OF_A_FILE", 100)


def test_parts_are_joined_to_a_few_files(
    tmp_path: Path, small_files: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: list[int] = []

    def look(progress: Progress) -> None:
        files.append(len(part_files(tmp_path)))

    monkeypatch.setattr(sys.modules["nimsweep.scans.progress"], "EVERY", 0.0)
    found = scan("1,n for 2 <= n < 1002", tmp_path, Stub(workers=1), upto=50, progress=look)
    assert max(files) <= 1000 // 50 + 8 and found.missing == 0  # without joins there are 200
    parts = part_files(tmp_path)
    assert len(parts) <= 20
    tables = [pyarrow.parquet.read_table(part) for part in parts]
    assert all(len(table) <= 100 for table in tables)
    assert sorted(sum((table["index"].to_pylist() for table in tables), [])) == list(range(1000))
    assert [row.index for row in found] == list(range(1000))


def test_a_small_scan_ends_as_one_file(tmp_path: Path) -> None:
    for shard in "1/2", "2/2":
        with pytest.raises(KeyboardInterrupt):
            scan("1,n for 2 <= n < 90", tmp_path, Stub(last=43 + int(shard[0])), upto=50, shard=shard)
        scan("1,n for 2 <= n < 90", tmp_path, Stub(), upto=50, shard=shard)
    names = [part.name for part in part_files(tmp_path)]
    assert names == [f"part-{number}-of-2-000000-000001.parquet" for number in (1, 2)]
    assert [row.index for row in merge([tmp_path])] == list(range(88))


def test_parts_that_a_killed_join_has_left_are_not_counted(tmp_path: Path) -> None:
    family = "1,n for 2 <= n < 90"
    for last in 20, 40:
        with pytest.raises(KeyboardInterrupt):
            scan(family, tmp_path, Stub(last=last), upto=50)
    left = {part: part.read_bytes() for part in part_files(tmp_path)}
    assert len(left) == 2
    found = scan(family, tmp_path, Stub(), upto=50)
    assert [part.name for part in part_files(tmp_path)] == ["part-1-of-1-000000-000002.parquet"]
    for part, content in left.items():
        part.write_bytes(content)
    assert len(part_files(tmp_path)) == 1 and len(merge([tmp_path])) == 88
    again = scan(family, tmp_path, Stub(), upto=50)
    assert (again.computed, len(again), again.rows) == (0, 88, found.rows)
    assert not any(part.exists() for part in left)  # and a data set of the folder has no double
    assert len(pandas.read_parquet(tmp_path)) == 88


@pytest.mark.parametrize(
    ("what", "opening"), [("keys", 1), ("keys", 2), ("rows", 1), ("rows", 2), ("rows", 3), ("rows", 4)]
)
def test_parts_may_be_joined_while_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, opening: int
) -> None:
    family = "1,n for 2 <= n < 90"
    for last in 20, 40:
        with pytest.raises(KeyboardInterrupt):
            scan(family, tmp_path, Stub(last=last), upto=50)
    found = merge([tmp_path])
    real = pyarrow.parquet.ParquetFile.__init__
    opened: list[Any] = []

    def join_first(self: Any, *arguments: Any, **options: Any) -> None:
        opened.append(arguments)
        if len(opened) == opening:
            monkeypatch.setattr(pyarrow.parquet.ParquetFile, "__init__", real)
            scan(family, tmp_path, Stub(), upto=50)
        real(self, *arguments, **options)

    monkeypatch.setattr(pyarrow.parquet.ParquetFile, "__init__", join_first)
    if what == "keys":
        assert len(merge([tmp_path])) == 88
    else:  # a result is what there was before
        assert len(found.to_arrow()) == len(found) == 40
    assert len(part_files(tmp_path)) == 1 and len(opened) == opening


def test_a_resume_reads_keys_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        scan("1,n for 2 <= n < 90", tmp_path, Stub(last=50), upto=50)
    columns: list[Any] = []
    real = pyarrow.parquet.ParquetFile.read

    def read(self: Any, **arguments: Any) -> Any:
        columns.append(arguments.get("columns"))
        return real(self, **arguments)

    with monkeypatch.context() as patch:
        patch.setattr(pyarrow.parquet.ParquetFile, "read", read)
        with pytest.raises(KeyboardInterrupt):
            scan("1,n for 2 <= n < 90", tmp_path, Stub(last=80), upto=50)
    assert columns and all(names == ["index", "error"] for names in columns)
    stub = Stub()
    found = scan("1,n for 2 <= n < 90", tmp_path, stub, upto=50)
    assert stub.jobs == list(range(80, 88)) and len(found) == 88


def test_the_number_of_games_is_found_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    family = "1,n for 2 <= n < 1502"  # more than are checked at once
    totals: list[Any] = []
    with pytest.raises(KeyboardInterrupt):
        scan(family, tmp_path, Stub(last=400), upto=50, progress=lambda one: totals.append(one.total))
    assert totals[0] is None
    assert support.manifest(tmp_path)["sets"] is None
    assert merge([tmp_path]).missing == 1100
    assert scan(family, tmp_path, Stub(), upto=50, progress=lambda one: totals.append(one.total))
    assert totals[-1] == 1500
    assert support.manifest(tmp_path)["sets"] == 1500
    # a complete scan, and a merge, make no game but those that are checked when the text is read
    monkeypatch.setattr(family_module, "CHECKED", 10)
    monkeypatch.setattr(family_module, "MOST_SETS", 20)
    assert scan(family, tmp_path, Stub(), upto=50).sets == merge([tmp_path]).sets == 1500


def test_the_games_are_counted_while_the_first_ones_run(tmp_path: Path) -> None:
    totals: list[Any] = []

    def look(progress: Progress) -> None:
        totals.append(progress.total)
        assert progress.done < 50, "the games are not counted"
        if progress.total is not None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scan("1,n for 2 <= n < 3002", tmp_path, Slow(workers=1), upto=50, progress=look)
    assert totals[-1] == 3000
    assert len(support.all_rows(tmp_path)) < 100


def test_a_family_that_fails_later_ends_the_scan_but_keeps_rows(tmp_path: Path) -> None:
    family = "1,n for 2 <= n < 2002; 1,1/(n-1) for n < 2"
    with pytest.raises(FamilyError, match="divides by zero"):
        scan(family, tmp_path, Stub(), upto=50)
    assert len(support.all_rows(tmp_path)) > 0


def test_the_folder_is_a_data_set_while_a_scan_runs(tmp_path: Path) -> None:
    seen: list[int] = []

    def look(progress: Progress) -> None:
        if part_files(tmp_path):
            (tmp_path / ".part-1-of-1-000009.parquet.tmp").write_bytes(b"PAR1")
            (tmp_path / "_notes.txt").write_text("of the user")
            seen.append(len(pandas.read_parquet(tmp_path)))
            assert pyarrow.dataset.dataset(tmp_path).count_rows() == seen[-1]

    with ThreadPoolExecutor(1) as executor:
        found = scan("1,n for 2 <= n < 60", tmp_path, executor, upto=20, save_every=1e-3, progress=look)
    names = {file.name for file in tmp_path.iterdir()}
    assert {"_scan.parquet", ".shard-1-of-1.lock", ".folder.lock"} <= names and seen
    frame = pandas.read_parquet(tmp_path)
    assert list(frame["index"]) == list(range(58))
    pandas.testing.assert_frame_equal(frame, found.to_pandas())


def test_retried_errors_leave_one_row_for_each_game(tmp_path: Path) -> None:
    family = "1,2;1,10;1,3"
    with ThreadPoolExecutor(1) as executor:
        limited: dict[str, Any] = {"upto": 3000, "time_limit": 1e-9}
        assert scan(family, tmp_path, executor, shard="1/2", **limited).errors == 2
        assert scan(family, tmp_path, executor, shard="2/2", **limited).errors == 3
        # of another division: it removes its own rows from the parts of others
        again = scan(family, tmp_path, executor, upto=3000, shard="3/3", retry_errors=True)
        assert (again.computed, again.errors, len(again)) == (1, 2, 3)
        assert len(pandas.read_parquet(tmp_path)) == 3
        again = scan(family, tmp_path, executor, upto=3000, retry_errors=True)
    assert (again.computed, again.errors) == (2, 0)
    assert sorted(pandas.read_parquet(tmp_path)["index"]) == [0, 1, 2]


def test_rows_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    family = "1,n for 2 <= n < 60"
    found = scan(family, tmp_path / "scan", Stub(), upto=50)
    rows = found.rows
    assert rows is found.rows and len(rows) == len(found) == 58
    os.rename(tmp_path / "scan", tmp_path / "moved")
    assert len(found.rows) == 58  # they have been read
    with pytest.raises(FolderError, match="cannot use the folder .*scan: No such file"):
        next(iter(found))
    # folders that have the same rows
    assert merge([tmp_path / "moved", tmp_path / "moved"]).rows == rows


def test_a_row_of_no_family_is_refused(tmp_path: Path) -> None:
    scan("1,2;1,3", tmp_path, Stub(), upto=50)
    (part,) = part_files(tmp_path)
    table = pyarrow.parquet.read_table(part)
    for index, reason in (10**15, "it has a row of no family"), (-1, "it has a row of no family"):
        wrong = table.set_column(0, table.schema.field(0), [[0, index]])
        pyarrow.parquet.write_table(wrong, part)
        with pytest.raises(CorruptFileError, match=reason):
            scan("1,2;1,3", tmp_path, Stub(), upto=50)
