"""A certificate made: the figures of the exact engine, once every other road has led to the same."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import chain, pairwise
from time import perf_counter
from typing import TYPE_CHECKING

from combin.certificate.body import certificate_body
from combin.certificate.canonical import CertificateError, canonical_json, digest, rules_data, rules_of_data
from combin.certificate.compare import differences, leaves
from combin.certificate.files import FORMAT
from combin.certificate.roads import against_closed_forms, known_roads
from combin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from combin.certificate.canonical import Data
    from combin.rules.resolved import Rules

    Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Certified:
    """A certificate as data, and how many seconds each road to its figures took (which it does not hold)."""

    certificate: dict[str, Data]
    seconds: Mapping[str, float]

    @property
    def values(self) -> int:
        """How many values the hashed part states."""
        return leaves(self.certificate["body"])


def certify(
    rules: Rules, readings: Mapping[str, str] | None = None, progress: Progress | None = None
) -> Certified:
    """Return the certificate of a game.

    Args:
        rules: the game.
        readings: the readings under which its file was read where they are not the adopted ones.
        progress: called again and again with the number of deals done and the number of all.

    Raises:
        CertificateError: two roads lead to different figures, or the rules cannot be read back.
        CardError: a deck too large to visit its hands one by one.
        JackpotError: a meter that has no long run.
        RulesError: a game of which the engine cannot work out a wager, or with inherited tables that do not
            fit its deck or order of hands.
    """
    from combin.certificate.rederive import rederived_body

    if rules.refused:  # whoever checks a certificate reads its rules without the game that they extend
        raise next(iter(rules.refused.values()))
    start = perf_counter()
    body = certificate_body(rules)
    by_engine = perf_counter()
    _check_rules(rules)
    again = rederived_body(rules, progress)
    by_force = perf_counter()
    closed = against_closed_forms(rules, body)
    for one in chain(differences(again, body, ("body",)), closed):
        raise CertificateError(
            f"no certificate: {one.field} is {one.stated} by one road and {one.derived} by another"
        )
    by_form = perf_counter()
    certificate = {
        "format": FORMAT,
        "made_by": f"combin {__version__}",
        "readings": dict(readings or {}),
        "roads": known_roads(rules),
        "sha256": digest(body),
        "body": body,
    }
    times = (start, by_engine, by_force, by_form)
    seconds = (end - begin for begin, end in pairwise(times))
    return Certified(
        certificate, dict(zip(("exact engine", "brute force", "closed form"), seconds, strict=True))
    )


def _check_rules(rules: Rules) -> None:
    """Refuse rules that would come out of the file as others."""
    data = rules_data(rules)
    if rules_data(rules_of_data(json.loads(canonical_json(data)))) != data:
        raise CertificateError("no certificate: the rules cannot be written out and read back")
