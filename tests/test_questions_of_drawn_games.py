"""What is asked of a game beyond its edges, of drawn games and odd stakes: every deal settled."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from combin import Game, Pack, RulesError
from combin.exact.analysis import choices
from combin.exact.base_game import FOLD
from combin.jackpot.meter.meter import JackpotError
from combin.rules.resolved import Rules
from tests.brute import BruteForce, brute_force, may_play
from tests.strategies import games

pytestmark = pytest.mark.slow
FEW = settings(
    max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate]
)
STAKES = st.sampled_from([Fraction(1), Fraction(3), Fraction(7, 2), Fraction(103, 10)])


class EveryDeal:
    """All deals of a small deck: what each hand nets against each dealer hand, by brute force."""

    def __init__(self, rules: Rules, stakes: dict[str, Fraction]) -> None:
        self.rules, self.stakes = rules, stakes
        self.letters = choices(rules, {})[0]
        self.brute = brute_force(rules, self.letters)
        self.hands = [frozenset(hand) for hand in self.brute.deals.hands.cards.tolist()]
        self.pairs = [
            (own, dealer)
            for own, dealer in product(range(len(self.hands)), repeat=2)
            if not self.hands[own] & self.hands[dealer]
        ]

    def nets(self, brute: BruteForce, own: int, dealer: int) -> dict[str, Fraction]:
        """Return what each wager nets in money; the base wager with all that goes with it."""
        nets = brute.settle(own, dealer)
        base = (*self.rules.base_wagers, *self.rules.bonuses)
        nets[self.rules.base] = sum((nets[name] for name in base), Fraction(0))
        return {name: nets[name] * stake for name, stake in self.stakes.items()}

    @cached_property
    def settled(self) -> dict[tuple[int, int], dict[str, Fraction]]:
        """The nets of every pair of hands without a common card."""
        return {pair: self.nets(self.brute, *pair) for pair in self.pairs}

    @cached_property
    def together(self) -> Counter[Fraction]:
        """The net of all wagers of one seat."""
        return Counter(sum(nets.values(), Fraction(0)) for nets in self.settled.values())

    @cached_property
    def two(self) -> Counter[tuple[Fraction, Fraction]]:
        """The nets of two seats of one round."""
        found = Counter[tuple[Fraction, Fraction]]()
        for dealer, cards in enumerate(self.hands):
            seats = [
                (hand, sum(self.settled[own, dealer].values(), Fraction(0)))
                for own, hand in enumerate(self.hands)
                if not hand & cards
            ]
            found.update((net, other) for hand, net in seats for held, other in seats if not hand & held)
        return found


@st.composite
def every_deal(draw: st.DrawFn, *, base_alone: bool = False) -> EveryDeal:
    """Draw a game of few cards in which no card is seen, and stakes on wagers that a fold does not lose."""
    rules = draw(games(most_cards=10, most_suits=3))
    assume(not rules.file.deal.face_up)
    if base_alone and draw(st.booleans()):  # nets of which sums pass 64 bits
        base = replace(rules.wagers[rules.base], commission=Fraction("0.01234567891234567"))
        rules = Rules(replace(rules.file, wager={**rules.wagers, rules.base: base}))
    beside = [name for name in (*rules.side_bets, *rules.comparisons) if not rules.bets[name].loses_on_fold]
    named = [name for name in beside if not rules.bets[name].stakes and not base_alone]
    stakes = {name: draw(STAKES) for name in (rules.base, *named)}
    return EveryDeal(rules, stakes)


def mean(law: Counter[Fraction]) -> Fraction:
    return sum((net * count for net, count in law.items()), Fraction(0)) / law.total()


@FEW
@given(deals=every_deal())
def test_two_seats_and_a_session(deals: EveryDeal) -> None:
    game, stakes = Game(deals.rules), deals.stakes
    table = game.table(stakes, 2, tables=deals.letters)
    one, two = deals.together, deals.two
    if deals.rules.same_hands:  # all seats bet on the same two hands
        two = Counter({(net, net): count for net, count in one.items()})
    product_of_nets = sum((net * other * count for (net, other), count in two.items()), Fraction(0))
    assert table.between == product_of_nets / two.total() - mean(one) ** 2
    sums = Counter[Fraction]()
    for seats, count in two.items():
        sums[sum(seats, Fraction(0))] += count
    assert table.two is not None
    assert {net: Fraction(count, table.two.total) for net, count in table.two.outcomes} == {
        net: Fraction(count, sums.total()) for net, count in sums.items()
    }
    assert table.largest is not None
    assert table.largest.net == max(sums)
    session = game.session(stakes, 2, tables=deals.letters)
    total = Counter[Fraction]()
    for (net, count), (other, times) in product(one.items(), repeat=2):
        total[net + other] += count * times
    assert session.mean == mean(total)
    squares = sum((net**2 * count for net, count in total.items()), Fraction(0))
    assert session.variance == squares / total.total() - mean(total) ** 2
    ahead = Fraction(sum(count for net, count in total.items() if net > 0), total.total())
    with suppress(JackpotError):  # of too many terms
        assert session.ahead.low <= ahead <= session.ahead.high


@FEW
@given(deals=every_deal(base_alone=True))
def test_a_missing_card_and_a_neighbour(deals: EveryDeal) -> None:
    rules = deals.rules
    found = Game(rules).removal(tables=deals.letters)
    for index in (0, len(rules.deck) - 1):
        without = Pack(dead=str(rules.deck.cards[index])).of(rules)
        try:
            brute = brute_force(without, deals.letters)
        except RulesError:
            continue
        for name, outcomes in brute.outcomes.items():
            if name in found.wagers:
                assert found.wagers[name].without[index] == -mean(Counter(outcomes)), name
    if not rules.play or rules.ranking.upsets:
        return
    tables = {name: deals.letters[name] for name in rules.base_tables}
    collusion = Game(rules).collusion(2, tables=tables)
    every: dict[int, dict[tuple[int, int], Fraction]] = {}
    base = (*rules.base_wagers, *rules.bonuses)
    for decision in (FOLD, *rules.multiples):
        allowed = may_play(deals.brute.deals, decision) if decision else np.ones(len(deals.hands), np.bool_)
        decided = np.where(allowed, decision, FOLD)
        brute = brute_force(rules, deals.letters, decisions=decided, deals=deals.brute.deals)
        every[decision] = {
            pair: sum((brute.settle(*pair)[name] for name in base), Fraction(0)) for pair in deals.pairs
        }
    best, total = Fraction(0), 0
    for own, neighbour in combinations(range(len(deals.hands)), 2):
        if deals.hands[own] & deals.hands[neighbour]:
            continue
        for player, shown in ((own, neighbour), (neighbour, own)):
            seen = deals.hands[player] | deals.hands[shown]
            dealers = [dealer for dealer, hand in enumerate(deals.hands) if not hand & seen]
            best += max(
                sum((nets[player, dealer] for dealer in dealers), Fraction(0)) for nets in every.values()
            )
            total += len(dealers)
    assert collusion.neighbours[1].low == collusion.neighbours[1].high == -best / total
