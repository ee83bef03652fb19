"""Frequencies of hands, shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.cards.cards import STANDARD_DECK
from combin.cards.decks import deck_in_words
from combin.decimals import decimal
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.cards.cards import Deck
    from combin.proof.frequencies import Frequencies, Frequency

__all__ = ["frequencies_view"]


def frequencies_view(hands: Frequencies, digits: int = 10) -> View:
    """Return how often each category comes among hands of so many cards, ready to be shown."""
    return View(
        f"Hands of {hands.cards} cards from {_deck_in_words(hands.deck)}",
        tuple(_lines(hands)),
        (_table(hands, digits),),
        lambda: _payload(hands, digits),
        lambda: [_record(row, hands, digits) for row in hands.rows],
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
    lines = [f"There are {hands.total:,} hands{best}."]
    if hands.visited is not None:
        outcome = "the same counts" if hands.agree else "OTHER COUNTS, so one of the two is wrong"
        lines.append(
            f"Checked: visiting all {sum(hands.visited.values()):,} hands one by one gives {outcome}."
        )
    return lines


def _table(hands: Frequencies, digits: int) -> Table:
    rows = [
        (
            row.category.value,
            f"{row.count:,}",
            *(() if hands.visited is None else (f"{hands.visited.get(row.category, 0):,}",)),
            _fraction(row.probability),
            decimal(row.probability, digits),
            "never" if row.one_in is None else _grouped(decimal(row.one_in, 2)),
        )
        for row in hands.rows
    ]
    checked = () if hands.visited is None else (f"{sum(hands.visited.values()):,}",)
    rows.append(("all", f"{hands.total:,}", *checked, "1", decimal(1, digits), "1.00"))
    columns = (">Hands", *((">Visited",) if checked else ()), ">exact", ">Probability", ">1 in")
    return Table("", ("Category", *columns), tuple(rows))


def _fraction(value: Fraction) -> str:
    return f"{value.numerator:,}/{value.denominator:,}" if value.denominator > 1 else str(value)


def _grouped(written: str) -> str:
    whole, point, rest = written.partition(".")
    return f"{int(whole):,}{point}{rest}"


def _payload(hands: Frequencies, digits: int) -> dict[str, Any]:
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
        "hands": hands.total,
        "categories": [
            {
                "category": row.category.value,
                "count": row.count,
                "probability": exact_json(row.probability, digits),
                "one_in": None if row.one_in is None else exact_json(row.one_in, digits),
            }
            for row in hands.rows
        ],
        "check": None
        if hands.visited is None
        else {
            "agrees": hands.agree,
            "visited": {category.value: count for category, count in hands.visited.items()},
        },
    }


def _record(row: Frequency, hands: Frequencies, digits: int) -> Record:
    record: Record = {"cards": hands.cards, "category": row.category.value, "count": row.count}
    if hands.visited is not None:
        record |= {"visited": hands.visited.get(row.category, 0)}
    record |= exact_columns("probability", row.probability, digits)
    if row.one_in is None:
        return record | {"one_in_numerator": None, "one_in_denominator": None, "one_in": None}
    return record | exact_columns("one_in", row.one_in, digits)
