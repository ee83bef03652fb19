"""Other ways to compare two hands than the ranking's, counted over all deals."""

from __future__ import annotations

from functools import cache
from itertools import groupby, product
from math import comb
from typing import TYPE_CHECKING

from combin.exact.matchups import Matchup, Sieve
from combin.isomorphism import HandClass, hand_classes

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from combin.ranking import Ranking, Strength
    from combin.rules.rules import Rules

__all__ = ["DealCounter", "coarse_matchups"]


def coarse_matchups(rules: Rules, same: Callable[[Strength], Hashable]) -> tuple[Matchup, ...]:
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
    return tuple(found)


class DealCounter:
    """How many deals give the player one strength and the dealer another.

    Only how the ranks coincide matters, so that a pair of strengths is counted hand by hand once for all
    pairs like it.
    """

    def __init__(self, ranking: Ranking) -> None:
        """Count for the hands of this ranking."""
        self._shows = [_shows(ranking, strength) for strength in ranking.strengths]
        self._suits = range(len(ranking.deck.suits))
        self._counted = cache(self._count)

    def deals(self, player: Strength, dealer: Strength) -> int:
        """Return the number of pairs of hands of these strengths that share no card."""
        names: dict[int, int] = {}
        own, theirs = (
            tuple(names.setdefault(rank, len(names)) for rank in strength.ranks)
            for strength in (player, dealer)
        )
        return self._counted(own, self._shows[player.level], theirs, self._shows[dealer.level])

    def _count(
        self,
        own: tuple[int, ...],
        own_suits: tuple[int, ...],
        theirs: tuple[int, ...],
        their_suits: tuple[int, ...],
    ) -> int:
        hands = self._hands(theirs, their_suits)
        return sum(one.isdisjoint(other) for one in self._hands(own, own_suits) for other in hands)

    def _hands(self, ranks: tuple[int, ...], shows: tuple[int, ...]) -> set[frozenset[tuple[int, int]]]:
        dealt = (
            (frozenset(zip(ranks, suits, strict=True)), len(set(suits)))
            for suits in product(self._suits, repeat=3)
        )
        return {hand for hand, shown in dealt if len(hand) == 3 and shown in shows}


def _shows(ranking: Ranking, strength: Strength) -> tuple[int, ...]:
    """Return how many different suits a hand of this strength may show."""
    low, middle, high = sorted(strength.ranks)
    return tuple(suits for suits in (1, 2, 3) if ranking.level(low, middle, high, suits) == strength.level)
