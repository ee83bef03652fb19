"""The first sheet: every wager and pay table with its figures, and what the rules say."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.decimals import percent
from combin.par.base_sheet import base_letters
from combin.par.blocks import source_in_words, write_headings
from combin.par.figures import Confidence
from combin.par.grid import Cell, Entry, Part, Said, Sheet
from combin.par.reals import quantile
from combin.report.words import letters_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.par.grid import Inputs, Mark, Style
    from combin.par.subject import Subject
    from combin.rules.rules import Rules

__all__ = ["CONFIDENCE", "begin_summary", "finish_summary"]

CONFIDENCE = Entry(("reader", "confidence"), "Confidence of bands", Fraction(9, 10), "level")
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
    "Return, house edge: per unit of the initial wager. Element of risk: per unit of all money wagered. "
    "Hit, paid: how often the net result is above zero, and how often any money comes back. Volatility "
    "index: z × standard deviation."
)
_USAGE = "Edge as written: before any pay was changed."
_MEANS = ("return", "edge", "risk", "average")
"""Figures that the exact edge stands beside where the table is too wide for a page."""


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
    sheet.parts.append(Said(f"Bands are those of a confidence of {percent(level, 2)}: z is {z:.4f}."))
    sheet.mark("confidence", 3, 1)
    sheet.mark("z", 4, 1)
    return sheet, Confidence(level, sheet.marks["z"])


def finish_summary(
    sheet: Sheet,
    subject: Subject,
    wagers: Sequence[tuple[Sheet, Fraction]],
    verdict: Mark,
    changed: Mark,
) -> None:
    """Write the figures of all wagers into the first sheet.

    Args:
        sheet: the first sheet.
        subject: what the workbook is about.
        wagers: the sheet of each wager and table, with its edge for the pays as written.
        verdict: where the checks are summed up.
        changed: where the changed entries are counted.
    """
    from combin.design.explain import explained

    sheet.line(5, [Cell("Checks", "label"), Cell(verdict.value, "verdict", verdict.reference)])
    sheet.line(6, [Cell("Inputs changed", "label"), Cell(changed.value, "count", changed.reference)])
    row = _table(sheet, 8, wagers)
    sheet.put(row, 0, Cell(f"{_NOTE} {_USAGE}", "note", span=0))
    row += 2
    sheet.put(row, 0, Cell("How the player plays", "block"))
    for row, text in enumerate(_statements(subject), start=row + 1):  # noqa: B020  goes on below
        sheet.put(row, 0, Cell(text, "wrap", span=0))
        sheet.parts.append(Said(text, "How the player plays"))
    row += 2
    sheet.put(row, 0, Cell("What the rules say", "block"))
    rules = list(explained(subject.rules))
    for place, (about, says) in enumerate(rules, start=row + 1):
        sheet.line(place, [Cell(about, "label"), Cell(says, "wrap", span=0)])
    heads = ("About", "The rules say")
    sheet.parts.append(Part("What the rules say", row, row + 1 + len(rules), (0, 1), headings=heads))


def _table(sheet: Sheet, top: int, wagers: Sequence[tuple[Sheet, Fraction]]) -> int:
    """Write a row for each wager and table; return the row below."""
    write_headings(
        sheet,
        top,
        ("Wager and pay table", *(f">{head}" for _, head, _ in _FIGURES), ">Exact edge as written"),
    )
    for row, (one, edge) in enumerate(wagers, start=top + 1):
        sheet.put(row, 0, Cell(one.cells[0, 0].value, "link", link=one.name))
        for column, (key, _, style) in enumerate(_FIGURES, start=1):
            if key == "written":
                sheet.put(row, column, Cell(edge, style))
            else:
                mark = one.marks[key]
                sheet.put(row, column, Cell(mark.value, style, mark.reference))
        sheet.put(row, len(_FIGURES) + 1, Cell(str(edge), "exact"))
    sheet.heading, sheet.frozen = top, (top + 1, 1)
    below = top + 1 + len(wagers)
    places = {key: column for column, (key, *_) in enumerate(_FIGURES, start=1) if key != "written"}
    means = [*(places.pop(key) for key in _MEANS), len(_FIGURES) + 1]
    groups = {"return and edge": means, "frequencies and spread": [*places.values()]}
    columns = (0, *means, *places.values())
    sheet.parts.append(Part("Wagers and pay tables", top, below, columns, _NOTE, groups=groups))
    return below


def _statements(subject: Subject) -> list[str]:
    """Return how the player plays: once, or for each choice of tables if that makes a difference."""
    texts = {one.statement.text for one in subject.analyses}
    if len(texts) == 1:
        return list(texts)
    rules = subject.rules
    return [f"{letters_in_words(rules, base_letters(one))}: {one.statement.text}" for one in subject.analyses]
