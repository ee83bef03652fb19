"""The hands of three cards: which a deck has, what each is and how strong, and which of them words name.

A card is a pair of places: of its rank, from the lowest, and of its suit. All cards that are taken for
others, jokers and wild ranks, are one such card, above all ranks and without a suit. Of several decks a
hand is listed once, with the number of ways to hold its cards.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

from .fitting import symbols
from .language import CATEGORIES

COLOUR_OF = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}
SUITS = {name: {"name": name, "symbol": name[0], "colour": colour} for name, colour in COLOUR_OF.items()}
COMPLETED = ("straight flush", "straight", "flush")  # what jokers for straights and flushes can make

HAND_WORDS = "any hand|{kind}|three (of a kind )?(of )?{rank}|(pair of|any) {rank}"
HAND_WORDS += "|{rank}[ -]high( {kind})?|{rank}-{rank}(-{rank})?( {kind})?"
LEADING_WORDS = {"pair": "pair", "three": "three of a kind", "any": "high card"}
OTHER_NAMES = {"mini royal": "a-k-q straight flush", "any": "any hand", "any three cards": "any hand"}
LOW_NAMES = dict(zip("2345678", ["two", "three", "four", "five", "six", "seven", "eight"]))
RANK_NAMES = LOW_NAMES | dict(zip("9TJQKA", ["nine", "ten", "jack", "queen", "king", "ace"]))


class Hand(NamedTuple):
    """A hand: strength (the greater wins), category, ranks in the order in which they decide, cards."""

    strength: tuple
    category: str
    ranks: tuple
    cards: tuple


class Deck:
    """A deck, the order of its hands by the rules, and all hands of three of its cards, weakest first."""

    def __init__(self, rules):
        entry, self.ranking = rules["deck"], rules["ranking"]
        self.ranks = symbols(entry["ranks"])
        suits = [SUITS[suit] if isinstance(suit, str) else suit for suit in entry["suits"]]
        self.suits, self.letters, self.colours = ([suit[key] for suit in suits] for key in SUITS["clubs"])
        self.rank_of_word = {
            word: place for place, rank in enumerate(self.ranks) for word in words_for_rank(rank)
        }
        self.decks, self.joker = entry.get("decks", 1), (len(self.ranks), len(self.suits))
        self.for_straights_and_flushes_alone = entry.get("joker") == "straights and flushes"
        self.cards = [*product(range(len(self.ranks)), range(len(self.suits)))]
        wild_ranks = [rank.upper().replace("10", "T") for rank in entry.get("wild", [])]
        if other := [rank for rank in wild_ranks if rank not in self.ranks]:
            raise ValueError(f"{other[0]!r} as a rank that is wild")
        wild = [card for card in self.cards if self.ranks[card[0]] in wild_ranks]
        self.wild_texts = [self.written(*card) for card in wild for _ in range(self.decks)]
        self.wild_texts += ["Jk"] * entry.get("jokers", 0)
        self.copies = {card: self.decks for card in self.cards if card not in wild}
        if self.wild_texts:
            self.copies[self.joker] = len(self.wild_texts)
        self.of_single_cards = all(number == 1 for number in self.copies.values())
        size = sum(self.copies.values())
        self.player_hands, self.dealer_hands = comb(size, 3), comb(size - 3, 3)
        dealt = combinations_with_replacement(self.copies, 3)
        self.hands = sorted(Hand(*self.judge(cards), cards) for cards in dealt if self.ways_to_hold(cards))
        self.ways = [self.ways_to_hold(hand.cards) for hand in self.hands]
        self.colour = [self.colour_of(hand.cards) for hand in self.hands]

    def ways_to_hold(self, cards):
        """Return in how many ways some cards can be held out of the whole deck."""
        return prod(comb(self.copies[card], times) for card, times in Counter(cards).items())

    def written(self, rank, suit):
        return self.ranks[rank] + self.letters[suit]

    def suits_of(self, cards):
        return {self.suits[suit] for rank, suit in cards if (rank, suit) != self.joker}

    def colour_of(self, cards):
        """Return the colour of a hand of one colour; None of others, and of those with a joker."""
        colours = {None if card == self.joker else self.colours[card[1]] for card in cards}
        return colours.pop() if len(colours) == 1 else None

    # -- what a hand is ------------------------------------------------------------------------------

    def judge(self, cards):
        """Return strength, category and ranks of the best that cards can be with their jokers."""
        own = [card for card in cards if card != self.joker]
        possible = [] if len(own) < 3 else self.natural(cards)
        for others in combinations_with_replacement(self.cards, 3 - len(own)) if len(own) < 3 else ():
            replaced = [*own, *others]
            in_deck = max(Counter(replaced).values()) <= self.decks
            all_aces = all(rank == len(self.ranks) - 1 for rank, _ in others)
            for judged in self.natural(tuple(sorted(replaced))):
                any_card_will_do = not self.for_straights_and_flushes_alone or judged[1] in COMPLETED
                if in_deck if any_card_will_do else all_aces:
                    possible.append(judged)
        return min(possible) if self.ranking.get("lowest_wins") else max(possible)

    @cache  # noqa: B019  a deck is kept as long as its hands are
    def natural(self, cards):
        """Return all that three cards without jokers are: a pair in one suit is a flush as well."""
        high, middle, low = ranks = tuple(sorted((rank for rank, _ in cards), reverse=True))
        one_suit = len({suit for _, suit in cards}) == 1
        if high == middle == low:
            judged = [self.judged("three of a kind", ranks)]
        elif middle in (high, low):
            kicker = low if high == middle else high
            judged = [self.judged("pair", (middle, middle, kicker))]
        elif self.is_straight(ranks, cards):
            judged = [self.judged("straight flush" if one_suit else "straight", ranks)]
        else:
            judged = [self.judged("flush" if one_suit else "high card", ranks)]
        if one_suit and middle in (high, low):
            judged.append(self.judged("flush", ranks))
        return judged

    def is_straight(self, ranks, cards):
        high, middle, low = ranks
        suits = len({suit for _, suit in cards})
        enough_suits = suits != 2 or self.ranking["straight_suits"] != "three"
        return enough_suits and (high - 1 == middle == low + 1 or self.is_ace_low(ranks))

    def is_ace_low(self, ranks):
        """Return whether ranks are 3-2-A and the rules count that as a straight."""
        top = len(self.ranks) - 1
        return (
            ranks == (top, 1, 0)
            and top > 2
            and self.ranks[top] == "A"
            and self.ranking["ace_low_straight"] != "none"
        )

    def judged(self, category, ranks):
        """Return strength, category and ranks: straights compare by their highest card alone."""
        top = len(self.ranks) - 1
        decisive = ranks
        if "straight" in category:
            if self.is_ace_low(ranks):
                places = {"lowest": 0, "second": top - 0.5, "highest": top + 1}
                decisive, ranks = (places[self.ranking["ace_low_straight"]],), (1, 0, top)
            else:
                decisive = (ranks[0],)
        elif category == "three of a kind" and ranks[0] == self.highest_three_of_a_kind():
            decisive = (top + 1,)
        place = self.ranking["order"].index(category)
        if self.ranking.get("lowest_wins"):
            return (place, tuple(-rank for rank in decisive)), category, ranks
        return (-place, decisive), category, ranks

    def highest_three_of_a_kind(self):
        return self.rank_of_word.get(str(self.ranking.get("highest_three_of_a_kind")).lower())

    # -- words ---------------------------------------------------------------------------------------

    @cache  # noqa: B019
    def named(self, text):
        """Return the places of the hands called "pair", "Q high", "pair of aces", "Q-6-4", "A-K"."""
        suit = next((suit for suit in self.suits if text.endswith(f" of {suit}")), "")
        of_one_suit = text.startswith("suited ")
        words = text.removesuffix(f" of {suit}").removeprefix("suited ").lower()
        words = OTHER_NAMES.get(words, words)
        rank, kind = ("|".join(map(re.escape, names)) for names in (self.rank_of_word, CATEGORIES))
        if not re.fullmatch(HAND_WORDS.format(rank=f"({rank})", kind=f"({kind})"), words):
            raise ValueError(f"the words {text!r}")
        category, leading = self.category_and_ranks(words)
        places = [
            place
            for place, hand in enumerate(self.hands)
            if words == "any hand" or (hand.category == category and begins_with(hand.ranks, leading))
        ]
        if suit or of_one_suit:
            shown = [self.suits_of(self.hands[place].cards) for place in places]
            places = [
                place
                for place, suits in zip(places, shown)
                if (not suit or suits == {suit}) and (not of_one_suit or len(suits) == 1)
            ]
        if not places and (leading or suit or of_one_suit):
            raise ValueError(f"the words {text!r}")
        return places

    def category_and_ranks(self, words):
        """Return the category that words name, and the ranks."""
        ends = [category for category in self.ranking["order"] if f" {words}".endswith(f" {category}")]
        category = max(ends, key=len, default="")
        said = words.removesuffix(category).replace("of a kind", "").replace("-", " ").split()
        if said[1:] and said[0] in LEADING_WORDS:  # pair of aces, three aces, any queen
            category, said = LEADING_WORDS[said[0]], [word for word in said[1:] if word != "of"]
        leading = [self.rank_of_word.get(word, -1) for word in said if word != "high"]
        if not category:  # ranks alone: what they are without regard to suits
            straight = any(
                hand.category == "straight" and sorted(hand.ranks) == sorted(leading) for hand in self.hands
            )
            alike = len(leading) - len(set(leading))
            category = ("straight" if straight else "high card", "pair", "three of a kind")[alike]
        return category, leading

    def weakest(self, words):
        """Return the place of the weakest hand that words name, of whatever suits."""
        if words.endswith(tuple(f" of {suit}" for suit in self.suits)):
            raise ValueError(f"the words {words!r}, since hands of all suits are equal")
        return min(self.named(words.removesuffix(" or better")))

    def line_of_hands(self, table):
        """Return for each hand the line that pays it, or None: of several the one for the fewest hands."""
        named = [(self.named(text), text) for text in texts_of(table)]
        lines = [None] * len(self.hands)
        for places, text in sorted(named, key=lambda line: -sum(self.ways[place] for place in line[0])):
            for place in places:
                lines[place] = text if text in table["lines"] else None
        return lines

    def some_line_names_a_suit(self, tables):
        texts = [text for table in tables for text in texts_of(table)]
        endings = tuple(f" of {suit}" for suit in self.suits)
        return any(text.endswith(endings) or text.startswith("suited ") for text in texts)


def words_for_rank(rank):
    """Return what a rank is called, alone and of several: "q", "qs", "queen", "queens"; "sixes"."""
    for name in (rank.lower(), RANK_NAMES.get(rank, rank.lower()), "10" if rank == "T" else rank.lower()):
        yield from (name, "sixes" if name == "six" else f"{name}s")


def begins_with(ranks, leading):
    """Return whether ranks are these three, in whatever order, or begin with these."""
    if len(leading) > 2:
        return sorted(ranks) == sorted(leading)
    return list(ranks[: len(leading)]) == leading


def texts_of(table):
    return *table["lines"], *table.get("unpaid", ())


class Dealers:
    """Hands that the dealer can hold, weakest first: each is a bit, so that a set of them is an integer."""

    def __init__(self, deck, hands, lowest):
        """Take some hands of a deck, and the strength from which on the dealer qualifies."""
        self.deck, self.hands = deck, hands
        self.strengths = [hand.strength for hand in hands]
        self.every = (1 << len(hands)) - 1
        self.failing = bits(strength < lowest for strength in self.strengths)
        self.holding = {card: {} for card in deck.copies}  # by how often: which hands
        self.by_ways = {}  # by in how many ways they can be held: which hands
        for place, hand in enumerate(hands):
            bit = 1 << place
            for card in {*hand.cards}:
                times = hand.cards.count(card)
                self.holding[card][times] = self.holding[card].get(times, 0) | bit
            ways = 1 if deck.of_single_cards else deck.ways_to_hold(hand.cards)
            self.by_ways[ways] = self.by_ways.get(ways, 0) | bit
        beats = deck.ranking.get("beats", {}).items()
        self.beats = [
            [{deck.hands[place].strength for place in deck.named(one)} for one in pair] for pair in beats
        ]
        self.known_results, self.known_masks = {}, {}  # by the strength of the player's hand

    def against(self, cards):
        """Return the hands that can be held beside some cards, by in how many ways: {ways: bits}.

        Of n equal cards m are held in C(n, m) ways; if the player has k of them, in C(n - k, m).
        """
        if self.deck.of_single_cards:
            taken = 0
            for card in cards:
                taken |= self.holding[card].get(1, 0)
            return {1: self.every & ~taken}
        left = dict(self.by_ways)
        for card in {*cards}:
            copies = self.deck.copies[card]
            fewer = copies - cards.count(card)
            for times, holding in self.holding[card].items():
                for ways, hands in list(left.items()):
                    if moved := hands & holding:
                        left[ways] ^= moved
                        beside = ways // comb(copies, times) * comb(fewer, times)
                        left[beside] = left.get(beside, 0) | moved
        left.pop(0, None)
        return left

    def results(self, strength):
        """Return which hands one of a strength beats, ties with and loses to."""
        if strength not in self.known_results:
            self.known_results[strength] = self.results_anew(strength)
        return self.known_results[strength]

    def results_anew(self, strength):
        beaten, tied, beating = (
            bits_of_run(self.strengths, strength, result) for result in ("lower", "equal", "higher")
        )
        for lower, higher in self.beats:  # those named first beat the others, though these are stronger
            for own, others, won in ((lower, higher, True), (higher, lower, False)):
                if strength in own:
                    turned = bits(other in others for other in self.strengths)
                    beaten, tied, beating = (hands & ~turned for hands in (beaten, tied, beating))
                    beaten, beating = (beaten | turned, beating) if won else (beaten, beating | turned)
        return beaten, tied, beating

    def six_counts(self, hand):
        """Return how many hands meet one: not qualifying and beaten, tied, beating it; then qualifying."""
        if hand.strength not in self.known_masks:
            results = self.results_anew(hand.strength)
            masks = [result & self.failing for result in results]
            self.known_masks[hand.strength] = masks + [result & ~self.failing for result in results]
        left = self.against(hand.cards)
        if self.deck.of_single_cards:
            return tuple([(left[1] & mask).bit_count() for mask in self.known_masks[hand.strength]])
        return tuple(number(left, mask) if mask else 0 for mask in self.known_masks[hand.strength])


def bits(truths):
    return sum(1 << place for place, true in enumerate(truths) if true)


def bits_of_run(strengths, strength, result):
    """Return which of ascending strengths are lower than one, equal to it, or higher."""
    begin, end = bisect_left(strengths, strength), bisect_right(strengths, strength)
    lower, up_to_equal, every = ((1 << place) - 1 for place in (begin, end, len(strengths)))
    return {"lower": lower, "equal": up_to_equal ^ lower, "higher": every ^ up_to_equal}[result]


def number(left, some):
    """Return the number of hands among some, of those that can be held in so many ways each."""
    return sum(ways * (hands & some).bit_count() for ways, hands in left.items())
