"""Wagers, pay tables, decisions, amounts and chances as reports write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.exact.base_game import FOLD
from combin.formats.columns import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.rules.resolved import Rules

DECISION = Kind(
    str, right=False, exact=False, role=lambda word: "fold" if word.startswith("fold") else "play"
)
"""A decision, as `decision_word` has it."""


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
