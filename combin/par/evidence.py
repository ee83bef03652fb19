"""What speaks for a workbook from outside: rounds played at random, and what others have published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.audit.verdict import Verdict
from combin.par.blocks import write_rows
from combin.par.normal_law import root
from combin.par.subject import ROUNDS, SEED
from combin.par.workbook import Cell
from combin.proof.simulated import FAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.par.subject import Subject
    from combin.par.workbook import Sheet
    from combin.proof.simulated import Sampled

__all__ = ["write_simulation", "write_twins"]

_SHORT = {
    Verdict.ROUNDS: "rounds to it",
    Verdict.CUT_OFF: "cut off",
    Verdict.READING: "by one reading",
}
"""Verdicts in fewer words than they have, for the width of a column."""

_RARE = "rare"
"""The verdict on a mean that a rare result has moved."""

_RUN = 8
"""The columns that sources and reasons run over: those of figures above them are narrow."""


def write_simulation(
    sheet: Sheet, top: int, subject: Subject, wagers: Sequence[Sheet], verdicts: tuple[str, str]
) -> int:
    """Write what the wagers came to in rounds played at random; return the row for what follows.

    `verdicts` are the words for what agrees and what not; they stand in the last column.
    """
    rows = []
    good, bad = verdicts
    for place, (wager, one) in enumerate(zip(wagers, subject.simulation, strict=True), start=top + 2):
        found, wanted, error, z = (sheet.at(place, column).replace("$", "") for column in (1, 2, 3, 4))
        off = float(one.sample.mean - one.expectation)
        exact_error = root(one.squared_error)
        rows.append(
            [
                Cell(wager.name, "link", link=wager.name),
                Cell(one.sample.mean, "percent"),
                Cell(one.expectation, "percent"),
                Cell(exact_error, "percent"),
                Cell(
                    off / exact_error if exact_error else 0.0,
                    "odds",
                    f"IF({error}>0,({found}-{wanted})/{error},0)",
                ),
                _verdict(one, z, good, bad),
            ]
        )
    heads = ("Wager", ">Mean net result", ">Expected", ">Standard error", ">z", ">Verdict")
    note = (
        f"{ROUNDS:,} rounds dealt from seed {SEED} and settled without the exact engine, for the pays as "
        "written. Mean, expected (the exact one) and standard error (from the exact variance) are per unit "
        f"of the wager. z: (mean − expected) ÷ standard error; {FAR} or more would hardly be chance, unless "
        f"a result came that is expected less than once in so many rounds ({_RARE})."
    )
    usage = "combin simulate plays more rounds."
    return write_rows(sheet, top, "Played at random", heads, rows, note=note, usage=usage)


def _verdict(one: Sampled, z: str, good: str, bad: str) -> Cell:
    """Return the verdict on a mean by where its z stands."""
    if not one.possible:
        return Cell(bad, "verdict")
    far = _RARE if one.rare else bad
    return Cell(good if one.near else far, "verdict", f'IF(ABS({z})<{FAR},"{good}","{far}")')


def write_twins(sheet: Sheet, top: int, subject: Subject) -> int:
    """Write what others have published about the game, if they have; return the row for what follows."""
    rows = []
    above = ("", "", "")
    for one in subject.twins:
        told = (one.figure, one.source, one.why)
        figure, source, why = ("" if text == over else text for text, over in zip(told, above, strict=True))
        above = told
        verdict = _SHORT.get(one.verdict, one.verdict.value)
        remark = ". ".join(filter(None, (source, why)))
        rows.append(
            [
                Cell(figure, "label"),
                Cell(one.published, "exact"),
                Cell(one.exact, "exact"),
                Cell(verdict, "verdict"),
                Cell(remark, "remark", span=_RUN),
            ]
        )
    if not rows:
        return top
    heads = ("Figure", ">Published", ">Exactly", ">Verdict", "Source, and what is to be said")
    title, note = "Published figures", "For the pays as written."
    usage = "combin published and combin audit have the evidence."
    below = write_rows(sheet, top, title, heads, rows, note=note, usage=usage)
    sheet.put(top + 1, len(heads) - 1, Cell(heads[-1], "heading", span=_RUN))
    return below
