from __future__ import annotations

from fractions import Fraction

import pytest

from combin.design.pays import side_bet_form
from combin.design.variants import (
    Effect,
    Otherwise,
    Sensitivity,
    Workbench,
    decided_otherwise,
    differences,
    sensitivity,
)
from combin.design.views import LONGEST, strategy_then
from combin.exact.analysis import analyse, choices
from combin.exact.base_game import FOLD
from combin.exact.named_strategies import named_strategy
from combin.exact.strategy import Strategy
from combin.jackpot.answer import game_meter
from combin.jackpot.law import meter_law
from combin.rules.load import keys_of
from combin.rules.spelling import as_written
from tests.exact.small_games import OTHER_WAGERS as GAMES_OF_OTHER_SIZES
from tests.exact.small_games import SIX_CARDS
from tests.helpers.games import game
from tests.helpers.variants import analysed, shipped, variant
from tests.proof.kinds import KINDS
from tests.report.games import BARE, INDIFFERENT

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
    assert effect.after.statement != effect.before.statement
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
    monkeypatch.setattr("combin.design.variants.MOST_MATCHUPS", 0)
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


CROWN = shipped("crown-melbourne")

QUEEN = 'extends = "hole-card"\n[dealer]\nqualifies = "J high"\n'

LOW_ACE = 'extends = "crown-melbourne"\n[ranking]\nace_low_straight = "second"\n'


def slowly(before: Strategy, after: Strategy) -> dict[tuple[int, bool], int]:
    """Return how many hands get another decision, looked through one by one."""
    found: dict[tuple[int, bool], int] = {}
    for (hand, old), (_, new) in zip(before, after, strict=True):
        if old != new:
            found[new, new > old] = found.get((new, new > old), 0) + hand.weight
    return found


def test_hands_are_counted_with_the_one_at_the_border_as_an_example() -> None:
    best = analysed(CROWN).best
    looser = named_strategy("always play", best.game)
    strengths = CROWN.ranking.strengths
    assert decided_otherwise(best, looser) == (Otherwise(1, True, 7200, strengths[0], ()),)
    (folded,) = decided_otherwise(looser, best)
    assert (folded.decision, folded.more, folded.hands) == (FOLD, False, 7200)
    assert CROWN.ranking.describe(folded.strength) == "Q-6-3"
    assert decided_otherwise(best, best) == ()


@pytest.mark.slow
def test_with_a_card_seen_pairs_of_hand_and_card_are_counted() -> None:
    before, after = analysed(shipped("hole-card")).best, analysed(variant(QUEEN)).best
    found = decided_otherwise(before, after)
    assert {(one.decision, one.more): one.hands for one in found} == slowly(before, after)
    assert all(one.card for one in found)


def test_hands_that_are_ranked_otherwise_are_not_compared() -> None:
    assert decided_otherwise(analysed(CROWN).best, analysed(variant(LOW_ACE)).best) == ()


def effect(before: str, after: str) -> Effect:
    """Return what it makes of the base wager to take one game for another."""
    bench, games = Workbench(), [variant(text) for text in (before, after)]
    start, then = (bench.variant(rules, analysed(rules).letters) for rules in games)
    otherwise = decided_otherwise(bench.strategy(start), bench.strategy(then))
    return Effect("A rule", (), "so", "thus", games[0].base, start, then, otherwise)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            "[decision]\nplay = [1, 2]\n",
            "Of the pairs of hand and card 408,980 now play 2x, the weakest Q-J-6 against Q.",
        ),
        ('[ranking]\nstraight_suits = "three"\n', "18,204 pairs of hand and card more are played."),
    ],
)
def test_a_long_strategy_is_told_by_what_it_decides_otherwise(rule: str, words: str) -> None:
    game = 'extends = "face-up-three-card-poker"\n'
    found = effect(game, game + rule)
    assert len(found.after.statement) > LONGEST
    assert strategy_then(found) == words


def test_a_short_strategy_is_told_whole_and_the_same_one_not_at_all() -> None:
    game = 'extends = "crown-melbourne"\n'
    assert strategy_then(effect(game, f'{game}[dealer]\nqualifies = "K high"\n')) == "Play every hand."
    assert strategy_then(effect(game, game)) == ""


ALL = GAMES_OF_OTHER_SIZES | {"six cards and money": SIX_CARDS}

LOST = {name: KINDS[name] for name in KINDS if name.endswith("lost by a fold that depends on a card")}


@pytest.mark.parametrize("name", ALL | LOST)
def test_the_workbench_finds_what_an_analysis_finds(name: str) -> None:
    rules, bench = variant((ALL | LOST)[name]), Workbench()
    for letters in choices(rules, {}):
        exact = analyse(rules, [letters])[0]
        for _ in range(2):  # the second time from what it keeps
            found = bench.variant(bench.rules(as_written(rules.file)), letters)
            assert found.wagers == exact.wagers
            assert found.decisions == exact.best.decisions
            assert found.statement == exact.statement.text


@pytest.mark.parametrize(("name", "wager"), list(zip(LOST, ("pair_plus", "dealers", "five"), strict=True)))
def test_tables_are_sought_for_bets_lost_with_a_fold_beside_a_seen_card(name: str, wager: str) -> None:
    rules = variant(LOST[name])
    letters = choices(rules, {})[0]
    lines = analyse(rules, [letters])[0].side_bets[wager].lines[:-1]
    table = rules.tables[wager]["A"]
    form = side_bet_form(rules, table, {line.text: [line.net] for line in lines}, letters, ordered=False)
    assert {line.text: line.count for line in form.lines} == {line.text: line.count for line in lines}


def test_games_that_differ_in_a_rule_are_not_taken_for_each_other() -> None:
    bench, edges = Workbench(), []
    for change in (
        {},
        {"decision.play": [1, {"multiple": 2, "hand": "pair or better"}]},
        {"pay_tables.blind.A.straight": 2.5},
    ):
        rules = bench.rules(as_written(variant(game(ALL["blind"], change)).file))
        edges.append(bench.variant(rules, choices(rules, {})[0]).wagers["ante"].house_edge)
    assert len(set(edges)) == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["blind", "face up", "groups", "no decision"])
def test_each_effect_is_that_of_a_file_written_so(name: str) -> None:
    rules = variant(ALL[name])
    letters = choices(rules, {})[0]
    found = sensitivity(rules, letters)
    assert found.pays
    raised = [one for one in found.pays if one.then > one.now and one.wager == rules.base]
    assert all(one.change < 0 for one in raised)  # who is paid more loses less
    gained = sum(one.in_all for one in found.decisions)
    assert (gained > 0) == bool(rules.play)


VARIANT = """extends = "crown-melbourne"
title = "Double"
[dealer]
qualifies = "K high"
[decision]
play = [1, 2]
[pay_tables.pair_plus.A]
"pair of aces" = "3/2"
"""


def test_a_game_does_not_differ_from_itself() -> None:
    found = differences(shipped("crown-melbourne"), shipped("crown-melbourne"))
    assert (found.entries, found.citations) == ((), 0)
    assert all(pair.first == pair.second for pair in found.pairs)
    assert len(found.pairs) == 3 + 6


def test_a_variant_differs_in_what_it_writes() -> None:
    found = differences(shipped("crown-melbourne"), variant(VARIANT))
    assert [(one.place, one.first, one.second) for one in found.entries] == [
        ("dealer.qualifies", "Q high", "K high"),
        ("decision.play", "[1]", "[1, 2]"),
        ('pay_tables.pair_plus.A."pair of aces"', None, "1.5"),
    ]
    assert found.citations == 3  # those of the three tables, which are no longer the document's


def test_the_other_way_round_is_the_other_way_round() -> None:
    one, other = shipped("crown-melbourne"), shipped("uk-including-blind")
    there, back = differences(one, other), differences(other, one)
    assert {(two.place, two.second, two.first) for two in back.entries} == {
        (two.place, two.first, two.second) for two in there.entries
    }
    assert there.citations == back.citations


def test_figures_are_those_of_each_game() -> None:
    one, other = shipped("crown-melbourne"), variant(VARIANT)
    (pair,) = [two for two in differences(one, other).pairs if (two.wager, two.letters) == ("ante", "B")]
    assert pair.first == analysed(one, ante_bonus="B").wagers["ante"]
    assert pair.second == analysed(other, ante_bonus="B").wagers["ante"]
    assert pair.statements[0] == "Play Q-6-4 or better, fold the rest."


@pytest.mark.parametrize(
    ("game", "wager"),
    [("crown-melbourne", "jackpot"), ("crown-melbourne", "ante_bonus"), ("three-card-poker", "pair_plus")],
)
def test_a_wager_of_one_game_alone_is_one_entry(game: str, wager: str) -> None:
    other = variant(f'extends = "{game}"\nid = "less"\ntitle = "Less"\nwithout = ["wager.{wager}"]\n')
    (gone,), (new,) = differences(shipped(game), other).entries, differences(other, shipped(game)).entries
    assert (gone.place, gone.second) == (new.place, new.first) == (f"wager.{wager}", None)
    assert gone.first == new.second == shipped(game).wagers[wager].name


def test_a_wager_or_a_table_of_one_game_has_no_figures_in_the_other() -> None:
    found = differences(shipped("crown-melbourne"), shipped("uk-including-blind"))
    sides = {(pair.wager, pair.letters): (pair.first, pair.second) for pair in found.pairs}
    assert sides["prime", "A"][0] is None
    assert sides["pair_plus", "F"][1] is None
    whole = {one.place: (one.first, one.second) for one in found.entries}
    assert whole["wager.prime"] == (None, "Prime")
    assert whole["pay_tables.ante_bonus.C"] == ("straight flush 4, three of a kind 3, straight 1", None)


def test_a_place_is_written_in_full_as_the_language_has_it() -> None:
    letter = "é" * 70
    lines = "straight = 6\nflush = 3\npair = 1\n"
    table = f'[pay_tables.pair_plus."{letter}"]\n"straight flush" = 40\n"three of a kind" = 30\n{lines}'
    base = "extends = 'three-card-poker'\nid = 'more'\ntitle = 'More'\n"
    found = differences(shipped("three-card-poker"), variant(base + table)).entries
    assert keys_of(found[-1].place) == ("pay_tables", "pair_plus", letter)
