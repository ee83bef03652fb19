"""Side bets: how often each line of their pay tables is paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from combin.cards.cards import ColourLine
from combin.cards.suit_classes import hand_classes, hand_classes_by_suit, suit_variants
from combin.exact import pay_lines
from combin.exact.base_game import FOLD, matchups
from combin.exact.distribution import Distribution
from combin.exact.fivecard_counts import hand_counter
from combin.exact.matchups import Matchups, face_down, split_by_suit
from combin.exact.pay_lines import about_colours, names_suit, paid_lines, table_of
from combin.rules.errors import RulesError
from combin.rules.outcomes import HIGHER, bet_lines, endings
from combin.rules.resolved import Rules, remembered
from combin.rules.tables import Line, PayTable
from combin.rules.wagers import Kind, Whose

if TYPE_CHECKING:
    from combin.aliases import Integers
    from combin.exact.joint_deals import JointSideBet
    from combin.exact.joint_hands import PlayerClass
    from combin.exact.observed import CardsSeen, FaceUp
    from combin.exact.strategy import Strategy


class LineCount(Struct, frozen=True):
    """One line of a pay table: what it nets to 1, and how many of the deals it takes."""

    text: str
    net: Fraction
    count: int


class SideBet(Struct, frozen=True, dict=True):
    """A side bet under one pay table: the lines in the order of the file, and what loses, last."""

    table: PayTable
    lines: tuple[LineCount, ...]
    total: int

    def at(self, stake: Fraction) -> SideBet:
        """Return the bet with another stake: what its lines of money are worth is another thing then."""
        table = self.table.at(stake)
        odds = {line.text: table.odds(line) for line in table.lines}
        lines = tuple(LineCount(one.text, odds.get(one.text, one.net), one.count) for one in self.lines)
        return SideBet(table, lines, self.total)

    @property
    def by_line(self) -> Counter[str]:
        """How often each line of the table is paid, with whatever result of a comparison."""
        found: Counter[str] = Counter()
        for line in self.lines:
            found[line.text.rpartition(": ")[2]] += line.count
        return found

    @property
    def edge_by_stake(self) -> tuple[Fraction, Fraction]:
        """The edge as a function of the stake: a - m / stake, as the pair of a and m."""
        one, two = (self.at(Fraction(stake)).distribution.house_edge for stake in (1, 2))
        money = 2 * (two - one)
        return one + money, money

    @cached_property
    def distribution(self) -> Distribution:
        """The net results over all deals."""
        counts: Counter[Fraction] = Counter()
        for line in self.lines:
            counts[line.net] += line.count
        return Distribution.from_counts(counts, self.total)


def side_bet(rules: Rules, table: PayTable, folded: frozenset[tuple[int, ...]] = frozenset()) -> SideBet:
    """Return how often each line of a side bet, or of a bet on which hand is higher, is paid.

    Over all player hands (or all of the dealer's); over all deals of both hands if a line looks at the
    dealer's colours, or if a hand must not be beaten; over all ways to add the other cards if the best five
    of more cards are paid. The bet is lost with the classes `folded`, as from `Strategy.folded`.
    """
    bet, ways = table.bet, rules.dealer_hands
    if bet.hand in (Whose.HIGHER, Whose.LOWER) or bet.versus_dealer or bet.kind is Kind.COMPARISON:
        counts = _by_result(rules, table, folded)
    elif bet.hand is Whose.EITHER or (folded and bet.hand is Whose.DEALER):
        counts = _by_dealers_line(rules, table, folded)
    elif about_colours(table):
        counts = _by_colour(rules, table, folded)
    else:
        classes = (hand_classes_by_suit if folded or names_suit(table) else hand_classes)(rules.ranking)
        live = [one for one in classes if one.cards not in folded]
        counts, ways = pay_lines.line_totals(rules, table, live)
    return _bet(rules, table, counts, rules.player_hands * ways)


def bet_beside(strategy: Strategy, name: str, letter: str = "") -> SideBet:
    """Return a bet beside a strategy: lost with the hands that it folds where the rules say so.

    It is remembered: a bet that no fold loses for the game, another one by what the strategy decides.
    """
    rules = strategy.game.rules
    lost = rules.bets[name].loses_on_fold
    known = _known_bets(rules, strategy.decisions if lost else None)
    if (name, letter) not in known:
        table = table_of(rules, name, letter)
        known[name, letter] = side_bet_lost_with_folds(strategy, table) if lost else side_bet(rules, table)
    return known[name, letter]


@remembered
def _known_bets(_: Rules, decisions: tuple[int, ...] | None) -> dict[tuple[str, str], SideBet]:  # noqa: ARG001
    """Return the bets beside a way to decide, by wager and letter: to be filled."""
    return {}


def _bet(rules: Rules, table: PayTable, counts: Mapping[str, int], total: int) -> SideBet:
    """Return a side bet of these counts, by the names of `bet_lines`; all others are of what loses."""
    counts = {**counts, "nothing": total - sum(counts.values())}
    rows = bet_lines(rules, table.wager, table.letter).items()
    lines = (LineCount(text, row.odds(table.stake), counts.get(text, 0)) for text, row in rows)
    return SideBet(table, tuple(lines), total)


def _by_result(rules: Rules, table: PayTable, folded: frozenset[tuple[int, ...]]) -> Counter[str]:
    """Count the deals of each line of a bet that depends on which hand is higher."""
    # The two hands can change places: as often as the player's has some cards and is the higher one the
    # dealer's has them and is. So each class of the player's stands for the hand that is paid.
    found, hand, counts = face_down(rules.ranking), table.bet.hand, Counter[str]()
    if folded or names_suit(table):
        found = split_by_suit(found, rules.ranking)
    if hand is Whose.PLAYER:
        found = tuple(one for one in found if one.hand.cards not in folded)
    results, times = endings(rules, table), (1, 1, 1)
    if hand.of_both:
        results, times = ("", results[1], ""), (2, 1, 0) if hand is Whose.HIGHER else (0, 1, 2)
    compared = bet_lines(rules, table.wager, table.letter) if table.bet.kind is Kind.COMPARISON else {}
    for one, line in zip(found, paid_lines(rules, table, [one.hand for one in found]), strict=True):
        numbers = one.counts[-3:] if hand is not Whose.DEALER else one.counts[:-4:-1]
        if compared:
            for told, number in zip(HIGHER.values(), numbers, strict=True):
                text = f"{told}: {line.text}" if line is not None else told
                counts[text if text in compared else told] += one.weight * number
        elif line is not None:
            for result, number, often in zip(results, numbers, times, strict=True):
                counts[line.text + result] += one.weight * often * number
    return counts


def _by_dealers_line(rules: Rules, table: PayTable, folded: frozenset[tuple[int, ...]]) -> Counter[str]:
    """Count the deals of each line of a bet on the dealer's hand, or on whichever hand is paid better."""
    either, counts = table.bet.hand is Whose.EITHER, Counter[str]()
    if not either and pay_lines.suits_named([table]):
        every = matchups(rules, suits=True)
        played = [int(one.cards not in folded) for one in every.classes]
        return paid_in_deals(rules, table, (every, played))[0]
    classes = (hand_classes if either else hand_classes_by_suit)(rules.ranking)  # of either: all suits
    live = [one for one in classes if one.cards not in folded]
    of_dealers = pay_lines.dealers_on_lines(rules, table, live)
    for one, own, numbers in zip(live, paid_lines(rules, table, live), of_dealers, strict=True):
        for line, number in zip((None, *table.lines), numbers, strict=True):
            paid = table.better(own, line) if either else line
            if paid is not None:
                counts[paid.text] += one.weight * number
    return counts


def _by_colour(rules: Rules, table: PayTable, folded: frozenset[tuple[int, ...]]) -> Counter[str]:
    """Count the deals of each line of a table about colours, by the colour of the player's hand."""
    cards, counts = rules.deck.cards, Counter[str]()
    colours = Counter(card.suit.colour for card in cards)
    own = {colour: comb(number, 3) for colour, number in colours.items()}
    if folded:
        own = dict.fromkeys(own, 0)
        live = (one for one in hand_classes_by_suit(rules.ranking) if one.cards not in folded)
        for hand in (hand for one in live for hand in suit_variants(one, rules.deck)):
            first, *others = {cards[card].suit.colour for card in hand.cards}
            own[first] += 0 if others else hand.weight
    for colour, hands in own.items():
        for line, ways in colour_ways(table, colours, colour) if hands else ():
            counts[line.text] += hands * ways
    return counts


def colour_ways(table: PayTable, cards: Mapping[str, int], colour: str) -> Iterator[tuple[Line, int]]:
    """Yield the lines of a table about colours with the dealer hands of each, beside a hand of one colour."""
    same = comb(cards[colour] - 3, 3)
    each = same + sum(comb(number, 3) for other, number in cards.items() if other != colour)
    every = comb(sum(cards.values()) - 3, 3)
    ways, taken = {ColourLine.SAME: same, ColourLine.EACH: each, ColourLine.PLAYER: every}, 0
    for colours, line in table.sets:
        if isinstance(colours, ColourLine):
            if line is not None:
                yield line, ways[colours] - taken
            taken = ways[colours]


# -- lost with a fold that depends on a card of the dealer's -------------------------------------------------


def side_bet_lost_with_folds(strategy: Strategy, table: PayTable) -> SideBet:
    """Return a side bet that is lost with each hand that is folded, whatever the rules say.

    Where a fold depends on a card of the dealer's, over the deals of `paid_if_played`.
    """
    rules = strategy.game.rules
    if not strategy.seen:
        return side_bet(rules, table, strategy.folded)
    if not by_level_alone(table):
        return _bet(rules, table, *paid_if_played(strategy, table))
    counts, lines = Counter[str](), pay_lines.lines_by_level(rules, table)
    for level, (_, *played) in strategy.by_level.items():
        if (line := lines[level]) is not None:
            counts[line.text] += sum(played)
    return _bet(rules, table, counts, strategy.game.total)


def by_level_alone(table: PayTable) -> bool:
    """Return whether the line that is paid depends on the strength of the player's hand alone."""
    bet = table.bet
    of_dealer = bet.hand is Whose.DEALER or bet.versus_dealer or about_colours(table)
    return not (bet.more_cards or of_dealer or names_suit(table))


def paid_if_played(strategy: Strategy, table: PayTable) -> tuple[Counter[str], int]:
    """Return how often each line is paid to hands that are not folded, and of how many deals.

    Of both hands and of what is seen; for a bet on jackpot cards, of the player's hand, the card seen and the
    jackpot cards. The slow equivalent settles every deal.
    """
    rules, matchups = strategy.game.rules, strategy.game.matchups
    if not table.bet.more_cards or rules.sights is not None or names_suit(table):
        return paid_in_deals(rules, table, (matchups, strategy.decisions))
    import numpy as np

    found = cast("FaceUp", matchups)
    ways, whole = ways_seen(rules, table, found.seen)
    live = found.seen.weights * (np.array(strategy.decisions)[found.places] != FOLD)
    texts = (line.text for line in table.lines)
    counts = Counter(dict(zip(texts, (live @ ways).tolist(), strict=True)))
    return counts, int(found.seen.weights.sum()) * whole


def ways_seen(rules: Rules, table: PayTable, seen: CardsSeen) -> tuple[Integers, int]:
    """Return in how many ways each row is paid on each line (rows x lines), and how many ways there are.

    Classes of one suit are split by suit if the table names one.

    Raises:
        RulesError: lines on five cards that are finer than categories.
    """
    import numpy as np

    texts, more, cards = [line.text for line in table.lines], table.bet.more_cards, len(rules.deck) - 3
    if not more:
        paid = [line and line.text for line in paid_lines(rules, table, seen.classes)]
        return np.array([[text == own for text in texts] for own in paid], np.int64)[seen.numbers], 1
    if table.finer:
        problem = "finer lines on five cards beside a card that is seen (Limits in docs/language.md)"
        raise RulesError(("pay_tables", table.wager, table.letter), problem)
    # A dealer's hand holds the card seen and, with the player's three, makes six cards that hold four known
    # ones; jackpot cards do not hold it, so of those that complete the player's hand the ones with it go.
    of_dealer = table.bet.hand is Whose.PLAYER_AND_DEALER
    counter = hand_counter(rules.deck, rules.file.deal.player + more)
    lines = pay_lines.lines_by_category(table).items()
    categories = [[category for category, own in lines if own == text] for text in texts]

    def counted(held: Iterable[Sequence[int]]) -> Integers:
        by_row = (counter.counts(tuple(cards)) for cards in held)
        rows = [[sum(map(counts.__getitem__, of_line)) for of_line in categories] for counts in by_row]
        return np.array(rows)

    found = counted(np.column_stack([seen.hands, seen.cards]).tolist())
    if not of_dealer:
        found = counted(one.cards for one in seen.classes)[seen.numbers] - found
    # Of royal flushes with a sixth card the card seen is one of three.
    suits, lowest = len(rules.deck.suits), len(rules.deck.ranks) - 6
    royals = (dict(pay_lines.royal_ways(rules, table, one)) for one in seen.classes)
    changed = np.array([[ways.get(text, 0) for text in texts] for ways in royals])
    third = (seen.cards // suits >= lowest) & (seen.cards % suits == seen.hands[:, 0] % suits)
    found += changed[seen.numbers] * third[:, np.newaxis]
    return found, comb(cards - 1, more - 1 if of_dealer else more)


def in_every_deal(
    rules: Rules, table: PayTable, decided: tuple[Matchups, Sequence[int]] | PlayerClass
) -> tuple[JointSideBet, Iterator[tuple[int, list[int], list[int]]]]:
    """Return a side bet and, by what is decided, the places of its results and how many deals have each.

    As if nothing were folded, of all deals with all that can be seen, and with jackpot cards for a bet on
    these. Every dealer hand is visited beside one hand of each class. `decided` are the situations of
    the base game with a number for what is done in each; or it is one hand.
    """
    from combin.exact.joint_deals import DealerHands, JointSideBet
    from combin.exact.joint_hands import PlayerClass, player_classes
    from combin.exact.joint_law import aspects_of
    from combin.exact.pay_lines import suit_matters

    own, seen = {table.wager: table}, bool(rules.file.deal.face_up)
    aspects = aspects_of(rules, {table.wager: table.letter}, own, seen=seen)
    deals = DealerHands(rules, aspects)
    bet = JointSideBet(rules, table, deals)
    apart, colours, named = suit_matters(rules, [table]), aspects.colours, aspects.suits_named
    hands: Iterable[PlayerClass] = [decided] if isinstance(decided, PlayerClass) else []
    if not isinstance(decided, PlayerClass):
        hands = player_classes(rules, decided, apart=apart, colours=colours, named=named)

    def settled() -> Iterator[tuple[int, list[int], list[int]]]:
        for held in hands:
            paid = bet.if_played(held)
            for context, numbers in deals.contexts_of(held):
                places, ways = 0 * numbers + paid(context), held.one.weight * numbers
                yield int(context.decision), places.tolist(), ways.tolist()

    return bet, settled()


def paid_in_deals(
    rules: Rules, table: PayTable, decided: tuple[Matchups, Sequence[int]] | PlayerClass
) -> tuple[Counter[str], int]:
    """Return how often each line is paid to hands that are not folded, and of how many deals."""
    counts, total = Counter[str](), 0
    bet, settled = in_every_deal(rules, table, decided)
    for decision, places, numbers in settled:
        total += sum(numbers)
        if decision != FOLD:
            for place, number in zip(places, numbers, strict=True):
                counts[bet.lines[place]] += number
    del counts[""]
    return counts, total
