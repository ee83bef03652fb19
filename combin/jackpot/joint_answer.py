"""The question how to play with a bet that a fold loses beside an Ante, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from combin.answers import Answer
from combin.decimals import plain
from combin.exact.analysis import Analysis, choices
from combin.exact.named_strategies import named_strategy
from combin.exact.side_bets import side_bet
from combin.exact.statement import statement_of
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.joint import JointGame, joint_game
from combin.jackpot.meter.meter import JackpotError, Number, number
from combin.rules.errors import RulesError, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules


@dataclass(frozen=True, repr=False)
class JointAnswer(Answer):
    """The best strategy with a bet beside an Ante, and others measured against it.

    `joint` is the base game with the bet: it tells the break-even ratios, the best strategy at any ratio, and
    what any strategy loses.
    """

    shown_by: ClassVar[str] = "combin.report.joint:joint_view"

    joint: JointGame
    letters: Mapping[str, str]
    ante: Fraction
    others: tuple[Strategy, ...]

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.joint.game.rules

    @property
    def wager(self) -> str:
        """The id of the bet."""
        return self.joint.table.wager

    @property
    def stake(self) -> Fraction:
        """What is staked on the bet, in money."""
        return self.joint.unit

    @property
    def ratio(self) -> Fraction:
        """The bet per unit of the Ante."""
        return self.stake / self.ante

    @cached_property
    def best(self) -> Strategy:
        """The best strategy at this ratio: a decision for each of the suit classes."""
        return self.joint.strategy(self.ratio)

    @cached_property
    def statement(self) -> str:
        """The best strategy in words."""
        return statement_of(self.best).text


def ask_joint(
    rules: Rules,
    stake: Number,
    ante: Number = 1,
    tables: Mapping[str, str] | None = None,
    *,
    wager: str | None = None,
    option: str | None = None,
    meter: Number | None = None,
    compare: Sequence[str] = (),
) -> JointAnswer:
    """Return the best strategy of a player who has another bet as well as an Ante.

    What is asked is told in `combin.Game.joint_strategy`.

    Raises:
        JackpotError: an amount that is none, or no such option.
        RulesError: no such wager, table or strategy.
    """
    if not rules.play:
        raise RulesError((), f"{rules.file.id}: nothing is decided, so that no bet is decided with it")
    chosen = choices(rules, tables or {})[0]
    unit = number("ante", ante)
    if unit <= 0:
        raise JackpotError(f"an ante of {plain(unit)} is not above 0")
    rules = rules.at_stake(unit)
    if wager is None or wager in rules.jackpots:
        answer = ask_jackpot(rules, wager=wager, option=option, meter=meter, stake=stake)
        if "meter" in answer.open_terms:
            raise JackpotError(f"{answer.wager} pays a share of a meter; say what it shows")
        joint = answer.joint(chosen)
    elif option is not None or meter is not None:
        raise JackpotError("an option or a meter, but no jackpot wager")
    else:
        joint = _beside(rules, wager, stake, chosen)
    others = tuple(
        named_strategy(text, joint.game, lambda: joint.strategy(joint.unit / unit))
        for text in compare or ("always play",)
    )
    return JointAnswer(joint, chosen, unit, others)


def joint_with(analysis: Analysis, name: str) -> JointGame | None:
    """Return the base game with a side bet, if a fold loses it with hands that the best strategy folds.

    None if the bet stays, or no hand that is folded could win it: nothing is gained by playing otherwise.
    """
    rules, bet = analysis.rules, analysis.side_bets[name]
    if name not in rules.side_bets or not rules.bets[name].loses_on_fold or rules.early:
        return None
    if side_bet(rules, bet.table).distribution.house_edge == bet.distribution.house_edge:
        return None
    return joint_game(rules, analysis.letters, bet.table, unit=bet.table.stake)


def _beside(rules: Rules, name: str, stake: Number, letters: Mapping[str, str]) -> JointGame:
    """Return the base game with a side bet.

    Raises:
        RulesError: no such side bet, or a stake that it does not take.
        JackpotError: the stake is no amount.
    """
    known = (*rules.side_bets, *rules.jackpots)
    if name not in rules.side_bets:
        raise RulesError((), f"{rules.file.id} has no side bet {name!r}; {nearest(name, known)}")
    amount = number(name, stake)
    if amount <= 0:
        raise JackpotError(f"{name}: a stake of {plain(amount)} is not above 0")
    return joint_game(rules, letters, rules.tables[name][letters[name]], unit=amount)
