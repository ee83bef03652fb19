"""Side bets on three cards, colours, both hands, and on which is higher: how often each line comes."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

from .base_game import summary
from .hands import bits, number, texts_of
from .language import COLOUR_LINES
from .rounds import on_colours, result_matters

HIGHER = {"win": "player's hand is higher", "tie": "hands are equal", "lose": "dealer's hand is higher"}
KEPT = {"tables": {}, "decisions": None}  # in place of a base game: the bet stays whatever the player does


def side_bets(game, situations, bases, counts_of):
    """Yield every table of every side bet, for each base game if a fold loses the bet; then the comparisons.

    `counts_of` has how often the lines of a bet come that is on more cards, or that no module counts.
    """
    deals = Deals(game, situations)
    for name in sorted(game.names_of("pay table")):
        for letter in sorted(game.tables[name]):
            for base in bases if game.lost_by_fold(name) else [KEPT]:
                tables = {name: letter, **base["tables"]}
                nets = nets_of_lines(game, name, letter)
                counts = counts_of(tables, base["decisions"])
                if counts is None:
                    counts = deals.of_three_cards(name, letter, nets, base["decisions"])
                yield bet(tables, nets, *counts)
    for name in sorted(game.names_of("comparison")):
        for letter in sorted(game.tables.get(name, ("",))):
            yield bet({name: letter}, *deals.comparison(name, letter))


def nets_of_lines(game, name, letter):
    """Return what each line nets, and again what it nets if the hands tie or it is beaten."""
    nets = game.odds(name, letter)
    texts = [*nets]
    for result in ("tied", "beaten"):
        if f"if_{result}" in game.wagers[name]:
            net = game.net(name, game.wagers[name][f"if_{result}"])
            nets |= {f"{text} but {result}": net for text in texts}
    return nets


def bet(tables, nets, counts, total):
    """Return the entry of a certificate: what is in no line is lost."""
    nothing = total - sum(counts.get(text, 0) for text in nets)
    outcomes = Counter({Fraction(-1): nothing})
    for text, net in nets.items():
        outcomes[net] += counts.get(text, 0)
    lines = {text: {"net": str(net), "count": counts.get(text, 0)} for text, net in nets.items()}
    return {"tables": tables, "lines": lines, "nothing": nothing, "total": total, **summary(outcomes)}


class Deals:
    """All deals of a game, counted by what side bets on three cards pay them for."""

    def __init__(self, game, situations):
        self.game, self.deck, self.dealers, self.situations = game, game.deck, game.dealers, situations
        self.lines, self.played, self.of_rows = {}, {}, {}
        colours = {*self.deck.colours}
        self.of_colour = {colour: bits(own == colour for own in self.deck.colour) for colour in colours}

    def of_three_cards(self, name, letter, nets, decisions):
        """Return how often each line comes, and of how many: hands, or deals where these matter.

        With `decisions` hands that are folded are in no line.
        """
        wager, table, lost = self.game.wagers[name], self.game.tables[name][letter], decisions is not None
        line, counts = None if on_colours(table) else self.line(name, letter), Counter()
        if lost and self.game.face_up and self.game.rows_have_one_line(name, table):
            return self.by_rows(line, decisions)
        seen_cards = self.deck.copies if lost and self.game.face_up else [None]
        deals = on_colours(table) or lost_with_a_card(seen_cards) or result_matters(wager)
        for seen in seen_cards:
            if lost and not deals and wager["hand"] != "dealer":  # the dealer's hands do not matter
                for (text, row), ways in self.ways_of_rows(name, letter).items():
                    counts[text] += ways * (decisions[row] > 0)
                continue
            among = self.dealers.every if seen is None else self.dealers.holding[seen][1]
            played = self.deck.ways if not lost else self.situations.times_played(decisions, seen)
            dealers_line_of_some = wager["hand"] == "dealer" and played != self.deck.ways
            if on_colours(table):
                counts.update(self.colours(table, played, among))
            elif deals or dealers_line_of_some:
                deals = True
                counts.update(self.lines_of_both(wager, line, played, nets, among))
            else:  # the dealer's hands are as the player's
                for text, ways in zip(line, played):
                    counts[text] += ways
        total = self.deck.player_hands
        if deals:
            total *= self.deck.dealer_hands * (3 if lost_with_a_card(seen_cards) else 1)
        return counts, total

    def line(self, name, letter):
        if (name, letter) not in self.lines:
            self.lines[name, letter] = self.deck.line_of_hands(self.game.tables[name][letter])
        return self.lines[name, letter]

    def ways_of_rows(self, name, letter):
        """Return in how many ways hands of each line and row can be held, if no card is seen."""
        if (name, letter) not in self.of_rows:  # for all decisions the same
            self.of_rows[name, letter] = found = Counter()
            for text, (row, ways) in zip(self.line(name, letter), self.situations.beside(None)):
                found[text, row] += ways
        return self.of_rows[name, letter]

    def by_rows(self, line, decisions):
        """Return the same of a bet on the player's hand beside cards seen."""
        if id(decisions) not in self.played:  # many tables are beside the same decisions
            self.played[id(decisions)] = of_hand = Counter()
            for row, decision in zip(self.situations.rows, decisions):
                of_hand[row.place] += row.weight * sum(row.six) * (decision > 0)
        counts = Counter()
        for place, deals in self.played[id(decisions)].items():
            counts[line[place]] += deals
        total = self.deck.player_hands * self.deck.dealer_hands * comb(3, self.game.face_up)
        return counts, total

    def colours(self, table, played, among):
        """Return how often each line on the colours of both hands comes."""
        lines, counts = [text for text in COLOUR_LINES if text in texts_of(table)], Counter()
        for hand, own, times in zip(self.deck.hands, self.deck.colour, played):
            if own is None or not times:
                continue
            left = self.dealers.against(hand.cards)
            each = {colour: number(left, hands & among) for colour, hands in self.of_colour.items()}
            ways = dict(zip(COLOUR_LINES, (each[own], sum(each.values()), number(left, among))))
            for text, finer in zip(lines, (None, *lines)):
                counts[text] += times * (ways[text] - ways.get(finer, 0))
        return counts

    def lines_of_both(self, wager, line, played, nets, among):
        """Return how often each line comes where both hands matter, with the dealer's hands among some."""
        counts = Counter()
        dealers = {text: bits(own == text for own in line) & among for text in {*line}}
        count = {
            "dealer": self.dealers_line,
            "player": self.players_line,
            "higher of both": self.line_of_one,
            "lower of both": self.line_of_one,
            "either of both": self.better_line,
        }[wager["hand"]]
        for hand, own, times in zip(self.deck.hands, line, played):
            if times and (own or wager["hand"] != "player"):
                results = [result & among for result in self.dealers.results(hand.strength)]
                for text, ways in count(wager, own, self.dealers.against(hand.cards), results, dealers, nets):
                    counts[text] += times * ways
        return counts

    @staticmethod
    def dealers_line(wager, _, left, results, dealers, __):
        """Yield the lines of the dealer's hands that meet one of the player's, by who is higher."""
        for result, (text, hands) in product(zip(("", "tied", "beaten"), results), dealers.items()):
            yield line_text(wager, text, result[0]), number(left, hands & result[1])

    @staticmethod
    def players_line(wager, own, left, results, _, __):
        for result, hands in zip(("", "tied", "beaten"), results):
            yield line_text(wager, own, result), number(left, hands)

    @staticmethod
    def line_of_one(wager, own, left, results, dealers, _):
        """Yield the lines of the higher or the lower of both hands; of equal ones, that of both."""
        beaten, tied, beating = results
        mine, theirs = (beaten, beating) if wager["hand"] == "higher of both" else (beating, beaten)
        for text, hands in dealers.items():
            yield text, number(left, hands & theirs)
        yield own, number(left, mine)
        yield line_text(wager, own, "tied"), number(left, tied)

    @staticmethod
    def better_line(_, own, left, __, dealers, nets):
        """Yield the line of either hand that pays more; of the same pays the upper one."""
        for text, hands in dealers.items():
            paid = [line for line in nets if line in (own, text)]
            yield max(paid, key=nets.get, default=""), number(left, hands)

    def comparison(self, name, letter):
        """Return what each result, or each line that a table pays with it, nets; how often; of how many."""
        game, nets, counts = self.game, {}, Counter()
        table = game.tables[name][letter] if letter else {"lines": {}}
        line = self.deck.line_of_hands(table) if letter else [None] * len(self.deck.hands)
        odds = game.odds(name, letter) if letter else {}
        for result, text in HIGHER.items():
            entry = game.wagers[name][result]
            if entry.get("by_table"):
                nets |= {f"{text}: {own}": net for own, net in odds.items()}
            nets[text] = game.net(name, entry["pays"])
        for hand, own, ways in zip(self.deck.hands, line, self.deck.ways):
            left = self.dealers.against(hand.cards)
            for result, hands in zip(HIGHER, self.dealers.results(hand.strength)):
                by_table = own and game.wagers[name][result].get("by_table")
                text = f"{HIGHER[result]}: {own}" if by_table else HIGHER[result]
                counts[text] += ways * number(left, hands)
        return nets, counts, counts.total()


def lost_with_a_card(seen_cards):
    return len(seen_cards) > 1


def line_text(wager, text, result):
    """Return what a line is called in a result: by itself where it is paid the same."""
    return f"{text or ''} but {result}" if f"if_{result}" in wager else text or ""
