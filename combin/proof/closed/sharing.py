"""Who gets what of a meter when several prizes fall in one round: closed forms, and a geometric series."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

if TYPE_CHECKING:
    from fractions import Fraction

    from combin.proof.closed.counts import Expression
    from combin.rules.resolved import Rules

__all__ = [
    "FLUSHES",
    "METER",
    "PART",
    "ROYALS",
    "SEED",
    "part_of_meter",
    "pool",
    "royal_prize",
    "straight_flush_alone",
    "straight_flush_prize",
    "tenths",
    "tenths_in_sum",
]

METER: Expression = sp.Symbol("j")
"""The meter, rounded as it is paid."""
SEED: Expression = sp.Symbol("r")
"""The seed, in money."""
ROYALS: Expression = sp.Symbol("R", integer=True, nonnegative=True)
"""Prizes of the whole meter in the round."""
FLUSHES: Expression = sp.Symbol("S", integer=True, nonnegative=True)
"""Prizes of a part of it."""
PART: Expression = sp.Symbol("x")
"""The part of the meter that the smaller prize is: a tenth by Crown Tables 3 and 4."""


def pool() -> Expression:
    """Return what is shared out when the whole meter is won: j + r (R - 1) (Crown 7.4.1, Table 5)."""
    return METER + SEED * (ROYALS - 1)


def royal_prize() -> Expression:
    """Return what each royal flush gets of the pool, one part of R + x S (Crown 7.4.2(a), Table 6)."""
    return pool() / (ROYALS + PART * FLUSHES)


def straight_flush_prize() -> Expression:
    """Return what each straight flush gets beside royal ones, x parts of R + x S (7.4.2(b), Table 7)."""
    return PART * pool() / (ROYALS + PART * FLUSHES)


def tenths() -> Expression:
    """Return the k-th of the parts that Crown Table 8 adds: x (1 - x)^(k - 1), or 9^(k-1) / 10^k."""
    return PART * (1 - PART) ** (sp.Symbol("k", integer=True, positive=True) - 1)


def tenths_in_sum() -> Expression:
    """Return the sum of the first S parts of Table 8, a geometric series: 1 - (1 - x)^S.

    Each straight flush takes its part of what those before it have left.

    >>> k = sp.Symbol("k", integer=True, positive=True)
    >>> tenth = {PART: sp.Rational(1, 10)}
    >>> table = sp.summation(tenths().subs(tenth), (k, 1, FLUSHES))
    >>> sp.simplify(table - tenths_in_sum().subs(tenth))
    0
    """
    return 1 - (1 - PART) ** FLUSHES


def straight_flush_alone() -> Expression:
    """Return what each of S straight flushes gets where there is no royal one (Crown 7.4.3, Table 8).

    They share alike what they take of the meter above the seed, and each takes its part of the seed.
    """
    return (METER - SEED) * tenths_in_sum() / FLUSHES + PART * SEED


def part_of_meter(rules: Rules, wager: str, letter: str) -> Fraction | None:
    """Return x, if the rules share the meter so and the table pays one prize that is a part of it."""
    entry = rules.file.jackpot
    if entry is None or entry.wager != wager or not entry.sharing_rule:
        return None
    prizes = [prize.meter for prize in rules.file.pay_tables[wager][letter].lines.values() if prize.meter]
    parts = [share for share in prizes if share < 1]
    return parts[0] if len(prizes) == 2 and len(parts) == 1 else None
