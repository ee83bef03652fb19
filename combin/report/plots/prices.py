"""The plot of what a progressive wager returns by price, meter and players, where no price is stated."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from combin.formats.drawing import SERIES, text_width
from combin.formats.plot import Plot
from combin.formatting import money
from combin.report.plots.chart import Axis, Chart, amounts, percents, tidy_step

if TYPE_CHECKING:
    from combin.formats.drawing import Drawing
    from combin.jackpot.value import Value
    from combin.rules.resolved import Rules

__all__ = ["PLAYERS", "PRICES", "price_plot"]

PRICES = (2, 5, 10)
"""The prices that are shown."""

MOST = Fraction(8, 5)
"""The highest return that is shown."""

PLAYERS = 7
"""The most players that envy bonuses are shown for, where the document states no seats."""


def price_plot(rules: Rules, wager: str, value: Value) -> Plot:
    """Return the plot of the return against the meter: for each price a band, from one player to many."""
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
    chart = Chart(
        f"What the {name} wager returns, by its price",
        f"Lower edge of a band: one player with the wager. Upper edge: {players}, with their envy bonuses",
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
