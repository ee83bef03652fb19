"""Texts of a claims file that quote figures: "{line} pays" takes fields by bare names, and nothing else."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING

from combin.rules.errors import RulesError, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["filled", "quoted"]


def quoted(text: str, place: tuple[str, ...]) -> list[str]:
    """Return the names of the fields that a text quotes, each a bare name in braces.

    An attribute, an index, a conversion or a width is none: a text from outside shows what it is offered, not
    what stands behind it, and not ten million blanks beside it.

    Raises:
        RulesError: a brace that opens no such field, with `place` as the place.
    """
    try:
        fields = [
            (name, spec or conversion)
            for _, name, spec, conversion in Formatter().parse(text)
            if name is not None
        ]
    except ValueError:
        raise RulesError(place, f"{shown(text)} has a single brace (write {{{{ or }}}} for one)") from None
    for name, more in fields:
        if more or not name.isidentifier():
            raise RulesError(place, f"{shown(text)}: a field is a bare name in braces, such as {{published}}")
    return [name for name, _ in fields]


def filled(text: str, facts: Mapping[str, str], place: tuple[str, ...]) -> str:
    """Return a text with its fields filled in.

    Raises:
        RulesError: a field that is none of the facts, with `place` as the place.
    """
    if any(name not in facts for name in quoted(text, place)):
        known = ", ".join(f"{{{name}}}" for name in facts)
        raise RulesError(place, f"it can only quote {known}")
    return text.format_map(facts)
