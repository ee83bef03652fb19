"""Claims files in: TOML to validated claims, each cell of a printed table one of them."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from combin.audit.model import ClaimsFile
from combin.audit.printed import PrintedTable
from combin.audit.published import PublishedError, read_published
from combin.audit.quantities import AnyClaim
from combin.audit.subject import PlacedClaim
from combin.rules.errors import RulesError
from combin.rules.load import convert, line_of, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.audit.subject import Claim

__all__ = ["CLAIMS", "audited_games", "load_claims", "located", "shipped_claims"]

CLAIMS = Path(__file__).parent / "claims"
"""The folder of the claims that ship."""


class _Cell(msgspec.Struct, frozen=True):
    """One claim by itself, so that a refusal names its entries from the top."""

    claim: AnyClaim


def audited_games() -> tuple[str, ...]:
    """Return the ids of the games with claims: those that encode a casino's document.

    >>> audited_games()
    ('crown-melbourne', 'resorts-world-sentosa', 'uk-including-blind')
    """
    return tuple(sorted(path.stem for path in CLAIMS.glob("*.toml")))


def shipped_claims(game: str) -> Path | None:
    """Return the claims file that ships for a game, if there is one."""
    path = CLAIMS / f"{game}.toml"
    return path if path.is_file() else None


def load_claims(path: Path) -> tuple[ClaimsFile, tuple[PlacedClaim, ...]]:
    """Return a claims file, and all its claims in its order, those of printed tables row by row.

    Raises:
        RulesError: the file is not there, is not TOML, or says something that the language does not allow.
    """
    raw = read_toml(path)
    try:
        file = convert(raw, ClaimsFile)
        singles = [[PlacedClaim(claim, ("claim", str(index)))] for index, claim in enumerate(file.claim)]
        tables = [_cells(table, str(index)) for index, table in enumerate(file.table)]
        placed = tuple(_in_order(path.read_text(encoding="utf-8"), singles, tables))
        _check(placed, file)
    except RulesError as error:
        raise located(error, path, raw) from None
    return file, placed


def _in_order(
    text: str, singles: list[list[PlacedClaim]], tables: list[list[PlacedClaim]]
) -> Iterator[PlacedClaim]:
    """Yield the claims as [[claim]] and [[table]] follow each other in the file."""
    waiting = {"claim": deque(singles), "table": deque(tables)}
    for kind in re.findall(r"(?m)^\s*\[\[\s*(claim|table)\s*\]\]", text):
        if waiting[kind]:
            yield from waiting[kind].popleft()
    for rest in waiting.values():
        for claims in rest:
            yield from claims


def located(error: RulesError, path: Path, raw: dict[str, Any] | None = None) -> RulesError:
    """Return an error with its file and line; a claim is named by its id instead of its number."""
    raw = read_toml(path) if raw is None else raw
    line = line_of(path.read_text(encoding="utf-8"), error.place)
    place = error.place
    if len(place) > 1 and place[0] in ("claim", "table", "figure") and place[1].isdecimal():
        entries = raw[place[0]]
        entry = entries[int(place[1])] if isinstance(entries, list) else entries
        if isinstance(entry, dict):
            place = (place[0], str(entry.get("id", place[1])), *place[2:])
    return RulesError(place, error.problem, str(path), line)


def _cells(table: PrintedTable, number: str) -> list[PlacedClaim]:
    """Return the claims of a printed table, row by row."""
    (down, rows), (across, columns) = table.rows, table.columns
    found = []
    for row, of_row in enumerate(rows):
        for column, of_column in enumerate(columns):
            varying = {down: of_row} | ({across: of_column} if across else {})
            labels = [_in_words(name, one, bare=False) for name, one in varying.items()]
            entries = {
                "id": f"{table.id}-{row + 1}-{column + 1}",
                "place": table.place,
                "says": _says(table, varying, number),
                "section": table.section,
                "published": table.printed[row][column],
                "finding": table.finding,
                "weight": table.weight,
                "quantity": table.quantity,
            }
            if table.compare is not None:
                entries["compare"] = table.compare
            entries = _with_parameters(entries, table.given | varying)
            try:
                claim = convert({"claim": entries}, _Cell).claim
            except RulesError as error:
                key = error.place[-1] if error.place else ""
                place = {"quantity": "quantity", "published": "printed", down: "down", across: "across"}.get(
                    key, "given"
                )
                raise RulesError(
                    ("table", number, place), f"{error.problem} (in the cell {', '.join(labels)})"
                ) from None
            found.append(PlacedClaim(claim, ("table", number), table.id, *labels))
    return found


def _says(table: PrintedTable, varying: dict[str, Any], number: str) -> str:
    try:
        return table.says.format(**{name: _in_words(name, one, bare=True) for name, one in varying.items()})
    except (KeyError, IndexError, ValueError):
        known = ", ".join(f"{{{name}}}" for name in varying)
        raise RulesError(("table", number, "says"), f"it can only quote {known}") from None


_WORDS = {
    "no_qualify": "the dealer does not qualify",
    "win": "the player's hand is better",
    "tie": "the hands are equal",
    "lose": "the dealer's hand is better",
}


def _in_words(name: str, value: object, *, bare: bool) -> str:
    """Return the value of a row or column as people say it, with its name unless it is to stand bare."""
    if name == "case":
        return _WORDS.get(str(value), str(value))
    words = str(value).replace("_", " ").title() if name == "wager" else str(value)
    words = f"{value:,}" if isinstance(value, int) else words
    if bare or name in ("line", "wager", "category"):
        return words
    return f"{name} = {words}" if len(name) == 1 else f"{name} {words}"


def _with_parameters(entries: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return the entries with the parameters of the quantity; those of one capital are names of a formula."""
    names = {name: one for name, one in given.items() if len(name) == 1 and name.isupper()}
    own = {name: one for name, one in given.items() if name not in names}
    return entries | own | ({"names": names} if names else {})


def _check(placed: tuple[PlacedClaim, ...], file: ClaimsFile) -> None:
    """Refuse ids that stand twice, and published texts that are no figures where figures are needed."""
    seen: set[str] = set()
    for kind, entries in (("claim", file.claim), ("table", file.table)):
        for index, entry in enumerate(entries):
            if entry.id in seen:
                raise RulesError((kind, str(index), "id"), f"{entry.id!r} stands twice")
            seen.add(entry.id)
    for one in placed:
        _check_published(one.claim, one.file_place)


def _check_published(claim: Claim, place: tuple[str, ...]) -> None:
    key = "published" if place[0] == "claim" else "printed"
    if not claim.figure:
        return
    try:
        read_published(claim.published)
    except PublishedError as error:
        raise RulesError((*place, key), str(error)) from None
