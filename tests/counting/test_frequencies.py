from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from combin import frequencies as ask
from combin.cards.cards import STANDARD_DECK, CardError, Deck, parse_deck
from combin.cards.five_cards import FiveCardCategory, best_five
from combin.cards.ranking import Ranking, StraightSuits
from combin.counting.frequencies import frequencies
from combin.formats import Format
from combin.formatting import decimal
from combin.progress import watched
from combin.proof import hands


@pytest.mark.parametrize("cards", [3, 5, 6])
@pytest.mark.parametrize(
    "deck",
    [
        STANDARD_DECK,
        parse_deck("6 7 8 9 T J Q K A"),
        parse_deck("9 T J Q K", "5"),
        parse_deck("3 4 5 6", "2"),
    ],
    ids=["52 cards", "from six up", "five suits", "two suits of four ranks"],
)
@pytest.mark.few(6)
def test_counting_and_visiting_agree(deck: Deck, cards: int) -> None:
    found = frequencies(cards, deck, check=True)
    assert found.agree is True
    assert sum(row.count for row in found.rows) == found.total == comb(len(deck), cards)
    assert sum(row.probability for row in found.rows) == 1
    for row in found.rows:
        if row.count:
            assert row.one_in == 1 / row.probability
        else:
            assert row.one_in is None


@pytest.mark.parametrize("joker", ["wild", "straights and flushes"])
@pytest.mark.parametrize(("decks", "jokers"), [(1, 1), (1, 2), (2, 0), (2, 1), (3, 2)])
def test_several_decks_and_jokers_by_two_roads(decks: int, jokers: int, joker: str) -> None:
    deck = parse_deck("8 9 T J Q K A", decks=decks, jokers=jokers, joker=joker)
    found = frequencies(3, deck, check=True)
    assert found.agree is True
    assert sum(row.count for row in found.rows) == found.total == comb(28 * decks + jokers, 3)


def test_one_in_n_is_not_n_to_one() -> None:
    royal = frequencies(5).rows[0]
    assert (royal.category, royal.count) == (FiveCardCategory.ROYAL_FLUSH, 4)
    assert royal.probability == Fraction(1, 649_740)
    assert royal.one_in == 649_740


def test_five_of_a_kind_is_shown_only_where_it_can_come() -> None:
    assert frequencies(5).rows[0].category is FiveCardCategory.ROYAL_FLUSH
    five_suits = frequencies(5, parse_deck(suits="5")).rows[0]
    assert (five_suits.category, five_suits.count) == (FiveCardCategory.FIVE_OF_A_KIND, 13)


def test_without_check_nothing_is_visited() -> None:
    found = frequencies(7)
    assert found.visited is None
    assert found.agree is None


def test_a_single_difference_is_noticed() -> None:
    found = frequencies(5, check=True)
    assert found.visited is not None
    for category in FiveCardCategory:
        wrong = dict(found.visited) | {category: found.visited[category] + 1}
        assert replace(found, visited=wrong).agree is False


@pytest.mark.parametrize(
    ("deck", "cards", "message"),
    [
        (STANDARD_DECK, 10, "hands of 10 cards: there are categories for 2 to 9 cards"),
        (STANDARD_DECK, 8, "hands of 8 cards are too many to be visited"),
        (parse_deck("K A", "3"), 7, "hands of 7 cards: the deck has only 6"),
        (
            parse_deck(decks=2),
            5,
            r"hands of 5 cards: they are counted for one deck without jokers \(deck.decks",
        ),
        (parse_deck(jokers=1), 7, r"hands of 7 cards: .* one deck without jokers \(.*deck.jokers = 0\)$"),
        (parse_deck("Q K", "1", jokers=1), 3, "the deck is too small: no card is left for a joker with Q K"),
        (parse_deck("Q", "1", jokers=2), 3, "the deck is too small: no card is left for a joker with Q$"),
        (parse_deck(suits="8"), 5, "104 cards of 13 ranks: at most 64 of 16 can be visited"),
    ],
)
def test_what_has_no_frequencies_is_refused_in_one_line(deck: Deck, cards: int, message: str) -> None:
    with pytest.raises(CardError, match=message):
        frequencies(cards, deck, check=True)


def test_progress_is_passed_on() -> None:
    seen: list[int] = []
    with watched(lambda done, _: seen.append(done)):
        frequencies(5, check=True)
    assert seen[-1] == 2_598_960


def test_a_stripped_deck_is_named_and_what_cannot_come_is_never() -> None:
    text = ask(5, parse_deck("7 8 9 10 J Q K", "hearts spades")).view().text(Format.TABLE)
    assert "Hands of 5 cards from 14 (7 8 9 10 J Q K in hearts, spades)\n" in text
    assert "royal flush          0" in text
    assert text.splitlines()[5].split()[-1] == "never"


def test_the_deck_is_told_with_its_jokers() -> None:
    view = ask(3, parse_deck("Q K A", "2", 2, 1, "straights and flushes")).view()
    assert view.text(Format.TABLE).splitlines()[0] == (
        "Hands of 3 cards from 13 (Q K A in clubs, diamonds; 2 decks shuffled together, with a joker for"
    )
    assert json.loads(view.text(Format.JSON))["deck"] == {
        "cards": 13,
        "ranks": ["Q", "K", "A"],
        "suits": ["clubs", "diamonds"],
        "decks": 2,
        "jokers": 1,
        "joker": "straights and flushes",
    }


def test_json_and_csv_say_the_same() -> None:
    view = ask(6, parse_deck("9 T J Q K", "2"), check=True).view(4)
    payload = json.loads(view.text(Format.JSON))
    assert payload["hands"] == 210
    assert (payload["deck"]["cards"], payload["deck"]["joker"]) == (10, None)
    assert payload["check"]["agrees"] is True
    rows = list(csv.DictReader(io.StringIO(view.text(Format.CSV))))
    assert [row["category"] for row in rows] == [one["category"] for one in payload["categories"]]
    for row, one in zip(rows, payload["categories"], strict=True):
        assert int(row["count"]) == one["count"] == payload["check"]["visited"][one["category"]]
        assert row["visited"] == row["count"]
        fraction = Fraction(int(row["probability_numerator"]), int(row["probability_denominator"]))
        assert fraction == Fraction(one["probability"]["fraction"]) == Fraction(one["count"], 210)
        assert row["probability"] == one["probability"]["decimal"]
        assert (row["one_in"] or None) == (one["one_in"] and one["one_in"]["decimal"])


def test_frame_has_a_row_for_each_category() -> None:
    frame = ask(7).frame()
    assert frame["count"].sum() == 133_784_560
    assert frame.height == 10


def test_disagreement_would_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
        del deck, cards
        return {FiveCardCategory.HIGH_CARD: 2_598_960}

    monkeypatch.setattr(hands, "visit", wrong)
    view = ask(5, check=True).view()
    assert "hands gives OTHER COUNTS, so one of the two is wrong." in view.text(Format.TABLE)
    assert json.loads(view.text(Format.JSON))["check"]["agrees"] is False


def test_numpy_is_imported_only_to_visit() -> None:
    code = "import sys, combin; combin.frequencies(7).view().text(); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_named_hands_of_three_cards_are_counted_as_visited() -> None:
    """17.37557% have an ace high, as the Wizard of Odds has it; several decks have suited threes."""
    names = ["ace high", "pair of aces or better", "A-K-Q straight flush of spades", "Q high flush"]
    found = frequencies(3, hands=names, check=True)
    assert (found.agree, [row.count for row in found.rows]) == (True, [3_840, 2_204, 1, 176])
    assert decimal(found.rows[0].probability, 7) == "0.1737557"
    assert found.rows[2].odds_against == 22_099
    suited = frequencies(3, parse_deck(ranks="9 Q K A", decks=3), ["suited three of a kind"], check=True)
    assert (suited.agree, suited.rows[0].count) == (True, 4 * 4)


def test_named_hands_of_more_cards_are_categories_and_better_ones() -> None:
    found = frequencies(5, parse_deck(ranks="8 9 T J Q K A"), ["flush", "full house or better"], check=True)
    assert found.agree
    whole = {row.category: row.count for row in frequencies(5, found.deck).rows}
    better = ("royal flush", "straight flush", "four of a kind", "full house")
    assert [row.count for row in found.rows] == [whole["flush"], sum(whole[one] for one in better)]


@pytest.mark.parametrize(("cards", "ranks"), [(5, "9 T J Q K A"), (6, "T J Q K A")])
def test_finer_hands_of_five_and_six_cards_are_those_of_each_best_five(cards: int, ranks: str) -> None:
    deck = parse_deck(ranks, "3")
    best = Counter(best_five(hand, deck) for hand in combinations(deck.cards, cards))
    order = list(FiveCardCategory)

    def number(category: str, rank: str = "A") -> int:
        least, top = order.index(FiveCardCategory(category)), deck.ranks.index(deck.rank(rank))
        places = {one: order.index(one.category) for one in best}
        return sum(
            best[one] for one, at in places.items() if at < least or (at == least and one.ranks[0] >= top)
        )

    names = ("two pair, kings or better", "pair of queens or better", "royal flush of hearts")
    two_pair, pair, royal = (row.count for row in frequencies(cards, deck, names).rows)
    assert (two_pair, pair) == (number("two pair", "K"), number("pair", "Q"))
    assert 3 * royal == number("royal flush")


def test_jacks_or_better_are_536_100_hands_of_five_cards_and_aces_6_of_two() -> None:
    assert frequencies(5, hands=["pair of jacks or better"]).rows[0].count == 536_100
    named = frequencies(2, hands=["pair of aces", "A-K"], ranking=Ranking(dealt=2))
    assert [row.count for row in named.rows] == [6, 12]


def test_straights_are_counted_as_a_game_reads_them() -> None:
    three_suits = replace(Ranking(STANDARD_DECK), straight_suits=StraightSuits.THREE)
    found = frequencies(3, ranking=three_suits, check=True)
    assert found.agree
    assert {row.category: row.count for row in found.rows}["straight"] == 12 * 4 * 3 * 2


@pytest.mark.parametrize(
    ("cards", "hand", "message"),
    [
        (3, "five of a kind", "is not a hand"),
        (3, "three aces of spades or better", "names no hand of this deck"),
        (3, "flush of spades or better", "hands of one suit are as good as all others"),
        (5, "full mansion", "is no five-card hand"),
        (8, "four aces", "of hands of 8 cards categories alone are counted"),
    ],
)
def test_words_that_name_no_hands_are_refused(cards: int, hand: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        frequencies(cards, hands=[hand])


def test_finer_hands_are_not_visited() -> None:
    with pytest.raises(CardError, match="of hands of 5 cards categories alone are visited"):
        frequencies(5, parse_deck("T J Q K A"), ["four aces"], check=True)


def test_nine_cards_with_four_of_a_kind_are_as_published() -> None:
    """22,247,616; a hand of nine may hold four of a kind and a straight flush, and is then the latter."""
    rows = {row.category: row.count for row in frequencies(9).rows}
    assert rows["four of a kind"] == 22_247_616
    assert sum(rows.values()) == comb(52, 9)
