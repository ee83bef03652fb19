"""Pay tables and meters that a search found, shown."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from combin.decimals import percent, plain
from combin.design.search.terms import Order
from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted, money
from combin.report.words import chances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.design.search.answer import Design, DesignAnswer
    from combin.design.search.jackpot import JackpotDesign, JackpotDesigns
    from combin.jackpot.meter.enclosure import Enclosure

__all__ = ["designs_view", "meters_view"]

RATE_DIGITS = 4
"""Decimals of percentages that people read."""


def designs_view(answer: DesignAnswer, digits: int = 10) -> View:
    """Return the pay tables found ready to be shown; decimals for programs have so many digits."""
    rules, terms = answer.rules, answer.terms
    name = rules.wagers[answer.wager].name
    heading = f"{rules.file.title}: {name} tables with a house edge of {terms.edge}"
    return View(
        heading,
        _lines(answer),
        (_found(answer), _ranges(answer)),
        lambda: _payload(answer, digits),
        lambda: [_record(one, digits) for one in answer.designs],
        tuple(_record(answer.designs[0], digits)),
    )


def _lines(answer: DesignAnswer) -> tuple[str, ...]:
    terms, shown = answer.terms, len(answer.designs)
    order = "in which a better hand pays at least as much" if terms.ordered else "with pays in any order"
    hit = f" and a hit frequency of {terms.hit}" if terms.hit else ""
    verb = "has" if answer.matching == 1 else "have"
    tables = counted(answer.candidates, "table")
    told = [f"{answer.matching:,} of the {tables} {order} {verb} a house edge of {terms.edge}{hit}."]
    if terms.pareto:
        way = "higher" if terms.order is Order.HIGH_VOLATILITY else "lower"
        told.append(
            f"{counted(shown, 'table')} on the frontier: no other has both a {way} edge and a {way} standard "
            "deviation."
        )
    elif shown < answer.matching or shown > 1:
        target = f" of {plain(100 * terms.aim)}%" if terms.order is Order.EDGE else ""
        which = f"The best {shown:,}" if shown < answer.matching else "All"
        told.append(f"{which} by {terms.order.words}{target}.")
    rules, wager = answer.rules, answer.wager
    if wager in rules.bonuses:
        told.append(_strategy(answer))
    elif (table := rules.tables[wager][answer.letters[wager]]).pays_money:
        told.append(
            f"Lines that pay money stay as they are. All figures are for a stake of {money(table.stake)}."
        )
    return tuple(told)


def _strategy(answer: DesignAnswer) -> str:
    edge = f"The house edge is that of {answer.rules.base_name} with the bonus"
    if not answer.rules.play:
        return f"{edge}."
    if answer.form.steady:
        return f"{edge}, under the best strategy; this is the same for all of these pays."
    return f"{edge}, under the best strategy for each table: how hands are played depends on the pays."


def _found(answer: DesignAnswer) -> Table:
    texts = answer.form.texts
    rows = tuple(
        (
            *(plain(one.pays[text]) for text in texts),
            percent(one.house_edge, RATE_DIGITS),
            str(one.house_edge),
            percent(one.hit_frequency, RATE_DIGITS),
            one.standard_deviation(RATE_DIGITS),
        )
        for one in answer.designs
    )
    figures = ("House edge", "Exact edge", "Hit", "Std deviation")
    title = "Frontier" if answer.terms.pareto else "Pay tables"
    return Table(title, tuple(f">{one}" for one in (*map(_capital, texts), *figures)), rows)


def _ranges(answer: DesignAnswer) -> Table:
    rows = []
    lines, total = answer.form.lines, answer.form.total
    heads, chance = chances([Fraction(line.count, total) for line in lines], RATE_DIGITS)
    for line, often in zip(lines, chance, strict=True):
        today = answer.shipped[line.text]
        rows.append((_capital(line.text), *often, _spread(line.pays), "" if today is None else plain(today)))
    letter = answer.letters[answer.wager]
    note = "What the order of pays rules out is left out of the ranges." if answer.terms.ordered else ""
    return Table("Searched", ("Line", *heads, ">Pays", f">Table {letter}"), tuple(rows), note)


def _spread(pays: Sequence[Fraction]) -> str:
    """Return pays as they are asked for: "3..5", "30..50:5", "4, 6, 10"."""
    steps = {high - low for low, high in pairwise(pays)}
    if len(pays) < 3 or len(steps) > 1:
        return ", ".join(map(plain, pays)) if len(pays) <= 8 else f"{plain(pays[0])} ... {plain(pays[-1])}"
    step = steps.pop()
    return f"{plain(pays[0])}..{plain(pays[-1])}" + (f":{plain(step)}" if step != 1 else "")


def _payload(answer: DesignAnswer, digits: int) -> dict[str, Any]:
    terms = answer.terms
    return {
        "game": answer.rules.file.id,
        "wager": answer.wager,
        "tables": dict(answer.letters),
        "house_edge_from": exact_json(terms.edge.low, digits),
        "house_edge_to": exact_json(terms.edge.high, digits),
        "sort": terms.order.value,
        "pareto": terms.pareto,
        "better_pays_at_least_as_much": terms.ordered,
        "candidates": answer.candidates,
        "matching": answer.matching,
        "pays_searched": {line.text: [*map(_number, line.pays)] for line in answer.form.lines},
        "designs": [
            {
                "pays": {text: _number(pay) for text, pay in one.pays.items()},
                "house_edge": exact_json(one.house_edge, digits),
                "hit_frequency": exact_json(one.hit_frequency, digits),
                "variance": exact_json(one.variance, digits),
                "standard_deviation": one.standard_deviation(digits),
            }
            for one in answer.designs
        ],
    }


def _record(design: Design, digits: int) -> Record:
    return {
        **{_column(text): _number(pay) for text, pay in design.pays.items()},
        **exact_columns("house_edge", design.house_edge, digits),
        **exact_columns("hit_frequency", design.hit_frequency, digits),
        **exact_columns("variance", design.variance, digits),
        "standard_deviation": Decimal(design.standard_deviation(digits)),
    }


def meters_view(answer: JackpotDesigns, digits: int = 10) -> View:
    """Return the meters found ready to be shown; decimals for programs have so many digits."""
    rules, terms = answer.rules, answer.terms
    target = plain(100 * (1 - terms.aim))
    heading = f"{rules.file.title}: jackpot option {answer.option} with a long-run return of {target}%"
    meters = f"{counted(len(answer.designs), 'meter')} of {answer.combinations:,} by seed and bonus prizes"
    told = [f"{meters}, per $1 wagered, each with the increment rate that meets the target."]
    if answer.unreachable:
        told.append(f"For {answer.unreachable:,} others no rate meets it.")
    return View(
        heading,
        tuple(told),
        (_meters(answer),),
        lambda: _meters_payload(answer, digits),
        lambda: [_meter_record(one, digits) for one in answer.designs],
        tuple(_meter_record(answer.designs[0], digits)),
    )


def _meters(answer: JackpotDesigns) -> Table:
    terms = answer.terms
    names = tuple(answer.designs[0].pays)
    window = terms.edge.low < terms.edge.high
    ends = (f"Rate at {percent(1 - edge, 2)}" for edge in (terms.edge.high, terms.edge.low) if window)
    rows = []
    for one in answer.designs:
        beside = [_rate(end) for end in (one.lowest, one.highest) if window]
        rows.append(
            (
                plain(one.meter.seed),
                *(plain(one.pays[name]) for name in names),
                _rate(one.rate),
                *beside,
                percent(one.meter.bonus_return, RATE_DIGITS),
                percent(one.meter.lowest_return, RATE_DIGITS),
            )
        )
    columns = ("Seed", *map(_capital, names), "Increment rate", *ends, "Bonus return", "Return at seed")
    return Table("Meters", tuple(f">{one}" for one in columns), tuple(rows))


def _rate(rate: Enclosure | None) -> str:
    return "none" if rate is None else rate.percent(RATE_DIGITS)


def _meters_payload(answer: JackpotDesigns, digits: int) -> dict[str, Any]:
    terms = answer.terms
    return {
        "game": answer.rules.file.id,
        "option": answer.option,
        "target_return": exact_json(1 - terms.aim, digits),
        "combinations": answer.combinations,
        "unreachable": answer.unreachable,
        "designs": [
            {
                "seed": _number(one.meter.seed),
                "pays": {name: _number(pay) for name, pay in one.pays.items()},
                "increment_rate": one.rate.nearest(digits),
                "increment_rate_at_highest_edge": one.lowest and one.lowest.nearest(digits),
                "increment_rate_at_lowest_edge": one.highest and one.highest.nearest(digits),
                "bonus_return": exact_json(one.meter.bonus_return, digits),
                "return_at_seed": exact_json(one.meter.lowest_return, digits),
            }
            for one in answer.designs
        ],
    }


def _meter_record(jackpot_design: JackpotDesign, digits: int) -> Record:
    rates = {
        "": jackpot_design.rate,
        "_at_highest_edge": jackpot_design.lowest,
        "_at_lowest_edge": jackpot_design.highest,
    }
    return {
        "seed": _number(jackpot_design.meter.seed),
        **{_column(name): _number(pay) for name, pay in jackpot_design.pays.items()},
        **{
            f"increment_rate{end}": None if rate is None else Decimal(rate.nearest(digits))
            for end, rate in rates.items()
        },
        **exact_columns("bonus_return", jackpot_design.meter.bonus_return, digits),
        **exact_columns("return_at_seed", jackpot_design.meter.lowest_return, digits),
    }


def _number(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


def _column(text: str) -> str:
    return f"pays_{re.sub('[^a-z0-9]+', '_', text.lower()).strip('_')}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
