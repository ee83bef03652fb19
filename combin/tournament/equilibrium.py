"""Matrix games of two players, one's gain the other's loss: equilibrium and value, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

if TYPE_CHECKING:
    from combin.aliases import Integers


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
