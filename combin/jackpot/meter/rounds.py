"""The meter round by round in whole wagers: a second road to the return, and what the first leaves out.

The law of `MeterLaw` lets the meter grow evenly and lets one prize come at a time. Here it grows by the
increments of all seats at once, in a round with its joint outcome. The return follows from one function:
W(x), what the house adds after partial prizes until the next reset, when the meter stands at x before a
round. W is decreasing and convex, so that straight lines between grid points lie above it; docs/meter.md
proves that, and the bound of the error.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, exp, floor, inf, log1p, perm
from typing import TYPE_CHECKING

from combin.decimals import plain
from combin.jackpot.meter.law import MeterLaw
from combin.jackpot.meter.meter import JackpotError, Meter
from combin.jackpot.meter.series import highest_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from combin.aliases import Floats
    from combin.cards.cards import Deck


CLOSE = 1e-11
"""How far the last step may still lead, as a part of the largest value."""
ENOUGH = 1e-12
"""How far it may lead as a part of the wager, however small the values are."""
MOST_STEPS = 1_000
"""Where the steps end in any case; what the last one still led widens the limits."""
MOST_VALUES = 30_000_000
"""How many values they work out in all at most."""


def fixed_point(once: Callable[[Floats], Floats], start: Floats, enough: float = 0.0) -> tuple[Floats, float]:
    """Return the values that a step of a contraction leaves as they are, and how far the last step led.

    A step of the meter brings values nearer by the odds that a prize is partial; alone it would take 300, so
    that the last steps are mixed as Anderson does.

    Args:
        once: makes one step; positive values at the end.
        start: values to begin with.
        enough: how far the last step may lead, if that is more than `CLOSE`.
    """
    import numpy as np

    # Near the end a step is almost linear, so a miss changes as it did over the last three steps. The mixture
    # of these that would make the miss vanish is a least-squares problem of three unknowns, and the images
    # are moved by it. Whatever the mixing does, only a step that leads nowhere further ends it, so it cannot
    # spoil the result.
    values = start
    image = once(values)
    miss = image - values
    best = image, float(np.abs(miss).max())
    turns: list[Floats] = []
    moves: list[Floats] = []  # of the misses and of the images from each step to the next
    for _ in range(min(MOST_STEPS, MOST_VALUES // len(start))):
        if best[1] <= max(CLOSE * best[0].max(), enough):
            break
        values = image
        if turns:
            changes = np.array(turns)
            values = image - np.linalg.lstsq(changes @ changes.T, changes @ miss)[0] @ np.array(moves)
        before, last = miss, image
        image = once(values)
        miss = image - values
        best = min(best, (image, float(np.abs(miss).max())), key=lambda step: step[1])
        turns, moves = [*turns[-2:], miss - before], [*moves[-2:], image - last]
    return best


CELLS_PER_GROWTH = 1000
"""Grid cells for the mean growth from one prize to the next."""
COARSER = 10
"""How many cells of the grid are one of that on which the values are first looked for."""
MOST_POINTS = 100_000
"""The points of a grid, about: a meter that climbs higher than usual has coarser cells."""


ROUNDING = 2.0**-48
"""What the last sums are rounded by at most."""


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What one round does to the meter.

    With `resets` (the number of prizes that take all of it) the house puts in that many seeds, and the meter
    starts again at the seed. Without, the meter goes from m to left x m - offset, and never below the seed.
    """

    probability: Fraction
    resets: int
    left: Fraction = Fraction(0)
    offset: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class RoundReturn:
    """Limits of the long-run return per unit wagered, and of the mean meter at a prize; floats."""

    low: float
    high: float
    mean_meter: tuple[float, float]


def single_outcomes(meter: Meter) -> tuple[RoundOutcome, ...]:
    """Return the outcomes of a round with one wager."""
    return tuple(
        RoundOutcome(one.probability, 1)
        if one.resets
        else RoundOutcome(one.probability, 0, 1 - one.share, one.fixed)
        for one in meter.prizes
    )


def seat_outcomes(meter: Meter, deck: Deck, seats: int) -> tuple[RoundOutcome, ...]:
    """Return the outcomes of a round in which all seats wager, with two jackpot cards for all of them.

    Royal flushes share the pool of Table 5; straight flushes without a royal take what Table 8 says.

    Args:
        meter: a meter with a prize for royal flushes that takes all, and one for straight flushes.
        deck: the cards of the game.
        seats: how many players wager in each round.
    """
    winners = Winners(deck)
    if meter.sums or not winners.win((one.share, one.probability) for one in meter.prizes):
        names = ", ".join(one.name for one in meter.prizes)
        raise JackpotError(
            f"prizes {names}: rounds of several seats are known for royal flushes that take the meter and "
            "straight flushes that take a part of it"
        )
    part = meter.partial[0].share
    found = []
    for (royals, flushes), probability in winners.law(seats).items():
        if royals:
            found.append(RoundOutcome(probability, royals))
        elif flushes:
            of_meter, of_seed = straight_flush_alone(flushes, part)
            found.append(RoundOutcome(probability, 0, 1 - flushes * of_meter, flushes * of_seed * meter.seed))
    return tuple(found)


def return_by_rounds(
    meter: Meter,
    outcomes: tuple[RoundOutcome, ...] | None = None,
    seats: int = 1,
    *,
    even_growth: bool = False,
    rounded_up_to: Fraction = Fraction(0),
    cells: int = CELLS_PER_GROWTH,
) -> RoundReturn:
    """Return limits of the long-run return and of the mean meter, by going through the rounds.

    Args:
        meter: the meter, per unit wagered.
        outcomes: of one round; those of one wager unless given.
        seats: wagers of one unit in each round.
        even_growth: let the meter grow evenly between prizes, as `MeterLaw` does.
        rounded_up_to: count that the meter is rounded up when it is paid (Crown 7.3.1) as if it always took
            the whole unit. The truth lies between this and a unit of 0.
        cells: how fine the grid is; the distance of the limits falls with its square.
    """
    found = single_outcomes(meter) if outcomes is None else outcomes
    rounds, coarse = (
        _Rounds(meter, found, seats, even_growth=even_growth, rounded_up_to=rounded_up_to, cells=number)
        for number in (cells, -(-cells // COARSER))
    )
    at_most, off = rounds.top_ups(rounds.on_grid(coarse))
    high = float(rounds.reset_probability) * float(at_most[0] + off)
    at_least, off = rounds.top_ups(at_most, seed_beyond=False)
    low = max(0.0, float(rounds.reset_probability) * float(at_least[0] - off - rounds.error()))
    resets = sum((one.probability * one.resets for one in found), Fraction(0))
    fixed = float(
        meter.fixed_return
        + meter.increment
        + (resets * meter.seed + rounds.reset_probability * rounded_up_to) / seats
    )
    return RoundReturn(
        (fixed + low / seats) * (1 - ROUNDING),
        (fixed + high / seats) * (1 + ROUNDING),
        (rounds.mean_meter(low) * (1 - ROUNDING), rounds.mean_meter(high) * (1 + ROUNDING)),
    )


class _Rounds:
    """The grid, and the numbers of one round on it."""

    def __init__(
        self,
        meter: Meter,
        outcomes: tuple[RoundOutcome, ...],
        seats: int,
        *,
        even_growth: bool,
        rounded_up_to: Fraction,
        cells: int,
    ) -> None:
        self.seed = meter.seed
        self.growth = meter.increment * seats
        self.partial = [one for one in outcomes if not one.resets]
        self.offsets = [one.offset + (1 - one.left) * rounded_up_to for one in self.partial]
        self.probability = sum((one.probability for one in outcomes), Fraction(0))
        self.reset_probability = sum((one.probability for one in outcomes if one.resets), Fraction(0))
        if not self.reset_probability:
            raise JackpotError("no prize resets the meter, so that the rounds have no cycle")
        rounds_per_growth = 1 / self.probability
        highest = self._highest()
        cells = max(1, min(cells, int(MOST_POINTS / highest)))
        whole = max(1, floor(rounds_per_growth / cells))
        self.rounds_per_cell = rounds_per_growth / cells if even_growth else Fraction(whole)
        self.width = float(self.growth * self.rounds_per_cell)
        cells_per_growth = float(rounds_per_growth / self.rounds_per_cell)
        self.points = int(min(highest * cells_per_growth, 2 * MOST_POINTS)) + 2
        self.even_growth = even_growth

    def _highest(self) -> float:
        """Return how many mean growths above the seed the meter hardly ever comes."""
        growth, falls = self.growth / self.probability, []
        for one, offset in zip(self.partial, self.offsets, strict=True):
            if one.left:
                lost = ((1 - one.left) * self.seed + offset) / one.left / growth
                falls.append((float(one.probability / self.probability), float(one.left), float(lost)))
        odds, left, shift = zip(*falls, strict=True) if falls else ((), (), ())
        return highest_place(odds, left, shift)

    @property
    def amounts(self) -> Floats:
        """The meter at the points of the grid."""
        import numpy as np

        return float(self.seed) + self.width * np.arange(self.points, dtype=np.float64)

    def on_grid(self, coarse: _Rounds) -> Floats:
        """Return the values of a coarser grid at the points of this one."""
        import numpy as np

        values, _ = coarse.top_ups(np.zeros(coarse.points))
        found: Floats = np.interp(self.amounts, coarse.amounts, values)
        return found

    def top_ups(self, start: Floats, *, seed_beyond: bool = True) -> tuple[Floats, float]:
        """Return what is added after partial prizes until the next reset, by lines above the truth."""
        import numpy as np

        falls = [
            self._fall(self.amounts, one, float(offset))
            for one, offset in zip(self.partial, self.offsets, strict=True)
        ]
        left, right, stays = self._weights()
        all_added = sum((added for added, *_ in falls), np.zeros(self.points))
        staying = stays ** np.arange(self.points, dtype=np.float64)

        def once(total: Floats) -> Floats:
            """Return W before a round out of W after it."""
            after = all_added.copy()
            for _, cell, low, high in falls:
                after += total[cell] * low
                after += total[cell + 1] * high
            new = np.empty(self.points)
            new[:-1] = left * after[:-1] + right * after[1:]
            new[-1] = total[0] if seed_beyond else 0
            return _added_up(new, staying)

        values, miss = fixed_point(once, start, ENOUGH / float(self.probability))
        miss += CLOSE * values.max()  # what a step rounds
        return values, miss * float(self.probability / self.reset_probability)

    def _fall(
        self, amounts: Floats, outcome: RoundOutcome, offset: float
    ) -> tuple[Floats, NDArray[np.intp], Floats, Floats]:
        """Return the top-up, and to which cell the meter falls with what its ends weigh, times the odds."""
        import numpy as np

        below = float(outcome.left) * amounts - offset - float(self.seed)
        place = np.maximum(below, 0) / self.width
        cell = place.astype(np.intp)
        part, odds = place - cell, float(outcome.probability)
        return odds * np.maximum(-below, 0), cell, odds * (1 - part), odds * part

    def _weights(self) -> tuple[float, float, float]:
        """Return how much the two ends of a cell weigh in it, and the odds to pass it without a prize."""
        probability, rounds = float(self.probability), float(self.rounds_per_cell)
        rate = probability if self.even_growth else -log1p(-probability) if probability < 1 else inf
        stays = exp(-rate * rounds)
        whole = (1 - stays) / probability
        end = (whole - rounds * stays) / (rounds * probability)
        return whole - end, end, stays

    def error(self) -> float:
        """Return a bound of how far `top_ups` lies above the truth."""
        # W is convex (docs/meter.md), so lines between grid points lie above it, by a quarter of the cell's
        # width times the change of slope at most; over a whole cycle those errors add up like the rounds to
        # the next reset.
        slopes = sum(
            (one.probability * (2 + floor(1 / one.left)) for one in self.partial if one.left), Fraction(0)
        )
        once = float(self.rounds_per_cell * slopes) * self.width / 4
        return once * float(self.probability / self.reset_probability)

    def mean_meter(self, top_ups_per_round: float) -> float:
        """Return the mean meter at a prize, by the balance of the meter over a round."""
        taken = sum((one.probability * (1 - one.left) for one in self.partial), self.reset_probability)
        fixed = self.growth + self.reset_probability * self.seed
        offsets = sum(
            (one.probability * offset for one, offset in zip(self.partial, self.offsets, strict=True)),
            Fraction(0),
        )
        return (float(fixed - offsets) + top_ups_per_round) / float(taken)


def _added_up(values: Floats, staying: Floats) -> Floats:
    """Return v[j] + stays * v[j + 1] + stays^2 * v[j + 2] + ...; `staying` are the powers of stays."""
    size = int((staying > 1e-250).sum())  # as many as floats can tell apart are added up at once
    beyond = 0.0
    for stop in range(len(values), 0, -size):
        block = values[max(stop - size, 0) : stop]
        block[-1] += staying[1] * beyond
        powers = staying[: len(block)]
        block[:] = (block * powers)[::-1].cumsum()[::-1] / powers
        beyond = block[0]
    return values


@dataclass(frozen=True, slots=True)
class RoundEffect:
    """Between which limits something changes the return per unit wagered, and the mean meter at a prize."""

    name: str
    return_change: tuple[float, float]
    meter_change: tuple[float, float]


def neglected_effects(
    meter: Meter, deck: Deck | None = None, seats: tuple[int, ...] = (), round_up_to: Fraction = Fraction(1)
) -> tuple[RoundEffect, ...]:
    """Return what the long-run law of `MeterLaw` leaves out.

    The law takes wagers for a stream: the meter grows evenly, one prize comes at a time and is paid exactly.
    The effects of wagers in rounds come from `return_by_rounds`; docs/meter.md derives the others:

    - A meter that is rounded up to a unit when it is paid hands over at most share x unit more.
    - Whether a prize is won from the meter with or without the increments of its own round makes no
      difference, if those come to the meter afterwards: the law of the meter at a prize is the same. If they
      are lost, probability x increment rate is lost per unit wagered.

    Args:
        meter: the meter, per unit wagered.
        deck: the cards of the game, for tables of several seats with common jackpot cards.
        seats: numbers of seats to look at.
        round_up_to: what the meter is rounded up to when paid, per unit wagered.
    """
    law = MeterLaw(meter)
    per_unit = meter.value().share
    partial = sum((one.probability * one.share for one in meter.partial), Fraction(0))

    def change(name: str, round_return: RoundReturn) -> RoundEffect:
        at, mean = float(law.long_run_return.middle), float(law.mean.middle)
        low, high = round_return.mean_meter
        return RoundEffect(name, (round_return.low - at, round_return.high - at), (low - mean, high - mean))

    effects = [change("whole wagers, one in a round", return_by_rounds(meter))]
    for count in seats:
        if deck is not None:
            found = return_by_rounds(meter, seat_outcomes(meter, deck, count), count)
            effects.append(change(f"rounds of {count} wagers on common jackpot cards", found))
    rounding = float(per_unit * round_up_to), float(partial / per_unit * round_up_to)
    lost = meter.prize_probability * meter.increment
    effects += (
        RoundEffect("prizes paid rounded up", (0.0, rounding[0]), (-rounding[1], 0.0)),
        RoundEffect(
            "increments of a winning wager lost", (-float(lost), 0.0), (-float(lost / per_unit), 0.0)
        ),
    )
    return tuple(effects)


TENTH = Fraction(1, 10)
"""The part of the meter that one straight flush takes (Crown Tables 3 and 4)."""


def prize_pool(rounded: Fraction, seed: Fraction, royals: int) -> Fraction:
    """Return what is shared out when there is a royal flush: j + r x (R - 1) (Crown 7.4.1, Table 5)."""
    return rounded + seed * (royals - 1)


def royal_share(royals: int, straight_flushes: int, part: Fraction = TENTH) -> Fraction:
    """Return the part of the pool for each royal flush: 10 / (10 R + S) (Crown 7.4.2(a), Table 6)."""
    return 1 / (royals + part * straight_flushes)


def straight_flush_share(royals: int, straight_flushes: int, part: Fraction = TENTH) -> Fraction:
    """Return the part of the pool for each straight flush beside royals: 1 / (10 R + S) (7.4.2(b))."""
    return part / (royals + part * straight_flushes)


def straight_flush_alone(straight_flushes: int, part: Fraction = TENTH) -> tuple[Fraction, Fraction]:
    """Return what each of S straight flushes without a royal gets, as parts of j and of r (7.4.3, Table 8).

    The rule pays (j - r) x (sum of 9^(k-1) / 10^k for k = 1 to S) / S + 10% r: the straight flushes take
    their tenths of what is above the seed one after the other, and share alike. The sum is geometric,
    1 - (9/10)^S.
    """
    of_meter = (1 - (1 - part) ** straight_flushes) / straight_flushes
    return of_meter, part - of_meter


@dataclass(frozen=True, slots=True)
class Settlement:
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
        pool = prize_pool(rounded, seed, royals)
        royal = pool * royal_share(royals, straight_flushes, part)
        flush = (
            pool * straight_flush_share(royals, straight_flushes, part) if straight_flushes else Fraction(0)
        )
        after = seed
    else:
        pool, royal = rounded, Fraction(0)
        of_meter, of_seed = straight_flush_alone(straight_flushes, part)
        flush = of_meter * rounded + of_seed * seed
        after = max(seed, meter - straight_flushes * flush)
    return Settlement(meter, seed, rounded, pool, royals, straight_flushes, royal, flush, after)


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
