"""In how many ways each line of a pay table is paid to a hand once a card of the dealer's is seen."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.fivecard_arrays import counts_with
from combin.exact.fivecard_counts import CATEGORIES, hand_counter
from combin.exact.pay_lines import lines_by_category, paid_lines, royal_ways

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.exact.cards_seen import CardsSeen
    from combin.rules.resolved import Rules, Table

    Integers = NDArray[np.int64]

__all__ = ["ways_seen"]


def ways_seen(rules: Rules, table: Table, seen: CardsSeen) -> tuple[Integers, int]:
    """Return in how many ways each row is paid on each line (rows x lines), and how many ways there are.

    A table on the player's three cards pays them in one way, or not at all. On more cards a dealer's hand
    holds the card seen and, with the player's three, makes six cards that hold four known ones; jackpot cards
    do not hold it, so of those that complete the player's hand the ones with it go.

    Args:
        rules: the game.
        table: about the player's cards, alone or with others.
        seen: classes of hands with the card seen; those of one suit split by suit if the table names one.
    """
    places = {line.text: place for place, line in enumerate(table.lines)}
    more, cards = rules.more_cards(table.wager), len(rules.deck) - rules.file.deal.player
    if not more:
        lines = paid_lines(rules, table, seen.classes)
        paid = np.zeros((len(seen.classes), len(places)), np.int64)
        for row, line in zip(paid, lines, strict=True):
            if line is not None:
                row[places[line.text]] = 1
        return paid[seen.numbers], 1
    counter = hand_counter(rules.deck, rules.file.deal.player + more)
    ways = counts_with(counter, np.column_stack([seen.hands, seen.cards]))
    of_dealer = getattr(rules.wagers[table.wager], "hand", "") == "player and dealer"
    if not of_dealer:
        hands = np.array([one.hand for one in seen.classes])
        ways = counts_with(counter, hands)[seen.numbers] - ways
    found = np.zeros((len(ways), len(places)), np.int64)
    for category, text in lines_by_category(table).items():
        found[:, places[text]] += ways[:, CATEGORIES.index(category)]
    _part_royals(rules, table, seen, found)
    return found, comb(cards - 1, more - 1 if of_dealer else more)


def _part_royals(rules: Rules, table: Table, seen: CardsSeen, found: Integers) -> None:
    """Take out of the royal flushes those with a sixth card, for which the card seen is one of three."""
    suits, ranks = len(rules.deck.suits), len(rules.deck.ranks)
    texts = [line.text for line in table.lines]
    changed = np.zeros((len(seen.classes), len(texts)), np.int64)
    for row, one in zip(changed, seen.classes, strict=True):
        for text, ways in royal_ways(rules, table, one):
            row[texts.index(text)] += ways
    third = (seen.cards // suits >= ranks - 6) & (seen.cards % suits == seen.hands[:, 0] % suits)
    found += changed[seen.numbers] * third[:, np.newaxis]
