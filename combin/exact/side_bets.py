"""Side bets: how often each line of their pay tables is paid."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, perm
from typing import TYPE_CHECKING

from combin.colours import ColourLine
from combin.exact.pay_lines import line_ways, names_suit, split_classes
from combin.exact.summary import Distribution
from combin.isomorphism import by_suit, hand_classes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.isomorphism import HandClass
    from combin.rules.rules import Rules, Table

__all__ = ["LineCount", "SideBet", "side_bet"]


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

    Over all player hands; over all deals of both hands if a line looks at the dealer's colours; over all
    ways to add the other cards if the best five of more cards are paid.

    Args:
        rules: the game.
        table: one of its pay tables of odds.
        folded: representatives of the classes that are folded with the bet lost, those of one suit in
            every suit, as from `Strategy.folded`.
        classes: the suit classes of the game, where the caller has them already.
    """
    classes = hand_classes(rules.ranking) if classes is None else classes
    if folded or names_suit(table):
        classes = split_classes(rules, classes)
    live = [one for one in classes if one.hand not in folded]
    counts: Counter[str] = Counter()
    if any(isinstance(hands, ColourLine) for hands, _ in table.sets):
        counts = _colour_counts(rules, table, live)
        ways = comb(len(rules.deck) - 3, 3)
    else:
        per_class, ways = line_ways(rules, table, live)
        for one, lines in zip(live, per_class, strict=True):
            for text, count in lines.items():
                counts[text] += one.weight * count
    total = comb(len(rules.deck), 3) * ways
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
        for colours, line in table.sets:
            if isinstance(colours, ColourLine):
                if line is not None:
                    counts[line.text] += hands * (ways[colours] - taken)
                taken = ways[colours]
    return counts
