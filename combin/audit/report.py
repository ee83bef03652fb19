"""The whole report: result, findings with actions, all claims, then the chapters and the evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path

from combin.audit import chapters
from combin.audit.judge import GENERIC_SECTION, Audit
from combin.audit.load import is_within, places_named
from combin.audit.quantities.document import listed_rules
from combin.audit.quantities.edges import HouseEdge, WagerUnder, wagers_under
from combin.audit.quantities.jackpots import once_in
from combin.audit.subject import Subject, sentence
from combin.audit.verdict import Judged, Verdict, Weight
from combin.audit.views import TONES, URGENT, VERDICT, document_table, number_tables, one_file, rows_of
from combin.certificate.body import certificate_hash, not_certified
from combin.certificate.canonical import digest, rules_data
from combin.design.variants import sensitivity_asked
from combin.formats.documents import Block, Document, Heading, Item, Listing, Paragraph, bullets, escaped
from combin.formats.tables import COUNT, PERCENT, PLAIN, Column, Table
from combin.formats.view import write_document
from combin.formatting import counted, money_in
from combin.processes import begun_answers
from combin.report.analysis import headlines_of
from combin.rules.resolved import Rules, remembered
from combin.rules.spelling import as_written
from combin.session import CONFIDENCE
from combin.version import __version__
from combin.words.catalogue import load_catalogue
from combin.words.rules import document_named, imprint_sentences


def report(audit: Audit, confidence: int = CONFIDENCE) -> Document:
    """Return the report of an audit, ready to be written in any format; bands hold with a `confidence`.

    >>> from combin.game import load
    >>> report(load("resorts-world-sentosa").audit()).title
    'Audit: Three Card Poker, Resorts World Sentosa'
    """
    tones = {verdict.value: tone for verdict, tone in TONES.items()}
    footer = f"{audit.game} · combin {__version__} · rules {digest(rules_data(audit.rules))[:16]}"
    empty = (Paragraph(""), bullets([]))
    return Document(tuple(part for part in _parts(audit, confidence) if part not in empty), tones, footer)


def write_report(audit: Audit, path: Path, font: str = "", confidence: int = CONFIDENCE) -> tuple[Path, ...]:
    """Write the report of an audit into a file or a folder, as `write_reports` does."""
    return write_reports([audit], path, font, confidence)


def write_reports(
    audits: Sequence[Audit], output: Path, font: str = "", confidence: int = CONFIDENCE
) -> tuple[Path, ...]:
    """Write the report of each audit into a folder, or of one to a file; return the files.

    A `font` of this machine is taken for letters that no font of the program has. Bands over many rounds hold
    with a `confidence` in percent. In a folder it is GAME.md. Plots of Markdown are files next to it.
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
    rounds = chapters.many_rounds_asked(subject, confidence)
    with suppress(ModuleNotFoundError):  # both processes need them; loaded before, they are loaded once
        import flint  # noqa: F401
        import numpy as np  # noqa: F401
    return begun_answers([effects, partial(certificate_hash, rules), *rounds])


def _parts(audit: Audit, confidence: int) -> Iterator[Block]:
    subject, numbers = audit.subject, _numbers(audit)
    game_chapters: tuple[chapters.Chapter, ...] = (
        chapters.rules_chapter,
        chapters.hands_chapter,
        chapters.strategy_chapter,
        chapters.wagers_chapter,
        *(partial(chapters.jackpot_chapter, wager) for wager in subject.rules.jackpots),
        partial(chapters.many_rounds_chapter, confidence=confidence),
    )
    last = len(game_chapters) + 1
    yield Heading(1, f"Audit: {subject.rules.file.title}")
    yield _identity(audit)
    findings = _findings(audit, numbers)
    yield from _first_page(audit, findings)
    if findings:
        yield Heading(2, "Further findings")
    for weight, listing in findings.items():
        yield Heading(3, _WEIGHTS[weight])
        yield listing
    yield from _all_claims(audit, numbers, last)
    yield Heading(2, "Definitions")
    yield from _definitions(subject)
    for number, chapter in enumerate(game_chapters, start=1):
        yield from chapter(subject, number)
    yield from _evidence_chapter(audit, numbers, last)
    outlined = bool(subject.outline.rules)
    if outlined:
        yield from _rules_without_claims(audit, last + 1)
    if audit.document is not None:
        yield Heading(2, f"{last + 1 + outlined}. Numbers of the document")
        yield Paragraph(audit.document.summary)
        yield from number_tables(audit.document)


def _identity(audit: Audit) -> Block:
    file = audit.rules.file
    source, claims = file.source, len(audit.subject.placed)
    if source.kind == "variant":
        facts = [f"Document: none; {document_named(source, load_catalogue())}"]
    else:
        said = {"Publisher": source.publisher, "Version": source.version, "In force from": source.effective}
        facts = [f"Document: {source.document}", *(f"{name}: {text}" for name, text in said.items() if text)]
    facts += map(escaped, imprint_sentences(file.imprint, load_catalogue()))
    facts.append(f"Rule file: `{audit.game}`")
    facts.append(f"Claims checked: {claims:,}, and {counted(len(audit.judged) - claims, 'general check')}")
    sha256, refused = certificate_hash(audit.rules), not_certified(audit.rules)
    facts.append(
        f"Certificate of rules and figures (`combin certify`): SHA-256 `{sha256}`"
        if refused is None
        else f"No certificate: {escaped(str(refused))}"
    )
    return bullets(facts)


def _first_page(audit: Audit, findings: dict[Weight, Listing]) -> Iterator[Block]:
    """Yield the result, the house edges, how many claims have each verdict, and the findings on payments."""
    yield Paragraph(f"**Result.** {_result(audit)}")
    yield _edges(audit)
    if said := headlines_of(audit.subject.analyses):
        yield Paragraph(escaped(" ".join(said)))
    rows = [(verdict.value, number) for verdict, number in audit.numbers.items() if number]
    columns = ("Verdict", Column[int]("Claims", COUNT))
    yield Table("", columns, (*rows, ("Total", len(audit.judged))), sums=(len(rows),))
    if payments := findings.pop(Weight.MONEY, None):
        yield Paragraph(f"**Findings: {_WEIGHTS[Weight.MONEY].lower()}**")
        yield payments
    elif findings:
        yield Paragraph("No finding is about payments.")


def _result(audit: Audit) -> str:
    wrong, claimed = audit.numbers[Verdict.DIFFERS], len(audit.subject.placed)
    kind = "claim" if claimed else "general check"
    sentences = [] if claimed else ["No claims of the document were given."]
    if wrong:
        sentences.append(f"{counted(wrong, kind)} {'is' if wrong == 1 else 'are'} wrong.")
    else:
        right = "No published figure that can be checked is wrong." if claimed else "The general checks hold."
        sentences.append(right)
    if claimed and not _edge_claims(audit):
        sentences.append("The document publishes no house edge; this report gives them.")
    if weights := Counter(finding.weight for finding in audit.findings):
        kinds = (f"{name.lower()} {weights[weight]}" for weight, name in _WEIGHTS.items() if weights[weight])
        sentences.append(f"{counted(weights.total(), 'finding')}: {', '.join(kinds)}.")
    return " ".join(sentences)


_WEIGHTS = {Weight.MONEY: "Payments", Weight.MEANING: "Interpretation", Weight.FORM: "Editorial"}


def _findings(audit: Audit, numbers: Mapping[str, int]) -> dict[Weight, Listing]:
    """Return the findings by weight, numbered through, each with its action and the numbers of its claims."""
    lists: dict[Weight, Listing] = {}
    first = 1
    for weight, group in groupby(audit.findings, key=lambda finding: finding.weight):
        items = []
        for finding in group:
            claims = [claim for claim in audit.judged if claim.finding == finding]
            action = f"**Action:** {escaped(finding.action)} ({_numbered(claims, numbers)})"
            items.append(Item(f"{escaped(finding.text)} {action}"))
        lists[weight] = Listing(tuple(items), first)
        first += len(items)
    return lists


def _edge_claims(audit: Audit) -> list[tuple[HouseEdge, Judged]]:
    """Return the house edges that the document publishes, each with its verdict."""
    judged = {one.id: one for one in audit.judged}
    claims = (one.claim for one in audit.subject.placed)
    return [(claim, judged[claim.id]) for claim in claims if isinstance(claim, HouseEdge) and claim.published]


def _edges(audit: Audit) -> Table:
    """Return the exact edges of every wager under every table, with what the document publishes."""
    analyses, order, claims = audit.subject.analyses, [*audit.subject.first.wagers], _edge_claims(audit)

    def published(of: WagerUnder) -> list[Judged]:
        return [
            one
            for claim, one in claims
            if claim.wager == of.wager and claim.tables.items() <= of.analysis.letters.items()
        ]

    def said(words: Callable[[Judged], str]) -> Callable[[tuple[str, WagerUnder]], str]:
        return lambda entry: "; ".join(dict.fromkeys(map(words, published(entry[1]))))

    table = Table.of(
        "",
        sorted(wagers_under(analyses).items(), key=lambda entry: order.index(entry[1].wager)),
        [
            Column("Wager", value=lambda entry: entry[0]),
            Column("House edge", PERCENT, lambda entry: entry[1].house_edge),
            Column("Element of risk", PERCENT, lambda entry: entry[1].element_of_risk),
            Column("Published", PLAIN, said(lambda claim: claim.published)),
            Column("Verdict", VERDICT, said(lambda claim: claim.verdict.value)),
        ],
        sentence("report.edges"),
    )
    return table if claims else table.without(["Published", "Verdict"])


def _numbers(audit: Audit) -> dict[str, int]:
    """Return the row of each claim in the tables of all claims, by its id; exceptions are first."""
    sections = [*_sections(audit)]
    ordered = sorted(audit.judged, key=lambda claim: (URGENT[claim.verdict], sections.index(claim.section)))
    return {judged.id: number for number, row in enumerate(rows_of(ordered), start=1) for judged in row}


def _sections(audit: Audit) -> dict[str, list[Judged]]:
    """Return the claims by the section of the document that makes them, the general checks last."""
    sections: dict[str, list[Judged]] = {}
    for claim in audit.judged:
        sections.setdefault(claim.section, []).append(claim)
    sections[GENERIC_SECTION] = sections.pop(GENERIC_SECTION)
    return sections


def _all_claims(audit: Audit, numbers: Mapping[str, int], evidence: int) -> Iterator[Block]:
    """Yield every claim once: exceptions, then what holds by its section, and the general checks."""
    sections = _sections(audit)
    yield Heading(2, "All claims")
    yield Paragraph(sentence("report.claims", chapter=evidence))
    yield _counts(sections)
    if exceptions := [claim for claim in audit.judged if TONES[claim.verdict] != "good"]:
        exceptions.sort(key=lambda claim: numbers[claim.id])
        yield document_table(exceptions, "Exceptions and qualifications", numbers=numbers)
    for section, claims in sections.items():
        if holding := [claim for claim in claims if TONES[claim.verdict] == "good"]:
            checks = section == GENERIC_SECTION
            said = "What must hold" if checks else "The document says"
            note = sentence("report.checks") if checks else ""
            yield document_table(holding, section, said, note, numbers)


def _counts(sections: Mapping[str, Sequence[Judged]]) -> Table:
    def of(verdict: Verdict) -> Column[str]:
        return Column(
            _SHORT.get(verdict, verdict.value),
            COUNT,
            lambda section: sum(claim.verdict is verdict for claim in sections[section]) or None,
        )

    columns = [*map(of, Verdict), Column[str]("Total", COUNT, lambda section: len(sections[section]))]
    return Table.of("", sections, [Column("Section", value=str), *columns]).without_blanks()


_SHORT = {Verdict.ROUNDS: "rounds", Verdict.READING: "one reading"}
"""Verdicts in tables of figures, where the long words would not fit."""


def _definitions(subject: Subject) -> Iterator[Block]:
    average = subject.first.best.distribution.average_wager
    keys = ("net", "edge", "risk_of_raise" if average > 1 else "risk", "pays")
    yield Paragraph(sentence("report.figures"))
    yield bullets(sentence(f"report.{key}", rules=subject.rules, average=average) for key in keys)
    words = load_catalogue()
    rows = tuple((verdict.value, words(f"verdicts.{verdict.name.lower()}")) for verdict in Verdict)
    yield Table("", ("Verdict", "Meaning"), rows)


def _evidence_chapter(audit: Audit, numbers: Mapping[str, int], number: int) -> Iterator[Block]:
    """Yield the counts and the arithmetic behind each claim, by its number, and each printed table once."""
    claims = sorted(audit.judged, key=lambda claim: numbers[claim.id])
    titles = {one.id: one.title for one in audit.subject.tables}
    yield Heading(2, f"{number}. Evidence")
    if titles:
        yield Paragraph(sentence("report.tables"))
    if any(one.chance is not None and one.table for one in claims):
        yield Paragraph(sentence("report.winners"))
    for table, group in groupby(claims, key=lambda claim: claim.table):
        if not table:
            alike = groupby((one for one in group if one.evidence), key=lambda claim: claim.evidence)
            yield Listing(tuple(_evidence([*same], evidence, numbers) for evidence, same in alike))
        elif table in titles:  # all its cells where the first of them is
            cells = [one for one in audit.judged if one.table == table]
            yield from _table(cells, numbers, titles.pop(table))


def _evidence(claims: Sequence[Judged], evidence: tuple[str, ...], numbers: Mapping[str, int]) -> Item:
    places = escaped("; ".join(dict.fromkeys(claim.place for claim in claims)))
    return Item(f"{_numbered(claims, numbers)}, {places}", tuple(map(escaped, evidence)))


def _numbered(claims: Iterable[Judged], numbers: Mapping[str, int]) -> str:
    """Return the numbers of claims in words."""
    listed = sorted({numbers[claim.id] for claim in claims})
    return f"**{'claim' if len(listed) == 1 else 'claims'} {', '.join(map(str, listed))}**"


def _table(cells: Sequence[Judged], numbers: Mapping[str, int], title: str) -> Iterator[Block]:
    """Yield a printed table in its own rows and columns, the exact values with what is published."""
    first = cells[0]
    figures = counted(len(cells), "figure")
    text = f"{_numbered(cells, numbers)}, {escaped(first.place)}: {escaped(title)}, {figures}"
    if settled := all(cell.verdict is Verdict.EXACT and not cell.evidence for cell in cells):
        text += ", each in the rules that this report is computed from"
    sample, chances = cells[-1].evidence[:1], [cell.chance for cell in cells]
    occur = "" if None in chances else f" {sum(map(bool, chances))} of these {len(cells)} cases can occur."
    yield Paragraph(f"{text}.{f' Example: {escaped(sample[0])}' if sample else ''}{occur}")
    if first.beside:
        yield _with_more(cells)
    elif not settled and any(cell.value is not None for cell in cells):
        yield _grid(cells, _figure, "Exact and published")
    else:
        yield _grid(cells, lambda judged: judged.published, "Published")


def _with_more(cells: Sequence[Judged]) -> Table:
    """Return a printed table of one column with further columns of figures."""

    def beside(head: str) -> Column[Judged]:
        return Column(head, PLAIN, lambda judged: judged.beside.get(head))

    heads = dict.fromkeys(head for cell in cells for head in cell.beside)
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
    columns = dict.fromkeys(cell.column for cell in cells)
    rows: dict[str, list[str]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(shown(cell))
    heads = [Column[str](column or heading, PLAIN) for column in columns]
    return Table("", [Column(), *heads], tuple((row, *figures) for row, figures in rows.items()))


def _rules_without_claims(audit: Audit, number: int) -> Iterator[Block]:
    """Yield the numbered rules that no claim is about, by the reason; of rules their parts."""
    listed = list(listed_rules(audit.subject.outline))
    rules = [rule for rule in listed if not any(other.startswith(f"{rule}.") for other in listed)]
    yield Heading(2, f"{number}. Rules without a claim")
    claimed, _ = places_named("; ".join(claim.place for claim in audit.judged))
    encoded, _ = places_named("; ".join(_cited(as_written(audit.subject.rules.file))))
    left = [rule for rule in rules if not is_within(rule, claimed)]
    in_file = [rule for rule in left if is_within(rule, encoded)]
    nowhere = [rule for rule in left if rule not in in_file]
    why = {
        "In the rule file and in the figures": in_file,
        "Neither in the rule file nor in a claim, so outside this audit": nowhere,
    }
    yield Paragraph(f"{len(left):,} of {len(rules):,} numbered rules have no claim{':' if left else '.'}")
    yield bullets(f"**{reason}**: {escaped(', '.join(some))}." for reason, some in why.items() if some)


def _cited(raw: object) -> Iterator[str]:
    """Yield what a rule file cites."""
    for key, value in raw.items() if isinstance(raw, dict) else ():
        if isinstance(value, str) and key.endswith("rule"):
            yield value
        yield from _cited(value)
