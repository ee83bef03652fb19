"""What a jackpot wager returns: exact and linear in the stake, the meter and the number of other players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, gcd, lcm, perm, prod

from msgspec import Struct

from combin.cards.cards import Deck
from combin.cards.suit_classes import HandClass, hand_classes, hand_classes_by_suit
from combin.exact.pay_lines import line_ways, names_suit
from combin.exact.strategy import Strategy
from combin.jackpot.meter import NOTHING, HiddenLimit, Value
from combin.rules.model import MeterEntry
from combin.rules.resolved import Rules, remembered
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Kind


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

    `counts` give for each suit class the ways, of `ways`, in which the other cards make each line. `hits` is
    what is won whatever the cards are: of a meter that must be hit by an amount.
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
        return prize_of(self.table, line)

    def mean(self, counts: Mapping[str, int], total: int) -> Value:
        """Return the mean pay of lines that are hit in that many of `total` ways (envy bonuses apart)."""
        unit, pays = self._prizes
        each = [(count, pays[text]) for text, count in counts.items()]
        odds, money, share = (sum(count * parts[place] for count, parts in each) for place in range(3))
        whole, full = total * unit, self.table.stake if self.table.bet.full_stake else None
        return Value(Fraction(odds, whole), Fraction(money, whole), Fraction(share, whole), full=full)

    def lines(self, live: Iterable[int] | None = None) -> tuple[LineChance, ...]:
        """Chances of each line over all hands, or over the `live` classes, in the order of the file."""
        return self._lines if live is None else self._count(live)

    @cached_property
    def _lines(self) -> tuple[LineChance, ...]:
        return self._count(range(len(self.classes)))

    @cached_property
    def _played(self) -> dict[frozenset[tuple[int, ...]], tuple[LineChance, ...]]:
        """The chances of each line by the folded hands of strategies that were asked for."""
        return {}

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
        """Chances of each line with a strategy, folded hands losing, in the order of the file."""
        if not strategy.seen:
            if (folded := strategy.folded) not in self._played:
                live = (index for index, one in enumerate(self.classes) if one.cards not in folded)
                self._played[folded] = self._count(live)
            return self._played[folded]
        from combin.exact.side_bets import paid_if_played

        counts, total = paid_if_played(strategy, self.table)
        return tuple(LineChance(one.line, counts[one.line.text], total) for one in self.lines())

    def played(self, strategy: Strategy) -> Value:
        """Return what the wager returns with a strategy; hands that are folded bring envy bonuses only."""
        return self._value(self.played_lines(strategy))

    def overall(self) -> Value:
        """Return what the wager returns over all hands."""
        return self._value(self.lines())

    def _value(self, lines: Sequence[LineChance]) -> Value:
        counts = {one.line.text: one.count for one in lines}
        return self.mean(counts, lines[0].total) + Value(envy=self.envy) + self.hits


def prize_of(table: PayTable, line: Line) -> tuple[Fraction, Fraction, Fraction]:
    """Return what a line brings back: that many times the stake, money, and a share of the meter.

    Where odds are paid "to 1" the stake comes with them; a level of the meter counts as odds, at what it
    shows for each unit of the stake. A side bet's sums of money are that many times the stake of its table,
    less commission.
    """
    nothing, prize = Fraction(0), line.prize
    if prize.odds is not None or (prize.level and prize.meter) or table.bet.kind is not Kind.JACKPOT:
        return table.odds(line) + 1, nothing, nothing
    return nothing, Fraction(prize.money or 0), Fraction(prize.meter or 0)


def tells_suits(rules: Rules, table: PayTable) -> bool:
    """Return whether suits decide: because this table names one, or one of the base game does."""
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
    equivalent asks `five_card_strength` for all 1,176 pairs of jackpot cards of every hand.
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


Outcome = tuple[int, int]
"""R and S, the numbers of royal and of straight flushes in a round."""


class Winners(Struct, frozen=True, dict=True):
    """The joint law of (R, S) for tables of any number of seats, with two jackpot cards for all.

    For each pair of jackpot cards the triples that make it a royal or a straight flush are few, and only
    disjoint ones can be dealt at once, so that everything is found by visiting all of them.
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
        royal = tuple(range(ranks - 5, ranks)) if has_ace else ()
        every = ((span, suit) for span in spans for suit in range(suits))
        return tuple((frozenset(rank * suits + suit for rank in span), span == royal) for span, suit in every)

    def families_of(self, pair: tuple[int, int]) -> Iterator[tuple[Outcome, frozenset[frozenset[int]]]]:
        """Yield every set of triples that seats can have at once for a straight flush, with its (R, S)."""
        cards = frozenset(pair)
        triples = [(run - cards, royal) for run, royal in self.runs if cards <= run]
        for size in range(len(triples) + 1):
            for family in combinations(triples, size):
                dealt = frozenset(triple for triple, _ in family)
                if len(frozenset().union(*dealt)) == 3 * size:
                    royals = sum(royal for _, royal in family)
                    yield (royals, size - royals), dealt

    @cached_property
    def families(self) -> Counter[tuple[Outcome, Outcome]]:
        """Number of pairs of a family and a larger one, by their (R, S), for inclusion and exclusion."""
        counts: Counter[tuple[Outcome, Outcome]] = Counter()
        for pair in combinations(range(len(self.deck)), 2):
            sets = list(self.families_of(pair))
            counts.update((own, larger) for own, triples in sets for larger, more in sets if triples <= more)
        return counts

    @property
    def possible(self) -> list[Outcome]:
        """Every (R, S) that can occur, however many seats there are, in ascending order."""
        return sorted({outcome for outcome, _ in self.families})

    def win(self, prizes: Iterable[tuple[Fraction, Fraction]]) -> bool:
        """Return whether prizes (share, probability) are all for a royal, and a part for a straight flush."""
        law = self.law(1)
        flushes = [(False, law.get((0, 1))), (True, law.get((1, 0)))]
        return sorted((share == 1, probability) for share, probability in prizes) == flushes

    def law(self, seats: int) -> dict[Outcome, Fraction]:
        """Return the probability of every (R, S) with that many seats, each with three cards.

        A family of f disjoint triples is dealt to some f of n seats in n (n-1) ... (n-f+1) ways, each with
        probability 1 / (C(50, 3) C(47, 3) ...); that no other triple is dealt as well follows by inclusion
        and exclusion over the larger families.
        """
        left = len(self.deck) - 2
        if not 1 <= seats <= left // 3:
            raise ValueError(f"{seats} seats: a table has 1 to {left // 3}")

        def dealt(size: int) -> Fraction:  # no family is dealt to fewer seats than it takes
            return Fraction(perm(seats, size), prod(comb(left - 3 * dealt, 3) for dealt in range(size)))

        # That a family is dealt says nothing of further triples. Seats that have it alone are those that have
        # it less those that have more: the sum over larger families with the sign of their excess. How likely
        # a family is depends on its size alone, so that the pairs of families are counted by what they win.
        pairs = comb(len(self.deck), 2)
        law: dict[Outcome, Fraction] = defaultdict(Fraction)
        for (outcome, larger), count in self.families.items():
            sign = -1 if (sum(larger) - sum(outcome)) % 2 else 1
            law[outcome] += sign * count * dealt(sum(larger)) / pairs
        return {outcome: law[outcome] for outcome in sorted(law) if law[outcome]}


winners_of = lru_cache(maxsize=8)(Winners)
"""The joint law of royal and straight flushes of a deck, which is remembered."""
