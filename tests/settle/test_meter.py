"""Rounds in which shares of the meter are won, on real cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.cards.suit_classes import hand_classes_by_suit
from combin.jackpot.value import jackpot_chances
from combin.settle.meter import settle_meter
from combin.settle.records import SettledMeter, SettledRound, SettledWager, amount_text
from tests.helpers.variants import shipped, variant
from tests.jackpot.wagers import MINOR
from tests.settle.records import (
    CROWN,
    RWS,
    cases,
    hand,
    nets,
    of_text,
    refused,
    results,
    returned,
    round_of_text,
    settled,
)

NO_HAND = "8c 2h 5d"
ROYAL_BOARD, ROYAL, LOW_FLUSH = "Js Ts", "As Ks Qs", "9s 8s 7s"
FLUSH_BOARD, HIGHER, LOWER = "7s 6s", "Ts 9s 8s", "5s 4s 3s"


def played(cards: str, seat: int = 1, *, jackpot: object = 5, **record: Any) -> dict[str, Any]:  # noqa: ANN401
    """A hand that plays with a jackpot wager."""
    return hand(cards, seat=seat, **({"ante": 10, "play": 10, "jackpot": jackpot} | record))


def crown(board: str, *hands: dict[str, Any], **record: Any) -> SettledRound:  # noqa: ANN401
    known: dict[str, Any] = {"meter": "123456.70", "seed": 50_000, "jackpot_cards": board}
    return settled(CROWN, NO_HAND, *hands, **(known | record))


def meter_of(settled_round: SettledRound) -> SettledMeter:
    assert settled_round.meter is not None
    return settled_round.meter


@pytest.mark.parametrize("case", cases("meter.txt"), ids=" | ".join)
def test_a_meter_is_shared_among_the_hands_that_win_of_it(case: list[str]) -> None:
    """Prizes by seat, what is won, the meter after and what the house adds, and words on the first winner."""
    game, hands, rest, expected, won, left, words = case
    for short, stakes in (("played", "ante=10 play=10 jackpot=5"), ("folded", "ante=10 jackpot=5 fold")):
        hands = hands.replace(short, stakes)
    stated: dict[str, Any] = {"meter": "123456.70", "seed": 50_000} | round_of_text(hands, rest)
    one = settled(game, **stated | {"dealer": NO_HAND})
    assert "; ".join(returned(each).get("jackpot", "-") for each in one.hands) == expected
    if not won:
        assert one.meter is one.to_dict()["meter"] is None
        return
    meter = meter_of(one)
    lines = [f"{number} {line}" if number > 1 else line for line, number in meter.won.items()]
    assert ", ".join(lines) == won
    assert f"{amount_text(meter.meter_after)}; {amount_text(meter.house_adds)}" == left
    wagers = [wager for each in one.hands for wager in each.wagers if wager.wager == "jackpot"]
    said = [wager.reason for wager in wagers] + [
        f"{note.text} ({note.rule})" for wager in wagers for note in wager.notes
    ]
    assert words in ("", *said)


def test_the_meter_of_a_round_has_its_rules() -> None:
    one = crown(ROYAL_BOARD, played(ROYAL), played("9h 8h 7h", 2))
    assert one.hand(1).wager("jackpot").rule == "1.1 'Jackpot Cards', 5.10, 7.1, 7.1 Table 3, 7.3.1"
    assert meter_of(one).to_dict() == {
        "wager": "jackpot",
        "name": "Jackpot",
        "won": {"royal flush": 1},
        "meter": "123456.7",
        "seed": "50000",
        "rounded": "123457",
        "prizes": "123457",
        "house_adds": "50000.3",
        "meter_after": "50000",
        "rule": "6.3, 6.4",
    }
    two = crown(FLUSH_BOARD, played(HIGHER), played(LOWER, 2)).hand(2).wager("jackpot")
    assert two.rule.endswith("7.1 Table 3, 7.3.1, 7.3.3, 7.4")


# ------------------------------------------------------------------------------------ seeds and what is wrong


def test_a_seed_that_is_not_published_for_the_option_and_the_cost_is_noted() -> None:
    assert crown(FLUSH_BOARD, played(HIGHER)).notes == ()
    (note,) = crown(FLUSH_BOARD, played(HIGHER), seed=10_000).notes
    assert note.text == (
        "the seed of $10,000 is no initial seed value times the cost of $5: "
        "those are $50,000, $100,000, $150,000, $200,000, $250,000, $300,000, $375,000"
    )
    assert note.rule == "6.3 Table 1"


def test_the_rules_that_ship_name_what_the_settlement_cites() -> None:
    entry = shipped(CROWN).file.jackpot
    assert entry is not None
    assert (entry.sharing_rule, entry.cost_rule) == ("7.3.3, 7.4", "6.1.1(d)")


# -- meter properties ------------------------------------------------------------------------------------


SUITS = "shdc"

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


# -- jackpot ---------------------------------------------------------------------------------------------


NOTHING = "Jc 7h 5s"


def envy(settled_round: SettledRound) -> dict[int, list[str]]:
    """The envy bonuses by seat."""
    found = {
        seat.seat: [str(wager.returned) for wager in seat.wagers if wager.wager == "jackpot.envy"]
        for seat in settled_round.hands
    }
    return {seat: bonuses for seat, bonuses in found.items() if bonuses}


def test_rws_3_11_a_folded_hand_is_paid_its_jackpot_prize() -> None:
    one = settled(RWS, NOTHING, hand("8s 9d 10h", ante=25, jackpot=5, decision="fold"))
    assert nets(one) == {"ante": "-25", "jackpot": "10"}


def test_each_progressive_wager_has_a_meter_of_its_own() -> None:
    rules = variant(f'extends = "crown-melbourne"\nid = "two"\n{MINOR}')
    royal = hand("As Ks Qs", minor=2)
    record = {"meter": 25_000, "seed": 10_000}
    one = settled(rules, "", royal, meters={"minor": 5000}, **record)
    assert returned(one)["minor"] == "5000"
    assert refused(rules, "", royal, **record) == (
        "seat 1: minor: 100% of the meter is won, and the record gives no meter of it (meters.minor)"
    )
    wrong = "no progressive wager other than that of meter; they are minor"
    for name in ("jackpot", "ante"):
        assert refused(rules, "", royal, meters={name: 5}, **record) == f"meters.{name}: {wrong}"


@pytest.mark.slow
def test_every_hand_of_a_second_progressive_wager_settled_gives_its_value() -> None:
    rules = variant(f'extends = "uk-including-blind"\nid = "two"\n{MINOR}')
    table = rules.tables["minor"]["A"]
    whole = Fraction(0)
    for one in hand_classes_by_suit(rules.ranking):
        cards = " ".join(str(rules.deck.cards[card]) for card in one.cards)
        found = settled(rules, "", hand(cards, minor=1), meter=5000)
        whole += one.weight * Fraction(returned(found)["minor"])
    value = jackpot_chances(rules, table).overall()
    assert whole / 22_100 == value.returned(Fraction(1), Fraction(5000)) == Fraction(719, 1105)


BO = "Th 8c 4d ante=25 jackpot=5 fold"


@pytest.mark.parametrize(("hands", "bonuses"), cases("envy.txt"))
def test_rws_3_12_envy_bonuses(hands: str, bonuses: str) -> None:
    records = [of_text(text, seat) for seat, text in enumerate(hands.split(" / "), 1)]
    found = envy(settled(RWS, NOTHING, *records, meter=1000))
    assert " ".join(f"{seat}={bonus}" for seat, (bonus,) in found.items()) == bonuses


def test_rws_3_12_an_envy_bonus_is_a_payment_of_its_own() -> None:
    one = settled(RWS, NOTHING, of_text("As Ks Qs ante=25 play=25"), of_text(BO, 2)).hand(2)
    bonus = one.wager("jackpot.envy")
    assert (bonus.rule, bonus.reason) == ("3.12, 3.13", "A-K-Q straight flush of spades at seat 1")
    assert bonus.net == 250
    assert not bonus.staked
    assert results(one) == {"ante": "lose", "jackpot": "lose", "jackpot.envy": "win"}


ODDS = """
extends = "resorts-world-sentosa"
id = "odds"
[wager.jackpot]
envy_needs = ["ante", "pair_plus"]
[pay_tables.jackpot.A]
odds = "ODDS"
"straight" = 3
"""


@pytest.mark.parametrize(("odds", "due", "terms"), [("for 1", "15", "3 for 1"), ("to 1", "20", "3 to 1")])
def test_a_jackpot_prize_in_odds_is_a_multiple_of_the_stake(odds: str, due: str, terms: str) -> None:
    one = settled(variant(ODDS.replace("ODDS", odds)), NOTHING, played("8s 9d 10h", ante=25, play=25))
    assert returned(one)["jackpot"] == due
    assert one.hand(1).wager("jackpot").reason == f"straight: {terms}"


def test_one_of_the_wagers_that_envy_needs_is_enough() -> None:
    hands = of_text("As Ks Qs pair_plus=25"), of_text(BO, 2)
    assert envy(settled(variant(ODDS.replace("ODDS", "to 1")), NOTHING, *hands)) == {2: ["250"]}


def test_a_returned_jackpot_wager_gets_no_envy_bonus() -> None:
    hands = of_text("As Ks Qs ante=25 play=25"), of_text(BO, 2)
    assert envy(settled(RWS, "", *hands, irregularities=[{"what": "foreign_card"}])) == {}


def test_crown_5_10_2_a_a_fold_loses_the_jackpot_wager() -> None:
    one = settled(CROWN, "", hand(ante=10, jackpot=5, decision="fold"))
    assert nets(one) == {"ante": "-10", "jackpot": "-5"}
    assert one.hand(1).wager("jackpot").rule == "5.10.2(a)"
