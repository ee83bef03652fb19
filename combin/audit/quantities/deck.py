"""Quantities of the deck and the deal: cards, ranks, hands, seats."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, ClassVar

from combin.audit.answer import holds, value
from combin.audit.derivations import hands_in_words
from combin.audit.quantities.base import Claim, Text, ranks_in
from combin.handset import HandSetError, parse_hand_set
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.audit.answer import Answer
    from combin.audit.subject import Subject

__all__ = ["CardsInDeck", "NumberOfHands", "Probability", "RankOrder", "Seats"]


class CardsInDeck(Claim, frozen=True, kw_only=True, tag="cards in the deck"):
    """How many cards the deck has."""

    def answer(self, subject: Subject) -> Answer:
        """Return the number of cards."""
        return value(Fraction(len(subject.rules.deck)), f"{hands_in_words(subject.rules.deck)}.")


class NumberOfHands(Claim, frozen=True, kw_only=True, tag="number of hands"):
    """How many three-card hands are of a kind: "pair", "A high", "any hand"."""

    hands: Text = "any hand"

    def answer(self, subject: Subject) -> Answer:
        """Return the count."""
        count = _count(subject, self.hands)
        return value(
            Fraction(count), f"{hands_in_words(subject.rules.deck)}; {count:,} of them are {self.hands}."
        )


class Probability(Claim, frozen=True, kw_only=True, tag="probability"):
    """How likely a three-card hand of a kind is."""

    hands: Text

    def answer(self, subject: Subject) -> Answer:
        """Return the share of all hands."""
        count, total = _count(subject, self.hands), comb(len(subject.rules.deck), 3)
        return value(Fraction(count, total), f"{count:,} of {total:,} hands are {self.hands}.")


class RankOrder(Claim, frozen=True, kw_only=True, tag="order of ranks"):
    """The order of the cards from high to low, as symbols: "A K Q J 10 9 8 7 6 5 4 3 2"."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return whether the order is that of the rule file."""
        deck = subject.rules.deck
        order = " ".join(str(rank) for rank in reversed(deck.ranks))
        written = " ".join(str(rank) for rank in ranks_in(self.published, deck))
        return holds(
            order,
            f"{len(deck.ranks)} ranks, each once, in the order that this report uses.",
            true=written == order,
        )


class Seats(Claim, frozen=True, kw_only=True, tag="seats"):
    """How many players a table may have; judged against how many the deck can serve."""

    def answer(self, subject: Subject) -> Answer:
        """Return the largest number of players that the deck has cards for."""
        deal, cards = subject.rules.file.deal, len(subject.rules.deck)
        most, rest = divmod(cards - deal.dealer - deal.jackpot, deal.player)
        jackpot = f" − {deal.jackpot} jackpot cards" if deal.jackpot else ""
        taken = f"{cards} cards − {deal.dealer} of the dealer{jackpot}"
        line = f"{taken} leave {deal.player} each for {most} players"
        return value(Fraction(most), f"{line}, and {rest} over.")


def _count(subject: Subject, words: str) -> int:
    ranking = subject.rules.ranking
    try:
        hands = parse_hand_set(words, ranking)
    except HandSetError as error:
        raise RulesError(("hands",), str(error)) from None
    if hands.suit is None:
        return sum(ranking.strengths[level].count for level in hands.levels)
    suits = subject.rules.deck.suits
    of_suit = suits.index(hands.suit)
    return sum(
        all(card % len(suits) == of_suit for card in hand)
        for level in hands.levels
        for hand in ranking.hands[level]
    )
