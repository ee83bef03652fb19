"""The base game as a linear form, beside the engine under other pays, and the bounds of its strategy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings

from combin.audit.load import audited_games
from combin.exact.analysis import analyse, choices
from combin.proof.closed.edges import bonus_value
from combin.proof.formulas import BaseForm, PayRange, base_form
from combin.rules.resolved import Rules
from tests.strategies import rule_files
from tests.variants import shipped, variant

GAMES = [(game, letter) for game in audited_games() for letter in shipped(game).tables["ante_bonus"]]
DOUBLE = """
extends = "crown-melbourne"
id = "double"
[decision]
play = [1, 2]
[pay_tables.ante_bonus.A]
"A-K-Q straight flush of spades" = "31/2"
"""


def bonus_letters(rules: Rules) -> dict[str, str]:
    return {name: next(iter(rules.tables[name])) for name in rules.bonuses}


def same_edge(rules: Rules, letters: dict[str, str]) -> BaseForm:
    """Assert that the form has the edge of the engine, and that it is a sum over all deals."""
    form = base_form(rules, letters)
    (analysis,) = analyse(rules, choices(rules, letters)[:1])
    assert form.edge.value == analysis.strategy.distribution.house_edge
    assert form.strategy.decisions == analysis.strategy.decisions
    base = [term for term in form.edge.terms if term.symbol.startswith(rules.base)][:4]
    assert form.edge.constant - sum(term.coefficient for term in base) == 1
    return form


@pytest.mark.parametrize(("game", "letter"), GAMES)
def test_every_shipped_game_has_the_edge_of_the_engine(game: str, letter: str) -> None:
    same_edge(shipped(game), {"ante_bonus": letter})


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(rule_files())
def test_drawn_games_have_the_edge_of_the_engine(rules: Rules) -> None:
    form = same_edge(rules, bonus_letters(rules))
    for term, limits in zip(form.edge.terms, form.ranges, strict=True):
        assert limits.start is None or limits.start <= (term.at or 0)
        assert limits.stop is None or limits.stop >= (term.at or 0)


def test_several_multiples_and_a_bonus_for_one_suit_count() -> None:
    form = same_edge(variant(DOUBLE), {"ante_bonus": "A"})
    (spades,) = (term for term in form.edge.terms if term.name.endswith("of spades"))
    assert (spades.coefficient, spades.at) == (Fraction(-1, 22100), Fraction(31, 2))


def test_coefficients_of_the_bonus_are_those_of_closed_counts() -> None:
    for game, letter in GAMES:
        form = base_form(shipped(game), {"ante_bonus": letter}).edge
        closed = bonus_value(shipped(game), "ante_bonus", letter)
        by_symbol = {term.symbol: term.coefficient for term in form.terms}
        for term in closed.terms:
            assert by_symbol[f"ante_bonus_{term.symbol}"] == -term.coefficient


OUTCOMES = """
extends = "resorts-world-sentosa"
id = "changed"
[wager.{wager}]
{case} = {{ pays = "{pays}" }}
"""
BONUS = """
extends = "resorts-world-sentosa"
id = "changed"
[pay_tables.ante_bonus.A]
"{line}" = "{pays}"
"""


def changed(symbol: str, pays: Fraction) -> Rules:
    """Return the rules with one pay changed, by the symbol of the form."""
    for wager, case in product(("ante", "play"), ("no_qualify", "win", "tie", "lose")):
        if symbol == f"{wager}_{case}":
            return variant(OUTCOMES.format(wager=wager, case=case, pays=pays))
    return variant(BONUS.format(line=symbol.removeprefix("ante_bonus_").replace("_", " "), pays=pays))


SYMBOLS = [
    *(f"{wager}_{case}" for wager, case in product(("ante", "play"), ("no_qualify", "win", "tie", "lose"))),
    *(f"ante_bonus_{line}" for line in ("straight_flush", "three_of_a_kind", "straight")),
]


@pytest.mark.slow
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_the_strategy_is_best_up_to_the_bounds_and_not_beyond(symbol: str) -> None:
    form = base_form(shipped("resorts-world-sentosa"), {"ante_bonus": "A"})
    place = [term.symbol for term in form.edge.terms].index(symbol)
    limits = form.ranges[place]
    little = Fraction(1, 10**6)
    for bound, beyond in ((limits.start, -little), (limits.stop, little)):
        if bound is None or bound + beyond < 0:  # a rule file cannot say less than nothing, but "lose"
            continue
        at_the_bound = base_form(changed(symbol, bound), {"ante_bonus": "A"})
        assert form.edge.at(**{symbol: bound}) == at_the_bound.edge.value
        past = base_form(changed(symbol, bound + beyond), {"ante_bonus": "A"})
        assert past.strategy.decisions != form.strategy.decisions
        assert past.edge.value is not None
        assert form.edge.at(**{symbol: bound + beyond}) > past.edge.value


def test_no_pay_of_the_bonus_changes_the_strategy() -> None:
    for game, letter in GAMES:
        form = base_form(shipped(game), {"ante_bonus": letter})
        bonus = [
            limits.always
            for term, limits in zip(form.edge.terms, form.ranges, strict=True)
            if term.symbol.startswith("ante_bonus")
        ]
        assert bonus == [True, True, True]


def test_the_form_in_full() -> None:
    form = base_form(shipped("crown-melbourne"), {"ante_bonus": "A"}).edge
    assert form.text == (
        "(132652800 - 85493652*ante_no_qualify - 97354684*ante_win - 267648*ante_tie - 91401616*ante_lose"
        " - 85493652*play_no_qualify - 97354684*play_win - 267648*play_tie - 91401616*play_lose"
        " - 884352*ante_bonus_straight_flush - 958048*ante_bonus_three_of_a_kind"
        " - 13265280*ante_bonus_straight) / 407170400"
    )
    assert form.at(ante_bonus_straight=2) == Fraction(4685, 4071704)


@pytest.mark.parametrize(
    ("start", "stop", "lowest", "always"),
    [
        (None, None, 0, True),
        (Fraction(0), None, 0, True),
        (Fraction(-1), None, -1, True),
        (Fraction(1, 2), None, 0, False),
        (None, Fraction(1), 0, False),
        (Fraction(0), Fraction(1), 0, False),
    ],
)
def test_a_range_says_whether_any_pay_will_do(
    start: Fraction | None, stop: Fraction | None, lowest: int, always: bool
) -> None:
    assert PayRange(start, stop, lowest).always is always


def test_a_stake_can_be_lost_and_a_bonus_cannot() -> None:
    form = base_form(shipped("crown-melbourne"), {"ante_bonus": "A"})
    lowest = [limits.lowest for limits in form.ranges]
    assert lowest == [-1] * 8 + [0] * 3


def test_the_bounds_of_the_published_game() -> None:
    form = base_form(shipped("resorts-world-sentosa"), {"ante_bonus": "A"})
    ranges = {term.symbol: limits for term, limits in zip(form.edge.terms, form.ranges, strict=True)}
    for wager in ("ante", "play"):
        assert (ranges[f"{wager}_tie"].start, ranges[f"{wager}_tie"].stop) == (
            Fraction(-99, 25),
            Fraction(47, 26),
        )
        assert (ranges[f"{wager}_win"].start, ranges[f"{wager}_win"].stop) == (
            Fraction(206, 305),
            Fraction(318, 271),
        )
    for line in ("straight_flush", "three_of_a_kind", "straight"):
        assert ranges[f"ante_bonus_{line}"].stop is None
        assert (ranges[f"ante_bonus_{line}"].start or 0) < -2
