"""Side bets that a fold loses, decided together with the Ante: beside settling every deal of small decks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from combin.exact.analysis import analyse, choices
from combin.exact.base_game import FOLD
from combin.exact.distribution import Pay
from combin.exact.joint_law import TableLimits
from combin.exact.strategy import Strategy
from combin.formatting import percent
from combin.game import Game
from combin.jackpot.joint import joint_game, returned_around
from combin.jackpot.meter import JackpotError
from combin.jackpot.mixes import ask_joint, ask_mix, joint_with
from combin.rules.errors import RulesError
from combin.settle.hands import settle_hand
from tests.decks import alike_hands
from tests.exact.settled import decisions_of
from tests.games import AGAINST_DEALER, BONUS, game, odds, table_bet
from tests.variants import shipped, variant

SIX_CARD_LOST = """
extends = "three-card-poker"
without = ["wager.millionaire_maker", "wager.progressive"]
id = "six-card-lost"
[wager.six_card_bonus]
on_fold = "lost"
"""
FEW = game(
    AGAINST_DEALER,
    BONUS,
    {"deck": {"ranks": "T J Q K", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "K high"},
)
SIX = table_bet(
    "six",
    "Six",
    {"full house": 9, "three of a kind": 2, "two pair": "1/2"},
    hand="player and dealer",
    on_fold="lost",
    commission="5%",
)
HIGH = table_bet("high", "High", odds("4-3-2-2-1"), on_fold="lost", if_tied=3, if_beaten="1/2")
THEIRS = table_bet("theirs", "Theirs", odds("9-6-4-2-1"), hand="dealer", on_fold="lost")
KEPT = table_bet("kept", "Kept", odds("9-6-4-2-1"), on_fold="may stay")
MONEY = table_bet(
    "money", "Money", {"pair": {"money": 30}, **odds("9-6-4-2")}, on_fold="lost", stakes=[5, 10]
)
GAMES = {
    "no card seen": game(FEW, SIX, HIGH, THEIRS, KEPT),
    "a card seen": game(FEW, THEIRS, HIGH, {"deal.face_up": 1}),
    "ranks told apart": game(
        FEW, SIX, MONEY, {"deal": {"face_up": 1, "tells": ["K", "Q J", "T"]}, "decision.play": [1, 2]}
    ),
    "two decks": game(
        FEW,
        HIGH,
        THEIRS,
        {"deck": {"ranks": "Q K A", "suits": ["clubs", "hearts"], "decks": 2}, "dealer.qualifies": "pair"},
    ),
}


@cache
def settled(name: str) -> tuple[Mapping[int, Mapping[int, Mapping[str, Fraction]]], int]:
    """Return what each wager gains by each decision in each situation over all deals, and their number.

    No rule of these games names a suit, so one hand stands for all that are alike but for their suits.
    """
    rules = variant(GAMES[name])
    letters = choices(rules, {})[0]
    base = analyse(rules, [letters])[0].game
    place_of = decisions_of(Strategy("places", base, tuple(range(len(base.matchups)))))
    keeps = [name for name in rules.side_bets if rules.bets[name].on_fold == "may stay"]
    names = [*rules.base_wagers, *rules.bonuses]
    wagers = (rules.base, *rules.side_bets)
    results: dict[tuple[Fraction, ...], int] = {}  # numbered, since fractions are slow to add and to look up
    deals: Counter[tuple[int, int, int]] = Counter()
    cards, total = rules.deck.cards, 0
    for hand, alike in alike_hands(rules.deck, range(len(rules.deck.suits))):
        for others in combinations([card for card in range(len(cards)) if card not in hand], 3):
            player, dealer = [cards[card] for card in hand], [cards[card] for card in others]
            own = tuple(sorted(map(str, player)))
            seen = map(str, dealer) if rules.file.deal.face_up else [""]
            places = Counter(place_of[own, card] for card in seen)
            total += alike * places.total()
            for decision in base.choices(next(iter(places))):
                nets = settle_hand(rules, letters, player, dealer, decision or None, keeps=keeps)
                nets[rules.base] = sum((nets[name] for name in names), Fraction(0))
                result = results.setdefault(tuple(nets[wager] for wager in wagers), len(results))
                for place, times in places.items():
                    deals[place, decision, result] += alike * times
    gains: dict[int, dict[int, dict[str, Fraction]]] = defaultdict(dict)
    numbered = list(results)
    for (place, decision, result), times in deals.items():
        gain = gains[place].setdefault(decision, dict.fromkeys(wagers, Fraction(0)))
        for wager, net in zip(wagers, numbered[result], strict=True):
            gain[wager] += times * net
    return gains, total


def at_best(name: str, stakes: Mapping[str, Fraction]) -> tuple[Fraction, int]:
    """Return the most that wagers gain together, every situation decided for all of them, over all deals."""
    gains, total = settled(name)
    best = (
        max(sum((stakes[wager] * nets[wager] for wager in stakes), Fraction(0)) for nets in found.values())
        for found in gains.values()
    )
    return sum(best, Fraction(0)), total


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_mix_is_played_at_best_for_all_that_a_fold_loses_deal_by_deal(name: str) -> None:
    rules, random = variant(GAMES[name]), Random(name)
    stakes = {one: Fraction(random.choice([1, 2, 3])) for one in ("ante", *rules.side_bets)}
    if "money" in stakes:
        stakes["money"] = Fraction(5)
    found = ask_mix(rules, stakes)
    gain, total = at_best(name, stakes)
    assert found.mix.law.total == total
    assert found.mix.expected_loss == -gain / total
    alone = ask_mix(rules, stakes, strategy="optimal")
    assert alone.base_alone is None
    assert found.base_alone is not None
    assert found.base_alone.loss == alone.mix.expected_loss > found.mix.expected_loss
    assert found.base_alone.alone == alone.statement


@pytest.mark.slow
@pytest.mark.parametrize("name", ["no card seen", "a card seen"])
def test_a_single_bet_is_decided_with_the_ante_as_in_a_mix(name: str) -> None:
    rules = variant(GAMES[name])
    for bet in rules.side_bets:
        answer = ask_joint(rules, 3, 2, wager=bet)
        loss = ask_mix(rules, {"ante": 2, bet: 3}).mix.expected_loss
        if rules.bets[bet].loses_on_fold:
            assert 2 * answer.joint.loss(answer.best, answer.ratio) == loss
            gain, total = at_best(name, {"ante": Fraction(2), bet: Fraction(3)})
            assert loss == -gain / total
        else:
            assert not answer.joint.break_evens


@pytest.mark.slow
def test_the_six_card_bonus_lost_with_a_fold_costs_less_if_it_is_played_for() -> None:
    rules = variant(SIX_CARD_LOST)
    answer = Game(rules).joint_strategy(1, wager="six_card_bonus", six_card_bonus="K")
    assert answer.statement == "Play every hand."
    assert answer.joint.loss(answer.best, Fraction(1)) == Fraction(5835969, 25448150)  # 22.9328%
    assert answer.joint.loss(answer.joint.best, Fraction(1)) == Fraction(771921, 2077400)  # 37.1580%
    mix = Game(rules).mix({"ante": 1, "six_card_bonus": 1}, six_card_bonus="K")
    assert mix.mix.expected_loss == Fraction(5835969, 25448150)


@pytest.mark.slow
def test_all_deals_bring_back_what_the_counts_of_the_hands_do() -> None:
    rules = variant(SIX_CARD_LOST)
    joint = joint_game(rules, {"ante_bonus": "1"}, rules.tables["six_card_bonus"]["K"])
    found = returned_around(joint.game.matchups, rules, joint.table)
    assert all(found[index] == joint.returned[index] for index in range(len(joint.game.matchups)))


@pytest.mark.slow
def test_an_analysis_tells_of_bets_that_are_lost_with_hands_that_could_win() -> None:
    rules = variant(SIX_CARD_LOST)
    view = Game(rules).alternatives(ante_bonus="1", pair_plus="1").view()
    table = view.tables[-1]
    assert table.cells[-1][1:3] == ("37.1580%", "22.9328%")
    assert "which folds hands that could win them" in table.note
    one = analyse(rules, choices(rules, {})[:1])[0]
    assert joint_with(one, "pair_plus") is None  # a fold loses it, but no pair is folded
    of_shipped = Game(shipped("three-card-poker")).analyse().view()
    assert "could win" not in str([table.note for table in of_shipped.tables])
    followed = Game(rules).analyse(strategy="always play").view()
    assert "could win" not in str([table.note for table in followed.tables])


@pytest.mark.slow
def test_both_edges_of_a_mix_are_told_with_the_strategies() -> None:
    view = Game(variant(SIX_CARD_LOST)).mix({"ante": 1, "six_card_bonus": 1}, six_card_bonus="K").view()
    lines = " ".join(view.lines)
    assert (
        "The best strategy for all of it together: Play every hand. It has a house edge of 11.4664%." in lines
    )
    assert "Best for Ante & Play alone (--strategy optimal): Play Q-6-4 or better" in lines
    assert "That has 18.5790%." in lines
    payload: Any = view.payload()
    edge = payload["best_for_base_game"]["house_edge_without_limits"]["decimal"]
    assert edge.startswith("0.18579")


def test_colours_may_make_a_difference_that_no_class_of_hands_tells() -> None:
    prime = table_bet("prime", "Prime", {"player of one colour": 5}, on_fold="lost")
    found = ask_mix(variant(game(FEW, prime)), {"ante": 1, "prime": 1})
    assert found.base_alone is not None
    assert not found.base_alone.by_classes
    view = Game(found.rules).mix({"ante": 1, "prime": 1}).view()
    assert "by ranks and by how many suits a hand shows: " in " ".join(view.lines)
    limited = "by ranks and by how many suits a hand shows; "
    assert limited in " ".join(Game(found.rules).joint_strategy(1, wager="prime").view().lines)
    stays = variant(game(FEW, prime, {"wager.prime.on_fold": "stays"}))
    assert limited not in " ".join(Game(stays).joint_strategy(1, wager="prime").view().lines)


@pytest.mark.parametrize(
    ("wager", "stake", "problem"),
    [
        ("pair", 1, "has no side bet 'pair'; did you mean"),
        ("ante", 1, "has no side bet 'ante'"),
        ("pair_plus", 0, "pair_plus: a stake of 0 is not above 0"),
    ],
)
def test_a_bet_that_cannot_be_placed_beside_an_ante(wager: str, stake: int, problem: str) -> None:
    with pytest.raises((RulesError, JackpotError), match=problem):
        ask_joint(shipped("three-card-poker"), stake, wager=wager)


def test_a_meter_belongs_to_a_jackpot_wager() -> None:
    with pytest.raises(JackpotError, match="an option or a meter, but no jackpot wager"):
        ask_joint(shipped("three-card-poker"), 1, wager="pair_plus", meter=5)


def test_no_hand_is_folded_that_is_worth_playing() -> None:
    rules = variant(GAMES["no card seen"])
    answer = ask_joint(rules, 5, wager="theirs")
    assert {FOLD, 1} >= set(answer.best.decisions)
    assert answer.best.hands_played > answer.joint.best.hands_played


@pytest.mark.slow
def test_chips_make_up_a_prize_that_holds_its_stake_and_not_the_gain() -> None:
    """Every pay at Crown with these stakes is a multiple of $2.50, as it is settled."""
    found = ask_mix(
        shipped("crown-melbourne"), {"ante": 10, "jackpot": 1}, option="1", meter=25_000, chip="2.50"
    )
    plain = replace(found.mix, limits=TableLimits())
    assert found.mix.house_edge == plain.house_edge
    assert percent(found.mix.house_edge, 4) == "6.6502%"


@pytest.mark.parametrize(
    ("pay", "paid"),
    [
        (Pay(Fraction(29), holds_stake=True), (30,)),
        (Pay(Fraction(0), holds_stake=True), (1,)),
        (Pay(Fraction(-1), money=Fraction(7), holds_stake=True), (7,)),
        (Pay(Fraction(2)), (2,)),
        (Pay(Fraction(0)), ()),
        (Pay(Fraction(-1, 2)), (Fraction(1, 2),)),
        (Pay(Fraction(-1)), ()),
        (Pay(Fraction(-2)), ()),
    ],
)
def test_what_is_paid_is_what_settling_hands_over_beside_a_stake_that_comes_back(
    pay: Pay, paid: tuple[Fraction, ...]
) -> None:
    assert pay.won(Fraction(1)) == paid
