"""Plots of a progressive: where its meter stands, its prizes, and its return by ratio and by price."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from combin.exact.named_strategies import named_strategy
from combin.formats.drawing import SERIES, Plot, Point, text_width
from combin.formatting import capital, decimal, money, percent
from combin.jackpot.answer import ask_jackpot, jackpot_wager
from combin.jackpot.law import LongRun, MeterLaw
from combin.jackpot.meter import JackpotError, Value
from combin.plots import PlotKind
from combin.plots.chart import Axis, Chart, amounts, dollars, parts, tidy_step
from combin.rules.resolved import Rules

if TYPE_CHECKING:
    from combin.jackpot.joint import JointGame

    Runs = Sequence[tuple[str, LongRun]]

BANDS = 5
"""How many bands the density plot's step holds; it shows the probability of finding the meter in one."""

FAR = 10
"""By how many times its spread the lowest seed must lie above 0 for an axis that begins at the seed."""

POINTS = 120
"""Points of a curve."""

APART = 13
"""How far apart the prizes of options with one seed lie, in pixels."""


def jackpot_plot(rules: Rules, kind: PlotKind, runs: Runs) -> Plot | None:
    """A plot of the progressive wager of a game; None if its document does not state what that takes.

    The game has one meter at most; `runs` are each option with each of its meters in the long run.
    """
    wager, game = jackpot_wager(rules), rules.file.id
    if not runs:
        value = ask_jackpot(rules, wager=wager, stake=1).value
        return price_plot(rules, wager, value) if kind is PlotKind.PRICE and value.share else None
    first = runs[0][0]
    if kind is PlotKind.FOLDING:
        return _folding_plot(rules, wager, runs)
    if kind is PlotKind.METER_DENSITY:
        return density_plot(game, first, [run for option, run in runs if option == first])
    return prize_plot(game, runs) if kind is PlotKind.ROYAL_PRIZE else None


def density_plot(game: str, option: str, own: Sequence[LongRun]) -> Plot:
    """Where an option's meters stand, for the lowest, a middle, the highest seed; JackpotError if unknown."""
    known = [one for one in own if one.law.knows_density]
    if not known:
        raise JackpotError(f"{game} has shares of the meter so small that its density is not known")
    shown = list({one.meter.seed: one for one in (known[0], known[len(known) // 2], known[-1])}.values())
    seeds = ", ".join(money(one.meter.seed) for one in shown)
    alt = (
        f"Where the meter stands in the long run under option {option}, for seeds of {seeds}. Each curve "
        "begins at its seed."
    )

    def draw() -> Chart:
        highest = max(one.law.quantile(Fraction(99, 100)).middle for one in shown)
        low, top, step = _scale(min(one.meter.seed for one in shown), highest)
        band = step / BANDS
        curves = []
        for run in shown:
            meter, law = run.meter, MeterLaw(run.meter, 12)
            points = [meter.seed + (Fraction(top) - meter.seed) * step / POINTS for step in range(POINTS + 1)]
            curves.append([(float(one), min(float(law.density(one).middle) * band, 1)) for one in points])
        high = max(value for curve in curves for _, value in curve) * 1.12
        amount, up = amounts(min(band, 1)), tidy_step(high)
        chart = Chart(
            "Meter in the long run",
            f"Probability of each {amount(band)} of the meter, by seed. Option {option}, for a wager of "
            f"{money(1)}",
            Axis(low, top, step, amounts(step), "meter"),
            Axis(0, high, up, parts(up)),
            alt,
        )
        _marked(chart, float(shown[0].law.mean.middle), "mean", 0)
        _marked(chart, float(shown[0].value.break_even), "breakeven", 1)
        for series, curve in zip(SERIES, curves, strict=False):
            (start, first), (end, _) = curve[0], curve[-1]
            chart.area(chart.places([(start, 0), *curve, (end, 0)]), f"{series}-fill")
            chart.curve(chart.places([(start, 0), *curve]), series)
            left, up = chart.at(start, first)
            label = f"seed {dollars(start)}" if curve is curves[-1] else dollars(start)
            chart.text((left + 2, up - 7), label, f"{series}-text")
        return chart

    return Plot(game, "meter-density", alt, draw)


def _marked(chart: Chart, value: float, words: str, place: int) -> None:
    """Mark a meter with a dashed line and a label at its upper end; none off the chart."""
    if not chart.across.low <= value <= chart.across.high:
        return
    across, up = chart.x(value), chart.top + 38 + 20 * place
    chart.line((across, chart.bottom), (across, up - 4), "axis dashed")
    chart.text((across + 6, up + 4), f"{words} {dollars(value)}", "faint")


def prize_plot(game: str, runs: Runs) -> Plot:
    """Return the plot of the quantiles of the prize that takes most of the meter, by seed and option."""
    prize = " or a ".join(dict.fromkeys(run.largest_prize.name for _, run in runs))
    by_option = {option: [run for one, run in runs if one == option] for option, _ in runs}
    ranges = "; ".join(
        f"option {option}, {', '.join(map(_range, own[:: len(own) - 1 or 1]))}"
        for option, own in by_option.items()
    )
    spread = [[_quantile(run, 95) - _quantile(run, 5) for run in own] for own in by_option.values()]
    narrower = all(one > other for own in spread for one, other in pairwise(own))
    alt = (
        f"Prize of a {prize} by seed: the middle half, the middle nine tenths and the median."
        f"{' The higher the seed, the less it spreads.' * narrower} Nine in ten lie between: {ranges}."
    )

    def draw() -> Chart:
        seeds = sorted({run.meter.seed for _, run in runs})
        lowest = min(run.meter.seed * run.largest_prize.share for _, run in runs)
        low, top, step = _scale(lowest, max(_quantile(run, 95) for _, run in runs), room=1)
        chart = Chart(
            f"{capital(prize)} prize, by seed",
            f"Thick: middle half. Thin: middle 90%. Dot: median. For a wager of {money(1)}",
            Axis(low, top, step, amounts(step), "prize"),
            Axis(-0.5, len(seeds) - 0.5, 1, lambda _: ""),
            alt,
            left=112,
        )
        for value in chart.across.ticks[1:]:
            chart.line((chart.x(value), chart.top), (chart.x(value), chart.bottom), "rule")
        for number, ((option, own), series) in enumerate(zip(by_option.items(), SERIES, strict=False)):
            for run in own:
                up = chart.y(len(seeds) - 1 - seeds.index(run.meter.seed))
                up += APART * (number - (len(by_option) - 1) / 2)
                low, quarter, half, three_quarters, high = (
                    chart.x(float(_quantile(run, part))) for part in (5, 25, 50, 75, 95)
                )
                chart.line((low, up), (high, up), f"{series} thin")
                chart.line((quarter, up), (three_quarters, up), f"{series} thick")
                chart.dot((half, up), "paper", 3)
                if run.meter.seed == seeds[0]:
                    place = (high, up + 15 if number else up - 7)
                    chart.text(place, f"option {option}", f"{series}-text", anchor="end")
        for row, seed in enumerate(seeds):
            words = dollars(float(seed)) if row else f"seed {dollars(float(seed))}"
            place = (chart.left - 8, chart.y(len(seeds) - 1 - row) + 4)
            chart.text(place, words, "faint", anchor="end")
        return chart

    return Plot(game, "royal-prize", alt, draw)


def _range(run: LongRun) -> str:
    low, high = (dollars(float(_quantile(run, part))) for part in (5, 95))
    return f"{low} and {high} with a seed of {money(run.meter.seed)}"


def _quantile(run: LongRun, part: int) -> Fraction:
    """Return a quantile of the prize that takes most of the meter, the part in percent."""
    return run.law.quantile(Fraction(part, 100)).middle * run.largest_prize.share


def _scale(lowest: Fraction, highest: Fraction, room: float = 1.1) -> tuple[float, float, float]:
    """Return where an axis begins and ends, with some room above, and the step between its ticks.

    It begins at 0, or at a lowest amount much larger than the spread: its ticks have more digits then,
    and room for fewer.
    """
    low, high = float(lowest), float(highest) * room
    if low > FAR * float(highest - lowest):
        high = low + float(highest - lowest) * room
        step = tidy_step(high - low, 4)
        return low // step * step, -(-high // step) * step, step
    step = tidy_step(high)
    return 0.0, -(-high // step) * step, step


MOST_TICKS = 30
"""Ratios that are marked at most; where tenths are more, units are marked, and so on."""


def _folding_plot(rules: Rules, wager: str, runs: Runs) -> Plot | None:
    """Return the plot for the first option under which folds lose something; None if there is none."""
    for option in dict.fromkeys(option for option, _ in runs):
        answer = ask_jackpot(rules, wager=wager, option=option, stake=1)
        if answer.per_unit(answer.value) != answer.per_unit(answer.played):
            letters = {name: next(iter(rules.tables[name])) for name in rules.base_tables}
            never = dict(reversed(runs))[option].long_run_return.middle
            return folding_plot(answer.joint(letters), option, never)
    return None


def folding_plot(joint: JointGame, option: str, never: Fraction) -> Plot:
    """Return the plot of the long-run return under three strategies, `never` if no hand is folded."""
    rules, returns = joint.game.rules, returns_by_ratio(joint, never)
    low, high = returns[0][2], returns[-1][2]
    base = rules.unit_name
    first, last = joint.break_evens[0].ratio, joint.break_evens[-1].ratio
    alt = (
        f"Long-run return of the wager by its size in units of the {base}, option {option}: "
        f"{percent(low, 2)} with the optimal strategy of the base game, {percent(never, 2)} if no hand is "
        f"folded; with the optimal strategy for both wagers it rises from {percent(low, 2)} to "
        f"{percent(high, 2)} between {decimal(first, 4)} and {decimal(last, 4)}."
    )

    def draw() -> Chart:
        best, every, last = float(low), float(never), float(returns[-1][0])
        step = 0.1 * 10 ** sum(last * 1.5 > MOST_TICKS * size for size in (0.1, 1, 10, 100))
        top = max(-(-last * 1.5 // step), 1) * step
        spread = every - best
        up = tidy_step(1.45 * spread)
        chart = Chart(
            "Jackpot wager: return in the long run",
            f"By its size in units of the {base}, where a fold loses it. Option {option}",
            Axis(0, top, step, lambda value: f"{value:.1f}" if value else "0", f"jackpot wager / {base}"),
            Axis(best - 0.25 * spread, every + 0.2 * spread, up, parts(up)),
            alt,
        )
        chart.curve(chart.places([(0, every), (top, every)]), "three")
        chart.curve(chart.places([(0, best), (top, best)]), "two")
        steps = []
        for above, up_to, value in returns:
            steps += [(float(above), float(value)), (top if up_to is None else float(up_to), float(value))]
        chart.curve(chart.places(steps), "one")
        over, under = chart.y(every) - 8, chart.y(best) - 8
        chart.text((chart.left + 8, over), f"no hand folded: {percent(never, 2)}", "three-text")
        alone = f"optimal for the base game alone: {percent(low, 2)}"
        chart.text((chart.right - 8, under), alone, "two-text", anchor="end")
        level = [(up_to - above, above, value) for above, up_to, value in returns[1:] if up_to is not None]
        _, start, height = max(level, default=(0, *returns[-1][::2]))  # the longest level part
        across, under = chart.at(float(start), float(height))
        chart.text((across + 8, under + 18), "optimal for both wagers", "one-text")
        return chart

    return Plot(rules.file.id, "folding", alt, draw)


def returns_by_ratio(joint: JointGame, never: Fraction) -> list[tuple[Fraction, Fraction | None, Fraction]]:
    """Return from which ratio to which the wager returns how much, when both wagers are played at their best.

    `never` is what it returns in the long run if nothing is folded; a fold loses prizes that the
    house pays, so that the meter's part is the same.
    """
    every = joint.bet_return(named_strategy("always play", joint.game))
    return [(one.above, one.up_to, never - (every - one.bet_return)) for one in joint.stages()]


PRICES = (2, 5, 10)
"""The prices that are shown."""

PLAYERS = 7
"""The most players that envy bonuses are shown for, where the document states no seats."""


def price_plot(rules: Rules, wager: str, value: Value) -> Plot:
    """Return the plot of the return against the meter: for each price a line, or a band by other players."""
    name, players = rules.wagers[wager].name, rules.file.deal.seats or PLAYERS
    starts = "; ".join(f"at {money(price)} {_even(value, price, players)}" for price in PRICES)
    alt = (
        f"Return of the {name} wager by the meter, for prices of {', '.join(map(money, PRICES))}. "
        f"Breakeven: {starts}."
    )

    def draw() -> Chart:
        evens = [value.break_even_meter(Fraction(price)) for price in PRICES]
        top = float(max([Fraction(0), *(one for one in evens if one is not None)])) * 1.15 or 1.0
        step = tidy_step(top)
        # As far above the breakeven as the lowest return is below it.
        most = 2 - min(value.returned(Fraction(price)) / price for price in PRICES)
        up = tidy_step(float(most), 10)
        bands = f"Lower edge of a band: one player with the wager. Upper edge: {players}, with envy bonuses"
        chart = Chart(
            f"{name}: return by price and meter",
            bands if value.envy else "Return of the price while the meter shows this amount",
            Axis(0, top, step, amounts(step), "meter"),
            Axis(0, float(most), up, parts(up)),
            alt,
        )
        chart.line((chart.left, chart.y(1)), (chart.right, chart.y(1)), "axis")
        for series, price, even in zip(SERIES, PRICES, evens, strict=False):
            low, high = (
                chart.places(_edge(value, Fraction(price), others, (top, most)))
                for others in (0, players - 1)
            )
            chart.area([*low, *reversed(high)], f"{series}-fill")
            for start, end in (low, high):
                chart.line(start, end, f"{series} thin")
            (across, up), words = low[1], f"price {money(price)}"
            middle = text_width(words) / 2
            inside = max(chart.left, min(across - middle, chart.right - 2 * middle))
            chart.text((inside, up - 6), words, f"{series}-text")
            if even is not None and even > 0:
                _even_game(chart, even, series)
        return chart

    return Plot(rules.file.id, "price", alt, draw)


def _even(value: Value, price: int, players: int) -> str:
    alone, full = (value.break_even_meter(Fraction(price), others) for others in (0, players - 1))
    if alone is None or full is None or alone <= 0:
        return "at any meter"
    ends = money(full) if full == alone else f"{money(max(full, Fraction(0)))} to {money(alone)}"
    return f"from a meter of {ends}"


def _even_game(chart: Chart, meter: Fraction, series: str) -> None:
    """Mark the breakeven meter of one player, with its amount at the foot."""
    across, up = chart.at(float(meter), 1)
    chart.line((across, up), (across, chart.bottom), f"{series} dashed")
    chart.dot((across, up), f"{series}-fill")
    words = f"breakeven {money(meter)}"
    fits = across + 6 + text_width(words) < chart.right
    place = (across + (6 if fits else -6), chart.bottom - 8)
    chart.text(place, words, f"{series}-text", anchor="start" if fits else "end")


def _edge(value: Value, stake: Fraction, others: int, corner: tuple[float, Fraction]) -> list[Point]:
    """The ends of the return with that many other players: at a meter of 0, and at an edge of the chart."""
    leaves = (stake * corner[1] - value.returned(stake, others=others)) / value.share
    ends = Fraction(0), min(Fraction(corner[0]), leaves)
    return [(float(meter), float(value.returned(stake, meter, others) / stake)) for meter in ends]
