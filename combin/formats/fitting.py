"""Tables that are wider than a page, in parts that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["fitting"]

_WIDE, _WIDEST, _LONGEST = 140, 165, 24
"""The letters that a page is wide, in smaller type too, and the most that a column of sentences asks for."""


def fitting(columns: Sequence[Sequence[str]], beside: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the places of columns in as few groups as a page allows; the first `beside` stand in each.

    `columns` have their heading first, and then their cells. Several groups are about equally wide.

    >>> list(fitting([["Hand", "flush"], ["First", "1" * 80], ["Second", "2" * 80]]))
    [(0, 1), (0, 2)]
    """
    widths = [_width(column) for column in columns]
    if sum(widths) <= _WIDEST:
        yield tuple(range(len(widths)))
        return
    most = len(_groups(widths, beside, _WIDE))
    room = next(room for room in range(_WIDE + 1) if len(_groups(widths, beside, room)) <= most)
    yield from _groups(widths, beside, room)


def _groups(widths: Sequence[int], beside: int, room: int) -> list[tuple[int, ...]]:
    """Return the places of columns in groups no wider than some room, but for one column alone."""
    always = tuple(range(beside))
    groups = [always]
    for place in range(beside, len(widths)):
        if len(groups[-1]) > beside and sum(widths[one] for one in (*groups[-1], place)) > room:
            groups.append(always)
        groups[-1] = (*groups[-1], place)
    return groups


def _width(texts: Sequence[str]) -> int:
    """Return how many letters a column takes: its longest word, or more of what may be broken.

    Addresses and fractions that are longer than that break after a stroke.
    """
    _, *cells = texts
    pieces = [
        len(piece)
        for word in " ".join(texts).split()
        for piece in (word.split("/") if len(word) > _LONGEST else [word])
    ]
    words = max(pieces, default=0)
    return max(words, min(_LONGEST, max(map(len, cells), default=0))) + 2
