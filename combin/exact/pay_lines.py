"""Which line of a pay table pays a hand: for one hand, and in how many ways for every suit class."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from combin.cards import JOKER
from combin.colours import ColourLine
from combin.exact.fivecard_counts import hand_counter
from combin.fivecard import FiveCardCategory
from combin.handset import HandSet
from combin.sixcard import SixCardRoyal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.cards import Suit
    from combin.isomorphism import HandClass
    from combin.rules.rules import Line, Rules, Table

__all__ = [
    "BUT_BEATEN",
    "BUT_TIED",
    "about_colours",
    "line_of",
    "line_ways",
    "lines_by_level",
    "names_suit",
    "paid_lines",
]


BUT_TIED, BUT_BEATEN = " but tied", " but beaten"
"""What is added to a line's text for hands that the dealer's ties or beats, where these are paid apart."""


def about_colours(table: Table) -> bool:
    """Tell whether the lines of the table are about colours."""
    return any(isinstance(hands, ColourLine) for hands, _ in table.sets)


def names_suit(table: Table) -> bool:
    """Tell whether a line of the table is for one suit only."""
    return any(getattr(hands, "suit", None) is not None for hands, _ in table.sets)


def line_of(table: Table, level: int, suits: frozenset[Suit]) -> Line | None:
    """Return the line that pays a hand of this level and these suits; the finest that holds it decides."""
    for hands, line in table.sets:
        if isinstance(hands, HandSet) and hands.holds(level, suits):
            return line
    return None


def paid_lines(rules: Rules, table: Table, hands: Sequence[HandClass]) -> list[Line | None]:
    """Return the line that pays each class of three-card hands.

    The slow equivalent asks `line_of` for each.
    """
    by_level, cards = lines_by_level(rules, table), rules.deck.cards
    if not names_suit(table):
        return [by_level[one.strength.level] for one in hands]
    found = []
    for one in hands:
        level, suits = one.strength.level, frozenset(cards[card].suit for card in one.hand)
        of_one_suit = len(suits - {JOKER.suit}) == 1
        found.append(line_of(table, level, suits) if of_one_suit else by_level[level])
    return found


def lines_by_level(rules: Rules, table: Table) -> list[Line | None]:
    """Return the line that pays the hands of each level that show several suits."""
    found: list[Line | None] = [None] * len(rules.ranking.strengths)
    for these, line in reversed(table.sets):
        if isinstance(these, HandSet) and these.suit is None:
            found[these.levels.start : these.levels.stop] = [line] * len(these.levels)
    return found


def line_ways(
    rules: Rules, table: Table, classes: Sequence[HandClass]
) -> tuple[list[Mapping[str, int]], int]:
    """Return for each class in how many ways each line is paid, by its text, and how many ways there are.

    A table on the player's three cards pays them in one way, or not at all; one on more cards pays in so
    many of the ways to draw these from the rest of the deck. Not for tables about colours.
    """
    more = rules.more_cards(table.wager)
    if not more:
        lines = paid_lines(rules, table, classes)
        return [{} if line is None else {line.text: 1} for line in lines], 1
    texts = {hands: line.text for hands, line in table.sets if line is not None}
    cards = rules.file.deal.player
    counter = hand_counter(rules.deck, cards + more)
    royals = [(hands, line) for hands, line in table.sets if isinstance(hands, SixCardRoyal)]
    found: list[Mapping[str, int]] = []
    for one in classes:
        counts = counter.counts(one.hand)
        by_line = {texts[category]: count for category, count in counts.items() if category in texts}
        # Three cards become a six-card royal in one way, with the three others, which else are a royal flush.
        own = [rules.deck.cards[card] for card in one.hand]
        for _, line in (royal for royal in royals if royal[0].holds(own, rules.deck)):
            taken = texts.get(FiveCardCategory.ROYAL_FLUSH)
            if taken is not None:
                by_line[taken] -= 1
            if line is not None:
                by_line[line.text] = by_line.get(line.text, 0) + 1
            break  # the finest line stands first
        found.append(by_line)
    return found, comb(len(rules.deck) - cards, more)
