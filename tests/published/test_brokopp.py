"""John G. Brokopp, Poker Corner, "Three Card Poker is easy, fun and a good bet"."""

from __future__ import annotations

import pytest

from combin.exact.decimals import percent
from tests.published.games import ante


@pytest.mark.parametrize(("bonus", "element_of_risk"), [("5-4-1", "2.01%"), ("5-3-1", "2.16%")])
def test_house_edge_of_all_that_is_wagered(bonus: str, element_of_risk: str) -> None:
    assert percent(ante(bonus).wagers["ante"].element_of_risk, 2) == element_of_risk
