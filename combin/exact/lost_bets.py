"""Bets lost with a fold that hangs on a card of the dealer's: counted with what is decided by that card."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.exact.fivecard_counts import hand_counter
from combin.exact.joint_aspects import FOLDED, Aspects
from combin.exact.joint_bets import SideBet
from combin.exact.joint_deals import Surroundings
from combin.exact.joint_hands import held_hands
from combin.exact.pay_lines import about_colours, lines_by_category, royal_ways, suit_matters, suits_named
from combin.isomorphism import by_suit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.exact.strategy import Strategy
    from combin.isomorphism import HandClass
    from combin.rules.rules import Rules, Table

    Hand = tuple[int, int, int]

__all__ = ["played_by_card", "with_both_hands", "with_more_cards"]


def played_by_card(strategy: Strategy) -> dict[Hand, tuple[HandClass, Counter[int]]]:
    """Return the classes of hands that are folded beside some card, and the cards beside which they are not.

    Of cards that differ only by suits which the hand does not show there is one, so many times.
    """
    found, deck = strategy.game.matchups, strategy.game.rules.deck
    folded = {
        number for number, decision in zip(found.numbers, strategy.decisions, strict=True) if decision == FOLD
    }
    played = {found.classes[number].hand: (found.classes[number], Counter[int]()) for number in folded}
    for index, (number, decision) in enumerate(zip(found.numbers, strategy.decisions, strict=True)):
        if number not in folded or decision == FOLD or (seen := found[index].seen) is None:
            continue
        one, cards = played[found.classes[number].hand]
        if seen.card is not None:
            cards[seen.card] += seen.weight // one.weight
        else:
            ranks = enumerate(deck.rank_of)
            cards.update(card for card, rank in ranks if rank in seen.ranks and card not in one.hand)
    return played


def with_both_hands(strategy: Strategy, table: Table) -> Counter[str]:
    """Return how often each line is paid to hands that are folded beside some card but not beside all.

    Over all deals of both hands and of the card that is seen. Lines that the dealer's hand can tie or beat
    are counted apart where that is paid apart, as "pair but beaten". The slow equivalent settles every deal.
    """
    rules = strategy.game.rules
    of_dealer = rules.pay_table_wager(table.wager).hand == "dealer"
    aspects = Aspects(
        face_up=True,
        compared=rules.versus_dealer(table.wager),
        colours=about_colours(table),
        dealer=(table,) if of_dealer else (),
        six=False,
        royal=False,
        five=frozenset(),
    )
    deals = Surroundings(rules, aspects)
    bet = SideBet(rules, table, deals)
    hands = held_hands(
        rules,
        strategy,
        apart=suit_matters(rules, [table]),
        colours_apart=aspects.colours,
        named=suits_named(aspects.dealer),
    )
    counts: Counter[str] = Counter()
    for held in hands:
        if isinstance(held.decision, int) or FOLDED not in held.decision:
            continue
        result = bet.results(held)
        for around, numbers in deals.around(held):
            if around.decision == FOLDED:
                continue
            places = (0 * numbers + result(around)).tolist()
            for place, number in zip(places, numbers.tolist(), strict=True):
                if place:
                    counts[bet.lines[place]] += held.one.weight * number
    return counts


def with_more_cards(
    rules: Rules, table: Table, played: Mapping[Hand, tuple[HandClass, Counter[int]]]
) -> Counter[str]:
    """Return how often each line on more cards is paid to some hands with each card that may be seen.

    A dealer's hand holds the card seen and, with the player's three, makes six cards that hold four known
    ones; jackpot cards do not hold it, so of those that complete the player's hand the ones with it go.
    """
    more = rules.more_cards(table.wager)
    of_dealer = getattr(rules.wagers[table.wager], "hand", "") == "player and dealer"
    counter = hand_counter(rules.deck, rules.file.deal.player + more)
    texts = lines_by_category(table)
    counts: Counter[str] = Counter()
    for one, cards in played.values():
        every = counter.counts(one.hand)
        of_card = {card: counter.counts((*one.hand, card)) for card in cards}
        for category, text in texts.items():
            ways = sum(times * of_card[card][category] for card, times in cards.items())
            if not of_dealer:
                ways = cards.total() * every[category] - ways
            counts[text] += one.weight * ways
        _part_royals(rules, table, one, cards, counts)
    return counts


def _part_royals(
    rules: Rules, table: Table, one: HandClass, played: Counter[int], counts: Counter[str]
) -> None:
    """Take out of the royal flushes those with a sixth card, for which the card seen is one of three."""
    suits = len(rules.deck.suits)
    first = len(rules.deck) - 6 * suits + one.hand[0] % suits
    times = sum(played[card] for card in range(first, len(rules.deck), suits) if card not in one.hand)
    for part in by_suit(one, rules.ranking):
        for text, ways in royal_ways(rules, table, part):
            counts[text] += ways * part.weight * times
