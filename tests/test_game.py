from __future__ import annotations

import dataclasses
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest

import combin
from combin.cards.cards import CardError
from combin.game import Game
from combin.jackpot.meter.meter import JackpotError
from combin.results import Result
from combin.rules.errors import RulesError
from tests import golden_files
from tests.command_line import combin as command


@pytest.fixture(scope="module")
def crown() -> Game:
    return combin.load("crown-melbourne")


@pytest.fixture(scope="module")
def uk() -> Game:
    return combin.load("uk-including-blind")


def test_games_that_ship_load_by_id() -> None:
    assert [combin.load(game).rules.file.id for game in combin.games()] == list(combin.games())


@pytest.mark.parametrize("kind", [str, Path])
def test_a_rule_file_loads_by_path(kind: type) -> None:
    game = combin.load(kind(golden_files.FOLDER / "variant.toml"))
    assert repr(game) == "<Game king-high-double: King-high double>"


def test_mistakes_are_value_errors_of_one_line() -> None:
    with pytest.raises(RulesError, match=r"^crown: no such game") as caught:
        combin.load("crown")
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)


def test_readings_can_be_chosen(uk: Game) -> None:
    other = combin.load("uk-including-blind", {"prime_colour": "either colour"})
    assert other.analyse().wagers["prime"].house_edge != uk.analyse().wagers["prime"].house_edge


def test_analysis_says_what_the_documents_say(crown: Game) -> None:
    result = crown.analyse(ante_bonus="B", pair_plus="F")
    assert result.tables == {"ante_bonus": "B", "pair_plus": "F"}
    assert result.wagers["ante"].house_edge == Fraction(3672957, 101792600)
    assert result.wagers["pair_plus"].house_edge == Fraction(149, 5525)
    assert result.statement == "Play Q-6-4 or better, fold the rest."
    assert result.strategy.hands_played == 14900


def test_a_wager_that_is_not_named_takes_its_first_table(crown: Game) -> None:
    assert crown.analyse(pair_plus="C").tables == {"ante_bonus": "A", "pair_plus": "C"}


def test_alternatives_are_every_choice_of_tables(crown: Game) -> None:
    found = crown.alternatives(ante_bonus="C")
    assert [one.tables["pair_plus"] for one in found] == list("ABCDEF")
    assert len(found) == 6
    assert found[5].wagers == crown.analyse(ante_bonus="C", pair_plus="F").wagers


def test_alternatives_of_one_are_shown_like_an_analysis(uk: Game) -> None:
    assert str(uk.alternatives()) == str(uk.analyse())
    assert uk.alternatives().to_dict() == uk.analyse().to_dict()


def test_letters_may_be_given_as_a_mapping(crown: Game) -> None:
    tables = {"ante_bonus": "C", "pair_plus": "B"}
    assert crown.analyse(tables=tables).tables == tables
    assert crown.strategy(tables=tables).analysis.letters == tables
    assert crown.hand("Qs 6h 4d", tables=tables).hand.letters == tables


@pytest.mark.parametrize("wager", ["prime", "jackpot", "digits"])
def test_a_pay_table_that_the_game_does_not_have_is_refused(wager: str, crown: Game) -> None:
    for ask in (crown.analyse, crown.alternatives, crown.strategy):
        with pytest.raises(RulesError, match=f"crown-melbourne has no pay table for '{wager}'"):
            ask(tables={wager: "A"})
        with pytest.raises(RulesError, match="crown-melbourne has no ante_bonus table 'Z'"):
            ask(ante_bonus="Z")


def test_another_strategy_costs_more(crown: Game) -> None:
    best, other = crown.analyse(), crown.analyse(strategy="always play")
    assert other.statement == "Play every hand."
    assert other.wagers["ante"].house_edge == Fraction(1947749, 25448150) > best.wagers["ante"].house_edge
    with pytest.raises(RulesError, match="not a hand"):
        crown.analyse(strategy="bold")


def test_strategies_are_measured_against_the_best(crown: Game) -> None:
    usual = crown.strategy()
    assert usual.statement == "Play Q-6-4 or better, fold the rest."
    assert [one.name for one in usual.others] == ["mimic the dealer", "always play"]
    assert not usual.detailed
    compared = crown.strategy(["any queen"])
    assert compared.detailed
    assert compared.others[0].decisions == usual.others[0].decisions


def test_a_hand_is_explained(crown: Game) -> None:
    hand = crown.hand("Qs 6h 4d").hand
    assert hand.best == 1
    assert hand.situation.counts == (5758, 305, 26, 12335)
    with pytest.raises(CardError, match="'Qs Qs 4d': Qs stands twice"):
        crown.hand("Qs Qs 4d")


def test_wagers_placed_together_are_in_money(crown: Game) -> None:
    found = crown.mix({"ante": 10, "pair_plus": "2.50"}, tables={"ante_bonus": "B"}, pair_plus="F")
    assert found.tables == {"ante_bonus": "B", "pair_plus": "F"}
    assert found.statement == "Play Q-6-4 or better, fold the rest."
    losses = {name: one.house_edge for name, one in found.wagers.items()}
    assert losses == {"ante": 10 * Fraction(3672957, 101792600), "pair_plus": Fraction(149 * 5, 5525 * 2)}
    assert found.together.house_edge == sum(losses.values()) == found.house_edge * Fraction(25, 2)
    assert found.covariances["pair_plus", "pair_plus"] == found.wagers["pair_plus"].variance


def test_a_mix_knows_limits_of_the_table_meter_and_strategy(crown: Game, uk: Game) -> None:
    plain, chips, capped = (
        uk.mix({"pair_plus": 1}, pair_plus="A", chip=chip, most=most).together.house_edge
        for chip, most in ((None, None), (2, None), (None, 10))
    )
    assert chips < plain < capped
    assert crown.mix({"ante": 1, "jackpot": 1}, option="2", reading=60_000).answer.meter == 60_000
    assert crown.mix({"ante": 1}, strategy="always play").statement == "Play every hand."


def test_what_cannot_be_mixed_is_refused(crown: Game) -> None:
    with pytest.raises(RulesError, match="no wager 'prime'"):
        crown.mix({"prime": 1})
    with pytest.raises(JackpotError, match="a stake of 0 is not above 0"):
        crown.mix({"ante": 0})


def test_rounds_played_at_random_agree_with_the_exact_figures(crown: Game) -> None:
    exact = crown.analyse(ante_bonus="C", pair_plus="F", strategy="always play")
    told: list[tuple[int, int]] = []
    found = crown.simulate(
        2_000,
        seed=7,
        strategy="always play",
        progress=lambda done, whole: told.append((done, whole)),
        tables={"ante_bonus": "C", "jackpot": "2"},
        pair_plus="F",
    )
    assert found.statement == exact.statement
    assert told[-1] == (2_000, 2_000)
    assert list(found.wagers) == ["ante", "pair_plus", "jackpot"]
    for name, distribution in exact.wagers.items():
        assert found.wagers[name].expectation == -distribution.house_edge
        assert sum(found.wagers[name].sample.outcomes.values()) == 2_000
    assert found.wagers["jackpot"].letters == {"jackpot": "2"}
    assert found.agrees
    other = crown.simulate(2_000, seed=8)
    assert other.wagers["ante"].sample.mean != found.wagers["ante"].sample.mean


def test_a_simulation_in_which_one_wager_is_off_does_not_agree(crown: Game) -> None:
    found = crown.simulate(2_000)
    ante, *others = found.answer.wagers
    off = dataclasses.replace(ante, exact=dataclasses.replace(ante.exact, outcomes=((Fraction(9), 1),)))
    answer = dataclasses.replace(found.answer, wagers=(*others, off))
    assert not dataclasses.replace(found, answer=answer).agrees


def test_no_rounds_are_refused(crown: Game) -> None:
    with pytest.raises(RulesError, match="rounds: 0 is not above 0"):
        crown.simulate(0)
    with pytest.raises(RulesError, match="jackpot: no table '9'"):
        crown.simulate(1, jackpot="9")


@pytest.mark.parametrize(
    "kind", [str, Path, lambda path: path.read_text().splitlines()], ids=["str", "Path", "lines"]
)
def test_rounds_are_settled_from_a_path_or_from_lines(kind: type, crown: Game) -> None:
    result = crown.settle(kind(golden_files.FOLDER / "rounds.jsonl"))
    assert [one.id for one in result.rounds] == [1, "T7-2", 4, 5]
    assert [one.line for one in result.errors] == [3, 4]
    wrong = {one.wager: one.difference for one in result.paid_wrongly}
    assert wrong == {"play": 10, "total": -20, "pair_plus": 5}


def test_a_file_of_rounds_that_is_not_there_is_an_os_error(crown: Game) -> None:
    with pytest.raises(FileNotFoundError):
        crown.settle("nowhere.jsonl")


# -- what all results can do -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def results(crown: Game, uk: Game) -> dict[str, Result]:
    return {
        "show crown-melbourne": crown.show(),
        "analyse uk-including-blind": uk.analyse(),
        "analyse crown-melbourne": crown.alternatives(),
        "strategy crown-melbourne": crown.strategy(),
        "hand crown-melbourne Qs6h4d": crown.hand("Qs 6h 4d"),
        f"settle crown-melbourne {golden_files.FOLDER}/rounds.jsonl": crown.settle(
            golden_files.FOLDER / "rounds.jsonl"
        ),
        "mix uk-including-blind --bet ante=1 --bet prime=2": uk.mix({"ante": 1, "prime": 2}),
        "simulate uk-including-blind --rounds 1000 --seed 5": uk.simulate(1000, seed=5),
    }


def test_results_say_what_the_command_line_says(results: dict[str, Result]) -> None:
    for words, result in results.items():
        assert f"{result}\n" == command(*words.split()).out
        assert result.to_dict() == json.loads(command(*words.split(), "--format", "json").out)


def test_results_are_frozen_and_short_in_a_prompt(results: dict[str, Result]) -> None:
    for result in results.values():
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, next(iter(vars(result))), None)
        assert repr(result) == f"<{type(result).__name__}: {result.view.heading}>"


def test_results_show_themselves_in_a_notebook(results: dict[str, Result]) -> None:
    for result in results.values():
        html = result._repr_html_()
        assert html.startswith("<h4>")
        for tag in ("table", "thead", "tbody", "tr", "td", "th", "h4", "h5", "p"):
            assert html.count(f"<{tag}>") + html.count(f"<{tag} ") == html.count(f"</{tag}>")


def test_frames_hold_counts_as_integers_and_exact_values_as_two(results: dict[str, Result], uk: Game) -> None:
    for result in results.values():
        frame = result.frame()
        assert frame.height > 0
        for name, kind in frame.schema.items():
            if name.endswith(("_numerator", "_denominator")) or name in (
                "total",
                "hands_played",
                "dealer_hands",
            ):
                assert kind.is_integer(), name
    frame = uk.analyse(digits=4).frame()
    assert frame["total"].to_list() == [407_170_400, 22_100, 407_170_400]
    assert frame.schema["house_edge"] == pl.Decimal(38, 4)
    assert frame["house_edge"].to_list() == [Decimal("0.0337"), Decimal("0.0270"), Decimal("0.0362")]
    ratio = frame.row(0, named=True)
    assert Fraction(ratio["house_edge_numerator"], ratio["house_edge_denominator"]) == Fraction(
        686689, 20358520
    )


def test_a_frame_of_all_alternatives_can_be_asked_for_the_best_tables(crown: Game) -> None:
    frame = crown.alternatives().frame()
    assert frame.height == 36
    best = frame.filter(pl.col("wager") == "pair_plus").sort("house_edge").row(0, named=True)
    assert best["pair_plus"] == "A"


def test_what_combin_offers_is_there() -> None:
    assert sorted(combin.__all__) == list(combin.__all__)
    for name in combin.__all__:
        assert getattr(combin, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        combin.nothing  # noqa: B018  asking is the test
