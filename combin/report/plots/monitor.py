"""The running chart of a live table: what came back so far, within the bands of as many hands."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from combin.decimals import percent
from combin.formats.drawing import Plot
from combin.formatting import counted
from combin.report.plots.chart import Axis, Chart, parts, tidy_step
from combin.rules.errors import RulesError, nearest
from combin.session.tails import LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.formats.drawing import Drawing
    from combin.session.monitor import MonitorAnswer, Watched

    Bands = Mapping[int, Mapping[Fraction, tuple[Fraction, Fraction]]]

PLACES = 20
"""The numbers of hands at which the bands are worked out, from a twentieth of all on."""
_MOST = 400
"""The most points of the line."""


def monitor_plot(answer: MonitorAnswer, asked: str | None) -> Plot:
    """Return the running chart of a wager over all tables, or of TABLE/WAGER.

    By default of the wager of a table that is farthest out, or of the wager if there is one table.

    Raises:
        RulesError: no such wager or table in the log, or it has no days to go by.
    """
    known = {one.tally.wager: one for one in answer.wagers}
    known |= {f"{one.tally.table}/{one.tally.wager}": one for one in answer.tables}
    if not known:
        raise RulesError((), "no plot: no wager of the log is watched")
    farthest = min(answer.tables, key=lambda one: one.chance).tally
    name = f"{farthest.table}/{farthest.wager}" if asked is None else asked
    if name not in known:
        raise RulesError((), f"no plot of {name!r}; {nearest(name, tuple(known))}")
    watched = known[name]
    days = answer.running(watched.tally.table, watched.tally.wager)
    if len(days) < 2:
        raise RulesError((), f"no plot of {name!r}: a running chart needs a log of several days")
    hands = watched.tally.hands
    numbers = sorted({-(-hands * place // PLACES) for place in range(1, PLACES + 1)})
    bands = {
        number: {level: so_many.band(level) for level in LEVELS}
        for number in numbers
        for so_many in [replace(watched, tally=watched.tally._replace(hands=number))]
    }
    step = -(-len(days) // _MOST)
    line = [
        (day, tally.hands, 1 + tally.net / tally.hands)
        for place, (day, tally) in enumerate(days)
        if tally.hands >= numbers[0] and (place % step == 0 or place == len(days) - 1)
    ]
    rules = answer.setting.rules
    title = f"{rules.wager_name(watched.tally.wager)}, {watched.tally.table or 'all tables'}"
    out = watched.outside
    alt = (
        f"What came back of a stake on {title} after each day, {counted(hands, 'hand')} in all: in the end "
        f"{percent(watched.returned, 3)}, where the rules lead to expect {percent(watched.expected, 3)}; "
        + ("inside the band of 95%." if out is None else f"outside the band of {percent(out, 1)}.")
    )
    return Plot(rules.file.id, "monitor", alt, partial(_chart, watched, title, bands, line, alt))


def _chart(
    watched: Watched, title: str, bands: Bands, line: Sequence[tuple[str, int, Fraction]], alt: str
) -> Drawing:
    widest = [float(end) for levels in bands.values() for ends in levels.values() for end in ends]
    values = [*widest, *(float(returned) for _, _, returned in line)]
    first, hands = min(bands), watched.tally.hands
    step, across = tidy_step(max(values) - min(values)), tidy_step(hands - first)
    chart = Chart(
        title,
        "What came back so far. Shaded: 95%, 99% and 99.9% of as many hands. Dashed: by the rules",
        Axis(first, hands, across, lambda value: f"{value:,.0f}", "hands"),
        Axis(min(values) // step * step, -(-max(values) // step) * step, step, parts(step)),
        alt,
    )
    for level in reversed(LEVELS):
        low, high = (
            chart.places((number, float(levels[level][end])) for number, levels in bands.items())
            for end in (0, 1)
        )
        chart.drawing.area([*low, *reversed(high)], "one-fill")
        chart.drawing.text((high[0][0] + 4, high[0][1] + 18), f"{float(level * 100):g}%", "one-text")
    expected = float(watched.expected)
    chart.drawing.line(chart.at(first, expected), chart.at(hands, expected), "axis dashed")
    chart.drawing.curve(chart.places((number, float(returned)) for _, number, returned in line), "two")
    for day, number, returned in line:
        words = f"{day}: {percent(returned, 3)} after {counted(number, 'hand')}"
        chart.drawing.point(chart.at(number, float(returned)), words)
    return chart.drawing
