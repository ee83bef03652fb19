"""Views of game protection: removal of cards, colluding players, and the report of threats."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from combin.cards.cards import JOKER, Card
from combin.formats import tables
from combin.formats.documents import Block, Document, Heading, Paragraph, escaped
from combin.formats.tables import Column, Record, Table, as_json, exact_columns, percents
from combin.formats.view import View, write_document
from combin.formatting import Root, capital, money, percent, plain
from combin.report.words import tables_said
from combin.rules.resolved import Rules
from combin.words.catalogue import load_catalogue
from combin.words.rules import document_named

if TYPE_CHECKING:
    from combin.protection.collusion import Collusion
    from combin.protection.removal import LinearCount, Removal
    from combin.protection.threats import Option, Protection, Threat


def removal_view(removal: Removal, digits: int = 10) -> View:
    """The effects of removal ready to be shown.

    JSON has the edges of each wager without each of the `cards`, and how well a `linear` count tells those
    without two; the records are the wagers of each card.
    """
    rules, wagers = removal.rules, removal.wagers
    edges = ", ".join(f"{rules.wager_name(name)} {percent(wagers[name].whole, 4)}" for name in wagers)
    lines = tables_said(rules, removal.analysis.letters)
    lines += [f"House edge of the full deck: {edges}.", *first_stakes_said(rules, wagers)]
    return View(
        f"{rules.file.title}: effects of removal",
        tuple(lines),
        (_effects(removal), *_linear(removal)),
        lambda: as_json(_removal_payload(removal), digits),
        lambda: _removal_records(removal, digits),
    )


def _effects(removal: Removal) -> Table:
    rules = removal.rules

    def change(name: str) -> Column[tuple[Card, ...]]:
        one = removal.wagers[name]
        return Column(
            rules.wager_name(name), tables.EDGE_CHANGE, lambda cards: one.effect(rules.deck.index(cards[0]))
        )

    return Table.of(
        "Change of the edge without one card, points",
        removal.kinds,
        [Column("Card", value=lambda cards: _called(cards, removal)), *map(change, removal.wagers)],
        "The player knows the missing card and plays optimally; a rise favours the house.",
    )


def _called(cards: tuple[Card, ...], removal: Removal) -> str:
    """What cards of one rank are called: by the rank, if they are all of it."""
    alike = cards[0] == JOKER or len(cards) == len(removal.rules.deck.suits)
    return cards[0].rank.name if alike else " ".join(card.glyph for card in cards)


def _linear(removal: Removal) -> list[Table]:
    fits = [(name, one.linear) for name, one in removal.wagers.items() if one.linear is not None]
    columns: list[Column[tuple[str, LinearCount]]] = [
        Column("Wager", value=lambda fit: removal.rules.wager_name(fit[0])),
        Column("Worst error, points", tables.CHANGE, lambda fit: fit[1].worst),
        Column("Without", value=lambda fit: " ".join(card.glyph for card in fit[1].worst_pair)),
        Column("Root mean square", tables.NUMBER, lambda fit: Root(100**2 * fit[1].mean_square)),
        Column("Explained", percents(2), lambda fit: fit[1].explained),
    ]
    note = (
        "Error: the exact edge less the sum of the two effects, over all pairs of cards. Explained: share of "
        "the variance of the exact edges."
    )
    title = "Accuracy of a linear count for two cards"
    return [Table.of(title, fits, columns, note)] if fits else []


def _removal_payload(removal: Removal) -> dict[str, Any]:
    wagers = removal.wagers
    return {
        "game": removal.rules.file.id,
        "tables": dict(removal.analysis.letters),
        "wagers": {name: {"house_edge": of.whole} for name, of in wagers.items()},
        "cards": [
            {
                "card": str(card),
                "wagers": {
                    name: {"house_edge": of.without[index], "effect": of.effect(index)}
                    for name, of in wagers.items()
                },
            }
            for card, index in removal.cards.items()
        ],
        "linear": {
            name: {
                "worst_error": linear.worst,
                "worst_pair": list(map(str, linear.worst_pair)),
                "mean_square_error": linear.mean_square,
                "explained": linear.explained,
            }
            for name, of in wagers.items()
            if (linear := of.linear) is not None
        },
    }


def _removal_records(removal: Removal, digits: int) -> list[Record]:
    return [
        {"game": removal.rules.file.id, "card": str(card), "wager": name}
        | exact_columns("house_edge", one.without[index], digits)
        | exact_columns("effect", one.effect(index), digits)
        for card, index in removal.cards.items()
        for name, one in removal.wagers.items()
    ]


def collusion_view(collusion: Collusion, digits: int = 10) -> View:
    """What neighbours' cards are worth ready to be shown.

    JSON has the house edge by the number of `neighbours` whose cards are seen, null where it is not computed,
    with the best simple `signal`.
    """
    rules, neighbours = collusion.rules, _neighbours(collusion)
    lines = tables_said(rules, collusion.letters)
    lines.append(
        f"House edge of {rules.base_name}, per unit of the {rules.unit_name}, "
        "with optimal use of the cards known."
    )
    lines += first_stakes_said(rules, [rules.base])
    if len(collusion.neighbours) > 1:
        lines.append(
            f"One colluding player changes the decision in {percent(collusion.changed, 4)} of all pairs of "
            "hands."
        )
    lines.append("All edges are exact.")
    if unknown := next((one.seen for one in collusion.neighbours if one.house_edge is None), None):
        number = load_catalogue().small(unknown)
        lines[-1] += f" Edges with all cards of {number} players or more are not computed."
    return View(
        f"{rules.file.title}: colluding players",
        tuple(lines),
        (neighbours,),
        lambda: as_json(_collusion_payload(collusion), digits),
        lambda: neighbours.records(digits, game=rules.file.id),
    )


def _neighbours(collusion: Collusion) -> Table:
    deck, neighbours = collusion.rules.deck, collusion.neighbours

    def rank(place: int) -> str:
        return f"{deck.ranks[neighbours[place].signal.lowest]} or higher" if place else ""

    columns: list[Column[int]] = [
        Column("Players", tables.COUNT, lambda place: neighbours[place].seen, "seen"),
        Column("House edge", tables.PERCENT, lambda place: neighbours[place].house_edge, "house_edge"),
        Column("Gain", tables.PERCENT, collusion.gain),
        Column("Count of", value=rank),
        Column("Edge by count", tables.PERCENT, lambda place: neighbours[place].signal.house_edge, "signal"),
        Column("Share of gain", percents(1), collusion.share),
    ]
    return Table.of(
        "By number of players whose cards are known",
        range(len(neighbours)),
        columns,
        "Count: number of their cards of a rank or higher, the best simple signal. Its edge is exact, and an "
        "upper bound of the edge with all cards.",
    ).without_blanks()


def _collusion_payload(collusion: Collusion) -> dict[str, Any]:
    rules = collusion.rules
    return {
        "game": rules.file.id,
        "tables": dict(collusion.letters),
        "changed_by_one": collusion.changed,
        "neighbours": [
            {
                "seen": one.seen,
                "house_edge": one.house_edge,
                "signal": {
                    "lowest_rank": str(rules.deck.ranks[one.signal.lowest]),
                    "house_edge": one.signal.house_edge,
                },
            }
            for one in collusion.neighbours
        ],
    }


def protection_view(protection: Protection, digits: int = 10) -> View:
    """The threats to a game ready to be shown.

    JSON has the `threats` with edge, gain per hour and how often each changes a decision, and the `options`
    in the irregularities of the rules; the records are the threats.
    """
    rules = protection.rules
    threats = _threats(protection)
    return View(
        f"{rules.file.title}: game protection",
        tuple(_protection_lines(protection)),
        (threats, _seen_by(protection), _rules_options(protection)),
        lambda: as_json(
            {
                "game": rules.file.id,
                "tables": protection.letters,
                "limit": protection.limit,
                "pace": protection.pace,
                "house_edge": protection.house_edge,
                "threats": threats,
                "options": _rules_options(protection),
            },
            digits,
        ),
        lambda: threats.records(digits, game=rules.file.id),
    )


def write_protection(answer: Protection, path: Path) -> tuple[Path, ...]:
    """Write the report of threats to a game, a chapter for each table; return the files written."""
    view = protection_view(answer)
    blocks: list[Block] = [Heading(1, view.heading), *(Paragraph(escaped(line)) for line in view.lines)]
    for table in view.tables:
        blocks += [Heading(2, table.title), replace(table, title="", note="")]
        blocks += [Paragraph(escaped(table.note))] if table.note else []
    source = document_named(answer.rules.file.source, load_catalogue())
    return write_document(Document(tuple(blocks), footer=source), path)


def _protection_lines(protection: Protection) -> list[str]:
    rules = protection.rules
    lines = tables_said(rules, protection.letters)
    hour = money(protection.per_hour(protection.house_edge))
    lines.append(
        f"Baseline: a house edge of {percent(protection.house_edge, 4)} of the {rules.unit_name} on "
        f"{rules.base_name}, "
        f"a theoretical win of {hour} an hour at {money(protection.limit)} and {plain(protection.pace)} "
        "rounds an hour."
    )
    lines.append("All edges are exact, with optimal use of the information, on this wager alone.")
    if not protection.neighbours:
        lines.append(
            "Colluding players are left out: they need one deck without jokers or an exposed dealer card "
            "in which the higher hand always wins."
        )
    return lines


def _called_so(threat: Threat) -> str:
    catalogue = load_catalogue()
    number = catalogue.small(threat.number) if threat.number > 1 else "one"
    return capital(catalogue(f"protect.{threat.key}.name", number=number, cards=threat.words))


def _threats(protection: Protection) -> Table:
    columns: list[Column[Threat]] = [
        Column("Threat", value=_called_so, name="threat"),
        Column(None, value=lambda threat: threat.key, name="kind"),
        Column("House edge", tables.PERCENT, lambda threat: threat.house_edge, "house_edge"),
        Column(None, tables.EXACT, protection.gain, "gain"),
        Column("Gain", percents(2), protection.gain),
        Column(
            "Gain an hour",
            tables.MONEY,
            lambda threat: protection.per_hour(protection.gain(threat)),
            "gain_per_hour",
        ),
        Column("Changes", percents(1), lambda threat: threat.changed, "changed"),
    ]
    return Table.of(
        "Gain from information",
        protection.threats,
        columns,
        f"Gain: % of the {protection.rules.unit_name} over the baseline. A negative edge favours the player. "
        "Changes: share of deals in which the information changes the decision.",
    )


def _seen_by(protection: Protection) -> Table:
    catalogue = load_catalogue()
    keys = dict.fromkeys(threat.key for threat in protection.threats)
    first = {key: next(one for one in protection.threats if one.key == key) for key in keys}
    return Table.of(
        "Indicators and countermeasures",
        keys,
        [
            Column("Threat", value=lambda key: _called_so(first[key])),
            Column("Indicators", value=lambda key: catalogue(f"protect.{key}.see")),
            Column("Countermeasures", value=lambda key: catalogue(f"protect.{key}.stop")),
        ],
    )


def _rules_options(protection: Protection) -> Table:
    words, rules = load_catalogue(), protection.rules
    unit = rules.unit_name
    columns: list[Column[Option]] = [
        Column(
            "Irregularity",
            value=lambda option: words(
                f"protect.{option.key}.name", **{"raise": rules.wagers[rules.play].name}
            ),
            name="option",
        ),
        Column(None, value=lambda option: option.key, name="kind"),
        Column("Gain", tables.PERCENT, lambda option: option.gain, "gain"),
        Column("Money", tables.MONEY, lambda option: option.gain * protection.limit, "money"),
        Column("Rules", value=lambda option: "; ".join(dict.fromkeys(rule for _, rule in option.entries))),
        Column(
            None, value=lambda option: [name for name, _ in option.entries if name], name="irregularities"
        ),
        Column("Countermeasures", value=lambda option: words(f"protect.{option.key}.stop")),
    ]
    return Table.of(
        "Value of irregularities to the player",
        protection.options,
        columns,
        f"Gain: % of the {unit} per occurrence, with optimal play; exact. Money: at the limit.",
    )


def first_stakes_said(rules: Rules, wagers: Iterable[str]) -> list[str]:
    """The stakes of the figures of wagers with sums of money."""
    found = []
    for name in wagers:
        bet, called = rules.bets[name], rules.wager_name(name)
        if bet.stakes:
            found.append(f"The figures of {called} are for a stake of {money(bet.first_stake)}.")
        elif bet.collection is not None and bet.collection.money:
            found.append(f"The figures of {called} exclude the collection.")
    return found
