"""Drawn games of few cards of which every deal is settled, plainly: what questions about them are held to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm

import msgspec
import numpy as np
from hypothesis import assume
from hypothesis import strategies as st
from msgspec.structs import replace
from numpy.typing import NDArray

from combin.cards.five_cards import possible_categories
from combin.exact.analysis import choices
from combin.exact.base_game import FOLD
from combin.rules.model import JackpotEntry, decode_number
from combin.rules.numbers import Pay, Share
from combin.rules.resolved import Rules
from combin.rules.wagers import HandFee, Jackpot, PayTableEntry
from tests.helpers.brute import brute_force, count_deals, may_play
from tests.helpers.strategies import games

FEES = [HandFee(share=Share(1, 100)), HandFee(money=Pay(1, 4))]
STAKES = st.sampled_from([Fraction(1), Fraction(3), Fraction(7, 2), Fraction(103, 10)])
Law = Counter[Fraction]
Told = Callable[[int, int], Iterable[Hashable]]
"""What may be told of a deal, given as two rows of hands: one thing for each of its equally likely forms."""


class EveryDeal:
    """All deals of a small deck with what is seen of each: what every decision nets, by brute force.

    `stakes` are money. The player decides by the base game, and by all bets that a fold loses if `jointly`.
    """

    def __init__(
        self,
        drawn: Rules,
        stakes: Mapping[str, Fraction],
        letters: Mapping[str, str] | None = None,
        *,
        jointly: bool = True,
    ) -> None:
        at_stake = drawn.at_stake(stakes[drawn.base])
        of_money = {name: stake for name, stake in stakes.items() if drawn.bets[name].stakes}
        wagers = dict(at_stake.wagers)
        for name in of_money.keys() - {drawn.base}:
            wagers[name] = replace(wagers[name], stakes=(Pay(stakes[name]),))
        self.drawn, self.stakes = drawn, stakes
        self.rules = rules = Rules(replace(at_stake.file, wager=wagers), like=drawn)
        self.letters = choices(rules, letters or {})[0]
        self.deals = deals = count_deals(rules)
        self.hands = [frozenset(hand) for hand in deals.hands.cards.tolist()]
        self.pairs = [
            (own, dealer)
            for own, dealer in product(range(len(self.hands)), repeat=2)
            if not self.hands[own] & self.hands[dealer]
        ]
        lost = [name for name in stakes if rules.bets[name].loses_on_fold and name != rules.base]
        counted = [rules.base, *(lost if jointly else ())]
        self.options = (FOLD, *rules.multiples) if rules.play else tuple(rules.multiples)
        self.every = {option: self._settled(option) for option in self.options}
        money = {
            option: [sum((nets[name] for name in counted), Fraction(0)) for nets in every.values()]
            for option, every in self.every.items()
        }
        self.unit = lcm(*(net.denominator for nets in money.values() for net in nets))
        self.sums = [
            [int(net * self.unit) for net in nets] for nets in zip(*money.values(), strict=True)
        ]  # by decision

    def _settled(self, option: int) -> dict[tuple[int, int], dict[str, Fraction]]:
        """What each wager nets in money with a decision; the base wager with all that goes with it.

        Each result is settled once for hands that are on the same lines of all tables.
        """
        deals = self.deals
        allowed = may_play(deals, option) if option else np.ones(len(self.hands), np.bool_)
        brute = brute_force(self.rules, self.letters, decisions=np.where(allowed, option, FOLD), deals=deals)
        owns, dealers = np.array(self.pairs).T
        bets, cases = brute.side_bets.values(), deals.cases_of(owns, dealers).tolist()
        lines = [
            (brute.base.lines_of[own], *(bet.line[own % len(bet.line)].tobytes() for bet in bets))
            for own in range(len(self.hands))
        ]
        alike: dict[Hashable, dict[str, Fraction]] = {}
        found = {}
        for pair, case, kind in zip(self.pairs, cases, deals.kind[dealers].tolist(), strict=True):
            key = (lines[pair[0]], allowed[pair[0]], case, kind)
            if key not in alike:
                nets = brute.settle(*pair)
                base = (*self.rules.base_wagers, *self.rules.bonuses)
                nets[self.rules.base] = sum((nets[name] for name in base), Fraction(0))
                alike[key] = {name: nets[name] * stake for name, stake in self.stakes.items()}
            found[pair] = alike[key]
        return found

    def seen(self, _: int, dealer: int) -> list[int]:
        """What is seen, once for each card that may be face up."""
        cards = self.hands[dealer]
        return [int(self.deals.seen_of[card]) for card in cards] if self.rules.file.deal.face_up else [0]

    def known(self, told: Told) -> dict[tuple[int, Hashable], list[int]]:
        """What each decision nets in sum for a hand with what is told of the deal, and how many deals."""
        found: dict[tuple[int, Hashable], list[int]] = {}
        for (own, dealer), nets in zip(self.pairs, self.sums, strict=True):
            for mark in told(own, dealer):
                sums = found.setdefault((own, mark), [0] * (len(nets) + 1))
                for place, net in enumerate((*nets, 1)):
                    sums[place] += net
        return found

    def best(self, told: Told) -> tuple[Fraction, dict[tuple[int, Hashable], int]]:
        """The house edge with what is told, and the decisions: of equal ones that which stakes least.

        A decision of before anything is told is one for all that may be.
        """
        by_hand = defaultdict[int, dict[Hashable, list[int]]](dict)
        for (own, mark), sums in self.known(told).items():
            by_hand[own][mark] = sums
        later = [place for place, option in enumerate(self.options) if option not in self.rules.early]
        decided: dict[tuple[int, Hashable], int] = {}
        gain = deals = 0
        for own, by_mark in by_hand.items():
            places = {mark: max(later, key=sums.__getitem__) for mark, sums in by_mark.items()}
            most = sum(sums[places[mark]] for mark, sums in by_mark.items())
            for place in {*range(len(self.options))}.difference(later):
                if (net := sum(sums[place] for sums in by_mark.values())) > most:
                    places, most = dict.fromkeys(by_mark, place), net
            gain += most
            deals += sum(sums[-1] for sums in by_mark.values())
            decided.update({(own, mark): self.options[place] for mark, place in places.items()})
        return Fraction(-gain, deals * self.unit) / self.stakes[self.rules.base], decided

    @cached_property
    def apart(self) -> NDArray[np.bool_]:
        """Of each two hands whether they share no card."""
        holds = np.zeros((len(self.hands), 1 + max(map(max, self.hands))), np.int64)
        for row, hand in enumerate(self.hands):
            holds[row, [*hand]] = 1
        found: NDArray[np.bool_] = holds @ holds.T == 0
        return found

    def neighbours(self, own: int, dealer: int) -> list[int]:
        """The hands that a neighbour can have in a deal."""
        others: list[int] = np.flatnonzero(self.apart[own] & self.apart[dealer]).tolist()
        return others

    @cached_property
    def settled(self) -> list[tuple[int, int, int, dict[str, Fraction]]]:
        """Every deal: the hands, the place of the card seen, and the nets of the wagers."""
        _, decided = self.best(self.seen)
        return [
            (own, dealer, place, self.every[decided[own, mark]][own, dealer])
            for own, dealer in self.pairs
            for place, mark in enumerate(self.seen(own, dealer))
        ]

    def law(self, *names: str) -> Law:
        """The net of some wagers of one seat, by default of all."""
        return Counter(sum((nets[name] for name in names or nets), Fraction(0)) for *_, nets in self.settled)

    def two(self, *names: str) -> Counter[tuple[Fraction, Fraction]]:
        """The nets of two seats of one round; where all seats bet on the same two hands, one net twice."""
        if self.rules.same_hands:
            return Counter({(net, net): count for net, count in self.law(*names).items()})
        seats = defaultdict[tuple[int, int], list[tuple[frozenset[int], Fraction]]](list)
        for own, dealer, place, nets in self.settled:
            net = sum((nets[name] for name in names or nets), Fraction(0))
            seats[dealer, place].append((self.hands[own], net))
        return Counter(
            (net, other)
            for at in seats.values()
            for (hand, net), (second, other) in product(at, repeat=2)
            if not hand & second
        )


@st.composite
def every_deal(draw: st.DrawFn, *, base_alone: bool = False, jointly: bool = True) -> EveryDeal:
    """Draw a game of few cards, of which one of the dealer's may be seen, and stakes on its wagers."""
    rules = draw(games(most_cards=10, most_suits=3))
    base = rules.wagers[rules.base]
    if base_alone and draw(st.booleans()):  # nets of which sums pass 64 bits
        base = replace(base, commission=Fraction("0.01234567891234567"))
    elif draw(st.booleans()):
        base = replace(base, collection=draw(st.sampled_from(FEES)))
    rules = Rules(replace(rules.file, wager={**rules.wagers, rules.base: base}))
    stakes = {rules.base: draw(STAKES)}
    for name in () if base_alone else (*rules.side_bets, *rules.comparisons):
        bet = rules.bets[name]
        of_money = bet.stakes
        if jointly and name == "prime" and bet.loses_on_fold:
            continue  # strategies tell hands apart by how many suits they show, and not by their colour
        stakes[name] = Fraction(draw(st.sampled_from(of_money))) if of_money else draw(STAKES)
    return EveryDeal(rules, stakes, jointly=jointly)


def mean(law: Mapping[Fraction, int]) -> Fraction:
    return sum((net * count for net, count in law.items()), Fraction(0)) / sum(law.values())


def variance(law: Mapping[Fraction, int]) -> Fraction:
    squares = sum((net**2 * count for net, count in law.items()), Fraction(0))
    return squares / sum(law.values()) - mean(law) ** 2


def covariance(two: Counter[tuple[Fraction, Fraction]], one: Law) -> Fraction:
    products = sum((net * other * count for (net, other), count in two.items()), Fraction(0))
    return products / two.total() - mean(one) ** 2


def share(law: Law, holds: Callable[[Fraction], bool]) -> Fraction:
    return Fraction(sum(count for net, count in law.items() if holds(net)), law.total())


def added(law: Law, other: Law) -> Law:
    found = Law()
    for (net, count), (more, times) in product(law.items(), other.items()):
        found[net + more] += count * times
    return found


FIVE = "player and jackpot cards"


@st.composite
def progressives(draw: st.DrawFn, cards: int = 10, hand: str | None = None) -> Rules:
    """Draw a game with a progressive wager, whose lines pay a meter, a level of it, money and odds."""
    rules = draw(games(most_cards=cards, most_suits=3))
    assume(len(rules.deck) >= cards - 1)
    hand = hand or draw(st.sampled_from(["player", FIVE]))
    possible = (
        [*possible_categories(rules.deck)]
        if hand == FIVE
        else [category for category, count in rules.ranking.counts.items() if count]
    )
    prizes = [
        {"meter": "100%"},
        {"meter": "100%", "level": "major"},
        {"money": 7, "envy": 2},
        {"odds": draw(st.sampled_from([1, 3, "5/2"]))},
    ]
    lines = dict(zip(possible, draw(st.permutations(prizes)), strict=False))
    assume(prizes[0] in lines.values())
    levels = {"major": {"seed": 20, "increment": "4%"}} if prizes[1] in lines.values() else {}
    option = {"pay_table": "A", "meters": [{"seed": 50, "increment": "10%"}], "levels": levels}
    wager = {"settles": "jackpot", "name": "Progressive", "hand": hand}
    wager["on_fold"] = draw(st.sampled_from(["stays", "lost"]))
    if draw(st.booleans()):
        wager["full_stake"] = "5"
    table = {"lines": lines, "odds": draw(st.sampled_from(["to 1", "for 1"]))}
    entries = ({"wager": "progressive", "options": {"1": option}}, wager, table)
    of_file, of_wager, of_table = (
        msgspec.convert(entry, kind, dec_hook=decode_number)
        for entry, kind in zip(entries, (JackpotEntry, Jackpot, PayTableEntry), strict=True)
    )
    file = rules.file
    return Rules(
        replace(
            file,
            deal=replace(file.deal, jackpot=2 * (hand == FIVE)),
            wager={**file.wager, "progressive": of_wager},
            pay_tables={**file.pay_tables, "progressive": {"A": of_table}},
            jackpot=of_file,
        )
    )
