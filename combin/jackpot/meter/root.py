"""Where an increasing function takes a value: found by regula falsi, proven by the signs on both sides."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import Enclosure, TooCoarseError, certain

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["certain_root", "increasing_root"]

MOST_STEPS = 400
WIDER = 16
"""How much wider an enclosure is tried that a proof takes wider than asked for."""
ROOT_BITS = 1 << 12
"""A precision at which a root that is still open sits on a rounding limit, as a round number may."""


def certain_root(
    function: Callable[[Fraction, int], Enclosure],
    target: Fraction,
    between: tuple[Fraction, Fraction],
    digits: int,
    name: str,
    *,
    refines: bool = True,
) -> Enclosure:
    """Return the only x at which an increasing function is the target, certain to so many digits.

    Args:
        function: encloses the value of the function at a point, at a precision in bits.
        target: the value sought.
        between: two points, the first with a value of at most the target, the second of at least.
        digits: digits behind the point that must be certain.
        name: what is computed, for the message.
        refines: whether more bits enclose the function's values more narrowly. If not, the enclosure of x is
            made as wide as a proof takes.

    Raises:
        JackpotError: the digits do not get certain: the root lies on a rounding limit or too near to one.
    """

    def root(bits: int) -> Enclosure:
        tolerance = Fraction(1, 10 ** (digits + bits // 32))
        return increasing_root(
            lambda point: function(point, bits), target, between, tolerance, widens=not refines
        )

    return certain(root, digits, name, patience=1, most_bits=ROOT_BITS, refines=refines)


def increasing_root(
    function: Callable[[Fraction], Enclosure],
    target: Fraction,
    between: tuple[Fraction, Fraction],
    tolerance: Fraction,
    *,
    widens: bool = False,
) -> Enclosure:
    """Return an enclosure, of the width of the tolerance, of the only x at which the function is the target.

    Args:
        function: encloses the value of an increasing function.
        target: the value sought.
        between: two points, the first with a value of at most the target, the second of at least.
        tolerance: how wide the result may be.
        widens: let it be wider than that if a proof takes it.

    >>> found = increasing_root(
    ...     lambda x: Enclosure.exactly(x * x), Fraction(2), (Fraction(1), Fraction(2)), Fraction(1, 10**6)
    ... )
    >>> found.decimal(5)
    '1.41421'

    The method is the Illinois variant of regula falsi: the value at an end that stays is halved, so that
    no end stays for long. It needs no proof, since the result is checked: the function is below the target
    at its lower limit and above it at its upper limit.

    Raises:
        TooCoarseError: the function's enclosures are too wide for a proof.
    """
    grain = tolerance / 16
    ends = [(end, function(end).middle - target) for end in between]
    last, last_side = between[0], None
    for _ in range(MOST_STEPS):
        (low, below), (high, above) = ends
        secant = low - below * (high - low) / (above - below) if below < above else (low + high) / 2
        point = round(secant / grain) * grain
        value = function(point)
        if value.contains(target) or abs(point - last) <= 2 * grain:
            width = tolerance
            while width <= (between[1] - between[0] if widens else tolerance):
                found = Enclosure(point - width / 2, point + width / 2)
                if function(found.low).high < target < function(found.high).low:
                    return found
                width *= WIDER
            if value.width:
                raise TooCoarseError
        excess = value.middle - target
        side = excess > 0
        ends[side] = point, excess
        if side is last_side:
            stays, size = ends[not side]
            ends[not side] = stays, size / 2
        last, last_side = point, side
    raise TooCoarseError
