"""The tables about a progressive wager: prizes, long run, prices, winners in one round, published rates."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.decimals import percent, plain
from combin.formats.tables import Table
from combin.formatting import grouped, money, one_in, rate
from combin.jackpot.favour import depends_on
from combin.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.jackpot.meter.long_run import LongRun
    from combin.jackpot.meter.rates import Explanation
    from combin.jackpot.value import LineChance

__all__ = ["long_run_tables", "prize_table", "rates_table", "stakes_table", "winners_table"]

USUAL_STAKES = (1, 2, 5, 10)
"""The prices of a progressive wager that are usual, for documents that do not state one."""

OF_METER = 1000
"""The money on the meter whose worth is told where nobody knows what the meter shows."""


def prize_table(answer: JackpotAnswer) -> Table:
    """Return the lines of the pay table: what they pay, how often, and which part of the return they are."""
    found, terms = answer.chances.lines(), answer.terms
    parts = [_part(answer, one) for one in found]
    total = found[0].total
    rows = [
        (
            one.line.text,
            _prize(answer, one),
            money(one.line.prize.envy) if one.line.prize.envy else "",
            f"{one.count:,}",
            one_in(one.probability),
            "" if part is None else percent(part, 4),
        )
        for one, part in zip(found, parts, strict=True)
    ]
    lost = total - sum(one.count for one in found)
    rows.append(("nothing", "loses", "", f"{lost:,}", one_in(Fraction(lost, total)), percent(0, 4)))
    edge, priced = answer.house_edge(answer.value), "price" not in answer.open_terms
    if answer.value.envy and answer.others:
        others = f"envy bonuses of {counted(answer.others, 'other player')}"
        envied = percent(answer.value.envy * answer.others / terms.stake, 4) if priced else ""
        rows.append((others, "", "", "", "", envied))
    whole = "" if edge is None else percent(1 - edge, 4)
    rows.append(("all", "", "", f"{total:,}", one_in(Fraction(1)), whole))
    columns = ("Hand", ">Pays", ">Envy bonus", ">Deals", ">1 in", ">Part of return")
    kept = [column for column in range(len(columns)) if column != 2 or answer.value.envy]
    return Table(
        "Prizes",
        tuple(columns[column] for column in kept),
        tuple(tuple(row[column] for column in kept) for row in rows),
        _meter_note(answer),
    )


def _part(answer: JackpotAnswer, one: LineChance) -> Fraction | None:
    """Return what a line adds to the return per unit wagered; None where it takes what nobody told."""
    terms, prize = answer.terms, one.line.prize
    if prize.odds is not None:
        return one.probability * (answer.chances.table.odds(one.line) + 1)
    if "price" in answer.open_terms:
        return None
    if prize.money is not None:
        return one.probability * prize.money / terms.stake
    meter = _meter_per_unit(answer)
    return None if meter is None else one.probability * (prize.meter or 0) * meter


def _meter_per_unit(answer: JackpotAnswer) -> Fraction | None:
    """Return the meter now, or else at its seed, per unit of the wager."""
    if answer.terms.reading is not None:
        return answer.terms.reading / answer.terms.stake
    return answer.terms.seed


def _meter_note(answer: JackpotAnswer) -> str:
    if "price" in answer.open_terms:
        return f"What sums of money and the meter add to the return {depends_on(answer)}."
    if not answer.value.share:
        return ""
    meter = _meter_per_unit(answer)
    if meter is not None:
        at_seed = "" if answer.terms.reading is not None else ", its seed"
        return f"Parts of the return with the meter at {money(meter * answer.terms.stake)}{at_seed}."
    each = percent(answer.value.share * OF_METER / answer.terms.stake, 4)
    return f"The meter adds {each} to the return for each {money(OF_METER)} that it shows."


def _prize(answer: JackpotAnswer, one: LineChance) -> str:
    prize = one.line.prize
    if prize.meter is not None:
        return f"{plain(prize.meter * 100)}% of the meter"
    if prize.money is not None:
        return money(prize.money)
    return f"{plain(prize.odds or 0)} {'for' if answer.chances.table.for_one else 'to'} 1"


def long_run_tables(found: LongRun, stake: Fraction) -> tuple[Table, ...]:
    """Return the long run of a meter: the return and where it comes from, the prizes, the meter when won."""
    sources = (
        ("bonus prizes, paid by the house", percent(found.bonus_return, 4)),
        *_envied(found),
        ("increments, paid by the players", percent(found.increments, 4)),
        ("top-ups to the seed, paid by the house", found.top_ups.percent(4)),
        ("return", found.long_run_return.percent(4)),
        ("house edge", found.house_edge.percent(4)),
    )
    prizes = tuple(
        (
            one.name,
            one_in(one.probability),
            _enclosed(one.mean_prize * stake),
            _enclosed(one.mean_top_up * stake),
            one.top_up_probability.percent(2),
            one.paid.percent(4),
        )
        for one in found.prizes
    )
    readings = [
        ("mean", _enclosed(found.mean_meter * stake)),
        ("standard deviation", _enclosed(found.deviation * stake)),
        *((f"{percent(part, 0)} are below", _enclosed(value * stake)) for part, value in found.quantiles),
    ]
    columns = ("Prize", ">Once in wagers", ">Mean prize", ">Mean top-up", ">Topped up", ">Part of return")
    return (
        Table("In the long run, of the money wagered", ("", ">Part"), sources),
        Table("Prizes from the meter in the long run", columns, prizes),
        Table("The meter when a prize is won", ("", ">Meter"), tuple(readings)),
    )


def _envied(found: LongRun) -> list[tuple[str, str]]:
    """Return the row of the envy bonuses, where there are any."""
    if not found.envy_return:
        return []
    return [("envy bonuses for the hands of the others, paid by the house", percent(found.envy_return, 4))]


def _enclosed(amount: Enclosure) -> str:
    """Return an amount of money whose cents are certain."""
    return f"${grouped(amount.decimal(2))}"


def stakes_table(answer: JackpotAnswer) -> Table:
    """Return the return and the break-even meter for the usual prices, for documents that state none."""
    seats = sorted({1, 2, answer.terms.seats, 7} if answer.value.envy else {answer.terms.seats})
    rows = tuple(
        (
            money(stake),
            str(players),
            percent(answer.value.returned(stake, others=players - 1) / stake, 4),
            percent(answer.value.share * OF_METER / stake, 4),
            _even(answer.value.break_even_meter(stake, players - 1)),
        )
        for stake in sorted({*map(Fraction, USUAL_STAKES), answer.terms.stake})
        for players in seats
    )
    columns = (
        ">Price",
        ">Players",
        ">Return without the meter",
        f">and for each {money(OF_METER)} on the meter",
        ">Even at a meter of",
    )
    note = "The rules state neither the price of the wager nor how the meter grows."
    return Table("By price and number of players", columns, rows, note, merged=1)


def _even(meter: Fraction | None) -> str:
    if meter is None:
        return "none"
    return money(meter) if meter > 0 else "any"


def winners_table(law: Mapping[tuple[int, int], Fraction], seats: int) -> Table:
    """Return how likely each number of royal and straight flushes is in a round."""
    rows = tuple(
        (str(royals), str(flushes), str(probability), one_in(probability))
        for (royals, flushes), probability in law.items()
    )
    columns = (">Royal flushes", ">Straight flushes", ">Probability", ">1 round in")
    note = "No other numbers can occur: all hands share the two jackpot cards."
    return Table(f"Prizes from the meter in one round of {counted(seats, 'seat')}", columns, rows, note)


def rates_table(options: Sequence[str], found: Explanation) -> Table:
    """Return the published increment rates beside the exact ones at the common target return."""
    rows = tuple(
        (
            option,
            money(row.meter.seed),
            percent(row.meter.increment, 2),
            row.exact.percent(4),
            "yes" if row.agrees else f"no, {_off(row.off_by)}",
            row.long_run_return.percent(4),
        )
        for option, row in zip(options, found.rows, strict=True)
    )
    columns = (
        "Option",
        ">Seed",
        ">Published rate",
        ">Exact rate",
        "Same digits",
        ">Return at published rate",
    )
    title = f"Increment rates for a long-run return of {rate(found.target)}"
    note = f"{found.agreeing} of {len(found.rows)} published rates give this one return to their last digit."
    return Table(title, columns, rows, note, merged=1)


def _off(difference: Fraction) -> str:
    return f"{plain(abs(difference) * 100)} points too {'high' if difference > 0 else 'low'}"
