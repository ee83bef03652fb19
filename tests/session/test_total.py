from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import combin
from combin.jackpot.enclosure import TooCoarseError
from combin.session.total import OneRound, TotalLaw, total_law, total_laws

EVEN_MONEY = OneRound(Fraction(1), ((-1, 19), (1, 18)), Fraction(1))
JACKPOT = OneRound(Fraction(1, 2), ((-3, 700), (1, 200), (2, 95), (9, 4), (5000, 1)), Fraction(3, 2))


def convolved(one_round: OneRound, rounds: int) -> dict[int, Fraction]:
    """Return the chances of all totals, round by round."""
    law = {0: 1}
    for _ in range(rounds):
        after: Counter[int] = Counter()
        for units, count in law.items():
            for net, cases in one_round.nets:
                after[units + net] += count * cases
        law = dict(after)
    return {units: Fraction(count, one_round.total**rounds) for units, count in law.items()}


def holds(law: TotalLaw, true: dict[int, Fraction]) -> None:
    """Hold that each chance that the law tells encloses the true one."""
    below = dict(zip(sorted(true), accumulate(true[units] for units in sorted(true)), strict=True))
    for units, chance in below.items():
        if units <= law.top:
            assert law.at_most(units).contains(chance)
            assert law.exactly(units).contains(true[units])
    assert law.at_most(min(true) - 1).contains(Fraction(0))


@st.composite
def rounds_of_few_nets(draw: st.DrawFn) -> OneRound:
    nets = draw(st.lists(st.integers(-6, 30), min_size=2, max_size=5, unique=True))
    counts = draw(st.lists(st.integers(1, 40), min_size=len(nets), max_size=len(nets)))
    return OneRound(Fraction(1), tuple(sorted(zip(nets, counts, strict=True))), Fraction(6))


@given(rounds_of_few_nets(), st.integers(1, 7), st.booleans())
def test_it_is_what_rounds_come_to_one_after_another(one_round: OneRound, rounds: int, exact: bool) -> None:
    law = total_law(one_round, rounds, one_round.best * rounds, most_exact=1 << 30 if exact else 0)
    true = convolved(one_round, rounds)
    assert law.exact is exact
    assert law.top == max(true)
    holds(law, true)


@pytest.mark.slow
@pytest.mark.parametrize("bits", [60, 168])
def test_windows_lose_no_more_than_they_say(bits: int) -> None:
    one_round = OneRound(Fraction(1), ((-3, 70), (1, 20), (2, 9), (200, 1)), Fraction(3))
    law = total_law(one_round, 60, 0, bits=bits, most_exact=0)
    assert len(law.rising) < (law.last + 180) / 8
    assert 0 < law.missing < law.whole >> bits // 3
    true = convolved(one_round, 60)
    holds(law, true)
    reached = {
        units: sum(chance for at, chance in true.items() if at <= units) for units in sorted(true)[:400]
    }
    for share in (Fraction(1, 100), Fraction(1, 2)):
        assert law.percentile(share) == next(units for units, chance in reached.items() if chance >= share)


def test_windows_lose_a_quarter_of_what_they_say() -> None:
    """Where all terms of a product are rounded, since most coefficients are a few units."""
    one_round = OneRound(Fraction(1), tuple((net, 7) for net in range(-20, 21)), Fraction(20))
    law, true = total_law(one_round, 16, 320, bits=15, most_exact=0), convolved(one_round, 16)
    below = dict(zip(sorted(true), accumulate(true[units] for units in sorted(true)), strict=True))
    told = enumerate(law.rising)
    lost = max(below[law.first + place * law.step] * law.whole - chance for place, chance in told)
    assert law.missing / 4 < lost <= law.missing < law.whole / 4


@given(rounds_of_few_nets(), st.lists(st.integers(1, 4), min_size=1, max_size=3), st.booleans())
def test_several_laws_are_those_of_each_number_of_rounds(
    one_round: OneRound, steps: list[int], exact: bool
) -> None:
    numbers, share = list(accumulate(steps)), Fraction(750_001, 1_000_003)  # no law of these comes to it
    laws = total_laws(one_round, numbers, 0, (share,), bits=120, most_exact=1 << 30 if exact else 0)
    for number, law in zip(numbers, laws, strict=True):
        true = convolved(one_round, number)
        assert law.rounds == number
        assert law.at_most(law.top).low >= share
        holds(law, {units: chance for units, chance in true.items() if units <= law.top})


def test_even_money_follows_the_binomial_law() -> None:
    law = total_law(EVEN_MONEY, 1000, 0)
    wins = [Fraction(comb(1000, won) * 18**won * 19 ** (1000 - won), 37**1000) for won in range(1001)]
    assert law.exact
    assert law.above(0).low == sum(wins[501:])
    assert law.exactly(0).low == wins[500]
    assert law.exactly(1).high == 0
    likely = max(range(1001), key=wins.__getitem__)
    assert law.most_likely == 2 * likely - 1000


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [2_000, 100_000])
def test_a_characteristic_function_says_the_same(rounds: int) -> None:
    one_round = OneRound.of_mix(combin.load("crown-melbourne").mix({"ante": 10, "pair_plus": 5}))
    size = 1 << 17
    turns = 2j * np.pi * np.arange(size) / size
    function = sum(count / one_round.total * np.exp(turns * net) for net, count in one_round.nets)
    chances = np.fft.fft(function**rounds).real / size  # of totals that differ by the size, together
    law = total_law(one_round, rounds, int(rounds * one_round.mean))
    middle = int(rounds * one_round.mean)
    for units in range(middle - 200, middle + 200, 7):
        found = law.exactly(units)
        assert found.width < Fraction(1, 10**12)
        assert float(found.middle) == pytest.approx(chances[units % size], abs=1e-10)


def test_of_two_totals_that_come_as_often_none_is_the_most_likely() -> None:
    assert total_law(OneRound(Fraction(1), ((-1, 9), (0, 1), (1, 9)), Fraction(1)), 1, 1).most_likely is None
    assert total_law(OneRound(Fraction(1), ((-1, 9), (0, 1), (1, 8)), Fraction(1)), 1, 1).most_likely == -1
    as_proven = TotalLaw(1, -1, 1, (4, 5, 8), 10, missing=1, last=1)  # 4 to 5, 1 to 2, 3 to 4 of 10
    assert as_proven.most_likely is None
    assert replace(as_proven, rising=(5, 6, 9)).most_likely == -1


def test_totals_that_are_not_told_are_known_by_their_limits() -> None:
    law = total_law(JACKPOT, 50, 0)
    assert law.at_most(law.last) == law.at_most(law.last + 1)
    assert law.at_most(law.last).low == 1
    beyond = law.at_most(law.top + 5)
    assert beyond.high == 1
    assert 0 < beyond.low < 1
    with pytest.raises(TooCoarseError):
        law.percentile(Fraction(999_999, 1_000_000))
    assert total_law(JACKPOT, 50, 0, [Fraction(98, 100)]).percentile(Fraction(98, 100)) > 4000
