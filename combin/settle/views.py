"""Views of settled rounds: wrong payments, refused records, totals, and the log of wagers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import add, itemgetter
from typing import Any

import msgspec

from combin.formats import Format
from combin.formats.tables import COUNT, PLAIN, TEXT, Column, Kind, Record, Role, Table, Value, as_net
from combin.formats.view import View
from combin.formatting import counted
from combin.rules.resolved import Rules
from combin.settle import records
from combin.settle.records import Amount, Result, RoundError, SettledRound, amount_text, money_text

MOST = 1000
"""The most rounds whose wagers or errors are listed, and the most refused records."""

_PARTS = ("paid_wrongly", "disputed", "by_reading", "unexplained")
"""What is wrong with a round, by the names of its parts."""


class SettledTally:
    """Totals of settled rounds, with the rounds that tables show."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.rounds = self.hands = self.errors = 0
        self.number = dict.fromkeys(_PARTS, 0)
        self._sums: dict[tuple[str, ...], list[Amount]] = {}  # of hands with the same wagers
        self._first: list[SettledRound] = []
        self._flagged: list[SettledRound] = []
        self._problems: list[RoundError] = []

    def add(self, settled: SettledRound | RoundError) -> None:
        """Count a round, or a refused record."""
        if isinstance(settled, RoundError):
            self.errors += 1
            if self.errors <= MOST:
                self._problems.append(settled)
            return
        self.rounds += bool(settled.hands)  # a closing of a meter has none
        self.hands += len(settled.hands)
        flagged = bool(settled.meter or settled.further_meters)
        if settled.paid_wrongly or settled.disputed or settled.by_reading or settled.unexplained:
            flagged = True
            for part in _PARTS:
                self.number[part] += len(getattr(settled, part))
        for hand in settled.hands:
            names = hand.result.names
            self._sums[names] = [*map(add, self._sums.get(names) or [0] * len(hand.amounts), hand.amounts)]
        if len(self._first) < MOST:
            self._first.append(settled)
        if flagged and len(self._flagged) < MOST:
            self._flagged.append(settled)

    @property
    def _by_wager(self) -> dict[str, list[Amount]]:
        """Of each wager how often it was settled, and what was staked on it, returned and carried."""
        found: dict[str, list[Amount]] = {}
        for names, (number, *amounts) in self._sums.items():
            for place, name in enumerate(names):
                own = number, *amounts[place :: len(names)]
                found[name] = [*map(add, found.get(name, [0] * 4), own)]
        return found

    def view(
        self, payload: Callable[[], Any], records: Callable[[], list[Record]], *, log: bool = False
    ) -> View:
        """What was counted: wrong payments and refused records first; the wagers of each round in a `log`."""
        names = {name: wager.name for name, wager in self.rules.wagers.items()}
        names |= {f"{name}.envy": f"{names[name]}, envy bonus" for name in self.rules.jackpots}
        names |= {f"{self.rules.base}.collection": "Collection", "total": "all wagers"}
        tables = (
            _payments(names, self._flagged, "paid_wrongly", "Wrong payments"),
            _table(
                "Refused records",
                "Line | Round | Problem",
                [(error.line, error.round, error.problem) for error in self._problems],
            ),
            _payments(names, self._flagged, "disputed", "Right under another reading"),
            _payments(names, self._flagged, "by_reading", "Right under the reading taken"),
            _unexplained_table(self._flagged),
            _meter_table(self._flagged),
            _sum_table(names, self._by_wager),
            *((_wager_table(self._first), _note_table(self._first)) if log else ()),
        )
        return View(
            f"{self.rules.file.title}: rounds settled",
            tuple(self._summary(log=log)),
            tuple(table for table in tables if table.rows),
            payload,
            records,
            _COLUMNS,
        )

    def _summary(self, *, log: bool) -> Iterator[str]:
        net = money_text(sum(back + stays - staked for _, staked, back, stays in self._by_wager.values()))
        hands = counted(self.hands, "hand")
        yield f"{counted(self.rounds, 'round')} with {hands} settled; the players' net is {net}."
        wrong, disputed, by_reading, unexplained = self.number.values()
        if wrong:
            yield f"{counted(wrong, 'wrong payment')}."
        elif self.rounds and not disputed:
            yield "No recorded payment differs from the rules."
        if disputed:
            are = "payment is" if disputed == 1 else "payments are"
            which = "the one taken" if self.rules.taken else "the adopted one"
            yield f"{disputed:,} {are} right under a reading of the rules that is not {which}."
        if by_reading:
            are = "payment is" if by_reading == 1 else "payments are"
            yield f"{by_reading:,} {are} right under the reading taken, and not under the adopted one."
        if unexplained:
            are = "record is" if unexplained == 1 else "records are"
            yield f"{unexplained:,} {are} inconsistent with earlier rounds."
        if self.errors:
            yield f"{counted(self.errors, 'record')} refused."
        if max(sum(self.number.values()), self.errors, self.rounds if log else 0) > MOST:
            yield f"Tables list the first {MOST:,} rounds and records; csv and json list all."


def settled_view(answer: records.SettledRounds, _: int = 10, *, log: bool = False) -> View:
    """Settled rounds in tables; the records are the wagers with their wrong payments."""
    rules, rounds, errors = answer.rules, answer.rounds, answer.errors
    tally = SettledTally(rules)
    for settled in rounds:
        tally.add(settled)
    for error in errors:
        tally.add(error)
    return tally.view(
        lambda: {
            "game": rules.file.id,
            "rounds": [one.to_dict() for one in rounds],
            "errors": [_error(one) for one in errors],
        },
        lambda: [dict(zip(_COLUMNS, row, strict=True)) for one in rounds for row in _rows(one)],
        log=log,
    )


def streamed(rules: Rules, settled: Iterable[SettledRound | RoundError], form: Format) -> Iterator[str]:
    """Yield JSON or CSV of settled rounds piece by piece, equal to `settled_view`."""
    return _csv(settled) if form is Format.CSV else _json(rules, settled)


def _json(rules: Rules, settled: Iterable[SettledRound | RoundError]) -> Iterator[str]:
    errors: list[dict[str, Any]] = []
    before = f'{{\n  "game": {json.dumps(rules.file.id)},\n  "rounds": ['
    rounds = 0
    for one in settled:
        if isinstance(one, RoundError):
            errors.append(_error(one))
            continue
        yield f"{before}\n    {_indented(one.to_dict(), 4)}"
        before, rounds = ",", rounds + 1
    end = "\n  ]" if rounds else f"{before}]"
    yield f'{end},\n  "errors": {_indented(errors, 2)}\n}}\n'


def _indented(value: object, spaces: int) -> str:
    """A value as JSON in lines, indented by some spaces after the first."""
    lines = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    return lines.replace("\n", "\n" + " " * spaces)


def _csv(settled: Iterable[SettledRound | RoundError]) -> Iterator[str]:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    yield out.getvalue()
    for one in settled:
        if not isinstance(one, RoundError):
            out.seek(0)
            out.truncate()
            writer.writerows(_rows(one))
            yield out.getvalue()


def _error(round_error: RoundError) -> dict[str, Any]:
    return {"line": round_error.line, "round": round_error.round, "problem": round_error.problem}


_AMOUNT = Kind(money_text)
_ROLES: dict[str, Role] = {Result.WIN: "gain", Result.LOSE: "loss"}
_AMOUNTS = (
    "Staked | Returned | Carried | Seed | Meter | House adds | Prizes | Meter after | Due | Due as adopted | "
    "Paid | Expected | Recorded"
)
_KINDS: dict[str, Kind] = {
    **dict.fromkeys(_AMOUNTS.split(" | "), _AMOUNT),
    **dict.fromkeys(("Seat", "Number"), COUNT),
    "Line": PLAIN,
    "Net": as_net(_AMOUNT),
    "Result": Kind(str, right=False, exact=False, role=_ROLES.get),
    "Difference": Kind(lambda amount: "+" * (amount > 0) + money_text(amount), role=lambda _: "bad"),
}
"""What the columns with some headings hold; all others are text."""


def _table(title: str, headings: str, rows: Iterable[Sequence[Value]], merged: int = 0) -> Table:
    columns = [Column[Value](heading, _KINDS.get(heading, TEXT)) for heading in headings.split(" | ")]
    return Table(title, columns, tuple(map(tuple, rows)), merged=merged)


def _wager_table(rounds: Sequence[SettledRound]) -> Table:
    rows = (
        (
            *(str(one.id), hand.seat, wager.name, wager.staked),
            "carried" if wager.result is Result.NEXT_ROUND else wager.result.value,
            *(wager.returned, wager.net),
            f"{wager.rule}: {wager.reason}" if wager.rule else wager.reason,
        )
        for one in rounds
        for hand in one.hands
        for wager in hand.wagers
    )
    headings = "Round | Seat | Wager | Staked | Result | Returned | Net | Rule and reason"
    return _table("Log of rounds", headings, rows, 2)


def _meter_table(rounds: Sequence[SettledRound]) -> Table:
    """The meters with shares won: meter + house adds = prizes + meter after."""
    several = any(one.further_meters for one in rounds)
    rows: Iterator[tuple[Value, ...]] = (
        (
            str(one.id),
            *([f"{meter.name} {meter.level}".strip()] if several else []),
            ", ".join(f"{number} × {line}" for line, number in meter.won.items()),
            *(meter.seed, meter.meter, meter.house_adds, meter.prizes, meter.meter_after, meter.rule),
        )
        for one in rounds
        for meter in (one.meter, *one.further_meters)
        if meter is not None
    )
    won = "Meter of | Won" if several else "Won"
    return _table("Meter", f"Round | {won} | Seed | Meter | House adds | Prizes | Meter after | Rule", rows)


def _sum_table(names: Mapping[str, str], sums: Mapping[str, Sequence[Amount]]) -> Table:
    rows: list[tuple[Value, ...]] = []
    for key in (key for key in names if key in sums):
        number, staked, returned, carried = sums[key]
        rows.append((names[key], number, staked, returned, carried, returned + carried - staked))
    return _table("Totals by wager", "Wager | Number | Staked | Returned | Carried | Net", rows)


def _payments(names: Mapping[str, str], rounds: Sequence[SettledRound], part: str, title: str) -> Table:
    """The payments of a part of each round: the wrong ones by how much, others with what makes them right."""
    wrong = part == "paid_wrongly"
    due = "Due as adopted" if part == "by_reading" else "Due"
    rows = (
        (
            *(str(one.id), paid.seat, names.get(paid.wager, paid.wager), paid.due, paid.paid),
            *((paid.difference, paid.rule) if wrong else ("; ".join(paid.readings),)),
        )
        for one in rounds
        for paid in getattr(one, part)
    )
    last = "Difference | Rule" if wrong else "Right under the reading"
    return _table(title, f"Round | Seat | Wager | {due} | Paid | {last}", rows, 2)


def _unexplained_table(rounds: Sequence[SettledRound]) -> Table:
    rows = (
        (str(one.id), one.line, found.text, found.expected, found.found, found.rule)
        for one in rounds
        for found in one.unexplained
    )
    headings = "Round | Line | Inconsistency | Expected | Recorded | Rule"
    return _table("Inconsistent records", headings, rows, 1)


def _note_table(rounds: Sequence[SettledRound]) -> Table:
    rows: list[tuple[Value, ...]] = []
    for one in rounds:
        rows += [(str(one.id), None, note.text, note.rule) for note in one.notes]
        for hand in one.hands:
            notes = dict.fromkeys(note for wager in hand.wagers for note in wager.notes)
            rows += [(str(one.id), hand.seat, note.text, note.rule) for note in notes]
    return _table("Notes", "Round | Seat | Note | Rule", rows, 2)


_COLUMNS = (
    *("round", "line", "seat", "player", "wager", "staked", "result", "returned", "carried", "net"),
    *("rule", "reason", "paid", "difference", "reading"),
)
_OF_WAGER = itemgetter(*_COLUMNS[4:12])


def _rows(settled_round: SettledRound) -> Iterator[tuple[str | int | None, ...]]:
    """Yield the wagers of a round, each with its wrong payment; and payments on no single wager."""
    place = str(settled_round.id), settled_round.line
    as_taken = (msgspec.structs.replace(found, due=found.paid) for found in settled_round.by_reading)
    payments = (*settled_round.paid_wrongly, *settled_round.disputed, *as_taken)
    wrong = {(payment.seat, payment.wager): payment for payment in payments}
    for hand in settled_round.hands:
        who = hand.seat, hand.player
        names = [wager.wager for wager in hand.wagers] if wrong else []
        for wager in hand.wagers:
            alone = names.count(wager.wager) == 1
            found = wrong.pop((hand.seat, wager.wager), None) if alone else None
            yield *place, *who, *_OF_WAGER(wager.to_dict()), *_paid_there(found)
        for key in [key for key in wrong if key[0] == hand.seat]:
            found = wrong.pop(key)
            due = (found.wager, None, None, amount_text(found.due), None, None, found.rule, None)
            yield *place, *who, *due, *_paid_there(found)
    for one in settled_round.unexplained:
        expected = None if one.expected is None else amount_text(one.expected)
        found_there, difference = None, None
        if one.expected is not None and one.found is not None:
            found_there, difference = amount_text(one.found), _signed(one.found - one.expected)
        amounts = (expected, None, None, one.rule, one.text, found_there, difference, None)
        yield *place, *(None,) * 5, *amounts


def _paid_there(wrong: records.Discrepancy | None) -> tuple[str | None, ...]:
    if wrong is None:
        return None, None, None
    return amount_text(wrong.paid), _signed(wrong.difference), "; ".join(wrong.readings) or None


def _signed(amount: Fraction) -> str:
    return f"{'+' if amount > 0 else ''}{amount_text(amount)}"
