"""Printed figures, read exactly, and verdicts: a figure or statement compared with its exact answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from msgspec import Struct, field

from combin.formatting import decimal, percent, plain
from combin.rules.errors import RulesError, shown


class PublishedError(ValueError):
    """A published text that is not a figure in any form of the language."""


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
    """Value of a printed formula."""
    COUNT = "a count", (Form.NUMBER,)
    PROBABILITY = "a probability", (Form.NUMBER, Form.PERCENTAGE, Form.TO, Form.PART, Form.QUOTIENT)
    """ "459 to 1" are the odds against it, 1 in 460."""
    EDGE = "a share of a stake", (Form.NUMBER, Form.PERCENTAGE, Form.PART, Form.QUOTIENT)
    """A house edge, a return, an increment."""
    METER = "a share of the meter", (Form.PERCENTAGE, Form.PART, Form.QUOTIENT)
    MONEY = "a sum of money", (Form.NUMBER, Form.MONEY)
    """A prize, exactly."""
    AMOUNT = "an amount of money", (Form.NUMBER, Form.MONEY)
    """A computed sum of money, whose whole numbers are rounded too: "$73,245"."""
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
    **dict.fromkeys(("even money", "evens", "equal"), (Form.TO, 1)),
    **dict.fromkeys(("push", "stand-off", "standoff", "stand off"), (Form.RESULT, 0)),
    **dict.fromkeys(("lose", "loses"), (Form.RESULT, -1)),
    **dict.fromkeys(("na", "none", "nothing"), (Form.NOTHING, 0)),
}
_ABOUT = re.compile(
    r"(?:about|approximately|approx\.?|around|roughly|circa|ca\.?|some)\s+|[~≈]\s*", re.IGNORECASE
)
_GROUPED = {".": r"\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}", ",": r"\d{1,3}(?:\.\d{3})+"}
"""Digits in groups: thousands, and the lakhs of Indian documents; a group of two at the end is neither."""
_LONGEST = 100


def digits_pattern(sign: str) -> str:
    """Return the regular expression of a number as documents print it, without a currency."""
    whole = rf"(?:{_GROUPED[sign]}|\d{{1,3}}(?:[ \u00a0\u202f']\d{{3}})+|\d+)"
    mark = re.escape(sign)
    return rf"(?:{whole}(?:{mark}\d+)?|{mark}\d+)"


@cache
def _forms(sign: str) -> dict[Form, re.Pattern[str]]:
    number = rf"[-−+]?[$£€]?\s*{digits_pattern(sign)}"
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
        return self.form in self.measure.forms and not (self.against and self.digits < 0)

    @property
    def against(self) -> bool:
        """Whether it gives the odds against what it measures, a probability."""
        return self.form is Form.TO and self.measure is Measure.PROBABILITY

    @property
    def rounded(self) -> Printed:
        """The figure with its last digit rounded, even if it is usually exact."""
        return replace(self, unit=self.unit or Fraction(1))

    @property
    def percentage(self) -> bool:
        """Whether it is written with a per cent sign."""
        return self.form is Form.PERCENTAGE

    @property
    def _scale(self) -> tuple[Fraction | int, Fraction | int, Fraction | int, Fraction | int]:
        """The numbers a, b, c, d by which digits x say (a x + b) / (c x + d)."""
        if self.against:
            return 0, self.beside, 1, self.beside
        if self.form is Form.FOR and self.measure is Measure.PAY:
            return 1, -self.beside, 0, self.beside
        return (0, self.beside, 1, 0) if self.inverse else (1, 0, 0, self.beside)

    def _said_by(self, digits: Fraction) -> Fraction:
        a, b, c, d = self._scale
        return (a * digits + b) / (c * digits + d)

    @property
    def value(self) -> Fraction:
        """What its digits say."""
        return self._said_by(self.digits)

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest value that its last digit leaves open: 2/5 and 2/3 of "1 in 2"."""
        one, other = (self._said_by(self.digits + side * self.unit / 2) for side in (-1, 1))
        return min(one, other), max(one, other)

    def on_scale(self, exact: Fraction) -> Fraction | None:
        """Return the number that is printed of an exact value, before rounding; None if none can be."""
        a, b, c, d = self._scale
        return None if a == c * exact else (d * exact - b) / (a - c * exact)

    def is_rounding_of(self, exact: Fraction) -> bool:
        """Return whether `exact`, rounded half up to the digits printed, gives the figure.

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
        """Return whether `exact`, cut off behind the digits printed, gives the figure: 0.0188 "1.8%"."""
        number = self.on_scale(exact)
        if number is None or not self.unit:
            return exact == self.value
        same_sign = (number > 0) == (self.digits > 0) or not self.digits
        return same_sign and abs(self.digits) <= abs(number) < abs(self.digits) + self.unit

    def shown(self, exact: Fraction, places: int | None = None) -> str:
        """Return an exact value in the form of the figure, with `places` decimals, by default more.

        >>> read_published("1 in 460").shown(Fraction(48, 22100))
        '1 in 460.4167'
        """
        places = max(4, self.decimals + 2) if places is None else places
        number = self.on_scale(exact)
        if self.percentage:
            return percent(exact, places)
        if number is None or not (self.inverse or self.against):
            return short(exact, places)
        text = short(number, places)
        return f"{plain(self.beside)} in {text}" if self.inverse else f"{text} to {plain(self.beside)}"

    @property
    def interval(self) -> str:
        """The values that round to the figure, in words."""
        sign = "%" if self.percentage else ""
        least, most = (abs(self.digits) + side * self.unit / 2 for side in (-1, 1))
        low, high = (decimal(end, self.decimals + 1) + sign for end in (least, most))
        return f"from {low} up to, but not including, {high}"


def short(number: Fraction, places: int = 6) -> str:
    """Return a whole number as it is, another one as a decimal."""
    return plain(number) if number.denominator == 1 else decimal(number, places)


@lru_cache(maxsize=4_000)  # documents print the same figures again and again
def read_published(text: str, sign: str = ".") -> Printed:
    """Return the figure that a document prints as `text`; PublishedError if it is none.

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
    raise PublishedError(f"{short!r} is not a figure (write {forms})")


def _printed(text: str, form: Form, parts: list[str], *, about: bool) -> Printed:
    """Return the figure of a number, or of the two numbers of odds or a part."""
    of = parts[1] if len(parts) > 1 else 100 if form is Form.PERCENTAGE else 1
    first, second = Fraction(parts[0]), Fraction(of)
    # Of "1 in 460" the 460 is rounded and of "7 in 10" the 7; "820 of 22,100" are counts.
    inverse = form in (Form.PART, Form.QUOTIENT) and first == 1
    of_ten = form is Form.PART and second > 1 and str(second).rstrip("0") == "1"
    digits, counterpart, rounded = (second, first, parts[1]) if inverse else (first, second, parts[0])
    decimals = len(rounded.partition(".")[2])
    rounded_part = form is Form.PART and (inverse or of_ten)
    open_end = bool(decimals) or about or form is Form.PERCENTAGE or rounded_part
    zeros = len(rounded) - len(rounded.rstrip("0")) if about and digits and not decimals else 0
    last = Fraction(1, 10**decimals)
    unit = max(last, min(last * 10**zeros, abs(digits) / 10)) if open_end else Fraction(0)
    if form is Form.NUMBER and re.search("[$£€]", text):
        form = Form.MONEY
    return Printed(text, form, digits, counterpart, unit, decimals, inverse=inverse)


class Verdict(StrEnum):
    """Result of the check of a claim."""

    EXACT = "exact"
    ROUNDS = "rounds to the published digits"
    CUT_OFF = "cut off, not rounded"
    DIFFERS = "differs"
    READING = "true only under a stated reading"
    CANNOT_OCCUR = "cannot occur"
    INCONSISTENT = "inconsistent"
    NOT_CHECKABLE = "not checkable"


class Compare(StrEnum):
    """How a published figure is compared with the exact value."""

    EXACT = "exact"
    ROUNDED = "rounded"
    AT_MOST = "at most"
    AT_LEAST = "at least"


class Weight(IntEnum):
    """Importance of a finding; a greater one is more important."""

    FORM = 1
    MEANING = 2
    MONEY = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about the document that its owner should know, in one or two sentences, and what to do."""

    weight: Weight
    place: str
    text: str
    action: str

    def to_dict(self) -> dict[str, str]:
        """Return the finding as JSON has it."""
        weight = self.weight.name.lower()
        return {"weight": weight, "place": self.place, "text": self.text, "action": self.action}


class Judged(Struct, frozen=True, kw_only=True):
    """One claim with its verdict.

    `place` cites the document, `says` is the claim in our words, `published` the printed figure. `value` is
    the exact value if it is a number, `exact` that value or fact as text, `decimal` the rounded decimal.
    `difference` is published less exact, for a figure that differs. `evidence` is the counts and arithmetic.
    `table`, `row`, `column` place a figure in a printed table, `section` in the document. `beside` are more
    figures of its row. `chance` is the probability of its case in a round, 0 if that cannot occur.
    """

    id: str
    section: str
    place: str
    says: str
    verdict: Verdict
    reason: str
    published: str = ""
    value: Fraction | None = None
    exact: str = ""
    decimal: str = ""
    evidence: tuple[str, ...] = ()
    difference: Fraction | None = None
    finding: Finding | None = None
    table: str = ""
    row: str = ""
    column: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)
    chance: Fraction | None = None

    @property
    def cell(self) -> str:
        """The row and the column of a figure in a printed table, in words."""
        return ", ".join(part for part in (self.row, self.column) if part)

    @property
    def contradicted(self) -> bool:
        """Whether a published figure or statement is wrong."""
        return self.verdict is Verdict.DIFFERS

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as JSON has it, entries without content left out."""
        often = self.chance
        chance = None if often is None else {"fraction": str(often), "decimal": decimal(often, 12)}
        entries: dict[str, Any] = {
            "id": self.id,
            "section": self.section,
            "place": self.place,
            "says": self.says,
            "cell": self.cell,
            "published": self.published,
            "exact": None if self.value is None else {"fraction": str(self.value), "decimal": self.decimal},
            "is": self.exact if self.value is None else "",
            "verdict": self.verdict.value,
            "difference": None if self.difference is None else str(self.difference),
            "reason": self.reason,
            "probability_in_a_round": chance,
            "beside": dict(self.beside),
            "evidence": list(self.evidence),
        }
        return {key: entry for key, entry in entries.items() if entry not in ("", None, [], {})}


def judge_answer(
    answer: Answer, printed: Printed | None, compare: Compare
) -> tuple[Verdict, str, Candidate | None]:
    """Return the verdict, the reason in one line, and the candidate whose value is to be shown."""
    if answer.never:
        return Verdict.CANNOT_OCCUR, answer.never, None
    if answer.unknown or not answer.candidates:
        return Verdict.NOT_CHECKABLE, answer.unknown, answer.candidates[0] if answer.candidates else None
    if printed is not None and not printed.fits:
        reason = f"{printed.text} is {printed.form.value}, where {printed.measure.words} is needed"
        return Verdict.DIFFERS, reason, answer.candidates[0]
    true = [one for one in answer.candidates if _holds(one, printed, compare)]
    if not true:
        return _false(answer, printed, compare)
    first = true[0]
    if len(true) < len(answer.candidates) or answer.assumes:
        return Verdict.READING, conditions_in_words(true, answer.candidates, every=answer.assumes), first
    if not isinstance(first.value, Fraction) or printed is None:
        return Verdict.EXACT, "as stated", first
    if first.value == printed.value:
        return Verdict.EXACT, "the exact value", first
    if compare in (Compare.AT_MOST, Compare.AT_LEAST):
        return Verdict.EXACT, f"{printed.text} is {compare.value} {printed.shown(first.value)}", first
    return Verdict.ROUNDS, f"{printed.shown(first.value)} rounds to {printed.text}", first


def _holds(candidate: Candidate, printed: Printed | None, compare: Compare) -> bool:
    if candidate.holds is not None:
        return candidate.holds
    if not isinstance(candidate.value, Fraction) or printed is None:
        return False
    match compare:
        case Compare.EXACT:
            return candidate.value == printed.value
        case Compare.ROUNDED:
            return candidate.value == printed.value or printed.is_rounding_of(candidate.value)
        case Compare.AT_MOST:
            return printed.value <= candidate.value
        case Compare.AT_LEAST:
            return printed.value >= candidate.value


def _false(answer: Answer, printed: Printed | None, compare: Compare) -> tuple[Verdict, str, Candidate]:
    numbers = [one for one in answer.candidates if isinstance(one.value, Fraction)]
    if printed is None or not numbers:
        first = answer.candidates[0]
        if answer.inconsistent:
            return Verdict.INCONSISTENT, answer.why, first
        return Verdict.DIFFERS, f"not true: {first.value}", first

    def under(chosen: list[Candidate]) -> str:
        conditions = conditions_in_words(chosen, answer.candidates)
        return f" {conditions}" if conditions else ""

    # A value that is false for a reason of its own is not compared by its digits.
    cut = [one for one in numbers if one.holds is None and printed.is_cut_of(one.number)]
    if compare is Compare.ROUNDED and cut:
        exact = " or ".join(dict.fromkeys(printed.shown(one.number) for one in cut))
        reason = f"{exact} is {printed.text} with the digits behind it cut off{under(cut)}"
        return Verdict.CUT_OFF, reason, cut[0]
    nearest = min(numbers, key=lambda candidate: abs(printed.value - candidate.number))
    of = f", the nearest of {len(numbers)} values tried" if len(answer.candidates) > 1 else ""
    return Verdict.DIFFERS, answer.why or f"{_gap(nearest.number, printed)}{under([nearest])}{of}", nearest


def _gap(exact: Fraction, printed: Printed) -> str:
    """Return how far a figure is from an exact value; of odds and parts, what should be printed."""
    if printed.inverse or printed.against:
        return f"the exact value is {printed.shown(exact)}"
    gap = printed.value - exact
    off = short(gap)
    if printed.percentage:
        off = f"{decimal(gap * 100, max(4, printed.decimals + 2))} percentage points"
    return f"off by {'+' if gap > 0 else ''}{off} from the exact value"


def conditions_in_words(
    true: list[Candidate], candidates: tuple[Candidate, ...], *, every: bool = False
) -> str:
    """Return the conditions of the true candidates, of all that were tried.

    Only conditions that some false candidate does not meet are named, unless `every` one is asked for. Where
    a false one meets all that are named, only combinations are true: each combination is listed.
    """
    parts, left = [], candidates
    names = dict.fromkeys(key for one in candidates for key in one.conditions)
    for name in names:
        met = dict.fromkeys(one.conditions[name] for one in true if name in one.conditions)
        tried = dict.fromkeys(one.conditions[name] for one in candidates if name in one.conditions)
        if met and (every or len(met) < len(tried)):
            parts.append(f"{name} {' or '.join(met)}")
            left = tuple(one for one in left if one.conditions.get(name) in met)
    several = [name for name in names if len({one.conditions.get(name) for one in true}) > 1]
    if len(left) <= len(true) or not several:
        return ", ".join(parts)
    first, ways = several[0], []
    for value in dict.fromkeys(one.conditions.get(first) for one in true):
        group = [one for one in candidates if one.conditions.get(first) == value]
        within = conditions_in_words([one for one in true if one in group], (*group,), every=every)
        named = "" if every or value is None else f"{first} {value}"
        ways += [", ".join(filter(None, (named, way))) for way in within.split("; or ")]
    return "; or ".join(ways)


class UncheckableError(ValueError):
    """A claim whose quantity lacks what it needs in this game or document; the message is what it lacks."""


Value = Fraction | str | None


class Candidate(Struct, frozen=True):
    """One value that the claim can mean.

    `conditions` name how the document must be read for it ("per unit of" -> "all money wagered"). A value
    that is a number is compared with the published figure; for a statement, `holds` says whether it is true.
    `shown` is what the exact value is, where `value` is only what would be printed of it.
    """

    value: Value
    conditions: Mapping[str, str] = field(default_factory=dict)
    holds: bool | None = None
    shown: str = ""

    @property
    def number(self) -> Fraction:
        """The value of one that is a number."""
        if not isinstance(self.value, Fraction):
            raise TypeError(f"{self.value!r} is not a number")
        return self.value


class Answer(Struct, frozen=True):
    """The exact answer to a claim.

    `candidates` has one entry for each reading of the document, first that of the rule file; none where the
    claim cannot be computed, with the reason in `unknown`, or where its case never happens, with the proof in
    `never`. `evidence` is the arithmetic; `facts` are figures that a claim's own sentence may quote. A false
    statement that is `inconsistent` is about the document itself, with the fault in `why`. With `assumes` the
    document states none of the conditions, so that any true candidate is true under a reading. `beside` are
    figures for the row of a printed table, by the heading of their column; `chance` is the probability of
    the figure's case in a round. `measure` is the kind of the values.
    """

    candidates: tuple[Candidate, ...] = ()
    evidence: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    unknown: str = ""
    never: str = ""
    measure: Measure = Measure.NUMBER
    inconsistent: bool = False
    why: str = ""
    assumes: bool = False
    beside: Mapping[str, str] = field(default_factory=dict)
    chance: Fraction | None = None


def value(worked_out: Value, *evidence: str, measure: Measure = Measure.COUNT, **facts: str) -> Answer:
    """Return an answer of one value of a kind, to be compared with what is published."""
    return Answer((Candidate(worked_out),), evidence, facts, measure=measure)


def chance(probability: Fraction, *evidence: str) -> Answer:
    """Return an answer of one probability: "1 in 20" and the odds against it, "19 to 1", say the same."""
    return value(probability, *evidence, measure=Measure.PROBABILITY)


def holds(shown: Value, *evidence: str, true: bool, **facts: str) -> Answer:
    """Return an answer to a statement that is simply true or false; `shown` is what is the case."""
    return Answer((Candidate(shown, {}, true),), evidence, facts)


def consistent(shown: str, *evidence: str, true: bool, **facts: str) -> Answer:
    """Return an answer to whether the document is in order; `shown` is its fault where it is not."""
    return Answer((Candidate(shown, {}, true),), evidence, facts, inconsistent=True, why=shown)


def unknown(reason: str, *evidence: str, **facts: str) -> Answer:
    """Return an answer that cannot be had, for a reason."""
    return Answer((), evidence, facts, unknown=reason)


def quoted(text: str, place: tuple[str, ...]) -> list[str]:
    """Return the fields that a text quotes: bare names in braces, no attribute, index, conversion, width."""
    try:
        fields = [part[1:] for part in Formatter().parse(text) if part[1] is not None]
    except ValueError:
        raise RulesError(place, f"{shown(text)} has a single brace (write {{{{ or }}}} for one)") from None
    if any(spec or conversion or not str(name).isidentifier() for name, spec, conversion in fields):
        raise RulesError(place, f"{shown(text)}: a field is a bare name in braces, such as {{published}}")
    return [str(name) for name, _, _ in fields]


def filled(text: str, facts: Mapping[str, str], place: tuple[str, ...]) -> str:
    """Return a text with its fields filled in."""
    if any(name not in facts for name in quoted(text, place)):
        known = ", ".join(f"{{{name}}}" for name in facts)
        raise RulesError(place, f"it can only quote {known}")
    return text.format_map(facts)
