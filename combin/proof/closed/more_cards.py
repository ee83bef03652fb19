"""The best five of six or seven cards: formulas from the patterns of ranks, and from suits of five cards."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod
from typing import TYPE_CHECKING

import sympy as sp

from combin.cards.five_cards import FiveCardCategory
from combin.proof.closed.counts import (
    ACE,
    FIVES,
    RANKS,
    SEVENS,
    SIXES,
    SUITS,
    Count,
    Expression,
    Product,
    choose,
    polynomial,
    product,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


n, s = RANKS, SUITS
Pattern = tuple[int, ...]
"""How often each rank of a hand is there, most often first: (2, 1, 1, 1) is a pair among five cards."""
_SIZES = (5, 6, 7)
_SEQUENCES = {5: FIVES, 6: SIXES, 7: SEVENS}
_WORDS = {1: "once", 2: "twice", 3: "three times", 4: "four times", 5: "five times"}


def best_five_counts(cards: int) -> dict[FiveCardCategory, Count]:
    """Return the formula of each category for hands judged by their best five cards, high to low.

    Args:
        cards: 5, 6 or 7.

    Fewer than five ranks in a hand leave no room for straights and flushes, so the pattern of ranks decides.
    With five or more of them, of up to nine cards, only one suit can have five: hands are counted by what
    that suit holds, and the others by their ranks, with the suits that make no flush.

    >>> six = best_five_counts(6)
    >>> print(six[FiveCardCategory.ROYAL_FLUSH].text)
    a * s * (n*s - 5)
    >>> six[FiveCardCategory.FLUSH].value({RANKS: 13, SUITS: 4, FIVES: 10, SIXES: 71})
    205792

    The slow equivalent asks `combin.cards.five_cards.best_five` for every hand.

    Raises:
        ValueError: another number of cards.
    """
    if cards not in _SIZES:
        msg = f"formulas for the best five of {cards} cards"
        raise ValueError(msg)
    found: dict[FiveCardCategory, list[Product]] = {category: [] for category in FiveCardCategory}
    for pattern in _patterns(cards):
        of_ranks = found[_by_ranks(pattern)]
        if len(pattern) < 5:
            suits = sp.prod([choose(s, times) for times in pattern])
            of_ranks.append(
                product((_ranks(pattern), f"ranks: {_in_words(pattern)}"), (suits, "their suits"))
            )
            continue
        ranks, places = len(pattern), _arrangements(pattern)
        with_sequence = _SEQUENCES[ranks]
        repeated = [(places, "which of them are repeated")] if places > 1 else []
        suits = (_no_flush(pattern), "suits without a flush")
        without = (choose(n, ranks) - with_sequence, f"{ranks} ranks without a sequence of five")
        of_ranks.append(product(without, *repeated, suits))
        within = (with_sequence, f"{ranks} ranks with a sequence of five")
        found[FiveCardCategory.STRAIGHT].append(product(within, *repeated, suits))
    _add_flushes(found, cards)
    return {category: Count(tuple(cases)) for category, cases in found.items()}


def _patterns(cards: int, most: int | None = None) -> Iterator[Pattern]:
    """Yield every way to write a number of cards as a sum, the parts not rising."""
    if not cards:
        yield ()
    for part in range(min(cards, most or cards), 0, -1):
        for rest in _patterns(cards - part, part):
            yield (part, *rest)


def _by_ranks(pattern: Pattern) -> FiveCardCategory:
    """Return the best category that the ranks alone give."""
    first, second = (*pattern, 0)[:2]
    if first >= 5:
        return FiveCardCategory.FIVE_OF_A_KIND
    if first == 4:
        return FiveCardCategory.FOUR_OF_A_KIND
    if first == 3:
        return FiveCardCategory.FULL_HOUSE if second >= 2 else FiveCardCategory.THREE_OF_A_KIND
    if first == 2:
        return FiveCardCategory.TWO_PAIR if second == 2 else FiveCardCategory.PAIR
    return FiveCardCategory.HIGH_CARD


def _ranks(pattern: Pattern) -> Expression:
    """Return in how many ways the ranks of a pattern are chosen."""
    left, ways = n, sp.Integer(1)
    for times in Counter(pattern).values():
        ways *= choose(left, times)
        left -= times
    return ways


def _in_words(pattern: Pattern) -> str:
    return ", ".join(
        f"{number} {_WORDS.get(times, f'{times} times')}" for times, number in Counter(pattern).items()
    )


def _arrangements(pattern: Pattern) -> int:
    """Return in how many ways the repetitions of a pattern fall on its ranks."""
    return factorial(len(pattern)) // prod(map(factorial, Counter(pattern).values()))


def _no_flush(pattern: Pattern) -> Expression:
    """Return in how many ways the suits of given ranks leave each suit with fewer than five of them.

    Of a rank that is there m times, C(s - 1, m - 1) choices of suits hold a given one and C(s - 1, m) do not.
    """
    holding = sp.Symbol("holding")
    by_number = sp.Poly(
        sp.prod([choose(s - 1, m - 1) * holding + choose(s - 1, m) for m in pattern]), holding
    )
    flush = sum(by_number.coeff_monomial(holding**number) for number in range(5, len(pattern) + 1))
    return sp.prod([choose(s, m) for m in pattern]) - polynomial(s * flush)


def _add_flushes(counts: dict[FiveCardCategory, list[Product]], cards: int) -> None:
    """Add the hands with five or more cards of one suit, by how many those are."""
    for number in range(5, cards + 1):
        with_sequence = _SEQUENCES[number]
        suit, others = (s, "the suit"), (choose(n * (s - 1), cards - number), "cards of other suits")
        within = (with_sequence, f"{number} ranks of it with a sequence of five")
        without = (choose(n, number) - with_sequence, f"{number} ranks of it without a sequence")
        counts[FiveCardCategory.STRAIGHT_FLUSH].append(product(within, suit, others))
        counts[FiveCardCategory.FLUSH].append(product(without, suit, others))
    royal = (
        (ACE, "the highest five ranks, if an ace ends them"),
        (s, "the suit"),
        (choose(n * s - 5, cards - 5), "other cards"),
    )
    counts[FiveCardCategory.ROYAL_FLUSH].append(product(*royal))
    counts[FiveCardCategory.STRAIGHT_FLUSH].append(product(*royal, sign=-1))
