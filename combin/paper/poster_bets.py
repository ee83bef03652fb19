"""The parts of the player's guide about bonuses and side bets: pay tables, and what each bet costs."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from combin.exact.pay_lines import line_counts
from combin.formatting import capital
from combin.paper.poster_jackpot import jackpot_block
from combin.paper.poster_parts import Block, one_in, table_block
from combin.paper.poster_settling import heading, line_rows, off_table, told
from combin.rules.bets import Kind
from combin.words.rules import file_lines, hand_words, outcome_words, prize_words

if TYPE_CHECKING:
    from combin.paper.poster_parts import Guide
    from combin.rules.imprint import Told
    from combin.rules.tables import Line, PayTable
    from combin.words.catalogue import Catalogue


LONGEST = 14
"""The most lines of a pay table that are told one by one, and the most rows of one block."""


def bet_blocks(guide: Guide, catalogue: Catalogue) -> list[Block]:
    """Return a block for each pay table that is in use; bets on a single hand each share one."""
    rules = guide.rules
    groups: dict[object, list[PayTable]] = {}  # in the order of their first bets
    for name, bet in rules.bets.items():
        if bet.by_table and bet.kind is not Kind.JACKPOT:
            table = rules.tables[name][guide.analysis.letters[name]]
            groups.setdefault(_alike(guide, table, catalogue), []).append(table)
        elif bet.by_table:
            groups[name] = [guide.jackpots[name].chances.table]
    return [
        part for tables in groups.values() for part in _parts(_block(guide, tables, catalogue), catalogue)
    ]


def _block(guide: Guide, tables: list[PayTable], catalogue: Catalogue) -> Block:
    """Return the block of one pay table, or of several bets on a single hand each."""
    if len(tables) > 1:
        return _single_hands(guide, tables, catalogue)
    if tables[0].wager in guide.jackpots:
        return jackpot_block(guide, guide.jackpots[tables[0].wager], catalogue)
    return _bet(guide, tables[0], catalogue)


def _alike(guide: Guide, table: PayTable, catalogue: Catalogue) -> object:
    """Return what bets on a single hand have in common if they stand in one table, and others alone."""
    rules = guide.rules
    single = len(table.lines) == 1 and not table.pays_money and len(rules.tables[table.wager]) == 1
    if not single or table.wager not in rules.side_bets or table.bet.versus_dealer:
        return table.wager, table.letter
    return told(rules, table, catalogue), table.for_one


def _single_hands(guide: Guide, tables: list[PayTable], catalogue: Catalogue) -> Block:
    """Return bets on a single hand each, which is named only if not all names of the bets say it."""
    rules = guide.rules
    rows = []
    for table in tables:
        bet, (line,) = guide.analysis.side_bets[table.wager], table.lines
        ((hand, odds, often),) = line_rows(line, table, bet.lines[0].count, bet.total, catalogue)
        rows.append([rules.wagers[table.wager].name, capital(hand), odds, often])
    if all(row[1].casefold() in row[0].casefold() for row in rows):
        rows = [[row[0], "", *row[2:]] for row in rows]
    columns = [catalogue(f"bets.{key}") for key in ("bet", "hand", "pays", "often")]
    notes = [catalogue("bets.single_lose"), *([catalogue("bets.for_one")] if tables[0].for_one else [])]
    lead = told(rules, tables[0], catalogue)
    return table_block(catalogue("bets.single_heading"), columns, rows, lead=lead, notes=notes, figures=2)


def _bet(guide: Guide, table: PayTable, catalogue: Catalogue) -> Block:
    rules, name = guide.rules, table.wager
    bet = guide.analysis.side_bets.get(name)
    if bet is None:
        counts, total = line_counts(rules, table)
    else:
        counts, total = bet.by_line, bet.total
    rows = _rows(
        file_lines(rules, table), table, counts, total, catalogue, told=rules.file.imprint.told.get(name)
    )
    if table.bet.kind is Kind.PAY_TABLE:
        rows.append([catalogue("bets.other"), catalogue("bets.loses"), ""])
    elif table.bet.compared is not None and (rest := off_table(table.bet)) is not None:
        gets = catalogue("bets.loses") if rest == -1 else outcome_words(rest, catalogue, "cells")
        rows.append([catalogue("bets.other"), gets, ""])
    notes = [catalogue("bets.for_one")] if table.for_one else []
    if table.bet.versus_dealer:
        notes.append(catalogue("bets.often_paid"))
    return table_block(
        heading(rules, name, table.letter, catalogue),
        [catalogue("bets.hand"), catalogue("bets.pays"), catalogue("bets.often")],
        rows,
        beside=_edge(guide, name, catalogue),
        lead=told(rules, table, catalogue),
        notes=notes,
        figures=1,
    )


def _rows(
    lines: list[Line],
    table: PayTable,
    counts: dict[str, int],
    total: int,
    catalogue: Catalogue,
    *,
    told: Told | None = None,
) -> list[list[str]]:
    """Return the lines of a table; if there are many, those in a row that pay the same together.

    Lines that players are told of in the same words stand together too.
    """
    if told is not None and (told.lines or told.others):
        rows = []
        for (hand, prize), group in groupby(
            lines,
            key=lambda line: (
                told.line(line.text) or hand_words(line, catalogue),
                prize_words(line, table, catalogue),
            ),
        ):
            rows.append(
                [hand, prize, one_in(sum(counts.get(line.text, 0) for line in group), total, catalogue)]
            )
        return rows
    if len(lines) <= LONGEST:
        return [
            row for line in lines for row in line_rows(line, table, counts.get(line.text), total, catalogue)
        ]
    rows = []
    for same, group in groupby(lines, key=lambda line: prize_words(line, table, catalogue)):
        together = list(group)
        hands = [hand_words(line, catalogue) for line in together]
        known = all(line.text in counts for line in together)
        often = one_in(sum(counts[line.text] for line in together), total, catalogue) if known else ""
        rows.append([catalogue.any_of(hands), same, often])
    return rows


def _edge(guide: Guide, name: str, catalogue: Catalogue) -> str:
    """Return the house edge that stands beside a bet's heading; none for what is a part of another bet."""
    rules = guide.rules
    if name in guide.analysis.side_bets:
        edges = guide.analysis.edges_by_stake(name).values()
        low, high = catalogue.percent(min(edges)), catalogue.percent(max(edges))
        return (
            catalogue("bets.edge", percent=low)
            if low == high
            else catalogue("bets.edges", low=low, high=high)
        )
    if rules.alone:
        return catalogue("bets.edge", percent=catalogue.percent(guide.analysis.wagers[name].house_edge))
    return ""


def _parts(block: Block, catalogue: Catalogue) -> list[Block]:
    """Return a block, or several if its table is long: words above the first part, notes below the last."""
    rows = block["rows"]
    starts = range(0, len(rows), LONGEST + 1)
    return [
        block
        | {
            "heading": catalogue("bets.continued", heading=block["heading"]) if start else block["heading"],
            "beside": "" if start else block["beside"],
            "rows": rows[start : start + LONGEST + 1],
            "lead": "" if start else block["lead"],
            "notes": block["notes"] if start == starts[-1] else [],
        }
        for start in starts
    ]
