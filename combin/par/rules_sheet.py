"""The rules of the game as the workbook was written from them, entry by entry, and read back."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from combin.par.blocks import write_title
from combin.par.kinds import HEADING, LABEL, WRAP
from combin.par.workbook import Cell, Sheet, WorkbookError
from combin.rules.toml_lines import keys_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from combin.rules.resolved import Rules


FORMAT = "combin PAR workbook 3"
"""What the first entry says; a later format has another number."""

TITLE = "Rules as written"
_TOP = 4
"""The row of the headings."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def rules_sheet(name: str, rules: Rules, settings: Mapping[str, object], data: Mapping[str, Any]) -> Sheet:
    """Return the sheet of what a workbook was made from.

    Args:
        name: of the sheet.
        rules: the game.
        settings: how the workbook was made, such as which tables it has.
        data: the rules as `rules_data` has them.
    """
    sheet = Sheet(name)
    note = "What combin check reads: the rule file with every default, an entry a line. Not to be edited."
    write_title(sheet, rules, TITLE, [note])
    sheet.line(_TOP, [Cell("Entry", HEADING), Cell("Value, as JSON", HEADING)])
    for row, (place, value) in enumerate(
        (*_entries(settings, ("workbook",)), *_entries(data, ("rules",))), start=_TOP + 1
    ):
        text = json.dumps(value, ensure_ascii=False)
        sheet.line(row, [Cell(_dotted(place), LABEL), Cell(text, WRAP)])
    sheet.heading, sheet.frozen = _TOP, (_TOP + 1, 1)
    return sheet


def _entries(data: object, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the place of every entry that is no table, and of every table with nothing in it."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from _entries(value, (*place, key))
    else:
        yield place, data


def _dotted(place: Sequence[str]) -> str:
    return ".".join(key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False) for key in place)


def read_entries(rows: Sequence[Sequence[object]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the settings and the rules data that the rows of such a sheet hold.

    Raises:
        WorkbookError: they are not what `rules_sheet` writes.
    """
    found: dict[str, Any] = {}
    for number, (place, text) in enumerate(rows[_TOP + 1 :], start=_TOP + 2):
        keys = keys_of(place) if isinstance(place, str) else None
        if keys is None or not isinstance(text, str):
            raise WorkbookError(f"row {number} is no entry of the rules")
        inner = found
        for key in keys[:-1]:
            inner = inner.setdefault(key, {})
            if not isinstance(inner, dict):
                raise WorkbookError(f"row {number} is no entry of the rules")
        try:
            inner[keys[-1]] = json.loads(text)
        except ValueError:
            raise WorkbookError(f"row {number} is no JSON") from None
    settings, rules = found.get("workbook"), found.get("rules")
    if not isinstance(settings, dict) or not isinstance(rules, dict) or settings.get("format") != FORMAT:
        raise WorkbookError(f'its rules are not those of a "{FORMAT}"')
    return settings, rules
