"""Bets lost with folds that depend on a card of the dealer's, beside every deal settled by the reference."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from combin.exact.base_game import base_game
from combin.exact.side_bets import bet_beside, side_bet_lost_with_folds
from combin.jackpot.answer import ask_jackpot
from combin.rules.resolved import Rules
from combin.settle.hands import settle_hand
from tests.exact.test_joint_games import at_random, by_every_deal, decisions_of, law_of, letters_of
from tests.games import AGAINST_DEALER, Part, bonus, game, progressive, table_bet
from tests.variants import variant

LOST = dict.fromkeys(("four of a kind", "flush", "three of a kind"), "lose")
FIVES = {"royal flush": 50, "straight flush": 40, "full house": 20, "straight": 4, "two pair": 2, **LOST}
SIX = table_bet("six", "Six Card Bonus", FIVES, hand="player and dealer", on_fold="lost")
ROYALS = {"pay_tables.six.A": {"six-card royal of clubs": 900, "six-card royal": 500}}
SUITED = table_bet(
    "suited",
    "Pair Plus",
    {"A-K-Q straight flush of hearts": 90, "straight flush": 4, "straight": 2, "flush": "lose", "pair": 1},
    on_fold="lost",
)
VERSUS = table_bet(
    "versus",
    "Beat the dealer",
    {"straight flush": 4, "straight": 2, "flush of clubs": 7, "flush": 3, "pair": 1},
    on_fold="lost",
    if_tied="push",
    if_beaten="1/2",
    commission="5%",
)
DEALER = table_bet(
    "dealers",
    "Dealer's hand",
    {"straight flush of hearts": 20, "straight flush": 10, "straight": 3, "flush": 2, "pair": 1},
    hand="dealer",
    on_fold="lost",
)
PAIRS = table_bet(
    "pairs",
    "Dealer's pairs",
    {**dict.fromkeys(("straight flush", "three of a kind", "straight"), "lose"), "flush": 3, "pair": 2},
    hand="dealer",
    on_fold="lost",
)
PRIME = table_bet("prime", "Prime", {"both of the same colour": 4, "player of one colour": 2}, on_fold="lost")
EACH = table_bet("each", "Each", {"both of one colour each": 3, "player of one colour": 1}, on_fold="lost")
CARD = {"deal.face_up": 1}
RANKS = {"deal": {"face_up": 1, "tells": ["A J", "K", "T Q"]}}
TEN = {"deck": {"ranks": "T J Q K A", "suits": ["clubs", "hearts"]}, "dealer.qualifies": "K high"}
EVERY = game(AGAINST_DEALER, TEN, SIX, SUITED, VERSUS, DEALER, PAIRS, PRIME, EACH)
NO_OTHER_PAIR = {f"pair of {rank}s": 3 for rank in "TJQKA"}
BOTH_HANDS = {
    "a card seen": game(EVERY, CARD),
    "a card seen and two raises": game(  # hands are never folded, but raised by more beside some cards
        EVERY, CARD, {"decision.play": [1, 2], "pay_tables.dealers.A": NO_OTHER_PAIR}
    ),
    "ranks told apart": game(EVERY, RANKS),
    "no hand of one colour is black": game(
        AGAINST_DEALER, {"deck": {"ranks": "K A", "suits": ["clubs", "hearts", "diamonds"]}}, PRIME, CARD
    ),
}


def nets_of_bet(rules: Rules, name: str, seed: int) -> tuple[dict[Fraction, int], int]:
    """Return how often a bet nets what beside a strategy drawn by lot, and of how many deals."""
    strategy = at_random(base_game(rules, letters_of(rules)), seed)
    bet = bet_beside(strategy, name, "A")
    return {net: count for net, count in bet.distribution.outcomes if count}, bet.total


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTH_HANDS)
def test_bets_on_both_hands_deal_by_deal(kind: str) -> None:
    rules = variant(BOTH_HANDS[kind])
    strategy = at_random(base_game(rules, letters_of(rules)), seed=1)
    law = law_of(rules, strategy)
    settled = by_every_deal(rules, strategy, law)
    for name in rules.side_bets:
        nets: Counter[Fraction] = Counter()
        for result, number in settled.items():
            nets[result[law.wagers.index(name)]] += number
        assert nets_of_bet(rules, name, seed=1) == (nets, nets.total()), name


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
    names = ("six", "suited", "versus", "dealers", "prime")
    kept = {f"wager.{name}.on_fold": "stays" for name in names}
    found = []
    for rules in (variant(game(EVERY, CARD)), variant(game(EVERY, CARD, kept))):
        strategy = at_random(base_game(rules, letters_of(rules)), seed=1)
        found.append([side_bet_lost_with_folds(strategy, rules.tables[name]["A"]).lines for name in names])
    assert found[0] == found[1]


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
    bet = table_bet("jack", "Jack", FIVES, hand="player and jackpot cards", on_fold="lost")
    rules = variant(game(AGAINST_DEALER, TEN, seen, {"deal.jackpot": number}, bet))
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
    assert nets_of_bet(rules, "jack", seed=2) == (nets, nets.total())
