"""Several seats of a table shown: how they go together, and what the table earns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from combin.decimals import Root, decimal, percent, plain
from combin.formats.columns import (
    COUNT,
    MONEY,
    NUMBER,
    TEXT,
    Column,
    chance_columns,
    decimals,
    exact_json,
)
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted, grouped, money
from combin.report.words import letters_in_words, staked_beside

if TYPE_CHECKING:
    from combin.session.seats import TableAnswer


def table_view(answer: TableAnswer, digits: int = 10) -> View:
    """Return several seats of a table ready to be shown.

    JSON has the `covariance` of each pair of wagers in two seats in squared money, the `standard_deviation`
    of what all seats net in a round, the `largest_net` in one round, its probability (null where that
    is not found), and the `spans`: round, hour and shift; these are the records too.
    """
    rules, mix = answer.mix.rules, answer.mix.mix
    stakes = ", ".join(f"{money(mix.stakes[name])} on {rules.wager_name(name)}" for name in mix.law.wagers)
    spans, two = _spans(answer), _two(answer)
    return View(
        f"{rules.file.title}: {counted(answer.seats, 'seat')} with {stakes} each",
        tuple(_lines(answer)),
        (spans, _covariances(answer), two),
        lambda: {
            **_payload(answer, digits),
            "spans": spans.objects(digits),
            "two_seats": two.objects(digits),
        },
        lambda: spans.records(digits, game=rules.file.id, seats=answer.seats),
    )


def _lines(answer: TableAnswer) -> list[str]:
    rules, mix = answer.mix.rules, answer.mix.mix
    lines = [f"Pay tables: {letters_in_words(rules, answer.mix.letters)}."] if answer.mix.letters else []
    if answer.mix.statement is not None:
        lines.append(f"Each seat plays without a look at the others: {answer.mix.statement}")
    if rules.base in mix.law.wagers and rules.equals:
        lines.append(staked_beside(rules))
    if answer.mix.envy:
        lines.append("Envy bonuses, which the hands of others bring, are not counted.")
    lines.append(
        f"Hold: {percent(mix.house_edge, 4)} of the initial stakes, {percent(mix.element_of_risk, 4)} of all "
        f"that is staked ({money(mix.average_staked)} a seat on average)."
    )
    lines.append(f"Results of two seats have a correlation of {NUMBER.shown(answer.correlation)}.")
    lines.append(_largest(answer))
    cost = mix.expected_loss * answer.pace
    back = "" if answer.comp is None else f", of which {money(cost * answer.comp)} comes back in comps"
    lines.append(f"At {plain(answer.pace)} rounds an hour, play costs {money(cost)} an hour and seat{back}.")
    lines.append(f"All {answer.law.total:,} deals to the dealer and two seats are counted.")
    return lines


def _largest(answer: TableAnswer) -> str:
    """Return what the table pays at most in a round, and how rarely."""
    largest = answer.largest
    if largest is None:
        return (
            "What all seats net in a round at most is not told: it is not found for these cards and wagers."
        )
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
        Column("Rounds", decimals(2), lambda span: span.rounds, "rounds"),
        Column("Staked", MONEY, lambda span: answer.seats * mix.average_staked * span.rounds, "staked"),
        Column("Theoretical win", MONEY, lambda span: answer.expected_win * span.rounds, "theoretical_win"),
        Column(
            "Std deviation", MONEY, lambda span: Root(answer.variance * span.rounds), "standard_deviation"
        ),
        Column("Cost of a seat", MONEY, lambda span: mix.expected_loss * span.rounds, "cost_of_a_seat"),
    ]
    if (comp := answer.comp) is not None:
        columns.append(
            Column("Comps of all", MONEY, lambda span: answer.expected_win * span.rounds * comp, "comps")
        )
    note = f"A shift has {plain(answer.hours)} hours of {plain(answer.pace)} rounds; rounds are independent."
    return Table.of("What the table wins", spans, columns, note)


def _covariances(answer: TableAnswer) -> Table:
    """Return how the wagers of one seat go with those of another one."""
    names = answer.law.wagers

    def beside(other: str) -> Column[str]:
        return Column(
            answer.mix.rules.wager_name(other), decimals(6), lambda name: answer.covariances[name, other]
        )

    columns = [Column[str]("", TEXT, answer.mix.rules.wager_name), *map(beside, names)]
    note = "Covariances of a wager in one seat with one in another, in squares of money."
    return Table.of("How two seats go together", names, columns, note)


def _two(answer: TableAnswer) -> Table:
    law = answer.two
    columns: list[Column[tuple[Fraction, int]]] = [
        Column("Net", MONEY, lambda outcome: outcome[0], "net"),
        Column("Deals", COUNT, lambda outcome: outcome[1], "deals"),
        *chance_columns(law.outcomes, lambda outcome: Fraction(outcome[1], law.total), name="probability"),
    ]
    note = "One player with two spots nets as much, if he plays each without a look at the other."
    return Table.of("Net of two seats together", law.outcomes[::-1], columns, note)


def _payload(answer: TableAnswer, digits: int) -> dict[str, Any]:
    mix, names, largest = answer.mix, answer.law.wagers, answer.largest
    chance = None if largest is None else largest.probability
    return {
        "game": mix.rules.file.id,
        "tables": dict(mix.letters),
        "strategy": mix.statement,
        "stakes": {name: plain(mix.mix.stakes[name]) for name in names},
        "seats": answer.seats,
        "covariance": {
            f"{name}/{other}": exact_json(answer.covariances[name, other], digits)
            for place, name in enumerate(names)
            for other in names[place:]
        },
        "correlation": exact_json(answer.correlation, digits),
        "standard_deviation": Root(answer.variance).to_dict(digits),
        "largest_net": None if largest is None else exact_json(largest.net, digits),
        "largest_net_probability": None if chance is None else exact_json(chance, digits),
        "theoretical_win": exact_json(answer.expected_win, digits),
        "pace": plain(answer.pace),
        "hours": plain(answer.hours),
        "comp": None if answer.comp is None else plain(answer.comp),
    }
