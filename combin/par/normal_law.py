"""Figures of the normal law, each rounded once, from a ball of a hundred and more bits."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx, fmpq

_BITS = 160
"""Of these a figure loses some in the steps below, and a float keeps 53."""


def quantile(confidence: Fraction) -> float:
    """Return z: a normal variable lies within z standard deviations of its mean with this probability.

    >>> quantile(Fraction(9, 10))
    1.6448536269514726
    """
    with ctx.workprec(_BITS):
        return float(_quantile(confidence))


def volatility(variance: Fraction, confidence: Fraction) -> float:
    """Return the volatility index: z standard deviations, z by a confidence."""
    with ctx.workprec(_BITS):
        return float(_quantile(confidence) * _ball(variance).sqrt())


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _quantile(confidence: Fraction) -> arb:
    return _ball(confidence).erfinv() * arb(2).sqrt()
