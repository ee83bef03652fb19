"""Dave Miller Gaming, "Pick A Card, Math & Payouts", davemillergaming.com."""

from __future__ import annotations

import pytest

from combin.exact.decimals import decimal, percent
from combin.exact.side_bets import side_bet
from combin.exact.summary import Distribution
from tests.published.games import pair_plus
from tests.variants import variant


@pytest.mark.parametrize(
    ("odds", "edge", "house_edge"),
    [("40-40-4-4-1", "-0.064796", "6.5%"), ("30-30-5-5-1", "-0.027873", "2.8%")],
)
def test_bonus(odds: str, edge: str, house_edge: str) -> None:
    found = pair_plus(odds).house_edge
    assert decimal(-found, 6) == edge
    assert percent(found, 1) == house_edge


ONE_ACE = (
    "A high",
    "A high flush",
    *(f"{run} {category}" for run in ("A-K-Q", "3-2-A") for category in ("straight", "straight flush")),
    *(f"{rank}-{rank}-A" for rank in "KQJT98765432"),
)


def pick_an_ace(three: int) -> Distribution:
    """Return the results of naming the ace: three of them pay `three`, two pay 10, one pays 3.

    In a rule file that is a line for each kind of hand with one ace. Every other rank is as frequent.
    """
    others = ("straight flush", "three of a kind", "straight", "flush", "pair")
    lines = [f'"three aces" = {three}', '"pair of aces" = 10', *(f'"{hands}" = 3' for hands in ONE_ACE)]
    lines += [f'"{category}" = "lose"' for category in others]
    text = 'extends = "resorts-world-sentosa"\n[pay_tables.pair_plus.pick]\n' + "\n".join(lines)
    rules = variant(text)
    return side_bet(rules, rules.tables["pair_plus"]["pick"]).distribution


@pytest.mark.parametrize(
    ("three", "edge", "house_edge"), [(40, "-0.032579", "3.3%"), (100, "-0.021719", "2.2%")]
)
def test_pick_a_card(three: int, edge: str, house_edge: str) -> None:
    found = pick_an_ace(three).house_edge
    assert decimal(-found, 6) == edge
    assert percent(found, 1) == house_edge
