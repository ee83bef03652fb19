"""What each line of a pay table adds to a wager's result, for every pay it may have.

The result of a side bet is linear in its pays. That of the base game is not linear in the pays of a bonus,
since a hand may become worth playing; but each hand is in one line only, so that it is a sum of one function
a line, and the best strategy is found line by line. All numbers are integers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from msgspec.structs import replace

from combin.cards.cards import ColourLine
from combin.cards.five_cards import FiveCardCategory, FiveCardSet, SixCardRoyal
from combin.cards.hand_sets import HandSet
from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.exact.pay_lines import paid_lines
from combin.exact.side_bets import side_bet, side_bet_lost_with_folds
from combin.exact.strategy import optimal_strategy
from combin.rules.errors import RulesError
from combin.rules.numbers import Pay
from combin.rules.resolved import Rules
from combin.rules.wagers import Prize

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    """Return the form of lines in the order of the table, without pays that no table can have.

    Raises:
        RulesError: no choice of pays keeps the order.
    """
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

    Raises:
        RulesError: a game with raises before a card is seen.
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
