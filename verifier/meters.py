"""Meters in the long run: the series of docs/meter.md, summed in more and more digits.

A meter starts at its seed, grows by an increment with each unit wagered, and a prize pays a share of it;
the house tops it up to the seed. When a prize is won, it is x above the seed with the density sum of weight
times exp(-rate x); the rates are p/i Q for all products Q of the growths 1 / (1 - share) of partial prizes.
A meter that must be hit by a limit is won at an amount drawn evenly between seed and limit, for no hand.
"""

from decimal import ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction

from .fitting import metered

MOST_TERMS = 20_000
PRECISIONS = (60, 120, 240, 480, 960)
AGREEING = Decimal("1e-18")


def exact(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def series(seed, increment, prizes):
    """Return weight and rate of each term down to the last digit; a prize is a chance and a share."""
    winning = sum(chance for chance, _ in prizes)
    slowest = exact(winning / increment)
    partial = [(chance / winning / (1 - share), 1 / (1 - share)) for chance, share in prizes if share != 1]
    level, terms, largest = {Fraction(1): Decimal(1)}, [], 1  # by product of growths: coefficient
    while level and largest > Decimal(10) ** (-3 * getcontext().prec // 2):
        if len(terms) > MOST_TERMS:
            raise ValueError(f"a meter with a seed of {seed}: its series has too many terms")
        new = [
            (c * (-slowest * exact(q - 1) * exact(seed)).exp(), slowest * exact(q)) for q, c in level.items()
        ]
        terms, largest, above = terms + new, max(abs(weight) for weight, _ in new), {}
        for q, coefficient in level.items():
            for inflow, growth in partial:
                above[q * growth] = above.get(q * growth, 0) - exact(inflow) * coefficient
        level = {q: inflow / exact(q - 1) for q, inflow in above.items()}
    return terms


def long_run(seed, increment, prizes, limit):
    """Return mean, deviation and top-ups of a meter, known to more digits than are stated.

    The digits that are worked with are doubled until two answers in a row agree.
    """
    before = None
    for digits in PRECISIONS:
        getcontext().prec = digits
        figures = summed(seed, increment, prizes, limit)
        if before and all(abs(one - other) < AGREEING for one, other in zip(figures, before)):
            return figures
        before = figures
    raise ValueError(f"a meter with a seed of {seed}: its long run could not be summed in decimals")


def summed(seed, increment, prizes, limit):
    """Return the same in the digits that are worked with."""
    if limit is not None:  # half the way from seed to limit is paid in between two hits
        way = limit - seed
        return exact((seed + limit) / 2), (exact(way**2) / 12).sqrt(), exact(seed / (way / 2 / increment))
    terms = series(seed, increment, prizes)

    def total(power, above=0):
        """Return an integral of the density: for power 1 its mass above seed + above, then its moments."""
        return sum(weight / rate**power * (-rate * above).exp() for weight, rate in terms)

    mean = total(2) / total(1)  # above the seed
    top_ups = Decimal(0)
    for chance, share in prizes:
        shortfall = exact(seed)  # of a prize that takes all
        if share != 1:  # left x integral of P(meter < m) from the seed to seed / left
            width = exact(seed / (1 - share) - seed)
            shortfall = exact(1 - share) * (width - (total(2) - total(2, width)) / total(1))
        top_ups += exact(chance) * shortfall
    return exact(seed) + mean, (2 * total(3) / total(1) - mean**2).sqrt(), top_ups


def rounded(values):
    """Return values with ten digits by the names that a certificate has for them."""
    names, unit = ("mean_meter", "standard_deviation", "top_ups", "long_run_return", "house_edge"), "1e-10"
    return {name: f"{value.quantize(Decimal(unit), ROUND_HALF_UP):f}" for name, value in zip(names, values)}


def won(body, name, letter):
    """Return the prizes of each meter of a wager ("" for the first), and what it pays beside."""
    rules = body["rules"]
    table = rules["pay_tables"][name][letter]
    full = Fraction(rules["wager"][name].get("full_stake", 1))  # for which sums are stated
    entry = next(entry for entry in body["jackpots"] if entry["tables"] == {name: letter})
    counts, total = entry["lines"], entry["total"]
    prizes, fixed = {}, Fraction(0)
    others = (rules["deal"].get("seats") or 1) - 1  # of a full table; their hands bring envy bonuses
    for text, line in table["lines"].items():
        chance = Fraction(counts[text], total)
        fixed += chance * Fraction(line.get("envy") or 0) * others / full
        if "odds" in line:
            fixed += chance * (Fraction(line["odds"]) + (table["odds"] == "to 1"))
        elif "money" in line:
            fixed += chance * Fraction(line["money"]) / full
        elif Fraction(line["meter"]) * chance:
            prizes.setdefault(line.get("level", ""), []).append((chance, Fraction(line["meter"])))
    return prizes, fixed


def meters(body):
    """Yield what the certificate should state of each meter: of each option, and then its levels."""
    for name in metered(body["rules"]):
        for option, entry, published in metered(body["rules"], name):
            place = {"option": option, "pay_table": published["pay_table"]}
            if name != body["rules"].get("jackpot", {}).get("wager"):
                place["wager"] = name
            prizes, fixed = won(body, name, published["pay_table"])
            beside, fed, levels = fixed, [Decimal(0), Decimal(0)], []
            for level, meter in sorted(published.get("levels", {}).items()):
                stated, of, per_unit = terms(meter, None, prizes.get(level, []))
                mean, deviation, top_ups = long_run(*of)
                seed, increment, _, limit = of
                beside += per_unit * seed + (0 if limit is None else increment * seed / (limit - seed))
                found = (top_ups, exact(increment) + top_ups)
                fed = [one + other for one, other in zip(fed, found)]
                levels.append({**place, "level": level, **stated, **rounded((mean, deviation, *found))})
            for meter in published["meters"]:
                stated, of, per_unit = terms(meter, entry.get("must_hit_by"), prizes.get("", []))
                mean, deviation, top_ups = long_run(*of)
                _, increment, _, limit = of
                left = 1 - beside if limit is None else max(1 - beside, Fraction(0))
                even = left / per_unit if limit is None else limit * left / (left + increment)
                returned = exact(fixed + increment) + top_ups + fed[1]
                yield {
                    **place,
                    **stated,
                    "fixed_value": str(fixed),
                    "break_even_meter": str(even),
                    **rounded((mean, deviation, top_ups + fed[0], returned, 1 - returned)),
                }
            yield from levels


def terms(meter, limit, prizes):
    """Return what is stated of a meter, what its long run depends on, and what a hand wins on average."""
    limit = meter.get("must_hit_by", limit)
    seed, increment = Fraction(meter["seed"]), Fraction(meter["increment"])
    per_unit = sum((chance * share for chance, share in prizes), Fraction(0))
    stated = {"seed": str(seed), "increment": str(increment), "value_per_unit_of_meter": str(per_unit)}
    stated |= {} if limit is None else {"must_hit_by": str(limit)}
    stated |= {"reserve": meter["reserve"]} if "reserve" in meter else {}
    return stated, (seed, increment, prizes, None if limit is None else Fraction(limit)), per_unit
