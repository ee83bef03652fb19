"""The tornado plot: which small changes of the rules move a house edge, the largest first."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import floor, log10
from typing import TYPE_CHECKING

from combin.exact.decimals import percent
from combin.report.plots.chart import RIGHT, Axis
from combin.report.plots.drawing import WIDTH, text_width
from combin.report.plots.plot import Plot
from combin.report.plots.rows import Row, label_width, rows_chart
from combin.report.words import wager_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.design.sensitivity import Effect, Sensitivity
    from combin.report.plots.drawing import Drawing

__all__ = ["tornado_plot"]

SHOWN = 14
"""The most rules that are shown."""


def tornado_plot(found: Sensitivity, wager: str) -> Plot:
    """Return the plot of one wager: for each rule how far its edge falls and rises."""
    rules = found.rules
    edge = found.start.wagers[wager].house_edge
    of_rule: dict[str, list[Effect]] = {}
    for one in (*found.pays, *found.switches):
        if one.wager == wager and one.change:
            of_rule.setdefault(one.rule, []).append(one)
    spans = sorted(of_rule.items(), key=lambda one: -_reach(one[1]))[:SHOWN]
    name = wager_name(rules, wager)
    told = "; ".join(
        f"{rule}, {', '.join(f'{one.now} to {one.then} {_points(one.change)}' for one in effects)}"
        for rule, effects in spans
    )
    alt = (
        f"House edge of {name}, {percent(edge, 4)} as the rules stand, and how it changes with one rule at a "
        f"time, when the player then plays his best: {told or 'nothing changes it'}."
    )
    draw = partial(_tornado, f"What moves the house edge of {name}", edge, spans, alt)
    return Plot(rules.file.id, f"sensitivity-{wager.replace('_', '-')}", alt, draw)


def _reach(effects: Sequence[Effect]) -> Fraction:
    return max(abs(one.change) for one in effects)


def _points(change: Fraction) -> str:
    text = percent(change, 2)
    return text.replace("-", "−") if change < 0 else f"+{text}"


def _tornado(title: str, edge: Fraction, spans: Sequence[tuple[str, list[Effect]]], alt: str) -> Drawing:
    bars = [[one for one in (_furthest(effects, -1), _furthest(effects, 1)) if one] for _, effects in spans]
    edges = [float(edge), *(float(one.house_edge) for row in bars for one in row)]
    labels = [rule for rule, _ in spans]
    low, high = _with_room(min(edges), max(edges), [one for row in bars for one in row], labels)
    step = _step(high - low)
    across = Axis(low, high, step, partial(_tick, _places(step)), "house edge")
    subtitle = (
        f"One rule at a time, best play each time; {percent(edge, 4)} as the rules stand. "
        "Solid: higher. Light: lower"
    ).replace("-", "−")
    chart = rows_chart(title, subtitle, across, labels, alt)
    for place, effects in enumerate(bars):
        row = Row(chart, place)
        for one in effects:
            down = one.change < 0
            row.bar(float(edge), float(one.house_edge), "one one-fill light" if down else "two two-fill")
            row.words(float(one.house_edge), _words(one), "faint", before=down)
    chart.drawing.line((chart.x(float(edge)), chart.top), (chart.x(float(edge)), chart.bottom), "axis")
    return chart.drawing


def _furthest(effects: Sequence[Effect], sign: int) -> Effect | None:
    """Return the effect that moves the edge furthest in one direction."""
    return max(
        (one for one in effects if one.change * sign > 0), key=lambda one: abs(one.change), default=None
    )


def _words(one: Effect) -> str:
    return f"{one.then}: {percent(one.house_edge, 2)}".replace("-", "−")


def _with_room(
    low: float, high: float, effects: Sequence[Effect], labels: Sequence[str]
) -> tuple[float, float]:
    """Return ends of an axis beyond the outermost bars, so that the words at their ends fit."""
    start, end = low, high
    for _ in range(20):  # the words take more of the axis as it grows
        unit = (end - start) / (WIDTH - RIGHT - label_width(labels)) or 0.0001
        start, end = low, high
        for one in effects:
            room = (text_width(_words(one)) + 14) * unit
            start = min(start, float(one.house_edge) - (room if one.change < 0 else 0))
            end = max(end, float(one.house_edge) + (room if one.change > 0 else 0))
    return (start, end) if start < end else (start - 0.01, end + 0.01)


def _tick(places: int, value: float) -> str:
    return f"{value * 100:.{places}f}%".replace("-", "−").replace("−0%", "0%")


def _step(span: float) -> float:
    """Return a step of 1, 2 or 5 times a power of ten, of which at most eight make the span."""
    exponent = floor(log10(span or 1)) - 1
    return next(unit * 10.0**exponent for unit in (1, 2, 5, 10, 20, 50) if unit * 10.0**exponent * 8 >= span)


def _places(step: float) -> int:
    """Return how many decimals the multiples of a step have as percentages."""
    return max(0, -floor(log10(step * 100) + 1e-9))
