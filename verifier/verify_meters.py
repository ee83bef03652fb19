"""Check the meters in a certificate of `combin`: python verify_meters.py game.certificate.json

Takes what verify_certificate.py confirms (how often each line of a jackpot comes) and the rules of
the certificate, and sums the series of docs/meter.md in a hundred digits. Exit codes as there.

A meter starts at its seed, grows by an increment with each unit wagered, and a prize pays a share of it; the
house tops it up to the seed. When a prize is won, it is x above the seed with the density sum of weight
times exp(-rate x); the rates are p/i Q for all products Q of the growths 1 / (1 - share) of partial prizes.
"""

import sys
from decimal import ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # so that the program beside this one is found in any case

from certificate_words import UNREADABLE, on_trust, read

getcontext().prec = 100


def exact(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def series(seed, increment, prizes):
    """Return weight and rate of each term down to weights of 10^-150; a prize is a chance and a share."""
    winning = sum(chance for chance, _ in prizes)
    slowest = exact(winning / increment)
    partial = [(chance / winning / (1 - share), 1 / (1 - share)) for chance, share in prizes if share != 1]
    level, terms, largest = {Fraction(1): Decimal(1)}, [], 1  # by product of growths: coefficient
    while level and largest > Decimal(10) ** -150:
        new = [
            (c * (-slowest * exact(q - 1) * exact(seed)).exp(), slowest * exact(q)) for q, c in level.items()
        ]
        terms, largest, above = terms + new, max(abs(weight) for weight, _ in new), {}
        for q, coefficient in level.items():
            for inflow, growth in partial:
                above[q * growth] = above.get(q * growth, 0) - exact(inflow) * coefficient
        level = {q: inflow / exact(q - 1) for q, inflow in above.items()}
    return terms


def long_run(seed, increment, prizes, fixed):
    """Return the figures of a meter whose bonus prizes and envy bonuses return `fixed`, to ten digits."""
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
    returned = exact(fixed + increment) + top_ups
    deviation = (2 * total(3) / total(1) - mean**2).sqrt()
    names = ("mean_meter", "standard_deviation", "top_ups", "long_run_return", "house_edge")
    values = (exact(seed) + mean, deviation, top_ups, returned, 1 - returned)
    unit = Decimal(10) ** -10
    return {
        name: f"{value.quantize(unit, ROUND_HALF_UP):f}" for name, value in zip(names, values, strict=True)
    }


def meters(body):
    """Yield what the certificate should state of each meter."""
    entry = body["rules"].get("jackpot")
    for option, published in sorted(entry["options"].items()) if entry else ():
        letter = published["pay_table"]
        table = body["rules"]["pay_tables"][entry["wager"]][letter]
        counted = next(one for one in body["jackpots"] if one["tables"] == {entry["wager"]: letter})
        prizes, fixed = [], Fraction(0)
        others = (
            body["rules"]["deal"].get("seats") or 1
        ) - 1  # of a full table; their hands bring envy bonuses
        for text, line in table["lines"].items():
            chance = Fraction(counted["lines"][text], counted["total"])
            fixed += chance * Fraction(line.get("envy") or 0) * others
            if "meter" not in line:
                with_stake = "odds" in line and table["odds"] == "to 1"
                fixed += chance * (Fraction(line.get("odds") or line["money"]) + with_stake)
            elif Fraction(line["meter"]) * chance:
                prizes.append((chance, Fraction(line["meter"])))
        per_unit = sum(chance * share for chance, share in prizes)
        for meter in published.get("meters", ()):
            seed, increment = Fraction(meter["seed"]), Fraction(meter["increment"])
            yield {
                "option": option,
                "pay_table": letter,
                "seed": str(seed),
                "increment": str(increment),
                "fixed_value": str(fixed),
                "value_per_unit_of_meter": str(per_unit),
                "break_even_meter": str((1 - fixed) / per_unit),
                **long_run(seed, increment, prizes, fixed),
            }


def main(path):
    """Check a file, print what came of it, and return the exit code."""
    try:
        body = read(path)["body"]
        stated, derived = body["meters"], list(meters(body))
        pairs = list(zip_longest(stated, derived, fillvalue={}))
        fields = [(place, key) for place, (one, other) in enumerate(pairs) for key in one | other]
    except UNREADABLE as error:
        print(f"{path}: no certificate, or rules that cannot be read: {error!r}", file=sys.stderr)
        return 2
    wrong = 0
    for place, key in fields:
        says, right = (one.get(key) for one in pairs[place])
        if says != right:
            wrong += 1
            print(f"WRONG certificate.body.meters.{place}.{key}: says {says!r}, and it is {right!r}")
    print(f"{len(fields) - wrong} fields of {len(derived)} meters are right, {wrong} are wrong.")
    print(on_trust(body, "all but the meters"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
