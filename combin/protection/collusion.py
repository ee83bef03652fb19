"""What the cards of neighbours are worth to a player who is shown them before he decides."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from operator import mul
from typing import ClassVar

import numpy as np
from msgspec import Struct

from combin.aliases import Integers
from combin.answers import Answer
from combin.exact.analysis import choices
from combin.exact.arrays import exact_kind
from combin.exact.base_game import BaseGame, base_game
from combin.progress import progress
from combin.protection.dead_sets import DealerRanks, Decisions, refuse_other_games
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules

_AT_A_TIME = 256  # how many classes of hands are looked at together


class Signal(Struct, frozen=True):
    """A count that neighbours give, of their cards of the `lowest` rank (a rank index) and above.

    `house_edge` is exact when the player decides at his best by it and by his own hand.
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
    rules: Rules, letters: Mapping[str, str], seats: int = 7, *, exact: int | None = None
) -> Collusion:
    """What the cards of 0, 1, ... other seats are worth to one player.

    All edges are exact: with all cards of none, one and two, and by a count of the high ones among those of
    any number.

    The game is dealt from one deck without jokers, and no card of the dealer's is seen. `exact` is of how
    many neighbours all cards are known at most, by default of 2, but in a deck of more than 52 cards of 1.

    The slow equivalent visits the neighbours' hands with each hand of the player and the dealer.
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
    table = _Table(game, max(seats - 1, 1), 2 if seats > 2 and exact >= 2 else 1)
    signals = table.signals()
    neighbours = tuple(
        Neighbours(seen, table.edge_of_all(seen) if seen <= exact else None, signals[seen])
        for seen in range(seats)
    )
    changed = Fraction(table.changed, comb(table.size, 3) * table.deals(0))
    return Collusion(rules, chosen, neighbours, changed)


class _Table:
    """One game at a table with `others` neighbours, of whom all cards of at most `exact` are known.

    `every` is what the usual decisions net over all hands and dealer hands. `gained` is what decisions by
    the cards of one neighbour gain over all sets of these, and of two; `changed` counts the hands with sets
    of one that change the decision. For hands of which a count of high cards may change it, `near` has their
    weights, what decisions are worth over the dealer hands with none, one ... high cards, and how many of
    these the hand has (`Decisions.by_high_cards`); `far` is what the others net.
    """

    def __init__(self, game: BaseGame, others: int, exact: int) -> None:
        self.game, self.others, self.size = game, others, len(game.rules.deck)
        self.every, self.gained, self.changed = 0, [0] * exact, 0
        self._near, self._far, self._most = list[tuple[Integers, Integers, Integers]](), 0, 0
        ranks, hands = DealerRanks(game.rules.ranking), range(len(game.matchups.classes))
        for start in hands[::_AT_A_TIME]:
            progress(start, len(hands))
            part = hands[start : start + _AT_A_TIME]
            one = Decisions(game, ranks, part)
            for seen in range(exact):
                gained, changed = one.gains(3 * seen + 3, usual=not seen)
                self.gained[seen] += gained
                self.changed += changed
            usual = one.every[one.usual, np.arange(len(part))]
            kept = one.weights * (usual + game.fold * self.deals(0))
            self.every += int(kept.sum())
            worths, self._most = one.by_high_cards(), max(self._most, 8 * one.most)
            near = (worths > worths[one.usual, np.arange(len(part))]).any(axis=(0, 2, 3))
            self._far += int(kept[~near].sum())
            own = ranks.cards.sum(axis=1) - one.number[near]
            own = own[:, ::-1].cumsum(axis=1)[:, ::-1][:, 1:]
            self._near.append((one.weights[near], worths[:, near], own))

    def deals(self, seen: int) -> int:
        """Number of dealer hands left by the player's hand and those of that many neighbours."""
        return comb(self.size - 3 - 3 * seen, 3)

    def edge(self, seen: int, net: int) -> Fraction:
        """The house edge from the net over all hands, sets of neighbours' cards and dealer hands."""
        deals = comb(self.size, 3) * comb(self.size - 3, 3 * seen) * self.deals(seen)
        return Fraction(-net, deals * self.game.unit)

    def edge_of_all(self, seen: int) -> Fraction:
        """The edge with all cards of none, one or two neighbours."""
        kept = comb(self.size - 6, 3 * seen) * self.every  # the sets that leave a dealer hand whole
        return self.edge(seen, kept + (self.gained[seen - 1] if seen else 0))

    def signals(self) -> list[Signal]:
        """The best counts of cards of some rank and above, by the number of neighbours.

        Where that does not change a decision the rank is the best one for the most neighbours.
        """
        ranks = range(1, len(self.game.rules.deck.ranks))
        if not any(len(weights) for weights, *_ in self._near):
            return [Signal(len(ranks), self.edge(0, self.every))] * (self.others + 1)
        edges, found = {lowest: self._by_count(lowest) for lowest in ranks}, []
        for seen in range(self.others + 1):
            lowest = min(edges, key=lambda rank: (edges[rank][seen], edges[rank][-1]))
            found.append(Signal(lowest, edges[lowest][seen]))
        return found

    def _by_count(self, lowest: int) -> list[Fraction]:
        """The edge by the number of neighbours, if the count of their high cards is known.

        The worth of a decision over all sets of cards with one count is a sum over dealer hands by their high
        cards: one with some is left by as many sets as the others can be chosen for.
        """
        ranks, edges = self.game.rules.deck.rank_of, list[Fraction]()
        highs = sum(rank >= lowest for rank in ranks)
        for cards in range(0, 3 * self.others + 1, 3):
            whole, kind = comb(self.size - 6, cards), exact_kind(self._most * comb(self.size - 3, cards))
            net = whole * self._far
            for weights, by_ranks, owns in self._near:
                net += whole * int(weights.sum()) * self.game.fold * self.deals(0)
                for own in set(owns[:, lowest - 1].tolist()):
                    some, high = owns[:, lowest - 1] == own, highs - own
                    low, counts = self.size - 3 - high, range(cards + 1)
                    sets = [
                        [_choose(low - 3 + of, cards - count) * _choose(high - of, count) for count in counts]
                        for of in range(4)
                    ]
                    worths: Integers = by_ranks[:, some, lowest - 1].astype(kind) @ np.array(sets, kind)
                    best = worths.max(axis=0).sum(axis=1).tolist()
                    net += sum(map(mul, best, weights[some].tolist()))
            edges.append(self.edge(cards // 3, net))
        return edges


def _choose(number: int, of: int) -> int:
    """The ways to choose some of a number of cards, none if there are too few."""
    return comb(number, of) if number >= 0 else 0
