"""One result, shown in any format: tables for people, JSON and CSV for programs, frames for notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.exact.decimals import decimal
from combin.report.tables import Table, html, markdown, terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars
    from rich.console import Console

__all__ = ["Format", "Record", "View", "exact", "exact_columns"]

Record = dict[str, int | str | None]
"""A flat row; exact values stand in it as two integers and a decimal."""


class Format(StrEnum):
    """What a command can answer in."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


def exact(value: Fraction, digits: int) -> dict[str, str]:
    """Return an exact value as JSON has it: its fraction and a decimal."""
    return {"fraction": str(value), "decimal": decimal(value, digits)}


def exact_columns(name: str, value: Fraction, digits: int) -> Record:
    """Return an exact value as flat records have it: two integer columns and a decimal."""
    return {
        f"{name}_numerator": value.numerator,
        f"{name}_denominator": value.denominator,
        name: decimal(value, digits),
    }


@dataclass(frozen=True)
class View:
    """A result ready to be shown.

    `tables` and `lines` (sentences above them) are for people; `payload` makes what JSON says, and
    `records` flat rows of one shape for CSV and frames, when they are asked for.
    """

    heading: str
    lines: tuple[str, ...]
    tables: tuple[Table, ...]
    payload: Callable[[], Any]
    records: Callable[[], list[Record]]

    def text(self, form: Format) -> str:
        """Return the result in a format other than a table."""
        match form:
            case Format.JSON:
                import json

                return json.dumps(self.payload(), indent=2, ensure_ascii=False) + "\n"
            case Format.CSV:
                return self._csv()
            case _:
                parts = [f"## {self.heading}\n", *(f"{line}\n" for line in self.lines)]
                return "\n".join([*parts, *map(markdown, self.tables)])

    def print(self, console: Console) -> None:
        """Print the tables for people."""
        from rich.text import Text

        console.print(Text(self.heading, style="bold" if console.is_terminal else ""))
        for line in self.lines:
            console.print(Text(line))
        console.print()
        for table in self.tables:
            terminal(table, console)

    def frame(self) -> polars.DataFrame:
        """Return the records as a polars data frame; decimals are text of the digits asked for."""
        import polars

        records = self.records()
        wide = {
            name: polars.Int128
            for name in (records[0] if records else ())
            if any(isinstance(row[name], int) and abs(row[name]) >> 63 for row in records)
        }
        return polars.DataFrame(records, schema_overrides=wide)

    def html(self) -> str:
        """Return the result for a notebook."""
        from html import escape

        lines = "".join(f"<p>{escape(line)}</p>" for line in self.lines)
        return f"<h4>{escape(self.heading)}</h4>{lines}{''.join(map(html, self.tables))}"

    def _csv(self) -> str:
        import csv
        import io

        out = io.StringIO()
        records = self.records()
        writer = csv.DictWriter(out, list(records[0]) if records else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
        return out.getvalue()
