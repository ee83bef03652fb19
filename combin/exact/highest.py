"""The highest of several hands of three cards dealt from one deck: how many deals have none above a level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from combin.cards.cards import CardError
from combin.cards.suit_classes import hand_classes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from combin.aliases import Floats, Progress
    from combin.cards.ranking import Ranking

SEATS = (2, 3, 4)
"""How many hands can be counted together."""


def deals_below(
    ranking: Ranking, levels: Iterable[int], seats: int, progress: Progress | None = None
) -> dict[int, int]:
    """Return for some levels in how many deals of several hands all of these are below.

    Args:
        ranking: the order of hands of a single deck, with jokers or without.
        levels: the levels; one beyond the last has all deals.
        seats: how many hands are dealt, 2 to 4.
        progress: called again and again with the steps done and the number of all.

    Hands are counted by the cards that they share: of two sets of hands the disjoint pairs are what is left
    of all pairs by inclusion and exclusion over common cards, and so are disjoint threes. For four the first
    is gone through by its suit class. The slow equivalent deals all hands one by one.

    Raises:
        CardError: another number of hands, more than the deck has cards for, or several decks; or hands that
            beat some of those above them, of which none need be the highest.
    """
    deck = ranking.deck
    if seats not in SEATS:
        raise CardError(
            f"{seats} seats: the highest of 2 to 4 hands is counted; see Limits in docs/language.md"
        )
    if deck.copies > 1:
        raise CardError(f"{deck.copies} decks: the highest of several hands is counted for one deck")
    if ranking.upsets:
        raise CardError("the highest of several hands: some hands beat some of those above them")
    if len(deck) < 3 * seats:
        raise CardError(f"{seats} hands of 3 cards: the deck has only {len(deck)}")
    wanted = sorted(set(levels))
    classes = hand_classes(ranking)
    steps = sum(one.strength.level < level for level in wanted for one in classes) if seats == 4 else 1
    found, done = {}, 0
    for level in wanted:
        hands = _members(ranking, level)
        if seats < 4:
            found[level] = _disjoint_pairs(hands) if seats == 2 else _disjoint_threes(hands)
            continue
        count = 0
        for one in classes:
            if one.strength.level < level:
                rest = [card for card in range(len(deck)) if card not in one.cards]
                count += one.weight * _disjoint_threes(hands[np.ix_(rest, rest, rest)])
                done += 1
                if progress is not None:
                    progress(done, steps)
        found[level] = count
    return found


def _members(ranking: Ranking, level: int) -> Floats:
    """Return (cards x cards x cards) 1 for each three cards, in any order, that are a hand below a level."""
    cards = len(ranking.deck)
    found = np.zeros((cards, cards, cards))
    hands = np.array([hand for some in ranking.hands[:level] for hand in some], np.int64).reshape(-1, 3)
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        found[hands[:, a], hands[:, b], hands[:, c]] = 1
    return found


# Floats hold all these sums exactly: none is above 22,100 to the third power, which is less than 2^53.


def _disjoint_pairs(hands: Floats) -> int:
    """Return how many ordered pairs of hands share no card."""
    pair = hands.sum(axis=2)  # hands with two cards; each card, then each hand, is met more than once
    one = pair.sum(axis=1) / 2
    every = one.sum() / 3
    return int(every**2 - (one**2).sum() + (pair**2).sum() / 2 - every)


def _disjoint_threes(hands: Floats) -> int:
    """Return how many ordered threes of hands share no card, each two of them.

    A card lies in none or one of the hands if 1 - (pairs of them that have it) + 2 (if all three have it)
    is 1, and not 0. The product of this over all cards is a sum over cards in two hands or in three, of the
    numbers of hands that have these cards. Below, p q r cards are in the first two hands, in the outer two
    and in the last two, and t cards in all three.
    """
    pair = hands.sum(axis=2)
    one = pair.sum(axis=1) / 2
    every = one.sum() / 3
    met = np.tensordot(hands, hands, axes=((1, 2), (1, 2)))  # of two cards: how often two others fit both
    np.fill_diagonal(met, 0)
    none_in_three = (
        every**3
        - 3 * every * (one**2).sum()  # p = 1
        + 3 * every * (pair**2).sum() / 2  # p = 2
        - 3 * every * every  # p = 3
        + 3 * (one @ pair @ one)  # p = q = 1
        - 6 * ((hands * pair[:, :, None]).sum(axis=(0, 1)) / 2) @ one  # p = 2, q = 1
        - np.trace(pair @ pair @ pair)  # p = q = r = 1
        + 3 * (met * pair).sum() / 2  # p = 2, q = r = 1
    )
    one_in_three = 2 * (
        (one**3).sum()
        - 3 * ((pair**2).sum(axis=1) * one).sum()  # p = 1
        + 3 * (hands.sum(axis=(1, 2)) / 2 * one).sum()  # p = 2
        + 3 * np.einsum("abc,ab,ac->", hands, pair, pair, optimize=True)  # p = q = 1
        - np.einsum("aij,aji->", hands @ hands, hands)  # p = q = r = 1
    )
    more_in_three = (
        4 * ((pair**3).sum() / 2 - 3 * (pair**2).sum() / 2)  # t = 2, and with it p = 1
        + 8 * every  # t = 3
    )
    return int(none_in_three + one_in_three + more_in_three)
