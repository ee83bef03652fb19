from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from combin.exact.analysis import Analysis, analyse, choices
from combin.report.analysis import analyses_view, category_table, outcome_table
from tests.helpers.variants import analysed, shipped, variant
from tests.report.games import BARE


def percentages(cells: list[str]) -> list[Fraction]:
    return [Fraction(cell.removesuffix("%")) / 100 for cell in cells]


@pytest.fixture(scope="module")
def uk() -> Analysis:
    return analysed(shipped("uk-including-blind"))


@pytest.fixture(scope="module")
def crown() -> list[Analysis]:
    rules = shipped("crown-melbourne")
    return analyse(rules, choices(rules, {}))


def test_net_results_go_from_the_best_to_the_worst_and_add_up(uk: Analysis) -> None:
    nets, deals, probabilities, parts = map(list, zip(*outcome_table(uk).cells, strict=True))
    assert nets == ["+7", "+6", "+5", "+3", "+2", "+1", "0", "-1", "-2", "Total"]
    counts = [int(count.replace(",", "")) for count in deals]
    assert sum(counts[:-1]) == counts[-1] == comb(52, 3) * comb(49, 3)
    for column, whole in ((probabilities, Fraction(1)), (parts, -uk.wagers["ante"].house_edge)):
        *shares, last = percentages(column)
        assert abs(sum(shares, -whole)) < Fraction(len(shares), 10**6)
        assert abs(last - whole) < Fraction(1, 10**6)


def test_deals_by_category_add_up_in_rows_and_columns(uk: Analysis) -> None:
    rows = [[int(cell.replace(",", "")) for cell in cells] for _, *cells in category_table(uk).cells]
    assert [sum(column) for column in zip(*rows[:-1], strict=True)] == rows[-1]
    hands = uk.rules.ranking.counts
    for (name, *_), row in zip(category_table(uk).cells, rows, strict=True):
        number = comb(52, 3) if name == "Total" else next(hands[one] for one in hands if one.value == name)
        assert sum(row) == number * comb(49, 3)


def test_the_joint_loss_is_that_of_both_wagers_per_unit_of_both(crown: list[Analysis]) -> None:
    joint = analyses_view(crown).tables[-1]
    loss = (Fraction(3672957, 101792600) + Fraction(149, 5525)) / 2
    shown = percentages([dict(zip(joint.headings, joint.cells[1], strict=True))["Pair Plus F"]])[0]
    assert joint.cells[1][0] == "Ante Bonus B"
    assert abs(shown - loss) <= Fraction(1, 2 * 10**6)


def test_strategies_that_differ_by_the_bonus_are_told_apart() -> None:
    pays = {"A": 0, "B": 3, "C": 0}
    rules = variant(
        BARE
        + '[dealer]\nqualifies = "Q high"\n[wager.bonus]\nname = "Bonus"\nsettles = "bonus"\non = "ante"\n'
        + "".join(f'[pay_tables.bonus.{letter}]\n"any hand" = {pay}\n' for letter, pay in pays.items())
    )
    lines = analyses_view(analyse(rules, choices(rules, {}))).lines
    assert [line.partition(". ")[0] for line in lines] == [
        "Bonus A; Bonus C: Optimal strategy: Play Q-6-4 or better, fold the rest",
        "Bonus B: Optimal strategy: Play every hand",
        "For one choice in full, by hands and lines: --table bonus=A.",
    ]


def test_a_game_without_bonus_and_side_bet() -> None:
    view = analyses_view([analysed(variant(BARE))])
    assert view.heading == "A bare game"
    assert [row[0] for row in view.tables[0].cells] == ["Ante & Play"]


def test_programs_get_the_deals_by_category(uk: Analysis) -> None:
    found = analyses_view([uk]).payload()
    assert found["by_category"]["straight flush"] == {
        "fold": 0,
        "no_qualify": 266_196,
        "win": 617_044,
        "tie": 144,
        "lose": 968,
    }
    assert sum(sum(row.values()) for row in found["by_category"].values()) == found["wagers"]["ante"]["total"]
    assert found["strategy"]["hands_played"] + found["strategy"]["hands_folded"] == comb(52, 3)
    seen = analysed(shipped("face-up-three-card-poker"))
    found = analyses_view([seen]).payload()
    assert found["strategy"]["hands_played"] + found["strategy"]["hands_folded"] == comb(52, 3) * 49
