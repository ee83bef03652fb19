"""The commands of designers: new games, searches for pay tables, checks, sensitivity, differences."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from combin.cli import options
from combin.cli.options import OptionError, Question, argument, examples, field
from combin.cli.output import fail, show, tell
from combin.formats import Format


@examples(
    "combin design crown-melbourne --wager pair_plus --edge 2%..3% --pays flush=3..5 --sort round",
    "combin design crown-melbourne --wager ante_bonus --edge 3%..3.5%",
    "combin design crown-melbourne --wager jackpot --option 2 --edge 10% --seed 10000..50000:10000",
)
class Design(Question):
    """Find the pay tables with a house edge in a window.

    Decides every choice of whole pays exactly, counts the matches and lists the best, rounder pays first
    among equals. Round pays are 1, 1.5, 2, 2.5, 3, 4, 5, 6 and 8 times a power of ten. For a jackpot,
    finds the increment rates with a long-run edge, by seed and fixed prizes.
    """

    asks = "design"
    doing = "Searching"
    game: str = options.GAME
    edge: str = field(
        "WINDOW",
        "Target window of the house edge, as 2%..3%; of jackpots in the long run.",
        default=options.NEEDED,
    )
    wager: str = field("WAGER", "The id of a side bet, a bonus or the jackpot.", default="pair_plus")
    hit: str | None = field("WINDOW", "Window of the hit frequency: 25% (at least), or 20%..26%.")
    pays: Mapping[str, str] = field(
        "LINE=PAYS",
        "Pays to try for a line: 4, 3..5, 30..50:5 or 4,6,10; may be repeated. Other lines vary from half to "
        "twice their pay.",
    )
    others_stay: bool = field(None, "Keep the pays of lines without --pays.", "--only")
    any_order: bool = field(None, "Allow a better hand to pay less than a worse one.")
    sort: str = field(
        "ORDER", "First listed: edge (closest to the target), low-edge, high-edge or round.", default="edge"
    )
    target: str | None = field("PERCENT", "Target edge; by default the middle of the window.")
    limit: int = field("N", "Number of tables to list; all are counted.", default=20, least=1)
    letters: options.AnyLetters
    option: str | None = field("OPTION", "Pay table of a jackpot (Crown: 1 or 2).")
    seeds: str | None = field(
        "SEEDS", "Seeds of a jackpot: 10000,20000 or 10000..75000:5000; by default the published.", "--seed"
    )
    output: Path | None = options.output("FILE", "Write the listed tables: .csv or .parquet.")
    asked: options.Asked

    def values(self) -> dict[str, Any]:
        """The parameters of the search."""
        values = super().values() | {"digits": self.asked.digits}
        return values | {"ordered": not values.pop("any_order")}

    def run(self) -> None:
        if self.output is not None and self.output.suffix.casefold() not in {".csv", ".parquet"}:
            raise OptionError(f"{self.output} is neither .csv nor .parquet", "--output")
        answer = self.answer()
        if self.output is not None:
            from combin.formats.view import write_view

            write_view(answer.view(self.asked.digits), self.output)
        self.asked.show(answer)


@examples("combin new my-game.toml", "combin new my-game.toml --from uk-including-blind --force")
class New(Question):
    """Write a rule file for a game of your own.

    The file extends a game and shows in comments what can be changed.
    """

    file: Path = argument("FILE", "The rule file to write, such as my-game.toml.")
    base: str = field(
        "GAME", "The game to start from, or the path of a rule file.", "--from", default="crown-melbourne"
    )
    force: bool = field(None, "Overwrite an existing file.")

    def run(self) -> None:
        from combin.design.checking import write_starter

        write_starter(self.file, self.base, force=self.force)
        check = f"combin check {shlex.quote(str(self.file))}"
        tell(self.file, f" is written. Change a line, then run: {check}")


@examples("combin check my-rules.toml")
class Check(Question):
    """Check rule files and PAR workbooks.

    Lists every mistake on stderr, one a line, with exit code 2; unusual rules are warnings. For a
    workbook, lists the changed inputs and their effects; the exit code is 1 if a cell has an unexpected
    value.
    """

    files: tuple[str, ...] = argument("FILE...", "Rule files, built-in games, or PAR workbooks (.xlsx).")
    digits: int = options.DIGITS
    form: Format = options.FORM

    def run(self) -> int:
        from combin.formats.view import DOCUMENTS

        files = self.files
        if documents := [file for file in files if Path(file).suffix.casefold() in DOCUMENTS]:
            problem = f"{documents[0]}: only rule files and workbooks are checked; a document has no inputs"
            raise OptionError(problem, "FILE")
        books = [file for file in files if Path(file).suffix.casefold() == ".xlsx"]
        if books and len(books) < len(files):
            raise OptionError("check rule files and workbooks one after the other", "FILE")
        if books:
            from combin.cli.app import function

            code: int = function("combin.par.commands:check_books")(books, self.digits, self.form)
            return code
        from combin.design.checking import mistakes
        from combin.design.views import checks_view
        from combin.game import load

        wrong = {file: errors for file in files if (errors := mistakes(file))}
        checked = [load(file).check() for file in files if file not in wrong]
        if checked:
            show(checks_view(checked, self.digits), self.form)
        for error in chain.from_iterable(wrong.values()):
            fail(str(error))
        return 2 if wrong else 0


@examples("combin sensitivity crown-melbourne --pair-plus F")
class Sensitivity(Question):
    """Compute the effect of each small change of a game.

    Changes each pay by one unit, each rule, and each decision on a borderline hand. After a change of the
    rules, the player uses the optimal strategy of the changed game.
    """

    asks = "sensitivity"
    game: str = options.GAME
    letters: options.Letters
    asked: options.Asked


@examples("combin diff crown-melbourne uk-including-blind")
class Diff(Question):
    """Compare the house edges and rules of two games."""

    game: str = options.GAME
    other: str = argument("OTHER", "The game or rule file to compare; json has every different entry.")
    digits: int = options.DIGITS
    form: Format = options.FORM

    def run(self) -> None:
        from combin.game import load

        show(self.load().diff(load(self.other)).view(self.digits), self.form)
