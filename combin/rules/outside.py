"""What the rules language leaves out on purpose: told as that, and not as a word that is not known."""

from __future__ import annotations

import re

_LIMITS = "outside the language; see Limits in docs/language.md"

_KEYS = {
    "a second decision": ("stages", "decisions", "second_decision", "streets", "draw", "discards"),
    "a stake that buys a part of the meter": ("full_stake", "full_share", "share_by_stake", "share_of_stake"),
    "cards of which some are chosen": ("best_of", "best", "best_three", "keep", "keeps", "community"),
}
"""Keys that a file may hold for what is left out, by what it is."""

_VALUES: tuple[tuple[str, str, str], ...] = (
    ("deal.(player|dealer)", ".*", "hands of other than three cards"),
    ("ranking.order.*", r".*\d.*", "a hand of its own in the order"),
    ("wager.*.hand", ".*(any|seat|loser|winner|beaten|best).*", "such a hand"),
)
"""Places, the values that are meant there, and what they ask for."""


def outside(place: tuple[str, ...], value: object) -> str:
    """Return in one line what is asked for that the language leaves out; empty if it is nothing known.

    >>> outside(("decision", "stages"), [])
    'a second decision is outside the language; see Limits in docs/language.md'
    >>> outside(("deck", "rnaks"), "2 3 4")
    ''
    """
    for what, keys in _KEYS.items():
        if place and place[-1].casefold() in keys:
            return f"{what} {'is' if what.startswith('a ') else 'are'} {_LIMITS}"
    written = ".".join(place)
    for where, form, what in _VALUES:
        there = where.replace(".", r"\.").replace(r"\.*", r"\.[^.]+")
        if re.fullmatch(there, written) and re.fullmatch(form, str(value), re.IGNORECASE):
            return f"{what} {'is' if what.startswith(('a ', 'such')) else 'are'} {_LIMITS}"
    return ""
