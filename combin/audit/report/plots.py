"""The plots of an audit's report."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from combin.design.plots import tornado_plot
from combin.jackpot.meter.meter import JackpotError
from combin.report.plots import PlotKind, jackpot_plot
from combin.report.plots.wagers import decision_plot, outcome_plot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.subject import Subject
    from combin.formats.drawing import Plot


def plots(subject: Subject) -> dict[str, Plot]:
    """Return the plots of a game's report by their names, under the first choice of its tables."""
    return {plot.name: plot for plot in _plots(subject)}


def _plots(subject: Subject) -> Iterator[Plot]:
    analysis = subject.first
    yield outcome_plot(analysis, subject.rules.base)
    if subject.rules.play:
        yield decision_plot(analysis)
    yield tornado_plot(analysis, subject.rules.base)
    for wager in analysis.side_bets:
        yield outcome_plot(analysis, wager)
    for kind in (PlotKind.METER_DENSITY, PlotKind.ROYAL_PRIZE, PlotKind.FOLDING, PlotKind.PRICE):
        with suppress(JackpotError):  # a progressive without a prize that is the whole meter
            if plot := jackpot_plot(subject.progressive, kind):
                yield plot
