"""The lines of a pay table that settle one hand of the player, and how often with what can lie around it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from combin.exact.fivecard_counts import hand_counter
from combin.exact.pay_lines import about_colours, lines_by_category, paid_lines
from combin.rules.wagers import Bonus, Comparison

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards.cards import Card
    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Matchup
    from combin.rules.resolved import Rules, Table

__all__ = ["PaidLine", "lines_of_hand"]

Counts = Counter[tuple[str, Fraction]]
"""In how many ways a line pays, with what it nets."""


@dataclass(frozen=True, slots=True)
class PaidLine:
    """One line by which a pay table settles the hand, "nothing" where a bonus is not won or a bet is lost.

    It does so in `count` of the `ways` to deal the other cards: the dealer's hand, or the jackpot cards; with
    a card of the dealer's that is seen, beside that.
    """

    wager: str
    letter: str
    line: str
    net: Fraction
    count: int
    ways: int


def lines_of_hand(
    rules: Rules, table: Table, cards: Sequence[Card], matchup: Matchup, seen: Card | None
) -> list[PaidLine]:
    """Return the lines that settle cards under a table of a bonus or a bet, if they are not folded.

    Args:
        rules: the game.
        table: one of its pay tables of odds.
        cards: the player's.
        matchup: their situation in the base game.
        seen: the dealer's card that is face up, where one is.
    """
    first, second, third = map(rules.deck.index, cards)
    own, wager = replace(matchup.hand, hand=(first, second, third)), rules.wagers[table.wager]
    hand, ways = getattr(wager, "hand", "player"), matchup.deals
    beside = [] if seen is None else _cards_seen(rules, own, matchup, seen)
    if isinstance(wager, Bonus):
        paid_in = zip(matchup.counts, rules.paid_in(table.wager), strict=True)
        counts = _by_itself(rules, table, own, sum(deals for deals, paid in paid_in if paid))
    elif hand == "player and jackpot cards":
        counts, ways = _with_jackpot_cards(rules, table, own, beside)
    elif (
        isinstance(wager, Comparison)
        or hand != "player"
        or rules.versus_dealer(table.wager)
        or about_colours(table)
    ):
        counts = _with_the_dealers(rules, table, own, beside)
    else:
        counts = _by_itself(rules, table, own, ways)
    found = [
        PaidLine(table.wager, table.letter, text, net, count, ways)
        for (text, net), count in counts.items()
        if count
    ]
    if rest := ways - counts.total():
        unpaid = Fraction(0 if isinstance(wager, Bonus) else -1)
        found.append(PaidLine(table.wager, table.letter, "nothing", unpaid, rest, ways))
    return found


def _by_itself(rules: Rules, table: Table, own: HandClass, deals: int) -> Counts:
    """Return what is paid for the hand alone, in so many deals."""
    (line,) = paid_lines(rules, table, [own])
    return Counter() if line is None else Counter({(line.text, table.odds(line)): deals})


def _with_jackpot_cards(
    rules: Rules, table: Table, own: HandClass, beside: Sequence[int]
) -> tuple[Counts, int]:
    """Count the jackpot cards, among which no card seen is, by the line that they make with the hand."""
    deck, cards, more = rules.deck, rules.file.deal.player, rules.more_cards(table.wager)
    counter, odds = hand_counter(deck, cards + more), {line.text: table.odds(line) for line in table.lines}
    every, with_card = counter.counts(own.hand), [counter.counts((*own.hand, card)) for card in beside]
    times, counts = len(beside) or 1, Counts()
    for category, text in lines_by_category(table).items():
        counts[text, odds[text]] += times * every[category] - sum(one[category] for one in with_card)
    return counts, times * comb(len(deck) - cards - bool(beside), more)


def _with_the_dealers(rules: Rules, table: Table, own: HandClass, beside: Sequence[int]) -> Counts:
    """Count the dealer's hands, of which a card may be seen, by the line that pays."""
    import numpy as np

    from combin.exact.joint_bets import HigherHand, SideBet
    from combin.exact.joint_deals import Surroundings
    from combin.exact.joint_features import FOLDED
    from combin.exact.joint_hands import Held
    from combin.exact.joint_law import aspects_of

    one = {table.wager: table}
    aspects = aspects_of(rules, {table.wager: table.letter}, one, seen=bool(beside))
    deals = Surroundings(rules, aspects)
    comparison, counts = table.wager in rules.comparisons, Counts()
    bet = HigherHand(rules, table.wager, table) if comparison else SideBet(rules, table, deals)
    # As a hand that is played beside the cards that may be seen, and folded beside all others.
    held = Held(own, decision=np.bincount(beside, minlength=len(rules.deck)) if beside else 1)
    result = bet.results(held)
    for around, numbers in deals.around(held):
        if around.decision == FOLDED:
            continue
        for place, number in zip((0 * numbers + result(around)).tolist(), numbers.tolist(), strict=True):
            if bet.lines[place]:
                counts[bet.lines[place], bet.pays[place].net(table.stake) / table.stake] += number
    return counts


def _cards_seen(rules: Rules, own: HandClass, matchup: Matchup, seen: Card) -> list[int]:
    """Return the cards, as indexes, of which the one seen may be any for all that the player knows."""
    deck, known = rules.deck, matchup.seen
    if known is None or known.card is not None:
        return [deck.index(seen)]
    return [card for card, rank in enumerate(deck.rank_of) if rank in known.ranks and card not in own.hand]
