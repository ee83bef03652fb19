"""Check a certificate of `combin`: python verify_certificate.py game.certificate.json

Derives from its rules what it states (docs/certificate.md) and names each wrong field, but for counts of more
cards (verify_more_cards.py) and meters (verify_meters.py). Exit code 0: confirmed; 1: wrong; 2: unreadable.

How: all hands are sorted, weakest first, and a set of hands is an integer with a bit for each. Every one of
the 407,170,400 deals is a bit that is counted in an AND of such sets, and none is taken to be like another.
"""

import json
import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, lcm
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # so that the program beside this one is found in any case

from certificate_words import CATEGORIES, COLOUR_LINES, UNREADABLE, on_trust, read, sha256

COLOUR_OF = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}
SUITS = {name: {"name": name, "symbol": name[0], "colour": colour} for name, colour in COLOUR_OF.items()}
PATTERNS = ((0, 1, 2), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 0, 0))  # which cards share a suit
OTHER = ("comparison", "if_tied", "if_beaten", "commission", "stakes", 'hand": "dealer', "equals", "by_table")
OTHER += ("paid_on", "multiple", "face_up", "decks", "jokers", "higher of both", "lower of both")
OTHER += ("either of both", "fold_returns", "collection", "beats", "wild")  # of games for the next program
CASES = ("no_qualify", "win", "tie", "lose")
HANDS = "any hand|{kind}|three (of a kind )?(of )?{rank}|(pair of|any) {rank}"
HANDS += "|{rank}[ -]high( {kind})?|{rank}-{rank}(-{rank})?( {kind})?"
KINDS = {"pair": "pair", "three": "three of a kind", "any": "high card"}
SHORT = {"mini royal": "a-k-q straight flush", "any": "any hand", "any three cards": "any hand"}
NAMES = "two three four five six seven eight nine ten jack queen king ace"


class Game:
    def __init__(self, body, unknown=OTHER):
        rules, self.stated = body["rules"], body
        self.rules, self.wagers, self.tables = rules, rules["wager"], rules.get("pay_tables", {})
        if other := [one for one in unknown if f'"{one}"' in json.dumps(rules)]:
            raise ValueError(f"a game of another kind: {other[0]!r} in its rules")
        raises = [name for name, one in self.wagers.items() if "raises" in one]
        if unknown is OTHER and any(one.get("on") in raises for one in self.wagers.values()):
            raise ValueError("a game of another kind: a bonus on the raise in its rules")
        if unknown is OTHER and any(isinstance(one, str) for one in rules["decision"]["play"]):
            raise ValueError("a game of another kind: a raise of a part of the wager in its rules")
        self.ranks = rules["deck"]["ranks"].upper().replace("10", "T").split()
        named = [SUITS[one] if isinstance(one, str) else one for one in rules["deck"]["suits"]]
        self.suits, self.letters, self.colours = ([suit[key] for suit in named] for key in SUITS["clubs"])
        self.called, names = {}, dict(zip("23456789TJQKA", NAMES.split()))
        for place, rank in enumerate(self.ranks):
            words = (rank.lower(), names.get(rank, rank.lower()), "10" if rank == "T" else rank.lower())
            self.called |= {
                word: place for one in words for word in (one, "sixes" if one == "six" else one + "s")
            }
        self.within = -1  # the dealer's hands that count, as bits: all of them
        self.deal()

    def deal(self):
        """Find all hands, weakest first, and for each the dealer's: those that are free, and how many win."""
        self.deck = list(product(range(len(self.ranks)), range(len(self.suits))))  # places of rank and suit
        self.hands = self.dealers = sorted(map(self.judge, combinations(self.deck, 3)))
        self.all_hands, self.dealer_hands = len(self.hands), comb(len(self.deck) - 3, 3)
        self.ways, self.held = [1] * len(self.hands), range(len(self.hands))  # as in verify_other_decks.py
        hands, strengths = [hand[3] for hand in self.hands], [hand[0] for hand in self.hands]
        with_card = {card: bits(card in hand for hand in hands) for card in self.deck}
        self.colour = [c.pop() if len(c := {self.colours[s] for _, s in one}) == 1 else None for one in hands]
        self.of_colour = {one: bits(own == one for own in self.colour) for one in self.colours}
        lowest = self.weakest(self.rules["dealer"]["qualifies"])
        self.free, self.counts = [], []
        for strength, _, _, (a, b, c) in self.hands:
            free = ~(with_card[a] | with_card[b] | with_card[c]) & ((1 << len(self.hands)) - 1)
            places = bisect_left(strengths, strength), bisect_right(strengths, strength), len(strengths)
            fail, *below = ((free & ((1 << max(lowest, place)) - 1)).bit_count() for place in (0, *places))
            self.free.append(free)
            self.counts.append((fail, below[0] - fail, below[1] - below[0], below[2] - below[1]))

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

    def tables_of(self, kind):
        names = sorted(name for name, wager in self.wagers.items() if wager["settles"] == kind)
        return [(name, letter) for name in names for letter in sorted(self.tables[name])]

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

    def line_counts(self, tables, played):
        """Return how many deals each line gets if hands are played so many times, and out of how many."""
        (name, letter), total = next(iter(tables.items())), self.all_hands
        table, hand = self.tables[name][letter], self.wagers[name]["hand"]
        if {"player": 0, "player and dealer": 3}.get(hand, self.rules["deal"].get("jackpot", 0)):
            both = self.stated["side_bets"] + self.stated["jackpots"]
            found = [(one["lines"].items(), one["total"]) for one in both if one["tables"] == tables]
            lines, total = found[0]  # as they stand: verify_more_cards.py confirms them
            return {text: line["count"] if isinstance(line, dict) else line for text, line in lines}, total
        colours = [text for text in COLOUR_LINES if text in texts_of(table)]
        found = Counter()
        if colours:
            total *= self.dealer_hands
            for own, all_free, hands in zip(self.colour, self.free, played):
                if own and hands:
                    free = all_free & self.within
                    each = {one: (free & dealers).bit_count() for one, dealers in self.of_colour.items()}
                    ways = dict(zip(COLOUR_LINES, (each[own], sum(each.values()), free.bit_count())))
                    for text, finer in zip(colours, (None, *colours)):
                        found[text] += hands * (ways[text] - ways.get(finer, 0))
        else:
            for text, hands in zip(self.line_of_hands(table), played):
                found[text] += hands
        return {text: found[text] for text in table["lines"]}, total

    def classes(self, bonuses):
        """Return the witnesses, and for each of them the place of a hand of its class."""
        tables = [table for name in bonuses for table in self.tables[name].values()]
        endings = tuple(f" of {suit}" for suit in self.suits)
        texts = [text for one in tables for text in texts_of(one)]
        apart = any(text.endswith(endings) or text.startswith("suited ") for text in texts)
        classes = {}
        for place, (strength, _, ranks, cards) in enumerate(self.hands):
            # Cards in deciding order; of a pair the one first that has the suit of the kicker.
            last = next(suit for rank, suit in cards if rank == ranks[2])
            suits = [suit for _, suit in sorted(cards, key=lambda one: (ranks.index(one[0]), one[1] != last))]
            pattern = PATTERNS.index(tuple(list(dict.fromkeys(suits)).index(suit) for suit in suits))
            suit = suits[0] if apart and PATTERNS[pattern] == (0, 0, 0) else 0
            classes.setdefault((strength, pattern, suit), []).append(place)
        witnesses = []
        for (_, pattern, suit), places in sorted(classes.items()):
            cards = zip(self.hands[places[0]][2], PATTERNS[pattern])
            text = " ".join(self.ranks[rank] + self.letters[suit + one] for rank, one in cards)
            (counts,) = {self.counts[place] for place in places}  # the same for all of them
            witnesses.append([text, len(places), *counts])
        return witnesses, [places[0] for _, places in sorted(classes.items())]

    def base_game(self, letters, places):
        """Return the base game with some bonus tables, and which hands are played."""
        play = next((one for one in self.wagers.values() if one.get("raises")), {})
        both = [[one[case]["pays"] for case in CASES] for one in (self.wagers[play["raises"]], play)]
        base, raised = ([Fraction({"push": 0, "lose": -1}.get(one, one)) for one in texts] for texts in both)
        tables = [self.tables[name][letter] for name, letter in letters.items()]
        odds = [Fraction(line["odds"]) for table in tables for line in table["lines"].values()]
        unit, bonus = lcm(*(pay.denominator for pay in (*base, *raised, *odds))), [0] * len(self.hands)
        for table in tables:
            for place, text in enumerate(self.line_of_hands(table)):
                bonus[place] += int(unit * Fraction(table["lines"][text]["odds"])) if text else 0
        choices = sorted(self.rules["decision"]["play"])
        plays = {one: [int(unit * (b + one * more)) for b, more in zip(base, raised)] for one in choices}
        values, decisions, outcomes = [], [], Counter()
        by_category = {category: [0] * 5 for category in self.rules["ranking"]["order"]}
        for (_, category, *_), counts, extra in zip(self.hands, self.counts, bonus):
            nets = {0: [-unit] * 4} | {one: [net + extra for net in four] for one, four in plays.items()}
            worth = {one: sum(count * net for count, net in zip(counts, four)) for one, four in nets.items()}
            best = max(worth, key=worth.get)  # of equals the first, which stakes least
            values.append(worth)
            decisions.append(best)
            for case, (count, net) in enumerate(zip(counts, nets[best])):
                outcomes[Fraction(net, unit)] += count
                by_category[category][case + 1 if best else 0] += count
        staked = sum(1 + decision for decision in decisions) * self.dealer_hands
        figures, average = summary(outcomes), Fraction(staked, outcomes.total())
        return {
            "tables": letters,
            "unit": unit,
            "fold_value": values[0][0],
            "play_values": {str(one): [values[place][one] for place in places] for one in plays},
            "decisions": [decisions[place] for place in places],
            "hands_played": sum(map(bool, decisions)),
            "by_category": by_category,
            "staked": staked,
            "average_wager": str(average),
            "element_of_risk": str(Fraction(figures["house_edge"]) / average),
            **figures,
        }, [decision > 0 for decision in decisions]

    def side_bet(self, name, letter, letters, played):
        """Return one table of a side bet; `letters` are those of the bonuses on which it depends."""
        tables, table = {name: letter, **letters}, self.tables[name][letter]
        counts, total = self.line_counts(tables, played)
        stake = table["odds"] == "for 1"  # is part of such odds
        nets = {text: Fraction(line["odds"]) - stake for text, line in table["lines"].items()}
        nothing = total - sum(counts.values())
        outcomes = Counter({Fraction(-1): nothing})
        for text, count in counts.items():
            outcomes[nets[text]] += count
        lines = {text: {"net": str(nets[text]), "count": count} for text, count in counts.items()}
        return {"tables": tables, "lines": lines, "nothing": nothing, "total": total, **summary(outcomes)}

    def jackpot(self, name, letter):
        """Return one table of a jackpot wager, with what it returns as a linear function."""
        table, (counts, total) = self.tables[name][letter], self.line_counts({name: letter}, self.ways)
        value, keys = {}, {"odds": "odds", "money": "money", "share_of_meter": "meter", "envy": "envy"}
        for part, key in keys.items():
            stake = part == "odds" and table["odds"] == "to 1"  # comes back with such odds
            pays = {text: Fraction(line[key]) + stake for text, line in table["lines"].items() if key in line}
            levels = {text: line["level"] for text, line in table["lines"].items() if "level" in line}
            if part == "share_of_meter":
                of_levels = {}
                for text, level in levels.items():
                    share = Fraction(counts[text], total) * pays.pop(text)
                    of_levels[level] = of_levels.get(level, 0) + share
            value[part] = str(sum((counts[text] * pay for text, pay in pays.items()), Fraction(0)) / total)
        if shares := {level: str(share) for level, share in of_levels.items() if share}:
            value["share_of_levels"] = shares
        return {"tables": {name: letter}, "lines": counts, "total": total, "value": value}

    def body(self):
        """Return what the body of a certificate should state, but for meters."""
        bonuses = list(dict.fromkeys(name for name, _ in self.tables_of("bonus")))
        choices = product(*(sorted(self.tables[name]) for name in bonuses))
        witnesses, places = self.classes(bonuses)
        games = [self.base_game(dict(zip(bonuses, letters)), places) for letters in choices]
        side_bets, folded = [], [(game["tables"], played) for game, played in games]
        for name, letter in self.tables_of("pay table"):
            after = folded if self.wagers[name]["on_fold"] == "lost" else [({}, self.ways)]
            side_bets += [self.side_bet(name, letter, *one) for one in after]
        hands, dealer = len(self.hands), self.dealer_hands
        return {
            "rules": self.rules,
            "rules_sha256": sha256(self.rules),
            "deals": {"player_hands": hands, "dealer_hands": dealer, "deals": hands * dealer},
            "witnesses": witnesses,
            "base_game": [game for game, _ in games],
            "side_bets": side_bets,
            "jackpots": [self.jackpot(*one) for one in self.tables_of("jackpot")],
        }


def texts_of(table):
    return *table["lines"], *table.get("unpaid", ())


def bits(truths):
    return sum(1 << place for place, true in enumerate(truths) if true)


def summary(outcomes):
    total = outcomes.total()
    mean, square = (sum(net**power * count for net, count in outcomes.items()) / total for power in (1, 2))
    return {
        "outcomes": [[str(net), count] for net, count in sorted(outcomes.items()) if count],
        "house_edge": str(-mean),
        "hit_frequency": str(Fraction(sum(count for net, count in outcomes.items() if net > 0), total)),
        "variance": str(square - mean**2),
    }


def fields(data, place):
    """Yield the place and the value of every field, in a form in which 1, "1" and true differ."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    yield place, json.dumps(data) if entries is None else type(data).__name__
    for key, value in entries or ():
        yield from fields(value, f"{place}.{key}")


def main(path, game=Game):
    try:
        certificate = read(path)
        body, stated = certificate["body"], {key: certificate[key] for key in ("format", "body", "sha256")}
        right = game(body).body() | {"meters": body["meters"]}
    except UNREADABLE as error:
        print(f"{path}: no certificate, or rules that cannot be read: {error!r}", file=sys.stderr)
        return 2
    right = {"format": "combin certificate 1", "body": right, "sha256": sha256(body)}
    found, derived = (dict(fields(one, "certificate")) for one in (stated, right))
    wrong = [place for place in found | derived if found.get(place) != derived.get(place)]
    for place in wrong:
        print(f"WRONG {place}: says {found.get(place)}, and it is {derived.get(place)}")
    print(f"{len(derived) - len(wrong)} fields are right, {len(wrong)} are wrong. SHA-256: {sha256(body)}")
    print(on_trust(body, f"{len(body['meters'])} meters, and counts of bets on more cards"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
