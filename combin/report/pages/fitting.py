"""Tables that are wider than a page, in parts that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["fitting"]

_WIDEST, _LONGEST = 140, 24
"""The letters that a page is wide, and those that a column of sentences asks for at the most."""


def fitting(columns: Sequence[Sequence[str]], beside: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the places of columns in as many groups as a page needs; the first `beside` stand in each.

    `columns` have their heading first, and then their cells.

    >>> list(fitting([["Hand", "flush"], ["First", "1" * 80], ["Second", "2" * 80]]))
    [(0, 1), (0, 2)]
    """
    widths = [_width(column) for column in columns]
    always = tuple(range(beside))
    chosen = always
    for place in range(beside, len(columns)):
        if len(chosen) > beside and sum(widths[one] for one in (*chosen, place)) > _WIDEST:
            yield chosen
            chosen = always
        chosen = (*chosen, place)
    yield chosen


def _width(texts: Sequence[str]) -> int:
    """Return how many letters a column takes: its longest word, or more of what may be broken."""
    _, *cells = texts
    words = max(map(len, " ".join(texts).split()), default=0)
    return max(words, min(_LONGEST, max(map(len, cells), default=0))) + 2
