"""What differs between the data that a certificate states and the data that were derived."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from combin.certificate.canonical import Data, canonical_json

Place = tuple[str | int, ...]
"""Keys and positions that lead from the top of the file to a field."""

LONGEST = 200
"""How many characters of a value are repeated."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that is wrong: where it stands, what the certificate says, and what is right.

    `stated` or `derived` is None where there is no such field. `about` says in words what the field belongs
    to: the tables, the hand.
    """

    place: Place
    stated: str | None
    derived: str | None
    about: str = ""

    @property
    def field(self) -> str:
        """The place as it is written: `body.base_game[0].house_edge`."""
        return place_text(self.place)

    def __str__(self) -> str:
        of = f" ({self.about})" if self.about else ""
        if self.stated is None:
            return f"{self.field}{of}: is missing; it should be {self.derived}"
        if self.derived is None:
            return f"{self.field}{of}: says {self.stated}, where there should be nothing"
        return f"{self.field}{of}: says {self.stated}, and it is {self.derived}"


def place_text(place: Place) -> str:
    """Return a place as it is written.

    >>> place_text(("body", "base_game", 0, "play_values", "1", 7))
    'body.base_game[0].play_values.1[7]'
    """
    parts = [f"[{key}]" if isinstance(key, int) else f".{key}" for key in place]
    return "".join(parts).removeprefix(".")


def differences(stated: Data, derived: Data, place: Place = ()) -> Iterator[Difference]:
    """Yield every field in which two data differ; a number is not the same as its text, nor 1 as true.

    Dictionaries and lists are compared entry by entry, so that what is named is as small as can be.
    """
    if isinstance(stated, dict) and isinstance(derived, dict):
        for key in sorted(stated.keys() | derived.keys()):
            yield from _entry((*place, key), _has(stated, key), _has(derived, key))
    elif isinstance(stated, list) and isinstance(derived, list):
        for index in range(max(len(stated), len(derived))):
            yield from _entry((*place, index), stated[index : index + 1], derived[index : index + 1])
    elif type(stated) is not type(derived) or stated != derived:
        yield Difference(place, _shown(stated), _shown(derived))


def _has(table: dict[str, Data], key: str) -> list[Data]:
    return [table[key]] if key in table else []


def _entry(place: Place, stated: list[Data], derived: list[Data]) -> Iterator[Difference]:
    if stated and derived:
        yield from differences(stated[0], derived[0], place)
    elif stated:
        yield Difference(place, _shown(stated[0]), None)
    else:
        yield Difference(place, None, _shown(derived[0]))


def leaves(data: Data) -> int:
    """Return how many fields hold a value of their own.

    >>> leaves({"a": [1, "2"], "b": {"c": None}})
    3
    """
    if isinstance(data, dict):
        return sum(map(leaves, data.values()))
    return sum(map(leaves, data)) if isinstance(data, list) else 1


def _shown(value: Data) -> str:
    text = canonical_json(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
