"""Quantities of increment rates: which long-run return explains them, and what goes with which pay table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.audit.published import Measure
from combin.audit.subject import Amount, Assertion, Claim, Subject, Text
from combin.audit.verdict import Answer, Candidate, UncheckableError, holds, unknown
from combin.decimals import decimal, percent, plain
from combin.jackpot.meter.rates import Explanation, PublishedRate, Rounding
from combin.jackpot.study import JackpotStudy, PrintedRate, several_meters
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.jackpot.meter.enclosure import Enclosure


ROUNDED = {
    Rounding.HALF_UP: "rounded half up",
    Rounding.DOWN: "rounded down",
    Rounding.UP: "rounded up",
}
"""Ways to the last digit that is printed, in words."""


class IncrementRate(Claim, frozen=True, kw_only=True, tag="increment rate"):
    """The share of each jackpot wager by which the meter grows, published for a seed.

    It is judged by the long-run return that explains most of the rates of the document.
    """

    option: Text
    seed: Amount

    def answer(self, subject: Subject) -> Answer:
        """Return what would be printed for the common target returns, with the exact rates."""
        own = self._in_rules(subject)
        progressive = metered(subject)
        _refuse_chance(progressive)
        found = progressive.explained(self.option, Fraction(self.seed))
        candidates = tuple(
            Candidate(
                row.printed,
                {"where it is": _reading(one), "for a player who": "never folds"},
                holds=row.agrees,
                shown=row.exact.percent(4),
            )
            for one, row in found
        )
        beside = {f"exact at {round_percent(one.target)}": row.exact.percent(4) for one, row in found}
        beside["returns"] = found[0][1].long_run_return.percent(4)
        lines = [self._parts(found[0][1]), *(self._limits(one, row) for one, row in found)]
        if own != self.printed.value:
            lines.append(f"The rule file has {round_percent(own)} for this seed.")
        return Answer(candidates, tuple(lines), assumes=True, beside=beside, measure=Measure.EDGE)

    def printed_rate(self) -> PrintedRate:
        """Return the rate as it is printed."""
        printed = self.printed
        places = printed.decimals + (2 if printed.percentage else 0)
        return PrintedRate(self.option, Fraction(self.seed), printed.value, places)

    def _in_rules(self, subject: Subject) -> Fraction:
        """Return the rate that the rule file has.

        Raises:
            RulesError: it has no such option, or no such seed.
        """
        entry = subject.rules.meters.get(subject.rules.metered)
        option = None if entry is None else entry.options.get(self.option)
        if option is None:
            known = ", ".join(entry.options) if entry else "none"
            raise RulesError(
                ("option",), f"no jackpot option {self.option!r} in the rule file (there are: {known})"
            )
        rates = {meter.seed: Fraction(meter.increment) for meter in option.meters}
        if self.seed not in rates:
            raise RulesError(("seed",), f"no meter with the seed {self.seed:,} in option {self.option}")
        return rates[self.seed]

    def _parts(self, row: PublishedRate) -> str:
        meter = row.meter
        top_ups = row.long_run_return - (meter.fixed_return + meter.increment)
        envy = f"envy bonuses {percent(meter.envy_return, 4)}, " if meter.envy_return else ""
        return (
            f"At {self.published} the wager returns {row.long_run_return.percent(4)} in the long run: fixed "
            f"prizes {percent(meter.bonus_return, 4)}, {envy}increments {percent(meter.increment, 4)}, "
            f"top-ups by the house {top_ups.percent(4)}."
        )

    def _limits(self, explanation: Explanation, row: PublishedRate) -> str:
        gives = "prints" if row.agrees else f"prints {percent(row.printed, 2)}, not"
        return (
            f"{ROUNDED[explanation.rounding].capitalize()}, a return from {row.lowest.percent(5)} up to "
            f"{row.highest.percent(5)} gives {self.published}; {round_percent(explanation.target)} has the "
            f"exact rate {row.exact.percent(4)} and {gives} {self.published}."
        )


class TargetReturn(Assertion, frozen=True, kw_only=True, tag="target return"):
    """That one long-run return explains all increment rates of the document, which does not state it."""

    def answer(self, subject: Subject) -> Answer:
        """Return how many of the rates the best target gives, under each way of rounding."""
        progressive = metered(subject)
        if not progressive.rates:
            return unknown("no increment rate is published")
        _refuse_chance(progressive)
        found, number = progressive.explanations, len(progressive.rates)
        candidates = tuple(
            Candidate(
                f"{round_percent(one.target)} gives {one.agreeing} of {number} rates",
                {"where they are": _reading(one), "for a player who": "never folds"},
                holds=one.agreeing == number,
            )
            for one in found
        )
        lines = tuple(explained(progressive, one) for one in found)
        best, other = found[0], found[-1]
        facts = {
            "target": round_percent(best.target),
            "edge": round_percent(1 - best.target),
            "rounded": ROUNDED[best.rounding].capitalize(),
            "count": str(best.agreeing),
            "rates": str(number),
            "lowest": best.lowest.percent(5),
            "highest": best.highest.percent(5),
            "other_target": round_percent(other.target),
            "other_rounded": ROUNDED[other.rounding].capitalize(),
            "other_count": str(other.agreeing),
            "missed": _missed(progressive, other),
        }
        return Answer(candidates, lines, facts, assumes=True)


class OptionsApart(Assertion, frozen=True, kw_only=True, tag="options kept apart"):
    """That the increment rates of one option go with its own pay table only: judged by what they return."""

    def answer(self, subject: Subject) -> Answer:
        """Return the long-run returns with the own and with the other pay tables."""
        progressive = metered(subject)
        mixtures = progressive.mixtures
        if not mixtures:
            return unknown("there is one option only")
        own = [one.own for one in mixtures]
        pairs = dict.fromkeys((one.option, one.pay_table) for one in mixtures)
        lines = [f"Each option with its own pay table: {span(own)} in the long run."]
        mixed = []
        for option, letter in pairs:
            of_pair = [one.mixed for one in mixtures if (one.option, one.pay_table) == (option, letter)]
            mixed.append(span(of_pair))
            lines.append(f"The rates of option {option} with the pay table of option {letter}: {mixed[-1]}.")
        fixed = {one: answer.per_unit(answer.value) for one, answer in progressive.answers.items()}
        listed = ", ".join(f"{letter} {percent(worth, 4)}" for letter, worth in fixed.items())
        lines.append(f"The fixed prizes alone return, under each pay table: {listed}.")
        low, high = _ends(own)
        apart = all(one.mixed.high < low or one.mixed.low > high for one in mixtures)
        return holds(
            f"kept apart they return {span(own)}; mixed, {' or '.join(mixed)}",
            *lines,
            true=apart,
            own=span(own),
            mixed=" or ".join(mixed),
        )


def span(values: Sequence[Enclosure]) -> str:
    """Return between which percentages values lie, to two decimals."""
    low, high = (percent(end, 2) for end in _ends(values))
    return low if low == high else f"{low} to {high}"


def _ends(values: Sequence[Enclosure]) -> tuple[Fraction, Fraction]:
    return min(one.low for one in values), max(one.high for one in values)


def metered(subject: Subject) -> JackpotStudy:
    """Return the progressive wager of a game whose rule file states its meter.

    Raises:
        RulesError: it states none.
    """
    if several_meters(subject.rules):
        problem = "several meters, limits and sums out of a meter are not judged (Limits in docs/language.md)"
        raise RulesError(("quantity",), problem)
    if subject.progressive is None or subject.rules.metered not in subject.rules.meters:
        raise RulesError(("quantity",), "the rule file states no meter: it has no [jackpot]")
    return subject.progressive


def _refuse_chance(progressive: JackpotStudy) -> None:
    """Refuse rates that no return explains but a few of them, as some return always does.

    Raises:
        UncheckableError: half of the rates or less have a common return.
    """
    most, number = progressive.explanations[0].agreeing, len(progressive.rates)
    if 2 * most <= number or number == 1:
        raise UncheckableError(f"a return that gives {most} of {number} rates explains nothing")


def round_percent(target: Fraction) -> str:
    """Return a part as a percentage with the digits that it has.

    >>> round_percent(Fraction(88875, 100000))
    '88.875%'
    """
    return f"{plain(target * 100)}%"


def _reading(explanation: Explanation) -> str:
    return (
        f"{ROUNDED[explanation.rounding]} from the rate that returns "
        f"{round_percent(explanation.target)} in the long run"
    )


def explained(progressive: JackpotStudy, explanation: Explanation) -> str:
    """Return which returns give the published rates under one way of rounding, in a sentence."""
    rows, low, high = explanation.rows, explanation.lowest.percent(5), explanation.highest.percent(5)
    limits = [_row(progressive, rows.index(max(rows, key=lambda row: row.lowest.low)))]
    limits.append(_row(progressive, rows.index(min(rows, key=lambda row: row.highest.high))))
    said = (
        f"every return from {low} up to {high} gives all {len(rows)} rates"
        if explanation.explains_all
        else f"no return gives all {len(rows)} rates, since {limits[0]} needs at least {low} and {limits[1]} "
        f"less than {high}"
    )
    best = f"the best round one, {round_percent(explanation.target)}, gives {explanation.agreeing}"
    if missed := _missed(progressive, explanation):
        best += f" and misses {missed}"
    return f"{ROUNDED[explanation.rounding].capitalize()}: {said}; {best}."


def _missed(progressive: JackpotStudy, explanation: Explanation) -> str:
    parts = [
        f"{_row(progressive, number)} by {decimal(abs(row.off_by) * 100, 2)} points "
        f"({percent(row.printed, 2)} for {percent(row.meter.increment, 2)})"
        for number, row in enumerate(explanation.rows)
        if not row.agrees
    ]
    return ", ".join(parts)


def _row(progressive: JackpotStudy, number: int) -> str:
    rate = progressive.rates[number]
    return f"option {rate.option} with a seed of {int(rate.seed):,}"
