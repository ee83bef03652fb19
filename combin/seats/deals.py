"""Two seats in one round, which share the dealer's hand and the deck: how often what comes together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from combin.cards.five_cards import SixCardRoyal
from combin.cards.suit_classes import hands_alike, swaps
from combin.exact.arrays import exact_kind
from combin.exact.base_game import FOLD
from combin.exact.joint_deals import DealerHands, JointSideBet
from combin.exact.joint_hands import CASES, MIXED, NOTHING, OTHER, RESULTS, SAME, Context, held_hands, moved
from combin.exact.joint_law import aspects_of, bet_of
from combin.exact.pay_lines import suits_named
from combin.rules.errors import RulesError
from combin.rules.wagers import Whose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from combin.aliases import Progress
    from combin.cards.cards import Deck
    from combin.exact.distribution import Pay
    from combin.exact.joint_deals import Hand
    from combin.exact.joint_hands import PlayerClass
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules

    Floats = NDArray[np.float64]
    Integers = NDArray[np.signedinteger[Any]]

_COLOURS = (SAME, OTHER, MIXED, NOTHING)
_PAIRS = ((0, 1), (0, 2), (1, 2))


def _moved_cards(deck: Deck, moves: Iterable[Sequence[int]]) -> Integers:
    """Return the card (moves x cards) to which each of some moves of the suits moves each different card.

    No card is wild but jokers, which stay.
    """
    kinds = dict.fromkeys(zip(deck.rank_of, deck.suit_of, strict=True))
    place_of = {kind: place for place, kind in enumerate(kinds)}
    joker = len(deck.suits)
    return np.array([[place_of[rank, (*swap, joker)[suit]] for rank, suit in kinds] for swap in moves])


@dataclass(frozen=True)
class TwoSeats:
    """How many of `total` deals give one seat a combination of results, and another seat one as well.

    A combination of `results` has that of each of the `wagers`, in their order; `sums` has the deals by the
    place of that of the one seat and of that of the other.
    """

    wagers: tuple[str, ...]
    results: Sequence[tuple[Pay, ...]]
    sums: Integers
    total: int

    @property
    def places(self) -> Iterator[tuple[int, int, int]]:
        """Yield the places of combinations that come together, and how many deals have them."""
        seats = np.nonzero(self.sums)
        yield from zip(*(column.tolist() for column in (*seats, self.sums[seats])), strict=True)

    @cached_property
    def counts(self) -> Mapping[tuple[tuple[Pay, ...], tuple[Pay, ...]], int]:
        """The deals by the combination of the one seat and that of the other."""
        return {(self.results[one], self.results[other]): count for one, other, count in self.places}


class Alike(NamedTuple):
    """What decides about hands beside one of the dealer's: its level, colour and kind, and the card seen.

    `level` is 0 where nothing compares hands; `cards` are its own where the best five of both hands count.
    """

    level: int
    colour: int
    kind: int
    seen: int | None
    cards: Hand | None = None


class Deals:
    """All hands of three cards of a deck, each with what decides its results beside a dealer hand.

    `on_jackpot_cards` are wagers that look at jackpot cards: of these, results are not told (`SharedCards`).

    Args:
        rules: the game.
        tables: the wagers, and the letter of the pay table of each that has one.
        strategy: how each seat plays, without a look at the others; None without a base wager.

    Raises:
        RulesError: a sight of the dealer's hand that is not counted, or fewer than nine cards.
    """

    def __init__(self, rules: Rules, tables: Mapping[str, str], strategy: Strategy | None) -> None:
        paid = {
            name: rules.tables[name][letter]
            for name, letter in tables.items()
            if name != rules.base and name in rules.tables
        }
        if rules.sights is not None:
            raise RulesError(
                ("deal", "face_up"), "two seats are not counted with such a sight of the dealer's"
            )
        if len(rules.deck) < 9:
            raise RulesError((), f"two seats and a dealer need 9 cards, and there are {len(rules.deck)}")
        self.rules = rules
        self._aspects = aspects_of(rules, tables, paid, seen=strategy is not None and strategy.seen)
        self.around = DealerHands(rules, self._aspects)
        self.on_jackpot_cards = {
            name: JointSideBet(rules, table, self.around)
            for name, table in paid.items()
            if table.bet.hand is Whose.PLAYER_AND_JACKPOT
        }
        self.wagers = tuple(name for name in tables if name not in self.on_jackpot_cards)
        self._bets = [bet_of(rules, name, paid, strategy, self.around, wins=False) for name in self.wagers]
        bonuses = () if strategy is None else strategy.game.tables.values()
        tables_of_own = [table for table in paid.values() if table.bet.hand is Whose.PLAYER]
        of_own = suits_named([*tables_of_own, *bonuses]) | {
            hands.suit
            for table in paid.values()
            for hands, _ in table.sets
            if isinstance(hands, SixCardRoyal) and hands.suit is not None
        }
        self._named = suits_named(paid.values()) | of_own
        # Suits that only pays of a seat's own hand name need not stay where they are: see `variants`.
        alone = rules.deck.single and not self.seen and not self.on_jackpot_cards
        others = (table for table in paid.values() if table not in tables_of_own)
        self._fixed = suits_named(others) if alone else self._named
        decided = None
        if strategy is not None:
            places = {multiple: place for place, multiple in enumerate((FOLD, *rules.multiples))}
            decided = strategy.game.matchups, [places[one] for one in strategy.decisions]
        self._classes = list(held_hands(rules, decided, apart=lambda _: True, colours_apart=False, named=()))
        self._spread()
        self._numbers: dict[Alike, Integers] = {}

    def _spread(self) -> None:
        """Note of each different hand its class, what is decided for it, and its pairs of cards."""
        around = self.around
        self._row_of = {tuple(cards): row for row, cards in enumerate(around.cards.tolist())}
        number = np.zeros(len(around.cards), np.int64)
        decision = np.zeros((len(around.cards), len(around.number)), np.int8, order="F")
        size = len(around.number)
        # The row of each hand by its cards in any order, and -1 where a card would be there twice.
        self.row: Integers = np.full((size,) * 3, -1)
        for order in permutations(around.cards.T):
            self.row[order] = np.arange(len(around.cards))
        deck = self.rules.deck
        swapped = None if deck.wild else _moved_cards(deck, swaps(deck))
        for place, held in enumerate(self._classes):
            if swapped is not None and held.one.suit is None:
                # What is decided against each card of the dealer's moves with the suits of the hand.
                rows = self.row[tuple(swapped[:, self.places(held)].T)]
                number[rows], decision[rows[:, np.newaxis], swapped] = place, np.asarray(held.decision)
                continue
            for hand in self._alike(held):
                row = self._row_of[tuple(sorted(around.place_of[list(hand.one.cards)].tolist()))]
                number[row] = place
                decision[row] = hand.decision
        self._number, self._decision = number, decision
        self.two: Integers = np.zeros((size, size), np.int64)
        self.pairs = np.triu_indices(size)
        self.two[self.pairs] = self.two[self.pairs[::-1]] = np.arange(len(self.pairs[0]))
        self.twos = np.stack([self.two[self.hands[:, a], self.hands[:, b]] for a, b in _PAIRS])

    def _alike(self, held: PlayerClass) -> Iterator[PlayerClass]:
        """Yield the hands of a class with what is decided for each; of a class of one suit that itself."""
        for hand in hands_alike(held.one, self.rules.deck):
            yield moved(held, hand.cards, self.rules)

    @cached_property
    def _of_classes(self) -> tuple[Integers, Integers]:
        """The classes (variants x kinds) into which moves of suits take hands, and the kind of each hand.

        Moves that take the same suits to those that are named lead to the same results: one will do.
        """
        if self._fixed == self._named:
            return np.arange(len(self._classes))[np.newaxis], self._number
        suits = self.rules.deck.suits
        moves = {
            tuple(suits[to] if suits[to] in self._named else None for to in swap): place
            for place, swap in enumerate(self._swaps)
        }
        numbers = self._number[self.moved[[*moves.values()]]]
        classes, kinds = np.unique(numbers, axis=1, return_inverse=True)
        return classes, kinds.reshape(-1)

    def law(self, progress: Progress | None = None) -> TwoSeats:
        """Return the joint law of two seats, of all wagers that are not on jackpot cards.

        It is about all deals of three cards to the dealer and to either seat: 22,100 x 18,424 x 15,180 with
        52 cards. For one dealer hand of each class, the player's hands that it leaves are put together by
        their results; ordered pairs of hands without a common card are counted by inclusion and exclusion
        over what they share. `progress` is told how many kinds of the dealer's hands are done, of how many.

        The slow equivalent goes through all pairs of hands.
        """
        kinds, results = self.variants.shape[1], self.results
        kind = exact_kind(self.total(2) * len(self.variants))  # six decks need more than 64 bits
        sums: Integers = np.zeros((kinds, kinds), kind)
        for done, (known, _, left) in enumerate(self.left_beside(), 1):
            for dealer, pairs in left:
                cards = self.of_cards(pairs)
                disjoint: Integers = self.disjoint(pairs, cards, dealer.one.cards).astype(kind)
                sums[np.ix_(known, known)] += dealer.one.weight * disjoint
            if progress is not None:
                progress(done, len(self.dealers))
        found: Integers = np.zeros((len(results), len(results)), kind)
        for places in self.variants:
            np.add.at(found, (places[:, np.newaxis], places), sums)
        return TwoSeats(self.wagers, results, found // len(self.variants), self.total(2))

    def left_beside(self) -> Iterator[tuple[Integers, Integers, Iterator[tuple[PlayerClass, Integers]]]]:
        """Yield for alike hands of the dealer's which results come, of each hand which of these, and more.

        That is, for each of the dealer's, how many hands with each result and each pair of cards it leaves.
        """
        place_of = np.zeros(self.variants.shape[1], np.int64)
        for alike, dealers in self.dealers.items():
            ids = self.beside(alike)
            self._numbers[alike] = np.bincount(ids, minlength=len(place_of))
            known = np.flatnonzero(self._numbers[alike])
            place_of[known] = np.arange(len(known))
            own = place_of[ids]
            whole = self._pairs_by_kind(own, len(known))
            yield known, own, ((dealer, self._left(own, whole, dealer.one.cards)) for dealer in dealers)

    def total(self, seats: int) -> int:
        """Return how many deals there are to the dealer and so many seats, each for all cards of his seen."""
        hands = (comb(len(self.rules.deck) - 3 * seat, 3) for seat in range(seats + 1))
        return prod(hands) * (3 if self._aspects.face_up else 1)

    @property
    def seen(self) -> bool:
        """Whether a card of the dealer's is seen before the decision."""
        return self._aspects.face_up

    @property
    def both_hands(self) -> bool:
        """Whether a wager is on the best five of both hands."""
        return self._aspects.six

    @cached_property
    def _swaps(self) -> list[tuple[int, ...]]:
        """The moves of suits that leave all results as they are, or take them to those of a variant."""
        suits = self.rules.deck.suits
        same_colour = [[one.colour == other.colour for other in suits] for one in suits]

        def kept(swap: Sequence[int]) -> bool:
            """Tell whether suits are named, or of one colour, as they are before."""
            if any(suits[own] in self._fixed and own != to for own, to in enumerate(swap)):
                return False
            return not self._aspects.colours or same_colour == [
                [same_colour[a][b] for b in swap] for a in swap
            ]

        return [*filter(kept, swaps(self.rules.deck))]

    @cached_property
    def moves(self) -> Integers:
        """Those moves as moves of cards (moves x cards): the place of the card to which each card moves."""
        return _moved_cards(self.rules.deck, self._swaps)

    @cached_property
    def moved(self) -> Integers:
        """The hand (moves x hands) to which each of the `moves` moves each hand."""
        return np.stack([self.row[tuple(move[self.hands].T)] for move in self.moves])

    @property
    def decisions(self) -> Integers:
        """The place of what is done with each hand, where no card of the dealer's is seen."""
        return self._decision[:, 0]

    @property
    def numbers(self) -> Sequence[int]:
        """How often the deck has each different card."""
        return self.around.number

    @cached_property
    def hands(self) -> Integers:
        """All hands (hands x 3): the places of their cards, in order."""
        return np.sort(self.around.cards, axis=1)

    def places(self, held: PlayerClass) -> list[int]:
        """Return the places of the cards of a hand."""
        found: list[int] = self.around.place_of[list(held.one.cards)].tolist()
        return found

    @cached_property
    def dealers(self) -> dict[Alike, list[PlayerClass]]:
        """Return the dealer's hands in classes, by all that decides what a seat comes to beside them.

        A hand of which each card may be seen stands there three times.
        """
        found: dict[Alike, list[PlayerClass]] = {}
        around = self.around
        for dealer in held_hands(
            self.rules,
            None,
            apart=lambda _: False,
            colours_apart=self._aspects.colours,
            named=self._fixed,
        ):
            places = self.places(dealer)
            row = self.row[*places] if self.rules.deck.single else self._row_of[tuple(sorted(places))]
            level = int(around.level[row]) if self._aspects.compared else 0
            colour = int(around.colour[row]) if self._aspects.colours else 0
            kind = int(around.kind[row]) if self._aspects.dealer else 0
            cards = dealer.one.cards if self._aspects.six else None
            for seen in places if self._aspects.face_up else (None,):
                alike = Alike(level, colour, kind, seen, cards)
                found.setdefault(alike, []).append(dealer)
        return found

    def results_beside(self, dealers: Integers, hands: Integers) -> tuple[Integers, Integers]:
        """Return the places of the results of some hands beside some of the dealer's, and which each has.

        The former are for alike hands of the dealer's (alike x hands), the latter for each of them.
        """
        beside, (alike_of, move_of, back) = self.all_beside, self._taken_to
        if self.both_hands:
            moved = back[move_of[dealers, np.newaxis], hands]
            return beside[alike_of[dealers, np.newaxis], moved], np.arange(len(dealers))
        return beside[:, hands], alike_of[dealers]

    @cached_property
    def all_beside(self) -> Integers:
        """The places of the results of all hands beside alike hands of the dealer's (alike x hands)."""
        narrow = np.min_scalar_type(self.variants.shape[1])
        return np.stack([self.beside(alike).astype(narrow) for alike in self.dealers])

    @property
    def alike_of(self) -> Integers:
        """Which of the alike hands of the dealer's each hand would be."""
        return self._taken_to[0]

    @cached_property
    def _taken_to(self) -> tuple[Integers, Integers, Integers]:
        """Of each hand which alike one of the dealer's a move takes to it, and which move; and moves back."""
        alike_of, move_of = np.zeros((2, len(self.hands)), np.int64)
        for place, dealers in enumerate(self.dealers.values()):
            for dealer in dealers:
                rows = self.row[tuple(self.moves[:, self.places(dealer)].T)]
                alike_of[rows], move_of[rows] = place, np.arange(len(rows))
        return alike_of, move_of, np.argsort(self.moved, axis=1)

    def _pairs_by_kind(self, own: Integers, kinds: int, ways: Floats | None = None) -> Integers:
        """Return how many hands of each kind hold each pair of cards, if each is dealt in so many ways."""
        size = len(self.pairs[0])
        weights = None if ways is None else np.tile(ways, 3)
        found = np.bincount((own * size + self.twos).reshape(-1), weights, kinds * size)
        return found.astype(np.int64, copy=False).reshape(kinds, size)

    def _left(self, own: Integers, whole: Integers, cards: Hand) -> Integers:
        """Return how many hands of each kind with each pair of cards a dealer's hand leaves."""
        if not self.rules.deck.single:
            return self._pairs_by_kind(own, len(whole), self.around.ways_beside(cards))
        places, size = self.around.place_of[list(cards)], whole.shape[1]
        # Where each card is there once, a pair and a card of the dealer's are one hand, which is gone.
        rows = self.row[places[:, np.newaxis], *self.pairs]
        pairs = np.broadcast_to(np.arange(size), rows.shape)[rows >= 0]
        gone = np.bincount(own[rows[rows >= 0]] * size + pairs, minlength=whole.size)
        found: Integers = whole - gone.reshape(whole.shape)
        found[:, self.two[places]] = 0
        return found

    def ways_of_pairs(self, numbers: Integers) -> Integers:
        """Return in how many ways each pair comes (... x pairs) from so many of each card (... x cards)."""
        first, second = self.pairs
        same = first == second
        found: Integers = numbers.take(first, axis=-1) * (numbers.take(second, axis=-1) - same) >> same
        return found

    def of_cards(self, pairs: Integers) -> Integers:
        """Return how many hands of each kind hold each card, if `pairs` has how many hold each two cards."""
        # Each card is in two pairs of a hand, one of equal cards counted twice.
        found: Integers = (pairs.take(self.two, axis=1).sum(axis=2) + pairs[:, self.two.diagonal()]) // 2
        return found

    def disjoint(self, pairs: Integers, cards: Integers, dealer: Hand) -> Integers:
        """Return how many ordered pairs of hands share no card, by the kinds of both.

        With a(S) the hands of a kind that hold all cards of S, that is the sum of (-1)^|S| a(S) b(S) over all
        sets of up to three cards: hands that share cards are counted once for each subset of these, and half
        of the subsets have an even number. Three cards are the hand itself.

        Args:
            pairs: how many hands of each kind hold each pair of cards.
            cards: how many hold each card, as `of_cards` has it.
            dealer: the hand that leaves them.
        """
        gone = np.bincount(self.around.place_of[list(dealer)], minlength=len(self.numbers))
        left = np.array(self.numbers) - gone
        hands = cards.sum(axis=1) // 3
        # Of equal cards each is in as many hands as another: a set of cards stands for all sets like it.
        one_shared = cards @ (cards // np.maximum(left, 1)).T
        if self.rules.deck.single:
            # Each of a kind's hands has three pairs, of which no other kind has more hands than the most.
            most = 3 * int(hands.max(initial=0)) * int(pairs.max(initial=0))
            each = pairs = pairs.astype(np.float32 if most < 1 << 24 else np.float64)
        else:
            each = pairs // np.maximum(self.ways_of_pairs(left), 1)
        two_shared = (pairs @ each.T).astype(np.int64)
        found: Integers = np.outer(hands, hands) - one_shared + two_shared - np.diag(hands)
        return found

    @property
    def results(self) -> list[tuple[Pay, ...]]:
        """All combinations of results."""
        return self._found[0]

    @property
    def variants(self) -> Integers:
        """The places of the results (variants x places) for which each of those `beside` hands stands.

        There are several where some suit is named that moves of suits change, such as that of one royal: one
        of the dealer's hands then stands for others beside which suits are named another way.
        """
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[list[tuple[Pay, ...]], Integers, Integers]:
        """All combinations of results, the `variants`, and their places by kind and all that lies around."""
        aspects = self._aspects
        sizes = (
            len(self.rules.multiples) + 1 if aspects.face_up else 1,
            CASES,
            len(_COLOURS) if aspects.colours else 1,
            self.around.kinds,
            self.around.sixes if aspects.six else 1,
        )
        decision, case, colour, kind, six = np.indices(sizes)
        colours = np.array(_COLOURS)[colour]
        places: dict[tuple[int, ...], int] = {}
        found = np.zeros((len(self._classes), *sizes), np.int64)
        for place, held in enumerate(self._classes):
            decided = decision if aspects.face_up else held.decision
            around = Context(decision=decided, case=case, colour=colours, kind=kind, six=six)
            told = [np.broadcast_to(bet.results(held)(around), sizes).reshape(-1) for bet in self._bets]
            keys = zip(*(one.tolist() for one in told), strict=True) if told else [()] * prod(sizes)
            found[place] = np.reshape([places.setdefault(key, len(places)) for key in keys], sizes)
        # Several lines may pay the same.
        results: dict[tuple[Pay, ...], int] = {}
        same = [
            results.setdefault(
                tuple(bet.pays[place] for bet, place in zip(self._bets, key, strict=True)), len(results)
            )
            for key in places
        ]
        number, (classes, _) = len(results), self._of_classes
        of_variants: Integers = np.array(same)[found][classes]
        codes, variants = of_variants[0], [np.arange(number)]
        for other in of_variants[1:]:
            together, back = np.unique(codes * number + other, return_inverse=True)
            codes = back.reshape(codes.shape)
            variants = [*(own[together // number] for own in variants), together % number]
        return list(results), np.array(variants), codes

    def numbers_beside(self, alike: Alike) -> Integers:
        """Return how many of all hands come to each result beside such hands of the dealer."""
        if alike not in self._numbers:
            self._numbers[alike] = np.bincount(self.beside(alike), minlength=self.variants.shape[1])
        return self._numbers[alike]

    def beside(self, alike: Alike) -> Integers:
        """Return the places of the results that each hand comes to beside such hands of the dealer."""
        around, level, compare = self.around, alike.level, self.rules.ranking.compare
        # The hands stand weakest first: those that beat the dealer come last, and before them those that tie.
        upsets = [some for upset in self.rules.ranking.upsets for some in upset]
        borders = sorted({0, level, level + 1, *(one for some in upsets for one in (some.start, some.stop))})
        lengths = np.diff(np.searchsorted(around.level, borders), append=len(around.level))
        results = np.array([1 - compare(own, level) for own in borders])
        return self._places(alike, np.repeat(results, lengths))

    def by_result(self, alike: Alike) -> Integers:
        """Return the same (results x hands) if each hand wins, ties or loses, whatever its strength."""
        return np.stack([self._places(alike, np.array(result)) for result in range(RESULTS)])

    def _places(self, alike: Alike, results: Integers) -> Integers:
        """Return the places of what hands come to with these results against such hands of the dealer."""
        around, (_, _, found) = self.around, self._found
        by_class, by_decision, by_case, by_colour, by_kind, by_six = (
            step // found.itemsize for step in found.strides
        )
        places = (results + RESULTS * (alike.level >= self.rules.qualifies)) * by_case
        places = places + self._of_classes[1] * by_class + alike.kind * by_kind
        if self._aspects.colours:
            own = around.colour
            theirs = MIXED if alike.colour == NOTHING else np.where(own == alike.colour, SAME, OTHER)
            places += np.where(own == NOTHING, _COLOURS.index(NOTHING), theirs) * by_colour
        if alike.cards is not None:
            places += around.six(alike.cards) * by_six
        if alike.seen is not None:
            places += self._decision[:, alike.seen].astype(np.int64) * by_decision
        return found.reshape(-1).take(places)


_BITS = 31
"""What all hands together net has no more, so that its square is sure to fit into 64."""


_AT_A_TIME = 32
"""Of the dealer's hands, so that what is at work stays small."""


def sum_of_products(deals: Deals, nets: Sequence[int], squares: int) -> int | None:
    """Return the sum over all deals of what one seat nets times what another one does.

    None where it takes the joint law: where both hands count together or hands are not in one order, and for
    very large nets.

    Beside hands of the dealer's that differ by their strength alone, a hand wins against the weaker ones,
    and loses to the stronger. So what hands with each two cards net beside each strength is a running sum.

    Args:
        deals: all deals.
        nets: what each of the `results` nets.
        squares: the sum over all deals to one seat of the square of what it nets.

    The slow equivalent is `sum(count * nets[a] * nets[b] for a, b, count in deals.law().places)`.
    """
    rules = deals.rules
    most = max(map(abs, nets), default=0) * comb(len(rules.deck), 3)
    if deals.both_hands or rules.ranking.upsets or most.bit_length() > _BITS:
        return None
    groups: dict[Alike, dict[int, list[PlayerClass]]] = {}
    for alike, dealers in deals.dealers.items():
        lowest = rules.qualifies if alike.level >= rules.qualifies else 0
        groups.setdefault(alike._replace(level=lowest), {})[alike.level] = dealers
    hands = _Hands(deals)
    found, variants = 0, np.array(nets)[deals.variants]
    for alike, of_level in groups.items():
        places = deals.by_result(alike)
        found += sum(hands.beside(of_variant[places], of_level) for of_variant in variants)
    return found // len(variants) - squares


class _Hands:
    """All hands by their strength, and by each of their cards with the two others.

    `with_pair` has the hand (cards x pairs), or else a last one that is none, and `levels` its strength.
    """

    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        rows = deals.row[:, *deals.pairs]
        self._with_pair = np.where(rows < 0, len(deals.hands), rows).astype(np.int32)
        self._levels = np.append(deals.around.level, 0).astype(np.int32)[self._with_pair]

    def beside(self, nets: Integers, of_level: Mapping[int, Sequence[PlayerClass]]) -> int:
        """Return the sum beside some of the dealer's hands, those with the same one twice among them.

        Args:
            nets: what hands net that win, tie or lose (results x hands).
            of_level: the dealer's hands.
        """
        deals, found = self._deals, 0
        levels = np.array(sorted(of_level), np.int32)
        sums, known = self._running(nets, levels), np.pad(nets.astype(np.int32), ((0, 0), (0, 1))).reshape(-1)
        every = np.arange(len(deals.numbers))
        dealers = [(place, one) for place, level in enumerate(levels.tolist()) for one in of_level[level]]
        for start in range(0, len(dealers), _AT_A_TIME):
            some = dealers[start : start + _AT_A_TIME]
            place = np.array([place for place, _ in some])
            cards = np.array([deals.places(dealer) for _, dealer in some])
            # Two cards and one of the dealer's are one hand, which is gone. Of equal cards each is in as many
            # hands as another: what is counted for one of them holds for all that the dealer leaves.
            results = 1 - np.sign(self._levels[cards] - levels[place, np.newaxis, np.newaxis])
            gone = known.take(results * np.int32(len(deals.hands) + 1) + self._with_pair[cards])
            each = sums[place] - gone.sum(axis=1, dtype=np.int64)
            number = np.array(deals.numbers) - (cards[:, :, np.newaxis] == every).sum(axis=1)
            left = each * deals.ways_of_pairs(number)
            of_cards = deals.of_cards(left)
            # Hands that share a card are taken out, and those that share two, once too often, put in again
            # (`Deals.disjoint`). Each hand has three pairs of cards.
            products = (left.sum(axis=1) // 3) ** 2 + (left * each).sum(axis=1)
            products -= (of_cards * (of_cards // np.maximum(number, 1))).sum(axis=1)
            weights = [dealer.one.weight for _, dealer in some]
            found += sum(map(int.__mul__, weights, products.tolist()))
        return found

    def _running(self, nets: Integers, levels: Integers) -> Integers:
        """Return what hands with two cards, of all equal ones, net beside each level (levels x pairs)."""
        deals, level = self._deals, self._deals.around.level
        won, tied, lost = nets * deals.around.ways
        size = len(deals.pairs[0])
        at = np.searchsorted(levels, level)
        ties = levels[np.minimum(at, len(levels) - 1)] == level
        # From one level on a hand no longer wins: there it ties, or has lost already.
        steps = np.zeros((len(levels) + 2) * size)
        for place, step in (
            (np.zeros_like(at), won),
            (at, np.where(ties, tied, lost) - won),
            (at + 1, np.where(ties, lost - tied, 0)),
        ):
            steps += np.bincount((place * size + deals.twos).reshape(-1), np.tile(step, 3), len(steps))
        found: Integers = steps.reshape(-1, size)[: len(levels)].cumsum(axis=0).astype(np.int64)
        return found // np.maximum(deals.ways_of_pairs(np.array(deals.numbers)), 1)
