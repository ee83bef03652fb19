"""The vocabulary of claims: a class for each quantity, with its parameters and how it is worked out.

A new quantity is a class with a tag in a module of this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, Union

from combin.audit.quantities import decisions, document, edges, hands, jackpots, ties
from combin.audit.subject import Claim
from combin.rules.spelling import convert

KINDS: tuple[type[Claim], ...] = tuple(
    kind
    for module in (hands, edges, ties, decisions, jackpots, document)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Claim) and kind.__module__ == module.__name__
    if kind.__struct_config__.tag != kind.__name__  # as of a class that others only build on
)
"""The classes of all quantities."""

if TYPE_CHECKING:
    AnyClaim: TypeAlias = Claim
else:
    AnyClaim = Union[KINDS]  # noqa: UP007  of so many classes as there are
"""A claim of any quantity; the entry `quantity` says which."""


def claim_of(entries: dict[str, Any], place: tuple[str, ...] = ()) -> AnyClaim:
    """Return a claim of a file, at this place of it.

    Raises:
        RulesError: no such quantity, or one that does not have such an entry.
    """
    claim: Claim = convert(entries, AnyClaim, place)
    return claim


def vocabulary() -> dict[str, tuple[tuple[str, ...], str]]:
    """The quantities that a claims file may name: the entries of its own that each has, and what it is.

    >>> vocabulary()["seats"]
    ((), 'How many players a table may have; judged against how many the deck can serve.')
    """
    shared = Claim.__struct_fields__
    return {
        str(kind.__struct_config__.tag): (
            tuple(name for name in kind.__struct_fields__ if name not in shared),
            (kind.__doc__ or "").partition("\n")[0].strip(),
        )
        for kind in KINDS
    }
