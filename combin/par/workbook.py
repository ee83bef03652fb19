"""A workbook: sheets of cells with exact values, formulas and kinds, and the file that holds them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import accumulate, pairwise
from typing import Any, Literal

from msgspec import Struct
from msgspec import field as default
from msgspec.structs import replace
from xlsxwriter.format import Format
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from combin.formats.documents import Tone
from combin.formats.tables import Kind, Live, Table, decimals, percents
from combin.formats.text import one_line, visible
from combin.formatting import Root, currency, money_in, plain
from combin.jackpot.enclosure import Enclosure
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules


class WorkbookError(RulesError):
    """Something that no workbook of this program says; `file` is known once the reader has it."""

    def __init__(self, problem: str, file: str = "") -> None:
        super().__init__((), problem, file)


class Words(Kind, frozen=True):
    """A kind of words, by how they look; `combin.par.workbook` says how."""

    look: str = ""


def _words(look: str, *, right: bool = False, number_format: str = "General") -> Words:
    return Words(_free, right, exact=False, number_format=number_format, look=look)


def _free(value: Fraction | int) -> str:
    """Return a number as people write it, thousands set apart; a fraction as it is."""
    text = plain(value)
    return text if "/" in text else f"{Decimal(text):,f}"


_BARE = decimals(2, grouped=True)
_CASH = replace(
    _BARE, write=lambda amount: currency().of(_BARE.write(amount)), number_format=f"¤{_BARE.number_format}"
)


def _even(meter: Any) -> str:  # noqa: ANN401  a number of any type
    return _CASH.write(meter) if meter >= 0 else "any"


class Look:
    """The kinds of cells: words by how they look, and figures."""

    TITLE, SUBTITLE, NOTE, BLOCK, RULE = map(_words, ("title", "subtitle", "note", "block", "rule"))
    LINE, WRAP, REMARK, LABEL, LINK = map(_words, ("line", "wrap", "remark", "label", "link"))
    SPILL, HEADING = _words("spill"), _words("heading")
    EXACT, VERDICT, HEADING_RIGHT = (
        _words(look, right=True) for look in ("exact", "verdict", "heading right")
    )
    HEADING_COUNT = _words("heading right", right=True, number_format="#,##0")
    """A number of rounds that heads a column."""
    CHANCE, AMOUNT, DECIMAL = percents(6), decimals(2, grouped=True), decimals(4, grouped=True)
    VALUE = decimals(6)
    CASH = _CASH
    """Amounts of money in the currency in force, in a number format as ¤."""
    EVEN_METER = replace(_CASH, write=_even, number_format=f'{_CASH.number_format};"any"')
    """The meter at which a wager is even; it favours the player at any where that lies below an empty one."""
    FREE = Kind(_free)
    """Numbers with as many digits as they have."""


CHANGED, PASS, FAIL = "changed", "pass", "FAIL"
VERDICTS: Mapping[str, Tone] = {
    PASS: "good",
    "exact": "good",
    "rounds to it": "good",
    CHANGED: "open",
    "differs": "open",
    FAIL: "bad",
}
"""What verdicts mean for the reader."""

CellValue = str | int | Fraction | Root | float

PAGE = 40
"""The rows that fit on a page: only of longer tables the headings are printed again."""

MOST_DIGITS = 10**15
"""The least integer of which a spreadsheet shows and keeps fewer digits than it has."""

Holds = Literal["pay", "net", "share", "amount", "price", "level"]
"""What an input may hold."""

_MOST = 1e12
_ALLOWED: dict[Holds, tuple[str, float, float]] = {
    "pay": ("a pay is 0 or more", 0, _MOST),
    "net": ("a net is -1 (lost), 0 (a push) or more", -1, _MOST),
    "share": ("a share lies between 0 and 100%", 0, 1),
    "amount": ("an amount is 0 or more", 0, _MOST),
    "price": ("a price is above 0", 1e-6, _MOST),
    "level": ("a confidence lies between 0.01% and 99.99%", 0.0001, 0.9999),
}


class InputCell(Struct, frozen=True):
    """A cell that a reader may change, and what the rules or this program have written there.

    `place` is the entry of the rules data, or begins with "reader": what no rule says, such as a confidence.
    """

    place: tuple[str, ...]
    label: str
    written: Fraction
    kind: Holds = "pay"

    @property
    def of_rules(self) -> bool:
        """Whether it is an entry of the rules."""
        return self.place[0] != "reader"

    @property
    def allowed(self) -> tuple[str, float, float]:
        """Which numbers may stand there: in words, the least and the greatest."""
        return _ALLOWED[self.kind]

    def allows(self, value: Fraction) -> bool:
        """Return whether a value may stand there."""
        _, least, most = self.allowed
        return value == -1 if self.kind == "net" and value < 0 else least <= value <= most


class Cell(Struct, frozen=True):
    """One cell: its exact value (a float where that is no root), its kind, its formula, its link."""

    value: CellValue
    kind: Kind = Look.LINE
    formula: str = ""
    entry: InputCell | None = None
    total: bool = False
    span: int = 1
    link: str = ""

    @property
    def shown(self) -> str:
        """What a reader sees, rounded half up from the exact value."""
        return self.kind.shown(Fraction(self.value) if isinstance(self.value, float) else self.value)


def filled(formula: str, places: Mapping[str, str]) -> str:
    """Return a formula with the places of what it names in braces."""
    for name, place in places.items():
        formula = formula.replace(f"{{{name}}}", place)
    return formula


class Sentence(Struct, frozen=True):
    """A sentence of a sheet, and what it is about if it is headed."""

    text: str
    about: str = ""


class TableRange(Struct, frozen=True):
    """A table of a sheet: the row of its headings (or others), the row below its last one, and its columns.

    Each of the `groups` makes a table where all are too wide for a page, with the first columns, `beside` it.
    In the first `merged` columns a blank cell repeats the one above it.
    """

    title: str
    top: int
    below: int
    columns: Sequence[int]
    note: str = ""
    headings: Sequence[str] = ()
    beside: int = 1
    groups: Mapping[str, Sequence[int]] = default(default_factory=dict)
    merged: int = 0


def quoted(sheet: str) -> str:
    """Return a sheet's name as formulas have it."""
    return "'" + sheet.replace("'", "''") + "'"


@cache
def column_letters(column: int) -> str:
    """Return what a spreadsheet calls a column, counted from 0."""
    before, last = divmod(column, 26)
    return f"{column_letters(before - 1) if before else ''}{chr(ord('A') + last)}"


class Sheet(Struct):
    """One sheet: cells by row and column, counted from 0, and how it is laid out.

    `marks` are figures that others refer to, `names` ranges with a name in the workbook, `fixed` the tables
    that belong to the pays as written ("" for all). What is above and left of `frozen` stays in view; the row
    `heading` repeats in print. `parts` are its sentences and tables in the order of reading, `front` those
    that open a document. Of a wager there are `outcomes`, by the keys of columns; `open` says what its return
    depends on where the rules do not state that ("depends on price and meter"); `long_run` is the return with
    a meter whose growth they state. `part` is a key of `TABS`.
    """

    name: str
    cells: dict[tuple[int, int], Cell] = default(default_factory=dict)
    marks: dict[str, Live] = default(default_factory=dict)
    parts: list[Sentence | TableRange] = default(default_factory=list)
    front: list[Sentence | TableRange] = default(default_factory=list)
    outcomes: list[dict[str, Live]] = default(default_factory=list)
    names: dict[str, str] = default(default_factory=dict)
    fixed: list[str] = default(default_factory=list)
    frozen: tuple[int, int] = (0, 0)
    heading: int | None = None
    columns: int = 1
    part: str = "analysis"
    open: str = ""
    long_run: Live | None = None

    def put(self, row: int, column: int, cell: Cell) -> str:
        """Set a cell; return its reference inside the sheet."""
        self.cells[row, column] = cell
        self.columns = max(self.columns, column + cell.span)
        return self.at(row, column)

    def line(self, row: int, cells: Sequence[Cell | None], first: int = 0) -> None:
        """Set the cells of a row, from a column on; None leaves one empty."""
        for column, cell in enumerate(cells, start=first):
            if cell is not None:
                self.put(row, column, cell)

    def mark(self, name: str, row: int, column: int) -> str:
        """Let other sheets refer to a cell by a name; return its reference inside the sheet."""
        self.marks[name] = Live(self.reference(row, column), self.cells[row, column].value)
        self.names[name] = self.at(row, column)
        return self.names[name]

    def reference(self, row: int, column: int) -> str:
        """Return the reference of a cell from other sheets."""
        return f"{quoted(self.name)}!{self.at(row, column)}"

    def given(self, *keys: str) -> Live | None:
        """Return what a reader has put in, such as the price of the wager; None if he cannot."""
        for (row, column), cell in self.cells.items():
            if cell.entry is not None and not cell.entry.of_rules and cell.entry.place[-1] in keys:
                return Live(self.reference(row, column), cell.value)
        return None

    @staticmethod
    def at(row: int, column: int) -> str:
        """Return the reference of a cell that stays when it is copied."""
        return f"${column_letters(column)}${row + 1}"

    @staticmethod
    def here(row: int, column: int) -> str:
        """Return the reference of a cell as formulas of its own row have it."""
        return f"{column_letters(column)}{row + 1}"

    @staticmethod
    def down(column: int, first: int, last: int) -> str:
        """Return the reference of a part of a column, both ends included."""
        return f"{Sheet.at(first, column)}:{Sheet.at(last, column)}"

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return max((row for row, _ in self.cells), default=-1) + 1

    def write_title(self, rules: Rules, title: str, notes: Sequence[str] = (), *, usage: str = "") -> int:
        """Write the top of a sheet, with notes and how it is used; return the row for what follows."""
        self.put(0, 0, Cell(title, Look.TITLE))
        self.put(1, 0, Cell(rules.file.title, Look.SUBTITLE))
        self.parts += map(Sentence, notes)
        lines = [*notes, *filter(None, [usage])]
        for row, note in enumerate(lines, start=2):
            self.put(row, 0, Cell(note, Look.NOTE, span=0))
        return 3 + len(lines)

    def write_cells(self, top: int, table: Table, *, last: int = 1) -> int:
        """Lay a table with its headings on cells, the last column on `last` of them; return the row below.

        In a formula "{name}" is another column of the row. Words in a column of figures stand back. Of proven
        bounds a cell has the middle, which no float can tell from the value.
        """
        table = table.without((None,))
        columns = table.typed
        headings = [f"{'>' * column.kind.right}{column.heading}" for column in columns]
        self.write_headings(top, headings, last=last)
        named = [(column.name, place) for place, column in enumerate(columns) if column.name]
        merged = (
            [row[: table.merged] for row in table.merged_cells] if table.merged else [()] * len(table.rows)
        )
        for number, (row, texts) in enumerate(zip(table.rows, merged, strict=True), start=top + 1):
            here = {name: self.here(number, place) for name, place in named}
            values: list[Any] = [*texts, *row[table.merged :]]
            for place, (column, value) in enumerate(zip(columns, values, strict=True)):
                value = value.middle if isinstance(value, Enclosure) else value  # noqa: PLW2901
                live = value if isinstance(value, Live) else Live("", value)
                if live.value is None:
                    continue
                kind = column.kind
                if isinstance(live.value, str) and not isinstance(kind, Words):
                    kind = Look.EXACT if kind.right else Look.WRAP
                formula = filled(live.formula, here) if "{" in live.formula else live.formula
                total, span = number - top - 1 in table.sums, last if place == len(columns) - 1 else 1
                link = live.value if kind is Look.LINK else ""
                self.put(number, place, Cell(live.value, kind, formula, None, total, span, link))
        return top + 1 + len(table.rows)

    def write_table(self, top: int, table: Table, *, usage: str = "", last: int = 1) -> int:
        """Write a titled table with a note under it, and how it is used; return the row for what follows."""
        self.put(top, 0, Cell(table.title, Look.BLOCK))
        below = self.write_cells(top + 1, table, last=last)
        self.parts.append(
            TableRange(table.title, top + 1, below, range(len(table.shown)), table.note, merged=table.merged)
        )
        if table.note or usage:
            self.put(below, 0, Cell(" ".join(filter(None, (table.note, usage))), Look.NOTE, span=0))
            below += 1
        return below + 1

    def write_headings(self, row: int, headings: Sequence[str], *, last: int = 1) -> None:
        """Write the headings of columns; one that starts with ">" is set flush right and loses the sign."""
        spans = [*[1] * (len(headings) - 1), last]
        for column, (heading, span) in enumerate(zip(headings, spans, strict=True)):
            kind = Look.HEADING_RIGHT if heading.startswith(">") else Look.HEADING
            self.put(row, column, Cell(heading.removeprefix(">"), kind, span=span))

    def write_pairs(
        self, top: int, title: str, pairs: Sequence[tuple[str, str]], heads: tuple[str, str] | None = None
    ) -> int:
        """Write what is said of what, in a document a table under `heads`; return the row below."""
        self.put(top, 0, Cell(title, Look.BLOCK))
        for row, (about, says) in enumerate(pairs, start=top + 1):
            self.line(row, [Cell(about, Look.LABEL), Cell(says, Look.WRAP, span=0)])
        below = top + 1 + len(pairs)
        if heads is not None:
            self.parts.append(TableRange(title, top, below, (0, 1), headings=heads))
        return below + 1

    def write_block(
        self, top: int, title: str, figures: Sequence[BlockFigure], exact: str, *, explained: bool = True
    ) -> int:
        """Write a titled block of figures, each marked by its key; return the row for what follows.

        `exact` heads the exact values. A document says how each follows if that is `explained` here.
        """
        self.put(top, 0, Cell(title, Look.BLOCK))
        self.write_headings(top + 1, ("Figure", "Calculation", ">Value"))
        self.put(top + 1, 3, Cell(exact, Look.HEADING, span=3))
        for row, figure in enumerate(figures, start=top + 2):
            self.line(row, [Cell(figure.label, Look.LABEL), Cell(figure.how, Look.WRAP)])
            self.put(row, 2, Cell(figure.value, figure.kind, filled(figure.formula, self.names)))
            if figure.exact is not None:
                self.put(row, 3, Cell(str(figure.exact), Look.SPILL))
            self.mark(figure.key, row, 2)
        headings = {0: "Figure", 1: "Calculation", 2: ">Value", 3: ">Exact"}
        if not explained:
            del headings[1]
        self.parts.append(
            TableRange(title, top + 1, top + 2 + len(figures), [*headings], headings=[*headings.values()])
        )
        return top + 3 + len(figures)


_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_LONGEST = 31


class SheetNames:
    """Gives sheets names that a workbook allows: 31 characters, none twice whatever the case of letters."""

    def __init__(self) -> None:
        self._taken = {"history"}  # a name that spreadsheets keep for themselves

    def name(self, wanted: str, ending: str = "") -> str:
        """Return a name like the one wanted; an ending (the letter of a table) is kept whole if it can be."""
        ending = _FORBIDDEN.sub(" ", f" {ending}" if ending else "")[-_LONGEST // 2 :]
        plain, number = _FORBIDDEN.sub(" ", wanted).strip() or "Sheet", 1
        while True:
            tail = ending if number == 1 else f"{ending} ({number})"
            room = _LONGEST - len(tail)
            found = (plain if len(plain) <= room else f"{plain[: room - 3].rstrip()}...") + tail
            found = found.strip("' ") or "Sheet"
            if found.casefold() not in self._taken:
                self._taken.add(found.casefold())
                return found
            number += 1


class Inputs:
    """The inputs of one workbook: as written, but for those `changed`; each a cell where it comes first."""

    def __init__(self, changed: Mapping[tuple[str, ...], Fraction]) -> None:
        self.changed = changed
        self._where: dict[tuple[str, ...], str] = {}

    def now(self, entry: InputCell) -> Fraction:
        """Return the value of an entry."""
        return self.changed.get(entry.place, entry.written)

    def put(self, sheet: Sheet, row: int, column: int, entry: InputCell, kind: Kind = Look.FREE) -> Live:
        """Set the cell of an entry, after its first one a reference; return where it stands and its value."""
        now, known = self.now(entry), self._where.get(entry.place)
        if known is not None:
            return Live(sheet.put(row, column, Cell(now, kind, known)), now)
        self._where[entry.place] = sheet.reference(row, column)
        return Live(sheet.put(row, column, Cell(now, kind, entry=entry)), now)


class BlockFigure(Struct, frozen=True):
    """One line of a block: a figure, how it follows, its value now and as written, its formula with keys."""

    key: str
    label: str
    how: str
    value: CellValue
    formula: str
    kind: Kind
    exact: Fraction | None = None


_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001  no clock: the same game gives the same bytes
_LONGEST_TEXT, _LONGEST_PROMPT = 32_767, 255  # the characters that a cell can hold, and a prompt

_INK, _PAPER, _ACCENT, _GREY = "#1F2A44", "#FFFFFF", "#1F3A5F", "#5F6B7A"
_INPUT_INK, _INPUT_PAPER, _RULE = "#0B3FB3", "#FFF6D6", "#C9D1DC"

_RIGHT = {"align": "right", "indent": 1}
_FIGURE = _RIGHT | {"valign": "top"}
_HEADING = {"bold": True, "font_color": _PAPER, "bg_color": _ACCENT, "text_wrap": True, "valign": "vcenter"}
_LOOKS: dict[Kind, dict[str, Any]] = {
    Look.TITLE: {"bold": True, "font_size": 16, "font_color": _ACCENT},
    Look.SUBTITLE: {"font_color": _GREY},
    Look.NOTE: {"italic": True, "font_color": _GREY, "text_wrap": True, "valign": "top"},
    Look.BLOCK: {"bold": True, "font_size": 12, "font_color": _ACCENT},
    Look.RULE: {"bold": True, "font_size": 12, "text_wrap": True, "valign": "top"},
    Look.HEADING: _HEADING | {"align": "left"},
    Look.HEADING_RIGHT: _HEADING | _RIGHT,
    Look.HEADING_COUNT: _HEADING | _RIGHT,
    Look.LINE: {"valign": "top"},
    Look.WRAP: {"text_wrap": True, "valign": "top"},
    Look.REMARK: {"text_wrap": True, "align": "left", "indent": 1, "valign": "top"},
    Look.LABEL: {"text_wrap": True, "valign": "top"},
    Look.SPILL: {"valign": "top", "font_color": _GREY},
    Look.EXACT: _FIGURE | {"font_color": _GREY},
    Look.LINK: {"font_color": _ACCENT, "underline": 1, "text_wrap": True, "valign": "top"},
    Look.VERDICT: _FIGURE | {"bold": True},
}
"""How words look; figures all look alike."""

_A4, _A3 = (9, (595, 842)), (8, (842, 1191))
"""Papers: the number that spreadsheets give them, and their sides in points."""

_LEAST_SCALE = {False: 0.8, True: 0.55}
"""How far a sheet may be reduced to be one page wide: upright, and across (False, True)."""

_LINE_LENGTH = 150  # the characters that a line of text takes at most

TABS = {"summary": "#1F3A5F", "wager": "#1B7F3B", "analysis": "#B25E00", "record": "#5F6B7A"}
"""The colours of tabs by the part of a sheet."""

_MOST_FROZEN = 6  # the rows that stay in view at most: more would leave too little of a screen

_CHANGED_PAPER = "#FFD9B3"
_TONES: dict[Tone, str] = {"good": "#1B7F3B", "open": "#B25E00", "bad": "#C0152F"}


def book_file(sheets: Sequence[Sheet], rules: Rules, footer: str) -> bytes:
    """Return the content of the file of a workbook; a RulesError if a text is too long for a cell.

    The same sheets give the same bytes.
    """
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

    class Page(Worksheet):  # type: ignore[misc]  # a class without types
        """A sheet whose formulas name no function newer than 2007: to look for them takes half the time."""

        def _prepare_formula(self, formula: str, *_: object) -> str:
            return formula.removeprefix("=")

    for cell in (cell for sheet in sheets for cell in sheet.cells.values()):
        if isinstance(cell.value, str) and len(cell.value) > _LONGEST_TEXT:
            problem = f"{cell.value[:30]}...: a text of more than {_LONGEST_TEXT:,} characters fits no cell"
            raise RulesError((), problem)
    title, content = one_line(f"PAR sheet: {rules.file.title}"), BytesIO()
    with money_in(rules.file.imprint.sign), Workbook(content, {"in_memory": True}) as made:
        made.set_properties({"title": title, "subject": "PAR sheet", "author": "combin", "created": _CREATED})
        writer = _Writer(made, footer, Page)
        for sheet in sheets:
            writer.write(sheet)
        for sheet in sheets:
            writer.name_ranges(sheet)
    return content.getvalue()


def number_format(kind: Kind) -> str:
    """Return how a spreadsheet shows figures of a kind, money in the currency in force."""
    # A letter of the sign may mean something there, so that each is escaped.
    sign = replace(currency(), sign=re.sub(".", r"\\\g<0>", currency().sign))
    return re.sub("¤([#,0.]+)", lambda figure: sign.of(figure[1]).replace("\u00a0", " "), kind.number_format)


@dataclass
class _Writer:
    book: Workbook
    footer: str
    page: type[Worksheet]
    formats: dict[object, Format] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)

    def write(self, sheet: Sheet) -> None:
        page = self.book.add_worksheet(sheet.name, self.page)
        size = widths(sheet)
        for column, width in size.items():
            page.set_column(column, column, width, self._format(Cell("")))
        tall = heights(sheet, size)
        for row, height in tall.items():
            page.set_row(row, height)
        for (row, column), cell in sheet.cells.items():
            self._cell(page, row, column, cell, _span(cell, column, size))
        page.hide_gridlines(2)
        page.set_tab_color(TABS[sheet.part])
        rows, columns = sheet.frozen
        if any(sheet.frozen):
            page.freeze_panes(rows if rows <= _MOST_FROZEN else 0, columns)
        page.protect("", {"format_columns": True, "format_rows": True})  # no password: inputs alone are open
        self._colours(page, sheet)
        _print(page, sheet, size, tall, self.footer)

    def _format(self, cell: Cell) -> Format:
        key = (cell.kind, cell.entry is not None, cell.total, _day(cell.value) is not None)
        if key not in self.formats:
            looks = {"font_name": "Calibri", "font_size": 10, "font_color": _INK}
            looks |= _LOOKS.get(cell.kind, _FIGURE) | {"num_format": number_format(cell.kind)}
            if key[-1]:
                looks |= {"num_format": "d mmmm yyyy", "align": "left"}
            if cell.entry is not None:
                looks |= {"font_color": _INPUT_INK, "bg_color": _INPUT_PAPER, "locked": False}
                looks |= {"border": 1, "border_color": _RULE}
            if cell.total:
                looks |= {"bold": True, "top": 1, "top_color": _ACCENT}
            self.formats[key] = self.book.add_format(looks)
        return self.formats[key]

    def _cell(self, page: Worksheet, row: int, column: int, cell: Cell, span: int) -> None:
        looks = self._format(cell)
        if span > 1:
            page.merge_range(row, column, row, column + span - 1, "", looks)
        if cell.link:
            page.write_url(row, column, f"internal:{quoted(cell.link)}!A1", looks, visible(str(cell.value)))
            page.write_string(row, column, str(cell.value), looks)  # in a cell all characters have escapes
        elif cell.formula:
            value = cell.value if isinstance(cell.value, str) else _number(cell.value)
            page.write_formula(row, column, f"={cell.formula}", looks, value)
        elif cell.value == "":
            page.write_blank(row, column, None, looks)
        elif (day := _day(cell.value)) is not None:
            page.write_datetime(row, column, day, looks)
        elif isinstance(cell.value, str):
            page.write_string(row, column, cell.value, looks)
        else:
            page.write_number(row, column, _number(cell.value), looks)
        if cell.entry is not None:
            self._input(page, row, column, cell.entry)

    def _input(self, page: Worksheet, row: int, column: int, entry: InputCell) -> None:
        """Limit an input, with a prompt that says what it is, and show it when it is changed."""
        words, least, most = entry.allowed
        message = f"{words[0].upper()}{words[1:]}."
        prompt = f"{entry.label}. As written: {plain(entry.written)}. {message}"
        rule = {"validate": "decimal", "criteria": "between", "minimum": least, "maximum": most}
        rule |= {"error_title": "Not allowed", "error_message": message}
        rule |= {"input_title": "Input", "input_message": prompt[:_LONGEST_PROMPT]}
        page.data_validation(row, column, row, column, rule)
        here, written = Sheet.at(row, column), float(entry.written)
        test = f"=ABS({here}-{written!r})>1E-12*MAX(1,ABS({written!r}))"
        looks = self._look("changed input", {"bg_color": _CHANGED_PAPER, "bold": True})
        changed = {"type": "formula", "criteria": test, "format": looks}
        page.conditional_format(row, column, row, column, changed)

    def _colours(self, page: Worksheet, sheet: Sheet) -> None:
        cells = sheet.cells.items()
        places = sorted((column, row) for (row, column), cell in cells if cell.kind is Look.VERDICT)
        runs: list[list[int]] = []
        for column, row in places:
            if runs and runs[-1][::2] == [column, row - 1]:
                runs[-1][2] = row
            else:
                runs.append([column, row, row])
        for column, first, last in runs:
            for words, tone in VERDICTS.items():
                looks = self._look(tone, {"font_color": _TONES[tone], "bold": True})
                rule = {"type": "text", "criteria": "containing", "value": words, "format": looks}
                page.conditional_format(first, column, last, column, rule)

    def _look(self, key: str, looks: dict[str, Any]) -> Format:
        if key not in self.formats:
            self.formats[key] = self.book.add_format(looks)
        return self.formats[key]

    def name_ranges(self, sheet: Sheet) -> None:
        """Give the figures of a sheet names, such as Pair_Plus_F_edge."""
        whole = re.sub(r"\W+", "_", sheet.name).strip("_")
        whole = whole if whole[:1].isalpha() else f"Sheet_{whole}"
        for key, reference in sheet.names.items():
            name = f"{whole}_{key}"
            while name.casefold() in self.names:
                name = f"{name}_"
            self.names.add(name.casefold())
            self.book.define_name(name, f"={quoted(sheet.name)}!{reference}")


def _print(
    page: Worksheet, sheet: Sheet, size: Mapping[int, float], tall: Mapping[int, float], footer: str
) -> None:
    """Lay a sheet out one page wide, with a page break before each table that a page would split."""
    width = sum((7 * column + 5) * 0.75 for column in size.values())  # as files define it, in points
    for (paper, (short, long)), across in ((_A4, False), (_A4, True), (_A3, True)):
        beside, below = (long, short) if across else (short, long)
        scale = min(1, 0.97 * (beside - _MARGINS[0]) / width)  # programs differ by some percent
        page.set_paper(paper)
        if scale >= _LEAST_SCALE[across]:
            break
    if across:
        page.set_landscape()
    page.fit_to_pages(1, 0)
    page.set_h_pagebreaks(page_breaks(sheet, tall, 0.97 * (below - _MARGINS[1]) / scale))
    page.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    page.print_area(0, 0, sheet.rows - 1, sheet.columns - 1)
    if sheet.heading is not None:
        page.repeat_rows(sheet.heading)
    page.set_footer(f"&L&8&A&C&8{one_line(footer).replace('&', '&&')}&R&8&P / &N")


_MARGINS = 72, 94  # in points, both sides together: left and right, above and below
_ROW = 15.0  # the height in points of a row of one line


def page_breaks(sheet: Sheet, tall: Mapping[int, float], room: float) -> list[int]:
    """Return the rows that begin a page of a height in points: no table that fits on one page is split.

    Rows have a height of one line but for those in `tall`.
    """
    ends = [0.0, *accumulate(tall.get(row, _ROW) for row in range(sheet.rows))]
    kinds = {row: cell.kind for (row, _), cell in reversed(sheet.cells.items())}
    heads = {row for row, kind in kinds.items() if kind in (Look.BLOCK, Look.HEADING)}
    starts = sorted(row for row in heads if row - 1 not in heads)
    room -= 0.0 if sheet.heading is None else tall.get(sheet.heading, _ROW)
    breaks, top = list[int](), 0
    for start, below in pairwise((*starts, sheet.rows)):
        left, wanted = room - (ends[start] - ends[top]), ends[below] - ends[start]
        if start > top and left < (wanted if wanted <= room else room / 3):
            breaks.append(top := start)
        for row in range(start, below):
            if ends[row + 1] - ends[top] > room:
                breaks.append(top := row)
    return breaks


def _span(cell: Cell, column: int, size: Mapping[int, float]) -> int:
    """Return the number of columns of a cell: a text of the whole width those of one line."""
    if cell.span:
        return cell.span
    return max(sum(reached <= _LINE_LENGTH for reached in accumulate(size.values())) - column, 1)


def _number(value: CellValue) -> float:
    """Return an exact value as a spreadsheet keeps it: the nearest float; integers that fit stay whole."""
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    return value if isinstance(value, int) and abs(value) < MOST_DIGITS else float(value)


_SPILLS = {Look.TITLE, Look.SUBTITLE, Look.BLOCK, Look.SPILL, Look.NOTE, Look.RULE}
"""Kinds whose text may run on over the cells beside it, or that are merged."""

_HEADINGS = {Look.HEADING, Look.HEADING_RIGHT}
_WIDEST: dict[Kind, int] = {Look.WRAP: 44, Look.REMARK: 60, Look.LABEL: 26, Look.LINK: 64}
_WRAPPED = {*_WIDEST, *_HEADINGS, Look.NOTE, Look.RULE}
_NARROWEST = 8
_LETTER, _BOLD = 0.8, 1.0
"""How wide a letter of running text is, and one of headings, beside a figure of the usual size."""

_LINE = 13.5  # the height of a line in points


def widths(sheet: Sheet) -> dict[int, float]:
    """Return the width of every column in characters: of its longest figure, of its longest wrapped word."""
    found = dict.fromkeys(range(sheet.columns), float(_NARROWEST))
    for (_, column), cell in sheet.cells.items():
        if cell.span == 1 and cell.kind not in _SPILLS:
            found[column] = max(found[column], _width(cell))
    return found


def _width(cell: Cell) -> float:
    text = cell.shown
    longest = max(map(len, text.split()), default=0)
    if cell.kind in _HEADINGS:
        return longest * 1.1 + 3
    if cell.kind in _WIDEST:
        return max(longest, min(len(text), _WIDEST[cell.kind])) + 2
    return len(text) + 3


def heights(sheet: Sheet, size: dict[int, float]) -> dict[int, float]:
    """Return the height in points of the rows that need another than one line."""
    lines: dict[int, int] = {}
    found: dict[int, float] = {}
    for (row, column), cell in sheet.cells.items():
        if cell.kind is Look.TITLE:
            found[row] = 24.0
        if cell.kind in _WRAPPED:
            room = sum(size[place] for place in range(column, column + _span(cell, column, size))) - 1
            letter = _BOLD if cell.kind in (*_HEADINGS, Look.RULE) else _LETTER
            lines[row] = max(lines.get(row, 1), _lines(cell.shown, room, letter))
    return found | {row: _LINE * number + 3 for row, number in lines.items() if number > 1}


def _lines(text: str, room: float, letter: float) -> int:
    """Return how many lines a text takes in letters of some width, its words kept whole."""
    number, used = 1, 0.0
    for word in text.split():
        length = len(word) * letter
        if used and used + length > room:
            number, used = number + 1, 0.0
        used += length + letter
    return number


def _day(value: CellValue) -> date | None:
    """The day that a text is, such as 2027-02-01 or 1 February 2027; None for any other value."""
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]+ \d{4}", value):
        return None
    with suppress(ValueError):
        return datetime.strptime(value, "%d %B %Y" if " " in value else "%Y-%m-%d").date()  # noqa: DTZ007
    return None
