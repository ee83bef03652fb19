"""Situations with a card seen, worked out row by row: those that arrays give."""

from __future__ import annotations

import pytest

from combin.cards.suit_classes import hand_classes
from combin.exact.face_up import face_up_situations
from combin.exact.face_up_by_rows import face_up_rows
from tests.decks import ranking_of
from tests.exact.test_face_up import SMALL


@pytest.mark.parametrize("cases", [4, 6])
@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_rows_are_those_of_the_arrays(name: str, told: bool, cases: int) -> None:
    ranking = ranking_of(SMALL[name][0])
    ranks = range(len(ranking.deck.ranks))
    groups = (frozenset(ranks[2:]), frozenset(ranks[:2])) if told else ()
    asked = ranking, len(ranking.strengths) // 2, cases, hand_classes(ranking), groups
    rows, arrays = face_up_rows(*asked), face_up_situations(*asked)
    assert list(rows) == list(arrays)
    assert list(rows.numbers) == list(arrays.numbers)
    assert rows.cards == arrays.cards
    assert list(rows.spans()) == list(arrays.spans())
