"""What the removal of cards does to the edge of each wager, and how well a count of cards tells that."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import combinations
from math import comb, lcm
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from combin.answers import Answer
from combin.cards.cards import ColourLine
from combin.cards.five_cards import FiveCardCategory, SixCardRoyal
from combin.cards.suit_classes import hand_classes_by_suit, hands_alike
from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.arrays import exact_kind
from combin.exact.base_game import FOLD
from combin.exact.face_up import every_hand
from combin.exact.pay_lines import about_colours, counts_by_line, line_of, names_suit, paid_lines
from combin.processes import begun
from combin.protection.dealer_terms import dealer_terms, decision_terms
from combin.rules.bets import Whose
from combin.rules.errors import three_cards_only
from combin.rules.pack import Pack
from combin.rules.wagers import Case

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from combin.cards.cards import Card, Deck
    from combin.cards.suit_classes import HandClass
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable

    Integers = NDArray[np.int64]
    _Edges = tuple[list[Fraction], Mapping[tuple[int, int], Fraction]]
    """The edges without each card, and without each two, by card index; those may be left out."""


@dataclass(frozen=True)
class LinearCount:
    """How well the effects of single cards, added up, tell the edge without two cards, over all pairs.

    An error is the exact edge less the predicted one. `explained` is the part of the variance of the exact
    edges that errors do not have: 1 if they are all alike.
    """

    worst: Fraction
    worst_pair: tuple[Card, Card]
    mean_square: Fraction
    explained: Fraction


@dataclass(frozen=True)
class WagerRemoval:
    """The house edge of a wager of the `whole` deck, and without each card, by card index.

    `linear` is None for wagers of which the edge without two cards is not worked out.
    """

    whole: Fraction
    without: tuple[Fraction, ...]
    linear: LinearCount | None = None

    def effect(self, card: int) -> Fraction:
        """Return how much the edge rises when a card is removed."""
        return self.without[card] - self.whole

    def predicted(self, cards: Sequence[int]) -> Fraction:
        """Return the edge that a linear count expects without some cards: effects added up."""
        return self.whole + sum(map(self.effect, cards), Fraction(0))


@dataclass(frozen=True)
class SetRemoved:
    """Some cards, and the exact edge of each wager without them, with best play."""

    cards: tuple[Card, ...]
    house_edge: Mapping[str, Fraction]


@dataclass(frozen=True, repr=False)
class Removal(Answer):
    """The effects of removal of a game under one choice of tables."""

    shown_by: ClassVar[str] = "combin.protection.views:removal_view"

    analysis: Analysis
    wagers: Mapping[str, WagerRemoval]
    sets: tuple[SetRemoved, ...]

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.analysis.rules

    @property
    def cards(self) -> dict[Card, int]:
        """The different cards of the deck, and the index of the first of each."""
        found: dict[Card, int] = {}
        for index, card in enumerate(self.rules.deck.cards):
            found.setdefault(card, index)
        return found

    @cached_property
    def kinds(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in groups of one rank that do the same to every wager, the highest rank first."""
        cards = self.rules.deck.cards
        groups: dict[object, list[Card]] = {}
        for index in sorted(range(len(cards)), key=lambda index: -self.rules.deck.rank_of[index]):
            same = tuple(wager.without[index] for wager in self.wagers.values())
            group = groups.setdefault((cards[index].rank, same), [])
            if cards[index] not in group:
                group.append(cards[index])
        return tuple(map(tuple, groups.values()))


def removal(rules: Rules, letters: Mapping[str, str], sets: Sequence[str] = ()) -> Removal:
    """Return what the removal of each card does to each wager, when the player knows and plays at his best.

    Args:
        rules: the game. From several decks one of the cards that are alike is removed; there, with jokers or
            wild cards, where cards of the dealer's are seen and where hands beat some above them, no linear
            count is judged.
        letters: pay tables by wager.
        sets: sets of cards of which the removal is worked out as well, as people write them.

    The slow equivalent analyses the game with each card dead (`Pack`).

    Raises:
        RulesError: a wager that cannot be worked out without a card, or hands of two or four cards.
        CardError: a set is none of this deck.
    """
    three_cards_only(rules.file.deal.player, "effects of removal")
    one_by_one = not rules.deck.single or bool(rules.file.deal.face_up) or bool(rules.ranking.upsets)
    analysis = analyse(rules, [letters])[0]
    exact = tuple(
        SetRemoved(
            rules.deck.parse(text),
            {
                name: one.house_edge
                for name, one in _without(rules, letters, text).wagers.items()
                if name in analysis.wagers
            },
        )
        for text in sets
    )
    if one_by_one:
        each = _edges_one_by_one(analysis)
        of_wagers = {name: tuple(edges[name] for edges in each) for name in analysis.wagers}
        every = {
            name: WagerRemoval(whole.house_edge, of_wagers[name]) for name, whole in analysis.wagers.items()
        }
        return Removal(analysis, every, exact)
    sums = _Sums(analysis)
    sums.go_through_hands()
    wagers = {}
    for name, whole in analysis.wagers.items():
        without, pairs = _edges_of_sums(sums, name) if name in sums.of else _edges_of_bet(analysis, name)
        linear = _linear(rules, whole.house_edge, without, pairs) if pairs else None
        wagers[name] = WagerRemoval(whole.house_edge, tuple(without), linear)
    return Removal(analysis, wagers, exact)


def _edges_of_bet(analysis: Analysis, name: str) -> _Edges:
    """Return the edges of a bet that the decision does not touch, by the shortest road."""
    rules, table = analysis.rules, analysis.rules.tables[name][analysis.letters[name]]
    bet = table.bet
    if bet.loses_on_fold or bet.hand.of_both or bet.versus_dealer:
        return [edges[name] for edges in _edges_one_by_one(analysis)], {}
    if about_colours(table):
        return _edges_of_colours(rules, table)
    return _edges_of_hands(rules, _of_more(rules, table) if bet.more_cards else _of_three(rules, table))


def _without(rules: Rules, letters: Mapping[str, str], cards: str) -> Analysis:
    without = Pack(dead=cards).of(rules)
    return analyse(without, choices(without, letters)[:1])[0]  # tables may fit that do not with a joker


def _linear(
    rules: Rules, whole: Fraction, without: Sequence[Fraction], pairs: Mapping[tuple[int, int], Fraction]
) -> LinearCount:
    """Return how well a linear count does over pairs of cards."""
    exact = list(pairs.values())
    errors = {pair: edge - without[pair[0]] - without[pair[1]] + whole for pair, edge in pairs.items()}
    worst = max(errors, key=lambda pair: abs(errors[pair]))
    square, left = _variance(exact), _variance(list(errors.values()))
    one, other = (rules.deck.cards[card] for card in worst)
    return LinearCount(
        errors[worst],
        (one, other),
        sum((error**2 for error in errors.values()), Fraction(0)) / len(errors),
        1 - left / square if square else Fraction(1),
    )


def _variance(values: Sequence[Fraction]) -> Fraction:
    counts = Counter(values)
    mean = sum((value * count for value, count in counts.items()), Fraction(0)) / len(values)
    return sum(((value - mean) ** 2 * count for value, count in counts.items()), Fraction(0)) / len(values)


# -- wagers that the comparison or the decision decides ------------------------------------------------


class _Sums:
    """Sums of net results over all hands, without each card and each two cards, of wagers that hands decide.

    `of` has by wager the unit of its nets, and the sums by card and by two cards. One hand of each class is
    taken beside all cards; what belongs to a card is then the mean over the cards that are like it.
    """

    def __init__(self, analysis: Analysis) -> None:
        rules = analysis.rules
        self.analysis, self.game = analysis, analysis.best.game
        self.tables = {
            name: rules.tables[name][analysis.letters[name]] if name in rules.tables else None
            for name in analysis.side_bets
            if name in rules.comparisons
            or (rules.bets[name].versus_dealer and rules.bets[name].hand is Whose.PLAYER)
            or (rules.bets[name].loses_on_fold and rules.bets[name].hand is Whose.PLAYER)
        }
        self.tables = {
            name: one for name, one in self.tables.items() if one is None or not about_colours(one)
        }
        self.suits = any(one is not None and names_suit(one) for one in self.tables.values())
        self.suits = self.suits or any(map(names_suit, self.game.tables.values()))
        cards = len(rules.deck)
        self.units = {rules.base: self.game.unit} | {name: self._unit(name) for name in self.tables}
        self.of: dict[str, tuple[Integers, Integers]] = {
            name: (np.zeros(cards, np.int64), np.zeros((cards, cards), np.int64)) for name in self.units
        }

    def _unit(self, name: str) -> int:
        table = self.tables[name]
        nets = [net for line in (*(table.lines if table else ()), None) for net in self._worth(name, line)]
        return lcm(*(net.denominator for net in nets))

    def _worth(self, name: str, line: Line | None) -> tuple[Fraction, ...]:
        """Return what a bet nets when the player wins, ties and loses, with a hand on a line of its table."""
        rules, table = self.analysis.rules, self.tables[name]
        bet = rules.bets[name]
        found = []
        for result in (Case.WIN, Case.TIE, Case.LOSE):
            pays = Fraction(-1)
            if name in rules.comparisons:
                outcome = bet.outcome(result)
                pays = table.odds(line) if table and line and outcome.by_table else bet.kept(outcome.pays)
            elif line is not None and table is not None:
                apart = {Case.TIE: bet.if_tied, Case.LOSE: bet.if_beaten}.get(result)
                pays = table.odds(line) if apart is None else bet.kept(apart)
            found.append(pays)
        return tuple(found)

    def go_through_hands(self) -> None:
        """Fill the sums."""
        rules, game = self.analysis.rules, self.game
        terms, size = dealer_terms(rules.ranking), len(rules.deck)
        deals_one, deals_two = comb(size - 4, 3), comb(size - 5, 3)
        for place, whole in enumerate(game.matchups.classes):
            hands = hands_alike(whole, rules.deck) if self.suits else (whole,)
            for one in hands:
                decisions = decision_terms(game, one, place)
                singles = np.stack([each.every - each.one for each in decisions.values()])
                pairs = np.stack(
                    [each.every - each.one[:, None] - each.one + each.two for each in decisions.values()]
                )
                self._add(rules.base, one, singles.max(axis=0), pairs.max(axis=0))
                if not self.tables:
                    continue
                folds = [np.zeros(size, np.bool_), np.zeros((size, size), np.bool_)]
                if FOLD in decisions:  # the first decision
                    folds = [singles.argmax(axis=0) == 0, pairs.argmax(axis=0) == 0]
                for name, table in self.tables.items():
                    line = None if table is None else self._line(table, one)
                    worth = [int(net * self.units[name]) for net in self._worth(name, line)]
                    found = terms.of_hand(one.cards, one.strength.level, 0, (0, *worth))
                    single = found.every - found.one
                    pair = found.every - found.one[:, None] - found.one + found.two
                    if rules.bets[name].loses_on_fold:
                        single = np.where(folds[0], -self.units[name] * deals_one, single)
                        pair = np.where(folds[1], -self.units[name] * deals_two, pair)
                    self._add(name, one, single, pair)

    def _line(self, table: PayTable, hand: HandClass) -> Line | None:
        cards = self.analysis.rules.deck.cards
        return line_of(table, hand.strength.level, frozenset(cards[card].suit for card in hand.cards))

    def _add(self, name: str, hand: HandClass, single: Integers, pair: Integers) -> None:
        own, (singles, pairs) = list(hand.cards), self.of[name]
        single[own] = pair[own] = pair[:, own] = 0
        self.of[name] = singles + hand.weight * single, pairs + hand.weight * pair  # of the wider kind


def _edges_of_sums(sums: _Sums, name: str) -> _Edges:
    """Return the edges of a wager from its sums: for a card, the mean over all that are like it."""
    rules, unit, (singles, pairs) = sums.analysis.rules, sums.units[name], sums.of[name]
    rank, suit, size = rules.deck.rank_of, rules.deck.suit_of, len(rules.deck)
    found: list[dict[tuple[int, ...], Fraction]] = []
    for dead, values in ((1, singles), (2, pairs)):
        deals = unit * comb(size - dead, 3) * comb(size - dead - 3, 3)
        alike: dict[object, list[tuple[int, ...]]] = {}
        for cards in combinations(range(size), dead):
            key = tuple(rank[card] for card in cards), len({suit[card] for card in cards})
            alike.setdefault(cards if sums.suits else key, []).append(cards)
        edges = dict[tuple[int, ...], Fraction]()
        for same in alike.values():
            edges |= dict.fromkeys(
                same, Fraction(-sum(int(values[cards]) for cards in same), len(same) * deals)
            )
        found.append(edges)
    return [found[0][card,] for card in range(size)], {pair: found[1][pair] for pair in pairs_of(rules.deck)}


# -- wagers on hands that nothing else decides ---------------------------------------------------------


@dataclass(frozen=True)
class _Held:
    """What a bet nets over all hands of `size` cards, and over those with each card and each two cards."""

    size: int
    unit: int
    every: int
    one: Sequence[int]
    two: Mapping[tuple[int, int], int]


def _of_three(rules: Rules, table: PayTable) -> _Held:
    classes = hand_classes_by_suit(rules.ranking)
    odds = [table.odds(line) if line else Fraction(-1) for line in paid_lines(rules, table, classes)]
    unit = lcm(*(net.denominator for net in odds))
    every = every_hand(classes, rules.deck)
    kind = exact_kind(int(unit * max(map(abs, odds))) * len(every.hands))
    nets: Integers = np.array([int(unit * net) for net in odds], kind)[every.numbers]
    one: Integers = np.zeros(len(rules.deck), kind)
    two: Integers = np.zeros((len(rules.deck),) * 2, kind)
    for place, other in ((0, 1), (0, 2), (1, 2)):  # the hands stand with their cards in ascending order
        np.add.at(one, every.hands[:, place + other - 1], nets)
        np.add.at(two, (every.hands[:, place], every.hands[:, other]), nets)
    return _Held(
        3, unit, int(nets.sum()), one.tolist(), {(a, b): int(two[a, b]) for a, b in pairs_of(rules.deck)}
    )


def _of_more(rules: Rules, table: PayTable) -> _Held:
    deck, size = rules.deck, 3 + table.bet.more_cards
    odds = {line.text: table.odds(line) for line in table.lines}
    unit = lcm(*(net.denominator for net in odds.values()))
    nets = {text: int(unit * net) for text, net in odds.items()}
    royals = _royals(rules, table, odds, unit)

    def over(held: tuple[int, ...]) -> int:
        counts = counts_by_line(rules, table, held)
        paid = sum((nets[text] + unit) * count for text, count in counts.items())
        found = paid - unit * comb(len(deck) - len(held), size - len(held))
        return found + sum(more for cards, more in royals if cards.issuperset(held))

    two = {pair: over(pair) for pair in pairs_of(deck)}
    return _Held(size, unit, over(()), [over((card,)) for card in range(len(deck))], two)


def _royals(
    rules: Rules, table: PayTable, odds: Mapping[str, Fraction], unit: int
) -> list[tuple[frozenset[int], int]]:
    """Return the six-card royals that a line pays, with what each nets beyond a royal flush."""
    deck, found = rules.deck, []
    for suit in deck.suits:
        every = enumerate(deck.cards)
        cards = frozenset(
            index for index, card in every if card.suit == suit and card.rank in deck.ranks[-6:]
        )
        lines = [
            line
            for hands, line in table.sets
            if isinstance(hands, SixCardRoyal) and hands.suit in (None, suit)
        ]
        plain = table.line_of_best(FiveCardCategory.ROYAL_FLUSH, len(deck.ranks) - 1, suit)
        for line in lines[:1]:  # the finest comes first
            nets = [odds[one.text] if one is not None else Fraction(-1) for one in (line, plain)]
            found.append((cards, int(unit * (nets[0] - nets[1]))))
    return found


def _edges_of_hands(rules: Rules, held: _Held) -> _Edges:
    one, two = (held.unit * comb(len(rules.deck) - dead, held.size) for dead in (1, 2))
    return [Fraction(with_card - held.every, one) for with_card in held.one], {
        (a, b): Fraction(held.one[a] + held.one[b] - both - held.every, two)
        for (a, b), both in held.two.items()
    }


def _edges_of_colours(rules: Rules, table: PayTable) -> _Edges:
    """Return the edges of a bet on colours, which depend only on how many cards there are of each."""
    colours = [card.suit.colour for card in rules.deck.cards]

    @cache
    def edge(*dead: str) -> Fraction:
        left = Counter(colours)
        left.subtract(dead)
        cards = left.total()
        total = comb(cards, 3) * comb(cards - 3, 3)
        net = Fraction(-total)
        for own, number in left.items():
            same = comb(max(number - 3, 0), 3)
            each = same + sum(comb(other, 3) for colour, other in left.items() if colour != own)
            ways, taken = {ColourLine.SAME: same, ColourLine.EACH: each}, 0
            for told, line in table.sets:
                if isinstance(told, ColourLine):
                    dealers = ways.get(told, comb(cards - 3, 3))
                    net += comb(number, 3) * (dealers - taken) * (table.odds(line) + 1 if line else 0)
                    taken = dealers
        return -net / total

    pairs = {pair: edge(*sorted(colours[card] for card in pair)) for pair in pairs_of(rules.deck)}
    return [edge(colour) for colour in colours], pairs


def _edges_one_by_one(analysis: Analysis) -> list[Mapping[str, Fraction]]:
    """Return the edges of all wagers without each card: the game is analysed without each kind of card."""
    rules, letters = analysis.rules, analysis.letters
    tables = [rules.tables[wager][letter] for wager, letter in letters.items()]
    suits = not rules.deck.regular or any(map(names_suit, tables))
    colours = rules.file.deal.tells == "colour" or any(map(about_colours, tables))
    of_each = [
        card if suits else (card.rank, card.suit.colour if colours else "") for card in rules.deck.cards
    ]
    kinds = list(dict(zip(of_each, map(str, rules.deck.cards), strict=True)).items())
    others = begun(partial(_edges_without, rules, letters, kinds[::2]))
    known = dict([*_edges_without(rules, letters, kinds[1::2]), *others()])
    return [known[kind] for kind in of_each]


def _edges_without(
    rules: Rules, letters: Mapping[str, str], kinds: Sequence[tuple[object, str]]
) -> list[tuple[object, Mapping[str, Fraction]]]:
    """Return the edges of all wagers without one card of each kind."""
    without = [(kind, _without(rules, letters, card).wagers.items()) for kind, card in kinds]
    return [(kind, {name: wager.house_edge for name, wager in wagers}) for kind, wagers in without]


def pairs_of(deck: Deck) -> Iterator[tuple[int, int]]:
    """Return all pairs of different cards of a deck, as card indexes."""
    return combinations(range(len(deck)), 2)
