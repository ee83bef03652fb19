"""What others publish about a game: each figure with its source, worked out from a rule file and judged.

A file of figures is about one game that ships. A figure is a claim in the language of claims files with a
`source` in place of a place; what else the same sentence prints stands under `also`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from combin.audit.judge import judge_claim
from combin.audit.load import located
from combin.audit.published import PublishedError
from combin.audit.quantities import claim_of
from combin.audit.subject import ClaimId, PlacedClaim, Subject, Text
from combin.audit.verdict import Judged, Verdict
from combin.rules.entry import Entry
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.load import load_rules, read_toml
from combin.rules.spelling import convert

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


FIGURES = Path(__file__).parent / "figures"
"""The folder of the figures that ship, one file for each game."""

_SERIOUS = (
    Verdict.DIFFERS,
    Verdict.INCONSISTENT,
    Verdict.CANNOT_OCCUR,
    Verdict.NOT_CHECKABLE,
    Verdict.READING,
    Verdict.CUT_OFF,
    Verdict.ROUNDS,
    Verdict.EXACT,
)
"""The verdicts, the one that counts for a figure of several numbers before the others."""


class FigureEntry(Entry, frozen=True, kw_only=True):
    """What a figure has beside the entries of a claim.

    `remark` says in our words why it differs, or what it is true of. Each table of `also` is another number
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
        """The verdict on the number that stands worst."""
        return min((one.verdict for one in self.numbers), key=_SERIOUS.index)


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure as its file has it."""

    entry: FigureEntry
    source: str
    numbers: tuple[PlacedClaim, ...]


def games_with_figures() -> tuple[str, ...]:
    """Return the ids of the games about which figures ship.

    >>> "three-card-poker" in games_with_figures()
    True
    """
    return tuple(sorted(path.stem for path in FIGURES.glob("*.toml")))


def judged_figures(games: Iterable[str] | None = None, source: str = "") -> tuple[JudgedFigure, ...]:
    """Return the figures about games, all that ship by default, with their verdicts.

    Args:
        games: ids of games about which figures ship.
        source: only figures whose source has these words in it, in small or capital letters.

    >>> [one.verdict.value for one in judged_figures(["three-card-poker"], "Bodog")]
    ['rounds to the published digits']

    Raises:
        RulesError: no figures about a game or of a source, or a file that says something that it may not.
    """
    known = games_with_figures()
    found: list[JudgedFigure] = []
    for game in known if games is None else games:
        if game not in known:
            raise RulesError((), f"no figures about this game ship; {nearest(game, known)}", shown(game))
        found += judge_file(FIGURES / f"{game}.toml", source)
    if source and not found:
        raise RulesError((), "no source of figures has these words in it", shown(source))
    return tuple(found)


def judge_file(path: Path, source: str = "") -> Iterator[JudgedFigure]:
    """Yield the figures of a file with their verdicts, those whose source has these words in it."""
    raw = read_toml(path)
    try:
        file = convert(raw, FiguresFile)
        figures = [_figure(entry, ("figure", str(index)), file) for index, entry in enumerate(file.figure)]
        _refuse_twins(figures)
        wanted = [one for one in figures if source.casefold() in one.source.casefold()]
        rules = load_rules(file.game) if wanted else None
    except RulesError as error:
        raise located(error, path, raw) from None
    if rules is None:
        return
    subject = Subject(file.game, rules, placed=tuple(number for one in wanted for number in one.numbers))
    for one in wanted:
        judged = tuple(_judge(number, subject, path) for number in one.numbers)
        entry = one.entry
        title = rules.file.title
        yield JudgedFigure(entry.id, file.game, title, one.source, entry.says, entry.remark, judged)


def _judge(number: PlacedClaim, subject: Subject, path: Path) -> Judged:
    try:
        return judge_claim(number, subject)
    except RulesError as error:
        raise located(RulesError((*number.file_place, *error.place), error.problem), path) from None


def _figure(raw: dict[str, Any], place: tuple[str, ...], file: FiguresFile) -> _Figure:
    names = {field.name for field in msgspec.structs.fields(FigureEntry)}
    entry = convert({key: value for key, value in raw.items() if key in names}, FigureEntry, place)
    if entry.source not in file.sources:
        problem = f"{shown(entry.source)} is no source; {nearest(entry.source, tuple(file.sources))}"
        raise RulesError((*place, "source"), problem)
    source = file.sources[entry.source]
    common = {"id": entry.id, "says": entry.says, "place": source, "weight": "none"}
    own = {key: value for key, value in raw.items() if key not in names}
    more = (one if "quantity" in one else own | one for one in entry.also)
    return _Figure(entry, source, tuple(_number(common | one, place) for one in (own, *more)))


def _number(entries: dict[str, Any], place: tuple[str, ...]) -> PlacedClaim:
    claim = claim_of(entries, place)
    if claim.figure and claim.published:
        try:
            _ = claim.printed
        except PublishedError as error:
            raise RulesError((*place, "published"), str(error)) from None
    return PlacedClaim(claim, place)


def _refuse_twins(figures: list[_Figure]) -> None:
    seen: set[str] = set()
    for index, one in enumerate(figures):
        if one.entry.id in seen:
            raise RulesError(("figure", str(index), "id"), f"{one.entry.id!r} stands twice")
        seen.add(one.entry.id)
