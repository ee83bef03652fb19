from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from combin.cards.ranking import StraightSuits
from combin.rules.errors import RulesError, nearest, shown
from combin.rules.load import closest, keys_of, library_games, line_of, load_rules, read_toml
from combin.rules.resolved import Rules
from tests.helpers.texts import entries
from tests.rules.files import GAMES, Write, crown, told

# -- files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_ships_is_loaded_by_its_id(game: str) -> None:
    assert library_games() == GAMES
    assert {"crown-melbourne", "resorts-world-sentosa", "uk-including-blind"} <= set(GAMES)
    assert load_rules(game).file.id == game


@pytest.mark.parametrize("way", [str, Path])
def test_a_file_is_loaded_by_its_path(way: Callable[[Path], str | Path], write: Write) -> None:
    path = write(crown().replace('"crown-melbourne"', '"mine"', 1))
    assert load_rules(way(path)).file.id == "mine"


def test_a_file_without_a_suffix_is_found_but_a_game_that_ships_goes_first(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mine", "crown-melbourne"):
        path = write(crown().replace("Three Card Poker, Crown Melbourne", "From a file"), name)
    monkeypatch.chdir(path.parent)
    assert load_rules("mine").file.title == "From a file"
    assert load_rules("crown-melbourne").file.title == "Three Card Poker, Crown Melbourne"
    assert load_rules("./crown-melbourne").file.title == "From a file"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_of_other_editors_are_read(encoding: str, end: str, write: Write) -> None:
    whole = crown().replace("\n", end)
    assert load_rules(write(whole.encode(encoding))).file == load_rules("crown-melbourne").file
    wrong = whole.replace("seats = 9", "seats = 0")
    line = crown()[: crown().index("seats = 9")].count("\n") + 1
    assert f"mine.toml:{line}: deal.seats: 0 is not allowed" in told(write(wrong.encode(encoding)))


@pytest.mark.parametrize("game", ["crown", "", "Crown-Melbourne", "a" * 300, "a\0b"])
def test_a_game_that_does_not_ship(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    meant = "" if game in ("", "a" * 300, "a\0b") else "did you mean crown-melbourne? "
    ending = '"combin games" lists those that ship; or give the path of a rule file'
    assert told(game).endswith(f": no such game; {meant}{ending}")


def test_files_that_cannot_be_read(write: Write, tmp_path: Path) -> None:
    assert told(tmp_path / "none.toml") == f"{tmp_path}/none.toml: No such file or directory"
    assert told(tmp_path) == f"{tmp_path}: Is a directory"
    assert told(f"{tmp_path}/{'a' * 300}.toml").endswith("aaa.toml: File name too long")
    assert told("a\0b.toml").endswith(": embedded null byte")
    latin = write('title = "one"\n# two\nname = "caf\u00e9"\n'.encode("latin-1"))
    assert told(latin) == f"{latin}:3: not UTF-8 text: invalid continuation byte"


def test_files_that_are_no_toml(write: Write) -> None:
    assert told(write("title = \n")).endswith("mine.toml:1: not TOML: Invalid value")
    assert told(write("a = 1\nb = [1")).endswith("mine.toml:2: not TOML: Unclosed array")
    assert told(write("<html>")).endswith("mine.toml:1: not TOML: Invalid statement")


def test_an_empty_file(write: Write) -> None:
    assert told(write("")).endswith("mine.toml: 'id' is missing")
    assert told(write("# nothing\n")).endswith("mine.toml: 'id' is missing")


def test_decimals_of_any_toml_file_are_exact(write: Write) -> None:
    assert str(read_toml(write("pay = 0.10"))["pay"]) == "0.10"


def test_an_error_can_be_sent_to_another_process(write: Write) -> None:
    with pytest.raises(RulesError) as error:
        load_rules(write(crown().replace("seats = 9", "seats = 0")))
    again = pickle.loads(pickle.dumps(error.value))  # noqa: S301  our own bytes
    assert str(again) == str(error.value)
    assert (again.place, again.line) == (("deal", "seats"), error.value.line)


# -- readings ---------------------------------------------------------------------------------------------


def straight_suits(rules: Rules) -> StraightSuits:
    return rules.ranking.straight_suits


def test_a_reading_changes_the_file() -> None:
    assert straight_suits(load_rules("crown-melbourne")) is StraightSuits.MORE_THAN_ONE
    adopted = load_rules("crown-melbourne", {"straight": "more than one suit"})
    assert straight_suits(adopted) is StraightSuits.MORE_THAN_ONE
    other = load_rules("crown-melbourne", {"straight": "three different suits"})
    assert straight_suits(other) is StraightSuits.THREE


def test_readings_are_taken_together() -> None:
    chosen = {"straight": "three different suits", "prime_colour": "either colour"}
    rules = load_rules("uk-including-blind", chosen)
    assert straight_suits(rules) is StraightSuits.THREE
    lines = [line.text for line in rules.tables["prime"]["A"].lines]
    assert lines == ["both of one colour each", "player of one colour"]
    lines = [line.text for line in load_rules("uk-including-blind").tables["prime"]["A"].lines]
    assert lines == ["both of the same colour", "player of one colour"]


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_of_the_games_that_ship_can_be_taken(game: str) -> None:
    for name, reading in load_rules(game).file.readings.items():
        assert reading.options[reading.adopted] == {}
        for option in reading.options:
            assert isinstance(load_rules(game, {name: option}), Rules)


def test_readings_that_there_are_not() -> None:
    assert 'readings: no reading "strait"; did you mean "straight"? Allowed: straight' in told(
        "crown-melbourne", strait="x"
    )
    line = told("crown-melbourne", straight="three")
    assert 'readings.straight.options: no option "three"; ' in line
    assert line.endswith("llowed: more than one suit, three different suits")


def test_a_reading_under_which_entries_do_not_fit(write: Write) -> None:
    path = write("""
extends = "crown-melbourne"
[readings.suits]
question = "Are there two suits?"
adopted = "four"
[readings.suits.options]
four = {}
two = { "deck.suits" = ["clubs", "hearts"] }
""")
    load_rules(path)
    assert told(path, suits="two").endswith(
        'deck: under the reading suits = "two": 26 cards cannot be dealt to 9 players and the dealer: '
        "32 are needed (the entry is in crown-melbourne, which this file extends)"
    )


# -- where an entry stands, and how a message tells it ------------------------------------------------

PLACES = entries(Path(__file__).with_name("places.txt"))


@pytest.mark.parametrize("name", PLACES)
def test_the_line_of_an_entry_or_of_what_is_nearest_around_it(name: str) -> None:
    text, *places = PLACES[name].split("\n!")
    for place in places:
        dotted, _, line = place.rpartition(" = ")
        keys = keys_of(dotted)
        assert keys is not None
        assert str(line_of(text, keys)).lower() == line, dotted
        assert line_of(text.replace("\n", "\r\n"), keys) == line_of(text, keys)


def test_how_much_of_a_place_is_written() -> None:
    text = PLACES["tables"]
    assert closest(text, ("wager", "ante", "win", "pays")) == (3, 14)
    assert closest(text, ("wager", "ante", "lose")) == (2, 13)
    assert closest(text, ("limits",)) is None
    assert closest(text, ()) is None


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
