"""The whole report: what is audited, how to read it, a summary, then the chapters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

from combin.audit import chapters
from combin.audit.jackpot_chapters import Chapter, jackpot_chapters
from combin.audit.judge import GENERIC_SECTION, Audit
from combin.audit.quantities.document import listed_rules
from combin.audit.quantities.edges import HouseEdge
from combin.audit.quantities.jackpots import once_in
from combin.audit.subject import Subject
from combin.audit.verdict import Judged, Verdict, Weight
from combin.audit.views import TONES, document_table, one_file
from combin.certificate.body import certificate_hash, not_certified
from combin.certificate.canonical import digest, rules_data
from combin.design.variants import sensitivity_asked
from combin.formats.documents import Block, Document, Heading, Item, Listing, Paragraph, bullets, escaped
from combin.formats.tables import COUNT, PLAIN, Column, Table
from combin.formats.view import write_document
from combin.formatting import counted, decimal, money_in
from combin.processes import begun_answers
from combin.report.analysis import edge_tables, headlines_of
from combin.rules.resolved import Rules, remembered
from combin.rules.spelling import as_written
from combin.version import __version__
from combin.words.catalogue import load_catalogue
from combin.words.rules import document_named, imprint_sentences


def report(audit: Audit, confidence: int = chapters.CONFIDENCE) -> Document:
    """Return the report of an audit, ready to be written in any format; bands hold with a `confidence`.

    >>> from combin.audit.judge import audit
    >>> report(audit("resorts-world-sentosa")).title
    'Audit: Three Card Poker, Resorts World Sentosa'
    """
    words = {verdict.value: tone for verdict, tone in TONES.items()}
    tones = words | {word.capitalize(): tone for word, tone in words.items()}  # as a sentence begins, too
    footer = f"{audit.game} · combin {__version__} · rules {digest(rules_data(audit.rules))[:16]}"
    empty = (Paragraph(""), bullets([]))
    return Document(tuple(part for part in _parts(audit, confidence) if part not in empty), tones, footer)


def write_report(
    audit: Audit, path: Path, font: str = "", confidence: int = chapters.CONFIDENCE
) -> tuple[Path, ...]:
    """Write the report of an audit into a file or a folder, as `write_reports` does."""
    return write_reports([audit], path, font, confidence)


def write_reports(
    audits: Sequence[Audit], output: Path, font: str = "", confidence: int = chapters.CONFIDENCE
) -> tuple[Path, ...]:
    """Write the report of each audit into a folder, or of one to a file; return the files.

    A `font` of this machine is taken for letters that no font of the program has. Bands over many rounds hold
    with a `confidence` in percent.

    In a folder it is GAME.md. Beside Markdown stand its plots. Each file is written whole or not at all.

    Raises:
        PrintError: a file of another ending, or something does not fit on its page.
        OSError: the folder or a file cannot be written.
    """
    paths = [output]
    if not one_file(output):
        output.mkdir(parents=True, exist_ok=True)
        paths = [output / f"{audit.game}.md" for audit in audits]
    written: list[Path] = []
    for audit, path in zip(audits, paths, strict=True):
        with money_in(audit.rules.file.imprint.sign):
            begun_report(audit.rules, confidence)()
            written += write_document(report(audit, confidence), path, font)
    return tuple(written)


@remembered
def begun_report(rules: Rules, confidence: int) -> Callable[[], None]:
    """Begin what takes the report of a game longest; return what takes part, until all is known.

    It needs no claims, so that a second process can do it while they are judged.
    """
    subject = Subject(rules.file.id, rules)
    effects = sensitivity_asked(rules, subject.first.letters, rules.base)  # a plot shows them
    full_table, *rounds = chapters.many_rounds_asked(subject, confidence)
    return begun_answers([full_table, effects, partial(certificate_hash, rules), *rounds])


def _parts(audit: Audit, confidence: int) -> Iterator[Block]:
    subject = audit.subject
    yield Heading(1, f"Audit: {subject.rules.file.title}")
    yield _identity(audit)
    yield from first_page(audit, _in_short(audit))
    yield from attention(audit)
    yield from whole_document(audit)
    yield Heading(2, "How to read this report")
    yield from _how_to_read(subject)
    yield Heading(2, "Summary")
    yield from _summary(audit)
    game_chapters: tuple[Chapter, ...] = (
        chapters.rules_chapter,
        chapters.hands_chapter,
        chapters.strategy_chapter,
        chapters.wagers_chapter,
        *jackpot_chapters(subject.rules),
        partial(chapters.many_rounds_chapter, confidence=confidence),
    )
    for number, chapter in enumerate(game_chapters, start=1):
        yield from chapter(subject, number)
    yield from claims_chapter(audit, len(game_chapters) + 1)
    yield from unjudged(audit, len(game_chapters) + 2)


def _identity(audit: Audit) -> Block:
    file = audit.rules.file
    source, claims = file.source, len(audit.subject.placed)
    if source.kind == "variant":
        facts = [f"Document: none of its own; {document_named(source, load_catalogue())}"]
    else:
        said = {"Publisher": source.publisher, "Version": source.version, "In force from": source.effective}
        facts = [f"Document: {source.document}", *(f"{name}: {text}" for name, text in said.items() if text)]
    facts += map(escaped, imprint_sentences(file.imprint, load_catalogue()))
    facts.append(f"Rules as read here: `{audit.game}`")
    checks = f"{len(audit.judged) - claims:,} general checks"
    facts.append(f"Claims of the document that are judged: {claims:,}, and {checks}")
    sha256, refused = certificate_hash(audit.rules), not_certified(audit.rules)
    facts.append(
        f"Certificate of these rules and their figures, as `combin certify` writes it: SHA-256 `{sha256}`"
        if refused is None
        else f"No certificate: {escaped(str(refused))}"
    )
    return bullets(facts)


def _how_to_read(subject: Subject) -> Iterator[Block]:
    rules, best = subject.rules, subject.first.best.distribution
    base = rules.unit_name
    raised = f", whatever he stakes on {rules.wagers[rules.play].name} afterwards" if rules.play else ""
    smaller = (
        f"For {rules.base_name} it is the smaller of the two, since with the best play "
        f"{decimal(best.average_wager, 4)} units are wagered for each unit of the {base}. "
        if best.average_wager > 1
        else ""
    )
    yield Paragraph(
        "All figures are counted from whole numbers: every hand that the player can be dealt against every "
        "hand that the dealer can then be dealt. Nothing is sampled, and nothing is rounded before it is "
        "printed; a decimal is its exact value rounded half up. The counts are given throughout, so that "
        "each figure can be worked out again with a pocket calculator."
    )
    yield bullets(
        [
            "**Net**: what the player gains in a round, in units of his initial wager. A loss is negative.",
            (
                f"**House edge**: what the player loses on average for each unit of the initial wager. For "
                f"{rules.base_name} that is per unit of the {base}{raised}."
            ),
            (
                f"**Element of risk**: what he loses on average for each unit of all the money that he "
                f"wagers. {smaller}For a side bet the two are the same."
            ),
            "**Pays n to 1**: the stake is returned and n times the stake paid on top.",
        ]
    )
    words = load_catalogue()
    rows = tuple((verdict.value, words(f"verdicts.{verdict.name.lower()}")) for verdict in Verdict)
    yield Table("", ("Verdict", "Meaning"), rows)


def _summary(audit: Audit) -> Iterator[Block]:
    if published := [one for one in audit.judged if one.id in _edge_claims(audit)]:
        yield Paragraph("The house edges that the document publishes:")
        yield bullets([_published_edge(one) for one in published])
    analyses = audit.subject.analyses
    yield bullets(map(escaped, headlines_of(analyses)))
    yield from edge_tables(analyses)


def _edge_claims(audit: Audit) -> set[str]:
    return {one.claim.id for one in audit.subject.placed if isinstance(one.claim, HouseEdge)}


def _published_edge(judged: Judged) -> str:
    words = f", namely {escaped(judged.reason)}" if judged.verdict is Verdict.READING else ""
    figures = f"published {judged.published}, exactly {judged.exact} = {judged.decimal}"
    return f"{judged.says}: {figures}. **{judged.verdict.value.capitalize()}**{words}."


def _in_short(audit: Audit) -> str:
    wrong, claimed = audit.numbers[Verdict.DIFFERS], len(audit.subject.placed)
    kind = "claim" if claimed else "general check"
    sentences = [] if claimed else ["No claims of the document were given to be judged."]
    if wrong:
        sentences.append(f"{counted(wrong, kind)} {'is' if wrong == 1 else 'are'} contradicted by the count.")
    else:
        right = "No published figure that can be checked is wrong." if claimed else "The general checks hold."
        sentences.append(right)
    if claimed and not _edge_claims(audit):
        sentences.append("The document publishes no house edge; this report gives them.")
    if weights := Counter(one.weight for one in audit.findings):
        kinds = (f"{weights[weight]} {about.lower()}" for weight, about in WEIGHTS.items() if weights[weight])
        sentences.append(f"There are {counted(weights.total(), 'finding')}: {', '.join(kinds)}.")
    return " ".join(sentences)


_SHORT = {Verdict.ROUNDS: "rounds", Verdict.READING: "one reading"}
"""Verdicts in tables of figures, where the long words would not fit."""


def claims_chapter(audit: Audit, number: int) -> Iterator[Block]:
    """Yield the claims section by section of the document, the general checks last."""
    sections: dict[str, list[Judged]] = {}
    for one in audit.judged:
        sections.setdefault(one.section, []).append(one)
    sections[GENERIC_SECTION] = sections.pop(GENERIC_SECTION)
    titles = {one.id: one.title for one in audit.subject.tables}
    yield Heading(2, f"{number}. The document judged")
    if len(sections) > 1:
        yield Paragraph(
            "Each claim stands under the section of the document that makes it, with the place that it is "
            "cited from. Claims are told in our words; figures are as printed. In printed tables that are "
            "worked out, each cell has the exact value and the published figure: = exact, ≈ rounds to it, "
            "≠ differs from it."
        )
    if any(one.chance is not None and one.table for one in audit.judged):
        yield Paragraph(
            "Figures about several winners in one round are followed by brackets: at a full table they win "
            "together in one round of so many, or never, where no two jackpot cards allow it."
        )
    yield _numbers(sections)
    for place, (section, claims) in enumerate(sections.items(), start=1):
        yield Heading(3, f"{number}.{place} {section}")
        yield from _section(claims, titles)


def _numbers(sections: dict[str, list[Judged]]) -> Table:
    def of(verdict: Verdict) -> Column[str]:
        return Column(
            _SHORT.get(verdict, verdict.value),
            COUNT,
            lambda section: sum(one.verdict is verdict for one in sections[section]) or None,
        )

    columns = [*map(of, Verdict), Column[str]("all", COUNT, lambda section: len(sections[section]))]
    return Table.of("", sections, [Column("Section", value=str), *columns]).without_blanks()


def _section(claims: Sequence[Judged], titles: Mapping[str, str]) -> Iterator[Block]:
    above: tuple[str, ...] = ()
    for table, group in groupby(claims, key=lambda claim: claim.table):
        if table:
            yield from _table(list(group), titles.get(table, table))
            continue
        items = []
        for one in group:
            items.append(_claim(one, repeated=bool(one.evidence) and one.evidence == above))
            above = one.evidence
        yield Listing(tuple(items))


def _claim(judged: Judged, *, repeated: bool) -> Item:
    """Return one claim as a list item with its evidence below, unless the claim above it has the same."""
    parts = [f"**{escaped(judged.place)}**: {escaped(judged.says)}."]
    if judged.published:
        parts.append(f"Published: {escaped(judged.published)}.")
    exact = judged.exact if judged.decimal in ("", judged.exact) else f"{judged.exact} = {judged.decimal}"
    if exact and exact != judged.reason:
        parts.append(f"{'Exact' if judged.value is not None else 'Found'}: {escaped(exact)}.")
    parts.append(f"Verdict: **{judged.verdict.value}**{_because(judged)}.")
    evidence = ("Shown by the same count.",) if repeated else judged.evidence
    return Item(" ".join(parts), tuple(map(escaped, evidence)))


def _because(judged: Judged) -> str:
    reason = judged.reason
    if judged.verdict is Verdict.READING:
        return f", namely {escaped(reason)}"
    if judged.verdict is Verdict.EXACT and reason in ("as stated", "the exact value"):
        return ""
    return f" ({escaped(reason)})"


def _table(cells: Sequence[Judged], title: str) -> Iterator[Block]:
    """Yield a printed table in its own rows and columns, with what its cells are worth."""
    first = cells[0]
    name = f"**{escaped(first.place)}**: {escaped(title)}, {counted(len(cells), 'figure')}"
    same = len({(one.verdict, one.reason) for one in cells}) == 1
    settled = all(one.verdict is Verdict.EXACT and not one.evidence for one in cells)
    if settled or (same and first.value is None and not first.beside):
        why = ": each is in the rules that this report is computed from" if settled else _because(first)
        yield Paragraph(f"{name}. Verdict: **{first.verdict.value}**{why}.")
        yield _grid(cells, lambda judged: judged.published, "Published")
        return
    verdicts = Counter(one.verdict for one in cells)
    told = ", ".join(f"{verdicts[verdict]} **{verdict.value}**" for verdict in Verdict if verdict in verdicts)
    sample = cells[-1].evidence[:1]
    example = f" For instance, {_continued(escaped(sample[0]))}" if sample else ""
    yield Paragraph(f"{name}. Verdicts: {told}.{example}{_how_often(cells)}")
    yield _with_more(cells) if first.beside else _grid(cells, _figure, "Exact and published")
    odd: dict[str, list[str]] = {}
    for one in cells:
        if one.verdict not in (Verdict.EXACT, Verdict.ROUNDS):
            odd.setdefault(f"**{one.verdict.value}**{_because(one)}", []).append(escaped(one.cell))
    yield bullets([f"{_together(places)}: {reason}." for reason, places in odd.items()])


def _continued(sentence: str) -> str:
    """Return a sentence as it goes on after a comma; a formula or a name of one letter stays as it is."""
    return (
        sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() or sentence[1:2] == "t" else sentence
    )


def _how_often(cells: Sequence[Judged]) -> str:
    """Return how many of the cells are about rounds that can occur."""
    if any(one.chance is None for one in cells):
        return ""
    can = sum(bool(one.chance) for one in cells)
    return f" Of these {len(cells)} rounds {can} can occur."


def _together(places: Sequence[str]) -> str:
    """Return places in a row: the first and the last of many."""
    return ", ".join(places) if len(places) < 4 else f"{places[0]} to {places[-1]} ({len(places)} figures)"


def _with_more(cells: Sequence[Judged]) -> Table:
    """Return a printed table of one column with the figures that belong beside it."""

    def beside(head: str) -> Column[Judged]:
        return Column(head, PLAIN, lambda judged: judged.beside.get(head))

    heads = dict.fromkeys(head for one in cells for head in one.beside)
    published: Column[Judged] = Column("Published", PLAIN, lambda judged: judged.published)
    return Table.of("", cells, [Column(value=lambda judged: judged.row), published, *map(beside, heads)])


_SIGNS = {Verdict.EXACT: "=", Verdict.ROUNDS: "≈", Verdict.DIFFERS: "≠"}


def _figure(judged: Judged) -> str:
    figure = judged.published
    if judged.value is not None and judged.verdict in _SIGNS:
        figure = f"{judged.exact} {_SIGNS[judged.verdict]} {judged.published}"
    if judged.chance is None:
        return figure
    return f"{figure} ({once_in(judged.chance) if judged.chance else 'never'})"


def _grid(cells: Sequence[Judged], shown: Callable[[Judged], str], heading: str) -> Table:
    """Return the cells in the rows and columns of the printed table; a lone column has the heading."""
    columns = dict.fromkeys(one.column for one in cells)
    rows: dict[str, list[str]] = {}
    for one in cells:
        rows.setdefault(one.row, []).append(shown(one))
    heads = [Column[str](column or heading, PLAIN) for column in columns]
    return Table("", [Column(), *heads], tuple((row, *figures) for row, figures in rows.items()))


WEIGHTS = {
    Weight.MONEY: "About what is paid",
    Weight.MEANING: "About what is meant",
    Weight.FORM: "Of form",
}


def first_page(audit: Audit, said: str) -> Iterator[Block]:
    """Yield the verdict in a paragraph, how many claims came out how, and the findings about money."""
    yield Paragraph(f"**Verdict.** {said}")
    rows = [(verdict.value, number) for verdict, number in audit.numbers.items() if number]
    columns = ("Verdict", Column[int]("Claims", COUNT))
    yield Table("", columns, (*rows, ("all", len(audit.judged))), sums=(len(rows),))
    if findings := [Item(escaped(one.text)) for one in audit.findings if one.weight is Weight.MONEY]:
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
            yield Heading(3, WEIGHTS[weight])
            yield Listing(items, first)
        first += len(items)
    if open_claims := [one for one in audit.judged if TONES[one.verdict] != "good"]:
        open_claims.sort(key=lambda claim: TONES[claim.verdict] != "bad")
        yield document_table(open_claims, "Claims that do not simply hold")
    elif not audit.findings:
        yield Paragraph("Nothing: every claim and every check holds.")


def whole_document(audit: Audit) -> Iterator[Block]:
    """Yield every claim in the order of the document; cells of a table that came out alike are one row."""
    yield Heading(2, "The document in one table")
    yield Paragraph("The evidence for each row stands in the chapters that follow.")
    if claimed := [one for one in audit.judged if one.section != GENERIC_SECTION]:
        yield document_table(claimed)
    checks = [one for one in audit.judged if one.section == GENERIC_SECTION]
    yield document_table(
        checks, GENERIC_SECTION, "What must hold", "These checks are no claims of the document."
    )


def unjudged(audit: Audit, number: int) -> Iterator[Block]:
    """Yield the numbered rules about which no claim is judged, by why that is; of rules their parts."""
    listed = list(listed_rules(audit.subject.outline))
    rules = [rule for rule in listed if not any(other.startswith(f"{rule}.") for other in listed)]
    if not rules:
        return
    yield Heading(2, f"{number}. Rules that were not judged")
    judged = _numbers_in(one.place for one in audit.judged)
    encoded = _numbers_in(_cited(as_written(audit.subject.rules.file)))
    left = [rule for rule in rules if not _within(rule, judged)]
    in_file = [rule for rule in left if _within(rule, encoded)]
    nowhere = [rule for rule in left if rule not in in_file]
    why = {
        "In the rule file, and so in the figures; without a claim": in_file,
        "Neither in the rule file nor in a claim, so that this audit says nothing about them": nowhere,
    }
    told = f"Of {len(rules):,} rules that the document numbers {len(left):,} have no claim of their own"
    yield Paragraph(f"{told}{':' if left else '.'}")
    yield bullets(f"**{reason}**: {escaped(', '.join(some))}." for reason, some in why.items() if some)


_NUMBER = re.compile(r"\d+(?:\.\d+)+")


def _numbers_in(places: Iterable[str]) -> set[str]:
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
