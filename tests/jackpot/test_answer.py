"""What is put together about a progressive: its terms, the long run beside a fold, prices, winners."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from combin.exact.base_game import FOLD
from combin.exact.distribution import Favour, favour
from combin.exact.named_strategies import named_strategy
from combin.jackpot.answer import (
    JackpotAnswer,
    JackpotTerms,
    ask_jackpot,
    even_where,
    game_meter,
    jackpot_wager,
    letter_of,
)
from combin.jackpot.law import LongRun
from combin.jackpot.meter import JackpotError
from combin.jackpot.value import Winners
from tests.helpers.texts import table_rows
from tests.helpers.variants import analysed, shipped, variant
from tests.jackpot.wagers import BY_SUIT

if TYPE_CHECKING:
    from combin.jackpot.meter import Number

CROWN, SENTOSA = "crown-melbourne", "resorts-world-sentosa"
NO_SHARE = """
extends = "resorts-world-sentosa"
[pay_tables.jackpot.A]
"A-K-Q straight flush of spades" = { money = 500 }
"""


def ask(game: str, **terms: Any) -> JackpotAnswer:  # noqa: ANN401  passed on as they are
    rules = variant(game) if "\n" in game else shipped(game)
    return ask_jackpot(rules, **terms)


def run_of(game: str, **terms: Any) -> LongRun:  # noqa: ANN401  passed on as they are
    run = ask(game, **terms).long_run
    assert run is not None
    return run


# -- terms --------------------------------------------------------------------------------------------------


def test_without_terms_the_first_table_seed_and_rate_at_a_price_of_1() -> None:
    terms = ask(CROWN).terms
    one, rate = Fraction(1), Fraction("0.3406")
    assert terms == JackpotTerms("1", one, 9, "1", seed=Fraction(10_000), increment=rate)


@pytest.mark.parametrize(("option", "seed", "rate"), [("1", 75_000, "0.2350"), ("2", 40_000, "0.2632")])
def test_the_published_rate_goes_with_its_seed(option: str, seed: int, rate: str) -> None:
    assert ask(CROWN, option=option, seed=seed).terms.increment == Fraction(rate)


def test_a_rate_of_ones_own_goes_with_any_seed() -> None:
    terms = ask(CROWN, seed="12345.5", increment="30.5%").terms
    assert (terms.seed, terms.increment) == (Fraction("12345.5"), Fraction("0.305"))


@pytest.mark.parametrize("meter", [0, "0.5"])
def test_a_meter_without_a_seed_may_be_empty(meter: Number) -> None:
    assert ask(SENTOSA, meter=meter).terms.meter == Fraction(meter)


def test_without_seats_in_the_document_one_player_is_meant() -> None:
    assert ask(SENTOSA).terms.seats == 1
    assert ask(SENTOSA, seats=7).others == 6


TABLES = """
extends = "crown-melbourne"
[pay_tables.jackpot.X]
"royal flush" = { meter = "100%" }
"""


def test_a_table_that_is_no_option_has_no_meter() -> None:
    answer = ask(TABLES, option="X")
    assert (answer.terms.letter, answer.terms.option) == ("X", None)
    assert answer.meter is None
    assert answer.long_run is None
    assert answer.long_run_played is None
    assert ask(TABLES, option="2").terms.option == "2"


def test_two_options_may_share_a_table() -> None:
    game = """
        extends = "crown-melbourne"
        [jackpot.options.small]
        pay_table = "1"
        meters = [{ seed = 500, increment = "40%" }]
        """
    assert [ask(game, option=one).terms.seed for one in ("1", "small")] == [10_000, 500]


@pytest.mark.parametrize(("game", "terms", "message"), table_rows(Path(__file__).with_name("refused.txt")))
def test_terms_that_no_jackpot_can_have(game: str, terms: str, message: str) -> None:
    with pytest.raises(JackpotError) as error:
        ask(NO_SHARE if game == "no share" else game, **json.loads(terms))
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_the_wager_and_its_tables() -> None:
    crown = shipped(CROWN)
    assert jackpot_wager(crown) == "jackpot"
    assert [letter_of(crown, option) for option in (None, "1", "2")] == ["1", "1", "2"]


# -- now ----------------------------------------------------------------------------------------------------


@given(seats=st.integers(1, 15))
def test_at_the_least_price_sums_of_money_alone_return_it(seats: int) -> None:
    price = ask(SENTOSA, seats=seats).least_price
    assert price == Fraction(30_050 + 400 * (seats - 1), 22_100)
    answer = ask(SENTOSA, seats=seats, stake=price)
    assert answer.least_price == price
    assert answer.break_even == 0
    assert answer.per_unit(answer.value) == 1


def test_odds_make_the_least_price_higher() -> None:
    """A straight at 5 to 1 returns 6 x 720 / 22,100 of any price; sums of money make up for the rest."""
    game = 'extends = "resorts-world-sentosa"\n[pay_tables.jackpot.A]\n"straight" = { odds = 5 }\n'
    price = ask(game).least_price
    assert price == Fraction(30_050 - 15 * 720, 22_100 - 6 * 720)
    answer = ask(game, stake=price)
    assert answer.per_unit(answer.value) == 1


def test_there_is_no_least_price_without_sums_of_money() -> None:
    assert ask(CROWN).least_price is None


@pytest.mark.parametrize(("odds", "returned"), [("1069/36", "1"), ("40", "1476/1105")])
def test_there_is_no_least_price_where_the_odds_return_every_stake(odds: str, returned: str) -> None:
    """One hand in 22,100/720 is a straight, and brings the stake back with the odds."""
    game = f'extends = "resorts-world-sentosa"\n[pay_tables.jackpot.A]\n"straight" = {{ odds = "{odds}" }}\n'
    assert ask(game).value.odds == Fraction(returned)
    assert ask(game).least_price is None


# -- a fold -------------------------------------------------------------------------------------------------


def test_who_follows_the_best_strategy_wins_what_his_hands_win() -> None:
    """Every class that Q-6-4 folds is taken out of the sum, and nothing else."""
    answer = ask(CROWN, option="2")
    best = analysed(shipped(CROWN)).best
    played = {situation.hand.cards: decision != FOLD for situation, decision in best}
    total = sum(
        (
            answer.chances.value(index).odds * one.weight
            for index, one in enumerate(answer.chances.classes)
            if played[one.cards]
        ),
        Fraction(0),
    )
    assert answer.played.odds == total / 22_100
    assert answer.played.share == answer.value.share


@pytest.mark.parametrize("seed", [10_000, 30_000, 75_000])
def test_long_run_of_who_folds_is_that_of_a_meter_with_his_chances(seed: int) -> None:
    """The law of the meter is worked out anew with the probabilities of a player who folds."""
    answer = ask(CROWN, option="2", seed=seed)
    folded = analysed(shipped(CROWN)).best.folded
    live = [index for index, one in enumerate(answer.chances.classes) if one.cards not in folded]
    odds = {one.line.text: one.probability for one in answer.chances.lines(live)}
    meter = game_meter(shipped(CROWN), "2", seed)
    bonuses = tuple(replace(one, probability=odds[one.name]) for one in meter.bonuses)
    anew = LongRun(dataclasses.replace(meter, bonuses=bonuses))
    run = run_of(CROWN, option="2", seed=seed)
    assert answer.long_run_played is not None
    assert answer.long_run_played.decimal(10) == anew.long_run_return.decimal(10)
    assert (anew.increments, anew.top_ups.decimal(10)) == (run.increments, run.top_ups.decimal(10))


def test_a_jackpot_that_stays_on_a_fold_returns_the_same_to_all() -> None:
    assert ask(SENTOSA).played == ask(SENTOSA).value


OF_THE_METER = """
extends = "crown-melbourne"
[pay_tables.jackpot.2]
"straight" = { meter = "10%" }
"""


def test_no_long_run_is_told_where_folds_give_up_part_of_the_meter() -> None:
    answer = ask(OF_THE_METER, option="2")
    assert answer.long_run is not None
    assert answer.played.share < answer.value.share
    assert answer.long_run_played is None


def test_folds_are_told_apart_by_suit_where_the_jackpot_is() -> None:
    answer = ask(BY_SUIT, meter=1000)
    best = answer.joint({"ante_bonus": "A"}).best
    joint = answer.joint({"ante_bonus": "A"}, Fraction(1000))
    assert joint.bet_return(best) == answer.played.returned(Fraction(1), Fraction(1000))
    never = joint.bet_return(named_strategy("always play", joint.game))
    assert never == answer.value.returned(Fraction(1), Fraction(1000)) > joint.bet_return(best)


# -- in the long run ----------------------------------------------------------------------------------------


def test_a_target_return_is_met_by_the_rate_that_is_found() -> None:
    answer = ask(CROWN, option="2", target="90%")
    assert answer.rate_for_target is not None
    assert answer.terms.increment == Fraction(answer.rate_for_target.decimal(10))
    assert run_of(CROWN, option="2", target="90%").long_run_return.percent(6) == "90.000000%"


def test_a_target_beside_a_rate_leaves_the_rate_alone() -> None:
    answer = ask(CROWN, option="2", increment="31.02%", target="90%")
    alone = ask(CROWN, option="2", target="90%")
    assert answer.terms.increment == Fraction("0.3102")
    assert answer.rate_for_target == alone.rate_for_target


@pytest.mark.parametrize("digits", [0, 3, 25])
def test_digits_of_the_long_run_are_enough_to_be_shown(digits: int) -> None:
    run = run_of(CROWN, digits=digits, target="90%")
    assert run.digits == max(digits, 8)
    assert run.long_run_return.percent(4) == "90.0000%"


def test_a_seed_and_a_rate_make_a_meter_that_the_rules_do_not_state() -> None:
    """Progressive A: p = 1/22,100, fixed prizes 529/1105; the return is fixed + p x seed + i."""
    fixed, seed, rate = Fraction(529, 1105), Fraction(5_000, 22_100), Fraction(15, 100)
    terms = ask("three-card-poker", option="A", seed=5_000, increment="15%").terms
    assert (terms.option, terms.seed, terms.increment) == (None, Fraction(5_000), rate)
    run = run_of("three-card-poker", option="A", seed=5_000, increment="15%")
    assert run.long_run_return.low == run.long_run_return.high == fixed + seed + rate
    assert run.law.mean.low == 5_000 + rate * 22_100
    solved = ask("three-card-poker", option="A", seed=5_000, target="80%")
    assert solved.rate_for_target is not None
    assert solved.rate_for_target.low == Fraction(80, 100) - fixed - seed
    written = run_of(
        'extends = "three-card-poker"\n[jackpot]\nwager = "progressive"\n[jackpot.options.X]\n'
        'pay_table = "A"\nmeters = [{ seed = 5000, increment = "15%" }]\n'
    )
    assert written == run


def test_they_go_with_a_price_and_with_seats() -> None:
    asked: dict[str, Any] = {"seed": 10_000, "increment": "10%", "stake": 5, "seats": 3}
    value = ask(SENTOSA, **asked).value
    expected = value.returned(Fraction(5), others=2) / 5 + value.share * 10_000 + Fraction(1, 10)
    assert run_of(SENTOSA, **asked).long_run_return.contains(expected)


SUMS = """
extends = "crown-melbourne"
[pay_tables.jackpot.1]
"flush" = { money = 100 }
"""


def test_sums_of_money_return_less_of_a_dearer_wager_in_the_long_run() -> None:
    """A flush pays 100 once in 649740/1277 wagers: 19.654% of a wager of 1, a fifth of that of one of 5."""
    odds, flush = run_of(CROWN), Fraction(1277, 649_740) * 100
    one, five = run_of(SUMS), run_of(SUMS, stake=5)
    assert one.meter.bonus_return == odds.meter.bonus_return
    assert five.meter.bonus_return == odds.meter.bonus_return - flush * Fraction(4, 5)
    assert five.value.odds == ask(SUMS, stake=5).value.returned(Fraction(5)) / 5


# -- winners in one round -----------------------------------------------------------------------------------

TABLE_1 = 'extends = "crown-melbourne"\n[pay_tables.jackpot.1]\n"'


@pytest.mark.parametrize("seats", [1, 9, 15])
def test_winners_are_those_of_the_seats(seats: int) -> None:
    assert ask(CROWN, seats=seats).winners == Winners(shipped(CROWN).deck).law(seats)


@pytest.mark.parametrize(
    "game",
    [
        SENTOSA,
        'extends = "crown-melbourne"\n[wager.jackpot]\nhand = "player and dealer"\n',
        'extends = "crown-melbourne"\n[deal]\njackpot = 3\n',
        f'{TABLE_1}royal flush" = 5000\n',  # one of the two alone is paid out of the meter
        f'{TABLE_1}flush" = {{ meter = "1%" }}\n',  # and a third kind
        f'{TABLE_1}royal flush" = 5\n"straight flush" = {{ meter = "100%" }}\n"flush" = {{ meter = "1%" }}\n',
        f'{TABLE_1}straight flush" = {{ meter = "100%" }}\n',
    ],
)
def test_winners_are_told_only_where_two_flushes_share_a_meter(game: str) -> None:
    assert ask(game).winners is None


# -- beside the base game -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "now", "meter"),
    [
        ({}, None, 10_000),
        ({"stake": 5}, None, 10_000),
        ({"stake": 5, "meter": 100_000}, None, 20_000),
        ({"stake": 5, "meter": 100_000}, 60_000, 12_000),
    ],
)
def test_the_meter_of_a_joint_game_is_per_unit(terms: dict[str, Any], now: int | None, meter: int) -> None:
    at = None if now is None else Fraction(now)
    joint = ask(CROWN, **terms).joint({"ante_bonus": "A"}, at)
    assert joint.meter == meter
    assert joint.unit == terms.get("stake", 1)


def test_without_a_seed_the_meter_of_a_joint_game_is_empty() -> None:
    joint = ask(SENTOSA, stake=2).joint({"ante_bonus": "A"})
    assert joint.meter == 0
    assert joint.bet_return(joint.best) == Fraction(30_050, 22_100) / 2


def test_bounds_that_hold_no_sign_are_even() -> None:
    third = Fraction(1, 3)
    assert favour(Fraction(0), Fraction(0)) is Favour.EVEN
    assert favour(third, 2 * third) is Favour.HOUSE
    assert favour(-2 * third, -third) is Favour.PLAYER


@pytest.mark.parametrize("price", [1, 2, 5])
@pytest.mark.parametrize("seats", [1, 7])
def test_the_form_in_words_is_the_meter_at_which_the_wager_is_even(price: int, seats: int) -> None:
    rules = shipped("resorts-world-sentosa")
    assert even_where(ask_jackpot(rules)) == (
        "above a meter of 22,100 × price − 30,050 − 400 × other players"
    )
    answer = ask_jackpot(rules, stake=price, seats=seats)
    assert answer.break_even == 22_100 * price - 30_050 - 400 * (seats - 1)
