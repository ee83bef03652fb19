"""Joint strategies as reports show them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from combin.exact.statement import statement_of
from combin.game import Game, load
from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import JointAnswer
from combin.report.strategy import grid_tables
from combin.rules.errors import RulesError
from tests.helpers.texts import game_text
from tests.helpers.variants import CARD_SEEN, shipped, variant
from tests.report.games import BARE


@cache
def asked(ratio: str, option: str = "2", compare: tuple[str, ...] = ()) -> JointAnswer:
    """Return the answer for an Ante of 1."""
    return Game(shipped("crown-melbourne")).joint_strategy(ratio, option=option, compare=compare)


@pytest.mark.parametrize(
    ("ratio", "where"),
    [("741/6016", "below"), ("0.1232", "among"), ("1563/6016", "among"), ("1564/6016", "above")],
)
def test_where_a_ratio_lies_at_the_ends_of_those_that_change_the_strategy(ratio: str, where: str) -> None:
    """The first and the last are below and among them themselves."""
    line = asked(ratio).view().lines[2]
    assert line.startswith(f"The strategy changes at ratios of 0.1232 to 0.2598; this ratio is {where} them.")


def test_a_meter_that_matters_is_said_to() -> None:
    rules = variant('extends = "crown-melbourne"\n[pay_tables.jackpot.2]\n"straight" = { meter = "1%" }\n')
    view = Game(rules).joint_strategy(1, 5, "2", 20_000).view()
    assert view.lines[-1].startswith("The ratios depend on the meter")
    assert "with the meter at $20,000," in view.tables[0].note
    assert view.payload()["meter_matters"]


A_JACKPOT_ON_HIGH_CARDS = game_text(__file__, "a jackpot on high cards")


def test_a_game_without_bonuses_and_with_a_jackpot_for_the_poor() -> None:
    """Every folded hand wins the price back, so all switch, the weakest last."""
    result = Game(variant(BARE + A_JACKPOT_ON_HIGH_CARDS)).joint_strategy(1)
    assert result.view().heading == "A bare game: strategy with Consolation A"
    assert result.statement == "Play every hand."
    assert result.view().lines[3].startswith("From ")
    assert len(result.view().lines) == 5
    assert {one.returned for one in result.joint.break_evens} == {1}
    assert sum(one.hand.weight for one in result.joint.break_evens) == 22_100 - result.joint.best.hands_played


@cache
def beside_a_card_seen(tells: str) -> JointAnswer:
    game = variant(CARD_SEEN.replace("[decision", f"tells = [{tells}]\n[decision"))
    return Game(game).joint_strategy(1, option="2")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tells", "rows"),
    [
        (
            "",
            [
                ("Q", "7,680", "0.8813", "141/160", "1.7625", "141/80", "56.74% to 113.48%"),
                ("K", "8,880", "0.8813", "141/160", "1.7625", "141/80", "56.74% to 113.48%"),
                ("A", "10,980", "0.8813", "141/160", "1.7625", "141/80", "56.74% to 113.48%"),
            ],
        ),
        (
            '"Q K A", "2 3 4 5 6 7 8 9 T J"',
            [("Q to A", "2,220", "0.3926", "1319/3360", "1.7625", "141/80", "56.74% to 113.48%")],
        ),
    ],
)
def test_beside_a_card_seen_the_strategy_is_told_by_the_card(tells: str, rows: list[tuple[str, ...]]) -> None:
    result = beside_a_card_seen(tells)
    returns, grid, *listed, switches = result.view().tables
    assert result.statement.startswith("By the dealer's card. ")
    assert result.view().lines[1] == "By own hand and dealer's card, as below."
    assert returns.headings[1] == "Deals played"
    assert [grid, *listed] == grid_tables(result.best)
    assert list(switches.cells) == rows
    found = result.view().payload()
    assert [one["statement"] for one in found["by_card"]] == [
        one.statement.text for one in statement_of(result.best).by_card
    ]
    assert {one["dealer_card"] for one in found["switches"]} == {row[0] for row in rows}
    assert sum(one["hands"] for one in found["switches"]) == sum(int(row[1].replace(",", "")) for row in rows)
    assert [one["hands_played"] for one in found["stages"]] == [
        one.hands_played for one in result.joint.stages()
    ]


@pytest.mark.slow
def test_groups_beside_a_card_seen_name_the_card() -> None:
    assert beside_a_card_seen("").view().lines[
        3
    ] == (  # 113.48% are 32 of 1,128 pairs with a straight, at 40 for 1
        "Above 0.8813: 9,600 more matchups played, such as Q-J-9 against A and 5-3-2 against Q; the Jackpot "
        "wager returns 113.48% on them."
    )


# -- tables -------------------------------------------------------------------------------------------------


# -- for programs -------------------------------------------------------------------------------------------


def test_json_has_switches_and_stages() -> None:
    result = asked("1/5")
    found = result.view().payload()
    assert found["tables"] == {"ante_bonus": "A", "jackpot": "2"}
    assert found["ratio"]["fraction"] == "1/5"
    assert found["statement"] == result.statement
    assert len(found["switches"]) == len(result.joint.break_evens)
    stages = found["stages"]
    assert stages[0]["above"]["fraction"] == "0"
    assert stages[-1]["up_to"] is None
    assert [one["up_to"] for one in stages[:-1]] == [one["above"] for one in stages[1:]]
    (here,) = [
        one
        for one in stages[:-1]
        if Fraction(one["above"]["fraction"]) < Fraction(1, 5) <= Fraction(one["up_to"]["fraction"])
    ]
    assert here["statement"] == result.statement
    assert here["hands_played"] == result.best.hands_played
    assert stages[0]["statement"] == statement_of(result.joint.best).text


def test_records_are_the_strategies() -> None:
    result = asked("1/5", compare=("any queen",))
    names = [record["strategy"] for record in result.view().records()]
    assert names == ["joint optimum", "base game optimum", "any queen or better"]
    frame = result.frame()
    loss = [
        Fraction(int(top), int(bottom))
        for top, bottom in zip(
            frame["loss_per_ante_numerator"], frame["loss_per_ante_denominator"], strict=True
        )
    ]
    strategies = (result.best, result.joint.best, *result.others)
    assert loss == [result.joint.loss(one, Fraction(1, 5)) for one in strategies]


@pytest.mark.parametrize(
    ("jackpot", "ante", "message"),
    [(0, 1, "a stake of 0 is not above 0"), (1, 0, "an ante of 0 is not above 0"), (1, "x", 'ante: "x" is')],
)
def test_amounts_that_are_none(jackpot: int, ante: int | str, message: str) -> None:
    with pytest.raises(JackpotError) as error:
        load("crown-melbourne").joint_strategy(jackpot, ante)
    assert str(error.value).startswith(message)


def test_strategies_that_nobody_knows_are_refused_at_once() -> None:
    with pytest.raises(RulesError):
        asked("1", compare=("by feel",))
