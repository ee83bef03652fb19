"""The law of many rounds by the slower road: powers of a polynomial by squaring, between bounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, chain, islice, repeat
from math import ceil, floor, log
from typing import TYPE_CHECKING, NamedTuple

import combin
from combin.jackpot.enclosure import Enclosure, ball, enclosure
from combin.session.total import LEVELS, OneRound, TotalLaw

if TYPE_CHECKING:
    from flint import fmpz_poly

__all__ = ["Powers", "bands", "exact_law", "of_wagers"]


class Window(NamedTuple):
    """Terms of the power of that many rounds from `start` on, and what their coefficients miss at most."""

    power: fmpz_poly
    start: int
    rounds: int
    missing: int


class Powers:
    """The law of the total of that many rounds, up to some units at least.

    Terms above the highest that is wanted never come back, as no step is negative. Coefficients are rounded
    down to multiples of 2^-bits, and terms are left out that lie so low or so high that a total comes there
    with a chance of 2^-tail at most, or that the other rounds would have to come so low.
    """

    def __init__(self, one_round: OneRound, rounds: int, up_to: int, bits: int = 168) -> None:
        self.one_round, self.rounds, self.bits = one_round, rounds, bits
        self.steps, self.step = one_round.in_steps
        self.top = min(max(-(-(up_to - one_round.worst * rounds) // self.step), 0), self.steps.best * rounds)
        self.tail = bits - bits // 3
        high = min(self.steps.best, self._upper(1))
        shares = [0] * (high + 1)
        for steps, count in self.steps.nets:
            if steps <= high:
                shares[steps] = (count << bits) // self.steps.total
        from flint import fmpz_poly

        power = base = Window(fmpz_poly(shares), 0, 1, self._lost(high + 1))
        for bit in f"{rounds:b}"[1:]:
            for factor in (power, *([base] if bit == "1" else [])):
                power = self._times(power, factor)
        chances = map(int, power.power.coeffs())  # those above the last are 0
        self.start, self.missing = power.start, power.missing
        self.rising = tuple(accumulate(islice(chain(chances, repeat(0)), self.top - self.start + 1)))

    def at_most(self, units: int) -> Enclosure:
        """The limits of the chance of a total of at most some units."""
        place = (units - self.one_round.worst * self.rounds) // self.step - self.start
        assert place < len(self.rising)
        low = self.rising[place] if place >= 0 else 0
        return Enclosure(Fraction(low, 1 << self.bits), Fraction(low + self.missing, 1 << self.bits))

    def percentile(self, share: Fraction) -> int:
        """The least total that at least a share of sessions stay at or below, in units."""
        limit = ceil(share * (1 << self.bits))
        place = next(place for place, chance in enumerate(self.rising) if chance >= limit)
        assert not place or self.rising[place - 1] + self.missing < limit
        return self.one_round.worst * self.rounds + (self.start + place) * self.step

    def _times(self, power: Window, factor: Window) -> Window:
        start, rounds = power.start + factor.start, power.rounds + factor.rounds
        low, high = max(self._lower(rounds), start), self._upper(rounds)
        product = power.power.mul_low(factor.power, max(high - start + 1, 1)).right_shift(low - start)
        rounded = product // (1 << self.bits)
        return Window(rounded, low, rounds, power.missing + factor.missing + self._lost(rounded.length()))

    def _upper(self, rounds: int) -> int:
        """The term above which these rounds, or else the rest, would have to come extremely far."""
        return min(self.top - self._lower(self.rounds - rounds), self._far(rounds, 1))

    def _lower(self, rounds: int) -> int:
        """The term below which that many rounds come with a chance of 2^-tail at most."""
        return max(self._far(rounds, -1), 0) if rounds else 0

    def _far(self, rounds: int, sign: int) -> int:
        """The last term, up (1) or down (-1), that is not left out: Chernoff; floats choose the exponent."""
        from flint import ctx

        far = self.tail * log(2)
        greatest = 700.0 / self.steps.best if sign > 0 else 32.0
        values = (sign * greatest * 2 ** (-power / 2) for power in range(1, 51))
        best = min(values, key=lambda t: (far + rounds * log(self.steps.transform(t))) / abs(t))
        with ctx.workprec(64 + self.tail):
            grows = rounds * self.steps.log_transform(Fraction(best))
            bound = enclosure((self.tail * ball(2).log() + grows) / ball(Fraction(best)))
        return ceil(bound.high) - 1 if sign > 0 else floor(bound.low) + 1

    def _lost(self, terms: int) -> int:
        """What one product loses at most by rounding and by both ends of its window."""
        return terms + 2 * (1 << (self.bits - self.tail))


def bands(one_round: OneRound, hands: int) -> None:
    """Find the ends of all bands for that many hands: what bench times."""
    shares = [share for level in LEVELS for share in ((1 - level) / 2, (1 + level) / 2)]
    powers = Powers(one_round, hands, TotalLaw(one_round, hands).percentile(max(shares)), 96)
    for share in shares:
        powers.percentile(share)


def exact_law(one_round: OneRound, rounds: int) -> TotalLaw:
    """Return the law of that many rounds with all its coefficients exact, however long it takes."""
    law = TotalLaw(one_round, rounds, most_exact=1 << 50)
    assert law.exact
    return law


def of_wagers(**stakes: int) -> OneRound:
    """Return a round of wagers of Crown Melbourne."""
    return OneRound.of_mix(combin.load("crown-melbourne").mix(stakes))
