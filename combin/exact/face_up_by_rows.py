"""Player against a dealer of whom one card is seen, row by row: for where numpy is not."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import TYPE_CHECKING

from combin.exact.matchups import Seen, Situation, Situations, against, turned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from combin.cards.ranking import Ranking
    from combin.cards.suit_classes import HandClass


class FaceUpRows(Situations):
    """The situations of a game in which a card is seen, one by one."""

    def __init__(
        self,
        rows: Sequence[Situation],
        numbers: Sequence[int],
        groups: Sequence[int],
        classes: tuple[HandClass, ...],
    ) -> None:
        """Take all in the order of what is seen; of each the place of its class, and what is seen."""
        super().__init__(rows)
        self.classes, self.numbers, self._groups = classes, numbers, groups
        self.cards = [
            one.seen.card for one in rows if one.seen is not None and one.seen.card is not None
        ] or None

    def spans(self) -> Iterable[range]:
        """Return the places of those in which one thing is seen, for all that can be, in order."""
        starts = [self._groups.index(group) for group in dict.fromkeys(self._groups)]
        return map(range, starts, [*starts[1:], len(self)])


@lru_cache(maxsize=8)
def face_up_rows(
    ranking: Ranking,
    qualifies: int,
    cases: int,
    classes: tuple[HandClass, ...],
    groups: tuple[frozenset[int], ...] = (),
) -> FaceUpRows:
    """Return the situations that `face_up_situations` counts by arrays; its arguments are told there."""
    found, weights = [], [one.weight for one in classes]
    if not groups:
        alone = [frozenset({rank}) for rank in range(len(ranking.deck.ranks))]
        for rank, card, number, times, counts in _rows(ranking, qualifies, cases, classes):
            seen = Seen(rank, alone[rank], card, weights[number] * times)
            found.append((rank, number, Situation(classes[number], counts, seen)))
    else:
        group_of = {rank: place for place, group in enumerate(groups) for rank in group}
        sums: dict[tuple[int, int], list[int]] = {}
        for rank, _, number, times, counts in _rows(ranking, qualifies, cases, classes):
            together = sums.setdefault((group_of[rank], number), [0] * cases)
            for case, count in enumerate(counts):
                together[case] += times * count
        for (group, number), together in sorted(sums.items()):
            seen = Seen(group, groups[group], None, weights[number])
            found.append((group, number, Situation(classes[number], tuple(together), seen)))
    of_group, numbers, rows = zip(*found, strict=True)
    return FaceUpRows(rows, numbers, of_group, classes)


def _rows(
    ranking: Ranking, qualifies: int, cases: int, classes: tuple[HandClass, ...]
) -> Iterator[tuple[int, int, int, int, tuple[int, ...]]]:
    """Yield rank, card, the place of a class, how many cards are like that one beside it, and the counts.

    Of the pairs that complete the dealer's hand to one below a level, N - N(a) - N(b) - N(c) + N(ab) + N(ac)
    + N(bc) avoid the cards a, b, c. All is counted for a card of the first suit, to which its suit is moved.
    """
    suits, pairs = len(ranking.deck.suits), comb(len(ranking.deck) - 4, 2)
    moves = list(turned(ranking, qualifies, cases))
    beside = [
        (number, one.strength.level, *side)
        for number, one in enumerate(classes)
        for side in _suits_beside(one.cards, suits)
    ]
    for rank in range(len(ranking.deck.ranks)):
        made = _made(ranking, rank)
        # By a card and a level: the pairs with this card that make a hand below the level.
        with_card = [_below(row, len(ranking.strengths)) for row in made]
        every = [sum(column) // 2 for column in zip(*with_card, strict=True)]
        for number, level, suit, times, (a, b, c) in beside:
            if rank * suits in (a, b, c):
                continue
            of_a, of_b, of_c = with_card[a], with_card[b], with_card[c]
            ab, ac, bc = made[a][b], made[a][c], made[b][c]
            own = [move for move in moves if level in move.own]
            borders = [one for move in own for one in (move.dealers.start, move.dealers.stop)]
            failing, lower, not_higher, *more = [
                every[at] - of_a[at] - of_b[at] - of_c[at] + (ab < at) + (ac < at) + (bc < at)
                for at in (qualifies, level, level + 1, *borders)
            ]
            counts = against(pairs, failing, lower, not_higher, qualified=level >= qualifies, cases=cases)
            if own:
                moved = list(counts)
                for move, start, stop in zip(own, more[::2], more[1::2], strict=True):
                    moved[move.counted] -= stop - start
                    moved[move.meant] += stop - start
                counts = tuple(moved)
            yield rank, rank * suits + suit, number, times, counts


def _suits_beside(hand: Sequence[int], suits: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield suits that differ to a hand, how many are like each, the hand with it and the first swapped."""
    shown = {card % suits for card in hand}
    other = next((suit for suit in range(suits) if suit not in shown), None)
    for suit in range(suits):
        if suit in shown or suit == other:
            moved = {suit: 0, 0: suit}
            cards = tuple(card - card % suits + moved.get(card % suits, card % suits) for card in hand)
            yield suit, 1 if suit in shown else suits - len(shown), cards


def _made(ranking: Ranking, rank: int) -> list[list[int]]:
    """Return (cards x cards) the level of two with a card of this rank and the first suit."""
    deck, none = ranking.deck, len(ranking.strengths)
    made = [[none] * len(deck) for _ in deck.cards]
    known = rank * len(deck.suits)
    for one, other in combinations(range(len(deck)), 2):
        if known not in (one, other):
            low, middle, high = sorted((rank, deck.rank_of[one], deck.rank_of[other]))
            shown = len({0, deck.suit_of[one], deck.suit_of[other]})
            made[one][other] = made[other][one] = ranking.level(low, middle, high, shown)
    return made


def _below(levels: Sequence[int], number: int) -> list[int]:
    """Return how many of some levels are below each of so many, and below the one above all."""
    counts = [0] * (number + 2)
    for level in levels:
        counts[level + 1] += 1
    return list(accumulate(counts[:-1]))
