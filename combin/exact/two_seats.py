"""Two seats in one round, which share the dealer's hand and the deck: how often what comes together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from combin.exact.base_game import FOLD
from combin.exact.joint_deals import DealerHands
from combin.exact.joint_features import CASES, MIXED, NOTHING, OTHER, RESULTS, SAME, Context
from combin.exact.joint_hands import held_hands, moved
from combin.exact.joint_law import aspects_of, bet_of
from combin.exact.pay_lines import suits_named
from combin.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from numpy.typing import NDArray

    from combin.exact.joint_bets import Pay
    from combin.exact.joint_features import Places
    from combin.exact.joint_hands import PlayerClass
    from combin.exact.strategy import Strategy
    from combin.rules.resolved import Rules

    Integers = NDArray[np.signedinteger[Any]]

_COLOURS = (SAME, OTHER, MIXED, NOTHING)


@dataclass(frozen=True)
class TwoSeats:
    """How many of `total` deals give one seat a combination of results, and another seat one as well.

    A combination has the result of each of the `wagers`, in their order; the first of a key is that of the
    one seat, the second that of the other.
    """

    wagers: tuple[str, ...]
    counts: Mapping[tuple[tuple[Pay, ...], tuple[Pay, ...]], int]
    total: int


def two_seats(rules: Rules, tables: Mapping[str, str], strategy: Strategy | None) -> TwoSeats:
    """Return the joint law of two seats with the same wagers, each played without a look at the other.

    It is about all deals of three cards to the dealer and to either seat: 22,100 x 18,424 x 15,180 with 52
    cards. For one dealer hand of each class, the player's hands that it leaves are put together by their
    results; ordered pairs of hands without a common card are counted by inclusion and exclusion over what
    they share.

    Args:
        rules: the game.
        tables: the wagers, and the letter of the pay table of each that has one.
        strategy: how both seats play; None without a base wager.

    The slow equivalent goes through all pairs of hands.

    Raises:
        RulesError: a wager on jackpot cards or on the best five of both hands, or fewer than nine cards.
    """
    return _Deals(rules, tables, strategy).law()


class _Deals:
    """All hands of three cards of a deck, each with what decides its results beside a dealer hand."""

    def __init__(self, rules: Rules, tables: Mapping[str, str], strategy: Strategy | None) -> None:
        paid = {
            name: rules.tables[name][letter]
            for name, letter in tables.items()
            if name != rules.base and name in rules.tables
        }
        for name, table in paid.items():
            if table.bet.more_cards:
                raise RulesError(("wager", name), "is about more than three cards: two seats are not counted")
        if rules.sights is not None:
            raise RulesError(
                ("deal", "face_up"), "two seats are not counted with such a sight of the dealer's"
            )
        if len(rules.deck) < 9:
            raise RulesError((), f"two seats and a dealer need 9 cards, and there are {len(rules.deck)}")
        self._rules, self._wagers = rules, tuple(tables)
        self._aspects = aspects_of(rules, tables, paid, seen=strategy is not None and strategy.seen)
        self._around = DealerHands(rules, self._aspects)
        self._bets = [bet_of(rules, name, paid, strategy, self._around, wins=False) for name in tables]
        bonuses = () if strategy is None else strategy.game.tables.values()
        self._named = suits_named([*paid.values(), *bonuses])
        decided = None
        if strategy is not None:
            places = {multiple: place for place, multiple in enumerate((FOLD, *rules.multiples))}
            decided = strategy.game.matchups, [places[one] for one in strategy.decisions]
        self._classes = list(held_hands(rules, decided, apart=lambda _: True, colours_apart=False, named=()))
        self._spread()

    def _spread(self) -> None:
        """Note of each hand of the deck its row among the different hands, and its pairs of cards."""
        rules, around = self._rules, self._around
        size = len(rules.deck)
        self._row_of = {tuple(cards): row for row, cards in enumerate(around.cards.tolist())}
        cards = np.array([hand for hands in rules.ranking.hands for hand in hands])
        self._row: Integers = np.array(
            [self._row_of[tuple(hand)] for hand in around.place_of[cards].tolist()]
        )
        self._holds = np.zeros((size, len(cards)), np.bool_)
        for column in cards.T:
            self._holds[column, np.arange(len(cards))] = True
        pairs = list(combinations(range(size), 2))
        pair_of = np.zeros((size, size), np.int64)
        pair_of[tuple(np.array(pairs).T)] = np.arange(len(pairs))
        self._pairs = np.stack(
            [pair_of[cards[:, one], cards[:, other]] for one, other in combinations(range(3), 2)]
        )
        self._cards = np.ascontiguousarray(cards.T)
        number = np.zeros(len(around.cards), np.int64)
        decision = np.zeros((len(around.cards), len(around.number)), np.int8)
        for place, held in enumerate(self._classes):
            for hand in self._alike(held):
                row = self._row_of[tuple(sorted(around.place_of[list(hand.one.cards)].tolist()))]
                number[row] = place
                decision[row] = hand.decision
        self._number, self._decision = number, decision

    def _alike(self, held: PlayerClass) -> Iterator[PlayerClass]:
        """Yield the hands of a class with what is decided for each; of a class of one suit that itself."""
        yield held
        if held.one.suit is not None:
            return
        deck = self._rules.deck
        for suits in permutations(range(len(deck.suits))):
            to = (*suits, len(deck.suits))
            first, second, third = (
                card + (to[deck.suit_of[card]] - deck.suit_of[card]) * deck.copies for card in held.one.cards
            )
            yield moved(held, (first, second, third), self._rules)

    def law(self) -> TwoSeats:
        """Return the joint law of two seats."""
        results, found = self._results()
        size = len(self._rules.deck)
        sums = np.zeros((len(results), len(results)), np.int64)
        for dealer in held_hands(
            self._rules,
            None,
            apart=lambda _: False,
            colours_apart=self._aspects.colours,
            named=self._named,
        ):
            cards = dealer.one.cards
            left = np.flatnonzero(~self._holds[list(cards)].any(axis=0))
            for ids in self._beside(cards, found):
                of_hands = ids[self._row[left]]
                known = np.flatnonzero(np.bincount(of_hands))
                own = np.searchsorted(known, of_hands)
                sums[np.ix_(known, known)] += dealer.one.weight * self._disjoint(own, left, len(known))
        counts: Counter[tuple[tuple[Pay, ...], tuple[Pay, ...]]] = Counter()
        for one, other in zip(*(column.tolist() for column in np.nonzero(sums)), strict=True):
            counts[results[one], results[other]] += int(sums[one, other])  # several lines may pay the same
        total = comb(size, 3) * comb(size - 3, 3) * comb(size - 6, 3) * (3 if self._aspects.face_up else 1)
        return TwoSeats(self._wagers, counts, total)

    def _disjoint(self, own: Integers, left: Integers, kinds: int) -> Integers:
        """Return how many ordered pairs of hands that are `left` share no card, by the kinds of both.

        With a(S) the hands of a kind that hold all cards of S, that is the sum of (-1)^|S| a(S) b(S) over all
        sets of up to three cards: hands that share cards are counted once for each subset of these, and half
        of the subsets have an even number. Three cards are the hand itself.
        """
        # Integers, as floats would have the cores of the machine wait for one another on such small matrices.
        size, pairs = len(self._holds), int(self._pairs.max()) + 1
        with_card = np.bincount(
            (own * size + self._cards.take(left, axis=1)).reshape(-1), minlength=kinds * size
        )
        with_pair = np.bincount(
            (own * pairs + self._pairs.take(left, axis=1)).reshape(-1), minlength=kinds * pairs
        )
        with_card, with_pair = with_card.reshape(kinds, size), with_pair.reshape(kinds, pairs)
        hands = np.bincount(own, minlength=kinds)
        one_shared, two_shared = with_card @ with_card.T, np.einsum("ip,jp->ij", with_pair, with_pair)
        found: Integers = np.outer(hands, hands) - one_shared + two_shared - np.diag(hands)
        return found

    def _results(self) -> tuple[list[tuple[Pay, ...]], Integers]:
        """Return all combinations of results, and their places by class, decision, case, colour and kind."""
        aspects = self._aspects
        sizes = (
            len(self._rules.multiples) + 1 if aspects.face_up else 1,
            CASES,
            len(_COLOURS) if aspects.colours else 1,
            self._around.kinds,
        )
        decision, case, colour, kind = np.indices(sizes)
        colours = np.array(_COLOURS)[colour]
        places: dict[tuple[int, ...], int] = {}
        found = np.zeros((len(self._classes), *sizes), np.int64)
        for place, held in enumerate(self._classes):
            decided = decision if aspects.face_up else held.decision
            around = Context(decision=decided, case=case, colour=colours, kind=kind)
            told = [np.broadcast_to(bet.results(held)(around), sizes).reshape(-1) for bet in self._bets]
            keys = zip(*(one.tolist() for one in told), strict=True)
            found[place] = np.reshape([places.setdefault(key, len(places)) for key in keys], sizes)
        results = [
            tuple(bet.pays[place] for bet, place in zip(self._bets, key, strict=True)) for key in places
        ]
        return results, found

    def _beside(self, cards: tuple[int, int, int], found: Integers) -> Iterator[Integers]:
        """Yield what each hand comes to beside a dealer hand, for each of his cards that may be seen."""
        around = self._around
        dealer = sorted(around.place_of[list(cards)].tolist())
        row = self._row_of[tuple(dealer)]
        level = around.level[row]
        case = (
            1 * (level >= around.level) + (level > around.level) + RESULTS * (level >= self._rules.qualifies)
        )
        colour: Places = 0
        kind: Places = 0
        if self._aspects.colours:
            theirs, own = around.colour[row], around.colour
            beside = MIXED if theirs == NOTHING else np.where(own == theirs, SAME, OTHER)
            colour = np.where(own == NOTHING, _COLOURS.index(NOTHING), beside)
        if self._aspects.dealer:
            kind = around.kind[row]
        for seen in dealer if self._aspects.face_up else dealer[:1]:
            decision = self._decision[:, seen] if self._aspects.face_up else 0
            yield found[self._number, decision, case, colour, kind]
