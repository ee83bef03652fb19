"""What a workbook is about: a game, its pay tables, how it is played, and all its exact figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Self

from msgspec import Struct

from combin.certificate.body import certificate_hash, not_certified
from combin.certificate.canonical import digest, rules_data
from combin.exact.analysis import Analysis, analyse, choices
from combin.jackpot.answer import JackpotAnswer, ask_jackpot, game_meter, meter_options
from combin.jackpot.law import LongRun
from combin.report.words import letters_in_words
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules, remembered


class JackpotFacts(Struct, frozen=True):
    """The worth of a wager at the first published seed, and its published meters in the long run."""

    answer: JackpotAnswer
    published: tuple[tuple[str, LongRun], ...]


@remembered
def jackpot_facts(rules: Rules, wager: str, letter: str) -> JackpotFacts:
    """Return what a workbook says of a progressive wager under one pay table."""
    options = meter_options(rules, wager)
    named = [name for name, option in options.items() if option.pay_table == letter]
    answer = ask_jackpot(rules, wager=wager, option=next(iter(named), letter))
    published = []
    for option in named:
        for stated in options[option].meters:
            rate = Fraction(stated.increment)
            meter = game_meter(rules, option, stated.seed, increment=rate, wager=wager)
            published.append((option, LongRun(meter, answer.digits)))
    return JackpotFacts(answer, tuple(published))


_MOST_SHEETS = 100  # the most choices of tables of the base game that get a sheet each


@dataclass(frozen=True, repr=False)
class Scope:
    """What a workbook is about: a game, the letters of the pay tables that get sheets, and how it is played.

    `analyses` are by the choice of tables of the base game, `side_bets` by wager and letter ("" without
    tables), each with the first tables of all others. `strategy` is as in `named_strategy`, None for the best
    one; `confidence` in percent, if not the usual one.
    """

    rules: Rules
    letters: Mapping[str, tuple[str, ...]]
    analyses: tuple[Analysis, ...]
    side_bets: Mapping[tuple[str, str], Analysis]
    strategy: str | None
    confidence: int | None

    @classmethod
    def of(
        cls,
        rules: Rules,
        chosen: Mapping[str, str | Sequence[str]],
        strategy: str | None = None,
        *,
        confidence: int | None = None,
    ) -> Self:
        """Return the workbook of the tables of these letters, and of all of wagers that are not named."""
        each = {name: (of,) if isinstance(of, str) else of for name, of in chosen.items()}
        letters = _letters(rules, each)
        first = {name: letters[name][0] for name in choices(rules, {})[0]}
        varied = [name for name in first if name not in rules.bets_by_table]
        if prod(len(letters[name]) for name in varied) > _MOST_SHEETS:
            of = " and ".join(rules.wagers[name].name for name in varied)
            problem = f"the tables of {of} have more than {_MOST_SHEETS} choices; name some of them"
            raise RulesError((), problem)
        of_base = [
            first | dict(zip(varied, of_each, strict=True))
            for of_each in product(*(letters[name] for name in varied))
        ]
        pairs = [(name, letter) for name in rules.bets_by_table for letter in letters[name]]
        analyses = analyse(rules, [*of_base, *(first | dict([pair]) for pair in pairs)], strategy)
        base, others = tuple(analyses[: len(of_base)]), analyses[len(of_base) :]
        compared = {(name, ""): base[0] for name in rules.comparisons if name not in first}
        side_bets = dict(zip(pairs, others, strict=True)) | compared
        return cls(rules, letters, base, side_bets, strategy, confidence)

    @property
    def wagers(self) -> list[str]:
        """The wager of each sheet that is about one, in their order."""
        others = [name for name, _ in (*self.side_bets, *self.jackpots)]
        return [self.rules.base] * len(self.analyses) + others

    @property
    def main(self) -> Analysis:
        """The analysis of the first tables."""
        return self.analyses[0]

    @property
    def first_tables(self) -> str:
        """The first tables of the wagers that have several, in words."""
        several = {name: letter for name, letter in self.main.letters.items() if len(self.letters[name]) > 1}
        return letters_in_words(self.rules, several)

    @property
    def jackpots(self) -> dict[tuple[str, str], JackpotFacts]:
        """What is to be said of each jackpot wager and letter."""
        pairs = [(name, letter) for name in self.rules.jackpots for letter in self.letters[name]]
        return {pair: jackpot_facts(self.rules, *pair) for pair in pairs}

    @cached_property
    def hashes(self) -> tuple[str, str]:
        """The SHA-256 of the rules, and that of their certificate, or why there is no such certificate."""
        certified = certificate_hash(self.rules) or f"none: {not_certified(self.rules)}"
        return digest(rules_data(self.rules)), certified


def _letters(rules: Rules, chosen: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return the letters of every wager with pay tables: those chosen, or all if it is not named."""
    for name, letters in chosen.items():
        for letter in letters:
            if name not in rules.jackpots:
                choices(rules, {name: letter})
            elif letter not in rules.tables[name]:
                known = ", ".join(rules.tables[name])
                raise RulesError((), f"{rules.file.id} has no {name} table {letter!r}; it has {known}")
    names = (*choices(rules, {})[0], *rules.jackpots)
    return {name: tuple(dict.fromkeys(chosen.get(name) or rules.tables[name])) for name in names}
