from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from combin.design.pays import Best, Search, SearchLimits, candidates, runs, side_bet_form
from combin.design.search import DesignAnswer, ask_design
from combin.design.terms import Order, SearchTerms, Window
from combin.exact.side_bets import side_bet
from combin.game import load
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from tests.design.naive_search import Tried, by_order, frontier, tables, within
from tests.games import game, odds
from tests.variants import shipped, variant

LINES = ("straight flush", "three of a kind", "straight", "flush", "pair")
SMALL = {
    "straight flush": "28..44:4",
    "three of a kind": "24,25,30,36",
    "straight": "4..8",
    "flush": "0..5",
    "pair": "1..3",
}
WINDOW = Window(Fraction(1, 100), Fraction(6, 100))


def ask(terms: SearchTerms, rules: Rules | None = None, wager: str = "pair_plus") -> DesignAnswer:
    return ask_design(rules or shipped("crown-melbourne"), wager, terms)


def tried(answer: DesignAnswer, stake: int = 0) -> list[Tried]:
    """Return what a search must find, from every table of its lines in Fractions."""
    table = answer.rules.tables[answer.wager][answer.letters[answer.wager]]
    counted = side_bet(answer.rules, table)
    counts = {line.text: line.count for line in counted.lines[:-1]}
    pays = {line.text: line.pays for line in answer.form.lines}
    edges = (answer.terms.edge.low, answer.terms.edge.high)
    every = tables(counts, counted.total, pays, stake)
    return within(every, list(counts.values()), edges, ordered=answer.terms.ordered)


def measured(answer: DesignAnswer) -> list[Fraction]:
    found = [
        Tried(tuple(one.pays.values()), one.house_edge, one.hit_frequency, one.variance)
        for one in answer.designs
    ]
    in_order = [by_order([one], answer.terms.order, answer.terms.aim)[0] for one in found]
    assert in_order == sorted(in_order)
    return in_order


@pytest.mark.slow
@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("order", Order)
def test_the_best_and_the_count_are_those_of_a_full_scan(order: Order, ordered: bool) -> None:
    terms = SearchTerms(WINDOW, pays=SMALL, order=order, limit=25, ordered=ordered)
    answer = ask(terms)
    slow = tried(answer)
    assert answer.matching == len(slow) > 80
    assert measured(answer) == by_order(slow, order, terms.aim)[:25]
    known = {(one.pays, one.edge, one.hit, one.variance) for one in slow}
    for one in answer.designs:
        assert (tuple(one.pays.values()), one.house_edge, one.hit_frequency, one.variance) in known


@pytest.mark.parametrize(("order", "sign"), [(Order.EDGE, 1), (Order.HIGH_VOLATILITY, -1)])
def test_the_frontier_is_that_of_a_full_scan(order: Order, sign: int) -> None:
    answer = ask(SearchTerms(WINDOW, pays=SMALL, order=order, pareto=True))
    found = [(one.house_edge, one.variance) for one in answer.designs]
    assert set(found) == frontier(tried(answer), sign)
    assert found == sorted(found)
    assert len(found) > 1


def test_all_are_listed_once_where_the_limit_allows() -> None:
    answer = ask(SearchTerms(WINDOW, pays=SMALL, limit=10**6))
    assert {tuple(one.pays.values()) for one in answer.designs} == {one.pays for one in tried(answer)}
    assert len(answer.designs) == answer.matching


@given(st.data())
def test_any_pays_window_and_order_agree_with_a_full_scan(data: st.DataObject) -> None:
    pays = {
        line: ",".join(map(str, data.draw(st.lists(st.integers(0, 12), min_size=1, max_size=4))))
        for line in LINES
    }
    low = data.draw(st.fractions(-1, 1, max_denominator=50))
    edge = Window(low, low + data.draw(st.fractions(0, 1, max_denominator=50)))
    terms = SearchTerms(
        edge,
        pays=pays,
        order=data.draw(st.sampled_from(Order)),
        ordered=data.draw(st.booleans()),
        limit=data.draw(st.integers(1, 9)),
    )
    try:
        answer = ask(terms)
    except RulesError as error:
        event(f"refused: {error.place[0]}")
        return
    slow = tried(answer)
    assert answer.matching == len(slow)
    assert measured(answer) == by_order(slow, terms.order, terms.aim)[: terms.limit]


def test_a_hit_frequency_leaves_out_tables_that_push() -> None:
    pays = SMALL | {"pair": "0..3"}
    answer = ask(SearchTerms(WINDOW, Window(Fraction(1, 4), Fraction(1)), pays, limit=10**6))
    every = ask(SearchTerms(WINDOW, pays=pays))
    slow = [one for one in tried(every) if one.hit >= Fraction(1, 4)]
    assert answer.matching == len(slow) < every.matching
    assert {tuple(one.pays.values()) for one in answer.designs} == {one.pays for one in slow}


def test_candidates_are_counted_as_a_loop_counts_them() -> None:
    for ordered in (True, False):
        form = ask(SearchTerms(WINDOW, pays=SMALL, ordered=ordered)).form
        every = product(*(line.pays for line in form.lines))
        kept = [one for one in every if not ordered or list(one) == sorted(one, reverse=True)]
        assert candidates(form) == len(kept)


@pytest.mark.slow
def test_every_listed_table_has_its_edge_in_a_rule_file() -> None:
    answer = ask(SearchTerms(WINDOW, limit=40, order=Order.ROUND))
    for one in answer.designs:
        rules = variant(game({"extends": "crown-melbourne", "pay_tables.pair_plus.A": one.pays}))
        exact = side_bet(rules, rules.tables["pair_plus"]["A"]).distribution
        assert exact.house_edge == one.house_edge
        assert exact.hit_frequency == one.hit_frequency
        assert exact.variance == one.variance
        assert exact.standard_deviation(6) == one.standard_deviation(6)


def test_a_finer_line_and_odds_for_one_are_searched_too() -> None:
    text = """
    extends = "resorts-world-sentosa"
    [pay_tables.pair_plus.A]
    odds = "for 1"
    """
    odds = {"straight flush": 36, "three of a kind": 34, "straight": 7, "flush": 5, "pair": 2}
    rules = variant(text + "".join(f'"{line}" = {pay}\n' for line, pay in odds.items()))
    pays = {"mini royal": "40..60:10", "straight flush": "30..40:5", "straight": "6,7", "pair": "1,2"}
    answer = ask(
        SearchTerms(Window(Fraction(-1), Fraction(1)), pays=pays, others_stay=True, limit=9999), rules
    )
    assert answer.matching == len(tried(answer, stake=1)) == 24
    assert answer.shipped["mini royal"] is None
    for one in answer.designs[::5]:
        lines = "".join(f'"{line}" = {pay}\n' for line, pay in one.pays.items())
        made = variant(text + lines)
        exact = side_bet(made, made.tables["pair_plus"]["A"]).distribution
        assert (exact.house_edge, exact.variance) == (one.house_edge, one.variance)
        assert exact.hit_frequency == one.hit_frequency


def test_a_rare_hand_of_low_rank_pays_no_more_than_a_hand_that_beats_it() -> None:
    # A pair of aces is rarer than a straight, but a straight beats it.
    pays = {"pair of aces": "1..7", "pair of 2s": "0..2", "pair": "1,2", "straight": "6"}
    answer = ask(SearchTerms(Window(Fraction(-2), Fraction(2)), pays=pays, others_stay=True, limit=99))
    assert [line.text for line in answer.form.lines] == [*LINES[:4], "pair of aces", "pair", "pair of 2s"]
    names = ("pair of aces", "pair", "pair of 2s")
    found = {tuple(int(one.pays[line]) for line in names) for one in answer.designs}
    assert found == {(a, b, c) for a in range(1, 5) for b in (1, 2) for c in range(3) if a >= b >= c}


def test_a_line_of_one_suit_stands_above_the_same_hands_of_any_suit() -> None:
    pays = {"mini royal": "50,60", "mini royal of spades": "55,100"}
    answer = ask(SearchTerms(Window(Fraction(-2), Fraction(2)), pays=pays, others_stay=True))
    assert answer.form.lines[0].text == "mini royal of spades"
    assert answer.matching == 3


def test_tables_about_colours_are_searched() -> None:
    answer = ask(SearchTerms(WINDOW), shipped("uk-including-blind"), "prime")
    assert answer.matching == len(tried(answer))
    assert {"both of the same colour": 4, "player of one colour": 3} in [one.pays for one in answer.designs]


def test_half_a_unit_that_a_table_pays_today_can_stay() -> None:
    half = {"extends": "crown-melbourne", "pay_tables.pair_plus.A": {**odds("40-30-6-4"), "pair": "1/2"}}
    rules = variant(game(half))
    edges = Window(Fraction(0), Fraction(1, 2))
    answer = ask(SearchTerms(edges, pays={"flush": "4..6"}, others_stay=True), rules)
    assert answer.matching == len(tried(answer)) == 3
    assert answer.designs[0].pays["pair"] == Fraction(1, 2)


def test_a_search_over_wide_ranges_counts_without_listing() -> None:
    answer = ask(SearchTerms(Window(Fraction(2, 100), Fraction(3, 100)), pays=dict.fromkeys(LINES, "0..100")))
    # Chains of five pays from 0 to 100, each at most the next: C(105, 5).
    assert answer.candidates == 96_560_646
    assert answer.matching == 13_335


BIG_SIX = """
extends = "three-card-poker"
id = "six-cards"
title = "A bet on six cards"
without = ["wager.millionaire_maker", "wager.progressive", "wager.six_card_bonus"]
[wager.big_six]
name = "Big Six"
settles = "pay table"
hand = "player and dealer"
on_fold = "stays"
[pay_tables.big_six.A]
"six-card royal of spades" = 50000
"six-card royal" = 5000
"royal flush" = 500
"straight flush" = 100
"four of a kind" = 40
"full house" = 15
"flush" = 12
"straight" = 8
"three of a kind" = 4
"two pair" = 1
"""


def test_a_search_without_an_end_is_refused_with_its_number_and_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "six.toml"
    path.write_text(BIG_SIX)
    with pytest.raises(RulesError) as refused:
        load(path).design("2%..10%", "big_six")
    assert refused.value.problem == (
        "14,833,953,894,889,740,000 choices of pays would take some 47 years; give fewer pays for "
        '"six-card royal" (7,501 pays) and "royal flush" (751 pays), as in --pays '
        '"six-card royal=2500..10000:1875", or leave lines without --pays as they are (--only)'
    )
    few = {"flush": "8..14", "straight": "5..10"}
    answer = ask(
        SearchTerms(Window(Fraction(2, 100), Fraction(1, 10)), pays=few, others_stay=True),
        load(path).rules,
        "big_six",
    )
    assert answer.candidates == 39


def test_runs_are_the_choices_of_all_lines_but_the_best() -> None:
    answer = ask(SearchTerms(WINDOW, pays=SMALL, ordered=False))
    sizes = [len(line.pays) for line in answer.form.lines]
    assert runs(answer.form) == prod(sizes[1:])
    assert (
        runs(
            ask(
                SearchTerms(Window(Fraction(-1), Fraction(1)), pays={**SMALL, "straight": "4", "flush": "3"})
            ).form
        )
        == 3 * 4
    )


@pytest.mark.slow
def test_progress_counts_the_choices_that_come_before() -> None:
    told: list[int] = []
    form = ask(SearchTerms(WINDOW, pays={"straight": "5..14", "flush": "3..12"})).form
    keeper = Best(form, Order.EDGE, form.gain(Fraction(1, 20)), limit=10**6)
    wide = SearchLimits.of(form, None, Window(Fraction(1, 5), Fraction(3, 10)))
    Search(form, wide, keeper, lambda done, _: told.append(done)).run()
    assert len(told) > 5
    assert told == sorted(told)
    assert told[-2] > candidates(form) * 9 // 10


def test_progress_ends_at_the_number_of_candidates() -> None:
    rules = shipped("crown-melbourne")
    table = rules.tables["pair_plus"]["A"]
    pays = {line: tuple(map(Fraction, range(13))) for line in LINES}
    form = side_bet_form(rules, table, pays, {})
    told: list[tuple[int, int]] = []
    limits = SearchLimits.of(form, None, None)
    keeper = Best(form, Order.EDGE, Fraction(0), 1)
    search = Search(form, limits, keeper, lambda done, total: told.append((done, total)))
    assert search.run() == candidates(form) == told[-1][0]
    assert told == sorted(told)
    assert {total for _, total in told} == {candidates(form)}


def test_a_game_without_side_bets_has_nothing_to_search() -> None:
    bare = variant(
        'extends = "uk-including-blind"\nwithout = ["wager.pair_plus", "wager.prime", "wager.ante_bonus"]\n'
    )
    with pytest.raises(RulesError, match="has no side bet, bonus or jackpot to search"):
        ask_design(bare, "pair_plus", SearchTerms(Window(Fraction(2, 100), Fraction(3, 100))))
