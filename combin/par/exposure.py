"""What the house can lose in one round to one player: on all wagers together, and whatever he decides."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.exact.base_game import BaseGame
    from combin.exact.joint_law import JointLaw

__all__ = ["Worst", "highest_of_any_play", "worst_results"]


@dataclass(frozen=True, slots=True)
class Worst:
    """A result of a round on all wagers of a joint law, and how many deals have it.

    `nets` are per unit of each wager's stake, `money` is what is paid beside whatever is staked. What comes
    out of a meter is left out: the players have paid it in, but for its seed.
    """

    nets: tuple[Fraction, ...]
    money: Fraction
    deals: int

    def lost(self, stakes: Mapping[str, Fraction], law: JointLaw) -> Fraction:
        """Return what the house loses with these stakes."""
        return sum((stakes[name] * net for name, net in zip(law.wagers, self.nets, strict=True)), self.money)


def worst_results(law: JointLaw) -> tuple[Worst, ...]:
    """Return the results that no other one outdoes: whatever the stakes, one of them costs the house most.

    >>> from combin.jackpot.mixes import ask_mix
    >>> from combin.rules.load import load_rules
    >>> law = ask_mix(load_rules("uk-including-blind"), {"ante": 1, "pair_plus": 1, "prime": 1}).mix.law
    >>> [([int(net) for net in one.nets], one.deals) for one in worst_results(law)]
    [([7, 35, 4], 63268)]
    """
    found: dict[tuple[tuple[Fraction, ...], Fraction], int] = {}
    for pays, deals in law.counts.items():
        key = tuple(pay.odds for pay in pays), sum((pay.money for pay in pays), Fraction(0))
        found[key] = found.get(key, 0) + deals
    worst = [
        Worst(*key, deals) for key, deals in found.items() if not any(_outdone(key, other) for other in found)
    ]
    return tuple(sorted(worst, key=lambda one: (one.money + sum(one.nets), one.nets), reverse=True))


def _outdone(
    one: tuple[tuple[Fraction, ...], Fraction], other: tuple[tuple[Fraction, ...], Fraction]
) -> bool:
    """Tell whether another result is as high on every wager, and higher on some."""
    pairs = [*zip(one[0], other[0], strict=True), (one[1], other[1])]
    return one != other and all(low <= high for low, high in pairs)


def highest_of_any_play(game: BaseGame) -> Fraction:
    """Return a bound on what any decision of any hand nets in any case, per unit of the base wager."""
    nets = (net for lines in game.by_lines for cases in lines.values() for net in cases)
    return Fraction(max(nets), game.unit)
