"""A progressive wager shown: what it pays, what it is worth now and in the long run, how many can win at once."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.exact.decimals import decimal, percent, plain
from combin.report.tables import Table
from combin.report.view import Record, View, exact, exact_columns
from combin.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter_long_run import LongRun
    from combin.jackpot.meter_rates import Explanation
    from combin.jackpot.value import LineChance, Value

__all__ = [
    "jackpot_view",
    "long_run_tables",
    "money",
    "prize_table",
    "rates_table",
    "stakes_table",
    "value_in_words",
    "winners_table",
]

USUAL_STAKES = (1, 2, 5, 10)
"""The prices of a progressive wager that are usual, for documents that do not state one."""


def jackpot_view(
    answer: JackpotAnswer, rates: tuple[Sequence[str], Explanation] | None = None, digits: int = 10
) -> View:
    """Return a progressive wager ready to be shown; `rates` are the published ones with the options they belong to."""
    rules, terms = answer.rules, answer.terms
    parts = [f"pay table {terms.letter}", f"a wager of {money(terms.stake)}"]
    if terms.seed is not None and terms.increment is not None:
        parts += [f"seed {money(terms.seed * terms.stake)}", f"increment rate {_rate(terms.increment)}"]
    name = rules.wagers[answer.wager].name
    tables = [prize_table(answer)]
    if answer.long_run is not None:
        tables += long_run_tables(answer.long_run, answer.terms.stake)
    else:
        tables.append(stakes_table(answer))
    if answer.winners is not None:
        tables.append(winners_table(answer.winners, terms.seats))
    if rates is not None:
        tables.append(rates_table(*rates))
    return View(
        f"{rules.file.title}: {name}, {', '.join(parts)}",
        tuple(_lines(answer)),
        tuple(tables),
        lambda: _payload(answer, digits),
        lambda: [_record(answer, one, digits) for one in answer.chances.lines()],
    )


def money(amount: Fraction | int) -> str:
    """Return an amount of money: `$10,000`, `$2.50`, in cents at most."""
    exact_amount = Fraction(amount)
    text = decimal(exact_amount, 0 if exact_amount.denominator == 1 else 2)
    whole, point, cents = text.removeprefix("-").partition(".")
    return f"{'-' if exact_amount < 0 else ''}${int(whole):,}{point}{cents}"


def _rate(rate: Fraction) -> str:
    shown = plain(rate * 100)
    return f"{shown}%" if "/" not in shown and len(shown) < 8 else percent(rate, 4)


def _lines(answer: JackpotAnswer) -> list[str]:
    terms = answer.terms
    lines = [value_in_words(answer.value, terms.stake, answer.others)]
    if answer.break_even is not None:
        even = answer.break_even
        lines.append(
            f"It is even at a meter of {money(even)} (exactly {even})."
            if even > 0
            else "It favours the player at any meter: the other prizes alone return more than the price."
        )
    if terms.reading is not None:
        returned = answer.value.returned(terms.stake, terms.reading, answer.others) / terms.stake
        lines.append(
            f"At a meter of {money(terms.reading)} it returns {percent(returned, 4)} ({returned}): "
            f"a house edge of {percent(1 - returned, 4)}."
        )
    if answer.played != answer.value:
        per_unit = [value.odds + value.money / terms.stake for value in (answer.value, answer.played)]
        lines.append(
            "A fold loses it: the prizes beside the meter return "
            f"{percent(per_unit[0], 4)} to a player who never folds, and {percent(per_unit[1], 4)} to one who "
            "follows the best strategy of the base game (see combin strategy --jackpot)."
        )
    if answer.least_price is not None:
        others = counted(answer.others, "other player")
        lines.append(
            f"With {others} at the table its sums of money alone return {money(answer.least_price)} a round: "
            "at a lower price than that the house loses whatever the meter shows."
        )
    if answer.rate_for_target is not None and terms.target is not None:
        lines.append(
            f"An increment rate of {answer.rate_for_target.percent(4)} makes it return {_rate(terms.target)} "
            "in the long run."
        )
    return lines


def value_in_words(value: Value, stake: Fraction, others: int) -> str:
    """Return the worth of a wager as a linear function: "returns $0.5327 + meter x 19/6497400"."""
    fixed = value.odds * stake + value.money + value.envy * others
    parts = [f"{money(fixed)} (exactly {fixed})"]
    if value.share:
        parts.append(f"meter x {value.share}")
    envy = f", envy bonuses of {counted(others, 'other player')} included" if value.envy and others else ""
    return f"A wager of {money(stake)} returns on average {' + '.join(parts)}{envy}."


def prize_table(answer: JackpotAnswer) -> Table:
    """Return the lines of the pay table with their probabilities."""
    rows = []
    for one in answer.chances.lines():
        prize = one.line.prize
        part, where = _part(answer, one)
        rows.append(
            (
                one.line.text,
                _prize(answer, one),
                money(prize.envy) if prize.envy else "",
                f"{one.count:,}",
                f"{decimal(1 / one.probability, 1)}" if one.count else "never",
                percent(part, 4),
                where,
            )
        )
    total = answer.chances.lines()[0].total
    columns = ("Hand", ">Pays", ">Envy", f">Deals of {total:,}", ">1 in", ">Part of return", "")
    drop = 2 if not any(row[2] for row in rows) else -1
    shown = [tuple(cell for index, cell in enumerate(row) if index != drop) for row in rows]
    heads = tuple(column for index, column in enumerate(columns) if index != drop)
    return Table("Prizes", heads, tuple(shown))


def _part(answer: JackpotAnswer, one: LineChance) -> tuple[Fraction, str]:
    """Return what a line adds to the return per unit wagered, and at which meter."""
    terms, prize = answer.terms, one.line.prize
    if prize.meter is None:
        pays = (
            prize.money / terms.stake if prize.money is not None else answer.chances.table.odds(one.line) + 1
        )
        return one.probability * pays, ""
    if terms.reading is not None:
        return one.probability * prize.meter * terms.reading / terms.stake, "at the meter now"
    if terms.seed is not None:
        return one.probability * prize.meter * terms.seed, "at the seed"
    return Fraction(0), "and what the meter adds"


def _prize(answer: JackpotAnswer, one: LineChance) -> str:
    prize = one.line.prize
    if prize.meter is not None:
        return f"{percent(prize.meter, 0)} of the meter"
    if prize.money is not None:
        return money(prize.money)
    return f"{plain(answer.chances.table.odds(one.line) + 1)} for 1"


def long_run_tables(found: LongRun, stake: Fraction) -> list[Table]:
    """Return what a meter comes to in the long run: the return, where it comes from, the meter when it is won."""
    sources = (
        ("bonus prizes, paid by the house", percent(found.bonus_return, 4)),
        ("increments, paid by the players", percent(found.increments, 4)),
        ("top-ups to the seed, paid by the house", found.top_ups.percent(4)),
        ("return", found.long_run_return.percent(4)),
        ("house edge", found.house_edge.percent(4)),
    )
    prizes = tuple(
        (
            one.name,
            f"{decimal(one.wagers_between, 1)}",
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
    ]
    readings += [
        (f"{percent(part, 0)} of them below", _enclosed(value * stake)) for part, value in found.quantiles
    ]
    return [
        Table("In the long run, of the money wagered", ("", ">Part"), sources),
        Table(
            "Prizes from the meter",
            ("Prize", ">Wagers between", ">Mean prize", ">Mean top-up", ">Topped up", ">Paid per $1"),
            prizes,
        ),
        Table("The meter when a prize is won", ("", ">Meter"), tuple(readings)),
    ]


def _enclosed(value: Any) -> str:  # noqa: ANN401  an Enclosure, whose digits are certain far beyond cents
    whole, _, cents = value.decimal(2).partition(".")
    return f"${int(whole):,}.{cents}"


def stakes_table(answer: JackpotAnswer) -> Table:
    """Return return and break-even meter for the usual prices, for documents that state none."""
    seats = sorted({1, 2, answer.terms.seats, 7})
    rows = tuple(
        (
            money(stake),
            str(players),
            percent(answer.value.returned(stake, others=players - 1) / stake, 4),
            percent(answer.value.share * 1000 / stake, 4),
            _even(answer.value.break_even_meter(stake, players - 1)),
        )
        for stake in sorted({*map(Fraction, USUAL_STAKES), answer.terms.stake})
        for players in seats
    )
    columns = (
        ">Price",
        ">Players",
        ">Return without the meter",
        ">and per $1,000 of meter",
        ">Even at a meter of",
    )
    return Table("By price and number of players", columns, rows, merged=1)


def _even(meter: Fraction | None) -> str:
    if meter is None:
        return "never"
    return money(meter) if meter > 0 else "any"


def winners_table(law: Mapping[tuple[int, int], Fraction], seats: int) -> Table:
    """Return how likely each number of royal and straight flushes is in a round."""
    rows = tuple(
        (str(royals), str(flushes), str(probability), f"{decimal(1 / probability, 1)}")
        for (royals, flushes), probability in law.items()
    )
    columns = (">Royal flushes", ">Straight flushes", ">Probability", ">1 round in")
    note = "No other numbers can occur: all hands share the two jackpot cards."
    return Table(f"Prizes from the meter in one round, {counted(seats, 'seat')}", columns, rows, note)


def rates_table(options: Sequence[str], found: Explanation) -> Table:
    """Return the published increment rates beside the exact ones at the common target return."""
    rows = tuple(
        (
            option,
            money(row.meter.seed),
            percent(row.meter.increment, 2),
            row.exact.percent(4),
            "yes" if row.agrees else f"no: {'+' if row.off_by > 0 else ''}{plain(row.off_by * 100)} points",
            row.long_run_return.percent(4),
        )
        for option, row in zip(options, found.rows, strict=True)
    )
    columns = ("Option", ">Seed", ">Published rate", ">Exact rate", "Same digits", ">Return as published")
    title = f"Increment rates for a long-run return of {_rate(found.target)}"
    note = f"{found.agreeing} of {len(found.rows)} published rates are those of this one return to the last digit."
    return Table(title, columns, rows, note, merged=1)


def _payload(answer: JackpotAnswer, digits: int) -> dict[str, Any]:
    terms, value = answer.terms, answer.value
    payload: dict[str, Any] = {
        "game": answer.rules.file.id,
        "wager": answer.wager,
        "table": terms.letter,
        "option": terms.option,
        "stake": exact(terms.stake, digits),
        "seats": terms.seats,
        "prizes": [
            {
                "hand": one.line.text,
                "pays": _prize(answer, one),
                "envy": exact(one.line.prize.envy, digits),
                "count": one.count,
                "total": one.total,
                "probability": exact(one.probability, digits),
            }
            for one in answer.chances.lines()
        ],
        "value": {
            name: {
                "per_unit_staked": exact(found.odds, digits),
                "money": exact(found.money, digits),
                "per_unit_of_meter": exact(found.share, digits),
                "per_other_player": exact(found.envy, digits),
            }
            for name, found in (("never_folding", value), ("best_base_strategy", answer.played))
        },
        "break_even_meter": None if answer.break_even is None else exact(answer.break_even, digits),
        "least_price": None if answer.least_price is None else exact(answer.least_price, digits),
    }
    if terms.reading is not None:
        returned = value.returned(terms.stake, terms.reading, answer.others) / terms.stake
        payload["at_meter"] = {"meter": exact(terms.reading, digits), "return": exact(returned, digits)}
    if answer.long_run is not None:
        payload["long_run"] = answer.long_run.to_dict()
    if answer.rate_for_target is not None and terms.target is not None:
        payload["target_return"] = exact(terms.target, digits)
        payload["increment_rate_for_target"] = answer.rate_for_target.to_dict(digits)
    if answer.winners is not None:
        payload["winners"] = [
            {"royals": royals, "straight_flushes": flushes, "probability": exact(probability, digits)}
            for (royals, flushes), probability in answer.winners.items()
        ]
    return payload


def _record(answer: JackpotAnswer, one: LineChance, digits: int) -> Record:
    record: Record = {"game": answer.rules.file.id, "table": answer.terms.letter, "hand": one.line.text}
    record |= {"pays": _prize(answer, one), "count": one.count, "total": one.total}
    return record | exact_columns("probability", one.probability, digits)
