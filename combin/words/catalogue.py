"""The words of a printed document: a catalogue of texts with fields, English or a translation of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from combin.decimals import percent, plain
from combin.rules.errors import RulesError
from combin.rules.load import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["ENGLISH", "Catalogue", "load_catalogue"]

ENGLISH = Path(__file__).parent / "text" / "en.toml"
"""The catalogue that ships; every other one has its entries."""

FREE = "hands.names"
"""The table whose entries may be left out and added: names that a rule file gives to hands."""


@dataclass(frozen=True)
class Catalogue:
    """The texts of a language by their dotted keys."""

    texts: Mapping[str, str]

    def __call__(self, key: str, **fields: object) -> str:
        """Return a text with its fields filled in."""
        return self.texts[key].format(**fields)

    def hand(self, name: str) -> str:
        """Return what a hand is called; names that the catalogue does not have stay as they are."""
        return self.texts.get(f"{FREE}.{name}", name)

    def listed(self, names: Sequence[str], end: str = "language.list_end") -> str:
        """Return names in a row: "Ante, Blind or Play"."""
        return self.texts[end].join([part for part in (", ".join(names[:-1]), *names[-1:]) if part])

    def number(self, written: str) -> str:
        """Return a decimal with the point and the thousands of the language, and a true minus."""
        whole, point, rest = written.partition(".")
        digits = whole.removeprefix("-")
        grouped = (
            f"{int(digits):,}".replace(",", self.texts["language.thousands"]) if digits.isdigit() else whole
        )
        minus = "−" if whole.startswith("-") and digits.isdigit() else ""
        return f"{minus}{grouped}{self.texts['language.decimal_point'] if point else ''}{rest}"

    def count(self, number: int) -> str:
        """Return a whole number."""
        return self.number(str(number))

    def small(self, number: int) -> str:
        """Return a small number as a word, where the catalogue has one."""
        return self.texts.get(f"language.numbers.{number}", str(number))

    def percent(self, part: Fraction, digits: int = 2) -> str:
        """Return a part as a percentage, rounded half up."""
        return f"{self.number(percent(part, digits).removesuffix('%'))}%"

    def odds(self, pays: Fraction) -> str:
        """Return what a line pays: "3/2" or "1.5" as the exact number is written shortest."""
        return self.number(plain(pays))

    def money(self, written: str) -> str:
        """Return an amount of money in the currency of the catalogue."""
        return self("language.money", amount=self.number(written))


def load_catalogue(path: Path | None = None) -> Catalogue:
    """Return the English catalogue, or a translation of it.

    >>> load_catalogue()("settling.pays", odds=4)
    'pays 4 to 1'

    Raises:
        RulesError: the file cannot be read, lacks an entry, has one too many, or other fields in one.
    """
    english = dict(_entries(read_toml(ENGLISH), ENGLISH))
    if path is None:
        return Catalogue(english)
    texts = dict(_entries(read_toml(path), path))
    for key, text in english.items():
        if key not in texts and not key.startswith(f"{FREE}."):
            raise RulesError(tuple(key.split(".")), f"is missing; in English: {text!r}", str(path))
    for key, text in texts.items():
        if key.startswith(f"{FREE}."):
            continue
        if key not in english:
            raise RulesError(tuple(key.split(".")), "is no entry of the English catalogue", str(path))
        if more := sorted(_fields(key, text, path) - _fields(key, english[key], ENGLISH)):
            raise RulesError(
                tuple(key.split(".")), f"has no field {{{more[0]}}}; English: {english[key]!r}", str(path)
            )
    return Catalogue(texts)


def _entries(raw: Mapping[str, object], path: Path, above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in raw.items():
        key = f"{above}{name}"
        if isinstance(value, dict):
            yield from _entries(value, path, f"{key}.")
        elif isinstance(value, str):
            yield key, value
        else:
            raise RulesError(tuple(key.split(".")), "is no text", str(path))


def _fields(key: str, text: str, path: Path) -> set[str]:
    place = tuple(key.split("."))
    try:
        found = [
            (name, spec or conversion)
            for _, name, spec, conversion in Formatter().parse(text)
            if name is not None
        ]
    except ValueError as error:
        raise RulesError(place, f"{text!r}: {error}", str(path)) from None
    if any(more for _, more in found):
        raise RulesError(place, f"{text!r}: a field is a name alone in braces", str(path))
    return {name for name, _ in found}
