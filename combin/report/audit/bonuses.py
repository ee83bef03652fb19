"""The part of the report about bonuses on the base wager: each table as counts times pays, and its edge."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.audit.tables import line_counts
from combin.audit.words import grouped
from combin.decimals import percent, plain
from combin.formats.blocks import Paragraph
from combin.formats.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.subject import Subject
    from combin.exact.distribution import Distribution
    from combin.formats.blocks import Block

__all__ = ["bonus_parts"]


def bonus_parts(subject: Subject) -> Iterator[Block]:
    """Yield the parts, one table for each bonus."""
    rules = subject.rules
    hands = sum(rules.ranking.counts.values())
    base = rules.wagers[rules.base].name
    for wager in rules.bonuses:
        name, tables = rules.wagers[wager].name, rules.tables[wager]
        same = ""
        if len(tables) > 1 and len({one.statement.text for one in subject.analyses}) == 1:
            same = " The best strategy is the same under every table, so the house edges differ by just that."
        yield Paragraph(
            f"{name} is paid on the {base} for the player's hand alone; no stake of its own is placed on it. "
            f"The table gives what it adds for each unit of the {base}: count × pay over {hands:,} "
            f"hands.{same}"
        )
        yield _bonus_table(subject, wager)


def _bonus_table(subject: Subject, wager: str) -> Table:
    """Return what a bonus pays and adds under each of its tables, for hands that are played."""
    rules = subject.rules
    tables = rules.tables[wager]
    hands = sum(rules.ranking.counts.values())
    texts = list(dict.fromkeys(line.text for table in tables.values() for line in table.lines))
    counts = {letter: line_counts(rules, table)[0] for letter, table in tables.items()}
    rows = []
    sums = dict.fromkeys(tables, Fraction(0))
    for text in texts:
        count = 0
        cells = []
        for letter, table in tables.items():
            line = next((one for one in table.lines if one.text == text), None)
            if line is None:
                cells.append("")
                continue
            count = counts[letter][text]
            sums[letter] += count * table.odds(line)
            cells.append(f"× {plain(table.odds(line))} = {grouped(count * table.odds(line))}")
        rows.append((text, f"{count:,}", *cells))
    rows.append(("sum", "", *(grouped(sums[letter]) for letter in tables)))
    rows.append((f"divided by {hands:,}", "", *(percent(sums[letter] / hands, 4) for letter in tables)))
    edges: dict[str, Distribution] = {}
    for analysis in subject.analyses:
        edges.setdefault(analysis.letters[wager], analysis.wagers[rules.base])
    name = rules.base_name
    rows.append((f"house edge of {name}", "", *(percent(edges[letter].house_edge, 4) for letter in tables)))
    rows.append(
        (f"element of risk of {name}", "", *(percent(edges[letter].element_of_risk, 4) for letter in tables))
    )
    columns = ("Hand", ">Hands", *(f">Table {letter}" for letter in tables))
    return Table("", columns, tuple(rows))
