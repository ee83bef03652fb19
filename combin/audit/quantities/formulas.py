"""Quantities of printed formulas: cells of a table against its formula, and tables against each other."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from combin.audit.answer import Answer, Candidate, holds, value
from combin.audit.formula import FormulaError, evaluate
from combin.audit.published import Printed
from combin.audit.subject import Assertion, Claim, PlacedClaim, Subject, Text
from combin.decimals import decimal, percent
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping


class Formula(Claim, frozen=True, kw_only=True, tag="formula"):
    """A figure that the document works out by a formula; `names` gives the values of its letters."""

    formula: Text
    names: dict[str, int] = msgspec.field(default_factory=dict)

    def answer(self, subject: Subject) -> Answer:
        """Return the exact value of the formula."""
        del subject
        exact = _evaluated(self.formula, self.names)
        given = ", ".join(f"{name} = {number}" for name, number in self.names.items())
        written = re.sub(r"\s*\*\s*", " × ", self.formula)
        return value(exact, f"{written}{f' with {given}' if given else ''} is {exact}.")


class FormulaReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to read a printed table: another formula, or its rows and columns changed over."""

    formula: str = ""
    rows_are_columns: bool = False


class FitOfTable(Assertion, frozen=True, kw_only=True, tag="fit of a table"):
    """How a printed table, its formula or headings, is to be read: each reading is tried on all cells."""

    table: Text
    readings: dict[str, FormulaReading]

    def answer(self, subject: Subject) -> Answer:
        """Return which reading makes the most cells right; a misprinted cell does not decide it."""
        cells = subject.cells(self.table)
        right = {
            words: sum(self._is_right(one, reading) for one in cells)
            for words, reading in self.readings.items()
        }
        most = max(right.values(), default=0)
        candidates = tuple(
            Candidate(f"{count} of {len(cells)} cells", {"where": words}, holds=count == most)
            for words, count in right.items()
        )
        lines = tuple(f"{words}: {count} of {len(cells)} cells are right." for words, count in right.items())
        return Answer(candidates, lines, {"cells": str(len(cells)), "right": str(most)})

    def _is_right(self, placed_claim: PlacedClaim, reading: FormulaReading) -> bool:
        claim = placed_claim.claim
        if not isinstance(claim, Formula):
            raise RulesError(("table",), f"{self.table!r} is no table of a formula")
        names = claim.names
        if reading.rows_are_columns:
            names = dict(zip(names, reversed(list(names.values())), strict=True))
        printed = claim.printed
        try:
            exact = evaluate(reading.formula or claim.formula, names)
        except FormulaError as error:
            if "divides by zero" in str(error):
                return False
            raise RulesError(("readings",), str(error)) from None
        return printed.is_rounding_of(exact)


class SumOfTables(Claim, frozen=True, kw_only=True, tag="sum of tables"):
    """That cells of several printed tables with the same letters add up to a total, each taken so many times.

    `weights` are formulas by table: {"table-6" = "R", "table-7" = "S"}.
    """

    weights: dict[str, str]

    def answer(self, subject: Subject) -> Answer:
        """Return the exact total if it is the same for all cells, and how far the printed digits are off."""
        by_names: dict[tuple[tuple[str, int], ...], list[tuple[Fraction, Fraction, Printed]]] = {}
        for table, weight in self.weights.items():
            for one in subject.cells(table):
                claim = one.claim
                if not isinstance(claim, Formula):
                    raise RulesError(("weights", table), f"{table!r} is no table of a formula")
                key = tuple(sorted(claim.names.items()))
                times = _evaluated(weight, claim.names)
                exact = _evaluated(claim.formula, claim.names)
                by_names.setdefault(key, []).append((times, exact, claim.printed))
        whole = {key: parts for key, parts in by_names.items() if len(parts) == len(self.weights)}
        if not whole:
            raise RulesError(("weights",), "no cells of these tables have the same letters")
        exact_sums = {
            sum((times * exact for times, exact, _ in parts), Fraction(0)) for parts in whole.values()
        }
        total = self.printed.value
        off = {
            key: sum((times * one.value for times, _, one in parts), Fraction(0)) - total
            for key, parts in whole.items()
        }
        room = {
            key: sum((times * one.half for times, _, one in parts), Fraction(0))
            for key, parts in whole.items()
        }
        worst = max(off, key=lambda key: abs(off[key]))
        within = all(abs(off[key]) <= room[key] for key in off)
        exactly = sum(not gap for gap in off.values())
        at = ", ".join(f"{name} = {number}" for name, number in worst)
        listed = ", ".join(percent(one, 3) for one in sorted(exact_sums))
        lines = (
            f"By the formulas all {len(whole)} sums are exactly {listed}.",
            (
                f"With the printed digits {exactly} of {len(whole)} sums are exact; the furthest off is "
                f"{_points(off[worst])} at {at}, {'within' if within else 'more than'} what the rounding "
                "of the digits allows."
            ),
        )
        candidates = tuple(Candidate(one, {}, holds=one == total and within) for one in sorted(exact_sums))
        return Answer(candidates, lines)


class OrderOfTable(Assertion, frozen=True, kw_only=True, tag="order of a table"):
    """That the figures of a printed table rise or fall from row to row."""

    table: Text
    falls: bool = False

    def answer(self, subject: Subject) -> Answer:
        """Return whether they do."""
        columns: dict[str, list[Fraction]] = {}
        for one in subject.cells(self.table):
            columns.setdefault(one.column, []).append(one.claim.printed.value)
        steps = [
            after - before for column in columns.values() for before, after in itertools.pairwise(column)
        ]
        true = all(step < 0 if self.falls else step > 0 for step in steps)
        way = "falls" if self.falls else "rises"
        return holds(
            f"{way} in {sum((step < 0) == self.falls for step in steps)} of {len(steps)} steps", true=true
        )


def _points(gap: Fraction) -> str:
    return f"{'+' if gap > 0 else ''}{decimal(gap * 100, 3)} points"


def _evaluated(formula: str, names: Mapping[str, int]) -> Fraction:
    try:
        return evaluate(formula, names)
    except FormulaError as error:
        raise RulesError(("formula",), str(error)) from None
