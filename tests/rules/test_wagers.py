"""Bets: wagers resolved, each asked the same questions whatever its kind."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.rules.wagers import Case, Compared, Kind, Whose
from tests.helpers.variants import shipped, variant

GAMES = ("crown-melbourne", "resorts-world-sentosa", "uk-including-blind", "ultimate-three-card-poker")


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_is_a_bet_and_every_table_knows_its_own(game: str) -> None:
    rules = shipped(game)
    assert list(rules.bets) == list(rules.wagers)
    for name, bet in rules.bets.items():
        assert (bet.id, bet.name, bet.rule) == (name, rules.wagers[name].name, rules.wagers[name].rule)
        assert (name in rules.tables) == bet.by_table
        tables = rules.tables.get(name, {}).values()
        assert all(table.bet is bet and table.wager == name for table in tables)


def test_what_a_kind_does_not_have_says_nothing() -> None:
    bets = shipped("crown-melbourne").bets
    assert [bet.kind for bet in bets.values()] == [
        Kind.AGAINST_DEALER,
        Kind.AGAINST_DEALER,
        Kind.BONUS,
        Kind.PAY_TABLE,
        Kind.JACKPOT,
    ]
    hands = [bet.hand for bet in bets.values()]
    assert hands == [*[Whose.PLAYER] * 4, Whose.PLAYER_AND_JACKPOT]
    assert [bet.loses_on_fold for bet in bets.values()] == [True, True, True, False, True]
    assert not any(bet.stakes or bet.commission or bet.versus_dealer for bet in bets.values())
    assert [name for name, bet in bets.items() if bet.on_fold == "may stay"] == ["pair_plus"]
    assert {bet.first_stake for bet in bets.values()} == {Fraction(1)}
    assert (bets["ante_bonus"].on, bets["play"].raises, bets["jackpot"].needs) == ("ante", "ante", ("ante",))


def test_a_variant_shares_the_bets_whose_tables_it_takes_over() -> None:
    first = variant('extends = "crown-melbourne"\n[wager.pair_plus]\non_fold = "may stay"\n')
    bet = first.bets["pair_plus"]
    assert (bet.on_fold, bet.loses_on_fold) == ("may stay", False)
    assert bet.stays_on_fold(("pair_plus",))
    assert not bet.stays_on_fold(())
    assert first.tables["pair_plus"]["A"].bet is bet


def test_a_part_without_a_place_of_its_own_is_stated_with_the_bet() -> None:
    jackpot = shipped("crown-melbourne").bets["jackpot"]
    assert jackpot.rule_of("fold") == jackpot.cited["fold"] != jackpot.rule
    bonus = shipped("crown-melbourne").bets["ante_bonus"]
    assert bonus.rule_of("fold") == bonus.rule


def test_a_case_is_a_result_with_or_without_a_qualifier() -> None:
    for result in Compared:
        for qualified in (True, False):
            case = Case.of(result, qualified=qualified)
            assert (case.result, case.qualified) == (result, qualified)
    assert (Case.NO_QUALIFY.result, Case.NO_QUALIFY.qualified) == (None, False)


def test_a_bonus_is_paid_on_the_results_that_it_names() -> None:
    rules = variant('extends = "crown-melbourne"\n[wager.ante_bonus]\npaid_on = ["no qualify", "win"]\n')
    paid = {case for case in Case if rules.bets["ante_bonus"].paid_in(case)}
    assert paid == {case for case in Case if not case.qualified} | {Case.WIN}
    assert all(map(shipped("crown-melbourne").bets["ante_bonus"].paid_in, Case))
