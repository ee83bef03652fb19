"""Hands named in a pay table or a qualification, and those weaker than given ones: how many, as formulas."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from combin.cards.five_cards import FiveCardCategory
from combin.cards.ranking import AceLow, Category, Ranking, StraightSuits
from combin.proof.counts import (
    ACE,
    FIVES,
    RANKS,
    SUITS,
    THREES,
    Count,
    Expression,
    Product,
    ace_counts_low,
    add,
    choose,
    product,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from combin.cards.cards import Suit


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


Ranks = tuple[int, ...]

_OF_ONE_SUIT = frozenset({Category.STRAIGHT_FLUSH, Category.FLUSH})
_IN_SEQUENCE = frozenset({Category.STRAIGHT_FLUSH, Category.STRAIGHT})


@dataclass(frozen=True, slots=True)
class NamedHands:
    """The hands of some categories that begin with some ranks, in the order in which ranks decide.

    `leading` is empty for whole categories. A pair begins with its rank and then its kicker, three of a kind
    and sequences with one rank. Of `suit` only, if one is named.
    """

    categories: frozenset[Category]
    leading: Ranks = ()
    suit: Suit | None = None


def in_sequence(ranking: Ranking) -> list[Ranks]:
    """Return every three ranks in sequence, as rank indexes in deciding order (3-2-A with the ace last)."""
    top = len(ranking.deck.ranks) - 1
    found: list[Ranks] = [(high, high - 1, high - 2) for high in range(2, top + 1)]
    return [*found, (1, 0, top)] if ace_counts_low(ranking.deck, ranking.ace_low) else found


def nested(named: Mapping[str, NamedHands], ranking: Ranking) -> dict[str, set[str]]:
    """Return for each of some sets of hands the others of which all hands are among its own.

    The ranks decide, not the words: of the flushes that begin with 5-4 only 5-4-2 is none in sequence.
    """
    ranks_of = _ranks_of(ranking)
    members = {
        text: {
            (category, ranks)
            for category in hands.categories
            for ranks in ranks_of[category]
            if ranks[: len(hands.leading)] == hands.leading
        }
        for text, hands in named.items()
    }
    return {
        text: {
            other
            for other, theirs in named.items()
            if other != text and hands.suit in (None, theirs.suit) and members[other] <= members[text]
        }
        for text, hands in named.items()
    }


def _ranks_of(ranking: Ranking) -> dict[Category, list[Ranks]]:
    """Return all ranks that hands of each category can have, as they decide."""
    ranks = range(len(ranking.deck.ranks))
    runs = in_sequence(ranking)
    falling = {*_falling(ranking)}
    sets: list[Ranks] = [
        (high, middle, low) for high in ranks for middle in ranks[:high] for low in ranks[:middle]
    ]
    odd = [one for one in sets if one not in falling]
    return {
        Category.STRAIGHT_FLUSH: runs,
        Category.THREE_OF_A_KIND: [(rank,) for rank in ranks],
        Category.STRAIGHT: runs,
        Category.FLUSH: odd,
        Category.PAIR: [(pair, other) for pair in ranks for other in ranks if other != pair],
        Category.HIGH_CARD: sets if ranking.straight_suits is StraightSuits.THREE else odd,
    }


def named_hands(text: str, ranking: Ranking) -> NamedHands:
    """Return the hands that a line of a pay table names.

    The words are those of `combin.cards.hand_sets.parse_hand_set`, which has accepted them: `any hand`,
    `pair`, `Q high`, `any queen`, `pair of aces`, `three 5s`, `Q-6-4`, `K-Q flush`, `mini royal`, each also
    `of spades`.

    >>> from combin.cards.ranking import Ranking
    >>> hands = named_hands("A-K-Q straight flush of spades", Ranking())
    >>> number_of(hands, Ranking()).text, number_of(named_hands("pair of aces", Ranking()), Ranking()).text
    ('1', 'C(s, 2) * (n - 1) * s')
    """
    words, suit = " ".join(text.casefold().split()), None
    for one in ranking.deck.suits:
        ending = f" of {one.name.casefold()}"
        if words.endswith(ending):
            words, suit = words.removesuffix(ending), one
            break
    categories, leading = _read(words, ranking)
    if suit is not None:
        categories &= _OF_ONE_SUIT
    return NamedHands(categories, leading, suit if len(ranking.deck.suits) > 1 else None)


def _read(words: str, ranking: Ranking) -> tuple[frozenset[Category], Ranks]:
    if words in ("any", "any hand", "any three cards"):
        return frozenset(Category), ()
    if words in set(Category):
        return frozenset({Category(words)}), ()
    if words == "mini royal":
        words = "a-k-q straight flush"
    for pattern, category in (
        (r"three (?:of a kind )?(?:of )?(\w+)", Category.THREE_OF_A_KIND),
        (r"pair of (\w+)", Category.PAIR),
        (r"any (\w+)", Category.HIGH_CARD),
    ):
        if match := re.fullmatch(pattern, words):
            return frozenset({category}), (_rank(match[1], ranking),)
    if match := re.fullmatch(r"(\w+)[ -]high(?: (.+))?", words):
        return frozenset({Category(match[2] or Category.HIGH_CARD)}), (_rank(match[1], ranking),)
    cards, _, category_words = words.partition(" ")
    ranks = [_rank(part, ranking) for part in cards.split("-")]
    return _dashed(ranks, Category(category_words) if category_words else None, ranking)


def _rank(word: str, ranking: Ranking) -> int:
    """Return the index of a rank by its symbol, its name or the plural of either."""
    for index, rank in enumerate(ranking.deck.ranks):
        if word in (rank.name.casefold(), rank.plural.casefold()):
            return index
    symbol = word.removesuffix("s") or word
    symbols = [rank.symbol.casefold() for rank in ranking.deck.ranks]
    return symbols.index("t" if symbol == "10" else symbol)


def _dashed(
    ranks: list[int], category: Category | None, ranking: Ranking
) -> tuple[frozenset[Category], Ranks]:
    """Return the hands of two or three ranks written with dashes, three of them in any order."""
    equal = len(ranks) - len(set(ranks))
    if category is None and equal:
        category = Category.THREE_OF_A_KIND if equal == 2 else Category.PAIR
    sequence = next((run for run in in_sequence(ranking) if set(run) == set(ranks)), None)
    if category is None:
        category = Category.STRAIGHT if sequence else Category.HIGH_CARD
    if category is Category.THREE_OF_A_KIND:
        leading: Ranks = (ranks[0],)
    elif category is Category.PAIR:
        pair = next(rank for rank in ranks if ranks.count(rank) == 2)
        leading = (pair, *(rank for rank in ranks if rank != pair))
    elif category in _IN_SEQUENCE:
        leading = (sequence[0],) if sequence else (ranks[0],)
    else:
        leading = tuple(ranks) if len(ranks) == 2 else tuple(sorted(ranks, reverse=True))
    return frozenset({category}), leading


def number_of(hands: NamedHands, ranking: Ranking) -> Count:
    """Return the formula of how many hands there are.

    >>> from combin.cards.ranking import Ranking
    >>> number_of(named_hands("Q high", Ranking()), Ranking()).text
    '(C(10, 2) - 1) * (s^3 - s)'

    The 10 ranks below the queen give two more ranks; J-10 makes a sequence with her. The slow equivalent
    looks at every hand.
    """
    cases: list[Product] = []
    for category in ranking.order:
        if category in hands.categories:
            cases += _of_category(category, hands, ranking)
    return Count(tuple(cases))


def _of_category(category: Category, hands: NamedHands, ranking: Ranking) -> list[Product]:
    suit = (s, "the suit") if hands.suit is None else (1, f"in {hands.suit.name}")
    leading = hands.leading
    match category:
        case Category.THREE_OF_A_KIND:
            return [product((1 if leading else n, "the rank"), (choose(s, 3), "its suits"))]
        case Category.PAIR:
            rank, other = (n, n - 1) if not leading else (1, n - 1 if len(leading) == 1 else 1)
            return [
                product(
                    (rank, "the rank of the pair"),
                    (choose(s, 2), "its suits"),
                    (other, "the third rank"),
                    (s, "its suit"),
                )
            ]
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            ranks = _sequences(leading, in_sequence(ranking))
            if category is Category.STRAIGHT:
                suit = (straight_suit_choices(ranking.straight_suits), "suits of a straight")
            return [product((ranks, "three ranks in sequence"), suit)]
    within = _sequences(leading, _falling(ranking))
    found = (_sets(leading) - within, "three ranks not in sequence")
    if category is Category.FLUSH:
        return [product(found, suit)]
    cases = [product(found, (TWO_OR_THREE_SUITS, "suits not all alike"))]
    if ranking.straight_suits is StraightSuits.THREE:
        cases.append(product((within, "three ranks in sequence"), (MIXED, "exactly two suits")))
    return [case for case in cases if case.expression != 0]


def _sequences(leading: Ranks, runs: list[Ranks]) -> Expression | int:
    """Return how many sequences begin so."""
    return sum(run[: len(leading)] == leading for run in runs) if leading else THREES


def _falling(ranking: Ranking) -> list[Ranks]:
    """Return the sequences with their ranks from high to low, A-3-2 with the ace first."""
    return [tuple(sorted(run, reverse=True)) for run in in_sequence(ranking)]


def _sets(leading: Ranks) -> Expression:
    """Return how many sets of three ranks have these as the highest, the others lying below."""
    return choose(leading[-1], 3 - len(leading)) if leading else choose(n, 3)


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
    sequences = sum(run[: len(leading)] < leading for run in _falling(ranking))
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
