"""Checks that need no claims: what must hold of any rule file, whatever its document says."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, prod
from typing import TYPE_CHECKING

from msgspec.structs import replace

from combin.audit.hands import category_derivations
from combin.audit.quantities.edges import house_advantage
from combin.audit.subject import Subject
from combin.audit.verdict import Compare, Finding, Judged, Verdict, Weight, judge_answer
from combin.decimals import decimal, percent, plain
from combin.exact.base_game import FOLD
from combin.exact.pay_lines import line_counts
from combin.formatting import thousands
from combin.jackpot.answer import meter_options
from combin.jackpot.value import jackpot_chances
from combin.rules.resolved import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable


GENERIC_SECTION = "Checks made of any rule file"


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


def _judged(name: str, place: str, says: str, exact: str, reason: str, *evidence: str, true: bool) -> Judged:
    finding = (
        None if true else Finding(Weight.MONEY, place, f"{place}: it does not hold that '{says}': {exact}.")
    )
    return Judged(
        id=f"generic-{name}",
        section=GENERIC_SECTION,
        place=place,
        says=says,
        verdict=Verdict.EXACT if true else Verdict.DIFFERS,
        reason=reason,
        exact=exact,
        evidence=evidence,
        finding=finding,
    )


def _rarity(subject: Subject) -> Judged:
    ranking = subject.rules.ranking
    counts = [count for count in ranking.counts.values() if count]  # a deck may lack a category
    true = all(above < below for above, below in pairwise(counts))
    evidence = (f"{category.value}: {line}" for category, line in category_derivations(ranking).items())
    return _judged(
        "rarity",
        subject.rules.file.ranking.rule or "order of hands",
        "A category that ranks higher is rarer",
        (" < " if true else "; ").join(f"{count:,}" for count in counts),
        "the counts rise from the highest category to the lowest"
        if true
        else "the counts do not rise throughout",
        *evidence,
        true=true,
    )


def _line_counts(subject: Subject, table: PayTable) -> dict[str, int]:
    """Return how many hands or deals each line of a table takes."""
    rules = subject.rules
    if table.wager in rules.side_bets:
        bet = next(
            one.side_bets[table.wager] for one in subject.analyses if one.letters[table.wager] == table.letter
        )
        return {line.text: line.count for line in bet.lines}
    counts, _ = line_counts(rules, table)
    if table.wager in rules.jackpots and any(line.text not in counts for line in table.lines):
        return {one.line.text: one.count for one in jackpot_chances(rules, table).lines()}
    return counts


def _as_told(subject: Subject, table: PayTable, counts: dict[str, int]) -> tuple[list[Line], dict[str, int]]:
    """Return the lines that are counted, those as one that players are told of in the same words."""
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
        by_kind: dict[str, list[tuple[Line, Fraction]]] = {}
        for line in rarest_first:
            for kind, pay in _prizes(line).items():
                by_kind.setdefault(kind, []).append((line, pay))
        for kind, paid in by_kind.items():
            for one, pay in paid:
                more_frequent = [row for row in paid if counts[row[0].text] > counts[one.text]]
                other, more = next((row for row in more_frequent if row[1] > pay), (one, pay))
                if more > pay:
                    faults.append(
                        f"in {letter} {one.text} ({counts[one.text]:,}) pays {plain(pay)}, {other.text} "
                        f"({counts[other.text]:,}) {plain(more)}{' to others' if kind == 'envy' else ''}"
                    )
        where = f"in {letter} " if len(tables) > 1 else ""
        unsettled += [f"{where}{one}" for one in _unlike(subject, table, rarest_first)[:1]]
        pays = " ≥ ".join(_pay(line) for line in rarest_first)
        if not evidence:
            evidence.append(f"{', '.join(f'{line.text} {counts[line.text]:,}' for line in rarest_first)}.")
        evidence += [f"{letter}: {pays}.", *_shares_beside_money(subject, table)]
    name = subject.rules.wagers[wager].name
    where = f"so in {f'all {len(tables)} tables' if len(tables) > 1 else 'its table'}"
    if faults:
        reason = "a rarer line pays less"
    elif unsettled:
        where, reason = f"{where} among prizes of one kind", "; ".join(unsettled)
    else:
        reason = "each rarer line pays at least as much"
    judged = _judged(
        f"pays-{wager.replace('_', '-')}",
        _places(subject, wager),
        f"{name} pays a rarer hand at least as much as a more frequent one",
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
            found.append(f"{one.text} beside {other.text} depends on the {open_term}")
    return found


def _places(subject: Subject, wager: str) -> str:
    """Return where the document has the tables of a wager; their name where the file cites no place."""
    rules = dict.fromkeys(table.rule for table in subject.rules.tables[wager].values() if table.rule)
    return ", ".join(rules) or f"pay tables of {subject.rules.wagers[wager].name}"


def _shares_beside_money(subject: Subject, table: PayTable) -> list[str]:
    """Return from which meter on the smallest share is at least the largest fixed prize."""
    shares = [Fraction(line.prize.meter) for line in table.lines if line.prize.meter is not None]
    fixed = [
        Fraction(pay)
        for line in table.lines
        for pay in (line.prize.odds, line.prize.money)
        if pay is not None
    ]
    if not shares or not fixed:
        return []
    from_meter = max(fixed) / min(shares)
    line = (
        f"The smallest share of the meter, {percent(min(shares), 0)}, is at least the largest fixed prize, "
        f"{thousands(max(fixed))}, from a meter of {thousands(from_meter)} on"
    )
    options = meter_options(subject.rules, table.wager).values()
    seeds = [meter.seed for option in options for meter in option.meters]
    if not seeds:
        return [f"{line}; the document gives no least meter."]
    relation = "above" if min(seeds) >= from_meter else "not above"
    return [f"{line} for each unit wagered; the smallest published seed, {min(seeds):,}, is {relation} that."]


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


def dominates(table: PayTable, other: PayTable) -> bool:
    """Tell whether a table pays each line at least as much as another, and some line more."""
    pays = {line.text: table.odds(line) for line in table.lines}
    theirs = {line.text: other.odds(line) for line in other.lines}
    texts = pays.keys() | theirs.keys()
    gaps = [pays.get(text, Fraction(-1)) - theirs.get(text, Fraction(-1)) for text in texts]
    return min(gaps) >= 0 and max(gaps) > 0


def alternatives_compared(subject: Subject, wager: str) -> list[tuple[str, str, str]]:
    """Return for each pair of a wager's tables the lines in which they differ, "three of a kind 30 / 25"."""
    tables = subject.rules.tables[wager]
    found = []
    for one, other in combinations(tables, 2):
        own, theirs = _terms(tables[one], tables[other]), _terms(tables[other], tables[one])
        gaps = [
            f"{text} {own.get(text, 'nothing')} / {theirs.get(text, 'nothing')}"
            for text in own | theirs
            if own.get(text) != theirs.get(text)
        ]
        found.append((one, other, ", ".join(gaps)))
    return found


def _alternatives(subject: Subject, wager: str) -> Judged:
    rules = subject.rules
    name, tables = rules.wagers[wager].name, rules.tables[wager]
    pairs = alternatives_compared(subject, wager)
    same = [f"{one} and {other}" for one, other, gaps in pairs if not gaps]
    evidence = [f"{one} / {other}: {gaps or 'no difference'}." for one, other, gaps in pairs]
    edges = _table_edges(subject, wager)
    if edges:
        best, worst = min(edges, key=edges.__getitem__), max(edges, key=edges.__getitem__)
        listed = ", ".join(f"{letter} {percent(edge, 4)}" for letter, edge in edges.items())
        what = f"House edge of {rules.wager_name(rules.base)}" if wager in rules.base_tables else "House edge"
        evidence.append(f"{what}: {listed}; best for the player {best}, worst {worst}.")
        better: dict[tuple[str, ...], list[str]] = {}
        for letter, table in tables.items():
            above = tuple(other for other, theirs in tables.items() if dominates(theirs, table))
            better.setdefault(above, []).append(letter)
        evidence += [
            f"{_listed(above)} pay{'s' if len(above) == 1 else ''} as much as {_listed(below)} in every "
            "line, and more in some."
            for above, below in better.items()
            if above
        ]
    return _judged(
        f"alternatives-{wager.replace('_', '-')}",
        _places(subject, wager),
        f"The {name} tables {', '.join(tables)} are all different",
        f"{len(pairs) - len(same)} of {len(pairs)} pairs of tables differ",
        "no two are the same" if not same else f"the same: {', '.join(same)}",
        *evidence,
        true=not same,
    )


def _listed(names: Sequence[str]) -> str:
    """Return "A", "A and B", "A, B and F"."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _table_edges(subject: Subject, wager: str) -> dict[str, Fraction]:
    rules = subject.rules
    shown = rules.base if wager in rules.base_tables else wager
    edges: dict[str, Fraction] = {}
    for analysis in subject.analyses:
        letter = analysis.letters.get(wager)
        if letter is not None and letter not in edges:
            edges[letter] = analysis.wagers[shown].house_edge
    return edges


def _edges(subject: Subject) -> Judged:
    answer = house_advantage(subject.analyses)
    verdict, reason, candidate = judge_answer(answer, None, Compare.EXACT)
    says = "Every wager has a house edge above zero with the best play"
    if subject.rules.meters:
        says += ", a progressive wager in the long run"
    whom = answer.facts.get("whom", "")
    judged = _judged(
        "advantage",
        "all wagers",
        says,
        str(candidate.value) if candidate is not None else "",
        f"{reason}: {whom}" if verdict is Verdict.READING else whom or reason,
        *answer.evidence,
        true=verdict is not Verdict.DIFFERS,
    )
    if verdict is Verdict.READING:
        text = f"all wagers: {says[:1].lower()}{says[1:]} holds only {judged.reason}."
        return replace(judged, verdict=verdict, finding=Finding(Weight.MONEY, judged.place, text))
    return judged if verdict is Verdict.DIFFERS else replace(judged, verdict=verdict)


def _proof(subject: Subject) -> Judged:
    best, ranking, statement = subject.first.best, subject.rules.ranking, subject.first.statement
    told = "of this report, card by card" if statement.by_card else f"'{statement.text.removesuffix('.')}'"
    tightest = best.tightest()
    lines = []
    for decision, margin in tightest.items():
        word = "folded" if decision == FOLD else "played"
        lines.append(
            f"Of the hands {word}, {ranking.describe(margin.hand.strength)} ({margin.hand.pattern.value}) "
            f"gains least by it: {decimal(margin.gain, 6)} units ({margin.gain})."
        )
    true = all(margin.gain >= 0 for margin in tightest.values())
    gains = min(margin.gain for margin in tightest.values())
    return _judged(
        "proof",
        "best play",
        f"No hand does better against the strategy {told}",
        f"every decision gains at least {decimal(gains, 6)} units over the other",
        "no hand on either side of the border prefers the other decision",
        *lines,
        true=true,
    )


def _sums(subject: Subject) -> Judged:
    rules, found = subject.rules, subject.first.wagers[subject.rules.base]
    hands = sum(strength.count for strength in rules.ranking.strengths)
    factors, whose = [hands], [f"{hands:,} hands of the player"]
    if not rules.alone:
        dealer = subject.first.game.dealer_hands
        factors, whose = [*factors, dealer], [*whose, f"{dealer:,} of the dealer"]
    if (seen := comb(3, rules.file.deal.face_up)) > 1:  # any of the dealer's cards may be those
        factors, whose = [*factors, seen], [*whose, f"{seen} choices of what is seen"]
    counts = " + ".join(f"{count:,}" for _, count in found.outcomes)
    product = " × ".join(f"{factor:,}" for factor in factors)
    return _judged(
        "deals",
        "all deals",
        "The outcomes of the base game add up to all deals",
        f"{found.total:,}",
        " × ".join(whose),
        f"{counts} = {found.total:,} = {product}.",
        true=found.total == prod(factors),
    )
