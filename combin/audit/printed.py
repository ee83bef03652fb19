"""What a document prints beside single claims: the numbers of its rules, and tables of figures."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from combin.rules.entry import Entry

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


class PrintedTable(Entry, frozen=True, kw_only=True):
    """A table of the document, each cell a claim of the same quantity.

    `down` and `across` name an entry of the quantity with its value for each row and each column; `given`
    holds the entries that are the same in all cells. `title` names the table, `says` tells what a cell claims
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
    weight: WeightName = "money"

    @property
    def rows(self) -> tuple[str, list[Any]]:
        """What the rows stand for: an entry and its values."""
        return next(iter(self.down.items()))

    @property
    def columns(self) -> tuple[str, list[Any]]:
        """What the columns stand for: an entry and its values, or nothing and one value."""
        return next(iter(self.across.items()), ("", [None]))

    def __post_init__(self) -> None:
        """Refuse a table whose cells do not fit its rows and columns."""
        rows, columns = len(self.rows[1]), len(self.columns[1])
        if len(self.printed) != rows:
            msg = f"{len(self.printed)} printed rows where 'down' has {rows}"
            raise ValueError(msg)
        for number, row in enumerate(self.printed, start=1):
            if len(row) != columns:
                msg = f"{len(row)} cells in printed row {number} where 'across' has {columns}"
                raise ValueError(msg)
