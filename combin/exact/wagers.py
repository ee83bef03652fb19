"""What each wager returns, as counts of net results."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm, perm
from typing import TYPE_CHECKING

from combin.colours import ColourLine
from combin.exact.matchups import Matchup, matchups
from combin.exact.summary import Distribution
from combin.handset import HandSet
from combin.isomorphism import by_suit, hand_classes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.cards import Suit
    from combin.isomorphism import HandClass
    from combin.ranking import Category
    from combin.rules.rules import Line, Rules, Table

__all__ = ["BaseGame", "LineCount", "SideBet", "base_game", "line_of", "side_bet"]

FOLD = 0
"""The multiple of a decision to fold."""


@dataclass(frozen=True, slots=True)
class BaseGame:
    """The wagers against the dealer and their bonuses, for every suit class and decision.

    Nets are integers in `1/unit` of the base wager. `cases` gives the net without bonus for each
    multiple in the order no qualify, win, tie, lose; `bonus` is aligned with `matchups`.
    """

    rules: Rules
    matchups: tuple[Matchup, ...]
    unit: int
    cases: dict[int, tuple[int, int, int, int]]
    bonus: tuple[int, ...]

    @property
    def dealer_hands(self) -> int:
        """How many dealer hands there are against each player hand."""
        return comb(len(self.rules.deck) - 3, 3)

    def value(self, index: int, multiple: int) -> int:
        """Return the net of one class over all dealer hands, in `1/unit`; fold is the multiple 0."""
        if multiple == FOLD:
            return -self.unit * self.dealer_hands
        played = sum(map(int.__mul__, self.matchups[index].counts, self.cases[multiple]))
        return played + self.bonus[index] * self.dealer_hands

    def expectation(self, index: int, multiple: int) -> Fraction:
        """Return the expected net of one class in units of the base wager."""
        return Fraction(self.value(index, multiple), self.unit * self.dealer_hands)

    def distribution(self, decisions: Sequence[int]) -> Distribution:
        """Return the net results over all deals when each class follows its decision."""
        counts: Counter[int] = Counter()
        staked = 0
        for index, multiple in enumerate(decisions):
            matchup, weight = self.matchups[index], self.matchups[index].hand.weight
            staked += weight * (1 + multiple)
            if multiple == FOLD:
                counts[-self.unit] += weight * self.dealer_hands
                continue
            for count, net in zip(matchup.counts, self.cases[multiple], strict=True):
                counts[net + self.bonus[index]] += weight * count
        exact = {Fraction(net, self.unit): count for net, count in counts.items()}
        return Distribution.of(exact, staked * self.dealer_hands)

    def by_category(self, decisions: Sequence[int]) -> dict[Category, tuple[int, int, int, int, int]]:
        """Return for each category, high to low, the deals: fold, no qualify, win, tie, lose."""
        rows = {category: [0, 0, 0, 0, 0] for category in self.rules.ranking.order}
        for matchup, multiple in zip(self.matchups, decisions, strict=True):
            row, weight = rows[matchup.hand.strength.category], matchup.hand.weight
            if multiple == FOLD:
                row[0] += weight * self.dealer_hands
            else:
                for column, count in enumerate(matchup.counts, start=1):
                    row[column] += weight * count
        return {category: (row[0], row[1], row[2], row[3], row[4]) for category, row in rows.items()}


def base_game(rules: Rules, letters: Mapping[str, str], known: Sequence[Matchup] | None = None) -> BaseGame:
    """Return the base game with the bonus tables of the given letters.

    `known` are the matchups of the same rules, where the caller has them already.
    """
    tables = [rules.tables[name][letters[name]] for name in rules.bonuses]
    found = tuple(known) if known is not None else matchups(rules.ranking, rules.qualifies)
    if any(_names_suit(table) for table in tables):
        found = tuple(
            Matchup(hand, *matchup.counts)
            for matchup in found
            for hand in by_suit(matchup.hand, rules.ranking)
        )
    bonus = [Fraction(0)] * len(found)
    for table in tables:
        for index, line in enumerate(_paid_lines(rules, table, [one.hand for one in found])):
            if line is not None:
                bonus[index] += table.odds(line)
    base, play = rules.against_dealer(rules.base), rules.against_dealer(rules.play)
    pairs = [
        (base.no_qualify.pays, play.no_qualify.pays),
        (base.win.pays, play.win.pays),
        (base.tie.pays, play.tie.pays),
        (base.lose.pays, play.lose.pays),
    ]
    unit = lcm(
        *(number.denominator for pair in pairs for number in pair), *(pay.denominator for pay in bonus)
    )
    cases = {}
    for multiple in rules.file.decision.play:
        none, win, tie, lose = (int((one + multiple * other) * unit) for one, other in pairs)
        cases[multiple] = (none, win, tie, lose)
    return BaseGame(rules, found, unit, cases, tuple(int(pay * unit) for pay in bonus))


@dataclass(frozen=True, slots=True)
class LineCount:
    """One line of a pay table: what it nets to 1, and how many of the deals it takes."""

    text: str
    net: Fraction
    count: int


@dataclass(frozen=True)
class SideBet:
    """A side bet under one pay table: the lines in the order of the file, and what loses, last."""

    table: Table
    lines: tuple[LineCount, ...]
    total: int

    @cached_property
    def distribution(self) -> Distribution:
        """The net results over all deals."""
        counts: Counter[Fraction] = Counter()
        for line in self.lines:
            counts[line.net] += line.count
        return Distribution.of(counts, self.total)


def side_bet(
    rules: Rules,
    table: Table,
    folded: frozenset[tuple[int, int, int]] = frozenset(),
    classes: Sequence[HandClass] | None = None,
) -> SideBet:
    """Return how often each line of a side bet is paid.

    Over all player hands, or over all deals of both hands if a line looks at the dealer's colours.

    Args:
        rules: the game.
        table: one of its pay tables of odds.
        folded: representatives of the classes that are folded with the bet lost, those of one suit in
            every suit, as from `Strategy.folded`.
        classes: the suit classes of the game, where the caller has them already.
    """
    classes = hand_classes(rules.ranking) if classes is None else classes
    if folded or _names_suit(table):
        classes = tuple(one for whole in classes for one in by_suit(whole, rules.ranking))
    live = [one for one in classes if one.hand not in folded]
    if any(isinstance(line.hands, ColourLine) for line in table.lines):
        counts = _colour_counts(rules, table, live)
        total = comb(len(rules.deck), 3) * comb(len(rules.deck) - 3, 3)
    else:
        counts = Counter()
        for one, line in zip(live, _paid_lines(rules, table, live), strict=True):
            if line is not None:
                counts[line.text] += one.weight
        total = comb(len(rules.deck), 3)
    order = rules.file.pay_tables[table.wager][table.letter].lines
    by_text = {line.text: line for line in table.lines}
    paid = [LineCount(text, table.odds(by_text[text]), counts[text]) for text in order]
    lost = LineCount("nothing", Fraction(-1), total - sum(counts.values()))
    return SideBet(table, (*paid, lost), total)


def _colour_counts(rules: Rules, table: Table, live: Sequence[HandClass]) -> Counter[str]:
    """Count the deals of each line of a table about colours.

    A class of one suit has that suit's colour. Of the hands of a class that shows d suits, those all of
    one colour are as many as the choices of d suits of that colour: perm(suits of the colour, d) of
    perm(suits, d). The dealer's three come from what is left of each colour.
    """
    suits, ranks = rules.deck.suits, len(rules.deck.ranks)
    of_colour = Counter(suit.colour for suit in suits)
    own: Counter[str] = Counter()
    for one in (part for whole in live for part in by_suit(whole, rules.ranking)):
        shown = {suits[card % len(suits)] for card in one.hand}
        if len(shown) == 1:
            own[shown.pop().colour] += one.weight
            continue
        for colour, number in of_colour.items():
            own[colour] += one.weight * perm(number, len(shown)) // perm(len(suits), len(shown))
    counts: Counter[str] = Counter()
    dealer_hands = comb(len(rules.deck) - 3, 3)
    for colour, hands in ((colour, hands) for colour, hands in own.items() if hands):
        same = comb(of_colour[colour] * ranks - 3, 3)
        each = same + sum(comb(number * ranks, 3) for other, number in of_colour.items() if other != colour)
        ways = {ColourLine.SAME: same, ColourLine.EACH: each, ColourLine.PLAYER: dealer_hands}
        taken = 0
        for text, line in ((line.text, line.hands) for line in table.lines):
            if isinstance(line, ColourLine):
                counts[text] += hands * (ways[line] - taken)
                taken = ways[line]
    return counts


def _names_suit(table: Table) -> bool:
    return any(isinstance(line.hands, HandSet) and line.hands.suit is not None for line in table.lines)


def line_of(table: Table, level: int, suits: frozenset[Suit]) -> Line | None:
    """Return the line that pays a hand of this level and these suits; the finest comes first in the table."""
    for line in table.lines:
        if isinstance(line.hands, HandSet) and line.hands.holds(level, suits):
            return line
    return None


def _paid_lines(rules: Rules, table: Table, hands: Sequence[HandClass]) -> list[Line | None]:
    """Return the line that pays each class of hands; the slow equivalent asks `line_of` for each."""
    suits = rules.deck.suits
    if _names_suit(table):
        return [
            line_of(table, one.strength.level, frozenset(suits[card % len(suits)] for card in one.hand))
            for one in hands
        ]
    by_level: list[Line | None] = [None] * len(rules.ranking.strengths)
    for line in reversed(table.lines):
        if isinstance(line.hands, HandSet):
            by_level[line.hands.levels.start : line.hands.levels.stop] = [line] * len(line.hands.levels)
    return [by_level[one.strength.level] for one in hands]
