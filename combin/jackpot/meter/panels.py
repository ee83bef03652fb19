"""The law of a meter as polynomials on panels, with a proven bound of its error: for any shares and seeds.

The series of `MeterSeries` has any number of digits, but too many terms where shares are small or lie near
one another. Here the chance G(y) that the meter stands y mean growths above the seed is approached panel by
panel from above, and what is left of its equation bounds the error; docs/meter.md proves the bound.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import exp, fsum, log
from typing import TYPE_CHECKING

from combin.jackpot.meter.meter import JackpotError, Meter
from combin.jackpot.meter.series import MeterBounds, MeterSeries, ball, is_short

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from flint import arb
    from numpy.typing import NDArray

    from combin.aliases import Floats


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

    Raises:
        EndlessError: the shares are so small that the panels do not end.

    >>> from combin.jackpot.meter.meter import Meter, MeterPrize
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
        """Go through the panels from the highest down to the seed; each solves the equation at its points.

        With y in mean growths above the seed it is G'(y) = -G(y) + sum of odds x G(stretch x y + shift).
        """
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
        """Add a panel below the others, and return the value at its lower end.

        Only ratios of values matter: they are made smaller before they get too large for floats.
        """
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
        """Return by how much neighbouring panels differ at most where they meet, and where they do.

        The first step is that from nothing above the highest panel; the last is the rounding at the seed.
        """
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
