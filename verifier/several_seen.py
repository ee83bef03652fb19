"""Rows of games in which two or three of the dealer's cards are seen, or less than a rank of some.

For all that can be seen, each of the dealer's hands with it meets all hands of the player's at once, each a
bit in an integer: every hand where suits or colours are seen, and else one of those that differ by which suit
is which, which stands for all, since what can be seen differs so as well. Rows of which the certificate says
all the same are one.
"""

from collections import Counter, defaultdict
from itertools import combinations

from .base_game import by_case
from .situations import Row, standing


class SeveralSeen:
    """The rows of a game, and after `merge` those that stand in the certificate."""

    def __init__(self, game, progress=None):
        self.game, self.deck = game, game.deck
        self.lowest = game.deck.hands[game.lowest].strength
        self.standing = [standing(self.deck, hand, apart=game.suits_apart) for hand in self.deck.hands]
        alike = defaultdict(list)
        for place, (key, *_) in enumerate(self.standing):
            alike[key, place if game.suit_or_colour_alone else 0].append(place)
        stand = [places for _, places in sorted(alike.items())]  # weakest first
        self.players = game.dealers_among([self.deck.hands[places[0]] for places in stand])
        weights, said = sets_of(map(len, stand)), self.said_of_hands()
        kinds, sights = sets_of(said[places[0]] for places in stand), self.sights()
        classes = {}
        for done, (order, text, dealers) in enumerate(sights, 1):
            for kind, six, hands in self.groups(kinds, dealers):
                weight = sum(number * (hands & some).bit_count() for number, some in weights.items())
                place = stand[(hands & -hands).bit_length() - 1][0]  # of the weakest
                new = self.standing[place].key, place, six, text
                key = order, by_case(game, six), kind
                first, known = classes.get(key, (new, 0))
                classes[key] = min(first, new), known + weight
            if progress is not None:
                progress(done, len(sights))
        ordered = sorted(
            (key[0], first[0], key[1], first, weight) for key, (first, weight) in classes.items()
        )
        self.order_of_rows = [(order, key) for order, key, *_ in ordered]
        self.rows = [
            Row([self.standing[place].text, text], place, weight, six)
            for *_, (_, place, six, text), weight in ordered
        ]

    def groups(self, kinds, dealers):
        """Yield the player's hands that meet some of the dealer's: by kind and six counts, with these."""
        six, met = [[] for _ in range(6)], 0
        for dealer in dealers:
            beside, qualifies = self.players.against(dealer.cards)[1], dealer.strength >= self.lowest
            met |= beside
            lose, tie, win = self.players.results(dealer.strength)
            if not qualifies and len(self.game.cases) == 4:  # who is higher does not matter
                lose, tie, win = 0, 0, self.players.every
            for case, result in enumerate((win, tie, lose), 3 * qualifies):
                add_one(six[case], beside & result)
        for kind, some in kinds.items():
            for hands, counts in with_equal_numbers(some & met, six):
                yield kind, counts, hands

    def said_of_hands(self):
        """Return of each hand all that counts and sights do not say: category, lines, what it may play."""
        game, tables = self.game, []
        for name in game.base_tables:
            tables += [game.tables[name][letter] for letter in sorted(game.tables[name])]
        for name in game.names_of("pay table"):
            if game.lost_by_fold(name) and game.wagers[name]["hand"] == "player":
                tables += [game.tables[name][letter] for letter in sorted(game.tables[name])]
        lines = [self.deck.line_of_hands(table) for table in tables]
        return [
            (
                hand.category,
                *(line[place] for line in lines),
                *(place >= least for _, least in game.choices),
                self.standing[place].key if game.early else None,  # decided over all that can be seen
            )
            for place, hand in enumerate(self.deck.hands)
        ]

    # -- what is seen --------------------------------------------------------------------------------

    def sights(self):
        """Return for all that can be seen its place in order, its words, and the dealer's hands with it."""
        hands_with, words = defaultdict(list), {}
        for hand, stands in zip(self.deck.hands, self.standing):
            for seen, order, text in self.seen_of(hand):
                hands_with[seen].append(hand)
                _, _, weakest = words.get(seen, (order, text, stands[:2]))
                words[seen] = order, text, min(weakest, stands[:2])
        return [
            (words[seen][0], words[seen][1] or words[seen][2][1], hands) for seen, hands in hands_with.items()
        ]

    def seen_of(self, hand):
        """Yield what can be seen of a hand of the dealer's: what it is, its place in order, and in words."""
        game = self.game
        if game.face_up == 3 and not game.seen_words:  # a whole hand: how strong it is, as its weakest says
            yield hand.strength, hand.strength, None
            return
        for cards in combinations(hand.cards, game.face_up):
            if game.seen_words:
                marks, names = self.marks_of(cards)
                marks = tuple(sorted(marks, reverse=True))
                yield marks, marks, ", ".join(names[mark] for mark in marks)
            else:
                ranks = tuple(sorted((rank for rank, _ in cards), reverse=True))
                suits = (0, 1 if len({suit for _, suit in cards}) > 1 else 0)
                yield cards, (ranks, suits), " ".join(map(self.deck.written, ranks, suits))

    def marks_of(self, cards):
        """Return what is seen of each card, as a number, and the names of these numbers."""
        game, deck = self.game, self.deck
        if game.seen_words == "suit":
            return [suit for _, suit in cards], deck.suits
        if game.seen_words == "colour":
            names = list(dict.fromkeys(deck.colours))
            return [names.index(deck.colours[suit]) for _, suit in cards], names
        return [game.group_of(rank) for rank, _ in cards], game.seen_words

    # -- rows that say the same ----------------------------------------------------------------------

    def merge(self, body):
        """Put rows together of which all the same is said, each in the words of the weakest hand."""
        rows, bases = body["witnesses"], body["base_game"]
        first, weights = {}, Counter()
        for at, (_, seen, weight, *counts) in enumerate(rows):
            decided = [base["decisions"][at] for base in bases]
            worth = [values[at] for base in bases for values in base["play_values"].values()]
            key = (seen, *counts, *decided, *worth)
            weights[key] += weight
            order, hand = self.order_of_rows[at]
            new = order, hand, counts, decided, at
            first[key] = min(first.get(key, new), new)
        kept = sorted((new, weights[key]) for key, new in first.items())
        places = [at for (*_, at), _ in kept]
        body["witnesses"] = [[*rows[at][:2], weight, *rows[at][3:]] for (*_, at), weight in kept]
        for base in bases:
            base["decisions"] = [base["decisions"][at] for at in places]
            if isinstance(base["fold_value"], list):
                base["fold_value"] = [base["fold_value"][at] for at in places]
            base["play_values"] = {
                multiple: [values[at] for at in places] for multiple, values in base["play_values"].items()
            }


# -- numbers of many hands at once -----------------------------------------------------------------------
#
# A set of hands is an integer, a bit for each. A number of each of them is a list of sets, one for each
# binary digit: the hands whose number has it.


def sets_of(values):
    """Return the hands with each value."""
    found = {}
    for place, value in enumerate(values):
        found[value] = found.get(value, 0) | 1 << place
    return found


def add_one(digits, hands):
    """Add one to the number of each of some hands."""
    for place, having in enumerate(digits):
        if not hands:
            return
        digits[place] = having ^ hands
        hands &= having  # which carry one to the next digit
    if hands:
        digits.append(hands)


def with_equal_numbers(hands, numbers):
    """Yield some hands in groups with the same numbers, each group with these."""
    groups = [(hands, (0,) * len(numbers))] if hands else []
    for column, digits in enumerate(numbers):
        for place, having in enumerate(digits):
            parts = []
            for some, own in groups:
                if more := some & having:
                    parts.append((more, (*own[:column], own[column] + (1 << place), *own[column + 1 :])))
                if some != more:
                    parts.append((some ^ more, own))
            groups = parts
    return groups
