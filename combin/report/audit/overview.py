"""The parts of the report that are read first: the verdict, what needs attention, all claims as a table."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from combin.audit.quantities.document import listed_rules
from combin.audit.verdict import Verdict, Weight
from combin.formats.blocks import Heading, Item, Listing, Paragraph, bullets, escaped
from combin.formats.columns import COUNT, Column
from combin.formats.tables import Table
from combin.report.audits import TONES, document_table
from combin.rules.spelling import as_written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from combin.audit.judge import Audit
    from combin.formats.blocks import Block


HOLD = (Verdict.EXACT, Verdict.ROUNDS)
"""The verdicts on claims that need no attention."""

_WEIGHTS = {
    Weight.MONEY: "About what is paid",
    Weight.MEANING: "About what is meant",
    Weight.FORM: "Of form",
}


def first_page(audit: Audit, said: str) -> Iterator[Block]:
    """Yield the verdict in a paragraph, how many claims came out how, and the findings about money."""
    yield Paragraph(f"**Verdict.** {said}")
    yield Table.of(
        "",
        [verdict for verdict, number in audit.numbers.items() if number],
        [
            Column("Verdict", value=lambda verdict: verdict.value),
            Column("Claims", COUNT, audit.numbers.__getitem__),
        ],
        total={"Verdict": "all", "Claims": len(audit.judged)},
    )
    findings = [Item(escaped(one.text)) for one in audit.findings if one.weight is Weight.MONEY]
    if findings:
        yield Paragraph("**Findings about what is paid**")
        yield Listing(tuple(findings), 1)
    elif audit.findings:
        yield Paragraph("No finding is about what is paid.")


def attention(audit: Audit) -> Iterator[Block]:
    """Yield the other findings, numbered on, and every claim that does not simply hold."""
    yield Heading(2, "What needs attention")
    first = 1
    for weight, group in groupby(audit.findings, key=lambda finding: finding.weight):
        items = tuple(Item(escaped(finding.text)) for finding in group)
        if weight is not Weight.MONEY:
            yield Heading(3, _WEIGHTS[weight])
            yield Listing(items, first)
        first += len(items)
    open_claims = [one for one in audit.judged if one.verdict not in HOLD]
    if open_claims:
        open_claims.sort(key=lambda one: TONES[one.verdict] != "bad")
        yield document_table(open_claims, "Claims that do not simply hold")
    elif not audit.findings:
        yield Paragraph("Nothing: every claim is exact or rounds to what is published.")


def whole_document(audit: Audit) -> Iterator[Block]:
    """Yield every claim in the order of the document; cells of a table that came out alike are one row."""
    yield Heading(2, "The document in one table")
    yield Paragraph("The evidence for each row stands in the chapters that follow.")
    yield document_table(audit.judged, "")


def unjudged(audit: Audit, number: int) -> Iterator[Block]:
    """Yield the numbered rules about which no claim is judged, by why that is; of rules their parts."""
    listed = list(listed_rules(audit.subject.outline))
    rules = [rule for rule in listed if not any(other.startswith(f"{rule}.") for other in listed)]
    if not rules:
        return
    yield Heading(2, f"{number}. Rules that were not judged")
    judged = _numbers(one.place for one in audit.judged)
    encoded = _numbers(_cited(as_written(audit.subject.rules.file)))
    left = [rule for rule in rules if not _within(rule, judged)]
    why = {
        "What the figures are computed from; no claim beside that": [
            rule for rule in left if _within(rule, encoded)
        ],
        "Conduct, equipment or procedure; nothing that can be counted": [
            rule for rule in left if not _within(rule, encoded)
        ],
    }
    told = f"Of {len(rules):,} rules that the document numbers {len(left):,} have no claim of their own"
    yield Paragraph(f"{told}{':' if left else '.'}")
    yield bullets(f"**{reason}**: {escaped(', '.join(some))}." for reason, some in why.items() if some)


_NUMBER = re.compile(r"\d+(?:\.\d+)+")


def _numbers(places: Iterable[str]) -> set[str]:
    """Return the numbers of rules that places name."""
    return {number for place in places for number in _NUMBER.findall(place)}


def _within(rule: str, places: Iterable[str]) -> bool:
    """Tell whether a place is a rule, a part of it, or what it is a part of."""
    return any(f"{rule}.".startswith(f"{one}.") or one.startswith(f"{rule}.") for one in places)


def _cited(raw: object) -> Iterator[str]:
    """Yield what a rule file cites."""
    for key, value in raw.items() if isinstance(raw, dict) else ():
        if isinstance(value, str) and key.endswith("rule"):
            yield value
        yield from _cited(value)
