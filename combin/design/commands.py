"""The commands of designers: new games, searches for pay tables, what is odd, and what changes do."""

from __future__ import annotations

import shlex
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from combin.cli import options
from combin.cli.options import examples
from combin.cli.output import fail, show, tell
from combin.formats.format import Format
from combin.progress import progress_bar


@examples(
    "combin design crown-melbourne --wager pair_plus --edge 2%..3% --pays flush=3..5 --sort round",
    "combin design crown-melbourne --wager ante_bonus --edge 3%..3.5%",
    "combin design crown-melbourne --wager jackpot --option 2 --edge 10% --seed 10000..50000:10000",
)
def design(
    game: options.Game,
    *,
    edge: Annotated[str, typer.Option()],
    wager: str = "pair_plus",
    hit: str | None = None,
    pays: list[str] | None = None,
    only: bool = False,
    any_order: bool = False,
    sort: str = "edge",
    target: str | None = None,
    limit: Annotated[int, typer.Option(min=1)] = 20,
    pareto: bool = False,
    table: list[str] | None = None,
    option: str | None = None,
    seed: str | None = None,
    setting: Annotated[list[str] | None, typer.Option("--set")] = None,
    workers: options.Workers,
    output: options.Output = None,
    asked: options.Asked,
) -> None:
    """Find the pay tables with a house edge in a window.

    Every choice of whole pays is decided exactly, and all that fit are counted; the best are listed. For a
    jackpot: the increment rates that meet a long-run edge, by seed and bonus prizes.

    Args:
        edge (WINDOW): The house edge wanted, as 2%..3%; of jackpots in the long run.
        wager (WAGER): The id of a side bet, a bonus or the jackpot.
        hit (WINDOW): The hit frequency wanted: at least 25%, or 20%..26%.
        pays (LINE=PAYS): Pays to try for a line: 4, 3..5, 30..50:5 or 4,6,10; may be repeated. Other lines
            vary from half to twice what they pay.
        only: Lines without --pays stay as they are.
        any_order: A better hand may pay less than a worse one.
        sort (ORDER): What comes first: edge (closest to the target), low-edge, high-edge, volatility
            (lowest), high-volatility, round.
        target (PERCENT): The edge to come close to; by default the middle of the window.
        limit (N): How many to list; all are counted.
        pareto: The frontier of low edge against low standard deviation; with --sort high-volatility of high
            against high.
        table (WAGER=LETTER): The table of any wager by its id; may be repeated.
        option (OPTION): Of a jackpot: which pay table (Crown: 1 or 2).
        seed (SEEDS): Of a jackpot: 10000,20000 or 10000..75000:5000; by default the published.
        setting (PLACE=VALUES): Another entry of the rules by its dotted place, and the values to try, as in
            combin sweep: decision.play=1,2. May be repeated; tables are searched with every combination.
        output (FILE): Write what is listed there: .csv or .parquet.
    """
    if output is not None and output.suffix.casefold() not in {".csv", ".parquet"}:
        raise typer.BadParameter(f"{output} is neither .csv nor .parquet", param_hint="--output")
    workers.refuse_both()
    from combin.design.settings import read_setting

    about = asked.of(game)
    with progress_bar("Searching") as progress:
        answer = about.design(
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
            workers=workers.workers,
            cluster=workers.cluster,
            digits=asked.digits,
            tables=options.pairs(table, "--table", "WAGER=LETTER"),
            progress=progress,
        )
    if output is not None:
        from combin.formats.view import write_view

        write_view(answer.view(asked.digits), output)
    asked.show(answer)


@examples("combin new my-game.toml", "combin new my-game.toml --from uk-including-blind --force")
def new(
    file: Path, base: Annotated[str, typer.Option("--from")] = "crown-melbourne", force: bool = False
) -> None:
    """Write a rule file to start a game of your own from.

    It extends the game it starts from, and shows in comments what can be changed.

    Args:
        file (FILE): The rule file to write, such as my-game.toml.
        base (GAME): The game to start from, or the path of a rule file.
        force: Write over a file that is there.
    """
    from combin.design.starter import write_starter

    write_starter(file, base, force=force)
    tell(file, f" is written. Change a line, then: combin check {shlex.quote(str(file))}")


@examples("combin check my-rules.toml")
def check(files: list[str], digits: options.Digits = 10, form: options.Form = Format.TABLE) -> int:
    """Check rule files and PAR workbooks, and explain them.

    Mistakes are told on stderr, one in a line, and the exit code is 2. What is legal but odd is a warning.
    Of a workbook it tells which inputs were changed and what that does; the exit code is 1 if a cell holds
    something else than belongs there.

    Args:
        files (FILE...): Rule files, games that ship, or PAR workbooks (.xlsx).
    """
    from combin.formats.view import DOCUMENTS

    if documents := [file for file in files if Path(file).suffix.casefold() in DOCUMENTS]:
        problem = f"{documents[0]}: only rule files and workbooks are checked; a document has no inputs"
        raise typer.BadParameter(problem, param_hint="FILE")
    books = [file for file in files if Path(file).suffix.casefold() == ".xlsx"]
    if books and len(books) < len(files):
        raise typer.BadParameter("check rule files and workbooks one after the other", param_hint="FILE")
    if books:
        from combin.cli.app import function

        code: int = function("combin.par.commands:check_books")(books, digits, form)
        return code
    from combin.design.checking import mistakes
    from combin.design.views import checks_view
    from combin.game import load

    wrong = {file: errors for file in files if (errors := mistakes(file))}
    sound = [load(file).check() for file in files if file not in wrong]
    if sound:
        show(checks_view(sound, digits), form)
    for error in chain.from_iterable(wrong.values()):
        fail(str(error))
    return 2 if wrong else 0


@examples("combin sensitivity crown-melbourne --pair-plus F")
def sensitivity(game: options.Game, *, letters: options.Letters, asked: options.Asked) -> None:
    """Show what each small change of a game does.

    One unit in each pay, each rule switched, each hand at the border decided wrongly. After a change of the
    rules the player plays his best again.
    """
    asked.show(asked.of(game).sensitivity(tables=letters.chosen))


@examples("combin diff crown-melbourne uk-including-blind")
def diff(
    game: options.Game, other: str, digits: options.Digits = 10, form: options.Form = Format.TABLE
) -> None:
    """Show where two games differ, in rules and numbers.

    Args:
        other (OTHER): The game or rule file to set beside it.
    """
    show(options.loaded(game, None).diff(options.loaded(other, None)).view(digits), form)
