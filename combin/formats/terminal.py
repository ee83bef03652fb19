"""Tables as plain text of a given width, whose numbers are never broken.

The tables of rich crop a column, or break its numbers in two, where a table is too wide; a figure in an audit
may not lose a digit. Here headings and words are broken first, and then rows become blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.formats.text import bold, one_line, width, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.formats.tables import Table

__all__ = ["NARROWEST", "table_text"]

NARROWEST = 20
"""Columns below which nothing is set; a narrower terminal breaks the lines itself."""

_GAP = "  "
_HANGING = "  "
"""What the lines of a cell after the first start with."""

_SAMPLE = 200
"""How many rows are looked at when columns are made narrower."""


def table_text(table: Table, limit: int, *, styled: bool = False) -> list[str]:
    """Return the lines of a table, its title and its note, none longer than `limit` columns.

    The headings above numbers break first, then the text of columns that are set flush left; numbers never
    do. Where that is not enough, each row becomes a block of lines, one for each cell. `styled` sets titles
    and headings in bold.
    """
    strong = bold if styled else str
    headings = [one_line(heading) for heading in table.headings]
    rows = [tuple(map(one_line, row)) for row in table.merged_cells]
    widths = _widths(headings, rows, table.flush_right, limit)
    if widths is None:
        rows = [tuple(map(one_line, row)) for row in table.cells]
        body = _blocks(headings, rows, limit, styled=styled)
    else:
        body = _grid(headings, rows, table.flush_right, widths, styled=styled)
    title = [strong(line) for line in wrap(one_line(table.title), limit)] if table.title else []
    note = wrap(one_line(table.note), limit) if table.note else []
    return [*title, *body, *note]


def _widths(
    headings: Sequence[str], rows: Sequence[Sequence[str]], flush_right: Sequence[bool], limit: int
) -> list[int] | None:
    """Return the columns' widths, or None if the table cannot be made so narrow.

    They start as wide as their cells, and shrink one by one where it costs the fewest lines.
    """
    # Greedy: one letter at a time is taken from the column where that adds the fewest lines in all. First
    # headings may break, down to the widest cell; only if this is not enough, sentences down to their longest
    # word.
    room = limit - len(_GAP) * (len(headings) - 1)
    columns = list(zip(*rows, strict=True)) if rows else [() for _ in headings]
    content = [max((width(cell) for cell in column), default=0) for column in columns]
    widths = [max(width(heading), cells) for heading, cells in zip(headings, content, strict=True)]
    if sum(widths) <= room:
        return widths
    words = [_longest_word(heading) for heading in headings]
    broken_headings = [
        max(word, cells) if right else whole
        for word, cells, whole, right in zip(words, content, widths, flush_right, strict=True)
    ]
    narrowest = [
        whole if right else max(word, min(cells, len(_HANGING) + max(map(_longest_word, column), default=0)))
        for whole, cells, word, column, right in zip(
            broken_headings, content, words, columns, flush_right, strict=True
        )
    ]
    if sum(narrowest) > room:
        return None
    sizes = [[width(cell) for cell in column[:_SAMPLE]] for column in columns]
    for floor in (broken_headings, narrowest):
        while sum(widths) > room and widths != floor:
            can = [index for index in range(len(widths)) if widths[index] > floor[index]]
            more = [_more_lines(column, one) for column, one in zip(sizes, widths, strict=True)]
            best = min(can, key=lambda index: (_height(sizes, widths, more, index), -widths[index]))
            widths[best] -= 1
    return widths


def _height(
    sizes: Sequence[Sequence[int]], widths: Sequence[int], more: Sequence[Sequence[int]], narrower: int
) -> int:
    """Return how many more lines the rows take than one each, if one column gets narrower by one."""
    changed = _more_lines(sizes[narrower], widths[narrower] - 1)
    return sum(map(max, *more[:narrower], changed, *more[narrower + 1 :])) if len(more) > 1 else sum(changed)


def _more_lines(sizes: Sequence[int], room: int) -> list[int]:
    """Estimate how many more lines than one each cell of a column takes, as if words could break anywhere."""
    of_others = max(room - len(_HANGING), 1)
    return [-(-max(size - room, 0) // of_others) for size in sizes]


def _longest_word(text: str) -> int:
    return max(map(width, text.split()), default=0)


def _grid(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    flush_right: Sequence[bool],
    widths: Sequence[int],
    *,
    styled: bool,
) -> list[str]:
    top = [wrap(heading, room) for heading, room in zip(headings, widths, strict=True)]
    height = max(map(len, top), default=0)
    head = [[""] * (height - len(lines)) + lines for lines in top]
    body = [[wrap(cell, room, _HANGING) for cell, room in zip(row, widths, strict=True)] for row in rows]
    used = [
        max(width(line) for cells in (head, *body) for line in cells[column]) for column in range(len(widths))
    ]
    strong = bold if styled else str
    lines = [strong(line) for line in _set(head, used, flush_right)] if any(headings) else []
    lines.append(_GAP.join("-" * columns for columns in used).rstrip())
    return lines + [line for cells in body for line in _set(cells, used, flush_right)]


def _set(cells: Sequence[Sequence[str]], widths: Sequence[int], flush_right: Sequence[bool]) -> list[str]:
    """Return the lines of one row, each cell being a list of lines."""
    lines = []
    for number in range(max(map(len, cells), default=0)):
        parts = []
        for cell, columns, right in zip(cells, widths, flush_right, strict=True):
            text = cell[number] if number < len(cell) else ""
            blanks = " " * (columns - width(text))
            parts.append(blanks + text if right else text + blanks)
        lines.append(_GAP.join(parts).rstrip())
    return lines


def _blocks(headings: Sequence[str], rows: Sequence[Sequence[str]], limit: int, *, styled: bool) -> list[str]:
    """Return each row as lines of heading and cell, with an empty line between rows."""
    label = min(max(map(width, headings), default=0), limit // 2)
    strong = bold if styled else str
    lines: list[str] = []
    for row in rows:
        if lines:
            lines.append("")
        for heading, cell in zip(headings, row, strict=True):
            if not cell:
                continue
            names = wrap(heading, label)
            parts = wrap(cell, limit - label - len(_GAP), _HANGING)
            for number in range(max(len(names), len(parts))):
                name = names[number] if number < len(names) else ""
                part = parts[number] if number < len(parts) else ""
                blanks = " " * (label - width(name))
                lines.append(f"{strong(name)}{blanks}{_GAP}{part}".rstrip())
    return lines
