"""The side bets of a certificate worked out again: every deal settled, every hand of more cards visited."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.cards.cards import ColourLine, Deck
from combin.cards.five_cards import FiveCardCategory, parse_six_card_royal
from combin.certificate.body import summary
from combin.proof.deals import sets_face_up
from combin.proof.hands import rank_index
from combin.proof.payments import FOLD, compared, lines_and_nets, side_bet_payment
from combin.proof.visiting import CATEGORIES, FiveCards, best_kinds, five_cards, visit_kinds
from combin.rules.bets import Whose
from combin.rules.wagers import Comparison, PayTableEntry, PayTableWager

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.aliases import Integers, Truths
    from combin.certificate.canonical import Data
    from combin.certificate.classes import Classes
    from combin.proof.brute import BruteForce
    from combin.proof.deals import Deals
    from combin.proof.payments import Payment


def completed(
    deck: Deck, hand: Sequence[int], added: Integers, times: Integers | None = None
) -> Counter[FiveCards]:
    """Return how many of the ways to add cards to a hand give each kind of five cards.

    Args:
        deck: any deck that `visit` goes through.
        hand: indexes of the cards held.
        added: of each way the cards that are added (ways x cards), so that there are five to seven.
        times: how often each way counts, if not once.

    >>> from combin.cards.cards import STANDARD_DECK as deck
    >>> royal = [deck.index(card) for card in deck.parse("As Ks Qs")]
    >>> completed(deck, royal, further(deck, royal, 2))[FiveCardCategory.ROYAL_FLUSH, 12, 3]
    1
    """
    cards = np.concatenate([np.tile(np.array(hand, np.int64), (len(added), 1)), added], axis=1)
    kinds, suits = best_kinds(deck, cards)
    places = (suits + 1) * len(CATEGORIES) * len(deck.ranks) + kinds
    return Counter(five_cards(deck, np.bincount(places, times).astype(np.int64)))


def further(deck: Deck, hand: Sequence[int], number: int) -> Integers:
    """Return (ways x cards) all ways to add so many of the other cards of a deck to a hand, in order."""
    rest = [card for card in range(len(deck)) if card not in hand]
    return np.array(list(combinations(rest, number)), np.int64).reshape(-1, number)


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
    deals, rules = games[0].deals, games[0].deals.rules
    lost, more_cards = rules.bets[name].loses_on_fold, rules.bets[name].more_cards
    payment = None if more_cards else side_bet_payment(deals, name, letter)
    texts, nets = lines_and_nets(rules, name, letter)
    for game in games if lost else games[:1]:
        if payment is None:
            stays = game.decisions != FOLD if lost else np.ones_like(game.played)
            counts, total = _of_more_cards(deals, (name, letter), stays, classes)
        else:
            counts, total = _of_three_cards(game, (name, letter), payment)
        yield _bet({name: letter, **(game.letters if lost else {})}, texts, nets, counts, total)


def _of_three_cards(game: BruteForce, table: tuple[str, str], payment: Payment) -> tuple[list[int], int]:
    """Return how many deals each line of a table gets where the bet stays, and how many deals there are.

    Of the deals all is counted that matters: hands alone where the other hand does not, and the card that is
    face up only where a fold loses the bet.
    """
    (name, letter), deals, rules = table, game.deals, game.deals.rules
    wager, entry = rules.bets[name], rules.file.pay_tables[name][letter]
    found = payment.counts(game.kept if wager.loses_on_fold else deals.every, deals.total)[:-1]
    if wager.loses_on_fold and rules.file.deal.face_up:
        return found, deals.total
    both = (
        any(text in set(ColourLine) for text in (*entry.lines, *entry.unpaid))
        or len(payment.nets) - 1 > len(entry.lines)
        or wager.hand.of_both
        or (wager.hand is Whose.DEALER and wager.loses_on_fold and not game.played.all())
    )
    dealer_hands = comb(len(rules.deck) - 3, 3) if both else 1
    times = deals.dealer_hands // dealer_hands
    return [count // times for count in found], deals.hands.number * dealer_hands


def _of_more_cards(
    deals: Deals, table: tuple[str, str], stays: Truths, classes: Classes
) -> tuple[list[int], int]:
    """Return in how many ways each line of a table on more cards is made by hands that stay, and all ways.

    Where a fold that depends on cards of the dealer's loses the bet, each way counts once for each choice of
    the cards that can be seen: some of the dealer's hand, or else any that are no jackpot cards.
    """
    (name, letter), rules, deck = table, deals.rules, deals.rules.deck
    wager, entry = rules.bets[name], rules.file.pay_tables[name][letter]
    more, seen = rules.bets[name].more_cards, rules.file.deal.face_up if wager.loses_on_fold else 0
    of_dealer = wager.hand is Whose.PLAYER_AND_DEALER
    times = comb(more if of_dealer else len(deck) - 3 - more, seen)
    counts = Counter(
        {kind: count * comb(3 + more, 3) * times for kind, count in visit_kinds(deck, 3 + more).items()}
    )
    beside = further(deck, range(3), more)  # the same places of the cards left for every hand
    for row, weight in zip(classes.hands.tolist(), classes.hand_weights.tolist(), strict=True):
        if stays[row].all():
            continue
        hand = deals.hands.cards[row].tolist()
        added = np.delete(np.arange(len(deck)), hand)[beside - 3]
        folded = _folds(deals, ~stays[row], hand, added, of_dealer=of_dealer) if seen else None
        for kind, count in _of_class(completed(deck, hand, added, folded), weight, deck).items():
            counts[kind] -= count
    royals = _part_royals(deals, (*entry.lines, *entry.unpaid), stays, counts, seen=seen)
    by_line = counts_by_line(entry, counts, deck) | royals
    total = deals.hands.number * comb(len(deck) - 3, more) * times
    return [by_line[text] for text in entry.lines], total


def _folds(
    deals: Deals, folded: Truths, hand: Sequence[int], added: Integers, *, of_dealer: bool
) -> Integers:
    """Return beside each of the cards added to a hand how many of those that can be seen let it fold.

    Of those that are none of these cards, N - N(a) - N(b) + N(ab) and so on of the sets that hold some.
    """
    sets, number = sets_face_up(deals.rules), deals.rules.file.deal.face_up
    some = sets[folded[deals.seen_of] & ~np.isin(sets, hand).any(axis=1)]
    found = np.full(len(added), 0 if of_dealer else len(some))
    for size in [number] if of_dealer else range(1, number + 1):
        holding = np.zeros((len(deals.rules.deck),) * size, np.int64)
        for places in map(list, combinations(range(number), size)):
            np.add.at(holding, tuple(some[:, places].T), 1)
        for places in map(list, combinations(range(added.shape[1]), size)):
            found += (1 if of_dealer else (-1) ** size) * holding[tuple(added[:, places].T)]
    return found


def _of_class(kinds: Mapping[FiveCards, int], weight: int, deck: Deck) -> Counter[FiveCards]:
    """Return how often hands of a class make each kind, of how often one of them does.

    What one has in a suit its class has in every suit alike, unless it is a class for one suit, or the same
    in every suit by itself.
    """
    found, suits = Counter[FiveCards](), len(deck.suits)
    for (category, rank, suit), count in kinds.items():
        if suit < 0 or weight % suits:
            found[category, rank, suit] += weight * count
        else:
            for one in range(suits):
                found[category, rank, one] += weight // suits * count
    return found


def counts_by_line(table: PayTableEntry, counts: Mapping[FiveCards, int], deck: Deck) -> Counter[str]:
    """Return how often each line of a table on five cards is made, of how often each kind of them is.

    Of several lines that hold a kind the one for the fewest is paid. A line for a category holds its finer
    ones, so that royal flushes are straight flushes; one "or better" goes on up to the next better category
    that another line holds. Six-card royals are left to `_part_royals`.
    """
    texts = [text for text in (*table.lines, *table.unpaid) if parse_six_card_royal(text, deck) is None]
    there = [(category, rank, suit) for category, rank, suit in counts]
    held = {text: {kind for kind in there if _holds(text, kind, deck)} for text in texts}
    whole = dict(held)
    for text, kinds in whole.items():
        if text.endswith(" or better") and kinds:
            lowest = max(_ORDER.index(category) for category, _, _ in kinds)
            spoken = {_ORDER.index(one) for other in texts if other != text for one, _, _ in whole[other]}
            end = max((place for place in spoken if place < lowest), default=-1)
            held[text] = {kind for kind in kinds if _ORDER.index(kind[0]) > end}
    found: Counter[str] = Counter()
    for kind, count in counts.items():
        fitting = [text for text in texts if kind in held[text]]
        if fitting:
            found[min(fitting, key=lambda text: len(held[text]))] += count
    return found


_ORDER = tuple(FiveCardCategory)
"""High to low."""

_FINER = (
    (r"pair of (\w+)", "pair"),
    (r"two pair(?:,| of| with) (\w+)", "two pair"),
    (r"(three|four|five) (?:of a kind(?:,| of) )?(\w+)", "{} of a kind"),
    (r"full house(?:,| of| with) (\w+)", "full house"),
    (r"(\w+)[ -]high(| straight flush| straight| flush)", "{}"),
)


def _holds(text: str, kind: FiveCards, deck: Deck) -> bool:
    """Tell whether five cards are what the words of a line say, whatever other lines say.

    Raises:
        ValueError: the words are not of the language.
    """
    category, first, suit = kind
    words = text.removesuffix(" or better")
    better = words != text
    for place, one in enumerate(deck.suits):
        if words.endswith(f" of {one.name}"):
            words = words.removesuffix(f" of {one.name}")
            if suit != place:
                return False
    own, rank = _category_and_rank(words, deck)
    if category is own or (
        own is FiveCardCategory.STRAIGHT_FLUSH and category is FiveCardCategory.ROYAL_FLUSH
    ):
        return rank is None or first == rank or (better and first > rank)
    return better and _ORDER.index(category) < _ORDER.index(own)


@cache
def _category_and_rank(words: str, deck: Deck) -> tuple[FiveCardCategory, int | None]:
    """Return the category that words name, and the rank that decides first if they name one."""
    if words in set(FiveCardCategory):
        return FiveCardCategory(words), None
    for pattern, category in _FINER:
        if match := re.fullmatch(pattern, words):
            *more, rank = match.groups()
            if category == "{}":
                (rank,), more = more, [rank.strip() or "high card"]
            return FiveCardCategory(category.format(*more)), rank_index(rank.casefold(), deck)
    return FiveCardCategory.PAIR, rank_index(words.casefold(), deck)  # "jacks or better"


def _part_royals(
    deals: Deals, lines: Sequence[str], stays: Truths, counts: Counter[FiveCards], *, seen: int
) -> Counter[str]:
    """Take the six-card royals that lines name out of the royal flushes, the finer line first; return these.

    One hand of six cards in each suit, of which any three may be dealt to the player, and so many of the
    others be `seen`.
    """
    deck, found = deals.rules.deck, Counter[str]()
    royals = {text: one for text in lines if (one := parse_six_card_royal(text, deck)) is not None}
    rows = {tuple(cards): row for row, cards in enumerate(deals.hands.cards.tolist())} if royals else {}
    place_of = {tuple(cards): place for place, cards in enumerate(sets_face_up(deals.rules).tolist())}
    left = list(deck.suits)
    for text, royal in sorted(royals.items(), key=lambda item: item[1].suit is None):
        own = [suit for suit in left if royal.suit in (None, suit)]
        left = [suit for suit in left if suit not in own]
        for suit in own:
            six = [card for card in range(len(deck)) if deck.cards[card].suit == suit][-6:]
            kind = FiveCardCategory.ROYAL_FLUSH, len(deck.ranks) - 1, deck.suits.index(suit)
            for hand in combinations(six, 3):
                others = combinations([card for card in six if card not in hand], seen)
                places = [place_of[some] for some in others] if seen else [0]
                number = int(stays[rows[hand], deals.seen_of[places]].sum())
                found[text] += number
                counts[kind] -= number
    return found


def _comparison(name: str, letter: str, deals: Deals) -> dict[str, Data]:
    """Return a bet on the higher hand; the letter of one that has no table is empty."""
    payment = compared(deals, name, letter)
    total = deals.hands.number * comb(len(deals.rules.deck) - 3, 3)
    counts = payment.counts(deals.every, deals.total)
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
