"""The law of a meter by polynomials on panels, with bounds of all errors; docs/meter.md, section 11."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import exp, fsum, log
from typing import TYPE_CHECKING

import numpy as np
from flint import arb
from numpy.polynomial.chebyshev import chebder, chebint, chebvander

from combin.jackpot.enclosure import MeterBounds, ball
from combin.jackpot.meter import JackpotError, Meter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from combin.aliases import Floats

DEGREE = 20
"""The degree of the polynomial on a panel."""
CLOSE = 1e-13
"""How small the last coefficients of a panel must be compared with the first; a larger panel is halved."""
MOST_PANELS = 2_000
"""Where the panels are given up; shares of a millionth take some hundreds."""
HIGHEST = 1e8
"""Up to how many growths above the seed panels are tried: further up floats are too coarse for them."""
BEYOND = 1e-20
"""The odds with which the meter comes above the highest panel, about."""
MOST_MOMENTS = 20_000
"""The moments of the meter that are looked at for where the highest panel ends."""
SLOWEST = 1e-300
"""A rate at which odds hardly fall."""
UNIT = 2.0**-52
"""The rounding of floats."""


class EndlessError(JackpotError):
    """Shares so small that the panels do not end."""

    def __init__(self) -> None:
        super().__init__("shares of the meter so small that its law does not end")


class MeterPanels(MeterBounds):
    """The law of a meter by panels: bounds that are narrower, with one precision for all.

    >>> from combin.jackpot.meter import Meter, MeterPrize
    >>> prizes = MeterPrize("all", "1/1000", 1), MeterPrize("a tenth", "1/100", "1/10")
    >>> panels = MeterPanels(Meter(100, "1/10", prizes))
    >>> panels.mean().str(8, radius=False)
    '114.27255'
    """

    knows_density = True

    def __init__(self, meter: Meter, increment: Fraction | None = None) -> None:
        super().__init__(meter, increment)
        parts = [
            (float(odds), left, float((self.seed * (1 - left) + fixed) / left / self.growth))
            for odds, left, fixed in self.partial
        ]
        self._prizes = [(odds, float(1 / left), shift) for odds, left, shift in parts]
        self._panels = _Panels(highest_place([(odds, float(left), shift) for odds, left, shift in parts]))
        self._fill()
        self._bound_errors()

    def _fill(self) -> None:
        """Go through the panels from the highest down to the seed; each solves the equation at its points."""
        # The equation at y asks for G further up, never below: so panels are solved from the top down. What
        # it asks of panels above is known and goes to the right side; what it asks of the panel itself is
        # unknown like the rest of its row, and goes into the matrix. The matrix's last row ties the panel to
        # the one above.
        panels, width = self._panels, 1.0
        points, values, slopes = _points()
        odds, stretch, shift = np.array(self._prizes).reshape(-1, 3).T.copy()
        right, value = panels.top, 1.0
        while right > 0:
            left = max(0.0, right - width)
            middle, half = (left + right) / 2, (right - left) / 2
            matrix = np.vstack((values + slopes / half, np.ones(DEGREE + 1)))
            sides = np.zeros(DEGREE + 1)
            sides[-1] = value
            places = stretch[:, None] * (middle + half * points) + shift[:, None]
            inside = places <= right
            asked = np.zeros_like(places)
            asked[~inside] = panels.at(places[~inside])
            sides[:-1] = odds @ asked
            prize, point = np.nonzero(inside)
            own = odds[prize, None] * chebvander((places[inside] - middle) / half, DEGREE)
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
        """Bound the integral of what is left of the equation, and from it the errors of the law."""
        # Between the ends of panels, and what the prizes make of them, what is left is a polynomial, bounded
        # by the sum of its coefficients. Added to it are the roundings, the steps from panel to panel, and
        # the odds above the highest one.
        panels, slopes = self._panels, self._panels.slopes()
        ends = np.append(panels.low, panels.top)
        others = [(ends - shift) / stretch for _, stretch, shift in self._prizes]
        cuts = np.unique(np.clip(np.concatenate((ends, *others)), 0, panels.top))
        low, high = cuts[:-1], cuts[1:]
        middle, half = (low + high) / 2, (high - low) / 2
        nodes, fit = _fit()
        places = middle[:, None] + half[:, None] * nodes
        left_over = slopes.value(middle, places) + panels.value(middle, places)
        rounding = slopes.rounding(middle, high) + panels.rounding(middle, high)
        for odds, stretch, shift in self._prizes:
            left_over -= odds * panels.value(stretch * middle + shift, stretch * places + shift)
            rounding += odds * panels.rounding(stretch * middle + shift, stretch * high + shift)
        # Roundings at the nodes grow by the Lebesgue constant at most, which is below 4 for these.
        at_most = np.abs(left_over @ fit.T).sum(axis=1) + 4 * rounding
        steps, above = panels.steps()
        defect = fsum([*(2 * half * at_most), *steps]) / panels.start
        first = fsum([*(2 * half * at_most * high), *(steps * above)]) / panels.start
        self._error = defect / float(self.taken)
        self._first_error = (self._error + first) / float(self.taken_squared)

    def mean(self) -> arb:
        """The mean of the meter at a prize, or at any time."""
        mean = ball(self.seed) + ball(self.growth) * self._area(self._panels.top)
        return mean.intersection(super().mean())

    def variance(self) -> arb:
        """The variance of the meter at a prize."""
        first, moment, rounding = self._area(self._panels.top), *self._panels.moment()
        second = 2 * arb(moment, self._first_error + rounding)
        variance = ball(self.growth) * ball(self.growth) * (second - first * first)
        return variance.intersection(super().variance())

    def density(self, meter: arb) -> arb:
        """The density at an amount, per unit of money."""
        above = self._above(meter)
        density = max(0.0, 1 - sum(odds for odds, _, _ in self._prizes)) * self._exceeds(above)
        for odds, stretch, shift in self._prizes:
            density += odds * (self._exceeds(above) - self._exceeds(stretch * above + shift))
        return density / ball(self.growth)

    def exceeds(self, meter: arb) -> arb:
        """The probability that the meter stands above an amount."""
        return self._exceeds(self._above(meter)).intersection(super().exceeds(meter))

    def shortfall(self, left: Fraction, fixed: Fraction = Fraction(0)) -> arb:
        """The mean of max(0, seed - left * meter + fixed): what the house adds after a prize."""
        growth, width = ball(self.growth), ball(self.seed) * (ball(1 / left) - 1) + ball(fixed / left)
        mean = ball(left) * (width - growth * self._area(float((width / growth).mid())))
        return mean.intersection(super().shortfall(left, fixed))

    def _above(self, meter: arb) -> float:
        return float(((meter - ball(self.seed)) / ball(self.growth)).mid())

    def _exceeds(self, above: float) -> arb:
        if above <= 0:
            return arb(1)
        value = float(self._panels.at(np.array([above]))[0]) / self._panels.start
        # An amount is rounded to a float, near which G falls by at most 1 for each growth.
        return arb(value, self._error + UNIT * (above + 4 * DEGREE**2))

    def _area(self, up_to: float) -> arb:
        """Return the integral of G from the seed to that many growths above it."""
        area, rounding = self._panels.area(up_to)
        return arb(area, self._error + rounding + UNIT * min(up_to, self._panels.top))


class _Panels:
    """Polynomials in Chebyshev form (`rows`) on panels from `low` to `high`, the highest first."""

    def __init__(self, top: float) -> None:
        if top > HIGHEST:
            raise EndlessError
        self.top = top
        self._room = np.zeros((MOST_PANELS, DEGREE + 3))
        self._hold(0)

    def _hold(self, number: int) -> None:
        filled = self._room[:number]
        self.low, self.high, self.rows = filled[:, 0], filled[:, 1], filled[:, 2:]

    @property
    def half(self) -> Floats:
        """Half the width of each."""
        return (self.high - self.low) / 2

    def add(self, row: Floats, low: float, high: float) -> float:
        """Add a panel below the others, and return the value at its lower end."""
        number = len(self.rows)
        if number == MOST_PANELS:
            raise EndlessError
        self._room[number] = (low, high, *row)
        self._hold(number + 1)
        if abs(row[0]) > 1e100:
            self.rows[:] *= 1e-100
        return self.start

    def slopes(self) -> _Panels:
        """The derivatives."""
        slopes = _Panels(self.top)
        rows = _derivatives(self.rows) / self.half[:, None]
        slopes.low, slopes.high, slopes.rows = self.low, self.high, rows
        return slopes

    @property
    def start(self) -> float:
        """The value at the lower end of the lowest panel."""
        return float(_at_ends(self.rows[-1])[0])

    def find(self, places: Floats) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Return the panel of each place, and which places there are any for."""
        panels = np.searchsorted(-self.high, -places, side="right") - 1
        return np.clip(panels, 0, len(self.rows) - 1), places < self.top

    def at(self, places: Floats) -> Floats:
        """Return the values at places."""
        return self.value(places, places[:, None])[:, 0]

    def value(self, of: Floats, places: Floats) -> Floats:
        """Return the values of the panel that holds each `of`, at the places in its row."""
        if not len(self.rows):
            return np.zeros_like(places)
        panels, any_there = self.find(of)
        low, high = self.low[panels, None], self.high[panels, None]
        local = (2 * np.where(any_there[:, None], places, low) - low - high) / (high - low)
        rows = self.rows[panels]
        values = np.einsum("pnk,pk->pn", chebvander(local, rows.shape[1] - 1), rows)
        return np.where(any_there[:, None], values, 0)

    def rounding(self, of: Floats, up_to: Floats) -> Floats:
        """Bound the rounding of values, that of the places (of at most `up_to`) and of the rows included."""
        # Derivatives are one degree lower; theirs are twice as much, since their rows are rounded too.
        here = _sizes(self.rows) * (1 if self.rows.shape[1] > DEGREE else 2)
        there = np.abs(_derivatives(self.rows)).sum(axis=1) / self.half
        panels, any_there = self.find(of)
        return np.where(any_there, UNIT * (here[panels] + 8 * (up_to + 1) * there[panels]), 0)

    def steps(self) -> tuple[Floats, Floats]:
        """Return by how much neighbouring panels differ at most where they meet, and where they do."""
        low, high = _at_ends(self.rows)
        above = np.append(0.0, low)
        below = np.append(high, low[-1])
        sizes = 4 * UNIT * _sizes(self.rows)
        return np.abs(above - below) + np.append(sizes, sizes[-1]), np.append(self.high, self.low[-1])

    def area(self, up_to: float) -> tuple[float, float]:
        """Return the integral from the seed to a place, for a value of 1 at the seed, and its rounding."""
        ends = np.clip((2 * up_to - self.low - self.high) / (self.high - self.low), -1, 1)
        sums = chebint(self.rows, axis=1, lbnd=-1)
        parts = self.half * (chebvander(ends, DEGREE + 1) * sums).sum(axis=1)
        rounding = 4 * UNIT * fsum(self.half * _sizes(self.rows)) / self.start
        return fsum(parts) / self.start, rounding

    def moment(self) -> tuple[float, float]:
        """Return the integral of the places times the values, likewise, and its rounding."""
        half, middle = self.half, (self.high + self.low) / 2
        # t T_k = (T_(k+1) + T_|k-1|) / 2
        times = np.pad(self.rows, ((0, 0), (1, 0))) / 2
        times[:, 1] += self.rows[:, 0] / 2
        times[:, :DEGREE] += self.rows[:, 1:] / 2
        at_middle = middle[:, None] * np.pad(self.rows, ((0, 0), (0, 1)))
        sums = chebint(at_middle + half[:, None] * times, axis=1, lbnd=-1)
        rounding = 8 * UNIT * fsum(half * self.high * _sizes(self.rows)) / self.start
        return fsum(half * sums.sum(axis=1)) / self.start, rounding


def highest_place(prizes: Sequence[tuple[float, float, float]]) -> float:
    """How many growths above the seed the meter comes with odds of about `BEYOND`.

    `prizes` are the partial ones: the part of each of all prizes, what it leaves of the meter, and from how
    many growths above the seed it leads to the seed.

    What it has above the seed is at most what it has with a seed of 0, whose moments are known: the mean of
    the n-th power is n! divided by the product of 1 - sum of odds x left^k, k from 1 to n; and Markov's
    inequality holds for each of them. A prize that falls to the seed from anywhere below is one that resets.
    """
    walk = -log(BEYOND) / _walk_rate([(odds, shift * left) for odds, left, shift in prizes])
    order = np.arange(1, MOST_MOMENTS + 1)
    while True:
        kept = sum((odds * left**order for odds, left, _ in prizes), np.zeros(MOST_MOMENTS))
        moments = np.cumsum(np.log(order) - np.log1p(-kept))
        top = min(walk, float(np.exp((moments - np.log(BEYOND)) / order).min()))
        near = [prize for prize in prizes if prize[2] < top]
        if len(near) == len(prizes):
            return top
        prizes = near


def _walk_rate(steps: Sequence[tuple[float, float]]) -> float:
    """Return the rate at which the odds of places above the seed fall, at least; 0 if nothing is known.

    A prize takes at least its part of the seed. With just that the meter is a walk of which the odds of y are
    e^(-rate x y), where 1 - rate = sum of odds x e^(-rate x step); between 0 and that the left side is more.
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if 1 - middle > sum(odds * exp(-middle * step) for odds, step in steps):
            low = middle
        else:
            high = middle
    return low or SLOWEST


@cache
def _points() -> tuple[Floats, Floats, Floats]:
    """Return the points in which a panel solves the equation, and the polynomials there and their slopes."""
    angles = np.pi * (2 * np.arange(DEGREE) + 1) / (2 * DEGREE)
    order = np.arange(DEGREE + 1)
    slopes = order * np.sin(order * angles[:, None]) / np.sin(angles)[:, None]
    return np.cos(angles), np.cos(order * angles[:, None]), slopes


@cache
def _fit() -> tuple[Floats, Floats]:
    """Return points that tell a polynomial of the degree, and what makes its coefficients of the values."""
    angles = np.pi * (2 * np.arange(DEGREE + 1) + 1) / (2 * DEGREE + 2)
    fit = np.array(2 / (DEGREE + 1) * np.cos(np.arange(DEGREE + 1)[:, None] * angles), dtype=np.float64)
    fit[0] /= 2
    return np.cos(angles), fit


def _derivatives(rows: Floats) -> Floats:
    return np.asarray(chebder(rows, axis=1), dtype=np.float64)


def _sizes(rows: Floats) -> Floats:
    """Bound the rounding of polynomials in units of `UNIT`: T_k by recursion loses k^2 of them."""
    sizes: Floats = np.abs(rows) @ (np.arange(rows.shape[1]) ** 2 + DEGREE + 4.0)
    return sizes


def _at_ends(rows: Floats) -> tuple[Floats, Floats]:
    """Return the values at the lower and at the upper end."""
    signs = 1.0 - 2.0 * (np.arange(DEGREE + 1) % 2)
    return rows @ signs, rows.sum(axis=-1)
