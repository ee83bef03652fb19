"""In how many ways each line of a pay table is paid to a hand once a card of the dealer's is seen."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.fivecard_counts import CATEGORIES, STRAIGHT, hand_counter
from combin.exact.pay_lines import lines_by_category, paid_lines, royal_ways
from combin.rules.bets import Whose
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.aliases import Integers
    from combin.exact.cards_seen import CardsSeen
    from combin.exact.fivecard_counts import HandCounter
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


def counts_with(counter: HandCounter, held: Integers) -> Integers:
    """Return how many hands with the cards of each row are of each category: rows x `CATEGORIES`.

    What lets a flush be depends on the ranks held of one suit; all else on which ranks are held, for the
    straights, and on which cards share a rank or a suit. Of each there are few.

    Args:
        counter: of hands of a deck.
        held: different cards (card indexes), as many in each row.

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> from combin.exact.fivecard_counts import hand_counter
    >>> royal = np.array([[deck.index(card) for card in deck.parse("As Ks Qs Js")]])
    >>> (counts,) = counts_with(hand_counter(deck, 5), royal).tolist()
    >>> {category.value: number for category, number in zip(CATEGORIES, counts, strict=True) if number}
    {'royal flush': 1, 'flush': 8, 'straight': 3, 'pair': 12, 'high card': 24}

    The slow equivalent asks `HandCounter.counts` for each row.
    """
    return _without_flush(counter, held) + _flushes(counter, held)


def _flushes(counter: HandCounter, held: Integers) -> Integers:
    suits = len(counter.deck.suits)
    bits, suit = np.left_shift(1, held // suits), held % suits
    masks = np.stack([np.where(suit == one, bits, 0).sum(axis=1) for one in range(suits)])
    every, places = np.unique(masks, return_inverse=True)
    ways = np.zeros((len(every), len(CATEGORIES)), np.int64)
    for place, mask in enumerate(every.tolist()):
        for category, number in counter.flushes(mask, held.shape[1]).items():
            ways[place, category] = number
    found: Integers = ways[places.reshape(masks.shape)].sum(axis=0)
    return found


def _without_flush(counter: HandCounter, held: Integers) -> Integers:
    # In how many ways the suits can be given depends on which cards share a rank or a suit, and how many
    # choices of further ranks are a straight on the ranks held: rows have few of either, and each is worked
    # out once. Where further ranks make a straight, what is lower becomes one; what is better, by its ranks
    # alone, stays.
    deck, size = counter.deck, held.shape[1]
    rank, suit = np.divmod(held, len(deck.suits))
    masks, mask_of = np.unique(np.bitwise_or.reduce(np.left_shift(1, rank), axis=1), return_inverse=True)
    with_run = np.zeros((counter.cards + 1, len(masks)), np.int64)
    for number, sets in counter.run_sets.items():
        with_run[number] = (masks & ~np.array(sets, np.int64)[:, np.newaxis] == 0).sum(axis=0)
    # Which card is the first of the rank and of the suit of each: that tells which cards share them.
    firsts = [(one[:, :, np.newaxis] == one[:, np.newaxis, :]).argmax(axis=2) for one in (rank, suit)]
    patterns = np.concatenate(firsts, axis=1) @ size ** np.arange(2 * size)
    _, examples, pattern_of = np.unique(patterns, return_index=True, return_inverse=True)
    found = np.zeros((len(held), len(CATEGORIES)), np.int64)
    order = np.argsort(pattern_of.reshape(-1), kind="stable")
    of_each = np.split(order, np.bincount(pattern_of.reshape(-1)).cumsum()[:-1])
    for example, rows in zip(examples.tolist(), of_each, strict=True):
        ranks = len(set(rank[example].tolist()))
        for new, ways_of in enumerate(counter.ways_without_flush(held[example].tolist())):
            every = comb(len(deck.ranks) - ranks, new)
            runs = with_run[ranks + new][mask_of.reshape(-1)[rows]]
            for category, ways in ways_of:
                if category < STRAIGHT:
                    found[rows, category] += ways * every
                else:
                    found[rows, category] += ways * (every - runs)
                    found[rows, STRAIGHT] += ways * runs
    return found


def ways_seen(rules: Rules, table: PayTable, seen: CardsSeen) -> tuple[Integers, int]:
    """Return in how many ways each row is paid on each line (rows x lines), and how many ways there are.

    A table on the player's three cards pays them in one way, or not at all. On more cards a dealer's hand
    holds the card seen and, with the player's three, makes six cards that hold four known ones; jackpot cards
    do not hold it, so of those that complete the player's hand the ones with it go.

    Args:
        rules: the game.
        table: about the player's cards, alone or with others.
        seen: classes of hands with the card seen; those of one suit split by suit if the table names one.

    Raises:
        RulesError: lines on five cards that are finer than categories.
    """
    places = {line.text: place for place, line in enumerate(table.lines)}
    more, cards = table.bet.more_cards, len(rules.deck) - rules.file.deal.player
    if not more:
        lines = paid_lines(rules, table, seen.classes)
        paid = np.zeros((len(seen.classes), len(places)), np.int64)
        for row, line in zip(paid, lines, strict=True):
            if line is not None:
                row[places[line.text]] = 1
        return paid[seen.numbers], 1
    if table.finer:
        problem = "finer lines on five cards beside a card that is seen (Limits in docs/language.md)"
        raise RulesError(("pay_tables", table.wager, table.letter), problem)
    counter = hand_counter(rules.deck, rules.file.deal.player + more)
    ways = counts_with(counter, np.column_stack([seen.hands, seen.cards]))
    of_dealer = table.bet.hand is Whose.PLAYER_AND_DEALER
    if not of_dealer:
        hands = np.array([one.cards for one in seen.classes])
        ways = counts_with(counter, hands)[seen.numbers] - ways
    found = np.zeros((len(ways), len(places)), np.int64)
    for category, text in lines_by_category(table).items():
        found[:, places[text]] += ways[:, CATEGORIES.index(category)]
    _part_royals(rules, table, seen, found)
    return found, comb(cards - 1, more - 1 if of_dealer else more)


def _part_royals(rules: Rules, table: PayTable, seen: CardsSeen, integers: Integers) -> None:
    """Take out of the royal flushes those with a sixth card, for which the card seen is one of three."""
    suits, ranks = len(rules.deck.suits), len(rules.deck.ranks)
    texts = [line.text for line in table.lines]
    changed = np.zeros((len(seen.classes), len(texts)), np.int64)
    for row, one in zip(changed, seen.classes, strict=True):
        for text, ways in royal_ways(rules, table, one):
            row[texts.index(text)] += ways
    third = (seen.cards // suits >= ranks - 6) & (seen.cards % suits == seen.hands[:, 0] % suits)
    integers += changed[seen.numbers] * third[:, np.newaxis]
