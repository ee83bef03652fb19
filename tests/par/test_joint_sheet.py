"""The sheet of wagers placed together, in games of other kinds than Three Card Poker's."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.formats.columns import Live
from combin.jackpot.mixes import ask_mix
from combin.par.book import Book
from combin.par.round_sheets import _numbered, joint_sheet
from combin.par.scope import Scope, every_wager
from combin.par.workbook import Inputs
from tests.exact.test_joint_games import COMPARED, MONEY, PAIR_PLUS
from tests.games import game
from tests.variants import variant

RULES = variant(game(COMPARED, PAIR_PLUS, MONEY))


def rows(scope: Scope, inputs: Inputs) -> dict[object, list[object]]:
    """Return the last row of the sheet that begins with each label."""
    sheet = joint_sheet("Joint", scope, every_wager(scope), inputs)
    found: dict[object, list[object]] = {}
    for row, column in sorted(sheet.cells):
        if column == 0:
            label = sheet.cells[row, 0].value
            found[label] = []
        found[label].append(sheet.cells[row, column].value)
    return found


def test_a_bet_that_pays_money_stands_there_with_its_own_stake() -> None:
    scope = Scope.of(RULES, {})
    found, stakes = rows(scope, Inputs()), {"ante": 1, "pair_plus": 1, "money": 5}
    assert "Blind is staked as much as the Ante; edges are per unit of the Ante." in found
    assert "Money pays sums of money: its figures are for 5." in found
    for label, (name, stake) in zip(
        ("Ante & Blind & Play", "Pair Plus", "Money"), stakes.items(), strict=True
    ):
        exact = scope.main.wagers[name]
        assert found[label][1:4] == [stake, exact.house_edge, exact.average_wager]
    mix = ask_mix(RULES, stakes, strategy="optimal").mix
    assert found["Stakes of the mix"][1] == 7
    assert found["Expected loss"][1] == mix.expected_loss
    assert found["Variance"][1] == mix.total.variance


@pytest.mark.parametrize("stakes", [[], [4, 5]], ids=str)
def test_money_taken_of_each_hand_is_in_what_is_lost_and_won_whatever_the_stake(stakes: list[int]) -> None:
    fee = {"wager.ante.collection": {"share": "1%", "money": 2}, "wager.ante.stakes": stakes}
    deck = {"deck.ranks": "J Q K A", "dealer.qualifies": "A high"}
    rules = variant(game(COMPARED, deck, fee, {"imprint": {"average_bet": 10, "hands_per_hour": 3}}))
    scope, inputs = Scope.of(rules, {}), Inputs({("reader", "stake", "ante"): Fraction(10)})
    lost = ask_mix(rules, {"ante": 10}, strategy="optimal").mix.expected_loss
    assert rows(scope, inputs)["Expected loss"][1] == lost
    summary = Book(scope).written.chapters[0].cells
    row, column = next(place for place, cell in summary.items() if cell.value == "Theoretical win per hour")
    assert Live("", summary[row + 1, column].value).exact == lost * 3


def test_long_names_head_columns_by_their_numbers() -> None:
    assert _numbered(["Ante & Play", "Pair Plus"]) == (
        ["Ante & Play", "Pair Plus"],
        ["Ante & Play", "Pair Plus"],
    )
    assert _numbered(["A" * 31, "B" * 30]) == (["1", "2"], ["1. " + "A" * 31, "2. " + "B" * 30])
