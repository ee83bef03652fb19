"""The meter shared among simultaneous winners, shown; a module of its own, since it asks for no rules."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.formats.columns import Record, exact_columns, exact_json
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted, in_cents, money

if TYPE_CHECKING:
    from combin.jackpot.sharing import Settlement

__all__ = ["sharing_view"]


def sharing_view(settlement: Settlement, *, possible: bool, digits: int = 10) -> View:
    """Return a settlement of the meter ready to be shown.

    Args:
        settlement: who gets what.
        possible: whether such a round can occur.
        digits: decimals beside exact values.

    JSON has all amounts of money by name: `meter` as recorded, `rounded` up, the `pool`, what each `royal`
    and each `straight_flush` gets, what is `paid` in all, `left` of the meter, the `top_up` by the house and
    `meter_after`; `meter` + `top_up` = `paid` + `meter_after`. There is one record with the same amounts.
    """
    lines = [f"{_winners(settlement)} in one round, with the meter at {money(settlement.meter)}."]
    if not possible:
        lines.append(
            "Such a round cannot occur, as all hands share the two jackpot cards; the formula is applied all "
            "the same."
        )
    return View(
        "The meter shared out",
        tuple(lines),
        (_table(settlement),),
        lambda: {
            "royals": settlement.royals,
            "straight_flushes": settlement.straight_flushes,
            "can_occur": possible,
            **{name: exact_json(value, digits) for name, value in _amounts(settlement).items()},
        },
        lambda: [_sharing_record(settlement, digits, possible=possible)],
    )


def _winners(settlement: Settlement) -> str:
    """Return how many flushes of which kind there are: "1 royal flush and 2 straight flushes"."""
    numbers = {"royal flush": settlement.royals, "straight flush": settlement.straight_flushes}
    return " and ".join(
        counted(number, noun).replace("flushs", "flushes") for noun, number in numbers.items() if number
    )


def _table(settlement: Settlement) -> Table:
    rows = [
        ("meter as recorded", "", settlement.meter, "6.3"),
        ("rounded up: j", "", settlement.rounded, "7.3.1"),
    ]
    if settlement.royals:
        each = settlement.royal / settlement.pool
        rows += [
            ("prize pool", "j + r × (R - 1)", settlement.pool, "7.4.1, Table 5"),
            (
                "each royal flush",
                f"10 / (10 R + S) = {each} of the pool",
                settlement.royal,
                "7.4.2(a), Table 6",
            ),
        ]
        if settlement.straight_flushes:
            each = settlement.straight_flush / settlement.pool
            share = f"1 / (10 R + S) = {each} of the pool"
            rows.append(("each straight flush", share, settlement.straight_flush, "7.4.2(b), Table 7"))
    elif settlement.straight_flushes > 1:
        share = "(j - r) × (1 - 0.9^S) / S + 10% r"
        rows.append(("each straight flush", share, settlement.straight_flush, "7.4.3, Table 8"))
    else:
        rows.append(("straight flush", "10% j", settlement.straight_flush, "Tables 3 and 4"))
    rows += [
        ("all prizes", "", settlement.paid, ""),
        ("left on the meter", "recorded less prizes", settlement.left, "6.3.3"),
        ("added by the house", "", settlement.top_up, "6.4"),
        ("meter after", "", settlement.meter_after, "6.3, 6.4"),
    ]
    broken = not all(in_cents(amount) for _, _, amount, _ in rows)
    note = f"j: the rounded meter; r: the seed, {money(settlement.seed)}; R, S: royal and straight flushes."
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


def _amounts(settlement: Settlement) -> dict[str, Fraction]:
    return {
        "meter": settlement.meter,
        "seed": settlement.seed,
        "rounded": settlement.rounded,
        "pool": settlement.pool,
        "royal": settlement.royal,
        "straight_flush": settlement.straight_flush,
        "paid": settlement.paid,
        "left": settlement.left,
        "top_up": settlement.top_up,
        "meter_after": settlement.meter_after,
    }


def _sharing_record(settlement: Settlement, digits: int, *, possible: bool) -> Record:
    record: Record = {
        "royals": settlement.royals,
        "straight_flushes": settlement.straight_flushes,
        "can_occur": "yes" if possible else "no",
    }
    for name, value in _amounts(settlement).items():
        record |= exact_columns(name, value, digits)
    return record
