"""The questions that end on paper, which every game answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from combin.paper.layout import Paper, Size
from combin.results import Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from combin.formats.view import View
    from combin.paper.strategy import StrategyPage
    from combin.rules.resolved import Rules

__all__ = ["PrintQuestions", "PrintedStrategy"]


@dataclass(frozen=True, repr=False)
class PrintedStrategy(Result):
    """The best strategy as it is printed: `page` holds what is said, in words and digits."""

    page: StrategyPage

    @cached_property
    def view(self) -> View:
        """The text version."""
        from combin.paper.strategy_paper import strategy_text

        return strategy_text(self.page)

    def write(
        self,
        path: str | Path,
        size: str = Size.WALLET,
        *,
        sheet: str | None = None,
        crop_marks: bool | None = None,
        four_colours: bool = False,
    ) -> tuple[Path, ...]:
        """Write it as .pdf, .svg, .png or .txt; return the files written: a card has two pages.

        What says how it is laid out does not matter to text.

        Args:
            path: where to; several pages of .svg or .png are numbered: `card-1.svg`.
            size: "wallet" (85.6 by 54 mm), "a4" or "letter".
            sheet: "a4" or "letter", for as many cards as it holds.
            crop_marks: whether marks show where cards are cut; by default on a sheet of them.
            four_colours: whether each suit has a colour of its own.

        Raises:
            PrintError: another ending, or something does not fit.
            OSError: a file cannot be written.
            ValueError: no such size or paper.
        """
        path = Path(path)
        if path.suffix.casefold() == ".txt":
            from combin.formats.files import write_view

            write_view(self.view, path)
            return (path,)
        from combin.paper.strategy_paper import Layout, print_strategy

        paper = None if sheet is None else Paper(sheet)
        marks = crop_marks if crop_marks is not None else paper is not None
        return print_strategy(self.page, path, Layout(Size(size), paper, marks, four_colours))


class PrintQuestions:
    """What is asked of a game for paper: `combin.game.Game` inherits it."""

    rules: Rules

    def printed_strategy(
        self,
        *,
        options: Sequence[str] | None = None,
        wager: Fraction | int | str | None = None,
        meter: Fraction | int | str | None = None,
        tables: Mapping[str, str] | None = None,
        **letters: str,
    ) -> PrintedStrategy:
        """Return the best strategy as it is printed, which `write` puts on a card or a sheet.

        Args:
            options: pay tables of the jackpot, by option or letter; by default all.
            wager: the price of the jackpot wager, in money; by default the unit of its seeds.
            meter: what the jackpot's meter shows, in money; by default its seed.
            tables: pay tables by wager; `letters` are the same.
            letters: pay tables by wager.

        >>> from combin import load
        >>> page = load("crown-melbourne").printed_strategy(ante_bonus="C").page
        >>> page.statement, [call.example.hand for call in page.close_calls]
        ('Play Q-6-4 or better, fold the rest.', ['Q-6-5', 'Q-6-4', 'Q-6-3', 'Q-6-2'])

        Raises:
            RulesError: no such wager or table, or nothing is decided in the game.
            JackpotError: no such option, or an amount that is none.
        """
        from combin.exact.analysis import analyse, choices
        from combin.jackpot.meter.meter import number
        from combin.paper.strategy import strategy_page

        chosen = choices(self.rules, {**(tables or {}), **letters})[:1]
        page = strategy_page(
            analyse(self.rules, chosen)[0],
            options=options,
            wager=None if wager is None else number("wager", wager),
            meter=None if meter is None else number("meter", meter),
        )
        return PrintedStrategy(page)
