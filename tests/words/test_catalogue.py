"""Catalogues of words: English, translations, and what is wrong with one in one line."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from combin.rules.errors import RulesError
from combin.rules.model import Imprint
from combin.words.catalogue import ENGLISH, load_catalogue


def _changed(tmp_path: Path, old: str, new: str) -> Path:
    text = ENGLISH.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "words.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_numbers_are_written_as_the_catalogue_says(tmp_path: Path) -> None:
    english = load_catalogue()
    assert english.percent(Fraction(-686689, 20358520)) == "−3.37%"
    assert english.money(Fraction(44201, 2)) == "22,100.50"
    assert english.of(Imprint("€")).money(Fraction(-44201, 2)) == "−€22,100.50"
    assert [english.odds(Fraction(one)) for one in ("40", "3/2", "1/3")] == ["40", "1.5", "1/3"]
    comma = 'decimal_point = ","\nthousands = "."'
    german = load_catalogue(_changed(tmp_path, 'decimal_point = "."\nthousands = ","', comma))
    assert german.percent(Fraction(686689, 20358520)) == "3,37%"
    assert german.number("22100") == "22.100"


def test_a_player_is_spoken_to_where_the_catalogue_says_how() -> None:
    english = load_catalogue()
    assert english("cases.win") == "the player's hand is higher"
    assert english.to_player("cases.win") == "your hand is higher"
    assert english.to_player("cases.tie") == english("cases.tie")
    assert english.to_player.hand("player of one colour") == "your three cards of one colour"


def test_names_in_a_row() -> None:
    english = load_catalogue()
    assert english.any_of(["Ante", "Play"]) == "Ante or Play"
    assert english.all_of(["Ante", "Blind", "Play"]) == "Ante, Blind and Play"


def test_names_of_hands_may_be_left_out_and_added(tmp_path: Path) -> None:
    catalogue = load_catalogue(
        _changed(tmp_path, '"flush" = "flush"\n"pair" = "pair"', '"prial" = "drilling"')
    )
    assert [catalogue.hand(one) for one in ("prial", "pair", "straight")] == ["drilling", "pair", "straight"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('loses = "loses"\n', "", "outcomes.loses: is missing; in English: 'loses'"),
        ('loses = "loses"\n', 'loses = "loses"\nwins = "wins"\n', "outcomes.wins: is no entry"),
        ('"pays {odds} to 1"', '"pays {odd} to 1"', "outcomes.pays: has no field {odd}"),
        ('"pays {odds} to 1"', '"pays 1 to 1"', "outcomes.pays: lacks {odds}"),
        ('"pays {odds} to 1"', '"pays {} to 1"', "outcomes.pays: has no field {}"),
        ('"pays {odds} to 1"', '"pays {odds!r} to 1"', "a field is a name alone in braces"),
        ('"pays {odds} to 1"', '"pays {odds to 1"', "outcomes.pays: 'pays {odds to 1'"),
        ('loses = "loses"\n', "loses = 1\n", "outcomes.loses: is no text"),
        ("[you.outcomes]\n", '[you.outcomes]\nwins = "wins"\n', "you.outcomes.wins: is no entry"),
        ("[language]", "[language", "not TOML"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=re.escape(complaint)) as error:
        load_catalogue(_changed(tmp_path, old, new))
    assert str(error.value).startswith(str(tmp_path))
    assert "\n" not in str(error.value)


def test_what_is_said_to_a_player_has_the_fields_of_what_is_said_of_him(tmp_path: Path) -> None:
    copy = tmp_path / "own.toml"
    copy.write_bytes(ENGLISH.read_bytes())
    assert load_catalogue(copy) == load_catalogue()
