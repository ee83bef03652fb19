"""Mistakes that public programs and articles have made about hands, each held off by its number.

The numbers are those of the list of pitfalls that the project was planned with; every case names where the
mistake was seen. What concerns wagers, strategies and jackpots is in `test_pitfalls_of_games`.
"""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from combin.cards.cards import STANDARD_DECK, CardError, Deck
from combin.cards.hand_sets import parse_hand_set
from combin.cards.ranking import DOCUMENT_ORDER, AceLow, Category, Ranking
from combin.exact.matchups import Matchup, face_down
from tests.helpers.decks import class_of

RANKING = Ranking()
STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, *LOWER = DOCUMENT_ORDER
FLUSH_OVER_STRAIGHT = (STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT, *LOWER)
TRIPS_OVER_STRAIGHT_FLUSH = (TRIPS, STRAIGHT_FLUSH, STRAIGHT, FLUSH, *LOWER)
Q_HIGH = parse_hand_set("Q high", RANKING).levels.start


def category(text: str, ranking: Ranking = RANKING) -> str:
    return ranking.strength(STANDARD_DECK.parse(text)).category.value


def level(text: str, ranking: Ranking = RANKING) -> int:
    return ranking.strength(STANDARD_DECK.parse(text)).level


def situation(text: str, situations: tuple[Matchup, ...]) -> Matchup:
    """Return the situation of the class that a hand belongs to."""
    wanted = class_of(RANKING, STANDARD_DECK.parse(text)).cards
    return next(one for one in situations if sorted(one.hand.cards) == sorted(wanted))


def test_pitfall_1_a_2_3_is_a_straight() -> None:
    """chenosaurus/poker-evaluator #4 and zooba/deck #12 have 660 straights and 44 straight flushes."""
    assert (category("Ac 2d 3h"), category("Ac 2c 3c")) == ("straight", "straight flush")
    assert (RANKING.counts[Category.STRAIGHT], RANKING.counts[Category.STRAIGHT_FLUSH]) == (720, 48)
    without = Ranking(ace_low=AceLow.NONE).counts
    assert (without[Category.STRAIGHT], without[Category.STRAIGHT_FLUSH]) == (660, 44)


def test_pitfall_2_a_k_q_is_a_straight_also_off_suit() -> None:
    """whbarndt/3cardpokerstats, where the ace is 1, knows A-K-Q only in one suit and loses 60 hands."""
    made = [category(f"Ac {others}") for others in ("Kd Qh", "Kc Qd", "Kc Qc")]
    assert made == ["straight", "straight", "straight flush"]
    ace_high = next(one for one in RANKING.strengths if one.category == "straight" and one.ranks[0] == 12)
    assert ace_high.count == 60


@pytest.mark.parametrize("suits", ["cdh", "ccd", "cdc", "dcc"])
def test_pitfall_3_k_q_j_is_a_straight(suits: str) -> None:
    """Jarrrk/HighLife #6188, #6313 and #6854 read it as a high card."""
    assert category(" ".join(rank + suit for rank, suit in zip("KQJ", suits, strict=True))) == "straight"


def test_pitfall_4_a_2_3_is_the_lowest_straight() -> None:
    """It is the best or the second in brag and teen patti; here 4-3-2 beats it."""
    straights = [one for one in RANKING.strengths if one.category is Category.STRAIGHT]
    assert " ".join(RANKING.describe(one).split()[0] for one in straights) == (
        "3-2-A 4-3-2 5-4-3 6-5-4 7-6-5 8-7-6 9-8-7 10-9-8 J-10-9 Q-J-10 K-Q-J A-K-Q"
    )
    assert level("Ac 2c 3c") < level("2d 3d 4d") < level("Qh Kh Ah")


@pytest.mark.parametrize(
    ("mistake", "better", "worse"),
    [
        (Ranking(ace_low=AceLow.HIGHEST), "Kc Ad Qh", "Ac 2d 3h"),
        (Ranking(ace_low=AceLow.SECOND), "Kc Qd Jh", "Ac 2d 3h"),
        (Ranking(order=FLUSH_OVER_STRAIGHT), "2c 3d 4h", "Ac Kc Jc"),
        (Ranking(order=TRIPS_OVER_STRAIGHT_FLUSH), "2c 3c 4c", "Ac Ad Ah"),
    ],
    ids=["A-2-3 highest", "A-2-3 second", "flush over straight", "trips over straight flush"],
)
def test_pitfall_5_rank_order_shows_in_the_counts_of_each_class_though_not_in_the_edge(
    mistake: Ranking, better: str, worse: str
) -> None:
    """All hands concerned are played, and what the player gains in these orders the dealer gains as well."""
    assert level(better) > level(worse)
    assert level(better, mistake) < level(worse, mistake)
    found, other = face_down(RANKING, Q_HIGH), face_down(mistake, Q_HIGH)
    totals = [Counter[str](), Counter[str]()]
    for counts, each in zip(totals, (found, other), strict=True):
        for one in each:
            for name in ("no_qualify", "win", "tie", "lose"):
                counts[name] += one.hand.weight * getattr(one, name)
    assert totals[0] == totals[1]
    assert situation(better, found).win > situation(better, other).win
    assert situation(worse, found).win < situation(worse, other).win


def test_pitfall_5_strengths_are_741() -> None:
    """12/13/12/274/156/274 from the top."""
    found = Counter(one.category for one in RANKING.strengths)
    assert [found[one] for one in DOCUMENT_ORDER] == [12, 13, 12, 274, 156, 274]


def test_pitfall_6_three_of_a_kind_beats_a_straight() -> None:
    """justinrc10/threecardpoker lists the straight above it."""
    assert level("2c 2d 2h") > level("Ac Kd Qh")
    assert RANKING.counts[Category.THREE_OF_A_KIND] < RANKING.counts[Category.STRAIGHT]


def test_pitfall_7_a_straight_beats_a_flush() -> None:
    """In five-card poker it is the other way round; here the straight is the rarer, 720 to 1,096."""
    assert level("Ac 2d 3h") > level("Ac Kc Jc")
    assert (RANKING.counts[Category.STRAIGHT], RANKING.counts[Category.FLUSH]) == (720, 1_096)


def test_pitfall_8_straight_flushes_are_no_straights_and_no_flushes() -> None:
    """With the 48 left in, 768 and 1,144 are counted; all straights and flushes are these together."""
    assert category("5c 6c 7c") == "straight flush"
    counts = RANKING.counts
    assert counts[Category.STRAIGHT] + counts[Category.STRAIGHT_FLUSH] == 12 * 4**3 == 768
    assert counts[Category.FLUSH] + counts[Category.STRAIGHT_FLUSH] == 4 * comb(13, 3) == 1_144


def test_pitfall_12_the_dealer_opens_with_a_queen_and_with_nothing_less() -> None:
    """HighLife #6126, #7089 and #6938 settle hands that do not qualify as if they did."""
    assert level("Jc Td 8h") < Q_HIGH == level("Qc 2d 3h")
    found = face_down(RANKING, Q_HIGH)
    fails = {one.no_qualify for one in face_down(RANKING, Q_HIGH + 1)}
    assert max(one.no_qualify for one in found) < max(fails)
    # No card of J or less taken: 112 rank triples in 60 ways each.
    assert situation("Kc Kd Ac", found).no_qualify == 112 * 60


def test_pitfall_18_the_dealer_has_the_cards_that_the_player_has_not() -> None:
    """Dealt from a full deck he would have C(52, 3) = 22,100 hands instead of C(49, 3)."""
    assert {sum(one.counts) for one in face_down(RANKING, Q_HIGH)} == {18_424}
    # Nobody ties with three of a kind: the fourth card of the rank is alone.
    assert {
        one.tie for one in face_down(RANKING, Q_HIGH) if one.hand.strength.category == "three of a kind"
    } == {0}


def test_pitfall_25_with_a_wild_joker_the_old_order_is_against_the_rarity() -> None:
    """goldfire/pokersolver #6 keeps it; of 53 cards 130 hands are three of a kind, 148 straight flushes."""
    deck = Deck(jokers=1)
    counts = [148, 130, 1_020, 1_308, 4_380, 16_440]
    assert list(Ranking(deck).counts.values()) == counts
    by_rarity = Ranking(deck, TRIPS_OVER_STRAIGHT_FLUSH)
    assert list(by_rarity.counts.values()) == sorted(counts)
    trips, straight_flush = deck.parse("2c 2d Jk"), deck.parse("Ac Kc Jk")
    assert Ranking(deck).strength(trips).level < Ranking(deck).strength(straight_flush).level
    assert by_rarity.strength(trips).level > by_rarity.strength(straight_flush).level


def test_pitfall_26_a_straight_with_a_joker_is_no_more_than_the_cards_make() -> None:
    """goldfire/pokersolver #32 ranks a wild straight too high; 7-5 with a joker ties with 7-6-5."""
    ranking = Ranking(Deck(jokers=1))
    hands = ("7c 5d Jk", "7c 6d 5h", "7c 6d Jk", "8c 7d 6h", "2c 3d Jk", "2c Ad Jk", "3h 2d Ac")
    levels = [ranking.strength(ranking.deck.parse(hand)).level for hand in hands]
    assert levels[0] == levels[1] < levels[2] == levels[3]
    assert levels[4] > levels[5] == levels[6]
    assert ranking.describe(ranking.strength(ranking.deck.parse("Kc Ad Jk"))) == "A-K-Q straight"


@pytest.mark.parametrize(
    "text", ["1h Kd Jk", "10 Kd Jk", "Th Kd Jkk", "Th Kd J", "Th Jk Jk", "Th Jkd", "Th **"]
)
def test_pitfall_26_bad_cards_are_refused_beside_jokers_too(text: str) -> None:
    with pytest.raises(CardError):
        Deck(jokers=1).parse(text, 3)


@pytest.mark.parametrize("text", ["1h Kd Qc", "10 Kd Qc", "Th 10h Qc", "Ah Kd", "Ah Kd 11c", "Ah Kd Q"])
def test_pitfall_26_bad_cards_are_refused(text: str) -> None:
    """goldfire/pokersolver #8 reads them silently as something else."""
    with pytest.raises(CardError):
        STANDARD_DECK.parse(text, 3)


def test_pitfall_26_tens_are_tens_however_they_are_written() -> None:
    assert level("10h Jd Qc") == level("Th Jd Qc") == level("10♥ J♦ Q♣")
    assert category("10h Jd Qc") == "straight"


def test_pitfall_26_and_29_the_mini_royal_has_a_name_and_is_part_of_the_straight_flushes() -> None:
    """goldfire/pokersolver #19 has no name for it; the rows of a table are 4 and 44, not 4 and 48."""
    royal = parse_hand_set("mini royal", RANKING)
    straight_flush = parse_hand_set("straight flush", RANKING)
    assert royal.within(straight_flush)
    counts = {one.level: one.count for one in RANKING.strengths}
    four, all_of_them = (sum(counts[each] for each in one.levels) for one in (royal, straight_flush))
    assert (four, all_of_them - four) == (4, 44)
