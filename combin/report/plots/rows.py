"""A chart of rows: a label, and a bar along the axis at the foot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from combin.formats.drawing import WIDTH, fitting, text_width
from combin.report.plots.chart import BOTTOM, RIGHT, TOP, Axis, Chart

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Row", "label_width", "room_beside", "rows_chart"]

ROW, BAR = 26, 15
"""The heights of a row and of its bar in pixels."""

WIDEST = 0.45
"""The most of the picture's width that labels may take; longer ones are cut."""


def rows_chart(title: str, subtitle: str, across: Axis, labels: Sequence[str], description: str) -> Chart:
    """Return a chart with the labels of its rows; its height is that of its rows."""
    shown = [_cut(label) for label in labels]
    left = label_width(labels)
    up = Axis(-0.5, len(labels) - 0.5, 1, lambda _: "")
    height = TOP + ROW * len(labels) + BOTTOM
    chart = Chart(title, subtitle, across, up, description, left=left, height=height)
    for value in across.ticks:
        chart.drawing.line((chart.x(value), chart.top), (chart.x(value), chart.bottom), "rule")
    for place, label in enumerate(shown):
        row = Row(chart, place)
        chart.drawing.text((chart.left - 8, row.middle + 4), label, anchor="end")
    return chart


def label_width(labels: Sequence[str]) -> float:
    """Return how much of the width the labels of the rows take, with their margins."""
    return max((text_width(_cut(label)) for label in labels), default=0) + 30


def room_beside(words: str, labels: Sequence[str]) -> float:
    """Return which part of the axis words behind a bar take, beside the labels of the rows."""
    return (text_width(words) + 14) / (WIDTH - RIGHT - label_width(labels))


def _cut(label: str) -> str:
    return fitting(label, WIDEST * WIDTH)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a chart, counted from the top."""

    chart: Chart
    place: int

    @property
    def middle(self) -> float:
        """How far down the middle of the row lies."""
        return self.chart.top + ROW * (self.place + 0.5)

    def bar(self, start: float, end: float, classes: str) -> None:
        """Draw a bar between two values, at least as wide as a line."""
        low, high = sorted((self.chart.x(start), self.chart.x(end)))
        self.chart.drawing.bar((low, self.middle - BAR / 2), (max(high - low, 0.8), BAR), classes)

    def words(self, value: float, words: str, classes: str = "", *, before: bool = False) -> None:
        """Write words behind a value, or before it."""
        place = (self.chart.x(value) + (-7 if before else 7), self.middle + 4)
        self.chart.drawing.text(place, words, classes, anchor="end" if before else "start")
