"""What commands are made of: questions whose fields are options, and the options that several share.

A command is a `Question`: its docstring is the help, its fields are arguments and options, and what it asks a
game goes by the names of the parameters of the method of `Game` that answers it. Options that go together
are a `Group`, which is one field. Only `combin.cli.app` knows typer, which reads the command line.
"""

from __future__ import annotations

import errno
import os
import re
from collections import ChainMap
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from types import GenericAlias
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from combin.cli import output as place
from combin.formats import Format

if TYPE_CHECKING:
    from fractions import Fraction

    from combin import game
    from combin.answers import Answer

    Amount = Fraction
else:

    class Amount:
        """Money, or another number that is exact as it is written: a Fraction, which takes long to import."""


Asking = TypeVar("Asking", bound="Question")

MOST_DIGITS = 1000
"""The most decimals that can be asked for."""

NEEDED = object()
"""The default of what must be given."""

EMPTY: Mapping[Any, object] = {tuple: (), Mapping: {}, bool: False}
"""The defaults of fields of these types that have none of their own; of others it is None."""

SHOWING = frozenset({"digits", "font", "form", "game", "imprint", "output", "plot", "reading", "strict"})
"""Fields that say of which game something is asked and how the answer is shown, not what is asked."""


class OptionError(ValueError):
    """Something that an option may not be, or not with others."""

    def __init__(self, problem: str, option: str) -> None:
        super().__init__(problem)
        self.option = option


class Option(NamedTuple):
    """How a field is given: a name for its value, its help, and its options if they have other names."""

    metavar: str | None
    what: str
    names: tuple[str, ...]
    default: Any = None
    least: int | None = None
    most: int | None = None
    positional: bool = False
    read: Callable[[Any, str], object] | None = None
    """What makes the value of what is written, given the option's name; by default, the type of the field."""

    written: type | None = None
    """The type of what is written, where `read` makes another of it."""

    complete: Callable[[str], list[str]] | None = None

    def kind(self, hint: Any) -> Any:  # noqa: ANN401  of any field
        """The type of what is written for a field."""
        if self.written is None and get_origin(hint) in {tuple, Mapping}:
            each = get_args(hint)[0]
            return GenericAlias(list, (str if each is Amount else each,))
        return self.written or (str if is_or_may_be(hint, Amount) else hint)

    def flag(self, name: str) -> str:
        """The option of a field, as complaints name it."""
        return self.names[0].partition("/")[0] if self.names else f"--{name.replace('_', '-')}"


def field(metavar: str | None, what: str, *names: str, **more: Any) -> Any:  # noqa: ANN401  of any type
    """A field that is an option; `more` are the other entries of `Option`."""
    return Option(metavar, what, names, **more)


def argument(metavar: str, what: str, *, default: object = NEEDED, **more: Any) -> Any:  # noqa: ANN401
    """A field that is given by its place."""
    return Option(metavar, what, (), default, positional=True, **more)


class Fields:
    """Values that belong together, each an option or a group of options; frozen."""

    showing: ClassVar[tuple[str, ...]] = ()
    """Further fields, as those of `SHOWING`."""

    written: ClassVar[AbstractSet[str]]
    """The names of what is given, be it the default."""

    def __init__(self, **values: object) -> None:
        for name, (_, of) in type(self).fields().items():
            default = of.default if isinstance(of, Option) else of() if name not in values else None
            vars(self)[name] = values.get(name, default)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} of a question stays as it is")

    @classmethod
    @cache
    def fields(cls) -> dict[str, tuple[Any, Option | type[Group]]]:
        """Every field by name: its type, and the option or the group that it is."""
        fields: dict[str, tuple[Any, Option | type[Group]]] = {}
        for name, hint in get_type_hints(cls).items():
            if get_origin(hint) is not ClassVar:
                of = getattr(cls, name, hint)
                if isinstance(of, Option) and of.default is None:
                    of = of._replace(default=EMPTY.get(get_origin(hint) or hint))
                fields[name] = (hint, of)
        return fields

    @classmethod
    def flag(cls, name: str) -> str:
        """The option of a field, of a group or not."""
        own = cls.fields().get(name, (None, None))[1]
        if isinstance(own, Option):
            return own.flag(name)
        groups = (of for _, of in cls.fields().values() if not isinstance(of, Option))
        return next(group.flag(name) for group in groups if name in group.fields())

    @classmethod
    def given(cls, written: Mapping[str, Any]) -> Self:
        """The fields read from what is written on the command line."""
        values: dict[str, object] = {}
        for name, (hint, of) in cls.fields().items():
            if not isinstance(of, Option):
                values[name] = of.given(written)
            elif name in written:
                values[name] = _read(hint, of, of.flag(name), written[name])
        fields = cls(**values)
        vars(fields)["written"] = written.keys()
        return fields

    def values(self) -> dict[str, Any]:
        """What is asked of a game, by the parameters of the method that answers."""
        values: dict[str, Any] = {}
        for name in type(self).fields():
            value = getattr(self, name)
            if isinstance(value, Fields):
                values |= value.values()
            elif name not in SHOWING and name not in self.showing:
                values[name] = value
        return values


class Group(Fields):
    """Options that go together."""


class Question(Fields):
    """A command, and what it asks."""

    examples: ClassVar[tuple[str, ...]] = ()
    """What the end of its help shows."""

    asks: ClassVar[str] = ""
    """The method of `Game` that answers."""

    doing: ClassVar[str | None] = ""
    """What is counted where it takes long; "" if the steps say nothing to a reader, None if it never ends."""

    even: ClassVar[bool] = False
    """Whether each part of the work takes as long as another."""

    def refuse(self, why: str, *names: str) -> None:
        """Refuse options that are given and would be ignored, by the names of their fields."""
        for name in names:
            if name in self.written:
                raise OptionError(why, self.flag(name))

    def run(self) -> int | None:
        """Do what is asked; return the exit code where it is not 0."""
        vars(self)["asked"].show(self.answer())
        return None

    def load(self) -> game.Game:
        """The game that is asked about, under the readings and with the imprint that are chosen."""
        from combin.game import load

        own = vars(self)
        said = ChainMap(own, *(vars(group) for group in own.values() if isinstance(group, Group)))
        return load(said["game"], said.get("reading"), said.get("imprint"))

    def answer(self, of: game.Game | None = None, **more: object) -> Any:  # noqa: ANN401  of any question
        """The answer of a game, by default of the one that is named."""
        return getattr(of or self.load(), self.asks)(**self.values() | more)


def _read(hint: Any, of: Option, name: str, value: Any) -> object:  # noqa: ANN401  of any field
    """The value of a field from what is written: texts, and what typer has read already."""
    if of.read is not None:
        return of.read(value, name)
    kinds = get_args(hint)
    if get_origin(hint) is tuple:
        return tuple(_value(kinds[0], name, each) for each in value)
    if get_origin(hint) is Mapping:
        texts = pairs(value, name, of.metavar or "")
        return {key: _value(kinds[1], name, text) for key, text in texts.items()}
    return _value(hint, name, value)


def is_or_may_be(hint: Any, kind: type) -> bool:  # noqa: ANN401  of any field
    """Whether values of a field's type are of a kind, or one of its kinds."""
    return kind in (hint, *get_args(hint))


def _value(hint: Any, name: str, value: Any) -> object:  # noqa: ANN401  of any field
    return money(value, name) if is_or_may_be(hint, Amount) else value


def examples(*commands: str) -> Callable[[type[Asking]], type[Asking]]:
    """A decorator that gives a command the examples at the end of its help."""

    def given(command: type[Asking]) -> type[Asking]:
        command.examples = commands
        return command

    return given


def examples_text(*commands: str) -> str:
    """The examples at the end of a help text; the backspace keeps its lines apart."""
    heading = "Examples:" if len(commands) > 1 else "Example:"
    return "\n".join(("\b", heading, *(f"  {command}" for command in commands)))


def _complete_game(incomplete: str) -> list[str]:
    from combin.rules.load import library_games

    return [game for game in library_games() if game.startswith(incomplete)]


def _digits(text: str, name: str) -> int:
    if re.fullmatch("[0-9]{1,4}", text) and int(text) <= MOST_DIGITS:
        return int(text)
    raise OptionError(f"{text!r} is not a number from 0 to {MOST_DIGITS}", f"'{name}'")


def writable(path: Path, _: str) -> Path:
    """Where a file is to go, seen before all work: in a folder that is there, and no folder itself."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return path


def output(metavar: str, what: str, **more: Any) -> Any:  # noqa: ANN401  as `field`
    """A field that is the file to write."""
    return field(metavar, what, "--output", "-o", **{"default": None, "read": writable} | more)


def meters(texts: list[str], name: str) -> Amount | Mapping[str, Amount]:
    """What the meter shows, or the meters by wager."""
    if len(texts) == 1 and "=" not in texts[0]:
        return money(texts[0], name)
    return {wager: money(text, name) for wager, text in pairs(texts, name, "WAGER=AMOUNT").items()}


GAME = argument(
    "GAME", "A built-in game (see combin games), or the path of a rule file.", complete=_complete_game
)
READING = field(
    "NAME=OPTION", "How to read an ambiguous rule (combin show lists the readings); may be repeated."
)
FORM = field("FORMAT", "table, json, csv or md (Markdown).", "--format", "-f", default=Format.TABLE)
DIGITS = field("N", "Decimals of exact values in json and csv.", default=10, read=_digits, written=str)
LANGUAGE = field(
    "LANGUAGE", "fr, or a translation of combin/words/text/en.toml; else that of the rule file, or English."
)
STRATEGY = field("STRATEGY", "The player's strategy; by default optimal.")
MIX_STRATEGY = field(
    "STRATEGY", "The player's strategy; by default optimal for all wagers; 'optimal': for the base game."
)
BETS = field("WAGER=AMOUNT", "A wager by its id, and its stake; may be repeated.", "--bet", default=NEEDED)
ANTE_BONUS = field("LETTER", "The table of the Ante Bonus.")
TABLE = field("WAGER=LETTER", "The table of any wager by its id; may be repeated.", "--table")
JACKPOT_TABLE = field("OPTION", "The pay table of a jackpot wager (Crown: 1 or 2).")
METER = field(
    "AMOUNT",
    "The current meter; by default its seed. WAGER=AMOUNT where several wagers have one.",
    read=meters,
    written=list[str],
)
DEAD = field("CARDS", 'Cards out of the deck, known to the player: "As Kd".', default="")
PACE = field("ROUNDS", "Rounds per hour; 40 by default.")
PLOT_OUTPUT = output("FILE", "A file: a plot as .svg, .png or .pdf; or tables.")
IMPRINT = field(
    "ENTRY=TEXT",
    "What the document says besides the rules, over [details] of the rule file: casino, currency, minimum, "
    "maximum, effective, version, licence, safer_gambling ...; may be repeated.",
    "--details",
    "--imprint",
)
FONT = field("NAME", "A font of this machine, for letters that no font of combin has.", default="")


class Asked(Group):
    """How a game is read, and how the answer is shown."""

    reading: Mapping[str, str] = READING
    digits: int = DIGITS
    form: Format = FORM

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
    """What documents are printed with."""

    font: str = FONT
    reading: Mapping[str, str] = READING
    imprint: Mapping[str, str] = IMPRINT


class _Tables(Group):
    """Pay tables: an option for each wager that most games have, and one for any."""

    @property
    def chosen(self) -> dict[str, str]:
        """The letters by wager."""
        values = {name: vars(self)[name] for name in type(self).fields()}
        own = [f"{name}={letter}" for name, letter in values.items() if isinstance(letter, str)]
        return pairs([*own, *values["table"]], "--table", "WAGER=LETTER")

    def values(self) -> dict[str, Any]:
        """The letters, as every method takes them."""
        return {"tables": self.chosen}


class Letters(_Tables):
    """The pay tables of all wagers."""

    ante_bonus: str | None = ANTE_BONUS
    pair_plus: str | None = field("LETTER", "The table of Pair Plus.")
    prime: str | None = field("LETTER", "The table of Prime.")
    table: tuple[str, ...] = TABLE


class BaseLetters(_Tables):
    """The pay tables where the base game is asked about."""

    ante_bonus: str | None = ANTE_BONUS
    table: tuple[str, ...] = TABLE


class AnyLetters(_Tables):
    """The pay tables, with no option for single wagers."""

    table: tuple[str, ...] = TABLE


class MixTerms(Group):
    """Terms of wagers placed together, excluding their stakes."""

    option: str | None = JACKPOT_TABLE
    meter: Amount | Mapping[str, Amount] | None = METER
    chip: Amount | None = field("AMOUNT", "The smallest chip, to which payouts are rounded up.")
    most: Amount | None = field(
        "AMOUNT", "The maximum payout of a round to one player, excluding stakes.", "--max-payout"
    )
    strategy: str | None = MIX_STRATEGY


def money(text: str, option: str) -> Amount:
    """Return an amount of money that may be written with a dollar sign and commas."""
    from combin.jackpot.meter import number

    plain = text.strip().removeprefix("$").replace(",", "").replace("_", "")
    if not plain:
        raise OptionError(f"{text!r} is not an amount", option)
    return number(option, plain)


def refuse_others(output: Path | None) -> None:
    """Refuse a file that no document goes into, before all work."""
    from combin.formats.view import DOCUMENTS

    if output is not None and output.suffix.casefold() not in DOCUMENTS:
        raise OptionError(f"{output} does not end in one of {', '.join(DOCUMENTS)}", "--output")


def refuse_plot(plot: str | None, output: Path | None) -> None:
    """Refuse a plot that would be written nowhere."""
    from combin.formats.view import PICTURES

    if plot is not None and (output is None or output.suffix.casefold() not in PICTURES):
        raise OptionError("goes with -o FILE, .svg, .png or .pdf", "--plot")


def pairs(texts: list[str] | None, option: str, form: str) -> dict[str, str]:
    """Return the values of a repeated option that is written with an equals sign."""
    values: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise OptionError(f"{text!r} is not {form}", option)
        if key in values:
            raise OptionError(f"{key!r} is given twice", option)
        values[key] = value
    return values
