"""All commands by name, and how the program begins and ends."""

from __future__ import annotations

import gc
import io
import os
import re
import signal
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from combin.cli.options import Command, examples_text
from combin.cli.output import fail, write
from combin.formats.text import FOUR_COLOUR

if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED = 128 + signal.SIGINT


COMMANDS = {
    "games": "combin.cli.games:list_games",
    "show": "combin.cli.games:show_rules",
    "analyse": "combin.cli.games:analyse",
    "strategy": "combin.cli.games:strategy",
    "hand": "combin.cli.games:hand",
    "settle": "combin.settle.commands:settle",
    "schema": "combin.cli.games:schema",
    "audit": "combin.audit.commands:audit",
    "published": "combin.audit.commands:published",
    "jackpot": "combin.cli.games:jackpot",
    "frequencies": "combin.counting.commands:frequencies",
    "formula": "combin.proof.commands:formula",
    "mix": "combin.cli.games:mix",
    "session": "combin.session.commands:session",
    "table": "combin.session.commands:table",
    "monitor": "combin.session.commands:monitor",
    "removal": "combin.protection.commands:removal",
    "collusion": "combin.protection.commands:collusion",
    "protect": "combin.protection.commands:protect",
    "simulate": "combin.proof.commands:simulate",
    "plot": "combin.cli.games:plot",
    "print": "",
    "certify": "combin.certificate.commands:certify",
    "submit": "combin.submission.commands:submit",
    "verify": "combin.submission.commands:verify_file",
    "design": "combin.design.commands:design",
    "sweep": "combin.sweeps.commands:sweep",
    "new": "combin.design.commands:new",
    "check": "combin.design.commands:check",
    "sensitivity": "combin.design.commands:sensitivity",
    "diff": "combin.design.commands:diff",
    "par": "combin.par.commands:par",
    "site": "combin.site.commands:site",
    "serve": "combin.site.commands:serve",
}
"""The commands in the order of the help, each with its place; with `game.py` all that knows the products."""

PRINTED = {
    "strategy": "combin.paper.commands:print_strategy",
    "poster": "combin.paper.commands:print_poster",
}
"""The documents of `combin print`."""


def combin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    four_colour: Annotated[
        bool,
        typer.Option("--four-colour", help=f"Show diamonds blue and clubs green, as {FOUR_COLOUR}=1 does."),
    ] = False,
) -> None:
    """Exact analysis of casino card games: edge, strategy, evidence."""
    if four_colour:
        os.environ[FOUR_COLOUR] = "1"
    if version:
        from combin.version import __version__

        write(f"combin {__version__}\n")
        raise typer.Exit
    if context.invoked_subcommand is None:
        write(context.get_help() + "\n")


def program(*names: str, listed: bool = False) -> typer.Typer:
    """The program with some commands and groups, by default with all.

    Args:
        names: of the commands; to look at the options of all takes as long as the work of one.
        listed: whether each is only listed with its first sentence, so that its options are not looked at.
    """
    app = typer.Typer(
        name="combin",
        epilog=examples_text("combin analyse crown-melbourne", 'combin hand crown-melbourne "Qs 6h 4d"'),
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True)(combin)
    for name in names or COMMANDS:
        if name == "print":
            printing = typer.Typer(
                help="Documents to print: the best strategy, a player's guide.",
                epilog=examples_text(
                    "combin print strategy crown-melbourne -o card.pdf",
                    "combin print poster crown-melbourne -o poster.pdf",
                ),
                rich_markup_mode=None,
            )
            for document, home in PRINTED.items():
                _add(printing, document, home, listed=False)
            app.add_typer(printing, name="print")
        else:
            _add(app, name, COMMANDS[name], listed=listed)
    return app


def _add(to: typer.Typer, name: str, home: str, *, listed: bool) -> None:
    command = Command(function(home))
    if listed:
        to.command(name, help=command.__doc__)(lambda: None)
    else:
        to.command(name, epilog=command.epilog)(command)


def function(home: str) -> Callable[..., Any]:
    """A function of a product, by its place: "combin.session.commands:session"."""
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)  # type: ignore[no-any-return]


def main() -> NoReturn:
    """Run the command line, and exit.

    With 0 when it is done, 1 under --strict when something is contradicted, 2 for bad input (told in one line
    on stderr, or in one for each claim of a file), 130 when interrupted, and else 128 and its number when a
    signal ends it.
    """
    for ending in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(ending) is signal.SIG_DFL:  # and not left to somebody else, as by nohup
            signal.signal(ending, _ended)
    # What a command makes, it keeps until its end: looking for garbage so often takes a quarter of its time.
    gc.set_threshold(200_000, 20, 20)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old terminal shows ? for a suit
    try:
        code = _asked(sys.argv[1:])(prog_name="combin", standalone_mode=False)
    except ValueError as error:
        code = _refused(error)
    except typer.TyperException as error:
        context: typer.Context | None = getattr(error, "ctx", None)
        command = context.command_path if context else "combin"
        message = re.sub("a valid int(eger)?( range)?", "a whole number", error.format_message())
        code = fail(f"{message.rstrip('.')}{'' if message.endswith('?') else '.'} See {command} --help.")
    except OSError as error:
        code = fail(f"{error.filename or 'standard output'}: {error.strerror}")
    except typer.Abort:
        code = INTERRUPTED
    if code == INTERRUPTED:  # as typer has it
        fail("interrupted")
    sys.exit(code)


def _asked(arguments: list[str]) -> typer.Typer:
    """The program with the command that is called, or with all of them listed."""
    name = next((word for word in arguments if not word.startswith("-")), "")
    if name in COMMANDS:
        return program(name)
    return program(listed=not name and "_COMBIN_COMPLETE" not in os.environ)


def _refused(error: ValueError) -> int:
    """Tell what is wrong with the input, and return the exit code; any other error is our own."""
    from combin.cards.cards import CardError
    from combin.formats.typesetter import PrintError
    from combin.jackpot.meter.meter import JackpotError
    from combin.rules.errors import RulesError, SeveralRulesError

    if isinstance(error, SeveralRulesError):
        return max(fail(str(each)) for each in error.errors)
    if isinstance(error, (RulesError, CardError, JackpotError, PrintError)):
        return fail(str(error))
    raise error


def _ended(number: int, _: object) -> NoReturn:
    """End as if by an error of its own, so that files that are half written are removed."""
    sys.exit(128 + number)
