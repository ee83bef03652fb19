"""The increment rate that meets a target return, and the target that explains published rates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING

from combin.decimals import decimal, plain
from combin.jackpot.meter.enclosure import DIGITS, Enclosure, certain, certain_root, enclosure
from combin.jackpot.meter.law import meter_law
from combin.jackpot.meter.meter import JackpotError, Meter, Number, number
from combin.jackpot.meter.panels import law_of
from combin.jackpot.meter.series import ball, is_short

if TYPE_CHECKING:
    from collections.abc import Sequence


RATE_PLACES = 4
"""Digits behind the point in which rates and targets are printed: those of 34.06%."""
RETURN_DIGITS = 12
"""Digits of returns that are made certain, many more than those of any printed rate or target."""


class Rounding(StrEnum):
    """How a rate comes to its last printed digit."""

    HALF_UP = "half up"
    DOWN = "down"
    UP = "up"

    def exact_rates(self, published: Fraction, unit: Fraction) -> tuple[Fraction, Fraction]:
        """Return the limits between which lie the rates that are printed as `published`.

        Rounded half up or down, the lower limit itself is printed so; rounded up, the upper one.
        """
        lower = {Rounding.HALF_UP: unit / 2, Rounding.DOWN: Fraction(0), Rounding.UP: unit}[self]
        return published - lower, published - lower + unit

    def holds(self, low: Enclosure, value: Fraction, high: Enclosure) -> bool:
        """Tell whether a target lies between the limits that `target_returns` gives."""
        if self is Rounding.UP:
            return low.high < value <= high.low
        return low.high <= value < high.low

    def printed(self, rate: Enclosure, places: int) -> Fraction:
        """Return what is printed of a rate.

        Raises:
            JackpotError: the enclosure is too wide to tell.
        """
        ends = {self._to_unit(end * 10**places) for end in (rate.low, rate.high)}
        if len(ends) > 1:
            near = decimal(rate.middle, places + 3)
            raise JackpotError(f"{places} digits of a rate near {near} are not certain")
        return Fraction(ends.pop(), 10**places)

    def _to_unit(self, value: Fraction) -> int:
        match self:
            case Rounding.HALF_UP:
                return floor(value + Fraction(1, 2))
            case Rounding.DOWN:
                return floor(value)
            case Rounding.UP:
                return ceil(value)


def increment_for(meter: Meter, target: Number, digits: int = DIGITS) -> Enclosure:
    """Return the increment rate at which the wager returns the target in the long run.

    The return increases with the rate: with the same prizes at the same times a meter that grows faster
    stands higher at each of them. And since the house adds at most share x seed at a prize, the rate is at
    least target - return at the seed.

    Levels keep their rates, and return what they do.

    Args:
        meter: its own increment rate does not matter.
        target: the long-run return, such as "88.87%".
        digits: digits behind the point that are certain; 6 of the rate are 4 of its percentage.

    >>> from combin.jackpot.meter.meter import Meter, MeterPrize
    >>> royal = MeterPrize("royal flush", Fraction(40, 2598960), Fraction(1))
    >>> increment_for(Meter(1000, "1%", (royal,)), "10.5%", 6).decimal(6)
    '0.089609'

    Raises:
        JackpotError: the wager returns the target or more even while the meter stands at the seed, or less
            even if all that is wagered goes into the meter.
    """
    wanted = number("target return", target)
    percent = f"{decimal(100 * wanted, 6)}%"
    if meter.levels:
        beside = levels_return(meter, digits)
        alone = replace(meter, levels=())
        ends = [increment_for(alone, wanted - end, digits) for end in {beside.high, beside.low}]
        return Enclosure(min(end.low for end in ends), max(end.high for end in ends))
    lowest, whole = wanted - _without_growth(meter), Fraction(1)
    if lowest <= 0:
        least = f"{decimal(100 * (wanted - lowest), 6)}%"
        raise JackpotError(
            f"a target return of {percent}: with the meter at the seed the wager returns {least}"
        )
    if _certain_return(meter, whole).high <= wanted:
        raise JackpotError(f"a target return of {percent} takes an increment rate of 100% or more")
    return _increment_between(meter, wanted, (lowest, whole), digits)


def levels_return(meter: Meter, digits: int) -> Enclosure:
    """Return what the levels of a meter return in the long run, per unit wagered."""
    laws = (meter_law(level.meter, digits) for level in meter.levels)
    return sum((law.long_run_return for law in laws), Enclosure.exactly(0))


def _without_growth(meter: Meter) -> Fraction:
    """Return what the wager returns with a meter that hardly grows: it stays at the seed, and is not hit."""
    return meter.fixed_return + meter.sums + meter.per_unit * meter.seed


def _growth_returns(meter: Meter) -> Fraction | None:
    """Return what of a return beside that is proportional to the rate, for each unit of it; None if not."""
    if meter.limit is not None:
        return (meter.limit + meter.seed) / (meter.limit - meter.seed)
    return Fraction(1) if not meter.partial or not (meter.seed or meter.sums) else None


def _increment_between(
    meter: Meter, wanted: Fraction, between: tuple[Fraction, Fraction], digits: int
) -> Enclosure:
    if (grows := _growth_returns(meter)) is not None:
        return Enclosure.exactly((wanted - _without_growth(meter)) / grows)
    returned, refines = partial(_return_at, meter), is_short(meter)
    return certain_root(returned, wanted, between, digits, "increment rate", refines=refines)


def _return_at(meter: Meter, rate: Fraction, bits: int) -> Enclosure:
    """Return the long-run return at another increment rate; at 0 the meter would stay at the seed."""
    from flint import ctx

    if rate <= 0:
        return Enclosure.exactly(_without_growth(meter))
    if (grows := _growth_returns(meter)) is not None:
        return Enclosure.exactly(_without_growth(meter) + rate * grows)
    with ctx.workprec(bits):
        return enclosure(
            ball(meter.fixed_return + meter.sums) + ball(meter.per_unit) * law_of(meter, rate).mean()
        )


def _certain_return(meter: Meter, rate: Fraction) -> Enclosure:
    return certain(partial(_return_at, meter, rate), RETURN_DIGITS, "return", refines=is_short(meter))


def target_returns(
    meter: Meter, places: int = RATE_PLACES, rounding: Rounding = Rounding.HALF_UP
) -> tuple[Enclosure, Enclosure]:
    """Return the limits of the target returns whose exact rate is printed as the meter's increment rate.

    Args:
        meter: a meter with the published rate.
        places: digits behind the point in which the rate is printed: 34.06% has 4.
        rounding: how it was rounded; the lower limit belongs to the interval, except if rounded up.
    """
    low, high = (
        _certain_return(meter, rate)
        for rate in rounding.exact_rates(meter.increment, Fraction(1, 10**places))
    )
    return low, high


@dataclass(frozen=True, slots=True)
class PublishedRate:
    """A published increment rate beside the exact one at a target.

    `lowest` and `highest` are the limits of the targets that give the published rate, `long_run_return`
    what the wager returns at the published rate, `exact` the rate at the target and `printed` that rate as
    it would be printed.
    """

    meter: Meter
    lowest: Enclosure
    highest: Enclosure
    long_run_return: Enclosure
    exact: Enclosure
    printed: Fraction

    @property
    def agrees(self) -> bool:
        """Whether the target gives the published rate to its last digit."""
        return self.printed == self.meter.increment

    @property
    def off_by(self) -> Fraction:
        """The published rate less the one that should be printed."""
        return self.meter.increment - self.printed


@dataclass(frozen=True, slots=True)
class Explanation:
    """One target return for many published rates.

    `lowest` and `highest` are the limits of the targets that give every published rate to the last digit;
    there are none if `lowest` is not below `highest`.
    """

    target: Fraction
    rounding: Rounding
    rows: tuple[PublishedRate, ...]
    lowest: Enclosure
    highest: Enclosure

    @property
    def agreeing(self) -> int:
        """How many published rates the target gives to the last digit."""
        return sum(row.agrees for row in self.rows)

    @property
    def explains_all(self) -> bool:
        """Whether some target gives all of them, whatever its number of digits."""
        return self.lowest.high < self.highest.low


def _round_targets(
    limits: Sequence[tuple[Enclosure, Enclosure]], returns: Sequence[Enclosure], unit: Fraction
) -> list[Fraction]:
    """Return the multiples of a unit of which one is the best target, in ascending order.

    Between two neighbouring limits every target gives the same rates, and the best of them is the one
    nearest to the mean of the returns: the sum of squares is least there, and grows on both sides.
    """
    mean = sum((one.middle for one in returns), Fraction(0)) / len(returns)
    # Which rates a target gives changes at the limits of the rates alone. So of all multiples of the unit,
    # which may be millions, those next to a limit and next to the mean stand for all others.
    ends = sorted({end for low, high in limits for end in (low.low, low.high, high.low, high.high)})
    steps: set[int] = set()
    for below, above in pairwise(ends):
        first, last = ceil(below / unit), floor(above / unit)
        if first <= last:
            nearest = (floor(mean / unit), ceil(mean / unit))
            steps |= {first, last, *(min(max(step, first), last) for step in nearest)}
    steps |= {floor(ends[0] / unit), ceil(ends[-1] / unit)}
    return [unit * step for step in sorted(steps)]


def explain_rates(
    meters: Sequence[Meter],
    *,
    target: Number | None = None,
    target_places: int = RATE_PLACES,
    places: int = RATE_PLACES,
    rounding: Rounding = Rounding.HALF_UP,
) -> Explanation:
    """Return the target return that gives most of the published increment rates, and all rows beside it.

    Args:
        meters: meters with their published rates.
        target: the target return to judge the rates by, instead of the best one.
        target_places: how round the target must be: 4 allows 88.87%, 5 also 88.875%.
        places: digits behind the point in which the rates are printed.
        rounding: how the rates were rounded.

    Among targets that give the same number of rates, the one whose exact rates lie nearest to the published
    ones in sum of squares of the differences in return is taken.

    Raises:
        JackpotError: no meters, no increment rate reaches the target, or one rate alone without a target:
            every return between its limits explains it.
    """
    return _explanation(tuple(meters), target, target_places, places, rounding)


@lru_cache(maxsize=64)  # an audit, a PAR sheet and a jackpot of one document ask the same
def _explanation(
    meters: tuple[Meter, ...], target: Number | None, target_places: int, places: int, rounding: Rounding
) -> Explanation:
    if not meters:
        raise JackpotError("no published increment rates to explain")
    limits = [target_returns(one, places, rounding) for one in meters]
    returns = [_certain_return(one, one.increment) for one in meters]
    if target is None and len(meters) == 1:
        ((low, high),), rate = limits, f"{plain(100 * meters[0].increment)}%"
        raise JackpotError(
            f"one published increment rate alone explains no target return: {rate} is the rate for every "
            f"long-run return from {low.percent(places + 1)} up to {high.percent(places + 1)}"
        )
    if target is None:
        wanted = max(
            _round_targets(limits, returns, Fraction(1, 10**target_places)),
            key=lambda value: (
                sum(rounding.holds(low, value, high) for low, high in limits),
                -sum((one.middle - value) ** 2 for one in returns),
            ),
        )
    else:
        wanted = number("target return", target)
    rows = []
    for meter, (low, high), value in zip(meters, limits, returns, strict=True):
        if low.high < wanted < high.low:  # the root lies between rates that are known to be near
            near = rounding.exact_rates(meter.increment, Fraction(1, 10**places))
            exact_rate = _increment_between(meter, wanted, near, places + 6)
        else:
            exact_rate = increment_for(meter, wanted, places + 6)
        rows.append(PublishedRate(meter, low, high, value, exact_rate, rounding.printed(exact_rate, places)))
    lowest = max((low for low, _ in limits), key=lambda limit: limit.low)
    highest = min((high for _, high in limits), key=lambda limit: limit.high)
    return Explanation(wanted, rounding, tuple(rows), lowest, highest)
