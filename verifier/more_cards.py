"""Bets on five to seven cards: how often the best five are what each line pays.

To each row of the certificate the other cards are added as they can come: first which ranks, then in how
many ways their suits fall. Those ways are split by the suit in which five cards or more meet; two such
suits need ten cards. What five cards are: a category, the rank that decides first, and the suit of all five
or None.
"""

import re
from collections import Counter
from functools import cache
from itertools import combinations, permutations
from math import comb

from .fitting import symbols
from .hands import RANK_NAMES, texts_of

HIGH = "five of a kind, royal flush, straight flush, four of a kind, full house, flush, straight"
BEST_FIRST = [*HIGH.split(", "), "three of a kind", "two pair", "pair", "high card"]
PLACES = {category: place for place, category in enumerate(BEST_FIRST)}
FINER = (
    (r"pair of (\w+)", "pair"),
    (r"two pair(?:,| of| with) (\w+)", "two pair"),
    (r"three (?:of a kind(?:,| of) )?(\w+)", "three of a kind"),
    (r"four (?:of a kind(?:,| of) )?(\w+)", "four of a kind"),
    (r"five (?:of a kind(?:,| of) )?(\w+)", "five of a kind"),
    (r"full house(?:,| of| with) (\w+)", "full house"),
    (r"(\w+)[ -]high straight flush", "straight flush"),
    (r"(\w+)[ -]high straight", "straight"),
    (r"(\w+)[ -]high flush", "flush"),
    (r"(\w+)[ -]high", "high card"),
    (r"(\w+)", "pair"),  # "jacks or better"
)
UNITS = 8  # of up to seven cards one number has in this base how many are of each rank


class MoreCards:
    """The hands of a game, one for each row, and what they become with more cards."""

    def __init__(self, game, rows):
        deck = game.deck
        self.names, self.symbols = deck.suits, deck.ranks
        self.ranks, self.suits, self.cards = len(deck.ranks), len(deck.suits), len(deck.cards)
        self.ace = self.ranks - 1 if deck.ranks[-1] == "A" else -1
        self.runs = [set(range(low, low + 5)) for low in range(self.ranks - 4)]
        self.low_ace = {self.ace, 0, 1, 2, 3} if self.ace > 4 else None
        if self.low_ace:
            self.runs.append(self.low_ace)
        self.face_up, self.several = game.face_up, game.several_seen
        if self.several:  # a row stands for many hands, so that these are put together here
            together = Counter(self.alike(hand.cards) for hand in deck.hands)
            self.face_up, self.hands, self.weights = 0, list(together), list(together.values())
            self.seen = [[] for _ in self.hands]
            return
        card_of = {deck.written(*card): card for card in deck.cards}
        self.hands = [tuple(card_of[text] for text in row.text[0].split()) for row in rows]
        self.weights = [row.weight for row in rows]
        # For each row the cards of the dealer's of which one is seen.
        self.seen = []
        for hand, row in zip(self.hands, rows):
            words = row.text[1] if self.face_up else ""
            kind = [words] if words in card_of else symbols(words)
            cards = [card for text, card in card_of.items() if text in kind or text[:-1] in kind]
            self.seen.append([card for card in cards if card not in hand])

    def alike(self, hand):
        """Return the first of the hands that differ from one by which suit is which."""
        orders = permutations(range(self.suits))
        return min(tuple(sorted((rank, order[suit]) for rank, suit in hand)) for order in orders)

    @cache  # noqa: B019  as long as the cards of a game are
    def of_ranks(self, ranks):
        """Return the best that cards of these ranks (see `UNITS`) are, suits aside: None is their suit."""
        times = {rank: number for rank in range(self.ranks) if (number := ranks // UNITS**rank % UNITS)}
        most, *others = sorted(times.values(), reverse=True)
        straight = self.highest_run(times.keys())
        first = max(times, key=lambda rank: (times[rank], rank))
        if most > 3:
            return "five of a kind" if most > 4 else "four of a kind", first, None
        if most == 3 and max(others, default=0) > 1:
            return "full house", first, None
        if straight is not None:
            return "straight", straight, None
        if most == 3:
            return "three of a kind", first, None
        return "high card" if most == 1 else "two pair" if 2 in others else "pair", first, None

    def highest_run(self, ranks):
        """Return the highest rank of five in sequence among ranks, 3 with the ace low; None without one."""
        tops = [max(run) if run != self.low_ace else 3 for run in self.runs if run <= ranks]
        return max(tops, default=None)

    def in_suit(self, ranks, suit):
        """Return the best that five or more cards of one suit are."""
        if self.ace > 3 and set(range(self.ace - 4, self.ace + 1)) <= ranks:
            return "royal flush", self.ace, suit
        straight = self.highest_run(ranks)
        return ("flush", max(ranks), suit) if straight is None else ("straight flush", straight, suit)

    @cache  # noqa: B019
    def suited(self, held, suit, size):
        """Return what some ranks of a suit become with so many others of it: ranks added, the best made."""
        some = combinations([rank for rank in range(self.ranks) if rank not in held], size)
        return [(sum(UNITS**rank for rank in one), self.in_suit(held.union(one), suit)) for one in some]

    @cache  # noqa: B019
    def suits_aside(self, ranks, more):
        """Return in how many ways so many cards more make what of some ranks, if no five are of one suit."""
        own, found = sum(UNITS**rank for rank in ranks), Counter()
        for added, ways in ways_to_add([self.suits - ranks.count(rank) for rank in range(self.ranks)], more):
            found[self.of_ranks(own + added)] += ways
        return found

    @cache  # noqa: B019
    def completed(self, hand, more):
        """Return in how many ways so many cards more make what of some cards."""
        ranks = tuple(sorted(rank for rank, _ in hand))
        own, found = sum(UNITS**rank for rank in ranks), Counter(self.suits_aside(ranks, more))
        for suit in range(self.suits):
            held = frozenset(rank for rank, one in hand if one == suit)
            for size in range(max(5 - len(held), 0), more + 1):
                # So many of the cards added are of this suit, and the others of other suits.
                left = [self.suits - 1 - ranks.count(rank) + (rank in held) for rank in range(self.ranks)]
                for others, ways in ways_to_add(left, more - size):
                    for added, in_suit in self.suited(held, suit, size):
                        plain = self.of_ranks(own + others + added)
                        if PLACES[in_suit[0]] < PLACES[plain[0]]:
                            found[plain] -= ways
                            found[in_suit] += ways
        return found

    def made(self, place, more, of_dealer):
        """Return how often a row makes what, once for each card that can be seen if one is."""
        hand, found = self.hands[place], Counter()
        if not self.face_up:
            return self.completed(hand, more)
        for card in self.seen[place]:  # which the dealer's cards hold, and no jackpot cards
            with_card = self.completed((*hand, card), more - 1)
            found.update(with_card if of_dealer else self.completed(hand, more) - with_card)
        return found

    def line(self, text):
        """Return the category of a line, its first rank and its suit if it has some, and "or better"."""
        words, suit, rank = text.removesuffix(" or better"), None, None
        better = words != text
        for place, name in enumerate(self.names):
            if words.endswith(f" of {name}"):
                words, suit = words.removesuffix(f" of {name}"), place
        if words not in BEST_FIRST:
            found = [(re.fullmatch(pattern, words), one) for pattern, one in FINER[: None if better else -1]]
            word, category = next(((match[1], one) for match, one in found if match), ("", ""))
            known = {name: symbol for symbol, name in RANK_NAMES.items()}
            known |= {f"{name}{ending}": one for name, one in known.items() for ending in ("s", "es")}
            symbol = known.get(word, word.removesuffix("s").upper().replace("10", "T"))
            if symbol not in self.symbols:
                raise ValueError(f"the words {text!r}")
            words, rank = category, self.symbols.index(symbol)
        if suit is not None and (self.face_up or better):
            raise ValueError(f"the words {text!r}")
        return words, rank, suit, better

    def holds(self, text, made):
        """Return whether five cards are what a line says, whatever other lines say."""
        (category, first, own), (named, rank, suit, better) = made, self.named[text]
        if category == named or (category == "royal flush" and named == "straight flush"):
            fits = rank is None or first == rank or (better and first > rank)
            return fits and suit in (None, own)
        return better and PLACES[category] < PLACES[named]

    def paid(self, texts, found):
        """Return how often each line is paid: of several that hold cards the one for the fewest kinds."""
        self.named = {text: self.line(text) for text in texts}
        whole = {text: {made for made in found if self.holds(text, made)} for text in texts}
        held, counts = dict(whole), Counter()
        for text in texts:
            if self.named[text][3] and whole[text]:  # up to the next better category that another line holds
                lowest = max(PLACES[made[0]] for made in whole[text])
                others = {PLACES[made[0]] for one in texts if one != text for made in whole[one]}
                end = max((place for place in others if place < lowest), default=-1)
                held[text] = {made for made in whole[text] if PLACES[made[0]] > end}
        for made, count in found.items():
            fits = [text for text in texts if made in held[text]]
            if fits:
                counts[min(fits, key=lambda text: len(held[text]))] += count
        return counts

    def royals(self, place):
        """Return the suits in which a row, with three cards more, can be all six highest ranks.

        If one of the three can be seen, only with such cards, each suit so often.
        """
        (_, suit), *_ = hand = self.hands[place]
        if any(other != suit or rank < self.ranks - 6 for rank, other in hand):
            return []
        of_royal = [other == suit and rank >= self.ranks - 6 for rank, other in self.seen[place]]
        suits = self.names if self.weights[place] > 1 else [self.names[suit]]  # a class for each suit, or one
        return suits * sum(of_royal) if self.face_up else suits

    @cache  # noqa: B019
    def all_made(self, more, of_dealer, stays):
        """Return in how many ways all hands, or those that stay, make what."""
        found = Counter()
        for place, weight in enumerate(self.weights):
            if stays is None or stays[place]:
                for (*made, suit), count in self.made(place, more, of_dealer).items():
                    apart = suit is None or weight % self.suits  # a class for one suit, or alike in all
                    for one in [suit] if apart else range(self.suits):
                        found[*made, one] += weight * count // (1 if apart else self.suits)
        return found

    def counts(self, table, more, of_dealer, stays):
        """Return how often each line is paid, if only some rows stay, and out of how many."""
        times, total = 1, comb(self.cards, 3) * comb(self.cards - 3, more)
        if self.face_up:  # each way is counted for so many cards that can be seen
            times = more if of_dealer else self.cards - 3 - more
        playing = None if stays is None else tuple(stays)
        found, of_six, texts = Counter(self.all_made(more, of_dealer, playing)), Counter(), texts_of(table)
        royals = ["six-card royal", *(f"six-card royal of {suit}" for suit in self.names)]
        royal = [text for text in texts if text in royals]
        for place in range(len(self.hands)) if royal and more == 3 else ():
            for suit in self.royals(place) if stays is None or stays[place] else ():
                fits = [text for text in royal if text.removesuffix(f" of {suit}").endswith("royal")]
                if fits:  # the line for the suit before the one for any, and not as a royal flush too
                    of_six[max(fits, key=len)] += 1
                    found["royal flush", self.ace, self.names.index(suit)] -= 1
        found = self.paid([text for text in texts if text not in royal], found) | of_six
        once = times if stays is None else 1
        return {text: found[text] // once for text in table["lines"]}, total * times // once


def ways_to_add(left, more):
    """Return the ranks that so many cards can have (see `UNITS`), each with the number of ways to draw them.

    Of each rank so many cards are `left`.
    """
    found = [{0: 1}, *({} for _ in range(more))]
    for rank, cards in enumerate(left):
        for size in reversed(range(more)):
            for times in range(1, min(cards, more - size) + 1):
                unit, ways = times * UNITS**rank, comb(cards, times)
                found[size + times] |= {ranks + unit: ways * each for ranks, each in found[size].items()}
    return found[more].items()
