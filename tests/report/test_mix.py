from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from combin.proof.simulated import Sampled, SimulationAnswer, ask_simulation, simulation_view, z_score
from combin.proof.simulation import Sample
from tests.helpers.command_line import combin
from tests.helpers.variants import shipped


def off(sampled: Sampled) -> Sampled:
    """Return a wager that was never lost."""
    return replace(sampled, sample=Sample({Fraction(1): sampled.sample.rounds}))


def test_what_is_hardly_chance_is_said() -> None:
    found = ask_simulation(shipped("uk-including-blind"), rounds=1000)
    first, *others = found.sampled
    view = simulation_view(SimulationAnswer(found.rules, 1000, 1, found.statement, (off(first), *others)))
    assert (
        view.lines[-1]
        == "Ante & Play: 4 standard errors or more from its exact value, which is hardly chance."
    )
    impossible = replace(first, sample=Sample({Fraction(1, 3): 1000}))
    view_of_it = simulation_view(SimulationAnswer(found.rules, 1000, 1, found.statement, (impossible,)))
    assert view_of_it.lines[-1] == "Ante & Play: an impossible net result occurred."
    assert [entry["agrees"] for entry in view.payload()["wagers"]] == [False, True, True]
    assert simulation_view(found).lines[-1] == "No mean is 4 standard errors from its exact value."


def test_a_rare_result_explains_why_a_mean_is_far_off() -> None:
    rules = shipped("crown-melbourne")
    jackpot = ask_simulation(rules, rounds=1000).sampled[2]
    royal = max(net for net, _ in jackpot.exact.outcomes)
    lucky = replace(jackpot, sample=Sample({Fraction(-1): 999, royal: 1}))
    assert not lucky.near
    assert lucky.rare
    assert lucky.agrees
    (line,) = simulation_view(SimulationAnswer(rules, 1000, 1, "", (lucky,))).lines[-1:]
    assert line == (
        "Jackpot: 4 standard errors or more from its exact value, because of a result that is expected less "
        "than once in that many rounds."
    )
    often = replace(lucky, sample=Sample({Fraction(-1): 9_999_990, royal: 1000}))
    assert not often.rare
    assert not often.agrees


def test_z_has_a_sign_and_is_rounded_from_the_exact_value() -> None:
    one = ask_simulation(shipped("pick-a-card"), rounds=10_000).sampled[0]
    exact = (one.sample.mean - one.expectation) ** 2 * 10_000 / one.exact.variance
    assert abs(abs(float(z_score(one).decimal(6))) - float(exact) ** 0.5) < 1e-6
    assert (float(z_score(one).decimal(6)) > 0) == (one.sample.mean > one.expectation)
    low = replace(one, sample=Sample({Fraction(-1): 1}))
    assert float(z_score(low).decimal(2)) < 0
    assert z_score(low).decimal(0) == "0"
    exactly = replace(one, sample=Sample({one.expectation: 1}))
    assert z_score(exactly).decimal(2) == "0.00"


@pytest.mark.slow
def test_the_command_plays_the_same_rounds_again() -> None:
    arguments = ("simulate", "uk-including-blind", "--rounds", "2000", "--format", "json")
    runs = [combin(*arguments, "--seed", seed) for seed in ("3", "3", "4")]
    assert runs[0] == runs[1] != runs[2]
    assert json.loads(runs[0].out)["rounds"] == 2000
    assert combin(*arguments, "--strict").code == 0
