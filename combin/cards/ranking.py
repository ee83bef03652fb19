"""Three-card hands in order: categories, their order as data, and the strength of every hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property, lru_cache, total_ordering
from itertools import chain, combinations, combinations_with_replacement, permutations, product, starmap
from math import comb, prod

from msgspec import Struct
from msgspec.structs import replace

from combin.cards.cards import STANDARD_DECK, Card, CardError, Deck, Joker

Three = tuple[int, int, int]
"""A hand of three cards as ascending card indexes."""

Shown = tuple[tuple[int, ...], int]
"""Ascending rank indexes, and how many different suits the cards show."""


def _stood_for(deck: Deck, natural: tuple[int, ...], suits: int) -> frozenset[Shown]:
    """All hands that jokers can make with one or two cards of these ranks that show that many suits."""
    own = [(rank, min(place, suits - 1)) for place, rank in enumerate(natural)]
    # Which of the suits without a card does not matter: three are enough.
    others = product(range(len(deck.ranks)), range(min(len(deck.suits), 3)))
    whole = ([*own, *jokers] for jokers in combinations_with_replacement(others, 3 - len(natural)))
    return frozenset(
        (tuple(sorted(rank for rank, _ in cards)), len({suit for _, suit in cards}))
        for cards in whole
        if all(cards.count(card) <= deck.copies for card in cards[len(own) :])
    )


def _as_highest(deck: Deck, natural: tuple[int, ...], suits: int) -> frozenset[Shown]:
    """The hands in which each joker counts as the highest rank, in whatever suits."""
    jokers = 3 - len(natural)
    ranks = (*natural, *[len(deck.ranks) - 1] * jokers)
    return frozenset((ranks, shown) for shown in range(suits, min(len(deck.suits), suits + jokers) + 1))


class Category(StrEnum):
    """What a three-card hand can be."""

    STRAIGHT_FLUSH = "straight flush"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    PAIR = "pair"
    HIGH_CARD = "high card"


class AceLow(StrEnum):
    """Where the straight of an ace with the two lowest ranks (A-2-3) ranks among the straights."""

    LOWEST = "lowest"
    SECOND = "second"
    HIGHEST = "highest"
    NONE = "none"


class StraightSuits(StrEnum):
    """How many suits three cards in sequence must show to be a straight.

    Documents say "more than one suit" (two or three) or "different suits" (which can be read as three).
    """

    MORE_THAN_ONE = "more than one"
    THREE = "three"


DOCUMENT_ORDER = tuple(Category)
"""The order, high to low, of the three documents that ship (Crown 3.6.1, RWS 3.5.2, the UK poster)."""

_COMPLETED = (Category.STRAIGHT_FLUSH, Category.STRAIGHT, Category.FLUSH)
"""What a joker that is not fully wild can complete."""

_Key = tuple[int, tuple[int, ...]]
"""What hands are compared by: the place of the category, and what decides inside it."""

_Judged = tuple[_Key, Category, tuple[int, ...]]


@total_ordering
@dataclass(frozen=True, slots=True)
class Strength:
    """One class of hands that tie with one another; the greater one wins.

    `level` counts from 0, the weakest. `ranks` are rank indexes in the order in which they decide: the
    pair before its kicker, 3-2-A for the straight with the ace low; two of hands of two cards. `count` is the
    number of hands.

    >>> ranking = Ranking()
    >>> hands = ["2c As 4d", "Kd 5h 6c", "Jc Jd 9s"]
    >>> ranking.describe(max(ranking.strength(ranking.deck.parse(hand)) for hand in hands))
    'pair of jacks with a nine'

    """

    level: int
    category: Category
    ranks: tuple[int, ...]
    count: int
    ranking: Ranking = field(repr=False, hash=False)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Strength):
            return NotImplemented
        if self.ranking != other.ranking:
            raise TypeError("strengths of two different rankings cannot be compared")
        return self.level < other.level


class Ranking(Struct, frozen=True, dict=True):
    """The order of all hands of a deck.

    Hands are of three cards; where two are dealt, of these, and where four are, each is its best three. One
    that fits two categories, such as a pair in one suit from two decks, is of the one that stands
    higher in the order. A joker makes the best hand that it can; it ties with the same hand without jokers.

    Args:
        deck: any deck.
        order: the categories, high to low; of two cards without three of a kind; else ValueError.
        ace_low: where A-2-3 (the ace with the deck's two lowest ranks) ranks among the straights.
        straight_suits: whether two suits are enough for a straight.
        lowest_wins: whether of two hands the lower one wins; levels then count from the highest hand up.
        highest_three: the rank index whose three of a kind ranks above all others, if not the highest.
        upsets: pairs of levels, of which the first beat the second though these stand above them.
        dealt: how many cards a hand is dealt: 3, or of single cards 2 or 4.

    >>> ranking = Ranking()
    >>> len(ranking.strengths)
    741
    >>> ranking.describe(ranking.strength(STANDARD_DECK.parse("Qs 6h 4d")))
    'Q-6-4'
    """

    deck: Deck = STANDARD_DECK
    order: tuple[Category, ...] = DOCUMENT_ORDER
    ace_low: AceLow = AceLow.LOWEST
    straight_suits: StraightSuits = StraightSuits.MORE_THAN_ONE
    lowest_wins: bool = False
    highest_three: int | None = None
    upsets: tuple[tuple[range, range], ...] = ()
    dealt: int = 3

    def __post_init__(self) -> None:
        for category in Category:
            if self.dealt == 2 and category is Category.THREE_OF_A_KIND:
                continue
            if category not in self.order:
                raise ValueError(f"the category {category.value!r} is missing from the order")
            if self.order.count(category) > 1:
                raise ValueError(f"the category {category.value!r} is named twice in the order")

    @property
    def whole(self) -> Ranking:
        """The order of hands of the same deck with no card missing, whose levels are others."""
        deck = self.deck
        return _same(replace(self, deck=replace(deck, missing=()), upsets=())) if deck.missing else self

    @property
    def size(self) -> int:
        """Of how many cards a hand is, of those that are dealt."""
        return min(self.dealt, 3)

    @cached_property
    def sequences(self) -> tuple[tuple[int, ...], ...]:
        """The runs of ranks, weakest first, each in deciding order (2-1-0 is 4-3-2 of a full deck)."""
        top, size = len(self.deck.ranks) - 1, self.size
        runs = [tuple(range(high, high - size, -1)) for high in range(size - 1, top + 1)]
        # Of three ranks, the ace with the two others is the run itself.
        if self.deck.ranks[top].symbol == "A" and top >= size and self.ace_low is not AceLow.NONE:
            place = {AceLow.LOWEST: 0, AceLow.SECOND: len(runs) - 1, AceLow.HIGHEST: len(runs)}[self.ace_low]
            runs.insert(place, (*range(size - 2, -1, -1), top))
        return tuple(runs)

    @cached_property
    def _run_of(self) -> dict[tuple[int, ...], int]:
        """Ascending ranks of each run: its place among the runs."""
        return {tuple(sorted(run)): place for place, run in enumerate(self.sequences)}

    def _natural(self, natural: tuple[int, ...], suits: int) -> Iterator[_Judged]:
        """Yield what ascending ranks without jokers are; two things, if equal ranks are of one suit."""
        ranks, different, run = natural[::-1], len(set(natural)), self._run_of.get(natural)
        enough = 2 if self.straight_suits is StraightSuits.MORE_THAN_ONE else 3
        if different == 1 and len(natural) == 3:
            above_all = (len(self.deck.ranks),) if natural[0] == self.highest_three else None
            yield self._judged(Category.THREE_OF_A_KIND, ranks, above_all)
        elif different < len(natural):
            pair = natural[1]
            yield self._judged(Category.PAIR, (pair, pair, *(rank for rank in ranks if rank != pair)))
        elif run is not None and suits == 1:
            yield self._judged(Category.STRAIGHT_FLUSH, self.sequences[run], (run,))
            return
        elif run is not None and suits >= enough:
            yield self._judged(Category.STRAIGHT, self.sequences[run], (run,))
        elif suits > 1:
            yield self._judged(Category.HIGH_CARD, ranks)
        if suits == 1:
            yield self._judged(Category.FLUSH, ranks)

    def _judged(
        self, category: Category, ranks: tuple[int, ...], key: tuple[int, ...] | None = None
    ) -> _Judged:
        """A hand as it is compared: by its category and, inside it, by its key, else its ranks."""
        return (-self._place[category], ranks if key is None else key), category, ranks

    @cached_property
    def _place(self) -> dict[Category, int]:
        return {category: place for place, category in enumerate(self.order)}

    def _with_jokers(self, natural: tuple[int, ...], suits: int) -> Iterator[_Judged]:
        """Yield the hands that cards of some ranks and suits make with what jokers may stand for."""
        for shown in _stood_for(self.deck, natural, suits):
            for judged in self._natural(*shown):
                if self.deck.joker is Joker.WILD or judged[1] in _COMPLETED:
                    yield judged
        if self.deck.joker is Joker.BUG:
            for shown in _as_highest(self.deck, natural, suits):
                for judged in self._natural(*shown):
                    if judged[1] not in _COMPLETED:
                        yield judged

    @cached_property
    def _ordered(self) -> tuple[tuple[Strength, ...], dict[tuple[int, ...], tuple[int, ...]]]:
        """All strengths, and the level of the ascending ranks of a hand by its number of suits (1, 2, 3)."""
        # How strong a hand is depends on its ranks and on how many suits they show. So the 455 triples of 13
        # ranks are judged, three times at most, and not 22,100 hands; the keys that occur, in order, are the
        # levels. A hand that is two things gives two keys, and the greater one is its own, since keys begin
        # with the category's place.
        joker = len(self.deck.ranks)
        found, counts = dict[_Key, _Judged](), Counter[_Key]()
        keys: dict[tuple[int, ...], list[_Key | None]] = {}
        for ranks in combinations_with_replacement(self.deck.ranks_held, self.size):
            row = keys[ranks] = [None] * self.size
            for shown, count in hands_by_suits(self.deck, ranks).items():
                if ranks[-1] < joker:
                    judged = max(self._natural(ranks, shown))
                else:
                    natural = tuple(rank for rank in ranks if rank < joker)
                    hands = list(self._with_jokers(natural, shown - 1))
                    if not hands:
                        names = " ".join(str(self.deck.ranks[rank]) for rank in natural)
                        raise CardError(f"the deck is too small: no card is left for a joker with {names}")
                    judged = max(hands)
                row[shown - 1] = judged[0]
                found[judged[0]] = judged
                counts[judged[0]] += count
        if self.dealt > self.size:
            counts = self._of_more(keys)
        levels = {key: level for level, key in enumerate(sorted(counts, reverse=self.lowest_wins))}
        places = levels.items()
        strengths = tuple(Strength(level, *found[key][1:], counts[key], self) for key, level in places)
        table = {
            ranks: tuple(-1 if key is None else levels.get(key, -1) for key in row)
            for ranks, row in keys.items()
        }
        return strengths, table

    def _of_more(self, keys: dict[tuple[int, ...], list[_Key | None]]) -> Counter[_Key]:
        """Number of hands of all cards dealt whose best three have each key."""
        best, counts = min if self.lowest_wins else max, Counter[_Key]()
        for ranks in combinations_with_replacement(self.deck.ranks_held, self.dealt):
            for suits, count in suitings(self.deck, ranks):
                threes = combinations(zip(ranks, suits, strict=True), self.size)
                made = (keys[of_ranks][len(set(of_suits)) - 1] for of_ranks, of_suits in starmap(zip, threes))
                counts[best(key for key in made if key is not None)] += count
        return counts

    @property
    def strengths(self) -> tuple[Strength, ...]:
        """Every strength that the deck can make, weakest first (741 for 52 cards)."""
        return self._ordered[0]

    @property
    def by_suits(self) -> dict[tuple[int, ...], tuple[int, ...]]:
        """The levels of the ascending ranks of a hand by the number of suits that it shows, -1 if none do."""
        return self._ordered[1]

    @cached_property
    def levels_by_category(self) -> dict[Category, frozenset[int]]:
        """The levels of each category, high to low."""
        found: dict[Category, list[int]] = {category: [] for category in self.order}
        for one in self.strengths:
            found[one.category].append(one.level)
        return {category: frozenset(levels) for category, levels in found.items()}

    def level_of(self, cards: Sequence[int]) -> int:
        """Return the level of cards of a hand, as card indexes: of all, or of as many as count."""
        if len(cards) > self.size:
            return max(map(self.level_of, combinations(cards, self.size)))
        rank, suit = self.deck.rank_of, self.deck.suit_of
        levels = self.by_suits[tuple(sorted([rank[card] for card in cards]))]
        return levels[len({suit[card] for card in cards}) - 1]

    def compare(self, level: int, other: int) -> int:
        """1 if hands of a level beat those of another one, -1 if they lose to them, 0 if they tie."""
        for lower, higher in self.upsets:
            if level in lower and other in higher:
                return 1
            if level in higher and other in lower:
                return -1
        return (level > other) - (level < other)

    @cached_property
    def levels_shown(self) -> frozenset[tuple[int, bool, int]]:
        """Each level of some hand, whether that has jokers, and how many suits its other cards show."""
        joker = len(self.deck.ranks)
        return frozenset(
            (level, joker in ranks, suits - (joker in ranks))
            for ranks, levels in self.by_suits.items()
            for suits, level in enumerate(levels, start=1)
            if level >= 0
        )

    @cached_property
    def levels_of_one_suit(self) -> frozenset[int]:
        """The levels of which some hand shows one suit alone, jokers aside; a pair can from two decks."""
        return frozenset(level for level, _, suits in self.levels_shown if suits == 1)

    def strength(self, cards: Sequence[Card]) -> Strength:
        """Return the strength of the cards of a hand, in any order; CardError if they are none."""
        deck, places = self.deck, self.deck.indexes(cards)
        twice = len(set(places)) < len(cards) and any(cards.count(one) > deck.number(one) for one in cards)
        if len(cards) != self.dealt or twice:
            needed = "different cards" if deck.copies == 1 else "cards of the deck"
            number = {2: "two", 3: "three", 4: "four"}[self.dealt]
            raise CardError(f"{' '.join(map(str, cards))}: a hand is {number} {needed}")
        return self._ordered[0][self.level_of(places)]

    def _by_level(self, hands: Iterable[Three]) -> tuple[tuple[Three, ...], ...]:
        rank, suit, table = self.deck.rank_of, self.deck.suit_of, self.by_suits
        grouped: list[list[Three]] = [[] for _ in self.strengths]
        for hand in hands:
            a, b, c = hand
            grouped[table[rank[a], rank[b], rank[c]][len({suit[a], suit[b], suit[c]}) - 1]].append(hand)
        return tuple(map(tuple, grouped))

    @cached_property
    def hands(self) -> tuple[tuple[Three, ...], ...]:
        """For each level, all its hands of three cards as ascending card indexes."""
        return self._by_level(combinations(range(len(self.deck)), 3))

    @cached_property
    def different_hands(self) -> tuple[tuple[Three, ...], ...]:
        """For each level its hands as `hands` has them, of those with equal cards the first.

        >>> from combin.cards.cards import Deck
        >>> of_eight = Ranking(Deck(copies=8))
        >>> sum(map(len, of_eight.different_hands)), sum(one.count for one in of_eight.strengths)
        (24804, 11912160)
        """
        deck = self.deck
        if deck.copies == 1 and not deck.wild_cards:
            return self.hands
        number = {deck.index(card): deck.number(card) for card in dict.fromkeys(deck.cards)}
        hands = combinations_with_replacement(number, 3)
        return self._by_level(hand for hand in hands if all(hand.count(one) <= number[one] for one in hand))

    @cached_property
    def counts(self) -> dict[Category, int]:
        """Number of hands of each category, high to low."""
        counts = dict.fromkeys(self.order, 0)
        for strength in self.strengths:
            counts[strength.category] += strength.count
        return counts

    def describe(self, strength: Strength) -> str:
        """Return the hand in the words of the table: `Q-6-4`, `pair of fives with a king`, `3-2-A straight`.

        Ranks in sequence that are no straight for want of suits are a `Q-J-10 high card`.
        """
        first, *_, third = (self.deck.ranks[rank] for rank in strength.ranks)
        dashed = "-".join(str(self.deck.ranks[rank]) for rank in strength.ranks)
        match strength.category:
            case Category.HIGH_CARD if tuple(sorted(strength.ranks)) not in self._run_of:
                return dashed
            case Category.PAIR if self.size == 2:
                return f"pair of {first.plural}"
            case Category.PAIR:
                return f"pair of {first.plural} with {third.with_article}"
            case Category.THREE_OF_A_KIND:
                return f"three {first.plural}"
            case _:
                return f"{dashed} {strength.category.value}"


@lru_cache(maxsize=4)
def _same(ranking: Ranking) -> Ranking:
    """The ranking, and for equal ones the same, with everything derived from it."""
    return ranking


# -- the ways to suit some ranks -------------------------------------------------------------------------


SuitShape = tuple[int, ...]
"""The suits of the cards of a hand: 0 for the first one's, 1 for the next that is another, and so on.

A joker has the suit of its own that `Deck.suit_of` gives it.
"""


def suitings(deck: Deck, ranks: tuple[int, ...]) -> tuple[tuple[SuitShape, int], ...]:
    """Return how suits can lie on ranks of a deck, with the number of hands, those of most suits first.

    Hands that differ only by which suit is which, or by which of equal cards they have, are of one suiting.
    Equal rank indexes stand together; a joker's is one above the highest.

    >>> from combin.cards.cards import Deck
    >>> suitings(Deck(), (10, 4, 2))
    (((0, 1, 2), 24), ((0, 0, 1), 12), ((0, 1, 0), 12), ((0, 1, 1), 12), ((0, 0, 0), 4))
    >>> suitings(Deck(copies=2, jokers=1), (5, 5, 13))  # two fives and a joker
    (((0, 1, 4), 24), ((0, 0, 4), 4))
    """
    return _suitings(_shape(deck, ranks))


def hands_by_suits(deck: Deck, ranks: tuple[int, ...]) -> Mapping[int, int]:
    """Return the number of hands of some ranks, as for `suitings`, by how many suits they show.

    >>> from combin.cards.cards import Deck
    >>> hands_by_suits(Deck(), (10, 4, 2))
    {3: 24, 2: 36, 1: 4}
    """
    if not deck.regular and (suits := _suits_of_odd_ranks(deck)).keys() & set(ranks):
        numbers, whole = Counter[int](), dict.fromkeys(range(len(deck.suits)), deck.copies)
        of_ranks = [(suits.get(rank, whole), ranks.count(rank)) for rank in dict.fromkeys(ranks)]
        for hand in product(*(combinations_with_replacement(own, cards) for own, cards in of_ranks)):
            of_suits = zip((own for own, _ in of_ranks), hand, strict=True)
            ways = (comb(own[suit], some.count(suit)) for own, some in of_suits for suit in {*some})
            numbers[len(set(chain(*hand)))] += prod(ways)
        return +numbers
    return _hands_by_suits(_shape(deck, ranks))


@lru_cache(maxsize=4)
def _suits_of_odd_ranks(deck: Deck) -> Mapping[int, Mapping[int, int]]:
    """Number of cards of each suit, of the ranks, the jokers' too, of which not all suits have as many."""
    suits: dict[int, Counter[int]] = defaultdict(Counter)
    for rank, suit in zip(deck.rank_of, deck.suit_of, strict=True):
        suits[rank][suit] += 1
    return {rank: own for rank, own in suits.items() if [*own.values()] != [deck.copies] * len(deck.suits)}


_Shape = tuple[int, int, int, tuple[int | None, ...]]
"""All that suitings depend on: suits, copies, jokers, and ranks numbered as they come, None for jokers."""


def _shape(deck: Deck, ranks: tuple[int, ...]) -> _Shape:
    joker, number = len(deck.ranks), dict[int, int]()
    numbered = (None if rank == joker else number.setdefault(rank, len(number)) for rank in ranks)
    return len(deck.suits), deck.copies, deck.wild_cards, tuple(numbered)


@cache
def _suitings(shape: _Shape) -> tuple[tuple[SuitShape, int], ...]:
    suits, copies, jokers, numbered = shape
    ranks = [rank for rank in numbered if rank is not None]
    shapes: dict[SuitShape, int] = {}
    for suiting in product(range(len(ranks)), repeat=len(ranks)):
        if any(suit > max(suiting[:place], default=-1) + 1 for place, suit in enumerate(suiting)):
            continue  # equivalent to one that numbers its suits as they come
        equivalent = {
            tuple(sorted((rank, swapped[suit]) for rank, suit in zip(ranks, suiting, strict=True)))
            for swapped in permutations(range(len(ranks)))
        }
        cards = min(equivalent)  # the one of all these that is numbered as suitings are
        shown = {suit for _, suit in cards}
        hands = sum({suit for _, suit in other} == shown for other in equivalent) * comb(suits, len(shown))
        hands *= prod(comb(copies, times) for times in Counter(cards).values())
        hands *= comb(jokers, numbered.count(None))
        if hands:
            left = iter(cards)
            shapes[tuple(suits if rank is None else next(left)[1] for rank in numbered)] = hands
    return tuple(sorted(shapes.items(), key=lambda row: (-len(set(row[0])), row[0])))


@cache
def _hands_by_suits(shape: _Shape) -> dict[int, int]:
    numbers: Counter[int] = Counter()
    for suiting, hands in _suitings(shape):
        numbers[len(set(suiting))] += hands
    return dict(numbers)
