"""Docstrings of the Python package for its API pages: those of compiled classes, and examples as blocks of code."""

import inspect
import re
from functools import reduce

import griffe
from nimsweep import _engine

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
ENGINE = "nimsweep._engine."


class Docstrings(griffe.Extension):
    """Completes and marks up what griffe reads from the sources and the stubs of the package."""

    def on_instance(self, *, obj: griffe.Object, **_: object) -> None:
        if obj.path.startswith(ENGINE) and not obj.is_module:
            # stubs have none
            names = obj.path.removeprefix(ENGINE).split(".")
            text = inspect.getdoc(reduce(lambda owner, name: getattr(owner, name, None), names, _engine))
            obj.docstring = text and griffe.Docstring(text, parent=obj)
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
