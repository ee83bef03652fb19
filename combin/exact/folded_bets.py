"""Bets lost with a fold that hangs on a card of the dealer's: counted with what is decided by that card."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.colours import ColourLine
from combin.exact.base_game import FOLD
from combin.exact.cards_seen import every_hand
from combin.exact.dealer_kinds import Kinds
from combin.exact.face_up import as_face_up, face_up_situations
from combin.exact.pay_lines import BUT_BEATEN, BUT_TIED, about_colours, names_suit
from combin.exact.seen_lines import ways_seen
from combin.rules.wagers import PayTableWager

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.exact.cards_seen import EveryHand
    from combin.exact.face_up import FaceUp
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules, Table

    Integers = NDArray[np.int64]
    Truths = NDArray[np.bool_]

__all__ = ["paid_if_played"]


def paid_if_played(strategy: Strategy, table: Table) -> tuple[Counter[str], int]:
    """Return how often each line is paid to hands that are not folded, and of how many deals.

    Of both hands and of the card that is seen; for a bet on jackpot cards, of the player's hand, the card
    seen and the jackpot cards. Lines that the dealer's hand can tie or beat are counted apart where that is
    paid apart, as "pair but beaten". The slow equivalent settles every deal.
    """
    rules, found = strategy.game.rules, as_face_up(strategy.game.matchups)
    total = int(found.seen.weights.sum())
    played: Truths = np.array(strategy.decisions)[found.places] != FOLD
    of_dealer = getattr(rules.wagers[table.wager], "hand", "") == "dealer"
    if of_dealer or about_colours(table):
        every = every_hand(found.classes, rules.deck)
        count = _on_the_dealers_hand if of_dealer else _on_colours
        return count(rules, table, every, every.spread(found.seen, played)), total * _pairs(rules)
    rows = np.flatnonzero(played)
    seen = found.seen.take(rows)
    if names_suit(table):
        seen, parts = seen.by_suit(rules.ranking)
        rows = rows[parts]
    ways, whole = ways_seen(rules, table, seen)
    results = {"": np.ones_like(found.places)}
    if not rules.more_cards(table.wager):
        results, whole = _results(rules, table, found), _pairs(rules)
    counts = Counter[str]()
    for told, number in results.items():
        for line, deals in zip(table.lines, (seen.weights * number[rows] @ ways).tolist(), strict=True):
            counts[line.text + told] += deals
    return counts, total * whole


def _pairs(rules: Rules) -> int:
    """Return how many pairs complete a dealer's hand beside the player's, once one of its cards is seen."""
    return comb(len(rules.deck) - rules.file.deal.player - 1, rules.file.deal.dealer - 1)


def _results(rules: Rules, table: Table, found: FaceUp) -> dict[str, Integers]:
    """Return for each row how many of these pairs come to each result that is paid apart."""
    wager = rules.wagers[table.wager]
    if not isinstance(wager, PayTableWager) or not rules.versus_dealer(table.wager):
        return {"": np.full(len(found.places), _pairs(rules))}
    compared = face_up_situations(rules.ranking, 0, 4, found.classes).arrays
    _, win, tie, lose = compared.counts.T
    results = {"": win}
    for told, pays, number in ((BUT_TIED, wager.if_tied, tie), (BUT_BEATEN, wager.if_beaten, lose)):
        apart = told if pays is not None else ""
        results[apart] = results.get(apart, 0) + number
    return results


def _on_the_dealers_hand(rules: Rules, table: Table, every: EveryHand, beside: Truths) -> Counter[str]:
    met = Kinds.by_line(rules, table).met(every.hands, beside)
    return Counter({line.text: int(met[place]) for place, line in enumerate(table.lines, start=1)})


def _on_colours(rules: Rules, table: Table, every: EveryHand, beside: Truths) -> Counter[str]:
    names = list(dict.fromkeys(suit.colour for suit in rules.deck.suits))
    of_cards = np.array([names.index(card.suit.colour) for card in rules.deck.cards])
    kinds, shown = Kinds.by_colour(rules, of_cards), of_cards[every.hands]
    counts = Counter[str]()
    for own in range(len(names)):
        rows = (shown == own).all(axis=1)
        for theirs, number in enumerate(kinds.met(every.hands[rows], beside[rows]).tolist()):
            fails = {ColourLine.SAME} if theirs != own else set()
            fails |= {ColourLine.EACH} if theirs == len(names) else set()
            line = next((line for hands, line in table.sets if hands not in fails), None)
            if line is not None:
                counts[line.text] += number
    return counts
