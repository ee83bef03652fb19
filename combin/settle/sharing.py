"""The meter shared among any winners, as `combin jackpot` is asked."""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter
from typing import ClassVar

from msgspec import Struct

from combin.answers import Answer
from combin.cards.cards import STANDARD_DECK
from combin.formats.tables import COUNT, EXACT, MONEY, Column, Table
from combin.formats.view import View
from combin.formatting import counted, in_cents, money
from combin.jackpot.meter import JackpotError
from combin.jackpot.value import Winners
from combin.settle.meter import Settlement, settle_meter


class SharedMeter(Answer, Struct, frozen=True):
    """A settlement of the meter, and whether such a round can occur."""

    shown_by: ClassVar[str] = "combin.settle.sharing:sharing_view"

    settlement: Settlement
    possible: bool


def share_meter(
    royals: int,
    straight_flushes: int,
    *,
    meter: Fraction,
    seed: Fraction,
    stake: Fraction = Fraction(1),
    anyway: bool = False,
) -> SharedMeter:
    """Return who is paid what when several prizes fall in one round, of a deck of 52 cards.

    The seed is for a wager of 1. With `anyway` the formula is applied to a round that cannot occur.
    """
    hands = (len(STANDARD_DECK) - 2) // 3
    winners = royals + straight_flushes
    if winners > hands:
        raise JackpotError(
            f"{winners} prizes in one round: beside two jackpot cards there are {hands} hands at most"
        )
    if stake <= 0:
        raise JackpotError(f"a stake of {stake} is not above 0")
    try:
        settlement = settle_meter(meter, seed * stake, royals, straight_flushes)
    except ValueError as error:
        raise JackpotError(str(error)) from None
    can_occur = Winners(STANDARD_DECK).possible
    possible = (royals, straight_flushes) in can_occur
    if not possible and not anyway:
        others = ", ".join(f"{royal} and {flush}" for royal, flush in can_occur if royal or flush)
        raise JackpotError(
            f"--royals {royals} --straight-flushes {straight_flushes}: cannot occur in one round, as all "
            f"hands share the two jackpot cards (what can: {others}); --anyway applies the formula all the "
            "same"
        )
    return SharedMeter(settlement, possible)


def sharing_view(shared: SharedMeter, digits: int = 10) -> View:
    """A settlement of the meter, ready to be shown.

    JSON has all amounts of money by name: `meter` as recorded, `rounded` up, the `pool`, what each `royal`
    and each `straight_flush` gets, what is `paid` in all, `left` of the meter, the `top_up` by the house and
    `meter_after`; `meter` + `top_up` = `paid` + `meter_after`. There is one record with the same amounts.
    """
    settlement, possible = shared.settlement, shared.possible
    numbers = {"royal flush": settlement.royals, "straight flush": settlement.straight_flushes}
    won = " and ".join(counted(number, noun) for noun, number in numbers.items() if number)
    won = won.replace("flushs", "flushes")
    lines = [f"{won} in one round, with the meter at {money(settlement.meter)}."]
    if not possible:
        lines.append(
            "Such a round cannot occur, as all hands share the two jackpot cards; the formula is applied all "
            "the same."
        )
    facts = Table.of(
        "",
        [settlement],
        [
            Column(None, COUNT, lambda settlement: settlement.royals, "royals"),
            Column(None, COUNT, lambda settlement: settlement.straight_flushes, "straight_flushes"),
            Column(None, value=lambda _: possible, name="can_occur"),
            *(Column[Settlement](None, MONEY, attrgetter(name), name) for name in _AMOUNTS),
        ],
    )
    return View(
        "The meter shared out",
        tuple(lines),
        (_table(settlement),),
        lambda: facts.objects(digits)[0],
        lambda: facts.records(digits),
    )


_AMOUNTS = (
    "meter", "seed", "rounded", "pool", "royal", "straight_flush", "paid", "left", "top_up", "meter_after",
)  # fmt: skip


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
    exactly = Column[tuple[str, str, Fraction, str]](
        "Exactly", EXACT, lambda row: None if in_cents(row[2]) else row[2]
    )
    return Table.of(
        "",
        rows,
        [
            Column(value=lambda row: row[0]),
            Column("Formula", value=lambda row: row[1]),
            Column("Amount", MONEY, lambda row: row[2]),
            *([exactly] if broken else []),
            Column("Crown rule", value=lambda row: row[3]),
        ],
        note,
    )
