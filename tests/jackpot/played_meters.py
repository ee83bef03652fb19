"""The meter played out at random, as a check: from one reset to the next, many times at once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm, log1p, sqrt
from typing import TYPE_CHECKING

from combin.jackpot.meter import JackpotError, Meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from combin.aliases import Floats, Integers
    from combin.jackpot.enclosure import Enclosure


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over independent cycles, and its standard error."""

    mean: float
    error: float

    def z_score(self, exact: Enclosure | Fraction | float) -> float:
        """Return by how many standard errors the mean lies above an exact value."""
        value = exact if isinstance(exact, int | float | Fraction) else exact.middle
        return (self.mean - float(value)) / self.error


@dataclass(frozen=True, slots=True)
class Simulation:
    """What so many cycles, each from a reset of the meter to the next, came to.

    `meter` is the mean meter at a reset; per unit wagered `top_ups` are those after partial prizes and
    `long_run_return` is the whole return, where only the prizes of the meter were played out. `whole_wagers`
    is what the same luck changes of the three when wagers are of one unit, the meter is rounded up to a unit
    when it is paid (Crown 7.3.1), and everything is counted in whole parts of a unit: the difference to the
    model in which the meter grows evenly.
    """

    cycles: int
    seed: int
    meter: Estimate
    top_ups: Estimate
    long_run_return: Estimate
    whole_wagers: tuple[Estimate, Estimate, Estimate]


def simulate_meter(meter: Meter, cycles: int, seed: int) -> Simulation:
    """Return what the meter came to in so many cycles, with the same luck in both models.

    Args:
        meter: the meter, per unit wagered.
        cycles: how often a reset is awaited; with Crown's prizes each takes ten prizes on average.
        seed: of the random numbers, which are those of numpy's PCG64.

    Raises:
        JackpotError: no prize resets the meter, fewer than two cycles, or a meter of too many small parts.
    """
    import numpy as np

    if not meter.reset_probability:
        raise JackpotError("no prize resets the meter, so that there are no cycles to play")
    if cycles < 2:
        raise JackpotError(f"{cycles} cycles: at least 2 are needed for a standard error")
    even, whole = _Even(meter, cycles), _Whole(meter, cycles)
    for alive, waits, kinds in _prizes(meter, cycles, np.random.default_rng(seed)):
        even.step(alive, waits, kinds)
        whole.step(alive, waits, kinds)
    per_wager = float(meter.reset_probability)
    found = [np.stack((one.at_reset, one.top_ups * per_wager, one.paid * per_wager)) for one in (even, whole)]
    at_reset, top_ups, paid = (_estimate(one) for one in found[0])
    return Simulation(
        cycles,
        seed,
        at_reset,
        top_ups,
        Estimate(paid.mean + float(meter.fixed_return), paid.error),
        (
            _estimate(found[1][0] - found[0][0]),
            _estimate(found[1][1] - found[0][1]),
            _estimate(found[1][2] - found[0][2]),
        ),
    )


def _estimate(values: Floats) -> Estimate:
    return Estimate(float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)))


def _prizes(
    meter: Meter, cycles: int, random: np.random.Generator
) -> Iterator[tuple[Integers, Floats, Integers]]:
    """Yield which cycles go on, how long they wait for the next prize, and which prize it is.

    The wait is a standard exponential time; the number of a prize is that in `meter.prizes`.
    """
    import numpy as np

    shares = np.array([float(one.probability / meter.prize_probability) for one in meter.prizes])
    resets = np.array([one.resets for one in meter.prizes])
    limits = np.cumsum(shares)[:-1]
    alive = np.arange(cycles)
    while len(alive):
        kinds = np.searchsorted(limits, random.random(len(alive)), side="right")
        yield alive, random.standard_exponential(len(alive)), kinds
        alive = alive[~resets[kinds]]


class _Even:
    """Meters that grow evenly, in floats."""

    def __init__(self, meter: Meter, cycles: int) -> None:
        import numpy as np

        self.now = np.full(cycles, float(meter.seed))
        self.at_reset, self.top_ups, self.paid = np.zeros((3, cycles))
        self.seed = float(meter.seed)
        self.per_wait = float(meter.increment / meter.prize_probability)
        self.shares = np.array([float(one.share) for one in meter.prizes])
        self.fixed = np.array([float(one.fixed) for one in meter.prizes])

    def step(self, alive: Integers, waits: Floats, kinds: Integers) -> None:
        """Let the meters grow and pay; a reset ends a cycle, and what the house adds then is the seed."""
        import numpy as np

        before = self.now[alive] + waits * self.per_wait
        paid = before * self.shares[kinds] + self.fixed[kinds]
        left = before - paid
        self.at_reset[alive] = before
        self.paid[alive] += paid
        self.top_ups[alive] += np.where(self.shares[kinds] < 1, np.maximum(self.seed - left, 0), 0)
        self.now[alive] = np.maximum(left, self.seed)


class _Whole:
    """Meters that grow with each wager of one unit, and are rounded up when paid, in whole small parts."""

    def __init__(self, meter: Meter, cycles: int) -> None:
        import numpy as np

        exact = (
            meter.seed,
            meter.increment,
            *(part for one in meter.prizes for part in (one.share, one.fixed)),
        )
        self.unit = lcm(*(one.denominator for one in exact))
        if (meter.seed + 1000 * meter.increment / meter.prize_probability) * self.unit >= 2**62:
            raise JackpotError(f"no machine integers hold the meter in parts of 1/{self.unit}")
        self.seed = int(meter.seed * self.unit)
        self.increment = int(meter.increment * self.unit)
        self.shares = np.array([int(one.share * self.unit) for one in meter.prizes])
        self.fixed = np.array([int(one.fixed * self.unit) for one in meter.prizes])
        self.decay = -log1p(-float(meter.prize_probability))
        self.now = np.full(cycles, self.seed)
        self.at_reset, self.top_ups, self.paid = np.zeros((3, cycles))

    def step(self, alive: Integers, waits: Floats, kinds: Integers) -> None:
        """Let the meters grow by the wagers up to the prize, its own included, and pay in whole units."""
        import numpy as np

        # If T is exponential, ceil(T / -log(1 - p)) is the number of wagers up to a prize of probability p.
        wagers = np.ceil(waits / self.decay).astype(np.int64)
        before = self.now[alive] + wagers * self.increment
        paid = -(-before // self.unit) * self.shares[kinds] + self.fixed[kinds]
        left = before - paid
        self.at_reset[alive] = before / self.unit
        self.paid[alive] += paid / self.unit
        added = np.maximum(self.seed - left, 0) / self.unit
        self.top_ups[alive] += np.where(self.shares[kinds] < self.unit, added, 0)
        self.now[alive] = np.maximum(left, self.seed)
