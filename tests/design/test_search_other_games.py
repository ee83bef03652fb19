"""Pay tables sought in games of every kind, beside analysing a rule file with each."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from combin.design.search import DesignAnswer, ask_design
from combin.design.terms import SearchTerms, Window
from combin.design.views import tables_view
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from tests.games import Part, bonus, game, odds
from tests.other_games import EVERY_WORD, TEEN_PATTI
from tests.variants import analysed, variant

ANY = Window(Fraction(-1000), Fraction(1000))
FEW = {"deck.ranks": "8 9 J Q K A", "deal.tells": ["A K", "8 J", "9 Q"]}
EVERY = game(EVERY_WORD, FEW)
RULES = {
    "a bonus on some results": (EVERY, "bonus"),
    "a bonus on the other results": (EVERY, "consolation"),
    "a bet that must beat the dealer": (EVERY, "beats"),
    "a bet less commission": (EVERY, "consoled"),
    "a bet on the dealer's hand": (EVERY, "dealers"),
    "a bet on colours": (EVERY, "prime"),
    "a bet with lines of money": (EVERY, "millions"),
    "a bonus where nothing is decided": (game(TEEN_PATTI, bonus(odds("5-4-3"), on="player_a")), "ante_bonus"),
    "a bonus that no hand is played for": (
        game(EVERY, {"wager.bonus.paid_on": ["tie"], "decision.play": [{"multiple": 2, "hand": "pair"}]}),
        "bonus",
    ),
}


def ask(rules: Rules, wager: str, pays: Mapping[str, str] | None = None) -> DesignAnswer:
    return ask_design(rules, wager, SearchTerms(ANY, pays=pays, others_stay=True, ordered=False, limit=9))


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_each_table_has_its_figures_in_a_rule_file(name: str) -> None:
    part, wager = RULES[name]
    rules = variant(part)
    lines = rules.file.pay_tables[wager]["A"].lines
    tried = [line for line, prize in lines.items() if prize.odds is not None][-2:]
    found = ask(rules, wager, dict.fromkeys(tried, "0,1,3"))
    assert found.matching == 3 ** len(tried)
    for one in found.designs:
        changed = variant(game(part, {f"pay_tables.{wager}.A": written(one.pays)}))
        exact = analysed(changed).wagers[rules.base if wager in rules.bonuses else wager]
        assert one.house_edge == exact.house_edge
        assert one.hit_frequency == exact.hit_frequency
        assert one.variance == exact.variance


def written(pays: Mapping[str, Fraction]) -> Part:
    return {line: str(pay) for line, pay in pays.items()}


def test_it_is_told_for_which_stake_lines_of_money_are_counted() -> None:
    said = tables_view(ask(variant(EVERY), "millions")).text()
    assert "Lines that pay money stay as they are. All figures are for a stake of $5." in said


def test_the_strategy_is_told_as_the_same_though_hands_are_folded_at_all_pays() -> None:
    part, wager = RULES["a bonus that no hand is played for"]
    said = tables_view(ask(variant(part), wager)).text()
    assert "under the best strategy; this is the same for all of these pays." in " ".join(said.split())


def test_a_sum_of_money_is_not_sought() -> None:
    with pytest.raises(RulesError, match=r"pays\..A-K-Q straight flush.: pays a sum of money, which stays"):
        ask(variant(EVERY), "millions", {"A-K-Q straight flush": "5"})
    alone = {"pay_tables.millions.A": None, "wager.millions.stakes": [5]}
    rules = variant(game(EVERY, alone, {"pay_tables.millions.A": {"straight flush": {"money": 9}}}))
    with pytest.raises(RulesError, match='"millions" has no line that pays odds to be searched'):
        ask(rules, "millions")
