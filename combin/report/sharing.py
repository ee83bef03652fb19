"""The meter shared among simultaneous winners, shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.formats.tables import Table
from combin.formats.view import View, exact, exact_columns
from combin.formatting import in_cents, money
from combin.report.words import counted

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.formats.view import Record
    from combin.jackpot.sharing import Settlement

__all__ = ["sharing_view"]


def sharing_view(found: Settlement, *, possible: bool, digits: int = 10) -> View:
    """Return a settlement of the meter ready to be shown.

    Args:
        found: who gets what.
        possible: whether such a round can occur.
        digits: decimals beside exact values.

    JSON has all amounts of money by name: `meter` as recorded, `rounded` up, the `pool`, what each `royal`
    and each `straight_flush` gets, what is `paid` in all, `left` of the meter, the `top_up` by the house and
    `meter_after`; `meter` + `top_up` = `paid` + `meter_after`. There is one record with the same amounts.
    """
    lines = [f"{_winners(found)} in one round, with the meter at {money(found.meter)}."]
    if not possible:
        lines.append(
            "Such a round cannot occur, as all hands share the two jackpot cards; the formula is applied all "
            "the same."
        )
    return View(
        "The meter shared out",
        tuple(lines),
        (_table(found),),
        lambda: {
            "royals": found.royals,
            "straight_flushes": found.straight_flushes,
            "can_occur": possible,
            **{name: exact(value, digits) for name, value in _amounts(found).items()},
        },
        lambda: [_record(found, digits, possible=possible)],
    )


def _winners(found: Settlement) -> str:
    """Return how many flushes of which kind there are: "1 royal flush and 2 straight flushes"."""
    numbers = {"royal flush": found.royals, "straight flush": found.straight_flushes}
    return " and ".join(
        counted(number, noun).replace("flushs", "flushes") for noun, number in numbers.items() if number
    )


def _table(found: Settlement) -> Table:
    rows = [("meter as recorded", "", found.meter, "6.3"), ("rounded up: j", "", found.rounded, "7.3.1")]
    if found.royals:
        each = found.royal / found.pool
        rows += [
            ("prize pool", "j + r × (R - 1)", found.pool, "7.4.1, Table 5"),
            ("each royal flush", f"10 / (10 R + S) = {each} of the pool", found.royal, "7.4.2(a), Table 6"),
        ]
        if found.straight_flushes:
            each = found.straight_flush / found.pool
            share = f"1 / (10 R + S) = {each} of the pool"
            rows.append(("each straight flush", share, found.straight_flush, "7.4.2(b), Table 7"))
    elif found.straight_flushes > 1:
        share = "(j - r) × (1 - 0.9^S) / S + 10% r"
        rows.append(("each straight flush", share, found.straight_flush, "7.4.3, Table 8"))
    else:
        rows.append(("straight flush", "10% j", found.straight_flush, "Tables 3 and 4"))
    rows += [
        ("all prizes", "", found.paid, ""),
        ("left on the meter", "recorded less prizes", found.left, "6.3.3"),
        ("added by the house", "", found.top_up, "6.4"),
        ("meter after", "", found.meter_after, "6.3, 6.4"),
    ]
    broken = not all(in_cents(amount) for _, _, amount, _ in rows)
    note = f"j: the rounded meter; r: the seed, {money(found.seed)}; R, S: royal and straight flushes."
    if broken:
        note += " What chips cannot pay exactly is paid to the next amount that they can (8.2.3)."
    shown = tuple(
        (
            name,
            formula,
            money(amount),
            *(("" if in_cents(amount) else str(amount),) if broken else ()),
            rule,
        )
        for name, formula, amount, rule in rows
    )
    columns = ("", "Formula", ">Amount", *((">exactly",) if broken else ()), "Crown rule")
    return Table("", columns, shown, note)


def _amounts(found: Settlement) -> dict[str, Fraction]:
    return {
        "meter": found.meter,
        "seed": found.seed,
        "rounded": found.rounded,
        "pool": found.pool,
        "royal": found.royal,
        "straight_flush": found.straight_flush,
        "paid": found.paid,
        "left": found.left,
        "top_up": found.top_up,
        "meter_after": found.meter_after,
    }


def _record(found: Settlement, digits: int, *, possible: bool) -> Record:
    record: Record = {
        "royals": found.royals,
        "straight_flushes": found.straight_flushes,
        "can_occur": "yes" if possible else "no",
    }
    for name, value in _amounts(found).items():
        record |= exact_columns(name, value, digits)
    return record
