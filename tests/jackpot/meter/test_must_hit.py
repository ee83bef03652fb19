"""Meters that must be hit by an amount: formulas against chains that are gone through state by state."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.jackpot.meter.law import MeterLaw, meter_law
from combin.jackpot.meter.meter import JackpotError, Meter, MeterPrize
from combin.jackpot.meter.must_hit import MustHitLaw
from combin.jackpot.meter.rates import increment_for
from tests.jackpot.meters import solved

SEED, INCREMENT, STEPS = 7, Fraction(1, 2), 4
"""The limit lies `STEPS` wagers above the seed."""
METER = Meter(SEED, INCREMENT, (), limit=SEED + STEPS * INCREMENT)


def test_a_chain_of_wagers_returns_as_much() -> None:
    # The meter is followed in halves of an increment; the hidden amount lies half a wager past a multiple.
    hidden = range(1, 2 * STEPS, 2)
    half = INCREMENT / 2

    def won(position: int) -> dict[int, tuple[Fraction, Fraction]]:
        """What a fresh hidden amount makes of a position: it may lie below at once; odds and prizes."""
        found = {position: (Fraction(sum(one > position for one in hidden), STEPS), Fraction(0))}
        for one in hidden:
            if one <= position:
                for place, (odds, prize) in won(position - one).items():
                    own, paid = found.get(place, (Fraction(0), Fraction(0)))
                    more = odds / STEPS
                    found[place] = own + more, paid + more * (SEED + one * half) + prize / STEPS
        return found

    states = range(2 * STEPS)
    moves = [[Fraction(0)] * len(states) for _ in states]
    paid = [Fraction(0)] * len(states)
    for state in states:
        open_ = [one for one in hidden if one > state]
        for one in open_:
            if one > state + 2:
                moves[state][state + 2] += Fraction(1, len(open_))
                continue
            paid[state] += (SEED + one * half) / len(open_)
            for place, (odds, prize) in won(state + 2 - one).items():
                moves[state][place] += odds / len(open_)
                paid[state] += prize / len(open_)
        if not open_:  # never reached
            moves[state][0] = Fraction(1)
    often = solved(moves)
    returned = sum((share * prize for share, prize in zip(often, paid, strict=True)), Fraction(0))
    assert MustHitLaw(METER).long_run_return.middle == returned


@pytest.mark.parametrize(("base", "rate", "limit"), [("90%", "1%", 10_000), ("88%", "2%", 500)])
def test_the_break_even_meter_is_that_of_the_books(base: str, rate: str, limit: int) -> None:
    lacking = 1 - Fraction(base.rstrip("%")) / 100
    share = Fraction(rate.rstrip("%")) / 100
    even = limit * lacking / (lacking + share)  # 10 / 11 of the limit for 90% and 1%
    line = Meter(limit // 2, rate, (), envy_return=base, limit=limit).value_line()
    assert line.break_even == even
    assert line.at(even) == 1
    assert line.at(Fraction(0)) == 1 - lacking


def test_the_law_of_the_meter() -> None:
    law = meter_law(METER, 8)
    assert law.mean.middle == 8
    assert law.deviation.decimal(8) == "0.57735027"  # 2 / sqrt(12)
    assert law.exceeds(Fraction(17, 2)).middle == Fraction(1, 4)
    assert law.exceeds_now(Fraction(17, 2)).middle == Fraction(1, 16)
    assert law.quantile(Fraction(3, 4)).middle == Fraction(17, 2)
    assert law.long_run_return.middle == law.top_ups.middle + INCREMENT
    assert increment_for(METER, law.long_run_return.middle).middle == INCREMENT


def test_what_no_such_meter_can_be() -> None:
    prize = MeterPrize("all", Fraction(1, 100), Fraction(1))
    for prizes, limit in (((), 10), ((prize,), 20)):
        with pytest.raises(JackpotError, match="must be hit by"):
            Meter(10, "1%", prizes, limit=limit)
    with pytest.raises(JackpotError, match="must be hit by an amount has another law"):
        MeterLaw(METER)
    with pytest.raises(JackpotError, match="which must be hit by 9"):
        METER.value_line().at(Fraction(9))
