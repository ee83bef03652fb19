"""A session and a whole table shown: laws of totals, ruin, how seats go together, what the table earns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.decimals import Root, decimal, percent, plain
from combin.formats.columns import (
    COUNT,
    MONEY,
    NET,
    NUMBER,
    PERCENT,
    RARE,
    TEXT,
    Column,
    as_json,
    chance_columns,
    decimals,
    exact_json,
    moneys,
)
from combin.formats.tables import Table
from combin.formats.view import View, write_drawn
from combin.formatting import counted, grouped, money, rate
from combin.report.words import staked_beside, stakes_in_words, tables_said

if TYPE_CHECKING:
    from pathlib import Path

    from combin.exact.distribution import Distribution
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.session.answer import SessionAnswer
    from combin.session.seats import TableAnswer

RUINS = (5, 1)
"""The chances of ruin, in percent, for which bankrolls are told."""
_LEAST = Fraction(1, 10**15)
"""What is less probable is only told to be so."""


def told(chance: Enclosure) -> Fraction | Enclosure:
    """What is told of a value: its fraction if that is known, else its limits."""
    return chance if chance.width else chance.low


def write_session(
    answer: SessionAnswer, path: Path, *, plot: str | None = None, digits: int = 10
) -> tuple[Path, ...]:
    """Write a session as a plot, the fan by default, or as tables; return the file written."""
    from combin.session.plots import session_plot

    return write_drawn(
        path, lambda: session_view(answer, digits), lambda: session_plot(answer, plot or "fan")
    )


def session_view(answer: SessionAnswer, digits: int = 10) -> View:
    """A session ready to be shown.

    JSON has mean and deviation of the total, the chances to be `ahead` and `even`, `percentiles` in money,
    the most likely total, `losses` and the `normal` approximation; the records are the percentiles. Exact
    chances have their fractions, however long these are.
    """
    mix, rules = answer.mix.mix, answer.mix.rules
    stakes = stakes_in_words(mix, rules)
    chances, percentiles = _chances(answer), _percentiles(answer)
    return View(
        f"{rules.file.title}: {counted(answer.rounds, 'round')} with {stakes}",
        tuple(_lines(answer)),
        (chances, percentiles, *_ruin(answer), _bankrolls(answer), *_rebate(answer)),
        lambda: _payload(answer, digits),
        lambda: percentiles.records(digits, game=rules.file.id, rounds=answer.rounds),
    )


def _lines(answer: SessionAnswer) -> list[str]:
    mix, rules = answer.mix, answer.mix.rules
    lines = tables_said(rules, mix.letters)
    if mix.statement is not None:
        lines.append(mix.statement)
    for name, meter in mix.meters.items():
        lines.append(f"{rules.wager_name(name)}: the meter shows {money(meter)} in each round.")
    if rules.base in mix.mix.law.wagers and rules.equals:
        lines.append(staked_beside(rules))
    likely = "" if answer.most_likely is None else f"; the most likely one is {money(answer.most_likely)}"
    lines.append(
        f"Expected total {money(answer.mean)}, standard deviation "
        f"{MONEY.shown(Root(answer.variance))}{likely}."
    )
    units, farthest = answer.normal.farthest
    lines.append(
        "The normal law with the same mean and deviation differs from that of the total by up to "
        f"{farthest.percent(2)}, at {money(units * answer.one_round.unit)}."
    )
    lines.append(
        f"A round needs {money(answer.one_round.needed)}: all initial stakes and the highest raise. "
        "With less the session is over, which is called ruin."
    )
    if answer.goal_or_ruin is not None:
        rounds = answer.goal_or_ruin.rounds(answer.units).decimal(1)
        lines.append(f"Played to the end, goal or ruin come after {rounds} rounds on average.")
    elif answer.bankroll is not None and (ends := answer.for_ever.rounds(answer.units)) is not None:
        low, high = (grouped(decimal(end, 0)) for end in (ends.low, ends.high))
        lines.append(f"Played to the end, ruin comes after {low} to {high} rounds on average.")
    return lines


class _Chance(NamedTuple):
    """Something that the total may be, with its chance and the normal approximation of that."""

    words: str
    chance: Enclosure
    normal: Enclosure | None


def _chances(answer: SessionAnswer) -> Table:
    below = answer.normal.at_most(Fraction(0))
    entries = [
        _Chance("Ahead", answer.ahead, below * -1 + 1),
        _Chance("Even", answer.even, None),
        _Chance("Behind", answer.law.at_most(-1), below),
        *(
            _Chance(
                f"Lost at least {money(loss)}",
                answer.loss(loss),
                answer.normal.at_most(-loss / answer.one_round.unit),
            )
            for loss in answer.losses
        ),
    ]
    columns: list[Column[_Chance]] = [
        Column("", value=lambda entry: entry.words),
        Column("Probability", PERCENT, lambda entry: told(entry.chance)),
        Column("1 in", COUNT, lambda entry: _once_in(entry.chance)),
        Column("Normal law", PERCENT, lambda entry: entry.normal),
    ]
    return Table.of("The total", entries, columns).without_blanks()


def _once_in(chance: Enclosure) -> str:
    """In how many sessions a rare thing happens once; nothing if it is not rare, or may never."""
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
            Column("Sessions", value=lambda entry: f"{entry[0]}%"),
            Column(None, value=lambda entry: entry[0], name="percentile"),
            Column("End with at most", NET, lambda entry: entry[1], "at_most"),
            Column(
                "Normal law",
                moneys(2),
                lambda entry: answer.normal.percentile(Fraction(entry[0], 100)) * unit,
            ),
        ],
        "The least total that at least so many sessions do not exceed.",
    )


def _ruin(answer: SessionAnswer) -> list[Table]:
    """The table of what becomes of a bankroll, if there is one."""
    if answer.bankroll is None:
        return []
    units, rounds = answer.units, counted(answer.rounds, "round")
    entries: dict[str, Enclosure] = {}
    if answer.within is not None:
        entries[f"Ruin within {rounds}"] = answer.within.ruin(units)
    entries["Ruin ever"] = answer.for_ever.ruin(units)
    if answer.goal is not None:
        goal, within = money(answer.goal), answer.within_to_goal
        if within is not None:
            entries[f"{goal} before ruin, within {rounds}"] = within.goal(units)
            entries[f"Ruin before {goal}, within {rounds}"] = within.ruin(units)
        if answer.goal_or_ruin is not None:
            entries[f"{goal} before ruin"] = answer.goal_or_ruin.goal(units)
            entries[f"Ruin before {goal}"] = answer.goal_or_ruin.ruin(units)
    columns: list[Column[tuple[str, Enclosure]]] = [
        Column("", value=lambda entry: entry[0]),
        Column("Probability", PERCENT, lambda entry: _certain(entry[1])),
        Column("1 in", COUNT, lambda entry: _once_in(entry[1])),
    ]
    table = Table.of(f"A bankroll of {money(answer.bankroll)}", list(entries.items()), columns)
    return [table.without_blanks()]


def _certain(chance: Enclosure) -> Enclosure | str:
    """A chance, or both limits where they are wide apart."""
    if chance.is_certain(4):
        return chance
    return f"{percent(chance.low, 2)} to {percent(chance.high, 2)}"


def _bankrolls(answer: SessionAnswer) -> Table:
    def ever(share: int) -> Fraction | str:
        return answer.bankroll_for(Fraction(share, 100), ever=True) or "none is enough"

    return Table.of(
        "The bankroll for a chance of ruin of at most",
        RUINS,
        [
            Column("", value=lambda share: f"{share}%"),
            Column(
                f"In {counted(answer.rounds, 'round')}",
                MONEY,
                lambda share: answer.bankroll_for(Fraction(share, 100)) or "not worked out",
            ),
            Column("For ever", MONEY, ever),
        ],
    )


def _rebate(answer: SessionAnswer) -> list[Table]:
    """The table of a rebate, if there is one."""
    if (rebated := answer.rebated) is None:
        return []
    least, any_play, unit = answer.least_rebate, answer.least_rebate_of_any_play, answer.one_round.unit
    rows: list[tuple[str, str]] = [
        ("Least rebate that this play can beat", "none" if least is None else percent(least, 4))
    ]
    if any_play is not None:
        hands = counted(any_play[1].hands_played, "hand")
        rows.append((f"Least rebate that any play can beat ({hands} played)", percent(any_play[0], 4)))
    if (ends := rebated.ends) is None:
        rows.append(("Best", "not to play" if least is not None else "to go on for ever"))
    else:
        lower, upper = (money(end * unit) for end in ends)
        rows += [
            ("Quit at a loss of at least", lower.removeprefix("-")),
            ("Quit at a gain of at least", upper),
            ("The player gains on average", moneys(4).shown(rebated.value() * unit)),
            ("The house gives back on average", moneys(4).shown(rebated.returned * unit)),
            ("Quits with a gain", rebated.ahead.percent(4)),
            ("Rounds on average", rebated.rounds.decimal(4)),
        ]
    note = "Without limits of rounds and money, quitting when it is best; decisions stay as they are."
    title = f"{rate(rebated.share)} of a loss comes back"
    columns: list[Column[tuple[str, str]]] = [
        Column("", value=lambda row: row[0]),
        Column("", NUMBER, lambda row: row[1]),
    ]
    return [Table.of(title, rows, columns, note)]


def _rebate_payload(answer: SessionAnswer, digits: int) -> dict[str, Any] | None:
    if (rebated := answer.rebated) is None:
        return None
    least, any_play, unit = answer.least_rebate, answer.least_rebate_of_any_play, answer.one_round.unit
    found: dict[str, Any] = {
        "share": _json(rebated.share, digits),
        "least": _json(least, digits),
        "least_of_any_play": any_play and _json(any_play[0], digits),
        "quit_at": None,
    }
    if (ends := rebated.ends) is not None:
        found |= {
            "quit_at": [plain(end * unit) for end in ends],
            "gain": _json(rebated.value() * unit, digits),
            "returned": _json(rebated.returned * unit, digits),
            "ahead": _json(rebated.ahead, digits),
            "rounds": _json(rebated.rounds, digits),
        }
    return found


def _ruin_payload(answer: SessionAnswer, digits: int) -> dict[str, Any]:
    """What JSON says of ruin; without a bankroll that is what a round needs, and bankrolls."""

    def amounts(*, ever: bool) -> dict[str, str | None]:
        return {str(share): _amount(answer.bankroll_for(Fraction(share, 100), ever=ever)) for share in RUINS}

    needs = {
        "needed": plain(answer.one_round.needed),
        "bankrolls": amounts(ever=False),
        "bankrolls_for_ever": amounts(ever=True),
    }
    if answer.bankroll is None:
        return needs
    units, rounds = answer.units, answer.for_ever.rounds(answer.units)
    found: dict[str, Any] = {
        "bankroll": plain(answer.bankroll),
        **needs,
        "within": answer.within and _json(answer.within.ruin(units), digits),
        "for_ever": _json(answer.for_ever.ruin(units), digits),
        "rounds": _json(rounds, digits),
    }
    if answer.goal is not None:
        found["goal"] = goal = dict[str, Any](amount=plain(answer.goal))
        if (within := answer.within_to_goal) is not None:
            goal |= {
                "reached_within": _json(within.goal(units), digits),
                "ruin_within": _json(within.ruin(units), digits),
            }
        if (to_the_end := answer.goal_or_ruin) is not None:
            goal |= {
                "reached": _json(to_the_end.goal(units), digits),
                "ruin": _json(to_the_end.ruin(units), digits),
                "rounds": _json(to_the_end.rounds(units), digits),
            }
    return found


def _amount(value: Fraction | None) -> str | None:
    return None if value is None else plain(value)


def _json(value: Fraction | Enclosure | None, digits: int) -> dict[str, str] | None:
    """A value as JSON has it; only its limits where they do not even agree in whole numbers."""
    if value is None:
        return None
    known = value if isinstance(value, Fraction) else told(value)
    if isinstance(known, Fraction):
        return exact_json(known, digits)
    if decimal(known.low, 0) != decimal(known.high, 0):
        return {"at_least": decimal(known.low, digits), "at_most": decimal(known.high, digits)}
    return known.to_dict(digits)


def _payload(answer: SessionAnswer, digits: int) -> dict[str, Any]:
    units, farthest = answer.normal.farthest
    return {
        "game": answer.mix.rules.file.id,
        "tables": dict(answer.mix.letters),
        "strategy": answer.mix.statement,
        "stakes": {name: plain(answer.mix.mix.stakes[name]) for name in answer.mix.mix.law.wagers},
        "rounds": answer.rounds,
        "mean": _json(answer.mean, digits),
        "standard_deviation": Root(answer.variance).to_dict(digits),
        "ahead": _json(answer.ahead, digits),
        "even": _json(answer.even, digits),
        "percentiles": {str(share): plain(total) for share, total in answer.percentiles.items()},
        "most_likely": _amount(answer.most_likely),
        "losses": [
            {"loss": plain(loss), "probability": _json(answer.loss(loss), digits)} for loss in answer.losses
        ],
        "ruin": _ruin_payload(answer, digits),
        "rebate": _rebate_payload(answer, digits),
        "normal": {
            "ahead": _json(answer.normal.at_most(Fraction(0)) * -1 + 1, digits),
            "farthest": {
                "total": plain(units * answer.one_round.unit),
                "difference": _json(farthest, digits),
            },
        },
    }


def table_view(answer: TableAnswer, digits: int = 10) -> View:
    """Several seats of a table ready to be shown.

    JSON has the `meters` by wager, the `covariance` of each pair of wagers in two seats in squared money,
    the `envy_bonuses` of a round (null where none are counted), what all seats win less in one as they
    divide a meter (`won_less_by_division`, null where none is divided), the `standard_deviation` of what they
    net, the `largest_net` in one round, its probability (null where that is not found), the `spans`: round,
    hour and shift, and the net of `two_seats` (null for one seat); the spans are the records too.
    """
    rules, mix = answer.mix.rules, answer.mix.mix
    stakes = stakes_in_words(mix, rules)
    spans, two = _spans(answer), None if answer.two is None else _two(answer.two)
    return View(
        f"{rules.file.title}: {counted(answer.seats, 'seat')} with {stakes} each",
        tuple(_table_lines(answer)),
        (spans, _covariances(answer), *([] if two is None else [two])),
        lambda: as_json({**_table_payload(answer), "spans": spans, "two_seats": two}, digits),
        lambda: spans.records(digits, game=rules.file.id, seats=answer.seats),
    )


def _table_lines(answer: TableAnswer) -> list[str]:
    rules, mix = answer.mix.rules, answer.mix.mix
    lines = tables_said(rules, answer.mix.letters)
    if answer.mix.statement is not None:
        lines.append(f"Each seat plays without a look at the others: {answer.mix.statement}")
    if rules.base in mix.law.wagers and rules.equals:
        lines.append(staked_beside(rules))
    for name, meter in answer.mix.meters.items():
        shows = f"{rules.wager_name(name)}: the meter shows {money(meter)} in each round"
        together = "of which no two seats win together"
        if answer.division is not None and name == answer.divided:
            rule = rules.meters[name].sharing_rule
            less = percent(-answer.division.mean / (answer.seats * mix.staked), 10)
            together = f"which seats that win together divide by {rule}: that costs them {less} of the stakes"
        lines.append(f"{shows}, {together}.")
    if answer.envy is not None:
        share = percent(answer.envy.mean / (answer.seats * mix.staked), 4)
        lines.append(f"Envy bonuses, for the hands of the other seats, return {share} of the stakes.")
    elif answer.mix.envy:
        lines.append("Envy bonuses, which the hands of others bring, are not counted.")
    initial, average = (percent(answer.cost / staked, 4) for staked in (mix.staked, mix.average_staked))
    lines.append(
        f"Hold: {initial} of the initial stakes, {average} of all that is staked "
        f"({money(mix.average_staked)} a seat on average)."
    )
    lines.append(f"Results of two seats have a correlation of {NUMBER.shown(answer.correlation)}.")
    lines.append(_largest(answer))
    cost = answer.cost * answer.pace
    back = "" if answer.comp is None else f", of which {money(cost * answer.comp)} comes back in comps"
    lines.append(f"At {plain(answer.pace)} rounds an hour, play costs {money(cost)} an hour and seat{back}.")
    deals, to = answer.counted
    lines.append(f"All {deals:,} deals to {to} are counted.")
    return lines


def _largest(answer: TableAnswer) -> str:
    """What the table pays at most in a round, and how rarely."""
    largest = answer.largest
    if largest is None:
        return "What all seats net in a round at most is not told: too many hands net about the most."
    together = "all seats together" if answer.seats > 1 else "the seat"
    at_most = f"In a round {together} net {money(largest.net)} at most"
    if largest.probability is None:
        return f"{at_most}; too many deals come to that to be counted."
    return f"{at_most}, once in {grouped(decimal(1 / largest.probability, 0))} rounds on average."


class _Span(NamedTuple):
    """A time of play, with its rounds."""

    name: str
    rounds: Fraction


def _spans(answer: TableAnswer) -> Table:
    mix, hour, shift = answer.mix.mix, answer.pace, answer.rounds
    spans = [
        _Span("round", Fraction(1)),
        _Span("hour", hour),
        _Span("shift", shift),
    ]
    columns: list[Column[_Span]] = [
        Column("", TEXT, lambda span: span.name, "span"),
        Column("Rounds", decimals(2), lambda span: span.rounds, "rounds", spare=1),
        Column("Staked", MONEY, lambda span: answer.seats * mix.average_staked * span.rounds, "staked"),
        Column("Theoretical win", MONEY, lambda span: answer.expected_win * span.rounds, "theoretical_win"),
        Column(
            "Std deviation", MONEY, lambda span: Root(answer.variance * span.rounds), "standard_deviation"
        ),
        Column("Cost of a seat", MONEY, lambda span: answer.cost * span.rounds, "cost_of_a_seat"),
    ]
    if (comp := answer.comp) is not None:
        columns.append(
            Column("Comps of all", MONEY, lambda span: answer.expected_win * span.rounds * comp, "comps")
        )
    note = f"A shift has {plain(answer.hours)} hours of {plain(answer.pace)} rounds; rounds are independent."
    return Table.of("What the table wins", spans, columns, note)


def _covariances(answer: TableAnswer) -> Table:
    """How the wagers of one seat go with those of another one."""
    names = answer.wagers

    def beside(other: str) -> Column[str]:
        return Column(
            answer.mix.rules.wager_name(other), decimals(6), lambda name: answer.covariances[name, other]
        )

    columns = [Column[str]("", TEXT, answer.mix.rules.wager_name), *map(beside, names)]
    note = "Covariances of a wager in one seat with one in another, in squares of money."
    if answer.division is not None:
        note += " Each wins here as it would alone; deviations are those of a divided meter."
    return Table.of("How two seats go together", names, columns, note)


def _two(law: Distribution) -> Table:
    columns: list[Column[tuple[Fraction, int]]] = [
        Column("Net", NET, lambda outcome: outcome[0], "net"),
        Column("Deals", COUNT, lambda outcome: outcome[1], "deals"),
        *chance_columns(law.outcomes, lambda outcome: Fraction(outcome[1], law.total), name="probability"),
    ]
    note = "One player with two spots nets as much, if he plays each without a look at the other."
    return Table.of("Net of two seats together", law.outcomes[::-1], columns, note)


def _table_payload(answer: TableAnswer) -> dict[str, Any]:
    mix, names, largest, division = answer.mix, answer.wagers, answer.largest, answer.division
    return {
        "game": mix.rules.file.id,
        "tables": dict(mix.letters),
        "strategy": mix.statement,
        "stakes": {name: plain(mix.mix.stakes[name]) for name in names},
        "meters": mix.meters,
        "seats": answer.seats,
        "covariance": {
            f"{name}/{other}": answer.covariances[name, other]
            for place, name in enumerate(names)
            for other in names[place:]
        },
        "correlation": answer.correlation,
        "standard_deviation": Root(answer.variance),
        "largest_net": largest and largest.net,
        "largest_net_probability": largest and largest.probability,
        "envy_bonuses": answer.envy and answer.envy.mean,
        "won_less_by_division": division and -division.mean,
        "theoretical_win": answer.expected_win,
        "pace": plain(answer.pace),
        "hours": plain(answer.hours),
        "comp": _amount(answer.comp),
    }
