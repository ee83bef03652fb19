"""The best decision for every hand; any other strategy, and what its wrong decisions cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD, BaseGame
from combin.isomorphism import by_suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.exact.matchups import Matchup
    from combin.exact.summary import Distribution
    from combin.isomorphism import HandClass

__all__ = ["Border", "Margin", "Mistake", "Strategy", "optimal_strategy"]


@dataclass(frozen=True, slots=True)
class Margin:
    """How much the decision for a class gains over the next best one, in units of the base wager."""

    hand: HandClass
    decision: int
    gain: Fraction


@dataclass(frozen=True, slots=True)
class Border:
    """The value of each decision for one class near the border between decisions."""

    hand: HandClass
    values: tuple[tuple[int, Fraction], ...]
    decision: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """A class that a strategy decides worse than the best one does.

    `per_hand` is the loss in units of the base wager each time the hand is dealt, `in_all` its part of the
    house edge.
    """

    hand: HandClass
    decision: int
    best: int
    per_hand: Fraction
    in_all: Fraction


@dataclass(frozen=True)
class Strategy:
    """A decision for every suit class of a base game, aligned with its matchups; 0 is fold."""

    name: str
    game: BaseGame
    decisions: tuple[int, ...]

    def __iter__(self) -> Iterator[tuple[Matchup, int]]:
        """Iterate over matchup and decision, weakest hand first."""
        return iter(zip(self.game.matchups, self.decisions, strict=True))

    @cached_property
    def distribution(self) -> Distribution:
        """The net results of the base wager with its raise and bonuses."""
        return self.game.distribution(self.decisions)

    @property
    def hands_played(self) -> int:
        """How many of the player's hands are not folded."""
        return sum(matchup.hand.weight for matchup, decision in self if decision != FOLD)

    @property
    def folded(self) -> frozenset[tuple[int, int, int]]:
        """Representatives of the classes that are folded, those of one suit in every suit."""
        ranking = self.game.rules.ranking
        return frozenset(
            one.hand
            for matchup, decision in self
            if decision == FOLD
            for one in by_suit(matchup.hand, ranking)
        )

    def margins(self) -> Iterator[Margin]:
        """Yield for every class how much its decision gains over the next best (negative for a mistake)."""
        game = self.game
        for index, (matchup, decision) in enumerate(self):
            others = max(game.value(index, other) for other in (FOLD, *game.cases) if other != decision)
            gain = Fraction(game.value(index, decision) - others, game.unit * game.dealer_hands)
            yield Margin(matchup.hand, decision, gain)

    def tightest(self) -> dict[int, Margin]:
        """Return for each decision that is ever taken the class that gains least by it.

        Positive gains prove the strategy: no hand on either side of a border prefers another decision.
        """
        tightest: dict[int, Margin] = {}
        for margin in self.margins():
            known = tightest.get(margin.decision)
            if known is None or margin.gain < known.gain:
                tightest[margin.decision] = margin
        return dict(sorted(tightest.items(), reverse=True))

    def borders(self, strengths: int = 2) -> tuple[Border, ...]:
        """Return the classes of the nearest strengths on both sides of every border, strongest first."""
        levels = [matchup.hand.strength.level for matchup in self.game.matchups]
        changes = {
            (levels[index], levels[index + 1])
            for index in range(len(levels) - 1)
            if self.decisions[index] != self.decisions[index + 1]
        }
        near = {
            level
            for below, above in changes
            for level in (*range(below - strengths + 1, below + 1), *range(above, above + strengths))
        }
        found = [
            Border(
                matchup.hand,
                tuple(
                    (multiple, self.game.expectation(index, multiple))
                    for multiple in (FOLD, *self.game.cases)
                ),
                decision,
            )
            for index, (matchup, decision) in enumerate(self)
            if matchup.hand.strength.level in near
        ]
        return tuple(reversed(found))

    def mistakes(self, best: Strategy) -> tuple[Mistake, ...]:
        """Return where this strategy decides worse than `best`, the dearest in all first."""
        game, found = self.game, []
        hands = sum(matchup.hand.weight for matchup in game.matchups)
        for index, (matchup, decision) in enumerate(self):
            better = best.decisions[index]
            loss = game.value(index, better) - game.value(index, decision)
            if loss:
                per_hand = Fraction(loss, game.unit * game.dealer_hands)
                in_all = per_hand * matchup.hand.weight / hands
                found.append(Mistake(matchup.hand, decision, better, per_hand, in_all))
        return tuple(sorted(found, key=lambda mistake: -mistake.in_all))


def optimal_strategy(game: BaseGame) -> Strategy:
    """Return the strategy of greatest expectation; of two decisions worth the same, the cheaper one."""
    choices = (FOLD, *sorted(game.cases))

    def best(index: int) -> int:
        return max(choices, key=lambda multiple: (game.value(index, multiple), -multiple))

    return Strategy("optimal", game, tuple(map(best, range(len(game.matchups)))))
