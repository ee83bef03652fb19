"""A picture in SVG: lines, areas, dots and text in a few named styles, the same bytes each time; and plots.

A drawing library would bring fonts, versions and machine-made names into files that are kept in the
repository and compared byte by byte. Its styles, light and dark, stand in `drawing.css`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

from msgspec import Struct

from combin.formats.text import visible

Point = tuple[float, float]

WIDTH, HEIGHT = 720, 420
"""The size of a picture in pixels; it scales without loss."""

EDGES = 20, 14
"""What of a picture's width is bare on its left and on its right, which no page needs that has margins."""

SERIES = ("one", "two", "three", "four")
"""The colours of what is drawn, in their order."""

FONT = "font:12px system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"


@cache
def _rules(part: str) -> list[tuple[str, str]]:
    """The rules of a style sheet, by selector: "shapes", or the colours of "light" or "dark" surroundings."""
    text = Path(__file__).with_name("drawing.css").read_text(encoding="utf-8")
    return re.findall(r"(.+)\{(.+)\}", text.partition(f"/* {part} */")[2].partition("/*")[0])


def style_sheet(scope: str = "") -> str:
    """Return the rules by which a picture is shown on a screen, light and dark; on paper it is light.

    `scope` is the selector of what holds the picture, where the rules stand in the style sheet of a page.

    >>> style_sheet(".plot").splitlines()[1]
    '.plot text{stroke-width:4px;stroke-linejoin:round;paint-order:stroke}'
    """
    inside = f"{scope} " if scope else ""

    def written(rules: Iterable[tuple[str, str]]) -> list[str]:
        each = ((",".join(inside + one for one in selectors.split(",")), body) for selectors, body in rules)
        return [f"{selectors}{{{body}}}" for selectors, body in each]

    dark = "".join(written(_rules("dark")))
    light = written([("text", FONT), *_rules("shapes"), *_rules("light")])
    return "\n".join([*light, f"@media screen and (prefers-color-scheme:dark){{{dark}}}"])


class Drawing:
    """A picture under construction; `classes` of each mark are words of the style sheet."""

    def __init__(self, title: str, description: str, height: int = HEIGHT) -> None:
        self.title, self.description, self.height = title, description, height
        self._marks = ET.Element("svg")
        self._points: list[tuple[float, float, str]] = []

    def point(self, at: Point, words: str) -> None:
        """Let a page that is read on a screen say something about a point when it is pointed at."""
        self._points.append((round(at[0], 1), round(at[1], 1), words))

    def text(self, at: Point, words: str, classes: str = "", *, anchor: str = "start") -> None:
        """Write words at a point of their base line; `anchor` is which end of them stands there."""
        ends = {} if anchor == "start" else {"text-anchor": anchor}
        self._mark("text", classes, x=at[0], y=at[1], **ends).text = words

    def line(self, start: Point, end: Point, classes: str) -> None:
        """Draw a straight line."""
        self._mark("line", classes, x1=start[0], y1=start[1], x2=end[0], y2=end[1])

    def curve(self, points: Iterable[Point], classes: str) -> None:
        """Draw a line through points."""
        self._mark("path", f"{classes} line", d=_path(points))

    def area(self, points: Iterable[Point], classes: str) -> None:
        """Fill the area that points enclose."""
        self._mark("path", f"{classes} area", d=f"{_path(points)}Z")

    def dot(self, at: Point, classes: str, radius: float = 4) -> None:
        """Draw a dot."""
        self._mark("circle", f"{classes} dot", cx=at[0], cy=at[1], r=radius)

    def bar(self, corner: Point, size: Point, classes: str) -> None:
        """Draw a filled rectangle by its upper left corner, its width and its height."""
        self._mark("rect", f"{classes} bar", x=corner[0], y=corner[1], width=size[0], height=size[1])

    def _mark(self, tag: str, classes: str, **attributes: str | float) -> ET.Element:
        named: dict[str, str | float] = {"class": classes} if classes else {}
        named |= attributes
        written = {name: one if isinstance(one, str) else _number(one) for name, one in named.items()}
        return ET.SubElement(self._marks, tag, written)

    def to_svg(self) -> str:
        """Return the picture as the text of a file, with its colours for light and dark surroundings."""
        return self._written(f"\n{style_sheet()}\n")

    def to_print(self, font: str, *, trimmed: bool = False) -> str:
        """Return the picture for a typesetter: on white, in one font, without rules for screens.

        `trimmed` leaves out the bare edges, so that it is flush with the text of a page.
        """
        # A typesetter strokes each letter after it is filled, whatever the paint order is: the paper's colour
        # around a letter would eat the one before it.
        font_rule = ("text", f"font-family:'{font}';font-size:12px")
        rules = [font_rule, *_rules("shapes"), *_rules("light"), ("text", "stroke:none")]
        return self._written("".join(f"{selectors}{{{body}}}" for selectors, body in rules), trimmed=trimmed)

    def to_inline(self, name: str) -> str:
        """Return the picture for a page that has the style sheet itself, under a name of its own there."""
        root = self._root({"class": "plot"}, trimmed=True)
        root.set("aria-labelledby", f"{name}-t {name}-d")
        if self._points:
            root.set("data-points", json.dumps(self._points, ensure_ascii=False))
        for tag, element in zip("td", root, strict=True):
            element.set("id", f"{name}-{tag}")
        root.extend(self._cleared())
        return visible(ET.tostring(root, encoding="unicode"))

    def _cleared(self) -> list[ET.Element]:
        """The marks, with paper between the grid and the words that stand on it."""
        marks = deepcopy([*self._marks])
        rules = (at + 1 for at, mark in enumerate(marks) if mark.get("class") == "rule")
        grid = max(rules, default=len(marks))
        for text in [mark for mark in marks[grid:] if mark.tag == "text"]:
            width, (x, y) = text_width(text.text or ""), (float(text.get(end, "0")) for end in "xy")
            left = x - {"middle": width / 2, "end": width}.get(text.get("text-anchor", ""), 0)
            box = {"x": left - 2, "y": y - 11, "width": width + 4, "height": 15}
            named = {"class": "paper"} | {name: _number(length) for name, length in box.items()}
            marks.insert(grid, ET.Element("rect", named))
        return marks

    def _root(self, attributes: dict[str, str], *, trimmed: bool) -> ET.Element:
        """Return the picture as yet without marks, but with its size, its title and its description."""
        left, right = EDGES if trimmed else (0, 0)
        size = {"viewBox": f"{left} 0 {WIDTH - left - right} {self.height}", "role": "img"}
        root = ET.Element("svg", attributes | size)
        ET.SubElement(root, "title").text = self.title
        ET.SubElement(root, "desc").text = self.description
        return root

    def _written(self, style: str, *, trimmed: bool = False) -> str:
        width = WIDTH - sum(EDGES) if trimmed else WIDTH
        size = {"xmlns": "http://www.w3.org/2000/svg", "width": str(width), "height": str(self.height)}
        root = self._root(size, trimmed=trimmed)
        ET.SubElement(root, "style").text = style
        ET.SubElement(root, "rect", {"class": "paper", "width": "100%", "height": "100%"})
        root.extend(self._cleared())
        ET.indent(root, " ")
        return visible(f"{ET.tostring(root, encoding='unicode')}\n")


def text_width(words: str, size: float = 12) -> float:
    """Return about how wide words are; how wide exactly only the reader's fonts know."""
    return 0.56 * size * len(words)


def fitting(words: str, width: float, size: float = 12) -> str:
    """Return words as they are, or their beginning and end if they are wider than that: "three… kind"."""
    most = int(width / text_width("n", size))
    if len(words) <= most:
        return words
    tail = (most - 1) // 2
    return f"{words[: most - 1 - tail].rstrip()}…{words[len(words) - tail :]}"


def _number(value: float) -> str:
    """Return a coordinate to a tenth of a pixel."""
    return f"{round(value, 1):g}"


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


class Plot(Struct, frozen=True):
    """A plot of a game's report; it is drawn when it is written.

    `alt` says what it shows to those who do not see it, with its figures.
    """

    game: str
    name: str
    alt: str
    draw: Callable[[], Drawing]

    @property
    def file(self) -> str:
        """The name of its file, beside the report: `crown-melbourne-meter-density.svg`."""
        return f"{self.game}-{self.name}.svg"
