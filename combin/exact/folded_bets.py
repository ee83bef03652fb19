"""Bets lost with a fold that depends on a card of the dealer's: counted with what is decided by that card."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.base_game import FOLD
from combin.exact.observed import FaceUp, face_up, observed
from combin.exact.pay_lines import (
    about_colours,
    counts_by_line,
    endings,
    line_sieve,
    names_suit,
    paid_lines,
    royal_ways,
    suits_named,
)
from combin.rules.errors import RulesError
from combin.rules.wagers import Whose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from combin.aliases import Integers
    from combin.exact.joint_deals import JointSideBet
    from combin.exact.matchups import Matchups
    from combin.exact.observed import CardsSeen
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules
    from combin.rules.tables import PayTable


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
    of_dealer = table.bet.hand is Whose.PLAYER_AND_DEALER

    def counted(held: Iterable[Sequence[int]]) -> Integers:
        by_row = (counts_by_line(rules, table, cards) for cards in held)
        return np.array([[by_line[text] for text in places] for by_line in by_row])

    found = counted(np.column_stack([seen.hands, seen.cards]).tolist())
    if not of_dealer:
        found = counted(one.cards for one in seen.classes)[seen.numbers] - found
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


def paid_if_played(strategy: Strategy, table: PayTable) -> tuple[Counter[str], int]:
    """Return how often each line is paid to hands that are not folded, and of how many deals.

    Of both hands and of what is seen; for a bet on jackpot cards, of the player's hand, the card seen and the
    jackpot cards. Lines that the dealer's hand can tie or beat are counted apart where that is paid apart, as
    "pair but beaten". The slow equivalent settles every deal.
    """
    rules, of_dealer = strategy.game.rules, table.bet.hand is Whose.DEALER
    if rules.sights is not None or about_colours(table) or (of_dealer and suits_named([table])):
        return paid_in_deals(rules, table, (strategy.game.matchups, strategy.decisions))
    found = observed(strategy.game.matchups, FaceUp)
    total = int(found.seen.weights.sum())
    rows = np.flatnonzero(np.array(strategy.decisions)[found.places] != FOLD)
    seen = found.seen.take(rows)
    if of_dealer:
        return _on_the_dealers_hand(rules, table, seen), total * _pairs(rules)
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


def _on_the_dealers_hand(rules: Rules, table: PayTable, seen: CardsSeen) -> Counter[str]:
    below = line_sieve(rules, table).all_below(seen.hands.T, [seen.cards])
    up_to = [
        int(seen.weights @ below(np.full_like(seen.cards, at + 1))) for at in range(1 + len(table.lines))
    ]
    counts = zip(table.lines, pairwise(up_to), strict=True)
    return Counter({line.text: stop - start for line, (start, stop) in counts})


def _pairs(rules: Rules) -> int:
    """Return how many pairs complete a dealer's hand beside the player's, once one of its cards is seen."""
    return comb(len(rules.deck) - rules.file.deal.player - 1, rules.file.deal.dealer - 1)


def _results(rules: Rules, table: PayTable, known: FaceUp) -> dict[str, Integers]:
    """Return for each row how many of these pairs come to each result that is paid apart."""
    if not table.bet.versus_dealer:
        return {"": np.full(len(known.places), _pairs(rules))}
    _, *numbers = face_up(rules.ranking, 0, 4, known.classes).arrays.counts.T
    results: dict[str, Integers] = {}
    for ending, number in zip(endings(rules, table), numbers, strict=True):
        results[ending] = results.get(ending, 0) + number
    return results


def in_every_deal(
    rules: Rules, table: PayTable, decided: tuple[Matchups, Sequence[int]]
) -> tuple[JointSideBet, Iterator[tuple[int, list[int], list[int]]]]:
    """Return a side bet and, by what is decided, the places of its results and how many deals have each.

    As if nothing were folded, of all deals with all that can be seen, and with jackpot cards for a bet on
    these. Every dealer hand is gone through beside one hand of each class.

    Args:
        rules: the game.
        table: one of the pay tables of the bet.
        decided: the situations of the base game with a number for what is done in each.
    """
    from combin.exact.joint_deals import DealerHands, JointSideBet
    from combin.exact.joint_hands import player_classes
    from combin.exact.joint_law import aspects_of
    from combin.exact.pay_lines import suit_matters

    own, seen = {table.wager: table}, bool(rules.file.deal.face_up)
    aspects = aspects_of(rules, {table.wager: table.letter}, own, seen=seen)
    deals = DealerHands(rules, aspects)
    bet = JointSideBet(rules, table, deals)
    hands = player_classes(
        rules,
        decided,
        apart=suit_matters(rules, [table]),
        colours=aspects.colours,
        named=aspects.suits_named,
    )

    def settled() -> Iterator[tuple[int, list[int], list[int]]]:
        for held in hands:
            paid = bet.if_played(held)
            for around, numbers in deals.contexts_of(held):
                places, ways = 0 * numbers + paid(around), held.one.weight * numbers
                yield int(around.decision), places.tolist(), ways.tolist()

    return bet, settled()


def paid_in_deals(
    rules: Rules, table: PayTable, decided: tuple[Matchups, Sequence[int]]
) -> tuple[Counter[str], int]:
    """Return how often each line is paid to hands that are not folded, and of how many deals."""
    counts, total = Counter[str](), 0
    bet, settled = in_every_deal(rules, table, decided)
    for decision, places, numbers in settled:
        total += sum(numbers)
        if decision != FOLD:
            for place, number in zip(places, numbers, strict=True):
                counts[bet.lines[place]] += number
    del counts[""]
    return counts, total
