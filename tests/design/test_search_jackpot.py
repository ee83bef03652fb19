from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from combin.design.search import JackpotDesigns, design_jackpot
from combin.design.terms import SearchTerms, Window
from combin.jackpot.meter.law import explain_rates, increment_for, jackpot_long_run
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.value import game_meter, published_meters
from combin.rules.errors import RulesError
from tests.variants import shipped, variant

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
        returned = jackpot_long_run(one.meter, 8).long_run_return
        assert abs(returned.middle - Fraction(885, 1000)) < Fraction(1, 10**7)


@pytest.mark.slow
def test_published_seeds_at_the_published_target_have_the_rates_that_explain_what_is_published() -> None:
    target = Fraction(1113, 10_000)  # a return of 88.87%
    meters = published_meters(shipped("crown-melbourne"))
    explained = explain_rates([meter for _, meter in meters], target="88.87%").rows
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
    minor = """
        extends = "crown-melbourne"
        [wager.minor]
        name = "Minor"
        settles = "jackpot"
        hand = "player"
        on_fold = "lost"
        [pay_tables.minor.A]
        odds = "for 1"
        "A-K-Q straight flush" = { meter = "100%" }
        "straight flush" = 100
    """
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
    rules = variant("""
        extends = "crown-melbourne"
        id = "limits-by-seed"
        [pay_tables.jackpot.1]
        "royal flush" = 5000
        "straight flush" = 500
        "four of a kind" = 160
        [jackpot.options.1]
        pay_table = "1"
        meters = [
            { seed = 100, increment = "5%", must_hit_by = 500, reserve = "1%" },
            { seed = 200, increment = "4%", must_hit_by = 1000, reserve = "2%" },
        ]
        """)
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
    search_of(seeds="1000,60000..5000000:100000", progress=lambda *step: told.append(step))
    search_of(seeds="1000..60000:1000", progress=lambda *step: told.append(step))
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
        (SearchTerms(EDGE, pays={"royal flush": "5"}), "1", None, RulesError, "pays.*no prize of fixed pay"),
        (SearchTerms(EDGE), "3", None, JackpotError, "no option '3'"),
        (SearchTerms(EDGE), "1", "1..9", RulesError, "no list of seeds"),
        (SearchTerms(EDGE), "1", "9..1:1", RulesError, "holds no seed"),
        (SearchTerms(EDGE), "1", "0..9999999:1", RulesError, "more than 5,000 seeds"),
        (SearchTerms(EDGE, pays={"flush": "1..100"}), "1", "1..100:1", RulesError, "10,000 meters are more"),
        (
            SearchTerms(Window(Fraction(9, 10), Fraction(9, 10))),
            "1",
            None,
            JackpotError,
            "for none of 7 meters",
        ),
    ],
)
def test_terms_that_no_jackpot_meets_are_refused(
    terms: SearchTerms, option: str, seeds: str | None, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        search(terms, option, seeds)
