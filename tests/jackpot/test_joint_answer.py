"""What is asked of Ante and jackpot wager together where little is said, and games that cannot be asked."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.mixes import ask_joint
from combin.rules.errors import RulesError
from tests.games import game
from tests.variants import shipped, variant


def test_by_default_the_ante_is_one_and_each_wager_has_its_first_table() -> None:
    rules = shipped("crown-melbourne")
    answer = ask_joint(rules, 3)
    assert answer.ante == 1
    assert answer.ratio == 3
    assert len(rules.tables["pair_plus"]) > 1
    assert answer.letters == {name: next(iter(rules.tables[name])) for name in answer.letters}


def test_where_nothing_is_decided_no_jackpot_is_decided_with_it() -> None:
    with pytest.raises(RulesError, match="teen-patti-pro: nothing is decided, so that no bet is decided"):
        ask_joint(shipped("teen-patti-pro"), 1)


def test_a_meter_that_nobody_states_is_asked_for() -> None:
    with pytest.raises(JackpotError, match=r"^jackpot pays a share of a meter; say what it shows$"):
        ask_joint(shipped("resorts-world-sentosa"), 1)
    assert ask_joint(shipped("resorts-world-sentosa"), 1, meter=0).joint.meter == 0


def test_losses_count_what_is_taken_of_each_hand_at_the_ante() -> None:
    """Of the stakes that may be wagered it is not the first one."""
    fee = {"wager.ante.collection": {"money": 1}, "wager.ante.stakes": [5, 20]}
    losses = []
    for part in ({}, fee):
        rules = variant(game({"extends": "crown-melbourne", "id": "fee"}, part))
        answer = ask_joint(rules, 2, 20, option="2", meter=25_000)
        losses.append(answer.joint.loss(answer.best, answer.ratio))
    assert losses[1] - losses[0] == Fraction(1, 20)
