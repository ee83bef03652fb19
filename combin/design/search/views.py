"""Pay tables and meters that a search found, shown."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from combin.decimals import Root, percent, plain
from combin.design.search.answer import Design, DesignAnswer
from combin.design.search.terms import Order
from combin.formats.columns import (
    EXACT,
    NUMBER,
    PERCENT,
    PLAIN,
    Column,
    Kind,
    chance_columns,
    exact_json,
)
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import capital, counted, money

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.design.search.jackpot import JackpotDesign, JackpotDesigns
    from combin.design.search.lines import PayLine


def tables_view(answer: DesignAnswer, digits: int = 10) -> View:
    """The pay tables that a search found, ready to be shown."""
    rules, terms = answer.rules, answer.terms
    name = rules.wagers[answer.wager].name
    heading = f"{rules.file.title}: {name} tables with a house edge of {terms.edge}"
    found = _found(answer)
    return View(
        heading,
        _lines(answer),
        (found, _ranges(answer)),
        lambda: _payload(answer, digits),
        lambda: found.records(digits),
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
    title = "Frontier" if answer.terms.pareto else "Pay tables"
    pays = pay_columns(answer.form.texts)
    return Table.of(title, answer.designs, [*pays, *design_figures()])


def design_figures() -> list[Column[Design]]:
    """Columns of the exact figures of a pay table."""
    return [
        Column("House edge", PERCENT, lambda design: design.house_edge, "house_edge"),
        Column("Exact edge", EXACT, lambda design: design.house_edge),
        Column("Hit", PERCENT, lambda design: design.hit_frequency, "hit_frequency", spare=1),
        Column(None, EXACT, lambda design: design.variance, "variance"),
        Column("Std deviation", NUMBER, lambda design: Root(design.variance), "standard_deviation", spare=2),
    ]


def pay_columns(texts: Sequence[str]) -> list[Column[Any]]:
    """Return what each line pays, for all but JSON, which has the pays by their lines."""

    def pay(text: str) -> Column[Design | JackpotDesign]:
        name = f"pays_{re.sub('[^a-z0-9]+', '_', text.lower()).strip('_')}"
        return Column(capital(text), _PAY, lambda design: _number(design.pays[text]), name)

    return [*map(pay, texts)]


_PAY = Kind(plain, exact=False)


def _ranges(answer: DesignAnswer) -> Table:
    lines, total = answer.form.lines, answer.form.total
    columns: list[Column[PayLine]] = [
        Column("Line", value=lambda line: capital(line.text)),
        *chance_columns(lines, lambda line: Fraction(line.count, total)),
        Column("Pays", PLAIN, lambda line: _spread(line.pays)),
        Column(f"Table {answer.letters[answer.wager]}", PLAIN, lambda line: answer.shipped[line.text]),
    ]
    note = "What the order of pays rules out is left out of the ranges." if answer.terms.ordered else ""
    return Table.of("Searched", lines, columns, note)


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
        "designs": with_pays(answer.designs, Table.of("", answer.designs, design_figures()), digits),
    }


def with_pays(designs: Sequence[Design | JackpotDesign], figures: Table, digits: int) -> list[dict[str, Any]]:
    """Return designs as JSON has them."""
    return [
        {"pays": {text: _number(pay) for text, pay in design.pays.items()}, **entry}
        for design, entry in zip(designs, figures.objects(digits), strict=True)
    ]


def meters_view(answer: JackpotDesigns, digits: int = 10) -> View:
    """The meters that a search found, ready to be shown."""
    rules, terms = answer.rules, answer.terms
    target = plain(100 * (1 - terms.aim))
    option = f"{rules.wager_name(answer.wager)} option {answer.option}"
    heading = f"{rules.file.title}: {option} with a long-run return of {target}%"
    meters = f"{counted(len(answer.designs), 'meter')} of {answer.combinations:,} by seed and bonus prizes"
    told = [f"{meters}, per {money(1)} wagered, each with the increment rate that meets the target."]
    if answer.unreachable:
        told.append(f"For {answer.unreachable:,} others no rate meets it.")
    names = tuple(answer.designs[0].pays)
    seed, *figures = _meter_columns(answer)
    table = Table.of("Meters", answer.designs, [seed, *pay_columns(names), *figures])
    return View(
        heading,
        tuple(told),
        (table,),
        lambda: {
            "game": rules.file.id,
            "option": answer.option,
            "target_return": exact_json(1 - terms.aim, digits),
            "combinations": answer.combinations,
            "unreachable": answer.unreachable,
            "designs": with_pays(answer.designs, Table.of("", answer.designs, [seed, *figures]), digits),
        },
        lambda: table.records(digits),
    )


def _meter_columns(answer: JackpotDesigns) -> list[Column[JackpotDesign]]:
    edge, rate = answer.terms.edge, "increment_rate"
    at_highest, at_lowest = (
        f"Rate at {percent(1 - end, 2)}" if edge.low < edge.high else None for end in (edge.high, edge.low)
    )
    return [
        Column("Seed", _PAY, lambda design: _number(design.meter.seed), "seed"),
        Column("Increment rate", PERCENT, lambda design: design.rate, rate),
        Column(at_highest, _RATE, lambda design: design.lowest, f"{rate}_at_highest_edge"),
        Column(at_lowest, _RATE, lambda design: design.highest, f"{rate}_at_lowest_edge"),
        Column("Bonus return", PERCENT, lambda design: design.meter.bonus_return, "bonus_return", spare=1),
        Column("Return at seed", PERCENT, lambda design: design.meter.lowest_return, "return_at_seed"),
    ]


_RATE = replace(PERCENT, exact=False, nothing="none")


def _number(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else plain(value)
