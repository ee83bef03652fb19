"""Files that are the whole ledger of their meters, and meters that are closed."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from combin.settle.files import settle_lines
from combin.settle.results import SettledRound
from combin.settle.rounds import RoundError
from tests.jackpot.meters import LEVELS, PART
from tests.settle.records import CROWN, RWS
from tests.settle.test_settle_ledger import TABLES, hands, round_, void
from tests.variants import shipped, variant

# One jackpot wager of 1 under option 1 with its seed of 10,000 raises the meter by 0.3406.


def breaks(*records: dict[str, Any], whole: bool = True, game: str = CROWN) -> list[tuple[object, ...]]:
    """Return what does not follow, each with its line, what was expected and what was found."""
    lines = [json.dumps(one) for one in records]
    found = list(settle_lines(shipped(game), lines, whole_ledger=whole))
    settled = [one for one in found if isinstance(one, SettledRound)]
    assert len(settled) == len(records)
    return [(one.line, gap.rule, gap.expected, gap.found) for one in settled for gap in one.unexplained]


def closing(**more: Any) -> dict[str, Any]:  # noqa: ANN401  any field
    stated = {"closes": "jackpot", "cost": 5, "meter": "60010.50", "seed": 50_000}
    return {"id": "closed", **stated, "transfers": {"2": "10010.50"}} | more


def test_crown_6_3_a_meter_is_what_increments_make_it_and_no_more() -> None:
    start, more = round_(1, "12000.00"), round_(2, "12000.36")
    assert breaks(start, round_(2, "12000.34"), round_(3, "12000.68")) == []
    assert breaks(start, more) == [(2, "6.3, 6.4", Fraction("12000.3406"), Fraction("12000.36"))]
    assert breaks(start, round_(2, "12000.33")) == [
        (2, "6.3, 6.4", Fraction("12000.3406"), Fraction("12000.33"))
    ]
    assert breaks(start, more, whole=False) == []


def test_after_a_break_it_goes_on_from_what_was_shown() -> None:
    found = breaks(round_(1, "12000.00"), round_(2, "13000.00"), round_(3, "13000.34"), round_(4, "12000.00"))
    assert [line for line, *_ in found] == [2, 4]


def test_crown_6_4_after_a_prize_it_begins_at_what_is_left_or_at_the_seed() -> None:
    """A tenth of 10,500 would leave less than the seed; a tenth of 20,000 leaves 18,000."""
    flush = {"jackpot_cards": "7h 8h", "hands": hands({"seat": 1, "cards": "9h Th Jh"}), "dealer": "Qs 6h 3d"}
    for meter, left in ((20_000, 18_000), (10_500, 10_000)):
        start = round_(1, f"{meter}.00", **flush)
        assert breaks(start, round_(2, f"{left}.34")) == []
        assert breaks(start, round_(2, f"{left + 1}.50")) == [
            (2, "6.3, 6.4", left + Fraction("0.3406"), left + Fraction("1.5"))
        ]


def test_tables_at_one_cost_feed_one_meter_and_may_be_under_way() -> None:
    """T8 adds to the meter of T7; nine wagers at most can lie at the other table."""
    start = [round_("T7-1", "12000.00"), round_("T8-1", "12000.34")]
    assert breaks(*start, round_("T7-2", "12000.68")) == []
    assert breaks(*start, round_("T7-2", "12000.67")) == [
        (3, "6.3, 6.4", Fraction("12000.6812"), Fraction("12000.67"))
    ]
    assert breaks(*start, round_("T7-2", "12003.75")) == []
    assert len(breaks(*start, round_("T7-2", "12003.76"))) == 1


def test_crown_6_1_1_e_another_cost_is_another_meter() -> None:
    dear = hands({"seat": 1, "wagers": {"ante": 10, "play": 10, "jackpot": 5}})
    other = round_("T8-1", "70000.00", hands=dear) | {"seed": 50_000}
    later = round_("T8-2", "70001.70", hands=dear) | {"seed": 50_000}
    assert breaks(round_("T7-1", "12000.00"), other, round_("T7-2", "12000.34"), later) == []


def test_the_wagers_of_a_void_round_are_registered_for_it_or_for_the_next() -> None:
    start, misdeal = round_(1, "12000.10"), void(2) | {"seed": 10_000}
    for shown in ("12000.10", "12000.44"):
        assert breaks(start, misdeal | {"meter": shown}, round_(3, "12000.44")) == []
    assert [line for line, *_ in breaks(start, misdeal | {"meter": "12000.10"}, round_(3, "12000.10"))] == [3]
    gone = round_(3, "12000.10", hands=hands({"seat": 1, "player": "P", "wagers": {"ante": 10, "play": 10}}))
    assert breaks(start, misdeal | {"meter": "12000.10"}, gone) == [(3, "11.12, 11.15", None, None)]


def test_a_meter_of_cents_is_one_of_cents_where_it_shows_whole_units() -> None:
    assert [line for line, *_ in breaks(round_(1, "12000.70"), round_(2, "12001.00"))] == [2]
    assert breaks(round_(1, "12000"), round_(2, "12000"), round_(3, "12000")) == []
    assert [line for line, *_ in breaks(*(round_(number, "12000") for number in range(4)))] == [4]


def test_a_round_that_is_missing_or_stands_behind_a_later_one_is_named() -> None:
    lines = [json.dumps(round_(number)) for number in (1, 4, 3, 4)]
    found = settle_lines(shipped(CROWN), lines, whole_ledger=True)
    said = [[gap.text for gap in one.unexplained] for one in found if isinstance(one, SettledRound)]
    assert said == [
        [],
        ["2 rounds between it and round 1 are missing"],
        ["it stands behind round 4 of its table"],
        [],
    ]
    assert len(breaks(round_(1, "12000.00"), round_(3, "15000.00"), round_(4, "15000.34"))) == 1
    assert len(breaks(round_("a", "12000.00"), round_("b", "12000.34"))) == 0


def test_a_rate_that_is_not_known_is_taken_from_the_least_to_the_most() -> None:
    """Without a seed the rates of option 1 are from 23.50% up to 34.06%."""
    bare = [round_(1) | {"meter": "12000.00"}, round_(2)]
    for shown, number in (("12000.22", 1), ("12000.23", 0), ("12000.34", 0), ("12000.36", 1)):
        assert len(breaks(bare[0], bare[1] | {"meter": shown})) == number
    unknown = [one | {"seed": 11_000} for one in (round_(1, "12000.00"), round_(2, "12000.99"))]
    assert breaks(*unknown) == []


# -- a meter that is closed ---------------------------------------------------------------------------------


def test_crown_6_1_1_j_what_lies_above_the_seed_goes_to_other_meters() -> None:
    assert breaks(closing()) == breaks(closing(transfers={"2": 10_000, "1": "10.50"})) == []
    wanted = Fraction("10010.5")
    for transfers, moved in (({"2": 10_000}, 10_000), ({}, 0), ({"2": "10010.51"}, Fraction("10010.51"))):
        for whole in (True, False):
            assert breaks(closing(transfers=transfers), whole=whole) == [(1, "6.1.1(j)", wanted, moved)]


def test_the_other_reading_of_6_1_1_j_is_told_apart() -> None:
    """(60,010.50 - 10,000) x 5, where the rule is read as the difference multiplied by the cost."""
    for moved, other in (("250052.50", True), ("250052.51", False)):
        (settled,) = settle_lines(shipped(CROWN), [json.dumps(closing(transfers={"2": moved}))])
        assert isinstance(settled, SettledRound)
        assert ("the difference is multiplied" in settled.unexplained[0].text) is other


def test_the_meter_that_gets_a_transfer_rises_by_it_and_the_closed_one_begins_anew() -> None:
    records = [round_(1, "12000.00"), closing(transfers={"1": "10010.50"}), round_(2, "22010.84")]
    assert breaks(*records) == []
    assert [line for line, *_ in breaks(records[0], records[2])] == [2]
    own = closing(cost=1, meter="12000.00", seed=10_000, transfers={"2": 2_000})
    assert breaks(records[0], own, round_(2, "10000.00")) == []
    short = own | {"meter": "11000.00", "transfers": {"2": 1_000}}
    assert breaks(records[0], short) == [(2, "6.3, 6.4", Fraction(12_000), Fraction(11_000))]


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (
            closing(closes="pair_plus"),
            "closes: no rule of crown-melbourne speaks of closing a meter of 'pair_plus'",
        ),
        (closing(cost=0), "cost: a meter that is closed is told from others by the cost of its wager"),
        (closing(meter=40_000), "meter: 40000 is below the seed of 50000 (6.3, 6.4)"),
        (closing(transfers={"5": 1}), "transfers: 5 is the cost at the meter that is closed"),
        (
            closing(transfers={"x": 1}),
            "transfers: 'x' is not an amount of money (write 10, 2.50 or \"2.50\")",
        ),
        (closing(hand=1), "Object contains unknown field `hand`"),
    ],
)
def test_a_closing_that_cannot_be_is_refused(record: dict[str, Any], problem: str) -> None:
    (refused,) = settle_lines(shipped(CROWN), [json.dumps(record)])
    assert isinstance(refused, RoundError)
    assert (refused.problem, refused.round, refused.line) == (problem, "closed", 1)


def test_where_no_rule_speaks_of_closing_it_is_refused() -> None:
    (refused,) = settle_lines(shipped(RWS), [json.dumps(closing())])
    assert str(refused).startswith("line 1: round closed: closes: no rule of resorts-world-sentosa speaks of")


def test_the_tables_of_the_file_tell_the_rate() -> None:
    bare = [round_(1, "12000.00"), round_(2, "12000.31")]
    lines = [json.dumps(one | {"tables": {"ante_bonus": "A"}}) for one in bare]
    for letter, number in (("2", 0), ("1", 1)):
        letters = {**TABLES, "jackpot": letter}
        found = list(settle_lines(shipped(CROWN), lines, letters, whole_ledger=True))
        assert sum(len(one.unexplained) for one in found if isinstance(one, SettledRound)) == number


def test_every_meter_of_a_wager_and_of_several_is_followed() -> None:
    """A level at 4% of each wager, a meter of another wager at 20%, and one that is hit by an amount."""

    def record(number: int, major: str, mystery: str, minor: str, **more: object) -> str:
        wagers = {"ante": 10, "play": 10, "prog": 1, "minor": 1}
        return json.dumps(
            {
                "id": f"T1-{number}",
                "dealer": "Js 9h 4d",
                "tables": {"ante_bonus": "1"},
                "meters": {"prog.major": major, "prog.mystery": mystery, "minor": minor},
                "seeds": {"prog.major": 200, "prog.mystery": 50, "minor": 100},
                "hands": [
                    {"seat": seat, "cards": cards, "wagers": wagers}
                    for seat, cards in ((1, "As Kc 2d"), (2, "Ad Kh 3d"))
                ],
            }
            | more
        )

    lines = [
        record(1, "300.00", "149.98", "150.00"),
        record(2, "300.08", "150", "150.40", hits={"prog.mystery": 2}),
        record(3, "300.16", "50.04", "150.80"),
        record(4, "300.17", "50.08", "151.60"),
    ]
    rules = variant(LEVELS)
    whole, plain = (
        [
            [found.text for found in one.unexplained]
            for one in settle_lines(rules, lines, whole_ledger=ledger)
            if isinstance(one, SettledRound)
        ]
        for ledger in (True, False)
    )
    assert whole[:3] == plain[:3] == [[], [], []]
    minor, major = whole[3]
    assert major.startswith("the meter 'prog.major' shows 300.17, less than the 300.24 that record T1-3")
    assert minor.startswith("the meter 'minor' shows 151.6, more than the 151.2 that record T1-3")
    assert len(plain[3]) == 1  # other tables may feed it


def test_stakes_that_buy_a_part_pay_in_their_part() -> None:
    lines = [
        json.dumps(
            {
                "id": number,
                "dealer": "Js 9h 4d",
                "tables": {"ante_bonus": "1"},
                "meter": meter,
                "seed": 5_000,
                "hands": [
                    {"seat": seat, "cards": cards, "wagers": {"ante": 10, "play": 10, "prog": stake}}
                    for seat, cards, stake in ((1, "As Kc 2d", 1), (2, "Ad Kh 3d", "2.50"))
                ],
            }
        )
        for number, meter in ((1, "6000.00"), (2, "6000.49"), (3, "6001.40"))
    ]
    found = list(settle_lines(variant(PART), lines, whole_ledger=True))
    broken = [one.unexplained for one in found if isinstance(one, SettledRound)]
    assert broken[:2] == [(), ()]
    assert broken[2][0].expected == Fraction("6000.98")
