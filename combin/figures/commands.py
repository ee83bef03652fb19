"""The command that sets figures of others beside their exact values."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from combin.cli import options
from combin.cli.options import Question, examples, field
from combin.cli.output import show
from combin.formats import Format


class VerdictName(StrEnum):
    """The verdicts to choose from, by a word of each."""

    EXACT = "exact"
    ROUNDS = "rounds"
    CUT_OFF = "cut-off"
    READING = "reading"
    DIFFERS = "differs"
    NOT_CHECKABLE = "not-checkable"


@examples(
    "combin published",
    "combin published --source Grochowski",
    "combin published --game three-card-poker --verdict differs --format csv",
)
class Published(Question):
    """Set published figures beside their exact values.

    Each source with its figures about the games that ship, and whether they are exact, round to what is
    printed, or differ.
    """

    game: tuple[str, ...] = field("GAME", "Only figures about this game; may be repeated.")
    source: str = field("TEXT", "Only figures of sources with this text, such as Wizard.", default="")
    verdict: tuple[VerdictName, ...] = field(
        "VERDICT", "Only exact, rounds, cut-off, reading, differs or not-checkable; may be repeated."
    )
    output: Path | None = options.output("FILE", "Write the report there: .md, .html or .pdf.")
    strict: bool = field(None, "Exit with 1 if one of the figures differs.")
    form: Format = options.FORM

    def run(self) -> int:
        from combin.audit.verdict import Verdict
        from combin.figures.judged import published

        verdicts = [Verdict[name.name] for name in self.verdict or VerdictName]
        figures = published(self.game or None, self.source, verdicts)
        if self.output is not None:
            figures.write(self.output)
        show(figures.view(), self.form)
        return 1 if self.strict and any(figure.verdict is Verdict.DIFFERS for figure in figures) else 0
