"""Other ways to compare two hands than the ranking's, counted over all deals."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, groupby
from math import comb
from typing import TYPE_CHECKING

from combin.cards.suit_classes import HandClass, hand_classes
from combin.exact.matchups import Matchup, Sieve, Situations

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from combin.cards.ranking import Ranking, Strength
    from combin.rules.resolved import Rules

__all__ = ["DealCounter", "coarse_matchups"]


def coarse_matchups(rules: Rules, same: Callable[[Strength], Hashable]) -> Situations:
    """Return the matchups when all strengths tie for which `same` gives the same.

    Such strengths must stand next to each other in the ranking. Which dealer hands qualify is as it was.
    """
    ranking, cards = rules.ranking, len(rules.deck)
    classes: list[list[HandClass]] = [[] for _ in ranking.strengths]
    for one in hand_classes(ranking):
        classes[one.strength.level].append(one)
    dealer_hands = comb(cards - 3, 3)
    sieve, failing = Sieve(cards), Sieve(cards)
    for hands in ranking.hands[: rules.qualifies]:
        failing.put(hands)
    found = []
    for _, group in groupby(ranking.strengths, key=same):
        levels = [strength.level for strength in group]
        below = {
            one.hand: sieve.avoiding(one.hand, hand_itself=False)
            for level in levels
            for one in classes[level]
        }
        for level in levels:
            sieve.put(ranking.hands[level])
        for level in levels:
            for one in classes[level]:
                fail = failing.avoiding(one.hand, hand_itself=level < rules.qualifies)
                lower = max(below[one.hand], fail)
                not_above = max(sieve.avoiding(one.hand, hand_itself=True), fail)
                found.append(Matchup(one, (fail, lower - fail, not_above - lower, dealer_hands - not_above)))
    return Situations(found)


class DealCounter:
    """How many deals give the player one strength and the dealer another, for any deck."""

    def __init__(self, ranking: Ranking) -> None:
        """Count for the hands of this ranking."""
        self._hands = ranking.hands
        self._classes: list[list[HandClass]] = [[] for _ in ranking.strengths]
        for one in hand_classes(ranking):
            self._classes[one.strength.level].append(one)
        self._holding = cache(self._hands_holding)

    def deals(self, player: Strength, dealer: Strength) -> int:
        """Return the number of pairs of hands of these strengths that share no card.

        >>> from combin.cards.ranking import Ranking
        >>> ranking = Ranking()
        >>> three_aces, three_kings = (ranking.strengths[ranking.level(*[rank] * 3, 3)] for rank in (12, 11))
        >>> counter = DealCounter(ranking)
        >>> counter.deals(three_aces, three_kings), counter.deals(three_aces, three_aces)
        (16, 0)
        """
        holding = self._holding(dealer.level)
        return sum(one.weight * _avoiding(one.hand, holding) for one in self._classes[player.level])

    def deals_of(self, players: Iterable[Strength], dealers: Iterable[Strength]) -> int:
        """Return the number of pairs of hands that share no card, of any of some strengths each.

        >>> from combin.cards.ranking import Ranking
        >>> ranking = Ranking()
        >>> aces, kings = (ranking.strengths[ranking.level(*[rank] * 3, 3)] for rank in (12, 11))
        >>> DealCounter(ranking).deals_of((aces, kings), (aces, kings))
        32
        """
        holding: Counter[tuple[int, ...]] = Counter()
        for dealer in dealers:
            holding.update(self._holding(dealer.level))
        classes = (one for player in players for one in self._classes[player.level])
        return sum(one.weight * _avoiding(one.hand, holding) for one in classes)

    def _hands_holding(self, level: int) -> Counter[tuple[int, ...]]:
        """Return how many hands of a level hold each set of up to three cards."""
        return Counter(
            cards for hand in self._hands[level] for size in range(4) for cards in combinations(hand, size)
        )


def _avoiding(hand: tuple[int, int, int], holding: Counter[tuple[int, ...]]) -> int:
    """Return how many hands share no card with a hand, by inclusion and exclusion."""
    ascending = sorted(hand)
    return sum((-1) ** size * holding[cards] for size in range(4) for cards in combinations(ascending, size))
