"""Pay tables counted: how many hands each line takes, and which hands are paid at all."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from combin.cards.cards import ColourLine
from combin.cards.five_cards import FiveCardCategory
from combin.cards.hand_sets import HandSet
from combin.cards.suit_classes import hand_classes_by_suit
from combin.exact.pay_lines import line_totals

if TYPE_CHECKING:
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


def line_counts(rules: Rules, table: PayTable) -> tuple[dict[str, int], int]:
    """Return how many hands each line of a table on one hand takes, and how many hands there are.

    Hands of three cards, or of as many as the wager is about. Lines about colours are left out.
    """
    cards = rules.file.deal.player + table.bet.more_cards
    found, _ = line_totals(rules, table, hand_classes_by_suit(rules.ranking))
    ways = comb(cards, rules.file.deal.player)  # the player's cards are any of those of a hand
    counts = {
        line.text: found[line.text] // ways for line in table.lines if not isinstance(line.hands, ColourLine)
    }
    return counts, comb(len(rules.deck), cards)


def paid_levels(table: PayTable) -> set[int]:
    """Return the levels of three-card hands that a table pays in some suit."""
    paid: dict[int, bool] = {}
    for hands, line in reversed(table.sets):
        pays = line is not None and line.prize.odds != 0
        if isinstance(hands, HandSet) and (pays or hands.suit is None):
            paid |= dict.fromkeys(hands.levels, pays)
    return {level for level, is_paid in paid.items() if is_paid}


def paid_categories(table: PayTable) -> set[FiveCardCategory]:
    """Return the categories of the best five cards that a table pays."""
    lines = {category: table.line_of_five(category) for category in FiveCardCategory}
    return {category for category, line in lines.items() if line is not None and line.prize.odds != 0}


def paying(table: PayTable, hands: HandSet | FiveCardCategory) -> Line | None:
    """Return the line of a table that pays hands, the finest that holds all of them; None if none does."""
    if isinstance(hands, FiveCardCategory):
        return table.line_of_five(hands)
    holding = (line for own, line in table.sets if isinstance(own, HandSet) and hands.within(own))
    return next(holding, None)
