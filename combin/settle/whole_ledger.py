"""A file of rounds as the whole ledger of its meters: each is what its increments and prizes make it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from combin.formatting import counted
from combin.rules.resolved import Rules
from combin.settle.ledger import (
    MOST_TABLES,
    Carried,
    carried_of,
    closed,
    cost_of,
    missing,
    paid_in,
    place,
    rates_of,
    stated_meters,
    vanished,
)
from combin.settle.meter import MeterName
from combin.settle.results import Break, SettledRound, amount_text
from combin.settle.rounds import Closing, Round


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
    costs: dict[str, Fraction]
    carried: tuple[Carried, ...]


class WholeLedger:
    """Follows a file that has all rounds of all tables of its meters, in the order of their settlement.

    Each meter system has its own cost of the jackpot wager (Crown 6.1.1(e)), by which it is told here, beside
    its wager and level. A meter is what it was, with its rate of the jackpot wagers that were decided, less
    prizes, and the seed at least (6.3, 6.4). It may be ahead of that by the wagers of a round that is void,
    which stay for the next one (11.15), and by those that lie at other tables of the system; and once it was
    hit by an amount, by what the last wager paid in beyond that.
    """

    def __init__(self, rules: Rules, letters: Mapping[str, str]) -> None:
        self._rules = rules
        self._letters = letters
        self._last: dict[str | None, _Last] = {}
        self._meters = stated_meters(rules)
        self._systems: dict[tuple[MeterName, Fraction], _System] = {}

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
        costs = {} if last is None else dict(last.costs)
        for name in self._meters:
            cost = cost_of(self._rules, name, round_) or costs.get(name.wager)
            if cost is not None:
                costs[name.wager] = cost
                if gap:  # what the wagers of those rounds came to is not known
                    self._systems.pop((name, cost), None)
                breaks += self._meter(name, cost, table, round_, settled)
        self._last[table] = _Last(round_.id, number, costs, carried_of(settled))
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
        name = MeterName(closing.closes)
        system = self._systems.pop((name, closing.cost), None)
        if system is not None:
            rule, words = self._rules.meters[closing.closes].rule, name.words(self._rules)
            breaks = (*_compared(system, closing.meter, Fraction(0), rule, words), *breaks)
        for cost, amount in closing.transfers.items():
            if (name, cost) in self._systems:
                self._systems[name, cost].least += amount
                self._systems[name, cost].most += amount
        return breaks

    def _meter(
        self, name: MeterName, cost: Fraction, table: str | None, round_: Round, settled: SettledRound
    ) -> list[Break]:
        """Return what is wrong with a meter of a round, which is then as the round leaves it."""
        system, breaks = self._systems.get((name, cost)), []
        meter, seed = name.amounts(self._rules, round_)
        won, beyond = name.settled(settled), Fraction(0)
        if system is not None:
            letter = round_.tables.get(name.wager) or self._letters.get(name.wager)
            rates = list(rates_of(self._rules, name, cost, letter, seed)) or [Fraction(0), Fraction(1)]
            money = paid_in(round_, settled, name.wager)
            system.most += money * max(rates)
            if name.hit_in(round_):
                beyond = money * max(rates)
            else:
                system.least += money * min(rates)
            system.tables.add(table)
            if meter is not None:
                seats = self._rules.file.deal.seats or 99
                staying = sum(one.wager == name.wager for one in carried_of(settled))
                under_way = (staying + seats * (len(system.tables) - 1)) * cost * max(rates)
                rule, words = self._rules.meters[name.wager].rule, name.words(self._rules)
                breaks = _compared(system, meter, under_way, rule, words)
        shown = meter if won is None else won.meter_after
        if shown is not None and (system is None or breaks or won is not None):
            if system is None:
                system = self._systems[name, cost] = _System(round_.id, shown, shown, {table})
            system.least, system.most = shown, shown + beyond
        if system is not None:
            system.record = round_.id
            system.cents = system.cents or (meter or 0).denominator > 1
        return breaks


def _compared(system: _System, shown: Fraction, ahead: Fraction, rule: str, which: str) -> list[Break]:
    """Return what is wrong with what a meter shows, which may be `ahead` of the rounds so far by so much."""
    unit = Fraction(1, 100 if system.cents or shown.denominator > 1 else 1)
    since = f"that record {system.record} and the jackpot wagers and prizes since then account for"
    if shown <= system.least - unit:
        expected, words = system.least, "less"
    elif shown >= system.most + ahead + unit:
        expected, words = system.most, "more"
    else:
        return []
    text = f"{which} shows {amount_text(shown)}, {words} than the {amount_text(expected)} {since}"
    return [Break(text, rule, expected, Fraction(shown))]
