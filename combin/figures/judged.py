"""Figures that others publish about a game, each with its source, its exact value and its verdict.

A file of figures is about one built-in game. A figure is a claim in the language of claims files with a
`source` instead of a place; further figures of the same sentence are under `also`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from combin.answers import Answer
from combin.audit.judge import judge_claim, judge_in_file
from combin.audit.load import claim_of, load_claims, located, shipped_claims
from combin.audit.subject import ClaimId, PlacedClaim, Subject, Text
from combin.audit.verdict import Judged, Verdict
from combin.audit.views import TONES, VERDICT
from combin.formats.documents import Block, Document, Heading, Paragraph, Tone
from combin.formats.tables import PLAIN, Column, Record, Table
from combin.formats.view import View
from combin.formatting import counted, percent
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.load import load_rules, read_toml
from combin.rules.numbers import Entry
from combin.rules.resolved import Rules
from combin.rules.spelling import convert

FIGURES = Path(__file__).parent / "library"
"""The folder of the built-in figures, one file for each game."""


class FigureEntry(Entry, frozen=True, kw_only=True):
    """The entries of a figure besides those of a claim.

    `remark` says in our words why it differs, or when it is true. Each table of `also` is another number
    of the same figure: it changes entries of the first one, or has a `quantity` of its own with all entries.
    """

    id: ClaimId
    source: Text
    says: Text
    remark: str = ""
    also: tuple[dict[str, Any], ...] = ()


class FiguresFile(Entry, frozen=True, kw_only=True):
    """A whole file of figures about one game; `sources` are titles and addresses by the names used below."""

    game: Text
    sources: dict[str, Text]
    figure: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class JudgedFigure:
    """A published figure with the verdict on each of its numbers; `title` is that of the game."""

    id: str
    game: str
    title: str
    source: str
    says: str
    remark: str
    numbers: tuple[Judged, ...]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the worst number."""
        return max((one.verdict for one in self.numbers), key=[*_IN_WORDS].index)


def games_with_figures() -> tuple[str, ...]:
    """Return the ids of the games with built-in figures.

    >>> "three-card-poker" in games_with_figures()
    True
    """
    return tuple(sorted(path.stem for path in FIGURES.glob("*.toml")))


def judged_figures(games: Iterable[str] | None = None, source: str = "") -> tuple[JudgedFigure, ...]:
    """Return the figures about games, by default all built-in ones, with their verdicts.

    Of a `source`, words that are in it will do, in small or capital letters.

    >>> [one.verdict.value for one in judged_figures(["three-card-poker"], "Bodog")]
    ['rounds to the published digits']
    """
    known = games_with_figures()
    figures: list[JudgedFigure] = []
    for game in known if games is None else games:
        if game not in known:
            problem = f"there are no published figures about this game; {nearest(game, known)}"
            raise RulesError((), problem, shown(game))
        figures += judge_file(FIGURES / f"{game}.toml", source)
    if source and not figures:
        raise RulesError((), "no source of figures has these words in it", shown(source))
    return tuple(figures)


def judge_file(path: Path, source: str = "", rules: Rules | None = None) -> Iterator[JudgedFigure]:
    """Yield the figures of a file with their verdicts, by some words of the source; `rules` of its game."""
    raw = read_toml(path)
    try:
        file = convert(raw, FiguresFile)
        ids: set[str] = set()
        figures = [_figure(entry, ("figure", str(at)), file, ids) for at, entry in enumerate(file.figure)]
        wanted = [figure for figure in figures if source.casefold() in figure[0].source.casefold()]
        rules = rules or (load_rules(file.game) if wanted else None)
    except RulesError as error:
        raise located(error, path, raw) from None
    if rules is None:
        return
    subject = Subject(file.game, rules, placed=tuple(number for _, numbers in wanted for number in numbers))
    for entry, numbers in wanted:
        about = (entry.id, file.game, rules.file.title, entry.source, entry.says, entry.remark)
        yield JudgedFigure(*about, tuple(judge_in_file(number, subject, path) for number in numbers))


def _figure(
    raw: dict[str, Any], place: tuple[str, ...], file: FiguresFile, ids: set[str]
) -> tuple[FigureEntry, tuple[PlacedClaim, ...]]:
    """Return a figure with its source in full, and its numbers; its id is added to those before it."""
    names = FigureEntry.__struct_fields__
    entry = convert({key: value for key, value in raw.items() if key in names}, FigureEntry, place)
    if entry.source not in file.sources:
        problem = f"{shown(entry.source)} is not a source; {nearest(entry.source, tuple(file.sources))}"
        raise RulesError((*place, "source"), problem)
    source = file.sources[entry.source]
    common = {"id": entry.id, "says": entry.says, "place": source, "weight": "none"}
    own = {key: value for key, value in raw.items() if key not in names}
    more = (entries if "quantity" in entries else own | entries for entries in entry.also)
    numbers = tuple(PlacedClaim(claim_of(common | entries, place), place) for entries in (own, *more))
    for number in numbers:
        if number.claim.published:
            number.check()
    if entry.id in ids:
        raise RulesError((*place, "id"), f"{entry.id!r} appears twice")
    ids.add(entry.id)
    return replace(entry, source=source), numbers


_COLUMNS = (
    "game", "id", "source", "figure", "published", "exact", "decimal", "verdict", "reason", "remark",
)  # fmt: skip

_IN_WORDS = {
    Verdict.EXACT: "exact",
    Verdict.ROUNDS: "right to the digits printed",
    Verdict.CUT_OFF: "right with the last digit cut off, not rounded",
    Verdict.READING: "true only under a stated reading",
    Verdict.NOT_CHECKABLE: "not checkable",
    Verdict.CANNOT_OCCUR: "cannot occur",
    Verdict.INCONSISTENT: "inconsistent",
    Verdict.DIFFERS: "different",
}
"""The verdicts in the summary, the best first; a figure of several numbers counts by the last of theirs."""


class PublishedFigures(Answer, tuple[JudgedFigure, ...]):
    """Figures that others published, each with its verdict."""

    __slots__ = ()
    shown_by: ClassVar[str] = "combin.figures.judged:published_view"

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the report of them as .md, .html or .pdf; return the files written."""
        from combin.formats.view import write_document

        return write_document(published_report(self), Path(path))


def published(
    games: Iterable[str] | None = None, source: str = "", verdicts: Iterable[Verdict] | None = None
) -> PublishedFigures:
    """Return figures that others published, with exact values; `write` puts the report into a document.

    By default they are of all games, sources and verdicts.

    >>> [figure.id for figure in published(["three-card-poker"], "Bodog", [Verdict.DIFFERS])]
    []
    """
    wanted = set(Verdict if verdicts is None else verdicts)
    return PublishedFigures(figure for figure in judged_figures(games, source) if figure.verdict in wanted)


def published_view(figures: Sequence[JudgedFigure], _: int = 10) -> View:
    """Published figures with verdicts, ready to be shown: a table for each source, what differs first."""
    wrong, others = _parted(figures)
    tables = [_table(f"Differs: {source} ({game})", group) for game, source, group in _by_source(wrong)]
    tables += [_table(f"{source} ({game})", group) for game, source, group in _by_source(others)]
    return View(
        "Published figures",
        (_summary(figures),),
        tuple(tables),
        lambda: [_entry(figure) for figure in figures],
        lambda: [_record(figure, number) for figure in figures for number in figure.numbers],
        _COLUMNS,
    )


def published_report(figures: Sequence[JudgedFigure]) -> Document:
    """Return the report on published figures, ready to be written in any format; what differs is first."""
    wrong, others = _parted(figures)
    blocks: list[Block] = [
        Heading(1, "Published figures"),
        Paragraph(
            "Figures that others publish about Three Card Poker and related games, compared with exact "
            "values. Every exact value is computed over all deals from a built-in rule file (`combin show "
            "GAME`). A figure of several numbers has a row for each, and counts by the worst of their "
            "verdicts. `combin published` prints these tables."
        ),
        Paragraph(_summary(figures)),
    ]
    blocks += [Heading(2, "Figures that differ")] * bool(wrong)
    blocks += [_table(f"{source} ({game})", group, ids=True) for game, source, group in _by_source(wrong)]
    titles = {figure.game: figure.title for figure in figures}
    for game, sources in groupby(_by_source(others), key=lambda source: source[0]):
        blocks.append(Heading(2, f"{titles[game]} ({game})"))
        blocks += [_table(source, group, ids=True) for _, source, group in sources]
    return Document(tuple(blocks), _TONES)


def _parted(figures: Sequence[JudgedFigure]) -> tuple[list[JudgedFigure], list[JudgedFigure]]:
    """Return the figures that differ, and the others."""
    wrong = [figure for figure in figures if figure.verdict is Verdict.DIFFERS]
    return wrong, [figure for figure in figures if figure.verdict is not Verdict.DIFFERS]


def _by_source(figures: Sequence[JudgedFigure]) -> list[tuple[str, str, list[JudgedFigure]]]:
    """Return game, source and figures, in the order in which each comes first."""
    groups: dict[tuple[str, str], list[JudgedFigure]] = {}
    for figure in figures:
        groups.setdefault((figure.game, figure.source), []).append(figure)
    return [(*key, group) for key, group in groups.items()]


def _summary(figures: Sequence[JudgedFigure]) -> str:
    counts = Counter(figure.verdict for figure in figures)
    numbers = ((counts[verdict], words) for verdict, words in _IN_WORDS.items())
    verdicts = ", ".join(f"{number} {words}" for number, words in numbers if number)
    sources = len({figure.source for figure in figures})
    of = f"{counted(len(figures), 'figure')} of {counted(sources, 'source')}"
    return f"{of}: {verdicts}." if verdicts else f"{of}."


def _table(title: str, figures: Sequence[JudgedFigure], *, ids: bool = False) -> Table:
    """Return a row for each number; a statement is quoted with its subject."""

    def says(entry: tuple[JudgedFigure, Judged]) -> str:
        figure, number = entry
        return f"{figure.says}: {number.published}" if is_statement(number) else figure.says

    def of_number(words: Callable[[Judged], str]) -> Callable[[tuple[JudgedFigure, Judged]], str]:
        return lambda entry: "-" if is_statement(entry[1]) else words(entry[1]) or "-"

    entries = [(figure, number) for figure in figures for number in figure.numbers]
    table = Table.of(
        title,
        entries,
        [
            Column("Id" if ids else None, value=lambda entry: entry[0].id),
            Column("Figure", value=says),
            Column("Published", PLAIN, of_number(lambda judged: judged.published)),
            Column("Exact", PLAIN, of_number(exact_in_words)),
            Column("Verdict", _VERDICT, lambda entry: _WORDS[entry[1].verdict]),
            Column("Remark", value=lambda entry: _remark(*entry), spare=1),
        ],
        merged=1 + ids,
    )
    return table if any(_remark(*entry) for entry in entries) else table.without(["Remark"])


def published_about(rules: Rules) -> Iterator[tuple[Judged, str, str, str, bool]]:
    """Verdicts on the results that a game's own document states, and on those that others publish.

    With each its subject, its source, a remark, and whether it is a sentence instead of a number.
    """
    from combin.audit.quantities.edges import HouseEdge, WagerResult
    from combin.audit.quantities.jackpots import IncrementRate

    game, document = rules.file.id, rules.file.source.document
    if (path := shipped_claims(game)) is not None:
        file, placed = load_claims(path)
        subject = Subject(game, rules, file.outline, file.table, placed)
        for placed_claim in placed:
            if isinstance(placed_claim.claim, HouseEdge | IncrementRate | WagerResult):
                judged = judge_claim(placed_claim, subject)
                yield judged, judged.says, f"{document}, {judged.place}", "", not placed_claim.claim.figure
    for figure in judge_file(FIGURES / f"{game}.toml", rules=rules) if game in games_with_figures() else ():
        for number in figure.numbers:
            if number.published:
                yield number, figure.says, figure.source, figure.remark, is_statement(number)


def is_statement(judged: Judged) -> bool:
    """Return whether a figure is a sentence, which is true or not, instead of a number."""
    return judged.value is None and bool(judged.published) and not judged.exact.startswith("√")


def exact_in_words(judged: Judged) -> str:
    """Return the exact value as a decimal, and as a fraction where that is short enough to read."""
    if judged.value is None:
        return judged.exact.rpartition(" = ")[2]  # of a root its decimal
    if judged.value.denominator == 1:
        return f"{int(judged.value):,}"
    if not judged.published:  # an edge that the source leaves out
        return percent(judged.value, 4)
    if judged.reason == "the exact value":  # the figure is a fraction itself
        return judged.exact
    return f"{judged.decimal} = {judged.exact}" if len(judged.exact) <= _SHORT else judged.decimal


_SHORT = 12  # the longest fraction that is shown with its decimal

_WORDS = {
    verdict: {Verdict.ROUNDS: "rounds to it", Verdict.READING: "true only"}.get(verdict, verdict.value)
    for verdict in Verdict
}
"""Verdicts in few words."""

_TONES: dict[str, Tone] = {words: TONES[verdict] for verdict, words in _WORDS.items()}

_VERDICT = replace(VERDICT, role=_TONES.get)


def _remark(figure: JudgedFigure, number: Judged) -> str:
    """Return the reason of a verdict, with the remark at its number."""
    reason = ""
    if number.verdict in (Verdict.READING, Verdict.NOT_CHECKABLE, Verdict.DIFFERS):
        reason = number.reason.replace(" from the exact value", "", number.verdict is Verdict.DIFFERS)
    reason = number.exact if is_statement(number) else reason
    first = next(one for one in figure.numbers if one.verdict is figure.verdict)
    return ". ".join(part for part in (reason, figure.remark if number is first else "") if part)


def _entry(figure: JudgedFigure) -> dict[str, Any]:
    numbers = [number.to_dict() for number in figure.numbers]
    shown_too = ("published", "exact", "is", "verdict", "difference", "reason")
    entry = {
        "game": figure.game,
        "id": figure.id,
        "source": figure.source,
        "figure": figure.says,
        "verdict": figure.verdict.value,
        "remark": figure.remark,
        "numbers": [{key: number[key] for key in shown_too if key in number} for number in numbers],
    }
    return {key: value for key, value in entry.items() if value != ""}


def _record(figure: JudgedFigure, number: Judged) -> Record:
    about = (figure.game, figure.id, figure.source, number.says, number.published)
    found = (number.exact, number.decimal, number.verdict.value, number.reason)
    return dict(zip(_COLUMNS, (*about, *found, figure.remark), strict=True))
