"""Printed pages as tests read them: their text, and whether anything stands in their margins."""

from __future__ import annotations

import io
import struct
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from pypdf import PageObject, PdfReader

if TYPE_CHECKING:
    from collections.abc import Sequence


POINTS = 72 / 25.4
"""In a millimetre."""

FOOT = 0.075
"""The part of a page at its foot where its number stands."""

COLUMN_FOOT = 0.055
"""The part of a page of two columns that is below them."""


class Piece(NamedTuple):
    """Letters as they stand on a page: how far to the right and up, and in what size of type, in points."""

    across: float
    up: float
    size: float


@lru_cache(maxsize=8)  # one reading for all that a test asks of a document
def _read(pdf: bytes) -> tuple[tuple[str, float, tuple[Piece, ...]], ...]:
    """Return the text of each page, its height and its pieces."""
    return tuple(map(_page, PdfReader(io.BytesIO(pdf)).pages))


def _page(page: PageObject) -> tuple[str, float, tuple[Piece, ...]]:
    pieces = []

    def look(text: str, matrix: list[float], line: list[float], _: object, size: float) -> None:
        if text.strip():
            across, up = (matrix[4 + i] + matrix[i] * line[4] + matrix[2 + i] * line[5] for i in (0, 1))
            pieces.append(Piece(across, up, round(abs(size * line[3] * matrix[3]), 2)))

    text = page.extract_text(visitor_text=look)
    return text, float(page.mediabox.height), tuple(pieces)


def texts(pdf: bytes) -> list[str]:
    """Return the text of each page, with a blank for each line break."""
    return [" ".join(text.split()) for text, *_ in _read(pdf)]


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return the width and height of each page in millimetres, to a tenth."""
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(pdf)).pages]
    return [(round(float(box.width) / POINTS, 1), round(float(box.height) / POINTS, 1)) for box in boxes]


def type_sizes(pdf: bytes) -> set[float]:
    """Return the sizes of type in points, as they come out on paper, to a hundredth."""
    return {piece.size for *_, pieces in _read(pdf) for piece in pieces}


def fills(pdf: bytes) -> list[float]:
    """Return how far down each page its text reaches, its foot left out, as a part of its height."""
    return [_fill(height, pieces) for _, height, pieces in _read(pdf)]


def last_fill(pdf: bytes) -> float:
    """Return how far down the last page its text reaches; no other page is read."""
    _, height, pieces = _page(PdfReader(io.BytesIO(pdf)).pages[-1])
    return _fill(height, pieces)


def column_fills(pdf: bytes) -> list[tuple[float, float]]:
    """Return how far down each page the left half and the right half of it reach."""
    found = []
    for (wide, _), (_, height, pieces) in zip(page_sizes(pdf), _read(pdf), strict=True):
        middle = wide * POINTS / 2
        halves = ([one for one in pieces if (one.across > middle) == right] for right in (False, True))
        left, right = (_fill(height, half, COLUMN_FOOT) if half else 0 for half in halves)
        found.append((left, right))
    return found


def _fill(height: float, pieces: Sequence[Piece], foot: float = FOOT) -> float:
    return max((1 - piece.up / height for piece in pieces if piece.up > foot * height), default=0)


def ink_in_margins(png: bytes, across: float, down: float) -> bool:
    """Tell whether anything is printed near an edge: in these parts of the width and of the height."""
    ink = np.any(_pixels(png)[:, :, :3] < 250, axis=2)
    height, width = ink.shape
    x, y = round(across * width), round(down * height)
    return bool(ink.sum() > ink[y : height - y, x : width - x].sum())


def _pixels(png: bytes) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """Return the pixels of a PNG of eight bits and four channels, as the engine writes them."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    data, place = b"", 8
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place : place + 8])
        data += png[place + 8 : place + 8 + length] if name == b"IDAT" else b""
        place += length + 12
    rows, length = zlib.decompress(data), 1 + 4 * width
    found = [bytes(4 * width)]
    for start in range(0, height * length, length):
        found.append(_unfiltered(rows[start], rows[start + 1 : start + length], found[-1]))
    return np.frombuffer(b"".join(found[1:]), np.uint8).reshape(height, width, 4)


def _unfiltered(kind: int, row: bytes, above: bytes) -> bytes:
    """Undo the filter of a row: none, left, above, mean, Paeth."""
    if kind == 0:
        return row
    # Four channels of nothing stand in front; numbers of Python are faster here than those of numpy.
    done, over = bytearray(4), bytes(4) + above
    for place, byte in enumerate(row):
        left, up, corner = done[place], over[place + 4], over[place]
        if kind == 4:
            estimate = left + up - corner
            to_left, to_up, to_corner = abs(estimate - left), abs(estimate - up), abs(estimate - corner)
            near = up if to_up <= to_corner else corner
            guess = left if to_left <= to_up and to_left <= to_corner else near
        else:
            guess = (left, up, (left + up) // 2)[kind - 1]
        done.append((byte + guess) % 256)
    return bytes(done[4:])
