"""The side bets of a certificate worked out again: every deal settled, every hand of more cards visited."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.cards import ColourLine, Deck
from combin.cards.five_cards import FiveCardCategory, parse_six_card_royal
from combin.certificate.body import summary
from combin.proof.payments import FOLD, compared, lines_and_nets, side_bet_payment
from combin.proof.visiting import CATEGORIES, best_categories, visit
from combin.rules.bets import Whose
from combin.rules.wagers import Comparison, PayTableEntry, PayTableWager

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.aliases import Truths
    from combin.certificate.canonical import Data
    from combin.certificate.classes import Classes
    from combin.proof.brute import BruteForce
    from combin.proof.deals import Deals


def completed(deck: Deck, hand: Sequence[int], more: int) -> Counter[str]:
    """Return how many ways to add so many cards of the rest of the deck give each category.

    Args:
        deck: any deck that `visit` goes through.
        hand: indexes of the cards held.
        more: the number of cards added, so that there are five to seven.

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> royal = [deck.index(card) for card in deck.parse("As Ks Qs")]
    >>> completed(deck, royal, 2)["royal flush"]
    1
    """
    rest = [card for card in range(len(deck)) if card not in hand]
    added = np.array(list(combinations(rest, more)), np.int64).reshape(-1, more)
    cards = np.concatenate([np.tile(np.array(hand, np.int64), (len(added), 1)), added], axis=1)
    counts = np.bincount(best_categories(deck, cards), minlength=len(CATEGORIES)).tolist()
    return Counter(
        {category.value: count for category, count in zip(CATEGORIES, counts, strict=True) if count}
    )


def side_bets(games: Sequence[BruteForce], classes: Classes) -> list[Data]:
    """Return every table of every side bet, then the bets on which hand is higher.

    Args:
        games: the base game under each choice of its tables, on which bets depend that a fold loses.
        classes: the classes of all situations.
    """
    wagers = sorted(games[0].deals.rules.wagers.items())
    return [
        *(
            bet
            for name, wager in wagers
            if isinstance(wager, PayTableWager)
            for letter in sorted(games[0].deals.rules.file.pay_tables[name])
            for bet in _side_bets(name, letter, games, classes)
        ),
        *(
            _comparison(name, letter, games[0].deals)
            for name, wager in wagers
            if isinstance(wager, Comparison)
            for letter in sorted(games[0].deals.rules.file.pay_tables.get(name, ("",)))
        ),
    ]


def _side_bets(
    name: str, letter: str, games: Sequence[BruteForce], classes: Classes
) -> Iterator[dict[str, Data]]:
    """Yield a table of a side bet, for each choice of the base tables where a fold loses the bet."""
    rules = games[0].deals.rules
    lost = rules.bets[name].loses_on_fold
    for game in games if lost else games[:1]:
        stays = game.decisions != FOLD if lost else np.ones_like(game.played)
        of = _of_more_cards if rules.bets[name].more_cards else _of_three_cards
        counts, total = of(game.deals, (name, letter), stays, classes)
        texts, nets = lines_and_nets(rules, name, letter)
        yield _bet({name: letter, **(game.letters if lost else {})}, texts, nets, counts, total)


def _of_three_cards(
    deals: Deals, table: tuple[str, str], stays: Truths, _classes: Classes
) -> tuple[list[int], int]:
    """Return how many deals each line of a table gets where the bet stays, and how many deals there are.

    Of the deals all is counted that matters: hands alone where the other hand does not, and the card that is
    face up only where a fold loses the bet.
    """
    (name, letter), rules = table, deals.rules
    wager, entry = rules.bets[name], rules.file.pay_tables[name][letter]
    payment = side_bet_payment(deals, name, letter)
    found = payment.counts(deals, stays)[:-1]
    if rules.bets[name].loses_on_fold and rules.file.deal.face_up:
        return found, deals.total
    both = (
        any(text in set(ColourLine) for text in (*entry.lines, *entry.unpaid))
        or len(payment.nets) - 1 > len(entry.lines)
        or wager.hand.of_both
        or (wager.hand is Whose.DEALER and not stays.all())
    )
    dealer_hands = comb(len(rules.deck) - 3, 3) if both else 1
    times = deals.dealer_hands // dealer_hands
    return [count // times for count in found], deals.hands.number * dealer_hands


def _of_more_cards(
    deals: Deals, table: tuple[str, str], stays: Truths, classes: Classes
) -> tuple[list[int], int]:
    """Return in how many ways each line of a table on more cards is made by hands that stay, and all ways.

    Where a fold that depends on a card of the dealer's loses the bet, each way counts once for each card that
    can be seen: one of the dealer's hand, or else any that is no jackpot card.
    """
    (name, letter), rules, deck = table, deals.rules, deals.rules.deck
    wager, entry = rules.bets[name], rules.file.pay_tables[name][letter]
    more, seen = rules.bets[name].more_cards, rules.bets[name].loses_on_fold and bool(rules.file.deal.face_up)
    of_dealer = wager.hand is Whose.PLAYER_AND_DEALER
    times = (more if of_dealer else len(deck) - 3 - more) if seen else 1
    counts = Counter(
        {
            category.value: count * comb(3 + more, 3) * times
            for category, count in visit(deck, 3 + more).items()
        }
    )
    for place in np.flatnonzero(~stays[classes.hand, classes.seen]).tolist():
        hand, weight = deals.hands.cards[classes.hand[place]].tolist(), int(classes.weight[place])
        told = np.flatnonzero(deals.seen_of == classes.seen[place]).tolist() if seen else []
        cards = [card for card in told if card not in hand]
        if not of_dealer or not seen:
            for category, count in completed(deck, hand, more).items():
                counts[category] -= weight * count * (len(cards) if seen else 1)
        for card in cards:
            for category, count in completed(deck, [*hand, card], more - 1).items():
                counts[category] -= weight * count * (1 if of_dealer else -1)
    _part_royals(deals, (*entry.lines, *entry.unpaid), stays, counts, seen=seen)
    by_line = counts_by_line(entry, counts)
    total = deals.hands.number * comb(len(deck) - 3, more) * times
    return [by_line[text] for text in entry.lines], total


def counts_by_line(table: PayTableEntry, counts: Mapping[str, int]) -> Counter[str]:
    """Return how often each line of a table on five cards is made, of what each category is made.

    Royal flushes are straight flushes for a table that does not name them.
    """
    found, royal = Counter(counts), FiveCardCategory.ROYAL_FLUSH.value
    if royal not in (*table.lines, *table.unpaid):
        found[FiveCardCategory.STRAIGHT_FLUSH.value] += found.pop(royal, 0)
    return found


def _part_royals(
    deals: Deals, lines: Sequence[str], stays: Truths, counts: Counter[str], *, seen: bool
) -> None:
    """Take the six-card royals that lines name out of the royal flushes, the finer line first.

    One hand of six cards in each suit, of which any three may be dealt to the player, and any of the others
    be seen.
    """
    deck = deals.rules.deck
    royals = {text: one for text in lines if (one := parse_six_card_royal(text, deck)) is not None}
    rows = {tuple(cards): row for row, cards in enumerate(deals.hands.cards.tolist())} if royals else {}
    left = list(deck.suits)
    for text, royal in sorted(royals.items(), key=lambda item: item[1].suit is None):
        own = [suit for suit in left if royal.suit in (None, suit)]
        left = [suit for suit in left if suit not in own]
        for suit in own:
            six = [card for card in range(len(deck)) if deck.cards[card].suit == suit][-6:]
            for hand in combinations(six, 3):
                others = [card for card in six if card not in hand] if seen else [0]
                counts[text] += int(stays[rows[hand], deals.seen_of[others]].sum())
        counts[FiveCardCategory.ROYAL_FLUSH.value] -= counts[text]


def _comparison(name: str, letter: str, deals: Deals) -> dict[str, Data]:
    """Return a bet on the higher hand; the letter of one that has no table is empty."""
    payment = compared(deals, name, letter)
    total = deals.hands.number * comb(len(deals.rules.deck) - 3, 3)
    counts = payment.counts(deals, np.ones_like(deals.situations, np.bool_))
    return _bet(
        {name: letter}, payment.texts, payment.nets, [count * total // deals.total for count in counts], total
    )


def _bet(
    tables: dict[str, str],
    texts: Sequence[str],
    nets: Sequence[Fraction],
    counts: Sequence[int],
    total: int,
) -> dict[str, Data]:
    nothing = total - sum(counts)
    outcomes: dict[Fraction, int] = {}
    for net, count in (*zip(nets, counts, strict=True), (Fraction(-1), nothing)):
        outcomes[net] = outcomes.get(net, 0) + count
    return {
        "tables": tables,
        "lines": {
            text: {"net": str(net), "count": count}
            for text, net, count in zip(texts, nets, counts, strict=True)
        },
        "nothing": nothing,
        "total": total,
        **summary(outcomes),
    }
