"""Figures that several questions give of one game at one stake: each is that of the mix at this stake."""

from __future__ import annotations

from pathlib import Path

import pytest

from combin import Game
from combin.jackpot.meter.meter import number
from tests.games import AGAINST_DEALER, Part, bonus, game, odds, table_bet
from tests.variants import variant

FEES: dict[str, Part] = {
    "none": {},
    "a share": {"wager.ante.collection": "3%"},
    "money, without stakes": {"wager.ante.collection": {"money": "1.50"}},
    "both": {"wager.ante.collection": {"money": 2, "share": "1%"}, "wager.ante.stakes": [5, 20]},
}


def few_cards(fee: str) -> Game:
    few = {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A high"}
    lost = table_bet("own", "Own", {"pair": {"money": 9}}, stakes=[1, 3], on_fold="lost")
    return Game(variant(game(AGAINST_DEALER, few, bonus(odds("5-4-1")), lost, FEES[fee])))


def test_answers_without_a_stake_say_which_they_are_for() -> None:
    first, own = (
        "The figures of Ante & Play are for a stake of 5.",
        "The figures of Own are for a stake of 1.",
    )
    none = "The figures of Ante & Play leave the collection out."
    both, without = few_cards("both"), few_cards("money, without stakes")
    for answer, said in (
        (both.removal(), [first, own]),
        (both.collusion(2), [first]),
        (both.collusion(2, stakes={"ante": 20}), []),
        (without.removal(), [none, own]),
        (without.collusion(2), [none]),
        (few_cards("a share").collusion(2), []),
    ):
        assert [line for line in answer.view().lines if line.startswith("The figures of")] == said


@pytest.mark.slow
@pytest.mark.parametrize("stake", ["2.50", 5, 20])
@pytest.mark.parametrize("fee", FEES)
def test_all_questions_take_the_stake_that_is_asked_for(fee: str, stake: str | int, tmp_path: Path) -> None:
    asked, amount, both = few_cards(fee), number("stake", stake), {"ante": stake, "own": 3}
    mix, with_own = asked.mix({"ante": stake}), asked.mix(both)
    edge = mix.house_edge
    assert mix.wagers["ante"].house_edge == edge
    assert asked.protect(limit=stake, seats=1).house_edge == edge
    assert asked.collusion(2, stakes={"ante": stake}).neighbours[0].low == edge
    assert asked.collusion(2, stakes=both).neighbours[0].low == with_own.mix.expected_loss / amount
    joint = asked.joint_strategy(3, stake, wager="own")
    assert joint.joint.loss(joint.best, joint.ratio) == with_own.mix.expected_loss / amount
    assert asked.table(both, 2).expected_win == 2 * with_own.mix.expected_loss
    assert asked.session({"ante": stake}, 10).mean == -10 * edge * amount
    session = asked.session({"ante": stake}, 10, rebate="99%")
    if session.least_rebate is not None:
        assert session.least_rebate_of_any_play is not None
        assert session.least_rebate_of_any_play[0] <= session.least_rebate
    log = tmp_path / "log.csv"
    log.write_text(
        f"table,wager,hands,staked,won,stake\n1,ante,10,{10 * amount},0,{float(amount)}\n1,own,10,30,0,3"
    )
    ante, own = asked.monitor(log, seats=2).wagers
    assert ante.expected == 1 - edge
    played = asked.table(both, 2, strategy=mix.statement)  # who is watched decides by the Ante alone
    assert own.expected == 1 - played.mix.wagers["own"].house_edge
    covariances = played.covariances
    assert ante.between == covariances["ante", "ante"] / amount**2
    assert own.between == covariances["own", "own"] / 9
