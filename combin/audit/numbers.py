"""The numbers of a document's text: which a claim has, which are explained, and which are left."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from msgspec import Struct, to_builtins
from msgspec.json import encode

from combin.audit.load import CLAIMS, ClaimsFile
from combin.audit.quantities.document import listed_rules
from combin.audit.subject import Explained, PlacedClaim
from combin.audit.verdict import Form, PublishedError, digits_pattern, read_published
from combin.rules.errors import RulesError
from combin.rules.load import read_text

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
