"""Text for a terminal: its width, wrapping and colours."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Role: TypeAlias = Literal[
    "heading",
    "good",
    "bad",
    "open",
    "play",
    "fold",
    "gain",
    "loss",
    "muted",
    "bar",
    "file",
    "♠",
    "♥",
    "♦",
    "♣",
]
"""What a piece of text is to its reader; a suit is a role of its own."""

Paint: TypeAlias = "Callable[[str, Role], str]"
"""Makes text look as its role does."""

_STYLES: dict[Role, str] = {
    "heading": "bold",
    "good": "green",
    "bad": "bold red",
    "open": "yellow",
    "play": "green",
    "fold": "dim",
    "gain": "green",
    "loss": "red",
    "muted": "dim",
    "bar": "cyan",
    "file": "underline",
    "♠": "",
    "♥": "red",
    "♦": "red",
    "♣": "",
}
_FOUR_COLOURS: dict[Role, str] = {"♦": "blue", "♣": "green"}


FOUR_COLOUR = "COMBIN_FOUR_COLOUR"
"""The variable of the environment that asks for a colour of its own for each suit."""


def painter() -> Paint | None:
    """Return what paints text for stdout; None where nobody would see colours, or somebody wants none.

    A terminal has colours unless NO_COLOR is set or TERM is "dumb"; anything else has them if FORCE_COLOR is.
    Diamonds are red and clubs black, or blue and green where `FOUR_COLOUR` is set. The name of a file that is
    there is a link to it (OSC 8).
    """
    wanted = sys.stdout is not None and (sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR")))
    if not wanted or os.environ.get("NO_COLOR"):
        return None
    from rich.console import COLOR_SYSTEMS, Console
    from rich.style import Style

    console = Console()
    system = console.color_system
    if system is None or console.legacy_windows:
        return None
    looks = _STYLES | (_FOUR_COLOURS if os.environ.get(FOUR_COLOUR) else {})
    styles = {role: Style.parse(look) for role, look in looks.items()}

    def paint(text: str, role: Role) -> str:
        style = styles[role]
        if role == "file" and (path := Path(text)).exists():  # a name that is broken in two lines is none
            style += Style(link=path.resolve().as_uri())
        return style.render(text, color_system=COLOR_SYSTEMS[system]) if text else ""

    return paint


_CARD = re.compile("((?:10|[2-9AKQJT])?[♠♥♦♣])")


def paint_suits(text: str, paint: Paint, role: Role | None = None) -> str:
    """Return text with the cards in it in the colours of their suits, and the rest by its role."""
    if role is None and not _CARD.search(text):
        return text
    parts = _CARD.split(text)
    parts[::2] = [part if role is None else paint(part, role) for part in parts[::2]]
    parts[1::2] = [paint(card, card[-1]) for card in parts[1::2]]  # type: ignore[arg-type]  # a suit is a role
    return "".join(parts)


_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Controls, also of the direction of writing, line breaks but line feeds, and what is no character."""


_SEEN = bytes([10, *range(32, 127)])
"""What is seen of ASCII; nearly all text that is written holds nothing else."""


def visible(text: str) -> str:
    """Return text with a blank in place of each character that is obeyed and not seen.

    Files of XML cannot hold some of them, and others show words in another order than they are in.

    >>> visible("Ante" + chr(0x202E) + "Bonus")
    'Ante Bonus'
    """
    if text.isascii() and not text.encode().translate(None, _SEEN):  # ten times as fast
        return text
    return _UNSEEN.sub(" ", text)


def one_line(text: str) -> str:
    """Return text without line breaks and control characters, which a terminal would obey.

    >>> one_line("Ante" + chr(27) + "[2J Bonus")
    'Ante [2J Bonus'
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " for char in " ".join(text.split()))


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes: an ideograph takes two, an accent none."""
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def _fitting(line: str, limit: int, least: int) -> int:
    """Return how many characters of a line fit, at least `least`, without looking at all of a long one."""
    if line.isascii():
        return min(len(line), max(limit, least))
    columns = 0
    for place, char in enumerate(line):
        columns += _columns(char)
        if columns > limit and place >= least:
            return place
    return len(line)


def wrap(text: str, limit: int, hanging: str = "") -> list[str]:
    """Return the lines of a paragraph, broken between words, and in a word only if it fills a line alone.

    Args:
        text: the paragraph.
        limit: columns of a line; at least two more than `hanging` takes.
        hanging: what every line but the first starts with.

    >>> wrap("Play Q-6-4 or better, fold the rest.", 20, "  ")
    ['Play Q-6-4 or', '  better, fold the', '  rest.']
    """
    if width(text) <= limit:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line.strip() and width(line) + 1 + width(word) > limit:
            lines.append(line)
            line = hanging
        line += f" {word}" if line.strip() else word
        while (cut := _fitting(line, limit, len(hanging if lines else "") + 1)) < len(line):
            lines.append(line[:cut])
            line = hanging + line[cut:]
    return [*lines, line]
