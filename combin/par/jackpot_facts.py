"""What a workbook says of a progressive wager under one pay table, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter_long_run import jackpot_long_run
from combin.jackpot.meter_rules import game_meter
from combin.jackpot.value import jackpot_chances

if TYPE_CHECKING:
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter_long_run import LongRun
    from combin.jackpot.value import JackpotChances
    from combin.rules.rules import Rules

__all__ = ["JackpotFacts", "jackpot_facts"]


@dataclass(frozen=True)
class JackpotFacts:
    """The chances of a wager's lines, what it comes to, and its published meters in the long run.

    `answer` is that at the first published seed and a price of 1, and None for a second progressive wager;
    `published` has the option of each meter and its long run.
    """

    chances: JackpotChances
    answer: JackpotAnswer | None
    published: tuple[tuple[str, LongRun], ...]


def jackpot_facts(rules: Rules, wager: str, letter: str) -> JackpotFacts:
    """Return what a workbook says of a progressive wager under one pay table."""
    answer = ask_jackpot(rules, option=letter) if wager == rules.jackpots[0] else None
    if answer is None or answer.terms.letter != letter:
        return JackpotFacts(jackpot_chances(rules, rules.tables[wager][letter]), None, ())
    chances = {one.line.text: one.probability for one in answer.chances.lines()}
    entry, published = rules.file.jackpot, []
    for option, one in entry.options.items() if entry is not None and answer.meter is not None else ():
        for found in one.meters if one.pay_table == letter else ():
            rate = Fraction(found.increment)
            meter = game_meter(rules, option, found.seed, increment=rate, probabilities=chances)
            published.append((option, jackpot_long_run(meter, answer.digits)))
    return JackpotFacts(answer.chances, answer, tuple(published))
