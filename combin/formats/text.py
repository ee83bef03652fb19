"""Text for a terminal: its width, wrapping and colours, and tables whose numbers are never broken.

The tables of rich crop a number or break it in two where a table is too wide (40 of 117 tried at 60 to 100
columns); a figure in an audit may not lose a digit. Here headings and words break, then tables turn.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combin.formats.tables import Role, Table

Paint: TypeAlias = "Callable[[str, Role], str]"
"""Makes text look as its role does."""

_LOOKS: dict[str, tuple[Role, ...]] = {
    "bold": ("heading",),
    "green": ("good", "play", "gain"),
    "bold red": ("bad",),
    "red": ("loss", "♥", "♦"),
    "yellow": ("open",),
    "dim": ("fold", "muted"),
    "cyan": ("bar",),
    "underline": ("file",),
    "": ("♠", "♣"),
}
_FOUR_COLOURS: dict[Role, str] = {"♦": "blue", "♣": "green"}

FOUR_COLOUR = "COMBIN_FOUR_COLOUR"
"""The variable of the environment that asks for a colour of its own for each suit."""


def painter() -> Paint | None:
    """The painter of text for stdout; None without colours: NO_COLOR, TERM=dumb, no terminal or FORCE_COLOR.

    Diamonds are red and clubs black, or blue and green where `FOUR_COLOUR` is set. The name of an existing
    file is a link to it (OSC 8).
    """
    wanted = sys.stdout is not None and (sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR")))
    if not wanted or os.environ.get("NO_COLOR"):
        return None
    from rich.console import COLOR_SYSTEMS, Console
    from rich.style import Style

    console = Console()
    system = console.color_system
    if system is None or console.legacy_windows:
        return None
    looks = {role: look for look, roles in _LOOKS.items() for role in roles}
    looks |= _FOUR_COLOURS if os.environ.get(FOUR_COLOUR) else {}
    styles = {role: Style.parse(look) for role, look in looks.items()}

    def paint(text: str, role: Role) -> str:
        style = styles[role]
        if role == "file" and (path := Path(text)).exists():  # a name that is broken in two lines is none
            style += Style(link=path.resolve().as_uri())
        return style.render(text, color_system=COLOR_SYSTEMS[system]) if text else ""

    return paint


_CARD = re.compile("((?:10|[2-9AKQJT])?[♠♥♦♣])")


def paint_suits(text: str, paint: Paint, role: Role | None = None) -> str:
    """Return text with the cards in it in the colours of their suits, and the rest by its role."""
    if role is None and not _CARD.search(text):
        return text
    parts = _CARD.split(text)
    parts[::2] = [part if role is None else paint(part, role) for part in parts[::2]]
    parts[1::2] = [paint(card, card[-1]) for card in parts[1::2]]  # type: ignore[arg-type]  # a suit is a role
    return "".join(parts)


_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Controls, also of the direction of writing, line breaks but line feeds, and what is no character."""

_SEEN = bytes([10, *range(32, 127)])
"""What is seen of ASCII; nearly all text that is written holds nothing else."""


def visible(text: str) -> str:
    """Return text with a blank in place of each character that is obeyed and not seen.

    Files of XML cannot hold some of them, and others show words in another order than they are in.

    >>> visible("Ante" + chr(0x202E) + "Bonus")
    'Ante Bonus'
    """
    if text.isascii() and not text.encode().translate(None, _SEEN):  # ten times as fast
        return text
    return _UNSEEN.sub(" ", text)


def one_line(text: str) -> str:
    """Return text without line breaks and control characters, which a terminal would obey.

    >>> one_line("Ante" + chr(27) + "[2J Bonus")
    'Ante [2J Bonus'
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " for char in " ".join(text.split()))


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes: an ideograph takes two, an accent none."""
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def _fitting(line: str, limit: int, least: int) -> int:
    """Return how many characters of a line fit, at least `least`, without looking at all of a long one."""
    if line.isascii():
        return min(len(line), max(limit, least))
    columns = 0
    for place, char in enumerate(line):
        columns += _columns(char)
        if columns > limit and place >= least:
            return place
    return len(line)


def wrap(text: str, limit: int, hanging: str = "") -> list[str]:
    """Return the lines of a paragraph, broken between words, and in a word only if it fills a line alone.

    `limit` are columns, at least two more than `hanging` takes, with which every line but the first starts.

    >>> wrap("Play Q-6-4 or better, fold the rest.", 20, "  ")
    ['Play Q-6-4 or', '  better, fold the', '  rest.']
    """
    if width(text) <= limit:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line.strip() and width(line) + 1 + width(word) > limit:
            lines.append(line)
            line = hanging
        line += f" {word}" if line.strip() else word
        while (cut := _fitting(line, limit, len(hanging if lines else "") + 1)) < len(line):
            lines.append(line[:cut])
            line = hanging + line[cut:]
    return [*lines, line]


NARROWEST = 20
"""Columns below which nothing is set; a narrower terminal breaks the lines itself."""

_GAP = "  "
_HANGING = "  "
"""What the lines of a cell after the first start with."""

_LONG = 12
"""Letters of a word that may be broken where nothing else makes a table fit."""

_SAMPLE = 200
"""How many rows are looked at when columns are made narrower."""


def table_text(table: Table, limit: int, paint: Paint | None = None) -> list[str]:
    """Return the lines of a table, its title and its note, none longer than `limit` columns.

    Headings above numbers break first, then text, also in long words; numbers never. If that is not enough,
    columns go that can be spared, which a line below says; then rows become columns; then each row becomes a
    block of lines, one for each cell. `paint` gives texts the looks of their roles, and draws bars of shares.
    """
    title = wrap(one_line(table.title), limit) if table.title else []
    notes = [one_line(table.note)] if table.note else []
    kept, widths, gone = _fitted(table, limit)
    if widths is None and table.rows and not table.merged:
        kept, widths, gone = _fitted(table.turned(), limit)
    if gone:
        notes.append(f"Not shown in so little room: {', '.join(gone)}.")
    return [
        *(_painted(line, paint, "heading") for line in title),
        *(_blocks(table, limit, paint) if widths is None else _grid(kept, widths, limit, paint)),
        *(_painted(line, paint, "muted") for note in notes for line in wrap(note, limit)),
    ]


def _painted(text: str, paint: Paint | None, role: Role | None) -> str:
    """Return text as its role looks, but for blanks before it."""
    if paint is None:
        return text
    words = text.lstrip()
    return text[: len(text) - len(words)] + paint_suits(words, paint, role)


def _fitted(table: Table, limit: int) -> tuple[Table, list[int] | None, list[str]]:
    """A table without columns that must go, its widths (None if it does not fit), the headings gone."""
    spare = sorted((column for column in table.shown if column.spared), key=lambda column: -column.spared)
    for number in range(len(spare) + 1):
        gone = [column.heading for column in table.shown if column in spare[:number]]
        kept = table.without(gone) if gone else table
        headings = [one_line(heading) for heading in kept.headings]
        widths = _widths(headings, _cells(kept.merged_cells), kept.flush_right, limit)
        if widths is not None:
            return kept, widths, [one_line(heading or "") for heading in gone]
    return table, None, []


def _cells(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    return [tuple(map(one_line, row)) for row in rows]


def _widths(
    headings: Sequence[str], rows: Sequence[Sequence[str]], flush_right: Sequence[bool], limit: int
) -> list[int] | None:
    """Widths of columns, shrunk where it costs the fewest lines; None if the table cannot be so narrow."""
    # Greedy: one letter at a time is taken from the column where that adds the fewest lines in all. First
    # headings may break, down to the widest cell; only if this is not enough, sentences down to their longest
    # word, or where that is too long, as that of a path, within words.
    room = limit - len(_GAP) * (len(headings) - 1)
    columns = list(zip(*rows, strict=True)) if rows else [() for _ in headings]
    content = [max((width(cell) for cell in column), default=0) for column in columns]
    widths = [max(width(heading), cells) for heading, cells in zip(headings, content, strict=True)]
    if sum(widths) <= room:
        return widths
    words = [_longest_word(heading) for heading in headings]
    each = zip(widths, content, words, flush_right, strict=True)
    broken_headings = [max(word, cells) if right else whole for whole, cells, word, right in each]
    longest = [len(_HANGING) + max(map(_longest_word, column), default=0) for column in columns]
    texts = zip(broken_headings, content, words, longest, flush_right, strict=True)
    narrowest = [whole if right else max(word, min(cells, long)) for whole, cells, word, long, right in texts]
    if sum(narrowest) > room:
        long_words = zip(narrowest, words, flush_right, strict=True)
        narrowest = [whole if right else min(whole, max(word, _LONG)) for whole, word, right in long_words]
    if sum(narrowest) > room:
        return None
    sizes = [[width(cell) for cell in column[:_SAMPLE]] for column in columns]
    more = [_more_lines(column, size) for column, size in zip(sizes, widths, strict=True)]
    tallest = list(map(max, zip(*more, strict=True)))  # of each row how many more lines it takes than one
    for floor in (broken_headings, narrowest):
        heights: dict[int, tuple[int, list[int]]] = {}  # of all rows and each, if a column narrows
        while sum(widths) > room and widths != floor:
            can = [index for index in range(len(widths)) if widths[index] > floor[index]]
            for index in can:
                if index not in heights:
                    rows_then = list(map(max, tallest, _more_lines(sizes[index], widths[index] - 1)))
                    heights[index] = sum(rows_then), rows_then
            taken = min(can, key=lambda index: (heights[index][0], -widths[index]))
            widths[taken] -= 1
            _, rows_then = heights.pop(taken)
            if rows_then != tallest:
                tallest = rows_then
                heights.clear()
    return widths


def _more_lines(sizes: Sequence[int], room: int) -> list[int]:
    """Estimate how many more lines than one each cell of a column takes, as if words could break anywhere."""
    of_others = max(room - len(_HANGING), 1)
    return [-(-max(size - room, 0) // of_others) for size in sizes]


def _longest_word(text: str) -> int:
    return max(map(width, text.split()), default=0)


_BAR, _SHORTEST_BAR = 20, 8
"""How many columns the bar of the largest share takes at most, and at least."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


def _grid(table: Table, widths: Sequence[int], limit: int, paint: Paint | None) -> list[str]:
    top = [wrap(one_line(heading), room) for heading, room in zip(table.headings, widths, strict=True)]
    height = max(map(len, top), default=0)
    head = [[""] * (height - len(lines)) + lines for lines in top]
    body = [
        [wrap(cell, room, _HANGING) for cell, room in zip(row, widths, strict=True)]
        for row in _cells(table.merged_cells)
    ]
    used = [max(width(line) for cell in cells for line in cell) for cells in zip(head, *body, strict=True)]
    rule = _painted(_GAP.join("-" * columns for columns in used).rstrip(), paint, "muted")
    flush_right = table.flush_right
    roles = tuple(
        tuple(role or "heading" for role in row) if place in table.sums else row
        for place, row in enumerate(table.roles)
    )
    room = min(_BAR, limit - sum(used) - len(_GAP) * len(used))
    if paint is not None and room >= _SHORTEST_BAR and (bars := _bars(table, room)):
        head.append([""] * height)
        body = [[*cells, [bar]] for cells, bar in zip(body, bars, strict=True)]
        used, flush_right, roles = [*used, room], (*flush_right, False), tuple((*row, "bar") for row in roles)
    lines = _set(head, used, flush_right, ["heading"] * len(used), paint) if any(table.headings) else []
    lines.append(rule)
    for cells, row in zip(body, roles, strict=True):
        lines += _set(cells, used, flush_right, row, paint)
    return lines


def _bars(table: Table, longest: int) -> list[str]:
    """Return a bar for each row, in eighths of a letter, if the table has a column of shares."""
    for place, column in enumerate(table.typed):
        if column.bar:
            rows = enumerate(table.rows)
            shares = [Fraction(0 if number in table.sums else row[place]) for number, row in rows]  # type: ignore[arg-type]  # shares are numbers
            most = max(shares, default=0) or 1
            eighths = [divmod(round(share * longest * 8 / most), 8) for share in shares]
            return [("█" * whole + _EIGHTHS[rest]).rstrip() for whole, rest in eighths]
    return []


def _set(
    cells: Sequence[Sequence[str]],
    widths: Sequence[int],
    flush_right: Sequence[bool],
    roles: Sequence[Role | None],
    paint: Paint | None,
) -> list[str]:
    """Return the lines of one row, each cell being a list of lines."""
    lines = []
    for row in zip_longest(*cells, fillvalue=""):
        parts = []
        for text, columns, right, role in zip(row, widths, flush_right, roles, strict=True):
            blanks, words = " " * (columns - width(text)), _painted(text, paint, role)
            parts.append(blanks + words if right else words + blanks)
        lines.append(_GAP.join(parts).rstrip())
    return lines


def _blocks(table: Table, limit: int, paint: Paint | None) -> list[str]:
    """Return each row as lines of heading and cell, with an empty line between rows."""
    headings = [one_line(heading) for heading in table.headings]
    label = min(max(map(width, headings), default=0), limit // 2)
    room = limit - label - len(_GAP)
    lines: list[str] = []
    for row, roles in zip(_cells(table.cells), table.roles, strict=True):
        if lines:
            lines.append("")
        for heading, cell, role in zip(headings, row, roles, strict=True):
            if cell:
                pair = wrap(heading, label), wrap(cell, room, _HANGING)
                lines += _set(pair, (label, room), (False, False), ("heading", role), paint)
    return lines
