"""The command that analyses every combination of settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from combin.cli import options
from combin.cli.options import OptionError, Question, examples, field
from combin.cli.output import tell


@examples(
    "combin sweep crown-melbourne --set decision.play=1,2,[1,2]",
    "combin sweep crown-melbourne --set pay_tables.pair_plus.A.flush=3..5 --format csv",
)
class Sweep(Question):
    """Analyse every combination of some settings.

    Each combination is a game of its own, exact and with its optimal strategy. The last setting varies
    fastest.
    """

    doing = "Combinations"
    even = True
    game: str = options.GAME
    setting: tuple[str, ...] = field(
        "PLACE=VALUES",
        "An entry of the rule file by its dotted place, and the values to try: decision.play=1,2; "
        "'dealer.qualifies=J high,Q high'; pay_tables.pair_plus.A.flush=3..5. May be repeated.",
        "--set",
    )
    table: Mapping[str, str] = field(
        "WAGER=LETTERS",
        "The tables of a wager to try: pair_plus=A,B; by default the one that --set changes, or the first.",
    )
    output: Path | None = options.output(
        "FILE",
        "Write all combinations there, by its ending: .csv, .json, .md, .txt or .parquet. Without one it is "
        "a folder of Parquet files, for any number of combinations; an interrupted sweep continues.",
        read=None,
    )
    workers: int | None = field("N", "Processes of this machine that share the work.", least=1)
    cluster: str | None = field(
        "ADDRESS",
        "Address of a Dask scheduler that shares the work: tcp://host:8786. It needs combin[cluster].",
    )
    asked: options.Asked

    def run(self) -> None:
        from combin.design.variants import read_setting
        from combin.formatting import counted

        output, workers, cluster = self.output, self.workers, self.cluster
        listed = {name: map(str.strip, text.split(",")) for name, text in self.table.items()}
        tables = {name: tuple(filter(None, letters)) for name, letters in listed.items()}
        settings: dict[str, tuple[object, ...]] = {}
        for text in self.setting:
            place, values = read_setting(text)
            if place in settings:
                raise OptionError(f"{place!r} is given twice", "--set")
            settings[place] = values
        if not settings and not tables:
            raise OptionError("say what to try: --set PLACE=VALUES", "--set")
        into_folder = output is not None and not output.suffix
        if not into_folder:
            self.refuse("fill a folder: -o FOLDER", "workers", "cluster")
        if workers and cluster:
            raise OptionError("workers of this machine, or --cluster", "--workers")
        about, digits = self.load(), self.asked.digits
        if output is not None and into_folder:
            question = partial(about.sweep_into, workers=workers, cluster=cluster)
            filled = question(output, settings, digits=digits, tables=tables)
            kept = f", {filled.kept:,} of them from before" if filled.kept else ""
            files = counted(len(filled.files), "file")
            tell(f"{filled.combinations:,} combinations in ", output, f": {files}{kept}")
            return
        answer = about.sweep(settings, tables=tables)
        if output is not None:
            from combin.formats.view import write_view

            write_view(answer.view(digits), output)
            combinations = len(answer) + len(answer.impossible)
            refused = f", {len(answer.impossible):,} of them impossible" if answer.impossible else ""
            tell(f"{combinations:,} combinations in ", output, refused)
            return
        self.asked.show(answer)
