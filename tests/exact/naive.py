"""The plain way to count a small game: every player hand against every dealer hand, card by card.

It shares no code with the engine past the cards and the rule file's numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations

from combin.cards.cards import Card, Deck
from combin.cards.suit_classes import HandClass
from combin.exact.strategy import Strategy
from combin.rules.resolved import Rules

Hand = frozenset[Card]


@dataclass(frozen=True)
class Described:
    """A hand as a dealer calls it: its category, its ranks from the highest, and its suit if it has one."""

    category: str
    symbols: str
    suit: str


def described(hand: Iterable[Card], deck: Deck) -> Described:
    """Return what a hand is, the ace also counting below the deck's lowest rank in a straight."""
    cards = sorted(hand, key=lambda card: deck.ranks.index(card.rank), reverse=True)
    places = [deck.ranks.index(card.rank) for card in cards]
    suits = {card.suit.symbol for card in cards}
    different = len(set(places))
    low_ace = cards[0].rank.symbol == "A" and places[1:] == [1, 0]
    run = different == 3 and (places[0] - places[2] == 2 or low_ace)
    flush = len(suits) == 1
    category = {1: "three of a kind", 2: "pair"}.get(different) or (
        ("straight flush" if flush else "straight") if run else ("flush" if flush else "high card")
    )
    return Described(category, "".join(card.rank.symbol for card in cards), suits.pop() if flush else "")


def hands_of(deck: Deck) -> Iterator[Hand]:
    """Yield all three-card hands of a deck."""
    return map(frozenset, combinations(deck.cards, 3))


@dataclass(frozen=True)
class NaiveGame:
    """A game counted by brute force.

    `qualifies` is the lowest rank of a high card hand that opens for the dealer, "" if every hand does;
    `bonus` says what a hand gets beside, in units of the base wager.
    """

    rules: Rules
    qualifies: str
    bonus: Callable[[Described], Fraction]

    @cached_property
    def key(self) -> dict[Hand, tuple[int, ...]]:
        """What hands are compared by."""
        deck, order = self.rules.deck, [category.value for category in self.rules.ranking.order]
        keys = {}
        for hand in hands_of(deck):
            one = described(hand, deck)
            places = [deck.ranks.index(deck.rank(symbol)) for symbol in one.symbols]
            if one.category == "pair":
                places.sort(key=lambda place, all_of=tuple(places): (-all_of.count(place), -place))  # type: ignore[misc]
            if "straight" in one.category:
                places = [1 if places[0] - places[2] > 2 else places[0]]
            keys[hand] = (-order.index(one.category), *places)
        return keys

    @cached_property
    def cases(self) -> dict[Hand, tuple[int, int, int, int]]:
        """For each player hand the dealer hands that fail, lose to it, tie with it and beat it."""
        deck = self.rules.deck
        dealers = []
        for hand, key in self.key.items():
            one = described(hand, deck)
            opens = (
                not self.qualifies
                or one.category != "high card"
                or deck.ranks.index(deck.rank(one.symbols[0])) >= deck.ranks.index(deck.rank(self.qualifies))
            )
            dealers.append((hand, key, opens))
        found = {}
        for player, own in self.key.items():
            fail = win = tie = lose = 0
            for dealer, theirs, opens in dealers:
                if player.isdisjoint(dealer):
                    fail += not opens
                    win += opens and own > theirs
                    tie += opens and own == theirs
                    lose += opens and own < theirs
            found[player] = (fail, win, tie, lose)
        return found

    @cached_property
    def bonuses(self) -> dict[Hand, Fraction]:
        """What each hand gets beside, if it is played."""
        return {hand: self.bonus(described(hand, self.rules.deck)) for hand in self.key}

    @cached_property
    def _members(self) -> dict[tuple[int, ...], frozenset[Hand]]:
        return {}

    def members(self, hand_class: HandClass) -> frozenset[Hand]:
        """Return the hands of a class: all that a permutation of the suits makes of its representative."""
        deck = self.rules.deck
        cards = [deck.cards[index] for index in hand_class.cards]
        if hand_class.suit is not None:
            return frozenset({frozenset(cards)})
        if hand_class.cards not in self._members:
            self._members[hand_class.cards] = frozenset(
                frozenset(Card(card.rank, suits[deck.suits.index(card.suit)]) for card in cards)
                for suits in permutations(deck.suits)
            )
        return self._members[hand_class.cards]

    def net(self, hand: Hand, multiple: int, case: int) -> Fraction:
        """Return what one deal nets: case 0 no qualify, 1 win, 2 tie, 3 lose; the multiple 0 is a fold."""
        if multiple == 0:
            return Fraction(-1)
        base = self.rules.bets[self.rules.base]
        play = self.rules.bets[self.rules.play]
        on_base = base.outcomes[self.rules.cases[case]].pays
        on_play = play.outcomes[self.rules.cases[case]].pays
        return on_base + multiple * on_play + self.bonuses[hand]

    def outcomes(self, strategy: Strategy) -> dict[Fraction, int]:
        """Return how many deals net what under a strategy."""
        counts: Counter[Fraction] = Counter()
        for situation, decision in strategy:
            for hand in self.members(situation.hand):
                for case, count in enumerate(self.cases[hand]):
                    counts[self.net(hand, decision, case)] += count
        return {net: count for net, count in counts.items() if count}
