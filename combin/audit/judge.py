"""The audit itself: every claim of a document worked out, judged and, where it matters, told as a finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from combin import answers
from combin.audit.generic import generic_checks
from combin.audit.load import load_claims, located, shipped_claims
from combin.audit.subject import Claim, PlacedClaim, Subject
from combin.audit.verdict import (
    Answer,
    Candidate,
    Compare,
    Finding,
    Judged,
    UncheckableError,
    UntrueError,
    Verdict,
    Weight,
    beside_printed,
    filled,
    holds,
    judge_answer,
    unknown,
)
from combin.decimals import plain
from combin.exact.analysis import choices
from combin.formatting import money_in
from combin.jackpot.meter.meter import JackpotError
from combin.rules.errors import RulesError, SeveralRulesError, three_cards_only
from combin.rules.load import library_games, load_rules
from combin.rules.resolved import Rules, remembered


@dataclass(frozen=True, repr=False)
class Audit(answers.Answer):
    """A document judged: the generic checks first, then its claims in the order of their file.

    `subject` holds the rules and their analyses, for reports.
    """

    shown_by: ClassVar[str] = "combin.audit.views:audit_view"
    written_by: ClassVar[str] = "combin.audit.report.document:write_report"

    subject: Subject
    judged: tuple[Judged, ...]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.subject.rules

    def write(self, path: str | Path, *, font: str = "", confidence: int = 90) -> tuple[Path, ...]:
        """Write the report into a file or a folder, with bands of a `confidence` in percent."""
        return self._written(path, font=font, confidence=confidence)

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.subject.rules.file.id

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the owner of the document should know, the most important first, none twice."""
        found = dict.fromkeys(one.finding for one in self.judged if one.finding is not None)
        return tuple(sorted(found, key=lambda finding: -finding.weight))

    @property
    def contradicted(self) -> bool:
        """Whether a published figure or statement is wrong; not that the document contradicts itself."""
        return any(one.contradicted for one in self.judged)

    @property
    def numbers(self) -> dict[Verdict, int]:
        """How many claims have each verdict, generic checks included."""
        counted = Counter(one.verdict for one in self.judged)
        return {verdict: counted[verdict] for verdict in Verdict}

    def to_data(self) -> dict[str, Any]:
        """Return the audit as JSON has it."""
        return {
            "game": self.game,
            "title": self.subject.rules.file.title,
            "contradicted": self.contradicted,
            "numbers": {verdict.value: number for verdict, number in self.numbers.items()},
            "judged": [one.to_dict() for one in self.judged],
            "findings": [one.to_dict() for one in self.findings],
        }


def audit(
    game: str | Path, claims: str | Path | None = None, imprint: Mapping[str, object] | None = None
) -> Audit:
    """Return the audit of a game's document.

    Args:
        game: the id of a game that ships, or the path of a rule file.
        claims: the path of a claims file; by default the one that ships for the id, and for a rule file of
            one's own none, which leaves the generic checks.
        imprint: entries that stand for those of `[imprint]` in the file.

    >>> found = audit("uk-including-blind")
    >>> next(one.verdict.value for one in found.judged if one.id == "edge-ante-play")
    'true only under a stated reading'

    Raises:
        RulesError: the rule file or the claims file says something that it may not.
    """
    return audit_of(load_rules(game, imprint=imprint), game, claims)


def audit_of(rules: Rules, game: str | Path, claims: str | Path | None) -> Audit:
    """Return the audit of rules that were loaded from `game`, under the readings that it adopts."""
    with money_in(rules.file.imprint.sign):
        three_cards_only(rules.file.deal.player, "audits")
        if claims is None:
            shipped = isinstance(game, str) and game in library_games()
            return _as_it_ships(rules, str(game)) if shipped else _without_claims(rules, game)
        return _with_claims(rules, game, Path(claims))


@remembered
def _as_it_ships(rules: Rules, game: str) -> Audit:
    path = shipped_claims(game)
    return _without_claims(rules, game) if path is None else _with_claims(rules, game, path)


def _without_claims(rules: Rules, game: str | Path) -> Audit:
    return Audit(Subject(game, rules), generic_checks(rules))


def _with_claims(rules: Rules, game: str | Path, path: Path) -> Audit:
    file, placed = load_claims(path)
    if file.game != rules.file.id:
        problem = f"these claims are about {file.game!r}, the rules are of {rules.file.id!r}"
        raise located(RulesError(("game",), problem), path)
    subject = Subject(game, rules, file.outline, file.table, placed)
    judged = _judged(subject, path)
    return Audit(subject, _with_findings_of_tables((*generic_checks(rules), *judged)))


def _judged(subject: Subject, path: Path) -> list[Judged]:
    """Return the claims of a file with their verdicts."""
    found, errors = [], []
    if subject.progressive is not None and len(subject.progressive.rates) > 1:  # else there is no search
        subject.progressive.begin()
    for one in subject.placed:
        try:
            found.append(judge_claim(one, subject))
        except RulesError as error:
            errors.append(located(RulesError((*one.file_place, *error.place), error.problem), path))
    if errors:
        raise SeveralRulesError(errors)
    return found


def judge_claim(placed_claim: PlacedClaim, subject: Subject) -> Judged:
    """Return one claim worked out and judged; a figure without a published text is worked out only."""
    claim = placed_claim.claim
    try:
        answer = _answer(claim, subject)
    except UntrueError as error:
        answer = holds(str(error), true=False)
    except (JackpotError, UncheckableError) as error:
        answer = unknown(str(error))
    printed = claim.printed.of(answer.measure) if claim.figure and claim.published else None
    default = Compare.ROUNDED if printed is not None and printed.unit else Compare.EXACT
    compare = Compare(claim.compare) if claim.compare else default
    if printed is not None and compare is Compare.ROUNDED:
        printed = printed.rounded
    verdict, reason, candidate = judge_answer(answer, printed, compare)
    if claim.figure and printed is None and candidate is not None:
        verdict, reason = Verdict.NOT_CHECKABLE, "no figure is published"
    number = candidate.value if candidate is not None and not isinstance(candidate.value, str) else None
    exact = "" if candidate is None else candidate.value if isinstance(candidate.value, str) else ""
    difference = None
    if verdict is Verdict.DIFFERS and printed is not None and printed.fits and number is not None:
        difference = printed.value - number
    if candidate is not None and candidate.shown:
        number, exact = None, candidate.shown
    judged = Judged(
        id=claim.id,
        section=claim.section or _section(subject, claim.place),
        place=claim.place,
        says=claim.says,
        verdict=verdict,
        reason=reason,
        published=claim.published,
        value=number,
        exact=exact if number is None else str(number),
        decimal=""
        if number is None
        else beside_printed(number, printed if printed and printed.fits else None),
        evidence=answer.evidence,
        difference=difference,
        table=placed_claim.table,
        row=placed_claim.row,
        column=placed_claim.column,
        beside=answer.beside,
        chance=answer.chance,
    )
    return _with_finding(judged, placed_claim, answer)


def _answer(claim: Claim, subject: Subject) -> Answer:
    """Return what a claim comes to; under each of the tables that it leaves open, where they differ."""
    first, rules = claim.answer(subject), subject.rules
    named: dict[str, str] | None = getattr(claim, "tables", None)
    wager = getattr(claim, "wager", rules.base if hasattr(claim, "strategy") else "")
    about: Collection[str] = getattr(claim, "stakes", (wager,))
    names = [name for one in about for name in (rules.base_tables if one == rules.base else (one,))]
    names = [name for name in names if len(rules.tables.get(name, ())) > 1 and name not in (named or ())]
    if named is None or hasattr(claim, "under") or not names or not first.candidates:
        return first
    candidates: list[Candidate] = []
    for chosen in choices(rules, {}, names):
        words = ", ".join(f"{rules.wagers[name].name} {letter}" for name, letter in chosen.items())
        found = msgspec.structs.replace(claim, tables=named | chosen).answer(subject).candidates
        candidates += [replace(one, conditions={"under": words, **one.conditions}) for one in found]
    several = len({one.value for one in candidates}) > len({one.value for one in first.candidates})
    if several and len(names) > 1:  # so many figures that some fits whatever is printed
        open_ = " and ".join(rules.wagers[name].name for name in names)
        raise UncheckableError(f"it depends on the tables of {open_}, which the claim does not name")
    return replace(first, candidates=tuple(candidates)) if several else first


def _section(subject: Subject, place: str) -> str:
    """Return the section that a place is in: by its leading number where the rule file names that section."""
    number = place.split(".", maxsplit=1)[0].split(" ", maxsplit=1)[0]
    title = subject.rules.file.source.sections.get(number)
    return f"Section {number}, {title}" if title else "The document"


def _with_finding(judged: Judged, placed_claim: PlacedClaim, answer: Answer) -> Judged:
    """Return the claim with what is to be said of it at the end, if anything is."""
    claim = placed_claim.claim
    differs = judged.verdict is Verdict.DIFFERS
    silent = judged.verdict in (Verdict.EXACT, Verdict.ROUNDS) or (claim.weight == "none" and not differs)
    own = claim.finding if isinstance(claim.finding, str) else claim.finding.get(judged.verdict.value, "")  # type: ignore[call-overload]
    if differs and isinstance(claim.finding, str):
        own = ""
    if silent or (judged.verdict is Verdict.NOT_CHECKABLE and not own):
        return judged
    weight = Weight.MONEY if differs else Weight[claim.weight.upper()]
    text = _sentence(judged)
    if own:
        gap = "" if judged.difference is None else plain(judged.difference)
        facts = {
            "published": judged.published,
            "exact": judged.decimal or judged.exact,
            "difference": gap,
            "reason": judged.reason,
            **answer.facts,
        }
        text = filled(own, facts, ("finding",))
    return replace(judged, finding=Finding(weight, judged.place, text))


def _sentence(judged: Judged) -> str:
    """Return the finding of a claim that brings no sentence of its own."""
    cell = f" ({judged.cell})" if judged.cell else ""
    says = f"{judged.place}: {judged.says}{cell}"
    published = f", published as {judged.published}," if judged.published not in ("", judged.says) else ""
    match judged.verdict:
        case Verdict.DIFFERS if judged.difference is not None:
            exact = judged.decimal or judged.exact
            return f"{says} is {exact}, not {judged.published} as published ({judged.reason})."
        case Verdict.READING:
            return f"{says}{published} holds only {judged.reason}."
        case Verdict.CANNOT_OCCUR:
            return f"{says} cannot occur: {judged.reason}."
        case Verdict.CUT_OFF:
            return f"{says}{published} is not rounded: {judged.reason}."
        case _:
            return f"{says}{published} does not hold: {judged.exact or judged.reason}."


def _with_findings_of_tables(judged: tuple[Judged, ...]) -> tuple[Judged, ...]:
    """Return the claims with one finding for each printed table in place of one for each of its cells."""
    tables: dict[str, list[Judged]] = {}
    for one in judged:
        if one.table:
            tables.setdefault(one.table, []).append(one)
    merged = {}
    for table, cells in tables.items():
        told = [one for one in cells if one.finding is not None]
        if len(told) > 1:
            listed = "; ".join(f"{one.cell}: {one.reason}" for one in told)
            text = f"{told[0].place}: {len(told)} of {len(cells)} figures do not stand as printed ({listed})."
            weight = max(one.finding.weight for one in told if one.finding is not None)
            merged[table] = Finding(weight, told[0].place, text)
    return tuple(
        replace(one, finding=merged[one.table]) if one.finding is not None and one.table in merged else one
        for one in judged
    )
