"""Everything that can be said of one progressive wager, put together for one choice of its terms."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.exact.base_game import base_game
from combin.exact.decimals import plain
from combin.exact.strategy import optimal_strategy
from combin.fivecard import FiveCardCategory
from combin.jackpot.joint import JointGame, joint_game
from combin.jackpot.meter import BonusPrize, JackpotError, Meter, number
from combin.jackpot.meter_enclosure import DIGITS
from combin.jackpot.meter_rules import game_meter
from combin.jackpot.value import JackpotChances, Value, jackpot_chances
from combin.rules.wagers import Jackpot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.exact.strategy import Strategy
    from combin.jackpot.meter import Number
    from combin.jackpot.meter_enclosure import Enclosure
    from combin.jackpot.meter_long_run import LongRun
    from combin.rules.rules import Rules

__all__ = ["JackpotAnswer", "Terms", "ask_jackpot", "jackpot_wager", "letter_of"]

FEWEST_DIGITS = 8
"""Digits of the long-run figures that are made certain at least: percentages are shown to four."""


@dataclass(frozen=True)
class Terms:
    """What a question about a jackpot fixes; what is None was not asked, or is not published.

    `stake` and `reading` (of the meter) are money; `seed` is per unit of the stake, `increment` and
    `target` are parts of the money wagered.
    """

    letter: str
    stake: Fraction
    seats: int
    option: str | None = None
    seed: Fraction | None = None
    increment: Fraction | None = None
    reading: Fraction | None = None
    target: Fraction | None = None


@dataclass(frozen=True)
class JackpotAnswer:
    """A progressive wager under given terms, all figures exact or enclosed.

    `meter` is there where the document states one. What takes time is worked out when it is asked for.
    """

    rules: Rules
    wager: str
    terms: Terms
    chances: JackpotChances
    digits: int
    meter: Meter | None = None
    rate_for_target: Enclosure | None = None

    @property
    def others(self) -> int:
        """How many other players bring envy bonuses when all seats are taken."""
        return self.terms.seats - 1

    @cached_property
    def value(self) -> Value:
        """What the wager returns to a player who never folds."""
        return self.chances.overall()

    @cached_property
    def played(self) -> Value:
        """What it returns to a player who follows the best strategy of the base game."""
        if not self.chances.lost_on_fold:
            return self.value
        letters = {name: next(iter(self.rules.tables[name])) for name in self.rules.base_tables}
        return self.played_by(optimal_strategy(base_game(self.rules, letters)))

    def played_by(self, strategy: Strategy) -> Value:
        """Return what it returns to a player who follows a strategy of the base game."""
        return self.chances.played(strategy) if self.chances.lost_on_fold else self.value

    def per_unit(self, value: Value) -> Fraction:
        """Return what the prizes beside the meter bring back of each unit staked, envy bonuses included."""
        return value.returned(self.terms.stake, others=self.others) / self.terms.stake

    @property
    def break_even(self) -> Fraction | None:
        """The meter, in money, at which the wager is even for a player who never folds."""
        return self.value.break_even_meter(self.terms.stake, self.others)

    @property
    def least_price(self) -> Fraction | None:
        """The stake at which sums of money and envy bonuses alone return all of it; None if there are none.

        A lower price gives money away whatever the meter shows. There is none either where the odds alone
        return every stake: then no price is high enough.
        """
        sums = self.value.money + self.value.envy * self.others
        return sums / (1 - self.value.odds) if sums and self.value.odds < 1 else None

    @cached_property
    def long_run(self) -> LongRun | None:
        """What the wager and its meter come to in the long run; None where the document states no meter."""
        if self.meter is None:
            return None
        from combin.jackpot.meter_long_run import jackpot_long_run

        return jackpot_long_run(self.meter, max(self.digits, FEWEST_DIGITS))

    @cached_property
    def long_run_played(self) -> Enclosure | None:
        """What the wager returns in the long run to a player who follows the best strategy of the base game.

        He pays the same part of each wager into the meter. Where no hand that he folds could win part of the
        meter, it is won at the same times whether he folds or not, so that increments and top-ups return
        what they return to a player who never folds, and only bonus prizes are lost. None where such a fold
        gives up part of the meter (then the law of the meter depends on how everybody plays), and without a
        long run.
        """
        if self.long_run is None or self.played.share != self.value.share:
            return None
        return self.long_run.long_run_return - (self.per_unit(self.value) - self.per_unit(self.played))

    @cached_property
    def winners(self) -> Mapping[tuple[int, int], Fraction] | None:
        """The law of royal and straight flushes in a round, where seats share two jackpot cards."""
        royal = self.chances.table.line_of_five(FiveCardCategory.ROYAL_FLUSH)
        shared = self.rules.jackpot_wager(self.wager).hand == "player and jackpot cards"
        if not shared or self.rules.file.deal.jackpot != 2 or royal is None:
            return None
        from combin.jackpot.winners import Winners

        return Winners(self.rules.deck).law(self.terms.seats)

    def joint(self, letters: Mapping[str, str], reading: Fraction | None = None) -> JointGame:
        """Return the base game decided together with the wager, at a reading of the meter in money.

        Without a reading at that of the terms, or else at the seed.
        """
        meter = reading if reading is not None else self.terms.reading
        if meter is None:
            meter = (self.terms.seed or Fraction(0)) * self.terms.stake
        return joint_game(self.rules, letters, self.chances, meter / self.terms.stake, self.terms.stake)


def jackpot_wager(rules: Rules) -> str:
    """Return the id of the progressive wager of a game.

    Raises:
        JackpotError: it has none.
    """
    if rules.jackpots:
        return rules.jackpots[0]
    for name, wager in rules.wagers.items():
        if isinstance(wager, Jackpot) and name in rules.tables.refused:
            raise rules.tables.refused[name]
    raise JackpotError(f"{rules.file.id} has no progressive wager")


def letter_of(rules: Rules, option: str | None) -> str:
    """Return the pay table of an option of the meter, or of that letter; the first one by default.

    Raises:
        JackpotError: there is no such option and no such pay table.
    """
    tables = rules.tables[jackpot_wager(rules)]
    options = rules.file.jackpot.options if rules.file.jackpot is not None else {}
    if option is None:
        return next(iter(tables))
    if option in options:
        return options[option].pay_table
    if option in tables:
        return option
    known = ", ".join(dict.fromkeys((*options, *tables)))
    raise JackpotError(f"no option {option!r} of the jackpot of {rules.file.id} (there are {known})")


def ask_jackpot(
    rules: Rules,
    *,
    option: str | None = None,
    seed: Number | None = None,
    increment: Number | None = None,
    reading: Number | None = None,
    stake: Number = 1,
    seats: int | None = None,
    target: Number | None = None,
    digits: int = DIGITS,
) -> JackpotAnswer:
    """Return what can be said of the progressive wager of a game.

    Args:
        rules: the game.
        option: which pay table, with its seeds and rates; the first by default.
        seed: per unit of the stake; by default the first that is published.
        increment: the increment rate; by default the one published for the seed.
        reading: the meter now, in money.
        stake: the price of the wager, in money.
        seats: players at the table with the wager, for envy bonuses and simultaneous prizes; by default all
            seats of the table, or one if the document does not say how many there are.
        target: a long-run return, to solve for the increment rate; without an increment rate of its own the
            answer is about the rate solved for.
        digits: digits of the long-run figures that are certain.

    Raises:
        JackpotError: a term that no jackpot can have, or that the game does not publish and was not given.
    """
    wager = jackpot_wager(rules)
    letter = letter_of(rules, option)
    price = number("wager", stake)
    if price <= 0:
        raise JackpotError(f"a wager of {plain(price)} is not above 0")
    terms = Terms(letter, price, _seats(rules, seats), reading=_reading(reading))
    chances = jackpot_chances(rules, rules.tables[wager][letter])
    entry = rules.file.jackpot
    names = [name for name, one in entry.options.items() if one.pay_table == letter] if entry else []
    if entry is None or entry.wager != wager or not names:
        if seed is not None or increment is not None or target is not None:
            raise JackpotError(f"{rules.file.id} states no meter for a seed, an increment rate or a target")
        return JackpotAnswer(rules, wager, terms, chances, digits)
    chosen = option if option in names else names[0]
    wanted = None if target is None else number("target return", target)
    # Where a rate is solved for it takes the place of this one, which only has to be some rate.
    given = increment if increment is not None or wanted is None else "1%"
    meter = _meter(
        chances, price, game_meter(rules, chosen, seed, increment=given, probabilities=_all(chances))
    )
    if terms.reading is not None and terms.reading < meter.seed * price:
        of_one = f" ({plain(meter.seed)} for each unit of the wager)" if price != 1 else ""
        raise JackpotError(
            f"a meter of {plain(terms.reading)} lies below the seed of {plain(meter.seed * price)}{of_one}, "
            "as it never does"
        )
    rate = None
    if wanted is not None:
        from combin.jackpot.meter_rates import increment_for

        rate = increment_for(meter, wanted, max(digits, FEWEST_DIGITS))
        if increment is None:
            meter = meter.with_increment(Fraction(rate.decimal(max(digits, FEWEST_DIGITS))))
    terms = Terms(letter, price, terms.seats, chosen, meter.seed, meter.increment, terms.reading, wanted)
    return JackpotAnswer(rules, wager, terms, chances, digits, meter, rate)


def _seats(rules: Rules, seats: int | None) -> int:
    """Return how many players have the wager.

    Raises:
        JackpotError: none, or more than the cards are enough for.
    """
    deal = rules.file.deal
    at_table = (deal.seats or 1) if seats is None else seats
    most = (len(rules.deck) - deal.dealer - deal.jackpot) // deal.player
    if not 1 <= at_table <= most:
        raise JackpotError(f"{at_table} seats: the cards are enough for 1 to {most}")
    return at_table


def _reading(reading: Number | None) -> Fraction | None:
    """Return what the meter shows, in money.

    Raises:
        JackpotError: it is no number, or negative.
    """
    if reading is None:
        return None
    now = number("meter", reading)
    if now < 0:
        raise JackpotError(f"a meter of {plain(now)} is negative")
    return now


def _all(chances: JackpotChances) -> dict[str, Fraction]:
    return {one.line.text: one.probability for one in chances.lines()}


def _meter(chances: JackpotChances, price: Fraction, meter: Meter) -> Meter:
    """Return a meter with the prizes that are sums of money counted in units of a wager of this price."""
    sums = {line.text for line in chances.table.lines if line.prize.money is not None}
    bonuses = (
        BonusPrize(one.name, one.probability, one.pays / price) if one.name in sums else one
        for one in meter.bonuses
    )
    return Meter(meter.seed, meter.increment, meter.prizes, tuple(bonuses))
