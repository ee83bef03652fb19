"""Certificates with a key or a word that the program of `verifier/` does not know, and must refuse."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.certificate.certificates import Place, forged, leaf_places, small_rules, value_at, written
from tests.helpers.texts import table_rows
from tests.helpers.variants import variant
from tests.proof.kinds import KINDS
from tests.verifier.verifiers import about, answer

ON_TRUST = re.compile(r".*(title|document|publisher|version|effective|name|rule|question|says|id)")
"""The last words of places in the rules on which no figure depends: names, texts, and where they stand."""

NO_FIGURE = {("jackpot", "round_up_to")}
"""The other places in the rules of the small game on which no figure of a certificate depends."""


def said_of(place: Place, value: object) -> tuple[int, str, str]:
    """Return what the program says if one value in the rules of a certificate is another."""
    return about(forged(written(small_rules()), (("body", "rules", *place), value)))


def near(value: object) -> object:
    return value + 1 if isinstance(value, int) and not isinstance(value, bool) else f"{value}x"


@pytest.mark.slow
def test_no_word_or_number_near_another_is_passed() -> None:
    rules = written(small_rules())["body"]["rules"]
    for place in leaf_places(rules):
        if not ON_TRUST.fullmatch(str(place[-1])) and place not in NO_FIGURE:
            assert said_of(place, near(value_at(rules, place)))[0], place


@pytest.mark.slow
@pytest.mark.parametrize(("place", "value"), table_rows(Path(__file__).with_name("not_understood.txt")))
def test_what_is_not_understood_is_refused(place: str, value: str) -> None:
    keys = tuple(place.split("."))
    code, out, err = said_of(keys, json.loads(value))
    assert (code, out) == (2, "")
    assert "some.json: no certificate, or rules that cannot be read: ValueError" in err
    assert f"rules.{'.'.join(keys[:2])}" in err
    assert err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "lines"),
    [
        (
            ("pay_tables", "ante_bonus", "A", "unpaid"),
            ["acees", "pair aces", "pair or better", "Q high high", "straight flushh", "five aces", "high"],
        ),
        (
            ("pay_tables", "jackpot", "A", "unpaid"),
            ["royal flushh", "six-card royal of stars", "pairs", "Straight"],
        ),
    ],
)
def test_a_line_in_other_words_names_no_hands(place: Place, lines: list[str]) -> None:
    for line in lines:
        code, out, err = said_of(place, [line])
        assert (code, out) == (2, "")
        assert f"the words {line!r}" in err


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["nothing to decide", "larger raises for some hands", "two bugs"])
def test_raises_that_nobody_makes_and_kinds_that_are_none_are_refused(kind: str) -> None:
    certificate = written(variant(KINDS[kind]))
    certificate["body"]["rules"]["decision"]["play"].append({"multiple": 5, "hands": "pair"})
    assert about(certificate)[0] == 2
    certificate = written(variant(KINDS[kind]))
    certificate["body"]["rules"]["dealer"]["qualifies"] = "K high of spades"
    assert about(certificate)[0] == 2


def doubled(data: dict[str, Any], at: Place) -> str:
    """Return a certificate as text that says a key twice, first with another value."""
    changed = copy.deepcopy(data)
    entry = value_at(changed, at[:-1])
    entry[at[-1]] = "THIS"
    own = f"{json.dumps(at[-1])}: "
    return json.dumps(changed).replace(f'{own}"THIS"', f"{own}0, {own}{json.dumps(value_at(data, at))}")


@pytest.mark.parametrize(
    "at", [("body",), ("sha256",), ("body", "rules", "dealer"), ("body", "deals", "deals")]
)
def test_a_key_given_twice_is_refused(at: Place, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(doubled(written(small_rules()), at), encoding="utf-8")
    code, out, err = answer(path)
    assert (code, out) == (2, "")
    assert f'"{at[-1]}" stands twice in one object' in err


@pytest.mark.parametrize("change", [{"format": "combin certificate 2"}, {"more": 1}, {"made_by": 1}])
def test_entries_that_no_certificate_has_are_refused(change: dict[str, Any]) -> None:
    assert about(written(small_rules()) | change)[0] == 2


def test_what_is_taken_as_it_stands_is_listed() -> None:
    certificate = written(small_rules())
    hashed = certificate["body"]["rules_sha256"]
    assert about(certificate)[1].splitlines()[-1] == (
        f"Taken as they stand: rules (SHA-256 {hashed}), to be compared with the document; made_by, "
        "readings, roads."
    )
