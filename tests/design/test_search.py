from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import prod

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from combin.audit.load import audited_games
from combin.design import pays
from combin.design.pays import Search, SearchLimits, Window, bonus_form, candidates, runs
from combin.design.search import (
    Design,
    DesignAnswer,
    JackpotDesigns,
    Order,
    SearchTerms,
    ask_design,
    design_jackpot,
)
from combin.design.views import tables_view
from combin.exact.base_game import base_game
from combin.exact.distribution import Distribution
from combin.exact.side_bets import side_bet
from combin.exact.strategy import optimal_strategy
from combin.jackpot.answer import game_meter, published_meters
from combin.jackpot.law import LongRun, explain_rates, increment_for
from combin.jackpot.meter import JackpotError
from combin.progress import watched
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from tests.design.naive_search import Tried, by_order, tables, within
from tests.helpers.games import Part, bonus, game, odds, table_bet
from tests.helpers.other_games import EVERY_WORD, TEEN_PATTI
from tests.helpers.texts import game_text
from tests.helpers.variants import analysed, shipped, variant

LINES = ("straight flush", "three of a kind", "straight", "flush", "pair")
SMALL = {
    "straight flush": "28..44:4",
    "three of a kind": "24,25,30,36",
    "straight": "4..8",
    "flush": "0..5",
    "pair": "1..3",
}
WINDOW = Window(Fraction(1, 100), Fraction(6, 100))
ANY = Window(Fraction(-1000), Fraction(1000))


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


def same(design: Design, exact: Distribution) -> None:
    """Compare the figures of a table that was found with those of a rule file."""
    found = (design.house_edge, design.hit_frequency, design.variance)
    assert found == (exact.house_edge, exact.hit_frequency, exact.variance)


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
@pytest.mark.few(4)
def test_the_best_and_the_count_are_those_of_a_full_scan(order: Order, ordered: bool) -> None:
    terms = SearchTerms(WINDOW, pays=SMALL, order=order, limit=25, ordered=ordered)
    answer = ask(terms)
    slow = tried(answer)
    assert answer.matching == len(slow) > 80
    assert measured(answer) == by_order(slow, order, terms.aim)[:25]
    known = {(one.pays, one.edge, one.hit, one.variance) for one in slow}
    for one in answer.designs:
        assert (tuple(one.pays.values()), one.house_edge, one.hit_frequency, one.variance) in known


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


def test_candidates_and_runs_are_counted_as_a_loop_counts_them() -> None:
    for ordered in (True, False):
        form = ask(SearchTerms(WINDOW, pays=SMALL, ordered=ordered)).form
        every = product(*(line.pays for line in form.lines))
        kept = [one for one in every if not ordered or list(one) == sorted(one, reverse=True)]
        assert candidates(form) == len(kept)
    assert runs(form) == prod(len(line.pays) for line in form.lines[1:])
    narrow = ask(SearchTerms(ANY, pays={**SMALL, "straight": "4", "flush": "3"}))
    assert runs(narrow.form) == 3 * 4


def test_a_finer_line_and_odds_for_one_are_searched_too() -> None:
    text = """
    extends = "resorts-world-sentosa"
    [pay_tables.pair_plus.A]
    odds = "for 1"
    """
    odds = {"straight flush": 36, "three of a kind": 34, "straight": 7, "flush": 5, "pair": 2}
    rules = variant(text + "".join(f'"{line}" = {pay}\n' for line, pay in odds.items()))
    pays = {"mini royal": "40..60:10", "straight flush": "30..40:5", "straight": "6,7", "pair": "1,2"}
    answer = ask(SearchTerms(ANY, pays=pays, others_stay=True, limit=9999), rules)
    assert answer.matching == len(tried(answer, stake=1)) == 24
    assert answer.shipped["mini royal"] is None
    for one in answer.designs[::5]:
        lines = "".join(f'"{line}" = {pay}\n' for line, pay in one.pays.items())
        made = variant(text + lines)
        exact = side_bet(made, made.tables["pair_plus"]["A"]).distribution
        same(one, exact)


def test_a_rare_hand_of_low_rank_pays_no_more_than_a_hand_that_beats_it() -> None:
    # A pair of aces is rarer than a straight, but a straight beats it.
    pays = {"pair of aces": "1..7", "pair of 2s": "0..2", "pair": "1,2", "straight": "6"}
    answer = ask(SearchTerms(ANY, pays=pays, others_stay=True, limit=99))
    assert [line.text for line in answer.form.lines] == [*LINES[:4], "pair of aces", "pair", "pair of 2s"]
    names = ("pair of aces", "pair", "pair of 2s")
    found = {tuple(int(one.pays[line]) for line in names) for one in answer.designs}
    assert found == {(a, b, c) for a in range(1, 5) for b in (1, 2) for c in range(3) if a >= b >= c}


def test_a_line_of_one_suit_stands_above_the_same_hands_of_any_suit() -> None:
    pays = {"mini royal": "50,60", "mini royal of spades": "55,100"}
    answer = ask(SearchTerms(ANY, pays=pays, others_stay=True))
    assert answer.form.lines[0].text == "mini royal of spades"
    assert answer.matching == 3


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


BIG_SIX = game(
    {"extends": "three-card-poker"},
    table_bet(
        "big_six",
        "Big Six",
        {"six-card royal of spades": 50000, "six-card royal": 5000, "royal flush": 500, "straight flush": 100}
        | {
            "four of a kind": 40,
            "full house": 15,
            "flush": 12,
            "straight": 8,
            "three of a kind": 4,
            "two pair": 1,
        },
        hand="player and dealer",
    ),
)


@pytest.mark.slow
def test_a_search_without_an_end_is_refused_with_its_number_and_the_way_out() -> None:
    rules, terms = variant(BIG_SIX), SearchTerms(Window(Fraction(2, 100), Fraction(1, 10)))
    with pytest.raises(RulesError) as refused:
        ask(terms, rules, "big_six")
    assert refused.value.problem == (
        "14,833,953,894,889,740,000 choices of pays would take about 47 years; give fewer pays for "
        '"six-card royal" (7,501 pays) and "royal flush" (751 pays), as in '
        '"six-card royal=2500..10000:1875", or keep the pays of other lines'
    )
    few = SearchTerms(terms.edge, pays={"flush": "8..14", "straight": "5..10"}, others_stay=True)
    assert ask(few, rules, "big_six").candidates == 39


def test_progress_counts_the_choices_that_come_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pays, "PATIENCE", 16)
    told: list[tuple[int, int]] = []
    form = ask(SearchTerms(WINDOW, pays=SMALL)).form
    wide = SearchLimits.of(form, None, Window(Fraction(1, 5), Fraction(3, 10)))
    target = form.gain(Fraction(1, 20))
    with watched(lambda *step: told.append(step)):
        Search(form, wide, target=target, most=10**6).run()
    assert len(told) > 5
    assert told == sorted(told)
    assert {total for _, total in told} == {candidates(form)}
    assert told[-2][0] > candidates(form) * 9 // 10
    assert told[-1][0] == candidates(form)


def test_a_game_without_side_bets_has_nothing_to_search() -> None:
    bare = variant(
        'extends = "uk-including-blind"\nwithout = ["wager.pair_plus", "wager.prime", "wager.ante_bonus"]\n'
    )
    with pytest.raises(RulesError, match="has no side bet, bonus or jackpot to search"):
        ask_design(bare, "pair_plus", SearchTerms(Window(Fraction(2, 100), Fraction(3, 100))))


EDGE = Window(Fraction(11, 100), Fraction(12, 100))


def search(terms: SearchTerms, option: str = "1", seeds: str | None = None) -> JackpotDesigns:
    return design_jackpot(shipped("crown-melbourne"), terms, option=option, seeds=seeds, digits=8)


def test_each_rate_is_that_of_its_seed_and_prizes() -> None:
    pays = {"flush": "80,100", "full house": "150"}
    found = search(SearchTerms(EDGE, pays=pays), seeds="10000..30000:10000")
    assert [(int(one.meter.seed), int(one.pays["flush"])) for one in found.designs] == [
        (seed, pay) for seed in (10_000, 20_000, 30_000) for pay in (80, 100)
    ]
    for one in found.designs:
        text = f"""
        extends = "crown-melbourne"
        [pay_tables.jackpot.1]
        "flush" = {one.pays["flush"]}
        """
        meter = game_meter(variant(text), "1", one.meter.seed, increment="1%")
        assert one.rate == increment_for(meter, Fraction(885, 1000), 8)
        assert one.lowest == increment_for(meter, Fraction(88, 100), 8)
        assert one.highest == increment_for(meter, Fraction(89, 100), 8)


def test_the_wager_returns_the_target_in_the_long_run() -> None:
    for one in search(SearchTerms(EDGE, pays={"four of a kind": "400,600"}), "2", "20000").designs:
        returned = LongRun(one.meter, 8).long_run_return
        assert abs(returned.middle - Fraction(885, 1000)) < Fraction(1, 10**7)


@pytest.mark.slow
def test_published_seeds_at_the_published_target_have_the_rates_that_explain_what_is_published() -> None:
    target = Fraction(1113, 10_000)  # a return of 88.87%
    meters = published_meters(shipped("crown-melbourne"))
    explained = explain_rates(tuple(meter for _, meter in meters)).rows
    found = [
        one for option in ("1", "2") for one in search(SearchTerms(Window(target, target)), option).designs
    ]
    assert [one.meter.seed for one in found] == [row.meter.seed for row in explained]
    assert all(one.rate.meets(row.exact) for one, row in zip(found, explained, strict=True))
    agreeing = [
        round(one.rate.middle * 10_000) == row.meter.increment * 10_000
        for one, row in zip(found, explained, strict=True)
    ]
    assert agreeing == [row.agrees for row in explained]


def test_seeds_make_meters_where_none_is_published() -> None:
    """A whole meter, won by one of the 22,100 hands, returns its bonuses, its rate and its seed's share."""
    rules, terms = shipped("three-card-poker"), SearchTerms(Window(Fraction(1, 5), Fraction(1, 5)))
    with pytest.raises(JackpotError, match="states no seed for pay table A of progressive; give seeds"):
        design_jackpot(rules, terms)
    for letter in ("A", "2A"):
        found = design_jackpot(rules, terms, option=letter, seeds="1000,2000", digits=8).designs
        assert [int(one.meter.seed) for one in found] == [1000, 2000]
        for one in found:
            rate = Fraction(4, 5) - one.meter.bonus_return - one.meter.seed / 22_100
            assert abs(one.rate.middle - rate) < Fraction(1, 10**8)


def test_of_several_jackpot_wagers_the_named_one_is_searched() -> None:
    minor = game_text(__file__, "a minor progressive")
    terms = SearchTerms(Window(Fraction(1, 5), Fraction(1, 5)))
    (found,) = design_jackpot(variant(minor), terms, wager="minor", seeds="1000", digits=8).designs
    rate = Fraction(4, 5) - 100 * Fraction(44, 22_100) - 1000 * Fraction(4, 22_100)
    assert abs(found.rate.middle - rate) < Fraction(1, 10**8)


def test_prizes_keep_the_order_unless_they_need_not() -> None:
    pays = {"full house": "50,150", "flush": "100"}
    assert [
        one.pays["full house"] for one in search(SearchTerms(EDGE, pays=pays), seeds="10000").designs
    ] == [150]
    both = search(SearchTerms(EDGE, pays=pays, ordered=False), seeds="10000").designs
    assert [one.pays["full house"] for one in both] == [50, 150]


def test_meters_whose_target_is_out_of_reach_are_counted_but_not_listed() -> None:
    found = search(SearchTerms(EDGE, pays={"flush": "100,400"}, ordered=False), seeds="10000")
    assert (found.combinations, found.unreachable, len(found.designs)) == (2, 1, 1)


def test_each_seed_keeps_its_own_limit_and_reserve() -> None:
    rules = variant(game_text(__file__, "limits by seed"))
    found = design_jackpot(rules, SearchTerms(Window(Fraction(2, 5), Fraction(3, 5))), option="1")
    assert [one.meter.limit for one in found] == [Fraction(500), Fraction(1000)]
    assert [one.meter.reserve for one in found] == [Fraction(1, 100), Fraction(2, 100)]
    fixed = game_meter(rules, "1").fixed_return
    for one in found:  # a hit meter returns its rate x (limit + seed) / (limit - seed), 3 / 2 for both
        assert one.rate.contains((Fraction(1, 2) - fixed) * Fraction(2, 3))


def test_progress_never_passes_its_end() -> None:
    told = list[tuple[int, int]]()
    terms = SearchTerms(EDGE, limit=2)
    search_of = partial(design_jackpot, shipped("crown-melbourne"), terms, option="1")
    with watched(lambda *step: told.append(step)):
        search_of(seeds="1000,60000..5000000:100000")
        search_of(seeds="1000..60000:1000")
    assert all(1 <= done <= total for done, total in told)
    assert told[-1] == (2, 2)
    with pytest.raises(RulesError, match="gives a better hand as much as a worse one"):
        search(SearchTerms(EDGE, pays={"flush": "1000"}))
    with pytest.raises(RulesError, match="0 tables cannot be listed"):
        SearchTerms(EDGE, limit=0)


def test_no_more_than_the_limit_are_listed() -> None:
    found = search(SearchTerms(EDGE, limit=2))
    assert (found.combinations, len(found.designs)) == (7, 2)


@pytest.mark.parametrize(
    ("terms", "option", "seeds", "error", "told"),
    [
        (SearchTerms(EDGE, pays={"royal flush": "5"}), "1", None, RulesError, "pays.*not a fixed prize"),
        (SearchTerms(EDGE), "3", None, JackpotError, "no option '3'"),
        (SearchTerms(EDGE), "1", "1..x", RulesError, "not a list of whole seeds"),
        (SearchTerms(EDGE), "1", "9..1:1", RulesError, "9 is more than 1; write the lower seed first"),
        (SearchTerms(EDGE), "1", "0..9999999:1", RulesError, "more than 5,000 seeds"),
        (SearchTerms(EDGE, pays={"flush": "1..100"}), "1", "1..100:1", RulesError, "10,000 meters are more"),
        (SearchTerms(Window(*[Fraction(9, 10)] * 2)), "1", None, JackpotError, "for none of 7 meters"),
    ],
)
def test_terms_that_no_jackpot_meets_are_refused(
    terms: SearchTerms, option: str, seeds: str | None, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        search(terms, option, seeds)


FEW = {"deck.ranks": "8 9 J Q K A", "deal.tells": ["A K", "8 J", "9 Q"]}

EVERY = game(EVERY_WORD, FEW)

RULES = {
    "a side bet of a game that ships": (game({"extends": "crown-melbourne"}), "pair_plus"),
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


def ask_others(rules: Rules, wager: str, pays: Mapping[str, str] | None = None) -> DesignAnswer:
    return ask_design(rules, wager, SearchTerms(ANY, pays=pays, others_stay=True, ordered=False, limit=9))


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
@pytest.mark.few(3)
def test_each_table_has_its_figures_in_a_rule_file(name: str) -> None:
    part, wager = RULES[name]
    rules = variant(part)
    lines = rules.file.pay_tables[wager]["A"].lines
    tried = [line for line, prize in lines.items() if prize.odds is not None][-2:]
    found = ask_others(rules, wager, dict.fromkeys(tried, "0,3"))
    assert found.matching == 2 ** len(tried)
    for one in found.designs:
        changed = variant(game(part, {f"pay_tables.{wager}.A": written(one.pays)}))
        exact = analysed(changed).wagers[rules.base if wager in rules.bonuses else wager]
        same(one, exact)


def written(pays: Mapping[str, Fraction]) -> Part:
    return {line: str(pay) for line, pay in pays.items()}


def test_it_is_told_for_which_stake_lines_of_money_are_counted() -> None:
    said = tables_view(ask_others(variant(EVERY), "millions")).text()
    assert "Lines that pay money stay as they are. All figures are for a stake of $5." in said


def test_the_strategy_is_told_as_the_same_though_hands_are_folded_at_all_pays() -> None:
    part, wager = RULES["a bonus that no hand is played for"]
    said = tables_view(ask_others(variant(part), wager)).text()
    assert "under the optimal strategy, which is the same for all of these pays." in " ".join(said.split())


def test_a_sum_of_money_is_not_sought() -> None:
    with pytest.raises(RulesError, match=r"pays\..A-K-Q straight flush.: pays a sum of money, which stays"):
        ask_others(variant(EVERY), "millions", {"A-K-Q straight flush": "5"})
    alone = {"pay_tables.millions.A": None, "wager.millions.stakes": [5]}
    rules = variant(game(EVERY, alone, {"pay_tables.millions.A": {"straight flush": {"money": 9}}}))
    with pytest.raises(RulesError, match='"millions" has no line that pays odds to be searched'):
        ask_others(rules, "millions")


WEAK = game(
    {"extends": "uk-including-blind", "decision.play": [1, 2]},
    {"pay_tables.ante_bonus.A": {**odds("5-3-2-2-1"), "high card": 1}},
)
"""A bonus for every hand, so that hands are worth playing for it."""

WEAK_PAYS = {"straight flush": "3,5", "straight": "2,3", "pair": "1,2", "high card": "0..3"}


def ask_bonus(rules: Rules, terms: SearchTerms) -> DesignAnswer:
    return ask_design(rules, "ante_bonus", terms)


def made(part: Part, pays: Mapping[str, Fraction]) -> Rules:
    """Return the game with a whole bonus table of its own, as a rule file has it."""
    table = "pay_tables.ante_bonus.A"
    return variant(game(part, {table: None} if "pay_tables" in part else {}, {table: written(pays)}))


def each_analysed(part: Part, answer: DesignAnswer) -> list[Tried]:
    """Return the figures of every table that keeps the order, each from a rule file of its own."""
    found = []
    for chosen in product(*(line.pays for line in answer.form.lines)):
        if list(chosen) == sorted(chosen, reverse=True):
            pays = dict(zip((line.text for line in answer.form.lines), chosen, strict=True))
            ordered = {line: pays[line] for line in answer.form.texts}
            base = analysed(made(part, ordered)).wagers["ante"]
            found.append(Tried.of(tuple(ordered.values()), base))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("order", Order)
def test_a_bonus_that_changes_the_strategy_is_played_at_its_best_for_each_table(order: Order) -> None:
    rules = variant(WEAK)
    terms = SearchTerms(ANY, pays=WEAK_PAYS, others_stay=True, order=order, limit=10**6)
    answer = ask_bonus(rules, terms)
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


def test_the_edge_is_not_linear_where_hands_become_worth_playing() -> None:
    answer = ask_bonus(
        variant(WEAK), SearchTerms(ANY, pays={"high card": "0..3"}, others_stay=True, ordered=False)
    )
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
    part = game({"extends": "uk-including-blind", "pay_tables.ante_bonus.A": odds("5-4-1")})
    terms = SearchTerms(ANY, pays={"mini royal of spades": "50,100"}, others_stay=True, limit=9)
    answer = ask_bonus(variant(part), terms)
    assert answer.matching == 2
    for one in answer.designs:
        same(one, analysed(made(part, one.pays)).wagers["ante"])


def test_a_line_that_stays_below_its_stake() -> None:
    """Half of the stake "for 1", which no search of that line would try."""
    lines = {"flush": 5, "pair": "1/2", "mini royal": "lose", **odds("9-9-9")}
    table = {"pay_tables.pair_plus.Z": {"odds": "for 1", **lines}}
    rules = variant(game({"extends": "crown-melbourne"}, table))
    anywhere = SearchTerms(ANY, pays={"flush": "5"}, others_stay=True)
    (design,) = ask_design(rules, "pair_plus", anywhere, {"pair_plus": "Z"})
    assert design.pays["pair"] == Fraction(1, 2)
    assert design.house_edge == side_bet(rules, rules.tables["pair_plus"]["Z"]).distribution.house_edge
