"""The examples in the documentation of compiled classes are true."""

import doctest
import inspect
from typing import Any

import pytest

import nimsweep
from nimsweep import _engine

OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
# what `from nimsweep import *` gives
NAMES: dict[str, Any] = {name: getattr(nimsweep, name) for name in nimsweep.__all__}


def documented() -> list[tuple[str, str]]:
    """The names and the documentation of everything compiled that has examples."""
    found = []
    for name, item in vars(_engine).items():
        if name.startswith("__"):
            continue
        found.append((name, item.__doc__))
        if inspect.isclass(item):
            # attributes of compiled classes are not properties, and DocTestFinder misses them
            members = ((member, getattr(item, member).__doc__) for member in vars(item))
            found += [(f"{name}.{member}", text) for member, text in members if member != "__doc__"]
    # in an order of its own: processes that share the tests have to find the same
    return sorted((name, text) for name, text in found if isinstance(text, str) and ">>>" in text)


@pytest.mark.parametrize(("name", "text"), documented(), ids=[name for name, _ in documented()])
def test_examples(name: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, dict(NAMES), name, None, None)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(report)


def test_examples_are_found_in_classes_methods_and_attributes() -> None:
    names = {name for name, _ in documented()}
    assert {"Surd", "Surd.sqrt", "Surd.roots", "Algebraic.roots"} <= names
