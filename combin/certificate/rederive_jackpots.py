"""The jackpots of a certificate worked out again: hands visited one by one, meters summed in decimals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.certificate.canonical import CertificateError, Data
from combin.certificate.rederive_side_bets import counts_by_line
from combin.proof.hands import Hands, line_of_hands
from combin.proof.visiting import visit
from combin.rules.wagers import Jackpot, PayTableEntry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.rules.resolved import Rules


FIELDS = ("mean_meter", "standard_deviation", "top_ups", "long_run_return", "house_edge")
PRECISIONS = (60, 120, 240, 480, 960)
"""Significant digits that are worked with, until two in a row give the same answers."""
SPARE = 8
"""Digits further than those asked for in which the two must agree."""


@dataclass(frozen=True)
class Prize:
    """A prize of a meter: the probability with which a wager wins it, and the part of the meter it takes."""

    probability: Fraction
    share: Fraction


@dataclass(frozen=True)
class MeterTerms:
    """A meter: its seed, its growth with each unit wagered, its prizes, and what the house pays beside."""

    seed: Fraction
    increment: Fraction
    prizes: tuple[Prize, ...]
    fixed_return: Fraction


def long_run(meter: MeterTerms, digits: int) -> dict[str, str]:
    """Return what a meter comes to in the long run, rounded half up to so many digits behind the point.

    docs/meter.md derives the density as a series of exponentials. It is summed here with more and more
    digits until twice in a row everything agrees far beyond the digits that are asked for.

    Raises:
        CertificateError: they never agree, as for a prize that takes next to nothing of the meter.
    """
    if all(one.share == 1 for one in meter.prizes):
        exact = _without_partial_prizes(meter)
        return {name: _rounded(exact[name], digits) for name in FIELDS}
    before: dict[str, Decimal] = {}
    for precision in PRECISIONS:
        with localcontext() as context:
            context.prec = precision
            found = _series(meter)
            if before and all(
                abs(found[name] - before[name]) < Decimal(10) ** -(digits + SPARE) for name in FIELDS
            ):
                unit = Decimal(10) ** -digits
                return {name: f"{found[name].quantize(unit, ROUND_HALF_UP):f}" for name in FIELDS}
            before = found
    raise CertificateError(
        f"a meter with a seed of {meter.seed}: its long run could not be summed in decimals"
    )


def _without_partial_prizes(meter: MeterTerms) -> dict[str, Fraction]:
    """Return what is exact where every prize takes the whole meter."""
    winning = sum((one.probability for one in meter.prizes), Fraction(0))
    returned = meter.fixed_return + meter.increment + winning * meter.seed
    return {
        "mean_meter": meter.seed + meter.increment / winning,
        "standard_deviation": meter.increment / winning,
        "top_ups": winning * meter.seed,
        "long_run_return": returned,
        "house_edge": 1 - returned,
    }


def _rounded(value: Fraction, digits: int) -> str:
    """Return an exact value with so many digits, halves away from zero."""
    units, rest = divmod(abs(value) * 10**digits, 1)
    units += rest >= Fraction(1, 2)
    text = str(int(units)).rjust(digits + 1, "0")
    return f"{'-' if value < 0 and units else ''}{text[:-digits]}.{text[-digits:]}"


def _series(meter: MeterTerms) -> dict[str, Decimal]:
    """Return the figures by the series of docs/meter.md, section 3, in the precision in force."""
    seed, increment = _decimal(meter.seed), _decimal(meter.increment)
    winning = _decimal(sum((one.probability for one in meter.prizes), Fraction(0)))
    slowest = winning / increment
    terms = _terms(meter, seed, winning, slowest)

    def total(power: int, above: Decimal = Decimal(0)) -> Decimal:
        """Return the sum of weight / rate^power x exp(-rate x above): for power 1 the mass there."""
        return sum((weight / rate**power * (-rate * above).exp() for weight, rate in terms), Decimal(0))

    mass = total(1)
    above_seed = total(2) / mass
    top_ups = Decimal(0)
    for one in meter.prizes:
        if one.share == 1:
            top_ups += _decimal(one.probability) * seed
            continue
        left = _decimal(1 - one.share)
        width = seed / left - seed
        shortfall = left * (width - (total(2) - total(2, width)) / mass)
        top_ups += _decimal(one.probability) * shortfall
    returned = _decimal(meter.fixed_return) + increment + top_ups
    return {
        "mean_meter": seed + above_seed,
        "standard_deviation": (2 * total(3) / mass - above_seed**2).sqrt(),
        "top_ups": top_ups,
        "long_run_return": returned,
        "house_edge": 1 - returned,
    }


def _terms(
    meter: MeterTerms, seed: Decimal, winning: Decimal, slowest: Decimal
) -> Sequence[tuple[Decimal, Decimal]]:
    """Return weight and rate of each exponential, level by level until a level is below the last digit."""
    partial = [one for one in meter.prizes if one.share != 1]
    growth = [1 / _decimal(1 - one.share) for one in partial]
    inflow = [
        _decimal(one.probability) / winning * factor for one, factor in zip(partial, growth, strict=True)
    ]
    level = {(0,) * len(partial): (Decimal(1), Decimal(1))}  # coefficient and product of growths
    found: list[tuple[Decimal, Decimal]] = []
    smallest = Decimal(10) ** -(2 * _precision())
    while True:
        new = [
            (coefficient * (-slowest * (product - 1) * seed).exp(), slowest * product)
            for coefficient, product in level.values()
        ]
        found += new
        if len(found) > 1 and sum((abs(weight) for weight, _ in new), Decimal(0)) < smallest:
            return found
        if len(found) > MOST_TERMS:
            raise CertificateError(f"a meter with a seed of {meter.seed}: its series has too many terms")
        above: dict[tuple[int, ...], tuple[Decimal, Decimal]] = {}
        for powers, (coefficient, product) in level.items():
            for place, (factor, part) in enumerate(zip(growth, inflow, strict=True)):
                key = (*powers[:place], powers[place] + 1, *powers[place + 1 :])
                known = above.get(key, (Decimal(0), product * factor))
                above[key] = (known[0] + part * coefficient, known[1])
        level = {
            powers: (-inflowing / (product - 1), product) for powers, (inflowing, product) in above.items()
        }


MOST_TERMS = 20_000


def _precision() -> int:
    from decimal import getcontext

    return getcontext().prec


def _decimal(value: Fraction | int) -> Decimal:
    exact = Fraction(value)
    return Decimal(exact.numerator) / Decimal(exact.denominator)


DIGITS = 10
"""Digits behind the point of what a meter comes to in the long run."""


def jackpots(rules: Rules, hands: Hands) -> list[Data]:
    """Return every table of every jackpot wager: its counts, and its value as a linear function."""
    return [
        _jackpot(rules, hands, name, letter)
        for name in sorted(rules.wagers)
        if isinstance(rules.wagers[name], Jackpot)
        for letter in sorted(rules.file.pay_tables[name])
    ]


def _jackpot(rules: Rules, hands: Hands, name: str, letter: str) -> dict[str, Data]:
    table = rules.file.pay_tables[name][letter]
    counts, total = _counts(rules, hands, name, table)
    parts = dict.fromkeys(("odds", "money", "share_of_meter", "envy"), Fraction(0))
    for text, prize in table.lines.items():
        chance = Fraction(counts[text], total)
        if prize.odds is not None:
            parts["odds"] += chance * _for_one(table, prize.odds)
        parts["money"] += chance * (prize.money or 0)
        parts["share_of_meter"] += chance * (prize.meter or 0)
        parts["envy"] += chance * prize.envy
    return {
        "tables": {name: letter},
        "lines": counts,
        "total": total,
        "value": {part: str(value) for part, value in parts.items()},
    }


def _for_one(table: PayTableEntry, odds: Fraction) -> Fraction:
    """Return all that is handed over for a unit staked: odds "to 1" come with the stake."""
    return Fraction(odds) + (0 if table.odds == "for 1" else 1)


def _counts(rules: Rules, hands: Hands, name: str, table: PayTableEntry) -> tuple[dict[str, int], int]:
    """Return how many deals each line gets, over all hands, and how many deals there are."""
    more, cards = rules.bets[name].more_cards, len(rules.deck)
    if more:
        visited = visit(rules.deck, 3 + more)
        counts = {category.value: count * comb(3 + more, 3) for category, count in visited.items()}
        by_line = counts_by_line(table, counts)
        return {text: by_line[text] for text in table.lines}, comb(cards, 3) * comb(cards - 3, more)
    line = line_of_hands(table, hands)[:, 0]
    return {text: int((line == place).sum()) for place, text in enumerate(table.lines)}, len(hands)


def meters(rules: Rules, hands: Hands) -> list[Data]:
    """Return every meter that the rules publish, and what it comes to in the long run."""
    entry = rules.file.jackpot
    if entry is None:
        return []
    found = []
    for option in sorted(entry.options):
        letter = entry.options[option].pay_table
        table = rules.file.pay_tables[entry.wager][letter]
        counts, total = _counts(rules, hands, entry.wager, table)
        prizes, fixed = [], Fraction(0)
        others = (rules.file.deal.seats or 1) - 1  # of a full table
        for text, prize in table.lines.items():
            chance = Fraction(counts[text], total)
            fixed += chance * prize.envy * others
            if prize.meter and chance:
                prizes.append(Prize(chance, Fraction(prize.meter)))
            elif prize.money is not None:
                fixed += chance * prize.money
            elif prize.odds is not None:
                fixed += chance * _for_one(table, prize.odds)
        if not prizes:
            raise CertificateError(f"rules: nothing of the meter of option {option} can be won")
        per_unit = sum((one.probability * one.share for one in prizes), Fraction(0))
        for published in entry.options[option].meters:
            if not 0 < published.increment < 1:
                raise CertificateError(
                    f"rules: an increment rate of {published.increment} in option {option}"
                )
            terms = MeterTerms(Fraction(published.seed), Fraction(published.increment), tuple(prizes), fixed)
            found.append(
                {
                    "option": option,
                    "pay_table": letter,
                    "seed": str(terms.seed),
                    "increment": str(terms.increment),
                    "fixed_value": str(fixed),
                    "value_per_unit_of_meter": str(per_unit),
                    "break_even_meter": str((1 - fixed) / per_unit),
                    **long_run(terms, DIGITS),
                }
            )
    return found
