"""The folder of a scan: resumed, shared by shards, refused, damaged, full, cut off in a write."""

import errno
import fcntl
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pyarrow.parquet
import pytest
import scan_support as support

from nimsweep import Game, __version__, scan
from nimsweep.errors import InexactError, ParseError
from nimsweep.scans import (
    AnotherScanError,
    CorruptFileError,
    FolderError,
    FolderInUseError,
    ScanError,
    ScanResult,
    WriteError,
    merge,
)
from nimsweep.scans.folder import part_files

FAMILY = "1,sqrt(d) for squarefree d < 23"  # 14 sets
LIMITS: dict[str, Any] = {"upto": 60, "range": (5, 50)}


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


def test_rows_are_those_of_a_serial_run(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    found = scan(FAMILY, tmp_path / "scan", executor, **LIMITS)
    assert support.same(found.rows) == support.serial_rows(FAMILY, 60, (5, 50), 12)
    assert (found.sets, found.errors, found.missing, found.computed) == (14, 0, 0, 14)
    first = found.rows[0]
    assert (first.canonical, first.steps, first.version) == ("1,sqrt(2)", 87, __version__)
    table = found.to_arrow()
    assert table.column("canonical").to_pylist() == [row.canonical for row in found.rows]
    assert table.column("steps").to_pylist()[0] == 87
    assert list(found.to_pandas()["index"]) == list(range(14))


def test_multiples_are_measured_in_shortest_lengths(
    tmp_path: Path, executor: ThreadPoolExecutor
) -> None:
    one = scan("3,3*sqrt(2)", tmp_path / "one", executor, **LIMITS).rows[0]
    other = scan("sqrt(2),2", tmp_path / "other", executor, **LIMITS).rows[0]
    assert (one.lengths, other.lengths) == ("3,3*sqrt(2)", "sqrt(2),2")
    assert (one.maximum, one.at, one.steps) == (other.maximum, other.at, other.steps)


def test_a_period_is_in_the_row(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    kayles, none = scan("1;1,sqrt2", tmp_path / "scan", executor, upto=300).rows
    assert (kayles.period, kayles.period_from) == ("12", "71")
    assert (none.period, none.maximum, none.kind) == (None, None, None)


def test_a_rule_is_in_the_manifest_and_the_rows(
    tmp_path: Path, executor: ThreadPoolExecutor
) -> None:
    family = ["1,sqrt2", "sqrt3,1"]
    found = scan(family, tmp_path / "ruled", executor, upto=40, rule="3,7")
    rows = [(row.canonical, row.rule) for row in found.rows]
    assert rows == [("1,sqrt(2)", "3,7"), ("1,sqrt(3)", "7,3")]
    for row in found.rows:
        table = Game(row.canonical, rule=row.rule).grundy(40)
        assert (row.steps, row.largest) == (len(table), table.largest)
    assert found.to_arrow().column("rule").to_pylist() == ["3,7", "7,3"]
    assert support.manifest(tmp_path / "ruled")["rule"] == "3,7"
    # it resumes, is merged, and is another scan than one with another rule or none
    again = scan(family, tmp_path / "ruled", executor, upto=40, rule=["3", 7])
    assert (again.computed, again.rows) == (0, found.rows)
    assert merge([tmp_path / "ruled"]).rows == found.rows
    assert merge(tmp_path / "ruled").rows == merge(str(tmp_path / "ruled")).rows == found.rows
    for rule in None, 3, "7,3":
        with pytest.raises(AnotherScanError, match='its rule is "3,7", not '):
            scan(family, tmp_path / "ruled", executor, upto=40, rule=rule)
    with pytest.raises(AnotherScanError, match="its family is"):
        scan(["1,sqrt2", "1,sqrt3"], tmp_path / "ruled", executor, upto=40, rule="3,7")
    # parts of the other rule are not of this family
    scan(["1,sqrt2", "1,sqrt3"], tmp_path / "other", executor, upto=40, rule="3,7")
    (part,) = part_files(tmp_path / "other")
    part.rename(tmp_path / "ruled" / "part-1-of-1-000007.parquet")
    with pytest.raises(CorruptFileError, match="it is a part of another scan"):
        scan(family, tmp_path / "ruled", executor, upto=40, rule="3,7")


def test_all_folders_of_lengths_have_the_same_columns(
    tmp_path: Path, executor: ThreadPoolExecutor
) -> None:
    for name, rule in ("plain", None), ("all", 7), ("ruled", "*"):
        scan("1,sqrt2", tmp_path / name, executor, upto=40, rule=rule)
    schemas = [
        pyarrow.parquet.read_schema(part_files(tmp_path / name)[0]).remove_metadata()
        for name in ("plain", "all", "ruled")
    ]
    assert schemas[0] == schemas[1] == schemas[2]
    assert schemas[0].names[-6:-4] == ["version", "rule"]
    # a rule of sevens is not a rule
    assert scan("1,sqrt2", tmp_path / "plain", executor, upto=40, rule="7,7").computed == 0


def test_a_rule_and_a_range_are_refused(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    with pytest.raises(ScanError, match="give no range with the rule 3,7"):
        scan("1,sqrt2", tmp_path / "scan", executor, rule="3,7", **LIMITS)
    with pytest.raises(ParseError, match="'8' is not a digit"):
        scan("1,sqrt2", tmp_path / "scan", executor, rule="3,8", upto=40)
    assert not (tmp_path / "scan").exists()


def test_the_same_call_resumes(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    folder = tmp_path / "scan"
    assert scan(FAMILY, folder, executor, shard="1/3", **LIMITS).missing == 9
    found = scan(FAMILY, folder, executor, **LIMITS)
    assert (found.computed, found.missing) == (9, 0)
    again = scan(FAMILY, folder, executor, **LIMITS)
    assert (again.computed, again.rows) == (0, found.rows)
    assert sorted(row.index for row in support.all_rows(folder)) == list(range(14))


def test_shards_share_a_folder_or_have_their_own(
    tmp_path: Path, executor: ThreadPoolExecutor
) -> None:
    serial = support.serial_rows(FAMILY, 60, (5, 50), 12)
    for shard in "1/2", "2/2":
        scan(FAMILY, tmp_path / "shared", executor, shard=shard, **LIMITS)
        scan(FAMILY, tmp_path / f"own-{shard[0]}", executor, shard=shard, **LIMITS)
    assert support.same(merge([tmp_path / "shared"]).rows) == serial
    assert support.same(merge([tmp_path / "own-1", tmp_path / "own-2"]).rows) == serial
    assert merge([tmp_path / "own-1"]).missing == 7


def test_a_summary_is_not_written_among_the_parts(
    tmp_path: Path, executor: ThreadPoolExecutor
) -> None:
    found = scan(FAMILY, tmp_path / "scan", executor, **LIMITS)
    (tmp_path / "scan" / "below").mkdir()
    for name in "part-1-of-2-000009.parquet", "all.parquet", "all.csv", "_all.parquet", "below/a.csv":
        with pytest.raises(ScanError, match="scan is the folder of a scan; choose another folder"):
            found.write(tmp_path / "scan" / name)
    found.write(tmp_path / "part-1-of-2-000009.parquet")  # elsewhere it is a name like others
    files = f"{tmp_path}/scan/*.parquet"
    assert duckdb.sql(f"select count(*) from '{files}'").fetchall() == [(14,)]


def test_a_result_is_what_there_was(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    first = scan(FAMILY, tmp_path, executor, shard="1/2", **LIMITS)
    scan(FAMILY, tmp_path, executor, shard="2/2", **LIMITS)
    assert len(first) == len(list(first)) == len(first.to_pandas()) == 7
    assert [row.index for row in first] == list(range(0, 14, 2))
    first.write(tmp_path.parent / "first.csv")
    assert len(pandas.read_csv(tmp_path.parent / "first.csv")) == 7
    whole = merge([tmp_path])
    assert whole.rows[::2] == first.rows
    size = len(pickle.dumps(scan(FAMILY, tmp_path, executor, shard="1/2", **LIMITS)))
    assert len(pickle.dumps(first)) < size + 100  # rows that have been read do not travel
    assert pickle.loads(pickle.dumps(first)).rows == first.rows
    for part in part_files(tmp_path):
        if part.name.startswith("part-2-of-2"):
            part.unlink()
    assert len(list(first)) == 7  # its rows are still there
    for use in list, ScanResult.to_arrow, ScanResult.to_pandas:
        with pytest.raises(FolderError, match="rows of this result are gone or were computed again"):
            use(merged := pickle.loads(pickle.dumps(whole)))
        assert merged.missing == 0


def test_a_result_does_not_turn_into_another(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    """Rows with an error are computed again; or another scan is in the folder."""
    limited: dict[str, Any] = {"upto": 60, "time_limit": 1e-9}
    failed = scan("1,2;1,3", tmp_path, executor, **limited)
    assert failed.errors == 2
    scan("1,2;1,3", tmp_path, executor, upto=60, retry_errors=True)
    with pytest.raises(FolderError, match="gone or were computed again"):
        list(failed)
    for file in tmp_path.iterdir():
        file.unlink()
    scan("1,4;1,5", tmp_path, executor, upto=60)
    with pytest.raises(CorruptFileError, match="it is a part of another scan"):
        list(failed)


def test_a_result_knows_its_folder_from_anywhere(
    tmp_path: Path, executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = scan("1,2;1,3", "here", executor, upto=60)
    merged = merge(["here"])
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert found.folders == merged.folders == (tmp_path / "here",)
    assert len(list(found)) == len(list(merged)) == 2
    (tmp_path / "elsewhere").rmdir()
    with pytest.raises(WriteError, match="cannot use the folder here: No such file"):
        scan("1,2;1,3", "here", executor, upto=60)


def test_a_folder_of_another_scan_is_refused(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    folder = tmp_path / "scan"
    scan(FAMILY, folder, executor, **LIMITS)
    before = sorted(folder.iterdir())
    with pytest.raises(AnotherScanError, match='family is "1,sqrt\\(d\\) for squarefree d < 23"'):
        scan("1,sqrt(d) for squarefree d < 22", folder, executor, **LIMITS)
    with pytest.raises(AnotherScanError, match='its upto is "60", not "61"'):
        scan(FAMILY, folder, executor, upto=61, range=(5, 50))
    with pytest.raises(AnotherScanError, match="its range"):
        scan(FAMILY, folder, executor, upto=60)
    with pytest.raises(AnotherScanError, match="its digits"):
        scan(FAMILY, folder, executor, digits=8, **LIMITS)
    assert sorted(folder.iterdir()) == before
    # a text is known by its words, an iterable by its games
    assert scan(FAMILY.replace(" < ", "<"), folder, executor, **LIMITS).computed == 0
    scan(["1,2", "1,3"], tmp_path / "sets", executor, upto=60)
    assert scan([[1, 2], [2, 6]], tmp_path / "sets", executor, upto=60).computed == 0
    with pytest.raises(AnotherScanError, match='its family is "an iterable of 2 games", not "1,2"'):
        scan("1,2", tmp_path / "sets", executor, upto=60)
    scan("1,2", tmp_path / "other", executor, upto=60)
    with pytest.raises(AnotherScanError, match="other has another scan.* has the other; merge one"):
        merge([folder, tmp_path / "other"])


def test_another_version_is_another_scan(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    scan(FAMILY, tmp_path, executor, **LIMITS)
    support.change_manifest(tmp_path, version="0.0.9")
    with pytest.raises(AnotherScanError, match=f'its version is "0.0.9", not "{__version__}"'):
        scan(FAMILY, tmp_path, executor, **LIMITS)


def test_parts_without_a_manifest_and_a_damaged_one(
    tmp_path: Path, executor: ThreadPoolExecutor
) -> None:
    scan(FAMILY, tmp_path, executor, **LIMITS)
    manifest = tmp_path / "_scan.parquet"
    for definition in "{", "[" * 100_000, '{"upto": "60"}':
        support.write_definition(tmp_path, definition)
        with pytest.raises(CorruptFileError, match="_scan.parquet: damaged.*; restore it"):
            scan(FAMILY, tmp_path, executor, **LIMITS)
    support.write_definition(tmp_path, "[]")
    with pytest.raises(CorruptFileError, match="not a manifest"):
        scan(FAMILY, tmp_path, executor, **LIMITS)
    pyarrow.parquet.write_table(pyarrow.table({"index": [1]}), manifest)
    with pytest.raises(CorruptFileError, match="not a manifest"):
        scan(FAMILY, tmp_path, executor, **LIMITS)
    manifest.write_text("{}")
    with pytest.raises(CorruptFileError, match="_scan.parquet: damaged"):
        scan(FAMILY, tmp_path, executor, **LIMITS)
    manifest.unlink()
    with pytest.raises(AnotherScanError, match="no _scan.parquet"):
        scan(FAMILY, tmp_path, executor, **LIMITS)
    with pytest.raises(ScanError, match="is not a folder of a scan"):
        merge([tmp_path / "nowhere"])
    with pytest.raises(ScanError, match="at least one folder"):
        merge([])


HOLD = """
import sys
from pathlib import Path
from nimsweep.scans.definition import Definition
from nimsweep.scans.folder import Folder
with Folder(Path(sys.argv[1]), Definition.of(sys.argv[2], 60, (5, 50), 12), (1, int(sys.argv[3]))):
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_two_scans_in_one_folder(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    def holding(count: int) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(tmp_path), FAMILY, str(count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None and process.stdout.readline() == "locked\n"
        return process

    with holding(1) as running:
        with pytest.raises(FolderInUseError, match="a scan is running"):
            scan(FAMILY, tmp_path, executor, **LIMITS)
        with pytest.raises(FolderInUseError, match="shard 1 of 1 is running"):
            scan(FAMILY, tmp_path, executor, shard="1/2", **LIMITS)
        running.kill()
    with holding(2) as running:
        assert scan(FAMILY, tmp_path, executor, shard="2/2", **LIMITS).computed == 7
        running.kill()
    # the lock ended with its process
    assert scan(FAMILY, tmp_path, executor, **LIMITS).computed == 7


FORK = """
import os, sys, time
from pathlib import Path
from nimsweep.scans.definition import Definition
from nimsweep.scans.folder import Folder
with Folder(Path(sys.argv[1]), Definition.of(sys.argv[2], 60, (5, 50), 12), (1, 1)):
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        sys.stdin.read()  # lives as long as the test keeps the pipe open
        os._exit(0)
    time.sleep(60)
"""


def test_a_forked_process_does_not_hold_the_lock(
    tmp_path: Path, executor: ThreadPoolExecutor
) -> None:
    command = [sys.executable, "-c", FORK, str(tmp_path), FAMILY]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as driver:
        assert driver.stdout is not None
        child = int(driver.stdout.readline())
        with pytest.raises(FolderInUseError):  # the child's end of the lock has not unlocked it
            scan(FAMILY, tmp_path, executor, **LIMITS)
        driver.kill()
        driver.wait()
        os.kill(child, 0)  # it is still there
        assert scan(FAMILY, tmp_path, executor, **LIMITS).computed == 14


@pytest.mark.parametrize("damage", ["cut", "byte", "empty", "text", "columns"])
def test_a_damaged_part_is_named(
    tmp_path: Path, executor: ThreadPoolExecutor, damage: str
) -> None:
    scan(FAMILY, tmp_path, executor, **LIMITS)
    (part,) = part_files(tmp_path)
    content = bytearray(part.read_bytes())
    if damage == "byte":
        place = content.index(b"sqrt(2)")
        content[place] ^= 1
    damaged: dict[str, bytes | bytearray] = {
        "cut": content[:-20],
        "byte": content,
        "empty": b"",
        "text": b"nothing\n" * 99,
    }
    if damage == "columns":
        pyarrow.parquet.write_table(pyarrow.table({"index": [1]}), part)
    else:
        part.write_bytes(damaged[damage])
    with pytest.raises(CorruptFileError, match=part.name) as caught:
        # a scan reads the keys only, and then the rows when they are asked for
        scan(FAMILY, tmp_path, executor, **LIMITS).rows
    assert caught.value.path == part
    part.unlink()  # as the message advises
    assert scan(FAMILY, tmp_path, executor, **LIMITS).computed == 14


def test_a_part_of_another_family_is_named(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    scan(FAMILY, tmp_path / "one", executor, **LIMITS)
    scan("1,n for 2 <= n < 9", tmp_path / "two", executor, **LIMITS)
    (part,) = part_files(tmp_path / "one")
    part.rename(tmp_path / "two" / "part-1-of-1-000007.parquet")
    with pytest.raises(CorruptFileError, match="part-1-of-1-000007.* is a part of another scan"):
        scan("1,n for 2 <= n < 9", tmp_path / "two", executor, **LIMITS)


def test_what_a_killed_write_has_left_is_removed(
    tmp_path: Path, executor: ThreadPoolExecutor
) -> None:
    scan(FAMILY, tmp_path, executor, shard="1/2", **LIMITS)
    left = tmp_path / ".part-1-of-2-000001.parquet.tmp"
    left.write_bytes(b"PAR1 and then the power went")
    assert scan(FAMILY, tmp_path, executor, shard="1/2", **LIMITS).computed == 0
    assert not left.exists()


@pytest.mark.parametrize("moment", ["fsync", "replace"])
def test_a_full_disk_loses_no_complete_part(
    tmp_path: Path, executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    scan(FAMILY, tmp_path, executor, shard="1/2", **LIMITS)

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, moment, full)
        with pytest.raises(WriteError, match="part-2-of-2-000000.*No space left") as caught:
            scan(FAMILY, tmp_path, executor, shard="2/2", **LIMITS)
    assert isinstance(caught.value, OSError)
    assert not list(tmp_path.glob(".*.tmp"))
    assert scan(FAMILY, tmp_path, executor, **LIMITS).computed == 7


def test_ctrl_c_in_a_write_waits_until_the_part_is_complete(
    tmp_path: Path, executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync
    synced: list[int] = []

    def interrupted(descriptor: int) -> None:
        if not synced and list(tmp_path.glob(".part-*.tmp")):
            synced.append(descriptor)
            signal.raise_signal(signal.SIGINT)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        scan(FAMILY, tmp_path, executor, **LIMITS)
    assert synced
    rows = support.all_rows(tmp_path)
    assert sorted(row.index for row in rows) == list(range(14))  # all there, none twice


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_disk_that_is_really_full(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        sets = [[1, number] for number in range(2, 2000)]
        with pytest.raises(WriteError, match="cannot write.*No space left") as caught:
            scan(sets, disk / "scan", executor, upto=5, save_every=0.02)
        assert "Detail" not in str(caught.value)
        del caught  # its traceback keeps pyarrow's file open, and so the disk busy
        rows = support.all_rows(disk / "scan")
        assert len({row.index for row in rows}) == len(rows)
        subprocess.run(["mount", "-o", "remount,size=16m", str(disk)], check=True)
        found = scan(sets, disk / "scan", executor, upto=5)
        assert (found.missing, found.computed) == (0, len(sets) - len(rows))
        assert len(support.all_rows(disk / "scan")) == len(sets)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_folders_that_cannot_be_written(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match="cannot use the folder"):
        scan(FAMILY, tmp_path / "file", executor, **LIMITS)
    with pytest.raises(WriteError, match="cannot use the folder"):
        scan(FAMILY, "/proc/nothing/scan", executor, **LIMITS)


def test_files_without_locks(
    tmp_path: Path, executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: Any) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", none)
    with pytest.raises(WriteError, match="No locks available"):
        scan(FAMILY, tmp_path, executor, **LIMITS)


@pytest.mark.parametrize(
    ("changed", "error", "reason"),
    [
        ({"upto": 60.5}, InexactError, ""),
        ({"range": (5, 50.5)}, InexactError, ""),
        ({"upto": 0}, ScanError, "positive"),
        ({"range": (50, 5)}, ScanError, "the lower end comes first"),
        ({"range": ("1/2", 5)}, ScanError, "below the shortest length"),
        ({"range": (5, 61)}, ScanError, "above upto"),
        ({"range": (5,)}, ScanError, "two numbers"),
        ({"range": "55"}, ScanError, "two numbers"),
        ({"range": 5}, ScanError, "two numbers"),
        ({"range": (5, "far")}, ScanError, "range: "),
        ({"upto": "far"}, ScanError, "upto: "),
        ({"upto": None}, ScanError, "upto: "),
        ({"folder": ""}, ScanError, "the name is empty"),
        ({"digits": -1}, ScanError, "digits"),
        ({"workers": 2}, ScanError, "give one of the two"),
        ({"workers": 0}, ScanError, "workers"),
        ({"workers": 1.5}, ScanError, "workers"),
        ({"time_limit": -1}, ScanError, "time_limit"),
        ({"time_limit": float("nan")}, ScanError, "time_limit"),
        ({"memory_limit": 0.5}, ScanError, "memory_limit"),
        ({"save_every": 0}, ScanError, "save_every"),
        ({"shard": "3/2"}, ScanError, "from 1/2 to 2/2"),
        ({"shard": "one"}, ScanError, "should be like '1/4'"),
        ({"shard": (1, 2)}, ScanError, "should be like '1/4'"),
        ({"shard": "0/2"}, ScanError, "from 1/2 to 2/2"),
        ({"limit": 5}, TypeError, "unexpected keyword argument 'limit'"),
    ],
)
def test_arguments_that_are_refused(
    tmp_path: Path,
    executor: ThreadPoolExecutor,
    changed: dict[str, Any],
    error: type[Exception],
    reason: str,
) -> None:
    with pytest.raises(error, match=reason or None):
        arguments = {"folder": tmp_path / "scan", **LIMITS, **changed}
        scan(FAMILY, executor=executor, **arguments)
    assert not (tmp_path / "scan").exists()
