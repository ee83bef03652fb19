"""The sheet about how to play: the rule in a line, its proof, hands at the border, what simple rules cost."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.exact.statement import statement_of
from combin.par.base_sheet import base_letters
from combin.par.blocks import write_rows, write_title
from combin.par.subject import strategy_title
from combin.par.workbook import Cell, Sentence, Sheet
from combin.report.sensitivity import LONGEST
from combin.report.strategy import borders_by_card_table, cards_table, proof_lines
from combin.report.words import decision_word, letters_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.analysis import Analysis
    from combin.exact.strategy import Border, Strategy
    from combin.formats.tables import Table
    from combin.par.subject import Subject

__all__ = ["strategy_sheet"]


_BY_CARD = "It depends on the dealer's card, as told below card by card."


def strategy_sheet(name: str, subject: Subject) -> Sheet:
    """Return the sheet about strategy: once for tables with which everything in it is the same."""
    rules, sheet = subject.rules, Sheet(name)
    usage = "For the pays as written, whatever is changed."
    top = write_title(sheet, rules, strategy_title(rules), usage=usage)
    groups = _alike(subject.analyses)
    for analyses in groups:
        first = analyses[0]
        words = [letters_in_words(rules, base_letters(one)) for one in analyses if len(groups) > 1]
        top = _block(sheet, top, subject, first, "; ".join(dict.fromkeys(filter(None, words))))
    sheet.frozen = (2, 0)
    return sheet


def _alike(analyses: Sequence[Analysis]) -> list[list[Analysis]]:
    """Return the analyses in groups of one best strategy with the same values at its borders."""
    groups: dict[object, list[Analysis]] = {}
    for one in analyses:
        borders = tuple((border.hand.cards, border.values) for border in one.best.borders())
        groups.setdefault((one.best.decisions, borders), []).append(one)
    return list(groups.values())


def _block(sheet: Sheet, top: int, subject: Subject, analysis: Analysis, words: str) -> int:
    best = analysis.best
    about, said = f"With {words}" if words else "Best strategy", statement_of(best)
    rule = _BY_CARD if said.by_card and len(said.text) > LONGEST else said.text
    sheet.put(top, 0, Cell(about, "block"))
    sheet.put(top + 1, 0, Cell(rule, "rule", span=0))
    sheet.parts.append(Sentence(rule, about))
    top += 2
    for text in proof_lines(best):
        sheet.put(top, 0, Cell(text, "wrap", span=0))
        sheet.parts.append(Sentence(text))
        top += 1
    top = _worth(sheet, top + 1, best)
    top = _simple(sheet, top, best, subject.simple_strategies(analysis))
    if not best.seen:
        return _borders(sheet, top, best)
    top = _written(sheet, top, cards_table(best))
    return _written(sheet, top, borders_by_card_table(best))


def _written(sheet: Sheet, top: int, table: Table) -> int:
    """Write a table of text, if it has rows; return the row for what follows."""
    if not table.rows:
        return top
    rows = [
        [Cell(text, "exact" if right else "wrap") for text, right in zip(row, table.flush_right, strict=True)]
        for row in table.merged_cells
    ]
    headings = [
        f">{text}" if right else text for text, right in zip(table.headings, table.flush_right, strict=True)
    ]
    return write_rows(sheet, top, table.title, headings, rows, note=table.note)


def _worth(sheet: Sheet, top: int, best: Strategy) -> int:
    """Write what hands of each category net on average when they are decided best."""
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
    rows = [
        [
            Cell(name, "label", total=name == "all"),
            Cell(Fraction(dealt, game.total), "percent", total=name == "all"),
            Cell(Fraction(played, dealt), "percent", total=name == "all"),
            Cell(Fraction(net, dealt * unit), "value", total=name == "all"),
            Cell(Fraction(net, game.total * unit), "percent", total=name == "all"),
        ]
        for name, (dealt, played, net) in found.items()
    ]
    heads = ("Hand", ">Deals", ">Of these played", ">Net result", ">Part of all")
    base = game.rules.wagers[game.rules.base].name
    note = (
        f"Net result: on average in units of the {base}, all that is staked and paid with it. The parts "
        "add up to the expected net result, the house edge with its sign changed."
    )
    return write_rows(sheet, top, "What hands are worth", heads, rows, note=note)


def _simple(sheet: Sheet, top: int, best: Strategy, others: Sequence[Strategy]) -> int:
    """Write what simple rules cost beside the best strategy."""
    rows = []
    for one in (best, *others):
        found = one.distribution
        cost = found.house_edge - best.distribution.house_edge
        rows.append(
            [
                Cell(one.name, "label"),
                Cell("as above" if one is best else statement_of(one).text, "wrap"),
                Cell(one.play_rate, "percent"),
                Cell(found.house_edge, "percent"),
                Cell(found.element_of_risk, "percent"),
                Cell(cost, "percent"),
                Cell(str(found.house_edge), "exact"),
            ]
        )
    heads = (
        "Strategy",
        "In words",
        ">Deals played",
        ">House edge",
        ">Element of risk",
        ">Cost",
        ">Exact edge",
    )
    note = "Cost: how much higher the house edge is than under the best strategy."
    return write_rows(sheet, top, "What simple rules cost", heads, rows, note=note)


def _borders(sheet: Sheet, top: int, best: Strategy) -> int:
    """Write the value of each decision for the hands beside a border, by suit pattern and in the mean."""
    rules = best.game.rules
    multiples = sorted(best.game.cases, reverse=True)
    rows = []
    for strength, group in groupby(best.borders(), key=lambda border: border.hand.strength):
        borders = list(group)
        hand = rules.ranking.describe(strength)
        for border in borders:
            values = dict(border.values)
            rows.append(
                [
                    Cell(hand, "label"),
                    Cell(border.hand.pattern.value, "wrap"),
                    Cell(border.hand.weight, "count"),
                    Cell(decision_word(rules, border.decision), "exact"),
                    *(_value(values.get(one)) for one in multiples),
                ]
            )
        rows.append(
            [
                Cell("", "label", total=True),
                Cell("all", "text", total=True),
                Cell(sum(border.hand.weight for border in borders), "count", total=True),
                Cell("", "exact", total=True),
                *(_value(_mean(borders, one), total=True) for one in multiples),
            ]
        )
    if not rows:
        return top
    heads = (
        "Hand",
        "Suits",
        ">Hands",
        ">Decision",
        *(f">Value of {decision_word(rules, one)}" for one in multiples),
    )
    unit = rules.wagers[rules.base].name
    fold = -best.game.initial
    note = f"Values are expected net results in units of the {unit}; a fold is worth {fold}."
    return write_rows(sheet, top, "Hands at the border", heads, rows, note=note)


def _value(value: Fraction | None, *, total: bool = False) -> Cell:
    """Return the cell of a value; a blank one where the hand may not be played so."""
    return Cell("", "exact", total=total) if value is None else Cell(value, "value", total=total)


def _mean(borders: Sequence[Border], multiple: int) -> Fraction | None:
    if multiple not in dict(borders[0].values):
        return None
    hands = sum(border.hand.weight for border in borders)
    values = (dict(border.values)[multiple] * border.hand.weight for border in borders)
    return sum(values, Fraction(0)) / hands
