from __future__ import annotations

from fractions import Fraction
from statistics import mean, pvariance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combin.exact.distribution import Distribution
from combin.formatting import root_decimal

nets = st.fractions(-5, 50, max_denominator=20)
counts_of_nets = st.dictionaries(nets, st.integers(0, 9), min_size=1, max_size=8).filter(
    lambda counts: any(counts.values())
)


def deals(counts: dict[Fraction, int]) -> list[Fraction]:
    """Return the net of every single deal."""
    return [net for net, count in counts.items() for _ in range(count)]


@given(counts_of_nets)
def test_figures_are_those_of_the_list_of_all_deals(counts: dict[Fraction, int]) -> None:
    distribution, listed = Distribution.from_counts(counts, 1), deals(counts)
    assert distribution.total == len(listed)
    assert distribution.house_edge == -mean(listed)
    assert distribution.variance == pvariance(listed)
    assert distribution.hit_frequency == Fraction(sum(net > 0 for net in listed), len(listed))
    assert distribution.push_frequency == Fraction(sum(net == 0 for net in listed), len(listed))
    assert distribution.loss_frequency == Fraction(sum(net < 0 for net in listed), len(listed))


@pytest.mark.slow
@given(counts_of_nets, st.fractions(1, 10, max_denominator=7))
def test_element_of_risk_is_the_loss_over_total_action(counts: dict[Fraction, int], each: Fraction) -> None:
    listed = deals(counts)
    distribution = Distribution.from_counts(counts, each * len(listed))
    assert distribution.average_wager == each
    assert distribution.element_of_risk == -sum(listed) / (each * len(listed))


@given(counts_of_nets)
def test_outcomes_run_from_the_worst_to_the_best_without_empty_ones(counts: dict[Fraction, int]) -> None:
    outcomes = Distribution.from_counts(counts, 1).outcomes
    assert list(outcomes) == sorted(outcomes)
    assert dict(outcomes) == {net: count for net, count in counts.items() if count}


@given(counts_of_nets)
def test_standard_deviation_is_the_root_of_the_variance(counts: dict[Fraction, int]) -> None:
    distribution = Distribution.from_counts(counts, 1)
    assert distribution.standard_deviation(6) == root_decimal(pvariance(deals(counts)), 6)


def test_a_certain_result_has_no_deviation() -> None:
    certain = Distribution.from_counts({Fraction(-1): 22100}, 22100)
    assert certain.house_edge == certain.element_of_risk == certain.average_wager == 1
    assert certain.variance == 0
    assert certain.standard_deviation(4) == "0.0000"
