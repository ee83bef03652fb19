from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from combin.jackpot import sharing as shares
from combin.proof.closed.counts import Expression
from combin.proof.closed.jackpots import (
    FLUSHES,
    METER,
    PART,
    ROYALS,
    SEED,
    part_of_meter,
    pool,
    royal_prize,
    straight_flush_alone,
    straight_flush_prize,
    tenths_in_sum,
)
from tests.variants import shipped, variant

parts = st.fractions("1/20", "19/20", max_denominator=20)


def number(expression: Expression, **values: Fraction | int) -> Fraction:
    symbols = {"j": METER, "r": SEED, "R": ROYALS, "S": FLUSHES, "x": PART}
    found = expression.subs({symbols[name]: sp.Rational(str(value)) for name, value in values.items()})
    return Fraction(int(found.p), int(found.q))


def test_table_8_is_a_geometric_series() -> None:
    one_more = tenths_in_sum().subs(FLUSHES, FLUSHES + 1) - tenths_in_sum()
    assert sp.simplify(one_more - PART * (1 - PART) ** FLUSHES) == 0
    assert tenths_in_sum().subs(FLUSHES, 0) == 0


@given(parts, st.integers(1, 9))
def test_the_series_is_the_sum_of_its_terms(part: Fraction, flushes: int) -> None:
    added = sum(part * (1 - part) ** (one - 1) for one in range(1, flushes + 1))
    assert number(tenths_in_sum(), x=part, S=flushes) == added


@given(parts, st.integers(0, 4), st.integers(0, 6), st.integers(1000, 5000), st.integers(1, 1000))
def test_prizes_are_those_that_the_meter_is_shared_out_in(
    part: Fraction, royals: int, flushes: int, meter: int, seed: int
) -> None:
    if not royals + flushes:
        return
    settled = shares.settle_meter(Fraction(meter), Fraction(seed), royals, flushes, part=part)
    values: dict[str, Fraction | int] = {"j": meter, "r": seed, "R": royals, "S": flushes, "x": part}
    if royals:
        assert number(pool(), **values) == settled.pool
        assert number(royal_prize(), **values) == settled.royal
        if flushes:
            assert number(straight_flush_prize(), **values) == settled.straight_flush
    else:
        assert number(straight_flush_alone(), **values) == settled.straight_flush


def test_all_of_the_pool_is_paid() -> None:
    paid = ROYALS * royal_prize() + FLUSHES * straight_flush_prize()
    assert sp.simplify(paid - pool()) == 0


@pytest.mark.parametrize(
    ("game", "part"), [("crown-melbourne", Fraction(1, 10)), ("resorts-world-sentosa", None)]
)
def test_a_game_says_whether_it_shares_so(game: str, part: Fraction | None) -> None:
    rules = shipped(game)
    for letter in rules.tables["jackpot"]:
        assert part_of_meter(rules, "jackpot", letter) == part


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ('"straight flush" = { meter = "20%" }', Fraction(1, 5)),
        ('"four of a kind" = { meter = "1%" }', None),
        ('"royal flush" = { meter = "50%" }', None),
        ('"straight flush" = 100', None),
    ],
)
def test_the_rule_is_for_one_prize_that_is_a_part_of_the_meter(line: str, part: Fraction | None) -> None:
    rules = variant(f'extends = "crown-melbourne"\nid = "x"\n[pay_tables.jackpot.1]\n{line}\n')
    assert part_of_meter(rules, "jackpot", "1") == part
    assert part_of_meter(rules, "pair_plus", "A") is None
