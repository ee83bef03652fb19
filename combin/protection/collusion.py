"""What the cards of neighbours are worth to a player who is shown them before he decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from math import comb
from typing import ClassVar, NamedTuple

import numpy as np
from msgspec import Struct

from combin.aliases import Integers
from combin.answers import Answer
from combin.cards.ranking import Strength
from combin.cards.suit_classes import HandClass
from combin.exact.analysis import choices
from combin.exact.base_game import FOLD, BaseGame, base_game
from combin.processes import shared
from combin.protection.dead_sets import (
    Margins,
    ResultTerms,
    all_sets,
    dealer_terms,
    decision_terms,
    refuse_other_games,
)
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules

_PIECES = 240  # the parts into which all classes of hands are split, for two processes


class Signal(Struct, frozen=True):
    """A count that neighbours give, of their cards of the `lowest` rank (a rank index) and above.

    `house_edge` is exact when the player decides at his best by it and by his own hand; hands that are far
    from another decision, whatever one neighbour holds, keep theirs.
    """

    lowest: int
    house_edge: Fraction


class Neighbours(Struct, frozen=True):
    """The exact edge when the cards of N neighbours are known before the decision, with their best use.

    `house_edge` is None where there are too many sets of cards to visit; the edge by the `signal` is an
    upper end of it then.
    """

    seen: int
    house_edge: Fraction | None
    signal: Signal


class Collusion(Answer, Struct, frozen=True):
    """The house edge by the number of neighbours who show their cards, from none on, and who give a signal.

    `letters` are the pay tables; `changed` is the part of all pairs of hands in which one neighbour's cards
    change the decision.
    """

    shown_by: ClassVar[str] = "combin.protection.views:collusion_view"

    rules: Rules
    letters: Mapping[str, str]
    neighbours: tuple[Neighbours, ...]
    changed: Fraction

    @property
    def house_edge(self) -> Fraction:
        """The edge without neighbours' cards."""
        return self.neighbours[0].signal.house_edge

    def gain(self, place: int) -> Fraction | None:
        """The gain by the cards of N neighbours, per unit of the initial wager; None where not known."""
        edge = self.neighbours[place].house_edge
        return None if edge is None else self.house_edge - edge

    def share(self, place: int) -> Fraction | None:
        """The part of that gain that the simple signal brings; None where there is none to share."""
        gain = self.gain(place)
        return (self.house_edge - self.neighbours[place].signal.house_edge) / gain if gain else None


def collusion(
    rules: Rules,
    letters: Mapping[str, str],
    seats: int = 7,
    *,
    exact: int | None = None,
) -> Collusion:
    """What the cards of 0, 1, ... other seats are worth to one player.

    All edges are exact: with all cards of none, one and two, and by a count of the high ones among those of
    any number. The work is shared with a second process.

    The game is dealt from one deck without jokers, and no card of the dealer's is seen. `exact` is of how
    many neighbours all cards are known at most, by default of 2, but in a deck of more than 52 cards of 1.

    The slow equivalent visits the neighbours' hands beside each hand of the player and the dealer.
    """
    if unknown := set(letters).difference(rules.base_tables):
        raise RulesError((min(unknown),), f"neighbours' cards are worked out for {rules.base_name} alone")
    chosen = choices(rules, letters, rules.base_tables)[0]
    refuse_other_games(rules, "neighbours' cards")
    rules.require_decision()
    most = len(rules.deck) // 3 - 1
    if not 1 <= seats <= most:
        raise RulesError((), f"{seats} seats: 1 to {most} can be dealt to from {len(rules.deck)} cards")
    if exact is None:
        exact = 2 if len(rules.deck) <= 52 else 1
    game = base_game(rules, chosen)
    others, exact = max(seats - 1, 1), 2 if seats > 2 and exact >= 2 else 1
    places = range(len(game.matchups.classes))
    pieces = [places[start::_PIECES] for start in range(min(_PIECES, len(places)))]
    walks = shared([partial(_walk, game, piece, others, exact) for piece in pieces])
    walked = [walks[place % len(walks)][place // len(walks)] for place in places]
    table = _Table(game, others, walked)
    neighbours = tuple(
        Neighbours(seen, table.edge_of_all(seen) if seen <= exact else None, signal)
        for seen, signal in enumerate(table.signals()[:seats])
    )
    changed = Fraction(sum(one.changed for one in walked), comb(table.size, 3) * table.deals(0))
    return Collusion(rules, chosen, neighbours, changed)


class _Walked(NamedTuple):
    """What sets of neighbours' cards do to the hands of a class.

    `every` is what the usual decision nets over all dealer hands; `gained` what the cards of one neighbour
    gain over all sets of them and all dealer hands left, and of two; `changed` in how many sets of one the
    decision changes. `near` is whether cards of all neighbours may change it.
    """

    every: int
    gained: tuple[int, ...]
    changed: int
    near: bool


def _walk(game: BaseGame, places: Iterable[int], others: int, exact: int) -> list[_Walked]:
    """Go through the cards of one neighbour, or of two, beside a hand of each class that they may change."""
    size, found, classes = len(game.rules.deck), [], game.matchups.classes
    for place in places:
        terms, weight = decision_terms(game, classes[place], place), classes[place].weight
        usual = max(terms.values(), key=lambda each: each.every)
        margins = Margins.of_terms([*terms.values()], usual, dealer_terms(game.rules.ranking).made)
        gained, changed, most = [0] * exact, 0, margins.at_most(3)
        if most > 0:
            values = margins.of_sets(all_sets(size - 3, 3))
            most, best = int(values.max()), np.maximum(values.max(axis=0), 0)
            gained[0], changed = weight * int(best.sum()), weight * int((best > 0).sum())
        if exact > 1 and margins.at_most(6) > 0:
            gained[1] = weight * margins.best(6)
        # All neighbours may change a decision that they do if each does thrice what one can at most.
        mean = max(margins.every.tolist(), default=0) * comb(size - 6, 3) / comb(size - 3, 3)
        near = len(terms) > 1 and mean + 3 * others * (most - mean) > 0
        found.append(_Walked(usual.every, tuple(gained), changed, near))
    return found


class _Table:
    """One game at a table with `others` neighbours, all classes of its hands having been visited."""

    def __init__(self, game: BaseGame, others: int, walked: Sequence[_Walked]) -> None:
        self.game, self.others, self.walked = game, others, walked
        self.size, self.classes = len(game.rules.deck), game.matchups.classes

    def deals(self, seen: int) -> int:
        """Number of dealer hands there are beside the player's hand and those of that many neighbours."""
        return comb(self.size - 3 - 3 * seen, 3)

    def edge(self, seen: int, net: int) -> Fraction:
        """The house edge from the net over all hands, sets of neighbours' cards and dealer hands."""
        deals = comb(self.size, 3) * comb(self.size - 3, 3 * seen) * self.deals(seen)
        return Fraction(-net, deals * self.game.unit)

    def kept(self, seen: int, *, near: bool = True) -> int:
        """What classes net that decide as without neighbours' cards, `near` ones or not, over all sets."""
        pairs = zip(self.classes, self.walked, strict=True)
        net = sum(one.weight * walked.every for one, walked in pairs if near or one.strength not in self.near)
        return comb(self.size - 6, 3 * seen) * net  # the sets that leave a dealer hand whole

    def edge_of_all(self, seen: int) -> Fraction:
        """The edge with all cards of none, one or two neighbours."""
        gained = sum(walked.gained[seen - 1] for walked in self.walked) if seen else 0
        return self.edge(seen, self.kept(seen) + gained)

    @cached_property
    def near(self) -> set[Strength]:
        """The strengths of hands of which neighbours' cards may change the decision."""
        pairs = zip(self.classes, self.walked, strict=True)
        return {one.strength for one, walked in pairs if walked.near}

    @cached_property
    def _raises(self) -> list[tuple[list[HandClass], list[Integers]]]:
        """The classes near another decision, in groups that may raise alike, with the terms of all raises.

        These are (hands x raises) what is won over all dealer hands, and what of it belongs to each rank, to
        two ranks and to three.
        """
        made, ranks = dealer_terms(self.game.rules.ranking).made, self.game.rules.deck.rank_of
        _, starts = np.unique(ranks, return_index=True)

        def by_rank(terms: ResultTerms) -> list[Integers]:
            parts = [np.array(terms.every, terms.two.dtype), terms.one, terms.two, terms.threes(made)]
            for axis in range(3):
                parts = [np.add.reduceat(part, starts, axis) if part.ndim > axis else part for part in parts]
            return parts

        groups: dict[tuple[int, ...], list[tuple[HandClass, list[list[Integers]]]]] = {}
        for place, one in enumerate(self.classes):
            if one.strength in self.near:
                terms = decision_terms(self.game, one, place)
                raises = [by_rank(each) for name, each in terms.items() if name != FOLD]
                groups.setdefault((*terms,), []).append((one, raises))
        return [
            (
                [one for one, _ in group],
                [np.array([[parts[size] for parts in raises] for _, raises in group]) for size in range(4)],
            )
            for group in groups.values()
        ]

    def signals(self) -> list[Signal]:
        """The best counts of cards of some rank and above, by the number of neighbours.

        Where that does not change a decision the rank is the best one for the most neighbours.
        """
        ranks = range(1, len(self.game.rules.deck.ranks))
        edges = {lowest: self._by_count(lowest) for lowest in ranks} if self.near else {}
        if not edges:
            return [Signal(len(ranks), self.edge(0, self.kept(0)))] * (self.others + 1)
        found = []
        for seen in range(self.others + 1):
            lowest = min(edges, key=lambda rank: (edges[rank][seen], edges[rank][-1]))
            found.append(Signal(lowest, edges[lowest][seen]))
        return found

    def _by_count(self, lowest: int) -> list[Fraction]:
        """The edge by the number of neighbours, if the count of their high cards is told.

        The worth of a decision over all sets of cards with one count is a sum over the terms of cards, pairs
        and threes: each is in as many sets as the others can be chosen for.
        """
        ranks = np.array(self.game.rules.deck.rank_of)
        high = np.unique(ranks) >= lowest
        sides, highs = np.stack([~high, high], axis=1).astype(np.int64), int((ranks >= lowest).sum())
        sums = [self.kept(seen, near=False) for seen in range(self.others + 1)]
        for hands, terms in self._raises:
            parts, weights = _parts(terms, sides), np.array([one.weight for one in hands], object)
            of_hand = (ranks[[one.cards for one in hands]] >= lowest).sum(axis=1)
            for own in set(of_hand.tolist()):
                some, left = of_hand == own, (self.size - highs - 3 + own, highs - own)
                for seen, cards in enumerate(range(0, 3 * self.others + 1, 3)):
                    sets = np.array([_sets(count, cards, left) for count in range(cards + 1)], object).T
                    folded = self.game.fold * self.deals(seen) * sets[0]
                    worth = np.maximum((parts[some] @ sets).max(axis=1), folded)
                    sums[seen] += int(weights[some] @ worth.sum(axis=1))
        return [self.edge(seen, net) for seen, net in enumerate(sums)]


def _parts(terms: Sequence[Integers], sides: Integers) -> Integers:
    """Return (hands x raises x 10) terms added up over the cards, pairs and threes with none, one ... high.

    In Python's integers, since those of sets pass 64 bits. `sides` (ranks x 2) has which ranks are low, high.
    """
    every, one, two, three = terms
    one = one @ sides
    for _ in range(2):
        two = np.tensordot(two, sides, axes=(2, 0))
    for _ in range(3):
        three = np.tensordot(three, sides, axes=(2, 0))
    added = (
        every,
        *(-one[..., 0], -one[..., 1]),
        *(two[..., 0, 0] // 2, two[..., 0, 1], two[..., 1, 1] // 2),
        *(-three[..., 0, 0, 0] // 6, -three[..., 0, 0, 1] // 2),
        *(-three[..., 0, 1, 1] // 2, -three[..., 1, 1, 1] // 6),
    )
    return np.stack(added, axis=-1).astype(object)


@cache
def _sets(count: int, cards: int, number: tuple[int, int]) -> tuple[int, ...]:
    """Number of sets with one count that hold no card, one, two and three, in the order of `_parts`."""
    low, high = number

    def holding(lows: int, highs: int) -> int:
        if lows > min(low, cards - count) or highs > min(high, count):
            return 0
        return comb(low - lows, cards - count - lows) * comb(high - highs, count - highs)

    return tuple(holding(size - highs, highs) for size in range(4) for highs in range(size + 1))
