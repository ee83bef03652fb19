"""The section about what a jackpot wager is worth when the meter stands somewhere: a straight line."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING

from combin.audit.words import grouped
from combin.decimals import percent, plain
from combin.formats.blocks import Paragraph, bullets
from combin.formats.tables import Table
from combin.formatting import money
from combin.report.audit.jackpot.prizes import label, of_hands
from combin.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.progressive import Progressive
    from combin.audit.subject import Subject
    from combin.formats.blocks import Block

__all__ = ["value_section"]

STEPS = ("0.1", "0.25", "0.5", "0.75", "1", "1.25", "1.5", "2", "2.5")
"""The readings that are shown, in units of the power of ten below the break-even meter."""


def value_section(subject: Subject, progressive: Progressive) -> Iterator[Block]:
    """Yield the line of each pay table with its break-even, and a table of readings."""
    del subject
    hands, _ = of_hands(progressive)
    yield Paragraph(
        "While the meter shows m dollars, a wager of $1 brings back on average, if no hand is folded, the "
        f"fixed prizes{_envied(progressive)} and its part of m. It is an even game where that is $1:"
    )
    items = []
    for letter, answer in progressive.answers.items():
        value = answer.value
        fixed, meters = answer.per_unit(value) * hands, value.share * hands
        even = answer.break_even
        line = f"{label(progressive, letter)}: ({grouped(fixed)} + {plain(meters)} × m) / {hands:,}"
        if even is not None and even > 0:
            least = f"({hands:,} − {grouped(fixed)}) / {plain(meters)}"
            line += f"; an even game at a meter of {least} = **{money(even)}**"
        elif even is not None:
            line += "; more than $1 whatever the meter shows"
        items.append(f"{line}.")
    yield bullets(items)
    yield _table(progressive)
    yield Paragraph(
        "The meter is the one at the settlement, with the increments of the round. For a player who folds "
        "hands that can still win, the line lies lower."
    )


def _envied(progressive: Progressive) -> str:
    """Return that envy bonuses are counted, and of how many other players."""
    first = progressive.first
    if not first.value.envy or not first.others:
        return ""
    return f", the envy bonuses of {counted(first.others, 'other player')}"


def _table(progressive: Progressive) -> Table:
    evens = [answer.break_even for answer in progressive.answers.values()]
    known = {even for even in evens if even is not None and even > 0}
    seeds = [one.seed for one in progressive.rates]
    scale = 10 ** floor(log10(max([*known, *seeds], default=Fraction(1))))
    readings = {Fraction(step) * scale for step in STEPS} | known
    shown = sorted(one for one in readings if not seeds or one >= min(seeds))
    rows = tuple(
        (
            money(reading),
            *(
                percent(answer.value.returned(Fraction(1), reading, answer.others), 4)
                for answer in progressive.answers.values()
            ),
        )
        for reading in shown
    )
    heads = [f">{label(progressive, letter)} returns" for letter in progressive.letters]
    return Table("", (">Meter", *heads), rows)
