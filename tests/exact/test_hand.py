from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin import CardError, Game
from combin.cards.cards import STANDARD_DECK, Card
from combin.cards.five_cards import best_five
from combin.exact.hand import ExplainedHand, explain
from combin.exact.side_bets import side_bet
from combin.proof.simulated import situations_of_hands
from combin.rules.resolved import Rules
from tests.exact.naive import described
from tests.exact.small_games import FIVES, PAYS, engine
from tests.helpers.brute import count_deals
from tests.helpers.games import AGAINST_DEALER, Part, game, table_bet
from tests.helpers.other_games import EVERY_WORD
from tests.helpers.variants import analysed, shipped, variant
from tests.proof.kinds import MORE_CARDS
from tests.settle.records import settle_hand

CROWN, UK = "crown-melbourne", "uk-including-blind"
hands = st.lists(st.sampled_from(STANDARD_DECK.cards), min_size=3, max_size=3, unique=True)


def explained(rules: Rules, cards: list[Card] | str, **letters: str) -> ExplainedHand:
    found = rules.deck.parse(cards, 3) if isinstance(cards, str) else cards
    return explain(rules, found, dict.fromkeys(rules.bonuses, "A") | letters)


def paid_by(hand: ExplainedHand, wager: str, letter: str = "A") -> list[tuple[str, Fraction, int, int]]:
    return [
        (one.line, one.net, one.count, one.ways)
        for one in hand.paid
        if (one.wager, one.letter) == (wager, letter)
    ]


# -- against the dealer ----------------------------------------------------------------------------------


@given(cards=hands)
def test_the_best_decision_is_that_of_the_optimal_strategy(cards: list[Card]) -> None:
    hand, best = explained(shipped(CROWN), cards), analysed(shipped(CROWN)).strategy
    index = list(best.game.matchups).index(hand.situation)
    assert hand.best == best.decisions[index]
    assert hand.values == {multiple: best.game.expectation(index, multiple) for multiple in (0, 1)}


@given(cards=hands)
def test_better_equal_and_worse_hands_are_all_other_hands(cards: list[Card]) -> None:
    hand = explained(shipped(CROWN), cards)
    levels = shipped(CROWN).ranking.strengths
    worse = sum(one.count for one in levels[: hand.situation.hand.strength.level])
    assert hand.better + hand.equal + worse == comb(52, 3) - 1


@pytest.mark.parametrize("name", [*PAYS][:4])
def test_every_hand_finds_its_own_class(name: str) -> None:
    """Also where a bonus of spades splits the classes of one suit."""
    game, deals = engine(name), count_deals(variant(PAYS[name]))
    cards, of_hand = deals.rules.deck.cards, situations_of_hands(game.matchups, deals)
    for hand, index in list(zip(deals.hands.cards.tolist(), of_hand[:, 0].tolist(), strict=True))[::7]:
        assert explained(deals.rules, [cards[card] for card in hand]).situation == game.matchups[index]


def test_of_equal_decisions_the_cheapest_is_best() -> None:
    lost = 'extends = "crown-melbourne"\n[wager.ante]\nno_qualify = "lose"\nwin = "lose"\ntie = "lose"\n'
    lost += '[wager.play]\nwin = "push"\nlose = "push"\n'
    assert explained(variant(lost), "Ks Qh 9c").best == 0
    assert explained(variant(lost), "Ks Kh 9c").values == {0: -1, 1: -1}


# -- bonuses and side bets ----------------------------------------------------------------------------------


@given(cards=hands)
def test_crown_pays_each_table_by_the_category(cards: list[Card]) -> None:
    rules, hand = shipped(CROWN), explained(shipped(CROWN), cards)
    category = described(cards, rules.deck).category
    for name, nothing in (("ante_bonus", 0), ("pair_plus", -1)):
        for letter in rules.tables[name]:
            prize = rules.file.pay_tables[name][letter].lines.get(category)
            net = Fraction(nothing) if prize is None or prize.odds is None else Fraction(prize.odds)
            line = "nothing" if prize is None else category
            assert paid_by(hand, name, letter) == [(line, net, 18424, 18424)]


SUITS = """
extends = "resorts-world-sentosa"
[pay_tables.pair_plus.A]
"A-K-Q straight flush of spades" = 100
"Q high flush of hearts" = "lose"
"pair of twos" = "lose"
"""


@pytest.mark.parametrize(
    ("cards", "line", "net"),
    [
        ("Qs As Ks", "A-K-Q straight flush of spades", 100),
        ("Qh Ah Kh", "straight flush", 40),
        ("Qs 7s 2s", "flush", 4),
        ("Qh 7h 2h", "nothing", -1),
        ("2h 7h 2c", "nothing", -1),
        ("3h 7h 3c", "pair", 1),
    ],
)
def test_lines_of_one_suit_and_lines_that_lose(cards: str, line: str, net: int) -> None:
    assert paid_by(explained(variant(SUITS), cards), "pair_plus") == [(line, Fraction(net), 18424, 18424)]


BEST_FIVE = game(
    AGAINST_DEALER,
    {"deck.ranks": "9 T J Q K A", "deal.jackpot": 2},
    table_bet("six", "Six Card Bonus", FIVES, hand="player and dealer"),
    table_bet("five", "Five Card Bonus", FIVES, hand="player and jackpot cards"),
)


@pytest.mark.parametrize(("wager", "more"), [("six", 3), ("five", 2)])
@pytest.mark.parametrize("cards", ["As Ks Js", "As Ad Kc", "9h Tc Qd", "Ts Th Tc"])
def test_the_best_five_with_other_cards_way_by_way(wager: str, more: int, cards: str) -> None:
    rules = variant(BEST_FIVE)
    player = rules.deck.parse(cards)
    lines = rules.file.pay_tables[wager]["A"].lines
    naive = Counter[str]()
    for others in combinations([card for card in rules.deck.cards if card not in player], more):
        category = str(best_five((*player, *others), rules.deck).category)
        naive[category if category in lines else "nothing"] += 1
    found = paid_by(explained(rules, cards), wager)
    assert {line: count for line, _, count, _ in found} == naive
    assert {ways for *_, ways in found} == {comb(21, more)}
    for line, net, _, _ in found:
        prize = lines.get(line)
        assert net == (-1 if prize is None else prize.odds)


@pytest.mark.slow
def test_all_hands_together_are_the_side_bet() -> None:
    """What each of the hands of a small deck gets, added, is what the side bet counts as a whole."""
    rules = variant(BEST_FIVE)
    added = Counter[Fraction]()
    for situation in analysed(rules).game.matchups:
        cards = [rules.deck.cards[index] for index in situation.hand.cards]
        for one in explain(rules, cards, {}).paid:
            if one.wager == "five":
                added[one.net] += one.count * situation.hand.weight
    assert dict(side_bet(rules, rules.tables["five"]["A"]).distribution.outcomes) == added


# -- side bets of every kind -----------------------------------------------------------------------------

EVERY_BET = game(
    EVERY_WORD,
    {"deck.ranks": "9 T J Q K A", "deal": None},
    MORE_CARDS,
    table_bet(
        "money", "Money", {"flush": {"money": 12}, "flush of spades": {"money": 7}}, hand="dealer", stakes=[5]
    ),
)
SEEN: dict[str, Part] = {
    "a card": {"deal.face_up": 1},
    "its kind": {"deal": {"face_up": 1, "tells": ["A K", "9 J", "T Q"]}},
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entries", "seen", "cards"),
    [
        *((EVERY_BET, *of) for of in ((None, "Kh Qh Ah"), ("a card", "9c 9h Ts"), ("a card", "Kc Jc 9c"))),
        (EVERY_BET, "its kind", "Jc Th 9s"),
        *((PAYS["colours"], None, cards) for cards in ("Jy Ky Ay", "Js Ks As", "Jh Jx Kd", "Jh Js Kd")),
        *((PAYS["the same colour lost"], None, cards) for cards in ("Ky Ay Ks", "Kh Ah Kx")),
    ],
)
@pytest.mark.few(5)
def test_bonuses_and_side_bets_are_settled_deal_by_deal(entries: Part, seen: str | None, cards: str) -> None:
    """Leaves are the only green suit, so that no dealer hand is left for a player who holds them."""
    rules = variant(game(entries, SEEN[seen] if seen else {}))
    deck, letters = rules.deck, dict.fromkeys(rules.tables, "A")
    own = deck.parse(cards)
    rest = [card for card in deck.cards if card not in own]
    found = explain(rules, own, letters, deck.parse("Qc" if seen else ""))
    kind = {"a card": "Qc", "its kind": "[TQ]."}.get(seen or "", "..")
    can_be = [card for card in rest if re.fullmatch(kind, str(card))]
    multiple = next(m for m, least in rules.multiples.items() if not least)
    nets: dict[str, Counter[Fraction]] = {name: Counter() for name in (*rules.bonuses, *rules.side_bets)}
    for dealt in combinations(rest, 3):
        settled = settle_hand(rules, letters, own, dealt, multiple, jackpot=dealt[:2])
        for name in {*nets} - {"five"}:
            nets[name][settled[name]] += sum(card in can_be for card in dealt) if seen else 1
    for jackpot in combinations(rest, 2) if "five" in nets else ():
        settled = settle_hand(rules, letters, own, rest[:3], multiple, jackpot=jackpot)
        nets["five"][settled["five"]] += sum(card not in jackpot for card in can_be) if seen else 1
    for name, expected in nets.items():
        told: Counter[Fraction] = Counter()
        for _, net, count, ways in paid_by(found, name):
            told[net] += count
            assert ways == expected.total(), name
        assert told == +expected, name


def test_several_hands_are_compared_each_with_each() -> None:
    crown = Game(shipped("crown-melbourne"))
    found = crown.compare("2c As 4d", "Kd 5h 6c", "Jc Jd 9s", "2h Ac 4s")
    assert found.highest == (2,)
    assert found.beaten_by == ((2,), (0, 2, 3), (), (2,))
    assert "Highest: hand 3." in str(found)
    tied = crown.compare("2c As 4d", "2h Ac 4s")
    assert (tied.highest, "Highest: hands 1 and 2, which tie." in str(tied)) == ((0, 1), True)
    with pytest.raises(CardError, match="As appears twice"):
        crown.compare("2c As 4d", "As Kd Qc")


def test_three_hands_may_go_round_in_a_circle() -> None:
    circle = Game(variant('extends = "crown-melbourne"\n[ranking.beats]\n"2-3-5" = "three of a kind"'))
    found = circle.compare("2c 3d 5h", "Ac Ad Ah", "Qc Qd 9s")
    assert (found.highest, found.beaten_by) == ((), ((2,), (0,), (1,)))
    assert "Each hand is beaten by another: none is the highest." in str(found)
