"""The command line: parse, call, show."""

from __future__ import annotations

import io
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from combin.cli_design import check, diff, new, sensitivity, sweep
from combin.cli_formula import formula
from combin.cli_jackpot import frequencies, jackpot
from combin.cli_mix import mix
from combin.cli_proof import certify, verify
from combin.cli_search import design
from combin.options import (
    AnteBonusOption,
    DigitsOption,
    FormatOption,
    GameArgument,
    PairPlusOption,
    PrimeOption,
    ReadingOption,
    TableOption,
    letters,
    money,
    pairs,
    refuse,
)
from combin.output import fail, show, write
from combin.report.formats import Format

if TYPE_CHECKING:
    from combin.game import Game

__all__ = ["main"]


class Language(StrEnum):
    """What a schema describes."""

    RULES = "rules"
    ROUNDS = "rounds"
    CLAIMS = "claims"


def _examples(*commands: str) -> str:
    """Return the end of a help text; the backspace keeps its lines apart."""
    return "\n".join(
        ("\b", "Examples:" if len(commands) > 1 else "Example:", *(f"  {one}" for one in commands))
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
) -> None:
    """Exact analysis of casino games dealt from one deck: edge, strategy, evidence."""
    if version:
        from combin import __version__

        write(f"combin {__version__}\n")
        raise typer.Exit
    if context.invoked_subcommand is None:
        write(context.get_help() + "\n")


@app.command("games", epilog=_examples("combin games"))
def list_games(form: FormatOption = Format.TABLE) -> None:
    """List the games that ship and their pay tables."""
    from combin.game import games, load
    from combin.report.rules import games_view

    show(games_view([load(game).rules for game in games()]), form)


@app.command("show", epilog=_examples("combin show crown-melbourne", "combin show my-rules.toml"))
def show_rules(game: GameArgument, reading: ReadingOption = None, form: FormatOption = Format.TABLE) -> None:
    """Show the rules of a game and where its document states them."""
    show(_load(game, reading).show().view, form)


@app.command(
    epilog=_examples(
        "combin analyse crown-melbourne",
        "combin analyse crown-melbourne --ante-bonus B --pair-plus F --format json",
        'combin analyse uk-including-blind --strategy "always play"',
    )
)
def analyse(
    game: GameArgument,
    ante_bonus: AnteBonusOption = None,
    pair_plus: PairPlusOption = None,
    prime: PrimeOption = None,
    table: TableOption = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="STRATEGY",
            help="How the player plays, if not at his best: 'always play', 'mimic the dealer', "
            "'any queen', 'Q-10-4', or a file of rules (.toml).",
        ),
    ] = None,
    reading: ReadingOption = None,
    digits: DigitsOption = 10,
    form: FormatOption = Format.TABLE,
) -> None:
    """Give the exact house edge and risk of every wager.

    Without letters, every choice of pay tables side by side.
    """
    tables = letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    show(_load(game, reading).alternatives(strategy=strategy, digits=digits, tables=tables).view, form)


@app.command(
    epilog=_examples(
        "combin strategy crown-melbourne",
        'combin strategy crown-melbourne --compare "any queen" --compare Q-10-4',
        "combin strategy crown-melbourne --compare my-strategy.toml",
        "combin strategy crown-melbourne --option 2 --jackpot 1 --ante 5",
    )
)
def strategy(
    game: GameArgument,
    ante_bonus: AnteBonusOption = None,
    table: TableOption = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STRATEGY",
            help="A strategy to go through hand by hand: 'any queen', 'Q-10-4', 'always play', "
            "'mimic the dealer', or a file of rules (.toml); may be repeated.",
        ),
    ] = None,
    option: Annotated[
        str | None, typer.Option(metavar="OPTION", help="With --jackpot: its pay table (Crown: 1 or 2).")
    ] = None,
    jackpot: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="A jackpot wager decided together with the Ante.")
    ] = None,
    ante: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="With --jackpot: the Ante; by default 1.")
    ] = None,
    meter: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="With --jackpot: the meter; by default at its seed.")
    ] = None,
    reading: ReadingOption = None,
    digits: DigitsOption = 10,
    form: FormatOption = Format.TABLE,
) -> None:
    """Give the best strategy, its proof, and the cost of others."""
    tables = letters(table, ante_bonus=ante_bonus)
    if jackpot is not None:
        found = _load(game, reading).joint_strategy(
            money(jackpot, "--jackpot"),
            money(ante or "1", "--ante"),
            option,
            None if meter is None else money(meter, "--meter"),
            compare=compare or (),
            digits=digits,
            tables=tables,
        )
        show(found.view, form)
        return
    refuse({"--option": option, "--ante": ante, "--meter": meter}, "goes with --jackpot")
    show(_load(game, reading).strategy(compare or (), digits=digits, tables=tables).view, form)


@app.command(
    epilog=_examples(
        'combin hand crown-melbourne "Qs 6h 4d"', "combin hand crown-melbourne Qs 6h 4d --ante-bonus C"
    )
)
def hand(
    game: GameArgument,
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help='Three cards: "Qs 6h 4d" or "Q♠6♥4♦".')],
    ante_bonus: AnteBonusOption = None,
    table: TableOption = None,
    reading: ReadingOption = None,
    digits: DigitsOption = 10,
    form: FormatOption = Format.TABLE,
) -> None:
    """Explain one hand: what the dealer can have, what to do."""
    tables = letters(table, ante_bonus=ante_bonus)
    show(_load(game, reading).hand(" ".join(cards), digits=digits, tables=tables).view, form)


@app.command(
    epilog=_examples(
        "combin settle crown-melbourne rounds.jsonl",
        "combin settle crown-melbourne rounds.jsonl --format csv > settled.csv",
    )
)
def settle(
    game: GameArgument,
    rounds: Annotated[Path, typer.Argument(metavar="FILE", help="Recorded rounds, one JSON object a line.")],
    reading: ReadingOption = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 when something was paid wrongly.")
    ] = False,
    form: FormatOption = Format.TABLE,
) -> int:
    """Settle recorded rounds by the rules, and check what was paid.

    Records that cannot be settled are named on stderr, and the exit code is 2; the others are settled
    all the same. "combin schema rounds" describes a record.
    """
    result = _load(game, reading).settle(rounds)
    show(result.view, form)
    for error in result.errors:
        fail(f"{rounds}: {error}")
    if result.errors:
        return 2
    return 1 if strict and result.paid_wrongly else 0


@app.command(epilog=_examples("combin schema > rules.schema.json", "combin schema rounds"))
def schema(
    language: Annotated[
        Language,
        typer.Argument(
            metavar="LANGUAGE", help="rules, rounds (for combin settle), or claims (for combin audit)."
        ),
    ] = Language.RULES,
) -> None:
    """Print the JSON Schema of rules, recorded rounds or claims.

    Editors complete and check files by it.
    """
    from combin.audit.schema import claims_schema
    from combin.rules.schema import rounds_schema, rules_schema, schema_text

    made = {Language.RULES: rules_schema, Language.ROUNDS: rounds_schema, Language.CLAIMS: claims_schema}
    write(schema_text(made[language]()))


@app.command(
    epilog=_examples(
        "combin audit crown-melbourne",
        "combin audit all --output reports",
        "combin audit my-rules.toml --claims my-claims.toml",
    )
)
def audit(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...", help="Games that ship, paths of rule files, or 'all' (the default)."
        ),
    ] = None,
    claims: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The claims to judge, for a rule file of your own.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write each game's report there, GAME.md, and its plots."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if something is contradicted.")
    ] = False,
    form: FormatOption = Format.TABLE,
) -> int:
    """Judge what the documents publish against exact counts.

    With --output a report of each goes into a folder: every figure with its evidence, and plots.
    """
    from combin.audit import audit as judge
    from combin.game import games as ids
    from combin.report.audits import audits_view, write_reports

    chosen = list(ids()) if games in (None, [], ["all"]) else games or []
    if claims is not None and len(chosen) != 1:
        raise typer.BadParameter("claims are about one game; name it", param_hint="--claims")
    found = [judge(game, claims) for game in chosen]
    written = write_reports(found, output) if output is not None else []
    show(audits_view(found, written), form)
    return 1 if strict and any(one.contradicted for one in found) else 0


app.command(
    epilog=_examples(
        "combin jackpot crown-melbourne --option 1 --seed 10000 --meter 25000",
        "combin jackpot crown-melbourne --option 2 --seed 10000 --target-return 90",
        "combin jackpot resorts-world-sentosa --wager 5 --seats 7",
        "combin jackpot settle --meter 123456.70 --seed 50000 --royals 1 --straight-flushes 1",
    )
)(jackpot)
app.command(
    epilog=_examples("combin frequencies 5", 'combin frequencies 7 --ranks "6 7 8 9 T J Q K A" --check')
)(frequencies)
app.command(
    epilog=_examples(
        "combin formula crown-melbourne",
        "combin formula crown-melbourne pair_plus",
        "combin formula uk-including-blind prime --latex",
    )
)(formula)
app.command(
    epilog=_examples(
        "combin mix crown-melbourne --bet ante=10 --bet pair_plus=5 --pair-plus F",
        "combin mix crown-melbourne --bet ante=10 --bet jackpot=1 --option 2 --meter 25000",
    )
)(mix)
app.command(epilog=_examples("combin certify crown-melbourne -o crown.certificate.json"))(certify)
app.command(
    epilog=_examples(
        "combin certify resorts-world-sentosa -o game.certificate.json",
        "combin verify game.certificate.json",
    )
)(verify)
app.command(
    epilog=_examples(
        "combin design crown-melbourne --wager pair_plus --edge 2%..3% --pays flush=3..5 --sort round",
        "combin design crown-melbourne --wager ante_bonus --edge 3%..3.5%",
        "combin design crown-melbourne --wager jackpot --option 2 --edge 10% --seed 10000..50000:10000",
    )
)(design)
app.command(
    epilog=_examples(
        "combin sweep crown-melbourne --set decision.play=1,2,[1,2]",
        "combin sweep crown-melbourne --set pay_tables.pair_plus.A.flush=3..5 --format csv",
    )
)(sweep)
app.command(
    epilog=_examples("combin new my-game.toml", "combin new my-game.toml --from uk-including-blind --force")
)(new)
app.command(epilog=_examples("combin check my-rules.toml"))(check)
app.command(epilog=_examples("combin sensitivity crown-melbourne --pair-plus F"))(sensitivity)
app.command(epilog=_examples("combin diff crown-melbourne uk-including-blind"))(diff)


def _load(game: str, reading: list[str] | None) -> Game:
    from combin.game import load

    return load(game, pairs(reading, "--reading", "NAME=OPTION"))


def main() -> NoReturn:
    """Run the command line, and exit.

    With 0 when it is done, 1 under --strict when something is contradicted, 2 for bad input (told in one line
    on stderr), 130 when interrupted.
    """
    from combin.cards import CardError
    from combin.jackpot.meter import JackpotError
    from combin.rules.errors import RulesError

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old terminal shows ? for a suit
    try:
        code = app(prog_name="combin", standalone_mode=False)
    except (RulesError, CardError, JackpotError) as error:
        code = fail(str(error))
    except typer.TyperException as error:
        context: typer.Context | None = getattr(error, "ctx", None)
        command = context.command_path if context else "combin"
        code = fail(f"{error.format_message().rstrip('.')}. See {command} --help.")
    except OSError as error:
        code = fail(f"{error.filename or 'standard output'}: {error.strerror}")
    except typer.Abort:
        code = 130
    sys.exit(code)
