"""A mix of wagers as it is asked for: stakes by name, with tables, strategy and meter resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.exact.analysis import Analysis, choices
from combin.exact.base_game import base_game, matchups
from combin.exact.distribution import Distribution
from combin.exact.joint_law import Mix, TableLimits, joint_law
from combin.exact.named_strategies import named_strategy
from combin.exact.side_bets import side_bet
from combin.exact.statement import statement_of
from combin.exact.strategy import Strategy, optimal_strategy
from combin.formatting import plain
from combin.jackpot.answer import JackpotAnswer, ask_jackpot
from combin.jackpot.joint import JointGame, best_beside, joint_game, same_for_all_suits
from combin.jackpot.meter import JackpotError, Number, number
from combin.jackpot.value import tells_suits
from combin.rules.errors import RulesError, nearest
from combin.rules.resolved import Rules
from combin.rules.wagers import Kind

NOT_DEALT = (
    "a meter that must be hit by an amount is won whatever the cards are, so no joint law has it (Limits "
    "in docs/language.md)"
)


class BaseAlone(Struct, frozen=True):
    """A mix with the optimal strategy of the base game `alone`, in words, and its mean `loss`, no limits.

    `wagers` are those that a fold loses; `by_classes` is whether no strategy by suit can be better.
    """

    wagers: tuple[str, ...]
    alone: str
    loss: Fraction
    by_classes: bool


class MixAnswer(Answer, Struct, frozen=True, dict=True):
    """A mix of wagers with what it was computed for.

    `letters` are the pay tables of the bonuses and wagers in it; `statement` says how the player decides
    (None without a base wager); `meters` are what meters show, by the wager that pays a share of one.
    `base_alone` has the wagers that a fold loses and for which the player decides otherwise than for the base
    game alone; `strategy` is what the statement says in words.
    """

    shown_by: ClassVar[str] = "combin.report.joint:mix_view"

    rules: Rules
    mix: Mix
    letters: Mapping[str, str]
    statement: str | None
    meters: Mapping[str, Fraction]
    base_alone: BaseAlone | None = None
    strategy: Strategy | None = None

    @property
    def tables(self) -> Mapping[str, str]:
        """The letter of the pay table of each wager, in the word that asks for them."""
        return self.letters

    @property
    def house_edge(self) -> Fraction:
        """What all wagers together lose on average, per unit of their initial stakes."""
        return self.mix.house_edge

    @property
    def together(self) -> Distribution:
        """The net results of all wagers together, in money."""
        return self.mix.total

    @cached_property
    def wagers(self) -> Mapping[str, Distribution]:
        """The net results of each wager by id, in money, whatever a round pays at most."""
        return {name: self.mix.distribution(name) for name in self.mix.law.wagers}

    @property
    def covariances(self) -> Mapping[tuple[str, str], Fraction]:
        """The covariance of each pair of wagers, in squared money; of a wager with itself its variance."""
        return self.mix.covariances

    @property
    def meter(self) -> Fraction | None:
        """What the meter shows; None unless one wager alone pays a share of one."""
        return next(iter(self.meters.values())) if len(self.meters) == 1 else None

    @property
    def envy(self) -> bool:
        """Whether a wager pays envy bonuses, which the mix does not count."""
        jackpots = self.letters.keys() & set(self.rules.jackpots)
        tables = (self.rules.tables[name][self.letters[name]] for name in jackpots)
        return any(line.prize.envy for table in tables for line in table.lines)


def ask_mix(
    rules: Rules,
    stakes: Mapping[str, Number],
    tables: Mapping[str, str] | None = None,
    *,
    strategy: str | None = None,
    option: str | None = None,
    meter: Number | Mapping[str, Number] | None = None,
    chip: Number | None = None,
    most: Number | None = None,
) -> MixAnswer:
    """Return what wagers that one player places together come to; as `combin.Game.mix`.

    >>> from combin.rules.load import load_rules
    >>> found = ask_mix(load_rules("uk-including-blind"), {"ante": 1, "pair_plus": 1})
    >>> found.mix.covariances["ante", "pair_plus"]
    Fraction(32439559413, 14060102875)

    Raises:
        RulesError: a wager, a table or a strategy that the game does not have, or a wager without one that it
            needs.
        JackpotError: a stake or a meter that is none, or no meter where one is needed.
    """
    if strategy is not None and rules.base not in stakes:
        raise RulesError((), f"a strategy, but no {rules.base} to decide about")
    amounts, letters, meters = _placed(rules, stakes, tables, option, meter)
    of_wagers = {name: letters.get(name, "") for name in rules.wagers if name in amounts}
    followed, lost = None, list[JointGame]()

    def best() -> Strategy:
        lost.extend(_lost_with_fold(rules, letters, amounts, meters))
        bets = [(bet.unit / amounts[rules.base], bet.returned) for bet in lost]
        return best_beside(lost[0].best, bets) if lost else optimal_strategy(base_game(rules, letters))

    if rules.base in amounts:
        # Only a statement that is not understood by itself is compared with that of the optimal strategy.
        named = None if strategy is None else named_strategy(strategy, base_game(rules, letters), best)
        followed = best() if named is None else named
    limits = _limits(rules, chip, most)
    law = joint_law(rules, of_wagers, followed, wins=limits != TableLimits())
    parts = {name: shows * rules.bets[name].part(amounts[name]) for name, shows in meters.items()}
    mix = Mix(law, amounts, parts, limits)
    statement = None if followed is None else statement_of(followed).text
    alone = None if followed is None or strategy is not None else _base_alone(followed, lost, mix)
    return MixAnswer(rules, mix, letters, statement, meters, alone, followed)


def _placed(
    rules: Rules,
    stakes: Mapping[str, Number],
    tables: Mapping[str, str] | None,
    option: str | None,
    meter: Number | Mapping[str, Number] | None,
) -> tuple[dict[str, Fraction], dict[str, str], dict[str, Fraction]]:
    """Return the stakes in money, the pay tables of what is staked, and what meters show that pay a share."""
    amounts = {name: number(name, stake) for name, stake in stakes.items()}
    _check(rules, amounts)
    of_jackpots = {name: letter for name, letter in (tables or {}).items() if name in rules.jackpots}
    of_others = {name: letter for name, letter in (tables or {}).items() if name not in of_jackpots}
    of_base = rules.base_tables if rules.base in amounts else ()
    letters = choices(rules, of_others, (*amounts, *of_base))[0]
    asked = _jackpots(rules, amounts, of_jackpots, option, meter)
    letters |= {name: one.terms.letter for name, one in asked.items()}
    shown = {name: one.terms.shown for name, one in asked.items() if one.value.share}
    for name, shows in shown.items():
        if shows is None:
            raise JackpotError(f"{name} pays a share of a meter; say what it shows")
    return amounts, letters, {name: (shows or 0) * amounts[name] for name, shows in shown.items()}


def _lost_with_fold(
    rules: Rules, letters: Mapping[str, str], amounts: Mapping[str, Fraction], meters: Mapping[str, Fraction]
) -> list[JointGame]:
    """Return the base game with each of the wagers that a fold loses."""
    if not rules.play:
        return []
    tables = {
        name: rules.tables[name][letters[name]].at(amounts[name])
        for name in (*rules.side_bets, *rules.jackpots)
        if name in amounts and rules.bets[name].loses_on_fold
    }
    suits = any(tells_suits(rules, table) for table in tables.values())
    best = optimal_strategy(base_game(rules, letters, matchups(rules, suits=True) if suits else None))
    return [
        JointGame(best, table, meters.get(name, Fraction(0)) / amounts[name], amounts[name])
        for name, table in tables.items()
    ]


def _base_alone(followed: Strategy, lost: Sequence[JointGame], mix: Mix) -> BaseAlone | None:
    """Figures of the optimal strategy of the base game, where another is followed."""
    if not lost or followed.decisions == lost[0].best.decisions:
        return None
    rules, alone = followed.game.rules, lost[0].best
    more = alone.distribution.house_edge - followed.distribution.house_edge
    loss = replace(mix, limits=TableLimits()).expected_loss + more * mix.stakes[rules.base]
    loss += sum((one.unit * (one.bet_return(followed) - one.bet_return(alone)) for one in lost), Fraction(0))
    wagers, by_classes = [one.table.wager for one in lost], all(same_for_all_suits(one.table) for one in lost)
    return BaseAlone(tuple(wagers), statement_of(alone).text, loss, by_classes)


def _limits(rules: Rules, chip: Number | None, most: Number | None) -> TableLimits:
    given = {"chip": chip, "most": most}
    found = {name: number(name, value) for name, value in given.items() if value is not None}
    for name, value in found.items():
        if value <= 0:
            what = {"chip": "a chip", "most": "a greatest payout"}[name]
            raise JackpotError(f"{what} of {plain(value)} is not above 0")
    limits, rounding = TableLimits(found.get("chip"), found.get("most")), rules.file.limits.inexact_pay
    return limits if chip is None or rounding is None else replace(limits, rounding=rounding)


def placed(rules: Rules) -> tuple[str, ...]:
    """Return the ids of the wagers that are staked by themselves."""
    alone = (Kind.COMPARISON, Kind.PAY_TABLE, Kind.JACKPOT)
    return tuple(name for name, bet in rules.bets.items() if name == rules.base or bet.kind in alone)


def _check(rules: Rules, amounts: Mapping[str, Fraction]) -> None:
    known = placed(rules)
    if not amounts:
        raise RulesError((), f"no wager; {rules.file.id} has {', '.join(known)}")
    for name, stake in amounts.items():
        if name not in known:
            if name in rules.wagers:
                raise RulesError((), f"{name} is part of {rules.base}, and not staked by itself")
            raise RulesError((), f"{rules.file.id} has no wager {name!r}; {nearest(name, known)}")
        if stake <= 0:
            raise JackpotError(f"{name}: a stake of {plain(stake)} is not above 0")
        needed = rules.bets[name].needs
        if needed and not any(other in amounts for other in needed):
            by = f" ({rule})" if (rule := rules.bets[name].rule_of("needs")) else ""
            raise RulesError((), f"{name} goes with {' or '.join(needed)}{by}")


def _jackpots(
    rules: Rules,
    amounts: Mapping[str, Fraction],
    letters: Mapping[str, str],
    option: str | None,
    meter: Number | Mapping[str, Number] | None,
) -> dict[str, JackpotAnswer]:
    """Return what is to be said of each jackpot wager of a mix, under its table and its meter."""
    placed = [name for name in rules.jackpots if name in amounts]
    if not placed and (option is not None or meter is not None):
        raise JackpotError("an option or a meter, but no jackpot wager")
    if len(placed) > 1 and option is not None:
        raise JackpotError(f"an option of one jackpot wager, and there are {', '.join(placed)}; name tables")
    if isinstance(meter, Mapping):
        meters = meter
        if wrong := [name for name in meters if name not in placed]:
            raise JackpotError(f"a meter of {wrong[0]!r}, which is no jackpot wager of this mix")
    else:  # that of the only wager, or of the one with seeds
        meters = {} if meter is None else {placed[0] if len(placed) == 1 else rules.metered: meter}
    options = dict.fromkeys(placed, option) | {name: letters[name] for name in placed if name in letters}
    asked = {}
    for name in placed:
        shows = meters.get(name)
        asked[name] = ask_jackpot(rules, wager=name, option=options[name], stake=amounts[name], meter=shows)
        if asked[name].hits:
            raise JackpotError(f"{name}: {NOT_DEALT}")
    return asked


class JointAnswer(Answer, Struct, frozen=True, dict=True):
    """The optimal strategy with an Ante and a bet, and others; `joint` is the base game with it."""

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
    def ratio(self) -> Fraction:
        """The bet per unit of the Ante."""
        return self.joint.unit / self.ante

    @cached_property
    def best(self) -> Strategy:
        """The optimal strategy at this ratio: a decision for each of the suit classes."""
        return self.joint.strategy(self.ratio)

    @cached_property
    def statement(self) -> str:
        """The optimal strategy in words."""
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
    """Return the optimal strategy with another bet than the Ante; as `combin.Game.joint_strategy`."""
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
    elif wager not in rules.side_bets:
        known = (*rules.side_bets, *rules.jackpots)
        raise RulesError((), f"{rules.file.id} has no side bet {wager!r}; {nearest(wager, known)}")
    else:
        amount = number(wager, stake)
        if amount <= 0:
            raise JackpotError(f"{wager}: a stake of {plain(amount)} is not above 0")
        joint = joint_game(rules, chosen, rules.tables[wager][chosen[wager]], unit=amount)
    others = tuple(
        named_strategy(text, joint.game, lambda: joint.strategy(joint.unit / unit))
        for text in compare or ("always play",)
    )
    return JointAnswer(joint, chosen, unit, others)


def joint_with(analysis: Analysis, name: str) -> JointGame | None:
    """The base game with a side bet that a fold loses, if a folded hand could win it; else None."""
    rules, bet = analysis.rules, analysis.side_bets[name]
    if name not in rules.side_bets or not rules.bets[name].loses_on_fold or rules.early:
        return None
    if side_bet(rules, bet.table).distribution.house_edge == bet.distribution.house_edge:
        return None
    return joint_game(rules, analysis.letters, bet.table, unit=bet.table.stake)
