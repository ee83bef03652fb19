"""Two seats in one round, which share the dealer's hand and the deck: how often what comes together."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import comb, lcm, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from combin.cards.five_cards import SixCardRoyal
from combin.cards.suit_classes import hands_alike
from combin.exact.arrays import exact_kind
from combin.exact.joint_deals import DealerHands, JointSideBet
from combin.exact.joint_hands import (
    CASES,
    MIXED,
    NOTHING,
    OTHER,
    RESULTS,
    SAME,
    Context,
    decided_by,
    moved,
    player_classes,
    suit_moves,
)
from combin.exact.joint_law import aspects_of, bet_of, paid_tables
from combin.exact.pay_lines import suits_named
from combin.rules.errors import RulesError
from combin.rules.wagers import Whose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from combin.aliases import Floats, Progress
    from combin.exact.distribution import Pay
    from combin.exact.joint_deals import Hand
    from combin.exact.joint_hands import PlayerClass
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules

    Integers = NDArray[np.signedinteger[Any]]

_COLOURS = (SAME, OTHER, MIXED, NOTHING)
_PAIRS = ((0, 1), (0, 2), (1, 2))


class TwoSeats(Struct, frozen=True, dict=True):
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
        """The places of combinations that come together, and how many deals have them."""
        seats = np.nonzero(self.sums)
        yield from zip(*(column.tolist() for column in (*seats, self.sums[seats])), strict=True)

    @cached_property
    def counts(self) -> Mapping[tuple[tuple[Pay, ...], tuple[Pay, ...]], int]:
        """The deals by the combination of the one seat and that of the other."""
        return {(self.results[one], self.results[other]): count for one, other, count in self.places}

    def covariances(self, terms: Mapping[str, tuple[Fraction, Fraction]]) -> dict[tuple[str, str], Fraction]:
        """The covariance of a wager in one seat with a wager in another, in squared money.

        Args:
            terms: the stake of each wager, and what its meter shows.
        """
        nets: dict[str, tuple[int, list[int]]] = {
            name: in_units([pays[place].net(*terms[name]) for pays in self.results])
            for place, name in enumerate(self.wagers)
        }
        deals: NDArray[Any] = self.sums.astype(object)
        alone = deals.sum(axis=1)
        means = {name: Fraction(alone.dot(own), unit * self.total) for name, (unit, own) in nets.items()}
        covariances = {}
        for name, (unit, own) in nets.items():
            beside = deals.dot(own)
            for other, (other_unit, others) in nets.items():
                product = Fraction(beside.dot(others), unit * other_unit * self.total)
                covariances[name, other] = product - means[name] * means[other]
        return covariances


def in_units(amounts: Sequence[Fraction]) -> tuple[int, list[int]]:
    """The least number of parts of one in which amounts are whole, and the amounts in such parts."""
    unit = lcm(*(amount.denominator for amount in amounts))
    return unit, [int(amount * unit) for amount in amounts]


class DealerKey(NamedTuple):
    """What decides the results of seats against a dealer's hand: its level, colour and kind, the card seen.

    `level` is 0 where nothing compares hands; `cards` are its own where the best five of both hands count.
    """

    level: int
    colour: int
    kind: int
    seen: int | None
    cards: Hand | None = None


class Deals:
    """All hands of three cards of a deck, each with what decides its results against a dealer's hand.

    `on_jackpot_cards` are wagers that look at jackpot cards: their results are those of `JackpotCards`.

    Args:
        rules: the game.
        tables: the wagers, and the letter of the pay table of each that has one.
        strategy: how each seat plays, without a look at the others; None without a base wager.

    Raises:
        RulesError: an observation of the dealer's hand that is not counted, or fewer than nine cards.
    """

    def __init__(self, rules: Rules, tables: Mapping[str, str], strategy: Strategy | None) -> None:
        paid = paid_tables(rules, tables)
        if rules.sights is not None:
            raise RulesError(
                ("deal", "face_up"), "two seats are not counted with such a sight of the dealer's"
            )
        if len(rules.deck) < 9:
            raise RulesError((), f"two seats and a dealer need 9 cards, and there are {len(rules.deck)}")
        self.rules = rules
        self._aspects = aspects_of(rules, tables, paid, seen=strategy is not None and strategy.seen)
        self.every = DealerHands(rules, self._aspects)
        self.on_jackpot_cards = {
            name: JointSideBet(rules, table, self.every)
            for name, table in paid.items()
            if table.bet.hand is Whose.PLAYER_AND_JACKPOT
        }
        self.wagers = tuple(name for name in tables if name not in self.on_jackpot_cards)
        self._bets = [bet_of(rules, name, paid, strategy, self.every, wins=False) for name in self.wagers]
        bonuses = () if strategy is None else strategy.game.tables.values()
        self._named = suits_named([*paid.values(), *bonuses]) | {
            hands.suit
            for table in paid.values()
            for hands, _ in table.sets
            if isinstance(hands, SixCardRoyal) and hands.suit is not None
        }
        decided = decided_by(strategy)
        self._classes = list(player_classes(rules, decided, apart=lambda _: True, colours=False, named=()))
        self._counts: dict[DealerKey, Integers] = {}
        self.hands: Integers = np.sort(self.every.cards, axis=1)
        """All hands (hands x 3): the places of their cards, in order."""
        size = len(self.numbers)
        self.row: Integers = np.full((size,) * 3, -1)
        """The row of each hand by its cards in any order; -1 where a card would be there too often."""
        for order in permutations(self.hands.T):
            self.row[order] = np.arange(len(self.hands))
        self.pairs = np.triu_indices(size)
        """All two cards (2 x pairs), as places."""
        self.two: Integers = np.zeros((size, size), np.int64)
        """The place of two cards among the pairs."""
        self.two[self.pairs] = self.two[self.pairs[::-1]] = np.arange(len(self.pairs[0]))
        self.twos = np.stack([self.two[self.hands[:, a], self.hands[:, b]] for a, b in _PAIRS])
        """The three pairs of each hand (3 x hands)."""
        self._class_of = np.zeros(len(self.hands), np.int64)
        self._decision = np.zeros((len(self.hands), size), np.int8, order="F")
        for place, player in enumerate(self._classes):
            same = isinstance(player.decision, int)
            for hand in hands_alike(player.one, rules.deck):
                row = self.row[*self.places(hand.cards)]
                self._class_of[row] = place
                self._decision[row] = (player if same else moved(player, hand.cards, rules)).decision

    @property
    def numbers(self) -> Sequence[int]:
        """How often the deck has each different card."""
        return self.every.number

    @property
    def seen(self) -> bool:
        """Whether a card of the dealer's is seen before the decision."""
        return self._aspects.face_up

    @property
    def both_hands(self) -> bool:
        """Whether a wager is on the best five of both hands."""
        return self._aspects.six is not None

    @property
    def decisions(self) -> Integers:
        """The place of what is done with each hand, where no card of the dealer's is seen."""
        return self._decision[:, 0]

    def total(self, seats: int) -> int:
        """Number of deals to the dealer and some seats, each for all cards of the dealer's that are seen."""
        hands = (comb(len(self.rules.deck) - 3 * seat, 3) for seat in range(seats + 1))
        return prod(hands) * (3 if self.seen else 1)

    def law(self, progress: Progress | None = None) -> TwoSeats:
        """The joint law of two seats, of all wagers that are not on jackpot cards.

        It is about all deals of three cards to the dealer and to either seat: 22,100 x 18,424 x 15,180 with
        52 cards. For one dealer hand of each class, the player's hands that it leaves are put together by
        their results; ordered pairs of hands without a common card are counted by inclusion and exclusion
        over what they share. `progress` is told how many kinds of the dealer's hands are done, of how many.

        The slow equivalent goes through all pairs of hands.
        """
        kind = exact_kind(self.total(2))  # six decks need more than 64 bits
        sums: Integers = np.zeros((len(self.results),) * 2, kind)
        for done, (known, _, left) in enumerate(self.left_by_dealer(), 1):
            for dealer, pairs in left:
                disjoint: Integers = self.disjoint(pairs, self.of_cards(pairs), dealer.one.cards)
                sums[np.ix_(known, known)] += dealer.one.weight * disjoint.astype(kind)
            if progress is not None:
                progress(done, len(self.dealers))
        return TwoSeats(self.wagers, self.results, sums, self.total(2))

    def left_by_dealer(self) -> Iterator[tuple[Integers, Integers, Iterator[tuple[PlayerClass, Integers]]]]:
        """Yield for dealer hands with one key the results that come, which of these each hand has, and more.

        That is, for each of the dealer's, how many hands with each result and each pair of cards it leaves.
        """
        place_of = np.zeros(len(self.results), np.int64)
        for key, dealers in self.dealers.items():
            results = self.results_against(key)
            self._counts[key] = np.bincount(results, minlength=len(self.results))
            known = np.flatnonzero(self._counts[key])
            place_of[known] = np.arange(len(known))
            own = place_of[results]
            whole = self._pairs_by_result(own, len(known))
            yield known, own, ((dealer, self._left(own, whole, dealer.one.cards)) for dealer in dealers)

    # -- hands that the dealer leaves ------------------------------------------------------------------

    def _pairs_by_result(self, own: Integers, results: int, ways: Floats | None = None) -> Integers:
        """How many hands with each result have each pair of cards, if each is dealt in so many ways."""
        size = len(self.pairs[0])
        weights = None if ways is None else np.tile(ways, 3)
        counts = np.bincount((own * size + self.twos).reshape(-1), weights, results * size)
        return counts.astype(np.int64, copy=False).reshape(results, size)

    def _left(self, own: Integers, whole: Integers, cards: Hand) -> Integers:
        """How many hands with each result and each pair of cards a dealer's hand leaves."""
        if not self.rules.deck.single:
            return self._pairs_by_result(own, len(whole), self.every.ways_beside(cards))
        places, size = self.places(cards), whole.shape[1]
        # Where each card is there once, a pair and a card of the dealer's are one hand, which is gone.
        rows = self.row[places[:, np.newaxis], *self.pairs]
        pairs = np.broadcast_to(np.arange(size), rows.shape)[rows >= 0]
        gone = np.bincount(own[rows[rows >= 0]] * size + pairs, minlength=whole.size)
        left: Integers = whole - gone.reshape(whole.shape)
        left[:, self.two[places]] = 0
        return left

    def of_cards(self, pairs: Integers) -> Integers:
        """How many hands with each result have each card, if `pairs` has how many have each two cards."""
        # Each card is in two pairs of a hand, one of equal cards counted twice.
        counts: Integers = (pairs.take(self.two, axis=1).sum(axis=2) + pairs[:, self.two.diagonal()]) // 2
        return counts

    def disjoint(self, pairs: Integers, cards: Integers, dealer: Hand) -> Integers:
        """How many ordered pairs of hands share no card, by the results of both.

        With a(S) the hands with a result that have all cards of S, that is the sum of (-1)^|S| a(S) b(S) over
        all sets of up to three cards: hands that share cards are counted once for each subset of these, and
        half of the subsets have an even number. Three cards are the hand itself.

        Args:
            pairs: how many hands with each result have each pair of cards.
            cards: how many have each card, as `of_cards` has it.
            dealer: the hand that leaves them.
        """
        number = np.array(self.numbers) - np.bincount(self.places(dealer), minlength=len(self.numbers))
        hands = cards.sum(axis=1) // 3
        # Of equal cards each is in as many hands as another: a set of cards stands for all sets like it.
        one_shared = cards @ (cards // np.maximum(number, 1)).T
        if self.rules.deck.single:
            # Each of a result's hands has three pairs, of which no other result has more hands than the most.
            most = 3 * int(hands.max(initial=0)) * int(pairs.max(initial=0))
            each = pairs = pairs.astype(np.float32 if most < 1 << 24 else np.float64)
        else:
            first, second = self.pairs
            same = first == second
            ways = number[first] * (number[second] - same) >> same
            each = pairs // np.maximum(ways, 1)
        two_shared = (pairs @ each.T).astype(np.int64)
        counts: Integers = np.outer(hands, hands) - one_shared + two_shared - np.diag(hands)
        return counts

    # -- moves of suits, and the dealer's hands in classes ---------------------------------------------

    @cached_property
    def moves(self) -> Integers:
        """The moves of suits that leave all results as they are, as moves of cards (moves x cards)."""
        deck = self.rules.deck
        kinds = dict.fromkeys(zip(deck.rank_of, deck.suit_of, strict=True))
        place_of, joker = {kind: place for place, kind in enumerate(kinds)}, len(deck.suits)
        moves = suit_moves(deck, frozenset(self._named), colours=self._aspects.colours)
        return np.array([[place_of[rank, (*move, joker)[suit]] for rank, suit in kinds] for move in moves])

    @cached_property
    def moved(self) -> Integers:
        """The hand (moves x hands) to which each of the `moves` moves each hand."""
        return np.stack([self.row[tuple(move[self.hands].T)] for move in self.moves])

    def places(self, hand: Hand) -> Integers:
        """The places of cards among the different cards."""
        places: Integers = self.every.place_of[list(hand)]
        return places

    @cached_property
    def dealers(self) -> dict[DealerKey, list[PlayerClass]]:
        """The dealer's hands in classes, by all that decides the results of seats against them.

        A hand of which each card may be seen is there three times.
        """
        dealers: dict[DealerKey, list[PlayerClass]] = {}
        aspects, every = self._aspects, self.every
        for dealer in player_classes(
            self.rules,
            None,
            apart=lambda _: False,
            colours=aspects.colours,
            named=self._named,
        ):
            places = self.places(dealer.one.cards).tolist()
            row = self.row[*places]
            level = int(every.level[row]) if aspects.compared else 0
            colour = int(every.colour[row]) if aspects.colours else 0
            kind = int(every.kind[row]) if aspects.dealer else 0
            cards = dealer.one.cards if self.both_hands else None
            for seen in places if aspects.face_up else (None,):
                dealers.setdefault(DealerKey(level, colour, kind, seen, cards), []).append(dealer)
        return dealers

    # -- results against the dealer's hands ------------------------------------------------------------

    @property
    def results(self) -> list[tuple[Pay, ...]]:
        """All combinations of results."""
        return self._results_by_class[0]

    @cached_property
    def _results_by_class(self) -> tuple[list[tuple[Pay, ...]], Integers]:
        """All combinations of results, and their places by class of hands and all that the dealer decides."""
        aspects = self._aspects
        sizes = (
            len(self.rules.multiples) + 1 if aspects.face_up else 1,
            CASES,
            len(_COLOURS) if aspects.colours else 1,
            self.every.kinds,
            self.every.sixes,
        )
        decision, case, colour, kind, six = np.indices(sizes)
        colours = np.array(_COLOURS)[colour]
        place_of: dict[tuple[Pay, ...], int] = {}
        known: dict[tuple[int, ...], int] = {}
        places = np.zeros((len(self._classes), *sizes), np.int64)
        for row, player in enumerate(self._classes):
            decided = decision if aspects.face_up else player.decision
            around = Context(decision=decided, case=case, colour=colours, kind=kind, six=six)
            columns = [np.broadcast_to(bet.results(player)(around), sizes).reshape(-1) for bet in self._bets]
            keys = (
                zip(*(column.tolist() for column in columns), strict=True) if columns else [()] * prod(sizes)
            )
            of_class = []
            for key in keys:
                if key not in known:  # several lines may pay the same
                    pays = tuple(bet.pays[place] for bet, place in zip(self._bets, key, strict=True))
                    known[key] = place_of.setdefault(pays, len(place_of))
                of_class.append(known[key])
            places[row] = np.reshape(of_class, sizes)
        return list(place_of), places

    def counts_against(self, key: DealerKey) -> Integers:
        """How many of all hands have each result against such hands of the dealer."""
        if key not in self._counts:
            self._counts[key] = np.bincount(self.results_against(key), minlength=len(self.results))
        return self._counts[key]

    def results_against(self, key: DealerKey) -> Integers:
        """The place of the result of each hand against such hands of the dealer."""
        every, ranking = self.every, self.rules.ranking
        # The hands stand weakest first: those that beat the dealer come last, and before them those that tie.
        edges = [edge for upset in ranking.upsets for some in upset for edge in (some.start, some.stop)]
        borders = sorted({0, key.level, key.level + 1, *edges})
        lengths = np.diff(np.searchsorted(every.level, borders), append=len(every.level))
        cases = np.repeat([1 - ranking.compare(own, key.level) for own in borders], lengths)
        cases += RESULTS * (key.level >= self.rules.qualifies)
        _, places = self._results_by_class
        by_class, by_decision, by_case, by_colour, by_kind, by_six = (
            step // places.itemsize for step in places.strides
        )
        index = cases * by_case + self._class_of * by_class + key.kind * by_kind
        if self._aspects.colours:
            own = every.colour
            theirs = MIXED if key.colour == NOTHING else np.where(own == key.colour, SAME, OTHER)
            index += np.where(own == NOTHING, _COLOURS.index(NOTHING), theirs) * by_colour
        if key.cards is not None:
            index += every.six(key.cards) * by_six
        if key.seen is not None:
            index += self._decision[:, key.seen].astype(np.int64) * by_decision
        return places.reshape(-1).take(index)

    @cached_property
    def results_by_key(self) -> Integers:
        """The places of the results of all hands against the dealer's, by their key (keys x hands)."""
        narrow = np.min_scalar_type(len(self.results))
        return np.stack([self.results_against(key).astype(narrow) for key in self.dealers])

    @property
    def key_of(self) -> Integers:
        """Of each hand the place of its key among the `dealers`, moves of suits aside."""
        return self._taken_to[0]

    @cached_property
    def _taken_to(self) -> tuple[Integers, Integers, Integers]:
        """Of each hand the key, and the move that takes a dealer hand of that key to it; and moves back."""
        key_of, move_of = np.zeros((2, len(self.hands)), np.int64)
        for place, dealers in enumerate(self.dealers.values()):
            for dealer in dealers:
                rows = self.row[tuple(self.moves[:, self.places(dealer.one.cards)].T)]
                key_of[rows], move_of[rows] = place, np.arange(len(rows))
        return key_of, move_of, np.argsort(self.moved, axis=1)

    def results_of(self, hands: Integers, dealers: Integers) -> tuple[Integers, Integers]:
        """The places of the results of some hands against some of the dealer's, row by row, and their rows.

        Dealer hands with one key share a row, unless the best five of both hands count.
        """
        key_of, move_of, back = self._taken_to
        if self.both_hands:
            moved_back = back[move_of[dealers, np.newaxis], hands]
            return self.results_by_key[key_of[dealers, np.newaxis], moved_back], np.arange(len(dealers))
        return self.results_by_key[:, hands], key_of[dealers]
