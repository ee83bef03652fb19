"""A certificate checked: all it states derived again from its own rules, and every wrong field named."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
from combin.rules.errors import RulesError
from combin.rules.load import library_games, load_rules
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from combin.aliases import Progress
    from combin.certificate.canonical import Data
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

    shown_by: ClassVar[str] = "combin.certificate.views:verified_view"

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
    notes = [ON_TRUST, *_maker(certificate["made_by"])]
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
        made_by=certificate["made_by"],
        game=own.file.id,
        title=own.file.title,
        sha256=sha256,
        stated_sha256=certificate["sha256"],
        parts=tuple(parts),
        roads=certificate["roads"],
        differences=tuple(dict.fromkeys(found)),
        notes=tuple(notes),
    )


def _maker(made_by: str) -> Iterator[str]:
    """Say that another program made the file: a name is nothing that could be derived."""
    if made_by != f"combin {__version__}":
        yield f"made_by: says {made_by!r}, and this is combin {__version__}; no figure depends on it."


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
            names = _columns(own)
            if column and isinstance(column[0], int) and column[0] < len(names):
                yield names[column[0]]
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


def _columns(rules: Rules) -> tuple[str, ...]:
    """Return what stands in each column of a witness."""
    seen = ["seen"] * bool(rules.file.deal.face_up)
    return ("hand", *seen, "weight", *(case.replace("_", " ") for case in rules.cases))


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
        if part not in known:
            yield FieldDifference(("roads", part), canonical_json(roads), None)
        elif not isinstance(roads, list) or not roads:
            yield FieldDifference(("roads", part), canonical_json(roads), " and ".join(known[part]))
        else:
            for place, road in enumerate(roads):
                if road not in known[part] or road in roads[:place]:
                    yield FieldDifference(
                        ("roads", part, place), canonical_json(road), " or ".join(known[part])
                    )
