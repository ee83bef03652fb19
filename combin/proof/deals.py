"""Every deal of three cards to the player and three to the dealer, visited and counted by its case."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.proof.hands import Hands, judge, named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from combin.rules.rules import Rules

    Integers = NDArray[np.int64]
    Truths = NDArray[np.bool_]
    Progress = Callable[[int, int], object]

__all__ = ["CASES", "Deals", "count_deals"]

CASES = ("no_qualify", "win", "tie", "lose")
"""What can come of a deal that is played: the dealer does not qualify, or the player wins, ties, loses."""

_ROWS_AT_A_TIME = 128
_WORTH_A_THREAD = 50_000
"""From so many hands on, numpy works long enough in each call for a second thread to gain what it costs."""


@dataclass(frozen=True, eq=False)
class Deals:
    """How many dealer hands of each kind there are among those that share no card with each player hand.

    `cases` (hands x 4) counts them in the order of `CASES`. `colours` (hands x colours + 1) counts those that
    are of one colour, in the last column those that are not.
    """

    rules: Rules
    hands: Hands
    qualifying: Truths
    cases: Integers
    colours: Integers

    @property
    def dealer_hands(self) -> int:
        """How many dealer hands there are against each player hand (18,424 for 52 cards)."""
        return int(self.cases[0].sum())

    @property
    def total(self) -> int:
        """How many deals there are (407,170,400 for 52 cards)."""
        return int(self.cases.sum())

    def case(self, player: int, dealer: int) -> int:
        """Return the place in `CASES` of one deal, given as rows of the hands."""
        theirs = slice(dealer, dealer + 1)
        found = _cases(
            self.qualifying[theirs], self.hands.strength[theirs], own=int(self.hands.strength[player])
        )
        return int(found[:, 0].argmax())


def count_deals(rules: Rules, progress: Progress | None = None) -> Deals:
    """Return for every player hand how many dealer hands of each kind it meets.

    One bit stands for one deal. For each player hand the dealer hands without its first, its second and its
    third card are intersected, which leaves a bit for every hand that the dealer can hold; of these, the bits
    of those that do not qualify, lose, tie and win are counted. The same, slowly:

        for player in combinations(deck, 3):
            for dealer in combinations(deck - player, 3):
                cases[player][case(player, dealer)] += 1

    Args:
        rules: the game.
        progress: called again and again with the number of deals done and the number of all.

    An interrupt, or anything that `progress` raises, ends the count and leaves nothing running.
    """
    hands = judge(rules)
    members = named(rules.file.dealer.qualifies, hands)
    qualifying = hands.strength >= hands.strength[members].min()
    without = np.ones((len(hands.deck), len(hands)), np.bool_)
    for column in range(3):
        without[hands.cards[:, column], np.arange(len(hands))] = False
    free = _packed(without)
    kinds = _packed(np.stack([hands.colour == colour for colour in (*range(len(hands.colours)), -1)]))
    counts = np.zeros((len(hands), len(CASES) + len(kinds)), np.int64)

    def count(rows: Integers) -> int:
        """Count the dealer hands against player hands of one strength; return how many deals that was."""
        cases = _packed(_cases(qualifying, hands.strength, own=int(hands.strength[rows[0]])))
        first, second, third = hands.cards[rows].T
        dealers = free[first] & free[second] & free[third]
        for column, wanted in enumerate((*cases, *kinds)):
            counts[rows, column] = np.bitwise_count(dealers & wanted).sum(axis=1, dtype=np.int64)
        return int(counts[rows, : len(CASES)].sum())

    total = comb(len(hands.deck), 3) * comb(len(hands.deck) - 3, 3)
    done = 0
    pool = ThreadPoolExecutor((os.cpu_count() or 1) if len(hands) >= _WORTH_A_THREAD else 1)
    try:
        for deals in pool.map(count, _batches(hands.strength)):
            done += deals
            if progress is not None:
                progress(done, total)
    finally:
        pool.shutdown(cancel_futures=True)
    counts.setflags(write=False)
    return Deals(rules, hands, qualifying, counts[:, : len(CASES)], counts[:, len(CASES) :])


def _cases(qualifying: Truths, theirs: Integers, own: int) -> Truths:
    """Return (4 x dealer hands) which do not qualify, lose, tie and win against a strength."""
    return np.stack(
        [~qualifying, qualifying & (theirs < own), qualifying & (theirs == own), qualifying & (theirs > own)]
    )


def _packed(truths: Truths) -> NDArray[np.uint64]:
    """Return rows of truth values as rows of bits, 64 a word; what fills up the last word is false."""
    filling = -truths.shape[1] % 64
    return np.packbits(np.pad(truths, ((0, 0), (0, filling))), axis=1).view(np.uint64)


def _batches(strength: Integers) -> Iterator[Integers]:
    """Yield the rows of all hands, some at a time, each time of one strength."""
    order = np.argsort(strength, kind="stable")
    borders = np.flatnonzero(np.diff(strength[order])) + 1
    for equal in np.split(order, borders):
        for start in range(0, len(equal), _ROWS_AT_A_TIME):
            yield equal[start : start + _ROWS_AT_A_TIME]
