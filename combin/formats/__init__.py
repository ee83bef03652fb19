"""Tables, documents and pictures in every format; here are the formats, papers and sizes by name.

`combin --help` takes no more of it than these names.
"""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """A format in which every command can answer."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


class Paper(StrEnum):
    """Paper to print on."""

    A4 = "a4"
    LETTER = "letter"


class Size(StrEnum):
    """What a strategy is printed as: a card for the wallet, or a sheet of paper."""

    WALLET = "wallet"
    A4 = "a4"
    LETTER = "letter"


class PosterPaper(StrEnum):
    """Paper of a poster."""

    A4 = "a4"
    A3 = "a3"
    LETTER = "letter"


PAPERS = {"a4": (210, 297), "a3": (297, 420), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""

MARKS, BLEED = 10, 3
"""Millimetres beyond the trimmed edge: of paper where crop marks stand, and of colour."""
