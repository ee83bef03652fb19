"""Winners of one round together: how likely each number of them is, and how they share the meter."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, perm
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.decimals import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from combin.cards.cards import Deck


TENTH = Fraction(1, 10)
"""The part of the meter that one straight flush takes (Crown Tables 3 and 4)."""


def straight_flush_alone(straight_flushes: int, part: Fraction = TENTH) -> tuple[Fraction, Fraction]:
    """Return what each of S straight flushes without a royal gets, as parts of j and of r (7.4.3, Table 8).

    The rule pays (j - r) x (sum of 9^(k-1) / 10^k for k = 1 to S) / S + 10% r: the straight flushes take
    their tenths of what is above the seed one after the other, and share alike. The sum is geometric,
    1 - (9/10)^S.
    """
    of_meter = (1 - (1 - part) ** straight_flushes) / straight_flushes
    return of_meter, part - of_meter


class Settlement(Struct, frozen=True):
    """The meter shared out in one round; all amounts exact.

    `royal` and `straight_flush` are what each winner gets. `paid` is their sum, `left` the meter less what
    was paid (it may be negative, since the prize is rounded up and more than one pool may be paid), and
    `top_up` what the house adds so that the meter is `meter_after`.
    """

    meter: Fraction
    seed: Fraction
    rounded: Fraction
    pool: Fraction
    royals: int
    straight_flushes: int
    royal: Fraction
    straight_flush: Fraction
    meter_after: Fraction

    @property
    def paid(self) -> Fraction:
        """All prizes together."""
        return self.royals * self.royal + self.straight_flushes * self.straight_flush

    @property
    def left(self) -> Fraction:
        """The meter after the prizes, before the house adds anything (Crown 6.3.3)."""
        return self.meter - self.paid

    @property
    def top_up(self) -> Fraction:
        """What the house adds (Crown 6.4): meter before + top-up = prizes + meter after."""
        return self.meter_after - self.left


def settle_meter(
    meter: Fraction,
    seed: Fraction,
    royals: int,
    straight_flushes: int,
    *,
    part: Fraction = TENTH,
    round_up_to: Fraction = Fraction(1),
) -> Settlement:
    """Return how the meter is shared among simultaneous royal and straight flushes.

    Args:
        meter: the value recorded on the meter, in money.
        seed: the initial seed times the cost of the wager, in money.
        royals: R, royal flushes in the round.
        straight_flushes: S, straight flushes in the round.
        part: what one straight flush takes of the meter.
        round_up_to: the unit that the meter is rounded up to before it is paid (Crown 7.3.1: a dollar).

    >>> one = settle_meter(Fraction("123456.70"), Fraction(50000), 1, 1)
    >>> one.rounded, one.royal + one.straight_flush, one.meter_after
    (Fraction(123457, 1), Fraction(123457, 1), Fraction(50000, 1))

    Raises:
        ValueError: the meter is below the seed, a number is negative, or nobody wins.
    """
    if seed <= 0 or meter < seed:
        shown = f"a meter of {plain(meter)} with a seed of {plain(seed)}"
        raise ValueError(f"{shown}: the meter never lies below the seed (6.3, 6.4.1)")
    if min(royals, straight_flushes) < 0 or royals + straight_flushes == 0:
        msg = f"{royals} royal flushes and {straight_flushes} straight flushes: nothing to share"
        raise ValueError(msg)
    rounded = -(-meter // round_up_to) * round_up_to
    if royals:
        # The pool is j + r x (R - 1) (Crown 7.4.1, Table 5). Of it each royal flush has 10 / (10 R + S)
        # (7.4.2(a), Table 6), each straight flush beside them 1 / (10 R + S) (7.4.2(b)).
        pool = rounded + seed * (royals - 1)
        royal = pool / (royals + part * straight_flushes)
        flush = royal * part if straight_flushes else Fraction(0)
        after = seed
    else:
        pool, royal = rounded, Fraction(0)
        of_meter, of_seed = straight_flush_alone(straight_flushes, part)
        flush = of_meter * rounded + of_seed * seed
        after = max(seed, meter - straight_flushes * flush)
    return Settlement(meter, seed, rounded, pool, royals, straight_flushes, royal, flush, after)


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
