"""The last hand solved: all deals that a player faces, and games of a matrix of chances, both exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from combin.aliases import Integers
from combin.exact.base_game import FOLD, BaseGame
from combin.progress import progress
from combin.rules.outcomes import CASES
from combin.seats.deals import DealerKey, Deals

ByDecision = NDArray[np.float64]
"""Chances of finishing first (decisions x situations x ways), in half deals."""


class Facing:
    """What a player faces in the last hand: the deals by own hand, own case, and what the other player does.

    `deals` (situations x cases x results) has them by the place of a
    situation of the base game, of a case of the game and of a result of the other player; of each result
    there is the decision, and the net in parts of the wager as the base game has it.

    Args:
        table: all deals of the game, to whatever strategy.
        game: the base game.
        decisions: those of the other player, by situation.

    The slow equivalent visits all deals of three hands.
    """

    def __init__(self, table: Deals, game: BaseGame, decisions: Sequence[int]) -> None:
        self.game, rules = game, game.rules
        index, cases = table.index, len(rules.cases)
        of_hands, lines = np.array(decisions)[index], np.array(game.lines)[index]
        # Hands with one decision and the same lines have the same net in a case; all that fold have one net.
        number = (of_hands * len(game.by_lines) + lines) * (of_hands != FOLD)

        def own_cases(key: DealerKey) -> Integers:
            return np.maximum(table.cases_against(key) - len(CASES) + cases, 0)

        def results(key: DealerKey) -> Integers:
            found: Integers = number * cases + np.where(of_hands == FOLD, 0, own_cases(key))
            return found

        width = int(number.max() + 1) * cases
        sums: Integers = np.zeros((width, len(game.lines), cases), np.int64)
        order, every_class = np.argsort(index, kind="stable"), np.arange(len(game.lines))
        starts, rank = np.searchsorted(index[order], every_class), np.argsort(order)
        holds = np.zeros((len(table.numbers), len(table.hands)), np.bool_)
        holds[table.hands.T, np.arange(len(table.hands))] = True
        orbits: dict[bytes, list[Integers]] = {}
        every = zip(table.dealers, table.left_by_dealer(results), strict=True)
        for done, (key, (known, own, left)) in enumerate(every, 1):
            by_orbits: dict[bytes, Integers] = {}
            of_own = np.eye(len(known), dtype=np.int32)
            for dealer, pairs, cards in left:
                # Moves of suits that leave the dealer's hand as it is take hands to others met alike.
                gone = table.places(dealer.one.cards)
                stays = table.moved[:, table.row[*gone]] == table.row[*gone]
                if (mark := stays.tobytes()) not in orbits:
                    rows, times = np.unique(table.moved[stays].min(axis=0), return_counts=True)
                    orbits[mark] = [rows, times, *table.hands[rows].T.copy(), *table.twos[:, rows]]
                rows, times, *columns = orbits[mark]
                free = np.logical_not(np.logical_or.reduce([holds[card] for card in gone.tolist()]))
                of_card, of_two = (np.ascontiguousarray(of.T, np.int32) for of in (cards, pairs))
                # Of all hands those count that hold none of three cards, by inclusion and exclusion.
                others = cards.sum(axis=1).astype(np.int32) // 3 - of_own.take(own.take(rows), axis=0)
                for column in columns[:3]:
                    others -= of_card.take(column, axis=0, mode="clip")
                for column in columns[3:]:
                    others += of_two.take(column, axis=0, mode="clip")
                times = times * dealer.one.weight * free.take(rows)
                by_orbits[mark] = by_orbits.get(mark, 0) + others * times[:, np.newaxis]
            met: Integers = np.zeros((len(table.hands), len(known)), np.int64)
            for mark, times in by_orbits.items():
                met[rank[orbits[mark][0]]] += times
            case = own_cases(key)[order[starts]]
            sums[known[:, np.newaxis], every_class, case] += np.add.reduceat(met, starts).T
            progress(done, len(table.dealers))
        used = np.flatnonzero(sums.any(axis=(1, 2)))
        number, case = np.divmod(used, cases)
        decided, line = np.divmod(number, len(game.by_lines))
        place_of: dict[tuple[int, int], int] = {}
        merged = []
        for played, of, at in zip(decided.tolist(), line.tolist(), case.tolist(), strict=True):
            net = game.by_lines[of][played][at] if played else game.fold
            merged.append(place_of.setdefault((played, net), len(place_of)))
        deals: Integers = np.zeros((len(place_of), *sums.shape[1:]), np.int64)
        np.add.at(deals, merged, sums[used])
        self.deals: Integers = deals.transpose(1, 2, 0)
        self.decisions, self.nets = np.array([*place_of]).T
        self.total = table.total(2)

    @cached_property
    def options(self) -> tuple[int, ...]:
        """The decisions of the game, a fold first."""
        return (*((FOLD,) if self.game.rules.play else ()), *self.game.rules.multiples)

    def patterns(self, lead: int, own: Sequence[int], others: Sequence[int]) -> tuple[Integers, Integers]:
        """The ways in which nets decide the place (ways x own nets x results), and that of each two wagers.

        A way has for each net and result 0 if the player then is behind, 1 if level and 2 if ahead: the half
        places that are won. The pairs of wagers stand row by row, own wagers first.
        """
        gains, losses = np.multiply.outer(own, self.own_nets), np.multiply.outer(others, self.nets)
        ahead = lead + gains[:, np.newaxis, :, np.newaxis] - losses[:, np.newaxis]
        places = (np.sign(ahead) + 1).astype(np.int8).reshape(len(own) * len(others), -1)
        ways, place = np.unique(places, axis=0, return_inverse=True)
        return ways.reshape(-1, len(self.own_nets), len(self.nets)), place.reshape(-1)

    def seen(self, *, last: bool) -> list[int | None]:
        """The other player's decisions, each of which is seen if the player decides last; None if none is."""
        return [*np.unique(self.decisions).tolist()] if last else [None]

    @cached_property
    def own_nets(self) -> Integers:
        """All nets of the player, in parts of the wager."""
        nets = (net for of in self.game.by_lines for nets in of.values() for net in nets)
        return np.array(sorted({self.game.fold, *nets}))

    def chances(self, patterns: Integers, *, last: bool) -> list[ByDecision]:
        """The chance of finishing first with each decision and situation (decisions x situations x patterns).

        Once for each decision of the other player that is seen; in half deals, which floats hold exactly.
        Where a decision is not allowed it is -1.
        """
        game, found = self.game, []
        lines, levels = np.array(game.lines), np.array([one.strength.level for one in game.matchups.classes])
        for seen in self.seen(last=last):
            shown = np.flatnonzero((self.decisions == seen) | (seen is None))
            chances = np.full((len(self.options), len(lines), len(patterns)), -1.0)
            for place, option in enumerate(self.options):
                for line, of_line in enumerate(game.by_lines):
                    nets = of_line[option] if option else (game.fold,) * len(game.rules.cases)
                    rows = np.flatnonzero((lines == line) & (levels >= game.rules.multiples.get(option, 0)))
                    deals = self.deals[rows][:, :, shown].reshape(len(rows), len(nets) * len(shown))
                    won = patterns[:, np.searchsorted(self.own_nets, nets)][:, :, shown]
                    chances[place, rows] = deals.astype(np.float64) @ won.reshape(len(patterns), -1).T
            found.append(chances)
        return found

    def decided(self, chances: ByDecision, usual: Sequence[int]) -> tuple[int, ...]:
        """The best decision in each situation, where the chances are of one way; of equal ones the usual."""
        places = np.array([self.options.index(decision) for decision in usual])
        best = chances[:, :, 0]
        kept = best[places, np.arange(len(places))] == best.max(axis=0)
        return tuple(self.options[place] for place in np.where(kept, places, best.argmax(axis=0)).tolist())


class Equilibrium(Struct, frozen=True):
    """Mixed strategies of both players, as probabilities of rows and of columns, with their proof.

    `guaranteed` is the least that the `rows` gain against any column, `conceded` the most that any row gains
    against the `columns`. No strategy guarantees more than another concedes: where both are equal, neither
    player can do better, and they are the value.
    """

    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]
    guaranteed: Fraction
    conceded: Fraction


def equilibrium(matrix: Integers) -> Equilibrium:
    """An equilibrium of the game in which the first player gains the entry of the row and column chosen.

    Its bounds are those of the whole matrix, however the strategies were found: one row and one column are
    mixed first, and then with them the best against either mix, until neither is better than the mix.

    >>> found = equilibrium(np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    >>> [str(share) for share in found.rows], found.guaranteed == found.conceded == 0
    (['1/3', '1/3', '1/3'], True)
    """
    whole = matrix.astype(object)
    least = whole.min() - 1
    rows, columns = [int(whole.min(axis=1).argmax())], [int(whole.max(axis=0).argmin())]
    while True:
        own, others = (np.full(size, Fraction(0)) for size in whole.shape)
        own[rows], others[columns] = _solved(whole[np.ix_(rows, columns)] - least)
        conceded, guaranteed = whole @ others, own @ whole
        if guaranteed.min() == conceded.max():
            return Equilibrium((*own,), (*others,), guaranteed.min(), conceded.max())
        rows, columns = (
            [*places, *({int(best)} - {*places})]
            for places, best in ((rows, conceded.argmax()), (columns, guaranteed.argmin()))
        )


def _solved(matrix: Integers) -> tuple[list[Fraction], list[Fraction]]:
    """The mixed strategies of a game of positive entries, by the simplex method in whole numbers.

    The columns' player maximises the sum of y >= 0 with A y <= 1; y divided by that sum is the strategy, and
    the dual values are the other one's. Entries are numerators over the pivot before, which divides them
    (Edmonds, Bareiss). Bland's rule lets no basis come twice.
    """
    size, width = matrix.shape
    table: Integers = np.zeros((size + 1, width + 1), object)
    table[:-1, :-1], table[:-1, -1], table[-1, :-1] = matrix, 1, -1
    # The variables at the rows and columns: those of the columns first, then what a row leaves to 1.
    at_row, at_column, over = [*range(width, width + size)], [*range(width)], 1
    while entering := [column for column in range(width) if table[-1, column] < 0]:
        column = min(entering, key=at_column.__getitem__)
        rows = [row for row in range(size) if table[row, column] > 0]
        row = min(rows, key=lambda row: (Fraction(table[row, -1], table[row, column]), at_row[row]))
        pivot, own, entries = table[row, column], table[row].copy(), table[:, column].copy()
        table = (table * pivot - np.multiply.outer(entries, own)) // over
        table[row], table[:, column], table[row, column] = own, -entries, over
        at_row[row], at_column[column], over = at_column[column], at_row[row], pivot
    sides = dict(zip(at_column, table[-1, :-1], strict=True)), dict(zip(at_row, table[:-1, -1], strict=True))
    own, others = (
        [Fraction(side.get(place, 0), table[-1, -1]) for place in places]
        for side, places in zip(sides, (range(width, width + size), range(width)), strict=True)
    )
    return own, others
