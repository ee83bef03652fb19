"""The sheets that tell whether a workbook is sound: its checks, and its inputs beside what was written."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from combin.audit.verdict import Verdict
from combin.formatting import counted
from combin.par.blocks import source_in_words, write_rows, write_title
from combin.par.normal_law import root
from combin.par.subject import ROUNDS, SEED
from combin.par.workbook import Cell, Sentence, Sheet
from combin.proof.simulated import FAR
from combin.report.words import letters_in_words
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.formats.blocks import Tone
    from combin.par.subject import Subject
    from combin.par.workbook import NamedCell
    from combin.proof.simulated import Sampled

__all__ = [
    "CHANGED",
    "VERDICTS",
    "checks_sheet",
    "identity",
    "inputs_sheet",
    "write_simulation",
    "write_twins",
]

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


def _verdict(sampled: Sampled, z: str, good: str, bad: str) -> Cell:
    """Return the verdict on a mean by where its z stands."""
    if not sampled.possible:
        return Cell(bad, "verdict")
    far = _RARE if sampled.rare else bad
    return Cell(good if sampled.near else far, "verdict", f'IF(ABS({z})<{FAR},"{good}","{far}")')


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


CHANGED, PASS, FAIL = "changed", "pass", "FAIL"
VERDICTS: Mapping[str, Tone] = {
    PASS: "good",
    "exact": "good",
    "rounds to it": "good",
    CHANGED: "open",
    "rare": "open",
    "differs": "open",
    FAIL: "bad",
}
"""What verdicts mean for the reader."""

_CLOSE = "1E-12"
"""How near two figures are that floats of different roads may give."""

_CHECKED = ("counted", "cycle", "chances", "return", "edge")
"""The figures of a wager that are checked."""

_HEADS = (
    "Wager",
    ">Combinations add to the cycle",
    ">Probabilities add to 1",
    ">Return + house edge = 1",
    ">House edge is the exact one",
    ">Exact edge",
)


def inputs_sheet(name: str, subject: Subject, sheets: Sequence[Sheet]) -> Sheet:
    """Return the sheet of all inputs: where each stands, what was written, what stands there now."""
    sheet = Sheet(name)
    notes = ["Every input of this workbook. Edit the blue cells on their own sheets; this list follows."]
    top = write_title(sheet, subject.rules, "Inputs", notes)
    rows: list[list[Cell]] = []
    changes = 0
    for one in sheets:
        for (row, column), cell in one.cells.items():
            if cell.entry is None or isinstance(cell.value, str):
                continue
            here = top + 2 + len(rows)
            written, now = (sheet.at(here, place).replace("$", "") for place in (3, 4))
            changed = cell.value != cell.entry.written
            changes += changed
            rows.append(
                [
                    Cell(one.name, "link", link=one.name),
                    Cell(one.at(row, column).replace("$", ""), "text"),
                    Cell(cell.entry.label, "wrap"),
                    Cell(cell.entry.written, "plain"),
                    Cell(cell.value, "plain", one.reference(row, column)),
                    Cell(
                        CHANGED if changed else "",
                        "verdict",
                        f'IF(ABS({now}-{written})<={_CLOSE}*MAX(1,ABS({written})),"","{CHANGED}")',
                    ),
                ]
            )
    heads = ("Sheet", "Cell", "What it is", ">As written", ">Now", ">State")
    write_rows(sheet, top, "As written, and now", heads, rows)
    listed = sheet.down(5, top + 2, top + 1 + len(rows))
    sheet.put(1, 4, Cell("Changed", "exact"))
    sheet.put(1, 5, Cell(changes, "count", f'COUNTIF({listed},"{CHANGED}")'))
    sheet.mark("changed", 1, 5)
    sheet.heading, sheet.frozen = top + 1, (top + 2, 0)
    return sheet


def checks_sheet(
    name: str,
    subject: Subject,
    hashes: tuple[str, str],
    wagers: Sequence[tuple[Sheet, Fraction]],
    changed: NamedCell,
) -> Sheet:
    """Return the sheet of checks, each a live formula.

    Args:
        name: of the sheet.
        subject: what the workbook is about.
        hashes: the SHA-256 of the rules, and of the certificate.
        wagers: the sheet of each wager and table, with its edge for the pays as written.
        changed: where the changed entries are counted.
    """
    sheet = Sheet(name)
    top = write_title(sheet, subject.rules, "Checks")
    top = _identity(sheet, top, subject, hashes)
    rows = [
        [
            Cell(one.name, "link", link=one.name),
            *_verdicts(one, sheet.at(row, len(_HEADS) - 1), edge, changed),
        ]
        for row, (one, edge) in enumerate(wagers, start=top + 2)
    ]
    usage = (
        "Every verdict is a formula. The edge is held against the exact one as long as no input is changed; "
        "after a change, combin check works it out exactly."
    )
    begin = len(sheet.parts)
    below = write_rows(sheet, top, "Checks", _HEADS, rows, usage=usage)
    below = write_simulation(sheet, below, subject, [one for one, _ in wagers], (PASS, FAIL))
    found = [cell.value for cell in sheet.cells.values() if cell.style == "verdict"]
    failed = found.count(FAIL)
    passing = "all pass"
    verdict = f"{failed} {FAIL}" if failed else passing
    sheet.parts.insert(begin, Sentence(f"{counted(len(found), 'check')}: {verdict}."))
    verdicts = f"{sheet.at(top + 2, 1)}:{sheet.at(below - 1, len(_HEADS) - 1)}"
    write_twins(sheet, below, subject)
    failing = f'COUNTIF({verdicts},"{FAIL}")'
    sheet.put(1, 3, Cell("Verdict", "exact"))
    sheet.put(1, 4, Cell(verdict, "verdict", f'IF({failing}=0,"{passing}",{failing}&" {FAIL}")'))
    sheet.mark("verdict", 1, 4)
    sheet.frozen = (2, 0)
    return sheet


def identity(subject: Subject, hashes: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Return which game the figures are of, how it is played, and the SHA-256 of what they follow from."""
    rules, main = subject.rules, subject.main
    several = {name: letter for name, letter in main.letters.items() if len(subject.letters[name]) > 1}
    return (
        ("Game", rules.file.id),
        ("Document", source_in_words(rules)),
        *([("Tables where one is needed", letters_in_words(rules, several))] if several else []),
        *([("Strategy", main.strategy.name)] if rules.play else []),
        ("Made by", f"combin {__version__}"),
        ("SHA-256 of the rules", hashes[0]),
        ("SHA-256 of the certificate", hashes[1]),
    )


def _identity(sheet: Sheet, top: int, subject: Subject, hashes: tuple[str, str]) -> int:
    facts = identity(subject, hashes)
    sheet.put(top, 0, Cell("What this workbook is about", "block"))
    for row, (label, text) in enumerate(facts, start=top + 1):
        sheet.put(row, 0, Cell(label, "label"))
        sheet.put(row, 1, Cell(text, "wrap", span=0))
    return top + len(facts) + 2


def _verdicts(sheet: Sheet, written: str, edge: Fraction, changed: NamedCell) -> list[Cell]:
    """Return the verdicts on a wager, and its edge as written, which stands in the cell `written`."""
    marks = sheet.marks
    at = {key: marks[key].reference for key in _CHECKED}
    now = {key: Fraction(str(marks[key].value)) for key in _CHECKED}

    failing = f'"{FAIL}")'
    exact = f'IF({changed.reference}>0,"{CHANGED}","{FAIL}"))'
    checks = (
        (now["counted"] == now["cycle"], "ABS({counted}-{cycle})<={close}*{cycle}", FAIL, failing),
        (now["chances"] == 1, "ABS({chances}-1)<{close}", FAIL, failing),
        (now["return"] + now["edge"] == 1, "ABS({return}+{edge}-1)<{close}", FAIL, failing),
        (now["edge"] == edge, "ABS({edge}-{written})<{close}", CHANGED if changed.value else FAIL, exact),
    )
    return [
        *(
            Cell(
                PASS if agrees else other,
                "verdict",
                f'IF({condition.format(close=_CLOSE, written=written, **at)},"{PASS}",{otherwise}',
            )
            for agrees, condition, other, otherwise in checks
        ),
        Cell(edge, "percent"),
    ]
