"""What a jackpot wager returns: exact and linear in the stake, the meter and the number of other players."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, gcd, lcm, perm
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.cards.suit_classes import HandClass, hand_classes, hand_classes_by_suit
from combin.exact.pay_lines import line_ways, names_suit
from combin.jackpot.meter import (
    NOTHING,
    BonusPrize,
    HiddenLimit,
    JackpotError,
    Level,
    Meter,
    MeterPrize,
    Number,
    Value,
    number,
)
from combin.rules.resolved import remembered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from combin.cards.cards import Deck
    from combin.exact.strategy import Strategy
    from combin.jackpot.meter import Meter
    from combin.rules.model import MeterEntry, ProgressiveEntry
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


class LineChance(Struct, frozen=True):
    """One line of a jackpot's pay table and how many of `total` deals it takes."""

    line: Line
    count: int
    total: int

    @property
    def probability(self) -> Fraction:
        """The probability of the line."""
        return Fraction(self.count, self.total)


class JackpotChances(Struct, frozen=True, dict=True):
    """How often each line of a jackpot's pay table is hit, for every class of the player's three cards.

    `classes` are suit classes, those of one suit split by suit where `tells_suits` says so. `counts` give
    for each class the ways, of `ways`, in which the other cards make each line. `hits` is what is won
    whatever the cards are: of a meter that must be hit by an amount.
    """

    rules: Rules
    table: PayTable
    classes: tuple[HandClass, ...]
    counts: tuple[Mapping[str, int], ...]
    ways: int
    hits: Value = NOTHING

    def __repr__(self) -> str:
        return f"<JackpotChances of {self.table.wager} {self.table.letter}>"

    @property
    def lost_on_fold(self) -> bool:
        """Whether a fold loses the wager (Crown 5.10.2(a)), or the hand counts all the same (RWS 3.11)."""
        return self.table.bet.loses_on_fold

    def value(self, index: int) -> Value:
        """Return what the wager returns to one class of hands (envy bonuses apart)."""
        return self.mean(self.counts[index], self.ways)

    @cached_property
    def _prizes(self) -> tuple[int, dict[str, tuple[int, ...]]]:
        """A denominator, and over it what each line pays: odds with the stake, money, share of the meter."""
        pays = {line.text: self.prize(line) for line in self.table.lines}
        unit = lcm(*(part.denominator for parts in pays.values() for part in parts))
        return unit, {text: tuple(int(part * unit) for part in parts) for text, parts in pays.items()}

    def prize(self, line: Line) -> tuple[Fraction, Fraction, Fraction]:
        """Return what a line brings back, as `prize_of` does."""
        return prize_of(self.rules, self.table, line)

    def mean(self, counts: Mapping[str, int], total: int) -> Value:
        """Return the mean of what lines pay that are hit in so many of `total` ways (envy bonuses apart)."""
        unit, pays = self._prizes
        odds, money, share = (
            sum(count * pays[text][part] for text, count in counts.items()) for part in range(3)
        )
        whole, full = total * unit, self.table.stake if self.table.bet.full_stake else None
        return Value(Fraction(odds, whole), Fraction(money, whole), Fraction(share, whole), full=full)

    def lines(self, live: Iterable[int] | None = None) -> tuple[LineChance, ...]:
        """Return the chances of each line over all hands, or over those of the classes given.

        In the order of the file; hands that are not live count as lost.
        """
        return self._lines if live is None else self._count(live)

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
        from combin.exact.side_bets import paid_if_played

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
        return self.mean(counts, lines[0].total) + Value(envy=self.envy) + self.hits


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


@remembered
def chances_of(rules: Rules, wager: str, letter: str) -> JackpotChances:
    """Return the chances of a jackpot wager under one of its tables, which are remembered."""
    return jackpot_chances(rules, rules.tables[wager][letter])


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


def game_meter(
    rules: Rules,
    option: str,
    seed: Number | None = None,
    *,
    increment: Number | None = None,
    pay_table: str | None = None,
    probabilities: Mapping[str, Fraction] | None = None,
    stake: Fraction | None = None,
    seats: int | None = None,
    wager: str | None = None,
    shown: Mapping[str, Fraction] | None = None,
) -> Meter:
    """Return a meter of a game, with its levels, per unit wagered.

    Sums of money that the house pays, and envy bonuses for the hands of the other players, are so many units
    of the stake.

    Args:
        rules: the game.
        option: which of the file's options: a pay table with its seeds and rates.
        seed: a seed; without it the first of the option.
        increment: an increment rate; without it the one that is published for the seed.
        pay_table: another pay table than the option's, to see what breaks.
        probabilities: of the lines of the pay table, where they are not those of a player who never folds.
        stake: the price of the wager, in money; by default the full stake, or a unit.
        seats: players at the table with the wager; by default `full_table`.
        wager: the jackpot wager; by default the one whose meter has no name.
        shown: what levels show, per unit wagered; by default their seeds.

    >>> from combin.rules.load import load_rules
    >>> game_meter(load_rules("crown-melbourne"), "1", 20_000).increment
    Fraction(3251, 10000)

    Raises:
        JackpotError: no such option or pay table; no rate is published for the seed and none was given.
    """
    wager, entry = _stated(rules, wager)
    if option not in entry.options:
        raise JackpotError(f"no option {option!r} of the {wager} (there are {', '.join(entry.options)})")
    chosen, bet = entry.options[option], rules.bets[wager]
    letter = chosen.pay_table if pay_table is None else pay_table
    if letter not in rules.tables[wager]:
        there_are = ", ".join(rules.tables[wager])
        raise JackpotError(f"no pay table {letter!r} of {wager} (there are {there_are})")
    price = bet.first_stake if stake is None else stake
    part = bet.part(price)  # what is stated is for each unit of a full stake
    published = {Fraction(one.seed): one for one in chosen.meters}
    wanted = next(iter(published)) if seed is None else number("seed", seed)
    stated = published.get(wanted)
    if increment is None:
        if stated is None:
            seeds = ", ".join(str(one) for one in published)
            raise JackpotError(
                f"option {option}: no increment rate is published for a seed of {wanted} (there are {seeds})"
            )
        increment = Fraction(stated.increment)
    if probabilities is None:
        probabilities = {one.line.text: one.probability for one in chances_of(rules, wager, letter).lines()}
    limit = entry.must_hit_by if stated is None else entry.limit_of(stated)
    meter = table_meter(
        rules,
        wager,
        letter,
        wanted / part,
        increment,
        probabilities=probabilities,
        stake=price,
        seats=seats,
        limit=None if limit is None else limit / part,
    )
    amounts = shown or {}
    levels = []
    for name, one in chosen.levels.items():
        prizes = _prizes(rules, wager, letter, probabilities, price, level=name)[0]
        most = None if one.must_hit_by is None else one.must_hit_by / part
        own = Meter(one.seed / part, one.increment, prizes, reserve=Fraction(one.reserve), limit=most)
        levels.append(Level(name, own, own.check_amount(amounts.get(name, own.seed))))
    reserve = Fraction(0) if stated is None else Fraction(stated.reserve)
    return replace(meter, reserve=reserve, levels=tuple(levels))


def table_meter(
    rules: Rules,
    wager: str,
    letter: str,
    seed: Number,
    increment: Number,
    *,
    probabilities: Mapping[str, Fraction],
    stake: Fraction = Fraction(1),
    seats: int | None = None,
    limit: Number | None = None,
) -> Meter:
    """Return a meter under a pay table of a jackpot wager, per unit wagered, whatever the file publishes.

    Lines that pay out of a level are left to it.

    Args:
        rules: the game.
        wager: the id of the jackpot wager.
        letter: its pay table.
        seed: per unit of the stake.
        increment: the increment rate.
        probabilities: of the lines of the pay table.
        stake: the price of the wager, in money.
        seats: players at the table with the wager; by default `full_table`.
        limit: the amount that it must be hit by, if there is one.
    """
    prizes, bonuses = _prizes(rules, wager, letter, probabilities, stake)
    others = (full_table(rules) if seats is None else seats) - 1
    lines = rules.tables[wager][letter].at(stake).lines
    envied = (probabilities.get(line.text, Fraction(0)) * line.prize.envy for line in lines)
    envy = sum(envied, Fraction(0)) * others / stake
    return Meter(seed, increment, prizes, bonuses, envy, limit=limit)


def full_table(rules: Rules) -> int:
    """Return how many players a table has: all its seats, or one if the document does not say how many."""
    return rules.file.deal.seats or 1


def _prizes(
    rules: Rules,
    wager: str,
    letter: str,
    probabilities: Mapping[str, Fraction],
    stake: Fraction,
    *,
    level: str = "",
) -> tuple[tuple[MeterPrize, ...], tuple[BonusPrize, ...]]:
    """Return the prizes out of the first meter, or out of a level, and those of no meter."""
    prizes, bonuses = [], []
    table = rules.tables[wager][letter].at(stake)
    for line in table.lines:
        probability = probabilities.get(line.text, Fraction(0))
        if line.prize.of_meter:
            if probability and (line.prize.level or "") == level:
                fixed = Fraction(line.prize.money or 0) / stake
                prizes.append(MeterPrize(line.text, probability, Fraction(line.prize.meter or 0), fixed))
        elif line.prize.money is not None:
            bonuses.append(BonusPrize(line.text, probability, Fraction(line.prize.money) / stake))
        elif line.prize.odds is not None:
            bonuses.append(BonusPrize(line.text, probability, table.odds(line) + 1))
    return tuple(prizes), tuple(bonuses)


def published_meters(rules: Rules, wager: str | None = None) -> tuple[tuple[str, Meter], ...]:
    """Return every option and meter that the file publishes of a wager, in its order."""
    name, entry = _stated(rules, wager)
    return tuple(
        (letter, game_meter(rules, letter, one.seed, increment=Fraction(one.increment), wager=name))
        for letter, option in entry.options.items()
        for one in option.meters
    )


def _stated(rules: Rules, wager: str | None) -> tuple[str, ProgressiveEntry]:
    """Return a progressive wager, by default the one whose meter has no name, and its meters."""
    name = rules.metered if wager is None else wager
    if name not in rules.meters:
        section = f"jackpots.{wager}" if wager else "jackpot"
        raise JackpotError(f"{rules.file.id} states no meter: no [{section}] in its file")
    return name, rules.meters[name]


Outcome = tuple[int, int]
"""R and S, the numbers of royal and of straight flushes in a round."""


class Winners(Struct, frozen=True, dict=True):
    """The joint law of (R, S) for tables of any number of seats, with two jackpot cards for all.

    For each pair of jackpot cards the triples that make it a royal or a straight flush are few, and only
    disjoint ones can be held at once, so that everything is found by going through all of them.
    """

    deck: Deck

    @cached_property
    def runs(self) -> tuple[tuple[frozenset[int], bool], ...]:
        """All runs of five cards of a suit as card indexes, and whether each is a royal flush."""
        ranks, suits = len(self.deck.ranks), len(self.deck.suits)
        has_ace = self.deck.ranks[-1].symbol == "A"
        spans = [tuple(range(low, low + 5)) for low in range(ranks - 4)]
        if has_ace and ranks > 5:
            spans.append((ranks - 1, 0, 1, 2, 3))
        return tuple(
            (
                frozenset(rank * suits + suit for rank in span),
                has_ace and span == tuple(range(ranks - 5, ranks)),
            )
            for span in spans
            for suit in range(suits)
        )

    def completing(self, pair: tuple[int, int]) -> list[tuple[frozenset[int], bool]]:
        """Return the triples that make a pair of jackpot cards a straight flush, and whether it is royal."""
        cards = frozenset(pair)
        return [(run - cards, royal) for run, royal in self.runs if cards <= run]

    def _families(self, pair: tuple[int, int]) -> Iterator[tuple[Outcome, frozenset[frozenset[int]]]]:
        """Yield every set of completing triples that different seats can hold at once, the empty one too."""
        triples = self.completing(pair)
        for size in range(len(triples) + 1):
            for family in combinations(triples, size):
                held = frozenset(triple for triple, _ in family)
                if len(frozenset().union(*held)) == 3 * size:
                    royals = sum(royal for _, royal in family)
                    yield (royals, size - royals), held

    @cached_property
    def families(self) -> Counter[tuple[Outcome, Outcome]]:
        """How many pairs of a family held and a larger family around it there are, by their (R, S).

        What inclusion and exclusion needs: summed over all pairs of jackpot cards.
        """
        counts: Counter[tuple[Outcome, Outcome]] = Counter()
        for pair in combinations(range(len(self.deck)), 2):
            families = list(self._families(pair))
            counts.update(
                (outcome, larger)
                for outcome, triples in families
                for larger, more in families
                if triples <= more
            )
        return counts

    def possible(self) -> dict[Outcome, tuple[int, int]]:
        """Return every (R, S) that can occur, with an example count: pairs of jackpot cards that allow it.

        The second number is how many seats must hold the right cards. What is not among the keys cannot
        occur, however many seats there are: every pair of jackpot cards and every set of disjoint triples
        was gone through.
        """
        allowed: Counter[Outcome] = Counter()
        for pair in combinations(range(len(self.deck)), 2):
            allowed.update({outcome for outcome, _ in self._families(pair)})
        return {outcome: (count, sum(outcome)) for outcome, count in sorted(allowed.items())}

    def win(self, prizes: Iterable[tuple[Fraction, Fraction]]) -> bool:
        """Return whether prizes are the whole meter for a royal flush, and a part for a straight flush.

        Args:
            prizes: the share of the meter and the probability of each.
        """
        law = self.law(1)
        flushes = [(False, law.get((0, 1))), (True, law.get((1, 0)))]
        return sorted((share == 1, probability) for share, probability in prizes) == flushes

    def law(self, seats: int) -> dict[Outcome, Fraction]:
        """Return the probability of every (R, S) with so many seats, each with three cards.

        A family of f disjoint triples is held by some f of n seats in n (n-1) ... (n-f+1) ways, each with
        probability 1 / (C(50, 3) C(47, 3) ...); that no other triple is held as well follows by inclusion
        and exclusion over the larger families.

        Raises:
            ValueError: no seats, or more than the deck has cards for.
        """
        left = len(self.deck) - 2
        if not 1 <= seats <= left // 3:
            msg = f"{seats} seats: a table has 1 to {left // 3}"
            raise ValueError(msg)

        def held(size: int) -> Fraction:
            if size > seats:
                return Fraction(0)
            ways = 1
            for dealt in range(size):
                ways *= comb(left - 3 * dealt, 3)
            return Fraction(perm(seats, size), ways)

        # That a family is held says nothing of further triples. Those who hold exactly it are the holders of
        # it less the holders of more: the sum over larger families with the sign of their excess. How likely
        # a family is depends on its size alone, so that the pairs of families are counted by what they win.
        pairs = comb(len(self.deck), 2)
        law: dict[Outcome, Fraction] = {}
        for (outcome, larger), count in self.families.items():
            sign = -1 if (sum(larger) - sum(outcome)) % 2 else 1
            law[outcome] = law.get(outcome, Fraction(0)) + sign * count * held(sum(larger)) / pairs
        return {outcome: law[outcome] for outcome in sorted(law) if law[outcome]}
