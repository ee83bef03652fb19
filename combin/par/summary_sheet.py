"""The first sheet: every wager and pay table with its figures, and what the rules say."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.formats.columns import COUNT, PERCENT, Column
from combin.formats.tables import Table
from combin.par import kinds
from combin.par.blocks import source_in_words, write_cells, write_pairs, write_table
from combin.par.definitions import category_in_words
from combin.par.outcomes import PAGE, Confidence, glossary, quantile
from combin.par.subject import played_in_words
from combin.par.workbook import Cell, InputCell, Sentence, Sheet, TableRange
from combin.report.words import bonus_letters, letters_in_words
from combin.words.rules import explained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards.ranking import Category
    from combin.formats.columns import Kind, Live, Value
    from combin.par.subject import Subject
    from combin.par.workbook import Inputs
    from combin.rules.resolved import Rules


CONFIDENCE = InputCell(("reader", "confidence"), "Confidence of volatility index", Fraction(9, 10), "level")
"""The confidence that a volatility index mostly has, unless the reader takes another."""

_FIGURES: tuple[tuple[str, str, Kind], ...] = (
    ("return", "Return", PERCENT),
    ("edge", "House edge", PERCENT),
    ("written", "Edge as written", PERCENT),
    ("risk", "Element of risk", PERCENT),
    ("average", "Average wager", kinds.DECIMAL),
    ("hit", "Hit frequency", PERCENT),
    ("paid", "Paid frequency", PERCENT),
    ("push", "Push", PERCENT),
    ("variance", "Variance", kinds.DECIMAL),
    ("deviation", "Standard deviation", kinds.DECIMAL),
    ("volatility", "Volatility index", kinds.DECIMAL),
    ("highest", "Highest net result", kinds.FREE),
)
_NOTE = (
    "Return, house edge, standard deviation: per unit of the initial wager. Element of risk: per unit of all "
    "money wagered. Hit frequency: how often the net result is above zero."
)
_NOTE_ON_JACKPOTS = (
    "Of a progressive wager: for the price and the meter on its sheet, as written 1 and the first seed that "
    "is published. Where the rules state neither, figures stand on its sheet alone."
)
_USAGE = (
    "Paid frequency: how often any money comes back. Volatility index: z × standard deviation. Edge as "
    "written: before any pay was changed."
)
_FIRST = ("return", "edge", "risk", "hit", "deviation")
"""Figures that open a document, with the exact edge; the others stand on another page."""


def begin_summary(name: str, rules: Rules, inputs: Inputs) -> tuple[Sheet, Confidence]:
    """Return the first sheet with its inputs alone, and the confidence that others refer to."""
    sheet = Sheet(name)
    sheet.put(0, 0, Cell(f"PAR sheet: {rules.file.title}", kinds.TITLE))
    sheet.put(1, 0, Cell(source_in_words(rules), kinds.SUBTITLE))
    level = inputs.now(CONFIDENCE)
    here = sheet.put(3, 1, Cell(level, PERCENT, entry=CONFIDENCE))
    sheet.put(3, 0, Cell(CONFIDENCE.label, kinds.LABEL))
    sheet.put(4, 0, Cell("z, its quantile", kinds.LABEL))
    z = quantile(level)
    sheet.put(4, 1, Cell(z, kinds.DECIMAL, f"NORMSINV((1+{here})/2)"))
    sheet.mark("confidence", 3, 1)
    sheet.mark("z", 4, 1)
    return sheet, Confidence(level, sheet.marks["z"])


def finish_summary(
    sheet: Sheet,
    subject: Subject,
    wagers: Sequence[tuple[Sheet, Fraction]],
    checks: Sheet,
    changed: Live,
    *,
    confidence: Confidence,
) -> None:
    """Write the figures of all wagers into the first sheet.

    Args:
        sheet: the first sheet.
        subject: what the workbook is about.
        wagers: the sheet of each wager and table, with its edge for the pays as written.
        checks: the sheet of checks.
        changed: where the changed entries are counted.
        confidence: of volatility indices.
    """
    rules, verdict = subject.rules, checks.marks["verdict"]
    sheet.line(5, [Cell("Checks", kinds.LABEL), Cell(verdict.value, kinds.VERDICT, verdict.formula)])
    sheet.line(6, [Cell("Inputs changed", kinds.LABEL), Cell(changed.value, COUNT, changed.formula)])
    note = f"{_NOTE} {_NOTE_ON_JACKPOTS}" if rules.jackpots else _NOTE
    row = _table(sheet, 8, wagers, note)
    sheet.put(row, 0, Cell(f"{note} {_USAGE}", kinds.NOTE, span=0))
    row += 2
    sheet.put(row, 0, Cell("How the player plays", kinds.BLOCK))
    for row, text in enumerate(_statements(subject), start=row + 1):  # noqa: B020  goes on below
        sheet.put(row, 0, Cell(text, kinds.WRAP, span=0))
        sheet.front.append(Sentence(text, "How the player plays"))
    sheet.front += [Sentence(one.text, "Checks") for one in checks.parts[:1] if isinstance(one, Sentence)]
    figures = sheet.parts.pop()
    says = [(statement.about, statement.says) for statement in explained(rules)]
    row = write_pairs(sheet, row + 2, "What the rules say", says, ("About", "The rules say"))
    row = _hands(sheet, row, rules)
    sheet.parts.append(figures)
    meanings = glossary(confidence.level, float(confidence.z.value), decided=bool(rules.play))
    write_pairs(sheet, row, "What the figures mean", meanings, ("Figure", "What it is"))


def _table(sheet: Sheet, top: int, wagers: Sequence[tuple[Sheet, Fraction]], note: str) -> int:
    """Write a row for each wager and table; return the row below."""
    keys = [key for key, *_ in _FIGURES]
    rows = []
    for row, (wager, edge) in enumerate(wagers, start=top + 1):
        sheet.put(row, 0, Cell(wager.cells[0, 0].value, kinds.LINK, link=wager.name))
        figures = wager.marks | {"written": edge}
        told = [wager.open, *[None] * len(keys)] if wager.open else [*map(figures.get, keys), str(edge)]
        rows.append((None, *told))
    columns: list[Column[object]] = [
        Column("Wager and pay table", kinds.LINK),
        *(Column(heading, kind) for _, heading, kind in _FIGURES),
        Column("Exact edge as written", kinds.EXACT),
    ]
    below = write_cells(sheet, top, Table("", columns, tuple(rows)))
    sheet.frozen = (top + 1, 1)
    if below > PAGE:
        sheet.heading = top
    places = {key: column for column, key in enumerate(keys, start=1) if key != "written"}
    first = [*(places.pop(key) for key in _FIRST), len(_FIGURES) + 1]
    sheet.front.append(TableRange("All wagers and pay tables", top, below, (0, *first), note))
    sheet.parts.append(TableRange("Other figures of all wagers", top, below, (0, *places.values())))
    return below


def _hands(sheet: Sheet, top: int, rules: Rules) -> int:
    """Write which hands the categories are, and how many; return the row for what follows."""
    ranking = rules.ranking
    total = sum(ranking.counts.values())
    columns: list[Column[Category]] = [
        Column("Hand", kinds.LABEL, lambda category: category.value),
        Column("Hands", COUNT, lambda category: ranking.counts[category]),
        Column("Probability", kinds.CHANCE, lambda category: Fraction(ranking.counts[category], total)),
        Column("Precise definition", kinds.REMARK, lambda category: category_in_words(category, ranking)),
    ]
    sums: dict[str, Value] = {
        "Hand": "all",
        "Hands": total,
        "Probability": Fraction(1),
        "Precise definition": "",
    }
    title = "Hands of three cards, high to low"
    below = write_table(sheet, top, Table.of(title, ranking.counts, columns, total=sums), last=0)
    sheet.parts[-1] = TableRange(title, top + 1, below - 1, (0, 3, 1, 2))
    return below


def _statements(subject: Subject) -> list[str]:
    """Return how the player plays: once, or for each choice of tables if that makes a difference."""
    rules, texts = subject.rules, list(map(played_in_words, subject.analyses))
    if len(set(texts)) == 1:
        return texts[:1]
    return [
        f"{letters_in_words(rules, bonus_letters(rules, analysis.letters))}: {text}"
        for analysis, text in zip(subject.analyses, texts, strict=True)
    ]
