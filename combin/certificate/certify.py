"""A certificate made: the figures of the exact engine, once every other road has led to the same."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import chain
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, TypeVar

from combin.answers import Answer
from combin.certificate.body import certificate_body, not_certified
from combin.certificate.canonical import (
    FORMAT,
    CertificateError,
    FieldDifference,
    canonical_json,
    differences,
    digest,
    leaves,
    rules_data,
    rules_of_data,
    write_certificate,
)
from combin.processes import begun
from combin.rules.wagers import Jackpot, PayTableWager
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from combin.aliases import Progress
    from combin.certificate.canonical import Data
    from combin.rules.resolved import Rules


Found = TypeVar("Found")


@dataclass(frozen=True, repr=False)
class Certified(Answer):
    """A certificate as data, and how many seconds each road to its figures took (which it does not hold)."""

    shown_by: ClassVar[str] = "combin.certificate.verify:certified_view"

    certificate: dict[str, Data]
    seconds: Mapping[str, float]

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the certificate, to be verified; return the file written."""
        return write_certificate(self.certificate, Path(path))

    @property
    def values(self) -> int:
        """How many values the hashed part states."""
        return leaves(self.certificate["body"])


def certify(
    rules: Rules, readings: Mapping[str, str] | None = None, progress: Progress | None = None
) -> Certified:
    """Return the certificate of a game.

    What is asked is told in `combin.Game.certify`. Where numpy is not, as in a browser, the engine alone
    makes it, and `roads` say so: whoever verifies it is the first to go another one.

    Raises:
        CertificateError: two roads lead to different figures, or the rules cannot be read back.
        CardError: a deck too large to visit its hands one by one.
        JackpotError: a meter that has no long run.
        RulesError: a game of which the engine cannot work out a wager, or with inherited tables that do not
            fit its deck or order of hands.
    """
    rules.require_initial_wager()
    if (refused := not_certified(rules)) is not None:
        raise refused
    body, by_engine = _timed(lambda: certificate_body(rules))
    _check_rules(rules)
    seconds = {ENGINE: by_engine}
    if find_spec("numpy") is None:
        roads = {part: [first] for part, (first, *_) in known_roads(rules, ()).items()}
    else:
        more, unchecked = _by_other_roads(rules, body, progress)
        seconds |= more
        roads = known_roads(rules, unchecked)
    certificate = {
        "format": FORMAT,
        "made_by": f"combin {__version__}",
        "readings": dict(readings or {}),
        "roads": roads,
        "sha256": digest(body),
        "body": body,
    }
    return Certified(certificate, seconds)


def _by_other_roads(
    rules: Rules, body: dict[str, Data], progress: Progress | None
) -> tuple[dict[str, float], Collection[str]]:
    """Go all roads but the engine's; return the seconds that each took, and the wagers that none counts.

    Raises:
        CertificateError: one leads to another figure.
    """
    closed_forms = begun(lambda: _timed(lambda: list(against_closed_forms(rules, body))))
    (again, unchecked), by_force = _timed(lambda: derived_body(body["rules"], body, progress))
    against, by_forms = closed_forms()
    for one in chain(differences(again, body, ("body",)), against):
        raise CertificateError(
            f"no certificate: {one.field} is {one.stated} by one road and {one.derived} by another"
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


def derived_body(
    rules: Data, stated: Data, progress: Progress | None = None
) -> tuple[dict[str, Data], dict[str, str]]:
    """Return the hashed part of a certificate, derived from its rules by the programs of `verifier/`.

    They share no code with this package and go through every deal. With it come the wagers of which no
    program counts how often their lines come, each with the reason; of them alone that is taken as `stated`.

    Args:
        rules: as in the certificate.
        stated: the hashed part of the certificate.
        progress: called again and again with the number of deals done and the number of all.

    Raises:
        CertificateError: rules that the programs do not understand.
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


def _check_rules(rules: Rules) -> None:
    """Refuse rules that would come out of the file as others."""
    data = rules_data(rules)
    if rules_data(rules_of_data(json.loads(canonical_json(data)))) != data:
        raise CertificateError("no certificate: the rules cannot be written out and read back")


def has_closed_form(rules: Rules, name: str) -> bool:
    """Tell whether the counts of a side bet or a jackpot wager have a closed form."""
    if not rules.deck.single or any(table.finer for table in rules.tables.get(name, {}).values()):
        return False
    if name in rules.jackpots:
        return True
    bet = rules.bets[name]
    return not (bet.loses_on_fold or bet.versus_dealer or bet.hand.of_both)


PARTS_OF_VALUE = {"odds": "stake", "share_of_meter": "meter", "envy": "others"}
"""The parts of a jackpot's value and the variables of its linear form that they go with."""


def against_closed_forms(rules: Rules, body: Mapping[str, Data]) -> Iterator[FieldDifference]:
    """Yield what a body states of side bets and jackpots otherwise than the closed forms do.

    They are about a player who keeps his bets, so that bets lost by a fold are left out; and so are those on
    which hand is higher, or that depend on it, and decks that are not of single cards.
    """
    from combin.proof.edges import jackpot_value

    for place, entry in enumerate(body["side_bets"]):
        name, letter = next(iter(entry["tables"].items()))
        if name in rules.side_bets and has_closed_form(rules, name):
            counts = {text: line["count"] for text, line in entry["lines"].items()}
            yield from _counts(rules, (name, letter), counts, entry["total"], ("body", "side_bets", place))
    for place, entry in enumerate(body["jackpots"]):
        ((name, letter),) = entry["tables"].items()
        if not has_closed_form(rules, name):
            continue
        where = ("body", "jackpots", place)
        yield from _counts(rules, (name, letter), entry["lines"], entry["total"], where)
        if "share_of_levels" in entry["value"]:
            continue  # what they show is part of that form
        form = jackpot_value(rules, name, letter)
        derived = {term.symbol: term.coefficient for term in form.terms}
        values = {part: derived.get(symbol, Fraction(0)) for part, symbol in PARTS_OF_VALUE.items()}
        for part, value in {"money": form.constant, **values}.items():
            if entry["value"][part] != str(value):
                yield FieldDifference((*where, "value", part), entry["value"][part], str(value))


def _counts(
    rules: Rules,
    table: tuple[str, str],
    counts: Mapping[str, int],
    total: int,
    place: tuple[str | int, ...],
) -> Iterator[FieldDifference]:
    """Compare probabilities: a closed form may count hands where the certificate counts deals."""
    from combin.proof.edges import table_counts

    found = table_counts(rules, *table)
    for text, count in counts.items():
        if Fraction(count, total) != found.probability(text):
            yield FieldDifference(
                (*place, "lines", text), f"{count} of {total}", str(found.probability(text))
            )


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
    """Return the roads that `combin certify` takes to each part of the body.

    `unchecked` are the wagers that no program of `verifier/` counts.
    """
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
