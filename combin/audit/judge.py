"""The audit itself: every claim of a document checked, with findings; and general checks of any rule file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from math import comb, prod
from pathlib import Path
from typing import Any, ClassVar

from msgspec import to_builtins
from msgspec.structs import replace

from combin import answers
from combin.audit import load
from combin.audit import verdict as verdicts
from combin.audit.hands import UntrueError, category_derivations
from combin.audit.load import DocumentNumbers, load_claims, located, numbers_of_document, shipped_claims
from combin.audit.quantities.edges import house_advantage
from combin.audit.subject import Claim, PlacedClaim, Subject, sentence
from combin.audit.verdict import Answer, Compare, Finding, Judged, Verdict, Weight, holds, judge_answer
from combin.exact.analysis import choices
from combin.exact.base_game import FOLD
from combin.exact.pay_lines import line_counts
from combin.formatting import decimal, money_in, percent, plain, thousands
from combin.jackpot.answer import meter_options
from combin.jackpot.meter import JackpotError
from combin.jackpot.value import chances_of
from combin.report.words import letters_in_words
from combin.rules.errors import RulesError, SeveralRulesError, three_cards_only
from combin.rules.load import library_games
from combin.rules.resolved import Rules, remembered
from combin.rules.tables import Line, PayTable
from combin.session import CONFIDENCE
from combin.words.catalogue import load_catalogue


@dataclass(frozen=True, repr=False)
class Audit(answers.Answer):
    """The audit of a document: the general checks first, then its claims in the order of their file.

    `subject` holds the rules and their analyses, for reports.
    """

    shown_by: ClassVar[str] = "combin.audit.views:audit_view"
    written_by: ClassVar[str] = "combin.audit.report:write_report"

    subject: Subject
    judged: tuple[Judged, ...]
    document: DocumentNumbers | None = None
    """The numbers of the document's text, where that is given or its numbers ship."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.subject.rules

    def write(self, path: str | Path, *, font: str = "", confidence: int = CONFIDENCE) -> tuple[Path, ...]:
        """Write the report into a file or a folder, with bands of a `confidence` in percent."""
        return self._written(path, font=font, confidence=confidence)

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.subject.rules.file.id

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the owner of the document should know, none twice: by weight, figures before sentences."""
        found = [(one.finding, one.value is None) for one in self.judged if one.finding is not None]
        found.sort(key=lambda pair: (-pair[0].weight, pair[1]))
        return tuple(dict.fromkeys(finding for finding, _ in found))

    @property
    def contradicted(self) -> bool:
        """Whether a published figure or statement is wrong; not that the document contradicts itself."""
        return any(one.contradicted for one in self.judged)

    @property
    def numbers(self) -> dict[Verdict, int]:
        """How many claims have each verdict, generic checks included."""
        counted = Counter(judged.verdict for judged in self.judged)
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
            **({"document": to_builtins(self.document)} if self.document and self.document.path else {}),
        }


def audit_of(
    rules: Rules, game: str | Path, claims: str | Path | None, document: str | Path | None = None
) -> Audit:
    """Return the audit of rules that were loaded from `game`, under the readings that it adopts.

    The claims are those of a file, by default those that ship for a built-in game; without any, the general
    checks alone are made. RulesError if a file says something that it may not.
    """
    with money_in(rules.file.imprint.sign):
        three_cards_only(rules.file.deal.player, "audits")
        path, text = (None if one is None else Path(one) for one in (claims, document))
        if path is None and isinstance(game, str) and game in library_games():
            if text is None:
                return _as_it_ships(rules, game)
            path = shipped_claims(game)
        return _audited(rules, game, path, text)


@remembered
def _as_it_ships(rules: Rules, game: str) -> Audit:
    return _audited(rules, game, shipped_claims(game), None)


def _audited(rules: Rules, game: str | Path, path: Path | None, document: Path | None) -> Audit:
    if path is None:
        numbers = None if document is None else numbers_of_document(document, load.ClaimsFile(game=""), ())
        return Audit(Subject(game, rules), generic_checks(rules), numbers)
    file, placed = load_claims(path)
    if file.game != rules.file.id:
        problem = f"these claims are about {file.game!r}, the rules are of {rules.file.id!r}"
        raise located(RulesError(("game",), problem), path)
    asked = document is not None or path == shipped_claims(file.game)
    numbers = numbers_of_document(document, file, placed) if asked else None
    subject = Subject(game, rules, file.outline, file.table, placed)
    judged, errors = [*generic_checks(rules)], []
    if subject.progressive is not None and len(subject.progressive.rates) > 1:  # else there is no search
        _ = subject.progressive.begun_explanations
    for placed_claim in subject.placed:
        try:
            judged.append(judge_in_file(placed_claim, subject, path))
        except RulesError as error:
            errors.append(error)
    if errors:
        raise SeveralRulesError(errors)
    return Audit(subject, _with_findings_of_tables(judged), numbers)


def judge_in_file(placed_claim: PlacedClaim, subject: Subject, path: Path) -> Judged:
    """Return the verdict on one claim of a file; a mistake in it is reported with file and line."""
    try:
        return judge_claim(placed_claim, subject)
    except RulesError as error:
        place = (*placed_claim.file_place, *error.place)
        raise located(RulesError(place, error.problem), path) from None


def judge_claim(placed_claim: PlacedClaim, subject: Subject) -> Judged:
    """Return the exact value of one claim and its verdict; without a published figure the value alone."""
    claim = placed_claim.claim
    try:
        answer = _answer(claim, subject)
    except UntrueError as error:
        answer = holds(str(error), true=False)
    except (JackpotError, verdicts.UncheckableError) as error:
        answer = verdicts.unknown(str(error))
    printed = claim.printed.of(answer.measure) if claim.figure and claim.published else None
    rounded = printed is not None and printed.unit
    compare = Compare(claim.compare or (Compare.ROUNDED if rounded else Compare.EXACT))
    if printed is not None and compare is Compare.ROUNDED:
        printed = printed.rounded
    verdict, reason, candidate = judge_answer(answer, printed, compare)
    if claim.figure and printed is None and candidate is not None:
        verdict, reason = Verdict.NOT_CHECKABLE, "no figure is published"
    value = None if candidate is None else candidate.value
    exact = value if candidate is None else candidate.shown or value
    number = exact if isinstance(exact, Fraction) else None
    fitting = printed if printed is not None and printed.fits else None
    gap = None
    if verdict is Verdict.DIFFERS and fitting is not None and isinstance(value, Fraction):
        gap = fitting.value - value
    judged = Judged(
        id=claim.id,
        section=claim.section or _section(subject, claim.place),
        place=claim.place,
        says=claim.says,
        verdict=verdict,
        reason=reason,
        published=claim.published,
        value=number,
        exact="" if exact is None else str(exact),
        decimal="" if number is None else fitting.shown(number) if fitting else verdicts.short(number),
        evidence=answer.evidence,
        difference=gap,
        table=placed_claim.table,
        row=placed_claim.row,
        column=placed_claim.column,
        beside=answer.beside,
        chance=answer.chance,
    )
    corrected = "" if number is None or fitting is None else fitting.shown(number, fitting.decimals)
    corrected = judged.decimal if corrected == claim.published else corrected
    return _with_finding(judged, claim, answer.facts, corrected)


def _answer(claim: Claim, subject: Subject) -> Answer:
    """Return the answer to a claim, under each of the tables that it leaves open, where they differ."""
    first, rules = claim.answer(subject), subject.rules
    named: dict[str, str] | None = getattr(claim, "tables", None)
    wager = getattr(claim, "wager", rules.base if hasattr(claim, "strategy") else "")
    about: Collection[str] = getattr(claim, "stakes", (wager,))
    names = [name for one in about for name in (rules.base_tables if one == rules.base else (one,))]
    names = [name for name in names if len(rules.tables.get(name, ())) > 1 and name not in (named or ())]
    if named is None or hasattr(claim, "under") or not names or not first.candidates:
        return first
    candidates: list[verdicts.Candidate] = []
    for chosen in choices(rules, {}, names):
        under = {"under": letters_in_words(rules, chosen)}
        found = replace(claim, tables=named | chosen).answer(subject).candidates
        candidates += [replace(one, conditions={**under, **one.conditions}) for one in found]
    several = len({one.value for one in candidates}) > len({one.value for one in first.candidates})
    if several and len(names) > 1:  # with that many values one fits any printed figure
        open_ = " and ".join(rules.wagers[name].name for name in names)
        raise verdicts.UncheckableError(f"it depends on the tables of {open_}, which the claim does not name")
    return replace(first, candidates=tuple(candidates)) if several else first


def _section(subject: Subject, place: str) -> str:
    """Return the section that a place is in: by its leading number where the rule file names that section."""
    number = place.split(".", maxsplit=1)[0].split(" ", maxsplit=1)[0]
    title = subject.rules.file.source.sections.get(number)
    return f"Section {number}, {title}" if title else "The document"


def _with_finding(judged: Judged, claim: Claim, facts: Mapping[str, str], corrected: str) -> Judged:
    """Return the claim with its finding and action, if it has any; `corrected` is what should be printed."""
    differs = judged.verdict is Verdict.DIFFERS
    own, action = (
        ("" if differs else text) if isinstance(text, str) else text.get(judged.verdict.value, "")  # type: ignore[call-overload]
        for text in (claim.finding, claim.action)
    )
    silent = judged.verdict in (Verdict.EXACT, Verdict.ROUNDS) or (claim.weight == "none" and not differs)
    if silent or (judged.verdict is Verdict.NOT_CHECKABLE and not own):
        return judged
    quotable = {
        "published": judged.published,
        "exact": judged.decimal or judged.exact,
        "difference": "" if judged.difference is None else plain(judged.difference),
        "reason": judged.reason,
        **facts,
    }
    finding = Finding(
        weight=Weight.MONEY if differs else Weight[claim.weight.upper()],
        place=judged.place,
        text=verdicts.filled(own, quotable, ("finding",)) if own else _sentence(judged),
        action=verdicts.filled(action, quotable, ("action",)) if action else _action(judged, corrected),
    )
    return replace(judged, finding=finding)


def _action(judged: Judged, corrected: str) -> str:
    """Return what the owner of the document should do, by the verdict."""
    kind = judged.verdict.name.lower()
    if judged.verdict in (Verdict.DIFFERS, Verdict.CUT_OFF) and corrected:
        kind += "_figure"
    exact = corrected or judged.exact or judged.reason
    return load_catalogue()(f"actions.{kind}", published=judged.published, exact=exact, reason=judged.reason)


def _sentence(judged: Judged) -> str:
    """Return the finding of a claim that brings no sentence of its own."""
    cell = f" ({judged.cell})" if judged.cell else ""
    printed = f", published as {judged.published}," if judged.published not in ("", judged.says) else ""
    wrong = judged.verdict is Verdict.DIFFERS and judged.difference is None
    return sentence(
        f"finding.{'wrong' if wrong else judged.verdict.name.lower()}",
        says=f"{judged.place}: {judged.says}{cell}",
        published=judged.published,
        printed=printed,
        number=judged.decimal or judged.exact,
        exact=judged.exact or judged.reason,
        reason=judged.reason,
    )


def _with_findings_of_tables(judged: Sequence[Judged]) -> tuple[Judged, ...]:
    """Return the claims with one finding for each printed table in place of one for each of its cells."""
    cells = Counter(claim.table for claim in judged if claim.table)
    merged: dict[str, Finding] = {}
    for table, number in cells.items():
        wrong = [(cell, cell.finding) for cell in judged if cell.table == table and cell.finding is not None]
        if len(wrong) > 1:
            place, listed = wrong[0][0].place, "; ".join(f"{cell.cell}: {cell.reason}" for cell, _ in wrong)
            text = sentence("finding.table", place=place, wrong=len(wrong), number=number, cells=listed)
            action = load_catalogue()("actions.table")
            merged[table] = Finding(max(finding.weight for _, finding in wrong), place, text, action)
    return tuple(
        replace(claim, finding=merged.get(claim.table, claim.finding)) if claim.finding is not None else claim
        for claim in judged
    )


GENERIC_SECTION = "General checks"


@remembered
def generic_checks(rules: Rules) -> tuple[Judged, ...]:
    """Return the checks of the order of hands, of each pay table, of the edges and the strategy's proof."""
    return tuple(_checks(Subject(rules.file.id, rules)))


def _checks(subject: Subject) -> Iterator[Judged]:
    yield _rarity(subject)
    for wager, tables in subject.rules.tables.items():
        yield _pays_fall(subject, wager)
        if len(tables) > 1:
            yield _alternatives(subject, wager)
    yield _edges(subject)
    if subject.rules.play:
        yield _proof(subject)
    yield _sums(subject)


def _check(name: str, place: str, says: str, exact: str, reason: str, *evidence: str, true: bool) -> Judged:
    text = sentence("finding.check", place=place, says=says, exact=exact)
    action = load_catalogue()(f"actions.{name.partition('-')[0]}")
    return Judged(
        id=f"generic-{name}",
        section=GENERIC_SECTION,
        place=place,
        says=says,
        verdict=Verdict.EXACT if true else Verdict.DIFFERS,
        reason=reason,
        exact=exact,
        evidence=evidence,
        finding=None if true else Finding(Weight.MONEY, place, text, action),
    )


def _rarity(subject: Subject) -> Judged:
    ranking = subject.rules.ranking
    counts = [count for count in ranking.counts.values() if count]  # a deck may lack a category
    true = all(above < below for above, below in pairwise(counts))
    rise = "rise from the highest category to the lowest" if true else "do not rise throughout"
    return _check(
        "rarity",
        subject.rules.file.ranking.rule or "order of hands",
        "A category that ranks higher is rarer",
        (" < " if true else "; ").join(f"{count:,}" for count in counts),
        f"the counts {rise}",
        *(f"{category.value}: {line}" for category, line in category_derivations(ranking).items()),
        true=true,
    )


def _line_counts(subject: Subject, table: PayTable) -> dict[str, int]:
    """Return how many hands or deals each line of a table takes."""
    rules, wager = subject.rules, table.wager
    if wager in rules.side_bets:
        bets = (by.side_bets[wager] for by in subject.analyses if by.letters[wager] == table.letter)
        return {line.text: line.count for line in next(bets).lines}
    counts, _ = line_counts(rules, table)
    if wager in rules.jackpots and any(line.text not in counts for line in table.lines):
        return {chance.line.text: chance.count for chance in chances_of(rules, wager, table.letter).lines()}
    return counts


def _as_told(subject: Subject, table: PayTable, counts: dict[str, int]) -> tuple[list[Line], dict[str, int]]:
    """Return the counted lines, as one those that players know by the same words."""
    together = subject.rules.file.imprint.told_alike(
        table.wager, {line.text: line.prize for line in table.lines if line.text in counts}
    )
    lines = {line.text: line for line in table.lines}
    return (
        [replace(lines[texts[0]], text=words) for words, texts in together],
        {words: sum(counts[text] for text in texts) for words, texts in together},
    )


def _pays_fall(subject: Subject, wager: str) -> Judged:
    """Compare the pays of each table with how rare its lines are."""
    tables = subject.rules.tables[wager]
    faults: list[str] = []
    unsettled: list[str] = []
    evidence: list[str] = []
    for letter, table in tables.items():
        lines, counts = _as_told(subject, table, _line_counts(subject, table))
        rarest_first = sorted(lines, key=lambda line: counts[line.text])
        for one, (kind, pay) in ((line, prize) for line in rarest_first for prize in _prizes(line).items()):
            more_frequent = (line for line in rarest_first if counts[line.text] > counts[one.text])
            paid = ((line.text, _prizes(line).get(kind, pay)) for line in more_frequent)
            if (more := next((row for row in paid if row[1] > pay), None)) is not None:
                faults.append(
                    f"in {letter} {one.text} ({counts[one.text]:,}) pays {plain(pay)}, {more[0]} "
                    f"({counts[more[0]]:,}) {plain(more[1])}{' to others' if kind == 'envy' else ''}"
                )
        where = f"in {letter} " if len(tables) > 1 else ""
        unsettled += [f"{where}{one}" for one in _unlike(subject, table, rarest_first)[:1]]
        if not evidence:
            evidence.append(f"{', '.join(f'{line.text} {counts[line.text]:,}' for line in rarest_first)}.")
        pays = " ≥ ".join(map(_pay, rarest_first))
        evidence += [f"{letter}: {pays}.", *_shares_beside_money(subject, table)]
    where = f"true in {f'all {len(tables)} tables' if len(tables) > 1 else 'its table'}"
    reason = "a rarer line pays less" if faults else "each rarer line pays at least as much"
    if unsettled and not faults:
        where, reason = f"{where} among prizes of one kind", "; ".join(unsettled)
    judged = _check(
        f"pays-{wager.replace('_', '-')}",
        _places(subject, wager),
        f"{subject.rules.wagers[wager].name} pays a rarer hand at least as much as a more frequent one",
        "; ".join(faults) or where,
        reason,
        *evidence,
        true=not faults,
    )
    return replace(judged, verdict=Verdict.NOT_CHECKABLE) if unsettled and not faults else judged


def _prizes(line: Line) -> dict[str, Fraction]:
    """Return what a line pays of each kind; shares of different meters are of different kinds."""
    prize = line.prize
    pays = {"odds": prize.odds, "money": prize.money, f"meter {prize.level or ''}": prize.meter}
    pays["envy"] = prize.envy or None
    return {kind: Fraction(pay) for kind, pay in pays.items() if pay is not None}


def _unlike(subject: Subject, table: PayTable, rarest_first: Sequence[Line]) -> list[str]:
    """Return of which lines it depends on the meter or the stake whether the rarer one pays as much."""
    stakes = table.bet.stakes
    options = meter_options(subject.rules, table.wager).values()
    seeds = [meter.seed for option in options if option.pay_table == table.letter for meter in option.meters]
    found = []
    for one, other in combinations(rarest_first, 2):
        rarer, other_prize, open_term = one.prize, other.prize, ""
        if rarer.meter is not None or other_prize.meter is not None:
            fixed = other_prize.odds if other_prize.odds is not None else other_prize.money
            at_seed = None if rarer.meter is None else rarer.meter * min(seeds, default=0)
            both = None not in (rarer.meter, other_prize.meter) and rarer.level == other_prize.level
            # A meter never falls below its seed; what another one shows is not known.
            settled = both or (fixed is not None and at_seed is not None and at_seed >= fixed)
            open_term = "" if settled else "meter"
        elif rarer.odds is not None and other_prize.money is not None:
            open_term = "" if stakes and rarer.odds * min(stakes) >= other_prize.money else "stake"
        elif rarer.money is not None and other_prize.odds is not None:
            open_term = "" if stakes and rarer.money >= other_prize.odds * max(stakes) else "stake"
        if open_term:
            found.append(f"{one.text} compared with {other.text} depends on the {open_term}")
    return found


def _places(subject: Subject, wager: str) -> str:
    """Return where the document has the tables of a wager; their name where the file cites no place."""
    rules = dict.fromkeys(table.rule for table in subject.rules.tables[wager].values() if table.rule)
    return ", ".join(rules) or f"pay tables of {subject.rules.wagers[wager].name}"


def _shares_beside_money(subject: Subject, table: PayTable) -> list[str]:
    """Return from which meter on the smallest share is at least the largest fixed prize."""
    prizes = [line.prize for line in table.lines]
    shares = [Fraction(prize.meter) for prize in prizes if prize.meter is not None]
    fixed = [Fraction(pay) for prize in prizes for pay in (prize.odds, prize.money) if pay is not None]
    if not shares or not fixed:
        return []
    from_meter = max(fixed) / min(shares)
    line = sentence("checks.share", share=min(shares), fixed=max(fixed), meter=from_meter)
    options = meter_options(subject.rules, table.wager).values()
    seeds = [meter.seed for option in options for meter in option.meters]
    if not seeds:
        return [sentence("checks.share_no_seed", line=line)]
    key = "checks.share_above" if min(seeds) >= from_meter else "checks.share_not_above"
    return [sentence(key, line=line, seed=min(seeds))]


def _pay(line: Line) -> str:
    prize = line.prize
    if prize.odds is not None:
        return plain(Fraction(prize.odds))
    if prize.money is not None:
        return f"{thousands(Fraction(prize.money))} in money"
    level = f" {prize.level}" if prize.level else ""
    return f"{plain(Fraction(prize.meter or 0) * 100)}% of the{level} meter"


def _terms(table: PayTable, other: PayTable) -> dict[str, str]:
    """Return all that each line of a table pays, in words; odds "for 1" where the other's are "to 1"."""
    way = " for 1" if table.for_one and not other.for_one else ""
    return {
        line.text: f"{_pay(line)}{way if line.prize.odds is not None else ''}"
        f"{f' and {thousands(Fraction(line.prize.envy))} to others' if line.prize.envy else ''}"
        for line in table.lines
    }


def _alternatives(subject: Subject, wager: str) -> Judged:
    rules = subject.rules
    name, tables = rules.wagers[wager].name, rules.tables[wager]
    same, evidence = [], []
    for one, other in combinations(tables, 2):
        own, theirs = _terms(tables[one], tables[other]), _terms(tables[other], tables[one])
        gaps = [
            f"{text} {own.get(text, 'nothing')} / {theirs.get(text, 'nothing')}"
            for text in own | theirs
            if own.get(text) != theirs.get(text)
        ]
        same += [f"{one} and {other}"] if not gaps else []
        evidence.append(f"{one} / {other}: {', '.join(gaps) or 'no difference'}.")
    shown = rules.base if wager in rules.base_tables else wager
    edges: dict[str, Fraction] = {}
    for analysis in subject.analyses if wager in subject.first.letters else ():
        edges.setdefault(analysis.letters[wager], analysis.wagers[shown].house_edge)
    if edges:
        best, worst = min(edges, key=edges.__getitem__), max(edges, key=edges.__getitem__)
        listed = ", ".join(f"{letter} {percent(edge, 4)}" for letter, edge in edges.items())
        what = f"House edge of {rules.wager_name(rules.base)}" if wager in rules.base_tables else "House edge"
        evidence.append(f"{what}: {listed}; best for the player {best}, worst {worst}.")
        evidence += _dominated(tables)
    pairs = comb(len(tables), 2)
    return _check(
        f"alternatives-{wager.replace('_', '-')}",
        _places(subject, wager),
        f"The {name} tables {', '.join(tables)} are all different",
        f"{pairs - len(same)} of {pairs} pairs of tables differ",
        "no two are the same" if not same else f"the same: {', '.join(same)}",
        *evidence,
        true=not same,
    )


def _dominated(tables: Mapping[str, PayTable]) -> Iterator[str]:
    """Yield which tables pay each line at least as much as others, and some line more."""
    pays = {letter: {line.text: table.odds(line) for line in table.lines} for letter, table in tables.items()}
    better: dict[tuple[str, ...], list[str]] = {}
    for letter, own in pays.items():
        above = []
        for other, theirs in pays.items():
            gaps = {theirs.get(text, Fraction(-1)) - own.get(text, Fraction(-1)) for text in own | theirs}
            above += [other] if min(gaps) >= 0 and max(gaps) > 0 else []
        better.setdefault(tuple(above), []).append(letter)
    listed = load_catalogue().all_of
    for letters, below in better.items():
        if letters:
            key = "checks.dominated" if len(letters) == 1 else "checks.dominated_by_several"
            yield sentence(key, letters=listed(letters), below=listed(below))


def _edges(subject: Subject) -> Judged:
    answer = house_advantage(subject.analyses)
    verdict, reason, candidate = judge_answer(answer, None, Compare.EXACT)
    says = "Every wager has a house edge above zero with the optimal strategy"
    if subject.rules.meters:
        says += ", a progressive wager in the long run"
    whom = answer.facts.get("whom", "")
    judged = _check(
        "advantage",
        "all wagers",
        says,
        str(candidate.value) if candidate is not None else "",
        f"{reason}: {whom}" if verdict is Verdict.READING else whom or reason,
        *answer.evidence,
        true=verdict is not Verdict.DIFFERS,
    )
    if verdict is Verdict.READING:
        text = f"all wagers: {says[:1].lower()}{says[1:]} only {judged.reason}."
        action = load_catalogue()("actions.advantage")
        judged = replace(judged, finding=Finding(Weight.MONEY, judged.place, text, action))
    return replace(judged, verdict=verdict)


def _proof(subject: Subject) -> Judged:
    best, ranking, statement = subject.first.best, subject.rules.ranking, subject.first.statement
    strategy = "in this report" if statement.by_card else f"'{statement.text.removesuffix('.')}'"
    tightest = best.tightest()
    lines = []
    for decision, margin in tightest.items():
        hand, decided = ranking.describe(margin.hand.strength), "folded" if decision == FOLD else "played"
        lines.append(sentence("checks.closest", decided=decided, hand=hand, margin=margin))
    gains = min(margin.gain for margin in tightest.values())
    return _check(
        "proof",
        "optimal strategy",
        f"No decision is better for any hand than the strategy {strategy}",
        f"every decision gains at least {decimal(gains, 6)} units over the other one",
        "no decision can be improved",
        *lines,
        true=gains >= 0,
    )


def _sums(subject: Subject) -> Judged:
    rules, found = subject.rules, subject.first.wagers[subject.rules.base]
    hands = sum(strength.count for strength in rules.ranking.strengths)
    factors, whose = [hands], [f"{hands:,} hands of the player"]
    if not rules.alone:
        dealer = subject.first.game.rules.dealer_hands
        factors, whose = [*factors, dealer], [*whose, f"{dealer:,} of the dealer"]
    if (seen := comb(3, rules.file.deal.face_up)) > 1:  # any of the dealer's cards may be those
        factors, whose = [*factors, seen], [*whose, f"{seen} choices of what is seen"]
    counts = " + ".join(f"{count:,}" for _, count in found.outcomes)
    product = " × ".join(f"{factor:,}" for factor in factors)
    return _check(
        "deals",
        "all deals",
        "The results of the base game sum to all deals",
        f"{found.total:,}",
        " × ".join(whose),
        f"{counts} = {found.total:,} = {product}.",
        true=found.total == prod(factors),
    )
