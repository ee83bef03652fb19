"""What the figures of a PAR sheet mean and how they follow: said on the sheets, and once in a document."""

from __future__ import annotations

from fractions import Fraction

from combin.decimals import percent
from combin.words.catalogue import load_catalogue

BAND = Fraction(95, 100)
"""The part of all runs of so many rounds whose returns lie in a band, as many below it as above it."""


def bands() -> list[tuple[str, str]]:
    """Return what many rounds come to: what each figure is called, and what it is."""
    fields = {"band": percent(BAND, 0), "tail": percent((1 - BAND) / 2, 1)}
    return list(load_catalogue().glossary("rounds", **fields).values())


def glossary(level: Fraction, z: float, *, decided: bool = True) -> list[tuple[str, str]]:
    """Return what each column, figure and row means that every wager has, for a confidence of volatility.

    What a fold is stands in it only if the player has something to decide.

    >>> from fractions import Fraction
    >>> dict(glossary(Fraction(9, 10), 1.6449))["Volatility index"]
    'z × standard deviation, z by its confidence: 1.6449 for 90.00%'
    """
    words = load_catalogue()
    figures = words.glossary("figures")
    if not decided:
        del figures["fold"]
    name, how = figures["volatility"]
    figures["volatility"] = name, f"{how}: {z:.4f} for {percent(level, 2)}"
    exact = (words("notes.rounds"), words("notes.exact"))
    return [*words.glossary("columns").values(), *figures.values(), *bands(), exact]
