"""Papers and sizes by name; a module of its own, so that `combin --help` need not import the rest."""

from __future__ import annotations

from enum import StrEnum


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
