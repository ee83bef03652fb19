"""Quantities of the document itself: numbering, references, wording that nothing can decide, readings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from combin.audit.answer import Answer, Candidate, unknown
from combin.audit.quantities.edges import HouseEdge
from combin.audit.subject import Assertion, Outline, Subject, Text, Variant
from combin.decimals import percent
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator


class CrossReferences(Assertion, frozen=True, kw_only=True, tag="cross references"):
    """That every rule that the document refers to exists; its [outline] lists rules and references."""

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


class Numbering(Assertion, frozen=True, kw_only=True, tag="numbering"):
    """That no number is left out or stands twice in the numbering of the rules listed in [outline]."""

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


class Wording(Assertion, frozen=True, kw_only=True, tag="wording"):
    """A sentence that no computation can decide: it contradicts another one, or leaves something out."""

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


class WhichReading(Assertion, frozen=True, kw_only=True, tag="reading"):
    """A question that the rule file asks of the document under [readings].

    `stated` is the option that the document's words state beyond doubt, if they do. Otherwise the options are
    tested against every house edge that the document publishes.
    """

    question: Text
    stated: str = ""

    def answer(self, subject: Subject) -> Answer:
        """Return which options agree with the published edges, and what depends on the question."""
        question = subject.rules.file.readings.get(self.question)
        if question is None:
            known = ", ".join(subject.rules.file.readings) or "none"
            raise RulesError(
                ("question",), f"no reading {self.question!r} in the rule file (there are: {known})"
            )
        if self.stated and self.stated not in question.options:
            raise RulesError(
                ("stated",), f"no option {self.stated!r} (there are: {', '.join(question.options)})"
            )
        variants = [
            one
            for one in subject.variants
            if all(
                one.chosen[name] == reading.adopted
                for name, reading in subject.rules.file.readings.items()
                if name != self.question
            )
        ]
        lines = self._what_depends(subject, variants)
        facts = {}
        if len(variants) == 2:
            counts = [self._changed_counts(variants, one) for one in variants]
            facts = {
                "adopted_counts": counts[0],
                "other_counts": counts[1],
                **self._changed_edges(subject, variants),
            }
        if self.stated:
            said = Candidate(self.stated, {}, holds=self.stated == question.adopted)
            return Answer((said,), tuple(lines), facts)
        published = [one.claim for one in subject.placed if isinstance(one.claim, HouseEdge)]
        if not published:
            reason = "the document publishes no figure that would decide the question"
            return Answer((), tuple(lines), facts, unknown=reason)
        agree = [{claim.id: self._agrees(claim, subject, one) for claim in published} for one in variants]
        telling = [claim for claim in published if any(found[claim.id] for found in agree)]
        candidates = []
        for one, found in zip(variants, agree, strict=True):
            option = one.chosen[self.question]
            holds = bool(telling) and all(found[claim.id] for claim in telling)
            candidates.append(Candidate(option, one.conditions, holds))
            told = ", ".join(f"{claim.published} {'yes' if found[claim.id] else 'no'}" for claim in published)
            lines.append(f"{option}: does it give the published edges? {told}.")
        true = sum(bool(one.holds) for one in candidates)
        if true in (0, len(candidates)):
            reason = "no reading gives" if not true else "every reading gives"
            return Answer((), tuple(lines), facts, unknown=f"{reason} the published house edges")
        return Answer(tuple(candidates), tuple(lines), facts)

    def _agrees(self, claim: HouseEdge, subject: Subject, variant: Variant) -> bool:
        printed = claim.printed
        return any(printed.is_rounding_of(one.number) for one in claim.candidates(subject, variant))

    def _changed_counts(self, variants: list[Variant], variant: Variant) -> str:
        counts = variant.rules.ranking.counts
        changed = [
            category
            for category in counts
            if len({other.rules.ranking.counts[category] for other in variants}) > 1
        ]
        return " and ".join(f"{category.value} {counts[category]:,}" for category in changed)

    def _changed_edges(self, subject: Subject, variants: list[Variant]) -> dict[str, str]:
        """Return the house edges that the question changes, under either option."""
        wagers = [subject.analysis(one, {}).wagers for one in variants]
        changed = [name for name in wagers[0] if len({found[name].house_edge for found in wagers}) > 1]
        edges = [
            ", ".join(
                f"{subject.rules.wager_name(name)} {percent(found[name].house_edge, 4)}" for name in changed
            )
            for found in wagers
        ]
        return {"adopted_edges": edges[0], "other_edges": edges[1]}

    def _what_depends(self, subject: Subject, variants: list[Variant]) -> list[str]:
        """Return for each option the counts that it changes, the house edges and the best strategy."""
        lines = []
        for one in variants:
            analysis = subject.analysis(one, {})
            counts = self._changed_counts(variants, one)
            edges = ", ".join(
                f"{one.rules.wager_name(name)} {percent(found.house_edge, 4)}"
                for name, found in analysis.wagers.items()
            )
            hands = f"{counts} hands; " if counts else ""
            lines.append(
                f"{one.chosen[self.question]}: {hands}house edges {edges}; {analysis.statement.text}"
            )
        return lines
