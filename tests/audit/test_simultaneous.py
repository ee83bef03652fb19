"""Crown's simultaneous royal and straight flushes, found a second time from the cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from combin.audit import Verdict, audit
from combin.audit.quantities.jackpots import simultaneous
from combin.cards import STANDARD_DECK, Card
from combin.fivecard import FiveCardCategory, five_card_strength
from tests.audit.documents import judged

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
    assert simultaneous(13) == slow
    assert set().union(*slow.values()) == {(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)}


def test_a_royal_and_a_straight_flush_need_jack_and_ten() -> None:
    crown = audit("crown-melbourne")
    assert judged(crown, "royal-with-straight-flush").exact == "can occur with jackpot cards J-10"
    assert judged(crown, "two-straight-flushes").verdict is Verdict.EXACT
    for claim in ("two-royals", "royal-with-two-straight-flushes", "three-straight-flushes"):
        assert judged(crown, claim).verdict is Verdict.CANNOT_OCCUR


def test_every_cell_of_the_printed_tables_rounds_as_printed() -> None:
    crown = audit("crown-melbourne")
    for table, cells in (
        ("table-6", 32),
        ("table-7", 28),
        ("table-8-j", 7),
        ("table-8-r", 7),
        ("table-5-r", 4),
    ):
        found = [one for one in crown.judged if one.table == table]
        assert len(found) == cells
        assert {one.verdict for one in found} <= {Verdict.EXACT, Verdict.ROUNDS}
