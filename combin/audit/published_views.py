"""Published figures shown: each source with its figures, what they are exactly, and the verdicts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from combin.answers import Answer
from combin.audit.figures import JudgedFigure
from combin.audit.verdict import Judged, Verdict
from combin.audit.views import TONES, VERDICT
from combin.decimals import percent
from combin.formats.blocks import Block, Document, Heading, Paragraph, bullets, escaped
from combin.formats.columns import PLAIN, Column, Record
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from combin.formats.blocks import Tone


_COLUMNS = (
    "game", "id", "source", "figure", "published", "exact", "decimal", "verdict", "reason", "remark",
)  # fmt: skip

_TOLD = {
    Verdict.EXACT: "exact",
    Verdict.ROUNDS: "right to the digits printed",
    Verdict.CUT_OFF: "right with the last digit cut off, not rounded",
    Verdict.READING: "true only under a stated reading",
    Verdict.NOT_CHECKABLE: "not checkable",
    Verdict.INCONSISTENT: "inconsistent",
    Verdict.CANNOT_OCCUR: "cannot occur",
    Verdict.DIFFERS: "different",
}
"""The verdicts in the summary, the best first."""


class PublishedFigures(Answer, tuple[JudgedFigure, ...]):
    """Figures that others published, each with its verdict."""

    __slots__ = ()
    shown_by: ClassVar[str] = "combin.audit.published_views:published_view"

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the report of them as .md, .html or .pdf; return the files written."""
        from combin.formats.view import write_document

        return write_document(published_report(self), Path(path))


def published(
    games: Iterable[str] | None = None, source: str = "", verdicts: Iterable[Verdict] | None = None
) -> PublishedFigures:
    """Return figures that others published beside the exact ones; `write` puts the report into a document.

    Args:
        games: ids of games; by default all about which figures ship.
        source: only figures whose source has these words in it.
        verdicts: only figures with one of these verdicts; by default all.

    >>> [figure.id for figure in published(["three-card-poker"], "Bodog", [Verdict.DIFFERS])]
    []

    Raises:
        RulesError: no figures about a game ship, or none of such a source.
    """
    from combin.audit.figures import judged_figures

    wanted = None if verdicts is None else set(verdicts)
    figures = judged_figures(games, source)
    return PublishedFigures(figure for figure in figures if wanted is None or figure.verdict in wanted)


def published_view(figures: Sequence[JudgedFigure], _: int = 10) -> View:
    """Return published figures with their verdicts ready to be shown, a table for each source."""
    tables = tuple(_table(f"{source} ({game})", group) for game, source, group in _by_source(figures))
    return View(
        "Published figures",
        (_summary(figures),),
        tables,
        lambda: [_entry(one) for one in figures],
        lambda: [_record(one, number) for one in figures for number in one.numbers],
        _COLUMNS,
    )


def published_report(figures: Sequence[JudgedFigure]) -> Document:
    """Return the report on published figures, ready to be written in any format."""
    return Document(tuple(_report(figures)), _TONES)


def _report(figures: Sequence[JudgedFigure]) -> Iterator[Block]:
    yield Heading(1, "Published figures")
    yield Paragraph(
        "What others have published about Three Card Poker and its relatives, each figure beside its exact "
        "value. Every exact value is worked out over all deals from a rule file that ships (`combin show "
        "GAME`); none is typed in. A figure of several numbers has a row for each, and counts by the worst "
        "of their verdicts. `combin published` prints these tables."
    )
    yield Paragraph(_summary(figures))
    wrong = [one for one in figures if one.verdict is Verdict.DIFFERS]
    if wrong:
        yield Heading(2, "Figures that differ")
        yield bullets([_wrong(one) for one in wrong])
    titles = {one.game: one.title for one in figures}
    for game, sources in groupby(_by_source(figures), key=lambda source: source[0]):
        yield Heading(2, f"{titles[game]} ({game})")
        for _, source, group in sources:
            yield _table(source, group, ids=True)


def _wrong(judged_figure: JudgedFigure) -> str:
    off = [number for number in judged_figure.numbers if number.verdict is Verdict.DIFFERS]
    told = "; ".join(
        f"{number.published}: {number.exact}"
        if is_statement(number)
        else f"published {number.published}, exact {exact_in_words(number)}"
        for number in off
    )
    remark = f" {judged_figure.remark}" if judged_figure.remark else ""
    return escaped(f"{judged_figure.source}: {judged_figure.says}: {told}.{remark}")


def _by_source(figures: Sequence[JudgedFigure]) -> Iterator[tuple[str, str, list[JudgedFigure]]]:
    """Yield game, source and figures, in the order in which each comes first."""
    found: dict[tuple[str, str], list[JudgedFigure]] = {}
    for one in figures:
        found.setdefault((one.game, one.source), []).append(one)
    for (game, source), group in found.items():
        yield game, source, group


def _summary(figures: Sequence[JudgedFigure]) -> str:
    counts = Counter(one.verdict for one in figures)
    told = ", ".join(f"{counts[verdict]} {words}" for verdict, words in _TOLD.items() if counts[verdict])
    sources = len({one.source for one in figures})
    return f"{counted(len(figures), 'figure')} of {counted(sources, 'source')}{': ' + told if told else ''}."


def _table(title: str, figures: Sequence[JudgedFigure], *, ids: bool = False) -> Table:
    """Return a row for each number; a statement is quoted beside what it is about."""

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


def is_statement(judged: Judged) -> bool:
    """Tell whether a figure is no number but a sentence, which is true or not."""
    return judged.value is None and bool(judged.published) and not judged.exact.startswith("√")


def exact_in_words(judged: Judged) -> str:
    """Return the exact value as a decimal, and as a fraction where that is short enough to read."""
    if judged.value is None:
        return judged.exact.rpartition(" = ")[2]  # of a root its decimal
    if judged.value.denominator == 1:
        return f"{int(judged.value):,}"
    if not judged.published:  # what a source leaves out is an edge
        return percent(judged.value, 4)
    if judged.reason == "the exact value":  # the figure is a fraction itself
        return judged.exact
    return f"{judged.decimal} = {judged.exact}" if len(judged.exact) <= _SHORT else judged.decimal


_SHORT = 12
"""The longest fraction that is shown beside its decimal."""


_WORDS = {
    verdict: {Verdict.ROUNDS: "rounds to it", Verdict.READING: "true only"}.get(verdict, verdict.value)
    for verdict in Verdict
}
"""Verdicts in few words."""
_TONES: dict[str, Tone] = {words: TONES[verdict] for verdict, words in _WORDS.items()}
_VERDICT = replace(VERDICT, role=_TONES.get)


def _remark(figure: JudgedFigure, number: Judged) -> str:
    """Return the reason of a verdict, and the remark beside the number that it is about."""
    reason = {
        Verdict.READING: number.reason,
        Verdict.NOT_CHECKABLE: number.reason,
        Verdict.DIFFERS: number.reason.replace(" from the exact value", "", 1),
    }.get(number.verdict, "")
    reason = number.exact if is_statement(number) else reason
    first = next(one for one in figure.numbers if one.verdict is figure.verdict)
    remark = figure.remark if number is first else ""
    return f"{reason}. {remark}" if reason and remark else reason or remark


def _entry(judged_figure: JudgedFigure) -> dict[str, Any]:
    numbers = [number.to_dict() for number in judged_figure.numbers]
    told = ("published", "exact", "is", "verdict", "difference", "reason")
    entry = {
        "game": judged_figure.game,
        "id": judged_figure.id,
        "source": judged_figure.source,
        "figure": judged_figure.says,
        "verdict": judged_figure.verdict.value,
        "remark": judged_figure.remark,
        "numbers": [{key: number[key] for key in told if key in number} for number in numbers],
    }
    return {key: value for key, value in entry.items() if value != ""}


def _record(judged_figure: JudgedFigure, number: Judged) -> Record:
    return {
        "game": judged_figure.game,
        "id": judged_figure.id,
        "source": judged_figure.source,
        "figure": number.says,
        "published": number.published,
        "exact": number.exact,
        "decimal": number.decimal,
        "verdict": number.verdict.value,
        "reason": number.reason,
        "remark": judged_figure.remark,
    }
