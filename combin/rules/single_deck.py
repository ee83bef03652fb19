"""Questions that are answered for a deck of single cards alone, refused for others in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.cards.cards import Deck


def single_deck_only(deck: Deck, what: str) -> None:
    """Refuse to work out `what` from several decks or with jokers.

    >>> from combin.cards.cards import Deck
    >>> single_deck_only(Deck(jokers=1), "formulas")
    Traceback (most recent call last):
    combin.rules.errors.RulesError: deck.jokers: 1, but formulas are worked out for one deck without jokers

    Raises:
        RulesError: the deck is not of single cards; the place is `deck.decks` or `deck.jokers`.
    """
    problem = f"but {what} are worked out for one deck without jokers"
    if deck.copies > 1:
        raise RulesError(("deck", "decks"), f"{deck.copies}, {problem}")
    if deck.jokers:
        raise RulesError(("deck", "jokers"), f"{deck.jokers}, {problem}")
