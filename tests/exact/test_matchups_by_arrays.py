"""Matchups counted for all hands together, against those counted one by one."""

from __future__ import annotations

import pytest

from combin.exact.matchups import matchups
from combin.exact.matchups_by_arrays import situations_by_arrays
from combin.exact.situations import situations
from tests.decks import DECKS, ranking_of
from tests.exact.test_matchups import GAMES, SMALL
from tests.variants import shipped

RANKINGS = {name: ranking_of(plain) for name, plain in (GAMES | SMALL | DECKS).items()}


@pytest.mark.parametrize("name", RANKINGS)
def test_matchups_are_those_that_are_counted_one_by_one(name: str) -> None:
    ranking = RANKINGS[name]
    levels = len(ranking.strengths)
    for qualifies in (0, 1, levels // 3, levels - 1):
        for cases in (4, 6):
            assert situations_by_arrays(ranking, qualifies, cases) == matchups(ranking, qualifies, cases)


@pytest.mark.parametrize("suits", [False, True])
def test_situations_are_the_same_by_arrays(suits: bool) -> None:
    rules = shipped("three-card-poker")
    one_by_one, together = (situations(rules, suits=suits, by_arrays=by) for by in (False, True))
    assert list(together) == list(one_by_one)
    assert (one_by_one.by_arrays, together.by_arrays) == (False, True)
    assert {one.hand.suit for one in together} == ({None, 0, 1, 2, 3} if suits else {None})


@pytest.mark.parametrize("game", ["three-card-poker-two-decks", "three-card-poker-joker"])
def test_equal_cards_and_jokers_are_counted_one_by_one(game: str) -> None:
    rules = shipped(game)
    assert list(situations(rules, by_arrays=True)) == list(situations(rules))
