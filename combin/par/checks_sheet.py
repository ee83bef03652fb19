"""The sheets that tell whether a workbook is sound: its checks, and its inputs beside what was written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from combin.audit.verdict import Verdict
from combin.certificate.canonical import rules_data
from combin.formats.columns import COUNT, PERCENT, Column, Live
from combin.formats.tables import Table
from combin.formatting import counted
from combin.par.workbook import (
    EXACT,
    FREE,
    LABEL,
    LINE,
    LINK,
    REMARK,
    VERDICT,
    WRAP,
    Cell,
    Sentence,
    Sheet,
    TableRange,
    source_in_words,
    write_pairs,
    write_table,
    write_title,
)
from combin.report.words import letters_in_words
from combin.rules.load import library_games, load_rules
from combin.rules.remember import remembered
from combin.version import __version__
from combin.words.catalogue import load_catalogue
from combin.words.rules import imprint_facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.audit.verdict import Judged
    from combin.formats.blocks import Tone
    from combin.formats.columns import Value
    from combin.par.scope import Scope
    from combin.par.workbook import InputCell
    from combin.rules.resolved import Rules


_SHORT = {
    Verdict.ROUNDS: "rounds to it",
    Verdict.CUT_OFF: "cut off",
    Verdict.READING: "by one reading",
}
"""Verdicts in fewer words than they have, for the width of a column."""

_RUN = 8
"""The columns that sources and reasons run over: those of figures above them are narrow."""


CHANGED, PASS, FAIL = "changed", "pass", "FAIL"
VERDICTS: Mapping[str, Tone] = {
    PASS: "good",
    "exact": "good",
    "rounds to it": "good",
    CHANGED: "open",
    "differs": "open",
    FAIL: "bad",
}
"""What verdicts mean for the reader."""

_CLOSE = "1E-12"
"""How near two figures are that floats of different roads may give."""


def checks_sheet(
    name: str,
    scope: Scope,
    hashes: tuple[str, str],
    wagers: Sequence[tuple[Sheet, Fraction]],
    changed: Live,
) -> Sheet:
    """Return the sheet of checks, each a live formula.

    Args:
        name: of the sheet.
        scope: what the workbook is about.
        hashes: the SHA-256 of the rules, and of the certificate.
        wagers: the sheet of each wager and table, with its edge for the pays as written.
        changed: where the changed entries are counted.
    """
    sheet = Sheet(name)
    top = write_title(sheet, scope.rules, "Checks")
    top = write_pairs(sheet, top, "What this workbook is about", identity(scope, hashes))
    begin = len(sheet.parts)
    below = _write_checks(sheet, top, wagers, changed)
    verdicts = [cell.value for cell in sheet.cells.values() if cell.kind is VERDICT]
    failed, passing = verdicts.count(FAIL), "all pass"
    verdict = f"{failed} {FAIL}" if failed else passing
    sheet.parts.insert(begin, Sentence(f"{counted(len(verdicts), 'check')}: {verdict}."))
    failing = f'COUNTIF({sheet.at(top + 2, 1)}:{sheet.at(below - 1, 5)},"{FAIL}")'
    write_twins(sheet, below, scope.rules)
    sheet.put(1, 3, Cell("Verdict", EXACT))
    sheet.put(1, 4, Cell(verdict, VERDICT, f'IF({failing}=0,"{passing}",{failing}&" {FAIL}")'))
    sheet.mark("verdict", 1, 4)
    sheet.frozen = (2, 0)
    return sheet


def identity(scope: Scope, hashes: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Return which game the figures are of, how it is played, and the SHA-256 of what they follow from."""
    rules, main = scope.rules, scope.main
    several = {name: letter for name, letter in main.letters.items() if len(scope.letters[name]) > 1}
    return (
        ("Game", rules.file.id),
        ("Document", source_in_words(rules)),
        *([("Pay tables where one must be chosen", letters_in_words(rules, several))] if several else []),
        *([("Strategy", main.strategy.name)] if rules.play else []),
        *imprint_facts(rules.file.imprint, load_catalogue()),
        ("Made by", f"combin {__version__}"),
        ("SHA-256 of the rules", hashes[0]),
        ("SHA-256 of the certificate", hashes[1]),
    )


def _write_checks(sheet: Sheet, top: int, wagers: Sequence[tuple[Sheet, Fraction]], changed: Live) -> int:
    """Write the verdicts on each wager, beside its edge as written; return the row for what follows."""
    columns: list[Column[object]] = [
        Column("Wager", LINK),
        Column("Combinations add to the cycle", VERDICT),
        Column("Probabilities add to 1", VERDICT),
        Column("Return + house edge = 1", VERDICT),
        Column("House edge is the exact one", VERDICT),
        Column("Exact edge", PERCENT),
    ]
    rows: list[tuple[Value, ...]] = [
        (wager.name, *_verdicts(wager, sheet.at(row, 5), edge, changed), edge)
        for row, (wager, edge) in enumerate(wagers, start=top + 2)
    ]
    usage = (
        "Every verdict is a formula. The edge is held against the exact one as long as no input is changed; "
        "after a change, combin check works it out exactly."
    )
    below = write_table(sheet, top, Table("Checks", columns, tuple(rows)), usage=usage)
    if any(wager.open for wager, _ in wagers):  # whose edges depend on what a document does not know
        edges = len(columns) - 1
        sheet.parts[-1] = TableRange("Checks", top + 1, top + 2 + len(rows), range(edges))
    return below


def _verdicts(wager: Sheet, written: str, edge: Fraction, changed: Live) -> Iterator[Live]:
    """Yield the verdicts on a wager, whose edge as written stands in the cell `written`."""
    counted, cycle, chances, returned, now = (
        wager.marks[key] for key in ("counted", "cycle", "chances", "return", "edge")
    )
    otherwise = (CHANGED if changed.value else FAIL, f'IF({changed.formula}>0,"{CHANGED}","{FAIL}")')
    failing = (FAIL, f'"{FAIL}"')
    for agrees, test, (other, formula) in (
        (
            counted.value == cycle.value,
            f"ABS({counted.formula}-{cycle.formula})<={_CLOSE}*{cycle.formula}",
            failing,
        ),
        (chances.value == 1, f"ABS({chances.formula}-1)<{_CLOSE}", failing),
        (returned.exact + now.exact == 1, f"ABS({returned.formula}+{now.formula}-1)<{_CLOSE}", failing),
        (now.value == edge, f"ABS({now.formula}-{written})<{_CLOSE}", otherwise),
    ):
        yield Live(f'IF({test},"{PASS}",{formula})', PASS if agrees else other)


MOST_TWINS = 30
"""Published figures that a document lists, about a page of them: of more, those that are not simply right."""


def write_twins(sheet: Sheet, top: int, rules: Rules) -> int:
    """Write what others have published about the game, if they have; return the row for what follows.

    Where there is much of it, what is simply right comes last, and a document only counts it.
    """
    rows = []
    above, twins = ("", "", ""), published_twins(rules)
    right = sum(twin.verdict in SPEAKING for twin in twins) if len(twins) > MOST_TWINS else 0
    for twin in sorted(twins, key=lambda twin: twin.verdict in SPEAKING) if right else twins:
        told = (twin.figure, twin.source, twin.why)
        figure, source, why = ("" if text == over else text for text, over in zip(told, above, strict=True))
        above = told
        verdict = _SHORT.get(twin.verdict, twin.verdict.value)
        rows.append((figure, twin.published, twin.exact, verdict, ". ".join(filter(None, (source, why)))))
    if not rows:
        return top
    columns: list[Column[object]] = [
        Column("Figure", LABEL),
        Column("Published", EXACT),
        Column("Exactly", EXACT),
        Column("Verdict", VERDICT),
        Column("Source, and what is to be said", REMARK),
    ]
    table = Table("Published figures", columns, tuple(rows), "For the pays as written.")
    usage = "combin published and combin audit have the evidence."
    sheet.fixed.append(table.title)
    below = write_table(sheet, top, table, usage=usage, last=_RUN)
    if right:
        note = f"{table.note} {right:,} more are exact or rounded as printed: the workbook lists them."
        end = top + 2 + len(rows) - right
        sheet.parts[-1] = TableRange(table.title, top + 1, end, range(len(columns)), note)
    return below


class _Listed(NamedTuple):
    """An input: its sheet, where it stands there, what it is, and its value."""

    sheet: Sheet
    place: tuple[int, int]
    entry: InputCell
    now: Fraction


def inputs_sheet(name: str, scope: Scope, sheets: Sequence[Sheet]) -> Sheet:
    """Return the sheet of all inputs: where each stands, what was written, what stands there now."""
    sheet = Sheet(name)
    notes = ["Every input of this workbook, to be edited on its own sheet; this list follows."]
    top = write_title(sheet, scope.rules, "Inputs", notes)
    inputs = [
        _Listed(other, place, cell.entry, cell.value)
        for other in sheets
        for place, cell in other.cells.items()
        if cell.entry is not None and isinstance(cell.value, Fraction)
    ]
    state = f'IF(ABS({{now}}-{{written}})<={_CLOSE}*MAX(1,ABS({{written}})),"","{CHANGED}")'
    table = Table.of(
        "As written, and now",
        inputs,
        [
            Column("Sheet", LINK, lambda listed: listed.sheet.name),
            Column("Cell", LINE, lambda listed: listed.sheet.here(*listed.place)),
            Column("What it is", WRAP, lambda listed: listed.entry.label),
            Column("As written", FREE, lambda listed: listed.entry.written, "written"),
            Column(
                "Now", FREE, lambda listed: Live(listed.sheet.reference(*listed.place), listed.now), "now"
            ),
            Column("State", VERDICT, lambda listed: Live(state, CHANGED * _changed(listed))),
        ],
    )
    write_table(sheet, top, table)
    for row, listed in enumerate(inputs, start=top + 2):
        for column in (3, 4):  # as it looks on its own sheet
            kind = listed.sheet.cells[listed.place].kind
            sheet.cells[row, column] = replace(sheet.cells[row, column], kind=kind)
    states = sheet.down(5, top + 2, top + 1 + len(inputs))
    sheet.put(1, 4, Cell("Changed", EXACT))
    sheet.put(1, 5, Cell(sum(map(_changed, inputs)), COUNT, f'COUNTIF({states},"{CHANGED}")'))
    sheet.mark("changed", 1, 5)
    sheet.heading, sheet.frozen = top + 1, (top + 2, 0)
    return sheet


def _changed(listed: _Listed) -> bool:
    return listed.now != listed.entry.written


SPEAKING = (Verdict.EXACT, Verdict.ROUNDS)
"""Verdicts that need no reason."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A published figure: what it is about, who printed it and how, its exact value, and the verdict.

    Of a sentence, which has no value, it is quoted in `figure`. `why` says for a verdict that does not speak
    for itself what is wrong, or what the figure is true of.
    """

    figure: str
    source: str
    published: str
    exact: str
    verdict: Verdict
    why: str


@remembered
def published_twins(rules: Rules) -> tuple[Twin, ...]:
    """Return what others have published about a game that ships, and its own document about its results.

    Nothing about rules of one's own, and nothing where the document is read in another way.

    >>> found = published_twins(load_rules("pick-a-card"))[0]
    >>> found.figure, found.published, found.exact, found.verdict.value
    ('House edge of Pick A Card 1', '3.3%', '3.2579% = 36/1105', 'rounds to the published digits')
    """
    game = rules.file.id
    if game not in library_games() or rules_data(load_rules(game)) != rules_data(rules):
        return ()
    return (*_of_document(rules), *_of_others(game))


def _of_document(rules: Rules) -> Iterator[Twin]:
    """Yield the results that the document of a game publishes itself; what else it prints is a rule."""
    from combin.audit.judge import judge_claim
    from combin.audit.load import load_claims, shipped_claims
    from combin.audit.quantities.edges import HouseEdge, WagerResult
    from combin.audit.quantities.jackpots import IncrementRate
    from combin.audit.subject import Subject

    game = rules.file.id
    path = shipped_claims(game)
    if path is None:
        return
    file, placed = load_claims(path)
    subject = Subject(game, rules, file.outline, file.table, placed)
    source = rules.file.source.document
    for one in placed:
        if isinstance(one.claim, HouseEdge | IncrementRate | WagerResult):
            judged = judge_claim(one, subject)
            yield _twin(judged, judged.says, f"{source}, {judged.place}", stated=not one.claim.figure)


def _of_others(game: str) -> Iterator[Twin]:
    """Yield what others publish about a game."""
    from combin.figures.judged import games_with_figures, is_statement, judged_figures

    if game not in games_with_figures():
        return
    for one in judged_figures([game]):
        for number in one.numbers:
            if number.published:
                yield _twin(number, one.says, one.source, one.remark, stated=is_statement(number))


def _twin(judged: Judged, figure: str, source: str, remark: str = "", *, stated: bool) -> Twin:
    """Return a figure, or what is stated in words, with its verdict."""
    from combin.figures.judged import exact_in_words

    published, exact, reason = judged.published, exact_in_words(judged), judged.reason
    if stated:
        figure, reason, published, exact = f"{figure}: {published}", exact, "-", "-"
    elif judged.verdict in SPEAKING:
        reason = ""
    why = " ".join(part for part in (reason and f"{reason[0].upper()}{reason[1:]}.", remark) if part)
    return Twin(figure, source, published, exact, judged.verdict, why)
