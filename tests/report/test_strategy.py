from __future__ import annotations

from fractions import Fraction

import pytest

from combin.exact.analysis import Analysis
from combin.report.strategy import (
    borderline_table,
    comparison_table,
    mistakes_table,
    proof_lines,
    strategy_view,
)
from tests import golden_files
from tests.report.games import BARE, INDIFFERENT
from tests.variants import analysed, followed, shipped, variant


@pytest.fixture(scope="module")
def crown() -> Analysis:
    return analysed(shipped("crown-melbourne"))


def test_the_proof_names_the_closest_hand_on_each_side(crown: Analysis) -> None:
    play, fold = proof_lines(crown.best)
    assert play == (
        "Proof: no other decision is better for any of the 14,900 hands to play; it comes closest for "
        "Q-6-4 (last two cards of one suit), where it costs 0.005373 times the Ante."
    )
    assert fold == (
        "Proof: no other decision is better for any of the 7,200 hands to fold; it comes closest for "
        "Q-6-3 (three suits), where it costs 0.002551 times the Ante."
    )


def test_a_hand_that_may_as_well_be_decided_otherwise_is_said_to_be() -> None:
    (line,) = proof_lines(analysed(variant(INDIFFERENT)).best)
    assert line.startswith("Proof: no other decision is better for any of the 22,100 hands to fold; ")
    assert line.endswith(", where it is worth the same.")


def test_the_border_shows_each_suit_pattern_and_the_mean(crown: Analysis) -> None:
    table = borderline_table(crown.best)
    rows = {(hand, suits): (hands, value, decision) for hand, suits, hands, value, decision in table.cells}
    # Grochowski's article gives -1.00255 and -0.993378, which are the hands of three suits.
    assert rows["Q-6-3", "three suits"] == ("24", "-1.002551", "fold")
    assert rows["Q-6-4", "three suits"] == ("24", "-0.993378", "play")
    assert rows["Q-6-3", "all"] == ("60", "-1.003050", "")
    assert rows["Q-6-4", "all"] == ("60", "-0.993888", "")
    assert len(table.cells) == 4 * 5


def test_the_border_has_a_value_for_every_multiple() -> None:
    game = variant(BARE + '[dealer]\nqualifies = "Q high"\n[decision]\nplay = [1, 3]\n')
    table = borderline_table(analysed(game).best)
    assert table.headings == ("Hand", "Suits", "Hands", "Value of play 3x", "Value of play 1x", "Decision")
    assert {row[-1] for row in table.cells} == {"play 3x", "play 1x", "fold", ""}


def test_a_strategy_without_border_has_no_table() -> None:
    best = analysed(variant(INDIFFERENT))
    assert [table.title for table in strategy_view(best, (), detailed=False).tables] == [
        "Ante & Play by strategy"
    ]


def test_costs_are_beside_the_best_strategy(crown: Analysis) -> None:
    others = [followed(crown.rules, "any queen"), followed(crown.rules, "always play")]
    rows = comparison_table(crown.best, others).cells
    assert [row[0] for row in rows] == ["optimal", "any queen or better", "always play"]
    assert [row[2] for row in rows] == ["3.3730%", "3.4491%", "7.6538%"]
    assert [row[-1] for row in rows] == ["0.0000%", "0.0761%", "4.2808%"]


def test_mistakes_add_up_to_the_cost_the_dearest_first(crown: Analysis) -> None:
    other = followed(crown.rules, "Q-10-4")
    *rows, total = mistakes_table(other, crown.best).cells
    parts = [Fraction(row[-1].removesuffix("%")) for row in rows]
    assert parts == sorted(parts, reverse=True)
    assert abs(sum(parts) - Fraction(total[-1].removesuffix("%"))) < Fraction(len(rows), 10**4)
    assert total[-1] == comparison_table(crown.best, [other]).cells[1][-1] == "0.6060%"
    assert total[2] == f"{sum(int(row[2]) for row in rows):,}" == "1,320"
    assert {row[1:5] for row in rows} == {("all", "60", "fold", "play")}


def test_mistakes_on_some_suit_patterns_name_them(crown: Analysis) -> None:
    other = followed(crown.rules, str(golden_files.FOLDER / "strategy.toml"))
    assert mistakes_table(other, crown.best).cells[0][:3] == (
        "Q-6-4",
        "first two cards of one suit, first and last card of one suit, last two cards of one suit",
        "36",
    )


def test_mistakes_are_shown_hand_by_hand_only_where_asked_for_and_made(crown: Analysis) -> None:
    others = [followed(crown.rules, "Q-6-4"), followed(crown.rules, "any queen")]
    titles = [table.title for table in strategy_view(crown, others, detailed=True).tables]
    assert titles == ["Ante & Play by strategy", "What 'any queen or better' costs", "Hands at the border"]
    brief = strategy_view(crown, others, detailed=False)
    assert [table.title for table in brief.tables] == ["Ante & Play by strategy", "Hands at the border"]
    assert all("mistakes" not in other for other in brief.payload()["others"])


def test_programs_get_each_mistake_exactly(crown: Analysis) -> None:
    other = followed(crown.rules, "any queen")
    found = strategy_view(crown, [other], detailed=True).payload()["others"][0]
    cost = other.distribution.house_edge - crown.best.distribution.house_edge
    assert sum(Fraction(one["part_of_edge"]["fraction"]) for one in found["mistakes"]) == cost
    assert Fraction(found["cost"]["fraction"]) == cost
    assert sum(one["hands"] for one in found["mistakes"]) == 480


def test_records_are_strategies(crown: Analysis) -> None:
    records = strategy_view(crown, [followed(crown.rules, "always play")], detailed=False).records()
    assert [(record["strategy"], record["hands_played"]) for record in records] == [
        ("optimal", 14900),
        ("always play", 22100),
    ]
    assert {record["ante_bonus"] for record in records} == {"A"}
