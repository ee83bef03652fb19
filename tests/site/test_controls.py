"""Entries set in the texts of rule files: all else stays as it is written."""

from __future__ import annotations

import tomllib
from decimal import Decimal

import pytest

from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY
from combin.site.bridge import with_entry

CROWN = (LIBRARY / "crown-melbourne.toml").read_text(encoding="utf-8")


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
