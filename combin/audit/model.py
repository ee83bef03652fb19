"""The language of claims: what a document publishes, as frozen and validated models."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from combin.audit.quantities import AnyClaim
from combin.audit.quantities.base import ClaimId, CompareName, FindingText, Place, Text, WeightName
from combin.rules.entry import Entry

__all__ = ["ClaimsFile", "Outline", "PrintedTable", "Reference"]


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


class ClaimsFile(Entry, frozen=True, kw_only=True):
    """A whole file of claims about the document of one game."""

    game: Text
    outline: Outline = Outline()
    claim: tuple[AnyClaim, ...] = ()
    table: tuple[PrintedTable, ...] = ()
