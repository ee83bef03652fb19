"""Ordinary mistakes of files that extend a game: checking ends, and reports what loading does and no more."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from combin.cards.ranking import Category
from combin.design.checking import mistakes
from combin.rules.errors import RulesError
from combin.rules.load import combined, library_games, load_rules, raw_layers
from combin.rules.spelling import rules_file

if TYPE_CHECKING:
    from collections.abc import Iterator

ORDER = [category.value for category in Category]
OWN = """[wager.mine]
name = "Mine"
settles = "jackpot"
hand = "player"
on_fold = "stays"
[pay_tables.mine.A]
"straight flush" = { meter = "100%" }
"three of a kind" = 20
[jackpots.mine.options.A]
pay_table = "A"
meters = [{ seed = 100, increment = "5%" }]
"""


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
    raw = combined(raw_layers(path))
    assert {one.place for one in found} - {refused.value.place} <= places(raw)
    assert rounds <= 2 * entries(raw)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", library_games())
def test_checking_ends_and_reports_no_more_than_the_mistakes(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = combined(raw_layers(game))
    path = tmp_path / "mine.toml"
    for change in single(raw):
        assert len(checked(f'extends = "{game}"\n{change}', path, monkeypatch)) < 2, change
    for change in several(raw):
        checked(f'extends = "{game}"\n{change}', path, monkeypatch)


NO_GAME = ("wager",), "a game needs one initial wager against the dealer"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'extends = "three-card-poker"\nwithout = ["wager.ante", "wager.play"]\n',
            [(("wager", "ante_bonus", "on"), '"ante" is no wager against the dealer')],
        ),
        (
            (
                'extends = "three-card-poker"\nwithout = ["wager.ante", "wager.play", "wager.ante_bonus", '
                '"wager.pair_plus", "wager.millionaire_maker", "wager.progressive", "wager.six_card_bonus"]\n'
            ),
            [NO_GAME],
        ),
        (
            'extends = "crown-melbourne"\n[deal]\nplayer = 4\ndealer = 4\n',
            [(("wager", "jackpot", "hand"), "for hands of three cards alone, and 4 are dealt")],
        ),
        (
            'extends = "three-card-poker"\n[deal]\nplayer = 4\ndealer = 4\n',
            [
                (("wager", "six_card_bonus", "hand"), "for hands of three cards alone"),
                (("wager", "millionaire_maker", "hand"), "for hands of three cards alone"),
            ],
        ),
        (
            f'extends = "crown-melbourne"\n{OWN.replace("100%", "x")}',
            [(("pay_tables", "mine", "A", "straight flush", "meter"), '"x"')],
        ),
        (
            'extends = "pick-a-card"\n[deck]\nranks = "Q K A"\n[pay_tables.pick.1]\n"three aces" = "x"\n',
            [
                (("pay_tables", "pick", "1", "three aces"), '"x"'),
                (("pay_tables", "pick", "1", "3-2-A straight flush"), "'3' is not a rank of this deck"),
            ],
        ),
        (
            'extends = "crown-melbourne"\n[wager.ante_bonus]\nsettles = "pay tabl"\nhand = "dealer"\n',
            [(("wager", "ante_bonus", "settles"), '"pay tabl" is not known')],
        ),
    ],
)
def test_what_only_follows_from_a_mistake_is_not_reported(
    text: str, told: list[tuple[tuple[str, ...], str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = checked(text, tmp_path / "mine.toml", monkeypatch)
    assert [one.place for one in found] == [place for place, _ in told]
    for one, (_, problem) in zip(found, told, strict=True):
        assert problem in one.problem


def test_the_lines_of_the_file_come_before_what_it_inherits(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "crown-melbourne"\n[deck]\nranks = "23456789"\n[pay_tables.pair_plus.A]\npair = "x"\n',
        encoding="utf-8",
    )
    assert [(one.line, one.place) for one in mistakes(path)] == [
        (5, ("pay_tables", "pair_plus", "A", "pair")),
        (1, ("dealer", "qualifies")),
    ]
