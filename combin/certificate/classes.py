"""Which situations are alike, found by looking at every one: the witnesses of a certificate."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import permutations
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from combin.cards.cards import Card
from combin.proof.brute import may_play
from combin.proof.deals import sets_face_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.aliases import Integers
    from combin.proof.brute import BruteForce
    from combin.proof.deals import Deals
    from combin.proof.hands import Hands


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of all situations: of the player's hands, with what is seen of the dealer's if anything is.

    `texts` say for each the hand that stands for it, and what is seen. `weight` is how many situations it
    has; `hand` and `seen` are one of them, as in `Deals.situations`, `cases` its counts as in `Deals.cases`.
    `hands` are one of each class of hands of which the same is true whatever is seen, and `hand_weights` how
    many such a class has.
    """

    texts: list[list[str]]
    weight: Integers
    hand: Integers
    seen: Integers
    cases: Integers
    hands: Integers
    hand_weights: Integers


def classes_of(deals: Deals, games: Sequence[BruteForce], *, split: bool) -> Classes:
    """Return the classes in the order of witnesses: of what is seen, then weakest hand first.

    With `split` hands of one suit are a class for each suit, as pay tables that name a suit need it. Where
    several cards are seen, or less than a rank, all situations with the same counts, values and decisions in
    all `games` are a class.

    Raises:
        ArithmeticError: two situations of a class meet other dealer hands.
    """
    hands, deck = deals.hands, deals.hands.deck
    standing = _standing(hands, split=split)
    order = _one_number(standing.order)
    kinds, first_hand, of_hand = np.unique(order, return_index=True, return_inverse=True)
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

    alone = first_hand, np.bincount(of_hand.reshape(-1), hands.weight).astype(np.int64)
    if deals.rules.file.deal.tells == "colour":  # to which hands differ that do so by suits alone
        alone = np.arange(len(hands)), hands.weight
    if deals.rules.sights is not None:
        return _alike(deals, games, texts, of_hand.reshape(-1), alone)
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
        elif tells:
            text.append(str(deck.ranks[column]) if isinstance(tells, str) else tells[column])
    return Classes(told, weight, hand, seen, cases[first], *alone)


def _alike(
    deals: Deals,
    games: Sequence[BruteForce],
    texts: Sequence[str],
    of_hand: Integers,
    alone: tuple[Integers, Integers],
) -> Classes:
    """Return the classes of situations in which all that is told of them is the same.

    `of_hand` is the place of each hand among the `texts` that stand for them, weakest first.

    Raises:
        ArithmeticError: two situations that are not the same had one key.
    """
    columns = defaultdict[tuple[tuple[int, ...], str], list[int]](list)
    for column, told in enumerate(_told(deals, texts, of_hand)):
        columns[told].append(column)
    rules, found = deals.rules, []
    may = [may_play(deals, choice).astype(np.int64) for choice in rules.multiples]
    for order, text in sorted(columns):
        some = columns[order, text]
        hand, place = np.nonzero(deals.situations[:, some])
        seen = np.array(some)[place]
        stated = [*deals.cases[hand, seen].T, *(game.decisions[hand, seen] for game in games)]
        of_hands = [*may, *(game.base.lines_of for game in games)]
        first, weight = _together(
            [*stated, *(one[hand] for one in of_hands)], of_hand[hand], deals.hands.weight[hand]
        )
        # Other lines may pay the same, so that the values tell which of these are alike.
        hand, seen, stated = hand[first], seen[first], [one[first] for one in stated]
        values = [one for game in games for one in game.values[hand, seen].T]
        first, weight = _together([*stated, *values, *(one[hand] for one in may)], of_hand[hand], weight)
        rows = np.lexsort([one[first] for one in (*stated[::-1], of_hand[hand])])
        found.append((hand[first][rows], seen[first][rows], weight[rows], [text] * len(rows)))
    hand, seen, weight = (np.concatenate([part[place] for part in found]) for place in range(3))
    seen_as = [text for *_, some in found for text in some]
    stand = [[texts[one], text] for one, text in zip(of_hand[hand].tolist(), seen_as, strict=True)]
    return Classes(stand, weight, hand, seen, deals.cases[hand, seen], *alone)


def _together(said: Sequence[Integers], hands: Integers, weights: Integers) -> tuple[Integers, Integers]:
    """Return the weakest of the hands of which the same is said, and what all these weigh together.

    One number stands for all that is said, so that sorting is quick; then all is compared.

    Raises:
        ArithmeticError: of two hands with one number not the same is said.
    """
    key, factors = np.zeros(len(hands), np.int64), np.random.default_rng(0)
    for one, times in zip(said, factors.integers(1, 1 << 62, len(said)).tolist(), strict=True):
        numbers = np.unique(one, return_inverse=True)[1].reshape(-1) if one.dtype == object else one
        key += times * numbers.astype(np.int64)
    order = np.lexsort((hands, key))
    begins = np.flatnonzero(np.diff(key[order], prepend=key[order[0]] + 1))
    first, size = order[begins], np.diff([*begins, len(key)])
    if not all((one[order] == np.repeat(one[first], size)).all() for one in said):
        raise ArithmeticError("two different situations have one number")
    return first, np.add.reduceat(weights[order], begins)


def _told(deals: Deals, texts: Sequence[str], of_hand: Integers) -> list[tuple[tuple[int, ...], str]]:
    """Return what is told of the dealer's cards in each column: a place in order, and in words."""
    rules, deck = deals.rules, deals.rules.deck
    tells, number = rules.file.deal.tells or "card", rules.file.deal.face_up
    first = np.unique(deals.seen_of, return_index=True)[1].tolist()
    if number == 3 and tells == "card":
        weakest: dict[int, int] = {}
        for strength, place in zip(deals.hands.strength.tolist(), of_hand.tolist(), strict=True):
            weakest[strength] = min(place, weakest.get(strength, place))
        strengths = deals.hands.strength[first].tolist()
        return [((strength,), texts[weakest[strength]]) for strength in strengths]
    colours = list(dict.fromkeys(suit.colour for suit in deck.suits))
    found = []
    for cards in (map(deck.cards.__getitem__, cards) for cards in sets_face_up(rules)[first].tolist()):
        held = list(cards)
        if tells == "card":
            ranks = sorted((deck.ranks.index(card.rank) for card in held), reverse=True)
            apart = held[0].suit != held[1].suit
            suits = deck.suits[0], deck.suits[1 if apart else 0]
            text = " ".join(
                str(Card(deck.ranks[rank], suit)) for rank, suit in zip(ranks, suits, strict=True)
            )
            found.append(((*ranks, int(apart)), text))
            continue
        match tells:
            case "rank":
                names = [str(rank) for rank in deck.ranks]
                marks = [deck.ranks.index(card.rank) for card in held]
            case "suit":
                names = [suit.name for suit in deck.suits]
                marks = [deck.suits.index(card.suit) for card in held]
            case "colour":
                names = colours
                marks = [colours.index(card.suit.colour) for card in held]
            case _:
                names = list(tells)
                groups = [list(map(deck.rank, text.split())) for text in tells]
                marks = [[card.rank in group for group in groups].index(True) for card in held]
        marks.sort(reverse=True)
        found.append((tuple(marks), ", ".join(names[mark] for mark in marks)))
    return found


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


def _one_number(columns: Integers) -> Integers:
    """Return a number for each row (rows x columns) that has the order of the rows, and is sorted sooner."""
    low = columns.min(axis=0)
    size = columns.max(axis=0) - low + 1
    if prod(size.tolist()) >= 1 << 63:
        raise ArithmeticError("too many different rows for one number")
    number = np.zeros(len(columns), np.int64)
    for column, least, times in zip(columns.T, low, size, strict=True):
        number = number * times + (column - least)
    return number


def _suits_seen(hands: Hands, standing: _Standing) -> Integers:
    """Return what stands for each suit of a card beside each hand: the same suit, or the first other one."""
    rows, suits = np.arange(len(hands))[:, None], len(hands.deck.suits)
    free = np.ones((len(hands), suits), np.bool_)
    free[rows, standing.suits] = False
    seen = np.repeat(np.argmax(free, axis=1)[:, None], suits, axis=1)
    seen[rows, standing.held] = standing.suits
    return seen
