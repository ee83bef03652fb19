"""What a player can face, counted anew or from what the caller has counted already."""

from __future__ import annotations

import pytest

from combin.exact.situations import situations
from tests.variants import shipped

GAMES = ("crown-melbourne", "face-up-three-card-poker")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_known_already_is_not_counted_again_but_split_by_suit(game: str) -> None:
    rules = shipped(game)
    known = situations(rules)
    assert {one.seen is not None for one in known} == {bool(rules.file.deal.face_up)}
    assert known.by_arrays == bool(rules.file.deal.face_up)
    assert situations(rules) is known
    split = situations(rules, suits=True)
    assert len(split) > len(known)
    assert sum(one.weight for one in split) == sum(one.weight for one in known)
