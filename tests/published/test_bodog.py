"""Bodog, "When to raise or fold in Tri-Card Poker"."""

from __future__ import annotations

from combin.exact.decimals import percent
from tests.published.games import ante


def test_house_edge_under_q_6_4() -> None:
    assert percent(ante(strategy="Q-6-4").wagers["ante"].house_edge, 2) == "3.37%"
