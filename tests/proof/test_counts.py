from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, permutations
from itertools import product as every
from pathlib import Path

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from combin.cards.cards import STANDARD_DECK, HandSetError, parse_deck
from combin.cards.five_cards import FiveCardCategory
from combin.cards.hand_sets import HandSet, parse_hand_set
from combin.cards.ranking import AceLow, Category, Ranking, StraightSuits
from combin.cards.suit_classes import hand_classes
from combin.exact.fivecard_counts import category_counts
from combin.proof.counts import (
    ACE,
    FIVES,
    RANKS,
    SEVENS,
    SIXES,
    SUITS,
    THREES,
    Count,
    LinearForm,
    Product,
    Term,
    add,
    all_hands,
    choose,
    deck_numbers,
    five_card_counts,
    latex,
    named_hands,
    number_of,
    polynomial,
    product,
    sequence_formulas,
    sets_with_a_sequence,
    strengths,
    subtract,
    suit_classes,
    symbols_of,
    three_card_counts,
    weaker_hands,
    written,
)
from combin.proof.edges import best_five_counts
from tests.helpers.decks import DECKS, deck_of, ranking_of
from tests.helpers.fivecard_naive import SMALL_DECKS, naive_counts
from tests.helpers.plain import STANDARD, Plain
from tests.helpers.texts import table_rows

n, s = RANKS, SUITS
factors = st.sampled_from(
    [n, s, *map(sp.Integer, (1, 2)), n - 1, THREES - n, s**3 - s, choose(n, 3) - THREES, choose(s, 2)]
)
products = st.builds(
    lambda ways, sign: product(*((one, "this") for one in ways), sign=sign),
    st.lists(factors, min_size=1, max_size=4),
    st.sampled_from([1, -1]),
)
counts = st.lists(products, max_size=4).map(lambda cases: Count(tuple(cases)))


@given(counts)
def test_sympy_reads_the_text_of_a_count(count: Count) -> None:
    symbols = {"C": sp.binomial, "n": n, "s": s, "r3": THREES}
    assert polynomial(sp.sympify(count.text, symbols) - count.expression) == 0
    assert count.text.count("(") == count.text.count(")")
    assert count.latex.count(r"\left(") == count.latex.count(r"\right)")


@given(counts, counts)
def test_sums_and_differences_are_those_of_the_expressions(count: Count, other: Count) -> None:
    assert polynomial(add(count, other).expression - count.expression - other.expression) == 0
    assert polynomial(subtract(count, other).expression - count.expression + other.expression) == 0


def test_a_formula_is_written_as_it_is_derived() -> None:
    pairs = Count(
        (product((n, "the rank"), (choose(s, 2), "its suits"), (n - 1, "the other"), (1, "in spades")),)
    )
    alone = Count((product((choose(n, 3) - THREES, "ranks")),))
    assert pairs.text == "n * C(s, 2) * (n - 1)"
    assert pairs.latex == r"n \, {\binom{s}{2}} \, \left(n - 1\right)"
    assert alone.text == "C(n, 3) - r3"
    assert subtract(pairs, alone).text == "n * C(s, 2) * (n - 1) - (C(n, 3) - r3)"
    assert subtract(Count(), alone).text == "-(C(n, 3) - r3)"
    assert subtract(Count(), pairs).text == "-n * C(s, 2) * (n - 1)"
    assert add(alone, pairs).text == "C(n, 3) - r3 + n * C(s, 2) * (n - 1)"
    assert Count((product((1, "in spades")),)).text == "1"
    assert Count().text == "0"
    assert written(-n) == "-n"
    assert latex(s**3 - s) == "s^{3} - s"


def test_words_name_what_is_added_and_what_is_taken_away() -> None:
    one, other, less = (Count((product((n, word), (s, "a suit")),)) for word in ("this", "that", "those"))
    assert subtract(add(one, other), less, other).words == (
        "this, a suit; or that, a suit; less those, a suit; or that, a suit"
    )
    assert subtract(Count(), one).words == "this, a suit"


def test_a_count_needs_all_of_its_numbers() -> None:
    with pytest.raises(TypeError):
        Count((product((n, "ranks"), (s, "suits")),)).value({n: 13})


def test_a_product_stands_for_its_choices() -> None:
    assert product((2, "two")).expression == 2
    assert Product((), -1).expression == -1
    assert Product(()).sign == 1


def hands(ranks: int, suits: int, cards: int) -> list[frozenset[tuple[int, int]]]:
    deck = [(rank, suit) for rank in range(ranks) for suit in range(suits)]
    return [frozenset(one) for one in combinations(deck, cards)]


@pytest.mark.parametrize(
    ("ranks", "suits", "cards"),
    [
        (1, 3, 3),
        (2, 2, 3),
        (3, 3, 3),
        (5, 4, 3),
        (4, 5, 3),
        (2, 4, 5),
        (3, 4, 5),
        (3, 3, 4),
        (2, 6, 3),
        (3, 1, 2),
    ],
)
def test_classes_are_those_that_permutations_make(ranks: int, suits: int, cards: int) -> None:
    least = {
        min(tuple(sorted((rank, to[suit]) for rank, suit in hand)) for to in permutations(range(suits)))
        for hand in hands(ranks, suits, cards)
    }
    assert suit_classes(suits, cards).subs(RANKS, ranks) == len(least)


def test_classes_are_those_of_the_engine() -> None:
    for ranks in ("2 3", "J Q K A", "6 7 8 9 T J Q K A", "2 3 4 5 6 7 8 9 T J Q K A"):
        for suits in range(1, 9):
            deck = parse_deck(ranks, str(suits))
            assert suit_classes(suits).subs(RANKS, len(deck.ranks)) == len(hand_classes(Ranking(deck)))


def test_the_published_numbers_of_classes() -> None:
    found = [suit_classes(4, cards).subs(RANKS, 13) for cards in (2, 3, 5, 7)]
    assert found == [169, 1755, 134459, 6009159]


fractions = st.fractions(-50, 50, max_denominator=60)
names = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=12)


@st.composite
def forms(draw: st.DrawFn) -> LinearForm:
    symbols = symbols_of(draw(st.lists(st.text("ab -1", min_size=1, max_size=4), max_size=5, unique=True)))
    terms = (Term(name, symbol, draw(fractions), draw(fractions)) for name, symbol in symbols.items())
    return LinearForm("value", draw(fractions), tuple(terms), draw(st.integers(1, 200)))


def read(text: str, **values: Fraction) -> Fraction:
    found = sp.sympify(text, rational=True).subs(
        {name: sp.Rational(str(value)) for name, value in values.items()}
    )
    return Fraction(int(found.p), int(found.q))


@given(forms())
def test_sympy_reads_the_text_and_the_numbers_of_a_form(form: LinearForm) -> None:
    now = {term.symbol: term.at for term in form.terms if term.at is not None}
    expected = form.constant + sum(term.coefficient * (term.at or 0) for term in form.terms)
    assert form.value == expected
    assert read(form.text, **now) == expected
    assert read(form.numbers) == expected


@given(forms(), st.data())
def test_one_unit_more_adds_the_coefficient(form: LinearForm, data: st.DataObject) -> None:
    if not form.terms or form.value is None:
        return
    term = data.draw(st.sampled_from(form.terms))
    more = (term.at or Fraction(0)) + 1
    assert form.at(**{term.symbol: more}) - form.value == term.coefficient


@given(st.lists(names, unique=True, max_size=8))
def test_symbols_are_identifiers_and_differ(texts: list[str]) -> None:
    symbols = symbols_of(texts)
    assert list(symbols) == texts
    assert len(set(symbols.values())) == len(texts)
    assert all(symbol.isidentifier() for symbol in symbols.values())


def test_values_that_nobody_has_set_are_asked_for() -> None:
    form = LinearForm("value", Fraction(1), (Term("the meter", "meter", Fraction(1, 3)),))
    assert form.value is None
    assert form.text == "(3 + meter) / 3"
    assert form.numbers == "(3 + meter) / 3"
    with pytest.raises(ValueError, match=r"what is the meter\?"):
        form.at()
    with pytest.raises(KeyError, match="stake"):
        form.at(stake=1)
    assert form.at(meter=6) == 3


def test_forms_are_written_without_needless_parts() -> None:
    half = Term("a b", "a_b", Fraction(-1, 2), Fraction(-1))
    assert LinearForm("", Fraction(0), (half,), 2).text == "-a_b / 2"
    assert LinearForm("", Fraction(0), ()).text == "0"
    assert LinearForm("", Fraction(5), (Term("x", "x", Fraction(3), Fraction(0)),)).numbers == "5 + 3*0"
    assert LinearForm("", Fraction(5), (half,), 2).numbers == "(10 - (-1)) / 2"
    assert LinearForm("", Fraction(5), (half,), 2).latex == r"\frac{10 - x_{\text{a b}}}{2}"
    assert LinearForm("", Fraction(5), (Term("x", "x", Fraction(3)),)).text == "5 + 3*x"


READINGS = list(StraightSuits)
FEW_RANKS = (
    "2", "2 3", "Q K A", "K A", "2 3 A", "2 3 4 A", "2 3 4 5", "2 4 6 8 T Q A", "2 3 4 5 6 7 8 9 T J Q K A",
)  # fmt: skip
GRID = [*every(FEW_RANKS, range(1, 9), (AceLow.LOWEST, AceLow.NONE))]


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
def test_every_count_is_that_of_the_hands_of_many_decks(reading: StraightSuits) -> None:
    formulas = three_card_counts(reading)
    for ranks, suits, ace_low in GRID:
        ranking = Ranking(parse_deck(ranks, str(suits)), ace_low=ace_low, straight_suits=reading)
        numbers = deck_numbers(ranking.deck, ace_low)
        found = {category: count.value(numbers) for category, count in formulas.items()}
        assert found == ranking.counts, (ranks, suits, ace_low)
        assert strengths(suits, reading).value(numbers) == len(ranking.strengths), (ranks, suits)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("name", DECKS)
def test_every_count_is_that_of_hands_judged_one_by_one(name: str, reading: StraightSuits) -> None:
    plain = DECKS[name]
    different = 2 if reading is StraightSuits.MORE_THAN_ONE else 3
    read = Plain(plain.ranks, plain.suits, different_suits=different)
    judged = Counter(read.category(hand) for hand in read.hands())
    numbers = deck_numbers(deck_of(read))
    for category, count in three_card_counts(reading).items():
        assert count.value(numbers) == judged[category.value], category


def test_the_standard_deck_has_the_published_counts() -> None:
    numbers = deck_numbers(STANDARD_DECK)
    counts = [count.value(numbers) for count in three_card_counts().values()]
    assert counts == [48, 52, 720, 1096, 3744, 16440]
    without_low_ace = deck_numbers(STANDARD_DECK, AceLow.NONE)
    assert [count.value(without_low_ace) for count in three_card_counts().values()][:3] == [44, 52, 660]


@pytest.mark.parametrize("reading", READINGS)
def test_the_counts_add_to_all_hands_for_any_ranks_suits_and_sequences(reading: StraightSuits) -> None:
    total = sum(count.expression for count in three_card_counts(reading).values())
    assert polynomial(total) == polynomial(all_hands(3))
    assert THREES not in polynomial(total).free_symbols


def test_the_two_readings_differ_by_the_sequences_of_two_suits() -> None:
    many, three = (three_card_counts(reading) for reading in READINGS)
    moved = {name: polynomial(three[name].expression - many[name].expression) for name in many}
    two_suits = polynomial(THREES * 3 * SUITS * (SUITS - 1))
    assert {name.value: change for name, change in moved.items() if change != 0} == {
        "straight": -two_suits,
        "high card": two_suits,
    }
    assert two_suits.subs({THREES: 12, SUITS: 4}) == 432


@pytest.mark.parametrize("ace_low", AceLow)
def test_the_number_of_sequences_is_that_of_the_ranking(ace_low: AceLow) -> None:
    for ranks in (*FEW_RANKS, "2 3 4", "J Q K A", "2 3 4 5 6", "2 3 4 5 A"):
        deck = parse_deck(ranks)
        numbers = deck_numbers(deck, ace_low)
        assert numbers[THREES] == len(Ranking(deck, ace_low=ace_low).sequences)
        if len(deck.ranks) > 3:
            assert sequence_formulas(deck, ace_low)[THREES].subs(numbers) == numbers[THREES]


def test_741_strengths_are_a_formula_in_the_number_of_ranks() -> None:
    whole = polynomial(strengths(4).expression)
    assert whole == sp.expand(RANKS**2 + RANKS * (RANKS - 1) * (RANKS - 2) / 3)
    assert whole.subs(RANKS, 13) == 741 == len(ranking_of(STANDARD).strengths)


def test_a_factor_says_what_it_chooses() -> None:
    pair = list(three_card_counts().values())[4]
    assert pair.words == "the rank of the pair, its suits, the third rank, its suit"
    assert [str(ways) for ways, _ in pair.cases[0].choices] == ["n", "binomial(s, 2)", "n - 1", "s"]
    assert pair.latex == r"n \, {\binom{s}{2}} \, \left(n - 1\right) \, s"


UPSIDE_DOWN = tuple(reversed(Category))
FLUSHES_ON_TOP = (*list(Category)[3:], *list(Category)[:3])
RANKINGS = {
    "standard": Ranking(),
    "three suits": Ranking(
        parse_deck("8 9 T J Q K A", "clubs, hearts, spades"),
        ace_low=AceLow.SECOND,
        straight_suits=StraightSuits.THREE,
    ),
    "five suits": Ranking(parse_deck("2 3 4 5 A", "5"), UPSIDE_DOWN, AceLow.HIGHEST),
    "two suits": Ranking(parse_deck("2 5 9 J Q K", "2"), FLUSHES_ON_TOP, straight_suits=StraightSuits.THREE),
    "no low ace": Ranking(parse_deck("2 3 4 K A", "3"), UPSIDE_DOWN, AceLow.NONE, StraightSuits.THREE),
    "another rank": Ranking(parse_deck("2 3 4 5 X", "3"), FLUSHES_ON_TOP, AceLow.NONE),
    "one suit": Ranking(parse_deck("J Q K A", "spades")),
    "lowest wins": Ranking(parse_deck("2 3 4 5 A", "2"), UPSIDE_DOWN, lowest_wins=True),
    "threes above": Ranking(parse_deck("2 3 4 A", "4"), highest_three=1),
}
SMALL = [name for name in RANKINGS if name != "standard"]


def hands_in(hands: HandSet, ranking: Ranking) -> int:
    """Count the hands of a set by looking at every hand of its levels."""
    cards, count = ranking.deck.cards, 0
    for level in hands.levels:
        for hand in ranking.hands[level]:
            count += hands.holds(level, frozenset(cards[card].suit for card in hand))
    return count


def words(ranking: Ranking) -> Iterator[str]:
    """Yield words for sets of hands, of which some name none."""
    ranks = ranking.deck.ranks
    yield from ("any hand", "any", "any three cards", "mini royal", *Category)
    for rank in ranks:
        yield from (f"any {rank.name}", f"{rank} high", f"{rank.symbol}-high", f"pair of {rank.plural}")
        yield from (f"three {rank.plural}", f"three of a kind of {rank}s")
        yield from (f"{rank} high {category}" for category in Category)
    for some in (*every(ranks, repeat=2), *every(ranks, repeat=3)):
        dashed = "-".join(map(str, some))
        yield dashed
        yield from (f"{dashed} {category}" for category in Category)


def named(ranking: Ranking) -> dict[str, HandSet]:
    """Return the words that name hands of a deck, also those of one suit, with these hands."""
    endings = ["", *(f" of {suit.name}" for suit in ranking.deck.suits)]
    found = {}
    for text in words(ranking):
        for ending in endings:
            with suppress(HandSetError):
                found[text + ending] = parse_hand_set(text + ending, ranking)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.few(3)
def test_all_words_count_the_hands_that_they_name(name: str) -> None:
    ranking = RANKINGS[name]
    numbers = deck_numbers(ranking.deck, ranking.ace_low)
    counts: dict[tuple[range, object], int] = {}
    for text, hands in named(ranking).items():
        key = (hands.levels, hands.suit)
        if key not in counts:
            counts[key] = hands_in(hands, ranking)
        assert number_of(named_hands(text, ranking), ranking).value(numbers) == counts[key], text


@pytest.mark.slow
@pytest.mark.parametrize(("text", "formula", "number"), table_rows(Path(__file__).with_name("lines.txt")))
@pytest.mark.few(7)
def test_lines_of_the_standard_deck(text: str, formula: str, number: str) -> None:
    count = number_of(named_hands(text, Ranking()), Ranking())
    assert count.text == formula
    assert (
        count.value(deck_numbers(STANDARD_DECK))
        == int(number)
        == hands_in(parse_hand_set(text, Ranking()), Ranking())
    )


def test_what_a_reading_adds_is_left_out_where_it_is_nothing() -> None:
    strict = Ranking(straight_suits=StraightSuits.THREE)
    assert number_of(named_hands("Q-6-4", strict), strict).text == "s^3 - s"
    assert number_of(named_hands("A-3-2 high card", strict), strict).text == "3*s*(s - 1)"
    assert number_of(named_hands("Q high", strict), strict).text == (
        "(C(10, 2) - 1) * (s^3 - s) + 3*s*(s - 1)"
    )


def below(text: str, ranking: Ranking) -> int:
    return sum(one.count for one in ranking.strengths[: parse_hand_set(text, ranking).levels.start])


@pytest.mark.slow
@pytest.mark.parametrize("name", RANKINGS)
@pytest.mark.few(5)
def test_weaker_hands_are_those_of_lower_levels(name: str) -> None:
    ranking = RANKINGS[name]
    numbers = deck_numbers(ranking.deck, ranking.ace_low)
    texts = list(words(ranking))
    for text in texts[:: 97 if name == "standard" else 3]:
        try:
            parse_hand_set(text, ranking)
        except HandSetError:
            continue
        assert weaker_hands(text, ranking).value(numbers) == below(text, ranking), text
        assert weaker_hands(f"{text} or better", ranking) == weaker_hands(text, ranking)


RANKS_OF = (
    "2", "K A", "2 3 A", "2 3 4 A", "2 3 4 5 A", "9 T J Q K", "9 T J Q K A", "2 3 4 5 6 7",
    "2 3 4 5 6 7 A", "2 3 4 5 6 7 8 A", "6 7 8 9 T J Q K A", "2 3 4 5 6 7 8 9 T J Q K A",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("name", [name for name, deck in SMALL_DECKS.items() if len(deck) <= 20])
@pytest.mark.few(6)
def test_every_best_five_is_that_of_hands_judged_one_by_one(name: str, cards: int) -> None:
    deck = SMALL_DECKS[name]
    numbers = deck_numbers(deck)
    found = {category: count.value(numbers) for category, count in best_five_counts(cards).items()}
    assert found == naive_counts(deck, cards)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.few(2)
def test_every_count_is_that_of_the_engine_for_many_decks(cards: int) -> None:
    expressions = best_five_counts(cards)
    for ranks in RANKS_OF:
        for suits in range(1, 9):
            deck = parse_deck(ranks, str(suits))
            numbers = deck_numbers(deck)
            found = {category: count.value(numbers) for category, count in expressions.items()}
            if len(deck) < cards:
                assert not any(found.values())
            elif suits in {1, 2, 4, 5, 8}:
                assert found == category_counts(deck, cards), (ranks, suits)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_best_fives_add_to_all_hands_for_any_ranks_suits_and_sequences(cards: int) -> None:
    total = polynomial(sum(count.expression for count in best_five_counts(cards).values()))
    assert total == polynomial(all_hands(cards))
    assert not total.free_symbols & {FIVES, SIXES, SEVENS, ACE}


def test_the_formulas_of_five_cards_are_derived_twice() -> None:
    by_hand, by_patterns = five_card_counts(), best_five_counts(5)
    for category in FiveCardCategory:
        assert polynomial(by_hand[category].expression) == polynomial(by_patterns[category].expression)


def test_sets_with_a_sequence_are_those_found_by_looking() -> None:
    for ranks in RANKS_OF:
        deck = parse_deck(ranks)
        n, ace = len(deck.ranks), deck.ranks[-1].symbol == "A"
        runs = [set(range(low, low + 5)) for low in range(n - 4)]
        runs += [{0, 1, 2, 3, n - 1}] if ace and n > 5 else []
        numbers = deck_numbers(deck)
        for size, symbol in ((5, FIVES), (6, SIXES), (7, SEVENS)):
            seen = sum(any(run <= set(one) for run in runs) for one in combinations(range(n), size))
            assert numbers[symbol] == seen
            if runs:
                assert sets_with_a_sequence(size).subs(numbers).doit() == seen
        assert numbers[RANKS] == n
        for symbol, formula in sequence_formulas(deck).items() if numbers[FIVES] else ():
            assert formula.subs(numbers).doit() == numbers[symbol], (ranks, symbol)


def test_other_numbers_of_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="formulas for the best five of 8 cards"):
        best_five_counts(8)


def test_a_factor_of_best_fives_says_what_it_chooses() -> None:
    of, six = FiveCardCategory, best_five_counts(6)
    assert {category: six[category].words for category in (of.FULL_HOUSE, of.FIVE_OF_A_KIND, of.PAIR)} == {
        of.FULL_HOUSE: (
            "ranks: 2 three times, their suits; or ranks: 1 three times, 1 twice, 1 once, their suits"
        ),
        of.FIVE_OF_A_KIND: "ranks: 1 6 times, their suits; or ranks: 1 five times, 1 once, their suits",
        of.PAIR: "5 ranks without a sequence of five, which of them are repeated, suits without a flush",
    }
    assert six[of.FOUR_OF_A_KIND].words.startswith("ranks: 1 four times, 1 twice")
    assert six[of.HIGH_CARD].words == "6 ranks without a sequence of five, suits without a flush"
    assert "; less the highest five ranks, if an ace ends them" in six[of.STRAIGHT_FLUSH].words
