"""The plots of a game: those that stand in its report, and any of them by its kind."""

from __future__ import annotations

from combin.formats.drawing import Plot
from combin.report.plots.which import PlotKind, plot_of, plot_view, plots

__all__ = ["Plot", "PlotKind", "plot_of", "plot_view", "plots"]
