"""The player's hands in classes that no wager tells apart, with what he decides."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.suit_classes import by_suit, hand_classes, hands_alike

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from combin.cards.cards import Deck, Suit
    from combin.cards.suit_classes import HandClass
    from combin.exact.joint_features import Places
    from combin.exact.matchups import Matchups, Seen
    from combin.rules.resolved import Rules
    from combin.rules.sights import Sights


@dataclass(frozen=True, slots=True)
class PlayerClass:
    """Hands of the player that no wager tells apart, as a class or a part of one.

    `index` is the first situation of the base game with them, and `decision` the number of what is done with
    them, such as its place among the decisions of the game; where that depends on the dealer's card, for each
    card of the deck, and where on a sight of the dealer's hand, for each sight (`Rules.sights`).
    """

    one: HandClass
    index: int = 0
    decision: Places = 1


def held_hands(
    rules: Rules,
    decided: tuple[Matchups, Sequence[int]] | None,
    *,
    apart: Callable[[HandClass], bool],
    colours_apart: bool,
    named: Collection[Suit],
) -> Iterator[PlayerClass]:
    """Yield the player's hands in classes that no wager tells apart.

    Args:
        rules: the game.
        decided: the situations of the base game with a number for what is done in each; None if there is
            nothing to decide.
        apart: tells whether it matters of a class of one suit which suit it is.
        colours_apart: whether it matters which cards are of one colour.
        named: the suits of the dealer's hands that are told apart from others.
    """
    told = _Told(rules.deck, rules.sights, colours_apart, frozenset(named))
    whole = map(PlayerClass, hand_classes(rules.ranking)) if decided is None else _decided(rules, *decided)
    for held in whole:
        for part in by_suit(held.one, rules.ranking) if apart(held.one) else (held.one,):
            for one in told.parts(part):
                yield replace(moved(held, one.cards, rules), one=one)


def _decided(rules: Rules, situations: Matchups, numbers: Sequence[int]) -> Iterator[PlayerClass]:
    """Yield the suit classes of a base game with what is decided."""
    if rules.sights is not None:
        yield from _decided_by_sight(rules.sights, situations, numbers)
        return
    rows: list[list[int]] = [[] for _ in situations.classes]
    for index, number in enumerate(situations.numbers):
        rows[number].append(index)
    for one, indexes in zip(situations.classes, rows, strict=True):
        decided = [numbers[index] for index in indexes]
        if len(set(decided)) == 1:
            yield PlayerClass(one, indexes[0], decided[0])
        else:
            seen = [(situations[index].seen, place) for index, place in zip(indexes, decided, strict=True)]
            yield PlayerClass(one, indexes[0], _by_card(one.cards, seen, rules.deck))


def _by_card(hand: tuple[int, ...], seen: Sequence[tuple[Seen | None, int]], deck: Deck) -> Places:
    """Return what is decided against each card of the deck; one of the hand itself is never seen."""
    suits = len(deck.suits)
    own = {card % suits for card in hand}
    found = np.full((len(deck.ranks), suits), seen[0][1])
    others = [suit for suit in range(suits) if suit not in own]
    for one, place in seen:
        # A card of a suit that the hand does not show stands for those of all such suits.
        suit = None if one is None or one.card is None else one.card % suits
        alike = list(range(suits)) if suit is None else [suit] if suit in own else others
        for rank in () if one is None else one.ranks:
            found[rank, alike] = place
    return found.reshape(-1)


def _decided_by_sight(sights: Sights, situations: Matchups, numbers: Sequence[int]) -> Iterator[PlayerClass]:
    """Yield the same where it is decided by sights, of which some cannot be beside a hand."""
    from combin.exact.observed import Sighted, observed

    places, classes = situations.arrays.decisions(numbers), situations.arrays.numbers
    order, sight = np.argsort(classes, kind="stable"), observed(situations, Sighted).sight
    ends = np.bincount(classes, minlength=len(situations.classes)).cumsum()
    for one, indexes in zip(situations.classes, np.split(order, ends[:-1]), strict=True):
        decided, first = places[indexes], int(indexes[0])
        if (decided == decided[0]).all():
            yield PlayerClass(one, first, int(decided[0]))
        else:
            by_sight = np.full(sights.number, decided[0])
            by_sight[sight[indexes]] = decided
            yield PlayerClass(one, first, by_sight)


def moved(held: PlayerClass, cards: tuple[int, ...], rules: Rules) -> PlayerClass:
    """Return a hand with other suits, and what is decided for it; its cards stand in the same order."""
    one = replace(held.one, cards=cards)
    if isinstance(held.decision, int) or cards == held.one.cards:
        return replace(held, one=one)
    # A decision depends on what the dealer's suit is to the hand. So its columns move as the hand's suits
    # did; of the suits that the hand does not show it does not matter which comes where.
    deck, sights = rules.deck, rules.sights
    if sights is not None:
        suit_of = deck.suit_of
        shown = [
            (suit_of[before], suit_of[after])
            for before, after in zip(held.one.cards, cards, strict=True)
            if suit_of[before] < len(deck.suits)
        ]
        swap = next(one for one in sights.swaps if all(one[before] == after for before, after in shown))
        moved_sights = np.empty_like(held.decision)
        moved_sights[sights.moved(swap)] = held.decision
        return replace(held, one=one, decision=moved_sights)
    suits = range(len(deck.suits))
    pairs = zip(held.one.cards, cards, strict=True)
    to = {before % len(suits): after % len(suits) for before, after in pairs}
    left = [suit for suit in suits if suit not in to.values()]
    to |= dict(zip((suit for suit in suits if suit not in to), left, strict=True))
    by_suit_now = held.decision.reshape(-1, len(suits))[:, sorted(suits, key=to.__getitem__)]
    return replace(held, one=one, decision=by_suit_now.reshape(-1))


@dataclass(frozen=True)
class _Told:
    """What is told apart of suits: their `colours`, and which of those that are `named` they are."""

    deck: Deck
    sights: Sights | None
    colours: bool
    named: frozenset[Suit]

    def parts(self, hand_class: HandClass) -> list[HandClass]:
        """Return a class in parts of hands that differ only by suits which nothing tells apart."""
        if not (self.colours or self.named) or (hand_class.suit is not None and len(self.deck.suits) > 1):
            return [hand_class]  # a class of one suit by itself
        if not self.deck.regular or self.sights is not None:
            moves = None if self.sights is None else self.sights.swaps
            return list(hands_alike(hand_class, self.deck, moves))
        rank_of, suit_of = self.deck.rank_of, self.deck.suit_of
        ranks = [rank_of[card] for card in hand_class.cards]
        found = _ways(self, tuple(map(ranks.index, ranks)), tuple(suit_of[card] for card in hand_class.cards))
        total = sum(ways for _, ways in found)
        parts = []
        for suits, ways in found:
            first, second, third = (
                card + (suit - suit_of[card]) * self.deck.copies
                for card, suit in zip(hand_class.cards, suits, strict=True)
            )
            parts.append(
                replace(hand_class, weight=hand_class.weight * ways // total, cards=(first, second, third))
            )
        return parts

    def pattern(self, suits: Sequence[int]) -> tuple[tuple[object, ...], ...]:
        """Return what can be told of the suits of cards, the suits and colours numbered as they come.

        Two colours can change places if they have as many suits, none of which is named.
        """
        known: list[object] = []
        found: list[tuple[object, ...]] = []
        for suit in suits:
            if suit == len(self.deck.suits):
                found.append((-1,))
                continue
            own = self.deck.suits[suit]
            colour = own.colour if self.colours else ""
            alike = [one for one in self.deck.suits if one.colour == colour or not self.colours]
            marks = tuple(one.name for one in alike if one in self.named), own.name * (own in self.named)
            known += [one for one in (colour, suit) if one not in known]
            found.append((len(alike), *marks, known.index(colour), known.index(suit)))
        return tuple(found)


@cache
def _ways(told: _Told, ranks: tuple[int, ...], suits: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Return all suits that cards can get in the place of theirs, of those alike one with their number.

    Cards with the same number in `ranks` are of one rank, and can change places.
    """
    # All ways to give the hand's suits to others are gone through: each makes as many hands of the class, so
    # a pattern's part of the ways is its part of the class. Where cards of one rank can change places the
    # least of the patterns stands for all, so that the order in which equal cards are held tells nothing
    # apart.
    joker = len(told.deck.suits)
    own = list(dict.fromkeys(suit for suit in suits if suit != joker))
    first: dict[object, tuple[int, ...]] = {}
    ways: Counter[object] = Counter()
    orders = [order for order in permutations(range(3)) if [ranks[place] for place in order] == list(ranks)]
    for given in permutations(range(joker), len(own)):
        to = dict(zip(own, given, strict=True)) | {joker: joker}
        moved = tuple(to[suit] for suit in suits)
        pattern = min(told.pattern([moved[place] for place in order]) for order in orders)
        first.setdefault(pattern, moved)
        ways[pattern] += 1
    return [(first[pattern], number) for pattern, number in ways.items()]
