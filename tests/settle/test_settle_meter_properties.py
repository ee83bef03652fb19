"""Rounds in which the meter is shared, card by card, against the formulas of the module of rounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.jackpot.meter.rounds import settle_meter
from combin.settle.results import SettledMeter, SettledRound, SettledWager, amount_text
from tests.settle.records import CROWN, hand, settled
from tests.variants import variant

SUITS = "shdc"

# Hands that win with three cards of their own may be as many as the deck has: 4 royals, 12 straight flushes.
MANY = """
extends = "resorts-world-sentosa"
id = "many"
[deal]
seats = 16
[pay_tables.jackpot.A]
"A-K-Q straight flush of spades" = { meter = "100%" }
"A-K-Q straight flush" = { meter = "100%" }
"straight flush" = { meter = "PART" }
[jackpot]
wager = "jackpot"
round_up_to = UNIT
rule = "6.4"
sharing_rule = "7.4"
[jackpot.options.A]
pay_table = "A"
meters = [{ seed = 10000, increment = "30%" }]
"""
ROYALS = [f"A{suit} K{suit} Q{suit}" for suit in SUITS]
FLUSHES = [f"{a}{suit} {b}{suit} {c}{suit}" for a, b, c in ("JT9", "876", "543") for suit in SUITS]

# For each pair of jackpot cards, hands with what they win.
BOARDS = {
    "Js Ts": {"As Ks Qs": "royal", "9s 8s 7s": "flush", "Jd Jh Jc": "bonus", "Ah 8d 2c": ""},
    "7s 6s": {"Ts 9s 8s": "flush", "5s 4s 3s": "flush", "7d 7h 7c": "bonus", "Ah 8d 2c": ""},
    "As 3s": {"5s 4s 2s": "flush", "Ks Js 9s": "bonus", "Ah Ad Ac": "bonus", "6s 7s 8s": "bonus"},
    "Ks 9s": {"Qs Js Ts": "flush", "Kd Kh Kc": "bonus", "As 2s 3s": "bonus", "9d 8h 7c": ""},
}
DEALER = "2h 4d 6c"

cents = st.integers(0, 10**8).map(lambda count: Fraction(count, 100))


def jackpots(settled_round: SettledRound) -> dict[str, SettledWager]:
    """The jackpot wagers by the cards of their hands."""
    return {
        seat.cards: wager for seat in settled_round.hands for wager in seat.wagers if wager.wager == "jackpot"
    }


def meter_of(settled_round: SettledRound) -> SettledMeter:
    assert settled_round.meter is not None
    return settled_round.meter


@pytest.mark.slow
@given(data=st.data())
def test_7_4_any_winners_share_as_the_formulas_have_it(data: st.DataObject) -> None:
    winners = data.draw(st.lists(st.sampled_from([*ROYALS, *FLUSHES]), unique=True, min_size=1))
    seed = data.draw(cents) + 1
    meter = seed + data.draw(cents)
    part = data.draw(st.sampled_from(["1/10", "1/4", "1/3"]))
    unit = data.draw(st.sampled_from([1, 5]))
    royals = sum(cards in ROYALS for cards in winners)
    one = settled(
        variant(MANY.replace("PART", part).replace("UNIT", str(unit))),
        "2s 2h 2d",
        *(hand(cards, seat=seat, ante=25, play=25, jackpot=5) for seat, cards in enumerate(winners, start=1)),
        meter=amount_text(meter),
        seed=amount_text(seed),
    )
    expected = settle_meter(
        meter,
        seed,
        royals,
        len(winners) - royals,
        part=Fraction(part),
        round_up_to=Fraction(unit),
    )
    for cards, wager in jackpots(one).items():
        assert wager.returned == (expected.royal if cards in ROYALS else expected.straight_flush)
    found = meter_of(one)
    assert (found.meter, found.rounded, found.meter_after) == (
        expected.meter,
        expected.rounded,
        expected.meter_after,
    )
    assert (found.prizes, found.house_adds) == (expected.paid, expected.top_up)


@pytest.mark.slow
@given(data=st.data())
def test_crown_rounds_conserve_every_cent_whoever_folds_or_has_no_jackpot_wager(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(sorted(BOARDS)))
    suits = str.maketrans(dict(zip(SUITS, data.draw(st.permutations(SUITS)), strict=True)))
    wins = {cards.translate(suits): what for cards, what in BOARDS[board].items()}
    hands, counted = [], []
    for seat, cards in enumerate(wins, start=1):
        stakes: dict[str, Any] = {"ante": 10, "jackpot": 5, "play": 10}
        for left_out in data.draw(st.sampled_from([(), ("play",), ("jackpot",)])):
            del stakes[left_out]
        hands.append(hand(cards, seat=seat, decision="play" if "play" in stakes else "fold", **stakes))
        counted += [cards] if len(stakes) == 3 and wins[cards] in ("royal", "flush") else []
    seed = Fraction(5 * data.draw(st.sampled_from([10_000, 20_000, 75_000])))
    meter = seed + data.draw(cents)
    chip = data.draw(st.sampled_from([None, "0.05", 5, 100]))
    one = settled(
        CROWN,
        DEALER.translate(suits),
        *hands,
        jackpot_cards=board.translate(suits),
        meter=amount_text(meter),
        seed=amount_text(seed),
        chip=chip,
    )
    if not counted:
        assert one.meter is None
        return
    royals = sum(wins[cards] == "royal" for cards in counted)
    expected = settle_meter(meter, seed, royals, len(counted) - royals)
    found = meter_of(one)
    assert sum(found.won.values()) == len(counted)
    assert found.meter_after == expected.meter_after
    handed = sum((jackpots(one)[cards].returned for cards in counted), Fraction(0))
    assert found.meter + found.house_adds == handed + found.meter_after
    rounded_up = handed - expected.paid
    assert found.house_adds == expected.top_up + rounded_up
    assert 0 <= rounded_up < len(counted) * Fraction(chip or 1)
    assert chip or not rounded_up
