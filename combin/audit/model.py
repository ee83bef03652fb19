"""A file of claims: what the document of a game publishes, as a frozen and validated model."""

from __future__ import annotations

from combin.audit.printed import DecimalSign, Outline, PrintedTable, Text
from combin.audit.quantities import AnyClaim
from combin.rules.entry import Entry

__all__ = ["ClaimsFile"]


class ClaimsFile(Entry, frozen=True, kw_only=True):
    """A whole file of claims about the document of one game."""

    game: Text
    decimal: DecimalSign = "."
    outline: Outline = Outline()
    claim: tuple[AnyClaim, ...] = ()
    table: tuple[PrintedTable, ...] = ()
