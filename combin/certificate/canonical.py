"""Canonical JSON and its hash, and the rules of a game in that form and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from combin.files import write_text
from combin.rules.errors import RulesError, printable
from combin.rules.model import RulesFile
from combin.rules.numbers import Entry, Net
from combin.rules.resolved import Rules
from combin.rules.spelling import convert


class CertificateError(ValueError):
    """A file that is no certificate, or a game that none can be written for; the message is one line."""

    def __str__(self) -> str:
        """Return the message with the escape codes of characters that cannot be printed."""
        return printable(super().__str__())


Data = Any
"""What JSON can say without floats: dictionaries by text, lists, text, integers, true, false, null."""


def canonical_json(data: Data) -> str:
    """Return data as the one text that is hashed: keys in order, no blanks, no needless escapes.

    >>> canonical_json({"b": [1, "♠"], "a": None})
    '{"a":null,"b":[1,"♠"]}'
    """
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(data: Data) -> str:
    """Return the SHA-256 of the canonical JSON in UTF-8, in hexadecimal.

    >>> digest({})
    '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'
    """
    return hashlib.sha256(canonical_json(data).encode("utf-8", "surrogatepass")).hexdigest()


def rules_data(rules: Rules) -> dict[str, Data]:
    """A validated rule file as data: short forms and defaults written out, exact numbers as text.

    Nets of 0 and -1 are "push" and "lose". Defaults without content (none, no, 0, empty) are left out, so
    that the hash of a game stays when the language grows; so are the details of documents and tournaments.

    >>> from combin.rules.load import load_rules
    >>> data = rules_data(load_rules("crown-melbourne"))
    >>> tie, bonus = data["wager"]["ante"]["tie"], data["pay_tables"]["ante_bonus"]["A"]
    >>> tie["pays"], bonus["lines"]["straight"]["odds"]
    ('push', '1')
    """
    data: dict[str, Data] = _plain(rules.file)
    for name in ("imprint", "tournament"):
        data.pop(name, None)
    return data


_NETS_IN_WORDS = {Fraction(0): "push", Fraction(-1): "lose"}


def _plain(value: object) -> Data:
    match value:
        case msgspec.Struct():
            return _struct(value)
        case dict():
            return {str(key): _plain(one) for key, one in value.items()}
        case list() | tuple():
            return [_plain(one) for one in value]
        case Net() if value in _NETS_IN_WORDS:
            return _NETS_IN_WORDS[value]
        case Fraction():
            return str(value)
        case Decimal():  # as it stands in the changes of a reading
            return str(Fraction(value))
        case str():
            return str(value)  # a category is text as well
        case None | bool() | int():
            return value
    raise CertificateError(f"{value!r} in the rules is nothing that a certificate can hold")


def _struct(value: msgspec.Struct | Entry) -> dict[str, Data]:
    config = value.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field is not None else {}
    said = {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    silent = _silent(type(value))
    return tag | {name: one for name, one in said.items() if name not in silent or one != silent[name]}


@cache
def _silent(kind: type[msgspec.Struct | Entry]) -> dict[str, Data]:
    """Return the fields of an entry whose default says nothing, with that default as data."""
    defaults = {
        field.name: field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        for field in msgspec.structs.fields(kind)
        if not field.required
    }
    plain = {name: _plain(default) for name, default in defaults.items()}
    return {name: data for name, data in plain.items() if not data or not defaults[name]}


def rules_of_data(data: Data) -> Rules:
    """The rules that data of `rules_data` describe; CertificateError if they describe none."""
    try:
        return Rules(convert(data, RulesFile))
    except RulesError as error:
        raise CertificateError(f"rules: {error}") from None
    except RecursionError:
        raise CertificateError("rules: lists or tables too deep inside each other") from None


FORMAT = "combin certificate 1"
"""What the entry `format` says; a later format has another number."""

MOST_BYTES = 10**8
"""What is read of a file at most."""

ENTRIES = {"format": str, "made_by": str, "readings": dict, "roads": dict, "sha256": str, "body": dict}
"""The entries of a certificate and what they are."""


def read_certificate(path: Path) -> dict[str, Data]:
    """A certificate as data, its statements unchecked; CertificateError if the file is not one."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        data: dict[str, Data] = _decoded(content)
        _check_entries(data)
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from None
    return data


def _decoded(content: bytes) -> Data:
    if len(content) > MOST_BYTES:
        raise CertificateError(f"more than {MOST_BYTES // 10**6} MB, which no certificate has")
    try:
        data = json.loads(
            content.decode("utf-8"),
            parse_float=_refuse_float,
            parse_constant=_refuse_float,
            object_pairs_hook=_without_repetition,
        )
        canonical_json(data).encode("utf-8")
    except UnicodeEncodeError:  # half of a pair such as "\ud83c\udca1", written as an escape
        raise CertificateError("not a certificate: half a character") from None
    except UnicodeDecodeError as error:
        raise CertificateError(f"not UTF-8 text: {error.reason} at byte {error.start}") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise CertificateError(f"not JSON: {error.msg} at {where}") from None
    except RecursionError:
        raise CertificateError("not a certificate: lists or tables too deep inside each other") from None
    except CertificateError:
        raise
    except ValueError:  # an integer of 4,300 digits
        raise CertificateError("not a certificate: a number of too many digits") from None
    return data


def _refuse_float(text: str) -> NoReturn:
    raise CertificateError(f"not a certificate: the number {text[:30]} is no integer")


def _without_repetition(pairs: list[tuple[str, Data]]) -> dict[str, Data]:
    """Return an object; one that says a thing twice would mean different things to different readers."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise CertificateError(f"not a certificate: {json.dumps(twice)} stands twice in one object")
    return found


def _check_entries(data: Data) -> None:
    if not isinstance(data, dict):
        raise CertificateError("not a certificate: no object at the top")
    if data.get("format") != FORMAT:
        said = json.dumps(data.get("format"), ensure_ascii=False)
        raise CertificateError(f'format: {said[:60]} where "{FORMAT}" is read')
    for key, kind in ENTRIES.items():
        if not isinstance(data.get(key), kind):
            wanted = "text" if kind is str else "an object"
            raise CertificateError(f"{key}: {'is not' if key in data else 'is missing;'} {wanted}")
    for name, option in data["readings"].items():
        if not isinstance(option, str):
            raise CertificateError(f"readings: {json.dumps(name)[:60]} is not read in some words")
    for key in data:
        if key not in ENTRIES:
            raise CertificateError(f"{json.dumps(key)[:60]} is no entry of a certificate")


def write_certificate(certificate: dict[str, Data], path: Path) -> tuple[Path, ...]:
    """Write a certificate; return the file written."""
    write_text("\n".join(_lines(certificate)) + "\n", path)
    return (path,)


def _lines(data: Data, indent: str = "") -> Iterator[str]:
    """Yield the lines of data: one for each entry, and one for each list without tables or lists inside."""
    inner, entries = f"{indent} ", list[list[str]]()
    if isinstance(data, dict) and data:
        for key, value in data.items():
            first, *rest = _lines(value, inner)
            entries.append([f"{inner}{json.dumps(key, ensure_ascii=False)}: {first.lstrip(' ')}", *rest])
    elif isinstance(data, list) and any(isinstance(one, dict | list) for one in data):
        entries = [list(_lines(value, inner)) for value in data]
    else:
        yield f"{indent}{json.dumps(data, ensure_ascii=False)}"
        return
    first, last = "{}" if isinstance(data, dict) else "[]"
    yield f"{indent}{first}"
    for entry in entries[:-1]:
        yield from (*entry[:-1], f"{entry[-1]},")
    yield from (*entries[-1], f"{indent}{last}")


Place = tuple[str | int, ...]
"""Keys and positions that lead from the top of the file to a field."""

LONGEST = 200
"""How many characters of a value are repeated."""


class FieldDifference(msgspec.Struct, frozen=True):
    """A wrong field: its place, what the certificate states, and what is derived; None if missing.

    `about` names in words what the field belongs to: the tables, the hand.
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


def differences(stated: Data, derived: Data, place: Place = ()) -> Iterator[FieldDifference]:
    """Yield every field in which two data differ, as small as can be; a number differs from its text."""
    if canonical_json(stated) != canonical_json(derived):  # much sooner than entry by entry
        yield from _differences(stated, derived, place)


def _differences(stated: Data, derived: Data, place: Place) -> Iterator[FieldDifference]:
    pairs: Iterable[tuple[str | int, Data, Data]]
    if isinstance(stated, dict) and isinstance(derived, dict):
        keys = sorted(stated.keys() | derived.keys())
        pairs = ((key, stated.get(key, _MISSING), derived.get(key, _MISSING)) for key in keys)
    elif isinstance(stated, list) and isinstance(derived, list):
        both = zip_longest(stated, derived, fillvalue=_MISSING)
        pairs = ((index, *pair) for index, pair in enumerate(both))
    else:
        if type(stated) is not type(derived) or stated != derived:
            yield FieldDifference(place, _shown(stated), _shown(derived))
        return
    for key, own, other in pairs:
        yield from _differences(own, other, (*place, key))


def leaves(data: Data) -> int:
    """Return how many fields hold a value of their own.

    >>> leaves({"a": [1, "2"], "b": {"c": None}})
    3
    """
    if isinstance(data, dict):
        return sum(map(leaves, data.values()))
    return sum(map(leaves, data)) if isinstance(data, list) else 1


def _shown(value: Data) -> str | None:
    if value is _MISSING:
        return None
    text = canonical_json(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


_MISSING = object()
"""What stands for an entry that one of two data does not have."""
