"""Which wagers have a formula, and why others have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.rules.wagers import AgainstDealer, Bonus, Comparison, PayTableWager

if TYPE_CHECKING:
    from combin.rules.resolved import Rules

__all__ = ["why_no_formula"]


def why_no_formula(rules: Rules, name: str) -> str:
    """Return why there is no formula for a wager, as what would have to be otherwise; empty if there is one.

    >>> from combin.rules.load import load_rules
    >>> why_no_formula(load_rules("crown-melbourne"), "ante")
    ''
    """
    wager = rules.wagers[name]
    if isinstance(wager, AgainstDealer) and not rules.classic:
        return _base_game(rules)
    if isinstance(wager, Bonus) and wager.paid_on:
        return f"it is paid only on {' or '.join(wager.paid_on)}"
    if isinstance(wager, Comparison):
        return "it is on which hand is higher"
    if isinstance(wager, PayTableWager):
        if rules.versus_dealer(name):
            return "it hangs on whether the dealer's hand is as high"
        if wager.commission:
            return "commission is taken of it"
        if wager.stakes:
            return "it pays sums of money"
    return ""


def _base_game(rules: Rules) -> str:
    """Return what keeps the base game from being of the kind that has a formula."""
    if not rules.play:
        return "nothing is decided"
    if rules.file.deal.face_up:
        return "a card of the dealer's is face up"
    if rules.equals:
        return f"{rules.wagers[rules.equals[0]].name} is staked beside it"
    if len(rules.cases) > 4:
        return "hands are compared though the dealer does not qualify"
    if rules.by_table:
        return f"{rules.wagers[rules.by_table[0]].name} is paid by a table"
    if rules.limited:
        return "some hands only may play a multiple"
    if any(rules.bonus(name).paid_on for name in rules.bonuses):
        return "a bonus hangs on what the comparison comes to"
    return "commission is taken of it"
