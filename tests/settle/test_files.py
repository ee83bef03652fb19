"""Files that are the whole ledger of their meters, and meters that are closed."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from combin.settle.files import settle_lines
from combin.settle.records import RoundError, SettledRound
from tests.helpers.command_line import combin
from tests.helpers.variants import shipped, variant
from tests.jackpot.wagers import LEVELS, PART
from tests.settle.records import CROWN, RWS, cases

TABLES = {"ante_bonus": "A", "jackpot": "1"}
WAGERS = {"ante": 10, "play": 10, "jackpot": 1}

DEALT = {"dealer": "Qs 8h 3d", "jackpot_cards": "2c 5d"}
LEDGERS = cases("ledger.txt")


def hands(*hands: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"cards": "Kd 9c 4h", "wagers": WAGERS} | one for one in hands]


def record(text: str) -> dict[str, Any]:
    """Return a record written as "T7-2 12000.34 seed=11000 player=Q", as ledger.txt has them."""
    first, *words = text.split()
    if first == "broken":
        return {}
    values = {key: value for key, given, value in (word.partition("=") for word in words) if given}
    if first == "close":
        moved = values.pop("transfers", "2:10010.50").split(",")
        transfers = dict(one.split(":") for one in moved if one)
        stated = {"closes": "jackpot", "cost": 5, "meter": "60010.50", "seed": 50_000}
        return {"id": "closed", **stated, "transfers": transfers} | values
    option, seed = values.pop("option", "1"), values.pop("seed", "10000")
    wagers = WAGERS | {"jackpot": values.pop("jackpot", 1)}
    hand: dict[str, Any] = {
        "seat": int(values.pop("seat", 1)),
        "player": values.pop("player", "P") or None,
        **values,
    }
    made: dict[str, Any] = {"id": int(first) if first.isdigit() else first, **DEALT}
    made["tables"] = TABLES | {"jackpot": option}
    for word in words:
        if word[0].isdigit():
            made |= {"meter": word, "seed": seed or None}
        elif word == "void":  # after which the jackpot wager stays
            made["irregularities"] = [{"what": "deck_not_complete"}]
        elif word == "none":
            del wagers["jackpot"]
        elif word == "leaves":
            hand["leaves"] = True
        elif word == "flush":
            made |= {"jackpot_cards": "7h 8h", "dealer": "Qs 6h 3d"}
            hand["cards"] = "9h Th Jh"
    return made | {"hands": hands(hand | {"wagers": wagers})}


@pytest.mark.parametrize(
    ("how", "records", "expected"), [case[1:] for case in LEDGERS], ids=[case[0] for case in LEDGERS]
)
def test_what_does_not_follow_from_record_to_record(how: str, records: str, expected: str) -> None:
    lines = [json.dumps(record(one)) for one in records.split(";")]
    for whole in {"tables": (False,), "whole": (True,), "both": (False, True)}[how]:
        found = []
        for number, one in enumerate(settle_lines(shipped(CROWN), lines, whole_ledger=whole), 1):
            if isinstance(one, RoundError):
                found.append(f"{number}! {one.problem}")
            else:
                found += [f"{one.line}: {gap.text} ({gap.rule})" for gap in one.unexplained]
        wanted = [
            re.escape(one.strip()).replace(r"\*", ".*")
            for one in filter(None, re.split(r"; (?=\d)", expected))
        ]
        assert len(found) == len(wanted)
        for text, pattern in zip(found, wanted, strict=True):
            assert re.fullmatch(rf"{pattern}( \(.*\))?", text), text


@pytest.mark.parametrize(
    ("records", "amounts"),
    [
        (["1 12000.00", "2 12000.36"], ("12000.3406", "12000.36")),
        (["close transfers=2:10000"], ("10010.5", "10000")),
    ],
)
def test_what_does_not_follow_has_both_amounts(records: list[str], amounts: tuple[str, str]) -> None:
    lines = [json.dumps(record(one)) for one in records]
    *_, last = settle_lines(shipped(CROWN), lines, whole_ledger=True)
    assert isinstance(last, SettledRound)
    assert [(gap.expected, gap.found) for gap in last.unexplained] == [tuple(map(Fraction, amounts))]


def test_without_a_word_on_the_meter_nothing_is_expected_of_it() -> None:
    one = {"id": 1, "dealer": "Qs 8h 3d", "meter": 9_000, "hands": hands({"seat": 1})}
    found = settle_lines(shipped(RWS), [json.dumps(one), json.dumps(one | {"id": 2, "meter": 8_000})])
    assert [each.unexplained for each in found if isinstance(each, SettledRound)] == [(), ()]


def test_each_wager_of_a_player_is_looked_for() -> None:
    both = [
        {"seat": seat, "player": "P", "blind": seat == 2, "wagers": {"ante": 10, "jackpot": 1}}
        for seat in (1, 2)
    ]
    both[1]["wagers"] = {"ante": 10, "play": 10, "jackpot": 1}
    start = record("3 void") | {"hands": both}
    one, two = hands({"seat": 2, "player": "P"}), hands({"seat": 1, "player": "P"})
    two.append({"seat": 2, "player": "P", "cards": "Kh 9s 2h", "wagers": WAGERS, "blind": True})
    for later, number in ((one, 1), (two, 0)):
        lines = [json.dumps(start), json.dumps(record("4") | {"hands": later})]
        *_, last = settle_lines(shipped(CROWN), lines)
        assert isinstance(last, SettledRound)
        assert len(last.unexplained) == number


def test_where_no_rule_speaks_of_closing_it_is_refused() -> None:
    (refused,) = settle_lines(shipped(RWS), [json.dumps(record("close"))])
    assert str(refused).startswith("line 1: round closed: closes: no rule of resorts-world-sentosa covers")


def test_the_tables_of_the_file_tell_the_rate() -> None:
    bare = [record("1 12000.00"), record("2 12000.31")]
    lines = [json.dumps(one | {"tables": {"ante_bonus": "A"}}) for one in bare]
    for letter, number in (("2", 0), ("1", 1)):
        letters = {**TABLES, "jackpot": letter}
        found = list(settle_lines(shipped(CROWN), lines, letters, whole_ledger=True))
        assert sum(len(one.unexplained) for one in found if isinstance(one, SettledRound)) == number


def test_every_meter_of_a_wager_and_of_several_is_followed() -> None:
    """A level at 4% of each wager, a meter of another wager at 20%, and one that is hit by an amount."""

    def record(number: int, major: str, mystery: str, minor: str, **more: object) -> str:
        wagers = {"ante": 10, "play": 10, "prog": 1, "minor": 1}
        return json.dumps(
            {
                "id": f"T1-{number}",
                "dealer": "Js 9h 4d",
                "tables": {"ante_bonus": "1"},
                "meters": {"prog.major": major, "prog.mystery": mystery, "minor": minor},
                "seeds": {"prog.major": 200, "prog.mystery": 50, "minor": 100},
                "hands": [
                    {"seat": seat, "cards": cards, "wagers": wagers}
                    for seat, cards in ((1, "As Kc 2d"), (2, "Ad Kh 3d"))
                ],
            }
            | more
        )

    lines = [
        record(1, "300.00", "149.98", "150.00"),
        record(2, "300.08", "150", "150.40", hits={"prog.mystery": 2}),
        record(3, "300.16", "50.04", "150.80"),
        record(4, "300.17", "50.08", "151.60"),
    ]
    rules = variant(LEVELS)
    whole, plain = (
        [
            [found.text for found in one.unexplained]
            for one in settle_lines(rules, lines, whole_ledger=ledger)
            if isinstance(one, SettledRound)
        ]
        for ledger in (True, False)
    )
    assert whole[:3] == plain[:3] == [[], [], []]
    minor, major = whole[3]
    assert major.startswith("the meter 'prog.major' shows $300.17, less than the $300.24 that record T1-3")
    assert minor.startswith("the meter 'minor' shows $151.60, more than the $151.20 that record T1-3")
    assert len(plain[3]) == 1  # other tables may feed it


def test_stakes_that_buy_a_part_pay_in_their_part() -> None:
    lines = [
        json.dumps(
            {
                "id": number,
                "dealer": "Js 9h 4d",
                "tables": {"ante_bonus": "1"},
                "meter": meter,
                "seed": 5_000,
                "hands": [
                    {"seat": seat, "cards": cards, "wagers": {"ante": 10, "play": 10, "prog": stake}}
                    for seat, cards, stake in ((1, "As Kc 2d", 1), (2, "Ad Kh 3d", "2.50"))
                ],
            }
        )
        for number, meter in ((1, "6000.00"), (2, "6000.49"), (3, "6001.40"))
    ]
    found = list(settle_lines(variant(PART), lines, whole_ledger=True))
    broken = [one.unexplained for one in found if isinstance(one, SettledRound)]
    assert broken[:2] == [(), ()]
    assert broken[2][0].expected == Fraction("6000.98")


# -- spoilt rounds ---------------------------------------------------------------------------------------


BOTH = '{"ante": 10, "play": 10}'
CARDS = '"cards": "Ac 9d 4h"'
GOOD = f'{{"id": "good", "dealer": "Kc 8h 3d", "hands": [{{"seat": 1, {CARDS}, "wagers": {BOTH}}}]}}'


def instead(old: str, new: str) -> bytes:
    """Return the good record with a part of it spoilt."""
    assert old in GOOD
    return GOOD.replace(old, new).replace('"good"', '"bad"').encode()


SPOILT = {
    b"[1]": "Expected `object`, got `array`",
    b"{": "not JSON: Input data was truncated",
    b"Seat 1": "not JSON: JSON is malformed: invalid character (byte 0)",
    b'{"id": 7}': "round 7: Object missing required field `hands`",
    b'{"id": "a", "hands": []}': "round a: hands: Expected `array` of length >= 1",
    b'{"hands": [{"seat": 1, "wagers": {}}]}': "Object missing required field `id`",
    b"\x00": "not JSON: ",
    b"[" * 9000: "Expected `object`, got `array`",
    b'{"id": ' * 9000: "id: Expected `int | str`, got `object`",
    GOOD[:-3].encode(): "not JSON: Input data was truncated",
    GOOD.encode() * 2: "not JSON: JSON is malformed: trailing characters",
    GOOD.encode("utf-16-le"): "not JSON: ",
    GOOD.encode() + b"\r" + GOOD.encode(): "not JSON: JSON is malformed: trailing characters",
    instead("Kc", "@").replace(b"@", b"\xff"): "not JSON: 'utf-8' codec can't decode byte 0xff",
    instead("Kc", "Kc" * 9_999): "round bad: dealer: 'KcKcKc",
    instead('"play"', f'"{"x" * 99_999}"'): "round bad: seat 1: no wager 'xxxxxx",
    instead(
        '"play"', ", ".join(f'"w{n}": 1' for n in range(200)) + ', "play"'
    ): "round bad: seat 1: no wager 'w0'",
    instead('"play": 10', f'"play": {"9" * 5000}'): "hands[0].wagers: Integer value out of range",
    instead('"play": 10', f'"play": 1.{"9" * 5000}'): "round bad: hands[0].wagers: '1.99999",
    **{instead(old, new): said for old, new, said in cases("spoilt.txt", 3)},
}
"""Records that are wrong, each with what is said of it behind its line."""


def test_each_spoilt_record_is_one_line_and_the_others_are_settled(tmp_path: Path) -> None:
    path = tmp_path / "spoilt.jsonl"
    good = GOOD.encode()
    lines = [b"\xef\xbb\xbf" + good, b"", b" \t", good + b"\r"]
    for spoilt in SPOILT:
        lines += [spoilt, good]
    path.write_bytes(b"\n".join(lines))
    run = combin("settle", "crown-melbourne", str(path), "--format", "csv")
    assert run.code == 2
    complaints = run.err.splitlines()
    wanted = [f"combin: {path}: line {5 + 2 * n}: {said}" for n, said in enumerate(SPOILT.values())]
    assert [said[: len(want)] for said, want in zip(complaints, wanted, strict=True)] == wanted
    assert max(len(said) - len(str(path)) for said in complaints) < 600
    rows = list(csv.DictReader(io.StringIO(run.out)))
    settled = [n + 1 for n, line in enumerate(lines) if good in line and line not in SPOILT]
    assert [int(row["line"]) for row in rows] == [number for number in settled for _ in range(2)]
    run = combin("settle", "crown-melbourne", str(path), "--format", "json")
    answer = json.loads(run.out)
    assert [one["line"] for one in answer["rounds"]] == settled
    assert len(answer["errors"]) == len(SPOILT)
