"""Every published figure that ships, each a test named after its source: does it come out as it is recorded?

What comes out is right to the digits printed, unless `figures.txt` lists it: with the verdict, and what is in
the place of each of its numbers.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from combin.audit.verdict import Verdict
from combin.figures.judged import FIGURES, JudgedFigure, games_with_figures, judged_figures
from combin.rules.load import library_games, read_toml
from tests.helpers.texts import table_rows

RECORDED = {
    name: (verdict, said) for name, verdict, *said in table_rows(Path(__file__).with_name("figures.txt"))
}


def listed() -> list[tuple[str, str, str]]:
    """Return the game, id and source of every figure, without working any of them out."""
    found = []
    for game in games_with_figures():
        raw = read_toml(FIGURES / f"{game}.toml")
        found += [(game, one["id"], raw["sources"][one["source"]]) for one in raw["figure"]]
    return found


@cache
def judged(game: str) -> dict[str, JudgedFigure]:
    return {one.id: one for one in judged_figures([game])}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"), [pytest.param(game, name, id=f"{source}: {name}") for game, name, source in listed()]
)
def test_figure(game: str, name: str) -> None:
    found = judged(game)[name]
    others = [one for one in found.numbers if one.verdict not in (Verdict.EXACT, Verdict.ROUNDS)]
    verdict, said = RECORDED.get(name, ("", []))
    assert {one.verdict.value for one in others} == ({verdict} - {""})
    reading = verdict == Verdict.READING.value
    shown = [one.reason if reading else one.decimal or one.exact for one in others]
    assert len(said) == len([one for one in shown if one])
    assert all(one.startswith(exact) for one, exact in zip(shown, said, strict=False))
    assert found.remark or verdict != Verdict.DIFFERS.value


def test_there_are_161_figures_each_once() -> None:
    names = [name for _, name, _ in listed()]
    assert len(names) == len(set(names)) == 161
    assert len(RECORDED) == 28
    assert RECORDED.keys() <= set(names)


def test_every_game_with_figures_ships() -> None:
    assert set(games_with_figures()) <= set(library_games())
