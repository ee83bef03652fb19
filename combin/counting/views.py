"""Frequencies of hands, shown."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.cards.cards import STANDARD_DECK, Deck, deck_in_words
from combin.formats.tables import COUNT, IN_FULL, NUMBER, ONE_IN, Column, Table, Value, decimals
from combin.formats.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.aliases import Progress
    from combin.cards.ranking import Ranking
    from combin.counting.frequencies import Frequencies, Frequency


def frequencies(
    cards: int,
    deck: Deck | None = None,
    hands: Sequence[str] = (),
    *,
    ranking: Ranking | None = None,
    seats: int = 1,
    best_three: bool = False,
    check: bool = False,
    progress: Progress | None = None,
) -> Frequencies:
    """Return how often each category comes among the hands of a deck, by the best five of six or seven cards.

    Args:
        cards: 2 to 9.
        deck: by default the usual one of 52 cards.
        hands: hands to count in place of the categories: "ace high", "pair of aces or better"; of five to
            seven cards "four aces", "two pair, tens or better"; of other numbers a category.
        ranking: the order of hands of three cards, if it is not the usual one.
        seats: up to 4, to ask about the highest of so many hands of three cards.
        best_three: whether four or five cards are judged by the best three of them.
        check: whether to visit every hand as well.
        progress: is told how many hands are visited.

    >>> frequencies(5).rows[0].one_in
    Fraction(649740, 1)
    >>> [row.count for row in frequencies(3, hands=["ace high", "pair of aces or better"]).rows]
    [3840, 2204]
    >>> [round(100 * float(row.probability), 3) for row in frequencies(3, seats=3).rows]
    [0.65, 0.701, 9.367, 13.08, 34.958, 41.244]

    Raises:
        CardError: another number of cards, the deck has no such hands, or too many to be visited.
    """
    from combin.counting.frequencies import frequencies

    return frequencies(
        deck or STANDARD_DECK,
        cards,
        hands,
        ranking=ranking,
        seats=seats,
        best_three=best_three,
        check=check,
        progress=progress,
    )


def frequencies_view(hands: Frequencies, digits: int = 10) -> View:
    """Return how often each category comes among hands of so many cards, ready to be shown."""
    table = _table(hands, digits)
    seats = f"The highest of {hands.seats} hands" if hands.seats > 1 else "Hands"
    return View(
        f"{seats} of {hands.cards} cards from {_deck_in_words(hands.deck)}",
        tuple(_lines(hands)),
        (table,),
        lambda: _payload(hands, table, digits),
        lambda: table.records(digits, cards=hands.cards),
    )


def _deck_in_words(deck: Deck) -> str:
    if deck == STANDARD_DECK:
        return "52"
    ranks = " ".join(map(str, deck.ranks))
    more = deck_in_words(deck)
    suits = ", ".join(suit.name for suit in deck.suits)
    return f"{len(deck)} ({ranks} in {suits}{'; ' if more else ''}{more})"


def _lines(hands: Frequencies) -> list[str]:
    best = ", each judged by its best five cards" if hands.cards > 5 else ""
    if hands.best_three:
        best = ", each judged by its best three cards"
    what = f"deals of {hands.seats} hands" if hands.seats > 1 else "hands"
    lines = [f"There are {hands.total:,} {what}{best}."]
    if hands.visited is not None:
        outcome = "the same counts" if hands.agree else "OTHER COUNTS, so one of the two is wrong"
        lines.append(f"Checked: visiting all {hands.total:,} hands one by one gives {outcome}.")
    return lines


def _table(hands: Frequencies, digits: int) -> Table:
    visited = hands.visited or {}
    checked: list[Column[Frequency]] = [
        Column("Visited", COUNT, lambda row: visited.get(row.category, 0), "visited")
    ]
    first, counted = "Hand" if hands.named else "Category", "Deals" if hands.seats > 1 else "Hands"
    total: dict[str, Value] = {
        "Category": "all",
        counted: hands.total,
        "Visited": sum(visited.values()),
        "Exactly": 1,
        "Probability": 1,
        "1 in": Fraction(1),
        "To 1 against": 0,
    }
    return Table.of(
        "",
        hands.rows,
        [
            Column(first, value=lambda row: str(row.category), name=first.lower()),
            Column(counted, COUNT, lambda row: row.count, "count"),
            *(checked if hands.visited is not None else []),
            Column("Exactly", IN_FULL, lambda row: row.probability, spare=1),
            Column("Probability", decimals(digits), lambda row: row.probability, "probability"),
            Column("1 in", ONE_IN, lambda row: row.probability),
            Column(
                "To 1 against",
                decimals(2, grouped=True),
                lambda row: row.odds_against,
                "odds_against",
                spare=2,
            ),
            Column(None, NUMBER, lambda row: row.one_in, "one_in"),
        ],
        total=() if hands.named else total,
    )


def _payload(hands: Frequencies, table: Table, digits: int) -> dict[str, Any]:
    return {
        "cards": hands.cards,
        "deck": {
            "cards": len(hands.deck),
            "ranks": [rank.symbol for rank in hands.deck.ranks],
            "suits": [suit.name for suit in hands.deck.suits],
            "decks": hands.deck.copies,
            "jokers": hands.deck.jokers,
            "joker": hands.deck.joker.value if hands.deck.jokers else None,
        },
        "seats": hands.seats,
        "best_three": hands.best_three,
        "hands": hands.total,
        "named" if hands.named else "categories": table.without(["Visited"]).objects(digits),
        "check": None
        if hands.visited is None
        else {
            "agrees": hands.agree,
            "visited": {str(category): count for category, count in hands.visited.items()},
        },
    }
