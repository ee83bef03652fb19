"""Check a certificate of any game, whatever its deck: python verify_other_decks.py game.certificate.json

Goes on from verify_certificate.py beside it, and knows several decks shuffled together and jokers, wild or
for straights and flushes alone. Exit codes as there.

How: as there, the dealer's hands are sorted and a bit for each; of two decks there are 182,104 for 104 cards.
Of the player's hands that differ only in which of several equal cards they hold, one stands for all.
"""

import sys
from collections import Counter
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # so that the programs beside this one are found in any case

import verify_certificate
from certificate_hands import bits

JOKER = 9  # in a pattern of suits
COMPLETED = ("straight flush", "straight", "flush")  # what jokers for straights and flushes can make


class Game(verify_certificate.Game):
    def __init__(self, body):
        super().__init__(body, ())

    def deal(self):
        """Find all hands of the dealer's, and one of the player's for all that hold equal cards."""
        entry, self.joker = self.rules["deck"], (len(self.ranks), len(self.suits))
        if entry.get("decks", 1) > 4:
            raise ValueError(
                f"{entry['decks']} decks: their hands do not fit into the memory of this program"
            )
        self.copies, self.bug = entry.get("decks", 1), entry.get("joker") == "straights and flushes"
        self.kinds = [*product(range(len(self.ranks)), range(len(self.suits)))]
        named = [one.upper().replace("10", "T") for one in entry.get("wild", [])]
        if other := [one for one in named if one not in self.ranks]:
            raise ValueError(f"{other[0]!r} as a rank that is wild")
        cards = [(*kind, copy) for kind in self.kinds for copy in range(self.copies)]
        self.deck = [card for card in cards if self.ranks[card[0]] not in named]
        wild = [self.written(*card[:2]) for card in cards if card not in self.deck]
        self.wild = wild + ["Jk"] * entry.get("jokers", 0)  # the cards that are taken for others
        self.deck += [(*self.joker, number) for number in range(len(self.wild))]
        judge = cache(self.judge)
        dealt = [(*judge(tuple(card[:2] for card in hand)), hand) for hand in combinations(self.deck, 3)]
        self.dealers = sorted(dealt)
        self.all_hands, self.dealer_hands = len(self.dealers), comb(len(self.deck) - 3, 3)
        first = {}
        for hand in self.dealers:
            first.setdefault(hand[3], (len(first), hand))
        self.held = [first[hand[3]][0] for hand in self.dealers]
        ways = Counter(self.held)
        self.hands = [hand for _, hand in first.values()]
        self.ways = [ways[place] for place in range(len(self.hands))]
        self.colour = [c.pop() if len(c := self.colours_of(hand[3])) == 1 else None for hand in self.hands]
        self.of_colour = {one: bits(self.colour[place] == one for place in self.held) for one in self.colours}

    @property
    def free(self):
        """Yield for each hand the dealer's hands that share no card with it."""
        having = self.having
        for *_, (a, b, c) in self.hands:
            yield ~(having[a] | having[b] | having[c]) & ((1 << len(self.dealers)) - 1)

    @cached_property
    def having(self):
        return {card: bits(card in hand[-1] for hand in self.dealers) for card in self.deck}

    def suits_of(self, cards):
        return super().suits_of([card for card in cards if card != self.joker])

    def colours_of(self, cards):
        return {None if card == self.joker else self.colours[card[1]] for card in cards}

    # -- what a hand is ------------------------------------------------------------------------------

    def judge(self, cards):
        """Return the best that the cards can be, jokers standing for any others."""
        held, found = [card for card in cards if card != self.joker], []
        for others in combinations_with_replacement(self.kinds, 3 - len(held)):
            as_aces = self.bug and all(rank == len(self.ranks) - 1 for rank, _ in others)
            free = max(Counter([*held, *others]).values()) <= self.copies
            for one in self.can_be([*held, *others]):
                completed = one[1] in COMPLETED or not self.bug
                if not others or (free if completed else as_aces):
                    found.append(one)
        best = min if self.rules["ranking"].get("lowest_wins") else max
        return (*best(found), cards)

    def can_be(self, cards):
        """Yield strength, category and ranks of what cards without jokers are: equal ones can be two."""
        strength, category, ranks, _ = super().judge(cards)
        yield strength, category, ranks
        if category in ("pair", "three of a kind") and len({suit for _, suit in cards}) == 1:
            in_order = tuple(sorted((rank for rank, _ in cards), reverse=True))
            yield self.strength("flush", in_order), "flush", in_order

    # -- the rows ------------------------------------------------------------------------------------

    def standing(self, hand):
        """Return the same as for one deck; the ranks that a hand holds come before its suits."""
        strength, _, ranks, cards, _ = hand
        left, taken = [rank for rank, _ in cards], []
        for rank in ranks:  # a joker stands where the card does that it is taken for
            taken.append(rank if rank in left else self.joker[0])
            left.remove(taken[-1])
        orders = [order for order in permutations(cards) if [rank for rank, _ in order] == taken]
        pattern, order = min((self.pattern(order), order) for order in orders)
        suits = [suit for _, suit in order]
        own = min(suits) if self.apart and set(pattern) <= {0, JOKER} else 0
        stands = [number + own for number in pattern]
        other = min({*range(len(self.suits))} - {*stands}, default=0)
        seen = [stands[suits.index(suit)] if suit in suits else other for suit in range(len(self.suits) + 1)]
        key = strength, tuple(sorted(taken)), -len(set(pattern)), pattern, own
        left = iter(self.wild)
        texts = [
            next(left) if rank == self.joker[0] else self.written(rank, stand)
            for rank, stand in zip(taken, stands)
        ]
        return key, " ".join(texts), seen

    def pattern(self, cards):
        """Return the suits of cards by number, as they come; a joker's comes after all."""
        suits = list(dict.fromkeys(suit for _, suit in cards if suit != self.joker[1]))
        return tuple(JOKER if suit == self.joker[1] else suits.index(suit) for _, suit in cards)


def main(path):
    return verify_certificate.main(path, Game)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
