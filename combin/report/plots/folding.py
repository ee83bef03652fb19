"""The plots of what a jackpot wager returns: by its size beside the base wager, and by price and meter."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from combin.decimals import decimal, percent
from combin.exact.named_strategies import named_strategy
from combin.formats.drawing import SERIES, Drawing, Plot, text_width
from combin.formatting import money
from combin.report.plots.chart import Axis, Chart, amounts, parts, percents, tidy_step

if TYPE_CHECKING:
    from combin.jackpot.joint import JointGame
    from combin.jackpot.study import JackpotStudy
    from combin.jackpot.value import Value
    from combin.rules.resolved import Rules


MOST_TICKS = 30
"""Ratios that are marked at most; where tenths are more, units are marked, and so on."""


def folding_plot(progressive: JackpotStudy, letter: str, option: str) -> Plot:
    """Return the plot of the long-run return under three strategies, at the first seed of an option."""
    joint, rules = progressive.joint(letter), progressive.rules
    long_run = progressive.of_option(option)[0].long_run_return.middle
    returns = returns_by_ratio(joint, long_run)
    low, high, never = returns[0][2], returns[-1][2], long_run
    base = rules.unit_name
    first, last = joint.break_evens[0].ratio, joint.break_evens[-1].ratio
    alt = (
        f"Long-run return of the wager by its size in units of the {base}, option {option}: "
        f"{percent(low, 2)} with the best strategy of the base game, {percent(never, 2)} if no hand is "
        f"folded; with the best strategy for both wagers it climbs from the one to {percent(high, 2)} "
        f"between {decimal(first, 4)} and {decimal(last, 4)}."
    )
    return Plot(rules.file.id, "folding", alt, partial(_folding, returns, never, base, option, alt))


def returns_by_ratio(
    joint: JointGame, never_folding: Fraction
) -> list[tuple[Fraction, Fraction | None, Fraction]]:
    """Return from which ratio to which the wager returns how much, when both wagers are played at their best.

    `never_folding` is what it returns in the long run if nothing is folded; a fold loses prizes that the
    house pays, so that the meter's part is the same.
    """
    every = joint.bet_return(named_strategy("always play", joint.game))
    return [(one.above, one.up_to, never_folding - (every - one.bet_return)) for one in joint.stages()]


def _folding(
    returns: list[tuple[Fraction, Fraction | None, Fraction]],
    never: Fraction,
    base: str,
    option: str,
    alt: str,
) -> Drawing:
    best = float(returns[0][2])
    last = float(returns[-1][0])
    step = 0.1 * 10 ** sum(last * 1.5 > MOST_TICKS * size for size in (0.1, 1, 10, 100))
    top = max(-(-last * 1.5 // step), 1) * step
    spread = float(never) - best
    up = tidy_step(1.45 * spread)
    chart = Chart(
        "What the jackpot wager returns in the long run",
        f"By its size in units of the {base}: a fold loses it. Option {option}",
        Axis(0, top, step, lambda value: f"{value:.1f}" if value else "0", f"jackpot wager / {base}"),
        Axis(best - 0.25 * spread, float(never) + 0.2 * spread, up, parts(up)),
        alt,
    )
    chart.drawing.curve(chart.places([(0, float(never)), (top, float(never))]), "three")
    chart.drawing.curve(chart.places([(0, best), (top, best)]), "two")
    steps = []
    for above, up_to, value in returns:
        steps += [(float(above), float(value)), (float(up_to) if up_to is not None else top, float(value))]
    chart.drawing.curve(chart.places(steps), "one")
    over, under = chart.y(float(never)) - 8, chart.y(best) - 8
    chart.drawing.text((chart.left + 8, over), f"no hand folded: {percent(never, 2)}", "three-text")
    alone = f"best play of the base game alone: {percent(returns[0][2], 2)}"
    chart.drawing.text((chart.right - 8, under), alone, "two-text", anchor="end")
    start, height = _longest(returns)
    chart.drawing.text((chart.x(start) + 8, chart.y(height) + 18), "best play of both wagers", "one-text")
    return chart.drawing


def _longest(returns: list[tuple[Fraction, Fraction | None, Fraction]]) -> tuple[float, float]:
    """Return where the longest level part between the first and the last rise begins, and how high it is."""
    between = [(up_to - above, above, value) for above, up_to, value in returns[1:] if up_to is not None]
    _, above, value = max(between, default=(Fraction(0), *returns[-1][::2]))
    return float(above), float(value)


PRICES = (2, 5, 10)
"""The prices that are shown."""

MOST = Fraction(8, 5)
"""The highest return that is shown."""

PLAYERS = 7
"""The most players that envy bonuses are shown for, where the document states no seats."""


def price_plot(rules: Rules, wager: str, value: Value) -> Plot:
    """Return the plot of the return against the meter: for each price a line, or a band by other players."""
    name, players = rules.wagers[wager].name, rules.file.deal.seats or PLAYERS
    even = "; ".join(f"at {money(price)} {_even(value, price, players)}" for price in PRICES)
    alt = (
        f"Return of the {name} wager by the meter, for prices of {', '.join(map(money, PRICES))}. An even "
        f"game: {even}."
    )
    return Plot(rules.file.id, "price", alt, partial(_prices, value, name, players, alt))


def _even(value: Value, price: int, players: int) -> str:
    alone, full = (value.break_even_meter(Fraction(price), others) for others in (0, players - 1))
    if alone is None or full is None or alone <= 0:
        return "at any meter"
    ends = money(full) if full == alone else f"{money(max(full, Fraction(0)))} to {money(alone)}"
    return f"from a meter of {ends} on"


def _prices(value: Value, name: str, players: int, alt: str) -> Drawing:
    evens = [value.break_even_meter(Fraction(price)) for price in PRICES]
    top = float(max([Fraction(0), *(one for one in evens if one is not None)])) * 1.15 or 1.0
    step = tidy_step(top)
    bands = f"Lower edge of a band: one player with the wager. Upper edge: {players}, with their envy bonuses"
    chart = Chart(
        f"What the {name} wager returns, by its price",
        bands if value.envy else "What comes back of the price on average while the meter shows so much",
        Axis(0, top, step, amounts(step), "the meter"),
        Axis(0, float(MOST), 0.2, percents),
        alt,
    )
    chart.drawing.line((chart.left, chart.y(1)), (chart.right, chart.y(1)), "axis")
    for series, price in zip(SERIES, PRICES, strict=False):
        stake = Fraction(price)
        edges = [_edge(value, stake, others, top) for others in (0, players - 1)]
        low, high = (chart.places(edge) for edge in edges)
        chart.drawing.area([*low, *reversed(high)], f"{series}-fill")
        for start, end in (low, high):
            chart.drawing.line(start, end, f"{series} thin")
        (across, up), words = low[1], f"a price of {money(stake)}"
        middle = text_width(words) / 2
        inside = max(chart.left, min(across - middle, chart.right - 2 * middle))
        chart.drawing.text((inside, up - 6), words, f"{series}-text")
        even = value.break_even_meter(stake)
        if even is not None and even > 0:
            _even_game(chart, even, series)
    return chart.drawing


def _even_game(chart: Chart, meter: Fraction, series: str) -> None:
    """Mark where one player has an even game, with the meter at the foot."""
    across, up = chart.at(float(meter), 1)
    chart.drawing.line((across, up), (across, chart.bottom), f"{series} dashed")
    chart.drawing.dot((across, up), f"{series}-fill")
    words = f"even at {money(meter)}"
    fits = across + 6 + text_width(words) < chart.right
    place = (across + (6 if fits else -6), chart.bottom - 8)
    chart.drawing.text(place, words, f"{series}-text", anchor="start" if fits else "end")


def _edge(value: Value, stake: Fraction, others: int, top: float) -> list[tuple[float, float]]:
    """Return where the return with so many other players begins, at a meter of 0, and leaves the chart."""
    leaves = (stake * MOST - value.returned(stake, others=others)) / value.share
    ends = Fraction(0), min(Fraction(top), leaves)
    return [(float(meter), float(value.returned(stake, meter, others) / stake)) for meter in ends]
