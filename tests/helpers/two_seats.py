"""Two seats against one hand of the dealer, every pair of hands visited: a slower way to `Deals.law`."""

import numpy as np

from combin.aliases import Integers
from combin.exact.joint_hands import PlayerClass
from combin.rules.load import load_rules
from combin.seats.deals import DealerKey, Deals
from combin.tournament.chances import strategy_of


def base_deals(game: str) -> Deals:
    """The deals of the base wager of a game in this program."""
    rules = load_rules(game)
    return Deals(rules, {rules.base: ""}, strategy_of(rules, None)[0])


def pairs_against(deals: Deals, key: DealerKey, dealer: PlayerClass) -> Integers:
    """How many pairs of hands that one hand of the dealer leaves share no card, by the results of both."""
    bits = (1 << deals.hands).sum(axis=1)
    left = bits & (1 << deals.places(dealer.one.cards)).sum() == 0
    held, results = bits[left], deals.results_against(key)[left]
    found = np.zeros((len(deals.results),) * 2, np.int64)
    for own, result in zip(held.tolist(), results.tolist(), strict=True):
        found[result] += np.bincount(results[held & own == 0], minlength=len(found))
    return found
