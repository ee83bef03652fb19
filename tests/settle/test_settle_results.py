"""What a settled round looks like, and that nobody can change it."""

from __future__ import annotations

import json
from fractions import Fraction

import msgspec
import pytest

from combin.settle.results import Discrepancy, Result, SettledHand, SettledMeter, SettledWager, amount_text
from tests.settle.records import CROWN, UK, hand, settled

ROUND = settled(
    CROWN,
    "Qs 6h 4d",
    hand("Kh 3d 2c", ante=10, play=15, pair_plus=5, paid={"ante": 5, "play": 4}),
    hand("9h 9d 2s", seat=3, ante=10, play=10),
)
HAND = ROUND.hand(1)
METER = SettledMeter(
    wager="jackpot",
    name="Jackpot",
    won={"royal flush": 1},
    meter=Fraction("12345.25"),
    seed=Fraction(10_000),
    rounded=Fraction(12_346),
    prizes=Fraction(12_346),
    meter_after=Fraction(10_000),
    rule="7.3.1",
)


@pytest.mark.parametrize(
    "result",
    [ROUND, HAND, HAND.wagers[0], HAND.wager("play").notes[0], ROUND.paid_wrongly[0], METER],
    ids=lambda one: type(one).__name__,
)
def test_results_cannot_be_changed_and_name_their_fields(result: msgspec.Struct) -> None:
    fields = msgspec.structs.asdict(result)
    with pytest.raises(AttributeError, match="immutable"):
        setattr(result, next(iter(fields)), "another")
    assert type(result)(**fields) == result
    if len(fields) > 2:
        with pytest.raises(TypeError):
            type(result)(*fields.values())


def test_hands_and_wagers_are_found_by_seat_and_name() -> None:
    assert [ROUND.hand(seat).seat for seat in (1, 3)] == [1, 3]
    assert HAND.wager("pair_plus").name == "Pair Plus"
    with pytest.raises(KeyError):
        ROUND.hand(2)
    with pytest.raises(KeyError):
        HAND.wager("jackpot")


def test_a_round_is_the_sum_of_its_hands_and_a_hand_of_its_wagers() -> None:
    for key in ("staked", "returned", "carried", "net"):
        assert getattr(ROUND, key) == sum(getattr(one, key) for one in ROUND.hands)
        assert getattr(HAND, key) == sum(getattr(one, key) for one in HAND.wagers)
    assert [HAND.staked, ROUND.staked] == [30, 50]


def test_what_is_carried_is_not_lost() -> None:
    kept = SettledWager(
        wager="ante",
        name="Ante",
        staked=Fraction(10),
        returned=Fraction(2),
        carried=Fraction(8),
        result=Result.NEXT_ROUND,
        rule="9.1",
        reason="misdeal",
    )
    assert kept.net == 0
    assert SettledHand(seat=1, player=None, cards="", decision=None, wagers=(kept, kept)).net == 0
    assert msgspec.structs.replace(kept, carried=Fraction(0)).net == -8
    given = {name: value for name, value in msgspec.structs.asdict(kept).items() if name != "carried"}
    assert SettledWager(**given).carried == 0


def test_what_was_paid_too_much_and_what_the_house_adds() -> None:
    wrong = Discrepancy(seat=1, player=None, wager="ante", due=Fraction(20), paid=Fraction(25), rule="")
    assert wrong.difference == 5
    assert METER.house_adds == Fraction("10000.75")
    assert METER.to_dict()["house_adds"] == "10000.75"


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("1/20", "0.05"),
        ("1/2", "0.5"),
        ("0", "0"),
        ("-1/20", "-0.05"),
        ("-1/8", "-0.125"),
        ("1234567/625", "1975.3072"),
        ("-250", "-250"),
        ("2/3", "2/3"),
        ("-7/60", "-7/60"),
    ],
)
def test_an_amount_is_a_decimal_where_one_is_equal_to_it(amount: str, text: str) -> None:
    assert amount_text(Fraction(amount)) == text


def test_the_result_has_documented_keys_and_decimal_amounts() -> None:
    one = settled(UK, "Kh Td 6h", hand("8h 8d 3h", ante="2.50", play="2.50", paid={"ante": 5, "play": 4}))
    whole = json.loads(json.dumps(one.to_dict()))
    sums = ["staked", "returned", "carried", "net"]
    found = ["notes", "paid_wrongly", "disputed", "unexplained"]
    assert list(whole) == ["id", "game", "line", "dealer", "hands", *sums, *found, "meter"]
    assert list(whole["hands"][0]) == ["seat", "player", "cards", "decision", "wagers", *sums]
    assert whole["hands"][0]["decision"] == "play"
    assert whole["hands"][0]["wagers"][1] == {
        "wager": "play",
        "name": "Play",
        "staked": "2.5",
        "returned": "5",
        "carried": "0",
        "net": "2.5",
        "result": "win",
        "rule": "bullet 19",
        "reason": "pair of eights with a three beats dealer's K-10-6",
        "notes": [],
    }
    assert whole["paid_wrongly"] == [
        {
            "seat": 1,
            "player": None,
            "wager": "play",
            "due": "5",
            "paid": "4",
            "difference": "-1",
            "rule": "bullet 19",
            "readings": [],
        }
    ]
    assert (whole["staked"], whole["returned"], whole["net"]) == ("5", "10", "5")
