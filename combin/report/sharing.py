"""The meter shared among simultaneous winners, shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.exact.decimals import decimal, plain
from combin.report.money import money
from combin.report.tables import Table
from combin.report.view import View, exact, exact_columns
from combin.report.words import counted

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.jackpot.shares import Settlement
    from combin.report.view import Record

__all__ = ["sharing_view"]


def sharing_view(found: Settlement, *, possible: bool, digits: int = 10) -> View:
    """Return a settlement of the meter ready to be shown; `possible` says whether such a round can occur."""
    winners = [counted(found.royals, "royal flush"), counted(found.straight_flushes, "straight flush")]
    winners = [one.replace("flushs", "flushes") for one in winners]
    lines = [f"{' and '.join(winners)} in one round, at a meter of {_cents(found.meter)}."]
    if not possible:
        lines.append(
            "Such a round cannot occur: the hands share two jackpot cards. The formula is applied all the same."
        )
    rows = [
        ("meter as recorded", "", _cents(found.meter), "6.3"),
        ("rounded up", "", _cents(found.rounded), "7.3.1"),
    ]
    if found.royals:
        rows.append(("prize pool", "j + r x (R - 1)", _cents(found.pool), "7.4.1, Table 5"))
        rows.append(
            ("each royal flush", "10 / (10 R + S) of the pool", _cents(found.royal), "7.4.2(a), Table 6")
        )
        if found.straight_flushes:
            share = "1 / (10 R + S) of the pool"
            rows.append(("each straight flush", share, _cents(found.straight_flush), "7.4.2(b), Table 7"))
    else:
        share = "(j - r) x (1 - 0.9^S) / S + 10% r"
        rows.append(("each straight flush", share, _cents(found.straight_flush), "7.4.3, Table 8"))
    rows += [
        ("all prizes", "", _cents(found.paid), ""),
        ("left on the meter", "recorded less prizes", _cents(found.left), "6.3.3"),
        ("added by the house", "", _cents(found.top_up), "6.4"),
        ("meter after", "", _cents(found.meter_after), "6.3, 6.4"),
    ]
    note = ""
    if any((amount * 100).denominator > 1 for amount in (found.royal, found.straight_flush)):
        note = (
            "Shares are exact; the rules do not say how fractions of a cent are paid (8.2.3 speaks of chips)."
        )
    return View(
        "The meter shared out",
        tuple(lines),
        (Table("", ("", "Formula", ">Amount", "Crown rule"), tuple(rows), note),),
        lambda: (
            {name: exact(value, digits) for name, value in _amounts(found).items()}
            | {"royals": found.royals, "straight_flushes": found.straight_flushes, "can_occur": possible}
        ),
        lambda: [_record(found, digits)],
    )


def _cents(amount: Fraction) -> str:
    """Return an amount in dollars: in cents, or with four digits more and a sign that it is cut off."""
    if (amount * 100).denominator == 1:
        return money(amount)
    return f"{money(amount)} ({plain(amount) if '/' not in plain(amount) else decimal(amount, 6)}...)"


def _amounts(found: Settlement) -> dict[str, Fraction]:
    return {
        "meter": found.meter,
        "rounded": found.rounded,
        "pool": found.pool,
        "royal": found.royal,
        "straight_flush": found.straight_flush,
        "paid": found.paid,
        "left": found.left,
        "top_up": found.top_up,
        "meter_after": found.meter_after,
    }


def _record(found: Settlement, digits: int) -> Record:
    record: Record = {"royals": found.royals, "straight_flushes": found.straight_flushes}
    for name, value in _amounts(found).items():
        record |= exact_columns(name, value, digits)
    return record
