"""Plots of bars: how often each result comes, and the tornado of changes that move a house edge most."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from combin.decimals import decimal, percent
from combin.formats.columns import RARE
from combin.formats.drawing import Drawing, Plot
from combin.formatting import thousands
from combin.report.plots.chart import Axis, Row, percents, room_beside, rows_chart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.analysis import Analysis


def outcome_plot(analysis: Analysis, wager: str) -> Plot:
    """Return the plot of a wager: net results of the base wager, lines of the pay table of a side bet."""
    rules = analysis.rules
    bet = analysis.side_bets.get(wager)
    if bet is None:
        name = rules.base_name
        tables = [f"{rules.wagers[one].name} {analysis.letters[one]}" for one in rules.base_tables]
        play = "best play" if analysis.strategy is analysis.best else analysis.strategy.name
        decided = f"in units of the {rules.wagers[wager].name}, {play}"
        unit = f"Net result {decided if rules.play else 'for one unit staked'}"
        found = [(_net(net), net, count) for net, count in reversed(analysis.wagers[wager].outcomes)]
        total = analysis.wagers[wager].total
    else:
        name = f"{rules.wagers[wager].name} {analysis.letters.get(wager, '')}".rstrip()
        tables, unit = [], "What is paid, with the net result for one unit staked"
        found = [(f"{one.text}  {_net(one.net)}", one.net, one.count) for one in bet.lines]
        total = bet.total
    title = f"{name}: how often each result comes"
    subtitle = f"{unit}, {' and '.join(tables)}" if tables else unit
    rows = [(label, net, Fraction(count, total)) for label, net, count in found]
    told = "; ".join(f"{' '.join(label.split())}: {_often(part)}" for label, _, part in rows)
    alt = f"{title}. {unit}: {told}."
    draw = partial(_outcomes, title, f"{subtitle}. Solid: gains. Light: none", rows, alt)
    return Plot(rules.file.id, f"outcomes-{wager.replace('_', '-')}", alt, draw)


def _net(net: Fraction) -> str:
    return f"+{thousands(net)}" if net > 0 else thousands(net)


def _often(part: Fraction) -> str:
    """Return a probability as a percentage, or once in how many where its digits would all be zero."""
    return f"1 in {int(decimal(1 / part, 0)):,}" if 0 < part < RARE else percent(part, 4)


def _outcomes(title: str, subtitle: str, rows: Sequence[tuple[str, Fraction, Fraction]], alt: str) -> Drawing:
    most = float(max(part for _, _, part in rows))
    step = 0.25 if most > 0.6 else 0.1 if most > 0.3 else 0.05 if most > 0.15 else 0.02
    labels = [label for label, _, _ in rows]
    top = most / (1 - room_beside(percent(Fraction(1), 4), labels))
    chart = rows_chart(title, subtitle, Axis(0, top, step, percents, "probability"), labels, alt)
    for place, (label, net, part) in enumerate(rows):
        row = Row(chart, place)
        chart.drawing.point(
            (chart.x(float(part)), row.middle), f"{' '.join(label.split())}: {percent(part, 6)}"
        )
        series = "one" if net > 0 else "two" if net < 0 else "three"
        row.bar(0, float(part), f"{series} {series}-fill" + ("" if net > 0 else " light"))
        row.words(float(part), _often(part))
    return chart.drawing
