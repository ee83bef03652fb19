"""Views of sessions (totals, ruin, rebates) and of monitored live tables."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.formats import tables
from combin.formats.tables import RARE, Column, Kind, Table, as_json, exact_json, moneys, percents
from combin.formats.view import View, write_drawn
from combin.formatting import Root, counted, decimal, grouped, money, percent, plain, rate
from combin.jackpot.enclosure import Enclosure
from combin.report.words import staked_beside, stakes_in_words, tables_said
from combin.session.total import ERROR, LEVELS, POWER

if TYPE_CHECKING:
    from combin.session.answer import SessionAnswer
    from combin.session.monitor import MonitorAnswer, MonitoredWager, SettingTest

RUINS = (5, 1)
"""The risks of ruin, in percent, for which bankrolls are shown."""
_LEAST = Fraction(1, 10**15)  # the least probability that is shown


def write_session(
    answer: SessionAnswer, path: Path, *, plot: str | None = None, digits: int = 10
) -> tuple[Path, ...]:
    """Write a session as a plot, the fan by default, or as tables; return the file written."""
    from combin.session.plots import session_plot

    view, draw = partial(session_view, answer, digits), partial(session_plot, answer, plot or "fan")
    return write_drawn(path, view, draw)


def session_view(answer: SessionAnswer, digits: int = 10) -> View:
    """A session in tables.

    JSON has mean and deviation of the total, the probabilities to be `ahead` and `even`, `percentiles` in
    money, the most likely total, `losses` and the `normal` approximation; the records are the
    percentiles.
    """
    mix, rules = answer.mix.mix, answer.mix.rules
    stakes = stakes_in_words(mix, rules)
    chances, percentiles = _chances(answer), _percentiles(answer)
    return View(
        f"{rules.file.title}: {counted(answer.rounds, 'round')} with {stakes}",
        tuple(_lines(answer)),
        (chances, percentiles, *_ruin(answer), _bankrolls(answer), *_rebate(answer)),
        lambda: _json(_payload(answer), digits),
        lambda: percentiles.records(digits, game=rules.file.id, rounds=answer.rounds),
    )


def _lines(answer: SessionAnswer) -> list[str]:
    mix, rules = answer.mix, answer.mix.rules
    lines = tables_said(rules, mix.letters)
    if mix.statement is not None:
        lines.append(mix.statement)
    for name, meter in mix.meters.items():
        lines.append(f"{rules.wager_name(name)}: current meter {money(meter)} in each round.")
    if rules.base in mix.mix.law.wagers and rules.equals:
        lines.append(staked_beside(rules))
    likely = "" if answer.most_likely is None else f"; most likely total {money(answer.most_likely)}"
    lines.append(
        f"Expected total {money(answer.mean)}, standard deviation "
        f"{tables.MONEY.shown(Root(answer.variance))}{likely}."
    )
    units, farthest = answer.normal.farthest
    lines.append(
        "Largest error of the normal approximation: "
        f"{farthest.percent(2)}, at {money(units * answer.one_round.unit)}."
    )
    lines.append(
        f"A round needs {money(answer.one_round.needed)}: all initial stakes and the highest raise. "
        "A player with less is ruined."
    )
    if answer.goal_or_ruin is not None:
        rounds = answer.goal_or_ruin.rounds(answer.units).decimal(1)
        lines.append(f"Average number of rounds to goal or ruin: {rounds}.")
    elif answer.bankroll is not None and (ends := answer.for_ever.rounds(answer.units)) is not None:
        low, high = (grouped(decimal(end, 0)) for end in (ends.low, ends.high))
        lines.append(f"Average number of rounds to ruin: {low} to {high}.")
    return lines


def _chances(answer: SessionAnswer) -> Table:
    below = answer.normal.at_most(Fraction(0))
    at_most, unit = answer.normal.at_most, answer.one_round.unit
    entries: list[tuple[str, Enclosure, Enclosure | None]] = [
        ("Ahead", answer.ahead, below * -1 + 1),
        ("Even", answer.even, None),
        ("Behind", answer.law.at_most(-1), below),
        *((f"Lost at least {money(one)}", answer.loss(one), at_most(-one / unit)) for one in answer.losses),
    ]
    columns: list[Column[tuple[str, Enclosure, Enclosure | None]]] = [
        Column("", value=lambda entry: entry[0]),
        Column("Probability", tables.PERCENT, lambda entry: entry[1] if entry[1].width else entry[1].low),
        Column("1 in", tables.COUNT, lambda entry: _once_in(entry[1])),
        Column("Normal approximation", tables.PERCENT, lambda entry: entry[2]),
    ]
    return Table.of("Total", entries, columns).without_blanks()


def _once_in(chance: Enclosure) -> str:
    """Number of sessions per occurrence of a rare event; blank for others."""
    if not chance.low or chance.high >= RARE:
        return ""
    if chance.high < _LEAST:
        return f"over {grouped(str(1 / _LEAST))}"
    return grouped(type(chance)(1 / chance.high, 1 / chance.low).nearest(0))


def _percentiles(answer: SessionAnswer) -> Table:
    unit = answer.one_round.unit
    return Table.of(
        "Percentiles of the total",
        list(answer.percentiles.items()),
        [
            Column("Percentile", value=lambda entry: f"{entry[0]}%"),
            Column(None, value=lambda entry: entry[0], name="percentile"),
            Column("At most", tables.NET, lambda entry: entry[1], "at_most"),
            Column(
                "Normal approximation",
                moneys(2),
                lambda entry: answer.normal.percentile(Fraction(entry[0], 100)) * unit,
            ),
        ],
        "At most: the least total that this share of sessions does not exceed.",
    )


def _outcomes(answer: SessionAnswer) -> dict[str, tuple[str, Enclosure]]:
    """The outcomes of a bankroll in words, with their probabilities, by their names in JSON."""
    units, rounds, goal = answer.units, counted(answer.rounds, "round"), money(answer.goal or 0)
    within, ever = answer.within_to_goal, answer.goal_or_ruin
    found = {"for_ever": ("Ultimate risk of ruin", answer.for_ever.ruin(units))}
    if answer.within is not None:
        found = {"within": (f"Risk of ruin within {rounds}", answer.within.ruin(units))} | found
    if within is not None:
        found["reached_within"] = f"{goal} before ruin, within {rounds}", within.goal(units)
        found["ruin_within"] = f"Ruin before {goal}, within {rounds}", within.ruin(units)
    if ever is not None:
        found["reached"] = f"{goal} before ruin", ever.goal(units)
        found["ruin"] = f"Ruin before {goal}", ever.ruin(units)
    return found


def _ruin(answer: SessionAnswer) -> list[Table]:
    if answer.bankroll is None:
        return []
    columns: list[Column[tuple[str, Enclosure]]] = [
        Column("", value=lambda entry: entry[0]),
        Column("Probability", tables.PERCENT, lambda entry: _certain(entry[1])),
        Column("1 in", tables.COUNT, lambda entry: _once_in(entry[1])),
    ]
    title = f"Bankroll of {money(answer.bankroll)}"
    return [Table.of(title, list(_outcomes(answer).values()), columns).without_blanks()]


def _certain(chance: Enclosure) -> Enclosure | str:
    """A probability, or both bounds if they are far apart."""
    if chance.is_certain(4):
        return chance
    return f"{percent(chance.low, 2)} to {percent(chance.high, 2)}"


def _bankrolls(answer: SessionAnswer) -> Table:
    def ever(share: int) -> Fraction | str:
        return answer.bankroll_for(Fraction(share, 100), ever=True) or "none"

    return Table.of(
        "Bankroll by risk of ruin",
        RUINS,
        [
            Column("Risk of ruin", value=lambda share: f"{share}%"),
            Column(
                f"In {counted(answer.rounds, 'round')}",
                tables.MONEY,
                lambda share: answer.bankroll_for(Fraction(share, 100)) or "not computed",
            ),
            Column("Ultimate", tables.MONEY, ever),
        ],
    )


def _rebate(answer: SessionAnswer) -> list[Table]:
    if (rebated := answer.rebated) is None:
        return []
    least, any_play, unit = answer.least_rebate, answer.least_rebate_of_any_play, answer.one_round.unit
    rows = [("Breakeven rebate of this strategy", "none" if least is None else percent(least, 4))]
    if any_play is not None:
        hands = counted(any_play[1].hands_played, "hand")
        rows.append((f"Breakeven rebate of any strategy ({hands} played)", percent(any_play[0], 4)))
    if (ends := rebated.ends) is None:
        rows.append(("Optimal play", "not to play" if least is not None else "never to quit"))
    else:
        lower, upper = (money(end * unit) for end in ends)
        rows += [
            ("Stop-loss", lower.removeprefix("-")),
            ("Win goal", upper),
            ("Expected gain of the player", moneys(4).shown(rebated.value() * unit)),
            ("Expected rebate", moneys(4).shown(rebated.returned * unit)),
            ("Probability of a gain", rebated.ahead.percent(4)),
            ("Average number of rounds", rebated.rounds.decimal(4)),
        ]
    note = "Optimal stop-loss and win goal without limits of rounds and money; the strategy is as above."
    title = f"Rebate of {rate(rebated.share)} of a loss"
    columns: list[Column[tuple[str, str]]] = [
        Column("", value=lambda row: row[0]),
        Column("", tables.NUMBER, lambda row: row[1]),
    ]
    return [Table.of(title, rows, columns, note)]


def _rebate_payload(answer: SessionAnswer) -> dict[str, Any] | None:
    if (rebated := answer.rebated) is None:
        return None
    any_play, unit = answer.least_rebate_of_any_play, answer.one_round.unit
    found: dict[str, Any] = {
        "share": rebated.share,
        "least": answer.least_rebate,
        "least_of_any_play": any_play and any_play[0],
        "quit_at": None,
    }
    if (ends := rebated.ends) is not None:
        found |= {
            "quit_at": [plain(end * unit) for end in ends],
            "gain": rebated.value() * unit,
            "returned": rebated.returned * unit,
            "ahead": rebated.ahead,
            "rounds": rebated.rounds,
        }
    return found


def _ruin_payload(answer: SessionAnswer) -> dict[str, Any]:
    """Ruin in JSON; without a bankroll, the need of a round and bankrolls."""

    def amounts(*, ever: bool) -> dict[str, str | None]:
        return {str(share): _amount(answer.bankroll_for(Fraction(share, 100), ever=ever)) for share in RUINS}

    needs = {
        "needed": plain(answer.one_round.needed),
        "bankrolls": amounts(ever=False),
        "bankrolls_for_ever": amounts(ever=True),
    }
    if answer.bankroll is None:
        return needs
    chances = {name: chance for name, (_, chance) in _outcomes(answer).items()}
    found: dict[str, Any] = {
        "bankroll": plain(answer.bankroll),
        **needs,
        "within": chances.pop("within", None),
        "for_ever": chances.pop("for_ever"),
        "rounds": answer.for_ever.rounds(answer.units),
    }
    if answer.goal is not None:
        found["goal"] = {"amount": plain(answer.goal), **chances}
        if answer.goal_or_ruin is not None:
            found["goal"]["rounds"] = answer.goal_or_ruin.rounds(answer.units)
    return found


def _amount(value: Fraction | None) -> str | None:
    return None if value is None else plain(value)


def _json(value: object, digits: int) -> Any:  # noqa: ANN401  whatever JSON holds
    """A payload as JSON; of wide enclosures only the bounds."""
    if isinstance(value, dict):
        return {name: _json(entry, digits) for name, entry in value.items()}
    if isinstance(value, list):
        return [_json(entry, digits) for entry in value]
    if isinstance(value, Enclosure):
        if not value.width:
            return exact_json(value.low, digits)
        if decimal(value.low, 0) != decimal(value.high, 0):
            return {"at_least": decimal(value.low, digits), "at_most": decimal(value.high, digits)}
    return as_json(value, digits)


def _payload(answer: SessionAnswer) -> dict[str, Any]:
    units, farthest = answer.normal.farthest
    return {
        "game": answer.mix.rules.file.id,
        "tables": answer.mix.letters,
        "strategy": answer.mix.statement,
        "stakes": {name: plain(answer.mix.mix.stakes[name]) for name in answer.mix.mix.law.wagers},
        "rounds": answer.rounds,
        "mean": answer.mean,
        "standard_deviation": Root(answer.variance),
        "ahead": answer.ahead,
        "even": answer.even,
        "percentiles": {str(share): plain(total) for share, total in answer.percentiles.items()},
        "most_likely": _amount(answer.most_likely),
        "losses": [{"loss": plain(loss), "probability": answer.loss(loss)} for loss in answer.losses],
        "ruin": _ruin_payload(answer),
        "rebate": _rebate_payload(answer),
        "normal": {
            "ahead": answer.normal.at_most(Fraction(0)) * -1 + 1,
            "farthest": {"total": plain(units * answer.one_round.unit), "difference": farthest},
        },
    }


_RAREST = 12  # probabilities below the inverse of this power of ten are only bounded


def _chance(value: Fraction | Enclosure) -> str:
    """A probability, or its upper bound; rare ones as 1 in N."""
    chance = value if isinstance(value, Enclosure) else Enclosure.exactly(value)
    if chance.high < Fraction(1, 10**_RAREST):
        return f"below 1 in 10^{_RAREST}"
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
    """The exponential of a natural logarithm, in three digits."""
    power = float(value.middle)
    return f"{exp(power):,.3g}" if power < 6 * log(10) else f"10^{int(power / log(10))}"


RATIO, EVIDENCE = Kind(_times, exact=False), Kind(_power, exact=False)


class _Row(NamedTuple):
    """A wager of a table with its corrected p-value, or of all tables."""

    monitored: MonitoredWager
    corrected: Enclosure | None

    @property
    def table(self) -> str:
        return self.monitored.tally.table or "all tables"


def monitor_view(answer: MonitorAnswer, digits: int = 10) -> View:
    """Live tables in tables.

    JSON has `wagers` (over all tables) and `each` table's, with p-values, `corrected` ones, the `bands`
    of the return, and the `wrong_settings`. The records are those of `each`, after those of `wagers` for
    several tables.
    """
    rules = answer.setting.rules
    several = [_Row(one, None) for one in answer.wagers]
    corrected = map(Enclosure.exactly, answer.corrected)
    each = [_Row(*pair) for pair in zip(answer.tables, corrected, strict=True)]
    rows = [*(several if len(each) > len(several) else []), *each]
    returns = _returns(answer, rows)
    hands = sum(one.tally.hands for one in answer.wagers)
    watched = len({one.tally.table for one in answer.tables})
    return View(
        f"{rules.file.title}: {counted(watched, 'table')} monitored over {counted(hands, 'hand')}",
        tuple(_monitor_lines(answer)),
        (returns, _bands(answer, rows), *_wrong(answer)),
        lambda: {
            **_monitor_payload(answer),
            "wagers": _returns(answer, several).objects(digits),
            "each": _returns(answer, each).objects(digits),
            "wrong_settings": [entry for table in _wrong(answer) for entry in table.objects(digits)],
        },
        lambda: returns.records(digits, game=rules.file.id),
    )


def _monitor_lines(answer: MonitorAnswer) -> list[str]:
    setting, log, rules = answer.setting, answer.log, answer.setting.rules
    watched = [one.tally.wager for one in answer.wagers]
    letters = {
        name: letter
        for name, letter in setting.letters.items()
        if name in watched or (name in rules.base_tables and rules.base in watched)
    }
    lines = tables_said(rules, letters)
    if rules.play and any(name == rules.base or rules.bets[name].loses_on_fold for name in watched):
        assumed = f"Strategy assumed for {rules.base_name} (others return less)"
        lines.append(f"{assumed}: {setting.mix().statement}")
    left_out = f", {counted(log.bad, 'bad row')} left out" if log.bad else ""
    lines.append(f"{counted(log.rows, 'row')} counted{left_out}.")
    if days := log.days_out_of_order:
        more = f" and {len(days) - 5} more" if len(days) > 5 else ""
        lines.append(f"Days are sorted as text; possibly out of order: {', '.join(days[:5])}{more}.")
    lines += [f"{rules.wagers[name].name} {why}." for name, why in answer.left_out.items()]
    lines += [
        f"{rules.wagers[name].name}: fixed prizes only; shares of a meter are excluded."
        for name in watched
        if setting.metered(name)
    ]
    for (words, name), why in answer.untested.items():
        lines.append(f"Not tested on {rules.wagers[name].name}, {words}: it {why}.")
    if odd := sum(one.tally.odd for one in answer.wagers):
        lines.append(
            f"Impossible net for hands of one stake in {counted(odd, 'row')}: several stakes, or wrong pays. "
            "Several stakes have a wider spread than shown."
        )
    lines.append("Return: average return of a stake, each hand counted by its own stake.")
    if answer.seats > 1:
        lines.append(
            f"Up to {answer.seats} hands share a round and are dependent: probabilities are upper bounds, "
            "and bands are the widest possible."
        )
    else:
        lines.append("Probabilities are exact, by the distribution of the total of these hands.")
    if answer.tables:
        out = [watched.outside for watched in answer.tables if watched.outside is not None]
        numbers = [(sum(one >= level for one in out) or "none", _level(level)) for level in LEVELS]
        outside = ", ".join(f"{number} outside {level}" for number, level in numbers)
        corrected = sum(one <= 1 - LEVELS[0] for one in answer.corrected)
        lines.append(
            f"{counted(len(answer.tables), 'wager')} at tables: {outside}; corrected for multiple tests, "
            f"{corrected or 'none'} at {_level(1 - LEVELS[0])}."
        )
    return lines


def _level(level: Fraction) -> str:
    return percent(level, 1).removesuffix(".0%").removesuffix("%") + "%"


def _returns(answer: MonitorAnswer, rows: list[_Row]) -> Table:
    rules = answer.setting.rules

    def outside(row: _Row) -> str:
        return "" if row.monitored.outside is None else _level(row.monitored.outside)

    columns: list[Column[_Row]] = [
        Column("Table", tables.TEXT, lambda row: row.table, "table"),
        Column("Wager", tables.TEXT, lambda row: rules.wager_name(row.monitored.tally.wager)),
        Column(None, tables.TEXT, lambda row: row.monitored.tally.wager, "wager"),
        Column("Hands", tables.COUNT, lambda row: row.monitored.tally.hands, "hands", spare=2),
        Column("Net", tables.NET, lambda row: row.monitored.tally.won - row.monitored.tally.staked, spare=3),
        Column(None, tables.MONEY, lambda row: row.monitored.tally.staked, "staked"),
        Column(None, tables.MONEY, lambda row: row.monitored.tally.won, "won"),
        Column("Return", RETURN, lambda row: row.monitored.returned, "return"),
        Column("Theoretical", RETURN, lambda row: row.monitored.expected, "theoretical_return", spare=1),
        Column("P(at most)", CHANCE, lambda row: row.monitored.as_low, "as_low"),
        Column("P(at least)", CHANCE, lambda row: row.monitored.as_high, "as_high"),
        Column("Corrected", CHANCE, lambda row: row.corrected, "corrected"),
        Column("Outside", OUTSIDE, outside, "outside"),
        *(_end(level, place) for level in LEVELS for place in (0, 1)),
    ]
    note = (
        "P: probability of a return at most, or at least, as observed. Corrected: two-sided p-value for all "
        "wagers at tables (Holm). Outside: the widest band that excludes the return."
    )
    return Table.of("Returns", rows, columns, note)


def _end(level: Fraction, place: int) -> Column[_Row]:
    """The column of one end of a band, for programs."""
    name = f"{'high' if place else 'low'}_{_level(level).removesuffix('%').replace('.', '_')}"
    return Column(None, RETURN, lambda row: row.monitored.band(level)[place], name)


def _bands(answer: MonitorAnswer, rows: list[_Row]) -> Table:
    def band(level: Fraction) -> Column[_Row]:
        shown = Kind(lambda ends: " to ".join(map(RETURN.shown, ends)), exact=False)
        return Column(_level(level), shown, lambda row: row.monitored.band(level))

    columns: list[Column[_Row]] = [
        Column("Table", tables.TEXT, lambda row: row.table),
        Column("Wager", tables.TEXT, lambda row: answer.setting.rules.wager_name(row.monitored.tally.wager)),
        Column("Return", RETURN, lambda row: row.monitored.returned, spare=1),
        *map(band, LEVELS),
    ]
    note = "Each band leaves out at most half of the rest of all samples of this size on either side."
    return Table.of("Bands of the return", rows, columns, note)


def _wrong(answer: MonitorAnswer) -> list[Table]:
    if not answer.setting_tests:
        return []
    rules = answer.setting.rules
    columns: list[Column[SettingTest]] = [
        Column("Setting", tables.TEXT, lambda tested: tested.words, "setting"),
        Column("Table", tables.TEXT, lambda tested: tested.monitored.tally.table or "all tables", "table"),
        Column("Wager", tables.TEXT, lambda tested: rules.wager_name(tested.monitored.tally.wager)),
        Column(None, tables.TEXT, lambda tested: tested.monitored.tally.wager, "wager"),
        Column("Likelihood ratio", RATIO, lambda tested: tested.likelihood_ratio, "likelihood_ratio"),
        Column("Evidence", EVIDENCE, lambda tested: tested.evidence, "log_evidence"),
        Column("Detected on", tables.TEXT, lambda tested: tested.shown_on or "", "shown_on"),
        Column("Hands to detect", tables.COUNT, lambda tested: tested.test.hands_needed, "hands_to_show_it"),
    ]
    enough = grouped(str(answer.setting_tests[0].test.tests / ERROR))
    note = (
        "Likelihood ratio of this total, wrong setting to right. Evidence may be read after every day: under "
        f"right settings it ever reaches {enough} with probability {percent(ERROR, 0)} at most. Hands to "
        f"detect: enough to reach it under the wrong setting with probability {percent(POWER, 0)}."
    )
    return [Table.of("Wrong settings", answer.setting_tests, columns, note)]


def _monitor_payload(answer: MonitorAnswer) -> dict[str, Any]:
    setting, log = answer.setting, answer.log
    return {
        "game": setting.rules.file.id,
        "tables": dict(setting.letters),
        "strategy": setting.mix().statement,
        "seats": answer.seats,
        "rows": log.rows,
        "bad_rows": log.bad,
        "odd_rows": sum(one.tally.odd for one in answer.wagers),
        "days_out_of_order": list(log.days_out_of_order),
        "left_out": dict(answer.left_out),
    }
