"""What a workbook says of a progressive wager under one pay table, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.jackpot.answer import ask_jackpot, meter_options
from combin.jackpot.meter.long_run import jackpot_long_run
from combin.jackpot.meter.rules import game_meter

if TYPE_CHECKING:
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.long_run import LongRun
    from combin.jackpot.value import JackpotChances
    from combin.rules.resolved import Rules

__all__ = ["JackpotFacts", "jackpot_facts"]


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
            meter = game_meter(rules, option, found.seed, increment=rate, probabilities=chances)
            published.append((option, jackpot_long_run(meter, answer.digits)))
    return JackpotFacts(answer.chances, answer, tuple(published))
