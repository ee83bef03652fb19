"""Tables of typed cells, in Markdown, in HTML, and in parts that a page is wide enough for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from combin.formats.columns import TEXT, Column, Kind
from combin.formats.text import one_line, width

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from combin.formats.columns import Record, Value
    from combin.formats.text import Role


Row = TypeVar("Row")


class Table(Struct, frozen=True, dict=True):
    """A titled table of typed cells, which people see and programs are given.

    A column may be given as its heading alone: then it holds words, set flush right where the heading starts
    with ">". `note` is a sentence below the table. In the first `merged` columns a cell that repeats the one
    above it is printed blank. `sums` are the numbers of rows, from 0, that add up others: those people see.
    """

    title: str
    columns: Sequence[Column[Any] | str]
    rows: tuple[tuple[Value, ...], ...]
    note: str = ""
    merged: int = 0
    sums: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse rows of another length than the columns.

        Raises:
            ValueError: a row is too short or too long.
        """
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.title}: {row!r} does not fit the columns {self.columns!r}")

    @classmethod
    def of(
        cls,
        title: str,
        entries: Iterable[Row],
        columns: Sequence[Column[Row]],
        note: str = "",
        *,
        merged: int = 0,
        total: Mapping[str, Value] | Sequence[Mapping[str, Value]] = (),
    ) -> Table:
        """Return the table of what each column has of each entry; `total` has the rows of sums by heading."""
        rows = [tuple(column.value(entry) for column in columns) for entry in entries]
        totals = [total] if isinstance(total, Mapping) else total
        sums = tuple(range(len(rows), len(rows) + len(totals)))
        rows += [tuple(total.get(column.heading or "") for column in columns) for total in totals]
        return cls(title, columns, tuple(rows), note, merged, sums)

    @cached_property
    def typed(self) -> tuple[Column[Any], ...]:
        """All columns, those given as headings too."""
        return tuple(
            Column(column.removeprefix(">"), _FIGURES if column.startswith(">") else TEXT)
            if isinstance(column, str)
            else column
            for column in self.columns
        )

    @cached_property
    def shown(self) -> tuple[Column[Any], ...]:
        """The columns that people see."""
        return tuple(column for column in self.typed if column.heading is not None)

    @property
    def headings(self) -> tuple[str, ...]:
        """What heads the columns that people see."""
        return tuple(column.heading or "" for column in self.shown)

    @property
    def flush_right(self) -> tuple[bool, ...]:
        """Which of them are set flush right."""
        return tuple(column.kind.right for column in self.shown)

    @cached_property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The rows as people see them."""
        seen = [(place, column) for place, column in enumerate(self.typed) if column.heading is not None]
        return tuple(tuple(column.kind.shown(row[place]) for place, column in seen) for row in self.rows)

    @cached_property
    def roles(self) -> tuple[tuple[Role | None, ...], ...]:
        """What the cells that people see are to their reader."""
        seen = [(place, column) for place, column in enumerate(self.typed) if column.heading is not None]
        return tuple(tuple(column.role(row[place]) for place, column in seen) for row in self.rows)

    def without(self, headings: Container[str | None]) -> Table:
        """Return the table without the columns of some headings."""
        kept = [place for place, column in enumerate(self.typed) if column.heading not in headings]
        rows = tuple(tuple(row[place] for place in kept) for row in self.rows)
        return replace(self, columns=[self.typed[place] for place in kept], rows=rows)

    def without_blanks(self) -> Table:
        """Return the table without the columns in which people see nothing, or noughts alone."""
        columns = zip(self.headings, *self.cells, strict=True)
        return self.without([heading for heading, *cells in columns if not set(cells) - {"", "0"}])

    @property
    def merged_cells(self) -> tuple[tuple[str, ...], ...]:
        """The same with repetitions in the merged columns left blank."""
        if not self.merged:
            return self.cells
        above: tuple[str, ...] = ()
        merged = []
        for row in self.cells:
            same = 0
            while same < self.merged and row[: same + 1] == above[: same + 1]:
                same += 1
            merged.append(("",) * same + row[same:])
            above = row
        return tuple(merged)

    def records(self, digits: int, **common: int | str | None) -> list[Record]:
        """Return the rows for CSV and frames, each after what all have in `common`."""
        records = []
        for row in self._named_rows():
            record: Record = {**common}
            for column, value in row:
                record |= column.record(value, digits)
            records.append(record)
        return records

    def objects(self, digits: int) -> list[dict[str, Any]]:
        """Return the rows for JSON."""
        return [
            {column.name: column.json(value, digits) for column, value in row} for row in self._named_rows()
        ]

    def _named_rows(self) -> Iterator[list[tuple[Column[Any], Value]]]:
        """Yield the rows that add up no others: their columns and values that programs are given."""
        named = [(place, column) for place, column in enumerate(self.typed) if column.name]
        for number, row in enumerate(self.rows):
            if number not in self.sums:
                yield [(column, row[place]) for place, column in named]


_FIGURES = Kind(str, exact=False)
"""Figures that are words already."""


_OBEYED = re.compile(r"[\\`*<|\[~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")
"""What Markdown would obey inside a line; an underscore only at the edge of a word."""

_BEGINS_A_BLOCK = re.compile(r"(?:#{1,6}|[-+])(?: |$)|>|[-=][-= ]*$|\d{1,9}(?=[.)](?: |$))")
"""What at the start of a line makes a heading, a list, a quotation or a rule."""


def markdown_text(text: str) -> str:
    r"""Return text in one line, with the characters that Markdown would obey escaped.

    >>> print(markdown_text("![x](javascript:y) <b>, pair_plus"))
    !\[x](javascript:y) \<b>, pair_plus
    """
    return _OBEYED.sub(r"\\\g<0>", one_line(text).strip())


def markdown_line(text: str) -> str:
    r"""Return the same for text at the start of a line, where Markdown obeys more.

    >>> print(markdown_line("1. # > -"), markdown_line("# 1."), markdown_line("-1.5"))
    1\. # > - \# 1. -1.5
    """
    line = markdown_text(text)
    if not (begins := _BEGINS_A_BLOCK.match(line)):
        return line
    place = begins.end() if line[0].isdigit() else 0
    return rf"{line[:place]}\{line[place:]}"


def markdown(table: Table, level: int = 3) -> str:
    """Return a table in Markdown, its columns padded so that the source reads well too.

    `level` is that of the heading; without a title there is none.
    """
    cells = [tuple(map(markdown_text, row)) for row in (table.headings, *table.merged_cells)]
    widths = [max(3, *map(width, column)) for column in zip(*cells, strict=True)]

    def line(row: tuple[str, ...]) -> str:
        padded = []
        for cell, columns, right in zip(row, widths, table.flush_right, strict=True):
            blanks = " " * (columns - width(cell))
            padded.append(blanks + cell if right else cell + blanks)
        return f"| {' | '.join(padded)} |"

    rule = tuple(
        "-" * (columns - 1) + (":" if right else "-")
        for columns, right in zip(widths, table.flush_right, strict=True)
    )
    parts = [f"{'#' * level} {markdown_text(table.title)}\n"] if table.title else []
    parts += [line(cells[0]), line(rule), *map(line, cells[1:])]
    if table.note:
        parts += ["", markdown_line(table.note)]
    return "\n".join(parts) + "\n"


def html(table: Table) -> str:
    """Return a table in HTML, for notebooks."""
    from html import escape

    align = ["right" if right else "left" for right in table.flush_right]

    def line(tag: str, row: tuple[str, ...]) -> str:
        inside = "".join(
            f'<{tag} style="text-align:{side}">{escape(cell)}</{tag}>'
            for side, cell in zip(align, row, strict=True)
        )
        return f"<tr>{inside}</tr>"

    title = f"<h5>{escape(table.title)}</h5>" if table.title else ""
    body = "".join(line("td", row) for row in table.merged_cells)
    note = f"<p>{escape(table.note)}</p>" if table.note else ""
    return f"{title}<table><thead>{line('th', table.headings)}</thead><tbody>{body}</tbody></table>{note}"


_WIDE, _WIDEST, _LONGEST = 140, 165, 24
"""The letters that a page is wide, in smaller type too, and the most that a column of sentences asks for."""


def fitting(columns: Sequence[Sequence[str]], beside: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the places of columns in as few groups as a page allows; the first `beside` stand in each.

    `columns` have their heading first, and then their cells. Several groups are about equally wide.

    >>> list(fitting([["Hand", "flush"], ["First", "1" * 80], ["Second", "2" * 80]]))
    [(0, 1), (0, 2)]
    """
    widths = [_width(column) for column in columns]
    if sum(widths) <= _WIDEST:
        yield tuple(range(len(widths)))
        return
    most = len(_groups(widths, beside, _WIDE))
    room = next(room for room in range(_WIDE + 1) if len(_groups(widths, beside, room)) <= most)
    yield from _groups(widths, beside, room)


def _groups(widths: Sequence[int], beside: int, room: int) -> list[tuple[int, ...]]:
    """Return the places of columns in groups no wider than some room, but for one column alone."""
    always = tuple(range(beside))
    groups = [always]
    for place in range(beside, len(widths)):
        if len(groups[-1]) > beside and sum(widths[one] for one in (*groups[-1], place)) > room:
            groups.append(always)
        groups[-1] = (*groups[-1], place)
    return groups


def _width(texts: Sequence[str]) -> int:
    """Return how many letters a column takes: its longest word, or more of what may be broken.

    Addresses and fractions that are longer than that break after a stroke.
    """
    _, *cells = texts
    pieces = [
        len(piece)
        for word in " ".join(texts).split()
        for piece in (word.split("/") if len(word) > _LONGEST else [word])
    ]
    words = max(pieces, default=0)
    return max(words, min(_LONGEST, max(map(len, cells), default=0))) + 2
