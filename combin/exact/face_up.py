"""Player against a dealer of whom one card is seen: for every hand and card, how the hands compare."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from combin.exact.matchups import Matchup, Seen, against

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.isomorphism import HandClass
    from combin.ranking import Ranking

__all__ = ["face_up_matchups"]


def face_up_matchups(
    ranking: Ranking,
    qualifies: int,
    cases: int,
    classes: Sequence[HandClass],
    groups: Sequence[frozenset[int]] = (),
) -> tuple[Matchup, ...]:
    """Return a matchup for every suit class of player hands and everything that can be seen.

    Any of the dealer's three cards may be the one that is face up, so with 52 cards there are
    22,100 x 49 x C(48, 2) = 22,100 x 18,424 x 3 deals. The rows are in the order of what is seen, and within
    that weakest hand first.

    Args:
        ranking: the order of hands, of a deck without jokers in which each card is there once.
        qualifies: the lowest level with which the dealer qualifies (0: always).
        cases: 4, or 6 to compare the hands though the dealer does not qualify.
        classes: the suit classes of the player's hands, weakest first.
        groups: the ranks that the player can tell apart, where he does not see the whole card.

    The slow equivalent goes through every hand, card and pair of further cards; `combin.proof.brute` does.
    """
    rows = _rows(ranking, qualifies, cases, tuple(classes))
    if not groups:
        return tuple(Matchup(one, counts, seen) for one, seen, counts in rows)
    found = []
    for number, ranks in enumerate(groups):
        sums: defaultdict[tuple[int, int, int], list[int]] = defaultdict(lambda: [0] * cases)
        for one, seen, counts in rows:
            if seen.ranks <= ranks:
                times = seen.weight // one.weight
                sums[one.hand] = [
                    so_far + times * count for so_far, count in zip(sums[one.hand], counts, strict=True)
                ]
        found += [
            Matchup(one, tuple(sums[one.hand]), Seen(number, ranks, None, one.weight))
            for one in classes
            if one.hand in sums
        ]
    return tuple(found)


@lru_cache(maxsize=2)
def _rows(
    ranking: Ranking, qualifies: int, cases: int, classes: tuple[HandClass, ...]
) -> tuple[tuple[HandClass, Seen, tuple[int, ...]], ...]:
    """Return the counts of every class with every card seen; games that differ in pays alone share them."""
    ranks = range(len(ranking.deck.ranks))
    return tuple(row for rank in ranks for row in _one_rank(ranking, qualifies, cases, classes, rank))


def _one_rank(
    ranking: Ranking, qualifies: int, cases: int, classes: Sequence[HandClass], rank: int
) -> Iterator[tuple[HandClass, Seen, tuple[int, ...]]]:
    """Yield every class with every card of one rank that its hand leaves; cards alike to the hand count once.

    A card is of the suit of one of the hand's cards, or of another suit. All is counted for a card of the
    first suit, to which that suit of the hand is moved.
    """
    suits = len(ranking.deck.suits)
    by_level: dict[int, list[tuple[HandClass, Seen, tuple[int, int, int]]]] = defaultdict(list)
    for one in classes:
        own = list(dict.fromkeys(card % suits for card in one.hand))
        others = [suit for suit in range(suits) if suit not in own]
        for suit, ways in [*((suit, 1) for suit in own), *((suit, len(others)) for suit in others[:1])]:
            if rank * suits + suit in one.hand:
                continue
            seen = Seen(rank, frozenset({rank}), rank * suits + suit, one.weight * ways)
            moved = {0: suit, suit: 0}
            first, second, third = sorted(
                card - card % suits + moved.get(card % suits, card % suits) for card in one.hand
            )
            by_level[one.strength.level].append((one, seen, (first, second, third)))
    pairs = _Pairs(ranking, rank * suits)
    total = comb(len(ranking.deck) - 4, 2)
    failing = _Pairs(ranking, rank * suits)
    failing.put_below(qualifies)
    for level in sorted(by_level):
        pairs.put_below(level)
        lower = [pairs.avoiding(hand) for _, _, hand in by_level[level]]
        pairs.put_below(level + 1)
        for (one, seen, hand), low in zip(by_level[level], lower, strict=True):
            counts = against(
                total,
                failing.avoiding(hand),
                low,
                pairs.avoiding(hand),
                qualified=level >= qualifies,
                cases=cases,
            )
            yield one, seen, counts


class _Pairs:
    """The pairs that complete a hand with one given card, put in by the level of the hand that they make."""

    def __init__(self, ranking: Ranking, card: int) -> None:
        cards, suits = len(ranking.deck), len(ranking.deck.suits)
        self.cards = cards
        self.by_level: list[list[tuple[int, int]]] = [[] for _ in ranking.strengths]
        own, suit = divmod(card, suits)
        for a, b in combinations([one for one in range(cards) if one != card], 2):
            low, middle, high = sorted((own, a // suits, b // suits))
            level = ranking.level(low, middle, high, len({suit, a % suits, b % suits}))
            self.by_level[level].append((a, b))
        self.below = 0
        self.all = 0
        self.with_card = [0] * cards
        self.inside = bytearray(cards * cards)

    def put_below(self, level: int) -> None:
        """Add the pairs that make hands below a level, as far as they are not in yet."""
        for pairs in self.by_level[self.below : level]:
            self.all += len(pairs)
            for a, b in pairs:
                self.with_card[a] += 1
                self.with_card[b] += 1
                self.inside[a * self.cards + b] = 1
        self.below = max(self.below, level)

    def avoiding(self, hand: tuple[int, int, int]) -> int:
        """Count the pairs put in that share no card with three ascending ones."""
        a, b, c = hand
        cards, with_card, inside = self.cards, self.with_card, self.inside
        return (
            self.all
            - (with_card[a] + with_card[b] + with_card[c])
            + (inside[a * cards + b] + inside[a * cards + c] + inside[b * cards + c])
        )
