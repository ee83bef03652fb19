"""How often categories and named hands of three cards, or of five to nine, come, counted or visited."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.cards.cards import CardError, Deck
from combin.cards.five_cards import FiveCardCategory, FiveCardSetError, parse_five_card_set
from combin.cards.hand_sets import HandSet, HandSetError, parse_hand_set
from combin.cards.ranking import Ranking
from combin.cards.suit_classes import hand_classes_by_suit
from combin.exact.fivecard_counts import category_counts
from combin.proof.few_cards import SIZES as FEW
from combin.proof.few_cards import best_three_counts, counts_of_few, judged, visited_best_threes, visited_few

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


class _Hand(NamedTuple):
    """What is to be known of the cards of the ranks gone through so far.

    `most` and `second` are the largest numbers of cards of one rank, up to 5 and 2; `run` is how many ranks
    in a row up to the last one, `straight` whether there were five. Of one suit `flush` are the cards, up to
    5, and `own_run` and `own_straight` the same of them. `ace` and `own_ace` tell whether the highest rank,
    which is gone through first, is there.
    """

    cards: int = 0
    most: int = 0
    second: int = 0
    run: int = 0
    straight: bool = False
    flush: int = 0
    own_run: int = 0
    own_straight: bool = False
    ace: bool = False
    own_ace: bool = False


def counts_of_many(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    """Return how many hands of up to nine cards have their best five in each category, high to low.

    Of nine cards no two suits have five each. So the hands with a flush are those of each suit, and what is
    left of all hands, which are judged by ranks alone, has none. The slow equivalent is `best_five` of every
    hand.

    Args:
        deck: single cards, no joker.
        cards: 5 to 9.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> counts = counts_of_many(STANDARD_DECK, 8)
    >>> counts[FiveCardCategory.ROYAL_FLUSH], sum(counts.values())
    (64860, 752538150)
    """
    suits, found = len(deck.suits), Counter[FiveCardCategory]()
    for hand, number in _hands(deck, cards, own_suit=False).items():
        found[_by_ranks(hand)] += number
    for hand, number in _hands(deck, cards, own_suit=True).items():
        if hand.flush >= 5:
            found[_by_ranks(hand)] -= suits * number
            found[_with_flush(hand)] += suits * number
    return {category: found[category] for category in FiveCardCategory}


def _hands(deck: Deck, cards: int, *, own_suit: bool) -> Counter[_Hand]:
    """Return how many hands there are of each kind; with `own_suit`, the cards of one suit are told apart."""
    low_ace = deck.ranks[-1].symbol == "A" and len(deck.ranks) > 4
    others = len(deck.suits) - own_suit
    known = Counter({_Hand(): 1})
    for place in range(len(deck.ranks)):
        before, known = known, Counter[_Hand]()
        for hand, number in before.items():
            for own in range(1 + own_suit):
                for other in range(min(others, cards - hand.cards - own) + 1):
                    now = _with(hand, other, own, first=place == 0, low_ace=low_ace)
                    known[now] += number * comb(others, other)
    ended = Counter[_Hand]()
    for hand, number in known.items():
        if hand.cards == cards:
            ended[_ended(hand, royal=low_ace)] += number
    return ended


def _with(hand: _Hand, other: int, own: int, *, first: bool, low_ace: bool) -> _Hand:
    """Return a hand with so many cards of the next rank: the highest first, then from the lowest up."""
    times = other + own
    run = min(hand.run + 1, 5) if times else 0
    own_run = min(hand.own_run + 1, 5) if own else 0
    most, second, *_ = sorted((hand.most, hand.second, times), reverse=True)
    if first and not low_ace:  # it is high alone
        run = own_run = 0
    return _Hand(
        cards=hand.cards + times,
        most=min(most, 5),
        second=min(second, 2),
        run=run,
        straight=hand.straight or run == 5,
        flush=min(hand.flush + own, 5),
        own_run=own_run,
        own_straight=hand.own_straight or own_run == 5,
        ace=times > 0 if first else hand.ace,
        own_ace=own > 0 if first else hand.own_ace,
    )


def _ended(hand: _Hand, *, royal: bool) -> _Hand:
    """Return a hand with the highest rank also above the others; `own_run` is 5 then for a royal flush.

    Args:
        hand: the hand.
        royal: whether the highest rank is an ace, without which no flush is a royal one.
    """
    run = hand.run + 1 if hand.ace else 0
    own_run = hand.own_run + 1 if hand.own_ace else 0
    return hand._replace(
        run=0,
        straight=hand.straight or run >= 5,
        own_run=5 if royal and own_run >= 5 else 0,
        own_straight=hand.own_straight or own_run >= 5,
        ace=False,
        own_ace=False,
    )


def _by_ranks(hand: _Hand) -> FiveCardCategory:
    """Return what the best five are by their ranks alone."""
    if hand.most >= 4:
        return FiveCardCategory.FIVE_OF_A_KIND if hand.most == 5 else FiveCardCategory.FOUR_OF_A_KIND
    if hand.most == 3 and hand.second == 2:
        return FiveCardCategory.FULL_HOUSE
    if hand.straight:
        return FiveCardCategory.STRAIGHT
    if hand.most == 3:
        return FiveCardCategory.THREE_OF_A_KIND
    if hand.most == 2:
        return FiveCardCategory.TWO_PAIR if hand.second == 2 else FiveCardCategory.PAIR
    return FiveCardCategory.HIGH_CARD


def _with_flush(hand: _Hand) -> FiveCardCategory:
    """Return what the best five of a hand with five cards of one suit are."""
    flush = FiveCardCategory.FLUSH
    if hand.own_straight:
        flush = FiveCardCategory.ROYAL_FLUSH if hand.own_run else FiveCardCategory.STRAIGHT_FLUSH
    order = list(FiveCardCategory)
    return min(flush, _by_ranks(hand), key=order.index)


SIZES = range(2, 10)
"""The numbers of cards of which hands are counted; those of two and of four have no order of their own."""


@dataclass(frozen=True, slots=True)
class Frequency:
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
    for. With several `seats` the rows are about the highest of so many hands dealt together, and count deals;
    with `best_three` they are about the best three of each hand. Of two and of four cards the rarest come
    first.
    """

    shown_by: ClassVar[str] = "combin.counting.views:frequencies_view"

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
    deck: Deck,
    cards: int,
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
        deck: any deck.
        cards: 2 to 9; more than seven are counted alone.
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

    >>> from combin.cards.cards import STANDARD_DECK
    >>> for row in frequencies(STANDARD_DECK, 5).rows[:2]:
    ...     print(str(row.category), row.count, row.probability, row.one_in)
    royal flush 4 1/649740 649740
    straight flush 36 3/216580 216580/3

    Raises:
        CardError: another number of cards, the deck has no such hands, or too many to be visited; hands of
            more than three cards from several decks or with jokers; words that name no hand.
    """
    own = Ranking(deck) if ranking is None else ranking
    order = Ranking(deck) if own.size < 3 else replace(own, dealt=3)
    if seats != 1:
        if cards != 3 or check or best_three:
            what = "it is counted, and not visited" if cards == 3 else "it is counted for hands of 3 cards"
            raise CardError(f"the highest of {seats} hands: {what}")
        return _highest(deck, hands, order, seats, progress)
    if cards not in SIZES:
        raise CardError(f"hands of {cards} cards: there are categories for 2 to 9 cards")
    if len(deck) < cards:
        raise CardError(f"hands of {cards} cards: the deck has only {len(deck)}")
    if best_three:
        return _best_threes(deck, cards, hands, order, check=check)
    if cards != 3 and not deck.single:
        problem = "counted for one deck without jokers (deck.decks = 1, deck.jokers = 0)"
        raise CardError(f"hands of {cards} cards: they are {problem}")
    total = comb(len(deck), cards)
    if hands:
        if cards == 3:
            named = _named_hands(order, hands)
        elif cards == 2 and own.size == 2:
            named = _named_hands(own, hands)
        else:
            named = _named_of_more(deck, cards, hands)
        rows = tuple(Frequency(text, count, total) for text, count in named.items())
    else:
        rows = tuple(Frequency(category, count, total) for category, count in _counted(order, cards))
    visited = dict(_visited(order, cards, progress)) if check else None
    if visited is not None and hands:
        visited = _visited_names(order, cards, hands, visited)
    return Frequencies(deck, cards, rows, visited, named=bool(hands))


def _best_threes(
    deck: Deck, cards: int, hands: Sequence[str], ranking: Ranking, *, check: bool
) -> Frequencies:
    """Return how often the best three of each hand are of each category, or have each of some names."""
    if cards not in {4, 5}:
        raise CardError(f"the best three of {cards} cards: they are counted of 4 cards and of 5")
    if deck.copies > 1:
        raise CardError(f"{deck.copies} decks: the best three of more cards are counted for one deck")
    if check and hands:
        raise CardError("the best three of more cards are visited by category, not by name")
    counts = best_three_counts(ranking, cards)
    found = Frequencies(deck, cards, (), named=bool(hands), best_three=True)
    rows = [
        Frequency(text, sum(counts[some.start : some.stop]), found.total)
        for text, some in _levels(hands, ranking).items()
    ]
    visited = visited_best_threes(ranking, cards) if check else None
    return replace(found, rows=tuple(rows), visited=visited)


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


def _highest(
    deck: Deck,
    hands: Sequence[str],
    ranking: Ranking,
    seats: int,
    progress: Callable[[int, int], object] | None,
) -> Frequencies:
    """Return how often the highest of several hands is of each category, or has each of some names."""
    from combin.proof.few_cards import deals_below

    levels = _levels(hands, ranking)
    borders = {border for some in levels.values() for border in (some.start, some.stop)}
    below = deals_below(ranking, borders, seats, progress)
    found = Frequencies(deck, 3, (), named=bool(hands), seats=seats)
    rows = [
        Frequency(text, below[some.stop] - below[some.start], found.total) for text, some in levels.items()
    ]
    return replace(found, rows=tuple(rows))


_BETTER = " or better"

_MOST_BY_KIND = 7
"""The most cards of which no two suits can have five."""


def _named_hands(ranking: Ranking, hands: Sequence[str]) -> dict[str, int]:
    """Return how many hands there are of each name, of three cards or of as many as have an order."""
    deck, found = ranking.deck, {}
    for text in hands:
        named = _named(text, ranking)
        found[text] = sum(
            one.weight
            for one in hand_classes_by_suit(ranking)
            if named.holds(one.strength.level, deck.suits_shown(deck.cards[card] for card in one.cards))
        )
    return found


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


def _named_of_more(deck: Deck, cards: int, hands: Sequence[str]) -> dict[str, int]:
    """Return how many hands of other sizes there are of each category that is named, or better ones."""
    if cards in FEW:
        few = counts_of_few(deck, cards)
        if unknown := [text for text in hands if text not in few]:
            raise CardError(f"{unknown[0]!r} is no hand of {cards} cards ({', '.join(few)})")
        return {text: few[text] for text in hands}
    finer = {text: _finer(deck, cards, text) for text in hands if not _categories(text)}
    counts = _by_category(deck, cards)
    return {
        text: finer[text] if text in finer else sum(counts[one] for one in _categories(text))
        for text in hands
    }


def _finer(deck: Deck, cards: int, text: str) -> int:
    """Return how many hands have such a best five, in the words of lines on five cards: "four aces"."""
    from combin.exact.fivecard_kinds import CATEGORIES, kind_counter

    try:
        named = parse_five_card_set(text, deck)
    except FiveCardSetError as error:
        raise CardError(str(error)) from None
    if cards > _MOST_BY_KIND:
        raise CardError(f"{text!r}: of hands of {cards} cards categories alone are counted")
    counts = kind_counter(deck, cards).counts()
    rows = slice(None) if named.suit is None else deck.suits.index(named.suit)
    places = [CATEGORIES.index(category) * len(deck.ranks) + rank for category, rank in named.kinds]
    return int(counts[rows][..., places].sum())


def _by_category(deck: Deck, cards: int) -> dict[FiveCardCategory, int]:
    return category_counts(deck, cards) if cards <= 7 else counts_of_many(deck, cards)


def _categories(text: str) -> tuple[FiveCardCategory, ...]:
    """Return the category of five cards that is named, with "or better" behind it also those above.

    Nothing where the words say more than a category.
    """
    order, name = tuple(FiveCardCategory), text.removesuffix(_BETTER).casefold()
    if name not in order:
        return ()
    place = order.index(FiveCardCategory(name))
    return order[: place + 1] if text.endswith(_BETTER) else order[place : place + 1]


def _visited_names(
    ranking: Ranking, cards: int, hands: Sequence[str], by_category: Mapping[str, int]
) -> dict[str, int]:
    """Return how many of the hands that were visited have each name."""
    if cards in FEW:
        if finer := [text for text in hands if text not in by_category]:
            raise CardError(_visited_alone(finer[0], cards))
        return {text: by_category[text] for text in hands}
    if cards != 3:
        if finer := [text for text in hands if not _categories(text)]:
            raise CardError(_visited_alone(finer[0], cards))
        return {text: sum(by_category[one] for one in _categories(text)) for text in hands}
    from combin.proof.hands import named

    every, found = judged(ranking), dict[str, int]()
    for text in hands:
        members = named(text.removesuffix(_BETTER), every)
        if text.endswith(_BETTER):
            members = every.strength >= every.strength[members].min()
        found[text] = int(members.sum())
    return found


def _visited_alone(text: str, cards: int) -> str:
    return f"{text!r}: of hands of {cards} cards categories alone are visited"


def _counted(ranking: Ranking, cards: int) -> Iterable[tuple[str, int]]:
    deck = ranking.deck
    if cards == 3:
        return ranking.counts.items()
    if cards in FEW:
        return counts_of_few(deck, cards).items()
    counts = _by_category(deck, cards)
    if len(deck.suits) < 5:
        del counts[FiveCardCategory.FIVE_OF_A_KIND]
    return counts.items()


def _visited(
    ranking: Ranking, cards: int, progress: Callable[[int, int], object] | None
) -> Iterable[tuple[str, int]]:
    if cards > 7:
        raise CardError(f"hands of {cards} cards are too many to be visited")
    if cards == 3:
        hands = judged(ranking)
        return [(category, int(hands.of(category).sum())) for category in hands.order]
    if cards in FEW:
        return visited_few(ranking.deck, cards).items()
    from combin.proof.visiting import visit

    return visit(ranking.deck, cards, progress).items()
