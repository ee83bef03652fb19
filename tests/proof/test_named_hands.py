from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.cards.cards import STANDARD_DECK, HandSetError, parse_deck
from combin.cards.hand_sets import HandSet, parse_hand_set
from combin.cards.ranking import AceLow, Category, Ranking, StraightSuits
from combin.proof.counts import deck_numbers
from combin.proof.named_hands import named_hands, number_of, weaker_hands

UPSIDE_DOWN = tuple(reversed(Category))
FLUSHES_ON_TOP = (*list(Category)[3:], *list(Category)[:3])
RANKINGS = {
    "standard": Ranking(),
    "three suits": Ranking(
        parse_deck("8 9 T J Q K A", "clubs, hearts, spades"),
        ace_low=AceLow.SECOND,
        straight_suits=StraightSuits.THREE,
    ),
    "five suits": Ranking(parse_deck("2 3 4 5 A", "5"), UPSIDE_DOWN, AceLow.HIGHEST),
    "two suits": Ranking(parse_deck("2 5 9 J Q K", "2"), FLUSHES_ON_TOP, straight_suits=StraightSuits.THREE),
    "no low ace": Ranking(parse_deck("2 3 4 K A", "3"), UPSIDE_DOWN, AceLow.NONE, StraightSuits.THREE),
    "another rank": Ranking(parse_deck("2 3 4 5 X", "3"), FLUSHES_ON_TOP, AceLow.NONE),
    "one suit": Ranking(parse_deck("J Q K A", "spades")),
    "lowest wins": Ranking(parse_deck("2 3 4 5 6 A", "3"), UPSIDE_DOWN, lowest_wins=True, highest_three=2),
    "threes above": Ranking(parse_deck("2 3 4 A", "4"), highest_three=1),
}
SMALL = [name for name in RANKINGS if name != "standard"]
RANKING = st.sampled_from(list(RANKINGS.values()))


def hands_in(hands: HandSet, ranking: Ranking) -> int:
    """Count the hands of a set by looking at every hand of its levels."""
    cards, count = ranking.deck.cards, 0
    for level in hands.levels:
        for hand in ranking.hands[level]:
            count += hands.holds(level, frozenset(cards[card].suit for card in hand))
    return count


def words(ranking: Ranking) -> Iterator[str]:
    """Yield words for sets of hands, of which some name none."""
    ranks = ranking.deck.ranks
    yield from ("any hand", "any", "any three cards", "mini royal", *Category)
    for rank in ranks:
        yield from (f"any {rank.name}", f"{rank} high", f"{rank.symbol}-high", f"pair of {rank.plural}")
        yield from (f"three {rank.plural}", f"three of a kind of {rank}s")
        yield from (f"{rank} high {category}" for category in Category)
    for some in (*product(ranks, repeat=2), *product(ranks, repeat=3)):
        dashed = "-".join(map(str, some))
        yield dashed
        yield from (f"{dashed} {category}" for category in Category)


def named(ranking: Ranking) -> dict[str, HandSet]:
    """Return the words that name hands of a deck, also those of one suit, with these hands."""
    endings = ["", *(f" of {suit.name}" for suit in ranking.deck.suits)]
    found = {}
    for text in words(ranking):
        for ending in endings:
            with suppress(HandSetError):
                found[text + ending] = parse_hand_set(text + ending, ranking)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_all_words_count_the_hands_that_they_name(name: str) -> None:
    ranking = RANKINGS[name]
    numbers = deck_numbers(ranking.deck, ranking.ace_low)
    counts: dict[tuple[range, object], int] = {}
    for text, hands in named(ranking).items():
        key = (hands.levels, hands.suit)
        if key not in counts:
            counts[key] = hands_in(hands, ranking)
        assert number_of(named_hands(text, ranking), ranking).value(numbers) == counts[key], text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "formula", "number"),
    [
        ("pair of aces", "C(s, 2) * (n - 1) * s", 288),
        ("A-K-Q straight flush", "s", 4),
        ("mini royal", "s", 4),
        ("A-K-Q straight flush of spades", "1", 1),
        ("straight flush of hearts", "r3", 12),
        ("flush of hearts", "C(n, 3) - r3", 274),
        ("three 5s", "C(s, 3)", 4),
        ("Q high", "(C(10, 2) - 1) * (s^3 - s)", 2640),
        ("any ace", "(C(12, 2) - 2) * (s^3 - s)", 3840),
        ("Q-6", "4 * (s^3 - s)", 240),
        ("Q-6-4", "s^3 - s", 60),
        ("5-5-K", "C(s, 2) * s", 24),
        ("K high flush", "(C(11, 2) - 1) * s", 216),
        ("3-2-A", "s^3 - s", 60),
    ],
)
def test_lines_of_the_standard_deck(text: str, formula: str, number: int) -> None:
    count = number_of(named_hands(text, Ranking()), Ranking())
    assert count.text == formula
    assert (
        count.value(deck_numbers(STANDARD_DECK))
        == number
        == hands_in(parse_hand_set(text, Ranking()), Ranking())
    )


def test_what_a_reading_adds_is_left_out_where_it_is_nothing() -> None:
    strict = Ranking(straight_suits=StraightSuits.THREE)
    assert number_of(named_hands("Q-6-4", strict), strict).text == "s^3 - s"
    assert number_of(named_hands("A-3-2 high card", strict), strict).text == "3*s*(s - 1)"
    assert number_of(named_hands("Q high", strict), strict).text == (
        "(C(10, 2) - 1) * (s^3 - s) + 3*s*(s - 1)"
    )


def below(text: str, ranking: Ranking) -> int:
    return sum(one.count for one in ranking.strengths[: parse_hand_set(text, ranking).levels.start])


@pytest.mark.slow
@pytest.mark.parametrize("name", RANKINGS)
def test_weaker_hands_are_those_of_lower_levels(name: str) -> None:
    ranking = RANKINGS[name]
    numbers = deck_numbers(ranking.deck, ranking.ace_low)
    texts = list(words(ranking))
    for text in texts[:: 97 if name == "standard" else 3]:
        try:
            parse_hand_set(text, ranking)
        except HandSetError:
            continue
        assert weaker_hands(text, ranking).value(numbers) == below(text, ranking), text


@given(RANKING, st.data())
def test_or_better_may_be_said(ranking: Ranking, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([*[str(one) for one in Category], "any hand"]))
    try:
        parse_hand_set(text, ranking)
    except HandSetError:
        return
    numbers = deck_numbers(ranking.deck, ranking.ace_low)
    assert weaker_hands(f"{text} or better", ranking).value(numbers) == below(text, ranking)
