"""Other meanings of "the same hand", counted against plain counting."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from itertools import combinations, product

import pytest

from combin.audit.quantities.play import coarse_matchups
from combin.audit.verdict import Verdict
from combin.cards.ranking import Category, Ranking, Strength
from combin.rules.load import load_rules
from tests.audit.documents import audit_of, judged


def _highest_card(strength: Strength) -> Hashable:
    if strength.category is Category.HIGH_CARD:
        return strength.category, strength.ranks[0]
    return strength.level


KEYS: dict[str, Callable[[Strength], Hashable]] = {
    "category": lambda strength: strength.category,
    "every strength": lambda strength: strength.level,
    "high cards": _highest_card,
}


@pytest.mark.parametrize("same", KEYS)
def test_coarse_matchups_by_brute_force(same: str) -> None:
    rules = load_rules("uk-including-blind")
    key = KEYS[same]
    level_of = {hand: level for level, hands in enumerate(rules.ranking.hands) for hand in hands}
    hands = list(combinations(range(52), 3))
    random.seed(5)
    order: dict[Hashable, int] = {}
    for strength in rules.ranking.strengths:
        order.setdefault(key(strength), len(order))
    place = [order[key(strength)] for strength in rules.ranking.strengths]
    found = coarse_matchups(rules, key)
    for situation in random.sample(found, 6):
        own = set(situation.hand.cards)
        mine = place[situation.hand.strength.level]
        counts: Counter[str] = Counter()
        for theirs in hands:
            if own.isdisjoint(theirs):
                level = level_of[theirs]
                if level < rules.qualifies:
                    counts["no qualify"] += 1
                else:
                    counts["win" if place[level] < mine else "tie" if place[level] == mine else "lose"] += 1
        assert situation.counts == (counts["no qualify"], counts["win"], counts["tie"], counts["lose"])


@pytest.mark.slow
def test_the_ties_that_the_documents_do_not_mean() -> None:
    one = judged(audit_of("crown-melbourne"), "same-hand-value")
    assert (one.verdict, one.reason) == (Verdict.READING, "where hands tie that are equal card for card")
    assert "279,840 of 407,170,400 deals" in one.evidence[0]
    assert "3.6.2 lets K-Q-J straight beat J-10-9 straight" in one.evidence[-1]
    poster = judged(audit_of("uk-including-blind"), "high-card")
    assert poster.verdict is Verdict.NOT_CHECKABLE
    assert "22,065,336 deals" in poster.evidence[1]


def test_pairs_by_the_highest_card_first() -> None:
    """22.31% of the deals of pair against pair, each counted from the cards."""
    ranking = Ranking()
    pairs = [one for one in ranking.strengths if one.category is Category.PAIR]
    turned, in_all = 0, 0
    for one, other in product(pairs, repeat=2):
        deals = _deals_of_pairs(one, other)
        in_all += deals
        highest = sorted(one.ranks, reverse=True) > sorted(other.ranks, reverse=True)
        turned += deals * (highest != (one.level > other.level))
    assert (turned, in_all) == (2635776, 11812320)
    evidence = judged(audit_of("crown-melbourne"), "pairs-compared").evidence
    assert "2,635,776 of the 11,812,320 deals of pair against pair (22.31%)" in evidence[1]


def _deals_of_pairs(strength: Strength, other: Strength) -> int:
    """Count two pairs with third cards by the ranks that they share, four cards of each rank."""
    left = Counter(dict.fromkeys(range(13), 4))
    ways = 1
    for hand in (strength, other):
        pair, _, third = hand.ranks
        ways *= left[pair] * (left[pair] - 1) // 2 if left[pair] >= 2 else 0
        ways *= left[third]
        left[pair] -= 2
        left[third] -= 1
    return ways
