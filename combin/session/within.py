"""Ruin and goal within so many rounds, from every bankroll at once, between proven bounds.

docs/sessions.md derives it and proves its bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from math import ceil, exp, log
from typing import TYPE_CHECKING

from combin.jackpot.meter.enclosure import Enclosure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from combin.session.one_round import OneRound

    Floats = NDArray[np.float64]

MOST_WORK = 10**9
"""The products of floats that are reckoned with: a second."""
_MOST_BY_LISTS = 2 * 10**7
"""The same where there is no numpy, as in browsers: some seconds."""
_BEYOND = Fraction(1, 10**15)
"""The chance of ruin from a bankroll above those that are looked at, at most."""
_UNDERFLOW = Fraction(1, 10**290)
"""What sums lose at most in all where parts are too small for floats."""
_UNIT = Fraction(1, 1 << 53)
"""The rounding of floats."""


@dataclass(frozen=True)
class WithinRounds:
    """The chances of ruin, by the units that a player has above what a round needs.

    With a goal they end below it, and `reached` are the chances to reach it first; both within the rounds.
    """

    rounds: int
    ruined: Floats | list[float]
    reached: Floats | list[float] | None
    relative: Fraction
    """Each is off by so much of itself at most, beside what bankrolls above those told come to."""

    def ruin(self, units: int) -> Enclosure:
        """Return the chance of ruin with so many units above what a round needs."""
        if units < 0:
            return Enclosure.exactly(1)
        if units >= len(self.ruined):
            return Enclosure(Fraction(0), _BEYOND) if self.reached is None else Enclosure.exactly(0)
        return self._around(self.ruined[units])

    def goal(self, units: int) -> Enclosure:
        """Return the chance to reach the goal."""
        if self.reached is None:
            raise ValueError("no goal")
        if not 0 <= units < len(self.reached):
            return Enclosure.exactly(int(units > 0))
        return self._around(self.reached[units])

    def units_for(self, share: Fraction) -> int:
        """Return the least units above what a round needs with which ruin has at most a chance.

        Where the chance is so near to it that both cannot be told apart, one unit more.
        """
        # No chance whose float is above the share is within it: those need no exact look.
        above = float(share) * (1 + 1e-9)
        near = (units for units, chance in enumerate(self.ruined) if chance <= above)
        return next((units for units in near if self.ruin(units).high <= share), len(self.ruined))

    def _around(self, estimate: float) -> Enclosure:
        value = Fraction(float(estimate))
        high = value * (1 + self.relative) + (_BEYOND if self.reached is None else _UNDERFLOW)
        return Enclosure(value * (1 - self.relative), min(high, Fraction(1)))


def within_rounds(one_round: OneRound, rounds: int, goal: int | None = None) -> WithinRounds | None:
    """Return the chances of ruin within so many rounds, and of reaching a goal before.

    Args:
        one_round: the round.
        rounds: how many are played at most.
        goal: the units above what a round needs at which the player leaves; None if he never does.

    Returns:
        None if it takes too much work.
    """
    size = _enough(one_round, rounds) if goal is None else goal
    arrays = find_spec("numpy") is not None
    chances, most = (_chances, MOST_WORK) if arrays else (_chances_by_lists, _MOST_BY_LISTS)
    if size * rounds * len(one_round.nets) * (1 if goal is None else 2) > most:
        return None
    # Each float is a sum of products that are not negative, of at most so many roundings each in every round.
    roundings = rounds * (2 * len(one_round.nets) + 4)
    relative = roundings * _UNIT / (1 - roundings * _UNIT)
    ruined = chances(one_round, rounds, size, below=True)
    reached = None if goal is None else chances(one_round, rounds, size, below=False)
    return WithinRounds(rounds, ruined, reached, relative)


def _enough(one_round: OneRound, rounds: int) -> int:
    """Return units from which ruin within the rounds has a chance of at most `_BEYOND`.

    By Doob's inequality a loss of a has at most e^(-ta) max(1, E[e^(-tX)])^rounds for each t > 0; floats are
    rounded by less than what the units are rounded up by.
    """
    if one_round.worst >= 0:
        return 0
    far = 1 - log(_BEYOND)
    exponents = [2 ** (power / 4) / -one_round.worst for power in range(-80, 12)]
    best = min((far + rounds * max(log(_transform(one_round, t)), 0)) / t for t in exponents)
    return min(ceil(best), -one_round.worst * rounds)


def _transform(one_round: OneRound, t: float) -> float:
    return sum(count / one_round.total * exp(-t * net) for net, count in one_round.nets)


def _chances(one_round: OneRound, rounds: int, size: int, *, below: bool) -> Floats:
    """Return for each state below the size the chance to leave it downwards, or upwards, in so many rounds.

    What leaves it on the other side never comes back.
    """
    import numpy as np

    chances, at_once = np.zeros(size), np.zeros(size)
    kept = []
    for net, count in one_round.nets:
        share, start, end = count / one_round.total, max(-net, 0), min(size - net, size)
        if start < end:
            kept.append((share, slice(start, end), slice(start + net, end + net)))
        if below and net < 0:
            at_once[: min(-net, size)] += share
        elif not below and net > 0:
            at_once[max(size - net, 0) :] += share
    for _ in range(rounds):
        after = at_once.copy()
        for share, here, there in kept:
            after[here] += share * chances[there]
        chances = after
    return chances


def _chances_by_lists(one_round: OneRound, rounds: int, size: int, *, below: bool) -> list[float]:
    """Return the same without numpy: each sum of the same products, in the same order."""
    at_once, shares = [0.0] * size, [(net, count / one_round.total) for net, count in one_round.nets]
    for net, share in shares:
        left = range(min(-net, size)) if below else range(max(size - net, 0), size)
        for state in left:
            at_once[state] += share
    kept = [(net, share) for net, share in shares if abs(net) < size]
    around = [0.0] * size  # so that a step beyond either end finds nothing
    chances = [0.0] * size
    for _ in range(rounds):
        padded = [*around, *chances, *around]
        after = at_once
        for net, share in kept:
            there = padded[size + net : 2 * size + net]
            after = [sofar + share * chance for sofar, chance in zip(after, there, strict=True)]
        chances = after
    return chances
