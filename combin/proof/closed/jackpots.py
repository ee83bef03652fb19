"""A jackpot wager in closed form: linear in the meter, and what several prizes of one round come to."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import sympy as sp

from combin.proof.closed.edges import table_counts
from combin.proof.closed.linear import LinearForm, Term

if TYPE_CHECKING:
    from combin.proof.closed.counts import Expression
    from combin.rules.resolved import Rules


def jackpot_value(rules: Rules, wager: str, letter: str) -> LinearForm:
    """Return what a jackpot wager returns on average, as a linear form in stake, meter and other players.

    All of it counts, the stake included where a line gives it back; each other player is one with what an
    envy bonus needs. For a player who keeps the wager whatever he holds. The form stands at a stake of 1
    where no line pays money whatever the stake, at the first published seed, and without other players.
    Levels of the meter stand at their first seeds; what a limit brings is no part of it.

    >>> from combin.rules.load import load_rules
    >>> jackpot_value(load_rules("crown-melbourne"), "jackpot", "1").text
    '(6922000*stake + 38*meter) / 12994800'
    >>> jackpot_value(load_rules("resorts-world-sentosa"), "jackpot", "A").text
    '(30050 + meter + 400*others) / 22100'

    The slow equivalent is `combin.jackpot.value.jackpot_chances`.
    """
    counts = table_counts(rules, wager, letter)
    entry = rules.file.pay_tables[wager][letter]
    odds = money = share = envy = Fraction(0)
    for text, prize in entry.lines.items():
        probability = counts.probability(text)
        if prize.odds is not None:
            odds += probability * (prize.odds + (entry.odds == "to 1"))
        money += probability * (prize.money or 0)
        if prize.level:
            odds += probability * (prize.meter or 0) * rules.tables[wager][letter].shows[prize.level]
        else:
            share += probability * (prize.meter or 0)
        envy += probability * prize.envy
    seeds = published_seeds(rules, wager, letter)
    terms = (
        Term("stake", "stake", odds, None if money or envy else Fraction(1)),
        Term("meter", "meter", share, Fraction(seeds[0]) if seeds else None),
        Term("other players", "others", envy, Fraction(0)),
    )
    return LinearForm("value", money, tuple(term for term in terms if term.coefficient), counts.total)


def published_seeds(rules: Rules, wager: str, letter: str) -> tuple[int, ...]:
    """Return the seeds that the rules publish with a pay table of a jackpot, in their order."""
    entry = rules.meters.get(wager)
    if entry is None:
        return ()
    return tuple(
        meter.seed
        for option in entry.options.values()
        if option.pay_table == letter
        for meter in option.meters
    )


def break_even_meter(value: LinearForm) -> LinearForm | None:
    """Return the meter at which a wager is even, as a linear form in the stake and the other players.

    The value is the stake where odds x stake + money + share x meter + envy x others = stake. None if no part
    of the meter is paid.

    >>> from combin.rules.load import load_rules
    >>> even = break_even_meter(jackpot_value(load_rules("crown-melbourne"), "jackpot", "1"))
    >>> even.text, even.value
    ('3036400*stake / 19', Fraction(3036400, 19))
    """
    coefficients = {term.symbol: term.coefficient for term in value.terms}
    share = coefficients.get("meter")
    if not share:
        return None
    stake = None if value.constant or "others" in coefficients else Fraction(1)
    terms = [Term("stake", "stake", (1 - coefficients.get("stake", Fraction(0))) / share, stake)]
    if "others" in coefficients:
        terms.append(Term("other players", "others", -coefficients["others"] / share, Fraction(0)))
    return LinearForm("break-even meter", -value.constant / share, tuple(terms))


METER: Expression = sp.Symbol("j")
"""The meter, rounded as it is paid."""
SEED: Expression = sp.Symbol("r")
"""The seed, in money."""
ROYALS: Expression = sp.Symbol("R", integer=True, nonnegative=True)
"""Prizes of the whole meter in the round."""
FLUSHES: Expression = sp.Symbol("S", integer=True, nonnegative=True)
"""Prizes of a part of it."""
PART: Expression = sp.Symbol("x")
"""The part of the meter that the smaller prize is: a tenth by Crown Tables 3 and 4."""


def pool() -> Expression:
    """Return what is shared out when the whole meter is won: j + r (R - 1) (Crown 7.4.1, Table 5)."""
    return METER + SEED * (ROYALS - 1)


def royal_prize() -> Expression:
    """Return what each royal flush gets of the pool, one part of R + x S (Crown 7.4.2(a), Table 6)."""
    return pool() / (ROYALS + PART * FLUSHES)


def straight_flush_prize() -> Expression:
    """Return what each straight flush gets beside royal ones, x parts of R + x S (7.4.2(b), Table 7)."""
    return PART * pool() / (ROYALS + PART * FLUSHES)


def tenths_in_sum() -> Expression:
    """Return the sum of the first S parts of Table 8, a geometric series: 1 - (1 - x)^S.

    Each straight flush takes its part of what those before it have left.

    >>> k = sp.Symbol("k", integer=True, positive=True)
    >>> table = sp.summation(sp.Integer(9) ** (k - 1) / sp.Integer(10) ** k, (k, 1, FLUSHES))
    >>> sp.simplify(table - tenths_in_sum().subs(PART, sp.Rational(1, 10)))
    0
    """
    return 1 - (1 - PART) ** FLUSHES


def straight_flush_alone() -> Expression:
    """Return what each of S straight flushes gets where there is no royal one (Crown 7.4.3, Table 8).

    They share alike what they take of the meter above the seed, and each takes its part of the seed.
    """
    return (METER - SEED) * tenths_in_sum() / FLUSHES + PART * SEED


def part_of_meter(rules: Rules, wager: str, letter: str) -> Fraction | None:
    """Return x, if the rules share the meter so and the table pays one prize that is a part of it."""
    entry = rules.meters.get(wager)
    if entry is None or not entry.sharing_rule:
        return None
    prizes = [prize.meter for prize in rules.file.pay_tables[wager][letter].lines.values() if prize.meter]
    parts = [share for share in prizes if share < 1]
    return parts[0] if len(prizes) == 2 and len(parts) == 1 else None
