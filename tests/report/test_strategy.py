from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from itertools import groupby
from math import comb

import pytest

from combin.cards.ranking import Strength
from combin.exact.analysis import Analysis, StrategyAnswer
from combin.exact.hand import ExplainedHand, explain
from combin.exact.statement import statement_of
from combin.formats import Format
from combin.formats.view import View
from combin.paper.strategy import strategy_page
from combin.plots.answer import plot_of
from combin.report import strategy as module
from combin.report.strategy import (
    LISTED,
    borderline_table,
    card_tables,
    comparison_table,
    grid_tables,
    hand_view,
    mistakes_table,
    proof_lines,
    strategy_view,
)
from combin.rules.errors import RulesError
from combin.rules.resolved import Rules
from combin.words.catalogue import seen_in_words
from tests.exact.small_games import EARLY, SIGHTED
from tests.helpers import golden_files
from tests.helpers.games import game as small_game
from tests.helpers.variants import analysed, followed, shipped, variant
from tests.report.games import BARE, INDIFFERENT


@pytest.fixture(scope="module")
def crown() -> Analysis:
    return analysed(shipped("crown-melbourne"))


def test_a_hand_that_may_as_well_be_decided_otherwise_is_said_to_be() -> None:
    game = variant(INDIFFERENT)
    (line,) = proof_lines(analysed(game).best)
    assert line.startswith("Proof: folding is optimal for all 22,100 hands; closest call ")
    assert line.endswith(", where playing is equal.")
    best = hand_view(explained(game, "As Ah Kd")).lines[1]
    assert best == "Optimal decision: fold, playing is equal."
    view = strategy_view(StrategyAnswer(analysed(game), (), detailed=False))
    assert [table.title for table in view.tables] == ["Ante & Play by strategy"]


def test_of_very_many_ways_the_first_are_listed_and_none_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = variant(small_game(SIGHTED, {"deck.ranks": "9 T J Q K A", "deal": {"face_up": 3}}))
    found = analysed(game)
    (whole,), ways = card_tables(found.best), len(statement_of(found.best).by_card)
    assert len(whole.rows) == ways
    assert not whole.note
    monkeypatch.setattr(module, "MOST_ROWS", ways - 2)
    (some,) = card_tables(found.best)
    assert some.cells == whole.cells[:-2]
    assert some.note == "2 more rows: JSON of combin strategy has all."
    with pytest.raises(RulesError, match=f"{ways} ways to play by the dealer's cards are too many to print"):
        strategy_page(found)
    with pytest.raises(RulesError, match="too many columns"):
        plot_of(found, "by-card")
    assert "in units of the Ante, for the hands in rank order" in plot_of(found, "play-value").alt


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hole-card-paint", "ultimate-three-card-poker", "early"])
@pytest.mark.few(2)
def test_the_grid_has_the_decision_for_every_hand_and_card(game: str) -> None:
    """Letter by letter as the strategy decides; of hands decided in several ways the list names each."""
    best = analysed(variant(small_game(EARLY)) if game == "early" else shipped(game)).best
    rules, describe = best.game.rules, best.game.rules.ranking.describe
    decided = defaultdict[tuple[int, str], set[str]](set)

    def letter(decision: int) -> str:
        return "F" if not decision else f"{decision}" if len(rules.multiples) > 1 else "P"

    for one in best.early:
        decided[one.hand.strength.level, "not yet seen"].add(letter(one.decision).replace("F", "W"))
    for matchup, decision in best.later:
        assert matchup.seen is not None
        (seen,) = (said.ranks for said in statement_of(best).by_card if matchup.seen.ranks <= set(said.ranks))
        decided[matchup.hand.strength.level, seen_in_words(seen, rules)].add(letter(decision))
    grid, *listed = grid_tables(best)
    assert {card for _, card in decided} == {*grid.headings[1:]}

    def letters(strength: Strength) -> tuple[str, ...]:
        found = [decided[strength.level, card] for card in grid.headings[1:]]
        # Three aces against an ace cannot be, with three suits: the grid goes on as for other strong hands.
        return tuple(min(of, default="1") if len(of) < 2 else LISTED for of in found)

    runs = [(key, [*run]) for key, run in groupby(reversed(rules.ranking.strengths), key=letters)]
    assert [row[1:] for row in grid.cells] == [key for key, _ in runs]
    for (name, *_), (_, run) in zip(grid.cells[1:-1], runs[1:-1], strict=True):
        assert name == " to ".join(dict.fromkeys(describe(run[place]) for place in (0, -1)))
    names = {describe(strength): strength.level for strength in rules.ranking.strengths}
    told = {card: text for table in listed for card, text in table.cells}
    for card in grid.headings[1:]:
        named = {level for name, level in names.items() if re.search(rf"\b{name}\b(?!-)", told.get(card, ""))}
        assert named == {level for (level, known), of in decided.items() if known == card and len(of) > 1}


def test_prose_is_for_markdown_alone() -> None:
    view = strategy_view(StrategyAnswer(analysed(shipped("hole-card")), (), detailed=False))
    assert view.prose[:2] == ("2 to J: play every hand.", "Q: play Q-9-2 or better, fold the rest.")
    assert view.prose[1] in view.text(Format.MD)
    assert view.prose[1] not in view.text()


def test_the_border_shows_each_suit_pattern_and_the_mean(crown: Analysis) -> None:
    table = borderline_table(crown.best)
    rows = {(hand, suits): (hands, value, decision) for hand, suits, hands, value, decision in table.cells}
    # Grochowski's article gives -1.00255 and -0.993378, which are the hands of three suits.
    assert rows["Q-6-3", "three suits"] == ("24", "-1.002551", "fold")
    assert rows["Q-6-4", "three suits"] == ("24", "-0.993378", "play")
    assert rows["Q-6-3", "all suits"] == ("60", "-1.003050", "")
    assert rows["Q-6-4", "all suits"] == ("60", "-0.993888", "")
    assert len(table.cells) == 4 * 5


def test_the_border_has_a_value_for_every_multiple() -> None:
    game = variant(BARE + '[dealer]\nqualifies = "Q high"\n[decision]\nplay = [1, 3]\n')
    table = borderline_table(analysed(game).best)
    assert table.headings == ("Hand", "Suits", "Hands", "EV of play 3x", "EV of play 1x", "Decision")
    assert {row[-1] for row in table.cells} == {"play 3x", "play 1x", "fold", ""}


def test_mistakes_add_up_to_the_cost_the_dearest_first(crown: Analysis) -> None:
    other = followed(crown.rules, "Q-10-4")
    *rows, total = mistakes_table(other, crown.best).cells
    parts = [Fraction(row[-1].removesuffix("%")) for row in rows]
    assert parts == sorted(parts, reverse=True)
    assert abs(sum(parts) - Fraction(total[-1].removesuffix("%"))) < Fraction(len(rows), 10**4)
    assert total[-1] == comparison_table(crown.best, [other]).cells[1][-1] == "0.6060%"
    assert total[2] == f"{sum(int(row[2]) for row in rows):,}" == "1,320"
    assert {row[1:5] for row in rows} == {("all", "60", "fold", "play")}


def test_mistakes_on_some_suit_patterns_name_them(crown: Analysis) -> None:
    other = followed(crown.rules, str(golden_files.FOLDER / "strategy.toml"))
    assert mistakes_table(other, crown.best).cells[0][:3] == (
        "Q-6-4",
        "first two cards of one suit, first and last card of one suit, last two cards of one suit",
        "36",
    )


def test_mistakes_are_shown_hand_by_hand_only_where_asked_for_and_made(crown: Analysis) -> None:
    others = [followed(crown.rules, "Q-6-4"), followed(crown.rules, "any queen")]
    titles = [
        table.title for table in strategy_view(StrategyAnswer(crown, tuple(others), detailed=True)).tables
    ]
    assert titles == ["Ante & Play by strategy", "Cost of 'any queen or better'", "Borderline hands"]
    brief = strategy_view(StrategyAnswer(crown, tuple(others), detailed=False))
    assert [table.title for table in brief.tables] == ["Ante & Play by strategy", "Borderline hands"]
    assert all("mistakes" not in other for other in brief.payload()["others"])


def test_programs_get_each_mistake_exactly(crown: Analysis) -> None:
    other = followed(crown.rules, "any queen")
    found = strategy_view(StrategyAnswer(crown, (other,), detailed=True)).payload()["others"][0]
    cost = other.distribution.house_edge - crown.best.distribution.house_edge
    assert sum(Fraction(one["part_of_edge"]["fraction"]) for one in found["mistakes"]) == cost
    assert Fraction(found["cost"]["fraction"]) == cost
    assert sum(one["hands"] for one in found["mistakes"]) == 480


def explained(rules: Rules, cards: str, **letters: str) -> ExplainedHand:
    first = {name: next(iter(rules.tables[name])) for name in (*rules.bonuses, *rules.side_bets)}
    return explain(rules, rules.deck.parse(cards, 3), first | letters)


def shown(game: str, cards: str, **letters: str) -> View:
    return hand_view(explained(shipped(game), cards, **letters))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ks Qs", "A-K-Q straight flush, one suit. Of 22,099 other hands, 0 are stronger and 3 equal"),
        ("5s 5h 5d", "three fives (three of a kind), three suits."),
        ("9s 9h 4s", "pair of nines with a four, kicker of a suit of the pair."),
        ("2s 3h 5d", "5-3-2 (high card), three suits."),
    ],
)
def test_a_category_is_told_once(cards: str, name: str) -> None:
    assert shown("crown-melbourne", cards).lines[0].startswith(name)


def test_every_multiple_is_a_decision() -> None:
    rules = variant(BARE + '[dealer]\nqualifies = "Q high"\n[decision]\nplay = [1, 2, 3]\n')
    view = hand_view(explained(rules, "As Ah Kd"))
    assert [row[0] for row in view.tables[1].cells] == ["fold", "play 1x", "play 2x", "play 3x"]
    assert view.lines[1] == "Optimal decision: play 3x, 0.458261 Ante over playing 2x."


def test_tables_that_treat_a_hand_alike_share_a_row() -> None:
    assert shown("crown-melbourne", "As Ks Qs").tables[2].cells == (
        ("Ante Bonus", "A B", "straight flush", "+5", "100.0000%"),
        ("Ante Bonus", "C", "straight flush", "+4", "100.0000%"),
        ("Pair Plus", "A B C D", "straight flush", "+40", "100.0000%"),
        ("Pair Plus", "E F", "straight flush", "+35", "100.0000%"),
    )


def test_lines_about_the_dealer_share_the_deals() -> None:
    rows = [row for row in shown("uk-including-blind", "Ks 9s 4c").tables[2].cells if row[0] == "Prime"]
    assert [row[2:4] for row in rows] == [("both of the same colour", "+4"), ("player of one colour", "+3")]
    same = Fraction(comb(23, 3), comb(49, 3))
    assert rows[0][4] == f"{float(same) * 100:.4f}%"


def test_a_game_without_bonus_and_side_bet_has_no_table_of_them() -> None:
    view = hand_view(explained(variant(BARE), "As Ah Kd"))
    assert len(view.tables) == 2
    assert view.tables[1].title == "EV by decision, in units of the Ante"
