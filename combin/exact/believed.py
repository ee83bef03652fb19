"""What a player does who takes the pack that he is dealt from for another."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from combin.cards.suit_classes import by_suit, hands_alike
from combin.exact.base_game import FOLD
from combin.exact.strategy import Strategy, best_strategy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combin.aliases import Integers
    from combin.cards.cards import Deck
    from combin.cards.ranking import Category
    from combin.cards.suit_classes import HandClass
    from combin.exact.base_game import BaseGame
    from combin.exact.matchups import Matchup
    from combin.rules.resolved import Rules
    from combin.rules.sights import Sights

_NAME = "as with a whole pack"


def usual_strategy(rules: Rules, letters: Mapping[str, str]) -> Strategy:
    """Return how a player plays at his best: by the pack that he believes in, where that is another."""
    best = best_strategy(rules, letters)
    return best if rules.believed is None else as_believed(usual_strategy(rules.believed, letters), best.game)


def as_believed(strategy: Strategy, game: BaseGame) -> Strategy:
    """Return what a player does who takes a pack for another: he decides by that one's strategy.

    Args:
        strategy: that of the pack that he believes in.
        game: the base game with the pack that he is dealt from; of a hand that he does not believe in, such
            as one with a card twice, he thinks as of the best one of its category that is no better.
    """
    if game.rules.sights is not None:
        return Strategy(_NAME, game, _beside_sights(strategy, game))
    deck, known = strategy.game.rules.deck, dict[object, int]()
    by_category: dict[Category, list[tuple[tuple[int, ...], int]]] = {}
    for situation, decision in strategy:
        one = situation.hand
        by_category.setdefault(one.strength.category, []).append((one.strength.ranks, decision))
        for alike in by_suit(one, strategy.game.rules.ranking) if deck.regular else hands_alike(one, deck):
            known[_key(alike, deck)] = decision
    decisions = []
    for situation in game.matchups:
        one, believed = situation.hand, _key(situation.hand, game.rules.deck, deck)
        if believed not in known:
            rows = [row for row in by_category.get(one.strength.category, ()) if row[0] <= one.strength.ranks]
            known[believed] = max(rows)[1] if rows else FOLD
        decisions.append(known[believed])
    return Strategy(_NAME, game, tuple(decisions))


def _key(hand: HandClass, deck: Deck, believed: Deck | None = None) -> object:
    """Return what a hand is called by one who believes in a pack: itself, or what its class goes by."""
    if not (believed or deck).regular:
        return tuple(sorted(str(deck.cards[card]) for card in hand.cards))
    return hand.strength.category, hand.strength.ranks, hand.pattern, hand.suit


# -- beside what is seen of the dealer's cards -----------------------------------------------------------


def _beside_sights(strategy: Strategy, game: BaseGame) -> tuple[int, ...]:
    """Return what is decided in each situation of a game in which both packs have sights.

    A hand that he does not believe in beside what he sees goes as the best one of its category that is no
    better, beside what is called the same.
    """
    import numpy as np

    every = [_deals_as_numbers(strategy.game, swap) for swap in _sights(strategy.game).swaps]
    keys = np.concatenate([keys for _, keys in every])
    decided = np.array(strategy.decisions)[np.concatenate([rows for rows, _ in every])]
    order = np.argsort(keys, kind="stable")
    keys, decided = keys[order], decided[order]
    _, wanted = _deals_as_numbers(game, _sights(game).swaps[0])
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found: list[int] = decided[places].tolist()
    if len(unknown := np.flatnonzero(keys[places] != wanted)):
        rows = defaultdict[object, list[tuple[tuple[int, ...], int]]](list)
        for situation, decision in strategy:
            rows[_called(situation, strategy.game)].append((situation.hand.strength.ranks, decision))
        for index in unknown.tolist():
            situation = game.matchups[index]
            lower = [row for row in rows[_called(situation, game)] if row[0] <= situation.hand.strength.ranks]
            found[index] = max(lower)[1] if lower else FOLD
    return tuple(found)


def _sights(game: BaseGame) -> Sights:
    if game.rules.sights is None:
        msg = "nothing is seen"
        raise TypeError(msg)
    return game.rules.sights


def _called(situation: Matchup, game: BaseGame) -> object:
    """Return what a hand and what is seen beside it are called."""
    heading = None if situation.seen is None else _sights(game).headings[situation.seen.group]
    return situation.hand.strength.category, heading


def _deals_as_numbers(game: BaseGame, swap: Sequence[int]) -> tuple[Integers, Integers]:
    """Return situations, and of each a number for its hand and what is seen once suits have changed places.

    Both packs have the same numbers. Classes that are split by suit have none but their own.
    """
    import numpy as np

    from combin.exact.observed import Sighted, observed

    deck, sights, arrays = game.rules.deck, _sights(game), game.matchups.arrays
    kinds = np.array(deck.rank_of) * (len(swap) + 1) + np.array([*swap, len(swap)])[np.array(deck.suit_of)]
    held = np.sort(kinds[np.array([one.cards for one in arrays.classes])], axis=1)
    hands = held @ (1 << _BITS * np.arange(3))
    whole = [one.suit is None or list(swap) == sorted(swap) for one in arrays.classes]
    rows = np.flatnonzero(np.array(whole)[arrays.numbers])
    seen = sights.moved(swap)[np.array(observed(game.matchups, Sighted).sight)[rows]]
    return rows, (hands[arrays.numbers[rows]] << 3 * _BITS) + sights.codes[seen]


_BITS = 10
"""How many bits hold a kind of card, as those of `Sights.codes` do."""
