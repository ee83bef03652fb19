"""Several meters of a wager, of several wagers, or for a part of a stake: valued, settled, refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from combin.certificate.certify import certify
from combin.certificate.rounds import return_by_rounds
from combin.design.checking import examined
from combin.design.variants import sensitivity
from combin.design.views import checks_view
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.enclosure import Enclosure
from combin.jackpot.law import MeterLaw, increment_for
from combin.jackpot.meter import JackpotError, Meter, MeterPrize
from combin.jackpot.mixes import ask_mix
from combin.report.jackpot import jackpot_view
from combin.rules.errors import RulesError
from combin.settle.records import RoundError, parse_round
from combin.settle.round import settle
from combin.sweeps.sweep import sweep, sweep_view
from combin.words.rules import explained
from tests.helpers.texts import json_text, table_rows
from tests.helpers.variants import variant
from tests.jackpot.played_meters import simulate_meter
from tests.jackpot.wagers import LEVELS, PART

HANDS = 22_100
ROYAL, MAJOR, TRIPS, FLUSHES = (
    Fraction(1, HANDS),
    Fraction(3, HANDS),
    Fraction(52, HANDS),
    Fraction(44, HANDS),
)


def test_what_all_meters_return() -> None:
    answer = ask_jackpot(variant(LEVELS), levels=(("major", 500), ("mystery", 100)), meter=4_000)
    envy = MAJOR * 10 * 2  # of two other players
    now = ROYAL * 4_000 + (MAJOR + TRIPS / 10) * 500 + FLUSHES * 50 + Fraction(2, 100) * 100 / (150 - 100)
    assert answer.house_edge(answer.value) == 1 - now - envy
    run = answer.long_run
    assert run is not None
    prizes = (MeterPrize("all", MAJOR, Fraction(1)), MeterPrize("a tenth", TRIPS, Fraction(1, 10)))
    major = MeterLaw(Meter(200, "4%", prizes))
    whole = ROYAL * (2_000 + HANDS * Fraction(1, 10)) + FLUSHES * 50 + envy + Fraction(2, 100) * 200 / 100
    assert (major.long_run_return + whole).meets(run.long_run_return)
    assert run.long_run_return.width < Fraction(1, 10**8)
    house = Enclosure.exactly(run.increments + run.meter.fixed_return) + run.top_ups
    assert house.meets(run.long_run_return)
    assert (run.increments, run.reserve) == (Fraction(16, 100), Fraction(4, 100))
    assert run.borne_by_house.meets(run.top_ups - Fraction(4, 100))


def test_a_target_return_with_levels() -> None:
    rules = variant(LEVELS)
    answer = ask_jackpot(rules, target="60%")
    assert answer.long_run is not None
    assert abs(answer.long_run.long_run_return.middle - Fraction(60, 100)) < Fraction(1, 10**7)


def test_the_meter_of_another_wager() -> None:
    answer = ask_jackpot(variant(LEVELS), wager="minor")
    assert answer.long_run is not None
    straight_flush = Fraction(48, HANDS)
    assert answer.long_run.long_run_return.middle == straight_flush * 100 + Fraction(20, 100)


def test_it_is_shown() -> None:
    view = jackpot_view(ask_jackpot(variant(LEVELS)), 6)
    payload = view.payload()
    told = {row["hand"]: row for row in payload["prizes"]}
    assert told["mini royal"]["level"] == "major"
    levels = payload["long_run"]["levels"]
    assert [(one["name"], one.get("must_hit_by", {}).get("fraction")) for one in levels] == [
        ("major", None),
        ("mystery", "150"),
    ]
    says = next(one.says for one in explained(variant(LEVELS)) if one.about == "Progressive")
    assert "The bet also feeds the jackpot “major” and the jackpot “mystery”." in says
    assert "A further 4% of each wager goes into a hidden reserve for the next seed of the jackpot." in says
    assert "The jackpot “mystery” must be hit by $150" in says


ROUND: dict[str, Any] = {
    "id": 1,
    "dealer": "Js 9h 4d",
    "tables": {"ante_bonus": "1"},
    "meter": 5_000,
    "seed": 2_000,
    "meters": {"prog.major": "301.50", "prog.mystery": 120, "minor": 252},
    "seeds": {"prog.major": 200, "prog.mystery": 50, "minor": 100},
    "hits": {"prog.mystery": 2},
    "hands": [
        {"seat": 1, "cards": "Ac Kc Qc", "wagers": {"ante": 10, "play": 10, "prog": 1, "minor": 1}},
        {"seat": 2, "cards": "2c 5d 7h", "decision": "fold", "wagers": {"ante": 10, "prog": 1}},
    ],
}


def test_a_round_with_all_of_them() -> None:
    rules = variant(LEVELS)
    settled = settle(rules, parse_round(json_text(ROUND)))
    paid = {(hand.seat, one.wager): one.returned for hand in settled.hands for one in hand.wagers}
    assert paid[1, "prog"] == 302  # the level rounded up
    assert paid[1, "minor"] == 255  # rounded up to a multiple of 5
    assert paid[2, "prog"] == 120  # hit though he folds
    after = {(one.wager, one.level): (one.meter_after, one.house_adds) for one in settled.further_meters}
    assert settled.meter is None
    assert after == {
        ("prog", "major"): (Fraction(200), Fraction("200.5")),
        ("prog", "mystery"): (Fraction(50), Fraction(50)),
        ("minor", ""): (Fraction(100), Fraction(103)),
    }
    assert len(settled.to_dict()["further_meters"]) == 3


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"meters": {"prog.mystery": 151}}, r"above \$150, which it must be hit by"),
        ({"hits": {"prog.major": 1}}, "hits.prog.major: no meter of this game that must be hit"),
        ({"hits": {"prog.mystery": 3}}, "seat 3 has no wager on prog"),
        ({"seeds": {"prog.major": 400}}, r"meters.prog.major: \$301.50 is below the seed of \$400"),
        ({"seeds": {}}, "the record gives no seed of it"),
        ({"meters": {"prog.minor": 3}}, "meters.prog.minor: no progressive wager"),
    ],
)
def test_a_record_that_does_not_fit(change: dict[str, Any], problem: str) -> None:
    record = ROUND | {key: ROUND[key] | value if value else value for key, value in change.items()}
    with pytest.raises(RoundError, match=problem):
        settle(variant(LEVELS), parse_round(json_text(record)))


def test_a_wager_that_is_returned_hits_no_meter() -> None:
    rules = variant(
        LEVELS + '[irregularities.exposed]\nsays = "A card is exposed"\nrule = "1"\nhand = "void"\n'
    )
    record = ROUND | {"irregularities": [{"what": "exposed", "seats": [2]}]}
    with pytest.raises(
        RoundError, match=r"hits\.prog\.mystery: the wager of seat 2 does not count in this round"
    ):
        settle(rules, parse_round(json_text(record)))


@pytest.mark.parametrize(("old", "new", "problem"), table_rows(Path(__file__).with_name("levels.txt")))
def test_meters_that_do_not_fit(old: str, new: str, problem: str) -> None:
    assert old in LEVELS
    with pytest.raises(RulesError, match=problem):
        variant(LEVELS.replace(old, new))


def test_where_limits_are_told() -> None:
    rules = variant(LEVELS)
    with pytest.raises(JackpotError, match="no joint law has it"):
        ask_mix(rules, {"ante": 1, "prog": 1})
    with pytest.raises(RulesError, match="certificates hold no sums that are paid out of a meter"):
        certify(variant(WITH_SUMS))
    with pytest.raises(JackpotError, match="no level 'mini' of the meter \\(there are major, mystery\\)"):
        ask_jackpot(rules, levels=(("mini", 1),))


SUMS = Meter(
    1_000,
    "20%",
    (
        MeterPrize("all", Fraction(4, 25_000), Fraction(1)),
        MeterPrize("a tenth", Fraction(36, 25_000), Fraction(1, 10)),
        MeterPrize("a sum", Fraction(1, 400), Fraction(0), Fraction(50)),
    ),
)


@pytest.mark.slow
def test_sums_paid_out_of_the_meter() -> None:
    law = MeterLaw(SUMS, 8)
    by_rounds = return_by_rounds(SUMS, even_growth=True, cells=200)  # which knows nothing of panels
    assert by_rounds.low < law.long_run_return.middle < by_rounds.high
    assert by_rounds.high - by_rounds.low < 1e-4
    low, high = by_rounds.mean_meter
    assert low < law.mean.middle < high
    topped_up = [law.top_up(one, one.probability) for one in SUMS.prizes]
    assert sum(topped_up, Enclosure.exactly(0)).meets(law.top_ups)
    assert (law.top_ups + SUMS.increment).meets(law.long_run_return)  # all prizes are paid out of the meter
    assert law.mean_prize(SUMS.prizes[2]) == Enclosure.exactly(50)
    played = simulate_meter(SUMS, cycles=1_000, seed=1)
    assert abs(played.meter.z_score(law.mean)) < 4
    assert increment_for(SUMS, law.long_run_return.middle, 6).decimal(6) == "0.200000"
    with pytest.raises(JackpotError, match="no prize but sums is paid out of the meter"):
        Meter(1_000, "20%", SUMS.prizes[2:])


WITH_SUMS = LEVELS.replace('"straight flush" = 50', '"straight flush" = { money = 50, from_meter = true }')


def test_a_sum_in_the_rules_and_in_a_round() -> None:
    rules = variant(WITH_SUMS)
    answer, plain = ask_jackpot(rules), ask_jackpot(variant(LEVELS))
    assert answer.house_edge(answer.value) == plain.house_edge(plain.value)  # at a given meter it is all one
    assert answer.long_run is not None
    assert plain.long_run is not None
    assert answer.long_run.meter.bonus_return == 0
    assert answer.long_run.long_run_return.high < plain.long_run.long_run_return.low
    record = ROUND | {
        "meter": 2_020,
        "hits": {},
        "hands": [
            {"seat": seat, "cards": cards, "wagers": {"ante": 10, "play": 10, "prog": 1}}
            for seat, cards in ((1, "9c 8c 7c"), (2, "8d 7d 6d"))
        ],
    }
    settled = settle(rules, parse_round(json_text(record)))
    assert settled.meter is not None
    assert [settled.meter.prizes, settled.meter.meter_after] == [100, 2_000]
    assert settled.meter.house_adds == 80
    assert all(hand.wagers[-1].returned == 50 for hand in settled.hands)


def test_sweeps_and_small_changes_tell_of_progressive_wagers() -> None:
    rules = variant(LEVELS)
    place = "jackpot.options.1.levels.mystery.must_hit_by"
    swept = sweep(rules, {place: (150, 50, 250)})
    assert len(swept.impossible) == 1  # at the seed
    first, last = (point.jackpots["prog"] for point in swept.points)
    asked = ask_jackpot(rules)
    assert asked.long_run is not None
    assert first.break_even == asked.break_even
    # From 2% x 50 / (150 - 50) to 2% x 50 / (250 - 50).
    edges = [one.house_edge(one.value) or Fraction(0) for one in (first, last)]
    assert edges[1] - edges[0] == Fraction(1, 200)
    view = sweep_view(swept)
    figures = view.payload()[0]["jackpots"]["prog"]
    of_jackpots = [row for row in view.records() if row["wager"] == "prog"]
    assert [row["house_edge_at_seed_numerator"] for row in of_jackpots] == [edge.numerator for edge in edges]
    assert {row["long_run_return"] for row in view.records() if row["wager"] == "ante"} == {None}
    assert len({tuple(row) for row in view.records()}) == 1
    assert figures["long_run_return"]["decimal"] == asked.long_run.long_run_return.decimal(10)
    minor = sweep(rules, {"jackpots.minor.options.1.meters.0.seed": (100, 200)})
    of_minor = [point.jackpots["minor"] for point in minor.points]
    assert [one.house_edge(one.value) for one in of_minor] == [
        1 - Fraction(48, HANDS) * seed for seed in (100, 200)
    ]
    steps = {
        one.rule: one for one in sensitivity(rules, {"ante_bonus": "1", "pair_plus": "1"}, "prog").jackpots
    }
    assert steps["straight flush"].at_seed == FLUSHES
    assert steps["mini royal of spades"].then == "99%"
    assert steps["seed"].at_seed == ROYAL * 200
    assert steps["mini royal"].at_seed == -MAJOR * 200 / 100
    assert steps["increment rate of 'mystery'"].at_seed == Fraction(1, 100) * 50 / (150 - 50)
    for rule, more in (("seed", ROYAL * 200), ("increment rate", Fraction(1, 100))):
        found = steps[rule].long_run
        assert found is not None
        assert found.contains(more)


def test_a_check_lists_progressive_wagers_and_a_reserve_that_is_too_large() -> None:
    text = LEVELS.replace('reserve = "4%"', 'reserve = "40%"')
    text = text.replace("without = [", 'without = ["wager.ante_bonus", "wager.pair_plus", ')
    checked = examined(variant(text))
    listed = {row["wager"]: row for row in checks_view([checked]).payload()[0]["progressive_wagers"]}
    assert listed["Minor"]["house_edge"]["fraction"] == str(1 - Fraction(48, HANDS) * 100)
    said = [one.says for one in checked.warnings]
    assert any("the reserve takes in 40.0000% of the wagers, and the seeds cost" in one for one in said)


@pytest.mark.slow
def test_a_part_of_the_stake_buys_its_part_of_what_the_table_pays() -> None:
    rules = variant(PART)
    full, part = (ask_jackpot(rules, stake=stake, meter=20_000) for stake in (None, 1))
    fixed = FLUSHES * 70 + (MAJOR * 500 + TRIPS * 50 + ROYAL * 50 * 2) / 5
    now = fixed + ROYAL * 20_000 / 5
    assert full.house_edge(full.value) == part.house_edge(part.value) == 1 - now
    assert full.break_even == part.break_even == (1 - fixed) / ROYAL * 5
    assert part.value.break_even_meter(Fraction(3), 2) == full.break_even
    assert part.least_price is None
    mixed = ask_mix(rules, {"ante": 1, "prog": 1}, meter=20_000, strategy="always play")
    loss = 1 - now + ROYAL * 50 * 2 / 5  # no envy bonuses
    assert mixed.wagers["prog"].house_edge == loss
    joint = part.joint({"ante_bonus": "1"})
    best = ask_mix(rules, {"ante": 1, "prog": 1}, meter=20_000).strategy
    assert best is not None
    assert best.hands_played == joint.strategy(Fraction(1)).hands_played
    runs = [one.long_run for one in (full, part)]
    assert runs[0] is not None
    assert runs[1] is not None
    assert runs[0].long_run_return.low > runs[1].long_run_return.high > fixed
    assert runs[0].increments == runs[1].increments == Fraction(14, 100)
    with pytest.raises(JackpotError, match="a stake of 6 is above the full one of 5"):
        ask_jackpot(rules, stake=6)


def test_a_round_in_which_parts_are_won() -> None:
    def hand(seat: int, cards: str, prog: str) -> dict[str, Any]:
        return {"seat": seat, "cards": cards, "wagers": {"ante": 10, "play": 10, "prog": prog}}

    record: dict[str, Any] = {"id": 1, "dealer": "Js 9h 4d", "meter": 20_000, "seed": 5_000}
    record |= {"tables": {"ante_bonus": "1"}}
    hands = [hand(1, "As Ks Qs", "1"), hand(2, "Ah Kh Qh", "2.50"), hand(3, "2c 2d 7h", "5")]
    settled = settle(variant(PART), parse_round(json_text(record | {"hands": hands})))
    paid = {(hand.seat, one.wager): one.returned for hand in settled.hands for one in hand.wagers}
    assert [paid[seat, "prog"] for seat in (1, 2, 3)] == [4_000, 250, 0]
    assert [paid.get((seat, "prog.envy")) for seat in (1, 2, 3)] == [None, 25, 50]
    assert settled.meter is not None
    assert settled.meter.meter_after == 16_000
    assert settled.notes == ()  # the seed is that of a full stake
    with pytest.raises(RoundError, match=r"seat 1: prog: \$6 is above the full stake of \$5"):
        settle(variant(PART), parse_round(json_text(record | {"hands": [hand(1, "As Ks Qs", "6")]})))
