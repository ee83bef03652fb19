"""Published figures about cards seen, shared and removed, each by its source."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import msgspec

from combin import load
from combin.exact.strategy import Strategy, best_strategy
from combin.formatting import percent
from combin.rules.resolved import Rules

BONUS = {"ante_bonus": "1"}


def seen(cards: int, tells: object = "card") -> Strategy:
    """Return the best strategy of the standard game with so many of the dealer's cards seen."""
    rules = load("three-card-poker").rules
    deal = msgspec.structs.replace(rules.file.deal, face_up=cards, tells=tells)
    return best_strategy(Rules(msgspec.structs.replace(rules.file, deal=deal), like=rules), BONUS)


def test_jacobsons_commonest_result_with_a_hole_card_seen_is_to_lose_two_units() -> None:
    """Hole-Carding Three Card Poker: Random Walks & ROR: "34.0...%" - blackjackscience.com."""
    law = seen(1).distribution
    outcomes = dict(law.outcomes)
    assert max(outcomes, key=outcomes.__getitem__) == -2
    assert (outcomes[Fraction(-2)], law.total) == (415_710_828, 1_221_511_200)


def test_jacobsons_edge_with_a_hole_card() -> None:
    """Three Card Poker Hole-Card Play, Update #1: 3.4829% - 888casino.com."""
    assert percent(-seen(1).distribution.house_edge, 4) == "3.4829%"


def test_the_wizards_edge_if_a_card_is_an_ace_paint_or_neither() -> None:
    """Wizard of Odds newsletter, 6 September 2003: 2.41%."""
    edge = -seen(1, ("A", "J Q K", "2 3 4 5 6 7 8 9 T")).distribution.house_edge
    assert percent(edge, 2) == "2.41%"


def test_jacobsons_edge_by_sorted_backs_is_cut_off() -> None:
    """Edge Sorting Three Card Poker, 11 January 2013: 1.837%, which rounds to 1.838% - apheat.net."""
    edge = -seen(1, ("2 3 4 5 6 7 8 9 T J", "Q K A")).distribution.house_edge
    assert percent(edge, 6) == "1.837811%"


def test_jacobsons_dealer_hands_with_all_cards_of_seven_players_known() -> None:
    """Collusion 101: 21 known cards leave 4,495 - apheat.net/2013/09/29/collusion-101."""
    assert comb(52 - 7 * 3, 3) == 4_495
