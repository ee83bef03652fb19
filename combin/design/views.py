"""Views of checks, comparisons, searches and sensitivities."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise
from math import floor, log10
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import to_builtins
from msgspec.structs import replace

from combin.design.pays import PayLine
from combin.design.search import Design, DesignAnswer, JackpotDesign, JackpotDesigns, Order
from combin.exact.analysis import Analysis
from combin.exact.distribution import Distribution
from combin.formats import tables
from combin.formats.drawing import WIDTH, Drawing, Plot, text_width
from combin.formats.tables import COUNT, EDGE_CHANGE, NUMBER, PERCENT, Column, Kind, Record, Table, exact_json
from combin.formats.view import View
from combin.formatting import Root, capital, counted, decimal, money, percent, plain
from combin.jackpot.answer import JackpotAnswer
from combin.plots.chart import RIGHT, Axis, Row, label_width, parts, room_beside, rows_chart, tidy_step
from combin.report.rules import computed_tables, effect_in_words, pay_table
from combin.report.words import DECISION, decision_word, figure_columns, letters_in_words
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.words.catalogue import load_catalogue, seen_in_words
from combin.words.rules import explained, rule_statements

if TYPE_CHECKING:
    from combin.design.checking import Checked, RuleWarning
    from combin.design.progressives import JackpotFavour
    from combin.design.variants import Differences, Effect, Otherwise, Pair, Sensitivity, WrongDecision


def differences_view(differences: Differences, digits: int = 10) -> View:
    """Where two games differ: edges side by side, rules as `combin show` says them, other figures.

    The records are the figures of both games.
    """
    first, second = (rules.file.id for rules in differences.rules)
    names = (first, second) if first != second else (f"{first} (1)", f"{second} (2)")
    shown = (of(differences, names) for of in (_edge_table, _rules_table, _figures_table))
    return View(
        f"{' and '.join(rules.file.title for rules in differences.rules)}: differences",
        tuple(_difference_lines(differences, names)),
        tuple(table for table in shown if table.rows),
        lambda: {
            "games": [rules.file.id for rules in differences.rules],
            "rules": [to_builtins(entry) for entry in differences.entries],
            "citations": differences.citations,
            "figures": [_pair_payload(pair, digits) for pair in differences.pairs],
        },
        lambda: _difference_records(differences, digits),
    )


def _difference_lines(differences: Differences, names: tuple[str, str]) -> Iterator[str]:
    """The optimal strategies, the wagers of one game alone, and how many entries differ."""
    sets = [
        " Or, with other tables: ".join(dict.fromkeys(filter(None, statements)))
        for statements in zip(*(pair.statements for pair in differences.pairs), strict=True)
    ]
    best = {"both": sets[0]} if sets[0] == sets[1] else dict(zip(names, sets, strict=True))
    for name, statement in best.items():
        yield f"Optimal strategy of {name}: {statement}"
    for name, rules, other in zip(names, differences.rules, differences.rules[::-1], strict=True):
        if alone := [rules.wager_name(wager) for wager in rules.wagers if wager not in other.wagers]:
            yield f"Only in {name}: {', '.join(alone)}."
    if not differences.entries:
        yield "No rule differs."
    else:
        cited = f", without {counted(differences.citations, 'citation')}" if differences.citations else ""
        yield f"Different entries of the rule files: {len(differences.entries):,}{cited}."


def _rules_table(differences: Differences, names: tuple[str, str]) -> Table:
    (first, second), value = differences.rules, replace(tables.TEXT, nothing="–")
    sides, rows = (_said(first, second), _said(second, first)), []
    for about in dict.fromkeys(chain(*sides)):
        here, there = (side.get(about, []) for side in sides)
        own = [words for words in here if words not in there], [words for words in there if words not in here]
        join = " ".join if any(words.endswith(".") for words in chain(*own)) else ", ".join
        rows += [(about, *(join(words) or None for words in own))] if any(own) else []
    return Table("Rules that differ", ("About", *(Column[Any](name, value) for name in names)), tuple(rows))


def _said(rules: Rules, other: Rules) -> dict[str, list[str]]:
    """What `combin show` says of a game by topic, of wagers and pay tables that another game has too."""
    said = defaultdict[str, list[str]](list)
    for statement in rule_statements(rules, load_catalogue()):
        if statement.topic not in rules.bets or statement.topic in other.bets:
            said[statement.about] += re.split(r"(?<=\.) ", statement.says)
    for wager, own in rules.file.pay_tables.items():
        name, others = rules.wager_name(wager), other.file.pay_tables.get(wager, {})
        said[f"{name}: pay tables"] += own if others else ()
        shown = pay_table(rules, wager)
        for letter in (letter for letter in own if letter in others):
            said[f"{name} {letter}: odds"].append(own[letter].odds)
            for line, *pays in shown.rows:
                if (pay := pays[shown.headings.index(letter) - 1]) != "-":
                    said[f"{name} {letter}: {line}"].append(str(pay))
    for table in computed_tables(rules) if rules.meters.keys() == other.meters.keys() else ():
        for option, *cells in table.cells if table.headings[0] == "Option" else ():
            facts = zip(table.headings[3:], cells[2:], strict=True)
            stated = ", ".join(f"{name.lower()} {fact}" for name, fact in facts if fact)
            said[f"{table.title}: {option}"].append(stated)
    here, there = rules.file.irregularities, other.file.irregularities
    for name in (name for name in here if name in there):
        said[f"Irregularity: {name.replace('_', ' ')}"].append(effect_in_words(here[name], rules.file))
    if alone := here.keys() - there:
        said["Irregularities"].append(f"{len(alone)} not in {other.file.id}")
    for name, reading in rules.file.readings.items():
        options = (option + " (adopted)" * (option == reading.adopted) for option in reading.options)
        said[f"Reading: {name.replace('_', ' ')}"] += options
    return said


def _sides(differences: Differences) -> Iterator[tuple[str, tuple[Distribution | None, Distribution | None]]]:
    """Each wager with its pay table, and its results in both games."""
    for pair in differences.pairs:
        rules = next(rules for rules in differences.rules if pair.wager in rules.wagers)
        yield f"{rules.wager_name(pair.wager)} {pair.letters}".strip(), (pair.first, pair.second)


def _edge_table(differences: Differences, names: tuple[str, str]) -> Table:
    shown, rows = replace(PERCENT, nothing="–"), []
    for wager, sides in _sides(differences):
        first, second = (None if side is None else side.house_edge for side in sides)
        rows.append((wager, first, second, None if first is None or second is None else second - first))
    edges = (Column[Any](name, shown) for name in names)
    return Table("House edges", ("Wager", *edges, Column("Change, points", EDGE_CHANGE)), tuple(rows))


def _figures_table(differences: Differences, names: tuple[str, str]) -> Table:
    rows = [
        (wager, name, side)
        for wager, sides in _sides(differences)
        if len({side and (side.house_edge, side.variance) for side in sides} - {None}) > 1
        for name, side in zip(names, sides, strict=True)
    ]
    columns: list[Column[tuple[str, str, Distribution | None]]] = [
        Column("Wager", value=lambda row: row[0]),
        Column("Game", value=lambda row: row[1]),
        *figure_columns(lambda row: row[2], in_full=False)[1:],
    ]
    return Table.of("Risk and hit frequency", rows, columns, merged=1)


def _pair_payload(pair: Pair, digits: int) -> dict[str, Any]:
    def figures(law: Distribution | None) -> dict[str, Any] | None:
        return None if law is None else figures_table([law]).objects(digits)[0]

    return {
        "wager": pair.wager,
        "tables": pair.letters,
        "first": figures(pair.first),
        "second": figures(pair.second),
        "strategies": list(pair.statements),
    }


def _difference_records(differences: Differences, digits: int) -> list[Record]:
    def side(name: str, place: int, law: Callable[[Pair], Distribution | None]) -> list[Column[Pair]]:
        figures = figure_columns(law, in_full=False)
        strategy: Column[Pair] = Column(None, value=lambda pair: pair.statements[place], name="strategy")
        return [replace(column, name=f"{name}_{column.name}") for column in (*figures, strategy)]

    columns: list[Column[Pair]] = [
        Column(None, value=lambda pair: pair.wager, name="wager"),
        Column(None, value=lambda pair: pair.letters, name="tables"),
        *side("first", 0, lambda pair: pair.first),
        *side("second", 1, lambda pair: pair.second),
    ]
    first, second = (rules.file.id for rules in differences.rules)
    return Table.of("", differences.pairs, columns).records(digits, first_game=first, second_game=second)


_COLUMNS = ("game", "kind", "file", "line", "place", "says")


def check_view(checked: Checked, digits: int = 10) -> View:
    """A checked game in tables."""
    return checks_view([checked], digits)


def checks_view(checked: Sequence[Checked], digits: int = 10) -> View:
    """Checked games in tables; the records are the warnings."""
    several = len(checked) > 1
    sound = f"{counted(len(checked), 'game')} checked" if several else checked[0].rules.file.title
    warnings = sum(len(one.warnings) for one in checked)
    return View(
        f"{sound}: {counted(warnings, 'warning') if warnings else 'valid'}",
        (),
        tuple(table for one in checked for table in _check_tables(one, several=several) if table.rows),
        lambda: [_check_payload(one, digits) for one in checked],
        lambda: [record for one in checked for record in _oddities(one, one.oddities).records(digits)],
        _COLUMNS,
    )


def _check_tables(checked: Checked, *, several: bool) -> Iterator[Table]:
    title = f"{checked.name}: " if several else ""
    says = tuple((statement.about, statement.says) for statement in explained(checked.rules))
    yield Table(f"{title}{'rules' if several else 'Rules'}", ("", ""), says)
    statements = dict.fromkeys(variant.statement for variant in checked.variants)
    yield Table.of(
        "Figures",
        _checked_figures(checked).items(),
        [
            Column("Wager", value=lambda figure: figure[0]),
            Column("House edge", PERCENT, lambda figure: figure[1].house_edge),
            Column("Hit", tables.percents(2), lambda figure: figure[1].hit_frequency),
            Column("Std deviation", NUMBER, lambda figure: Root(figure[1].variance)),
        ],
        f"Optimal strategy: {' Or, with other tables: '.join(statements)}" if statements else "",
    )
    yield _progressives(checked)
    yield _oddities(checked, checked.warnings, "Warnings", "Warning")
    yield _oddities(checked, checked.notes, "Notes", "Note")


def _oddities(checked: Checked, oddities: Iterable[RuleWarning], title: str = "", heading: str = "") -> Table:
    def where(warning: RuleWarning) -> str:
        name = Path(warning.file).name
        return f"{name}:{warning.line}" if warning.line is not None else name

    return Table.of(
        title,
        oddities,
        [
            Column(None, value=lambda _: checked.rules.file.id, name="game"),
            Column(None, value=lambda warning: "note" if warning.note else "warning", name="kind"),
            Column(None, value=lambda warning: warning.file, name="file"),
            Column(None, value=lambda warning: warning.line, name="line"),
            Column("Line", value=where),
            Column("Entry", value=lambda warning: str(RulesError(warning.place, "")), name="place"),
            Column(heading, value=lambda warning: warning.says, name="says"),
        ],
    )


def _checked_figures(checked: Checked) -> dict[str, Distribution]:
    rules, figures = checked.rules, dict[str, Distribution]()
    by_wager = dict.fromkeys(rules.initial[:1], rules.base_tables)
    for name in (*rules.side_bets, *rules.comparisons):
        by_wager[name] = (name,) if name in rules.tables else ()
    for wager, names in by_wager.items():
        for variant in checked.variants:
            label = " ".join((rules.wager_name(wager), *(variant.letters[name] for name in names)))
            figures.setdefault(label, variant.wagers[wager])
    return figures


def _progressives(checked: Checked) -> Table:
    figures: list[Column[JackpotFavour]] = jackpot_columns(lambda jackpot: jackpot.first)
    columns: list[Column[JackpotFavour]] = [
        Column("Wager", value=lambda jackpot: jackpot.name, name="wager"),
        replace(figures[0], name="house_edge"),
        *figures[1:],
    ]
    full = ", or a full stake," * any(jackpot.first.value.full is not None for jackpot in checked.jackpots)
    note = f"At a price of 1{full} and the first stated meter. Blank: left open by the rules."
    return Table.of("Progressive wagers", checked.jackpots, columns, note)


def _check_payload(checked: Checked, digits: int) -> dict[str, Any]:
    edges = {label: law.house_edge for label, law in _checked_figures(checked).items()}
    return {
        "game": checked.rules.file.id,
        "says": [{"about": one.about, "says": one.says} for one in explained(checked.rules)],
        "house_edges": {label: exact_json(edge, digits) for label, edge in edges.items()},
        "progressive_wagers": _progressives(checked).objects(digits),
        "strategies": list(dict.fromkeys(variant.statement for variant in checked.variants)),
        "warnings": _oddities(checked, checked.warnings).objects(digits),
        "notes": _oddities(checked, checked.notes).objects(digits),
    }


_FINE_CHANGE = replace(EDGE_CHANGE, write=lambda value: decimal(100 * value, 5))

LONGEST = 240
"""The letters of a statement of strategy that may be said more than once."""


def sensitivity_view(sensitivity: Sensitivity, digits: int = 10) -> View:
    """The effects of small changes in tables; each effect is a record."""
    rules, start = sensitivity.rules, sensitivity.start
    laws = start.wagers.items()
    edges = ", ".join(f"{rules.wager_name(name)} {percent(one.house_edge, 4)}" for name, one in laws)
    letters = letters_in_words(rules, sensitivity.letters)
    pays = _effects("One unit in each pay", "Line", sensitivity, sensitivity.pays)
    switches = _effects("Rules", "Rule", sensitivity, sensitivity.switches, _STRATEGY_NOTE)
    decisions, jackpots = _decision_table(sensitivity), _step_table(sensitivity)
    return View(
        f"{rules.file.title}: sensitivity" + (f" with {letters}" if letters else ""),
        (f"House edges under the present rules: {edges}.", start.statement),
        tuple(table for table in (pays, switches, decisions, jackpots) if table.rows),
        lambda: {
            "game": rules.file.id,
            "tables": dict(sensitivity.letters),
            "house_edges": {name: exact_json(law.house_edge, digits) for name, law in laws},
            "statement": start.statement,
            "pays": pays.objects(digits),
            "rules": switches.objects(digits),
            "wrong_decisions": decisions.objects(digits),
            "jackpots": jackpots.objects(digits),
        },
        lambda: _sensitivity_records(sensitivity, pays, switches, digits),
    )


_STRATEGY_NOTE = (
    "New strategy: the optimal strategy after the change, if it differs; a long one by its changed decisions."
)


def strategy_then(effect: Effect) -> str:
    """The optimal strategy after a change, if it differs; a long one by its changes."""
    rules = effect.after.rules
    if effect.after.statement == effect.before.statement or effect.wager != rules.base:
        return ""
    if len(effect.after.statement) <= LONGEST:
        return effect.after.statement
    unit = "pairs of hand and card" if rules.file.deal.face_up else "hands"
    if not effect.otherwise:
        more = effect.after.hands_played - effect.before.hands_played
        if not more:
            return f"The number of {unit} played stays, but others are played."
        return f"{abs(more):,} {unit} {'more' if more > 0 else 'fewer'} are played."
    parts = (
        f"{one.hands:,} now {decision_word(rules, one.decision)}, "
        f"the {'weakest' if one.more else 'strongest'} {_hand(one, rules)}"
        for one in effect.otherwise
    )
    return f"Of the {unit} {'; '.join(parts)}."


def _effects(
    title: str, heading: str, sensitivity: Sensitivity, effects: Sequence[Effect], note: str = ""
) -> Table:
    columns: list[Column[Effect]] = [
        Column(heading, value=lambda effect: effect.rule, name="rule"),
        Column(None, value=lambda effect: list(effect.places), name="places"),
        Column("Present", value=lambda effect: effect.now, name="now"),
        Column("New", value=lambda effect: effect.then, name="then"),
        Column("Wager", value=lambda effect: sensitivity.rules.wager_name(effect.wager)),
        Column(None, value=lambda effect: effect.wager, name="wager"),
        Column("House edge", PERCENT, lambda effect: effect.house_edge, "house_edge"),
        Column("Change, points", EDGE_CHANGE, lambda effect: effect.change, "change"),
        Column("New strategy", value=strategy_then),
        Column(None, value=lambda effect: effect.after.statement, name="statement"),
    ]
    table = Table.of(title, effects, columns, note, merged=2 if heading == "Line" else 3)
    return table if any(map(strategy_then, effects)) else table.without(["New strategy"])


def _decision_table(sensitivity: Sensitivity) -> Table:
    rules = sensitivity.rules
    return Table.of(
        f"{rules.base_name}: wrong decisions on borderline hands",
        sensitivity.decisions,
        [
            Column("Hand", value=lambda decision: _hand(decision, rules), name="hand"),
            Column("Hands", COUNT, lambda decision: decision.hands, "hands"),
            Column("Optimal", DECISION, lambda decision: decision_word(rules, decision.best), "best"),
            Column("Wrong", DECISION, lambda decision: decision_word(rules, decision.wrong), "wrong"),
            Column("Cost per hand", tables.decimals(6), lambda decision: decision.per_hand, "loss_per_hand"),
            Column("Edge, points", _FINE_CHANGE, lambda decision: decision.in_all, "loss_in_all"),
        ],
        f"Cost per hand: expected loss, in {rules.unit_name} units. Edge: rise of the house edge.",
    )


def _step_table(sensitivity: Sensitivity) -> Table:
    names, bets = sensitivity.rules.wager_name, sensitivity.rules.bets
    full = ", or a full stake" * any(bets[step.wager].full_stake for step in sensitivity.jackpots)
    return Table.of(
        "Progressive wagers: change of the return",
        sensitivity.jackpots,
        [
            Column("Wager", value=lambda step: f"{names(step.wager)} {step.table}"),
            Column(None, value=lambda step: step.wager, name="wager"),
            Column(None, value=lambda step: step.table, name="table"),
            Column("Entry", value=lambda step: step.rule, name="rule"),
            Column("Present", value=lambda step: step.now, name="now"),
            Column("New", value=lambda step: step.then, name="then"),
            Column("At seed", PERCENT, lambda step: step.at_seed, "return_at_seed"),
            Column("Long run", PERCENT, lambda step: step.long_run, "long_run_return"),
        ],
        f"At a price of 1{full}; sums of money are multiples of it.",
        merged=1,
    )


def _hand(hand: WrongDecision | Otherwise, rules: Rules) -> str:
    """A hand, and the exposed dealer card."""
    against = f" against {seen_in_words(hand.card, rules)}" if hand.card else ""
    return f"{rules.ranking.describe(hand.strength)}{against}"


def _sensitivity_records(sensitivity: Sensitivity, pays: Table, switches: Table, digits: int) -> list[Record]:
    """The effects, and each wrong decision as its effect on the base wager's edge."""
    rules = sensitivity.rules
    edge = sensitivity.start.wagers[rules.base].house_edge
    decisions: list[Column[WrongDecision]] = [
        Column(None, value=lambda decision: _hand(decision, rules), name="rule"),
        Column(None, value=lambda decision: decision_word(rules, decision.best), name="now"),
        Column(None, value=lambda decision: decision_word(rules, decision.wrong), name="then"),
        Column(None, value=lambda _: rules.base, name="wager"),
        Column(None, PERCENT, lambda decision: edge + decision.in_all, "house_edge"),
        Column(None, PERCENT, lambda decision: decision.in_all, "change"),
        Column(None, name="statement"),
    ]
    names = {"rule": "what", "statement": "strategy"}
    kinds = {"pay": pays, "rule": switches, "decision": Table.of("", sensitivity.decisions, decisions)}
    return [
        {"kind": kind, **{names.get(name, name): value for name, value in record.items()}}
        for kind, table in kinds.items()
        for record in table.records(digits)
    ]


def tables_view(answer: DesignAnswer, digits: int = 10) -> View:
    """The pay tables of a search."""
    rules, terms = answer.rules, answer.terms
    columns = [*pay_columns(answer.form.texts), *design_figures()]
    found = Table.of("Pay tables", answer.designs, columns)
    return View(
        f"{rules.file.title}: {rules.wagers[answer.wager].name} tables with a house edge of {terms.edge}",
        _search_lines(answer),
        (found, _ranges(answer)),
        lambda: {
            "game": rules.file.id,
            "wager": answer.wager,
            "tables": dict(answer.letters),
            "house_edge_from": exact_json(terms.edge.low, digits),
            "house_edge_to": exact_json(terms.edge.high, digits),
            "sort": terms.order.value,
            "better_pays_at_least_as_much": terms.ordered,
            "candidates": answer.candidates,
            "matching": answer.matching,
            "pays_searched": {line.text: [*map(_number, line.pays)] for line in answer.form.lines},
            "designs": with_pays(answer.designs, Table.of("", answer.designs, design_figures()), digits),
        },
        lambda: found.records(digits),
    )


def _search_lines(answer: DesignAnswer) -> tuple[str, ...]:
    terms, shown = answer.terms, len(answer.designs)
    order = "where a better hand pays at least as much" if terms.ordered else "with pays in any order"
    hit = f" and a hit frequency of {terms.hit}" if terms.hit else ""
    searched = f"{answer.matching:,} of {answer.candidates:,} tables {order}"
    lines = [f"House edge of {terms.edge}{hit}: {searched}."]
    if shown < answer.matching or shown > 1:
        target = f" of {plain(100 * terms.aim)}%" if terms.order is Order.EDGE else ""
        which = f"The best {shown:,}" if shown < answer.matching else "All"
        equals = "" if terms.order is Order.ROUND else "; rounder pays first among equals"
        lines.append(f"{which} by {terms.order.words}{target}{equals}.")
    rules, wager = answer.rules, answer.wager
    if wager in rules.bonuses:
        how = f"The house edge is that of {rules.base_name} with the bonus"
        if rules.play and answer.form.steady:
            how += ", under the optimal strategy, which is the same for all of these pays"
        elif rules.play:
            how += ", under the optimal strategy of each table, which depends on the pays"
        lines.append(f"{how}.")
    elif (table := rules.tables[wager][answer.letters[wager]]).pays_money:
        figures = f"All figures are for a stake of {money(table.stake)}."
        lines.append(f"Lines that pay money stay as they are. {figures}")
    return tuple(lines)


def design_figures() -> list[Column[Design]]:
    """Columns of the exact figures of a pay table."""
    return [
        Column("House edge", PERCENT, lambda design: design.house_edge, "house_edge"),
        Column("Exact edge", tables.EXACT, lambda design: design.house_edge),
        Column("Hit", PERCENT, lambda design: design.hit_frequency, "hit_frequency", spare=1),
        Column(None, tables.EXACT, lambda design: design.variance, "variance"),
        Column("Std deviation", NUMBER, lambda design: Root(design.variance), "standard_deviation", spare=2),
    ]


def pay_columns(texts: Sequence[str]) -> list[Column[Any]]:
    """Columns of the pays of each line, for all formats but JSON."""

    def pay(text: str) -> Column[Design | JackpotDesign]:
        name = f"pays_{re.sub('[^a-z0-9]+', '_', text.lower()).strip('_')}"
        return Column(capital(text), _PAY, lambda design: _number(design.pays[text]), name)

    return [*map(pay, texts)]


_PAY = Kind(plain, exact=False)


def _ranges(answer: DesignAnswer) -> Table:
    lines, total = answer.form.lines, answer.form.total
    columns: list[Column[PayLine]] = [
        Column("Line", value=lambda line: capital(line.text)),
        *tables.chance_columns(lines, lambda line: Fraction(line.count, total)),
        Column("Pays", tables.PLAIN, lambda line: _spread(line.pays)),
        Column(f"Table {answer.letters[answer.wager]}", tables.PLAIN, lambda line: answer.shipped[line.text]),
    ]
    note = "Ranges leave out pays that the order of hands rules out." if answer.terms.ordered else ""
    return Table.of("Searched", lines, columns, note)


def _spread(pays: Sequence[Fraction]) -> str:
    """Pays in the form of the option: "3..5", "30..50:5", "4, 6, 10"."""
    steps = {high - low for low, high in pairwise(pays)}
    if len(pays) < 3 or len(steps) > 1:
        return ", ".join(map(plain, pays)) if len(pays) <= 8 else f"{plain(pays[0])} ... {plain(pays[-1])}"
    step = steps.pop()
    return f"{plain(pays[0])}..{plain(pays[-1])}" + (f":{plain(step)}" if step != 1 else "")


def with_pays(designs: Sequence[Design | JackpotDesign], figures: Table, digits: int) -> list[dict[str, Any]]:
    """Designs as JSON objects."""
    return [
        {"pays": {text: _number(pay) for text, pay in design.pays.items()}, **entry}
        for design, entry in zip(designs, figures.objects(digits), strict=True)
    ]


def meters_view(answer: JackpotDesigns, digits: int = 10) -> View:
    """The meters of a search."""
    rules, terms = answer.rules, answer.terms
    option = f"{rules.wager_name(answer.wager)} option {answer.option}"
    heading = f"{rules.file.title}: {option} with a long-run return of {plain(100 * (1 - terms.aim))}%"
    meters = f"{counted(len(answer.designs), 'meter')} of {answer.combinations:,} by seed and fixed prizes"
    lines = [f"{meters}, per {money(1)} wagered, each with the increment rate that meets the target."]
    if answer.unreachable:
        lines.append(f"No rate meets the target for {answer.unreachable:,} others.")
    seed, *figures = _meter_columns(answer)
    columns = [seed, *pay_columns(tuple(answer.designs[0].pays)), *figures]
    table = Table.of("Meters", answer.designs, columns)
    return View(
        heading,
        tuple(lines),
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


SHOWN = 14
"""The most rules that are shown."""


def tornado_plot(analysis: Analysis, wager: str, known: Sensitivity | None = None) -> Plot:
    """The plot of a wager under a choice of tables: the range of its edge for each rule."""
    rules = analysis.rules
    edge = (analysis if known is None else known.start).wagers[wager].house_edge
    name = rules.wager_name(wager)
    alt = (
        f"House edge of {name}, {percent(edge, 4)} under the present rules, and after each change of one rule"
        f"{' with optimal play' if rules.play else ''}. The rules with the largest effect are at the top."
    )
    draw = partial(_tornado, f"Sensitivity of the house edge of {name}", analysis, wager, alt, known)
    return Plot(rules.file.id, f"sensitivity-{wager.replace('_', '-')}", alt, draw)


def _spans(effects: Sensitivity, wager: str) -> list[tuple[str, list[Effect]]]:
    """The effects on a wager by rule, the largest first."""
    of_rule: dict[str, list[Effect]] = {}
    for one in (*effects.pays, *effects.switches):
        if one.wager == wager and one.change:
            of_rule.setdefault(one.rule, []).append(one)
    return sorted(of_rule.items(), key=lambda rule: -max(abs(one.change) for one in rule[1]))[:SHOWN]


def _tornado(title: str, analysis: Analysis, wager: str, alt: str, known: Sensitivity | None) -> Drawing:
    from combin.design.variants import sensitivity

    rules = analysis.rules
    known = known or sensitivity(rules, analysis.letters, wager)
    edge, change = known.start.wagers[wager].house_edge, attrgetter("change")
    spans = _spans(known, wager)
    ends = ((min(effects, key=change), max(effects, key=change)) for _, effects in spans)
    bars = [
        [one for one, down in zip(pair, (True, False), strict=True) if (one.change < 0) is down]
        for pair in ends
    ]
    edges = [float(edge), *(float(one.house_edge) for row in bars for one in row)]
    values = min(edges), max(edges)
    digits = max(2, 1 - floor(log10((values[1] - values[0]) * 100 or 1)))

    def words(effect: Effect) -> str:
        return _minus(f"{effect.then}: {percent(effect.house_edge, digits)}")

    own = f"{rules.wagers[wager].name} {analysis.letters.get(wager, '')}: "
    labels = [rule.removeprefix(own) for rule, _ in spans]
    low, high = _with_room(*values, [(one, words(one)) for row in bars for one in row], labels)
    step = _step(low, high, WIDTH - RIGHT - label_width(labels))
    across = Axis(low, high, step, lambda value: _minus(parts(step)(value)), "house edge", values)
    play = " with optimal play" if rules.play else ""
    subtitle = f"New value of a rule, and the new house edge{play}. Solid: higher. Light: lower"
    moved = [f"{rule}, {effects[0].now} now, {', '.join(map(words, effects))}" for rule, effects in spans]
    effects_said = f"{'; '.join(moved)}." if moved else "No rule changes it."
    chart = rows_chart(title, subtitle, across, labels, f"{alt} {effects_said}")
    for place, effects in enumerate(bars):
        row = Row(chart, place)
        for one in effects:
            down = one.change < 0
            row.bar(float(edge), float(one.house_edge), "one one-fill light" if down else "two two-fill")
            row.words(float(one.house_edge), words(one), "faint", before=down)
    now = chart.x(float(edge))
    chart.line((now, chart.top - 4), (now, chart.bottom), "axis")
    words_now = _minus(f"now {percent(edge, 4)}")
    end = min(now + text_width(words_now) / 2, chart.right)  # in the middle above the line, if there is room
    chart.text((end, chart.top - 8), words_now, "faint", anchor="end")
    return chart


def _minus(text: str) -> str:
    return text.replace("-", "−")


def _with_room(
    low: float, high: float, effects: Sequence[tuple[Effect, str]], labels: Sequence[str]
) -> tuple[float, float]:
    """The ends of an axis with room for the words at the outermost bars."""
    start, end = low, high
    for _ in range(20):  # the words take more of the axis as it grows
        span = (end - start) or 0.01
        start, end = low, high
        for one, words in effects:
            room = span * room_beside(words, labels)
            start = min(start, float(one.house_edge) - (room if one.change < 0 else 0))
            end = max(end, float(one.house_edge) + (room if one.change > 0 else 0))
    return (start, end) if start < end else (start - 0.01, end + 0.01)


def _step(low: float, high: float, room: float) -> float:
    """The least step, of at most eight, with room for the words of its ticks; else the widest."""
    span = high - low
    steps = [tidy_step(span, most) for most in range(8, 0, -1)]

    def wide(step: float) -> float:
        return max(text_width(_minus(parts(step)(end))) for end in (low, high)) + 24

    return next((step for step in steps if step / span * room >= wide(step)), steps[-1])


def figures_table(laws: Iterable[Distribution | None]) -> Table:
    """The figures of distributions, for programs."""
    return Table.of("", laws, figure_columns(lambda law: law, in_full=False))


Asked = TypeVar("Asked")


def jackpot_columns(asked: Callable[[Asked], JackpotAnswer | None]) -> list[Column[Asked]]:
    """Columns of the figures of a progressive wager; blank for other wagers."""

    def known(value: Callable[[JackpotAnswer], Any]) -> Callable[[Asked], Any]:
        return lambda row: None if (answer := asked(row)) is None else value(answer)

    edge, even = (
        known(lambda answer: answer.house_edge(answer.value)),
        known(lambda answer: answer.break_even),
    )
    long_run = known(lambda answer: answer.long_run and answer.long_run.long_run_return)
    return [
        Column("House edge at seed", PERCENT, edge, "house_edge_at_seed"),
        Column("Long-run return", replace(PERCENT, exact=False), long_run, "long_run_return"),
        Column("Breakeven meter", tables.EVEN_METER, even, "break_even_meter"),
    ]
