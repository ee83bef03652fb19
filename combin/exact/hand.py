"""One player hand explained: what it is, what the dealer can have, what each decision is worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.colours import ColourLine
from combin.exact.base_game import FOLD, base_game
from combin.exact.pay_lines import line_ways
from combin.isomorphism import suit_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.cards import Card
    from combin.exact.base_game import BaseGame
    from combin.exact.matchups import Matchup
    from combin.rules.rules import Rules, Table

__all__ = ["ExplainedHand", "PaidLine", "explain"]


@dataclass(frozen=True, slots=True)
class PaidLine:
    """One line by which a pay table settles the hand, "nothing" where a bonus is not won or a bet is lost.

    It does so in `count` of the `ways` to deal the other cards: the dealer's hand, or the jackpot cards.
    """

    wager: str
    letter: str
    line: str
    net: Fraction
    count: int
    ways: int


@dataclass(frozen=True)
class ExplainedHand:
    """A hand of the player against every dealer hand.

    `better` and `equal` count the other hands of the whole deck by strength; `values` maps each decision
    (0 is fold) to its expectation in units of the base wager; `paid` goes through all tables of the
    bonuses and side bets.
    """

    rules: Rules
    cards: tuple[Card, ...]
    letters: Mapping[str, str]
    matchup: Matchup
    better: int
    equal: int
    values: Mapping[int, Fraction]
    paid: tuple[PaidLine, ...]

    @property
    def best(self) -> int:
        """The decision that is worth most; of equals the cheapest."""
        return max(self.values, key=lambda decision: (self.values[decision], -decision))


def explain(rules: Rules, cards: Sequence[Card], letters: Mapping[str, str]) -> ExplainedHand:
    """Return a hand of three cards explained, with the bonuses of the given tables."""
    game = base_game(rules, letters)
    index = _class_index(game, cards)
    matchup = game.matchups[index]
    level = matchup.hand.strength.level
    better = sum(strength.count for strength in rules.ranking.strengths[level + 1 :])
    values = {decision: game.expectation(index, decision) for decision in (FOLD, *game.cases)}
    paid = [
        line
        for name in (*rules.bonuses, *rules.side_bets)
        for table in rules.tables[name].values()
        for line in _paid(rules, table, cards, matchup)
    ]
    return ExplainedHand(
        rules, tuple(cards), letters, matchup, better, matchup.hand.strength.count - 1, values, tuple(paid)
    )


def _class_index(game: BaseGame, cards: Sequence[Card]) -> int:
    ranking = game.rules.ranking
    level, pattern = ranking.strength(cards).level, suit_pattern(ranking, cards)
    deck = ranking.deck
    shown = {deck.suit_of[deck.index(card)] for card in cards}
    for index, matchup in enumerate(game.matchups):
        one = matchup.hand
        if one.strength.level == level and one.pattern is pattern and (one.suit is None or one.suit in shown):
            return index
    msg = f"no suit class holds {' '.join(map(str, cards))}"
    raise AssertionError(msg)


def _paid(rules: Rules, table: Table, cards: Sequence[Card], matchup: Matchup) -> list[PaidLine]:
    """Return the lines that settle these cards under one table."""
    dealer_hands = sum(matchup.counts)
    if any(isinstance(hands, ColourLine) for hands, _ in table.sets):
        counts, ways = _colour_counts(rules, table, cards), dealer_hands
    else:
        own = replace(matchup.hand, hand=_indexes(rules, cards))
        (counts,), ways = line_ways(rules, table, [own])
        if ways == 1:  # the player's three cards alone are paid, whatever the dealer holds
            counts, ways = dict.fromkeys(counts, dealer_hands), dealer_hands
    odds = {line.text: table.odds(line) for line in table.lines}
    found = [
        PaidLine(table.wager, table.letter, text, odds[text], count, ways)
        for text, count in counts.items()
        if count
    ]
    if rest := ways - sum(counts.values()):
        unpaid = Fraction(0 if table.wager in rules.bonuses else -1)
        found.append(PaidLine(table.wager, table.letter, "nothing", unpaid, rest, ways))
    return found


def _indexes(rules: Rules, cards: Sequence[Card]) -> tuple[int, int, int]:
    first, second, third = map(rules.deck.index, cards)
    return first, second, third


def _colour_counts(rules: Rules, table: Table, cards: Sequence[Card]) -> Mapping[str, int]:
    """Count the dealer hands with which these cards are paid by each line of a table about colours."""
    left = Counter(card.suit.colour for card in rules.deck.cards)
    left.subtract(card.suit.colour for card in cards)
    ways = {colour: comb(number, 3) for colour, number in left.items()}
    found, taken = {}, 0
    for colours, line in table.sets:
        if isinstance(colours, ColourLine):
            reached = _dealers(colours, cards, ways, comb(left.total(), 3))
            if line is not None:
                found[line.text] = reached - taken
            taken = reached
    return found


def _dealers(line: ColourLine, cards: Sequence[Card], ways: Mapping[str, int], dealer_hands: int) -> int:
    """Count the dealer hands with which these cards meet a line about colours."""
    own = {card.suit.colour for card in cards}
    if len(own) > 1:
        return 0
    match line:
        case ColourLine.SAME:
            return ways.get(own.pop(), 0)
        case ColourLine.EACH:
            return sum(ways.values())
        case ColourLine.PLAYER:
            return dealer_hands
