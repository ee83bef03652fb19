"""Pay tables on the player's guide: their headings and lines, when a bet is paid, what a fold does to it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.cards.colours import ColourLine
from combin.print.poster_parts import money, one_in, outcome_words, sides, wager_names
from combin.print.poster_settling import INSIDE, result_words
from combin.rules.wagers import Bonus, Jackpot, PayTableWager

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.print.catalogue import Catalogue
    from combin.rules.resolved import Line, Rules, Table

__all__ = ["heading", "line_rows", "pays", "told"]


def heading(rules: Rules, name: str, letter: str, words: Catalogue) -> str:
    """Return the name of a bet, with the letter of its pay table if it has several."""
    wager = rules.wagers[name].name
    return words("bets.table", wager=wager, letter=letter) if len(rules.tables[name]) > 1 else wager


def told(rules: Rules, table: Table, words: Catalogue) -> str:
    """Return in sentences when a bet is paid, and what becomes of it on a fold."""
    wager = rules.wagers[table.wager]
    if isinstance(wager, Bonus):
        return _bonus(rules, wager, words)
    if not isinstance(wager, PayTableWager | Jackpot):
        return words("bets.player_alone") if rules.alone else words("bets.by_table", wager=wager.name)
    return " ".join(_side_bet(rules, wager, table, words))


def _bonus(rules: Rules, wager: Bonus, words: Catalogue) -> str:
    on = rules.wagers[wager.on].name
    key = "bonus_on" if wager.paid_on else "bonus" if rules.play else "bonus_always"
    results = [result_words(rules, one.replace(" ", "_"), words, "results") for one in wager.paid_on]
    return words(f"bets.{key}", on=on, results=words.listed(results))


def _side_bet(rules: Rules, wager: PayTableWager | Jackpot, table: Table, words: Catalogue) -> Iterator[str]:
    """Yield whose cards a bet is on, with what it may be placed, and what else decides."""
    against = isinstance(wager, PayTableWager) and (wager.if_tied, wager.if_beaten) != (None, None)
    names = sides(rules)
    if any(isinstance(line.hands, ColourLine) for line in table.lines):
        yield words("bets.colours")
    elif wager.hand == "player and jackpot cards":
        yield words("bets.player_and_jackpot", cards=words.small(rules.file.deal.jackpot))
    elif wager.hand == "player and dealer":
        yield words("bets.player_and_dealer")
    elif names:
        yield words("bets.side", side=names[wager.hand == "dealer"])
    elif wager.hand == "dealer":
        yield words("bets.dealer")
    elif against:
        yield words("bets.player_against")
    else:
        yield words("bets.player_alone" if rules.alone else "bets.player")
    if wager.needs:
        yield words("bets.needs", wagers=words.listed(wager_names(rules, wager.needs)))
    if isinstance(wager, PayTableWager):
        yield from _terms(rules, wager, table, words)
    if rules.play:
        yield words(f"bets.fold_{wager.on_fold.replace(' ', '_')}")


def _terms(rules: Rules, wager: PayTableWager, table: Table, words: Catalogue) -> Iterator[str]:
    """Yield what a side bet gets if the dealer's hand is as high or higher, its stakes and commission."""
    nets = {"if_tied": wager.if_tied, "if_beaten": wager.if_beaten}
    if wager.if_tied == wager.if_beaten:
        nets = {"if_not_higher": wager.if_tied}
    names = sides(rules)
    for key, net in nets.items():
        if net is not None:
            gets = outcome_words(net, words) if net else words("bets.gets_back")
            if names:
                yield words(f"bets.{key}_side", side=names[1], outcome=gets)
            else:
                yield words(f"bets.{key}", outcome=gets)
    if table.pays_money and wager.stakes:
        yield words("bets.stakes", stakes=words.listed([money(Fraction(one), words) for one in wager.stakes]))
    if wager.commission:
        yield words("settling.commission", wager=wager.name, percent=words.percent(wager.commission))


def line_rows(line: Line, table: Table, count: int | None, total: int, words: Catalogue) -> list[list[str]]:
    """Return a line, and one for what the other players get beside it.

    Args:
        line: of the table.
        table: the pay table.
        count: how often the line is paid, if that is known.
        total: of how many deals.
        words: the catalogue.
    """
    hand = re.sub(r"\bT(?=-)|(?<=-)T\b", "10", words.hand(line.text))
    rows = [[hand, pays(line, table, words), "" if count is None else one_in(count, total, words)]]
    if line.prize.envy:
        rows.append([INSIDE + words("bets.envy"), money(Fraction(line.prize.envy), words), ""])
    return rows


def pays(line: Line, table: Table, words: Catalogue) -> str:
    """Return what a line pays: "4 to 1", "$100", "10% of the jackpot"."""
    prize = line.prize
    if prize.odds is not None:
        if Fraction(prize.odds) == table.for_one:
            return words("settling.push")
        return words("bets.odds_for_one" if table.for_one else "bets.odds", odds=words.odds(prize.odds))
    if prize.money is not None:
        return money(Fraction(prize.money), words)
    share = Fraction(prize.meter or 0)
    if share == 1:
        return words("bets.meter_all")
    digits = 0 if (share * 100).denominator == 1 else 2
    return words("bets.meter", percent=words.percent(share, digits))
