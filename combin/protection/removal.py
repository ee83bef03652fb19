"""What the removal of cards does to the edge of each wager, and how well a count of cards tells that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import combinations
from math import comb, lcm
from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from combin.aliases import Integers
from combin.answers import Answer
from combin.cards.cards import Card, Deck
from combin.cards.suit_classes import HandClass, hand_classes_by_suit, suit_variants
from combin.exact.analysis import Analysis, analyse, choices
from combin.exact.base_game import FOLD
from combin.exact.distribution import Distribution
from combin.exact.pay_lines import (
    about_colours,
    counts_by_line,
    line_of,
    names_suit,
    royal_ways,
    suit_matters,
)
from combin.exact.side_bets import colour_ways
from combin.processes import shared
from combin.protection.dead_sets import decision_worths, worth_with_two
from combin.rules.errors import three_cards_only
from combin.rules.outcomes import line_odds, payoff
from combin.rules.resolved import Rules, without_cards
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Bet, Case, Whose

_Edges = tuple[list[Fraction], Mapping[tuple[int, int], Fraction]]
"""The edges without each card, and without each two, by card index; those may be left out."""


class LinearCount(Struct, frozen=True):
    """How well the effects of single cards, added up, tell the edge without two cards, over all pairs.

    An error is the exact edge less the predicted one. `explained` is the part of the variance of the exact
    edges that errors do not have: 1 if they are all equal.
    """

    worst: Fraction
    worst_pair: tuple[Card, Card]
    mean_square: Fraction
    explained: Fraction


class WagerRemoval(Struct, frozen=True):
    """The house edge of a wager of the `whole` deck, and without each card, by card index.

    `linear` is None for wagers of which the edge without two cards is not computed.
    """

    whole: Fraction
    without: tuple[Fraction, ...]
    linear: LinearCount | None = None

    def effect(self, card: int) -> Fraction:
        """How much the edge rises when a card is removed."""
        return self.without[card] - self.whole


class Removal(Answer, Struct, frozen=True, dict=True):
    """The effects of removal of a game under one choice of tables."""

    shown_by: ClassVar[str] = "combin.protection.views:removal_view"

    analysis: Analysis
    wagers: Mapping[str, WagerRemoval]

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


def removal(rules: Rules, letters: Mapping[str, str]) -> Removal:
    """Effects of removal on each wager, when the player knows of it and plays at his best.

    From several decks one of equal cards is removed. There, with jokers or wild cards, where
    cards of the dealer's are seen and where hands beat some above them, no linear count is judged.

    The slow equivalent analyses the game with each card dead (`without_cards`).
    """
    three_cards_only(rules.file.deal.player, "effects of removal")
    analysis = analyse(rules, [letters])[0]
    edges: dict[str, _Edges] = {}
    if rules.deck.single and not rules.file.deal.face_up and not rules.ranking.upsets:
        edges = _beside_all_cards(analysis)
        for name in (name for name in analysis.wagers if name in rules.tables):
            table = rules.tables[name][letters[name]]
            if not table.bet.loses_on_fold and not table.bet.hand.of_both and not table.bet.versus_dealer:
                if about_colours(table):
                    edges[name] = _edges_of_colours(rules, table)
                elif table.bet.more_cards:
                    edges[name] = _edges_of_more(rules, table)
    if set(edges) != set(analysis.wagers):
        each_card = _without_each_card(analysis)
        asked: dict[str, _Edges] = {name: ([one[name] for one in each_card], {}) for name in analysis.wagers}
        edges = asked | edges
    wagers = {}
    for name, whole in analysis.wagers.items():
        without, pairs = edges[name]
        linear = _linear(rules, whole.house_edge, without, pairs) if pairs else None
        wagers[name] = WagerRemoval(whole.house_edge, tuple(without), linear)
    return Removal(analysis, wagers)


def _without_each_card(analysis: Analysis) -> list[Mapping[str, Fraction]]:
    """The edges of all wagers without each card; cards that do the same are asked about once."""
    rules, letters = analysis.rules, analysis.letters

    def edges(card: str) -> Mapping[str, Fraction]:
        without = without_cards(rules, card)
        # Tables may fit that do not with a joker.
        analysis = analyse(without, choices(without, letters)[:1])[0]
        return {name: wager.house_edge for name, wager in analysis.wagers.items()}

    tables = [rules.tables[wager][letter] for wager, letter in letters.items()]
    suits = not rules.deck.regular or any(map(names_suit, tables))
    colours = rules.file.deal.tells == "colour" or any(map(about_colours, tables))
    kinds = [card if suits else (card.rank, card.suit.colour if colours else "") for card in rules.deck.cards]
    first = dict(zip(kinds, map(str, rules.deck.cards), strict=True))
    works = [partial(edges, card) for card in first.values()]
    known = dict(zip(first, [*shared(works[:256]), *(work() for work in works[256:])], strict=True))
    return [known[kind] for kind in kinds]


def _linear(
    rules: Rules, whole: Fraction, without: Sequence[Fraction], pairs: Mapping[tuple[int, int], Fraction]
) -> LinearCount:
    errors = {pair: edge - without[pair[0]] - without[pair[1]] + whole for pair, edge in pairs.items()}
    first, second = worst = max(errors, key=lambda pair: abs(errors[pair]))
    spread, left = (
        Distribution.from_counts(Counter(values.values()), 0).variance for values in (pairs, errors)
    )
    return LinearCount(
        errors[worst],
        (rules.deck.cards[first], rules.deck.cards[second]),
        sum((error**2 for error in errors.values()), Fraction(0)) / len(errors),
        1 - left / spread if spread else Fraction(1),
    )


# -- one deck: with each class of hands all cards and pairs at once -----------------------------------


class _Sums:
    """Nets of a wager over all hands without each card (`one`) and each two cards (`two`), over `unit`.

    Hands are kept apart that are `split` by suit. Of other classes one hand stands for all: what belongs to
    a card is then the mean over the cards that are like it.
    """

    def __init__(self, unit: int, cards: int) -> None:
        self.unit = unit
        self.one: list[Integers] = [np.zeros(cards, np.int64)] * 2
        self.two: list[Integers] = [np.zeros((cards, cards), np.int64)] * 2

    def add(self, hand: HandClass, singles: Integers, pairs: Integers, *, split: bool) -> None:
        own = list(hand.cards)
        singles[own] = pairs[own] = pairs[:, own] = 0
        self.one[split] = self.one[split] + hand.weight * singles  # of the wider kind
        self.two[split] = self.two[split] + hand.weight * pairs

    def edges(self, deck: Deck) -> _Edges:
        rank, suit, size = deck.rank_of, deck.suit_of, len(deck)
        found: list[dict[tuple[int, ...], Fraction]] = []
        for dead, (whole, split) in ((1, self.one), (2, self.two)):
            kinds: dict[object, list[tuple[int, ...]]] = {}
            for cards in combinations(range(size), dead):
                key = tuple(rank[card] for card in cards), len({suit[card] for card in cards})
                kinds.setdefault(key, []).append(cards)
            deals, apart = self.unit * comb(size - dead, 3) * comb(size - dead - 3, 3), bool(split.any())
            edges = dict[tuple[int, ...], Fraction]()
            for same in kinds.values():
                number = len(same)
                total = sum(int(whole[cards]) for cards in same)
                edges |= dict.fromkeys(same, Fraction(-total, number * deals))
                for cards in same if apart else ():
                    edges[cards] = Fraction(-total - number * int(split[cards]), number * deals)
            found.append(edges)
        return [found[0][card,] for card in range(size)], {(a, b): edge for (a, b), edge in found[1].items()}


def _beside_all_cards(analysis: Analysis) -> dict[str, _Edges]:
    """The edges of the base game, and of bets that comparing the hands or one hand of three decides."""
    rules, game = analysis.rules, analysis.best.game
    base, deck = rules.base, rules.deck
    tables = {
        name: rules.tables[name][analysis.letters[name]] if name in rules.tables else None
        for name in analysis.side_bets
        if name in rules.comparisons or _on_one_hand(rules.bets[name])
    }
    tables = {name: table for name, table in tables.items() if table is None or not about_colours(table)}
    sums = {base: _Sums(game.unit, len(deck))} | {
        name: _Sums(_unit(rules, name, table), len(deck)) for name, table in tables.items()
    }
    by_suit = {name: suit_matters(rules, [table] if table else []) for name, table in tables.items()}
    by_suit[base] = suit_matters(rules, [*game.tables.values()])
    deals = comb(len(deck) - 4, 3), comb(len(deck) - 5, 3)

    def add(hand: HandClass, place: int, names: AbstractSet[str], *, split: bool) -> None:
        folds: Sequence[NDArray[np.bool_]] = ()
        if base in names or any(rules.bets[name].loses_on_fold for name in names):
            decisions = decision_worths(game, hand, place)
            worths = (_without(rules, hand, rules.qualifies, worth) for worth in decisions.values())
            nets = [np.stack(each) for each in zip(*worths, strict=True)]
            if base in names:
                sums[base].add(hand, *(each.max(axis=0) for each in nets), split=split)
            if FOLD in decisions:  # the first decision
                folds = [each.argmax(axis=0) == 0 for each in nets]
        for name in names - {base}:
            table, unit = tables[name], sums[name].unit
            suits = frozenset(deck.cards[card].suit for card in hand.cards)
            line = None if table is None else line_of(table, hand.strength.level, suits)
            worth = [int(net * unit) for net in _nets(rules, name, table, line)]
            found = _without(rules, hand, 0, (worth[0], *worth))
            if rules.bets[name].loses_on_fold and folds:
                one, two = (np.where(folds[dead], -unit * deals[dead], found[dead]) for dead in (0, 1))
                found = one, two
            sums[name].add(hand, *found, split=split)

    for place, whole in enumerate(game.matchups.classes):
        split = {name for name, matters in by_suit.items() if matters(whole)}
        split = set(sums) if base in split else split
        add(whole, place, sums.keys() - split, split=False)
        for hand in suit_variants(whole, deck) if split else ():
            add(hand, place, split, split=True)
    return {name: one.edges(deck) for name, one in sums.items()}


def _without(rules: Rules, hand: HandClass, least: int, worth: tuple[int, ...]) -> tuple[Integers, Integers]:
    """The worth of a result of a hand without each card, and without each two (`worth_with_two`)."""
    two = worth_with_two(rules.ranking, hand, least, worth)
    one = two.sum(axis=1) // 2  # with two cards each dealer hand is there twice
    every = int(one.sum()) // 3
    return every - one, every - one[:, np.newaxis] - one + two


def _on_one_hand(bet: Bet) -> bool:
    """Whether three cards of one hand decide a bet, the dealer's as the player's, or it and the other."""
    alone = bet.hand is Whose.DEALER and not bet.versus_dealer and not bet.loses_on_fold
    return alone or bet.hand is Whose.PLAYER


def _unit(rules: Rules, name: str, table: PayTable | None) -> int:
    lines = (*(table.lines if table else ()), None)
    return lcm(*(net.denominator for line in lines for net in _nets(rules, name, table, line)))


def _nets(rules: Rules, name: str, table: PayTable | None, line: Line | None) -> list[Fraction]:
    """The nets of a bet when the player wins, ties and loses, with a hand on a line of its table."""
    letter, text = "" if table is None else table.letter, "" if line is None else line.text
    rows = (payoff(rules, name, case, letter, text) for case in (Case.WIN, Case.TIE, Case.LOSE))
    return [row.odds(rules.bets[name].first_stake) for row in rows if row is not None]


# -- bets on more cards, and on colours ----------------------------------------------------------------


def _edges_of_more(rules: Rules, table: PayTable) -> _Edges:
    """The edges of a bet on the best five of more cards: of all hands, those with each card go, and so on."""
    deck, size = rules.deck, 3 + table.bet.more_cards
    odds = line_odds(rules, table)
    unit = lcm(*(net.denominator for net in odds.values()))
    paid = {text: int(unit * (1 + net)) for text, net in odds.items()}
    royals: dict[frozenset[int], int] = {}
    for one in hand_classes_by_suit(rules.ranking):
        if ways := list(royal_ways(rules, table, one)):
            suit, lowest = deck.suit_of[one.cards[0]], len(deck.ranks) - 6
            cards = (card for card in range(len(deck)) if deck.suit_of[card] == suit)
            royal = frozenset(card for card in cards if deck.rank_of[card] >= lowest)
            royals[royal] = sum(paid[text] * number for text, number in ways)

    def over(*some: int) -> int:
        """Nets of all hands with some cards."""
        found = sum(paid[text] * count for text, count in counts_by_line(rules, table, some).items())
        found -= unit * comb(len(deck) - len(some), size - len(some))
        return found + sum(more for cards, more in royals.items() if cards.issuperset(some))

    every, with_card = over(), [over(card) for card in range(len(deck))]
    hands, of_two = (unit * comb(len(deck) - dead, size) for dead in (1, 2))
    return [Fraction(each - every, hands) for each in with_card], {
        (a, b): Fraction(with_card[a] + with_card[b] - over(a, b) - every, of_two)
        for a, b in combinations(range(len(deck)), 2)
    }


def _edges_of_colours(rules: Rules, table: PayTable) -> _Edges:
    """The edges of a bet on colours, which depend only on how many cards there are of each."""
    colours, odds = [card.suit.colour for card in rules.deck.cards], line_odds(rules, table)

    @cache
    def edge(*dead: str) -> Fraction:
        left = Counter(colours)
        left.subtract(dead)
        paid = sum(
            comb(number, 3) * ways * (odds[line.text] + 1)
            for own, number in left.items()
            if number >= 3
            for line, ways in colour_ways(table, left, own)
        )
        return 1 - paid / Fraction(comb(left.total(), 3) * comb(left.total() - 3, 3))

    pairs = combinations(range(len(colours)), 2)
    return [edge(one) for one in colours], {(a, b): edge(*sorted((colours[a], colours[b]))) for a, b in pairs}
