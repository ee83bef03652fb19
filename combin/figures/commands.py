"""The command that compares published figures with exact values."""

from __future__ import annotations

from pathlib import Path

from combin.audit.commands import VERDICT, VerdictName
from combin.cli import options
from combin.cli.options import Question, examples, field
from combin.cli.output import show
from combin.formats import Format


@examples(
    "combin published",
    "combin published --source Grochowski",
    "combin published --game three-card-poker --verdict differs --format csv",
)
class Published(Question):
    """Compare published figures with exact values.

    Figures about the built-in games by source, those that differ first: exact, rounded to the printed digits,
    true under a stated reading, or wrong.
    """

    game: tuple[str, ...] = field("GAME", "Only figures about this game; may be repeated.")
    source: str = field("TEXT", "Only figures of sources with this text, such as Wizard.", default="")
    verdict: tuple[VerdictName, ...] = VERDICT
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
