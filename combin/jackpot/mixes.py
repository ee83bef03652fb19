"""A mix of wagers as it is asked for: stakes by name, with tables, strategy and meter resolved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.exact.analysis import choices
from combin.exact.base_game import base_game
from combin.exact.decimals import plain
from combin.exact.joint_law import joint_law
from combin.exact.mix import Limits, Mix
from combin.exact.named import named_strategy
from combin.exact.situations import situations
from combin.exact.statement import state
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.joint import JointGame, best_beside
from combin.jackpot.meter import JackpotError, number
from combin.jackpot.returned import told_by_classes
from combin.jackpot.value import tells_suits
from combin.rules.errors import RulesError, nearest
from combin.rules.wagers import AgainstDealer, Bonus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.exact.strategy import Strategy
    from combin.jackpot.meter import Number
    from combin.rules.rules import Rules

__all__ = ["MixAnswer", "Together", "ask_mix"]


@dataclass(frozen=True)
class Together:
    """How a mix would be played if the base game alone were looked at.

    `wagers` are those that a fold loses; `alone` is the best strategy of the base game in words, and `loss`
    what the mix loses with it on average, in money and without limits. `by_classes` is whether no strategy is
    better; else one might be that looks at which suits a hand shows.
    """

    wagers: tuple[str, ...]
    alone: str
    loss: Fraction
    by_classes: bool


@dataclass(frozen=True)
class MixAnswer:
    """A mix of wagers with what it was worked out for.

    `letters` are the pay tables of the bonuses and wagers in it; `statement` says how the player decides
    (None without a base wager); `meter` is what the meter shows, if a wager pays a share of it. `together`
    are the wagers that a fold loses and for which the player decides otherwise than for the base game alone.
    """

    rules: Rules
    mix: Mix
    letters: Mapping[str, str]
    statement: str | None
    meter: Fraction | None
    together: Together | None = None

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
            game with all wagers that a fold loses.
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
    if rules.base in amounts:
        letters = {name: chosen[name] for name in chosen if name in amounts or name in rules.base_tables}
    elif strategy is not None:
        raise RulesError((), f"a strategy, but no {rules.base} to decide about")
    meter = None
    if any(name in amounts for name in rules.jackpots):
        letter, meter = _jackpot(rules, amounts, option, reading)
        letters[rules.jackpots[0]] = letter
    elif option is not None or reading is not None:
        raise JackpotError("an option or a meter, but no jackpot wager")
    of_wagers = {name: letters.get(name, "") for name in rules.wagers if name in amounts}
    meters = {} if meter is None else {rules.jackpots[0]: meter}
    followed, lost = None, list[JointGame]()
    if rules.base in amounts:
        lost = _lost_with_fold(rules, letters, amounts, meters) if strategy is None else []
        if lost:
            bets = [(one.unit / amounts[rules.base], one.returned) for one in lost]
            followed = best_beside(lost[0].best, bets)
        else:
            followed = named_strategy(strategy or "optimal", base_game(rules, letters))
    limits = _limits(chip, most)
    law = joint_law(rules, of_wagers, followed, wins=limits != Limits())
    mix = Mix(law, amounts, meters, limits)
    statement = None if followed is None else state(followed).text
    together = None if followed is None else _together(followed, lost, mix)
    return MixAnswer(rules, mix, letters, statement, meter, together)


def _lost_with_fold(
    rules: Rules, letters: Mapping[str, str], amounts: Mapping[str, Fraction], meters: Mapping[str, Fraction]
) -> list[JointGame]:
    """Return the base game with each of the wagers that a fold loses."""
    if not rules.play:
        return []
    tables = {
        name: rules.tables[name][letters[name]].at(amounts[name])
        for name in (*rules.side_bets, *rules.jackpots)
        if name in amounts and rules.lost_with_fold(name)
    }
    suits = any(tells_suits(rules, table) for table in tables.values())
    game = base_game(rules, letters, situations(rules, suits=True) if suits else None)
    return [
        JointGame(game, table, meters.get(name, Fraction(0)) / amounts[name], amounts[name])
        for name, table in tables.items()
    ]


def _together(followed: Strategy, lost: Sequence[JointGame], mix: Mix) -> Together | None:
    """Return what the best strategy of the base game would come to, where it is another than is followed."""
    if not lost or followed.decisions == lost[0].best.decisions:
        return None
    rules, alone = followed.game.rules, lost[0].best
    more = alone.distribution.house_edge - followed.distribution.house_edge
    loss = replace(mix, limits=Limits()).expected_loss + more * mix.stakes[rules.base]
    loss += sum((one.unit * (one.bet_return(followed) - one.bet_return(alone)) for one in lost), Fraction(0))
    return Together(
        tuple(one.table.wager for one in lost),
        state(alone).text,
        loss,
        all(told_by_classes(rules, one.table) for one in lost),
    )


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
