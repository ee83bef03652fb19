"""Every deal, counted: the rows of a certificate, one for all situations that suits alone tell apart.

A situation is a hand of the player's, with the card of the dealer's that may be seen if one is. For each
all hands of the dealer's are gone through, each a bit in an integer: of 52 cards 407,170,400 deals, or
1,221,511,200 with a card seen. All hands and cards that a row stands for must have the counts of the row.
"""

from itertools import permutations
from operator import add
from typing import NamedTuple

JOKER = 9  # in a pattern of suits, after all suits


class Row(NamedTuple):
    """A hand and what is seen in words, the place of a hand that it stands for, weight, and six counts."""

    text: list
    place: int
    weight: int
    six: tuple


class Standing(NamedTuple):
    """What stands for a hand: the key of its class, its text, and a suit for each suit seen."""

    key: tuple
    text: str
    suits: list


class Situations:
    """The rows of a game with at most one card seen, and the row of each hand and card."""

    def __init__(self, game, progress=None):
        self.game, self.deck, self.progress = game, game.deck, progress
        self.standing = [standing(self.deck, hand, apart=game.suits_apart) for hand in self.deck.hands]
        classes = {}

        def put(place, key, counts):
            first, weight, known = classes.get(key, (place, 0, counts))
            if known != counts:
                raise ArithmeticError(f"hands alike to {self.standing[place].text} meet other dealer hands")
            classes[key] = first, weight + self.deck.ways[place], counts

        summed = {}  # where a rank is seen, or a group of them, over the cards that can be it
        for place, seen, counts in self.every_situation():
            key = self.key(place, seen)
            if game.seen_words:
                summed[place, key] = tuple(map(add, counts, summed.get((place, key), (0,) * 6)))
            else:
                put(place, key, counts)
        for (place, key), counts in summed.items():
            put(place, key, counts)
        self.rows = [
            Row([self.standing[place].text, *self.words_for(key)], place, weight, counts)
            for key, (place, weight, counts) in sorted(classes.items())
        ]
        self.row_of_key = {key: row for row, key in enumerate(sorted(classes))}
        self.rows_beside = {}  # by the card seen: the row of each hand, and its ways

    def every_situation(self):
        """Yield each hand with each card of the dealer's that can be seen beside it, and its six counts."""
        done, total = 0, self.deck.player_hands * self.deck.dealer_hands * (3 if self.game.face_up else 1)
        for seen in self.deck.copies if self.game.face_up else [None]:
            dealers = self.game.dealers
            if seen is not None:
                dealers = self.game.dealers_among([hand for hand in self.deck.hands if seen in hand.cards])
            for place, hand in enumerate(self.deck.hands):
                counts = dealers.six_counts(hand) if seen not in hand.cards else ()
                if any(counts):
                    yield place, seen, counts
                done += self.deck.ways[place] * sum(counts)
                if self.progress is not None and place % 1000 == 999:
                    self.progress(done, total)
        if self.progress is not None:
            self.progress(done, total)

    def key(self, place, seen):
        """Return what a hand and a card that is seen are known by: their order among the rows."""
        key, _, suits = self.standing[place]
        if self.game.seen_words:
            return self.game.group_of(seen[0]), key, 0
        return (seen[0], key, suits[seen[1]]) if seen else (0, key, 0)

    def words_for(self, key):
        """Return what is seen in words: nothing, a word of the rules, or a card."""
        rank, _, suit = key
        if self.game.seen_words:
            return [self.game.seen_words[rank]]
        return [self.deck.written(rank, suit)] if self.game.face_up else []

    def beside(self, seen):
        """Return the row of each hand beside a card that is seen (or beside any: None), and its ways."""
        if seen not in self.rows_beside:  # many tables ask for the same
            self.rows_beside[seen] = [
                (0, 0) if seen in hand.cards else (self.row_of_key[self.key(place, seen)], ways)
                for place, (hand, ways) in enumerate(zip(self.deck.hands, self.deck.ways))
            ]
        return self.rows_beside[seen]

    def times_played(self, decisions, seen):
        """Return in how many ways each hand is played beside a card that is seen (or beside any: None)."""
        is_played = [decision > 0 for decision in decisions]
        return [ways * is_played[row] for row, ways in self.beside(seen)]


def standing(deck, hand, *, apart):
    """Return what stands for a hand: its cards as their ranks decide, in the first suits of the deck.

    Of several such orders it is that whose suits come first. Hands of one suit may stand `apart`, in it.
    """
    taken = ranks_as_held(deck, hand)
    orders = [order for order in permutations(hand.cards) if [rank for rank, _ in order] == taken]
    pattern, order = min((pattern_of(deck, order), order) for order in orders)
    suits = [suit for _, suit in order]
    own = min(suits) if apart and set(pattern) <= {0, JOKER} else 0
    stands = [suit + own for suit in pattern]
    other = min({*range(len(deck.suits))} - {*stands}, default=0)
    seen = [stands[suits.index(suit)] if suit in suits else other for suit in range(len(deck.suits) + 1)]
    wild = iter(deck.wild_texts)  # the first wild cards of the deck stand for any
    texts = [
        next(wild) if rank == deck.joker[0] else deck.written(rank, suit) for rank, suit in zip(taken, stands)
    ]
    key = hand.strength, tuple(sorted(taken)), -len(set(pattern)), pattern, own
    return Standing(key, " ".join(texts), seen)


def ranks_as_held(deck, hand):
    """Return the ranks of a hand in deciding order, a joker where the card is that it is taken for."""
    left, taken = [rank for rank, _ in hand.cards], []
    for rank in hand.ranks:
        taken.append(rank if rank in left else deck.joker[0])
        left.remove(taken[-1])
    return taken


def pattern_of(deck, cards):
    """Return the suits of cards as numbers in the order in which they come; of a joker, one after all."""
    suits = list(dict.fromkeys(suit for _, suit in cards if suit != deck.joker[1]))
    return tuple(JOKER if suit == deck.joker[1] else suits.index(suit) for _, suit in cards)
