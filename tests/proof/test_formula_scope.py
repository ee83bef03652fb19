from __future__ import annotations

import pytest

from combin.proof.formulas import formulas, why_no_formula
from combin.proof.views import formulas_view
from combin.rules.errors import RulesError
from combin.rules.load import library_games
from tests import other_games
from tests.games import AGAINST_DEALER, BONUS, game
from tests.variants import shipped, variant

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


@pytest.mark.parametrize("game", ["crown-melbourne", "resorts-world-sentosa", "uk-including-blind"])
def test_all_wagers_of_the_classic_games_have_a_formula(game: str) -> None:
    assert game in library_games()
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
