"""A mix of wagers as it is asked for: stakes by name, with tables, strategy and meter resolved."""

from __future__ import annotations

from collections.abc import Mapping
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
from combin.jackpot.answer import JackpotAnswer, ask_jackpot
from combin.jackpot.meter import JackpotError, number
from combin.rules.errors import RulesError, nearest
from combin.rules.wagers import AgainstDealer, Bonus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.exact.strategy import Strategy
    from combin.jackpot.meter import Number
    from combin.rules.rules import Rules

__all__ = ["MixAnswer", "ask_mix"]


@dataclass(frozen=True)
class MixAnswer:
    """A mix of wagers with what it was worked out for.

    `letters` are the pay tables of the bonuses and wagers in it; `statement` says how the player decides
    (None without a base wager); `meters` are what meters show, by the wager that pays a share of one.
    """

    rules: Rules
    mix: Mix
    letters: Mapping[str, str]
    statement: str | None
    meters: Mapping[str, Fraction]

    @property
    def meter(self) -> Fraction | None:
        """What the meter shows; None unless one wager alone pays a share of one."""
        return next(iter(self.meters.values())) if len(self.meters) == 1 else None

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
    reading: Number | Mapping[str, Number] | None = None,
    chip: Number | None = None,
    most: Number | None = None,
) -> MixAnswer:
    """Return what wagers that one player places together come to.

    Args:
        rules: the game.
        stakes: the stake of each wager by its id, in money; that of the initial wager without its raise.
        tables: letters of pay tables, where not the first; those of jackpot wagers among them.
        strategy: how the player decides, in the words of `named_strategy`; by default as is best for the base
            game alone.
        option: which pay table of the jackpot wager, where there is one; the first by default.
        reading: the meter now, in money, or by wager where several pay a share of one; by default at the
            first seed that is published.
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
    of_jackpots = {name: letter for name, letter in (tables or {}).items() if name in rules.jackpots}
    chosen = choices(
        rules, {name: letter for name, letter in (tables or {}).items() if name not in of_jackpots}
    )[0]
    letters = {name: letter for name, letter in chosen.items() if name in amounts}
    followed = None
    if rules.base in amounts:
        letters = {name: chosen[name] for name in chosen if name in amounts or name in rules.base_tables}
        followed = _strategy(rules, chosen, strategy)
    elif strategy is not None:
        raise RulesError((), f"a strategy, but no {rules.base} to decide about")
    asked = _jackpots(rules, amounts, of_jackpots, option, reading)
    letters |= {name: one.terms.letter for name, one in asked.items()}
    meters = {name: _shown(one) for name, one in asked.items() if one.value.share}
    of_wagers = {name: letters.get(name, "") for name in rules.wagers if name in amounts}
    limits = _limits(chip, most)
    law = joint_law(rules, of_wagers, followed, wins=limits != Limits())
    statement = None if followed is None else state(followed).text
    return MixAnswer(rules, Mix(law, amounts, meters, limits), letters, statement, meters)


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


def _jackpots(
    rules: Rules,
    amounts: Mapping[str, Fraction],
    letters: Mapping[str, str],
    option: str | None,
    reading: Number | Mapping[str, Number] | None,
) -> dict[str, JackpotAnswer]:
    """Return what is to be said of each jackpot wager of a mix, under its table and its meter."""
    placed = [name for name in rules.jackpots if name in amounts]
    if not placed and (option is not None or reading is not None):
        raise JackpotError("an option or a meter, but no jackpot wager")
    if len(placed) > 1 and option is not None:
        raise JackpotError(f"an option of one jackpot wager, and there are {', '.join(placed)}; name tables")
    readings = _readings(rules, placed, reading)
    options = dict.fromkeys(placed, option) | {name: letters[name] for name in placed if name in letters}
    return {
        name: ask_jackpot(
            rules, wager=name, option=options[name], stake=amounts[name], reading=readings.get(name)
        )
        for name in placed
    }


def _readings(
    rules: Rules, placed: Sequence[str], reading: Number | Mapping[str, Number] | None
) -> Mapping[str, Number]:
    """Return what meters show by wager; one amount is that of the only wager, or of the one with seeds."""
    if isinstance(reading, Mapping):
        for name in reading:
            if name not in placed:
                raise JackpotError(f"a meter of {name!r}, which is no jackpot wager of this mix")
        return reading
    if reading is None:
        return {}
    whose = placed[0] if len(placed) == 1 else rules.metered
    return {whose: reading}


def _shown(asked: JackpotAnswer) -> Fraction:
    """Return what the meter of a wager shows, by default its seed."""
    terms = asked.terms
    if terms.reading is not None:
        return terms.reading
    if terms.seed is None:
        raise JackpotError(f"{asked.wager} pays a share of a meter; say what it shows")
    return terms.seed * terms.stake
