"""21+3 from other numbers of decks than the game that ships has: what others publish."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combin.exact.pay_lines import line_counts
from combin.formatting import decimal, percent
from combin.rules.resolved import Rules, without_cards
from tests.helpers.variants import analysed, shipped, variant

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


def left(suits: tuple[int, int, int, int]) -> Rules:
    """Return six decks of which so many cards of each suit are left, ranks as even as can be."""
    rules = shipped("twenty-one-plus-three")
    cards = {suit: [card for card in rules.deck.cards if card.suit == suit] for suit in rules.deck.suits}
    dead = []
    for (suit, all_of_suit), kept in zip(cards.items(), suits, strict=True):
        by_round = [one for copy in range(6) for one in all_of_suit[copy::6]]
        dead += by_round[kept:]
        assert len({card.rank for card in by_round[:13]}) == 13, suit
    return without_cards(rules, " ".join(map(str, dead)))


def test_three_of_one_suit_from_six_decks() -> None:
    """Blackjack Info, thread 19853: 303,264 flushes, suited threes of a kind left out, are 6.049165%.

    Tunica Travel, 21+3 Side Bet in Blackjack: 15.47 to 1 against three of one suit.
    """
    rules = shipped("twenty-one-plus-three")
    counts, total = line_counts(rules, rules.tables["bet"]["v6"])
    flushes = counts["flush"] + counts["straight flush"]
    assert (flushes, percent(Fraction(flushes, total), 6)) == (303_264, "6.049165%")
    assert decimal(Fraction(total, flushes + counts["suited three of a kind"]) - 1, 2) == "15.47"


@pytest.mark.parametrize(("suits", "flushes"), [((10, 10, 10, 10), 480), ((15, 10, 10, 5), 705)])
def test_jacobsons_flushes_left_in_forty_cards(suits: tuple[int, int, int, int], flushes: int) -> None:
    """Beating the 21+3 Blackjack Side Bet (and Update #1): suits that are uneven make more flushes."""
    rules = left(suits)
    counts, _ = line_counts(rules, rules.tables["bet"]["flat"])
    assert counts["flush"] + counts["straight flush"] == flushes


def test_a_count_of_red_and_black_turns_long_before_twenty() -> None:
    """Blackjack Info, thread 19853: favourable at a true count of 20. It is so at 8, with three decks left.

    The count is of red cards less black ones that are gone, for each deck that is left.
    """
    assert percent(analysed(left((45, 33, 33, 45)), bet="flat").wagers["bet"].house_edge, 1) == "-1.6%"


def test_one_deck_has_no_suited_three_of_a_kind() -> None:
    rules = variant(f"{GAME}1")
    assert "names no hand of this deck" in str(rules.refused["bet", "v6"])
    paid = 48 + 52 + 720 + 1_096
    assert analysed(rules, bet="flat").wagers["bet"].house_edge == 1 - Fraction(10 * paid, 22_100)
