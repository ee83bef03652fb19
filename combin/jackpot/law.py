"""The long-run law of a meter, to any number of digits that are certain."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from math import ceil, floor, isqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.formatting import decimal, plain
from combin.jackpot.enclosure import (
    DIGITS,
    Enclosure,
    MeterBounds,
    MeterSeries,
    ball,
    certain,
    certain_root,
    enclosed_root,
    enclosure,
    is_short,
)
from combin.jackpot.meter import JackpotError, Meter, MeterPrize, Number, Value, number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from flint import arb


def law_of(meter: Meter, increment: Fraction | None = None, patience: int = 1) -> MeterBounds:
    """The law of a meter by its series where that is short, else by panels, or its bounds at least."""
    if is_short(meter, patience):
        return MeterSeries(meter, increment)
    from combin.jackpot.panels import EndlessError, MeterPanels

    try:
        return MeterPanels(meter, increment)
    except EndlessError:
        return MeterBounds(meter, increment)


class MeterLaw:
    """Where a meter stands when a prize is won, in the long run; the same law holds at any moment.

    docs/meter.md says what the model is, proves the law, and bounds what the model leaves out. Every answer
    is an `Enclosure`, certain to `digits` digits behind the point where the series of `MeterSeries` is short,
    and else as narrow as `MeterPanels` or `MeterBounds` make it.

    >>> from combin.jackpot.meter import MeterPrize
    >>> from combin.jackpot.meter import Meter
    >>> law = MeterLaw(Meter(1000, "9%", (MeterPrize("royal flush", Fraction(40, 2598960), 1),)), 2)
    >>> law.mean.decimal(2)
    '6847.66'
    """

    def __init__(self, meter: Meter, digits: int = DIGITS, patience: int = 1) -> None:
        # With `patience` the series may have that many times more terms.
        if meter.limit is not None:
            why = "a meter that must be hit by an amount has another law"
            raise JackpotError(f"{why} (Limits in docs/language.md)")
        self.meter, self.prizes, self.digits = meter, meter.prizes, digits
        self._patience, self._by_series = patience, is_short(meter, patience)
        self._found: dict[int, MeterBounds] = {}
        self._quantiles: dict[Fraction, Enclosure] = {}

    @property
    def _per_unit(self) -> Fraction:
        return sum((one.probability * one.share for one in self.prizes), Fraction(0))

    @cached_property
    def mean(self) -> Enclosure:
        """The mean of the meter when a prize is won: the mean of a prize that takes all of it."""
        return self._linear("mean of the meter")

    @cached_property
    def deviation(self) -> Enclosure:
        """The standard deviation of the meter when a prize is won."""
        if not self.meter.partial:
            return Enclosure.exactly(self.meter.increment / self.meter.prize_probability)
        return self._certain("standard deviation", lambda law: law.variance().sqrt())

    @cached_property
    def top_ups(self) -> Enclosure:
        """What the house adds to the meter per unit wagered: what is paid out of it beyond the increments."""
        return self._linear("top-ups", self.meter.sums - self.meter.increment, self._per_unit)

    @cached_property
    def long_run_return(self) -> Enclosure:
        """Return of a unit wagered: all that is fixed, and what the prizes of the meter pay."""
        return self._linear("return", self.meter.fixed_return + self.meter.sums, self._per_unit)

    @cached_property
    def house_edge(self) -> Enclosure:
        """What a unit wagered loses in the long run."""
        return self._linear("house edge", 1 - self.meter.fixed_return - self.meter.sums, -self._per_unit)

    def mean_prize(self, prize: MeterPrize) -> Enclosure:
        """Return the mean of what is paid when the prize is won."""
        return self._linear(f"mean {prize.name}", prize.fixed, prize.share)

    def paid(self, prize: MeterPrize) -> Enclosure:
        """Return what the prize returns per unit wagered."""
        odds = prize.probability
        return self._linear(f"{prize.name} paid", prize.fixed * odds, prize.share * odds)

    def top_up(self, prize: MeterPrize, odds: Fraction | int = 1) -> Enclosure:
        """What the house adds on average when the prize is won; with its odds, per unit wagered."""
        if prize.resets or not (self.meter.seed or prize.fixed):
            return Enclosure.exactly(odds * (self.meter.seed + prize.fixed))
        left, fixed = 1 - prize.share, prize.fixed
        return self._certain(f"top-up of {prize.name}", lambda law: ball(odds) * law.shortfall(left, fixed))

    def top_up_probability(self, prize: MeterPrize) -> Enclosure:
        """Return the probability that the house must add something when the prize is won."""
        if not (self.meter.seed or prize.fixed):
            return Enclosure.exactly(0)
        if prize.resets:
            return Enclosure.exactly(1)
        enough = (self.meter.seed + prize.fixed) / (1 - prize.share)
        return self._certain("top-up probability", lambda law: 1 - law.exceeds(ball(enough)))

    @cached_property
    def knows_density(self) -> bool:
        """Whether there is a density: for the tiniest shares there is none."""
        law = next(iter(self._found.values()), None) or law_of(self.meter, patience=self._patience)
        return law.knows_density

    def density(self, amount: Fraction) -> Enclosure:
        """Return the density of the law at a meter, per unit of money."""
        at = self.meter.check_amount(amount)
        return self._certain("density", lambda law: law.density(ball(at)))

    def exceeds_now(self, amount: Fraction) -> Enclosure:
        """Return the part of all wagers that meet the meter above an amount; it is that of the prizes."""
        return self.exceeds(amount)

    def exceeds(self, amount: Fraction) -> Enclosure:
        """Return the probability that the meter stands above an amount."""
        at = self.meter.check_amount(amount)
        if at == self.meter.seed:
            return Enclosure.exactly(1)
        return self._certain("probability", lambda law: law.exceeds(ball(at)))

    def quantile(self, probability: Fraction) -> Enclosure:
        """Return the amount that the meter does not exceed with this probability."""
        if not 0 < probability < 1:
            raise JackpotError(f"no quantile for a probability of {probability}: it must lie between 0 and 1")
        if probability not in self._quantiles:
            self._quantiles[probability] = self._quantile(probability)
        return self._quantiles[probability]

    def _quantile(self, probability: Fraction) -> Enclosure:
        # By Cantelli's bound the meter exceeds the first of two amounts at least so often, the other at most.
        odds = probability / (1 - probability)
        roots = (Fraction(isqrt(one * 10**12 // 1) + 1, 10**6) for one in (1 / odds, odds))
        low, high = (root * self.deviation.high for root in roots)
        between, refines = (max(self.meter.seed, self.mean.low - low), self.mean.high + high), self._by_series

        def below(amount: Fraction, bits: int) -> Enclosure:
            return self._at(bits, lambda law: 1 - law.exceeds(ball(amount)))

        try:
            name = f"quantile {probability}"
            return certain_root(below, probability, between, self.digits, name, refines=refines)
        except JackpotError:
            if refines:
                raise
            return Enclosure(*between)

    def _linear(self, name: str, constant: Fraction = Fraction(0), mean: Fraction = Fraction(1)) -> Enclosure:
        """Return constant + mean x mean meter."""
        if self._exact_mean is not None:
            return Enclosure.exactly(constant + mean * self._exact_mean)
        return self._certain(name, lambda law: ball(constant) + ball(mean) * law.mean())

    @property
    def _exact_mean(self) -> Fraction | None:
        """The mean of the meter where it is a fraction: with prizes that all reset it, or a seed of 0."""
        if not self.meter.partial:
            return self.meter.seed + self.meter.increment / self.meter.prize_probability
        if self.meter.seed or self.meter.sums:
            return None
        return self.meter.increment / self.meter.per_unit

    def _at(self, bits: int, compute: Callable[[MeterBounds], arb]) -> Enclosure:
        from flint import ctx

        with ctx.workprec(bits):
            if bits not in self._found:
                self._found[bits] = law_of(self.meter, patience=self._patience)
            return enclosure(compute(self._found[bits]))

    def _certain(self, name: str, compute: Callable[[MeterBounds], arb]) -> Enclosure:
        return certain(lambda bits: self._at(bits, compute), self.digits, name, refines=self._by_series)


class LimitHit(MeterPrize, frozen=True):
    """The whole of a meter with a limit, when it is hit; `probability` is a rate per unit wagered."""

    def __post_init__(self) -> None:
        """Take a rate above 1 too: that of a meter that less than one unit fills half the way."""


class MustHitLaw(MeterLaw):
    """Where a meter with a limit stands when it is hit, and at any moment, in the long run.

    The hidden amount is drawn evenly between seed and limit at each reset. Seen at any moment the meter
    stands lower: docs/meter.md has the proofs.

    >>> law = MustHitLaw(Meter(200, "1%", (), limit=500))
    >>> law.mean.middle, law.long_run_return.middle, law.exceeds_now(Fraction(400)).middle
    (Fraction(350, 1), Fraction(7, 300), Fraction(1, 9))
    """

    def __init__(self, meter: Meter, digits: int = DIGITS) -> None:
        if meter.limit is None:
            raise JackpotError("the meter has no amount that it must be hit by")
        self.meter, self.digits, self._width = meter, digits, meter.limit - meter.seed
        self._quantiles = {}
        self.prizes = (LimitHit("hit by its limit", 2 * meter.increment / self._width, Fraction(1)),)

    @property
    def _exact_mean(self) -> Fraction:
        return self.meter.seed + self._width / 2

    @cached_property
    def deviation(self) -> Enclosure:
        """The standard deviation of the meter when it is hit: that of an even law."""
        return certain(partial(enclosed_root, self._width**2 / 12), self.digits, "standard deviation")

    @cached_property
    def knows_density(self) -> bool:
        """Whether the density can be shown: it is not computed for a meter with a limit."""
        return False

    def exceeds(self, amount: Fraction) -> Enclosure:
        """Return the probability that the meter is hit above an amount."""
        above = self.meter.seed + self._width - self.meter.check_amount(amount)
        return Enclosure.exactly(max(above, Fraction(0)) / self._width)

    def exceeds_now(self, amount: Fraction) -> Enclosure:
        """Return the part of all wagers that meet the meter above an amount."""
        return Enclosure.exactly(self.exceeds(amount).middle ** 2)

    def _quantile(self, probability: Fraction) -> Enclosure:
        return Enclosure.exactly(self.meter.seed + probability * self._width)


def meter_law(meter: Meter, digits: int = DIGITS) -> MeterLaw:
    """Return the law of a meter in the long run, levels aside, whether or not it has a limit."""
    return MeterLaw(meter, digits) if meter.limit is None else MustHitLaw(meter, digits)


QUANTILES = tuple(Fraction(one, 100) for one in (1, 5, 25, 50, 75, 95, 99))


class LongRun(Struct, frozen=True, dict=True):
    """A meter with its levels in the long run; enclosures are certain to `digits` digits behind the point.

    Per unit wagered: `long_run_return` = fixed prizes + envy bonuses (of the other players' hands) +
    `increments` + `top_ups`, and it equals the first two + what the prizes of all meters pay.

    >>> from combin.jackpot.answer import game_meter
    >>> from combin.rules.load import load_rules
    >>> run = LongRun(game_meter(load_rules("crown-melbourne"), "1", 10_000))
    >>> run.long_run_return.percent(4), run.law.mean.decimal(2)
    ('88.8702%', '121750.06')
    """

    meter: Meter
    digits: int = DIGITS

    @cached_property
    def law(self) -> MeterLaw:
        """The law of the first meter."""
        return meter_law(self.meter, self.digits)

    @cached_property
    def levels(self) -> dict[str, LongRun]:
        """The further meters by name, each as if it were alone."""
        return {one.name: LongRun(one.meter, self.digits) for one in self.meter.levels}

    @cached_property
    def value(self) -> Value:
        """What a wager is worth at a given meter, with the levels at what they show."""
        return self.meter.value()

    @cached_property
    def long_run_return(self) -> Enclosure:
        """What a unit wagered returns."""
        return sum((run.long_run_return for run in self.levels.values()), self.law.long_run_return)

    @cached_property
    def house_edge(self) -> Enclosure:
        """What a unit wagered loses."""
        return Enclosure.exactly(1) - self.long_run_return if self.levels else self.law.house_edge

    @cached_property
    def top_ups(self) -> Enclosure:
        """What the house adds to all meters per unit wagered."""
        return sum((run.top_ups for run in self.levels.values()), self.law.top_ups)

    @cached_property
    def favourable(self) -> Enclosure:
        """The part of all wagers that meet the first meter above the break-even."""
        return self.law.exceeds_now(max(self.meter.seed, self.value.break_even))

    @property
    def quantiles(self) -> dict[Fraction, Enclosure]:
        """The meter below which a prize is won so often, for the probabilities of `QUANTILES`."""
        return {one: self.law.quantile(one) for one in QUANTILES}

    @property
    def largest_prize(self) -> MeterPrize:
        """The first prize that is the whole meter, or else the one with the largest part of it."""
        return max(self.law.prizes, key=lambda prize: prize.share)

    @property
    def increments(self) -> Fraction:
        """What players pay into the meters per unit wagered: the increment rates."""
        return self.meter.increment + sum(run.increments for run in self.levels.values())

    @property
    def reserve(self) -> Fraction:
        """What players pay per unit wagered into what the next seeds are built from."""
        return self.meter.reserve + sum(run.reserve for run in self.levels.values())

    @property
    def borne_by_house(self) -> Enclosure:
        """What of the top-ups the reserve does not cover; below 0 it takes in more than the seeds cost."""
        return self.top_ups - self.reserve


RATE_PLACES = 4
"""Digits behind the point in which rates and targets are printed: those of 34.06%."""
RETURN_DIGITS = 12
"""Digits of returns that are made certain, many more than those of any printed rate or target."""


class Rounding(StrEnum):
    """How a rate comes to its last printed digit."""

    HALF_UP = "half up"
    DOWN = "down"

    def exact_rates(self, published: Fraction, unit: Fraction) -> tuple[Fraction, Fraction]:
        """The limits of the rates printed as `published`, of which the lower one is printed so too."""
        lower = published - (unit / 2 if self is Rounding.HALF_UP else 0)
        return lower, lower + unit

    def printed(self, rate: Enclosure, places: int) -> Fraction:
        """What is printed of a rate; JackpotError if it lies on a rounding limit, or too near to one."""
        half = Fraction(self is Rounding.HALF_UP, 2)
        ends = {floor(end * 10**places + half) for end in (rate.low, rate.high)}
        if len(ends) > 1:
            near = decimal(rate.middle, places + 3)
            raise JackpotError(f"{places} digits of a rate near {near} are not certain")
        return Fraction(ends.pop(), 10**places)


def increment_for(meter: Meter, target: Number, digits: int = DIGITS) -> Enclosure:
    """Return the increment rate at which the wager returns the target, "88.87%", in the long run.

    Levels keep their rates, and return what they do; 6 digits of the rate are 4 of its percentage.

    >>> from combin.jackpot.meter import Meter, MeterPrize
    >>> royal = MeterPrize("royal flush", Fraction(40, 2598960), Fraction(1))
    >>> increment_for(Meter(1000, "1%", (royal,)), "10.5%", 6).decimal(6)
    '0.089609'

    Raises:
        JackpotError: the wager returns the target or more even while the meter stands at the seed, or less
            even if all that is wagered goes into the meter.
    """
    # The return increases with the rate: with the same prizes at the same times a meter that grows faster
    # stands higher at each of them. And since the house adds at most share x seed at a prize, the rate is at
    # least target - return at the seed.
    wanted = number("target return", target)
    said = f"a target return of {decimal(100 * wanted, 6)}%"
    if meter.levels:
        laws = (meter_law(level.meter, digits) for level in meter.levels)
        others = sum((law.long_run_return for law in laws), Enclosure.exactly(0))
        alone = replace(meter, levels=())
        ends = [increment_for(alone, wanted - end, digits) for end in {others.high, others.low}]
        return Enclosure(min(end.low for end in ends), max(end.high for end in ends))
    lowest, whole = wanted - _without_growth(meter), Fraction(1)
    if lowest <= 0:
        least = f"{decimal(100 * (wanted - lowest), 6)}%"
        raise JackpotError(f"{said}: with the meter at the seed the wager returns {least}")
    if _certain_return(meter, whole).high <= wanted:
        raise JackpotError(f"{said} takes an increment rate of 100% or more")
    return _increment_between(meter, wanted, (lowest, whole), digits)


def _without_growth(meter: Meter) -> Fraction:
    """Return what the wager returns with a meter that hardly grows: it stays at the seed, and is not hit."""
    return meter.fixed_return + meter.sums + meter.per_unit * meter.seed


def _growth_returns(meter: Meter) -> Fraction | None:
    """Return what of the other returns is proportional to the rate, for each unit of it; None if not."""
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
        fixed = ball(meter.fixed_return + meter.sums)
        return enclosure(fixed + ball(meter.per_unit) * law_of(meter, rate).mean())


@lru_cache(maxsize=1_000)  # under each way of rounding the same are asked for
def _certain_return(meter: Meter, rate: Fraction) -> Enclosure:
    return certain(partial(_return_at, meter, rate), RETURN_DIGITS, "return", refines=is_short(meter))


def target_returns(
    meter: Meter, places: int = RATE_PLACES, rounding: Rounding = Rounding.HALF_UP
) -> tuple[Enclosure, Enclosure]:
    """Return the limits of the target returns whose exact rate is printed as the meter's increment rate.

    34.06% has 4 `places`; the lower limit belongs to the interval.
    """
    low, high = rounding.exact_rates(meter.increment, Fraction(1, 10**places))
    return _certain_return(meter, low), _certain_return(meter, high)


class PublishedRate(Struct, frozen=True):
    """A published increment rate, the `exact` one at a target, and that as `printed`.

    `lowest` and `highest` limit the targets of the published rate, which has the `long_run_return`.
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


class Explanation(Struct, frozen=True):
    """One target return for many published rates, with the limits of targets that give them all."""

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
    """Return the multiples of a unit of which one is the best target, in ascending order."""
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


@lru_cache(maxsize=64)  # an audit, a PAR sheet and a jackpot of one document ask the same
def explain_rates(
    meters: tuple[Meter, ...],
    *,
    target_places: int = RATE_PLACES,
    places: int = RATE_PLACES,
    rounding: Rounding = Rounding.HALF_UP,
) -> Explanation:
    """Return the target return that gives most of the published increment rates, and all rows with it.

    Of 4 `target_places` it may be 88.87%, of 5 also 88.875%. Of targets that give as many rates it is the one
    whose returns differ least from those of the published rates, in sum of squares.

    Raises:
        JackpotError: no meters, or one rate alone: every return between its limits explains it.
    """
    if not meters:
        raise JackpotError("no published increment rates to explain")
    limits = [target_returns(one, places, rounding) for one in meters]
    returns = [_certain_return(one, one.increment) for one in meters]
    if len(meters) == 1:
        ((low, high),), rate = limits, f"{plain(100 * meters[0].increment)}%"
        raise JackpotError(
            f"one published increment rate alone explains no target return: {rate} is the rate for every "
            f"long-run return from {low.percent(places + 1)} up to {high.percent(places + 1)}"
        )

    def merit(value: Fraction) -> tuple[int, Fraction | int]:
        agreeing = sum(low.high <= value < high.low for low, high in limits)
        return agreeing, -sum((one.middle - value) ** 2 for one in returns)

    wanted = max(_round_targets(limits, returns, Fraction(1, 10**target_places)), key=merit)
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


def explanations(meters: tuple[Meter, ...], places: int = RATE_PLACES) -> tuple[Explanation, ...]:
    """Return the best common target return under each way of rounding, most rates explained first.

    Rounded down, a target needs one more digit, since it is a limit that no rate may pass.
    """
    ways = ((places, Rounding.HALF_UP), (places + 1, Rounding.DOWN))
    found = [explain_rates(meters, places=places, target_places=digits, rounding=way) for digits, way in ways]
    return tuple(sorted(found, key=lambda explanation: -explanation.agreeing))
