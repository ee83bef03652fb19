"""What the player's guide says each bet gets: the main ones by result, the others by their pay tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.paper.poster_parts import Block, one_in, table_block
from combin.rules.bets import Bet, Kind
from combin.rules.wagers import Case
from combin.words.rules import (
    RESULTS,
    bet_text,
    case_words,
    commission_says,
    outcome_words,
    prize_words,
    sides,
    wager_names,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable
    from combin.words.catalogue import Catalogue


INSIDE = "\u2003"
"""Before a result that stands under a heading inside the table."""


def settling_blocks(rules: Rules, catalogue: Catalogue) -> list[Block]:
    """Return how the wagers against the dealer are settled, and the bets on which hand is higher."""
    if rules.alone:
        return []
    against = {name: rules.bets[name] for name in rules.base_wagers}
    bets = {name: rules.bets[name] for name in rules.comparisons}
    if sides(rules):
        every = against | bets
        return [
            _settled(
                catalogue("settling.compare_heading"),
                every,
                RESULTS,
                _compared(rules, every, catalogue),
                catalogue,
            )
        ]
    cases = rules.cases if rules.qualifies else RESULTS
    rows = (
        _by_qualifier(rules, against, catalogue) if rules.qualifies else _compared(rules, against, catalogue)
    )
    if rules.play:
        folded = [
            catalogue("cells.not_staked")
            if name == rules.play
            else outcome_words(bet.fold_returns - 1, catalogue, "cells")
            for name, bet in against.items()
        ]
        rows.append([catalogue("cases.fold"), *folded])
    names = catalogue.all_of(wager_names(rules, against))
    heading = catalogue("settling.heading" if len(against) > 1 else "settling.heading_one", wagers=names)
    blocks = [_settled(heading, against, cases, rows, catalogue)]
    if bets:
        rows = _compared(rules, bets, catalogue)
        blocks.append(_settled(catalogue("settling.compare_heading"), bets, RESULTS, rows, catalogue))
    return blocks


def off_table(bet: Bet) -> Fraction | None:
    """Return what a wager gets with hands that are not on its table; None if that depends on the result."""
    cases = Case if bet.kind is Kind.AGAINST_DEALER else RESULTS
    pays = {outcome.pays for outcome in map(bet.outcome, cases) if outcome.by_table}
    return pays.pop() if len(pays) == 1 else None


def _by_qualifier(rules: Rules, against: Mapping[str, Bet], catalogue: Catalogue) -> list[list[str]]:
    """Return a row for each result, under headings that say whether the dealer qualifies."""
    if len(rules.cases) == 4:
        rows = _compared(rules, against, catalogue, [Case.NO_QUALIFY])
    else:
        rows = [[catalogue("settling.no_qualify_and")]]
        cases = [case for case in rules.cases if not case.qualified]
        rows += _compared(rules, against, catalogue, cases, INSIDE)
    rows.append([catalogue("settling.qualify_and")])
    return rows + _compared(rules, against, catalogue, before=INSIDE)


def _compared(
    rules: Rules,
    wagers: Mapping[str, Bet],
    catalogue: Catalogue,
    cases: Sequence[Case] = RESULTS,
    before: str = "",
) -> list[list[str]]:
    """Return a row for each case; where some stand under a heading, that says who qualifies."""
    return [
        [
            before + case_words(rules, Case(case.result) if case.result else case, catalogue),
            *(_gets(bet, case, catalogue) for bet in wagers.values()),
        ]
        for case in cases
    ]


def _gets(bet: Bet, case: Case, catalogue: Catalogue) -> str:
    outcome = bet.outcome(case)
    # What all other hands get stands in the pay table itself, if that is one thing.
    alone = outcome.by_table and off_table(bet) is not None
    return catalogue("cells.by_table_alone") if alone else outcome_words(outcome, catalogue, "cells")


def _settled(
    heading: str,
    wagers: Mapping[str, Bet],
    cases: Sequence[Case],
    rows: list[list[str]],
    catalogue: Catalogue,
) -> Block:
    """Return a table with a column for each wager, and what its words mean."""
    columns = [catalogue("settling.case"), *(one.name for one in wagers.values())]
    pays = [one.outcome(case).pays for case in cases for one in wagers.values()]
    notes = [says for bet in wagers.values() for says in commission_says(bet, catalogue)]
    if 0 in pays:
        notes.append(catalogue("settling.returned"))
    if 1 in pays:
        notes.append(catalogue("settling.pays_even"))
    elif gains := [one for one in pays if one > 0]:
        notes.append(catalogue("settling.pays_times", odds=catalogue.odds(gains[0])))
    return table_block(heading, columns, rows, notes=notes)


def heading(rules: Rules, name: str, letter: str, catalogue: Catalogue) -> str:
    """Return the name of a bet, with the letter of its pay table if it has several."""
    wager = rules.bets[name].name
    return catalogue("bets.table", wager=wager, letter=letter) if len(rules.tables[name]) > 1 else wager


def told(rules: Rules, table: PayTable, catalogue: Catalogue) -> str:
    """Return in sentences when a bet is paid, and what becomes of it on a fold."""
    bet = table.bet
    if (own := catalogue.imprint.told.get(table.wager)) is not None and own.says:
        return own.says
    if bet.compared is None:
        return bet_text(rules, bet, catalogue)
    if rules.alone:
        return catalogue("wagers.player_alone", own=catalogue.small(rules.file.deal.player))
    return catalogue("bets.by_table", wager=bet.name)


def line_rows(
    line: Line, table: PayTable, count: int | None, total: int, catalogue: Catalogue
) -> list[list[str]]:
    """Return a line, and one for what the other players get beside it.

    Args:
        line: of the table.
        table: the pay table.
        count: how often the line is paid, if that is known.
        total: of how many deals.
        catalogue: the catalogue.
    """
    often = "" if count is None else one_in(count, total, catalogue)
    rows = [[catalogue.hand(line.text), prize_words(line, table, catalogue), often]]
    if line.prize.envy:
        rows.append([INSIDE + catalogue("bets.envy"), catalogue.money(line.prize.envy), ""])
    return rows
