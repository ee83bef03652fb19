"""Which games a certificate can be about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.proof.formula_scope import why_no_formula
from combin.rules.errors import RulesError
from combin.rules.single_deck import single_deck_only
from combin.sixcard import SixCardRoyal

if TYPE_CHECKING:
    from combin.rules.rules import Rules

__all__ = ["refuse_uncertifiable"]


def refuse_uncertifiable(rules: Rules) -> None:
    """Refuse a game that the format of certificates has no place for.

    Its rows hold four counts, and decisions that hang on the player's hand alone.

    Raises:
        RulesError: a base game of another kind than Three Card Poker's, a deck with jokers or of several.
    """
    single_deck_only(rules.deck, "certificates")
    if not rules.classic:
        raise RulesError(("wager", rules.base), f"no certificate: {why_no_formula(rules, rules.base)}")
    for name in rules.side_bets:
        sets = [hands for table in rules.tables[name].values() for hands, _ in table.sets]
        royals = any(isinstance(hands, SixCardRoyal) for hands in sets)
        if royals and rules.pay_table_wager(name).on_fold == "lost":
            raise RulesError(("wager", name), "no certificate: six-card royals are paid, and a fold loses it")
