"""The chapter of the report about many rounds: a night of a player, a year of his, and a year of a table."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from combin.formats.blocks import Heading, Paragraph
from combin.formats.columns import PERCENT, PLAIN, TEXT, Column
from combin.formats.tables import Table
from combin.jackpot.meter.meter import JackpotError
from combin.report.words import letters_in_words
from combin.session.total import OneRound, total_law

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.subject import Subject
    from combin.formats.blocks import Block
    from combin.session.total import TotalLaw

NIGHT, NIGHTS, YEAR = 200, 52, 100_000
"""The rounds of a night, the nights of a year, and the rounds that a table deals in a year."""
_BITS, _EXACT = 96, 1 << 18
"""Digits enough for four of a percentage, and no more exact than is quick."""


class _Played(NamedTuple):
    """A wager played for a night, for the nights of a year, and by one seat for a year of the table."""

    name: str
    unit: Fraction
    night: TotalLaw
    nights: TotalLaw
    year: TotalLaw

    def percentile(self, percent: int) -> Fraction:
        """Return the result of a night that so many nights do not exceed."""
        return self.night.percentile(Fraction(percent, 100)) * self.unit


def many_rounds_chapter(subject: Subject, number: int) -> Iterator[Block]:
    """Yield the chapter; each wager is played alone, under the first choice of tables."""
    first, rules = subject.first, subject.rules
    played: list[_Played] = []
    left_out: list[str] = []
    for wager, distribution in first.wagers.items():
        name, one_round = rules.wager_name(wager), OneRound.of(distribution, Fraction(1))
        try:
            laws = [_law(one_round, rounds) for rounds in (NIGHT, NIGHT * NIGHTS, YEAR)]
            played.append(_Played(name, one_round.unit, *laws))
        except JackpotError:
            left_out.append(name)
    letters = letters_in_words(rules, first.letters)
    with_tables = f" ({letters})" if letters else ""
    yield Heading(2, f"{number}. A night, a year, a table")
    yield Paragraph(
        f"Chances over many rounds, each wager played alone with equal stakes{with_tables}: a night has "
        f"{NIGHT} rounds, a year {NIGHTS} such nights, and the table deals {YEAR:,} rounds in a year, of "
        "which one seat is looked at. They follow from the law of one round, without any normal "
        "approximation; `combin session` gives them for other stakes and wagers together, and `combin table` "
        "says how far the seats of a table go together."
    )
    yield Table.of(
        "",
        played,
        [
            Column("Wager", TEXT, lambda wager: wager.name),
            Column("Ahead after a night", PERCENT, lambda wager: wager.night.above(0)),
            Column("5% of nights end with at most", PLAIN, lambda wager: wager.percentile(5)),
            Column("95% with at most", PLAIN, lambda wager: wager.percentile(95)),
            Column("Ahead after a year", PERCENT, lambda wager: wager.nights.above(0)),
            Column("The house behind on a seat", PERCENT, lambda wager: wager.year.above(0)),
        ],
        "Results of a night in units of the initial wager."
        + (f" Left out, as its results have too fine a unit: {', '.join(left_out)}." if left_out else ""),
    )


@lru_cache(maxsize=64)  # audits of a game with other claims, and lettered tables, have many rounds in common
def _law(one_round: OneRound, rounds: int) -> TotalLaw:
    shares = (Fraction(5, 100), Fraction(95, 100)) if rounds == NIGHT else ()
    return total_law(one_round, rounds, 0, shares, _BITS, most_exact=_EXACT)
