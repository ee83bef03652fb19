"""What the player's three cards can become: the five-card categories of all ways to complete them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.exact.fivecard_counts import HandCounter
from combin.isomorphism import hand_classes

if TYPE_CHECKING:
    from combin.cards import Deck
    from combin.fivecard import FiveCardCategory
    from combin.ranking import Ranking

__all__ = ["all_completions", "completions"]


def completions(deck: Deck, hand: tuple[int, int, int], more: int) -> dict[FiveCardCategory, int]:
    """Return how many ways to add cards to a hand give each category, high to low, by the best five of all.

    Args:
        deck: any deck.
        hand: three card indexes, as `HandClass.hand`.
        more: how many cards are added from the rest of the deck: 2 jackpot cards (Crown rule 1.1, "Jackpot
            Cards": all five count), 3 of the dealer for the best five of six, 4 for the best five of seven.

    >>> from combin.cards import STANDARD_DECK
    >>> seven, five, four = map(STANDARD_DECK.index, STANDARD_DECK.parse("7h 5h 4c"))
    >>> counts = completions(STANDARD_DECK, (seven, five, four), 2)
    >>> {category.value: count for category, count in counts.items() if "straight" in category}
    {'straight flush': 0, 'straight': 32}
    >>> sum(counts.values())
    1176

    The slow equivalent asks `combin.fivecard.best_five` for every way: C(49, 2) = 1,176 of 52 cards,
    C(49, 3) = 18,424 or C(49, 4) = 211,876.

    Raises:
        ValueError: the hand is not three cards of the deck, or another number of cards is added.
    """
    if len(set(hand)) != 3 or not all(0 <= card < len(deck) for card in hand):
        raise ValueError(f"{hand} are not the indexes of three cards of this deck")
    return HandCounter(deck, 3 + more).counts(hand)


def all_completions(ranking: Ranking, more: int) -> list[dict[FiveCardCategory, int]]:
    """Return the completions of every suit class of three-card hands, aligned with `hand_classes(ranking)`.

    >>> from combin.fivecard import FiveCardCategory
    >>> from combin.ranking import Ranking
    >>> ranking = Ranking()
    >>> pairs = zip(hand_classes(ranking), all_completions(ranking, 2), strict=True)
    >>> sum(one.weight * counts[FiveCardCategory.ROYAL_FLUSH] for one, counts in pairs)
    40

    The 40 are the 4 royal flushes, each counted once for every three of its cards.

    Raises:
        ValueError: not 2, 3 or 4 cards are added.
    """
    counter = HandCounter(ranking.deck, 3 + more)
    return [counter.counts(one.hand) for one in hand_classes(ranking)]
