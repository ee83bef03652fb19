"""An entry of a rule file: frozen, and with no other keys than its own."""

from __future__ import annotations

import msgspec


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all tables of a rule file share: immutable, no unknown keys."""
