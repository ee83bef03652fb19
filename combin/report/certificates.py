"""Certificates shown: what was written into one, and what came of checking one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combin.certificate.compare import leaves
from combin.formats.tables import Table
from combin.formats.view import View
from combin.formatting import counted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from combin.certificate.certify import Certified
    from combin.certificate.verify import Verification
    from combin.formats.columns import Record

__all__ = ["certified_view", "verified_view"]

MOST_ROWS = 100
"""Wrong fields that are set in a table; JSON and CSV have all."""

LONGEST = 24
"""Characters of a value that are set in a table."""

PARTS = {
    "rules": "rules, with all defaults",
    "rules_sha256": "hash of the rules",
    "deals": "numbers of deals",
    "witnesses": "hands and what the dealer has",
    "base_game": "base game and its decisions",
    "side_bets": "side bets",
    "jackpots": "jackpot wagers",
    "meters": "meters in the long run",
}
"""The parts of a certificate in words."""


def certified_view(made: Certified, path: Path | None = None) -> View:
    """Return what a new certificate holds, ready to be shown, and where it was written."""
    certificate, rules = made.certificate, made.certificate["body"]["rules"]
    roads: Mapping[str, list[str]] = certificate["roads"]
    values = {part: leaves(certificate["body"][part]) for part in PARTS if certificate["body"][part]}
    times = ", ".join(f"{road} {seconds:.1f} s" for road, seconds in made.seconds.items())
    where = "" if path is None else f"Written: {path} with "
    rows = tuple(
        (PARTS[part], f"{count:,}", ", ".join(roads.get(part, ["rule file"])))
        for part, count in values.items()
    )

    def payload() -> dict[str, Any]:
        return {
            "game": rules["id"],
            "file": None if path is None else str(path),
            "sha256": certificate["sha256"],
            "values": made.values,
            "parts": [
                {"part": part, "values": count, "roads": roads.get(part, [])}
                for part, count in values.items()
            ],
            "seconds": {road: round(seconds, 3) for road, seconds in made.seconds.items()},
        }

    def records() -> list[Record]:
        return [
            {"game": rules["id"], "part": part, "values": count, "roads": ", ".join(roads.get(part, []))}
            for part, count in values.items()
        ]

    return View(
        f"{rules['title']}: certificate",
        (
            f"{where}{counted(made.values, 'value')}. All roads lead to the same ({times}).",
            f"SHA-256: {certificate['sha256']}",
        ),
        (Table("What is certified", ("Part", ">Values", "Roads"), rows),),
        payload,
        records,
    )


def verified_view(verification: Verification) -> View:
    """Return what came of checking a certificate, ready to be shown."""
    wrong = len(verification.differences)
    verdict = "confirmed" if verification.confirmed else f"contradicted in {counted(wrong, 'field')}"
    parts = tuple(
        (
            PARTS.get(one.name, one.name),
            f"{one.values:,}",
            "confirmed" if not one.wrong else f"{one.wrong:,} wrong",
        )
        for one in verification.parts
    )
    tables = [Table("", ("Part", ">Values", "Verdict"), parts)]
    if wrong:
        tables.append(_wrong_fields(verification))

    def payload() -> dict[str, Any]:
        return {
            "file": verification.path,
            "game": verification.game,
            "made_by": verification.made_by,
            "sha256": {"stated": verification.stated_sha256, "derived": verification.sha256},
            "confirmed": verification.confirmed,
            "parts": [
                {"part": one.name, "values": one.values, "wrong": one.wrong} for one in verification.parts
            ],
            "wrong": [
                {"field": one.field, "about": one.about, "stated": one.stated, "derived": one.derived}
                for one in verification.differences
            ],
            "notes": list(verification.notes),
        }

    def records() -> list[Record]:
        return [
            {"field": one.field, "about": one.about, "stated": one.stated, "derived": one.derived}
            for one in verification.differences
        ]

    return View(
        f"{verification.title}: certificate {verdict}",
        (
            f"{verification.path}, made by {verification.made_by}.",
            f"SHA-256: {verification.sha256}",
            *_hash_mismatch(verification),
            *verification.notes,
        ),
        tuple(tables),
        payload,
        records,
        ("field", "about", "stated", "derived"),
    )


def _hash_mismatch(verification: Verification) -> list[str]:
    if verification.stated_sha256 == verification.sha256:
        return []
    said = verification.stated_sha256[:64]
    return [f"THE HASH DOES NOT MATCH: the file says {said}, so that its body was changed, or its hash."]


def _wrong_fields(verification: Verification) -> Table:
    shown = verification.differences[:MOST_ROWS]
    rows = tuple(
        (one.field, one.about, _cut(one.stated, "(is missing)"), _cut(one.derived, "(nothing)"))
        for one in shown
    )
    left = len(verification.differences) - len(shown)
    note = f"And {counted(left, 'more field')}; --format csv lists them all." if left else ""
    return Table("Wrong fields", ("Field", "Of", "Certificate", "Derived"), rows, note)


def _cut(value: str | None, otherwise: str) -> str:
    """Return a value short enough for a table; JSON and CSV have it in full."""
    if value is None:
        return otherwise
    return value if len(value) <= LONGEST else f"{value[: LONGEST - 3]}..."
