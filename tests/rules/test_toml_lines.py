from __future__ import annotations

import pytest

from combin.rules.errors import RulesError, nearest, shown
from combin.rules.load import closest, keys_of, line_of

TEXT = '''\
# comment = 1
title = "a"

[source]   # where
document = """
[deck]
ranks = 2
"""
[ source . sections ]
10 = "Settlement"
"1.1 'x'" = "Definitions"

[wager.ante]
win = { pays = 1, rule = "5" }
"no [qualify]" = 1
tie . pays = 0
[pay_tables.pair_plus.A]
"pair of aces" = 2
'pair of "8"s' = 2
meters = [
    { seed = 1 },
    { seed = 2 },
]
[[claim]]
id = "x"
[claim.with]
side = 1
[[claim]]
id = "y"
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("title", 2),
        ("source", 4),
        ("source.document", 5),
        ("source.sections.10", 10),
        ("source.sections.\"1.1 'x'\"", 11),
        ("wager", 13),
        ("wager.ante", 13),
        ("wager.ante.win", 14),
        ("wager.ante.win.pays", 14),
        ('wager.ante."no [qualify]"', 15),
        ("wager.ante.tie.pays", 16),
        ("wager.ante.lose", 13),
        ("wager.play", 13),
        ('pay_tables.pair_plus.A."pair of aces"', 18),
        ("pay_tables.pair_plus.A.'pair of \"8\"s'", 19),
        ("pay_tables.pair_plus.A.meters.1.seed", 22),
        ("pay_tables.pair_plus.A.pair", 17),
        ("pay_tables.pair_plus.B", 17),
        ("pay_tables.ante_bonus", 17),
        ("claim.0.id", 25),
        ("claim.0.with.side", 27),
        ("claim.1.id", 29),
        ("claim.1.with", 28),
        ("deck.ranks", None),
        ("comment", None),
    ],
)
def test_the_line_of_an_entry_or_of_what_is_nearest_around_it(place: str, line: int | None) -> None:
    keys = keys_of(place)
    assert keys is not None
    assert line_of(TEXT, keys) == line
    assert line_of(TEXT.replace("\n", "\r\n"), keys) == line


def test_how_much_of_a_place_is_written() -> None:
    assert closest(TEXT, ("wager", "ante", "win", "pays")) == (3, 14)
    assert closest(TEXT, ("wager", "ante", "lose")) == (2, 13)
    assert closest(TEXT, ("limits",)) is None
    assert closest(TEXT, ()) is None


LISTED = '''claim = [
    { id = "a", says = "a [ and a {", tables = { x = "A" } },
    { id = "b" }, { id = "c" },  # two [
    { id = "d", finding = """
{ a text
""" }, { id = "e" },
]
[[table]]
printed = [
    ["1 to 1"],
    ["2 to 1"]
]
finding = "x"
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("claim", "0", "tables"), 2),
        (("claim", "1"), 3),
        (("claim", "2", "id"), 3),
        (("claim", "3"), 4),
        (("claim", "4"), 6),
        (("table", "0", "printed"), 9),
        (("table", "0", "finding"), 13),
    ],
)
def test_where_the_tables_of_a_list_stand(place: tuple[str, ...], line: int) -> None:
    assert line_of(LISTED, place) == line


@pytest.mark.parametrize("dotted", ["", ".", "a.", "a..b", "a b", "a = 1\nb", '"a', "a]"])
def test_what_is_no_place(dotted: str) -> None:
    assert keys_of(dotted) is None


def test_an_error_is_one_line_of_what_is_known() -> None:
    place = ("pay_tables", "pair_plus", "A", "pair of\naces", "é", "")
    whole = RulesError(place, "no\n  good", "a b.toml", 3)
    dotted = r'pay_tables.pair_plus.A."pair of\naces"."é".""'
    assert str(whole) == f"a b.toml:3: {dotted}: no good"
    assert str(RulesError((), "no good", "a.toml")) == "a.toml: no good"
    assert str(RulesError(("deck",), "no good")) == "deck: no good"
    assert (whole.place, whole.problem, whole.file, whole.line) == (place, "no\n  good", "a b.toml", 3)


def test_values_are_shown_as_files_write_them() -> None:
    assert shown([True, "a", 1, {"odds": "3/2"}]) == '[true, "a", 1, { odds = "3/2" }]'
    assert shown({}) == "{}"
    assert shown("tab\t and \u2028") == r'"tab\t and \u2028"'
    assert shown("x" * 100) == '"' + "x" * 56 + "..."
    assert shown(10**60 - 1) == "9" * 60
    assert shown(-(10**5000)) == "a number of more than 60 digits"


def test_the_nearest_word_is_named_first() -> None:
    assert nearest("Lowset", ("lowest", "highest")) == 'did you mean "lowest"? Allowed: lowest, highest'
    assert nearest("clubbs", ("Clubs", "Hearts")) == 'did you mean "Clubs"? Allowed: Clubs, Hearts'
    assert nearest("x", ("lowest", "highest")) == "allowed: lowest, highest"
    assert nearest("x", ()) == "nothing is allowed here"
