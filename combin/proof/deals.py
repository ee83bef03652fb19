"""Every deal of three cards to the player and three to the dealer, visited and counted by its case."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from combin.cards.colours import ColourLine
from combin.proof.hands import Hands, judge, named
from combin.proof.lines import line_of_hands
from combin.rules.wagers import PayTableWager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from combin.rules.resolved import Rules
    from combin.rules.wagers import Case

    Integers = NDArray[np.int64]
    Truths = NDArray[np.bool_]
    Words = NDArray[np.uint64]
    Progress = Callable[[int, int], object]

__all__ = ["CASES", "Deals", "Roles", "count_deals", "lowest_strength"]

CASES: tuple[Case, ...] = ("no_qualify_win", "no_qualify_tie", "no_qualify_lose", "win", "tie", "lose")
"""What can come of a deal: whether the dealer qualifies, and whether the player's hand is the higher."""

_WORDS_AT_A_TIME = 1 << 16
"""Of 64 deals each: few enough to stay in the processor's cache."""
_WORTH_A_THREAD = 50_000
"""From so many hands on, numpy works long enough in each call for a second thread to gain what it costs."""


@dataclass(frozen=True, eq=False)
class Roles:
    """All hands of a game, as the player's and as the dealer's.

    `qualifying` are those with which the dealer qualifies. `kind` (hands) is what the side bets can tell of a
    hand as the dealer's, and `of_kind` a hand of each kind. `seen_of` tells for each card of the deck what is
    seen of it, if it is the one face up; where no card is, one thing is seen of all.
    """

    rules: Rules
    hands: Hands
    qualifying: Truths
    kind: Integers
    of_kind: Integers
    seen_of: Integers

    @classmethod
    def of(cls, rules: Rules) -> Roles:
        """Return the roles of the hands of a game."""
        hands = judge(rules)
        qualifying = hands.strength >= lowest_strength(rules.file.dealer.qualifies, hands)
        kind, of_kind = _kinds(rules, hands)
        return cls(rules, hands, qualifying, kind, of_kind, _seen_of(rules))

    def case(self, player: int, dealer: int) -> int:
        """Return the place in `CASES` of one deal, given as rows of the hands."""
        return int(self.cases_of(np.array([player]), np.array([dealer]))[0])

    def cases_of(self, players: Integers, dealers: Integers) -> Integers:
        """Return the places in `CASES` of many deals, given as rows of the hands."""
        strength = self.hands.strength
        cases: Integers = 3 * self.qualifying[dealers] + 1 + np.sign(strength[dealers] - strength[players])
        return cases


@dataclass(frozen=True, eq=False)
class Deals(Roles):
    """How many dealer hands of each kind there are among those that share no card with each player hand.

    `counts` (hands x seen x 6 x kinds) counts them by what the player sees of the card that is face up, by
    case in the order of `CASES`, and by the kind of the dealer's hand; where no card is face up, one thing is
    seen of all. A dealer hand is counted for each of its cards that may be the one face up.
    """

    counts: Integers

    @cached_property
    def cases(self) -> Integers:
        """The counts (hands x seen x cases) by the cases of the game, which may be four (`Rules.cases`)."""
        six: Integers = self.counts.sum(axis=3)
        if len(self.rules.cases) == len(CASES):
            return six
        return np.concatenate([six[:, :, :3].sum(axis=2, keepdims=True), six[:, :, 3:]], axis=2)

    @cached_property
    def situations(self) -> Integers:
        """How many dealer hands there are (hands x seen) against each hand with what is seen."""
        situations: Integers = self.cases.sum(axis=2)
        return situations

    @property
    def dealer_hands(self) -> int:
        """How many dealer hands there are against each player hand: 18,424 for 52 cards.

        Three times as many if one card is face up.
        """
        return int(self.situations[0].sum())

    @property
    def total(self) -> int:
        """How many deals there are: 407,170,400 for 52 cards, or 1,221,511,200 with a card face up."""
        return self.dealer_hands * len(self.hands)


class _Layout(NamedTuple):
    """The dealer's hands, one a bit, those with one card face up beside each other.

    `rows` (seen cards x bits) are rows of hands, -1 for bits that fill up the last word.
    """

    rows: Integers

    def packed(self, truths: Truths) -> Words:
        """Return truth values of all hands (things x hands) as rows of bits, 64 a word, by seen card."""
        filled = np.pad(truths, ((0, 0), (0, 1)))  # so that what fills up is false
        return np.packbits(filled.take(self.rows, axis=1), axis=2).view(np.uint64)


def count_deals(rules: Rules, progress: Progress | None = None) -> Deals:
    """Return for every player hand how many dealer hands of each kind it meets.

    One bit stands for one deal. For each player hand the dealer hands without its first, its second and its
    third card are intersected, which leaves a bit for every hand that the dealer can hold; of these, the bits
    of those that do and do not qualify, lose, tie and win are counted. The same, slowly:

        for player in combinations(deck, 3):
            for dealer in combinations(deck - player, 3):
                for card in dealer if face_up else [None]:
                    counts[player][seen(card)][case(player, dealer)][kind(dealer)] += 1

    Every hand and every card is gone through: no use is made of what suits have in common.

    Args:
        rules: the game.
        progress: called again and again with the number of deals done and the number of all.

    An interrupt, or anything that `progress` raises, ends the count and leaves nothing running.
    """
    roles = Roles.of(rules)
    hands, kind, of_kind, seen_of = roles.hands, roles.kind, roles.of_kind, roles.seen_of
    layout = _layout(rules, hands)
    without = np.ones((len(hands.deck), len(hands)), np.bool_)
    for column in range(3):
        without[hands.cards[:, column], np.arange(len(hands))] = False
    free = layout.packed(without)
    qualified = layout.packed(np.stack([~roles.qualifying, roles.qualifying]))
    kinds = layout.packed(np.arange(len(of_kind))[:, None] == kind)
    sees = np.equal(seen_of[:, None], np.arange(seen_of.max() + 1)).astype(np.int64)
    counts = np.zeros((len(hands), sees.shape[1], len(CASES), len(of_kind)), np.int64)

    def count(rows: Integers) -> int:
        """Count the dealer hands against player hands of one strength; return how many deals that was."""
        own = hands.strength[rows[0]]
        lower, equal = layout.packed(np.stack([hands.strength < own, hands.strength == own]))
        results = (lower, equal, ~(lower | equal))
        first, second, third = hands.cards[rows].T
        dealers = free[first] & free[second] & free[third]
        deals = 0
        for case in range(len(CASES)):
            in_case = qualified[case // 3] & results[case % 3]
            for column, of_this_kind in enumerate(kinds):
                wanted = in_case & of_this_kind
                if wanted.any():
                    found = np.bitwise_count(dealers & wanted).sum(axis=2, dtype=np.int64)
                    deals += int(found.sum())
                    counts[rows, :, case, column] = found @ sees
        return deals

    total = comb(len(hands.deck), 3) * comb(len(hands.deck) - 3, 3) * (3 if rules.file.deal.face_up else 1)
    done = 0
    pool = ThreadPoolExecutor((os.cpu_count() or 1) if len(hands) >= _WORTH_A_THREAD else 1)
    try:
        for deals in pool.map(count, _batches(hands.strength, max(1, _WORDS_AT_A_TIME // free[0].size))):
            done += deals
            if progress is not None:
                progress(done, total)
    finally:
        pool.shutdown(cancel_futures=True)
    counts.setflags(write=False)
    return Deals(rules, hands, roles.qualifying, kind, of_kind, seen_of, counts)


def lowest_strength(words: str, hands: Hands) -> int:
    """Return the strength of the weakest hands that words name, with or without "or better" behind them."""
    return int(hands.strength[named(words.removesuffix(" or better"), hands)].min())


def _kinds(rules: Rules, hands: Hands) -> tuple[Integers, Integers]:
    """Return what the side bets can tell of each hand as the dealer's, and a hand of each such kind."""
    side_bets = {name: one for name, one in rules.wagers.items() if isinstance(one, PayTableWager)}
    told = [np.zeros(len(hands), np.int64)]
    for name, bet in side_bets.items():
        for table in rules.file.pay_tables[name].values():
            if bet.hand == "dealer":
                told.append(line_of_hands(table, hands)[:, 0])
            elif set(ColourLine) & {*table.lines, *table.unpaid}:
                told.append(hands.colour)
    _, of_kind, kind = np.unique(np.stack(told, axis=1), axis=0, return_index=True, return_inverse=True)
    return kind.reshape(-1), of_kind


def _layout(rules: Rules, hands: Hands) -> _Layout:
    """Return how the dealer's hands are laid out: all in one, or for each card those that hold it."""
    if rules.file.deal.face_up:
        blocks = [np.flatnonzero((hands.cards == card).any(axis=1)) for card in range(len(hands.deck))]
    else:
        blocks = [np.arange(len(hands))]
    return _Layout(np.stack([np.pad(rows, (0, -len(rows) % 64), constant_values=-1) for rows in blocks]))


def _seen_of(rules: Rules) -> Integers:
    """Return for each card what the player sees of it; one thing of all where no card is face up."""
    deck = rules.deck
    if not rules.file.deal.face_up:
        return np.zeros(1, np.int64)
    if not rules.sees:
        return np.arange(len(deck))
    return np.array([[rank in group for group in rules.sees].index(True) for rank in deck.rank_of])


def _batches(strength: Integers, most: int) -> Iterator[Integers]:
    """Yield the rows of all hands, at most so many at a time, each time of one strength."""
    order = np.argsort(strength, kind="stable")
    borders = np.flatnonzero(np.diff(strength[order])) + 1
    for equal in np.split(order, borders):
        for start in range(0, len(equal), most):
            yield equal[start : start + most]
