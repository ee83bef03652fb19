from __future__ import annotations

from functools import cache

import pytest

from combin.cards.suit_classes import SuitPattern
from combin.exact.dealer_suit import SOME_SUITS, matched, when_matched
from combin.exact.matchups import Situation
from combin.exact.situations import situations
from tests.variants import shipped

RULES = shipped("face-up-three-card-poker")


@cache
def matchups(hand: str, card: str) -> tuple[Situation, ...]:
    """Return all matchups of hands by their name against cards of a rank."""
    rank = [str(one) for one in RULES.deck.ranks].index(card)
    return tuple(
        one
        for one in situations(RULES)
        if one.seen is not None
        and one.seen.ranks == {rank}
        and RULES.ranking.describe(one.hand.strength) == hand
    )


def symbols(situation: Situation) -> set[str]:
    """Return the cards of a hand that match, as players write them."""
    cards = matched(situation, RULES.deck)
    assert cards is not None
    return {str(RULES.deck.ranks[rank]) for rank in cards}


@pytest.mark.parametrize(
    ("play", "playing", "folding"),
    [
        ({"10", "8", "3"}, "if one matches", "unless one matches"),
        ({"10"}, "if the 10 matches", "unless the 10 matches"),
        ({"10", "3"}, "if the 10 or 3 matches", "unless the 10 or 3 matches"),
    ],
)
def test_one_card_of_some_may_have_to_match(play: set[str], playing: str, folding: str) -> None:
    rows = [(one, int(bool(symbols(one) & play))) for one in matchups("10-8-3", "4")]
    assert when_matched(rows, RULES.deck) == {1: playing, 0: folding}


def test_two_cards_may_have_to_match() -> None:
    rows = [(one, int(len(symbols(one)) == 2)) for one in matchups("10-8-3", "4")]
    assert when_matched(rows, RULES.deck) == {1: "if two match", 0: "unless two match"}
    rows = [(one, int(symbols(one) == {"8", "3"})) for one in matchups("10-8-3", "4")]
    assert when_matched(rows, RULES.deck)[1] == "if the 8 and 3 match"
    rows = [(one, int(len(symbols(one)) == 2 and "10" in symbols(one))) for one in matchups("10-8-3", "4")]
    assert when_matched(rows, RULES.deck)[1] == "if the 10 and 8 or the 10 and 3 match"


def test_one_card_alone_or_two_others_may_have_to_match() -> None:
    rows = [(one, int("10" in symbols(one) or symbols(one) == {"8", "3"})) for one in matchups("10-8-3", "4")]
    assert when_matched(rows, RULES.deck)[1] == "if the 10 or the 8 and 3 match"


def test_a_card_of_the_dealers_rank_cannot_match_it() -> None:
    found = [symbols(one) for one in matchups("10-8-3", "8")]
    assert {"10"} in found
    assert not any("8" in cards for cards in found)


def test_what_depends_on_nothing_or_on_more_is_said_too() -> None:
    rows = [(one, 1) for one in matchups("10-8-3", "4")]
    assert when_matched(rows, RULES.deck) == {1: ""}
    rows = [(one, int(one.hand.pattern is SuitPattern.THREE_SUITS)) for one, _ in rows]
    assert when_matched(rows, RULES.deck) == {0: SOME_SUITS, 1: SOME_SUITS}
    rows = [(one, int(len(symbols(one)) == 1)) for one, _ in rows]  # one, but not two
    assert when_matched(rows, RULES.deck) == {0: SOME_SUITS, 1: SOME_SUITS}
