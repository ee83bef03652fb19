"""What the commands take: the arguments and options that several of them share, and what they say.

Commands name them by the module, as in `game: options.Game`.
"""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from combin.formats.format import Format

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from combin import game
    from combin.rules.pack import Pack


MOST_DIGITS = 1000
"""The most decimals that can be asked for."""


def _complete_game(incomplete: str) -> list[str]:
    from combin.rules.load import library_games

    return [game for game in library_games() if game.startswith(incomplete)]


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game that ships (see combin games), or the path of a rule file.",
        autocompletion=_complete_game,
    ),
]
AnteBonus = Annotated[str | None, typer.Option(metavar="LETTER", help="The table of the Ante Bonus.")]
PairPlus = Annotated[str | None, typer.Option(metavar="LETTER", help="The table of Pair Plus.")]
Prime = Annotated[str | None, typer.Option(metavar="LETTER", help="The table of Prime.")]
Tables = Annotated[
    list[str] | None,
    typer.Option(metavar="WAGER=LETTER", help="The table of any wager by its id; may be repeated."),
]
Readings = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=OPTION",
        help="How to read an ambiguous rule (combin show lists the readings); may be repeated.",
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        metavar="LANGUAGE",
        help="fr, or a translation of combin/words/text/en.toml; else that of the imprint, or English.",
    ),
]
Font = Annotated[
    str,
    typer.Option(metavar="NAME", help="A font of this machine, for letters that no font of combin has."),
]
Imprint = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ENTRY=TEXT",
        help="What the document says beside the rules, over [imprint] of the rule file: casino, currency, "
        "minimum, maximum, effective, version, licence, safer_gambling ...; may be repeated.",
    ),
]
Strategy = Annotated[
    str | None, typer.Option(metavar="STRATEGY", help="How the player plays, if not at his best.")
]

Bets = Annotated[
    list[str],
    typer.Option(metavar="WAGER=AMOUNT", help="A wager by its id, and its stake; may be repeated."),
]
JackpotTable = Annotated[
    str | None, typer.Option(metavar="OPTION", help="Which pay table of a jackpot wager (Crown: 1 or 2).")
]
Meters = Annotated[
    list[str] | None,
    typer.Option(
        metavar="AMOUNT",
        help="What the meter shows; by default its seed. WAGER=AMOUNT where several wagers have one.",
    ),
]
Chip = Annotated[
    str | None,
    typer.Option(metavar="AMOUNT", help="The smallest amount that chips make; pays are rounded up."),
]
MaxPayout = Annotated[
    str | None,
    typer.Option(metavar="AMOUNT", help="The most that a round pays one player, beside his stakes."),
]
MixStrategy = Annotated[
    str | None,
    typer.Option(
        metavar="STRATEGY",
        help="How the player plays, if not at his best with all wagers; 'optimal': for the base game.",
    ),
]


Dead = Annotated[
    str | None, typer.Option(metavar="CARDS", help='Cards out of the deck, as the player knows: "As Kd".')
]
Missing = Annotated[
    str | None, typer.Option(metavar="CARDS", help="Cards that the pack lacks, as nobody knows.")
]
Doubled = Annotated[
    str | None, typer.Option(metavar="CARDS", help="Cards that the pack holds once more, as nobody knows.")
]


def pack(dead: str | None, missing: str | None, doubled: str | None) -> Pack | None:
    """Return the pack that the options ask for; None if nothing is odd about it."""
    if dead is missing is doubled is None:
        return None
    from combin.rules.pack import Pack

    return Pack(dead or "", missing or "", doubled or "")


def output(what: str, metavar: str = "FILE") -> Any:  # noqa: ANN401  as typer.Option
    """Return the option of a place to write to, with its help; of a file it is looked at before all work."""
    seen = _writable if metavar == "FILE" else None
    return typer.Option("--output", "-o", metavar=metavar, help=what, callback=seen)


def _writable(place: Path | None) -> Path | None:
    """Return where a file goes, if that is in a folder and no folder itself.

    A sweep without an ending fills a folder.
    """
    if place is not None and place.suffix and place.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(place))
    if place is not None and not place.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(place))
    return place


def document(place: Path | None) -> None:
    """Refuse a file that no document goes into.

    Raises:
        typer.BadParameter: another ending than documents have.
    """
    from combin.formats.files import DOCUMENTS

    if place is not None and place.suffix.casefold() not in DOCUMENTS:
        raise typer.BadParameter(f"{place} is none of {', '.join(DOCUMENTS)}", param_hint="--output")


def _digits(value: str | int) -> int:
    """Return the number of decimals; the default comes as a number already."""
    text = str(value)
    if re.fullmatch("[0-9]{1,4}", text) and int(text) <= MOST_DIGITS:
        return int(text)
    raise typer.BadParameter(f"{text!r} is not a number from 0 to {MOST_DIGITS}")


Digits = Annotated[
    int,
    typer.Option(parser=_digits, metavar="N", help="Decimals beside exact values in json and csv."),
]
Form = Annotated[
    Format, typer.Option("--format", "-f", metavar="FORMAT", help="table, json, csv or md (Markdown).")
]


def money(text: str, option: str) -> Fraction:
    """Return an amount of money that may be written with a dollar sign and commas.

    Raises:
        typer.BadParameter: nothing is written.
        JackpotError: what is written is no exact number.
    """
    from combin.jackpot.meter.meter import number

    plain = text.strip().removeprefix("$").replace(",", "").replace("_", "")
    if not plain:
        raise typer.BadParameter(f"{text!r} is no amount", param_hint=option)
    return number(option, plain)


def amount(text: str | None, option: str) -> Fraction | None:
    """Return an amount of money, if one is given; `money` says how and what is refused."""
    return None if text is None else money(text, option)


def stakes(bet: list[str]) -> dict[str, Fraction]:
    """Return the stakes that `--bet` names, by wager.

    Raises:
        typer.BadParameter: a text is not WAGER=AMOUNT, or a wager is given twice.
        JackpotError: an amount is no exact number.
    """
    return {name: money(text, "--bet") for name, text in pairs(bet, "--bet", "WAGER=AMOUNT").items()}


def meters(texts: list[str] | None) -> Fraction | dict[str, Fraction] | None:
    """Return what the meter shows, or the meters by wager; None where nothing is said."""
    if texts and len(texts) == 1 and "=" not in texts[0]:
        return money(texts[0], "--meter")
    shown = pairs(texts, "--meter", "WAGER=AMOUNT")
    return {name: money(text, "--meter") for name, text in shown.items()} or None


PlotOutput = Annotated[Path | None, output("A file: a plot as .svg, .png or .pdf; or tables.")]


def refuse_plot(plot: str | None, output: Path | None) -> None:
    """Refuse a plot that would be written nowhere.

    Raises:
        typer.BadParameter: a plot is asked for, and no file that can be one.
    """
    from combin.formats.files import PICTURES

    if plot is not None and (output is None or output.suffix.casefold() not in PICTURES):
        raise typer.BadParameter("goes with -o FILE, .svg, .png or .pdf", param_hint="--plot")


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


def readings(reading: list[str] | None) -> dict[str, str]:
    """Return the readings that `--reading` chooses, by the sentence that they are about.

    Raises:
        typer.BadParameter: a text is not NAME=OPTION, or a name is given twice.
    """
    return pairs(reading, "--reading", "NAME=OPTION")


def loaded(name: str, reading: list[str] | None, imprint: list[str] | None = None) -> game.Game:
    """Return the game that is asked about, under the readings and with the imprint that are chosen.

    Raises:
        typer.BadParameter: as in `readings`, or a text of the imprint is not ENTRY=TEXT.
        RulesError: there is no such game, or something is wrong with its rules.
    """
    from combin.game import load

    return load(name, readings(reading), pairs(imprint, "--imprint", "ENTRY=TEXT"))


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
