"""How many strengths hands of three cards have, and how many hands are weaker than given ones: formulas."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from combin.cards.ranking import AceLow, Category, Ranking, StraightSuits
from combin.proof.closed.categories import MIXED, TWO_OR_THREE_SUITS, straight_suit_choices
from combin.proof.closed.counts import (
    RANKS,
    SUITS,
    THREES,
    Count,
    Product,
    add,
    choose,
    deck_numbers,
    product,
)
from combin.proof.closed.named_hands import NamedHands, in_sequence, named_hands, number_of

n = RANKS


def strengths(suits: int, straight_suits: StraightSuits = StraightSuits.MORE_THAN_ONE) -> Count:
    """Return how many strengths there are in all.

    Every multiset of three ranks is one strength, C(n + 2, 3), and each set of three ranks one more in a
    single suit, C(n, 3): for three suits or more. Of two suits there are no three of a kind, of one suit only
    sets of three ranks. Where a straight needs three suits, each sequence of two suits is a strength as well.

    >>> strengths(4).text, strengths(4).value({RANKS: 13})
    ('C(n + 2, 3) + C(n, 3)', 741)
    """
    three_ranks = (choose(n, 3), "three ranks of one suit")
    if suits < 3:
        pairs = product((n, "the rank of the pair"), (n - 1, "the third rank"))
        mixed = product((choose(n, 3), "three ranks of two suits"))
        return Count((product(three_ranks), mixed, pairs)[: 1 if suits == 1 else None])
    cases = [
        product((choose(n + 2, 3), "three ranks, which may be equal, not of one suit")),
        product(three_ranks),
    ]
    if straight_suits is StraightSuits.THREE:
        cases.append(product((THREES, "three ranks in sequence of exactly two suits")))
    return Count(tuple(cases))


s = SUITS


def weaker_hands(text: str, ranking: Ranking) -> Count:
    """Return the formula of how many hands are weaker than all hands that `text` names.

    Whole categories below it, and in the same category the ranks below: of three different ranks with the
    highest h, C(h, 3) sets lie below all that begin with h (h counts the lower ranks), C(m, 2) more begin
    with h and lie below the middle rank m, and so on.

    >>> from combin.cards.ranking import Ranking
    >>> weaker_hands("Q high", Ranking()).text
    '(C(10, 3) - 8) * (s^3 - s)'

    The slow equivalent compares every hand.
    """
    hands = named_hands(text.removesuffix(" or better"), ranking)
    # Of several categories (any hand) only the lowest matters: nothing is weaker than all of them.
    lowest = max(map(ranking.order.index, hands.categories))
    category = ranking.order[lowest]
    below = [number_of(NamedHands(frozenset({other})), ranking) for other in ranking.order[lowest + 1 :]]
    return add(Count(tuple(_within(category, hands.leading, ranking))), *reversed(below))


def qualifying_probability(text: str, ranking: Ranking) -> Fraction:
    """Return the probability that a hand of three cards is at least as strong as those that `text` names.

    >>> from combin.cards.ranking import Ranking
    >>> qualifying_probability("Q high", Ranking())
    Fraction(769, 1105)
    """
    numbers = deck_numbers(ranking.deck, ranking.ace_low)
    return 1 - Fraction(weaker_hands(text, ranking).value(numbers), comb(len(ranking.deck), 3))


def _within(category: Category, leading: tuple[int, ...], ranking: Ranking) -> list[Product]:
    """Return the hands of one category that come below its hands with these leading ranks."""
    if not leading:
        return []
    first = leading[0]
    match category:
        case Category.THREE_OF_A_KIND:
            highest, below = ranking.highest_three, first
            if highest is not None:
                below = len(ranking.deck.ranks) - 1 if first == highest else first - (highest < first)
            return [product((below, "a lower rank"), (choose(s, 3), "its suits"))]
        case Category.PAIR:
            suits = ((choose(s, 2), "the pair's suits"), (s, "the third suit"))
            others = len(ranking.deck.ranks) - 1
            cases = [product((first, "a lower rank of the pair"), (others, "the third rank"), *suits)]
            if len(leading) > 1:
                kickers = leading[1] - (leading[1] > first)
                cases.append(product((kickers, "the same pair with a lower third rank"), *suits))
            return cases
        case Category.STRAIGHT_FLUSH:
            return [product((_lower_sequences(first, ranking), "lower sequences"), (s, "the suit"))]
        case Category.STRAIGHT:
            suits_of_it = (straight_suit_choices(ranking.straight_suits), "suits of a straight")
            return [product((_lower_sequences(first, ranking), "lower sequences"), suits_of_it)]
    sets = sum(
        (choose(rank, number) for rank, number in zip(leading, (3, 2, 1), strict=False) if rank >= number),
        choose(0, 1),
    )
    falling = [tuple(sorted(run, reverse=True)) for run in in_sequence(ranking)]
    sequences = sum(run[: len(leading)] < leading for run in falling)
    lower = (sets - sequences, "lower ranks not in sequence")
    if category is Category.FLUSH:
        return [product(lower, (s, "the suit"))]
    cases = [product(lower, (TWO_OR_THREE_SUITS, "suits not all alike"))]
    if ranking.straight_suits is StraightSuits.THREE:
        cases.append(product((sequences, "lower ranks in sequence"), (MIXED, "exactly two suits")))
    return cases


def _lower_sequences(first: int, ranking: Ranking) -> int:
    """Return how many sequences are weaker than the one that begins with this rank."""
    top = len(ranking.deck.ranks) - 1
    place_of_low_ace = {AceLow.LOWEST: 0.0, AceLow.SECOND: top - 0.5, AceLow.HIGHEST: top + 1.0}

    def place(run: tuple[int, ...]) -> float:
        return place_of_low_ace[ranking.ace_low] if run[0] == 1 else float(run[0])

    runs = in_sequence(ranking)
    own = next(place(run) for run in runs if run[0] == first)
    return sum(place(run) < own for run in runs)
