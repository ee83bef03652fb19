"""Files that are the whole ledger of their meters, and meters that are closed."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from combin.settle.files import settle_lines
from combin.settle.records import RoundError, SettledRound
from tests.command_line import combin
from tests.jackpot.wagers import LEVELS, PART
from tests.settle.records import CROWN, RWS
from tests.variants import shipped, variant

TABLES = {"ante_bonus": "A", "jackpot": "1"}
WAGERS = {"ante": 10, "play": 10, "jackpot": 1}


def round_(number: object, meter: object = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401  any field
    """Return a round in which one player loses his jackpot wager of 1, whose seed is 10,000."""
    hand = {"seat": 1, "player": "P", "cards": "Kd 9c 4h", "wagers": WAGERS}
    stated = {} if meter is None else {"meter": meter, "seed": 10_000}
    cards = {"dealer": "Qs 8h 3d", "jackpot_cards": "2c 5d"}
    return {"id": number, **cards, **stated, "tables": TABLES, "hands": [hand]} | more


def void(number: object, **hand: Any) -> dict[str, Any]:  # noqa: ANN401  any field
    """Return a round with a deck that is not complete, after which the jackpot wager stays."""
    one = {"seat": 1, "player": "P", "wagers": {"ante": 10, "jackpot": 1}} | hand
    return round_(number, irregularities=[{"what": "deck_not_complete"}], hands=[one])


def hands(*hands: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"cards": "Kd 9c 4h", "wagers": WAGERS} | one for one in hands]


def unexplained(*rounds: dict[str, Any] | str, game: str = CROWN) -> list[tuple[object, str]]:
    """Return what does not follow from round to round, each with its round; errors are left out."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in rounds]
    found = [one for one in settle_lines(shipped(game), lines) if not isinstance(one, RoundError)]
    return [(one.id, note.text) for one in found for note in one.unexplained]


# -- the meter ------------------------------------------------------------------------------------------


def test_crown_6_3_a_meter_that_falls_without_a_prize_is_named() -> None:
    assert unexplained(round_(1, 12_000), round_(2, 11_000)) == [
        (2, "the meter shows 11000, and round 1 left 12000: it falls by 1000, and no prize of it is recorded")
    ]


def test_rounds_without_a_meter_lie_between() -> None:
    assert [one for one, _ in unexplained(round_(1, 12_000), round_(2), round_(3, 11_999))] == [3]


def test_a_meter_rises_by_its_rate_of_the_wagers_or_by_more() -> None:
    assert unexplained(round_(1, "12000.00"), round_(2, "12000.35"), round_(3, "13000")) == []
    assert unexplained(round_(1, "12000.10"), round_(2, "12000.20")) == [
        (
            2,
            (
                "the meter shows 12000.2, and round 1 left 12000.1: with its part of the jackpot wagers "
                "since then it holds 12000.4406 at least"
            ),
        )
    ]


def test_fractions_of_a_cent_are_carried_exactly() -> None:
    """Six of 1 at 34.06% make 2.0436; cut to cents each time they would make 2.04."""
    shown = ["12000.5", "12000.84", "12001.18", "12001.52", "12001.86", "12002.20", "12002.54"]
    assert unexplained(*(round_(number, meter) for number, meter in enumerate(shown))) == []
    short = [*shown[:-1], "12002.53"]
    assert [
        one for one, _ in unexplained(*(round_(number, meter) for number, meter in enumerate(short)))
    ] == [6]


def test_a_meter_of_whole_dollars_lags_by_less_than_one() -> None:
    same = [round_(number, 12_000) for number in range(3)]
    assert unexplained(*same) == []
    assert [one for one, _ in unexplained(*same, round_(3, 12_000))] == [3]  # 3 x 0.3406 since round 0


def test_a_prize_takes_its_share_of_the_meter_and_no_more() -> None:
    flush = {"jackpot_cards": "7h 8h", "hands": hands({"seat": 1, "cards": "9h Th Jh"}), "dealer": "Qs 6h 3d"}
    won = round_(1, 20_000, **flush)  # a tenth of it, which leaves 18,000
    assert unexplained(won, round_(2, "18000.35")) == []
    (found,) = unexplained(won, round_(2, 17_000))
    assert found[1].startswith("the meter shows 17000, and round 1 left 18000: it falls by 1000")


def test_the_least_rate_that_a_meter_can_have_is_expected() -> None:
    """Without a seed the seven rates of the option are from 23.50% up to 34.06%."""
    bare = [round_(1) | {"meter": "12000.1"}, round_(2) | {"meter": "12000.34"}]
    assert unexplained(*bare) == []
    bare[1]["meter"] = "12000.32"
    assert unexplained(*bare)[0][1].endswith("it holds 12000.335 at least")
    other_seed = [round_(1, 12_000), round_(2, 12_000.5) | {"seed": 11_000}]
    assert unexplained(*other_seed) == []  # none that is published, and another meter


@pytest.mark.parametrize(
    "other",
    [
        round_(2, 11_000, tables={"ante_bonus": "A", "jackpot": "2"}),
        round_(2, 50_000) | {"seed": 20_000},
        round_(2, 11_000, hands=hands({"seat": 1, "wagers": WAGERS | {"jackpot": 5}})),
        round_("T8-2", 11_000),
        round_(1, 11_000),
        round_(0, 11_000),
    ],
    ids=["other pay table", "other seed", "other cost", "other table", "same number", "earlier"],
)
def test_another_meter_or_another_order_says_nothing(other: dict[str, Any]) -> None:
    assert unexplained(round_(1, 60_000), other) == []


def test_tables_in_one_file_are_followed_each_by_itself() -> None:
    found = unexplained(
        round_("T7-9", 12_000), round_("T8-3", 30_000), round_("T7-10", 11_000), round_("T8-4", 30_001)
    )
    assert [one for one, _ in found] == ["T7-10"]


def test_after_a_record_that_cannot_be_settled_nothing_is_expected() -> None:
    assert unexplained(round_(1, 12_000), "{}", round_(3, 11_000)) == []


def test_without_a_word_on_the_meter_nothing_is_expected_of_it() -> None:
    one = {"id": 1, "dealer": "Qs 8h 3d", "meter": 9_000, "hands": hands({"seat": 1})}
    assert unexplained(one, one | {"id": 2, "meter": 8_000}, game=RWS) == []


# -- wagers that stay on the layout -----------------------------------------------------------------------


def test_crown_11_15_a_wager_that_stays_must_be_in_the_next_round() -> None:
    without = round_(4, hands=hands({"seat": 1, "player": "P", "wagers": {"ante": 10, "play": 10}}))
    assert unexplained(void(3), without) == [
        (4, "the Jackpot of 1 that stayed on the layout of seat 1 (P) after round 3 is not there")
    ]
    assert unexplained(void(3), round_(4)) == []


def test_it_is_looked_for_by_the_player_then_by_the_seat() -> None:
    moved = round_(4, hands=hands({"seat": 2, "player": "P"}))
    other = round_(4, hands=hands({"seat": 1, "player": "Q"}))
    unnamed = round_(4, hands=hands({"seat": 1}))
    assert unexplained(void(3), moved) == []
    assert len(unexplained(void(3), other)) == 1
    assert unexplained(void(3), unnamed) == []
    assert len(unexplained(void(3, player=None), moved)) == 1


def test_each_wager_of_a_player_is_looked_for() -> None:
    both = [
        {"seat": seat, "player": "P", "blind": seat == 2, "wagers": {"ante": 10, "jackpot": 1}}
        for seat in (1, 2)
    ]
    both[1]["wagers"] = {"ante": 10, "play": 10, "jackpot": 1}
    start = void(3) | {"hands": both}
    one, two = hands({"seat": 2, "player": "P"}), hands({"seat": 1, "player": "P"})
    assert [text[-28:] for _, text in unexplained(start, round_(4, hands=one))] == [
        "1 (P) after round 3 is not there"[-28:]
    ]
    two.append({"seat": 2, "player": "P", "cards": "Kh 9s 2h", "wagers": WAGERS, "blind": True})
    assert unexplained(start, round_(4, hands=two)) == []


def test_a_smaller_wager_is_not_the_one_that_stayed() -> None:
    assert len(unexplained(void(3, wagers={"ante": 10, "jackpot": 5}), round_(4))) == 1


def test_what_happened_in_a_round_that_is_not_recorded_is_not_known() -> None:
    gone = hands({"seat": 1, "player": "P", "wagers": {"ante": 10, "play": 10}})
    assert unexplained(void(3), round_(5, hands=gone)) == []
    assert len(unexplained(void("misdeal"), round_("next", hands=gone))) == 1


def test_who_leaves_takes_his_wager_along() -> None:
    gone = round_(4, hands=hands({"seat": 2, "player": "Q"}))
    assert unexplained(void(3, leaves=True), gone) == []


def test_a_wager_that_stayed_feeds_the_meter_once() -> None:
    start = void(2) | {"meter": "12000.34", "seed": 10_000}
    assert unexplained(round_(1, "12000.00"), start, round_(3, "12000.34")) == []
    assert len(unexplained(round_(1, "12000.00"), round_(2, "12000.34"), round_(3, "12000.34"))) == 1


# -- whole ledger ----------------------------------------------------------------------------------------


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


# -- spoilt rounds ---------------------------------------------------------------------------------------


BOTH = '{"ante": 10, "play": 10}'
CARDS = '"cards": "Ac 9d 4h"'
GOOD = f'{{"id": "good", "dealer": "Kc 8h 3d", "hands": [{{"seat": 1, {CARDS}, "wagers": {BOTH}}}]}}'


def instead(old: str, new: str) -> bytes:
    """Return the good record with a part of it spoilt."""
    assert old in GOOD
    return GOOD.replace(old, new).replace('"good"', '"bad"').encode()


SPOILT = {
    b"[1]": "Expected `object`, got `array`",
    b"{": "not JSON: Input data was truncated",
    b"Seat 1": "not JSON: JSON is malformed: invalid character (byte 0)",
    b'{"id": 7}': "round 7: Object missing required field `hands`",
    b'{"id": "a", "hands": []}': "round a: hands: Expected `array` of length >= 1",
    b'{"hands": [{"seat": 1, "wagers": {}}]}': "Object missing required field `id`",
    b"\x00": "not JSON: ",
    b"[" * 9000: "Expected `object`, got `array`",
    b'{"id": ' * 9000: "id: Expected `int | str`, got `object`",
    GOOD[:-3].encode(): "not JSON: Input data was truncated",
    GOOD.encode() * 2: "not JSON: JSON is malformed: trailing characters",
    GOOD.encode("utf-16-le"): "not JSON: ",
    GOOD.encode() + b"\r" + GOOD.encode(): "not JSON: JSON is malformed: trailing characters",
    instead("Kc", "@").replace(b"@", b"\xff"): "not JSON: 'utf-8' codec can't decode byte 0xff",
    instead('"good"', "[1]"): "id: Expected `int | str`, got `array`",
    instead('"good"', "1.5"): "id: Expected `int | str`, got `float`",
    instead('"dealer"', '"id": 1, "dealer"'): "round 1: 'id' stands twice",
    instead('"ante": 10', '"ante": 5, "ante": 10'): "round bad: hands[0].wagers: 'ante' stands twice",
    instead('"seat": 1', '"seat": 1, "seat" : 1'): "round bad: hands[0]: 'seat' stands twice",
    instead('"dealer"', '"dealers"'): "round bad: Object contains unknown field `dealers`",
    instead('"dealer"', '"a\\u001b[2J"'): "round bad: Object contains unknown field `a\\x1b[2J`",
    instead('"Kc 8h 3d"', "7"): "round bad: dealer: Expected `str`, got `int`",
    instead("Kc", "Ac"): "round bad: Ac is dealt twice, to the dealer and to seat 1",
    instead("Kc", "8h"): "round bad: dealer: '8h 8h 3d': 8h stands twice",
    instead("Kc", "1c"): "round bad: dealer: '1c 8h 3d': '1' is not a rank of this deck",
    instead("Kc", "Kc 2c"): "round bad: dealer: 'Kc 2c 8h 3d': 4 cards where 3 are needed",
    instead("Kc", "Kc" * 9_999): "round bad: dealer: 'KcKcKc",
    instead('"seat": 1', '"seat": 0'): "round bad: hands[0].seat: Expected `int` >= 1",
    instead('"seat": 1', '"seat": "1"'): "round bad: hands[0].seat: Expected `int`, got `str`",
    instead(f"{CARDS}, ", f"{CARDS}, {CARDS}, "): "round bad: hands[0]: 'cards' stands twice",
    instead(f"{CARDS}, ", ""): "round bad: seat 1: cards: '': 0 cards where 3 are needed",
    instead('"wagers"', '"decision": "raise", "wagers"'): "round bad: hands[0].decision: Invalid enum value",
    instead('"wagers"', '"desicion": "fold", "wagers"'): "round bad: hands[0]: Object contains unknown field",
    instead('"wagers"', '"paid": [1], "wagers"'): "round bad: hands[0].paid: '[1]' is not an amount of money",
    instead("]", '], "chip": -1'): "round bad: chip: '-1' is not an amount of money (write 10, 2.50 or",
    instead(BOTH, "[10]"): "round bad: hands[0].wagers: Expected `object`, got `array`",
    instead(BOTH, "{}"): "round bad: seat 1: no wager is staked",
    instead('"play"', '"\\u202e"'): "round bad: seat 1: no wager '\\u202e' in this game",
    instead('"play"', f'"{"x" * 99_999}"'): "round bad: seat 1: no wager 'xxxxxx",
    instead(
        '"play"', ", ".join(f'"w{n}": 1' for n in range(200)) + ', "play"'
    ): "round bad: seat 1: no wager 'w0'",
    instead('"play": 10', '"play": 1e400'): "hands[0].wagers: '1E+400' is not an amount of money",
    instead('"play": 10', '"play": 1e9999999999999999999'): "not JSON: a number of too many digits",
    instead('"play": 10', f'"play": {"9" * 5000}'): "hands[0].wagers: Integer value out of range",
    instead('"play": 10', f'"play": 1.{"9" * 5000}'): "round bad: hands[0].wagers: '1.99999",
    instead('"play": 10', '"play": NaN'): "not JSON: JSON is malformed: invalid character",
    instead('"play": 10', '"play": -10'): "round bad: hands[0].wagers: '-10' is not an amount of money",
    instead('"play": 10', '"play": true'): "round bad: hands[0].wagers: 'True' is not an amount of money",
    instead('"play": 10', '"play": 10.0000001'): "round bad: hands[0].wagers: '10.0000001' is not an amount",
    instead("]", '], "meter": {}'): "round bad: meter: '{}' is not an amount of money",
    instead("]", '], "tables": {"ante": "A"}'): "round bad: tables.ante: no wager with a pay table",
    instead("]", '], "limits": {"x": {}}'): "round bad: limits.x: no such wager",
    instead("]", '], "irregularities": [{"what": "x"}]'): "round bad: irregularities[0]: no irregularity 'x'",
}
"""Records that are wrong, each with what is said of it behind its line."""


def test_each_spoilt_record_is_one_line_and_the_others_are_settled(tmp_path: Path) -> None:
    path = tmp_path / "spoilt.jsonl"
    good = GOOD.encode()
    lines = [b"\xef\xbb\xbf" + good, b"", b" \t", good + b"\r"]
    for spoilt in SPOILT:
        lines += [spoilt, good]
    path.write_bytes(b"\n".join(lines))
    run = combin("settle", "crown-melbourne", str(path), "--format", "csv")
    assert run.code == 2
    complaints = run.err.splitlines()
    wanted = [f"combin: {path}: line {5 + 2 * n}: {said}" for n, said in enumerate(SPOILT.values())]
    assert [said[: len(want)] for said, want in zip(complaints, wanted, strict=True)] == wanted
    assert max(len(said) - len(str(path)) for said in complaints) < 600
    rows = list(csv.DictReader(io.StringIO(run.out)))
    settled = [n + 1 for n, line in enumerate(lines) if good in line and line not in SPOILT]
    assert [int(row["line"]) for row in rows] == [number for number in settled for _ in range(2)]
    run = combin("settle", "crown-melbourne", str(path), "--format", "json")
    answer = json.loads(run.out)
    assert [one["line"] for one in answer["rounds"]] == settled
    assert len(answer["errors"]) == len(SPOILT)
