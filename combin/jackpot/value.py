"""What a jackpot wager returns: exact and linear in the stake, the meter and the number of other players."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

from combin.exact.pay_lines import line_ways, names_suit, split_classes
from combin.isomorphism import hand_classes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from combin.isomorphism import HandClass
    from combin.rules.rules import Line, Rules, Table

__all__ = ["JackpotChances", "LineChance", "Value", "jackpot_chances"]


@dataclass(frozen=True, slots=True)
class Value:
    """What a jackpot wager returns on average, the stake not included.

    The return of a stake w at a meter m with n other players who hold what an envy bonus asks for is
    `odds x w + money + share x m + envy x n`.
    """

    odds: Fraction = Fraction(0)
    money: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    envy: Fraction = Fraction(0)

    def returned(self, stake: Fraction, meter: Fraction = Fraction(0), others: int = 0) -> Fraction:
        """Return the money that comes back on average."""
        return self.odds * stake + self.money + self.share * meter + self.envy * others

    def break_even_meter(self, stake: Fraction, others: int = 0) -> Fraction | None:
        """Return the meter at which the wager is even; None if no part of the meter is paid.

        It is negative where the other prizes alone return more than the stake.
        """
        if not self.share:
            return None
        return (stake - self.returned(stake, others=others)) / self.share

    def scaled(self, factor: Fraction | int) -> Value:
        """Return the value with all of its parts multiplied."""
        return Value(self.odds * factor, self.money * factor, self.share * factor, self.envy * factor)

    def __add__(self, other: Value) -> Value:
        """Return the sum of two values, part by part."""
        return Value(
            self.odds + other.odds, self.money + other.money, self.share + other.share, self.envy + other.envy
        )


@dataclass(frozen=True, slots=True)
class LineChance:
    """One line of a jackpot's pay table and how many of `total` deals it takes."""

    line: Line
    count: int
    total: int

    @property
    def probability(self) -> Fraction:
        """The probability of the line."""
        return Fraction(self.count, self.total)


@dataclass(frozen=True)
class JackpotChances:
    """How often each line of a jackpot's pay table is hit, for every class of the player's three cards.

    `classes` are suit classes, those of one suit split by suit where the table names a suit. `counts` give
    for each class the ways, of `ways`, in which the shared cards make each line.
    """

    rules: Rules
    table: Table
    classes: tuple[HandClass, ...]
    counts: tuple[Mapping[str, int], ...]
    ways: int

    def value(self, index: int) -> Value:
        """Return what the wager returns to one class of hands (envy bonuses apart)."""
        return self._value(
            (line, Fraction(self.counts[index].get(line.text, 0), self.ways)) for line in self.table.lines
        )

    def _value(self, chances: Iterable[tuple[Line, Fraction]]) -> Value:
        """Add up the lines; where odds are paid "to 1" the stake comes back with them."""
        value = Value()
        for line, chance in chances:
            prize = line.prize
            if prize.odds is not None:
                value += Value(odds=chance * (self.table.odds(line) + 1))
            elif prize.money is not None:
                value += Value(money=chance * prize.money)
            elif prize.meter is not None:
                value += Value(share=chance * prize.meter)
        return value

    def lines(self, live: Iterable[int] | None = None) -> tuple[LineChance, ...]:
        """Return the chances of each line over all hands, or over those of the classes given.

        In the order of the file; hands that are not live count as lost.
        """
        found: Counter[str] = Counter()
        for index in range(len(self.classes)) if live is None else live:
            for text, count in self.counts[index].items():
                found[text] += count * self.classes[index].weight
        total = comb(len(self.rules.deck), 3) * self.ways
        by_text = {line.text: line for line in self.table.lines}
        order = self.rules.file.pay_tables[self.table.wager][self.table.letter].lines
        return tuple(LineChance(by_text[text], found[text], total) for text in order)

    @cached_property
    def envy(self) -> Fraction:
        """The money that one other player with a qualifying wager brings on average by his hand."""
        return sum((one.probability * one.line.prize.envy for one in self.lines()), Fraction(0))

    def overall(self, live: Iterable[int] | None = None) -> Value:
        """Return what the wager returns over all hands, those that are not live bringing only envy bonuses."""
        own = self._value((one.line, one.probability) for one in self.lines(live))
        return own + Value(envy=self.envy)


def jackpot_chances(rules: Rules, table: Table) -> JackpotChances:
    """Return how often each line of a jackpot wager's table is hit.

    For a wager on the player's three cards a class has its line for certain; with jackpot cards (Crown
    rule 1.1) all ways to draw them from the rest of the deck are counted.
    """
    classes = split_classes(rules) if names_suit(table) else hand_classes(rules.ranking)
    counts, ways = line_ways(rules, table, classes)
    return JackpotChances(rules, table, classes, tuple(counts), ways)
