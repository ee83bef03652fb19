from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combin.jackpot.total import OneRound
from combin.session import ruin
from combin.session.ruin import GoalOrRuin, RuinForEver, _chances, _chances_by_lists, within_rounds

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
@settings(max_examples=40, deadline=None)
def test_ruin_within_rounds_is_what_fractions_come_to(
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
@settings(max_examples=30, deadline=None)
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
def test_solutions_that_are_not_refined_reach_their_bound(
    one_round: OneRound, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nothing for a solution what is off is the solution: the rounds that it takes at most."""
    monkeypatch.setattr(ruin, "_ROUNDS", 0)
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


def test_rounds_played_at_random_come_near() -> None:
    random, sessions = Random(3), 10_000
    nets, counts = zip(*PLAYED.nets, strict=True)
    found, to_the_end = within_rounds(PLAYED, 30, 20), GoalOrRuin(PLAYED, 20)
    assert found is not None
    ruined = reached = taken = 0
    for _ in range(sessions):
        state, rounds = 6, 0
        while 0 <= state < 20:
            state += random.choices(nets, counts)[0]
            rounds += 1
        ruined += state < 0 and rounds <= 30
        reached += state >= 20 and rounds <= 30
        taken += rounds
    for played, chance in ((ruined, found.ruin(6).low), (reached, found.goal(6).low)):
        error = float(chance * (1 - chance) / sessions) ** 0.5
        assert abs(played / sessions - float(chance)) < 4.5 * error
    assert taken / sessions == pytest.approx(float(to_the_end.rounds(6).low), rel=0.05)


def test_what_takes_too_much_work_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combin.session.ruin.MOST_WORK", 100)
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
