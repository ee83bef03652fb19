"""Bets lost with a fold that depends on a card of the dealer's: counted with what is decided by that card."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.cards import ColourLine
from combin.cards.suit_classes import hand_classes_by_suit
from combin.exact.base_game import FOLD
from combin.exact.face_up import as_face_up, every_hand, face_up_situations
from combin.exact.fivecard_counts import CATEGORIES, STRAIGHT, hand_counter
from combin.exact.pay_lines import (
    BUT_BEATEN,
    BUT_TIED,
    about_colours,
    lines_by_category,
    names_suit,
    paid_lines,
    royal_ways,
)
from combin.rules.bets import Whose
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from combin.aliases import Integers, Truths
    from combin.cards.cards import Deck
    from combin.exact.face_up import CardsSeen, EveryHand, FaceUp
    from combin.exact.fivecard_counts import HandCounter
    from combin.exact.strategy import Strategy
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


class FoldedKinds:
    """A kind for every hand of three cards, below `number`: `of` is that of any three cards of the deck."""

    def __init__(self, deck: Deck, hands: Integers, kinds: Integers, number: int) -> None:
        """Take all hands of the deck with their kinds; of some kinds there may be none."""
        self.number = number
        self.of: Integers = np.full((len(deck),) * 3, self.number)  # which no hand is: a card stands twice
        for order in permutations(range(3)):
            self.of[tuple(hands[:, order].T)] = kinds

    @classmethod
    def by_line(cls, rules: Rules, table: PayTable) -> FoldedKinds:
        """Return hands by the line that pays them: its place in the table from 1 on, 0 for what loses."""
        classes = hand_classes_by_suit(rules.ranking)
        places = {line.text: place for place, line in enumerate(table.lines, start=1)}
        paid = [places[line.text] if line else 0 for line in paid_lines(rules, table, classes)]
        every = every_hand(classes, rules.deck)
        return cls(rules.deck, every.hands, np.array(paid)[every.numbers], len(table.lines) + 1)

    @classmethod
    def by_colour(cls, rules: Rules, colours: Integers) -> FoldedKinds:
        """Return hands by the one colour that they show, of those of the deck's cards, or none of them."""
        hands = every_hand(hand_classes_by_suit(rules.ranking), rules.deck).hands
        first, second, third = colours[hands].T
        mixed = (first != second) | (first != third)
        return cls(rules.deck, hands, np.where(mixed, colours.max() + 1, first), colours.max() + 2)

    def met(self, hands: Integers, played: NDArray[np.bool_]) -> Integers:
        """Return in how many deals the dealer has a hand of each kind.

        A deal is one of the player's `hands` (hands x 3), a card of the dealer's that is seen and against
        which the hand is `played` (hands x cards), and two more. Of the pairs that make a kind with the card
        seen, N - N(a) - N(b) - N(c) + N(ab) + N(ac) + N(bc) avoid the cards a, b, c of the hand.
        """
        # All kinds are counted at once, from how many pairs make each with a card seen and one card more. The
        # hands come in by the one or two cards that matter to a term of the sum: 52 or 1,326 groups in the
        # place of 22,100 hands, so that no step goes through hands, cards and pairs together.
        cards, kinds = len(self.of), np.arange(self.number)
        width = self.number + 1
        keys = self.of + width * np.arange(cards * cards).reshape(cards, cards, 1)
        # The last key is that of a card three times, so that all keys are counted.
        with_card = np.bincount(keys.reshape(-1)).reshape(cards, cards, width)[:, :, kinds]
        found: Integers = played.sum(axis=0) @ with_card.sum(axis=1) // 2
        for place in range(3):
            every, holding = _together(hands[:, place], played)
            found -= np.einsum("ac,cak->k", holding, with_card[:, every])
        for one, other in ((0, 1), (0, 2), (1, 2)):
            every, holding = _together(hands[:, one] * cards + hands[:, other], played)
            made = self.of.reshape(cards, -1).T[every]
            found += np.bincount(made.reshape(-1), holding.reshape(-1), width)[kinds].astype(np.int64)
        return found


def _together(keys: Integers, played: NDArray[np.bool_]) -> tuple[Integers, Integers]:
    """Return the different keys of hands, and how many of those with each are played against each card."""
    order = np.argsort(keys, kind="stable")
    every, starts = np.unique(keys[order], return_index=True)
    return every, np.add.reduceat(played[order], starts, axis=0, dtype=np.int64)


def paid_if_played(strategy: Strategy, table: PayTable) -> tuple[Counter[str], int]:
    """Return how often each line is paid to hands that are not folded, and of how many deals.

    Of both hands and of the card that is seen; for a bet on jackpot cards, of the player's hand, the card
    seen and the jackpot cards. Lines that the dealer's hand can tie or beat are counted apart where that is
    paid apart, as "pair but beaten". The slow equivalent settles every deal.
    """
    rules, found = strategy.game.rules, as_face_up(strategy.game.matchups)
    total = int(found.seen.weights.sum())
    played: Truths = np.array(strategy.decisions)[found.places] != FOLD
    of_dealer = table.bet.hand is Whose.DEALER
    if of_dealer or about_colours(table):
        every = every_hand(found.classes, rules.deck)
        count = _on_the_dealers_hand if of_dealer else _on_colours
        return count(rules, table, every, every.spread(found.seen, played)), total * _pairs(rules)
    rows = np.flatnonzero(played)
    seen = found.seen.take(rows)
    if names_suit(table):
        seen, parts = seen.by_suit(rules.ranking)
        rows = rows[parts]
    ways, whole = ways_seen(rules, table, seen)
    results = {"": np.ones_like(found.places)}
    if not table.bet.more_cards:
        results, whole = _results(rules, table, found), _pairs(rules)
    counts = Counter[str]()
    for told, number in results.items():
        for line, deals in zip(table.lines, (seen.weights * number[rows] @ ways).tolist(), strict=True):
            counts[line.text + told] += deals
    return counts, total * whole


def _pairs(rules: Rules) -> int:
    """Return how many pairs complete a dealer's hand beside the player's, once one of its cards is seen."""
    return comb(len(rules.deck) - rules.file.deal.player - 1, rules.file.deal.dealer - 1)


def _results(rules: Rules, table: PayTable, face_up: FaceUp) -> dict[str, Integers]:
    """Return for each row how many of these pairs come to each result that is paid apart."""
    bet = table.bet
    if not bet.versus_dealer:
        return {"": np.full(len(face_up.places), _pairs(rules))}
    compared = face_up_situations(rules.ranking, 0, 4, face_up.classes).arrays
    _, win, tie, lose = compared.counts.T
    results = {"": win}
    for told, pays, number in ((BUT_TIED, bet.if_tied, tie), (BUT_BEATEN, bet.if_beaten, lose)):
        apart = told if pays is not None else ""
        results[apart] = results.get(apart, 0) + number
    return results


def _on_the_dealers_hand(rules: Rules, table: PayTable, every: EveryHand, beside: Truths) -> Counter[str]:
    met = FoldedKinds.by_line(rules, table).met(every.hands, beside)
    return Counter({line.text: int(met[place]) for place, line in enumerate(table.lines, start=1)})


def _on_colours(rules: Rules, table: PayTable, every: EveryHand, beside: Truths) -> Counter[str]:
    names = list(dict.fromkeys(suit.colour for suit in rules.deck.suits))
    of_cards = np.array([names.index(card.suit.colour) for card in rules.deck.cards])
    kinds, shown = FoldedKinds.by_colour(rules, of_cards), of_cards[every.hands]
    counts = Counter[str]()
    for own in range(len(names)):
        rows = (shown == own).all(axis=1)
        for theirs, number in enumerate(kinds.met(every.hands[rows], beside[rows]).tolist()):
            fails = {ColourLine.SAME} if theirs != own else set()
            fails |= {ColourLine.EACH} if theirs == len(names) else set()
            line = next((line for hands, line in table.sets if hands not in fails), None)
            if line is not None:
                counts[line.text] += number
    return counts
