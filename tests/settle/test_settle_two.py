"""Rounds in which two things happen at once: two irregularities, or winners of two kinds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.settle.records import CROWN, RWS, UK, hand, refused, results, settled

QUALIFIES = "Qs 6h 4d"


def irregular(*found: tuple[str, tuple[int, ...]]) -> dict[str, Any]:
    return {"irregularities": [{"what": what, "seats": list(seats)} for what, seats in found]}


@pytest.mark.parametrize(
    ("game", "hand_first", "void", "rule"),
    [
        (CROWN, "cards_communicated", "deck_not_complete", "11.12"),
        (CROWN, "rules_contravened", "outcome_invalidated", "13.3, 13.4, 13.5"),
        (RWS, "late_wager", "two_cards_exposed", "5.1.2"),
        (UK, "cards_communicated", "dealer_card_exposed", "bullet 27"),
    ],
)
def test_a_void_round_is_cited_before_what_concerns_a_hand(
    game: str, hand_first: str, void: str, rule: str
) -> None:
    for order in (((hand_first, (1,)), (void, ())), ((void, ()), (hand_first, (1,)))):
        one = settled(game, "", hand(ante=10), **irregular(*order))
        assert [(wager.result.value, wager.rule) for wager in one.hand(1).wagers] == [("void", rule)]
        assert len(one.notes) == 2


@pytest.mark.parametrize(
    ("game", "first", "second", "rules"),
    [
        (CROWN, "two_cards_exposed", "deck_not_complete", ("11.2", "11.12")),
        (RWS, "foreign_card", "wrong_deal", ("5.1.1", "5.1.4")),
        (UK, "wrong_number_of_cards", "dealer_card_exposed", ("bullet 25", "bullet 27")),
    ],
)
def test_of_two_void_rounds_the_first_is_cited(
    game: str, first: str, second: str, rules: tuple[str, str]
) -> None:
    for order, rule in (((first, second), rules[0]), ((second, first), rules[1])):
        one = settled(game, "", hand(ante=10), **irregular(*((what, ()) for what in order)))
        assert one.hand(1).wager("ante").rule == rule
        assert [note.rule for note in one.notes] == [rule, *(other for other in rules if other != rule)]


def test_of_two_irregularities_of_a_hand_the_first_is_cited_and_other_hands_have_their_own() -> None:
    hands = [hand("Kh 3d 2c", seat=seat, ante=10) for seat in (1, 2)]
    void, lost = ("rules_contravened", (1,)), ("cards_communicated", (1, 2))
    one = settled(CROWN, QUALIFIES, *hands, **irregular(void, lost))
    assert [one.hand(seat).wager("ante").rule for seat in (1, 2)] == ["13.2.1", "9.5.1(a)"]
    assert [one.hand(seat).net for seat in (1, 2)] == [Fraction(0), Fraction(-10)]
    one = settled(CROWN, QUALIFIES, *hands, **irregular(lost, void))
    assert [one.hand(seat).net for seat in (1, 2)] == [Fraction(-10), Fraction(-10)]


def test_of_two_that_set_jackpot_wagers_aside_the_first_is_cited() -> None:
    whole = hand("Kh 3d 2c", ante=10, play=10, jackpot=5)
    first, second = ("mixed_with_jackpot_cards", ()), ("jackpot_game_started_wrongly", ())
    one = settled(CROWN, QUALIFIES, whole, **irregular(first, second)).hand(1).wager("jackpot")
    assert (one.result.value, one.rule) == ("returned", "11.17, 11.9")
    one = settled(CROWN, QUALIFIES, whole, **irregular(second, first)).hand(1).wager("jackpot")
    assert (one.result.value, one.rule) == ("carried to the next round", "11.18")


def test_of_two_that_let_players_retract_the_first_is_cited() -> None:
    whole = hand("Kh 3d 2c", ante=10, play=10, retracts=True)
    first, second = ("area_without_wager_after_decision", ()), ("several_hands_viewed", (3,))
    third = hand("9h 8d 2s", seat=3, ante=10)
    for order, rule in (((first, second), "11.8"), ((second, first), "11.11.2")):
        one = settled(CROWN, QUALIFIES, whole, third, **irregular(*order))
        assert one.hand(1).wager("ante").rule == rule


def test_an_irregularity_of_a_hand_names_its_seats() -> None:
    """One of the round, and one that no seat goes with, whatever else there is."""
    for game, what, rule in ((CROWN, "rules_contravened", "13.2.1"), (UK, "cards_communicated", "bullet 23")):
        problem = f"{what} makes a hand void ({rule}); name its seats"
        assert refused(game, "", hand(ante=10), **irregular((what, ()))).endswith(problem)
    both = irregular(("deck_not_complete", ()), ("rules_contravened", ()))
    assert refused(CROWN, "", hand(ante=10), **both).startswith("irregularities[1]: rules_contravened")
    assert refused(UK, "", hand(ante=10), **irregular(("cards_communicated", (2,)))).endswith(
        "concerns seat 2, which has no hand"
    )


# -- winners of two kinds -------------------------------------------------------------------------------

ROYAL = hand("Ah Kh Qh", seat=1, ante=10, play=10, jackpot=1)
STRAIGHT_FLUSH = hand("9h 8h 7h", seat=2, ante=10, play=10, jackpot=1)
FULL_HOUSE = hand("Ts Td Jc", seat=3, ante=10, play=10, jackpot=1)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_crown_7_4_a_royal_flush_leaves_the_seed_beside_other_winners(order: tuple[int, ...]) -> None:
    """10/11 of the pool and 1/11 of it; the meter is reset to the seed, and a full house takes none of it."""
    hands = [ROYAL, STRAIGHT_FLUSH, FULL_HOUSE]
    one = settled(
        CROWN,
        "Qs 6d 4d",
        *(hands[index] for index in order),
        jackpot_cards="Jh Th",
        meter=22_000,
        seed=10_000,
    )
    prizes = [one.hand(seat).wager("jackpot").returned for seat in (1, 2)]
    assert prizes == [Fraction(20_000), Fraction(2_000)]
    assert one.meter is not None
    assert (one.meter.meter_after, one.meter.prizes) == (Fraction(10_000), Fraction(22_000))
    assert one.meter.house_adds == 10_000
    assert one.meter.won == {"royal flush": 1, "straight flush": 1}
    assert one.hand(3).wager("jackpot").returned > 0


def test_rws_3_12_an_envy_bonus_beside_a_prize_of_the_meter() -> None:
    spades = hand("As Ks Qs", seat=1, ante=10, play=10, jackpot=5)
    hearts = hand("Ah Kh Qh", seat=2, ante=10, play=10, jackpot=5)
    one = settled(RWS, "Qc 6h 4d", spades, hearts, meter=20_000)
    won = {(one.wager, str(one.returned)) for one in one.hand(1).wagers if "jackpot" in one.wager}
    assert won == {("jackpot", "20000"), ("jackpot.envy", "50")}
    won = {(one.wager, str(one.returned)) for one in one.hand(2).wagers if "jackpot" in one.wager}
    assert won == {("jackpot", "1250"), ("jackpot.envy", "250")}


def test_uk_both_lines_of_prime_are_paid_in_one_round() -> None:
    same = hand("Kd 9h 2h", seat=1, ante=10, play=10, prime=10)
    other = hand("Kc 9s 2s", seat=2, ante=10, play=10, prime=10)
    one = settled(UK, "Qd 8h 3h", same, other)
    assert [one.hand(seat).wager("prime").returned for seat in (1, 2)] == [Fraction(50), Fraction(40)]
    assert results(one.hand(2))["prime"] == "win"
