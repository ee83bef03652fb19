from __future__ import annotations

from fractions import Fraction

import pytest

from combin.rules.load import library_games, load_rules
from combin.rules.resolved import Rules
from combin.rules.spelling import as_written, rules_file
from tests.helpers.variants import analysed, shipped, variant


@pytest.mark.parametrize("game", library_games())
def test_rules_written_back_are_the_same_rules(game: str) -> None:
    file = load_rules(game).file
    assert rules_file(as_written(file)) == file


def test_finer_lines_unpaid_lines_and_fractions_are_written_as_a_file_has_them() -> None:
    rules = variant(
        'extends = "crown-melbourne"\n[pay_tables.pair_plus.A]\n"pair of aces" = "4/3"\nflush = "lose"'
    )
    raw = as_written(rules.file)
    assert raw["pay_tables"]["pair_plus"]["A"]["pair of aces"] == "4/3"
    assert raw["pay_tables"]["pair_plus"]["A"]["flush"] == "lose"
    assert raw["pay_tables"]["jackpot"]["1"]["royal flush"] == {"meter": "1", "envy": "0"}
    assert rules_file(raw) == rules.file


@pytest.mark.parametrize(("odds", "pays"), [("to 1", "0"), ("for 1", "1")])
def test_a_line_that_pushes_gives_the_stake_back_and_no_more(odds: str, pays: str) -> None:
    rules = variant(f'extends = "crown-melbourne"\n[pay_tables.pair_plus.A]\nodds = "{odds}"\npair = "push"')
    assert as_written(rules.file)["pay_tables"]["pair_plus"]["A"]["pair"] == pays
    assert (Fraction(0), 3_744) in analysed(rules, pair_plus="A").wagers["pair_plus"].outcomes


def test_rules_like_others_share_their_ranking_and_tables_but_not_what_differs() -> None:
    first = shipped("crown-melbourne")
    raw = as_written(first.file)
    raw["pay_tables"]["pair_plus"]["A"]["flush"] = 3
    second = Rules(rules_file(raw), first)
    assert second.ranking is first.ranking
    assert second.tables["jackpot"] is first.tables["jackpot"]
    assert second.tables["pair_plus"] is not first.tables["pair_plus"]
    assert second.tables == Rules(rules_file(raw)).tables


def test_rules_like_others_of_another_ranking_share_nothing() -> None:
    first = shipped("crown-melbourne")
    raw = as_written(first.file)
    raw["ranking"]["straight_suits"] = "three"
    second = Rules(rules_file(raw), first)
    assert second.ranking.counts != first.ranking.counts
    assert second.tables == Rules(rules_file(raw)).tables


@pytest.mark.parametrize(
    "ranks",
    [
        '"7 8 9 T J Q K A"',
        '"789TJQKA"',
        '"78910JQKA"',
        '"7, 8, 9, 10, J, Q, K, A"',
        '[7, 8, 9, 10, "J", "Q", "K", "A"]',
    ],
)
def test_ranks_may_be_a_list_or_have_commas_or_nothing_between(ranks: str) -> None:
    rules = variant(f'extends = "uk-including-blind"\n[deck]\nranks = {ranks}')
    assert [rank.symbol for rank in rules.deck.ranks] == list("789TJQKA")
    assert rules_file(as_written(rules.file)) == rules.file
