"""What a hand meets: the player's cards, the dealer's and the jackpot's, and what comparing them comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from combin.cards import Card
from combin.ranking import Ranking, Strength
from combin.rules.rules import Rules
from combin.rules.wagers import Case, HandOf

__all__ = ["Showdown"]


@dataclass(frozen=True)
class Showdown:
    """A player's hand, the dealer's and the jackpot cards; what decides nothing may be empty."""

    rules: Rules
    player: Sequence[Card]
    dealer: Sequence[Card]
    jackpot: Sequence[Card] = ()

    @cached_property
    def strength(self) -> Strength:
        """How strong the player's hand is."""
        return self.rules.ranking.strength(self.player)

    @cached_property
    def dealer_strength(self) -> Strength:
        """How strong the dealer's hand is."""
        return self.rules.ranking.strength(self.dealer)

    def cards(self, hand: HandOf) -> tuple[Card, ...]:
        """Return all cards that make the hand of a pay table; empty where some of them are not known."""
        parts: tuple[Sequence[Card], ...] = {
            "player": (self.player,),
            "dealer": (self.dealer,),
            "player and dealer": (self.player, self.dealer),
            "player and jackpot cards": (self.player, self.jackpot),
        }[hand]
        return tuple(card for part in parts for card in part) if all(parts) else ()

    @cached_property
    def qualifies(self) -> bool:
        """Whether the dealer qualifies."""
        return self.dealer_strength.level >= self.rules.qualifies

    @cached_property
    def result(self) -> Literal["win", "tie", "lose"]:
        """What comparing the hands comes to, seen by the player, whether or not the dealer qualifies."""
        if self.strength.level > self.dealer_strength.level:
            return "win"
        return "lose" if self.strength.level < self.dealer_strength.level else "tie"

    @cached_property
    def case(self) -> Case:
        """The result, and whether the dealer did not qualify."""
        if self.qualifies:
            return self.result
        unqualified: dict[str, Case] = {
            "win": "no_qualify_win",
            "tie": "no_qualify_tie",
            "lose": "no_qualify_lose",
        }
        return unqualified[self.result]

    def words(self, reason: str) -> str:
        """Return a reason with the hands put in."""
        ranking = self.rules.ranking
        return reason.format_map(_Hands(ranking, self))


class _Hands(dict[str, str]):
    """Describes the hands that a reason asks for, and no others: a folded hand may not be known."""

    def __init__(self, ranking: Ranking, showdown: Showdown) -> None:
        super().__init__()
        self.ranking = ranking
        self.showdown = showdown

    def __missing__(self, key: str) -> str:
        strength = self.showdown.strength if key == "player" else self.showdown.dealer_strength
        return self.ranking.describe(strength)
