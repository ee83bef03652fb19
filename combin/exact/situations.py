"""Everything that a player can face in a game: his hand, and what he sees of the dealer's."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from combin.cards.suit_classes import by_suit, classes_of_odd_deck, hand_classes, hand_classes_by_suit
from combin.exact.matchups import Situation, Situations, matchups, sieve_of_threes
from combin.rules.sights import Tells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass
    from combin.exact.matchups import Sieve, SieveOfKinds
    from combin.exact.other_sizes import SieveOfSets
    from combin.rules.resolved import Rules
    from combin.rules.sights import Sights


def situations(rules: Rules, *, suits: bool = False, by_arrays: bool = False) -> Situations:
    """Return a situation for every suit class of hands, and for everything that is seen of the dealer's card.

    Games that differ in pays alone get the same ones.

    Args:
        rules: the game.
        suits: whether hands of one suit are told apart by which suit it is.
        by_arrays: whether to count all together, and to look at them so, which pays for many games.
    """
    if rules.sights is not None:
        from combin.exact.situations_by_arrays import sighted_situations

        classes = classes_seen_by(rules, suits=suits)
        return sighted_situations(rules.sights, rules.qualifies, len(rules.cases), classes)
    if rules.file.deal.face_up:
        classes = (hand_classes_by_suit if suits else hand_classes)(rules.ranking)
        seen = rules.ranking, rules.qualifies, len(rules.cases), classes, rules.sees
        if find_spec("numpy") is None:
            from combin.exact.face_up_by_rows import face_up_rows

            return face_up_rows(*seen)
        from combin.exact.face_up import face_up_situations

        return face_up_situations(*seen)
    return _face_down(rules.ranking, rules.qualifies, len(rules.cases), suits=suits, by_arrays=by_arrays)


def classes_seen_by(rules: Rules, *, suits: bool = False) -> tuple[HandClass, ...]:
    """Return the classes of the player's hands, finer where a sight tells suits apart."""
    sights = rules.sights
    if sights is not None and sights.tells in (Tells.SUIT, Tells.COLOUR):
        return _classes_by_sights(sights)
    return (hand_classes_by_suit if suits else hand_classes)(rules.ranking)


@lru_cache(maxsize=4)
def _classes_by_sights(sights: Sights) -> tuple[HandClass, ...]:
    return classes_of_odd_deck(sights.ranking, sights.swaps)


@lru_cache(maxsize=16)
def _face_down(ranking: Ranking, qualifies: int, cases: int, *, suits: bool, by_arrays: bool) -> Situations:
    if by_arrays and ranking.deck.single and ranking.dealt == 3:
        from combin.exact.situations_by_arrays import situations_by_arrays

        found = situations_by_arrays(ranking, qualifies, cases)
    else:
        found = matchups_of(ranking, qualifies, cases)
    if suits:
        found = tuple(Situation(hand, one.counts) for one in found for hand in by_suit(one.hand, ranking))
    return Situations(found, by_arrays=by_arrays)


def matchups_of(ranking: Ranking, qualifies: int = 0, cases: int = 4) -> tuple[Situation, ...]:
    """Return what `matchups` does, for hands of any size."""
    if ranking.dealt == 3:
        return matchups(ranking, qualifies, cases)
    from combin.exact.other_sizes import matchups_of_sets

    return matchups_of_sets(ranking, qualifies, cases)


def sieve_of(ranking: Ranking) -> tuple[Sieve | SieveOfKinds | SieveOfSets, Sequence[Any]]:
    """Return what `sieve_of_threes` does, for hands of any size."""
    if ranking.dealt == 3:
        return sieve_of_threes(ranking)
    from combin.exact.other_sizes import SieveOfSets, hands_by_level

    return SieveOfSets(len(ranking.deck), ranking.dealt), hands_by_level(ranking)
