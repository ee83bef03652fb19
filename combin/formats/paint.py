"""Colours of a terminal: what roles cells can have, and the red and black of suits, in the styles of rich."""

from __future__ import annotations

import os
import re
import sys
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
