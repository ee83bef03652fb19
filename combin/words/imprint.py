"""What an imprint says in words, each entry with its label, for all documents."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.rules.imprint import Imprint
    from combin.words.catalogue import Catalogue


LIMITS = ("minimum", "maximum")

ISSUE = ("version", "effective", "licence")
"""What players are told of the document itself."""

PLAYERS = ("casino", *LIMITS, *ISSUE, "safer_gambling")

EVERYTHING = ("jurisdiction", "prepared_by", "reviewed_by", "date", *PLAYERS)


def imprint_facts(
    imprint: Imprint, catalogue: Catalogue, entries: Sequence[str] = EVERYTHING
) -> tuple[tuple[str, str], ...]:
    """Return the label and the text of each of these entries that is given.

    >>> from combin.rules.imprint import Imprint
    >>> from combin.rules.numbers import Pay
    >>> from combin.words.catalogue import load_catalogue
    >>> imprint_facts(Imprint(casino="The Grand", minimum=Pay(5), currency="£"), load_catalogue())
    (('Casino', 'The Grand'), ('Table minimum', '£5'))
    """
    money = catalogue.of(imprint).money
    given = {name: getattr(imprint, name) for name in entries}
    return tuple(
        (catalogue(f"imprint.{name}"), money(value) if isinstance(value, Fraction) else value)
        for name, value in given.items()
        if value not in ("", None)
    )


def imprint_sentences(
    imprint: Imprint, catalogue: Catalogue, entries: Sequence[str] = EVERYTHING
) -> list[str]:
    """Return the same as "Casino: The Grand"."""
    facts = imprint_facts(imprint, catalogue, entries)
    return [catalogue("imprint.said", label=label, text=text) for label, text in facts]
