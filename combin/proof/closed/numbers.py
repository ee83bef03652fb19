"""The numbers of one deck that the formulas ask for: ranks, suits, and ranks in sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.cards.ranking import AceLow
from combin.proof.closed.counts import ACE, FIVES, RANKS, SEVENS, SIXES, SUITS, THREES, Expression
from combin.proof.closed.more_cards import sets_with_a_sequence

if TYPE_CHECKING:
    from combin.cards.cards import Deck


def ace_counts_low(deck: Deck, ace_low: AceLow = AceLow.LOWEST) -> bool:
    """Tell whether the ace is in sequence with the two lowest ranks as well as with the two highest."""
    return deck.ranks[-1].symbol == "A" and len(deck.ranks) > 3 and ace_low is not AceLow.NONE


def deck_numbers(deck: Deck, ace_low: AceLow = AceLow.LOWEST) -> dict[Expression, int]:
    """Return what the symbols of the formulas stand for.

    Args:
        deck: any deck.
        ace_low: whether A-2-3 is a sequence of three; 5-4-3-2-A is always one of five.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> {str(symbol): number for symbol, number in deck_numbers(STANDARD_DECK).items()}
    {'n': 13, 's': 4, 'r3': 12, 'r5': 10, 'r6': 71, 'r7': 217, 'a': 1}
    """
    ranks, ace = len(deck.ranks), deck.ranks[-1].symbol == "A"
    # Of five ranks, the ace with the four others is the highest sequence itself.
    fives = max(ranks - 4, 0) + (ace and ranks > 5)
    known = {RANKS: ranks, FIVES: fives}
    return {
        RANKS: ranks,
        SUITS: len(deck.suits),
        THREES: max(ranks - 2, 0) + ace_counts_low(deck, ace_low),
        FIVES: fives,
        SIXES: int(sets_with_a_sequence(6).subs(known).doit()) if fives else 0,
        SEVENS: int(sets_with_a_sequence(7).subs(known).doit()) if fives else 0,
        ACE: int(ace and ranks > 4),
    }


def sequence_formulas(deck: Deck, ace_low: AceLow = AceLow.LOWEST) -> dict[Expression, Expression]:
    """Return r3, r5, r6 and r7 as formulas in n and r5; they hold where the deck has ranks enough for any."""
    wheel = deck.ranks[-1].symbol == "A" and len(deck.ranks) > 5
    return {
        THREES: RANKS - 2 + int(ace_counts_low(deck, ace_low)),
        FIVES: RANKS - 4 + int(wheel),
        SIXES: sets_with_a_sequence(6),
        SEVENS: sets_with_a_sequence(7),
    }
