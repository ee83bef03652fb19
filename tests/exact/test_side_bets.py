from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.cards.cards import STANDARD_DECK
from combin.cards.ranking import Category
from combin.cards.suit_classes import hand_classes_by_suit
from combin.exact.base_game import FOLD, base_game
from combin.exact.side_bets import comparison_bet, side_bet
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from tests.brute import brute_force
from tests.exact.naive import Described, Hand, NaiveGame, described, hands_of
from tests.exact.small_games import THREE_COLOURS, decided
from tests.games import AGAINST_DEALER, game, table_bet
from tests.variants import analysed, shipped, variant

# -- side bets on the player's hand ------------------------------------------------------------------------

MORE_TABLES = """
extends = "resorts-world-sentosa"
[pay_tables.ante_bonus.spades]
"straight flush" = 5
"A-K-Q straight flush of spades" = 50
"three of a kind" = 4
"straight" = 1
[pay_tables.pair_plus.mini_royal]
"mini royal" = 200
"straight flush" = 40
"three of a kind" = 30
"straight" = 6
"flush" = 3
"pair" = 1
[pay_tables.pair_plus.spades]
"straight flush" = 40
"A-K-Q straight flush" = 50
"A-K-Q straight flush of spades" = 100
"three of a kind" = 30
"three aces" = 60
"straight" = 5
"flush" = 4
"Q high flush of hearts" = 9
"pair" = 1
"pair of twos" = 0
[pay_tables.pair_plus.for_one]
odds = "for 1"
"straight flush" = 41
"three of a kind" = 31
"straight" = 6
"flush" = 5
"pair" = 2
"A high" = "1/2"
[pay_tables.pair_plus.lose]
"three of a kind" = 30
"three fives" = "lose"
"straight flush" = 40
"straight flush of clubs" = "lose"
"A-K-Q straight flush of clubs" = 9
"straight" = "lose"
"A-K-Q straight" = 7
"flush" = 4
"pair" = 1
"pair of twos" = "lose"
"2-2-A" = 3
[pay_tables.pair_plus.fractions]
"straight flush" = 12.5
"three of a kind" = "25/3"
"straight" = 6
"flush" = "3.75"
"pair" = "3/2"
"""


@cache
def all_hands() -> list[Described]:
    return [described(hand, STANDARD_DECK) for hand in hands_of(STANDARD_DECK)]


def paid_by_category(rules: Rules, letter: str, hand: Described) -> Fraction:
    prize = rules.file.pay_tables["pair_plus"][letter].lines.get(hand.category)
    return Fraction(-1) if prize is None or prize.odds is None else Fraction(prize.odds)


FINE_LINES: dict[str, list[tuple[str, str, str, Fraction | int]]] = {
    "mini_royal": [("straight flush", "AKQ", "", 200)],
    "spades": [
        ("straight flush", "AKQ", "s", 100),
        ("straight flush", "AKQ", "", 50),
        ("three of a kind", "AAA", "", 60),
        ("flush", "Q..", "h", 9),
        ("pair", ".22", "", 0),
    ],
    "for_one": [("high card", "A..", "", Fraction(-1, 2))],
    "lose": [
        ("straight flush", "AKQ", "c", 9),
        ("straight flush", "...", "c", -1),
        ("three of a kind", "555", "", -1),
        ("straight", "AKQ", "", 7),
        ("straight", "...", "", -1),
        ("pair", "A22", "", 3),
        ("pair", ".22", "", -1),
    ],
}
"""Category, ranks from the highest, suit if only one, and net; the first that fits is paid."""


def paid_by_fine_lines(letter: str, hand: Described) -> Fraction:
    for category, ranks, suit, net in FINE_LINES.get(letter, []):
        if hand.category == category and re.fullmatch(ranks, hand.symbols) and suit in ("", hand.suit):
            return Fraction(net)
    to_one = paid_by_category(variant(MORE_TABLES), letter, hand)
    return max(to_one - (letter == "for_one"), Fraction(-1))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["crown-melbourne", "uk-including-blind"])
def test_pair_plus_pays_what_each_of_22100_hands_is_paid(game: str) -> None:
    rules = shipped(game)
    for letter, table in rules.tables["pair_plus"].items():
        naive = Counter(paid_by_category(rules, letter, hand) for hand in all_hands())
        assert dict(side_bet(rules, table).distribution.outcomes) == naive


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["mini_royal", "spades", "for_one", "lose", "fractions"])
def test_finer_lines_pay_what_each_of_22100_hands_is_paid(letter: str) -> None:
    rules = variant(MORE_TABLES)
    naive = Counter(paid_by_fine_lines(letter, hand) for hand in all_hands())
    assert dict(side_bet(rules, rules.tables["pair_plus"][letter]).distribution.outcomes) == naive


def test_lines_are_shown_in_the_order_of_the_file_and_the_finest_takes_the_hand() -> None:
    rules = variant(MORE_TABLES)
    bet = side_bet(rules, rules.tables["pair_plus"]["spades"])
    assert [(line.text, int(line.net), line.count) for line in bet.lines] == [
        ("straight flush", 40, 44),
        ("A-K-Q straight flush", 50, 3),
        ("A-K-Q straight flush of spades", 100, 1),
        ("three of a kind", 30, 48),
        ("three aces", 60, 4),
        ("straight", 5, 720),
        ("flush", 4, 1096 - 44),
        ("Q high flush of hearts", 9, comb(10, 2) - 1),
        ("pair", 1, 3744 - 288),
        ("pair of twos", 0, 288),
        ("nothing", -1, 16440),
    ]
    assert bet.total == 22100


def test_for_one_is_one_less_than_to_one() -> None:
    rules = variant(MORE_TABLES)
    to_one = side_bet(rules, rules.tables["pair_plus"]["A"])
    for_one = side_bet(rules, rules.tables["pair_plus"]["for_one"])
    nets = {line.text: line.net for line in for_one.lines}
    assert nets == {line.text: line.net for line in to_one.lines} | {"A high": Fraction(-1, 2)}


@cache
def by_cards(bonus: str) -> NaiveGame:
    rules = analysed(variant(MORE_TABLES), ante_bonus=bonus).rules
    return NaiveGame(rules, "Q", lambda _: Fraction(0))


@cache
def paid_for(letter: str) -> dict[Hand, Fraction]:
    """Return what each of the 22,100 hands is paid, card by card."""
    return {
        hand: paid_by_fine_lines(letter, described(hand, STANDARD_DECK)) for hand in hands_of(STANDARD_DECK)
    }


@pytest.mark.slow
@pytest.mark.parametrize(("bonus", "letter"), [("A", "spades"), ("spades", "A"), ("spades", "spades")])
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32 - 1))
def test_hands_folded_with_the_bet_lost_are_not_paid(bonus: str, letter: str, seed: int) -> None:
    """Whether the bonus, the side bet or both tell one suit from another."""
    rules = variant(MORE_TABLES)
    strategy = decided(analysed(rules, ante_bonus=bonus).game, seed)
    naive = Counter[Fraction]()
    for situation, decision in strategy:
        for hand in by_cards(bonus).members(situation.hand):
            naive[paid_for(letter)[hand] if decision else Fraction(-1)] += 1
    bet = side_bet(rules, rules.tables["pair_plus"][letter], strategy.folded)
    assert dict(bet.distribution.outcomes) == naive


@pytest.mark.parametrize("letter", ["A", "mini_royal", "spades", "for_one", "lose", "fractions"])
def test_who_folds_every_hand_wins_no_side_bet_that_a_fold_loses(letter: str) -> None:
    analysis = analysed(variant(MORE_TABLES), "never play", pair_plus=letter)
    assert analysis.wagers["pair_plus"].outcomes == ((Fraction(-1), 22100),)


def test_a_line_whose_hands_are_all_folded_is_paid_to_none_that_are_beaten() -> None:
    bet = table_bet("bet", "Bet", {"any hand": 3, "pair": 2, "high card": 1}, if_beaten="push")
    rules = variant(game(AGAINST_DEALER, bet))
    high_cards = frozenset(
        one.cards
        for one in hand_classes_by_suit(rules.ranking)
        if one.strength.category is Category.HIGH_CARD
    )
    *lines, _ = side_bet(rules, rules.tables["bet"]["A"], high_cards).lines
    assert [line.count for line in lines if line.text.startswith("high card")] == [0, 0]


# -- Prime -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "both"), [("the player's colour", comb(23, 3)), ("either colour", comb(23, 3) + comb(26, 3))]
)
def test_prime_by_binomials(reading: str, both: int) -> None:
    """Twenty-six cards a colour: the dealer's three come from the player's other 23, or from all 26."""
    rules = load_rules("uk-including-blind", {"prime_colour": reading})
    bet = side_bet(rules, rules.tables["prime"]["A"])
    own = 2 * comb(26, 3)
    assert [(int(line.net), line.count) for line in bet.lines] == [
        (4, own * both),
        (3, own * (comb(49, 3) - both)),
        (-1, (comb(52, 3) - own) * comb(49, 3)),
    ]
    assert bet.total == comb(52, 3) * comb(49, 3)


PRIME_TABLES: dict[str, tuple[dict[str, int | str], dict[str, int]]] = {
    "three lines": (
        {"player of one colour": 3, "both of one colour each": 5, "both of the same colour": 7},
        {"same": 7, "each": 5, "player": 3},
    ),
    "middle line lost": (
        {"player of one colour": 3, "both of one colour each": "lose", "both of the same colour": 7},
        {"same": 7, "each": -1, "player": 3},
    ),
    "outer lines lost": (
        {"player of one colour": "lose", "both of one colour each": 5, "both of the same colour": "lose"},
        {"same": -1, "each": 5, "player": -1},
    ),
    "both": ({"both of one colour each": 5}, {"same": 5, "each": 5, "player": -1}),
    "same": ({"both of the same colour": 7}, {"same": 7, "each": -1, "player": -1}),
}


@cache
def coloured(ranks: str, table: str) -> Rules:
    """Return a game of three red suits, one black, one green."""
    prime = table_bet("prime", "Prime", PRIME_TABLES[table][0], on_fold="lost")
    return variant(game(AGAINST_DEALER, THREE_COLOURS, {"deck.ranks": ranks}, prime))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranks", "table"), [*(("K A", name) for name in PRIME_TABLES), ("J K A", "three lines")]
)
def test_prime_deal_by_deal(ranks: str, table: str) -> None:
    rules, pays = coloured(ranks, table), PRIME_TABLES[table][1]
    naive = Counter[Fraction]()
    hands = [(set(hand), {card.suit.colour for card in hand}) for hand in combinations(rules.deck.cards, 3)]
    for player, own in hands:
        for dealer, theirs in hands:
            if player.isdisjoint(dealer):
                case = "same" if own == theirs else "each" if len(theirs) == 1 else "player"
                naive[Fraction(pays[case] if len(own) == 1 else -1)] += 1
    bet = side_bet(rules, rules.tables["prime"]["A"])
    assert dict(bet.distribution.outcomes) == naive
    assert bet.total == naive.total()


@settings(max_examples=5)
@given(seed=st.integers(0, 2**32 - 1))
def test_prime_lost_by_a_fold_deal_by_deal(seed: int) -> None:
    rules, pays = coloured("J K A", "three lines"), PRIME_TABLES["three lines"][1]
    small = NaiveGame(rules, "", lambda _: Fraction(0))
    colours = {hand: {card.suit.colour for card in hand} for hand in hands_of(rules.deck)}
    strategy = decided(base_game(rules, {}), seed)
    naive = Counter[Fraction]()
    for situation, decision in strategy:
        for hand in small.members(situation.hand):
            if decision == FOLD or len(colours[hand]) > 1:
                naive[Fraction(-1)] += comb(len(rules.deck) - 3, 3)
                continue
            for dealer, theirs in colours.items():
                if hand.isdisjoint(dealer):
                    case = "same" if colours[hand] == theirs else "each" if len(theirs) == 1 else "player"
                    naive[Fraction(pays[case])] += 1
    bet = side_bet(rules, rules.tables["prime"]["A"], strategy.folded)
    assert dict(bet.distribution.outcomes) == naive


def test_a_bad_beat_is_paid_by_its_table_where_the_dealer_is_higher() -> None:
    rules = variant(
        'extends = "three-card-poker"\nid = "bad-beat"\n[wager.bad_beat]\nname = "Bad Beat"\n'
        'settles = "comparison"\nwin = "lose"\ntie = "lose"\nlose = { pays = "lose", by_table = true }\n'
        '[pay_tables.bad_beat.A]\n"straight flush" = 1000\n"three of a kind" = 200\nstraight = 50\n'
        "flush = 20\npair = 5\n"
    )
    letters = {
        name: next(iter(tables)) for name, tables in rules.tables.items() if name not in rules.jackpots
    }
    bet, brute = comparison_bet(rules, "bad_beat", "A"), brute_force(rules, letters)
    assert dict(bet.distribution.outcomes) == brute.outcomes["bad_beat"]
    assert bet.distribution.house_edge == Fraction(14701319, 20358520)
    assert bet.by_line["straight flush"] == 968


def test_commission_is_taken_from_what_is_won_down_to_even_money_and_below() -> None:
    rules = variant(
        'extends = "crown-melbourne"\nid = "higher"\n[wager.higher]\nname = "Higher"\n'
        'settles = "comparison"\nwin = 1\ntie = "1/2"\nlose = "lose"\ncommission = "5%"\n'
    )
    nets = [line.net for line in comparison_bet(rules, "higher").lines]
    assert nets == [Fraction(95, 100), Fraction(95, 200), -1]


def test_a_line_for_one_suit_against_the_dealer_is_paid_for_that_suit() -> None:
    rules = variant(
        'extends = "crown-melbourne"\nid = "spades"\n[wager.pair_plus]\nif_beaten = "push"\n'
        '[pay_tables.pair_plus.S]\n"straight flush of spades" = 50\n"straight flush" = 40\n'
        '"three of a kind" = 30\n"straight" = 6\n"flush" = 4\n"pair" = 1\n'
    )
    paid: Counter[str] = Counter()
    for line in side_bet(rules, rules.tables["pair_plus"]["S"]).lines:
        paid[line.text.removesuffix(" but beaten")] += line.count
    assert paid["straight flush of spades"] == 12 * comb(49, 3)
    assert paid["straight flush"] == 36 * comb(49, 3)
