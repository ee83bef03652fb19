"""Player against a dealer of whom one card is seen: for every hand and card, how the hands compare."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from combin.exact.matchups import Matchup, Seen, against

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

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
    import numpy as np

    beside = [_beside(one.hand, one.weight, len(ranking.deck.suits), len(ranking.deck)) for one in classes]
    numbers = np.repeat(np.arange(len(classes)), [len(seen) for seen, _ in beside])
    cards = np.concatenate([moved for _, moved in beside])
    order = np.argsort(cards[:, 0], kind="stable")
    seen = [one for each, _ in beside for one in each]
    level = np.array([one.strength.level for one in classes])[numbers]
    counts = _counts(ranking, qualifies, cases, level[order], cards[order])
    return tuple(
        (classes[number], seen[place], tuple(row))
        for number, place, row in zip(numbers[order].tolist(), order.tolist(), counts.tolist(), strict=True)
    )


@lru_cache(maxsize=1 << 14)
def _beside(
    hand: tuple[int, int, int], weight: int, suits: int, cards: int
) -> tuple[tuple[Seen, ...], NDArray[np.int64]]:
    """Return every card that a hand leaves, and rank of the card and hand as they are counted.

    Cards alike to the hand stand once: a card is of the suit of one of the hand's cards, or of another suit.
    All is counted for a card of the first suit, to which that suit of the hand is moved.
    """
    import numpy as np

    own = list(dict.fromkeys(card % suits for card in hand))
    others = [suit for suit in range(suits) if suit not in own]
    ways = dict.fromkeys(own, 1) | dict.fromkeys(others[:1], len(others))
    moved = {}
    for suit in ways:
        places = {0: suit, suit: 0}
        moved[suit] = [card - card % suits + places.get(card % suits, card % suits) for card in hand]
    found = [(card, suit) for card in range(cards) if (suit := card % suits) in ways and card not in hand]
    seen = [
        Seen(card // suits, frozenset({card // suits}), card, weight * ways[suit]) for card, suit in found
    ]
    return tuple(seen), np.array([(card // suits, *moved[suit]) for card, suit in found])


def _counts(
    ranking: Ranking, qualifies: int, cases: int, level: NDArray[np.int64], cards: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the counts of rows: of hands of a level each, with the rank seen and the cards of the hand.

    Of the pairs that complete the dealer's hand to one below a level, N - N(a) - N(b) - N(c) + N(ab) + N(ac)
    + N(bc) avoid the cards a, b, c.
    """
    import numpy as np

    made = _made(ranking)
    ranks, size, _ = made.shape
    levels = len(ranking.strengths)
    # By the rank seen, a card and a level: the pairs with this card that make a hand below the level.
    with_card = np.zeros((ranks, size, levels + 1), dtype=np.int64)
    for rank in range(ranks):
        for card in range(size):
            # A card is no pair with itself, so the level above all is among those made: none is left out.
            with_card[rank, card, 1:] = np.bincount(made[rank, card])[:levels].cumsum()
    every = with_card.sum(axis=1) // 2
    seen, a, b, c = cards.T

    def avoiding(below: NDArray[np.int64]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = every[seen, below]
        for card in (a, b, c):
            found -= with_card[seen, card, below]
        for one, other in ((a, b), (a, c), (b, c)):
            found += made[seen, one, other] < below
        return found

    found = np.empty((len(level), cases), dtype=np.int64)
    below = avoiding(np.full_like(level, qualifies)), avoiding(level), avoiding(level + 1)
    for qualified in (False, True):
        rows = (level >= qualifies) == qualified
        failing, lower, not_higher = (one[rows] for one in below)
        total = comb(size - 4, 2)
        counts = against(total, failing, lower, not_higher, qualified=qualified, cases=cases)
        found[rows] = np.stack(np.broadcast_arrays(*counts), axis=1)
    return found


def _made(ranking: Ranking) -> NDArray[np.int64]:
    """Return the level that two cards make with a card of each rank and the first suit, by that rank.

    Where they are not three cards, it is above all levels.
    """
    import numpy as np

    cards, suits = len(ranking.deck), len(ranking.deck.suits)
    found = np.full((cards // suits, cards, cards), len(ranking.strengths))
    for rank in range(cards // suits):
        for a, b in combinations([one for one in range(cards) if one != rank * suits], 2):
            low, middle, high = sorted((rank, a // suits, b // suits))
            found[rank, a, b] = found[rank, b, a] = ranking.level(
                low, middle, high, len({0, a % suits, b % suits})
            )
    return found
