"""What a jackpot wager returns: exact and linear in the stake, the meter and the number of other players."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb, gcd, lcm
from typing import TYPE_CHECKING

from combin.cards.suit_classes import HandClass, hand_classes, hand_classes_by_suit
from combin.exact.pay_lines import line_ways, names_suit
from combin.jackpot.meter.meter import HiddenLimit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from combin.exact.strategy import Strategy
    from combin.jackpot.meter.meter import Meter
    from combin.rules.model import MeterEntry
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


@dataclass(frozen=True, slots=True)
class Value:
    """What a jackpot wager returns on average, the stake not included.

    The return of a stake w at a meter m with n other players who hold what an envy bonus asks for is
    `odds x w + money + share x m + envy x n`, and where the meter must be hit by an amount what that is
    worth: `hidden`, per unit of the stake. Where money, share and envy are for a `full` stake, a smaller one
    returns its part of them.
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

    def returned(self, stake: Fraction, meter: Fraction = Fraction(0), others: int = 0) -> Fraction:
        """Return the money that comes back on average.

        Raises:
            JackpotError: the meter has come to the limit that it must be hit by.
        """
        hit = Fraction(0) if self.hidden is None or not meter else stake * self.hidden.worth(meter / stake)
        for_full = self.money + self.share * meter + self.envy * others
        return self.odds * stake + for_full * self._part(stake) + hit

    def _part(self, stake: Fraction) -> Fraction:
        return Fraction(1) if self.full is None else stake / self.full

    def break_even_meter(self, stake: Fraction, others: int = 0) -> Fraction | None:
        """Return the meter at which the wager is even; None if no part of the meter is paid.

        It is not above 0 where the other prizes alone return more than the stake.
        """
        lacking = stake - self.returned(stake, others=others)
        if self.hidden is not None:
            return self.hidden.meter_for(lacking / stake) * stake
        return lacking / (self.share * self._part(stake)) if self.share else None

    def scaled(self, factor: Fraction | int) -> Value:
        """Return what the hand wins with all of its parts multiplied; a limit is hit whatever it is."""
        parts = (self.odds * factor, self.money * factor, self.share * factor, self.envy * factor)
        return Value(*parts, full=self.full)

    def __add__(self, other: Value) -> Value:
        """Return the sum of two values, part by part; one of them may have a limit."""
        return Value(
            self.odds + other.odds,
            self.money + other.money,
            self.share + other.share,
            self.envy + other.envy,
            self.hidden or other.hidden,
            self.full or other.full,
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

    `classes` are suit classes, those of one suit split by suit where `tells_suits` says so. `counts` give
    for each class the ways, of `ways`, in which the other cards make each line. `hits` is what is won
    whatever the cards are: of a meter that must be hit by an amount.
    """

    rules: Rules
    table: PayTable
    classes: tuple[HandClass, ...] = field(repr=False)
    counts: tuple[Mapping[str, int], ...] = field(repr=False)
    ways: int
    hits: Value = Value()

    @property
    def lost_on_fold(self) -> bool:
        """Whether a fold loses the wager (Crown 5.10.2(a)), or the hand counts all the same (RWS 3.11)."""
        return self.table.bet.loses_on_fold

    def value(self, index: int) -> Value:
        """Return what the wager returns to one class of hands (envy bonuses apart)."""
        return self._average(self.counts[index], self.ways)

    @cached_property
    def _prizes(self) -> tuple[int, dict[str, tuple[int, int, int]]]:
        """A denominator, and over it what each line pays: odds with the stake, money, share of the meter."""
        pays = {line.text: self.prize(line) for line in self.table.lines}
        unit = lcm(*(part.denominator for parts in pays.values() for part in parts))
        scaled = {text: [int(part * unit) for part in parts] for text, parts in pays.items()}
        return unit, {text: (odds, money, share) for text, (odds, money, share) in scaled.items()}

    def prize(self, line: Line) -> tuple[Fraction, Fraction, Fraction]:
        """Return what a line brings back, as `prize_of` does."""
        return prize_of(self.rules, self.table, line)

    def _average(self, counts: Mapping[str, int], total: int) -> Value:
        """Return the mean of what the lines pay; an integer sum for each part, and one division."""
        unit, pays = self._prizes
        odds = money = share = 0
        for text, count in counts.items():
            of_odds, of_money, of_share = pays[text]
            odds += count * of_odds
            money += count * of_money
            share += count * of_share
        whole, full = total * unit, self.table.stake if self.table.bet.full_stake else None
        return Value(Fraction(odds, whole), Fraction(money, whole), Fraction(share, whole), full=full)

    def lines(self, live: Iterable[int] | None = None) -> tuple[LineChance, ...]:
        """Return the chances of each line over all hands, or over those of the classes given.

        In the order of the file; hands that are not live count as lost.
        """
        if live is None:
            return self._lines
        return self._count(live)

    @cached_property
    def _lines(self) -> tuple[LineChance, ...]:
        return self._count(range(len(self.classes)))

    def _count(self, live: Iterable[int]) -> tuple[LineChance, ...]:
        found: Counter[str] = Counter()
        for index in live:
            weight = self.classes[index].weight
            for text, count in self.counts[index].items():
                found[text] += count * weight
        by_text = {line.text: line for line in self.table.lines}
        order = self.rules.file.pay_tables[self.table.wager][self.table.letter].lines
        # Where a line on five cards names a suit, all ways were counted once for each suit.
        scale = gcd(self.total // self.deals, *found.values())
        return tuple(LineChance(by_text[text], found[text] // scale, self.total // scale) for text in order)

    @property
    def total(self) -> int:
        """How many deals were counted: the player's hands times the ways to draw the other cards."""
        return comb(len(self.rules.deck), self.rules.file.deal.player) * self.ways

    @property
    def deals(self) -> int:
        """How many deals there are; `total` may count each once for every suit."""
        size, more = self.rules.file.deal.player, self.table.bet.more_cards
        return comb(len(self.rules.deck), size) * comb(len(self.rules.deck) - size, more)

    @cached_property
    def envy(self) -> Fraction:
        """The money that one other player with a qualifying wager brings on average by his hand."""
        return sum((one.probability * one.line.prize.envy for one in self.lines()), Fraction(0))

    def played_lines(self, strategy: Strategy) -> tuple[LineChance, ...]:
        """Return the chances of each line over all hands, those that a strategy folds being lost.

        In the order of the file; of deals with the card that is seen where the strategy decides by one.
        """
        if not strategy.seen:
            folded = strategy.folded
            return self.lines(index for index, one in enumerate(self.classes) if one.cards not in folded)
        from combin.exact.folded_bets import paid_if_played

        counts, total = paid_if_played(strategy, self.table)
        return tuple(LineChance(one.line, counts[one.line.text], total) for one in self.lines())

    def played(self, strategy: Strategy) -> Value:
        """Return what the wager returns with a strategy; hands that are folded bring envy bonuses only."""
        return self._value(self.played_lines(strategy))

    def overall(self, live: Iterable[int] | None = None) -> Value:
        """Return what the wager returns over all hands; those that are not live bring envy bonuses only."""
        return self._value(self.lines(live))

    def _value(self, lines: Sequence[LineChance]) -> Value:
        counts = {one.line.text: one.count for one in lines}
        return self._average(counts, lines[0].total) + Value(envy=self.envy) + self.hits


def prize_of(rules: Rules, table: PayTable, line: Line) -> tuple[Fraction, Fraction, Fraction]:
    """Return what a line brings back: so many times the stake, money, and a share of the meter.

    Where odds are paid "to 1" the stake comes with them; a level of the meter counts as odds, at what it
    shows for each unit of the stake. A side bet's sums of money are so many times the stake of its table,
    less commission.
    """
    nothing, prize = Fraction(0), line.prize
    if prize.odds is not None or (prize.level and prize.meter) or table.wager not in rules.jackpots:
        return table.odds(line) + 1, nothing, nothing
    return nothing, Fraction(prize.money or 0), Fraction(prize.meter or 0)


def tells_suits(rules: Rules, table: PayTable) -> bool:
    """Tell whether suits must be told apart: because this table names one, or one of the base game does.

    A strategy can fold hands of one suit and play those of another only if some table names a suit.
    """
    of_base = (one for name in rules.base_tables for one in rules.tables[name].values())
    return any(map(names_suit, (table, *of_base)))


def jackpot_chances(
    rules: Rules, table: PayTable, classes: tuple[HandClass, ...] | None = None
) -> JackpotChances:
    """Return how often each line of the table of a jackpot wager, or of a bet on a hand alone, is hit.

    For a wager on the player's three cards a class has its line for certain; with jackpot cards (Crown
    rule 1.1) all ways to draw them from the rest of the deck are counted.

    >>> from combin.rules.load import load_rules
    >>> rules = load_rules("crown-melbourne")
    >>> chances = jackpot_chances(rules, rules.tables["jackpot"]["2"])
    >>> [(one.line.text, one.count) for one in chances.lines()][-1], chances.total
    (('straight', 102000), 25989600)

    The 102,000 are the 10,200 straights of five cards, each dealt as three and two in ten ways. The slow
    equivalent asks `combin.cards.five_cards.five_card_strength` for all 1,176 pairs of jackpot cards of
    every hand.

    Args:
        rules: the game.
        table: one of the pay tables of the wager.
        classes: of hands, where not those that the table needs.
    """
    if classes is None:
        classes = (hand_classes_by_suit if tells_suits(rules, table) else hand_classes)(rules.ranking)
    counts, ways = line_ways(rules, table, classes)
    return JackpotChances(rules, table, classes, tuple(counts), ways, _hits(rules, table))


def _hits(rules: Rules, table: PayTable) -> Value:
    """Return what is won at the limits of the first meters of a table, with levels at what they show."""
    entry = rules.meters.get(table.wager)
    options = () if entry is None else entry.options.values()
    option = next((one for one in options if one.pay_table == table.letter), None)
    if entry is None or option is None:
        return Value()

    def hidden(meter: MeterEntry, limit: int | None) -> HiddenLimit | None:
        return None if limit is None else HiddenLimit(Fraction(meter.increment), Fraction(limit))

    first = option.meters[0]
    levels = {name: hidden(level, level.must_hit_by) for name, level in option.levels.items()}
    odds = sum((one.worth(table.shows[name]) for name, one in levels.items() if one), Fraction(0))
    return Value(odds=odds, hidden=hidden(first, entry.limit_of(first)))


def hits_of(meter: Meter) -> Value:
    """Return what is won of a meter and of its levels at the amounts that they must be hit by."""
    odds = sum((one.hidden.worth(one.shows) for one in meter.levels if one.hidden), Fraction(0))
    return Value(odds=odds, hidden=meter.hidden)


class Scaled:
    """What the lines of a bet bring back, in the order of its table, as integers of one `scale`.

    Args:
        chances: of the bet.
        meter: the meter per unit of the wager.
        unit: the money of a unit, for prizes that are sums.
    """

    def __init__(self, chances: JackpotChances, meter: Fraction, unit: Fraction) -> None:
        prizes = [chances.prize(line) for line in chances.table.lines]
        pays = [odds + money / unit + share * meter for odds, money, share in prizes]
        self.scale = lcm(*(one.denominator for one in pays))
        self._pays = [int(one * self.scale) for one in pays]
        self._share = [bool(share) for _, _, share in prizes]

    def prize(self, ways: Sequence[int]) -> int:
        """Return what so many ways of each line bring together."""
        return sum(map(int.__mul__, ways, self._pays))

    def wins_share(self, ways: Sequence[int]) -> bool:
        """Tell whether part of the meter can be won."""
        return any(number and share for number, share in zip(ways, self._share, strict=True))

    def mean(self, ways: Sequence[int], of: int) -> tuple[Fraction, bool]:
        """Return what ways of the lines, `of` so many, bring back, and whether that is of the meter too."""
        return Fraction(self.prize(ways), of * self.scale), self.wins_share(ways)
