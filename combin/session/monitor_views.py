"""Live tables shown: what came back beside what should, how far out that is, and wrong settings."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.decimals import percent
from combin.formats.columns import COUNT, MONEY, NET, RARE, TEXT, Column, Kind, percents
from combin.formats.tables import Table
from combin.formats.view import View, write_drawn
from combin.formatting import counted, grouped
from combin.jackpot.meter.enclosure import Enclosure
from combin.report.words import tables_said
from combin.session.tails import ERROR, LEVELS

if TYPE_CHECKING:
    from pathlib import Path

    from combin.session.monitor import MonitorAnswer, Suspected, Watched

_LEAST = 12
"""Chances below the inverse of this power of ten are only told as such."""


def _chance(value: Fraction | Enclosure) -> str:
    """A chance, or its upper limit where that is all that is known; rare ones as 1 in so many."""
    chance = value if isinstance(value, Enclosure) else Enclosure.exactly(value)
    if chance.high < Fraction(1, 10**_LEAST):
        return f"below 1 in 10^{_LEAST}"
    if not chance.low and chance.high == 1:
        return "any"
    if not chance.low:
        most = f"1 in {grouped(str(int(1 / chance.high)))}" if chance.high < RARE else percent(chance.high, 4)
        return f"at most {most}"
    return f"1 in {grouped(str(round(1 / chance.middle)))}" if chance.high < RARE else chance.percent(4)


CHANCE = Kind(_chance, exact=False)
RETURN = percents(3)
OUTSIDE = Kind(str, right=False, exact=False, role=lambda level: "bad" if level else None)


def _times(value: Enclosure) -> str:
    return f"{float(value.middle):,.3g}" if value.middle < 10**6 else f"10^{len(str(int(value.middle))) - 1}"


def _power(value: Enclosure) -> str:
    """What a natural logarithm is that of, in three digits."""
    power = float(value.middle)
    return f"{exp(power):,.3g}" if power < 6 * log(10) else f"10^{int(power / log(10))}"


RATIO, EVIDENCE = Kind(_times, exact=False), Kind(_power, exact=False)


class _Row(NamedTuple):
    """A wager of a table, with the chance that is corrected for all of them, or of all tables."""

    watched: Watched
    corrected: Enclosure | None

    @property
    def table(self) -> str:
        return self.watched.tally.table or "all tables"


def write_monitor(
    answer: MonitorAnswer, path: Path, *, plot: str | None = None, digits: int = 10
) -> tuple[Path, ...]:
    """Write live tables as a plot of what came back on a wager, or as tables; return the file written."""
    from combin.session.plots import monitor_plot

    return write_drawn(path, lambda: monitor_view(answer, digits), lambda: monitor_plot(answer, plot))


def monitor_view(answer: MonitorAnswer, digits: int = 10) -> View:
    """Live tables ready to be shown.

    JSON has `wagers` (over all tables) and `each` table's, with the chances to return as little and as much,
    `corrected` for their number, the `bands` of the return, and the `wrong_settings`. The records are those
    of `each`, after those of `wagers` where there are several tables.
    """
    rules = answer.setting.rules
    several = [_Row(one, None) for one in answer.wagers]
    corrected = map(Enclosure.exactly, answer.corrected)
    each = [_Row(*pair) for pair in zip(answer.tables, corrected, strict=True)]
    rows = [*(several if len(each) > len(several) else []), *each]
    returns = _returns(answer, rows)
    hands = sum(one.tally.hands for one in answer.wagers)
    tables = len({one.tally.table for one in answer.tables})
    return View(
        f"{rules.file.title}: {counted(tables, 'table')} watched over {counted(hands, 'hand')}",
        tuple(_lines(answer)),
        (returns, _bands(answer, rows), *_wrong(answer)),
        lambda: {
            **_payload(answer),
            "wagers": _returns(answer, several).objects(digits),
            "each": _returns(answer, each).objects(digits),
            "wrong_settings": [entry for table in _wrong(answer) for entry in table.objects(digits)],
        },
        lambda: returns.records(digits, game=rules.file.id),
    )


def _lines(answer: MonitorAnswer) -> list[str]:
    setting, log, rules = answer.setting, answer.log, answer.setting.rules
    watched = [one.tally.wager for one in answer.wagers]
    letters = {
        name: letter
        for name, letter in setting.letters.items()
        if name in watched or (name in rules.base_tables and rules.base in watched)
    }
    lines = tables_said(rules, letters)
    if rules.play and any(name == rules.base or rules.bets[name].loses_on_fold for name in watched):
        lines.append(
            f"{rules.base_name} is expected to be played so; who plays otherwise gets less: "
            f"{setting.statement}"
        )
    lines.append(
        f"{counted(log.rows, 'row')} counted"
        + (f", {counted(log.bad, 'bad row')} left out." if log.bad else ".")
    )
    if days := log.days_out_of_order:
        more = f" and {len(days) - 5} more" if len(days) > 5 else ""
        lines.append(f"Days are sorted as text, and these may be out of order: {', '.join(days[:5])}{more}.")
    lines += [f"{rules.wagers[name].name} {why}." for name, why in answer.left_out.items()]
    lines += [
        f"{rules.wagers[name].name}: its fixed prizes alone; what was paid as a share of a meter is left out."
        for name in watched
        if setting.metered(name)
    ]
    for (words, name), why in answer.untested.items():
        lines.append(f"Not tested on {rules.wagers[name].name}, {words}: it {why}.")
    if odd := sum(one.tally.odd for one in answer.wagers):
        lines.append(
            f"{counted(odd, 'row')} had a net that hands of one stake cannot have: several stakes, which "
            "spread further than is told, or a pay that is not in the rules."
        )
    lines.append("A return is what comes back of a stake on average, each hand counted by its own stake.")
    if answer.seats > 1:
        lines.append(
            f"Up to {answer.seats} hands share a round and go together: chances are at most what is told, "
            "and bands are the widest that they can be."
        )
    else:
        lines.append("Chances are those of just so many hands, by the law of their total.")
    if answer.tables:
        out = [watched.outside for watched in answer.tables if watched.outside is not None]
        told = ", ".join(
            f"{sum(one >= level for one in out) or 'none'} outside {_level(level)}" for level in LEVELS
        )
        corrected = sum(one <= Fraction(5, 100) for one in answer.corrected)
        lines.append(
            f"Of {counted(len(answer.tables), 'wager')} at tables: {told}; corrected for their number, "
            f"{corrected or 'none'} at 5%."
        )
    return lines


def _level(level: Fraction) -> str:
    return percent(level, 1).removesuffix(".0%").removesuffix("%") + "%"


def _returns(answer: MonitorAnswer, rows: list[_Row]) -> Table:
    rules = answer.setting.rules

    def outside(row: _Row) -> str:
        return "" if row.watched.outside is None else _level(row.watched.outside)

    columns: list[Column[_Row]] = [
        Column("Table", TEXT, lambda row: row.table, "table"),
        Column("Wager", TEXT, lambda row: rules.wager_name(row.watched.tally.wager)),
        Column(None, TEXT, lambda row: row.watched.tally.wager, "wager"),
        Column("Hands", COUNT, lambda row: row.watched.tally.hands, "hands", spare=2),
        Column("Net", NET, lambda row: row.watched.tally.won - row.watched.tally.staked, spare=3),
        Column(None, MONEY, lambda row: row.watched.tally.staked, "staked"),
        Column(None, MONEY, lambda row: row.watched.tally.won, "won"),
        Column("Return", RETURN, lambda row: row.watched.returned, "return"),
        Column("By the rules", RETURN, lambda row: row.watched.expected, "theoretical_return", spare=1),
        Column("As low", CHANCE, lambda row: row.watched.as_low, "as_low"),
        Column("As high", CHANCE, lambda row: row.watched.as_high, "as_high"),
        Column("Corrected", CHANCE, lambda row: row.corrected, "corrected"),
        Column("Outside", OUTSIDE, outside, "outside"),
        *(_end(level, place) for level in LEVELS for place in (0, 1)),
    ]
    note = (
        "As low, as high: the chance of a return that is not higher, or not lower. Corrected: that any of "
        "all is as far out on either side (Holm)."
    )
    return Table.of("What came back", rows, columns, note)


def _end(level: Fraction, place: int) -> Column[_Row]:
    """The column of one end of a band, for programs."""
    name = f"{'high' if place else 'low'}_{_level(level).removesuffix('%').replace('.', '_')}"
    return Column(None, RETURN, lambda row: row.watched.band(level)[place], name)


def _bands(answer: MonitorAnswer, rows: list[_Row]) -> Table:
    def band(level: Fraction) -> Column[_Row]:
        def words(row: _Row) -> str:
            return " to ".join(map(RETURN.shown, row.watched.band(level)))

        return Column(_level(level), Kind(str, exact=False), words)

    columns: list[Column[_Row]] = [
        Column("Table", TEXT, lambda row: row.table),
        Column("Wager", TEXT, lambda row: answer.setting.rules.wager_name(row.watched.tally.wager)),
        Column("Return", RETURN, lambda row: row.watched.returned, spare=1),
        *map(band, LEVELS),
    ]
    note = "Below each band lie half of the other sessions of so many hands at most, and above it as many."
    return Table.of("Bands of the return", rows, columns, note)


def _wrong(answer: MonitorAnswer) -> list[Table]:
    """The table of wrong settings, if any are tested."""
    if not answer.suspected:
        return []
    rules = answer.setting.rules
    columns: list[Column[Suspected]] = [
        Column("Setting", TEXT, lambda suspected: suspected.words, "setting"),
        Column("Table", TEXT, lambda suspected: suspected.watched.tally.table or "all tables", "table"),
        Column("Wager", TEXT, lambda suspected: rules.wager_name(suspected.watched.tally.wager)),
        Column(None, TEXT, lambda suspected: suspected.watched.tally.wager, "wager"),
        Column("Likelihood", RATIO, lambda suspected: suspected.likelihood, "likelihood"),
        Column("Evidence", EVIDENCE, lambda suspected: suspected.evidence, "log_evidence"),
        Column("Shown on", TEXT, lambda suspected: suspected.shown_on or "", "shown_on"),
        Column("Hands to show it", COUNT, lambda suspected: suspected.test.hands_needed, "hands_to_show_it"),
    ]
    enough = grouped(str(answer.suspected[0].test.tests / ERROR))
    note = (
        "Likelihood: how many times as likely just this total is with the wrong setting. Evidence may be "
        f"looked at after every day: where all is right, any of it ever comes to {enough} with a chance of "
        f"{percent(ERROR, 0)} at most. A wrong setting brings it there within so many hands with one of 95%."
    )
    return [Table.of("Wrong settings", answer.suspected, columns, note)]


def _payload(answer: MonitorAnswer) -> dict[str, Any]:
    setting, log = answer.setting, answer.log
    return {
        "game": setting.rules.file.id,
        "tables": dict(setting.letters),
        "strategy": setting.statement,
        "seats": answer.seats,
        "rows": log.rows,
        "bad_rows": log.bad,
        "odd_rows": sum(one.tally.odd for one in answer.wagers),
        "days_out_of_order": list(log.days_out_of_order),
        "left_out": dict(answer.left_out),
    }
