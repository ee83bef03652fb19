"""Quantities of the document itself: numbering, cross references, wording that nothing can decide."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Literal

from combin.audit.answer import Answer, Candidate, unknown
from combin.audit.printed import Text
from combin.audit.subject import Claim
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.printed import Outline
    from combin.audit.subject import Subject

__all__ = ["CrossReferences", "Numbering", "Wording", "listed_rules"]


class CrossReferences(Claim, frozen=True, kw_only=True, tag="cross references"):
    """That every rule that the document refers to exists; its [outline] lists rules and references."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return the references that lead nowhere."""
        outline = _outline(subject)
        known = set(listed_rules(outline))
        broken = [one for one in outline.references if one.target not in known]
        counted = f"{len(known)} numbered rules, {len(outline.references)} references to them checked"
        missing = "; ".join(f"{one.source} refers to {one.target}, which does not exist" for one in broken)
        shown = missing or "all lead to a rule"
        evidence = f"{counted}: {len(broken)} without a target."
        candidate = Candidate(shown, {}, holds=not broken)
        return Answer((candidate,), (evidence,), {"missing": missing}, inconsistent=True, why=missing)


class Numbering(Claim, frozen=True, kw_only=True, tag="numbering"):
    """That no number is left out or stands twice in the numbering of the rules listed in [outline]."""

    figure: ClassVar[bool] = False

    def answer(self, subject: Subject) -> Answer:
        """Return the gaps and repetitions."""
        rules = list(listed_rules(_outline(subject)))
        last: dict[str, int] = {}
        faults = []
        for rule in rules:
            above, _, number = rule.rpartition(".")
            before = last.get(above, 0)
            if int(number) != before + 1:
                own = f"{above}." if above else ""
                faults.append(f"{rule} follows {own}{before}" if before else f"{rule} comes first")
            last[above] = int(number)
        shown = "; ".join(faults) or "no number is left out"
        evidence = f"{len(rules)} numbers in the order of the document: {len(faults)} out of order."
        candidate = Candidate(shown, {}, holds=not faults)
        return Answer((candidate,), (evidence,), {"faults": shown}, inconsistent=True, why=shown)


class Wording(Claim, frozen=True, kw_only=True, tag="wording"):
    """A sentence that no computation can decide: it contradicts another one, or leaves something out."""

    figure: ClassVar[bool] = False
    verdict: Literal["inconsistent", "not checkable"]
    why: Text

    def answer(self, subject: Subject) -> Answer:
        """Return what a reader of the document found."""
        del subject
        if self.verdict == "not checkable":
            return unknown(self.why)
        return Answer((Candidate(None, {}, holds=False),), inconsistent=True, why=self.why)


def listed_rules(outline: Outline) -> Iterator[str]:
    """Yield the rule numbers of an outline, ranges written out.

    Raises:
        RulesError: an entry is neither a number nor a range.
    """
    for index, entry in enumerate(outline.rules):
        ends = [part.strip() for part in entry.split("..")] if " .. " in entry else [entry.strip()]
        if len(ends) > 2 or not all(re.fullmatch(r"\d{1,4}(\.\d{1,4}){0,9}", end, re.ASCII) for end in ends):
            raise RulesError(
                ("outline", "rules"), f"entry {index + 1}: {entry!r} is no number or range of numbers"
            )
        above, _, first = ends[0].rpartition(".")
        other, _, last = ends[-1].rpartition(".")
        if above != other or int(last) < int(first):
            raise RulesError(("outline", "rules"), f"entry {index + 1}: {entry!r} is no range of numbers")
        for number in range(int(first), int(last) + 1):
            yield f"{above}.{number}" if above else str(number)


def _outline(subject: Subject) -> Outline:
    if not subject.outline.rules:
        raise RulesError(("quantity",), "needs an [outline] with the document's rules")
    return subject.outline
