"""The section about rounds with several royal and straight flushes: which can occur, and how often."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.audit.quantities.winners import PrizeShare, chance_of, once_in, simultaneous
from combin.formats.blocks import Paragraph, bullets
from combin.formats.tables import Table
from combin.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.progressive import Progressive
    from combin.audit.subject import Subject
    from combin.formats.blocks import Block

__all__ = ["rounds_section"]


def rounds_section(subject: Subject, progressive: Progressive) -> Iterator[Block]:
    """Yield which numbers of winners can occur, their law by seats, and how many printed cells can."""
    ranks = progressive.rules.deck.ranks
    found = simultaneous(len(ranks))
    possible = sorted({case for cases in found.values() for case in cases})
    yield Paragraph(
        "R royal flushes and S straight flushes in one round must all hold the two jackpot cards that the "
        "seats share, so they are of one suit and overlap in these two cards only. That leaves few cases, "
        f"however many seats there are. All {len(found)} pairs of ranks were tried, with every set of runs "
        "of five that contain both:"
    )
    several = [case for case in possible if sum(case) > 1]
    items = []
    for case in several:
        pairs = [f"{ranks[high]}-{ranks[low]}" for (low, high), cases in found.items() if case in cases]
        items.append(
            f"R = {case[0]} with S = {case[1]}: only with jackpot cards {', '.join(pairs)} of one suit."
        )
    items.append("No other case with more than one winner can occur.")
    yield bullets(items)
    seats = progressive.seats or 1
    yield Paragraph("One round in so many has just these winners, by the seats that hold the wager:")
    yield _law(progressive, seats)
    yield Paragraph(
        "The law goes through every set of winning hands that can be dealt to different seats, by inclusion "
        f"and exclusion, and is exact. At a full table of {seats} a round with more than one winner comes "
        f"once in {once_in(_several(progressive))}."
    )
    cells = [one.claim for one in subject.placed if isinstance(one.claim, PrizeShare)]
    if cells:
        occurring = sum(chance_of(progressive, one.names.get("R"), one.names.get("S")) > 0 for one in cells)
        yield Paragraph(
            f"Of the {counted(len(cells), 'figure')} that the document prints for simultaneous winners "
            f"{occurring} are about rounds that can occur. Each has its exact value, its verdict and its "
            "frequency where the document is judged."
        )


def _law(progressive: Progressive, seats: int) -> Table:
    cases = [case for case in progressive.full_table if sum(case)]
    rows = []
    for number in range(1, seats + 1):
        law = progressive.winners.law(number)
        rows.append((str(number), *(once_in(law[case]) if case in law else "never" for case in cases)))
    columns = (">Seats", *(f">R = {royals}, S = {others}" for royals, others in cases))
    return Table("", columns, tuple(rows))


def _several(progressive: Progressive) -> Fraction:
    return sum((chance for case, chance in progressive.full_table.items() if sum(case) > 1), Fraction(0))
