"""Verdicts: what a worked-out answer says of a published figure or statement."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from string import Formatter
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from combin.audit.published import Measure, Printed
from combin.decimals import decimal, plain
from combin.rules.errors import RulesError, shown

if TYPE_CHECKING:
    from collections.abc import Mapping


class Verdict(StrEnum):
    """What can be said of a claim."""

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
    """How much a finding matters; the greater, the more."""

    FORM = 1
    MEANING = 2
    MONEY = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about the document that its owner should know, in one or two sentences."""

    weight: Weight
    place: str
    text: str

    def to_dict(self) -> dict[str, str]:
        """Return the finding as JSON has it."""
        return {"weight": self.weight.name.lower(), "place": self.place, "text": self.text}


class Judged(Struct, frozen=True, kw_only=True):
    """One claim with its verdict.

    `place` cites the document, `says` is the claim in our words and `published` the figure as printed.
    `value` is the exact value if it is a number, `exact` that value (or what is the case) as text and
    `decimal` as a rounded decimal. `difference` is published less exact, for a figure that differs.
    `evidence` are the counts and the arithmetic. `table`, `row` and `column` tell where a figure stands in a
    printed table, `section` in which part of the document. `beside` are more figures for its row. `chance` is
    the probability in a round of what it is about, 0 if that cannot occur.
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
            "probability_in_a_round": None
            if self.chance is None
            else {"fraction": str(self.chance), "decimal": decimal(self.chance, 12)},
            "beside": dict(self.beside),
            "evidence": list(self.evidence),
        }
        return {key: entry for key, entry in entries.items() if entry not in ("", None, [], {})}


def beside_printed(value: Fraction, printed: Printed | None) -> str:
    """Return an exact value as a decimal beside a printed figure, with more digits than it prints."""
    if printed is None:
        return plain(value) if value.denominator == 1 else decimal(value, 6)
    return printed.shown(value)


def judge_answer(
    answer: Answer, printed: Printed | None, compare: Compare
) -> tuple[Verdict, str, Candidate | None]:
    """Return the verdict, the reason in one line, and the candidate whose value is to be shown."""
    if answer.never:
        return Verdict.CANNOT_OCCUR, answer.never, None
    if answer.unknown or not answer.candidates:
        return Verdict.NOT_CHECKABLE, answer.unknown, answer.candidates[0] if answer.candidates else None
    if printed is not None and not printed.fits:
        reason = f"{printed.text} is {printed.form.value}, where {printed.measure.words} is asked for"
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
        return Verdict.DIFFERS, f"not so: {first.value}", first
    wanted = printed.value
    # What is false for a reason of its own is not judged again by its digits.
    cut = [one for one in numbers if one.holds is None and printed.is_cut_of(one.number)]
    if compare is Compare.ROUNDED and cut:
        exact = " or ".join(dict.fromkeys(printed.shown(one.number) for one in cut))
        return (
            Verdict.CUT_OFF,
            f"{exact} is {printed.text} with the digits behind it cut off{_under(cut, answer)}",
            cut[0],
        )
    nearest = min(numbers, key=lambda candidate: abs(wanted - candidate.number))
    of = f", the nearest of {len(numbers)} values tried" if len(answer.candidates) > 1 else ""
    return (
        Verdict.DIFFERS,
        answer.why or f"{_gap(nearest.number, printed)}{_under([nearest], answer)}{of}",
        nearest,
    )


def _under(chosen: list[Candidate], answer: Answer) -> str:
    """Return the conditions of some candidates as the end of a sentence, if there are any."""
    conditions = conditions_in_words(chosen, answer.candidates)
    return f" {conditions}" if conditions else ""


def _gap(exact: Fraction, printed: Printed) -> str:
    """Return how far a figure is from an exact value; of odds and parts, what should be printed."""
    if printed.odds:
        return f"the exact value is {printed.shown(exact)}"
    return f"off by {_difference(printed.value - exact, printed)} from the exact value"


def _difference(gap: Fraction, printed: Printed) -> str:
    sign = "+" if gap > 0 else ""
    if printed.percentage:
        return f"{sign}{decimal(gap * 100, max(4, printed.decimals + 2))} percentage points"
    return sign + (plain(gap) if gap.denominator == 1 else decimal(gap, 6))


def conditions_in_words(
    true: list[Candidate], candidates: tuple[Candidate, ...], *, every: bool = False
) -> str:
    """Return under which conditions the true candidates stand, of all that were tried.

    Only conditions that some false candidate does not meet are named, unless `every` one is asked for. Where
    a false one meets all that are named, they hold together only: each way in which they do is told.
    """
    parts, told = [], candidates
    names = dict.fromkeys(key for one in candidates for key in one.conditions)
    for name in names:
        met = dict.fromkeys(one.conditions[name] for one in true if name in one.conditions)
        tried = dict.fromkeys(one.conditions[name] for one in candidates if name in one.conditions)
        if met and (every or len(met) < len(tried)):
            parts.append(f"{name} {' or '.join(met)}")
            told = tuple(one for one in told if one.conditions.get(name) in met)
    several = [name for name in names if len({one.conditions.get(name) for one in true}) > 1]
    if len(told) <= len(true) or not several:
        return ", ".join(parts)
    first, ways = several[0], []
    for value in dict.fromkeys(one.conditions.get(first) for one in true):
        alike = [one for one in candidates if one.conditions.get(first) == value]
        within = conditions_in_words([one for one in true if one in alike], (*alike,), every=every)
        named = "" if every or value is None else f"{first} {value}"
        ways += [", ".join(filter(None, (named, way))) for way in within.split("; or ")]
    return "; or ".join(ways)


class UntrueError(ValueError):
    """A claim about something that cannot be: a hand that the deck lacks, a line that a table has not.

    The audit judges it like any other statement; the message is what is wrong with it.
    """


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
            raise TypeError(f"{self.value!r} is no number")
        return self.value


class Answer(Struct, frozen=True):
    """The result of working out a claim.

    `candidates` has one entry for each way to read the document, the first being the one that the rule file
    adopts; none where the claim cannot be worked out, with the reason in `unknown`, or where what it speaks
    of never happens, with the proof in `never`. `evidence` are lines that can be followed with a pocket
    calculator; `facts` are figures that a claim's own sentence may quote. A false statement that is
    `inconsistent` is one about the document itself, `why` being what is wrong with it. `assumes` says that
    the document states none of the conditions, so that whatever is true stands under a reading. `beside` are
    figures for the row of a printed table, by the heading of their column, and `chance` is the probability
    in a round of what a figure is about. `measure` is the kind of the values.
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


def unknown(reason: str, *evidence: str, **facts: str) -> Answer:
    """Return an answer that cannot be had, for a reason."""
    return Answer((), evidence, facts, unknown=reason)


def quoted(text: str, place: tuple[str, ...]) -> list[str]:
    """Return the names of the fields that a text quotes, each a bare name in braces.

    An attribute, an index, a conversion or a width is none: a text from outside shows what it is offered, not
    what stands behind it, and not ten million blanks beside it.
    """
    try:
        fields = [
            (name, spec or conversion)
            for _, name, spec, conversion in Formatter().parse(text)
            if name is not None
        ]
    except ValueError:
        raise RulesError(place, f"{shown(text)} has a single brace (write {{{{ or }}}} for one)") from None
    for name, more in fields:
        if more or not name.isidentifier():
            raise RulesError(place, f"{shown(text)}: a field is a bare name in braces, such as {{published}}")
    return [name for name, _ in fields]


def filled(text: str, facts: Mapping[str, str], place: tuple[str, ...]) -> str:
    """Return a text with its fields filled in."""
    if any(name not in facts for name in quoted(text, place)):
        known = ", ".join(f"{{{name}}}" for name in facts)
        raise RulesError(place, f"it can only quote {known}")
    return text.format_map(facts)
