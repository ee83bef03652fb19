"""Columns of typed cells: how people see a value, and what programs are given of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from combin.decimals import decimal, fraction, percent, plain
from combin.formats.text import Role
from combin.formatting import currency, in_full, money, one_in, signed
from combin.formatting import grouped as in_thousands

Record = dict[str, "int | str | Decimal | None"]
"""A flat row; exact values stand in it as two integers and a decimal."""


@runtime_checkable
class Digits(Protocol):
    """A value with as many certain decimals as are asked for: a root, or what lies between two numbers."""

    def decimal(self, digits: int) -> str:
        """Return the value with so many digits behind the point."""

    def percent(self, digits: int) -> str:
        """Return the value as a percentage."""

    def to_dict(self, digits: int) -> dict[str, str]:
        """Return the value as JSON has it."""


class Live(Struct, frozen=True):
    """A value that a spreadsheet works out: the formula, or where that stands, and what it comes to."""

    formula: str
    value: Any

    @property
    def exact(self) -> Fraction:
        """The value, where that is a rational number.

        Raises:
            TypeError: it is none.
        """
        if not isinstance(self.value, int | Fraction):
            raise TypeError(f"{self.formula}: {self.value!r}")
        return Fraction(self.value)


Value: TypeAlias = "str | int | Fraction | Digits | Live | Mapping[str, Any] | list[Any] | None"
"""What a cell holds: words, a count, an exact value, or (for programs only) what JSON nests."""


def _no_role(_: object) -> None:
    """Return no role, as most values have none."""


class Kind(Struct, frozen=True):
    """What the values of a column are: how people see one, on which side, and whether it is exact.

    Of exact values programs are given the fraction and a decimal, of others the value itself. `role` tells
    what a value is to its reader, where that has a colour; columns that are `spare` go where room is short. A
    spreadsheet writes values by `number_format`; `nothing` is what people see where there is no value.
    """

    write: Callable[[Any], str]
    right: bool = True
    exact: bool = True
    role: Callable[[Any], Role | None] = _no_role
    spare: int = 0
    number_format: str = "General"
    nothing: str = ""

    def shown(self, value: Value) -> str:
        """Return what people see: words as they are."""
        value = value.value if isinstance(value, Live) else value
        return value if isinstance(value, str) else self.nothing if value is None else self.write(value)


def percents(digits: int) -> Kind:
    """Return percentages with so many digits."""
    return Kind(
        lambda value: percent(value, digits) if isinstance(value, Fraction | int) else value.percent(digits),
        number_format=f"0.{'0' * digits}%",
    )


def decimals(digits: int, *, grouped: bool = False) -> Kind:
    """Return decimals with so many digits, thousands set apart if they are `grouped`."""

    def write(value: Fraction | int | Digits) -> str:
        text = decimal(value, digits) if isinstance(value, Fraction | int) else value.decimal(digits)
        return f"{Decimal(text):,f}" if grouped else text

    return Kind(write, number_format=f"{'#,##' * grouped}0.{'0' * digits}")


def moneys(digits: int) -> Kind:
    """Return amounts of money: whole ones as such, others with so many digits.

    >>> from combin.decimals import Root
    >>> moneys(1).shown(Root(Fraction(2), negative=True)), moneys(1).shown(Fraction(-5, 2))
    ('-$1.4', '-$2.5')
    """

    def write(value: Fraction | int | Digits) -> str:
        if isinstance(value, Fraction | int):
            return money(value, digits)
        return currency().of(in_thousands(value.decimal(digits)))

    return Kind(write, number_format=f"¤#,##0.{'0' * digits}")


def as_net(kind: Kind) -> Kind:
    """Return the same for what the player nets: a gain above zero, a loss below."""
    return replace(kind, role=lambda value: "gain" if value > 0 else "loss" if value < 0 else None)


TEXT = Kind(str, right=False, exact=False)
FILE = Kind(str, right=False, exact=False, role=lambda _: "file")
COUNT = Kind(lambda count: f"{count:,}", exact=False, number_format="#,##0")
EXACT = Kind(str, role=lambda _: "muted", spare=9)
"""The fraction itself, where decimals would lose something; it is the first to go where room is short."""
IN_FULL = Kind(in_full)
"""The same with commas between thousands."""
PLAIN = Kind(plain)
SIGNED = as_net(Kind(signed))
PERCENT = percents(4)
NUMBER = decimals(4)
MONEY = moneys(2)
NET = as_net(MONEY)
EVEN_METER = replace(MONEY, write=lambda meter: MONEY.write(meter) if meter >= 0 else "any")
"""The meter at which a wager is even; it favours the player at any where that lies below an empty one."""
POINTS = Kind(
    lambda points: f"{'+' * (points > 0)}{decimal(points, 4)}" if points else "none",
    number_format='+0.0000;-0.0000;"none"',
)
"""Percentage points, with their sign."""
CHANGE = replace(POINTS, write=lambda value: POINTS.write(100 * value))
"""What a percentage changes by, in points; a column's heading says so."""
EDGE_CHANGE = replace(CHANGE, role=lambda change: "loss" if change > 0 else "gain" if change < 0 else None)
"""The same of a house edge: a rise is the player's loss."""
ROOT = replace(NUMBER, exact=False)
"""A square root, where there is one."""
ONE_IN = Kind(one_in)
"""A probability as the number of cases of which it is one."""

Row = TypeVar("Row")


class Column(Struct, Generic[Row], frozen=True):
    """A column: its heading for people, what its values are, where a row has them, and its name for programs.

    Without a `heading` people do not see it (an empty one they do), and without a `name` programs do not.
    Where a terminal is too narrow for all columns, one that is more `spare` than others goes first, and one
    that is not stays; where there is room, a column of shares can have a `bar` beside each.
    """

    heading: str | None = ""
    kind: Kind = TEXT
    value: Callable[[Row], Value] = lambda _: None
    name: str = ""
    spare: int = 0
    bar: bool = False

    @property
    def spared(self) -> int:
        """How readily the column goes where room is short: 0 is never."""
        return self.spare or self.kind.spare

    def role(self, value: Value) -> Role | None:
        """Return what a value is to its reader; words have no role but by their kind."""
        return (
            None if value is None or (self.kind.exact and isinstance(value, str)) else self.kind.role(value)
        )

    def record(self, value: Value, digits: int) -> Record:
        """Return a value as flat records have it; of what JSON nests, the entries in words."""
        if self.kind.exact:
            if isinstance(value, Fraction | int):
                return exact_columns(self.name, Fraction(value), digits)
            if value is None:
                return dict.fromkeys((f"{self.name}_numerator", f"{self.name}_denominator", self.name))
        if isinstance(value, list):
            return {}
        return {self.name: _flat(value, digits)}

    def json(self, value: Value, digits: int) -> object:
        """Return a value as JSON has it."""
        if self.kind.exact and isinstance(value, Fraction | int):
            return exact_json(Fraction(value), digits)
        return as_json(value, digits)


@runtime_checkable
class Rows(Protocol):
    """A table, of which JSON has the rows."""

    def objects(self, digits: int) -> list[dict[str, Any]]:
        """Return the rows for JSON."""


def as_json(value: object, digits: int) -> Any:  # noqa: ANN401  whatever JSON holds
    """Return what JSON nests: of each exact value in it the fraction and a decimal, of a table the rows.

    >>> as_json({"game": "x", "edges": [Fraction(1, 4), None]}, 2)
    {'game': 'x', 'edges': [{'fraction': '1/4', 'decimal': '0.25'}, None]}
    """
    if value is None or isinstance(value, str | int):  # most are, and to ask for a protocol takes its time
        return value
    if isinstance(value, Fraction):
        return exact_json(value, digits)
    if isinstance(value, Mapping):
        return {name: as_json(entry, digits) for name, entry in value.items()}
    if isinstance(value, list):
        return [as_json(entry, digits) for entry in value]
    if isinstance(value, Rows):
        return value.objects(digits)
    return value.to_dict(digits) if isinstance(value, Digits) else value


def _flat(value: Value, digits: int) -> int | str | Decimal | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, str | int):  # most are, and to ask for a protocol takes its time
        return value
    if isinstance(value, Fraction):
        return plain(value)
    if isinstance(value, Mapping):
        return " ".join(f"{name}={entry}" for name, entry in value.items())
    return Decimal(value.to_dict(digits)["decimal"]) if isinstance(value, Digits) else value  # type: ignore[return-value]  # no list


RARE = Fraction(1, 10_000)
"""Below this a percentage of four decimals shows two digits at most."""


def chance_columns(
    entries: Sequence[Row], probability: Callable[[Row], Fraction], kind: Kind = PERCENT, name: str = ""
) -> list[Column[Row]]:
    """Return the column of how probable entries are, and one of "1 in N" where some are rare.

    >>> [column.heading for column in chance_columns([Fraction(1, 4), Fraction(1, 425)], Fraction)]
    ['Probability']
    >>> [column.heading for column in chance_columns([Fraction(9, 25448150)], Fraction)]
    ['Probability', '1 in']
    """

    def if_rare(entry: Row) -> Fraction | None:
        return probability(entry) if 0 < probability(entry) < RARE else None

    columns = [Column("Probability", kind, probability, name, bar=True)]
    if any(map(if_rare, entries)):
        columns.append(Column("1 in", ONE_IN, if_rare, spare=1))
    return columns


def exact_json(value: Fraction, digits: int) -> dict[str, str]:
    """Return an exact value as JSON has it: its fraction and a decimal."""
    return {"fraction": fraction(value), "decimal": decimal(value, digits)}


def exact_columns(name: str, value: Fraction, digits: int) -> Record:
    """Return an exact value as flat records have it: two integer columns and a decimal."""
    return {
        f"{name}_numerator": value.numerator,
        f"{name}_denominator": value.denominator,
        name: Decimal(decimal(value, digits)),
    }
