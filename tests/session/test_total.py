from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import combin
from combin.jackpot.enclosure import Enclosure, TooCoarseError
from combin.jackpot.meter import JackpotError
from combin.session.total import OneRound, TotalLaw
from tests.session.powers import Powers

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
    """Hold that each chance of the law encloses the true one."""
    below = dict(zip(sorted(true), accumulate(true[units] for units in sorted(true)), strict=True))
    for units, chance in below.items():
        assert law.at_most(units).contains(chance)
        assert law.exactly(units).contains(true[units])
        assert law.at_least(Fraction(units)).contains(1 - chance + true[units])
    assert law.at_most(min(true) - 1) == law.at_least(Fraction(max(true) + 1)) == Enclosure.exactly(0)


@st.composite
def rounds_of_few_nets(draw: st.DrawFn) -> OneRound:
    nets = draw(st.lists(st.integers(-6, 30), min_size=2, max_size=5, unique=True))
    counts = draw(st.lists(st.integers(1, 40), min_size=len(nets), max_size=len(nets)))
    return OneRound(Fraction(1), tuple(sorted(zip(nets, counts, strict=True))), Fraction(6))


@given(rounds_of_few_nets(), st.integers(1, 7), st.booleans())
def test_it_is_what_rounds_come_to_one_after_another(one_round: OneRound, rounds: int, exact: bool) -> None:
    law = TotalLaw(one_round, rounds, most_exact=1 << 30 if exact else 0)
    true = convolved(one_round, rounds)
    assert law.exact is exact
    assert law.at_most(0).width <= (0 if exact else Fraction(3, 1 << law.far))
    holds(law, true)


LUMPS = OneRound(Fraction(1), ((-3, 70), (1, 20), (2, 9), (200, 1)), Fraction(3))
FLAT = OneRound(Fraction(1), tuple((net, 7) for net in range(-20, 21)), Fraction(20))

ODD_PRIZE = OneRound(Fraction(1), ((-10, 700), (10, 250), (2003, 1)), Fraction(10))  # far above steps of 20


@pytest.mark.slow
@pytest.mark.parametrize("far", [32, 128])
@pytest.mark.parametrize(
    ("one_round", "rounds"), [(LUMPS, 24), (FLAT, 32), (EVEN_MONEY, 200), (ODD_PRIZE, 16)]
)
def test_limits_hold_at_each_total_and_are_nearly_reached(one_round: OneRound, rounds: int, far: int) -> None:
    """Also where most totals are so rare that only limits of 2^-far are known of them."""
    law, true = TotalLaw(one_round, rounds, far=far, most_exact=0), convolved(one_round, rounds)
    reached, farthest, below = Fraction(0), Fraction(0), []
    for units in sorted(true):
        reached += true[units]
        below.append((units, reached))
    for units, chance in below:
        found = law.at_most(units)
        assert found.contains(chance)
        assert found.width <= Fraction(3, 1 << far)
        farthest = max(farthest, abs(found.middle - chance))
    assert farthest > Fraction(1, 4 << far)
    for share in (Fraction(1, 1000), Fraction(1, 3), Fraction(99, 100)):
        assert law.percentile(share) == next(units for units, chance in below if chance >= share)
    assert true[law.most_likely or 0] == max(true.values())


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [40, 511, 512, 3_000, 100_000])
@pytest.mark.parametrize(
    "stakes", [{"pair_plus": 1}, {"ante": 10, "pair_plus": 5}, {"ante": 10, "jackpot": 5}], ids=str
)
def test_powers_of_a_polynomial_say_the_same(stakes: dict[str, int], rounds: int) -> None:
    crown = combin.load("crown-melbourne")
    own = {"option": "1", "meter": 60_000} if "jackpot" in stakes else {}
    one_round = OneRound.of_mix(crown.mix(stakes, **own))  # type: ignore[arg-type]  # by the wager
    law = TotalLaw(one_round, rounds, most_exact=0)
    shares = [Fraction(share, 2000) for share in (1, 50, 1000, 1900, 1990)]
    ends = [law.percentile(share) for share in shares]
    powers = Powers(one_round, rounds, max(*ends, 0))
    assert ends == [powers.percentile(share) for share in shares]
    for units in (*ends, 0, ends[0] - 3):
        assert law.at_most(units).meets(powers.at_most(units))


def test_even_money_follows_the_binomial_law() -> None:
    law = TotalLaw(EVEN_MONEY, 1000, 1000)
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
    law = TotalLaw(one_round, rounds)
    middle = int(rounds * one_round.mean)
    for units in range(middle - 200, middle + 200, 7):
        found = law.exactly(units)
        assert found.width < Fraction(1, 10**12)
        assert float(found.middle) == pytest.approx(chances[units % size], abs=1e-10)


@pytest.mark.parametrize("most_exact", [0, 1 << 30])
def test_of_two_totals_that_come_as_often_none_is_the_most_likely(most_exact: int) -> None:
    for seldom, likely in ((9, None), (8, -1)):
        one_round = OneRound(Fraction(1), ((-1, 9), (0, 1), (1, seldom)), Fraction(1))
        assert TotalLaw(one_round, 1, most_exact=most_exact).most_likely == likely


def test_a_share_that_a_total_has_exactly_is_not_told_by_limits() -> None:
    fair = OneRound(Fraction(1), ((-1, 1), (1, 1)), Fraction(1))
    assert TotalLaw(fair, 3).percentile(Fraction(1, 2)) == -1
    with pytest.raises(TooCoarseError):
        TotalLaw(fair, 3, most_exact=0).percentile(Fraction(1, 2))


@pytest.mark.slow
def test_totals_far_above_are_known_where_a_law_is_exact_below() -> None:
    law = TotalLaw(JACKPOT, 50)
    assert law.exact
    assert law.at_most(-20).width == 0
    assert law.at_most(50 * 5000) == Enclosure.exactly(1)
    none = Fraction(JACKPOT.total - 1, JACKPOT.total) ** 50
    assert law.at_most(4000).contains(none)  # up to there no round brings the jackpot
    assert 0 < law.at_most(20_000).width < Fraction(1, 1 << 120)
    assert law.percentile(Fraction(98, 100)) > 4000
    assert TotalLaw(JACKPOT, 50, most_exact=0).percentile(Fraction(999_999, 1_000_000)) > 9000


@pytest.mark.slow
def test_totals_that_take_too_long_are_known_by_those_that_are_usual() -> None:
    nets = ((-10, 700_000), (10, 250_000), (9_000_003, 1))
    law = TotalLaw(OneRound(Fraction(1), nets, Fraction(10)), 400)
    without = Fraction(950_000, 950_001) ** 400
    beyond = law.at_most(9_000_000)
    assert without * Fraction(99_999, 100_000) < beyond.low < without + Fraction(1, 10**30)
    assert beyond.high == 1
    with pytest.raises(TooCoarseError):
        law.percentile(Fraction(9999, 10_000))
    often = TotalLaw(OneRound(Fraction(1), ((-10, 700), (10, 250), (9_000_003, 1)), Fraction(10)), 400)
    with pytest.raises(JackpotError, match="400 rounds: the law of their total has too many small steps"):
        often.at_most(0)
