"""Side bets: how often each line of their pay tables is paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import comb, perm
from typing import TYPE_CHECKING

from msgspec import Struct

from combin.cards.cards import ColourLine
from combin.cards.suit_classes import by_suit, hand_classes, hand_classes_by_suit, hands_alike
from combin.exact.base_game import matchups
from combin.exact.distribution import Distribution
from combin.exact.matchups import face_down, split_by_suit
from combin.exact.pay_lines import (
    HIGHER,
    about_colours,
    bet_lines,
    dealers_on_lines,
    endings,
    line_totals,
    lines_by_level,
    names_suit,
    paid_lines,
    suits_named,
)
from combin.rules.resolved import remembered
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Whose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.cards.suit_classes import HandClass
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules


class LineCount(Struct, frozen=True):
    """One line of a pay table: what it nets to 1, and how many of the deals it takes."""

    text: str
    net: Fraction
    count: int


class SideBet(Struct, frozen=True, dict=True):
    """A side bet under one pay table: the lines in the order of the file, and what loses, last."""

    table: PayTable
    lines: tuple[LineCount, ...]
    total: int

    def at(self, stake: Fraction) -> SideBet:
        """Return the bet with another stake: what its lines of money are worth is another thing then."""
        table = self.table.at(stake)
        odds = {line.text: table.odds(line) for line in table.lines}
        lines = tuple(LineCount(one.text, odds.get(one.text, one.net), one.count) for one in self.lines)
        return SideBet(table, lines, self.total)

    @property
    def by_line(self) -> Counter[str]:
        """How often each line of the table is paid, with whatever result of a comparison."""
        found: Counter[str] = Counter()
        for line in self.lines:
            found[line.text.rpartition(": ")[2]] += line.count
        return found

    @property
    def edge_by_stake(self) -> tuple[Fraction, Fraction]:
        """The edge as a function of the stake: a - m / stake, as the pair of a and m."""
        one, two = (self.at(Fraction(stake)).distribution.house_edge for stake in (1, 2))
        money = 2 * (two - one)
        return one + money, money

    @cached_property
    def distribution(self) -> Distribution:
        """The net results over all deals."""
        counts: Counter[Fraction] = Counter()
        for line in self.lines:
            counts[line.net] += line.count
        return Distribution.from_counts(counts, self.total)


def side_bet(
    rules: Rules,
    table: PayTable,
    folded: frozenset[tuple[int, ...]] = frozenset(),
) -> SideBet:
    """Return how often each line of a side bet is paid.

    Over all player hands (or all of the dealer's); over all deals of both hands if a line looks at the
    dealer's colours, or if a hand must not be beaten; over all ways to add the other cards if the best five
    of more cards are paid.

    Args:
        rules: the game.
        table: one of its pay tables of odds.
        folded: representatives of the classes that are folded with the bet lost, those of one suit in
            every suit, as from `Strategy.folded`.
    """
    if table.bet.hand is Whose.EITHER:
        return _either(rules, table)
    if table.bet.hand.of_both or (table.bet.versus_dealer and table.bet.hand is Whose.DEALER):
        return _of_both(rules, table)
    if table.bet.versus_dealer:
        return _versus_dealer(rules, table, folded)
    if folded and table.bet.hand is Whose.DEALER:
        return _dealers_hand(rules, table, folded)
    classes = (hand_classes_by_suit if folded or names_suit(table) else hand_classes)(rules.ranking)
    live = [one for one in classes if one.cards not in folded]
    if about_colours(table):
        counts, ways = _colour_counts(rules, table, live), rules.dealer_hands
    else:
        counts, ways = line_totals(rules, table, live)
    return _bet(rules, table, counts, rules.player_hands * ways)


def bet_beside(strategy: Strategy, name: str, letter: str = "") -> SideBet:
    """Return a bet beside a strategy: lost with the hands that it folds where the rules say so.

    Args:
        strategy: that of the base game.
        name: the id of a side bet, or of a bet on which hand is higher.
        letter: the pay table; empty where the bet has none.

    It is remembered: a bet that no fold loses for the game, another one by what the strategy decides.
    """
    rules = strategy.game.rules
    known = _known_bets(rules, strategy.decisions if rules.bets[name].loses_on_fold else None)
    if (name, letter) not in known:
        known[name, letter] = _bet_beside(strategy, name, letter)
    return known[name, letter]


@remembered
def _known_bets(_: Rules, decisions: tuple[int, ...] | None) -> dict[tuple[str, str], SideBet]:  # noqa: ARG001
    """Return the bets beside a way to decide, by wager and letter: to be filled."""
    return {}


def _bet_beside(strategy: Strategy, name: str, letter: str) -> SideBet:
    rules = strategy.game.rules
    if name in rules.comparisons:
        return comparison_bet(rules, name, letter)
    table = rules.tables[name][letter]
    return (
        side_bet_lost_with_folds(strategy, table)
        if rules.bets[name].loses_on_fold
        else side_bet(rules, table)
    )


def _bet(rules: Rules, table: PayTable, counts: Mapping[str, int], total: int) -> SideBet:
    """Return a side bet of these counts, by the names of `bet_lines`; all others are of what loses."""
    counts = {**counts, "nothing": total - sum(counts.values())}
    rows = bet_lines(rules, table.wager, table.letter).items()
    lines = (LineCount(text, row.odds(table.stake), counts.get(text, 0)) for text, row in rows)
    return SideBet(table, tuple(lines), total)


def _dealers_hand(rules: Rules, table: PayTable, folded: frozenset[tuple[int, ...]]) -> SideBet:
    """Return a bet on the dealer's hand that is lost with the hands of the player that are folded."""
    total = rules.player_hands * rules.dealer_hands
    if suits_named([table]):
        from combin.exact.folded_bets import paid_in_deals

        every = matchups(rules, suits=True)
        played = [int(one.cards not in folded) for one in every.classes]
        return _bet(rules, table, paid_in_deals(rules, table, (every, played))[0], total)
    live = [one for one in hand_classes_by_suit(rules.ranking) if one.cards not in folded]
    counts = Counter[str]()
    for one, (_, *numbers) in zip(live, dealers_on_lines(rules, table, live), strict=True):
        for line, number in zip(table.lines, numbers, strict=True):
            counts[line.text] += one.weight * number
    return _bet(rules, table, counts, total)


def side_bet_lost_with_folds(strategy: Strategy, table: PayTable) -> SideBet:
    """Return a side bet that is lost with each hand that is folded, whatever the rules say.

    Where a fold depends on a card of the dealer's, over all deals of both hands and of the card that is seen;
    for a bet on jackpot cards, of the player's hand, the card seen and the jackpot cards.
    """
    if not strategy.seen:
        return side_bet(strategy.game.rules, table, strategy.folded)
    rules, bet = strategy.game.rules, table.bet
    of_both = bet.hand is Whose.DEALER or bet.versus_dealer or about_colours(table)
    more, total = bet.more_cards, strategy.game.total
    if not (more or of_both or names_suit(table)):
        counts, lines = Counter[str](), lines_by_level(rules, table)
        for level, deals in strategy.played_by_level.items():
            if (line := lines[level]) is not None:
                counts[line.text] += deals
        return _bet(rules, table, counts, total)
    from combin.exact.folded_bets import paid_if_played

    return _bet(rules, table, *paid_if_played(strategy, table))


def _versus_dealer(rules: Rules, table: PayTable, folded: frozenset[tuple[int, ...]]) -> SideBet:
    """Return a side bet whose hands are paid otherwise if the dealer's is as high or higher."""
    found = face_down(rules.ranking)
    if folded or names_suit(table):
        found = split_by_suit(found, rules.ranking)
    live = [one for one in found if one.hand.cards not in folded]
    counts, results = Counter[str](), endings(rules, table)
    for one, line in zip(live, paid_lines(rules, table, [one.hand for one in live]), strict=True):
        if line is not None:
            for result, number in zip(results, (one.win, one.tie, one.lose), strict=True):
                counts[line.text + result] += one.hand.weight * number
    return _bet(rules, table, counts, rules.player_hands * rules.dealer_hands)


def _of_both(rules: Rules, table: PayTable) -> SideBet:
    """Return a side bet on the higher or the lower of both hands, or on a dealer's that must be beaten.

    Over all deals of both. The two hands can change places: as often as the player's has some cards and is
    the higher one the dealer's has them and is.
    """
    found, bet = face_down(rules.ranking), table.bet
    if names_suit(table):
        found = split_by_suit(found, rules.ranking)
    counts, (_, tied, beaten) = Counter[str](), endings(rules, table)
    for one, line in zip(found, paid_lines(rules, table, [one.hand for one in found]), strict=True):
        if line is not None:
            higher, lower = one.hand.weight * one.win, one.hand.weight * one.lose
            counts[line.text + tied] += one.hand.weight * one.tie
            if bet.hand.of_both:
                counts[line.text] += 2 * (higher if bet.hand is Whose.HIGHER else lower)
            else:
                counts[line.text] += lower
                counts[line.text + beaten] += higher
    return _bet(rules, table, counts, rules.player_hands * rules.dealer_hands)


def _either(rules: Rules, table: PayTable) -> SideBet:
    """Return a side bet on whichever of both hands is paid better, over all deals of both.

    Such a bet is paid for every suit alike.
    """
    classes, counts = hand_classes(rules.ranking), Counter[str]()
    on_lines = dealers_on_lines(rules, table, classes)
    for one, own, numbers in zip(classes, paid_lines(rules, table, classes), on_lines, strict=True):
        for line, number in zip((None, *table.lines), numbers, strict=True):
            better = table.better(own, line)
            if better is not None:
                counts[better.text] += one.weight * number
    return _bet(rules, table, counts, rules.player_hands * rules.dealer_hands)


def comparison_bet(rules: Rules, name: str, letter: str = "") -> SideBet:
    """Return a bet on which hand is higher, over all deals of both hands.

    Where a table pays with a result, its lines stand before what other hands get with that: "dealer's hand is
    higher: pair".
    """
    bet, found = rules.bets[name], face_down(rules.ranking)
    tables = rules.tables.get(name)
    table = tables[letter] if tables else PayTable(bet, "", (), (), for_one=False, rule=bet.rule)
    if names_suit(table):
        found = split_by_suit(found, rules.ranking)
    rows, counts = bet_lines(rules, name, letter), Counter[str]()
    for one, line in zip(found, paid_lines(rules, table, [one.hand for one in found]), strict=True):
        for told, number in zip(HIGHER.values(), one.counts[-3:], strict=True):
            text = f"{told}: {line.text}" if line is not None else told
            counts[text if text in rows else told] += one.hand.weight * number
    lines = tuple(LineCount(text, row.odds(), counts[text]) for text, row in rows.items())
    return SideBet(table, lines, counts.total())


def _colour_counts(rules: Rules, table: PayTable, live: Sequence[HandClass]) -> Counter[str]:
    """Count the deals of each line of a table about colours.

    A class of one suit has that suit's colour. Of the hands of a class that shows d suits, those all of
    one colour are as many as the choices of d suits of that colour: perm(suits of the colour, d) of
    perm(suits, d). The dealer's three come from what is left of each colour.
    """
    suits = rules.deck.suits
    suit_of, of_colour = rules.deck.suit_of, Counter(suit.colour for suit in suits)
    if not rules.deck.regular:
        live = [hand for one in live for hand in hands_alike(one, rules.deck)]
    own: Counter[str] = Counter()
    for one in (part for whole in live for part in by_suit(whole, rules.ranking)):
        shown = {suit_of[card] for card in one.cards}
        if len(shown) == 1:
            own[suits[shown.pop()].colour] += one.weight
            continue
        if not rules.deck.regular:
            if len(own_colours := {suits[suit].colour for suit in shown}) == 1:
                own[own_colours.pop()] += one.weight
            continue
        for colour, number in of_colour.items():
            own[colour] += one.weight * perm(number, len(shown)) // perm(len(suits), len(shown))
    counts: Counter[str] = Counter()
    for colour, hands in own.items():
        for line, ways in colour_ways(rules, table, colour) if hands else ():
            counts[line.text] += hands * ways
    return counts


def colour_ways(rules: Rules, table: PayTable, colour: str) -> Iterator[tuple[Line, int]]:
    """Yield the lines of a table about colours with the dealer hands of each, beside a hand of one colour."""
    held = Counter(card.suit.colour for card in rules.deck.cards)
    same = comb(held[colour] - 3, 3)
    each = same + sum(comb(number, 3) for other, number in held.items() if other != colour)
    every = rules.dealer_hands
    ways, taken = {ColourLine.SAME: same, ColourLine.EACH: each, ColourLine.PLAYER: every}, 0
    for colours, line in table.sets:
        if isinstance(colours, ColourLine):
            if line is not None:
                yield line, ways[colours] - taken
            taken = ways[colours]
