"""What the commands take: the arguments and options that several of them share, and what they say.

Commands name them by the module, as in `game: options.Game`. Options that go together are a group, which is
one parameter: `letters: options.Letters` takes --ante-bonus, --pair-plus, --prime and --table. Commands and
groups say under "Args" what their options are, in the words of the help, what stands for a value in brackets.
"""

from __future__ import annotations

import errno
import inspect
import os
import re
from copy import copy
from functools import cached_property, update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, get_type_hints

import typer

from combin.cli import output as place
from combin.formats.format import Format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from fractions import Fraction

    from combin import game
    from combin.answers import Answer
    from combin.jackpot.mixes import MixOptions
    from combin.rules.pack import Pack

Result = TypeVar("Result")
Function = TypeVar("Function", bound="Callable[..., object]")

MOST_DIGITS = 1000
"""The most decimals that can be asked for."""


def _complete_game(incomplete: str) -> list[str]:
    from combin.rules.load import library_games

    return [game for game in library_games() if game.startswith(incomplete)]


def _digits(value: str | int) -> int:
    """Return the number of decimals; the default comes as a number already."""
    text = str(value)
    if re.fullmatch("[0-9]{1,4}", text) and int(text) <= MOST_DIGITS:
        return int(text)
    raise typer.BadParameter(f"{text!r} is not a number from 0 to {MOST_DIGITS}")


def _writable(path: Path | None) -> Path | None:
    """Return where a file is to go, before all work: in a folder that is there, and no folder itself."""
    if path is not None and path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path is not None and not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return path


def _option(metavar: str, what: str, *names: str, **more: Any) -> Any:  # noqa: ANN401  as typer.Option
    return typer.Option(*names, metavar=metavar, help=what, **more)


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game that ships (see combin games), or the path of a rule file.",
        autocompletion=_complete_game,
    ),
]
Readings = Annotated[
    list[str] | None,
    _option(
        "NAME=OPTION", "How to read an ambiguous rule (combin show lists the readings); may be repeated."
    ),
]
Form = Annotated[Format, _option("FORMAT", "table, json, csv or md (Markdown).", "--format", "-f")]
Digits = Annotated[int, _option("N", "Decimals beside exact values in json and csv.", parser=_digits)]
Language = Annotated[
    str | None,
    _option(
        "LANGUAGE", "fr, or a translation of combin/words/text/en.toml; else that of the imprint, or English."
    ),
]
Strategy = Annotated[str | None, _option("STRATEGY", "How the player plays, if not at his best.")]
Bets = Annotated[list[str], _option("WAGER=AMOUNT", "A wager by its id, and its stake; may be repeated.")]
JackpotTable = Annotated[str | None, _option("OPTION", "Which pay table of a jackpot wager (Crown: 1 or 2).")]
Meters = Annotated[
    list[str] | None,
    _option(
        "AMOUNT", "What the meter shows; by default its seed. WAGER=AMOUNT where several wagers have one."
    ),
]
MixStrategy = Annotated[
    str | None,
    _option(
        "STRATEGY", "How the player plays, if not at his best with all wagers; 'optimal': for the base game."
    ),
]
Pace = Annotated[str | None, _option("ROUNDS", "Rounds dealt in an hour; 40 by default.")]
Place = Annotated[Path | None, typer.Option("--output", "-o")]
Output = Annotated[Path | None, typer.Option("--output", "-o", callback=_writable)]
PlotOutput = Annotated[
    Path | None,
    _option("FILE", "A file: a plot as .svg, .png or .pdf; or tables.", "--output", "-o", callback=_writable),
]


class Group:
    """Options that go together, each an attribute with its default."""

    def __init__(self, **values: object) -> None:
        """Take what was given on the command line."""
        vars(self).update(values)


def examples(*commands: str) -> Callable[[Function], Function]:
    """A decorator that gives a command the examples at the end of its help."""

    def given(command: Function) -> Function:
        command.examples = commands  # type: ignore[attr-defined]
        return command

    return given


def examples_text(*commands: str) -> str:
    """The examples at the end of a help text; the backspace keeps its lines apart."""
    heading = "Examples:" if len(commands) > 1 else "Example:"
    return "\n".join(("\b", heading, *(f"  {command}" for command in commands)))


class Command(Generic[Result]):
    """A command as typer takes it: with the options of its groups, and each with what the docstring says.

    That is found when it is asked for: to look at all commands takes as long as the work of one.
    """

    def __init__(self, command: Callable[..., Result]) -> None:
        """Take a function with a docstring."""
        update_wrapper(self, command)
        self.__doc__ = re.split(r"\n\n *Args:", command.__doc__ or "")[0]
        self.epilog = examples_text(*getattr(command, "examples", ()))
        self.__annotations__ = {}  # the signature has them
        self._command = command

    @cached_property
    def _groups(self) -> dict[str, type[Group]]:
        hints = get_type_hints(self._command)
        return {
            name: hint for name, hint in hints.items() if inspect.isclass(hint) and issubclass(hint, Group)
        }

    @cached_property
    def __signature__(self) -> inspect.Signature:
        """The parameters one by one, all by name."""
        parameters: list[inspect.Parameter] = []
        own = {parameter.name: parameter for parameter in _described(self._command)}
        for name in inspect.signature(self._command).parameters:
            group = self._groups.get(name)
            parameters += [own[name]] if group is None else _described(group)
        return inspect.Signature(parameters)

    def __call__(self, **values: object) -> Result:
        """Run the command."""
        for name, group in self._groups.items():
            values[name] = group(**{option: values.pop(option) for option in group.__annotations__})
        return self._command(**values)


def _described(source: Callable[..., object] | type[Group]) -> Iterator[inspect.Parameter]:
    """Yield the parameters of a command, or the attributes of a group, as typer takes options."""
    arguments = inspect.cleandoc(source.__doc__ or "").partition("\nArgs:\n")[2]
    described = re.findall(r"^ {4}(\w+)(?: \((\S+)\))?: (\S.*(?:\n {8}.*)*)", arguments, re.MULTILINE)
    told = {name: (metavar or None, " ".join(what.split())) for name, metavar, what in described}
    if isinstance(source, type):
        defaults = {name: getattr(source, name) for name in source.__annotations__}
    else:
        parameters = inspect.signature(source).parameters
        defaults = {name: parameter.default for name, parameter in parameters.items()}
    hints = get_type_hints(source, include_extras=True)
    for name, default in defaults.items():
        hint = hints[name]
        if name in told:
            kinds = getattr(hint, "__metadata__", ())
            if kinds:
                option = copy(kinds[0])
            elif default is inspect.Parameter.empty:
                option = typer.Argument()
            else:
                option = typer.Option(*([f"--{name.replace('_', '-')}"] if hint is bool else []))
            option.metavar, option.help = told[name]
            hint = Annotated[getattr(hint, "__origin__", hint) if kinds else hint, option]
        yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


class Asked(Group):
    """How a game is read, and how the answer is told."""

    reading: Readings = None
    digits: Digits = 10
    form: Form = Format.TABLE

    def of(self, name: str) -> game.Game:
        """Return the game that is asked about."""
        return loaded(name, self.reading)

    def show(self, answer: Answer) -> None:
        """Print an answer."""
        place.show(answer.view(self.digits), self.form)

    def tell(
        self, answer: Answer, output: Path | None, write: Callable[[Path], object] | None = None
    ) -> None:
        """Write an answer to a file and say so, or else print it."""
        view = answer.view(self.digits)
        if output is None:
            place.show(view, self.form)
        else:
            (write or answer.write)(output)
            place.tell(output, f": {view.heading}")


class PrintOptions(Group):
    """What documents are printed with.

    Args:
        font (NAME): A font of this machine, for letters that no font of combin has.
        imprint (ENTRY=TEXT): What the document says beside the rules, over [imprint] of the rule file:
            casino, currency, minimum, maximum, effective, version, licence, safer_gambling ...; may be
            repeated.
    """

    font: str = ""
    reading: Readings = None
    imprint: list[str] | None = None

    def of(self, name: str) -> game.Game:
        """Return the game that is printed."""
        return loaded(name, self.reading, self.imprint)


class _Tables(Group):
    """Pay tables: an option for each wager that most games have, and one for any."""

    table: list[str] | None = None

    @property
    def chosen(self) -> dict[str, str]:
        """The letters by wager.

        Raises:
            typer.BadParameter: a text is not WAGER=LETTER, or a wager is given twice.
        """
        own = [
            f"{name}={letter}"
            for name, letter in vars(self).items()
            if name != "table" and letter is not None
        ]
        return pairs([*own, *(self.table or [])], "--table", "WAGER=LETTER")


class Letters(_Tables):
    """The pay tables of all wagers.

    Args:
        ante_bonus (LETTER): The table of the Ante Bonus.
        pair_plus (LETTER): The table of Pair Plus.
        prime (LETTER): The table of Prime.
        table (WAGER=LETTER): The table of any wager by its id; may be repeated.
    """

    ante_bonus: str | None = None
    pair_plus: str | None = None
    prime: str | None = None
    table: list[str] | None = None


class BaseLetters(_Tables):
    """The pay tables where the base game is asked about.

    Args:
        ante_bonus (LETTER): The table of the Ante Bonus.
        table (WAGER=LETTER): The table of any wager by its id; may be repeated.
    """

    ante_bonus: str | None = None
    table: list[str] | None = None


class OddPack(Group):
    """What is odd about the pack of cards.

    Args:
        dead (CARDS): Cards out of the deck, as the player knows: "As Kd".
        missing (CARDS): Cards that the pack lacks, as nobody knows.
        doubled (CARDS): Cards that the pack holds once more, as nobody knows.
    """

    dead: str | None = None
    missing: str | None = None
    doubled: str | None = None

    @property
    def pack(self) -> Pack | None:
        """The pack; None if nothing is odd about it."""
        if self.dead is self.missing is self.doubled is None:
            return None
        from combin.rules.pack import Pack

        return Pack(self.dead or "", self.missing or "", self.doubled or "")


class MixTerms(Group):
    """What there is to say of wagers placed together beside their stakes.

    Args:
        chip (AMOUNT): The smallest amount that chips make; pays are rounded up.
        max_payout (AMOUNT): The most that a round pays one player, beside his stakes.
    """

    option: JackpotTable = None
    meter: Meters = None
    chip: str | None = None
    max_payout: str | None = None
    strategy: MixStrategy = None

    @property
    def options(self) -> MixOptions:
        """The same in the words of a question."""
        return {
            "option": self.option,
            "meter": meters(self.meter),
            "chip": amount(self.chip, "--chip"),
            "most": amount(self.max_payout, "--max-payout"),
            "strategy": self.strategy,
        }


class Workers(Group):
    """Who works out what is split into shards.

    Args:
        workers (N): Processes that share the work; they need combin[cluster].
        cluster (ADDRESS): A Dask scheduler whose workers share it: tcp://host:8786.
    """

    workers: Annotated[int | None, typer.Option(min=1)] = None
    cluster: str | None = None

    def refuse_both(self) -> None:
        """Refuse workers of two kinds.

        Raises:
            typer.BadParameter: both are asked for.
        """
        if self.workers and self.cluster:
            raise typer.BadParameter("workers of this machine, or --cluster", param_hint="--workers")


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


def refuse_others(output: Path | None) -> None:
    """Refuse a file that no document goes into, before all work.

    Raises:
        typer.BadParameter: it has another ending than documents have.
    """
    from combin.formats.view import DOCUMENTS

    if output is not None and output.suffix.casefold() not in DOCUMENTS:
        raise typer.BadParameter(f"{output} is none of {', '.join(DOCUMENTS)}", param_hint="--output")


def refuse_plot(plot: str | None, output: Path | None) -> None:
    """Refuse a plot that would be written nowhere.

    Raises:
        typer.BadParameter: a plot is asked for, and no file that can be one.
    """
    from combin.formats.view import PICTURES

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


def loaded(name: str, reading: list[str] | None, imprint: list[str] | None = None) -> game.Game:
    """Return the game that is asked about, under the readings and with the imprint that are chosen.

    Raises:
        typer.BadParameter: a reading is not NAME=OPTION, or a text of the imprint not ENTRY=TEXT.
        RulesError: there is no such game, or something is wrong with its rules.
    """
    from combin.game import load

    readings = pairs(reading, "--reading", "NAME=OPTION")
    return load(name, readings, pairs(imprint, "--imprint", "ENTRY=TEXT"))


def pairs(texts: list[str] | None, option: str, form: str) -> dict[str, str]:
    """Return the values of a repeated option that is written with an equals sign.

    Raises:
        typer.BadParameter: a text has no equals sign, or a name is given twice.
    """
    values: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise typer.BadParameter(f"{text!r} is not {form}", param_hint=option)
        if key in values:
            raise typer.BadParameter(f"{key!r} is given twice", param_hint=option)
        values[key] = value
    return values
