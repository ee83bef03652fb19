"""Lines that pay, for all hands together and class by class."""

from __future__ import annotations

from collections import Counter

import pytest

from combin.cards.suit_classes import by_suit, hand_classes, hand_classes_by_suit
from combin.exact.pay_lines import line_of, line_totals, line_ways, paid_lines, suit_matters
from combin.rules.resolved import Rules
from tests.helpers.texts import game_text
from tests.helpers.variants import shipped, variant

SUITED = game_text(__file__, "lines of one suit")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return variant(SUITED)


@pytest.mark.parametrize("wager", ["pair_plus", "six_card_bonus", "millionaire_maker"])
def test_totals_are_the_ways_of_all_classes(rules: Rules, wager: str) -> None:
    classes = hand_classes_by_suit(rules.ranking)
    for table in rules.tables[wager].values():
        per_class, ways = line_ways(rules, table, classes)
        added: Counter[str] = Counter()
        for one, lines in zip(classes, per_class, strict=True):
            for text, number in lines.items():
                added[text] += one.weight * number
        totals, each = line_totals(rules, table, classes)
        assert +totals == +added
        assert each == ways


def test_lines_are_those_that_each_hand_by_itself_is_on(rules: Rules) -> None:
    cards, classes = rules.deck.cards, hand_classes_by_suit(rules.ranking)
    for table in rules.tables["pair_plus"].values():
        assert paid_lines(rules, table, classes) == [
            line_of(table, one.strength.level, frozenset(cards[card].suit for card in one.cards))
            for one in classes
        ]


@pytest.mark.parametrize("wager", ["pair_plus", "six_card_bonus"])
def test_where_the_suit_does_not_matter_all_suits_are_paid_alike(rules: Rules, wager: str) -> None:
    table = rules.tables[wager]["S"]
    matters = suit_matters(rules, [table])
    for one in hand_classes(rules.ranking):
        ways, _ = line_ways(rules, table, by_suit(one, rules.ranking))
        assert all(part == ways[0] for part in ways) or matters(one)
    some = [one for one in hand_classes(rules.ranking) if matters(one)]
    assert 0 < sum(one.weight for one in some) < 3000
    plain = suit_matters(rules, [shipped("three-card-poker").tables["pair_plus"]["1"]])
    assert not any(plain(one) for one in hand_classes(rules.ranking))
