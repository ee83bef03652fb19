"""Cards and decks: ranks, suits, colours, and reading them as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property

from msgspec import Struct


class CardError(ValueError):
    """A card, or a set of cards, that the deck cannot hold; the message is one line."""


class HandSetError(ValueError):
    """Words that name no set of hands of this deck and order of hands, or are `unknown` altogether."""

    def __init__(self, problem: str, *, unknown: bool = False) -> None:
        super().__init__(problem)
        self.unknown = unknown


class Rank(Struct, frozen=True, cache_hash=True):
    """The face value of a card: "T", "ten", "tens"."""

    symbol: str
    name: str
    plural: str

    def __str__(self) -> str:
        return "10" if self.symbol == "T" else self.symbol

    @property
    def with_article(self) -> str:
        """The name behind an article: "an ace"."""
        return f"{'an' if self.name.startswith(('a', 'e')) else 'a'} {self.name}"


class Suit(Struct, frozen=True, cache_hash=True):
    """The suit of a card; `symbol` is its letter."""

    symbol: str
    glyph: str
    name: str
    colour: str

    def __str__(self) -> str:
        return self.symbol


class Card(Struct, frozen=True, cache_hash=True):
    """One card; as text `Qs`."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank.symbol}{self.suit.symbol}"

    @property
    def glyph(self) -> str:
        """The card as it is printed: `Q♠`, `10♦`."""
        return f"{self.rank}{self.suit.glyph}"


JOKER = Card(Rank("Jk", "joker", "jokers"), Suit("", "", "joker", ""))
"""A joker as a card, of a rank and a suit of its own; all jokers of a deck are equal."""


class Joker(StrEnum):
    """What the jokers of a deck may stand for.

    A wild joker is any card of the deck that the hand does not hold. The other kind, called the bug, is such
    a card only where that makes a straight, a flush or a straight flush, and else the highest rank: an ace.
    """

    WILD = "wild"
    BUG = "straights and flushes"


_FORMS = {"rank": r"[0-9A-Za-z]", "suit": r"[^\s,0-9]"}
_CARD = re.compile(rf"\s*,?\s*(10|{_FORMS['rank']})\s?({_FORMS['suit']})")
_JOKER = re.compile(r"\s*,?\s*(?:joker|j\s?k|\*)", re.IGNORECASE)
_SELECTORS = re.compile("[\ufe0e\ufe0f]")
"""What follows a suit's glyph to ask for its text or its emoji form."""
_PIPS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
STANDARD_RANKS = tuple(
    Rank(symbol, name, f"{name}{'es' if name == 'six' else 's'}")
    for symbol, name in zip("23456789TJQKA", (*_PIPS, "jack", "queen", "king", "ace"), strict=True)
)
"""The thirteen ranks from two up to ace."""
STANDARD_SUITS = (
    Suit("c", "♣", "clubs", "black"),
    Suit("d", "♦", "diamonds", "red"),
    Suit("h", "♥", "hearts", "red"),
    Suit("s", "♠", "spades", "black"),
)


class Deck(Struct, frozen=True, dict=True):
    """Every combination of the given ranks (low to high) and suits, once each, or more often, and jokers.

    Several decks shuffled together hold `copies` of each card. A card's *index* is its place in the deck:
    `(rank index * number of suits + suit index) * copies`, and up to `copies - 1` more; jokers come last.
    Copies of a card are equal as a `Card`; of `missing` cards the index counts only those that are there.
    `wild` cards count as jokers: they come last but for these, and have a joker's rank and suit by index.

    >>> deck = Deck()
    >>> len(deck), str(deck.cards[0]), str(deck.cards[-1])
    (52, '2c', 'As')
    >>> [str(card) for card in deck.parse("Q♠ 10h 4d")]
    ['Qs', 'Th', '4d']
    >>> two_decks = Deck(copies=2, jokers=1)
    >>> len(two_decks), [str(card) for card in two_decks.parse("Qs Qs Jk")]
    (105, ['Qs', 'Qs', 'Jk'])
    >>> len(Deck(missing=deck.parse("As Kd")))
    50
    >>> [str(card) for card in Deck(wild=Deck().parse("Jh Js")).cards[-3:]]
    ['As', 'Jh', 'Js']

    Raises:
        CardError: two cards would have one name; not one to eight decks, or more than two jokers;
            or a card is missing that is not there.
    """

    ranks: tuple[Rank, ...] = STANDARD_RANKS
    suits: tuple[Suit, ...] = STANDARD_SUITS
    copies: int = 1
    jokers: int = 0
    joker: Joker = Joker.WILD
    missing: tuple[Card, ...] = ()
    wild: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        _refuse_likeness("rank", "letter or digit", [(rank.symbol,) for rank in self.ranks])
        _refuse_likeness("suit", "letter or sign", [_written(suit) for suit in self.suits])
        if not 1 <= self.copies <= 8:
            raise CardError(f"{self.copies} decks: one to eight can be shuffled together")
        if not 0 <= self.jokers <= 2:  # so that every hand of three has a card that is none
            raise CardError(f"{self.jokers} jokers: a deck has none, one or two")
        for sign in ("k", "*") if self.jokers else ():
            if any(sign in _written(suit) for suit in self.suits):
                raise CardError(f"the suit {sign!r} cannot be used with jokers, which are written Jk or *")
        for card in self.missing:
            if card == JOKER or self.missing.count(card) > self.copies:
                raise CardError(f"{card} is not there so often that it could be missing")
        if len(set(self.wild)) == len(self.ranks) * len(self.suits):
            raise CardError("all cards are wild: a hand needs one that is not")

    def __hash__(self) -> int:
        # quick, since every class of hands asks
        return hash((len(self.ranks), len(self.suits), self.copies, self.jokers))

    def __len__(self) -> int:
        return len(self.ranks) * len(self.suits) * self.copies + self.jokers - len(self.missing)

    @cached_property
    def regular(self) -> bool:
        """Whether each card is there as often as every other, and all of a rank are wild or none is."""
        whole_ranks = len(set(self.wild)) == len({card.rank for card in self.wild}) * len(self.suits)
        return whole_ranks and not self.missing

    @cached_property
    def wild_cards(self) -> int:
        """Number of jokers and of cards that count as such."""
        return self.jokers + sum(map(self._often, set(self.wild)))

    @property
    def single(self) -> bool:
        """Whether each card is there once, and none is wild."""
        return self.copies == 1 and not self.wild_cards and self.regular

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each suit the first one with the same cards, which it can change places with."""
        by_suit = ([Card(rank, suit) for rank in self.ranks] for suit in self.suits)
        columns = [[(self.number(card), card in self.wild) for card in cards] for cards in by_suit]
        return tuple(map(columns.index, columns))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards in index order: the lowest rank in every suit first, the highest and the jokers last."""
        kinds = [Card(rank, suit) for rank in self.ranks for suit in self.suits]
        kinds.sort(key=self.wild.__contains__)
        return (*(card for card in kinds for _ in range(self._often(card))), *(JOKER,) * self.jokers)

    def _often(self, card: Card) -> int:
        return self.copies - self.missing.count(card)

    @cached_property
    def rank_of(self) -> tuple[int, ...]:
        """The rank index of each card by its index; a joker's is one above the highest."""
        place, joker = {rank: index for index, rank in enumerate(self.ranks)}, len(self.ranks)
        return tuple(joker if card in self.wild else place.get(card.rank, joker) for card in self.cards)

    @cached_property
    def suit_of(self) -> tuple[int, ...]:
        """The suit index of each card by its index; a joker's is one above the last."""
        place, joker = {suit: index for index, suit in enumerate(self.suits)}, len(self.suits)
        return tuple(joker if card in self.wild else place.get(card.suit, joker) for card in self.cards)

    def suits_shown(self, cards: Iterable[Card]) -> frozenset[Suit]:
        """Return the suits that cards show; jokers and wild cards all show that of a joker."""
        return frozenset(JOKER.suit if card in self.wild else card.suit for card in cards)

    @property
    def rank_names(self) -> tuple[str, ...]:
        """What cards are called by their ranks; the last is the name of jokers, or of wild cards."""
        return (*map(str, self.ranks), "wild card" if self.wild else "joker")

    @cached_property
    def ranks_held(self) -> tuple[int, ...]:
        """The rank indexes of cards that are not wild; then a joker's, if any are."""
        return tuple(dict.fromkeys(self.rank_of))

    def number(self, card: Card) -> int:
        """Return the number of copies of a card."""
        if card == JOKER:
            return self.jokers
        return self._often(card) if card in self._index else 0

    @cached_property
    def _index(self) -> dict[Card, int]:
        return {card: index for index, card in reversed(tuple(enumerate(self.cards)))}

    def index(self, card: Card) -> int:
        """Return the index of a card, the first of several; CardError if it is of another deck."""
        return self.indexes((card,))[0]

    def indexes(self, cards: Iterable[Card]) -> list[int]:
        """Return the indexes of cards of this deck, as `index` does of one."""
        try:
            return [self._index[card] for card in cards]
        except KeyError as error:
            raise CardError(f"{error.args[0]} is not a card of this deck") from None

    def rank(self, symbol: str) -> Rank:
        """Return the rank written `symbol` ("Q", "q", "10" or "T"); CardError if the deck has none."""
        wanted = "t" if symbol == "10" else symbol.casefold()
        for rank in self.ranks:
            if rank.symbol.casefold() == wanted:
                return rank
        ranks = " ".join(rank.symbol for rank in self.ranks)
        raise CardError(f"{symbol!r} is not a rank of this deck ({ranks})")

    def rank_index(self, word: str, text: str) -> int:
        """Return the index of a rank written `Q`, `queen`, `queens` or `5s`; HandSetError quotes `text`."""
        for index, rank in enumerate(self.ranks):
            if word in (rank.name, rank.plural):
                return index
        try:
            return self.ranks.index(self.rank(word.removesuffix("s") or word))
        except CardError as error:
            raise HandSetError(f"{text!r}: {error}") from None

    def parse(self, text: str, count: int | None = None) -> tuple[Card, ...]:
        """Return the cards written in `text`, in its order.

        Letters or glyphs, any case, "10" or "T", with or without blanks and commas between the cards; a joker
        is "Jk", "*" or "joker". With `count`, exactly that many cards are required.

        Raises:
            CardError: these are no cards of this deck, or not as many.
        """
        words = text.split()
        try:  # the usual way to write them
            cards = [self._card_of[word] for word in words]
        except KeyError:
            words, cards = [], self._parsed(text)
        if len(set(words)) < len(cards):
            self.hold(cards, f"{text!r}: ")
        if count is not None and len(cards) != count:
            number = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
            raise CardError(f"{text!r}: {number} where {count} {'is' if count == 1 else 'are'} needed")
        return tuple(cards)

    @cached_property
    def _card_of(self) -> dict[str, Card]:
        """The cards by their usual form, `Qs`; without jokers, which have a form of their own."""
        return {str(card): card for card in self.cards if card != JOKER}

    def _parsed(self, text: str) -> list[Card]:
        cards, position, plain = list[Card](), 0, _SELECTORS.sub("", text).strip()
        suits = {written: suit for suit in self.suits for written in _written(suit)}
        while position < len(plain):
            if self.jokers and (match := _JOKER.match(plain, position)):
                cards.append(JOKER)
            elif match := _CARD.match(plain, position):
                if (suit := suits.get(match[2].casefold())) is None:
                    known = " ".join(suit.symbol for suit in self.suits)
                    wrong = f"{match[2]!r} in {match[1] + match[2]!r} is not a suit of this deck ({known})"
                    raise CardError(f"{text!r}: {wrong}")
                try:
                    cards.append(Card(self.rank(match[1]), suit))
                except CardError as error:
                    raise CardError(f"{text!r}: {error}") from None
            else:
                rest = plain[position:].strip(", \t\n")
                raise CardError(f"{text!r}: {rest!r} is not a card (write Qs or Q♠)")
            position = match.end()
        return cards

    def hold(self, cards: Sequence[Card], before: str = "") -> None:
        """Raise CardError for cards that the deck does not have as often; `before` begins the message."""
        for card in dict.fromkeys(cards):
            if (times := cards.count(card)) > (most := self.number(card)):
                often = {1: "here", 2: "twice"}.get(times, f"{times} times")
                but = f", and the deck has {most or 'none'}" if most != 1 else ""
                raise CardError(f"{before}{card} appears {often}{but}")


def _written(suit: Suit) -> tuple[str, ...]:
    """How a suit may be written: its letter and its glyph, in small letters if they have any."""
    return tuple({suit.symbol.casefold(): 1, _SELECTORS.sub("", suit.glyph).casefold(): 1})


def _refuse_likeness(kind: str, form: str, writings: list[tuple[str, ...]]) -> None:
    """Refuse ranks or suits of which one could be taken for another, or not be read at all."""
    if not writings:
        raise CardError(f"a deck needs at least one {kind}")
    seen: set[str] = set()
    for written in writings:
        for symbol in written:
            if not re.fullmatch(_FORMS[kind], symbol):
                raise CardError(f"a {kind} is written with one {form}, not {symbol!r}")
            if symbol.casefold() in seen:
                raise CardError(f"the {kind} {symbol!r} appears twice in the deck")
        seen.update(symbol.casefold() for symbol in written)


STANDARD_DECK = Deck()
"""Fifty-two cards without jokers."""


class ColourLine(StrEnum):
    """What a line asks of the colours of the player's and the dealer's three cards.

    In this order each line is a part of the next one.
    """

    SAME = "both of the same colour"
    EACH = "both of one colour each"
    PLAYER = "player of one colour"

    def holds(self, player: Sequence[Card], dealer: Sequence[Card]) -> bool:
        """Return whether two hands meet the line."""
        own, theirs = ({card.suit.colour for card in hand} for hand in (player, dealer))
        numbers = {ColourLine.PLAYER: len(own), ColourLine.EACH: max(len(own), len(theirs))}
        return numbers.get(self, len(own | theirs)) == 1

    def within(self, other: object) -> bool:
        """Return whether hands that meet this line meet the other as well."""
        order = list(ColourLine)
        return isinstance(other, ColourLine) and order.index(self) <= order.index(other)


_MORE_SUITS = (
    Suit("t", "★", "stars", "red"),
    Suit("w", "≈", "waves", "black"),
    Suit("m", "☾", "moons", "red"),
    Suit("f", "⚘", "flowers", "black"),
)


def parse_deck(
    ranks: str = "2 3 4 5 6 7 8 9 T J Q K A",
    suits: str = "4",
    decks: int = 1,
    jokers: int = 0,
    joker: str = Joker.WILD,
) -> Deck:
    """Return the deck of ranks from low to high and of suits, with blanks or commas between.

    Suits are their names or letters; or a number up to eight, in the order clubs, diamonds, hearts, spades,
    stars, waves, moons, flowers; CardError if there is no such deck.

    >>> deck = parse_deck("6 7 8 9 10 J Q K A", "hearts, spades")
    >>> len(deck), str(deck.cards[0]), str(deck.cards[-1])
    (18, '6h', 'As')
    """
    if joker not in list(Joker):
        raise CardError(f"{joker!r} is no kind of joker ({', '.join(Joker)})")
    return Deck(_ranks(ranks), _suits(suits), decks, jokers, Joker(joker))


def deck_in_words(deck: Deck) -> str:
    """What a deck has besides single cards, such as "2 decks shuffled together, with a wild joker"."""
    parts = [f"{deck.copies} decks shuffled together"] if deck.copies > 1 else []
    if deck.jokers:
        jokers = {1: "a {}joker", 2: "two {}jokers"}[deck.jokers]
        wild = deck.joker is Joker.WILD
        parts.append(f"with {jokers.format('wild ' if wild else '')}{'' if wild else f' for {deck.joker}'}")
    if deck.wild:
        parts.append(f"of which {' '.join(map(str, deck.wild))} are wild")
    return ", ".join(parts)


def _ranks(text: str) -> tuple[Rank, ...]:
    known = {rank.symbol: rank for rank in STANDARD_RANKS}
    order, ranks_read = list(known), list[Rank]()
    for word in text.replace(",", " ").split():
        symbol = "T" if word == "10" else word.upper()
        if len(symbol) != 1 or not (symbol.isascii() and symbol.isalnum()):
            raise CardError(f"{word!r} is not the symbol of a rank (one letter or digit, or 10)")
        lower = [rank.symbol for rank in ranks_read if rank.symbol in known]
        if symbol in known and lower and order.index(symbol) < order.index(lower[-1]):
            raise CardError(f"the ranks {text!r} are not written from low to high: {word} after {lower[-1]}")
        ranks_read.append(known.get(symbol, Rank(symbol, symbol, f"{symbol}s")))
    return tuple(ranks_read)


def _suits(text: str) -> tuple[Suit, ...]:
    known = (*STANDARD_SUITS, *_MORE_SUITS)
    if text.strip().isdecimal():
        if not 1 <= int(text) <= len(known):
            raise CardError(f"{text.strip()} suits: a deck has 1 to {len(known)}")
        return known[: int(text)]
    named = {name: suit for suit in known for name in (suit.symbol, suit.name, suit.glyph)}
    words = text.replace(",", " ").split()
    if wrong := [word for word in words if word.casefold() not in named]:
        raise CardError(f"{wrong[0]!r} is not a suit ({', '.join(suit.name for suit in known)})")
    return tuple(named[word.casefold()] for word in words)
