"""Plots of a meter in the long run: where it stands, and what a royal flush then takes, by seed."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from combin.formats.drawing import SERIES, Drawing, Plot
from combin.formatting import money
from combin.jackpot.meter.law import MeterLaw
from combin.jackpot.meter.meter import JackpotError
from combin.report.plots.chart import Axis, Chart, amounts, dollars, parts, tidy_step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.jackpot.meter.long_run import LongRun
    from combin.jackpot.study import JackpotStudy


BANDS = 5
"""How many bands the density plot's step holds; it shows the probability of finding the meter in one."""

FAR = 10
"""By how many times its spread the lowest seed must lie above 0 for an axis that begins at the seed."""

POINTS = 120
"""Points of a curve."""


def density_plot(game: str, option: str, own: Sequence[LongRun]) -> Plot:
    """Return the plot of where an option's meters stand, for the lowest, a middle and the highest seed.

    Raises:
        JackpotError: shares so small that of no meter the density is known.
    """
    known = [one for one in own if one.density_known]
    if not known:
        raise JackpotError(f"{game} has shares of the meter so small that its density is not known")
    shown = list({one.meter.seed: one for one in (known[0], known[len(known) // 2], known[-1])}.values())
    seeds = ", ".join(money(one.meter.seed) for one in shown)
    alt = (
        f"Where the meter stands in the long run under option {option}, for seeds of {seeds}. Each curve "
        "begins at its seed."
    )
    return Plot(game, "meter-density", alt, partial(_density, option, shown, alt))


def _density(option: str, runs: Sequence[LongRun], alt: str) -> Drawing:
    highest = max(dict(one.quantiles)[Fraction(99, 100)].middle for one in runs)
    low, top, step = _scale(min(one.meter.seed for one in runs), highest)
    band = step / BANDS
    curves = []
    for run in runs:
        meter, law = run.meter, MeterLaw(run.meter, 12)
        points = [meter.seed + (Fraction(top) - meter.seed) * step / POINTS for step in range(POINTS + 1)]
        curves.append([(float(one), min(float(law.density(one).middle) * band, 1)) for one in points])
    high = max(value for curve in curves for _, value in curve)
    amount, up = amounts(min(band, 1)), tidy_step(high * 1.12)
    chart = Chart(
        "Where the meter stands in the long run",
        f"Chance of finding it within a band of {amount(band)}, by seed. Option {option}, for a wager of "
        f"{money(1)}",
        Axis(low, top, step, amounts(step), "the meter"),
        Axis(0, high * 1.12, up, parts(up)),
        alt,
    )
    _marked(chart, float(runs[0].mean_meter.middle), "mean", 0)
    _marked(chart, float(runs[0].value.break_even), "an even game at", 1)
    for number, curve in enumerate(curves):
        series, (start, first), end = SERIES[number], curve[0], curve[-1][0]
        chart.drawing.area(chart.places([(start, 0), *curve, (end, 0)]), f"{series}-fill")
        chart.drawing.curve(chart.places([(start, 0), *curve]), series)
        left, up = chart.at(start, first)
        label = f"seed {dollars(start)}" if number == len(curves) - 1 else dollars(start)
        chart.drawing.text((left + 2, up - 7), label, f"{series}-text")
    return chart.drawing


def _marked(chart: Chart, value: float, words: str, place: int) -> None:
    """Mark a meter with a dashed line, and say what it is beside its upper end; none off the chart."""
    if not chart.across.low <= value <= chart.across.high:
        return
    across, up = chart.x(value), chart.top + 38 + 20 * place
    chart.drawing.line((across, chart.bottom), (across, up - 4), "axis dashed")
    chart.drawing.text((across + 6, up + 4), f"{words} {dollars(value)}", "faint")


def prize_plot(progressive: JackpotStudy) -> Plot:
    """Return the plot of the quantiles of the prize that takes most of the meter, by seed and option."""
    options = list(dict.fromkeys(option for option, _ in progressive.meters))
    name = " or a ".join(dict.fromkeys(run.largest_prize.name for run in progressive.long_runs))
    told = "; ".join(
        f"option {option}, {', '.join(map(_told, own[:: len(own) - 1 or 1]))}"
        for option in options
        if (own := progressive.of_option(option))
    )
    spread = [
        [_quantile(one, 95) - _quantile(one, 5) for one in progressive.of_option(option)]
        for option in options
    ]
    narrower = all(one > other for own in spread for one, other in pairwise(own))
    alt = (
        f"Prize of a {name} by seed: the middle half, the middle nine tenths and the median."
        f"{' The higher the seed, the less it spreads.' * narrower} Nine in ten lie between: {told}."
    )
    return Plot(
        progressive.rules.file.id, "royal-prize", alt, partial(_prizes, progressive, options, name, alt)
    )


def _told(run: LongRun) -> str:
    low, high = (dollars(float(_quantile(run, part))) for part in (5, 95))
    return f"{low} and {high} with a seed of {money(run.meter.seed)}"


def _prizes(progressive: JackpotStudy, options: Sequence[str], prize: str, alt: str) -> Drawing:
    runs = progressive.long_runs
    seeds = sorted({one.meter.seed for one in runs})
    lowest = min(one.meter.seed * one.largest_prize.share for one in runs)
    low, top, step = _scale(lowest, max(_quantile(one, 95) for one in runs), room=1)
    chart = Chart(
        f"What a {prize} is paid, by seed",
        f"Thick: half of all prizes. Thin: nine in ten. Dot: the median. For a wager of {money(1)}",
        Axis(low, top, step, amounts(step), "prize"),
        Axis(-0.5, len(seeds) - 0.5, 1, lambda _: ""),
        alt,
        left=112,
    )
    for value in chart.across.ticks[1:]:
        chart.drawing.line((chart.x(value), chart.top), (chart.x(value), chart.bottom), "rule")
    apart = 13
    for number, option in enumerate(options):
        series, own = SERIES[number], progressive.of_option(option)
        for run in own:
            up = chart.y(len(seeds) - 1 - seeds.index(run.meter.seed))
            up += apart * (number - (len(options) - 1) / 2)
            low, quarter, half, three_quarters, high = (
                chart.x(float(_quantile(run, part))) for part in (5, 25, 50, 75, 95)
            )
            chart.drawing.line((low, up), (high, up), f"{series} thin")
            chart.drawing.line((quarter, up), (three_quarters, up), f"{series} thick")
            chart.drawing.dot((half, up), "paper", 3)
            if run.meter.seed == seeds[0]:
                place = (high, up - 7 if not number else up + 15)
                chart.drawing.text(place, f"option {option}", f"{series}-text", anchor="end")
    for row, seed in enumerate(seeds):
        words = f"seed {dollars(float(seed))}" if not row else dollars(float(seed))
        beside = (chart.left - 8, chart.y(len(seeds) - 1 - row) + 4)
        chart.drawing.text(beside, words, "faint", anchor="end")
    return chart.drawing


def _quantile(run: LongRun, part: int) -> Fraction:
    """Return a quantile of the prize that takes most of the meter, the part in percent."""
    meter = next(value.middle for probability, value in run.quantiles if probability * 100 == part)
    return meter * run.largest_prize.share


def _scale(lowest: Fraction, highest: Fraction, room: float = 1.1) -> tuple[float, float, float]:
    """Return where an axis begins and ends, with some room above, and the step between its ticks.

    It begins at 0, or at a lowest amount beside which the spread is small: its ticks have more digits then,
    and room for fewer.
    """
    low, high = float(lowest), float(highest) * room
    if low > FAR * float(highest - lowest):
        high = low + float(highest - lowest) * room
        step = tidy_step(high - low, 4)
        return low // step * step, -(-high // step) * step, step
    step = tidy_step(high)
    return 0.0, -(-high // step) * step, step
