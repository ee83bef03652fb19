"""Joint strategies as reports show them."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

import pytest

from combin.exact.statement import statement_of
from combin.game import Game, load
from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import JointAnswer
from combin.report.joint import joint_returns_table, switches_table
from combin.rules.errors import RulesError
from tests.report.games import BARE
from tests.variants import CARD_SEEN, shipped, variant


@cache
def asked(ratio: str, option: str = "2", compare: tuple[str, ...] = ()) -> JointAnswer:
    """Return the answer for an Ante of 1."""
    return Game(shipped("crown-melbourne")).joint_strategy(ratio, option=option, compare=compare)


ALL_BELOW = "Play Q-6-4 or better, fold the rest"
FIRST = "9-8-6, 9-7-6, 8-7-5, 8-6-5, 7-6-4, 7-5-4"
ONE_GAP = f"J-10-8, J-9-8, 10-9-7, 10-8-7, {FIRST}, 6-5-3, 6-4-3, 5-4-2, 5-3-2"


@pytest.mark.parametrize(
    ("ratio", "where", "text"),
    [
        ("1/10", "below", f"{ALL_BELOW}."),
        ("741/6016", "below", f"{ALL_BELOW}."),
        ("0.1232", "among", f"{ALL_BELOW}; but also play {FIRST} (each: three suits)."),
        ("1/5", "among", f"{ALL_BELOW}; but also play {ONE_GAP}."),
    ],
)
def test_the_strategy_in_words_and_where_its_ratio_lies(ratio: str, where: str, text: str) -> None:
    result = asked(ratio)
    assert result.statement == text
    lines = result.view().lines
    assert lines[1] == text
    assert lines[2].startswith(
        f"This ratio is {where} those at which the strategy changes, 0.1232 to 0.2598."
    )


def test_the_last_break_even_is_among_them() -> None:
    assert "This ratio is among " in asked("1563/6016").view().lines[2]
    assert "This ratio is above " in asked("1564/6016").view().lines[2]


def test_above_all_break_evens() -> None:
    lines = asked("3/10").view().lines
    assert lines[2].startswith("This ratio is above those ")
    assert lines[3] == (
        "From 0.1232 to 0.1305: 840 hands such as J-10-8 and 5-3-2, to which the Jackpot wager returns "
        "108.84% when they are played."
    )
    assert lines[4].startswith("From 0.2451 to 0.2598: 1,080 hands such as J-10-7 and 6-3-2, ")
    assert lines[5] == "The meter does not matter: no hand that the base game folds can win part of it."


def test_the_wagers_are_named_with_their_ratio() -> None:
    result = Game(shipped("crown-melbourne")).joint_strategy("2.5", 10, "2", ante_bonus="C")
    assert result.view().heading == (
        "Three Card Poker, Crown Melbourne: strategy with Ante Bonus C, Jackpot 2"
    )
    assert (
        result.view().lines[0] == "A Jackpot wager of $2.50 beside an Ante of $10: a ratio of 1/4 (0.2500)."
    )
    assert asked("3").view().lines[0].endswith(": a ratio of 3.")


@pytest.mark.parametrize(
    ("game", "option", "sentence"),
    [
        ("crown-melbourne", "1", "No hand that the base game folds can win a jackpot prize"),
        ("resorts-world-sentosa", "A", "A fold does not lose the jackpot wager"),
    ],
)
def test_jackpots_that_change_nothing_say_why(game: str, option: str, sentence: str) -> None:
    view = Game(shipped(game)).joint_strategy(1, option=option, meter=25_000).view()
    assert view.lines[2].startswith(sentence)
    assert len(view.tables) == 1


def test_a_meter_that_matters_is_said_to() -> None:
    rules = variant('extends = "crown-melbourne"\n[pay_tables.jackpot.2]\n"straight" = { meter = "1%" }\n')
    view = Game(rules).joint_strategy(1, 5, "2", 20_000).view()
    assert view.lines[-1].startswith("The ratios are those at this meter")
    assert "with the meter at $20,000;" in view.tables[0].note
    assert view.payload()["meter_matters"]


A_JACKPOT_ON_HIGH_CARDS = """
[wager.jackpot]
name = "Consolation"
settles = "jackpot"
hand = "player"
on_fold = "lost"
[pay_tables.jackpot.A]
"high card" = { money = 1 }
[dealer]
qualifies = "Q high"
"""


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
    returns, by_card, switches = result.view().tables
    assert result.statement.startswith("By the dealer's card. ")
    assert returns.headings[1] == "Deals played"
    assert [row[1] for row in by_card.cells] == [
        one.statement.text for one in statement_of(result.best).by_card
    ]
    assert list(switches.cells) == rows
    found = result.view().payload()
    assert [one["statement"] for one in found["by_card"]] == [row[1] for row in by_card.cells]
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
        "From 0.8813 on: 9,600 situations such as Q-J-9 against A and 5-3-2 against Q, to which the Jackpot "
        "wager returns 113.48% when they are played."
    )


# -- tables -------------------------------------------------------------------------------------------------


def test_other_strategies_stand_with_what_they_cost() -> None:
    result = asked("1/5", compare=("Q-10-4", "never play"))
    table = joint_returns_table(result.joint, (result.best, result.joint.best, *result.others), result.ratio)
    assert [row[0] for row in table.cells] == [
        "joint optimum",
        "base game optimum",
        "Q-10-4 or better",
        "never play",
    ]
    costs = [Fraction(row[-1].removesuffix("%")) for row in table.cells]
    losses = [Fraction(row[-2].removesuffix("%")) for row in table.cells]
    assert costs[0] == 0 < min(costs[1:])
    assert all(
        abs(loss - losses[0] - cost) <= Fraction(1, 10**4) for loss, cost in zip(losses, costs, strict=True)
    )
    assert table.cells[-1] == ("never play", "0", "100.0000%", "0.0000%", "120.0000%", "107.4194%")
    assert result.view().tables[0].cells == table.cells


def test_without_others_never_folding_stands_beside_it() -> None:
    assert [row[0] for row in asked("1/5").view().tables[0].cells][2:] == ["always play"]


def test_every_break_even_has_its_hands() -> None:
    result = asked("1/5")
    table = switches_table(result.joint)
    assert sum(int(row[2].replace(",", "")) for row in table.cells) == sum(
        one.hand.weight for one in result.joint.break_evens
    )
    assert [Fraction(row[1]) for row in table.cells] == sorted(
        {one.ratio for one in result.joint.break_evens}
    )
    assert table.cells[0] == (
        "0.1232",
        "741/6016",
        "144",
        "108.84%",
        "9-8-6, 9-7-6, 8-7-5, 8-6-5, 7-6-4, 7-5-4: three suits",
    )
    named = {hand for row in table.cells for hand in re.findall(r"[0-9AKQJ]+-[0-9]+-[0-9]+", row[4])}
    describe = result.joint.game.rules.ranking.describe
    assert named == {describe(one.hand.strength) for one in result.joint.break_evens}


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
