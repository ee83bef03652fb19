"""The hands of a deck for the programs beside this one: what each is, how strong, and what words name."""

import re
from itertools import combinations, product
from math import comb

from certificate_words import CATEGORIES, symbols

COLOUR_OF = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}
SUITS = {name: {"name": name, "symbol": name[0], "colour": colour} for name, colour in COLOUR_OF.items()}
HANDS = "any hand|{kind}|three (of a kind )?(of )?{rank}|(pair of|any) {rank}"
HANDS += "|{rank}[ -]high( {kind})?|{rank}-{rank}(-{rank})?( {kind})?"
KINDS = {"pair": "pair", "three": "three of a kind", "any": "high card"}
SHORT = {"mini royal": "a-k-q straight flush", "any": "any hand", "any three cards": "any hand"}
NAMES = "two three four five six seven eight nine ten jack queen king ace"


class Hands:
    """All hands by the rules of a certificate, weakest first; a set of them is an integer with a bit each."""

    def __init__(self, rules):
        self.rules = rules
        self.ranks = symbols(rules["deck"]["ranks"])
        named = [SUITS[one] if isinstance(one, str) else one for one in rules["deck"]["suits"]]
        self.suits, self.letters, self.colours = ([suit[key] for suit in named] for key in SUITS["clubs"])
        self.called, names = {}, dict(zip("23456789TJQKA", NAMES.split()))
        for place, rank in enumerate(self.ranks):
            words = (rank.lower(), names.get(rank, rank.lower()), "10" if rank == "T" else rank.lower())
            self.called |= {
                word: place for one in words for word in (one, "sixes" if one == "six" else one + "s")
            }
        self.deal()

    def deal(self):
        """Find all hands, and for each those of the dealer's that share no card with it."""
        self.deck = list(product(range(len(self.ranks)), range(len(self.suits))))  # places of rank and suit
        self.hands = self.dealers = sorted(map(self.judge, combinations(self.deck, 3)))
        self.all_hands, self.dealer_hands = len(self.hands), comb(len(self.deck) - 3, 3)
        self.ways, self.held = [1] * len(self.hands), range(len(self.hands))  # as in verify_other_decks.py
        hands, every = [hand[3] for hand in self.hands], (1 << len(self.hands)) - 1
        having = {card: bits(card in hand for hand in hands) for card in self.deck}
        self.free = [~(having[a] | having[b] | having[c]) & every for a, b, c in hands]
        self.colour = [c.pop() if len(c := {self.colours[s] for _, s in one}) == 1 else None for one in hands]
        self.of_colour = {one: bits(own == one for own in self.colour) for one in self.colours}

    def judge(self, cards):
        """Return strength (the greater wins), category, ranks in deciding order, and the cards."""
        high, middle, low = ranks = tuple(sorted((rank for rank, _ in cards), reverse=True))
        suits, top, rules = len({suit for _, suit in cards}), len(self.ranks) - 1, self.rules["ranking"]
        place = {"lowest": 0, "second": top - 0.5, "highest": top + 1}.get(rules["ace_low_straight"])
        ace_low = ranks == (top, 1, 0) and top > 2 and self.ranks[top] == "A" and place is not None
        too_few_suits = suits == 2 and rules["straight_suits"] == "three"
        if high == low:
            category = "three of a kind"
        elif middle in (high, low):
            category, ranks = "pair", (middle, middle, low if high == middle else high)
        elif (ace_low or high - 1 == middle == low + 1) and not too_few_suits:
            category = "straight flush" if suits == 1 else "straight"
            ranks = (1, 0, top) if ace_low else ranks
        else:
            category = "flush" if suits == 1 else "high card"
        decisive = ranks if "straight" not in category else (place if ace_low else high,)
        if high == low == self.called.get(str(rules.get("highest_three_of_a_kind")).lower()):
            decisive = (top + 1,)
        return self.strength(category, decisive), category, ranks, cards

    def strength(self, category, decisive):
        place = self.rules["ranking"]["order"].index(category)
        lowest = self.rules["ranking"].get("lowest_wins")
        return (place, tuple(-one for one in decisive)) if lowest else (-place, decisive)

    def suits_of(self, cards):
        return {self.suits[suit] for _, suit in cards}

    def named(self, text):
        """Return the places of the hands called "pair", "Q high", "pair of aces", "Q-6-4", "A-K"."""
        suit = next((suit for suit in self.suits if text.endswith(f" of {suit}")), "")
        suited = text.startswith("suited ")
        words = text.removesuffix(f" of {suit}").removeprefix("suited ").lower()
        words = SHORT.get(words, words)
        rank, kind = ("|".join(map(re.escape, one)) for one in (self.called, CATEGORIES))
        if not re.fullmatch(HANDS.format(rank=f"({rank})", kind=f"({kind})"), words):
            raise ValueError(f"the words {text!r}")
        ends = [one for one in self.rules["ranking"]["order"] if f" {words}".endswith(f" {one}")]
        category = max(ends, key=len, default="")
        said = words.removesuffix(category).replace("of a kind", "").replace("-", " ").split()
        if said[1:] and said[0] in KINDS:  # pair of aces, three aces, any queen
            category, said = KINDS[said[0]], [one for one in said[1:] if one != "of"]
        leading = [self.called.get(one, -1) for one in said if one != "high"]
        alike, ordered = len(leading) - len(set(leading)), sorted(leading)
        if not category:
            run = any(hand[1] == "straight" and sorted(hand[2]) == ordered for hand in self.hands)
            category = ("straight" if run else "high card", "pair", "three of a kind")[alike]
        found = []
        for place, (_, kind, ranks, cards, *_) in enumerate(self.hands):
            same = sorted(ranks) == ordered if leading[2:] else list(ranks[: len(leading)]) == leading
            fits = words == "any hand" or (category == kind and same)
            shown = self.suits_of(cards)
            if fits and (not suit or shown == {suit}) and (not suited or len(shown) == 1):
                found.append(place)
        if not found and (leading or suit or suited):
            raise ValueError(f"the words {text!r}")
        return found

    def weakest(self, words):
        """Return the place of the weakest hand that words name, of whatever suits."""
        if words.endswith(tuple(f" of {suit}" for suit in self.suits)):
            raise ValueError(f"the words {words!r}, since hands of all suits are equal")
        return min(self.named(words.removesuffix(" or better")))

    def line_of_hands(self, table):
        """Return for each hand the line that pays it, or None: of several the one for the fewest hands."""
        named = [(self.named(text), text) for text in texts_of(table)]
        found = [None] * len(self.hands)
        for places, text in sorted(named, key=lambda one: -sum(self.ways[place] for place in one[0])):
            for place in places:
                found[place] = text if text in table["lines"] else None
        return found


def texts_of(table):
    return *table["lines"], *table.get("unpaid", ())


def bits(truths):
    return sum(1 << place for place, true in enumerate(truths) if true)
