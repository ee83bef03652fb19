"""Game protection shown: the removal of cards, neighbours who show theirs, and the report of threats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from combin.decimals import Root, percent
from combin.formats.columns import CHANGE, EXACT, PERCENT, Column, exact_columns, exact_json, percents
from combin.formats.tables import Table
from combin.formats.view import View
from combin.report.words import letters_in_words

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.cards.cards import Card
    from combin.formats.columns import Record
    from combin.protection.removal import LinearCount, Removal


def removal_view(removal: Removal, digits: int = 10) -> View:
    """Return the effects of removal ready to be shown.

    JSON has the edges of each wager without each of the `cards`, how well a `linear` count tells those
    without two, and the `sets` that were asked for; the records are the wagers of each card.
    """
    rules, wagers = removal.rules, removal.wagers
    edges = ", ".join(f"{rules.wager_name(name)} {percent(wagers[name].whole, 4)}" for name in wagers)
    lines = (
        [f"Pay tables: {letters_in_words(rules, removal.analysis.letters)}."]
        if removal.analysis.letters
        else []
    )
    lines.append(f"House edge of the whole deck: {edges}.")
    return View(
        f"{rules.file.title}: effects of removal",
        tuple(lines),
        (_effects(removal), *_linear(removal), *_sets(removal)),
        lambda: _removal_payload(removal, digits),
        lambda: _removal_records(removal, digits),
    )


def _effects(removal: Removal) -> Table:
    rules = removal.rules

    def change(name: str) -> Column[tuple[Card, ...]]:
        one = removal.wagers[name]
        return Column(rules.wager_name(name), CHANGE, lambda cards: one.effect(rules.deck.index(cards[0])))

    return Table.of(
        "How the edge changes when one card is out of the deck",
        removal.kinds,
        [Column("Card", value=lambda cards: _called(cards, removal)), *map(change, removal.wagers)],
        "The player knows of it and plays at his best; a rise is to the good of the house.",
    )


def _called(cards: tuple[Card, ...], removal: Removal) -> str:
    """Return what cards of one rank are called: by the rank, if they are all of it."""
    alike = len(cards) == len(removal.rules.deck.suits)
    return cards[0].rank.name if alike else " ".join(card.glyph for card in cards)


class _Fit(NamedTuple):
    """How well a linear count tells the edge of one wager."""

    wager: str
    linear: LinearCount


def _linear(removal: Removal) -> list[Table]:
    fits = [_Fit(name, one.linear) for name, one in removal.wagers.items() if one.linear is not None]
    columns: list[Column[_Fit]] = [
        Column("Wager", value=lambda fit: removal.rules.wager_name(fit.wager)),
        Column("Worst error", CHANGE, lambda fit: fit.linear.worst),
        Column("Without", value=lambda fit: " ".join(card.glyph for card in fit.linear.worst_pair)),
        Column("Root mean square", PERCENT, lambda fit: Root(fit.linear.mean_square)),
        Column("Explained", percents(2), lambda fit: fit.linear.explained),
    ]
    note = (
        "Error: the exact edge less the sum of the two effects, over all pairs of cards. Explained: the part "
        "of the variance of the exact edges that errors do not have."
    )
    title = "The edge without two cards, from a linear count"
    return [Table.of(title, fits, columns, note)] if fits else []


class _SetRow(NamedTuple):
    """One wager without some cards."""

    cards: tuple[Card, ...]
    wager: str
    exact: Fraction
    predicted: Fraction


def _set_rows(removal: Removal) -> list[_SetRow]:
    deck = removal.rules.deck
    return [
        _SetRow(one.cards, name, edge, removal.wagers[name].predicted(deck.indexes(one.cards)))
        for one in removal.sets
        for name, edge in one.house_edge.items()
        if name in removal.wagers
    ]


def _sets(removal: Removal) -> list[Table]:
    rows = _set_rows(removal)
    columns: list[Column[_SetRow]] = [
        Column("Without", value=lambda row: " ".join(card.glyph for card in row.cards)),
        Column("Wager", value=lambda row: removal.rules.wager_name(row.wager)),
        Column("House edge", PERCENT, lambda row: row.exact),
        Column("Exact edge", EXACT, lambda row: row.exact),
        Column("Linear count", PERCENT, lambda row: row.predicted),
        Column("Error", CHANGE, lambda row: row.exact - row.predicted),
    ]
    return [Table.of("Without several cards", rows, columns, merged=1)] if rows else []


def _removal_payload(removal: Removal, digits: int) -> dict[str, Any]:
    def exact(value: Fraction) -> dict[str, str]:
        return exact_json(value, digits)

    wagers = removal.wagers
    return {
        "game": removal.rules.file.id,
        "tables": dict(removal.analysis.letters),
        "wagers": {name: {"house_edge": exact(one.whole)} for name, one in wagers.items()},
        "cards": [
            {
                "card": str(card),
                "wagers": {
                    name: {"house_edge": exact(one.without[index]), "effect": exact(one.effect(index))}
                    for name, one in wagers.items()
                },
            }
            for index, card in enumerate(removal.rules.deck.cards)
        ],
        "linear": {
            name: {
                "worst_error": exact(one.linear.worst),
                "worst_pair": list(map(str, one.linear.worst_pair)),
                "mean_square_error": exact(one.linear.mean_square),
                "explained": exact(one.linear.explained),
            }
            for name, one in wagers.items()
            if one.linear is not None
        },
        "sets": [
            {
                "cards": list(map(str, one.cards)),
                "wagers": {
                    name: {
                        "house_edge": exact(edge),
                        "linear": exact(wagers[name].predicted(removal.rules.deck.indexes(one.cards))),
                    }
                    for name, edge in one.house_edge.items()
                    if name in wagers
                },
            }
            for one in removal.sets
        ],
    }


def _removal_records(removal: Removal, digits: int) -> list[Record]:
    return [
        {"game": removal.rules.file.id, "card": str(card), "wager": name}
        | exact_columns("house_edge", one.without[index], digits)
        | exact_columns("effect", one.effect(index), digits)
        for index, card in enumerate(removal.rules.deck.cards)
        for name, one in removal.wagers.items()
    ]
