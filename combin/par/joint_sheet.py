"""The sheet of wagers placed together: how they go with one another, and what a mix of bets comes to."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from combin.decimals import Root
from combin.exact.joint_law import Mix
from combin.formats.columns import PERCENT, Column, Live
from combin.formats.tables import Table
from combin.par.blocks import pays_as_written, write_table, write_title
from combin.par.workbook import (
    BLOCK,
    CASH,
    DECIMAL,
    FINE_CASH,
    LABEL,
    Cell,
    InputCell,
    InputCells,
    Sheet,
    TableRange,
    filled,
)
from combin.report.words import staked_beside

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combin.formats.columns import Kind, Value
    from combin.jackpot.mixes import MixAnswer
    from combin.par.scope import Scope
    from combin.par.workbook import Inputs


_ROOM = 60
"""The letters that the names of all wagers may take as headings of columns."""

_INPUTS = "The stakes of the mix are inputs; covariances and losses do not follow a change of the pays."


def joint_sheet(name: str, scope: Scope, answer: MixAnswer | str, inputs: Inputs) -> Sheet:
    """Return the sheet of one player's wagers on one round; the stakes of his mix are inputs."""
    rules, sheet = scope.rules, Sheet(name, fixed=[""])
    title = "Wagers placed together"
    if isinstance(answer, str):
        write_title(sheet, rules, title, [f"No joint law: {answer}."])
        return sheet
    money = rules.file.imprint.money
    notes = [f"{pays_as_written(scope, answer.letters)}."]
    if rules.equals:
        notes.append(staked_beside(rules))
    for wager in rules.side_bets:
        if rules.tables[wager][answer.letters[wager]].pays_money:
            stake = money(answer.mix.stakes[wager])
            notes.append(f"{rules.wager_name(wager)} pays sums of money: its figures are for {stake}.")
    if collected := _collected(answer):
        notes.append(
            f"The house takes {money(collected)} of each hand: in the expected loss, not in that per unit."
        )
    for wager, meter in answer.meters.items():
        whose = f" of {rules.wager_name(wager)}" if len(answer.meters) > 1 else ""
        notes.append(f"The meter{whose} stands at {money(meter)}.")
    top = write_title(sheet, rules, title, notes, usage=_INPUTS)
    names = answer.mix.law.wagers
    heads, labels = _numbered([rules.wager_name(wager) for wager in names])
    mix, matrix = answer.mix, top + 2

    def square(title: str, value: Callable[[int, int], Value]) -> Table:
        columns = [Column[int](head, DECIMAL, partial(value, other)) for other, head in enumerate(heads)]
        first = Column[int]("Wager", LABEL, labels.__getitem__)
        return Table.of(title, range(len(names)), [first, *columns])

    def correlation(other: int, place: int) -> Value:
        both, own, others = (
            _covariance(mix, names[i], names[j]) for i, j in ((place, other), (place, place), (other, other))
        )
        if not own * others:
            return "none"
        at, first, second = (
            sheet.at(matrix + i, j + 1) for i, j in ((place, other), (place, place), (other, other))
        )
        return Live(f"{at}/SQRT({first}*{second})", Root(both**2 / (own * others), negative=both < 0))

    title = "Covariances, one unit on each wager"
    below = write_table(sheet, top, square(title, lambda i, j: _covariance(mix, names[i], names[j])))
    below = write_table(sheet, below + 1, square("Correlations", correlation))
    _mix(sheet, below, answer, inputs, matrix=matrix)
    sheet.frozen = (2, 1)
    return sheet


def _numbered(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what heads the columns of wagers, and their rows: with numbers where names are long."""
    if sum(map(len, names)) <= _ROOM:
        return list(names), list(names)
    numbers = [str(number) for number in range(1, len(names) + 1)]
    return numbers, [f"{number}. {name}" for number, name in zip(numbers, names, strict=True)]


def _covariance(mix: Mix, text: str, other: str) -> Fraction:
    """Return the covariance of two wagers per unit of their stakes."""
    return mix.covariances[text, other] / (mix.stakes[text] * mix.stakes[other])


def _collected(answer: MixAnswer) -> Fraction:
    """Return the money that the house takes of each hand, whatever is staked."""
    entry = answer.rules.bets[answer.rules.base].collection
    return Fraction(0) if entry is None else Fraction(entry.money)


def _loss(answer: MixAnswer, wager: str) -> Fraction:
    """Return what a wager loses on average per unit of its stake, but for money taken of each hand."""
    lost = answer.mix.distribution(wager).expected_loss
    return (lost - _collected(answer) * (wager == answer.rules.base)) / answer.mix.stakes[wager]


def _mix(sheet: Sheet, top: int, answer: MixAnswer, inputs: Inputs, *, matrix: int) -> None:
    """Write the stakes, and what the mix comes to; the covariances stand from the row `matrix` on."""
    mix, first = answer.mix, top + 2
    wagers, last = mix.law.wagers, top + 1 + len(mix.law.wagers)
    input_cells, stakes = InputCells(inputs), {}
    for row, wager in enumerate(wagers, start=first):
        label = f"{answer.rules.wager_name(wager)}: stake in the mix"
        entry = InputCell(("reader", "stake", wager), label, mix.stakes[wager], "amount")
        stakes[wager] = input_cells.put(sheet, row, 1, entry, CASH).exact
    losses = {wager: _loss(answer, wager) for wager in wagers}

    def lost(wager: str) -> Live:
        collected = _collected(answer) if wager == answer.rules.base else 0
        more = f"+IF({{stake}}>0,{float(collected)},0)" if collected else ""
        exact = stakes[wager] * losses[wager] + collected * (stakes[wager] > 0)
        return Live(f"{{stake}}*{{unit}}{more}", exact)

    columns: list[Column[str]] = [
        Column("Wager", LABEL, answer.rules.wager_name),
        Column("Stake", CASH, name="stake"),
        Column("Loss per unit", PERCENT, lambda wager: losses[wager], "unit"),
        Column("Average wager per unit", DECIMAL, lambda wager: mix.law.average[wager], "average"),
        Column("Expected loss", FINE_CASH, lost),
        Column(
            "Staked on average",
            FINE_CASH,
            lambda wager: Live("{stake}*{average}", stakes[wager] * mix.law.average[wager]),
        ),
    ]
    below = write_table(sheet, top, Table.of("A mix of bets", wagers, columns))
    mixed, staked = Mix(mix.law, stakes, mix.meters), sum(stakes.values(), Fraction(0))
    loss = sum((lost(wager).exact for wager in wagers), Fraction(0))
    average = mixed.average_staked
    variance = sum(
        (
            stakes[wager] * stakes[other] * _covariance(mix, wager, other)
            for wager in wagers
            for other in wagers
        ),
        Fraction(0),
    )
    bets = sheet.down(1, first, last)
    products = "+".join(
        f"{sheet.at(row, 1)}*SUMPRODUCT({bets},{sheet.down(column, matrix, matrix + len(stakes) - 1)})"
        for column, row in enumerate(range(first, last + 1), start=1)
    )
    edge, risk = (loss / staked, loss / average) if staked else (Fraction(0), Fraction(0))
    figures: tuple[tuple[str, str, Fraction | Root, str, Kind], ...] = (
        ("staked", "Stakes of the mix", staked, f"SUM({bets})", CASH),
        ("loss", "Expected loss", loss, f"SUM({sheet.down(4, first, last)})", FINE_CASH),
        ("average", "Staked on average", average, f"SUM({sheet.down(5, first, last)})", FINE_CASH),
        ("edge", "House edge", edge, "IF({staked}>0,{loss}/{staked},0)", PERCENT),
        ("risk", "Element of risk", risk, "IF({staked}>0,{loss}/{average},0)", PERCENT),
        ("variance", "Variance", variance, products, DECIMAL),
        ("deviation", "Standard deviation", Root(variance), "SQRT({variance})", FINE_CASH),
    )
    title, heads = "What the mix comes to", ("Figure", ">Value")
    sheet.put(below, 0, Cell(title, BLOCK))
    for row, (key, label, value, formula, kind) in enumerate(figures, start=below + 1):
        sheet.line(row, [Cell(label, LABEL), Cell(value, kind, filled(formula, sheet.names))])
        sheet.mark(key, row, 1)
    note = "Variance: stake × stake × covariance, added over all pairs of wagers, each with itself too."
    sheet.parts.append(TableRange(title, below, below + 1 + len(figures), (0, 1), note, headings=heads))
