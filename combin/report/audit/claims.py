"""The chapters of the report that judge the document: every claim with its evidence, and the findings."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from combin.audit.generic import GENERIC_SECTION
from combin.audit.verdict import Judged, Verdict, Weight
from combin.report.audit.prose import bullets, escaped, heading, paragraph
from combin.report.tables import Table, markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.audit.judge import Audit

__all__ = ["claims_chapter", "findings_chapter"]

_SHORT = {Verdict.ROUNDS: "rounds", Verdict.READING: "one reading"}
"""Verdicts in tables of figures, where the long words would not fit."""


def claims_chapter(audit: Audit, number: int) -> Iterator[str]:
    """Yield the claims section by section of the document, the general checks last."""
    sections: dict[str, list[Judged]] = {}
    for one in audit.judged:
        sections.setdefault(one.section, []).append(one)
    sections[GENERIC_SECTION] = sections.pop(GENERIC_SECTION)
    yield heading(2, f"{number}. The document judged")
    if len(sections) > 1:
        yield paragraph(
            "Each claim stands under the section of the document that makes it, with the place that it is cited from. Claims are "
            "told in our words; figures are as printed."
        )
    yield markdown(_numbers(sections))
    for place, (section, claims) in enumerate(sections.items(), start=1):
        yield heading(3, f"{number}.{place} {section}")
        yield from _section(claims)


def _numbers(sections: dict[str, list[Judged]]) -> Table:
    used = [
        verdict
        for verdict in Verdict
        if any(one.verdict is verdict for claims in sections.values() for one in claims)
    ]
    rows = [
        (
            section,
            *(str(sum(one.verdict is verdict for one in claims) or "") for verdict in used),
            str(len(claims)),
        )
        for section, claims in sections.items()
    ]
    columns = ("Section", *(f">{_SHORT.get(verdict, verdict.value)}" for verdict in used), ">all")
    return Table("", columns, tuple(rows))


def _section(claims: Sequence[Judged]) -> Iterator[str]:
    for table, group in groupby(claims, key=lambda one: one.table):
        if table:
            yield from _table(list(group))
        else:
            yield "".join(map(_claim, group))


def _claim(one: Judged) -> str:
    """Return one claim as a list item with its evidence below."""
    parts = [f"**{escaped(one.place)}**: {escaped(one.says)}."]
    if one.published:
        parts.append(f"Published: {escaped(one.published)}.")
    exact = one.exact if one.decimal in ("", one.exact) else f"{one.exact} = {one.decimal}"
    if exact:
        parts.append(f"{'Exact' if one.value is not None else 'Found'}: {escaped(exact)}.")
    parts.append(f"Verdict: **{one.verdict.value}**{_because(one)}.")
    return bullets([" ".join(parts)]) + bullets([escaped(line) for line in one.evidence], level=1)


def _because(one: Judged) -> str:
    reason = one.reason
    if one.verdict is Verdict.READING:
        return f", namely {escaped(reason)}"
    if one.verdict is Verdict.EXACT and reason in ("as stated", "the exact value"):
        return ""
    return f" ({escaped(reason)})"


def _table(cells: Sequence[Judged]) -> Iterator[str]:
    """Yield a printed table with its cells judged."""
    first = cells[0]
    plain = all(one.verdict is Verdict.EXACT and not one.evidence for one in cells)
    name = f"**{escaped(first.place)}**, {len(cells)} figures"
    verdicts = {one.verdict for one in cells}
    reasons = {one.reason for one in cells}
    if plain:
        yield paragraph(
            f"{name}. Verdict: **{Verdict.EXACT.value}**: each is in the rules that this report is computed from."
        )
        rows = tuple((one.cell, one.published) for one in cells)
        yield markdown(Table("", ("Figure", "Published"), rows))
        return
    if len(verdicts) == 1 and len(reasons) == 1:
        yield paragraph(f"{name}. Verdict: **{first.verdict.value}**{_because(first)}.")
        rows = tuple((one.cell, one.published) for one in cells)
        yield markdown(Table("", ("Figure", ">Published"), rows))
        return
    sample = cells[-1].evidence[:1]
    example = f" For instance, {escaped(sample[0])}" if sample else ""
    yield paragraph(f"{name}.{example}")
    rows = tuple(
        (one.cell, one.published, one.exact, one.decimal, _SHORT.get(one.verdict, one.verdict.value))
        for one in cells
    )
    yield markdown(Table("", ("Figure", ">Published", ">Exact", ">Decimal", "Verdict"), rows))
    odd = [one for one in cells if one.verdict not in (Verdict.EXACT, Verdict.ROUNDS)]
    yield bullets([f"{escaped(one.cell)}: **{one.verdict.value}**{_because(one)}." for one in odd])


_HEADINGS = {
    Weight.MONEY: "What is paid",
    Weight.MEANING: "What is meant",
    Weight.FORM: "Form",
}


def findings_chapter(audit: Audit, number: int) -> Iterator[str]:
    """Yield the findings about the document, the most important first, numbered through."""
    yield heading(2, f"{number}. Findings about the document")
    if not audit.findings:
        yield paragraph("None.")
    count = 0
    for weight, group in groupby(audit.findings, key=lambda one: one.weight):
        yield heading(3, _HEADINGS[weight])
        items = ""
        for finding in group:
            count += 1
            item = bullets([escaped(finding.text)]).split("\n")
            mark = f"{count}. "
            lines = [
                mark + item[0].removeprefix("- "),
                *(" " * len(mark) + line.strip() for line in item[1:] if line),
            ]
            items += "".join(f"{line}\n" for line in lines)
        yield items
