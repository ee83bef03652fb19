from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import combin
from combin.cards.cards import STANDARD_DECK
from combin.exact.pay_lines import line_of
from combin.formats.format import Format
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.mixes import ask_mix
from combin.proof.simulation import dealt, rows_of
from combin.rules.errors import RulesError
from combin.rules.load import library_games
from combin.session.seats import ask_table
from tests.exact.test_joint_law import THREE_CARDS
from tests.exact.test_two_seats import DECKS, by_every_deal
from tests.games import comparison, game
from tests.jackpot.meters import LEVELS
from tests.variants import shipped, variant

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
    best = max(
        sum(net * stake for seat in key for net, stake in zip(seat, stakes.values(), strict=True))
        for key in deals
    )
    assert answer.largest is not None
    assert answer.largest.net == best


@pytest.mark.slow
def test_rounds_at_random_have_these_covariances() -> None:
    rules, rounds = shipped("crown-melbourne"), 400_000
    answer = ask_table(ask_mix(rules, {"ante": 1, "pair_plus": 1}), 2)
    levels = np.zeros(22_100, np.int64)
    for level, hands in enumerate(rules.ranking.hands):
        levels[rows_of(np.array(hands), 52)] = level
    bonus, pair_plus = (
        np.array(
            [
                -place if (line := line_of(table, level, frozenset())) is None else int(table.odds(line))
                for level in range(len(rules.ranking.strengths))
            ]
        )
        for place, table in enumerate((rules.tables["ante_bonus"]["A"], rules.tables["pair_plus"]["A"]))
    )
    played = rules.ranking.strength(STANDARD_DECK.parse("Qs 6h 4d")).level
    nets: list[list[np.ndarray]] = [[], []]
    for cards in dealt(52, 9, rounds, seed=3):
        dealer, *seats = (levels[rows_of(cards[:, place : place + 3], 52)] for place in (0, 3, 6))
        for seat, own in enumerate(seats):
            against = np.where(dealer < rules.qualifies, 1, 2 * np.sign(own - dealer))
            ante = np.where(own < played, -1, against + bonus[own])
            nets[seat].append(np.stack([ante, pair_plus[own]]))
    one, other = (np.concatenate(seat, axis=1).astype(float) for seat in nets)
    for place, name in enumerate(answer.wagers):
        for beside, another in enumerate(answer.wagers):
            products = (one[place] - one[place].mean()) * (other[beside] - other[beside].mean())
            error = products.std() / rounds**0.5
            assert abs(products.mean() - float(answer.covariances[name, another])) < 4 * error


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
    assert "of which" in text
    assert "How two seats go together" in text


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
    alone = ask_table(ask_mix(rules, {"ante": 10, "pair_plus": 4}, strategy="optimal"), 3)
    assert answer.largest == alone.largest


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
    best, count = alone.outcomes[-1]
    assert answer.largest is not None
    assert (answer.largest.net, answer.largest.probability) == (3 * best, Fraction(count, alone.total))
