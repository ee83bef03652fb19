"""Which line of a pay table a hand is paid by, and what the table says of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from combin.colours import ColourLine
from combin.fivecard import FiveCardCategory, best_five
from combin.handset import HandSet
from combin.rules.rounds import RoundError
from combin.rules.rules import Line, Rules, Table
from combin.rules.settle.results import amount_text
from combin.rules.settle.showdown import Showdown
from combin.rules.wagers import HandOf
from combin.sixcard import SixCardRoyal

__all__ = ["chosen_table", "paying_line", "terms", "unpaid_reason"]


def chosen_table(rules: Rules, tables: Mapping[str, str], name: str) -> Table:
    """Return the pay table of a wager: the one of the letter given, or the only one.

    Raises:
        RoundError: no such letter, or a choice of letters and none given.
    """
    alternatives = rules.tables[name]
    if name not in tables and len(alternatives) == 1:
        return next(iter(alternatives.values()))
    try:
        return alternatives[tables[name]]
    except KeyError:
        given = f"no table {tables[name]!r}" if name in tables else "no table named"
        raise RoundError(f"tables.{name}: {given}; the game has {', '.join(alternatives)}") from None


def paying_line(table: Table, showdown: Showdown) -> Line | None:
    """Return the line of a table that is paid, or None; the finer lines come first in it."""
    if showdown.rules.more_cards(table.wager):
        six, deck = showdown.cards(_hand_of(table, showdown)), showdown.rules.deck
        for hands, line in table.sets:
            if isinstance(hands, SixCardRoyal) and hands.holds(six, deck):
                return line
        return table.line_of_five(_best_category(table, showdown))
    dealer = _hand_of(table, showdown) == "dealer"
    for hands, line in table.sets:
        if isinstance(hands, ColourLine):
            if hands.holds(showdown.player, showdown.dealer):
                return line
        elif isinstance(hands, HandSet):
            cards, strength = (
                (showdown.dealer, showdown.dealer_strength)
                if dealer
                else (showdown.player, showdown.strength)
            )
            if hands.holds(strength.level, frozenset(card.suit for card in cards)):
                return line
    return None


def _hand_of(table: Table, showdown: Showdown) -> HandOf:
    """Return whose hand a table is about."""
    hand: HandOf = getattr(showdown.rules.wagers[table.wager], "hand", "player")
    return hand


def _best_category(table: Table, showdown: Showdown) -> FiveCardCategory:
    """Return what the best five of the player's cards with the others are."""
    return best_five(showdown.cards(_hand_of(table, showdown)), showdown.rules.deck).category


def unpaid_reason(table: Table, showdown: Showdown) -> str:
    """Return why no line of a table is paid."""
    if showdown.rules.more_cards(table.wager):
        return f"the best five, {_best_category(table, showdown)}, are not paid"
    if any(isinstance(hands, ColourLine) for hands, _ in table.sets):
        return "no line about the colours is met"
    whose = "dealer's {dealer}" if _hand_of(table, showdown) == "dealer" else "{player}"
    return f"{whose} is not on the pay table"


def terms(table: Table, line: Line) -> str:
    """Return what a line pays, in words."""
    prize = line.prize
    if prize.money is not None:
        return f"{amount_text(prize.money)} in money"
    if prize.meter is not None:
        return f"{amount_text(prize.meter * 100)}% of the meter"
    return f"{amount_text(prize.odds or Fraction(0))} {'for' if table.for_one else 'to'} 1"
