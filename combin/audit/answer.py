"""What working out a claim gives: values with their conditions and evidence, and how they are worded."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from string import Formatter
from typing import TYPE_CHECKING

from combin.audit.published import Measure
from combin.decimals import percent
from combin.rules.errors import RulesError, shown

if TYPE_CHECKING:
    from collections.abc import Mapping


class UntrueError(ValueError):
    """A claim about something that cannot be: a hand that the deck lacks, a line that a table has not.

    The audit judges it like any other statement; the message is what is wrong with it.
    """


class UncheckableError(ValueError):
    """A claim whose quantity lacks what it needs in this game or document; the message is what it lacks."""


Value = Fraction | str | None


@dataclass(frozen=True, slots=True)
class Candidate:
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
        """The value of one that is a number.

        Raises:
            TypeError: it is not.
        """
        if not isinstance(self.value, Fraction):
            raise TypeError(f"{self.value!r} is no number")
        return self.value


@dataclass(frozen=True, slots=True)
class Answer:
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


def share(part: int, whole: int, digits: int) -> str:
    """Return a part of a whole as a percentage: `share(1, 8, 2)` is `12.50%`."""
    return percent(Fraction(part, whole), digits)


def quoted(text: str, place: tuple[str, ...]) -> list[str]:
    """Return the names of the fields that a text quotes, each a bare name in braces.

    An attribute, an index, a conversion or a width is none: a text from outside shows what it is offered, not
    what stands behind it, and not ten million blanks beside it.

    Raises:
        RulesError: a brace that opens no such field, with `place` as the place.
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
    """Return a text with its fields filled in.

    Raises:
        RulesError: a field that is none of the facts, with `place` as the place.
    """
    if any(name not in facts for name in quoted(text, place)):
        known = ", ".join(f"{{{name}}}" for name in facts)
        raise RulesError(place, f"it can only quote {known}")
    return text.format_map(facts)
