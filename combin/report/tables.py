"""Neutral tables of text, and the ways to write them: terminal, Markdown, HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Table", "html", "markdown", "terminal"]

_DASHED = "    \n    \n -  \n    \n    \n    \n    \n    \n"
"""A box of rich with nothing but dashes below the headings."""


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table of text cells.

    `columns` are the headings; one that starts with ">" is set flush right and loses the sign. `note` is a
    sentence below the table.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings without their signs."""
        return tuple(column.removeprefix(">") for column in self.columns)

    @property
    def flush_right(self) -> tuple[bool, ...]:
        """Which columns are set flush right."""
        return tuple(column.startswith(">") for column in self.columns)


def markdown(table: Table, level: int = 3) -> str:
    """Return a table in Markdown, its columns padded so that the source reads well too.

    `level` is that of the heading; without a title there is none.
    """
    cells = [table.headings, *table.rows]
    cells = [tuple(cell.replace("|", "\\|") for cell in row) for row in cells]
    widths = [max(3, *(len(row[column]) for row in cells)) for column in range(len(table.columns))]

    def line(row: tuple[str, ...]) -> str:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, table.flush_right, strict=True)
        ]
        return f"| {' | '.join(padded)} |"

    rule = [
        "-" * (width - 1) + (":" if right else "-") for width, right in zip(widths, table.flush_right, strict=True)
    ]
    parts = [f"{'#' * level} {table.title}\n"] if table.title else []
    parts += [line(cells[0]), f"| {' | '.join(rule)} |", *map(line, cells[1:])]
    if table.note:
        parts += ["", table.note]
    return "\n".join(parts) + "\n"


def html(table: Table) -> str:
    """Return a table in HTML, for notebooks."""
    from html import escape

    align = ["right" if right else "left" for right in table.flush_right]

    def line(tag: str, row: tuple[str, ...]) -> str:
        inside = "".join(
            f'<{tag} style="text-align:{side}">{escape(cell)}</{tag}>' for side, cell in zip(align, row, strict=True)
        )
        return f"<tr>{inside}</tr>"

    body = "".join(line("td", row) for row in table.rows)
    note = f"<p>{escape(table.note)}</p>" if table.note else ""
    caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    return f"<table>{caption}<thead>{line('th', table.headings)}</thead><tbody>{body}</tbody></table>{note}"


def terminal(table: Table, console: Console) -> None:
    """Print a table: a drawn rule below the headings on a terminal, dashes where the output is piped."""
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = console.is_terminal
    if table.title:
        console.print(Text(table.title, style="bold" if drawn else ""))
    style = box.SIMPLE_HEAD if drawn else box.Box(_DASHED, ascii=True)
    shown = RichTable(box=style, show_edge=False, padding=(0, 1, 0, 0), header_style="bold" if drawn else "")
    for heading, right in zip(table.headings, table.flush_right, strict=True):
        shown.add_column(Text(heading), justify="right" if right else "left", overflow="fold")
    for row in table.rows:
        shown.add_row(*map(Text, row))
    console.print(shown)
    if table.note:
        console.print(Text(table.note, style="dim" if drawn else ""))
    console.print()
