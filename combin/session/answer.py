"""A session as it is asked for: so many rounds of one mix of wagers, with a bankroll or without."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import DIGITS, Enclosure, TooCoarseError
from combin.jackpot.meter.meter import JackpotError, number
from combin.session.normal import NormalLaw
from combin.session.one_round import OneRound
from combin.session.total import total_law

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.jackpot.meter.meter import Number
    from combin.jackpot.mixes import MixAnswer
    from combin.session.total import TotalLaw

__all__ = ["PERCENTILES", "SessionAnswer", "ask_session"]

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_LOSSES = (5, 10, 20, 50, 100)
"""Losses whose chances are told if none are asked for, in initial stakes."""
_TRIES = 4
MOST_ROUNDS = 10_000_000


@dataclass(frozen=True)
class SessionAnswer:
    """So many rounds of a mix, one after another with the same stakes: amounts are in money.

    `losses` are those whose chances are told. Chances are exact where their enclosure has no width.
    """

    mix: MixAnswer
    rounds: int
    losses: tuple[Fraction, ...]
    digits: int = DIGITS

    @cached_property
    def one_round(self) -> OneRound:
        """One round in whole units."""
        return OneRound.of_mix(self.mix)

    @property
    def mean(self) -> Fraction:
        """The expected total."""
        return -self.mix.mix.expected_loss * self.rounds

    @property
    def variance(self) -> Fraction:
        """The variance of the total, in squared money."""
        return self.mix.together.variance * self.rounds

    @cached_property
    def law(self) -> TotalLaw:
        """The law of the total in units, up to the highest percentile at least."""
        shares = [Fraction(share, 100) for share in PERCENTILES]
        for tries in range(_TRIES):
            bits = (128 + 4 * self.digits) << tries
            try:
                return total_law(self.one_round, self.rounds, 0, shares, bits)
            except TooCoarseError:
                continue
        raise JackpotError(f"{self.rounds} rounds: two percentiles cannot be told apart")

    @property
    def ahead(self) -> Enclosure:
        """The chance to end with more than at the start."""
        return self.law.above(0)

    @property
    def even(self) -> Enclosure:
        """The chance to end with as much as at the start."""
        return self.law.exactly(0)

    def loss(self, amount: Fraction) -> Enclosure:
        """Return the chance to lose at least so much in all."""
        return self.law.at_most(int(-amount // self.one_round.unit))

    @cached_property
    def percentiles(self) -> dict[int, Fraction]:
        """For some percentages the least total that so many sessions do not exceed."""
        return {
            share: self.law.percentile(Fraction(share, 100)) * self.one_round.unit for share in PERCENTILES
        }

    @property
    def most_likely(self) -> Fraction | None:
        """The most likely total; None where none is proven to be."""
        units = self.law.most_likely
        return None if units is None else units * self.one_round.unit

    @cached_property
    def normal(self) -> NormalLaw:
        """The normal law with the same mean and variance, in units."""
        one_round = self.one_round
        return NormalLaw(one_round.mean * self.rounds, one_round.variance * self.rounds, self.law)


def ask_session(
    mix: MixAnswer, rounds: int, *, losses: Sequence[Number] = (), digits: int = DIGITS
) -> SessionAnswer:
    """Return what so many rounds of a mix of wagers come to, played one after another with the same stakes.

    Args:
        mix: the wagers, and how they are played; what meters show stands still.
        rounds: how many rounds are played.
        losses: amounts, of which each is the least that may be lost in all; told is how likely that is.
        digits: digits behind the point that are made certain.

    Raises:
        JackpotError: a number of rounds that is too large or none, or a loss that is none.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise JackpotError(f"{rounds:,} rounds: a session has 1 to {MOST_ROUNDS:,}")
    amounts = tuple(_positive("a loss", loss) for loss in losses)
    return SessionAnswer(mix, rounds, amounts or tuple(times * mix.mix.staked for times in _LOSSES), digits)


def _positive(name: str, value: Number) -> Fraction:
    amount = number(name, value)
    if amount <= 0:
        raise JackpotError(f"{name} of {amount}: it must be above 0")
    return amount
