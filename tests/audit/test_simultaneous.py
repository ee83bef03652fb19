"""Crown's simultaneous royal and straight flushes, found a second time from the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from combin.audit.quantities.jackpots import PrizeShare, simultaneous
from combin.audit.verdict import Verdict
from combin.cards.cards import STANDARD_DECK, Card
from combin.cards.five_cards import FiveCardCategory, five_card_strength
from combin.jackpot.value import Winners
from tests.audit.documents import audit_of, judged, only

SPADES = [card for card in STANDARD_DECK.cards if card.suit.symbol == "s"]
KINDS = {FiveCardCategory.ROYAL_FLUSH: (1, 0), FiveCardCategory.STRAIGHT_FLUSH: (0, 1)}


def _completions(both: tuple[Card, Card]) -> list[tuple[frozenset[Card], tuple[int, int]]]:
    """Return the three cards of a player that make a royal or straight flush with two jackpot cards."""
    found = []
    for own in combinations([card for card in SPADES if card not in both], 3):
        category = five_card_strength((*both, *own), STANDARD_DECK).category
        if category in KINDS:
            found.append((frozenset(own), KINDS[category]))
    return found


def _rounds(hands: list[tuple[frozenset[Card], tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """Yield (R, S) for all ways to deal such hands to some seats."""
    for number in range(len(hands) + 1):
        for dealt in combinations(hands, number):
            if sum(len(cards) for cards, _ in dealt) == len(
                frozenset().union(*(cards for cards, _ in dealt))
            ):
                yield sum(kind[0] for _, kind in dealt), sum(kind[1] for _, kind in dealt)


def test_which_cases_can_occur() -> None:
    slow = {}
    for both in combinations(SPADES, 2):
        ranks = tuple(STANDARD_DECK.ranks.index(card.rank) for card in both)
        slow[ranks] = set(_rounds(_completions(both)))
    assert simultaneous(STANDARD_DECK) == slow
    assert set().union(*slow.values()) == {(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)}


TABLES = {"table-5-j": 4, "table-5-r": 4, "table-6": 32, "table-7": 28, "table-8-j": 7, "table-8-r": 7}


def test_every_cell_says_how_often_its_round_comes() -> None:
    crown, law = audit_of("crown-melbourne"), Winners(STANDARD_DECK).law(9)
    occurring = []
    for placed in crown.subject.placed:
        if placed.table not in TABLES:
            continue
        claim = placed.claim
        assert isinstance(claim, PrizeShare)
        royals, others = claim.names.get("R"), claim.names.get("S")
        wanted = sum(
            (chance for (one, two), chance in law.items() if royals in (None, one) and others in (None, two)),
            Fraction(0),
        )
        one = judged(crown, claim.id)
        assert one.verdict in (Verdict.EXACT, Verdict.ROUNDS)
        assert one.chance == wanted
        payload = one.to_dict()["probability_in_a_round"]
        assert Fraction(payload["fraction"]) == wanted
        said = "cannot occur" if not wanted else f"(exact probability {wanted})"
        assert said in one.evidence[-1]
        if wanted:
            occurring.append((placed.table, royals, others))
    assert Counter(one.table for one in crown.subject.placed if one.table in TABLES) == TABLES
    assert occurring == [
        ("table-5-j", 1, None),
        ("table-5-r", 1, None),
        ("table-6", 1, 0),
        ("table-6", 1, 1),
        ("table-7", 1, 1),
        ("table-8-j", 0, 1),
        ("table-8-j", 0, 2),
        ("table-8-r", 0, 1),
        ("table-8-r", 0, 2),
    ]


def test_without_shared_cards_a_share_has_no_frequency(tmp_path: Path) -> None:
    entries = 'quantity = "prize share"\nformula = "1 / R"\nnames = { R = 2 }\npublished = "50%"\n'
    assert only(tmp_path, entries).chance is None
