"""What the long-run law leaves out, effect by effect, with limits that hold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.jackpot.meter.law import MeterLaw
from combin.jackpot.meter.rounds import return_by_rounds, seat_outcomes

if TYPE_CHECKING:
    from combin.cards.cards import Deck
    from combin.jackpot.meter.meter import Meter
    from combin.jackpot.meter.rounds import RoundReturn

__all__ = ["Effect", "neglected_effects"]


@dataclass(frozen=True, slots=True)
class Effect:
    """Between which limits something changes the return per unit wagered, and the mean meter at a prize."""

    name: str
    return_change: tuple[float, float]
    meter_change: tuple[float, float]


def neglected_effects(
    meter: Meter, deck: Deck | None = None, seats: tuple[int, ...] = (), round_up_to: Fraction = Fraction(1)
) -> tuple[Effect, ...]:
    """Return what the long-run law of `MeterLaw` leaves out.

    The law takes wagers for a stream: the meter grows evenly, one prize comes at a time and is paid exactly.
    The effects of wagers in rounds come from `return_by_rounds`; docs/meter.md derives the others:

    - A meter that is rounded up to a unit when it is paid hands over at most share x unit more.
    - Whether a prize is won from the meter with or without the increments of its own round makes no
      difference, if those come to the meter afterwards: the law of the meter at a prize is the same. If they
      are lost, probability x increment rate is lost per unit wagered.

    Args:
        meter: the meter, per unit wagered.
        deck: the cards of the game, for tables of several seats with common jackpot cards.
        seats: numbers of seats to look at.
        round_up_to: what the meter is rounded up to when paid, per unit wagered.

    Raises:
        JackpotError: no prize resets the meter, or seats are asked for and it has other prizes than those
            for royal and straight flushes.
    """
    law = MeterLaw(meter)
    per_unit = meter.value_line().per_unit
    partial = sum((one.probability * one.share for one in meter.partial), Fraction(0))

    def change(name: str, round_return: RoundReturn) -> Effect:
        at, mean = float(law.long_run_return.middle), float(law.mean.middle)
        low, high = round_return.mean_meter
        return Effect(name, (round_return.low - at, round_return.high - at), (low - mean, high - mean))

    effects = [change("whole wagers, one in a round", return_by_rounds(meter))]
    for count in seats:
        if deck is not None:
            found = return_by_rounds(meter, seat_outcomes(meter, deck, count), count)
            effects.append(change(f"rounds of {count} wagers on common jackpot cards", found))
    rounding = float(per_unit * round_up_to), float(partial / per_unit * round_up_to)
    lost = meter.prize_probability * meter.increment
    effects += (
        Effect("prizes paid rounded up", (0.0, rounding[0]), (-rounding[1], 0.0)),
        Effect("increments of a winning wager lost", (-float(lost), 0.0), (-float(lost / per_unit), 0.0)),
    )
    return tuple(effects)
