"""Combinations of a sweep analysed each by itself, from its rule file, for comparison."""

from __future__ import annotations

from collections.abc import Sequence

from combin.design.variants import read_setting
from combin.exact.analysis import analyse
from combin.rules.load import load_rules
from combin.rules.resolved import Rules
from combin.sweeps.sweep import Job, Point


def slowly(point: Point) -> None:
    """Compare one combination with the analysis of its game by itself."""
    found = point.variant
    (whole,) = analyse(Rules(found.rules.file), [found.letters])
    assert dict(found.wagers) == whole.wagers
    assert found.statement == whole.statement.text
    assert found.hands_played == whole.strategy.hands_played
    assert found.play_rate == whole.strategy.play_rate
    assert found.decisions == whole.strategy.decisions


def analyse_some(settings: Sequence[str], number: int) -> None:
    """Compare some combinations of Crown's game, evenly spread."""
    job = Job(load_rules("crown-melbourne"), dict(map(read_setting, settings)))
    for place in range(0, len(job), len(job) // number):
        slowly(*job.worked_out(range(place, place + 1)).points)
