"""Who is paid what from the meter when several prizes fall in one round (Crown 7.3, 7.4, Tables 5 to 8)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from combin.decimals import plain

TENTH = Fraction(1, 10)
"""The part of the meter that one straight flush takes (Crown Tables 3 and 4)."""


def prize_pool(rounded: Fraction, seed: Fraction, royals: int) -> Fraction:
    """Return what is shared out when there is a royal flush: j + r x (R - 1) (Crown 7.4.1, Table 5)."""
    return rounded + seed * (royals - 1)


def royal_share(royals: int, straight_flushes: int, part: Fraction = TENTH) -> Fraction:
    """Return the part of the pool for each royal flush: 10 / (10 R + S) (Crown 7.4.2(a), Table 6)."""
    return 1 / (royals + part * straight_flushes)


def straight_flush_share(royals: int, straight_flushes: int, part: Fraction = TENTH) -> Fraction:
    """Return the part of the pool for each straight flush beside royals: 1 / (10 R + S) (7.4.2(b))."""
    return part / (royals + part * straight_flushes)


def straight_flush_alone(straight_flushes: int, part: Fraction = TENTH) -> tuple[Fraction, Fraction]:
    """Return what each of S straight flushes without a royal gets, as parts of j and of r (7.4.3, Table 8).

    The rule pays (j - r) x (sum of 9^(k-1) / 10^k for k = 1 to S) / S + 10% r: the straight flushes take
    their tenths of what is above the seed one after the other, and share alike. The sum is geometric,
    1 - (9/10)^S.
    """
    of_meter = (1 - (1 - part) ** straight_flushes) / straight_flushes
    return of_meter, part - of_meter


@dataclass(frozen=True, slots=True)
class Settlement:
    """The meter shared out in one round; all amounts exact.

    `royal` and `straight_flush` are what each winner gets. `paid` is their sum, `left` the meter less what
    was paid (it may be negative, since the prize is rounded up and more than one pool may be paid), and
    `top_up` what the house adds so that the meter is `meter_after`.
    """

    meter: Fraction
    seed: Fraction
    rounded: Fraction
    pool: Fraction
    royals: int
    straight_flushes: int
    royal: Fraction
    straight_flush: Fraction
    meter_after: Fraction

    @property
    def paid(self) -> Fraction:
        """All prizes together."""
        return self.royals * self.royal + self.straight_flushes * self.straight_flush

    @property
    def left(self) -> Fraction:
        """The meter after the prizes, before the house adds anything (Crown 6.3.3)."""
        return self.meter - self.paid

    @property
    def top_up(self) -> Fraction:
        """What the house adds (Crown 6.4): meter before + top-up = prizes + meter after."""
        return self.meter_after - self.left


def settle_meter(
    meter: Fraction,
    seed: Fraction,
    royals: int,
    straight_flushes: int,
    *,
    part: Fraction = TENTH,
    round_up_to: Fraction = Fraction(1),
) -> Settlement:
    """Return how the meter is shared among simultaneous royal and straight flushes.

    Args:
        meter: the value recorded on the meter, in money.
        seed: the initial seed times the cost of the wager, in money.
        royals: R, royal flushes in the round.
        straight_flushes: S, straight flushes in the round.
        part: what one straight flush takes of the meter.
        round_up_to: the unit that the meter is rounded up to before it is paid (Crown 7.3.1: a dollar).

    >>> one = settle_meter(Fraction("123456.70"), Fraction(50000), 1, 1)
    >>> one.rounded, one.royal + one.straight_flush, one.meter_after
    (Fraction(123457, 1), Fraction(123457, 1), Fraction(50000, 1))

    Raises:
        ValueError: the meter is below the seed, a number is negative, or nobody wins.
    """
    if seed <= 0 or meter < seed:
        shown = f"a meter of {plain(meter)} with a seed of {plain(seed)}"
        raise ValueError(f"{shown}: the meter never lies below the seed (6.3, 6.4.1)")
    if min(royals, straight_flushes) < 0 or royals + straight_flushes == 0:
        msg = f"{royals} royal flushes and {straight_flushes} straight flushes: nothing to share"
        raise ValueError(msg)
    rounded = -(-meter // round_up_to) * round_up_to
    if royals:
        pool = prize_pool(rounded, seed, royals)
        royal = pool * royal_share(royals, straight_flushes, part)
        flush = (
            pool * straight_flush_share(royals, straight_flushes, part) if straight_flushes else Fraction(0)
        )
        after = seed
    else:
        pool, royal = rounded, Fraction(0)
        of_meter, of_seed = straight_flush_alone(straight_flushes, part)
        flush = of_meter * rounded + of_seed * seed
        after = max(seed, meter - straight_flushes * flush)
    return Settlement(meter, seed, rounded, pool, royals, straight_flushes, royal, flush, after)
