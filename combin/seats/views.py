"""Several seats of a table shown: what the table wins, how two seats go together, what they net."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.decimals import Root, decimal, percent, plain
from combin.formats.tables import (
    COUNT,
    MONEY,
    NET,
    NUMBER,
    TEXT,
    Column,
    Table,
    as_json,
    chance_columns,
    decimals,
)
from combin.formats.view import View
from combin.formatting import counted, grouped, money
from combin.report.words import staked_beside, stakes_in_words, tables_said

if TYPE_CHECKING:
    from combin.exact.distribution import Distribution
    from combin.seats.answer import TableAnswer


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
        tuple(_lines(answer)),
        (spans, _covariances(answer), *([] if two is None else [two])),
        lambda: as_json({**_payload(answer), "spans": spans, "two_seats": two}, digits),
        lambda: spans.records(digits, game=rules.file.id, seats=answer.seats),
    )


def _lines(answer: TableAnswer) -> list[str]:
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
        why = (
            "too many hands net about the most"
            if answer.jackpot is None
            else "three seats share jackpot cards"
        )
        return f"What all seats net in a round at most is not told: {why}."
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


def _payload(answer: TableAnswer) -> dict[str, Any]:
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
        "comp": None if answer.comp is None else plain(answer.comp),
    }
