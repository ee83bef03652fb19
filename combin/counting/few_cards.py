"""Hands of two and four cards, the best three of four or five, and the highest of several hands of a deck."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from typing import TYPE_CHECKING

from combin.cards.cards import CardError
from combin.cards.suit_classes import hand_classes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from combin.aliases import Floats, Integers, Progress
    from combin.cards.cards import Deck
    from combin.cards.ranking import Ranking
    from combin.proof.hands import Hands

SIZES = (2, 4)
"""The numbers of cards of which hands are counted here; no order of them is taken for granted."""

_ALIKE = {
    (4,): "four of a kind",
    (3, 1): "three of a kind",
    (2, 2): "two pair",
    (2, 1, 1): "pair",
    (2,): "pair",
}
"""Categories by the number of cards of one rank."""


def counts_of_few(deck: Deck, cards: int) -> dict[str, int]:
    """Return the number of hands of two or four cards of each category, the rarest first.

    All cards of a flush, and of a straight, are of one suit, or in sequence; an ace is high or low.

    Args:
        deck: single cards, no joker.
        cards: 2 or 4.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> counts_of_few(STANDARD_DECK, 2)
    {'straight flush': 52, 'pair': 78, 'straight': 156, 'flush': 260, 'high card': 780}
    """
    found, suits = Counter[str](), len(deck.suits)
    for ranks in combinations_with_replacement(range(len(deck.ranks)), cards):
        times = sorted(Counter(ranks).values(), reverse=True)
        ways = prod(comb(suits, number) for number in times)
        if times[0] > 1:
            found[_ALIKE[tuple(times)]] += ways
            continue
        runs = _in_sequence(ranks, deck)
        found["straight flush" if runs else "flush"] += suits
        found["straight" if runs else "high card"] += ways - suits
    return {category: found[category] for category in sorted(found, key=lambda category: found[category])}


def _in_sequence(ranks: tuple[int, ...], deck: Deck) -> bool:
    """Return whether different ascending ranks are in a row, the ace below the lowest if it is there."""
    if ranks[-1] - ranks[0] == len(ranks) - 1:
        return True
    top = len(deck.ranks) - 1
    low_ace = deck.ranks[top].symbol == "A" and ranks[-1] == top
    return low_ace and ranks[:-1] == tuple(range(len(ranks) - 1))


def visited_few(deck: Deck, cards: int) -> dict[str, int]:
    """Return the same by visiting every hand."""
    order = [rank.symbol for rank in deck.ranks]
    found = Counter[str]()
    for hand in combinations(deck.cards, cards):
        values = sorted(order.index(card.rank.symbol) for card in hand)
        same = sum(one == other for one, other in combinations(values, 2))
        if same:
            pairs = {1: "pair", 2: "two pair", 3: "three of a kind", 6: "four of a kind"}
            found[pairs[same]] += 1
            continue
        low = [-1, *values[:-1]] if order[values[-1]] == "A" else values
        runs = any(all(after - before == 1 for before, after in pairwise(one)) for one in (values, low))
        suited = len({card.suit.symbol for card in hand}) == 1
        name = {(True, True): "straight flush", (True, False): "straight", (False, True): "flush"}
        found[name.get((runs, suited), "high card")] += 1
    return dict(found)


def best_three_counts(ranking: Ranking, cards: int) -> list[int]:
    """Return of each level how many hands of more cards have it as their best three.

    Args:
        ranking: the order of hands of three cards.
        cards: 4 or 5.
    """
    import numpy as np

    size = len(ranking.deck)
    level = np.zeros((size, size, size), np.int64)
    for place, hands in enumerate(ranking.hands):
        a, b, c = np.array(hands).T
        level[a, b, c] = place
    found = np.zeros(len(ranking.strengths), np.int64)
    for rows in _all_hands(size, cards):
        threes = [level[tuple(rows[:, list(three)].T)] for three in combinations(range(cards), 3)]
        found += np.bincount(np.max(threes, axis=0), minlength=len(found))
    return [int(count) for count in found]


def visited_best_threes(ranking: Ranking, cards: int) -> dict[str, int]:
    """Return the number of hands whose best three are of each category, all threes visited."""
    import numpy as np

    hands, size = judged(ranking), len(ranking.deck)
    row = np.zeros((size, size, size), np.int64)
    row[tuple(hands.cards.T)] = np.arange(len(hands))
    found = Counter[str]()
    for rows in _all_hands(size, cards):
        threes = np.stack([row[tuple(rows[:, list(three)].T)] for three in combinations(range(cards), 3)])
        best = np.take_along_axis(threes, hands.strength[threes].argmax(axis=0)[None], axis=0)[0]
        for place, count in enumerate(np.bincount(hands.category[best], minlength=len(hands.order))):
            found[hands.order[place]] += int(count)
    return dict(found)


def _all_hands(size: int, cards: int) -> Iterator[Integers]:
    """Yield all hands of this number of cards, ascending, in blocks."""
    import numpy as np

    for first in range(size - cards + 1):
        rest = np.array(list(combinations(range(first + 1, size), cards - 1)), np.int64)
        yield np.column_stack([np.full(len(rest), first), rest])


SEATS = (2, 3, 4)
"""How many hands can be counted together."""


def deals_below(
    ranking: Ranking, levels: Iterable[int], seats: int, progress: Progress | None = None
) -> dict[int, int]:
    """Return for some levels in how many deals of several hands all of these are below.

    Args:
        ranking: the order of hands of a single deck, with jokers or without.
        levels: the levels; one beyond the last has all deals.
        seats: how many hands are dealt, 2 to 4.
        progress: called again and again with the steps done and the number of all.

    Hands are counted by the cards that they share: of two sets of hands the disjoint pairs are what is left
    of all pairs by inclusion and exclusion over common cards, and so are disjoint threes. For four the first
    is counted by its suit class. The slow equivalent deals all hands one by one.
    """
    import numpy as np

    deck = ranking.deck
    if seats not in SEATS:
        raise CardError(
            f"{seats} seats: the highest of 2 to 4 hands is counted; see Limits in docs/language.md"
        )
    if deck.copies > 1:
        raise CardError(f"{deck.copies} decks: the highest of several hands is counted for one deck")
    if ranking.upsets:
        raise CardError("the highest of several hands: some hands beat some of those above them")
    if len(deck) < 3 * seats:
        raise CardError(f"{seats} hands of 3 cards: the deck has only {len(deck)}")
    if len(deck) > MOST_CARDS:
        raise CardError(
            f"the highest of {seats} hands: {len(deck)} cards, and at most {MOST_CARDS} are counted"
        )
    wanted = sorted(set(levels))
    classes = hand_classes(ranking)
    steps = sum(one.strength.level < level for level in wanted for one in classes) if seats == 4 else 1
    found, done = {}, 0
    for level in wanted:
        hands = _members(ranking, level)
        if seats < 4:
            found[level] = _disjoint_pairs(hands) if seats == 2 else _disjoint_threes(hands)
            continue
        count = 0
        for one in classes:
            if one.strength.level < level:
                rest = [card for card in range(len(deck)) if card not in one.cards]
                count += one.weight * _disjoint_threes(hands[np.ix_(rest, rest, rest)])
                done += 1
                if progress is not None:
                    progress(done, steps)
        found[level] = count
    return found


def _members(ranking: Ranking, level: int) -> Floats:
    """Return (cards x cards x cards) 1 for each three cards, in any order, that are a hand below a level."""
    import numpy as np

    cards = len(ranking.deck)
    found = np.zeros((cards, cards, cards))
    hands = np.array([hand for some in ranking.hands[:level] for hand in some], np.int64).reshape(-1, 3)
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        found[hands[:, a], hands[:, b], hands[:, c]] = 1
    return found


MOST_CARDS = 231
"""The largest deck: no sum of numbers of hands by cards passes its seventh power over four, below 2^53."""


def _disjoint_pairs(hands: Floats) -> int:
    """Return the number of ordered pairs of hands that share no card."""
    pair = hands.sum(axis=2)  # hands with two cards; each card, then each hand, is met more than once
    one = pair.sum(axis=1) / 2
    every = int(one.sum()) // 3
    return every**2 - int((one**2).sum()) + int((pair**2).sum()) // 2 - every


def _disjoint_threes(hands: Floats) -> int:
    """Return the number of ordered triples of hands of which no two share a card.

    A card lies in none or one of the hands if 1 - (pairs of them that have it) + 2 (if all three have it)
    is 1, and not 0. The product of this over all cards is a sum over cards in two hands or in three, of the
    numbers of hands that have these cards. Below, p q r cards are in the first two hands, in the outer two
    and in the last two, and t cards in all three. Floats hold the sums over cards, and integers the rest.
    """
    import numpy as np

    pair = hands.sum(axis=2)
    one = pair.sum(axis=1) / 2
    every = int(one.sum()) // 3
    met = np.tensordot(hands, hands, axes=((1, 2), (1, 2)))  # of two cards: how often two others fit both
    np.fill_diagonal(met, 0)
    squares, of_pairs = int((one**2).sum()), int((pair**2).sum())
    none_in_three = (
        every**3
        - 3 * every * squares  # p = 1
        + 3 * every * of_pairs // 2  # p = 2
        - 3 * every * every  # p = 3
        + 3 * int(one @ pair @ one)  # p = q = 1
        - 3 * int((hands * pair[:, :, None]).sum(axis=(0, 1)) @ one)  # p = 2, q = 1
        - int(np.trace(pair @ pair @ pair))  # p = q = r = 1
        + 3 * int((met * pair).sum()) // 2  # p = 2, q = r = 1
    )
    one_in_three = 2 * (
        int((one**3).sum())
        - 3 * int((pair**2).sum(axis=1) @ one)  # p = 1
        + 3 * int(hands.sum(axis=(1, 2)) @ one) // 2  # p = 2
        + 3 * int(np.einsum("abc,ab,ac->", hands, pair, pair, optimize=True))  # p = q = 1
        - int(np.einsum("aij,aji->", hands @ hands, hands))  # p = q = r = 1
    )
    more_in_three = (
        2 * (int((pair**3).sum()) - 3 * of_pairs)  # t = 2, and with it p = 1
        + 8 * every  # t = 3
    )
    return none_in_three + one_in_three + more_in_three


def judged(ranking: Ranking) -> Hands:
    """Return all hands of three cards judged one by one."""
    from combin.proof.hands import judge_deck
    from combin.rules.model import RankingEntry

    deck = ranking.deck
    if deck.copies > 4:
        raise CardError(f"{deck.copies} decks: all hands are visited of four decks at most")
    three = ranking.highest_three
    entry = RankingEntry(
        order=ranking.order,
        ace_low_straight=ranking.ace_low,
        straight_suits=ranking.straight_suits,
        lowest_wins=ranking.lowest_wins,
        highest_three_of_a_kind=None if three is None else deck.ranks[three].symbol,
    )
    return judge_deck(deck, entry)
