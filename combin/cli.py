"""The command line: parse, call, show."""

from __future__ import annotations

import io
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from combin.game import Game
    from combin.report.view import View

__all__ = ["main"]

WIDTH = 100
"""Columns of the output where it is piped."""

app = typer.Typer(
    name="combin",
    help="Exact analysis of casino games dealt from one deck: edge, strategy, evidence.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


class Format(StrEnum):
    """What a command can answer in."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


class Language(StrEnum):
    """What a schema is for."""

    RULES = "rules"
    ROUNDS = "rounds"
    CLAIMS = "claims"


def _complete_game(incomplete: str) -> list[str]:
    from combin.rules.load import library_games

    return [game for game in library_games() if game.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game that ships, or the path of a rule file.", autocompletion=_complete_game),
]
FormatOption = Annotated[Format, typer.Option("--format", "-f", help="table, json, csv or md.", show_default=True)]
DigitsOption = Annotated[int, typer.Option(min=0, max=1000, help="Decimals beside exact values (json, csv).")]
AnteBonusOption = Annotated[str | None, typer.Option("--ante-bonus", metavar="LETTER", help="Ante Bonus table.")]
PairPlusOption = Annotated[str | None, typer.Option("--pair-plus", metavar="LETTER", help="Pair Plus table.")]
PrimeOption = Annotated[str | None, typer.Option("--prime", metavar="LETTER", help="Prime table.")]
TableOption = Annotated[
    list[str], typer.Option("--table", metavar="WAGER=LETTER", help="Table of any wager; may be repeated.")
]
ReadingOption = Annotated[
    list[str],
    typer.Option("--reading", metavar="NAME=OPTION", help="Reading of an ambiguous rule (see show); may be repeated."),
]
StrategyOption = Annotated[
    str | None,
    typer.Option(help="Another strategy than the best: 'any queen', 'always play', 'mimic the dealer', a .toml file."),
]


def _show(view: View, form: Format) -> None:
    """Print a view; where the output is piped, in at most 100 columns and without colour."""
    from combin.report.view import Format as ViewFormat

    if form is not Format.TABLE:
        sys.stdout.write(view.text(ViewFormat(form.value)))
        return
    from rich.console import Console

    if sys.stdout.isatty():
        view.print(Console(highlight=False))
        return
    console = Console(width=WIDTH, file=io.StringIO(), highlight=False, force_terminal=False)
    view.print(console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    sys.stdout.write("\n".join(line.rstrip() for line in text.splitlines()) + "\n")


def _pairs(options: list[str], name: str) -> dict[str, str]:
    pairs = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            msg = f"{option!r} is not {name}"
            raise typer.BadParameter(msg)
        pairs[key.strip()] = value.strip()
    return pairs


def _load(game: str, reading: list[str]) -> Game:
    from combin.game import load

    return load(game, _pairs(reading, "NAME=OPTION"))


def _letters(table: list[str], **named: str | None) -> dict[str, str]:
    return _pairs(table, "WAGER=LETTER") | {wager: letter for wager, letter in named.items() if letter is not None}


@app.command()
def games(form: FormatOption = Format.TABLE) -> None:
    """List the games that ship, with their lettered tables.

    \b
    combin games
    """
    from combin.game import games as ids
    from combin.report.rules import games_view
    from combin.rules.load import load_rules

    _show(games_view([load_rules(game) for game in ids()]), form)


@app.command()
def show(game: GameArgument, reading: ReadingOption = [], form: FormatOption = Format.TABLE) -> None:  # noqa: B006  typer copies it
    """Show the rules of a game, each with its place in the document.

    \b
    combin show crown-melbourne
    """
    _show(_load(game, reading).show(), form)


@app.command()
def analyse(
    game: GameArgument,
    ante_bonus: AnteBonusOption = None,
    pair_plus: PairPlusOption = None,
    prime: PrimeOption = None,
    table: TableOption = [],  # noqa: B006
    strategy: StrategyOption = None,
    reading: ReadingOption = [],  # noqa: B006
    digits: DigitsOption = 10,
    form: FormatOption = Format.TABLE,
) -> None:
    """Give the exact edge, risk and frequencies of every wager.

    Without letters, every choice of tables side by side.

    \b
    combin analyse crown-melbourne
    combin analyse crown-melbourne --ante-bonus B --pair-plus F --format json
    combin analyse uk-including-blind --strategy "always play"
    """
    letters = _letters(table, ante_bonus=ante_bonus, pair_plus=pair_plus, prime=prime)
    _show(_load(game, reading).side_by_side(strategy=strategy, digits=digits, **letters), form)


@app.command()
def strategy(
    game: GameArgument,
    ante_bonus: AnteBonusOption = None,
    table: TableOption = [],  # noqa: B006
    compare: Annotated[
        list[str],
        typer.Option(help="A strategy to measure against the best, hand by hand; may be repeated."),
    ] = [],  # noqa: B006
    reading: ReadingOption = [],  # noqa: B006
    digits: DigitsOption = 10,
    form: FormatOption = Format.TABLE,
) -> None:
    """Give the best strategy in words, with its proof and what others cost.

    \b
    combin strategy crown-melbourne
    combin strategy crown-melbourne --compare "any queen" --compare "Q-10-4"
    combin strategy crown-melbourne --compare my-strategy.toml
    """
    letters = _letters(table, ante_bonus=ante_bonus)
    _show(_load(game, reading).strategy(compare, digits=digits, **letters).view, form)


@app.command()
def hand(
    game: GameArgument,
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help='Three cards: "Qs 6h 4d" or "Q♠6♥4♦".')],
    ante_bonus: AnteBonusOption = None,
    table: TableOption = [],  # noqa: B006
    reading: ReadingOption = [],  # noqa: B006
    digits: DigitsOption = 10,
    form: FormatOption = Format.TABLE,
) -> None:
    """Explain one hand: what the dealer can have, what each decision is worth.

    \b
    combin hand crown-melbourne "Qs 6h 4d"
    """
    letters = _letters(table, ante_bonus=ante_bonus)
    _show(_load(game, reading).hand(" ".join(cards), digits=digits, **letters).view, form)


@app.command()
def settle(
    game: GameArgument,
    rounds: Annotated[Path, typer.Argument(metavar="FILE", help="Recorded rounds, one JSON object per line.")],
    reading: ReadingOption = [],  # noqa: B006
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 when something was paid wrongly.")] = False,
    form: FormatOption = Format.TABLE,
) -> int:
    """Settle recorded rounds by the letter of the rules, and check what was paid.

    Bad records are named on stderr (exit code 2); the others are settled all the same. The form of a
    record is in `combin schema rounds`.

    \b
    combin settle crown-melbourne rounds.jsonl
    combin settle crown-melbourne rounds.jsonl --format csv > settled.csv
    """
    result = _load(game, reading).settle(rounds)
    _show(result.view, form)
    for error in result.errors:
        _fail(f"{rounds}: {error}")
    if result.errors:
        return 2
    return 1 if strict and result.paid_wrongly else 0


@app.command()
def schema(
    language: Annotated[Language, typer.Argument(help="rules, rounds or claims.")] = Language.RULES,
) -> None:
    """Print the JSON Schema of rule files, recorded rounds or claims, for editors and checkers.

    \b
    combin schema > rules.schema.json
    combin schema rounds
    """
    import json

    from combin.rules.schema import rounds_schema, rules_schema

    made = {Language.RULES: rules_schema, Language.ROUNDS: rounds_schema}
    sys.stdout.write(json.dumps(made[language](), indent=2, ensure_ascii=False) + "\n")


def main() -> None:
    """Run the command line: exit code 0 done, 1 contradicted under --strict, 2 bad input told in one line."""
    from combin.cards import CardError
    from combin.rules.errors import RulesError

    usage_error = typer.BadParameter.__bases__[0]
    try:
        code = app(prog_name="combin", standalone_mode=False)
    except (RulesError, CardError) as error:
        code = _fail(str(error))
    except usage_error as error:
        code = _fail(f"{error.format_message()} (see --help)")  # type: ignore[attr-defined]
    except BrokenPipeError:
        sys.stdout = None  # type: ignore[assignment]  nobody reads any more; do not complain at exit either
        code = 0
    except OSError as error:
        code = _fail(f"{error.filename}: {error.strerror}")
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> int:
    print(f"combin: {message}", file=sys.stderr)  # noqa: T201  the one place that speaks to a user about a mistake
    return 2
