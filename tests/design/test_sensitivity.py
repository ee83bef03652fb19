from __future__ import annotations

from fractions import Fraction

import pytest

from combin.design.sensitivity import Effect, Sensitivity, sensitivity
from combin.exact.analysis import analyse, choices
from combin.exact.named_strategies import named_strategy
from combin.jackpot.meter.law import meter_law
from combin.jackpot.value import game_meter
from tests.report.games import BARE, INDIFFERENT
from tests.variants import analysed, shipped, variant

BONUS = (
    BARE
    + '[wager.bonus]\nname = "Bonus"\nsettles = "bonus"\non = "ante"\n'
    + '[pay_tables.bonus.A]\n"straight flush" = 5\n"three of a kind" = 4\n"straight" = 1\n'
)

GAMES = ("crown-melbourne", "resorts-world-sentosa", "uk-including-blind")


def of(game: str) -> Sensitivity:
    rules = shipped(game)
    return sensitivity(rules, choices(rules, {})[0])


def effects(game_sensitivity: Sensitivity, rule: str) -> dict[str, Effect]:
    return {one.then: one for one in (*game_sensitivity.pays, *game_sensitivity.switches) if one.rule == rule}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_effect_is_what_the_changed_game_by_itself_says(game: str) -> None:
    found = of(game)
    for one in (*found.pays, *found.switches)[::5]:
        (whole,) = analyse(one.after.rules, [one.after.letters])
        assert one.house_edge == whole.wagers[one.wager].house_edge
        assert one.change == one.house_edge - found.start.wagers[one.wager].house_edge
        assert one.after.statement == whole.statement.text


def test_one_unit_of_a_pay_is_worth_its_probability() -> None:
    pairs = effects(of("crown-melbourne"), "Pair Plus A: pair")
    assert pairs["2"].change == -Fraction(3744, 22100)
    assert pairs["0"].change == Fraction(3744, 22100)


def test_a_bonus_on_folded_hands_is_taken_up_by_playing_them() -> None:
    lines = "".join(f'"{line}" = 0\n' for line in ("flush", "pair", "high card"))
    rules = variant(f"{BONUS}{lines}")
    found = sensitivity(rules, choices(rules, {})[0])
    effect = effects(found, "Bonus A: high card")["1"]
    assert effect.plays_otherwise
    assert effect.after.statement == "Play every hand."


def test_rules_are_switched() -> None:
    found = of("crown-melbourne")
    rules = {one.rule for one in found.switches}
    assert rules == {
        "Dealer qualifies",
        "Ante and Play on a tie",
        "Ante when the dealer does not qualify",
        "Play when the dealer does not qualify",
        "A-2-3 straight",
        "Suits of a straight",
        "Order of hands",
        "Play multiples",
    }
    assert set(effects(found, "Dealer qualifies")) == {"J high", "K high"}
    assert effects(found, "Dealer qualifies")["K high"].after.statement == "Play every hand."
    ties = effects(found, "Ante and Play on a tie")
    assert ties["pay 1 to 1"].change < 0 < ties["lose"].change


def test_the_qualifier_of_a_dealer_who_always_plays_only_goes_up() -> None:
    found = sensitivity(variant(BARE), {})
    assert [one.then for one in found.switches if one.rule == "Dealer qualifies"] == [
        "6 high"
    ]  # 5-3-2 is the lowest hand
    assert not found.pays


def test_wrong_decisions_at_the_border_cost_what_other_strategies_lose() -> None:
    found = of("crown-melbourne")
    costs = {found.rules.ranking.describe(one.strength): one for one in found.decisions}
    assert list(costs) == ["Q-6-5", "Q-6-4", "Q-6-3", "Q-6-2"]
    game = analysed(found.rules).game
    edge = found.start.wagers["ante"].house_edge
    for words, missed in (("Q-6-5", ["Q-6-4"]), ("Q-6-3", ["Q-6-3"]), ("Q-6-2", ["Q-6-3", "Q-6-2"])):
        other = named_strategy(words, game).distribution.house_edge
        assert other - edge == sum(costs[one].in_all for one in missed)


def test_a_game_without_a_border_has_no_wrong_decisions() -> None:
    assert sensitivity(variant(INDIFFERENT), {}).decisions == ()


def test_it_says_the_same_whatever_is_kept_of_other_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    def told() -> list[object]:
        rules = variant(BARE)
        rules.answers.clear()
        found = sensitivity(rules, choices(rules, {})[0])
        return [(one.rule, one.then, one.wager, one.house_edge, one.otherwise) for one in found.switches]

    kept = told()
    monkeypatch.setattr("combin.design.variants.MOST_SITUATIONS", 0)
    assert told() == kept


def test_every_table_and_every_meter_of_a_progressive_has_its_steps() -> None:
    rules = shipped("crown-melbourne")
    steps = of("crown-melbourne").jackpots
    assert {one.table for one in steps} == {"1", "2"}
    for option, entry in rules.meters["jackpot"].options.items():
        own = [one for one in steps if one.table == option]
        rates = [one for one in own if one.rule.startswith("increment rate")]
        assert [one.rule for one in rates] == [f"increment rate, seed {meter.seed}" for meter in entry.meters]
        assert len({one.rule for one in own if one.rule != "seed"}) == len(own) - len(rates)
        last = game_meter(rules, option, entry.meters[-1].seed)
        more = meter_law(last.with_increment(last.increment + Fraction(1, 100))).long_run_return
        assert rates[-1].long_run == more - meter_law(last).long_run_return
