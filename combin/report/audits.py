"""Audits shown: every claim with its verdict, then what is wrong with the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.audit.verdict import Verdict
from combin.report.tables import Table
from combin.report.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.audit.judge import Audit
    from combin.audit.verdict import Judged
    from combin.report.view import Record

__all__ = ["audits_view"]


def audits_view(audits: Sequence[Audit]) -> View:
    """Return audits of one or more documents ready to be shown."""
    tables: list[Table] = []
    for one in audits:
        tables += [_judged(one), _findings(one)]
    if len(audits) == 1:
        heading = f"{audits[0].subject.rules.file.title}: audit"
        lines: tuple[str, ...] = (_numbers(audits[0]),)
    else:
        heading = f"Audit of {len(audits)} documents"
        lines = tuple(f"{one.game}: {_numbers(one)}" for one in audits)

    def payload() -> object:
        each = [one.to_dict() for one in audits]
        return each if len(each) > 1 else each[0]

    return View(
        heading,
        lines,
        tuple(tables),
        payload,
        lambda: [_record(one, audit) for audit in audits for one in audit.judged],
    )


def _numbers(audit: Audit) -> str:
    told = [f"{number} {verdict.value}" for verdict, number in audit.numbers.items() if number]
    return f"{len(audit.judged)} claims: {', '.join(told)}. {len(audit.findings)} findings."


def _judged(audit: Audit) -> Table:
    """Return the claims; the cells of a printed table that hold share a row."""
    rows: list[tuple[str, ...]] = []
    told: set[tuple[str, Verdict]] = set()
    for one in audit.judged:
        fine = one.verdict in (Verdict.EXACT, Verdict.ROUNDS, Verdict.CANNOT_OCCUR)
        if one.table and fine:
            if (one.table, one.verdict) in told:
                continue
            told.add((one.table, one.verdict))
            cells = [
                other for other in audit.judged if other.table == one.table and other.verdict is one.verdict
            ]
            if len(cells) > 1:
                rows.append(_cells(cells))
                continue
        rows.append((one.place, _claim(one), one.published, _exact(one), one.verdict.value, one.reason))
    title = audit.subject.rules.file.title
    return Table(title, ("Place", "Claim", "Published", "Exact", "Verdict", "Reason"), tuple(rows))


def _claim(one: Judged) -> str:
    return f"{one.says} ({one.cell})" if one.cell else one.says


def _exact(one: Judged) -> str:
    return f"{one.decimal} = {one.exact}" if one.decimal and one.decimal != one.exact else one.exact


def _cells(cells: Sequence[Judged]) -> tuple[str, ...]:
    """Return one row for the cells of a printed table with the same verdict."""
    first = cells[0]
    return (
        first.place,
        first.table,
        f"{len(cells)} cells",
        "",
        first.verdict.value,
        f"each as {first.cell}: {first.reason}",
    )


def _findings(audit: Audit) -> Table:
    rows = tuple(
        (str(number), finding.place, finding.text) for number, finding in enumerate(audit.findings, start=1)
    )
    return Table("Findings, the most important first", (">", "Place", "Finding"), rows)


def _record(one: Judged, audit: Audit) -> Record:
    return {
        "game": audit.game,
        "id": one.id,
        "place": one.place,
        "claim": one.says,
        "cell": one.cell,
        "published": one.published,
        "exact": one.exact,
        "decimal": one.decimal,
        "verdict": one.verdict.value,
        "reason": one.reason,
    }
