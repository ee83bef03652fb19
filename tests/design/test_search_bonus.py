from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest

from combin.audit.load import audited_games
from combin.design.pays import bonus_form
from combin.design.search import DesignAnswer, ask_design
from combin.design.terms import Order, SearchTerms, Window
from combin.exact.base_game import base_game
from combin.exact.strategy import optimal_strategy
from combin.rules.resolved import Rules
from tests.design.naive_search import Tried, by_order, frontier
from tests.games import game
from tests.variants import analysed, shipped, variant

ANY = Window(Fraction(-10), Fraction(10))
BONUS = "[pay_tables.ante_bonus.A]\n"
WEAK = f"""
extends = "uk-including-blind"
[decision]
play = [1, 2]
{BONUS}
"straight flush" = 5
"three of a kind" = 3
"straight" = 2
"flush" = 2
"pair" = 1
"high card" = 1
"""
"""A bonus for every hand, so that hands are worth playing for it."""
WEAK_PAYS = {"straight flush": "3,5", "straight": "2,3", "pair": "1,2", "high card": "0..3"}


def ask(rules: Rules, terms: SearchTerms) -> DesignAnswer:
    return ask_design(rules, "ante_bonus", terms)


def made(text: str, pays: dict[str, Fraction]) -> Rules:
    """Return the game with a whole bonus table of its own, as a rule file has it."""
    lines = "".join(f'"{line}" = "{pay}"\n' for line, pay in pays.items())
    return variant(text.partition(BONUS)[0] + BONUS + lines)


def each_analysed(text: str, answer: DesignAnswer) -> list[Tried]:
    """Return the figures of every table that keeps the order, each from a rule file of its own."""
    found = []
    for chosen in product(*(line.pays for line in answer.form.lines)):
        if list(chosen) == sorted(chosen, reverse=True):
            pays = dict(zip((line.text for line in answer.form.lines), chosen, strict=True))
            ordered = {line: pays[line] for line in answer.form.texts}
            base = analysed(made(text, ordered)).wagers["ante"]
            found.append(Tried.of(tuple(ordered.values()), base))
    return found


def test_every_listed_table_has_its_edge_in_a_rule_file() -> None:
    answer = ask(
        shipped("crown-melbourne"), SearchTerms(Window(Fraction(2, 100), Fraction(4, 100)), limit=10)
    )
    assert answer.form.steady
    for one in answer.designs:
        rules = variant(game({"extends": "crown-melbourne", "pay_tables.ante_bonus.A": one.pays}))
        base = analysed(rules).wagers["ante"]
        assert base.house_edge == one.house_edge
        assert base.hit_frequency == one.hit_frequency
        assert base.variance == one.variance


@pytest.mark.slow
@pytest.mark.parametrize("order", Order)
def test_a_bonus_that_changes_the_strategy_is_played_at_its_best_for_each_table(order: Order) -> None:
    rules = variant(WEAK)
    terms = SearchTerms(ANY, pays=WEAK_PAYS, others_stay=True, order=order, limit=10**6)
    answer = ask(rules, terms)
    slow = each_analysed(WEAK, answer)
    assert not answer.form.steady
    assert answer.matching == answer.candidates == len(slow) == 20
    known = {(one.pays, one.edge, one.hit, one.variance) for one in slow}
    found = [
        Tried(tuple(one.pays.values()), one.house_edge, one.hit_frequency, one.variance)
        for one in answer.designs
    ]
    assert {(one.pays, one.edge, one.hit, one.variance) for one in found} == known
    best = [by_order([one], order, terms.aim)[0] for one in found]
    assert best == by_order(slow, order, terms.aim)


@pytest.mark.parametrize(("order", "sign"), [(Order.EDGE, 1), (Order.HIGH_VOLATILITY, -1)])
def test_the_frontier_counts_the_strategy_of_each_table(order: Order, sign: int) -> None:
    terms = SearchTerms(ANY, pays=WEAK_PAYS, others_stay=True, order=order, pareto=True)
    answer = ask(variant(WEAK), terms)
    found = {(one.house_edge, one.variance) for one in answer.designs}
    assert found == frontier(each_analysed(WEAK, answer), sign)


def test_the_edge_is_not_linear_where_hands_become_worth_playing() -> None:
    answer = ask(variant(WEAK), SearchTerms(ANY, pays={"high card": "0..3"}, others_stay=True, ordered=False))
    gains = [one.gain for line in answer.form.lines if line.text == "high card" for one in line.sums]
    steps = [high - low for low, high in pairwise(gains)]
    assert steps == sorted(steps)
    assert steps[0] < steps[-1]


@pytest.mark.parametrize("game", audited_games())
def test_hands_with_a_bonus_are_played_without_it_so_that_no_bonus_changes_a_decision(game: str) -> None:
    rules = shipped(game)
    table = rules.tables["ante_bonus"]["A"]
    pays = {line.text: tuple(map(Fraction, (0, 1, 1000))) for line in table.lines}
    letters = {name: next(iter(rules.tables[name])) for name in rules.bonuses}
    assert bonus_form(rules, table, pays, letters).steady


def test_of_two_decisions_worth_the_same_the_cheaper_one_is_taken() -> None:
    rules = variant(WEAK)
    known = base_game(rules, {"ante_bonus": "A"})
    worst = max(known.expectation(0, multiple) for multiple in known.cases)
    even = -worst  # with the bonus of 1 more than this the weakest hand is worth -1, as much as a fold
    table = rules.tables["ante_bonus"]["A"]
    pays = {
        line.text: (even if line.text == "high card" else Fraction(line.prize.odds or 0),)
        for line in table.lines
    }
    form = bonus_form(rules, table, pays, {})
    with_bonus = made(WEAK, {line.text: pays[line.text][0] for line in table.lines})
    assert optimal_strategy(base_game(with_bonus, {"ante_bonus": "A"})).decisions[0] == 0
    gain, square = (
        getattr(form.rest, kind) + sum(getattr(line.sums[0], kind) for line in form.lines)
        for kind in ("gain", "square")
    )
    exact = analysed(with_bonus).wagers["ante"]
    assert (form.house_edge(gain), form.variance(gain, square)) == (exact.house_edge, exact.variance)


def test_bonus_lines_of_one_suit_are_counted_by_suit() -> None:
    text = (
        'extends = "uk-including-blind"\n'
        + BONUS
        + '"straight flush" = 5\n"three of a kind" = 4\n"straight" = 1\n'
    )
    terms = SearchTerms(ANY, pays={"mini royal of spades": "50,100"}, others_stay=True, limit=9)
    answer = ask(variant(text), terms)
    assert answer.matching == 2
    for one in answer.designs:
        assert analysed(made(text, dict(one.pays))).wagers["ante"].variance == one.variance
        assert analysed(made(text, dict(one.pays))).wagers["ante"].house_edge == one.house_edge
