"""The question that ends in PAR sheets, which every game answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.par.results import ParResult
    from combin.rules.resolved import Rules

__all__ = ["ParQuestions"]


class ParQuestions:
    """What is asked of a game for its PAR sheet: `combin.game.Game` inherits it."""

    rules: Rules

    def par(
        self,
        *,
        strategy: str | None = None,
        digits: int = 10,
        tables: Mapping[str, str | Sequence[str]] | None = None,
        **letters: str | Sequence[str],
    ) -> ParResult:
        """Return the PAR sheets of the game, which `write` puts into a workbook or a document.

        There is a sheet for each wager and pay table: every table of the game, or those chosen.

        Args:
            strategy: how the player plays, in the words of `analyse`; by default at his best.
            digits: decimals shown beside the exact values.
            tables: letters of pay tables by wager, jackpots among them; `letters` are the same.
            letters: letters of pay tables by wager.

        >>> from combin import load
        >>> book = load("crown-melbourne").par(ante_bonus="A", pair_plus=["A", "F"], jackpot="1")
        >>> [record["sheet"] for record in book.view.records()]
        ['Ante & Play A', 'Pair Plus A', 'Pair Plus F', 'Jackpot 1']

        Raises:
            RulesError: no such wager, table or strategy.
        """
        from combin.par.book import Book
        from combin.par.results import ParResult
        from combin.par.subject import Subject, chosen_letters

        chosen = {
            name: (found,) if isinstance(found, str) else tuple(found)
            for name, found in {**(tables or {}), **letters}.items()
        }
        subject = Subject(self.rules, chosen_letters(self.rules, chosen), strategy)
        return ParResult(Book(subject), digits)
