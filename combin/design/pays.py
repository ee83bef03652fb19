"""Every choice of pays: what each line adds to the result of a wager, and which choices lie in a window.

The result of a side bet is linear in its pays. That of the base game is not linear in the pays of a bonus,
since a hand may become worth playing; but each hand is in one line only, so that it is a sum of one function
a line, and the best strategy is found line by line.

The search goes through the lines from the worst to the best. Two bisections a line leave only the pays from
which the window can still be reached; of the best line a whole run of pays is decided at once. A part that
cannot hold anything worth keeping is only counted, at once where all of it lies in the window. All numbers
are integers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappush, heappushpop
from itertools import accumulate, pairwise
from math import ceil, floor, lcm
from typing import TYPE_CHECKING

from msgspec.structs import replace

from combin.cards.cards import ColourLine
from combin.cards.five_cards import FiveCardCategory, FiveCardSet, SixCardRoyal
from combin.cards.hand_sets import HandSet
from combin.design.terms import Order, Window, roughness
from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.pay_lines import paid_lines
from combin.exact.side_bets import side_bet, side_bet_lost_with_folds
from combin.exact.strategy import optimal_strategy
from combin.rules.errors import RulesError
from combin.rules.numbers import Pay
from combin.rules.resolved import Rules
from combin.rules.wagers import Prize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from combin.rules.tables import PayTable


@dataclass(frozen=True, slots=True)
class PaySums:
    """Sums over deals, nets in `1/unit`: of the nets, of their squares, and of deals with a net above 0."""

    gain: int
    square: int
    hit: int


@dataclass(frozen=True)
class PayLine:
    """A line of a pay table with the pays that it may have, ascending, and what each adds to the sums.

    `count` is how many deals the line takes, `steady` whether the decisions of its hands are the same at all
    of these pays.
    """

    text: str
    count: int
    pays: tuple[Fraction, ...]
    sums: tuple[PaySums, ...]
    steady: bool = True

    def only(self, low: tuple[Fraction, ...], high: tuple[Fraction, ...]) -> PayLine:
        """Return the line with its pays between two, of which each may be missing: then none are left."""
        kept = [index for index, pay in enumerate(self.pays) if low <= (pay,) <= high] if low else []
        pays, sums = (self.pays[index] for index in kept), (self.sums[index] for index in kept)
        return PayLine(self.text, self.count, tuple(pays), tuple(sums), self.steady)


@dataclass(frozen=True)
class LinearForm:
    """A wager's result as a function of the pays: `rest` (all other hands) plus one term a line.

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
        """Return the house edge of a sum of nets."""
        return Fraction(-gain, self.total * self.unit)

    def gain(self, edge: Fraction) -> Fraction:
        """Return the sum of nets, as a rule no whole number, of a house edge."""
        return -edge * self.total * self.unit

    def variance(self, gain: int, square: int) -> Fraction:
        """Return the variance of the net result from the sums of nets and their squares."""
        return Fraction(self.total * square - gain**2, (self.total * self.unit) ** 2)


def _form(
    table: PayTable, lines: Sequence[PayLine], rest: PaySums, total: int, unit: int, *, ordered: bool
) -> LinearForm:
    """Return the form of lines in the order of the table, without pays that no table can have."""
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
    """Return for each line of a pay table what it is sorted by, the best first.

    Lines about three cards rank by the highest hand that they pay (what a finer line takes is not theirs), a
    line of one suit above the same in any suit; lines about five cards by the order of poker; lines about
    colours, of which none is a hand, by how much they ask.
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
            highest = max(rank for category, rank in hands.kinds if category is hands.category)
            key = (place, -highest, hands.suit is None)
        else:
            key = (colours.index(hands),) if isinstance(hands, ColourLine) else (poker.index(hands), 1)
        if line is not None:
            found[line.text] = key
    return found


def _out_of_order(chain: Sequence[PayLine]) -> str:
    """Return which lines cannot keep the order, when each but the worst pays the least that it may."""
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
    """Return the result of a side bet as a function of its pays.

    Args:
        rules: the game.
        table: a pay table with the lines; what it pays does not matter.
        pays: of each line, in the terms of the table ("to 1" or "for 1"), ascending.
        letters: the tables of the bonuses, on which depends what is folded where a fold loses the bet.
        ordered: whether a better line must pay at least as much.
    """
    if table.bet.loses_on_fold:
        counted = side_bet_lost_with_folds(optimal_strategy(base_game(rules, letters)), table)
    else:
        counted = side_bet(rules, table)
    nets = {line: [table.net(pay) for pay in each] for line, each in pays.items()}
    others = [one for one in counted.lines if one.text not in pays]  # what is lost, and hands tied or beaten
    unit = lcm(*(net.denominator for each in (*nets.values(), [one.net for one in others]) for net in each))

    def sums(count: int, net: Fraction) -> PaySums:
        units = int(net * unit)
        return PaySums(count * units, count * units**2, count if net > 0 else 0)

    lines = [
        PayLine(
            one.text, one.count, tuple(pays[one.text]), tuple(sums(one.count, net) for net in nets[one.text])
        )
        for one in counted.lines
        if one.text in pays
    ]
    rest = [sums(one.count, one.net) for one in others]
    together = PaySums(
        sum(one.gain for one in rest), sum(one.square for one in rest), sum(one.hit for one in rest)
    )
    return _form(table, lines, together, counted.total, unit, ordered=ordered)


def bonus_form(
    rules: Rules,
    table: PayTable,
    pays: Mapping[str, Sequence[Fraction]],
    letters: Mapping[str, str],
    *,
    ordered: bool = True,
) -> LinearForm:
    """Return the result of the base game under its best strategy as a function of the pays of a bonus.

    The arguments are those of `side_bet_form`; pays are to 1, and the letter of this bonus does not matter.
    """
    if rules.early:
        problem = "pays of a bonus are not searched for beside raises before a card is seen"
        raise RulesError(("decision", "early"), f"{problem} (Limits in docs/language.md)")
    game = base_game(_without(rules, table), {**letters, table.wager: table.letter})
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
        deals = sum(
            situation.weight * situation.deals for situation in map(game.matchups.__getitem__, indexes)
        )
        lines.append(PayLine(text, deals, tuple(pays[text]), tuple(sums), steady))
    return _form(table, lines, rest, game.total, unit, ordered=ordered)


def _without(rules: Rules, table: PayTable) -> Rules:
    """Return the game with a bonus that pays nothing."""
    entry = rules.file.pay_tables[table.wager][table.letter]
    free = replace(entry, lines=dict.fromkeys(entry.lines, Prize(odds=Pay(0))))
    tables = {**rules.file.pay_tables, table.wager: {table.letter: free}}
    return Rules(replace(rules.file, pay_tables=tables), rules)


def _best(
    game: BaseGame, indexes: Sequence[int], pays: Sequence[Fraction], paid: Sequence[bool], unit: int
) -> tuple[list[PaySums], bool]:
    """Return the sums of some situations at each pay, decided best, and whether all decisions are the same.

    A pay adds as much to every multiple, so that the best multiple does not depend on it; a hand is played
    from the pay on at which that is worth more than a fold. As in `optimal_strategy`, of two decisions worth
    the same the cheaper one is taken. `paid` tells in which cases a hand that is played gets the bonus.
    """
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
        found.append(
            PaySums(
                sum(net * count for net, count in sums),
                sum(net**2 * count for net, count in sums),
                sum(count for net, count in sums if net > 0),
            )
        )
    return found, played_at_once == len(waiting)


def _needed(game: BaseGame, index: int, paid: Sequence[bool]) -> Iterator[tuple[Fraction, int]]:
    """Yield the multiple to play with in one situation, and the pay above which that is best, if any is."""
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
"""After so many steps the progress is told."""


RUNS_A_SECOND = 10**6
"""How many runs are decided in a second, about: more where the window leaves most of them out."""


MOST_RUNS = 10**9
"""The most runs that a search may go through: some quarter of an hour, in which the bar moves."""


@dataclass(slots=True)
class SearchLimits:
    """The sums of nets and the counts of hits wanted, both ends included; a keeper may narrow them."""

    low: int
    high: int
    least_hits: int
    most_hits: int

    @classmethod
    def of(cls, form: LinearForm, edge: Window | None, hit: Window | None) -> SearchLimits:
        """Return the limits of a window of house edges and one of hit frequencies; None allows all."""
        least_gain, most_gain = (
            form.rest.gain + sum(line.sums[end].gain for line in form.lines) for end in (0, -1)
        )
        low = ceil(form.gain(edge.high)) if edge else least_gain
        high = floor(form.gain(edge.low)) if edge else most_gain
        least = ceil(hit.low * form.total) if hit else 0
        return cls(low, high, least, floor(hit.high * form.total) if hit else form.total)


@dataclass(slots=True)
class Run:
    """Tables that differ only in the pay of the best line: its indexes from `low` to before `high`.

    `path` has the indexes of the other lines, the worst first; the sums are those without the best line.
    """

    path: tuple[int, ...]
    low: int
    high: int
    gain: int
    square: int
    rough: int


@dataclass(slots=True)
class Bounds:
    """What every table of a part of the search keeps within."""

    least_gain: int
    most_gain: int
    least_square: int
    most_square: int
    least_rough: int


def candidates(form: LinearForm) -> int:
    """Return how many choices of pays there are, those that keep the order where it counts.

    The slow equivalent makes them all and counts.
    """
    return _ways([line.pays for line in form.lines[::-1]], _following(form))[0][0]


def runs(form: LinearForm) -> int:
    """Return how many choices there are of all lines but the best, whose pays are decided a run at a time."""
    lines, following = form.lines[:0:-1], _following(form)[:-1]
    return _ways([line.pays for line in lines], following)[0][0] if lines else 1


def _following(form: LinearForm) -> list[list[int]]:
    """Return for each pay of a line, worst line first, the first pay that the next line may have."""
    return [
        [bisect_left(better.pays, pay) if form.ordered else 0 for pay in line.pays]
        for line, better in pairwise(form.lines[::-1])
    ]


def _ways(sizes: Sequence[Sequence[object]], following: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return for each line and each of its pays in how many ways it and the next lines can pay from there."""
    # From the best line back: a pay can be followed by what the next line may pay from it on, and "from this
    # pay on" is a running sum from the right. So all choices are counted in as many steps as there are pays.
    ways = [[*range(len(sizes[-1]), -1, -1)]]
    for firsts in reversed(following):
        ways.insert(0, [*accumulate((ways[0][first] for first in reversed(firsts)), initial=0)][::-1])
    return ways


class Search:
    """One way through all choices of pays of a form."""

    def __init__(
        self,
        form: LinearForm,
        limits: SearchLimits,
        keeper: Best | Nearest | Frontier,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Prepare what each line adds, and between which bounds the lines after it can bring the sums."""
        self.limits, self.keeper, self.progress = limits, keeper, progress
        self.form = form
        lines = form.lines[::-1]
        self.last = len(lines) - 1
        self.gains = [[one.gain for one in line.sums] for line in lines]
        self.squares = [[one.square for one in line.sums] for line in lines]
        self.hits = [[one.hit for one in line.sums] for line in lines]
        self.roughs = [[roughness(pay) for pay in line.pays] for line in lines]
        self.following = _following(form)
        self.ways = _ways(self.gains, self.following)
        self.least = _least(self.gains, self.following)
        self.least_square = _least(self.squares, self.following)
        self.most = _from_here(gains[-1] for gains in self.gains)
        self.most_square = _from_here(map(max, self.squares))
        self.least_rough = _from_here(map(min, self.roughs))
        self.any_hits = limits.least_hits <= 0 and limits.most_hits >= form.total
        self.path = [0] * self.last
        self.found = self.steps = 0

    def run(self) -> int:
        """Return how many tables lie within the limits; the keeper is offered those that it may keep."""
        rest = self.form.rest
        self._visit(0, 0, (rest.gain, rest.square, rest.hit, 0))
        if self.progress:
            self.progress(self.ways[0][0], self.ways[0][0])
        return self.found

    def _visit(self, level: int, first: int, sums: tuple[int, int, int, int]) -> None:
        # Branch and bound. Of each part it is known between what the lines still open can bring the sums; a
        # keeper to which nothing in there matters wants it counted only. The rest is gone into, within the
        # pays from which the window can still be reached.
        limits = self.limits
        if limits.low > limits.high:
            return
        gain, square, hit, rough = sums
        bounds = Bounds(
            max(limits.low, gain + self.least[level][first]),
            min(limits.high, gain + self.most[level]),
            square + self.least_square[level][first],
            square + self.most_square[level],
            rough + self.least_rough[level],
        )
        if self.keeper.hopeless(bounds):
            self.found += self._count(level, first, gain, hit)
            return
        if level == self.last:
            low, high = self._run(first, gain, hit)
            self._step()
            if low < high:
                self.found += high - low
                self.keeper.offer(Run(tuple(self.path), low, high, gain, square, rough), limits)
            return
        gains, squares, hits = self.gains[level], self.squares[level], self.hits[level]
        roughs, following = self.roughs[level], self.following[level]
        for index in self._open(level, first, gain):
            self.path[level] = index
            added = (gain + gains[index], square + squares[index], hit + hits[index], rough + roughs[index])
            self._visit(level + 1, following[index], added)

    def _count(self, level: int, first: int, gain: int, hit: int) -> int:
        """Return how many tables of a part lie within the limits: at once where all of them do."""
        limits = self.limits
        if (
            self.any_hits
            and limits.low <= gain + self.least[level][first]
            and gain + self.most[level] <= limits.high
        ):
            return self.ways[level][first]
        if level == self.last:
            low, high = self._run(first, gain, hit)
            return max(high - low, 0)
        found = 0
        gains, hits, following = self.gains[level], self.hits[level], self.following[level]
        if level + 1 == self.last and self.any_hits:  # most of the time is spent here: no call for each run
            runs, low, high = self.gains[-1], limits.low - gain, limits.high - gain
            for index in self._open(level, first, gain):
                start = max(following[index], bisect_left(runs, low - gains[index]))
                found += max(bisect_right(runs, high - gains[index]) - start, 0)
            self._step()
            return found
        for index in self._open(level, first, gain):
            self.path[level] = index
            found += self._count(level + 1, following[index], gain + gains[index], hit + hits[index])
        return found

    def _open(self, level: int, first: int, gain: int) -> range:
        """Return the pays of a line, by their indexes, from which the limits can still be reached."""
        # Both rows ascend: gains since pays do, and least sums since they are minima over all pays from one
        # on. So the pays from which the window can be reached from below and from above are each found by one
        # bisection.
        low = bisect_left(self.gains[level], self.limits.low - gain - self.most[level + 1])
        return range(max(first, low), bisect_right(self.least[level], self.limits.high - gain))

    def _run(self, first: int, gain: int, hit: int) -> tuple[int, int]:
        """Return between which pays of the best line the limits hold, since gain and hits only grow."""
        limits, gains, hits = self.limits, self.gains[-1], self.hits[-1]
        low = max(first, bisect_left(gains, limits.low - gain), bisect_left(hits, limits.least_hits - hit))
        return low, min(bisect_right(gains, limits.high - gain), bisect_right(hits, limits.most_hits - hit))

    def _step(self) -> None:
        """Tell now and then how many choices are done: those before the path at each of its lines."""
        self.steps += 1
        if self.progress and not self.steps % PATIENCE:
            # The search goes through choices in lexical order, so those done are, line by line, the ones that
            # branch off below the path: what could follow from the first pay open less what can from the
            # path's own.
            done = first = 0
            for level, index in enumerate(self.path[:-1]):
                done += self.ways[level][first] - self.ways[level][index]
                first = self.following[level][index]
            self.progress(done, self.ways[0][0])


def _least(rows: Sequence[Sequence[int]], following: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the least sum that each line and the next ones can add, from each pay of the line on."""
    least = [_running_least(rows[-1])]
    for row, firsts in zip(rows[-2::-1], reversed(following), strict=True):
        beyond = least[0]
        sums = [value + beyond[first] for value, first in zip(row, firsts, strict=True)]
        least.insert(0, _running_least(sums))
    return least


def _running_least(values: Sequence[int]) -> list[int]:
    return [*accumulate(reversed(values), min)][::-1]


def _from_here(values: Iterable[int]) -> list[int]:
    """Return the sums of values from each one to the last, with 0 behind."""
    return [*accumulate(reversed([*values]), initial=0)][::-1]


@dataclass(frozen=True, slots=True)
class PayChoice:
    """One choice of pays, by the index of each line's pay from the worst to the best, with its sums."""

    path: tuple[int, ...]
    gain: int
    square: int


class _Leaf:
    """The sums along a run."""

    def __init__(self, form: LinearForm) -> None:
        line = form.lines[0]
        self.form = form
        self.gains = [one.gain for one in line.sums]
        self.squares = [one.square for one in line.sums]
        self.steady = line.steady

    def spread(self, run: Run, index: int) -> int:
        """Return the variance as an integer, in the same unit for all tables."""
        return self.form.total * (run.square + self.squares[index]) - (run.gain + self.gains[index]) ** 2

    def least_spread(self, bounds: Bounds) -> int:
        """Return a variance, as `spread` does, than which nothing within the bounds has a lower one."""
        return self.form.total * bounds.least_square - max(bounds.least_gain**2, bounds.most_gain**2)

    def most_spread(self, bounds: Bounds) -> int:
        """Return a variance, as `spread` does, than which nothing within the bounds has a higher one."""
        gain = min(max(bounds.least_gain, 0), bounds.most_gain)
        return self.form.total * bounds.most_square - gain**2

    def calmest(self, run: Run) -> int:
        """Return the index of the least variance, convex in the pay while the decisions are fixed."""
        low, high = run.low, run.high - 1
        while low < high:
            middle = (low + high) // 2
            if self.spread(run, middle) <= self.spread(run, middle + 1):
                high = middle
            else:
                low = middle + 1
        return low

    def choice(self, run: Run, index: int) -> PayChoice:
        """Return one table of a run."""
        return PayChoice((*run.path, index), run.gain + self.gains[index], run.square + self.squares[index])


class Best:
    """Keeps the best so many tables by an order; of equal ones those of the edge closest to the target.

    Of those equal in the edge too, the roundest are kept, then those that pay common hands less.

    Only as much of a run is looked at as may be among the best.
    """

    def __init__(self, form: LinearForm, order: Order, target: Fraction, limit: int) -> None:
        """Prepare the measure; `target` is a sum of nets."""
        self.leaf = _Leaf(form)
        self.order, self.limit = order, limit
        self.scale, self.target = target.denominator, target.numerator
        self.centre = ceil(target)  # whole numbers not below the target are those not below this
        self.rough = [roughness(pay) for pay in form.lines[0].pays]
        self.heap: list[tuple[int, int, int, tuple[int, ...], PayChoice]] = []

    def hopeless(self, bounds: Bounds) -> bool:
        """Tell whether so many better ones are kept already."""
        if len(self.heap) < self.limit:
            return False
        return self._at_best(bounds) > -self.heap[0][0]

    def offer(self, run: Run, limits: SearchLimits) -> None:  # noqa: ARG002  the limits stay as they are
        """Keep what is among the best."""
        # Along a run the measure is best at one pay (or, where it is turned round, at the ends) and only gets
        # worse away from it. The ranges start there, so the first that is worse than all that is kept ends
        # its range.
        for indexes in self._orders(run):
            for index in indexes:
                first = self._first(run, index)
                if len(self.heap) < self.limit:
                    heappush(self.heap, self._entry(run, index, first))
                elif first <= -self.heap[0][0]:
                    heappushpop(self.heap, self._entry(run, index, first))
                elif self._sorted:
                    break

    def best(self) -> list[PayChoice]:
        """Return what is kept, the best first."""
        return [choice for *_, choice in sorted(self.heap, reverse=True)]

    @property
    def _sorted(self) -> bool:
        """Whether indexes come in an order in which the measure never improves."""
        if self.order in {Order.VOLATILITY, Order.HIGH_VOLATILITY}:
            return self.leaf.steady
        return self.order is not Order.ROUND

    def _orders(self, run: Run) -> Iterable[range]:
        if not self._sorted:
            return (range(run.low, run.high),)
        match self.order:
            case Order.VOLATILITY:
                middle = self.leaf.calmest(run)
            case Order.HIGH_VOLATILITY:
                middle = self.leaf.calmest(run)
                return range(run.low, middle), range(run.high - 1, middle - 1, -1)
            case _:
                nearest = bisect_left(self.leaf.gains, self.centre - run.gain)
                middle = min(max(nearest, run.low), run.high)
        return range(middle - 1, run.low - 1, -1), range(middle, run.high)

    def _first(self, run: Run, index: int) -> int:
        match self.order:
            case Order.VOLATILITY:
                return self.leaf.spread(run, index)
            case Order.HIGH_VOLATILITY:
                return -self.leaf.spread(run, index)
            case Order.ROUND:
                return run.rough + self.rough[index]
        return self._distance(run.gain + self.leaf.gains[index])

    def _at_best(self, bounds: Bounds) -> int:
        """Return a measure that nothing within the bounds is better than."""
        match self.order:
            case Order.VOLATILITY:
                return self.leaf.least_spread(bounds)
            case Order.HIGH_VOLATILITY:
                return -self.leaf.most_spread(bounds)
            case Order.ROUND:
                return bounds.least_rough
        if bounds.least_gain <= self.centre <= bounds.most_gain + 1:
            return 0
        return self._distance(min(max(bounds.least_gain, self.centre), bounds.most_gain))

    def _distance(self, gain: int) -> int:
        return abs(gain * self.scale - self.target)

    def _entry(self, run: Run, index: int, first: int) -> tuple[int, int, int, tuple[int, ...], PayChoice]:
        choice = self.leaf.choice(run, index)
        rough = run.rough + self.rough[index]
        return -first, -self._distance(choice.gain), -rough, tuple(-one for one in choice.path), choice


class Nearest:
    """Keeps one table nearest to a limit, and narrows the search to what would be nearer.

    With `sign` 1 the greatest sum of nets is sought, with -1 the least.
    """

    def __init__(self, form: LinearForm, sign: int) -> None:
        """Begin with nothing."""
        self.leaf, self.sign = _Leaf(form), sign
        self.choice: PayChoice | None = None

    def hopeless(self, bounds: Bounds) -> bool:
        """Tell that nothing is left between the limits."""
        return bounds.least_gain > bounds.most_gain

    def offer(self, run: Run, limits: SearchLimits) -> None:
        """Keep the last of the run, or the first."""
        self.choice = self.leaf.choice(run, run.high - 1 if self.sign > 0 else run.low)
        if self.sign > 0:
            limits.low = self.choice.gain + 1
        else:
            limits.high = self.choice.gain - 1


class Frontier:
    """Keeps the tables than which no other has both a lower edge and a lower standard deviation.

    With `sign` -1: both a higher edge and a higher one. Of tables equal in both the first is kept.
    """

    def __init__(self, form: LinearForm, sign: int) -> None:
        """Begin with nothing; both lists ascend, side by side."""
        self.leaf, self.sign = _Leaf(form), sign
        self.gains: list[int] = []
        self.spreads: list[int] = []
        self.choices: list[PayChoice] = []

    def hopeless(self, bounds: Bounds) -> bool:
        """Tell whether a table that is kept beats the best corner of the bounds."""
        if self.sign > 0:
            return self._beaten(bounds.most_gain, self.leaf.least_spread(bounds))
        return self._beaten(-bounds.least_gain, -self.leaf.most_spread(bounds))

    def offer(self, run: Run, limits: SearchLimits) -> None:  # noqa: ARG002  the limits stay as they are
        """Keep what no other table beats; a run whose best corner is beaten is not looked at."""
        leaf, sign = self.leaf, self.sign
        if leaf.steady:
            ends = (run.low, run.high - 1)
            if sign > 0:
                spread = leaf.spread(run, leaf.calmest(run))
            else:
                spread = min(-leaf.spread(run, index) for index in ends)
            gain = run.gain + leaf.gains[ends[1] if sign > 0 else ends[0]]
            if self._beaten(sign * gain, spread):
                return
        for index in range(run.low, run.high):
            gain = sign * (run.gain + leaf.gains[index])
            spread = sign * leaf.spread(run, index)
            if not self._beaten(gain, spread):
                self._insert(gain, spread, leaf.choice(run, index))

    def best(self) -> list[PayChoice]:
        """Return the frontier from the lowest house edge to the highest."""
        return self.choices[:: -self.sign]

    def _beaten(self, gain: int, spread: int) -> bool:
        place = bisect_left(self.gains, gain)
        return place < len(self.gains) and self.spreads[place] <= spread

    def _insert(self, gain: int, spread: int, choice: PayChoice) -> None:
        """Put a table in the place of those that it beats."""
        # On a frontier both lists ascend: a lower edge is paid for by more deviation. What the new table
        # beats, with no more gain and no less spread, is therefore one stretch, and it takes its place.
        stop = bisect_left(self.gains, gain)
        if stop < len(self.gains) and self.gains[stop] == gain:
            stop += 1
        start = bisect_left(self.spreads, spread, hi=stop)
        self.gains[start:stop] = [gain]
        self.spreads[start:stop] = [spread]
        self.choices[start:stop] = [choice]
