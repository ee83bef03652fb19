"""Player against dealer, counted: against every dealer hand one by one, and totals by pencil."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb, prod
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from combin.cards.cards import STANDARD_DECK, STANDARD_RANKS, STANDARD_SUITS, Deck
from combin.cards.hand_sets import parse_hand_set
from combin.cards.ranking import DOCUMENT_ORDER, Category, Ranking
from combin.cards.suit_classes import HandClass, hand_classes
from combin.exact.base_game import matchups
from combin.exact.matchups import Matchup, Sieve, face_down
from combin.exact.pay_lines import dealers_on_lines, line_of
from tests.helpers.decks import DECKS, ranking_of
from tests.helpers.games import AGAINST_DEALER, game, table_bet
from tests.helpers.plain import Plain
from tests.helpers.variants import shipped, variant

REVERSED = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
SMALL = {
    "twenty cards": Plain("TJQKA"),
    "twenty cards, straights of three suits": Plain("TJQKA", different_suits=3, low_ace="second"),
    "three suits": Plain("Q234A", "cdh"),
    "six suits": Plain("KQA", "cdhsrm"),
    "two suits": Plain("23456789T", "cd", low_ace="none"),
    "one suit": Plain("23456789TJQKA", "s"),
    "other order": Plain("2345A", order=REVERSED, low_ace="highest"),
}


@pytest.mark.slow
@pytest.mark.parametrize("cases", [4, 6])
@pytest.mark.parametrize("seed", range(6))
def test_hands_beaten_from_below_are_those_of_each_pair_of_hands(seed: int, cases: int) -> None:
    """Of drawn runs of levels, for every level that qualifies: before, in and behind either run."""
    draw, ranking = Random(seed), ranking_of(Plain("2345A", "cdh" if seed % 2 else "cd"))
    levels = len(ranking.strengths)
    a, b, c, d = sorted(draw.sample(range(levels + 1), 4))
    upset = replace(ranking, upsets=((range(a, b), range(c, d)),))
    every = [(frozenset(hand), level) for level, hands in enumerate(ranking.hands) for hand in hands]
    for qualifies in sorted({0, a, (a + b) // 2, b, c, (c + d) // 2, d, levels - 1}):
        for one in face_down(upset, qualifies, cases):
            own, place, expected = one.hand.strength.level, frozenset(one.hand.cards), [0] * cases
            for dealer, level in every:
                if not dealer & place:
                    result = 1 - upset.compare(own, level)
                    failed = 0 if cases == 4 else result
                    expected[failed if level < qualifies else cases - 3 + result] += 1
            assert list(one.counts) == expected, (qualifies, own)


@cache
def strengths_by_hand(plain: Plain) -> list[tuple[int, tuple[float, ...]]]:
    """Return every hand as a set of bits, one for each card, with what it is compared by."""
    deck = [rank + suit for rank in plain.ranks for suit in plain.suits]
    bit = {card: 1 << place for place, card in enumerate(deck)}
    return [(sum(bit[card] for card in hand), plain.key(hand)) for hand in plain.hands()]


def compared(plain: Plain, hand_class: HandClass, lowest: tuple[float, ...]) -> tuple[int, int, int, int]:
    """Count the disjoint dealer hands that fail to qualify, lose, tie and win, one by one."""
    deck = [rank + suit for rank in plain.ranks for suit in plain.suits]
    own_key = plain.key([deck[index] for index in hand_class.cards])
    own = sum(1 << index for index in hand_class.cards)
    fail = win = tie = lose = 0
    for dealer, key in strengths_by_hand(plain):
        if dealer & own:
            continue
        if key < lowest:
            fail += 1
        elif own_key > key:
            win += 1
        elif own_key == key:
            tie += 1
        else:
            lose += 1
    return fail, win, tie, lose


def lowest_key(plain: Plain, ranking: Ranking, qualifies: int) -> tuple[float, ...]:
    """Return what the weakest hand that qualifies is compared by."""
    deck = [rank + suit for rank in plain.ranks for suit in plain.suits]
    return plain.key([deck[index] for index in ranking.hands[qualifies][0]])


@cache
def standard() -> tuple[Matchup, ...]:
    ranking = Ranking()
    return face_down(ranking, parse_hand_set("Q high", ranking).levels.start)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("part", [0, 1 / 3, 2 / 3, 1])
def test_every_class_of_small_decks_against_every_dealer_hand(name: str, part: float) -> None:
    """Dealers qualify with anything, with the upper two thirds, one third, and with the best hand alone."""
    plain = SMALL[name]
    ranking = ranking_of(plain)
    qualifies = round(part * (len(ranking.strengths) - 1))
    lowest = lowest_key(plain, ranking, qualifies)
    for situation in face_down(ranking, qualifies):
        assert situation.counts == compared(plain, situation.hand, lowest), situation.hand


@pytest.mark.parametrize("name", [*SMALL, *DECKS])
def test_all_deals_are_counted_once(name: str) -> None:
    ranking = ranking_of({**SMALL, **DECKS}[name])
    cards = len(ranking.deck)
    found = face_down(ranking, len(ranking.strengths) // 2)
    assert sum(one.hand.weight for one in found) == comb(cards, 3)
    assert {sum(one.counts) for one in found} == {comb(cards - 3, 3)}


def test_who_beats_whom_is_mirrored_when_every_dealer_qualifies() -> None:
    """Over all deals the player wins as often as the dealer: each deal with hands swapped is a deal."""
    found = face_down(Ranking())
    wins, losses = (sum(one.hand.weight * getattr(one, name) for one in found) for name in ("win", "lose"))
    assert wins == losses
    assert all(one.no_qualify == 0 for one in found)


def test_of_six_counts_the_last_three_are_of_a_dealer_who_qualifies() -> None:
    (one, *_) = standard()
    six = replace(one, counts=(1, 2, 4, 8, 16, 32))
    assert (six.no_qualify, six.win, six.tie, six.lose) == (7, 8, 16, 32)


# -- totals over all 407,170,400 deals, by pencil -----------------------------------------------------------


def totals(name: str) -> int:
    return sum(one.hand.weight * int(getattr(one, name)) for one in standard())


def test_the_dealer_fails_in_123_809_280_deals() -> None:
    """No Q high: 120 rank triples of 2 to J less 8 runs, 60 ways not to be of one suit; then C(49, 3)."""
    assert totals("no_qualify") == (comb(10, 3) - 8) * (64 - 4) * comb(49, 3) == 123_809_280


def not_one_suit(common: int) -> int:
    """Count two disjoint hands of given unpaired ranks, `common` of them the same, neither of one suit.

    A card of a common rank leaves three suits to the other hand; then off with what is of one suit.
    """
    ways = prod([3] * common + [4] * (3 - common))
    both_of_one_suit = 4 * (3 if common else 4)
    return 64 * ways - 2 * 4 * ways + both_of_one_suit


def ties_with_a_qualified_dealer() -> dict[Category, int]:
    """Count ordered pairs of disjoint hands of the same ranks, by category."""
    return {
        Category.STRAIGHT_FLUSH: 12 * (4 * 3),
        Category.THREE_OF_A_KIND: 0,
        Category.STRAIGHT: 12 * not_one_suit(3),
        Category.FLUSH: 274 * (4 * 3),
        Category.PAIR: 13 * 12 * (6 * 4 * 3),  # the other two suits of the pair, another suit of the kicker
        Category.HIGH_CARD: (274 - 112) * not_one_suit(3),
    }


def test_the_hands_tie_in_279_840_deals() -> None:
    found = Counter(dict.fromkeys(Category, 0))
    for one in standard():
        found[one.hand.strength.category] += one.hand.weight * one.tie
    assert found == ties_with_a_qualified_dealer()
    assert totals("tie") == sum(ties_with_a_qualified_dealer().values()) == 279_840


def test_the_player_loses_185_663_764_deals_and_wins_97_417_516() -> None:
    """In half of the deals without a tie the dealer's hand is the better; take off those he fails in.

    There both hands are J high or less, of 112 rank triples, and again half of those that do not tie.
    """
    triples = [
        (high, middle, low)
        for high, middle, low in product(range(10), repeat=3)
        if high > middle > low and high - low > 2
    ]
    assert len(triples) == 112
    low_pairs = sum(not_one_suit(len({*one} & {*other})) for one, other in product(triples, repeat=2))
    low_ties = 112 * not_one_suit(3)
    ties = 279_840 + low_ties
    lost = (comb(52, 3) * comb(49, 3) - ties) // 2 - (low_pairs - low_ties) // 2
    assert totals("lose") == lost == 185_663_764
    assert totals("win") == comb(52, 3) * comb(49, 3) - 123_809_280 - 279_840 - lost == 97_417_516


@pytest.mark.parametrize("game", ["crown-melbourne", "face-up-three-card-poker"])
def test_matchups_of_a_game_are_kept_and_split_by_suit(game: str) -> None:
    rules = shipped(game)
    known, split = matchups(rules), matchups(rules, suits=True)
    assert matchups(rules) is known
    assert {one.seen is not None for one in known} == {known.by_arrays} == {bool(rules.file.deal.face_up)}
    assert len(split) > len(known)
    assert sum(one.weight for one in split) == sum(one.weight for one in known)
    assert matchups(rules, by_arrays=True).by_arrays


# -- the sieve: odd packs, several decks, jokers, cards seen, other levels ---------------------------------

RANKS, SUITS = STANDARD_RANKS[-4:], STANDARD_SUITS[:3]
(WILD,) = STANDARD_DECK.parse("Jc")
OF_TWO = tuple(one for one in DOCUMENT_ORDER if one is not Category.THREE_OF_A_KIND)
RANKINGS = {
    "single": Ranking(Deck(RANKS, SUITS)),
    "two decks and jokers": Ranking(Deck(RANKS[:2], SUITS[:2], copies=2, jokers=2)),
    "a wild jack": Ranking(Deck(RANKS, SUITS, wild=(WILD,))),
    "a card missing": Ranking(Deck(RANKS, SUITS, missing=tuple(STANDARD_DECK.parse("Ad")))),
    "two cards": Ranking(Deck(RANKS, SUITS), OF_TWO, dealt=2),
    "four cards": Ranking(Deck(RANKS, SUITS), dealt=4),
}


@pytest.mark.parametrize("name", RANKINGS)
@pytest.mark.parametrize("number", [0, 1])
def test_hands_that_hold_the_cards_seen_and_none_of_the_players_are_counted(name: str, number: int) -> None:
    ranking, draw = RANKINGS[name], Random(name)
    sieve, dealt, cards = Sieve(ranking), ranking.dealt, range(len(ranking.deck))
    levels = {hand: ranking.level_of(hand) for hand in combinations(cards, dealt)}
    for _ in range(12):
        *own, seen = draw.sample(cards, dealt + 1)
        left = [
            level
            for hand, level in levels.items()
            if not set(own) & set(hand) and (not number or seen in hand)
        ]
        hand, met = tuple(sorted(sieve.kind_of[card] for card in own)), (sieve.kind_of[seen],) * number
        borders = np.arange(sieve.levels + 1)
        below = sieve.all_below(
            [np.full_like(borders, kind) for kind in hand], [np.full_like(borders, kind) for kind in met]
        )
        expected = [sum(level < border for level in left) for border in borders.tolist()]
        assert below(borders).tolist() == expected
        assert sieve.total(dealt, number) == len(left)
        if dealt == 3:
            assert sieve.below(hand, ranking.level_of(own), borders.tolist(), met) == expected


LINES = {"suited three of a kind": 77, "straight flush": 9, "three of a kind": 5, "flush": 2, "pair": "lose"}
LINES |= {"straight": 3, "pair of aces": 4}
LINE_DECKS: dict[str, dict[str, object]] = {
    "three decks and a joker": {"decks": 3, "jokers": 1, "suits": ["clubs", "hearts"]},
    "a wild rank": {"wild": ["Qc", "Qd", "Qh", "Qs"]},
}


@pytest.mark.parametrize("name", LINE_DECKS)
def test_dealer_hands_are_counted_by_line(name: str) -> None:
    lines = LINES if "decks" in name else {**LINES, "suited three of a kind": None, "natural pair of aces": 6}
    bet = table_bet("theirs", "Theirs", {k: v for k, v in lines.items() if v}, hand="dealer", on_fold="lost")
    deck = {"ranks": "J Q K A"} | LINE_DECKS[name]
    rules = variant(game(AGAINST_DEALER, {"deck": deck, "dealer.qualifies": "any hand"}, bet))
    table, cards, ranking = rules.tables["theirs"]["A"], rules.deck, rules.ranking
    every = {}
    for hand in combinations(range(len(cards)), 3):
        shown = cards.suits_shown(cards.cards[card] for card in hand)
        line = line_of(table, ranking.level_of(hand), shown)
        every[hand] = 0 if line is None else 1 + table.lines.index(line)
    some = Random(name).sample(hand_classes(ranking), 8)
    for one, found in zip(some, dealers_on_lines(rules, table, some), strict=True):
        met = [place for hand, place in every.items() if not set(hand) & set(one.cards)]
        assert found == [met.count(place) for place in range(1 + len(table.lines))]
