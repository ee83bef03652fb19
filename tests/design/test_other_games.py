"""Sweeps, checks, differences and sensitivity of games that are not of Three Card Poker's kind."""

from __future__ import annotations

import pytest

from combin.design.pays import side_bet_form
from combin.design.sensitivity import sensitivity
from combin.design.variants import Workbench
from combin.exact.analysis import analyse, choices
from combin.rules.spelling import as_written
from tests.exact.test_other_games import GAMES, SIX_CARDS
from tests.games import game
from tests.proof.kinds import KINDS
from tests.variants import variant

ALL = GAMES | {"six cards and money": SIX_CARDS}


LOST = {name: KINDS[name] for name in KINDS if name.endswith("lost by a fold that depends on a card")}


@pytest.mark.parametrize("name", ALL | LOST)
def test_the_workbench_finds_what_an_analysis_finds(name: str) -> None:
    rules, bench = variant((ALL | LOST)[name]), Workbench()
    for letters in choices(rules, {}):
        exact = analyse(rules, [letters])[0]
        for _ in range(2):  # the second time from what it keeps
            found = bench.variant(bench.rules(as_written(rules.file)), letters)
            assert found.wagers == exact.wagers
            assert found.decisions == exact.best.decisions
            assert found.statement == exact.statement.text


@pytest.mark.parametrize(("name", "wager"), list(zip(LOST, ("pair_plus", "dealers", "five"), strict=True)))
def test_tables_are_sought_for_bets_lost_with_a_fold_beside_a_seen_card(name: str, wager: str) -> None:
    rules = variant(LOST[name])
    letters = choices(rules, {})[0]
    lines = analyse(rules, [letters])[0].side_bets[wager].lines[:-1]
    table = rules.tables[wager]["A"]
    form = side_bet_form(rules, table, {line.text: [line.net] for line in lines}, letters, ordered=False)
    assert {line.text: line.count for line in form.lines} == {line.text: line.count for line in lines}


def test_games_that_differ_in_a_rule_are_not_taken_for_each_other() -> None:
    bench, edges = Workbench(), []
    for change in (
        {},
        {"decision.play": [1, {"multiple": 2, "hand": "pair or better"}]},
        {"pay_tables.blind.A.straight": 2.5},
    ):
        rules = bench.rules(as_written(variant(game(ALL["blind"], change)).file))
        edges.append(bench.variant(rules, choices(rules, {})[0]).wagers["ante"].house_edge)
    assert len(set(edges)) == 3


@pytest.mark.parametrize("name", ["blind", "face up", "groups", "no decision"])
def test_each_effect_is_that_of_a_file_written_so(name: str) -> None:
    rules = variant(ALL[name])
    letters = choices(rules, {})[0]
    found = sensitivity(rules, letters)
    assert found.pays
    raised = [one for one in found.pays if one.then > one.now and one.wager == rules.base]
    assert all(one.change < 0 for one in raised)  # who is paid more loses less
    gained = sum(one.in_all for one in found.decisions)
    assert (gained > 0) == bool(rules.play)
