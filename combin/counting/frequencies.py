"""How often categories and named hands of three cards, or of five to nine, come, counted or visited."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, prod
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.cards.cards import STANDARD_DECK, CardError, Deck, HandSetError, deck_in_words
from combin.cards.five_cards import FiveCardCategory, parse_five_card_set
from combin.cards.hand_sets import HandSet, parse_hand_set
from combin.cards.ranking import Ranking
from combin.cards.suit_classes import hand_classes_by_suit
from combin.counting import few_cards
from combin.counting.few_cards import SIZES as FEW
from combin.exact.fivecard_counts import category_counts, hand_counter
from combin.formats.tables import COUNT, IN_FULL, NUMBER, ONE_IN, Column, Table, Value, decimals
from combin.formats.view import View

SIZES = range(2, 10)
"""The numbers of cards of which hands are counted; those of two and of four have no order of their own."""


class Frequency(Struct, frozen=True):
    """How many of all hands are of one category, or are called so."""

    category: str
    count: int
    total: int

    @property
    def probability(self) -> Fraction:
        """The probability of the category."""
        return Fraction(self.count, self.total)

    @property
    def one_in(self) -> Fraction | None:
        """The N of "1 in N hands", which is N - 1 to 1; None where there is no such hand."""
        return Fraction(self.total, self.count) if self.count else None

    @property
    def odds_against(self) -> Fraction | None:
        """How many hands are others for each one that is it; None where there is no such hand."""
        return Fraction(self.total - self.count, self.count) if self.count else None


class Frequencies(Answer, Struct, frozen=True):
    """The categories of all hands of `cards` cards, high to low.

    Five of a kind is left out where no hand can be of it. Where hands were named the rows are about those,
    in the order in which they were. `visited` are the counts found by visiting every hand, if that was asked
    for. With several `seats` the rows are about the highest of that many hands, and count deals;
    with `best_three` they are about the best three of each hand. Of two and of four cards the rarest come
    first.
    """

    shown_by: ClassVar[str] = "combin.counting.frequencies:frequencies_view"

    deck: Deck
    cards: int
    rows: tuple[Frequency, ...]
    visited: Mapping[str, int] | None = None
    named: bool = False
    seats: int = 1
    best_three: bool = False

    @property
    def total(self) -> int:
        """The number of hands, or of deals of several."""
        dealt = range(0, self.seats * self.cards, self.cards)
        return prod(comb(len(self.deck) - cards, self.cards) for cards in dealt)

    @property
    def agree(self) -> bool | None:
        """Whether visiting every hand gives the same counts; None if that was not asked for."""
        if self.visited is None:
            return None
        rows = {row.category: row.count for row in self.rows}
        categories = rows.keys() | self.visited.keys()
        return all(rows.get(one, 0) == self.visited.get(one, 0) for one in categories)


def frequencies(
    cards: int,
    deck: Deck = STANDARD_DECK,
    hands: Sequence[str] = (),
    *,
    ranking: Ranking | None = None,
    seats: int = 1,
    best_three: bool = False,
    check: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Frequencies:
    """Return how often each category comes among the hands of a deck, by the best five of six or seven cards.

    Args:
        cards: 2 to 9; more than seven are counted alone.
        deck: any deck.
        hands: hands to count in place of the categories: of three cards in the words of pay tables, such as
            "ace high" (of two where `ranking` is), of five to seven such as "four aces", else a category;
            "or better" may stand behind
            each, for all from there on.
        ranking: the order of hands of three cards, if it is not the usual one.
        seats: how many hands of three cards are dealt, if the highest of them is asked about; up to 4.
        best_three: whether of four or five cards the best three are a hand.
        check: whether to visit every hand as well, with code that shares nothing with the counting.
        progress: for the check, called now and then with the hands visited and their number in all; for four
            seats with the steps done and theirs.

    >>> for row in frequencies(5).rows[:2]:
    ...     print(str(row.category), row.count, row.probability, row.one_in)
    royal flush 4 1/649740 649740
    straight flush 36 3/216580 216580/3
    >>> [row.count for row in frequencies(3, hands=["ace high", "pair of aces or better"]).rows]
    [3840, 2204]
    >>> [round(100 * float(row.probability), 3) for row in frequencies(3, seats=3).rows]
    [0.65, 0.701, 9.367, 13.08, 34.958, 41.244]
    """
    own = Ranking(deck) if ranking is None else ranking
    order = Ranking(deck) if own.size < 3 else replace(own, dealt=3)
    if seats != 1:
        if cards != 3 or check or best_three:
            what = "it is counted, and not visited" if cards == 3 else "it is counted for hands of 3 cards"
            raise CardError(f"the highest of {seats} hands: {what}")
        levels = _levels(hands, order)
        borders = {border for some in levels.values() for border in (some.start, some.stop)}
        below_borders = few_cards.deals_below(order, borders, seats, progress)
        found = Frequencies(deck, 3, (), named=bool(hands), seats=seats)
        return replace(found, rows=_of_levels(levels, below_borders, found.total))
    if cards not in SIZES:
        raise CardError(f"hands of {cards} cards: there are categories for 2 to 9 cards")
    if len(deck) < cards:
        raise CardError(f"hands of {cards} cards: the deck has only {len(deck)}")
    if best_three:
        if cards not in {4, 5}:
            raise CardError(f"the best three of {cards} cards: they are counted of 4 cards and of 5")
        if deck.copies > 1:
            raise CardError(f"{deck.copies} decks: the best three of more cards are counted for one deck")
        if check and hands:
            raise CardError("the best three of more cards are visited by category, not by name")
        found = Frequencies(deck, cards, (), named=bool(hands), best_three=True)
        below = [*accumulate(few_cards.best_three_counts(order, cards), initial=0)]
        rows = _of_levels(_levels(hands, order), below, found.total)
        one_by_one = few_cards.visited_best_threes(order, cards) if check else None
        return replace(found, rows=rows, visited=one_by_one)
    if cards != 3 and not deck.single:
        problem = "counted for one deck without jokers (deck.decks = 1, deck.jokers = 0)"
        raise CardError(f"hands of {cards} cards: they are {problem}")
    ordered = order if cards == 3 else own if cards == own.size == 2 else None
    counts = {text: _named_number(text, deck, cards, ordered) for text in hands} or _counted(order, cards)
    rows = tuple(Frequency(text, count, comb(len(deck), cards)) for text, count in counts.items())
    visited = _visited(order, cards, hands, progress) if check else None
    return Frequencies(deck, cards, rows, visited, named=bool(hands))


def _levels(hands: Sequence[str], ranking: Ranking) -> dict[str, range]:
    """Return the levels of named hands of three cards, or else of each category, high to low."""
    levels: dict[str, range] = {}
    for text in hands:
        named = _named(text, ranking)
        if named.suit is not None:
            raise CardError(f"{text!r} names a suit, but hands of all suits are equal")
        levels[text] = named.levels
    for strength in () if hands else reversed(ranking.strengths):
        start, category = strength.level, strength.category.value
        levels[category] = range(start, levels[category].stop if category in levels else start + 1)
    return levels


def _of_levels(
    levels: Mapping[str, range], below: Sequence[int] | Mapping[int, int], total: int
) -> tuple[Frequency, ...]:
    """Return the rows of levels, from how many are below each of their ends."""
    return tuple(Frequency(text, below[of.stop] - below[of.start], total) for text, of in levels.items())


_BETTER = " or better"

_MOST_BY_KIND = 7
"""The most cards of which no two suits can have five."""


def _named(text: str, ranking: Ranking) -> HandSet:
    """Return the hands of three cards that words name, with or without "or better" behind them."""
    try:
        named = parse_hand_set(text.removesuffix(_BETTER), ranking)
    except HandSetError as error:
        raise CardError(str(error)) from None
    if not text.endswith(_BETTER):
        return named
    if named.suit is not None:
        raise CardError(f"{text!r}: hands of one suit are as good as all others")
    return replace(named, levels=range(named.levels.start, len(ranking.strengths)))


def _named_number(text: str, deck: Deck, cards: int, ranking: Ranking | None) -> int:
    """Return the number of hands that words name: in an order of hands, or else by category or best five.

    The words of lines on five cards name some kinds of best five: "four aces".
    """
    if ranking is not None:
        hands = _named(text, ranking)
        return sum(
            one.weight
            for one in hand_classes_by_suit(ranking)
            if hands.holds(one.strength.level, deck.suits_shown(deck.cards[card] for card in one.cards))
        )
    if cards in FEW:
        few = few_cards.counts_of_few(deck, cards)
        if text not in few:
            raise CardError(f"{text!r} is no hand of {cards} cards ({', '.join(few)})")
        return few[text]
    if categories := _categories(text):
        counts = category_counts(deck, cards)
        return sum(counts[one] for one in categories)
    try:
        named = parse_five_card_set(text, deck)
    except HandSetError as error:
        raise CardError(str(error)) from None
    if cards > _MOST_BY_KIND:
        raise CardError(f"{text!r}: of hands of {cards} cards categories alone are counted")
    kinds = hand_counter(deck, cards).kinds().items()
    return sum(count for (category, rank, suit), count in kinds if named.holds((category, rank), suit))


def _categories(text: str) -> tuple[FiveCardCategory, ...]:
    """Return the category of five cards that is named, with "or better" behind it also those above.

    Nothing where the words say more than a category.
    """
    order, name = tuple(FiveCardCategory), text.removesuffix(_BETTER).casefold()
    if name not in order:
        return ()
    place = order.index(FiveCardCategory(name))
    return order[: place + 1] if text.endswith(_BETTER) else order[place : place + 1]


def _counted(ranking: Ranking, cards: int) -> Mapping[Any, int]:
    """Return the number of hands of each category."""
    if cards == 3:
        return ranking.counts
    if cards in FEW:
        return few_cards.counts_of_few(ranking.deck, cards)
    counts = category_counts(ranking.deck, cards)
    if len(ranking.deck.suits) < 5:
        del counts[FiveCardCategory.FIVE_OF_A_KIND]
    return counts


def _visited(
    ranking: Ranking, cards: int, names: Sequence[str], progress: Callable[[int, int], object] | None
) -> Mapping[Any, int]:
    """Return the number of hands of each category, or of each name, all hands visited."""
    if cards > 7:
        raise CardError(f"hands of {cards} cards are too many to be visited")
    if cards == 3:
        from combin.proof.hands import named

        every, found = few_cards.judged(ranking), dict[str, int]()
        for text in names:
            members = named(text.removesuffix(_BETTER), every)
            if text.endswith(_BETTER):
                members = every.strength >= every.strength[members].min()
            found[text] = int(members.sum())
        return found or {category: int(every.of(category).sum()) for category in every.order}
    from combin.proof.hands import visit

    counts: Mapping[Any, int] = (
        few_cards.visited_few(ranking.deck, cards) if cards in FEW else visit(ranking.deck, cards, progress)
    )
    of = {text: _categories(text) if cards not in FEW else (text,) * (text in counts) for text in names}
    if finer := [text for text in names if not of[text]]:
        raise CardError(f"{finer[0]!r}: of hands of {cards} cards categories alone are visited")
    return {text: sum(counts[one] for one in of[text]) for text in names} or counts


def frequencies_view(hands: Frequencies, digits: int = 10) -> View:
    """Return the frequency of each category among hands, ready to be shown."""
    table = _table(hands, digits)
    seats = f"The highest of {hands.seats} hands" if hands.seats > 1 else "Hands"
    return View(
        f"{seats} of {hands.cards} cards from {_deck_in_words(hands.deck)}",
        tuple(_lines(hands)),
        (table,),
        lambda: _payload(hands, table, digits),
        lambda: table.records(digits, cards=hands.cards),
    )


def _deck_in_words(deck: Deck) -> str:
    if deck == STANDARD_DECK:
        return "52"
    ranks = " ".join(map(str, deck.ranks))
    more = deck_in_words(deck)
    suits = ", ".join(suit.name for suit in deck.suits)
    return f"{len(deck)} ({ranks} in {suits}{'; ' if more else ''}{more})"


def _lines(hands: Frequencies) -> list[str]:
    best = ", each judged by its best five cards" if hands.cards > 5 else ""
    if hands.best_three:
        best = ", each judged by its best three cards"
    what = f"deals of {hands.seats} hands" if hands.seats > 1 else "hands"
    lines = [f"There are {hands.total:,} {what}{best}."]
    if hands.visited is not None:
        outcome = "the same counts" if hands.agree else "OTHER COUNTS, so one of the two is wrong"
        lines.append(f"Checked: visiting all {hands.total:,} hands one by one gives {outcome}.")
    return lines


def _table(hands: Frequencies, digits: int) -> Table:
    visited = hands.visited or {}
    checked = Column[Frequency]("Visited", COUNT, lambda row: visited.get(row.category, 0), "visited")
    first, counted = "Hand" if hands.named else "Category", "Deals" if hands.seats > 1 else "Hands"
    total: dict[str, Value] = {
        "Category": "all",
        counted: hands.total,
        "Visited": sum(visited.values()),
        "Exactly": 1,
        "Probability": 1,
        "1 in": Fraction(1),
        "To 1 against": 0,
    }
    return Table.of(
        "",
        hands.rows,
        [
            Column(first, value=lambda row: str(row.category), name=first.lower()),
            Column(counted, COUNT, lambda row: row.count, "count"),
            *([] if hands.visited is None else [checked]),
            Column("Exactly", IN_FULL, lambda row: row.probability, spare=1),
            Column("Probability", decimals(digits), lambda row: row.probability, "probability"),
            Column("1 in", ONE_IN, lambda row: row.probability),
            Column(
                "To 1 against",
                decimals(2, grouped=True),
                lambda row: row.odds_against,
                "odds_against",
                spare=2,
            ),
            Column(None, NUMBER, lambda row: row.one_in, "one_in"),
        ],
        total=() if hands.named else total,
    )


def _payload(hands: Frequencies, table: Table, digits: int) -> dict[str, Any]:
    return {
        "cards": hands.cards,
        "deck": {
            "cards": len(hands.deck),
            "ranks": [rank.symbol for rank in hands.deck.ranks],
            "suits": [suit.name for suit in hands.deck.suits],
            "decks": hands.deck.copies,
            "jokers": hands.deck.jokers,
            "joker": hands.deck.joker.value if hands.deck.jokers else None,
        },
        "seats": hands.seats,
        "best_three": hands.best_three,
        "hands": hands.total,
        "named" if hands.named else "categories": table.without(["Visited"]).objects(digits),
        "check": None
        if hands.visited is None
        else {
            "agrees": hands.agree,
            "visited": {str(category): count for category, count in hands.visited.items()},
        },
    }
