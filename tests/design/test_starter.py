from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import combin
from combin.design.checking import mistakes, write_starter
from combin.design.variants import differences
from combin.rules.errors import RulesError
from combin.rules.load import library_games, load_rules
from tests.helpers.command_line import typed
from tests.report.games import BARE

OF_ONES_OWN = "#   | "
"""Before the lines of wagers that a new file describes."""

EXAMPLE = re.compile(r"# (\"[^\"]*\"|\w+) = .*")


@pytest.mark.slow
@pytest.mark.parametrize("game", library_games())
@pytest.mark.few(8)
def test_a_new_file_is_the_game_that_it_extends(game: str, tmp_path: Path) -> None:
    path = tmp_path / "my-game.toml"
    write_starter(path, game)
    rules = load_rules(path)
    assert (rules.file.id, rules.file.title) == ("my-game", "My game")
    found = differences(load_rules(game), rules)
    assert (found.entries, found.citations) == ((), 0)


def switched_on(path: Path, game: str) -> None:
    """Write a new file with every example, and every wager of one's own, out of its comment."""
    write_starter(path, game)
    lines = [line.removeprefix(OF_ONES_OWN) for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [line[2:] if EXAMPLE.fullmatch(line) else line for line in lines]
    path.write_text("\n".join(lines), encoding="utf-8")


def test_the_wagers_that_it_describes_are_sound(tmp_path: Path) -> None:
    path = tmp_path / "my-game.toml"
    switched_on(path, "crown-melbourne")
    rules = load_rules(path)
    assert (*rules.side_bets, *rules.jackpots) == ("pair_plus", "lucky", "jackpot", "fund")


FEW_RANKS = '[deck]\nranks = "9 T J Q K A"\n'
KINDS = {
    "crown-melbourne": f"{FEW_RANKS}[deal]\nseats = 6\n",
    "face-up-three-card-poker": FEW_RANKS,
    "pick-a-card": "",  # its lines name every rank
    "teen-patti-pro": FEW_RANKS,
    "ultimate-three-card-poker": FEW_RANKS,
}
"""A jackpot, a card seen, few cards, nothing to decide, several raises; each with fewer ranks."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["crown-melbourne", "face-up-three-card-poker", "teen-patti-pro"])
def test_every_command_takes_what_it_describes(game: str, tmp_path: Path) -> None:
    (tmp_path / "few.toml").write_text(f'extends = "{game}"\n{KINDS[game]}')
    path = tmp_path / "my-game.toml"
    switched_on(path, str(tmp_path / "few.toml"))
    assert mistakes(path) == ()
    mine = combin.load(path)
    assert "House edge" in str(mine.analyse())
    if game == "crown-melbourne":  # of each game this takes long
        answer = mine.submit(tmp_path / "lab")  # which writes PAR sheets and certificate too
        assert answer.manifest.left_out.keys() <= {"audit", "strategy", "card", "guide"}
        certificate = tmp_path / "lab" / "my-game.certificate.json"
    else:
        (certificate,) = mine.certify().write(tmp_path / "my-game.json")
        assert combin.verify(certificate, path).confirmed
    body = json.loads(certificate.read_text())["body"]
    assert "fund" in {meter.get("wager") for meter in body["meters"]}


@pytest.mark.slow
@pytest.mark.parametrize("game", library_games())
@pytest.mark.few(5)
def test_every_example_may_be_uncommented_alone_and_with_all_others(game: str, tmp_path: Path) -> None:
    path = tmp_path / "my-game.toml"
    write_starter(path, game)
    lines = path.read_text(encoding="utf-8").splitlines()
    examples = [number for number, line in enumerate(lines) if EXAMPLE.fullmatch(line)]
    assert len(examples) > 8
    for chosen in (*([number] for number in examples if game in KINDS), examples):
        path.write_text(
            "\n".join(line[2:] if number in chosen else line for number, line in enumerate(lines))
        )
        assert mistakes(path) == ()
    switched_on(tmp_path / "all.toml", game)
    assert mistakes(tmp_path / "all.toml") == ()
    rules = load_rules(game)
    changed = {one.place for one in differences(rules, load_rules(path)).entries}
    assert {"dealer.qualifies", "ranking.order"} | ({"decision.play"} if rules.play else set()) <= changed


@pytest.mark.parametrize(
    "deck", ['ranks = "2 3"', 'ranks = "A"\ndecks = 4', 'ranks = "J Q K"\nsuits = ["clubs", "spades"]']
)
def test_the_examples_fit_the_deck(deck: str, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(f"{BARE}[deck]\n{deck}\n")
    path = tmp_path / "my-game.toml"
    write_starter(path, str(tmp_path / "small.toml"))
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line[2:] if EXAMPLE.fullmatch(line) else line for line in lines))
    assert mistakes(path) == ()


def test_a_file_extends_another_from_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write_starter(tmp_path / "one.toml")
    write_starter(tmp_path / "sub" / "two.toml", str(tmp_path / "one.toml"))
    assert 'extends = "../one.toml"' in (tmp_path / "sub" / "two.toml").read_text()
    assert load_rules(tmp_path / "sub" / "two.toml").file.id == "two"


def test_a_file_is_not_written_over_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text("mine")
    with pytest.raises(RulesError, match="is there already; --force writes over it"):
        write_starter(path)
    assert path.read_text() == "mine"
    write_starter(path, force=True)
    assert load_rules(path).file.title == "One"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["one.toml", "rules.schema.json"]
    assert path.read_text().startswith("#:schema ./rules.schema.json\n")


def test_what_would_extend_itself_is_refused(tmp_path: Path) -> None:
    write_starter(tmp_path / "one.toml")
    write_starter(tmp_path / "two.toml", str(tmp_path / "one.toml"))
    for base in ("one.toml", "two.toml"):
        with pytest.raises(RulesError, match="a file cannot extend itself"):
            write_starter(tmp_path / "one.toml", str(tmp_path / base), force=True)


def test_names_are_made_titles_and_kept_from_toml(tmp_path: Path) -> None:
    path = tmp_path / 'the "best" game.toml'
    write_starter(path)
    assert load_rules(path).file.title == "The best game"


def test_a_name_with_a_blank_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert typed("new 'my game.TOML'").out.endswith(": combin check 'my game.TOML'\n")
    assert typed("check 'my game.TOML'").code == 0


def test_another_ending_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"ends in \.toml"):
        write_starter(tmp_path / "one.txt")
    with pytest.raises(OSError, match="No such file"):
        write_starter(tmp_path / "nowhere" / "one.toml")
