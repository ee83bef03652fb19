"""Decks as people write them: ranks and suits in a line of text, and as texts describe them."""

from __future__ import annotations

from combin.cards.cards import STANDARD_RANKS, STANDARD_SUITS, CardError, Deck, Joker, Rank, Suit

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
    """Return the deck of the given ranks and suits.

    Args:
        ranks: the symbols from low to high, with blanks or commas between; "10" or "T".
        suits: how many, up to eight, in the order clubs, diamonds, hearts, spades, stars, waves, moons,
            flowers; or their names or letters, with blanks or commas between.
        decks: how many times each card is there.
        jokers: how many there are, none to two.
        joker: "wild", or "straights and flushes" for jokers that complete these alone and else are aces.

    >>> deck = parse_deck("6 7 8 9 10 J Q K A", "hearts, spades")
    >>> len(deck), str(deck.cards[0]), str(deck.cards[-1])
    (18, '6h', 'As')

    Raises:
        CardError: no such rank, suit or joker, one stands twice, the ranks are not written from low to high,
            or too many decks or jokers.
    """
    if joker not in list(Joker):
        raise CardError(f"{joker!r} is no kind of joker ({', '.join(Joker)})")
    return Deck(_ranks(ranks), _suits(suits), decks, jokers, Joker(joker))


def deck_in_words(deck: Deck) -> str:
    """Return what a deck holds beside single cards, "" if it holds nothing more.

    >>> deck_in_words(Deck(copies=2, jokers=1))
    '2 decks shuffled together, with a wild joker'
    """
    parts = []
    if deck.copies > 1:
        parts.append(f"{deck.copies} decks shuffled together")
    if deck.jokers:
        jokers = {1: "a {}joker", 2: "two {}jokers"}[deck.jokers]
        wild = deck.joker is Joker.WILD
        of = "" if wild else f" for {deck.joker}"
        parts.append(f"with {jokers.format('wild ' if wild else '')}{of}")
    if deck.wild:
        parts.append(f"of which {' '.join(map(str, deck.wild))} are wild")
    return ", ".join(parts)


def _ranks(text: str) -> tuple[Rank, ...]:
    known = {rank.symbol: rank for rank in STANDARD_RANKS}
    order = list(known)
    found: list[Rank] = []
    for word in text.replace(",", " ").split():
        symbol = "T" if word == "10" else word.upper()
        if len(symbol) != 1 or not (symbol.isascii() and symbol.isalnum()):
            raise CardError(f"{word!r} is not the symbol of a rank (one letter or digit, or 10)")
        lower = [rank.symbol for rank in found if rank.symbol in known]
        if symbol in known and lower and order.index(symbol) < order.index(lower[-1]):
            raise CardError(f"the ranks {text!r} are not written from low to high: {word} after {lower[-1]}")
        found.append(known.get(symbol, Rank(symbol, symbol, f"{symbol}s")))
    return tuple(found)


def _suits(text: str) -> tuple[Suit, ...]:
    known = (*STANDARD_SUITS, *_MORE_SUITS)
    if text.strip().isdecimal():
        if not 1 <= int(text) <= len(known):
            raise CardError(f"{text.strip()} suits: a deck has 1 to {len(known)}")
        return known[: int(text)]
    named = {name: suit for suit in known for name in (suit.symbol, suit.name, suit.glyph)}
    found = []
    for word in text.replace(",", " ").split():
        if word.casefold() not in named:
            raise CardError(f"{word!r} is not a suit ({', '.join(suit.name for suit in known)})")
        found.append(named[word.casefold()])
    return tuple(found)
