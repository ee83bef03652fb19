"""Figures that several questions give of one game at one stake: each is that of the mix at this stake."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combin import Game
from combin.exact.base_game import base_game
from combin.exact.distribution import Distribution
from combin.exact.strategy import Strategy
from combin.jackpot.meter import JackpotError, number
from combin.jackpot.mixes import ask_mix
from combin.session import answer as module
from combin.session.answer import (
    GoalOrRuin,
    Rebate,
    RuinForEver,
    _chances,
    _chances_by_lists,
    ask_session,
    least_rebate,
    least_rebate_of_any_play,
    within_rounds,
)
from combin.session.total import OneRound
from tests.helpers.games import AGAINST_DEALER, Part, bonus, game, odds, table_bet
from tests.helpers.variants import variant

ONE = Fraction(1)
LOSING = OneRound(ONE, ((-1, 20), (1, 18)), ONE)
WINNING = OneRound(ONE, ((-1, 18), (1, 20)), ONE)
PLAYED = OneRound(ONE, ((-3, 30), (-1, 40), (1, 37), (2, 10), (7, 3)), Fraction(3))


@st.composite
def rounds_of_few_nets(draw: st.DrawFn) -> OneRound:
    nets = {-1 - draw(st.integers(0, 3)), *draw(st.lists(st.integers(-3, 9), min_size=1, max_size=4))}
    return OneRound(ONE, tuple((net, draw(st.integers(1, 20))) for net in sorted(nets)), ONE)


def stepped(one_round: OneRound, units: int, rounds: int, goal: int | None) -> tuple[Fraction, Fraction]:
    """Return the chances of ruin and of the goal, state by state and round by round in fractions."""
    states, ruin, reached = {units: ONE}, Fraction(0), Fraction(0)
    for _ in range(rounds):
        after: dict[int, Fraction] = {}
        for state, chance in states.items():
            for net, count in one_round.nets:
                part, there = chance * Fraction(count, one_round.total), state + net
                if there < 0:
                    ruin += part
                elif goal is not None and there >= goal:
                    reached += part
                else:
                    after[there] = after.get(there, Fraction(0)) + part
        states = after
    return ruin, reached


def solved(one_round: OneRound, size: int, sides: list[Fraction]) -> list[Fraction]:
    """Return the solution of the equations of all states, by elimination in fractions."""
    rows = []
    for state in range(size):
        row = [Fraction(state == other) for other in range(size)]
        for net, count in one_round.nets:
            if 0 <= state + net < size:
                row[state + net] -= Fraction(count, one_round.total)
        rows.append([*row, sides[state]])
    for place in range(size):
        pivot = next(row for row in range(place, size) if rows[row][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for other in range(size):
            if other != place and rows[other][place]:
                factor = rows[other][place]
                rows[other] = [
                    value - factor * one for value, one in zip(rows[other], rows[place], strict=True)
                ]
    return [row[-1] for row in rows]


@given(rounds_of_few_nets(), st.integers(0, 9), st.integers(1, 8), st.integers(1, 12))
def test_ruin_within_rounds_as_in_fractions(
    one_round: OneRound, units: int, rounds: int, further: int
) -> None:
    alone = within_rounds(one_round, rounds)
    both = within_rounds(one_round, rounds, units + further)
    assert alone is not None
    assert both is not None
    assert alone.ruin(units).contains(stepped(one_round, units, rounds, None)[0])
    ruin, reached = stepped(one_round, units, rounds, units + further)
    assert both.ruin(units).contains(ruin)
    assert both.goal(units).contains(reached)
    assert both.ruin(units).width < Fraction(1, 10**12)


@given(rounds_of_few_nets(), st.integers(1, 14))
def test_goal_before_ruin_solves_the_equations_of_all_states(one_round: OneRound, size: int) -> None:
    if len(one_round.nets) < 2 or one_round.best <= 0:
        return
    found = GoalOrRuin(one_round, size)
    up = [
        Fraction(sum(count for net, count in one_round.nets if state + net >= size), one_round.total)
        for state in range(size)
    ]
    reached, taken = solved(one_round, size, up), solved(one_round, size, [ONE] * size)
    for state in range(size):
        assert found.goal(state).contains(reached[state])
        assert found.ruin(state).contains(1 - reached[state])
        assert found.rounds(state).contains(taken[state])
        assert found.rounds(state).width < Fraction(1, 10**20)


@pytest.mark.parametrize("one_round", [LOSING, WINNING])
def test_even_money_follows_the_closed_form_of_gamblers_ruin(one_round: OneRound) -> None:
    (_, lost), (_, won) = one_round.nets
    ratio, size = Fraction(lost, won), 60
    found = GoalOrRuin(one_round, size)
    for state in (0, 7, 30, 59):
        goal = (1 - ratio ** (state + 1)) / (1 - ratio ** (size + 1))
        assert found.goal(state).contains(goal)
        assert found.rounds(state).contains(((size + 1) * goal - (state + 1)) / one_round.mean)


def test_ruin_for_ever_is_certain_without_an_edge_and_takes_what_wald_says() -> None:
    ever = RuinForEver(LOSING)
    assert ever.certain
    assert ever.ruin(10**6).low == 1
    assert ever.units_for(Fraction(1, 20)) is None
    rounds = ever.rounds(9)
    assert rounds is not None
    assert rounds.low == rounds.high == 10 / -LOSING.mean
    far = GoalOrRuin(LOSING, 800)
    assert abs(rounds.low - far.rounds(9).middle) < Fraction(1, 10**20)


def test_ruin_for_ever_follows_the_closed_form_with_an_edge() -> None:
    ever = RuinForEver(WINNING)
    for units in (0, 3, 40):
        true = Fraction(18, 20) ** (units + 1)
        assert ever.ruin(units).contains(true)
        assert ever.ruin(units).width < Fraction(1, 10**18)
    enough = ever.units_for(Fraction(1, 100))
    assert enough == next(units for units in range(99) if Fraction(18, 20) ** (units + 1) <= Fraction(1, 100))
    assert ever.rounds(3) is None


def test_ruin_for_ever_lies_between_its_bounds_where_rounds_jump_over_the_edge() -> None:
    one_round = OneRound(ONE, ((-3, 30), (-1, 40), (1, 37), (2, 20), (7, 12)), Fraction(3))
    ever, far = RuinForEver(one_round), GoalOrRuin(one_round, 1400)
    assert ever.ruin(1399).high < Fraction(1, 10**9)
    for units in (0, 5, 40):
        ruin = far.ruin(units)
        assert ever.ruin(units).low < ruin.low
        assert ruin.high < ever.ruin(units).high
    enough = ever.units_for(Fraction(1, 20))
    assert enough is not None
    assert far.ruin(enough).high < Fraction(1, 20)


def test_bounds_for_ever_are_reached_where_all_rounds_jump_as_far() -> None:
    """Three units at a time: of a bankroll of 2 more than needed the last loss falls 1 short, of 0 three."""
    winning, losing = (OneRound(ONE, ((-3, lost), (3, 38 - lost)), ONE) for lost in (18, 20))
    ever, true, tiny = RuinForEver(winning), Fraction(18, 20), Fraction(1, 10**18)
    assert ever.ruin(0).low <= true <= ever.ruin(0).low + tiny
    assert ever.ruin(2).high - tiny <= true <= ever.ruin(2).high
    for units in (0, 2):
        rounds, taken = RuinForEver(losing).rounds(units), 3 / -losing.mean
        assert rounds is not None
        assert taken == (rounds.low if units == 2 else rounds.high)


def test_roundings_of_ruin_within_rounds_reach_a_third_of_their_bound() -> None:
    """A chance of nearly a half, to which twenty are added that are too small for a float to change by."""
    small = [(net, 63) for net in range(-39, -19)]
    one_round = OneRound(ONE, ((-40, 1 << 59), *small, (1, (1 << 59) - 63 * len(small))), ONE)
    true = Fraction((1 << 59) + 63 * len(small), 1 << 60)
    found = within_rounds(one_round, 1, 2)
    assert found is not None
    estimate = Fraction(float(found.ruined[0]))
    assert estimate * (1 + found.relative / 3) < true <= found.ruin(0).high


def test_bankrolls_above_those_looked_at_reach_a_quarter_of_their_bound() -> None:
    one_round = OneRound(ONE, ((-7, 1), (2, 20)), ONE)
    found = within_rounds(one_round, 100)
    assert found is not None
    bound = found.ruin(len(found.ruined))
    true, _ = stepped(one_round, len(found.ruined), 100, None)
    assert bound.high / 4 < true <= bound.high
    assert found.ruin(len(found.ruined) - 1).high >= bound.high


@pytest.mark.parametrize("one_round", [LOSING, WINNING, PLAYED])
def test_unrefined_solutions_reach_their_bound(one_round: OneRound, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing for a solution what is off is the solution: the rounds that it takes at most."""
    monkeypatch.setattr(module, "_ROUNDS", 0)
    taken, found = solved(one_round, 30, [ONE] * 30), GoalOrRuin(one_round, 30)
    ends = [found.rounds(units) for units in range(30)]
    assert all(end.contains(true) for end, true in zip(ends, taken, strict=True))
    assert max(end.high for end in ends) < max(taken) * Fraction(101, 100)


def test_bankrolls_for_many_rounds_are_the_least_that_are_enough() -> None:
    found = within_rounds(PLAYED, 12)
    assert found is not None
    enough = found.units_for(Fraction(1, 20))
    ruins = [stepped(PLAYED, units, 12, None)[0] for units in (enough - 1, enough)]
    assert ruins[1] <= Fraction(1, 20) < ruins[0]


def test_what_takes_too_much_work_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combin.session.answer.MOST_WORK", 100)
    assert within_rounds(PLAYED, 50) is None


def test_who_cannot_lose_is_not_ruined() -> None:
    one_round = OneRound(ONE, ((0, 1), (1, 1)), ONE)
    found = within_rounds(one_round, 10)
    assert found is not None
    assert found.ruin(0).low == 0
    assert RuinForEver(one_round).ruin(0).high == 0


@pytest.mark.parametrize("below", [True, False])
@pytest.mark.parametrize("size", [2, 5, 40])
def test_lists_come_to_the_same_floats_as_arrays(size: int, below: bool) -> None:
    by_arrays = _chances(PLAYED, 12, size, below=below)
    assert _chances_by_lists(PLAYED, 12, size, below=below) == by_arrays.tolist()


# -- rebate ----------------------------------------------------------------------------------------------


Floats = np.ndarray[Any, np.dtype[np.float64]]
COIN = OneRound(ONE, ((-1, 11), (1, 9)), ONE)
PLAYED_OF_REBATE = OneRound(ONE, ((-2, 40), (-1, 12), (1, 25), (2, 20), (9, 1)), ONE)


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
def test_totals_are_worth_what_best_stopping_by_rounds_is(one_round: OneRound, share: Fraction) -> None:
    found, wide = Rebate(one_round, share), 60
    worth = improved(one_round, share, 3000, wide)
    ends = found.ends
    assume(ends is None or max(-ends[0], ends[1]) < 30)
    for units in (-3, -1, 0, 1, 4):
        assert float(found.value(units).middle) == pytest.approx(worth[wide + units], abs=1e-6)
    least = least_rebate(one_round)
    assert least is not None
    assert (ends is None) == (share <= least)


@pytest.mark.parametrize("one_round", [COIN, PLAYED_OF_REBATE])
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
    found = Rebate(PLAYED_OF_REBATE, Fraction(2, 5))
    balance = found.returned - found.rounds * -PLAYED_OF_REBATE.mean
    assert balance.meets(found.value())
    assert balance.width < Fraction(1, 10**15)


def test_a_player_with_an_edge_needs_no_rebate() -> None:
    winning = OneRound(ONE, ((-1, 9), (1, 11)), ONE)
    assert least_rebate(winning) is None
    assert Rebate(winning, Fraction(1, 10)).ends is None


def test_points_too_far_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combin.session.answer.MOST_STATES", 3)
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


# -- stakes ----------------------------------------------------------------------------------------------


FEES: dict[str, Part] = {
    "none": {},
    "a share": {"wager.ante.collection": "3%"},
    "money, without stakes": {"wager.ante.collection": {"money": "1.50"}},
    "both": {"wager.ante.collection": {"money": 2, "share": "1%"}, "wager.ante.stakes": [5, 20]},
}


def few_cards(fee: str) -> Game:
    few = {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts", "spades"]}, "dealer.qualifies": "A high"}
    lost = table_bet("own", "Own", {"pair": {"money": 9}}, stakes=[1, 3], on_fold="lost")
    return Game(variant(game(AGAINST_DEALER, few, bonus(odds("5-4-1")), lost, FEES[fee])))


def test_answers_without_a_stake_say_which_they_are_for() -> None:
    first, own = (
        "The figures of Ante & Play are for a stake of 5.",
        "The figures of Own are for a stake of 1.",
    )
    none = "The figures of Ante & Play exclude the collection."
    both, without = few_cards("both"), few_cards("money, without stakes")
    for answer, said in (
        (both.removal(), [first, own]),
        (both.collusion(2), [first]),
        (without.removal(), [none, own]),
        (without.collusion(2), [none]),
        (few_cards("a share").collusion(2), []),
    ):
        assert [line for line in answer.view().lines if line.startswith("The figures of")] == said


@pytest.mark.slow
@pytest.mark.parametrize("stake", ["2.50", 20])
@pytest.mark.parametrize("fee", FEES)
@pytest.mark.few(4)
def test_all_questions_take_the_stake_that_is_asked_for(fee: str, stake: str | int, tmp_path: Path) -> None:
    asked, amount, both = few_cards(fee), number("stake", stake), {"ante": stake, "own": 3}
    mix, with_own = asked.mix({"ante": stake}), asked.mix(both)
    edge = mix.house_edge
    assert mix.wagers["ante"].house_edge == edge
    assert asked.protect(limit=stake, seats=1).house_edge == edge
    joint = asked.joint_strategy(3, stake, wager="own")
    assert joint.joint.loss(joint.best, joint.ratio) == with_own.mix.expected_loss / amount
    assert asked.table(both, 2).expected_win == 2 * with_own.mix.expected_loss
    assert asked.session({"ante": stake}, 10).mean == -10 * edge * amount
    session = asked.session({"ante": stake}, 10, rebate="99%")
    if session.least_rebate is not None:
        assert session.least_rebate_of_any_play is not None
        assert session.least_rebate_of_any_play[0] <= session.least_rebate
    log = tmp_path / "log.csv"
    log.write_text(
        f"table,wager,hands,staked,won,stake\n1,ante,10,{10 * amount},0,{float(amount)}\n1,own,10,30,0,3"
    )
    ante, own = asked.monitor(log, seats=2).wagers
    assert ante.expected == 1 - edge
    played = asked.table(both, 2, strategy=mix.statement)  # who is watched decides by the Ante alone
    assert own.expected == 1 - played.mix.wagers["own"].house_edge
    covariances = played.covariances
    assert ante.between == covariances["ante", "ante"] / amount**2
    assert own.between == covariances["own", "own"] / 9
