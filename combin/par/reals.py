"""Irrational figures of a workbook, each rounded once, from a ball of a hundred and more bits."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx, fmpq

__all__ = ["band", "house_behind", "quantile", "root"]

_BITS = 160
"""Of these a figure loses some in the steps below, and a float keeps 53."""


def root(value: Fraction) -> float:
    """Return the square root of an exact value.

    >>> root(Fraction(2))
    1.4142135623730951
    """
    with ctx.workprec(_BITS):
        return float(_ball(value).sqrt())


def quantile(confidence: Fraction) -> float:
    """Return z: a normal variable lies within z standard deviations of its mean with this probability.

    >>> quantile(Fraction(9, 10))
    1.6448536269514726
    """
    with ctx.workprec(_BITS):
        return float(_quantile(confidence))


def band(variance: Fraction, rounds: int, confidence: Fraction) -> float:
    """Return how far the mean result of so many rounds strays from its expectation, with this confidence.

    By the normal law of large numbers: z x standard deviation / root of the rounds.
    """
    with ctx.workprec(_BITS):
        return float(_quantile(confidence) * (_ball(variance) / rounds).sqrt())


def house_behind(edge: Fraction, variance: Fraction, rounds: int) -> float:
    """Return how likely it is that the house has lost after so many rounds, by the normal approximation.

    A game without variance is decided by the sign of its edge.
    """
    if not variance:
        return 1.0 if edge < 0 else 0.0
    with ctx.workprec(_BITS):
        return float((_ball(edge) * (_ball(rounds / variance) / 2).sqrt()).erfc() / 2)


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _quantile(confidence: Fraction) -> arb:
    return _ball(confidence).erfinv() * arb(2).sqrt()
