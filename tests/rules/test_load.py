from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from combin.ranking import StraightSuits
from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY, library_games, load_rules, read_toml
from combin.rules.rules import Rules

GAMES = tuple(sorted(path.stem for path in LIBRARY.glob("*.toml")))
Write = Callable[..., Path]

VARIANT = """
extends = "crown-melbourne"
title = "King-high double"
[dealer]
qualifies = "K high"
[decision]
play = [1, 2]
[pay_tables.pair_plus.A]
"pair of aces" = 2          # a finer line above "pair"
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return what writes a file and returns its path."""

    def written(text: str | bytes, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def told(path: str | Path, **readings: str) -> str:
    """Return the one line about what is wrong with a file."""
    with pytest.raises(RulesError) as error:
        load_rules(path, readings)
    assert len(str(error.value).splitlines()) == 1
    return str(error.value)


def crown() -> str:
    return (LIBRARY / "crown-melbourne.toml").read_text(encoding="utf-8")


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


# -- one file over another --------------------------------------------------------------------------------


def test_a_variant_changes_what_it_says_and_keeps_the_rest(write: Write) -> None:
    rules, base = load_rules(write(VARIANT, "King High! 2.toml")), load_rules("crown-melbourne")
    assert (rules.file.id, rules.file.title) == ("king-high-2", "King-high double")
    assert rules.file.decision.play == (1, 2)
    ranking = rules.ranking
    assert ranking == base.ranking
    assert ranking.describe(ranking.strengths[rules.qualifies]) == "K-3-2"
    assert ranking.describe(ranking.strengths[rules.qualifies - 1]) == "Q-J-9"
    lines = {line.text: line.prize.odds for line in rules.tables["pair_plus"]["A"].lines}
    assert lines == {line.text: line.prize.odds for line in base.tables["pair_plus"]["A"].lines} | {
        "pair of aces": 2
    }
    assert list(lines).index("pair of aces") < list(lines).index("pair")
    kept = ("source", "deck", "deal", "wager", "limits", "irregularities", "readings", "jackpot")
    assert all(getattr(rules.file, name) == getattr(base.file, name) for name in kept)
    assert {name: rules.tables[name] for name in ("ante_bonus", "jackpot")} == {
        name: base.tables[name] for name in ("ante_bonus", "jackpot")
    }


def test_a_citation_does_not_pass_to_what_a_variant_changes(write: Write) -> None:
    """Crown's definition of "Qualify" says nothing of a king."""
    file, base = load_rules(write(VARIANT)).file, load_rules("crown-melbourne").file
    assert base.dealer.rule
    assert (file.dealer.rule, file.decision.rule) == ("", "")
    assert file.pay_tables["pair_plus"]["A"].rule == ""
    assert file.pay_tables["pair_plus"]["B"].rule == "10.2 Table 9"
    assert file.decision.blind == base.decision.blind
    blind = load_rules(write('extends = "crown-melbourne"\n[decision.blind]\nallowed = false')).file
    assert (blind.decision.rule, blind.decision.blind.rule) == (base.decision.rule, "")
    own = load_rules(write(VARIANT.replace("[decision]", 'rule = "2.1"\n[decision]'))).file
    assert own.dealer.rule == "2.1"


def test_a_value_of_several_keys_is_replaced_whole(write: Write) -> None:
    file = load_rules(
        write("""
        extends = "crown-melbourne"
        [wager.ante]
        win = { pays = 2 }
        lose = "push"
        [pay_tables.jackpot.1]
        "royal flush" = { money = 10_000 }
        [readings.straight.options]
        "three different suits" = { "ranking.ace_low_straight" = "none" }
        """)
    ).file
    ante = file.wager["ante"]
    assert (
        ante
        == load_rules(write('extends = "crown-melbourne"\n[wager.ante]\nwin = 2\nlose = 0')).file.wager[
            "ante"
        ]
    )
    assert file.pay_tables["jackpot"]["1"].lines["royal flush"].meter is None
    assert file.readings["straight"].options["three different suits"] == {"ranking.ace_low_straight": "none"}


def test_variants_of_variants_stand_beside_each_other(write: Write) -> None:
    write(VARIANT, "one.toml")
    write('extends = "../one.toml"\nid = "second"\n[deal]\nseats = 5\n', "folder/two.toml")
    path = write('extends = "folder/two.toml"\n[pay_tables.pair_plus.A]\n"pair" = "lose"\n', "three.toml")
    rules = load_rules(path)
    assert (rules.file.id, rules.file.title, rules.file.deal.seats) == ("three", "King-high double", 5)
    assert "pair" not in [line.text for line in rules.tables["pair_plus"]["A"].lines]
    assert load_rules(path.parent / "folder" / "two.toml").file.id == "second"


def test_a_variant_takes_away_a_wager_with_its_tables_and_readings(write: Write) -> None:
    base = load_rules("uk-including-blind").file
    rules = load_rules(write('extends = "uk-including-blind"\nwithout = ["wager.prime"]'))
    assert [*rules.wagers] == [name for name in base.wager if name != "prime"]
    assert [*rules.file.pay_tables] == ["ante_bonus", "pair_plus"]
    assert "prime_colour" in base.readings
    assert rules.file.readings.keys() == base.readings.keys() - {"prime_colour"}
    lost = rules.file.readings["fold"].options["lost with the Ante"]
    assert lost == {"wager.pair_plus.on_fold": "lost"}
    assert load_rules(write('extends = "mine.toml"\nwithout = []', "same.toml")).wagers == rules.wagers


def test_a_variant_takes_away_tables_lines_and_other_entries(write: Write) -> None:
    text = """
        extends = "crown-melbourne"
        without = [
            "pay_tables.pair_plus.B",
            'pay_tables.pair_plus."A".pair',
            "irregularities",
            "wager.ante.rule",
        ]
        [pay_tables.pair_plus.A]
        "pair of kings" = 2
        "pair of aces" = 3
        "pair" = "lose"
        """
    file, base = load_rules(write(text)).file, load_rules("crown-melbourne").file
    assert [*file.pay_tables["pair_plus"]] == ["A", "C", "D", "E", "F"]
    table = file.pay_tables["pair_plus"]["A"]
    assert [*table.lines][-2:] == ["pair of kings", "pair of aces"]
    assert table.unpaid == ("pair",)
    assert (table.rule, file.pay_tables["pair_plus"]["C"].rule) == ("", "10.2 Table 9")
    assert file.irregularities == {} != base.irregularities
    assert (file.wager["ante"].rule, base.wager["ante"].rule != "") == ("", True)


def test_what_is_taken_away_and_given_anew_starts_from_nothing(write: Write) -> None:
    text = """
        extends = "crown-melbourne"
        without = ["pay_tables.pair_plus"]
        [pay_tables.pair_plus.only]
        "pair" = 1
        """
    assert [*load_rules(write(text)).tables["pair_plus"]] == ["only"]


def test_each_file_takes_away_from_what_it_extends(write: Write) -> None:
    write('extends = "uk-including-blind"\nwithout = ["wager.prime"]', "one.toml")
    path = write(
        'extends = "one.toml"\nid = "two"\nwithout = ["wager.pair_plus", "readings.fold"]', "two.toml"
    )
    assert [*load_rules(path).wagers] == ["ante", "play", "ante_bonus"]
    again = write('extends = "one.toml"\n\nwithout = ["wager.prime"]', "again.toml")
    assert told(write('extends = "again.toml"\nwithout = ["wager.pair_plus"]')) == (
        f'{again}:3: without: "wager.prime" is no place in the game that this file extends'
    )


@pytest.mark.parametrize(
    ("without", "problem"),
    [
        ('"wager.prime"', '"wager.prime" is not a list of places, such as ["wager.prime"]'),
        ('["wager.priem"]', '"wager.priem" is no place in the game that this file extends'),
        ('["wager.ante.name.x"]', '"wager.ante.name.x" is no place in the game that this file extends'),
        ('["decision.play.0"]', '"decision.play.0" is no place in the game that this file extends'),
        ("[3]", "3 is no place in the game that this file extends"),
        ('[""]', '"" is no place in the game that this file extends'),
    ],
)
def test_what_is_not_there_cannot_be_taken_away(without: str, problem: str, write: Write) -> None:
    path = write(f'extends = "uk-including-blind"\nwithout = {without}')
    assert told(path) == f"{path}:2: without: {problem}"


def test_only_what_is_extended_can_be_taken_away(write: Write) -> None:
    path = write(crown().replace("[source]", 'without = ["limits"]\n[source]', 1))
    assert told(path).endswith(": without: nothing to take away: this file extends no other")


def test_what_is_needed_cannot_be_taken_away_alone(write: Write) -> None:
    path = write('extends = "crown-melbourne"\nwithout = ["wager.ante"]')
    assert "wager" in told(path)
    path = write('extends = "crown-melbourne"\nwithout = ["title"]')
    assert told(path).endswith(": 'title' is missing")


@pytest.mark.parametrize(
    ("name", "game_id"),
    [
        ("mine.toml", "mine"),
        ("My game (v. 2).toml", "my-game-v-2"),
        ("3 cards.toml", "game-3-cards"),
        ("°.toml", "game"),
        ("x" * 80 + ".toml", "x" * 50),
    ],
)
def test_a_variant_without_an_id_has_its_files_name(name: str, game_id: str, write: Write) -> None:
    assert load_rules(write('\nextends = "crown-melbourne"', name)).file.id == game_id


def test_files_that_extend_themselves(write: Write) -> None:
    itself = write('title = "x"\nextends = "mine.toml"\n')
    assert told(itself) == f'{itself}:2: extends: "mine.toml" leads back to itself'
    write('extends = "b.toml"', "a.toml")
    folder = itself.parent.name
    second = write(f'extends = "../{folder}/a.toml"', "b.toml")
    assert told(second.parent / "a.toml") == f'{second}:1: extends: "../{folder}/a.toml" leads back to itself'


@pytest.mark.parametrize(
    ("base", "shown"),
    [
        ('"crown"', '"crown"'),
        ('"none.toml"', '"none.toml"'),
        ('"."', '"."'),
        ('""', '""'),
        ("3", "3"),
        ('["a"]', '["a"]'),
        ('"a\\u0000b"', r'"a\u0000b"'),
    ],
)
def test_a_base_that_is_none(base: str, shown: str, write: Write) -> None:
    line = told(write(f'title = "x"\nextends = {base}\n'))
    assert f"mine.toml:2: extends: {shown} is neither a file nor a game that ships; " in line
    assert line.lower().endswith(f"allowed: {', '.join(GAMES)}")


def test_a_mistake_is_told_of_the_file_that_makes_it(write: Write) -> None:
    base = write(crown().replace("seats = 9", "seats = 0"), "base.toml")
    path = write('extends = "base.toml"\n[deal]\njackpot = 3\n')
    assert told(path).startswith(f"{base}:")
    assert told(path).endswith("deal.seats: 0 is not allowed here (at least 1, at most 20)")
    path = write('extends = "crown-melbourne"\n[deal]\nseats = 17\n')
    assert told(path) == (
        f"{LIBRARY}/crown-melbourne.toml:27: deck: 52 cards cannot be dealt to 17 players and the dealer: "
        "56 are needed"
    )
    path = write('extends = "crown-melbourne"\n\n[wager.jackpot]\nneeds = ["anti"]\n')
    assert told(path).startswith(f'{path}:4: wager.jackpot.needs: "anti" is no other wager')
    path = write('extends = "crown-melbourne"\n[pay_tables.pair_plus.B]\n"flush" = -1\n')
    assert told(path) == f"{path}:3: pay_tables.pair_plus.B.flush: -1 is negative; a pay is 0 or more"
    broken = write("title =", "base.toml")
    assert told(write('extends = "base.toml"')) == f"{broken}:1: not TOML: Invalid value"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("wager = 1", 2, "wager: 1 is not a table"),
        ("[wager]\nante = 1", 3, "wager.ante: 1 is not a table"),
        ("pay_tables = 1", 2, "pay_tables: 1 is not a table"),
        ("[pay_tables]\nante_bonus = 1", 3, "pay_tables.ante_bonus: 1 is not a table"),
        ("[pay_tables.ante_bonus]\nA = 1", 3, "pay_tables.ante_bonus.A: 1 is not a table"),
        ("readings = []", 2, "readings: [] is not a table"),
        (
            '[jackpot]\nwager = "jackpot"\noptions = {}',
            4,
            "jackpot.options: no option; write [jackpot.options.1]",
        ),
        (
            '[wager.jackpot]\nenvy_needs = ["x"]',
            3,
            'wager.jackpot.envy_needs: "x" is no other wager of this game',
        ),
    ],
)
def test_what_a_variant_may_not_change(text: str, line: int, problem: str, write: Write) -> None:
    path = write(f'extends = "resorts-world-sentosa"\n{text}\n')
    assert told(path).startswith(f"{path}:{line}: {problem}")


# -- readings ---------------------------------------------------------------------------------------------


def straight_suits(rules: Rules) -> StraightSuits:
    return rules.ranking.straight_suits


def test_a_reading_changes_the_file() -> None:
    assert straight_suits(load_rules("crown-melbourne")) is StraightSuits.MORE_THAN_ONE
    adopted = load_rules("crown-melbourne", {"straight": "more than one suit"})
    assert straight_suits(adopted) is StraightSuits.MORE_THAN_ONE
    assert (
        straight_suits(load_rules("crown-melbourne", {"straight": "three different suits"}))
        is StraightSuits.THREE
    )


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
        "32 are needed"
    )
