"""The numbers of documents: how a text is read, and that each number is in a claim or explained."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from combin.audit.judge import audit_of
from combin.audit.load import (
    CLAIMS,
    audited_games,
    load_claims,
    numbers_of_document,
    read_numbers,
    shipped_numbers,
)
from combin.game import load
from combin.rules.errors import RulesError
from combin.rules.load import load_rules
from tests.audit.documents import report_of
from tests.audit.numbers_of import written
from tests.helpers.command_line import combined, typed

RULES = ["1", "1.1", "1.2", "1.2.1", "2", "2.1"]

READ = [  # a text, its numbers, how many numbers of rules and tables it has besides
    ("three (3) cards, 22,100 hands, 1 340 tables", "3; 22,100; 1 340", 0),
    ("34.06% of $1,250 or £5", "34.06%; $1,250; £5", 0),
    ("pays 5 to 1, 3to 1, 1-1, 3/2", "5 to 1; 3to 1; 1-1; 3/2", 0),
    ("$500 for each $1, 100 % of it", "$500; $1; 100 %", 0),
    ("3/2/Ace and a 5-card hand, A4", "3; 2; 5", 0),
    ("10R + S, 9^(S-1) / 10^S", "10; 9; 1; 10", 0),
    ("48 < 52 > 6 &amp; 7", "48; 52; 6; 7", 0),
    ("call 0808 802 0133", "0808; 802; 0133", 0),
    ("<b>10,000</b>\t**31.02%**, \\$15", "10,000; 31.02%; $15", 0),
    ("Rule 1.2, Rules 1.1 and 2.1 or Table 3", "", 4),
    ("as in 1.2 and 1.2.1(a); 9.9.9", "", 3),
    ("1.3 is no rule, 14.05.2024 is a date", "1.3; 14.05.2024", 0),
    ("1 Game\t15\n2 Play\t7\n1 GAME", "15; 7", 3),
    ("2 Play", "2", 0),
    ("1 to 1", "1 to 1", 0),
]


@pytest.mark.parametrize(("text", "numbers", "labels"), READ, ids=[text for text, *_ in READ])
def test_numbers_of_a_text(text: str, numbers: str, labels: int) -> None:
    found, left_out = read_numbers(text, RULES)
    assert ("; ".join(one.text for one in found), left_out) == (numbers, labels)


def test_a_comma_before_decimals() -> None:
    found, _ = read_numbers("2,70 % von 22.100, 1.250.000", RULES, ",")
    assert [one.text for one in found] == ["2,70 %", "22.100", "1.250.000"]


def test_each_number_has_its_rule_its_table_and_its_line() -> None:
    text = "7\r\n\f- **1.2 Prizes** of 5\n8\nTable 3 - Prizes\n$100\n.1.2.1 Of 6, see Table 3\n2.1\n9"
    found, labels = read_numbers(text, RULES)
    places = ["7 line 1", "5 1.2", "8 1.2", "$100 1.2 Table 3", "6 1.2.1", "9 2.1"]
    assert [f"{one.text} {one.place}" for one in found] == places
    assert ([one.line for one in found], labels) == ([1, 2, 3, 5, 6, 8], 5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "number", "placed", "explained"),
    [
        ("crown-melbourne", 356, 268, 88),
        ("resorts-world-sentosa", 60, 47, 13),
        ("uk-including-blind", 23, 0, 3),
    ],
)
def test_each_number_of_a_document_is_in_a_claim_or_explained(
    game: str, number: int, placed: int, explained: int
) -> None:
    found = numbers_of_document(None, *load_claims(CLAIMS / f"{game}.toml"))
    assert (found.left, found.missing) == ((), ())
    assert all(numbers for _, numbers in found.explained)
    assert (found.placed, sum(len(numbers) for _, numbers in found.explained)) == (placed, explained)
    assert placed + explained + len(found.elsewhere) == number == len(shipped_numbers(game)[0])
    assert not (placed and found.elsewhere)
    (section,) = (one for one in report_of(game).blocks if getattr(one, "text", "") == found.summary)
    assert f"Numbers of the document: {number}, covered by claims {number - explained}" in str(section)


@pytest.mark.parametrize("game", audited_games())
def test_what_ships_of_a_document_is_its_numbers_alone(game: str) -> None:
    labels, *rows = (CLAIMS / f"{game}.numbers.txt").read_text(encoding="utf-8").splitlines()
    number = r"[$£€]? ?[\d.,]+(?: ?to \d+|[-:/]\d+| ?%)?"
    assert all(
        re.fullmatch(rf"\d+\t[\d.]*\t\d*\t{number}", row, re.ASCII) for row in (f"{labels}\t\t\t1", *rows)
    )


def test_a_number_without_its_claim_or_its_explanation_is_left() -> None:
    file, claims = load_claims(CLAIMS / "crown-melbourne.toml")
    assert [one.text for one in numbers_of_document(None, replace(file, explained=()), claims).left][:2] == [
        "15",
        "20",
    ]
    rate = [one for one in claims if one.claim.published != "34.06%"]
    (left,) = numbers_of_document(None, file, rate).left
    assert (left.text, left.place) == ("34.06%", "6.3.3 Table 1")
    other = [one for one in claims if one.claim.place != "2.1"]  # another place has a 9 too
    assert [(one.text, one.place) for one in numbers_of_document(None, file, other).elsewhere] == [
        ("9", "2.1")
    ]


def test_numbers_of_a_text_are_read_again_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "1.1 Of 5\nTable 1\n34.06%\t4 to 1\n\n13.8 three (3)\n"
    (tmp_path / "crown-melbourne.numbers.txt").write_text(written(text, "crown-melbourne"), encoding="utf-8")
    monkeypatch.setattr("combin.audit.load.CLAIMS", tmp_path)
    numbers, labels = shipped_numbers("crown-melbourne")
    assert [f"{one.text} {one.place}" for one in numbers] == [
        "5 1.1",
        "34.06% 1.1 Table 1",
        "4 to 1 1.1 Table 1",
        "3 13.8",
    ]
    assert (labels, numbers) == (3, read_numbers(text, ["1.1", "13.8"])[0])


CLAIM = """game = "uk-including-blind"
[[claim]]
id = "edge"
place = "House Edge"
says = "House edge of Pair Plus"
quantity = "house edge"
wager = "pair_plus"
published = "2.7%"
"""


def test_a_claim_whose_figure_the_text_lacks(tmp_path: Path) -> None:
    text, claims = tmp_path / "poster.txt", tmp_path / "claims.toml"
    claims.write_text(CLAIM, encoding="utf-8")
    text.write_text("The edge is 2.70%, and 3.6% of Prime.", encoding="utf-8")
    found = load("uk-including-blind").audit(claims, text).document
    assert found is not None
    assert ([one.text for one in found.elsewhere], [one.text for one in found.left]) == (["2.70%"], ["3.6%"])
    text.write_text("The edge is 2.8%.", encoding="utf-8")
    found = load("uk-including-blind").audit(claims, text).document
    assert found is not None
    assert found.missing == (("edge", "2.7%"),)
    rules = load_rules("three-card-poker")
    assert [one.text for one in audit_of(rules, "three-card-poker", None, text).document.left] == ["2.8%"]  # type: ignore[union-attr]


def test_the_command_shows_what_no_claim_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("poster.txt").write_text("Pair Plus 2.7%, Prime 9.9%, 0808", encoding="utf-8")
    said = combined("combin audit uk-including-blind --document poster.txt")
    assert "Numbers of the document: 3, covered by claims 1, explained 1, left 1." in said
    assert re.search(r"Numbers left\nPlace .*\n-.*\nline 1 +9\.9%\n", said)
    assert re.search(r"Claims with numbers that the text lacks\n(?:.*\n)+edge-prime +3\.6%\n", said)
    shown = json.loads(typed("audit uk-including-blind --document poster.txt --format json").out)["document"]
    assert ([one["text"] for one in shown["left"]], shown["path"]) == (["9.9%"], "poster.txt")
    assert "document" not in json.loads(typed("audit uk-including-blind --format json").out)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"no number here\n", "poster.txt: no number in this text"),
        (b"2.7%\n\xff", "poster.txt:2: not UTF-8 text: invalid start byte"),
        (None, "poster.txt: No such file or directory"),
    ],
)
def test_texts_that_are_none_are_refused_in_one_line(
    content: bytes | None, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("poster.txt").write_bytes(content)
    with pytest.raises(RulesError, match=re.escape(problem)):
        load("uk-including-blind").audit(document="poster.txt")
    refused = typed("audit uk-including-blind --document poster.txt")
    assert (refused.err, refused.code) == (f"combin: {problem}\n", 2)
    assert "it is about one game" in typed("audit all --document poster.txt").err
