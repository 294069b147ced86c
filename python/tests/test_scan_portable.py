"""Scans without what only some systems have; folders of other forms, and addresses."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import scan_support as support

from nimsweep import scan
from nimsweep.scans import AnotherScanError, ScanError, limits, merge
from nimsweep.scans.folder import part_files

HIDDEN = """
import os, signal, sys
for module in "fcntl", "resource":
    sys.modules[module] = None  # hidden: importing it fails
del signal.pthread_sigmask
from concurrent.futures import ThreadPoolExecutor
from nimsweep.scans import FolderInUseError, scan

def again():
    return scan("1,n for 2 <= n < 9", sys.argv[1], ThreadPoolExecutor(1), upto=20)

def locked(progress):
    try:
        again()
    except FolderInUseError as error:
        print("in use")

if __name__ == "__main__":
    if sys.argv[2:] == ["killed"]:
        scan("1,n for 2 <= n < 9", sys.argv[1], ThreadPoolExecutor(1), upto=20, shard="1/2",
             progress=lambda progress: os.kill(os.getpid(), signal.SIGKILL))
    found = scan("1,n for 2 <= n < 9", sys.argv[1], workers=1, upto=20, progress=locked)
    print(found.computed, again().computed, len(again().rows))
"""


def test_a_scan_without_fcntl_and_resource(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(HIDDEN)
    command = [sys.executable, "-W", "ignore", str(script), str(tmp_path / "scan")]
    # the lock of a shard ends with its process, or the second call would find it
    assert subprocess.run([*command, "killed"], capture_output=True).returncode == -9
    ended = subprocess.run(command, capture_output=True, text=True)
    *in_use, numbers = ended.stdout.splitlines()
    assert (ended.stderr, numbers) == ("", "7 0 7")
    assert in_use and set(in_use) == {"in use"}


def test_a_memory_limit_needs_something_that_measures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_linux = limits.resident_bytes()
    monkeypatch.setattr(limits, "STATM", Path("/no/such/file"))
    assert of_linux / 2 < limits.resident_bytes() < of_linux * 2  # of psutil
    monkeypatch.setitem(sys.modules, "psutil", None)
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(ScanError, match="^memory_limit: .*pip install psutil$"):
            scan("1,2", tmp_path / "scan", executor, upto=20, memory_limit=10**9)
        assert not (tmp_path / "scan").exists()
        assert scan("1,2", tmp_path / "scan", executor, upto=20, time_limit=60).computed == 1


@pytest.mark.parametrize(
    "address",
    ["s3://bucket/scan", "gs://bucket/scan", "https://example.org/scan", "file://server/scan"],
)
def test_addresses_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with ThreadPoolExecutor(1) as executor:
        for folder in address, Path(address):
            with pytest.raises(ScanError, match="is a remote address; a scan needs a local folder"):
                scan("1,2", folder, executor, upto=20)
        with pytest.raises(ScanError, match="is a remote address"):
            merge([address])
        found = scan("1,2", tmp_path / "scan", executor, upto=20)
        with pytest.raises(ScanError, match="is a remote address"):
            found.write(f"{address}/all.parquet")
    assert [file.name for file in tmp_path.iterdir()] == ["scan"]


def test_the_address_of_a_file_is_its_path(tmp_path: Path) -> None:
    folder = tmp_path / "a scan"
    with ThreadPoolExecutor(1) as executor:
        found = scan("1,2", folder.as_uri(), executor, upto=20)
    assert len(part_files(folder)) == 1
    assert merge([folder.as_uri()]).rows == found.rows
    found.write((tmp_path / "all.csv").as_uri())
    assert (tmp_path / "all.csv").exists()


def test_a_folder_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        scan("1,2", tmp_path, executor, upto=20)
    support.change_manifest(tmp_path, format=3)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    reason = "has a scan of another version, with format 3; read its rows as Parquet"
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(AnotherScanError, match=reason):
            scan("1,2", tmp_path, executor, upto=20)
    with pytest.raises(AnotherScanError, match=reason):
        merge([tmp_path])
    # nothing in it is changed
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
