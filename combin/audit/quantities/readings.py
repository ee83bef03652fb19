"""Quantities of meaning: which of several readings of a sentence the published figures bear out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from combin.audit.answer import Answer, Candidate
from combin.audit.printed import Text
from combin.audit.quantities.edges import HouseEdge, gives, number_of
from combin.audit.subject import Claim
from combin.audit.words import wager_name
from combin.decimals import percent
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from combin.audit.subject import Subject, Variant

__all__ = ["WhichReading"]


class WhichReading(Claim, frozen=True, kw_only=True, tag="reading"):
    """A question that the rule file asks of the document under [readings].

    `stated` is the option that the document's words state beyond doubt, if they do. Otherwise the options are
    tested against every house edge that the document publishes.
    """

    figure: ClassVar[bool] = False
    question: Text
    stated: str = ""

    def answer(self, subject: Subject) -> Answer:
        """Return which options agree with the published edges, and what hangs on the question."""
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
        lines = self._what_hangs(subject, variants)
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
        return any(gives(printed, number_of(one)) for one in claim.candidates(subject, variant))

    def _changed_counts(self, variants: list[Variant], one: Variant) -> str:
        counts = one.rules.ranking.counts
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
                f"{wager_name(subject.rules, name)} {percent(found[name].house_edge, 4)}" for name in changed
            )
            for found in wagers
        ]
        return {"adopted_edges": edges[0], "other_edges": edges[1]}

    def _what_hangs(self, subject: Subject, variants: list[Variant]) -> list[str]:
        """Return for each option the counts that it changes, the house edges and the best strategy."""
        lines = []
        for one in variants:
            analysis = subject.analysis(one, {})
            counts = self._changed_counts(variants, one)
            edges = ", ".join(
                f"{wager_name(one.rules, name)} {percent(found.house_edge, 4)}"
                for name, found in analysis.wagers.items()
            )
            hands = f"{counts} hands; " if counts else ""
            lines.append(
                f"{one.chosen[self.question]}: {hands}house edges {edges}; {analysis.statement.text}"
            )
        return lines
