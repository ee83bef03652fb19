"""What a progressive wager's meter is worth, what a fold loses, what the meter comes to in the long run."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.par.blocks import Figure, write_block, write_rows
from combin.par.workbook import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.exact.strategy import Strategy
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.enclosure import Enclosure
    from combin.jackpot.meter.long_run import LongRun
    from combin.par.outcomes import OutcomeTable
    from combin.par.workbook import Sheet, Style

__all__ = ["write_folding", "write_long_run", "write_meter"]


def write_meter(
    table: OutcomeTable, top: int, places: Mapping[str, str], values: Mapping[str, Fraction]
) -> int:
    """Write what the wager is worth by its meter and with envy bonuses; return the row for what follows.

    Args:
        table: the prizes.
        top: the first row.
        places: where price, meter and other players stand, as far as the wager has them.
        values: what they are, with the mean share of the meter and the mean envy bonus.
    """
    chance, price = table.all("chance"), values["price"]
    returned = 1 + table.mean
    figures, beside = [], []
    envy = Fraction(0)
    if "others" in places:
        envy = values["mean envy"] * values["others"] / price
        sum_of = f"SUMPRODUCT({chance},{table.all('envy')})*{places['others']}/{places['price']}"
        how = "sum of probability × envy bonus × other players ÷ price"
        figures += [
            Figure("envied", "Return of envy bonuses", how, envy, sum_of, "percent"),
            Figure(
                "whole",
                "Return with these",
                "return + theirs",
                returned + envy,
                "{return}+{envied}",
                "percent",
            ),
        ]
        beside.append("{envied}")
    if "meter" in places:
        slope = values["mean meter"] / price
        fixed = returned - slope * values["meter"]
        sum_of = f"SUMPRODUCT({chance},{table.all('meter')})/{places['price']}"
        how = "sum of probability × share of the meter ÷ price"
        figures.append(Figure("slope", "Return per unit of meter", how, slope, sum_of, "chance"))
        formula, how = f"{{return}}-{{slope}}*{places['meter']}", "return − meter × return per unit of it"
        figures.append(Figure("fixed", "Return beside the meter", how, fixed, formula, "percent"))
        even = (1 - fixed - envy) / slope if slope else Fraction(0)
        formula = f"IF({{slope}}>0,(1-({'+'.join(['{fixed}', *beside])}))/{{slope}},0)"
        how = "(1 − what returns beside the meter) ÷ return per unit of it"
        figures.append(Figure("even", "Even at a meter of", how, even, formula, "money"))
    return write_block(table.sheet, top, "The meter", figures) if figures else top


def write_folding(sheet: Sheet, top: int, answer: JackpotAnswer, best: Strategy) -> int:
    """Write what the prizes beside the meter return to a player who folds as is best; return the next row."""
    if not answer.chances.lost_on_fold:
        return top
    rows = [
        [Cell(who, "label"), Cell("", "text"), Cell(value, "percent"), Cell(str(value), "spill")]
        for who, value in (
            ("who never folds", answer.per_unit(answer.value)),
            ("of the best base strategy", answer.per_unit(answer.played_by(best))),
        )
    ]
    heads = ("To a player", "", ">Return", "Exactly")
    note = "Of the prizes beside the meter, for the pays as written and a price of 1."
    return write_rows(sheet, top, "A fold loses the wager", heads, rows, note=note)


def write_long_run(sheet: Sheet, top: int, published: Sequence[tuple[str, LongRun]]) -> int:
    """Write the long run of every meter that is published for the table; return the row below."""
    rows, envied = [], any(run.envy_return for _, run in published)
    for option, run in published:
        values: tuple[tuple[Enclosure | Fraction, Style], ...] = (
            (run.meter.seed, "money"),
            (run.increments, "percent"),
            (run.long_run_return, "percent"),
            (run.house_edge, "percent"),
            (run.bonus_return, "percent"),
            *(((run.envy_return, "percent"),) if envied else ()),
            (run.top_ups, "percent"),
            (run.mean_meter, "money"),
            (run.value.break_even, "money"),
        )
        cells = (Cell(_middle(value), style) for value, style in values)
        rows.append([Cell(f"option {option}", "label"), Cell("", "text"), *cells])
    if not rows:
        return top
    heads = (
        "Published meter",
        "",
        ">Seed",
        ">Increment rate",
        ">Return",
        ">House edge",
        ">Bonus prizes",
        *([">Envy bonuses"] if envied else []),
        ">Top-ups by the house",
        ">Mean meter when won",
        ">Even at a meter of",
    )
    note = (
        "Exact within proven bounds, for the pays as written and a price of 1. The return is that of bonus "
        f"prizes, {'envy bonuses of a full table, ' * envied}increments (what players pay into the meter) "
        "and top-ups."
    )
    return write_rows(sheet, top, "In the long run, of the money wagered", heads, rows, note=note)


def _middle(value: Enclosure | Fraction) -> Fraction:
    """Return a value, or the middle of its proven bounds, which no float can tell from the value."""
    return value if isinstance(value, Fraction) else value.middle
