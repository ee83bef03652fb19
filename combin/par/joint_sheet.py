"""The sheet of wagers placed together: how they go with one another, and what a mix of bets comes to."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.mix import Mix
from combin.formatting import money
from combin.par.blocks import pays_as_written, write_rows, write_title
from combin.par.normal_law import root
from combin.par.workbook import Cell, InputCell, Sheet, TableRange
from combin.report.words import staked_beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.par.subject import Subject
    from combin.par.workbook import Inputs, Style

__all__ = ["joint_sheet"]

_ROOM = 60
"""The letters that the names of all wagers may take as headings of columns."""

_INPUTS = "The stakes of the mix are inputs; covariances and losses do not follow a change of the pays."


def joint_sheet(name: str, subject: Subject, inputs: Inputs) -> Sheet:
    """Return the sheet of one player's wagers on one round; the stakes of his mix are inputs."""
    rules, sheet, found = subject.rules, Sheet(name), subject.mix
    title = "Wagers placed together"
    if isinstance(found, str):
        write_title(sheet, rules, title, [f"No joint law: {found}."])
        return sheet
    notes = [f"{pays_as_written(subject, found.letters)}."]
    if rules.equals:
        notes.append(staked_beside(rules))
    for wager in rules.side_bets:
        if rules.tables[wager][found.letters[wager]].pays_money:
            stake = money(found.mix.stakes[wager])
            notes.append(f"{rules.wager_name(wager)} pays sums of money: its figures are for {stake}.")
    for wager, meter in found.meters.items():
        whose = f" of {rules.wager_name(wager)}" if len(found.meters) > 1 else ""
        notes.append(f"The meter{whose} stands at {money(meter)}.")
    top = write_title(sheet, rules, title, notes, usage=_INPUTS)
    names = [rules.wager_name(wager) for wager in found.mix.law.wagers]
    heads, labels = _numbered(names)
    matrix = _matrix(sheet, top, heads, labels, found.mix)
    below = _correlations(sheet, matrix + len(names) + 2, heads, labels, found.mix, matrix=matrix)
    _mix(sheet, below, names, found.mix, inputs, matrix=matrix)
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


def _loss(mix: Mix, wager: str) -> Fraction:
    """Return what a wager loses on average per unit of its stake."""
    return mix.distribution(wager).house_edge / mix.stakes[wager]


def _matrix(sheet: Sheet, top: int, heads: Sequence[str], labels: Sequence[str], mix: Mix) -> int:
    """Write the covariances; return the row of the first one."""
    wagers = mix.law.wagers
    rows = [
        [Cell(label, "label"), *(Cell(_covariance(mix, one, other), "decimal") for other in wagers)]
        for label, one in zip(labels, wagers, strict=True)
    ]
    headings = ("Wager", *(f">{head}" for head in heads))
    write_rows(sheet, top, "Covariances, one unit on each wager", headings, rows)
    return top + 2


def _correlations(
    sheet: Sheet, top: int, heads: Sequence[str], labels: Sequence[str], mix: Mix, *, matrix: int
) -> int:
    """Write the correlations; return the row for what follows."""
    wagers = mix.law.wagers

    def cell(i: int, j: int) -> Cell:
        one, other = (_covariance(mix, wager, wager) for wager in (wagers[i], wagers[j]))
        if not one * other:
            return Cell("none", "exact")
        both, first, second = (sheet.at(matrix + a, b + 1) for a, b in ((i, j), (i, i), (j, j)))
        value = float(_covariance(mix, wagers[i], wagers[j])) / root(one * other)
        return Cell(value, "decimal", f"{both}/SQRT({first}*{second})")

    places = range(len(wagers))
    rows = [[Cell(labels[i], "label"), *(cell(i, j) for j in places)] for i in places]
    headings = ("Wager", *(f">{head}" for head in heads))
    return write_rows(sheet, top, "Correlations", headings, rows)


def _stakes(
    sheet: Sheet, top: int, names: Sequence[str], mix: Mix, inputs: Inputs
) -> tuple[int, list[Fraction]]:
    """Write stakes and losses of each wager; return the row for what follows, and the stakes."""
    stakes, rows = [], []
    for row, (name, wager) in enumerate(zip(names, mix.law.wagers, strict=True), start=top + 2):
        edge, average = _loss(mix, wager), mix.law.average[wager]
        entry = InputCell(
            ("reader", "stake", wager), f"{name}: stake in the mix", mix.stakes[wager], "amount"
        )
        stake = inputs.now(entry)
        stakes.append(stake)
        at = [sheet.at(row, column).replace("$", "") for column in range(4)]
        rows.append(
            [
                Cell(name, "label"),
                Cell(stake, "money", entry=entry),
                Cell(edge, "percent"),
                Cell(average, "decimal"),
                Cell(stake * edge, "decimal", f"{at[1]}*{at[2]}"),
                Cell(stake * average, "decimal", f"{at[1]}*{at[3]}"),
            ]
        )
    heads = (
        "Wager",
        ">Stake",
        ">Loss per unit",
        ">Average wager per unit",
        ">Expected loss",
        ">Staked on average",
    )
    return write_rows(sheet, top, "A mix of bets", heads, rows), stakes


def _mix(sheet: Sheet, top: int, names: Sequence[str], mix: Mix, inputs: Inputs, *, matrix: int) -> None:
    """Write the stakes, and what the mix comes to."""
    below, stakes = _stakes(sheet, top, names, mix, inputs)
    first, last = top + 2, top + 1 + len(stakes)
    mixed = Mix(mix.law, dict(zip(mix.law.wagers, stakes, strict=True)), mix.meters)
    per_unit = [_loss(mix, wager) for wager in mix.law.wagers]
    staked = sum(stakes, Fraction(0))
    loss = sum((stake * one for stake, one in zip(stakes, per_unit, strict=True)), Fraction(0))
    average = mixed.average_staked
    variance = sum(
        (
            a * b * _covariance(mix, one, other)
            for a, one in zip(stakes, mix.law.wagers, strict=True)
            for b, other in zip(stakes, mix.law.wagers, strict=True)
        ),
        Fraction(0),
    )
    bets = sheet.down(1, first, last)
    products = "+".join(
        f"{sheet.at(row, 1)}*SUMPRODUCT({bets},{sheet.down(column, matrix, matrix + len(stakes) - 1)})"
        for column, row in enumerate(range(first, last + 1), start=1)
    )
    edge, risk = (loss / staked, loss / average) if staked else (Fraction(0), Fraction(0))
    figures: tuple[tuple[str, str, Fraction | float, str, Style], ...] = (
        ("staked", "Stakes of the mix", staked, f"SUM({bets})", "money"),
        ("loss", "Expected loss", loss, f"SUM({sheet.down(4, first, last)})", "decimal"),
        ("average", "Staked on average", average, f"SUM({sheet.down(5, first, last)})", "decimal"),
        ("edge", "House edge", edge, "IF({staked}>0,{loss}/{staked},0)", "percent"),
        ("risk", "Element of risk", risk, "IF({staked}>0,{loss}/{average},0)",
         "percent"),
        ("variance", "Variance", variance, products, "decimal"),
        ("deviation", "Standard deviation", root(variance), "SQRT({variance})", "decimal"),
    )  # fmt: skip
    sheet.put(below, 0, Cell("What the mix comes to", "block"))
    for row, (key, label, value, formula, style) in enumerate(figures, start=below + 1):
        sheet.line(row, [Cell(label, "label"), Cell(value, style, formula.format_map(sheet.names))])
        sheet.mark(key, row, 1)
    title, heads = "What the mix comes to", ("Figure", ">Value")
    sheet.parts.append(TableRange(title, below, below + 1 + len(figures), (0, 1), headings=heads))
