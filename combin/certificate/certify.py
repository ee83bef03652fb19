"""A certificate made, once every road has led to the same, and checked, all it states derived again."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import chain
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.certificate import canonical
from combin.certificate.body import known_body, not_certified
from combin.certificate.canonical import CertificateError, Data, FieldDifference, canonical_json, differences
from combin.formats.tables import COUNT, Column, Kind, Table
from combin.formats.view import View
from combin.formatting import counted
from combin.processes import begun
from combin.progress import progress
from combin.rules.errors import RulesError
from combin.rules.load import library_games, load_rules
from combin.rules.resolved import Rules
from combin.rules.wagers import Jackpot, PayTableWager
from combin.version import __version__

Found = TypeVar("Found")


class Certified(Answer, Struct, frozen=True):
    """A certificate as data, and how many seconds each road to its figures took (which it does not hold)."""

    shown_by: ClassVar[str] = "combin.certificate.certify:certified_view"

    certificate: dict[str, Data]
    seconds: Mapping[str, float]

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the certificate, to be verified; return the file written."""
        return canonical.write_certificate(self.certificate, Path(path))

    @property
    def values(self) -> int:
        """How many values the hashed part states."""
        return canonical.leaves(self.certificate["body"])


def certify(rules: Rules, readings: Mapping[str, str] | None = None) -> Certified:
    """The certificate of a game (`combin.Game.certify`); without numpy by the engine alone, as `roads` state.

    CertificateError if two methods give different figures, or the rules cannot be read back; CardError for a
    deck too large, JackpotError for a meter without a long run, RulesError for a game that is refused.
    """
    rules.require_initial_wager()
    if (refused := not_certified(rules)) is not None:
        raise refused
    body, by_engine = _timed(lambda: known_body(rules))
    again = canonical.rules_of_data(json.loads(canonical_json(body["rules"])))
    if canonical.rules_data(again) != body["rules"]:
        raise CertificateError("no certificate: the rules cannot be written out and read back")
    seconds = {ENGINE: by_engine}
    if find_spec("numpy") is None:
        roads = {part: [first] for part, (first, *_) in known_roads(rules, ()).items()}
    else:
        more, unchecked = _by_other_roads(rules, body)
        seconds |= more
        roads = known_roads(rules, unchecked)
    certificate = {
        "format": canonical.FORMAT,
        "made_by": f"combin {__version__}",
        "readings": dict(readings or {}),
        "roads": roads,
        "sha256": canonical.digest(body),
        "body": body,
    }
    return Certified(certificate, seconds)


def _by_other_roads(rules: Rules, body: dict[str, Data]) -> tuple[dict[str, float], Collection[str]]:
    """Seconds that each other method took, and the wagers none counts; CertificateError if one differs."""
    closed_forms = begun(lambda: _timed(lambda: list(against_closed_forms(rules, body))))
    (again, unchecked), by_force = _timed(lambda: derived_body(body["rules"], body))
    against, by_forms = closed_forms()
    for one in chain(differences(again, body, ("body",)), against):
        raise CertificateError(
            f"no certificate: {one.field} is {one.stated} by one method and {one.derived} by another"
        )
    return {BRUTE_FORCE: by_force, CLOSED_FORM: by_forms}, unchecked


@cache
def verifier() -> ModuleType:
    """The programs of `verifier/`: in this package where it is installed, beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "verifier"
    folder = inside if inside.is_dir() else package.parent / "verifier"
    init, inner = folder / "__init__.py", [str(folder)]
    spec = spec_from_file_location("combin_verifier", init, submodule_search_locations=inner)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"{folder}: no such programs")
    sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[spec.name])
    return import_module(f"{spec.name}.body")


def derived_body(rules: Data, stated: Data) -> tuple[dict[str, Data], dict[str, str]]:
    """The hashed part of a certificate derived from its rules by the programs of `verifier/`, deal by deal.

    With it come the wagers whose lines no program counts, each with the reason; those alone are taken as
    `stated`. CertificateError if the programs do not understand the rules.
    """
    try:
        found: tuple[dict[str, Data], dict[str, str]] = verifier().derived_body(rules, stated, progress)
    except (ValueError, LookupError, TypeError, ArithmeticError, MemoryError) as error:
        raise CertificateError(f"rules: {error}") from None
    return found


def _timed(road: Callable[[], Found]) -> tuple[Found, float]:
    """Return what is found by a road, and how many seconds it took."""
    start = perf_counter()
    return road(), perf_counter() - start


def has_closed_form(rules: Rules, name: str) -> bool:
    """Return whether the counts of a side bet or a jackpot wager have a closed form."""
    if not rules.deck.single or any(table.finer for table in rules.tables.get(name, {}).values()):
        return False
    if name in rules.jackpots:
        return True
    bet = rules.bets[name]
    return not (bet.loses_on_fold or bet.versus_dealer or bet.hand.of_both)


PARTS_OF_VALUE = {"odds": "stake", "share_of_meter": "meter", "envy": "others"}
"""The parts of a jackpot's value and the variables of its linear form that they go with."""


def against_closed_forms(rules: Rules, body: Mapping[str, Data]) -> Iterator[FieldDifference]:
    """Yield what a body states of side bets and jackpots other than the closed forms.

    They leave out bets that a fold loses, bets on which hand is higher, and decks not of single cards.
    """
    from combin.proof.edges import jackpot_value, table_counts

    parts = ("side_bets", "jackpots")
    for part, place, entry in [(kind, *one) for kind in parts for one in enumerate(body[kind])]:
        name, letter = next(iter(entry["tables"].items()))
        if name in rules.comparisons or not has_closed_form(rules, name):
            continue
        where, found = ("body", part, place), table_counts(rules, name, letter)
        for text, line in entry["lines"].items():
            # Of probabilities, since a closed form may count hands where the certificate counts deals.
            count, derived = line["count"] if part == "side_bets" else line, found.probability(text)
            if Fraction(count, entry["total"]) != derived:
                yield FieldDifference((*where, "lines", text), f"{count} of {entry['total']}", str(derived))
        if part == "side_bets" or "share_of_levels" in entry["value"]:
            continue  # what levels show is part of the form
        form = jackpot_value(rules, name, letter)
        terms = {term.symbol: term.coefficient for term in form.terms}
        values = {key: terms.get(symbol, Fraction(0)) for key, symbol in PARTS_OF_VALUE.items()}
        for key, value in {"money": form.constant, **values}.items():
            if (stated := entry["value"][key]) != str(value):
                yield FieldDifference((*where, "value", key), stated, str(value))


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
"""The parts of the hashed body of a certificate in the order in which they are listed, in words."""

ENGINE = "exact engine"
BRUTE_FORCE = "brute force"
CLOSED_FORM = "closed form"
COMPLETING = "completing every hand"
BALLS = "series in balls"
DECIMALS = "series in decimals"


def known_roads(rules: Rules, unchecked: Collection[str]) -> dict[str, list[str]]:
    """The methods by which `combin certify` confirms each part; no program counts the `unchecked` wagers."""
    more = {
        kind: any(isinstance(one, kind) and rules.bets[name].more_cards for name, one in rules.wagers.items())
        for kind in (PayTableWager, Jackpot)
    }
    found = {part: [ENGINE, BRUTE_FORCE] for part in ("deals", "witnesses", "base_game")}
    if rules.side_bets or rules.comparisons:
        kept = any(has_closed_form(rules, name) for name in rules.side_bets)
        found["side_bets"] = [ENGINE] + [BRUTE_FORCE] * (not {*unchecked} & {*rules.side_bets})
        found["side_bets"] += [CLOSED_FORM] * kept + [COMPLETING] * more[PayTableWager]
    if rules.jackpots:
        closed = any(has_closed_form(rules, name) for name in rules.jackpots)
        found["jackpots"] = [ENGINE, COMPLETING if more[Jackpot] else BRUTE_FORCE] + [CLOSED_FORM] * closed
    if rules.meters:
        found["meters"] = [BALLS, DECIMALS]
    return found


ON_TRUST = "made_by, roads: taken as they stand, since no figure depends on them."
"""The note on entries that no derivation can check."""


class Part(Struct, frozen=True):
    """One part of a certificate: how many values it states, and how many of its fields are wrong."""

    name: str
    values: int
    wrong: int


class Verification(Answer, Struct, frozen=True):
    """What came of checking a certificate.

    `sha256` is the hash of the body, `stated_sha256` what the file says that it is. `differences` are the
    fields that are wrong. `notes` say what no derivation can confirm, such as which program made the file.
    """

    shown_by: ClassVar[str] = "combin.certificate.certify:verified_view"

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


def verify(path: Path, game: str | Path | None = None) -> Verification:
    """The check of a certificate (`combin.Game.verify`): what is confirmed and what is wrong.

    CertificateError, in one line with the file, if that is no certificate; RulesError for a wrong rule file.
    """
    certificate = canonical.read_certificate(path)
    body, maker, this = certificate["body"], certificate["made_by"], f"combin {__version__}"
    try:
        own = canonical.rules_of_data(body.get("rules"))
        derived, unchecked = derived_body(canonical.rules_data(own), body)
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from None
    sha256, notes = canonical.digest(body), [ON_TRUST]
    if maker != this:  # a name is nothing that could be derived
        notes.append(f"made_by: says {maker!r}, and this is {this}; no figure depends on it.")
    notes += [f"{name}: how often its lines come is NOT CHECKED: {why}." for name, why in unchecked.items()]
    wrong = {part: list(_within(part, body, derived, own)) for part in dict.fromkeys((*derived, *body))}
    wrong["rules"] += _source(own, body["rules"], game, certificate["readings"], notes)
    found = list(differences(certificate["sha256"], sha256, ("sha256",)))
    found += [one for part in wrong for one in wrong[part]]
    found += _roads(certificate["roads"], known_roads(own, unchecked))
    parts = tuple(
        Part(part, canonical.leaves(body.get(part, [])), len(wrong[part]))
        for part in PARTS
        if body.get(part) or derived[part] or wrong[part]
    )
    return Verification(
        path=str(path),
        made_by=maker,
        game=own.file.id,
        title=own.file.title,
        sha256=sha256,
        stated_sha256=certificate["sha256"],
        parts=parts,
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


def _about(place: canonical.Place, derived: dict[str, Data], own: Rules) -> Iterator[str]:
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
        why = f"since there is no built-in game {own.file.id!r}, to compare them with"
        notes.append(f"rules, readings: taken on trust, {why}; give --rules FILE.")
        return
    try:
        rules = load_rules(source, readings)
    except RulesError as error:
        if game is not None and not readings:
            raise
        yield FieldDifference(("readings",), canonical_json(readings), str(error))
        return
    for one in differences(stated, canonical.rules_data(rules), ("body", "rules")):
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
    led = "All methods agree" if len(made.seconds) > 1 else "By one method alone"
    where = "" if path is None else f"Written: {path} with "
    table = Table.of(
        "What is certified",
        parts,
        [
            Column("Part", value=PARTS.__getitem__),
            Column(None, value=str, name="part"),
            Column("Values", COUNT, lambda part: canonical.leaves(certificate["body"][part]), "values"),
            Column("Methods", value=lambda part: ", ".join(roads.get(part, ["rule file"]))),
            Column(None, value=lambda part: ", ".join(roads.get(part, [])), name="roads"),
        ],
    )
    return View(
        f"{rules['title']}: certificate",
        (f"{where}{counted(made.values, 'value')}. {led} ({times}).", f"SHA-256: {certificate['sha256']}"),
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
