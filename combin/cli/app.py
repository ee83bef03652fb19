"""All commands by name, and how the program begins and ends."""

from __future__ import annotations

import inspect
import io
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Annotated, Any, NoReturn, get_origin

import typer

from combin.cli.options import NEEDED, Fields, Option, OptionError, Question, examples_text
from combin.cli.output import fail, waiting, write
from combin.formats.text import FOUR_COLOUR

INTERRUPTED = 128 + signal.SIGINT

COMMANDS = {
    "games": "combin.cli.games:Games",
    "show": "combin.cli.games:Show",
    "analyse": "combin.cli.games:Analyse",
    "strategy": "combin.cli.games:Strategy",
    "hand": "combin.cli.games:Hand",
    "settle": "combin.settle.commands:Settle",
    "schema": "combin.cli.games:Schema",
    "audit": "combin.audit.commands:Audit",
    "published": "combin.figures.commands:Published",
    "jackpot": "combin.cli.games:Jackpot",
    "frequencies": "combin.counting.commands:Frequencies",
    "formula": "combin.proof.commands:Formula",
    "mix": "combin.cli.games:Mix",
    "session": "combin.session.commands:Session",
    "table": "combin.seats.commands:Table",
    "tournament": "combin.tournament.commands:Tournament",
    "monitor": "combin.session.commands:Monitor",
    "removal": "combin.protection.commands:Removal",
    "collusion": "combin.protection.commands:Collusion",
    "protect": "combin.protection.commands:Protect",
    "simulate": "combin.proof.commands:Simulate",
    "plot": "combin.plots.commands:Plot",
    "print": "",
    "certify": "combin.certificate.commands:Certify",
    "submit": "combin.submission.commands:Submit",
    "verify": "combin.submission.commands:Verify",
    "design": "combin.design.commands:Design",
    "sweep": "combin.sweeps.commands:Sweep",
    "new": "combin.design.commands:New",
    "check": "combin.design.commands:Check",
    "sensitivity": "combin.design.commands:Sensitivity",
    "diff": "combin.design.commands:Diff",
    "par": "combin.par.commands:Par",
    "site": "combin.site.commands:Site",
    "serve": "combin.site.commands:Serve",
}
"""The commands in the order of the help, each with its place; with `game.py` all that knows the products."""

PRINTED = {
    "strategy": "combin.paper.commands:PrintedStrategy",
    "poster": "combin.paper.commands:Poster",
    "layout": "combin.paper.commands:PrintedLayout",
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

    Where they are only `listed`, with their first sentences, their options are not looked at.
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
                help="Documents to print: strategy, player's guide, layout.",
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
    question: type[Question] = function(home)
    epilog = None if listed else examples_text(*question.examples)
    to.command(name, help=question.__doc__, epilog=epilog)((lambda: None) if listed else _command(question))


def _command(question: type[Question]) -> Callable[..., int | None]:
    """A question as typer takes commands: a function with a parameter for each option."""

    def command(context: typer.Context, **values: object) -> int | None:
        sources = ((name, context.get_parameter_source(name)) for name in values)
        written = {name: values[name] for name, of in sources if of and of.name == "COMMANDLINE"}
        doing = question.doing or context.command_path
        try:
            if question.doing is None:
                return question.given(written).run()
            with waiting(doing, even=question.even, steps=bool(question.doing)):
                return question.given(written).run()
        except OptionError as error:
            raise typer.BadParameter(str(error), param_hint=error.option) from None

    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    command.__signature__ = inspect.Signature([context, *_parameters(question)])  # type: ignore[attr-defined]
    command.__annotations__ = {}  # the signature has them
    return command


def _parameters(fields: type[Fields]) -> Iterator[inspect.Parameter]:
    """Yield the fields one by one, with those of groups, as typer takes options."""
    for name, (hint, of) in fields.fields().items():
        if not isinstance(of, Option):
            yield from _parameters(of)
            continue
        default = (of.default or None) if get_origin(hint) in {tuple, Mapping} else of.default
        kind = of.kind(hint) if default is not None else of.kind(hint) | None
        made: Callable[..., Any] = typer.Argument if of.positional else typer.Option
        names = () if of.positional else of.names or (of.flag(name),)
        option = made(
            *names, metavar=of.metavar, help=of.what, min=of.least, max=of.most, autocompletion=of.complete
        )
        yield inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if default is NEEDED else default,
            annotation=Annotated[kind, option],
        )


def function(home: str) -> Any:  # noqa: ANN401  a question, or a function
    """A question or a function of a product, by its place: "combin.session.commands:Session"."""
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)


def main() -> NoReturn:
    """Run the command line, and exit.

    With 0 when it is done, 1 under --strict when something is contradicted, 2 for bad input (reported in one
    line on stderr, or in one for each claim of a file), and 128 with its number when a signal ends it.
    """
    for ending in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(ending) is signal.SIG_DFL:  # and not left to somebody else, as by nohup
            signal.signal(ending, _ended)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old terminal shows ? for a suit
    name = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    listed = not name and "_COMBIN_COMPLETE" not in os.environ
    asked = program(name) if name in COMMANDS else program(listed=listed)
    try:
        code = asked(prog_name="combin", standalone_mode=False)
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


def _refused(error: ValueError) -> int:
    """Report what is wrong with the input, and return the exit code; any other error is our own."""
    from combin.cards.cards import CardError
    from combin.formats.typesetter import PrintError
    from combin.jackpot.meter import JackpotError
    from combin.rules.errors import RulesError, SeveralRulesError

    if isinstance(error, SeveralRulesError):
        return max(fail(str(each)) for each in error.errors)
    if isinstance(error, (RulesError, CardError, JackpotError, PrintError)):
        return fail(str(error))
    raise error


def _ended(number: int, _: object) -> NoReturn:
    """End as if by an error of its own, so that files that are half written are removed."""
    sys.exit(128 + number)
