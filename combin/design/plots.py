"""The tornado of changes that move a house edge most."""

from __future__ import annotations

from functools import partial
from math import floor, log10
from typing import TYPE_CHECKING

from combin.decimals import percent
from combin.formats.drawing import WIDTH, Drawing, Plot, text_width
from combin.plots.chart import RIGHT, Axis, Row, label_width, room_beside, rows_chart

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combin.design.sensitivity import Effect, Sensitivity
    from combin.exact.analysis import Analysis


SHOWN = 14
"""The most rules that are shown."""


def tornado_plot(analysis: Analysis, wager: str, known: Sensitivity | None = None) -> Plot:
    """The plot of a wager under a choice of tables: for each rule how far its edge falls and rises.

    `known` are the effects of small changes, where they are known; else they are worked out to be drawn.
    """
    rules = analysis.rules
    edge = (analysis if known is None else known.start).wagers[wager].house_edge
    name = rules.wager_name(wager)
    title = f"What moves the house edge of {name}"
    alt = (
        f"House edge of {name}, {percent(edge, 4)} as the rules stand, and what one rule at a time makes of "
        f"it{' when the player then plays his best' if rules.play else ''}. "
        "The rules that move it most stand at the top."
    )
    draw = partial(_tornado, title, analysis, wager, alt, known)
    return Plot(rules.file.id, f"sensitivity-{wager.replace('_', '-')}", alt, draw)


def _spans(effects: Sensitivity, wager: str) -> list[tuple[str, list[Effect]]]:
    """The effects on a wager by rule, those that reach furthest first."""
    of_rule: dict[str, list[Effect]] = {}
    for one in (*effects.pays, *effects.switches):
        if one.wager == wager and one.change:
            of_rule.setdefault(one.rule, []).append(one)
    return sorted(of_rule.items(), key=lambda rule: -max(abs(one.change) for one in rule[1]))[:SHOWN]


def _tornado(title: str, analysis: Analysis, wager: str, alt: str, known: Sensitivity | None) -> Drawing:
    from combin.design.sensitivity import sensitivity

    rules = analysis.rules
    known = known or sensitivity(rules, analysis.letters, wager)
    edge = known.start.wagers[wager].house_edge
    spans = _spans(known, wager)
    bars = [[one for one in (_furthest(effects, -1), _furthest(effects, 1)) if one] for _, effects in spans]
    edges = [float(edge), *(float(one.house_edge) for row in bars for one in row)]
    words = partial(_words, digits=max(2, 1 - floor(log10((max(edges) - min(edges)) * 100 or 1))))
    own = f"{rules.wagers[wager].name} {analysis.letters.get(wager, '')}: "
    labels = [rule.removeprefix(own) for rule, _ in spans]
    values = min(edges), max(edges)
    low, high = _with_room(*values, [(one, words(one)) for row in bars for one in row], labels)
    step = _step(low, high, WIDTH - RIGHT - label_width(labels))
    across = Axis(low, high, step, partial(_tick, _places(step)), "house edge", values)
    play = " with best play" if rules.play else ""
    subtitle = f"A rule's new value, and the house edge{play} then. Solid: higher. Light: lower"
    chart = rows_chart(title, subtitle, across, labels, f"{alt} {_told(spans, words)}")
    for place, effects in enumerate(bars):
        row = Row(chart, place)
        for one in effects:
            down = one.change < 0
            row.bar(float(edge), float(one.house_edge), "one one-fill light" if down else "two two-fill")
            row.words(float(one.house_edge), words(one), "faint", before=down)
    now = chart.x(float(edge))
    chart.drawing.line((now, chart.top - 4), (now, chart.bottom), "axis")
    words_now = f"now {percent(edge, 4)}".replace("-", "−")
    end = min(now + text_width(words_now) / 2, chart.right)  # in the middle above the line, if there is room
    chart.drawing.text((end, chart.top - 8), words_now, "faint", anchor="end")
    return chart.drawing


def _told(spans: Sequence[tuple[str, list[Effect]]], words: Callable[[Effect], str]) -> str:
    """The figures in words."""
    rules = [f"{rule}, {effects[0].now} now, {', '.join(map(words, effects))}" for rule, effects in spans]
    return f"{'; '.join(rules)}." if rules else "No rule moves it."


def _furthest(effects: Sequence[Effect], sign: int) -> Effect | None:
    """The effect that moves the edge furthest in one direction."""
    return max(
        (one for one in effects if one.change * sign > 0), key=lambda effect: abs(effect.change), default=None
    )


def _words(effect: Effect, digits: int) -> str:
    return f"{effect.then}: {percent(effect.house_edge, digits)}".replace("-", "−")


def _with_room(
    low: float, high: float, effects: Sequence[tuple[Effect, str]], labels: Sequence[str]
) -> tuple[float, float]:
    """Return ends of an axis beyond the outermost bars, so that the words at their ends fit."""
    start, end = low, high
    for _ in range(20):  # the words take more of the axis as it grows
        span = (end - start) or 0.01
        start, end = low, high
        for one, words in effects:
            room = span * room_beside(words, labels)
            start = min(start, float(one.house_edge) - (room if one.change < 0 else 0))
            end = max(end, float(one.house_edge) + (room if one.change > 0 else 0))
    return (start, end) if start < end else (start - 0.01, end + 0.01)


def _tick(places: int, value: float) -> str:
    return f"{value * 100:.{places}f}%".replace("-", "−").replace("−0%", "0%")


def _step(low: float, high: float, room: float) -> float:
    """A step of 1, 2 or 5 times a power of ten: at most eight, with room for their words."""
    span = high - low
    steps = [unit * 10.0 ** (floor(log10(span)) - 1) for unit in (1, 2, 5, 10, 20, 50)]

    def wide(step: float) -> float:
        return max(text_width(_tick(_places(step), end)) for end in (low, high)) + 24

    return next((one for one in steps if one * 8 >= span and one / span * room >= wide(one)), steps[-1])


def _places(step: float) -> int:
    """Return how many decimals the multiples of a step have as percentages."""
    return max(0, -floor(log10(step * 100) + 1e-9))
