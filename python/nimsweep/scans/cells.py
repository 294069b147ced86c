"""What labels of games and columns of one's own may hold: numbers, texts, True and False.

An exact number is a text, with the nearest float in a column beside it:

>>> from fractions import Fraction
>>> cells({"x": Fraction(7, 2), "prime": True}, octal=False)
{'x': '7/2', 'x_float': 3.5, 'prime': True}
"""

from __future__ import annotations

import keyword
import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

import numpy

from nimsweep import Algebraic, Gain, Maximum, Surd
from nimsweep.scans.errors import ScanError
from nimsweep.scans.expression import shown
from nimsweep.scans.row import OctalRow, Row
from nimsweep.scans.texts import text_of, whole_text

Cell: TypeAlias = int | float | bool | str

LARGEST = 2**63 - 1  # of a column of 64 bits
ADVICE = "give a number, a text, True or False"


def cells(given: object, octal: bool) -> dict[str, Cell]:
    """The cells of a row, by the names of their columns.

    Raises:
        ScanError: says which name or value makes no column.
    """
    if not isinstance(given, Mapping):
        raise ScanError(f"they are a dict of names and values, not {type(given).__name__}")
    found: dict[str, Cell] = {}
    for key, value in given.items():
        if not isinstance(key, str) or not key.isidentifier() or key[0] == "_" or keyword.iskeyword(key):
            raise ScanError(f"{shown(repr(key))} should be a name such as 'share'")
        for name, cell in _cells(unicodedata.normalize("NFKC", key), value):
            if is_taken(name, octal) or same_name(name, found):
                raise ScanError(f"{name} is a column already; choose another name")
            found[name] = cell
    return found


def is_taken(name: str, octal: bool) -> bool:
    """Whether each row has a column, or something else, of this name."""
    kind, words = OctalRow if octal else Row, name.casefold()
    return hasattr(kind, words) or words in ("maximum_decimal_digits", "at_decimal_digits")


def same_name(name: str, names: Iterable[str]) -> str | None:
    """One of the names that is this one for DuckDB and SQL, to which large letters are as small ones."""
    return next((one for one in names if one.casefold() == name.casefold()), None)


def _cells(name: str, value: object) -> Iterator[tuple[str, Cell]]:
    if isinstance(value, numpy.generic):
        value = value.item()
    if isinstance(value, Gain | Maximum):
        value = value.value
    if isinstance(value, Fraction) or (isinstance(value, Decimal) and value.is_finite()):
        value = Surd(value)
    if isinstance(value, Surd | Algebraic):
        yield name, text_of(value)
        try:
            yield f"{name}_float", float(value)
        except OverflowError:
            raise ScanError(f"{name} is too large for the float beside it; give a text") from None
    elif isinstance(value, str):
        yield name, whole_text(value)
    elif isinstance(value, bool):
        yield name, value
    elif isinstance(value, int):
        if not -LARGEST <= value <= LARGEST:
            raise ScanError(f"{name} is {shown(value)}, more than 64 bits; give a float or a text")
        yield name, int(value)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ScanError(f"{name} is {value}; {ADVICE}")
        yield name, float(value)
    else:
        what = "None" if value is None else f"of the type {type(value).__name__}"
        raise ScanError(f"{name} is {what}; {ADVICE}")


def kind_of(cell: Cell) -> str:
    """The type of its column, as `row_type` takes it."""
    return "int64" if type(cell) is int else type(cell).__name__


def fitted(name: str, cell: Cell, kind: str) -> Cell:
    """The cell for a column of this type; a whole number fits one of floats, too.

    Raises:
        ScanError: if it does not fit.
    """
    if kind == "float" and type(cell) is int and int(float(cell)) == cell:
        return float(cell)
    if kind_of(cell) != kind:
        before, now = kind.removesuffix("64"), kind_of(cell).removesuffix("64")
        what = f"{name} is {shown(repr(cell))}, of the type {now}"
        raise ScanError(f"{what}, but {before} for earlier games; give one type")
    return cell
