"""Forgeries of structure, not of digits: keys, types, null, orders and lengths, which both roads refuse."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from combin.certificate.canonical import (
    CertificateError,
    canonical_json,
    digest,
    rules_data,
    rules_of_data,
)
from combin.certificate.certify import verifier
from combin.certificate.verify import verify
from tests.certificate.certificates import small_rules, value_at, written
from tests.games import game, table_bet
from tests.proof.kinds import SIDE_BETS
from tests.variants import variant
from tests.verifier.verifiers import about, module

Place = tuple[str | int, ...]

OFTEN = 12
"""Shapes that are tried of each part of a certificate; of all parts there are some 800."""

GAME = variant(
    game(
        SIDE_BETS,
        {"deck.suits": ["clubs", "hearts", "spades"]},
        {"ranking": {"highest_three_of_a_kind": "J", "beats": {"pair of 10s": "pair of aces"}}},
        table_bet(
            "six",
            "Six",
            {"straight flush": 9, "four of a kind": 4, "full house": 1},
            hand="player and dealer",
            on_fold="lost",
        ),
        {
            "pay_tables.jackpot.A.flush": {"meter": "1/2", "level": "minor"},
            "jackpot.options.1.levels": {"minor": {"seed": 50, "increment": "1/100"}},
        },
    )
)
"""Every kind of wager, a bet on six cards that a fold loses, a level of a meter, and words for hands."""


def containers(data: object, place: Place = ()) -> Iterator[Place]:
    """Yield the place of every table and list."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if entries is not None:
        yield place
        for key, value in entries:
            yield from containers(value, (*place, key))


def one_of_each(data: object) -> list[Place]:
    """Return one place of every kind of table and list, drawn by a fixed seed."""
    kinds: dict[Place, list[Place]] = {}
    for place in containers(data):
        kinds.setdefault(tuple("" if isinstance(key, int) else key for key in place), []).append(place)
    return [Random(str(kind)).choice(places) for kind, places in kinds.items()]


def reshaped(data: Any) -> Iterator[Any]:  # noqa: ANN401  any JSON
    """Yield a table or a list in other shapes, each of them not equal to it."""
    yield from (None, "", 0, [] if isinstance(data, dict) else {}, {"": data}, [data])
    if isinstance(data, list):
        yield from ([*data, None], [*data, {}], [*data, *data[-1:]] if data else [0], data[:-1] or None)
        if data[:1] != data[-1:]:
            yield data[::-1]
        inner = list(enumerate(data))
    else:
        yield data | {"more": None}
        inner = list(data.items())
        if data:
            yield {f"{key} ": value for key, value in inner}
            yield dict(inner[1:])
    for key, value in inner[:1]:
        others: list[object] = [None, [value], {"": value}, f"{value} ", value == 1]
        for other in others:
            if json.dumps(other) != json.dumps(value):
                changed = copy.copy(data)
                changed[key] = other
                yield changed


def forged(place: Place, value: object) -> dict[str, Any]:
    """Return the certificate with another value at a place of its body, and all hashes made anew."""
    certificate = written(GAME)
    if place:
        value_at(certificate["body"], place[:-1])[place[-1]] = value
    else:
        certificate["body"] = value
    if place[:1] == ("rules",):
        certificate["body"]["rules_sha256"] = digest(certificate["body"]["rules"])
    certificate["sha256"] = digest(certificate["body"])
    return certificate


def code(certificate: dict[str, Any]) -> int:
    """Return what the program ends with: never with a traceback."""
    return about(certificate)[0]


def refused_by_combin(certificate: dict[str, Any], folder: Path) -> bool:
    path = folder / "forged.json"
    path.write_text(json.dumps(certificate), encoding="utf-8")
    try:
        return not verify(path).confirmed
    except CertificateError:
        return True


def test_as_it_was_written_it_is_confirmed(tmp_path: Path) -> None:
    assert code(written(GAME)) == 0
    assert not refused_by_combin(written(GAME), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [part for part in written(GAME)["body"] if part not in ("rules", "rules_sha256")]
)
def test_no_other_shape_of_a_part_is_confirmed(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = written(GAME)["body"]
    # Imported while `derived_body` is another, the module would keep that one.
    monkeypatch.setattr(module("comparing"), "derived_body", lambda *_: (written(GAME)["body"], {}))
    monkeypatch.setattr(verifier(), "derived_body", lambda *_: (written(GAME)["body"], {}))
    places = one_of_each(body[part])
    shapes = [(place, value) for place in places for value in reshaped(value_at(body[part], place))]
    for place, value in Random(part).sample(shapes, min(OFTEN, len(shapes))):
        certificate = forged((part, *place), value)
        assert code(certificate), (part, place, value)
        assert refused_by_combin(certificate, tmp_path), (part, place, value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("meters",), [*written(GAME)["body"]["meters"], {}]),
        (("meters",), [*written(GAME)["body"]["meters"], None]),
        (("meters",), ""),
        (("meters",), None),
        (("base_game.0.house_edge",), "0"),
        (("base_game", "0.house_edge"), None),
        (("jackpots", 0, "lines", "four of a kind of clubs"), None),
        (("jackpots", 0, "lines", "flush"), 0),
        (("rules", "ranking", "highest_three_of_a_kind"), "banana"),
        (("rules", "ranking", "beats"), {"pair of bananas": "pair of aces"}),
        (("rules", "deck", "ranks"), "9 10 J Q K Ace"),
        (("rules", "dealer", "qualifies"), None),
    ],
    ids=str,
)
def test_what_once_passed_is_refused(place: Place, value: object, tmp_path: Path) -> None:
    certificate = forged(place, value) if place[:-1] != ("base_game",) else written(GAME)
    if place[:-1] == ("base_game",):
        certificate["body"]["base_game"] = {"0": certificate["body"]["base_game"][0], place[-1]: value}
        certificate["sha256"] = digest(certificate["body"])
    assert code(certificate)
    assert refused_by_combin(certificate, tmp_path)


def test_a_key_with_dots_does_not_stand_for_a_field() -> None:
    certificate = written(small_rules())
    body = certificate["body"]
    body["base_game.0.house_edge"] = body["base_game"][0]["house_edge"]
    body["base_game"][0]["house_edge"] = "0"
    certificate["sha256"] = digest(body)
    ended, out, _ = about(certificate)
    assert ended == 1
    assert 'WRONG certificate.body.base_game.0.house_edge: says "0", and it is ' in out
    assert 'WRONG certificate.body."base_game.0.house_edge": says ' in out


def test_half_a_character_is_refused_in_one_line() -> None:
    ended, out, err = about(written(GAME) | {"made_by": "\ud83c"})
    assert (ended, out, err.count("\n")) == (2, "", 1)


@pytest.mark.slow
def test_no_other_shape_of_the_rules_is_read() -> None:
    """A place in the rules has one type; null, nothing and an empty list are not what is left out."""
    rules = written(GAME)["body"]["rules"]
    shapes: list[tuple[Place, object]] = []
    for place in one_of_each(rules):
        entry = value_at(rules, place)
        for key in entry if isinstance(entry, dict) else range(len(entry)):
            values: list[object] = [None, {}, [], "", 0, [entry[key]], {"": entry[key]}]
            shapes += [((*place, key), value) for value in values if value != entry[key]]
    for place, value in Random("rules").sample(shapes, min(20 * OFTEN, len(shapes))):
        certificate = forged(("rules", *place), value)
        data = certificate["body"]["rules"]
        assert about(certificate)[0] == 2, (place, value)
        try:
            own = rules_data(rules_of_data(data))
        except CertificateError:
            continue
        assert canonical_json(own) != canonical_json(data), (place, value)
