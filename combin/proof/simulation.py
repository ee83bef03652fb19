"""A game played at random: rounds dealt from a seed, settled by the payments of brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from combin.proof.dealing import dealt
from combin.proof.wagers import Rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.proof.deals import Roles
    from combin.proof.wagers import Bet

    Progress = Callable[[int, int], object]

__all__ = ["Sample", "simulate"]


@dataclass(frozen=True, slots=True)
class Sample:
    """What a wager netted in so many rounds: how many of them had each net, per unit of its stake."""

    outcomes: Mapping[Fraction, int]

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return sum(self.outcomes.values())

    @property
    def mean(self) -> Fraction:
        """The mean net result."""
        return sum((net * count for net, count in self.outcomes.items()), Fraction(0)) / self.rounds


def simulate(
    roles: Roles, bets: Sequence[Bet], rounds: int, seed: int, progress: Progress | None = None
) -> list[Sample]:
    """Return what bets came to in the same rounds; the same seed gives the same figures everywhere.

    Nothing of it is sampled but the cards: nets are counted and added up exactly. It shares no code with
    `combin.exact`; only what the player decides comes from there, as data.

    Args:
        roles: the hands of the game.
        bets: the wagers, all placed in every round.
        rounds: how many rounds are played.
        seed: of the random cards, as `dealt` has them.
        progress: called again and again with the number of rounds done and the number of all.
    """
    deck, cards = len(roles.hands.deck), 6 + roles.rules.file.deal.jackpot
    tallies = [np.zeros(len(bet.nets), np.int64) for bet in bets]
    done = 0
    for block in dealt(deck, cards, rounds, seed):
        played = Rounds.of(roles, block)
        for place, bet in enumerate(bets):
            tallies[place] += np.bincount(bet.places(played), minlength=len(bet.nets))
        done += len(block)
        if progress is not None:
            progress(done, rounds)
    return [_sample(bet.nets, tally.tolist()) for bet, tally in zip(bets, tallies, strict=True)]


def _sample(nets: Sequence[Fraction], counts: Sequence[int]) -> Sample:
    found: Counter[Fraction] = Counter()
    for net, count in zip(nets, counts, strict=True):
        found[net] += count
    return Sample({net: found[net] for net in sorted(found) if found[net]})
