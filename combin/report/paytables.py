"""Pay tables shown: the alternatives of a wager side by side, and line by line for programs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from combin.decimals import plain
from combin.formats.columns import PLAIN, Column
from combin.formats.tables import Table

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.formats.columns import Record
    from combin.rules.resolved import Rules
    from combin.rules.wagers import PayTableEntry


def pay_table(rules: Rules, name: str) -> Table:
    """Return all pay tables of a wager side by side."""
    entries = rules.file.pay_tables[name]
    prizes = [prize for entry in entries.values() for prize in entry.lines.values()]
    terms = list(dict.fromkeys(entry.odds for entry in entries.values()))
    only_odds = all(prize.odds is not None for prize in prizes) and len(terms) == 1
    lines = dict.fromkeys(line for entry in entries.values() for line in (*entry.lines, *entry.unpaid))
    cited = ", ".join(dict.fromkeys(entry.rule for entry in entries.values() if entry.rule))
    title = (
        rules.wagers[name].name
        + (f", pays {terms[0]}" if only_odds else "")
        + (f" ({cited})" if cited else "")
    )
    pays = [
        Column(letter, PLAIN, partial(_cell, entry, with_terms=not only_odds))
        for letter, entry in entries.items()
    ]
    return Table.of(title, lines, [Column("Line", value=str), *pays])


def _cell(entry: PayTableEntry, line: str, *, with_terms: bool) -> str:
    """Return what a line pays; where a wager is not paid by odds alone, with the terms."""
    if line not in entry.lines:
        return "-"
    prize = entry.lines[line]
    if prize.odds is not None:
        text = plain(prize.odds) + (f" {entry.odds}" if with_terms else "")
    elif prize.money is not None:
        text = f"{_amount(prize.money)} in money"
    else:
        text = f"{plain((prize.meter or 0) * 100)}% of the meter"
    return f"{text}, envy bonus {_amount(prize.envy)}" if prize.envy else text


def _amount(amount: Fraction) -> str:
    return f"{int(amount):,}" if amount.denominator == 1 else plain(amount)


def line_records(rules: Rules) -> list[Record]:
    """Return every line of every pay table; of odds, money and meter share one stands in each."""
    return [
        {
            "game": rules.file.id,
            "wager": name,
            "table": letter,
            "line": line,
            "odds_numerator": None if prize.odds is None else prize.odds.numerator,
            "odds_denominator": None if prize.odds is None else prize.odds.denominator,
            "odds": None if prize.odds is None else plain(prize.odds),
            "odds_are": None if prize.odds is None else entry.odds,
            "money": None if prize.money is None else plain(prize.money),
            "meter_share": None if prize.meter is None else plain(prize.meter),
            "envy_bonus": plain(prize.envy) if prize.envy else None,
            "rule": entry.rule,
        }
        for name, entries in rules.file.pay_tables.items()
        for letter, entry in entries.items()
        for line, prize in entry.lines.items()
    ]
