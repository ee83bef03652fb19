"""Many rounds: the law of their sum against plain convolution, the binomial law, and rounds at random."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from combin.exact.distribution import Distribution
from combin.exact.many_rounds import MOST_STEPS, many_rounds
from combin.game import load

TAIL = Fraction(1, 40)
CERTAIN = Fraction(1, 10**10)

LAWS = {
    "even": {Fraction(-1): 1, Fraction(1): 1},
    "halves": {Fraction(-2): 5, Fraction(-1, 2): 3, Fraction(0): 1, Fraction(7, 3): 4},
    "long shot": {Fraction(-1): 999, Fraction(900): 1},
    "never lost": {Fraction(1, 5): 2, Fraction(3): 1},
    "certain": {Fraction(-1, 3): 7},
}


def distribution(counts: dict[Fraction, int]) -> Distribution:
    return Distribution.from_counts(counts, sum(counts.values()))


def convolved(one: Distribution, rounds: int) -> dict[Fraction, Fraction]:
    """Return the law of the sum, each pair of sums added up in turn."""
    law = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for net, chance in law.items():
            for more, count in one.outcomes:
                longer[net + more] += chance * Fraction(count, one.total)
        law = dict(longer)
    return law


@pytest.mark.parametrize("rounds", [1, 2, 7, 12])
@pytest.mark.parametrize("name", LAWS)
def test_the_law_is_that_of_plain_convolution(name: str, rounds: int) -> None:
    one = distribution(LAWS[name])
    plain = convolved(one, rounds)
    law = many_rounds(one, rounds, TAIL)
    assert law is not None
    behind = sum((chance for net, chance in plain.items() if net > 0), Fraction(0))
    assert abs(law.above(Fraction(0)) - behind) < CERTAIN
    lower = max(net for net in plain if sum(c for n, c in plain.items() if n < net) <= TAIL)
    upper = min(net for net in plain if sum(c for n, c in plain.items() if n > net) <= TAIL)
    assert (law.lower_end(TAIL), law.upper_end(TAIL)) == (lower, upper)


@pytest.mark.parametrize("rounds", [100, 1_000, 5_000])
def test_an_even_bet_follows_the_binomial_law(rounds: int) -> None:
    law = many_rounds(distribution(LAWS["even"]), rounds, TAIL)
    assert law is not None
    behind = Fraction(sum(comb(rounds, wins) for wins in range(rounds // 2 + 1, rounds + 1)), 2**rounds)
    assert abs(law.above(Fraction(0)) - behind) < CERTAIN


def test_rounds_played_at_random_stay_in_the_band_and_beat_the_house_as_often() -> None:
    one = load("crown-melbourne").analyse().wagers["ante"]
    law = many_rounds(one, 1_000, TAIL)
    assert law is not None
    chances = [count / one.total for _, count in one.outcomes]
    runs = np.random.default_rng(13).multinomial(1_000, chances, size=40_000)
    sums = runs @ np.array([float(net) for net, _ in one.outcomes])
    lower, upper = law.lower_end(TAIL), law.upper_end(TAIL)
    assert lower is not None
    assert upper is not None
    # Four standard errors of 40,000 runs.
    assert abs(np.mean(sums > 0) - float(law.above(Fraction(0)))) < 0.009
    assert 0.95 <= np.mean((sums >= float(lower)) & (sums <= float(upper))) < 0.958


def test_a_law_of_too_many_steps_is_left_out() -> None:
    one = distribution({Fraction(-1): 1, Fraction(1, MOST_STEPS): 1})
    assert many_rounds(one, 1, TAIL) is None
    fair = distribution({Fraction(-1): 10**7, Fraction(10**6): 1})
    law = many_rounds(fair, 100, TAIL)
    assert law is not None
    assert law.upper_end(TAIL) == -100
