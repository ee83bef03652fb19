"""A picture in SVG: lines, areas, dots and text in a few named styles, the same bytes each time.

It is written with the standard library. A drawing library would bring fonts, versions and machine-made names
into files that are kept in the repository and compared byte by byte; this one has a dozen lines to a mark.
Colours stand in a style sheet, light and dark, so that a picture goes with the page that shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Point = tuple[float, float]

__all__ = ["HEIGHT", "WIDTH", "Drawing", "text_width"]

WIDTH, HEIGHT = 720, 420
"""The size of a picture in pixels; it scales without loss."""

LIGHT = {
    "paper": "#ffffff",
    "ink": "#24292f",
    "faint": "#656d76",
    "rule": "#d9dde2",
    "one": "#2f6690",
    "two": "#b3672b",
    "three": "#3d7d63",
    "four": "#7a5195",
}
DARK = {
    "paper": "#0d1117",
    "ink": "#e6edf3",
    "faint": "#9198a1",
    "rule": "#30363d",
    "one": "#79b8e8",
    "two": "#e2a46f",
    "three": "#7cc6a4",
    "four": "#c3a0e0",
}
SERIES = ("one", "two", "three", "four")
"""The colours of what is drawn, in their order."""


def _colours(colours: dict[str, str]) -> list[str]:
    """Return the rules of a style sheet that give every class its colour."""
    rules = [
        f".paper{{fill:{colours['paper']}}}",
        f"text{{fill:{colours['ink']};stroke:{colours['paper']}}}",
        f".faint{{fill:{colours['faint']}}}",
        f".rule{{stroke:{colours['rule']}}}",
        f".axis{{stroke:{colours['faint']}}}",
    ]
    for name in SERIES:
        colour = colours[name]
        rules.append(f".{name}{{stroke:{colour}}}")
        rules.append(f".{name}-fill,.{name}-text{{fill:{colour}}}")
    return rules


def _style() -> str:
    shape = [
        "text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}",
        "text{stroke-width:4px;stroke-linejoin:round;paint-order:stroke}",
        ".title{font-size:16px;font-weight:600}",
        "path,line{fill:none;stroke-width:1}",
        ".line{stroke-width:2.25;stroke-linejoin:round;stroke-linecap:round}",
        ".thick{stroke-width:9}",
        ".thin{stroke-width:1.5}",
        ".dashed{stroke-dasharray:2 4;stroke-linecap:round}",
        ".area{stroke:none;fill-opacity:.14}",
        ".dot{stroke:none}",
    ]
    dark = "".join(_colours(DARK))
    return "\n".join(["", *shape, *_colours(LIGHT), f"@media(prefers-color-scheme:dark){{{dark}}}", ""])


class Drawing:
    """A picture under construction; `classes` of each mark are words of the style sheet."""

    def __init__(self, title: str, description: str) -> None:
        """Start with a title and a description for those who do not see it, and a sheet of paper."""
        self._root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "width": str(WIDTH),
                "height": str(HEIGHT),
                "viewBox": f"0 0 {WIDTH} {HEIGHT}",
                "role": "img",
            },
        )
        ET.SubElement(self._root, "title").text = title
        ET.SubElement(self._root, "desc").text = description
        ET.SubElement(self._root, "style").text = _style()
        ET.SubElement(self._root, "rect", {"class": "paper", "width": "100%", "height": "100%"})

    def text(self, at: Point, words: str, classes: str = "", *, anchor: str = "start") -> None:
        """Write words at a point of their base line; `anchor` is which end of them stands there."""
        found = {"class": classes} if classes else {}
        found |= {"x": _number(at[0]), "y": _number(at[1])}
        if anchor != "start":
            found["text-anchor"] = anchor
        ET.SubElement(self._root, "text", found).text = words

    def line(self, start: Point, end: Point, classes: str) -> None:
        """Draw a straight line."""
        ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        ET.SubElement(
            self._root, "line", {"class": classes, **{name: _number(one) for name, one in ends.items()}}
        )

    def curve(self, points: Iterable[Point], classes: str) -> None:
        """Draw a line through points."""
        ET.SubElement(self._root, "path", {"class": f"{classes} line", "d": _path(list(points))})

    def area(self, points: Iterable[Point], classes: str) -> None:
        """Fill the area that points enclose."""
        ET.SubElement(self._root, "path", {"class": f"{classes} area", "d": f"{_path(list(points))}Z"})

    def dot(self, at: Point, classes: str, radius: float = 4) -> None:
        """Draw a dot."""
        places = {"cx": _number(at[0]), "cy": _number(at[1]), "r": _number(radius)}
        ET.SubElement(self._root, "circle", {"class": f"{classes} dot", **places})

    def to_svg(self) -> str:
        """Return the picture as the text of a file."""
        ET.indent(self._root, " ")
        return f"{ET.tostring(self._root, encoding='unicode')}\n"


def text_width(words: str, size: float = 12) -> float:
    """Return about how wide words are; how wide exactly only the reader's fonts know."""
    return 0.56 * size * len(words)


def _number(value: float) -> str:
    """Return a coordinate to a tenth of a pixel."""
    return f"{round(value, 1):g}"


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
