"""Quantities of jackpots that need no law of the meter: prices, and the hands that win."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from combin.audit.answer import Answer, Candidate, unknown
from combin.audit.derivations import five_card_derivations
from combin.audit.printed import Text
from combin.audit.subject import Claim
from combin.audit.tables import line_counts
from combin.audit.words import grouped
from combin.decimals import decimal, percent
from combin.rules.errors import RulesError
from combin.rules.wagers import Jackpot

if TYPE_CHECKING:
    from combin.audit.subject import Subject

__all__ = ["JackpotPrice", "StraightFlushOfFive"]

PLAYERS = (1, 2, 4, 7)
"""Numbers of players for which a price is worked out, where the document states no seats."""


class JackpotPrice(Claim, frozen=True, kw_only=True, tag="price of a jackpot wager"):
    """That the document does not state what a jackpot wager costs; judged by what its fixed prizes cost."""

    figure: ClassVar[bool] = False
    wager: Text
    table: Text = "A"

    def answer(self, subject: Subject) -> Answer:
        """Return the expected fixed prizes of one wager, which is the least that it must cost."""
        rules = subject.rules
        table = subject.table(self.wager, self.table)
        wager = rules.wagers[self.wager]
        if not isinstance(wager, Jackpot) or wager.hand != "player":
            raise RulesError(("wager",), f"{self.wager!r} is no jackpot wager on the player's three cards")
        counts, total = line_counts(rules, table)
        paid = {
            line.text: Fraction(line.prize.money) * counts[line.text]
            for line in table.lines
            if line.prize.money is not None
        }
        sums = ", ".join(
            f"{text} {counts[text]:,} × ${grouped(money / counts[text])} = ${grouped(money)}"
            for text, money in paid.items()
        )
        whole = sum(paid.values(), Fraction(0))
        envied = {line.text: Fraction(line.prize.envy) for line in table.lines if line.prize.envy}
        envy = sum((counts[text] * bonus for text, bonus in envied.items()), Fraction(0))
        lines = [
            f"Fixed prizes over all {total:,} hands: {sums}; in all ${grouped(whole)}.",
            (
                f"Divided by {total:,} that is ${decimal(whole / total, 4)} for each wager, before the meter "
                f"and the envy bonuses: at a price of $1 they return {percent(whole / total, 2)}."
            ),
        ]
        prices = {players: (whole + envy * (players - 1)) / total for players in PLAYERS}
        if envy:
            bonuses = ", ".join(
                f"{text} {counts[text]:,} × ${grouped(bonus)} = ${grouped(counts[text] * bonus)}"
                for text, bonus in envied.items()
            )
            lines.append(
                f"Envy bonuses for the hand of each other player: {bonuses}; in all ${grouped(envy)}, that "
                f"is ${decimal(envy / total, 4)} for each of them."
            )
        least = ", ".join(
            f"${decimal(price, 4)} with {players} player{'s' * (players > 1)}"
            for players, price in prices.items()
        )
        lines.append(f"The price at which these prizes return all that is staked: {least}.")
        return unknown(
            "the document states no price",
            *lines,
            worth=decimal(whole / total, 4),
            least=decimal(max(prices.values()), 4),
            players=str(max(prices)),
        )


class StraightFlushOfFive(Claim, frozen=True, kw_only=True, tag="five-card straight flush"):
    """A five-card straight flush in which an ace counts low only, the royal flush standing apart."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return whether the two definitions share no hand and leave none out."""
        deck = subject.rules.deck
        derived = five_card_derivations(deck)
        top, suits = len(deck.ranks) - 1, len(deck.suits)
        windows = [frozenset(range(low, low + 5)) for low in range(top - 3)]
        ace_low = frozenset({top, 0, 1, 2, 3})
        royal = windows[-1]
        straight_flush = {window for window in (*windows, ace_low) if top not in window or window == ace_low}
        every = {*windows, ace_low}
        true = royal not in straight_flush and straight_flush | {royal} == every
        lines = [
            (
                f"Runs of five: {len(every)}; with the ace only low {len(straight_flush)}, and the royal "
                f"flush: {len(straight_flush)} + 1 = {len(straight_flush) + 1}, none twice and none left out."
            )
        ]
        if derived:
            lines.append(
                f"Royal flush {derived['royal flush'][1]}; straight flush {derived['straight flush'][1]}; "
                f"together {len(every)} × {suits} = {len(every) * suits}."
            )
        return Answer((Candidate("the two definitions fit together", {}, holds=true),), tuple(lines))
