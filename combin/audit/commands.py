"""The command that judges what documents publish."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from combin.cli import options
from combin.cli.options import OptionError, Question, argument, examples, field
from combin.cli.output import show
from combin.formats import Format


@examples(
    "combin audit crown-melbourne",
    "combin audit crown-melbourne --only differs,inconsistent",
    "combin audit crown-melbourne -o report.pdf",
    "combin audit all --output reports",
    "combin audit my-rules.toml --claims my-claims.toml",
)
class Audit(Question):
    """Judge what the documents publish against exact counts.

    With --output the report is written: every figure with its evidence, and plots.
    """

    games: tuple[str, ...] = argument(
        "[GAME]...",
        "Games that ship, paths of rule files, or 'all' (the default), all with claims that ship.",
        default=None,
    )
    claims: Path | None = field("FILE", "The claims to judge, for a rule file of your own.")
    output: Path | None = options.output(
        "PLACE",
        "Write the report of one game to a file (.html, .md, .pdf), or each to a folder as GAME.md. Beside "
        "Markdown stand its plots.",
        read=None,
    )
    only: tuple[str, ...] = field(
        "VERDICTS",
        "Only claims that came out so: differs, inconsistent, reading, cannot-occur, not-checkable, cut-off, "
        "rounds or exact, with commas between. Without it all, what needs attention first.",
    )
    confidence: int = field(
        "PERCENT",
        "The confidence of bands over many rounds in the report, such as 90, 95 or 99; by default 90.",
        default=90,
        least=50,
        most=99,
    )
    font: str = options.FONT
    imprint: Mapping[str, str] = options.IMPRINT
    strict: bool = field(None, "Exit with 1 if something is contradicted.")
    form: Format = options.FORM

    def run(self) -> int:
        from combin.audit.load import audited_games
        from combin.audit.verdict import Verdict
        from combin.audit.views import audits_view, one_file
        from combin.game import load

        games = self.games
        if "all" in games and len(games) > 1:
            raise OptionError("'all' stands alone", "GAME")
        chosen = audited_games() if games in {(), ("all",)} else games
        if self.claims is not None and len(chosen) != 1:
            raise OptionError("claims are about one game; name it", "--claims")
        if self.output is not None and one_file(self.output) and len(chosen) != 1:
            raise OptionError("a file holds the report of one game; name it", "--output")
        verdicts = {verdict.name.replace("_", "-").lower(): verdict for verdict in Verdict}
        wanted = [name.strip() for names in self.only for name in names.split(",")]
        if unknown := [name for name in wanted if name not in verdicts]:
            from combin.rules.errors import nearest

            problem = f"no verdict {unknown[0]!r}; {nearest(unknown[0], (*verdicts,))}"
            raise OptionError(problem, "--only")
        loaded = [load(game, imprint=self.imprint) for game in chosen]
        if self.output is not None and len(loaded) == 1:  # of several, each begins its own when written
            from combin.audit.report import begun_report

            begun_report(loaded[0].rules, self.confidence)
        audits = [game.audit(self.claims) for game in loaded]
        written: tuple[Path, ...] = ()
        if self.output is not None:
            from combin.audit.report import write_reports

            written = write_reports(audits, self.output, self.font, self.confidence)
        show(audits_view(audits, written, [verdicts[name] for name in wanted]), self.form)
        return 1 if self.strict and any(audited.contradicted for audited in audits) else 0
