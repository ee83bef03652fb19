"""Audits shown: findings with actions, then every claim with its verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from combin.audit.judge import Audit
from combin.audit.load import DocumentNumber, DocumentNumbers, vocabulary
from combin.audit.quantities.jackpots import once_in
from combin.audit.verdict import Judged, Verdict
from combin.formats.documents import Tone
from combin.formats.tables import COUNT, FILE, Column, Kind, Record, Table
from combin.formats.view import DOCUMENTS, View
from combin.formatting import counted


def vocabulary_view() -> View:
    """The kinds of claims ready to be shown."""
    heads = {"quantity": "Quantity", "entries": "Own entries", "judges": "What is checked"}
    rows = [(quantity, ", ".join(entries), what) for quantity, (entries, what) in vocabulary().items()]
    records: list[Record] = [dict(zip(heads, row, strict=True)) for row in rows]
    table = Table("", (*heads.values(),), tuple(rows))
    return View(f"The {len(rows)} kinds of claims", (), (table,), lambda: records, lambda: records)


def audit_view(audit: Audit, _: int = 10) -> View:
    """The audit of a document, ready to be shown."""
    return audits_view([audit])


def audits_view(audits: Sequence[Audit], written: Sequence[Path] = (), only: Sequence[Verdict] = ()) -> View:
    """Audits of documents ready to be shown: findings, then claims, exceptions first.

    The reports that were `written` are named last. With `only` some verdicts, findings are left out.
    """
    kept = only or TONES
    shown = {audit.game: tuple(one for one in audit.judged if one.verdict in kept) for audit in audits}
    tables: list[Table] = []
    for audit in audits:
        tables += [_findings(audit)] if audit.findings and not only else []
        urgent = sorted(shown[audit.game], key=lambda judged: URGENT[judged.verdict])
        what, said = (
            ("claims", "The document says") if audit.subject.placed else ("general checks", "What must hold")
        )
        title = f"{audit.subject.rules.file.title}: {what}, exceptions first"
        tables += [document_table(urgent, title, said)] if urgent else []
        if audit.document is not None and audit.document.path and not only:
            tables += number_tables(audit.document)
    if written:
        tables.append(Table.of("Written", written, [Column("Evidence and plots", FILE, str)]))
    lines = [f"{audit.game}: {_numbers(audit)}" for audit in audits]
    lines += [one.document.summary for one in audits if one.document is not None and one.document.path]
    sought = " or ".join(repr(verdict.value) for verdict in only)
    lines += [f"{game}: no verdict is {sought}." for game, judged in shown.items() if not judged]

    def payload() -> object:
        each = [one.to_data() | {"judged": [of.to_dict() for of in shown[one.game]]} for one in audits]
        return each if len(each) > 1 else each[0]

    return View(
        f"Audit: {'; '.join(audit.rules.file.title for audit in audits)}",
        tuple(lines),
        tuple(tables),
        payload,
        lambda: [_record(judged, game) for game, every in shown.items() for judged in every],
        _COLUMNS,
    )


def number_tables(document: DocumentNumbers) -> list[Table]:
    """Return the numbers of a document that no claim has, and claims with numbers that the document lacks."""

    def by_place(numbers: Iterable[DocumentNumber]) -> tuple[tuple[str, str], ...]:
        found: dict[str, list[str]] = {}
        for one in numbers:
            found.setdefault(one.place, []).append(one.text)
        return tuple((place, ", ".join(texts)) for place, texts in found.items())

    explained = (
        (one.place, ", ".join(dict.fromkeys(of.text for of in found)) or "none", one.why)
        for one, found in document.explained
    )
    places, elsewhere = ("Place", "Numbers"), document.elsewhere if document.placed else ()
    tables = (
        Table("Numbers left", places, by_place(document.left)),
        Table("Claims with numbers that the text lacks", ("Claim", "Numbers"), document.missing),
        Table("Numbers in claims about other places only", places, by_place(elsewhere)),
        Table("Numbers explained", (*places, "Reason"), (*explained,)),
    )
    return [table for table in tables if table.rows]


def one_file(output: Path) -> bool:
    """Return whether a report goes to one file of this name, by its ending, rather than into a folder."""
    if output.is_dir() or not (output.suffix or output.exists()):
        return False
    if output.suffix.casefold() not in DOCUMENTS:
        from combin.formats.typesetter import PrintError

        endings = ", ".join(sorted(DOCUMENTS))
        raise PrintError(f"{output}: a report is a file {endings}, or goes into a folder")
    return True


def _numbers(audit: Audit) -> str:
    verdicts = [f"{number} {verdict.value}" for verdict, number in audit.numbers.items() if number]
    claims, findings = len(audit.subject.placed), counted(len(audit.findings), "finding")
    kinds = {"claim": claims, "general check": len(audit.judged) - claims}
    checked = " and ".join(counted(number, kind) for kind, number in kinds.items() if number)
    return f"{checked}: {', '.join(verdicts)}. {findings}."


def rows_of(judged: Sequence[Judged]) -> list[list[Judged]]:
    """Return claims by the row that shows them: cells of a printed table with one verdict share theirs."""
    rows: dict[tuple[object, ...], list[Judged]] = {}
    for claim in judged:
        rows.setdefault(_key(claim), []).append(claim)
    return [*rows.values()]


def document_table(
    judged: Sequence[Judged],
    title: str = "",
    said: str = "The document says",
    note: str = "",
    numbers: Mapping[str, int] | None = None,
) -> Table:
    """Return claims as rows: what the document says, or must hold, the result and the verdict.

    With `numbers`, by the id of a claim, each row has its number first.
    """
    return Table.of(
        title,
        rows_of(judged),
        [
            Column(None if numbers is None else "No.", COUNT, lambda row: (numbers or {}).get(row[0].id)),
            Column("Rule", value=lambda row: row[0].place),
            Column(said, value=lambda row: _claim(row[0], len(row))),
            Column("Result", value=lambda row: _result(row[0])),
            Column("Verdict", VERDICT, lambda row: row[0].verdict.value),
        ],
        note,
    )


_HOLDS = (Verdict.EXACT, Verdict.ROUNDS, Verdict.CANNOT_OCCUR, Verdict.READING)
"""The verdicts of cells that need no row of their own."""


def _key(judged: Judged) -> tuple[object, ...]:
    """Return what cells of one row have in common; for any other claim its id."""
    if not judged.table or judged.verdict not in _HOLDS:
        return (judged.id,)
    reading = judged.reason if judged.verdict is Verdict.READING else ""
    return judged.table, judged.verdict, reading, None if judged.chance is None else bool(judged.chance)


def _claim(judged: Judged, cells: int) -> str:
    """Return the claim; one cell represents all of its table with the same verdict."""
    published = f": {judged.published}" if judged.published not in ("", judged.says) else ""
    if cells > 1:
        return f"{judged.says}, and {cells - 1} more of this table{published}"
    cell = f" ({judged.cell})" if judged.cell and judged.cell not in judged.says else ""
    return f"{judged.says}{cell}{published}"


def _result(judged: Judged) -> str:
    """Return the exact value, and the reason where it says more."""
    exact = judged.exact if judged.decimal in ("", judged.exact) else f"{judged.decimal} = {judged.exact}"
    reason = "" if judged.reason in _NO_MORE and exact else judged.reason
    if exact and not {judged.exact, judged.decimal} & set(judged.reason.split()) and exact not in reason:
        reason = f"{exact}; {reason}" if reason else exact
    if judged.chance is not None and judged.table:
        often = f"one round in {once_in(judged.chance)} at a full table" if judged.chance else "cannot occur"
        reason += f"; {often}"
    return "as stated" if judged.verdict is Verdict.EXACT and reason in ("", *_NO_MORE) else reason


_NO_MORE = ("as stated", "the exact value")
"""Reasons that add nothing to the exact value."""


def _findings(audit: Audit) -> Table:
    return Table.of(
        f"{audit.game}: findings",
        enumerate(audit.findings, start=1),
        [
            Column("", COUNT, lambda entry: entry[0]),
            Column("Place", value=lambda entry: entry[1].place),
            Column("Finding", value=lambda entry: entry[1].text),
            Column("Action", value=lambda entry: entry[1].action),
        ],
    )


_COLUMNS = (
    "game", "id", "place", "claim", "cell", "published", "exact", "decimal", "verdict", "reason",
    "probability_in_a_round",
)  # fmt: skip


def _record(judged: Judged, game: str) -> Record:
    claim = (game, judged.id, judged.place, judged.says, judged.cell, judged.published)
    found = (judged.exact, judged.decimal, judged.verdict.value, judged.reason)
    chance = None if judged.chance is None else str(judged.chance)
    return dict(zip(_COLUMNS, (*claim, *found, chance), strict=True))


TONES: Mapping[Verdict, Tone] = {
    Verdict.EXACT: "good",
    Verdict.ROUNDS: "good",
    Verdict.CUT_OFF: "open",
    Verdict.DIFFERS: "bad",
    Verdict.INCONSISTENT: "bad",
    Verdict.READING: "open",
    Verdict.CANNOT_OCCUR: "open",
    Verdict.NOT_CHECKABLE: "open",
}
"""What verdicts are to their reader."""

URGENT: Mapping[Verdict, int] = {
    verdict: 0 if verdict is Verdict.DIFFERS else ("", "bad", "open", "good").index(tone)
    for verdict, tone in TONES.items()
}
"""The order in which a reader needs the verdicts."""


VERDICT = Kind(
    str, right=False, exact=False, role={verdict.value: tone for verdict, tone in TONES.items()}.get
)
