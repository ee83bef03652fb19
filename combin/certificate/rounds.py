"""The meter round by round in whole wagers: a second road to the return, and what the first leaves out.

The law of `MeterLaw` lets the meter grow evenly and lets one prize come at a time. Here it grows by the
increments of all seats at once, in a round with its joint outcome. The return follows from one function:
W(x), what the house adds after partial prizes until the next reset, when the meter stands at x before a
round. W is decreasing and convex, so that straight lines between grid points lie above it; docs/meter.md
proves that, and the bound of the error.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp, floor, inf, log1p
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import Deck
from combin.jackpot.law import MeterLaw
from combin.jackpot.meter import JackpotError, Meter
from combin.jackpot.value import winners_of
from combin.settle.meter import straight_flush_alone

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from combin.aliases import Floats


CLOSE = 1e-11
"""How far the last step may still lead, as a part of the largest value."""
ENOUGH = 1e-12
"""How far it may lead as a part of the wager, however small the values are."""
MOST_STEPS = 1_000
"""Where the steps end in any case; what the last one still led widens the limits."""
_MIXED = 3
"""How many of the last steps are mixed."""
MOST_VALUES = 30_000_000
"""How many values they compute in all at most."""


def fixed_point(once: Callable[[Floats], Floats], start: Floats, enough: float = 0.0) -> tuple[Floats, float]:
    """Values that a step of a contraction leaves unchanged, and the size of the last step.

    The last steps are mixed (Anderson), or they would be 300. `once` makes one step, positive values at the
    end, from `start`; steps end at a size of `enough`, if that is more than `CLOSE`.
    """
    import numpy as np

    # Near the end a step is almost linear, so the mixture of the last three that would make the miss vanish
    # is a least-squares problem. Only a step that leads nowhere further ends it, so it spoils no result.
    values = start
    image = once(values)
    miss = image - values
    best = image, float(np.abs(miss).max())
    # Of the misses and of the images from each of the last steps to the next; the products of the former.
    turns, moves, products = (np.zeros((_MIXED, size)) for size in (len(start), len(start), _MIXED))
    for step in range(min(MOST_STEPS, MOST_VALUES // len(start))):
        if best[1] <= max(CLOSE * best[0].max(), enough):
            break
        values, known = image, min(step, _MIXED)
        if known:
            weights = np.linalg.lstsq(products[:known, :known], turns[:known] @ miss)[0]
            values = image - weights @ moves[:known]
        before, last = miss, image
        image = once(values)
        miss = image - values
        best = min(best, (image, float(np.abs(miss).max())), key=lambda step: step[1])
        place, known = step % _MIXED, min(step + 1, _MIXED)
        turns[place], moves[place] = miss - before, image - last
        products[place, :known] = products[:known, place] = turns[:known] @ turns[place]
    return best


CELLS_PER_GROWTH = 1000
"""Grid cells for the mean growth from one prize to the next."""
COARSER = 10
"""How many cells of the grid are one of that on which the values are first looked for."""
MOST_POINTS = 100_000
"""The points of a grid, about: a meter that climbs higher than usual has coarser cells."""


ROUNDING = 2.0**-48
"""What the last sums are rounded by at most."""


class RoundOutcome(Struct, frozen=True):
    """What one round does to the meter.

    With `resets` (the number of prizes that take all of it) the house puts in that many seeds, and the meter
    starts again at the seed. Without, the meter goes from m to left x m - offset, and never below the seed.
    """

    probability: Fraction
    resets: int
    left: Fraction = Fraction(0)
    offset: Fraction = Fraction(0)


class RoundReturn(Struct, frozen=True):
    """Limits of the long-run return per unit wagered, and of the mean meter at a prize; floats."""

    low: float
    high: float
    mean_meter: tuple[float, float]


def seat_outcomes(meter: Meter, deck: Deck, seats: int) -> tuple[RoundOutcome, ...]:
    """Outcomes of a round in which all seats wager, with two common jackpot cards.

    Royal flushes share the pool of Table 5; straight flushes without a royal take what Table 8 says. The
    meter has a prize for royal flushes that takes all, and one for straight flushes.
    """
    winners = winners_of(deck)
    if meter.sums or not winners.win((one.share, one.probability) for one in meter.prizes):
        names = ", ".join(one.name for one in meter.prizes)
        known = "royal flushes that take the meter and straight flushes that take a part of it"
        raise JackpotError(f"prizes {names}: rounds of several seats are known for {known}")
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
    """Return limits of the long-run return and of the mean meter, by visiting the rounds.

    Args:
        meter: the meter, per unit wagered.
        outcomes: of one round; those of one wager unless given.
        seats: wagers of one unit in each round.
        even_growth: let the meter grow evenly between prizes, as `MeterLaw` does.
        rounded_up_to: count that the meter is rounded up when it is paid (Crown 7.3.1) as if it always took
            the whole unit. The truth lies between this and a unit of 0.
        cells: how fine the grid is; the distance of the limits falls with its square.
    """
    import numpy as np

    found = outcomes or tuple(
        RoundOutcome(one.probability, 1)
        if one.resets
        else RoundOutcome(one.probability, 0, 1 - one.share, one.fixed)
        for one in meter.prizes
    )
    rounds, coarse = (
        _Rounds(meter, found, seats, even_growth=even_growth, rounded_up_to=rounded_up_to, cells=number)
        for number in (cells, -(-cells // COARSER))
    )
    start, _ = coarse.top_ups(np.zeros(coarse.points))
    at_most, off = rounds.top_ups(np.interp(rounds.amounts, coarse.amounts, start))
    high = float(rounds.reset_probability) * float(at_most[0] + off)
    at_least, off = rounds.top_ups(at_most, seed_beyond=False)
    low = max(0.0, float(rounds.reset_probability) * float(at_least[0] - off - rounds.error()))
    resets = sum((one.probability * one.resets for one in found), Fraction(0))
    put_in = resets * meter.seed + rounds.reset_probability * rounded_up_to
    fixed = float(meter.fixed_return + meter.increment + put_in / seats)
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
        partial = (one for one in outcomes if not one.resets)  # and where it goes when it is rounded up
        self.partial = [replace(one, offset=one.offset + (1 - one.left) * rounded_up_to) for one in partial]
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
        from combin.jackpot.panels import highest_place

        growth, falls = self.growth / self.probability, []
        for one in self.partial:
            if one.left:
                lost = ((1 - one.left) * self.seed + one.offset) / one.left / growth
                falls.append((float(one.probability / self.probability), float(one.left), float(lost)))
        return highest_place(falls)

    @property
    def amounts(self) -> Floats:
        """The meter at the points of the grid."""
        import numpy as np

        return float(self.seed) + self.width * np.arange(self.points, dtype=np.float64)

    def top_ups(self, start: Floats, *, seed_beyond: bool = True) -> tuple[Floats, float]:
        """Return what is added after partial prizes until the next reset, by lines above the truth."""
        import numpy as np

        amounts = self.amounts
        falls = [self._fall(amounts, one) for one in self.partial]
        # How much the two ends of a cell weigh in it, and the odds to pass it without a prize.
        probability, rounds = float(self.probability), float(self.rounds_per_cell)
        rate = probability if self.even_growth else -log1p(-probability) if probability < 1 else inf
        stays = exp(-rate * rounds)
        whole = (1 - stays) / probability
        right = (whole - rounds * stays) / (rounds * probability)
        left = whole - right
        all_added = sum((added for added, *_ in falls), np.zeros(self.points))
        staying = stays ** np.arange(self.points, dtype=np.float64)
        after, part = np.empty((2, self.points))

        def once(total: Floats) -> Floats:
            """Return W before a round out of W after it."""
            after[:] = all_added
            for _, cell, low, high in falls:
                for ends, weights in ((total, low), (total[1:], high)):
                    ends.take(cell, out=part, mode="clip")  # in whatever mode, all places are there
                    np.multiply(part, weights, out=part)
                    np.add(after, part, out=after)
            new: Floats = left * after
            new[:-1] += np.multiply(after[1:], right, out=part[1:])
            new[-1] = total[0] if seed_beyond else 0
            return _added_up(new, staying)

        values, miss = fixed_point(once, start, ENOUGH / float(self.probability))
        miss += CLOSE * values.max()  # what a step rounds
        return values, miss * float(self.probability / self.reset_probability)

    def _fall(
        self, amounts: Floats, outcome: RoundOutcome
    ) -> tuple[Floats, NDArray[np.intp], Floats, Floats]:
        """Return the top-up, and to which cell the meter falls with what its ends weigh, times the odds."""
        import numpy as np

        below = float(outcome.left) * amounts - float(outcome.offset) - float(self.seed)
        place = np.maximum(below, 0) / self.width
        cell = place.astype(np.intp)
        part, odds = place - cell, float(outcome.probability)
        return odds * np.maximum(-below, 0), cell, odds * (1 - part), odds * part

    def error(self) -> float:
        """Return a bound of how far `top_ups` lies above the truth."""
        # W is convex (docs/meter.md), so lines between grid points lie above it, by a quarter of the cell's
        # width times the change of slope at most; over a whole cycle those errors add up like the rounds to
        # the next reset.
        changes = (one.probability * (2 + floor(1 / one.left)) for one in self.partial if one.left)
        slopes = sum(changes, Fraction(0))
        once = float(self.rounds_per_cell * slopes) * self.width / 4
        return once * float(self.probability / self.reset_probability)

    def mean_meter(self, top_ups_per_round: float) -> float:
        """Return the mean meter at a prize, by the balance of the meter over a round."""
        taken = sum((one.probability * (1 - one.left) for one in self.partial), self.reset_probability)
        fixed = self.growth + self.reset_probability * self.seed
        offsets = sum((one.probability * one.offset for one in self.partial), Fraction(0))
        return (float(fixed - offsets) + top_ups_per_round) / float(taken)


def _added_up(values: Floats, staying: Floats) -> Floats:
    """Return v[j] + stays * v[j + 1] + stays^2 * v[j + 2] + ...; `staying` are the powers of stays."""
    size = int((staying > 1e-250).sum())  # as many as floats can distinguish are added up at once
    beyond = 0.0
    for stop in range(len(values), 0, -size):
        block = values[max(stop - size, 0) : stop]
        block[-1] += staying[1] * beyond
        powers = staying[: len(block)]
        block *= powers
        block[::-1].cumsum(out=block[::-1])
        block /= powers
        beyond = block[0]
    return values


class RoundEffect(Struct, frozen=True):
    """Between which limits something changes the return per unit wagered, and the mean meter at a prize."""

    name: str
    return_change: tuple[float, float]
    meter_change: tuple[float, float]


def neglected_effects(
    meter: Meter, deck: Deck | None = None, seats: tuple[int, ...] = (), round_up_to: Fraction = Fraction(1)
) -> tuple[RoundEffect, ...]:
    """Return what the long-run law of `MeterLaw` leaves out.

    The effects of wagers in rounds come from `return_by_rounds`; docs/meter.md derives the others: a meter
    that is rounded up to a unit hands over at most share x unit more, and if increments of a winning wager
    are lost, those are probability x increment rate per unit wagered.

    The meter is per unit wagered, as is `round_up_to`; the deck is for `seats` with common jackpot cards.
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
    rounded = RoundEffect("prizes paid rounded up", (0.0, rounding[0]), (-rounding[1], 0.0))
    ends = (-float(lost), 0.0), (-float(lost / per_unit), 0.0)
    return (*effects, rounded, RoundEffect("increments of a winning wager lost", *ends))
