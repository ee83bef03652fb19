"""Everything that a player can face in a game: his hand, and what he sees of the dealer's."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from combin.exact.matchups import Matchup, Situations, matchups
from combin.isomorphism import by_suit, hand_classes, hand_classes_by_suit

if TYPE_CHECKING:
    from combin.ranking import Ranking
    from combin.rules.rules import Rules

__all__ = ["situations"]


def situations(rules: Rules, *, suits: bool = False) -> Situations:
    """Return a matchup for every suit class of hands, and for everything that is seen of the dealer's card.

    Games that differ in pays alone get the same ones.

    Args:
        rules: the game.
        suits: whether hands of one suit are told apart by which suit it is.
    """
    if rules.file.deal.face_up:
        from combin.exact.face_up import face_up_situations

        classes = (hand_classes_by_suit if suits else hand_classes)(rules.ranking)
        return face_up_situations(rules.ranking, rules.qualifies, len(rules.cases), classes, rules.sees)
    return _face_down(rules.ranking, rules.qualifies, len(rules.cases), suits=suits)


@lru_cache(maxsize=16)
def _face_down(ranking: Ranking, qualifies: int, cases: int, *, suits: bool) -> Situations:
    found = matchups(ranking, qualifies, cases)
    if not suits:
        return Situations(found)
    return Situations([Matchup(hand, one.counts) for one in found for hand in by_suit(one.hand, ranking)])
