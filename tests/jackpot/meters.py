"""Meters that tests share, and the law of a meter in mpmath: the same series in other arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import mpmath
from hypothesis import strategies as st

from combin.jackpot.answer import game_meter
from combin.jackpot.meter import Meter, MeterPrize
from tests.helpers.variants import shipped

if TYPE_CHECKING:
    from collections.abc import Callable


FIRST = game_meter(shipped("crown-melbourne"), "1", 10_000)
"""The first row of Crown's Table 1."""
LAST = game_meter(shipped("crown-melbourne"), "2", 75_000)
"""The last row of Crown's Table 2."""

TWO_PARTS = Meter(
    300,
    "1/4",
    (
        MeterPrize("all", Fraction(1, 4000), Fraction(1)),
        MeterPrize("quarter", Fraction(1, 900), Fraction(1, 4)),
        MeterPrize("tenth", Fraction(1, 500), Fraction(1, 10)),
    ),
)


def one_partial(seed: int, increment: str, royal: str, flush: str, share: str) -> Meter:
    prizes = (
        MeterPrize("all", Fraction(royal), Fraction(1)),
        MeterPrize("part", Fraction(flush), Fraction(share)),
    )
    return Meter(seed, increment, prizes)


def slow_law(meter: Meter, terms: int = 120, digits: int = 60) -> dict[str, Any]:
    """Mean, variance and mean top-up of a meter with one partial prize, straight from docs/meter.md (4)."""
    (partial,) = meter.partial

    def number(value: Fraction) -> Any:  # noqa: ANN401  mpmath is not typed
        return mpmath.mpf(value.numerator) / value.denominator

    with mpmath.workdps(digits):
        a = number(meter.prize_probability / meter.increment)
        q = number(1 / (1 - partial.share))
        b = q * number(partial.probability / meter.increment)
        s = number(meter.seed)
        c, mass, first, second, below = mpmath.mpf(1), 0, 0, 0, 0
        for k in range(terms):
            r = a * q**k
            mass += c * mpmath.exp(-r * s) / r
            first += c * mpmath.exp(-r * s) * (s / r + 1 / r**2)
            second += c * mpmath.exp(-r * s) * (s**2 / r + 2 * s / r**2 + 2 / r**3)
            # The integral of (s - m / q) exp(-r m) from s to q s, by its antiderivative.
            below += (
                c * (mpmath.exp(-r * q * s) / (q * r) + mpmath.exp(-r * s) * (s - s / q - 1 / (q * r))) / r
            )
            c *= -b / (a * (q ** (k + 1) - 1))
        mean = first / mass
        return {"mean": mean, "variance": second / mass - mean**2, "top_up": below / mass}


def slow_cycle(meter: Meter, shown: Callable[[float], float]) -> tuple[float, float, float]:
    """Return the mean meter at a reset, what is added after partial prizes until then, and what is paid.

    Every meter that there can be is followed, one wager after the other; those that come with odds below
    1e-11 are dropped. A prize takes its share of what is shown of the meter.
    """
    alive = {float(meter.seed): 1.0}
    at_reset = added = paid = 0.0
    while alive:
        after: dict[float, float] = {}
        for amount, odds in alive.items():
            grown = amount + float(meter.increment)
            quiet = 1 - float(meter.prize_probability)
            after[grown] = after.get(grown, 0) + odds * quiet
            for one in meter.prizes:
                won, prize = odds * float(one.probability), float(one.share) * shown(grown)
                paid += won * prize
                if one.resets:
                    at_reset += won * grown
                    continue
                left = grown - prize
                added += won * max(0, float(meter.seed) - left)
                fallen = max(left, float(meter.seed))
                after[fallen] = after.get(fallen, 0) + won
        alive = {amount: odds for amount, odds in after.items() if odds > 1e-11}
    return at_reset, added, paid


def _prize(name: str, share: Fraction, per_million: int) -> MeterPrize:
    return MeterPrize(name, Fraction(per_million, 10**6), share)


some_meters = st.builds(
    lambda seed, increment, full, partial: Meter(
        seed,
        Fraction(increment, 1000),
        tuple(_prize(str(number), *one) for number, one in enumerate(full + partial)),
    ),
    st.integers(0, 50_000),
    st.integers(1, 900),
    st.lists(st.tuples(st.just(Fraction(1)), st.integers(1, 500)), max_size=1),
    st.lists(
        st.tuples(st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20), st.integers(1, 500)),
        min_size=1,
        max_size=2,
    ),
)
"""Meters with one or two partial prizes, with or without one that takes all."""

_odds = st.floats(0.5, 6).map(lambda power: Fraction(1, 2 + int(10**power)))

any_meters = st.builds(
    lambda seed, increment, odds, partial: Meter(
        seed,
        Fraction(increment, 100),
        (
            MeterPrize("all", odds, Fraction(1)),
            *(MeterPrize(str(place), one / 4, *taken) for place, (one, taken) in enumerate(partial)),
        ),
    ),
    st.integers(0, 100_000),
    st.integers(1, 99),
    _odds,
    st.lists(
        st.tuples(
            _odds,
            st.one_of(
                st.tuples(_odds.filter(lambda share: share > Fraction(1, 2_000)), st.just(Fraction(0))),
                st.tuples(st.fractions(0, Fraction(1, 2), max_denominator=20), st.integers(1, 500)),
            ),
        ),
        min_size=1,
        max_size=3,
    ),
)
"""Meters with resets and partial prizes of any odds and shares, sums among them."""


def solved(moves: list[list[Fraction]]) -> list[Fraction]:
    """Return how often a chain is in each state in the long run: p = p M, the sum of p being 1."""
    size = len(moves)
    rows = [[moves[j][i] - (i == j) for j in range(size)] + [Fraction(0)] for i in range(size - 1)]
    rows.append([Fraction(1)] * (size + 1))
    for place in range(size):
        pivot = next(row for row in range(place, size) if rows[row][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [one / rows[place][place] for one in rows[place]]
        for other in range(size):
            if other != place and rows[other][place]:
                factor = rows[other][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[-1] for row in rows]
