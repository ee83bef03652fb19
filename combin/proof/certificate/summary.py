"""What the figures of a wager are, by their definitions, from how many deals have each net."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.proof.certificate.canonical import Data

__all__ = ["mean", "summary"]


def mean(outcomes: Mapping[Fraction, int], power: int = 1) -> Fraction:
    """Return the mean of the nets, or of a power of them."""
    return sum((net**power * count for net, count in outcomes.items()), Fraction(0)) / sum(outcomes.values())


def summary(outcomes: Mapping[Fraction, int]) -> dict[str, Data]:
    """Return outcomes and figures of a wager as a certificate states them."""
    total = sum(outcomes.values())
    return {
        "outcomes": [[str(net), outcomes[net]] for net in sorted(outcomes) if outcomes[net]],
        "house_edge": str(-mean(outcomes)),
        "hit_frequency": str(Fraction(sum(count for net, count in outcomes.items() if net > 0), total)),
        "variance": str(mean(outcomes, 2) - mean(outcomes) ** 2),
    }
