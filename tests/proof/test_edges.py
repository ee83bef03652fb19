"""Closed edges and jackpot values beside the engine: all shipped tables, variants, and drawn games."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combin.audit.load import audited_games
from combin.cards.cards import STANDARD_DECK, ColourLine, Deck
from combin.exact.side_bets import side_bet
from combin.jackpot.value import jackpot_chances
from combin.proof.counts import RANKS, SUITS, Expression, colour_counts, deals, deck_numbers
from combin.proof.edges import (
    FLUSHES,
    METER,
    PART,
    POOL,
    ROYAL_PRIZE,
    ROYALS,
    SEED,
    STRAIGHT_FLUSH_ALONE,
    STRAIGHT_FLUSH_PRIZE,
    bonus_value,
    break_even_meter,
    jackpot_value,
    part_of_meter,
    side_bet_edge,
    table_counts,
)
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.settle.meter import settle_meter
from tests.helpers.strategies import rule_files, rules_of
from tests.helpers.texts import marked
from tests.helpers.variants import shipped, variant

SHIPPED = [
    (game, wager, letter)
    for game in audited_games()
    for wager in shipped(game).side_bets
    for letter in shipped(game).tables[wager]
]

GAME = 'extends = "crown-melbourne"\nid = "x"\n'
VARIANTS = {
    name: GAME + "\n".join(entry["+"])
    for name, entry in marked(Path(__file__).with_name("closed.txt")).items()
}


def same_lines(rules: Rules, wager: str, letter: str) -> None:
    """Assert that every line, every coefficient and the edge are those of the engine."""
    engine = side_bet(rules, rules.tables[wager][letter])
    form = side_bet_edge(rules, wager, letter)
    *lines, nothing = engine.lines
    assert [(term.name, term.at) for term in form.terms] == [(line.text, line.net) for line in lines]
    for term, line in zip(form.terms, lines, strict=True):
        assert term.coefficient == -Fraction(line.count, engine.total), line.text
    assert form.constant == Fraction(nothing.count, engine.total)
    assert form.value == engine.distribution.house_edge
    counts = table_counts(rules, wager, letter)
    assert engine.total % counts.total == 0


@pytest.mark.parametrize(("game", "wager", "letter"), SHIPPED)
def test_every_shipped_side_bet_has_the_edge_of_the_engine(game: str, wager: str, letter: str) -> None:
    same_lines(shipped(game), wager, letter)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_variants_have_the_edges_of_the_engine(name: str) -> None:
    rules = variant(VARIANTS[name])
    for wager in rules.side_bets:
        for letter in rules.tables[wager]:
            same_lines(rules, wager, letter)


@pytest.mark.slow
@settings(suppress_health_check=list(HealthCheck))
@given(rule_files(most_cards=30, most_suits=6))
def test_drawn_games_have_the_edges_of_the_engine(rules: Rules) -> None:
    for wager in rules.side_bets:
        for letter in rules.tables[wager]:
            same_lines(rules, wager, letter)


WORDS = (
    "straight flush", "flush", "pair", "A high", "K high", "9 high", "9 high flush", "pair of aces",
    "A-K-Q straight flush", "A-K-Q straight flush of spades", "straight flush of spades", "flush of spades",
    "9-8-7 straight flush", "9-8 flush", "9-8-6 flush", "9-8 flush of spades", "A-6", "A-6-7",
    "any ace", "7-6-A straight", "three aces",
    "5-5", "6-6", "6-6-K", "Q high straight", "A high flush of hearts", "any hand of hearts",
)  # fmt: skip


@settings(suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True),
    st.lists(st.sampled_from(WORDS), max_size=2, unique=True),
    st.sampled_from(["6 7 8 9 Q K A", "6 7 8 9 A"]),
    st.sampled_from([["spades"], ["hearts", "spades"], ["hearts", "spades", "clubs"]]),
)
def test_lines_in_one_another_have_the_counts_of_the_engine(
    lines: list[str], unpaid: list[str], ranks: str, suits: list[str]
) -> None:
    table = {
        "lines": {"any hand": {"odds": 1}} | {line: {"odds": 2} for line in lines},
        "unpaid": [line for line in unpaid if line not in lines],
    }
    try:
        rules = rules_of(_game(ranks, suits, "side_bet", table))
    except RulesError:
        return
    same_lines(rules, "side_bet", "A")


# -- Prime -------------------------------------------------------------------------------------------


def test_both_readings_of_prime_are_products_of_binomials() -> None:
    counts = colour_counts(STANDARD_DECK)
    numbers = deck_numbers(STANDARD_DECK)
    assert counts[ColourLine.SAME].text == "2 * C(2*n, 3) * C(2*n - 3, 3)"
    assert counts[ColourLine.PLAYER].text == "2 * C(2*n, 3) * C(n*s - 3, 3)"
    total = int(deals().subs(numbers).doit())
    probabilities = {line: Fraction(count.value(numbers), total) for line, count in counts.items()}
    assert probabilities[ColourLine.PLAYER] == Fraction(4, 17)
    assert probabilities[ColourLine.SAME] == Fraction(253, 11186)
    rules = shipped("uk-including-blind")
    assert side_bet_edge(rules, "prime", "A").value == Fraction(405, 11186)
    either = load_rules("uk-including-blind", {"prime_colour": "either colour"})
    same_lines(either, "prime", "A")


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(["red", "black", "green"]), min_size=2, max_size=6).filter(
        lambda colours: len(set(colours)) > 1
    ),
    st.integers(3, 6),
)
def test_colours_are_counted_deal_by_deal(colours: list[str], ranks: int) -> None:
    rules = rules_of(_coloured(colours, "23456789TJQKA"[-ranks:]))
    same_lines(rules, "prime", "A")


def test_colours_of_one_another_are_left_out_where_there_is_only_one() -> None:
    suits = (*STANDARD_DECK.suits[:3],)  # one black, two red
    counts = colour_counts(Deck(STANDARD_DECK.ranks, suits))
    assert counts[ColourLine.EACH].text == (
        "C(n, 3) * C(n - 3, 3) + C(2*n, 3) * C(2*n - 3, 3) + C(n, 3) * C(2*n, 3) + C(2*n, 3) * C(n, 3)"
    )


def _coloured(colours: list[str], ranks: str) -> dict[str, Any]:
    suits = [
        {"symbol": symbol, "glyph": symbol, "name": f"suit {symbol}", "colour": colour}
        for symbol, colour in zip("abcdef", colours, strict=False)
    ]
    ranks = ranks if len(ranks) * len(suits) >= 6 else "789TJQKA"
    lines = ("both of the same colour", "both of one colour each", "player of one colour")
    return _game(" ".join(ranks), suits, "prime", {"lines": {line: {"odds": 2} for line in lines}})


def _game(ranks: str, suits: list[Any], wager: str, table: dict[str, Any]) -> dict[str, Any]:
    """Return a rule file with one side bet."""
    outcome = {key: {"pays": 1} for key in ("no_qualify", "win", "tie", "lose")}
    return {
        "id": "drawn",
        "title": "A drawn game",
        "source": {"document": "a test"},
        "deck": {"ranks": ranks, "suits": suits},
        "wager": {
            "ante": {"name": "Ante", "settles": "against the dealer"} | outcome,
            "play": {"name": "Play", "settles": "against the dealer", "raises": "ante"} | outcome,
            wager: {"name": "A side bet", "settles": "pay table"},
        },
        "pay_tables": {wager: {"A": table}},
    }


# -- bonuses and jackpots ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", audited_games())
def test_bonuses_are_worth_their_pays_times_their_chances(game: str) -> None:
    rules = shipped(game)
    for letter, table in rules.tables["ante_bonus"].items():
        form = bonus_value(rules, "ante_bonus", letter)
        counts = {"straight flush": 48, "three of a kind": 52, "straight": 720}
        assert {term.name: term.coefficient for term in form.terms} == {
            name: Fraction(count, 22100) for name, count in counts.items()
        }
        assert form.value == sum(counts[line.text] * table.odds(line) for line in table.lines) / 22100


JACKPOTS = [
    (game, letter)
    for game in audited_games()
    if shipped(game).jackpots
    for letter in shipped(game).tables["jackpot"]
]


def same_jackpot(rules: Rules, letter: str) -> None:
    chances = jackpot_chances(rules, rules.tables["jackpot"][letter])
    value, form = chances.overall(), jackpot_value(rules, "jackpot", letter)
    coefficients = {term.symbol: term.coefficient for term in form.terms}
    assert coefficients.get("stake", 0) == value.odds
    assert coefficients.get("meter", 0) == value.share
    assert coefficients.get("others", 0) == value.envy
    assert form.constant == value.money
    counts = table_counts(rules, "jackpot", letter)
    for chance in chances.lines():
        assert counts.probability(chance.line.text) == chance.probability, chance.line.text
    even = break_even_meter(form)
    for stake, others in ((Fraction(1), 0), (Fraction(5), 3)):
        known = value.break_even_meter(stake, others)
        if even is None or known is None:
            assert even is None
            assert known is None
            continue
        asked = {"stake": stake, "others": Fraction(others)}
        assert even.at(**{term.symbol: asked[term.symbol] for term in even.terms}) == known


@pytest.mark.parametrize(("game", "letter"), JACKPOTS)
def test_every_shipped_jackpot_has_the_value_of_the_engine(game: str, letter: str) -> None:
    same_jackpot(shipped(game), letter)


@pytest.mark.parametrize("name", [name for name in VARIANTS if name.endswith("jackpot cards")])
def test_jackpots_on_six_and_seven_cards_have_the_value_of_the_engine(name: str) -> None:
    rules = variant(VARIANTS[name])
    for letter in rules.tables["jackpot"]:
        same_jackpot(rules, letter)


def test_a_jackpot_stands_at_its_first_seed() -> None:
    rules = shipped("crown-melbourne")
    form = jackpot_value(rules, "jackpot", "1")
    assert {term.symbol: term.at for term in form.terms} == {"stake": 1, "meter": 10_000}
    assert form.value == form.at(stake=1, meter=10_000) == Fraction(6085, 10829)
    assert jackpot_value(shipped("resorts-world-sentosa"), "jackpot", "A").value is None


JACKPOT = """
extends = "resorts-world-sentosa"
id = "x"
[pay_tables.jackpot.A]
odds = "{odds}"
"straight flush" = {{ {prize} }}
"three of a kind" = {{ {other} }}
"A-K-Q straight flush of spades" = "lose"
"A-K-Q straight flush" = "lose"
"straight" = "lose"
[pay_tables.jackpot.B]
"straight flush" = {{ meter = "100%" }}
"three of a kind" = {{ meter = "1/4" }}
[jackpot]
wager = "jackpot"
options.1 = {{ pay_table = "B", meters = [{{ seed = 700, increment = "1%" }}] }}
options.2 = {{ pay_table = "A", meters = [{{ seed = 800, increment = "2%" }}] }}
"""


@pytest.mark.parametrize(
    ("odds", "prize", "other", "stake"),
    [
        ("to 1", 'meter = "100%"', "odds = 20", 1),
        ("for 1", 'meter = "50%"', 'odds = "41/2"', 1),
        ("to 1", 'meter = "100%"', "money = 20", None),
        ("to 1", 'meter = "100%", envy = 5', "odds = 20", None),
        ("to 1", 'meter = "100%", envy = 5', "money = 20", None),
    ],
)
def test_a_jackpot_stands_at_a_stake_of_1_where_nothing_is_paid_whatever_the_stake(
    odds: str, prize: str, other: str, stake: int | None
) -> None:
    rules = variant(JACKPOT.format(odds=odds, prize=prize, other=other))
    same_jackpot(rules, "A")
    form = jackpot_value(rules, "jackpot", "A")
    now = {term.symbol: term.at for term in form.terms}
    assert now["meter"] == 800
    assert now.get("stake", stake) == stake
    assert now.get("others", 0) == 0
    even = break_even_meter(form)
    assert even is not None
    assert {term.symbol: term.at for term in even.terms} == {"stake": stake} | (
        {"others": 0} if "envy" in prize else {}
    )


def test_a_jackpot_without_a_share_of_the_meter_is_never_even() -> None:
    text = 'without = ["jackpot"]\n[pay_tables.jackpot.1]\n"royal flush" = 1000\n"straight flush" = 100\n'
    text = GAME + text
    form = jackpot_value(variant(text), "jackpot", "1")
    assert break_even_meter(form) is None
    assert [term.symbol for term in form.terms] == ["stake"]


def test_a_line_within_another_is_taken_away_from_it() -> None:
    rules = variant(VARIANTS["finer lines"])
    counts = table_counts(rules, "pair_plus", "A")
    assert counts.lines["straight flush"].words.startswith("three ranks in sequence, the suit; less")
    assert counts.lines["pair"].expression.subs({RANKS: 13, SUITS: 4}).doit() == 3744 - 288 - 24
    assert counts.numbers["A-K-Q straight flush"] == 3


parts = st.fractions("1/20", "19/20", max_denominator=20)


def number(expression: Expression, **values: Fraction | int) -> Fraction:
    symbols = {"j": METER, "r": SEED, "R": ROYALS, "S": FLUSHES, "x": PART}
    found = expression.subs({symbols[name]: sp.Rational(str(value)) for name, value in values.items()})
    return Fraction(int(found.p), int(found.q))


@given(parts, st.integers(0, 4), st.integers(0, 6), st.integers(1000, 5000), st.integers(1, 1000))
def test_prizes_are_those_that_the_meter_is_shared_out_in(
    part: Fraction, royals: int, flushes: int, meter: int, seed: int
) -> None:
    if not royals + flushes:
        return
    settled = settle_meter(Fraction(meter), Fraction(seed), royals, flushes, part=part)
    values: dict[str, Fraction | int] = {"j": meter, "r": seed, "R": royals, "S": flushes, "x": part}
    if royals:
        assert number(POOL, **values) == settled.pool
        assert number(ROYAL_PRIZE, **values) == settled.royal
        if flushes:
            assert number(STRAIGHT_FLUSH_PRIZE, **values) == settled.straight_flush
    else:
        assert number(STRAIGHT_FLUSH_ALONE, **values) == settled.straight_flush


def test_all_of_the_pool_is_paid() -> None:
    paid = ROYALS * ROYAL_PRIZE + FLUSHES * STRAIGHT_FLUSH_PRIZE
    assert sp.simplify(paid - POOL) == 0


@pytest.mark.parametrize(
    ("game", "part"), [("crown-melbourne", Fraction(1, 10)), ("resorts-world-sentosa", None)]
)
def test_a_game_says_whether_it_shares_so(game: str, part: Fraction | None) -> None:
    rules = shipped(game)
    for letter in rules.tables["jackpot"]:
        assert part_of_meter(rules, "jackpot", letter) == part


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ('"straight flush" = { meter = "20%" }', Fraction(1, 5)),
        ('"four of a kind" = { meter = "1%" }', None),
        ('"royal flush" = { meter = "50%" }', None),
        ('"straight flush" = 100', None),
    ],
)
def test_the_rule_is_for_one_prize_that_is_a_part_of_the_meter(line: str, part: Fraction | None) -> None:
    rules = variant(f'extends = "crown-melbourne"\nid = "x"\n[pay_tables.jackpot.1]\n{line}\n')
    assert part_of_meter(rules, "jackpot", "1") == part
    assert part_of_meter(rules, "pair_plus", "A") is None
