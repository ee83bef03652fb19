from __future__ import annotations

import operator
import pickle
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby, permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from combin.cards.cards import STANDARD_DECK, CardError, Deck
from combin.cards.ranking import DOCUMENT_ORDER, AceLow, Category, Ranking, StraightSuits
from tests.helpers.decks import DECKS, deck_of, ranking_of
from tests.helpers.plain import HIGH_TO_LOW, STANDARD, Plain, PlainHand
from tests.helpers.texts import sides

HANDS = Path(__file__).with_name("rankings.txt")
FIVE_CARD_ORDER = ("straight flush", "three of a kind", "flush", "straight", "pair", "high card")
READINGS = {
    "as documents": STANDARD,
    "A-2-3 second": replace(STANDARD, low_ace="second"),
    "A-2-3 highest": replace(STANDARD, low_ace="highest"),
    "no A-2-3": replace(STANDARD, low_ace="none"),
    "straights of three suits": replace(STANDARD, different_suits=3),
    "straights of three suits, no A-2-3": replace(STANDARD, different_suits=3, low_ace="none"),
    "five-card order": replace(STANDARD, order=FIVE_CARD_ORDER),
    "upside down": replace(STANDARD, order=tuple(reversed(HIGH_TO_LOW)), low_ace="second"),
}


@cache
def levels(plain: Plain) -> dict[PlainHand, int]:
    """Return the level that the package gives each hand."""
    ranking = ranking_of(plain)
    cards = [str(card) for card in ranking.deck.cards]
    return {
        (cards[first], cards[second], cards[third]): level
        for level, hands in enumerate(ranking.hands)
        for first, second, third in hands
    }


def written(ranking: Ranking, hand: Sequence[str]) -> str:
    return ranking.describe(ranking.strength(ranking.deck.parse(" ".join(hand))))


def test_every_pair_of_strengths_compares_as_the_documents_say() -> None:
    """All 741 x 741 pairs; with the next test that is all 22,100 x 22,100 pairs of hands."""
    first_of_level = {level: hand for hand, level in reversed(levels(STANDARD).items())}
    judged = [STANDARD.judge(first_of_level[level]) for level in range(741)]
    for level, hand in enumerate(judged):
        compared = [STANDARD.compare(hand, other) for other in judged]
        assert compared == [1] * level + [0] + [-1] * (740 - level), hand


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.few(5)
def test_every_hand_has_the_place_that_plain_comparison_gives_it(reading: str) -> None:
    plain = READINGS[reading]
    keyed = sorted((plain.key(hand), hand) for hand in plain.hands())
    found = levels(plain)
    assert len(keyed) == 22_100
    for expected, (_, tied) in enumerate(groupby(keyed, key=lambda one: one[0])):
        for _, hand in tied:
            assert found[hand] == expected, hand


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "low_ace", "different_suits"),
    [
        (name, low_ace, 2 + (deck + place) % 2)
        for deck, name in enumerate(DECKS)
        for place, low_ace in enumerate(AceLow)
    ],
)
@pytest.mark.few(13)
def test_other_decks_are_ranked_as_in_plain_words(name: str, low_ace: AceLow, different_suits: int) -> None:
    plain = replace(DECKS[name], low_ace=low_ace.value, different_suits=different_suits)
    ranking = ranking_of(plain)
    expected = Counter(plain.category(hand) for hand in plain.hands())
    assert {category.value: count for category, count in ranking.counts.items() if count} == expected
    keys = {hand: plain.key(hand) for hand in plain.hands()}
    place = {key: index for index, key in enumerate(sorted(set(keys.values())))}
    assert levels(plain) == {hand: place[key] for hand, key in keys.items()}
    assert Counter(levels(plain).values()) == {one.level: one.count for one in ranking.strengths}


@pytest.mark.parametrize("low_ace", AceLow)
def test_the_ace_stands_once_in_a_deck_of_three_ranks(low_ace: AceLow) -> None:
    """A-K-Q is then also the ace with the two lowest ranks."""
    ranking = ranking_of(replace(DECKS["three ranks"], low_ace=low_ace.value))
    assert ranking.sequences == ((2, 1, 0),)
    assert written(ranking, ("Qc", "Kc", "Ac")) == "A-K-Q straight flush"


def test_the_categories_may_stand_in_any_order() -> None:
    """All 720 orders: categories stand as told, and inside a category nothing changes."""
    plain = Plain("TJQKA")
    deck = deck_of(plain)
    inside = [(one.category, one.ranks, one.count) for one in Ranking(deck).strengths]
    for order in permutations(Category):
        strengths = Ranking(deck, order).strengths
        expected = [one for category in reversed(order) for one in inside if one[0] is category]
        assert [(one.category, one.ranks, one.count) for one in strengths] == expected, order


@pytest.mark.parametrize("order", [DOCUMENT_ORDER[1:], (*DOCUMENT_ORDER, Category.PAIR), ()])
def test_an_order_has_each_category_once(order: tuple[Category, ...]) -> None:
    with pytest.raises(
        ValueError, match=r"^the category '[a-z ]+' is (missing from|named twice in) the order$"
    ):
        Ranking(order=order)


def test_hands_by_category() -> None:
    """48, 52, 720, 1,096, 3,744 and 16,440 of 22,100: every published analysis of the game has these."""
    assert list(Ranking().counts.values()) == [48, 52, 720, 1_096, 3_744, 16_440]
    assert list(Ranking().counts) == list(DOCUMENT_ORDER)


def test_straights_of_three_suits() -> None:
    """Of 60 ways to suit a run 4 x 3 x 2 show three suits; the other 36 are high cards. There are 12 runs."""
    ranking = Ranking(straight_suits=StraightSuits.THREE)
    assert ranking.counts[Category.STRAIGHT] == 12 * 4 * 3 * 2
    assert ranking.counts[Category.HIGH_CARD] == 16_440 + 12 * 36
    assert len(ranking.strengths) == 741 + 12


def test_a_hand_is_three_different_cards_of_the_deck() -> None:
    ranking = Ranking()
    for text in ("Qs 6h", "Qs 6h 4d 2c", ""):
        with pytest.raises(CardError, match="a hand is three different cards"):
            ranking.strength(STANDARD_DECK.parse(text))
    queen, six = STANDARD_DECK.parse("Qs 6h")
    for cards in ((queen, queen, six), (queen, queen, six, STANDARD_DECK.cards[0])):
        with pytest.raises(CardError, match=r"^Qs Qs 6h( 2c)?: a hand is three different cards$"):
            ranking.strength(cards)
    with pytest.raises(CardError, match="2h is not a card of this deck"):
        Ranking(deck_of(DECKS["piquet"])).strength(STANDARD_DECK.parse("Ah Kh 2h"))


@pytest.mark.parametrize(("hand", "words"), sides(HANDS, "of 52 cards"))
def test_a_hand_in_words(hand: str, words: str) -> None:
    assert written(Ranking(), hand.split()) == words


def test_cards_may_come_in_any_order() -> None:
    ranking = Ranking()
    for hand in ("Qs 6h 4d", "5h Ks 5d", "Ac 2d 3h"):
        (strength,) = {ranking.strength(cards) for cards in permutations(STANDARD_DECK.parse(hand))}
        assert strength in ranking.strengths


@pytest.mark.parametrize(("ranks", "suits"), [((3, 3, 3), 1), ((3, 3, 3), 2), ((3, 3, 5), 1)])
def test_cards_of_one_rank_are_not_of_one_suit(ranks: tuple[int, int, int], suits: int) -> None:
    assert Ranking(STANDARD_DECK).by_suits[ranks][suits - 1] == -1


# -- strengths compare -------------------------------------------------------------------------------------


def test_strengths_are_in_the_order_of_their_levels() -> None:
    ranking = Ranking()
    assert [*map(ranking.strengths.index, sorted(set(ranking.strengths)))] == [*range(741)]
    low, high = (ranking.strength(ranking.deck.parse(hand)) for hand in ("Kd 5h 6c", "Jc Jd 9s"))
    assert (low < high, low <= high, low > high, low >= high) == (True, True, False, False)
    assert max(low, high) is high
    tied = ranking.strength(ranking.deck.parse("Jh Js 9d"))
    assert (tied <= high, tied >= high, tied < high, tied == high) == (True, True, False, True)


def test_equal_rankings_have_the_same_strengths_and_others_none_to_compare() -> None:
    one, same = Ranking(), Ranking(Deck())
    other = Ranking(ace_low=AceLow.HIGHEST)
    first, equal, strange = (each.strengths[0] for each in (one, same, other))
    assert first == equal
    assert first <= equal
    assert first != strange
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError, match="strengths of two different rankings cannot be compared"):
            compare(first, strange)
    with pytest.raises(TypeError, match="not supported between"):
        max(first, 3)


def test_a_strength_survives_a_copy() -> None:
    for strength in Ranking().strengths[::100]:
        assert pickle.loads(pickle.dumps(strength)) == strength  # noqa: S301  our own bytes
