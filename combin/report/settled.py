"""Settled rounds shown: every wager with its rule, what was paid wrongly, what could not be settled."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.report.tables import Table
from combin.report.view import Record, View
from combin.rules.settle.results import amount_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.rules.rounds import RoundError
    from combin.rules.rules import Rules
    from combin.rules.settle import SettledRound

__all__ = ["settled_view"]


def settled_view(rules: Rules, rounds: Sequence[SettledRound], errors: Sequence[RoundError]) -> View:
    """Return settled rounds ready to be shown, with the records that could not be settled."""
    wrong = sum(len(one.paid_wrongly) for one in rounds)
    hands = sum(len(one.hands) for one in rounds)
    net = sum((one.net for one in rounds), Fraction(0))
    lines = (
        f"{len(rounds):,} rounds with {hands:,} hands settled; the players' net is {amount_text(net)}.",
        f"{wrong:,} payments differ from the rules; {len(errors):,} records could not be settled.",
    )
    tables = [_wagers(rounds)]
    if wrong:
        tables.append(_paid_wrongly(rounds))
    notes = [
        (str(one.id), "" if seat is None else str(seat), note.text, note.rule)
        for one in rounds
        for seat, found in (
            (None, one.notes),
            *((hand.seat, wager.notes) for hand in one.hands for wager in hand.wagers),
        )
        for note in found
    ]
    if notes:
        tables.append(Table("Notes", ("Round", "Seat", "Note", "Rule"), tuple(notes)))
    if errors:
        rows = tuple(("" if one.line is None else str(one.line), str(one.round or ""), one.problem) for one in errors)
        tables.append(Table("Records not settled", (">Line", "Round", "Problem"), rows))
    return View(
        f"{rules.file.title}: rounds settled",
        lines,
        tuple(tables),
        lambda: {
            "game": rules.file.id,
            "rounds": [one.to_dict() for one in rounds],
            "errors": [{"line": one.line, "round": one.round, "problem": one.problem} for one in errors],
        },
        lambda: [record for one in rounds for record in _records(one)],
    )


def _wagers(rounds: Sequence[SettledRound]) -> Table:
    rows = tuple(
        (
            str(one.id),
            str(hand.seat),
            wager.name,
            amount_text(wager.staked),
            wager.result.value,
            amount_text(wager.returned),
            amount_text(wager.net),
            wager.rule,
            wager.reason,
        )
        for one in rounds
        for hand in one.hands
        for wager in hand.wagers
    )
    columns = ("Round", "Seat", "Wager", ">Staked", "Result", ">Returned", ">Net", "Rule", "Why")
    return Table("Wagers", columns, rows)


def _paid_wrongly(rounds: Sequence[SettledRound]) -> Table:
    rows = tuple(
        (
            str(one.id),
            str(wrong.seat),
            wrong.wager,
            amount_text(wrong.due),
            amount_text(wrong.paid),
            f"{'+' if wrong.difference > 0 else ''}{amount_text(wrong.difference)}",
            wrong.rule,
        )
        for one in rounds
        for wrong in one.paid_wrongly
    )
    columns = ("Round", "Seat", "Wager", ">Due", ">Paid", ">Difference", "Rule")
    return Table("Paid wrongly", columns, rows)


def _records(one: SettledRound) -> list[Record]:
    wrong = {(found.seat, found.wager): found for found in one.paid_wrongly}
    records: list[Record] = []
    for hand in one.hands:
        for wager in hand.wagers:
            found = wrong.get((hand.seat, wager.wager))
            records.append(
                {
                    "round": one.id,
                    "line": one.line,
                    "seat": hand.seat,
                    "player": hand.player,
                    "wager": wager.wager,
                    "staked": amount_text(wager.staked),
                    "result": wager.result.value,
                    "returned": amount_text(wager.returned),
                    "carried": amount_text(wager.carried),
                    "net": amount_text(wager.net),
                    "rule": wager.rule,
                    "reason": wager.reason,
                    "paid": None if found is None else amount_text(found.paid),
                }
            )
    return records
