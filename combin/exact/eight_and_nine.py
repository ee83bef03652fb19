"""How many hands of eight or nine cards have their best five in each category, counted rank by rank."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from combin.cards.five_cards import FiveCardCategory

if TYPE_CHECKING:
    from combin.cards.cards import Deck


class _Hand(NamedTuple):
    """What is to be known of the cards of the ranks gone through so far.

    `most` and `second` are the largest numbers of cards of one rank, up to 5 and 2; `run` is how many ranks
    in a row up to the last one, `straight` whether there were five. Of one suit `flush` are the cards, up to
    5, and `own_run` and `own_straight` the same of them. `ace` and `own_ace` tell whether the highest rank,
    which is gone through first, is there.
    """

    cards: int = 0
    most: int = 0
    second: int = 0
    run: int = 0
    straight: bool = False
    flush: int = 0
    own_run: int = 0
    own_straight: bool = False
    ace: bool = False
    own_ace: bool = False


def counts_of_many(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    """Return how many hands of up to nine cards have their best five in each category, high to low.

    Of nine cards no two suits have five each. So the hands with a flush are those of each suit, and what is
    left of all hands, which are judged by ranks alone, has none. The slow equivalent is `best_five` of every
    hand.

    Args:
        deck: single cards, no joker.
        cards: 5 to 9.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> counts = counts_of_many(STANDARD_DECK, 8)
    >>> counts[FiveCardCategory.ROYAL_FLUSH], sum(counts.values())
    (64860, 752538150)
    """
    suits, found = len(deck.suits), Counter[FiveCardCategory]()
    for hand, number in _hands(deck, cards, own_suit=False).items():
        found[_by_ranks(hand)] += number
    for hand, number in _hands(deck, cards, own_suit=True).items():
        if hand.flush >= 5:
            found[_by_ranks(hand)] -= suits * number
            found[_with_flush(hand)] += suits * number
    return {category: found[category] for category in FiveCardCategory}


def _hands(deck: Deck, cards: int, *, own_suit: bool) -> Counter[_Hand]:
    """Return how many hands there are of each kind; with `own_suit`, the cards of one suit are told apart."""
    low_ace = deck.ranks[-1].symbol == "A" and len(deck.ranks) > 4
    others = len(deck.suits) - own_suit
    known = Counter({_Hand(): 1})
    for place in range(len(deck.ranks)):
        before, known = known, Counter[_Hand]()
        for hand, number in before.items():
            for own in range(1 + own_suit):
                for other in range(min(others, cards - hand.cards - own) + 1):
                    now = _with(hand, other, own, first=place == 0, low_ace=low_ace)
                    known[now] += number * comb(others, other)
    ended = Counter[_Hand]()
    for hand, number in known.items():
        if hand.cards == cards:
            ended[_ended(hand)] += number
    return ended


def _with(hand: _Hand, other: int, own: int, *, first: bool, low_ace: bool) -> _Hand:
    """Return a hand with so many cards of the next rank: the highest first, then from the lowest up."""
    times = other + own
    run = min(hand.run + 1, 5) if times else 0
    own_run = min(hand.own_run + 1, 5) if own else 0
    most, second, *_ = sorted((hand.most, hand.second, times), reverse=True)
    if first and not low_ace:  # it is high alone
        run = own_run = 0
    return _Hand(
        cards=hand.cards + times,
        most=min(most, 5),
        second=min(second, 2),
        run=run,
        straight=hand.straight or run == 5,
        flush=min(hand.flush + own, 5),
        own_run=own_run,
        own_straight=hand.own_straight or own_run == 5,
        ace=times > 0 if first else hand.ace,
        own_ace=own > 0 if first else hand.own_ace,
    )


def _ended(hand: _Hand) -> _Hand:
    """Return a hand with the highest rank also above the others; `own_run` is 5 then for a royal flush."""
    run = hand.run + 1 if hand.ace else 0
    own_run = hand.own_run + 1 if hand.own_ace else 0
    return hand._replace(
        run=0,
        straight=hand.straight or run >= 5,
        own_run=5 if own_run >= 5 else 0,
        own_straight=hand.own_straight or own_run >= 5,
        ace=False,
        own_ace=False,
    )


def _by_ranks(hand: _Hand) -> FiveCardCategory:
    """Return what the best five are by their ranks alone."""
    if hand.most >= 4:
        return FiveCardCategory.FIVE_OF_A_KIND if hand.most == 5 else FiveCardCategory.FOUR_OF_A_KIND
    if hand.most == 3 and hand.second == 2:
        return FiveCardCategory.FULL_HOUSE
    if hand.straight:
        return FiveCardCategory.STRAIGHT
    if hand.most == 3:
        return FiveCardCategory.THREE_OF_A_KIND
    if hand.most == 2:
        return FiveCardCategory.TWO_PAIR if hand.second == 2 else FiveCardCategory.PAIR
    return FiveCardCategory.HIGH_CARD


def _with_flush(hand: _Hand) -> FiveCardCategory:
    """Return what the best five of a hand with five cards of one suit are."""
    flush = FiveCardCategory.FLUSH
    if hand.own_straight:
        flush = FiveCardCategory.ROYAL_FLUSH if hand.own_run else FiveCardCategory.STRAIGHT_FLUSH
    order = list(FiveCardCategory)
    return min(flush, _by_ranks(hand), key=order.index)
