"""What a hand meets: the player's cards, the dealer's and the jackpot's, and what comparing them comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from combin.cards.cards import Card, Suit
from combin.cards.five_cards import FiveCardCategory, FiveCardStrength, best_five
from combin.cards.ranking import Strength
from combin.rules.bets import Whose
from combin.rules.resolved import Rules
from combin.rules.wagers import Case, Compared

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801  written like `property`
    """A property that is worked out once: `functools.cached_property` without its lock, which takes time."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, instance: object, owner: type) -> T:
        """Return the value, which then stands in the instance."""
        value = instance.__dict__[self.function.__name__] = self.function(instance)
        return value


@dataclass(frozen=True)
class Showdown:
    """A player's hand, the dealer's and the jackpot cards; what decides nothing may be empty."""

    rules: Rules
    player: Sequence[Card]
    dealer: Sequence[Card]
    jackpot: Sequence[Card] = ()

    @lazy
    def strength(self) -> Strength:
        """How strong the player's hand is."""
        return self.rules.ranking.strength(self.player)

    @lazy
    def suits(self) -> frozenset[Suit]:
        """The suits that the player's hand shows."""
        return self.rules.deck.suits_shown(self.player)

    @lazy
    def dealer_suits(self) -> frozenset[Suit]:
        """The suits that the dealer's hand shows."""
        return self.rules.deck.suits_shown(self.dealer)

    @lazy
    def dealer_strength(self) -> Strength:
        """How strong the dealer's hand is."""
        return self.rules.ranking.strength(self.dealer)

    def cards(self, hand: Whose) -> tuple[Card, ...]:
        """Return all cards that make the hand of a pay table; empty where some of them are not known."""
        parts: tuple[Sequence[Card], ...] = {
            Whose.PLAYER: (self.player,),
            Whose.DEALER: (self.dealer,),
            Whose.PLAYER_AND_DEALER: (self.player, self.dealer),
            Whose.PLAYER_AND_JACKPOT: (self.player, self.jackpot),
        }[hand]
        return tuple(card for part in parts for card in part) if all(parts) else ()

    @lazy
    def _best(self) -> dict[Whose, FiveCardStrength]:
        return {}

    def best_five(self, hand: Whose) -> FiveCardStrength:
        """Return what the best five of the player's cards with others are."""
        if hand not in self._best:
            self._best[hand] = best_five(self.cards(hand), self.rules.deck)
        return self._best[hand]

    def best_category(self, hand: Whose) -> FiveCardCategory:
        """Return the category of the best five of the player's cards with others."""
        return self.best_five(hand).category

    def suit_of_five(self, hand: Whose) -> Suit | None:
        """Return the suit of which the player's cards with others hold five; None if there is none."""
        times = Counter(card.suit for card in self.cards(hand))
        return next((suit for suit, number in times.items() if number >= 5), None)

    @lazy
    def qualifies(self) -> bool:
        """Whether the dealer qualifies."""
        return self.dealer_strength.level >= self.rules.qualifies

    @lazy
    def result(self) -> Compared:
        """What comparing the hands comes to, seen by the player, whether or not the dealer qualifies."""
        higher = self.rules.ranking.compare(self.strength.level, self.dealer_strength.level)
        return (Compared.TIE, Compared.WIN, Compared.LOSE)[higher]

    @lazy
    def case(self) -> Case:
        """The result, and whether the dealer did not qualify."""
        return Case.of(self.result, qualified=self.qualifies)

    def words(self, reason: str) -> str:
        """Return a reason with the hands put in that it asks for; a folded one may not be known."""
        if "{player}" in reason:
            reason = reason.replace("{player}", self.rules.ranking.describe(self.strength))
        if "{dealer}" in reason:
            reason = reason.replace("{dealer}", self.rules.ranking.describe(self.dealer_strength))
        return reason
