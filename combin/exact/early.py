"""Raises before a card of the dealer's is seen: a hand commits itself for all cards, or waits for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.aliases import Integers
    from combin.cards.suit_classes import HandClass
    from combin.exact.base_game import BaseGame

WAIT = 0
"""The decision not to raise before the card is seen; nobody folds before that."""


@dataclass(frozen=True, slots=True)
class EarlyHand:
    """A class of hands before the card is seen: what it does, and what it could do.

    `values` are expected nets in units of the base wager, of each early multiple that the class may play,
    and of `WAIT`: with each card the best that is left, or what some strategy does then.
    """

    hand: HandClass
    decision: int
    values: dict[int, Fraction]

    @property
    def gain(self) -> Fraction | None:
        """How much the decision gains over the next best; None where there is no other."""
        others = [value for decision, value in self.values.items() if decision != self.decision]
        return self.values[self.decision] - max(others) if others else None


def early_hands(
    game: BaseGame,
    later: Sequence[int],
    decisions: Sequence[int] | None = None,
    beside: Sequence[Fraction] = (),
) -> tuple[EarlyHand, ...]:
    """Return all classes of hands before the card is seen, weakest first; nothing if none may raise then.

    Args:
        game: the base game.
        later: what each situation decides if its hand has waited.
        decisions: those of a strategy; by default each class takes its best, and waits if that is as good.
        beside: what each situation nets besides, in units of the base wager, if it is not folded.

    The value of an early raise is its expectation over all that can be seen; that of waiting the one of what
    is decided then.
    """
    if not game.rules.early:
        return ()
    by_arrays = game.arrays is not None and not beside
    sums = _sums_by_arrays(game, later) if by_arrays else _sums(game, later, beside)
    early, raised = set(game.rules.early), dict[int, int]()
    for number, decision in zip(game.matchups.numbers, decisions or (), strict=False):
        if decision in early:
            raised[number] = decision
    hands = []
    for number, one in enumerate(game.matchups.classes):
        deals, nets = sums[number]
        best = max(nets, key=lambda decision: (nets[decision], -decision))
        worth = {choice: Fraction(net) / (game.unit * deals) for choice, net in sorted(nets.items())}
        hands.append(EarlyHand(one, best if decisions is None else raised.get(number, WAIT), worth))
    return tuple(hands)


Sums = Mapping[int, tuple[int, dict[int, "int | Fraction"]]]
"""Of each class its deals, and what each early multiple and waiting net over all of them, in units."""


def _sums(game: BaseGame, later: Sequence[int], beside: Sequence[Fraction]) -> Sums:
    """Return the sums from all situations one by one."""
    values = {multiple: game.values(multiple) for multiple in game.rules.multiples}
    sums: defaultdict[int, dict[int, int | Fraction]] = defaultdict(dict)
    deals: defaultdict[int, int] = defaultdict(int)
    dealer_hands, numbers = game.dealer_hands_of_each, game.matchups.numbers
    for index, (number, weight) in enumerate(zip(numbers, game.weights, strict=True)):
        found, decision = sums[number], later[index]
        deals[number] += weight * dealer_hands[index]
        more = beside[index] * game.unit * dealer_hands[index] if beside else 0
        value = values[decision][index] if decision else game.fold * dealer_hands[index]
        found[WAIT] = found.get(WAIT, 0) + weight * ((value or 0) + (more if decision else 0))
        for multiple in game.rules.early:
            if (value := values[multiple][index]) is not None:
                found[multiple] = found.get(multiple, 0) + weight * (value + more)
    return {number: (deals[number], found) for number, found in sums.items()}


def _sums_by_arrays(game: BaseGame, later: Sequence[int]) -> Sums:
    """Return the same from all situations together; the slow equivalent is `_sums`."""
    import numpy as np

    rules, arrays = game.rules, game.matchups.arrays
    classes = len(arrays.classes)
    levels = [one.strength.level for one in arrays.classes]
    chosen, every, kinds = arrays.decisions(later), game.values_by(arrays), arrays.kinds(game.lines).of
    waiting = np.select([chosen == decision for decision in every], [one[kinds] for one in every.values()])
    early = {
        multiple: arrays.values(game.lines, [one[multiple] for one in game.by_lines], 0)[kinds]
        for multiple in rules.early
    }

    def added(values: Integers) -> list[int]:
        found = np.zeros(classes, np.result_type(values, np.int64))
        np.add.at(found, arrays.numbers, arrays.weights * values)
        return list(found.tolist())

    deals = added(arrays.dealer_hands)
    sums = {one: added(net) for one, net in {WAIT: waiting, **early}.items()}
    may = {WAIT: 0, **{multiple: rules.multiples[multiple] for multiple in rules.early}}
    return {
        number: (deals[number], {one: sums[one][number] for one, least in may.items() if level >= least})
        for number, level in enumerate(levels)
    }


def raised_early(game: BaseGame, later: Sequence[int], beside: Sequence[Fraction] = ()) -> tuple[int, ...]:
    """Return the decisions of all situations where each class raises early if that is better than to wait."""
    hands = early_hands(game, later, beside=beside)
    if not hands:
        return later if isinstance(later, tuple) else tuple(later)
    pairs = zip(game.matchups.numbers, later, strict=True)
    return tuple(hands[number].decision or decision for number, decision in pairs)
