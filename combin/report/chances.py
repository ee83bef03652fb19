"""A column of probabilities: where one of them shows no digits as a percentage, "1 in N" stands beside it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.decimals import percent
from combin.formatting import one_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["RARE", "Chances", "chances"]

RARE = Fraction(1, 10_000)
"""Below this a percentage of four decimals shows two digits at most."""

Chances = tuple[tuple[str, ...], list[tuple[str, ...]]]


def chances(
    probabilities: Sequence[Fraction], digits: int = 4, shown: Callable[[Fraction, int], str] = percent
) -> Chances:
    """Return the headings and, for each probability, the cells of its column, or of two with "1 in N".

    `shown` writes a probability with so many digits.

    >>> chances([Fraction(1, 4), Fraction(1, 425)])
    (('>Probability',), [('25.0000%',), ('0.2353%',)])
    >>> chances([Fraction(1, 4), Fraction(9, 25448150)])
    (('>Probability', '>1 in'), [('25.0000%', ''), ('0.0000%', '2,827,572.22')])
    """
    texts = [shown(one, digits) for one in probabilities]
    rare = [0 < one < RARE for one in probabilities]
    if not any(rare):
        return (">Probability",), [(text,) for text in texts]
    beside = [one_in(one) if few else "" for one, few in zip(probabilities, rare, strict=True)]
    return (">Probability", ">1 in"), list(zip(texts, beside, strict=True))
