"""Check a certificate of a game with several cards seen: python verify_several_seen.py game.certificate.json

Goes on from verify_certificate.py beside it: two or three of the dealer's cards are seen, or less than a rank
of some. Exit codes as there. It does not know raises before cards are seen, nor bets that a fold loses but on
the player's own three cards.

How: for all that can be seen the dealer's hands with it are sorted, weakest first, and a set of them is an
integer with a bit for each. They meet every hand where suits or colours are told, and else one hand of those
that differ by which suit is which, which stands for all: what can be seen then differs so as well. Rows of
which all is the same are one.
"""

import sys
from collections import Counter, defaultdict
from itertools import combinations
from math import comb
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # so that the program beside this one is found in any case

import verify_certificate
from certificate_hands import texts_of
from certificate_words import COLOUR_LINES


class Game(verify_certificate.Game):
    several = True

    def __init__(self, body):
        super().__init__(body, ("decks", "jokers", "wild", "early"))

    # -- what is seen ----------------------------------------------------------------------------------

    def told(self, hand):
        """Yield what can be seen of a hand of the dealer's: what it is, its place in order, and in words."""
        strength, *_, held = hand
        if self.face_up == 3 and not self.tells:
            yield strength, strength, None
            return
        for cards in combinations(held, self.face_up):
            ranks = tuple(sorted((rank for rank, _ in cards), reverse=True))
            if not self.tells:
                suits = (0, 1 if len({suit for _, suit in cards}) > 1 else 0)
                yield cards, (ranks, suits), " ".join(map(self.written, ranks, suits))
                continue
            if self.tells == "suit":
                names, marks = self.suits, [suit for _, suit in cards]
            elif self.tells == "colour":
                names = list(dict.fromkeys(self.colours))
                marks = [names.index(self.colours[suit]) for _, suit in cards]
            else:
                names, own = self.tells, [self.ranks[rank] for rank in ranks]
                marks = [next(at for at, kind in enumerate(self.kinds) if one in kind) for one in own]
            marks = tuple(sorted(marks, reverse=True))
            yield marks, marks, ", ".join(names[mark] for mark in marks)

    def sights(self):
        """Return for all that can be seen its place in order, its words, and the dealer's hands with it."""
        found, words = defaultdict(list), {}
        for hand, stands in zip(self.dealers, self.stands):
            for seen, order, text in self.told(hand):
                found[seen].append(hand)
                known = words.get(seen, (order, text, stands[:2]))
                words[seen] = order, text, min(known[2], stands[:2])  # of a strength, the first of its hands
        return [
            (words[seen][0], words[seen][1] or words[seen][2][1], dealers) for seen, dealers in found.items()
        ]

    # -- rows: first by what is told of them, then those together of which all is the same ------------------

    def situation_classes(self):
        self.stands = [self.standing(hand) for hand in self.hands]
        names = self.base_tables + [name for name, _ in self.tables_of("pay table")]
        lines = [self.line_of_hands(table) for name in names for table in self.on_three_cards(name)]
        limits = [least for _, least in self.choices]
        told = [
            (hand[1], *(line[place] for line in lines), *(place >= least for least in limits))
            for place, hand in enumerate(self.hands)
        ]
        alike = defaultdict(list)
        for place, (key, *_) in enumerate(self.stands):
            alike[place if self.tells in ("suit", "colour") else key].append(place)
        found, places = {}, {places[0]: len(places) for places in alike.values()}
        for order, text, dealers in self.sights():
            for place, six in self.met(dealers, places):
                key, new = (order, self.by_case(six), told[place]), (self.stands[place][0], place, six, text)
                first, weight = found.get(key, (new, 0))
                found[key] = min(first, new), weight + places[place]
        rows = sorted((key[0], first[0], key[1], first, weight) for key, (first, weight) in found.items())
        self.places = [(order, key) for order, key, *_ in rows]
        return [
            ([self.stands[place][1], text], place, weight, six) for *_, (_, place, six, text), weight in rows
        ]

    def on_three_cards(self, name):
        """Return the tables of a wager that pay the player's hand, of which rows have the line."""
        side_bet = self.wagers[name]["settles"] == "pay table"
        if side_bet and (self.wagers[name]["on_fold"] != "lost" or self.wagers[name]["hand"] != "player"):
            return []
        return [self.tables[name][letter] for letter in sorted(self.tables[name])]

    def three_card_bet(self, name, tables, decisions):
        wager, table = self.wagers[name], self.tables[name][tables[name]]
        if not decisions or wager["hand"] in ("player and dealer", "player and jackpot cards"):
            return super().three_card_bet(name, tables, decisions)
        texts, every = texts_of(table), self.tells in ("suit", "colour")
        unknown = {*texts} & {*COLOUR_LINES} or {"if_tied", "if_beaten"} & {*wager}
        if wager["hand"] != "player" or unknown or (self.of_suit([table]) and not every):
            raise ValueError(f"a game of another kind: a fold that loses {name!r} beside several cards seen")
        line, found = self.line_of_hands(table), Counter()
        for (_, place, weight, six), decision in zip(self.rows, decisions):
            found[line[place]] += weight * sum(six) * (decision > 0)
        return (
            self.odds(name, tables[name]),
            found,
            self.all_hands * self.dealer_hands * comb(3, self.face_up),
        )

    def body(self):
        body, first, weights = super().body(), {}, Counter()
        rows, games = body["witnesses"], body["base_game"]
        for at, (_, seen, weight, *counts) in enumerate(rows):
            decided = [game["decisions"][at] for game in games]
            worth = [values[at] for game in games for values in game["play_values"].values()]
            key = (seen, *counts, *decided, *worth)
            weights[key] += weight
            order, hand = self.places[at]
            first[key] = min(
                first.get(key, (order, hand, counts, decided, at)), (order, hand, counts, decided, at)
            )
        kept = sorted((place, weights[key]) for key, place in first.items())
        places = [at for (*_, at), _ in kept]
        body["witnesses"] = [[*rows[at][:2], weight, *rows[at][3:]] for (*_, at), weight in kept]
        for game in games:
            lists = {"decisions": game["decisions"], "fold_value": game["fold_value"]}
            game |= {key: [one[at] for at in places] for key, one in lists.items() if isinstance(one, list)}
            game["play_values"] = {
                key: [values[at] for at in places] for key, values in game["play_values"].items()
            }
        return body


def main(path):
    return verify_certificate.main(path, Game)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
