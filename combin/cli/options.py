"""What the commands take: the arguments and options that several of them share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from combin.report.formats import Format

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

__all__ = [
    "AnteBonusOption",
    "DigitsOption",
    "FormatOption",
    "GameArgument",
    "PairPlusOption",
    "PrimeOption",
    "ReadingOption",
    "TableOption",
    "letters",
    "money",
    "pairs",
    "refuse",
]


MOST_DIGITS = 1000
"""The most decimals that can be asked for."""


def _complete_game(incomplete: str) -> list[str]:
    from combin.rules.load import library_games

    return [game for game in library_games() if game.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game that ships (see combin games), or the path of a rule file.",
        autocompletion=_complete_game,
    ),
]
AnteBonusOption = Annotated[str | None, typer.Option(metavar="LETTER", help="The table of the Ante Bonus.")]
PairPlusOption = Annotated[str | None, typer.Option(metavar="LETTER", help="The table of Pair Plus.")]
PrimeOption = Annotated[str | None, typer.Option(metavar="LETTER", help="The table of Prime.")]
TableOption = Annotated[
    list[str] | None,
    typer.Option(metavar="WAGER=LETTER", help="The table of any wager by its id; may be repeated."),
]
ReadingOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=OPTION",
        help="How to read an ambiguous rule (combin show lists the readings); may be repeated.",
    ),
]


def _digits(value: str | int) -> int:
    """Return the number of decimals; the default comes as a number already."""
    text = str(value)
    if re.fullmatch("[0-9]{1,4}", text) and int(text) <= MOST_DIGITS:
        return int(text)
    raise typer.BadParameter(f"{text!r} is not a number from 0 to {MOST_DIGITS}")


DigitsOption = Annotated[
    int,
    typer.Option(parser=_digits, metavar="N", help="Decimals beside exact values in json and csv."),
]
FormatOption = Annotated[
    Format, typer.Option("--format", "-f", metavar="FORMAT", help="table, json, csv or md (Markdown).")
]


def money(text: str, option: str) -> Fraction:
    """Return an amount of money that may be written with a dollar sign and commas.

    Raises:
        typer.BadParameter: nothing is written.
        JackpotError: what is written is no exact number.
    """
    from combin.jackpot.meter import number

    plain = text.strip().removeprefix("$").replace(",", "").replace("_", "")
    if not plain:
        raise typer.BadParameter(f"{text!r} is no amount", param_hint=option)
    return number(option, plain)


def refuse(options: Mapping[str, object], why: str) -> None:
    """Refuse options that would be ignored.

    Raises:
        typer.BadParameter: one of them is given.
    """
    for option, value in options.items():
        if value is not None:
            raise typer.BadParameter(why, param_hint=option)


def letters(table: list[str] | None, **named: str | None) -> dict[str, str]:
    """Return the pay tables that `--table` and the options of their own choose, by wager.

    Raises:
        typer.BadParameter: a text is not WAGER=LETTER, or a wager is given twice.
    """
    of_their_own = [f"{wager}={letter}" for wager, letter in named.items() if letter is not None]
    return pairs([*of_their_own, *(table or [])], "--table", "WAGER=LETTER")


def pairs(texts: list[str] | None, option: str, form: str) -> dict[str, str]:
    """Return the values of a repeated option that is written with an equals sign.

    Raises:
        typer.BadParameter: a text has no equals sign, or a name is given twice.
    """
    found: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise typer.BadParameter(f"{text!r} is not {form}", param_hint=option)
        if key in found:
            raise typer.BadParameter(f"{key!r} is given twice", param_hint=option)
        found[key] = value
    return found
