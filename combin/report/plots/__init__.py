"""The plots that stand beside a report, as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.report.plots.folding import folding_plot
from combin.report.plots.meter import density_plot, prize_plot
from combin.report.plots.plot import Plot
from combin.report.plots.prices import price_plot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.subject import Subject

__all__ = ["Plot", "plots"]


def plots(subject: Subject) -> dict[str, Plot]:
    """Return the plots of a game's report by their names; none if it has no progressive wager."""
    return {one.name: one for one in _plots(subject)}


def _plots(subject: Subject) -> Iterator[Plot]:
    progressive = subject.progressive
    if progressive is None:
        return
    if progressive.rates:
        yield density_plot(progressive)
        yield prize_plot(progressive)
        for option, letter in progressive.options.items():
            if progressive.lost_by_folding(letter):
                yield folding_plot(progressive, letter, option)
                break
    elif progressive.first.value.share:
        yield price_plot(progressive)
