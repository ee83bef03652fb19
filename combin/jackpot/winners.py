"""How many royal and straight flushes one round can bring, when all seats share the jackpot cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, perm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.cards.cards import Deck


Outcome = tuple[int, int]
"""R and S, the numbers of royal and of straight flushes in a round."""


@dataclass(frozen=True)
class Winners:
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

    def _families(self, pair: tuple[int, int]) -> Iterator[tuple[Outcome, tuple[frozenset[int], ...]]]:
        """Yield every set of completing triples that different seats can hold at once, the empty one too."""
        triples = self.completing(pair)
        for size in range(len(triples) + 1):
            for family in combinations(triples, size):
                held = [triple for triple, _ in family]
                if len(frozenset().union(*held)) == 3 * size:
                    royals = sum(royal for _, royal in family)
                    yield (royals, size - royals), tuple(held)

    @cached_property
    def families(self) -> Counter[tuple[Outcome, Outcome]]:
        """How many pairs of a family held and a larger family around it there are, by their (R, S).

        What inclusion and exclusion needs: summed over all pairs of jackpot cards.
        """
        found: Counter[tuple[Outcome, Outcome]] = Counter()
        for pair in combinations(range(len(self.deck)), 2):
            sets = [(outcome, frozenset(held)) for outcome, held in self._families(pair)]
            for outcome, held in sets:
                for larger, around in sets:
                    if held <= around:
                        found[outcome, larger] += 1
        return found

    def possible(self) -> dict[Outcome, tuple[int, int]]:
        """Return every (R, S) that can occur, with an example count: pairs of jackpot cards that allow it.

        The second number is how many seats must hold the right cards. What is not among the keys cannot
        occur, however many seats there are: every pair of jackpot cards and every set of disjoint triples
        was gone through.
        """
        allowed: Counter[Outcome] = Counter()
        for pair in combinations(range(len(self.deck)), 2):
            for outcome in {outcome for outcome, _ in self._families(pair)}:
                allowed[outcome] += 1
        return {outcome: (count, sum(outcome)) for outcome, count in sorted(allowed.items())}

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
