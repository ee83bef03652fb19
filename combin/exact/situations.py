"""Everything that a player can face in a game: his hand, and what he sees of the dealer's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.exact.face_up import face_up_matchups
from combin.exact.matchups import Matchup, matchups
from combin.isomorphism import by_suit, hand_classes, hand_classes_by_suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.rules.rules import Rules

__all__ = ["situations"]


def situations(
    rules: Rules, known: Sequence[Matchup] | None = None, *, suits: bool = False
) -> tuple[Matchup, ...]:
    """Return a matchup for every suit class of hands, and for everything that is seen of the dealer's card.

    Args:
        rules: the game.
        known: the same where suits are not told apart, if the caller has them already.
        suits: whether hands of one suit are told apart by which suit it is.
    """
    cases, ranking = len(rules.cases), rules.ranking
    if rules.file.deal.face_up:
        if known is not None and not suits:
            return tuple(known)
        classes = (hand_classes_by_suit if suits else hand_classes)(ranking)
        return face_up_matchups(ranking, rules.qualifies, cases, classes, rules.sees)
    found = tuple(known) if known is not None else matchups(ranking, rules.qualifies, cases)
    if not suits:
        return found
    return tuple(Matchup(hand, one.counts) for one in found for hand in by_suit(one.hand, ranking))
