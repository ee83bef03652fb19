"""The games that ship as others describe them: every entry says where it was found."""

from __future__ import annotations

import pytest

from combin.rules.load import LIBRARY, extended, library_games, load_rules, read_toml

DESCRIBED = [
    game
    for game in library_games()
    if read_toml(LIBRARY / f"{game}.toml").get("source", {}).get("kind") == "description"
]


def cited(entry: object) -> bool:
    """Tell whether an entry, or every part of it, has a citation."""
    if not isinstance(entry, dict):
        return False
    return bool(entry.get("rule")) or (bool(entry) and all(map(cited, entry.values())))


@pytest.mark.parametrize("game", DESCRIBED)
def test_every_entry_cites_a_source(game: str) -> None:
    raw = read_toml(LIBRARY / f"{game}.toml")
    parts: dict[str, object] = {
        name: raw[name] for name in ("deck", "deal", "ranking", "dealer", "decision") if name in raw
    }
    parts |= {f"wager.{name}": wager for name, wager in raw.get("wager", {}).items()}
    parts |= {
        f"pay_tables.{wager}.{letter}": table
        for wager, tables in raw.get("pay_tables", {}).items()
        for letter, table in tables.items()
    }
    assert parts
    assert [name for name, entry in parts.items() if not cited(entry)] == []


@pytest.mark.parametrize("game", DESCRIBED)
def test_every_game_names_its_source(game: str) -> None:
    source = load_rules(game).file.source
    assert source.document
    assert source.publisher


def test_a_study_is_the_standard_game_but_for_what_is_seen() -> None:
    standard = load_rules("three-card-poker").file
    kept = ("ante", "play", "ante_bonus", "pair_plus")
    for game in ("hole-card", "hole-card-paint", "edge-sorting"):
        study = load_rules(game).file
        assert study.wager == {name: standard.wager[name] for name in kept}
        assert study.pay_tables == {name: standard.pay_tables[name] for name in kept[2:]}
        assert study.ranking == standard.ranking
        assert (study.deal.face_up, standard.deal.face_up) == (1, 0)
    assert extended("hole-card-paint") == "hole-card"
