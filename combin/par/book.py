"""All PAR sheets of a game in order, and how they are written, as a workbook or as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.certificate.canonical import rules_data
from combin.design.variants import sensitivity, sensitivity_asked
from combin.design.views import tornado_plot
from combin.files import write_bytes
from combin.formats.documents import Block, Document, Heading, Paragraph, Picture, bullets, escaped
from combin.formats.drawing import Plot
from combin.formats.tables import EXACT, PERCENT, PLAIN, Column, Kind, Table
from combin.formats.typesetter import fitting
from combin.formats.view import DOCUMENTS, View, write_document
from combin.formatting import money_in
from combin.jackpot.meter import JackpotError
from combin.par import overview_sheets
from combin.par.outcomes import Confidence, JackpotFacts, Scope, many_rounds
from combin.par.round_sheets import limits_sheets, sensitivity_sheet, strategy_sheet
from combin.par.wager_sheets import JackpotSheet, SideBetSheet, base_sheet
from combin.par.workbook import VERDICTS, Cell, Inputs, Sentence, Sheet, SheetNames, TableRange, book_file
from combin.plots.jackpots import density_plot, price_plot
from combin.plots.wagers import decision_plot, outcome_plot
from combin.processes import begun_answers
from combin.report.rules import pay_table
from combin.report.words import bonus_letters
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.spelling import imprint_data
from combin.version import __version__
from combin.words.catalogue import load_catalogue

RULES = "Rules"
"""The name of the sheet that a workbook is read back from."""

MOST_ALIKE = 2
"""The tables of one wager that get a chapter each in a document; of more the first has one."""


@dataclass(frozen=True, repr=False)
class Book(Scope, Answer):
    """A workbook as data: what it is about, and its sheets for some values of its inputs."""

    shown_by: ClassVar[str] = "combin.par.book:book_view"

    def write(self, path: str | Path, *, two_processes: bool = False, font: str = "") -> tuple[Path, ...]:
        """Write a workbook (.xlsx) or a document (.pdf, .html, .md); return the files written.

        Beside Markdown stand its plots. Each file is written whole or not at all; the same game gives the
        same bytes. With `two_processes` a copy of this one does a part of the work, which takes a quarter
        less time; not for programs with threads of their own.
        """
        into = Path(path)
        ending = into.suffix.casefold()
        if ending not in (".xlsx", *DOCUMENTS):
            raise RulesError((), f"a PAR sheet ends in .xlsx, {', '.join(DOCUMENTS)}", str(path))
        if two_processes:
            self.work_out(document=ending != ".xlsx")
        if ending == ".xlsx":
            write_bytes(self.file(self.written), into)
            return (into,)
        return write_document(par_document(self), into, font)

    def file(self, built: Built) -> bytes:
        """Return the content of a workbook with some of its sheets; the same sheets give the same bytes."""
        return book_file(built.sheets, self.rules, self.footer)

    @property
    def footer(self) -> str:
        """What stands at the foot of every printed page."""
        return f"{self.rules.file.id} · combin {__version__} · rules {self.hashes[0][:16]}"

    @property
    def settings(self) -> dict[str, object]:
        """How the workbook was made, so that it can be made again."""
        return {
            "format": overview_sheets.FORMAT,
            "made_by": f"combin {__version__}",
            "rules_sha256": self.hashes[0],
            "tables": {name: list(letters) for name, letters in self.letters.items()},
            "strategy": self.strategy,
            **({} if self.confidence is None else {"confidence": self.confidence}),
            "imprint": imprint_data(self.rules.file),
        }

    def work_out(self, *, document: bool) -> None:
        """Work out what takes most of the time, in two processes; for a document that is less."""
        rules = self.rules
        laws = [one.wagers[rules.base] for one in self.analyses]
        laws += [one.side_bets[wager].distribution for (wager, _), one in self.side_bets.items()]
        if document:
            laws = [law for law, whole in zip(laws, self.in_full, strict=False) if whole]
        answered = begun_answers(
            [
                sensitivity_asked(rules, self.main.letters),
                partial(overview_sheets.published_twins, rules),
                *(partial(many_rounds, rules, law, self.band) for law in laws),
            ]
        )
        _ = self.jackpots, self.hashes
        answered()

    @property
    def in_full(self) -> list[bool]:
        """Whether a document has the whole sheet of each wager: of many tables only that of the first."""
        names = self.wagers
        return [
            names.count(name) <= MOST_ALIKE or name not in names[:place] for place, name in enumerate(names)
        ]

    @cached_property
    def written(self) -> Built:
        """All sheets with the inputs as written."""
        return self.built({})

    @cached_property
    def told(self) -> Built:
        """The same sheets for a document, without what that leaves out; the whole ones if they will do."""
        whole = None if self.rules.file.imprint.told else vars(self).get("written")
        return whole or self.built({}, document=True)

    def built(self, changed: Mapping[tuple[str, ...], Fraction], *, document: bool = False) -> Built:
        """All sheets, with other values of some inputs by their places; for a document without some parts."""
        rules, names, inputs = self.rules, SheetNames(), Inputs(changed)
        with money_in(rules.file.imprint.sign):
            last = names.name(RULES)
            first, confidence = overview_sheets.begin_summary(names.name("Summary"), self, inputs)
            whole = [replace(confidence, rounds=full or not document) for full in self.in_full]
            wagers = tuple(self._wager_sheets(names, inputs, iter(whole), document=document))
            own = [sheet for sheet, _ in wagers]
            limits, payouts = limits_sheets((names.name("Limits"), names.name("Payouts")), self, inputs, own)
            listed = overview_sheets.inputs_sheet(names.name("Inputs"), self, [first, *own, limits])
            changed_inputs = listed.marks["changed"]
            checks = overview_sheets.checks_sheet(names.name("Checks"), self, wagers, changed_inputs)
            overview_sheets.finish_summary(first, self, wagers, checks, changed_inputs, confidence=confidence)
            chapters = (
                first,
                *own,
                *([strategy_sheet(names.name("Strategy"), self)] if rules.play else []),
                limits,
                sensitivity_sheet(names.name("Sensitivity"), self),
            )
            written = overview_sheets.rules_sheet(last, rules, self.settings, rules_data(rules))
            parts = ("summary", [first]), ("wager", own), ("record", [listed, checks, written])
            for part, sheets in parts:
                for sheet in sheets:
                    sheet.part = part
            return Built((*chapters, payouts, listed, checks, written), wagers, (*chapters, checks))

    def _wager_sheets(
        self, names: SheetNames, inputs: Inputs, confidences: Iterator[Confidence], *, document: bool
    ) -> Iterator[tuple[Sheet, Fraction]]:
        rules = self.rules
        for one in self.analyses:
            name = names.name(rules.base_name, " ".join(bonus_letters(rules, one.letters).values()))
            sheet = base_sheet(name, one, inputs, next(confidences), told=document)
            yield sheet, one.wagers[rules.base].house_edge
        for (wager, letter), one in self.side_bets.items():
            name = names.name(rules.wagers[wager].name, letter)
            sheet = SideBetSheet(one, wager, inputs).sheet(name, next(confidences))
            yield sheet, one.wagers[wager].house_edge
        for wager, letter in self.jackpots:
            prizes = JackpotSheet(self, wager, letter, inputs)
            name = names.name(rules.wagers[wager].name, letter)
            yield prizes.sheet(name, next(confidences)), prizes.written.house_edge


class Built(Struct, frozen=True):
    """The sheets of a workbook in order; those of wagers with their edges; those that tell of the game."""

    sheets: tuple[Sheet, ...]
    wagers: tuple[tuple[Sheet, Fraction], ...]
    chapters: tuple[Sheet, ...]


def par_document(book: Book) -> Document:
    """Return the PAR sheets of a game as a document; its figures are those of the workbook."""
    with money_in(book.rules.file.imprint.sign):
        return Document(tuple(_blocks(book)), VERDICTS, book.footer, sheets=True)


def _blocks(book: Book) -> Iterator[Block]:
    first, *others = book.told.chapters
    yield Heading(1, f"PAR sheet: {book.rules.file.title}")
    as_they_are = (book.rules.file.id, *(one for one in book.hashes if " " not in one))
    yield bullets(
        f"{label}: {f'`{text}`' if text in as_they_are else escaped(text)}"
        for label, text in overview_sheets.identity(book)
    )
    yield from _said(first, first.front, None)
    yield _sign_off(book.rules)
    plots = dict(zip((sheet.name for sheet in book.told.chapters), _plots(book), strict=True))
    of_wagers = [(name, sheet) for name, (sheet, _) in zip(book.wagers, book.told.wagers, strict=True)]
    shortened = {
        sheet.name: name for (name, sheet), full in zip(of_wagers, book.in_full, strict=True) if not full
    }
    compared, number = set[str](), 0
    for sheet in (first, *others):
        wager = shortened.get(sheet.name, "")
        if wager in compared:
            continue
        number += 1
        if wager:
            compared.add(wager)
            yield Heading(2, f"{number}. {book.rules.wager_name(wager)}: all pay tables")
            yield from _comparison(book.rules, wager, [sheet for name, sheet in of_wagers if name == wager])
        else:
            title = "The game and its figures" if sheet is first else str(sheet.cells[0, 0].value)
            yield Heading(2, f"{number}. {title}")
            yield from _said(sheet, sheet.parts, plots[sheet.name])


def _sign_off(rules: Rules) -> Table:
    imprint, words = rules.file.imprint, load_catalogue()
    rows = tuple(
        (words(f"details.{name}"), getattr(imprint, name) or _BLANK, _BLANK, imprint.date or _BLANK)
        for name in ("prepared_by", "reviewed_by")
    )
    return Table("Sign-off", ("", "Name", "Signature", "Date"), rows)


_BLANK = "." * 40  # where something is written by hand


def _comparison(rules: Rules, wager: str, sheets: Sequence[Sheet]) -> Iterator[Block]:
    """Yield what the tables of one wager pay, and what it comes to under each."""
    for name in rules.base_tables if wager == rules.base else (wager,):
        yield replace(pay_table(rules, name), title=f"What {rules.wagers[name].name} pays")
    figures = [one for one in overview_sheets.FIGURES if any(one[0] in sheet.marks for sheet in sheets)]
    columns = [
        Column[Sheet]("Pay table", value=lambda sheet: str(sheet.cells[0, 0].value)),
        *(Column[Sheet](heading, PLAIN, partial(_figure, key, kind)) for key, heading, kind in figures),
    ]
    note = "The workbook has a sheet with all outcomes for each of these tables."
    yield Table.of("Figures by pay table", sheets, columns, note)


def _figure(key: str, kind: Kind, sheet: Sheet) -> str:
    return Cell(sheet.marks[key].value, kind).shown


def _plots(book: Book) -> Iterator[Plot | None]:
    """Yield the plot of each chapter that has one; of a wager with several tables the first has it."""
    rules, main = book.rules, book.main
    yield None
    yield outcome_plot(main, rules.base)
    yield from [None] * (len(book.analyses) - 1)
    drawn: set[str] = set()
    for (wager, _), analysis in book.side_bets.items():
        yield None if wager in drawn else outcome_plot(analysis, wager)
        drawn.add(wager)
    for (wager, _), facts in book.jackpots.items():
        yield None if wager in drawn else _of_jackpot(rules, wager, facts)
        drawn.add(wager)
    if rules.play:
        yield decision_plot(main)
    yield None  # limits
    changes = sensitivity(rules, main.letters)
    effects = (effect for effect in (*changes.pays, *changes.switches) if effect.wager == rules.base)
    moving = {effect.rule for effect in effects if effect.change}
    yield tornado_plot(main, rules.base, changes) if len(moving) > 1 else None  # one alone compares nothing
    yield None


def _of_jackpot(rules: Rules, wager: str, facts: JackpotFacts) -> Plot | None:
    """Return the plot of where its meter stands, or else of what it returns by its price."""
    if facts.published:
        option = facts.published[0][0]
        with suppress(JackpotError):
            return density_plot(rules.file.id, option, [run for one, run in facts.published if one == option])
        return None
    value = facts.answer.chances.overall()
    return price_plot(rules, wager, value) if value.share else None


def _said(sheet: Sheet, parts: Sequence[Sentence | TableRange], plot: Plot | None) -> Iterator[Block]:
    """Yield sentences and tables of a sheet; a plot stands before the outcomes, or the first table."""
    tables = [one for one in parts if isinstance(one, TableRange)]
    first = next((one for one in tables if one.groups), tables[0] if tables else None)
    about = ""
    for one in parts:
        if plot is not None and one is first:
            yield Picture(plot)
        if isinstance(one, TableRange):
            yield from _tables(sheet, one)
        else:
            headed = f"**{escaped(one.about)}.** " if one.about not in ("", about) else ""
            about = one.about
            yield Paragraph(headed + escaped(one.text))


def _tables(sheet: Sheet, part: TableRange) -> Iterator[Table]:
    """Yield a part as a table, or as several where it is wider than a page; the last one has its note."""
    texts = {column: _column(sheet, part, column) for column in part.columns}
    filled = [column for column, (_, *cells) in texts.items() if any(cells)]
    beside, others = filled[: part.beside], filled[part.beside :]
    titled = "" if part.title == sheet.cells[0, 0].value else part.title
    chosen = []
    for words, group in (part.groups or {"": others}).items():
        title = ": ".join(filter(None, (titled, words)))
        columns = [*beside, *(one for one in group if one in others)]
        wide = list(fitting([texts[one] for one in columns], len(beside)))
        for place, these in enumerate(wide, start=1):
            more = f"{title or part.title}, {place} of {len(wide)}"
            chosen.append((more if len(wide) > 1 else title, [columns[one] for one in these]))
    cells = [sheet.cells.get((row, part.columns[0])) for row in range(part.top + 1, part.below)]
    sums = tuple(place for place, cell in enumerate(cells) if cell is not None and cell.total)
    for title, columns in chosen:
        note = part.note if columns is chosen[-1][1] else ""
        heads, *rows = zip(*(texts[column] for column in columns), strict=True)
        yield Table(title, heads, tuple(rows), note, merged=1, sums=sums)


def _column(sheet: Sheet, part: TableRange, column: int) -> list[str]:
    """Return the heading of a column, after a ">" if it is set flush right, and its cells as shown."""
    if part.headings:
        heading = part.headings[list(part.columns).index(column)]
    else:
        cell = sheet.cells.get((part.top, column), Cell(""))
        heading = f">{cell.shown}" if cell.kind.right else cell.shown
    cells = [sheet.cells.get((row, column), Cell("")).shown for row in range(part.top + 1, part.below)]
    if column in part.columns[: part.merged]:
        for place in range(1, len(cells)):
            cells[place] = cells[place] or cells[place - 1]
    return [heading, *cells]


def book_view(book: Book, digits: int = 10) -> View:
    """Return the wagers and tables of a workbook ready to be shown; each is a record."""
    rules = book.rules
    edges = [(sheet, None if sheet.open else edge) for sheet, edge in book.written.wagers]
    columns: list[Column[object]] = [
        Column("Sheet", name="sheet"),
        Column(None, PERCENT, name="house_edge"),
        Column("House edge", PERCENT),
        Column("Exact edge", EXACT),
    ]
    rows = tuple((sheet.name, edge, sheet.open or edge, edge) for sheet, edge in edges)
    note = "House edge: of a jackpot with its meter at the first seed published."
    table = Table("Wagers and pay tables", columns, rows, note if rules.jackpots else "")
    return View(
        f"{rules.file.title}: PAR workbook",
        (),
        (table,),
        lambda: {
            "game": rules.file.id,
            "rules_sha256": book.hashes[0],
            "certificate_sha256": book.hashes[1],
            "wagers": table.objects(digits),
        },
        lambda: table.records(digits, game=rules.file.id),
    )
