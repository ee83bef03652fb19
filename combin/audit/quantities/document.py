"""Quantities of the document itself: numbering, wording, readings, printed tables and their formulas."""

from __future__ import annotations

import ast
import itertools
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

import msgspec

from combin.audit import verdict
from combin.audit.quantities.edges import HouseEdge, edges_in_words
from combin.audit.subject import Assertion, Claim, Outline, Subject, Text, full_table, known, sentence
from combin.audit.verdict import Answer, Candidate, Measure, UncheckableError, consistent, holds, value
from combin.formatting import decimal, percent
from combin.rules.errors import RulesError
from combin.tournament.terms import MISSING, Tournament


class CrossReferences(Assertion, frozen=True, kw_only=True, tag="cross references"):
    """That every rule that the document refers to exists; its [outline] lists rules and references."""

    def answer(self, subject: Subject) -> Answer:
        outline = _outline(subject)
        if not outline.references:
            raise UncheckableError("the [outline] lists no reference")
        known = set(listed_rules(outline))
        broken = [one for one in outline.references if one.target not in known]
        counted = f"{len(known)} numbered rules, {len(outline.references)} references to them checked"
        missing = "; ".join(f"{one.source} refers to {one.target}, which does not exist" for one in broken)
        evidence = f"{counted}: {len(broken)} without a target."
        return consistent(missing or "all lead to a rule", evidence, true=not broken, missing=missing)


class Numbering(Assertion, frozen=True, kw_only=True, tag="numbering"):
    """That the numbering of the rules listed in [outline] has no gap and no number twice."""

    def answer(self, subject: Subject) -> Answer:
        rules = list(listed_rules(_outline(subject)))
        last: dict[str, int] = {}
        listed, faults = set(rules), []
        for rule in rules:
            parts = rule.split(".")
            for depth in range(1, len(parts) + 1):
                above, number = ".".join(parts[: depth - 1]), int(parts[depth - 1])
                before, whole = last.get(above, 0), depth == len(parts)
                if not whole and ".".join(parts[:depth]) in listed:
                    continue  # only a chapter that is not listed itself counts by its rules
                if number != before + 1 and (whole or number != before > 0):  # an excerpt begins anywhere
                    own = f"{above}." if above else ""
                    faults.append(f"{rule} follows {own}{before}" if before else f"{rule} comes first")
                last[above] = number
        shown = "; ".join(faults) or "no number is left out"
        evidence = f"{len(rules)} numbers in the order of the document: {len(faults)} out of order."
        return consistent(shown, evidence, true=not faults, faults=shown)


class TournamentTerms(Assertion, frozen=True, kw_only=True, tag="tournament terms"):
    """That the terms of the tournament in the rule file have each statement that the document demands."""

    def answer(self, subject: Subject) -> Answer:
        asked = Tournament.of(subject.rules)
        by_status = Counter(one.status for one in asked.statements)
        demanded = f"{len(asked.statements)} statements are demanded"
        if not asked.terms.held:
            raise UncheckableError(f"{demanded}, and no tournament is given")
        missing = ", ".join(one.rule for one in asked.statements if one.status == MISSING)
        shown = f"missing: {missing}" if missing else "none is missing"
        counts = ", ".join(f"{number} {status}" for status, number in by_status.items())
        return holds(shown, f"{demanded}: {counts}.", true=not missing)


class EqualChance(Assertion, frozen=True, kw_only=True, tag="equal chance"):
    """That two players of a tournament, who play alike, have the same chance of finishing first.

    They wager by each of the rules of `combin tournament`, in an example: the `hands` of a round, the `bank`
    of each, and the wagers.
    """

    hands: int
    bank: int
    smallest: int
    largest: int
    unit: int = 1

    def answer(self, subject: Subject) -> Answer:
        try:
            from combin.tournament.chances import WAGERING, ask_chances  # by numpy, which takes its time

            table = full_table(subject.rules)
        except ModuleNotFoundError as error:
            raise UncheckableError(f"the chances are computed by {error.name}, which is not there") from None
        wagers = {name: getattr(self, name) for name in ("hands", "bank", "smallest", "largest", "unit")}
        asked = ask_chances(subject.rules, **wagers)
        plays = None if table is None or table.rules is not subject.rules else table.mix.strategy
        if table is not None and plays is not None and plays.decisions == asked.strategy.decisions:
            asked = replace(asked, counted=table.law)
        chances = asked.chances
        if any(each.error for each in chances):
            raise UncheckableError("the chances in so many hands are not computed exactly")
        candidates, lines = [], []
        for each in chances:
            (first, second), where = each.first, {"where each places": WAGERING[each.rule]}
            said = f"{percent(first, 4)} and {percent(second, 4)}"
            candidates.append(Candidate(said, where, first == second))
            lines.append(f"{each.name}: {said}.")
        most = max(chances, key=lambda each: max(each.first))
        facts = {name: f"{number:,}" for name, number in wagers.items()}
        facts |= {"chance": percent(max(most.first), 4), "way": most.name}
        return Answer(tuple(candidates), tuple(lines), facts, assumes=True)


class Wording(Assertion, frozen=True, kw_only=True, tag="wording"):
    """A sentence that no computation can decide: it contradicts another one, or leaves something out."""

    verdict: Literal["inconsistent", "not checkable"]
    why: Text

    def answer(self, subject: Subject) -> Answer:
        del subject
        if self.verdict == "not checkable":
            return verdict.unknown(self.why)
        return Answer((Candidate(None, {}, holds=False),), inconsistent=True, why=self.why)


def listed_rules(outline: Outline) -> Iterator[str]:
    """Yield the rule numbers of an outline, ranges written out."""
    for index, entry in enumerate(outline.rules):
        ends = [part.strip() for part in entry.split("..")] if " .. " in entry else [entry.strip()]
        if len(ends) > 2 or not all(re.fullmatch(r"\d{1,4}(\.\d{1,4}){0,9}", end, re.ASCII) for end in ends):
            raise RulesError(
                ("outline", "rules"), f"entry {index + 1}: {entry!r} is not a number or range of numbers"
            )
        above, _, first = ends[0].rpartition(".")
        other, _, last = ends[-1].rpartition(".")
        if above != other or int(last) < int(first):
            raise RulesError(("outline", "rules"), f"entry {index + 1}: {entry!r} is not a range of numbers")
        for number in range(int(first), int(last) + 1):
            yield f"{above}.{number}" if above else str(number)


def _outline(subject: Subject) -> Outline:
    if not subject.outline.rules:
        raise RulesError(("quantity",), "needs an [outline] with the document's rules")
    return subject.outline


class WhichReading(Assertion, frozen=True, kw_only=True, tag="reading"):
    """A question that the rule file asks of the document under [readings].

    `stated` is the option that the document's words state beyond doubt, if they do. Otherwise the options are
    tested against every house edge that the document publishes.
    """

    question: Text
    stated: str = ""

    def answer(self, subject: Subject) -> Answer:
        questions = subject.rules.file.readings
        missing = f"no reading {self.question!r} in the rule file"
        question = known("question", questions, self.question, missing)
        if self.stated:
            known("stated", question.options, self.stated, f"no option {self.stated!r}")
        adopted = {name: reading.adopted for name, reading in questions.items()}
        reset = {self.question: question.adopted}
        variants = [one for one in subject.variants if {**one.chosen, **reset} == adopted]
        analyses = [subject.analysis({}, one) for one in variants]
        of_each = [one.rules.ranking.counts for one in variants]
        apart = [one for one in of_each[0] if len({hands[one] for hands in of_each}) > 1]
        counts = [" and ".join(f"{one.value} {hands[one]:,}" for one in apart) for hands in of_each]
        lines = []
        for one, analysis, hands in zip(variants, analyses, counts, strict=True):
            edges, of_hands = edges_in_words(analysis, analysis.wagers), f"{hands} hands; " if hands else ""
            words = {"counts": of_hands, "edges": edges, "strategy": analysis.statement.text}
            lines.append(sentence("reading.option", option=one.chosen[self.question], **words))
        facts: dict[str, str] = {}
        if len(variants) == 2:
            wagers, others = (one.wagers for one in analyses)
            differ = [name for name in wagers if wagers[name].house_edge != others[name].house_edge]
            for name, analysis, hands in zip(("adopted", "other"), analyses, counts, strict=True):
                facts |= {f"{name}_counts": hands, f"{name}_edges": edges_in_words(analysis, differ)}
        if self.stated:
            return holds(self.stated, *lines, true=self.stated == question.adopted, **facts)
        published = [one.claim for one in subject.placed if isinstance(one.claim, HouseEdge)]
        if not published:
            undecided = "the document publishes no figure that decides the question"
            return verdict.unknown(undecided, *lines, **facts)
        agree = [{claim.id: claim.is_given_by(subject, one) for claim in published} for one in variants]
        telling = [claim for claim in published if any(found[claim.id] for found in agree)]
        candidates = []
        for one, found in zip(variants, agree, strict=True):
            option = one.chosen[self.question]
            agrees = bool(telling) and all(found[claim.id] for claim in telling)
            candidates.append(Candidate(option, one.conditions, agrees))
            given = [f"{claim.published} {'yes' if found[claim.id] else 'no'}" for claim in published]
            lines.append(sentence("reading.reproduced", option=option, edges=", ".join(given)))
        true = sum(bool(one.holds) for one in candidates)
        if true in (0, len(candidates)):
            which = "every" if true else "no"
            return verdict.unknown(f"{which} reading gives the published house edges", *lines, **facts)
        return Answer(tuple(candidates), tuple(lines), facts)


class Formula(Claim, frozen=True, kw_only=True, tag="formula"):
    """A figure that the document computes by a formula; `names` gives the values of its letters."""

    formula: Text
    names: dict[str, int] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        del subject
        exact = _evaluated(self.formula, self.names)
        given = ", ".join(f"{name} = {number}" for name, number in self.names.items())
        written = re.sub(r"\s*\*\s*", " × ", self.formula)
        line = f"{written}{f' with {given}' if given else ''} is {exact}."
        return value(exact, line, measure=Measure.NUMBER)


class FormulaReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to read a printed table: another formula, or its rows and columns changed over."""

    formula: str = ""
    rows_are_columns: bool = False


class FitOfTable(Assertion, frozen=True, kw_only=True, tag="fit of a table"):
    """The reading of a printed table, its formula or headings; each reading is tried on all cells."""

    table: Text
    readings: dict[str, FormulaReading]

    def answer(self, subject: Subject) -> Answer:
        cells = subject.cells(self.table)
        right = {
            words: sum(self._is_right(one.claim, reading) for one in cells)
            for words, reading in self.readings.items()
        }
        most = max(right.values(), default=0)
        proof = max(most, len(cells) // 2 + 1)  # the best of readings that fail does not count
        candidates = tuple(
            Candidate(f"{count} of {len(cells)} cells", {"where": words}, holds=count == proof)
            for words, count in right.items()
        )
        lines = tuple(f"{words}: {count} of {len(cells)} cells are right." for words, count in right.items())
        return Answer(candidates, lines, {"cells": str(len(cells)), "right": str(most)})

    def _is_right(self, claim: Claim, reading: FormulaReading) -> bool:
        if not isinstance(claim, Formula):
            raise RulesError(("table",), f"{self.table!r} is not a table of a formula")
        names = claim.names
        if reading.rows_are_columns:
            names = dict(zip(names, reversed(list(names.values())), strict=True))
        try:
            exact = evaluate(reading.formula or claim.formula, names)
        except NoValueError:
            return False
        except FormulaError as error:
            raise RulesError(("readings",), str(error)) from None
        return claim.printed.is_rounding_of(exact)


class SumOfTables(Claim, frozen=True, kw_only=True, tag="sum of tables"):
    """That cells of several printed tables with the same letters, each with a weight, sum to a total.

    `weights` are formulas by table: {"table-6" = "R", "table-7" = "S"}.
    """

    weights: dict[str, str]

    def answer(self, subject: Subject) -> Answer:
        by_names: dict[tuple[tuple[str, int], ...], list[tuple[Fraction, Fraction, verdict.Printed]]] = {}
        for table, weight in self.weights.items():
            for one in subject.cells(table):
                claim = one.claim
                if not isinstance(claim, Formula):
                    raise RulesError(("weights", table), f"{table!r} is not a table of a formula")
                key = tuple(sorted(claim.names.items()))
                times = _evaluated(weight, claim.names)
                exact = _evaluated(claim.formula, claim.names)
                by_names.setdefault(key, []).append((times, exact, claim.printed))
        whole = {key: parts for key, parts in by_names.items() if len(parts) == len(self.weights)}
        if not whole:
            raise RulesError(("weights",), "no cells of these tables have the same letters")
        exact_sums = {Fraction(sum(times * exact for times, exact, _ in parts)) for parts in whole.values()}
        total = self.printed.value
        off = {key: sum(times * one.value for times, _, one in parts) - total for key, parts in whole.items()}
        worst = max(off, key=lambda key: abs(off[key]))
        within = all(map(self._within, whole.values()))
        exactly = sum(not gap for gap in off.values())
        at = ", ".join(f"{name} = {number}" for name, number in worst)
        listed = ", ".join(percent(one, 3) for one in sorted(exact_sums))
        gap = {"gap": _points(off[worst]), "letters": at, "within": "within" if within else "more than"}
        lines = (
            sentence("reading.sums", number=len(whole), sums=listed),
            sentence("reading.digits", exact=exactly, number=len(whole), **gap),
        )
        first = min(exact_sums, key=lambda exact: abs(exact - total))
        why = "" if within else f"the printed digits are {_points(off[worst])} off at {at}"
        if exact_sums != {total}:
            why = f"the exact sums are {listed}"
        shares = verdict.Form.PERCENTAGE, verdict.Form.PART
        in_shares = all(one.form in shares for parts in whole.values() for *_, one in parts)
        measure = Measure.EDGE if in_shares else Measure.NUMBER
        return Answer((Candidate(first, {}, holds=not why),), lines, measure=measure, why=why)

    def _within(self, parts: Sequence[tuple[Fraction, Fraction, verdict.Printed]]) -> bool:
        """Return whether some cells can sum to the total within the rounding of their digits."""
        ends = [sorted(times * end for end in one.ends) for times, _, one in parts]
        low, high = map(sum, zip(*ends, strict=True))
        return low <= self.printed.value <= high


class OrderOfTable(Assertion, frozen=True, kw_only=True, tag="order of a table"):
    """That the figures of a printed table rise or fall from row to row."""

    table: Text
    falls: bool = False

    def answer(self, subject: Subject) -> Answer:
        columns: dict[str, list[Fraction]] = {}
        if len({one.claim.printed.form for one in subject.cells(self.table)}) > 1:
            raise UncheckableError("the cells are not of one kind")
        for one in subject.cells(self.table):
            columns.setdefault(one.column, []).append(one.claim.printed.value)
        steps = [after - before for each in columns.values() for before, after in itertools.pairwise(each)]
        if not steps:
            raise UncheckableError("a table of one row has no order")
        right = sum(step < 0 if self.falls else step > 0 for step in steps)
        way = "falls" if self.falls else "rises"
        return holds(f"{way} in {right} of {len(steps)} steps", true=right == len(steps))


def _points(gap: Fraction) -> str:
    return f"{'+' if gap > 0 else ''}{decimal(gap * 100, 3)} percentage points"


def _evaluated(formula: str, names: Mapping[str, int]) -> Fraction:
    try:
        return evaluate(formula, names)
    except FormulaError as error:
        raise RulesError(("formula",), str(error)) from None


_UNREAD = "is not a formula (write numbers, names, + - * / ^ %, brackets, sum(k, 1, S, ...))"
_LONGEST = 1000
"""Characters of a formula at most."""
_DEEPEST = 40
"""Brackets inside one another at most."""
_LARGEST = 1000
"""What a power or an end of a sum can be at most."""
_BITS = 13_000
"""Binary digits of a numerator or denominator at most: no more decimal ones than Python writes out."""
_STEPS = 20_000
"""Numbers and signs computed at most, those inside a sum once for each of its terms."""

_TOKEN = re.compile(r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[^\W\d]\w*|\*\*|[-+*/^%(),×·÷−]", re.ASCII)
_PYTHON = {"^": "**", "×": "*", "·": "*", "÷": "/", "−": "-", "%": ".per_cent"}
_PARTS = (
    ast.BinOp, ast.operator, ast.UnaryOp, ast.UAdd, ast.USub, ast.Attribute, ast.Constant, ast.Name, ast.Load,
)  # fmt: skip
_COMBINED: dict[type, Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class FormulaError(ValueError):
    """A formula that is not of the language, or too large to compute."""


class NoValueError(FormulaError):
    """A formula that divides by zero."""


def evaluate(formula: str, variables: Mapping[str, Fraction | int]) -> Fraction:
    """Return the exact value of a formula; NoValueError if it divides by zero, else FormulaError.

    Numbers, `+ - * / ^`, brackets, percentages ("10%"), the names given, and `sum(k, 1, S, ...)`, which adds
    the last part for k = 1, 2, ..., S. A decimal is what its digits say.

    >>> evaluate("sum(k, 1, S, 9^(k-1) / 10^k) / S", {"S": 2})
    Fraction(19, 200)
    """
    shown = repr(formula if len(formula) <= 60 else f"{formula[:57]}...")
    try:
        names = {name: _bounded(Fraction(number)) for name, number in variables.items()}
        return _Formula(formula).value(names)
    except FormulaError as error:
        raise type(error)(f"{shown}: {error}") from None
    except RecursionError:
        raise FormulaError(f"{shown}: too many signs inside one another") from None
    except ZeroDivisionError:
        given = ", ".join(f"{name} = {number}" for name, number in variables.items())
        raise NoValueError(f"{shown}: divides by zero{f' for {given}' if given else ''}") from None


class _Formula:
    """A formula read as an expression of Python, of which only the parts of the language are let in."""

    def __init__(self, formula: str) -> None:
        if len(formula) > _LONGEST:
            raise FormulaError(f"longer than {_LONGEST:,} characters")
        if max(itertools.accumulate((sign == "(") - (sign == ")") for sign in f" {formula}")) > _DEEPEST:
            raise FormulaError(f"more than {_DEEPEST} brackets inside one another")
        tokens = _TOKEN.findall(formula)
        self.source = " ".join(_PYTHON.get(token, token) for token in tokens)
        self.steps = 0
        try:
            self.whole = ast.parse(self.source, mode="eval").body
        except SyntaxError:
            raise FormulaError(_UNREAD) from None
        known = all(isinstance(node, _PARTS) or _is_sum(node) for node in ast.walk(self.whole))
        if not known or "".join(tokens) != "".join(formula.split()):
            raise FormulaError(_UNREAD)

    def value(self, names: Mapping[str, Fraction], node: ast.expr | None = None) -> Fraction:
        """Return the value of a part of the formula, by default of all of it."""
        self.steps += 1
        if self.steps > _STEPS:
            raise FormulaError(f"more than {_STEPS:,} steps of arithmetic")
        match node or self.whole:
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return _power(self.value(names, left), _whole(self.value(names, right)))
            case ast.BinOp(left=left, op=sign, right=right):
                return _bounded(_COMBINED[type(sign)](self.value(names, left), self.value(names, right)))
            case ast.UnaryOp(op=sign, operand=operand):
                return (-1 if isinstance(sign, ast.USub) else 1) * self.value(names, operand)
            case ast.Attribute(value=part):
                return _bounded(self.value(names, part) / 100)
            case ast.Call(args=[ast.Name(id=index), first, last, term]):
                low, high = (_whole(self.value(names, end)) for end in (first, last))
                total = Fraction(0)
                for number in range(low, high + 1):
                    total = _bounded(total + self.value({**names, index: Fraction(number)}, term))
                return total
            case part:
                text = self.source[part.col_offset : part.end_col_offset]
        if text[0] in ".0123456789":
            return _number(text)
        if text not in names:
            raise FormulaError(f"{text!r} has no value (names with one: {', '.join(names) or 'none'})")
        return names[text]


def _is_sum(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="sum"), args=[ast.Name(), _, _, _], keywords=[]):
            return True
    return False


def _power(base: Fraction, exponent: int) -> Fraction:
    largest = max(abs(base.numerator), base.denominator)
    if (largest.bit_length() - 1) * abs(exponent) > _BITS:  # refused without being computed
        raise _too_large()
    return _bounded(base**exponent)


def _bounded(number: Fraction) -> Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > _BITS:
        raise _too_large()
    return number


def _too_large() -> FormulaError:
    return FormulaError(f"a number of more than {_BITS * 3 // 10:,} digits")


def _number(text: str) -> Fraction:
    """Return the number that the digits say, unless its digits written out are more than allowed."""
    digits, _, exponent = text.casefold().partition("e")
    if len(exponent) > 6 or len(digits) + abs(int(exponent or 0)) > _BITS * 3 // 10:
        raise _too_large()
    return _bounded(Fraction(text if text[-1] != "." else text[:-1]))


def _whole(number: Fraction) -> int:
    if number.denominator != 1 or abs(number) > _LARGEST:
        short = str(number) if number.denominator.bit_length() + number.numerator.bit_length() < 100 else "it"
        raise FormulaError(f"{short} is not a whole number up to {_LARGEST}")
    return number.numerator
