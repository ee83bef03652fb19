"""Figures as documents print them: read exactly, with the interval that their last digit leaves open."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache

from combin.decimals import decimal, percent, plain


class PublishedError(ValueError):
    """A published text that is no figure in any of the forms that are understood."""


class Form(Enum):
    """How a figure is written."""

    NUMBER = "a number"
    MONEY = "a sum of money"
    PERCENTAGE = "a percentage"
    TO = "odds"
    """ "5 to 1", "5-1", "5:1", "even money"."""
    FOR = "odds with the stake"
    """ "6 for 1", "$500 for each $1"."""
    PART = "a part"
    """ "1 in 20", "820 of 22,100"."""
    QUOTIENT = "a quotient"
    """ "3/2": odds of a pay, a part of anything else."""
    RESULT = "a result"
    """ "push", "lose"."""
    NOTHING = "nothing"
    """ "NA", "none", "nothing": 0 of any kind."""


class Measure(Enum):
    """The kind of an exact value: what it measures, and in which forms it can be printed.

    A figure in another form is of another kind, and never equal: "100%" of a meter is no even money.
    """

    NUMBER = "a number of any kind", tuple(Form)
    """What a printed formula comes to."""
    COUNT = "a count", (Form.NUMBER,)
    PROBABILITY = "a probability", (Form.NUMBER, Form.PERCENTAGE, Form.TO, Form.PART, Form.QUOTIENT)
    """ "459 to 1" are the odds against it, 1 in 460."""
    EDGE = "a share of a stake", (Form.NUMBER, Form.PERCENTAGE, Form.PART, Form.QUOTIENT)
    """A house edge, a return, an increment."""
    METER = "a share of the meter", (Form.PERCENTAGE, Form.PART, Form.QUOTIENT)
    MONEY = "a sum of money", (Form.NUMBER, Form.MONEY)
    """A prize, exactly."""
    AMOUNT = "an amount of money", (Form.NUMBER, Form.MONEY)
    """A sum of money that was worked out, whose whole numbers are rounded too: "$73,245"."""
    STAKES = "a number of initial wagers", (Form.NUMBER, Form.PERCENTAGE, Form.QUOTIENT)
    """A mean or a deviation, rounded in the same way."""
    MULTIPLE = "a multiple of a wager", (Form.NUMBER, Form.TO, Form.FOR, Form.QUOTIENT)
    """ "equal", "2 to 1", "$5 for each $5"."""
    PAY = "odds", (Form.NUMBER, Form.TO, Form.FOR, Form.QUOTIENT, Form.RESULT)
    """What is gained for each unit staked: "5 to 1" is 5, and "5 for 1", the stake included, is 4."""

    def __init__(self, words: str, forms: tuple[Form, ...]) -> None:
        self.words = words
        self.forms = (*forms, Form.NOTHING)


_WORDS = {
    "even money": (Form.TO, 1),
    "evens": (Form.TO, 1),
    "equal": (Form.TO, 1),
    "push": (Form.RESULT, 0),
    "stand-off": (Form.RESULT, 0),
    "standoff": (Form.RESULT, 0),
    "stand off": (Form.RESULT, 0),
    "lose": (Form.RESULT, -1),
    "loses": (Form.RESULT, -1),
    "na": (Form.NOTHING, 0),
    "none": (Form.NOTHING, 0),
    "nothing": (Form.NOTHING, 0),
}
_ABOUT = re.compile(
    r"(?:about|approximately|approx\.?|around|roughly|circa|ca\.?|some)\s+|[~≈]\s*", re.IGNORECASE
)
_GROUPED = {
    ".": r"\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}",
    ",": r"\d{1,3}(?:\.\d{3})+",
}
"""Digits in groups: thousands, and the lakhs of Indian documents; a group of two at the end is neither."""
_LONGEST = 100


def _number_pattern(sign: str) -> str:
    whole = rf"(?:{_GROUPED[sign]}|\d{{1,3}}(?:[ \u00a0\u202f']\d{{3}})+|\d+)"
    mark = re.escape(sign)
    return rf"[-−+]?[$£€]?\s*(?:{whole}(?:{mark}\d+)?|{mark}\d+)"


@cache
def _forms(sign: str) -> dict[Form, re.Pattern[str]]:
    number = _number_pattern(sign)
    patterns = {
        Form.PART: rf"({number}|one)\s*(?:in|out of|of)\s*({number})",
        Form.FOR: rf"({number})\s*for(?: each| every)?\s*({number})",
        Form.QUOTIENT: rf"({number})\s*/\s*({number})",
        Form.TO: rf"({number})\s*(?:to|:|-)\s*({number})(?: against)?",
        Form.PERCENTAGE: rf"({number})\s*(?:%|per ?cent)",
        Form.NUMBER: rf"({number})",
    }
    return {form: re.compile(pattern, re.IGNORECASE | re.ASCII) for form, pattern in patterns.items()}


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed figure.

    `digits` is the number whose last digit is rounded: of "2.0%" 2.0, of "1 in 460" 460, of "459 to 1" 459.
    `beside` is the other number of odds and parts. `unit` is one unit of its last digit, 0 where it is meant
    exactly (pays, counts, words), and `decimals` how many digits stand behind its point. `measure` is what it
    is compared with.
    """

    text: str
    form: Form
    digits: Fraction
    beside: Fraction
    unit: Fraction
    decimals: int
    measure: Measure = Measure.NUMBER
    inverse: bool = False

    def of(self, measure: Measure) -> Printed:
        """Return the figure as it says something of such a value.

        >>> read_published("6 for 1").of(Measure.PAY).value
        Fraction(5, 1)
        >>> read_published("459 to 1").of(Measure.PROBABILITY).is_rounding_of(Fraction(48, 22100))
        True
        """
        worked_out = self.form in (Form.NUMBER, Form.MONEY)
        rounded = {
            Measure.AMOUNT: worked_out,
            Measure.STAKES: worked_out,
            Measure.PROBABILITY: self.form is Form.TO or (self.form is Form.QUOTIENT and self.inverse),
        }.get(measure, False)
        return replace(self, measure=measure, unit=self.unit or Fraction(rounded))

    @property
    def fits(self) -> bool:
        """Whether it is of the kind that it is compared with."""
        against = self.form is Form.TO and self.measure is Measure.PROBABILITY
        return self.form in self.measure.forms and not (against and self.digits < 0)

    @property
    def rounded(self) -> Printed:
        """The figure with its last digit rounded, whatever is usual for what it says."""
        return replace(self, unit=self.unit or Fraction(1))

    @property
    def percentage(self) -> bool:
        """Whether it is written with a per cent sign."""
        return self.form is Form.PERCENTAGE

    @property
    def value(self) -> Fraction:
        """What its digits say."""
        first, second = (self.beside, self.digits) if self.inverse else (self.digits, self.beside)
        if self.form is Form.TO and self.measure is Measure.PROBABILITY:
            return second / (first + second)
        if self.form is Form.FOR and self.measure is Measure.PAY:
            return first / second - 1
        return first / second

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest value that its last digit leaves open: 2/5 and 2/3 of "1 in 2"."""
        one, other = (replace(self, digits=self.digits + side * self.unit / 2).value for side in (-1, 1))
        return min(one, other), max(one, other)

    def on_scale(self, exact: Fraction) -> Fraction | None:
        """Return the number that is printed of an exact value, before rounding; None if none can be."""
        if self.form is Form.TO and self.measure is Measure.PROBABILITY:
            return self.beside * (1 - exact) / exact if exact else None
        if self.form is Form.FOR and self.measure is Measure.PAY:
            return (exact + 1) * self.beside
        if self.inverse:
            return self.beside / exact if exact else None
        return exact * self.beside

    def is_rounding_of(self, exact: Fraction) -> bool:
        """Tell whether `exact`, rounded half up to the digits printed, gives the figure.

        "2.0%" is the rounding of everything from 1.95% up to, but not with, 2.05%; "1 in 460" of one in 459.5
        up to 460.5.
        """
        if not self.fits:
            return False
        number = self.on_scale(exact)
        if number is None or not self.unit:
            return exact == self.value
        low, high = self.digits - self.unit / 2, self.digits + self.unit / 2
        if self.digits > 0:
            return low <= number < high
        return low < number <= high if self.digits < 0 else low < number < high

    def is_cut_of(self, exact: Fraction) -> bool:
        """Tell whether `exact`, cut off behind the digits printed, gives the figure: 0.0188 "1.8%"."""
        number = self.on_scale(exact)
        if number is None or not self.unit:
            return exact == self.value
        same_sign = (number > 0) == (self.digits > 0) or not self.digits
        return same_sign and abs(self.digits) <= abs(number) < abs(self.digits) + self.unit

    @property
    def odds(self) -> bool:
        """Whether it is written as odds or as "1 in 20" of what it measures, not as a number."""
        return self.inverse or (self.form is Form.TO and self.measure is Measure.PROBABILITY)

    def shown(self, exact: Fraction) -> str:
        """Return an exact value as the figure prints it, with more digits.

        >>> read_published("1 in 460").shown(Fraction(48, 22100))
        '1 in 460.4167'
        """
        places = max(4, self.decimals + 2)
        number = self.on_scale(exact)
        if self.percentage:
            return percent(exact, places)
        if not self.odds or number is None:
            return _short(exact, places)
        told = _short(number, places)
        return f"{plain(self.beside)} in {told}" if self.inverse else f"{told} to {plain(self.beside)}"

    @property
    def interval(self) -> str:
        """The values that round to the figure, in words."""
        sign = "%" if self.percentage else ""
        ends = [
            decimal(end, self.decimals + 1) + sign
            for end in sorted((abs(self.digits) - self.unit / 2, abs(self.digits) + self.unit / 2))
        ]
        return f"from {ends[0]} up to, but not including, {ends[1]}"


def _short(number: Fraction, places: int) -> str:
    return plain(number) if number.denominator == 1 else decimal(number, places)


def read_published(text: str, sign: str = ".") -> Printed:
    """Return the figure that a document prints as `text`.

    A number, with thousands separators, a currency sign or a per cent sign; odds ("5 to 1", "1-1", "3/2",
    "$500 for each $1"); a part ("1 in 20", "820 of 22,100"); or one of the words even money, equal,
    stand-off, push, lose, NA. Brackets around it are left out. After "about" or "approximately" the zeros at
    the end of a whole number are no digits of it, as far as a twentieth of it: "about 22,000" is the rounding
    of 22,100, and "about 30" of 28.5 to 31.5. `sign` stands
    before decimals, a point or a comma; the other one groups thousands.

    >>> read_published("2.0%").is_rounding_of(Fraction(68, 3375)), read_published("(35 to 1)").value
    (True, Fraction(35, 1))
    >>> read_published("1 in 460").is_rounding_of(Fraction(48, 22100))
    True

    Raises:
        PublishedError: the text has none of these forms.
    """
    words = " ".join(text.split()).strip("()")
    if words.casefold() in _WORDS:
        form, number = _WORDS[words.casefold()]
        return Printed(text, form, Fraction(number), Fraction(1), Fraction(0), 0)
    bare = _ABOUT.sub("", words, count=1)
    for form, pattern in _forms(sign).items():
        match = pattern.fullmatch(bare) if len(bare) <= _LONGEST else None
        if match is None:
            continue
        parts = [
            re.sub(r"[$£€+\s\u00a0\u202f',.]", lambda mark: "." * (mark[0] == sign), part)
            for part in match.groups()
        ]
        parts = ["1" if part.casefold() == "one" else part.replace("−", "-") for part in parts]
        if len(parts) > 1 and not Fraction(parts[1]):
            break
        return _printed(text, form, parts, about=bare != words)
    forms = '"2.0%", "5 to 1", "$500 for each $1", "1 in 20", "22,100", "stand-off", "about 2%"'
    if sign == "." and re.search(r"\d,\d", words):
        forms += '; a comma groups thousands, unless the file says decimal = ","'
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    raise PublishedError(f"{short!r} is no figure (write {forms})")


def _printed(text: str, form: Form, parts: list[str], *, about: bool) -> Printed:
    """Return the figure of a number, or of the two numbers of odds or a part."""
    first, second = (
        Fraction(parts[0]),
        Fraction(parts[1] if len(parts) > 1 else 100 if form is Form.PERCENTAGE else 1),
    )
    # Of "1 in 460" the 460 is rounded and of "7 in 10" the 7; "820 of 22,100" are counts.
    inverse = form in (Form.PART, Form.QUOTIENT) and first == 1
    of_ten = form is Form.PART and second > 1 and str(second).rstrip("0") == "1"
    digits, beside, rounded = (second, first, parts[1]) if inverse else (first, second, parts[0])
    decimals = len(rounded.partition(".")[2])
    open_end = (
        bool(decimals) or about or form is Form.PERCENTAGE or (form is Form.PART and (inverse or of_ten))
    )
    whole = about and digits and not decimals
    zeros = len(rounded) - len(rounded.rstrip("0")) if whole else 0
    last = Fraction(1, 10**decimals)
    unit = max(last, min(last * 10**zeros, abs(digits) / 10)) if open_end else Fraction(0)
    if form is Form.NUMBER and re.search("[$£€]", text):
        form = Form.MONEY
    return Printed(text, form, digits, beside, unit, decimals, inverse=inverse)
