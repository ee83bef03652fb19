"""Controls for the entries of rule files, and entries set in their texts: all else stays as it is written."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from base64 import b64encode
from decimal import Decimal
from typing import Any

import pytest

from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY, SCHEMA, combined, library_games, raw_layers
from combin.site.bridge import value_of, with_entry
from combin.site.build import PAGE

CROWN = (LIBRARY / "crown-melbourne.toml").read_text(encoding="utf-8")

NODE = shutil.which("node") or ""

RUN = """
const { sections } = await import(process.argv[1]);
const [definitions, games] = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(games.map((entries) => sections(entries, definitions))));
"""


def controls_of(*games: dict[str, Any]) -> list[dict[tuple[str, ...], list[dict[str, Any]]]]:
    """Return the controls of games by the place of their table, as the page makes them."""
    given = [json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"], games]
    module = f"data:text/javascript;base64,{b64encode((PAGE / 'controls.js').read_bytes()).decode()}"
    done = subprocess.run(
        [NODE, "--input-type=commonjs", "-e", f"(async () => {{{RUN}}})()", module],
        input=json.dumps(given, default=float),
        capture_output=True,
        text=True,
        check=True,
    )
    return [{tuple(one["place"]): one["controls"] for one in found} for found in json.loads(done.stdout)]


@pytest.mark.skipif(not NODE, reason="there is no Node.js")
def test_controls_say_what_the_file_says() -> None:
    games = [combined(raw_layers(name)) for name in library_games()]
    for raw, found in zip(games, controls_of(*games), strict=True):
        assert {("wager", name) for name in raw["wager"]} <= found.keys()
        for control in (control for controls in found.values() for control in controls):
            *places, key = control["place"]
            entry: Any = raw
            for place in places:
                entry = entry.get(place, {})
            entry = entry.get(key)
            short = isinstance(entry, dict) and "pays" in entry and {*entry} <= {"pays", "rule"}
            entry = entry["pays"] if short else entry
            value = control["value"]
            assert entry == (None if value is None else value_of(control["kind"], value, ())), control


@pytest.mark.skipif(not NODE, reason="there is no Node.js")
def test_a_control_has_the_kind_and_the_words_of_its_entry() -> None:
    ante = {"settles": "against the dealer", "win": {"pays": 1, "rule": "3"}}
    (found,) = controls_of({"deck": {}, "wager": {"ante": ante}})
    (win,) = (one for one in found["wager", "ante"] if one["name"] == "win")
    assert (win["kind"], win["value"], win["options"]) == ("number", "1", ["push", "lose"])
    joker = next(one for one in found["deck",] if one["name"] == "joker")
    assert (joker["kind"], joker["options"]) == ("choice", ["straights and flushes", "wild"])


@pytest.mark.parametrize(
    ("place", "value", "old", "new"),
    [
        (("title",), "Mine", 'title = "Three Card Poker, Crown Melbourne"', 'title = "Mine"'),
        (("pay_tables", "pair_plus", "A", "flush"), Decimal("3.5"), '"flush" = 4', '"flush" = 3.5'),
        (("decision", "play"), [1, 2], "play = [1]", "play = [1, 2]"),
        (
            ("wager", "ante", "win", "pays"),
            2,
            'win = { pays = 1, rule = "5.7.1(b), 10.1.2(a)" }',
            'win = { pays = 2, rule = "5.7.1(b), 10.1.2(a)" }',
        ),
    ],
)
def test_one_line_is_changed(place: tuple[str, ...], value: object, old: str, new: str) -> None:
    assert with_entry(CROWN, place, value) == CROWN.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "place", "edited"),
    [
        ('extends = "x"\n\n[a]\nb = 2\n', ("title",), 'extends = "x"\ntitle = 1\n\n[a]\nb = 2\n'),
        ("[a]\nb = 2  # two\n\n# of c\n[c]\n", ("a", "d"), "[a]\nb = 2  # two\nd = 1\n\n# of c\n[c]\n"),
        ("", ("a", "b c"), '[a]\n"b c" = 1\n'),
        ("a = [\n  1,  # one\n  2,\n]\n", ("a",), "a = 1\n"),
        ("a = { b = 2, c = [3] }  # why\n", ("a", "b"), "a = { b = 1, c = [3] }  # why\n"),
        ('a.b = "x # y"\n', ("a", "b"), "a.b = 1\n"),
    ],
)
def test_an_entry_stands_where_it_belongs(text: str, place: tuple[str, ...], edited: str) -> None:
    assert with_entry(text, place, 1) == edited
    assert tomllib.loads(edited)


def test_what_cannot_be_changed_from_outside_is_refused() -> None:
    with pytest.raises(RulesError, match="change it there"):
        with_entry("a = 1\n", ("a", "b"), 2)
    with pytest.raises(tomllib.TOMLDecodeError):
        with_entry("a = = 1\n", ("a",), 2)


def test_words_need_no_quotes_where_lists_may_stand_too() -> None:
    assert [value_of("toml", text, ()) for text in ("card", "2 3 4", '["A K"]')] == ["card", "2 3 4", ["A K"]]
    with pytest.raises(RulesError, match="not TOML"):
        value_of("toml", '["A K"', ("deal", "tells"))
