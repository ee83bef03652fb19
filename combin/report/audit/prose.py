"""Markdown prose: paragraphs, lists and headings, wrapped so that the source reads as well as the page."""

from __future__ import annotations

import re
from fractions import Fraction

from combin.exact.decimals import decimal

__all__ = ["bullets", "escaped", "heading", "one_in", "paragraph", "picture"]

WIDTH = 100
"""Columns of the source."""

_STARTS_A_LIST = re.compile(r"[-+*#>]+$|\d+[.)]$|=+$")


def escaped(text: str) -> str:
    r"""Return text with the characters that Markdown would obey escaped, in one line.

    >>> print(escaped("10*R for R < 2"))
    10\*R for R < 2
    """
    return re.sub(r"([\\`*]|<(?=[A-Za-z/!?]))", r"\\\1", " ".join(text.split()))


def one_in(total: int, count: int, digits: int) -> str:
    """Return how many hands there are for each one that counts.

    >>> one_in(2598960, 36, 1)
    '72,193.3'
    """
    whole, _, rest = decimal(Fraction(total, count), digits).partition(".")
    return f"{int(whole):,}.{rest}"


def heading(level: int, text: str) -> str:
    """Return a heading."""
    return f"{'#' * level} {text}\n"


def paragraph(text: str) -> str:
    """Return a paragraph of Markdown, wrapped."""
    return _wrapped(text, "", "")


def picture(alt: str, file: str) -> str:
    """Return a picture that stands beside the report, with what it shows in words."""
    return paragraph(f"![{escaped(alt)}]({file})")


def bullets(items: list[str], level: int = 0) -> str:
    """Return a list, each item wrapped; an empty list is nothing."""
    inset = "    " * level
    return "".join(_wrapped(item, f"{inset}- ", f"{inset}  ") for item in items)


def _wrapped(text: str, first: str, others: str) -> str:
    """Return text in lines; no line but the first starts with what Markdown takes for a list or a heading."""
    words: list[str] = []
    for word in text.split():
        if words and _STARTS_A_LIST.match(word):
            words[-1] += f" {word}"
        else:
            words.append(word)
    lines = [first + words[0]] if words else []
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(others + word)
        else:
            lines[-1] += f" {word}"
    return "".join(f"{line}\n" for line in lines)
