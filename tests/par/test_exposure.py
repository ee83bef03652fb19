from __future__ import annotations

import pytest

from combin.par.book import Book
from combin.par.round_sheets import highest_of_any_play
from tests.variants import analysed, shipped, variant

RAISES = 'extends = "crown-melbourne"\n[decision]\nplay = [1, 4]\n[dealer]\nqualifies = "pair"\n'


def test_a_decision_that_is_never_taken_could_cost_more() -> None:
    one = analysed(variant(RAISES))
    assert highest_of_any_play(one.game) == 1 + 4 + 5
    usual = analysed(shipped("crown-melbourne"))
    assert highest_of_any_play(usual.game) == usual.wagers["ante"].outcomes[-1][0] == 7
    timid = analysed(variant(RAISES), "Q-6-4")
    assert timid.wagers["ante"].outcomes[-1][0] == 7 < highest_of_any_play(timid.game)


@pytest.mark.slow
def test_the_sheet_says_so() -> None:
    for play, note in (
        (None, "No other decision of the player's can cost the house more than those of this PAR sheet."),
        ("Q-6-4", "Decided otherwise, a hand could gain up to 10 units of the Ante."),
    ):
        book = Book.of(variant(RAISES), {}, play)
        (sheet,) = (one for one in book.written.sheets if one.name == "Limits")
        beginnings = "No other decision", "Decided otherwise"
        assert [
            text for cell in sheet.cells.values() if (text := str(cell.value)).startswith(beginnings)
        ] == [note]
