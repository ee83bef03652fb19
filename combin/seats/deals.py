"""Two seats in one round, which share the dealer's hand, the deck and jackpot cards: what comes together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, pairwise, permutations
from math import comb, lcm, prod
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from combin.aliases import Floats
from combin.cards.five_cards import SixCardRoyal
from combin.cards.suit_classes import moves_of, suit_variants
from combin.exact import joint_hands
from combin.exact.arrays import MOST, exact_kind
from combin.exact.distribution import Pay
from combin.exact.joint_deals import DealerHands, JointSideBet
from combin.exact.joint_hands import CASES, MIXED, NOTHING, OTHER, SAME, PlayerClass, moved, player_classes
from combin.exact.joint_law import aspects_of, bet_of, paid_tables
from combin.exact.pay_lines import suits_named
from combin.exact.strategy import Strategy
from combin.processes import begun
from combin.progress import progress
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.rules.wagers import Whose

Integers = NDArray[np.signedinteger[Any]]
Hand = tuple[int, ...]
_COLOURS = (SAME, OTHER, MIXED, NOTHING)
_PAIRS = np.array([(0, 1), (0, 2), (1, 2)])


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

    def of_wager(self, wager: str) -> TwoSeats:
        """The same of one of the wagers alone."""
        column, place_of = self.wagers.index(wager), dict[tuple[Pay, ...], int]()
        places = np.array([place_of.setdefault((pays[column],), len(place_of)) for pays in self.results])
        sums: Integers = np.zeros((len(place_of), len(place_of)), self.sums.dtype)
        np.add.at(sums, (places[:, np.newaxis], places), self.sums)
        return TwoSeats((wager,), list(place_of), sums, self.total)

    def covariances(self, terms: Mapping[str, tuple[Fraction, Fraction]]) -> dict[tuple[str, str], Fraction]:
        """The covariance of a wager in one seat with a wager in another, in squared money.

        `terms` are the stake of each wager, and what its meter shows.
        """
        nets: dict[str, tuple[int, list[int]]] = {}  # in the parts of one in which all are whole
        for place, name in enumerate(self.wagers):
            amounts = [pays[place].net(*terms[name]) for pays in self.results]
            unit = lcm(*(amount.denominator for amount in amounts))
            nets[name] = unit, [int(amount * unit) for amount in amounts]
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

    `tables` has the wagers, each with the letter of its pay table; the strategy is that of each seat, played
    without a look at the others, None without a base wager.
    """

    def __init__(self, rules: Rules, tables: Mapping[str, str], strategy: Strategy | None) -> None:
        paid = paid_tables(rules, tables)
        if rules.sights is not None:
            problem = "two seats are not counted with such a sight of the dealer's"
            raise RulesError(("deal", "face_up"), problem)
        if len(rules.deck) < 9:
            raise RulesError((), f"two seats and a dealer need 9 cards, and there are {len(rules.deck)}")
        self.rules = rules
        self._aspects = aspects_of(rules, tables, paid, seen=strategy is not None and strategy.seen)
        self.every = DealerHands(rules, self._aspects)
        self.numbers: Sequence[int] = self.every.number
        """How often the deck has each different card."""
        self.seen = self._aspects.face_up
        """Whether a card of the dealer's is seen before the decision."""
        self.both_hands = self._aspects.six is not None
        """Whether a wager is on the best five of both hands."""
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
        decided = joint_hands.decided_by(strategy)
        self._classes = list(player_classes(rules, decided, apart=lambda _: True, colours=False, named=()))
        self.hands: Integers = np.sort(self.every.cards, axis=1)
        """All hands (hands x 3): the places of their cards, in order."""
        size = len(self.numbers)
        self.row: Integers = np.full((size,) * 3, -1)
        """The row of each hand by its cards in any order; -1 where a card would be there too often."""
        for order in permutations(self.hands.T):
            self.row[order] = np.arange(len(self.hands))
        self.pairs = np.triu_indices(size)
        """All two cards (2 x pairs), as places."""
        self._every_card = np.arange(size)
        self.two: Integers = np.zeros((size, size), np.int64)
        """The place of two cards among the pairs."""
        self.two[self.pairs] = self.two[self.pairs[::-1]] = np.arange(len(self.pairs[0]))
        self.twos = np.stack([self.two[self.hands[:, a], self.hands[:, b]] for a, b in _PAIRS])
        """The three pairs of each hand (3 x hands)."""
        self._class_of = self._classes_of_hands()
        of_classes = [player.decision if isinstance(player.decision, int) else -1 for player in self._classes]
        self.decided: Integers = np.empty((len(self.hands), size), np.int8, order="F")
        """The place of what is done with each hand, if each card of the dealer's is seen, or whichever."""
        self.decided[:] = np.array(of_classes, np.int8)[self._class_of, np.newaxis]
        for player, decision in zip(self._classes, of_classes, strict=True):
            for hand in suit_variants(player.one, rules.deck) if decision < 0 else ():
                row = self.row[*self.places(hand.cards)]
                self.decided[row] = moved(player, hand.cards, rules).decision

    def _classes_of_hands(self) -> Integers:
        """The class of each hand, by the moves of suits that take one hand of a class to all others."""
        deck, place_of = self.rules.deck, self.every.place_of
        wild = range(len(deck) - deck.wild_cards, len(deck))
        # Of each class there is one hand with each choice of wild cards, which are alike.
        by_suits: dict[frozenset[int], list[tuple[int, Hand]]] = {}
        for place, player in enumerate(self._classes):
            own = [card for card in player.one.cards if card not in wild]
            moving = frozenset(deck.suit_of[card] for card in own if player.one.suit is None)
            hands = [(place, (*own, *others)) for others in combinations(wild, 3 - len(own))]
            by_suits.setdefault(moving, []).extend(hands)
        ranks, suits = np.array(deck.rank_of), np.array(deck.suit_of)
        of_kind: Integers = np.zeros((ranks.max() + 1, len(deck.suits) + 1), np.int64)
        of_kind[ranks, suits] = place_of
        class_of: Integers = np.zeros(len(self.hands), np.int64)
        for moving, some in by_suits.items():
            cards = np.array([hand for _, hand in some])
            moves = np.array([(*move, len(deck.suits)) for move in moves_of(deck.alike, moving)])
            moved_to = of_kind[ranks[cards], moves[:, suits[cards]]]
            places = np.where(cards >= wild.start, place_of[cards], moved_to)
            class_of[self.row[tuple(np.moveaxis(places, 2, 0))]] = [place for place, _ in some]
        return class_of

    def total(self, seats: int) -> int:
        """Number of deals to the dealer and some seats, each for all cards of the dealer's that are seen."""
        hands = (comb(len(self.rules.deck) - 3 * seat, 3) for seat in range(seats + 1))
        return prod(hands) * (3 if self.seen else 1)

    @cached_property
    def jackpot(self) -> JackpotCards | None:
        """What hands win by wagers on jackpot cards; None where there are none."""
        return JackpotCards(self) if self.on_jackpot_cards else None

    def law(self) -> TwoSeats:
        """The joint law of two seats, of all wagers; those on jackpot cards come last.

        It is about all deals of three cards to the dealer and to either seat, 22,100 x 18,424 x 15,180 with
        52 cards, and of two jackpot cards where some wager is on these. docs/sessions.md derives it.

        The slow equivalent visits all pairs of hands with the dealer's and the jackpot cards.
        """
        if self.jackpot is not None:
            return _law_with(self.jackpot)
        # For one dealer hand of each class, the player's hands that it leaves are put together by their
        # results; ordered pairs of hands without a common card are counted by inclusion and exclusion.
        kind = exact_kind(self.total(2))  # six decks need more than 64 bits
        sums: Integers = np.zeros((len(self.results),) * 2, kind)
        for done, (known, _, left) in enumerate(self.left_by_dealer(), 1):
            for dealer, pairs, cards in left:
                disjoint: Integers = self.disjoint(pairs, cards, dealer.one.cards)
                sums[known[:, np.newaxis], known] += dealer.one.weight * disjoint.astype(kind)
            progress(done, len(self.dealers))
        return TwoSeats(self.wagers, self.results, sums, self.total(2))

    def left_by_dealer(
        self, results_against: Callable[[DealerKey], Integers] | None = None
    ) -> Iterator[tuple[Integers, Integers, Iterator[tuple[PlayerClass, Integers, Integers]]]]:
        """Yield for dealer hands with one key the results that come, which of these each hand has, and more.

        That is, for each of the dealer's, how many hands with each result and each pair of cards it leaves,
        and how many with each card. Results are those of `results_against`, or the numbers that another
        function has of each hand.
        """
        before, size = np.zeros(0, np.int64), (len(self.numbers), len(self.pairs[0]))
        of_cards, whole = (np.zeros((0, number), np.int64) for number in size)
        for key, dealers in self.dealers.items():
            results = (results_against or self.results_against)(key)
            changed = np.flatnonzero(before != results) if len(before) else np.arange(len(results))
            if len(changed) * 8 > len(results) or results[changed].max(initial=0) >= len(whole):
                whole = self._pairs_by_result(results, max(len(whole), int(results.max()) + 1))
                of_cards = self._of_cards(whole)
            else:  # most keys differ by few hands from the one before
                for counts, held in ((whole, self.twos), (of_cards, self.hands.T)):
                    np.subtract.at(counts, (before[changed], held[:, changed]), 1)
                    np.add.at(counts, (results[changed], held[:, changed]), 1)
            before, known = results, np.flatnonzero(of_cards.any(axis=1))
            place_of = np.zeros(known[-1] + 1, np.int64)
            place_of[known] = np.arange(len(known))
            own = place_of[results]
            left = partial(self._left, own, whole[known], of_cards[known])
            yield known, own, ((dealer, *left(dealer.one.cards)) for dealer in dealers)

    # -- hands that the dealer leaves ------------------------------------------------------------------

    def _pairs_by_result(self, own: Integers, results: int, ways: Floats | None = None) -> Integers:
        """How many hands with each result have each pair of cards, if each is dealt in that many ways."""
        size = len(self.pairs[0])
        weights = None if ways is None else np.tile(ways, 3)
        counts = np.bincount((own * size + self.twos).reshape(-1), weights, results * size)
        return counts.astype(np.int64, copy=False).reshape(results, size)

    @cached_property
    def _with_card(self) -> tuple[Integers, Integers]:
        """Of each card the pairs of others, and the hands that it makes with them (cards x pairs)."""
        rows = self.row[:, *self.pairs]
        cards, pairs = np.nonzero(rows >= 0)
        return pairs.reshape(len(rows), -1), rows[cards, pairs].reshape(len(rows), -1)

    def _left(
        self, own: Integers, whole: Integers, of_cards: Integers, cards: Hand
    ) -> tuple[Integers, Integers]:
        """How many hands with each result and each pair, and each card, a dealer's hand leaves of all."""
        if not self.rules.deck.single:
            left = self._pairs_by_result(own, len(whole), self.every.ways_beside(cards))
            return left, self._of_cards(left)
        places, size, number = self.places(cards), whole.shape[1], len(self.numbers)
        # Where each card is there once, a pair and a card of the dealer's are one hand, which is gone.
        pairs, rows = (of_card[places] for of_card in self._with_card)
        gone = np.bincount((own.take(rows) * size + pairs).reshape(-1), minlength=whole.size)
        left = whole - gone.reshape(whole.shape)
        left[:, self.two[places]] = 0
        # Hands with a card and two of the dealer's are gone twice, unless they are counted again.
        again = own.take(self.row[tuple(places[_PAIRS.T])]) * number + self._every_card
        more = np.bincount(again.reshape(-1), minlength=of_cards.size).reshape(of_cards.shape)
        left_of_cards = of_cards - whole.take(self.two[places], axis=1).sum(axis=1) + more
        left_of_cards[:, places] = 0
        return left, left_of_cards

    def _of_cards(self, pairs: Integers) -> Integers:
        """How many hands with each result have each card, if `pairs` has how many have each two cards."""
        # Each card is in two pairs of a hand, one of equal cards counted twice.
        counts: Integers = (pairs.take(self.two, axis=1).sum(axis=2) + pairs[:, self.two.diagonal()]) // 2
        return counts

    def disjoint(self, pairs: Integers, cards: Integers, dealer: Hand) -> Integers:
        """How many ordered pairs of hands share no card, by the results of both.

        With a(S) the hands with a result that have all cards of S, that is the sum of (-1)^|S| a(S) b(S) over
        all sets of up to three cards: hands that share cards are counted once for each subset of these, and
        half of the subsets have an even number. Three cards are the hand itself.

        `pairs` has how many hands with each result have each pair of cards, `cards` how many have each card;
        the dealer's hand leaves them.
        """
        hands = cards.sum(axis=1) // 3
        if self.rules.deck.single:
            # Each of a result's hands has three pairs, of which no other result has more hands than the most.
            most = 3 * int(hands.max(initial=0)) * int(pairs.max(initial=0))
            of_pairs: NDArray[Any] = pairs.astype(np.float32 if most < 1 << 24 else np.float64)
            one_shared, two_shared = cards @ cards.T, (of_pairs @ of_pairs.T).astype(np.int64)
        else:
            # Of equal cards each is in as many hands as another: a set of cards stands for all sets like it.
            number = np.array(self.numbers) - np.bincount(self.places(dealer), minlength=len(self.numbers))
            first, second = self.pairs
            same = first == second
            ways = number[first] * (number[second] - same) >> same
            one_shared = cards @ (cards // np.maximum(number, 1)).T
            two_shared = (pairs @ (pairs // np.maximum(ways, 1)).T).astype(np.int64)
        counts: Integers = np.outer(hands, hands) - one_shared + two_shared - np.diag(hands)
        return counts

    # -- moves of suits, and the dealer's hands in classes ---------------------------------------------

    @cached_property
    def moves(self) -> Integers:
        """The moves of suits that leave all results as they are, as moves of cards (moves x cards)."""
        deck = self.rules.deck
        kinds = dict.fromkeys(zip(deck.rank_of, deck.suit_of, strict=True))
        place_of, joker = {kind: place for place, kind in enumerate(kinds)}, len(deck.suits)
        moves = joint_hands.suit_moves(deck, frozenset(self._named), colours=self._aspects.colours)
        return np.array([[place_of[rank, (*move, joker)[suit]] for rank, suit in kinds] for move in moves])

    @cached_property
    def moved(self) -> Integers:
        """The hand (moves x hands) to which each of the `moves` moves each hand."""
        return np.stack([self.row[tuple(move[self.hands].T)] for move in self.moves])

    def places(self, hand: Hand) -> Integers:
        """The places of cards among the different cards."""
        return self.every.place_of[list(hand)]

    @cached_property
    def dealers(self) -> dict[DealerKey, list[PlayerClass]]:
        """The dealer's hands in classes, by all that decides the results of seats against them.

        A hand of which each card may be seen is there three times.
        """
        dealers: dict[DealerKey, list[PlayerClass]] = {}
        aspects, every = self._aspects, self.every
        for dealer in player_classes(
            self.rules, None, apart=lambda _: False, colours=aspects.colours, named=self._named
        ):
            places = self.places(dealer.one.cards).tolist()
            row = self.row[*places]
            level = int(every.level[row]) if aspects.compared else 0
            colour = int(every.colour[row]) if aspects.colours else 0
            kind = int(every.dealer_kinds[0][row]) if aspects.dealer else 0
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
            len(self.every.dealer_kinds[1]),
            1 if aspects.six is None else aspects.six.royal + 1,
        )
        decision, case, colour, kind, six = np.indices(sizes)
        colours = np.array(_COLOURS)[colour]
        columns: Integers = np.zeros((len(self._bets), len(self._classes), *sizes), np.int64)
        for row, player in enumerate(self._classes):
            decided = decision if aspects.face_up else player.decision
            context = joint_hands.Context(decision=decided, case=case, colour=colours, kind=kind, six=six)
            for bet, column in zip(self._bets, columns, strict=True):
                column[row] = bet.results(player)(context)
        codes: Integers = np.zeros(len(self._classes) * prod(sizes), np.int64)
        first = codes[:1]
        for bet, column in zip(self._bets, columns, strict=True):
            codes = codes * len(bet.pays) + column.reshape(-1)
            _, first, codes = np.unique(codes, return_index=True, return_inverse=True)
        place_of: dict[tuple[Pay, ...], int] = {}
        places: Integers = np.zeros(len(first), np.int64)
        results = [column.reshape(-1)[first].tolist() for column in columns]
        for number in np.argsort(first).tolist():  # several lines may pay the same
            pays = tuple(bet.pays[of[number]] for bet, of in zip(self._bets, results, strict=True))
            places[number] = place_of.setdefault(pays, len(place_of))
        return list(place_of), places[codes].reshape(len(self._classes), *sizes)

    @cached_property
    def _levels(self) -> Integers:
        """The level of each class of hands, weakest first."""
        return np.array([player.one.strength.level for player in self._classes])

    @property
    def index(self) -> Integers:
        """The first situation of the base game with each hand."""
        return np.array([player.index for player in self._classes])[self._class_of]

    def cases_against(self, key: DealerKey, levels: Integers | None = None) -> Integers:
        """The place of the case of each hand against such hands of the dealer, among the `CASES`.

        Of other hands, weakest first, there are the `levels`.
        """
        levels, ranking = self.every.level if levels is None else levels, self.rules.ranking
        # The hands stand weakest first: those that beat the dealer come last, and before them those that tie.
        edges = [edge for upset in ranking.upsets for some in upset for edge in (some.start, some.stop)]
        borders = sorted({0, key.level, key.level + 1, *edges})
        lengths = np.diff(np.searchsorted(levels, borders), append=len(levels))
        cases = np.repeat([1 - ranking.compare(own, key.level) for own in borders], lengths)
        return cases + joint_hands.RESULTS * (key.level >= self.rules.qualifies)

    def results_against(self, key: DealerKey) -> Integers:
        """The place of the result of each hand against such hands of the dealer."""
        every, (_, places) = self.every, self._results_by_class
        cases = self.cases_against(key, self._levels)
        by_class, by_decision, by_case, by_colour, by_kind, by_six = (
            step // places.itemsize for step in places.strides
        )
        index = (cases * by_case + np.arange(len(cases)) * by_class + key.kind * by_kind).take(self._class_of)
        if self._aspects.colours:
            own = every.colour
            theirs = MIXED if key.colour == NOTHING else np.where(own == key.colour, SAME, OTHER)
            index += np.where(own == NOTHING, _COLOURS.index(NOTHING), theirs) * by_colour
        if key.cards is not None:
            index += every.six(key.cards) * by_six
        if key.seen is not None:
            index += self.decided[:, key.seen].astype(np.int64) * by_decision
        return places.reshape(-1).take(index)

    @cached_property
    def results_by_key(self) -> Integers:
        """The places of the results of all hands against the dealer's, by their key (keys x hands)."""
        narrow = np.min_scalar_type(len(self.results))
        return np.stack([self.results_against(key).astype(narrow) for key in self.dealers])

    @cached_property
    def taken_to(self) -> tuple[Integers, Integers, Integers]:
        """Of each hand the key, the move that takes a dealer hand of that key to it, and the moves back."""
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
        key_of, move_of, back = self.taken_to
        if self.both_hands:
            moved_back = back[move_of[dealers, np.newaxis], hands]
            return self.results_by_key[key_of[dealers, np.newaxis], moved_back], np.arange(len(dealers))
        return self.results_by_key[:, hands], key_of[dealers]


# -- jackpot cards, which both seats share -----------------------------------------------------------------

_TWOS = np.array([*combinations(range(5), 2)])
"""Two of five cards; `_THREES` are three of them, and `_OTHERS` the two that each of these leaves."""
_THREES = np.array([*combinations(range(5), 3)])
_OTHERS = _TWOS[::-1]


class JackpotCards:
    """What each hand wins by all wagers on jackpot cards with each pair of these, which all seats share.

    `wins` are the combinations of results of the `wagers` that come, first that which loses all. `cards` are
    the pairs of jackpot cards (pairs x 2), `place` is where each two cards are among them, and `moved` the
    pair to which each move of suits moves each (moves x pairs). `winners` has for each pair the hands that
    win, and the place of what each wins.
    """

    def __init__(self, deals: Deals) -> None:
        self.deals, self.wagers = deals, tuple(deals.on_jackpot_cards)
        if deals.seen:
            problem = "is on jackpot cards: two seats are not counted where a card of the dealer's is seen"
            raise RulesError(("wager", self.wagers[0]), problem)
        size, bets = len(deals.numbers), deals.on_jackpot_cards.values()
        self.cards: Integers = np.array([*combinations(range(size), 2)])
        self.place: Integers = np.zeros((size, size), np.int64)
        self.place[tuple(self.cards.T)] = self.place[tuple(self.cards.T[::-1])] = np.arange(len(self.cards))
        self.moved: Integers = self.place[deals.moves[:, self.cards[:, 0]], deals.moves[:, self.cards[:, 1]]]
        known: dict[tuple[int, ...], int] = {(0,) * len(bets): 0}
        columns: list[tuple[Integers, Integers, Integers]] = []
        for row in np.unique(deals.moved.min(axis=0)).tolist():
            five = deals.every.five(tuple(deals.hands[row].tolist()))
            folded = deals.decided[row, 0] == joint_hands.FOLDED
            results = np.array([bet.of_five(five) * (not (folded and bet.lost_with_fold)) for bet in bets])
            pairs = np.flatnonzero(results.any(axis=0))
            keys = map(tuple, results[:, pairs].T.tolist())
            won = np.array([known.setdefault(key, len(known)) for key in keys], np.int64)
            hands, moves = np.unique(deals.moved[:, row], return_index=True)
            moved = self.moved[moves][:, pairs].reshape(-1)
            columns.append((moved, np.repeat(hands, len(pairs)), np.tile(won, len(hands))))
        pair, hand, won = (np.concatenate(column) for column in zip(*columns, strict=True))
        order = np.lexsort((hand, pair))
        ends = np.searchsorted(pair[order], np.arange(1, len(self.cards)))
        self.winners = [*zip(np.split(hand[order], ends), np.split(won[order], ends), strict=True)]
        self.wins: list[tuple[Pay, ...]] = [
            tuple(bet.pays[result] for bet, result in zip(bets, key, strict=True)) for key in known
        ]


def _law_with(jackpot: JackpotCards) -> TwoSeats:
    """The joint law of two seats with wagers on jackpot cards."""
    deals = jackpot.deals
    both_win = begun(partial(_both_win, jackpot))
    plain, one_wins = _one_wins(jackpot)
    # By the result of one seat and what it wins by jackpot cards, and by those of the other.
    sums = both_win()
    kinds, results = len(jackpot.wins), len(deals.results)
    for kind in range(1, kinds):
        alone = one_wins[kind] - sums[:, kind].sum(axis=2)
        sums[:, kind, :, 0], sums[:, 0, :, kind] = alone, alone.T
    pairs = comb(len(deals.numbers) - 9, 2)
    sums[:, 0, :, 0] = plain * pairs - sums.sum(axis=(1, 3))
    names = [(*pays, *wins) for pays in deals.results for wins in jackpot.wins]
    place_of: dict[tuple[Pay, ...], int] = {}
    places = np.array([place_of.setdefault(pays, len(place_of)) for pays in names])
    together: Integers = np.zeros((len(place_of), len(place_of)), _kind(deals))
    np.add.at(together, (places[:, np.newaxis], places), sums.reshape(results * kinds, -1))
    return TwoSeats((*deals.wagers, *jackpot.wagers), list(place_of), together, deals.total(2) * pairs)


def _kind(deals: Deals) -> type:
    """What holds the number of all deals with jackpot cards; from 98 cards on 64 bits do not."""
    return exact_kind(deals.total(2) * comb(len(deals.numbers) - 9, 2))


def _refuse_inexact(most: int) -> None:
    """Refuse sums of products that floats do not hold exactly."""
    if most >= MOST:
        raise RulesError((), "so many jackpot hands of so many cards are not counted exactly for two seats")


def _one_wins(jackpot: JackpotCards) -> tuple[Integers, Integers]:
    """The law of two seats by their results, and that with what one of them wins (the first axis).

    The latter also counts pairs of jackpot cards. What five cards make they make in each of their ten splits
    into a hand and two jackpot cards, so that of each five the hands with each result are counted, and with
    them the other seat's hands, by inclusion and exclusion over the cards of these that are among the five.
    """
    deals = jackpot.deals
    size, none, results = len(deals.numbers), len(deals.hands), len(deals.results)
    fives, splits, starts = _fives(jackpot)
    wins = np.searchsorted(starts, np.arange(fives.shape[1]), side="right")
    codes = _codes(deals, wins, fives)  # each of the moves moves five cards to others that win as much
    moved = np.stack([np.searchsorted(codes, _codes(deals, wins, move[fives])) for move in deals.moves])
    unmoved: dict[bytes, tuple[Integers, Integers]] = {}
    every = deals.row[*fives[_THREES.T]]
    folded = np.flatnonzero((splits == none).any(axis=0))
    among = np.zeros((size, fives.shape[1]), bool)
    among[fives, np.arange(fives.shape[1])] = True
    twos = deals.two[fives[_TWOS[:, 0]], fives[_TWOS[:, 1]]]
    narrow = np.min_scalar_type(none)  # sums may wrap around on the way, as they end within it
    _refuse_inexact(fives.shape[1] * len(splits) * len(deals.hands))
    kind_of_sums = _kind(deals)
    law: Integers = np.zeros((results, results), kind_of_sums)
    sums: Integers = np.zeros((len(starts), results, results), kind_of_sums)
    for done, (known, own, left) in enumerate(deals.left_by_dealer(), 1):
        progress(done, len(deals.dealers))
        kinds, places = len(known), np.ix_(known, known)
        taken = _numbers(own[every], kinds)
        paid = taken.astype(np.float64)
        paid[folded] = _numbers(np.append(own, kinds)[splits[:, folded]], kinds + 1)[:, :kinds]
        taken = taken.astype(narrow)
        for dealer, pairs, cards in left:
            weight = dealer.one.weight
            law[places] += weight * deals.disjoint(pairs, cards, dealer.one.cards).astype(kind_of_sums)
            # Of fives that moves take to each other which leave the dealer's hand as it is, one will do.
            row = deals.row[*deals.places(dealer.one.cards)]
            stays = deals.moved[:, row] == row
            if (key := stays.tobytes()) not in unmoved:
                unmoved[key] = np.unique(moved[stays].min(axis=0), return_counts=True)
            rows, times = unmoved[key]
            free = ~among[deals.hands[row]].take(rows, axis=1).any(axis=0)
            rows, times = rows[free], times[free]
            others = (cards.sum(axis=1) // 3).astype(narrow) - taken.take(rows, axis=0)
            of_card = np.ascontiguousarray(cards.T.astype(narrow))
            of_two = np.ascontiguousarray(pairs.T.astype(narrow))
            for column in fives:
                others -= of_card.take(column[rows], axis=0)
            for column in twos:
                others += of_two.take(column[rows], axis=0)
            ways, numbers = paid.take(rows, axis=0) * times[:, np.newaxis], others.astype(np.float64)
            ends = np.searchsorted(rows, starts)
            for kind, (start, end) in enumerate(pairwise(ends.tolist()), 1):
                together = ways[start:end].T @ numbers[start:end]  # as `_refuse_inexact` has made sure
                sums[kind][places] += weight * together.astype(np.int64).astype(kind_of_sums)
    return law, sums


def _fives(jackpot: JackpotCards) -> tuple[Integers, Integers, Integers]:
    """All five cards that win, in the order of what they win, and where each of that starts and ends.

    Of each five (cards x fives) there are the hands of the splits in which they win (splits x fives), or the
    number of hands in place of one.
    """
    deals, number = jackpot.deals, len(jackpot.deals.hands)
    hands, kinds = (np.concatenate(column) for column in zip(*jackpot.winners, strict=True))
    pairs = np.repeat(np.arange(len(jackpot.cards)), [len(hand) for hand, _ in jackpot.winners])
    cards = np.concatenate([deals.hands[hands], jackpot.cards[pairs]], axis=1).T
    _, first = np.unique(_codes(deals, kinds, cards), return_index=True)
    kind, fives = kinds[first], np.sort(cards[:, first], axis=0)
    # Pairs come in order, and of each of them the hands.
    made, split = pairs * number + hands, jackpot.place[*fives[_OTHERS.T]] * number
    split += deals.row[*fives[_THREES.T]]
    place = np.minimum(np.searchsorted(made, split), len(made) - 1)
    wins = (made[place] == split) & (kinds[place] == kind)
    starts = np.searchsorted(kind, range(1, len(jackpot.wins) + 1))
    return fives, np.where(wins, split % number, number), starts


def _codes(deals: Deals, kinds: Integers, cards: Integers) -> Integers:
    """A number for what five cards (cards x fives) win and which they are, in this order."""
    size = len(deals.numbers)
    return kinds * size**5 + np.sort(cards, axis=0).T @ size ** np.arange(5)


def _numbers(values: Integers, most: int) -> Integers:
    """How often each column has each value below the most (columns x values)."""
    columns = values.shape[1]
    codes = values + most * np.arange(columns)
    return np.bincount(codes.reshape(-1), minlength=columns * most).reshape(columns, most)


def _both_win(jackpot: JackpotCards) -> Integers:
    """How many deals have two seats that win by jackpot cards, by the result and the prize of each.

    Of pairs of jackpot cards that differ by suits alone one is taken, and with it one of such hands of the
    dealer's. Those against which all hands that win have the same results go together: of the matrix that
    tells which of these hands each leaves, the product with itself counts those that leave both of two.
    """
    deals = jackpot.deals
    results, kinds, size = len(deals.results), len(jackpot.wins), len(deals.numbers)
    holds = np.zeros((size, len(deals.hands)), np.float32)
    holds[deals.hands.T, np.arange(len(deals.hands))] = 1
    kind_of_sums = _kind(deals)
    sums: Integers = np.zeros((results * kinds,) * 2, kind_of_sums)
    pairs, numbers = np.unique(jackpot.moved.min(axis=0), return_counts=True)
    for pair, number in zip(pairs.tolist(), numbers.tolist(), strict=True):
        hands, prizes = jackpot.winners[pair]
        same = deals.moved[jackpot.moved[:, pair] == pair].min(axis=0)
        free = ~holds[jackpot.cards[pair]].any(axis=0)
        left, weights = np.unique(same[free], return_counts=True)
        codes, row_of = deals.results_of(hands, left)
        rows: dict[bytes, int] = {}
        group = np.array([rows.setdefault(code.tobytes(), len(rows)) for code in codes])[row_of]
        # Of the dealer's cards those count which some of the hands have.
        counted = np.bincount(deals.hands[hands].reshape(-1), minlength=size) > 0
        cards = np.where(counted[deals.hands[left]], deals.hands[left], size)
        places = group * (size + 1) ** 3 + np.sort(cards, axis=1) @ (size + 1) ** np.arange(3)
        _, first, back = np.unique(places, return_index=True, return_inverse=True)
        weights, left, group = np.bincount(back, weights), left[first], group[first]
        _refuse_inexact(len(hands) ** 2 * len(deals.hands))
        kind = np.float32 if len(hands) * len(deals.hands) < 1 << 24 else np.float64
        leaves = (holds[:, left].T @ holds[:, hands] == 0).astype(kind)
        apart = (holds[:, hands].T @ holds[:, hands] == 0).astype(kind)
        weighted = leaves * weights[:, np.newaxis].astype(kind)
        ends = np.searchsorted(group, np.arange(len(rows) + 1))
        for code, (start, end) in zip(rows, pairwise(ends.tolist()), strict=True):
            own = np.frombuffer(code, codes.dtype).astype(np.int64) * kinds + prizes
            known = np.flatnonzero(np.bincount(own))
            of_kind = (own == known[:, np.newaxis]).astype(kind)
            of_one = weighted[start:end].T @ leaves[start:end] * apart @ of_kind.T
            both = of_kind.astype(np.float64) @ of_one
            sums[np.ix_(known, known)] += number * both.astype(np.int64).astype(kind_of_sums)
    return sums.reshape(results, kinds, results, kinds)
