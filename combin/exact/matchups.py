"""Player against dealer: for every hand, how many dealer hands fail to qualify, lose, tie and win."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

from combin.isomorphism import hand_classes

if TYPE_CHECKING:
    from combin.isomorphism import HandClass
    from combin.ranking import Ranking

__all__ = ["Matchup", "Sieve", "matchups"]


@dataclass(frozen=True, slots=True)
class Matchup:
    """One suit class of player hands against all dealer hands from the rest of the deck.

    `win`, `tie` and `lose` are the player's, against dealers that qualify; with `no_qualify` the four
    counts add to C(49, 3) = 18,424 for 52 cards.
    """

    hand: HandClass
    no_qualify: int
    win: int
    tie: int
    lose: int

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The four counts in the order no qualify, win, tie, lose."""
        return self.no_qualify, self.win, self.tie, self.lose


class Sieve:
    """How many of the hands put in so far avoid three given cards, by inclusion and exclusion."""

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.all = 0
        self.with_card = [0] * cards
        self.with_pair = [0] * (cards * cards)

    def put(self, hands: tuple[tuple[int, int, int], ...]) -> None:
        """Add hands, each as three ascending card indexes."""
        cards, with_card, with_pair = self.cards, self.with_card, self.with_pair
        self.all += len(hands)
        for a, b, c in hands:
            with_card[a] += 1
            with_card[b] += 1
            with_card[c] += 1
            with_pair[a * cards + b] += 1
            with_pair[a * cards + c] += 1
            with_pair[b * cards + c] += 1

    def avoiding(self, hand: tuple[int, int, int], *, hand_itself: bool) -> int:
        """Count the hands put in that share no card with `hand`; say whether it was put in itself."""
        a, b, c = sorted(hand)
        cards, with_card, with_pair = self.cards, self.with_card, self.with_pair
        return (
            self.all
            - (with_card[a] + with_card[b] + with_card[c])
            + (with_pair[a * cards + b] + with_pair[a * cards + c] + with_pair[b * cards + c])
            - hand_itself
        )


def matchups(ranking: Ranking, qualifies: int = 0) -> tuple[Matchup, ...]:
    """Return a matchup for every suit class of player hands, weakest first.

    Args:
        ranking: the order of hands.
        qualifies: the lowest level with which the dealer qualifies (0: always).

    One sweep up the strengths: a dealer hand avoids the player's cards a, b, c in
    N - N(a) - N(b) - N(c) + N(ab) + N(ac) + N(bc) - N(abc) of the hands below a level. The slow
    equivalent compares every pair of hands; `combin.proof.brute` does.
    """
    classes: list[list[HandClass]] = [[] for _ in ranking.strengths]
    for one in hand_classes(ranking):
        classes[one.strength.level].append(one)
    cards = len(ranking.deck)
    dealer_hands = comb(cards - 3, 3)
    sieve = Sieve(cards)
    failing = Sieve(cards)
    for hands in ranking.hands[:qualifies]:
        failing.put(hands)
    found = []
    for level, hands in enumerate(ranking.hands):
        below = [sieve.avoiding(one.hand, hand_itself=False) for one in classes[level]]
        sieve.put(hands)
        for one, lower in zip(classes[level], below, strict=True):
            not_above = sieve.avoiding(one.hand, hand_itself=True)
            fail = failing.avoiding(one.hand, hand_itself=level < qualifies)
            if level >= qualifies:
                found.append(Matchup(one, fail, lower - fail, not_above - lower, dealer_hands - not_above))
            else:
                found.append(Matchup(one, fail, 0, 0, dealer_hands - fail))
    return tuple(found)
