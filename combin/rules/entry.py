"""An entry of a rule file: frozen, and with no other keys than its own."""

from __future__ import annotations

from typing import Annotated

import msgspec


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all tables of a rule file share: immutable, no unknown keys."""


Text = Annotated[str, msgspec.Meta(min_length=1)]


Name = Annotated[
    str,
    msgspec.Meta(
        pattern="^[a-z][a-z0-9_]*$",
        max_length=40,
        description="small letters, digits and underscores, a letter first",
    ),
]


GameId = Annotated[
    str,
    msgspec.Meta(
        pattern="^[a-z][a-z0-9-]*$",
        max_length=60,
        description="small letters, digits and dashes, a letter first",
    ),
]


Citation = Annotated[str, msgspec.Meta(description="where the document says it: rule, table or place")]
