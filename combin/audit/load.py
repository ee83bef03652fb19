"""Claims files in: TOML to validated claims; and the numbers of a document's text compared with them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from msgspec import Struct, to_builtins
from msgspec.json import encode

from combin.audit.quantities import document, edges, hands, jackpots, play
from combin.audit.quantities.document import listed_rules
from combin.audit.subject import Claim, DecimalSign, Explained, Outline, PlacedClaim, PrintedTable, Text
from combin.audit.verdict import Form, PublishedError, digits_pattern, filled, quoted, read_published
from combin.rules.errors import RulesError, SeveralRulesError
from combin.rules.load import line_of, read_text, read_toml
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
    return convert(entries, AnyClaim, place)


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
        _ = [*listed_rules(form.outline)]  # mistakes in it are reported with their line
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


_OF_ALL_CELLS = ("quantity", "place", "section", "finding", "action", "weight", "compare")
"""Entries of a printed table that each of its cells has as a claim."""


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
            "says": filled(table.says, facts, (*place, "says")),
            "published": table.printed[row][column],
            "decimal": sign,
            **{name: getattr(table, name) for name in _OF_ALL_CELLS},
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


Places = tuple[Collection[str], Collection[str]]
"""The numbers of rules, and of tables."""


class DocumentNumber(Struct, frozen=True):
    """A number of a text, its line, and the rule and the table that it is in, "" where none is."""

    text: str
    line: int
    rule: str
    table: str

    @property
    def place(self) -> str:
        """Where it is, in the words of claims."""
        named = (self.rule, f"Table {self.table}" if self.table else "")
        return " ".join(filter(None, named)) or f"line {self.line}"

    def within(self, places: Places) -> bool:
        """Return whether it is in one of these places; in none where only the chapter is known."""
        rules, tables = places
        return self.table in tables if self.table else "." in self.rule and is_within(self.rule, rules)


class DocumentNumbers(Struct, frozen=True):
    """The numbers of a text by what accounts for them; `path` is "" where they ship.

    `labels` is how many numbers of rules and tables are left out, `placed` how many a claim about their place
    has. `elsewhere` are in other claims alone, `explained` in entries of the claims file, `left` in neither.
    `missing` are claims by their ids, with the numbers that they publish and the text lacks.
    """

    path: str
    labels: int
    placed: int
    elsewhere: tuple[DocumentNumber, ...]
    explained: tuple[tuple[Explained, tuple[DocumentNumber, ...]], ...]
    left: tuple[DocumentNumber, ...]
    missing: tuple[tuple[str, str], ...]

    @property
    def summary(self) -> str:
        """How many there are of each kind."""
        explained, covered = sum(len(found) for _, found in self.explained), self.placed + len(self.elsewhere)
        number = covered + explained + len(self.left)
        where = f" ({self.placed:,} at the claim's place)" * bool(self.placed)
        labels = f" {self.labels:,} numbers of rules and tables are not counted." * bool(self.labels)
        counts = f"covered by claims {covered:,}{where}, explained {explained:,}, left {len(self.left):,}"
        return f"Numbers of the document: {number:,}, {counts}.{labels}"


def numbers_of_document(
    document: Path | None, file: ClaimsFile, claims: Sequence[PlacedClaim]
) -> DocumentNumbers:
    """Return the numbers of a text, or those that ship for the game, compared with those of its claims."""
    sign, by_value = file.decimal, dict[object, list[Places]]()
    if document is None:
        numbers, labels = shipped_numbers(file.game)
    else:
        numbers, labels = read_numbers(read_text(document), [*listed_rules(file.outline)], sign)
    if not numbers:
        raise RulesError((), "no number in this text", str(document))
    missing, there = [], {_value(one.text, sign) for one in numbers}
    for one in claims:
        lacking = [text for text, value in _values(one.claim.published, sign) if value not in there]
        missing += [(one.claim.id, ", ".join(lacking))] if lacking else []
        entries = {key: entry for key, entry in to_builtins(one.claim).items() if key not in _ABOUT}
        for _, value in _values(encode([one.row, one.column, entries]).decode(), sign):
            by_value.setdefault(value, []).append(places_named(one.claim.place))
    why = [(one.numbers, places_named(one.place), list[DocumentNumber]()) for one in file.explained]
    placed, elsewhere, left = 0, list[DocumentNumber](), list[DocumentNumber]()
    for number in numbers:
        value = _value(number.text, sign)
        reasons = (
            listed
            for texts, where, listed in why
            if number.text in texts and (number.within(where) or (not any(where) and "." not in number.rule))
        )
        if any(map(number.within, by_value.get(value, ()))):
            placed += 1
        elif (listed := next(reasons, None)) is not None:
            listed.append(number)
        else:
            (elsewhere if value in by_value else left).append(number)
    pairs = zip(file.explained, (tuple(listed) for *_, listed in why), strict=True)
    path = "" if document is None else str(document)
    return DocumentNumbers(path, labels, placed, (*elsewhere,), (*pairs,), (*left,), (*missing,))


def shipped_numbers(game: str) -> tuple[list[DocumentNumber], int]:
    """Return the numbers of the document of a game with built-in claims, as `read_numbers` does."""
    labels, *rows = (CLAIMS / f"{game}.numbers.txt").read_text(encoding="utf-8").splitlines()
    fields = (row.split("\t") for row in rows)
    return [DocumentNumber(text, int(line), rule, table) for line, rule, table, text in fields], int(labels)


def read_numbers(text: str, rules: Sequence[str], sign: str = ".") -> tuple[list[DocumentNumber], int]:
    r"""Return the numbers of a text, and how many numbers of `rules` and tables it has besides.

    The number of a rule begins a line; one without a point only where it follows the chapter before it, or is
    the first one again.

    >>> found, labels = read_numbers("7.1 Prizes\nTable 3\nFlush: $100, 4 to 1", ["7.1"])
    >>> [(one.text, one.place) for one in found], labels
    ([('$100', '7.1 Table 3'), ('4 to 1', '7.1 Table 3')], 2)
    """
    chapters, reads = [rule for rule in rules if "." not in rule], _pattern(rules, sign)
    found, labels, chapter, rule, table = [], 0, "", "", ""
    for line, marked in enumerate(text.split("\n"), start=1):
        for match in reads.finditer(_MARKUP.sub("", marked)):
            kind, number = match.lastgroup, match[match.lastgroup or 0]
            if kind == "chapter":
                after = chapters[chapters.index(chapter) + 1 :] if chapter in chapters else chapters
                kind = "rule" if number == (after or chapters)[0] else "number"
            if kind == "rule":
                chapter, rule, table = number.partition(".")[0], number, ""
            elif kind == "table":
                table = number
            if kind != "number" or ("." in number and number in rules):
                labels += len(re.findall(_RULE, number))
            else:
                found.append(DocumentNumber(number, line, rule, table))
    return found, labels


_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|&\w+;|[*_`\\]")
_RULE = r"\d+(?:\.\d+)*"


def _pattern(rules: Sequence[str], sign: str) -> re.Pattern[str]:
    dotted = "|".join(re.escape(rule) for rule in sorted(rules, key=len, reverse=True) if "." in rule)
    chapters, start = "|".join(rule for rule in rules[::-1] if "." not in rule), r"^[^\w(]*"
    return re.compile(
        rf"{start}(?P<rule>{dotted or '(?!)'})\.?(?=\s|:|$)(?!\W*\d)"
        rf"|{start}(?P<chapter>{chapters or '(?!)'})(?=\.?(?:\s[^\w(]*[A-Z]|:))"
        rf"|{start}Table\s+(?P<table>\d+)"
        rf"|\b(?P<references>(?:[Rr]ule|[Tt]able)s?\s+{_RULE}(?:\s*(?:,|and|or|to|&)\s*{_RULE}(?!\s*%))*)"
        rf"|(?P<label>\.?\d{{1,2}}(?:\.\d{{1,2}}){{2,}})(?!\d)"
        rf"|(?<![A-Za-z\d])(?P<number>\d+(?:\.\d+){{2,}}|(?:[$£€] ?)?{digits_pattern(sign)}(?!\d)"
        rf"(?:(?:\s*to\s*|[-:])\d+(?!\d)|(?<!/\d)/\d+(?![\d/])|\s*%)?)",
        re.ASCII,
    )


def is_within(rule: str, places: Iterable[str]) -> bool:
    """Return whether a place is a rule, a part of it, or contains it."""
    return any(f"{rule}.".startswith(f"{place}.") or place.startswith(f"{rule}.") for place in places)


def places_named(place: str) -> Places:
    """Return the numbers of rules and of tables that a place names.

    >>> [*map(sorted, places_named("7.4.2 Tables 6 to 8, 5.6"))]
    [['5.6', '7.4.2'], ['6', '7', '8']]
    """
    tables: set[str] = set()
    for listed in re.findall(r"Tables?\s+(\d+(?:\s*(?:,|and|to)\s*\d+(?![.\d]))*)", place):
        for first, last in re.findall(r"(\d{1,3})(?:\s*to\s*(\d{1,3}))?", listed):
            tables |= {str(number) for number in range(int(first), int(last or first) + 1)}
    return set(re.findall(r"\d+(?:\.\d+)+", place)), tables


@lru_cache(maxsize=4_000)  # the numbers of a document and of its claims are the same
def _value(text: str, sign: str) -> object:
    """Return what a number says: its value with its form, the same of sums of money as of bare numbers."""
    try:
        printed = read_published(text, sign)
    except PublishedError:
        return text
    return "" if printed.form in (Form.NUMBER, Form.MONEY) else printed.form, abs(printed.value)


def _values(text: str, sign: str) -> list[tuple[str, object]]:
    return [(one.text, _value(one.text, sign)) for one in read_numbers(text, (), sign)[0]]


_ABOUT = ("id", "place", "section", "finding", "action", "weight", "compare", "decimal", "quantity")
"""Entries of a claim whose numbers are not of the document's text."""
