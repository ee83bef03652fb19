"""One plot of a game by its kind, and a plot as an answer."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import ClassVar

from msgspec import Struct

from combin.answers import Answer
from combin.exact.analysis import Analysis
from combin.formats.drawing import Drawing, Plot
from combin.formats.view import View, write_plot
from combin.jackpot.answer import jackpot_answers, jackpot_wager, meter_options, several_meters
from combin.plots import PlotKind
from combin.plots.jackpots import jackpot_plot
from combin.plots.wagers import by_few, heat_map_plot, outcome_plot, play_value_plot
from combin.rules.errors import RulesError, nearest
from combin.rules.resolved import Rules

OF_A_WAGER = (PlotKind.OUTCOMES, PlotKind.SENSITIVITY)
"""Kinds of which there is one for each wager."""

TORNADO = "combin.design.views"
"""Where the plot of small changes is, which are another product."""

_NOT_DRAWN = "several meters, limits and sums out of a meter are not drawn (Limits in docs/language.md)"

_NEEDS = {
    PlotKind.PLAY_VALUE: "its players decide nothing",
    PlotKind.BY_CARD: "no card of the dealer's is seen, or there are too many columns",
    PlotKind.METER_DENSITY: "it states no increment rates of a progressive meter",
    PlotKind.ROYAL_PRIZE: "it states no increment rates of a progressive meter",
    PlotKind.FOLDING: "no fold loses a progressive wager with stated increment rates",
    PlotKind.PRICE: "it has no progressive meter, or states its increment rates, which say more",
}


def plot_of(analysis: Analysis, kind: str, wager: str | None = None) -> Plot:
    """One plot of a game."""
    if kind not in tuple(PlotKind):
        raise RulesError((), f"no plot of {kind!r}; {nearest(kind, tuple(PlotKind))}")
    kind = PlotKind(kind)
    rules = analysis.rules
    if wager is not None and kind not in OF_A_WAGER:
        raise RulesError((), f"a plot of {kind} is of no single wager")
    name = wager or rules.base
    if name not in analysis.wagers:
        raise RulesError((), f"no plot of {kind} for {name!r}; {nearest(name, tuple(analysis.wagers))}")
    plot: Plot | None
    match kind:
        case PlotKind.OUTCOMES:
            plot = outcome_plot(analysis, name)
        case PlotKind.SENSITIVITY:
            plot = import_module(TORNADO).tornado_plot(analysis, name)
        case PlotKind.PLAY_VALUE:
            plot = play_value_plot(analysis) if rules.play else None
        case PlotKind.BY_CARD:
            plot = heat_map_plot(analysis) if rules.play and by_few(analysis) else None
        case _:
            plot = _jackpot_plot(rules, kind)
    if plot is None:
        of_meters = kind not in {PlotKind.PLAY_VALUE, PlotKind.BY_CARD} and several_meters(rules)
        why = _NOT_DRAWN if of_meters else _NEEDS[kind]
        raise RulesError((), f"{rules.file.id} has no plot of {kind}: {why}")
    return plot


def _jackpot_plot(rules: Rules, kind: PlotKind) -> Plot | None:
    if not rules.jackpots or several_meters(rules):
        return None
    wager = jackpot_wager(rules)
    letters = dict.fromkeys(option.pay_table for option in meter_options(rules, wager).values())
    answers = [answer for letter in letters for answer in jackpot_answers(rules, wager, letter)]
    runs = [(answer.terms.option or "", run) for answer in answers if (run := answer.long_run) is not None]
    return jackpot_plot(rules, kind, runs)


class _PictureView(View, frozen=True):
    """A view that a notebook shows as a picture."""

    svg: str = ""

    def html(self) -> str:
        """Return the picture."""
        return self.svg


class DrawnPlot(Answer, Struct, frozen=True):
    """A plot of a game, which `write` puts into a file: .svg, .png or .pdf."""

    shown_by: ClassVar[str] = "combin.plots.answer:plot_view"

    drawing: Drawing

    @property
    def description(self) -> str:
        """What it shows, in words."""
        return self.drawing.description

    def to_svg(self) -> str:
        """The plot as SVG."""
        return self.drawing.to_svg()

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the plot; return the file written."""
        return write_plot(self.drawing, Path(path))


def plot_view(plot: DrawnPlot, _: int = 10) -> View:
    """A plot with what it says in words; its one record is that."""
    drawing = plot.drawing
    entry = {"title": drawing.title, "description": drawing.description}
    return _PictureView(
        drawing.title, (drawing.description,), (), lambda: entry, lambda: [{**entry}], svg=drawing.to_svg()
    )
