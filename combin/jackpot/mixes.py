"""A mix of wagers as it is asked for: stakes by name, with tables, strategy and meter resolved."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.analysis import choices
from combin.exact.base_game import base_game
from combin.exact.decimals import plain
from combin.exact.joint_law import joint_law
from combin.exact.mix import Limits, Mix
from combin.exact.named import named_strategy
from combin.exact.statement import state
from combin.exact.strategy import optimal_strategy
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter import JackpotError, number
from combin.rules.errors import RulesError, nearest
from combin.rules.wagers import AgainstDealer, Bonus

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.exact.strategy import Strategy
    from combin.jackpot.meter import Number
    from combin.rules.rules import Rules

__all__ = ["MixAnswer", "ask_mix"]


@dataclass(frozen=True)
class MixAnswer:
    """A mix of wagers with what it was worked out for.

    `letters` are the pay tables of the bonuses and wagers in it; `statement` says how the player decides
    (None without a base wager); `meter` is what the meter shows, if a wager pays a share of it.
    """

    rules: Rules
    mix: Mix
    letters: Mapping[str, str]
    statement: str | None
    meter: Fraction | None

    @property
    def envy(self) -> bool:
        """Whether a wager pays envy bonuses, which the mix does not count."""
        tables = (
            self.rules.tables[name][self.letters[name]]
            for name in self.rules.jackpots
            if name in self.letters
        )
        return any(line.prize.envy for table in tables for line in table.lines)


def ask_mix(
    rules: Rules,
    stakes: Mapping[str, Number],
    tables: Mapping[str, str] | None = None,
    *,
    strategy: str | None = None,
    option: str | None = None,
    reading: Number | None = None,
    chip: Number | None = None,
    most: Number | None = None,
) -> MixAnswer:
    """Return what wagers that one player places together come to.

    Args:
        rules: the game.
        stakes: the stake of each wager by its id, in money; that of the initial wager without its raise.
        tables: letters of pay tables, where not the first.
        strategy: how the player decides, in the words of `named_strategy`; by default as is best for the base
            game alone.
        option: which pay table of a jackpot wager; the first by default.
        reading: the meter now, in money; by default at the first seed that is published.
        chip: the smallest amount that chips make; other pays are rounded up to it.
        most: the most that a round pays to one player, in money, beside stakes that come back.

    >>> from combin.rules.load import load_rules
    >>> found = ask_mix(load_rules("uk-including-blind"), {"ante": 1, "pair_plus": 1})
    >>> found.mix.covariances["ante", "pair_plus"]
    Fraction(32439559413, 14060102875)

    Raises:
        RulesError: a wager, a table or a strategy that the game does not have, or a wager without one that it
            needs.
        JackpotError: a stake or a meter that is none, or no meter where one is needed.
    """
    amounts = {name: number(name, stake) for name, stake in stakes.items()}
    _check(rules, amounts)
    chosen = choices(rules, tables or {})[0]
    letters = {name: letter for name, letter in chosen.items() if name in amounts}
    followed = None
    if rules.base in amounts:
        letters = {name: chosen[name] for name in chosen if name in amounts or name in rules.base_tables}
        followed = _strategy(rules, chosen, strategy)
    elif strategy is not None:
        raise RulesError((), f"a strategy, but no {rules.base} to decide about")
    meter = None
    if any(name in amounts for name in rules.jackpots):
        letter, meter = _jackpot(rules, amounts, option, reading)
        letters[rules.jackpots[0]] = letter
    elif option is not None or reading is not None:
        raise JackpotError("an option or a meter, but no jackpot wager")
    of_wagers = {name: letters.get(name, "") for name in rules.wagers if name in amounts}
    limits = _limits(chip, most)
    law = joint_law(rules, of_wagers, followed, wins=limits != Limits())
    meters = {} if meter is None else {rules.jackpots[0]: meter}
    statement = None if followed is None else state(followed).text
    return MixAnswer(rules, Mix(law, amounts, meters, limits), letters, statement, meter)


def _limits(chip: Number | None, most: Number | None) -> Limits:
    given = {"chip": chip, "most": most}
    found = {name: number(name, value) for name, value in given.items() if value is not None}
    for name, value in found.items():
        if value <= 0:
            what = {"chip": "a chip", "most": "a greatest payout"}[name]
            raise JackpotError(f"{what} of {plain(value)} is not above 0")
    return Limits(**found)


def _check(rules: Rules, amounts: Mapping[str, Fraction]) -> None:
    placed = tuple(
        name
        for name, wager in rules.wagers.items()
        if not isinstance(wager, Bonus) and (name == rules.base or not isinstance(wager, AgainstDealer))
    )
    if not amounts:
        raise RulesError((), f"no wager; {rules.file.id} has {', '.join(placed)}")
    for name, stake in amounts.items():
        if name not in placed:
            if name in rules.wagers:
                raise RulesError((), f"{name} is part of {rules.base}, and not staked by itself")
            raise RulesError((), f"{rules.file.id} has no wager {name!r}; {nearest(name, placed)}")
        if stake <= 0:
            raise JackpotError(f"{name}: a stake of {plain(stake)} is not above 0")
        needed = getattr(rules.wagers[name], "needs", ())
        if needed and not any(other in amounts for other in needed):
            rule = getattr(rules.wagers[name], "needs_rule", "")
            by = f" ({rule})" if rule else ""
            raise RulesError((), f"{name} needs {' or '.join(needed)} beside it{by}")


def _strategy(rules: Rules, letters: Mapping[str, str], strategy: str | None) -> Strategy:
    game = base_game(rules, letters)
    return optimal_strategy(game) if strategy is None else named_strategy(strategy, game)


def _jackpot(
    rules: Rules, amounts: Mapping[str, Fraction], option: str | None, reading: Number | None
) -> tuple[str, Fraction | None]:
    """Return the letter of the jackpot wager's table, and its meter if the table pays a share of one."""
    placed = [name for name in rules.jackpots if name in amounts]
    if placed != [rules.jackpots[0]]:
        raise JackpotError(f"{', '.join(placed)}: a mix holds one progressive wager, {rules.jackpots[0]}")
    wager = placed[0]
    asked = ask_jackpot(rules, option=option, stake=amounts[wager], reading=reading)
    terms = asked.terms
    if not asked.value.share:
        return terms.letter, None
    meter = terms.reading
    if meter is None and terms.seed is not None:
        meter = terms.seed * amounts[wager]
    if meter is None:
        raise JackpotError(f"{wager} pays a share of a meter; say what it shows")
    return terms.letter, meter
