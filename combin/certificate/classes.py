"""Which situations differ only by suits, found by looking at every one: the witnesses of a certificate."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from combin.aliases import Integers
    from combin.proof.deals import Deals
    from combin.proof.hands import Hands


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of all situations: of the player's hands, with what is seen of the dealer's if anything is.

    `texts` say for each the hand that stands for it, and what is seen. `weight` is how many situations it
    has; `hand` and `seen` are one of them, as in `Deals.situations`, `cases` its counts as in `Deals.cases`.
    """

    texts: list[list[str]]
    weight: Integers
    hand: Integers
    seen: Integers
    cases: Integers


def classes_of(deals: Deals, *, split: bool) -> Classes:
    """Return the classes in the order of witnesses: of what is seen, then weakest hand first.

    With `split` hands of one suit are a class for each suit, as pay tables that name a suit need it.

    Raises:
        ArithmeticError: two situations of a class meet other dealer hands.
    """
    hands, deck = deals.hands, deals.hands.deck
    standing = _standing(hands, split=split)
    kinds, first_hand, of_hand = np.unique(standing.order, axis=0, return_index=True, return_inverse=True)
    kinds_of_cards = list(zip(deck.rank_of, deck.suit_of, strict=True))
    names = dict(zip(kinds_of_cards, map(str, deck.cards), strict=True))
    joker = len(deck.ranks), len(deck.suits)
    wild = [str(card) for card, kind in zip(deck.cards, kinds_of_cards, strict=True) if kind == joker]
    places = zip(standing.ranks[first_hand].tolist(), standing.suits[first_hand].tolist(), strict=True)
    texts = []
    for place in places:  # the first cards that are wild stand for any
        left = iter(wild)
        texts.append(
            " ".join(next(left) if card == joker else names[card] for card in zip(*place, strict=True))
        )

    columns, suits = deals.situations.shape[1], len(deck.suits)
    whole_card = bool(deals.rules.file.deal.face_up) and not deals.rules.sees
    rank_or_group = np.array(deck.rank_of) if whole_card else np.arange(columns)
    suit = _suits_seen(hands, standing)[:, deck.suit_of] if whole_card else np.zeros((1, columns), np.int64)
    key = (rank_or_group * len(kinds) + of_hand.reshape(-1, 1)) * suits + suit

    occur = deals.situations > 0
    _, first, class_of = np.unique(key[occur], return_index=True, return_inverse=True)
    every = np.repeat(hands.weight[:, None], columns, axis=1)[occur]
    weight = np.bincount(class_of.reshape(-1), every).astype(np.int64)  # whole numbers, far below 2^53
    cases = deals.cases[occur]
    if not (cases == cases[first][class_of]).all():
        raise ArithmeticError("hands that differ by suits alone meet other dealer hands")
    hand, seen = (place[first] for place in np.nonzero(occur))
    tells = deals.rules.file.deal.tells
    told = [[texts[one]] for one in of_hand.reshape(-1)[hand].tolist()]
    for text, one, column in zip(told, hand.tolist(), seen.tolist(), strict=True):
        if whole_card:
            text.append(names[deck.rank_of[column], int(suit[one, column])])
        elif isinstance(tells, tuple) and tells:
            text.append(tells[column])
    return Classes(told, weight, hand, seen, cases[first])


class _Standing(NamedTuple):
    """For each hand the cards that stand for its class: `ranks` and `suits` (hands x 3) in deciding order.

    `held` (hands x 3) are the suits of its own cards in the same order, `order` (hands x 8) what the classes
    are ordered by: strength, ranks from the lowest with jokers highest, how many suits are shown, which.
    """

    ranks: Integers
    suits: Integers
    held: Integers
    order: Integers


def _standing(hands: Hands, *, split: bool) -> _Standing:
    """Return what stands for each hand: the first suits of the deck, as its cards show one after the other.

    The cards are in the order in which their ranks decide, a joker where the card does that it is taken for;
    of several such orders in the one whose suits come first.
    """
    rank_of, suit_of = np.array(hands.deck.rank_of), np.array(hands.deck.suit_of)
    joker = len(hands.deck.ranks)
    best = np.full(len(hands), 4**3)
    cards, first_of_suit = hands.cards.copy(), np.zeros_like(hands.cards)
    for order in permutations(range(3)):
        held = hands.cards[:, order]
        ranks, suits = rank_of[held], suit_of[held]
        fits = ((ranks == hands.ranks) | (ranks == joker)).all(axis=1)
        like = np.where(ranks == joker, 3, np.argmax(suits[:, :, None] == suits[:, None, :], axis=2))
        code = like @ np.array([16, 4, 1])
        better = fits & (code < best)
        best[better], cards[better], first_of_suit[better] = code[better], held[better], like[better]

    ranks, held = rank_of[cards], suit_of[cards]
    number = np.cumsum(first_of_suit == np.arange(3), axis=1) - 1
    numbered = np.take_along_axis(number, np.minimum(first_of_suit, 2), axis=1)
    own = np.where(split & (hands.suit >= 0), hands.suit, 0)[:, None]
    suits = np.where(ranks == joker, held, numbered + own)
    shown = number[:, -1:] + 1
    order_of = [hands.strength[:, None], np.sort(ranks, axis=1), -shown, suits]
    return _Standing(ranks, suits, held, np.concatenate(order_of, axis=1))


def _suits_seen(hands: Hands, standing: _Standing) -> Integers:
    """Return what stands for each suit of a card beside each hand: the same suit, or the first other one."""
    rows, suits = np.arange(len(hands))[:, None], len(hands.deck.suits)
    free = np.ones((len(hands), suits), np.bool_)
    free[rows, standing.suits] = False
    seen = np.repeat(np.argmax(free, axis=1)[:, None], suits, axis=1)
    seen[rows, standing.held] = standing.suits
    return seen
