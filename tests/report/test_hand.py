from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from combin.exact.hand import ExplainedHand, explain
from combin.formats.view import View
from combin.report.hand import hand_view
from combin.rules.resolved import Rules
from tests.report.games import BARE, INDIFFERENT
from tests.variants import shipped, variant


def explained(rules: Rules, cards: str, **letters: str) -> ExplainedHand:
    first = {name: next(iter(rules.tables[name])) for name in (*rules.bonuses, *rules.side_bets)}
    return explain(rules, rules.deck.parse(cards, 3), first | letters)


def shown(game: str, cards: str, **letters: str) -> View:
    return hand_view(explained(shipped(game), cards, **letters))


def test_a_hand_is_named_with_its_suits_and_strength() -> None:
    view = shown("crown-melbourne", "Qs 6h 4d")
    assert view.heading == "Q♠ 6♥ 4♦ in Three Card Poker, Crown Melbourne"
    strength, decision = view.lines
    assert strength == (
        "Q-6-4 (high card), three suits. Of the 22,099 other hands 14,840 are stronger and 59 equal; its "
        "strength is number 121 of 741, from the weakest up."
    )
    assert decision == "Best decision: play, worth 0.006622 times the Ante more than the other."


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ks Qs", "A-K-Q straight flush, one suit. Of the 22,099 other hands 0 are stronger and 3 equal"),
        ("5s 5h 5d", "three 5s (three of a kind), three suits."),
        ("9s 9h 4s", "pair of 9s with a 4, kicker of a suit of the pair."),
        ("2s 3h 5d", "5-3-2 (high card), three suits."),
    ],
)
def test_a_category_is_told_once(cards: str, name: str) -> None:
    assert shown("crown-melbourne", cards).lines[0].startswith(name)


def test_the_dealers_hands_add_up() -> None:
    hand = explained(shipped("crown-melbourne"), "Qs 6h 4d")
    *rows, total = hand_view(hand).tables[0].cells
    assert total[:3] == ("all", f"{comb(49, 3):,}", "100.0000%")
    assert tuple(int(row[1].replace(",", "")) for row in rows) == hand.situation.counts
    assert [row[3:] for row in rows] == [("+1", "0"), ("+1", "+1"), ("0", "0"), ("-1", "-1")]


def test_decisions_are_worth_what_the_engine_says() -> None:
    assert shown("crown-melbourne", "Qs 6h 4d").tables[1].cells == (
        ("fold", "-1.000000", "-1"),
        ("play", "-0.993378", "-9151/9212"),
    )


def test_every_multiple_is_a_decision() -> None:
    rules = variant(BARE + '[dealer]\nqualifies = "Q high"\n[decision]\nplay = [1, 2, 3]\n')
    view = hand_view(explained(rules, "As Ah Kd"))
    assert [row[0] for row in view.tables[1].cells] == ["fold", "play 1x", "play 2x", "play 3x"]
    assert view.lines[1].startswith("Best decision: play 3x, worth ")
    assert view.lines[1].endswith(" times the Ante more than any other.")


def test_a_tie_between_decisions_is_said() -> None:
    view = hand_view(explained(variant(INDIFFERENT), "As Ah Kd"))
    assert view.lines[1] == "Best decision: fold, though another is worth the same."


def test_tables_that_treat_a_hand_alike_share_a_row() -> None:
    assert shown("crown-melbourne", "As Ks Qs").tables[2].cells == (
        ("Ante Bonus", "A B", "straight flush", "+5", "100.0000%"),
        ("Ante Bonus", "C", "straight flush", "+4", "100.0000%"),
        ("Pair Plus", "A B C D", "straight flush", "+40", "100.0000%"),
        ("Pair Plus", "E F", "straight flush", "+35", "100.0000%"),
    )


def test_lines_about_the_dealer_share_the_deals() -> None:
    rows = [row for row in shown("uk-including-blind", "Ks 9s 4c").tables[2].cells if row[0] == "Prime"]
    assert [row[2:4] for row in rows] == [("both of the same colour", "+4"), ("player of one colour", "+3")]
    same = Fraction(comb(23, 3), comb(49, 3))
    assert rows[0][4] == f"{float(same) * 100:.4f}%"


def test_a_game_without_bonus_and_side_bet_has_no_table_of_them() -> None:
    view = hand_view(explained(variant(BARE), "As Ah Kd"))
    assert len(view.tables) == 2
    assert view.tables[1].title == "What each decision is worth, in units of the Ante"


def test_programs_get_every_value_exactly() -> None:
    found = shown("crown-melbourne", "Qs 6h 4d", ante_bonus="C").payload()
    assert found["tables"] == {"ante_bonus": "C"}
    assert found["cards"] == ["Qs", "6h", "4d"]
    assert found["dealer"] == {"no_qualify": 5758, "win": 305, "tie": 26, "lose": 12335}
    assert found["values"]["play"] == {"fraction": "-9151/9212", "decimal": "-0.9933782023"}
    assert found["best"] == "play"
    assert len(found["paid"]) == 9


def test_records_are_the_cases_of_the_dealer() -> None:
    records = shown("crown-melbourne", "Qs 6h 4d").records()
    assert {record["case"]: record["dealer_hands"] for record in records} == {
        "no_qualify": 5758,
        "win": 305,
        "tie": 26,
        "lose": 12335,
    }
