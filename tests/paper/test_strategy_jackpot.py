"""The strategy with a jackpot wager, by the dealer's card where one is seen, as it is printed."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from combin.decimals import decimal
from combin.exact.analysis import Analysis
from combin.exact.base_game import FOLD
from combin.jackpot.answer import ask_jackpot
from combin.paper import strategy
from combin.paper.strategy import JackpotChapter, jackpot_chapters, strategy_page, strategy_text
from combin.rules.model import Imprint
from combin.words.catalogue import load_catalogue
from tests.games import AGAINST_DEALER, game, progressive
from tests.variants import CARD_SEEN, analysed, variant

IN_DOLLARS = load_catalogue().of(Imprint("$"))


@cache
def analysis() -> Analysis:
    return analysed(variant(CARD_SEEN))


@cache
def chapters() -> tuple[JackpotChapter, ...]:
    return jackpot_chapters(analysis(), IN_DOLLARS, options=None, stake=Fraction(1), meter=None)


def test_beside_a_card_seen_each_card_has_its_steps() -> None:
    first, second = chapters()
    assert first.lead == "No hand that you fold could win one of its prizes, so it changes nothing."
    assert not first.steps
    assert second.lead.endswith("The larger it is beside the Ante, the more hands are worth playing.")
    assert second.unchanged == ("0.8813", "$1.13")  # 160/141
    assert [(step.card, step.above, step.number) for step in second.steps] == [
        ("Q", "1.0071", "3,360 situations"),
        ("Q", "1.7625", "4,320 situations"),
        ("K", "1.0071", "3,840 situations"),
        ("K", "1.7625", "5,040 situations"),
        ("A", "1.0071", "4,320 situations"),
        ("A", "1.7625", "6,660 situations"),
    ]


def test_above_the_ratio_of_a_step_its_hands_are_played_against_its_card() -> None:
    found, chapter = analysis(), chapters()[1]
    joint = ask_jackpot(found.rules, option="2").joint(found.letters)
    ranking = found.rules.ranking
    for rank, symbol in enumerate(ranking.deck.ranks):
        own = [one for one in joint.break_evens if one.situation.seen and rank in one.situation.seen.ranks]
        listed: set[str] = set()
        for step in (step for step in chapter.steps if step.card == str(symbol)):
            assert not listed & set(step.hands)
            listed |= set(step.hands)
            ratio = max(one.ratio for one in own if decimal(one.ratio, 4) <= step.above) + Fraction(1, 10**9)
            folded = {
                ranking.describe(one.hand.strength)
                for one, decision in joint.strategy(ratio)
                if decision == FOLD and one.seen and rank in one.seen.ranks
            }
            assert not listed & folded
        assert listed == {ranking.describe(one.hand.strength) for one in own}


@pytest.mark.slow
def test_the_text_has_a_row_for_each_step_beside_its_card() -> None:
    text = strategy_text(strategy_page(analysis()))
    (table,) = (table for table in text.tables if table.title == "With Jackpot 2")
    assert table.headings[0] == "Card"
    assert [row[0] for row in table.cells] == ["any", "Q", "Q", "K", "K", "A", "A"]
    assert table.cells[0][1:] == ("up to 0.8813", "$1.13 or more", "nothing more", "")
    assert table.cells[1][3].startswith("J-10-8, J-9-8, ")
    assert "Between two rows of one card hands switch one by one; past its last row " in table.note


def test_of_very_many_hands_the_number_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = chapters()[1]
    monkeypatch.setattr(strategy, "MOST_HANDS", 100)
    found = jackpot_chapters(analysis(), IN_DOLLARS, options=["2"], stake=Fraction(1), meter=None)[0]
    assert {step.hands for step in found.steps} == {()}
    assert [step.number for step in found.steps] == [step.number for step in usual.steps]


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
