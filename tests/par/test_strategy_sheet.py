from __future__ import annotations

from copy import copy
from fractions import Fraction

import pytest

from combin.cards.ranking import Category
from combin.design.variants import Sensitivity, Workbench, WrongDecision, sensitivity_asked
from combin.formats.tables import Live
from combin.par.book import Book
from combin.par.round_sheets import sensitivity_sheet, strategy_sheet
from combin.par.workbook import Sheet
from combin.rules.resolved import keep
from tests.par.books import game


def worth(sheet: Sheet) -> dict[str, list[Fraction]]:
    """Return the rows of the first table about what hands are worth."""
    top = min(row for (row, _), cell in sheet.cells.items() if cell.value == "What hands are worth") + 2
    found = {}
    for row in range(top, sheet.rows):
        name = str(sheet.cells[row, 0].value)
        found[name] = [Live("", sheet.cells[row, column].value).exact for column in range(1, 5)]
        if name == "all":
            break
    return found


def test_what_a_straight_flush_is_worth_is_what_its_deals_pay() -> None:
    book = Book.of(game("uk-including-blind"), {})
    rows = worth(strategy_sheet("Strategy", book))
    deals = net = 0
    for one, _ in book.main.best:
        if one.hand.strength.category is Category.STRAIGHT_FLUSH:
            deals += one.weight * one.deals
            bonus = 5 * one.deals
            net += one.weight * (one.no_qualify + 2 * one.win - 2 * one.lose + bonus)
    assert rows["straight flush"][1:3] == [1, Fraction(net, deals)]
    assert rows["high card"][1] == Fraction(16_440 - 7_200, 16_440)


@pytest.mark.parametrize("name", ["uk-including-blind", "hole-card-paint"])
def test_the_parts_of_all_hands_add_up_to_the_edge(name: str) -> None:
    book = Book.of(game(name), {})
    *rows, total = worth(strategy_sheet("Strategy", book)).values()
    assert [sum(column) for column in zip(*rows, strict=True)][::3] == [total[0], total[3]]
    assert total[0] == 1
    assert total[2] == total[3] == -book.main.best.distribution.house_edge


def test_wrong_decisions_of_one_hand_and_card_stand_together_whatever_the_suits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = copy(game("uk-including-blind"))  # without the answers that are kept
    book = Book.of(rules, {})
    low, high = rules.ranking.strengths[20:22]
    decisions = (
        WrongDecision(high, (0,), 24, 1, 0, Fraction(3, 100), Fraction(1, 1000)),
        WrongDecision(high, (0,), 48, 1, 0, Fraction(6, 100), Fraction(2, 1000)),
        WrongDecision(high, (0,), 12, 0, 1, Fraction(1, 100), Fraction(1, 10000)),
        WrongDecision(low, (0,), 60, 0, 1, Fraction(1, 50), Fraction(1, 500)),
        WrongDecision(low, (11, 12), 60, 0, 1, Fraction(1, 25), Fraction(1, 250)),
    )
    letters = book.main.letters
    start = Workbench().variant(rules, letters)
    keep(sensitivity_asked(rules, letters), Sensitivity(rules, letters, start, (), (), decisions))
    sheet = sensitivity_sheet("Sensitivity", book)
    top = next(row for (row, _), cell in sheet.cells.items() if cell.value == "Card")
    rows = [[sheet.cells[row, column].value for column in range(7)] for row in range(top + 1, top + 5)]
    names = [rules.ranking.describe(one) for one in (high, high, low, low)]
    assert [row[:5] for row in rows] == [
        ["2", names[0], "play", "fold", 72],
        ["2", names[1], "fold", "play", 12],
        ["2", names[2], "fold", "play", 60],
        ["K, A", names[3], "fold", "play", 60],
    ]
    assert rows[0][5:] == [Fraction(5, 100), Fraction(3, 10)]
    monkeypatch.setattr("combin.par.round_sheets.MOST_WRONG", 2)
    cells = sensitivity_sheet("Sensitivity", book).cells
    assert [cells[top + row, 1].value for row in (1, 2)] == [names[3], names[0]]
    assert "2 more do so by at most +0.2000." in str(cells[top + 3, 0].value)
