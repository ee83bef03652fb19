"""The first sheet: every wager and pay table with its figures, and what the rules say."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.par.base_sheet import base_letters
from combin.par.blocks import source_in_words, write_headings
from combin.par.definitions import category_in_words
from combin.par.glossary import glossary
from combin.par.normal_law import quantile
from combin.par.outcomes import PAGE, Confidence
from combin.par.subject import played_in_words
from combin.par.workbook import Cell, InputCell, Sentence, Sheet, TableRange
from combin.report.words import letters_in_words
from combin.words.rules import explained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.par.subject import Subject
    from combin.par.workbook import Inputs, NamedCell, Style
    from combin.rules.resolved import Rules

__all__ = ["CONFIDENCE", "begin_summary", "finish_summary"]

CONFIDENCE = InputCell(("reader", "confidence"), "Confidence of volatility index", Fraction(9, 10), "level")
"""The confidence that a volatility index mostly has, unless the reader takes another."""

_FIGURES: tuple[tuple[str, str, Style], ...] = (
    ("return", "Return", "percent"),
    ("edge", "House edge", "percent"),
    ("written", "Edge as written", "percent"),
    ("risk", "Element of risk", "percent"),
    ("average", "Average wager", "decimal"),
    ("hit", "Hit frequency", "percent"),
    ("paid", "Paid frequency", "percent"),
    ("push", "Push", "percent"),
    ("variance", "Variance", "decimal"),
    ("deviation", "Standard deviation", "decimal"),
    ("volatility", "Volatility index", "decimal"),
    ("highest", "Highest net result", "plain"),
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
    sheet.put(0, 0, Cell(f"PAR sheet: {rules.file.title}", "title"))
    sheet.put(1, 0, Cell(source_in_words(rules), "subtitle"))
    level = inputs.now(CONFIDENCE)
    here = sheet.put(3, 1, Cell(level, "percent", entry=CONFIDENCE))
    sheet.put(3, 0, Cell(CONFIDENCE.label, "label"))
    sheet.put(4, 0, Cell("z, its quantile", "label"))
    z = quantile(level)
    sheet.put(4, 1, Cell(z, "decimal", f"NORMSINV((1+{here})/2)"))
    sheet.mark("confidence", 3, 1)
    sheet.mark("z", 4, 1)
    return sheet, Confidence(level, sheet.marks["z"])


def finish_summary(
    sheet: Sheet,
    subject: Subject,
    wagers: Sequence[tuple[Sheet, Fraction]],
    checks: Sheet,
    changed: NamedCell,
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
    sheet.line(5, [Cell("Checks", "label"), Cell(verdict.value, "verdict", verdict.reference)])
    sheet.line(6, [Cell("Inputs changed", "label"), Cell(changed.value, "count", changed.reference)])
    note = f"{_NOTE} {_NOTE_ON_JACKPOTS}" if rules.jackpots else _NOTE
    row = _table(sheet, 8, wagers, note)
    sheet.put(row, 0, Cell(f"{note} {_USAGE}", "note", span=0))
    row += 2
    sheet.put(row, 0, Cell("How the player plays", "block"))
    for row, text in enumerate(_statements(subject), start=row + 1):  # noqa: B020  goes on below
        sheet.put(row, 0, Cell(text, "wrap", span=0))
        sheet.front.append(Sentence(text, "How the player plays"))
    sheet.front += [Sentence(one.text, "Checks") for one in checks.parts[:1] if isinstance(one, Sentence)]
    figures = sheet.parts.pop()
    says = [(statement.about, statement.says) for statement in explained(rules)]
    row = _pairs(sheet, row + 2, "What the rules say", ("About", "The rules say"), says)
    row = _hands(sheet, row, rules)
    sheet.parts.append(figures)
    meanings = glossary(confidence.level, float(confidence.z.value), decided=bool(rules.play))
    _pairs(sheet, row, "What the figures mean", ("Figure", "What it is"), meanings)


def _table(sheet: Sheet, top: int, wagers: Sequence[tuple[Sheet, Fraction]], note: str) -> int:
    """Write a row for each wager and table; return the row below."""
    write_headings(
        sheet,
        top,
        ("Wager and pay table", *(f">{head}" for _, head, _ in _FIGURES), ">Exact edge as written"),
    )
    for row, (one, edge) in enumerate(wagers, start=top + 1):
        sheet.put(row, 0, Cell(one.cells[0, 0].value, "link", link=one.name))
        if one.open:
            sheet.put(row, 1, Cell(one.open, "exact"))
            continue
        for column, (key, _, style) in enumerate(_FIGURES, start=1):
            if key == "written":
                sheet.put(row, column, Cell(edge, style))
            else:
                mark = one.marks[key]
                sheet.put(row, column, Cell(mark.value, style, mark.reference))
        sheet.put(row, len(_FIGURES) + 1, Cell(str(edge), "exact"))
    sheet.frozen = (top + 1, 1)
    below = top + 1 + len(wagers)
    if below > PAGE:
        sheet.heading = top
    places = {key: column for column, (key, *_) in enumerate(_FIGURES, start=1) if key != "written"}
    first = [*(places.pop(key) for key in _FIRST), len(_FIGURES) + 1]
    sheet.front.append(TableRange("All wagers and pay tables", top, below, (0, *first), note))
    sheet.parts.append(TableRange("Other figures of all wagers", top, below, (0, *places.values())))
    return below


def _pairs(
    sheet: Sheet, top: int, title: str, heads: tuple[str, str], pairs: Sequence[tuple[str, str]]
) -> int:
    """Write what something is about and what is said of it, line by line; return the row for what follows."""
    sheet.put(top, 0, Cell(title, "block"))
    for row, (about, says) in enumerate(pairs, start=top + 1):
        sheet.line(row, [Cell(about, "label"), Cell(says, "wrap", span=0)])
    below = top + 1 + len(pairs)
    sheet.parts.append(TableRange(title, top, below, (0, 1), headings=heads))
    return below + 1


def _hands(sheet: Sheet, top: int, rules: Rules) -> int:
    """Write which hands the categories are, and how many; return the row for what follows."""
    ranking, title = rules.ranking, "Hands of three cards, high to low"
    sheet.put(top, 0, Cell(title, "block"))
    write_headings(sheet, top + 1, ("Hand", ">Hands", ">Probability"))
    sheet.put(top + 1, 3, Cell("Precise definition", "heading", span=0))
    total = sum(ranking.counts.values())
    rows = [(one.value, count, category_in_words(one, ranking)) for one, count in ranking.counts.items()]
    for row, (name, count, words) in enumerate((*rows, ("all", total, "")), start=top + 2):
        last = name == "all"
        sheet.put(row, 0, Cell(name, "label", total=last))
        sheet.put(row, 1, Cell(count, "count", total=last))
        sheet.put(row, 2, Cell(Fraction(count, total), "chance", total=last))
        sheet.put(row, 3, Cell(words, "remark", span=0, total=last))
    below = top + 3 + len(rows)
    sheet.parts.append(TableRange(title, top + 1, below, (0, 3, 1, 2)))
    return below + 1


def _statements(subject: Subject) -> list[str]:
    """Return how the player plays: once, or for each choice of tables if that makes a difference."""
    rules, texts = subject.rules, [played_in_words(one) for one in subject.analyses]
    if len(set(texts)) == 1:
        return texts[:1]
    named = zip(subject.analyses, texts, strict=True)
    return [f"{letters_in_words(rules, base_letters(one))}: {text}" for one, text in named]
