"""Matchups with a card of the dealer's seen, against every hand, card and pair of further cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import comb

import pytest

from combin.cards.hand_sets import parse_hand_set
from combin.cards.ranking import Category, Ranking
from combin.cards.suit_classes import hand_classes
from combin.exact.matchups import Matchup, Matchups, face_down, face_up_rows
from combin.exact.observed import CardsSeen, FaceUp, cards_seen, face_up, observed
from tests.decks import ranking_of
from tests.plain import Plain

SMALL = {
    "twenty cards": (Plain("TJQKA"), "K high"),
    "three suits": (Plain("89TJQ", "cdh"), "any hand"),
    "five suits": (Plain("QKA", "cdhsr"), "pair"),
    "two suits": (Plain("23456789", "cd", low_ace="none"), "9 high"),
}


def compared(ranking: Ranking, hand: tuple[int, ...], card: int, qualifies: int) -> tuple[int, ...]:
    """Count the pairs that complete the dealer's hand by what comes of it, one by one."""
    cards = ranking.deck.cards
    own = ranking.strength([cards[index] for index in hand]).level
    counts: Counter[tuple[bool, int]] = Counter()
    for more in combinations([index for index in range(len(cards)) if index not in (*hand, card)], 2):
        theirs = ranking.strength([cards[index] for index in (card, *more)]).level
        counts[theirs >= qualifies, (own > theirs) - (own < theirs)] += 1
    return tuple(counts[qualified, sign] for qualified in (False, True) for sign in (1, 0, -1))


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_every_row_is_what_counting_pair_by_pair_gives(name: str) -> None:
    plain, words = SMALL[name]
    ranking = ranking_of(plain)
    qualifies = parse_hand_set(words, ranking).levels.start
    rows = face_up(ranking, qualifies, 6, hand_classes(ranking))
    assert len({(row.hand, row.seen) for row in rows}) == len(rows)
    for row in rows:
        assert row.seen is not None
        assert row.seen.card is not None
        assert row.seen.card not in row.hand.cards
        assert row.counts == compared(ranking, row.hand.cards, row.seen.card, qualifies)


@pytest.mark.parametrize("name", SMALL)
def test_four_cases_are_the_six_with_those_of_no_qualifier_added_up(name: str) -> None:
    plain, words = SMALL[name]
    ranking = ranking_of(plain)
    qualifies = parse_hand_set(words, ranking).levels.start
    classes = hand_classes(ranking)
    four = face_up(ranking, qualifies, 4, classes)
    six = face_up(ranking, qualifies, 6, classes)
    assert [row.counts for row in four] == [(sum(row.counts[:3]), *row.counts[3:]) for row in six]


@pytest.mark.parametrize("name", SMALL)
def test_all_situations_are_there_once(name: str) -> None:
    ranking = ranking_of(SMALL[name][0])
    cards = len(ranking.deck)
    rows = face_up(ranking, 0, 4, hand_classes(ranking))
    assert sum(row.weight for row in rows) == comb(cards, 3) * (cards - 3)
    assert {row.deals for row in rows} == {comb(cards - 4, 2)}


@pytest.mark.parametrize("cases", [4, 6])
def test_who_tells_no_ranks_apart_knows_nothing(cases: int) -> None:
    """Each dealer hand is met three times, once for each of its cards face up."""
    ranking = Ranking()
    qualifies = parse_hand_set("Q high", ranking).levels.start
    everything = (frozenset(range(13)),)
    seen = face_up(ranking, qualifies, cases, hand_classes(ranking), everything)
    unseen = face_down(ranking, qualifies, cases)
    assert [one.hand for one in seen] == [one.hand for one in unseen]
    assert [one.counts for one in seen] == [tuple(3 * count for count in one.counts) for one in unseen]
    assert [one.weight for one in seen] == [one.weight for one in unseen]


@pytest.mark.parametrize("groups", [({0, 4}, {1, 2, 3}), ({0}, {1, 2}, {3}, {4})])
def test_groups_of_ranks_are_their_cards_added_up(groups: tuple[set[int], ...]) -> None:
    ranking = ranking_of(Plain("89TJQ", "cdh"))
    classes = hand_classes(ranking)
    one_by_one = face_up(ranking, 0, 4, classes)
    assert len({one.seen and (one.seen.group, one.seen.ranks) for one in one_by_one}) == 5
    rows = face_up(ranking, 0, 4, classes, tuple(map(frozenset, groups)))
    met = {(one.hand, frozenset(group)) for one in one_by_one for group in groups if _rank(one) in group}
    assert {(row.hand, row.seen and row.seen.ranks) for row in rows} == met
    for row in rows:
        assert row.seen is not None
        assert row.seen.card is None
        parts = [one for one in one_by_one if one.hand == row.hand and _rank(one) in row.seen.ranks]
        sums = [sum(part.weight * part.counts[case] for part in parts) for case in range(4)]
        assert sums == [row.weight * count for count in row.counts]


def _rank(situation: Matchup) -> int:
    assert situation.seen is not None
    (rank,) = situation.seen.ranks
    return rank


def test_the_standard_deck_has_the_published_number_of_deals() -> None:
    """Wizard of Odds, Face Up Three Card Poker: 22,100 x 18,424 x 3 = 1,221,511,200."""
    rows = face_up(Ranking(), 0, 4, hand_classes(Ranking()))
    assert sum(row.weight * row.deals for row in rows) == 22_100 * 18_424 * 3 == 1_221_511_200
    pairs = [row for row in rows if row.hand.strength.category is Category.PAIR]
    assert sum(row.weight for row in pairs) == 3_744 * 49


def test_situations_without_a_card_seen_are_no_others() -> None:
    with pytest.raises(TypeError, match="not seen in this way"):
        observed(Matchups(face_down(ranking_of(SMALL["twenty cards"][0]))), FaceUp)


RANKING = ranking_of(Plain("9TJQ", "cdhs"))
Seen = tuple[tuple[int, ...], int]


def moved(ranking: Ranking, hand: tuple[int, ...], card: int) -> set[Seen]:
    """Return what a hand and a card become under every permutation of the suits."""
    suits = len(ranking.deck.suits)
    return {
        (
            tuple(sorted(one - one % suits + to[one % suits] for one in hand)),
            card - card % suits + to[card % suits],
        )
        for to in permutations(range(suits))
    }


def rows_of(seen: CardsSeen) -> list[tuple[tuple[int, ...], int, int]]:
    hands = [tuple(hand) for hand in seen.hands.tolist()]
    return list(zip(hands, seen.cards.tolist(), seen.weights.tolist(), strict=True))


def test_all_pairs_of_a_hand_and_a_card_are_counted_once() -> None:
    """Two rows are alike where the hand has a pair, whose suits can change places."""
    weights: Counter[Seen] = Counter()
    for hand, card, weight in rows_of(cards_seen(hand_classes(RANKING), RANKING.deck)):
        weights[min(moved(RANKING, hand, card))] += weight
    cards = range(len(RANKING.deck))
    every = ((hand, card) for hand in combinations(cards, 3) for card in cards if card not in hand)
    assert weights == Counter(min(moved(RANKING, *one)) for one in every)


def test_of_the_cards_alike_one_stands_for_all() -> None:
    seen = cards_seen(hand_classes(RANKING), RANKING.deck)
    for hand in hand_classes(RANKING):
        own = {card % 4 for card in hand.cards}
        suits = {card % 4 for cards, card, _ in rows_of(seen) if cards == hand.cards}
        assert suits >= own
        assert len(suits - own) == (len(own) < 4)


@pytest.mark.parametrize("cases", [4, 6])
@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_where_numpy_is_not_rows_are_the_same(name: str, told: bool, cases: int) -> None:
    ranking = ranking_of(SMALL[name][0])
    ranks = range(len(ranking.deck.ranks))
    groups = (frozenset(ranks[2:]), frozenset(ranks[:2])) if told else ()
    asked = ranking, len(ranking.strengths) // 2, cases, hand_classes(ranking), groups
    rows, arrays = face_up_rows(*asked), face_up(*asked)
    assert list(rows) == list(arrays)
    assert list(rows.numbers) == list(arrays.numbers)
    assert rows.cards == arrays.cards
    assert list(rows.spans()) == list(arrays.spans())
