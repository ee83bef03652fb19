"""Decisions, hands and dealer's cards of a strategy in the words of a catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.exact import statement
from combin.exact.base_game import FOLD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards.ranking import Ranking, Strength
    from combin.rules.resolved import Rules
    from combin.words.catalogue import Catalogue


def decision_name(rules: Rules, decision: int, words: Catalogue) -> str:
    """Return "fold", "play", or "play 2x" where the game allows several multiples."""
    if decision == FOLD:
        return words("verbs.fold")
    return words("verbs.times", multiple=decision) if len(rules.multiples) > 1 else words("verbs.play")


def hands_from(strength: Strength, ranking: Ranking, words: Catalogue) -> str:
    """Return the hands from one on: "Q-6-4 or better", "any queen or better", "a straight flush"."""
    text = statement.or_better(strength, ranking)
    return words.or_better(text) if text.endswith(" or better") else words.hand(text)


def ranks_named(ranks: Sequence[int], ranking: Ranking, words: Catalogue) -> str:
    """Return rank indexes in words: "2 to J", "Q, A"."""
    return statement.ranks_in_words(ranks, ranking, words.texts["deck.run"])


def seen_named(seen: Sequence[int], rules: Rules, words: Catalogue) -> str:
    """Return what is seen of the dealer's hand in words: ranks, or what sights so numbered are called."""
    return statement.seen_in_words(seen, rules, words.texts["deck.run"])
