"""The question how to play with a jackpot wager beside an Ante, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from combin.exact.analysis import choices
from combin.exact.named import named_strategy
from combin.exact.statement import state
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter import JackpotError, number
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.exact.strategy import Strategy
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.joint import JointGame
    from combin.jackpot.meter import Number
    from combin.rules.rules import Rules

__all__ = ["JointAnswer", "ask_joint"]


@dataclass(frozen=True)
class JointAnswer:
    """The best strategy with a jackpot wager beside an Ante, and others measured against it.

    `joint` is the base game with the jackpot wager: it tells the break-even ratios, the best strategy at any
    ratio, and what any strategy loses.
    """

    jackpot: JackpotAnswer
    joint: JointGame
    letters: Mapping[str, str]
    ante: Fraction
    others: tuple[Strategy, ...]

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.jackpot.rules

    @property
    def ratio(self) -> Fraction:
        """The jackpot wager per unit of the Ante."""
        return self.jackpot.terms.stake / self.ante

    @cached_property
    def best(self) -> Strategy:
        """The best strategy at this ratio: a decision for each of the suit classes."""
        return self.joint.strategy(self.ratio)

    @cached_property
    def statement(self) -> str:
        """The best strategy in words."""
        return state(self.best).text


def ask_joint(
    rules: Rules,
    jackpot: Number,
    ante: Number = 1,
    tables: Mapping[str, str] | None = None,
    *,
    option: str | None = None,
    reading: Number | None = None,
    compare: Sequence[str] = (),
) -> JointAnswer:
    """Return the best strategy of a player who has a jackpot wager as well as an Ante.

    Args:
        rules: the game.
        jackpot: the jackpot wager, in money.
        ante: the Ante, in money.
        tables: letters of pay tables by wager, where not the first.
        option: which pay table of the jackpot; the first by default.
        reading: the meter now, in money; by default at its seed.
        compare: other strategies to set beside the best; without any, never folding.

    Raises:
        JackpotError: an amount that is none, or no such option.
        RulesError: no such wager, table or strategy.
    """
    if not rules.play:
        raise RulesError((), f"{rules.file.id}: nothing is decided, so that no jackpot is decided with it")
    answer = ask_jackpot(rules, option=option, reading=reading, stake=jackpot)
    if "meter" in answer.open_terms:
        raise JackpotError(f"{answer.wager} pays a share of a meter; say what it shows")
    unit = number("ante", ante)
    if unit <= 0:
        raise JackpotError(f"an ante of {unit} is not above 0")
    chosen = choices(rules, tables or {})[0]
    joint = answer.joint(chosen)
    others = tuple(named_strategy(text, joint.game) for text in compare or ("always play",))
    return JointAnswer(answer, joint, chosen, unit, others)
