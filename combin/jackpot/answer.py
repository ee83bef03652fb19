"""Everything that can be said of one progressive wager, put together for one choice of its terms."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.exact.base_game import base_game
from combin.exact.strategy import optimal_strategy
from combin.fivecard import FiveCardCategory
from combin.jackpot.joint import JointGame
from combin.jackpot.meter import JackpotError, number
from combin.jackpot.meter_long_run import LongRun, jackpot_long_run
from combin.jackpot.meter_rates import increment_for
from combin.jackpot.meter_rules import game_meter
from combin.jackpot.value import JackpotChances, Value, jackpot_chances
from combin.jackpot.winners import Winners

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.jackpot.meter import Number
    from combin.jackpot.meter_enclosure import Enclosure
    from combin.rules.rules import Rules

__all__ = ["JackpotAnswer", "Terms", "ask_jackpot", "jackpot_wager", "letter_of"]


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
    """A progressive wager under given terms, all figures exact or enclosed."""

    rules: Rules
    wager: str
    terms: Terms
    chances: JackpotChances
    long_run: LongRun | None
    rate_for_target: Enclosure | None

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
        if self.rules.jackpot_wager(self.wager).on_fold != "lost":
            return self.value
        letters = {name: next(iter(self.rules.tables[name])) for name in self.rules.bonuses}
        folded = optimal_strategy(base_game(self.rules, letters)).folded
        return self.chances.overall(
            index for index, one in enumerate(self.chances.classes) if one.hand not in folded
        )

    @property
    def break_even(self) -> Fraction | None:
        """The meter, in money, at which the wager is even for a player who never folds."""
        return self.value.break_even_meter(self.terms.stake, self.others)

    @property
    def least_price(self) -> Fraction | None:
        """The stake at which sums of money and envy bonuses alone return all of it; None if there are none.

        A lower price gives money away whatever the meter shows.
        """
        sums = self.value.money + self.value.envy * self.others
        return sums / (1 - self.value.odds) if sums else None

    @cached_property
    def winners(self) -> Mapping[tuple[int, int], Fraction] | None:
        """The law of royal and straight flushes in a round, where seats share two jackpot cards."""
        categories = {hands for hands, _ in self.chances.table.sets}
        shared = self.rules.jackpot_wager(self.wager).hand == "player and jackpot cards"
        if not shared or self.rules.file.deal.jackpot != 2 or FiveCardCategory.ROYAL_FLUSH not in categories:
            return None
        return Winners(self.rules.deck).law(self.terms.seats)

    def joint(self, letters: Mapping[str, str], reading: Fraction | None = None) -> JointGame:
        """Return the base game decided together with the wager, at a reading of the meter in money."""
        meter = reading if reading is not None else self.terms.reading
        if meter is None:
            meter = (self.terms.seed or Fraction(0)) * self.terms.stake
        game = base_game(self.rules, letters)
        return JointGame(game, self.chances, meter / self.terms.stake, self.terms.stake)


def jackpot_wager(rules: Rules) -> str:
    """Return the id of the progressive wager of a game.

    Raises:
        JackpotError: it has none.
    """
    if not rules.jackpots:
        raise JackpotError(f"{rules.file.id} has no progressive wager")
    return rules.jackpots[0]


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
    digits: int = 10,
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
        target: a long-run return, to solve for the increment rate.
        digits: digits of the long-run figures that are certain.

    Raises:
        JackpotError: a term that no jackpot can have, or that the game does not publish and was not given.
    """
    wager = jackpot_wager(rules)
    letter = letter_of(rules, option)
    price = number("wager", stake)
    if price <= 0:
        raise JackpotError(f"a wager of {price} is none")
    places = rules.file.deal.seats or 1
    at_table = places if seats is None else seats
    most = (len(rules.deck) - rules.file.deal.dealer - rules.file.deal.jackpot) // rules.file.deal.player
    if not 1 <= at_table <= most:
        raise JackpotError(f"{at_table} seats: the cards are enough for 1 to {most}")
    chances = jackpot_chances(rules, rules.tables[wager][letter])
    now = None if reading is None else number("meter", reading)
    wanted = None if target is None else number("target return", target)
    entry = rules.file.jackpot
    published = entry is not None and entry.wager == wager
    if not published:
        if seed is not None or increment is not None or target is not None:
            raise JackpotError(f"{rules.file.id} states no meter for a seed, an increment rate or a target")
        if now is not None and now < 0:
            raise JackpotError(f"a meter of {now} is negative")
        terms = Terms(letter, price, at_table, reading=now)
        return JackpotAnswer(rules, wager, terms, chances, None, None)
    probabilities = {one.line.text: one.probability for one in chances.lines()}
    names = [name for name, one in entry.options.items() if one.pay_table == letter] if entry else []
    chosen = option if option in names else names[0]
    given = increment if increment is not None or wanted is None else "1%"
    meter = game_meter(rules, chosen, seed, increment=given, probabilities=probabilities)
    rate = None
    if wanted is not None:
        rate = increment_for(meter, wanted, digits)
        if increment is None:
            meter = meter.with_increment(Fraction(rate.decimal(digits)))
    if now is not None:
        meter.check_reading(now / price)
    terms = Terms(letter, price, at_table, chosen, meter.seed, meter.increment, now, wanted)
    return JackpotAnswer(rules, wager, terms, chances, jackpot_long_run(meter, digits), rate)
