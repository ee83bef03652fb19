"""The sheet of wagers placed together, and money taken of each hand."""

from __future__ import annotations

from combin.formats.tables import Live
from combin.jackpot.mixes import ask_mix
from combin.par.book import Book
from combin.par.round_sheets import joint_sheet
from tests.exact.test_joint_games import COMPARED, MONEY, PAIR_PLUS
from tests.games import game
from tests.variants import variant

RULES = variant(game(COMPARED, PAIR_PLUS, MONEY))


def test_a_bet_that_pays_money_stands_there_with_its_own_stake() -> None:
    book = Book.of(RULES, {})
    sheet, stakes = joint_sheet("Joint", book), {"ante": 1, "pair_plus": 1, "money": 5}
    rows: dict[tuple[object, int], list[object]] = {}
    for (row, column), cell in sorted(sheet.cells.items()):
        if column:
            rows[sheet.cells[row, 0].value, row].append(cell.value)
        else:
            rows[cell.value, row] = []
    found = {label: cells for (label, _), cells in reversed(rows.items())}
    assert "Blind is staked as much as the Ante; edges are per unit of the Ante." in found
    mix = ask_mix(RULES, stakes, strategy="optimal").mix
    for label, name in zip(("Ante & Blind & Play", "Pair Plus", "Money"), stakes, strict=True):
        exact = book.main.wagers[name]
        lost = exact.house_edge * stakes[name]
        assert found[label][:3] == [stakes[name], -lost, exact.house_edge]
        covariances = [cells for (said, _), cells in rows.items() if said == label][1][: len(stakes)]
        assert covariances == [mix.covariances[name, other] for other in stakes]
    assert found["all together"][:2] == [7, -mix.expected_loss]


def test_money_taken_of_each_hand_is_in_the_theoretical_win() -> None:
    fee = {"wager.ante.collection": {"share": "1%", "money": 2}}
    deck = {"deck.ranks": "J Q K A", "dealer.qualifies": "A high"}
    rules = variant(game(COMPARED, deck, fee, {"imprint": {"average_bet": 10, "hands_per_hour": 3}}))
    lost = ask_mix(rules, {"ante": 10}, strategy="optimal").mix.expected_loss
    summary = Book.of(rules, {}).written.chapters[0].cells
    row, column = next(place for place, cell in summary.items() if cell.value == "Theoretical win per hour")
    assert Live("", summary[row + 1, column].value).exact == lost * 3
