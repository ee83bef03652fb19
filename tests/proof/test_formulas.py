"""The base game as a linear form, compared with the engine under other pays; and what has no formula."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings

from combin.audit.load import audited_games
from combin.exact.analysis import analyse, choices
from combin.proof.edges import bonus_value
from combin.proof.formulas import BaseForm, PayRange, base_form, formulas, why_no_formula
from combin.proof.views import formulas_view
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from tests import other_games
from tests.games import AGAINST_DEALER, BONUS, game
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


@cache
def form_of(game: str, letter: str = "A") -> BaseForm:
    return base_form(shipped(game), {"ante_bonus": letter})


def bonus_letters(rules: Rules) -> dict[str, str]:
    return {name: next(iter(rules.tables[name])) for name in rules.bonuses}


def same_edge(rules: Rules, form: BaseForm) -> None:
    """Assert that the form has the edge of the engine, and that it is a sum over all deals."""
    (analysis,) = analyse(rules, choices(rules, form.letters)[:1])
    assert form.edge.value == analysis.strategy.distribution.house_edge
    assert form.strategy.decisions == analysis.strategy.decisions
    base = [term for term in form.edge.terms if term.symbol.startswith(rules.base)][:4]
    assert form.edge.constant - sum(term.coefficient for term in base) == 1


@pytest.mark.parametrize(("game", "letter"), GAMES)
def test_every_shipped_game_has_the_edge_of_the_engine_and_a_bonus_that_changes_no_decision(
    game: str, letter: str
) -> None:
    form = form_of(game, letter)
    same_edge(shipped(game), form)
    closed = bonus_value(shipped(game), "ante_bonus", letter)
    by_symbol = {term.symbol: term.coefficient for term in form.edge.terms}
    for term in closed.terms:
        assert by_symbol[f"ante_bonus_{term.symbol}"] == -term.coefficient
    # A stake can be lost and a bonus cannot.
    assert [limits.lowest for limits in form.ranges] == [-1] * 8 + [0] * 3
    assert [limits.always for limits in form.ranges[8:]] == [True] * 3


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(rule_files())
def test_drawn_games_have_the_edge_of_the_engine(rules: Rules) -> None:
    form = base_form(rules, bonus_letters(rules))
    same_edge(rules, form)
    for term, limits in zip(form.edge.terms, form.ranges, strict=True):
        assert limits.start is None or limits.start <= (term.at or 0)
        assert limits.stop is None or limits.stop >= (term.at or 0)


def test_several_multiples_and_a_bonus_for_one_suit_count() -> None:
    form = base_form(variant(DOUBLE), {"ante_bonus": "A"})
    same_edge(variant(DOUBLE), form)
    (spades,) = (term for term in form.edge.terms if term.name.endswith("of spades"))
    assert (spades.coefficient, spades.at) == (Fraction(-1, 22100), Fraction(31, 2))


def changed(wager: str, case: str, pays: Fraction) -> Rules:
    """Return the rules with one net result changed."""
    entry = f'[wager.{wager}]\n{case} = {{ pays = "{pays}" }}\n'
    return variant(f'extends = "resorts-world-sentosa"\nid = "changed"\n{entry}')


@pytest.mark.slow
@pytest.mark.parametrize("case", ["no_qualify", "win", "tie", "lose"])
@pytest.mark.parametrize("wager", ["ante", "play"])
def test_the_strategy_is_best_up_to_the_bounds_and_not_beyond(wager: str, case: str) -> None:
    form, symbol = form_of("resorts-world-sentosa"), f"{wager}_{case}"
    place = [term.symbol for term in form.edge.terms].index(symbol)
    limits = form.ranges[place]
    little = Fraction(1, 10**6)
    for bound, beyond in ((limits.start, -little), (limits.stop, little)):
        if bound is None or bound + beyond < 0:  # a rule file cannot say less than nothing, but "lose"
            continue
        at_the_bound = base_form(changed(wager, case, bound), {"ante_bonus": "A"})
        assert form.edge.at(**{symbol: bound}) == at_the_bound.edge.value
        past = base_form(changed(wager, case, bound + beyond), {"ante_bonus": "A"})
        assert past.strategy.decisions != form.strategy.decisions
        assert past.edge.value is not None
        assert form.edge.at(**{symbol: bound + beyond}) > past.edge.value


def test_the_form_in_full() -> None:
    form = form_of("crown-melbourne").edge
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


def test_the_bounds_of_the_published_game() -> None:
    form = form_of("resorts-world-sentosa")
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


NOT_SEEN = {"deal": None}
STANDARD = game(AGAINST_DEALER, BONUS)
REASONS = {
    "a card of the dealer's is face up": other_games.CARD_SEEN,
    "nothing is decided": other_games.TEEN_PATTI,
    "Play is paid by a table": other_games.PRIME_PLAY,
    "hands are compared though the dealer does not qualify": game(other_games.FACE_UP_CALIFORNIA, NOT_SEEN),
    "Blind is staked beside it": game(other_games.ULTIMATE, NOT_SEEN),
    "some hands only may play a multiple": game(
        STANDARD, {"decision.play": [1, {"multiple": 2, "hand": "pair"}]}
    ),
    "a bonus depends on what the comparison comes to": game(STANDARD, {"wager.ante_bonus.paid_on": ["win"]}),
    "commission is taken of it": game(STANDARD, {"wager.play.commission": "5%"}),
}


@pytest.mark.parametrize("reason", REASONS)
def test_the_base_game_without_a_formula_says_why(reason: str) -> None:
    rules = variant(REASONS[reason])
    assert why_no_formula(rules, rules.base) == reason
    with pytest.raises(RulesError, match=rf"^wager\.{rules.base}: no formula: {reason}$"):
        formulas(rules, rules.base)
    found = formulas(rules)
    assert rules.base not in {section.wager for section in found.sections}
    name = rules.wagers[rules.base].name
    assert f"{name} ({reason})" in formulas_view(found).lines[-1]


@pytest.mark.parametrize(
    ("wager", "reason"),
    [
        ("bonus", "it is paid only on win or no qualify"),
        ("higher", "it is on which hand is higher"),
        ("dealers", "commission is taken of it"),
        ("beats", "it depends on whether the dealer's hand is as high"),
        ("millions", "it pays sums of money"),
    ],
)
def test_a_wager_without_a_formula_says_why(wager: str, reason: str) -> None:
    with pytest.raises(RulesError, match=rf"^wager\.{wager}: no formula: {reason}$"):
        formulas(variant(other_games.EVERY_WORD), wager)


def test_tables_with_finer_lines_are_named_among_those_without_a_formula() -> None:
    fine = {
        "wager.six": {"name": "Six", "settles": "pay table", "hand": "player and dealer"},
        "pay_tables.six": {
            "A": {"straight flush": 90, "four aces": 80, "four of a kind": 50},
            "B": {"straight flush": 90, "four of a kind": 50},
        },
    }
    rules = variant(game(STANDARD, fine))
    why = 'its line "four aces" is for a part of a category'
    assert f"No formula: Six A ({why})." in formulas_view(formulas(rules)).lines
    found = formulas(rules, "six")
    assert found.without == {"six A": why}
    assert [one.tables for one in found.sections[0].forms] == [{"six": "B"}]
    with pytest.raises(RulesError, match=rf"^wager\.six: no formula: {why}$"):
        formulas(rules, "six", {"six": "A"})


def test_other_wagers_keep_their_formulas() -> None:
    rules = variant(game(other_games.EVERY_WORD, {"wager.dealers.commission": None}))
    (section,) = formulas(rules, "dealers", {"dealers": "B"}).sections
    assert section.total == 1_330
    bonus = formulas(variant(other_games.CARD_SEEN), "ante_bonus").sections[0]
    assert str(bonus.forms[0].value) == "292/5525"


@pytest.mark.parametrize("game", audited_games())
def test_all_wagers_of_the_classic_games_have_a_formula(game: str) -> None:
    assert not any(why_no_formula(shipped(game), name) for name in shipped(game).wagers)


def test_wagers_of_which_no_table_fits_have_no_formula_and_the_others_have() -> None:
    """Two suits have no three of a kind, which every table of the bonus and of Pair Plus pays."""
    rules = variant('extends = "three-card-poker"\n[deck]\nsuits = ["clubs", "diamonds"]\n')
    found, why = formulas(rules), "no table of {} fits the deck and the order of hands of this game"
    assert found.without["ante"] == found.without["play"] == why.format("ante_bonus")
    assert found.without["pair_plus"] == why.format("pair_plus")
    assert [section.wager for section in found.sections] == ["", "six_card_bonus"]
    with pytest.raises(RulesError, match=f"no formula: {why.format('ante_bonus')}"):
        formulas(rules, "ante")
