"""The command that checks what documents publish."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from combin.cli import options
from combin.cli.options import OptionError, Question, argument, examples, field
from combin.cli.output import show
from combin.formats import Format
from combin.session import CONFIDENCE


class VerdictName(StrEnum):
    """The verdicts to choose from, by a word of each."""

    DIFFERS = "differs"
    INCONSISTENT = "inconsistent"
    READING = "reading"
    CANNOT_OCCUR = "cannot-occur"
    NOT_CHECKABLE = "not-checkable"
    CUT_OFF = "cut-off"
    ROUNDS = "rounds"
    EXACT = "exact"


VERDICT = field("VERDICT", f"Only {', '.join(VerdictName)}; may be repeated. By default all.")


@examples(
    "combin audit crown-melbourne",
    "combin audit crown-melbourne --verdict differs --verdict inconsistent",
    "combin audit crown-melbourne -o report.pdf",
    "combin audit all --output reports",
    "combin audit my-rules.toml --claims my-claims.toml",
    "combin audit my-rules.toml --claims my-claims.toml --document my-rules.txt",
)
class Audit(Question):
    """Check the claims of a document against exact counts.

    Findings with actions, then every claim with its verdict. With --output the report is written: the claims
    with their evidence, the exact figures of the game, and plots.
    """

    games: tuple[str, ...] = argument(
        "[GAME]...",
        "Built-in games, paths of rule files, or 'all' (the default): all games with built-in claims.",
        default=None,
    )
    claims: Path | None = field("FILE", "The claims to check, for your own rule file.")
    document: Path | None = field(
        "TEXT",
        "The document as UTF-8 text: shows its numbers that no claim has, and claims with numbers it lacks.",
    )
    output: Path | None = options.output(
        "PLACE",
        "Write the report of one game to a file (.html, .md, .pdf), or each to a folder as GAME.md. Plots of "
        "Markdown are files next to it.",
        read=None,
    )
    verdict: tuple[VerdictName, ...] = VERDICT
    confidence: int = field(
        "PERCENT",
        "The confidence of bands over many rounds in the report, such as 90 or 99; by default 95.",
        default=CONFIDENCE,
        least=50,
        most=99,
    )
    font: str = options.FONT
    imprint: Mapping[str, str] = options.IMPRINT
    strict: bool = field(None, "Exit with 1 if a claim differs.")
    form: Format = options.FORM

    def run(self) -> int:
        from combin.audit.load import audited_games
        from combin.audit.verdict import Verdict
        from combin.audit.views import audits_view, one_file
        from combin.game import load

        games = self.games
        if "all" in games and len(games) > 1:
            raise OptionError("'all' cannot be combined with other games", "GAME")
        chosen = audited_games() if games in {(), ("all",)} else games
        for option, given in (("claims", self.claims), ("document", self.document)):
            if given is not None and len(chosen) != 1:
                raise OptionError("it is about one game; name it", f"--{option}")
        if self.output is not None and one_file(self.output) and len(chosen) != 1:
            raise OptionError("a file is the report of one game; name it", "--output")
        loaded = [load(game, imprint=self.imprint) for game in chosen]
        if self.output is not None and len(loaded) == 1:  # of several, each begins its own when written
            from combin.audit.report import begun_report

            begun_report(loaded[0].rules, self.confidence)
        audits = [game.audit(self.claims, self.document) for game in loaded]
        written: tuple[Path, ...] = ()
        if self.output is not None:
            from combin.audit.report import write_reports

            written = write_reports(audits, self.output, self.font, self.confidence)
        show(audits_view(audits, written, [Verdict[name.name] for name in self.verdict]), self.form)
        return 1 if self.strict and any(audited.contradicted for audited in audits) else 0
