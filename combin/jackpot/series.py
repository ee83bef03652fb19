"""The density of the meter as a series of exponentials, summed in balls that contain the exact values.

docs/meter.md derives it and proves what is used here.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from math import comb, exp, fsum, log, prod
from typing import TYPE_CHECKING, TypeAlias

from combin.jackpot.meter import JackpotError, Meter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from flint import arb
    from numpy.typing import NDArray

    from combin.aliases import Floats


_Level: TypeAlias = "Mapping[tuple[int, ...], tuple[arb, arb]]"

MOST_TERMS = 1_500
"""Up to how many terms a series is short. One prize of 10% takes about 60, of 1% about 220."""
MOST_LEVELS = 300
"""Up to how many levels it is: more cancel so many digits that their precision takes seconds."""
SHORT_BITS = 168
"""The bits for which terms are counted: those of the digits that are made certain by default."""


def is_short(meter: Meter, patience: int = 1) -> bool:
    """Tell whether the series has few terms, as it has not for small shares or for many of them.

    The levels are gone through by their bound until what is left out is small; a level K of n partial prizes
    has a term for each way to part K among them. With `patience` so many times more terms are few.
    """
    if not meter.partial:
        return True
    if meter.sums:
        return False
    number = len(meter.partial)
    nearest = float(1 / (1 - min(one.share for one in meter.partial)))
    inflow = float(sum(one.probability / (1 - one.share) for one in meter.partial) / meter.prize_probability)
    level, size, ratio = 0, 0.0, 1.0
    while ratio > 1 / 2 or size > -SHORT_BITS * log(2):
        level += 1
        if level > MOST_LEVELS or comb(level + number, number) > MOST_TERMS * patience:
            return False
        ratio = inflow / (nearest**level - 1)
        size += log(ratio)
    return True


def ball(value: Fraction | int) -> arb:
    """Return a ball around an exact value, at the precision in force."""
    from flint import arb, fmpq

    exact = Fraction(value)
    return arb(fmpq(exact.numerator, exact.denominator))


@lru_cache(maxsize=2_000)  # the meters of a document differ in their seeds and increment rates alone
def _level(prizes: tuple[tuple[Fraction, Fraction], ...], bits: int, number: int) -> _Level:
    """Return the coefficients c[k] of a level by the recursion of `MeterSeries`, each with its product Q."""
    from flint import arb

    if not number:
        return {(0,) * len(prizes): (arb(1), arb(1))}
    sums: dict[tuple[int, ...], arb] = {}
    for powers, (weight, _) in _level(prizes, bits, number - 1).items():
        for place, (_, inflow) in enumerate(prizes):
            above = (*powers[:place], powers[place] + 1, *powers[place + 1 :])
            sums[above] = sums.get(above, arb(0)) + ball(inflow) * weight
    found = {}
    for powers, total in sums.items():
        product = prod(
            (ball(left) ** power for (left, _), power in zip(prizes, powers, strict=True)), start=arb(1)
        )
        found[powers] = -total / (product - 1), product
    return found


class MeterSeries:
    """f(m) = sum of weight * exp(-rate * (m - seed)) for m >= seed, up to a factor; `mass` is its integral.

    With a = p / i and b_j = q_j p_j / i for partial prizes of probability p_j that leave 1 / q_j of the
    meter, the density solves f'(m) = -a f(m) + sum of b_j f(q_j m). Its rates are a Q with Q the products of
    powers of the q_j, and the coefficient of exp(-a Q m) is

        c[k] = - sum over j of b_j c[k - e_j] / (a (Q[k] - 1)),    k the exponents of the q_j in Q,

    so that the levels K = sum of k fall faster than geometrically. To be used at one precision:

    >>> from flint import ctx
    >>> from combin.jackpot.meter import Meter, MeterPrize
    >>> with ctx.workprec(100):
    ...     series = MeterSeries(Meter(0, "1/10", (MeterPrize("all", "1/1000", 1),)))
    ...     print(series.mean().str(10, radius=False))
    100.0000000
    """

    def __init__(self, meter: Meter, increment: Fraction | None = None) -> None:
        """Make the terms; `increment` takes the place of that of the meter."""
        rate = meter.increment if increment is None else increment
        self.seed = ball(meter.seed)
        self.slowest = ball(meter.prize_probability / rate)
        self._prizes = tuple(
            (1 / (1 - one.share), one.probability / meter.prize_probability / (1 - one.share))
            for one in meter.partial
        )
        self.terms: list[tuple[arb, arb]] = []  # each with its weight and rate
        self._parts: dict[int, list[arb]] = {}  # weight / rate^power, by the power
        self._make_terms()
        self.mass = self._sum(1)

    def _make_terms(self) -> None:
        """Go through the levels until what is left out is smaller than the last bit of the first term."""
        from flint import arb, ctx

        nearest = ball(min((left for left, _ in self._prizes), default=Fraction(2)))
        inflow = sum((ball(inflow) for _, inflow in self._prizes), arb(0))
        power = arb(1)
        for number in count():
            level = _level(self._prizes, ctx.prec, number)
            self._add(level)
            power *= nearest
            self._next_rate = self.slowest * power
            ratio = inflow / (power - 1)
            # The ratio of a level to the one before falls, so all that follow are below a geometric series:
            if ratio < 0.5:
                level_sum = sum((abs(weight) for weight, _ in level.values()), arb(0))
                self._rest = level_sum.abs_upper() * (ratio / (1 - ratio)).abs_upper()
                if self.left_out(0) < arb(2) ** -ctx.prec:
                    return

    def _add(self, level: _Level) -> None:
        for weight, product in level.values():
            rate = self.slowest * product
            self.terms.append((weight * ((self.slowest - rate) * self.seed).exp(), rate))

    def left_out(self, power: int, above: arb | None = None) -> arb:
        """Return a bound of what is left out of the sum of |weight| / rate^power * exp(-rate * above)."""
        # All that is left out is of higher levels and decays at the next level's least rate at the slowest,
        # so its weights can be bounded together and one exponential put over them.
        exponent = (self.slowest - self._next_rate) * self.seed
        if above is not None:
            exponent -= self._next_rate * above
        return self._rest * exponent.exp() / self._next_rate**power

    def _sum(self, power: int, above: arb | None = None) -> arb:
        """Return the sum of weight / rate^power * exp(-rate * above), with what is left out as its radius."""
        from flint import arb

        if power not in self._parts:
            self._parts[power] = [weight / rate**power for weight, rate in self.terms]
        values: Iterable[arb] = self._parts[power]
        if above is not None:
            values = (
                part * (-rate * above).exp() for part, (_, rate) in zip(values, self.terms, strict=True)
            )
        return sum(values, arb(0, self.left_out(power, above).abs_upper()))

    def mean(self) -> arb:
        """Return the mean of the meter at a prize, or at any time."""
        return self.seed + self._sum(2) / self.mass

    def variance(self) -> arb:
        """Return the variance of the meter at a prize."""
        first = self._sum(2) / self.mass
        return 2 * self._sum(3) / self.mass - first * first

    def density(self, meter: arb) -> arb:
        """Return the density at an amount, per unit of money."""
        return self._sum(0, meter - self.seed) / self.mass

    def exceeds(self, meter: arb) -> arb:
        """Return the probability that the meter stands above an amount."""
        return self._sum(1, meter - self.seed) / self.mass

    def shortfall(self, left: Fraction, fixed: Fraction = Fraction(0)) -> arb:
        """Return the mean of max(0, seed - left * meter): what the house adds after a prize.

        `left` is the part of the meter that the prize leaves; sums are for panels. By parts the mean is left
        times the integral from s to s / left of the probability that m lies below.
        """
        width = self.seed * (ball(1 / left) - 1) + ball(fixed / left)
        above = (self._sum(2) - self._sum(2, width)) / self.mass
        return ball(left) * (width - above)


class MeterBounds:
    """Where mean, variance and odds of a meter lie; it answers what a `MeterSeries` answers, but wider.

    With the same luck the meter is at least what it would be with a seed of 0, and by the seed more at most.
    Of that meter the moments are fractions (docs/meter.md, section 11). So the bounds are near where the
    seed is small beside the mean, as it is where nothing but tiny shares is taken.

    >>> from combin.jackpot.meter import Meter, MeterPrize
    >>> dust = MeterPrize("dust", Fraction(1, 4000), Fraction(1, 10**12))
    >>> MeterBounds(Meter(10, "50%", (dust,))).mean().str(12, radius=False)
    '2.00000000000e+15'
    """

    def __init__(self, meter: Meter, increment: Fraction | None = None) -> None:
        """Take a meter; `increment` takes the place of its own."""
        rate = meter.increment if increment is None else increment
        growth = rate / meter.prize_probability
        parts = [(one.probability / meter.prize_probability, 1 - one.share) for one in meter.partial]
        self._seed = meter.seed
        self._least = meter.seed + growth
        self._unseeded = growth / (1 - sum(odds * left for odds, left in parts))
        square = 2 * growth * self._unseeded / (1 - sum(odds * left**2 for odds, left in parts))
        self._unseeded_variance = square - self._unseeded**2
        self._sums = meter.sums > 0
        self._most_variance = square + (2 * self._unseeded + self._seed) * self._seed - self._least**2

    def mean(self) -> arb:
        """Return the mean of the meter at a prize, or at any time."""
        least = self._least if self._sums else max(self._unseeded, self._least)
        return ball(least).union(ball(self._unseeded + self._seed))

    def variance(self) -> arb:
        """Return the variance of the meter at a prize.

        What is between 0 and the seed deviates by half of that at most.
        """
        from flint import arb

        if self._sums:  # the meter is no more than it would be without them, whose square is at most this
            return arb(0).union(ball(self._most_variance))
        deviation, more = ball(self._unseeded_variance).sqrt(), ball(self._seed / 2)
        low = arb(0).max(deviation - more)
        return (low**2).union((deviation + more) ** 2)

    def exceeds(self, meter: arb) -> arb:
        """Return the probability that the meter stands above an amount, by Cantelli's inequality."""
        from flint import arb

        above, variance = meter - self.mean(), self.variance().upper()
        far = above.abs_lower()
        rest = (variance / (variance + far**2)).upper()
        if above > 0:
            return arb(0).union(rest)
        return (1 - rest).union(arb(1)) if above < 0 else arb(0).union(arb(1))

    def shortfall(self, left: Fraction, fixed: Fraction = Fraction(0)) -> arb:
        """Return the mean of max(0, seed - left * meter + fixed): what the house adds after a prize."""
        from flint import arb

        return arb(0).union(ball((1 - left) * self._seed + fixed))

    def density(self, meter: arb) -> arb:
        """Refuse to tell the density, of which no bound is known."""
        raise JackpotError(f"shares of the meter so small that its density at {meter.str(6)} is not known")


DEGREE = 20
"""The degree of the polynomial on a panel."""
CLOSE = 1e-13
"""How small the last coefficients of a panel must be beside the first; a larger panel is halved."""
MOST_PANELS = 2_000
"""Where the panels are given up; shares of a millionth take some hundreds."""
HIGHEST = 1e8
"""Up to how many growths above the seed panels are tried: further up floats are too coarse for them."""
_ENDLESS = "shares of the meter so small that its law does not end"

BEYOND = 1e-20
"""The odds with which the meter comes above the highest panel, about."""
MOST_MOMENTS = 20_000
"""The moments of the meter that are looked at for where the highest panel ends."""
SLOWEST = 1e-300
"""A rate at which odds hardly fall."""
UNIT = 2.0**-52
"""The rounding of floats."""


class MeterPanels:
    """The law of a meter by panels; it answers what a `MeterSeries` answers, with one precision for all.

    Args:
        meter: the meter.
        increment: takes the place of that of the meter.

    >>> from combin.jackpot.meter import Meter, MeterPrize
    >>> prizes = MeterPrize("all", "1/1000", 1), MeterPrize("a tenth", "1/100", "1/10")
    >>> panels = MeterPanels(Meter(100, "1/10", prizes))
    >>> panels.mean().str(8, radius=False)
    '114.27255'
    """

    def __init__(self, meter: Meter, increment: Fraction | None = None) -> None:
        rate = meter.increment if increment is None else increment
        self.seed = ball(meter.seed)
        self.growth = ball(rate / meter.prize_probability)
        exact_seed = meter.seed * meter.prize_probability / rate
        odds = [one.probability / meter.prize_probability for one in meter.partial]
        self.odds = [float(one) for one in odds]
        self.left = [float(1 - one.share) for one in meter.partial]
        self.stretch = [float(1 / (1 - one.share)) for one in meter.partial]
        sums = [one.fixed * meter.prize_probability / rate for one in meter.partial]
        self.shift = [
            float((exact_seed * one.share + fixed) / (1 - one.share))
            for one, fixed in zip(meter.partial, sums, strict=True)
        ]
        parts = [(odd, 1 - one.share) for odd, one in zip(odds, meter.partial, strict=True)]
        self.taken = float(1 - sum(odd * left for odd, left in parts))
        self.taken_squared = float(1 - sum(odd * left**2 for odd, left in parts))
        self._bounds = MeterBounds(meter, increment)
        self._panels = _Panels(highest_place(self.odds, self.left, self.shift))
        self._fill()
        self._bound_errors()

    def _fill(self) -> None:
        """Go through the panels from the highest down to the seed; each solves the equation at its points."""
        import numpy as np

        # The equation at y asks for G further up, never below: so panels are solved from the top down. What
        # it asks of panels above is known and goes to the right side; what it asks of the panel itself is
        # unknown like the rest of its row, and goes into the matrix. The matrix's last row ties the panel to
        # the one above.
        panels, width = self._panels, 1.0
        points, values, slopes = _points()
        odds = np.array(self.odds)
        stretch, shift = np.array(self.stretch)[:, None], np.array(self.shift)[:, None]
        right, value = panels.top, 1.0
        while right > 0:
            left = max(0.0, right - width)
            middle, half = (left + right) / 2, (right - left) / 2
            matrix = np.vstack((values + slopes / half, np.ones(DEGREE + 1)))
            sides = np.zeros(DEGREE + 1)
            sides[-1] = value
            places = stretch * (middle + half * points) + shift
            inside = places <= right
            asked = np.zeros_like(places)
            asked[~inside] = panels.at(places[~inside])
            sides[:-1] = odds @ asked
            prize, point = np.nonzero(inside)
            own = odds[prize, None] * _chebyshev((places[inside] - middle) / half)
            np.subtract.at(matrix, point, own)
            row: Floats = np.linalg.solve(matrix, sides).astype(np.float64)
            # Far up places are rounded more, and on wide panels the parts of the equation nearly cancel.
            rest = np.abs(row[-3:]).sum() / np.abs(row).sum() / max(1.0, half / 100, right / 500)
            if rest > CLOSE:
                width = half
                continue
            value = panels.add(row, left, right)
            right, width = left, 4 * half if rest < CLOSE / 1000 else 2 * half

    def _bound_errors(self) -> None:
        """Bound the integral of what is left of the equation, and from it the errors of the law.

        Between the ends of panels, and what the prizes make of them, what is left is a polynomial, bounded
        by the sum of its coefficients. Added to it are the roundings, the steps from panel to panel, and the
        odds above the highest one.
        """
        import numpy as np

        panels = self._panels
        ends = np.append(panels.low, panels.top)
        others = [(ends - shift) / stretch for stretch, shift in zip(self.stretch, self.shift, strict=True)]
        cuts = np.unique(np.clip(np.concatenate((ends, *others)), 0, panels.top))
        low, high = cuts[:-1], cuts[1:]
        middle, half = (low + high) / 2, (high - low) / 2
        nodes, fit = _fit()
        places = middle[:, None] + half[:, None] * nodes
        left_over = panels.slope(middle, places) + panels.value(middle, places)
        rounding = panels.slope_rounding(middle, high) + panels.rounding(middle, high)
        for odds, stretch, shift in zip(self.odds, self.stretch, self.shift, strict=True):
            left_over -= odds * panels.value(stretch * middle + shift, stretch * places + shift)
            rounding += odds * panels.rounding(stretch * middle + shift, stretch * high + shift)
        # Roundings at the nodes grow by the Lebesgue constant at most, which is below 4 for these.
        at_most = np.abs(left_over @ fit.T).sum(axis=1) + 4 * rounding
        steps, above = panels.steps()
        start = panels.start
        defect = fsum([*(2 * half * at_most), *steps]) / start
        first = fsum([*(2 * half * at_most * high), *(steps * above)]) / start
        self._error = defect / self.taken
        self._first_error = (self._error + first) / self.taken_squared

    def _ball(self, value: float, error: float) -> arb:
        from flint import arb

        return arb(value, error)

    def mean(self) -> arb:
        """Return the mean of the meter at a prize, or at any time."""
        mean = self.seed + self.growth * self._area(self._panels.top)
        return mean.intersection(self._bounds.mean())

    def variance(self) -> arb:
        """Return the variance of the meter at a prize."""
        first, moment, rounding = self._area(self._panels.top), *self._panels.moment()
        second = 2 * self._ball(moment, self._first_error + rounding)
        variance = self.growth * self.growth * (second - first * first)
        return variance.intersection(self._bounds.variance())

    def density(self, meter: arb) -> arb:
        """Return the density at an amount, per unit of money."""
        above = self._above(meter)
        resets = max(0.0, 1 - sum(self.odds))
        found = resets * self._exceeds(above)
        for odds, stretch, shift in zip(self.odds, self.stretch, self.shift, strict=True):
            found += odds * (self._exceeds(above) - self._exceeds(stretch * above + shift))
        return found / self.growth

    def exceeds(self, meter: arb) -> arb:
        """Return the probability that the meter stands above an amount."""
        return self._exceeds(self._above(meter)).intersection(self._bounds.exceeds(meter))

    def shortfall(self, left: Fraction, fixed: Fraction = Fraction(0)) -> arb:
        """Return the mean of max(0, seed - left * meter + fixed): what the house adds after a prize.

        `left` is the part of the meter that the prize leaves, `fixed` a sum that it takes besides.
        """
        width = self.seed * (ball(1 / left) - 1) + ball(fixed / left)
        mean = ball(left) * (width - self.growth * self._area(float((width / self.growth).mid())))
        return mean.intersection(self._bounds.shortfall(left, fixed))

    def _above(self, meter: arb) -> float:
        return float(((meter - self.seed) / self.growth).mid())

    def _exceeds(self, above: float) -> arb:
        if above <= 0:
            return self._ball(1, 0)
        value = float(self._panels.at([above])[0]) / self._panels.start
        # An amount is rounded to a float, near which G falls by at most 1 for each growth.
        return self._ball(value, self._error + UNIT * (above + 4 * DEGREE**2))

    def _area(self, up_to: float) -> arb:
        """Return the integral of G from the seed to so many growths above it."""
        area, rounding = self._panels.area(up_to)
        return self._ball(area, self._error + rounding + UNIT * min(up_to, self._panels.top))


def law_of(
    meter: Meter, increment: Fraction | None = None, patience: int = 1
) -> MeterSeries | MeterPanels | MeterBounds:
    """Return the law of a meter by its series where that is short, else by panels, or its bounds at least."""
    if is_short(meter, patience):
        return MeterSeries(meter, increment)
    try:
        return MeterPanels(meter, increment)
    except EndlessError:
        return MeterBounds(meter, increment)


class EndlessError(JackpotError):
    """Shares so small that the panels do not end."""


class _Panels:
    """Polynomials in Chebyshev form on panels, the highest first; nothing is above the highest."""

    def __init__(self, top: float) -> None:
        import numpy as np

        if top > HIGHEST:
            raise EndlessError(_ENDLESS)
        self.top = top
        self._rows = np.zeros((64, DEGREE + 1))
        self._ends = np.zeros((2, 64))
        self._number = 0

    @property
    def low(self) -> Floats:
        """The lower ends."""
        return self._ends[0, : self._number]

    @property
    def high(self) -> Floats:
        """The upper ends."""
        return self._ends[1, : self._number]

    @property
    def rows(self) -> Floats:
        """The coefficients, a row for each panel."""
        return self._rows[: self._number]

    def add(self, row: Floats, low: float, high: float) -> float:
        """Add a panel below the others, and return the value at its lower end."""
        import numpy as np

        if self._number == MOST_PANELS:
            raise EndlessError(_ENDLESS)
        if self._number == len(self._rows):
            self._rows = np.concatenate((self._rows, np.zeros_like(self._rows)))
            self._ends = np.concatenate((self._ends, np.zeros_like(self._ends)), axis=1)
        self._rows[self._number], self._ends[:, self._number] = row, (low, high)
        self._number += 1
        if abs(row[0]) > 1e100:
            self.rows[:] *= 1e-100
        return float(_at_ends(self.rows[-1])[0])

    @property
    def start(self) -> float:
        """The value at the lower end of the lowest panel."""
        return float(_at_ends(self.rows[-1])[0])

    def find(self, places: Floats) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Return the panel of each place, and which places there are any for."""
        import numpy as np

        found = np.searchsorted(-self.high, -places, side="right") - 1
        return np.clip(found, 0, self._number - 1), places < self.top

    def at(self, places: Sequence[float] | Floats) -> Floats:
        """Return the values at places."""
        import numpy as np

        where = np.asarray(places, dtype=np.float64)
        return self.value(where, where[:, None])[:, 0]

    def _local(self, panels: NDArray[np.intp], places: Floats) -> Floats:
        low, high = self.low[panels, None], self.high[panels, None]
        return (2 * places - low - high) / (high - low)

    def value(self, of: Floats, places: Floats) -> Floats:
        """Return the values of the panel that holds each `of`, at the places in its row."""
        import numpy as np

        if not self._number:
            return np.zeros_like(places)
        found, any_there = self.find(of)
        known = np.where(any_there[:, None], places, self.low[found, None])
        values = np.einsum("pnk,pk->pn", _chebyshev(self._local(found, known)), self._rows[found])
        return np.where(any_there[:, None], values, 0)

    def slope(self, of: Floats, places: Floats) -> Floats:
        """Return the derivatives likewise."""
        import numpy as np

        found, _ = self.find(of)
        slopes = _derivatives(self.rows) / ((self.high - self.low) / 2)[:, None]
        found_slopes: Floats = np.einsum(
            "pnk,pk->pn", _chebyshev(self._local(found, places))[..., :-1], slopes[found]
        )
        return found_slopes

    def rounding(self, of: Floats, up_to: Floats) -> Floats:
        """Bound the rounding of values, that of the places (of at most `up_to`) included."""
        import numpy as np

        half = (self.high - self.low) / 2
        here = _sizes(self.rows)
        there = np.abs(_derivatives(self.rows)).sum(axis=1) / half
        found, any_there = self.find(of)
        return np.where(any_there, UNIT * (here[found] + 8 * (up_to + 1) * there[found]), 0)

    def slope_rounding(self, of: Floats, up_to: Floats) -> Floats:
        """Bound the rounding of derivatives likewise."""
        import numpy as np

        half = (self.high - self.low) / 2
        slopes = _derivatives(self.rows)
        there = np.abs(_derivatives(slopes)).sum(axis=1) / half**2
        found, _ = self.find(of)
        each: Floats = 2 * (_sizes(slopes) / half)[found] + 8 * (up_to + 1) * there[found]
        return UNIT * each

    def steps(self) -> tuple[Floats, Floats]:
        """Return by how much neighbouring panels differ at most where they meet, and where they do."""
        import numpy as np

        low, high = _at_ends(self.rows)
        above = np.append(0.0, low)
        below = np.append(high, low[-1])
        sizes = 4 * UNIT * _sizes(self.rows)
        return np.abs(above - below) + np.append(sizes, sizes[-1]), np.append(self.high, self.low[-1])

    def area(self, up_to: float) -> tuple[float, float]:
        """Return the integral from the seed to a place, for a value of 1 at the seed, and its rounding."""
        import numpy as np
        from numpy.polynomial.chebyshev import chebint

        half = (self.high - self.low) / 2
        ends = np.clip((2 * up_to - self.low - self.high) / (self.high - self.low), -1, 1)
        sums = chebint(self.rows, axis=1, lbnd=-1)
        parts = half * (_chebyshev(ends, DEGREE + 1) * sums).sum(axis=1)
        rounding = 4 * UNIT * fsum(half * _sizes(self.rows)) / self.start
        return fsum(parts) / self.start, rounding

    def moment(self) -> tuple[float, float]:
        """Return the integral of the places times the values, likewise, and its rounding."""
        import numpy as np
        from numpy.polynomial.chebyshev import chebint

        half, middle = (self.high - self.low) / 2, (self.high + self.low) / 2
        # t T_k = (T_(k+1) + T_|k-1|) / 2
        times = np.pad(self.rows, ((0, 0), (1, 0))) / 2
        times[:, 1] += self.rows[:, 0] / 2
        times[:, :DEGREE] += self.rows[:, 1:] / 2
        sums = chebint(
            middle[:, None] * np.pad(self.rows, ((0, 0), (0, 1))) + half[:, None] * times, axis=1, lbnd=-1
        )
        rounding = 8 * UNIT * fsum(half * self.high * _sizes(self.rows)) / self.start
        return fsum(half * sums.sum(axis=1)) / self.start, rounding


def highest_place(odds: Sequence[float], left: Sequence[float], shift: Sequence[float]) -> float:
    """Return how many growths above the seed the meter comes with odds of about `BEYOND`.

    What it has above the seed is at most what it has with a seed of 0, whose moments are known: the mean of
    the n-th power is n! divided by the product of 1 - sum of odds x left^k, k from 1 to n; and Markov's
    inequality holds for each of them. A prize that falls to the seed from anywhere below is one that resets.
    """
    import numpy as np

    walk = -log(BEYOND) / _walk_rate(odds, [one * kept for one, kept in zip(shift, left, strict=True)])
    order = np.arange(1, MOST_MOMENTS + 1)
    parts = dict(enumerate(left))
    while True:
        kept = sum((odds[place] * part**order for place, part in parts.items()), np.zeros(MOST_MOMENTS))
        moments = np.cumsum(np.log(order) - np.log1p(-kept))
        top = min(walk, float(np.exp((moments - np.log(BEYOND)) / order).min()))
        near = {place: part for place, part in parts.items() if shift[place] < top}
        if near == parts:
            return top
        parts = near


def _walk_rate(odds: Sequence[float], steps: Sequence[float]) -> float:
    """Return the rate at which the odds of places above the seed fall, at least; 0 if nothing is known.

    A prize takes at least its part of the seed. With just that the meter is a walk of which the odds of y are
    e^(-rate x y), where 1 - rate = sum of odds x e^(-rate x step); between 0 and that the left side is more.
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if 1 - middle > sum(part * exp(-middle * step) for part, step in zip(odds, steps, strict=True)):
            low = middle
        else:
            high = middle
    return low or SLOWEST


def _chebyshev(places: Floats, degree: int = DEGREE) -> Floats:
    """Return the Chebyshev polynomials up to a degree at places in [-1, 1], along a last axis."""
    import numpy as np

    found = np.empty((degree + 1, *places.shape))
    found[0], found[1] = 1, places
    twice = 2 * places
    for order in range(2, degree + 1):
        np.multiply(twice, found[order - 1], out=found[order])
        found[order] -= found[order - 2]
    return np.moveaxis(found, 0, -1)


@cache
def _points() -> tuple[Floats, Floats, Floats]:
    """Return the points in which a panel solves the equation, and the polynomials there and their slopes."""
    import numpy as np

    angles = np.pi * (2 * np.arange(DEGREE) + 1) / (2 * DEGREE)
    order = np.arange(DEGREE + 1)
    slopes = order * np.sin(order * angles[:, None]) / np.sin(angles)[:, None]
    return np.cos(angles), np.cos(order * angles[:, None]), slopes


@cache
def _fit() -> tuple[Floats, Floats]:
    """Return points that tell a polynomial of the degree, and what makes its coefficients of the values."""
    import numpy as np

    angles = np.pi * (2 * np.arange(DEGREE + 1) + 1) / (2 * DEGREE + 2)
    fit = np.array(2 / (DEGREE + 1) * np.cos(np.arange(DEGREE + 1)[:, None] * angles), dtype=np.float64)
    fit[0] /= 2
    return np.cos(angles), fit


def _derivatives(rows: Floats) -> Floats:
    """Return the coefficients of the derivatives of polynomials."""
    import numpy as np
    from numpy.polynomial.chebyshev import chebder

    return np.asarray(chebder(rows, axis=1), dtype=np.float64)


def _sizes(rows: Floats) -> Floats:
    """Bound the rounding of polynomials in units of `UNIT`: T_k by recursion loses k^2 of them."""
    import numpy as np

    sizes: Floats = np.abs(rows) @ (np.arange(rows.shape[1]) ** 2 + DEGREE + 4.0)
    return sizes


def _at_ends(rows: Floats) -> tuple[Floats, Floats]:
    """Return the values at the lower and at the upper end."""
    import numpy as np

    signs = 1.0 - 2.0 * (np.arange(DEGREE + 1) % 2)
    return rows @ signs, rows.sum(axis=-1)
