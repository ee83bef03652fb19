"""A certificate checked: all it states derived again from its own rules, and every wrong field named."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from combin.answers import Answer
from combin.certificate.canonical import (
    CertificateError,
    FieldDifference,
    Place,
    canonical_json,
    differences,
    digest,
    leaves,
    read_certificate,
    rules_data,
    rules_of_data,
)
from combin.certificate.certify import PARTS, derived_body, known_roads
from combin.formats.tables import COUNT, Column, Kind, Table
from combin.formats.view import View
from combin.formatting import counted
from combin.rules.errors import RulesError
from combin.rules.load import library_games, load_rules
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from combin.aliases import Progress
    from combin.certificate.canonical import Data
    from combin.certificate.certify import Certified
    from combin.rules.resolved import Rules


ON_TRUST = "made_by, roads: taken as they stand, since no figure depends on them."
"""What is said of the entries of which no derivation can tell whether they are true."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a certificate: how many values it states, and how many of its fields are wrong."""

    name: str
    values: int
    wrong: int


@dataclass(frozen=True, repr=False)
class Verification(Answer):
    """What came of checking a certificate.

    `sha256` is the hash of the body, `stated_sha256` what the file says that it is. `differences` are the
    fields that are wrong. `notes` say what no derivation can confirm, such as which program made the file.
    """

    shown_by: ClassVar[str] = "combin.certificate.verify:verified_view"

    path: str
    made_by: str
    game: str
    title: str
    sha256: str
    stated_sha256: str
    parts: tuple[Part, ...]
    roads: Mapping[str, list[str]]
    differences: tuple[FieldDifference, ...]
    notes: tuple[str, ...]

    @property
    def confirmed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.differences


def verify(path: Path, game: str | Path | None = None, progress: Progress | None = None) -> Verification:
    """Return what is right and what is wrong in a certificate.

    What is asked is told in `combin.Game.verify`.

    Raises:
        CertificateError: it is no certificate, or its rules are none; in one line with the name of the file.
        OSError: it cannot be read.
        RulesError: the rule file to compare with is none.
    """
    certificate = read_certificate(path)
    try:
        own = rules_of_data(certificate["body"].get("rules"))
        return _verified(str(path), certificate, own, game, progress)
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from None


def _verified(
    path: str,
    certificate: dict[str, Data],
    own: Rules,
    game: str | Path | None,
    progress: Progress | None,
) -> Verification:
    body = certificate["body"]
    sha256 = digest(body)
    maker, this, notes = certificate["made_by"], f"combin {__version__}", [ON_TRUST]
    if maker != this:  # a name is nothing that could be derived
        notes.append(f"made_by: says {maker!r}, and this is {this}; no figure depends on it.")
    found = list(differences(certificate["sha256"], sha256, ("sha256",)))
    derived, unchecked = derived_body(rules_data(own), body, progress)
    notes += [f"{name}: how often its lines come is NOT CHECKED, {why}." for name, why in unchecked.items()]
    wrong = {part: list(_within(part, body, derived, own)) for part in dict.fromkeys((*derived, *body))}
    wrong["rules"] += _source(own, body["rules"], game, certificate["readings"], notes)
    found += [one for part in wrong for one in wrong[part]]
    found += _roads(certificate["roads"], known_roads(own, unchecked))
    parts = [
        Part(part, leaves(body.get(part, [])), len(wrong[part]))
        for part in PARTS
        if body.get(part) or derived[part] or wrong[part]
    ]
    return Verification(
        path=path,
        made_by=maker,
        game=own.file.id,
        title=own.file.title,
        sha256=sha256,
        stated_sha256=certificate["sha256"],
        parts=tuple(parts),
        roads=certificate["roads"],
        differences=tuple(dict.fromkeys(found)),
        notes=tuple(notes),
    )


def _within(
    part: str, body: dict[str, Data], derived: dict[str, Data], own: Rules
) -> Iterator[FieldDifference]:
    """Yield what is wrong in one part of the body, each with the tables and the hand that it is about."""
    stated, right = ({part: one[part]} if part in one else {} for one in (body, derived))
    for one in differences(stated, right, ("body",)):
        yield replace(one, about=", ".join(_about(one.place[1:], derived, own)))


def _about(place: Place, derived: dict[str, Data], own: Rules) -> Iterator[str]:
    match place:
        case ("witnesses", int(row), *column):
            yield from _situation(row, derived)
            seen = ["seen"] * bool(own.file.deal.face_up)
            names = ("hand", *seen, "weight", *(case.replace("_", " ") for case in own.cases))
            yield from (names[one] for one in column if isinstance(one, int) and one < len(names))
        case (("base_game" | "side_bets" | "jackpots") as part, int(entry), *rest):
            if entry < len(derived[part]):
                tables = derived[part][entry]["tables"]
                yield from (f"{wager} {letter}" for wager, letter in tables.items())
            match rest:
                case ["decisions" | "fold_value", int(row)] | ["play_values", str(), int(row)]:
                    yield from _situation(row, derived)
        case ("meters", int(entry), *_) if entry < len(derived["meters"]):
            meter = derived["meters"][entry]
            named = [f"{key} {meter[key]}" for key in ("wager", "option", "level", "seed") if key in meter]
            yield ", ".join(named)


def _situation(row: int, derived: dict[str, Data]) -> Iterator[str]:
    """Yield the hand of a witness, and what is seen of the dealer's."""
    if row < len(derived["witnesses"]):
        hand, after = derived["witnesses"][row][:2]
        yield hand if isinstance(after, int) else f"{hand} against {after}"


def _source(
    own: Rules, stated: Data, game: str | Path | None, readings: Data, notes: list[str]
) -> Iterator[FieldDifference]:
    """Yield in what the rules differ from those of the game that the certificate should be about."""
    source = own.file.id if game is None and own.file.id in library_games() else game
    if source is None:
        notes.append(
            f"rules, readings: taken as they stand, since no game that ships is called {own.file.id!r}, so "
            "that nothing was there to compare them with; give --rules FILE."
        )
        return
    try:
        rules = load_rules(source, readings)
    except RulesError as error:
        if game is not None and not readings:
            raise
        yield FieldDifference(("readings",), canonical_json(readings), str(error))
        return
    for one in differences(stated, rules_data(rules), ("body", "rules")):
        yield replace(one, about=f"in the rules of {source}")


def _roads(stated: dict[str, Data], known: Mapping[str, list[str]]) -> Iterator[FieldDifference]:
    """Yield what is said of roads that do not lead there."""
    for part, roads in stated.items():
        ways = known.get(part, [])
        if not ways or not isinstance(roads, list) or not roads:
            yield FieldDifference(("roads", part), canonical_json(roads), " and ".join(ways) or None)
            continue
        for place, road in enumerate(roads):
            if road not in ways or road in roads[:place]:
                yield FieldDifference(("roads", part, place), canonical_json(road), " or ".join(ways))


MOST_ROWS = 100
"""Wrong fields that are set in a table; JSON and CSV have all."""

LONGEST = 24
"""Characters of a value that are set in a table."""

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
    said = verification.stated_sha256
    mismatch = f"the file says {said[:64]}, so that its body was changed, or its hash."
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
            *([] if said == verification.sha256 else [f"THE HASH DOES NOT MATCH: {mismatch}"]),
            *verification.notes,
        ),
        (parts, *([_wrong_fields(wrong[:MOST_ROWS], len(wrong[MOST_ROWS:]))] if wrong else [])),
        lambda: {
            "file": verification.path,
            "game": verification.game,
            "made_by": verification.made_by,
            "sha256": {"stated": said, "derived": verification.sha256},
            "confirmed": verification.confirmed,
            "parts": parts.objects(0),
            "wrong": _wrong_fields(wrong).objects(0),
            "notes": list(verification.notes),
        },
        lambda: _wrong_fields(wrong).records(0),
        ("field", "about", "stated", "derived"),
    )


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
