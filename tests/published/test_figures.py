"""Every published figure that ships, each a test named after its source: does it come out as it is recorded?

What comes out is right to the digits printed, unless it is listed here: with the exact value that stands in
its place, as a separate enumeration has it as well.
"""

from __future__ import annotations

from functools import cache

import pytest

from combin.audit.verdict import Judged, Verdict
from combin.figures.judged import FIGURES, JudgedFigure, games_with_figures, judged_figures
from combin.rules.load import library_games, read_toml

DIFFERS = {
    "freq3-bonus-824": ["820", "3.7104%"],
    "freq3-deal-pairs-bad": ["407170400"],
    "ante-part": ["2.168556%"],
    "mimic-eor-grochowski": ["2.0338%"],
    "ante-goodgamblingguide": ["2.0338%"],
    "pp-ma-floor": ["12.796380%"],
    "pp-oceans11-gain": ["2.8959%"],
    "six-1023": ["10.2248%"],
    "prog-breakeven-b": ["13600"],
    "prog-edge-b": ["38.9140%"],
    "faceup-raise": ["74.7489%", "0.7474891"],
    "u3cp-strategy": ["0.3867% of deals"],
    "tp2020-total": ["203359936", "203359936", "407170400"],
    "tppro-win": ["0.49944676", "450528"],
}
"""Figures that differ, with the exact value of each number that does."""

READINGS = {
    "ev-q64-woo": "with three suits",
    "ev-spec-k32": "with last two cards of one suit",
    "ev-spec-q72": "with last two cards of one suit",
    "ev-spec-q65": "with last two cards of one suit",
    "ev-spec-q64": "with last two cards of one suit",
    "ev-spec-q63": "with last two cards of one suit",
    "ev-spec-q54": "with last two cards of one suit",
}
"""Figures that are true of some hands of those that they are printed for."""

OPEN = {
    "six-range": "",
    "mm-table": "0.180981 0.187366 0.191197",
    "prog-v2a": "10080",
    "tp2020-pairplus": "0.069140",
    "florida-rules": "0.086580",
    "pprimerules": "",
}
"""Figures that a source leaves out, with what they are."""

CUT_OFF = {"edgesort-1": "1.83781%"}
"""Figures whose last digit is cut off, not rounded."""

RECORDED = (
    dict.fromkeys(DIFFERS, Verdict.DIFFERS)
    | dict.fromkeys(READINGS, Verdict.READING)
    | dict.fromkeys(OPEN, Verdict.NOT_CHECKABLE)
    | dict.fromkeys(CUT_OFF, Verdict.CUT_OFF)
)


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


def shown(one: Judged) -> str:
    return one.decimal or one.exact


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"), [pytest.param(game, name, id=f"{source}: {name}") for game, name, source in listed()]
)
def test_figure(game: str, name: str) -> None:
    found = judged(game)[name]
    right = (Verdict.EXACT, Verdict.ROUNDS)
    others = [one for one in found.numbers if one.verdict not in right]
    assert {one.verdict for one in others} == ({RECORDED[name]} if name in RECORDED else set())
    if name in DIFFERS:
        assert len(others) == len(DIFFERS[name])
        assert all(shown(one).startswith(exact) for one, exact in zip(others, DIFFERS[name], strict=True))
        assert found.remark
    if name in READINGS:
        assert [one.reason for one in others] == [READINGS[name]]
    if name in OPEN | CUT_OFF:
        assert " ".join(map(shown, others)) == (OPEN | CUT_OFF)[name]


def test_there_are_161_figures_each_once() -> None:
    names = [name for _, name, _ in listed()]
    assert len(names) == len(set(names)) == 161
    assert set(RECORDED) <= set(names)


def test_every_game_with_figures_ships() -> None:
    assert set(games_with_figures()) <= set(library_games())
