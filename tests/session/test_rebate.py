from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combin.exact.base_game import base_game
from combin.exact.distribution import Distribution
from combin.exact.strategy import Strategy, best_strategy
from combin.jackpot.meter.meter import JackpotError
from combin.jackpot.mixes import ask_mix
from combin.jackpot.total import OneRound
from combin.rules.load import load_rules
from combin.session import answer
from combin.session.answer import Rebate, ask_session, least_rebate, least_rebate_of_any_play
from tests.games import AGAINST_DEALER, game
from tests.variants import variant

Floats = np.ndarray[Any, np.dtype[np.float64]]
ONE = Fraction(1)
COIN = OneRound(ONE, ((-1, 11), (1, 9)), ONE)
PLAYED = OneRound(ONE, ((-2, 40), (-1, 12), (1, 25), (2, 20), (9, 1)), ONE)


@st.composite
def losing_rounds(draw: st.DrawFn) -> OneRound:
    wins = draw(st.dictionaries(st.integers(0, 6), st.integers(1, 20), min_size=1, max_size=3)) | {1: 5}
    worst = draw(st.integers(1, 3))
    lost = draw(st.integers(11, 20)) * sum(net * count for net, count in wins.items()) // (10 * worst) + 1
    return OneRound(ONE, ((-worst, lost), *sorted(wins.items())), ONE)


def improved(one_round: OneRound, share: Fraction, times: int, wide: int) -> Floats:
    """Return what totals from -wide to wide are worth, decided best for so many rounds at most."""
    reach = max(-one_round.worst, one_round.best)
    totals = np.arange(-wide - reach, wide + reach + 1)
    quits = np.where(totals < 0, totals * float(1 - share), totals)
    worth = quits.copy()
    for _ in range(times):
        inside = sum(
            count / one_round.total * worth[reach + net : len(worth) - reach + net]
            for net, count in one_round.nets
        )
        worth[reach:-reach] = np.maximum(quits[reach:-reach], inside)
    return worth[reach:-reach]


@pytest.mark.slow
@given(losing_rounds(), st.fractions(Fraction(1, 20), Fraction(1, 2), max_denominator=20))
@settings(max_examples=25, deadline=None)
def test_totals_are_worth_what_best_stopping_round_by_round_comes_to(
    one_round: OneRound, share: Fraction
) -> None:
    found, wide = Rebate(one_round, share), 60
    worth = improved(one_round, share, 3000, wide)
    ends = found.ends
    assume(ends is None or max(-ends[0], ends[1]) < 30)
    for units in (-3, -1, 0, 1, 4):
        assert float(found.value(units).middle) == pytest.approx(worth[wide + units], abs=1e-6)
    least = least_rebate(one_round)
    assert least is not None
    assert (ends is None) == (share <= least)


@pytest.mark.parametrize("one_round", [COIN, PLAYED])
def test_no_rebate_is_beaten_below_the_least_and_each_above_it(one_round: OneRound) -> None:
    least = least_rebate(one_round)
    assert least is not None
    little = Fraction(1, 10**9)
    assert Rebate(one_round, least - little).value() == Rebate(one_round, least).value()
    assert Rebate(one_round, least).value().high == 0
    assert Rebate(one_round, least + little).value().low > 0


def test_a_coin_is_quit_where_the_closed_form_of_gamblers_ruin_is_best() -> None:
    share, ratio = Fraction(1, 2), Fraction(11, 9)

    def worth(loss: int, gain: int) -> Fraction:
        up = (1 - ratio**loss) / (1 - ratio ** (loss + gain))
        return up * gain - (1 - up) * loss * (1 - share)

    best = max(
        ((loss, gain) for loss in range(1, 30) for gain in range(1, 30)), key=lambda ends: worth(*ends)
    )
    found = Rebate(COIN, share)
    assert found.ends == (-best[0], best[1])
    assert found.value().contains(worth(*best))


def test_the_house_pays_what_the_player_gains_and_what_he_loses_without_it() -> None:
    found = Rebate(PLAYED, Fraction(2, 5))
    balance = found.returned - found.rounds * -PLAYED.mean
    assert balance.meets(found.value())
    assert balance.width < Fraction(1, 10**15)


def test_sessions_played_at_random_come_near() -> None:
    found, random, sessions = Rebate(PLAYED, Fraction(1, 4)), Random(5), 40_000
    ends = found.ends
    assert ends is not None
    nets, counts = zip(*PLAYED.nets, strict=True)
    worth = []
    for _ in range(sessions):
        total = 0
        while ends[0] < total < ends[1]:
            total += random.choices(nets, counts)[0]
        worth.append(float(found.quit(total)))
    mean = sum(worth) / sessions
    error = (sum((one - mean) ** 2 for one in worth) / sessions**2) ** 0.5
    assert abs(mean - float(found.value().middle)) < 4.5 * error


def test_a_player_with_an_edge_needs_no_rebate() -> None:
    winning = OneRound(ONE, ((-1, 9), (1, 11)), ONE)
    assert least_rebate(winning) is None
    assert Rebate(winning, Fraction(1, 10)).ends is None


def test_points_too_far_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "MOST_STATES", 3)
    with pytest.raises(JackpotError, match="apart"):
        Rebate(COIN, Fraction(9, 10)).value()


def test_no_decisions_of_a_small_game_beat_a_lower_rebate() -> None:
    rules = variant(game(AGAINST_DEALER, {"deck.ranks": "8 9 T J Q K A", "dealer.qualifies": "A high"}))
    found = least_rebate_of_any_play(base_game(rules, {}))
    assert found is not None
    share, strategy = found
    # Hand by hand: what is decided one after another to be worth most under that rebate comes to nothing.
    for index, decision in enumerate(strategy.decisions):
        for other in strategy.game.choices(index):
            decisions = (*strategy.decisions[:index], other, *strategy.decisions[index + 1 :])
            changed = _least(Strategy("changed", strategy.game, decisions).distribution)
            assert changed is None or changed >= share
            assert other != decision or changed == share


@pytest.mark.parametrize("stakes", [[10, 25], None])
def test_a_rebate_counts_what_is_taken_of_each_hand_at_the_stake(stakes: list[int] | None) -> None:
    """As in a game of which the rules take the same as a share."""
    few = game(AGAINST_DEALER, {"deck.ranks": "8 9 T J Q K A", "dealer.qualifies": "A high"})
    money = {"wager.ante.collection": {"money": 1}, **({"wager.ante.stakes": stakes} if stakes else {})}
    found = []
    for taken in (money, {"wager.ante.collection": "4%"}):
        session = ask_session(ask_mix(variant(game(few, taken)), {"ante": 25}), 10, rebate="90%")
        assert session.least_rebate_of_any_play is not None
        found.append((session.least_rebate, session.least_rebate_of_any_play[0]))
    assert found[0] == found[1]


def _least(distribution: Distribution) -> Fraction | None:
    return least_rebate(OneRound.of(distribution, ONE))


def test_decisions_change_with_the_rebate() -> None:
    rules = load_rules("crown-melbourne")
    letters = {"ante_bonus": "A"}
    found = least_rebate_of_any_play(base_game(rules, letters))
    assert found is not None
    best = best_strategy(rules, letters)
    alone = _least(best.distribution)
    assert alone is not None
    assert found[0] < alone
    assert found[1].hands_played > best.hands_played
