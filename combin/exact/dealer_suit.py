"""How a decision depends on the suit of the dealer's card that is seen, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from combin.cards.cards import Deck
    from combin.exact.matchups import Situation


MATCHES = "A card of yours matches if it is of the suit of the dealer's card; one means at least one."
"""What the words mean."""

SOME_SUITS = "for some suits"
"""What is said where more than the dealer's suit decides."""

Matched = frozenset[int]
"""The ranks (rank indexes) of a hand's cards that match."""


def matched(situation: Situation, deck: Deck) -> Matched | None:
    """Return the ranks of the hand's cards that are of the suit of the card seen; None if no card is."""
    if situation.seen is None or situation.seen.card is None:
        return None
    suits = len(deck.suits)
    seen = situation.seen.card % suits
    return frozenset(card // suits for card in situation.hand.cards if card % suits == seen)


def when_matched(rows: Iterable[tuple[Situation, int]], deck: Deck) -> dict[int, str]:
    """Return for each decision about hands of one strength, against cards of one rank, when it is taken.

    "if one matches", "unless two match", "if the 10 and 7 match"; "" where it always is.
    """
    found: dict[Matched | None, set[int]] = {}
    for situation, decision in rows:
        found.setdefault(matched(situation, deck), set()).add(decision)
    decisions = set().union(*found.values())
    if len(decisions) == 1:
        return dict.fromkeys(decisions, "")
    known = {cards: next(iter(one)) for cards, one in found.items() if cards is not None and len(one) == 1}
    if len(known) < len(found):
        return dict.fromkeys(decisions, SOME_SUITS)
    return {
        decision: _when({cards for cards in known if known[cards] == decision}, set(known), deck)
        for decision in decisions
    }


def _when(taken: set[Matched], every: set[Matched], deck: Deck) -> str:
    """Return when a decision is taken: with more cards that match than it needs, or only with fewer."""
    # "If the 10 matches" says nothing of the other cards, so it is true only of a set that holds with each of
    # its members all that match more. Where the set is not such a one, its complement may be: "unless".
    for word, cards in (("if", taken), ("unless", every - taken)):
        if all(more in cards for one in cards for more in every if one < more):
            return f"{word} {_at_least(cards, every, deck)}"
    return SOME_SUITS


def _at_least(cards: set[Matched], every: set[Matched], deck: Deck) -> str:
    """Return the fewest cards that must match, in words."""
    for number, words in ((1, "one matches"), (2, "two match")):
        if cards == {one for one in every if len(one) >= number}:
            return words
    least = sorted(
        (one for one in cards if not any(other < one for other in cards)), key=sorted, reverse=True
    )
    if max(map(len, least)) == 1:
        return f"the {' or '.join(str(deck.ranks[rank]) for one in least for rank in one)} matches"
    ways = [" and ".join(str(deck.ranks[rank]) for rank in sorted(one, reverse=True)) for one in least]
    return f"the {' or the '.join(ways)} match"
