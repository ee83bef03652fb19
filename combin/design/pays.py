"""Every choice of pays: the share of each line in the result of a wager, and the choices in a window.

The result of a side bet is linear in its pays. That of the base game is not linear in the pays of a bonus,
since a hand may become worth playing; but each hand is in one line only, so that it is a sum of one function
a line, and the optimal strategy is found line by line.

The search visits the lines from the worst to the best. Two bisections a line leave only the pays from
which the window can still be reached; of the best line a whole run of pays is decided at once. A part that
cannot hold anything worth keeping is only counted, at once where all of it lies in the window. All numbers
are integers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappush, heappushpop
from itertools import accumulate, pairwise
from math import ceil, floor, lcm

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import ColourLine
from combin.cards.five_cards import FiveCardCategory, FiveCardSet, SixCardRoyal
from combin.cards.hand_sets import HandSet
from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.pay_lines import paid_lines
from combin.exact.side_bets import side_bet, side_bet_lost_with_folds
from combin.exact.strategy import optimal_strategy
from combin.formatting import plain
from combin.progress import progress
from combin.rules.errors import RulesError
from combin.rules.numbers import Pay
from combin.rules.resolved import Rules
from combin.rules.tables import PayTable
from combin.rules.wagers import Prize


class Window(Struct, frozen=True):
    """Values from `low` to `high`, both included."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """The value half way between the limits."""
        return (self.low + self.high) / 2

    def __str__(self) -> str:
        low, high = (f"{plain(100 * one)}%" for one in (self.low, self.high))
        return low if low == high else f"{low} to {high}"


class PaySums(Struct, frozen=True):
    """Sums over deals, nets in `1/unit`: of the nets, of their squares, and of deals with a net above 0."""

    gain: int
    square: int
    hit: int

    @classmethod
    def over(cls, counts: Iterable[tuple[int, int]]) -> PaySums:
        """The sums over deals, given as nets with their numbers of deals."""
        deals = [*counts]
        return cls(
            sum(net * count for net, count in deals),
            sum(net**2 * count for net, count in deals),
            sum(count for net, count in deals if net > 0),
        )


class PayLine(Struct, frozen=True):
    """A line of a pay table with its possible pays, ascending, and their sums.

    `count` is its number of deals, `steady` whether the decisions of its hands are the same at all pays.
    """

    text: str
    count: int
    pays: tuple[Fraction, ...]
    sums: tuple[PaySums, ...]
    steady: bool = True

    def only(self, low: tuple[Fraction, ...], high: tuple[Fraction, ...]) -> PayLine:
        """The line with the pays between two limits; none if a limit is missing."""
        kept = [index for index, pay in enumerate(self.pays) if low <= (pay,) <= high] if low else []
        pays, sums = (self.pays[index] for index in kept), (self.sums[index] for index in kept)
        return PayLine(self.text, self.count, tuple(pays), tuple(sums), self.steady)


class LinearForm(Struct, frozen=True):
    """The result of a wager as a function of its pays: `rest` (all other hands) plus one term a line.

    `lines` are from the best to the worst. With `ordered`, a better line pays at least as much.
    """

    lines: tuple[PayLine, ...]
    rest: PaySums
    total: int
    unit: int
    ordered: bool = True

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines as the table writes them."""
        return tuple(line.text for line in self.lines)

    @property
    def steady(self) -> bool:
        """Whether the decisions are the same at all pays."""
        return all(line.steady for line in self.lines)

    def house_edge(self, gain: int) -> Fraction:
        """The house edge of a sum of nets."""
        return Fraction(-gain, self.total * self.unit)

    def gain(self, edge: Fraction) -> Fraction:
        """The sum of nets, generally not a whole number, of a house edge."""
        return -edge * self.total * self.unit

    def variance(self, gain: int, square: int) -> Fraction:
        """The variance of the net result from the sums of nets and their squares."""
        return Fraction(self.total * square - gain**2, (self.total * self.unit) ** 2)


def _form(
    table: PayTable, lines: Sequence[PayLine], rest: PaySums, total: int, unit: int, *, ordered: bool
) -> LinearForm:
    """The form of lines in the order of the table, without pays that are in no table."""
    rank = ranks(table)
    in_order = sorted(lines, key=lambda line: rank[line.text])
    chain = list(in_order)
    if ordered:
        # Once down and once up is enough: a worse line pays at most what the better one may, and then a
        # better line at least what the worse one may. After that every pay left is part of some table that
        # keeps the order.
        for place in range(1, len(chain)):
            chain[place] = chain[place].only(chain[place].pays[:1], chain[place - 1].pays[-1:])
        for place in range(len(chain) - 2, -1, -1):
            chain[place] = chain[place].only(chain[place + 1].pays[:1], chain[place].pays[-1:])
        if not all(line.pays for line in chain):
            raise RulesError(("pays",), _out_of_order(in_order))
    return LinearForm(tuple(chain), rest, total, unit, ordered)


def ranks(table: PayTable) -> dict[str, tuple[int, ...]]:
    """The sort key of each line of a pay table, the best first.

    Lines of three cards rank by the highest hand that they pay themselves, a line of one suit above the
    same line of any suit; lines of five cards rank as in poker; lines of colours by how much they
    require.
    """
    colours, poker = list(ColourLine), list(FiveCardCategory)
    found: dict[str, tuple[int, ...]] = {}
    taken: set[int] = set()
    for hands, line in table.sets:
        if isinstance(hands, HandSet):
            own = set(hands.levels) - taken
            key: tuple[int, ...] = (-max(own or hands.levels), hands.suit is None)
            taken |= own if hands.suit is None else set()
        elif isinstance(hands, SixCardRoyal):
            key = (-2 if hands.suit is not None else -1,)
        elif isinstance(hands, FiveCardSet):
            place = poker.index(hands.category)
            tops = (rank for category, rank in hands.kinds if category is hands.category)
            key = (place, -max(tops), hands.suit is None) if hands.finer else (place, 1)
        else:
            key = (colours.index(hands),)
        if line is not None:
            found[line.text] = key
    return found


def _out_of_order(chain: Sequence[PayLine]) -> str:
    """The lines that cannot keep the order, if each but the worst pays its least."""
    line = chain[-1]
    least = line.pays[0]
    for better in chain[-2::-1]:
        if better.pays[-1] < least:
            break
        line, least = better, next(pay for pay in better.pays if pay >= least)
    return (
        f"{better.text}, which is better, would pay {better.pays[-1]} at most and {line.text} {least} at "
        "least; a better hand pays at least as much"
    )


def side_bet_form(
    rules: Rules,
    table: PayTable,
    pays: Mapping[str, Sequence[Fraction]],
    letters: Mapping[str, str],
    *,
    ordered: bool = True,
) -> LinearForm:
    """The result of a side bet as a function of its pays.

    `pays` are those of each line, in the terms of the table, ascending; what the table itself pays does not
    matter. On the `letters` of the bonuses depends what is folded where a fold loses the bet. A better line
    must pay at least as much if the pays are `ordered`.
    """
    if table.bet.loses_on_fold:
        counted = side_bet_lost_with_folds(optimal_strategy(base_game(rules, letters)), table)
    else:
        counted = side_bet(rules, table)
    nets = {line: [table.net(pay) for pay in each] for line, each in pays.items()}
    others = [one for one in counted.lines if one.text not in pays]  # what is lost, and hands tied or beaten
    unit = lcm(*(net.denominator for each in (*nets.values(), [one.net for one in others]) for net in each))

    def sums(count: int, net: Fraction) -> PaySums:
        return PaySums.over([(int(net * unit), count)])

    lines = []
    for one in counted.lines:
        if one.text in pays:
            own = tuple(sums(one.count, net) for net in nets[one.text])
            lines.append(PayLine(one.text, one.count, tuple(pays[one.text]), own))
    rest = PaySums.over((int(one.net * unit), one.count) for one in others)
    return _form(table, lines, rest, counted.total, unit, ordered=ordered)


def bonus_form(
    rules: Rules,
    table: PayTable,
    pays: Mapping[str, Sequence[Fraction]],
    letters: Mapping[str, str],
    *,
    ordered: bool = True,
) -> LinearForm:
    """The result of the base game under its optimal strategy as a function of the pays of a bonus.

    Arguments as in `side_bet_form`; pays are to 1, and the letter of this bonus does not matter.
    """
    if rules.early:
        problem = "pays of a bonus cannot be searched with raises before a card is seen"
        raise RulesError(("decision", "early"), f"{problem} (Limits in docs/language.md)")
    entry = rules.file.pay_tables[table.wager][table.letter]
    free = replace(entry, lines=dict.fromkeys(entry.lines, Prize(odds=Pay(0))))
    tables = {**rules.file.pay_tables, table.wager: {table.letter: free}}
    without = Rules(replace(rules.file, pay_tables=tables), rules)
    game = base_game(without, {**letters, table.wager: table.letter})
    unit = lcm(game.unit, *(pay.denominator for each in pays.values() for pay in each))
    members: dict[str, list[int]] = {line.text: [] for line in table.lines}
    others: list[int] = []
    by_class = paid_lines(rules, table, game.matchups.classes)
    for index, number in enumerate(game.matchups.numbers):
        line = by_class[number]
        (others if line is None else members[line.text]).append(index)
    paid = tuple(map(table.bet.paid_in, rules.cases))
    (rest,), _ = _best(game, others, (Fraction(0),), paid, unit)
    lines = []
    for text, indexes in members.items():
        sums, steady = _best(game, indexes, pays[text], paid, unit)
        deals = sum(one.weight * one.deals for one in map(game.matchups.__getitem__, indexes))
        lines.append(PayLine(text, deals, tuple(pays[text]), tuple(sums), steady))
    return _form(table, lines, rest, game.total, unit, ordered=ordered)


def _best(
    game: BaseGame, indexes: Sequence[int], pays: Sequence[Fraction], paid: Sequence[bool], unit: int
) -> tuple[list[PaySums], bool]:
    """The sums of some matchups at each pay, decided optimally, and whether all decisions are the same."""
    # A pay makes playing better and leaves the fold as it is, so that while it rises hands begin to be played
    # and never stop. Each waits, sorted, for the pay that it needs; the counts of those played grow along,
    # and every pay costs one sum over different nets in the place of one over all situations.
    scale, situations = unit // game.unit, game.matchups
    waiting = [(need, index, multiple) for index in indexes for need, multiple in _needed(game, index, paid)]
    waiting.sort(reverse=True)
    folded = sum(situations[index].weight * situations[index].deals for index in indexes)
    nets: Counter[tuple[int, bool]] = Counter()
    found, played_at_once = [], 0
    for number, pay in enumerate(pays):
        while waiting and waiting[-1][0] < pay:
            _, index, multiple = waiting.pop()
            situation = situations[index]
            folded -= situation.weight * situation.deals
            for count, net, bonus in zip(situation.counts, game.nets(index, multiple), paid, strict=True):
                nets[net * scale, bonus] += situation.weight * count
        played_at_once = played_at_once if number else len(waiting)
        sums = [(net + int(pay * unit) * bonus, count) for (net, bonus), count in nets.items()]
        sums.append((game.fold * scale, folded))
        found.append(PaySums.over(sums))
    return found, played_at_once == len(waiting)


def _needed(game: BaseGame, index: int, paid: Sequence[bool]) -> Iterator[tuple[Fraction, int]]:
    """Yield the best multiple in one matchup, and the pay above which playing it is optimal."""
    multiples = [one for one in game.choices(index) if one != FOLD]
    if not multiples:
        return
    multiple = max(multiples, key=lambda multiple: (game.value(index, multiple), -multiple))
    short = game.value(index, FOLD) - game.value(index, multiple)
    deals = sum(count for count, bonus in zip(game.matchups[index].counts, paid, strict=True) if bonus)
    if FOLD not in game.choices(index) or short < 0:
        yield Fraction(-1), multiple  # no pay is so low
    elif deals:
        yield Fraction(short, game.unit * deals), multiple


PATIENCE = 1 << 10
"""After that many steps the progress is reported."""

RUNS_A_SECOND = 10**6
"""How many runs are decided in a second, about: more where the window leaves most of them out."""

MOST_RUNS = 10**9
"""The most runs that a search may visit: some quarter of an hour, in which the bar moves."""


class SearchLimits(Struct, frozen=True):
    """The limits of sums of nets and of hits, both ends included."""

    low: int
    high: int
    least_hits: int
    most_hits: int

    @classmethod
    def of(cls, form: LinearForm, edge: Window | None, hit: Window | None) -> SearchLimits:
        """The limits of a window of house edges and one of hit frequencies; None allows all."""
        low, high = (form.rest.gain + sum(line.sums[end].gain for line in form.lines) for end in (0, -1))
        if edge:
            low, high = ceil(form.gain(edge.high)), floor(form.gain(edge.low))
        least = ceil(hit.low * form.total) if hit else 0
        return cls(low, high, least, floor(hit.high * form.total) if hit else form.total)


def candidates(form: LinearForm) -> int:
    """The number of choices of pays; the slow equivalent makes them all and counts."""
    return _ways([line.pays for line in form.lines[::-1]], _following(form))[0][0]


def runs(form: LinearForm) -> int:
    """The number of choices of all lines but the best, whose pays are decided in runs."""
    lines, following = form.lines[:0:-1], _following(form)[:-1]
    return _ways([line.pays for line in lines], following)[0][0] if lines else 1


def _following(form: LinearForm) -> list[list[int]]:
    """For each pay of a line, worst line first, the first possible pay of the next line."""
    return [
        [bisect_left(better.pays, pay) if form.ordered else 0 for pay in line.pays]
        for line, better in pairwise(form.lines[::-1])
    ]


def _ways(sizes: Sequence[Sequence[object]], following: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each line and each of its pays, the number of choices of it and the next lines from there."""
    # From the best line back: a pay can be followed by what the next line may pay from it on, and "from this
    # pay on" is a running sum from the right. So all choices are counted in as many steps as there are pays.
    ways = [[*range(len(sizes[-1]), -1, -1)]]
    for firsts in reversed(following):
        ways.insert(0, [*accumulate((ways[0][first] for first in reversed(firsts)), initial=0)][::-1])
    return ways


def roughness(pay: Fraction) -> int:
    """Return 0 for a round pay: 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten.

    Other pays count 2 for each digit after the first, less 1 for a last digit of 5, and 1 at least.

    >>> [roughness(Fraction(pay)) for pay in ("1.5", "4", "80", "250", "7", "35", "33", "125", "333")]
    [0, 0, 0, 0, 1, 1, 2, 3, 4]
    """
    digits = plain(pay).strip("0.").replace(".", "")
    if digits in _ROUND:
        return 0
    return max(2 * len(digits) - 2 - digits.endswith("5"), 1)


_ROUND = frozenset(("1", "15", "2", "25", "3", "4", "5", "6", "8", ""))  # the digits of round pays


class Search:
    """A search through all choices of pays of a form that keeps the best within the limits.

    Equal choices are kept by their edge's distance from the target, then roundness, then the pays of
    common hands. A choice is the index of each line's pay, from the worst line to the best.
    """

    def __init__(
        self, form: LinearForm, limits: SearchLimits, *, target: Fraction, most: int, roundest: bool = False
    ) -> None:
        """Prepare the sums of each line; keep `most` choices closest to `target`, or the `roundest` first."""
        self.limits, self.most_kept, self.roundest = limits, most, roundest
        self.form = form
        lines = form.lines[::-1]
        self.last = len(lines) - 1
        self.gains = [[one.gain for one in line.sums] for line in lines]
        self.hits = [[one.hit for one in line.sums] for line in lines]
        self.roughs = [[roughness(pay) for pay in line.pays] for line in lines]
        self.following = _following(form)
        self.ways = _ways(self.gains, self.following)
        self.least = _least(self.gains, self.following)
        self.most = _from_here(gains[-1] for gains in self.gains)
        self.least_rough = _from_here(map(min, self.roughs))
        self.any_hits = limits.least_hits <= 0 and limits.most_hits >= form.total
        self.scale, self.target = target.denominator, target.numerator
        self.centre = ceil(target)  # whole numbers not below the target are those not below this
        self.path = [0] * self.last
        self.kept: list[tuple[int, int, int, tuple[int, ...]]] = []  # a heap, all measures negative
        self.steps = 0

    def run(self) -> int:
        """The number of choices within the limits."""
        matching = self._visit(0, 0, self.form.rest.gain, self.form.rest.hit, 0, keep=True)
        progress(self.ways[0][0], self.ways[0][0])
        return matching

    def best(self) -> list[tuple[int, ...]]:
        """The kept choices, the best first."""
        return [tuple(-index for index in path) for *_, path in sorted(self.kept, reverse=True)]

    def _visit(self, level: int, first: int, gain: int, hit: int, rough: int, *, keep: bool) -> int:
        """The number of tables of a part within the limits; the best are kept if some may be better."""
        # Branch and bound. Of each part it is known between what the lines still open can bring the sums; if
        # nothing in there can be kept, it is counted only, at once where all of it lies within the limits.
        # The rest is gone into, within the pays from which the window can still be reached.
        keep = keep and not self._hopeless(level, first, gain, rough)
        limits = self.limits
        if (
            not keep
            and self.any_hits
            and limits.low <= gain + self.least[level][first]
            and gain + self.most[level] <= limits.high
        ):
            return self.ways[level][first]
        if level == self.last:
            low, high = self._run(first, gain, hit)
            self._step()
            if keep and low < high:
                self._keep(low, high, gain, rough)
            return max(high - low, 0)
        count = 0
        gains, hits, roughs = self.gains[level], self.hits[level], self.roughs[level]
        following = self.following[level]
        if not keep and level + 1 == self.last and self.any_hits:  # most of the time is spent here: no calls
            runs, least, most = self.gains[-1], limits.low - gain, limits.high - gain
            for index in self._open(level, first, gain):
                start = max(following[index], bisect_left(runs, least - gains[index]))
                count += max(bisect_right(runs, most - gains[index]) - start, 0)
            self._step()
            return count
        for index in self._open(level, first, gain):
            self.path[level] = index
            sums = gain + gains[index], hit + hits[index], rough + roughs[index]
            count += self._visit(level + 1, following[index], *sums, keep=keep)
        return count

    def _hopeless(self, level: int, first: int, gain: int, rough: int) -> bool:
        """Whether enough choices are kept, all better than the best of a part."""
        if len(self.kept) < self.most_kept:
            return False
        if self.roundest:
            return rough + self.least_rough[level] > -self.kept[0][0]
        least = max(self.limits.low, gain + self.least[level][first])
        most = min(self.limits.high, gain + self.most[level])
        if least <= self.centre <= most + 1:
            return False
        return self._distance(min(max(least, self.centre), most)) > -self.kept[0][0]

    def _keep(self, start: int, stop: int, gain: int, rough: int) -> None:
        """Keep the best of choices that differ in the pay of the best line alone."""
        gains, roughs, path = self.gains[-1], self.roughs[-1], (*(-index for index in self.path),)
        # Away from the target the distance only grows: the first that is too far ends its way.
        middle = start if self.roundest else min(max(bisect_left(gains, self.centre - gain), start), stop)
        for indexes in (range(middle - 1, start - 1, -1), range(middle, stop)):
            for index in indexes:
                distance, roundness = self._distance(gain + gains[index]), rough + roughs[index]
                measure = roundness if self.roundest else distance
                entry = (-measure, -distance, -roundness, (*path, -index))
                if len(self.kept) < self.most_kept:
                    heappush(self.kept, entry)
                elif measure <= -self.kept[0][0]:
                    heappushpop(self.kept, entry)
                elif not self.roundest:
                    break

    def _distance(self, gain: int) -> int:
        return abs(gain * self.scale - self.target)

    def _open(self, level: int, first: int, gain: int) -> range:
        """The indexes of pays of a line from which the limits can still be reached."""
        # Both rows ascend: gains since pays do, and least sums since they are minima over all pays from one
        # on. So the pays from which the window can be reached from below and from above are each found by one
        # bisection.
        low = bisect_left(self.gains[level], self.limits.low - gain - self.most[level + 1])
        return range(max(first, low), bisect_right(self.least[level], self.limits.high - gain))

    def _run(self, first: int, gain: int, hit: int) -> tuple[int, int]:
        """The pays of the best line within the limits, since gain and hits only grow."""
        limits, gains, hits = self.limits, self.gains[-1], self.hits[-1]
        low = max(first, bisect_left(gains, limits.low - gain), bisect_left(hits, limits.least_hits - hit))
        return low, min(bisect_right(gains, limits.high - gain), bisect_right(hits, limits.most_hits - hit))

    def _step(self) -> None:
        """Report the number of choices done from time to time: those before the path at each line."""
        self.steps += 1
        if not self.steps % PATIENCE:
            # The search visits choices in lexical order, so those done are, line by line, the ones that
            # branch off below the path: what could follow from the first pay open less what can from the
            # path's own.
            done = first = 0
            for level, index in enumerate(self.path[:-1]):
                done += self.ways[level][first] - self.ways[level][index]
                first = self.following[level][index]
            progress(done, self.ways[0][0])


def _least(rows: Sequence[Sequence[int]], following: Sequence[Sequence[int]]) -> list[list[int]]:
    """The least sum of each line and the next ones, from each pay of the line on."""
    least = [_running_least(rows[-1])]
    for row, firsts in zip(rows[-2::-1], reversed(following), strict=True):
        sums = [value + least[0][first] for value, first in zip(row, firsts, strict=True)]
        least.insert(0, _running_least(sums))
    return least


def _running_least(values: Sequence[int]) -> list[int]:
    return [*accumulate(reversed(values), min)][::-1]


def _from_here(values: Iterable[int]) -> list[int]:
    """The sums of values from each one to the last, with 0 behind."""
    return [*accumulate(reversed([*values]), initial=0)][::-1]
