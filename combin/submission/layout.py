"""The layout of a game's table: the dealer's side, the seats, and where each wager is placed."""

from __future__ import annotations

from itertools import count, pairwise
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from combin.answers import Answer
from combin.formats.tables import COUNT, TEXT, Column, Table
from combin.formats.view import View
from combin.rules.wagers import Kind
from combin.words.catalogue import Catalogue, load_catalogue
from combin.words.rules import (
    LIMITS,
    dealer_says,
    document_named,
    imprint_sentences,
    sides,
    title_of,
    wager_names,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.rules.resolved import Rules

SEATS = 7
"""The seats that are drawn where the rules state no number, as far as the deck has cards for them."""

ABREAST = 3
"""The most side bets that are drawn next to each other at a seat."""


class Spot(Struct, frozen=True):
    """A betting spot of a seat: its wager, the kind of it, when the wager is placed, and the rule."""

    number: int
    wager: str
    name: str
    kind: str
    placed: str
    rule: str


class Layout(Answer, Struct, frozen=True):
    """The table layout of a game: one spot per wager at each seat; a bonus, which has no stake, has none."""

    shown_by: ClassVar[str] = "combin.submission.layout:layout_view"

    rules: Rules
    catalogue: Catalogue

    @property
    def seats(self) -> int:
        """The number of seats: the most that the rules allow, else `SEATS`."""
        rules, deal = self.rules, self.rules.file.deal
        room = (len(rules.deck) - deal.dealer - deal.jackpot) // deal.player
        return deal.seats or (SEATS if sides(rules) else min(SEATS, room))

    @property
    def rows(self) -> tuple[tuple[Spot, ...], ...]:
        """The spots of a seat from the dealer's side: jackpots, side bets, initial wagers, the raise."""
        rules, numbers, compared = self.rules, count(1), self.rules.comparisons
        initial = [*rules.initial, *(() if rules.play else compared)]
        if names := sides(rules):  # the two hands at the ends, other results between them
            initial.sort(key=lambda name: {names[0]: 0, names[1]: 2}.get(rules.bets[name].name, 1))
        bets = [*(compared if rules.play else ()), *rules.side_bets]
        groups = (rules.jackpots, *_in_rows(bets), initial, [rules.play] * bool(rules.play))
        return tuple(tuple(self._spot(name, next(numbers)) for name in group) for group in groups if group)

    def _spot(self, name: str, number: int) -> Spot:
        rules, bet, catalogue = self.rules, self.rules.bets[name], self.catalogue
        apart = bet.kind is Kind.PAY_TABLE or (bet.kind is Kind.COMPARISON and rules.play)
        key, rule, kind = "before", bet.rule, "sides" if apart else "initial"
        if bet.raises:
            key = "after_or_blind" if rules.file.decision.blind.play_in_advance else "after"
            rule, kind = rules.file.decision.rule or bet.rule, "raise"
        elif bet.needs:
            key, rule = "with", bet.rule_of("needs")
        kind = "sensors" if bet.kind is Kind.JACKPOT else kind
        wagers = catalogue.any_of(wager_names(rules, bet.needs))
        base = rules.bets[rules.base].name
        placed = catalogue(f"layout.{'equal' if bet.equals else key}", base=base, wagers=wagers)
        return Spot(number, name, bet.name, kind, placed, rule)

    def write(self, path: str | Path, *, font: str = "") -> tuple[Path, ...]:
        """Draw the layout as .pdf, .svg or .png, by the ending of the path; return the file written.

        Raises:
            PrintError: another ending, or more wagers than a page has room for.
            OSError: a file cannot be written.
        """
        from combin.formats.typesetter import Press, print_document

        return print_document("layout", layout_data(self), Path(path), Press(font=font))


def layout(rules: Rules, language: str | Path | None = None) -> Layout:
    """The table layout of a game in a language, by default that of its imprint."""
    imprint = rules.file.imprint
    return Layout(rules, load_catalogue(language or imprint.language).of(imprint))


def _in_rows(bets: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield bets in rows of at most `ABREAST`, about equally many in each."""
    rows = -(-len(bets) // ABREAST)
    ends = [-(-len(bets) * row // rows) for row in range(rows + 1)] if rows else []
    return (bets[start:end] for start, end in pairwise(ends))


def _hands(layout: Layout) -> Iterator[dict[str, Any]]:
    """Yield the places for cards before the dealer: what is dealt there, how many cards, how many face up."""
    rules, deal = layout.rules, layout.rules.file.deal
    if names := sides(rules):
        yield from ({"name": name, "cards": deal.player, "up": 0} for name in names)
    elif not rules.alone:
        yield {"name": layout.catalogue("layout.dealer_cards"), "cards": deal.dealer, "up": deal.face_up}
    if deal.jackpot:
        yield {"name": layout.catalogue("layout.jackpot_cards"), "cards": deal.jackpot, "up": 0}


def layout_data(layout: Layout) -> dict[str, Any]:
    """The layout as the template `layout.typ` draws it."""
    rules, says, rows = layout.rules, layout.catalogue, layout.rows
    spots, seats, stated = [spot for row in rows for spot in row], layout.seats, rules.file.deal.seats
    groups = ", ".join(dict.fromkeys(says(f"layout.{spot.kind}") for spot in spots))
    names = ", ".join(spot.name for spot in spots)
    bonuses = [rules.bets[name] for name in rules.bonuses]
    return {
        "game": rules.file.id,
        "language": says("language.code"),
        "title": says("layout.title", game=title_of(rules, says)),
        "alt": says("layout.alt", seats=says.small(seats), spots=names),
        "limits": " · ".join(imprint_sentences(rules.file.imprint, says, ("casino", *LIMITS))),
        "seats": seats,
        "rows": [
            [{"number": spot.number, "name": spot.name, "kind": spot.kind} for spot in row] for row in rows
        ],
        "hands": [*_hands(layout)],
        "felt": " ".join(dealer_says(rules, says.to_player)) if rules.qualifies else "",
        "words": {key: says(f"layout.{key}") for key in ("dealer", "tray", "face_up")},
        "columns": [says(f"layout.{key}") for key in ("spot", "wager", "placed", "stated")],
        "key": [[str(spot.number), spot.name, spot.placed, spot.rule] for spot in spots],
        "notes": [
            says(f"layout.seats_{'assumed' if stated is None else 'stated'}", seats=says.small(seats)),
            says("layout.order", groups=groups),
            *(says("layout.bonus", bonus=bet.name, on=rules.bets[bet.on].name) for bet in bonuses),
            says("page.source", document=document_named(rules.file.source, says)),
        ],
    }


def layout_view(layout: Layout, _: int = 10) -> View:
    """The layout as a table of its betting spots, from the dealer's side to the player."""
    data = layout_data(layout)
    columns = dict(zip(("number", "name", "placed", "rule"), data["columns"], strict=True))
    table = Table.of(
        "",
        [spot for row in layout.rows for spot in row],
        [
            Column(columns.get(name), COUNT if name == "number" else TEXT, attrgetter(name), name)
            for name in Spot.__struct_fields__
        ],
    )
    return View(
        data["title"],
        tuple(data["notes"]),
        (table,),
        lambda: data,
        lambda: table.records(0, game=data["game"]),
    )
