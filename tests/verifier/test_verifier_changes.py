"""One thing changed in a certificate, which the program of `verifier/` must name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combin.rules.resolved import Rules
from tests.certificate.certificates import forged, leaf_places, small_rules, value_at, written
from tests.proof.kinds import one_of_each, spoilt
from tests.verifier.verifiers import about, answer


def leaves(rules: Rules, *parts: str) -> Iterator[tuple[str | int, ...]]:
    body = written(rules)["body"]
    return (("body", part, *place) for part in parts for place in leaf_places(body[part]))


PARTS = ("rules_sha256", "deals", "witnesses", "base_game", "side_bets", "jackpots", "meters")
LEAVES = [*leaves(small_rules(), *PARTS), ("sha256",)]


def changed(value: object, digit: int) -> object:
    if isinstance(value, int):
        return value + 10 ** (digit % len(str(abs(value))))
    text = str(value)
    place = digit % len(text)
    return text[:place] + ("1" if text[place] != "1" else "2") + text[place + 1 :]


@pytest.mark.slow
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.sampled_from(LEAVES), digit=st.integers(0, 30))
def test_one_changed_digit_anywhere_is_named(place: tuple[str | int, ...], digit: int) -> None:
    value = changed(value_at(written(small_rules()), place), digit)
    with TemporaryDirectory() as folder:
        path, _ = forged(written(small_rules()), place, value, Path(folder))
        code, out, err = answer(path)
    assert (code, err) == (1, "")
    assert f"WRONG certificate.{'.'.join(map(str, place))}: says {json.dumps(value)}, " in out


def test_a_changed_pay_contradicts_the_figures(tmp_path: Path) -> None:
    place = ("body", "rules", "pay_tables", "prime", "A", "lines", "player of one colour", "odds")
    path, _ = forged(written(small_rules()), place, "4", tmp_path)
    code, out, _ = answer(path)
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
