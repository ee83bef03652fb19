"""Two seats against one hand of the dealer, every pair of hands visited: a slower way to `Deals.law`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from combin.rules.load import load_rules
from combin.seats.deals import Deals
from combin.tournament.chances import strategy_of

if TYPE_CHECKING:
    from combin.aliases import Integers
    from combin.exact.joint_hands import PlayerClass
    from combin.seats.deals import DealerKey

__all__ = ["base_deals", "pairs_against"]


def base_deals(game: str) -> Deals:
    """The deals of the base wager of a game in this program."""
    rules = load_rules(game)
    strategy, _ = strategy_of(rules, None)
    return Deals(rules, {rules.base: ""}, strategy)


def pairs_against(deals: Deals, key: DealerKey, dealer: PlayerClass) -> Integers:
    """How many pairs of hands that one hand of the dealer leaves share no card, by the results of both."""
    bits = (1 << deals.hands).sum(axis=1)
    left = bits & (1 << deals.places(dealer.one.cards)).sum() == 0
    held, results = bits[left], deals.results_against(key)[left]
    number = len(deals.results)
    found = np.zeros((number, number), np.int64)
    for own, result in zip(held.tolist(), results.tolist(), strict=True):
        found[result] += np.bincount(results[held & own == 0], minlength=number)
    return found
