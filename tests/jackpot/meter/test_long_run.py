"""The result that the command line shows."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction

import pytest

from combin.jackpot.meter.law import MeterLaw, jackpot_long_run
from combin.jackpot.meter.meter import Meter, MeterPrize
from tests.jackpot.meters import FIRST, LAST


def test_every_figure_is_certain_to_the_digits_asked_for() -> None:
    run = jackpot_long_run(LAST, 12)
    enclosures = [
        run.top_ups,
        run.long_run_return,
        run.house_edge,
        run.mean_meter,
        run.deviation,
        run.favourable,
        *(amount for _, amount in run.quantiles),
        *(
            one
            for prize in run.prizes
            for one in (
                prize.mean_prize,
                prize.mean_top_up,
                prize.top_up_probability,
                prize.paid,
                prize.topped_up,
            )
        ),
    ]
    assert all(one.is_certain(12) for one in enclosures)


def test_the_figures_fit_each_other() -> None:
    run = jackpot_long_run(FIRST)
    royal, flush = run.prizes
    assert royal.mean_prize.meets(run.mean_meter)
    assert flush.mean_prize.meets(run.mean_meter * Fraction(1, 10))
    assert (royal.wagers_between, flush.wagers_between) == (Fraction(649_740), Fraction(2598960, 36))
    assert (run.long_run_return + run.house_edge).contains(Fraction(1))
    assert (run.top_ups + run.bonus_return + run.increments).meets(run.long_run_return)
    assert (royal.paid + flush.paid + run.bonus_return).meets(run.long_run_return)
    amounts = [amount.low for _, amount in run.quantiles]
    assert amounts == sorted(amounts)
    assert run.value.break_even == Fraction(3036400, 19)
    assert run.favourable.percent(1) == "29.8%"


def test_json() -> None:
    payload = jackpot_long_run(FIRST, 6).to_dict()
    assert json.loads(json.dumps(payload)) == payload
    assert payload["per_unit_wagered"]["long_run_return"]["decimal"] == "0.888702"
    assert payload["increment_rate"] == {"fraction": "1703/5000", "decimal": "0.340600"}
    assert payload["prizes"][1]["wagers_between"]["fraction"] == "216580/3"
    quantiles = payload["meter_when_a_prize_is_won"]["quantiles"]
    shown = ["0.010000", "0.050000", "0.250000", "0.500000", "0.750000", "0.950000", "0.990000"]
    assert [one["probability"]["decimal"] for one in quantiles] == shown
    bonuses = [Fraction(one["paid_per_unit_wagered"]["fraction"]) for one in payload["bonus_prizes"]]
    assert sum(bonuses) == FIRST.bonus_return


def test_ten_digits_are_certain_unless_others_are_asked_for() -> None:
    shown = jackpot_long_run(FIRST).to_dict()["per_unit_wagered"]["long_run_return"]["decimal"]
    assert shown == MeterLaw(FIRST, 20).long_run_return.decimal(10)


def test_the_largest_prize_is_the_first_that_is_the_whole_meter() -> None:
    part, *whole = (
        MeterPrize(name, Fraction(1, 1000), Fraction(share))
        for name, share in (("part", "1/3"), ("all", "1"), ("all too", "1"))
    )
    run = jackpot_long_run(Meter(500, "5%", (part, *whole)), 4)
    assert run.largest_prize.name == "all"
    assert jackpot_long_run(Meter(500, "5%", (part,)), 4).largest_prize.name == "part"


def test_a_break_even_below_the_seed_is_always_favourable() -> None:
    meter = Meter(2000, "5%", (MeterPrize("all", Fraction(1, 1000), Fraction(1)),))
    run = jackpot_long_run(meter, 4)
    assert run.value.break_even == 1000
    assert run.favourable.low == 1


@pytest.mark.slow
@pytest.mark.parametrize("module", ["meter", "law", "rates", "rounds", "long_run"])
def test_start_up_imports_nothing_heavy(module: str) -> None:
    code = (
        f"import sys, combin.jackpot.meter.{module}; "
        "print([one for one in ('numpy', 'flint', 'sympy', 'mpmath', 'polars') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
