"""The jackpots of a certificate worked out again: hands visited one by one, meters summed in decimals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.certificate.canonical import CertificateError, Data
from combin.certificate.rederive_side_bets import counts_by_line
from combin.proof.hands import Hands, line_of_hands
from combin.proof.visiting import visit_kinds
from combin.rules.wagers import Jackpot, PayTableEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.rules.model import MeterEntry, ProgressiveEntry
    from combin.rules.resolved import Rules


FIELDS = ("mean_meter", "standard_deviation", "top_ups", "long_run_return", "house_edge")
PRECISIONS = (60, 120, 240, 480, 960)
"""Significant digits that are worked with, until two in a row give the same answers."""
SPARE = 8
"""Digits further than those asked for in which the two must agree."""


@dataclass(frozen=True)
class RederivedPrize:
    """A prize of a meter: the probability with which a wager wins it, and the part of the meter it takes."""

    probability: Fraction
    share: Fraction


@dataclass(frozen=True)
class MeterTerms:
    """A meter: its seed, its growth with each unit wagered, its prizes, and what the house pays beside.

    One that must be hit by a `limit` has no prizes.
    """

    seed: Fraction
    increment: Fraction
    prizes: tuple[RederivedPrize, ...]
    fixed_return: Fraction
    limit: Fraction | None = None


Figures = dict[str, Fraction | Decimal]
"""What a meter comes to: fractions where it is exact, else decimals far beyond the digits asked for."""


def long_run(meter: MeterTerms, digits: int, levels: Sequence[MeterTerms] = ()) -> dict[str, str]:
    """Return what a meter comes to in the long run, rounded half up to so many digits behind the point.

    What the levels that the same wager feeds bring is added to its top-ups and its return.

    Raises:
        CertificateError: the digits never agree, as for a prize that takes next to nothing of the meter.
    """
    found, *others = (_long_run(one, digits) for one in (meter, *levels))
    with localcontext() as context:
        context.prec = PRECISIONS[-1]
        for name in ("top_ups", "long_run_return"):
            for other in others:
                found[name] = _sum(found[name], other[name])
        found["house_edge"] = _sum(Fraction(1), -found["long_run_return"])
        return {name: _rounded(found[name], digits) for name in FIELDS}


def _sum(value: Fraction | Decimal, other: Fraction | Decimal) -> Fraction | Decimal:
    """Return a sum, exact as long as both parts are."""
    if isinstance(value, Fraction) and isinstance(other, Fraction):
        return value + other
    return _decimal(value) + _decimal(other)


def _long_run(meter: MeterTerms, digits: int) -> Figures:
    """Return the figures of one meter.

    docs/meter.md derives the density as a series of exponentials. It is summed here with more and more
    digits until twice in a row everything agrees far beyond the digits that are asked for.
    """
    if meter.limit is not None:
        return _to_the_limit(meter, meter.limit)
    if all(one.share == 1 for one in meter.prizes):
        return dict(_without_partial_prizes(meter))
    before: dict[str, Decimal] = {}
    for precision in PRECISIONS:
        with localcontext() as context:
            context.prec = precision
            found = _series(meter)
            if before and all(
                abs(found[name] - before[name]) < Decimal(10) ** -(digits + SPARE) for name in FIELDS
            ):
                return dict(found)
            before = found
    raise CertificateError(
        f"a meter with a seed of {meter.seed}: its long run could not be summed in decimals"
    )


def _to_the_limit(meter: MeterTerms, limit: Fraction) -> Figures:
    """Return the figures of a meter that is hit at an amount drawn evenly between its seed and its limit.

    Each cycle grows it by half the way on average, for so many units wagered; then the house gives the seed.
    """
    way = limit - meter.seed
    top_ups = meter.seed / (way / 2 / meter.increment)
    with localcontext() as context:
        context.prec = PRECISIONS[-1]
        deviation = _decimal(way * way / 12).sqrt()
    return {
        "mean_meter": (meter.seed + limit) / 2,
        "standard_deviation": deviation,
        "top_ups": top_ups,
        "long_run_return": meter.fixed_return + meter.increment + top_ups,
    }


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


def _rounded(value: Fraction | Decimal, digits: int) -> str:
    """Return a value with so many digits, halves away from zero."""
    if isinstance(value, Decimal):
        return f"{value.quantize(Decimal(10) ** -digits, ROUND_HALF_UP):f}"
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


def _decimal(value: Fraction | Decimal | int) -> Decimal:
    if isinstance(value, Decimal):
        return value
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
    levels: dict[str, Fraction] = {}
    for text, prize in table.lines.items():
        chance = Fraction(counts[text], total)
        if prize.odds is not None:
            parts["odds"] += chance * _for_one(table, prize.odds)
        parts["money"] += chance * (prize.money or 0)
        parts["envy"] += chance * prize.envy
        if prize.level is None:
            parts["share_of_meter"] += chance * (prize.meter or 0)
        elif chance:
            levels[prize.level] = levels.get(prize.level, Fraction(0)) + chance * (prize.meter or 0)
    value: dict[str, Data] = {part: str(value) for part, value in parts.items()}
    if levels:
        value["share_of_levels"] = {level: str(share) for level, share in levels.items()}
    return {"tables": {name: letter}, "lines": counts, "total": total, "value": value}


def _for_one(table: PayTableEntry, odds: Fraction) -> Fraction:
    """Return all that is handed over for a unit staked: odds "to 1" come with the stake."""
    return Fraction(odds) + (0 if table.odds == "for 1" else 1)


def _counts(rules: Rules, hands: Hands, name: str, table: PayTableEntry) -> tuple[dict[str, int], int]:
    """Return how many deals each line gets, over all hands, and how many deals there are."""
    more, cards = rules.bets[name].more_cards, len(rules.deck)
    if more:
        visited = visit_kinds(rules.deck, 3 + more)
        by_kind = {kind: count * comb(3 + more, 3) for kind, count in visited.items()}
        by_line = counts_by_line(table, by_kind, rules.deck)
        return {text: by_line[text] for text in table.lines}, comb(cards, 3) * comb(cards - 3, more)
    line = line_of_hands(table, hands)[:, 0]
    counts = {text: int(hands.weight[line == place].sum()) for place, text in enumerate(table.lines)}
    return counts, hands.number


def meters(rules: Rules, hands: Hands) -> list[Data]:
    """Return every meter that the rules state, and what it comes to in the long run."""
    first = "" if rules.file.jackpot is None else rules.file.jackpot.wager
    return [
        one
        for wager, entry in sorted(rules.file.meters.items(), key=lambda item: (item[0] != first, item[0]))
        for option in sorted(entry.options)
        for one in _of_option(rules, hands, (wager, option), entry)
    ]


def _of_option(
    rules: Rules, hands: Hands, place: tuple[str, str], entry: ProgressiveEntry
) -> Iterator[dict[str, Data]]:
    (wager, option), published = place, entry.options[place[1]]
    table = rules.file.pay_tables[wager][published.pay_table]
    counts, total = _counts(rules, hands, wager, table)
    full = rules.bets[wager].full_stake or Fraction(1)  # sums are for that
    prizes: dict[str, list[RederivedPrize]] = {"": [], **{name: [] for name in published.levels}}
    fixed, others = Fraction(0), (rules.file.deal.seats or 1) - 1  # of a full table
    for text, prize in table.lines.items():
        chance = Fraction(counts[text], total)
        fixed += chance * prize.envy * others / full
        if prize.meter and chance:
            prizes[prize.level or ""].append(RederivedPrize(chance, Fraction(prize.meter)))
        elif prize.money is not None:
            fixed += chance * prize.money / full
        elif prize.odds is not None:
            fixed += chance * _for_one(table, prize.odds)
    where = {"option": option, "pay_table": published.pay_table}
    if rules.file.jackpot is None or wager != rules.file.jackpot.wager:
        where["wager"] = wager
    levels = {name: _terms_of(one, prizes[name]) for name, one in published.levels.items()}
    beside = fixed
    for level in levels.values():  # at their seeds
        beside += _per_unit(level) * level.seed
        if level.limit is not None:
            beside += level.increment * level.seed / (level.limit - level.seed)
    for one in published.meters:
        terms = _terms_of(one, prizes[""], fixed, entry.must_hit_by)
        if not terms.prizes and terms.limit is None:
            raise CertificateError(f"rules: nothing of the meter of option {option} can be won")
        per_unit = _per_unit(terms)
        if terms.limit is None:
            even = (1 - beside) / per_unit
        else:
            even = max(terms.limit * (1 - beside) / (1 - beside + terms.increment), Fraction(0))
        yield {
            **where,
            **_stated(one, terms),
            "fixed_value": str(fixed),
            "value_per_unit_of_meter": str(per_unit),
            "break_even_meter": str(even),
            **long_run(terms, DIGITS, tuple(levels.values())),
        }
    for name, terms in sorted(levels.items()):
        figures = long_run(terms, DIGITS)
        del figures["house_edge"]  # which is of the whole wager
        yield {
            **where,
            "level": name,
            **_stated(published.levels[name], terms),
            "value_per_unit_of_meter": str(_per_unit(terms)),
            **figures,
        }


def _terms_of(
    meter: MeterEntry,
    prizes: Sequence[RederivedPrize],
    fixed: Fraction = Fraction(0),
    limit: int | None = None,
) -> MeterTerms:
    """Return a meter, with the limit of its options where it has none of its own.

    Raises:
        CertificateError: its increment is no part of the wager.
    """
    if not 0 < meter.increment < 1:
        raise CertificateError(f"rules: an increment rate of {meter.increment}")
    most = limit if meter.must_hit_by is None else meter.must_hit_by
    if most is not None and most <= meter.seed:
        raise CertificateError(f"rules: a meter that must be hit by {most}")
    terms = MeterTerms(Fraction(meter.seed), Fraction(meter.increment), tuple(prizes), fixed)
    return terms if most is None else replace(terms, limit=Fraction(most))


def _per_unit(terms: MeterTerms) -> Fraction:
    return sum((one.probability * one.share for one in terms.prizes), Fraction(0))


def _stated(meter: MeterEntry, terms: MeterTerms) -> dict[str, Data]:
    stated = {"seed": str(terms.seed), "increment": str(terms.increment)}
    stated |= {} if terms.limit is None else {"must_hit_by": str(terms.limit)}
    return stated | ({"reserve": str(Fraction(meter.reserve))} if meter.reserve else {})
