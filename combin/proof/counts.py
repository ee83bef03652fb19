"""Counts of hands, by category or by name, as formulas in n ranks and s suits; and linear forms in pays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import takewhile
from math import factorial, lcm, prod
from typing import Any

import sympy as sp
from msgspec import Struct
from msgspec.structs import replace
from sympy.utilities.iterables import partitions

from combin.cards.cards import ColourLine, Deck, Suit
from combin.cards.five_cards import FiveCardCategory
from combin.cards.hand_sets import ONE_SUIT, HandSet, parse_hand_set
from combin.cards.ranking import AceLow, Category, Ranking, StraightSuits

Expression = Any
"""An expression of sympy, which ships no types."""

RANKS: Expression = sp.Symbol("n")
"""How many ranks the deck has."""
SUITS: Expression = sp.Symbol("s")
"""How many suits it has."""
THREES: Expression = sp.Symbol("r3")
"""How many sets of three ranks are in sequence: n - 1 with an ace that counts high and low, else n - 2."""
FIVES: Expression = sp.Symbol("r5")
"""How many sets of five ranks are in sequence: n - 3 with an ace that counts high and low, else n - 4."""
SIXES: Expression = sp.Symbol("r6")
"""How many sets of six ranks hold five in sequence."""
SEVENS: Expression = sp.Symbol("r7")
"""How many sets of seven ranks hold five in sequence."""
ACE: Expression = sp.Symbol("a")
"""1 if the highest five ranks in sequence end in an ace, so that there are royal flushes, else 0."""

n, s = RANKS, SUITS

TWO_OR_THREE_SUITS: Expression = s**3 - s
"""Suits for three different ranks that are not all the same."""
MIXED: Expression = 3 * s * (s - 1)
"""Suits for three different ranks of which exactly two are the same: which one differs, the suits of both."""


def choose(of: Expression | int, number: int) -> Expression:
    """Return the binomial coefficient, left as it is written also where `of` is a number.

    >>> choose(RANKS - 1, 2), choose(10, 3), choose(SUITS, 1), choose(SUITS, 0)
    (binomial(n - 1, 2), binomial(10, 3), s, 1)
    """
    if number == 0:
        return sp.Integer(1)
    if number == 1:
        return sp.sympify(of)
    return sp.binomial(sp.sympify(of), number, evaluate=False)


def sets_with_a_sequence(ranks: int) -> Expression:
    """Return the number of sets of ranks with five in sequence: r5, r6 or r7 as formulas in n and r5.

    By the lowest sequence in the set: for the lowest of all, any other ranks are added; for each of the
    r5 - 1 others, any but the rank just below it. For five to seven ranks, and a deck with at least five;
    one with fewer has none.

    >>> sets_with_a_sequence(5), sets_with_a_sequence(6).subs({RANKS: 13, FIVES: 10})
    (r5, 71)
    """
    more = ranks - 5
    return FIVES if not more else choose(RANKS - 5, more) + (FIVES - 1) * choose(RANKS - 6, more)


def ace_counts_low(deck: Deck, ace_low: AceLow = AceLow.LOWEST) -> bool:
    """Return whether the ace is in sequence with the two lowest ranks as well as with the two highest."""
    return deck.ranks[-1].symbol == "A" and len(deck.ranks) > 3 and ace_low is not AceLow.NONE


def deck_numbers(deck: Deck, ace_low: AceLow = AceLow.LOWEST) -> dict[Expression, int]:
    """Return the values of the symbols in the formulas.

    `ace_low` says whether A-2-3 is a sequence of three; 5-4-3-2-A is always one of five.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> {str(symbol): number for symbol, number in deck_numbers(STANDARD_DECK).items()}
    {'n': 13, 's': 4, 'r3': 12, 'r5': 10, 'r6': 71, 'r7': 217, 'a': 1}
    """
    ranks, ace = len(deck.ranks), deck.ranks[-1].symbol == "A"
    # Of five ranks, the ace with the four others is the highest sequence itself.
    fives = max(ranks - 4, 0) + (ace and ranks > 5)
    known = {RANKS: ranks, FIVES: fives}
    return {
        RANKS: ranks,
        SUITS: len(deck.suits),
        THREES: max(ranks - 2, 0) + ace_counts_low(deck, ace_low),
        FIVES: fives,
        SIXES: int(sets_with_a_sequence(6).subs(known).doit()) if fives else 0,
        SEVENS: int(sets_with_a_sequence(7).subs(known).doit()) if fives else 0,
        ACE: int(ace and ranks > 4),
    }


def sequence_formulas(deck: Deck, ace_low: AceLow = AceLow.LOWEST) -> dict[Expression, Expression]:
    """Return r3, r5, r6 and r7 as formulas in n and r5; they hold where the deck has ranks enough for any."""
    wheel = deck.ranks[-1].symbol == "A" and len(deck.ranks) > 5
    return {
        THREES: RANKS - 2 + int(ace_counts_low(deck, ace_low)),
        FIVES: RANKS - 4 + int(wheel),
        SIXES: sets_with_a_sequence(6),
        SEVENS: sets_with_a_sequence(7),
    }


class Product(Struct, frozen=True):
    """Choices made one after the other; a negative `sign` takes the product away from the sum.

    A choice is in how many ways something is chosen, and what.
    """

    choices: tuple[tuple[Expression, str], ...]
    sign: int = 1

    @property
    def expression(self) -> Expression:
        """The product of all ways, with its sign."""
        return self.sign * sp.prod([ways for ways, _ in self.choices])


class Count(Struct, frozen=True):
    """How many hands there are of one kind: a sum of products.

    >>> pairs = Count((product((RANKS, "the rank of the pair"), (choose(SUITS, 2), "its suits")),))
    >>> pairs.text, pairs.value({RANKS: 13, SUITS: 4})
    ('n * C(s, 2)', 78)
    """

    cases: tuple[Product, ...] = ()

    @property
    def expression(self) -> Expression:
        """The whole formula."""
        return sum((case.expression for case in self.cases), sp.Integer(0))

    @property
    def text(self) -> str:
        """The formula as written, such as `n * C(s, 2) * (n - 1) * s`; sympy reads it."""
        return _joined(self.cases, written, " * ")

    @property
    def latex(self) -> str:
        """The formula as written, in LaTeX."""
        return _joined(self.cases, latex, r" \, ")

    @property
    def words(self) -> str:
        """What each factor chooses: "the rank of the pair, its suits, the third rank, its suit"."""
        signs = {
            sign: [", ".join(what for _, what in case.choices) for case in self.cases if case.sign == sign]
            for sign in (1, -1)
        }
        return "; less ".join("; or ".join(words) for words in signs.values() if words)

    def value(self, numbers: Mapping[Expression, int]) -> int:
        """Return the count for a deck."""
        return int(self.expression.subs(numbers).doit())


def product(*choices: tuple[Expression | int, str], sign: int = 1) -> Product:
    """Return a product of ways, each with what is chosen."""
    return Product(tuple((sp.sympify(ways), what) for ways, what in choices), sign)


def add(*counts: Count) -> Count:
    """Return the sum of counts, product by product."""
    return Count(tuple(case for count in counts for case in count.cases))


def subtract(count: Count, *others: Count) -> Count:
    """Return a count less others."""
    taken = (Product(case.choices, -case.sign) for other in others for case in other.cases)
    return Count((*count.cases, *taken))


def polynomial(expression: Expression) -> Expression:
    """Return a formula multiplied out, with every binomial coefficient as a polynomial.

    Two formulas are equal for all n and s if and only if their polynomials are the same.

    >>> polynomial(choose(RANKS, 2))
    n**2/2 - n/2
    """
    return sp.expand(expression.expand(func=True).doit())


def all_hands(cards: int) -> Expression:
    """Return the number of hands, C(n s, cards)."""
    return choose(RANKS * SUITS, cards)


def written(expression: Expression) -> str:
    """Return an expression as sympy reads it, with C for a binomial coefficient and ^ for a power.

    >>> written(choose(RANKS, 3) - THREES), written(SUITS**3 - SUITS)
    ('C(n, 3) - r3', 's^3 - s')
    """
    return _terms(expression, lambda term: sp.sstr(term).replace("binomial", "C").replace("**", "^"))


def latex(expression: Expression) -> str:
    """Return an expression in LaTeX, its terms in the order of `written`."""
    return _terms(expression, sp.latex)


def _terms(expression: Expression, printer: Any) -> str:  # noqa: ANN401  a function of sympy or a lambda
    """Join the terms of a sum with positive ones first, where sympy would begin with a minus sign."""
    terms = expression.as_ordered_terms() if expression.is_Add else [expression]
    terms = sorted(terms, key=lambda term: bool(term.could_extract_minus_sign()))
    text = printer(terms[0])
    for term in terms[1:]:
        minus = term.could_extract_minus_sign()
        text += f" - {printer(-term)}" if minus else f" + {printer(term)}"
    return str(text)


def _joined(cases: tuple[Product, ...], printer: Any, times: str) -> str:  # noqa: ANN401  written or latex
    left, right = (r"\left(", r"\right)") if printer is latex else ("(", ")")
    text = ""
    for case in cases:
        ways = [ways for ways, _ in case.choices if ways != 1] or [sp.Integer(1)]
        bracketed = len(ways) > 1 or case.sign < 0
        factors = times.join(
            f"{left}{printer(one)}{right}" if bracketed and one.is_Add else printer(one) for one in ways
        )
        text += (" - " if case.sign < 0 else " + ") + factors
    return f"-{text[3:]}" if text.startswith(" - ") else text[3:] or "0"


def deals() -> Expression:
    """Return the number of deals of both hands, C(n s, 3) C(n s - 3, 3)."""
    return choose(n * s, 3) * choose(n * s - 3, 3)


def colour_counts(deck: Deck) -> dict[ColourLine, Count]:
    """Return the number of deals of both hands on each line, those of finer lines included.

    For one colour after the other: the player's three of its cards, then the dealer's three of the rest of
    them, of the same colour or of any one colour. A poster that says "if the dealer's hand is also one
    colour" can be read either way, so both lines are given.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> for line, count in colour_counts(STANDARD_DECK).items():
    ...     print(f"{line.value}: {count.text}")
    both of the same colour: 2 * C(2*n, 3) * C(2*n - 3, 3)
    both of one colour each: 2 * C(2*n, 3) * C(2*n - 3, 3) + 2 * C(2*n, 3) * C(2*n, 3)
    player of one colour: 2 * C(2*n, 3) * C(n*s - 3, 3)
    """
    suits_of = Counter(suit.colour for suit in deck.suits)
    sizes = Counter(suits_of.values())  # number of colours by their number of suits
    same: list[Product] = []
    player: list[Product] = []
    for suits, colours in sizes.items():
        own = ((colours, "the player's colour"), (choose(suits * n, 3), "the player's three cards of it"))
        same.append(product(*own, (choose(suits * n - 3, 3), "the dealer's three of it")))
        player.append(product(*own, (choose(n * s - 3, 3), "the dealer's three")))
    different = [
        product(
            (colours * (others - (suits == more)), "the player's and the dealer's colour"),
            (choose(suits * n, 3), "the player's three cards"),
            (choose(more * n, 3), "the dealer's three"),
        )
        for suits, colours in sizes.items()
        for more, others in sizes.items()
        if others - (suits == more)
    ]
    return {
        ColourLine.SAME: Count(tuple(same)),
        ColourLine.EACH: Count((*same, *different)),
        ColourLine.PLAYER: Count(tuple(player)),
    }


def suit_classes(suits: int, cards: int = 3) -> Expression:
    """Return the number of suit classes of hands, as a polynomial in the number of ranks n.

    Burnside's lemma: classes are as many as the hands that a permutation of the suits leaves as they are, on
    average over all s! permutations. Those of one cycle type leave the same number.

    >>> suit_classes(4)
    5*n**3/6 - n**2/2 + 2*n/3
    >>> suit_classes(4).subs(RANKS, 13), suit_classes(4, 5).subs(RANKS, 13)
    (1755, 134459)
    """
    total = sp.Integer(0)
    for cycles in map(dict, partitions(suits)):
        permutations = factorial(suits) // prod(
            length**number * factorial(number) for length, number in cycles.items()
        )
        total += permutations * fixed_hands(cycles, cards)
    return polynomial(total / factorial(suits))


def fixed_hands(cycles: Mapping[int, Expression | int], cards: int) -> Expression:
    """Return the number of hands that a permutation of the suits leaves fixed, by its cycles.

    `cycles` gives for each length how many cycles there are. The permutation moves the cards of one rank in
    cycles of the same lengths, so there are n times as many; a hand that stays is a union of such cycles.
    """
    terms = (
        sp.prod([choose(RANKS * cycles[length], number) for length, number in chosen.items()])
        for chosen in map(dict, partitions(cards))
        if chosen.keys() <= cycles.keys()
    )
    return sum(terms, sp.Integer(0))


def straight_suit_choices(suits: StraightSuits) -> Expression:
    """Return in how many ways the suits of three given ranks in sequence make a straight, by the reading."""
    return TWO_OR_THREE_SUITS if suits is StraightSuits.MORE_THAN_ONE else s * (s - 1) * (s - 2)


def three_card_counts(suits: StraightSuits = StraightSuits.MORE_THAN_ONE) -> dict[Category, Count]:
    """Return the formula of each category, high to low by the shipped documents.

    Where a straight must show three `suits`, ranks in sequence of exactly two are high cards (Crown 1.1
    "Straight": "different suits").

    >>> counts = three_card_counts()
    >>> for count in counts.values():
    ...     print(count.text, "=", count.value({RANKS: 13, SUITS: 4, THREES: 12}))
    r3 * s = 48
    n * C(s, 3) = 52
    r3 * (s^3 - s) = 720
    (C(n, 3) - r3) * s = 1096
    n * C(s, 2) * (n - 1) * s = 3744
    (C(n, 3) - r3) * (s^3 - s) = 16440
    """
    ranking = Ranking(straight_suits=suits)
    counts = {category: number_of(NamedHands(frozenset({category})), ranking) for category in Category}
    words = "three different suits" if suits is StraightSuits.THREE else "suits not all the same"
    straight = product((THREES, "three ranks in sequence"), (straight_suit_choices(suits), words))
    return counts | {Category.STRAIGHT: Count((straight,))}


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
    """
    suit = (s, "the suit")
    not_all_same = (s**5 - s, "suits not all the same")
    no_sequence = (choose(n, 5) - FIVES, "five ranks not in sequence")
    of = FiveCardCategory
    four, three, pair = (
        ((n, f"the rank of the {name}"), (choose(s, times), "its suits"))
        for name, times in (("four", 4), ("three", 3), ("pair", 2))
    )
    second_pair = (n - 1, "the rank of the pair"), (choose(s, 2), "its suits")
    pairs = (choose(n, 2), "the ranks of the pairs"), (choose(s, 2) ** 2, "their suits")
    two_others = (choose(n - 1, 2), "two other ranks"), (s**2, "their suits")
    three_others = (choose(n - 1, 3), "three other ranks"), (s**3, "their suits")
    products = {
        of.FIVE_OF_A_KIND: product((n, "the rank"), (choose(s, 5), "its suits")),
        of.ROYAL_FLUSH: product((ACE, "the highest five ranks, if an ace ends them"), suit),
        of.STRAIGHT_FLUSH: product((FIVES - ACE, "five ranks in sequence, the royal ones left out"), suit),
        of.FOUR_OF_A_KIND: product(*four, (n - 1, "the fifth rank"), (s, "its suit")),
        of.FULL_HOUSE: product(*three, *second_pair),
        of.FLUSH: product(no_sequence, suit),
        of.STRAIGHT: product((FIVES, "five ranks in sequence"), not_all_same),
        of.THREE_OF_A_KIND: product(*three, *two_others),
        of.TWO_PAIR: product(*pairs, (n - 2, "the fifth rank"), (s, "its suit")),
        of.PAIR: product(*pair, *three_others),
        of.HIGH_CARD: product(no_sequence, not_all_same),
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

    The 10 ranks below the queen give two more ranks; J-10 makes a sequence with her.
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
    category: Category, ranks: tuple[Expression, Expression], words: str, suit: Suit | None, ranking: Ranking
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
    cases = [product(odd, (TWO_OR_THREE_SUITS, "suits not all the same"))]
    if ranking.straight_suits is StraightSuits.THREE:
        cases.append(product(in_sequence, (MIXED, "exactly two suits")))
    return cases


def strengths(suits: int, straight_suits: StraightSuits = StraightSuits.MORE_THAN_ONE) -> Count:
    """Return the number of strengths.

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
    any_three = product((choose(n + 2, 3), "three ranks, which may be equal, not of one suit"))
    cases = [any_three, product(three_ranks)]
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


_QUOTIENT = "{} / {}"


class Term(Struct, frozen=True):
    """One variable of a linear form.

    `coefficient` is what one unit more of the variable adds to the value: the sensitivity. `at` is what the
    variable is now, None where it is not given. `count` is the formula behind the coefficient.
    """

    name: str
    symbol: str
    coefficient: Fraction
    at: Fraction | None = None
    count: Count | None = None


class LinearForm(Struct, frozen=True):
    """A quantity that is linear in some variables, with exact coefficients.

    It is written over one denominator, `total` (most often the number of deals) or the least multiple of it
    that makes all coefficients whole.

    >>> pair = Term("pair", "pair", Fraction(-1, 4), Fraction(2))
    >>> edge = LinearForm("house edge", Fraction(3, 4), (pair,), 8)
    >>> edge.text, edge.numbers, edge.value, edge.at(pair=3)
    ('(6 - 2*pair) / 8', '(6 - 2*2) / 8', Fraction(1, 4), Fraction(0, 1))
    """

    quantity: str
    constant: Fraction
    terms: tuple[Term, ...]
    total: int = 1
    closed: Expression | None = None

    @property
    def expression(self) -> Expression:
        """The form for sympy: in ranks and suits too, where its coefficients are closed counts."""
        if self.closed is not None:
            return self.closed
        numbers = [(self.constant, 1), *((term.coefficient, sp.Symbol(term.symbol)) for term in self.terms)]
        return sp.Add(*(sp.Rational(number.numerator, number.denominator) * of for number, of in numbers))

    def at(self, **values: Fraction | int) -> Fraction:
        """Return the value where the variables given, by their symbols, are something else than now.

        Raises:
            KeyError: no such variable.
            ValueError: a variable has no value.
        """
        unknown = values.keys() - {term.symbol for term in self.terms}
        if unknown:
            raise KeyError(min(unknown))
        value = self.constant
        for term in self.terms:
            now = values.get(term.symbol, term.at)
            if now is None:
                raise ValueError(f"what is {term.name}?")
            value += term.coefficient * now
        return value

    @property
    def value(self) -> Fraction | None:
        """The value now; None where a variable has none."""
        return None if any(term.at is None for term in self.terms) else self.at()

    @property
    def denominator(self) -> int:
        """What the form is written over."""
        numbers = (self.constant, *(term.coefficient for term in self.terms))
        return lcm(self.total, *(number.denominator for number in numbers))

    @property
    def text(self) -> str:
        """The form in symbols, as sympy reads it: `(16440 - 48*flush - 3744*pair) / 22100`."""
        return self._over(_QUOTIENT, "*", [term.symbol for term in self.terms])

    @property
    def numbers(self) -> str:
        """The form with the values of now: `(16440 - 48*40 - 3744*1) / 22100`."""
        shown = [term.symbol if term.at is None else _in_product(term.at) for term in self.terms]
        return self._over(_QUOTIENT, "*", shown)

    @property
    def latex(self) -> str:
        """The form in LaTeX, its variables an x with the name as index."""
        names = [rf"x_{{\text{{{latex_text(term.name)}}}}}" for term in self.terms]
        return self._over(r"\frac{{{}}}{{{}}}", r" \, ", names)

    def _over(self, form: str, times: str, names: list[str]) -> str:
        denominator = self.denominator
        parts = [(int(self.constant * denominator), "")]
        named = zip(self.terms, names, strict=True)
        parts += [(int(term.coefficient * denominator), name) for term, name in named]
        parts = [(number, name) for number, name in parts if number] or [(0, "")]
        text = ""
        for number, name in parts:
            factors = [name] if abs(number) == 1 and name else [str(abs(number)), *([name] if name else [])]
            sign = ("-" if number < 0 else "") if not text else (" - " if number < 0 else " + ")
            text += sign + times.join(factors)
        if denominator == 1:
            return text
        return form.format(f"({text})" if len(parts) > 1 and form == _QUOTIENT else text, denominator)


def symbols_of(names: Iterable[str]) -> dict[str, str]:
    """Return for each name a different symbol that sympy and Python read.

    >>> list(symbols_of(["three of a kind", "A-K-Q", "5-5", "5 5"]).values())
    ['three_of_a_kind', 'A_K_Q', 'x_5_5', 'x_5_5_2']
    """
    found: dict[str, str] = {}
    for name in names:
        symbol = re.sub("[^0-9A-Za-z]+", "_", name).strip("_") or "x"
        symbol = f"x_{symbol}" if symbol[0].isdigit() else symbol
        taken, number = symbol, 1
        while taken in found.values():
            number += 1
            taken = f"{symbol}_{number}"
        found[name] = taken
    return found


def latex_text(text: str) -> str:
    r"""Return text with the characters that LaTeX would obey escaped.

    >>> print(latex_text("10% & more_"))
    10\% \& more\_
    """
    text = "".join(char for char in " ".join(text.split()) if char.isprintable())
    text = text.replace("\\", r"\textbackslash ")
    return re.sub(r"([&%$#_{}])", r"\\\1", text).replace("~", r"\~{}").replace("^", r"\^{}")


def _in_product(value: Fraction) -> str:
    return str(value) if value.denominator == 1 and value >= 0 else f"({value})"
