"""The joint law of royal and straight flushes in a round whose seats share two jackpot cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, perm
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from combin.cards.cards import Deck


Outcome = tuple[int, int]
"""R and S, the numbers of royal and of straight flushes in a round."""


class Winners(Struct, frozen=True, dict=True):
    """The joint law of (R, S) for tables of any number of seats, with two jackpot cards for all.

    For each pair of jackpot cards the triples that make it a royal or a straight flush are few, and only
    disjoint ones can be held at once, so that everything is found by going through all of them.
    """

    deck: Deck

    @cached_property
    def runs(self) -> tuple[tuple[frozenset[int], bool], ...]:
        """All runs of five cards of a suit as card indexes, and whether each is a royal flush."""
        ranks, suits = len(self.deck.ranks), len(self.deck.suits)
        has_ace = self.deck.ranks[-1].symbol == "A"
        spans = [tuple(range(low, low + 5)) for low in range(ranks - 4)]
        if has_ace and ranks > 5:
            spans.append((ranks - 1, 0, 1, 2, 3))
        return tuple(
            (
                frozenset(rank * suits + suit for rank in span),
                has_ace and span == tuple(range(ranks - 5, ranks)),
            )
            for span in spans
            for suit in range(suits)
        )

    def completing(self, pair: tuple[int, int]) -> list[tuple[frozenset[int], bool]]:
        """Return the triples that make a pair of jackpot cards a straight flush, and whether it is royal."""
        cards = frozenset(pair)
        return [(run - cards, royal) for run, royal in self.runs if cards <= run]

    def _families(self, pair: tuple[int, int]) -> Iterator[tuple[Outcome, frozenset[frozenset[int]]]]:
        """Yield every set of completing triples that different seats can hold at once, the empty one too."""
        triples = self.completing(pair)
        for size in range(len(triples) + 1):
            for family in combinations(triples, size):
                held = frozenset(triple for triple, _ in family)
                if len(frozenset().union(*held)) == 3 * size:
                    royals = sum(royal for _, royal in family)
                    yield (royals, size - royals), held

    @cached_property
    def families(self) -> Counter[tuple[Outcome, Outcome]]:
        """How many pairs of a family held and a larger family around it there are, by their (R, S).

        What inclusion and exclusion needs: summed over all pairs of jackpot cards.
        """
        counts: Counter[tuple[Outcome, Outcome]] = Counter()
        for pair in combinations(range(len(self.deck)), 2):
            families = list(self._families(pair))
            counts.update(
                (outcome, larger)
                for outcome, triples in families
                for larger, more in families
                if triples <= more
            )
        return counts

    def possible(self) -> dict[Outcome, tuple[int, int]]:
        """Return every (R, S) that can occur, with an example count: pairs of jackpot cards that allow it.

        The second number is how many seats must hold the right cards. What is not among the keys cannot
        occur, however many seats there are: every pair of jackpot cards and every set of disjoint triples
        was gone through.
        """
        allowed: Counter[Outcome] = Counter()
        for pair in combinations(range(len(self.deck)), 2):
            allowed.update({outcome for outcome, _ in self._families(pair)})
        return {outcome: (count, sum(outcome)) for outcome, count in sorted(allowed.items())}

    def win(self, prizes: Iterable[tuple[Fraction, Fraction]]) -> bool:
        """Return whether prizes are the whole meter for a royal flush, and a part for a straight flush.

        Args:
            prizes: the share of the meter and the probability of each.
        """
        law = self.law(1)
        flushes = [(False, law.get((0, 1))), (True, law.get((1, 0)))]
        return sorted((share == 1, probability) for share, probability in prizes) == flushes

    def law(self, seats: int) -> dict[Outcome, Fraction]:
        """Return the probability of every (R, S) with so many seats, each with three cards.

        A family of f disjoint triples is held by some f of n seats in n (n-1) ... (n-f+1) ways, each with
        probability 1 / (C(50, 3) C(47, 3) ...); that no other triple is held as well follows by inclusion
        and exclusion over the larger families.

        Raises:
            ValueError: no seats, or more than the deck has cards for.
        """
        left = len(self.deck) - 2
        if not 1 <= seats <= left // 3:
            msg = f"{seats} seats: a table has 1 to {left // 3}"
            raise ValueError(msg)

        def held(size: int) -> Fraction:
            if size > seats:
                return Fraction(0)
            ways = 1
            for dealt in range(size):
                ways *= comb(left - 3 * dealt, 3)
            return Fraction(perm(seats, size), ways)

        # That a family is held says nothing of further triples. Those who hold exactly it are the holders of
        # it less the holders of more: the sum over larger families with the sign of their excess. How likely
        # a family is depends on its size alone, so that the pairs of families are counted by what they win.
        pairs = comb(len(self.deck), 2)
        law: dict[Outcome, Fraction] = {}
        for (outcome, larger), count in self.families.items():
            sign = -1 if (sum(larger) - sum(outcome)) % 2 else 1
            law[outcome] = law.get(outcome, Fraction(0)) + sign * count * held(sum(larger)) / pairs
        return {outcome: law[outcome] for outcome in sorted(law) if law[outcome]}
