from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from combin.design.settings import read_setting, setting_words, with_settings
from combin.rules.errors import RulesError


@pytest.mark.parametrize(
    ("text", "place", "values"),
    [
        ("decision.play=1,2,3", "decision.play", (1, 2, 3)),
        ("decision.play=[1], [1, 2]", "decision.play", ([1], [1, 2])),
        ('dealer.qualifies="J high","Q high"', "dealer.qualifies", ("J high", "Q high")),
        ("dealer.qualifies=J high, Q high", "dealer.qualifies", ("J high", "Q high")),
        ("dealer.qualifies = any hand", "dealer.qualifies", ("any hand",)),
        ("pay_tables.pair_plus.A.flush=3..5,9", "pay_tables.pair_plus.A.flush", (3, 4, 5, 9)),
        ("pay_tables.p.A.flush=3/2,1.5", "pay_tables.p.A.flush", ("3/2", Decimal("1.5"))),
        ('pay_tables.p.A."a = b"=1', 'pay_tables.p.A."a = b"', (1,)),
        ("wager.ante.tie={ pays = 1 },push", "wager.ante.tie", ({"pays": 1}, "push")),
        ("decision.blind.allowed=true,false", "decision.blind.allowed", (True, False)),
    ],
)
def test_a_setting_is_read_as_toml_and_words(text: str, place: str, values: tuple[object, ...]) -> None:
    assert read_setting(text) == (place, values)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("decision.play", 'set: "decision.play" is not PLACE=VALUE,VALUE,...'),
        ("=1", 'set: "=1" is not PLACE=VALUE,VALUE,...'),
        ("a b=1", 'set: "a b=1" is not PLACE=VALUE,VALUE,...'),
        ("decision.play=", "set: no value after decision.play="),
        ("decision.play=1,1", "set: 1 stands twice after decision.play="),
        ("decision.play=[1", 'set: "[1" is no value (after decision.play=)'),
        ("a=9..3", "set: 9..3 is no range of at most 10,000 values (after a=)"),
        ("a=1..99999", "set: 1..99999 is no range of at most 10,000 values (after a=)"),
    ],
)
def test_what_is_no_setting_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_setting(text)
    assert str(caught.value) == complaint


RAW = {"deck": {"ranks": "2 J Q"}, "decision": {"play": [1]}, "dealer": {"qualifies": "Q high"}}


def test_a_value_takes_the_form_of_its_place() -> None:
    found = with_settings(RAW, {"decision.play": 2, "dealer.qualifies": "j", "a.b": Fraction(1, 3)})
    assert found["decision"]["play"] == [2]
    assert found["dealer"]["qualifies"] == "j high"
    assert found["a"] == {"b": "1/3"}
    assert with_settings(RAW, {"decision.play": (1, 2)})["decision"]["play"] == [1, 2]
    assert with_settings(RAW, {"dealer.qualifies": 2})["dealer"]["qualifies"] == "2 high"
    assert RAW["decision"] == {"play": [1]}


def test_a_place_that_leads_through_a_value_is_refused() -> None:
    with pytest.raises(RulesError, match="is no place in this file"):
        with_settings(RAW, {"dealer.qualifies.high": 1})


def test_values_in_words() -> None:
    assert [setting_words(one) for one in ("Q high", 3, [1, 2], True, Fraction(3, 2), Decimal("1.5"))] == [
        "Q high",
        "3",
        "1, 2",
        "true",
        "1.5",
        "1.5",
    ]
