"""21+3 from other numbers of decks than the game that ships has: what others publish."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.decimals import decimal, percent
from combin.exact.pay_lines import line_counts
from tests.variants import analysed, variant

GAME = 'extends = "twenty-one-plus-three"\nid = "other"\ntitle = "21+3"\n[deck]\ndecks = '


@pytest.mark.parametrize(("decks", "edge"), [(4, "8.78%"), (5, "7.81%")])
def test_a_public_page_on_version_6(decks: int, edge: str) -> None:
    """inedirin1975.netlify.app/21-3-side-bet, which repeats a public 21+3 page."""
    assert percent(analysed(variant(f"{GAME}{decks}"), bet="v6").wagers["bet"].house_edge, 2) == edge


def test_wizard_of_odds_on_eight_decks_in_the_wizard_of_vegas_forum() -> None:
    """Thread 33881: combinations, probability and part of the return, version 6."""
    rules = variant(f"{GAME}8")
    counts, total = line_counts(rules, rules.tables["bet"]["v6"])
    assert total == 11_912_160
    suited, straight_flush = (counts[text] for text in ("suited three of a kind", "straight flush"))
    assert (suited, straight_flush) == (2_912, 24_576)
    chances = [Fraction(suited, total), Fraction(straight_flush, total)]
    assert [decimal(chance, 6) for chance in chances] == ["0.000244", "0.002063"]
    parts = [Fraction(suited * 100, total), Fraction(straight_flush * 40, total)]
    assert [decimal(part, 6) for part in parts] == ["0.024446", "0.082524"]


def test_one_deck_has_no_suited_three_of_a_kind() -> None:
    rules = variant(f"{GAME}1")
    assert "names no hand of this deck" in str(rules.refused["bet", "v6"])
    paid = 48 + 52 + 720 + 1_096
    assert analysed(rules, bet="flat").wagers["bet"].house_edge == 1 - Fraction(10 * paid, 22_100)
