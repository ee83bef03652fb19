"""Certificates shown: what was written into one, and what came of checking one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from combin.certificate.canonical import FieldDifference, leaves
from combin.formats.tables import COUNT, Column, Kind, Table
from combin.formats.view import View
from combin.formatting import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.certificate.certify import Certified
    from combin.certificate.verify import Verification


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


CONFIRMED = "confirmed"
VERDICT = Kind(str, right=False, exact=False, role=lambda words: "good" if words == CONFIRMED else "bad")
"""What came of checking a part or a file, in words."""


def certified_view(made: Certified, _: int = 10, *, path: Path | None = None) -> View:
    """Return what a new certificate holds, ready to be shown, and where it was written."""
    certificate, rules = made.certificate, made.certificate["body"]["rules"]
    roads: Mapping[str, list[str]] = certificate["roads"]
    parts = [part for part in PARTS if certificate["body"][part]]
    times = ", ".join(f"{road} {seconds:.1f} s" for road, seconds in made.seconds.items())
    led = "All roads lead to the same" if len(made.seconds) > 1 else "By one road alone"
    where = "" if path is None else f"Written: {path} with "
    table = Table.of(
        "What is certified",
        parts,
        [
            Column("Part", value=PARTS.__getitem__),
            Column(None, value=str, name="part"),
            Column("Values", COUNT, lambda part: leaves(certificate["body"][part]), "values"),
            Column("Roads", value=lambda part: ", ".join(roads.get(part, ["rule file"]))),
            Column(None, value=lambda part: ", ".join(roads.get(part, [])), name="roads"),
        ],
    )
    return View(
        f"{rules['title']}: certificate",
        (
            f"{where}{counted(made.values, 'value')}. {led} ({times}).",
            f"SHA-256: {certificate['sha256']}",
        ),
        (table,),
        lambda: {
            "game": rules["id"],
            "file": None if path is None else str(path),
            "sha256": certificate["sha256"],
            "values": made.values,
            "parts": [
                row | {"roads": roads.get(part, [])}
                for part, row in zip(parts, table.objects(0), strict=True)
            ],
            "seconds": {road: round(seconds, 3) for road, seconds in made.seconds.items()},
        },
        lambda: table.records(0, game=rules["id"]),
    )


def verified_view(verification: Verification, _: int = 10) -> View:
    """Return what came of checking a certificate, ready to be shown."""
    wrong = verification.differences
    verdict = CONFIRMED if verification.confirmed else f"contradicted in {counted(len(wrong), 'field')}"
    parts = Table.of(
        "",
        verification.parts,
        [
            Column("Part", value=lambda part: PARTS.get(part.name, part.name)),
            Column(None, value=lambda part: part.name, name="part"),
            Column("Values", COUNT, lambda part: part.values, "values"),
            Column("Verdict", VERDICT, lambda part: f"{part.wrong:,} wrong" if part.wrong else CONFIRMED),
            Column(None, COUNT, lambda part: part.wrong, "wrong"),
        ],
    )
    return View(
        f"{verification.title}: certificate {verdict}",
        (
            f"{verification.path}, made by {verification.made_by}.",
            f"SHA-256: {verification.sha256}",
            *_hash_mismatch(verification),
            *verification.notes,
        ),
        (parts, *([_wrong_fields(wrong[:MOST_ROWS], len(wrong[MOST_ROWS:]))] if wrong else [])),
        lambda: {
            "file": verification.path,
            "game": verification.game,
            "made_by": verification.made_by,
            "sha256": {"stated": verification.stated_sha256, "derived": verification.sha256},
            "confirmed": verification.confirmed,
            "parts": parts.objects(0),
            "wrong": _wrong_fields(wrong).objects(0),
            "notes": list(verification.notes),
        },
        lambda: _wrong_fields(wrong).records(0),
        ("field", "about", "stated", "derived"),
    )


def _hash_mismatch(verification: Verification) -> list[str]:
    if verification.stated_sha256 == verification.sha256:
        return []
    said = verification.stated_sha256[:64]
    return [f"THE HASH DOES NOT MATCH: the file says {said}, so that its body was changed, or its hash."]


def _wrong_fields(differences: Sequence[FieldDifference], left: int = 0) -> Table:
    return Table.of(
        "Wrong fields",
        differences,
        [
            Column("Field", value=lambda difference: difference.field, name="field"),
            Column("Of", value=lambda difference: difference.about, name="about"),
            Column("Certificate", value=lambda difference: _cut(difference.stated, "(is missing)")),
            Column(None, value=lambda difference: difference.stated, name="stated"),
            Column("Derived", value=lambda difference: _cut(difference.derived, "(nothing)")),
            Column(None, value=lambda difference: difference.derived, name="derived"),
        ],
        f"And {counted(left, 'more field')}; --format csv lists them all." if left else "",
    )


def _cut(value: str | None, otherwise: str) -> str:
    """Return a value short enough for a table; JSON and CSV have it in full."""
    if value is None:
        return otherwise
    return value if len(value) <= LONGEST else f"{value[: LONGEST - 3]}..."
