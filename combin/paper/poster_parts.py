"""What the parts of the player's guide share: what it is about, tables, and what each costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from combin.answers import Answer
from combin.decimals import decimal
from combin.exact.analysis import analyse, choices
from combin.formatting import capital
from combin.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from combin.exact.analysis import Analysis
    from combin.jackpot.answer import JackpotAnswer
    from combin.jackpot.meter.meter import Number
    from combin.rules.resolved import Rules
    from combin.words.catalogue import Catalogue


@dataclass(frozen=True, repr=False)
class Guide(Answer):
    """A game under one choice of pay tables, and what is to be said of its progressive wagers, by id."""

    shown_by: ClassVar[str] = "combin.paper.poster:poster_view"
    written_by: ClassVar[str] = "combin.paper.poster:print_poster"

    analysis: Analysis
    jackpots: Mapping[str, JackpotAnswer]
    catalogue: Catalogue

    def write(
        self,
        path: str | Path,
        *,
        paper: str = "a4",
        bleed: bool = False,
        crop_marks: bool = False,
        font: str = "",
    ) -> tuple[Path, ...]:
        """Write the poster as .pdf, .svg or .png, as `print_poster` does; return the files written."""
        return self._written(path, paper=paper, bleed=bleed, crop_marks=crop_marks, font=font)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.analysis.rules


def guide(
    rules: Rules,
    letters: Mapping[str, str],
    option: str | None = None,
    seed: Number | None = None,
    language: str | Path | None = None,
) -> Guide:
    """Return what a guide is about; a wager without a letter has the first of its tables.

    Args:
        rules: the game.
        letters: pay tables by wager.
        option: which pay table of the progressive wager that has a meter, or of the first; its first by
            default, as it is of any other.
        seed: where its meter starts; the first published amount by default.
        language: of the guide, or a translation; by default that of the imprint.

    Raises:
        RulesError: no such wager or table.
        JackpotError: no such option or seed.
    """
    catalogue = load_catalogue(language or rules.file.imprint.language)
    analysis = analyse(rules, [choices(rules, letters)[0]])[0]
    if not rules.jackpots and option is None and seed is None:
        return Guide(analysis, {}, catalogue)
    from combin.jackpot.answer import ask_jackpot

    asked = ask_jackpot(rules, option=option, seed=seed)
    return Guide(
        analysis,
        {name: asked if name == asked.wager else ask_jackpot(rules, wager=name) for name in rules.jackpots},
        catalogue,
    )


Block = dict[str, Any]
"""A part as the template shows it: its kind and heading, words beside that, and what the kind needs."""


def table_block(
    heading: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    beside: str = "",
    lead: str = "",
    notes: Iterable[str] = (),
    figures: int | None = None,
) -> Block:
    """Return a table; rows of one text are headings inside it.

    Args:
        heading: of the block.
        columns: titles; one that has a text in no row goes.
        rows: as many texts as columns each, or one.
        beside: what stands at the heading's right.
        lead: a paragraph above the table.
        notes: sentences below it.
        figures: the first of the columns that stand to the right, if there are such.
    """
    right = len(columns) if figures is None else figures
    kept = [place for place in range(len(columns)) if any(len(row) > place and row[place] for row in rows)]
    return {
        "kind": "table",
        "heading": heading,
        "beside": beside,
        "lead": lead,
        "columns": [{"title": columns[place], "right": place >= right} for place in kept],
        "rows": [[capital(row[0]), *(row[place] for place in kept[1:] if len(row) > 1)] for row in rows],
        "notes": list(notes),
    }


def one_in(count: int, total: int, catalogue: Catalogue, text: str = "guide.often") -> str:
    """Return how often something is: "1 in 460", with a decimal below ten."""
    if not count:
        return catalogue("guide.never")
    each = Fraction(total, count)
    return catalogue(text, number=catalogue.number(decimal(each, 0 if each >= 10 else 1)))
