"""A chart: a drawing with two axes, a title and ticks in money or percentages, or with a row for each bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10

from combin.formats.drawing import HEIGHT, WIDTH, Drawing, fitting, text_width
from combin.formatting import currency

LEFT, RIGHT, TOP, BOTTOM = 64, 34, 76, 54
"""The margins of the field of a chart."""

BOLD = 19
"""The size that a title is reckoned with: its letters are bold, and wider than others of 16 pixels."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear scale from `low` to `high`, with ticks in steps, and how they are written.

    `values` are the least and the greatest value drawn, if the scale goes on for words only.
    """

    low: float
    high: float
    step: float
    written: Callable[[float], str]
    label: str = ""
    values: tuple[float, float] | None = None

    @property
    def ticks(self) -> list[float]:
        """The multiples of the step on the scale, none of them a step or more beyond the values."""
        low, high = self.low, self.high
        if self.values is not None:
            least, most = self.values
            low = max(low, least // self.step * self.step)
            high = min(high, -(-most // self.step) * self.step)
        first = -(-low // self.step)
        count = int((high - first * self.step) / self.step + 1e-9) + 1
        return [(first + number) * self.step for number in range(count)]

    def part(self, value: float) -> float:
        """Return where a value lies, 0 at the low end and 1 at the high one."""
        return (value - self.low) / (self.high - self.low)


class Chart(Drawing):
    """A drawing with axes; values are placed by `x`, `y` and `at`."""

    def __init__(
        self,
        title: str,
        subtitle: str,
        across: Axis,
        up: Axis,
        description: str,
        *,
        left: float = LEFT,
        height: int = HEIGHT,
    ) -> None:
        super().__init__(title, description, height)
        self.across, self.up = across, up
        self.left, self.right, self.top, self.bottom = left, WIDTH - RIGHT, TOP, height - BOTTOM
        self.text((20, 30), fitting(title, WIDTH - 40, BOLD), "title")
        self.text((20, 50), fitting(subtitle, WIDTH - 40), "faint")
        for value in up.ticks:
            if up.written(value):
                self.line((self.left, self.y(value)), (self.right, self.y(value)), "rule")
                self.text((self.left - 8, self.y(value) + 4), up.written(value), "faint", anchor="end")
        self.line((self.left, self.bottom), (self.right, self.bottom), "axis")
        for value in across.ticks:
            self.line((self.x(value), self.bottom), (self.x(value), self.bottom + 5), "axis")
            self.text((self.x(value), self.bottom + 20), across.written(value), "faint", anchor="middle")
        self.text((self.right, self.bottom + 40), across.label, "faint", anchor="end")

    def break_top(self, highest: str) -> None:
        """Draw the axis upwards, broken below its top, where the highest value stands that the chart cuts."""
        at, half = self.top + 8, 3
        for start, end in ((self.bottom, at + half), (at - half, self.top - 6)):
            self.line((self.left, start), (self.left, end), "axis")
        for up in (at + half, at - half):
            self.line((self.left - 6, up + half), (self.left + 6, up - half), "axis")
        self.text((self.left - 8, self.top - 4), highest, "faint", anchor="end")

    def x(self, value: float) -> float:
        """Return the place of a value across."""
        return self.left + self.across.part(value) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Return the place of a value upwards."""
        return self.bottom - self.up.part(value) * (self.bottom - self.top)

    def at(self, across: float, up: float) -> tuple[float, float]:
        """Return the place of a pair of values."""
        return self.x(across), self.y(up)

    def places(self, values: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        """Return the places of pairs of values."""
        return [self.at(across, up) for across, up in values]


def tidy_step(span: float, most: int = 8) -> float:
    """Return the least of 1, 2 and 5 times a power of ten of which a span holds at most `most`.

    >>> tidy_step(350_000), tidy_step(0.15), tidy_step(3e9)
    (50000.0, 0.02, 500000000.0)
    """
    power = 10.0 ** floor(log10(span / most))
    return next(size * power for size in (1, 2, 5, 10) if span <= most * size * power * (1 + 1e-9))


def amounts(step: float) -> Callable[[float], str]:
    """Return how amounts are written that are a step apart: whole, in thousands, in millions or with cents.

    >>> amounts(50_000)(150_000), amounts(2e8)(1e9), amounts(5)(1_005), amounts(0.02)(7.5)
    ('$150k', '$1,000M', '$1,005', '$7.50')
    """
    if step >= 1000:
        size, sign = (1_000_000, "M") if step >= 1_000_000 else (1000, "k")
        return lambda value: currency().of(f"{value / size:,.0f}{sign}" if value else "0")
    cents = max(2, places(step)) if step < 1 else 0
    return lambda value: currency().of(f"{value:,.{cents}f}")


dollars = amounts(1)


def parts(step: float) -> Callable[[float], str]:
    """Return how percentages are written that are a step apart.

    >>> parts(0.02)(0.88), parts(0.005)(0.015)
    ('88%', '1.5%')
    """
    return lambda value: f"{value * 100:,.{places(step * 100)}f}%"


def places(step: float) -> int:
    """Decimals of values that are a step apart."""
    return max(0, -floor(log10(step) + 1e-9))


ROW, BAR = 26, 15
"""The heights of a row and of its bar in pixels."""

WIDEST = 0.45
"""The most of the picture's width that labels may take; longer ones are cut."""


def rows_chart(title: str, subtitle: str, across: Axis, labels: Sequence[str], description: str) -> Chart:
    """Return a chart with the labels of its rows; its height is that of its rows."""
    up = Axis(-0.5, len(labels) - 0.5, 1, lambda _: "")
    height = TOP + ROW * len(labels) + BOTTOM
    chart = Chart(title, subtitle, across, up, description, left=label_width(labels), height=height)
    for value in across.ticks:
        chart.line((chart.x(value), chart.top), (chart.x(value), chart.bottom), "rule")
    for place, label in enumerate(labels):
        chart.text((chart.left - 8, Row(chart, place).middle + 4), _cut(label), anchor="end")
    return chart


def label_width(labels: Sequence[str]) -> float:
    """Return how much of the width the labels of the rows take, with their margins."""
    return max((text_width(_cut(label)) for label in labels), default=0) + 30


def room_beside(words: str, labels: Sequence[str]) -> float:
    """The part of the axis that words behind a bar take, next to the labels of the rows."""
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
        self.chart.bar((low, self.middle - BAR / 2), (max(high - low, 0.8), BAR), classes)

    def words(self, value: float, words: str, classes: str = "", *, before: bool = False) -> None:
        """Write words behind a value, or before it."""
        place = (self.chart.x(value) + (-7 if before else 7), self.middle + 4)
        self.chart.text(place, words, classes, anchor="end" if before else "start")
