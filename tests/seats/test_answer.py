"""Seats that share jackpot cards, beside all deals of small decks."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import combin
from combin.cards.cards import STANDARD_DECK
from combin.cards.five_cards import FiveCardCategory
from combin.cards.suit_classes import hand_classes
from combin.exact.arrays import exact_kind
from combin.exact.pay_lines import line_of
from combin.formats import Format
from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import ask_mix
from combin.jackpot.value import Winners as WinnersOfDeck
from combin.rules.errors import RulesError
from combin.rules.load import library_games
from combin.seats.answer import TableAnswer, ask_table
from combin.seats.deals import DealerKey, Deals
from combin.settle.meter import settle_meter
from tests.exact.test_joint_law import THREE_CARDS, best_fives
from tests.helpers.brute import BruteForce, brute_force
from tests.helpers.games import comparison, game, table_bet
from tests.helpers.variants import analysed, shipped, variant
from tests.jackpot.wagers import LEVELS
from tests.seats.test_deals import DECKS, by_every_deal

if TYPE_CHECKING:
    from combin.exact.distribution import Pay
    from combin.rules.resolved import Rules

CROWN = combin.load("crown-melbourne")


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_covariances_are_those_of_every_deal(deck: str) -> None:
    rules = variant(game(THREE_CARDS, DECKS[deck]))
    stakes = {"ante": 10, "pair_plus": 5, "prime": 2}
    # By the strategy of the base game, as brute force plays.
    answer = ask_table(ask_mix(rules, stakes, strategy="optimal"), 2)
    deals = by_every_deal(rules)
    total = sum(deals.values())

    def mean(*places: tuple[int, int]) -> Fraction:
        found = Fraction(0)
        for key, count in deals.items():
            product = Fraction(count)
            for seat, place in places:
                product *= key[seat][place] * list(stakes.values())[place]
            found += product
        return found / total

    for one, name in enumerate(stakes):
        for beside, other in enumerate(stakes):
            covariance = mean((0, one), (1, beside)) - mean((0, one)) * mean((1, beside))
            assert answer.covariances[name, other] == covariance
            alone = mean((0, one), (0, beside)) - mean((0, one)) * mean((0, beside))
            assert answer.mix.covariances[name, other] == alone
    assert answer.two is not None
    assert answer.two.variance == answer.variance


@pytest.mark.slow
def test_pair_plus_of_every_two_hands_of_a_deck() -> None:
    """One hand of each class and every other hand, card by card."""
    rules = shipped("crown-melbourne")
    answer = ask_table(ask_mix(rules, {"pair_plus": 1}), 2)
    table = rules.tables["pair_plus"]["A"]

    def net_of(level: int) -> int:
        line = line_of(table, level, frozenset())
        return -1 if line is None else int(table.odds(line))

    nets = np.array([net_of(level) for level, hands in enumerate(rules.ranking.hands) for _ in hands])
    rows = np.array([hand for hands in rules.ranking.hands for hand in hands])
    holds = np.zeros((len(rows), 52), np.bool_)
    holds[np.arange(len(rows))[:, np.newaxis], rows] = True
    product = sum(
        one.weight * net_of(one.strength.level) * int(nets[~holds[:, list(one.cards)].any(axis=1)].sum())
        for one in hand_classes(rules.ranking)
    )
    mean = Fraction(int(nets.sum()), 22_100)
    assert answer.covariances["pair_plus", "pair_plus"] == Fraction(product, 22_100 * 18_424) - mean**2


@pytest.mark.slow
def test_json_has_the_covariances_between_seats() -> None:
    shown = CROWN.table({"pair_plus": 2}, 7, pace=50, hours="7.5", comp="30%")
    told = json.loads(shown.view().text(Format.JSON))
    assert told["seats"] == 7
    covariance = Fraction(told["covariance"]["pair_plus/pair_plus"]["fraction"])
    mix = CROWN.mix({"pair_plus": 2})
    deviation = (7 * float(mix.together.variance) + 42 * float(covariance)) ** 0.5
    assert float(told["standard_deviation"]["decimal"]) == pytest.approx(deviation)
    spans = {span["span"]: span for span in told["spans"]}
    loss = mix.mix.expected_loss
    assert Fraction(spans["hour"]["cost_of_a_seat"]["fraction"]) == 50 * loss
    assert Fraction(spans["shift"]["rounds"]["fraction"]) == 375
    assert Fraction(spans["shift"]["theoretical_win"]["fraction"]) == 7 * 375 * loss
    assert Fraction(spans["shift"]["comps"]["fraction"]) == 7 * 375 * loss * Fraction(3, 10)
    text = str(shown)
    assert "less $0.70 in comps" in text
    assert "Covariance of two seats" in text


@pytest.mark.slow
def test_one_seat_is_the_mix() -> None:
    answer = CROWN.table({"pair_plus": 1}, 1)
    assert answer.variance == answer.mix.together.variance
    assert answer.expected_win == answer.mix.mix.expected_loss


@pytest.mark.parametrize("terms", [{"pace": 0}, {"hours": -1}, {"comp": 2}, {"comp": "x"}])
def test_terms_that_are_none_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(JackpotError):
        CROWN.table({"pair_plus": 1}, 2, **terms)


def test_a_meter_that_one_seat_alone_can_win_is_paid_as_money() -> None:
    pays = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1}
    jackpot = {"name": "Jackpot", "settles": "jackpot", "hand": "player", "on_fold": "lost"}
    table = {"odds": "to 1", "A-K-Q straight flush of spades": {"meter": "100%"}, **pays}
    metered = {"wager.jackpot": jackpot, "pay_tables.jackpot.A": table}
    rules = variant(game(THREE_CARDS, DECKS["three suits"], metered))
    stakes = {"ante": 10, "pair_plus": 2, "jackpot": 2}
    answer = ask_table(ask_mix(rules, stakes, meter=202, strategy="optimal"), 3)
    for name in answer.wagers:  # as Pair Plus, of which every deal of two seats is settled
        assert answer.covariances[name, "jackpot"] == answer.covariances[name, "pair_plus"]
    assert answer.two is not None
    assert answer.two.variance == replace(answer, seats=2).variance


@pytest.mark.slow  # all deals of a dealer and two seats from twelve cards
def test_envy_bonuses_of_every_deal() -> None:
    pays = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 4, "pair": 1}
    jackpot = {"name": "Jackpot", "settles": "jackpot", "hand": "player", "on_fold": "stays"}
    table = {"odds": "to 1", "A-K-Q straight flush of spades": 100, **pays}
    table["straight flush"] = {"odds": 40, "envy": 7}
    envious = variant(
        game(THREE_CARDS, DECKS["three suits"], {"wager.jackpot": jackpot, "pay_tables.jackpot.A": table})
    )
    answer = ask_table(ask_mix(envious, {"ante": 10, "jackpot": 2}, strategy="optimal"), 3)
    # Pair Plus stands for the jackpot, which pays alike, and a fold loses neither.
    deals = by_every_deal(
        variant(game(THREE_CARDS, DECKS["three suits"], {"wager.pair_plus.on_fold": "stays"}))
    )
    total = deals.total()

    def net(seat: tuple[Fraction, ...]) -> Fraction:
        ante, pair_plus, _ = seat
        return 10 * ante + 2 * pair_plus + 2 * 7 * (pair_plus == 40)

    mean = sum(net(one) * count for (one, _), count in deals.items()) / total
    square = sum(net(one) ** 2 * count for (one, _), count in deals.items()) / total
    product = sum(net(one) * net(other) * count for (one, other), count in deals.items()) / total
    assert answer.expected_win == -3 * mean
    assert answer.variance == 3 * (square - mean**2) + 6 * (product - mean**2)
    assert answer.envy is not None
    assert answer.envy.mean == 3 * 2 * 7 * Fraction(8, 220)  # three runs of three suits but one


@pytest.mark.slow
def test_too_many_seats_and_meters_are_refused() -> None:
    with pytest.raises(RulesError, match="1 to 15"):
        CROWN.table({"pair_plus": 1}, 16)
    mystery = LEVELS[LEVELS.index("[jackpot.options.1.levels.mystery]") : LEVELS.index("[jackpots.minor]")]
    levels = variant(LEVELS.replace(mystery, ""))
    for wager, why in (("prog", "one level of its meter"), ("minor", "share of its meter")):
        with pytest.raises(RulesError, match=f"{why}.* leave it out"):
            ask_table(ask_mix(levels, {wager: 1}), 2)


def test_a_bet_on_who_is_higher_leaves_each_seat_its_own_hand() -> None:
    """Where hands are decided about, or no bet wins as the player's hand loses."""
    alone = game(THREE_CARDS, DECKS["three suits"])
    higher = game(alone, comparison("higher", "Higher", win=1, tie="push", lose="lose"))
    one, other = (ask_table(ask_mix(variant(file), {"ante": 1}), 2) for file in (alone, higher))
    assert one.covariances == other.covariances
    assert one.counted == other.counted
    with pytest.raises(RulesError, match="the cards are enough for 1 to 3"):
        ask_table(ask_mix(variant(higher), {"ante": 1}), 20)
    assert {name for name in library_games() if shipped(name).same_hands} == {
        "teen-patti-20-20",
        "teen-patti-pro",
    }


@pytest.mark.slow
def test_seats_that_bet_on_the_same_hands_net_the_same() -> None:
    game_of_two = combin.load("teen-patti-20-20")
    with pytest.raises(RulesError, match="0 seats"):
        game_of_two.table({"player_a": 100}, 0)
    answer = game_of_two.table({"player_a": 100, "pair_plus_b": 10}, 3)
    alone = answer.mix.together
    assert answer.correlation == 1
    assert answer.variance == 9 * alone.variance
    assert answer.two is not None
    assert (answer.two.variance, answer.two.total) == (4 * alone.variance, alone.total)


# -- jackpot seats ---------------------------------------------------------------------------------------


STAKES = {"ante": 10, "pair_plus": 5, "jackpot": 1}
SEED, METER = 100, 150
JACKPOT = game(
    THREE_CARDS,
    {
        "wager.prime": None,
        "pay_tables.prime": None,
        "dealer.qualifies": "any hand",
        "deal.jackpot": 2,
        "wager.jackpot": {
            "name": "Jackpot",
            "settles": "jackpot",
            "hand": "player and jackpot cards",
            "on_fold": "lost",
        },
        "jackpot": {
            "wager": "jackpot",
            "sharing_rule": "7.4",
            "options": {"1": {"pay_table": "A", "meters": [{"seed": SEED, "increment": "10%"}]}},
        },
    },
)
TWO_SUITS = game(
    JACKPOT,
    {
        "deck": {"ranks": "9 T J Q K A", "suits": ["spades", "hearts"]},
        "pay_tables.pair_plus.A.three of a kind": None,
        "pay_tables.ante_bonus.A.three of a kind": None,
        "pay_tables.jackpot.A": {
            "odds": "for 1",
            "royal flush": {"meter": "100%"},
            "flush": {"meter": "10%"},
            "two pair": 7,
            "straight flush": {"meter": "10%"},
            "straight": 3,
        },
    },
)
ONE_SUIT = game(
    JACKPOT,
    {"pay_tables.pair_plus": None, "pay_tables.ante_bonus": None},
    {
        "deck": {"ranks": "4 5 6 7 8 9 T J Q K A", "suits": ["spades"]},
        "pay_tables.pair_plus.A": {"straight flush": 7},
        "pay_tables.ante_bonus.A": {"straight flush": 3},
        "pay_tables.jackpot.A": {
            "odds": "for 1",
            "royal flush": {"meter": "100%"},
            "straight flush": {"meter": "10%"},
            "flush": 2,
        },
    },
)

SIXTEEN_CARDS = game(TWO_SUITS, {"deck": {"ranks": "7 8 9 T J Q K A"}, "pay_tables.jackpot.A": {"flush": 5}})

Results = tuple[Fraction, Fraction, Fraction | int]
"""What a seat nets by Ante and Pair Plus, and the multiple or share (a fraction) that the jackpot wins."""


class Plain:
    """What seats come to, hand by hand."""

    MOST = 100
    """Most results of a seat that are told apart."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.brute: BruteForce = brute_force(rules, analysed(rules).letters)
        self.hands = [frozenset(hand) for hand in self.brute.deals.hands.cards.tolist()]
        self.row = {hand: row for row, hand in enumerate(self.hands)}
        self.fives = best_fives(rules.deck, 5)

    def nets(self, hand: frozenset[int], dealer: frozenset[int]) -> tuple[Fraction, Fraction]:
        nets = self.brute.settle(self.row[hand], self.row[dealer])
        return 10 * (nets["ante"] + nets["play"] + nets["ante_bonus"]), 5 * nets["pair_plus"]

    def prize(self, hand: frozenset[int], pair: frozenset[int]) -> Fraction | int:
        if not self.brute.played[self.row[hand]]:
            return 0
        made = FiveCardCategory(self.fives[sum(1 << card for card in hand | pair)])
        line = self.rules.tables["jackpot"]["A"].line_of_best(made)
        if line is None:
            return 0
        return int(line.prize.odds) if line.prize.odds is not None else Fraction(line.prize.meter or 0)

    def by_every_deal(self) -> Counter[tuple[Results, Results]]:
        """Return how often two seats come to what, each order once."""
        cards = frozenset(range(len(self.rules.deck)))
        pairs = [frozenset(pair) for pair in combinations(cards, 2)]
        prizes = {
            pair: {hand: self.prize(hand, pair) for hand in self.hands if not hand & pair} for pair in pairs
        }
        holds = np.array([[card in hand for card in sorted(cards)] for hand in self.hands], np.int64)
        first = np.triu(holds @ holds.T == 0)  # hands without a common card, each two once
        found: Counter[int] = Counter()
        known: dict[Results, int] = {}  # numbered, since fractions are slow to tell apart
        for dealer in self.hands:
            nets = {hand: self.nets(hand, dealer) for hand in self.hands if not hand & dealer}
            for pair in pairs:
                if pair & dealer:
                    continue
                seats = {
                    self.row[hand]: known.setdefault((*nets[hand], prize), len(known))
                    for hand, prize in prizes[pair].items()
                    if not hand & dealer
                }
                numbers = np.array([*seats.values()])
                one, two = first[np.ix_([*seats], [*seats])].nonzero()
                ways = np.bincount(numbers[one] * self.MOST + numbers[two])
                found.update({int(way): int(ways[way]) for way in ways.nonzero()[0]})
        results = list(known)
        assert len(results) <= self.MOST
        return Counter(
            {(results[way // self.MOST], results[way % self.MOST]): count for way, count in found.items()}
        )


def seats_of(rules: Rules, seats: int) -> TableAnswer:
    answer = ask_table(ask_mix(rules, STAKES, meter=METER, strategy="optimal"), seats)
    assert isinstance(answer, TableAnswer)
    return answer


def alone(results: Results) -> list[Fraction]:
    """Return what a seat nets in money if it wins alone."""
    *nets, won = results
    return [*nets, METER * won - 1 if isinstance(won, Fraction) else Fraction(won - 1)]


def divided(one: Results, two: Results) -> Fraction:
    """Return what two seats net together."""
    shares = [results[-1] for results in (one, two)]
    net = sum(alone(one) + alone(two), Fraction(0))
    if not all(isinstance(share, Fraction) for share in shares):
        return net
    royals = shares.count(1)
    settled = settle_meter(Fraction(METER), Fraction(SEED), royals, 2 - royals)
    return net - METER * sum(map(Fraction, shares), Fraction(0)) + settled.paid


@pytest.mark.slow  # of each deck, all deals of eleven cards
@pytest.mark.parametrize("deck", [TWO_SUITS, ONE_SUIT], ids=["two suits", "one suit"])
def test_covariances_and_deviation_are_those_of_every_deal(deck: dict[str, object]) -> None:
    rules = variant(deck)
    answer = seats_of(rules, 2)
    deals = Plain(rules).by_every_deal()
    total = deals.total()
    assert answer.counted[0] == 2 * total
    seats = [(alone(one), alone(two), count) for (one, two), count in deals.items()]
    means = [sum((a[place] + b[place]) * count for a, b, count in seats) / (2 * total) for place in range(3)]
    for one, name in enumerate(STAKES):
        for two, other in enumerate(STAKES):
            product = sum((a[one] * b[two] + b[one] * a[two]) * count for a, b, count in seats)
            assert answer.covariances[name, other] == product / (2 * total) - means[one] * means[two]
    nets = [(divided(*key), count) for key, count in deals.items()]
    mean = sum(net * count for net, count in nets) / total
    assert answer.expected_win == -mean
    if deck is TWO_SUITS:  # else each of two winners counts here as if alone
        assert answer.variance == sum(net**2 * count for net, count in nets) / total - mean**2
    assert (answer.division is None) is (deck is TWO_SUITS)
    assert answer.two is not None
    together = Counter[Fraction]()
    for net, count in nets:
        together[net] += 2 * count
    assert dict(answer.two.outcomes) == together


@pytest.mark.slow
def test_deals_of_any_number_are_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 98 single cards on all deals of two seats with jackpot cards pass 64 bits."""
    deals = [prod(comb(cards - dealt, 3) for dealt in (0, 3, 6)) * comb(cards - 9, 2) for cards in (97, 98)]
    assert deals[0] < 2**63 <= deals[1]
    assert {exact_kind(number) for number in deals} == {object}  # 64 bits are left below their end
    usual = seats_of(variant(SIXTEEN_CARDS), 2)
    monkeypatch.setattr("combin.seats.deals.exact_kind", lambda _: object)
    found = seats_of(variant(SIXTEEN_CARDS), 2)
    assert found.law.sums.dtype == object
    assert found.law.counts == usual.law.counts


@pytest.mark.slow  # a full deck: five-card hands are 2,598,960
def test_crown_jackpots_of_two_seats() -> None:
    crown = combin.load("crown-melbourne")
    # Beside other wagers floats hold smaller numbers.
    deals = Deals(crown.rules, {"jackpot": "1"}, analysed(crown.rules).strategy)
    jackpot, law = deals.jackpot, deals.law()
    assert jackpot is not None
    # Two straight flushes, or one with a royal flush, as the law of winners has them.
    both = Counter[tuple[Fraction, Fraction]]()
    for ((one,), (other,)), count in law.counts.items():
        both[one.share, other.share] += count
    winners, tenth = WinnersOfDeck(STANDARD_DECK).law(2), Fraction(1, 10)
    assert Fraction(both[tenth, tenth], law.total) == winners[0, 2]
    assert Fraction(2 * both[tenth, Fraction(1)], law.total) == winners[1, 1]
    # What two seats win together, hand by hand for each pair of jackpot cards.
    won = np.array([int(pay.net(Fraction(1), Fraction(20_000))) + 1 for (pay,) in jackpot.wins])
    product = total = 0
    for hands, wins in jackpot.winners:
        values, cards = won[wins], deals.hands[hands]
        common = (cards[:, np.newaxis, :, np.newaxis] == cards[:, np.newaxis]).any(axis=(2, 3))
        product += int(values @ ~common @ values)
        total += int(values.sum())
    ways = comb(52, 2) * comb(50, 3) * comb(47, 3)
    mean = Fraction(total, comb(52, 2) * comb(50, 3))
    (covariance,) = law.covariances({"jackpot": (Fraction(1), Fraction(20_000))}).values()
    assert covariance == Fraction(product, ways) - mean**2


def test_what_is_not_counted_with_jackpot_cards_is_refused() -> None:
    unsaid = variant(game(SIXTEEN_CARDS, {"jackpot.sharing_rule": None}))
    with pytest.raises(RulesError, match="two seats can win a share of its meter"):
        seats_of(unsaid, 2)
    three = variant(game(SIXTEEN_CARDS, {"pay_tables.jackpot.A": {"two pair": {"meter": "10%"}}}))
    with pytest.raises(RulesError, match="two seats can win a share of its meter"):
        seats_of(three, 3)
    seen = variant(game(SIXTEEN_CARDS, {"deal.face_up": 1}))
    with pytest.raises(RulesError, match="a card of the dealer's is seen"):
        seats_of(seen, 2)


@pytest.mark.slow  # all deals of twelve cards
def test_law_beside_bets_on_both_hands_and_lines_of_one_suit() -> None:
    six = table_bet(
        "six",
        "Six",
        {"straight flush": 6, "flush": 5, "straight": 4, "two pair": 2},
        hand="player and dealer",
        on_fold="stays",
    )
    lines = {"royal flush of hearts": 50, "royal flush": 9, "straight flush": 5, "flush": 3, "straight": 2}
    more = table_bet("more", "More", lines, hand="player and jackpot cards", on_fold="stays")
    rules = variant(game(TWO_SUITS, {"dealer.qualifies": "A high"}, six, more))
    tables = {"ante": "", "pair_plus": "A", "six": "A", "jackpot": "A", "more": "A"}
    deals = Deals(rules, tables, analysed(rules).strategy)
    bets = deals.on_jackpot_cards
    law = deals.law()
    assert law.wagers == tuple(tables)
    pairs = [*combinations(range(12), 2)]
    won = np.zeros((len(deals.hands), len(pairs)), np.int64)
    for bet in bets.values():
        made = np.array([bet.of_five(deals.every.five(tuple(hand))) for hand in deals.hands.tolist()])
        if bet.lost_with_fold:
            made[deals.decided[:, 0] == 0] = 0
        won = won * len(bet.pays) + made
    holds = np.zeros((len(deals.hands), 12), np.int64)
    holds[np.arange(len(deals.hands))[:, None], deals.hands] = 1
    apart = holds @ holds.T == 0
    found = Counter[tuple[int, int]]()
    for row, dealer in enumerate(deals.hands.tolist()):
        every = deals.every
        kind = int(every.dealer_kinds[0][row]) if len(every.dealer_kinds[0]) else 0
        results = deals.results_against(DealerKey(int(every.level[row]), 0, kind, None, tuple(dealer)))
        for place, pair in enumerate(pairs):
            free = np.flatnonzero(apart[row] & ~holds[:, pair].any(axis=1))
            if set(pair) & set(dealer):
                continue
            codes = results[free] * 1000 + won[free, place]
            one, other = np.nonzero(apart[np.ix_(free, free)])
            found.update(zip(codes[one].tolist(), codes[other].tolist(), strict=True))
    first, second = (bet.pays for bet in bets.values())

    def pays(code: int) -> tuple[Pay, ...]:
        result, prizes = divmod(code, 1000)
        one, other = divmod(prizes, len(second))
        return (*deals.results[result], first[one], second[other])

    expected = Counter[object]()
    for (mine, theirs), count in found.items():
        expected[pays(mine), pays(theirs)] += count
    assert law.counts == expected
