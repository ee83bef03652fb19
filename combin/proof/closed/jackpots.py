"""A jackpot wager as a linear form in the meter: what it returns, and the meter at which it is even."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.proof.closed.edges import table_counts
from combin.proof.closed.linear import LinearForm, Term

if TYPE_CHECKING:
    from combin.rules.resolved import Rules

__all__ = ["break_even_meter", "jackpot_value", "published_seeds"]


def jackpot_value(rules: Rules, wager: str, letter: str) -> LinearForm:
    """Return what a jackpot wager returns on average, as a linear form in stake, meter and other players.

    All of it counts, the stake included where a line gives it back; each other player is one with what an
    envy bonus needs. For a player who keeps the wager whatever he holds. The form stands at a stake of 1
    where no line pays money whatever the stake, at the first published seed, and without other players.

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
    entry = rules.file.jackpot
    if entry is None or entry.wager != wager:
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
