"""How often categories and named hands of three cards, or of five to nine, come, counted or visited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from combin.answers import Answer
from combin.cards.cards import STANDARD_DECK, CardError, Deck, HandSetError, deck_in_words
from combin.cards.five_cards import FiveCardCategory, parse_five_card_set
from combin.cards.hand_sets import HandSet, parse_hand_set
from combin.cards.ranking import Ranking
from combin.cards.suit_classes import hand_classes, hand_classes_by_suit
from combin.exact.fivecard_counts import category_counts, hand_counter
from combin.exact.matchups import sieve_of
from combin.formats.tables import COUNT, IN_FULL, NUMBER, ONE_IN, Column, Table, Value, decimals
from combin.formats.view import View
from combin.progress import progress

if TYPE_CHECKING:
    from combin.aliases import Floats
    from combin.proof.hands import Hands


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
    for. With several `seats` the rows are about the highest of that many hands, and count deals.
    Of two and of four cards the rarest come first.
    """

    shown_by: ClassVar[str] = "combin.counting.frequencies:frequencies_view"

    deck: Deck
    cards: int
    rows: tuple[Frequency, ...]
    visited: Mapping[str, int] | None = None
    named: bool = False
    seats: int = 1

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
        return Counter({row.category: row.count for row in self.rows}) == Counter(self.visited)


def frequencies(
    cards: int,
    deck: Deck = STANDARD_DECK,
    hands: Sequence[str] = (),
    *,
    ranking: Ranking | None = None,
    seats: int = 1,
    check: bool = False,
) -> Frequencies:
    """Return how often each category comes among the hands of a deck, by the best five of six or seven cards.

    Of 2 to 9 cards; more than seven are counted alone. `hands` are counted in place of the categories: of
    three cards in the words of pay tables, such as "ace high" (of two where `ranking` is), of five to seven
    such as "four aces", else a category; "or better" may stand behind each. `check` visits every hand as
    well, with code that shares nothing with the counting.

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
        if cards != 3 or check:
            what = "it is counted, and not visited" if cards == 3 else "it is counted for hands of 3 cards"
            raise CardError(f"the highest of {seats} hands: {what}")
        levels = _levels(hands, order)
        below = deals_below(order, {end for of in levels.values() for end in (of.start, of.stop)}, seats)
        found = Frequencies(deck, 3, (), named=bool(hands), seats=seats)
        each = ((text, below[of.stop] - below[of.start]) for text, of in levels.items())
        return replace(found, rows=tuple(Frequency(text, count, found.total) for text, count in each))
    if cards not in SIZES:
        raise CardError(f"hands of {cards} cards: there are categories for 2 to 9 cards")
    if len(deck) < cards:
        raise CardError(f"hands of {cards} cards: the deck has only {len(deck)}")
    if cards != 3 and not deck.single:
        problem = "counted for one deck without jokers (deck.decks = 1, deck.jokers = 0)"
        raise CardError(f"hands of {cards} cards: they are {problem}")
    ordered = order if cards == 3 else own if cards == own.size == 2 else None
    counts = {text: _named_number(text, deck, cards, ordered) for text in hands} or _counted(order, cards)
    rows = tuple(Frequency(text, count, comb(len(deck), cards)) for text, count in counts.items())
    visited = _visited(order, cards, hands) if check else None
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


_BETTER = " or better"

_MOST_BY_KIND = 7  # the most cards of which no two suits can have five


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
        few = counts_of_few(deck, cards)
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
    if cards == 3:
        return ranking.counts
    if cards in FEW:
        return counts_of_few(ranking.deck, cards)
    counts = category_counts(ranking.deck, cards)
    if len(ranking.deck.suits) < 5:
        del counts[FiveCardCategory.FIVE_OF_A_KIND]
    return counts


def _visited(ranking: Ranking, cards: int, names: Sequence[str]) -> Mapping[Any, int]:
    """Return the number of hands of each category, or of each name, all hands visited."""
    if cards > 7:
        raise CardError(f"hands of {cards} cards are too many to be visited")
    if cards == 3:
        from combin.proof.hands import named

        every, found = judged(ranking), dict[str, int]()
        for text in names:
            members = named(text.removesuffix(_BETTER), every)
            if text.endswith(_BETTER):
                members = every.strength >= every.strength[members].min()
            found[text] = int(members.sum())
        return found or {category: int(every.of(category).sum()) for category in every.order}
    from combin.proof.hands import visit

    counts: Mapping[Any, int] = (visited_few if cards in FEW else visit)(ranking.deck, cards)
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
    named = f"{' '.join(map(str, deck.ranks))} in {', '.join(suit.name for suit in deck.suits)}"
    return f"{len(deck)} ({'; '.join(filter(None, (named, deck_in_words(deck))))})"


def _lines(hands: Frequencies) -> list[str]:
    best = ", each judged by its best five cards" if hands.cards > 5 else ""
    what = f"deals of {hands.seats} hands" if hands.seats > 1 else "hands"
    lines = [f"There are {hands.total:,} {what}{best}."]
    if hands.visited is not None:
        outcome = "the same counts" if hands.agree else "OTHER COUNTS, so one of the two is wrong"
        lines.append(f"Checked: visiting all {hands.total:,} hands gives {outcome}.")
    return lines


def _table(hands: Frequencies, digits: int) -> Table:
    visited, against = hands.visited or {}, decimals(2, grouped=True)
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
            Column("To 1 against", against, lambda row: row.odds_against, "odds_against", spare=2),
            Column(None, NUMBER, lambda row: row.one_in, "one_in"),
        ],
        total=() if hands.named else total,
    )


def _payload(hands: Frequencies, table: Table, digits: int) -> dict[str, Any]:
    visited = {str(category): count for category, count in (hands.visited or {}).items()}
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
        "hands": hands.total,
        "named" if hands.named else "categories": table.without(["Visited"]).objects(digits),
        "check": None if hands.visited is None else {"agrees": hands.agree, "visited": visited},
    }


FEW = (2, 4)
"""The numbers of cards of which hands are counted here; no order of them is taken for granted."""

_ALIKE = {
    (4,): "four of a kind",
    (3, 1): "three of a kind",
    (2, 2): "two pair",
    (2, 1, 1): "pair",
    (2,): "pair",
}
"""Categories by the number of cards of one rank."""


def counts_of_few(deck: Deck, cards: int) -> dict[str, int]:
    """Return the number of hands of two or four cards of each category, the rarest first.

    All cards of a flush, and of a straight, are of one suit, or in sequence; an ace is high or low.

    >>> from combin.cards.cards import STANDARD_DECK
    >>> counts_of_few(STANDARD_DECK, 2)
    {'straight flush': 52, 'pair': 78, 'straight': 156, 'flush': 260, 'high card': 780}
    """
    found, suits = Counter[str](), len(deck.suits)
    for ranks in combinations_with_replacement(range(len(deck.ranks)), cards):
        times = sorted(Counter(ranks).values(), reverse=True)
        ways = prod(comb(suits, number) for number in times)
        if times[0] > 1:
            found[_ALIKE[tuple(times)]] += ways
            continue
        runs = _in_sequence(ranks, deck)
        found["straight flush" if runs else "flush"] += suits
        found["straight" if runs else "high card"] += ways - suits
    return {category: found[category] for category in sorted(found, key=lambda category: found[category])}


def _in_sequence(ranks: tuple[int, ...], deck: Deck) -> bool:
    """Return whether different ascending ranks are in a row, the ace below the lowest if it is there."""
    if ranks[-1] - ranks[0] == len(ranks) - 1:
        return True
    top = len(deck.ranks) - 1
    low_ace = deck.ranks[top].symbol == "A" and ranks[-1] == top
    return low_ace and ranks[:-1] == tuple(range(len(ranks) - 1))


def visited_few(deck: Deck, cards: int) -> dict[str, int]:
    """Return the same by visiting every hand."""
    order = [rank.symbol for rank in deck.ranks]
    found = Counter[str]()
    for hand in combinations(deck.cards, cards):
        values = sorted(order.index(card.rank.symbol) for card in hand)
        same = sum(one == other for one, other in combinations(values, 2))
        low = [-1, *values[:-1]] if order[values[-1]] == "A" else values
        runs = any(all(after - before == 1 for before, after in pairwise(one)) for one in (values, low))
        suited = len({card.suit.symbol for card in hand}) == 1
        kind = ("high card", "flush", "straight", "straight flush")[2 * runs + suited]
        found[{1: "pair", 2: "two pair", 3: "three of a kind", 6: "four of a kind"}.get(same, kind)] += 1
    return dict(found)


SEATS = (2, 3, 4)
"""How many hands can be counted together."""


def deals_below(ranking: Ranking, levels: Iterable[int], seats: int) -> dict[int, int]:
    """Return for some levels in how many deals of several hands all of these are below.

    A level beyond the last has all deals; 2 to 4 hands are dealt.

    Hands are counted by the cards that they share: of two sets of hands the disjoint pairs are what is left
    of all pairs by inclusion and exclusion over common cards, and so are disjoint threes. For four the first
    is counted by its suit class. The slow equivalent deals all hands one by one.
    """
    import numpy as np

    deck = ranking.deck
    if seats not in SEATS:
        counted = "the highest of 2 to 4 hands is counted; see Limits in docs/language.md"
        raise CardError(f"{seats} seats: {counted}")
    if deck.copies > 1:
        raise CardError(f"{deck.copies} decks: the highest of several hands is counted for one deck")
    if ranking.upsets:
        raise CardError("the highest of several hands: some hands beat some of those above them")
    if len(deck) < 3 * seats:
        raise CardError(f"{seats} hands of 3 cards: the deck has only {len(deck)}")
    if len(deck) > MOST_CARDS:
        most = f"{len(deck)} cards, and at most {MOST_CARDS} are counted"
        raise CardError(f"the highest of {seats} hands: {most}")
    wanted = sorted(set(levels))
    classes, kinds = hand_classes(ranking), sieve_of(ranking).kind_of
    made = sieve_of(ranking).made[np.ix_(kinds, kinds, kinds)]  # the level of three cards in any order
    a, b, c = np.ogrid[: len(deck), : len(deck), : len(deck)]
    made[(a == b) | (a == c) | (b == c)] = -1
    steps = sum(one.strength.level < level for level in wanted for one in classes) if seats == 4 else 1
    found, done = {}, 0
    for level in wanted:
        hands = ((made >= 0) & (made < level)).astype(np.float64)
        if seats < 4:
            found[level] = _disjoint_pairs(hands) if seats == 2 else _disjoint_threes(hands)
            continue
        count = 0
        for one in classes:
            if one.strength.level < level:
                rest = [card for card in range(len(deck)) if card not in one.cards]
                count += one.weight * _disjoint_threes(hands[np.ix_(rest, rest, rest)])
                done += 1
                progress(done, steps)
        found[level] = count
    return found


MOST_CARDS = 231
"""The largest deck: no sum of numbers of hands by cards passes its seventh power over four, below 2^53."""


def _disjoint_pairs(hands: Floats) -> int:
    """Return the number of ordered pairs of hands that share no card."""
    pair = hands.sum(axis=2)  # hands with two cards; each card, then each hand, is met more than once
    one = pair.sum(axis=1) / 2
    every = int(one.sum()) // 3
    return every**2 - int((one**2).sum()) + int((pair**2).sum()) // 2 - every


def _disjoint_threes(hands: Floats) -> int:
    """Return the number of ordered triples of hands of which no two share a card.

    A card lies in none or one of the hands if 1 - (pairs of them that have it) + 2 (if all three have it)
    is 1, and not 0. The product of this over all cards is a sum over cards in two hands or in three, of the
    numbers of hands that have these cards. Below, p q r cards are in the first two hands, in the outer two
    and in the last two, and t cards in all three. Floats hold the sums over cards, and integers the rest.
    """
    import numpy as np

    pair = hands.sum(axis=2)
    one = pair.sum(axis=1) / 2
    every = int(one.sum()) // 3
    met = np.tensordot(hands, hands, axes=((1, 2), (1, 2)))  # of two cards: how often two others fit both
    np.fill_diagonal(met, 0)
    squares, of_pairs = int((one**2).sum()), int((pair**2).sum())
    none_in_three = (
        every**3
        - 3 * every * squares  # p = 1
        + 3 * every * of_pairs // 2  # p = 2
        - 3 * every * every  # p = 3
        + 3 * int(one @ pair @ one)  # p = q = 1
        - 3 * int((hands * pair[:, :, None]).sum(axis=(0, 1)) @ one)  # p = 2, q = 1
        - int(np.trace(pair @ pair @ pair))  # p = q = r = 1
        + 3 * int((met * pair).sum()) // 2  # p = 2, q = r = 1
    )
    one_in_three = 2 * (
        int((one**3).sum())
        - 3 * int((pair**2).sum(axis=1) @ one)  # p = 1
        + 3 * int(hands.sum(axis=(1, 2)) @ one) // 2  # p = 2
        + 3 * int(np.einsum("abc,ab,ac->", hands, pair, pair, optimize=True))  # p = q = 1
        - int(np.einsum("aij,aji->", hands @ hands, hands))  # p = q = r = 1
    )
    more_in_three = 2 * (int((pair**3).sum()) - 3 * of_pairs) + 8 * every  # t = 2, and with it p = 1; t = 3
    return none_in_three + one_in_three + more_in_three


def judged(ranking: Ranking) -> Hands:
    """Return all hands of three cards judged one by one."""
    from combin.proof.hands import judge_deck
    from combin.rules.model import RankingEntry

    deck = ranking.deck
    if deck.copies > 4:
        raise CardError(f"{deck.copies} decks: all hands are visited of four decks at most")
    three = ranking.highest_three
    entry = RankingEntry(
        order=ranking.order,
        ace_low_straight=ranking.ace_low,
        straight_suits=ranking.straight_suits,
        lowest_wins=ranking.lowest_wins,
        highest_three_of_a_kind=None if three is None else deck.ranks[three].symbol,
    )
    return judge_deck(deck, entry)
