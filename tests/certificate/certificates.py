"""Certificates that several tests share, and how a forger changes them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from combin.certificate.body import certificate_body
from combin.certificate.canonical import canonical_json, digest
from combin.certificate.certify import Verification, certify, derived_body, verify
from combin.rules.resolved import Rules
from tests.helpers.games import AGAINST_DEALER, BONUS, game, odds, progressive, table_bet
from tests.helpers.variants import variant

Place = tuple[str | int, ...]

SMALL = game(
    AGAINST_DEALER,
    BONUS,
    {
        "id": "small",
        "deck.ranks": "9 T J Q K A",
        "deal.jackpot": 2,
        "dealer.qualifies": "Q high",
        "decision.play": [1, 2],
        "pay_tables.ante_bonus.A.flush": "lose",
        "pay_tables.ante_bonus.B": {
            "straight flush": "9/2",
            "three of a kind": 3,
            "straight": "1/2",
            "flush": "lose",
        },
    },
    table_bet(
        "pair_plus",
        "Pair Plus",
        {"odds": "for 1", "A-K-Q straight flush of spades": 100, **odds("40-30-6-4-2")},
        on_fold="lost",
    ),
    table_bet("prime", "Prime", {"both of the same colour": 4, "player of one colour": 3}),
    progressive(
        {
            "odds": "for 1",
            "royal flush": {"meter": "100%"},
            "straight flush": {"meter": "10%"},
            "four of a kind": 300,
            "full house": {"money": 20, "envy": 1},
        },
        "player and jackpot cards",
    ),
)
"""A game of 24 cards with every kind of wager, so that certificates take little time."""


def small_rules() -> Rules:
    """Return the rules of the small game."""
    return variant(SMALL)


@cache
def _certificate(rules: Rules) -> str:
    return json.dumps(certify(rules).certificate)


def written(rules: Rules) -> dict[str, Any]:
    """Return a certificate as its file holds it."""
    found: dict[str, Any] = json.loads(_certificate(rules))
    return found


_DERIVED: dict[str, tuple[dict[str, Any], dict[str, str]]] = {}


def derived_once(
    rules: Any,  # noqa: ANN401  any JSON
    stated: Any,  # noqa: ANN401
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what `derived_body` does, kept where all of it follows from the rules."""
    known = canonical_json(rules)
    if known not in _DERIVED:
        body, unchecked = derived_body(rules, stated)
        if unchecked:
            return body, unchecked
        _DERIVED[known] = body, {}
    return _DERIVED[known]


def derived(rules: Rules) -> dict[str, Any]:
    """Return the body of a certificate as the program of `verifier/` derives it from the rules."""
    body = certificate_body(rules)
    return derived_body(body["rules"], body)[0]


def entries(data: object) -> Iterable[tuple[str | int, object]]:
    """Return the entries of a table or a list, with their keys; nothing of a value."""
    return data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()


def places(data: object, place: Place = ()) -> Iterator[Place]:
    """Yield the place of everything in some data, after that of what holds it."""
    yield place
    for key, value in entries(data):
        yield from places(value, (*place, key))


def leaf_places(data: object) -> Iterator[Place]:
    """Yield the place of every value that is no table and no list."""
    return (place for place in places(data) if not isinstance(value_at(data, place), dict | list))


def value_at(data: Any, place: Place) -> Any:  # noqa: ANN401  any JSON
    """Return the value at a place."""
    for key in place:
        data = data[key]
    return data


def forged(certificate: dict[str, Any], *changes: tuple[Place, object]) -> dict[str, Any]:
    """Return a certificate with other values in some places and all hashes made anew, as a forger would."""
    changed = copy.deepcopy(certificate)
    for place, value in changes:
        value_at(changed, place[:-1])[place[-1]] = value
        if place[:2] == ("body", "rules"):
            changed["body"]["rules_sha256"] = digest(changed["body"]["rules"])
        if place != ("sha256",):
            changed["sha256"] = digest(changed["body"])
    return changed


def verified(certificate: dict[str, Any], game: str | Path | None = None) -> Verification:
    """Return what came of checking a certificate."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.json"
        path.write_text(json.dumps(certificate), encoding="utf-8")
        return verify(path, game)
