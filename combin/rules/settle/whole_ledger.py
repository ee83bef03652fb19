"""A file of rounds as the whole ledger of its meters: each is what its increments and prizes make it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from combin.formatting import counted
from combin.rules.model import ProgressiveEntry
from combin.rules.resolved import Rules
from combin.rules.rounds import Closing, Round
from combin.rules.settle.ledger import (
    MOST_TABLES,
    Carried,
    carried_of,
    closed,
    missing,
    place,
    played,
    vanished,
)
from combin.rules.settle.meter import jackpot_cost
from combin.rules.settle.results import Break, SettledRound, amount_text


@dataclass(slots=True)
class _System:
    """A meter as the last record left it: between two amounts, since its rate may not be known.

    It shows whole units of money, or `cents`, and may hold a fraction of them more or less.
    """

    record: str | int
    least: Fraction
    most: Fraction
    tables: set[str | None]
    cents: bool = False


@dataclass(slots=True)
class _Last:
    """The round of a table that was recorded last."""

    round: str | int
    number: int | None
    cost: Fraction | None
    carried: tuple[Carried, ...]


class WholeLedger:
    """Follows a file that has all rounds of all tables of its meters, in the order of their settlement.

    Each meter system has its own cost of the jackpot wager (Crown 6.1.1(e)), by which it is told here. A
    meter is what it was, with its rate of the jackpot wagers that were decided, less prizes, and the seed at
    least (6.3, 6.4). It may be ahead of that by the wagers of a round that is void, which stay for the next
    one (11.15), and by those that lie at other tables of the system.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        self._rules = rules
        self._letters = letters
        self._last: dict[str | None, _Last] = {}
        self._systems: dict[Fraction, _System] = {}

    def forget(self) -> None:
        """Expect nothing of the rounds that come, since what happened in one before them is not known."""
        self._last.clear()
        self._systems.clear()

    def follow(self, round_: Round, settled: SettledRound) -> tuple[Break, ...]:
        """Return what of a round does not follow from the records before it."""
        table, number = place(round_.id)
        last = self._last.pop(table, None)
        breaks = []
        carried: tuple[Carried, ...] = ()
        gap = 0
        if last is not None:
            if number is not None and last.number is not None:
                gap = number - last.number - 1
            carried = () if gap else last.carried
            if gap < 0:
                breaks.append(Break(f"it stands behind round {last.round} of its table"))
            elif gap:
                rounds = counted(gap, "round")
                breaks.append(
                    Break(f"{rounds} between it and round {last.round} {'is' if gap == 1 else 'are'} missing")
                )
            breaks += [vanished(one, last.round) for one in missing(carried, round_)]
        cost = None if last is None else last.cost
        entry = self._rules.meters.get(self._rules.metered)
        if entry is not None:
            cost = (
                max(jackpot_cost(round_, self._rules.metered, hand.wagers) for hand in round_.hands) or cost
            )
            if cost is not None:
                if gap:  # what the wagers of those rounds came to is not known
                    self._systems.pop(cost, None)
                breaks += self._meter(cost, table, round_, settled)
        self._last[table] = _Last(round_.id, number, cost, carried_of(settled))
        if len(self._last) > MOST_TABLES:
            del self._last[next(iter(self._last))]
        if len(self._systems) > MOST_TABLES:
            del self._systems[next(iter(self._systems))]
        return tuple(breaks)

    def close(self, closing: Closing) -> tuple[Break, ...]:
        """Return what of the closing of a meter does not follow, or is not as the rules have it.

        Raises:
            RoundError: as `closed` does.
        """
        breaks = closed(self._rules, closing)
        entry, system = self._rules.meters.get(self._rules.metered), self._systems.pop(closing.cost, None)
        if entry is not None and system is not None:
            breaks = (*_compared(system, closing.meter, Fraction(0), entry.rule), *breaks)
        for cost, amount in closing.transfers.items():
            if cost in self._systems:
                self._systems[cost].least += amount
                self._systems[cost].most += amount
        return breaks

    def _meter(self, cost: Fraction, table: str | None, round_: Round, settled: SettledRound) -> list[Break]:
        """Return what is wrong with the meter of a round, which is then as the round leaves it."""
        entry = self._rules.meters.get(self._rules.metered)
        system, breaks = self._systems.get(cost), []
        if entry is not None and system is not None:
            least, most = self._rates(entry, cost, round_)
            number = played(settled, self._rules.metered)
            system.least += number * least
            system.most += number * most
            system.tables.add(table)
            if round_.meter is not None:
                seats = self._rules.file.deal.seats or 99
                under_way = len(carried_of(settled)) + seats * (len(system.tables) - 1)
                breaks = _compared(system, round_.meter, under_way * most, entry.rule)
        shown = round_.meter if settled.meter is None else settled.meter.meter_after
        if shown is not None and (system is None or breaks or settled.meter is not None):
            if system is None:
                system = self._systems[cost] = _System(round_.id, shown, shown, {table})
            system.least = system.most = shown
        if system is not None:
            system.record = round_.id
            system.cents = system.cents or (round_.meter or 0).denominator > 1
        return breaks

    def _rates(self, entry: ProgressiveEntry, cost: Fraction, round_: Round) -> tuple[Fraction, Fraction]:
        """Return by how much a jackpot wager raises the meter: the least and the most that it can be."""
        letter = round_.tables.get(self._rules.metered) or self._letters.get(self._rules.metered)
        rates = [
            meter.increment * cost
            for option in entry.options.values()
            for meter in option.meters
            if letter in (None, option.pay_table) and round_.seed in (None, meter.seed * cost)
        ]
        return (min(rates), max(rates)) if rates else (Fraction(0), cost)


def _compared(system: _System, shown: Fraction, ahead: Fraction, rule: str) -> list[Break]:
    """Return what is wrong with what a meter shows, which may be `ahead` of the rounds so far by so much."""
    unit = Fraction(1, 100 if system.cents or shown.denominator > 1 else 1)
    since = f"that record {system.record} and the jackpot wagers and prizes since then account for"
    if shown <= system.least - unit:
        expected, words = system.least, "less"
    elif shown >= system.most + ahead + unit:
        expected, words = system.most, "more"
    else:
        return []
    text = f"the meter shows {amount_text(shown)}, {words} than the {amount_text(expected)} {since}"
    return [Break(text, rule, expected, Fraction(shown))]
