"""What a printed strategy says, and with a jackpot wager, by the dealer's card where one is seen."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from combin.certificate.body import certificate_hash
from combin.exact.base_game import FOLD
from combin.exact.matchups import Matchup
from combin.formatting import decimal
from combin.game import load
from combin.jackpot.answer import ask_jackpot
from combin.jackpot.meter import JackpotError
from combin.paper import strategy
from combin.paper.hands import Words
from combin.paper.strategy import cost, jackpot_chapters, simpler_strategies, strategy_page, strategy_text
from combin.rules.model import Imprint
from combin.words.catalogue import load_catalogue
from tests.helpers.games import AGAINST_DEALER, game, progressive
from tests.helpers.golden_files import compare
from tests.helpers.variants import analysed, variant
from tests.paper.printed import analysis, page_of


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        *("crown-melbourne", "hole-card", "resorts-world-sentosa", "three-card-poker"),
        *("ultimate-three-card-poker", "a card seen", "several multiples", "suits decide"),
        *("every hand is played", "every hand is folded"),
    ],
)
@pytest.mark.few(5)
def test_the_text_version(game: str) -> None:
    page = replace(page_of(game), made="Counted over every deal")
    compare(f"print-strategy-{game.replace(' ', '-')}.txt", strategy_text(page).text())


@pytest.mark.slow
def test_the_library_prints_too(tmp_path: Path) -> None:
    found = load("crown-melbourne").printed_strategy(options=["1"], ante_bonus="C")
    assert str(found).startswith("Three Card Poker, Crown Melbourne: strategy with Ante Bonus C\n")
    assert found.to_dict()["statement"] == "Play Q-6-4 or better, fold the rest."
    assert found.frame()["rule"].to_list()[:2] == ["best play", "any queen or better"]
    files = found.write(tmp_path / "card.svg")
    assert [file.name for file in files] == ["card-1.svg", "card-2.svg"]
    assert found.write(str(tmp_path / "sheet.pdf"), size="letter") == (tmp_path / "sheet.pdf",)
    with pytest.raises(ValueError, match="'a5' is not a valid Size"):
        found.write(tmp_path / "card.pdf", size="a5")


@pytest.mark.parametrize(
    "game", ["crown-melbourne", "six suits", "several multiples", "two decks and a joker"]
)
def test_examples_stand_on_their_sides_of_the_rule(game: str) -> None:
    found = analysis(game)
    ranking, level_of = found.rules.ranking, {}
    for step, (multiple, strength) in zip(
        strategy_page(found).steps, found.statement.thresholds, strict=False
    ):
        assert step.example is not None
        cards = ranking.deck.parse(" ".join(card["rank"] + card["suit"] for card in step.example.cards), 3)
        level_of[multiple] = ranking.strength(cards).level
        assert level_of[multiple] >= strength.level
        assert step.example.hand == ranking.describe(ranking.strength(cards))
    assert list(level_of.values()) == sorted(level_of.values(), reverse=True)


@pytest.mark.parametrize(
    "game", ["crown-melbourne", "suits decide", "hole-card", "several multiples", "six suits"]
)
def test_simpler_rules_are_other_strategies_and_dearer(game: str) -> None:
    found = analysis(game)
    others = simpler_strategies(Words(found.best, found.statement, load_catalogue()))
    costs = [cost(one, found.best) for one in others]
    assert costs == sorted(costs)
    assert costs[0] > 0
    decided = [found.best.decisions, *(one.decisions for one in others)]
    assert len(set(decided)) == len(decided)
    assert len({one.name for one in others}) == len(others)


def test_the_best_threshold_that_overlooks_the_card_is_best() -> None:
    found = analysis("hole-card")
    by_name = {
        one.name: one for one in simpler_strategies(Words(found.best, found.statement, load_catalogue()))
    }
    ours = by_name["whatever the card, Q-6-4 or better"].distribution.house_edge
    # The player who sees no card plays Q-6-4 too, for the same edge.
    assert ours == analysis("three-card-poker").best.distribution.house_edge


def test_close_calls_are_means_over_the_suits() -> None:
    calls = {call.example.hand: call for call in page_of("crown-melbourne").close_calls}
    assert list(calls) == ["Q-6-5", "Q-6-4", "Q-6-3", "Q-6-2"]
    # The means that `combin strategy` gives: -0.993888 and -1.003050.
    assert (calls["Q-6-4"].value, calls["Q-6-4"].decision) == ("−0.9939", "play")
    assert (calls["Q-6-3"].value, calls["Q-6-3"].decision) == ("−1.0031", "fold")
    assert calls["Q-6-3"].ranges == ("−1.0040 to −1.0026",)
    assert {call.fold for call in calls.values()} == {"−1"}
    assert max(call.bar for call in calls.values()) == 1000


def test_a_decision_that_is_not_allowed_has_no_value() -> None:
    calls = page_of("ultimate-three-card-poker").close_calls
    assert {call.values[0] for call in calls} == {""}
    assert {call.fold for call in calls} == {"−2"}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["crown-melbourne", "prizes of many kinds", "a card seen"])
def test_above_the_ratio_of_a_step_its_hands_and_those_before_are_played(game: str) -> None:
    found, chapter = analysis(game), page_of(game).jackpots[-1]
    joint, ranking = ask_jackpot(found.rules, option="2").joint(found.letters), found.rules.ranking
    cards = list(map(str, ranking.deck.ranks))
    for card in dict.fromkeys(step.card for step in chapter.steps):

        def against(situation: Matchup, card: str = card) -> bool:
            return not card or (situation.seen is not None and cards.index(card) in situation.seen.ranks)

        own, listed = [one for one in joint.break_evens if against(one.situation)], set[str]()
        for step in (step for step in chapter.steps if step.card == card):
            assert not listed & set(step.hands)
            listed |= set(step.hands)
            ratio = max(one.ratio for one in own if decimal(one.ratio, 4) <= step.above) + Fraction(1, 10**9)
            folded = {
                ranking.describe(situation.hand.strength)
                for situation, decision in joint.strategy(ratio)
                if decision == FOLD and against(situation)
            }
            assert not listed & folded
        assert listed == {ranking.describe(one.hand.strength) for one in own}


def test_options_are_those_asked_for() -> None:
    found = analysis("crown-melbourne")
    assert [one.name for one in strategy_page(found).jackpots] == ["Jackpot 1", "Jackpot 2"]
    (chapter,) = strategy_page(found, options=["2"], stake=Fraction(5)).jackpots
    assert (chapter.name, chapter.stake) == ("Jackpot 2", "$5")
    assert chapter.unchanged == ("0.1232", "$40.59")  # 5 x 6016/741
    with pytest.raises(JackpotError, match="no option '3' of the jackpot of crown-melbourne"):
        strategy_page(found, options=["3"])


@pytest.mark.parametrize("game", ["crown-melbourne", "two decks and a joker"])
def test_the_certificate_is_named(game: str) -> None:
    page, sha256 = page_of(game), certificate_hash(analysis(game).rules)
    assert sha256 is not None
    assert page.made.endswith(f"; certificate {sha256[:12]}")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["florida-three-card-poker", "face-up-three-card-poker"])
def test_hands_that_may_not_be_played_are_no_close_calls(game: str) -> None:
    rules = variant(f"""
extends = "{game}"
id = "pairs-alone"
title = "Pairs alone are played"
[decision]
play = [{{ multiple = 2, hand = "pair or better" }}]
""")
    page = strategy_page(analysed(rules))
    assert {call.decision for call in page.close_calls} == {"play"}
    assert {call.example.hand.partition(" with ")[0] for call in page.close_calls} <= {
        "pair of twos",
        "pair of threes",
    }
    assert "always play" not in [one.name for one in page.simpler]


IN_DOLLARS = load_catalogue().of(Imprint("$"))


def test_of_very_many_hands_the_number_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = page_of("a card seen").jackpots[1]
    monkeypatch.setattr(strategy, "MOST_HANDS", 100)
    found = jackpot_chapters(
        analysis("a card seen"), IN_DOLLARS, options=["2"], stake=Fraction(1), meter=None
    )[0]
    assert {step.hands for step in found.steps} == {()}
    assert [step.number for step in found.steps] == [step.number for step in usual.steps]


@pytest.mark.slow
def test_hands_that_any_jackpot_wager_makes_worth_playing_are_a_step() -> None:
    """Here some hands that are folded are worth as much when they are played."""
    between = ("straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind")
    lost = dict.fromkeys((*between, "two pair"), "lose")
    rules = variant(
        game(
            {"extends": "face-up-three-card-poker", "id": "tie", "title": "A tie", "deal.jackpot": 2},
            progressive({"royal flush": {"meter": "100%"}, **lost, "pair": 2}, "player and jackpot cards"),
        )
    )
    joint = ask_jackpot(rules).joint({})
    assert joint.break_evens[0].ratio == 0
    (chapter,) = jackpot_chapters(analysed(rules), IN_DOLLARS, options=None, stake=Fraction(1), meter=None)
    assert chapter.unchanged == ("", "")
    assert max(len([one for one in chapter.steps if one.card == step.card]) for step in chapter.steps) == 2


def test_where_any_jackpot_wager_changes_something_no_ratio_changes_nothing() -> None:
    """Low hands always lose the Ante, and here nothing more, so that a fold is worth the same."""
    rules = variant(
        game(
            AGAINST_DEALER,
            {"deck": {"ranks": "J Q K A", "suits": ["clubs", "hearts"]}},
            {"wager.ante.tie": "lose", "wager.play.tie": "push", "wager.play.lose": "push"},
            progressive(
                {
                    "straight flush": "lose",
                    "straight": {"meter": "1%"},
                    "flush": "lose",
                    "pair": 3,
                    "high card": 2,
                },
                "player",
            ),
        )
    )
    (chapter,) = jackpot_chapters(analysed(rules), IN_DOLLARS, options=None, stake=Fraction(1), meter=None)
    assert chapter.unchanged == ("", "")
    assert chapter.steps[0].base_stake == "any amount"
    text = strategy_text(strategy_page(analysed(rules)))
    (table,) = (table for table in text.tables if table.title == "With Jackpot")
    assert [row[:2] for row in table.cells] == [("above 0.0000", "any amount")] * len(chapter.steps)
