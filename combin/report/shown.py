"""An answer about a game with the ways to show it: what every question of `combin.game.Game` returns."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from combin.formatting import DOLLARS, money_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import polars as pl

    from combin.formats.view import View
    from combin.formatting import Currency


Answer = TypeVar("Answer")


class Shown(Generic[Answer]):
    """An answer; `print` shows it as the command line does, a notebook as tables.

    `answer` holds what was worked out, exactly. What it has can be asked for here too: `shown.house_edge` is
    `shown.answer.house_edge`, and an answer of several parts can be gone through in a loop.
    """

    def __init__(
        self,
        answer: Answer,
        view: Callable[[], View],
        write: Callable[..., tuple[Path, ...]] | None = None,
        currency: Currency | None = None,
    ) -> None:
        """Take an answer, how it is laid out (found when it is first shown) and written, and its currency."""
        self.answer = answer
        self._currency = currency or DOLLARS
        self._make_view = view
        self._write = write

    @cached_property
    def view(self) -> View:
        """The answer ready to be shown in any format."""
        with money_in(self._currency):
            return self._make_view()

    def frame(self) -> pl.DataFrame:
        """Return the answer as a data frame: counts as integers, exact values as two integer columns."""
        return self.view.frame()

    def to_dict(self) -> Any:  # noqa: ANN401  whatever JSON holds
        """Return what `--format json` prints, as dictionaries and lists."""
        return self.view.payload()

    def write(self, path: str | Path, **layout: Any) -> tuple[Path, ...]:  # noqa: ANN401  as each document has it
        """Write the answer to a file, whole or not at all; return the files written.

        A document (PAR sheets, a poster, a card, a report, a plot) is written as the ending of the path says;
        what else has been worked out as .txt, .json, .csv, .md or .parquet.

        Args:
            path: where to.
            layout: how it is laid out, in the words of the question: `size`, `sheet`, `crop_marks` ...

        Raises:
            RulesError: no format goes by this ending.
            PrintError: something does not fit on its page.
            OSError: the file cannot be written.
        """
        if self._write is not None:
            with money_in(self._currency):
                return self._write(Path(path), **layout)
        from combin.formats.files import write_view

        return write_view(self.view, Path(path))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  whatever the answer has
        """Return what the answer has of this name."""
        if name.startswith("_"):  # nothing private, and nothing that copying or pickling asks for
            raise AttributeError(name)
        return getattr(self.answer, name)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.answer)  # type: ignore[call-overload, no-any-return]  # where it has parts

    def __len__(self) -> int:
        return len(self.answer)  # type: ignore[arg-type]  # where it has parts

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: int) -> Any:  # noqa: ANN401  whatever the parts are
        return self.answer[index]  # type: ignore[index]  # where it has parts

    def __str__(self) -> str:
        return self.view.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Shown: {self.view.heading}>"

    def _repr_html_(self) -> str:
        """Show the tables in a notebook."""
        return self.view.html()
