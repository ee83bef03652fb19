"""Tables of typed cells: how people see a value, and what programs are given of it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from combin.formatting import currency, decimal, fraction, in_full, money, one_in, percent, plain, signed
from combin.formatting import grouped as in_thousands

_Text = Literal["heading", "good", "bad", "open", "play", "fold", "gain", "loss", "muted", "bar", "file"]
Role: TypeAlias = Literal[_Text, "♠", "♥", "♦", "♣"]
"""What a piece of text is to its reader; a suit is a role of its own."""

Record = dict[str, "int | str | Decimal | None"]
"""A flat row; exact values stand in it as two integers and a decimal."""


@runtime_checkable
class Digits(Protocol):
    """A value with as many certain decimals as are asked for: a root, or what lies between two numbers."""

    def decimal(self, digits: int) -> str:
        """The value with that many decimals."""

    def percent(self, digits: int) -> str:
        """Return the value as a percentage."""

    def to_dict(self, digits: int) -> dict[str, str]:
        """Return the value as JSON has it."""


class Live(Struct, frozen=True):
    """A value that a spreadsheet computes: the formula, or where that stands, and what it comes to."""

    formula: str
    value: Any

    @property
    def exact(self) -> Fraction:
        """The value, where that is a rational number; else TypeError."""
        if not isinstance(self.value, int | Fraction):
            raise TypeError(f"{self.formula}: {self.value!r}")
        return Fraction(self.value)


Value: TypeAlias = "str | int | Fraction | Digits | Live | Mapping[str, Any] | list[Any] | None"
"""What a cell holds: words, a count, an exact value, or (for programs only) what JSON nests."""


class Kind(Struct, frozen=True):
    """The values of a column: their text, their side, and whether they are exact (a fraction for programs).

    `role` is what a value is to its reader, for its colour; `spare` columns go first where room is short; a
    spreadsheet writes values by `number_format`; `nothing` is the text of no value.
    """

    write: Callable[[Any], str]
    right: bool = True
    exact: bool = True
    role: Callable[[Any], Role | None] = lambda _: None
    spare: int = 0
    number_format: str = "General"
    nothing: str = ""

    def shown(self, value: Value) -> str:
        """Return what people see: words as they are."""
        value = value.value if isinstance(value, Live) else value
        return value if isinstance(value, str) else self.nothing if value is None else self.write(value)


def percents(digits: int) -> Kind:
    """Percentages with that many decimals."""
    return Kind(
        lambda value: percent(value, digits) if isinstance(value, Fraction | int) else value.percent(digits),
        number_format=f"0.{'0' * digits}%",
    )


def decimals(digits: int, *, grouped: bool = False) -> Kind:
    """Decimals with that many digits, thousands set apart if they are `grouped`."""

    def write(value: Fraction | int | Digits) -> str:
        text = decimal(value, digits) if isinstance(value, Fraction | int) else value.decimal(digits)
        return f"{Decimal(text):,f}" if grouped else text

    return Kind(write, number_format=f"{'#,##' * grouped}0.{'0' * digits}")


def moneys(digits: int) -> Kind:
    """Amounts of money: whole ones as such, others with that many decimals.

    >>> from combin.formatting import Root
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
FIGURE = Kind(str, exact=False)
"""A figure that is words already."""
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
CHANGE = replace(POINTS, write=lambda part: POINTS.write(100 * part), number_format="+0.0000%;-0.0000%;0")
"""What a percentage changes by, in points; a column's heading says so."""
EDGE_CHANGE = replace(CHANGE, role=lambda change: "loss" if change > 0 else "gain" if change < 0 else None)
"""The same of a house edge: a rise is the player's loss."""
ROOT = replace(NUMBER, exact=False)
"""A square root, where there is one."""
ONE_IN = Kind(one_in)
"""A probability as the number of cases of which it is one."""

Row = TypeVar("Row")


class Column(Struct, Generic[Row], frozen=True):
    """A column: its heading for people (None hides it), kind and value, and its name for programs ("" hides).

    Where a terminal is too narrow, the most `spare` column goes first, and one that is not stays; where there
    is room, a column of shares can have a `bar` for each.
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
        without = value is None or (self.kind.exact and isinstance(value, str))
        return None if without else self.kind.role(value)

    def record(self, value: Value, digits: int) -> Record:
        """Return a value as flat records have it; of what JSON nests, the entries in words."""
        if self.kind.exact and (value is None or isinstance(value, Fraction | int)):
            return exact_columns(self.name, value, digits)
        return {} if isinstance(value, list) else {self.name: _flat(value, digits)}

    def json(self, value: Value, digits: int) -> object:
        """Return a value as JSON has it."""
        return as_json(Fraction(value) if self.kind.exact and isinstance(value, int) else value, digits)


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
    if isinstance(value, Table):
        return value.objects(digits)
    return value.to_dict(digits) if isinstance(value, Digits) else value


def _flat(value: Value, digits: int) -> int | str | Decimal | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Fraction):
        return plain(value)
    if isinstance(value, Mapping):
        return " ".join(f"{name}={entry}" for name, entry in value.items())
    return Decimal(value.to_dict(digits)["decimal"]) if isinstance(value, Digits) else value  # type: ignore[return-value]  # no list


def exact_json(value: Fraction, digits: int) -> dict[str, str]:
    """Return an exact value as JSON has it: its fraction and a decimal."""
    return {"fraction": fraction(value), "decimal": decimal(value, digits)}


def exact_columns(name: str, value: Fraction | int | None, digits: int) -> Record:
    """Return an exact value, if there is one, as flat records have it: two integer columns and a decimal."""
    names = f"{name}_numerator", f"{name}_denominator", name
    if value is None:
        return dict.fromkeys(names)
    return dict(zip(names, (*value.as_integer_ratio(), Decimal(decimal(value, digits))), strict=True))


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


class Table(Struct, frozen=True, dict=True):
    """A titled table of typed cells, for people and programs, with a `note` below.

    A column given as its heading alone holds words, flush right where it starts with ">". In the first
    `merged` columns a cell equal to the one above is blank. `sums` are the rows, from 0, that add up others.
    """

    title: str
    columns: Sequence[Column[Any] | str]
    rows: tuple[tuple[Value, ...], ...]
    note: str = ""
    merged: int = 0
    sums: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.title}: {row!r} does not fit the columns {self.columns!r}")

    @classmethod
    def of(
        cls,
        title: str,
        entries: Iterable[Row],
        columns: Sequence[Column[Row]],
        note: str = "",
        *,
        merged: int = 0,
        total: Mapping[str, Value] | Sequence[Mapping[str, Value]] = (),
    ) -> Table:
        """Return the table of what each column has of each entry; `total` has the rows of sums by heading."""
        rows = [tuple(column.value(entry) for column in columns) for entry in entries]
        totals = [total] if isinstance(total, Mapping) else total
        sums = tuple(range(len(rows), len(rows) + len(totals)))
        rows += [tuple(total.get(column.heading or "") for column in columns) for total in totals]
        return cls(title, columns, tuple(rows), note, merged, sums)

    @cached_property
    def typed(self) -> tuple[Column[Any], ...]:
        """All columns, those given as headings too."""

        def of(heading: str) -> Column[Any]:
            return Column(heading.removeprefix(">"), FIGURE if heading.startswith(">") else TEXT)

        return tuple(of(column) if isinstance(column, str) else column for column in self.columns)

    @cached_property
    def shown(self) -> tuple[Column[Any], ...]:
        """The columns that people see."""
        return tuple(column for _, column in self._seen)

    @property
    def headings(self) -> tuple[str, ...]:
        """What heads the columns that people see."""
        return tuple(column.heading or "" for column in self.shown)

    @property
    def flush_right(self) -> tuple[bool, ...]:
        """Which of them are set flush right."""
        return tuple(column.kind.right for column in self.shown)

    @cached_property
    def _seen(self) -> tuple[tuple[int, Column[Any]], ...]:
        return tuple(pair for pair in enumerate(self.typed) if pair[1].heading is not None)

    @cached_property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The rows as people see them."""
        return tuple(tuple(column.kind.shown(row[at]) for at, column in self._seen) for row in self.rows)

    @cached_property
    def roles(self) -> tuple[tuple[Role | None, ...], ...]:
        """What the cells that people see are to their reader."""
        return tuple(tuple(column.role(row[at]) for at, column in self._seen) for row in self.rows)

    def without(self, headings: Container[str | None]) -> Table:
        """Return the table without the columns of some headings."""
        kept = [place for place, column in enumerate(self.typed) if column.heading not in headings]
        rows = tuple(tuple(row[place] for place in kept) for row in self.rows)
        return replace(self, columns=[self.typed[place] for place in kept], rows=rows)

    def turned(self) -> Table:
        """The rows as columns, headed by the cells of the first column."""
        first, *others = zip(*self.cells, strict=True)
        rows = tuple((name, *cells) for name, cells in zip(self.headings[1:], others, strict=True))
        return Table(self.title, (self.headings[0], *(f">{cell}" for cell in first)), rows, self.note)

    def without_blanks(self) -> Table:
        """Return the table without the columns in which people see nothing, or zeros alone."""
        columns = zip(self.headings, *self.cells, strict=True)
        return self.without([heading for heading, *cells in columns if not set(cells) - {"", "0"}])

    @property
    def merged_cells(self) -> tuple[tuple[str, ...], ...]:
        """The same with repetitions in the merged columns left blank."""

        def blanks(above: tuple[str, ...], row: tuple[str, ...]) -> int:
            pairs = zip(above, row[: self.merged], strict=False)
            return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

        pairs = pairwise(((), *self.cells))
        return tuple(("",) * (same := blanks(above, row)) + row[same:] for above, row in pairs)

    def records(self, digits: int, **common: int | str | None) -> list[Record]:
        """Return the rows for CSV and frames, each after what all have in `common`."""
        records = []
        for row in self._named_rows():
            record: Record = {**common}
            for column, value in row:
                record |= column.record(value, digits)
            records.append(record)
        return records

    def objects(self, digits: int) -> list[dict[str, Any]]:
        """Return the rows for JSON."""
        rows = self._named_rows()
        return [{column.name: column.json(value, digits) for column, value in row} for row in rows]

    def _named_rows(self) -> Iterator[list[tuple[Column[Any], Value]]]:
        """Yield the columns that programs are given, each with its value, of the rows that are no sums."""
        for number, row in enumerate(self.rows):
            if number not in self.sums:
                yield [(column, value) for column, value in zip(self.typed, row, strict=True) if column.name]
