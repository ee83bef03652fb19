"""The plot of what it is worth to play each hand, weakest to strongest, beside what a fold costs."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from combin.exact.decimals import decimal, percent
from combin.report.plots.chart import Axis, Chart, percents
from combin.report.plots.drawing import SERIES, text_width
from combin.report.plots.plot import Plot
from combin.report.words import base_name

if TYPE_CHECKING:
    from combin.exact.analysis import Analysis
    from combin.report.plots.drawing import Drawing

    Curve = list[tuple[Fraction, Fraction]]

__all__ = ["play_value_plot", "values_by_rank"]

MOST = 2.6
"""The highest value that is shown; what lies above it leaves the chart."""


def play_value_plot(analysis: Analysis) -> Plot:
    """Return the plot of a choice of tables; the area between its curve and zero is the player's result."""
    rules, best = analysis.rules, analysis.best
    base = rules.wagers[rules.base].name
    curves = values_by_rank(analysis)
    hands = sum(one.hand.weight for one in analysis.game.matchups)
    ends = "; ".join(
        f"{_played(rules.wagers[rules.play].name, multiple, curves)} from {decimal(curve[0][1], 3)} to "
        f"{decimal(curve[-1][1], 3)}"
        for multiple, curve in curves.items()
    )
    alt = (
        f"What each hand is worth when it is played, in units of the {base}, for the hands in rank order "
        f"from the weakest to the strongest: {ends}. A fold is worth −1. {analysis.statement.text} So "
        f"{percent(Fraction(best.hands_played, hands), 2)} of the hands are played."
    ).replace(" -", " −")
    return Plot(rules.file.id, "play-value", alt, partial(_values, analysis, curves, hands, alt))


def values_by_rank(analysis: Analysis) -> dict[int, Curve]:
    """Return the value of each Play multiple by rank: the hands up to a strength, and its mean value."""
    game = analysis.game
    hands = sum(one.hand.weight for one in game.matchups)
    order = sorted(range(len(game.matchups)), key=lambda index: game.matchups[index].hand.strength.level)
    curves: dict[int, Curve] = {multiple: [] for multiple in game.cases}
    below = 0
    for _, group in groupby(order, key=lambda index: game.matchups[index].hand.strength.level):
        same = list(group)
        weight = sum(game.matchups[index].hand.weight for index in same)
        below += weight
        for multiple, curve in curves.items():
            value = sum(
                (game.matchups[index].hand.weight * game.expectation(index, multiple) for index in same),
                Fraction(0),
            )
            curve.append((Fraction(below, hands), value / weight))
    return curves


def _played(play: str, multiple: int, curves: dict[int, Curve]) -> str:
    return play if len(curves) == 1 else f"{multiple}x {play}"


def _values(analysis: Analysis, curves: dict[int, Curve], hands: int, alt: str) -> Drawing:
    rules = analysis.rules
    base, play = rules.wagers[rules.base].name, rules.wagers[rules.play].name
    values = [value for curve in curves.values() for _, value in curve]
    low, high = float(min(*values, Fraction(-1))), min(float(max(values)), MOST)
    chart = Chart(
        f"{base_name(rules)}: what it is worth to play each hand",
        f"In units of the {base}, all hands from the weakest to the strongest in rank order",
        Axis(0, 1, 0.1, percents, "hands up to this one"),
        Axis(
            low - 0.15, high + 0.1, 0.5, lambda value: f"{value:+.1f}".replace("-", "−").replace("+0.0", "0")
        ),
        alt,
    )
    _categories(chart, analysis, hands)
    chart.drawing.line((chart.left, chart.y(-1)), (chart.right, chart.y(-1)), "two thin dashed")
    for series, (multiple, curve) in zip((SERIES[0], *SERIES[2:]), curves.items(), strict=False):
        places = _steps(chart, curve, high + 0.1)
        chart.drawing.curve(places, series)
        if len(curves) > 1:
            at = (chart.left + 8, chart.y(float(curve[0][1])) - 8)
            chart.drawing.text(at, _played(play, multiple, curves), f"{series}-text")
    best = max(values)
    if float(best) > MOST:
        words = f"on to +{decimal(best, 2)}"
        chart.drawing.text((chart.x(0.95) - 8, chart.top + 30), words, "faint", anchor="end")
    folded = 1 - Fraction(analysis.best.hands_played, hands)
    chart.drawing.text((chart.right - 4, chart.y(-1) - 7), "a fold: −1", "two-text", anchor="end")
    if 0 < folded < 1:
        across = chart.x(float(folded))
        chart.drawing.dot((across, chart.y(-1)), "two-fill")
        words = f"{percent(folded, 2)} are folded"
        fits = across - text_width(words) > chart.left + 8
        place = (across - 8, chart.y(-1) - 9) if fits else (across + 8, chart.y(-1) + 18)
        chart.drawing.text(place, words, "two-text", anchor="end" if fits else "start")
    return chart.drawing


def _steps(chart: Chart, curve: Curve, top: float) -> list[tuple[float, float]]:
    """Return the places of a curve with a level for each strength, until it leaves the chart."""
    steps: list[tuple[float, float]] = []
    start = 0.0
    for end, value in curve:
        if float(value) > top:
            steps.append((start, top))
            break
        steps += [(start, float(value)), (float(end), float(value))]
        start = float(end)
    return chart.places(steps)


def _categories(chart: Chart, analysis: Analysis, hands: int) -> None:
    """Mark where each category begins, with its name where there is room for it."""
    counts = analysis.rules.ranking.counts
    start = Fraction(0)
    for category in reversed(analysis.rules.ranking.order):
        part = Fraction(counts[category], hands)
        left, right = chart.x(float(start)), chart.x(float(start + part))
        if start and part:
            chart.drawing.line((left, chart.top), (left, chart.bottom), "rule")
        if text_width(category.value) + 6 < right - left:
            chart.drawing.text(((left + right) / 2, chart.top - 2), category.value, "faint", anchor="middle")
        start += part
