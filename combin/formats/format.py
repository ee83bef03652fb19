"""The formats in which every command can answer."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """A format of the output; a module of its own, so that `combin --help` need not import the rest."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"
