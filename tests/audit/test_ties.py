"""Other meanings of "the same hand", and of the first two cards (RWS rule 3.5.4), by plain counting."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from itertools import combinations, combinations_with_replacement, groupby, product

import pytest

from combin.audit.quantities.play import coarse_matchups
from combin.cards.ranking import Category, Ranking, Strength
from combin.rules.load import load_rules


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
    for situation in random.sample([*found], 6):
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


RANKS, SUITS = range(2, 15), range(4)
KINDS = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")


def _strength(hand: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return what hands are compared by: the kind, then the ranks in the order in which they decide."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    if ranks == [14, 3, 2]:
        ranks = [3, 2, 1]
    one_suit = len({suit for _, suit in hand}) == 1
    run = ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    if len(set(ranks)) == 1:
        kind = "three of a kind"
    elif len(set(ranks)) == 2:
        kind = "pair"
        pair = ranks[1]
        ranks = [pair, pair, ranks[0] if ranks[2] == pair else ranks[2]]
    else:
        kind = {(True, True): "straight flush", (True, False): "straight", (False, True): "flush"}.get(
            (run, one_suit), "high card"
        )
    return (KINDS.index(kind), *ranks)


def test_rule_3_5_4_by_a_slow_count() -> None:
    cards = [(rank, suit) for rank in RANKS for suit in SUITS]
    bit = {card: 1 << index for index, card in enumerate(cards)}
    hands: dict[tuple[int, ...], list[int]] = {}
    for hand in combinations(cards, 3):
        hands.setdefault(_strength(hand), []).append(sum(bit[card] for card in hand))
    pairs: Counter[tuple[bool, str]] = Counter()
    deals: Counter[tuple[bool, str]] = Counter()
    # An ace that counts low is the third card of 3-2-A.
    in_order = sorted(hands, key=lambda strength: strength[1:3])
    for _, group in groupby(in_order, key=lambda strength: strength[1:3]):
        for own, other in combinations_with_replacement(list(group), 2):
            said = (own[3] > other[3]) - (own[3] < other[3])
            true = (own > other) - (own < other)
            case = own[0] == other[0], "right" if said == true else "wrong" if said else "false stand-off"
            ways = 1 if own == other else 2
            pairs[case] += ways
            deals[case] += ways * sum(not one & two for one in hands[own] for two in hands[other])
    assert len(hands) == 741
    assert pairs.total() == 9061
    assert pairs == {
        (True, "right"): 4356 + 741,
        (False, "right"): 1916,
        (False, "wrong"): 1476,
        (False, "false stand-off"): 572,
    }
    assert deals == {
        (True, "right"): 2857536 + 450528,
        (False, "right"): 427680,
        (False, "wrong"): 174240,
        (False, "false stand-off"): 54912,
    }
