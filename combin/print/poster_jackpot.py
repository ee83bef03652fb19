"""The part of the player's guide about a progressive wager: its prizes, and what it brings back."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.decimals import decimal
from combin.jackpot.answer import meter_options
from combin.jackpot.meter.meter import JackpotError
from combin.print.poster_lines import heading, line_rows, told
from combin.print.poster_parts import Block, money, table_block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.jackpot.answer import JackpotAnswer
    from combin.print.catalogue import Catalogue
    from combin.print.poster_subject import Guide

__all__ = ["jackpot_block", "jackpot_edge"]

STEP = Fraction(10_000)
"""The part of the meter for which it is told what it adds."""


def jackpot_block(found: Guide, answer: JackpotAnswer, words: Catalogue) -> Block:
    """Return the pay table of a progressive wager, with what its prizes bring back."""
    rules, table = found.rules, answer.chances.table
    lines = answer.chances.lines()
    rows = [row for one in lines for row in line_rows(one.line, table, one.count, one.total, words)]
    rows.append([words("bets.other"), words("bets.loses"), ""])
    options = {of.pay_table: name for name, of in meter_options(rules, answer.wager).items()}
    edge = jackpot_edge(found, answer)
    notes = [words("bets.for_one")] if table.for_one else []
    if any(one.line.prize.envy for one in lines):
        notes.append(words("bets.envy_meaning"))
    return table_block(
        heading(rules, answer.wager, options.get(table.letter, table.letter), words),
        [words("bets.hand"), words("bets.pays"), words("bets.often")],
        rows,
        beside="" if edge is None else words("bets.edge", percent=words.percent(edge)),
        lead=told(rules, table, words),
        notes=[*notes, *_worth(found, answer, words)],
        figures=1,
    )


def jackpot_edge(found: Guide, answer: JackpotAnswer) -> Fraction | None:
    """Return the house edge of a progressive wager, in the long run if it depends on the meter.

    None where the document does not state enough, or where there is none for all stakes.
    """
    value = answer.played_by(found.analysis.strategy)
    if not value.share:
        return None if value.money else 1 - value.odds
    try:
        played = answer.long_run_played
    except JackpotError:
        return None
    return None if played is None else 1 - played.middle


def _worth(found: Guide, answer: JackpotAnswer, words: Catalogue) -> Iterator[str]:
    """Yield what the prizes bring back on average, other players' hands apart, and what the meter adds."""
    value = answer.played_by(found.analysis.strategy)
    part, fixed = words.percent(value.odds), words.money(decimal(value.money, 4))
    kind = "both" if value.odds and value.money else "money" if value.money else "odds"
    if value.odds or value.money:
        yield words(f"bets.fixed_{kind}", percent=part, money=fixed)
    if not value.share:
        return
    meter, stake = money(STEP, words), answer.terms.stake
    if answer.meter is None:
        yield words("bets.meter_adds", meter=meter, money=words.money(decimal(value.share * STEP, 4)))
        return
    added = words.percent(value.share * STEP / stake)
    yield words("bets.meter_adds_part", meter=meter, percent=added, stake=money(stake, words))
    even = value.break_even_meter(stake, answer.others)
    if even is not None and even > 0:
        yield words("bets.fair", money=words.money(decimal(even, 0)), stake=money(stake, words))
