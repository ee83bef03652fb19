"""The commands of designers: new games, searches for pay tables, what is odd, and what changes do."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.output import fail, show, tell
from combin.formats.format import Format


def sweep(
    game: options.Game,
    setting: Annotated[
        list[str],
        typer.Option(
            "--set",
            metavar="PLACE=VALUES",
            help="An entry of the rule file by its dotted place, and the values to try: decision.play=1,2; "
            "'dealer.qualifies=J high,Q high'; pay_tables.pair_plus.A.flush=3..5. May be repeated.",
        ),
    ] = [],  # noqa: B006  typer makes a list of its own
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=LETTERS",
            help="The tables of a wager to try: pair_plus=A,B; by default the one that --set changes, or "
            "the first.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        options.output(
            "Write all combinations there, by its ending: .csv, .json, .md, .txt or .parquet. Without one it "
            "is a folder of Parquet files, for any number of combinations; a sweep that was stopped goes on."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Processes that fill the folder; they need combin[cluster]."),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="A Dask scheduler whose workers fill the folder: tcp://host:8786."
        ),
    ] = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Analyse every combination of some settings.

    Each is a game of its own, exact and played at its best. The last setting changes first.
    """
    from combin.design.sweep import read_setting
    from combin.formatting import counted
    from combin.progress import progress_bar

    tables = {name: _listed(text) for name, text in options.pairs(table, "--table", "WAGER=LETTERS").items()}
    settings: dict[str, tuple[object, ...]] = {}
    for text in setting:
        place, values = read_setting(text)
        if place in settings:
            raise typer.BadParameter(f"{place!r} is given twice", param_hint="--set")
        settings[place] = values
    if not settings and not tables:
        raise typer.BadParameter("say what to try: --set PLACE=VALUES", param_hint="--set")
    into_folder = output is not None and not output.suffix
    if (workers or cluster) and not into_folder:
        raise typer.BadParameter(
            "fill a folder: -o FOLDER", param_hint="--workers" if workers else "--cluster"
        )
    if workers and cluster:
        raise typer.BadParameter("workers of this machine, or --cluster", param_hint="--workers")
    if output is not None and into_folder:
        with progress_bar("Working out combinations") as progress:
            filled = options.loaded(game, reading).sweep_into(
                output,
                settings,
                digits=digits,
                tables=tables,
                workers=workers,
                cluster=cluster,
                progress=progress,
            )
        kept = f", {filled.kept:,} of them from before" if filled.kept else ""
        tell(
            f"{filled.combinations:,} combinations in ",
            output,
            f": {counted(len(filled.files), 'file')}{kept}",
        )
        return
    with progress_bar("Working out combinations") as progress:
        found = options.loaded(game, reading).sweep(settings, digits=digits, tables=tables, progress=progress)
    if output is not None:
        found.write(output)
        combinations = len(found) + len(found.impossible)
        refused = f", {len(found.impossible):,} of them impossible" if found.impossible else ""
        tell(f"{combinations:,} combinations in ", output, refused)
        return
    show(found.view, form)


def sensitivity(
    game: options.Game,
    ante_bonus: options.AnteBonus = None,
    pair_plus: options.PairPlus = None,
    prime: options.Prime = None,
    table: options.Tables = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Show what each small change of a game does.

    One unit in each pay, each rule switched, each hand at the border decided wrongly. After a change of the
    rules the player plays his best again.
    """
    tables = options.letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    show(options.loaded(game, reading).sensitivity(digits=digits, tables=tables).view, form)


def diff(
    game: options.Game,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The game or rule file to set beside it.")],
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Show where two games differ, in rules and numbers."""
    show(options.loaded(game, None).diff(options.loaded(other, None), digits=digits).view, form)


def new(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The rule file to write, such as my-game.toml.")
    ],
    base: Annotated[
        str,
        typer.Option("--from", metavar="GAME", help="The game to start from, or the path of a rule file."),
    ] = "crown-melbourne",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a rule file to start a game of your own from.

    It extends the game it starts from, and shows in comments what can be changed.
    """
    from combin.design.starter import write_starter

    write_starter(file, base, force=force)
    tell(file, f" is written. Change a line, then: combin check {shlex.quote(str(file))}")


def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Rule files, games that ship, or PAR workbooks (.xlsx)."),
    ],
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> int:
    """Check rule files and PAR workbooks, and explain them.

    Mistakes are told on stderr, one in a line, and the exit code is 2. What is legal but odd is a warning.
    Of a workbook it tells which inputs were changed and what that does; the exit code is 1 if a cell holds
    something else than belongs there.
    """
    from combin.formats.files import DOCUMENTS

    if documents := [file for file in files if Path(file).suffix.casefold() in DOCUMENTS]:
        problem = f"{documents[0]}: only rule files and workbooks are checked; a document has no inputs"
        raise typer.BadParameter(problem, param_hint="FILE")
    books = [file for file in files if Path(file).suffix.casefold() == ".xlsx"]
    if books and len(books) < len(files):
        raise typer.BadParameter("check rule files and workbooks one after the other", param_hint="FILE")
    if books:
        return _check_books(books, digits, form)
    from combin.design.checking import mistakes
    from combin.game import load
    from combin.report.checks import checks_view

    wrong = {file: found for file in files if (found := mistakes(file))}
    sound = [load(file).check().answer for file in files if file not in wrong]
    if sound:
        show(checks_view(sound, digits), form)
    for found in wrong.values():
        for error in found:
            fail(str(error))
    return 2 if wrong else 0


def _check_books(files: list[str], digits: int, form: Format) -> int:
    """Show what was changed in workbooks; return the exit code."""
    from combin.game import check_book
    from combin.par.views import checked_view

    found = [check_book(file).answer for file in files]
    show(checked_view(found, digits), form)
    return 1 if any(one.strange for one in found) else 0


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def design(
    game: options.Game,
    edge: Annotated[
        str,
        typer.Option(metavar="WINDOW", help="The house edge wanted, as 2%..3%; of jackpots in the long run."),
    ],
    wager: Annotated[
        str, typer.Option(metavar="WAGER", help="The id of a side bet, a bonus or the jackpot.")
    ] = "pair_plus",
    hit: Annotated[
        str | None,
        typer.Option(metavar="WINDOW", help="The hit frequency wanted: at least 25%, or 20%..26%."),
    ] = None,
    pays: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LINE=PAYS",
            help="Pays to try for a line: 4, 3..5, 30..50:5 or 4,6,10; may be repeated. "
            "Other lines vary from half to twice what they pay.",
        ),
    ] = None,
    only: Annotated[bool, typer.Option("--only", help="Lines without --pays stay as they are.")] = False,
    any_order: Annotated[
        bool, typer.Option("--any-order", help="A better hand may pay less than a worse one.")
    ] = False,
    sort: Annotated[
        str,
        typer.Option(
            metavar="ORDER",
            help="What comes first: edge (closest to the target), low-edge, high-edge, volatility (lowest), "
            "high-volatility, round.",
        ),
    ] = "edge",
    target: Annotated[
        str | None,
        typer.Option(
            metavar="PERCENT", help="The edge to come close to; by default the middle of the window."
        ),
    ] = None,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="How many to list; all are counted.")] = 20,
    pareto: Annotated[
        bool,
        typer.Option(
            "--pareto",
            help="The frontier of low edge against low standard deviation; with --sort high-volatility of "
            "high against high.",
        ),
    ] = False,
    table: options.Tables = None,
    option: Annotated[
        str | None, typer.Option(metavar="OPTION", help="Of a jackpot: which pay table (Crown: 1 or 2).")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="SEEDS", help="Of a jackpot: 10000,20000 or 10000..75000:5000; by default the published."
        ),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PLACE=VALUES",
            help="Another entry of the rules by its dotted place, and the values to try, as in combin sweep: "
            "decision.play=1,2. May be repeated; tables are searched with every combination.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Processes that share these; they need combin[cluster]."),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler whose workers do: tcp://host:8786."),
    ] = None,
    output: Annotated[Path | None, options.output("Write what is listed there: .csv or .parquet.")] = None,
    reading: options.Readings = None,
    digits: options.Digits = 10,
    form: options.Form = Format.TABLE,
) -> None:
    """Find the pay tables with a house edge in a window.

    Every choice of whole pays is decided exactly, and all that fit are counted; the best are listed. For a
    jackpot: the increment rates that meet a long-run edge, by seed and bonus prizes.
    """
    if output is not None and output.suffix.casefold() not in {".csv", ".parquet"}:
        raise typer.BadParameter(f"{output} is neither .csv nor .parquet", param_hint="--output")
    if workers and cluster:
        raise typer.BadParameter("workers of this machine, or --cluster", param_hint="--workers")
    from combin.design.sweep import read_setting
    from combin.progress import progress_bar

    rules = options.loaded(game, reading)
    with progress_bar("Searching") as report:
        found = rules.design(
            edge,
            wager,
            hit=hit,
            pays=options.pairs(pays, "--pays", "LINE=PAYS"),
            others_stay=only,
            ordered=not any_order,
            sort=sort,
            target=target,
            limit=limit,
            pareto=pareto,
            option=option,
            seeds=seed,
            settings=dict(map(read_setting, setting or ())),
            workers=workers,
            cluster=cluster,
            digits=digits,
            tables=options.letters(table),
            progress=report,
        )
    if output is not None:
        found.write(output)
    show(found.view, form)
