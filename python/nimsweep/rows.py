"""What tables have in common: rows as a sequence, columns as data frames, and how notebooks show
them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import numpy

from nimsweep.errors import NimsweepError, need

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    from numpy.typing import NDArray

Row = TypeVar("Row")


class Rows(ABC, Generic[Row]):
    """A sequence of rows that never changes.

    It is not a subclass of `collections.abc.Sequence`: of these polars takes the rows, even if there
    are columns. Of both numpy.asarray and pandas.DataFrame take the rows.
    """

    __slots__ = ()

    @property
    def _names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return ()

    def _column(self, name: str) -> NDArray[Any]:
        column: NDArray[Any] = getattr(self, name)
        return column

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def _row(self, place: int) -> Row: ...

    def _picked(self, places: Sequence[int]) -> list[Row]:
        return [self._row(place) for place in places]

    def _named(self, name: str) -> NDArray[Any]:
        """The column of this name."""
        if name not in self._names:
            names = ", ".join(self._names)
            known = f"the columns are {names}" if names else "there are rows only"
            raise KeyError(f"there is no column {name!r}; {known}")
        return self._column(name)

    @overload
    def __getitem__(self, picked: int, /) -> Row: ...
    @overload
    def __getitem__(self, picked: str, /) -> NDArray[Any]: ...
    @overload
    def __getitem__(self, picked: slice | NDArray[Any] | list[Any], /) -> list[Row]: ...
    def __getitem__(self, picked: Any, /) -> Any:
        """A row by its place; the rows of a slice, a mask or several places, as numpy picks them; a
        column by its name."""
        if isinstance(picked, str):
            return self._named(picked)
        try:
            places = range(len(self))[picked]
        except TypeError:  # a mask, or several places
            places = numpy.arange(len(self))[picked].tolist()
        return self._row(places) if isinstance(places, int) else self._picked(places)

    def __iter__(self) -> Iterator[Row]:
        return map(self._row, range(len(self)))

    def index(self, row: object, start: int = 0, stop: int | None = None) -> int:
        """The place of the first row that is equal to this one."""
        for place in range(*slice(start, stop).indices(len(self))):
            if self._row(place) == row:
                return place
        raise ValueError(f"{row!r} is none of these rows")

    count = Sequence[Any].count


class Drawn(ABC):
    """A result that can be drawn."""

    __slots__ = ()

    @abstractmethod
    def _picture(self, look: tuple[str | None, str | None, bool]) -> str: ...

    def svg(self, *, size: str | None = None, title: str | None = None, dark: bool = False) -> str:
        """The picture as an `<svg>` element.

        Args:
            size: width x height in pixels, such as "1200x400".
            title: a title, in which text between two asterisks is set in italics.
            dark: whether to draw light lines on dark ground.

        Raises:
            DomainError: if the size is none, or there is nothing to draw.
        """
        return self._picture((size, title, dark))

    def _svg_or_none(self, size: str | None = "960x320") -> str:
        """The picture for a notebook; nothing if it cannot be drawn."""
        try:
            return self._picture((size, None, False))
        except NimsweepError:
            return ""


class Columns(Rows[Row], Drawn):
    """Rows with columns, which are numpy arrays that can only be read."""

    @abstractmethod
    def _about(self) -> dict[str, str]:
        """What the columns do not say."""

    def columns(self) -> dict[str, NDArray[Any]]:
        """The columns by their names."""
        return {name: self._column(name) for name in self._names}

    def to_pandas(self) -> pandas.DataFrame:
        """The columns as a pandas.DataFrame, with what they do not say as its `attrs`.

        Raises:
            MissingPackageError: if pandas is not installed.
        """
        need("a data frame of pandas", "pandas")
        import pandas

        frame = pandas.DataFrame(self.columns())
        frame.attrs.update(self._about())
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The columns as a polars.DataFrame.

        Raises:
            MissingPackageError: if polars is not installed.
        """
        need("a data frame of polars", "polars")
        import polars

        return polars.DataFrame(self.columns())

    def to_arrow(self) -> pyarrow.Table:
        """The columns as a pyarrow.Table, with what they do not say, such as the lengths, as
        metadata.

        Raises:
            MissingPackageError: if pyarrow is not installed.
        """
        need("a table of Arrow", "pyarrow")
        import pyarrow

        return pyarrow.table(self.columns(), metadata=self._about())  # type: ignore[arg-type]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The columns as an Arrow stream, by the PyCapsule interface; it needs pyarrow."""
        stream: object = self.to_arrow().__arrow_c_stream__(requested_schema)  # type: ignore[no-untyped-call]
        return stream


def counted(count: int, what: str) -> str:
    """How many there are, as "1 step" or "2 steps"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def html(
    head: str, svg: str, titles: Iterable[str], rows: Iterable[Iterable[object]], count: int
) -> str:
    """A line of text, a picture if there is one, and the first rows of so many."""
    shown = [[f"<td>{escape(str(cell), quote=False)}</td>" for cell in row] for row in rows]
    heads = "".join(f"<th>{escape(title)}</th>" for title in titles)
    body = "".join(f"<tr>{''.join(cells)}</tr>" for cells in shown)
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    more = f"<p>… {count} rows</p>" if count > len(shown) else ""
    return f"<div><p>{escape(head, quote=False)}</p>{svg}{table}{more}</div>"


def card(result: object, names: Iterable[str]) -> str:
    """One result, with what it has below each other."""
    rows = ((name, getattr(result, name)) for name in names)
    return html(repr(result), "", ("", ""), rows, 0)
