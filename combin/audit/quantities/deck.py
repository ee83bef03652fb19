"""Quantities of the deck and the deal: cards, ranks, hands, seats."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING, ClassVar

from combin.audit.answer import holds, value
from combin.audit.derivations import hands_in_words
from combin.audit.printed import Text
from combin.audit.quantities.base import ranks_in
from combin.audit.subject import Claim
from combin.exact.fivecard_counts import category_counts
from combin.handset import HandSetError, parse_hand_set
from combin.isomorphism import hand_classes_by_suit
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.audit.answer import Answer
    from combin.audit.subject import Subject
    from combin.cards import Deck
    from combin.fivecard import FiveCardCategory

__all__ = ["CardsInDeck", "NumberOfHands", "Probability", "RankOrder", "Seats"]


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
        count = _count(subject, self.hands, self.cards)
        hands = hands_in_words(deck) if self.cards == 3 else f"{comb(len(deck), self.cards):,} hands"
        return value(Fraction(count), f"{hands}; {count:,} of them are {self.hands}.")


class Probability(Claim, frozen=True, kw_only=True, tag="probability"):
    """How likely a hand of three `cards` of a kind is; of more cards the best five count."""

    hands: Text
    cards: int = 3

    def answer(self, subject: Subject) -> Answer:
        """Return the share of all hands."""
        count, total = _count(subject, self.hands, self.cards), comb(len(subject.rules.deck), self.cards)
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


def _count(subject: Subject, words: str, cards: int) -> int:
    """Return how many hands of so many cards are of a kind.

    Raises:
        RulesError: the words are no hand, or there are no such hands.
    """
    if cards != 3:
        return _best_five(subject, words, cards)
    ranking = subject.rules.ranking
    try:
        hands = parse_hand_set(words.removesuffix(" or better"), ranking)
    except HandSetError as error:
        raise RulesError(("hands",), str(error)) from None
    if words.endswith(" or better"):
        return sum(one.count for one in ranking.strengths[hands.levels.start :])
    if hands.suit is None:
        return sum(ranking.strengths[level].count for level in hands.levels)
    of_suit = subject.rules.deck.suits.index(hands.suit)
    classes = hand_classes_by_suit(ranking)
    return sum(one.weight for one in classes if one.strength.level in hands.levels and one.suit == of_suit)


@cache
def _counts(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    return category_counts(deck, cards)


def _best_five(subject: Subject, words: str, cards: int) -> int:
    try:
        counts = _counts(subject.rules.deck, cards)
    except ValueError as error:
        raise RulesError(("cards",), str(error)) from None
    known = {category.value: count for category, count in counts.items()}
    if words not in known:
        raise RulesError(("hands",), f"{words!r} is no hand of five cards ({', '.join(known)})")
    return known[words]
