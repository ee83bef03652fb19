"""Counts with the arithmetic that gives them, one line each, for a pocket calculator."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from combin.cards.ranking import Category

if TYPE_CHECKING:
    from combin.cards.cards import Deck
    from combin.rules.resolved import Rules

__all__ = [
    "choose",
    "five_card_derivations",
    "hands_in_words",
    "qualification_derivation",
]


def choose(items: int, chosen: int) -> str:
    """Return a number of combinations with its arithmetic.

    >>> choose(52, 3)
    'C(52, 3) = 52 × 51 × 50 / (3 × 2 × 1) = 22,100'
    """
    above = " × ".join(str(items - step) for step in range(chosen))
    below = " × ".join(str(step) for step in range(chosen, 0, -1))
    return f"C({items}, {chosen}) = {above} / ({below}) = {comb(items, chosen):,}"


def hands_in_words(deck: Deck) -> str:
    """Return how many three-card hands the deck has, with the arithmetic.

    >>> from combin.cards.cards import Deck
    >>> print(hands_in_words(Deck(copies=2, jokers=1)).partition(";")[0])
    13 ranks × 4 suits × 2 decks + 1 joker = 105 cards
    """
    decks = f" × {deck.copies} decks" if deck.copies > 1 else ""
    jokers = f" + {deck.jokers} joker{'s' * (deck.jokers > 1)}" if deck.jokers else ""
    cards = f"{len(deck.ranks)} ranks × {len(deck.suits)} suits{decks}{jokers} = {len(deck)} cards"
    return f"{cards}; hands of three: {choose(len(deck), 3)}"


def qualification_derivation(rules: Rules) -> tuple[int, tuple[str, ...]]:
    """Return how many dealer hands qualify, with the arithmetic in lines."""
    ranking = rules.ranking
    total = comb(len(rules.deck), 3)
    below = ranking.strengths[: rules.qualifies]
    failing = sum(strength.count for strength in below)
    if not below:
        return total, (f"The dealer qualifies with any of the {total:,} hands.",)
    lines = []
    for category in reversed(ranking.order):
        found = [strength for strength in below if strength.category is category]
        if not found:
            continue
        hands = sum(strength.count for strength in found)
        each = found[0].count
        counted = f"{hands:,} hands"
        if all(strength.count == each for strength in found):
            kinds = f"{_ranks_below(rules, category, len(found))}{len(found)} kinds"
            counted = f"{kinds} × {each} hands = {hands:,}"
        lines.append(f"{category.value}, below {rules.file.dealer.qualifies}: {counted}")
    lines.append(f"{total:,} − {failing:,} = {total - failing:,} of {total:,} dealer hands qualify.")
    return total - failing, tuple(lines)


def _ranks_below(rules: Rules, category: Category, kinds: int) -> str:
    """Return how the kinds of high card below a rank come about: sets of lower ranks that are no run."""
    ranking = rules.ranking
    threshold = ranking.strengths[rules.qualifies]
    lower = threshold.ranks[0]
    whole = (
        threshold.category is Category.HIGH_CARD and ranking.strengths[rules.qualifies - 1].ranks[0] != lower
    )
    runs = sum(1 for run in ranking.sequences if max(run) < lower)
    if category is not Category.HIGH_CARD or not whole or comb(lower, 3) - runs != kinds:
        return ""
    return f"C({lower}, 3) = {comb(lower, 3)} sets of three ranks, less {runs} runs, are "


def five_card_derivations(deck: Deck) -> dict[str, tuple[int, str]]:
    """Return for each five-card category above a pair its count and arithmetic, high to low.

    For a deck of single cards whose highest rank is an ace that also ends the lowest run; for several decks
    and with jokers nothing.
    """
    if not deck.single:
        return {}
    ranks, suits = len(deck.ranks), len(deck.suits)
    runs = ranks - 3
    straight_flushes = (runs - 1) * suits
    flushes = comb(ranks, 5) * suits - runs * suits
    straights = runs * (suits**5 - suits)
    found = {
        "royal flush": (suits, f"{suits} suits"),
        "straight flush": (straight_flushes, f"{runs - 1} other runs of five × {suits} suits"),
        "four of a kind": (
            ranks * comb(suits, 4) * (ranks - 1) * suits,
            f"{ranks} ranks × C({suits}, 4), each with {(ranks - 1) * suits} fifth cards",
        ),
        "full house": (
            ranks * comb(suits, 3) * (ranks - 1) * comb(suits, 2),
            f"{ranks} ranks × C({suits}, 3) × {ranks - 1} ranks × C({suits}, 2)",
        ),
        "flush": (flushes, f"C({ranks}, 5) × {suits} suits − {runs * suits} in sequence"),
        "straight": (straights, f"{runs} runs × ({suits}⁵ − {suits})"),
    }
    return {name: (count, f"{words} = {count:,}") for name, (count, words) in found.items()}
