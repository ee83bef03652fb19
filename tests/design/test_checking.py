from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from combin.cards.ranking import Category
from combin.design.checking import examined, mistakes
from combin.design.views import checks_view
from combin.game import load
from combin.rules.errors import RulesError
from combin.rules.load import LIBRARY, combined, library_games, load_rules, raw_layers
from combin.rules.spelling import rules_file
from tests.design.test_starter import KINDS
from tests.helpers.other_games import TEEN_PATTI
from tests.helpers.texts import game_text, marked
from tests.helpers.variants import variant
from tests.jackpot.wagers import NEVER_FOLDING, SEVEN
from tests.report.games import BARE, INDIFFERENT

if TYPE_CHECKING:
    from collections.abc import Iterator

EXTENDS = 'extends = "crown-melbourne"\n'
WARNED, WRONG = (marked(Path(__file__).with_name(name)) for name in ("odd.txt", "mistakes.txt"))


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def warnings(text: str) -> list[str]:
    return [str(one) for one in examined(variant(text)).warnings]


# -- what is legal but odd ---------------------------------------------------------------------------


ODD = {
    "edge-sorting": "the player has the edge",
    "hole-card": "the player has the edge",
    "hole-card-paint": "the player has the edge",
    "pick-a-card": "pays 3, less than",
    "teen-patti-20-20": "though it is",
}
"""What is odd about games that ship, and known to be."""


@pytest.mark.slow
@pytest.mark.parametrize("game", library_games())
def test_games_that_ship_are_sound(game: str) -> None:
    assert mistakes(game) == ()
    warnings = [str(one) for one in load(game).check().warnings]
    assert [one for one in warnings if game not in ODD or ODD[game] not in one] == []
    assert bool(warnings) is (game in ODD)


def extending(name: str, lines: list[str]) -> str:
    """Return a file that extends the game that a name has in brackets, or Crown's."""
    game = re.search(r"\((.*-.*)\)$", name)
    return "\n".join([f'extends = "{game[1] if game else "crown-melbourne"}"', *lines, ""])


@pytest.mark.slow
@pytest.mark.parametrize("name", WARNED)
def test_what_is_odd_is_told(name: str) -> None:
    entry = WARNED[name]
    found = examined(variant(extending(name, entry["+"]))).oddities
    assert [str(one) for one in found if not one.note] == entry["!"]
    assert entry["*"] in ([], [str(one) for one in found if one.note])


def test_an_even_game_and_a_game_of_folding() -> None:
    found = warnings(BARE.replace('lose = "lose"', 'lose = "push"').replace("win = 1", 'win = "push"'))
    assert any("an even game: Ante & Play has a house edge of 0" in one for one in found)
    assert any("the optimal strategy folds every hand" in one for one in warnings(INDIFFERENT))


def test_a_jackpot_that_returns_more_than_its_price_is_warned_of() -> None:
    (said,) = (one for one in warnings(SEVEN) if "seven" in one)
    assert said.startswith("pay_tables.seven.A: the player has the edge: Seven: house edge -")
    assert "it favours the player at any meter" in said


def test_a_wager_that_favours_the_player_at_any_meter_is_even_at_any() -> None:
    meter = '[jackpot]\nwager = "jackpot"\n[jackpot.options.A]\npay_table = "A"\n'
    meter += 'meters = [{ seed = 10_000, increment = "15%" }]\n'
    view = checks_view((examined(variant(f'extends = "resorts-world-sentosa"\n{meter}')),))
    (row,) = (line.split() for line in view.text().splitlines() if "196.2217%" in line)
    assert row[-1] == "any"
    assert view.payload()[0]["progressive_wagers"][0]["break_even_meter"]["fraction"] == "-7950"


def test_a_jackpot_by_which_only_a_player_who_never_folds_gains() -> None:
    (said,) = (one for one in warnings(NEVER_FOLDING) if "seven" in one)
    assert said.startswith("pay_tables.seven.A: a player who never folds has the edge: Seven")


def test_a_warning_has_the_file_and_line_of_its_entry(tmp_path: Path) -> None:
    path = written(tmp_path, f"{EXTENDS}\n[pay_tables.pair_plus.A]\nflush = 7\n")
    found = {one.place[-1]: (Path(one.file).name, one.line) for one in load(path).check().warnings}
    lines = (LIBRARY / "crown-melbourne.toml").read_text(encoding="utf-8").splitlines()
    inherited = lines.index('"straight" = 6', lines.index("[pay_tables.pair_plus.A]")) + 1
    assert found == {"A": ("mine.toml", 3), "straight": ("crown-melbourne.toml", inherited)}


def test_a_bet_on_the_higher_hand_has_its_figures() -> None:
    assert "Player B  " in checks_view((examined(variant(TEEN_PATTI)),)).text()


def test_a_game_without_a_base_game_has_no_figures_and_says_what_to_do(tmp_path: Path) -> None:
    text = f'{EXTENDS}[deck]\nsuits = ["clubs", "hearts"]\n[deal]\nseats = 2\n'
    found = load(written(tmp_path, text)).check()
    assert (found.variants, found.jackpots) == ((), ())
    said = str(found.warnings[0])
    assert "extends: pay tables left out: ante_bonus A, B, C; pair_plus A, B, C, D, E, F; such as " in said
    assert said.endswith('write one, or leave it out with without = ["wager.ante_bonus"]')
    assert "extends" in checks_view((found,)).text()


# -- mistakes ----------------------------------------------------------------------------------------


def test_a_missing_or_empty_file_is_a_mistake(tmp_path: Path) -> None:
    (found,), (empty,) = mistakes("nowhere.toml"), mistakes(written(tmp_path, ""))
    assert str(found) == "nowhere.toml: No such file or directory"
    assert "is missing" in str(empty)


# -- other decks ---------------------------------------------------------------------------------------

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("game", ["joker-wild", "joker-bug", "two-decks", "six-suits"])
def test_other_decks_are_sound(game: str) -> None:
    assert load(DATA / f"{game}.toml").check().warnings == ()


def test_an_order_against_the_rarity_of_the_deck_is_odd(tmp_path: Path) -> None:
    """Pitfall 25: with a wild joker three of a kind is rarer than the straight flush that beats it."""
    order = 'order = ["straight flush", "three of a kind", "straight", "flush", "pair", "high card"]'
    text = (DATA / "joker-wild.toml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("order"))
    path = written(tmp_path, text.replace(line, order))
    (found,) = load(path).check().warnings
    assert str(found) == (
        f'{path}:{text.splitlines().index(line) + 1}: ranking.order: "straight flush" ranks above '
        '"three of a kind", though it is more frequent in this deck (148 hands against 130)'
    )


def test_a_category_that_the_deck_does_not_have_is_in_nobodys_way() -> None:
    """Of two suits there is no three of a kind; flushes are more frequent than the pairs below them."""
    two_suits = BARE + '[deck]\nsuits = ["clubs", "spades"]\n'
    (odd,) = (one for one in warnings(two_suits) if "ranks above" in one)
    assert odd == (
        'ranking.order: "flush" ranks above "pair", though it is more frequent in this deck '
        "(548 hands against 312)"
    )


ORDER = [category.value for category in Category]

OWN = game_text(__file__, "a jackpot of its own")


def single(raw: dict[str, Any]) -> Iterator[str]:
    """Give changes of a game that are one mistake each, if they are any."""
    for wager, tables in raw.get("pay_tables", {}).items():
        letter, entry = next(iter(tables.items()))
        line = next(line for line in entry if line not in ("rule", "odds"))
        table = f'[pay_tables.{wager}."{letter}"]\n'
        for wrong in ('"x"', "-1", "[]", '{ meter = "10%" }', '"lose"', "{ money = 3 }"):
            yield f'{table}"{line}" = {wrong}\n'
        yield f'{table}"{line}s" = 3\n'
    for right, wrong in (("100%", "x"), ("20", '"x"'), ("seed = 100", "seed = 0"), ('"jackpot"', '"jackpt"')):
        yield OWN.replace(right, wrong, 1)
    yield f"[ranking]\norder = {ORDER[:5]}\n"
    for order in (ORDER[::-1], [*ORDER[1:], ORDER[0]], [ORDER[0], ORDER[3], ORDER[2], ORDER[1], *ORDER[4:]]):
        yield f"[ranking]\norder = {order}\n"


def several(raw: dict[str, Any]) -> Iterator[str]:
    """Give changes of a game that may be several mistakes."""
    wagers = list(raw["wager"])
    for many in {1, 2, len(wagers) - 1, len(wagers)}:
        for gone in list(combinations(wagers, many))[:4]:
            yield f"without = {[f'wager.{name}' for name in gone]}\n"
    yield from (f"[deal]\nplayer = {cards}\ndealer = {cards}\n" for cards in (2, 4, 5))
    yield "[deal]\nplayer = 4\n"
    yield '[deck]\nranks = "Q K A"\n'
    yield '[deck]\nsuits = ["clubs"]\n'


def entries(raw: object) -> int:
    return sum(1 + entries(one) for one in raw.values()) if isinstance(raw, dict) else 0


def places(raw: object) -> set[tuple[str, ...]]:
    """Return the places of all that a file says, tables and lists gone into."""
    parts = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    return {()} | {(str(key), *place) for key, one in parts for place in places(one)}


def checked(text: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[RulesError, ...]:
    """Return the mistakes of a file, which are among those of loading it, each of an entry that it has."""
    path.write_text(text, encoding="utf-8")
    rounds = 0

    def counted(raw: dict[str, Any]) -> object:
        nonlocal rounds
        rounds += 1
        return rules_file(raw)

    monkeypatch.setattr("combin.design.checking.rules_file", counted)
    found = mistakes(path)
    monkeypatch.undo()
    if not found:
        load_rules(path)
        return ()
    with pytest.raises(RulesError) as refused:
        load_rules(path)
    assert str(refused.value) in map(str, found)
    if not rounds:  # it cannot be read
        return found
    raw = combined(raw_layers(path))
    assert {one.place for one in found} - {refused.value.place} <= places(raw)
    assert rounds <= 2 * entries(raw)
    return found


@pytest.mark.slow
@pytest.mark.few(2)
@pytest.mark.parametrize("game", sorted({*KINDS, "hole-card", "three-card-poker"}))
def test_checking_ends_and_reports_no_more_than_the_mistakes(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = combined(raw_layers(game))
    path = tmp_path / "mine.toml"
    for change in single(raw):
        assert len(checked(f'extends = "{game}"\n{change}', path, monkeypatch)) < 2, change
    for change in several(raw):
        checked(f'extends = "{game}"\n{change}', path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_all_mistakes_are_told_but_what_only_follows_from_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = checked(extending(name, WRONG[name]["+"]), tmp_path / "mine.toml", monkeypatch)
    for one, told in zip(found, WRONG[name]["!"], strict=True):
        said = str(one).removeprefix(f"{tmp_path}/")
        assert said.startswith(told.removesuffix("...")) if told.endswith("...") else said == told
