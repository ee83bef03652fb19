"""Table layouts: one spot per wager at each seat, in order, with names that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

import combin as library
from combin.formats.typesetter import PrintError, typeset
from combin.rules.wagers import Kind
from combin.submission.layout import ABREAST, layout
from combin.words.catalogue import languages
from tests.helpers.command_line import combin
from tests.helpers.pages import page_sizes, texts
from tests.helpers.variants import shipped, variant


@pytest.mark.parametrize("game", library.games())
def test_each_wager_with_a_stake_has_one_spot_from_the_dealer_to_the_player(game: str) -> None:
    rules = shipped(game)
    rows = layout(rules).rows
    spots = [spot for row in rows for spot in row]
    staked = {name for name, bet in rules.bets.items() if bet.kind is not Kind.BONUS}
    assert {spot.wager for spot in spots} == staked
    assert [spot.number for spot in spots] == [*range(1, len(staked) + 1)]
    kinds = [*dict.fromkeys(spot.kind for spot in spots)]
    assert kinds == [kind for kind in ("sensors", "sides", "initial", "raise") if kind in kinds]
    assert all(len(row) <= ABREAST for row in rows if row[0].kind == "sides")
    assert rules.play in ("", spots[-1].wager)


@pytest.mark.slow
@pytest.mark.parametrize("game", library.games())
@pytest.mark.few(6)
def test_every_seat_of_the_drawing_names_its_spots(game: str) -> None:
    data = layout(shipped(game)).to_dict()
    (pdf,) = typeset("layout", data, "pdf")
    assert page_sizes(pdf) == [(297, 210)]
    (text,) = texts(pdf)
    letters = "".join(text.replace("’", "'").split())
    for _, name, _, _ in data["key"]:
        assert letters.count("".join(name.split())) > data["seats"], name
    assert all("".join(note.split()) in letters for note in data["notes"])


FEW = """
extends = "three-card-prime"
id = "few"
title = "Few cards"
[deck]
ranks = "T J Q K A"
[dealer]
qualifies = "A high"
"""


def test_seats_are_those_of_the_rules_or_as_many_as_the_deck_has_cards_for() -> None:
    games = shipped("crown-melbourne"), shipped("three-card-prime"), variant(FEW)
    assert [layout(rules).seats for rules in games] == [9, 7, 5]


BET = """
[wager.bet_{0}]
name = "Bet {0}"
settles = "pay table"
[pay_tables.bet_{0}.A]
"straight flush" = 1
"""


@pytest.mark.slow
def test_more_wagers_than_a_table_has_room_for_are_refused() -> None:
    head = 'extends = "three-card-prime"\nid = "many"\ntitle = "Many"\n'
    data = [layout(variant(head + "".join(map(BET.format, range(bets))))).to_dict() for bets in (14, 20)]
    assert [len(one["rows"]) for one in data] == [7, 9]
    assert typeset("layout", data[0], "svg")
    with pytest.raises(PrintError, match="the table has no room for 9 rows of betting spots"):
        typeset("layout", data[1], "svg")


def test_the_command_draws(tmp_path: Path) -> None:
    path = tmp_path / "layout.svg"
    assert combin("print", "layout", "crown-melbourne", "-o", str(path)).code == 0
    assert path.read_bytes().startswith(b"<svg ")


def test_a_translation_has_all_the_words() -> None:
    for language in languages():
        data = layout(shipped("crown-melbourne"), language).to_dict()
        assert data["language"] == language
        assert len(data["notes"]) == 4
