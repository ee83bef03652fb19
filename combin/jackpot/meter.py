"""A progressive meter as its rules state it: seed, increment rate, and who takes which part of it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from msgspec import Struct
from msgspec.structs import force_setattr

from combin.formatting import plain
from combin.rules.numbers import read_exact

Number = Fraction | int | str
"""A number that is exact as it is written: 34, Fraction(1, 3), "34.06%", "12500.50"."""


class JackpotError(ValueError):
    """Something that no jackpot can be, or that the analysis does not reach; the message is one line."""


def number(name: str, value: Number) -> Fraction:
    """Return an exact value, or say which one is none."""
    try:
        return value if isinstance(value, Fraction) else read_exact(value)
    except ValueError as error:
        raise JackpotError(f"{name}: {error}") from None


class MeterPrize(Struct, frozen=True):
    """A prize paid out of the meter.

    `probability` is that of winning it with one wager, `share` the part of the meter that is paid: 1 takes
    the whole meter and resets it to the seed. `fixed` is a sum for each unit wagered that is paid out of it
    besides, all of it in any case: the house adds what is missing.
    """

    name: str
    probability: Fraction
    share: Fraction
    fixed: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        force_setattr(self, "fixed", number(f"{self.name}: fixed", self.fixed))
        if self.fixed < 0:
            raise JackpotError(f"{self.name}: a sum of {plain(self.fixed)} is negative")
        for field in ("probability", "share"):
            value = number(f"{self.name}: {field}", getattr(self, field))
            if field == "share" and self.fixed and not value:
                pass  # the sum alone
            elif not 0 < value <= 1:
                raise JackpotError(f"{self.name}: a {field} of {plain(value)} is not above 0 and at most 1")
            force_setattr(self, field, value)

    @property
    def resets(self) -> bool:
        """Whether the prize takes the whole meter."""
        return self.share == 1


class BonusPrize(Struct, frozen=True):
    """A fixed prize that the house pays, not the meter (Crown 6.3.3); `pays` is "for 1", per unit wagered."""

    name: str
    probability: Fraction
    pays: Fraction

    @property
    def paid(self) -> Fraction:
        """What it returns for each unit wagered."""
        return self.probability * self.pays

    def __post_init__(self) -> None:
        for field in ("probability", "pays"):
            value = number(f"{self.name}: {field}", getattr(self, field))
            if value < 0 or (field == "probability" and value > 1):
                raise JackpotError(f"{self.name}: {field} of {plain(value)}")
            force_setattr(self, field, value)


class HiddenLimit(Struct, frozen=True):
    """A meter that must be hit by an amount: it is won wherever it reaches a hidden one, drawn evenly below.

    `increment` is what each unit wagered adds to it, `limit` the amount by which it is hit, per unit wagered.
    Of a meter m that has not been hit yet the hidden amount lies evenly between m and the limit: so the next
    unit wagered wins it with the odds of increment / (limit - m), wagers being a stream (docs/meter.md).
    """

    increment: Fraction
    limit: Fraction

    def odds(self, meter: Fraction) -> Fraction:
        """Return how likely the next unit wagered is to hit it; JackpotError if the meter is at the limit."""
        if meter >= self.limit:
            shows = f"a meter of {plain(meter)} for each unit wagered"
            raise JackpotError(f"{shows}, which must be hit by {plain(self.limit)}")
        return self.increment / (self.limit - meter)

    def worth(self, meter: Fraction) -> Fraction:
        """Return what the chance to hit it returns of a unit wagered."""
        return self.odds(meter) * meter

    def meter_for(self, worth: Fraction) -> Fraction:
        """Return where the meter must stand for that chance to return so much; 0 for nothing or less."""
        return self.limit * worth / (worth + self.increment) if worth > 0 else Fraction(0)


class Value(Struct, frozen=True):
    """What a jackpot wager returns on average, the stake included; a linear form, and a curve with a limit.

    The return of a stake w at a meter m with n other players who hold what an envy bonus asks for is
    `odds x w + money + share x m + envy x n`, and where the meter must be hit by an amount what that is
    worth: `hidden`, per unit of the stake. Where money, share and envy are for a `full` stake, a smaller one
    returns its part of them. Where the stake is a unit, `odds` are all that the meter does not change.
    """

    odds: Fraction = Fraction(0)
    money: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    envy: Fraction = Fraction(0)
    hidden: HiddenLimit | None = None
    full: Fraction | None = None

    @property
    def of_meter(self) -> bool:
        """Whether the meter can be won, by a hand or by its limit."""
        return bool(self.share) or self.hidden is not None

    def returned(
        self, stake: Fraction | int = 1, meter: Fraction | int = Fraction(0), others: int = 0
    ) -> Fraction:
        """The mean of the money that comes back; JackpotError where the meter has come to its limit."""
        hit = Fraction(0)
        if self.hidden is not None and meter:
            hit = stake * self.hidden.worth(Fraction(meter) / stake)
        for_full = self.money + self.share * meter + self.envy * others
        return self.odds * stake + for_full * self._part(stake) + hit

    def _part(self, stake: Fraction | int) -> Fraction:
        return Fraction(1) if self.full is None else stake / self.full

    def break_even_meter(self, stake: Fraction | int = 1, others: int = 0) -> Fraction | None:
        """The breakeven meter: None if it pays nothing, at most 0 if other prizes return the stake."""
        lacking = stake - self.returned(stake, others=others)
        if self.hidden is not None:
            return self.hidden.meter_for(lacking / stake) * stake
        return lacking / (self.share * self._part(stake)) if self.share else None

    @property
    def break_even(self) -> Fraction:
        """The meter at which the wager is even for a stake of one unit; JackpotError if none is won."""
        if (even := self.break_even_meter()) is None:
            raise JackpotError(f"the wager is worth {plain(self.odds)} wherever the meter stands")
        return even

    def __add__(self, other: Value) -> Value:
        return Value(
            self.odds + other.odds,
            self.money + other.money,
            self.share + other.share,
            self.envy + other.envy,
            self.hidden or other.hidden,
            self.full or other.full,
        )


NOTHING = Value()
"""What returns nothing."""


class Level(Struct, frozen=True):
    """A further meter that the same wager feeds, by its name; `shows` is per unit wagered."""

    name: str
    meter: Meter
    shows: Fraction


@dataclass(frozen=True)
class Meter:
    """A meter for wagers of one unit of money; for wagers of c units all its money is multiplied by c.

    It starts at `seed`, grows by `increment` with each wager, pays `prizes`, and never lies below the seed:
    the house adds what is missing after a prize (Crown 6.4.1). `bonuses` do not touch it, nor does what the
    hands of the other players at the table bring: `envy_return` for each unit wagered. `reserve` is what each
    unit wagered adds unseen to what the house tops it up from. With a `limit` it must be hit by that amount,
    and no hand is paid out of it. `levels` are further meters that the same wager feeds.

    >>> royal = MeterPrize("royal flush", Fraction(4, 2598960), Fraction(1))
    >>> straight_flush = MeterPrize("straight flush", Fraction(36, 2598960), Fraction(1, 10))
    >>> meter = Meter(10_000, "34.06%", (royal, straight_flush))
    >>> meter.value().break_even
    Fraction(6497400, 19)

    Raises:
        JackpotError: amounts, rates or names that do not go together.
    """

    seed: Fraction
    increment: Fraction
    prizes: tuple[MeterPrize, ...]
    bonuses: tuple[BonusPrize, ...] = ()
    envy_return: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    limit: Fraction | None = None
    levels: tuple[Level, ...] = ()

    def __init__(  # noqa: PLR0917  the order of the fields
        self,
        seed: Number,
        increment: Number,
        prizes: tuple[MeterPrize, ...],
        bonuses: tuple[BonusPrize, ...] = (),
        envy_return: Number = 0,
        reserve: Number = 0,
        limit: Number | None = None,
        levels: tuple[Level, ...] = (),
    ) -> None:
        object.__setattr__(self, "seed", number("seed", seed))
        object.__setattr__(self, "increment", number("increment rate", increment))
        object.__setattr__(self, "prizes", tuple(prizes))
        object.__setattr__(self, "bonuses", tuple(bonuses))
        object.__setattr__(self, "envy_return", number("envy bonuses", envy_return))
        object.__setattr__(self, "reserve", number("reserve rate", reserve))
        object.__setattr__(self, "limit", None if limit is None else number("limit", limit))
        object.__setattr__(self, "levels", tuple(levels))
        parts = (("a seed", self.seed), ("a return of envy bonuses", self.envy_return))
        for name, money in (*parts, ("a reserve rate", self.reserve)):
            if money < 0:
                raise JackpotError(f"{name} of {plain(money)} is negative")
        if not 0 < self.increment < 1:
            rate = plain(100 * self.increment)
            raise JackpotError(f"an increment rate of {rate}% of the wager is not between 0 and 100%")
        if self.limit is not None and (self.limit <= self.seed or self.prizes):
            why = "is won for no hand" if self.prizes else f"starts at {plain(self.seed)}"
            raise JackpotError(f"a meter that must be hit by {plain(self.limit)} {why}")
        if not any(one.share for one in self.prizes) and self.limit is None:
            but = " but sums" if self.prizes else ""
            raise JackpotError(f"no prize{but} is paid out of the meter, so it grows for ever")
        both: tuple[MeterPrize | BonusPrize, ...] = (*self.prizes, *self.bonuses)
        names = [one.name for one in both]
        for name in names:
            if names.count(name) > 1:
                raise JackpotError(f"the prize {name!r} appears twice")
        total = sum((one.probability for one in both), Fraction(0))
        if total > 1:
            raise JackpotError(f"the probabilities of all prizes add to {plain(total)}, more than 1")

    @cached_property
    def partial(self) -> tuple[MeterPrize, ...]:
        """The prizes that leave a part of the meter."""
        return tuple(one for one in self.prizes if not one.resets)

    @cached_property
    def prize_probability(self) -> Fraction:
        """The probability that a wager takes something from the meter."""
        return sum((one.probability for one in self.prizes), Fraction(0))

    @cached_property
    def reset_probability(self) -> Fraction:
        """The probability that a wager takes the whole meter."""
        return sum((one.probability for one in self.prizes if one.resets), Fraction(0))

    @cached_property
    def bonus_return(self) -> Fraction:
        """What the fixed prizes return for each unit wagered."""
        return sum((one.paid for one in self.bonuses), Fraction(0))

    @property
    def fixed_return(self) -> Fraction:
        """What comes back of each unit wagered wherever the meter stands: fixed prizes and envy bonuses."""
        return self.bonus_return + self.envy_return

    @cached_property
    def sums(self) -> Fraction:
        """What the sums that are paid out of the meter return for each unit wagered."""
        return sum((one.probability * one.fixed for one in self.prizes), Fraction(0))

    @cached_property
    def per_unit(self) -> Fraction:
        """The part of the meter that a unit wagered wins on average for its hand."""
        return sum((one.probability * one.share for one in self.prizes), Fraction(0))

    @property
    def lowest_return(self) -> Fraction:
        """What the wager returns while the meter stands at the seed; in the long run it returns more."""
        return self.value().returned(meter=self.seed)

    @property
    def hidden(self) -> HiddenLimit | None:
        """The limit by which it must be hit, with its growth; None where there is none."""
        return None if self.limit is None else HiddenLimit(self.increment, self.limit)

    def with_increment(self, increment: Number) -> Meter:
        """Return the same meter with another increment rate."""
        return dataclasses.replace(self, increment=number("increment rate", increment))

    def value(self) -> Value:
        """Value of a unit wagered as a function of the meter at the settlement, with levels as they are.

        The increments of the round, and rounding up to a dollar (Crown 7.3.1), are left out: next to nothing.
        """
        of_levels = (level.meter.value().returned(meter=level.shows) for level in self.levels)
        odds = sum(of_levels, self.fixed_return + self.sums)
        return Value(odds=odds, share=self.per_unit, hidden=self.hidden)

    def check_amount(self, value: Number) -> Fraction:
        """Return what the meter shows as an exact value."""
        amount = number("meter", value)
        if amount < self.seed:
            least = f"below the seed of {plain(self.seed)}, its minimum"
            raise JackpotError(f"a meter of {plain(amount)} is {least}")
        return amount
