"""The sheet of what each outcome pays under the limits of a table: in chips, and with a highest payout."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.mix import Limits
from combin.par.blocks import write_rows, write_title
from combin.par.highest_bets import Number
from combin.par.workbook import Cell, Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.par.highest_bets import PlacedWager
    from combin.rules.resolved import Rules

__all__ = ["Paid", "payouts_sheet"]

_HEADS = (
    "Sheet",
    "Outcome",
    ">Probability",
    ">Net at the bet",
    ">Won",
    ">In chips",
    ">Paid",
    ">Net then",
)


@dataclass(frozen=True, slots=True)
class Paid:
    """What a wager comes to under limits, at its bet: its highest payout, its highest net, and its edge."""

    won: Number
    lost: Number
    edge: Number


def payouts_sheet(
    name: str, rules: Rules, wagers: Sequence[PlacedWager], terms: Mapping[str, Number]
) -> tuple[Sheet, dict[str, Paid]]:
    """Return the sheet, and what each wager comes to, as formulas, by the name of its sheet.

    Args:
        name: of the sheet.
        rules: the game.
        wagers: those with limits.
        terms: `most` is the highest payout and `chip` the smallest chip; 0 for none.
    """
    sheet = Sheet(name)
    notes = ["What is won beside the stake, in amounts that chips make, and what a round pays of it at most."]
    top = write_title(sheet, rules, "Payouts under the limits of the table", notes)
    rows: list[list[Cell]] = []
    found: dict[str, Paid] = {}
    for one in wagers:
        first = top + 2 + len(rows)
        own = [_row(sheet, first + place, _Outcome(one, row), terms) for place, row in enumerate(one.rows)]
        found[one.sheet.name] = _paid(sheet, first, own, one.bet)
        rows += own
    write_rows(sheet, top, "Outcome by outcome", _HEADS, rows)
    sheet.heading, sheet.frozen = top + 1, (top + 2, 0)
    return sheet, found


@dataclass(frozen=True, slots=True)
class _Outcome:
    """An outcome of a wager: the row on its sheet."""

    wager: PlacedWager
    row: int

    def number(self, key: str) -> Number:
        """Return one of its figures."""
        found = self.wager.number(self.row, key)
        if found is None:
            raise TypeError(f"{self.wager.sheet.name}: no {key} in row {self.row}")
        return found

    @property
    def words(self) -> str:
        """What it is called; of the base game with what is decided and comes of it."""
        outcomes, cells = self.wager.sheet.outcomes, self.wager.sheet.cells
        columns = {} if outcomes is None else outcomes.columns
        name, detail = (str(cells[self.row, columns[key]].value) for key in ("outcome", "detail"))
        return f"{name}: {detail}" if len(self.wager.parts) > 1 else name


def _row(sheet: Sheet, row: int, one: _Outcome, terms: Mapping[str, Number]) -> list[Cell]:
    """Return the cells of an outcome."""
    chance, net = one.number("chance"), one.number("net")
    parts = [one.number(key) for key in one.wager.parts]
    bet, chip, most = one.wager.bet, terms["chip"], terms["most"]
    limits = Limits(chip=chip.value or None, most=most.value or None)
    won = [max(part.value, Fraction(0)) * bet.value for part in parts]
    all_won, in_chips = sum(won, Fraction(0)), sum(map(limits.rounded, won), Fraction(0))
    paid = in_chips if limits.most is None else min(in_chips, limits.most)
    at = [sheet.at(row, column).replace("$", "") for column in range(len(_HEADS))]
    each = [f"MAX(0,{part.at})*{bet.at}" for part in parts]
    # Rounded first, or the floats of 1.1 / 0.1 would come to a chip too many.
    chips = "+".join(f"ROUNDUP(ROUND({text}/{chip.at},9),0)*{chip.at}" for text in each)
    return [
        Cell(one.wager.sheet.name, "link", link=one.wager.sheet.name),
        Cell(one.words, "wrap"),
        Cell(chance.value, "chance", chance.at),
        Cell(net.value * bet.value, "money", f"{net.at}*{bet.at}"),
        Cell(all_won, "money", "+".join(each)),
        Cell(in_chips, "money", f"IF({chip.at}>0,{chips},{at[4]})"),
        Cell(paid, "money", f"IF({most.at}>0,MIN({at[5]},{most.at}),{at[5]})"),
        Cell(net.value * bet.value - all_won + paid, "money", f"{at[3]}-{at[4]}+{at[6]}"),
    ]


def _paid(sheet: Sheet, first: int, rows: Sequence[Sequence[Cell]], bet: Number) -> Paid:
    """Return what the outcomes of a wager come to, as formulas."""

    def down(column: int) -> str:
        return f"{sheet.reference(first, column)}:{sheet.at(first + len(rows) - 1, column)}"

    def values(column: int) -> list[Fraction]:
        return [Fraction(row[column].value) for row in rows]

    chances, won, nets = values(2), values(4), values(7)
    mean = sum((chance * net for chance, net in zip(chances, nets, strict=True)), Fraction(0))
    return Paid(
        Number(f"MAX({down(4)})", max(won)),
        Number(f"MAX({down(7)})", max(nets)),
        Number(f"-SUMPRODUCT({down(2)},{down(7)})/{bet.at}", -mean / bet.value),
    )
