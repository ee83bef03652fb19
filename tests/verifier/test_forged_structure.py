"""What is changed in a certificate, in its structure or a digit, and which both roads must name or refuse."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from combin.certificate.canonical import CertificateError, canonical_json, digest, rules_data, rules_of_data
from combin.certificate.certify import verifier
from tests.certificate.certificates import (
    Place,
    entries,
    forged,
    places,
    small_rules,
    value_at,
    verified,
    written,
)
from tests.helpers.games import game, table_bet
from tests.helpers.variants import variant
from tests.proof.kinds import SIDE_BETS, one_of_each, spoilt
from tests.verifier.verifiers import about, module

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


def one_of_each_container(data: object) -> list[Place]:
    """Return one place of every kind of table and list, drawn by a fixed seed."""
    kinds: dict[Place, list[Place]] = {}
    for place in places(data):
        if isinstance(value_at(data, place), dict | list):
            kinds.setdefault(tuple("" if isinstance(key, int) else key for key in place), []).append(place)
    return [Random(str(kind)).choice(alike) for kind, alike in kinds.items()]


def reshaped(data: Any) -> Iterator[Any]:  # noqa: ANN401  any JSON
    """Yield a table or a list in other shapes, each of them not equal to it."""
    yield from (None, "", 0, [] if isinstance(data, dict) else {}, {"": data}, [data])
    if isinstance(data, list):
        yield from ([*data, None], [*data, {}], [*data, *data[-1:]] if data else [0], data[:-1] or None)
        if data[:1] != data[-1:]:
            yield data[::-1]
    else:
        yield data | {"more": None}
        if data:
            yield {f"{key} ": value for key, value in data.items()}
            yield dict([*data.items()][1:])
    for key, value in [*entries(data)][:1]:
        others: list[object] = [None, [value], {"": value}, f"{value} ", value == 1]
        for other in others:
            if json.dumps(other) != json.dumps(value):
                changed = copy.copy(data)
                changed[key] = other
                yield changed


def refused_by_combin(certificate: dict[str, Any]) -> bool:
    try:
        return not verified(certificate).confirmed
    except CertificateError:
        return True


@pytest.mark.slow
def test_as_it_was_written_it_is_confirmed() -> None:
    assert about(written(GAME))[0] == 0
    assert not refused_by_combin(written(GAME))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["deals", "witnesses", "base_game", "side_bets", "jackpots", "meters"])
@pytest.mark.few(4)
def test_no_other_shape_of_a_part_is_confirmed(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body = written(GAME)["body"]
    # Imported while `derived_body` is another, the module would keep that one.
    monkeypatch.setattr(module("comparing"), "derived_body", lambda *_: (written(GAME)["body"], {}))
    monkeypatch.setattr(verifier(), "derived_body", lambda *_: (written(GAME)["body"], {}))
    found = one_of_each_container(body[part])
    shapes = [(place, value) for place in found for value in reshaped(value_at(body[part], place))]
    for place, value in Random(part).sample(shapes, min(OFTEN, len(shapes))):
        certificate = forged(written(GAME), (("body", part, *place), value))
        assert about(certificate)[0], (part, place, value)
        assert refused_by_combin(certificate), (part, place, value)


PASSED: dict[str, tuple[Place, Callable[[Any], object]]] = {
    "a meter more": (("meters",), lambda meters: [*meters, {}]),
    "no meter more": (("meters",), lambda meters: [*meters, None]),
    "a text for meters": (("meters",), lambda _: ""),
    "null for meters": (("meters",), lambda _: None),
    "a table for a list": (("base_game",), lambda games: {"0": games[0], "0.house_edge": None}),
    "a line more": (("jackpots", 0, "lines"), lambda lines: lines | {"four of a kind of clubs": None}),
    "no deals of a line": (("jackpots", 0, "lines", "flush"), lambda _: 0),
    "no such rank": (("rules", "ranking", "highest_three_of_a_kind"), lambda _: "banana"),
    "no such pair": (("rules", "ranking", "beats"), lambda _: {"pair of bananas": "pair of aces"}),
    "ranks in words": (("rules", "deck", "ranks"), lambda _: "9 10 J Q K Ace"),
    "null in the rules": (("rules", "dealer", "qualifies"), lambda _: None),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", PASSED)
def test_what_once_passed_is_refused(kind: str) -> None:
    place, change = PASSED[kind]
    place = ("body", *place)
    certificate = forged(written(GAME), (place, change(value_at(written(GAME), place))))
    assert about(certificate)[0]
    assert refused_by_combin(certificate)


@pytest.mark.slow
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
    for place in one_of_each_container(rules):
        entry = value_at(rules, place)
        for key in entry if isinstance(entry, dict) else range(len(entry)):
            values: list[object] = [None, {}, [], "", 0, [entry[key]], {"": entry[key]}]
            shapes += [((*place, key), value) for value in values if value != entry[key]]
    for place, value in Random("rules").sample(shapes, min(20 * OFTEN, len(shapes))):
        certificate = forged(written(GAME), (("body", "rules", *place), value))
        data = certificate["body"]["rules"]
        assert about(certificate)[0] == 2, (place, value)
        try:
            own = rules_data(rules_of_data(data))
        except CertificateError:
            continue
        assert canonical_json(own) != canonical_json(data), (place, value)


def test_a_changed_pay_contradicts_the_figures() -> None:
    place = ("body", "rules", "pay_tables", "prime", "A", "lines", "player of one colour", "odds")
    code, out, _ = about(forged(written(small_rules()), (place, "4")))
    assert code == 1
    assert 'WRONG certificate.body.side_bets.2.house_edge: says "51/437", and it is' in out


def test_missing_added_and_retyped_fields() -> None:
    certificate = written(small_rules())
    body = certificate["body"]
    del body["witnesses"][-1]
    body["deals"]["more"] = 1
    body["base_game"][0]["unit"] = True
    code, out, _ = about(certificate)
    assert code == 1
    assert f"WRONG certificate.body.witnesses.{len(body['witnesses'])}: says nothing, and it is [" in out
    assert "WRONG certificate.body.deals.more: says 1, and it is nothing" in out
    assert "WRONG certificate.body.base_game.0.unit: says true, and it is 1" in out
    assert "WRONG certificate.sha256" in out


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["every word and a card told by its kind", "a wild rank and a jackpot", "two decks and a joker"]
)
def test_a_changed_digit_in_each_field_is_named_by_the_program(kind: str) -> None:
    parts = ("deals", "witnesses", "base_game", "side_bets", "jackpots", "meters")
    places = [("body", *place) for place in one_of_each(kind, *parts)]
    code, out, err = about(spoilt(kind, places))
    named = [line.split(": says ")[0].removeprefix("WRONG certificate.") for line in out.splitlines()[:-2]]
    assert (code, err) == (1, "")
    assert sorted(named) == sorted(".".join(map(str, place)) for place in places)
