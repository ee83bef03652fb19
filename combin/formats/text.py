"""Plain text of a given width: what a terminal shows of it, and paragraphs in lines."""

from __future__ import annotations

import re
import unicodedata

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
