from __future__ import annotations

from fractions import Fraction

from combin.design.sensitivity import Sensitivity, WrongDecision
from combin.design.variants import Workbench
from combin.par.sensitivity_sheet import sensitivity_sheet
from combin.par.subject import Subject, chosen_letters
from tests.par.books import game


def test_wrong_decisions_of_one_hand_and_card_stand_together_whatever_the_suits() -> None:
    rules = game("uk-including-blind")
    subject = Subject(rules, chosen_letters(rules, {}))
    low, high = rules.ranking.strengths[20:22]
    decisions = (
        WrongDecision(high, (0,), 24, 1, 0, Fraction(3, 100), Fraction(1, 1000)),
        WrongDecision(high, (0,), 48, 1, 0, Fraction(6, 100), Fraction(2, 1000)),
        WrongDecision(high, (0,), 12, 0, 1, Fraction(1, 100), Fraction(1, 10000)),
        WrongDecision(low, (0,), 60, 0, 1, Fraction(1, 50), Fraction(1, 500)),
        WrongDecision(low, (11, 12), 60, 0, 1, Fraction(1, 25), Fraction(1, 250)),
    )
    letters = subject.main.letters
    start = Workbench().variant(rules, letters)
    vars(subject)["sensitivity"] = Sensitivity(rules, letters, start, (), (), decisions)
    sheet = sensitivity_sheet("Sensitivity", subject)
    top = next(row for (row, _), cell in sheet.cells.items() if cell.value == "Card")
    rows = [[sheet.cells[row, column].value for column in range(7)] for row in range(top + 1, top + 5)]
    names = [rules.ranking.describe(one) for one in (high, high, low, low)]
    assert [row[:5] for row in rows] == [
        ["2", names[0], "play", "fold", 72],
        ["2", names[1], "fold", "play", 12],
        ["2", names[2], "fold", "play", 60],
        ["K, A", names[3], "fold", "play", 60],
    ]
    assert rows[0][5:] == [Fraction(5, 100), Fraction(3, 1000)]
