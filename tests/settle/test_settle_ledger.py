from __future__ import annotations

import json
from typing import Any

import pytest

from combin.settle.files import settle_lines
from combin.settle.rounds import RoundError
from tests.settle.records import CROWN, RWS
from tests.variants import shipped

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
