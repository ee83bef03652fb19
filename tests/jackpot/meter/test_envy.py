"""Envy bonuses for the hands of the other players are a part of what a wager with a meter returns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from combin.certificate.body import certificate_body
from combin.certificate.rederive import rederived_body
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter.law import increment_for
from combin.jackpot.meter.meter import JackpotError, Meter, MeterPrize
from combin.jackpot.meter.rounds import return_by_rounds
from combin.jackpot.study import JackpotStudy, PrintedRate
from combin.jackpot.value import game_meter
from combin.par.scope import jackpot_facts
from tests.jackpot.meter.played_meters import simulate_meter
from tests.jackpot.wagers import ENVY
from tests.variants import variant

if TYPE_CHECKING:
    from combin.jackpot.answer import JackpotAnswer

RULES = variant(ENVY)
OF_ONE = Fraction(100 + 25 * 3, 22_100)
"""What the hand of one other player brings: $100 for the royal of spades, $25 for the other three."""
FIXED = Fraction(500 * 3 + 100 * 44 + 90 * 52, 22_100)
"""What the prizes that the house pays return, for 1."""


def ask(seats: int | None = None, stake: int = 1, target: str | None = None) -> JackpotAnswer:
    return ask_jackpot(RULES, seats=seats, stake=stake, target=target)


@pytest.mark.parametrize(("seats", "stake"), [(1, 1), (2, 1), (7, 1), (7, 5), (3, 2)])
def test_the_long_run_is_fixed_prizes_envy_increments_and_seeds(seats: int, stake: int) -> None:
    """Practice of the field: return = fixed + p x seed + i + (s - 1) x envy, break-even where it is 1."""
    run = ask(seats=seats, stake=stake).long_run
    assert run is not None
    envy = OF_ONE * (seats - 1) / stake
    expected = FIXED + envy + Fraction(1_000, 22_100) + Fraction(20, 100)
    assert run.envy_return == envy
    assert run.long_run_return.low == run.long_run_return.high == expected
    assert run.house_edge.low == 1 - expected
    assert run.value.break_even == (1 - FIXED - envy) * 22_100


def test_the_figures_of_a_full_table() -> None:
    run = ask().long_run
    assert run is not None
    assert run.long_run_return.percent(4) == "77.1493%"
    assert run.value.break_even == ask().break_even == 10_470
    alone = ask(seats=1).long_run
    assert alone is not None
    assert alone.long_run_return.percent(4) == "72.3982%"
    assert alone.value.break_even == ask(seats=1).break_even == 11_520
    assert run.to_dict()["per_unit_wagered"]["envy_bonuses"]["fraction"] == str(OF_ONE * 6)


def test_the_rate_for_a_target_counts_them() -> None:
    rate = ask(target="77%").rate_for_target
    assert rate is not None
    assert rate.low == rate.high == Fraction(77, 100) - FIXED - OF_ONE * 6 - Fraction(1_000, 22_100)


def test_other_roads_to_the_return_agree() -> None:
    meter = game_meter(RULES, "1")
    expected = float(FIXED + OF_ONE * 6 + Fraction(1_000, 22_100) + Fraction(20, 100))
    by_rounds = return_by_rounds(meter, even_growth=True)
    assert by_rounds.low - 1e-9 < expected < by_rounds.high + 1e-9
    assert abs(simulate_meter(meter, cycles=20_000, seed=1).long_run_return.z_score(expected)) < 4


@pytest.mark.slow
def test_a_workbook_an_audit_and_a_certificate_say_the_same() -> None:
    facts = jackpot_facts(RULES, "progressive", "A")
    ((_, of_book),) = facts.published
    rate = PrintedRate("1", Fraction(1_000), Fraction(20, 100))
    (of_audit,) = JackpotStudy(RULES, (rate,)).long_runs
    (of_certificate,) = certificate_body(RULES)["meters"]
    assert of_book.meter == of_audit.meter
    assert of_book.long_run_return == of_audit.long_run_return
    assert of_book.value.break_even == 10_470
    assert of_certificate == rederived_body(RULES)["meters"][0]
    assert of_certificate["break_even_meter"] == "10470"
    assert of_certificate["long_run_return"] == of_book.long_run_return.decimal(10)


def test_another_rate_or_seed_keeps_them() -> None:
    meter = game_meter(RULES, "1", 5_000, increment="3%", seats=4)
    assert meter.with_increment("5%").envy_return == meter.envy_return == OF_ONE * 3
    assert increment_for(meter, meter.lowest_return + Fraction(1, 50)).low == Fraction(1, 50)


def test_they_are_not_negative() -> None:
    with pytest.raises(JackpotError, match="a return of envy bonuses of -1 is negative"):
        Meter(10, "1%", (MeterPrize("all", Fraction(1, 100), Fraction(1)),), envy_return=-1)
