"""Quantities of the deck and the deal: cards, ranks, hands, seats."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import ClassVar

from combin.audit.answer import Answer, UntrueError, chance, holds, unknown, value
from combin.audit.derivations import hands_in_words
from combin.audit.hands import five_card_counts, five_card_hands, or_better, ranks_in, three_card_hands
from combin.audit.subject import Claim, Subject, Text
from combin.cards.suit_classes import hand_classes_by_suit

COUNTED = (3, 5, 6, 7)
"""Sizes of hands that are counted: three cards, and more of which the best five count."""


class CardsInDeck(Claim, frozen=True, kw_only=True, tag="cards in the deck"):
    """How many cards the deck has."""

    def answer(self, subject: Subject) -> Answer:
        """Return the number of cards."""
        return value(Fraction(len(subject.rules.deck)), f"{hands_in_words(subject.rules.deck)}.")


class NumberOfHands(Claim, frozen=True, kw_only=True, tag="number of hands"):
    """How many hands of three `cards` are of a kind ("pair", "A high", "straight or better", "any hand").

    Of more cards the best five count ("full house").
    """

    hands: Text = "any hand"
    cards: int = 3

    def answer(self, subject: Subject) -> Answer:
        """Return the count."""
        deck = subject.rules.deck
        if self.cards not in COUNTED:
            return unknown(f"hands of {self.cards} cards are not counted")
        count = _count(subject, self.hands, self.cards)
        hands = hands_in_words(deck) if self.cards == 3 else f"{comb(len(deck), self.cards):,} hands"
        return value(Fraction(count), f"{hands}; {count:,} of them are {self.hands}.")


class Probability(Claim, frozen=True, kw_only=True, tag="probability"):
    """How likely a hand of three `cards` of a kind is; of more cards the best five count."""

    hands: Text
    cards: int = 3

    def answer(self, subject: Subject) -> Answer:
        """Return the share of all hands."""
        if self.cards not in COUNTED:
            return unknown(f"hands of {self.cards} cards are not counted")
        count, total = _count(subject, self.hands, self.cards), comb(len(subject.rules.deck), self.cards)
        return chance(Fraction(count, total), f"{count:,} of {total:,} hands are {self.hands}.")


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


def _count(subject: Subject, words: str, cards: int) -> int:
    """Return how many hands of so many cards are of a kind; none of a kind that the deck lacks.

    Raises:
        RulesError: the words are no hand.
    """
    bare, better = or_better(words)
    try:
        if cards != 3:
            counts = five_card_counts(subject.rules.deck, cards)
            return sum(counts[one] for one in five_card_hands(bare, "hands", better=better))
        ranking = subject.rules.ranking
        hands = three_card_hands(bare, ranking, "hands")
    except UntrueError:
        return 0
    if better:
        return sum(one.count for one in ranking.strengths[hands.levels.start :])
    if hands.suit is None:
        return sum(ranking.strengths[level].count for level in hands.levels)
    deck = subject.rules.deck
    return sum(
        one.weight
        for one in hand_classes_by_suit(ranking)
        if hands.holds(one.strength.level, frozenset(deck.cards[card].suit for card in one.cards))
    )
