"""The whole report: what is audited, how to read it, a summary, then the chapters."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from combin.audit.quantities.edges import HouseEdge
from combin.audit.report import chapters, claims
from combin.audit.report.jackpots import jackpot_chapters
from combin.audit.subject import Subject
from combin.audit.verdict import Judged, Verdict
from combin.audit.views import TONES, one_file
from combin.certificate.body import certificate_hash, not_certified
from combin.certificate.canonical import digest, rules_data
from combin.decimals import decimal
from combin.design.sensitivity import sensitivity_asked
from combin.formats.blocks import Block, Document, Heading, Paragraph, bullets, document_markdown, escaped
from combin.formats.tables import Table
from combin.formats.view import write_document
from combin.formatting import counted, money_in
from combin.processes import begun_answers
from combin.report.analysis import edge_tables, headlines_of
from combin.rules.remember import remembered
from combin.version import __version__
from combin.words.catalogue import load_catalogue
from combin.words.rules import imprint_sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from combin.audit.judge import Audit
    from combin.audit.report.jackpots import Chapter
    from combin.rules.resolved import Rules


def report(audit: Audit, confidence: int = chapters.CONFIDENCE) -> Document:
    """Return the report of an audit, ready to be written in any format; bands hold with a `confidence`.

    >>> from combin.audit.judge import audit
    >>> report(audit("resorts-world-sentosa")).title
    'Audit: Three Card Poker, Resorts World Sentosa'
    """
    empty = (Paragraph(""), bullets([]))
    words = {verdict.value: tone for verdict, tone in TONES.items()}
    tones = words | {word.capitalize(): tone for word, tone in words.items()}  # as a sentence begins, too
    rules = audit.subject.rules
    footer = f"{rules.file.id} · combin {__version__} · rules {digest(rules_data(rules))[:16]}"
    return Document(tuple(part for part in _parts(audit, confidence) if part not in empty), tones, footer)


def report_markdown(audit: Audit) -> str:
    """Return the report in Markdown; the same audit always gives the same bytes.

    >>> from combin.audit.judge import audit
    >>> report_markdown(audit("resorts-world-sentosa")).splitlines()[0]
    '# Audit: Three Card Poker, Resorts World Sentosa'
    """
    return document_markdown(report(audit))


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
    if one_file(output):
        (audit,) = audits
        return _written(audit, output, font, confidence)
    output.mkdir(parents=True, exist_ok=True)
    paths = ((audit, output / f"{audit.game}.md") for audit in audits)
    return tuple(chain.from_iterable(_written(audit, path, font, confidence) for audit, path in paths))


def _written(audit: Audit, path: Path, font: str, confidence: int) -> tuple[Path, ...]:
    rules = audit.subject.rules
    with money_in(rules.file.imprint.sign):
        begun_report(rules, confidence)()
        return write_document(report(audit, confidence), path, font)


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
    yield from claims.first_page(audit, _in_short(audit))
    yield from claims.attention(audit)
    yield from claims.whole_document(audit)
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
    yield from claims.claims_chapter(audit, len(game_chapters) + 1)
    yield from claims.unjudged(audit, len(game_chapters) + 2)


def _identity(audit: Audit) -> Block:
    source = audit.subject.rules.file.source
    if source.kind == "variant":
        facts = [f"Document: none of its own; {source.whole}"]
    else:
        said = {"Publisher": source.publisher, "Version": source.version, "In force from": source.effective}
        facts = [f"Document: {source.document}"]
        facts += [f"{name}: {text}" for name, text in said.items() if text]
    facts += map(escaped, imprint_sentences(audit.subject.rules.file.imprint, load_catalogue()))
    facts.append(f"Rules as read here: `{audit.game}`")
    claims = len(audit.subject.placed)
    facts.append(
        f"Claims of the document that are judged: {claims:,}, and {len(audit.judged) - claims:,} "
        f"general checks"
    )
    sha256, refused = certificate_hash(audit.subject.rules), not_certified(audit.subject.rules)
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
    catalogue = load_catalogue()
    rows = tuple((verdict.value, catalogue(f"verdicts.{verdict.name.lower()}")) for verdict in Verdict)
    yield Table("", ("Verdict", "Meaning"), rows)


def _summary(audit: Audit) -> Iterator[Block]:
    published = [one for one in audit.judged if one.id in _edge_claims(audit)]
    if published:
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
        held = "No published figure that can be checked is wrong." if claimed else "The general checks hold."
        sentences.append(held)
    if claimed and not _edge_claims(audit):
        sentences.append("The document publishes no house edge; this report gives them.")
    weights = [one.weight for one in audit.findings]
    if weights:
        told = [
            f"{weights.count(weight)} {about.lower()}"
            for weight, about in claims.WEIGHTS.items()
            if weight in weights
        ]
        sentences.append(f"There are {counted(len(weights), 'finding')}: {', '.join(told)}.")
    return " ".join(sentences)
