"""A round by the rules of a certificate: its wagers, what may be decided, and what is paid in each result."""

import json
from fractions import Fraction
from math import lcm

from .fitting import symbols
from .hands import Dealers, Deck, texts_of
from .language import COLOUR_LINES

WORDS = {"push": 0, "lose": -1}
FOUR = ("no_qualify", "win", "tie", "lose")
SIX = ("no_qualify_win", "no_qualify_tie", "no_qualify_lose", "win", "tie", "lose")


class Round:
    """What the rules say of a round. A multiple is a number of `parts` of the base wager; 0 is a fold."""

    def __init__(self, rules):
        self.rules, self.wagers, self.tables = rules, rules["wager"], rules.get("pay_tables", {})
        self.deck = Deck(rules)
        against = self.names_of("against the dealer")
        self.play = next((name for name in against if self.wagers[name].get("raises")), None)
        self.initial = [name for name in against if name != self.play]  # staked before the deal
        self.bonuses = self.names_of("bonus")
        self.base_tables = sorted(
            self.bonuses + [name for name in against if self.some_result_by_table(name)]
        )
        self.lowest = self.deck.weakest(rules["dealer"]["qualifies"])
        compared = any("pays" not in self.wagers[name]["no_qualify"] for name in against)
        self.cases = SIX if self.lowest > 0 and compared else FOUR
        self.read_what_is_seen()
        self.read_decisions()
        # Hands of one suit are told apart where a table of the base game has a line for such.
        tables = [table for name in self.base_tables for table in self.tables[name].values()]
        self.suits_apart = self.deck.some_line_names_a_suit(tables)
        self.hands_apart = {
            name: self.sets_of(name) for name in against if '"hands": {' in json.dumps(self.wagers[name])
        }
        self.dealers = self.dealers_among(self.deck.hands)

    def names_of(self, kind):
        return [name for name, wager in self.wagers.items() if wager["settles"] == kind]

    def some_result_by_table(self, name):
        return '"by_table": true' in json.dumps(self.wagers[name])

    def sets_of(self, name):
        """Return for each hand the words that a wager has on it, those for the fewest hands first."""
        results = [self.result(name, case) for case in SIX]
        words = {text: {*self.places_of(text)} for result in results for text in result.get("hands", ())}
        for text, places in words.items():
            for other, theirs in words.items():
                apart = not places & theirs or places < theirs or theirs < places
                if other != text and not apart:
                    raise ValueError(f"the words {text!r}, since some of these hands are {other!r} as well")
        finest = sorted(words, key=lambda text: len(words[text]))
        return [
            tuple(text for text in finest if place in words[text]) for place in range(len(self.deck.hands))
        ]

    def places_of(self, text):
        weakest = self.deck.weakest(text)
        better = text.endswith(" or better")
        return range(weakest, len(self.deck.hands)) if better else self.deck.named(text)

    def dealers_among(self, hands):
        return Dealers(self.deck, hands, self.deck.hands[self.lowest].strength)

    def read_what_is_seen(self):
        """Read how many of the dealer's cards are seen, and what of each: all, a rank, a suit, a colour."""
        deal = self.rules["deal"]
        self.face_up, tells = deal.get("face_up", 0), deal.get("tells", "card")
        self.suit_or_colour_alone = tells in ("suit", "colour")
        self.several_seen = self.face_up > 1 or self.suit_or_colour_alone
        self.seen_words = {"rank": self.deck.ranks, "card": []}.get(str(tells), tells)
        groups = [] if self.suit_or_colour_alone else self.seen_words
        self.seen_groups = [[self.deck.ranks.index(rank) for rank in symbols(group)] for group in groups]

    def group_of(self, rank):
        return next(place for place, group in enumerate(self.seen_groups) if rank in group)

    def read_decisions(self):
        """Read the multiples that may be staked, each with the place of the weakest hand that may."""
        decision = self.rules["decision"]
        plays, early = (
            [entry if isinstance(entry, dict) else {"multiple": entry} for entry in entries]
            for entries in (decision["play"] if self.play else [1], decision.get("early", []))
        )
        multiples = [Fraction(entry["multiple"]) for entry in plays + early]
        self.parts = lcm(*(multiple.denominator for multiple in multiples))
        in_parts = [int(multiple * self.parts) for multiple in multiples]
        least = [self.deck.weakest(entry.get("hand", "any hand")) for entry in plays + early]
        self.choices = sorted(zip(in_parts, least))
        self.early = in_parts[len(plays) :]  # before any card is seen

    # -- what is paid --------------------------------------------------------------------------------

    def kept(self, name, pays):
        """Return what is left of a win after commission."""
        commission = Fraction(self.wagers[name].get("commission", 0))
        return pays * (1 - commission) if pays > 0 else pays

    def net(self, name, pays):
        """Return what a wager nets by what stands in the rules: odds, "push" or "lose"."""
        return self.kept(name, Fraction(WORDS.get(pays, pays)))

    def odds(self, name, letter):
        """Return what each line of a table nets; a sum of money is so many times the least stake."""
        table, nets = self.tables[name][letter], {}
        for text, line in table["lines"].items():
            pays = Fraction(line["odds"]) if "odds" in line else self.in_stakes(name, line["money"])
            nets[text] = self.kept(name, pays - (table["odds"] == "for 1"))
        return nets

    def in_stakes(self, name, money):
        return Fraction(money) / Fraction(self.wagers[name]["stakes"][0])

    def result(self, name, case):
        """Return the entry on what a wager against the dealer gets in a case."""
        wager, entry = self.wagers[name], self.wagers[name]["no_qualify"]
        if case.startswith("no_qualify") and "pays" in entry:
            return entry
        if case == "no_qualify":  # the dealer always qualifies
            return {"pays": "push"}
        if case.startswith("no_qualify") and not entry.get("compared"):
            return entry[case.removeprefix("no_qualify_")]
        return wager[case.removeprefix("no_qualify_")]

    def gets(self, name, case, paid):
        """Return what a wager nets in a case, if its table has `paid` or it has these words on the hand."""
        result = self.result(name, case)
        named = [text for text in paid or () if text in result["hands"]] if "hands" in result else []
        if named:
            return self.net(name, result["hands"][named[0]])
        return paid if result.get("by_table") and paid is not None else self.net(name, result["pays"])

    def staked_on(self, name, multiple):
        """Return how many units of the base wager a wager is staked with."""
        return Fraction(multiple, self.parts) if name == self.play else 1

    def nets(self, paid, multiple):
        """Return what is won in each case by a hand that plays, on some lines of tables.

        `paid` has for each wager with a table what the line of the hand nets, or None; for one that pays some
        hands apart without a table the words on the hand.
        """
        nets = []
        for case in self.cases:
            net = -self.collected()
            for name in [*self.initial, *([self.play] if self.play else [])]:
                net += self.gets(name, case, paid.get(name)) * self.staked_on(name, multiple)
            result = "no qualify" if case.startswith("no_qualify") else case
            for name in self.bonuses:
                if result in self.wagers[name].get("paid_on", [result]):
                    net += (paid[name] or 0) * self.staked_on(self.wagers[name]["on"], multiple)
            nets.append(net)
        return nets

    def fold_net(self):
        """Return what a fold nets: all wagers staked before the deal, less what it returns of them."""
        returned = sum(Fraction(self.wagers[name].get("fold_returns", 0)) for name in self.initial)
        return returned - len(self.initial) - self.collected()

    def collected(self):
        """Return what is taken of each hand; money is so many times the first stake, or not counted."""
        name = next(name for name in self.initial if not self.wagers[name].get("equals"))
        collection, stakes = self.wagers[name].get("collection", {}), self.wagers[name].get("stakes")
        money = self.in_stakes(name, collection.get("money", 0)) if stakes else 0
        return Fraction(collection.get("share", 0)) + money

    def unit(self, odds):
        """Return the least common denominator of all that the base game pays, its tables with such odds."""
        against = [(name, case) for name in self.names_of("against the dealer") for case in self.cases]
        pays = [self.gets(*one, None) for one in against]
        pays += [self.gets(*one, (text,)) for one in against for text in self.result(*one).get("hands", ())]
        pays += [net for nets in odds.values() for net in nets.values()]
        pays += [Fraction(self.wagers[name].get("fold_returns", 0)) for name in self.initial]
        return self.parts * lcm(*(pay.denominator for pay in [*pays, self.collected()]))

    # -- which cards matter --------------------------------------------------------------------------

    def more_cards(self, name):
        """Return how many cards beside the player's three a wager with a table is about."""
        more = {"player and dealer": 3, "player and jackpot cards": self.rules["deal"].get("jackpot", 0)}
        return more.get(self.wagers[name]["hand"], 0)

    def lost_by_fold(self, name):
        return self.wagers[name]["on_fold"] == "lost" and self.wagers[name]["settles"] == "pay table"

    def rows_have_one_line(self, name, table):
        """Return whether all hands of a row are in one line of a table, whoever is higher."""
        suit_matters = self.deck.some_line_names_a_suit([table]) and not self.suit_or_colour_alone
        wager = self.wagers[name]
        return wager["hand"] == "player" and not (suit_matters or on_colours(table) or result_matters(wager))

    def unchecked(self):
        """Return the bets of which no module counts how often their lines come, and why."""
        single_cards = not {"decks", "jokers", "wild"} & self.rules["deck"].keys()
        reasons = {}
        for name in self.names_of("pay table") + self.names_of("jackpot"):
            rows_tell = all(self.rows_have_one_line(name, table) for table in self.tables[name].values())
            if self.more_cards(name) and not single_cards:
                reasons[name] = (
                    "since it is on the best five cards of a deck with jokers or cards that are equal"
                )
            elif self.several_seen and self.lost_by_fold(name) and not rows_tell:
                reasons[name] = (
                    "since a fold that depends on several cards seen, or on a suit or colour, loses it"
                )
        return reasons


def on_colours(table):
    return any(text in COLOUR_LINES for text in texts_of(table))


def result_matters(wager):
    """Return whether it matters to a bet who is higher."""
    return wager["hand"].endswith("of both") or "if_tied" in wager or "if_beaten" in wager
