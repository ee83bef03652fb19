"""Canonical JSON and its hash, and the rules of a game in that form and back."""

from __future__ import annotations

import hashlib
import json
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from combin.rules.errors import RulesError, printable
from combin.rules.model import RulesFile
from combin.rules.numbers import Net
from combin.rules.resolved import Rules
from combin.rules.spelling import convert

if TYPE_CHECKING:
    from combin.rules.entry import Entry


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
    """Return a validated rule file as data: short forms and defaults written out, exact numbers as text.

    Words stay words where a number has one in the rules language, so that the data can be read back: a net
    of 0 is "push", one of -1 "lose". What the file may leave open and does, with a default that says nothing
    (none, no, 0, an empty text or list), is left out: so the data of a game stay the same, and their hash,
    when the language comes to say more. What is printed beside the rules is none.

    >>> from combin.rules.load import load_rules
    >>> data = rules_data(load_rules("crown-melbourne"))
    >>> (
    ...     data["wager"]["ante"]["tie"]["pays"],
    ...     data["pay_tables"]["ante_bonus"]["A"]["lines"]["straight"]["odds"],
    ... )
    ('push', '1')
    """
    data: dict[str, Data] = _plain(rules.file)
    data.pop("imprint", None)
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
    """Return the rules that the data of `rules_data` stand for.

    Raises:
        CertificateError: they are no rules.
    """
    try:
        return Rules(convert(data, RulesFile))
    except RulesError as error:
        raise CertificateError(f"rules: {error}") from None
    except RecursionError:
        raise CertificateError("rules: lists or tables too deep inside each other") from None
