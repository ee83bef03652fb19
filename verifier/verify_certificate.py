"""Check a certificate of `combin`: python verify_certificate.py game.certificate.json

Derives from its rules what it states (docs/certificate.md) and names each wrong field, but for counts of more
cards (verify_more_cards.py) and meters (verify_meters.py). It knows games of one deck without jokers in which
one card of the dealer's at most is seen. Exit code 0: confirmed; 1: wrong; 2: unreadable.

How: for each card that may be face up (or once, if none is) the dealer's hands with it are sorted, weakest
first, and a set of them is an integer with a bit for each. Every one of the 407,170,400 deals (1,221,511,200
with a card seen) is a bit that is counted in an AND of such sets. All hands and cards that a row stands for
must have the counts of the row.
"""

import json
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import comb, lcm
from operator import add, mul
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # so that the programs beside this one are found in any case

from certificate_hands import Hands, bits, texts_of
from certificate_words import COLOUR_LINES, check, metered, sha256, stated_counts, symbols

PATTERNS = ((0, 1, 2), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 0, 0))  # which cards share a suit
CASES = ("no_qualify", "win", "tie", "lose")
SIX = ("no_qualify_win", "no_qualify_tie", "no_qualify_lose", "win", "tie", "lose")
WORDS = {"push": 0, "lose": -1}
HIGHER = {"win": "player's hand is higher", "tie": "hands are equal", "lose": "dealer's hand is higher"}


class Game(Hands):
    several = False  # cards seen, or less than a rank

    def __init__(self, body, unknown=("decks", "jokers", "wild")):
        rules, self.stated = body["rules"], body
        self.wagers, self.tables = rules["wager"], rules.get("pay_tables", {})
        if other := [one for one in unknown if f'"{one}"' in json.dumps(rules)]:
            raise ValueError(f"a game of another kind: {other[0]!r} in its rules")
        super().__init__(rules)
        self.within = -1  # the dealer's hands that count, as bits: all of them
        of = {name: wager["settles"] for name, wager in self.wagers.items()}
        against = {name: self.wagers[name] for name in of if of[name] == "against the dealer"}
        self.play = next((name for name, wager in against.items() if wager.get("raises")), None)
        self.initial = [name for name in against if name != self.play]
        self.base = [*self.initial, *([self.play] if self.play else [])]
        self.bonuses = [name for name in of if of[name] == "bonus"]
        by_table = [name for name, wager in against.items() if '"by_table": true' in json.dumps(wager)]
        self.base_tables = sorted(self.bonuses + by_table)
        self.lowest = self.weakest(self.rules["dealer"]["qualifies"])
        # Strengths that beat some of those above them, and which ones they beat.
        beats = self.rules["ranking"].get("beats", {}).items()
        self.beats = [[{self.hands[place][0] for place in self.named(one)} for one in pair] for pair in beats]
        split = self.lowest > 0 and any("pays" not in wager["no_qualify"] for wager in against.values())
        self.cases = SIX if split else CASES
        deal = self.rules["deal"]
        self.face_up, tells = deal.get("face_up", 0), deal.get("tells", [])
        self.tells = {"rank": self.ranks, "card": []}.get(str(tells), tells)
        if self.several != (self.face_up > 1 or isinstance(self.tells, str)):
            raise ValueError("a game of another kind: in how much is seen of the dealer's cards")
        self.kinds = [symbols(text) for text in self.tells]
        decision = self.rules["decision"]
        plays, early = (
            [one if isinstance(one, dict) else {"multiple": one} for one in some]
            for some in (decision["play"] if self.play else [1], decision.get("early", []))
        )
        # Each multiple, in so many parts of the wager, with the place of the weakest hand that may play it;
        # `early` are those of before a card is seen.
        whole = {one["multiple"]: Fraction(one["multiple"]) for one in plays + early}
        self.parts = lcm(*(times.denominator for times in whole.values()))
        parts = {one: int(times * self.parts) for one, times in whole.items()}
        of_all = (
            (parts[one["multiple"]], self.weakest(one.get("hand", "any hand"))) for one in plays + early
        )
        self.choices, self.early = sorted(of_all), [parts[one["multiple"]] for one in early]
        # Hands of one suit are told apart where a table of the base game has a line for such.
        self.apart = self.of_suit(table for name in self.base_tables for table in self.tables[name].values())
        self.rows = self.situation_classes()

    # -- the rows: what each says, the place of a hand, the weight, and six counts ----------------------

    def situations(self):
        """Yield each hand with each card of the dealer's that may be face up, and its six counts."""
        for seen in self.deck if self.face_up else [None]:
            dealers = [hand for hand in self.dealers if seen is None or seen in hand[-1]]
            for place, six in self.met(dealers, range(len(self.hands))):
                yield place, seen, six

    def met(self, dealers, places):
        """Yield each hand that can meet some hands of the dealer's, and its six counts."""
        having, known, strengths = dict.fromkeys(self.deck, 0), {}, [hand[0] for hand in dealers]
        for bit, hand in enumerate(dealers):
            for card in hand[-1]:
                having[card] |= 1 << bit
        failing = (1 << bisect_left(strengths, self.hands[self.lowest][0])) - 1
        for place in places:
            strength, *_, (a, b, c) = self.hands[place]
            if strength not in known:
                results = self.results(strengths, strength)
                masks = [one & failing for one in results] + [one & ~failing for one in results]
                known[strength] = [(mask.bit_count(), mask) for mask in masks]
            taken = having[a] | having[b] | having[c]
            six = tuple(size - (taken & mask).bit_count() for size, mask in known[strength])
            if any(six):
                yield place, six

    def results(self, strengths, strength):
        """Return which of the dealer's hands, as bits, a hand beats, ties with and loses to."""
        low, not_high = ((1 << one(strengths, strength)) - 1 for one in (bisect_left, bisect_right))
        found = [low, low ^ not_high, ((1 << len(strengths)) - 1) ^ not_high]
        for lower, higher in self.beats:
            for own, others, to in ((lower, higher, 0), (higher, lower, 2)):
                if strength in own:
                    met = bits(one in others for one in strengths)
                    found = [one & ~met for one in found]
                    found[to] |= met
        return found

    def standing(self, hand):
        """Return what a hand's class is known by, the text that stands for it, and what for a suit seen."""
        strength, _, ranks, cards = hand
        last = next(suit for rank, suit in cards if rank == ranks[2])
        held = [suit for _, suit in sorted(cards, key=lambda one: (ranks.index(one[0]), one[1] != last))]
        pattern = tuple(list(dict.fromkeys(held)).index(suit) for suit in held)
        own = held[0] if self.apart and pattern == (0, 0, 0) else 0
        stands = [suit + own for suit in pattern]
        other = min({*range(len(self.suits))} - {*stands}, default=0)
        text = " ".join(map(self.written, ranks, stands))
        seen = [stands[held.index(suit)] if suit in held else other for suit in range(len(self.suits))]
        return (strength, PATTERNS.index(pattern), own), text, seen

    def written(self, rank, suit):
        return self.ranks[rank] + self.letters[suit]

    def situation_classes(self):
        self.stands = [self.standing(hand) for hand in self.hands]
        found, told = {}, {}

        def put(key, place, counts):
            first, weight, known = found.get(key, (place, 0, counts))
            if known != counts:
                raise ArithmeticError(f"hands alike to {self.stands[place][1]} meet other dealer hands")
            found[key] = first, weight + self.ways[place], counts

        for place, seen, counts in self.situations():
            key = self.key(place, seen)
            if self.tells:
                told[place, key] = tuple(map(add, counts, told.get((place, key), (0,) * 6)))
            else:
                put(key, place, counts)
        for (place, key), counts in told.items():
            put(key, place, counts)
        rows = []
        for (seen, _, suit), (place, weight, counts) in sorted(found.items()):
            whole = [self.written(seen, suit)] * self.face_up
            text = [self.stands[place][1], *([self.tells[seen]] if self.tells else whole)]
            rows.append((text, place, weight, counts))
        self.row_of = {key: row for row, key in enumerate(sorted(found))}
        return rows

    def of_suit(self, tables):
        """Tell whether a line of some tables is for hands of one suit."""
        endings = tuple(f" of {suit}" for suit in self.suits)
        texts = [text for table in tables for text in texts_of(table)]
        return any(text.endswith(endings) or text.startswith("suited ") for text in texts)

    def key(self, place, seen):
        """Return what tells the row of a hand and the card that is seen."""
        key, _, suits = self.stands[place]
        if self.tells:
            return next(kind for kind, one in enumerate(self.kinds) if self.ranks[seen[0]] in one), key, 0
        return (seen[0], key, suits[seen[1]]) if seen else (0, key, 0)

    def played(self, decisions, seen):
        """Return how often each hand is played beside a card that is seen; always, if nothing is decided."""
        free = [ways * (seen not in hand[-1]) for hand, ways in zip(self.hands, self.ways)]
        if not decisions:
            return free
        rows = (ways and self.row_of[self.key(place, seen)] for place, ways in enumerate(free))
        return [ways * (decisions[row] > 0) for ways, row in zip(free, rows)]

    def by_case(self, counts):
        return counts if len(self.cases) == 6 else (sum(counts[:3]), *counts[3:])

    # -- the base game -------------------------------------------------------------------------------

    def kept(self, name, pays):
        commission = Fraction(self.wagers[name].get("commission", 0))
        return pays * (1 - commission) if pays > 0 else pays

    def odds(self, name, letter):
        """Return what each line of a table nets; a sum of money is so many times the least stake."""
        table, found = self.tables[name][letter], {}
        for text, line in table["lines"].items():
            pays = Fraction(
                line.get("odds") or Fraction(line["money"]) / Fraction(self.wagers[name]["stakes"][0])
            )
            found[text] = self.kept(name, pays - (table["odds"] == "for 1"))
        return found

    def outcome(self, name, case):
        """Return what a wager against the dealer nets in a case, and whether its table is asked first."""
        wager, entry = self.wagers[name], self.wagers[name]["no_qualify"]
        if case.startswith("no_qualify") and "pays" in entry:
            found = entry
        elif case == "no_qualify":  # a dealer who always qualifies
            found = {"pays": "push"}
        else:
            result = case.removeprefix("no_qualify_")
            found = entry[result] if case != result and not entry.get("compared") else wager[result]
        return self.kept(name, Fraction(WORDS.get(found["pays"], found["pays"]))), found.get("by_table")

    def nets(self, paid, multiple):
        """Return what is won in each case by a hand on these lines of the tables."""
        found = []
        for case in self.cases:
            net = Fraction(0)
            for name in self.base:
                pays, asks = self.outcome(name, case)
                pays = paid[name] if asks and paid[name] is not None else pays
                net += pays * (Fraction(multiple, self.parts) if name == self.play else 1)
            result = "no qualify" if case.startswith("no_qualify") else case
            for name in self.bonuses:
                if result in (self.wagers[name].get("paid_on") or [result]):
                    net += (paid[name] or 0) * (
                        Fraction(multiple, self.parts) if self.wagers[name]["on"] == self.play else 1
                    )
            found.append(net - self.collected())
        return found

    def collected(self):
        """Return what is taken of each hand, money as so many times the first stake; without one, not."""
        wager = next(self.wagers[name] for name in self.initial if not self.wagers[name].get("equals"))
        entry, stakes = wager.get("collection", {}), wager.get("stakes")
        money = Fraction(entry.get("money", 0)) / Fraction(stakes[0]) if stakes else 0
        return Fraction(entry.get("share", 0)) + money

    def base_game(self, letters):
        pays = [self.outcome(name, case)[0] for name in self.base for case in self.cases]
        lines, odds = {}, {}
        for name, letter in letters.items():
            odds[name] = self.odds(name, letter)
            lines[name] = self.line_of_hands(self.tables[name][letter])
            pays += odds[name].values()
        back = [Fraction(self.wagers[name].get("fold_returns", 0)) for name in self.initial]
        taken = self.collected()
        unit = self.parts * lcm(*(pay.denominator for pay in [*pays, *back, taken]))
        values, decisions, folds, outcomes, nets = {one: [] for one, _ in self.choices}, [], [], Counter(), {}
        by_category = {category: [0] * 5 for category in self.rules["ranking"]["order"]}
        played, staked, before = 0, 0, defaultdict(dict)  # what a hand is worth before a card is seen
        for _, place, weight, six in self.rows:
            counts, on = self.by_case(six), tuple(lines[name][place] for name in letters)
            if on not in nets:
                paid = {name: odds[name].get(text) for name, text in zip(letters, on)}
                nets[on] = {one: [int(net * unit) for net in self.nets(paid, one)] for one, _ in self.choices}
                nets[on] |= (
                    {0: [int(unit * (sum(back) - len(back) - taken))] * len(counts)} if self.play else {}
                )
            worth = {0: sum(map(mul, counts, nets[on][0]))} if self.play else {}
            folds.append(worth.get(0))
            for multiple, least in self.choices:
                if place >= least:
                    worth[multiple] = sum(map(mul, counts, nets[on][multiple]))
                values[multiple].append(worth.get(multiple))
            later = {one: net for one, net in worth.items() if one not in self.early}
            decisions.append(max(later, key=later.get))  # of equals the first, which stakes least
            for one, net in [(0, later[decisions[-1]]), *((one, worth.get(one)) for one in self.early)]:
                known = before[self.stands[place][0]].get(one, 0)
                before[self.stands[place][0]][one] = None if net is None else known + weight * net
        for row, (_, place, weight, six) in enumerate(self.rows):
            worth = before[self.stands[place][0]]
            raised = max((one for one in worth if worth[one] is not None), key=worth.get)  # 0: it waits
            best = decisions[row] = raised or decisions[row]
            counts, on = self.by_case(six), tuple(lines[name][place] for name in letters)
            for count, net in zip(counts, nets[on][best]):
                outcomes[Fraction(net, unit)] += weight * count
            fates, deals = by_category[self.hands[place][1]], weight * sum(counts)
            for column, count in enumerate((sum(counts[:-3]), *counts[-3:]), 1):
                fates[column if best else 0] += weight * count
            played += weight * (best > 0)
            staked += deals * (len(self.initial) * self.parts + (best if self.play else 0))
        figures, average = summary(outcomes), Fraction(staked, outcomes.total() * self.parts)
        return {
            "tables": letters,
            "unit": unit,
            "fold_value": folds[0] if len(set(folds)) == 1 else folds,
            "play_values": {str(one): found for one, found in values.items()},
            "decisions": decisions,
            "hands_played": played,
            "by_category": by_category,
            "staked": staked,
            "average_wager": str(average),
            "element_of_risk": str(Fraction(figures["house_edge"]) / average),
            **figures,
        }

    def tables_of(self, kind):
        names = sorted(name for name, wager in self.wagers.items() if wager["settles"] == kind)
        return [(name, letter) for name in names for letter in sorted(self.tables[name])]

    # -- side bets -----------------------------------------------------------------------------------

    def line_counts(self, tables, played):
        """Return how many deals each line gets if hands are played so many times, and out of how many."""
        (name, letter), total = next(iter(tables.items())), self.all_hands
        table, hand = self.tables[name][letter], self.wagers[name]["hand"]
        if {"player": 0, "player and dealer": 3}.get(hand, self.rules["deal"].get("jackpot", 0)):
            counts, total = stated_counts(self.stated, tables)  # verify_more_cards.py confirms them
            return {text: counts[text] for text in table["lines"]}, total
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

    def three_card_bet(self, name, tables, decisions):
        """Return what each line nets, how often it comes, and out of how many, if folds (if any) lose."""
        wager, table, nets = self.wagers[name], self.tables[name][tables[name]], self.odds(name, tables[name])
        of_both = wager["hand"].endswith("of both")
        if not of_both and wager["hand"] not in ("player", "dealer"):
            return nets, *self.line_counts(tables, self.ways)  # as they stand
        apart = [one for one in ("if_tied", "if_beaten") if one in wager]
        for one in apart:
            net = self.kept(name, Fraction(WORDS.get(wager[one], wager[one])))
            nets |= {f"{text} but {one.removeprefix('if_')}": net for text in table["lines"]}
        cards, found = self.deck if decisions and self.face_up else [None], Counter()  # that can be seen
        colours = any(text in COLOUR_LINES for text in nets)
        both = colours or apart or cards[0] or of_both
        for seen in cards:
            played = self.played(decisions, seen)
            self.within = bits(seen in hand[-1] for hand in self.dealers) if seen else -1
            both = both or (wager["hand"] == "dealer" and played != self.ways)
            if colours:
                found.update(self.line_counts(tables, played)[0])
            elif both:
                found.update(self.lines_of_both(wager, self.line_of_hands(table), played, nets))
            else:
                for text, ways in zip(self.line_of_hands(table), played):
                    found[text] += ways
        self.within = -1
        deals = self.dealer_hands * (3 if cards[0] else 1) if both else 1
        return nets, found, self.all_hands * deals

    def lines_of_both(self, wager, line, played, nets):
        """Return how often each line comes if both hands matter, with the dealer's hands that are within."""
        found, strengths = Counter(), [hand[0] for hand in self.dealers]
        dealers = {text: bits(line[place] == text for place in self.held) for text in set(line)}
        for place, (all_free, ways) in enumerate(zip(self.free, played)):
            free = all_free & self.within
            if not ways:
                continue
            lower, equal, higher = self.results(strengths, self.hands[place][0])
            if wager["hand"] == "either of both":  # of the same pays the upper line
                for text, mask in dealers.items():
                    paid = [one for one in nets if one in (line[place], text)]
                    found[max(paid, key=nets.get, default="")] += ways * (free & mask).bit_count()
                continue
            if wager["hand"] == "dealer":
                results = ("", lower), ("if_tied", equal), ("if_beaten", higher)
                for (apart, within), (text, mask) in product(results, dealers.items()):
                    told = f" but {apart.removeprefix('if_')}" * (apart in wager)
                    found[(text or "") + told] += ways * (free & mask & within).bit_count()
            elif line[place] or "both" in wager["hand"]:
                won, tied, beaten = ((free & one).bit_count() for one in (lower, equal, higher))
                if "both" in wager["hand"]:  # the other hands are the dealer's
                    own, others = (won, higher) if wager["hand"] == "higher of both" else (beaten, lower)
                    for text, mask in dealers.items():
                        found[text] += ways * (free & mask & others).bit_count()
                    found[line[place]] += ways * own
                    found[(line[place] or "") + " but tied" * ("if_tied" in wager)] += ways * tied
                    continue
                found[line[place]] += ways * won
                found[line[place] + " but tied" * ("if_tied" in wager)] += ways * tied
                found[line[place] + " but beaten" * ("if_beaten" in wager)] += ways * beaten
        return found

    def bet(self, tables, nets, counts, total):
        nothing = total - sum(counts.get(text, 0) for text in nets)
        outcomes = Counter({Fraction(-1): nothing})
        for text, net in nets.items():
            outcomes[net] += counts.get(text, 0)
        lines = {text: {"net": str(net), "count": counts.get(text, 0)} for text, net in nets.items()}
        return {"tables": tables, "lines": lines, "nothing": nothing, "total": total, **summary(outcomes)}

    def side_bets(self, games):
        for name, letter in self.tables_of("pay table"):
            lost = self.wagers[name]["on_fold"] == "lost"
            for game in games if lost else [{"tables": {}, "decisions": None}]:
                tables = {name: letter, **game["tables"]}
                yield self.bet(tables, *self.three_card_bet(name, tables, game["decisions"]))
        for name in sorted(name for name, wager in self.wagers.items() if wager["settles"] == "comparison"):
            for letter in sorted(self.tables.get(name, ("",))):
                yield self.bet({name: letter}, *self.comparison(name, letter))

    def comparison(self, name, letter):
        """Return what each result nets, or each line that a table pays with it, how often, of how many."""
        table = self.tables[name][letter] if letter else {"lines": {}}
        line = self.line_of_hands(table) if letter else [""] * len(self.hands)
        odds, nets, found = self.odds(name, letter) if letter else {}, {}, Counter()
        asks = {text: bool(self.wagers[name][result].get("by_table")) for result, text in HIGHER.items()}
        for result, text in HIGHER.items():
            pays = self.wagers[name][result]["pays"]
            nets |= {f"{text}: {own}": odds[own] for own in table["lines"] if asks[text]}
            nets[text] = self.kept(name, Fraction(WORDS.get(pays, pays)))
        strengths = [hand[0] for hand in self.dealers]
        for hand, free, own, ways in zip(self.hands, self.free, line, self.ways):
            for text, mask in zip(HIGHER.values(), self.results(strengths, hand[0])):
                number = (free & mask).bit_count()
                found[f"{text}: {own}" if own and asks[text] else text] += ways * number
        return nets, found, found.total()

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
        letters = [sorted(self.tables[name]) for name in self.base_tables]
        games = [self.base_game(dict(zip(self.base_tables, one))) for one in product(*letters)]
        hands, dealer_hands = self.all_hands, self.dealer_hands * comb(3, self.face_up)
        return {
            "rules": self.rules,
            "rules_sha256": sha256(self.rules),
            "deals": {"player_hands": hands, "dealer_hands": dealer_hands, "deals": hands * dealer_hands},
            "witnesses": [[*text, weight, *self.by_case(six)] for text, _, weight, six in self.rows],
            "base_game": games,
            "side_bets": list(self.side_bets(games)),
            "jackpots": [self.jackpot(*one) for one in self.tables_of("jackpot")],
        }


def summary(outcomes):
    total = outcomes.total()
    mean, square = (sum(net**power * count for net, count in outcomes.items()) / total for power in (1, 2))
    return {
        "outcomes": [[str(net), count] for net, count in sorted(outcomes.items()) if count],
        "house_edge": str(-mean),
        "hit_frequency": str(Fraction(sum(count for net, count in outcomes.items() if net > 0), total)),
        "variance": str(square - mean**2),
    }


def derived(certificate, game):
    """Return what a certificate states, and what it must."""
    stated = {key: certificate[key] for key in ("format", "body", "sha256")}
    body = game(stated["body"]).body()
    body["meters"] = (
        stated["body"]["meters"] if metered(body["rules"]) else []
    )  # verify_meters.py derives them
    return stated, {"format": "combin certificate 1", "body": body, "sha256": sha256(stated["body"])}


def main(path, game=Game):
    left = "the meters, and counts of bets on more cards"
    return check(path, lambda certificate: derived(certificate, game), "values", left)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
