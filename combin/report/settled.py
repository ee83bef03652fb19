"""Settled rounds shown: every wager with its rule, what was paid wrongly, what could not be settled."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.report.tables import Table
from combin.report.view import View
from combin.report.words import counted
from combin.rules.settle.results import Result, amount_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.report.view import Record
    from combin.rules.rounds import RoundError
    from combin.rules.rules import Rules
    from combin.rules.settle import Discrepancy, Note, SettledMeter, SettledRound, SettledWager

__all__ = ["settled_view"]


def settled_view(rules: Rules, rounds: Sequence[SettledRound], errors: Sequence[RoundError]) -> View:
    """Return settled rounds ready to be shown, with the records that could not be settled.

    The records are the wagers with what was paid wrongly on them, and what was paid wrongly on no wager
    or in total.
    """
    tables = (
        _wager_table(rounds),
        _meter_table(rounds),
        _wrong_table(rules, rounds),
        _note_table(rounds),
        _error_table(errors),
    )
    return View(
        f"{rules.file.title}: rounds settled",
        _summary(rounds, errors),
        tuple(table for table in tables if table.rows),
        lambda: {
            "game": rules.file.id,
            "rounds": [one.to_dict() for one in rounds],
            "errors": [{"line": one.line, "round": one.round, "problem": one.problem} for one in errors],
        },
        lambda: [record for one in rounds for record in _records(one)],
        _COLUMNS,
    )


def _summary(rounds: Sequence[SettledRound], errors: Sequence[RoundError]) -> tuple[str, ...]:
    hands = sum(len(one.hands) for one in rounds)
    wrong = sum(len(one.paid_wrongly) for one in rounds)
    net = amount_text(sum((one.net for one in rounds), Fraction(0)))
    lines = [
        f"{counted(len(rounds), 'round')} with {counted(hands, 'hand')} settled; the players' net is {net}."
    ]
    differ = f"{counted(wrong, 'payment')} {'differs' if wrong == 1 else 'differ'}"
    if rounds:
        lines.append(f"{differ if wrong else 'None of the payments recorded differs'} from the rules.")
    if errors:
        lines.append(f"{counted(len(errors), 'record')} could not be settled.")
    return tuple(lines)


def _wager_table(rounds: Sequence[SettledRound]) -> Table:
    rows = tuple(
        (
            str(one.id),
            str(hand.seat),
            wager.name,
            amount_text(wager.staked),
            "carried" if wager.result is Result.NEXT_ROUND else wager.result.value,
            amount_text(wager.returned),
            amount_text(wager.net),
            f"{wager.rule}: {wager.reason}" if wager.rule else wager.reason,
        )
        for one in rounds
        for hand in one.hands
        for wager in hand.wagers
    )
    columns = ("Round", ">Seat", "Wager", ">Staked", "Result", ">Returned", ">Net", "Rule and reason")
    return Table("Wagers", columns, rows, merged=2)


def _meter_table(rounds: Sequence[SettledRound]) -> Table:
    """The meters of which shares were won: meter + house adds = prizes + meter after."""
    rows = tuple(
        (
            str(one.id),
            ", ".join(f"{number} × {line}" for line, number in one.meter.won.items()),
            *(amount_text(amount) for amount in _amounts(one.meter)),
            one.meter.rule,
        )
        for one in rounds
        if one.meter is not None
    )
    amounts = (">Seed", ">Meter", ">House adds", ">Prizes", ">Meter after")
    return Table("Meter", ("Round", "Won", *amounts, "Rule"), rows)


def _amounts(meter: SettledMeter) -> tuple[Fraction, ...]:
    return meter.seed, meter.meter, meter.house_adds, meter.prizes, meter.meter_after


def _wrong_table(rules: Rules, rounds: Sequence[SettledRound]) -> Table:
    names = {name: wager.name for name, wager in rules.wagers.items()}
    names |= {f"{name}.envy": f"{names[name]}, envy bonus" for name in rules.jackpots}
    names["total"] = "all wagers"
    rows = tuple(
        (
            str(one.id),
            str(wrong.seat),
            names.get(wrong.wager, wrong.wager),
            amount_text(wrong.due),
            amount_text(wrong.paid),
            _difference(wrong),
            wrong.rule,
        )
        for one in rounds
        for wrong in one.paid_wrongly
    )
    columns = ("Round", ">Seat", "Wager", ">Due", ">Paid", ">Difference", "Rule")
    return Table("Paid wrongly", columns, rows, merged=2)


def _note_table(rounds: Sequence[SettledRound]) -> Table:
    rows = tuple((str(one.id), seat, note.text, note.rule) for one in rounds for seat, note in _notes(one))
    return Table("Notes", ("Round", ">Seat", "Note", "Rule"), rows, merged=2)


def _notes(one: SettledRound) -> Iterator[tuple[str, Note]]:
    """Yield the notes with their seats; those of the whole round have none."""
    for note in one.notes:
        yield "", note
    for hand in one.hands:
        for note in dict.fromkeys(note for wager in hand.wagers for note in wager.notes):
            yield str(hand.seat), note


def _error_table(errors: Sequence[RoundError]) -> Table:
    rows = tuple(
        ("" if one.line is None else str(one.line), "" if one.round is None else str(one.round), one.problem)
        for one in errors
    )
    return Table("Records not settled", (">Line", "Round", "Problem"), rows)


_COLUMNS = (
    "round",
    "line",
    "seat",
    "player",
    "wager",
    "staked",
    "result",
    "returned",
    "carried",
    "net",
    "rule",
    "reason",
    "paid",
    "difference",
)


def _records(one: SettledRound) -> Iterator[Record]:
    """Yield the wagers of a round, each with what was paid wrongly on it; if on no one wager, by itself."""
    wrong = {(found.seat, found.wager): found for found in one.paid_wrongly}
    for hand in one.hands:
        names = [wager.wager for wager in hand.wagers]
        for wager in hand.wagers:
            alone = names.count(wager.wager) == 1
            found = wrong.pop((hand.seat, wager.wager), None) if alone else None
            yield _record(one, hand.seat, hand.player, wager, found)
        for key in [key for key in wrong if key[0] == hand.seat]:
            yield _record(one, hand.seat, hand.player, None, wrong.pop(key))


def _record(
    one: SettledRound, seat: int, player: str | None, wager: SettledWager | None, wrong: Discrepancy | None
) -> Record:
    record: Record = dict.fromkeys(_COLUMNS)
    record |= {"round": str(one.id), "line": one.line, "seat": seat, "player": player}
    if wager is not None:
        record |= {
            "wager": wager.wager,
            "staked": amount_text(wager.staked),
            "result": wager.result.value,
            "returned": amount_text(wager.returned),
            "carried": amount_text(wager.carried),
            "net": amount_text(wager.net),
            "rule": wager.rule,
            "reason": wager.reason,
        }
    elif wrong is not None:
        record |= {"wager": wrong.wager, "returned": amount_text(wrong.due), "rule": wrong.rule}
    if wrong is not None:
        record |= {"paid": amount_text(wrong.paid), "difference": _difference(wrong)}
    return record


def _difference(wrong: Discrepancy) -> str:
    return f"{'+' if wrong.difference > 0 else ''}{amount_text(wrong.difference)}"
