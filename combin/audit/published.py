"""Figures as documents print them: read exactly, with the interval that their last digit leaves open."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Printed", "PublishedError", "read_published"]


class PublishedError(ValueError):
    """A published text that is no figure in any of the forms that are understood."""


_WORDS = {
    "even money": Fraction(1),
    "equal": Fraction(1),
    "na": Fraction(0),
    "none": Fraction(0),
    "push": Fraction(0),
    "stand-off": Fraction(0),
    "standoff": Fraction(0),
    "stand off": Fraction(0),
    "lose": Fraction(-1),
    "loses": Fraction(-1),
}
_NUMBER = r"[-−+]?[$£€]?\s*(?:\d[\d,]*(?:\.\d+)?|\.\d+)"
_FORMS = {
    "ratio": re.compile(rf"({_NUMBER})\s*(?:to|for each|for every|for|of|:|-|/)\s*({_NUMBER})"),
    "one in": re.compile(rf"(1|one)\s*in\s*({_NUMBER})"),
    "percentage": re.compile(rf"({_NUMBER})\s*(?:%|per ?cent)"),
    "number": re.compile(rf"({_NUMBER})"),
}


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed figure.

    `value` is what its digits say; `half` is half a unit of its last digit, 0 where it is meant exactly
    (odds, counts, words). `percentage` tells whether it is written with a per cent sign, `decimals` how
    many digits stand behind its point.
    """

    text: str
    value: Fraction
    half: Fraction
    percentage: bool
    decimals: int

    def is_rounding_of(self, exact: Fraction) -> bool:
        """Tell whether `exact`, rounded half up to the digits printed, gives the figure.

        "2.0%" is the rounding of everything from 1.95% up to, but not with, 2.05%.
        """
        low, high = self.value - self.half, self.value + self.half
        if not self.half:
            return exact == self.value
        if self.value > 0:
            return low <= exact < high
        return low < exact <= high if self.value < 0 else low < exact < high

    def is_cut_of(self, exact: Fraction) -> bool:
        """Tell whether `exact`, cut off behind the digits printed, gives the figure.

        >>> read_published("1.837%").is_cut_of(Fraction("0.01837811"))
        True
        """
        if not self.half:
            return exact == self.value
        same_sign = (exact > 0) == (self.value > 0) or not self.value
        return same_sign and abs(self.value) <= abs(exact) < abs(self.value) + 2 * self.half

    @property
    def interval(self) -> str:
        """The values that round to the figure, in words."""
        scale = 100 if self.percentage else 1
        sign = "%" if self.percentage else ""
        ends = [
            _decimal(abs(end) * scale, self.decimals + 1) + sign
            for end in sorted((abs(self.value) - self.half, abs(self.value) + self.half))
        ]
        return f"from {ends[0]} up to, but not including, {ends[1]}"


def _decimal(value: Fraction, digits: int) -> str:
    whole, rest = divmod(int(value * 10**digits), 10**digits)
    return f"{whole}.{rest:0{digits}d}" if digits else str(whole)


def read_published(text: str) -> Printed:
    """Return the figure that a document prints as `text`.

    A number, with thousands separators, a currency sign or a per cent sign; a ratio ("5 to 1", "1-1",
    "$500 for each $1", "3/2", "820 of 22,100"); "1 in 20"; or one of the words even money, equal, stand-off,
    push, lose, NA. Brackets around it are left out.

    >>> read_published("2.0%").is_rounding_of(Fraction(68, 3375)), read_published("(35 to 1)").value
    (True, Fraction(35, 1))

    Raises:
        PublishedError: the text has none of these forms.
    """
    words = " ".join(text.split()).strip("()")
    if words.casefold() in _WORDS:
        return Printed(text, _WORDS[words.casefold()], Fraction(0), percentage=False, decimals=0)
    for form, pattern in _FORMS.items():
        match = pattern.fullmatch(words)
        if match is None:
            continue
        try:
            numbers = [_number(part) for part in match.groups()]
        except ValueError:  # of more digits than Python reads
            break
        if form in ("ratio", "one in"):
            if not numbers[1]:
                break
            return Printed(text, numbers[0] / numbers[1], Fraction(0), percentage=False, decimals=0)
        decimals = len(match[1].partition(".")[2])
        scale = 100 if form == "percentage" else 1
        exact = form == "number" and not decimals
        half = Fraction(0) if exact else Fraction(1, 2 * 10**decimals * scale)
        return Printed(text, numbers[0] / scale, half, form == "percentage", decimals)
    forms = '"2.0%", "5 to 1", "$500 for each $1", "1 in 20", "22,100", "stand-off"'
    raise PublishedError(f"{text!r} is no figure (write {forms})")


def _number(text: str) -> Fraction:
    bare = re.sub(r"[$£€,\s]", "", text).replace("−", "-").replace("one", "1")
    return Fraction(bare)
