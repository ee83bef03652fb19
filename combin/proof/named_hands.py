"""Hands named in a pay table or a qualification, and those weaker than given ones: how many, as formulas."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.five_cards import FiveCardCategory
from combin.cards.hand_sets import ONE_SUIT, parse_hand_set
from combin.cards.ranking import Category, Ranking, StraightSuits
from combin.proof.counts import (
    ACE,
    FIVES,
    RANKS,
    SUITS,
    THREES,
    Count,
    Expression,
    Product,
    add,
    all_hands,
    choose,
    product,
    subtract,
)

if TYPE_CHECKING:
    from combin.cards.cards import Suit
    from combin.cards.hand_sets import HandSet


n, s = RANKS, SUITS

TWO_OR_THREE_SUITS: Expression = s**3 - s
"""Suits for three different ranks that are not all alike."""
MIXED: Expression = 3 * s * (s - 1)
"""Suits for three different ranks of which exactly two are alike: which one differs, the suits of both."""


def straight_suit_choices(suits: StraightSuits) -> Expression:
    """Return in how many ways the suits of three given ranks in sequence make a straight, by the reading."""
    return TWO_OR_THREE_SUITS if suits is StraightSuits.MORE_THAN_ONE else s * (s - 1) * (s - 2)


def three_card_counts(suits: StraightSuits = StraightSuits.MORE_THAN_ONE) -> dict[Category, Count]:
    """Return the formula of each category, high to low by the shipped documents.

    Args:
        suits: how many suits a straight must show (Crown 1.1 "Straight": "different suits"). Where it must
            be three, ranks in sequence of exactly two suits are high cards.

    >>> counts = three_card_counts()
    >>> for count in counts.values():
    ...     print(count.text, "=", count.value({RANKS: 13, SUITS: 4, THREES: 12}))
    r3 * s = 48
    n * C(s, 3) = 52
    r3 * (s^3 - s) = 720
    (C(n, 3) - r3) * s = 1096
    n * C(s, 2) * (n - 1) * s = 3744
    (C(n, 3) - r3) * (s^3 - s) = 16440

    The slow equivalent asks `Ranking.strength` for every hand.
    """
    ranking = Ranking(straight_suits=suits)
    counts = {category: number_of(NamedHands(frozenset({category})), ranking) for category in Category}
    straight = product((THREES, "three ranks in sequence"), (straight_suit_choices(suits), _SUITS_OF[suits]))
    return counts | {Category.STRAIGHT: Count((straight,))}


_SUITS_OF = {StraightSuits.MORE_THAN_ONE: "suits not all alike", StraightSuits.THREE: "three different suits"}


def five_card_counts() -> dict[FiveCardCategory, Count]:
    """Return the formula of each category, high to low.

    Five of a kind counts 0 for fewer than five suits, as C(s, 5) does.

    >>> numbers = {RANKS: 13, SUITS: 4, FIVES: 10, ACE: 1}
    >>> for count in list(five_card_counts().values())[1:6]:
    ...     print(count.text, "=", count.value(numbers))
    a * s = 4
    (r5 - a) * s = 36
    n * C(s, 4) * (n - 1) * s = 624
    n * C(s, 3) * (n - 1) * C(s, 2) = 3744
    (C(n, 5) - r5) * s = 5108

    The slow equivalent asks `combin.cards.five_cards.five_card_strength` for every hand.
    """
    suit = (s, "the suit")
    not_all_alike = (s**5 - s, "suits not all alike")
    no_sequence = (choose(n, 5) - FIVES, "five ranks not in sequence")
    of = FiveCardCategory
    products = {
        of.FIVE_OF_A_KIND: product((n, "the rank"), (choose(s, 5), "its suits")),
        of.ROYAL_FLUSH: product((ACE, "the highest five ranks, if an ace ends them"), suit),
        of.STRAIGHT_FLUSH: product((FIVES - ACE, "five ranks in sequence, the royal ones left out"), suit),
        of.FOUR_OF_A_KIND: product(
            (n, "the rank of the four"),
            (choose(s, 4), "its suits"),
            (n - 1, "the fifth rank"),
            (s, "its suit"),
        ),
        of.FULL_HOUSE: product(
            (n, "the rank of the three"),
            (choose(s, 3), "its suits"),
            (n - 1, "the rank of the pair"),
            (choose(s, 2), "its suits"),
        ),
        of.FLUSH: product(no_sequence, suit),
        of.STRAIGHT: product((FIVES, "five ranks in sequence"), not_all_alike),
        of.THREE_OF_A_KIND: product(
            (n, "the rank of the three"),
            (choose(s, 3), "its suits"),
            (choose(n - 1, 2), "two other ranks"),
            (s**2, "their suits"),
        ),
        of.TWO_PAIR: product(
            (choose(n, 2), "the ranks of the pairs"),
            (choose(s, 2) ** 2, "their suits"),
            (n - 2, "the fifth rank"),
            (s, "its suit"),
        ),
        of.PAIR: product(
            (n, "the rank of the pair"),
            (choose(s, 2), "its suits"),
            (choose(n - 1, 3), "three other ranks"),
            (s**3, "their suits"),
        ),
        of.HIGH_CARD: product(no_sequence, not_all_alike),
    }
    return {category: Count((one,)) for category, one in products.items()}


class NamedHands(Struct, frozen=True):
    """The hands of some categories that begin with some ranks, in the order in which ranks decide.

    `leading` is empty for whole categories. A pair begins with its rank and then its kicker, three of a kind
    and sequences with one rank. Of `suit` only, if one is named.
    """

    categories: frozenset[Category]
    leading: tuple[int, ...] = ()
    suit: Suit | None = None


def named_hands(text: str, ranking: Ranking) -> NamedHands:
    """Return the hands that a line of a pay table names, in the words of `parse_hand_set`.

    >>> from combin.cards.ranking import Ranking
    >>> hands = named_hands("A-K-Q straight flush of spades", Ranking())
    >>> number_of(hands, Ranking()).text, number_of(named_hands("pair of aces", Ranking()), Ranking()).text
    ('1', 'C(s, 2) * (n - 1) * s')
    """
    return hands_in(parse_hand_set(text, ranking), ranking)


def hands_in(hands: HandSet, ranking: Ranking) -> NamedHands:
    """Return the hands of a set of levels by their categories and the ranks that all of them begin with."""
    levels = {*hands.levels} & ranking.levels_of_one_suit if hands.suit else {*hands.levels}
    strengths = [ranking.strengths[level] for level in levels]
    categories = frozenset(strength.category for strength in strengths)
    suit = None if hands.suit == ONE_SUIT else hands.suit
    if len(levels) == sum(len(ranking.levels_by_category[category]) for category in categories):
        return NamedHands(categories, (), suit)
    (category,) = categories
    deciding = {Category.PAIR: slice(0, 3, 2), Category.FLUSH: slice(3), Category.HIGH_CARD: slice(3)}
    ranks = [strength.ranks[deciding.get(category, slice(1))] for strength in strengths]
    same = takewhile(lambda of_each: len({*of_each}) == 1, zip(*ranks, strict=True))
    return NamedHands(categories, tuple(of_each[0] for of_each in same), suit)


def number_of(hands: NamedHands, ranking: Ranking) -> Count:
    """Return the formula of how many hands there are.

    >>> from combin.cards.ranking import Ranking
    >>> number_of(named_hands("Q high", Ranking()), Ranking()).text
    '(C(10, 2) - 1) * (s^3 - s)'

    The 10 ranks below the queen give two more ranks; J-10 makes a sequence with her. The slow equivalent
    looks at every hand.
    """
    of_each = (_of_category(category, hands, ranking) for category in ranking.order)
    return Count(tuple(case for cases in of_each for case in cases if case.expression != 0))


def _of_category(category: Category, hands: NamedHands, ranking: Ranking) -> list[Product]:
    leading = hands.leading
    if category not in hands.categories:
        return []
    if category is Category.THREE_OF_A_KIND:
        return [product((1 if leading else n, "the rank"), (choose(s, 3), "its suits"))]
    if category is Category.PAIR:
        rank, other = 1 if leading else n, 1 if leading[1:] else n - 1
        pair = (rank, "the rank of the pair"), (choose(s, 2), "its suits")
        return [product(*pair, (other, "the third rank"), (s, "its suit"))]
    sets = choose(leading[-1], 3 - len(leading)) if leading else choose(n, 3)
    runs = [run[: len(leading)] for run in _runs(category, ranking)]
    sequences = runs.count(leading) if leading else THREES
    return _different_ranks(category, (sets, sequences), "three ranks", hands.suit, ranking)


def _runs(category: Category, ranking: Ranking) -> list[tuple[int, ...]]:
    """Return the sequences with their ranks as they decide: from high to low unless they are straights."""
    if category in (Category.STRAIGHT_FLUSH, Category.STRAIGHT):
        return [*ranking.sequences]
    return [tuple(sorted(run, reverse=True)) for run in ranking.sequences]


def _different_ranks(
    category: Category,
    ranks: tuple[Expression, Expression | int],
    words: str,
    suit: Suit | None,
    ranking: Ranking,
) -> list[Product]:
    """Return the hands of a category of three different ranks, by how many sets and sequences these make."""
    sets, sequences = ranks
    of_suit = (s, "the suit") if suit is None else (1, f"in {suit.name}")
    in_sequence, not_in_sequence = (sequences, f"{words} in sequence"), sets - sequences
    if category is Category.STRAIGHT_FLUSH:
        return [product(in_sequence, of_suit)]
    if category is Category.STRAIGHT:
        suits = straight_suit_choices(ranking.straight_suits)
        return [product(in_sequence, (suits, "suits of a straight"))]
    odd = (not_in_sequence, f"{words} not in sequence")
    if category is Category.FLUSH:
        return [product(odd, of_suit)]
    cases = [product(odd, (TWO_OR_THREE_SUITS, "suits not all alike"))]
    if ranking.straight_suits is StraightSuits.THREE:
        cases.append(product(in_sequence, (MIXED, "exactly two suits")))
    return cases


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


def weaker_hands(text: str, ranking: Ranking) -> Count:
    """Return the formula of how many hands are weaker than all hands that `text` names.

    Whole categories below it, and in the same category the ranks below: of three different ranks with the
    highest h, C(h, 3) sets lie below all that begin with h (h counts the lower ranks), C(m, 2) more begin
    with h and lie below the middle rank m, and so on. Where the lowest hand wins, all but these and the hands
    named are weaker.

    >>> from combin.cards.ranking import Ranking
    >>> weaker_hands("Q high", Ranking()).text
    '(C(10, 3) - 8) * (s^3 - s)'

    The slow equivalent compares every hand.
    """
    if ranking.lowest_wins:
        usual, every = replace(ranking, lowest_wins=False, upsets=()), (all_hands(3), "three cards")
        at_least = number_of(named_hands(text.removesuffix(" or better"), usual), usual)
        return subtract(Count((product(every),)), at_least, weaker_hands(text, usual))
    hands = parse_hand_set(text.removesuffix(" or better"), ranking)
    named = hands_in(hands, ranking)
    # Of several categories (any hand) only the lowest matters: nothing is weaker than all of them.
    lowest = max(map(ranking.order.index, named.categories))
    category = ranking.order[lowest]
    lower = sum(level < hands.levels.start for level in ranking.levels_by_category[category])
    within = _within(category, named.leading, lower, ranking) if named.leading else []
    below = [number_of(NamedHands(frozenset({other})), ranking) for other in ranking.order[lowest + 1 :]]
    return add(Count(tuple(within)), *reversed(below))


def _within(category: Category, leading: tuple[int, ...], lower: int, ranking: Ranking) -> list[Product]:
    """Return the hands of one category, of `lower` levels, below its hands with these leading ranks."""
    first = leading[0]
    if category is Category.THREE_OF_A_KIND:
        return [product((lower, "a lower rank"), (choose(s, 3), "its suits"))]
    if category is Category.PAIR:
        suits = ((choose(s, 2), "the pair's suits"), (s, "the third suit"))
        others = len(ranking.deck.ranks) - 1
        cases = [product((first, "a lower rank of the pair"), (others, "the third rank"), *suits)]
        if len(leading) > 1:
            kickers = leading[1] - (leading[1] > first)
            cases.append(product((kickers, "the same pair with a lower third rank"), *suits))
        return cases
    if category in (Category.STRAIGHT_FLUSH, Category.STRAIGHT):
        return _different_ranks(category, (choose(0, 1), lower), "lower ranks", None, ranking)
    sets = sum(
        (choose(rank, number) for rank, number in zip(leading, (3, 2, 1), strict=False) if rank >= number),
        choose(0, 1),
    )
    sequences = sum(run[: len(leading)] < leading for run in _runs(category, ranking))
    return _different_ranks(category, (sets, sequences), "lower ranks", None, ranking)
