"""The layout of a game's table: the dealer's side, the seats, and where each wager is placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins

from combin.rules.resolved import Rules
from combin.rules.wagers import Kind
from combin.words import rules as words
from combin.words.catalogue import Catalogue, load_catalogue

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


class Layout(Struct, frozen=True):
    """The table layout of a game: one spot per wager at each seat; a bonus, which has no stake, has none."""

    rules: Rules
    say: Catalogue

    @property
    def seats(self) -> int:
        """The number of seats: the most that the rules allow, else `SEATS`."""
        deal, cards = self.rules.file.deal, len(self.rules.deck)
        room = (cards - deal.dealer - deal.jackpot) // deal.player
        return deal.seats or (SEATS if words.sides(self.rules) else min(SEATS, room))

    @property
    def rows(self) -> tuple[tuple[Spot, ...], ...]:
        """The spots of a seat from the dealer's side: jackpots, side bets, initial wagers, the raise."""
        rules, numbers, compared = self.rules, count(1), self.rules.comparisons
        initial = [*rules.initial, *(() if rules.play else compared)]
        if names := words.sides(rules):  # the two hands at the ends, other results between them
            initial.sort(key=lambda name: {names[0]: 0, names[1]: 2}.get(rules.bets[name].name, 1))
        bets = [*(compared if rules.play else ()), *rules.side_bets]
        groups = (rules.jackpots, *_in_rows(bets), initial, [rules.play] * bool(rules.play))
        return tuple(tuple(self._spot(name, next(numbers)) for name in group) for group in groups if group)

    def _spot(self, name: str, number: int) -> Spot:
        rules, bet, decision = self.rules, self.rules.bets[name], self.rules.file.decision
        apart = bet.kind is Kind.PAY_TABLE or (bet.kind is Kind.COMPARISON and rules.play)
        key, rule, kind = "before", bet.rule, "sides" if apart else "initial"
        if bet.raises:
            key = "after_or_blind" if decision.blind.play_in_advance else "after"
            rule, kind = decision.rule or bet.rule, "raise"
        elif bet.needs or bet.equals:
            key, rule = "equal" if bet.equals else "with", bet.rule_of("needs")
        kind = "sensors" if bet.kind is Kind.JACKPOT else kind
        wagers = self.say.any_of(words.wager_names(rules, bet.needs or [rules.base]))
        return Spot(number, name, bet.name, kind, self.say(f"layout.{key}", wagers=wagers), rule)

    def write(self, path: str | Path, *, font: str = "") -> tuple[Path, ...]:
        """Draw the layout as .pdf, .svg or .png, by the path's ending; PrintError if a page has no room."""
        from combin.formats.typesetter import Press, print_document

        return print_document("layout", self.to_dict(), Path(path), Press(font=font))

    def to_dict(self) -> dict[str, Any]:
        """The layout as the template `layout.typ` draws it."""
        rules, say, rows, stated = self.rules, self.say, self.rows, self.rules.file.deal.seats
        spots, seats = [spot for row in rows for spot in row], say.small(self.seats)
        groups = ", ".join(dict.fromkeys(say(f"layout.{spot.kind}") for spot in spots))
        bonuses = [rules.bets[name] for name in rules.bonuses]
        return {
            "language": say("language.code"),
            "title": say("layout.title", game=words.title_of(rules, say)),
            "alt": say("layout.alt", seats=seats, spots=", ".join(spot.name for spot in spots)),
            "limits": " · ".join(words.imprint_sentences(rules.file.imprint, say, ("casino", *words.LIMITS))),
            "seats": self.seats,
            "rows": to_builtins(rows),
            "hands": [*self._hands()],
            "felt": " ".join(words.dealer_says(rules, say.to_player)) if rules.qualifies else "",
            "words": {key: say(f"layout.{key}") for key in ("dealer", "tray", "face_up")},
            "columns": [say(f"layout.{key}") for key in ("spot", "wager", "placed", "stated")],
            "key": [[str(spot.number), spot.name, spot.placed, spot.rule] for spot in spots],
            "notes": [
                say(f"layout.seats_{'assumed' if stated is None else 'stated'}", seats=seats),
                say("layout.order", groups=groups),
                *(say("layout.bonus", bonus=bet.name, on=rules.bets[bet.on].name) for bet in bonuses),
                say("page.source", document=words.document_named(rules.file.source, say)),
            ],
        }

    def _hands(self) -> Iterator[dict[str, Any]]:
        """Yield the places for cards before the dealer: the hand, how many cards, how many face up."""
        deal, names = self.rules.file.deal, words.sides(self.rules)
        if names:
            yield from ({"name": name, "cards": deal.player, "up": 0} for name in names)
        elif not self.rules.alone:
            yield {"name": self.say("layout.dealer_cards"), "cards": deal.dealer, "up": deal.face_up}
        if deal.jackpot:
            yield {"name": self.say("layout.jackpot_cards"), "cards": deal.jackpot, "up": 0}


def layout(rules: Rules, language: str | Path | None = None) -> Layout:
    """The table layout of a game in a language, by default that of its imprint."""
    return Layout(rules, load_catalogue(language or rules.file.imprint.language).of(rules.file.imprint))


def _in_rows(bets: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield bets in rows of at most `ABREAST`, about equally many in each."""
    rows = -(-len(bets) // ABREAST)
    ends = [-(-len(bets) * row // rows) for row in range(rows + 1)] if rows else []
    return (bets[start:end] for start, end in pairwise(ends))
