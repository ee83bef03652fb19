"""What the figures of a PAR sheet mean and how they follow: said on the sheets, and once in a document."""

from __future__ import annotations

from fractions import Fraction

from combin.decimals import percent

__all__ = ["BAND", "BANDS", "CHANGED", "EXACT", "FIGURES", "TOO_LONG", "USAGE", "glossary"]

FIGURES = {
    "mean": ("Expected net result", "sum of probability × net, in units of the initial wager"),
    "return": ("Return", "sum of the parts of the return"),
    "edge": ("House edge", "expected loss per unit of the initial wager"),
    "average": ("Average wager", "all that is staked in a round, on average"),
    "risk": ("Element of risk", "house edge ÷ average wager"),
    "hit": ("Hit frequency", "net result above zero"),
    "paid": ("Paid frequency", "any money comes back"),
    "push": ("Push", "net result zero"),
    "fold": ("Fold", "the player gives up"),
    "variance": ("Variance", "sum of the parts of the variance"),
    "deviation": ("Standard deviation", "root of the variance, per unit of the initial wager"),
    "per_unit": ("Deviation per unit bet", "standard deviation ÷ average wager"),
    "volatility": ("Volatility index", "z × standard deviation, z by its confidence"),
    "highest": ("Highest net result", "in units of the initial wager"),
    "rarest": ("Rarest outcome", "least of the probabilities"),
}
"""The figures of a wager: what each is called, and how it follows."""

BAND = Fraction(95, 100)
"""The part of all runs of so many rounds whose returns lie in a band, as many below it as above it."""

_TAIL = percent((1 - BAND) / 2, 1)
BANDS = (
    ("House wins", "rounds × house edge, in units of the initial wager, on average"),
    (f"Return at least ({percent(BAND, 0)})", f"{_TAIL} of all runs of so many rounds return less, at most"),
    (f"Return at most ({percent(BAND, 0)})", f"{_TAIL} of all runs of so many rounds return more, at most"),
    ("House behind", "chance that so many rounds come to a win of the player"),
    ("Rarest outcome comes", "rounds × its probability, times on average"),
)
"""What many rounds come to, told likewise."""

CHANGED = "pays changed"
TOO_LONG = "left out"
EXACT = (
    "The band and the chance that the house is behind are exact: those of the law of the sum of independent "
    "rounds, a power of the polynomial of the outcomes. Longer runs are left out, and runs of pays that are "
    "many small steps apart."
)
USAGE = f'They are no formulas: where an input changes the law, "{CHANGED}" stands in their place.'

_COLUMNS = (
    ("Combinations", "equally likely deals with this outcome; all deals are the cycle"),
    ("Probability, 1 in", "combinations ÷ cycle; cycle ÷ combinations: one deal in so many"),
    ("True odds", "1 in, less one: so many to 1 against it"),
    ("Pays, for 1", "what comes back for each unit of the wager, the stake included; to 1, without it"),
    ("Net", "what the player gains, in units of the wager; below zero if he loses"),
    ("Part of return, of variance", "probability × (1 + net); probability × (net − expected net result)²"),
)
"""The columns of outcomes."""


def glossary(level: Fraction, z: float, *, decided: bool = True) -> tuple[tuple[str, str], ...]:
    """Return what each column, figure and row means that every wager has, for a confidence of volatility.

    What a fold is stands in it only if the player has something to decide.

    >>> from fractions import Fraction
    >>> dict(glossary(Fraction(9, 10), 1.6449))["Volatility index"]
    'z × standard deviation, z by its confidence: 1.6449 for 90.00%'
    """
    figures = dict((*FIGURES.values(), *BANDS))
    if not decided:
        del figures["Fold"]
    figures["Volatility index"] += f": {z:.4f} for {percent(level, 2)}"
    return (*_COLUMNS, *figures.items(), ("Over many rounds", EXACT))
