"""What a line of a pay table is for, said so precisely that two people would count the same hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.cards.cards import ColourLine
from combin.cards.five_cards import FiveCardCategory, FiveCardSet, kinds_of
from combin.cards.hand_sets import HandSet
from combin.cards.ranking import AceLow, Category, StraightSuits
from combin.rules.bets import Whose
from combin.rules.tables import within
from combin.words.catalogue import load_catalogue
from combin.words.rules import whose_cards

if TYPE_CHECKING:
    from combin.cards.ranking import Ranking
    from combin.rules.resolved import Rules
    from combin.rules.tables import Hands, PayTable


_FIVE = {
    FiveCardCategory.FIVE_OF_A_KIND: "five cards of one rank",
    FiveCardCategory.ROYAL_FLUSH: "the five highest ranks, the ace among them, in one suit",
    FiveCardCategory.STRAIGHT_FLUSH: "five ranks in sequence in one suit",
    FiveCardCategory.FOUR_OF_A_KIND: "four cards of one rank",
    FiveCardCategory.FULL_HOUSE: "three cards of one rank and two of another",
    FiveCardCategory.FLUSH: "five cards of one suit, not in sequence",
    FiveCardCategory.STRAIGHT: "five ranks in sequence, not of one suit",
    FiveCardCategory.THREE_OF_A_KIND: "three cards of one rank, no two others alike",
    FiveCardCategory.TWO_PAIR: "two cards of one rank and two of another",
    FiveCardCategory.PAIR: "two cards of one rank, no others alike",
    FiveCardCategory.HIGH_CARD: "none of the other hands",
}
_COLOURS = {
    ColourLine.SAME: "all cards of the player and the dealer of one colour",
    ColourLine.EACH: "the player's cards of one colour and the dealer's of one colour",
    ColourLine.PLAYER: "the player's cards of one colour",
}


def category_in_words(category: Category, ranking: Ranking) -> str:
    """Return which cards are of a category under some ranking.

    >>> from combin.cards.ranking import Ranking
    >>> category_in_words(Category.PAIR, Ranking())
    'two cards of one rank and one of another'
    """
    cards = "two" if ranking.size == 2 else "three"
    match category:
        case Category.STRAIGHT_FLUSH:
            return f"{cards} ranks in sequence in one suit{_ace_low(ranking)}"
        case Category.THREE_OF_A_KIND:
            return "three cards of one rank"
        case Category.STRAIGHT:
            three = ranking.straight_suits is StraightSuits.THREE
            suits = "of three suits" if three else "not of one suit"
            return f"{cards} ranks in sequence, {suits}{_ace_low(ranking)}"
        case Category.FLUSH:
            return f"{cards} cards of one suit, not in sequence"
        case Category.PAIR if ranking.size == 2:
            return "two cards of one rank"
        case Category.PAIR:
            return "two cards of one rank and one of another"
        case Category.HIGH_CARD:
            return "none of the other hands"


def _ace_low(ranking: Ranking) -> str:
    ranks, top = ranking.deck.ranks, len(ranking.deck.ranks) - 1
    if ranks[top].symbol != "A" or top < ranking.size:
        return ""
    run = f"; {'-'.join(map(str, (ranks[top], *ranks[: ranking.size - 1])))} "
    return f"{run}is none" if ranking.ace_low is AceLow.NONE else f"{run}ranks {ranking.ace_low.value}"


def line_in_words(rules: Rules, table: PayTable, hands: Hands) -> str:
    """Return what a line of a table is for: which hands, and which finer lines go before it."""
    words = _in_words(hands, rules.ranking)
    finer = [(other, line) for other, line in table.sets if other != hands and within(other, hands)]
    if paid := [line.text for _, line in finer if line is not None]:
        words = f"{words}; not those paid as {', '.join(paid)}"
    if lost := [_in_words(other, rules.ranking) for other, line in finer if line is None]:
        words = f"{words}; not those that lose: {', '.join(lost)}"
    return words


def whose_in_words(rules: Rules, wager: str) -> list[str]:
    """Return the sentence on whose cards make the hand of a wager, if they are not the player's alone."""
    bet = rules.bets[wager]
    return [] if bet.hand is Whose.PLAYER else [whose_cards(rules, bet, load_catalogue())]


def nothing_in_words(rules: Rules, wager: str) -> str:
    """Return what the row of all that a side bet does not pay is for."""
    lost = rules.bets[wager].loses_on_fold
    return "every other hand, and every hand that is folded" if lost else "every other hand"


def _in_words(hands: Hands, ranking: Ranking) -> str:
    if isinstance(hands, ColourLine):
        return _COLOURS[hands]
    if isinstance(hands, FiveCardCategory):
        return _FIVE[hands]
    if isinstance(hands, HandSet):
        return _set_in_words(hands, ranking)
    if isinstance(hands, FiveCardSet):
        return _five_in_words(hands, ranking)
    of_suit = "one suit" if hands.suit is None else hands.suit.name
    return f"all six cards the six highest ranks in {of_suit}"


def _five_in_words(hands: FiveCardSet, ranking: Ranking) -> str:
    """Return what a finer set of five cards is: its category, the ranks that decide first, its suit."""
    names = ranking.deck.ranks
    own = sorted(rank for category, rank in hands.kinds if category is hands.category)
    kinds = kinds_of(hands.category, ranking.deck)
    text = _FIVE[hands.category]
    if len(own) < sum(category is hands.category for category, _ in kinds):
        first = _FIRST.get(hands.category, "the highest rank")
        text += f", {first} {', '.join(str(names[rank]) for rank in own)}"
    if hands.suit is not None:
        text += f", of {hands.suit.name} only"
    return text + ", and all better hands of no other line" * (len({one for one, _ in hands.kinds}) > 1)


_FIRST = {
    FiveCardCategory.FOUR_OF_A_KIND: "their rank",
    FiveCardCategory.FULL_HOUSE: "the rank of the three",
    FiveCardCategory.THREE_OF_A_KIND: "their rank",
    FiveCardCategory.TWO_PAIR: "the rank of the higher two",
    FiveCardCategory.PAIR: "their rank",
}


def _set_in_words(hands: HandSet, ranking: Ranking) -> str:
    of_suit = "" if hands.suit is None else f", of {hands.suit.name} only"
    strengths = ranking.strengths[hands.levels.start : hands.levels.stop]
    categories = {one.category for one in strengths}
    whole = [one for one in ranking.strengths if one.category in categories]
    if len(categories) == 1 and len(whole) == len(strengths):
        return category_in_words(next(iter(categories)), ranking) + of_suit
    lowest, highest = ranking.describe(strengths[0]), ranking.describe(strengths[-1])
    span = lowest if lowest == highest else f"{lowest} to {highest}"
    return f"{span}{of_suit}"
