"""RWS rule 3.5.4, counted a second time hand by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, groupby

from combin.audit.verdict import Verdict
from tests.audit.documents import audit_of, judged

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


def test_the_audit_says_so() -> None:
    one = judged(audit_of("resorts-world-sentosa"), "first-two-cards")
    assert (one.verdict, one.reason) == (Verdict.READING, "between hands of the same category")
    told = " ".join(one.evidence)
    for figure in ("549,081", "9,061", "3,964,896", "540,020", "4,356", "2,857,536", "741", "450,528"):
        assert figure in told
    for figure in ("1,916", "427,680", "1,476", "174,240", "572", "54,912"):
        assert figure in told
    assert one.finding is not None
    assert "229,152 deals" in one.finding.text
