"""A missing card: beside all deals of a small deck that lack it, settled one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from combin.rules.errors import RulesError
from combin.session.monitor import law_without
from tests.brute import brute_force
from tests.exact.test_joint_law import THREE_CARDS, nets_against
from tests.games import game
from tests.seats.test_deals import DECKS
from tests.variants import analysed, shipped, variant


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "rank"), [("four suits", "A"), ("three suits", "Q")])
def test_it_is_the_law_of_the_deals_that_lack_the_card(deck: str, rank: str) -> None:
    rules = variant(game(THREE_CARDS, DECKS[deck]))
    answer = analysed(rules)
    brute = brute_force(rules, answer.letters)
    missing = next(place for place, card in enumerate(rules.deck.cards) if card.rank.symbol == rank)
    hands = [frozenset(hand) for hand in brute.deals.hands.cards.tolist()]
    found: dict[str, Counter[Fraction]] = {"ante": Counter(), "prime": Counter()}
    for player, own in enumerate(hands):
        rows = [row for row, cards in enumerate(hands) if not own & cards and missing not in own | cards]
        for base, _, prime in nets_against(brute, player, rows):
            found["ante"][base] += 1
            found["prime"][prime] += 1
    for wager, letter in (("ante", ""), ("prime", "A"))[: 2 if deck == "four suits" else 1]:
        counts = law_without(rules, wager, letter, answer.strategy, rules.deck.cards[missing].rank)
        # Each of the cards of the rank may be the missing one.
        assert {pay.odds: count for pay, count in counts.items()} == {
            net: count * len(rules.deck.suits) for net, count in found[wager].items()
        }


def test_cards_that_are_not_alike_are_refused() -> None:
    of_suits = variant(game(THREE_CARDS, DECKS["four suits"]))
    with pytest.raises(RulesError, match="a suit by its name"):
        law_without(of_suits, "pair_plus", "A", None, of_suits.deck.cards[-1].rank)
    of_colours = variant(game(THREE_CARDS, DECKS["three suits"]))
    with pytest.raises(RulesError, match="is about colours"):
        law_without(of_colours, "prime", "A", None, of_colours.deck.cards[-1].rank)
    crown = shipped("crown-melbourne")
    ace = crown.deck.cards[-1].rank
    with pytest.raises(RulesError, match="jackpot cards"):
        law_without(crown, "jackpot", "1", analysed(crown).strategy, ace)
