"""Exceptions: they come out of another process as they were raised there."""

import copy
import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import nimsweep.scans.limits
import nimsweep.scans.parts
from nimsweep import Game, MissingPackageError, NimsweepError, scan
from nimsweep.scans import CorruptFileError, merge
from nimsweep.scans.folder import part_files


def kinds(kind: type[BaseException]) -> list[type[BaseException]]:
    return [kind, *(one for below in kind.__subclasses__() for one in kinds(below))]


KINDS = [*kinds(NimsweepError), nimsweep.scans.limits.LimitExceeded]


@pytest.mark.parametrize("kind", KINDS)
def test_an_exception_survives_its_pickle(kind: type[BaseException]) -> None:
    words: tuple[object, ...] = ("a text with √2",)
    if issubclass(kind, CorruptFileError):
        words = Path("a file"), *words
    error = kind(*words)
    assert "a text with √2" in str(error)
    for again in pickle.loads(pickle.dumps(error)), copy.copy(error):
        assert type(again) is kind
        assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


CALLS: dict[str, tuple[str, Callable[[], object]]] = {
    "a table": ("pandas", lambda: Game().grundy(9).to_pandas()),
    "a table of polars": ("polars", lambda: Game().grundy(9).to_polars()),
    "a table of Arrow": ("pyarrow", lambda: Game().gain_pieces(2, 9).to_arrow()),
    "a stream": ("pyarrow", lambda: Game().gain_pieces(2, 9).__arrow_c_stream__()),
    "moves": ("pandas", lambda: Game().moves(9).to_pandas()),
    "a result": ("pandas", lambda: merge([os.environ["FOLDER"]]).to_pandas()),
    "a result of polars": ("polars", lambda: merge([os.environ["FOLDER"]]).to_polars()),
    "a scan": ("pyarrow", lambda: scan("1,2", os.environ["FOLDER"], upto=50)),
    "a scan without locks": ("filelock", lambda: scan("1,2", os.environ["FOLDER"], upto=50)),
    "a merge": ("pyarrow", lambda: merge([os.environ["FOLDER"]])),
}


@pytest.mark.parametrize(("package", "call"), CALLS.values(), ids=CALLS)
def test_a_package_that_is_missing_is_named_with_what_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, call: Callable[[], object]
) -> None:
    with ThreadPoolExecutor(1) as threads:
        scan("1,2", tmp_path, threads, upto=50)
    monkeypatch.setenv("FOLDER", str(tmp_path))
    monkeypatch.setitem(sys.modules, package, None)  # hidden: importing it fails
    with pytest.raises(MissingPackageError, match=f" needs {package}: pip install {package}$") as caught:
        call()
    assert isinstance(caught.value, ImportError) and caught.value.name == package
    monkeypatch.undo()
    monkeypatch.setenv("FOLDER", str(tmp_path))
    call()


def rows_in(folder: str) -> int:
    return len(merge([folder]))


def test_a_damaged_file_does_not_break_a_pool(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as threads:
        for name in "whole", "half":
            scan("1,2;1,3", tmp_path / name, threads, upto=50)
    (part,) = part_files(tmp_path / "half")
    part.write_bytes(part.read_bytes()[: part.stat().st_size // 2])
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(CorruptFileError, match=part.name) as caught:
            pool.submit(rows_in, str(tmp_path / "half")).result()
        assert caught.value.path == part and "delete it" in caught.value.reason
        assert pool.submit(rows_in, str(tmp_path / "whole")).result() == 2
