"""Why a value does not fit a model: the innermost entry at fault, and one line about it.

msgspec says what it refuses in its own words and hides the keys of open tables. Here the models
themselves are asked, entry by entry, which part they refuse and what they would have taken.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from combin.rules.errors import listed, nearest, shown

Hook = Callable[[Any, Any], Any]

_WORDS: dict[object, str] = {
    str: "text in quotes",
    int: "a whole number",
    bool: "true or false",
    dict: "a table",
    tuple: "a list",
    list: "a list",
}
_UNIONS = (Union, types.UnionType)
_LIMITS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}


def refusal(value: object, kind: Any, hook: Hook) -> tuple[tuple[str, ...], str]:  # noqa: ANN401  any type
    """Return the place inside `value` that a model refuses, and what is wrong there.

    Args:
        value: what msgspec refused to convert.
        kind: the type that it was to become.
        hook: the `dec_hook` of the conversion.
    """
    # Each part is asked for by itself, with the type that the model has for it. The first one refused is gone
    # into; where none is, the fault is the table's own: a key that is unknown or missing, or parts that do
    # not go together.
    for key, inner, inner_kind in _children(value, kind):
        if _problem(inner, inner_kind, hook) is not None:
            place, problem = refusal(inner, inner_kind, hook)
            return (key, *place), problem
    return _explained(value, kind, _problem(value, kind, hook) or "", hook)


def _problem(value: object, kind: Any, hook: Hook) -> str | None:  # noqa: ANN401
    """Return what msgspec says against a value, or None when the type takes it."""
    try:
        msgspec.convert(value, kind, dec_hook=hook)
    except msgspec.ValidationError as error:
        return str(error).partition(" - at `")[0]
    return None


def _arms(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """Return the types that a value may have, without None, which TOML cannot write."""
    if get_origin(kind) is Annotated:
        return _arms(get_args(kind)[0])
    if get_origin(kind) in _UNIONS:
        return tuple(arm for one in get_args(kind) if one is not type(None) for arm in _arms(one))
    return (kind,)


def _structs(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the models among the types that a value may have, by tag."""
    found = [arm for arm in _arms(kind) if isinstance(arm, type) and issubclass(arm, msgspec.Struct)]
    return {str(one.__struct_config__.tag): one for one in found}


def _model(value: dict[str, Any], kind: Any) -> Any:  # noqa: ANN401
    """Return the model that a table is to become, or None while its tag leaves that open."""
    structs = _structs(kind)
    if len(structs) < 2:
        return next(iter(structs.values()), None)
    field = next(iter(structs.values())).__struct_config__.tag_field
    tag = value.get(field)
    return structs.get(tag) if isinstance(tag, str) else None


def _children(value: object, kind: Any) -> Iterator[tuple[str, object, Any]]:  # noqa: ANN401
    """Give each part of a table or list with its key and its type."""
    if isinstance(value, dict):
        if model := _model(value, kind):
            for field in msgspec.structs.fields(model):
                if field.encode_name in value:
                    yield field.encode_name, value[field.encode_name], field.type
        for arm in _arms(kind):
            if get_origin(arm) is dict:
                yield from ((key, inner, get_args(arm)[1]) for key, inner in value.items())
    elif isinstance(value, list):
        for arm in _arms(kind):
            if get_origin(arm) in (tuple, list):
                yield from ((str(index), inner, get_args(arm)[0]) for index, inner in enumerate(value))


def _explained(value: object, kind: Any, said: str, hook: Hook) -> tuple[tuple[str, ...], str]:  # noqa: ANN401
    """Return the key at fault, if it is one inside `value`, and the problem in words."""
    if isinstance(value, dict) and _structs(kind):
        return _table(value, kind, said)
    for arm in _arms(kind):
        if isinstance(value, dict) and get_origin(arm) is dict:
            name = get_args(arm)[0]
            for key in value:
                if _problem(key, name, hook) is not None:
                    words = _words(name)
                    problem = f"not known; {nearest(key, words)}" if words else f"no name ({_rule(name)})"
                    return (key,), f"{shown(key)} is {problem}"
    if not said.startswith(("Expected", "Invalid")):  # from the hook, which names the value
        return (), said
    words = tuple(word for arm in _arms(kind) for word in _words(arm))
    if words:
        return (), f"{shown(value)} is not known; {nearest(str(value), words)}"
    if all(_problem(value, arm, hook) is not None for arm in _arms(kind)):
        wanted = " or ".join(dict.fromkeys(_wanted(arm) for arm in _arms(kind)))
        return (), f"{shown(value)} is not {wanted}"
    return (), f"{shown(value)} is not allowed here ({_rule(kind)})"


def _table(value: dict[str, Any], kind: Any, said: str) -> tuple[tuple[str, ...], str]:  # noqa: ANN401
    """Explain a table whose entries are all right one by one."""
    model = _model(value, kind)
    if model is None:
        structs = _structs(kind)
        field = next(iter(structs.values())).__struct_config__.tag_field
        if field not in value:
            return (), f"{field!r} is missing; allowed: {listed(tuple(structs))}"
        return (field,), f"{shown(value[field])} is not known; {nearest(str(value[field]), tuple(structs))}"
    fields = msgspec.structs.fields(model)
    tag = model.__struct_config__.tag_field
    known = tuple(field.encode_name for field in fields) + ((tag,) if tag else ())
    for key in value:
        if key not in known:
            meant = _CALLED.get(key.casefold(), key)
            return (key,), f"unknown key; {nearest(meant if meant in known else key, known)}"
    for field in fields:
        if field.required and field.encode_name not in value:
            return (), f"{field.encode_name!r} is missing"
    return (), said


def _words(arm: Any) -> tuple[str, ...]:  # noqa: ANN401
    """Return the words that an enumeration or a literal allows."""
    if get_origin(arm) is Literal:
        return tuple(str(word) for word in get_args(arm))
    return tuple(str(one.value) for one in arm) if isinstance(arm, type) and issubclass(arm, Enum) else ()


def _wanted(arm: Any) -> str:  # noqa: ANN401
    """Return what a type wants, in the words of a rule file."""
    if isinstance(arm, type) and issubclass(arm, msgspec.Struct):
        return _WORDS[dict]
    return _WORDS.get(get_origin(arm) or arm, "allowed here")


def _metas(kind: Any) -> Iterator[msgspec.Meta]:  # noqa: ANN401
    if get_origin(kind) is Annotated:
        yield from (one for one in get_args(kind) if isinstance(one, msgspec.Meta))
    elif get_origin(kind) in _UNIONS:
        for arm in get_args(kind):
            yield from _metas(arm)


def _rule(kind: Any) -> str:  # noqa: ANN401
    """Return what else a type asks of a value: bounds, length or form."""
    found = []
    for meta in _metas(kind):
        found += [
            f"{words} {getattr(meta, limit)}"
            for limit, words in _LIMITS.items()
            if getattr(meta, limit) is not None
        ]
        if meta.pattern is not None:
            found.append(meta.description or f"of the form {meta.pattern}")
        if meta.min_length is not None:
            found.append("not empty" if meta.min_length == 1 else f"at least {meta.min_length} long")
        if meta.max_length is not None:
            found.append(f"at most {meta.max_length} long")
    return ", ".join(found)


_CALLED = dict.fromkeys(("fee", "rake", "hand_fee", "drop", "time_charge"), "collection")
_CALLED |= dict.fromkeys(("hand", "hand_size", "cards", "best_three"), "player")
"""What keys are called elsewhere, and here."""

_BEYOND = "outside the language; see Limits in docs/language.md"

_KEYS = {
    "a second decision": ("stages", "decisions", "second_decision", "streets", "draw", "discards"),
    "a stake that buys a part of the meter": ("full_stake", "full_share", "share_by_stake", "share_of_stake"),
    "cards of which some are chosen": ("best_of", "best", "keep", "keeps", "community"),
}
"""Keys that a file may hold for what is left out, by what it is."""

_VALUES: tuple[tuple[str, str, str], ...] = (
    ("deal.(player|dealer)", ".*", "hands of other than two to four cards"),
    ("ranking.order.*", r".*\d.*", "a hand of its own in the order"),
    ("wager.*.hand", "(?!.*(higher|lower)).*(each|both hands|every).*", "a bet paid for each of both hands"),
    ("wager.*.hand", ".*(any|seat|loser|winner|beaten|best).*", "such a hand"),
)
"""Places, the values that are meant there, and what they ask for."""


def in_its_section(problem: str, place: tuple[str, ...], kind: type[msgspec.Struct]) -> str:
    """Return what is wrong with a key that is unknown, and which other sections of a file know it.

    >>> from combin.rules.model import RulesFile
    >>> in_its_section("unknown key; allowed: order", ("ranking", "wild"), RulesFile)
    'unknown key, which belongs to [deck]; allowed: order'
    """
    own = [
        f"[{field.encode_name}]"
        for field in msgspec.structs.fields(kind)
        for model in _structs(field.type).values()
        if place and place[-1] in {one.encode_name for one in msgspec.structs.fields(model)}
    ]
    unknown, said = "unknown key", f"unknown key, which belongs to {' or '.join(own)}"
    few = 0 < len(own) <= 2  # what most sections have, such as a rule, belongs to none of them
    return problem.replace(unknown, said, 1) if few and problem.startswith(unknown) else problem


def outside(place: tuple[str, ...], value: object) -> str:
    """Return in one line what is asked for that the language leaves out; empty if it is nothing known.

    >>> outside(("decision", "stages"), [])
    'a second decision is outside the language; see Limits in docs/language.md'
    >>> outside(("deck", "rnaks"), "2 3 4")
    ''
    """
    for what, keys in _KEYS.items():
        if place and place[-1].casefold() in keys:
            return f"{what} {'is' if what.startswith('a ') else 'are'} {_BEYOND}"
    written = ".".join(place)
    for where, form, what in _VALUES:
        there = where.replace(".", r"\.").replace(r"\.*", r"\.[^.]+")
        if re.fullmatch(there, written) and re.fullmatch(form, str(value), re.IGNORECASE):
            return f"{what} {'is' if what.startswith(('a ', 'such')) else 'are'} {_BEYOND}"
    return ""
