"""Playing cards as templates draw them, hands in words, and what is decided of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from combin.cards.cards import JOKER, Card
from combin.cards.suit_classes import SuitPattern
from combin.exact.base_game import FOLD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Situation
    from combin.exact.statement import Statement
    from combin.exact.strategy import Strategy
    from combin.words.catalogue import Catalogue


Face = dict[str, str]
"""What a template draws of a card: its rank, and its suit the letter, glyph, name and colour."""


def face(card: Card) -> Face:
    """Return a card as a template draws it.

    >>> from combin.cards.cards import Deck
    >>> face(Deck().parse("Th")[0])
    {'rank': '10', 'suit': 'h', 'glyph': '♥', 'name': 'hearts', 'colour': 'red'}
    """
    suit = card.suit
    return {
        "rank": str(card.rank),
        "suit": suit.symbol,
        "glyph": suit.glyph,
        "name": suit.name,
        "colour": suit.colour,
    }


@dataclass(frozen=True, slots=True)
class Example:
    """A hand to draw: its cards, what it is, and its cards in words for those who cannot see them."""

    cards: tuple[Face, ...]
    hand: str
    described: str


def example(hand_class: HandClass, ranking: Ranking, catalogue: Catalogue) -> Example:
    """Return a hand that stands for its class, in suits from the deck's last one on (spades first).

    >>> from combin.cards.suit_classes import hand_classes
    >>> from combin.cards.ranking import Ranking
    >>> from combin.words.catalogue import load_catalogue
    >>> found = example(hand_classes(Ranking())[0], Ranking(), load_catalogue())
    >>> found.hand, found.described
    ('5-3-2', 'five of spades, three of hearts, two of diamonds')
    """
    cards = _drawn(hand_class.cards, hand_class, ranking)
    hand = catalogue.hand(ranking.describe(hand_class.strength))
    return Example(tuple(map(face, cards)), hand, ", ".join(map(catalogue.card, cards)))


def dealers_card(situation: Situation, ranking: Ranking, catalogue: Catalogue) -> Face | None:
    """Return the dealer's card that is seen beside the hand of `example`; None if no whole card is seen."""
    if situation.seen is None or situation.seen.card is None:
        return None
    (card,) = _drawn([situation.seen.card], situation.hand, ranking)
    return face(card) | {"described": catalogue.card(card)}


def commonest(hands: Iterable[HandClass]) -> HandClass:
    """Return the class of most hands, of equals the one of most suits."""
    return max(hands, key=_how_common)


def commonest_situation(matchups: Iterable[Situation]) -> Situation:
    """Return the situation that is dealt most often, of equals the one with the commonest hand."""
    return max(matchups, key=lambda situation: (situation.weight, _how_common(situation.hand)))


def _how_common(hand_class: HandClass) -> tuple[int, int]:
    return hand_class.weight, list(SuitPattern).index(hand_class.pattern)


def _drawn(indexes: Iterable[int], hand_class: HandClass, ranking: Ranking) -> list[Card]:
    """Return cards beside a hand of a class, in suits from the deck's last one on."""
    cards = [ranking.deck.cards[index] for index in indexes]
    if hand_class.suit is not None:  # a pay table names this suit
        return cards
    suits = ranking.deck.suits
    return [card if card == JOKER else Card(card.rank, suits[-1 - suits.index(card.suit)]) for card in cards]


def choices(best: Strategy) -> list[int]:
    """Return the decisions other than a fold, the dearest first."""
    return sorted(best.game.rules.later, reverse=True)


def levels(best: Strategy) -> list[int]:
    """Return the level of the hand in each situation of a game, without a look at the rest of it."""
    situations = best.game.matchups
    of_class = [one.strength.level for one in situations.classes]
    return [of_class[number] for number in situations.numbers]


def decided(said: Statement, level: int) -> int:
    """Return what the thresholds of a statement say to do with hands of a level."""
    return next((multiple for multiple, strength in said.thresholds if level >= strength.level), FOLD)


def said_by_rank(statement: Statement) -> dict[int, Statement]:
    """Return what is said for a dealer's card of each rank (rank indexes); nothing where none is seen."""
    return {rank: card.statement for card in statement.by_card for rank in card.ranks}
