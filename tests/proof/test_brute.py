from __future__ import annotations

import ast
import random
import threading
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import combin.proof
from combin.audit.load import audited_games
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.settle.hands import settle_hand
from tests.brute import brute_force, count_deals
from tests.games import AGAINST_DEALER, Part, game, odds, table_bet
from tests.proof.compare import compare
from tests.strategies import rule_files
from tests.variants import shipped, variant

EXTENDS = """
extends = "crown-melbourne"
deal.seats = 1
"""

FEWER_RANKS = f"""
{EXTENDS}
deck.ranks = "2 3 4 6 9 J Q K A"
"""
"""A tenth of the deals, with all that the variants name; the games that ship are tried with 52 cards."""

TINY = f"""
{EXTENDS}
[deck]
ranks = "J Q K A"
suits = ["clubs", "hearts", "spades"]
[dealer]
qualifies = "A high"
[decision]
play = [1, 3]
[pay_tables.pair_plus.A]
"A-K-Q straight flush of spades" = 100
"""

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
    "six suits of seven ranks": """
        [deck]
        ranks = "7 8 9 J Q K A"
        suits = [
            "clubs", "diamonds", "hearts", "spades",
            { symbol = "x", glyph = "★", name = "stars", colour = "red" },
            { symbol = "w", glyph = "≈", name = "waves", colour = "blue" },
        ]
    """,
    "three suits": """
        [deck]
        suits = ["clubs", "hearts", "spades"]
    """,
    "a dealer who needs a pair": '[dealer]\nqualifies = "pair"',
    "a dealer who needs king high": '[dealer]\nqualifies = "K high"',
    "a dealer who always plays": '[dealer]\nqualifies = "any hand"',
    "a dealer who needs a pair of aces": '[dealer]\nqualifies = "pair of aces"',
    "a dealer who needs Q-6-4": '[dealer]\nqualifies = "Q-6-4"',
    "flushes above straights": """
        [ranking]
        order = ["three of a kind", "straight flush", "flush", "straight", "pair", "high card"]
        ace_low_straight = "second"
        [pay_tables.ante_bonus]
        A."flush" = "lose"
        B."flush" = "lose"
        C."flush" = 2
    """,
    "all upside down": """
        [ranking]
        order = ["high card", "pair", "flush", "straight", "three of a kind", "straight flush"]
        ace_low_straight = "highest"
        [dealer]
        qualifies = "straight flush"
        [pay_tables.ante_bonus]
        A."high card" = "lose"
        B."high card" = "lose"
        C."high card" = "lose"
        A."pair" = 7
        A."flush" = "lose"
        B."pair" = "lose"
        B."flush" = "lose"
        C."pair" = "lose"
        C."flush" = "3/7"
        [pay_tables.pair_plus]
        A."high card" = "lose"
        B."high card" = "lose"
        C."high card" = "lose"
        D."high card" = "lose"
        E."high card" = "lose"
        F."high card" = "lose"
    """,
    "no straight with the ace low": '[ranking]\nace_low_straight = "none"',
    "two multiples": "[decision]\nplay = [1, 2]",
    "two multiples, and a dealer who needs a pair": """
        [decision]
        play = [1, 2]
        [dealer]
        qualifies = "pair"
    """,
    "odd pays and a side bet that a fold loses": """
        [decision]
        play = [2, 5]
        [wager.ante]
        no_qualify = "1/2"
        tie = "lose"
        [wager.play]
        no_qualify = "0.25"
        lose = "push"
        win = "2/3"
        [wager.pair_plus]
        on_fold = "lost"
        [pay_tables.pair_plus.A]
        odds = "for 1"
        "A-K-Q straight flush of spades" = 1000
        "pair of aces" = 2.5
        "K-Q-J" = 0.1
        [pay_tables.pair_plus.B]
        "A-2-3 straight flush" = 41
        "9 high flush of hearts" = 7
        [pay_tables.ante_bonus.A]
        "J high straight" = "22/7"
    """,
    "hardly anyone plays": """
        [wager.ante]
        no_qualify = "lose"
        win = "push"
        [wager.play]
        no_qualify = "lose"
        win = "push"
        [wager.pair_plus]
        on_fold = "lost"
        [pay_tables.ante_bonus.A]
        "A-J-9 flush of diamonds" = 50
    """,
}


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
def test_agrees_with_the_exact_engine_on_the_games_that_ship(game: str, reading: dict[str, str]) -> None:
    # How other strategies fare does not depend on what a document may mean by its pays.
    others = ("any queen", "mimic the dealer", "always play") if reading == readings(game)[0] else ()
    both = compare(load_rules(game, reading), *others)
    assert {brute.deals.total for _, brute in both} == {22_100 * 18_424}


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_agrees_with_the_exact_engine_on_variants(name: str) -> None:
    more = VARIANTS[name]
    compare(variant((EXTENDS if "[deck]" in more else FEWER_RANKS) + more), "pair")


def test_agrees_with_the_exact_engine_on_two_suits() -> None:
    compare(variant(TWO_SUITS), "always play", "flush")


@pytest.mark.slow
@given(rules=rule_files())
def test_agrees_with_the_exact_engine_on_any_game(rules: Rules) -> None:
    compare(rules)


def test_standard_game_counts() -> None:
    brute = brute_force(shipped("crown-melbourne"), {"ante_bonus": "A", "pair_plus": "A"})
    assert brute.hands_played == 14_900
    assert brute.outcomes["ante"][Fraction(-2)] == 91_126_832


def settled(
    rules: Rules, letters: Mapping[str, str], cards: tuple[tuple[int, ...], tuple[int, ...]], decision: int
) -> dict[str, Fraction]:
    """Return one deal as the reference settles it; the player keeps what he may keep."""
    player, dealer = ([rules.deck.cards[card] for card in hand] for hand in cards)
    return settle_hand(rules, letters, player, dealer, decision or None, keeps=rules.side_bets)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        *audited_games(),
        "six suits of seven ranks",
        "all upside down",
        "odd pays and a side bet that a fold loses",
    ],
)
def test_settles_random_deals_as_the_reference_does(game: str) -> None:
    rules = variant(EXTENDS + VARIANTS[game]) if game in VARIANTS else shipped(game)
    chance = random.Random(f"deals of {game}")
    deals = count_deals(rules)
    rows = {tuple(hand): row for row, hand in enumerate(deals.hands.cards.tolist())}
    for letter in "A", "B":
        letters = {name: letter if letter in rules.tables[name] else "A" for name in rules.tables}
        decisions = np.array(chance.choices((0, *rules.multiples), k=len(deals.hands)))
        brute = brute_force(rules, letters, deals=deals, decisions=decisions)
        for _ in range(600):
            dealt = chance.sample(range(len(rules.deck)), 6)
            player, dealer = tuple(sorted(dealt[:3])), tuple(sorted(dealt[3:]))
            expected = settled(rules, letters, (player, dealer), int(decisions[rows[player]]))
            assert brute.settle(rows[player], rows[dealer]) == expected, (player, dealer)


@pytest.mark.slow
def test_settles_every_deal_of_a_tiny_deck_as_the_reference_does() -> None:
    rules = variant(TINY)
    letters = {"ante_bonus": "B", "pair_plus": "A"}
    ((_, brute),) = [
        (analysis, brute) for analysis, brute in compare(rules) if dict(analysis.letters) == letters
    ]
    counts: dict[str, Counter[Fraction]] = {name: Counter() for name in brute.outcomes}
    for row, player in enumerate(combinations(range(12), 3)):
        for dealer in combinations(sorted(set(range(12)) - set(player)), 3):
            nets = settled(rules, letters, (player, dealer), int(brute.decisions[row, 0]))
            counts["ante"][nets["ante"] + nets["play"] + nets["ante_bonus"]] += 1
            counts["pair_plus"][nets["pair_plus"]] += 1
    assert counts == brute.outcomes


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


def test_wrong_decisions_are_refused() -> None:
    rules = variant(TINY)
    letters = {"ante_bonus": "A", "pair_plus": "A"}
    with pytest.raises(ValueError, match=r"^3 decisions for 220 hands$"):
        brute_force(rules, letters, decisions=[0, 1, 0])
    with pytest.raises(ValueError, match=r"^2 is no decision of this game \(0, 1, 3\)$"):
        brute_force(rules, letters, decisions=[2] * 220)


def test_progress_ends_at_the_number_of_deals() -> None:
    seen: list[tuple[int, int]] = []
    count_deals(shipped("crown-melbourne"), lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert {total for _, total in seen} == {407_170_400}
    assert seen[-1][0] == 407_170_400


@pytest.mark.slow
@pytest.mark.parametrize("suits", [4, 8])
def test_an_interrupt_leaves_nothing_running(suits: int) -> None:
    more = "".join(
        f'{{ symbol = "{one}", glyph = "{one}", name = "suit {one}", colour = "red" }}, ' for one in "efgi"
    )
    deck = f'[deck]\nsuits = ["clubs", "diamonds", "hearts", "spades", {more if suits == 8 else ""}]'
    rules = variant(EXTENDS + deck)
    calls = []

    def interrupt(done: int, _: int) -> None:
        calls.append(done)
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        count_deals(rules, interrupt)
    assert len(calls) == 1
    assert threading.active_count() == before


PROOF = Path(combin.proof.__path__[0])


@pytest.mark.parametrize(
    "path",
    [Path(__file__).parents[1] / "brute.py", PROOF / "hands.py", PROOF / "payments.py"],
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
        "combin.rules.wagers",
        "combin.rules.model",
        "combin.rules.wagers",
    )
    shared = {(home, name) for home, name in imported if home and not home.startswith(outside)}
    assert shared <= {
        ("combin.cards.cards", "CardError"),
        ("combin.cards.cards", "Deck"),
        ("combin.cards.cards", "Joker"),
        ("combin.cards.cards", "ColourLine"),
        ("combin.cards.ranking", "AceLow"),
        ("combin.cards.ranking", "Category"),
        ("combin.cards.ranking", "StraightSuits"),
        ("combin.rules.resolved", "Rules"),
    }
