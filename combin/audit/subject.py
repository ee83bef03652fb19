"""What is audited: claims, what else a document prints, and the rules under each of its readings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from combin.audit.verdict import Answer, Printed, PublishedError, read_published
from combin.design.progressives import JackpotStudy, PrintedRate, jackpot_study
from combin.exact.analysis import Analysis, analyse, choices, every_analysis
from combin.exact.named_strategies import named_strategy
from combin.exact.strategy import Strategy
from combin.formatting import decimal, money, percent, plain, thousands
from combin.jackpot.meter import JackpotError
from combin.rules.errors import RulesError
from combin.rules.load import load_rules, read_toml
from combin.rules.numbers import Entry
from combin.rules.resolved import Rules, remembered
from combin.rules.tables import PayTable

if TYPE_CHECKING:
    from combin.seats.answer import TableAnswer

Text = Annotated[str, msgspec.Meta(min_length=1)]
ClaimId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]*$", max_length=80)]
Place = Annotated[str, msgspec.Meta(min_length=1, description="rule number, table or place in the document")]
Stake = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
"""A price in whole units; a wager of nothing has no edge."""
Amount = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
"""A number or a sum of money, in whole units."""
DecimalSign = Literal[".", ","]
CompareName = Literal["exact", "rounded", "at most", "at least"]
VerdictName = Literal[
    "cut off, not rounded",
    "differs",
    "true only under a stated reading",
    "cannot occur",
    "inconsistent",
    "not checkable",
]
FindingText = str | dict[VerdictName, str]
WeightName = Literal["money", "meaning", "form", "none"]


class Reference(Entry, frozen=True, rename={"source": "from", "target": "to"}):
    """A place of the document that refers to a rule."""

    source: Text
    target: Text


class Outline(Entry, frozen=True, kw_only=True):
    """The numbers of the document's rules, in its order, and what refers to them.

    Ranges are written "7.3.1 .. 7.3.4".
    """

    rules: tuple[Text, ...] = ()
    references: tuple[Reference, ...] = ()


class Explained(Entry, frozen=True, kw_only=True):
    """Numbers of the document's text at a place, and why no claim is about them."""

    numbers: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]
    place: Place
    why: Text


class PrintedTable(Entry, frozen=True, kw_only=True):
    """A table of the document, each cell a claim of the same quantity.

    `down` and `across` name an entry of the quantity with its value for each row and each column; `given`
    holds the entries that are the same in all cells. `title` names the table, `says` is the claim of a cell
    and may quote its row and column: "{line} pays".
    """

    id: ClaimId
    title: Text
    place: Place
    says: Text
    quantity: Text
    section: str = ""
    given: dict[str, Any] = msgspec.field(default_factory=dict)
    down: Annotated[dict[str, list[Any]], msgspec.Meta(min_length=1, max_length=1)]
    across: Annotated[dict[str, list[Any]], msgspec.Meta(max_length=1)] = msgspec.field(default_factory=dict)
    printed: list[list[str]]
    compare: CompareName | None = None
    finding: FindingText = ""
    action: FindingText = ""
    weight: WeightName = "money"

    @property
    def rows(self) -> tuple[str, list[Any]]:
        """The entry of the rows and its values."""
        return next(iter(self.down.items()))

    @property
    def columns(self) -> tuple[str, list[Any]]:
        """The entry of the columns and its values, or nothing and one value."""
        return next(iter(self.across.items()), ("", [None]))

    def __post_init__(self) -> None:
        """Refuse a table whose cells do not fit its rows and columns."""
        rows, columns = len(self.rows[1]), len(self.columns[1])
        if len(self.printed) != rows:
            raise ValueError(f"{len(self.printed)} printed rows where 'down' has {rows}")
        for number, row in enumerate(self.printed, start=1):
            if len(row) != columns:
                raise ValueError(f"{len(row)} cells in printed row {number} where 'across' has {columns}")


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="quantity"):
    """A claim of a document about one quantity; each quantity is a class that knows how to work it out.

    `says` is the claim in our words, `published` the text that is judged. `compare` is "rounded" by default
    where digits behind a point, a per cent sign, "1 in N", odds against a chance or "about" are printed, else
    "exact". `decimal` is the sign before decimals, while the other of "." and "," groups thousands; a file
    may say it once for all. `finding` replaces the sentence in the list of findings, for any verdict that
    makes one but "differs", or for each verdict by its name; it may quote {published}, {exact}, {reason},
    {difference} and the facts of the quantity. `action` replaces in the same way what the owner of the
    document should do. `weight` orders the findings: payments, interpretation, editorial; "none" makes a
    finding only of a figure that differs.
    """

    figure: ClassVar[bool] = True
    """Whether `published` must be a figure that can be compared with a number."""

    id: ClaimId
    place: Place
    says: Text
    section: str = ""
    published: str = ""
    compare: CompareName | None = None
    decimal: DecimalSign = "."
    finding: FindingText = ""
    action: FindingText = ""
    weight: WeightName = "meaning"

    @property
    def printed(self) -> Printed:
        """The published figure, read."""
        return read_published(self.published, self.decimal)

    def answer(self, subject: Subject) -> Answer:
        """Return the exact value, with its evidence."""
        raise NotImplementedError

    def printed_rate(self) -> PrintedRate | None:
        """Return the increment rate that it prints, if it prints one."""
        return None


class Assertion(Claim, frozen=True, kw_only=True):
    """A claim that is no figure but a sentence, which is so or not."""

    figure: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ReadRules:
    """The rules under one way to read the document.

    `chosen` gives the option of every question that the rule file asks.
    """

    chosen: Mapping[str, str]
    rules: Rules

    @property
    def conditions(self) -> dict[str, str]:
        """The options in words that can follow "true"."""
        return {f"where '{name.replace('_', ' ')}' is read as": read for name, read in self.chosen.items()}


@dataclass(frozen=True, slots=True)
class PlacedClaim:
    """A claim with the place in its file, and its row and column if it is a cell of a printed table."""

    claim: Claim
    file_place: tuple[str, ...]
    table: str = ""
    row: str = ""
    column: str = ""

    def check(self) -> None:
        """Refuse a published text that is no figure where one is needed."""
        try:
            _ = self.claim.printed if self.claim.figure else None
        except PublishedError as error:
            entry = "printed" if self.table else "published"
            raise RulesError((*self.file_place, entry), str(error)) from None


T = TypeVar("T")


def known(entry: str | tuple[str, ...], there: Mapping[str, T], name: str, problem: str) -> T:
    """Return what goes by a name that an entry of a claim has; a problem ends with the names that do."""
    if name not in there:
        place = entry if isinstance(entry, tuple) else (entry,)
        raise RulesError(place, f"{problem} (there are: {', '.join(there) or 'none'})")
    return there[name]


@remembered
def _variants(rules: Rules, game: str | Path) -> tuple[ReadRules, ...]:
    questions = rules.file.readings
    adopted = {name: reading.adopted for name, reading in questions.items()}
    others = [
        ReadRules(adopted | {name: option}, load_rules(game, {name: option}))
        for name, question in questions.items()
        for option in question.options
        if option != question.adopted
    ]
    return (ReadRules(adopted, rules), *others)


@dataclass(frozen=True)
class Subject:
    """A game and the claims of its document, as the quantities see them. Answers are kept with the rules."""

    game: str | Path
    rules: Rules
    outline: Outline = field(default_factory=Outline)
    tables: tuple[PrintedTable, ...] = ()
    placed: tuple[PlacedClaim, ...] = ()

    @property
    def variants(self) -> tuple[ReadRules, ...]:
        """The rules as adopted, then with each other option of one question at a time."""
        return _variants(self.rules, self.game)

    @property
    def analyses(self) -> tuple[Analysis, ...]:
        """The analysis of every choice of tables, as the rule file is read."""
        return every_analysis(self.rules)

    @property
    def first(self) -> Analysis:
        """The analysis of the first choice of tables."""
        return self.analyses[0]

    @cached_property
    def progressive(self) -> JackpotStudy | None:
        """The progressive wager, with the increment rates that the document prints; None if there is none.

        None as well for meters that an audit has no chapter of.
        """
        printed = (placed.claim.printed_rate() for placed in self.placed)
        return jackpot_study(self.rules, [rate for rate in printed if rate is not None])

    def analysis(self, letters: Mapping[str, str], variant: ReadRules | None = None) -> Analysis:
        """Return the analysis of one choice of tables, as adopted or under another reading."""
        rules = self.rules if variant is None else variant.rules
        return analyse(rules, choices(rules, letters)[:1])[0]

    def strategies(self, analysis: Analysis) -> dict[str, Strategy]:
        """Return the strategies that a document may have in mind by name, one where nothing is decided."""
        found = {"the optimal strategy": analysis.best}
        if not self.rules.play:
            return found
        if self.rules.qualifies:
            found["'mimic the dealer'"] = named_strategy("mimic the dealer", analysis.game)
        return found | {"every hand played, as when blind": named_strategy("always play", analysis.game)}

    def tables_of(self, wager: str) -> Mapping[str, PayTable]:
        """Return the pay tables of a wager by their letters."""
        return known("wager", self.rules.tables, wager, f"no pay table for {wager!r}")

    def table(self, wager: str, letter: str) -> PayTable:
        """Return a pay table."""
        return known("table", self.tables_of(wager), letter, f"{wager} has no table {letter!r}")

    def chosen_tables(self, wager: str, letter: str = "") -> Mapping[str, PayTable]:
        """Return the pay table that a claim names of a wager, by its letter, or all of them."""
        return {letter: self.table(wager, letter)} if letter else self.tables_of(wager)

    def cells(self, table: str) -> tuple[PlacedClaim, ...]:
        """Return the cells of a printed table of the claims file."""
        found = tuple(one for one in self.placed if one.table == table)
        if not found:
            raise RulesError(("table",), f"no printed table {table!r} in this file")
        return found


SEATS = 7
"""The seats of a full table, where the document does not say how many there are."""


@remembered
def full_table(rules: Rules) -> TableAnswer | None:
    """A full table with each wager that the players' own hands settle; None if it is not counted."""
    from combin.exact.joint_law import is_of_own_hand
    from combin.jackpot.mixes import ask_mix
    from combin.seats.answer import ask_table

    first = every_analysis(rules)[0]
    tables = {name: first.letters.get(name, "") for name in first.wagers}
    paid = {name: rules.tables[name][letter] for name, letter in tables.items() if name in rules.tables}
    in_money = {name for name, table in paid.items() if table.pays_money}
    names = [name for name in tables if name not in in_money and is_of_own_hand(rules, {name: tables[name]})]
    base = rules.bets[rules.base]
    left_out = base.collection is not None and base.collection.money and not base.stakes
    if rules.base not in names or rules.same_hands or left_out:
        return None
    try:
        mix = ask_mix(rules.at_stake(base.first_stake), dict.fromkeys(names, 1), dict(first.letters))
        table = ask_table(mix, rules.file.deal.seats or SEATS)
        _ = table.law
    except (JackpotError, RulesError):  # hands or sights that are not counted for two seats, or too few cards
        return None
    return table


class _Fields(Formatter):
    """Fields of texts; a format may be one of `_WRITTEN`, also of what can write itself so: "percent 4"."""

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401
        name, _, digits = format_spec.partition(" ")
        if name not in _WRITTEN:
            return format(value, format_spec)
        write = getattr(value, name, partial(_WRITTEN[name], value))
        return str(write(*map(int, digits.split())))


_WRITTEN: dict[str, Callable[..., str]] = {
    one.__name__: one for one in (decimal, money, percent, plain, thousands)
}


@cache
def _texts() -> dict[str, dict[str, str]]:
    return read_toml(Path(__file__).with_name("texts.toml"))


def sentence(key: str, **fields: object) -> str:
    """Return a text of `texts.toml` by its table and name, with its fields filled in."""
    table, name = key.split(".")
    return _Fields().format(_texts()[table][name], **fields)
