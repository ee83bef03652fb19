"""Which line of a pay table pays a hand: for one hand, and in how many ways for every suit class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, groupby
from math import comb
from typing import Protocol, TypeVar

from combin.cards.cards import JOKER, ColourLine, Suit
from combin.cards.five_cards import FiveCardCategory, FiveCardSet, SixCardRoyal
from combin.cards.hand_sets import NATURAL, ONE_SUIT, WILD, HandSet
from combin.cards.suit_classes import HandClass, SuitPattern, hand_classes_by_suit
from combin.exact.fivecard_counts import hand_counter
from combin.exact.matchups import Sieve, sieve_of
from combin.rules.resolved import Rules
from combin.rules.tables import Hands, PayTable, suit_of


def about_colours(table: PayTable) -> bool:
    """Return whether the lines of the table are about colours."""
    return any(isinstance(hands, ColourLine) for hands, _ in table.sets)


def suits_named(tables: Iterable[PayTable]) -> set[Suit]:
    """Return the suits for which alone some line of the tables is, six-card royals aside."""
    sets = (hands for table in tables for hands, _ in table.sets)
    finer = (hands for hands in sets if isinstance(hands, HandSet | FiveCardSet))
    return {hands.suit for hands in finer if hands.suit is not None} - {ONE_SUIT, NATURAL, WILD}


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class HasSets(Protocol[T_co]):
    """A pay table, or the sets of hands of another wager: finest first, each with what it stands for."""

    @property
    def sets(self) -> tuple[tuple[Hands, T_co | None], ...]:
        """The sets."""


def table_of(rules: Rules, name: str, letter: str) -> PayTable:
    """Return a pay table of a bet; one without lines where a bet on which hand is higher has none."""
    bet = rules.bets[name]
    if name in rules.tables:
        return rules.tables[name][letter]
    return PayTable(bet, "", (), (), for_one=False, rule=bet.rule)


def names_suit(table: HasSets[object]) -> bool:
    """Return whether a line of the table is for hands of one suit, be it any, or hangs on wild cards."""
    return any(suit_of(hands) is not None for hands, _ in table.sets)


def suit_matters(rules: Rules, tables: Sequence[PayTable]) -> Callable[[HandClass], bool]:
    """Return what tells whether some line of the tables may pay a class in one suit and not in another."""
    named = [hands for table in tables for hands, _ in table.sets if suit_of(hands) is not None]
    levels = {level for hands in named if isinstance(hands, HandSet) for level in hands.levels}
    royal = any(isinstance(hands, SixCardRoyal) for hands in named)
    five = any(isinstance(hands, FiveCardSet) for hands in named)
    cards = rules.deck.cards

    def matters(hand_class: HandClass) -> bool:
        if five or hand_class.strength.level in levels:
            return True
        return royal and SixCardRoyal().holds([cards[card] for card in hand_class.cards], rules.deck)

    return matters


def line_of(table: HasSets[T], level: int, suits: frozenset[Suit]) -> T | None:
    """Return the line that pays a hand of this level and these suits; the finest that holds it decides."""
    for hands, line in table.sets:
        if isinstance(hands, HandSet) and hands.holds(level, suits):
            return line
    return None


def paid_lines(rules: Rules, table: HasSets[T], hands: Sequence[HandClass]) -> list[T | None]:
    """Return the line that pays each class of three-card hands, as `line_of` does of each."""
    # Only a hand of one suit can be on a line that names a suit. All others of a level are on one line, so
    # that a table is looked up by level, and asked line by line about those few hands alone; about all where
    # some line hangs on wild cards.
    by_level, deck = lines_by_level(rules, table), rules.deck
    if not names_suit(table):
        return [by_level[one.strength.level] for one in hands]
    found, all_of_them = [], any(isinstance(line, HandSet) and line.by_wild_cards for line, _ in table.sets)
    suit_of, wild = deck.suit_of, len(deck.suits)
    for one in hands:
        level, shown = one.strength.level, {suit_of[card] for card in one.cards} - {wild}
        if len(shown) == 1 or all_of_them:
            found.append(line_of(table, level, deck.suits_shown(deck.cards[card] for card in one.cards)))
        else:
            found.append(by_level[level])
    return found


def lines_by_level(rules: Rules, table: HasSets[T]) -> list[T | None]:
    """Return the line that pays the hands of each level that show several suits."""
    found: list[T | None] = [None] * len(rules.ranking.strengths)
    for these, line in reversed(table.sets):
        if isinstance(these, HandSet) and these.suit is None:
            found[these.levels.start : these.levels.stop] = [line] * len(these.levels)
    return found


def line_ways(
    rules: Rules, table: PayTable, classes: Sequence[HandClass]
) -> tuple[list[Mapping[str, int]], int]:
    """Return for each class in how many ways each line is paid, by its text, and how many ways there are.

    A table on the player's three cards pays them in one way, or not at all; one on more cards pays in so
    many of the ways to draw these. Not for tables about colours. Where a line on five cards names a suit,
    each way is counted once for each suit, so that a class not split by suit has as many of each.
    """
    more, cards = table.bet.more_cards, rules.file.deal.player
    if not more:
        return [{} if line is None else {line.text: 1} for line in paid_lines(rules, table, classes)], 1
    if table.finer:
        return _ways_of_kinds(rules, table, classes)
    texts = lines_by_category(table)
    counter = hand_counter(rules.deck, cards + more)
    found: list[Mapping[str, int]] = []
    known: dict[object, Counter[str]] = {}  # most classes draw the same, and so are paid the same
    for one in classes:
        counts, royals = counter.counts(one.cards), (*royal_ways(rules, table, one),)
        if (key := (*counts.values(), royals)) not in known:
            known[key] = by_line = Counter[str]()
            for text, ways in (*((text, counts[category]) for category, text in texts.items()), *royals):
                by_line[text] += ways
        found.append(known[key])
    return found, comb(len(rules.deck) - cards, more)


def _ways_of_kinds(
    rules: Rules, table: PayTable, classes: Sequence[HandClass]
) -> tuple[list[Mapping[str, int]], int]:
    """Return what `line_ways` does where lines are for some kinds of a category of five cards."""
    deck, cards = rules.deck, rules.file.deal.player
    found: list[Mapping[str, int]] = []
    counter, line_of_kind = hand_counter(deck, cards + table.bet.more_cards), cache(table.line_of_best)
    suits = deck.suits if names_suit(table) else (None,)
    for one in classes:
        by_line = Counter[str]()
        for (category, rank, suit), ways in counter.kinds(one.cards).items():
            # A class that is not split by suit stands for its hands in every suit.
            for each in (suit,) * len(suits) if suit is None or one.suit is not None else suits:
                if (line := line_of_kind(category, rank, each)) is not None:
                    by_line[line.text] += ways
        for text, ways in royal_ways(rules, table, one):
            by_line[text] += ways * len(suits)
        found.append(by_line)
    return found, comb(len(deck) - cards, table.bet.more_cards) * len(suits)


def counts_by_line(rules: Rules, table: PayTable, held: Sequence[int] = ()) -> Counter[str]:
    """Return how many hands with some cards, and as many as the table is about, each line pays.

    What lines about six-card royals change is left out.
    """
    counter, found = hand_counter(rules.deck, rules.file.deal.player + table.bet.more_cards), Counter[str]()
    if table.finer:
        for kind, number in counter.kinds(held).items():
            if (line := table.line_of_best(*kind)) is not None:
                found[line.text] += number
        return found
    by_category = counter.counts(tuple(held))
    for category, text in lines_by_category(table).items():
        found[text] += by_category[category]
    return found


def line_totals(rules: Rules, table: PayTable, classes: Sequence[HandClass]) -> tuple[Counter[str], int]:
    """Return in how many ways each line is paid to all hands of some classes, and how many each hand has.

    The slow equivalent sums what `line_ways` returns.
    """
    more, cards, found = table.bet.more_cards, rules.file.deal.player, Counter[str]()
    if not more:
        for one, line in zip(classes, paid_lines(rules, table, classes), strict=True):
            if line is not None:
                found[line.text] += one.weight
        return found, 1
    if sum(one.weight for one in classes) == comb(len(rules.deck), cards):
        # Each hand of more cards is met once for every choice of the player's among them.
        for text, number in counts_by_line(rules, table).items():
            found[text] += comb(cards + more, cards) * number
        for one in classes:
            for text, ways in royal_ways(rules, table, one):
                found[text] += ways * one.weight
        return found, comb(len(rules.deck) - cards, more)
    by_class, every = line_ways(rules, table, classes)
    for one, by_line in zip(classes, by_class, strict=True):
        for text, number in by_line.items():
            found[text] += one.weight * number
    return found, every


def line_counts(rules: Rules, table: PayTable) -> tuple[dict[str, int], int]:
    """Return how many hands each line of a table on one hand takes, and how many hands there are.

    Hands of three cards, or of as many as the wager is about. Lines about colours are left out.
    """
    cards = rules.file.deal.player + table.bet.more_cards
    found, _ = line_totals(rules, table, hand_classes_by_suit(rules.ranking))
    ways = comb(cards, rules.file.deal.player)  # the player's cards are any of those of a hand
    texts = (line.text for line in table.lines if not isinstance(line.hands, ColourLine))
    return {text: found[text] // ways for text in texts}, comb(len(rules.deck), cards)


def lines_by_category(table: PayTable) -> dict[FiveCardCategory, str]:
    """Return the texts of the lines of a table on five cards or the best five of more, by category."""
    lines = {category: table.line_of_best(category) for category in FiveCardCategory}
    return {category: line.text for category, line in lines.items() if line is not None}


def royal_ways(rules: Rules, table: PayTable, hand_class: HandClass) -> Iterator[tuple[str, int]]:
    """Yield what six-card royals change of the ways in which lines are paid.

    Three cards become one in one way, with the three others, which else are a royal flush.
    """
    royals = [(hands, line) for hands, line in table.sets if isinstance(hands, SixCardRoyal)]
    if not royals or hand_class.pattern is not SuitPattern.ONE_SUIT:
        return
    own = [rules.deck.cards[card] for card in hand_class.cards]
    for hands, line in royals:
        if hands.holds(own, rules.deck):
            taken = table.line_of_best(FiveCardCategory.ROYAL_FLUSH, len(rules.deck.ranks) - 1, own[0].suit)
            if taken is not None:
                yield taken.text, -1
            if line is not None:
                yield line.text, 1
            return  # the finest line stands first


def dealers_on_lines(rules: Rules, table: PayTable, classes: Sequence[HandClass]) -> list[list[int]]:
    """Return of each class the dealer hands on no line of a table for all suits, and on each."""
    ranking, places = rules.ranking, {line.text: place for place, line in enumerate(table.lines, start=1)}
    if ranking.dealt == ranking.size:
        return line_sieve(rules, table).of_each_level(classes)
    by_line = groupby(lines_by_level(rules, table))
    runs = [(places[line.text] if line else 0, len([*some])) for line, some in by_line]
    found = []
    for numbers in sieve_of(ranking).of_each_level(classes, [*accumulate((of for _, of in runs), initial=0)]):
        found.append([0] * (1 + len(places)))
        for (place, _), number in zip(runs, numbers, strict=True):
            found[-1][place] += number
    return found


def line_sieve(rules: Rules, table: PayTable) -> Sieve:
    """Return the sieve of dealer hands by line: on none, then on each line of a table for all suits."""
    ranking, suits, joker = rules.ranking, rules.deck.suits, len(rules.deck.ranks)
    places = {line.text: place for place, line in enumerate(table.lines, start=1)}
    found = {}
    for ranks, levels in ranking.by_suits.items():
        wild = joker in ranks
        jokers, row = frozenset({JOKER.suit} if wild else ()), []
        for shown, level in enumerate(levels, start=1 - wild):
            line = line_of(table, level, jokers.union(suits[:shown]))
            row.append(places[line.text] if line else 0)
        found[ranks] = tuple(row)
    return Sieve(ranking, 1 + len(places), found)
