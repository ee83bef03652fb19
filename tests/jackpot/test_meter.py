"""A meter as its rules state it, and what it refuses."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from combin.certificate.body import certificate_body
from combin.certificate.rounds import return_by_rounds, seat_outcomes
from combin.design.progressives import JackpotStudy, PrintedRate
from combin.jackpot.answer import ask_jackpot, game_meter, published_meters
from combin.jackpot.law import MeterLaw, explain_rates, increment_for
from combin.jackpot.meter import BonusPrize, JackpotError, Meter, MeterPrize, Value
from combin.jackpot.value import jackpot_chances
from combin.par.outcomes import jackpot_facts
from tests.certificate.certificates import derived
from tests.helpers.texts import game_text
from tests.helpers.variants import shipped, variant
from tests.jackpot.meters import FIRST, LAST
from tests.jackpot.played_meters import simulate_meter
from tests.jackpot.wagers import ENVY

if TYPE_CHECKING:
    from combin.jackpot.answer import JackpotAnswer

CROWN = shipped("crown-melbourne")
ALL = MeterPrize("all", Fraction(1, 1000), Fraction(1))
TENTH = MeterPrize("tenth", Fraction(1, 100), Fraction(1, 10))


def test_the_meters_of_crown_come_from_the_file_and_the_counts() -> None:
    hands = 2598960
    assert FIRST.prizes == LAST.prizes
    assert {one.name: (one.probability * hands, one.share) for one in FIRST.prizes} == {
        "royal flush": (Fraction(4), Fraction(1)),
        "straight flush": (Fraction(36), Fraction(1, 10)),
    }
    paid = [
        {(int(one.probability * hands), int(one.pays)) for one in meter.bonuses} for meter in (FIRST, LAST)
    ]
    assert paid[0] == {(624, 500), (3744, 150), (5108, 100)}
    assert paid[1] == {(624, 600), (3744, 100), (5108, 60), (10200, 40)}
    assert len(published_meters(CROWN)) == 14
    assert published_meters(CROWN)[-1] == ("2", LAST)
    assert LAST.increment == Fraction("0.2028")


def test_a_meter_on_six_cards() -> None:
    """The 4 royal flushes with any of 47 other cards, one of which makes it six cards."""
    rules = variant(game_text(__file__, "a meter on six cards"))
    lines = jackpot_chances(rules, rules.tables["jackpot"]["1"]).lines()
    counts = {one.line.text: int(one.probability * 20_358_520) for one in lines}
    assert (counts["six-card royal"], counts["royal flush"], counts["flush"]) == (4, 4 * 46, 205_792)


def test_a_meter_on_three_cards() -> None:
    rules = variant(game_text(__file__, "a meter on three cards"))
    ((_, meter),) = published_meters(rules)
    assert {one.name: int(one.probability * 22100) for one in meter.prizes} == {
        "A-K-Q straight flush of spades": 1,
        "straight flush": 44,
    }
    # Fixed money is what a wager of one unit gets.
    assert {one.name: (int(one.probability * 22100), int(one.pays)) for one in meter.bonuses} == {
        "A-K-Q straight flush": (3, 1250),
        "three of a kind": (52, 150),
        "straight": (720, 15),
    }


def test_value_is_linear_and_the_break_even_exact() -> None:
    line = FIRST.value()
    assert line.returned(1, Fraction(10_000)) == FIRST.lowest_return
    assert line.returned(1, line.break_even) == 1
    with pytest.raises(JackpotError, match=r"is worth 0\.5 wherever the meter stands"):
        _ = Value(Fraction(1, 2)).break_even


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Meter(-1, "1%", (ALL,)), "a seed of -1 is negative"),
        (lambda: Meter(10, "-1%", (ALL,)), "an increment rate of -1% of the wager is not between 0 and 100%"),
        (lambda: Meter(10, 0, (ALL,)), "an increment rate of 0% of"),
        (lambda: Meter(10, "134%", (ALL,)), "an increment rate of 134% of"),
        (lambda: Meter(10, 0.34, (ALL,)), "increment rate: 0.34 is not an exact number"),  # type: ignore[arg-type]
        (lambda: Meter("ten", "1%", (ALL,)), "seed: .ten. is not an exact number"),
        (lambda: Meter(10, "1%", ()), "no prize is paid out of the meter"),
        (lambda: Meter(10, "1%", (ALL, ALL)), "the prize 'all' appears twice"),
        (
            lambda: MeterPrize("x", Fraction(1, 9), Fraction(11, 10)),
            "x: a share of 1.1 is not above 0 and at most 1",
        ),
        (lambda: MeterPrize("x", Fraction(0), Fraction(1)), "x: a probability of 0 is not above 0"),
        (lambda: BonusPrize("x", Fraction(1, 9), Fraction(-1)), "x: pays of -1"),
        (lambda: BonusPrize("x", Fraction(9, 8), Fraction(1)), "x: probability of 1.125"),
        (
            lambda: Meter(10, "1%", (ALL,), (BonusPrize("x", Fraction(1), Fraction(1)),)),
            "the probabilities of all prizes add to 1.001, more than 1",
        ),
        (lambda: FIRST.check_amount(9999), "a meter of 9999 is below the seed of 10000"),
        (lambda: MeterLaw(FIRST).density(Fraction(1)), "a meter of 1 is below the seed"),
        (lambda: MeterLaw(FIRST).exceeds(Fraction(1)), "a meter of 1 is below the seed"),
        (lambda: MeterLaw(FIRST).quantile(Fraction(1)), "no quantile for a probability of 1"),
        (lambda: increment_for(FIRST, "50%"), "with the meter at the seed the wager returns 56.1917"),
        (lambda: increment_for(FIRST, "155%"), "155.000000% takes an increment rate of 100% or more"),
        (
            lambda: increment_for(Meter(10, "1%", (ALL,)), 2),
            "200.000000% takes an increment rate of 100% or more",
        ),
        (lambda: explain_rates(()), "no published increment rates"),
        (lambda: game_meter(CROWN, "3"), "no option '3' of the jackpot of crown-melbourne .there are 1, 2"),
        (lambda: game_meter(CROWN, "1", 15_000), "no increment rate is published for a seed of 15000"),
        (lambda: game_meter(CROWN, "1", 10_000, pay_table="9"), "no option '9' of the jackpot"),
        (
            lambda: game_meter(shipped("uk-including-blind"), "1"),
            "uk-including-blind has no progressive wager",
        ),
        (lambda: return_by_rounds(Meter(10, "1%", (TENTH,))), "no prize resets the meter"),
        (lambda: simulate_meter(Meter(10, "1%", (TENTH,)), 2, 1), "no prize resets the meter"),
        (lambda: simulate_meter(FIRST, 1, 1), "1 cycles: at least 2 are needed"),
        (
            lambda: simulate_meter(FIRST.with_increment(Fraction(1, 10**15 + 37)), 2, 1),
            "no machine integers hold",
        ),
        (lambda: seat_outcomes(Meter(10, "1%", (TENTH,)), CROWN.deck, 2), "prizes tenth: rounds of several"),
    ],
)
def test_bad_input_is_one_line_with_the_value(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(JackpotError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_the_borders_of_what_a_prize_and_a_meter_may_be() -> None:
    for probability, pays in ((0, 1), (1, 0), (Fraction(1, 2), 2)):
        assert BonusPrize("x", Fraction(probability), Fraction(pays)).probability == probability
    certain = Meter(10, "1%", (TENTH, MeterPrize("rest", Fraction(99, 100), Fraction(1))))
    assert [one.name for one in certain.partial] == ["tenth"]


def test_a_bonus_may_be_written_in_any_exact_way() -> None:
    written = BonusPrize("x", "0.1%", "2.5")  # type: ignore[arg-type]
    assert written == BonusPrize("x", Fraction(1, 1000), Fraction(5, 2))


def test_a_rate_for_a_seed_that_is_not_published() -> None:
    meter = game_meter(CROWN, "1", 15_000, increment="33%")
    assert (meter.seed, meter.increment) == (Fraction(15_000), Fraction(33, 100))


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
    assert run.meter.envy_return == envy
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
    assert run.meter.envy_return == OF_ONE * 6


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
    assert of_certificate == derived(RULES)["meters"][0]
    assert of_certificate["break_even_meter"] == "10470"
    assert of_certificate["long_run_return"] == of_book.long_run_return.decimal(10)


def test_another_rate_or_seed_keeps_them() -> None:
    meter = game_meter(RULES, "1", 5_000, increment="3%", seats=4)
    assert meter.with_increment("5%").envy_return == meter.envy_return == OF_ONE * 3
    assert increment_for(meter, meter.lowest_return + Fraction(1, 50)).low == Fraction(1, 50)


def test_they_are_not_negative() -> None:
    with pytest.raises(JackpotError, match="a return of envy bonuses of -1 is negative"):
        Meter(10, "1%", (MeterPrize("all", Fraction(1, 100), Fraction(1)),), envy_return=-1)
