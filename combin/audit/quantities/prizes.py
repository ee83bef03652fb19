"""Quantities of a jackpot's prizes at a meter: what the wager returns, when it is even, how often it wins."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from combin.audit.answer import Answer, chance, unknown, value
from combin.audit.printed import Amount, Stake, Text
from combin.audit.published import Measure
from combin.audit.subject import Claim
from combin.decimals import plain
from combin.jackpot.value import JackpotChances, jackpot_chances
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.audit.subject import Subject

__all__ = ["BreakEvenMeter", "EdgeAtMeter", "EffectOfMeter", "EffectOfPlayer", "PrizeFrequency"]


class JackpotTable(Claim, frozen=True, kw_only=True):
    """What all quantities of a jackpot's prizes name: the wager, its pay table and its price."""

    wager: Text
    table: Text
    stake: Stake = 1

    def chances(self, subject: Subject) -> JackpotChances:
        """Return how often each prize is won.

        Raises:
            RulesError: the game has no such jackpot wager or table.
        """
        rules = subject.rules
        if self.wager not in rules.jackpots:
            known = ", ".join(rules.jackpots) or "none"
            raise RulesError(("wager",), f"{self.wager!r} is no jackpot wager (there are: {known})")
        return jackpot_chances(rules, subject.table(self.wager, self.table))


class BreakEvenMeter(JackpotTable, frozen=True, kw_only=True, tag="break-even meter"):
    """The meter at which the wager is even for a player alone at the table."""

    def answer(self, subject: Subject) -> Answer:
        """Return the meter in money."""
        found = self.chances(subject).overall().break_even_meter(Fraction(self.stake))
        return (
            unknown("no part of the meter is paid") if found is None else value(found, measure=Measure.AMOUNT)
        )


class EffectOfPlayer(JackpotTable, frozen=True, kw_only=True, tag="effect of another player"):
    """How much each other player with the wager lowers the meter at which it is even, by envy bonuses."""

    def answer(self, subject: Subject) -> Answer:
        """Return the difference in money, which is the same for each of them."""
        worth, stake = self.chances(subject).overall(), Fraction(self.stake)
        alone, beside = worth.break_even_meter(stake), worth.break_even_meter(stake, 1)
        if alone is None or beside is None:
            return unknown("no part of the meter is paid")
        return value(alone - beside, measure=Measure.AMOUNT)


class EdgeAtMeter(JackpotTable, frozen=True, kw_only=True, tag="house edge at a meter"):
    """The house edge of a jackpot wager at a meter, in money, for a player alone at the table."""

    meter: Amount = 0

    def answer(self, subject: Subject) -> Answer:
        """Return the part of the price that does not come back."""
        worth, stake = self.chances(subject).overall(), Fraction(self.stake)
        back = worth.returned(stake, Fraction(self.meter))
        return value(1 - back / stake, f"A wager of {plain(stake)} returns {back} on average.")


class EffectOfMeter(JackpotTable, frozen=True, kw_only=True, tag="effect of the meter"):
    """How much the return of the wager grows with a sum on the meter."""

    sum: Amount

    def answer(self, subject: Subject) -> Answer:
        """Return the growth as a part of the price."""
        return value(self.chances(subject).overall().share * self.sum / self.stake)


class PrizeFrequency(JackpotTable, frozen=True, kw_only=True, tag="frequency of prizes"):
    """How often any prize of a jackpot's table is won."""

    kind: Literal["any prize", "the meter"] = "any prize"

    def answer(self, subject: Subject) -> Answer:
        """Return the probability."""
        lines = self.chances(subject).lines()
        won = [one for one in lines if self.kind == "any prize" or one.line.prize.meter is not None]
        return chance(sum((one.probability for one in won), Fraction(0)))
