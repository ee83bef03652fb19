"""The sheets about how to play: the rule, its proof, hands at the border; and what small changes do."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.design.sensitivity import sensitivity
from combin.design.views import LONGEST, strategy_then
from combin.exact.analysis import USUAL_STRATEGIES
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import named_strategy
from combin.exact.statement import seen_in_words, statement_of
from combin.formats.columns import COUNT, PERCENT, POINTS, Column
from combin.formats.tables import Table
from combin.par.scope import strategy_title
from combin.par.workbook import (
    BLOCK,
    EXACT,
    LABEL,
    LINE,
    REMARK,
    RULE,
    VALUE,
    WRAP,
    Cell,
    Sentence,
    Sheet,
    pays_as_written,
    write_table,
    write_title,
)
from combin.report.strategy import border_tables, proof_lines
from combin.report.words import bonus_letters, decision_word, letters_in_words, mean
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards.ranking import Strength
    from combin.design.sensitivity import Effect, Sensitivity, WrongDecision
    from combin.exact.analysis import Analysis
    from combin.exact.strategy import Strategy
    from combin.par.scope import Scope

_BY_CARD = "It depends on the dealer's card, as told below card by card."


def strategy_sheet(name: str, scope: Scope) -> Sheet:
    """Return the sheet about strategy: once for tables with which everything in it is the same."""
    rules, sheet = scope.rules, Sheet(name, fixed=[""])
    usage = "For the pays as written, whatever is changed."
    top = write_title(sheet, rules, strategy_title(rules), usage=usage)
    groups = _alike(scope.analyses)
    for analyses in groups:
        first = analyses[0]
        words = [
            letters_in_words(rules, bonus_letters(rules, one.letters)) for one in analyses if len(groups) > 1
        ]
        top = _block(sheet, top, first, "; ".join(dict.fromkeys(filter(None, words))))
    sheet.frozen = (2, 0)
    return sheet


def _alike(analyses: Sequence[Analysis]) -> list[list[Analysis]]:
    """Return the analyses in groups of one best strategy with the same values at its borders."""
    if len(analyses) == 1:
        return [list(analyses)]
    groups: dict[object, list[Analysis]] = {}
    so_decided = Counter(one.best.decisions for one in analyses)
    for one in analyses:
        near = one.best.borders() if so_decided[one.best.decisions] > 1 else ()
        borders = tuple((border.hand.cards, border.values) for border in near)
        groups.setdefault((one.best.decisions, borders), []).append(one)
    return list(groups.values())


def _block(sheet: Sheet, top: int, analysis: Analysis, words: str) -> int:
    best = analysis.best
    about, said = f"With {words}" if words else "Best strategy", statement_of(best)
    rule = _BY_CARD if said.by_card and len(said.text) > LONGEST else said.text
    sheet.put(top, 0, Cell(about, BLOCK))
    sheet.put(top + 1, 0, Cell(rule, RULE, span=0))
    sheet.parts.append(Sentence(rule, about))
    top += 2
    for text in proof_lines(best):
        sheet.put(top, 0, Cell(text, WRAP, span=0))
        sheet.parts.append(Sentence(text))
        top += 1
    tables = [_worth(best), _costs(analysis), *border_tables(best)]
    top += 1
    for table in tables:
        if table.rows:
            top = write_table(sheet, top, table)
    return top


def _worth(best: Strategy) -> Table:
    """Return what hands of each category net on average when they are decided best."""
    game, ranking, unit = best.game, best.game.rules.ranking, best.game.unit
    sums = {category: [0, 0, 0] for category in ranking.order}
    for (level, line, decision), (_, *deals) in best.together.items():
        row, dealt = sums[ranking.strengths[level].category], sum(deals)
        row[0] += dealt
        if decision == FOLD:
            row[2] += game.fold * dealt
        else:
            row[1] += dealt
            row[2] += sum(
                net * count for net, count in zip(game.by_lines[line][decision], deals, strict=True)
            )
    found = {category.value: row for category, row in sums.items() if row[0]}
    found["all"] = [sum(column) for column in zip(*sums.values(), strict=True)]
    rows = tuple(
        (
            name,
            Fraction(dealt, game.total),
            Fraction(played, dealt),
            Fraction(net, dealt * unit),
            Fraction(net, game.total * unit),
        )
        for name, (dealt, played, net) in found.items()
    )
    columns: list[Column[object]] = [
        Column("Hand", LABEL),
        Column("Deals", PERCENT),
        Column("Of these played", PERCENT),
        Column("Net result", VALUE),
        Column("Part of all", PERCENT),
    ]
    base = game.rules.unit_name
    note = (
        f"Net result: on average in units of the {base}, all that is staked and paid with it. The parts "
        "add up to the expected net result, the house edge with its sign changed."
    )
    return Table("What hands are worth", columns, rows, note, sums=(len(rows) - 1,))


def _costs(analysis: Analysis) -> Table:
    """Return what other strategies cost: the one that is followed, and simple rules that the game has."""
    best = analysis.best
    edge, strategies = best.distribution.house_edge, {best.decisions: best}
    strategies.setdefault(analysis.strategy.decisions, analysis.strategy)
    for name in USUAL_STRATEGIES:
        with suppress(RulesError, ValueError):  # nothing is decided, or nobody qualifies
            other = named_strategy(name, analysis.game)
            strategies.setdefault(other.decisions, other)

    def words(strategy: Strategy) -> str:
        return "as above" if strategy is best else statement_of(strategy).text

    columns: list[Column[Strategy]] = [
        Column("Strategy", LABEL, lambda strategy: strategy.name),
        Column("In words", WRAP, words),
        Column("Deals played", PERCENT, lambda strategy: strategy.play_rate),
        Column("House edge", PERCENT, lambda strategy: strategy.distribution.house_edge),
        Column("Element of risk", PERCENT, lambda strategy: strategy.distribution.element_of_risk),
        Column("Cost", PERCENT, lambda strategy: strategy.distribution.house_edge - edge),
        Column("Exact edge", EXACT, lambda strategy: str(strategy.distribution.house_edge)),
    ]
    note = "Cost: how much higher the house edge is than under the best strategy."
    return Table.of("What simple rules cost", strategies.values(), columns, note)


def sensitivity_sheet(name: str, scope: Scope) -> Sheet:
    """Return the sheet of sensitivities, with the first table of each wager."""
    rules, sheet = scope.rules, Sheet(name, fixed=[""])
    changes = sensitivity(rules, scope.main.letters)
    again = ", after which the player plays his best again" if rules.play else ""
    note = f"{pays_as_written(scope, changes.letters)}; one change at a time{again}."
    top = write_title(sheet, rules, "What small changes do", [note])
    if changes.pays:
        top = write_table(sheet, top, _effects("One unit in each pay", "Line", changes.pays, changes))
    if changes.switches:
        top = write_table(sheet, top, _effects("Rules", "Rule", changes.switches, changes))
    if changes.decisions:
        write_table(sheet, top, _decisions(changes))
    sheet.frozen = (2, 1)
    return sheet


def _effects(title: str, what: str, effects: Sequence[Effect], sensitivity: Sensitivity) -> Table:
    columns: list[Column[Effect]] = [
        Column(what, LABEL, lambda effect: effect.rule),
        Column("Now", WRAP, lambda effect: effect.now),
        Column("Then", WRAP, lambda effect: effect.then),
        Column("Wager", WRAP, lambda effect: sensitivity.rules.wager_name(effect.wager)),
        Column("House edge", PERCENT, lambda effect: effect.house_edge),
        Column("Change, points", POINTS, lambda effect: 100 * effect.change),
        Column("Best strategy then, if another", REMARK, strategy_then),
    ]
    return Table.of(title, effects, columns, merged=1)


MOST_WRONG = 50
"""Wrong decisions that are told, about a page of them: of more, those that change the edge most."""


def _decisions(sensitivity: Sensitivity) -> Table:
    """Return what wrong decisions cost: those alike, of one hand and one card, whatever the suits."""
    rules, ranking = sensitivity.rules, sensitivity.rules.ranking
    groups: dict[tuple[tuple[int, ...], Strength, int, int], list[WrongDecision]] = {}
    for wrong in sensitivity.decisions:
        groups.setdefault((wrong.card, wrong.strength, wrong.best, wrong.wrong), []).append(wrong)

    def hands(alike: Sequence[WrongDecision]) -> int:
        return sum(wrong.hands for wrong in alike)

    def cost(alike: Sequence[WrongDecision]) -> Fraction:
        return mean((wrong.per_hand, wrong.hands) for wrong in alike)

    def in_all(alike: Sequence[WrongDecision]) -> Fraction:
        return 100 * sum((wrong.in_all for wrong in alike), Fraction(0))

    columns: list[Column[list[WrongDecision]]] = [
        Column("Card", LABEL, lambda alike: seen_in_words(alike[0].card, rules)),
        Column("Hand", LABEL, lambda alike: ranking.describe(alike[0].strength)),
        Column("Best", LINE, lambda alike: decision_word(rules, alike[0].best)),
        Column("Wrong", LINE, lambda alike: decision_word(rules, alike[0].wrong)),
        Column("Hands", COUNT, hands),
        Column("Cost", VALUE, cost),
        Column("On the edge, points", POINTS, in_all),
    ]
    unit = rules.unit_name
    note = f"Cost: loss in units of the {unit} each time such a hand is decided wrongly, in the mean."
    if any(card for card, *_ in groups):
        note = f"Card: the dealer's that is seen. Hands: pairs of a hand and such a card. {note}"
    else:
        columns = columns[1:]
    told = list(groups.values())
    if len(told) > MOST_WRONG:
        told.sort(key=in_all, reverse=True)
        most, left = POINTS.shown(in_all(told[MOST_WRONG])), len(told) - MOST_WRONG
        note += f" Told are those that change the house edge most; {left:,} more do so by at most {most}."
        told = told[:MOST_WRONG]
    return Table.of(f"{rules.base_name}: wrong decisions at the border", told, columns, note)
