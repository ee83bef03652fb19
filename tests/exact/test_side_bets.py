"""Side bets: how often each line is paid, hand by hand, by binomials, and as published."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from combin.cards.cards import STANDARD_DECK
from combin.cards.ranking import Category
from combin.cards.suit_classes import hand_classes_by_suit
from combin.exact.base_game import base_game
from combin.exact.pay_lines import table_of
from combin.exact.side_bets import bet_beside, side_bet, side_bet_lost_with_folds
from combin.jackpot.answer import ask_jackpot
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from tests.exact.naive import Described, described, hands_of
from tests.exact.settled import at_random, decisions_of, letters_of
from tests.exact.small_games import CARD, EVERY_BET, FIVES, RANKS, SIX, TEN
from tests.helpers.brute import brute_force
from tests.helpers.games import AGAINST_DEALER, Part, bonus, game, progressive, table_bet
from tests.helpers.texts import game_text
from tests.helpers.variants import analysed, variant
from tests.settle.records import settle_hand

# -- lines on the player's hand ------------------------------------------------------------------------------


MORE_TABLES = game_text(__file__, "tables of many kinds")


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
    bet, brute = side_bet(rules, rules.tables["bad_beat"]["A"]), brute_force(rules, letters)
    assert dict(bet.distribution.outcomes) == brute.outcomes["bad_beat"]
    assert bet.distribution.house_edge == Fraction(14701319, 20358520)
    assert bet.by_line["straight flush"] == 968


def test_commission_is_taken_from_what_is_won_down_to_even_money_and_below() -> None:
    rules = variant(
        'extends = "crown-melbourne"\nid = "higher"\n[wager.higher]\nname = "Higher"\n'
        'settles = "comparison"\nwin = 1\ntie = "1/2"\nlose = "lose"\ncommission = "5%"\n'
    )
    nets = [line.net for line in side_bet(rules, table_of(rules, "higher", "")).lines]
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


# -- lost with folds that depend on a card of the dealer's --------------------------------------------------


@pytest.mark.parametrize("hand", ["player", "player and jackpot cards"])
@pytest.mark.parametrize("seen", [CARD, RANKS])
def test_a_jackpot_wager_returns_what_a_side_bet_of_its_lines_does(seen: Part, hand: str) -> None:
    lines = {"straight flush": 40, "straight": 4, "flush": 3, "pair": 2} if hand == "player" else FIVES
    bet = table_bet("bet", "Bet", lines, hand=hand, on_fold="lost")
    first, *others = lines
    shared = progressive({**lines, first: {"meter": "100%"}, "odds": "to 1"}, hand)
    rules = variant(game(AGAINST_DEALER, TEN, seen, {"deal.jackpot": 2}, bet, shared))
    strategy = at_random(base_game(rules, {}), seed=4)
    lost = bet_beside(strategy, "bet", "A")
    paid = {line.text: Fraction(line.count, lost.total) for line in lost.lines}
    answer = ask_jackpot(rules)
    played = answer.played_by(strategy)
    assert played.share == paid[first] < answer.value.share
    assert played.odds == sum(paid[line] * (int(str(lines[line])) + 1) for line in others if line in paid)


def test_what_a_fold_would_lose_is_the_same_whatever_the_rules_say() -> None:
    names = ("six", "pair_plus", "dealer", "pairs", "prime")
    kept = {f"wager.{name}.on_fold": "stays" for name in names}
    found = []
    for rules in (variant(game(EVERY_BET, CARD)), variant(game(EVERY_BET, CARD, kept))):
        strategy = at_random(base_game(rules, letters_of(rules)), seed=1)
        found.append([side_bet_lost_with_folds(strategy, rules.tables[name]["A"]).lines for name in names])
    assert found[0] == found[1]


ROYALS = {"pay_tables.six.A": {"six-card royal of clubs": 900, "six-card royal": 500}}


@pytest.mark.parametrize(
    ("ranks", "suits"),
    [("9 T J Q K A", ["clubs", "hearts"]), ("8 9 T J Q K A", ["spades", "clubs", "hearts"])],
)
def test_six_card_royals_are_told_by_the_card_seen(ranks: str, suits: list[str]) -> None:
    suited = bonus({f"A-K-Q straight flush of {suits[-1]}": 9})  # so that classes of one suit are split
    plain = game(AGAINST_DEALER, TEN, {"deck": {"ranks": ranks, "suits": suits}}, SIX, CARD, suited)
    rules = variant(game(plain, ROYALS))
    strategy = at_random(base_game(rules, letters_of(rules)), seed=3)
    decisions = decisions_of(strategy)
    expected: Counter[str] = Counter()
    for suit in (one[0] for one in suits):
        line = "six-card royal of clubs" if suit == "c" else "six-card royal"
        royal = {f"{rank}{suit}" for rank in "9TJQKA"}
        for hand in combinations(sorted(royal), 3):
            expected[line] += sum(decisions[hand, card] > 0 for card in royal.difference(hand))
    counts = {line.text: line.count for line in bet_beside(strategy, "six", "A").lines}
    assert {line: counts[line] for line in expected} == expected
    rules = variant(plain)
    whole = bet_beside(at_random(base_game(rules, letters_of(rules)), seed=3), "six", "A")
    royals = sum(counts[line] for line in ("royal flush", *expected))
    assert royals == next(line.count for line in whole.lines if line.text == "royal flush")


@pytest.mark.slow
@pytest.mark.parametrize(("seen", "number"), [(CARD, 2), (RANKS, 3)])
def test_bets_on_jackpot_cards_deal_by_deal(seen: Part, number: int) -> None:
    jack = table_bet("jack", "Jack", FIVES, hand="player and jackpot cards", on_fold="lost")
    rules = variant(game(AGAINST_DEALER, TEN, seen, {"deal.jackpot": number}, jack))
    strategy = at_random(base_game(rules, letters_of(rules)), seed=2)
    decisions, letters = decisions_of(strategy), letters_of(rules)
    nets: Counter[Fraction] = Counter()
    cards = rules.deck.cards
    for player in combinations(cards, 3):
        hand = tuple(sorted(map(str, player)))
        rest = [card for card in cards if card not in player]
        for jackpot in combinations(rest, number):
            others = [card for card in rest if card not in jackpot]
            times = Counter(decisions[hand, str(card)] for card in others)
            for decision, often in times.items():
                dealt = player, others[:3], decision or None
                nets[settle_hand(rules, letters, *dealt, jackpot=jackpot)["jack"]] += often
    bet = bet_beside(strategy, "jack", "A")
    assert (dict(bet.distribution.outcomes), bet.total) == (nets, nets.total())
