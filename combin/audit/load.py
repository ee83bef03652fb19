"""Claims files in: TOML to validated claims, each cell of a printed table one of them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from combin.audit.quantities import document, edges, hands, jackpots, play
from combin.audit.subject import Claim, DecimalSign, Explained, Outline, PlacedClaim, PrintedTable, Text
from combin.audit.verdict import filled, quoted
from combin.rules.errors import RulesError, SeveralRulesError
from combin.rules.load import line_of, read_toml
from combin.rules.numbers import Entry
from combin.rules.spelling import convert

KINDS: tuple[type[Claim], ...] = tuple(
    kind
    for module in (hands, edges, play, jackpots, document)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Claim) and kind.__module__ == module.__name__
    if kind.__struct_config__.tag != kind.__name__  # as of a class that others only build on
)
"""The classes of all quantities."""

if TYPE_CHECKING:
    AnyClaim: TypeAlias = Claim
else:
    AnyClaim = Union[KINDS]  # noqa: UP007  of all classes
"""A claim of any quantity; the entry `quantity` says which."""


def claim_of(entries: dict[str, Any], place: tuple[str, ...] = ()) -> AnyClaim:
    """Return a claim of a file, at this place of it."""
    claim: Claim = convert(entries, AnyClaim, place)
    return claim


def vocabulary() -> dict[str, tuple[tuple[str, ...], str]]:
    """The quantities that a claims file may name: the entries of its own that each has, and what it is.

    >>> vocabulary()["seats"]
    ((), 'Number of players at a table; checked against the number that the deck can serve.')
    """
    shared = Claim.__struct_fields__
    return {
        str(kind.__struct_config__.tag): (
            tuple(name for name in kind.__struct_fields__ if name not in shared),
            (kind.__doc__ or "").partition("\n")[0].strip(),
        )
        for kind in KINDS
    }


class _Head(Entry, frozen=True, kw_only=True):
    game: Text
    decimal: DecimalSign = "."
    outline: Outline = Outline()
    explained: tuple[Explained, ...] = ()


class ClaimsFile(_Head, frozen=True, kw_only=True):
    """A whole file of claims about the document of one game."""

    claim: tuple[AnyClaim, ...] = ()
    table: tuple[PrintedTable, ...] = ()


class _Form(_Head, frozen=True, kw_only=True):
    """A claims file whose claims are still to be read, one by one: none hides what is wrong in others."""

    claim: tuple[dict[str, Any], ...] = ()
    table: tuple[dict[str, Any], ...] = ()


CLAIMS = Path(__file__).parent / "claims"
"""The folder of the claims that ship."""


def audited_games() -> tuple[str, ...]:
    """Return the ids of the games with claims: those that encode a casino's document."""
    return tuple(sorted(path.stem for path in CLAIMS.glob("*.toml")))


def shipped_claims(game: str) -> Path | None:
    """Return the claims file that ships for a game, if there is one."""
    path = CLAIMS / f"{game}.toml"
    return path if path.is_file() else None


def load_claims(path: Path) -> tuple[ClaimsFile, tuple[PlacedClaim, ...]]:
    """Return a claims file without its claims, and these in its order, of printed tables row by row.

    SeveralRulesError names every claim that says something that the language does not allow.
    """
    raw = read_toml(path)
    try:
        form = convert(raw, _Form)
        _ = [*document.listed_rules(form.outline)]  # mistakes in it are told with their line
    except RulesError as error:
        raise located(error, path, raw) from None
    tables: list[PrintedTable] = []
    placed: list[PlacedClaim] = []
    errors: list[RulesError] = []
    seen: set[str] = set()
    for place, entry in _in_order(path.read_text(encoding="utf-8"), form):
        try:
            if place[0] == "claim":
                found = [PlacedClaim(claim_of({"decimal": form.decimal} | entry, place), place)]
            else:
                tables.append(convert(entry, PrintedTable, place))
                found = _cells(tables[-1], place, form.decimal)
            _check(found, seen)
            placed += found
        except RulesError as error:
            errors.append(located(error, path, raw))
    if errors:
        raise SeveralRulesError(errors)
    head = {key: getattr(form, key) for key in _Head.__struct_fields__}
    return ClaimsFile(**head, table=tuple(tables)), tuple(placed)


def _in_order(text: str, form: _Form) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    """Yield the entries as they follow each other in the file, each with its place."""
    waiting = {
        kind: deque(((kind, str(index)), entry) for index, entry in enumerate(entries))
        for kind, entries in (("claim", form.claim), ("table", form.table))
    }
    for kind, listed in re.findall(r"(?m)^\s*(?:\[\[\s*(claim|table)\s*\]\]|(claim|table)\s*=\s*\[)", text):
        for _ in range(len(waiting[listed]) if listed else min(len(waiting[kind]), 1)):
            yield waiting[kind or listed].popleft()
    for rest in waiting.values():
        yield from rest


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


def _cells(table: PrintedTable, place: tuple[str, str], sign: str) -> list[PlacedClaim]:
    """Return the claims of a printed table, row by row; an entry of one capital is a letter of a formula."""
    (down, rows), (across, columns) = table.rows, table.columns
    found = []
    for (row, of_row), (column, of_column) in product(enumerate(rows), enumerate(columns)):
        varying = {down: of_row} | ({across: of_column} if across else {})
        labels = [_in_words(name, one, bare=False) for name, one in varying.items()]
        facts = {name: _in_words(name, one, bare=True) for name, one in varying.items()}
        given = table.given | varying
        names = {name: given.pop(name) for name in (*given,) if len(name) == 1 and name.isupper()}
        entries = {
            "id": f"{table.id}-{row + 1}-{column + 1}",
            "place": table.place,
            "says": filled(table.says, facts, (*place, "says")),
            "section": table.section,
            "published": table.printed[row][column],
            "finding": table.finding,
            "action": table.action,
            "weight": table.weight,
            "decimal": sign,
            "quantity": table.quantity,
            "compare": table.compare,
            **given,
            **({"names": names} if names else {}),
        }
        try:
            claim = claim_of(entries)
        except RulesError as error:
            entry = error.place[-1] if error.place else ""
            own = {"quantity": "quantity", "published": "printed", down: "down", across: "across"}
            problem = f"{error.problem} (in the cell {', '.join(labels)})"
            raise RulesError((*place, own.get(entry, "given")), problem) from None
        found.append(PlacedClaim(claim, place, table.id, *labels))
    return found


_WORDS = {
    "no_qualify": "the dealer does not qualify",
    "win": "the player's hand is better",
    "tie": "the hands are equal",
    "lose": "the dealer's hand is better",
}


def _in_words(name: str, value: object, *, bare: bool) -> str:
    """Return the value of a row or column in words, with its name unless `bare`."""
    if name == "case":
        return _WORDS.get(str(value), str(value))
    words = str(value).replace("_", " ").title() if name == "wager" else str(value)
    words = f"{value:,}" if isinstance(value, int) else words
    if bare or name in ("line", "wager", "category"):
        return words
    return f"{name} = {words}" if len(name) == 1 else f"{name} {words}"


def _check(claims: list[PlacedClaim], seen: set[str]) -> None:
    """Refuse an id seen before, text that is no figure where one is needed, findings with other fields."""
    place = claims[0].file_place
    name = claims[0].table or claims[0].claim.id
    if name in seen:
        raise RulesError((*place, "id"), f"{name!r} appears twice")
    seen.add(name)
    for entry in ("finding", "action"):
        texts = getattr(claims[0].claim, entry)
        for text in (texts,) if isinstance(texts, str) else texts.values():
            quoted(text, (*place, entry))
    for one in claims:
        one.check()
