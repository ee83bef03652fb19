"""All that a meter comes to in the long run, in one frozen result."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from combin.decimals import decimal
from combin.jackpot.meter.enclosure import DIGITS, Enclosure
from combin.jackpot.meter.law import MeterLaw, MustHitLaw, meter_law

if TYPE_CHECKING:
    from combin.jackpot.meter.meter import Meter, ValueLine


QUANTILES = tuple(Fraction(one, 100) for one in (1, 5, 25, 50, 75, 95, 99))


@dataclass(frozen=True, slots=True)
class PrizeLongRun:
    """What one prize of the meter comes to in the long run, in units of money for wagers of one unit.

    `wagers_between` is the mean number of wagers from one to the next, `mean_prize` its mean, `mean_top_up`
    what the house adds to the meter on average when it is won, `top_up_probability` how often it must add
    something; `paid` and `topped_up` are both per unit wagered.
    """

    name: str
    probability: Fraction
    share: Fraction
    wagers_between: Fraction
    mean_prize: Enclosure
    mean_top_up: Enclosure
    top_up_probability: Enclosure
    paid: Enclosure
    topped_up: Enclosure

    def to_dict(self, digits: int) -> dict[str, Any]:
        """Return the fields as JSON has them."""
        return {
            "name": self.name,
            "probability": _exact(self.probability, digits),
            "share_of_meter": _exact(self.share, digits),
            "wagers_between": _exact(self.wagers_between, digits),
            "mean_prize": self.mean_prize.to_dict(digits),
            "mean_top_up": self.mean_top_up.to_dict(digits),
            "top_up_probability": self.top_up_probability.to_dict(digits),
            "paid_per_unit_wagered": self.paid.to_dict(digits),
            "top_up_per_unit_wagered": self.topped_up.to_dict(digits),
        }


@dataclass(frozen=True)
class LongRun:
    """A meter in the long run; every enclosure is certain to `digits` digits behind the point.

    Per unit wagered: `long_run_return` = `bonus_return` + `envy_return` (of the other players' hands) +
    `increments` + `top_ups`, and it equals the first two + what the prizes of all meters pay. `levels` are
    the further meters by name, each as if it were alone; of the others `mean_meter`, `deviation` (standard)
    and `prizes` are, when a prize is won. `value` is what a wager is worth at a given meter, with the levels
    at what they show; `favourable` the part of the time that the meter stands above its break-even.
    `density_known` is whether the density of the meter can be told.
    """

    meter: Meter
    digits: int
    bonus_return: Fraction
    top_ups: Enclosure
    long_run_return: Enclosure
    house_edge: Enclosure
    mean_meter: Enclosure
    deviation: Enclosure
    prizes: tuple[PrizeLongRun, ...]
    value: ValueLine
    favourable: Enclosure
    density_known: bool
    levels: tuple[tuple[str, LongRun], ...] = ()

    @cached_property
    def quantiles(self) -> tuple[tuple[Fraction, Enclosure], ...]:
        """The probabilities of `QUANTILES`, each with the meter below which a prize is won so often.

        They take longer than the rest together, and are worked out when they are asked for.
        """
        law = meter_law(self.meter, self.digits)
        return tuple((one, law.quantile(one)) for one in QUANTILES)

    @property
    def largest_prize(self) -> PrizeLongRun:
        """The first prize that is the whole meter, or else the one with the largest part of it."""
        return max(self.prizes, key=lambda prize: prize.share)

    @property
    def envy_return(self) -> Fraction:
        """What the hands of the other players at the table bring per unit wagered."""
        return self.meter.envy_return

    @property
    def increments(self) -> Fraction:
        """What players pay into the meters per unit wagered: the increment rates."""
        return self.meter.increment + sum(run.increments for _, run in self.levels)

    @property
    def reserve(self) -> Fraction:
        """What players pay per unit wagered into what the next seeds are built from."""
        return self.meter.reserve + sum(run.reserve for _, run in self.levels)

    @property
    def borne_by_house(self) -> Enclosure:
        """What of the top-ups the reserve does not cover; below 0 it takes in more than the seeds cost."""
        return self.top_ups - self.reserve

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON has it: exact values with their fraction, others between two decimals."""
        digits = self.digits
        told = {
            "reserve_rate": _exact(self.meter.reserve, digits) if self.meter.reserve else None,
            "must_hit_by": None if self.meter.limit is None else _exact(self.meter.limit, digits),
            "levels": [{"name": name, **run.to_dict()} for name, run in self.levels],
        }
        return {
            "seed": _exact(self.meter.seed, digits),
            "increment_rate": _exact(self.meter.increment, digits),
            **{name: entry for name, entry in told.items() if entry},
            "per_unit_wagered": {
                "long_run_return": self.long_run_return.to_dict(digits),
                "house_edge": self.house_edge.to_dict(digits),
                "bonus_prizes": _exact(self.bonus_return, digits),
                "envy_bonuses": _exact(self.envy_return, digits),
                "increments": _exact(self.increments, digits),
                "top_ups_by_the_house": self.top_ups.to_dict(digits),
                **({"reserve": _exact(self.reserve, digits)} if self.reserve else {}),
            },
            "meter_when_a_prize_is_won": {
                "mean": self.mean_meter.to_dict(digits),
                "standard_deviation": self.deviation.to_dict(digits),
                "quantiles": [
                    {"probability": _exact(probability, digits), **meter.to_dict(digits)}
                    for probability, meter in self.quantiles
                ],
            },
            "prizes": [one.to_dict(digits) for one in self.prizes],
            "bonus_prizes": [
                {
                    "name": one.name,
                    "probability": _exact(one.probability, digits),
                    "pays_for_1": _exact(one.pays, digits),
                    "paid_per_unit_wagered": _exact(one.probability * one.pays, digits),
                }
                for one in self.meter.bonuses
            ],
            "at_a_given_meter": {
                "value_fixed": _exact(self.value.fixed, digits),
                "value_per_unit_of_meter": _exact(self.value.per_unit, digits),
                "break_even_meter": _exact(self.value.break_even, digits),
                "probability_above_break_even": self.favourable.to_dict(digits),
            },
        }


def _exact(value: Fraction, digits: int) -> dict[str, str]:
    return {"fraction": str(value), "decimal": decimal(value, digits)}


def jackpot_long_run(meter: Meter, digits: int = DIGITS) -> LongRun:
    """Return what a meter comes to in the long run.

    Args:
        meter: the meter, per unit wagered.
        digits: digits behind the point of every figure that are certain.

    >>> from combin.jackpot.meter.rules import game_meter
    >>> from combin.rules.load import load_rules
    >>> run = jackpot_long_run(game_meter(load_rules("crown-melbourne"), "1", 10_000))
    >>> run.long_run_return.percent(4), run.mean_meter.decimal(2)
    ('88.8702%', '121750.06')

    Raises:
        JackpotError: a figure so near to a rounding limit that its digits cannot be made certain.
    """
    law, value = meter_law(meter, digits), meter.value_line()
    levels = tuple((one.name, jackpot_long_run(one.meter, digits)) for one in meter.levels)
    returns = sum((run.long_run_return for _, run in levels), law.long_run_return)
    return LongRun(
        meter=meter,
        digits=digits,
        bonus_return=meter.bonus_return,
        top_ups=sum((run.top_ups for _, run in levels), law.top_ups),
        long_run_return=returns,
        house_edge=Enclosure.exactly(1) - returns if levels else law.house_edge,
        mean_meter=law.mean,
        deviation=law.deviation,
        prizes=_prizes(law),
        value=value,
        favourable=law.exceeds_now(max(meter.seed, value.break_even)),
        density_known=isinstance(law, MeterLaw) and law.knows_density,
        levels=levels,
    )


def _prizes(law: MeterLaw | MustHitLaw) -> tuple[PrizeLongRun, ...]:
    if isinstance(law, MustHitLaw):
        seed, odds = Enclosure.exactly(law.meter.seed), law.per_wager
        return (
            PrizeLongRun(
                name="hit by its limit",
                probability=odds,
                share=Fraction(1),
                wagers_between=1 / odds,
                mean_prize=law.mean,
                mean_top_up=seed,
                top_up_probability=Enclosure.exactly(1),
                paid=law.mean * odds,
                topped_up=law.top_ups,
            ),
        )
    return tuple(
        PrizeLongRun(
            name=one.name,
            probability=one.probability,
            share=one.share,
            wagers_between=1 / one.probability,
            mean_prize=law.mean_prize(one),
            mean_top_up=law.top_up(one),
            top_up_probability=law.top_up_probability(one),
            paid=law.paid(one),
            topped_up=law.topped_up(one),
        )
        for one in law.meter.prizes
    )
