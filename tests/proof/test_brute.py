"""Brute force compared with the engine, with the reference settlement, and with what has been published."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import combin.proof
from combin.audit.load import audited_games
from combin.formatting import percent
from combin.rules.load import library_games, load_rules
from combin.rules.resolved import Rules
from tests.helpers import other_games
from tests.helpers.brute import BruteForce, brute_force, count_deals
from tests.helpers.games import AGAINST_DEALER, Part, game, odds, table_bet
from tests.helpers.strategies import games, rule_files
from tests.helpers.texts import marked
from tests.helpers.variants import shipped, variant
from tests.proof.compare import compare
from tests.settle.records import settle_hand

EXTENDS = """
extends = "crown-melbourne"
deal.seats = 1
"""

FEWER_RANKS = f"""
{EXTENDS}
deck.ranks = "2 3 4 6 9 J Q K A"
"""
"""A tenth of the deals, with all that the variants name; the games that ship are tried with 52 cards."""

TWO_SUITS = game(
    AGAINST_DEALER,
    {
        "deck.suits": ["clubs", "hearts"],
        "ranking.order": ["straight flush", "three of a kind", "pair", "straight", "flush", "high card"],
        "dealer.qualifies": "J high",
    },
    table_bet(
        "prime",
        "Prime",
        {"both of the same colour": 9, "both of one colour each": 5, "player of one colour": 1},
        on_fold="lost",
    ),
)
"""No three of a kind, and no straight of three suits."""

TINY_DECK = game(
    {"deck.ranks": "9 Q K A", "deck.suits": ["clubs", "hearts", "spades"], "dealer.qualifies": "A high"},
    table_bet("of_dealer", "Of the Dealer", {**odds("9-8-7-6-3"), "any A": 1}, hand="dealer"),
)
"""With three kinds of dealer hands, two of which both qualify and do not."""

VARIANTS = {
    name: "\n".join(entry["+"]) for name, entry in marked(Path(__file__).with_name("variants.txt")).items()
}
GAMES = {name: getattr(other_games, name) for name in other_games.__all__}

EVERY_WORD = game(
    other_games.EVERY_WORD,
    {"deck.ranks": "J Q K A", "deal.tells": ["A J", "Q", "K"], "dealer.qualifies": "A high"},
)
TINY_RULES = variant(EVERY_WORD)


@cache
def by_force(name: str) -> BruteForce:
    rules = rules_of(name)
    return brute_force(rules, first_letters(rules))


def rules_of(name: str) -> Rules:
    """Return the rules of a game that ships, a variant of one, or a game of another kind."""
    if name in VARIANTS:
        return variant(EXTENDS + VARIANTS[name])
    return variant(GAMES[name]) if name in GAMES else shipped(name)


def first_letters(rules: Rules) -> dict[str, str]:
    return {name: next(iter(tables)) for name, tables in rules.tables.items()}


def edge(brute: BruteForce, wager: str) -> Fraction:
    won = sum((net * count for net, count in brute.outcomes[wager].items()), Fraction(0))
    return -won / brute.deals.total


def readings(game: str) -> list[dict[str, str]]:
    """Return the readings that a game adopts, each other one beside them, and the last of all together."""
    known = load_rules(game).file.readings
    adopted = {name: one.adopted for name, one in known.items()}
    alone = [adopted | {name: option} for name, one in known.items() for option in one.options]
    found = [adopted, *alone, {name: [*one.options][-1] for name, one in known.items()}]
    return [one for place, one in enumerate(found) if one not in found[:place]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "reading"),
    [
        pytest.param(game, reading, id=" / ".join((game, *reading.values())))
        for game in audited_games()
        for reading in readings(game)
    ],
)
@pytest.mark.few(5)
def test_agrees_with_the_exact_engine_on_the_games_that_ship(game: str, reading: dict[str, str]) -> None:
    # How other strategies fare does not depend on what a document may mean by its pays.
    others = ("any queen", "mimic the dealer", "always play") if reading == readings(game)[0] else ()
    both = compare(load_rules(game, reading), *others)
    assert {brute.deals.total for _, brute in both} == {22_100 * 18_424}


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.few(5)
def test_agrees_with_the_exact_engine_on_variants(name: str) -> None:
    more = VARIANTS[name]
    compare(variant((EXTENDS if "[deck]" in more else FEWER_RANKS) + more), "pair")


def test_agrees_with_the_exact_engine_on_two_suits() -> None:
    compare(variant(TWO_SUITS), "always play", "flush")


@pytest.mark.slow
@given(rules=rule_files())
def test_agrees_with_the_exact_engine_on_any_game(rules: Rules) -> None:
    compare(rules)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"deck.decks": 2, "deck.suits": ["clubs", "hearts"]},
        {"deal.face_up": 1},
        {"deal": {"face_up": 1, "tells": ["A", "Q K 9"]}},
    ],
)
def test_counts_the_deals_of_tiny_decks_as_a_loop_does(more: Part) -> None:
    rules = variant(game(AGAINST_DEALER, TINY_DECK, more))
    deals = count_deals(rules)
    cards = deals.hands.cards
    counts = np.zeros_like(deals.counts)
    for row, player in enumerate(cards):
        dealers = np.flatnonzero(~np.isin(cards, player).any(axis=1))
        cases = deals.cases_of(np.full_like(dealers, row), dealers)
        for face_up in cards[dealers].T if rules.file.deal.face_up else [np.zeros_like(dealers)]:
            columns = deals.seen_of[face_up], cases, deals.kind[dealers]
            for place in zip(*(column.tolist() for column in columns), strict=True):
                counts[(row, *place)] += 1
    assert np.array_equal(counts, deals.counts)
    assert counts.sum() == deals.total


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("CARD_SEEN", "-3.482862%"),
        ("THREE_KINDS", "-2.407443%"),
        ("HIGH_OR_LOW", "-1.837811%"),
        ("FACE_UP_CALIFORNIA", "4.296372%"),
        ("OCEANS_11", "1.802206%"),
        ("ULTIMATE", "3.880697%"),
    ],
)
@pytest.mark.few(4)
def test_published_edges_with_a_card_seen(name: str, published: str) -> None:
    brute = by_force(name)
    assert brute.deals.total == 1_221_511_200 == sum(brute.outcomes["ante"].values())
    assert percent(edge(brute, "ante"), 6) == published


@pytest.mark.slow
def test_published_deviation_with_a_card_seen() -> None:
    brute = by_force("CARD_SEEN")
    squares = sum(net**2 * count for net, count in brute.outcomes["ante"].items())
    variance = squares / brute.deals.total - edge(brute, "ante") ** 2
    assert round(float(variance) ** 0.5, 6) == 1.741724


def test_published_counts_of_two_hands_without_a_decision() -> None:
    brute = by_force("TEEN_PATTI")
    assert brute.outcomes["player_a"] == {-1: 203_359_936, 0: 450_528, Fraction(19, 20): 203_359_936}
    assert brute.outcomes["player_b"] == brute.outcomes["player_a"]
    assert brute.outcomes["tie"] == {-1: 406_719_872, 200: 450_528}
    assert percent(edge(brute, "player_a"), 6) == "2.497234%"
    assert brute.hands_played == 22_100
    assert brute.staked == brute.deals.total


def test_a_card_seen_makes_each_hand_a_situation_with_each_other_card() -> None:
    brute = by_force("CARD_SEEN")
    situations = brute.deals.situations
    assert np.count_nonzero(situations) == 22_100 * 49
    assert set(situations[situations > 0].tolist()) == {1_128}
    played = int(situations[brute.played].sum())
    assert played == brute.hands_played * 1_128
    assert brute.staked == brute.deals.total + played


def settled(
    rules: Rules, letters: Mapping[str, str], player: tuple[int, ...], dealer: tuple[int, ...], decision: int
) -> dict[str, Fraction]:
    """Return one deal as the reference settles it; the player keeps what he may keep."""
    held, met = ([rules.deck.cards[card] for card in hand] for hand in (player, dealer))
    return settle_hand(rules, letters, held, met, decision or None, keeps=rules.side_bets)


SETTLED = (
    *GAMES,
    *audited_games(),
    "six suits of seven ranks",
    "all upside down",
    "odd pays and a side bet that a fold loses",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTLED)
@pytest.mark.few(5)
def test_settles_random_deals_as_the_reference_does(name: str) -> None:
    """With the best decisions under the first tables, and with any under the last."""
    rules, optimal = rules_of(name), by_force(name)
    chance, deals = random.Random(f"deals of {name}"), optimal.deals
    levels = np.unique(deals.hands.strength, return_inverse=True)[1]
    may = ([(0, 0)] if rules.play else []) + [*rules.multiples.items()]
    decisions = np.array(
        [
            chance.choices([one for one, least in may if level >= least], k=deals.situations.shape[1])
            for level in levels.tolist()
        ]
    )
    last = {name: [*tables][-1] for name, tables in rules.tables.items()}
    rows = {tuple(hand): row for row, hand in enumerate(deals.hands.cards.tolist())}
    for brute in (optimal, brute_force(rules, last, deals=deals, decisions=decisions)):
        for _ in range(60):
            dealt = chance.sample(range(len(rules.deck)), 6)
            player, dealer = tuple(sorted(dealt[:3])), tuple(sorted(dealt[3:]))
            seen = int(deals.seen_of[dealt[3]]) if rules.file.deal.face_up else 0
            decision = int(brute.decisions[rows[player], seen])
            expected = settled(rules, brute.letters, player, dealer, decision)
            assert brute.settle(rows[player], rows[dealer], seen) == expected, (player, dealer, seen)


WITH_BASE = ("ante", "blind", "second", "play", "bonus", "consolation")
"""What the outcomes of the base wager hold."""


@cache
def tiny_nets(player: tuple[int, ...], dealer: tuple[int, ...], choice: int) -> dict[str, Fraction]:
    """Return one deal of the tiny deck, which is settled the same whatever is seen."""
    nets = settled(TINY_RULES, first_letters(TINY_RULES) | {"dealers": "B"}, player, dealer, choice)
    return nets | {"ante": sum((nets[name] for name in WITH_BASE), Fraction(0))}


def tiny_choices(player: tuple[int, ...]) -> list[int]:
    """Return the decisions open to a hand of the tiny deck: 2 from an ace high on, 5 from a pair on."""
    ranks = sorted(card // 3 for card in player)
    one_suit = len({card % 3 for card in player}) == 1
    pair_or_better = len(set(ranks)) < 3 or one_suit or ranks != [0, 2, 3]  # all runs but A-K-J
    return [0, 1, *([2] if pair_or_better or max(ranks) == 3 else []), *([5] if pair_or_better else [])]


@pytest.mark.slow
@pytest.mark.parametrize("seen", ["no card", "kinds of rank", "a card"])
def test_settles_every_deal_of_every_word_as_the_reference_does(seen: str) -> None:
    """The outcomes of every wager over 18,480 deals; for every 20th hand all values and the decisions."""
    less: dict[str, Part] = {"no card": {"deal": None}, "kinds of rank": {}, "a card": {"deal.tells": None}}
    rules = variant(game(EVERY_WORD, less[seen]))
    brute = brute_force(rules, first_letters(rules) | {"dealers": "B"})
    kind_of_rank = {"no card": [0] * 4, "kinds of rank": [0, 1, 2, 0]}
    deck = range(len(rules.deck))
    dealt: Counter[tuple[tuple[int, ...], tuple[int, ...], int]] = Counter()
    for row, player in enumerate(combinations(deck, 3)):
        values: dict[int, list[Fraction]] = {}
        choices = tiny_choices(player)
        for dealer in combinations(sorted(set(deck) - set(player)), 3):
            for card in dealer if seen != "no card" else dealer[:1]:
                what = card if seen == "a card" else kind_of_rank[seen][card // 3]
                dealt[player, dealer, int(brute.decisions[row, what])] += 1
                if row % 20 == 0:
                    added = values.setdefault(what, [Fraction(0)] * len(choices))
                    for place, choice in enumerate(choices):
                        added[place] += tiny_nets(player, dealer, choice)["ante"]
        for what, added in values.items():
            expected = [value * brute.unit for value in added]
            assert brute.values[row, what, : len(choices)].tolist() == expected
            assert brute.decisions[row, what] == choices[added.index(max(added))]
    counts: dict[str, Counter[Fraction]] = {name: Counter() for name in brute.outcomes}
    for deal, times in dealt.items():
        nets = tiny_nets(*deal)
        for name, count in counts.items():
            count[nets[name]] += times
    assert counts == brute.outcomes


ON_FEWER_CARDS = {
    "face-up-three-card-poker",
    "hole-card",
    "oceans-11",
    "three-card-poker-two-decks",
    "ultimate-three-card-poker",
}
"""Games of a kind of which another is gone through whole: a card is seen; and those of more cards."""


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted({*library_games()} - {*audited_games(), "twenty-one-plus-three"}))
@pytest.mark.few(5)
def test_agrees_with_the_engine_on_the_games_that_others_describe(game: str) -> None:
    """All but 21+3: six decks are more than brute force goes through."""
    few = game in ON_FEWER_CARDS
    rules = (
        variant(f'extends = "{game}"\nid = "few"\ndeck.ranks = "7 8 9 T J Q K A"') if few else shipped(game)
    )
    chosen = {name: next(iter(rules.tables[name])) for name in (*rules.base_tables, *rules.side_bets)}
    deals = {brute.deals.total for _, brute in compare(rules, chosen=chosen)}
    each = 3 if rules.file.deal.face_up else 1
    assert deals == {comb(len(rules.deck), 3) * comb(len(rules.deck) - 3, 3) * each}


@pytest.mark.slow
@given(rules=games(most_cards=15))
def test_agrees_with_the_engine_on_any_game(rules: Rules) -> None:
    compare(rules)


PROOF = Path(combin.proof.__path__[0])


@pytest.mark.parametrize(
    "path",
    [Path(__file__).parents[1] / "helpers" / "brute.py", PROOF / "hands.py"],
    ids=lambda path: path.stem,
)
def test_shares_no_code_with_the_engine(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    imported = {
        (node.module, alias.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("combin")
        for alias in node.names
    }
    outside = (
        "combin.proof.",
        "combin.aliases",
        "combin.progress",
        "combin.rules.wagers",
        "combin.rules.model",
        "combin.rules.outcomes",  # whose second road is the settlement by the letter
    )
    shared = {(home, name) for home, name in imported if home and not home.startswith(outside)}
    assert shared <= {
        ("combin.cards.cards", "CardError"),
        ("combin.cards.cards", "Deck"),
        ("combin.cards.cards", "Joker"),
        ("combin.cards.cards", "ColourLine"),
        ("combin.cards.five_cards", "FiveCardCategory"),
        ("combin.cards.ranking", "AceLow"),
        ("combin.cards.ranking", "Category"),
        ("combin.cards.ranking", "StraightSuits"),
        ("combin.rules.resolved", "Rules"),
    }
