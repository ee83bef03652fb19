"""What a workbook is about: a game, its pay tables, how it is played, and all its exact figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.joint_law import is_of_own_hand
from combin.jackpot.answer import ask_jackpot, meter_options
from combin.jackpot.meter.long_run import jackpot_long_run
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.meter.rules import game_meter
from combin.report.sensitivity import LONGEST
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.design.sensitivity import Sensitivity
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.long_run import LongRun
    from combin.jackpot.mixes import MixAnswer
    from combin.jackpot.value import JackpotChances
    from combin.par.published import Twin
    from combin.rules.resolved import Rules


def strategy_title(rules: Rules) -> str:
    """Return what the sheet about strategy is called."""
    return f"{rules.base_name}: strategy"


def played_in_words(analysis: Analysis) -> str:
    """Return the strategy that is followed; of a long one, what it depends on and where it is told.

    >>> from combin import load
    >>> played_in_words(load("face-up-three-card-poker").par().subject.main)
    "It depends on the dealer's card: 'Ante & Play: strategy' tells it card by card."
    """
    text = analysis.statement.text
    if len(text) <= LONGEST:
        return text
    where = f"'{strategy_title(analysis.rules)}' tells"
    if analysis.statement.by_card:
        return f"It depends on the dealer's card: {where} it card by card."
    return f"It has many parts: {where} them."


@dataclass(frozen=True)
class JackpotFacts:
    """The chances of a wager's lines, what it comes to, and its published meters in the long run.

    `answer` is that at the first published seed, if the document states any meter; `published` has the option
    of each meter and its long run.
    """

    chances: JackpotChances
    answer: JackpotAnswer
    published: tuple[tuple[str, LongRun], ...]


def jackpot_facts(rules: Rules, wager: str, letter: str) -> JackpotFacts:
    """Return what a workbook says of a progressive wager under one pay table."""
    options = meter_options(rules, wager)
    named = [name for name, option in options.items() if option.pay_table == letter]
    answer = ask_jackpot(rules, wager=wager, option=next(iter(named), letter))
    chances = {one.line.text: one.probability for one in answer.chances.lines()}
    published = []
    for option in named:
        for found in options[option].meters:
            rate = Fraction(found.increment)
            meter = game_meter(rules, option, found.seed, increment=rate, probabilities=chances, wager=wager)
            published.append((option, jackpot_long_run(meter, answer.digits)))
    return JackpotFacts(answer.chances, answer, tuple(published))


_MOST_SHEETS = 100
"""The most choices of tables of the base game that get a sheet each."""


@dataclass(frozen=True)
class Subject:
    """A game with the letters of the pay tables that get sheets, by wager, jackpot wagers among them.

    `strategy` is how the player decides, in the words of `named_strategy`; None for the best strategy.
    `confidence` is that of bands and of volatility indices in percent, if not the usual one of each.
    Without `arrays`, as where numpy is not, only wagers on the player's own cards have a joint law.
    """

    rules: Rules
    letters: Mapping[str, tuple[str, ...]]
    strategy: str | None = None
    arrays: bool = field(default_factory=lambda: find_spec("numpy") is not None)
    confidence: int | None = None

    @cached_property
    def _first(self) -> dict[str, str]:
        """The first tables of the wagers that an analysis depends on."""
        return {name: self.letters[name][0] for name in choices(self.rules, {})[0]}

    @cached_property
    def _found(self) -> tuple[tuple[Analysis, ...], dict[tuple[str, str], Analysis]]:
        """The analyses of the base game's sheets and those of the side bets', worked out together."""
        first = self._first
        varied = [name for name in first if name not in self.rules.bets_by_table]
        if prod(len(self.letters[name]) for name in varied) > _MOST_SHEETS:
            of = " and ".join(self.rules.wagers[name].name for name in varied)
            problem = f"the tables of {of} have more than {_MOST_SHEETS} choices; name some with --table"
            raise RulesError((), problem)
        chosen = [
            first | dict(zip(varied, letters, strict=True))
            for letters in product(*(self.letters[name] for name in varied))
        ]
        pairs = [(name, letter) for name in self.rules.bets_by_table for letter in self.letters[name]]
        found = analyse(self.rules, [*chosen, *(first | dict([pair]) for pair in pairs)], self.strategy)
        base, others = tuple(found[: len(chosen)]), found[len(chosen) :]
        compared = {(name, ""): base[0] for name in self.rules.comparisons if name not in first}
        return base, dict(zip(pairs, others, strict=True)) | compared

    @property
    def analyses(self) -> tuple[Analysis, ...]:
        """One analysis for each choice of tables of the base game, with the first table of each side bet."""
        return self._found[0]

    @property
    def side_bets(self) -> Mapping[tuple[str, str], Analysis]:
        """For each side bet and letter an analysis that has it, with the first tables of the others.

        Bets on the higher hand that have no tables have no letter.
        """
        return self._found[1]

    @property
    def wagers(self) -> list[str]:
        """The wager of each sheet that is about one, in their order."""
        others = [name for name, _ in (*self.side_bets, *self.jackpots)]
        return [self.rules.base] * len(self.analyses) + others

    @property
    def main(self) -> Analysis:
        """The analysis of the first tables."""
        return self.analyses[0]

    @cached_property
    def jackpots(self) -> Mapping[tuple[str, str], JackpotFacts]:
        """What is to be said of each jackpot wager and letter."""
        pairs = [(name, letter) for name in self.rules.jackpots for letter in self.letters[name]]
        return {pair: jackpot_facts(self.rules, *pair) for pair in pairs}

    @cached_property
    def sensitivity(self) -> Sensitivity:
        """What small changes of the game with its first tables do."""
        from combin.design.sensitivity import sensitivity

        return sensitivity(self.rules, self._first)

    @cached_property
    def twins(self) -> tuple[Twin, ...]:
        """What others have published about the game."""
        from combin.par.published import published_twins

        return published_twins(self.rules)

    @cached_property
    def mix(self) -> MixAnswer | str:
        """Every wager of the game together, with the first tables; or why their joint law is not told.

        The stakes are a unit of each; the first that may be staked where sums of money are paid or taken.
        """
        from combin.jackpot.mixes import ask_mix

        tables = {name: bet.table for name, bet in self.main.side_bets.items()}
        first = self.rules.first_stakes
        plain = {name: tables[name].stake if name in tables else first[name] for name in self.main.wagers}
        letters: dict[str, str] = {}
        for name, letter in self.jackpots:
            letters.setdefault(name, letter)
        every = {**plain, **dict.fromkeys(letters, Fraction(1))}
        why = ""
        for stakes, of_jackpots in ((every, letters), (plain, {})):
            chosen = (self._first | of_jackpots).items()
            paid = {name: self.rules.tables[name][letter] for name, letter in chosen}
            if not self.arrays and not is_of_own_hand(self.rules, dict.fromkeys(stakes, ""), paid):
                why = why or "without numpy it is told of wagers on the player's own cards"
                continue
            try:
                played = self.strategy or "optimal"  # as on the sheets of the wagers
                return ask_mix(self.rules, stakes, self._first | of_jackpots, strategy=played)
            except (JackpotError, RulesError) as error:
                why = why or str(error)
        return why


def chosen_letters(rules: Rules, chosen: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return the letters of every wager with pay tables: those chosen, or all of a wager that is not named.

    Raises:
        RulesError: a wager or a letter that the game does not have.
    """
    for name, letters in chosen.items():
        for letter in letters:
            if name not in rules.jackpots:
                choices(rules, {name: letter})
            elif letter not in rules.tables[name]:
                known = ", ".join(rules.tables[name])
                raise RulesError((), f"{rules.file.id} has no {name} table {letter!r}; it has {known}")
    names = (*choices(rules, {})[0], *rules.jackpots)
    return {name: tuple(dict.fromkeys(chosen.get(name) or rules.tables[name])) for name in names}
