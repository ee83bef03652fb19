"""All commands with their examples, and how the program begins and ends."""

from __future__ import annotations

import gc
import io
import os
import re
import signal
import sys
from copy import copy
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from combin.cli.audits import audit, certify, formula, published, submit, verify_file
from combin.cli.design import check, design, diff, new, sensitivity, sweep
from combin.cli.floor import monitor, table
from combin.cli.games import analyse, hand, list_games, schema, settle, show_rules, strategy
from combin.cli.jackpot import frequencies, jackpot
from combin.cli.mix import mix, session, simulate
from combin.cli.options import Command
from combin.cli.output import fail, write
from combin.cli.printing import par, plot, print_poster, print_strategy
from combin.cli.protection import collusion, protect, removal
from combin.cli.site import serve, site
from combin.formats.paint import FOUR_COLOUR

if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED = 128 + signal.SIGINT


def _examples(*commands: str) -> str:
    """Return the end of a help text; the backspace keeps its lines apart."""
    return "\n".join(
        ("\b", "Examples:" if len(commands) > 1 else "Example:", *(f"  {command}" for command in commands))
    )


app = typer.Typer(
    name="combin",
    epilog=_examples("combin analyse crown-melbourne", 'combin hand crown-melbourne "Qs 6h 4d"'),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
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


def _add(
    command: Callable[..., object], *examples: str, name: str | None = None, to: typer.Typer = app
) -> None:
    """Add a command, by its own name if by no other, with examples at the end of its help."""
    to.command(name, epilog=_examples(*examples))(Command(command))


_add(list_games, "combin games", name="games")
_add(show_rules, "combin show crown-melbourne", "combin show my-rules.toml", name="show")
_add(
    analyse,
    "combin analyse crown-melbourne",
    "combin analyse crown-melbourne --ante-bonus B --pair-plus F --format json",
    'combin analyse uk-including-blind --strategy "always play"',
)
_add(
    strategy,
    "combin strategy crown-melbourne",
    'combin strategy crown-melbourne --compare "any queen" --compare Q-10-4',
    "combin strategy crown-melbourne --compare my-strategy.toml",
    "combin strategy crown-melbourne --option 2 --jackpot 1 --ante 5",
)
_add(hand, 'combin hand crown-melbourne "Qs 6h 4d"', "combin hand crown-melbourne Qs 6h 4d --ante-bonus C")
_add(
    settle,
    "combin settle crown-melbourne rounds.jsonl",
    "combin settle crown-melbourne rounds.jsonl --format csv > settled.csv",
)
_add(schema, "combin schema > rules.schema.json", "combin schema rounds")
_add(
    audit,
    "combin audit crown-melbourne",
    "combin audit crown-melbourne --only differs,inconsistent",
    "combin audit crown-melbourne -o report.pdf",
    "combin audit all --output reports",
    "combin audit my-rules.toml --claims my-claims.toml",
)
_add(
    published,
    "combin published",
    "combin published --source Grochowski",
    "combin published --game three-card-poker --verdict differs --format csv",
)
_add(
    jackpot,
    "combin jackpot crown-melbourne --option 1 --seed 10000 --meter 25000",
    "combin jackpot crown-melbourne --option 2 --seed 10000 --target-return 90",
    "combin jackpot resorts-world-sentosa --stake 5 --seats 7",
    "combin jackpot settle --meter 123456.70 --seed 50000 --royals 1 --straight-flushes 1",
)
_add(frequencies, "combin frequencies 5", 'combin frequencies 7 --ranks "6 7 8 9 T J Q K A" --check')
_add(
    formula,
    "combin formula crown-melbourne",
    "combin formula crown-melbourne pair_plus",
    "combin formula uk-including-blind prime --latex",
)
_add(
    mix,
    "combin mix crown-melbourne --bet ante=10 --bet pair_plus=5 --pair-plus F",
    "combin mix crown-melbourne --bet ante=10 --bet jackpot=1 --option 2 --meter 25000",
)
_add(
    session,
    "combin session crown-melbourne --bet ante=10 --bet pair_plus=5 --rounds 400",
    "combin session crown-melbourne --bet ante=10 --rounds 400 --bankroll 500 --goal 1000",
    "combin session crown-melbourne --bet ante=10 --rebate 10%",
    "combin session crown-melbourne --bet ante=10 --rounds 100000 --loss 5000 --format json",
)
_add(
    table,
    "combin table crown-melbourne --seats 7 --bet ante=10 --bet pair_plus=5",
    "combin table crown-melbourne --seats 5 --bet ante=25 --pace 50 --hours 6 --comp 30%",
)
_add(
    monitor,
    "combin monitor crown-melbourne log.csv --against pair_plus=D",
    "combin monitor crown-melbourne log.parquet --pair-plus F --plot TCP-1/pair_plus -o running.svg",
    "combin monitor crown-melbourne rounds.jsonl --format json",
)
_add(
    removal,
    "combin removal crown-melbourne",
    'combin removal crown-melbourne --set "As Kd" --set "Qs Qd Qh" --format json',
)
_add(
    collusion,
    "combin collusion crown-melbourne --seats 2",
    "combin collusion crown-melbourne --seats 2 --format json",
)
_add(
    protect,
    "combin protect crown-melbourne",
    "combin protect crown-melbourne --limit 500 --pace 60 -o protection.pdf",
)
_add(
    simulate,
    "combin simulate crown-melbourne",
    "combin simulate crown-melbourne --rounds 200000 --seed 7 --pair-plus F --table jackpot=2",
)
_add(
    plot,
    "combin plot crown-melbourne outcomes --wager pair_plus -o outcomes.svg",
    "combin plot crown-melbourne play-value -o play-value.png",
    "combin plot crown-melbourne sensitivity -o tornado.pdf",
)
printing = typer.Typer(
    help="Documents to print: the best strategy, a player's guide.",
    epilog=_examples(
        "combin print strategy crown-melbourne -o card.pdf",
        "combin print poster crown-melbourne -o poster.pdf",
    ),
    rich_markup_mode=None,
)
_add(
    print_strategy,
    "combin print strategy crown-melbourne",
    "combin print strategy crown-melbourne -o card.pdf --four-colour",
    "combin print strategy crown-melbourne -o cards.pdf --sheet a4",
    "combin print strategy crown-melbourne -o sheet.pdf --size a4 --option 2",
    name="strategy",
    to=printing,
)
_add(
    print_poster,
    "combin print poster uk-including-blind -o poster.pdf",
    "combin print poster crown-melbourne -o poster.pdf --size a3 --pair-plus F --option 2 --seed 20000",
    name="poster",
    to=printing,
)
app.add_typer(printing, name="print")
_add(certify, "combin certify crown-melbourne -o crown.certificate.json")
_add(submit, "combin submit three-card-prime -o lab")
_add(
    verify_file,
    "combin certify resorts-world-sentosa -o game.certificate.json",
    "combin verify game.certificate.json",
    name="verify",
)
_add(
    design,
    "combin design crown-melbourne --wager pair_plus --edge 2%..3% --pays flush=3..5 --sort round",
    "combin design crown-melbourne --wager ante_bonus --edge 3%..3.5%",
    "combin design crown-melbourne --wager jackpot --option 2 --edge 10% --seed 10000..50000:10000",
)
_add(
    sweep,
    "combin sweep crown-melbourne --set decision.play=1,2,[1,2]",
    "combin sweep crown-melbourne --set pay_tables.pair_plus.A.flush=3..5 --format csv",
)
_add(new, "combin new my-game.toml", "combin new my-game.toml --from uk-including-blind --force")
_add(check, "combin check my-rules.toml")
_add(sensitivity, "combin sensitivity crown-melbourne --pair-plus F")
_add(diff, "combin diff crown-melbourne uk-including-blind")
_add(
    par,
    "combin par crown-melbourne -o crown.xlsx",
    "combin par crown-melbourne -o crown.pdf",
    "combin par crown-melbourne --table pair_plus=A,F --table jackpot=1 -o crown.xlsx",
    "combin check crown.xlsx",
)
_add(site, "combin site -o public", "combin site -o public --language fr")
_add(serve, "combin serve", "combin serve public --port 8000 --no-open")


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
    """Return the program with the command or group asked for: to build all takes as long as the work."""
    name = next((word for word in arguments if not word.startswith("-")), "")
    commands = [
        command
        for command in app.registered_commands
        if name == (command.name or getattr(command.callback, "__name__", None))
    ]
    groups = [group for group in app.registered_groups if name == group.name]
    if not commands and not groups:
        return app
    asked = copy(app)
    asked.registered_commands, asked.registered_groups = commands, groups
    return asked


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
