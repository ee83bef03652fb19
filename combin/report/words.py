"""Wagers, pay tables, decisions, amounts and chances as reports write them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.decimals import percent
from combin.exact.base_game import FOLD
from combin.formatting import one_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combin.rules.resolved import Rules

__all__ = [
    "RARE",
    "Chances",
    "bonus_letters",
    "chances",
    "decision_word",
    "letters_in_words",
    "staked_beside",
]


def letters_in_words(rules: Rules, letters: Mapping[str, str]) -> str:
    """Return a choice of tables in words: "Ante Bonus A, Pair Plus F"."""
    return ", ".join(f"{rules.wagers[name].name} {letter}" for name, letter in letters.items())


def bonus_letters(rules: Rules, letters: Mapping[str, str]) -> dict[str, str]:
    """Return the part of a choice of tables that the strategy can depend on: the letters of the bonuses."""
    return {name: letters[name] for name in rules.base_tables}


def decision_word(rules: Rules, decision: int) -> str:
    """Return "fold", "play", or "play 2x" where the game allows several multiples."""
    if decision == FOLD:
        return "fold"
    return f"play {decision}x" if len(rules.multiples) > 1 else "play"


def staked_beside(rules: Rules) -> str:
    """Return which wagers a stake on the base wager brings with it before the deal, as a sentence, or "".

    >>> from combin.rules.load import load_rules
    >>> staked_beside(load_rules("ultimate-three-card-poker"))
    'Blind is staked as much as the Ante; edges are per unit of the Ante.'
    """
    base, others = rules.wagers[rules.base].name, [rules.wagers[name].name for name in rules.equals]
    are = "is" if len(others) == 1 else "are each"
    words = f"{' and '.join(others)} {are} staked as much as the {base}; edges are per unit of the {base}."
    return words if others else ""


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
