"""Hands of the player with all dealer hands and jackpot cards that can be dealt, and the wagers on them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from combin.cards.cards import JOKER, ColourLine
from combin.cards.five_cards import FiveCardCategory, SixCardRoyal
from combin.exact.base_game import FOLD
from combin.exact.distribution import LOST, Pay, base_pay, pay_of
from combin.exact.joint_hands import CASES, FOLDED, MIXED, NOTHING, OTHER, RESULTS, SAME, AddedCards, Context
from combin.exact.pay_lines import about_colours, line_of
from combin.rules.errors import three_cards_only
from combin.rules.outcomes import HIGHER, bet_lines, endings
from combin.rules.wagers import Compared, Whose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from combin.aliases import Floats
    from combin.cards.cards import Card
    from combin.exact.joint_hands import Features, Places, PlayerClass
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules
    from combin.rules.tables import Line, PayTable

    Integers = NDArray[np.signedinteger[Any]]
    Hand = tuple[int, ...]


class DealerHands:
    """All dealer hands, weakest first, and all pairs of jackpot cards.

    `cards` (hands x 3) are places among the different cards of the deck; `ways` is how many hands of the deck
    have these.
    """

    def __init__(self, rules: Rules, aspects: Features) -> None:
        three_cards_only(rules.file.deal.player, "wagers that the dealer's cards decide together")
        self.rules = rules
        self.aspects = aspects
        deck, by_level = rules.deck, rules.ranking.different_hands
        self.number = [deck.number(card) for card in dict.fromkeys(deck.cards)]
        self.place_of: Integers = np.repeat(np.arange(len(self.number)), self.number)
        self.suit: Integers = np.array(deck.suit_of)[np.cumsum(self.number) - 1]
        cards = self.place_of[np.array([hand for hands in by_level for hand in hands], np.int64)]
        level = np.repeat(np.arange(len(by_level)), [len(hands) for hands in by_level])
        self.cards: Integers = np.asfortranarray(cards)
        self.level: Integers = level
        self.times: Integers = np.zeros((len(self.number), len(cards)), np.int64)
        for column in cards.T:
            self.times[column, np.arange(len(cards))] += 1
        self._less = cache(self._with_less_of)
        self._colour_beside = cache(self._beside_colour)
        # Floats hold integers below 2^53 exactly, and are summed without turning each into another.
        self.ways: Floats = np.ones(len(cards))
        for number, times in zip(self.number, self.times, strict=True):
            self.ways *= _choices(number)[times]

    def contexts_of(self, player: PlayerClass) -> Iterator[tuple[Context, Integers]]:
        """Yield what can be dealt besides a hand, and in how many ways.

        The dealer hands, weakest first, come in runs of one case each; of a run those are counted together
        that have the same number for all else that is looked at. Where the player decides by the card that
        is seen, each dealer hand counts three times, for the card may be any; so with two, once with all.
        """
        hand = player.one.cards
        starts, cases = self._runs(player.one.strength.level)
        looked = self._looked(hand)
        sizes = (*(most for most, _ in looked.values()), len(starts))
        # Each dealer hand gets one number: what is looked at, as digits of different bases, and last the run
        # that it is in. One bincount of these then counts all dealer hands at once, whatever the wagers look
        # at. The hands stand weakest first, so that a case is a stretch of them, and adding 1 from each start
        # on numbers the stretches.
        if looked:
            first, *others = looked.values()
            codes = first[1]
            for most, values in others:
                codes = codes * most
                codes += values
            codes = codes * len(starts)
            for start in starts[1:].tolist():
                codes[start:] += 1

        def counted(ways: Floats) -> Integers:
            """Number of ways in which each code comes, if each dealer hand does in so many."""
            sums = np.bincount(codes, ways, prod(sizes)) if looked else np.add.reduceat(ways, starts)
            return sums.astype(np.int64)

        # Jackpot cards are not visited: of an outcome it is enough to know how many pairs make it with
        # each dealer hand dealt, and that number is the hand's weight. Pairs that pay nothing are the rest.
        fives = [*self._pairs_by_outcome(hand)]
        for decision, ways in self._decided(player):
            rest = counted(ways)
            some = np.flatnonzero(rest)
            *found, run = np.unravel_index(some, sizes)
            common: dict[str, Places] = dict(zip(looked, found, strict=True))
            common |= {"decision": decision, "case": cases[run]}
            if self.aspects.five is not None:
                rest *= comb(len(self.rules.deck) - 6, 2)
            for five, left in fives:
                numbers = counted(ways * left)
                rest -= numbers
                yield Context(**common, five=five), numbers[some]
            yield Context(**common), rest[some]

    def ways_beside(self, hand: Hand) -> Floats:
        """Number of ways in which each dealer hand is dealt besides a hand."""
        # In how many ways a hand of several decks is dealt is a product over its different cards, so a card
        # in the hand changes one factor. The division is exact: that factor is in the product.
        ways = self.ways.copy()
        if self.rules.deck.single:  # half the time
            for place in self.place_of[list(hand)].tolist():
                ways[self._less(place, 1)[0]] = 0
            return ways
        for place, often in Counter(self.place_of[list(hand)].tolist()).items():
            rows, before, after = self._less(place, often)
            ways[rows] = ways[rows] / before * after
        return ways

    def _decided(self, player: PlayerClass) -> Iterator[tuple[int, Floats]]:
        """Yield the decisions for a hand, and in how many ways each dealer hand comes with each."""
        ways = self.ways_beside(player.one.cards)
        if isinstance(player.decision, int):
            yield player.decision, len(self.sights) * ways if self.aspects.face_up else ways
            return
        *others, last = np.unique(player.decision).tolist()
        rest = len(self.sights) * ways
        for decision in others:
            taken = (player.decision == decision).astype(np.float64)
            decided = ways * sum(taken[seen] for seen in self.sights)
            rest -= decided
            yield decision, decided
        yield last, rest

    @cached_property
    def sights(self) -> Sequence[Integers]:
        """What can be seen of each dealer hand, way by way: one of its cards, or a sight of it."""
        sights = self.rules.sights
        if sights is None:
            return list(self.cards.T)
        first = np.cumsum(self.number, dtype=np.int64) - self.number
        return list(sights.of_hands(first[self.cards], self.level).T)

    def _with_less_of(self, place: int, less: int) -> tuple[Integers, Floats, Floats]:
        """The rows with a card, and for each in how many ways it is dealt with all or `less` of them."""
        number, rows = self.number[place], np.flatnonzero(self.times[place])
        times = self.times[place, rows]
        return rows, _choices(number)[times], _choices(number - less)[times]

    def _looked(self, hand: Hand) -> dict[str, tuple[int, Integers]]:
        """Number of values of each thing that is looked at but the case, and all of them."""
        found = {}
        if self.aspects.colours:
            own, *others = {*self._colours[self.suit[self.place_of[list(hand)]]].tolist()}
            if not others:
                found["colour"] = 3, self._colour_beside(own)
        if self.aspects.dealer:
            found["kind"] = len(self.dealer_kinds[1]), self.dealer_kinds[0]
        if self.aspects.six is not None:
            found["six"] = self.aspects.six.royal + 1, self.six(hand)
        return found

    # -- what wagers look at, of every dealer hand -----------------------------------------------------

    def _runs(self, level: int) -> tuple[Integers, Integers]:
        """Where the runs of dealer hands of one case against a level begin, and their cases."""
        if not self.aspects.compared:
            return np.zeros(1, np.int64), np.zeros(1, np.int64)
        ranking, qualifies = self.rules.ranking, self.rules.qualifies
        borders = {0, level, level + 1, qualifies}
        borders |= {one for upset in ranking.upsets for some in upset for one in (some.start, some.stop)}
        starts = sorted({self._first[one] for one in borders} - {len(self.level)})
        levels = self.level[starts].tolist()
        cases = [1 - ranking.compare(level, one) + RESULTS * (one >= qualifies) for one in levels]
        return np.array(starts), np.array(cases)

    @cached_property
    def _first(self) -> list[int]:
        """The first dealer hand of each level, and one beyond the last."""
        levels = np.arange(len(self.rules.ranking.strengths) + 1)
        found: list[int] = np.searchsorted(self.level, levels).tolist()
        return found

    @cached_property
    def colour(self) -> Integers:
        """The colour of each dealer hand of one colour, as a number."""
        shown = self._colours[self.suit[self.cards]]
        return np.where((shown == shown[:, :1]).all(axis=1), shown[:, 0], NOTHING)

    def _beside_colour(self, own: int) -> Integers:
        """How the colour of each dealer hand is to that of a hand of one colour."""
        return np.where(self.colour == own, SAME, np.where(self.colour == NOTHING, MIXED, OTHER))

    @cached_property
    def _colours(self) -> Integers:
        """The colour of each suit as a number; tables about colours are for decks without jokers."""
        names = [suit.colour for suit in self.rules.deck.suits]
        return np.array([names.index(name) for name in names])

    @cached_property
    def dealer_kinds(self) -> tuple[Integers, list[tuple[Line | None, ...]]]:
        """The kind of each dealer hand, and what the tables about it pay each kind."""
        # Hands of one level that show the same suits, or jokers, are asked about once.
        suits = (*self.rules.deck.suits, JOKER.suit)
        shown = np.bitwise_or.reduce(np.left_shift(1, self.suit[self.cards]), axis=1)
        each, told = np.unique(np.stack([self.level, shown], axis=1), axis=0, return_inverse=True)
        kinds: dict[tuple[Line | None, ...], int] = {}
        kind_of = []
        for level, marks in each.tolist():
            own = frozenset(suit for place, suit in enumerate(suits) if marks >> place & 1)
            lines = tuple(line_of(table, level, own) for table in self.aspects.dealer)
            kind_of.append(kinds.setdefault(lines, len(kinds)))
        return np.array(kind_of)[told.reshape(-1)], list(kinds)

    def paid(self, table: PayTable) -> list[Line | None]:
        """What one of the tables about the dealer's hand pays each kind."""
        column = self.aspects.dealer.index(table)
        return [lines[column] for lines in self.dealer_kinds[1]]

    def six(self, hand: Hand) -> Integers:
        """The place of the outcome of the best five of a hand with each dealer hand."""
        outcomes, deck = self.aspects.six, self.rules.deck
        if outcomes is None:
            raise ValueError("no wager is on the best five of both hands")
        places = self._dealers.of_kinds(hand, outcomes.place_of)
        if self.aspects.royal and SixCardRoyal().holds([deck.cards[card] for card in hand], deck):
            suit, lowest = deck.suit_of[hand[0]], len(deck.ranks) - 6
            kinds = zip(deck.rank_of, deck.suit_of, strict=True)
            royal = [card for card, (rank, of) in enumerate(kinds) if of == suit and rank >= lowest]
            rest = [card for card in royal if card not in hand]
            places[self.times[rest].all(axis=0)] = outcomes.royal
        return places

    @cached_property
    def _dealers(self) -> AddedCards:
        return AddedCards(self.rules.deck, [tuple(cards) for cards in self.cards.tolist()])

    # -- jackpot cards ---------------------------------------------------------------------------------

    @cached_property
    def _pairs(self) -> AddedCards:
        return AddedCards(self.rules.deck, list(combinations(range(len(self.rules.deck)), 2)))

    def _pairs_by_outcome(self, hand: Hand) -> Iterator[tuple[int, Floats]]:
        """Yield outcomes that pay and can come, and of their cards how many each dealer hand leaves."""
        if self.aspects.five is not None:
            places = self.five(hand)
            for place in (place for place, lines in enumerate(self.aspects.five.lines) if any(lines)):
                if len(pairs := self._pairs.cards[places == place]):
                    yield place, self._pairs_left(pairs)

    def five(self, hand: Hand) -> Integers:
        """The place of the outcome of a hand with each pair of jackpot cards."""
        if self.aspects.five is None:
            raise ValueError("no wager is on jackpot cards")
        places = self._pairs.of_kinds(hand, self.aspects.five.place_of)
        own = np.zeros(len(self.rules.deck), np.bool_)
        own[list(hand)] = True
        places[own[self._pairs.cards].any(axis=1)] = NOTHING
        return places

    def _pairs_left(self, pairs: Integers) -> Floats:
        """Number of some pairs that share no card with each of the dealer hands."""
        # That is n - (sum over its cards of the pairs with the card) + (its own pairs). A card of it is in
        # two of its twos, so that each of these counts half of it: halves are exact in floats.
        size = len(self.rules.deck)
        both = np.zeros((size, size), np.int64)
        both[pairs[:, 0], pairs[:, 1]] = both[pairs[:, 1], pairs[:, 0]] = 1
        with_card = both.sum(axis=1)
        untouched = (both - (with_card[:, np.newaxis] + with_card) / 2).reshape(-1)
        first, second, third = self._twos
        left: Floats = len(pairs) + untouched.take(first)
        left += untouched.take(second)
        left += untouched.take(third)
        return left

    @cached_property
    def _twos(self) -> Integers:
        """The three ways to take two cards of each dealer hand, each two as one number."""
        first, second, third = self.cards.T
        size = len(self.rules.deck)
        return np.stack([first * size + second, first * size + third, second * size + third])


def _choices(number: int) -> Floats:
    """Number of ways in which none, one, two or three of that many equal cards are chosen."""
    return np.array([comb(number, of) for of in range(4)], np.float64)


class BaseWager:
    """The base wager with what equals and raises it, and its bonuses.

    With `wins` its results distinguish what each of these wins.
    """

    def __init__(self, strategy: Strategy, *, wins: bool) -> None:
        self.pays: list[Pay] = []
        self._game = strategy.game
        self._wins = wins
        self._places: dict[tuple[int, tuple[Fraction, ...]], int] = {}
        self._by_lines: dict[int, NDArray[np.int64]] = {}
        four = [0] * RESULTS + [1, 2, 3]
        self._cases = four if len(self._game.rules.cases) < CASES else list(range(CASES))

    def results(self, player: PlayerClass) -> Callable[[Context], Places]:
        """What tells the place among `pays`, by what is dealt besides a hand."""
        lines = self._game.line(player.index)
        if lines not in self._by_lines:
            decisions = (FOLD, *self._game.rules.multiples)
            self._by_lines[lines] = np.array([self._of(player.index, decision) for decision in decisions])
        places = self._by_lines[lines]
        return lambda context: places[context.decision, context.case]

    def _of(self, index: int, decision: int) -> list[int]:
        """The place of the result of a decision in each of the `CASES`."""
        game, places = self._game, []
        nets = game.nets(index, decision)
        wins = (game.wins(index, decision) if self._wins else ()) or ((),) * len(nets)
        for key in zip(nets, wins, strict=True):
            if key not in self._places:
                self._places[key] = len(self.pays)
                self.pays.append(base_pay(game.rules, Fraction(key[0], game.unit), key[1]))
            places.append(self._places[key])
        return [places[case] for case in self._cases]


class JointSideBet:
    """A bet or jackpot wager with one of its pay tables; it is lost at place 0.

    `lines` has for each place the text of the line that pays, and whether that is for a hand tied or beaten;
    of a bet on which hand is higher the result, with the text of a line that pays it.
    """

    def __init__(self, rules: Rules, table: PayTable, deals: DealerHands) -> None:
        rows = bet_lines(rules, table.wager, table.letter)
        rows.pop("nothing", None)
        self.pays = [LOST, *(pay_of(table, row) for row in rows.values())]
        self.lines = ["", *rows]
        self._deck = rules.deck
        self._table = table
        self._places = {text: place for place, text in enumerate(self.lines)}
        self.lost_with_fold = table.bet.loses_on_fold
        if table.bet.hand is Whose.DEALER or table.bet.hand.of_both:
            self._of_kind = np.array([self._place(line) for line in deals.paid(table)])
        if table.bet.hand is Whose.EITHER:
            finest_first = (line.text for line in table.lines)
            in_order = sorted(finest_first, key=lambda text: -rows[text].odds(table.stake))
            self._rank = np.array([len(in_order), *map(in_order.index, rows)])
        # Of these the last place is for `NOTHING`.
        self._of_colour = np.array([*(self._place(_line_of(table, one)) for one in (SAME, OTHER, MIXED)), 0])
        with_dealer = table.bet.hand is Whose.PLAYER_AND_DEALER
        outcomes = deals.aspects.six if with_dealer else deals.aspects.five
        if outcomes is not None and table.bet.more_cards:
            # Behind the outcomes there is a place for six cards of one suit, and one for `NOTHING`.
            self._of_outcome = np.array([*map(self._place, outcomes.paid(table)), 0, 0])
        self._by_result, places = None, self._places
        if table.bet.versus_dealer:
            told = endings(rules, table)
            results = [[places.get(text + ending, places[text]) for ending in told] for text in self.lines]
            self._by_result = np.array(results)
        elif table.wager in rules.comparisons:
            texts, higher = ["", *(line.text for line in table.lines)], HIGHER.values()
            results = [[places.get(f"{told}: {text}", places[told]) for told in higher] for text in texts]
            self._by_result = np.array(results)
            self._places = {text: place for place, text in enumerate(texts)}

    def _place(self, line: Line | None) -> int:
        return 0 if line is None else self._places[line.text]

    def results(self, player: PlayerClass) -> Callable[[Context], Places]:
        """What tells the place among `pays`, by what is dealt besides a hand."""
        paid = self.if_played(player)
        if not self.lost_with_fold:
            return paid
        return lambda context: np.where(np.equal(context.decision, FOLDED), 0, paid(context))

    def if_played(self, player: PlayerClass) -> Callable[[Context], Places]:
        """What tells the place if the player does not fold."""
        # Each kind of table looks at one thing. What the player's cards decide of it is computed here, once
        # a hand; what is left is a look-up in an array, which settles all that is dealt besides in one step.
        cards = [self._deck.cards[card] for card in player.one.cards]
        hand = self._table.bet.hand
        if hand is Whose.DEALER:
            places = self._by_result
            if places is not None:
                return lambda context: places[self._of_kind[context.kind], context.case % RESULTS]
            return lambda context: self._of_kind[context.kind]
        if hand is Whose.PLAYER_AND_JACKPOT:
            return lambda context: self.of_five(context.five)
        if hand is Whose.PLAYER_AND_DEALER:
            of_six = self._of_outcome.copy()
            of_six[-2] = self._place(self._royal(cards))
            return lambda context: of_six[context.six]
        if about_colours(self._table):
            return lambda context: self._of_colour[context.colour]
        place = self._place(line_of(self._table, player.one.strength.level, self._deck.suits_shown(cards)))
        if hand.of_both:
            return lambda context: self._of_both(place, context)
        if self._by_result is None:
            return lambda _: place
        by_result = self._by_result[place]
        return lambda context: by_result[context.case % RESULTS]

    def of_five(self, five: Places) -> Places:
        """The place of what a hand wins with jackpot cards, by the outcome of its five cards."""
        return self._of_outcome[five]

    def _of_both(self, own: int, context: Context) -> Places:
        """The place of one of both hands, of which the player's has its `own`."""
        if self._table.bet.hand is Whose.EITHER:
            theirs = self._of_kind[context.kind]
            return np.where(self._rank[theirs] < self._rank[own], theirs, own)
        results = np.asarray(context.case % RESULTS)
        dealers = np.array([self._table.bet.hand.is_dealers(result) for result in Compared])[results]
        places = np.where(dealers, self._of_kind[context.kind], own)
        return places if self._by_result is None else self._by_result[places, results]

    def _royal(self, cards: Sequence[Card]) -> Line | None:
        """The line of a royal flush with a sixth card, of which the player has three."""
        for hands, line in self._table.sets:
            if isinstance(hands, SixCardRoyal) and hands.holds(cards, self._deck):
                return line
        ace = len(self._deck.ranks) - 1
        return self._table.line_of_best(FiveCardCategory.ROYAL_FLUSH, ace, cards[0].suit)


def _line_of(table: PayTable, dealer: int) -> Line | None:
    """The line that pays a player's hand of one colour, by the dealer's colours."""
    finest = {ColourLine.SAME: SAME, ColourLine.EACH: OTHER, ColourLine.PLAYER: MIXED}  # each in the next
    for hands, line in table.sets:
        if isinstance(hands, ColourLine) and dealer <= finest[hands]:
            return line
    return None
